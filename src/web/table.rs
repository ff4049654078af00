//! A table: a game in progress with its variations, who plays it, and how machines
//! move. All that happens at it goes through here, one thing after the other, is kept on
//! the disk, and is told to whoever looks on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast};

use super::error::ApiError;
use super::lane::Lane;
use super::prompt::Prompt;
use super::seats::{Pace, own, players, seats, thinker};
use super::state::State;
use super::storage::{Changes, Sheet, Storage, grow};
use super::tree::{NodeId, ROOT, Tree};
use super::view::{plain, view};
use super::wanted::Wanted;
use crate::game::{Action, Game, LoadError, Outcome, Rules, Settlement, Spec};
use crate::logic::Atom;
use crate::play::{Kind, Player, Thinker};

/// Something that those who look on are told.
#[derive(Clone, Debug)]
pub struct Event {
    /// What kind of thing.
    pub name: &'static str,
    /// What happened.
    pub data: Arc<str>,
}

/// A machine that is to move.
#[derive(Clone)]
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

/// A table.
pub struct Table {
    /// What it is called in addresses.
    pub id: String,
    state: Mutex<State>,
    /// The prompt, once somebody has asked something.
    pub(super) prompt: Mutex<Option<Prompt>>,
    /// For what concerns the game.
    pub(super) playing: Lane,
    /// For questions.
    pub(super) asking: Lane,
    progress: Mutex<Progress>,
    events: broadcast::Sender<Event>,
    /// Wakes who moves the machines.
    pub(super) wake: Notify,
}

/// What can be told of a table without waiting for it.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many moves were played.
    pub moves: usize,
    /// How many moves its line has, with those that were taken back.
    pub length: usize,
    /// Whether the game is over.
    pub is_over: bool,
    /// Who plays.
    pub players: Vec<String>,
    /// What the game is called.
    pub title: String,
    /// The same as it is named at the command line.
    pub game: String,
}

impl Progress {
    fn of(state: &State) -> Progress {
        let rules = state.game.rules();
        Progress {
            moves: state.tree.node(state.at).depth,
            length: state.tree.line_through(state.at).len(),
            is_over: state.to_move().is_none(),
            players: state.seats.iter().map(|seat| seat.player.to_string()).collect(),
            title: plain(rules.title()),
            game: plain(rules.name()),
        }
    }
}

/// Events that nobody has fetched; who falls further behind is told all anew.
const EVENTS: usize = 64;

