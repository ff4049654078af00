//! Looking ahead: the game as the `minimax` crate sees it.
//!
//! The crate knows two sides that take turns, judged by small numbers, and moves
//! that can be copied. Here one side is the player who thinks, the other all the
//! rest. Where a side has two turns in a row, the other one waits in between. A
//! move is a number that goes with an action, and a value is compressed into 16
//! bits.
//!
//! The crate cannot be told to stop, so the game itself comes to an end for it:
//! once time is up, nothing is legal any more, and what was not looked at to its
//! end does not count.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

use super::judge::{self, Worth};
use crate::game::{Action, Game, Rules};
use crate::logic::engine::EvalError;
use crate::logic::slice::Slice;
use crate::logic::{Atom, Cell, Value};

/// What all positions that one search looks at share.
pub struct Search {
    /// Who thinks.
    player: Atom,
    /// When to stop at the latest.
    deadline: Option<Instant>,
    /// Set from elsewhere to stop.
    interrupt: Arc<AtomicBool>,
    /// Whether it may be stopped yet: something must have been found before.
    may_stop: AtomicBool,
    /// Whether it has been stopped, so that what it finds no longer counts.
    stopped: AtomicBool,
    /// How often it was asked whether to stop.
    asked: AtomicU64,
    /// Why the rules could not be worked out.
    error: Mutex<Option<EvalError>>,
    /// How many positions were looked at.
    nodes: Arc<AtomicU64>,
    /// Whether equal positions may differ by how often they have occurred.
    heeds_repetitions: bool,
    /// Whether they may differ by the number of the turn.
    heeds_turn_number: bool,
}

/// Once in so many times the clock is looked at.
const CLOCK_EVERY: u64 = 4;

/// The questions that a search asks.
const ASKED: [Slice; 4] = [Slice::Legal, Slice::Next, Slice::Outcome, Slice::Value];

impl Search {
    /// A search for `player`, that ends at the deadline or when interrupted.
    pub fn new(
        rules: &Rules,
        player: Atom,
        deadline: Option<Instant>,
        interrupt: Arc<AtomicBool>,
        nodes: Arc<AtomicU64>,
    ) -> Search {
        Search {
            player,
            deadline,
            interrupt,
            may_stop: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            asked: AtomicU64::new(0),
            error: Mutex::default(),
            nodes,
            heeds_repetitions: rules.heeds("repetitions", &ASKED),
            heeds_turn_number: rules.heeds("turn_number", &ASKED),
        }
    }

    /// From here on, the clock and an interrupt count.
    pub fn let_stop(&self) {
        self.may_stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped before its end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why the rules could not be worked out, if they could not.
    pub fn error(&self) -> Option<EvalError> {
        self.error.lock().expect("no panic while held").take()
    }

    /// Whether the time is over, or somebody wants it to stop. It looks at the
    /// clock now and then, as that takes time too.
    fn must_stop(&self) -> bool {
        let is_now = self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(CLOCK_EVERY);
        let is_past = |deadline: Instant| Instant::now() >= deadline;
        let is_late = || is_now && self.deadline.is_some_and(is_past);
        let is_wanted = || self.interrupt.load(Ordering::Relaxed) || is_late();
        let may_stop = self.may_stop.load(Ordering::Relaxed);
        let stop = self.is_stopped() || (may_stop && is_wanted());
        if stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        stop
    }

    /// What the rules answered. If they could not, the search is over.
    fn answered<T>(&self, answer: Result<T, EvalError>) -> Option<T> {
        let error = match answer {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        self.stopped.store(true, Ordering::Relaxed);
        if !matches!(error, EvalError::Interrupted) {
            self.error.lock().expect("no panic while held").get_or_insert(error);
        }
        None
    }
}

/// A position that is looked at.
#[derive(Clone)]
pub struct Node {
    search: Arc<Search>,
    game: Game,
    /// Whether it is the turn of the one who thinks.
    is_own: bool,
    /// What it is the turn for.
    phase: Phase,
    /// What is legal, once that was asked.
    legal: OnceLock<Arc<Legal>>,
}

/// Legal actions, each with the move that means it.
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
        self.moves.iter().position(|known| *known == chosen).map(|place| &self.actions[place])
    }
}

/// What a turn is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// To wait for the position that is thought about. It gives the crate, which
    /// takes the first moves in any order, only one.
    Beginning,
    /// To play in the position that is thought about, in an order of its own.
    Root,
    /// To play.
    Playing,
    /// To wait, since the other side plays again.
    Waiting,
}

