//! Rules that are switched off, and would have made a goal hold.

use crate::logic::check::strata;
use crate::logic::engine::{Engine, EvalError, Facts, Model};
use crate::logic::explain::heights::Heights;
use crate::logic::explain::proof::RuleText;
use crate::logic::program::{Program, RelationId, Rule};

/// The relations that a question asks, with those that the rules ask which are
/// switched off and could answer it.
pub fn with_their_goals(program: &Program, asked: Vec<RelationId>) -> Vec<RelationId> {
    let mut targets = asked;
    for rule in relevant(program, &targets) {
        targets.extend(strata::asked(&rule.body));
    }
    targets
}

fn relevant<'a>(program: &'a Program, targets: &[RelationId]) -> Vec<&'a Rule> {
    if program.switched_off.is_empty() {
        return Vec::new();
    }
    let all = program.rules.iter().chain(&program.switched_off);
    let needed = strata::closure(all, targets);
    program.switched_off.iter().filter(|rule| needed.contains(&rule.head)).collect()
}

/// The rules that are switched off without which a question has no answer: one of
/// them, if one is enough, or else as few as it takes. Negations and aggregates
/// are asked of what holds without them.
pub fn missed(
    engine: &Engine,
    model: &Model<'_>,
    facts: &dyn Facts,
    targets: &[RelationId],
    question: &Rule,
) -> Result<Vec<RuleText>, EvalError> {
    let program = engine.program();
    let answers_with = |off: &[&Rule]| -> Result<bool, EvalError> {
        let rules: Vec<&Rule> = program.rules.iter().chain(off.iter().copied()).collect();
        let heights = Heights::by_rules(engine, model, facts, targets, &rules, None)?;
        Ok(heights.first_answer(question, &question.body, &[])?.is_some())
    };
    let mut off = relevant(program, targets);
    if off.is_empty() || !answers_with(&off)? {
        return Ok(Vec::new());
    }
    let mut number = 0;
    while number < off.len() {
        let rule = off.remove(number);
        if !answers_with(&off)? {
            off.insert(number, rule);
            number += 1;
        }
    }
    let told = off.into_iter().map(|rule| {
        let (text, at) = program.describe(rule);
        RuleText { text, at }
    });
    let mut told: Vec<RuleText> = told.collect();
    told.dedup();
    Ok(told)
}
