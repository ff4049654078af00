//! Why a goal does not hold: how far each rule for it got, and the goal that
//! fails after that.
//!
//! A rule gets as far as the longest beginning of its body that has an answer.
//! What fails then is followed into its own rules, for a few levels. Only the
//! way of the rules that got furthest is followed to its end.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::logic::check::types::Type;
use crate::logic::engine::EvalError;
use crate::logic::explain::proof::{Attempt, Failure, Unfollowed, WhyNot};
use crate::logic::explain::prove::Explainer;
use crate::logic::explain::unify::{Asked, asked, unify, value_of};
use crate::logic::program::{Arg, Expr, Literal, Origin, RelationId, Rule, Var, Variable};
use crate::logic::show::{show, show_as_question};
use crate::logic::{Atom, Value};

/// How deep failures are followed: into the goal asked, into the rules for it,
/// and one level further.
const FOLLOWED: usize = 2;

/// How often the way of the rules that got furthest is taken up again.
const FURTHER: usize = 50;

const NO_STATE: &str = "the position holds no such fact";
const NOT_GIVEN: &str = "no such fact (board and declarations)";
const OTHER_COURSE: &str = "the course of the game was another";
const NOT_SUPPOSED: &str = "no action is being played";
const IN_CIRCLES: &str = "its rules lead back to it";
const NOT_SO: &str = "it is false";
const THE_SAME: &str = "they are the same";
const NOT_THE_SAME: &str = "they are not the same";
const NOTHING_TO_CHOOSE: &str = "there is no answer to choose from";

/// How far a rule or question gets, and the variables that have a value then.
struct Reached<'r> {
    rule: &'r Rule,
    /// How many goals of its body hold.
    held: usize,
    registers: Vec<Value>,
    bound: FxHashSet<Var>,
}

impl Reached<'_> {
    fn value(&self, var: Var) -> Option<Value> {
        self.bound.contains(&var).then(|| self.registers[var.index()])
    }

    fn known(&self) -> Vec<(Var, Value)> {
        self.bound.iter().map(|var| (*var, self.registers[var.index()])).collect()
    }
}

