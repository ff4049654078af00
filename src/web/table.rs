//! A table: a game in progress with its variations, who plays it, and how machines
//! move. All that happens at it goes through here, one thing after the other, is kept on
//! the disk, and is told to whoever looks on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anstream::adapter::strip_str;
use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast};

use super::error::ApiError;
use super::limits;
use super::prompt::Prompt;
use super::refusal::refusal;
use super::storage::{Sheet, Storage, StorageError, grow};
use super::tree::{Move, NodeId, ROOT, Tree};
use super::view::{plain, view};
use crate::game::{
    Action, Game, LoadError, Outcome, PlayError, Rules, Settlement, Spec, attempts, tint_of,
};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::{Player, PlayerError, STYLE, Thinker, ThinkerError};

/// How machines move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As soon as it is their turn.
    Play,
    /// Once, and then they wait.
    Step,
    /// Not at all.
    Pause,
}

impl Pace {
    /// The pace of that name.
    pub fn named(name: &str) -> Result<Pace, ApiError> {
        match name {
            "play" => Ok(Pace::Play),
            "step" => Ok(Pace::Step),
            "pause" => Ok(Pace::Pause),
            _ => Err(ApiError::bad_request("a pace is play, step or pause")),
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Play => "play",
            Pace::Step => "step",
            Pace::Pause => "pause",
        }
    }
}

/// A side of the game, and who plays it.
struct Seat {
    side: Atom,
    player: Player,
    thinker: Option<Thinker>,
    /// What somebody has to show who plays this side.
    key: Option<String>,
}

/// Something that those who look on are told.
#[derive(Clone, Debug)]
pub struct Event {
    /// What kind of thing.
    pub name: &'static str,
    /// What happened.
    pub data: Arc<str>,
}

/// A machine that is to move.
pub struct Turn {
    /// The game as it stands.
    pub game: Game,
    /// Whose turn it is.
    pub side: Atom,
    /// The machine.
    pub thinker: Thinker,
    /// Set to stop it.
    pub interrupt: Arc<AtomicBool>,
    /// Where the table stands.
    pub at: NodeId,
    /// Which turn of a machine it is, so that one is not played twice.
    pub number: u64,
    /// Whether to show what it can choose from.
    pub show_options: bool,
}

/// What is at a table.
struct State {
    game: Game,
    at: NodeId,
    tree: Tree,
    seats: Vec<Seat>,
    pace: Pace,
    show_options: bool,
    version: u64,
    notes: Vec<String>,
    thinking: Option<(Atom, String)>,
    /// Stops the machine that thinks.
    interrupt: Arc<AtomicBool>,
    /// Counts the turns of machines that were begun or given up.
    turns: u64,
    /// A machine that plays this one move, whoever has the seat.
    substitute: Option<Thinker>,
    storage: Option<Storage>,
    setup: Option<Value>,
}

/// A table.
pub struct Table {
    /// What it is called in addresses.
    pub id: String,
    state: Mutex<State>,
    /// The prompt, once somebody has asked something.
    pub(super) prompt: Mutex<Option<Prompt>>,
    /// Stops questions about the rules of this table.
    pub(super) interrupt: Arc<AtomicBool>,
    events: broadcast::Sender<Event>,
    /// Wakes who moves the machines.
    pub(super) wake: Notify,
}

/// Events that nobody has fetched; who falls further behind is told all anew.
const EVENTS: usize = 64;

/// Players who are one for each side. Only those that Hornet plays itself and people
/// can be named by a request.
pub fn players(rules: &Rules, names: &[String]) -> Result<Vec<Player>, ApiError> {
    let sides = rules.program().declarations.players();
    if names.len() != sides.len() {
        return Err(ApiError::bad_request(format!(
            "{} has {} sides: {}; name one player for each",
            rules.title(),
            sides.len(),
            sides.iter().map(|side| side.as_str()).collect::<Vec<_>>().join(", "),
        )));
    }
    let player = |name: &String| {
        let player: Player =
            name.parse().map_err(|error: PlayerError| ApiError::bad_request(error))?;
        own(player)
    };
    names.iter().map(player).collect()
}

