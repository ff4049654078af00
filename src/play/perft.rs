//! Perft: how many sequences of legal actions there are. The numbers are known
//! for many games, so they tell whether rules and engine are right.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::Game;
use crate::logic::interpreter::EvalError;

/// Watches a count, and may end it.
pub struct Count<'a> {
    /// Called now and then with the number counted so far.
    pub progress: &'a mut dyn FnMut(u64),
    /// Set from elsewhere to stop.
    pub interrupt: &'a AtomicBool,
}

/// The number of sequences of `depth` legal actions.
pub fn perft(game: &Game, depth: u32, count: &mut Count<'_>) -> Result<u64, EvalError> {
    let mut total = 0;
    descend(game, depth, count, &mut total)?;
    Ok(total)
}

fn descend(
    game: &Game,
    depth: u32,
    count: &mut Count<'_>,
    total: &mut u64,
) -> Result<(), EvalError> {
    match depth {
        0 => *total += 1,
        1 => *total += game.count_legal()? as u64,
        _ => {
            if count.interrupt.load(Ordering::Relaxed) {
                return Err(EvalError::Interrupted);
            }
            for action in game.legal()? {
                let mut next = game.clone();
                next.play_unchecked(&action)?;
                descend(&next, depth - 1, count, total)?;
            }
            (count.progress)(*total);
        }
    }
    Ok(())
}
