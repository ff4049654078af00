//! Solving: the shortest way to force a win, the shortest solution of a puzzle, or the
//! proof that there is none.
//!
//! It is a search for proofs and not for values: the rules are asked what is legal, what
//! follows and who has won. What a position is worth at most guides the search for a long
//! solution of a puzzle, and decides nothing. A `tree` is the game as
//! the search sees it, and `proof` asks whether an attack succeeds within so many actions,
//! with what is known in a `table` of fixed size. `course` asks so for one number of
//! actions after the other, so that what is found is shortest, and now and then for many,
//! so that a long win is found as well. A puzzle is searched by `breadth`, all nearer
//! positions first. What never ends is settled by a `fortress`. `line` shows proofs,
//! `check` plays them through where that is necessary, and `report` says it in words.

mod breadth;
mod check;
mod course;
mod fortress;
mod line;
mod proof;
#[cfg(feature = "cli")]
pub mod report;
mod table;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use self::course::Course;
pub use self::line::{Branch, Fate, Other};
use self::table::FOREVER;
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// No search looks further ahead than so many actions.
pub const MOST_ACTIONS: u16 = 1000;

/// The least memory that a search gets along with, in bytes.
pub const LEAST_MEMORY: usize = 1 << 20;

/// What a search may use, and what it is to show.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Look no further than so many actions.
    pub actions: Option<u16>,
    /// For how long, about. To check and to show what was found may take a tenth longer,
    /// or two seconds if that is more.
    pub time: Option<Duration>,
    /// About how many bytes it may remember.
    pub memory: usize,
    /// How much of the proof to show besides its line.
    pub shown: Shown,
}

/// How much of a proof to show besides its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Nothing.
    Line,
    /// For each answer of the others what follows it, and what is wrong with other
    /// first actions.
    Refutations,
    /// The whole tree of answers.
    Tree,
}

/// The progress of a search, for others to watch.
#[derive(Clone, Default)]
pub struct SolveWatch {
    /// Set to make it stop, and tell what it knows.
    pub interrupt: Arc<AtomicBool>,
    positions: Arc<AtomicU64>,
    none_within: Arc<AtomicU16>,
}

impl SolveWatch {
    /// Watches, and stops when the flag is set.
    pub fn new(interrupt: Arc<AtomicBool>) -> SolveWatch {
        SolveWatch { interrupt, ..SolveWatch::default() }
    }

    /// How many positions have been looked at so far.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Within how many actions there is no win.
    pub fn no_win(&self) -> RuledOut {
        RuledOut::new(self.none_within.load(Ordering::Relaxed))
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The player to move, for whom it is told.
    pub player: Atom,
    /// What is proved.
    pub result: SolveResult,
    /// Within how many actions the player cannot force a win.
    pub no_win: RuledOut,
    /// Within how many the others cannot.
    pub no_loss: RuledOut,
    /// The actions by which it comes to that end, if both sides play as well as they can.
    pub line: Vec<Action>,
    /// Whether the line leads to the end: there may have been no time for the rest of it.
    pub is_line_whole: bool,
    /// What follows each answer, if that was wanted.
    pub tree: Vec<Branch>,
    /// What comes of other first actions, if that was wanted.
    pub others: Vec<Other>,
    /// How many positions were looked at.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
    /// Why it knows no more.
    pub stopped: Option<Stopped>,
}

/// What is proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveResult {
    /// The player to move wins, or solves the puzzle.
    Win(Length),
    /// The player to move loses.
    Loss(Length),
    /// Neither: a draw with the best play of both, or a puzzle without a solution.
    Neither,
    /// It is not known.
    Unknown,
}

/// How long it takes to force an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    /// At most so many actions.
    pub actions: u16,
    /// Whether there is no shorter way.
    pub is_shortest: bool,
}

/// For how many actions it is shown that nobody can force an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuledOut {
    /// For so many.
    Within(u16),
    /// For any number.
    Forever,
}

impl RuledOut {
    fn new(within: u16) -> RuledOut {
        match within {
            FOREVER => RuledOut::Forever,
            within => RuledOut::Within(within),
        }
    }
}

/// Why a search knows no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Its time was over.
    Time,
    /// Somebody interrupted it.
    Interrupt,
    /// It was to look no further ahead.
    Actions,
}

/// Why there is nothing to solve.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game is over, or nothing is legal.
    #[error("there is nothing to solve. {0}")]
    Over(String),
    /// The rules do not say whose turn it is.
    #[error("there is nothing to solve: it is nobody's turn")]
    Nobody,
    /// There is not so much memory.
    #[error("there are no {} MB of memory to be had; name less", .bytes >> 20)]
    Memory {
        /// What was asked for.
        bytes: usize,
    },
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// A proof may be as deep as the search looks ahead.
const STACK_BYTES: usize = 256 << 20;

/// Solves a position, as far as the limits allow.
pub fn solve(game: &Game, wanted: &Wanted, watch: &SolveWatch) -> Result<Solution, SolveError> {
    let legal = game.legal()?;
    if legal.is_empty() {
        return Err(SolveError::Over(game.why_nothing_is_legal()?));
    }
    let player = game.turn().ok_or(SolveError::Nobody)?;
    if Vec::<u8>::new().try_reserve_exact(wanted.memory).is_err() {
        return Err(SolveError::Memory { bytes: wanted.memory });
    }
    let run = || Course::new(game, player, legal.clone(), wanted, watch).run();
    let solved = thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        builder.spawn_scoped(scope, run).map(|thread| thread.join())
    });
    match solved {
        Ok(Ok(solution)) => Ok(solution?),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(_) => Ok(run()?),
    }
}
