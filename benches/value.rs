//! How long the compiled rules take to judge a position, in each style that
//! Hive has: `cargo bench --bench value`. The positions are those of the middle
//! of random games, with all expansions.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use hornet::game::{Game, Rules};
use support::random_positions;

const STYLES: [&str; 4] = ["density", "mobility", "insects", "all_round"];
const GAMES: usize = 40;
const MIDDLE: std::ops::Range<usize> = 30..50;
/// How often all positions are gone through; the best time counts.
const ROUNDS: usize = 15;

fn main() {
    println!("Microseconds a position of hive+mlp:\n");
    println!("| style | positions | value | value, interpreted | least and greatest |");
    println!("|---|---|---|---|---|");
    let walk = random_positions(&Arc::new(Rules::open("hive+mlp").unwrap()), GAMES, 1);
    let middle = walk.iter().filter(|game| MIDDLE.contains(&game.turn_number()));
    let middle: Vec<&Game> = middle.collect();
    for style in STYLES {
        let name = format!("hive+mlp:style={style}");
        let compiled = judged_by(&middle, Rules::open(&name).unwrap());
        let interpreted = judged_by(&middle, Rules::open(&name).unwrap().interpreted());
        let values = compiled.iter().flat_map(|game| game.values().unwrap());
        let values: Vec<i64> = values.map(|(_, value)| value).collect();
        let (fast, slow) = (time(&compiled), time(&interpreted));
        let (least, most) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        println!("| {style} | {} | {fast:.1} | {slow:.1} | {least} .. {most} |", middle.len());
    }
}

/// The positions under rules that judge in another style.
fn judged_by(positions: &[&Game], rules: Rules) -> Vec<Game> {
    let rules = Arc::new(rules);
    positions.iter().map(|game| game.under(rules.clone())).collect()
}

/// The best time of several rounds, in microseconds a position.
fn time(positions: &[Game]) -> f64 {
    let round = || {
        let began = Instant::now();
        positions.iter().for_each(|game| _ = black_box(game.values().unwrap()));
        began.elapsed().as_secs_f64()
    };
    let best = (0..ROUNDS).map(|_| round()).fold(f64::MAX, f64::min);
    best * 1e6 / positions.len() as f64
}
