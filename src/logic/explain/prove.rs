//! Why a goal holds, or why it does not.
//!
//! A proof is of least height: no other derivation of the fact has fewer
//! levels. Facts that are lower than what they prove never lead in a circle.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::check::strata;
use crate::logic::engine::{Engine, EvalError, Facts};
use crate::logic::explain::ahead;
use crate::logic::explain::heights::Heights;
use crate::logic::explain::nearness::Nearness;
use crate::logic::explain::proof::{Because, Premise, Why};
use crate::logic::explain::switched_off;
use crate::logic::explain::unify::{Asked, asked, head_of, row_of};
use crate::logic::program::{Arg, Literal, Origin, Program, RelationId, Rule, Var};
use crate::logic::query::Query;
use crate::logic::show::{show, show_with_all_names};
use crate::logic::{Row, Value};

/// Explains a question: why its first answer holds, or why there is none.
pub fn explain(engine: &Engine, query: &Query, facts: &dyn Facts) -> Result<Why, EvalError> {
    let engine = query.engine(engine)?;
    let mut failures = Vec::new();
    for goal in &query.goals {
        let rule = &goal.rule;
        if rule.body.iter().any(Literal::looks_ahead) {
            match ahead::explain(engine, query, rule, facts)? {
                Why::Fails(found) => failures.extend(found),
                holds => return Ok(holds),
            }
            continue;
        }
        let facts = query.suppose(facts);
        let targets = switched_off::with_their_goals(engine.program(), strata::asked(&rule.body));
        let model = engine.derive(&engine.as_written(&targets), &facts)?;
        let heights = Heights::new(engine, &model, &facts, &targets, None)?;
        let explainer = Explainer::new(&heights, query);
        match heights.first_answer(rule, &rule.body, &[])? {
            Some(registers) => {
                return Ok(Why::Holds(explainer.premises(rule, &rule.body, &registers)?));
            }
            None => {
                let mut failure = explainer.refute(rule)?;
                failure.switched_off =
                    switched_off::missed(engine, &model, &facts, &targets, rule)?;
                failures.push(Arc::new(failure));
            }
        }
    }
    Ok(Why::Fails(failures))
}

/// How many levels of rules a proof may have. Nobody reads more at a time, and
/// there may be as many as there are facts.
pub(in crate::logic) const MOST_LEVELS: usize = 200;

const POSITION: &str = "a fact of the position";
const BUILT_IN: &str = "built in";
const HISTORY: &str = "from the course of the game";
const SUPPOSED: &str = "supposed";
pub(in crate::logic) const COMPUTED: &str = "computed";

/// Finds proofs, and why there are none.
pub(in crate::logic) struct Explainer<'a> {
    pub(in crate::logic) program: &'a Program,
    pub(in crate::logic) heights: &'a Heights<'a>,
    pub(in crate::logic) nearness: Nearness<'a>,
    /// What the question supposes, as the beginning of another question.
    supposed: String,
    /// The actions that lead from the position of the question to the one that is
    /// explained.
    pub(in crate::logic) played: Vec<String>,
    /// The proofs made so far: each fact is proved once.
    proofs: RefCell<FxHashMap<(RelationId, Row), Arc<Premise>>>,
}