impl Explainer<'_> {
    /// Why a question has no answer.
    pub(in crate::logic) fn refute(&self, question: &Rule) -> Result<Failure, EvalError> {
        let mut failure = self.failure(&self.reached(question, &[])?, FOLLOWED)?;
        let mut asked_before = FxHashSet::default();
        let mut end = failure.furthest_end().clone();
        for _ in 0..FURTHER {
            let WhyNot::NotFollowed(Unfollowed { ask, relation, asked, .. }) = &end.why else {
                break;
            };
            let why = if asked_before.insert(ask.clone()) {
                self.no_fact(*relation, asked, ask, FOLLOWED)?
            } else {
                WhyNot::Leaf(IN_CIRCLES.into())
            };
            end = Failure { why, ..end }.furthest_end().clone();
        }
        let last = failure.furthest_end_mut();
        if let WhyNot::NotFollowed(unfollowed) = &mut last.why {
            unfollowed.end = Some(Arc::new(end));
        }
        Ok(failure)
    }

    fn reached<'r>(
        &self,
        rule: &'r Rule,
        known: &[(Var, Value)],
    ) -> Result<Reached<'r>, EvalError> {
        let mut best = (0, vec![Value::Int(0); rule.variables.len()]);
        known.iter().for_each(|(var, value)| best.1[var.index()] = *value);
        for held in 1..rule.body.len() {
            match self.heights.first_answer(rule, &rule.body[..held], known)? {
                Some(registers) => best = (held, registers),
                None => break,
            }
        }
        let (held, registers) = best;
        let mut bound: FxHashSet<Var> = known.iter().map(|(var, _)| *var).collect();
        bound.extend(rule.body[..held].iter().flat_map(|literal| literal.open_vars()));
        Ok(Reached { rule, held, registers, bound })
    }

    fn attempt(&self, reached: &Reached<'_>, follow: usize) -> Result<Attempt, EvalError> {
        let variables = &reached.rule.variables;
        let bindings = (0..variables.len() as u16)
            .map(Var)
            .filter(|var| !variables[var.index()].is_hidden())
            .filter_map(|var| Some((variables[var.index()].name, reached.value(var)?)))
            .collect();
        let failed = Arc::new(self.failure(reached, follow)?);
        let (text, at) = self.program.sources.describe(reached.rule.span);
        Ok(Attempt { text, at, bindings, failed })
    }

    /// The goal that fails after those that hold.
    fn failure(&self, reached: &Reached<'_>, follow: usize) -> Result<Failure, EvalError> {
        let Reached { rule, held, registers, .. } = reached;
        let value = |var: Var| reached.value(var);
        let literal = &rule.body[*held];
        let why = match literal {
            Literal::Fact { relation, args, .. } => {
                let ask = self.question(&show_as_question(self.program, rule, literal, &value));
                self.no_fact(*relation, &asked(args, &value), &ask, follow)?
            }
            Literal::Not { goal, .. } => {
                match self.heights.first_answer(rule, goal, &reached.known())? {
                    Some(registers) => WhyNot::Because(self.premises(rule, goal, &registers)?),
                    None => WhyNot::Leaf(NOT_SO.into()),
                }
            }
            Literal::Same { .. } => WhyNot::Leaf(NOT_THE_SAME.into()),
            Literal::Differ { .. } => WhyNot::Leaf(THE_SAME.into()),
            Literal::Compare { .. } => WhyNot::Leaf(NOT_SO.into()),
            Literal::Is { expr, .. } => match evaluate(expr, registers) {
                Some(number) => WhyNot::Leaf(format!("the result is {number}").into()),
                None => WhyNot::Leaf(NOT_SO.into()),
            },
            Literal::Aggregate { .. } => match self.result(reached, literal)? {
                Some(result) => WhyNot::Leaf(format!("the result is {result}").into()),
                None => WhyNot::Leaf(NOTHING_TO_CHOOSE.into()),
            },
            Literal::After { .. } => unreachable!("explained position by position"),
        };
        Ok(Failure { goal: show(self.program, rule, literal, &value), held: *held, why })
    }

    /// What an aggregate comes to, whatever it should.
    fn result(
        &self,
        reached: &Reached<'_>,
        aggregate: &Literal,
    ) -> Result<Option<Value>, EvalError> {
        let mut rule = reached.rule.clone();
        let free = Var(rule.variables.len() as u16);
        let name = Atom::new("_");
        rule.variables.push(Variable { name, span: aggregate.span(), ty: Type::Int });
        let mut aggregate = aggregate.clone();
        if let Literal::Aggregate { result, .. } = &mut aggregate {
            *result = Arg::Var(free);
        }
        let answer = self.heights.first_answer(&rule, &[aggregate], &reached.known())?;
        Ok(answer.map(|registers| registers[free.index()]))
    }

    fn no_fact(
        &self,
        relation: RelationId,
        asked: &[Asked],
        ask: &str,
        follow: usize,
    ) -> Result<WhyNot, EvalError> {
        match self.program.relations[relation].origin {
            Origin::State => return Ok(WhyNot::Leaf(NO_STATE.into())),
            Origin::Given(_) => return Ok(WhyNot::Leaf(NOT_GIVEN.into())),
            Origin::History => return Ok(WhyNot::Leaf(OTHER_COURSE.into())),
            Origin::Supposed => return Ok(WhyNot::Leaf(NOT_SUPPOSED.into())),
            Origin::Rules => {}
        }
        let fitting: Vec<(&Rule, Vec<(Var, Value)>)> = self
            .program
            .rules_for(relation)
            .filter(|rule| !rule.body.is_empty())
            .filter_map(|rule| Some((rule, unify(&rule.head_args, asked)?)))
            .collect();
        if fitting.is_empty() {
            return Ok(WhyNot::NoRule);
        }
        let Some(follow) = follow.checked_sub(1) else {
            let (ask, asked) = (ask.to_string(), asked.to_vec());
            return Ok(WhyNot::NotFollowed(Unfollowed { ask, relation, asked, end: None }));
        };
        let attempts = fitting.into_iter().map(|(rule, known)| {
            let rule = with_equal_columns(rule, asked, &known);
            self.attempt(&self.reached(&rule, &known)?, follow)
        });
        Ok(WhyNot::Rules(attempts.collect::<Result<_, EvalError>>()?))
    }
}

/// A rule for a goal in which a variable stands twice: the columns must be equal
/// that it stands in, which the rule's own goals do not see to.
fn with_equal_columns<'r>(
    rule: &'r Rule,
    asked: &[Asked],
    known: &[(Var, Value)],
) -> Cow<'r, Rule> {
    let mut rule = Cow::Borrowed(rule);
    for (column, one) in asked.iter().enumerate() {
        let twin = asked[..column].iter().position(|other| match (one, other) {
            (Asked::Any(var), Asked::Any(other)) => var == other,
            _ => false,
        });
        let Some(twin) = twin else { continue };
        let (left, right) = (rule.head_args[twin], rule.head_args[column]);
        let is_known = |arg| known.iter().any(|(var, _)| Arg::Var(*var) == arg);
        if left != right && !(is_known(left) && is_known(right)) {
            let span = rule.span;
            rule.to_mut().body.push(Literal::Same { left, right, span });
        }
    }
    rule
}

/// The value of an expression, if it has one.
fn evaluate(expr: &Expr, registers: &[Value]) -> Option<i64> {
    match expr {
        Expr::Arg(arg) => value_of(arg, registers).as_int(),
        Expr::Unary(op, inner) => op.apply(evaluate(inner, registers)?).ok(),
        Expr::Binary(op, left, right) => {
            op.apply(evaluate(left, registers)?, evaluate(right, registers)?).ok()
        }
    }
}
