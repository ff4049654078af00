//! Moves of Hive go both ways: what is written reads the same again, from
//! whichever piece it is seen, and a whole game too.

mod support;

use std::path::Path;
use std::sync::Arc;

use hornet::game::{Action, Game, GameString, Outcome, Rules, game_string};
use hornet::logic::engine::Limits;
use hornet::logic::{Cell, Value};
use hornet::play::load_game;
use hornet::repl::Status;
use rand::seq::IndexedRandom;
use support::session::Prompt;

/// Random games of Hive are very long.
const PLIES: usize = 60;

/// Calls `visit` with each position of a few games played at random.
fn each_position(seed: u64, mut visit: impl FnMut(&Game, &[Action])) {
    let mut chance = support::chance(seed);
    for name in ["hive", "hive+m", "hive+lp", "hive+mlp", "hive:starts=black,tournament=off"] {
        let rules = support::rules(name);
        for _ in 0..3 {
            let mut game = Game::new(rules.clone()).unwrap();
            for _ in 0..PLIES {
                let legal = game.legal().unwrap();
                visit(&game, &legal);
                // Pieces that move make stacks; placing them all takes long.
                let moves: Vec<_> = legal.iter().filter(|a| a.name.as_str() == "move").collect();
                let up = moves.iter().find(|action| piece_on(&game, action.args[2]).is_some());
                let action = match up {
                    Some(up) if game.turn_number().is_multiple_of(5) => up,
                    _ => match legal.choose(&mut chance) {
                        Some(action) => action,
                        None => break,
                    },
                };
                game.play(action).unwrap();
            }
        }
    }
}

/// The facts `at(Piece, Cell, Level)`.
fn pieces(game: &Game) -> Vec<(String, Value)> {
    let at = game.rules().program().relations.plain("at", 3).unwrap();
    game.position().rows(at).map(|row| (row[0].to_string(), row[1])).collect()
}

fn piece_on(game: &Game, cell: Value) -> Option<String> {
    pieces(game).into_iter().find(|(_, at)| *at == cell).map(|(name, _)| name)
}

#[test]
fn every_legal_action_reads_as_it_is_written() {
    let mut climbs = 0;
    each_position(1, |game, legal| {
        let presentation = game.rules().presentation();
        let mut seen = std::collections::HashSet::new();
        for action in legal {
            let written = presentation.write(game, action);
            assert_eq!(presentation.read(game, &written).as_ref(), Ok(action), "{written}");
            assert_eq!(presentation.read(game, &action.to_string()).as_ref(), Ok(action));
            assert!(!written.contains('('), "{written} is no move of the protocol");
            if let [piece, .., to] = action.args.as_slice() {
                let times = written.matches(&piece.to_string()).count();
                assert_eq!(times, 1, "{written} refers to the piece that moves");
                climbs += usize::from(piece_on(game, *to).is_some());
            }
            assert!(seen.insert(written), "two actions are written alike");
        }
    });
    assert!(climbs > 50, "only {climbs} actions lead up the hive");
}

#[test]
fn any_piece_that_touches_will_do_as_reference() {
    each_position(2, |game, legal| {
        let presentation = game.rules().presentation();
        for action in legal.iter().filter(|action| !action.args.is_empty()).step_by(5) {
            let moving = action.args[0].to_string();
            let Some(Value::Cell(Cell::Axial(q, r))) = action.args.last() else { panic!() };
            for (name, cell) in pieces(game).into_iter().filter(|(name, _)| *name != moving) {
                let Value::Cell(Cell::Axial(near_q, near_r)) = cell else { panic!() };
                let offset = (q - near_q, r - near_r);
                for (_, _, before, behind) in MARKS.iter().filter(|m| (m.0, m.1) == offset) {
                    let text = format!("{moving}  {before}{}{behind}", name.to_uppercase());
                    assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
                }
            }
            let text = format!("{moving} ({q}, {r})");
            assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
        }
    });
}

