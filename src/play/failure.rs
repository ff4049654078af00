//! What players do wrong that are other programs, however they are reached: why there
//! is no answer, and what a game is forfeited for.

use thiserror::Error;

use super::{engines, http};
use crate::logic::engine::EvalError;

/// What went wrong with a player that is another program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// An engine that Hornet started.
    #[error(transparent)]
    Engine(#[from] engines::Failure),
    /// A player over HTTP.
    #[error(transparent)]
    Http(#[from] http::HttpFailure),
    /// As the results of a match report it.
    #[error("{0}")]
    Reported(String),
}

impl Failure {
    /// Whether the game can wait for the player: a server may be started again, and a
    /// person asked once more.
    pub fn can_be_waited_for(&self) -> bool {
        matches!(self, Failure::Http(_))
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer<F> {
    /// The other program is at fault.
    Failure(F),
    /// Somebody interrupted.
    Interrupted,
    /// The rules could not be evaluated.
    Eval(EvalError),
}

impl<F> From<EvalError> for NoAnswer<F> {
    fn from(error: EvalError) -> NoAnswer<F> {
        match error {
            EvalError::Interrupted => NoAnswer::Interrupted,
            error => NoAnswer::Eval(error),
        }
    }
}

impl From<engines::Failure> for NoAnswer<engines::Failure> {
    fn from(failure: engines::Failure) -> Self {
        NoAnswer::Failure(failure)
    }
}

impl From<http::HttpFailure> for NoAnswer<http::HttpFailure> {
    fn from(failure: http::HttpFailure) -> Self {
        NoAnswer::Failure(failure)
    }
}
