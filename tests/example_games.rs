//! The games in `examples/`: how many sequences of legal actions they have, as
//! published or counted independently, and that every attempt is legal or refused
//! with a reason.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hornet::game::{Game, Position, Rules};
use hornet::logic::{Atom, Cell, Value};
use hornet::play::{Count, perft};
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

/// Whatever is tried is legal, or refused with a reason.
#[test]
fn every_attempt_is_legal_or_refused_with_a_reason() {
    let mut chance = chance(8);
    for name in ["chess", "draughts", "othello", "go", "hex"] {
        let rules = rules(&format!("examples/{name}.pl"));
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