#[test]
fn a_game_in_one_line_reads_as_it_is_written() {
    each_position(3, |game, _| {
        if game.turn_number() % 20 != 0 {
            return;
        }
        let line = game_string(game).unwrap().unwrap();
        let string: GameString = line.parse().unwrap();
        let again = string.replay(Game::new(game.rules().clone()).unwrap()).unwrap();
        assert!(again.position() == game.position(), "{line}");
        assert_eq!(game_string(&again).unwrap().unwrap(), line);
    });
}

/// The game that a line is, by the book.
fn replayed(line: &str) -> Game {
    let string: GameString = line.parse().unwrap();
    let rules = Rules::load(&string.spec(&[]), Limits::default()).unwrap();
    string.replay(Game::new(Arc::new(rules)).unwrap()).unwrap()
}

#[test]
fn moves_are_read_as_people_write_them() {
    let mut tried = 0;
    for lines in support::paragraphs(include_str!("data/hive_spellings.txt")) {
        let game = replayed(lines[0]);
        for line in &lines[1..] {
            let read = |text: &str| game.rules().presentation().read(&game, text.trim());
            if let Some((text, meaning)) = line.split_once(" => ") {
                let action = read(text).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(action.to_string(), meaning, "{line}");
            } else {
                let (text, said) = line.split_once(" ! ").unwrap_or_else(|| panic!("{line}"));
                let error = read(text).expect_err(line);
                assert!(error.why.contains(said), "{line}: {}", error.why);
                assert!(!error.why.contains("wG3"), "{line}: a list of all pieces");
            }
            tried += 1;
        }
    }
    assert!(tried > 90, "only {tried} spellings");
}

/// The marks of the directions: how far they lead, and what stands before and behind
/// a name.
const MARKS: [(i16, i16, &str, &str); 7] = [
    (1, 0, "", "-"),
    (0, 1, "", "\\"),
    (-1, 1, "/", ""),
    (-1, 0, "-", ""),
    (0, -1, "\\", ""),
    (1, -1, "", "/"),
    (0, 0, "", ""),
];

/// All that an action with a place may be written as, from each piece that touches
/// the place, the moved one included.
fn spellings(game: &Game, action: &Action) -> Vec<String> {
    let moving = action.args[0].to_string();
    let Some(Value::Cell(Cell::Axial(q, r))) = action.args.last() else { panic!() };
    let mut spellings = Vec::new();
    for (name, cell) in pieces(game) {
        let Value::Cell(Cell::Axial(near_q, near_r)) = cell else { panic!() };
        let offset = (q - near_q, r - near_r);
        for (_, _, before, behind) in MARKS.iter().filter(|m| (m.0, m.1) == offset) {
            let plain = format!("{moving} {before}{name}{behind}");
            let single = |name: &str| match name.ends_with(|c: char| c.is_ascii_digit()) {
                true => name.to_string(),
                false => format!("{name}1"),
            };
            let typeset = plain.replace('-', "–").replace('/', "⁄").replace('\\', "∖");
            spellings.extend([
                format!("17. {plain}"),
                format!("17... {plain}!?"),
                format!("{typeset} !"),
                format!("{} {before}{}{behind}", single(&moving), single(&name)),
                plain.to_lowercase(),
                plain,
            ]);
            if !before.is_empty() {
                spellings.push(format!("{moving}{before}{name}"));
                spellings.push(typeset.replace(' ', ""));
            }
        }
    }
    spellings
}

#[test]
fn every_legal_action_is_read_in_every_spelling() {
    let (mut tried, mut by_itself) = (0, 0);
    each_position(4, |game, legal| {
        let presentation = game.rules().presentation();
        for action in legal.iter().filter(|action| !action.args.is_empty()).step_by(37) {
            let moving = action.args[0].to_string();
            for text in spellings(game, action) {
                assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
                tried += 1;
                by_itself += usize::from(text.matches(&moving).count() == 2);
            }
        }
    });
    assert!(tried > 3_000 && by_itself > 150, "{tried}, {by_itself} by the piece itself");
}

