//! Positions that are set up: piece by piece, from facts, from drawings and in game
//! files; what is wrong with one is told by the rules.

mod support;

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use anstream::adapter::strip_str;
use assert_cmd::Command;
use hornet::game::{Game, Marks, Rules, Setup, game_string};
use hornet::logic::engine::Limits;
use hornet::play::{
    Journal, JournalError, RecordError, load_record, open_record, saved_games, written_record,
};
use rand::seq::IndexedRandom;
use support::session::Prompt;
use support::{
    Case, chance, interpreted_answers, random_positions, rules, swipl_answers_about, swipl_is_here,
};

fn facts(game: &Game) -> Vec<String> {
    let relations = &game.rules().program().relations;
    game.position().sorted().iter().map(|(id, row)| relations[*id].show(row)).collect()
}

fn drawn(game: &Game) -> String {
    strip_str(&game.rules().presentation().draw(game, &Marks::none())).to_string()
}

/// A position by itself, without the moves that led to it.
fn alone(game: &Game) -> Game {
    let number = NonZeroU32::new(game.turn_number() as u32).unwrap();
    Game::set_up(game.rules().clone(), game.position().clone(), number)
}

const FOUR: [&str; 4] =
    ["at(bQ, (2,0), 1)", "at(bS1, (1,0), 1)", "at(wQ, (-1,0), 1)", "at(wS1, (0,0), 1)"];

#[test]
fn what_is_no_position_is_not_an_empty_one() {
    let mut prompt = Prompt::on("hive");
    prompt.wrong("setup paste\ngarbage here\nend", &["neither facts nor a drawing"]);
}

#[test]
fn a_number_that_does_not_fit_the_turn_is_an_error() {
    let text = "game hive\nsetup at(wS1, (0,0), 1)\nsetup turn_number(3)\nsetup turn(black)\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.game");
    std::fs::write(&path, text).unwrap();
    let loaded = hornet::play::open_record(&path, hornet::logic::engine::Limits::default());
    let error = loaded.expect_err("it is refused").to_string();
    assert!(error.contains("the other player is to move"), "{error}");
}

#[test]
fn a_new_game_begins_where_the_last_one_was_set_up() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("setup empty; wS1; bS1 wS1-; done");
    let built = facts(prompt.0.game());
    prompt.fine("wQ -wS1");
    prompt.fine("restart");
    assert_eq!(facts(prompt.0.game()), built);
}

#[test]
fn a_hive_is_built_piece_by_piece() {
    let mut prompt = Prompt::on("hive");
    let said = prompt.fine("setup empty");
    assert!(said.contains("No piece is in the hive yet."), "{said}");
    assert!(said.contains("`setup done` plays on from here"), "{said}");
    assert_eq!(prompt.0.prompt(), "hive(setup)> ");
    prompt.fine("setup wS1");
    prompt.fine("setup bS1 wS1-; wQ -wS1");
    let said = prompt.fine("setup bQ (2,0)");
    assert!(said.contains("wQ") && said.contains("bQ"), "{said}");
    // The game itself has not changed.
    assert_eq!(prompt.0.game().actions().len(), 0);
    assert_eq!(facts(prompt.0.game()), ["turn(white)"]);
    let said = prompt.fine("setup done");
    assert!(
        said.contains("Turn 3: white to move (move 5)"),
        "two pieces each take four turns: {said}"
    );
    assert_eq!(facts(prompt.0.game()), [&FOUR[..], &["turn(white)"]].concat());
    assert_eq!(prompt.0.prompt(), "hive> ");
    prompt.fine("wA1 -wQ");
    prompt.fine("undo");
    prompt.wrong("undo", &["there is no move to take back"]);
    prompt.fine("redo");
    prompt.fine("goto 0");
    assert!(prompt.fine("history").contains("No move has been played"));
    assert_eq!(facts(prompt.0.game()), [&FOUR[..], &["turn(white)"]].concat());
}

