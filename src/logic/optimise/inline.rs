//! Inlining: a relation that can be looked up in place is not derived.
//!
//! A relation with a single rule that asks only for given facts, for what never
//! changes, and for the absence of such, is replaced by its rule's body wherever
//! it is asked. So nothing is derived that nobody asks about, and a rule may be
//! as general as it reads best: `occupied(Cell) :- at(_, Cell, _)` becomes a
//! look-up, and where a bug could slide is computed only where bugs are. A long
//! body that is asked in several places is derived once all the same.

use rustc_hash::FxHashMap;

use super::{MOST_VARIABLES, instance, is_in_place, is_looked_up, uses_of};
use crate::logic::program::{Literal, Program, RelationId, Rule, Variable};

/// A body of more goals than these is long, counting those inside of others.
const LONG: usize = 30;

/// Relations that stand on others are followed down so far; deeper ones are derived.
const DEEPEST: usize = 50;

/// Rules with all that can be looked up in place put there.
pub fn inline(program: &Program, rules: &[Rule]) -> Vec<Rule> {
    let mut by_head: FxHashMap<RelationId, Vec<&Rule>> = FxHashMap::default();
    rules.iter().for_each(|rule| by_head.entry(rule.head).or_default().push(rule));
    let mut inliner = Inliner { program, rules, by_head, views: FxHashMap::default(), depth: 0 };
    rules.iter().map(|rule| inliner.rule(rule)).collect()
}

struct Inliner<'a> {
    program: &'a Program,
    rules: &'a [Rule],
    by_head: FxHashMap<RelationId, Vec<&'a Rule>>,
    /// The relations looked at so far: the rule to put in place, if it can be.
    views: FxHashMap<RelationId, Option<Rule>>,
    /// How many of them are being looked at.
    depth: usize,
}

impl<'a> Inliner<'a> {
    fn rule(&mut self, rule: &Rule) -> Rule {
        let mut variables = rule.variables.clone();
        let body = self.goal(&rule.body, &mut variables);
        Rule { body, variables, ..rule.clone() }
    }

    fn goal(&mut self, goal: &[Literal], variables: &mut Vec<Variable>) -> Vec<Literal> {
        let mut inlined = Vec::new();
        for literal in goal {
            match literal {
                Literal::Fact { relation, args, .. } => match self.view(*relation) {
                    Some(view) if variables.len() + view.variables.len() < MOST_VARIABLES => {
                        inlined.extend(instance(&view, args, variables));
                    }
                    _ => inlined.push(literal.clone()),
                },
                Literal::Not { goal, span } => {
                    let goal = self.goal(goal, variables);
                    inlined.push(Literal::Not { goal, span: *span });
                }
                // An aggregate counts the facts of the relation it names, not
                // the ways to derive them.
                _ => inlined.push(literal.clone()),
            }
        }
        inlined
    }

    /// The rule of a relation that can be looked up in place.
    fn view(&mut self, relation: RelationId) -> Option<Rule> {
        if let Some(known) = self.views.get(&relation) {
            return known.clone();
        }
        if self.depth == DEEPEST {
            return None;
        }
        // While it is looked at, it is none: so recursion is left alone.
        self.views.insert(relation, None);
        self.depth += 1;
        let view = self.only_rule(relation).map(|rule| self.rule(rule));
        self.depth -= 1;
        let view = view.filter(|rule| {
            let is_short = length(&rule.body) <= LONG || self.uses(relation) < 2;
            is_short && rule.body.iter().all(|goal| is_in_place(self.program, goal))
        });
        self.views.insert(relation, view.clone());
        view
    }

    /// In how many places it is asked.
    fn uses(&self, relation: RelationId) -> usize {
        self.rules.iter().map(|rule| uses_of(&rule.body, relation)).sum()
    }

    fn only_rule(&self, relation: RelationId) -> Option<&'a Rule> {
        match self.by_head.get(&relation).map(Vec::as_slice) {
            Some([rule]) if !is_looked_up(self.program, relation) => Some(rule),
            _ => None,
        }
    }
}

/// How many goals there are, those inside of others too.
fn length(goal: &[Literal]) -> usize {
    let mut length = 0;
    goal.iter().for_each(|literal| literal.visit(&mut |_| length += 1));
    length
}
