//! How a table is kept on the disk: in a folder of its own, so that it is there again
//! when the server is started the next time, whatever ended it.
//!
//! Each line of play is a game file, `line-1.game`, written like those of `hornet play`:
//! an action is on the disk before anybody is told that it was played. `table.json` says
//! who plays and where the table stands. Rules that did not come with Hornet are copied
//! into the folder, so that it holds all that is needed.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::limits;
use super::tree::{Move, NodeId, ROOT, Tree};
use crate::game::{
    Action, Game, LoadError, RuleText, Rules, Settlement, Source, Spec, is_below, read_text,
    sync_folder_of, write_whole,
};
use crate::logic::amend::{Amendments, SwitchedOff};
use crate::logic::engine::Limits;
use crate::play::{Journal, JournalError, Loaded, saved_games, written_record_of};

/// What is kept of a table besides its moves.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Sheet {
    /// What the game is called.
    pub title: String,
    /// Who plays, in the order of the sides.
    pub players: Vec<String>,
    /// How machines move.
    pub pace: String,
    /// Whether it is shown what a machine can choose from.
    pub show_options: bool,
    /// The line that is played.
    pub line: u32,
    /// How many of its moves are played; all, unless somebody went back.
    pub ply: Option<usize>,
    /// The keys of the seats that are taken, by side.
    pub seats: BTreeMap<String, String>,
    /// The rule file in the folder, if the rules did not come with Hornet.
    pub rules: Option<String>,
    /// The game with its options, as it is named.
    pub game: String,
    /// How the rules differ from their text.
    pub changes: Changes,
}

/// How rules differ from their text.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Changes {
    /// Clauses that are switched off, each with its file.
    off: Vec<(String, String)>,
    /// Clauses that were added.
    added: Vec<String>,
}

impl Changes {
    fn of(rules: &Rules) -> Changes {
        let amendments = rules.amendments();
        let off = amendments.off.iter().map(|it| (it.file.clone(), it.clause.clone()));
        let added = amendments.added().iter().map(|it| it.text.clone());
        Changes { off: off.collect(), added: added.collect() }
    }

    fn amendments(&self) -> Amendments {
        let mut amendments = Amendments::default();
        let off = self.off.iter().cloned();
        amendments.off = off.map(|(file, clause)| SwitchedOff { file, clause }).collect();
        amendments.add(self.added.iter().cloned());
        amendments
    }
}

/// A line of play, and the node at its end.
struct Line {
    number: u32,
    tip: NodeId,
}

/// The folder of a table.
pub struct Storage {
    folder: PathBuf,
    lines: Vec<Line>,
    /// The number of the line that is begun next.
    next: u32,
    /// The file of the line that was written last.
    open: Option<(u32, Journal)>,
    sheet: Sheet,
}

/// Why a table could not be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// A game file.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Something else.
    #[error("cannot write {what}: {error}")]
    Write {
        /// What.
        what: String,
        /// Why.
        error: io::Error,
    },
    /// What is in the folder is not a table.
    #[error("{0}")]
    Unreadable(String),
}

const SHEET: &str = "table.json";

fn cannot_write(what: &str) -> impl FnOnce(io::Error) -> StorageError + '_ {
    move |error| StorageError::Write { what: what.into(), error }
}

impl Storage {
    /// A new folder for a table, with the moves that its game has so far.
    pub fn create(folder: PathBuf, game: &Game, sheet: Sheet) -> Result<Storage, StorageError> {
        fs::create_dir_all(&folder).map_err(cannot_write("the folder of the table"))?;
        let rules = copy_rules(&folder, game.rules())?;
        let (name, changes) = (game.rules().name().to_string(), Changes::of(game.rules()));
        let sheet = Sheet { rules, game: name, changes, ..sheet };
        let journal = Journal::create_new(&line_file(&folder, 1), game, &sheet.players)?;
        let line = Line { number: 1, tip: game.actions().len() };
        let (lines, open) = (vec![line], Some((1, journal)));
        let storage = Storage { folder, lines, next: 2, open, sheet };
        storage.write_sheet()?;
        sync_folder_of(&storage.folder);
        Ok(storage)
    }