#[test]
fn pieces_are_stacked_moved_and_removed() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("setup empty; wS1; bQ wS1-; bB1 wS1; wB1 bB1");
    prompt.fine("setup remove bB1");
    // What lay on it has come down.
    prompt.fine("setup wQ -wS1; turn_number 9; turn white; done");
    let now = facts(prompt.0.game());
    assert!(now.contains(&"at(wB1, (0,0), 2)".to_string()), "{now:?}");
    assert!(!now.iter().any(|fact| fact.contains("bB1")), "{now:?}");
    // From the position at hand on: a piece goes elsewhere, one cell is cleared.
    prompt.fine("setup wB1 bQ; bA1 bQ-");
    prompt.fine("setup remove (2,0)");
    prompt.fine("setup done");
    let now = facts(prompt.0.game());
    assert!(now.contains(&"at(wB1, (1,0), 2)".to_string()), "{now:?}");
    assert!(!now.iter().any(|fact| fact.contains("bA1")), "{now:?}");
}

#[test]
fn all_ways_lead_to_the_same_position() {
    let rules = rules("hive");
    let mut by_pieces = Setup::empty(&rules).unwrap();
    for step in ["wS1 (0,0)", "bS1 wS1-", "bB1 wS1", "wQ -wS1", "bQ bS1-", "turn black"] {
        by_pieces.put(step).unwrap();
    }
    let by_pieces = by_pieces.finish().unwrap();
    assert_eq!(by_pieces.turn_number(), 8, "black has three pieces, and the eighth turn");
    let text = hornet::game::facts_as_prolog(&by_pieces);
    let by_facts = Setup::from_text(&rules, &text).unwrap().finish().unwrap();
    let in_one = format!("{}, turn_number(8)", facts(&by_pieces).join(", "));
    let in_one = Setup::from_text(&rules, &in_one).unwrap().finish().unwrap();
    let by_drawing = Setup::from_text(&rules, &drawn(&by_pieces)).unwrap().finish().unwrap();
    for other in [by_facts, in_one, by_drawing] {
        assert!(other.position() == by_pieces.position(), "{}", drawn(&other));
        assert_eq!(other.turn_number(), 8);
        assert_eq!(other.legal().unwrap(), by_pieces.legal().unwrap());
    }
}

#[test]
fn facts_and_drawings_are_pasted_and_loaded() {
    let mut source = Prompt::on("tanks:6");
    source.fine("b2-b3\nc5-c4");
    let (board, exported) = (source.fine("board"), source.fine("export facts"));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let quoted: String = board.lines().map(|line| format!("    {line}\n")).collect();
    for entry in [
        format!("setup paste\n{board}\nend\nsetup done"),
        format!("setup paste\n{quoted}end\nsetup done"),
        format!("setup paste\n{exported}\nend\nsetup done"),
        format!("setup load {}\nsetup done", path("position.pl", &exported)),
        format!("setup load {}; done", path("drawing.txt", &board)),
    ] {
        let mut prompt = Prompt::on("tanks:6");
        prompt.fine(&entry);
        assert!(prompt.0.game().position() == source.0.game().position(), "{entry}");
        assert_eq!(prompt.0.game().turn_number(), 3, "{entry}");
        assert!(prompt.0.game().is_set_up());
    }
}

#[test]
fn in_tanks_gauss_and_games_of_ones_own_there_are_words_for_pieces_too() {
    let mut prompt = Prompt::on("tanks:6");
    prompt.fine("setup empty; T b3; m c5; turn top; done");
    assert_eq!(
        facts(prompt.0.game()),
        ["tank(b3, bot, heavy)", "tank(c5, top, medium)", "turn(top)"]
    );
    prompt.fine("setup D b3; tank d2 bot medium; done");
    assert!(facts(prompt.0.game()).contains(&"tank(b3, bot, destroyer)".into()));

    let mut prompt = Prompt::on("gauss");
    prompt.fine("setup r d4; b c4; hand red red 9; hand(blue, blue, 9); done");
    let now = facts(prompt.0.game());
    for fact in ["piece(d4, red)", "piece(c4, blue)", "hand(red, red, 9)", "hand(blue, blue, 9)"] {
        assert!(now.contains(&fact.to_string()), "{now:?}");
    }
    assert!(
        !now.contains(&"hand(red, red, 10)".to_string()),
        "a number takes the place of another"
    );

    let mut prompt = Prompt::on("examples/tictactoe.pl");
    prompt.fine("setup mark(a1, x), mark(b2, o); mark c3 x; turn(o); done");
    assert_eq!(prompt.0.game().turn().unwrap().as_str(), "o");
    assert_eq!(prompt.legal().len(), 6);
    prompt.fine("setup remove mark(_, x); done");
    assert_eq!(prompt.legal().len(), 8);
}

