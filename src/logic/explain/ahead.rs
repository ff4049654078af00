//! Why a query that looks ahead holds, or does not: each position is explained by
//! itself, below the action that leads there.

use std::sync::Arc;

use crate::logic::Value;
use crate::logic::check::strata;
use crate::logic::engine::{Engine, EvalError, Facts};
use crate::logic::explain::alike;
use crate::logic::explain::heights::Heights;
use crate::logic::explain::proof::{Because, Failure, Premise, Why, WhyNot};
use crate::logic::explain::prove::{COMPUTED, Explainer};
use crate::logic::optimise::rename;
use crate::logic::program::{Arg, Literal, RelationId, Rule, Var};
use crate::logic::query::lookahead::{self, Known};
use crate::logic::query::{Bound, Query, Supposing, supposed_by};
use crate::logic::show::show;

/// So many instances are counted that fail like the one that is shown.
const MOST_ALIKE: usize = 200;

const NOWHERE: &str = "no legal action leads to it";
const SOMEWHERE: &str = "a legal action leads to what it negates";

/// Explains one of the goals of a query.
pub fn explain(
    engine: &Engine,
    query: &Query,
    rule: &Rule,
    facts: &dyn Facts,
) -> Result<Why, EvalError> {
    let ahead = Ahead { engine, query, rule, played: Vec::new() };
    let nothing: Known = vec![None; rule.variables.len()];
    match ahead.first_answer(&rule.body, facts, &nothing)? {
        Some(known) => Ok(Why::Holds(ahead.premises(&rule.body, facts, &known)?)),
        None => Ok(Why::Fails(vec![Arc::new(ahead.failure(&rule.body, facts, &nothing)?)])),
    }
}

struct Ahead<'a> {
    engine: &'a Engine,
    query: &'a Query,
    rule: &'a Rule,
    /// The actions that lead to the position at hand.
    played: Vec<String>,
}

