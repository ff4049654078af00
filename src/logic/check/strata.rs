//! The order in which rules are evaluated: each after all it depends on.
//! Rules that depend on each other go together, and then negation and
//! aggregation may not be among the ties between them.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::check::cycles;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::program::{Literal, Origin, RelationId, Relations, Rule, Stratum};
use crate::logic::syntax::source::Span;

/// One relation that a rule's body asks.
pub(super) struct Dependency {
    pub(super) on: RelationId,
    /// Where it is asked.
    pub(super) span: Span,
    /// Whether it is asked in a negation or an aggregate.
    pub(super) through: Option<Through>,
}

/// What a relation may not depend on itself through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    Negation,
    Aggregate,
}

pub(super) fn dependencies(rule: &Rule) -> Vec<Dependency> {
    let mut found = Vec::new();
    collect(&rule.body, None, &mut found);
    found
}

fn collect(goal: &[Literal], through: Option<Through>, found: &mut Vec<Dependency>) {
    for literal in goal {
        match literal {
            Literal::Fact { relation, span, .. } => {
                found.push(Dependency { on: *relation, span: *span, through });
            }
            Literal::Not { goal, .. } => collect(goal, Some(Through::Negation), found),
            Literal::Aggregate { goal, .. } => collect(goal, Some(Through::Aggregate), found),
            _ => {}
        }
    }
}

/// Sorts the rules into strata, those that depend on nothing first.
pub fn stratify(
    relations: &Relations,
    rules: &[Rule],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Stratum> {
    let mut graph = DiGraph::<RelationId, ()>::new();
    let nodes: Vec<NodeIndex> = relations.ids().map(|id| graph.add_node(id)).collect();
    let mut self_loops = FxHashSet::default();
    for rule in rules {
        for dependency in dependencies(rule) {
            graph.update_edge(nodes[rule.head.index()], nodes[dependency.on.index()], ());
            if dependency.on == rule.head {
                self_loops.insert(rule.head);
            }
        }
    }
    let mut strata = Vec::new();
    for component in tarjan_scc(&graph) {
        let mut members: Vec<RelationId> = component.iter().map(|node| graph[*node]).collect();
        members.sort();
        let own: Vec<usize> =
            (0..rules.len()).filter(|index| members.contains(&rules[*index].head)).collect();
        let recursive = members.len() > 1 || self_loops.contains(&members[0]);
        if recursive {
            cycles::complain(relations, rules, &members, &own, errors);
        }
        if !own.is_empty() {
            strata.push(Stratum { relations: members, rules: own, recursive });
        }
    }
    strata
}

/// Finds the relations whose facts are the same in every position.
pub fn mark_static(relations: &mut Relations, rules: &[Rule], strata: &[Stratum]) {
    for id in relations.ids() {
        relations[id].is_static = match relations[id].origin {
            Origin::Given(_) | Origin::Rules => true,
            Origin::State | Origin::History | Origin::Supposed => false,
        };
    }
    for stratum in strata {
        let moving = stratum.rules.iter().any(|index| {
            dependencies(&rules[*index])
                .iter()
                .any(|dependency| !relations[dependency.on].is_static)
        });
        if moving {
            stratum.relations.iter().for_each(|id| relations[*id].is_static = false);
        }
    }
}

/// What `targets` depend on, themselves included.
pub fn closure<'a>(
    rules: impl IntoIterator<Item = &'a Rule>,
    targets: &[RelationId],
) -> FxHashSet<RelationId> {
    let mut bodies: FxHashMap<RelationId, Vec<RelationId>> = FxHashMap::default();
    for rule in rules {
        bodies.entry(rule.head).or_default().extend(asked(&rule.body));
    }
    let mut needed: FxHashSet<RelationId> = targets.iter().copied().collect();
    let mut waiting = targets.to_vec();
    while let Some(relation) = waiting.pop() {
        for asked in bodies.get(&relation).into_iter().flatten() {
            if needed.insert(*asked) {
                waiting.push(*asked);
            }
        }
    }
    needed
}

/// The relations a goal asks.
pub fn asked(goal: &[Literal]) -> Vec<RelationId> {
    let mut found = Vec::new();
    collect(goal, None, &mut found);
    found.into_iter().map(|dependency| dependency.on).collect()
}