/// A player that a request may name.
pub fn own(player: Player) -> Result<Player, ApiError> {
    match player.is_program() {
        false => Ok(player),
        true => Err(ApiError::bad_request(
            "a page starts no program and calls no address; name it at the command line, with \
             `hornet play` or `hornet match`",
        )),
    }
}

fn thinker(player: &Player, rules: &Rules, seed: u64) -> Result<Option<Thinker>, ApiError> {
    match player.is_human() {
        true => Ok(None),
        false => Ok(Some(Thinker::new(player.clone(), rules, seed).map_err(no_thinker)?)),
    }
}

/// Why a machine cannot play.
pub fn no_thinker(error: ThinkerError) -> ApiError {
    ApiError::bad_request(error)
}

/// Why rules could not be evaluated.
pub fn not_evaluated(error: EvalError) -> ApiError {
    match error {
        EvalError::Interrupted => {
            let seconds = limits::LONGEST_QUESTION.as_secs();
            ApiError::timeout(format!("that took more than {seconds} seconds, and was stopped"))
        }
        error => ApiError::rejected(error),
    }
}

fn not_kept(error: StorageError) -> ApiError {
    ApiError::internal(format!("the game cannot be kept: {error}"))
}

fn seats(rules: &Rules, players: &[Player]) -> Result<Vec<Seat>, ApiError> {
    let sides = rules.program().declarations.players();
    let seat = |(index, (side, player)): (usize, (&Atom, &Player))| {
        // Two equal players do not play alike, nor do two tables.
        let seed = rand::random::<u64>().wrapping_add(index as u64);
        let thinker = thinker(player, rules, seed)?;
        Ok(Seat { side: *side, player: player.clone(), thinker, key: None })
    };
    sides.iter().zip(players).enumerate().map(seat).collect()
}

impl Table {
    /// A new table, which is kept in a folder.
    pub fn create(
        id: String,
        folder: PathBuf,
        game: Game,
        players: &[Player],
        pace: Option<Pace>,
        notes: Vec<String>,
    ) -> Result<Table, ApiError> {
        let seats = seats(game.rules(), players)?;
        let has_humans = seats.iter().any(|seat| seat.thinker.is_none());
        let pace = pace.unwrap_or(if has_humans { Pace::Play } else { Pace::Pause });
        let mut tree = Tree::new();
        let at = grow(&mut tree, &game);
        let sheet = Sheet {
            title: plain(game.rules().title()),
            players: players.iter().map(Player::to_string).collect(),
            pace: pace.name().into(),
            show_options: true,
            line: 1,
            ply: None,
            seats: BTreeMap::new(),
            rules: None,
        };
        let storage = Storage::create(folder, &game, sheet).map_err(not_kept)?;
        let show_options = true;
        Ok(Table::with(id, game, at, tree, seats, pace, show_options, notes, storage))
    }

    /// A table that was kept in a folder.
    pub fn open(
        id: String,
        folder: PathBuf,
        shared: &dyn Fn(&Spec) -> Result<Arc<Rules>, LoadError>,
    ) -> Result<Table, ApiError> {
        let interrupt = Arc::<AtomicBool>::default();
        let limits = limits::stopped_by(interrupt.clone());
        let (storage, tree, at, loaded) = Storage::open(folder, shared, &limits)
            .map_err(|error| ApiError::internal(format!("this table cannot be read: {error}")))?;
        let mut game = loaded.game;
        let depth = tree.node(at).depth;
        while game.actions().len() > depth && game.undo().is_some() {}
        let sheet = storage.sheet().clone();
        let named = players(game.rules(), &sheet.players);
        let named = named.unwrap_or_else(|_| {
            let sides = game.rules().program().declarations.players().len();
            vec![Player::new(crate::play::Kind::Human); sides]
        });
        let mut seats = seats(game.rules(), &named)?;
        for seat in &mut seats {
            seat.key = sheet.seats.get(seat.side.as_str()).cloned();
        }
        let has_humans = seats.iter().any(|seat| seat.thinker.is_none());
        // Machines among themselves wait for somebody to look on.
        let pace = if has_humans { Pace::named(&sheet.pace)? } else { Pace::Pause };
        let notes = loaded.dropped.iter().map(|dropped| dropped.to_string()).collect();
        let mut table =
            Table::with(id, game, at, tree, seats, pace, sheet.show_options, notes, storage);
        table.interrupt = interrupt;
        Ok(table)
    }

