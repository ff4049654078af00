//! Queries that look ahead: `after(Action, Goal)` asks its goal of the position
//! that the action leads to.
//!
//! Goals are asked in the order in which they are written. Those that stay in one
//! position are left to the engine, as many at a time as stand together; only what
//! looks ahead is taken apart here. All that is asked of one position is derived
//! there once.

use rustc_hash::FxHashSet;

use super::{Supposing, supposed_by};
use crate::logic::arithmetic::NoResult;
use crate::logic::engine::{Engine, EvalError, Facts, Model, answers};
use crate::logic::program::{
    AggregateKind, Arg, Binary, Expr, Literal, Name, Program, RelationId, Rule, Var,
};
use crate::logic::{Atom, Row, Value};

/// The values of a rule's variables, as far as they are known.
pub type Known = Vec<Option<Value>>;

/// What takes the answers; whether it wants more of them.
type Visit<'v> = dyn FnMut(&Known) -> Result<bool, EvalError> + 'v;

/// Calls `visit` with each answer to a goal that has what is known, until it has
/// enough.
pub fn solve(
    engine: &Engine,
    rule: &Rule,
    goal: &[Literal],
    facts: &dyn Facts,
    known: &Known,
    visit: &mut Visit<'_>,
) -> Result<(), EvalError> {
    let ahead = Lookahead { engine, rule };
    ahead.in_position(goal, facts, |level| ahead.solve(level, goal, known, visit))?;
    Ok(())
}

struct Lookahead<'a> {
    engine: &'a Engine,
    rule: &'a Rule,
}

/// A position, and all that is derived there.
struct Level<'a> {
    facts: &'a dyn Facts,
    model: Model<'a>,
}

