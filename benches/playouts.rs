//! Random games, one after the other on one thread, of the games in `examples/`:
//! positions a second, each with its legal actions listed and one of them played.
//!
//! `cargo bench --bench playouts`. It uses nothing but what all versions of the
//! library have, so that it can be run with an earlier one, side by side.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hornet::game::{Game, Rules};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

const GAMES: [&str; 7] = ["chess", "draughts", "othello", "go", "hex", "connect_four", "tictactoe"];
const PLIES: usize = 200;
const TIME: Duration = Duration::from_millis(1000);

fn main() {
    println!("| game | positions a second |\n|---|---|");
    for game in GAMES {
        let path = format!("{}/examples/{game}.pl", env!("CARGO_MANIFEST_DIR"));
        let rules = Arc::new(Rules::open(&path).expect("an example"));
        let best = (0..3).map(|seed| positions(&rules, seed)).fold(0.0, f64::max);
        println!("| {game} | {best:.0} |");
    }
}

/// Positions a second.
fn positions(rules: &Arc<Rules>, seed: u64) -> f64 {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let (began, mut positions) = (Instant::now(), 0);
    while began.elapsed() < TIME {
        let mut game = Game::new(rules.clone()).expect("it begins");
        for _ in 0..PLIES {
            let legal = game.legal_unsorted().expect("the rules work");
            positions += 1;
            let Some(action) = legal.choose(&mut chance) else { break };
            game.play_unchecked(action).expect("the rules work");
        }
    }
    positions as f64 / began.elapsed().as_secs_f64()
}
