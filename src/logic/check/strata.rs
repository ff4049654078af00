//! The order in which rules are evaluated: each after all it depends on.
//! Rules that depend on each other go together, and then negation and
//! aggregation may not be among the ties between them.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::program::{Literal, Name, Origin, RelationId, Relations, Rule, Stratum, Wrapper};
use crate::logic::syntax::source::Span;

/// One relation that a rule's body asks.
struct Dependency {
    on: RelationId,
    /// For negation and aggregation, what and where.
    through: Option<(&'static str, Span)>,
}

fn dependencies(rule: &Rule) -> Vec<Dependency> {
    let mut found = Vec::new();
    collect(&rule.body, None, &mut found);
    found
}

fn collect(goal: &[Literal], through: Option<(&'static str, Span)>, found: &mut Vec<Dependency>) {
    for literal in goal {
        match literal {
            Literal::Fact { relation, .. } => found.push(Dependency { on: *relation, through }),
            Literal::Not { goal, span } => collect(goal, Some(("negation", *span)), found),
            Literal::Aggregate { goal, span, .. } => {
                collect(goal, Some(("aggregation", *span)), found);
            }
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
            complain_of_cycles(relations, rules, &members, &own, errors);
        }
        if !own.is_empty() {
            strata.push(Stratum { relations: members, rules: own, recursive });
        }
    }
    strata
}

fn complain_of_cycles(
    relations: &Relations,
    rules: &[Rule],
    members: &[RelationId],
    own: &[usize],
    errors: &mut Vec<Diagnostic>,
) {
    for index in own {
        let rule = &rules[*index];
        for dependency in dependencies(rule) {
            let Some((what, span)) = dependency.through else { continue };
            if !members.contains(&dependency.on) {
                continue;
            }
            let head = relations[rule.head].indicator();
            let asked = relations[dependency.on].indicator();
            let about_legal = members
                .iter()
                .any(|id| matches!(relations[*id].name, Name::Wrapped(Wrapper::Legal, _)));
            let help = if about_legal {
                "every rule for legal asks \\+ over, so wins and draw cannot ask legal: give what \
                 they need a relation of its own, which legal can ask too"
                    .to_string()
            } else {
                format!("let `{asked}` be derived without asking `{head}`")
            };
            errors.push(
                Diagnostic::error(
                    "stratification",
                    span,
                    format!("`{head}` depends on itself through {what}"),
                    format!("`{asked}`, asked here, depends on `{head}` in turn"),
                )
                .help(help),
            );
        }
    }
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
