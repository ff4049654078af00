//! What the nodes of one search share: who is to move, when to stop, and how
//! positions are told apart.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::game::{Game, Rules};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::logic::slice::Slice;

/// What the nodes of one search share.
pub struct Context {
    /// The player who looks ahead.
    pub player: Atom,
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
    /// Why the rules could not be evaluated.
    error: Mutex<Option<EvalError>>,
    /// How many positions were evaluated.
    nodes: Arc<AtomicU64>,
    /// How many positions were expanded.
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

/// The questions that a search asks.
const ASKED: [Slice; 4] = [Slice::Legal, Slice::Next, Slice::Outcome, Slice::Value];

impl History {
    /// As far as the rules depend on it in a search.
    pub fn asked_by(rules: &Rules) -> History {
        let depends_on = |history| rules.heeds(history, &ASKED);
        History { repetitions: depends_on("repetitions"), turn_number: depends_on("turn_number") }
    }
}

/// The clock is read once in so many times.
const CLOCK_EVERY: u64 = 4;

impl Context {
    /// A search for `player`, that ends at the deadline or when interrupted.
    pub fn new(
        player: Atom,
        history: History,
        deadline: Option<Instant>,
        interrupt: Arc<AtomicBool>,
        nodes: Arc<AtomicU64>,
    ) -> Context {
        Context {
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

    /// From here on, the deadline and an interrupt stop the search.
    pub fn let_stop(&self) {
        self.may_stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped before its end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why the rules could not be evaluated, if they could not.
    pub fn error(&self) -> Option<EvalError> {
        self.error.lock().expect("no panic while held").take()
    }

    /// Whether the time is over, or somebody wants it to stop. It reads the clock
    /// now and then only, as that takes time too.
    pub fn must_stop(&self) -> bool {
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

    /// What the rules answered. An error ends the search.
    pub fn answered<T>(&self, answer: Result<T, EvalError>) -> Option<T> {
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

    /// Counts a position that is evaluated.
    pub fn count_node(&self) {
        self.nodes.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a position that is expanded: its legal actions are played.
    pub fn count_expanded(&self) {
        self.expanded.fetch_add(1, Ordering::Relaxed);
    }

    /// How many positions were expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    /// A hash that positions share only if the rules cannot tell them apart, and
    /// they are in the same phase, a number of two bits.
    pub fn hash(&self, game: &Game, phase: u64) -> u64 {
        let History { repetitions, turn_number } = self.history;
        let repetitions = if repetitions { game.repetitions() as u64 } else { 0 };
        let turn = if turn_number { game.turn_number() as u64 } else { 0 };
        let difference = phase | repetitions << 2 | turn << 16;
        game.position().hash() ^ difference.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
