//! Game files: reading and writing them, and saving a game while it is played.
//!
//! A game file has a line that names the game, then one action a line:
//!
//! ```text
//! # a short one
//! game tanks:6
//! players human random
//! b2-b3
//! c5-c4
//! ```
//!
//! A game by changed rules says how they differ, before its first action:
//!
//! ```text
//! game tanks
//! rule off tanks.pl: heading(bot, diagonal, nw).
//! rule add heading(bot, diagonal, w) :- true.
//! ```
//!
//! A game that begins from a position of its own says what holds in it, and may say
//! which turn comes:
//!
//! ```text
//! game tanks:6
//! setup tank(b3, bot, heavy)
//! setup tank(c5, top, medium)
//! setup turn_number(7)
//! setup turn(bot)
//! ```
//!
//! A game that its players ended says how in its last line: `resigned bot`, or
//! `agreed draw`. What is known about a game stands in brackets, comments on it in
//! braces, both as in PGN.
//!
//! A game of Hive may also be one line as other programs write it, in a file or
//! as it is: `Base;InProgress;Black[1];wS1`. In any file, empty lines and what
//! follows a `#` are ignored.

mod error;
mod journal;
mod legal_part;
mod line;
mod records;
mod replay;
mod saved_games;
mod unfinished;
mod words;
mod written;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::error::RecordError;
pub use self::journal::{Journal, JournalError, is_in_use, same_file};
pub use self::legal_part::LegalPart;
use self::line::{Line, fact_set_up, lines};
pub use self::records::pgn::written as written_pgn;
use self::replay::{Asked, Record};
pub use self::replay::{FindRules, continuing};
pub use self::saved_games::{SavedGame, games_folder, save_in, saved_games, state_folder};
pub use self::unfinished::{Dropped, whole_lines};
pub use self::written::{
    names_the_game, reads_as, sets_up, written_action, written_comment, written_head,
    written_players, written_record, written_record_of, written_settlement,
};
use crate::game::{
    Game, GameString, LoadError, Relaxed, Rules, SetupError, Source, Spec, read_bytes, read_text,
};
use crate::logic::engine::Limits;

/// A game that was loaded from a file.
#[derive(Clone)]
pub struct Loaded {
    /// The game after its last action.
    pub game: Game,
    /// Who plays, as the line `players` names them; empty without such a line.
    pub players: Vec<String>,
    /// The options that are off because its moves need that.
    pub relaxed: Vec<Relaxed>,
    /// What its record says about the result, if the rules say otherwise.
    pub contradiction: Option<String>,
    /// An unfinished line at the end, which was ignored.
    pub dropped: Option<Dropped>,
    /// The length of the file before the first action, then after each, in bytes;
    /// empty for a game in one line.
    ends: Vec<u64>,
    /// The length of the file after the line that says who plays.
    players_end: u64,
}

impl Loaded {
    /// Whether actions can be added to its file.
    pub fn is_in_game_file(&self) -> bool {
        !self.ends.is_empty()
    }

    /// What is to be said about how it was loaded.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> =
            self.relaxed.iter().map(|relaxed| relaxed.to_string()).collect();
        remarks.extend(self.contradiction.clone());
        remarks
    }

    fn without_lines(game: Game) -> Loaded {
        Loaded {
            game,
            players: Vec::new(),
            relaxed: Vec::new(),
            contradiction: None,
            dropped: None,
            ends: Vec::new(),
            players_end: 0,
        }
    }
}

/// A game in a file, which may hold several: the one with that number, counted from
/// 1, or the only one.
#[derive(Clone, Copy, Debug)]
pub struct InFile<'a> {
    /// The file. If there is no such file, its name may be a game of Hive in one line.
    pub file: &'a Path,
    /// Which of its games.
    pub number: Option<usize>,
}

impl<'a> From<&'a Path> for InFile<'a> {
    fn from(file: &'a Path) -> InFile<'a> {
        InFile { file, number: None }
    }
}

