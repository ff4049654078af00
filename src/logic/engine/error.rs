//! When evaluation gives up, and what it says then.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::logic::arithmetic::NoResult;

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many facts may be derived in one go.
    pub facts: usize,
    /// Set from elsewhere, such as Ctrl-C, to stop.
    pub interrupt: Arc<AtomicBool>,
    /// What rules may include.
    pub includes: Includes,
}

/// What rules may include besides what comes with Hornet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Includes {
    /// Files beside their own, or below: the rules are the user's.
    #[default]
    Files,
    /// Nothing that was not read before: the rules come from somebody who may not read
    /// the files of this computer.
    Nothing,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { facts: 2_000_000, interrupt: Arc::default(), includes: Includes::default() }
    }
}

/// Why rules could not be evaluated to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvalError {
    /// There are too many facts, or even no end of them.
    TooManyFacts {
        /// The relation that grew.
        relation: String,
        /// The rule that was at work, as `file:line`.
        at: String,
        /// How many facts there were.
        limit: usize,
    },
    /// A range has too many numbers to go through them.
    LongRange {
        /// Its first number.
        low: i64,
        /// Its last number.
        high: i64,
        /// How many were gone through.
        limit: usize,
    },
    /// There are too many different answers to keep them apart.
    TooManyAnswers {
        /// How many there were.
        limit: usize,
    },
    /// A number became too large, or a division has no result.
    Arithmetic {
        /// What was computed.
        goal: String,
        /// Where it stands, as `file:line`.
        at: String,
        /// Why it has no result.
        why: NoResult,
    },
    /// Somebody asked to stop.
    Interrupted,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::TooManyFacts { relation, at, limit } => write!(
                f,
                "there are too many facts: stopped after {limit}, at {relation} in the rule at {at} \
                 (a recursive rule that computes new numbers needs a bound, such as N < 100)"
            ),
            EvalError::LongRange { low, high, limit } => write!(
                f,
                "between({low}, {high}, _) is too long: stopped after {limit} numbers \
                 (where the number is known already, its length does not matter)"
            ),
            EvalError::TooManyAnswers { limit } => write!(
                f,
                "there are too many different answers: stopped after {limit} \
                 (name fewer variables, or count them with aggregate_all)"
            ),
            EvalError::Arithmetic { goal, at, why } => {
                write!(f, "{goal} in {at} has no result: {why}")
            }
            EvalError::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for EvalError {}
