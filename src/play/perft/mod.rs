//! Perft: how many sequences of legal actions there are. The numbers are known
//! for many games, so they show whether rules and engine are correct.
//!
//! Several threads share the work: each takes one of the first sequences of
//! actions, counts what follows, and takes the next. A position that is reached
//! again by another order of actions is counted once, see [`memo`].

mod memo;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use self::memo::{Gathering, Memo, Reached};
use crate::game::Game;
use crate::logic::engine::EvalError;

/// How to count.
pub struct Count<'a> {
    /// Called now and then with the number counted so far.
    pub progress: &'a mut dyn FnMut(u64),
    /// Set from elsewhere to stop.
    pub interrupt: &'a AtomicBool,
    /// How many threads share the work.
    pub threads: usize,
    /// Whether a position that is reached again is counted once.
    pub memo: bool,
}

/// Why there is no number.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The rules could not be evaluated, or it was interrupted.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The number has more than 64 bits.
    #[error("there are more than {} sequences", u64::MAX)]
    TooMany,
}

/// There are this many first sequences for each thread, if the game has as many,
/// so that no thread waits long for the others at the end.
const SHARES: usize = 32;

/// How often the progress is reported.
const MOMENT: Duration = Duration::from_millis(50);

/// The number of sequences of `depth` legal actions.
pub fn perft(game: &Game, depth: u32, count: &mut Count<'_>) -> Result<u64, CountError> {
    let counter = Counter {
        memo: count.memo.then(|| Memo::new(game.rules(), depth)),
        interrupt: count.interrupt,
        is_over: AtomicBool::new(false),
        so_far: AtomicU64::new(0),
    };
    let (beginnings, left) = counter.beginnings(game, depth, count.threads)?;
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..count.threads.clamp(1, beginnings.len().max(1)) {
            let sender = sender.clone();
            let (counter, beginnings, next) = (&counter, &beginnings, &next);
            scope.spawn(move || {
                while let Some(game) = beginnings.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // After an error nobody receives it any more.
                    if sender.send(counter.count(game, left)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut total = 0;
        loop {
            match results.recv_timeout(MOMENT) {
                Ok(found) => total = counter.or_stop(found.and_then(|found| sum(total, &found)))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(total),
            }
            (count.progress)(counter.so_far.load(Ordering::Relaxed));
        }
    })
}

/// What was counted below a position.
#[derive(Clone)]
struct Found {
    number: u64,
    /// The positions that were reached below it, if the memo needs them.
    below: Reached,
}

fn sum(total: u64, found: &Found) -> Result<u64, CountError> {
    total.checked_add(found.number).ok_or(CountError::TooMany)
}

/// What the threads share.
struct Counter<'a> {
    memo: Option<Memo>,
    interrupt: &'a AtomicBool,
    /// Set after an error, so that no thread goes on.
    is_over: AtomicBool,
    /// For the progress only.
    so_far: AtomicU64,
}

impl Counter<'_> {
    /// Positions to share among the threads, and how many actions are left there.
    fn beginnings(
        &self,
        game: &Game,
        depth: u32,
        threads: usize,
    ) -> Result<(Vec<Game>, u32), CountError> {
        let (mut games, mut left) = (vec![game.clone()], depth);
        while threads > 1 && left > 2 && (1..threads * SHARES).contains(&games.len()) {
            self.check_stop()?;
            let next: Result<Vec<Vec<Game>>, _> = games.iter().map(children).collect();
            games = next?.concat();
            left -= 1;
        }
        Ok((games, left))
    }

    fn count(&self, game: &Game, left: u32) -> Result<Found, CountError> {
        let Some(memo) = self.memo.as_ref().filter(|_| left > 0) else {
            return self.compute(game, left);
        };
        let key = game.position().key();
        if let Some(found) = memo.get(game, left, &key) {
            self.so_far.fetch_add(found.number, Ordering::Relaxed);
            return Ok(found);
        }
        let found = self.compute(game, left)?;
        memo.store(game, left, key, &found);
        Ok(found)
    }

    fn compute(&self, game: &Game, left: u32) -> Result<Found, CountError> {
        if left <= 1 {
            let number = if left == 0 { 1 } else { game.count_legal()? as u64 };
            self.so_far.fetch_add(number, Ordering::Relaxed);
            return Ok(Found { number, below: Reached::default() });
        }
        self.check_stop()?;
        let mut number = 0;
        let mut below = self.memo.as_ref().map_or(Gathering::Unwanted, Memo::gathering);
        for action in game.legal()? {
            let mut next = game.clone();
            next.play_unchecked(&action)?;
            let found = self.count(&next, left - 1)?;
            number = sum(number, &found)?;
            below.add(next.position(), &found.below);
        }
        Ok(Found { number, below: below.end() })
    }

    /// An error if there is no need to go on.
    fn check_stop(&self) -> Result<(), EvalError> {
        let is_over = [self.interrupt, &self.is_over].iter().any(|it| it.load(Ordering::Relaxed));
        if is_over { Err(EvalError::Interrupted) } else { Ok(()) }
    }

    /// An error of one thread stops all.
    fn or_stop<T>(&self, result: Result<T, CountError>) -> Result<T, CountError> {
        self.is_over.fetch_or(result.is_err(), Ordering::Relaxed);
        result
    }
}

/// The games that one more action leads to.
fn children(game: &Game) -> Result<Vec<Game>, EvalError> {
    let child = |action| {
        let mut next = game.clone();
        next.play_unchecked(action)?;
        Ok(next)
    };
    game.legal()?.iter().map(child).collect()
}
