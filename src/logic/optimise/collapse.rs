//! Collapsing: a relation that only passes rows on is not derived.
//!
//! A derived relation that is asked for in a single place is replaced there by
//! each of its rules: always if it only selects rows of another relation, since
//! then it derives nothing twice; otherwise if all goals next to it share its
//! variables, or only compute a value. What bugs can do is derived as
//! `legal(move(..))` right away.

use super::{MOST_VARIABLES, instance, is_in_place, uses_of};
use crate::logic::program::{Arg, Literal, Program, RelationId, Rule};

/// Collapsing makes no more goals than these of one.
const MOST_GOALS: usize = 2000;

/// Rules without relations that only pass rows on. The `targets` stay.
pub fn collapse(program: &Program, mut rules: Vec<Rule>, targets: &[RelationId]) -> Vec<Rule> {
    while let Some((number, place)) = find_collapsible(program, &rules, targets) {
        let asker = rules.remove(number);
        let Literal::Fact { relation, args, .. } = &asker.body[place] else { unreachable!() };
        let (collapsed, others): (Vec<Rule>, Vec<Rule>) =
            rules.into_iter().partition(|rule| rule.head == *relation);
        rules = others;
        for rule in &collapsed {
            let mut variables = asker.variables.clone();
            let mut body = asker.body.clone();
            body.splice(place..=place, instance(rule, args, &mut variables));
            rules.push(Rule { body, variables, span: rule.span, ..asker.clone() });
        }
    }
    rules
}

/// A rule, and the place of a goal in its body, that can be replaced.
fn find_collapsible(
    program: &Program,
    rules: &[Rule],
    targets: &[RelationId],
) -> Option<(usize, usize)> {
    for (number, rule) in rules.iter().enumerate() {
        for (place, goal) in rule.body.iter().enumerate() {
            let Literal::Fact { relation, .. } = goal else { continue };
            let is_derived = !is_in_place(program, goal) && !targets.contains(relation);
            let uses: usize = rules.iter().map(|rule| uses_of(&rule.body, *relation)).sum();
            let vars = goal.vars();
            let shares = |other: &Literal| {
                let others = other.open_vars();
                let is_computed = matches!(other, Literal::Is { .. });
                is_computed || others.is_empty() || others.iter().any(|var| vars.contains(var))
            };
            let is_once = is_derived && uses == 1 && rule.head != *relation;
            let is_once = is_once && !is_large(rules, rule, *relation);
            if is_once && (selects(program, rules, *relation) || rule.body.iter().all(shares)) {
                return Some((number, place));
            }
        }
    }
    None
}

/// Whether rules would grow beyond measure.
fn is_large(rules: &[Rule], asker: &Rule, relation: RelationId) -> bool {
    let own = || rules.iter().filter(|rule| rule.head == relation);
    let goals: usize = own().map(|rule| rule.body.len() + asker.body.len()).sum();
    let variables = own().map(|rule| rule.variables.len()).max().unwrap_or(0);
    goals > MOST_GOALS || asker.variables.len() + variables > MOST_VARIABLES
}

/// Whether a relation selects rows of another one, so that it derives none twice.
fn selects(program: &Program, rules: &[Rule], relation: RelationId) -> bool {
    let mut own = rules.iter().filter(|rule| rule.head == relation);
    let (Some(rule), None) = (own.next(), own.next()) else { return false };
    let mut derived = rule.body.iter().filter(|goal| !is_in_place(program, goal));
    let (Some(goal @ Literal::Fact { .. }), None) = (derived.next(), derived.next()) else {
        return false;
    };
    goal.vars().iter().all(|var| rule.head_args.contains(&Arg::Var(*var)))
}