#[test]
fn rules_by_turn_numbers_hold() {
    let rules = rules("hive");
    let without_queens = "at(wS1, (0,0), 1), at(wS2, (-1,0), 1), at(bS1, (1,0), 1), turn(white)";
    let placed = |number: u32| {
        let mut setup = Setup::blank(&rules);
        setup.add_facts(&format!("{without_queens}, turn_number({number}).")).unwrap();
        let legal = setup.finish().unwrap().legal().unwrap();
        legal.iter().map(|action| action.args[0].to_string()).collect::<Vec<_>>()
    };
    assert!(placed(5).iter().any(|piece| piece == "wA1"));
    assert!(placed(7).iter().all(|piece| piece == "wQ"), "the queen is due in the fourth turn");
}

/// A game, what is set up, and what is said to it when it is done.
const UNSOUND: &[(&str, &str, &str)] = &[
    ("hive", "empty; at(wM, (0,0), 1)", "takes no part in this game"),
    ("hive", "empty; at(wS1, (0,0), 1), at(wS1, (1,0), 1)", "a piece is in the hive twice"),
    ("hive", "empty; at(wB1, (0,0), 1), at(wB1, (0,0), 2)", "a piece is in the hive twice"),
    ("hive", "empty; at(wS1, (0,0), 1), at(bS1, (0,0), 1)", "on one cell at the same level"),
    ("hive", "empty; at(wB1, (0,0), 2)", "a stack has a hole"),
    ("hive", "empty; at(wB1, (0,0), 0)", "a stack has a hole"),
    ("hive", "empty; wS1; wA1 wS1", "only beetles and mosquitoes lie on top"),
    ("hive", "empty; wS1; bS1 (2,0)", "there must be one hive"),
    ("hive", "empty; wS1; bS1 wS1-; moved wA1", "is not in the hive"),
    ("hive", "empty; wS1; bS1 wS1-; moved wS1; moved bS1", "at most one piece can have moved"),
    ("hive", "empty; wS1; bS1 wS1-; turn_number 1", "more pieces in the hive than turns"),
    ("hive", "empty; wS1; bQ wS1-; turn white; turn_number 9", "the queen is not in the hive"),
    ("hive", "empty; wS1; bS1 wS1-; turn black; turn_number 3", "the other player is to move"),
    ("hive:starts=black", "empty; turn white; turn_number 1", "the other player is to move"),
    ("tanks", "tank(b2, top, heavy)", "two tanks are on one cell"),
    ("tanks", "tank(b2, bot, heavy)", "two tanks are on one cell"),
    ("tanks", "empty", "both would have won"),
    ("tanks", "turn top; turn_number 5", "the other player is to move"),
    ("gauss", "piece(d4, red), piece(d4, blue)", "two pieces are on one cell"),
    ("gauss", "r d3; r d4; r d5; r e4", "four of a colour that touch"),
    ("gauss", "remove hand(red, blue, _)", "give one number for each player"),
    ("gauss", "remove bonus(red, _)", "give one number for each player"),
    ("gauss", "remove risk(_, _)", "give one number for each player"),
    ("gauss", "bonus red -1", "fewer than no pieces"),
    ("gauss", "hand red blue 6", "more pieces than the game has"),
    ("gauss", "bonus red 15; risk red 1", "more pieces than the game has"),
    ("gauss", "turn blue; turn_number 3", "the other player is to move"),
];

#[test]
fn the_rules_tell_what_is_wrong_with_a_position() {
    for (game, steps, said) in UNSOUND {
        let mut prompt = Prompt::on(game);
        let shown = prompt.fine(&format!("setup {steps}"));
        assert!(shown.contains("% not yet: ") && shown.contains(said), "{steps}: {shown}");
        prompt.wrong("setup done", &["cannot be played on", said, "`setup why` explains it"]);
        let why = prompt.fine("setup why");
        assert!(why.contains(said) && why.contains("unsound("), "{steps}: {why}");
    }
    // Each reason that there is has its case.
    for game in ["hive", "tanks", "gauss"] {
        let text = fs::read_to_string(format!("rules/{game}.pl")).unwrap();
        let reasons =
            text.lines().filter_map(|line| line.strip_prefix("unsound(")?.split(')').next());
        for reason in reasons {
            let message =
                text.lines().find_map(|line| line.strip_prefix(&format!("reason({reason}, '")));
            let message = message.unwrap_or_else(|| panic!("{game}: {reason} has no message"));
            let cases = UNSOUND.iter().filter(|(name, ..)| name.starts_with(game));
            assert!(cases.clone().any(|(_, _, said)| message.contains(said)), "{game}: {reason}");
        }
    }
}

