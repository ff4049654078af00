//! How far players look ahead on Hive: for each style of judging, how many
//! positions a second, and how deep in a given time, over positions of the
//! middle game with all expansions, on one thread and on all processors.
//!
//! `cargo bench --bench search -- [SECONDS]`

use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use hornet::game::{Game, Rules};
use hornet::play::{STYLE, Thinker, Watch};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Positions with so many pieces in the hive.
const PIECES: usize = 20;
const POSITIONS: u64 = 6;

fn main() {
    // Cargo passes flags of its own.
    let seconds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(5.0);
    let rules = Arc::new(Rules::open("hive+mlp").expect("it ships"));
    let positions: Vec<Game> = (0..POSITIONS).map(|seed| middle_game(&rules, seed)).collect();
    println!("hive+mlp with {PIECES} pieces, {seconds} s a move, {POSITIONS} positions");
    println!(
        "{:<10} {:>7} {:>12} {:>7} {:>10}",
        "style", "threads", "positions/s", "depth", "longest"
    );
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let styles = rules.allowed(STYLE);
    let ways = styles.iter().flat_map(|style| [(style, 1), (style, processors)]);
    for (style, threads) in ways {
        let player = format!("minimax:{seconds}s@{style}").parse().expect("it is a player");
        let thinker = Thinker::new(player, &rules, 1).expect("the game has the style");
        let thinker = thinker.on_threads(threads);
        let (mut nodes, mut time, mut depth, mut longest) = (0, 0.0, 0, 0.0_f64);
        for game in &positions {
            let began = Instant::now();
            let thought = thinker.think(game, &Watch::default());
            let thought = thought.expect("the rules work").expect("the game goes on");
            let took = began.elapsed().as_secs_f64();
            nodes += thought.nodes;
            time += took;
            depth += thought.depth;
            longest = longest.max(took);
        }
        println!(
            "{style:<10} {threads:>7} {:>12.0} {:>7.1} {longest:>9.2}s",
            nodes as f64 / time,
            f64::from(depth) / POSITIONS as f64,
        );
    }
}

/// A position that a game at random came to.
fn middle_game(rules: &Arc<Rules>, seed: u64) -> Game {
    let at = rules.program().relations.plain("at", 3).expect("Hive has it");
    for attempt in 0.. {
        let mut chance = ChaCha8Rng::seed_from_u64(seed + 1000 * attempt);
        let mut game = Game::new(rules.clone()).expect("it begins");
        while let Some(action) = game.legal().expect("the rules work").choose(&mut chance) {
            game.play_unchecked(action).expect("the rules work");
            if game.position().rows(at).count() == PIECES && !game.legal().unwrap().is_empty() {
                return game;
            }
        }
    }
    unreachable!("some game lasts long enough")
}
