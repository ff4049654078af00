//! Goals that only have to have an answer.
//!
//! In `roomy(Point) :- empty(Point), adjacent(Point, Next), empty(Next)` nobody
//! asks which point is the next one. The goals about it become one step that goes
//! on at the first answer, so that the rest of the body runs once, not once for
//! each of them.

use super::order::may_fail;
use super::step::{Access, Step};
use crate::logic::program::{Arg, Expr, Vars};

/// Puts steps together that find values for nothing but one another, given the
/// variables that are wanted in the end. It is not worth the trouble where the
/// first of them finds one row at most, as a rule.
pub fn group(
    mut steps: Vec<Step>,
    wanted: &Vars,
    finds_one: impl Fn(&Access) -> bool,
) -> Vec<Step> {
    let mut grouped = Vec::with_capacity(steps.len());
    while !steps.is_empty() {
        let members = match &steps[0] {
            Step::Each(access) if !finds_one(access) => members(&steps, wanted),
            _ => Vec::new(),
        };
        let mut group = Vec::with_capacity(members.len() + 1);
        for member in members.into_iter().rev() {
            group.push(steps.remove(member));
        }
        let first = steps.remove(0);
        if group.is_empty() {
            grouped.push(first);
        } else {
            group.push(first);
            group.reverse();
            grouped.push(Step::Any(group));
        }
    }
    grouped
}

/// The steps that form a group with the first one; none, if that stands alone.
fn members(steps: &[Step], wanted: &Vars) -> Vec<usize> {
    let (mut own, mut others) = (bound_by(&steps[0]), Vars::new());
    let mut members = Vec::new();
    let mut passed_over_risk = false;
    for (number, step) in steps.iter().enumerate().skip(1) {
        let (mut asks_own, mut asks_others) = (false, false);
        step.reads(&mut |var| {
            asks_own |= own.contains(&var);
            asks_others |= others.contains(&var);
        });
        if !asks_own {
            passed_over_risk |= may_end_in_error(step);
            others.extend(bound_by(step));
        } else if asks_others || passed_over_risk || may_end_in_error(step) {
            return Vec::new();
        } else {
            own.extend(bound_by(step));
            members.push(number);
        }
    }
    if own.iter().any(|var| wanted.contains(var)) { Vec::new() } else { members }
}

/// The variables that a step gives values to.
fn bound_by(step: &Step) -> Vars {
    match step {
        Step::Each(access) => access.binds.iter().map(|(_, var)| *var).collect(),
        Step::Bind(var, _) => Vars::from_slice(&[*var]),
        Step::Is { target: Arg::Var(var), known: false, .. }
        | Step::Aggregate { target: Arg::Var(var), known: false, .. } => Vars::from_slice(&[*var]),
        _ => Vars::new(),
    }
}

/// Whether a step computes something, which may have no result. Then it matters
/// what is asked before it.
fn may_end_in_error(step: &Step) -> bool {
    let computes = |expr: &Expr| !matches!(expr, Expr::Arg(_));
    match step {
        Step::Is { .. } | Step::Aggregate { .. } => true,
        Step::Compare(_, left, right, _) => computes(left) || computes(right),
        Step::Not { goal, .. } => goal.iter().any(may_fail),
        _ => false,
    }
}
