//! What is at a table, and how it changes. Whatever changes is on the disk before it
//! counts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::adapter::strip_str;
use serde_json::{Value, json};

use super::error::ApiError;
use super::limits;
use super::refusal::refusal;
use super::rulebook::changes;
use super::seats::{Pace, Seat, thinker};
use super::storage::{Sheet, Storage};
use super::tree::{Move, Node, NodeId, ROOT, Tree};
use super::view::{plain, view_or_problem};
use crate::game::{Action, Game, Outcome, PlayError, Rules, game_type, tint_of};
use crate::logic::Atom;
use crate::play::{STYLE, Thinker};

/// What is at a table.
pub struct State {
    /// The game as it stands.
    pub game: Game,
    /// Where in the tree.
    pub at: NodeId,
    /// All moves.
    pub tree: Tree,
    /// Who plays.
    pub seats: Vec<Seat>,
    /// How machines move.
    pub pace: Pace,
    /// Whether it is shown what a machine can choose from.
    pub show_options: bool,
    /// Grows with every change.
    pub version: u64,
    /// What there is to say about the table.
    pub notes: Vec<String>,
    /// Which machine thinks, and how far it has got.
    pub thinking: Option<(Atom, String)>,
    /// Stops the machine that thinks.
    pub interrupt: Arc<AtomicBool>,
    /// Counts the turns of machines that were begun or given up.
    pub turns: u64,
    /// A machine that plays this one move, whoever has the seat.
    pub substitute: Option<Thinker>,
    /// Where it is kept; nowhere, once it is closed.
    pub storage: Option<Storage>,
    /// A position that is being set up.
    pub setup: Option<Value>,
}

impl State {
    /// A table with a game that stands at a node.
    #[allow(clippy::too_many_arguments, reason = "each is a part of what is at a table")]
    pub fn new(
        game: Game,
        at: NodeId,
        tree: Tree,
        seats: Vec<Seat>,
        pace: Pace,
        show_options: bool,
        notes: Vec<String>,
        storage: Storage,
    ) -> State {
        State {
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
        }
    }

    /// Where it is kept.
    pub fn storage(&mut self) -> Result<&mut Storage, ApiError> {
        self.storage.as_mut().ok_or_else(|| ApiError::not_found("this table is closed"))
    }

    /// Keeps what has changed besides the moves.
    pub fn keep(&mut self, change: impl FnOnce(&mut Sheet)) -> Result<(), ApiError> {
        Ok(self.storage()?.change(change)?)
    }

    /// Keeps who has which seat.
    pub fn keep_seats(&mut self) -> Result<(), ApiError> {
        let taken = self
            .seats
            .iter()
            .filter_map(|seat| Some((seat.side.as_str().to_string(), seat.key.clone()?)));
        let taken: BTreeMap<String, String> = taken.collect();
        self.keep(|sheet| sheet.seats = taken)
    }

    /// The seat of a side.
    pub fn seat_mut(&mut self, side: Atom) -> Result<&mut Seat, ApiError> {
        let seat = self.seats.iter_mut().find(|seat| seat.side == side);
        seat.ok_or_else(|| ApiError::not_found("there is no such side"))
    }

    /// A node of the tree.
    pub fn node(&self, id: NodeId) -> Result<&Node, ApiError> {
        let gone = || ApiError::not_found(format!("there is no position {id} at this table"));
        self.tree.get(id).ok_or_else(gone)
    }