impl Table {
    /// A new table, which is kept in a folder.
    pub fn create(
        id: String,
        folder: PathBuf,
        playing: Lane,
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
            pace: pace.kept().into(),
            show_options: true,
            line: 1,
            ply: None,
            seats: BTreeMap::new(),
            rules: None,
            game: String::new(),
            changes: Changes::default(),
        };
        let storage = Storage::create(folder, &game, sheet)?;
        let show_options = true;
        let state = State::new(game, at, tree, seats, pace, show_options, notes, storage);
        Ok(Table::with(id, playing, state))
    }

    /// A table that was kept in a folder.
    pub fn open(
        id: String,
        folder: PathBuf,
        playing: Lane,
        shared: &dyn Fn(&Spec) -> Result<Arc<Rules>, LoadError>,
    ) -> Result<Table, ApiError> {
        let limits = playing.limits();
        let (storage, tree, at, loaded) = Storage::open(folder, shared, &limits)
            .map_err(|error| ApiError::internal(format!("this table cannot be read: {error}")))?;
        let mut game = loaded.game;
        let depth = tree.node(at).depth;
        while game.actions().len() > depth && game.undo().is_some() {}
        let undone = game.beginning();
        game.keep_undone(&undone);
        if let Some(settlement) = tree.node(at).settled {
            game.settle(settlement);
        }
        let sheet = storage.sheet().clone();
        let named = players(game.rules(), &sheet.players);
        let named = named.unwrap_or_else(|_| {
            let sides = game.rules().program().declarations.players().len();
            vec![Player::new(Kind::Human); sides]
        });
        let mut seats = seats(game.rules(), &named)?;
        for seat in &mut seats {
            seat.key = sheet.seats.get(seat.side.as_str()).cloned();
        }
        let has_humans = seats.iter().any(|seat| seat.thinker.is_none());
        // Machines among themselves wait for somebody to look on.
        let pace = if has_humans { Pace::named(&sheet.pace)? } else { Pace::Pause };
        let notes = loaded.dropped.iter().map(|dropped| dropped.to_string()).collect();
        let show_options = sheet.show_options;
        let state = State::new(game, at, tree, seats, pace, show_options, notes, storage);
        Ok(Table::with(id, playing, state))
    }

    fn with(id: String, playing: Lane, state: State) -> Table {
        Table {
            id,
            progress: Mutex::new(Progress::of(&state)),
            state: Mutex::new(state),
            prompt: Mutex::new(None),
            playing,
            asking: Lane::new(),
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
    pub fn shown(&self) -> Value {
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
        Ok(view(&game, node)?)
    }

    /// Does something that changes the table, and tells everybody.
    fn change(
        &self,
        change: impl FnOnce(&mut State) -> Result<(), ApiError>,
    ) -> Result<Value, ApiError> {
        let mut state = self.state();
        change(&mut state)?;
        state.version += 1;
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Progress::of(&state);
        let shown = state.shown(&self.id);
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
            let game = state.game.clone();
            state.play(&game, turn.at, action)?;
            if state.pace == Pace::Step {
                state.set_pace(Pace::Pause)?;
            }
            Ok(())
        })
    }

    /// A machine could not move: it is said, and machines wait.
    pub fn give_up(&self, turn: &Turn, why: &str) {
        let _ = self.change(|state| {
            if state.turns == turn.number {
                state.stop_machine();
                let _ = state.set_pace(Pace::Pause);
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
        // Whoever holds the table may take a while.
        let Ok(mut state) = self.state.try_lock() else { return };
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
            let at = state.last_turn_of_person()?;
            state.go_to(at)
        })
    }

    /// How many moves that takes back.
    pub fn undone_at_once(&self) -> Result<usize, ApiError> {
        let state = self.state();
        let back = state.last_turn_of_person()?;
        Ok(state.tree.node(state.at).depth - state.tree.node(back).depth)
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
            let is_over = state.game.outcome()? != Outcome::Open;
            if is_over || state.game.settlement().is_some() {
                return Err(ApiError::conflict("the game is already over"));
            }
            state.stop_machine();
            let (game, at) = (state.game.clone(), state.at);
            state.storage()?.settle(&game, at, settlement)?;
            state.tree.node_mut(at).settled = Some(settlement);
            state.game.settle(settlement);
            let tree = state.tree.clone();
            Ok(state.storage()?.stand_at(&tree, at)?)
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
            state.storage()?.remove(&tree, node, &stem)?;
            state.tree.remove(node);
            let (tree, at) = (state.tree.clone(), state.at);
            Ok(state.storage()?.stand_at(&tree, at)?)
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
            let names = named.iter().map(Player::to_string).collect();
            state.keep(|sheet| sheet.players = names)?;
            state.stop_machine();
            state.seats = seats;
            state.keep_seats()
        })
    }

    /// Changes how machines move.
    pub fn set_pace(&self, pace: Pace) -> Result<Value, ApiError> {
        self.change(|state| {
            if pace == Pace::Pause {
                state.stop_machine();
            }
            state.set_pace(pace)
        })
    }

    /// Says whether to show what machines can choose from.
    pub fn set_show_options(&self, show_options: bool) -> Result<Value, ApiError> {
        self.change(|state| {
            state.keep(|sheet| sheet.show_options = show_options)?;
            state.show_options = show_options;
            Ok(())
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
            let kept = state.keep_seats();
            if kept.is_err() {
                state.seat_mut(side)?.key = None;
            }
            kept
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

    /// Whether somebody with this key may move for a side now.
    pub fn allows(&self, side: Option<Atom>, key: Option<&str>) -> Result<(), ApiError> {
        let state = self.state();
        state.allow(side, key)?;
        state.leave_to_machine(state.at, side)
    }

    /// Whether somebody with this key may go back and forth.
    pub fn allows_any(&self, key: Option<&str>) -> Result<(), ApiError> {
        self.state().allow_any(key)
    }

    /// Takes over what was done at the prompt, which began at a node with the game
    /// `before`: moves that were played or taken back, or rules that have changed.
    pub fn follow(&self, began: NodeId, before: &Game, game: &Game) -> Result<(), ApiError> {
        let same_rules = are_same(before.rules(), game.rules());
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
                let amendments = game.rules().amendments().clone();
                let rules = game.rules().amended(amendments, self.playing.limits())?;
                state.play_under(Arc::new(rules))?;
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
            if !same_end && state.game.settlement().is_some() && game.settlement().is_none() {
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

    /// What can be told of it without waiting.
    pub fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the table: nobody thinks about it any more, and its folder is removed, if it
    /// is not to be kept.
    pub fn close(&self, is_deleted: bool) -> Result<(), ApiError> {
        self.playing.stop();
        self.asking.stop();
        let mut state = self.state();
        state.stop_machine();
        state.pace = Pace::Pause;
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

/// Whether rules say the same, though they may be stopped in different ways.
pub fn are_same(one: &Rules, other: &Rules) -> bool {
    let is_same_text = one.name() == other.name() && one.options() == other.options();
    is_same_text && one.amendments() == other.amendments()
}