#[test]
fn a_piece_without_its_number_is_the_one_that_can_go_there() {
    let (mut read, mut ambiguous) = (0, 0);
    each_position(5, |game, legal| {
        let presentation = game.rules().presentation();
        for action in legal.iter().filter(|action| !action.args.is_empty()).step_by(17) {
            let name = action.args[0].to_string();
            let Some(Value::Cell(to)) = action.args.last() else { panic!() };
            let family = &name[..2];
            let others = legal.iter().filter(|other| {
                other.args.first().is_some_and(|piece| piece.to_string().starts_with(family))
                    && other.args.last() == action.args.last()
            });
            let expected = others.count();
            match presentation.read(game, &format!("{family} {to}")) {
                Ok(found) => {
                    assert_eq!((&found, expected), (action, 1), "{family} {to}");
                    read += 1;
                }
                Err(error) => {
                    assert!(expected > 1 && error.why.contains(&name), "{family} {to}: {error}");
                    ambiguous += 1;
                }
            }
        }
    });
    assert!(read > 200 && ambiguous > 10, "{read} read, {ambiguous} ambiguous");
}

/// A move as nokamute writes it: next to the first piece that touches the place, the
/// moved one included.
fn by_first_neighbour(game: &Game, action: &Action) -> String {
    let [piece, .., Value::Cell(Cell::Axial(q, r))] = action.args.as_slice() else {
        return action.to_string();
    };
    if pieces(game).is_empty() {
        return piece.to_string();
    }
    let top = |cell: Value| {
        let at = game.rules().program().relations.plain("at", 3).unwrap();
        let on = game.position().rows(at).filter(|row| row[1] == cell);
        on.max_by_key(|row| row[2].as_int()).map(|row| row[0].to_string())
    };
    MARKS
        .iter()
        .rev()
        .find_map(|(east, south, before, behind)| {
            let name = top(Value::Cell(Cell::Axial(q - east, r - south)))?;
            Some(format!("{piece} {before}{name}{behind}"))
        })
        .expect("a move leads to the hive")
}

#[test]
fn games_that_refer_to_the_moved_piece_are_read() {
    let mut by_itself = 0;
    each_position(6, |game, _| {
        if game.turn_number() != PLIES {
            return;
        }
        let line = game_string(game).unwrap().unwrap();
        let head: Vec<&str> = line.splitn(4, ';').take(3).collect();
        let moves = game.moves();
        let moves = moves.iter().map(|(before, action)| by_first_neighbour(before, action));
        let moves: Vec<String> = moves.collect();
        let refers_to_itself = |text: &&String| {
            text.split_once(' ').is_some_and(|(piece, place)| place.contains(piece))
        };
        by_itself += moves.iter().filter(refers_to_itself).count();
        let string: GameString = format!("{};{}", head.join(";"), moves.join(";")).parse().unwrap();
        let again = string.replay(Game::new(game.rules().clone()).unwrap()).unwrap();
        assert!(again.position() == game.position(), "{line}");
    });
    assert!(by_itself > 30, "only {by_itself} moves refer to the moved piece");
}

/// Lines in the manner of nokamute and of Mzinga, and the same game as Hornet has it.
#[test]
fn lines_of_other_programs_are_read() {
    for (theirs, ours) in [
        (
            "Base;InProgress;White[7];wA1;bA1 wA1-;wQ /wA1;bQ bA1/;wB1 /wQ;bB1 bQ-;wB1 wB1/;\
             bB1 bQ;wB1 \\wB1;bB1 bB1-;wB1 wQ;bB1 -bB1",
            "Base;InProgress;White[7];wA1;bA1 wA1-;wQ /wA1;bQ bA1/;wB1 /wQ;bB1 bQ-;wB1 wQ;\
             bB1 bQ;wB1 \\wQ;bB1 bQ-;wB1 wQ;bB1 bQ",
        ),
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wP \\wL;bQ bL/",
            "Base+MLP;InProgress;White[3];wL;bL wL-;wP \\wL;bQ bL/",
        ),
    ] {
        let (theirs, ours) = (replayed(theirs), replayed(ours));
        assert!(theirs.position() == ours.position());
        assert_eq!(game_string(&theirs).unwrap(), game_string(&ours).unwrap());
    }
}

