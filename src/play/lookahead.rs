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

use super::action_code::action_code;
use super::judge::{self, Worth};
use crate::game::{Action, Game, Rules};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::logic::slice::Slice;

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
    /// How many positions were judged.
    nodes: Arc<AtomicU64>,
    /// How many positions were played on from.
    expanded: AtomicU64,
    /// What tells equal positions apart.
    history: History,
}

/// How equal positions may differ for the rules, by what came before them.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// By how often they have occurred.
    repetitions: bool,
    /// By the number of the turn.
    turn_number: bool,
}

impl History {
    /// As far as the rules ask about it in a search.
    pub fn heeded_by(rules: &Rules) -> History {
        let heeds = |history| rules.heeds(history, &ASKED);
        History { repetitions: heeds("repetitions"), turn_number: heeds("turn_number") }
    }
}

/// Once in so many times the clock is looked at.
const CLOCK_EVERY: u64 = 4;

/// The questions that a search asks.
const ASKED: [Slice; 4] = [Slice::Legal, Slice::Next, Slice::Outcome, Slice::Value];

impl Search {
    /// A search for `player`, that ends at the deadline or when interrupted.
    pub fn new(
        player: Atom,
        history: History,
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
            expanded: AtomicU64::new(0),
            history,
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
        Move(action_code(action, |atom| atom.number().into()))
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
        node.search.expanded.fetch_add(1, Ordering::Relaxed);
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
        let History { repetitions, turn_number } = search.history;
        let repetitions = if repetitions { game.repetitions() as u64 } else { 0 };
        let turn = if turn_number { game.turn_number() as u64 } else { 0 };
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
///
/// Allocating a table is not free: 64 MB take 50 ms and more, most of it in the
/// system. Nobody knows beforehand how many positions a search will meet, so it
/// begins with a small table, and replaces it by a larger one before it becomes
/// tight. The crate can neither clear a table nor forget which moves were good,
/// so no search goes on with the table of another: what a player plays would
/// depend on what it thought about before.
pub struct Deepening {
    search: Arc<Search>,
    parts: Vec<Part>,
    /// How many entries the table of each part has.
    entries: usize,
    /// How many it may have.
    most_entries: usize,
    /// How many positions each part played on from when it looked last.
    met: usize,
}

/// The part of one thread: the position, and the search for its actions.
struct Part {
    root: Node,
    minimax: IterativeSearch<Judgement>,
}

/// The size of an entry in the crate's table, in bytes.
const ENTRY: usize = 32;

/// The fewest entries of a table, and the most to begin with.
const FIRST_ENTRIES: (usize, usize) = (1 << 10, 1 << 15);

/// A table is tight if looking one action less far ahead met more positions than
/// one for so many of its entries.
const TIGHT: usize = 4;

/// The next one then has so many entries for each of them.
const ROOMY: usize = 64;

impl Deepening {
    /// A search for the best of some actions, up to so many actions deep, on so
    /// many threads, with at most so many bytes for the positions it has met.
    pub fn new(
        search: &Arc<Search>,
        game: &Game,
        legal: &[Action],
        deepest: u32,
        threads: usize,
        bytes: usize,
    ) -> Deepening {
        let threads = threads.clamp(1, legal.len().max(1));
        let most_entries = bytes / ENTRY / threads;
        let entries = first_entries(legal.len(), deepest).min(most_entries);
        let part = |thread: usize| {
            let own = legal.iter().skip(thread).step_by(threads).cloned().collect();
            let root = Node::beginning(search.clone(), game.clone(), own);
            Part { root, minimax: with_table(entries) }
        };
        let parts = (0..threads).map(part).collect();
        Deepening { search: search.clone(), parts, entries, most_entries, met: 0 }
    }

    /// Looks so many actions ahead: those that it expects, and what they lead to
    /// is worth to the one who thinks. None, if it was stopped.
    pub fn look(&mut self, depth: u32) -> Option<(Vec<Action>, Evaluation)> {
        self.make_room();
        let before = self.search.expanded.load(Ordering::Relaxed);
        // One more, since the crate waits once at the beginning, and what it
        // waits for is good for the other side.
        let look = |Part { root, minimax }: &mut Part| {
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
        let expanded = self.search.expanded.load(Ordering::Relaxed) - before;
        self.met = expanded as usize / self.parts.len();
        // Of equally good ones the first.
        found?.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// Goes on with larger tables if they are tight. What the old ones held is
    /// found again, which takes a small part of what is to come.
    fn make_room(&mut self) {
        if self.met * TIGHT > self.entries && self.entries < self.most_entries {
            self.entries = (self.met * ROOMY).min(self.most_entries);
            self.parts.iter_mut().for_each(|part| part.minimax = with_table(self.entries));
        }
    }
}

/// How many entries to begin with: enough for every sequence of actions, if they
/// are so few.
fn first_entries(legal: usize, depth: u32) -> usize {
    let sequences = legal.max(2).saturating_pow(depth.saturating_sub(1));
    let (fewest, most) = FIRST_ENTRIES;
    sequences.saturating_mul(TIGHT).clamp(fewest, most)
}

/// A search with an empty table.
fn with_table(entries: usize) -> IterativeSearch<Judgement> {
    let options = IterativeOptions::new()
        .with_table_byte_size(entries * ENTRY)
        .with_countermoves()
        .with_countermove_history();
    IterativeSearch::new(Judgement, options)
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

    fn deepening(name: &str, deepest: u32) -> (Game, Deepening) {
        let rules = Arc::new(Rules::open(name).unwrap());
        let game = Game::new(rules.clone()).unwrap();
        let (player, history) = (game.turn().unwrap(), History::heeded_by(&rules));
        let search = Search::new(player, history, None, Arc::default(), Arc::default());
        let legal = game.legal().unwrap();
        let deepening = Deepening::new(&Arc::new(search), &game, &legal, deepest, 1, 1 << 26);
        (game, deepening)
    }

    #[test]
    fn a_small_search_has_a_small_table() {
        let (_, mut deepening) = deepening("examples/tictactoe.pl", 4);
        assert!(deepening.entries * ENTRY < 1 << 17, "{}", deepening.entries);
        (1..=4).for_each(|depth| assert!(deepening.look(depth).is_some()));
        assert!(deepening.entries * ENTRY < 1 << 17, "{}", deepening.entries);
        for (legal, depth) in [(1, 1), (1, 20), (9, 4), (100, 2), (100, 20), (usize::MAX, 20)] {
            let entries = first_entries(legal, depth);
            assert!((1 << 10..=1 << 15).contains(&entries), "{legal} {depth}: {entries}");
        }
    }

    #[test]
    fn a_tight_table_is_replaced_by_a_larger_one() {
        let values = |entries: Option<usize>| {
            let (_, mut deepening) = deepening("tanks:6", 4);
            if let Some(entries) = entries {
                deepening.entries = entries;
                deepening.parts[0].minimax = with_table(entries);
            }
            let value = |depth| deepening.look(depth).unwrap().1;
            ((1..=4).map(value).collect::<Vec<_>>(), deepening.entries)
        };
        let (expected, entries) = values(None);
        assert_eq!(entries, first_entries(16, 4), "it is large enough");
        let (found, entries) = values(Some(8));
        assert_eq!(found, expected);
        assert!((100..100_000).contains(&entries), "{entries}");
    }

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
