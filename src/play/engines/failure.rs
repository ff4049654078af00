//! What can be wrong with an engine: with its game, its start, or its answers.

use std::time::Duration;

use thiserror::Error;

use super::reply::{Endless, LONGEST_LINE, MOST_LINES};

/// Why an engine cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// It is another game.
    #[error("a UHP engine plays Hive only, not {game}")]
    OtherGame {
        /// The game.
        game: String,
    },
    /// The rules of the game have been changed.
    #[error(
        "a UHP engine plays Hive by its standard rules only, and cannot be told of changed ones"
    )]
    ChangedRules,
    /// An option that the protocol does not know is not at its default.
    #[error(
        "a UHP engine cannot be told `{option}={value}`; it plays by {option}={usual}, as in \
         `hive` or `hive+mlp`"
    )]
    OtherOption {
        /// The option.
        option: String,
        /// Its value.
        value: String,
        /// Its default.
        usual: String,
    },
    /// The game began from a position that was set up.
    #[error("a UHP engine cannot be told of a position that was set up, only of moves")]
    SetUp,
    /// The game has a piece that the engine does not know.
    #[error("it does not know the {piece}; by its own words it knows {known}")]
    UnknownPiece {
        /// The piece.
        piece: String,
        /// What the engine says that it knows.
        known: String,
    },
    /// Somebody interrupted its start.
    #[error("interrupted")]
    Interrupted,
    /// It does not start, or not as it should.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// What went wrong with an engine. What it said is bounded and visible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The program cannot be started.
    #[error("cannot start {program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        error: String,
    },
    /// The game did not begin as games of Hive do, so the engine cannot be told of it.
    #[error("it cannot be told of this game, which has no GameString")]
    NoGameString,
    /// No answer came in time.
    #[error("it gave no answer {to} within {} s{}", .patience.as_secs_f64(), so_far(.said))]
    Silent {
        /// What was to be answered.
        to: String,
        /// How long was waited.
        patience: Duration,
        /// What it had said so far.
        said: Option<String>,
    },
    /// The program ended.
    #[error("it ended without an answer {to}{}", last_words(.said))]
    Ended {
        /// What was to be answered.
        to: String,
        /// What it said before.
        said: Option<String>,
    },
    /// The answer had no end.
    #[error("its answer {to} has {}{}", too_much(*.much), so_far(.said))]
    Endless {
        /// What was to be answered.
        to: String,
        /// What there was too much of.
        much: Endless,
        /// How the answer begins.
        said: Option<String>,
    },
    /// It refuses a command.
    #[error("it refused {asked}: {said}")]
    Refused {
        /// The command.
        asked: String,
        /// Its words.
        said: String,
    },
    /// The answer is not one to that command.
    #[error("its answer {to} should be {expected}, and is {said}")]
    Nonsense {
        /// What was to be answered.
        to: String,
        /// What would have been right.
        expected: &'static str,
        /// The answer.
        said: String,
    },
    /// The move cannot be read, or is illegal.
    #[error("it played {said}: {why}")]
    Illegal {
        /// The move as the engine wrote it.
        said: String,
        /// Why it is none.
        why: String,
    },
}

fn so_far(said: &Option<String>) -> String {
    said.as_ref().map_or(String::new(), |said| format!("; it began {said}"))
}

fn last_words(said: &Option<String>) -> String {
    said.as_ref().map_or(String::new(), |said| format!("; its last words: {said}"))
}

fn too_much(much: Endless) -> String {
    match much {
        Endless::Line => format!("a line of more than {LONGEST_LINE} bytes"),
        Endless::Lines => format!("more than {MOST_LINES} lines without `ok`"),
    }
}