impl Lookahead<'_> {
    /// Derives what a goal asks of a position, and goes on there.
    fn in_position<T>(
        &self,
        goal: &[Literal],
        facts: &dyn Facts,
        go_on: impl FnOnce(&Level<'_>) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        let program = self.engine.program();
        let supposed = supposed_by(program, goal);
        let facts = Supposing { facts, supposed: &supposed };
        let mut asked = Vec::new();
        asked_here(goal, &mut asked);
        let model = self.engine.derive(&self.engine.as_written(&asked), &facts)?;
        go_on(&Level { facts: &facts, model })
    }

    /// Calls `visit` with each answer; whether it may want more.
    fn solve(
        &self,
        level: &Level<'_>,
        goal: &[Literal],
        known: &Known,
        visit: &mut Visit<'_>,
    ) -> Result<bool, EvalError> {
        let here = goal.iter().take_while(|literal| !literal.looks_ahead()).count();
        if here > 0 {
            let (here, rest) = goal.split_at(here);
            return self.in_one_position(level, here, known, &mut |known| {
                self.solve(level, rest, known, visit)
            });
        }
        let Some((literal, rest)) = goal.split_first() else { return visit(known) };
        match literal {
            Literal::After { legal, action, goal, span } => {
                let is_legal =
                    Literal::Fact { relation: *legal, args: action.clone(), span: *span };
                self.in_one_position(level, &[is_legal], known, &mut |known| {
                    let (name, args) = played(self.engine.program(), *legal, action, known);
                    let Some(next) = level.facts.after(name, &args)? else { return Ok(true) };
                    self.in_position(goal, &*next, |next| {
                        self.solve(next, goal, known, &mut |known| {
                            self.solve(level, rest, known, visit)
                        })
                    })
                })
            }
            Literal::Not { goal, .. } => {
                let mut is_found = false;
                self.solve(level, goal, known, &mut |_| {
                    is_found = true;
                    Ok(false)
                })?;
                if is_found { Ok(true) } else { self.solve(level, rest, known, visit) }
            }
            Literal::Aggregate { kind, value, goal, result, .. } => {
                let found = self.aggregate(level, *kind, value.as_ref(), goal, known)?;
                let Some(found) = found.map(Value::Int) else { return Ok(true) };
                match result {
                    Arg::Var(var) if known[var.index()].is_none() => {
                        let mut known = known.clone();
                        known[var.index()] = Some(found);
                        self.solve(level, rest, &known, visit)
                    }
                    result if value_of(result, known) == found => {
                        self.solve(level, rest, known, visit)
                    }
                    _ => Ok(true),
                }
            }
            _ => unreachable!("only these look ahead"),
        }
    }

    /// The same for goals that stay in one position.
    fn in_one_position(
        &self,
        level: &Level<'_>,
        goal: &[Literal],
        known: &Known,
        visit: &mut Visit<'_>,
    ) -> Result<bool, EvalError> {
        let vars = || (0..known.len() as u16).map(Var);
        let given: Vec<(Var, Value)> =
            vars().filter_map(|var| Some((var, known[var.index()]?))).collect();
        let snapshot = level.model.snapshot();
        let mut found: FxHashSet<Var> = given.iter().map(|(var, _)| *var).collect();
        found.extend(goal.iter().flat_map(|literal| literal.open_vars()));
        let mut outcome = Ok(true);
        answers(&snapshot, &snapshot, self.rule, goal, &given, &mut |registers| {
            let known = vars().map(|var| found.contains(&var).then(|| registers[var.index()]));
            outcome = visit(&known.collect());
            matches!(outcome, Ok(true))
        })?;
        outcome
    }

    /// The result over all different answers; none where `max` or `min` has
    /// nothing to choose from.
    fn aggregate(
        &self,
        level: &Level<'_>,
        kind: AggregateKind,
        value: Option<&Expr>,
        goal: &[Literal],
        known: &Known,
    ) -> Result<Option<i64>, EvalError> {
        let mut seen: FxHashSet<Known> = FxHashSet::default();
        let is_sum = matches!(kind, AggregateKind::Count | AggregateKind::Sum);
        let mut total = is_sum.then_some(0);
        let span = goal.first().map_or(self.rule.span, Literal::span);
        self.solve(level, goal, known, &mut |known| {
            if !seen.insert(known.clone()) {
                return Ok(true);
            }
            let number = value.map_or(Ok(1), |value| evaluate(value, known));
            let next = number.and_then(|number| match (kind, total) {
                (AggregateKind::Max, total) => Ok(total.map_or(number, |best| best.max(number))),
                (AggregateKind::Min, total) => Ok(total.map_or(number, |best| best.min(number))),
                (_, total) => Binary::Add.apply(total.unwrap_or(0), number),
            });
            total = Some(next.map_err(|why| self.engine.arithmetic_error(span, why))?);
            Ok(true)
        })?;
        Ok(total)
    }
}

/// The action that an answer plays.
pub fn played(program: &Program, legal: RelationId, action: &[Arg], known: &Known) -> (Atom, Row) {
    let Name::Wrapped(_, name) = program.relations[legal].name else {
        unreachable!("an action is legal")
    };
    (name, action.iter().map(|arg| value_of(arg, known)).collect())
}

fn value_of(arg: &Arg, known: &Known) -> Value {
    match arg {
        Arg::Const(value) => *value,
        Arg::Var(var) => known[var.index()].expect("a safe goal knows its variables"),
    }
}

fn evaluate(expr: &Expr, known: &Known) -> Result<i64, NoResult> {
    match expr {
        Expr::Arg(arg) => Ok(value_of(arg, known).as_int().expect("arithmetic is of integers")),
        Expr::Unary(op, inner) => op.apply(evaluate(inner, known)?),
        Expr::Binary(op, left, right) => op.apply(evaluate(left, known)?, evaluate(right, known)?),
    }
}

/// The relations that a goal asks of the position at hand.
fn asked_here(goal: &[Literal], found: &mut Vec<RelationId>) {
    for literal in goal {
        match literal {
            Literal::Fact { relation, .. } | Literal::After { legal: relation, .. } => {
                found.push(*relation);
            }
            Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => asked_here(goal, found),
            _ => {}
        }
    }
}
