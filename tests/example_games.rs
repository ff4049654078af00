//! The games in `examples/`: how many sequences of legal actions they have, as
//! published or counted independently; that every attempt is legal or refused with a
//! reason, and every end has a cause; and that who looks ahead beats who does not.

mod support;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use hornet::game::{
    Action, Game, Outcome, Position, Rules, entries_in, shipped_game, shipped_games,
};
use hornet::logic::engine::Limits;
use hornet::logic::program::RelationId;
use hornet::logic::{Atom, Cell, Row, Value};
use hornet::play::{Count, Match, Thinker, Watch, perft};
use support::{chance, random_attempt, random_positions, rules};

fn count(game: &Game, depth: u32) -> u64 {
    let interrupt = &AtomicBool::new(false);
    let mut how = Count { progress: &mut |_| {}, interrupt, threads: 2, memo: false };
    perft(game, depth, &mut how).unwrap()
}

fn check(game: &Game, known: &[u64]) {
    for (depth, sequences) in (1..).zip(known) {
        assert_eq!(count(game, depth), *sequences, "{} at depth {depth}", game.rules().name());
    }
}

fn check_start(name: &str, known: &[u64]) {
    check(&Game::new(rules(name)).unwrap(), known);
}

fn atom(name: &str) -> Value {
    Atom::new(name).into()
}

/// A position of chess, in Forsyth-Edwards notation.
fn chess(rules: &Arc<Rules>, fen: &str) -> Game {
    let mut position = Position::empty(rules.program());
    let mut add = |name: &str, columns: &[Value]| {
        let relation = rules.program().relations.plain(name, columns.len()).unwrap();
        position.insert(relation, columns);
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let player = |letter: char| atom(if letter.is_ascii_uppercase() { "white" } else { "black" });
    for (row, line) in (1..=8).rev().zip(fields[0].split('/')) {
        let mut column = 1;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty as u8;
                continue;
            }
            let kind = match letter.to_ascii_lowercase() {
                'p' => "pawn",
                'n' => "knight",
                'b' => "bishop",
                'r' => "rook",
                'q' => "queen",
                _ => "king",
            };
            let cell = Value::Cell(Cell::Lettered(column, row));
            add("piece", &[cell, player(letter), atom(kind)]);
            column += 1;
        }
    }
    add("turn", &[atom(if fields[1] == "w" { "white" } else { "black" })]);
    for letter in fields[2].chars().filter(|letter| *letter != '-') {
        let side = if letter.eq_ignore_ascii_case(&'k') { "short" } else { "long" };
        add("castling", &[player(letter), atom(side)]);
    }
    if let Some(cell) = Cell::from_name(fields[3]) {
        add("en_passant", &[Value::Cell(cell)]);
    }
    add("quiet", &[Value::Int(0)]);
    Game::with_position(rules.clone(), position)
}

/// Positions that are known for what move generators get wrong in them.
const CHESS: [(&str, &[u64]); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8902, 197_281]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2039, 97862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1486, 62379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2079, 89890, 3_894_594],
    ),
];

fn check_chess(depth: usize) {
    let rules = rules("examples/chess.pl");
    for (fen, known) in CHESS {
        check(&chess(&rules, fen), &known[..depth.min(known.len())]);
    }
}

#[test]
fn chess_has_its_published_numbers() {
    check_chess(2);
}

#[test]
#[ignore = "long"]
fn chess_has_its_published_numbers_further_on() {
    check_chess(4);
}

/// Published numbers count the jumps of one capture as one move, here they are one
/// action each: so turns are counted.
fn count_turns(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = game.legal_unsorted().unwrap();
    let sequences = legal.iter().map(|action| {
        let mut next = game.clone();
        next.play_unchecked(action).unwrap();
        count_turns(&next, depth - u32::from(next.turn() != game.turn()))
    });
    sequences.sum()
}

const DRAUGHTS: [u64; 8] = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931];