impl<'a> From<&'a PathBuf> for InFile<'a> {
    fn from(file: &'a PathBuf) -> InFile<'a> {
        file.as_path().into()
    }
}

/// The game that `asked` names, at its start or loaded from a file. If there is
/// no such file, its name may be a game of Hive in one line.
pub fn load_game(asked: &str, file: Option<&Path>, limits: Limits) -> Result<Game, RecordError> {
    let Some(file) = file else {
        return Ok(Game::new(Arc::new(load_rules(asked, limits)?))?);
    };
    Ok(load_record(file, Some(asked), limits)?.game)
}

/// The rules that `asked` names. Records are often taken for rules by mistake, whose errors
/// would say nothing of that.
pub fn load_rules(asked: &str, limits: Limits) -> Result<Rules, RecordError> {
    let spec = Spec::parse(asked).map_err(LoadError::from)?;
    Rules::load(&spec, limits).map_err(|error| match (&spec.source, error) {
        (Source::File(path), LoadError::Rejected(_)) if is_record(path) => {
            RecordError::NotRules { path: path.display().to_string() }
        }
        (_, error) => error.into(),
    })
}

/// Whether a file holds a game that was played.
fn is_record(path: &Path) -> bool {
    let Ok(text) = read_text(path) else { return false };
    let begins = |line: Line| line.text.starts_with("game ") || GameString::is_meant(line.text);
    records::are_meant(&text) || lines(&text).next().is_some_and(begins)
}

/// The game in a file, whichever it is. A game of Hive in one line may take the
/// place of a file.
pub fn open_record<'a>(place: impl Into<InFile<'a>>, limits: Limits) -> Result<Game, RecordError> {
    Ok(load_record(place, None, limits)?.game)
}

/// A game with all that its file says: the game `asked` for, or any. The last
/// line need not have a line break, as editors may leave it out.
pub fn load_record<'a>(
    place: impl Into<InFile<'a>>,
    asked: Option<&str>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let InFile { file, number } = place.into();
    let asked = asked.map(Asked::parse).transpose()?;
    let (path, text) = read(file)?;
    if records::are_meant(&text) {
        return records::replay(&text, number, &Record::of_hive(path, asked)?, limits);
    }
    if lines(&text).next().is_none() {
        return Err(RecordError::Empty { path });
    }
    let text = one_of(&path, &text, number)?;
    Record::new(file, path, asked, text)?.replay(text, limits)
}

/// The text of the game with that number in a file that is not of another program:
/// one of several lines, each a game of Hive, or all of it.
fn one_of<'a>(path: &str, text: &'a str, number: Option<usize>) -> Result<&'a str, RecordError> {
    if holds_game_strings(text) {
        let games: Vec<&str> = lines(text).map(|line| line.text).collect();
        return Ok(games[records::chosen(path, &games, number)?]);
    }
    records::chosen(path, &[""], number)?;
    Ok(text)
}

/// The same for a game that is to be continued, and whose file may end in the
/// middle of a line: the last line counts only with its line break. The file
/// stays as it is.
pub fn recover_record<'a>(
    place: impl Into<InFile<'a>>,
    asked: Option<&str>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let place = place.into();
    if is_game_string(place.file) {
        return load_record(place, asked, limits);
    }
    let bytes = read_bytes(place.file).map_err(|error| unreadable(place.file, error))?;
    let text = String::from_utf8_lossy(&bytes);
    let is_game_file = !records::are_meant(&text) && place.number.is_none_or(|number| number == 1);
    if !is_game_file || holds_game_strings(&text) {
        return load_record(place, asked, limits);
    }
    recovered(place.file, &bytes, Rulebook::Asked(asked), limits)
}

