//! How a search tells positions apart: by their facts, and by as much of their
//! history as the rules can see.

use crate::game::{Game, Rules};
use crate::logic::slice::Slice;

/// How equal positions may differ for the rules, by what came before them.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// By how often they have occurred.
    pub repetitions: bool,
    /// By the number of the turn.
    turn_number: bool,
}

/// The questions that a search asks.
const ASKED: [Slice; 3] = [Slice::Legal, Slice::Next, Slice::Judgement];

impl History {
    /// As far as the rules depend on it in a search.
    pub fn asked_by(rules: &Rules) -> History {
        let depends_on = |history| rules.heeds(history, &ASKED);
        History { repetitions: depends_on("repetitions"), turn_number: depends_on("turn_number") }
    }

    /// A key that positions share only if the rules cannot tell them apart. (What
    /// follows a position may still depend on which ones came before it, where
    /// rules ask for repetitions. That is left out of account, as is usual.)
    pub fn key(self, game: &Game) -> u64 {
        let repetitions = if self.repetitions { game.repetitions() as u64 } else { 0 };
        let turn = if self.turn_number { game.turn_number() as u64 } else { 0 };
        let difference = repetitions | turn << 16;
        game.position().hash() ^ difference.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
