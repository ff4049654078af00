//! All tables: those that are open, and those that wait on the disk until somebody asks
//! for them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use super::catalogue::{Catalogue, choices, handed_over};
use super::error::ApiError;
use super::lane::Lane;
use super::seats::{Pace, players};
use super::storage::{Glance, glance};
use super::table::{Progress, Table};
use super::{limits, random_name};
use crate::game::{Game, RuleText, Rules, Source, Spec, folder_of};
use crate::logic::amend::Amendments;
use crate::logic::engine::Limits;
use crate::play::{
    Kind, Loaded, Player, RecordError, games_folder, load_record, load_text, saved_games,
};

/// This many games of the terminal are listed.
const MOST_SAVED: usize = 50;

/// What messages call a record that somebody handed over.
const RECORD: &str = "the record";

/// Is told of each table that opens.
pub type OnOpen = Box<dyn Fn(&Arc<Table>) + Send + Sync>;

/// All tables.
pub struct Hall {
    /// The games that can be begun.
    pub catalogue: Catalogue,
    folder: PathBuf,
    open: Mutex<HashMap<String, Arc<Table>>>,
    /// Tables that somebody is about to open.
    opening: Mutex<HashMap<String, Arc<Mutex<()>>>>,
    on_open: OnOpen,
}

/// How a game begins.
pub enum Beginning {
    /// A game of the catalogue.
    Named {
        /// Which one.
        id: String,
        /// The options that are chosen.
        options: Map<String, Value>,
        /// Who plays.
        players: Option<Vec<String>>,
    },
    /// Rules that somebody handed over.
    Rules {
        /// What they call them.
        name: String,
        /// The rules.
        text: String,
        /// The options that are chosen.
        options: Map<String, Value>,
        /// Who plays.
        players: Option<Vec<String>>,
    },
    /// A record that somebody handed over.
    Record {
        /// The record.
        text: String,
        /// Which of its games, counted from 1, if it holds several.
        number: Option<usize>,
        /// Who plays on.
        players: Option<Vec<String>>,
    },
    /// A game that was saved at the terminal, by its number in the list.
    Saved(String),
    /// A game that is there already.
    Game {
        /// The game.
        game: Game,
        /// Who plays.
        players: Option<Vec<String>>,
    },
}

impl Hall {
    /// The tables that are kept in a folder.
    pub fn new(catalogue: Catalogue, folder: PathBuf, on_open: OnOpen) -> Hall {
        Hall { catalogue, folder, open: Mutex::default(), opening: Mutex::default(), on_open }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that are open.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        self.open().values().cloned().collect()
    }

    /// The table of a name, if it is open.
    pub fn opened(&self, id: &str) -> Option<Arc<Table>> {
        self.open().get(id).cloned()
    }

    /// The table of a name. One that waits on the disk is opened, and stopped by a lane.
    pub fn table(&self, id: &str, playing: Lane) -> Result<Arc<Table>, ApiError> {
        let unknown = || {
            ApiError::not_found("there is no such table").help("GET /api/v1/tables lists them all")
        };
        let is_name =
            (1..=40).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name {
            return Err(unknown());
        }
        // One at a time opens it; meanwhile other tables are to be had.
        let opening = self.opening().entry(id.into()).or_default().clone();
        let _first = opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = self.opened(id) {
            return Ok(table);
        }
        let folder = self.folder.join(id);
        let shared = |spec: &Spec| self.catalogue.find(spec, limits::evaluation());
        let opened = match folder.is_dir() {
            true => Table::open(id.into(), folder, playing, &shared).map(Arc::new),
            false => Err(unknown()),
        };
        if let Ok(table) = &opened {
            self.open().insert(id.into(), table.clone());
            (self.on_open)(table);
        }
        self.opening().remove(id);
        opened
    }