/// A move: a number that an action has wherever it is legal, and others of the
/// same position as good as never. Or to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u64);

const WAIT: Move = Move(0);

/// So many kinds of actions are told apart to learn which are good.
const LIKENESSES: u64 = 1 << 12;

impl Move {
    fn of(action: &Action) -> Move {
        let code = |value: &Value| match *value {
            Value::Int(number) => number as u64,
            Value::Atom(atom) => u64::from(atom.number()),
            Value::Cell(Cell::Lettered(column, number)) => {
                u64::from(column) << 8 | u64::from(number)
            }
            Value::Cell(Cell::Axial(q, r)) => u64::from(q as u16) << 16 | u64::from(r as u16),
        };
        let codes = action.args.iter().map(code);
        let start = u64::from(action.name.number()) + 1;
        Move(codes.fold(start, |mixed, code| {
            (mixed.rotate_left(26) ^ code).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }))
    }
}

impl Node {
    /// The position to think about, with its legal actions in the order in which
    /// they are to be looked at. Of equally good ones the first is taken.
    fn beginning(search: Arc<Search>, game: Game, legal: Vec<Action>) -> Node {
        let legal = OnceLock::from(Legal::new(legal));
        Node { search, game, is_own: false, phase: Phase::Beginning, legal }
    }

    /// The actions that the search expects, given its line of moves.
    fn line(&self, moves: &[Move]) -> Vec<Action> {
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
        let ask = || self.search.answered(self.game.legal_unsorted()).unwrap_or_default();
        self.legal.get_or_init(|| Legal::new(ask()))
    }

    /// The position after a move.
    fn after(&self, chosen: Move) -> Node {
        let turned = |phase, legal| {
            let (search, game) = (self.search.clone(), self.game.clone());
            Node { search, game, is_own: !self.is_own, phase, legal }
        };
        match self.phase {
            Phase::Beginning => return turned(Phase::Root, self.legal.clone()),
            Phase::Waiting => return turned(Phase::Playing, self.legal.clone()),
            Phase::Root | Phase::Playing => {}
        }
        let mut next = turned(Phase::Playing, OnceLock::new());
        if let Some(action) = self.legal().action(chosen)
            && !self.search.is_stopped()
        {
            self.search.answered(next.game.play_unchecked(action));
            let turn = next.game.turn();
            if turn.is_some_and(|turn| (turn == self.search.player) != next.is_own) {
                next.phase = Phase::Waiting;
            }
        }
        next
    }

    /// How the game has ended for the crate, if it has.
    fn winner(&self) -> Option<Winner> {
        if self.search.must_stop() {
            return Some(Winner::Draw);
        }
        let ended = judge::ended(&self.game, self.search.player);
        match (self.search.answered(ended).flatten()?, self.is_own) {
            (Worth::Value(_), _) => Some(Winner::Draw),
            (Worth::Won, true) | (Worth::Lost, false) => Some(Winner::PlayerToMove),
            (Worth::Won, false) | (Worth::Lost, true) => Some(Winner::PlayerJustMoved),
        }
    }
}

/// The rules of any game, for the crate.
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
            Phase::Waiting | Phase::Playing if node.search.must_stop() => {
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
        let (search, game) = (&node.search, &node.game);
        let repetitions = if search.heeds_repetitions { game.repetitions() as u64 } else { 0 };
        let turn = if search.heeds_turn_number { game.turn_number() as u64 } else { 0 };
        let phase = node.phase as u64;
        let apart = phase | repetitions << 2 | turn << 16;
        game.position().hash() ^ apart.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The crate looks here for a move to fill its tables with. It could also
    /// use it to pass, which it is not told to do.
    fn null_move(_: &Node) -> Option<Move> {
        Some(WAIT)
    }

    fn table_index(chosen: Move) -> u16 {
        (chosen.0 >> 32 & (LIKENESSES - 1)) as u16
    }

    fn max_table_index() -> u16 {
        LIKENESSES as u16 - 1
    }
}

/// The rules' judgement, for the crate.
#[derive(Clone)]
pub struct Judgement;

impl Evaluator for Judgement {
    type G = AnyGame;

