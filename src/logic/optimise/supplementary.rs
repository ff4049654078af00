//! Supplementary sets: a rule goes on from what it asked another relation about.
//!
//! What is asked of a restricted relation is found by goals of the rule that asks
//! it (see [`demand`](super::demand())). If no other rule asks, and this one needs
//! nothing else of those goals, they need not be answered again: it begins with
//! what was asked. Which bugs are free to move is then told of those that might be
//! pinned, and not of the whole hive again.

use super::uses_of;
use crate::logic::program::{Literal, Rule, Vars, vars_of, vars_of_args};

/// A rule that goes on from what is asked, as found by the rules for these
/// `questions`, wherever that says all it needs.
pub fn go_on_from_asked(rule: Rule, questions: &[Rule]) -> Rule {
    let is_only = |question: &&Rule| {
        questions.iter().filter(|other| other.head == question.head).count() == 1
    };
    let is_worth_it = |question: &&Rule| question.body.len() > 1;
    questions.iter().filter(is_only).filter(is_worth_it).fold(rule, |rule, question| {
        match rest(&rule, question) {
            Some(rest) => begin_with(rule, question, rest),
            None => rule,
        }
    })
}

/// The goals of a rule besides those of a question, if it has all of these and
/// shares no variables with them but those that the question is about.
fn rest(rule: &Rule, question: &Rule) -> Option<Vec<Literal>> {
    if uses_of(&question.body, rule.head) > 0 {
        return None;
    }
    let mut rest = rule.body.clone();
    for goal in &question.body {
        rest.remove(rest.iter().position(|other| other == goal)?);
    }
    let about = vars_of_args(&question.head_args);
    let inside = vars_of(&question.body);
    let mut outside: Vars = vars_of(&rest);
    outside.extend(vars_of_args(&rule.head_args));
    outside.iter().all(|var| about.contains(var) || !inside.contains(var)).then_some(rest)
}

fn begin_with(rule: Rule, question: &Rule, rest: Vec<Literal>) -> Rule {
    let (relation, args) = (question.head, question.head_args.clone());
    let asked = Literal::Fact { relation, args, span: question.span };
    Rule { body: [vec![asked], rest].concat(), ..rule }
}
