//! A proof played through as the game would go, with every repetition. It is needed
//! where a position can come up again though those who win come closer to the end: where
//! rules tell positions apart by what they remember, but repetitions by less.
//!
//! Much of a proof is reached in several ways, but played through once. What has held on
//! one way to a position holds on every other, unless a position on that way comes up
//! again behind it: then more could be drawn there, and it is played through again.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::proof::{Prover, Verdict};
use super::tree::{Attack, Node, Stands, Tree};
use crate::game::{Action, Game};

/// About what it takes to remember a position, in bytes: an entry in each of two tables,
/// which are half full at worst.
const POSITION_BYTES: usize = 72;

/// Numbers of actions, by hashes.
type ByHash = HashMap<u64, u16, FxBuildHasher>;

/// What has held so far, of one attack from the position that is solved.
pub struct Held {
    /// Within how many actions it succeeds, by the keys of positions.
    within: ByHash,
    /// With how few actions left each position has come up, by what repetitions tell
    /// apart. Ends do not count: who has won there has won on every way.
    least_left: ByHash,
    /// At most so many positions are remembered.
    most: usize,
    /// Whether a position has come up that is not.
    is_full: bool,
}

impl Held {
    /// Nothing yet, to be remembered in so many bytes.
    pub fn new(memory: usize) -> Held {
        let (within, least_left) = Default::default();
        Held { within, least_left, most: memory / POSITION_BYTES, is_full: false }
    }
}

/// The game as it is played, on the way to some position of a proof.
pub struct Played<'p> {
    held: &'p mut Held,
    /// The game at each position of the way, the present one last.
    games: Vec<Game>,
}

impl<'p> Played<'p> {
    /// The game where the proof begins.
    pub fn new(held: &'p mut Held, game: &Game) -> Played<'p> {
        Played { held, games: vec![game.clone()] }
    }

    /// Goes on by an action.
    pub fn enter(&mut self, tree: &Tree, action: &Action) -> Option<()> {
        let next = self.after(tree, action)?;
        self.games.push(next);
        Some(())
    }

    /// Goes back to the position before.
    pub fn leave(&mut self) {
        self.games.pop();
    }

    fn after(&self, tree: &Tree, action: &Action) -> Option<Game> {
        let mut next = self.games.last().expect("it began").clone();
        tree.clock.answered(next.play_unchecked(action))?;
        Some(next)
    }

    /// Whether the attack succeeds from where the proof begins within so many actions, as
    /// the table knows it to; nothing if it was stopped.
    pub fn holds(&mut self, prover: &mut Prover<'_>, root: &Node, within: u16) -> Option<bool> {
        let game = self.games.last().expect("it began").clone();
        let mut replay = Replay { prover, held: &mut *self.held, way: Vec::new() };
        replay.holds(root, &game, within)
    }

    /// Within how many actions it succeeds after an action that leads to a position; not
    /// sooner than it can, and at most within so many.
    pub fn distance(
        &mut self,
        prover: &mut Prover<'_>,
        (action, next): (&Action, &Node),
        soonest: u16,
        most: u16,
    ) -> Option<Verdict> {
        let game = self.after(prover.tree, action)?;
        let way = self.games.iter().map(|game| game.position().lasting_hash()).collect();
        let mut replay = Replay { prover, held: &mut *self.held, way };
        for within in soonest..=most {
            if replay.holds(next, &game, within)? {
                return Some(Verdict::Proved(within));
            }
        }
        Some(Verdict::Disproved(most))
    }
}

/// A proof that is played through.
struct Replay<'p, 'a> {
    prover: &'p mut Prover<'a>,
    held: &'p mut Held,
    /// The positions on the way to the present one, as far as repetitions tell them apart.
    way: Vec<u64>,
}

impl Replay<'_, '_> {
    /// Whether the attack succeeds within so many actions, in a game that has come to a
    /// position of the proof.
    fn holds(&mut self, node: &Node, game: &Game, left: u16) -> Option<bool> {
        let (tree, attack) = (self.prover.tree, self.prover.attack);
        if self.has_held(node, left) {
            return Some(true);
        }
        if tree.clock.must_stop() {
            return None;
        }
        let legal = match left {
            0 => Vec::new(),
            _ => tree.clock.answered(game.legal_unsorted())?,
        };
        if legal.is_empty() {
            let outcome = tree.clock.answered(game.outcome())?;
            return Some(tree.judged(attack, &outcome) == Stands::Succeeded);
        }
        tree.clock.count_node();
        self.enter(node, left);
        let holds = self.goes_on(node, game, legal, left);
        self.way.pop();
        if holds == Some(true) && !self.held.is_full {
            let known = self.held.within.entry(node.key).or_insert(left);
            *known = left.min(*known);
        }
        holds
    }

    /// Whether it succeeds by one of the actions, or whichever of them the others choose.
    fn goes_on(&mut self, node: &Node, game: &Game, legal: Vec<Action>, left: u16) -> Option<bool> {
        let tree = self.prover.tree;
        let attacks = tree.is_attackers(node, self.prover.attack);
        for action in self.prover.best_first(node, legal) {
            let mut played = game.clone();
            tree.clock.answered(played.play_unchecked(&action))?;
            let next = tree.reached(node, played.clone());
            // The last action shows by itself what it comes to.
            if attacks
                && left > 1
                && !matches!(self.prover.prove(&next, left - 1)?, Verdict::Proved(_))
            {
                continue;
            }
            if self.holds(&next, &played, left - 1)? == attacks {
                return Some(attacks);
            }
        }
        Some(!attacks)
    }

    /// Whether it is known to hold in a position, on the way that led to it: no position
    /// of that way has come up with so few actions left, so none comes up behind it.
    fn has_held(&self, node: &Node, left: u16) -> bool {
        let Held { within, least_left, .. } = &*self.held;
        let comes_up = |before: &u64, within: u16| {
            least_left.get(before).is_some_and(|least| *least <= within)
        };
        within.get(&node.key).is_some_and(|within| {
            *within <= left && !self.way.iter().any(|before| comes_up(before, *within))
        })
    }

    /// A position on the way.
    fn enter(&mut self, node: &Node, left: u16) {
        let position = node.game.position().lasting_hash();
        self.way.push(position);
        let Held { least_left, most, is_full, .. } = &mut *self.held;
        let has_room = least_left.len() < *most;
        match least_left.get_mut(&position) {
            Some(least) => *least = left.min(*least),
            None if has_room => _ = least_left.insert(position, left),
            // What holds from here on could come up here again unnoticed.
            None => *is_full = true,
        }
    }
}

/// Whether actions of a player alone are legal one after the other and solve the puzzle,
/// in the game as it is played; nothing if it was stopped.
pub fn solves(tree: &Tree, game: &Game, line: &[Action]) -> Option<bool> {
    let mut game = game.clone();
    for action in line {
        if !tree.clock.answered(game.legal_unsorted())?.contains(action) {
            return Some(false);
        }
        tree.clock.answered(game.play_unchecked(action))?;
    }
    let outcome = tree.clock.answered(game.outcome())?;
    Some(tree.judged(Attack::Win, &outcome) == Stands::Succeeded)
}