fn check_draughts(depth: usize) {
    let game = Game::new(rules("examples/draughts.pl")).unwrap();
    for (depth, sequences) in (1..).zip(&DRAUGHTS[..depth]) {
        assert_eq!(count_turns(&game, depth), *sequences, "depth {depth}");
    }
}

#[test]
fn draughts_has_its_published_numbers() {
    check_draughts(5);
}

#[test]
#[ignore = "long"]
fn draughts_has_its_published_numbers_further_on() {
    check_draughts(8);
}

const OTHELLO: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];

#[test]
fn othello_has_its_published_numbers() {
    check_start("examples/othello.pl", &OTHELLO[..6]);
}

#[test]
#[ignore = "long"]
fn othello_has_its_published_numbers_further_on() {
    check_start("examples/othello.pl", &OTHELLO);
}

/// Counted by a program that compares whole boards, and that reaches the known
/// numbers of positions on boards of 2 by 2 (57) and 3 by 3 (12,675).
#[test]
fn go_has_the_numbers_of_an_independent_count() {
    check_start("examples/go.pl", &[82, 6643]);
    check_start("examples/go.pl:size=5", &[26, 651, 15650]);
    check_start("examples/go.pl:size=3", &[10, 91, 738, 5281, 33384]);
    check_start("examples/go.pl:size=2", &[5, 21, 68, 156, 316, 604, 1168, 2592, 5768]);
}

#[test]
#[ignore = "long"]
fn go_has_the_numbers_of_an_independent_count_further_on() {
    check_start("examples/go.pl", &[82, 6643, 531_522]);
    check_start("examples/go.pl:size=5", &[26, 651, 15650, 361_041, 7_984_104]);
    check_start("examples/go.pl:size=3", &[10, 91, 738, 5281, 33384, 179_712, 842_728]);
}

/// As long as no game can be over: 121 times 120 times 119. On small boards, as
/// counted by a program that looks at all games.
#[test]
fn hex_has_as_many_games_as_there_are_orders_of_cells() {
    check_start("examples/hex.pl", &[121, 14520]);
    check_start("examples/hex.pl:swap=on", &[121, 14641]);
    check_start("examples/hex.pl:size=2", &[4, 12, 24, 12, 0]);
    check_start("examples/hex.pl:size=3", &[9, 72, 504, 3024, 15120, 54720]);
    check_start("examples/hex.pl:size=3,swap=on", &[9, 81, 576, 3528, 18144]);
}

#[test]
#[ignore = "long"]
fn hex_has_as_many_games_as_there_are_orders_of_cells_further_on() {
    check_start("examples/hex.pl", &[121, 14520, 1_727_880]);
    let all = [9, 72, 504, 3024, 15120, 54720, 146_880, 207_360, 120_960];
    check_start("examples/hex.pl:size=3", &all);
}

/// Published for the game: 2,176 first moves, and 4,307,152 after two. On smaller
/// boards, as counted by a program of its own.
#[test]
fn amazons_has_its_published_numbers() {
    check_start("examples/amazons.pl", &[2176]);
    check_start("examples/amazons.pl:8", &[1232]);
    check_start("examples/amazons.pl:6", &[544, 238_532]);
}

#[test]
#[ignore = "long"]
fn amazons_has_its_published_numbers_further_on() {
    check_start("examples/amazons.pl", &[2176, 4_307_152]);
    check_start("examples/amazons.pl:8", &[1232, 1_331_198]);
}

/// A position of Nine Men's Morris in which all men are placed, white to move.
fn morris(white: &[&str], black: &[&str]) -> Game {
    let rules = rules("examples/nine_mens_morris.pl");
    let mut position = Position::empty(rules.program());
    let mut add = |name: &str, columns: &[Value]| {
        let relation = rules.program().relations.plain(name, columns.len()).unwrap();
        position.insert(relation, columns);
    };
    for (player, men) in [("white", white), ("black", black)] {
        for man in men {
            let cell = rules.program().declarations.cell_named(man).unwrap();
            add("man", &[cell.into(), atom(player)]);
        }
        add("hand", &[atom(player), Value::Int(0)]);
    }
    add("turn", &[atom("white")]);
    add("quiet", &[Value::Int(0)]);
    Game::with_position(rules, position)
}

