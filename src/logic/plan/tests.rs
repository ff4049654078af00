//! What the planner makes of rules: the steps of a body, in words.

use super::*;
use crate::logic::sample::Sample;

const FACTS: &str = "edge(a, b). edge(b, c). good(a). :- state(on(cell, player)). ";

/// The steps of the first rule for `p`.
fn plan(rules: &str) -> String {
    let sample = Sample::new(&format!("{FACTS}{rules}"));
    let program = sample.engine.program();
    let is_it = |rule: &&Rule| program.relations[rule.head].indicator().starts_with("p/");
    let rule = program.rules.iter().find(is_it).expect("a rule for p");
    let planner = Planner::new(program, &program.rules);
    in_words(program, &planner.body(rule, Order::Best))
}

fn in_words(program: &Program, steps: &[Step]) -> String {
    let name = |access: &Access| match &access.source {
        Source::Relation(id) | Source::Recent(id) => program.relations[*id].indicator(),
        other => format!("{other:?}"),
    };
    let word = |step: &Step| match step {
        Step::Each(access) => format!("each {}", name(access)),
        Step::Exists(access) => format!("some {}", name(access)),
        Step::Any(steps) => format!("any({})", in_words(program, steps)),
        Step::Not { steps, .. } => format!("not({})", in_words(program, steps)),
        Step::Aggregate { steps, .. } => format!("all({})", in_words(program, steps)),
        Step::Is { .. } | Step::Compare(..) => "compute".into(),
        Step::Bind(..) | Step::Same(..) | Step::Differ(..) => "compare".into(),
    };
    steps.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn goals_that_only_have_to_have_an_answer_are_one_step() {
    let expected = "each good/1, any(each edge/2, some good/1), each edge/2";
    assert_eq!(plan("p(X, Z) :- good(X), edge(X, Y), good(Y), edge(X, Z)."), expected);
    // What stands behind them in the rule does not part them.
    assert_eq!(plan("p(X, Z) :- good(X), edge(X, Y), edge(X, Z), good(Y)."), expected);
    assert_eq!(
        plan("p(X) :- good(X), edge(X, Y), edge(Y, Z), \\+ good(Z)."),
        "each good/1, any(each edge/2, each edge/2, not(some good/1))"
    );
}

#[test]
fn goals_whose_values_are_wanted_stay_apart() {
    assert_eq!(
        plan("p(X, Y) :- good(X), edge(X, Y), good(Y)."),
        "each good/1, each edge/2, some good/1"
    );
    assert_eq!(
        plan("p(X, Z) :- good(X), edge(X, Y), edge(Y, Z)."),
        "each good/1, each edge/2, each edge/2"
    );
    // Each answer counts.
    assert_eq!(
        plan("p(X, N) :- good(X), aggregate_all(count, (edge(X, Y), good(Y)), N)."),
        "each good/1, all(each edge/2, each good/1)"
    );
}

/// Arithmetic may have no result, so it is computed for the same values as
/// without the group.
#[test]
fn what_may_end_in_an_error_is_not_moved() {
    let apart = "each size/1, each size/1, compute, some size/1";
    let sizes = "size(1). size(2). ";
    assert_eq!(plan(&format!("{sizes}p(X) :- size(X), size(Y), 1 // Y > 0, size(Y).")), apart);
}

#[test]
fn a_cell_of_the_board_is_not_asked_to_be_one() {
    let next = "next(A, B) :- step(A, _, B). far(A, B) :- next(A, C), next(C, B). ";
    let planned = |body: &str| plan(&format!("{next}{body}"));
    assert_eq!(planned("p(A, B) :- turn(_), step(A, n, B), cell(B)."), "some turn/1, each step/3");
    assert_eq!(
        planned("p(A, B) :- turn(_), far(A, B), cell(B), cell(A)."),
        "some turn/1, each far/2"
    );
    // A position may hold any cell.
    assert_eq!(planned("p(A) :- on(A, _), cell(A)."), "each on/2, some cell/1");
}

#[test]
fn whose_turn_it_is_is_asked_early() {
    assert_eq!(
        plan("p(A, P) :- step(A, _, B), on(B, P), turn(P)."),
        "each turn/1, each on/2, each step/3"
    );
}