/// Both queens go back and forth until the position after four moves has come up
/// three times.
const THREE_TIMES: &str = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;\
                           wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";

fn outcome(line: &str) -> (Outcome, Vec<String>) {
    let string: GameString = line.parse().unwrap();
    let rules = Rules::load(&string.spec(&[]), Limits::default()).unwrap();
    let replayed = string.replayed(Game::new(Arc::new(rules)).unwrap()).unwrap();
    let relaxed = replayed.relaxed.iter().map(|relaxed| relaxed.to_string()).collect();
    (replayed.game.outcome().unwrap(), relaxed)
}

#[test]
fn the_third_occurrence_is_a_draw_unless_the_option_is_off() {
    for (name, expected) in [
        ("hive", Outcome::Draw),
        ("hive:repetition=on", Outcome::Draw),
        ("hive:repetition=off", Outcome::Open),
    ] {
        for interpreted in [false, true] {
            let rules = Rules::open(name).unwrap();
            let rules = if interpreted { rules.interpreted() } else { rules };
            let string: GameString = format!("Base;{THREE_TIMES}").parse().unwrap();
            let game = string.replay(Game::new(Arc::new(rules)).unwrap()).unwrap();
            assert_eq!(game.repetitions(), 3);
            assert_eq!(game.outcome().unwrap(), expected, "{name}");
            assert_eq!(game.count_legal().unwrap() == 0, expected == Outcome::Draw, "{name}");
        }
    }
}

/// It begins with a queen, and goes on after the third occurrence of a position.
const BOTH: &str = "Base;wQ;bQ wQ-;wA1 -wQ;bA1 bQ-;wA1 \\wQ;bA1 bQ/;wA1 -wQ;bA1 bQ-;\
                    wA1 \\wQ;bA1 bQ/;wA1 -wQ;bA1 bQ-;wA1\\wQ";

const QUEEN_FIRST: &str = "tournament is off for this game: with move 1, wQ, a queen is the first \
                           piece of its player";

#[test]
fn a_game_that_needs_an_option_off_is_read_with_it_off() {
    assert_eq!(outcome("Base;wS1;bS1 wS1-"), (Outcome::Open, vec![]));
    assert_eq!(outcome(&format!("Base;{THREE_TIMES}")), (Outcome::Draw, vec![]));
    assert_eq!(outcome("Base;wQ;bQ wQ-"), (Outcome::Open, vec![QUEEN_FIRST.to_string()]));
    let (open, said) = outcome(BOTH);
    assert_eq!(open, Outcome::Open);
    let goes_on = "repetition is off for this game: with move 13, wA1\\wQ, the game goes on after \
                   the third occurrence of a position";
    assert_eq!(said, [QUEEN_FIRST, goes_on]);
    let game = replayed(BOTH);
    assert_eq!(game.rules().name(), "hive:tournament=off,repetition=off");
    assert!(game.rules().compiled().is_some(), "the compiled rules know the options");
}

