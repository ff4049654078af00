//! Game files: a line that names the game, then one action a line.
//!
//! ```text
//! # a short one
//! game tanks:6
//! players human random
//! b2-b3
//! c5-c4
//! ```

use std::fs;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use crate::game::{Game, LoadError, PlayError, Rules, Spec, Unreadable};
use crate::logic::interpreter::{EvalError, Limits};

/// What is wrong with a game file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// It is a record of another game than the one asked for.
    #[error("{path} is a game of {found}, not of {asked}")]
    OtherGame {
        /// The file.
        path: String,
        /// What the file says.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// A line before the first action that says nothing known.
    #[error("{path}:{line}: the first line must name the game, such as `game {asked}`; found `{found}`")]
    NoGame {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The game asked for.
        asked: String,
        /// What stands there.
        found: String,
    },
    /// The game it names cannot be had.
    #[error("{path}:{line}: {error}")]
    Load {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Why.
        error: LoadError,
    },
    /// A line that is no action.
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
    #[error("{path}:{line}: {written}: {error}")]
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
    /// The rules asked for cannot be had.
    #[error(transparent)]
    Rules(#[from] LoadError),
    /// The rules could not be worked out.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// The game that `asked` names, at its start or as a file leaves it.
pub fn load_game(
    asked: &str,
    file: Option<&Path>,
    limits: Limits,
) -> Result<Game, RecordError> {
    let spec = Spec::parse(asked).map_err(LoadError::from)?;
    let Some(file) = file else {
        return Ok(Game::new(Arc::new(Rules::load(&spec, limits)?))?);
    };
    let path = file.display().to_string();
    let text = fs::read_to_string(file)
        .map_err(|error| RecordError::File { path: path.clone(), error })?;
    Record { path, asked, spec }.replay(&text, limits)
}

struct Record<'a> {
    path: String,
    asked: &'a str,
    spec: Spec,
}

impl Record<'_> {
    fn replay(&self, text: &str, limits: Limits) -> Result<Game, RecordError> {
        let path = || self.path.clone();
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.split('#').next().unwrap_or("").trim()))
            .filter(|(_, line)| !line.is_empty());
        let spec = match lines.next() {
            None => self.spec.clone(),
            Some((line, first)) => match first.strip_prefix("game ") {
                Some(named) => self.agree(named.trim(), line)?,
                None => {
                    let found = first.chars().take(60).collect();
                    let asked = self.asked.to_string();
                    return Err(RecordError::NoGame { path: path(), line, asked, found });
                }
            },
        };
        let mut game = Game::new(Arc::new(Rules::load(&spec, limits)?))?;
        for (line, written) in lines {
            if written.starts_with("players ") {
                continue;
            }
            let action = game.rules().face().read(&game, written).map_err(|error| {
                RecordError::Unreadable { path: path(), line, error }
            })?;
            game.play(&action).map_err(|error| RecordError::Refused {
                path: path(),
                line,
                written: written.to_string(),
                error,
            })?;
        }
        Ok(game)
    }

    /// The game the file names, if it is the one asked for. Options that were
    /// not asked for are the file's to say.
    fn agree(&self, named: &str, line: usize) -> Result<Spec, RecordError> {
        let error = |error| RecordError::Load { path: self.path.clone(), line, error };
        let found = Spec::parse(named).map_err(|e| error(e.into()))?;
        let same_rules = found.name() == self.spec.name();
        let same_options = self.spec.choices.is_empty() || self.spec.choices == found.choices;
        if same_rules && same_options {
            return Ok(found);
        }
        Err(RecordError::OtherGame {
            path: self.path.clone(),
            found: named.to_string(),
            asked: self.asked.to_string(),
        })
    }
}