impl Ahead<'_> {
    /// The position that an action leads to, and who explains it.
    fn next(
        &self,
        legal: RelationId,
        action: &[Arg],
        facts: &dyn Facts,
        known: &Known,
    ) -> Result<(Ahead<'_>, Box<dyn Facts>), EvalError> {
        let program = self.engine.program();
        let (name, args) = lookahead::played(program, legal, action, known);
        let next = facts.after(name, &args)?.expect("a legal action can be played");
        let mut played = self.played.clone();
        played.push(Bound::Term(name, args).to_string());
        Ok((Ahead { played, ..*self }, next))
    }

    fn first_answer(
        &self,
        goal: &[Literal],
        facts: &dyn Facts,
        known: &Known,
    ) -> Result<Option<Known>, EvalError> {
        Ok(self.answers(goal, facts, known, 1)?.pop())
    }

    /// So many answers to a goal, at most.
    fn answers(
        &self,
        goal: &[Literal],
        facts: &dyn Facts,
        known: &Known,
        most: usize,
    ) -> Result<Vec<Known>, EvalError> {
        let mut found = Vec::new();
        lookahead::solve(self.engine, self.rule, goal, facts, known, &mut |known| {
            found.push(known.clone());
            Ok(found.len() < most)
        })?;
        Ok(found)
    }

    /// Why goals hold, with values for all of their variables.
    fn premises(
        &self,
        goal: &[Literal],
        facts: &dyn Facts,
        known: &Known,
    ) -> Result<Vec<Arc<Premise>>, EvalError> {
        let here: Vec<Literal> =
            goal.iter().filter(|literal| !literal.looks_ahead()).cloned().collect();
        let proofs = self.in_position(goal, &here, facts, |explainer| {
            explainer.premises(self.rule, &here, &registers(known))
        })?;
        let mut proofs = proofs.into_iter();
        let premise = |literal: &Literal| {
            if !literal.looks_ahead() {
                return Ok(proofs.next().expect("each goal has a proof"));
            }
            let because = match literal {
                Literal::After { legal, action, goal, .. } => {
                    let (ahead, next) = self.next(*legal, action, facts, known)?;
                    Because::Next(ahead.premises(goal, &*next, known)?)
                }
                Literal::Not { .. } => Because::Leaf(NOWHERE),
                _ => Because::Leaf(COMPUTED),
            };
            Ok(Arc::new(Premise { goal: self.shown(literal, known), because }))
        };
        goal.iter().map(premise).collect()
    }

    /// Why goals have no answer: the first that fails after those that hold.
    fn failure(
        &self,
        goal: &[Literal],
        facts: &dyn Facts,
        start: &Known,
    ) -> Result<Failure, EvalError> {
        let (mut held, mut known) = (0, start.clone());
        while held + 1 < goal.len()
            && let Some(further) = self.first_answer(&goal[..=held], facts, start)?
        {
            (held, known) = (held + 1, further);
        }
        let literal = &goal[held];
        let leaf = |word: &'static str| Ok(WhyNot::Leaf(word.into()));
        let why = match literal {
            Literal::After { legal, action, goal: next_goal, span } => {
                let is_whole = action.iter().all(|arg| match arg {
                    Arg::Var(var) => known[var.index()].is_some(),
                    Arg::Const(_) => true,
                });
                let legality =
                    [Literal::Fact { relation: *legal, args: action.clone(), span: *span }];
                if !is_whole {
                    leaf(NOWHERE)
                } else if self.first_answer(&legality, facts, &known)?.is_none() {
                    return self.refuted(&legality[0], goal, facts, &known, held);
                } else {
                    let (ahead, next) = self.next(*legal, action, facts, &known)?;
                    Ok(WhyNot::Next(Arc::new(ahead.failure(next_goal, &*next, &known)?)))
                }
            }
            literal if !literal.looks_ahead() => {
                return self.refuted(literal, goal, facts, &known, held);
            }
            Literal::Not { .. } => leaf(SOMEWHERE),
            _ => leaf(COMPUTED),
        };
        let others = self.answers(&goal[..held], facts, start, MOST_ALIKE)?;
        let others: Vec<Vec<Value>> = others.iter().map(registers).collect();
        let vars = literal.open_vars().into_iter().filter(|var| known[var.index()].is_some());
        let vars: Vec<Var> = vars.collect();
        let alike = alike::differing(self.rule, &vars, &registers(&known), &others, |other| {
            let value = |var: Var| vars.contains(&var).then(|| other[var.index()]);
            Ok(show(self.engine.program(), self.rule, literal, &value))
        })?;
        Ok(Failure {
            goal: self.shown(literal, &known),
            held,
            held_after: 0,
            is_telling: true,
            why: why?,
            also: Vec::new(),
            alike,
            switched_off: Vec::new(),
        })
    }

    /// Why a goal about the position at hand fails.
    fn refuted(
        &self,
        literal: &Literal,
        goal: &[Literal],
        facts: &dyn Facts,
        known: &Known,
        held: usize,
    ) -> Result<Failure, EvalError> {
        let value = |var: usize| known[var].map_or(Arg::Var(Var(var as u16)), Arg::Const);
        let values: Vec<Arg> = (0..known.len()).map(value).collect();
        let asked = vec![rename(literal, &values)];
        let question = Rule { body: asked.clone(), ..self.rule.clone() };
        let failure = self.in_position(goal, &asked, facts, |e| e.refute(&question))?;
        Ok(Failure { held, ..failure })
    }

    /// Explains something about goals that are asked of one position.
    fn in_position<T>(
        &self,
        goal: &[Literal],
        here: &[Literal],
        facts: &dyn Facts,
        explain: impl FnOnce(&Explainer<'_>) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        let supposed = supposed_by(self.engine.program(), goal);
        let facts = Supposing { facts, supposed: &supposed };
        let targets = strata::asked(here);
        let model = self.engine.derive(&self.engine.as_written(&targets), &facts)?;
        let heights = Heights::new(self.engine, &model, &facts, &targets, None)?;
        let mut explainer = Explainer::new(&heights, self.query);
        explainer.played = self.played.clone();
        explain(&explainer)
    }

    fn shown(&self, literal: &Literal, known: &Known) -> String {
        let value = |var: Var| known[var.index()];
        show(self.engine.program(), self.rule, literal, &value)
    }
}

/// The values as registers; what is unknown is asked by nothing.
fn registers(known: &Known) -> Vec<Value> {
    known.iter().map(|value| value.unwrap_or(Value::Int(0))).collect()
}
