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
//! A game that somebody gave up ends with a line that says who: `resigned bot`.
//!
//! A game of Hive may also be one line as other programs write it, in a file or
//! given as it is: `Base;InProgress;Black[1];wS1`. In any file, empty lines and
//! what stands behind a `#` are passed over.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::unfinished::{Dropped, whole_lines};
use super::words::{without_comment, words, written_words};
use crate::game::{
    Action, Game, GameString, GameStringError, LoadError, PlayError, Rules, Source, Spec,
    Unreadable, read_text,
};
use crate::logic::Atom;
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
        error: io::Error,
    },
    /// It ends before anything could be played.
    #[error(
        "{path} ends before its game begins: nothing was played in it yet; remove it, or choose \
         another file"
    )]
    Unbegun {
        /// The file.
        path: String,
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
    /// Somebody resigns who does not play.
    #[error("{path}:{line}: `{found}` does not play, and cannot resign; the players are {}", .players.join(", "))]
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
    /// A line behind the end of the game.
    #[error("{path}:{line}: the game ended when {player} resigned; found `{found}` behind that")]
    Ended {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Who resigned.
        player: Atom,
        /// What stands there.
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

/// A game as a file leaves it.
#[derive(Clone)]
pub struct Loaded {
    /// The game after its last action.
    pub game: Game,
    /// Who plays, as the line `players` names them; nobody where there is none.
    pub players: Vec<String>,
    /// Who gave up, if that is how it ended.
    pub resigned: Option<Atom>,
    /// What was left out, since it was not written in full.
    pub dropped: Option<Dropped>,
    /// How far in the file the game goes: before its first action, then after
    /// each. Nowhere, for a game without lines of its own.
    pub(super) ends: Vec<u64>,
}

impl Loaded {
    fn without_lines(game: Game) -> Loaded {
        let (players, ends) = (Vec::new(), Vec::new());
        Loaded { game, players, resigned: None, dropped: None, ends }
    }
}

/// The game that `asked` names, at its start or as a file leaves it. Where there
/// is no such file, its name may be a game of Hive in one line.
pub fn load_game(asked: &str, file: Option<&Path>, limits: Limits) -> Result<Game, RecordError> {
    let Some(file) = file else {
        let spec = Spec::parse(asked).map_err(LoadError::from)?;
        return Ok(Game::new(Arc::new(Rules::load(&spec, limits)?))?);
    };
    Ok(load_record(file, Some(asked), limits)?.game)
}

/// The game in a file, whichever it is; a game of Hive in one line does in
/// place of a file.
pub fn open_record(file: &Path, limits: Limits) -> Result<Game, RecordError> {
    Ok(load_record(file, None, limits)?.game)
}

/// All that a file tells of a game: the one `asked` for, or whichever it is. The
/// last line need not have a line break, as editors may leave it out.
pub fn load_record(
    file: &Path,
    asked: Option<&str>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let asked = asked.map(Asked::parse).transpose()?;
    let (path, text) = read(file)?;
    Record::new(file, path, asked, &text)?.replay(&text, limits)
}

/// The same for a game that is to go on, and whose file may have been left in
/// the middle of a line: the last line counts only with its line break. The file
/// stays as it is.
pub fn recover_record(
    file: &Path,
    asked: Option<&str>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    if is_game_string(file) {
        return load_record(file, asked, limits);
    }
    let bytes = fs::read(file).map_err(|error| unreadable(file, error))?;
    recovered(file, &bytes, asked, limits)
}

/// The same, from the bytes of a file.
pub(super) fn recovered(
    file: &Path,
    bytes: &[u8],
    asked: Option<&str>,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let asked = asked.map(Asked::parse).transpose()?;
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
    let loaded = Record::new(file, path.clone(), asked, text)?.replay(text, limits)?;
    let has_head = !loaded.players.is_empty() || loaded.ends.len() != 1;
    if !has_head && dropped.as_ref().is_some_and(|line| may_be_head(&line.text)) {
        return Err(RecordError::Unbegun { path });
    }
    Ok(Loaded { dropped, ..loaded })
}

/// Whether a line that was not finished may have told more about the game,
/// before its first action: the rules without it might be others.
fn may_be_head(text: &str) -> bool {
    ["rule ", "players "].iter().any(|word| text.starts_with(word) || word.starts_with(text))
}

/// Whether it is no file, but a game of Hive by itself.
pub(super) fn is_game_string(file: &Path) -> bool {
    file.to_str().is_some_and(GameString::is_meant) && !file.exists()
}

/// A file's name and text. Where there is no such file, the name itself may be
/// a game of Hive.
fn read(file: &Path) -> Result<(String, String), RecordError> {
    if is_game_string(file) {
        return Ok(("the GameString".into(), file.display().to_string()));
    }
    let text = read_text(file).map_err(|error| unreadable(file, error))?;
    Ok((file.display().to_string(), text))
}

pub(super) fn unreadable(file: &Path, error: io::Error) -> RecordError {
    RecordError::File { path: file.display().to_string(), error }
}

/// The game as a file that [`open_record`] and [`load_game`] read.
pub fn written_record(game: &Game) -> String {
    let mut text = written_head(game, &[]);
    for (before, action) in game.course() {
        text.push_str(&written_action(&before, &action));
    }
    text
}

/// What a file tells before the first action: the game, its rules, who plays.
pub(super) fn written_head(game: &Game, players: &[String]) -> String {
    let rules = game.rules();
    let mut text = format!("game {}\n", rules.name());
    if !rules.is_by_the_book() {
        text.push_str(&written_amendments(rules.amendments()));
    }
    if !players.is_empty() {
        let _ = writeln!(text, "players {}", written_words(players));
    }
    text
}

/// The line of an action.
pub(super) fn written_action(before: &Game, action: &Action) -> String {
    format!("{}\n", before.rules().face().write(before, action))
}

/// The line that says who gave up.
pub(super) fn written_resignation(player: Atom) -> String {
    format!("resigned {}\n", player.as_str())
}

/// Whether the first line of a file names the game so that it is found again: a
/// path may hold a line break, or what looks like a comment.
pub(super) fn names_the_game(head: &str, game: &Game) -> bool {
    let first = lines(head).next();
    first.and_then(|line| line.text.strip_prefix("game ")) == Some(game.rules().name())
}

/// Whether a line is read as that action.
pub(super) fn reads_as(line: &str, before: &Game, action: &Action) -> bool {
    let read: Vec<Line> = lines(line).collect();
    let [Line { text, .. }] = read.as_slice() else { return false };
    let Says::Action(text) = said(text) else { return false };
    before.rules().face().read(before, text).is_ok_and(|read| read == *action)
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

/// A line that says something.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    /// What it says, without a comment.
    text: &'a str,
    /// How many bytes of the file go up to its end.
    end: u64,
}

impl Line<'_> {
    /// Its beginning, for a message.
    fn shown(&self) -> String {
        self.text.chars().take(60).collect()
    }
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut end = 0;
    text.split_inclusive('\n')
        .enumerate()
        .map(move |(index, line)| {
            end += line.len() as u64;
            let line = line.trim_start_matches('\u{feff}').trim();
            let text = if line.starts_with("rule ") { line } else { without_comment(line) };
            Line { number: index + 1, text, end }
        })
        .filter(|line| !line.text.is_empty())
}

/// What a line behind those about the rules says.
enum Says<'a> {
    Players(&'a str),
    Resigned(&'a str),
    Action(&'a str),
}

fn said(text: &str) -> Says<'_> {
    match text.split_once(char::is_whitespace) {
        Some(("players", names)) => Says::Players(names),
        Some(("resigned", player)) => Says::Resigned(player.trim()),
        None if text == "players" => Says::Players(""),
        _ => Says::Action(text),
    }
}

/// A game that somebody asked for.
struct Asked<'a> {
    text: &'a str,
    spec: Spec,
}

impl Asked<'_> {
    fn parse(text: &str) -> Result<Asked<'_>, RecordError> {
        Ok(Asked { text, spec: Spec::parse(text).map_err(LoadError::from)? })
    }
}

