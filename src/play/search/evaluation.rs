//! What a position is worth to a player: won, lost, or the value that the rules
//! give it.

use std::fmt;

use crate::game::{Game, Outcome};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// What a position is worth to a player; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Worth {
    /// It is lost, or a puzzle that is not solved.
    Lost,
    /// Its value by the rules; 0 for a draw.
    Value(i64),
    /// It is won.
    Won,
}

/// What a position is worth to a player.
pub fn worth(game: &Game, player: Atom) -> Result<Worth, EvalError> {
    let judgement = game.judgement()?;
    let end = by_outcome(game, &judgement.outcome, player);
    Ok(end.unwrap_or_else(|| Worth::Value(lead(&judgement.values, player))))
}

/// What a game that is over is worth to a player; nothing if it is not over.
pub fn of_the_end(game: &Game, player: Atom) -> Result<Option<Worth>, EvalError> {
    Ok(by_outcome(game, &game.outcome()?, player))
}

/// The same by the outcome of the game.
pub fn by_outcome(game: &Game, outcome: &Outcome, player: Atom) -> Option<Worth> {
    match outcome {
        Outcome::Open => None,
        Outcome::Draw if game.is_puzzle() => Some(Worth::Lost),
        Outcome::Draw => Some(Worth::Value(0)),
        Outcome::Won(winners) => Some(match (winners.contains(&player), winners.len()) {
            (false, _) => Worth::Lost,
            (true, 1) => Worth::Won,
            (true, _) => Worth::Value(0),
        }),
    }
}

/// By how much the value of a position for a player exceeds that for the opponents.
pub fn lead(values: &[(Atom, i64)], player: Atom) -> i64 {
    let signed = values.iter().map(|(of, value)| match *of == player {
        true => *value,
        false => value.saturating_neg(),
    });
    signed.fold(0, i64::saturating_add)
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Lost => write!(f, "lost"),
            Worth::Value(0) => write!(f, "0"),
            Worth::Value(value) => write!(f, "{value:+}"),
            Worth::Won => write!(f, "won"),
        }
    }
}
