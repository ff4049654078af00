//! Game files: a line that names the game, then one action a line.
//!
//! ```text
//! # a short one
//! game tanks:6
//! players human random
//! b2-b3
//! c5-c4
//! ```
//!
//! A game of Hive may also be one line as other programs write it, in a file or
//! given as it is: `Base;InProgress;Black[1];wS1`. In any file, empty lines and
//! what stands behind a `#` are passed over.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use crate::game::{
    Game, GameString, GameStringError, LoadError, PlayError, Rules, Source, Spec, Unreadable,
    read_text,
};
use crate::logic::amend::Amendments;
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
    /// A game of Hive in one line that is wrong.
    #[error("{path}: {error}")]
    GameString {
        /// The file, or what else to call it.
        path: String,
        /// What is wrong.
        error: GameStringError,
    },
    /// The rules asked for cannot be had.
    #[error(transparent)]
    Rules(#[from] LoadError),
    /// The rules could not be worked out.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// The game that `asked` names, at its start or as a file leaves it. Where there
/// is no such file, its name may be a game of Hive in one line.
pub fn load_game(asked: &str, file: Option<&Path>, limits: Limits) -> Result<Game, RecordError> {
    let spec = Spec::parse(asked).map_err(LoadError::from)?;
    let Some(file) = file else {
        return Ok(Game::new(Arc::new(Rules::load(&spec, limits)?))?);
    };
    let given = file.to_str().filter(|text| GameString::is_meant(text) && !file.exists());
    let amendments = Amendments::default();
    if let Some(text) = given {
        let path = "the GameString".into();
        return Record { path, asked, spec, amendments }.replay_line(text, limits);
    }
    let (path, text) = read(file)?;
    let record = Record { path, asked, spec, amendments };
    let lines: Vec<(usize, &str)> = lines(&text).collect();
    match lines.as_slice() {
        [(_, line)] if GameString::is_meant(line) => record.replay_line(line, limits),
        lines => record.replay(lines, limits),
    }
}

/// The game in a file, whichever it is; a game of Hive in one line does in
/// place of a file. If it is one by the rules at hand, and these differ from the
/// book, they hold.
pub fn open_record(file: &Path, at_hand: &Rules, limits: Limits) -> Result<Game, RecordError> {
    let given = file.to_str().filter(|text| GameString::is_meant(text) && !file.exists());
    let (path, text) = match given {
        Some(text) => ("the GameString".to_string(), text.to_string()),
        None => read(file)?,
    };
    let lines: Vec<(usize, &str)> = lines(&text).collect();
    let asked = match lines.as_slice() {
        [(_, line)] if GameString::is_meant(line) => "hive",
        [(_, first), ..] if first.starts_with("game ") => first["game ".len()..].trim(),
        lines => {
            let (line, found) = lines.first().copied().unwrap_or((1, ""));
            let (found, asked) = (found.chars().take(60).collect(), at_hand.name().to_string());
            return Err(RecordError::NoGame { path, line, asked, found });
        }
    };
    let mut spec = Spec::parse(asked).map_err(LoadError::from)?;
    if let Source::File(rules) = &spec.source {
        let beside = file.parent().unwrap_or(Path::new("")).join(rules);
        if !rules.exists() && beside.exists() {
            spec.source = Source::File(beside);
        }
    }
    let amendments = match spec.source == at_hand.spec().source {
        true => at_hand.amendments().clone(),
        false => Amendments::default(),
    };
    let record = Record { path, asked, spec, amendments };
    match lines.as_slice() {
        [(_, line)] if GameString::is_meant(line) => record.replay_line(line, limits),
        lines => record.replay(lines, limits),
    }
}

fn read(file: &Path) -> Result<(String, String), RecordError> {
    let path = file.display().to_string();
    let text = read_text(file).map_err(|error| RecordError::File { path: path.clone(), error })?;
    Ok((path, text))
}

/// The game as a file that [`open_record`] and [`load_game`] read.
pub fn written_record(game: &Game) -> String {
    let mut text = format!("game {}\n", game.rules().name());
    for (before, action) in game.course() {
        let _ = writeln!(text, "{}", game.rules().face().write(&before, &action));
    }
    text
}

/// The lines that say something, with their numbers and without comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split('#').next().unwrap_or("").trim()))
        .filter(|(_, line)| !line.is_empty())
}

