//! Why a goal does not hold: how far each rule for it got, and the goal that
//! fails after that.
//!
//! A rule gets as far as the longest beginning of its body that has an answer.
//! Of all such answers, the one that is nearest to holding is shown, and the
//! others are counted. What fails then is followed into its own rules, for a few
//! levels. Only the way of the rules that got furthest is followed to its end.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::logic::check::types::Type;
use crate::logic::engine::EvalError;
use crate::logic::explain::alike;
use crate::logic::explain::nearness::Instance;
use crate::logic::explain::proof::{Alike, Attempt, Failure, RuleText, Unfollowed, WhyNot};
use crate::logic::explain::prove::Explainer;
use crate::logic::explain::unify::{Asked, asked, evaluate, unify};
use crate::logic::program::{Arg, Literal, Origin, RelationId, Rule, Var, Variable};
use crate::logic::show::{show, show_as_question};
use crate::logic::{Atom, Value};

/// How deep failures are followed: into the goal asked, into the rules for it,
/// and one level further.
const FOLLOWED: usize = 2;

/// How often the way of the rules that got furthest is taken up again.
const FURTHER: usize = 50;

/// So many instances of a rule are compared, and counted.
const MOST_INSTANCES: usize = 200;

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
    /// What else its variables may be for as many goals to hold.
    others: Vec<Vec<Value>>,
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
        self.nearness.ask(question);
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
        let mut held = 0;
        while held + 1 < rule.body.len()
            && self.heights.first_answer(rule, &rule.body[..=held], known)?.is_some()
        {
            held += 1;
        }
        let mut instances = Vec::new();
        if held == 0 {
            let mut registers = vec![Value::Int(0); rule.variables.len()];
            known.iter().for_each(|(var, value)| registers[var.index()] = *value);
            instances.push(registers);
        } else {
            self.heights.answers(rule, &rule.body[..held], known, &mut |registers| {
                instances.push(registers.to_vec());
                instances.len() < MOST_INSTANCES
            })?;
        }
        let mut bound: FxHashSet<Var> = known.iter().map(|(var, _)| *var).collect();
        bound.extend(rule.body[..held].iter().flat_map(|literal| literal.open_vars()));
        let nearest = match instances.len() {
            1 => 0,
            all => (0..all)
                .min_by_key(|number| {
                    let registers = &instances[*number];
                    self.nearness.of(Instance { rule, bound: &bound, registers }, held)
                })
                .expect("the goals that hold have an answer"),
        };
        let registers = instances.remove(nearest);
        Ok(Reached { rule, held, registers, bound, others: instances })
    }

    fn attempt(&self, reached: &Reached<'_>, follow: usize) -> Result<Attempt, EvalError> {
        let variables = &reached.rule.variables;
        let bindings = (0..variables.len() as u16)
            .map(Var)
            .filter(|var| !variables[var.index()].is_hidden())
            .filter_map(|var| Some((variables[var.index()].name, reached.value(var)?)))
            .collect();
        let failed = Arc::new(self.failure(reached, follow)?);
        let (text, at) = self.program.describe(reached.rule);
        Ok(Attempt { rule: RuleText { text, at }, bindings, failed })
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
            Literal::Not { goal, .. } => self.because(reached, goal)?,
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
        let goal = show(self.program, rule, literal, &value);
        let alike = self.fail_alike(reached, literal)?;
        let is_telling = match literal {
            Literal::Fact { relation, .. } => !self.program.relations[*relation].is_static,
            Literal::Not { goal, .. } => goal.len() == 1,
            _ => false,
        };
        let instance = Instance { rule, bound: &reached.bound, registers };
        let later = self.nearness.after(instance, *held);
        let also = later.fail.iter().map(|goal| show(self.program, rule, goal, &value)).collect();
        Ok(Failure {
            goal,
            held: *held,
            held_after: later.hold,
            is_telling,
            why,
            also,
            alike,
            switched_off: Vec::new(),
        })
    }

    /// What a negation fails because of: an instance of what it negates.
    fn because(&self, reached: &Reached<'_>, goal: &[Literal]) -> Result<WhyNot, EvalError> {
        let Reached { rule, bound, .. } = reached;
        let mut answers = Vec::new();
        self.heights.answers(rule, goal, &reached.known(), &mut |registers| {
            answers.push(registers.to_vec());
            answers.len() <= MOST_INSTANCES
        })?;
        let Some((first, others)) = answers.split_first() else {
            return Ok(WhyNot::Leaf(NOT_SO.into()));
        };
        let premises = self.premises(rule, goal, first)?;
        let open = goal.iter().flat_map(|literal| literal.open_vars());
        let vars: Vec<Var> = open.filter(|var| !bound.contains(var)).collect();
        let others = alike::differing(rule, &vars, first, others, |other| {
            let shown = goal.iter().map(|literal| {
                let value = |var: Var| {
                    let is_open = bound.contains(&var) || vars.contains(&var);
                    is_open.then(|| other[var.index()])
                };
                show(self.program, rule, literal, &value)
            });
            Ok(shown.collect::<Vec<_>>().join(", "))
        })?;
        Ok(WhyNot::Because { premises, others })
    }

    /// The other instances that fail at the same goal.
    fn fail_alike(
        &self,
        reached: &Reached<'_>,
        literal: &Literal,
    ) -> Result<Option<Alike>, EvalError> {
        let Reached { rule, held, registers, bound, others } = reached;
        let named: Vec<Var> =
            literal.vars().into_iter().filter(|var| bound.contains(var)).collect();
        alike::differing(rule, &named, registers, others, |other| {
            let other = Reached {
                rule,
                held: *held,
                registers: other.to_vec(),
                bound: bound.clone(),
                others: Vec::new(),
            };
            Ok(self.failure(&other, 0)?.in_short(None))
        })
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
        if self.program.relations[relation].origin != Origin::Rules {
            return Ok(WhyNot::Leaf(self.lacking(relation, asked).into()));
        }
        // Who asks about an opaque relation wants to know.
        if follow < FOLLOWED
            && let Some(says) = self.opaque(relation, asked)
        {
            return Ok(WhyNot::Leaf(format!("it holds only if {says}").into()));
        }
        let fitting: Vec<(&Rule, Vec<(Var, Value)>)> = self
            .program
            .rules_for(relation)
            .filter(|rule| !rule.body.is_empty())
            .filter_map(|rule| Some((rule, unify(&rule.head_args, asked)?)))
            .collect();
        if fitting.is_empty() {
            return Ok(match self.what_holds(relation, asked) {
                Some(instead) => WhyNot::Leaf(instead.into()),
                None => WhyNot::NoRule,
            });
        }
        let Some(follow) = follow.checked_sub(1) else {
            let (ask, asked) = (ask.to_string(), asked.to_vec());
            return Ok(WhyNot::NotFollowed(Unfollowed { ask, relation, asked, end: None }));
        };
        let attempts = fitting.into_iter().map(|(rule, known)| {
            let rule = with_equal_columns(rule, asked, &known);
            self.attempt(&self.reached(&rule, &known)?, follow)
        });
        let mut attempts = attempts.collect::<Result<Vec<Attempt>, EvalError>>()?;
        attempts.sort_by_cached_key(|attempt| {
            Reverse((attempt.failed.balance(), attempt.failed.reach()))
        });
        Ok(WhyNot::Rules(attempts))
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