    #[allow(clippy::too_many_arguments, reason = "each is a part of what is at a table")]
    fn with(
        id: String,
        game: Game,
        at: NodeId,
        tree: Tree,
        seats: Vec<Seat>,
        pace: Pace,
        show_options: bool,
        notes: Vec<String>,
        storage: Storage,
    ) -> Table {
        let state = State {
            game,
            at,
            tree,
            seats,
            pace,
            show_options,
            version: 1,
            notes,
            thinking: None,
            interrupt: Arc::default(),
            turns: 0,
            substitute: None,
            storage: Some(storage),
            setup: None,
        };
        Table {
            id,
            state: Mutex::new(state),
            prompt: Mutex::new(None),
            interrupt: Arc::default(),
            events: broadcast::channel(EVENTS).0,
            wake: Notify::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Whether anybody looks on.
    pub fn is_watched(&self) -> bool {
        self.events.receiver_count() > 0
    }

    /// Tells those who look on.
    pub fn tell(&self, name: &'static str, data: &Value) {
        if self.is_watched() {
            let _ = self.events.send(Event { name, data: data.to_string().into() });
        }
    }

    /// The table as it stands, for the page.
    pub fn shown(&self) -> Result<Value, ApiError> {
        self.state().shown(&self.id)
    }

    /// The game as it stands, and where.
    pub fn game(&self) -> (Game, NodeId) {
        let state = self.state();
        (state.game.clone(), state.at)
    }

    /// The game at a node; without one, as it stands.
    pub fn game_at(&self, node: Option<NodeId>) -> Result<(Game, NodeId), ApiError> {
        let state = self.state();
        let node = node.unwrap_or(state.at);
        Ok((state.game_at(node)?, node))
    }

    /// The position at a node.
    pub fn view(&self, node: NodeId) -> Result<Value, ApiError> {
        let (game, node) = self.game_at(Some(node))?;
        view(&game, node).map_err(not_evaluated)
    }

    /// Does something that changes the table, and tells everybody.
    fn change(
        &self,
        change: impl FnOnce(&mut State) -> Result<(), ApiError>,
    ) -> Result<Value, ApiError> {
        let mut state = self.state();
        change(&mut state)?;
        state.version += 1;
        let shown = state.shown(&self.id)?;
        self.tell("state", &shown);
        drop(state);
        self.wake.notify_one();
        Ok(shown)
    }

    /// Plays a move from a node on.
    pub fn play(&self, wanted: &Wanted) -> Result<Value, ApiError> {
        self.change(|state| {
            if wanted.version.is_some_and(|version| version != state.version) {
                return Err(ApiError::conflict("the game has moved on meanwhile"));
            }
            let from = wanted.node.unwrap_or(state.at);
            let game = state.game_at(from)?;
            state.allow(game.turn(), wanted.key.as_deref())?;
            state.leave_to_machine(from, game.turn())?;
            let action = wanted.action(&game)?;
            state.play(&game, from, &action)
        })
    }

    /// Plays the move that a machine chose, unless the table has moved on.
    pub fn play_for_machine(&self, turn: &Turn, action: &Action) -> Result<Value, ApiError> {
        self.change(|state| {
            if state.at != turn.at || state.turns != turn.number {
                return Err(ApiError::conflict("the game has moved on meanwhile"));
            }
            state.substitute = None;
            state.thinking = None;
            if state.pace == Pace::Step {
                state.pace = Pace::Pause;
            }
            let game = state.game.clone();
            state.play(&game, turn.at, action)
        })
    }

    /// A machine could not move: it is said, and machines wait.
    pub fn give_up(&self, turn: &Turn, why: &str) {
        let _ = self.change(|state| {
            if state.turns == turn.number {
                state.stop_machine();
                state.pace = Pace::Pause;
                state.notes.push(format!("{} cannot move: {why}", turn.side));
            }
            Ok(())
        });
    }

    /// The machine that is to move now, if one is.
    pub fn begin_turn(&self) -> Option<Turn> {
        let mut state = self.state();
        let side = state.to_move()?;
        let seat = state.seats.iter().find(|seat| seat.side == side)?;
        let is_on = state.substitute.is_some() || state.pace != Pace::Pause;
        let thinker = state.substitute.clone().or(seat.thinker.clone()).filter(|_| is_on)?;
        state.stop_machine_thinking();
        state.turns += 1;
        state.interrupt = Arc::default();
        state.thinking = Some((side, format!("{side} thinks")));
        let turn = Turn {
            game: state.game.clone(),
            side,
            thinker,
            interrupt: state.interrupt.clone(),
            at: state.at,
            number: state.turns,
            show_options: state.show_options,
        };
        self.tell("thinking", &state.thinking_shown());
        Some(turn)
    }

    /// Says how far a machine has got.
    pub fn thinks(&self, turn: &Turn, words: &str) {
        let mut state = self.state();
        if state.turns == turn.number && state.thinking.is_some() {
            state.thinking = Some((turn.side, plain(words)));
            self.tell("thinking", &state.thinking_shown());
        }
    }

    /// Lets a machine play one move for the side to move.
    pub fn let_machine_move(&self, player: Player, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow(state.game.turn(), key)?;
            let thinker = thinker(&own(player)?, state.game.rules(), rand::random())?;
            let human = || ApiError::bad_request("a person plays by moving; name a machine");
            state.stop_machine();
            state.substitute = Some(thinker.ok_or_else(human)?);
            Ok(())
        })
    }