    fn evaluate(&self, node: &Node) -> Evaluation {
        node.search.nodes.fetch_add(1, Ordering::Relaxed);
        let value = judge::value(&node.game, node.search.player);
        let value = compressed(node.search.answered(value).unwrap_or_default());
        if node.is_own { value } else { -value }
    }
}

/// A search that goes deeper each time. Several threads share the actions to
/// choose from, each with a search of its own for its part of them.
pub struct Deepening {
    parts: Vec<(Node, IterativeSearch<Judgement>)>,
}

impl Deepening {
    /// A search for the best of some actions, on so many threads, with so many
    /// bytes for the positions it has met.
    pub fn new(
        search: &Arc<Search>,
        game: &Game,
        legal: &[Action],
        threads: usize,
        bytes: usize,
    ) -> Deepening {
        let threads = threads.clamp(1, legal.len().max(1));
        let options = IterativeOptions::new()
            .with_table_byte_size(bytes / threads)
            .with_countermoves()
            .with_countermove_history();
        let part = |thread: usize| {
            let own = legal.iter().skip(thread).step_by(threads).cloned().collect();
            let root = Node::beginning(search.clone(), game.clone(), own);
            (root, IterativeSearch::new(Judgement, options))
        };
        Deepening { parts: (0..threads).map(part).collect() }
    }

    /// Looks so many actions ahead: those that it expects, and what they lead to
    /// is worth to the one who thinks. None, if it was stopped.
    pub fn look(&mut self, depth: u32) -> Option<(Vec<Action>, Evaluation)> {
        // One more, since the crate waits once at the beginning, and what it
        // waits for is good for the other side.
        let look = |(root, minimax): &mut (Node, IterativeSearch<Judgement>)| {
            minimax.set_max_depth(depth as u8 + 1);
            minimax.choose_move(root).filter(|_| !root.search.is_stopped())?;
            Some((root.line(&minimax.principal_variation()), -minimax.root_value()))
        };
        let found: Option<Vec<_>> = match self.parts.as_mut_slice() {
            [only] => look(only).map(|found| vec![found]),
            parts => std::thread::scope(|scope| {
                let threads = parts.iter_mut().map(|part| scope.spawn(|| look(part)));
                let threads: Vec<_> = threads.collect();
                let ended = threads.into_iter().map(|thread| thread.join());
                ended.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic))).collect()
            }),
        };
        // Of equally good ones the first.
        found?.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// Values up to here stay as they are.
const EXACT: i64 = 1 << 13;

/// Greater ones go by so many steps for each time they double.
const STEPS: f64 = 480.0;

/// A value in 16 bits. Greater ones stay greater, but for those that are large
/// and close together: beyond 8192 they are told apart if they differ by more
/// than a seven-hundredth part.
pub fn compressed(value: i64) -> Evaluation {
    let size = value.unsigned_abs();
    let small = if size <= EXACT as u64 {
        size as Evaluation
    } else {
        EXACT as Evaluation + ((size as f64 / EXACT as f64).log2() * STEPS) as Evaluation
    };
    if value < 0 { -small } else { small }
}

/// What was compressed, as nearly as it is known.
pub fn expanded(value: Evaluation) -> i64 {
    let size = i64::from(value.unsigned_abs());
    let large = match size - EXACT {
        ..=0 => size,
        beyond => (EXACT as f64 * (beyond as f64 / STEPS).exp2()).round() as i64,
    };
    if value < 0 { -large } else { large }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_values_stay_greater() {
        let sizes: Vec<i64> = (0..62).flat_map(|bits| [1 << bits, 3 << bits >> 1]).collect();
        let all = sizes.iter().flat_map(|size| [*size, -size]);
        let mut values: Vec<i64> = all.chain([0, i64::MAX, i64::MIN]).collect();
        values.sort();
        values.dedup();
        for pair in values.windows(2) {
            assert!(compressed(pair[0]) < compressed(pair[1]), "{pair:?}");
        }
        let greatest = compressed(i64::MAX);
        assert!(greatest < minimax::BEST_EVAL - 100, "{greatest} would be taken for a win");
        assert_eq!(compressed(i64::MIN), -greatest);
    }

    #[test]
    fn compressed_values_are_known_again() {
        for value in [0, 1, -8192, 8192] {
            assert_eq!(expanded(compressed(value)), value);
        }
        for value in [10_000_i64, -123_456, 1 << 40] {
            let off = (expanded(compressed(value)) - value).abs();
            assert!(off * 600 < value.abs(), "{value} is off by {off}");
        }
    }
}
