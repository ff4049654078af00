//! What can be wrong with a player over HTTP: with its game, its server, or its answers.

use std::time::Duration;

use thiserror::Error;

/// Why a player over HTTP cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HttpError {
    /// It is another game.
    #[error("players over HTTP play Hive only, not {game}")]
    OtherGame {
        /// The game.
        game: String,
    },
    /// Somebody interrupted.
    #[error("interrupted")]
    Interrupted,
    /// Its server cannot be reached.
    #[error(transparent)]
    Failure(#[from] HttpFailure),
}

/// What went wrong with a player over HTTP. What it said is bounded and visible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HttpFailure {
    /// Nobody answers there.
    #[error("cannot connect to {address}: {error}")]
    Unreachable {
        /// Where.
        address: String,
        /// Why not.
        error: String,
    },
    /// No answer came in time.
    #[error("it gave no answer to {to} within {} s", .patience.as_secs_f64())]
    Silent {
        /// What was to be answered.
        to: &'static str,
        /// How long was waited.
        patience: Duration,
    },
    /// The connection broke, or what came is not HTTP.
    #[error("the connection broke before it had answered {to}: {error}")]
    Broken {
        /// What was to be answered.
        to: &'static str,
        /// What happened.
        error: String,
    },
    /// It answered with an error, or with another address.
    #[error("it answered {to} with the HTTP status {status}{}", words(.said))]
    Status {
        /// What was to be answered.
        to: &'static str,
        /// The status.
        status: u16,
        /// What it said besides.
        said: Option<String>,
    },
    /// The answer had no end.
    #[error("its answer to {to} has more than {most} bytes")]
    Endless {
        /// What was to be answered.
        to: &'static str,
        /// How many there may be.
        most: u64,
    },
    /// The answer is not an action.
    #[error("its answer to {to} should be an action, and is {said}: {why}")]
    Nonsense {
        /// What was to be answered.
        to: &'static str,
        /// The answer.
        said: String,
        /// Why it is none.
        why: String,
    },
    /// It did not find a legal action.
    #[error("it was asked {times} times and gave no legal action; the last was {said}: {why}")]
    Illegal {
        /// How often.
        times: usize,
        /// The last one.
        said: String,
        /// Why it is illegal.
        why: String,
    },
}

fn words(said: &Option<String>) -> String {
    said.as_ref().map_or(String::new(), |said| format!(": {said}"))
}