    /// What it says besides the moves.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Changes what it says besides the moves.
    pub fn change(&mut self, change: impl FnOnce(&mut Sheet)) -> Result<(), StorageError> {
        let before = self.sheet.clone();
        change(&mut self.sheet);
        if self.sheet == before {
            return Ok(());
        }
        if let Err(error) = self.write_sheet() {
            self.sheet = before;
            return Err(error);
        }
        Ok(())
    }

    fn write_sheet(&self) -> Result<(), StorageError> {
        let text = serde_json::to_string_pretty(&self.sheet).unwrap_or_default();
        write_whole(&self.folder.join(SHEET), &text).map_err(cannot_write(SHEET))
    }

    /// Keeps a move that was not played before: from the position `before` at a node to
    /// a new one.
    pub fn play(
        &mut self,
        before: &Game,
        action: &Action,
        from: NodeId,
        to: NodeId,
    ) -> Result<(), StorageError> {
        if let Some(index) = self.lines.iter().position(|line| line.tip == from) {
            let number = self.lines[index].number;
            self.journal(number, before.rules())?.append(before, action)?;
            self.lines[index].tip = to;
            return Ok(());
        }
        let mut after = before.clone();
        after.unsettle();
        without_later_comments(&mut after);
        after
            .play_unchecked(action)
            .map_err(|error| StorageError::Unreadable(error.to_string()))?;
        self.begin_line(&after, to)?;
        Ok(())
    }

    /// Begins a line with the moves of a game that came to a node; its number.
    fn begin_line(&mut self, game: &Game, tip: NodeId) -> Result<u32, StorageError> {
        let number = self.next;
        let file = line_file(&self.folder, number);
        let journal = Journal::create_new(&file, game, &self.sheet.players)?;
        self.next += 1;
        self.open = Some((number, journal));
        self.lines.push(Line { number, tip });
        Ok(number)
    }

    /// Keeps how players ended the game at a node. What was played from there on is
    /// kept as a line of its own.
    pub fn settle(
        &mut self,
        game: &Game,
        at: NodeId,
        settlement: Settlement,
    ) -> Result<(), StorageError> {
        let number = self.line_ending_at(game, at)?;
        Ok(self.journal(number, game.rules())?.settle(settlement)?)
    }

    /// Forgets how players ended the game at a node.
    pub fn unsettle(&mut self, game: &Game, at: NodeId) -> Result<(), StorageError> {
        let number = self.line_ending_at(game, at)?;
        Ok(self.journal(number, game.rules())?.take_back(0)?)
    }

    /// The line that ends at a node; a new one, if others go on from there.
    fn line_ending_at(&mut self, game: &Game, at: NodeId) -> Result<u32, StorageError> {
        if let Some(line) = self.lines.iter().find(|line| line.tip == at) {
            return Ok(line.number);
        }
        let mut game = game.clone();
        game.unsettle();
        without_later_comments(&mut game);
        self.begin_line(&game, at)
    }

    /// Keeps where the table stands.
    pub fn stand_at(&mut self, tree: &Tree, at: NodeId) -> Result<(), StorageError> {
        let holds = |line: &&Line| tree.is_below(line.tip, at);
        let ends = self.lines.iter().find(|line| line.tip == at);
        let current = self.lines.iter().find(|line| line.number == self.sheet.line);
        let line = ends.or(current.filter(holds)).or_else(|| self.lines.iter().find(holds));
        let Some(line) = line else { return Ok(()) };
        let ply = (line.tip != at).then(|| tree.node(at).depth);
        let number = line.number;
        self.stand(number, ply)
    }

    fn stand(&mut self, line: u32, ply: Option<usize>) -> Result<(), StorageError> {
        self.change(|sheet| {
            sheet.line = line;
            sheet.ply = ply;
        })
    }

