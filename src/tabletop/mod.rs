//! A game at the terminal: people and machines take turns at a board.
//!
//! [`open()`] prepares all that a game needs, and the menu asks for what was not
//! given. A [`Table`] knows the game and who plays, and answers what is typed:
//! text in, text out. The [`shell`] is the loop around it, at a terminal or at the
//! end of a pipe.

mod another_game;
mod input;
mod looking_back;
mod menu;
mod opening;
pub mod shell;
mod table;

use std::io;

use thiserror::Error;

pub use input::{Entry, Input, Words};
pub use menu::{Pace, Save};
pub use opening::{Wanted, open};
pub use table::{COMMANDS, Now, Reply, Table, Then};

use crate::game::{LoadError, PlayError};
use crate::logic::engine::EvalError;
use crate::play::{JournalError, MachineError, RecordError};

/// Why a game at the table does not begin, or ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The terminal or pipe does not work.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game in a file cannot be loaded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game cannot be saved in its file.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A player cannot play this game.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// Something else, in words.
    #[error("{0}")]
    Message(String),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The rules refuse a machine's move.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Trouble {
        RecordError::from(error).into()
    }
}