    /// Whether somebody may move for a side: its seat is free, or they have its key.
    pub fn allow(&self, side: Option<Atom>, key: Option<&str>) -> Result<(), ApiError> {
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
    pub fn allow_any(&self, key: Option<&str>) -> Result<(), ApiError> {
        let mut taken = self.seats.iter().filter_map(|seat| seat.key.as_deref()).peekable();
        match taken.peek().is_none() || taken.any(|needed| key == Some(needed)) {
            true => Ok(()),
            false => Err(ApiError::seat("only who has a seat at this table may do that")),
        }
    }

    /// Refuses to move in place of a machine that is about to.
    pub fn leave_to_machine(&self, from: NodeId, side: Option<Atom>) -> Result<(), ApiError> {
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
    pub fn game_at(&self, node: NodeId) -> Result<Game, ApiError> {
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
                    game.play_unchecked(action)?;
                }
            }
        }
        Ok(self.with_what_is_known(game, node))
    }

    /// A game that came to a node, with what the tree knows about the way there: what was
    /// said about each move, and how players ended the game.
    fn with_what_is_known(&self, mut game: Game, node: NodeId) -> Game {
        // What was taken back is in the tree.
        let undone = game.beginning();
        game.keep_undone(&undone);
        let comments = self.tree.path(node).into_iter().enumerate();
        let comments: Vec<(usize, String)> = comments
            .filter_map(|(index, id)| Some((index + 1, self.tree.node(id).comment.clone()?)))
            .collect();
        if game.about().reaches_beyond(0) || !comments.is_empty() {
            game.about_mut().forget_beyond(0);
            for (moves, comment) in comments {
                game.about_mut().add_comment(moves, &comment);
            }
        }
        if let Some(settlement) = self.tree.node(node).settled {
            game.settle(settlement);
        }
        game
    }

    /// Goes to a node.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), ApiError> {
        let game = self.game_at(node)?;
        self.stop_machine();
        let tree = self.tree.clone();
        self.storage()?.stand_at(&tree, node)?;
        self.game = game;
        self.at = node;
        if self.tree.is_leaf(node) {
            self.tree.prefer(node);
        }
        // Machines by themselves would play on immediately.
        if self.seats.iter().all(|seat| seat.thinker.is_some()) {
            self.set_pace(Pace::Pause)?;
        }
        Ok(())
    }

    /// Changes how machines move.
    pub fn set_pace(&mut self, pace: Pace) -> Result<(), ApiError> {
        // Machines are to wait even if that cannot be kept.
        if pace == Pace::Pause {
            self.pace = pace;
        }
        self.keep(|sheet| sheet.pace = pace.kept().into())?;
        self.pace = pace;
        Ok(())
    }

    /// Whether a person is to move at a node; where only machines play, always.
    pub fn waits_for_person(&self, node: NodeId) -> Result<bool, ApiError> {
        let is_machine = |seat: &Seat| seat.thinker.is_some();
        if self.seats.iter().all(is_machine) {
            return Ok(true);
        }
        let turn = self.game_at(node)?.turn();
        let seat = self.seats.iter().find(|seat| Some(seat.side) == turn);
        Ok(seat.is_none_or(|seat| !is_machine(seat)))
    }

    /// The node where a person was last to move, or the first one.
    pub fn last_turn_of_person(&self) -> Result<NodeId, ApiError> {
        let mut at = self.at;
        loop {
            let parent = self.tree.node(at).parent;
            at = parent.ok_or_else(|| ApiError::conflict("there is no move to take back"))?;
            if at == ROOT || self.waits_for_person(at)? {
                return Ok(at);
            }
        }
    }

    /// Plays a move that may be refused, from a node on.
    pub fn play(&mut self, game: &Game, from: NodeId, action: &Action) -> Result<(), ApiError> {
        let mut after = game.clone();
        match after.play(action) {
            Ok(()) => {}
            Err(PlayError::Eval(error)) => return Err(error.into()),
            Err(PlayError::Refused(refused)) => return Err(refusal(game, &refused)?),
        }
        let to = match self.tree.child(from, action) {
            Some(known) => known,
            None => self.add(game, from, action)?,
        };
        let tree = self.tree.clone();
        self.storage()?.stand_at(&tree, to)?;
        self.stop_machine();
        self.game = self.with_what_is_known(after, to);
        self.at = to;
        self.tree.prefer(to);
        Ok(())
    }

    /// Adds a move to the tree and to the disk.
    pub fn add(
        &mut self,
        before: &Game,
        from: NodeId,
        action: &Action,
    ) -> Result<NodeId, ApiError> {
        if self.tree.len() >= limits::MOST_NODES {
            return Err(ApiError::conflict(format!(
                "a table holds no more than {} moves, with all variations",
                limits::MOST_NODES
            )));
        }
        let to = self.tree.len();
        self.storage()?.play(before, action, from, to)?;
        let text = plain(&before.rules().presentation().write(before, action));
        let added = self.tree.add(from, Move { action: action.clone(), text, side: before.turn() });
        debug_assert_eq!(added, to);
        Ok(to)
    }

    /// Takes back how players ended the game.
    pub fn unsettle(&mut self) -> Result<(), ApiError> {
        let (game, at) = (self.game.clone(), self.at);
        self.storage()?.unsettle(&game, at)?;
        self.tree.node_mut(at).settled = None;
        self.game.unsettle();
        Ok(())
    }

    /// Goes on under other rules for the same game, or changes nothing if a player cannot.
    pub fn play_under(&mut self, rules: Arc<Rules>) -> Result<(), ApiError> {
        let prepared = |seat: &Seat| {
            let Seat { side, player, .. } = seat;
            thinker(player, &rules, rand::random()).map_err(|error| {
                let why = error.message();
                ApiError::conflict(format!(
                    "nothing is changed: {player}, who plays {side}, needs the rules as they are \
                     ({why})"
                ))
            })
        };
        let thinkers = self.seats.iter().map(prepared).collect::<Result<Vec<_>, _>>()?;
        let before = self.game.clone();
        self.game = self.game.under(rules.clone());
        let mut storage = self.storage.take();
        let kept = match &mut storage {
            Some(storage) => storage.change_rules(&rules, |node| self.game_at(node).ok()),
            None => Ok(()),
        };
        self.storage = storage;
        if let Err(error) = kept {
            self.game = before;
            return Err(error.into());
        }
        for (seat, thinker) in self.seats.iter_mut().zip(thinkers) {
            seat.thinker = thinker;
        }
        Ok(())
    }

    /// Whose turn it is, unless the game is over.
    pub fn to_move(&self) -> Option<Atom> {
        let side = self.game.turn()?;
        let is_open = self.game.outcome().is_ok_and(|outcome| outcome == Outcome::Open);
        let has_moves = || self.game.count_legal().is_ok_and(|count| count > 0);
        (is_open && self.game.settlement().is_none() && has_moves()).then_some(side)
    }

    /// Gives up the turn of a machine.
    pub fn stop_machine(&mut self) {
        self.stop_machine_thinking();
        self.substitute = None;
        self.turns += 1;
    }

    /// Stops a machine that thinks.
    pub fn stop_machine_thinking(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        self.thinking = None;
    }

    /// What a machine considers.
    pub fn thinking_shown(&self) -> Value {
        match &self.thinking {
            Some((side, words)) => json!({ "side": side.as_str(), "words": words }),
            None => Value::Null,
        }
    }

    /// The table as the page shows it.
    pub fn shown(&self, id: &str) -> Value {
        let rules = self.game.rules();
        let side = |seat: &Seat| {
            json!({
                "side": seat.side.as_str(),
                "tint": tint_of(&self.game, Some(seat.side)).map(|tint| tint.name),
                "player": seat.player.to_string(),
                "taken": seat.key.is_some(),
            })
        };
        let node = |(id, node): (NodeId, &Node)| {
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
        json!({
            "id": id,
            "version": self.version,
            "game": plain(rules.name()),
            "title": plain(rules.title()),
            "is_game": rules.is_game(),
            "by_the_book": rules.is_by_the_book(),
            "changes": changes(rules),
            "sides": self.seats.iter().map(side).collect::<Vec<_>>(),
            "pace": self.pace.name(),
            "show_options": self.show_options,
            "styles": rules.allowed(STYLE),
            "forms": forms(&self.game),
            "has_value": rules.values_positions(),
            "thinking": self.thinking_shown(),
            "waits_for": waits_for,
            "at": self.at,
            "tree": self.tree.each().map(node).collect::<Vec<_>>(),
            "line": self.tree.line_through(self.at),
            "notes": self.notes.iter().map(|note| plain(&strip_str(note).to_string())).collect::<Vec<_>>(),
            "setup": self.setup,
            "view": view_or_problem(&self.game, self.at),
        })
    }
}

/// In which forms a game can be saved.
fn forms(game: &Game) -> Vec<&'static str> {
    let for_hive: &[&str] = if game_type(game).is_some() { &["pgn", "uhp"] } else { &[] };
    ["game"].iter().chain(for_hive).chain(&["facts", "prolog", "svg"]).copied().collect()
}