#[test]
fn what_cannot_be_understood_is_told_and_changes_nothing() {
    for (game, step, said) in [
        ("hive", "wX1 (0,0)", "there is no piece `wX1`"),
        ("hive", "wM (0,0)", "wM takes no part in this game"),
        ("hive", "bQ wA1-", "wA1 is not in the hive"),
        ("hive", "att(wS1, (0,0), 1)", "a position holds no `att/3` (did you mean `at`?)"),
        (
            "hive",
            "at(wS1, (0,0))",
            "it is made of at(piece, cell, int), turn(player), moved(piece)",
        ),
        ("hive", "at(wX1, (0,0), 1)", "`wX1` in at(wX1, (0,0), 1) is not a piece"),
        ("hive", "at(wS1, a1, 1)", "is not a cell, such as (1,-1)"),
        ("hive", "at(wS1, (0,0), low)", "is not a whole number"),
        ("hive", "at(wS1, (0,0), Level)", "a fact leaves nothing open"),
        ("hive", "at(wS1, (0,0), 1", "cannot read"),
        ("hive", "turn grey", "is not a player: one of white, black"),
        ("hive", "turn_number 0", "the number of a turn, counted from 1"),
        ("hive", "repetitions(2)", "has occurred once"),
        ("hive", "remove wA1", "nothing is there to remove: `wA1`"),
        ("hive", "remove banana", "nothing is there to remove: `banana`"),
        ("hive", "load", "load what?"),
        ("hive", "load /no/such/file", "cannot read /no/such/file"),
        ("hive", "paste\nend", "paste what?"),
        ("hive", "paste\n% nothing\nend", "there are no facts in it"),
        ("hive", "done; wS1", "`done` comes last"),
        ("hive", "cancel", "no position is being set up"),
        ("tanks", "X b3", "M is bot's medium tank"),
        ("tanks", "T j9", "there is no cell j9"),
        ("tanks", "tank(i1, bot, heavy)", "there is no cell i1 on this board"),
        ("gauss", "y d4", "the colour is r or b"),
        ("examples/tictactoe.pl", "banana", "name a fact of the position"),
        ("tanks", "paste\n 1 | m |   | 1\nend", "row 1 has 2 cells, not 8"),
        ("tanks", "paste\nnothing at all\nend", "row 1 is missing"),
        ("hive", "paste\n wB1+\nend", "say on which in a line below"),
        ("hive", "paste\n wS1   bS1\n wQ\nend", "rows are half a cell apart"),
        ("gauss", "paste\nnothing at all\nend", "it does not tell what red has"),
    ] {
        let mut prompt = Prompt::on(game);
        prompt.wrong(&format!("setup {step}"), &[said]);
        assert!(!prompt.0.prompt().contains("(setup)"), "{step}: nothing is being set up");
    }
    let mut family = Prompt::on("examples/family.pl");
    family.wrong("setup empty", &["needs a game"]);
}

#[test]
fn nobody_s_turn_is_told() {
    let mut prompt = Prompt::on("hive");
    let said = prompt.fine("setup paste\nat(wS1, (0,0), 1).\nend");
    assert!(said.contains("nobody is to move yet"), "{said}");
    prompt.wrong("setup done", &["it is nobody's turn: say `turn white` or `turn black`"]);
    prompt.fine("setup turn black; done");
}

#[test]
fn a_game_of_ones_own_may_say_what_is_unsound() {
    let text = fs::read_to_string("examples/tictactoe.pl").unwrap()
        + "\nunsound(crowded) :- mark(Cell, x), mark(Cell, o).\n";
    let rejected = Rules::from_text("mine.pl", &text).expect_err("it has no message");
    assert!(rejected.to_string().contains("the reason `crowded` has no message"), "{rejected}");
    let text = text + "reason(crowded, 'two marks are on one cell').\n";
    let rules = Arc::new(Rules::from_text("mine.pl", &text).unwrap());
    let finish = |facts: &str| {
        let mut setup = Setup::empty(&rules).unwrap();
        setup.put(facts).unwrap();
        setup.finish().map(|game| facts_count(&game)).map_err(|error| error.to_string())
    };
    assert_eq!(finish("mark(a1, x), mark(b2, o)"), Ok(3));
    assert_eq!(finish("mark(a1, x), mark(a1, o)"), Err("two marks are on one cell".into()));
}

