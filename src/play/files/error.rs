//! What can be wrong with a game file, each with its place.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::game::{GameStringError, LoadError, PlayError, SetupError, Unreadable};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// What is wrong with a game file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// It ends before anything could be played.
    #[error(
        "{path} ends before its game begins: no action was played yet; remove it, or choose \
         another file"
    )]
    Unbegun {
        /// The file.
        path: String,
    },
    /// It is not a record of the game that was asked for.
    #[error("{path} is a game of {found}, not of {asked}")]
    OtherGame {
        /// The file.
        path: String,
        /// What the file says.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// There is a character in it that nobody would see.
    #[error("{path}:{line}: there is a hidden character, {found}; remove it")]
    Hidden {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The character, by its number.
        found: String,
    },
    /// The first line names rules that a game file may not choose.
    #[error(
        "{path}:{line}: the rules are in another folder, {}; if you trust them, name them yourself: \
         {command}",
        .rules.display()
    )]
    Elsewhere {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The rule file.
        rules: PathBuf,
        /// How to name them.
        command: String,
    },
    /// The first line does not name the game.
    #[error(
        "{path}:{line}: the first line must name the game, such as `game {asked}`; found `{found}`"
    )]
    NoGame {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The game asked for.
        asked: String,
        /// What was found.
        found: String,
    },
    /// A line about a rule that cannot be read.
    #[error(
        "{path}:{line}: `{found}` does not change a rule; write `rule add CLAUSE.` or \
         `rule off FILE: CLAUSE.`"
    )]
    NoRule {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What was found.
        found: String,
    },
    /// The position that the game begins from is not right.
    #[error("{path}:{line}: {error}")]
    Setup {
        /// The file.
        path: String,
        /// The line; the last one of the position, if it is wrong as a whole.
        line: usize,
        /// Why.
        error: SetupError,
    },
    /// A position is set up where the game has begun already.
    #[error(
        "{path}:{line}: a position is set up right after the game and its rules, before anything else"
    )]
    LateSetup {
        /// The file.
        path: String,
        /// The line.
        line: usize,
    },
    /// The game it names cannot be loaded.
    #[error("{path}:{line}: {error}")]
    Load {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Why.
        error: LoadError,
    },
    /// A line that is not an action.
    #[error("{path}:{line}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Why.
        error: Unreadable,
    },
    /// An action that the rules refuse.
    #[error("{path}:{line}: {written} {}", how_it_failed(.error))]
    Refused {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The action as it is written there.
        written: String,
        /// Why.
        error: PlayError,
    },
    /// Somebody resigns who is not a player.
    #[error("{path}:{line}: `{found}` is not a player, and cannot resign; the players are {}", .players.join(", "))]
    NoPlayer {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Who is said to resign.
        found: String,
        /// Who plays.
        players: Vec<String>,
    },
    /// A line after the end of the game.
    #[error("{path}:{line}: the game ended when {player} resigned; found `{found}` after that")]
    Ended {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Who resigned.
        player: Atom,
        /// What was found.
        found: String,
    },
    /// A game of Hive in one line that is wrong.
    #[error("{path}: {error}")]
    GameString {
        /// The file, or what else to call it.
        path: String,
        /// What is wrong.
        error: GameStringError,
    },
    /// The rules that were asked for cannot be loaded.
    #[error(transparent)]
    Rules(#[from] LoadError),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

fn how_it_failed(error: &PlayError) -> String {
    match error {
        PlayError::Refused(refusal) => format!("is refused: {}", refusal.why()),
        PlayError::Eval(error) => format!("cannot be played: {error}"),
    }
}
