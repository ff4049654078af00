//! In which order rules are evaluated, and how those that depend on themselves
//! are: once, by a worklist, or in rounds.

use std::collections::BTreeSet;

use super::step::{Access, Source, Step};
use super::{Order, Planner};
use crate::logic::check::strata::stratify;
use crate::logic::program::{Literal, Origin, Program, RelationId, Rule, Stratum};

/// How the relations of a stratum depend on themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// Not at all: each rule runs once.
    None,
    /// Each recursive rule asks its own relation once (linear recursion), so it
    /// is enough to go through the rows once, and through those that come up
    /// meanwhile.
    Worklist,
    /// In any other way: in rounds, each joining with what the last one brought
    /// (semi-naive evaluation).
    SemiNaive,
}

/// A rule and its plans.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule.
    pub rule: Rule,
    /// Its body over all rows.
    pub steps: Vec<Step>,
    /// For each goal about a relation of its own stratum: the relation, and the
    /// body beginning with what the last round brought of it.
    pub recent: Vec<(RelationId, Vec<Step>)>,
}

/// Rules that are evaluated together, after all they depend on.
#[derive(Clone, Debug)]
pub struct StratumPlan {
    /// The relations that they derive.
    pub relations: Vec<RelationId>,
    /// How those depend on themselves.
    pub recursion: Recursion,
    /// The rules.
    pub rules: Vec<RulePlan>,
}

/// What is evaluated, in order.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The strata.
    pub strata: Vec<StratumPlan>,
}

impl Schedule {
    /// Plans all rules, which may be asked of relations of the program.
    pub fn new(program: &Program, rules: &[Rule]) -> Schedule {
        Schedule::by(&Planner::new(program, rules), program, rules)
    }

    /// The same by a planner.
    pub fn by(planner: &Planner<'_>, program: &Program, rules: &[Rule]) -> Schedule {
        let mut errors = Vec::new();
        let strata = stratify(&program.relations, rules, &mut errors);
        debug_assert!(errors.is_empty(), "rules stay stratified");
        Schedule::of_strata(planner, &strata, rules)
    }

    /// Plans the rules of strata.
    pub fn of_strata(planner: &Planner<'_>, strata: &[Stratum], rules: &[Rule]) -> Schedule {
        let strata = strata.iter().map(|stratum| {
            let rules = stratum.rules.iter().map(|number| {
                planner.recursive_rule(&rules[*number], |id| {
                    stratum.recursive && stratum.relations.contains(&id)
                })
            });
            let rules: Vec<RulePlan> = rules.collect();
            let relations = stratum.relations.clone();
            StratumPlan { recursion: recursion(&relations, &rules), relations, rules }
        });
        Schedule { strata: strata.collect() }
    }

    /// The plans of all rules.
    pub fn rules(&self) -> impl Iterator<Item = &RulePlan> {
        self.strata.iter().flat_map(|stratum| &stratum.rules)
    }

    /// The relations that rules ask for, or the targets are, whose facts come from
    /// outside.
    pub fn inputs(&self, program: &Program, targets: &[RelationId]) -> BTreeSet<RelationId> {
        let mut asked: BTreeSet<RelationId> = targets.iter().copied().collect();
        let mut look = |access: &Access| match &access.source {
            Source::Relation(id) | Source::Recent(id) => _ = asked.insert(*id),
            Source::Neighbours(neighbours) => _ = asked.insert(neighbours.relation),
            Source::Computed(_) => {}
        };
        for rule in self.rules() {
            let recent = rule.recent.iter().flat_map(|(_, steps)| steps);
            rule.steps.iter().chain(recent).for_each(|step| step.each_access(&mut look));
        }
        let given = [Origin::State, Origin::History, Origin::Supposed];
        asked.retain(|id| given.contains(&program.relations[*id].origin));
        asked
    }
}

impl Planner<'_> {
    /// A rule, with a plan for each goal about a relation that depends on it.
    pub fn recursive_rule(&self, rule: &Rule, depends: impl Fn(RelationId) -> bool) -> RulePlan {
        let recent = rule.body.iter().enumerate().filter_map(|(number, literal)| match literal {
            Literal::Fact { relation, .. } if depends(*relation) => {
                Some((*relation, self.body(rule, Order::RecentFirst(number))))
            }
            _ => None,
        });
        let recent = recent.collect();
        RulePlan { steps: self.body(rule, Order::Best), recent, rule: rule.clone() }
    }
}

fn recursion(relations: &[RelationId], rules: &[RulePlan]) -> Recursion {
    match (relations.len(), rules.iter().map(|rule| rule.recent.len()).max()) {
        (_, None | Some(0)) => Recursion::None,
        (1, Some(1)) => Recursion::Worklist,
        _ => Recursion::SemiNaive,
    }
}