    /// The file of a line, open to be written to.
    fn journal(&mut self, number: u32, rules: &Arc<Rules>) -> Result<&mut Journal, StorageError> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != number) {
            self.open = None;
            let find = |_: &Spec, _: Amendments| Ok(rules.clone());
            let file = line_file(&self.folder, number);
            let (journal, _) = Journal::resume_by(&file, &find, limits::evaluation())?;
            self.open = Some((number, journal));
        }
        let (_, journal) = self.open.as_mut().expect("it was opened just now");
        Ok(journal)
    }

    /// Keeps how the rules have changed. Lines that the new rules allow are written anew
    /// with them, so that each can be loaded by itself; the others stay as they are.
    pub fn change_rules(
        &mut self,
        rules: &Rules,
        game_at: impl Fn(NodeId) -> Option<Game>,
    ) -> Result<(), StorageError> {
        let (game, changes) = (rules.name().to_string(), Changes::of(rules));
        self.change(|sheet| {
            sheet.game = game;
            sheet.changes = changes;
        })?;
        self.open = None;
        for line in &self.lines {
            let Some(mut game) = game_at(line.tip).filter(can_be_replayed) else { continue };
            without_later_comments(&mut game);
            let file = line_file(&self.folder, line.number);
            let text = written_record_of(&game, &self.sheet.players);
            write_whole(&file, &text).map_err(cannot_write("a line of the game"))?;
        }
        Ok(())
    }

    /// Removes what was played from a node on; `stem` is the game up to there.
    pub fn remove(&mut self, tree: &Tree, top: NodeId, stem: &Game) -> Result<(), StorageError> {
        let parent = tree.node(top).parent.unwrap_or(ROOT);
        let kept = stem.actions().len();
        let gone: Vec<u32> =
            self.lines.iter().filter(|it| tree.is_below(it.tip, top)).map(|it| it.number).collect();
        for number in gone {
            let is_needed = !self.lines.iter().any(|it| {
                it.number != number && !tree.is_below(it.tip, top) && tree.is_below(it.tip, parent)
            });
            if !is_needed {
                self.open = self.open.take().filter(|(open, _)| *open != number);
                let file = line_file(&self.folder, number);
                fs::remove_file(&file).map_err(cannot_write("a line of the game"))?;
                self.lines.retain(|line| line.number != number);
                continue;
            }
            let journal = self.journal(number, stem.rules())?;
            journal.take_back(journal.actions() - kept)?;
            for line in self.lines.iter_mut().filter(|line| line.number == number) {
                line.tip = parent;
            }
        }
        Ok(())
    }

    /// Removes the table from the disk.
    pub fn delete(mut self) -> io::Result<()> {
        self.open = None;
        fs::remove_dir_all(&self.folder)
    }

    /// Opens the folder of a table: the moves, where it stands, and the game there.
    pub fn open(
        folder: PathBuf,
        shared: &dyn Fn(&Spec) -> Result<Arc<Rules>, LoadError>,
        interrupt_by: &Limits,
    ) -> Result<(Storage, Tree, NodeId, Loaded), StorageError> {
        let unreadable = |error: String| StorageError::Unreadable(error);
        let sheet = sheet_in(&folder)?;
        let rules = rules_of(&folder, &sheet, shared, interrupt_by)
            .map_err(|error| unreadable(error.to_string()))?;
        let find = |_: &Spec, _: Amendments| Ok(rules.clone());
        let mut numbers: Vec<u32> = fs::read_dir(&folder)
            .map_err(|error| unreadable(error.to_string()))?
            .filter_map(|entry| number_of(&entry.ok()?.path()))
            .collect();
        numbers.sort();
        let next = numbers.last().map_or(1, |last| last + 1);
        let (mut tree, mut lines, mut current) = (Tree::new(), Vec::new(), None);
        // The line that is played comes first: others must fit its beginning.
        let (first, others): (Vec<u32>, Vec<u32>) =
            numbers.into_iter().partition(|number| *number == sheet.line);
        for number in first.into_iter().chain(others) {
            let opened =
                Journal::resume_by(&line_file(&folder, number), &find, interrupt_by.clone());
            let (journal, loaded) = match (opened, &current) {
                (Ok(opened), _) => opened,
                (Err(error), None) => return Err(error.into()),
                // A variation that cannot be read stays on the disk.
                (Err(_), Some(_)) => continue,
            };
            let tip = grow(&mut tree, &loaded.game);
            lines.push(Line { number, tip });
            if current.is_none() {
                current = Some((number, journal, loaded, tip));
            }
        }
        let Some((number, journal, loaded, tip)) = current else {
            return Err(unreadable("the folder holds no game".into()));
        };
        let at = match sheet.ply {
            Some(ply) => tree.path(tip).into_iter().take(ply).next_back().unwrap_or(ROOT),
            None => tip,
        };
        tree.prefer(tip);
        let storage = Storage { folder, lines, next, open: Some((number, journal)), sheet };
        Ok((storage, tree, at, loaded))
    }
}

