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
    whole_lines, written_action, written_head, written_players, written_resignation,
};
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::engine::Limits;

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
    /// Who plays, and up to where in the file that is said.
    players: (Vec<String>, u64),
    has_resigned: bool,
}

impl Journal {
    /// Begins a file with a game as it stands, and who plays it. A file that is
    /// there already must be empty.
    pub fn create(path: &Path, game: &Game, players: &[String]) -> Result<Journal, JournalError> {
        Journal::begin(path, game, players, open_empty)
    }

    /// The same with a file that must not be there at all, not even for another
    /// game that begins at this very moment.
    pub fn create_new(
        path: &Path,
        game: &Game,
        players: &[String],
    ) -> Result<Journal, JournalError> {
        Journal::begin(path, game, players, |path| {
            let opened = OpenOptions::new().write(true).create_new(true).open(path);
            opened.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    JournalError::Exists { path: path.display().to_string() }
                }
                _ => JournalError::Write { path: path.display().to_string(), error },
            })
        })
    }

    fn begin(
        path: &Path,
        game: &Game,
        players: &[String],
        open: impl FnOnce(&Path) -> Result<File, JournalError>,
    ) -> Result<Journal, JournalError> {
        let shown = || path.display().to_string();
        let mut text = written_head(game, players);
        if !names_the_game(&text, game) {
            let written = format!("game {}", game.rules().name());
            return Err(JournalError::Misread { path: shown(), written });
        }
        let mut ends = vec![text.len() as u64];
        for (before, action) in game.moves() {
            text.push_str(&line_of(path, &before, &action)?);
            ends.push(text.len() as u64);
        }
        let mut journal = Journal {
            path: path.into(),
            file: open(path)?,
            length: 0,
            players: (players.to_vec(), 0),
            ends,
            has_resigned: false,
        };
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
            players: (loaded.players.clone(), loaded.players_end),
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

    /// Writes down that others play from here on.
    pub fn change_players(&mut self, players: &[String]) -> Result<(), JournalError> {
        self.write(&written_players(players))?;
        self.players = (players.to_vec(), self.length);
        // It stays if what follows is taken back.
        if let Some(end) = self.ends.last_mut() {
            *end = self.length;
        }
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
        match self.players.clone() {
            // That others play now was cut off as well.
            (players, end) if end > self.length && !players.is_empty() => {
                self.change_players(&players)
            }
            _ => Ok(()),
        }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::*;
    use crate::game::Rules;
    use crate::play::{Dropped, load_record, recover_record};

    fn start(name: &str) -> Game {
        Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
    }

    fn start_of(text: &str) -> Game {
        Game::new(Arc::new(Rules::from_text("mine.pl", text).unwrap())).unwrap()
    }

    fn players(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    /// A directory, and a path in it.
    fn place() -> (TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.game");
        (directory, path)
    }

    fn play(game: &mut Game, journal: &mut Journal, moves: &[&str]) {
        for text in moves {
            let action = game.rules().presentation().read(game, text).unwrap();
            journal.append(game, &action).unwrap();
            game.play(&action).unwrap();
        }
    }

    fn resumed(path: &Path) -> (Journal, Loaded) {
        Journal::resume(path, None, Limits::default()).unwrap()
    }

    fn not_resumed(path: &Path) -> String {
        Journal::resume(path, None, Limits::default()).err().unwrap().to_string()
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_file_grows_with_its_game() {
        let (_directory, path) = place();
        let mut game = start("tanks:6");
        let mut journal = Journal::create(&path, &game, &players(&["human", "minimax:3"])).unwrap();
        assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\n");
        play(&mut game, &mut journal, &["b2-b3", "c5-c4"]);
        assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\nb2-b3\nc5-c4\n");
        journal.take_back(1).unwrap();
        game.undo();
        play(&mut game, &mut journal, &["d5-d4"]);
        journal.note("that was\nbetter").unwrap();
        let expected =
            "game tanks:6\nplayers human minimax:3\nb2-b3\nd5-d4\n# that was\n# better\n";
        assert_eq!((text(&path).as_str(), journal.actions()), (expected, 2));
        journal.take_back(9).unwrap();
        assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\n");
        assert_eq!(journal.actions(), 0);
    }

    /// Begun in the middle, a file tells how it came so far, and it can be
    /// taken back beyond that.
    #[test]
    fn a_file_may_begin_with_a_game_under_way() {
        let (_directory, path) = place();
        let (_other_directory, other) = place();
        let mut game = start("tanks:6");
        let mut journal = Journal::create(&path, &game, &[]).unwrap();
        play(&mut game, &mut journal, &["b2-b3", "c5-c4"]);
        let mut second = Journal::create(&other, &game, &[]).unwrap();
        assert_eq!(text(&other), "game tanks:6\nb2-b3\nc5-c4\n");
        second.take_back(1).unwrap();
        assert_eq!(text(&other), "game tanks:6\nb2-b3\n");
        assert!(same_file(&other, &other.parent().unwrap().join("./my.game")));
        assert!(!same_file(&path, &other));
        assert!(!same_file(&path, Path::new("no.game")));
    }

    #[test]
    fn who_resigned_is_read_again() {
        let (_directory, path) = place();
        let mut game = start("tanks:6");
        let mut journal = Journal::create(&path, &game, &players(&["human", "random"])).unwrap();
        play(&mut game, &mut journal, &["b2-b3"]);
        journal.resign(Atom::new("top")).unwrap();
        journal.note("after 3 minutes").unwrap();
        let action = game.legal().unwrap().remove(0);
        let error = journal.append(&game, &action).unwrap_err().to_string();
        assert!(error.contains("ended when somebody resigned"), "{error}");
        assert!(journal.resign(Atom::new("bot")).is_err(), "only one can");

        let (mut journal, loaded) = resumed(&path);
        assert_eq!(loaded.resigned, Some(Atom::new("top")));
        assert_eq!(loaded.players, ["human", "random"]);
        assert!(matches!(journal.append(&game, &action), Err(JournalError::Ended { .. })));
        journal.take_back(0).unwrap();
        assert!(text(&path).ends_with("random\nb2-b3\n"), "only that they resigned is gone");
        journal.append(&game, &action).unwrap();
        assert_eq!(resumed(&path).1.game.actions().len(), 2);

        for (line, said) in [
            (
                "resigned white\n",
                ":3: `white` does not play, and cannot resign; the players are bot, top",
            ),
            (
                "resigned top # enough\nb2-b3\n",
                ":4: the game ended when top resigned; found `b2-b3`",
            ),
            ("resigned top\nresigned bot\n", ":4: the game ended when top resigned"),
        ] {
            fs::write(&path, format!("game tanks:6\nplayers a b\n{line}")).unwrap();
            let error = not_resumed(&path);
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_there_is_not_written_over() {
        let (_directory, path) = place();
        let game = start("tanks:6");
        fs::write(&path, "precious").unwrap();
        let error = Journal::create(&path, &game, &[]).unwrap_err().to_string();
        assert!(error.contains("my.game is there already"), "{error}");
        assert!(error.contains("another name, or go on with that game by `--load "), "{error}");
        assert_eq!(text(&path), "precious");
        fs::write(&path, "").unwrap();
        Journal::create(&path, &game, &[]).unwrap();
        assert_eq!(text(&path), "game tanks:6\n", "an empty file holds nothing to lose");
    }

    #[test]
    fn what_cannot_be_written_is_told_before_the_game_begins() {
        let (directory, path) = place();
        let game = start("tanks:6");
        let told = |path: &Path| Journal::create(path, &game, &[]).unwrap_err().to_string();
        let error = told(directory.path());
        assert!(error.ends_with("is a directory: a game is kept in a file, such as my.game"));
        let error = told(&directory.path().join("games/my.game"));
        assert!(error.contains("there is no directory ") && error.contains("/games; create it"));
        fs::write(&path, "").unwrap();
        let error = told(&path.join("my.game"));
        assert!(error.contains("there is no directory "), "{error}");
        let error = told(&directory.path().join("long".repeat(100)));
        assert!(error.starts_with("cannot write ") && error.contains("longlong: "), "{error}");
        let error = told(Path::new(""));
        assert!(error.starts_with("cannot write : "), "{error}");
        if cfg!(unix) {
            assert!(told(Path::new("/dev/null")).starts_with("/dev/null is no ordinary file"));
        }
    }

    #[test]
    fn what_cannot_be_resumed_is_told() {
        let (directory, path) = place();
        assert!(not_resumed(&path).starts_with("cannot read "), "it is not there");
        assert!(not_resumed(directory.path()).contains("is a directory"));
        for head in ["", "game hi", "# mine\n", "\0\0", "game tanks:6\nrule of", "game tanks\np"] {
            fs::write(&path, head).unwrap();
            let error = not_resumed(&path);
            assert!(error.contains("my.game ends before its game begins"), "{head:?}: {error}");
            assert_eq!(text(&path), head, "it stays as it is");
        }
        fs::write(&path, "game hi\n").unwrap();
        assert!(not_resumed(&path).contains("there is no game `hi`"));
        fs::write(&path, b"game tanks\nb2-\xff\n").unwrap();
        assert!(not_resumed(&path).contains("utf-8"));
        fs::write(&path, "game tanks\nb2-b9\nb2").unwrap();
        assert!(not_resumed(&path).contains(":2: "), "a whole line that is wrong is an error");
        assert_eq!(text(&path), "game tanks\nb2-b9\nb2");
        fs::write(&path, "game tanks\n").unwrap();
        let other = Journal::resume(&path, Some("hive"), Limits::default()).err().unwrap();
        assert!(other.to_string().contains("is a game of tanks, not of hive"), "{other}");
    }

    /// It can be loaded, but its line cannot be written on.
    #[test]
    fn a_game_in_one_line_does_not_grow() {
        let (_directory, path) = place();
        for line in ["Base;wS1", "Base;wS1\n"] {
            fs::write(&path, line).unwrap();
            assert!(not_resumed(&path).contains("in one line"), "{line:?}");
            assert_eq!(text(&path), line);
            let loaded = recover_record(&path, Some("hive"), Limits::default()).unwrap();
            assert_eq!(loaded.game.actions().len(), 1);
        }
        assert!(not_resumed(Path::new("Base;wS1")).starts_with("Base;wS1 is a game of Hive"));
        assert!(recover_record(Path::new("Base;wS1"), None, Limits::default()).is_ok());
    }

    /// Files written elsewhere: line ends of Windows, a mark at the beginning,
    /// comments, a last line without its end.
    #[test]
    fn files_by_hand_can_be_gone_on_with() {
        let (_directory, path) = place();
        let head = "\u{feff}# é\r\ngame tanks:6\r\nplayers human 'my engine'  # two\r\n";
        let first = "\r\n# good:\r\nb2-b3   # it's fine\r\n";
        fs::write(&path, format!("{head}{first}# and\r\nc5-c4")).unwrap();
        let whole = load_record(&path, None, Limits::default()).unwrap();
        assert_eq!((whole.game.actions().len(), whole.dropped), (2, None));
        let (mut journal, loaded) = resumed(&path);
        assert_eq!(loaded.game.actions().len(), 1);
        assert_eq!(loaded.players, ["human", "my engine"]);
        let told = loaded.dropped.unwrap().to_string();
        assert_eq!(told, "line 8 was not written to its end, and is dropped: `c5-c4`");
        let mut game = loaded.game;
        play(&mut game, &mut journal, &["d5-d4"]);
        assert_eq!(text(&path), format!("{head}{first}# and\r\nd5-d4\n"));
        journal.take_back(1).unwrap();
        assert_eq!(text(&path), format!("{head}{first}"), "a comment goes with what it is about");
        journal.take_back(1).unwrap();
        assert_eq!(text(&path), head);
        assert_eq!(resumed(&path).1.players, ["human", "my engine"]);
    }

    #[test]
    fn nul_bytes_at_the_end_are_cut_off() {
        let (_directory, path) = place();
        for (end, line) in [("\0\0\0\0", ""), ("c5-\0\0", "c5-")] {
            fs::write(&path, format!("game tanks:6\nb2-b3\n{end}")).unwrap();
            let (_, loaded) = resumed(&path);
            assert_eq!(loaded.dropped.unwrap(), Dropped { line: 3, text: line.into() });
            assert_eq!(text(&path), "game tanks:6\nb2-b3\n");
        }
    }

    #[test]
    fn a_file_that_somebody_else_changed_is_left_alone() {
        let (_directory, path) = place();
        let mut game = start("tanks:6");
        let mut journal = Journal::create(&path, &game, &[]).unwrap();
        play(&mut game, &mut journal, &["b2-b3"]);
        let action = game.legal().unwrap().remove(0);
        fs::write(&path, "game tanks:6\nc2-c3\n# mine\n").unwrap();
        let error = journal.append(&game, &action).unwrap_err().to_string();
        assert!(error.contains("changed or removed") && error.contains("another file"), "{error}");
        assert!(journal.take_back(1).is_err());
        assert_eq!(text(&path), "game tanks:6\nc2-c3\n# mine\n");
        fs::remove_file(&path).unwrap();
        assert!(matches!(journal.append(&game, &action), Err(JournalError::Changed { .. })));
        assert!(!path.exists());
    }

    /// As on a full disk: nothing has changed, and later it may go on.
    #[test]
    fn a_line_that_cannot_be_written_does_no_harm() {
        let (_directory, path) = place();
        let mut game = start("tanks:6");
        let mut journal = Journal::create(&path, &game, &[]).unwrap();
        let action = game.legal().unwrap().remove(0);
        let good = std::mem::replace(&mut journal.file, File::open(&path).unwrap());
        let error = journal.append(&game, &action).unwrap_err().to_string();
        assert!(error.starts_with("cannot write "), "{error}");
        assert_eq!(journal.actions(), 0);
        journal.file = good;
        play(&mut game, &mut journal, &["b2-b3"]);
        assert_eq!(text(&path), "game tanks:6\nb2-b3\n");
    }

    const SAYING: &str = "
        :- players([red, blue]).
        :- type(word, ['a # b', 'don''t', '#', 'two\\nlines']).
        :- state(turn(player)).
        :- action(say(word)).
        :- action(players).
        start(turn(red)).
        legal(say(W)) :- turn(_), word(W).
        legal(players) :- turn(_).
        draw :- turn_number(9).
    ";

    /// What looks like a comment, or like another kind of line, is not written
    /// unless it is sure to be read as it is meant.
    #[test]
    fn only_what_is_read_again_is_written() {
        let (_directory, path) = place();
        let mut game = start_of(SAYING);
        let mut journal = Journal::create(&path, &game, &[]).unwrap();
        let mut written = 0;
        for action in game.legal().unwrap() {
            match journal.append(&game, &action) {
                Ok(()) => {
                    game.play(&action).unwrap();
                    written += 1;
                }
                Err(error) => {
                    assert!(matches!(error, JournalError::Misread { .. }), "{error}");
                    assert!(["players", "say(#)"].contains(&action.to_string().as_str()));
                }
            }
        }
        assert_eq!(written, 3);
        let lines: Vec<String> = text(&path).lines().map(String::from).collect();
        assert_eq!(lines[1..], ["say('a # b')", "say('don\\'t')", "say('two\\nlines')"]);
    }
}