fn facts_count(game: &Game) -> usize {
    game.position().len()
}

#[test]
fn no_position_of_a_real_game_is_unsound() {
    for (name, games, seed) in
        [("hive+mlp", 6, 1), ("hive:starts=black", 3, 2), ("tanks:6", 10, 3), ("gauss", 10, 4)]
    {
        for game in random_positions(&rules(name), games, seed) {
            let unsound = game.unsound().unwrap();
            assert!(unsound.is_empty(), "{name}: {unsound:?}\n{}", drawn(&game));
        }
    }
}

/// The turn of a drawing tells more than whose it is; what follows depends on what
/// a drawing does not show.
fn comparable(drawing: &str) -> String {
    let cut = |line: &str| line.split(" to move").next().unwrap_or_default().to_string();
    drawing.lines().map(cut).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_drawing_that_is_read_and_drawn_again_is_the_same() {
    for (name, games, seed) in [
        ("hive+mlp", 4, 11),
        ("tanks:6", 4, 12),
        ("tanks:26", 1, 13),
        ("gauss", 4, 14),
        ("examples/tictactoe.pl", 4, 15),
        ("examples/connect_four.pl", 2, 16),
        ("examples/othello.pl", 1, 17),
        ("examples/chess.pl", 1, 18),
        ("examples/draughts.pl", 1, 19),
        ("tests/rules/hexagon.pl", 3, 20),
        ("tests/rules/plane.pl", 3, 21),
    ] {
        let positions = random_positions(&rules(name), games, seed);
        let mut chance = chance(seed);
        for game in positions.choose_multiple(&mut chance, 60).map(alone) {
            let text = drawn(&game);
            let read = Setup::from_text(game.rules(), &text);
            let read = read.unwrap_or_else(|error| panic!("{name}: {error}\n{text}")).shown();
            assert_eq!(comparable(&drawn(&read)), comparable(&text), "{name}");
            let is_over = !text.contains(" to move");
            assert!(is_over || read.turn_number() == game.turn_number(), "{name}\n{text}");
        }
    }
}

/// Marks and the last move do not keep a drawing from being read.
#[test]
fn a_drawing_with_marks_is_read() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("wS1\nbS1 wS1-\nwQ -wS1");
    let position = prompt.0.game().position().clone();
    let marked = prompt.fine("mark at(bS1, Cell, _), step(Cell, _, Next).");
    prompt.fine(&format!("setup paste\n{marked}\nend\nsetup done"));
    let now = drawn(prompt.0.game());
    for piece in ["wS1", "bS1", "wQ"] {
        assert_eq!(now.matches(piece).count(), 1, "{now}");
    }
    assert_eq!(prompt.0.game().position().len(), position.len());
}

/// A game from a position that random moves led to, and random moves from there.
fn random_setup(name: &str, seed: u64) -> Game {
    let mut chance = chance(seed);
    let positions = random_positions(&rules(name), 1, seed);
    let mut game = alone(positions[..positions.len() / 2].choose(&mut chance).unwrap());
    for _ in 0..8 {
        let legal = game.legal().unwrap();
        let Some(action) = legal.choose(&mut chance) else { break };
        game.play(action).unwrap();
    }
    game
}

fn same(one: &Game, other: &Game) -> bool {
    let actions = |game: &Game| game.actions().cloned().collect::<Vec<_>>();
    one.position() == other.position()
        && one.turn_number() == other.turn_number()
        && one.is_set_up() == other.is_set_up()
        && actions(one) == actions(other)
        && one.beginning().position() == other.beginning().position()
}

const KINDS: [&str; 5] =
    ["hive+mlp", "tanks:6", "gauss", "examples/chess.pl", "tests/rules/plane.pl"];