    /// Goes to a node.
    pub fn go_to(&self, node: NodeId, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow_any(key)?;
            state.go_to(node)
        })
    }

    /// Takes back up to the last turn of a person.
    pub fn undo(&self, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow_any(key)?;
            if state.tree.node(state.at).settled.is_some() {
                return state.unsettle();
            }
            let mut at = state.at;
            loop {
                let parent = state.tree.node(at).parent;
                at = parent.ok_or_else(|| ApiError::conflict("there is no move to take back"))?;
                if at == ROOT || state.waits_for_person(at)? {
                    break;
                }
            }
            state.go_to(at)
        })
    }

    /// Plays again what was taken back, up to the next turn of a person.
    pub fn redo(&self, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow_any(key)?;
            let mut at = state.at;
            loop {
                let next = state.tree.next(at);
                at = match next {
                    Some(next) => next,
                    None if at == state.at => {
                        return Err(ApiError::conflict("there is no move to play again"));
                    }
                    None => break,
                };
                if state.waits_for_person(at)? {
                    break;
                }
            }
            state.go_to(at)
        })
    }

    /// Ends the game as players wish.
    pub fn settle(&self, settlement: Settlement, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            match settlement {
                Settlement::Resigned(side) => state.allow(Some(side), key)?,
                _ => state.allow_any(key)?,
            }
            let is_over = state.game.outcome().map_err(not_evaluated)? != Outcome::Open;
            if is_over || state.game.settlement().is_some() {
                return Err(ApiError::conflict("the game is already over"));
            }
            state.stop_machine();
            let (game, at) = (state.game.clone(), state.at);
            state.storage()?.settle(&game, at, settlement).map_err(not_kept)?;
            state.tree.node_mut(at).settled = Some(settlement);
            state.game.settle(settlement);
            Ok(())
        })
    }

    /// The side of that name.
    pub fn side(&self, name: &str) -> Result<Atom, ApiError> {
        let state = self.state();
        let found = state.seats.iter().map(|seat| seat.side).find(|side| side.as_str() == name);
        found.ok_or_else(|| ApiError::not_found(format!("there is no side `{}`", plain(name))))
    }

    /// Removes a variation.
    pub fn remove(&self, node: NodeId, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow_any(key)?;
            let parent = state.node(node)?.parent;
            let Some(parent) = parent else {
                return Err(ApiError::conflict("the beginning cannot be removed"));
            };
            if state.tree.is_below(state.at, node) {
                return Err(ApiError::conflict(
                    "the table stands there; go back before it, then remove it",
                ));
            }
            let stem = state.game_at(parent)?;
            let tree = state.tree.clone();
            state.storage()?.remove(&tree, node, &stem).map_err(not_kept)?;
            state.tree.remove(node);
            let (tree, at) = (state.tree.clone(), state.at);
            state.storage()?.stand_at(&tree, at).map_err(not_kept)
        })
    }

    /// Changes who plays.
    pub fn set_players(&self, names: &[String], key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow_any(key)?;
            let named = players(state.game.rules(), names)?;
            let mut seats = seats(state.game.rules(), &named)?;
            for (seat, before) in seats.iter_mut().zip(&state.seats) {
                // Who has a seat keeps it as long as a person plays there.
                seat.key = before.key.clone().filter(|_| seat.player.is_human());
            }
            state.stop_machine();
            state.seats = seats;
            let names = named.iter().map(Player::to_string).collect();
            state.keep(|sheet| sheet.players = names)?;
            state.keep_seats()
        })
    }

    /// Changes how machines move.
    pub fn set_pace(&self, pace: Pace) -> Result<Value, ApiError> {
        self.change(|state| {
            if pace == Pace::Pause {
                state.stop_machine();
            }
            state.pace = pace;
            state.keep(|sheet| sheet.pace = pace.name().into())
        })
    }

    /// Says whether to show what machines can choose from.
    pub fn set_show_options(&self, show_options: bool) -> Result<Value, ApiError> {
        self.change(|state| {
            state.show_options = show_options;
            state.keep(|sheet| sheet.show_options = show_options)
        })
    }

    /// Takes a seat; the key of it.
    pub fn take_seat(&self, side: Atom) -> Result<String, ApiError> {
        let key = super::random_name();
        let given = key.clone();
        self.change(|state| {
            let seat = state.seat_mut(side)?;
            if !seat.player.is_human() {
                return Err(ApiError::conflict(format!("{side} is played by {}", seat.player)));
            }
            if seat.key.is_some() {
                return Err(ApiError::conflict(format!("somebody else plays {side} already")));
            }
            seat.key = Some(given);
            state.keep_seats()
        })?;
        Ok(key)
    }

    /// Leaves a seat.
    pub fn leave_seat(&self, side: Atom, key: Option<&str>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.allow(Some(side), key)?;
            state.seat_mut(side)?.key = None;
            state.keep_seats()
        })
    }

    /// Whether somebody with these keys may move for a side.
    pub fn allows(&self, side: Option<Atom>, key: Option<&str>) -> Result<(), ApiError> {
        self.state().allow(side, key)
    }

    /// Whether somebody with these keys may go back and forth.
    pub fn allows_any(&self, key: Option<&str>) -> Result<(), ApiError> {
        self.state().allow_any(key)
    }

    /// The game by rules that can be stopped, for questions at the prompt.
    pub fn stoppable_game(&self) -> Result<(Game, NodeId), ApiError> {
        let mut state = self.state();
        let rules = state.game.rules();
        if !Arc::ptr_eq(&rules.engine().limits().interrupt, &self.interrupt) {
            let limits = limits::stopped_by(self.interrupt.clone());
            let own = rules.amended(rules.amendments().clone(), limits);
            let own = own.map_err(super::not_loaded)?;
            state.game = state.game.under(Arc::new(own));
        }
        Ok((state.game.clone(), state.at))
    }

    /// Takes over what was done at the prompt, which began at a node: moves that were
    /// played or taken back, or rules that have changed.
    pub fn follow(&self, began: NodeId, game: &Game) -> Result<(), ApiError> {
        let before = self.game().0;
        let same_rules = Arc::ptr_eq(before.rules(), game.rules());
        let same_moves = before.actions().eq(game.actions());
        let same_end = before.settlement() == game.settlement();
        if same_rules && same_moves && same_end {
            return Ok(());
        }
        self.change(|state| {
            if state.at != began {
                return Err(ApiError::conflict(
                    "the game has moved on meanwhile: nothing is changed",
                ));
            }
            state.stop_machine();
            if !same_rules {
                state.play_under(game.rules().clone())?;
            }
            if !same_moves {
                let mut at = ROOT;
                for (before, action) in game.moves() {
                    at = match state.tree.child(at, &action) {
                        Some(known) => known,
                        None => state.add(&before, at, &action)?,
                    };
                }
                state.go_to(at)?;
            }
            if state.game.settlement().is_some() && game.settlement().is_none() {
                state.unsettle()?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Shows a position that is being set up, or no more.
    pub fn show_setup(&self, setup: Option<Value>) -> Result<Value, ApiError> {
        self.change(|state| {
            state.setup = setup;
            Ok(())
        })
    }

    /// How many moves, and whether the game is over.
    pub fn progress(&self) -> (usize, bool, Vec<String>, String, String) {
        let state = self.state();
        let is_over = !matches!(state.game.outcome(), Ok(Outcome::Open) | Err(_));
        let names = state.seats.iter().map(|seat| seat.player.to_string()).collect();
        let rules = state.game.rules();
        (state.tree.node(state.at).depth, is_over, names, plain(rules.title()), plain(rules.name()))
    }

    /// Ends the table: nobody thinks about it any more, and its folder is removed, if it
    /// is not to be kept.
    pub fn close(&self, is_deleted: bool) -> Result<(), ApiError> {
        let mut state = self.state();
        state.stop_machine();
        state.pace = Pace::Pause;
        self.interrupt.store(true, Ordering::Relaxed);
        let storage = state.storage.take();
        if is_deleted {
            self.tell("closed", &json!({}));
            if let Some(storage) = storage {
                storage.delete().map_err(|error| {
                    ApiError::internal(format!("the table cannot be removed: {error}"))
                })?;
            }
        }
        Ok(())
    }
}

/// A move that somebody wants to play.
#[derive(Default)]
pub struct Wanted {
    /// As it is written.
    pub text: Option<String>,
    /// By what was touched.
    pub touches: Vec<crate::game::Touch>,
    /// From which node on.
    pub node: Option<NodeId>,
    /// Only if nothing has changed since.
    pub version: Option<u64>,
    /// The key of the seat.
    pub key: Option<String>,
}

impl Wanted {
    /// The action that is meant in a position.
    pub fn action(&self, game: &Game) -> Result<Action, ApiError> {
        let presentation = game.rules().presentation();
        if let Some(text) = &self.text {
            return presentation.read(game, text).map_err(|error| {
                ApiError::bad_request(plain(&error.to_string()))
                    .help("a move is written as the game's players do, or as in the rules")
            });
        }
        let scene = presentation.scene(game);
        let tried = attempts(game, &scene, &self.touches);
        let legal = game.legal().map_err(not_evaluated)?;
        let is_legal = |action: &&Action| legal.contains(action);
        let chosen = tried.iter().find(is_legal).or(tried.first()).cloned();
        chosen.ok_or_else(|| ApiError::bad_request("no action names just these things"))
    }
}

impl State {
    fn storage(&mut self) -> Result<&mut Storage, ApiError> {
        self.storage.as_mut().ok_or_else(|| ApiError::not_found("this table is closed"))
    }

    fn keep(&mut self, change: impl FnOnce(&mut Sheet)) -> Result<(), ApiError> {
        self.storage()?.change(change).map_err(not_kept)
    }

    fn keep_seats(&mut self) -> Result<(), ApiError> {
        let taken = self
            .seats
            .iter()
            .filter_map(|seat| Some((seat.side.as_str().to_string(), seat.key.clone()?)));
        let taken: BTreeMap<String, String> = taken.collect();
        self.keep(|sheet| sheet.seats = taken)
    }

    fn seat_mut(&mut self, side: Atom) -> Result<&mut Seat, ApiError> {
        let seat = self.seats.iter_mut().find(|seat| seat.side == side);
        seat.ok_or_else(|| ApiError::not_found("there is no such side"))
    }

    fn node(&self, id: NodeId) -> Result<&super::tree::Node, ApiError> {
        let gone = || ApiError::not_found(format!("there is no position {id} at this table"));
        self.tree.get(id).ok_or_else(gone)
    }

    /// Whether somebody may move for a side: its seat is free, or they have its key.
    fn allow(&self, side: Option<Atom>, key: Option<&str>) -> Result<(), ApiError> {
        let seat = self.seats.iter().find(|seat| Some(seat.side) == side);
        match seat.and_then(|seat| seat.key.as_deref()) {
            Some(needed) if key != Some(needed) => {
                let side = side.map_or("", |side| side.as_str());
                Err(ApiError::seat(format!("{side} is played by somebody in another window")))
            }
            _ => Ok(()),
        }
    }

    /// Whether somebody may do what concerns all: no seat is taken, or they have one.
    fn allow_any(&self, key: Option<&str>) -> Result<(), ApiError> {
        let mut taken = self.seats.iter().filter_map(|seat| seat.key.as_deref()).peekable();
        match taken.peek().is_none() || taken.any(|needed| key == Some(needed)) {
            true => Ok(()),
            false => Err(ApiError::seat("only who has a seat at this table may do that")),
        }
    }

    /// Refuses to move in place of a machine that is about to.
    fn leave_to_machine(&self, from: NodeId, side: Option<Atom>) -> Result<(), ApiError> {
        let seat = self.seats.iter().find(|seat| Some(seat.side) == side);
        match seat.filter(|seat| seat.thinker.is_some()) {
            Some(seat) if from == self.at && self.pace == Pace::Play => Err(ApiError::conflict(
                format!("it is the turn of {}, played by {}", seat.side, seat.player),
            )
            .help("pause the machines to move for one of them")),
            _ => Ok(()),
        }
    }

    /// The game at a node.
    fn game_at(&self, node: NodeId) -> Result<Game, ApiError> {
        self.node(node)?;
        if node == self.at {
            return Ok(self.game.clone());
        }
        let mut game = self.game.beginning();
        if self.tree.is_below(self.at, node) {
            game = self.game.clone();
            let depth = self.tree.node(node).depth;
            while game.actions().len() > depth && game.undo().is_some() {}
        } else {
            for id in self.tree.path(node) {
                if let Some(action) = &self.tree.node(id).action {
                    game.play_unchecked(action).map_err(not_evaluated)?;
                }
            }
        }
        // What was taken back is in the tree.
        let undone = game.beginning();
        game.keep_undone(&undone);
        if let Some(settlement) = self.tree.node(node).settled {
            game.settle(settlement);
        }
        Ok(game)
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), ApiError> {
        let game = self.game_at(node)?;
        self.stop_machine();
        let tree = self.tree.clone();
        self.storage()?.stand_at(&tree, node).map_err(not_kept)?;
        self.game = game;
        self.at = node;
        if self.tree.is_leaf(node) {
            self.tree.prefer(node);
        }
        // Machines by themselves would play on immediately.
        if self.seats.iter().all(|seat| seat.thinker.is_some()) {
            self.pace = Pace::Pause;
        }
        Ok(())
    }

    /// Whether a person is to move at a node; where only machines play, always.
    fn waits_for_person(&self, node: NodeId) -> Result<bool, ApiError> {
        let is_machine = |seat: &Seat| seat.thinker.is_some();
        if self.seats.iter().all(is_machine) {
            return Ok(true);
        }
        let turn = self.game_at(node)?.turn();
        let seat = self.seats.iter().find(|seat| Some(seat.side) == turn);
        Ok(seat.is_none_or(|seat| !is_machine(seat)))
    }

    /// Plays a move that may be refused, from a node on.
    fn play(&mut self, game: &Game, from: NodeId, action: &Action) -> Result<(), ApiError> {
        let mut after = game.clone();
        match after.play(action) {
            Ok(()) => {}
            Err(PlayError::Eval(error)) => return Err(not_evaluated(error)),
            Err(PlayError::Refused(refused)) => return Err(refusal(game, &refused)?),
        }
        self.stop_machine();
        let to = match self.tree.child(from, action) {
            Some(known) => known,
            None => self.add(game, from, action)?,
        };
        let tree = self.tree.clone();
        self.storage()?.stand_at(&tree, to).map_err(not_kept)?;
        let undone = after.beginning();
        after.keep_undone(&undone);
        if let Some(settlement) = self.tree.node(to).settled {
            after.settle(settlement);
        }
        self.game = after;
        self.at = to;
        self.tree.prefer(to);
        Ok(())
    }

    /// Adds a move to the tree and to the disk.
    fn add(&mut self, before: &Game, from: NodeId, action: &Action) -> Result<NodeId, ApiError> {
        if self.tree.len() >= limits::MOST_NODES {
            return Err(ApiError::conflict(format!(
                "a table holds no more than {} moves, with all variations",
                limits::MOST_NODES
            )));
        }
        let to = self.tree.len();
        self.storage()?.play(before, action, from, to).map_err(not_kept)?;
        let text = plain(&before.rules().presentation().write(before, action));
        let added = self.tree.add(from, Move { action: action.clone(), text, side: before.turn() });
        debug_assert_eq!(added, to);
        Ok(to)
    }

    fn unsettle(&mut self) -> Result<(), ApiError> {
        let (game, at) = (self.game.clone(), self.at);
        self.storage()?.unsettle(&game, at).map_err(not_kept)?;
        self.tree.node_mut(at).settled = None;
        self.game.unsettle();
        Ok(())
    }

    /// Goes on under other rules for the same game.
    fn play_under(&mut self, rules: Arc<Rules>) -> Result<(), ApiError> {
        self.game = self.game.under(rules.clone());
        for seat in &mut self.seats {
            seat.thinker = thinker(&seat.player, &rules, rand::random())?;
        }
        let mut storage = self.storage.take();
        let kept = match &mut storage {
            Some(storage) => storage.rewrite(&self.tree, |node| self.game_at(node).ok()),
            None => Ok(()),
        };
        self.storage = storage;
        kept.map_err(not_kept)
    }

    /// Whose turn it is, unless the game is over.
    fn to_move(&self) -> Option<Atom> {
        let side = self.game.turn()?;
        let is_open = self.game.outcome().is_ok_and(|outcome| outcome == Outcome::Open);
        let has_moves = || self.game.count_legal().is_ok_and(|count| count > 0);
        (is_open && self.game.settlement().is_none() && has_moves()).then_some(side)
    }

    fn stop_machine(&mut self) {
        self.stop_machine_thinking();
        self.substitute = None;
        self.turns += 1;
    }

    fn stop_machine_thinking(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        self.thinking = None;
    }

    fn thinking_shown(&self) -> Value {
        match &self.thinking {
            Some((side, words)) => json!({ "side": side.as_str(), "words": words }),
            None => Value::Null,
        }
    }

    fn shown(&self, id: &str) -> Result<Value, ApiError> {
        let rules = self.game.rules();
        let side = |seat: &Seat| {
            json!({
                "side": seat.side.as_str(),
                "tint": tint_of(&self.game, Some(seat.side)).map(|tint| tint.name),
                "player": seat.player.to_string(),
                "taken": seat.key.is_some(),
            })
        };
        let node = |(id, node): (NodeId, &super::tree::Node)| {
            let mut shown = json!({
                "node": id,
                "parent": node.parent,
                "move": node.text,
                "side": node.side.map(|side| side.as_str()),
                "number": node.depth,
            });
            if let Some(comment) = &node.comment {
                shown["comment"] = plain(comment).into();
            }
            if let Some(settled) = &node.settled {
                shown["settled"] = plain(&settled.to_string()).into();
            }
            shown
        };
        let waits_for = self.to_move().map(|side| {
            let seat = self.seats.iter().find(|seat| seat.side == side);
            let is_machine = seat.is_some_and(|seat| seat.thinker.is_some());
            json!({ "side": side.as_str(), "who": if is_machine { "machine" } else { "human" } })
        });
        Ok(json!({
            "id": id,
            "version": self.version,
            "game": plain(rules.name()),
            "title": plain(rules.title()),
            "is_game": rules.is_game(),
            "by_the_book": rules.is_by_the_book(),
            "changes": super::rulebook::changes(rules),
            "sides": self.seats.iter().map(side).collect::<Vec<_>>(),
            "pace": self.pace.name(),
            "show_options": self.show_options,
            "styles": rules.allowed(STYLE),
            "has_value": rules.program().relations.plain("value", 2).is_some(),
            "thinking": self.thinking_shown(),
            "waits_for": waits_for,
            "at": self.at,
            "tree": self.tree.each().map(node).collect::<Vec<_>>(),
            "line": self.tree.line_through(self.at),
            "notes": self.notes.iter().map(|note| plain(&strip_str(note).to_string())).collect::<Vec<_>>(),
            "setup": self.setup,
            "view": view(&self.game, self.at).map_err(not_evaluated)?,
        }))
    }
}
