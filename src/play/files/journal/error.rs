//! What can go wrong with the file of a game that is being played.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::play::files::RecordError;

/// Why a game cannot be saved in a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// There is such a file, and it is not empty.
    #[error(
        "{path} already exists, and is not overwritten: choose another name, or continue that \
         game with `--load {path}`"
    )]
    Exists {
        /// The file.
        path: String,
    },
    /// It is not a file.
    #[error("{path} is {}: a game is saved in a file, such as my.game", if Path::new(.path).is_dir() { "a directory" } else { "not an ordinary file" })]
    NoFile {
        /// What was named.
        path: String,
    },
    /// The directory of the file does not exist.
    #[error("cannot write {path}: there is no directory {directory}; create it, or choose another")]
    NoDirectory {
        /// The file.
        path: String,
        /// The directory.
        directory: String,
    },
    /// It cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Another game is being saved in it.
    #[error(
        "{path} is in use: another Hornet is saving its game there; choose another file, or end \
         that game"
    )]
    InUse {
        /// The file.
        path: String,
    },
    /// It is not as it was left.
    #[error(
        "{path} was changed or removed by another program during the game, and is left as it is: \
         save the game to another file"
    )]
    Changed {
        /// The file.
        path: String,
    },
    /// A game of Hive in one line, to which nothing can be added.
    #[error(
        "{path} is a game of Hive in one line, to which no moves can be added: name another file \
         to save the game to"
    )]
    OneLine {
        /// The file.
        path: String,
    },
    /// A record of another program.
    #[error(
        "{path} is a record of another program, to which no moves can be added: name another \
         file to save the game to"
    )]
    OtherFormat {
        /// The file.
        path: String,
    },
    /// Something that would not be read back as it is meant.
    #[error("{path} cannot hold `{written}`: as a line of a game file it would be misread")]
    Misread {
        /// The file.
        path: String,
        /// The line.
        written: String,
    },
    /// The players have ended the game.
    #[error("the game in {path} was ended by its players: take that back before playing on")]
    Ended {
        /// The file.
        path: String,
    },
    /// What it holds cannot be loaded.
    #[error(transparent)]
    Record(#[from] RecordError),
}