struct Record<'a> {
    path: String,
    asked: &'a str,
    spec: Spec,
    amendments: Amendments,
}

impl Record<'_> {
    fn rules(&self, spec: &Spec, limits: Limits) -> Result<Rules, LoadError> {
        Rules::load_amended(spec, self.amendments.clone(), limits)
    }

    /// Replays a game of Hive in one line. What its type does not say, who
    /// starts and whether the tournament rule holds, is as it was asked for.
    fn replay_line(&self, line: &str, limits: Limits) -> Result<Game, RecordError> {
        let error = |error| RecordError::GameString { path: self.path.clone(), error };
        let string: GameString = line.parse().map_err(error)?;
        let by_type = Rules::load(&string.spec(&[]), limits.clone())?;
        let other = || RecordError::OtherGame {
            path: self.path.clone(),
            found: by_type.name().to_string(),
            asked: self.asked.to_string(),
        };
        let declarations = &by_type.program().declarations;
        let spec = string.spec_as_asked(&self.spec, declarations).map_err(LoadError::from)?;
        let rules = self.rules(&spec.ok_or_else(other)?, limits)?;
        string.replay(Game::new(Arc::new(rules))?).map_err(error)
    }

    fn replay(&self, lines: &[(usize, &str)], limits: Limits) -> Result<Game, RecordError> {
        let path = || self.path.clone();
        let mut lines = lines.iter().copied();
        let rules = match lines.next() {
            None => self.rules(&self.spec, limits)?,
            Some((line, first)) => match first.strip_prefix("game ") {
                Some(named) => self.agree(named.trim(), line, limits)?,
                None => {
                    let found = first.chars().take(60).collect();
                    let asked = self.asked.to_string();
                    return Err(RecordError::NoGame { path: path(), line, asked, found });
                }
            },
        };
        let mut game = Game::new(Arc::new(rules))?;
        for (line, written) in lines {
            if written == "players" || written.starts_with("players ") {
                continue;
            }
            let action = game
                .rules()
                .face()
                .read(&game, written)
                .map_err(|error| RecordError::Unreadable { path: path(), line, error })?;
            game.play(&action).map_err(|error| RecordError::Refused {
                path: path(),
                line,
                written: written.to_string(),
                error,
            })?;
        }
        Ok(game)
    }

    /// The rules the file names, if they are those asked for. Options that were
    /// not asked for are the file's to say.
    fn agree(&self, named: &str, line: usize, limits: Limits) -> Result<Rules, RecordError> {
        let error = |error| RecordError::Load { path: self.path.clone(), line, error };
        let other = || RecordError::OtherGame {
            path: self.path.clone(),
            found: named.to_string(),
            asked: self.asked.to_string(),
        };
        let found = Spec::parse(named).map_err(|e| error(e.into()))?;
        if !self.same_source(&found.source) {
            return Err(other());
        }
        // The path as it was asked for, the options as the file has them.
        let spec = Spec { source: self.spec.source.clone(), choices: found.choices };
        let rules = self.rules(&spec, limits).map_err(error)?;
        let asked = self.spec.options(&rules.program().declarations).map_err(LoadError::from)?;
        if self.spec.choices.is_empty() || asked == rules.options() {
            return Ok(rules);
        }
        Err(other())
    }

    /// Whether the file means the rules that were asked for. A path in it may
    /// start from where Hornet was started or from where the file is.
    fn same_source(&self, found: &Source) -> bool {
        match (found, &self.spec.source) {
            (Source::File(found), Source::File(asked)) => {
                let beside = Path::new(&self.path).parent().map(|folder| folder.join(found));
                let asked = asked.canonicalize().ok();
                [Some(found.clone()), beside]
                    .into_iter()
                    .flatten()
                    .any(|path| asked.is_some() && path.canonicalize().ok() == asked)
            }
            (found, asked) => found == asked,
        }
    }
}