/// The rules that a table is played by.
fn rules_of(
    folder: &Path,
    sheet: &Sheet,
    shared: &dyn Fn(&Spec) -> Result<Arc<Rules>, LoadError>,
    limits: &Limits,
) -> Result<Arc<Rules>, LoadError> {
    let spec = Spec::parse(&sheet.game)?;
    let amendments = sheet.changes.amendments();
    let Some(name) = &sheet.rules else {
        return match amendments.is_empty() {
            true => shared(&spec),
            false => Rules::load_amended(&spec, amendments, limits.clone()).map(Arc::new),
        };
    };
    let text = read_text(&folder.join(name));
    let text = text.map_err(|error| LoadError::File { path: name.clone(), error })?;
    let given = RuleText { name: name.clone(), text: text.into(), folder: Some(folder.into()) };
    Rules::of_text(&given, spec.choices, amendments, limits.clone()).map(Arc::new)
}

/// Adds the moves of a game to a tree; the node of the last one.
pub fn grow(tree: &mut Tree, game: &Game) -> NodeId {
    let mut at = ROOT;
    for (index, (before, action)) in game.moves().into_iter().enumerate() {
        let text = before.rules().presentation().write(&before, &action);
        let side = before.turn();
        at = tree.add(at, Move { action, text, side });
        tree.node_mut(at).comment = game.about().comment(index + 1).map(String::from);
    }
    if let Some(settlement) = game.settlement() {
        tree.node_mut(at).settled = Some(settlement);
    }
    at
}

fn line_file(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("line-{number}.game"))
}

fn number_of(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix("line-")?.strip_suffix(".game")?.parse().ok()
}

fn sheet_in(folder: &Path) -> Result<Sheet, StorageError> {
    let text = read_text(&folder.join(SHEET));
    let text = text.map_err(|error| StorageError::Unreadable(format!("{SHEET}: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| StorageError::Unreadable(format!("{SHEET}: {error}")))
}

/// Copies rules that did not come with Hornet into the folder; the name of the main file.
fn copy_rules(folder: &Path, rules: &Rules) -> Result<Option<String>, StorageError> {
    let Source::File(name) = &rules.spec().source else { return Ok(None) };
    let sources = &rules.program().sources;
    let included = sources.included().map(|(_, file)| file);
    for file in [sources.file(sources.main())].into_iter().chain(included) {
        // A table keeps nothing outside of its folder.
        if !is_below(folder, Path::new(&file.name)) {
            let why = format!("the rules are in several folders: {}", file.name);
            return Err(StorageError::Unreadable(why));
        }
        let path = folder.join(&file.name);
        let inside = crate::game::folder_of(&path);
        let written = fs::create_dir_all(inside).and_then(|()| write_whole(&path, file.as_read()));
        written.map_err(cannot_write(&file.name))?;
    }
    Ok(Some(name.display().to_string()))
}

/// Whether all moves of a game are legal by its rules.
fn can_be_replayed(game: &Game) -> bool {
    let mut again = game.beginning();
    game.actions().all(|action| again.play(action).is_ok())
}

/// Forgets what was said about moves that come later in another line.
fn without_later_comments(game: &mut Game) {
    let moves = game.actions().len();
    if game.about().reaches_beyond(moves) {
        game.about_mut().forget_beyond(moves);
    }
}

/// What can be told of a table without opening it.
pub struct Glance {
    /// Its title.
    pub title: String,
    /// The game, as it is named.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// How many moves were played.
    pub moves: usize,
    /// How many moves its line has, with those that were taken back.
    pub length: usize,
    /// Whether the game is over.
    pub is_over: bool,
    /// When something last changed.
    pub changed: SystemTime,
}

/// Looks at the folder of a table.
pub fn glance(folder: &Path) -> Option<Glance> {
    let sheet = sheet_in(folder).ok()?;
    let games = saved_games(folder).ok()?;
    let current = line_file(folder, sheet.line);
    let line = games.iter().find(|game| game.path == current).or(games.first())?;
    let written = folder.join(SHEET).metadata().and_then(|it| it.modified()).unwrap_or(UNIX_EPOCH);
    let changed = games.iter().map(|game| game.changed).max().unwrap_or(written).max(written);
    Some(Glance {
        title: sheet.title,
        game: line.game.clone(),
        players: sheet.players,
        moves: sheet.ply.unwrap_or(line.moves),
        length: line.moves,
        is_over: line.is_over,
        changed,
    })
}
