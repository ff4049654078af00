//! In which order the goals of a body are asked.
//!
//! The written order is kept as far as it can be. A quick test runs as soon as it
//! can, what has one fact at most comes early, and a goal that shares no variable
//! with what came before waits for one that does.

use super::bound::Bound;
use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::program::{
    Arg, Expr, Given, Literal, Name, Origin, Relations, Var, Vars, vars_of,
};

/// Only queries look ahead, and they are taken apart where they do.
pub const AHEAD: &str = "no plan looks ahead";

/// How goals may be ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As is best.
    Best,
    /// The goal of that number first, over the rows of the last round.
    RecentFirst(usize),
}

/// Chooses between the goals of one body.
pub struct Chooser<'a> {
    pub relations: &'a Relations,
    pub declarations: &'a Declarations,
    pub goal: &'a [Literal],
    /// For each goal, the variables that stand outside of it.
    pub outer: Vec<Vars>,
}

impl<'a> Chooser<'a> {
    pub fn new(
        relations: &'a Relations,
        declarations: &'a Declarations,
        goal: &'a [Literal],
        outside: &Vars,
    ) -> Chooser<'a> {
        let outer = (0..goal.len()).map(|index| {
            let others = goal.iter().enumerate().filter(|(other, _)| *other != index);
            let mut vars = outside.clone();
            others.for_each(|(_, literal)| vars.extend(literal.open_vars()));
            vars
        });
        Chooser { relations, declarations, goal, outer: outer.collect() }
    }

    /// The numbers of all goals in the order to ask them.
    pub fn order(&self, order: Order, bound: &Bound) -> Vec<usize> {
        let mut bound = bound.clone();
        let mut waiting: Vec<usize> = (0..self.goal.len()).collect();
        let mut chosen = Vec::new();
        while !waiting.is_empty() {
            let position = match order {
                Order::RecentFirst(first) if chosen.is_empty() => {
                    waiting.iter().position(|index| *index == first).expect("it waits")
                }
                _ => self.choose(&waiting, &bound),
            };
            let index = waiting.remove(position);
            self.goal[index].open_vars().into_iter().for_each(|var| bound.add_var(var));
            chosen.push(index);
        }
        chosen
    }

    /// The next goal: a test that can run, else the first goal of which something
    /// is known, else the first.
    fn choose(&self, waiting: &[usize], bound: &Bound) -> usize {
        let goal = self.goal;
        let ready = |index: usize| self.is_ready(&goal[index], bound, &self.outer[index]);
        // Arithmetic may have no result, so it waits for the goals written before
        // it, which may rule that out. And what takes long waits for what may
        // spare the trouble.
        let waits = |literal: &Literal| may_fail(literal) || takes_long(literal);
        let in_turn = |index: usize| !waits(&goal[index]) || waiting[0] == index;
        let is_comparison = |index: usize| {
            !matches!(
                goal[index],
                Literal::Fact { .. } | Literal::Not { .. } | Literal::Aggregate { .. }
            ) && in_turn(index)
        };
        let is_negation =
            |index: usize| matches!(goal[index], Literal::Not { .. }) && in_turn(index);
        let position = |wanted: &dyn Fn(usize) -> bool| {
            waiting.iter().position(|index| ready(*index) && wanted(*index))
        };
        let connected = |index: usize| match &goal[index] {
            Literal::Fact { args, .. } => args.iter().any(|arg| match arg {
                Arg::Var(var) => bound.has_var(*var),
                Arg::Const(_) => false,
            }),
            _ => in_turn(index),
        };
        // What is found out quickly comes first.
        position(&is_comparison)
            .or_else(|| position(&|index| self.is_look_up(index, bound)))
            .or_else(|| position(&|index| self.has_one_row(index)))
            .or_else(|| position(&is_negation))
            .or_else(|| position(&connected))
            .or_else(|| position(&|_| true))
            .unwrap_or(0)
    }

    /// Whether a goal is about a relation that has one fact at a time, as a rule:
    /// whose turn it is, what is done, an option, or a weight that is named.
    fn has_one_row(&self, index: usize) -> bool {
        let Literal::Fact { relation, args, .. } = &self.goal[index] else { return false };
        let relation = &self.relations[*relation];
        match relation.origin {
            Origin::Given(Given::Weight) => matches!(args[0], Arg::Const(_)),
            Origin::Supposed | Origin::Given(Given::Option(_)) => true,
            Origin::State => relation.arity == 1 && relation.name == Name::Plain(Atom::new("turn")),
            _ => false,
        }
    }

    /// Whether a goal is a fact that only has to be there.
    fn is_look_up(&self, index: usize, bound: &Bound) -> bool {
        let Literal::Fact { args, .. } = &self.goal[index] else { return false };
        let others = || self.goal.iter().enumerate().filter(|(other, _)| *other != index);
        let is_asked = |var: &Var| others().any(|(_, goal)| goal.vars().contains(var));
        let is_known = |arg: &Arg| match arg {
            Arg::Var(var) => {
                bound.has_var(*var) || !(self.outer[index].contains(var) || is_asked(var))
            }
            Arg::Const(_) => true,
        };
        let begins = args.is_empty() || args.iter().any(|arg| bound.has(arg));
        begins && args.iter().all(is_known)
    }

    fn is_ready(&self, literal: &Literal, bound: &Bound, outer: &Vars) -> bool {
        let shared_known = |goal: &[Literal]| {
            vars_of(goal).iter().all(|var| bound.has_var(*var) || !outer.contains(var))
        };
        match literal {
            Literal::Fact { relation, args, .. } => {
                let is_known = |column: usize| bound.has(&args[column]);
                self.relations[*relation].is_askable(self.declarations, is_known)
            }
            Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => shared_known(goal),
            Literal::Same { left, right, .. } => bound.has(left) || bound.has(right),
            Literal::Differ { left, right, .. } => bound.has(left) && bound.has(right),
            Literal::Compare { left, right, .. } => bound.has_all(left) && bound.has_all(right),
            Literal::Is { expr, .. } => bound.has_all(expr),
            Literal::After { .. } => unreachable!("{AHEAD}"),
        }
    }
}

/// Whether a goal may end in an error: a division by zero, say.
pub fn may_fail(literal: &Literal) -> bool {
    let risky = |expr: &Expr| !matches!(expr, Expr::Arg(_));
    match literal {
        Literal::Compare { left, right, .. } => risky(left) || risky(right),
        Literal::Is { expr, .. } => risky(expr),
        Literal::Not { goal, .. } => goal.iter().any(may_fail),
        Literal::Aggregate { .. } => true,
        Literal::Fact { .. } | Literal::Same { .. } | Literal::Differ { .. } => false,
        Literal::After { .. } => unreachable!("{AHEAD}"),
    }
}

/// Whether a test goes through facts of more than one relation.
fn takes_long(literal: &Literal) -> bool {
    let mut facts = 0;
    literal.visit(&mut |inner| facts += usize::from(matches!(inner, Literal::Fact { .. })));
    matches!(literal, Literal::Not { .. }) && facts > 1
}