    fn opening(&self) -> MutexGuard<'_, HashMap<String, Arc<Mutex<()>>>> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game at a new table; its name. What is computed for it, a lane stops.
    pub fn begin(
        &self,
        beginning: Beginning,
        pace: Option<Pace>,
        playing: Lane,
    ) -> Result<String, ApiError> {
        if self.ids().len() >= limits::MOST_TABLES {
            return Err(ApiError::busy(format!(
                "there are {} tables already; remove some that are not needed any more",
                limits::MOST_TABLES
            )));
        }
        let (game, named, notes) = match beginning {
            Beginning::Named { id, options, players } => {
                let choices = choices(&options).map_err(ApiError::bad_request)?;
                let rules = self.catalogue.rules(&id, choices, playing.limits())?;
                (new_game(rules)?, players, Vec::new())
            }
            Beginning::Rules { name, text, options, players } => {
                let choices = choices(&options).map_err(ApiError::bad_request)?;
                let rules = handed_over(&name, &text, choices, playing.limits());
                let rules = Arc::new(rules?);
                (new_game(rules)?, players, Vec::new())
            }
            Beginning::Record { text, number, players } => {
                let loaded = self.recorded(&text, number, &playing)?;
                let (players, notes) = (players.or(own_players(&loaded)), told(&loaded));
                (loaded.game, players, notes)
            }
            Beginning::Saved(number) => {
                let loaded = self.saved_game(&number)?;
                let (players, notes) = (own_players(&loaded), told(&loaded));
                (by_name(loaded.game, &playing)?, players, notes)
            }
            Beginning::Game { game, players } => (game, players, Vec::new()),
        };
        let game = self.stopped_by(&playing, game)?;
        let named = match named {
            Some(names) => players(game.rules(), &names)?,
            None => people(game.rules()),
        };
        let id = random_name();
        let folder = self.folder.join(&id);
        let created = Table::create(id.clone(), folder.clone(), playing, game, &named, pace, notes);
        let table = Arc::new(created.inspect_err(|_| drop(fs::remove_dir_all(&folder)))?);
        self.open().insert(id.clone(), table.clone());
        (self.on_open)(&table);
        Ok(id)
    }

    /// The game in a record: the one with that number, or the only one.
    fn recorded(
        &self,
        text: &str,
        number: Option<usize>,
        playing: &Lane,
    ) -> Result<Loaded, ApiError> {
        let find = |spec: &Spec, amendments: Amendments| {
            self.catalogue.find_amended(spec, amendments, playing.limits())
        };
        match load_text(RECORD, text, number, &find, playing.limits()) {
            Err(RecordError::Several { count, games, .. }) => {
                let games: Vec<String> =
                    games.iter().map(|game| super::view::plain(game)).collect();
                let message = format!("{RECORD} holds {count} games; choose one by its number");
                Err(ApiError::rejected(message).with("count", count).with("games", games))
            }
            loaded => loaded.map_err(|error| not_read(&error)),
        }
    }

    /// The game by rules that a lane stops, unless they come with Hornet as they are:
    /// those are quick, and tables share them.
    fn stopped_by(&self, playing: &Lane, game: Game) -> Result<Game, ApiError> {
        let rules = game.rules();
        let is_shipped = matches!(rules.spec().source, Source::Shipped(_));
        if is_shipped && rules.amendments().is_empty() {
            return Ok(game.under(self.catalogue.find(rules.spec(), playing.limits())?));
        }
        if playing.stops(rules.engine().limits()) {
            return Ok(game);
        }
        let own = rules.amended(rules.amendments().clone(), playing.limits())?;
        Ok(game.under(Arc::new(own)))
    }

    /// Removes a table, also from the disk.
    pub fn remove(&self, id: &str) -> Result<(), ApiError> {
        let table = self.opened(id).ok_or_else(|| ApiError::not_found("there is no such table"))?;
        table.close(true)?;
        self.open().remove(id);
        Ok(())
    }