/// To place men has published numbers, in which a mill and the man it takes are one
/// move. For moving and flying men, a program of its own has counted.
fn check_morris(placed: usize, moved: usize) {
    let known: [(Game, &[u64], usize); 3] = [
        (
            Game::new(rules("examples/nine_mens_morris.pl")).unwrap(),
            &[24, 552, 12_144, 255_024, 5_140_800],
            placed,
        ),
        (
            morris(&["a1", "d1", "d2"], &["a7", "d7", "g7", "b6"]),
            &[51, 338, 17_904, 444_886],
            moved,
        ),
        (
            morris(&["a1", "a4", "g7", "d2", "f4"], &["d7", "c5", "b6", "e4", "d3"]),
            &[10, 105, 966, 10_595],
            moved,
        ),
    ];
    for (game, known, depth) in known {
        for (depth, sequences) in (1..).zip(&known[..depth]) {
            assert_eq!(count_turns(&game, depth), *sequences, "depth {depth}");
        }
    }
}

#[test]
fn nine_mens_morris_has_its_numbers() {
    check_morris(2, 2);
}

#[test]
#[ignore = "long"]
fn nine_mens_morris_has_its_numbers_further_on() {
    check_morris(5, 4);
}

/// The positions after so many actions.
fn positions_after(game: Game, actions: usize) -> HashMap<Vec<(RelationId, Row)>, Game> {
    let mut level = HashMap::from([(game.position().sorted(), game)]);
    for _ in 0..actions {
        let mut next = HashMap::new();
        for game in level.values() {
            for action in game.legal().unwrap() {
                let mut after = game.clone();
                after.play_unchecked(&action).unwrap();
                next.entry(after.position().sorted()).or_insert(after);
            }
        }
        level = next;
    }
    level
}

/// The numbers of positions are sequence A112737 of the On-Line Encyclopedia of
/// Integer Sequences; a program of its own has counted the sequences of jumps.
#[test]
fn peg_solitaire_has_its_published_numbers() {
    let start = Game::new(rules("examples/peg_solitaire.pl")).unwrap();
    for (jumps, positions) in [1, 4, 12, 60, 296, 1338].into_iter().enumerate() {
        assert_eq!(positions_after(start.clone(), jumps).len(), positions, "{jumps} jumps");
    }
    check_start("examples/peg_solitaire.pl", &[4, 12, 60, 400, 2960, 24_600]);
}

/// A solution that a program of its own has found.
const SOLUTION: &str = "b4-d4 c2-c4 a3-c3 a5-a3 c4-c2 c1-c3 c5-a5 c7-c5 d3-b3 a3-c3 d1-d3 d3-b3 \
    d5-b5 a5-c5 d7-d5 d5-b5 f3-d3 e1-e3 e3-c3 b3-d3 d3-d5 e5-c5 b5-d5 e7-e5 e4-e6 g5-e5 d5-f5 \
    g3-g5 g5-e5 e6-e4 f4-d4";

#[test]
fn peg_solitaire_can_be_solved() {
    let mut game = Game::new(rules("examples/peg_solitaire.pl")).unwrap();
    for jump in SOLUTION.split_whitespace() {
        assert_eq!(game.outcome().unwrap(), Outcome::Open, "before {jump}");
        let cells = jump.split('-').map(cell_named).collect();
        game.play(&Action { name: Atom::new("jump"), args: cells }).unwrap();
    }
    assert_eq!(game.outcome().unwrap(), Outcome::Won(vec![Atom::new("solver")]));
}

