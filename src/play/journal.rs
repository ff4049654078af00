//! Game files that grow with the game, so that nothing is lost when it stops.
//!
//! Each action is one line, written in one go and brought to the disk before the
//! game goes on. Whoever plays may be killed at any moment: at worst the file
//! then ends with a line that is not finished. [`Journal::resume`] cuts it off,
//! says so, and goes on behind the last whole line.
//!
//! Taking back cuts the file at the end of the action that stands again. Of all
//! that could be done this leaves the least to be understood: a file tells how
//! the position came about, and never has to be read backwards. Cutting happens
//! at once or not at all, so the file can be loaded at any time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::{
    Loaded, RecordError, is_game_string, names_the_game, reads_as, recovered, unreadable,
    written_action, written_head, written_resignation,
};
use super::unfinished::whole_lines;
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::interpreter::Limits;

/// Why a game cannot be kept in a file.
#[derive(Debug, Error)]
pub enum JournalError {
    /// There is such a file, and it is not empty.
    #[error(
        "{path} is there already, and is not written over: choose another name, or go on with \
         that game by `--load {path}`"
    )]
    Exists {
        /// The file.
        path: String,
    },
    /// It is something else than a file.
    #[error("{path} is {}: a game is kept in a file, such as my.game", if Path::new(.path).is_dir() { "a directory" } else { "no ordinary file" })]
    NoFile {
        /// What was named.
        path: String,
    },
    /// The directory that the file should be in is not there.
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
    /// It is not as it was left.
    #[error(
        "{path} was changed or removed by somebody else while the game went on, and is left as \
         it is: save the game to another file"
    )]
    Changed {
        /// The file.
        path: String,
    },
    /// A game of Hive in one line, which nothing can be added to.
    #[error(
        "{path} is a game of Hive in one line, which cannot grow: name another file to save the \
         game to"
    )]
    OneLine {
        /// The file.
        path: String,
    },
    /// Something that would not be read as it is meant.
    #[error("{path} cannot hold `{written}`: as a line of a game file it would be misread")]
    Misread {
        /// The file.
        path: String,
        /// The line.
        written: String,
    },
    /// Somebody has resigned.
    #[error(
        "the game in {path} ended when somebody resigned: take that back before playing \
         on"
    )]
    Ended {
        /// The file.
        path: String,
    },
    /// What it holds cannot be loaded.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game file that is open, and grows with its game.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// How many bytes the file has, as far as we know.
    length: u64,
    /// How many of them go up to the first action, then to the end of each.
    ends: Vec<u64>,
    has_resigned: bool,
}

impl Journal {
    /// Begins a file with a game as it stands, and who plays it. A file that is
    /// there already must be empty.
    pub fn create(path: &Path, game: &Game, players: &[String]) -> Result<Journal, JournalError> {
        let shown = || path.display().to_string();
        let mut text = written_head(game, players);
        if !names_the_game(&text, game) {
            let written = format!("game {}", game.rules().name());
            return Err(JournalError::Misread { path: shown(), written });
        }
        let mut ends = vec![text.len() as u64];
        for (before, action) in game.course() {
            text.push_str(&line_of(path, &before, &action)?);
            ends.push(text.len() as u64);
        }
        let file = open_empty(path)?;
        let mut journal = Journal { path: path.into(), file, length: 0, ends, has_resigned: false };
        journal.write(&text)?;
        journal.file.sync_all().map_err(|error| journal.cannot_write(error))?;
        sync_directory(path);
        Ok(journal)
    }

