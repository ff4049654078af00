//! What each pass makes of rules, as rule text before and after.

use super::*;
use crate::logic::program::{Name, Program};
use crate::logic::sample::Sample;
use crate::logic::show::show_rule;

/// Facts that rules may ask. Who is on turn makes a rule depend on the position.
const FACTS: &str = "edge(a, b). edge(b, c). edge(c, a). good(a). good(b). ";

/// The relations that samples do not define themselves.
const OTHERS: [&str; 6] = ["edge", "good", "over", "draw", "reason", "won"];

/// The sample's own rules after a pass, one a line.
fn after(rules: &str, pass: impl FnOnce(&mut Program, Vec<Rule>) -> Vec<Rule>) -> String {
    let sample = Sample::new(&format!("{FACTS}{rules}"));
    let mut program = (**sample.engine.program()).clone();
    let rules = program.rules.clone();
    let rules = pass(&mut program, rules);
    let is_own = |rule: &&Rule| match program.relations[rule.head].name {
        Name::Plain(name) => !OTHERS.contains(&name.as_str()),
        _ => false,
    };
    let lines: Vec<String> =
        rules.iter().filter(is_own).map(|rule| show_rule(&program, rule)).collect();
    lines.join("\n")
}

/// Lines without their indentation.
fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    lines.join("\n")
}

fn relation(program: &Program, name: &str, arity: usize) -> RelationId {
    program.relations.plain(name, arity).unwrap()
}

fn check(before: &str, pass: impl FnOnce(&mut Program, Vec<Rule>) -> Vec<Rule>, expected: &str) {
    assert_eq!(after(before, pass), lines(expected), "from {before}");
}

fn inlined(before: &str, expected: &str) {
    check(before, |program, rules| inline(program, &rules), expected);
}

#[test]
fn a_relation_that_only_asks_the_position_is_inlined() {
    inlined(
        "mover(P) :- turn(P), \\+ rests(P).
         rests(P) :- opponent(P, Q), turn(Q).
         p(X) :- good(X), mover(P), mover(Q), P \\= Q.",
        "mover(P) :- turn(P), \\+ (opponent(P, Q), turn(Q)).
         rests(P) :- opponent(P, Q), turn(Q).
         p(X) :- good(X), turn(P), \\+ (opponent(P, Q2), turn(Q2)), turn(Q), \\+ (opponent(Q, Q3), turn(Q3)), P \\= Q.",
    );
}

#[test]
fn constants_of_an_inlined_head_are_compared() {
    inlined(
        "first(a, P) :- turn(P).
         p(X) :- good(X), first(X, _).",
        "first(a, P) :- turn(P).
         p(X) :- good(X), X = a, turn(_).",
    );
}

#[test]
fn recursion_several_rules_and_aggregates_are_not_inlined() {
    let rules = "path(X, Y) :- turn(_), edge(X, Y).
                 path(X, Z) :- path(X, Y), edge(Y, Z).
                 one(X) :- turn(_), good(X).
                 p(N) :- aggregate_all(count, one(_), N).
                 p(0) :- path(a, b).";
    inlined(rules, rules);
}

fn collapsed(before: &str, expected: &str) {
    let pass = |program: &mut Program, rules| {
        let target = relation(program, "path", 1);
        collapse(program, rules, &[target])
    };
    check(&format!("path(X) :- turn(_), good(X). {before}"), pass, expected);
}

#[test]
fn what_only_selects_rows_is_collapsed_whatever_else_is_asked() {
    collapsed(
        "path(Y) :- picked(X), edge(X, Y), good(Z), edge(Z, Y).
         picked(X) :- path(X), \\+ edge(X, a).",
        "path(X) :- turn(_), good(X).
         path(Y) :- path(X), \\+ edge(X, a), edge(X, Y), good(Z), edge(Z, Y).",
    );
}

#[test]
fn what_may_be_derived_twice_is_collapsed_only_where_all_goals_share_its_variables() {
    collapsed(
        "path(Y) :- seen(X), edge(X, Y).
         seen(Y) :- path(X), edge(X, Y).",
        "path(X) :- turn(_), good(X).
         path(Y) :- path(X2), edge(X2, X), edge(X, Y).",
    );
    collapsed(
        "path(Y) :- seen(X), edge(X, Y), good(Z), edge(Z, Y).
         seen(Y) :- path(X), edge(X, Y).",
        "path(X) :- turn(_), good(X).
         path(Y) :- seen(X), edge(X, Y), good(Z), edge(Z, Y).
         seen(Y) :- path(X), edge(X, Y).",
    );
}

#[test]
fn a_value_that_is_computed_beside_it_keeps_nothing_from_being_collapsed() {
    collapsed(
        "path(Y) :- seen(Y), size(Y, N), 3 is N + 1.
         seen(Y) :- path(X), edge(X, Y).
         size(a, 2).",
        "path(X) :- turn(_), good(X).
         size(a, 2).
         path(Y) :- path(X), edge(X, Y), size(Y, N), 3 is N + 1.",
    );
}

#[test]
fn what_is_asked_twice_is_not_collapsed() {
    let rules = "path(Y) :- picked(X), picked(Z), edge(X, Y), edge(Z, Y).
                 picked(X) :- path(X), good(X).";
    collapsed(rules, &format!("path(X) :- turn(_), good(X).\n{rules}"));
}

fn lean(before: &str, expected: &str) {
    check(before, |_, rules| without_redundant(&rules), expected);
}

#[test]
fn what_another_goal_implies_is_removed() {
    lean(
        "p(X) :- edge(X, Y), good(Y), edge(X, Z), good(Z), edge(X, _).",
        "p(X) :- edge(X, Y), good(Y).",
    );
}