/// There are two ways in seven crossings, and none in fewer.
#[test]
fn the_river_is_crossed_in_seven_crossings() {
    let start = Game::new(rules("examples/river_crossing.pl")).unwrap();
    let mut open = vec![start];
    for crossings in 1..=7 {
        let mut next = Vec::new();
        let mut solved = 0;
        for game in &open {
            for action in game.legal().unwrap() {
                let mut after = game.clone();
                after.play_unchecked(&action).unwrap();
                match after.outcome().unwrap() {
                    Outcome::Open => next.push(after),
                    _ => solved += 1,
                }
            }
        }
        assert_eq!(solved, if crossings == 7 { 2 } else { 0 }, "in {crossings} crossings");
        open = next;
    }
    check_start("examples/river_crossing.pl", &[1, 2, 4, 8, 18, 38, 86, 184, 414, 890]);
}

/// A game of Yavalath after stones on those cells.
fn yavalath(name: &str, cells: &str) -> Game {
    let mut game = Game::new(rules(name)).unwrap();
    for cell in cells.split(' ') {
        let action =
            Action { name: Atom::new("place"), args: [cell_named(cell)].into_iter().collect() };
        game.play(&action).unwrap_or_else(|error| panic!("{cell}: {error}"));
    }
    game
}

fn cell_named(name: &str) -> Value {
    Value::Cell(Cell::from_name(name).unwrap())
}

/// As counted by a program of its own: where the next player has to be stopped, and
/// after one player is out.
#[test]
fn yavalath_has_the_numbers_of_an_independent_count() {
    check_start("examples/yavalath.pl", &[61, 3660]);
    let stopped = yavalath("examples/yavalath.pl", "e1 a1 i1 e2 a3 i3 e4 b6");
    check(&stopped, &[1, 52, 2652]);
    let one_is_out = yavalath("examples/yavalath.pl", "e1 a1 i1 e2 a2 i3 e4 a3");
    check(&one_is_out, &[1, 52, 2652]);
    let small = yavalath("examples/yavalath.pl:3", "c1 a1 e1 c2 a3 e3 c4");
    check(&small, &[12, 22, 220, 1980, 15_184]);
}

/// Every game in the folder that comes with Hornet.
fn gallery() -> impl Iterator<Item = &'static str> {
    shipped_games().iter().filter(|game| game.is_example()).map(|game| game.name)
}

#[test]
fn every_game_in_the_folder_comes_with_hornet() {
    let mut known: Vec<String> = gallery().map(String::from).collect();
    known.sort();
    let listed = entries_in(Path::new("examples"), &Limits::default()).unwrap();
    let found: Vec<String> = listed
        .into_iter()
        .map(|(name, entry)| {
            entry.unwrap_or_else(|error| panic!("{name}: {error}"));
            name.trim_end_matches(".pl").to_string()
        })
        .collect();
    assert_eq!(found, known, "the list in build.rs names every example");
    for name in known {
        let text = std::fs::read_to_string(format!("examples/{name}.pl")).unwrap();
        assert_eq!(shipped_game(&name).unwrap().text, text);
    }
}

/// Whatever is tried is legal, or refused with a reason.
#[test]
fn every_attempt_is_legal_or_refused_with_a_reason() {
    let mut chance = chance(8);
    for name in gallery() {
        let rules = rules(name);
        for game in random_positions(&rules, 2, 7).into_iter().step_by(9) {
            let legal = game.legal().unwrap();
            for _ in 0..20 {
                let attempt = random_attempt(&game, &mut chance);
                let reasons = game.reasons(&attempt).unwrap();
                assert_eq!(legal.contains(&attempt), reasons.is_empty(), "{name}: {attempt}");
            }
        }
    }
}

/// What is written as a move is read as that move, wherever it is legal.
#[test]
fn every_move_is_read_as_it_is_written() {
    for name in gallery() {
        let rules = rules(name);
        for game in random_positions(&rules, 2, 5).into_iter().step_by(7) {
            for action in game.legal().unwrap().iter().step_by(5) {
                let written = rules.presentation().write(&game, action);
                let read = rules.presentation().read(&game, &written);
                assert_eq!(read.as_ref(), Ok(action), "{name}: {written}");
            }
        }
    }
}

