//! Trials: many random games by rules that may be wrong, to find what goes wrong only
//! in play. Each problem is reported with the shortest game that shows it.
//!
//! What a game looks like depends on the seed and its number alone, whichever thread
//! plays it, and so does what is found.

mod attempts;
mod problem;
mod report;
mod single;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub use self::problem::{Kind, Problem};
pub use self::report::{Branching, Report};
use self::single::SingleGame;
use crate::game::Game;

/// Random games that look for problems.
pub struct Trial<'a> {
    /// The position that each of them begins with.
    pub game: &'a Game,
    /// How many there are to be.
    pub games: u64,
    /// Equal seeds give equal games.
    pub seed: u64,
    /// A game is broken off after this many actions.
    pub plies: usize,
    /// How many threads share the work.
    pub threads: usize,
}

/// How often progress is reported.
const MOMENT: Duration = Duration::from_millis(50);

impl Trial<'_> {
    /// Plays all games, unless it is interrupted. `progress` is called now and then with
    /// the number of games so far.
    pub fn run(&self, interrupt: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Report {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let (sender, results) = channel();
        let mut report = Report::new(self.game.rules());
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || {
                    let mut report = Report::new(self.game.rules());
                    while let Some(number) = self.next(next, interrupt) {
                        match self.play(number, interrupt) {
                            Some(played) => report.count(played),
                            None => break,
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    // The receiver outlives all threads.
                    let _ = sender.send(report);
                });
            }
            drop(sender);
            loop {
                match results.recv_timeout(MOMENT) {
                    Ok(part) => report.add(part),
                    Err(RecvTimeoutError::Timeout) => progress(done.load(Ordering::Relaxed)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        report.finish(self.games);
        report
    }

    fn next(&self, next: &AtomicU64, interrupt: &AtomicBool) -> Option<u64> {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < self.games).then_some(number)
    }

    /// Plays a game to its end; none, if it is interrupted.
    fn play(&self, number: u64, interrupt: &AtomicBool) -> Option<SingleGame> {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(number);
        SingleGame::begin(self.game.clone(), number).played(self.plies, &mut chance, interrupt)
    }
}
