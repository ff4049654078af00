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
//! A game that is played by changed rules says how they differ, before its first
//! action:
//!
//! ```text
//! game tanks
//! rule off tanks.pl: heading(bot, diagonal, nw).
//! rule add heading(bot, diagonal, w) :- true.
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
use crate::logic::amend::{Amendments, SwitchedOff};
use crate::logic::interpreter::{EvalError, Limits};
use crate::logic::printer::print_clause;
use crate::logic::reader;
use crate::logic::source::Sources;
use crate::logic::term::Item;

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
    /// A line that should change a rule, and does not.
    #[error(
        "{path}:{line}: `{found}` changes no rule; write `rule add CLAUSE.` or \
         `rule off FILE: CLAUSE.`"
    )]
    NoRule {
        /// The file.
        path: String,
        /// The line.
        line: usize,
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

fn how_it_failed(error: &PlayError) -> String {
    match error {
        PlayError::Refused(refusal) => format!("is refused: {}", refusal.why()),
        PlayError::Eval(error) => format!("cannot be played: {error}"),
    }
}

/// The game that `asked` names, at its start or as a file leaves it. Where there
/// is no such file, its name may be a game of Hive in one line.
pub fn load_game(asked: &str, file: Option<&Path>, limits: Limits) -> Result<Game, RecordError> {
    let spec = Spec::parse(asked).map_err(LoadError::from)?;
    let Some(file) = file else {
        return Ok(Game::new(Arc::new(Rules::load(&spec, limits)?))?);
    };
    let (path, text) = read(file)?;
    Record { path, asked, spec }.replay(&text, limits)
}

/// The game in a file, whichever it is; a game of Hive in one line does in
/// place of a file.
pub fn open_record(file: &Path, limits: Limits) -> Result<Game, RecordError> {
    let (path, text) = read(file)?;
    let (line, first) = lines(&text).next().unwrap_or((1, ""));
    let asked = match first.strip_prefix("game ") {
        Some(named) => named.trim(),
        None if GameString::is_meant(first) => "hive",
        None => {
            let (found, asked) = (first.chars().take(60).collect(), "hive".into());
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
    Record { path, asked, spec }.replay(&text, limits)
}

/// A file's name and text. Where there is no such file, the name itself may be
/// a game of Hive.
fn read(file: &Path) -> Result<(String, String), RecordError> {
    if let Some(text) = file.to_str().filter(|text| GameString::is_meant(text) && !file.exists()) {
        return Ok(("the GameString".into(), text.into()));
    }
    let path = file.display().to_string();
    let text = read_text(file).map_err(|error| RecordError::File { path: path.clone(), error })?;
    Ok((path, text))
}

/// The game as a file that [`open_record`] and [`load_game`] read.
pub fn written_record(game: &Game) -> String {
    let rules = game.rules();
    let mut text = format!("game {}\n", rules.name());
    if !rules.is_by_the_book() {
        text.push_str(&written_amendments(rules.amendments()));
    }
    for (before, action) in game.course() {
        let _ = writeln!(text, "{}", rules.face().write(&before, &action));
    }
    text
}

/// How the rules differ from their text, a line each.
fn written_amendments(amendments: &Amendments) -> String {
    let mut lines = String::new();
    for off in &amendments.off {
        let _ = writeln!(lines, "rule off {}: {}.", off.file, off.clause);
    }
    for (name, text) in amendments.texts() {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        for item in reader::read(&sources, file).0 {
            let Item::Clause(term) = item else { continue };
            // A file that was taken in may have clauses that are off, too.
            if !amendments.switch_off(&sources, term.span) {
                let clause = print_clause(&term);
                let goals: Vec<&str> = clause.lines().map(str::trim).collect();
                let _ = writeln!(lines, "rule add {}", goals.join(" "));
            }
        }
    }
    lines
}

/// The amendment that a line of a game file makes.
fn amend(amendments: &mut Amendments, line: &str) -> Option<()> {
    match line.strip_prefix("rule ")?.trim().split_once(' ')? {
        ("add", clause) => amendments.added.push(clause.trim().to_string()),
        ("off", clause) => {
            let (file, clause) = clause.split_once(": ")?;
            let clause = clause.trim().strip_suffix('.')?.to_string();
            amendments.off.push(SwitchedOff { file: file.trim().to_string(), clause });
        }
        _ => return None,
    }
    Some(())
}

/// The lines that say something, with their numbers and without comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .map(|(number, line)| match line.starts_with("rule ") {
            true => (number, line),
            false => (number, line.split('#').next().unwrap_or("").trim()),
        })
        .filter(|(_, line)| !line.is_empty())
}

struct Record<'a> {
    path: String,
    asked: &'a str,
    spec: Spec,
}

impl Record<'_> {
    fn replay(&self, text: &str, limits: Limits) -> Result<Game, RecordError> {
        let lines: Vec<(usize, &str)> = lines(text).collect();
        match lines.as_slice() {
            [(_, line)] if GameString::is_meant(line) => self.replay_line(line, limits),
            lines => self.replay_lines(lines, limits),
        }
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
        let rules = Rules::load(&spec.ok_or_else(other)?, limits)?;
        string.replay(Game::new(Arc::new(rules))?).map_err(error)
    }

    fn replay_lines(&self, lines: &[(usize, &str)], limits: Limits) -> Result<Game, RecordError> {
        let path = || self.path.clone();
        let count = lines.iter().skip(1).take_while(|(_, line)| line.starts_with("rule ")).count();
        let (head, lines) = lines.split_at(lines.len().min(1 + count));
        let rules = match head {
            [] => Rules::load(&self.spec, limits)?,
            [(line, first), changes @ ..] => match first.strip_prefix("game ") {
                Some(named) => {
                    let amendments = self.amendments(changes)?;
                    self.agree(named.trim(), *line, amendments, limits)?
                }
                None => {
                    let found = first.chars().take(60).collect();
                    let (line, asked) = (*line, self.asked.to_string());
                    return Err(RecordError::NoGame { path: path(), line, asked, found });
                }
            },
        };
        let mut game = Game::new(Arc::new(rules))?;
        for (line, written) in lines.iter().copied() {
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

    fn amendments(&self, lines: &[(usize, &str)]) -> Result<Amendments, RecordError> {
        let mut amendments = Amendments::default();
        for (line, text) in lines {
            if amend(&mut amendments, text).is_none() {
                let (path, found) = (self.path.clone(), text.chars().take(60).collect());
                return Err(RecordError::NoRule { path, line: *line, found });
            }
        }
        Ok(amendments)
    }

    /// The rules the file names, if they are those asked for. Options that were
    /// not asked for are the file's to say.
    fn agree(
        &self,
        named: &str,
        line: usize,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Rules, RecordError> {
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
        let rules = Rules::load_amended(&spec, amendments, limits).map_err(error)?;
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