    /// Goes on with a file: the game in it, and the file to write on. The game
    /// may have to be the one `asked` for.
    ///
    /// A last line without its line break is cut off; [`Loaded::dropped`] tells.
    pub fn resume(
        path: &Path,
        asked: Option<&str>,
        limits: Limits,
    ) -> Result<(Journal, Loaded), JournalError> {
        let shown = || path.display().to_string();
        if is_game_string(path) {
            return Err(JournalError::OneLine { path: shown() });
        }
        let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if !found.is_file() {
            return Err(JournalError::NoFile { path: shown() });
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| JournalError::Write { path: shown(), error })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
        let loaded = recovered(path, &bytes, asked, limits)?;
        if loaded.ends.is_empty() {
            return Err(JournalError::OneLine { path: shown() });
        }
        let mut journal = Journal {
            path: path.into(),
            file,
            length: bytes.len() as u64,
            ends: loaded.ends.clone(),
            has_resigned: loaded.resigned.is_some(),
        };
        journal.cut(whole_lines(&bytes).0 as u64)?;
        Ok((journal, loaded))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many actions it holds.
    pub fn actions(&self) -> usize {
        self.ends.len() - 1
    }

    /// Writes an action down that is played in the game as it stands `before`.
    /// Once this returns, the action is on the disk.
    pub fn append(&mut self, before: &Game, action: &Action) -> Result<(), JournalError> {
        self.must_go_on()?;
        let line = line_of(&self.path, before, action)?;
        self.write(&line)?;
        self.ends.push(self.length);
        Ok(())
    }

    /// Writes down that a player of the game has given up, which ends it.
    pub fn resign(&mut self, player: Atom) -> Result<(), JournalError> {
        self.must_go_on()?;
        self.write(&written_resignation(player))?;
        self.has_resigned = true;
        Ok(())
    }

    /// Writes a comment, such as how the game ended.
    pub fn note(&mut self, text: &str) -> Result<(), JournalError> {
        let lines: String = text.lines().map(|line| format!("# {}\n", line.trim_end())).collect();
        self.write(&lines)
    }

    /// Takes the last `count` actions back, or all if they are fewer. What was
    /// written behind them, comments and that somebody resigned, goes with them;
    /// without any action, that alone.
    pub fn take_back(&mut self, count: usize) -> Result<(), JournalError> {
        let left = self.actions().saturating_sub(count);
        self.cut(self.ends[left])?;
        self.ends.truncate(left + 1);
        self.has_resigned = false;
        Ok(())
    }

    fn must_go_on(&self) -> Result<(), JournalError> {
        match self.has_resigned {
            true => Err(JournalError::Ended { path: self.path.display().to_string() }),
            false => Ok(()),
        }
    }

    /// Adds to the file in one go, and brings it to the disk.
    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        let end = SeekFrom::Start(self.length);
        let written = self.file.seek(end).and_then(|_| self.file.write_all(text.as_bytes()));
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // So that the next line does not join what got through of this one.
            let _ = self.file.set_len(self.length);
            return Err(self.cannot_write(error));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Makes the file shorter, if it is not as short already.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        if length < self.length {
            self.file.set_len(length).map_err(|error| self.cannot_write(error))?;
            self.length = length;
            self.file.sync_all().map_err(|error| self.cannot_write(error))?;
        }
        Ok(())
    }

    /// Writing on something that was edited meanwhile would only make rubbish of
    /// it, and on something that was removed, nothing at all.
    fn must_be_unchanged(&self) -> Result<(), JournalError> {
        match fs::metadata(&self.path) {
            Ok(found) if found.len() == self.length => Ok(()),
            _ => Err(JournalError::Changed { path: self.path.display().to_string() }),
        }
    }

    fn cannot_write(&self, error: io::Error) -> JournalError {
        JournalError::Write { path: self.path.display().to_string(), error }
    }
}

/// Whether two paths lead to the same file: one that is loaded and saved to is
/// resumed, and not begun anew.
pub fn same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The line of an action, sure to be read as that action again.
fn line_of(path: &Path, before: &Game, action: &Action) -> Result<String, JournalError> {
    let line = written_action(before, action);
    if reads_as(&line, before, action) {
        return Ok(line);
    }
    let (path, written) = (path.display().to_string(), line.trim_end().to_string());
    Err(JournalError::Misread { path, written })
}

/// A new file, or one that is empty.
fn open_empty(path: &Path) -> Result<File, JournalError> {
    let shown = || path.display().to_string();
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(JournalError::NoFile { path: shown() }),
        Ok(found) if found.len() > 0 => return Err(JournalError::Exists { path: shown() }),
        _ => {}
    }
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    opened.map_err(|error| {
        let directory = directory_of(path);
        if directory.is_dir() {
            return JournalError::Write { path: shown(), error };
        }
        JournalError::NoDirectory { path: shown(), directory: directory.display().to_string() }
    })
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Brings to the disk that there is such a file. Not every system can, and then
/// it is as good as it gets.
fn sync_directory(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    }
}