#[test]
fn what_only_looks_like_another_goal_stays() {
    for body in [
        "edge(X, Y), edge(X, Z), Y \\= Z",
        "edge(X, Y), edge(Y, X)",
        "edge(X, Y), good(Y), edge(X, Z), edge(Z, b)",
        "edge(X, Y), \\+ good(Y), edge(X, Z), good(Z)",
    ] {
        let rule = format!("p(X) :- {body}.");
        lean(&rule, &rule);
    }
}

#[test]
fn what_all_rules_of_a_relation_ensure_is_not_asked_of_it() {
    lean(
        "q(X, Y) :- edge(X, Y), good(X), \\+ good(Y).
         q(X, Y) :- good(X), edge(Y, X), edge(X, Y).
         p(X) :- q(X, Y), good(X), edge(X, Y), good(Y).",
        "q(X, Y) :- edge(X, Y), good(X), \\+ good(Y).
         q(X, Y) :- good(X), edge(Y, X), edge(X, Y).
         p(X) :- q(X, Y), good(Y).",
    );
}

#[test]
fn recursion_passes_on_what_is_known_of_what_it_does_not_change() {
    lean(
        "r(X, Y) :- edge(X, Y), good(X), \\+ (edge(X, Z), good(Z)).
         r(X, Z) :- r(X, Y), edge(Y, Z), good(X), \\+ (edge(X, W), good(W)).",
        "r(X, Y) :- edge(X, Y), good(X), \\+ (edge(X, Z), good(Z)).
         r(X, Z) :- r(X, Y), edge(Y, Z).",
    );
    lean(
        "r(X, Y) :- edge(X, Y), good(X).
         r(Y, Z) :- r(X, Y), edge(Y, Z), good(X), good(Y).",
        "r(X, Y) :- edge(X, Y), good(X).
         r(Y, Z) :- r(_, Y), edge(Y, Z), good(Y).",
    );
}

#[test]
fn a_negation_does_not_ask_what_stands_outside() {
    lean(
        "p(X) :- good(X), edge(X, Y), \\+ (good(X), edge(Y, Z), edge(X, _), good(Z)).",
        "p(X) :- good(X), edge(X, Y), \\+ (edge(Y, Z), good(Z)).",
    );
}

fn demanded(before: &str, expected: &str) {
    let pass = |program: &mut Program, rules: Vec<Rule>| {
        let target = relation(program, "p", 1);
        demand(program, rules, &[target], "test").rules
    };
    check(before, pass, expected);
}

#[test]
fn what_is_only_tested_is_derived_only_where_it_is_tested() {
    demanded(
        "p(X) :- turn(X), \\+ far(X).
         far(X) :- opponent(X, Y), turn(Y).",
        "p(X) :- turn(X), \\+ far(X).
         far(X) :- 'far/1 asked in test'(X), opponent(X, Y), turn(Y).
         'far/1 asked in test'(X) :- turn(X).",
    );
}

#[test]
fn demand_goes_through_recursion_by_the_columns_that_it_leaves_alone() {
    demanded(
        "p(X) :- turn(X), \\+ path(X, red).
         path(X, Y) :- turn(_), opponent(X, Y).
         path(X, Z) :- path(X, Y), opponent(Y, Z).",
        "p(X) :- turn(X), \\+ path(X, red).
         path(X, Y) :- 'path/2 asked in test'(X), turn(_), opponent(X, Y).
         path(X, Z) :- path(X, Y), opponent(Y, Z).
         'path/2 asked in test'(X) :- turn(X).",
    );
}

#[test]
fn what_is_asked_for_its_facts_is_derived_as_a_whole() {
    let rules = "p(X) :- far(X), \\+ far(X).
                 far(X) :- turn(_), edge(X, _).";
    demanded(rules, rules);
}

#[test]
fn a_rule_goes_on_from_what_it_asked() {
    demanded(
        "p(X) :- turn(X), \\+ (opponent(X, Z), turn(Z)), \\+ far(X), opponent(X, Y), X \\= Y.
         far(X) :- opponent(X, Y), turn(Y).",
        "p(X) :- 'far/1 asked in test'(X), \\+ far(X), opponent(X, Y), X \\= Y.
         far(X) :- 'far/1 asked in test'(X), opponent(X, Y), turn(Y).
         'far/1 asked in test'(X) :- turn(X), \\+ (opponent(X, Z), turn(Z)).",
    );
}

#[test]
fn a_rule_answers_goals_again_if_others_ask_too_or_it_needs_more_of_them() {
    demanded(
        "p(X) :- turn(X), \\+ (opponent(X, Z), turn(Z)), \\+ far(X).
         p(X) :- turn(X), opponent(X, Y), \\+ far(Y).
         far(X) :- opponent(X, Y), turn(Y).",
        "p(X) :- turn(X), \\+ (opponent(X, Z), turn(Z)), \\+ far(X).
         p(X) :- turn(X), opponent(X, Y), \\+ far(Y).
         far(X) :- 'far/1 asked in test'(X), opponent(X, Y), turn(Y).
         'far/1 asked in test'(X) :- turn(X), \\+ (opponent(X, Z), turn(Z)).
         'far/1 asked in test'(Y) :- turn(X), opponent(X, Y).",
    );
    demanded(
        "p(X) :- turn(X), opponent(X, Y), \\+ far(Y).
         far(X) :- opponent(X, Y), turn(Y).",
        "p(X) :- turn(X), opponent(X, Y), \\+ far(Y).
         far(X) :- 'far/1 asked in test'(X), opponent(X, Y), turn(Y).
         'far/1 asked in test'(Y) :- turn(X), opponent(X, Y).",
    );
}