struct Record<'a> {
    path: String,
    asked: &'a str,
    spec: Spec,
}

impl<'a> Record<'a> {
    /// A file with that text, which may itself have to say which game it is.
    fn new(
        file: &Path,
        path: String,
        asked: Option<Asked<'a>>,
        text: &'a str,
    ) -> Result<Record<'a>, RecordError> {
        if let Some(Asked { text: asked, spec }) = asked {
            return Ok(Record { path, asked, spec });
        }
        let first = lines(text).next().unwrap_or(Line { number: 1, text: "", end: 0 });
        let asked = match first.text.strip_prefix("game ") {
            Some(named) => named.trim(),
            None if GameString::is_meant(first.text) => "hive",
            None => {
                let (line, asked, found) = (first.number, "hive".into(), first.shown());
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
        Ok(Record { path, asked, spec })
    }

    fn replay(&self, text: &str, limits: Limits) -> Result<Loaded, RecordError> {
        let lines: Vec<Line> = lines(text).collect();
        match lines.as_slice() {
            [line] if GameString::is_meant(line.text) => {
                Ok(Loaded::without_lines(self.replay_line(line.text, limits)?))
            }
            [] => Ok(Loaded::without_lines(Game::new(Arc::new(Rules::load(&self.spec, limits)?))?)),
            [first, lines @ ..] => self.replay_lines(*first, lines, limits),
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

    fn replay_lines(
        &self,
        first: Line,
        lines: &[Line],
        limits: Limits,
    ) -> Result<Loaded, RecordError> {
        let Some(named) = first.text.strip_prefix("game ") else {
            return Err(RecordError::NoGame {
                path: self.path.clone(),
                line: first.number,
                asked: self.asked.to_string(),
                found: first.shown(),
            });
        };
        let count = lines.iter().take_while(|line| line.text.starts_with("rule ")).count();
        let (changes, lines) = lines.split_at(count);
        let amendments = self.amendments(changes)?;
        let rules = self.agree(named.trim(), first.number, amendments, limits)?;
        let mut loaded = Loaded::without_lines(Game::new(Arc::new(rules))?);
        loaded.ends.push(changes.last().unwrap_or(&first).end);
        for line in lines {
            self.take_in(&mut loaded, line)?;
        }
        Ok(loaded)
    }

    /// Goes on by a line.
    fn take_in(&self, loaded: &mut Loaded, line: &Line) -> Result<(), RecordError> {
        let (path, number) = (|| self.path.clone(), line.number);
        let game = &mut loaded.game;
        if let Some(player) = loaded.resigned {
            let found = line.shown();
            return Err(RecordError::Ended { path: path(), line: number, player, found });
        }
        match said(line.text) {
            Says::Players(names) => {
                loaded.players = words(names);
                loaded.ends.pop();
            }
            Says::Resigned(name) => {
                let players = game.rules().program().declarations.players();
                let player = players.iter().find(|player| player.as_str() == name);
                loaded.resigned = Some(*player.ok_or_else(|| RecordError::NoPlayer {
                    path: path(),
                    line: number,
                    found: name.chars().take(60).collect(),
                    players: players.iter().map(|player| player.as_str().into()).collect(),
                })?);
                return Ok(());
            }
            Says::Action(written) => {
                let action = game.rules().face().read(game, written).map_err(|error| {
                    RecordError::Unreadable { path: path(), line: number, error }
                })?;
                game.play(&action).map_err(|error| RecordError::Refused {
                    path: path(),
                    line: number,
                    written: written.to_string(),
                    error,
                })?;
            }
        }
        loaded.ends.push(line.end);
        Ok(())
    }

    fn amendments(&self, lines: &[Line]) -> Result<Amendments, RecordError> {
        let mut amendments = Amendments::default();
        for line in lines {
            if amend(&mut amendments, line.text).is_none() {
                let (path, found) = (self.path.clone(), line.shown());
                return Err(RecordError::NoRule { path, line: line.number, found });
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
