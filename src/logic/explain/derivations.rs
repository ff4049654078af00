//! All the ways in which a goal is derived.
//!
//! A fact is derived once by each instance of a rule: by the rule with values
//! for its variables. An instance that rests on the fact itself derives nothing.
//! To leave those out, everything is derived once more without the fact: an
//! instance counts if its premises are derived all the same, and these are
//! proved from what there is without the fact.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::logic::Value;
use crate::logic::check::query_form::ResolvedGoal;
use crate::logic::check::strata;
use crate::logic::engine::{Engine, EvalError, Facts};
use crate::logic::explain::heights::Heights;
use crate::logic::explain::proof::{Premise, Why};
use crate::logic::explain::prove::{Explainer, MOST_LEVELS};
use crate::logic::explain::unify::{head_of, row_of};
use crate::logic::program::{Literal, Origin, RelationId, Rule};
use crate::logic::query::{Bindings, Query, bindings};

/// The ways in which a goal is derived.
#[derive(Clone, Debug, Default)]
pub struct Derivations {
    /// Each way, those with the lowest proofs first. There is none if the goal
    /// does not hold.
    pub ways: Vec<Way>,
    /// Whether there are more.
    pub more: bool,
}

/// One way in which a goal is derived.
#[derive(Clone, Debug)]
pub struct Way {
    /// What the variables of the question stand for.
    pub bindings: Bindings,
    /// The proof.
    pub why: Why,
}

/// The ways in which a question is answered, at most `most` of them.
///
/// If it asks for a fact, these are the derivations of the first such fact. If
/// it has several goals, or another goal than a fact, they are its answers.
pub fn derivations(
    engine: &Engine,
    query: &Query,
    facts: &dyn Facts,
    most: usize,
) -> Result<Derivations, EvalError> {
    let engine = query.engine(engine)?;
    let facts = query.suppose(facts);
    let mut answers = Answers { most, seen: FxHashSet::default(), found: Derivations::default() };
    for goal in &query.goals {
        let rule = &goal.rule;
        let targets = strata::asked(&rule.body);
        let model = engine.derive(&engine.as_written(&targets), &facts)?;
        let heights = Heights::new(engine, &model, &facts, &targets, None)?;
        let explainer = Explainer::new(&heights, query);
        let [Literal::Fact { relation, args, .. }] = rule.body.as_slice() else {
            answers.take(goal, &explainer)?;
            continue;
        };
        let Some(answer) = heights.first_answer(rule, &rule.body, &[])? else { continue };
        let way = |proofs| Way {
            bindings: bindings(goal, |var| answer[var.index()]),
            why: Why::Holds(proofs),
        };
        if engine.program().relations[*relation].origin != Origin::Rules {
            let ways = vec![way(explainer.premises(rule, &rule.body, &answer)?)];
            return Ok(Derivations { ways, more: false });
        }
        let row = row_of(args, &answer);
        let without = Some((*relation, row.as_slice()));
        let others = Heights::new(engine, &model, &facts, &targets, without)?;
        let (proofs, more) = Explainer::new(&others, query).derivations(*relation, &row, most)?;
        return Ok(Derivations { ways: proofs.into_iter().map(|p| way(vec![p])).collect(), more });
    }
    Ok(answers.found)
}

impl Explainer<'_> {
    /// A proof by each instance of a rule that derives a fact, the lowest
    /// first, and whether there are more of them. The explainer's heights are
    /// those without the fact.
    fn derivations(
        &self,
        relation: RelationId,
        row: &[Value],
        most: usize,
    ) -> Result<(Vec<Arc<Premise>>, bool), EvalError> {
        let mut instances: BTreeMap<(usize, usize), (&Rule, Vec<Value>)> = BTreeMap::new();
        let mut count = 0;
        for rule in self.program.rules_for(relation) {
            let Some(known) = head_of(&rule.head_args, row) else { continue };
            self.heights.answers(rule, &rule.body, &known, &mut |registers| {
                let height = self.heights.of_body(&rule.body, registers);
                instances.insert((height, count), (rule, registers.to_vec()));
                if instances.len() > most {
                    instances.pop_last();
                }
                count += 1;
                true
            })?;
        }
        let proofs = instances.into_values().map(|(rule, registers)| {
            let because = self.by_rule(rule, &registers, MOST_LEVELS)?;
            Ok(Arc::new(Premise { goal: self.program.relations[relation].show(row), because }))
        });
        Ok((proofs.collect::<Result<_, EvalError>>()?, count > most))
    }
}

/// The answers to a question that are found so far.
struct Answers {
    most: usize,
    seen: FxHashSet<Bindings>,
    found: Derivations,
}