/// The forms that players use.
#[test]
fn moves_are_written_as_their_players_do() {
    for (name, played, written) in [
        ("amazons", "", "d1-d7/g7"),
        ("chess", "e2-e4 d7-d5", "e4xd5"),
        ("chess", "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6", "Bb5xc6"),
        ("chess", "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-c4 d7-d6", "O-O"),
        ("chess", "e2-e4 d7-d5 e4xd5 c7-c6 d5xc6 a7-a6 c6xb7 a6-a5", "b7xa8=Q"),
        ("connect_four", "", "4"),
        ("draughts", "", "11-15"),
        ("draughts", "11-15 22-18", "15x22"),
        ("go", "c3", "pass"),
        ("nine_mens_morris", "a1 b2 d1 b4 g1", "xb2"),
        ("othello", "", "d3"),
        ("peg_solitaire", "", "d2-d4"),
        ("river_crossing", "goat", "alone"),
    ] {
        let mut game = Game::new(rules(name)).unwrap();
        let read = |game: &Game, text: &str| {
            let read = game.rules().presentation().read(game, text);
            read.unwrap_or_else(|error| panic!("{name}: {text}: {error}"))
        };
        for text in played.split_whitespace() {
            let action = read(&game, text);
            game.play(&action).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        }
        let action = read(&game, written);
        assert!(game.legal().unwrap().contains(&action), "{name}: {written}");
        assert_eq!(game.rules().presentation().write(&game, &action), written, "{name}");
    }
}

/// Random games come to an end, and the rules say what has ended each. Tic-tac-toe, the
/// smallest game of all, says no more than a game must.
#[test]
fn every_end_has_a_cause() {
    for name in gallery().filter(|name| *name != "tictactoe") {
        let rules = rules(name);
        for game in random_positions(&rules, 4, 11) {
            let is_over = game.outcome().unwrap() != Outcome::Open;
            assert_eq!(is_over, !game.causes().unwrap().is_empty(), "{name}");
        }
    }
}