#[test]
fn an_option_that_was_asked_for_stays() {
    let loaded = |name: &str, line: &str| {
        load_game(name, Some(Path::new(line)), Limits::default()).map(|game| {
            assert_eq!(
                game_string(&game).unwrap().unwrap().matches(';').count(),
                line.matches(';').count() + 2
            );
        })
    };
    loaded("hive", BOTH).unwrap();
    loaded("hive:tournament=off,repetition=off", BOTH).unwrap();
    let error = loaded("hive:tournament=on", "Base;wQ").unwrap_err().to_string();
    assert!(error.contains("move 1, wQ: by the tournament rule"), "{error}");
    let error = loaded("hive:repetition=on", BOTH).unwrap_err().to_string();
    assert!(error.contains("move 13, wA1\\wQ: the game is over"), "{error}");
    // Whatever is off, a game does not go on after its end.
    let error = loaded("hive", "Base;wS1;bS1 wS1-;wQ bS1-").unwrap_err().to_string();
    assert!(error.contains("move 3, wQ bS1-: "), "{error}");
}

#[test]
fn the_protocol_reads_them_too() {
    let answers = |input: &str| {
        let mut output = Vec::new();
        hornet::uhp::serve(input.as_bytes(), &mut output, Limits::default()).unwrap();
        String::from_utf8(output).unwrap()
    };
    let said =
        answers(&format!("newgame {BOTH}\nnewgame Base;{THREE_TIMES}\nnewgame Base\nplay wQ\n"));
    assert!(said.contains("Base;InProgress;Black[7];wQ;bQ wQ-;"), "{said}");
    assert!(said.contains("Base;Draw;White[7];wS1;"), "{said}");
    assert!(said.contains("invalidmove by the tournament rule"), "{said}");
    let said = answers(&format!("options set RepetitionRule False\nnewgame Base;{THREE_TIMES}\n"));
    assert!(said.contains("RepetitionRule;bool;False;True\nok"), "{said}");
    assert!(said.contains("Base;InProgress;White[7];wS1;"), "{said}");
    let said =
        answers("newgame Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\nplay 5. wQ \\wQ!\nplay bQ – bQ\n");
    assert!(said.contains("invalidmove"), "{said}");
    let said = answers("newgame Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\nplay 3. wQ wQ/!\nplay bQ\\bQ\n");
    assert!(said.ends_with(";wQ \\wS1;bQ bS1/\nok\n"), "{said}");
}

#[test]
fn a_game_that_is_pasted_at_the_prompt_is_loaded() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("b2-b3");
    let said = prompt.fine("Base+M;InProgress;White[2];wQ;bS1 wQ-");
    assert!(said.contains("the previous game is kept"), "{said}");
    assert!(said.ends_with(&format!("% {QUEEN_FIRST}")), "{said}");
    assert_eq!(prompt.0.game().rules().name(), "hive+m:tournament=off");
    // Other statements before and behind it are obeyed as ever.
    let said = prompt.replies("wS1 -wQ\nBase;wS1;bS1 wS1-  % from elsewhere\n  wQ -wS1 \nhistory");
    assert!(said.iter().all(|reply| reply.status == Status::Fine), "{said:?}");
    assert_eq!(game_string(prompt.0.game()).unwrap().unwrap().split(';').count(), 6);
    prompt.wrong(
        "Base;wS1;bX1 wS1-",
        &["move 2", "there is no piece `bX1`; the kinds are Q S B G A"],
    );
    prompt.wrong("Base+X;wS1", &["`Base+X` is not a type of game"]);
}

#[test]
fn a_move_that_cannot_be_read_says_why_at_the_prompt() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("wS1");
    prompt.wrong("bX1 wS1-", &["error: cannot read `bX1 wS1-`", "there is no piece `bX1`"]);
    prompt.wrong("2. bA4 wS1-", &["there are three ants a side"]);
    prompt.fine("1... bA wS1–!");
    assert!(prompt.fine("history").contains("2. bA1 wS1-"));
}

#[test]
fn game_files_hold_moves_as_people_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.game");
    let text = "game hive\n1. wS1 .\n1... bS wS1–\n2. wQ-wS1!\n2... bQ1 bS1-\n3. wQ wQ/\n";
    std::fs::write(&path, text).unwrap();
    let game = load_game("hive", Some(&path), Limits::default()).unwrap();
    let line = "Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1";
    assert_eq!(game_string(&game).unwrap().unwrap(), line);
}
