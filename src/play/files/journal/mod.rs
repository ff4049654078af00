//! Game files that grow with the game, so that nothing is lost when it stops.
//!
//! Each action is one line, written in one go and synced to the disk before the
//! game goes on. The process may be killed at any moment: at worst the file then
//! ends with an unfinished line. [`Journal::resume`] cuts it off, reports it, and
//! continues after the last whole line.
//!
//! Taking back cuts the file after the action that is then the last one, so a
//! file always tells how the position came about, from its first line to its
//! last. Cutting happens at once or not at all, so the file can be loaded at any
//! time.

mod error;
mod synced_file;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use self::error::JournalError;
use self::synced_file::SyncedFile;
pub use self::synced_file::{is_in_use, same_file};
use super::{
    FindRules, Loaded, Rulebook, is_game_string, names_the_game, reads_as, records, recovered,
    sets_up, whole_lines, written_action, written_comment, written_head, written_players,
    written_settlement,
};
use crate::game::{Action, Game, Settlement};
use crate::logic::engine::Limits;

/// A game file that is open, and grows with its game.
#[derive(Debug)]
pub struct Journal {
    file: SyncedFile,
    /// The length of the file before the first action, then after each, in bytes.
    ends: Vec<u64>,
    players: Players,
    is_settled: bool,
}

/// Who plays, and the length of the file after the line that says so.
#[derive(Debug)]
struct Players {
    names: Vec<String>,
    end: u64,
}

impl Journal {
    /// Begins a file with a game as it stands, and who plays it. If the file
    /// exists, it must be empty.
    pub fn create(path: &Path, game: &Game, players: &[String]) -> Result<Journal, JournalError> {
        Journal::begin(path, game, players, SyncedFile::create)
    }

    /// The same with a file that must not exist yet, not even for another game
    /// that begins at the same moment.
    pub fn create_new(
        path: &Path,
        game: &Game,
        players: &[String],
    ) -> Result<Journal, JournalError> {
        Journal::begin(path, game, players, SyncedFile::create_new)
    }

    fn begin(
        path: &Path,
        game: &Game,
        players: &[String],
        create: impl FnOnce(&Path, &str) -> Result<SyncedFile, JournalError>,
    ) -> Result<Journal, JournalError> {
        let mut text = written_head(game, players);
        if !names_the_game(&text, game) {
            let path = path.display().to_string();
            let written = format!("game {}", game.rules().name());
            return Err(JournalError::Misread { path, written });
        }
        if !sets_up(&text, game) {
            let (path, written) = (path.display().to_string(), "the position it began from".into());
            return Err(JournalError::Misread { path, written });
        }
        let mut ends = vec![text.len() as u64];
        for (index, (before, action)) in game.moves().into_iter().enumerate() {
            text.push_str(&line_of(path, &before, &action)?);
            text.push_str(&written_comment(game, index + 1));
            ends.push(text.len() as u64);
        }
        text.extend(game.settlement().map(written_settlement));
        let file = create(path, &text)?;
        let players = Players { names: players.to_vec(), end: 0 };
        Ok(Journal { file, ends, players, is_settled: game.settlement().is_some() })
    }

    /// Continues a file: the game in it, and the file to write to. The game may
    /// have to be the one `asked` for.
    ///
    /// A last line without its line break is cut off; see [`Loaded::dropped`].
    pub fn resume(
        path: &Path,
        asked: Option<&str>,
        limits: Limits,
    ) -> Result<(Journal, Loaded), JournalError> {
        Journal::reopen(path, Rulebook::Asked(asked), limits)
    }

    /// The same with rules that somebody else finds. Moves that were played are not
    /// judged by them.
    pub fn resume_by(
        path: &Path,
        find: FindRules<'_>,
        limits: Limits,
    ) -> Result<(Journal, Loaded), JournalError> {
        Journal::reopen(path, Rulebook::By(find), limits)
    }

    fn reopen(
        path: &Path,
        rulebook: Rulebook<'_>,
        limits: Limits,
    ) -> Result<(Journal, Loaded), JournalError> {
        let one_line = || JournalError::OneLine { path: path.display().to_string() };
        if is_game_string(path) {
            return Err(one_line());
        }
        let (mut file, bytes) = SyncedFile::open(path)?;
        if records::are_meant(&String::from_utf8_lossy(&bytes)) {
            return Err(JournalError::OtherFormat { path: path.display().to_string() });
        }
        let loaded = recovered(path, &bytes, rulebook, limits)?;
        if loaded.ends.is_empty() {
            return Err(one_line());
        }
        file.cut(whole_lines(&bytes).0 as u64)?;
        let journal = Journal {
            file,
            ends: loaded.ends.clone(),
            players: Players { names: loaded.players.clone(), end: loaded.players_end },
            is_settled: loaded.game.settlement().is_some(),
        };
        Ok((journal, loaded))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// How many actions it holds.
    pub fn actions(&self) -> usize {
        self.ends.len() - 1
    }

    /// Writes an action that is played in the game as it stands `before`. Once
    /// this returns, the action is on the disk.
    pub fn append(&mut self, before: &Game, action: &Action) -> Result<(), JournalError> {
        self.must_be_open()?;
        let line = line_of(self.path(), before, action)?;
        self.file.append(&line)?;
        self.ends.push(self.file.length());
        Ok(())
    }

    /// Writes that others play from here on.
    pub fn change_players(&mut self, players: &[String]) -> Result<(), JournalError> {
        self.file.append(&written_players(players))?;
        let end = self.file.length();
        self.players = Players { names: players.to_vec(), end };
        // It stays if later actions are taken back.
        if let Some(last) = self.ends.last_mut() {
            *last = end;
        }
        Ok(())
    }

    /// Writes how the players end the game.
    pub fn settle(&mut self, settlement: Settlement) -> Result<(), JournalError> {
        self.must_be_open()?;
        self.file.append(&written_settlement(settlement))?;
        self.is_settled = true;
        Ok(())
    }

    /// Writes a comment, such as how the game ended.
    pub fn note(&mut self, text: &str) -> Result<(), JournalError> {
        let lines: String = text.lines().map(|line| format!("# {}\n", line.trim_end())).collect();
        self.file.append(&lines)
    }

    /// Takes the last `count` actions back, or all if they are fewer. What was
    /// written after them, comments and how the players ended the game, goes with them; with a
    /// `count` of 0, that alone.
    pub fn take_back(&mut self, count: usize) -> Result<(), JournalError> {
        let left = self.actions().saturating_sub(count);
        self.file.cut(self.ends[left])?;
        self.ends.truncate(left + 1);
        self.is_settled = false;
        let Players { names, end } = &self.players;
        // That others play now may have been cut off as well.
        if *end > self.file.length() && !names.is_empty() {
            self.change_players(&names.clone())?;
        }
        Ok(())
    }

    fn must_be_open(&self) -> Result<(), JournalError> {
        match self.is_settled {
            true => Err(JournalError::Ended { path: self.path().display().to_string() }),
            false => Ok(()),
        }
    }
}

/// The line of an action, which is sure to be read as that action again.
fn line_of(path: &Path, before: &Game, action: &Action) -> Result<String, JournalError> {
    let line = written_action(before, action);
    if reads_as(&line, before, action) {
        return Ok(line);
    }
    let (path, written) = (path.display().to_string(), line.trim_end().to_string());
    Err(JournalError::Misread { path, written })
}