    /// The names of all tables.
    fn ids(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric())).collect()
    }

    /// All tables and saved games, the latest first.
    pub fn listed(&self) -> Value {
        let glances = self.ids().into_iter().filter_map(|id| {
            let mut seen = glance(&self.folder.join(&id))?;
            if let Some(table) = self.opened(&id) {
                let Progress { moves, length, is_over, players, title, game } = table.progress();
                seen = Glance { moves, length, is_over, players, title, game, ..seen };
            }
            Some((id, seen))
        });
        let mut glances: Vec<(String, Glance)> = glances.collect();
        glances.sort_by_key(|(id, seen)| (std::cmp::Reverse(seen.changed), id.clone()));
        let table = |(id, seen): &(String, Glance)| {
            json!({
                "id": id,
                "title": seen.title,
                "game": file_name(&seen.game),
                "players": seen.players,
                "moves": seen.moves,
                "length": seen.length,
                "over": seen.is_over,
                "changed": milliseconds(seen.changed),
            })
        };
        let saved = self.saved().into_iter().enumerate().map(|(index, game)| {
            json!({
                "id": (index + 1).to_string(),
                "game": game.game,
                "moves": game.moves,
                "over": game.is_over,
                "changed": milliseconds(game.changed),
            })
        });
        json!({
            "tables": glances.iter().map(table).collect::<Vec<_>>(),
            "saved": saved.collect::<Vec<_>>(),
        })
    }

    /// The games that were saved at the terminal.
    fn saved(&self) -> Vec<crate::play::SavedGame> {
        let games = games_folder().and_then(|folder| saved_games(&folder).ok());
        games.unwrap_or_default().into_iter().take(MOST_SAVED).collect()
    }

    fn saved_game(&self, number: &str) -> Result<Loaded, ApiError> {
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let saved = index.and_then(|index| self.saved().into_iter().nth(index));
        let saved = saved.ok_or_else(|| ApiError::not_found("there is no such saved game"))?;
        // The game and its rules are those of whoever started the server.
        load_record(&saved.path, None, Limits::default()).map_err(|error| not_read(&error))
    }

    /// Ends all tables, which stay on the disk.
    pub fn close(&self) {
        for table in self.tables() {
            let _ = table.close(false);
        }
    }

    /// Where tables are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The game by the same rules without the folder that they are in, which is nobody's
/// business on a page.
fn by_name(game: Game, playing: &Lane) -> Result<Game, ApiError> {
    let rules = game.rules();
    let Source::File(path) = &rules.spec().source else { return Ok(game) };
    let folder = folder_of(path);
    let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let sources = &rules.program().sources;
    let text = sources.file(sources.main()).as_read().into();
    let given = RuleText { name: name(path), text, folder: Some(folder.into()) };
    let mut amendments = rules.amendments().clone();
    for off in &mut amendments.off {
        off.file = name(Path::new(&off.file));
    }
    let choices = rules.spec().choices.clone();
    let named = Rules::of_text(&given, choices, amendments, playing.limits())?;
    Ok(game.under(Arc::new(named)))
}

fn new_game(rules: Arc<Rules>) -> Result<Game, ApiError> {
    rules.require_game()?;
    Ok(Game::new(rules)?)
}

fn not_read(error: &dyn std::fmt::Display) -> ApiError {
    let text = super::view::plain(&anstream::adapter::strip_str(&error.to_string()).to_string());
    ApiError::rejected(text)
}

/// People on all sides.
fn people(rules: &Rules) -> Vec<Player> {
    vec![Player::new(Kind::Human); rules.program().declarations.players().len()]
}

/// The players that a record names, if all of them are such as can play here.
fn own_players(loaded: &Loaded) -> Option<Vec<String>> {
    let names = &loaded.players;
    players(loaded.game.rules(), names).ok().map(|_| names.clone())
}

/// What there is to say about a record.
fn told(loaded: &Loaded) -> Vec<String> {
    let heading = loaded.game.about().heading();
    let dropped = loaded.dropped.iter().map(|dropped| dropped.to_string());
    heading.into_iter().chain(loaded.remarks()).chain(dropped).collect()
}

fn file_name(game: &str) -> String {
    super::view::plain(game.rsplit(['/', '\\']).next().unwrap_or(game))
}

fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
