//! Errors that compiled rules share with the run-time engine: arithmetic without a
//! result, recursion without end, and an interruption.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;

use crate::logic::arithmetic::{Binary, NoResult};
use crate::logic::engine::{EvalError, Limits};

/// Looks after one evaluation.
pub struct Watch<'a> {
    limits: &'a Limits,
    /// How many rows recursive rules have gone on from.
    rows: Cell<usize>,
    /// Whether anything went wrong.
    stopped: Cell<bool>,
    failure: RefCell<Option<EvalError>>,
}

/// After this many rows it is looked whether somebody asked to stop.
const PATIENCE: usize = 1024;

impl<'a> Watch<'a> {
    /// Begins to watch.
    #[inline]
    pub fn new(limits: &'a Limits) -> Watch<'a> {
        Watch { limits, rows: Cell::new(0), stopped: Cell::new(false), failure: RefCell::new(None) }
    }

    /// A number or comparison that may have no result.
    #[inline]
    pub fn result<T>(
        &self,
        compute: impl FnOnce() -> Result<T, NoResult>,
        goal: &str,
        at: &str,
    ) -> Option<T> {
        match compute() {
            Ok(result) => Some(result),
            Err(why) => {
                self.no_result(goal, at, why);
                None
            }
        }
    }

    /// Adds numbers up.
    pub fn sum<'b, I>(
        &'b self,
        goal: &'static str,
        at: &'static str,
    ) -> impl FnOnce(I) -> std::option::IntoIter<i64> + 'b
    where
        I: Iterator<Item = (&'b i64,)> + 'b,
    {
        move |mut answers: I| {
            let total = || answers.try_fold(0i64, |total, (x,)| Binary::Add.apply(total, *x));
            self.result(total, goal, at).into_iter()
        }
    }

    /// The numbers of a range.
    pub fn range(&self, low: i64, high: i64) -> impl Iterator<Item = (i64,)> {
        let limit = self.limits.facts;
        let may_pass = move |passed: usize| {
            if passed == limit {
                self.fail(EvalError::LongRange { low, high, limit });
            } else if passed.is_multiple_of(PATIENCE) && self.is_interrupted() {
                self.fail(EvalError::Interrupted);
            }
            !self.stopped.get()
        };
        let numbers = (low..=high).enumerate().take_while(move |(passed, _)| may_pass(*passed));
        numbers.map(|(_, number)| (number,))
    }

    fn is_interrupted(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }

    /// Whether a recursive rule may go on from another row.
    #[inline]
    pub fn goes_on(&self, relation: &str, at: &str) -> bool {
        let rows = self.rows.get() + 1;
        self.rows.set(rows);
        if self.stopped.get() {
            return false;
        }
        !rows.is_multiple_of(PATIENCE) || self.is_within_limits(rows, relation, at)
    }

    #[cold]
    #[inline(never)]
    fn is_within_limits(&self, rows: usize, relation: &str, at: &str) -> bool {
        if rows > self.limits.facts {
            let (relation, at) = (relation.to_string(), at.to_string());
            let error = EvalError::TooManyFacts { relation, at, limit: self.limits.facts };
            self.fail(error);
        } else if self.is_interrupted() {
            self.fail(EvalError::Interrupted);
        }
        !self.stopped.get()
    }

    #[cold]
    #[inline(never)]
    fn no_result(&self, goal: &str, at: &str, why: NoResult) {
        self.fail(EvalError::Arithmetic { goal: goal.to_string(), at: at.to_string(), why });
    }

    fn fail(&self, error: EvalError) {
        self.failure.borrow_mut().get_or_insert(error);
        self.stopped.set(true);
    }

    /// What came of it.
    #[inline]
    pub fn end(self) -> Result<(), EvalError> {
        let is_interrupted = self.is_interrupted();
        match self.failure.into_inner() {
            Some(error) => Err(error),
            None if is_interrupted => Err(EvalError::Interrupted),
            None => Ok(()),
        }
    }
}
