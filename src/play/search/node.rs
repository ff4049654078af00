//! Any game as one that the crate `minimax` can search.
//!
//! The crate knows two sides that take turns, values that are small numbers, and
//! moves that can be copied. Here one side is the player who looks ahead, the
//! other all its opponents. Where a side has two turns in a row, the other one
//! waits in between. A move is a number made from an action.
//!
//! The crate cannot be told to stop, so the game itself comes to an end for it:
//! once time is up nothing is legal, and what was not searched in full does not
//! count.

use std::sync::{Arc, OnceLock};

use minimax::{Evaluation, Evaluator, Winner};

use super::context::Context;
use super::evaluation::{self, Worth};
use super::scale::compressed;
use crate::game::{Action, Game};
use crate::play::action_code::action_code;

/// A position in a search.
#[derive(Clone)]
pub struct Node {
    context: Arc<Context>,
    game: Game,
    /// Whether it is the turn of the player who looks ahead.
    is_own: bool,
    phase: Phase,
    /// The legal actions, once somebody has asked for them.
    legal: OnceLock<Arc<Legal>>,
}

/// Legal actions, each with its move.
struct Legal {
    actions: Vec<Action>,
    moves: Vec<Move>,
}

impl Legal {
    fn new(actions: Vec<Action>) -> Arc<Legal> {
        let moves = actions.iter().map(Move::of).collect();
        Arc::new(Legal { actions, moves })
    }

    fn action(&self, chosen: Move) -> Option<&Action> {
        self.moves.iter().position(|known| *known == chosen).map(|index| &self.actions[index])
    }
}

/// What a turn is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// To wait for the position to search. The crate searches the first moves in
    /// an order that no seed decides, so it gets only this one.
    Beginning,
    /// To play in the position to search, in an order of our own.
    Root,
    /// To play.
    Playing,
    /// To wait, since the other side plays again.
    Waiting,
}

/// A move: the number of an action, see [`action_code`], or to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u64);

const WAIT: Move = Move(0);

/// The crate learns which moves are good by this many kinds of them.
const KINDS: u64 = 1 << 12;

impl Move {
    fn of(action: &Action) -> Move {
        Move(action_code(action, |atom| atom.number().into()))
    }
}

impl Node {
    /// The position to search, with its legal actions in the order in which to
    /// search them. Of equally good ones the first is chosen.
    pub fn beginning(context: Arc<Context>, game: Game, legal: Vec<Action>) -> Node {
        let legal = OnceLock::from(Legal::new(legal));
        Node { context, game, is_own: false, phase: Phase::Beginning, legal }
    }

    /// What the nodes of this search share.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The actions that some moves from here on stand for.
    pub fn line(&self, moves: &[Move]) -> Vec<Action> {
        let mut node = self.clone();
        let mut actions = Vec::new();
        for chosen in moves {
            let waits = matches!(node.phase, Phase::Beginning | Phase::Waiting);
            match (waits, node.legal().action(*chosen)) {
                (true, _) => {}
                (false, Some(action)) => actions.push(action.clone()),
                (false, None) => break,
            }
            node = node.after(*chosen);
        }
        actions
    }

    fn legal(&self) -> &Legal {
        let ask = || self.context.answered(self.game.legal_unsorted()).unwrap_or_default();
        self.legal.get_or_init(|| Legal::new(ask()))
    }

    /// The position after a move.
    fn after(&self, chosen: Move) -> Node {
        let turned = |phase, legal| {
            let (context, game) = (self.context.clone(), self.game.clone());
            Node { context, game, is_own: !self.is_own, phase, legal }
        };
        match self.phase {
            Phase::Beginning => return turned(Phase::Root, self.legal.clone()),
            Phase::Waiting => return turned(Phase::Playing, self.legal.clone()),
            Phase::Root | Phase::Playing => {}
        }
        let mut next = turned(Phase::Playing, OnceLock::new());
        if let Some(action) = self.legal().action(chosen)
            && !self.context.is_stopped()
        {
            self.context.answered(next.game.play_unchecked(action));
            let turn = next.game.turn();
            if turn.is_some_and(|turn| (turn == self.context.player) != next.is_own) {
                next.phase = Phase::Waiting;
            }
        }
        next
    }

    /// How the game has ended for the crate, if it has.
    fn winner(&self) -> Option<Winner> {
        if self.context.must_stop() {
            return Some(Winner::Draw);
        }
        let end = evaluation::of_the_end(&self.game, self.context.player);
        match (self.context.answered(end).flatten()?, self.is_own) {
            (Worth::Value(_), _) => Some(Winner::Draw),
            (Worth::Won, true) | (Worth::Lost, false) => Some(Winner::PlayerToMove),
            (Worth::Won, false) | (Worth::Lost, true) => Some(Winner::PlayerJustMoved),
        }
    }
}

/// Any game, for the crate.
pub struct AnyGame;

impl minimax::Game for AnyGame {
    type S = Node;
    type M = Move;

    fn generate_moves(node: &Node, moves: &mut Vec<Move>) -> Option<Winner> {
        match node.phase {
            Phase::Beginning => {
                moves.push(WAIT);
                return None;
            }
            Phase::Waiting | Phase::Playing if node.context.must_stop() => {
                return Some(Winner::Draw);
            }
            Phase::Waiting => {
                let winner = node.winner();
                if winner.is_none() {
                    moves.push(WAIT);
                }
                return winner;
            }
            Phase::Root | Phase::Playing => {}
        }
        node.context.count_expanded();
        moves.extend_from_slice(&node.legal().moves);
        match moves.is_empty() {
            true => Some(node.winner().unwrap_or(Winner::Draw)),
            false => None,
        }
    }

    fn apply(node: &mut Node, chosen: Move) -> Option<Node> {
        Some(node.after(chosen))
    }

    fn get_winner(node: &Node) -> Option<Winner> {
        match node.phase {
            Phase::Beginning | Phase::Root => None,
            Phase::Playing | Phase::Waiting => node.winner(),
        }
    }

    fn zobrist_hash(node: &Node) -> u64 {
        node.context.hash(&node.game, node.phase as u64)
    }

    /// The crate fills its tables with this move. It could also use it to pass,
    /// which it is not told to do.
    fn null_move(_: &Node) -> Option<Move> {
        Some(WAIT)
    }

    fn table_index(chosen: Move) -> u16 {
        (chosen.0 >> 32 & (KINDS - 1)) as u16
    }

    fn max_table_index() -> u16 {
        KINDS as u16 - 1
    }
}

/// The value of positions by the rules, for the crate.
#[derive(Clone)]
pub struct Evaluate;

impl Evaluator for Evaluate {
    type G = AnyGame;

    fn evaluate(&self, node: &Node) -> Evaluation {
        node.context.count_node();
        let value = evaluation::value(&node.game, node.context.player);
        let value = compressed(node.context.answered(value).unwrap_or_default());
        if node.is_own { value } else { -value }
    }
}
