//! A relation that depends on its own negation or aggregate, told as the way
//! around: `wins -> \+ legal(put/1) -> \+ over -> wins`, each step with its
//! place in the text.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::strata::{Dependency, Through, dependencies};
use crate::logic::program::{Name, RelationId, Relations, Rule, Wrapper};

/// More ways around than these are not told for one group of relations.
const MOST_CYCLES: usize = 5;

/// One step of the way around: a rule, and what it asks.
struct Step {
    head: RelationId,
    asked: Dependency,
}

/// Complains of each way around among relations that depend on each other, if
/// it leads through a negation or an aggregate.
pub fn complain(
    relations: &Relations,
    rules: &[Rule],
    members: &[RelationId],
    own: &[usize],
    errors: &mut Vec<Diagnostic>,
) {
    let mut told: Vec<Vec<RelationId>> = Vec::new();
    for index in own {
        let rule = &rules[*index];
        for asked in dependencies(rule) {
            if asked.through.is_none() || !members.contains(&asked.on) {
                continue;
            }
            let mut way = vec![Step { head: rule.head, asked }];
            way.extend(way_back(rules, own, way[0].asked.on, rule.head));
            let mut around: Vec<RelationId> = way.iter().map(|step| step.head).collect();
            around.sort();
            if told.contains(&around) {
                continue;
            }
            told.push(around);
            errors.push(told_as_cycle(relations, begin_with_outcome(relations, way)));
            if told.len() == MOST_CYCLES {
                return;
            }
        }
    }
}

/// The shortest way from a relation to another that depends on it.
fn way_back(rules: &[Rule], own: &[usize], from: RelationId, to: RelationId) -> Vec<Step> {
    let mut reached_by: FxHashMap<RelationId, Step> = FxHashMap::default();
    let mut waiting = VecDeque::from([from]);
    while let Some(head) = waiting.pop_front().filter(|head| *head != to) {
        for rule in own.iter().map(|index| &rules[*index]).filter(|rule| rule.head == head) {
            for asked in dependencies(rule) {
                let next = asked.on;
                if next != from && !reached_by.contains_key(&next) {
                    reached_by.insert(next, Step { head, asked });
                    waiting.push_back(next);
                }
            }
        }
    }
    let mut way = Vec::new();
    let mut at = to;
    while at != from
        && let Some(step) = reached_by.remove(&at)
    {
        at = step.head;
        way.push(step);
    }
    way.reverse();
    way
}

/// A way around that says how the game ends is told from there: that is the
/// rule its writer can change.
fn begin_with_outcome(relations: &Relations, mut way: Vec<Step>) -> Vec<Step> {
    let is_outcome = |step: &Step| matches!(relations[step.head].name, Name::Plain(name) if matches!(name.as_str(), "wins" | "draw"));
    if let Some(first) = way.iter().position(is_outcome) {
        way.rotate_left(first);
    }
    way
}

fn told_as_cycle(relations: &Relations, way: Vec<Step>) -> Diagnostic {
    let name = |id: RelationId| match relations[id].name {
        Name::Plain(name) => name.to_string(),
        _ => relations[id].indicator(),
    };
    let asked = |step: &Step| {
        let sign = match step.asked.through {
            Some(Through::Negation) => "\\+ ",
            Some(Through::Aggregate) => "aggregate over ",
            None => "",
        };
        format!("{sign}{}", name(step.asked.on))
    };
    let first = &way[0];
    let around: Vec<String> = way.iter().map(asked).collect();
    let through = match way.iter().find_map(|step| step.asked.through) {
        Some(Through::Aggregate) => "an aggregate of itself",
        _ => "its own negation",
    };
    let says = |step: &Step| format!("{} asks {}", name(step.head), asked(step));
    let message = format!(
        "`{}` depends on {through}: {} -> {}",
        relations[first.head].indicator(),
        name(first.head),
        around.join(" -> ")
    );
    let about_legal = way
        .iter()
        .any(|step| matches!(relations[step.head].name, Name::Wrapped(Wrapper::Legal, _)));
    let help = if about_legal {
        "every rule for legal asks \\+ over, so wins and draw cannot ask legal: give what they \
         need a relation of its own, which legal can ask too"
            .to_string()
    } else {
        match way.as_slice() {
            [only] => format!("let `{}` be derived without asking itself", name(only.head)),
            [first, ..] => {
                let (asked, head) = (name(first.asked.on), name(first.head));
                format!("let `{asked}` be derived without asking `{head}`")
            }
            [] => String::new(),
        }
    };
    let error = Diagnostic::error("stratification", first.asked.span, message, says(first));
    let rest = way[1..].iter().fold(error, |error, step| error.also(step.asked.span, says(step)));
    rest.help(help)
}