/// What somebody is told who tries something illegal, after some moves, and how the
/// rules come to it. Each attempt is one that a beginner might make.
#[test]
fn an_illegal_move_is_explained() {
    for (name, played, attempt) in [
        ("amazons", "move(d1, d8, h8)", "move(d10, d7, d6)"),
        ("chess", "move(e2, e4) move(f7, f6) move(d1, h5)", "move(a7, a6)"),
        ("connect_four", "drop(1) drop(1) drop(1) drop(1) drop(1) drop(1)", "drop(1)"),
        ("draughts", "move(c3, d4) move(b6, c5)", "move(a3, b4)"),
        ("go", "place(a2) place(e5) place(b1)", "place(a1)"),
        ("hex", "place(f6)", "place(f6)"),
        ("nine_mens_morris", "place(a1) place(b2) place(d1) place(b4) place(g1)", "place(d7)"),
        ("othello", "place(d3)", "place(a1)"),
        ("peg_solitaire", "jump(d2, d4)", "jump(d6, d4)"),
        ("river_crossing", "take(goat)", "take(wolf)"),
        ("tictactoe", "put(b2)", "put(b2)"),
        (
            "yavalath",
            "place(e1) place(a1) place(i1) place(e2) place(a3) place(i3) place(e4) place(b6)",
            "place(f5)",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.txt");
        let lines = played.replace(") ", ")\n");
        std::fs::write(&file, format!("game {name}\n{lines}\n")).unwrap();
        let said = Command::cargo_bin("hornet")
            .unwrap()
            .args(["why", name, attempt, "--load"])
            .arg(&file)
            .output()
            .unwrap();
        let out = String::from_utf8(said.stdout).unwrap();
        let wrong = String::from_utf8(said.stderr).unwrap();
        assert_eq!(said.status.code(), Some(1), "{name}: {out}{wrong}");
        insta::assert_snapshot!(format!("why_not_{name}"), out);
    }
}

/// What a player scores in some games against one that plays at random: two points for
/// a win, one for a draw, which is what good play comes to in some games.
fn points_against_random(name: &str, player: &str, games: usize) -> usize {
    let players = [player, "random"].map(|name| name.parse().unwrap());
    let pairing = Match::new(rules(name), players, 3, 300).unwrap();
    let rounds = pairing.play(games, 2, &Arc::default(), &mut |_, _| {}).unwrap();
    let points = |winner: Option<usize>| match winner {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    };
    rounds.iter().map(|round| points(round.winner)).sum()
}

/// The games of the gallery for two, each with a board on which it does not take long.
const FOR_TWO: [(&str, &str); 9] = [
    ("amazons:6", "minimax:1"),
    ("chess", "minimax:2"),
    ("connect_four", "minimax:2"),
    ("draughts", "minimax:2"),
    ("go:5", "minimax:1"),
    ("hex:5", "minimax:2"),
    ("nine_mens_morris", "minimax:2"),
    ("othello", "minimax:2"),
    ("tictactoe", "minimax:6"),
];

#[test]
fn minimax_beats_random() {
    for (name, player) in FOR_TWO {
        let points = points_against_random(name, player, 4);
        assert!(points >= 6, "{name}: {player} has {points} of 8 points");
    }
}

#[test]
#[ignore = "long"]
fn minimax_beats_random_in_many_games() {
    for (name, player) in FOR_TWO {
        let points = points_against_random(name, player, 40);
        assert!(points >= 68, "{name}: {player} has {points} of 80 points");
    }
}

/// Plays a game of several machines, and says who won.
fn winners(name: &str, players: &[&str], seed: u64) -> Vec<String> {
    let rules = rules(name);
    let machine = |player: &&str| Thinker::new(player.parse().unwrap(), &rules, seed).unwrap();
    let machines: Vec<Thinker> = players.iter().map(machine).collect();
    let sides = rules.program().declarations.players();
    let mut game = Game::new(rules.clone()).unwrap();
    while let Some(thought) = {
        let side = sides.iter().position(|side| Some(*side) == game.turn()).unwrap();
        let watch = Watch::new(Arc::default());
        machines[side].think(&game, &watch).unwrap()
    } {
        game.play(&thought.action).unwrap();
    }
    match game.outcome().unwrap() {
        Outcome::Won(winners) => winners.iter().map(|it| it.as_str().to_string()).collect(),
        _ => Vec::new(),
    }
}

/// Against two who play at random it would be a third of the games.
#[test]
fn minimax_beats_two_random_players() {
    let sides = ["red", "white", "blue"];
    let won = (0..6).filter(|seed| {
        let side = *seed as usize % 3;
        let mut players = ["random"; 3];
        players[side] = "minimax:2";
        winners("yavalath:4", &players, *seed) == [sides[side]]
    });
    let won = won.count();
    assert!(won >= 5, "minimax:2 won {won} of 6");
}

/// A puzzle has nobody to beat: who looks ahead solves it, or comes closer.
#[test]
fn minimax_solves_puzzles() {
    assert_eq!(winners("river_crossing", &["minimax:7"], 1), ["farmer"]);
    let left = |player: &str, seed: u64| {
        let rules = rules("peg_solitaire");
        let thinker = Thinker::new(player.parse().unwrap(), &rules, seed).unwrap();
        let mut game = Game::new(rules).unwrap();
        let watch = Watch::new(Arc::default());
        while let Some(thought) = thinker.think(&game, &watch).unwrap() {
            game.play(&thought.action).unwrap();
        }
        32 - game.actions().count()
    };
    for seed in 1..4 {
        assert!(left("minimax:3", seed) < left("random", seed), "seed {seed}");
    }
}