impl<'a> Explainer<'a> {
    pub(in crate::logic) fn new(heights: &'a Heights<'a>, query: &Query) -> Explainer<'a> {
        let program = heights.program();
        let supposed = query.supposed().iter();
        let supposed = supposed.map(|(id, row)| program.relations[*id].show(row) + ", ").collect();
        let nearness = Nearness::new(heights);
        let played = Vec::new();
        Explainer { program, heights, nearness, supposed, played, proofs: RefCell::default() }
    }

    /// A question about a goal, with what is supposed.
    pub(in crate::logic) fn question(&self, goal: &str) -> String {
        let asked = format!("{}{goal}", self.supposed);
        let played = self.played.iter().rev();
        played.fold(asked, |asked, action| format!("after({action}, ({asked}))"))
    }

    /// A proof of least height.
    fn prove(
        &self,
        relation: RelationId,
        row: &[Value],
        levels: usize,
    ) -> Result<Arc<Premise>, EvalError> {
        let fact = (relation, Row::from_slice(row));
        if let Some(proof) = self.proofs.borrow().get(&fact) {
            return Ok(proof.clone());
        }
        let goal = self.program.relations[relation].show(row);
        let because = match self.program.relations[relation].origin {
            Origin::State => Because::Leaf(POSITION),
            Origin::Given(_) => Because::Leaf(BUILT_IN),
            Origin::History => Because::Leaf(HISTORY),
            Origin::Supposed => Because::Leaf(SUPPOSED),
            Origin::Rules => {
                let row_asked: Vec<Asked> = row.iter().copied().map(Asked::Value).collect();
                // Who asks about an opaque relation wants to know.
                match self.opaque(relation, &row_asked).filter(|_| levels < MOST_LEVELS) {
                    Some(says) => Because::Opaque(says),
                    None => self.least(relation, row, levels)?,
                }
            }
        };
        let proof = Arc::new(Premise { goal, because });
        self.proofs.borrow_mut().insert(fact, proof.clone());
        Ok(proof)
    }

    /// The first rule that derives a fact from lower ones.
    fn least(
        &self,
        relation: RelationId,
        row: &[Value],
        levels: usize,
    ) -> Result<Because, EvalError> {
        let height = self.heights.of(relation, row).unwrap_or(usize::MAX);
        for rule in self.program.rules_for(relation) {
            let Some(known) = head_of(&rule.head_args, row) else { continue };
            let mut found = None;
            self.heights.answers(rule, &rule.body, &known, &mut |registers| {
                let lower = self.heights.of_body(&rule.body, registers) < height;
                if !rule.body.is_empty() && !lower {
                    return true;
                }
                found = Some(registers.to_vec());
                false
            })?;
            if let Some(registers) = found {
                return self.by_rule(rule, &registers, levels);
            }
        }
        // Some rule derived it in the round that is its height, from lower facts.
        debug_assert!(false, "{} has no proof", self.program.relations[relation].show(row));
        Ok(Because::Leaf("derived"))
    }

    /// That a rule derives a fact, with its variables bound to what stands in
    /// the registers.
    pub(in crate::logic) fn by_rule(
        &self,
        rule: &Rule,
        registers: &[Value],
        levels: usize,
    ) -> Result<Because, EvalError> {
        let (text, at) = self.program.describe(rule);
        if rule.body.is_empty() {
            return Ok(Because::Written(at));
        }
        let Some(levels) = levels.checked_sub(1) else {
            let fact = self.program.relations[rule.head].show(&row_of(&rule.head_args, registers));
            return Ok(Because::NotFollowed { ask: self.question(&fact) });
        };
        let premises = self.each_premise(rule, &rule.body, registers, levels)?;
        Ok(Because::Rule { text, at, premises })
    }

    /// What a goal of a rule or question rests on.
    pub(in crate::logic) fn premises(
        &self,
        rule: &Rule,
        goal: &[Literal],
        registers: &[Value],
    ) -> Result<Vec<Arc<Premise>>, EvalError> {
        self.each_premise(rule, goal, registers, MOST_LEVELS)
    }

    fn each_premise(
        &self,
        rule: &Rule,
        goal: &[Literal],
        registers: &[Value],
        levels: usize,
    ) -> Result<Vec<Arc<Premise>>, EvalError> {
        goal.iter()
            .map(|literal| match literal {
                Literal::Fact { relation, args, .. } => {
                    self.prove(*relation, &row_of(args, registers), levels)
                }
                literal => {
                    let local = local_vars(rule, goal, literal);
                    let shown = |var: Var| (!local.contains(&var)).then(|| registers[var.index()]);
                    let because = match literal {
                        Literal::Not { goal, .. } => self.absent(rule, goal, &shown),
                        Literal::Aggregate { goal, .. } => {
                            let goals = show_with_all_names(self.program, rule, goal, &shown);
                            Because::Answers { ask: self.question(&goals) }
                        }
                        _ => Because::Leaf(COMPUTED),
                    };
                    let goal = show(self.program, rule, literal, &shown);
                    Ok(Arc::new(Premise { goal, because }))
                }
            })
            .collect()
    }
}

impl Explainer<'_> {
    /// What was looked for and not found, where a negation holds.
    fn absent(
        &self,
        rule: &Rule,
        goal: &[Literal],
        value: &dyn Fn(Var) -> Option<Value>,
    ) -> Because {
        let lacking = match goal {
            [Literal::Fact { relation, args, .. }] => {
                self.lacking_below(*relation, &asked(args, value))
            }
            _ => None,
        };
        let goals = show_with_all_names(self.program, rule, goal, value);
        Because::Absent { lacking, ask: self.question(&goals) }
    }
}

/// The variables that belong to a negation or aggregate alone.
fn local_vars(rule: &Rule, goal: &[Literal], literal: &Literal) -> FxHashSet<Var> {
    let mut open: FxHashSet<Var> =
        rule.body.iter().chain(goal).flat_map(|literal| literal.open_vars()).collect();
    open.extend(rule.head_args.iter().filter_map(|arg| match arg {
        Arg::Var(var) => Some(*var),
        Arg::Const(_) => None,
    }));
    literal.vars().into_iter().filter(|var| !open.contains(var)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::explain::outline::Part;
    use crate::logic::sample::Sample;

    /// A fact is proved once, however many rules rest on it.
    #[test]
    fn what_is_needed_twice_is_shared() {
        // The tree of p(30) would have a thousand million leaves.
        let rules = "p(0) :- turn(red). p(N) :- p(M), M < 30, N is M + 1, p(M).";
        let why = Sample::new(rules).why("p(30)");
        assert_eq!(why.render().lines().count(), 30 * 5 + 3);
        let Why::Holds(premises) = why else { panic!("it holds") };
        assert_eq!(premises[0].height(), 31);
    }

    /// A proof may be as high as there are facts, which is more than anybody
    /// reads, and more than the stack holds.
    #[test]
    fn a_high_proof_is_cut() {
        let sample = Sample::new("p(0). p(N) :- p(M), M < 5000, N is M + 1.");
        let why = sample.why("p(5000)");
        assert!(why.render().contains("p(4800)   [ask why it holds]"));
        let folded = why.folded(usize::MAX, 1);
        let [Part::Ask(ask)] = folded.parts.as_slice() else { panic!("{:?}", folded.parts) };
        assert_eq!(ask, "p(4800)");
        assert!(matches!(sample.why(ask), Why::Holds(_)));
    }
}