#[test]
fn game_files_hold_the_position_they_begin_from() {
    let folder = tempfile::tempdir().unwrap();
    for (index, name) in KINDS.iter().enumerate() {
        for seed in 0..3 {
            let game = random_setup(name, 100 + seed);
            let path = folder.path().join(format!("{index}-{seed}.game"));
            fs::write(&path, written_record(&game)).unwrap();
            let loaded = load_record(&path, Some(name), Limits::default());
            let loaded = loaded.unwrap_or_else(|error| panic!("{error}")).game;
            assert!(same(&loaded, &game), "{name}");
            // The same file, grown move by move, and continued.
            let grown = folder.path().join(format!("{index}-{seed}-grown.game"));
            let mut journal = Journal::create(&grown, &game.beginning(), &[]).unwrap();
            for (before, action) in game.moves() {
                journal.append(&before, &action).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&grown).unwrap(), fs::read(&path).unwrap(), "{name}");
            let asked = Some(*name);
            let (mut journal, resumed) = Journal::resume(&grown, asked, Limits::default()).unwrap();
            assert!(same(&resumed.game, &game), "{name}");
            journal.take_back(usize::MAX).unwrap();
            drop(journal);
            let (_, resumed) = Journal::resume(&grown, asked, Limits::default()).unwrap();
            assert!(same(&resumed.game, &game.beginning()), "{name}");
        }
    }
    let listed = saved_games(folder.path()).unwrap();
    assert!(listed.iter().all(|game| game.moves <= 8), "what is set up is no move");
}

#[test]
fn a_file_that_is_cut_short_is_not_taken_for_another_position() {
    let folder = tempfile::tempdir().unwrap();
    let game = random_setup("hive+mlp", 7);
    let whole = written_record(&game);
    let head = written_record(&game.beginning()).len();
    let path = folder.path().join("cut.game");
    for cut in 0..=head {
        fs::write(&path, &whole[..cut]).unwrap();
        match Journal::resume(&path, None, Limits::default()) {
            Ok((_, loaded)) if cut >= head => assert!(same(&loaded.game, &game.beginning())),
            // The first line by itself is a game at its start.
            Ok((_, loaded)) => {
                assert!(!loaded.game.is_set_up() && !whole[..cut].contains("setup"), "{cut}")
            }
            Err(JournalError::Record(RecordError::Unbegun { .. })) => assert!(cut < head, "{cut}"),
            Err(error) => panic!("cut at {cut}: {error}"),
        }
    }
}

fn loaded(text: &str) -> Result<Game, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.game");
    fs::write(&path, text).unwrap();
    open_record(&path, Limits::default())
        .map_err(|error| error.to_string().rsplit('/').next().unwrap_or_default().to_string())
}

#[test]
fn a_wrong_position_in_a_game_file_is_told_by_its_line() {
    let game = loaded(
        "game tanks:6 # mine\n\nsetup tank(b4, bot, heavy) # left\nsetup tank(c5, top, medium).\nsetup turn(top)\nc5xb4\n",
    );
    let game = game.unwrap();
    assert_eq!((game.actions().len(), game.turn_number()), (1, 3), "top moves in even turns");
    for (text, said) in [
        ("game tanks:6\nsetup tank(b3, bot, heavy)\n", "my.game:2: it is nobody's turn"),
        (
            "game tanks:6\nsetup tank(z3, bot, heavy)\nsetup turn(bot)\n",
            "my.game:2: there is no cell z3",
        ),
        ("game tanks:6\nsetup tank(b3, bot\nsetup turn(bot)\n", "my.game:2: cannot read"),
        ("game tanks:6\nsetup T b3\n", "my.game:2: cannot read"),
        ("game tanks:6\nsetup turn(bot)\n", "my.game:2: both would have won"),
        ("game tanks:6\nb2-b3\nsetup turn(bot)\n", "my.game:3: a position is set up right after"),
    ] {
        let error = loaded(text).err().unwrap();
        assert!(error.starts_with(said), "{text}: {error}");
    }
}

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_line_goes_on_from_a_set_up_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hive.game");
    let mut prompt = Prompt::on("hive");
    prompt.fine("setup empty; wS1; bS1 wS1-; wQ -wS1; bQ bS1-; done");
    prompt.fine("wA1 -wQ");
    let said = prompt.fine(&format!("save {}", path.display()));
    assert!(!said.contains("not legal by these rules"), "{said}");
    let file = path.to_str().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\nsetup at(wQ, (-1,0), 1)\n"), "{text}");
    assert!(text.contains("\nsetup turn_number(5)\nsetup turn(white)\nwA1 -wQ\n"), "{text}");

    let (code, shown, _) = hornet(&["show", "hive", "--load", file]);
    assert!(code == 0 && shown.contains("wA1") && shown.contains("Last move: wA1 -wQ"), "{shown}");
    let (_, exported, _) = hornet(&["export", "hive", "--load", file, "--facts"]);
    assert!(exported.contains("turn_number(6).") && exported.contains("repetitions(1)."));
    let perft = |more: &[&str]| {
        let args = [&["perft", "hive", "--load", file, "--depth", "2"], more].concat();
        let (code, out, err) = hornet(&args);
        assert_eq!(code, 0, "{err}");
        let counts = out.lines().map(|line| line.split(' ').nth(1).unwrap().to_string());
        counts.collect::<Vec<_>>()
    };
    assert_eq!(perft(&[]), perft(&["--interpreted"]));
    let (code, out, err) = hornet(&["export", "hive", "--load", file, "--uhp"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("which neither a GameString nor PGN can say"), "{err}");
    prompt.wrong("export uhp", &["which neither a GameString nor PGN can say"]);
    assert_eq!(game_string(prompt.0.game()).unwrap(), None);
}

