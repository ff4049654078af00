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
    Ok(match of_the_end(game, player)? {
        Some(worth) => worth,
        None => Worth::Value(value(game, player)?),
    })
}

/// What a game that is over is worth to a player; nothing if it is not over.
pub fn of_the_end(game: &Game, player: Atom) -> Result<Option<Worth>, EvalError> {
    Ok(match game.outcome()? {
        Outcome::Open => None,
        Outcome::Draw if game.is_puzzle() => Some(Worth::Lost),
        Outcome::Draw => Some(Worth::Value(0)),
        Outcome::Won(winners) => Some(match (winners.contains(&player), winners.len()) {
            (false, _) => Worth::Lost,
            (true, 1) => Worth::Won,
            (true, _) => Worth::Value(0),
        }),
    })
}

/// The value of an open position for a player by the rules, less its value for
/// the opponents.
pub fn value(game: &Game, player: Atom) -> Result<i64, EvalError> {
    let values = game.values_unsorted()?;
    let signed = values.iter().map(|(of, value)| match *of == player {
        true => *value,
        false => value.saturating_neg(),
    });
    Ok(signed.fold(0, i64::saturating_add))
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
