//! One step of a plan: what is decided about a goal before anything runs.
//!
//! Both back ends take their steps from here. The run-time engine turns them into
//! operations, the ascent generator prints them.

use crate::logic::program::{
    AggregateKind, Arg, Comparison, Expr, Given, Literal, RelationId, Var,
};
use crate::logic::syntax::source::Span;

/// Where the rows come from that a step asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The facts of a relation.
    Relation(RelationId),
    /// Those facts of a relation that the last round of a recursion brought.
    Recent(RelationId),
    /// Ranges of numbers, or the geometry of an unbounded board, which are computed.
    Computed(Given),
    /// The facts on the cells next to a cell. Column 0 is the direction, the
    /// others are those of the relation; the key is the cell in the middle.
    Neighbours(Neighbours),
}

/// The facts on cells that a step leads to, or from.
#[derive(Clone, PartialEq, Debug)]
pub struct Neighbours {
    /// What they are facts of.
    pub relation: RelationId,
    /// Which of its columns holds the cell.
    pub cell: usize,
    /// Whether the steps lead from those cells to the one in the middle.
    pub backwards: bool,
}

/// How a column compares with a value that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// It is the same.
    Same,
    /// It is another one.
    Differ,
    /// It is a number that compares so.
    Compare(Comparison),
}

/// A question to a source: which of its rows agree with what is known, and which
/// of their columns give variables a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// Where the rows come from.
    pub source: Source,
    /// The columns by which rows are looked up, and their values.
    pub key: Vec<(usize, Arg)>,
    /// The columns that are compared once a row is found.
    pub tests: Vec<(usize, Test, Arg)>,
    /// The columns that must hold the same as another one of the row.
    pub twins: Vec<(usize, usize)>,
    /// The columns that give a variable its value.
    pub binds: Vec<(usize, Var)>,
    /// Where the goal stands.
    pub span: Span,
}

/// One step of a plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Goes through all rows that agree.
    Each(Access),
    /// Goes on if any row agrees.
    Exists(Access),
    /// Goes on if the steps have any answer.
    Any(Vec<Step>),
    /// Goes on if the steps have no answer.
    Not {
        /// The steps.
        steps: Vec<Step>,
        /// The goal that they come from.
        goal: Vec<Literal>,
    },
    /// Gives a variable a value.
    Bind(Var, Arg),
    /// Goes on if two known values are the same.
    Same(Arg, Arg),
    /// Goes on if they differ.
    Differ(Arg, Arg),
    /// Goes on if the comparison holds.
    Compare(Comparison, Expr, Expr, Span),
    /// Computes a number.
    Is {
        /// The variable that gets it, or what it must equal.
        target: Arg,
        /// Whether the target has a value already.
        known: bool,
        /// What is computed.
        expr: Expr,
        /// Where the goal stands.
        span: Span,
    },
    /// Computes an aggregate over all answers of the steps. Each answer gives
    /// other values to the goal's variables, so none comes up twice.
    Aggregate {
        /// Which aggregate.
        kind: AggregateKind,
        /// Over what, except for `count`.
        value: Option<Expr>,
        /// The steps.
        steps: Vec<Step>,
        /// The goal that they come from.
        goal: Vec<Literal>,
        /// The variable that gets the result, or what it must equal.
        target: Arg,
        /// Whether the target has a value already.
        known: bool,
        /// Where the goal stands.
        span: Span,
    },
}

impl Access {
    /// What stands in a column that is known, or that gives a variable its value.
    pub fn column(&self, column: usize) -> Option<Arg> {
        let key = self.key.iter().find(|(known, _)| *known == column).map(|(_, arg)| *arg);
        let bound = || self.binds.iter().find(|(bound, _)| *bound == column);
        key.or_else(|| bound().map(|(_, var)| Arg::Var(*var)))
    }

    /// Calls `visit` on every variable whose value is asked for.
    fn reads(&self, visit: &mut impl FnMut(Var)) {
        let known = self.key.iter().map(|(_, arg)| arg);
        known.chain(self.tests.iter().map(|(_, _, arg)| arg)).for_each(|arg| read(arg, visit));
    }
}

fn read(arg: &Arg, visit: &mut impl FnMut(Var)) {
    if let Arg::Var(var) = arg {
        visit(*var);
    }
}

impl Step {
    /// Calls `visit` on every variable whose value the step asks for, those of
    /// the steps inside it too.
    pub fn reads(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Step::Each(access) | Step::Exists(access) => access.reads(visit),
            Step::Any(steps) | Step::Not { steps, .. } => {
                steps.iter().for_each(|step| step.reads(visit));
            }
            Step::Bind(_, arg) => read(arg, visit),
            Step::Same(left, right) | Step::Differ(left, right) => {
                read(left, visit);
                read(right, visit);
            }
            Step::Compare(_, left, right, _) => {
                left.each_arg(&mut |arg| read(arg, visit));
                right.each_arg(&mut |arg| read(arg, visit));
            }
            Step::Is { target, expr, .. } => {
                read(target, visit);
                expr.each_arg(&mut |arg| read(arg, visit));
            }
            Step::Aggregate { value, steps, target, .. } => {
                read(target, visit);
                if let Some(value) = value {
                    value.each_arg(&mut |arg| read(arg, visit));
                }
                steps.iter().for_each(|step| step.reads(visit));
            }
        }
    }

    /// Calls `visit` on every access, those of the steps inside it too.
    pub fn each_access<'a>(&'a self, visit: &mut impl FnMut(&'a Access)) {
        match self {
            Step::Each(access) | Step::Exists(access) => visit(access),
            Step::Any(steps) | Step::Not { steps, .. } | Step::Aggregate { steps, .. } => {
                steps.iter().for_each(|step| step.each_access(visit));
            }
            _ => {}
        }
    }
}