/// Where the rules of a game are found.
enum Rulebook<'a> {
    /// Where the file says, unless a game was asked for.
    Asked(Option<&'a str>),
    /// Somebody finds them for a game that was played by them.
    By(FindRules<'a>),
}

/// The game in a text, in whatever form, for which somebody else finds the rules: it is
/// not in a file that could say where to look for them. Of several games it is the one with
/// that number. Messages call the text by a name.
pub fn load_text(
    name: &str,
    text: &str,
    number: Option<usize>,
    find: FindRules<'_>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if records::are_meant(text) {
        return records::replay(text, number, &Record::of_hive(name.into(), None)?, limits);
    }
    let text = one_of(name, text, number)?;
    Record::by(name.into(), text, find)?.replay(text, limits)
}

/// Whether a text is lines, each of which is a game of Hive.
fn holds_game_strings(text: &str) -> bool {
    lines(text).count() > 1 && lines(text).all(|line| GameString::is_meant(line.text))
}

/// The same, from the bytes of a file.
fn recovered(
    file: &Path,
    bytes: &[u8],
    rulebook: Rulebook<'_>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let path = file.display().to_string();
    let (mut whole, mut dropped) = whole_lines(bytes);
    if dropped.as_ref().is_some_and(|line| GameString::is_meant(&line.text)) {
        (whole, dropped) = (bytes.len(), None);
    }
    let text = str::from_utf8(&bytes[..whole])
        .map_err(|error| unreadable(file, io::Error::new(io::ErrorKind::InvalidData, error)))?;
    if lines(text).next().is_none() {
        return Err(RecordError::Unbegun { path });
    }
    let record = match rulebook {
        Rulebook::Asked(asked) => {
            Record::new(file, path.clone(), asked.map(Asked::parse).transpose()?, text)?
        }
        Rulebook::By(find) => Record::by(path.clone(), text, find)?.own(),
    };
    let loaded = match record.replay(text, limits) {
        // The turn is the last that is written of a position.
        Err(RecordError::Setup { error: SetupError::NoTurn { .. }, .. }) if ends_in_setup(text) => {
            return Err(RecordError::Unbegun { path });
        }
        loaded => loaded?,
    };
    let has_head = !loaded.players.is_empty() || loaded.ends.len() != 1;
    if !has_head && dropped.as_ref().is_some_and(|line| may_be_head(&line.text)) {
        return Err(RecordError::Unbegun { path });
    }
    Ok(Loaded { dropped, ..loaded })
}

/// Whether an unfinished line may have belonged to the head of the file, before
/// the first action: without it the rules might be different.
fn may_be_head(text: &str) -> bool {
    ["rule ", "setup ", "players "]
        .iter()
        .any(|word| text.starts_with(word) || word.starts_with(text))
}

/// Whether a file ends with the position that its game begins from.
fn ends_in_setup(text: &str) -> bool {
    lines(text).last().is_some_and(|line| fact_set_up(line.text).is_some())
}

/// Whether a file is to be written as other programs for Hive read it, by its name.
pub fn is_pgn(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// Whether it is not a file, but a game of Hive in one line.
fn is_game_string(file: &Path) -> bool {
    file.to_str().is_some_and(GameString::is_meant) && !file.exists()
}

/// A file's name and text. If there is no such file, the name itself may be a
/// game of Hive.
fn read(file: &Path) -> Result<(String, String), RecordError> {
    if is_game_string(file) {
        return Ok(("the GameString".into(), file.display().to_string()));
    }
    let path = file.display().to_string();
    let bytes = read_bytes(file).map_err(|error| unreadable(file, error))?;
    // Other programs write names as their computer does.
    let text = match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let text: String = error.as_bytes().iter().map(|byte| char::from(*byte)).collect();
            let not_text = io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
            if records::are_meant(&text) { Ok(text) } else { Err(unreadable(file, not_text)) }
        }
    }?;
    Ok((path, text.strip_prefix('\u{feff}').map_or(text.clone(), String::from)))
}

fn unreadable(file: &Path, error: io::Error) -> RecordError {
    RecordError::File { path: file.display().to_string(), error }
}
