//! Known answers: how many sequences of legal actions each game has.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hornet::game::{Game, Rules};
use hornet::play::{Count, perft};
use support::rules;

fn count(rules: &Arc<Rules>, depth: u32) -> u64 {
    let game = Game::new(rules.clone()).unwrap();
    let interrupt = AtomicBool::new(false);
    let mut count = Count { progress: &mut |_| {}, interrupt: &interrupt };
    perft(&game, depth, &mut count).unwrap()
}

fn check(rules: Arc<Rules>, known: &[u64]) {
    for (depth, nodes) in (1..).zip(known) {
        assert_eq!(count(&rules, depth), *nodes, "{} at depth {depth}", rules.name());
    }
}

#[test]
fn tanks_compiled() {
    check(rules("tanks:6"), &[16, 256, 4352, 74822]);
    check(rules("tanks:8"), &[22, 484, 11132, 256_036]);
    check(rules("tanks:10"), &[28, 784, 22736]);
    check(rules("tanks:26"), &[76, 5776]);
}

#[test]
fn tanks_interpreted() {
    let interpreted = |name| Arc::new(Rules::open(name).unwrap().interpreted());
    check(interpreted("tanks:6"), &[16, 256, 4352]);
    check(interpreted("tanks:8"), &[22, 484, 11132]);
}

#[test]
fn gauss() {
    check(rules("gauss"), &[38, 1368, 47184]);
    check(Arc::new(Rules::open("gauss").unwrap().interpreted()), &[38, 1368, 47184]);
}

/// The known answers of each of Hive's game types, from depth 1 to 5.
const HIVE: [(&str, [u64; 5]); 8] = [
    ("hive", [4, 96, 1440, 21600, 516_240]),
    ("hive+m", [5, 150, 2610, 45414, 1_252_800]),
    ("hive+l", [5, 150, 2610, 45414, 1_252_800]),
    ("hive+p", [5, 150, 2610, 45414, 1_255_932]),
    ("hive+ml", [6, 216, 4320, 86400, 2_725_920]),
    ("hive+mp", [6, 216, 4320, 86400, 2_730_888]),
    ("hive+lp", [6, 216, 4320, 86400, 2_730_240]),
    ("hive+mlp", [7, 294, 6678, 151_686, 5_427_108]),
];

#[test]
fn hive() {
    for (name, known) in HIVE {
        check(rules(name), &known[..4]);
        check(Arc::new(Rules::open(name).unwrap().interpreted()), &known[..2]);
    }
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn hive_deeper() {
    for (name, known) in HIVE {
        assert_eq!(count(&rules(name), 5), known[4], "{name} at depth 5");
        check(Arc::new(Rules::open(name).unwrap().interpreted()), &known[..3]);
    }
}

#[test]
fn tictactoe() {
    check(rules("examples/tictactoe.pl"), &[9, 72, 504, 3024, 15120, 54720]);
}

#[test]
fn connect_four() {
    check(rules("examples/connect_four.pl"), &[7, 49, 343, 2401]);
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn deeper() {
    check(rules("tanks:10"), &[28, 784, 22736, 659_344]);
    check(rules("gauss"), &[38, 1368, 47184, 1_570_128]);
    check(
        rules("examples/tictactoe.pl"),
        &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872],
    );
    check(rules("examples/connect_four.pl"), &[7, 49, 343, 2401, 16807, 117_649]);
}