#[test]
fn options_change_if_the_position_can_be() {
    let mut prompt = Prompt::on("hive+p");
    prompt.fine("setup empty; wP; bS1 wP-; done");
    prompt.wrong("set pillbug off", &["takes no part in this game"]);
    prompt.fine("set mosquito on");
    assert!(prompt.0.game().is_set_up());
    assert_eq!(prompt.0.game().position().len(), 3);
    let mut prompt = Prompt::on("tanks:8");
    prompt.fine("setup T h2; done");
    prompt.wrong("set size 6", &["the position that was set up"]);
}

#[test]
fn other_games_wait_while_a_position_is_set_up() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("wS1");
    prompt.fine("setup bS1 wS1-");
    prompt.fine("setup cancel");
    assert_eq!(prompt.0.game().position().len(), 2);
    let said = prompt.fine("setup bS1 wS1-; done");
    assert!(said.contains("the previous game is kept"), "{said}");
    prompt.fine("resume");
    assert_eq!(prompt.0.game().actions().len(), 1);
    // A relation of one's own does not disturb it.
    prompt.fine("setup bA1 wS1-");
    prompt.fine("lonely(P) :- at(P, _, _).");
    prompt.fine("setup done");
    assert!(prompt.fine("lonely(bA1).").contains("true"));
}

#[test]
fn set_up_positions_agree_with_swi_prolog() {
    if !swipl_is_here() {
        return;
    }
    for cases in UNSOUND.chunk_by(|one, other| one.0 == other.0) {
        let rules = rules(cases[0].0);
        let positions: Vec<Case> =
            cases.iter().map(|(_, steps, _)| Case::plain(stepped(&rules, steps))).collect();
        let unsound = rules.unsound().unwrap();
        let prolog = swipl_answers_about(&rules, &positions, &[unsound]);
        for (position, prolog) in positions.iter().zip(prolog) {
            let all = interpreted_answers(position);
            let hornet = all.into_iter().filter(|fact| fact.starts_with("unsound("));
            assert!(hornet.eq(prolog), "{}", drawn(&position.game));
        }
    }
}

/// The position that steps at the prompt lead to.
fn stepped(rules: &Arc<Rules>, steps: &str) -> Game {
    let mut setup = Setup::at_start(rules).unwrap();
    for step in steps.split("; ") {
        match step.strip_prefix("remove ") {
            Some(what) => drop(setup.take(what).unwrap()),
            None if step == "empty" => setup = Setup::empty(rules).unwrap(),
            None => setup.put(step).unwrap(),
        }
    }
    setup.judged().unwrap().0
}

#[test]
fn the_path_of_a_picture_or_position_is_not_overwritten_by_a_slip() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keep.game");
    fs::write(&path, "game tanks\n").unwrap();
    let mut prompt = Prompt::on("tanks");
    prompt.wrong(&format!("board svg {}", path.display()), &["ends in .svg"]);
    prompt.wrong("board svg", &["ends in .svg"]);
    prompt.wrong("board png x", &["`board svg FILE.svg` makes a picture"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "game tanks\n");
    assert!(!Path::new(".svg").exists());
}
