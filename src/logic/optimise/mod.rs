//! From rules to rules that say the same and are quicker to evaluate.
//!
//! Each pass is a module, and knows nothing of what evaluates the rules in the
//! end: the run-time engine, or ascent. [`optimise`] reads as their table of
//! contents.

mod collapse;
pub mod demand;
mod inline;
pub mod options;
mod redundant;
mod supplementary;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use self::collapse::collapse;
pub use self::demand::demand;
pub use self::inline::inline;
pub use self::redundant::without_redundant;

use super::check::strata;
use super::program::{Arg, Expr, Literal, Origin, Program, RelationId, Rule, Var, Variable};

/// A rule of more variables than these grows no further.
const MOST_VARIABLES: usize = 4000;

/// Rules for some relations, the targets, and what they need.
pub struct Optimised {
    /// The rules.
    pub rules: Vec<Rule>,
    /// The relations that are derived only as far as they are asked for, and
    /// those that hold what is asked.
    pub partial: BTreeSet<RelationId>,
}

/// Rules that derive the targets from facts and static relations. Relations that
/// hold what others are asked for are added to the program, under names that
/// mention the `purpose`.
pub fn optimise(
    program: &mut Program,
    rules: &[Rule],
    targets: &[RelationId],
    purpose: &str,
) -> Optimised {
    let needed = strata::closure(rules, targets);
    let rules: Vec<Rule> =
        rules.iter().filter(|rule| needed.contains(&rule.head)).cloned().collect();
    let inlined = inline(program, &rules);
    let needed = strata::closure(&inlined, targets);
    let is_derived = |rule: &Rule| needed.contains(&rule.head) && is_derived(program, rule.head);
    let derived: Vec<Rule> = inlined.into_iter().filter(is_derived).collect();
    let collapsed = collapse(program, derived, targets);
    let lean = without_redundant(&collapsed);
    let asked = demand(program, lean, targets, purpose);
    Optimised { rules: without_redundant(&asked.rules), partial: asked.partial }
}

/// Whether a relation is there before any rule runs: its facts are given, or do
/// not depend on the position.
pub fn is_looked_up(program: &Program, relation: RelationId) -> bool {
    let relation = &program.relations[relation];
    (relation.is_static || relation.origin != Origin::Rules)
        && !relation.is_computed(&program.declarations)
}

/// Whether rules derive a relation from the position.
pub fn is_derived(program: &Program, relation: RelationId) -> bool {
    program.relations[relation].origin == Origin::Rules && !is_looked_up(program, relation)
}

/// Whether a goal asks only for what can be looked up or computed in place.
pub fn is_in_place(program: &Program, goal: &Literal) -> bool {
    match goal {
        Literal::Fact { relation, .. } => {
            is_looked_up(program, *relation)
                || program.relations[*relation].is_computed(&program.declarations)
        }
        Literal::Not { goal, .. } => goal.iter().all(|goal| is_in_place(program, goal)),
        Literal::Aggregate { .. } => false,
        _ => true,
    }
}

/// In how many places of a goal a relation is asked.
fn uses_of(goal: &[Literal], relation: RelationId) -> usize {
    let uses = |literal: &Literal| match literal {
        Literal::Fact { relation: asked, .. } => usize::from(*asked == relation),
        Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => uses_of(goal, relation),
        _ => 0,
    };
    goal.iter().map(uses).sum()
}

/// The body of a rule for a head with those columns. The rule's own variables
/// are added to those of the rule that it becomes part of.
pub fn instance(view: &Rule, args: &[Arg], variables: &mut Vec<Variable>) -> Vec<Literal> {
    let mut renamed: Vec<Option<Arg>> = vec![None; view.variables.len()];
    let mut body = Vec::new();
    for (head, arg) in view.head_args.iter().zip(args) {
        let known = match head {
            Arg::Var(var) => renamed[var.index()].replace(*arg),
            Arg::Const(_) => Some(*head),
        };
        if let Some(known) = known {
            body.push(Literal::Same { left: *arg, right: known, span: view.span });
        }
    }
    let renamed: Vec<Arg> = renamed
        .into_iter()
        .zip(&view.variables)
        .map(|(arg, variable)| {
            arg.unwrap_or_else(|| {
                variables.push(variable.clone());
                Arg::Var(Var(variables.len() as u16 - 1))
            })
        })
        .collect();
    body.extend(view.body.iter().map(|literal| rename(literal, &renamed)));
    body
}

/// A literal with other names for its variables.
pub fn rename(literal: &Literal, renamed: &[Arg]) -> Literal {
    let arg = |arg: &Arg| match arg {
        Arg::Var(var) => renamed[var.index()],
        Arg::Const(_) => *arg,
    };
    let args = |args: &[Arg]| args.iter().map(arg).collect();
    let goal = |goal: &[Literal]| goal.iter().map(|literal| rename(literal, renamed)).collect();
    let expr = |expr: &Expr| rename_in(expr, renamed);
    match literal {
        Literal::Fact { relation, args: columns, span } => {
            Literal::Fact { relation: *relation, args: args(columns), span: *span }
        }
        Literal::Not { goal: inner, span } => Literal::Not { goal: goal(inner), span: *span },
        Literal::Same { left, right, span } => {
            Literal::Same { left: arg(left), right: arg(right), span: *span }
        }
        Literal::Differ { left, right, span } => {
            Literal::Differ { left: arg(left), right: arg(right), span: *span }
        }
        Literal::Compare { op, left, right, span } => {
            Literal::Compare { op: *op, left: expr(left), right: expr(right), span: *span }
        }
        Literal::Is { target, expr: worked_out, span } => {
            Literal::Is { target: arg(target), expr: expr(worked_out), span: *span }
        }
        Literal::Aggregate { kind, value, goal: inner, result, span } => Literal::Aggregate {
            kind: *kind,
            value: value.as_ref().map(expr),
            goal: goal(inner),
            result: arg(result),
            span: *span,
        },
        Literal::After { legal, action, goal: inner, span } => {
            Literal::After { legal: *legal, action: args(action), goal: goal(inner), span: *span }
        }
    }
}

fn rename_in(expr: &Expr, renamed: &[Arg]) -> Expr {
    match expr {
        Expr::Arg(Arg::Var(var)) => Expr::Arg(renamed[var.index()]),
        Expr::Arg(arg) => Expr::Arg(*arg),
        Expr::Unary(op, inner) => Expr::Unary(*op, Box::new(rename_in(inner, renamed))),
        Expr::Binary(op, left, right) => {
            let (left, right) = (rename_in(left, renamed), rename_in(right, renamed));
            Expr::Binary(*op, Box::new(left), Box::new(right))
        }
    }
}