impl Answers {
    /// Takes in the answers for what the variables may stand for in one goal.
    fn take(&mut self, goal: &ResolvedGoal, explainer: &Explainer<'_>) -> Result<(), EvalError> {
        let mut answers: Vec<(Bindings, Vec<Value>)> = Vec::new();
        let Answers { most, seen, found } = self;
        explainer.heights.answers(&goal.rule, &goal.rule.body, &[], &mut |registers| {
            let bindings = bindings(goal, |var| registers[var.index()]);
            if !seen.insert(bindings.clone()) {
                return true;
            }
            if found.ways.len() + answers.len() == *most {
                found.more = true;
                return false;
            }
            answers.push((bindings, registers.to_vec()));
            true
        })?;
        for (bindings, registers) in answers {
            let proofs = explainer.premises(&goal.rule, &goal.rule.body, &registers)?;
            found.ways.push(Way { bindings, why: Why::Holds(proofs) });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    /// Two ways from a to d, and a circle.
    const GRAPH: &str = "
edge(a, b).
edge(b, d).
edge(a, c).
edge(c, d).
edge(d, a).
path(X, Y) :- edge(X, Y).
path(X, Z) :- path(X, Y), edge(Y, Z).
busy :- edge(_, _).
";

    fn ways(rules: &str, goal: &str, most: usize) -> Derivations {
        let sample = Sample::new(rules);
        derivations(&sample.engine, &sample.query(goal), &sample, most).unwrap()
    }

    fn drawn(derivations: &Derivations) -> Vec<String> {
        derivations.ways.iter().map(|way| way.why.render()).collect()
    }

    #[test]
    fn every_instance_of_a_rule_is_a_way() {
        let found = ways(GRAPH, "path(a, d)", 9);
        assert!(!found.more);
        let expected = ["b", "c"].map(|by| {
            let (to, from) = if by == "b" { (1, 2) } else { (3, 4) };
            format!(
                "\
path(a, d)
   sample.pl:7: path(X, Z) :- path(X, Y), edge(Y, Z)
├─ path(a, {by})
│     sample.pl:6: path(X, Y) :- edge(X, Y)
│  └─ edge(a, {by})   [sample.pl:{to}]
└─ edge({by}, d)   [sample.pl:{from}]"
            )
        });
        assert_eq!(drawn(&found), expected);
    }

    /// `path(a, b)` also follows from `path(a, a)`, which follows from
    /// `path(a, d)`; but not if that had to go by b.
    #[test]
    fn no_way_rests_on_the_fact_itself() {
        let found = ways(GRAPH, "path(a, b)", 9);
        let [first, second] = found.ways.as_slice() else { panic!("{found:?}") };
        assert_eq!(first.why.render().lines().count(), 3);
        let round = second.why.render();
        assert!(round.contains("path(a, c)") && !round.contains("─ path(a, b)"), "{round}");
        let found = ways("p(X) :- q(X). q(X) :- p(X). p(1) :- turn(red).", "p(1)", 9);
        assert_eq!(found.ways.len(), 1, "{found:?}");
    }

    #[test]
    fn there_may_be_more_ways_than_are_wanted() {
        let found = ways(GRAPH, "busy", 3);
        assert_eq!((found.ways.len(), found.more), (3, true));
        let found = ways(GRAPH, "busy", 5);
        assert_eq!((found.ways.len(), found.more), (5, false));
    }

    #[test]
    fn facts_have_one_reason() {
        for (goal, drawn_as) in [
            ("turn(X)", "turn(red)   [a fact of the position]"),
            ("edge(a, X)", "edge(a, b)   [sample.pl:1]"),
            ("opponent(red, X)", "opponent(red, blue)   [built in]"),
            ("tried(wait)", "tried(wait)   [supposed]"),
            ("1 < 2", "1 < 2   [computed]"),
            ("\\+ turn(blue)", "\\+ turn(blue)   [the position holds no turn(blue)]"),
        ] {
            let found = ways(GRAPH, goal, 9);
            assert_eq!(drawn(&found), [drawn_as]);
            assert!(!found.more);
        }
    }

    #[test]
    fn several_goals_are_answered_in_all_ways() {
        let found = ways(GRAPH, "edge(a, X), path(X, d)", 9);
        let bound: Vec<String> =
            found.ways.iter().map(|way| way.bindings[0].1.to_string()).collect();
        assert_eq!(bound, ["b", "c"]);
        let found = ways(GRAPH, "edge(a, X), path(X, d)", 1);
        assert_eq!((found.ways.len(), found.more), (1, true));
    }

    #[test]
    fn what_fails_is_derived_in_no_way() {
        let found = ways(GRAPH, "edge(a, a)", 9);
        assert!(found.ways.is_empty() && !found.more);
    }
}
