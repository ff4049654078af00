//! The run-time engine on rules that are easily got wrong, and on large ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornet::game::{Game, LoadError, Rules};
use hornet::logic::amend::Amendments;
use hornet::logic::engine::{EvalError, Limits};
use hornet::logic::query::Query;

const SQUARES: &str = "
:- board(square(8, 8)).
:- players([red, blue]).
:- state(turn(player)).
:- state(heap(int)).
:- action(take(int)).
start(turn(red)).
start(heap(N)) :- row(a1, One), N is One - 1.
start(heap(N)) :- row(a2, N).
del(turn(P)) :- turn(P).
add(turn(Q)) :- turn(P), opponent(P, Q).
draw :- turn_number(50).
";

const PLANE: &str = "
:- board(hex).
:- players([red, blue]).
:- state(turn(player)).
:- state(facing(cell, direction)).
:- action(wait).
start(turn(red)).
start(facing((0,0), e)).
start(facing((1,0), e)).
start(facing((2,0), w)).
start(facing((1,1), se)).
legal(wait) :- turn(_).
del(turn(P)) :- turn(P).
add(turn(Q)) :- turn(P), opponent(P, Q).
draw :- turn_number(50).
";

fn game(rules: &str) -> Game {
    let rules = Rules::from_text("sample.pl", rules).unwrap_or_else(|error| panic!("{error}"));
    Game::new(Arc::new(rules)).unwrap()
}

fn answers(game: &Game, goal: &str) -> Result<BTreeSet<String>, EvalError> {
    let query = Query::parse(game.rules().program(), goal).unwrap();
    let mut found = BTreeSet::new();
    query.solve(game.rules().engine(), &game.situation(), &mut |answer| {
        let values: Vec<String> = answer.iter().map(|(_, bound)| bound.to_string()).collect();
        found.insert(values.join(" "));
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

fn set(values: &[&str]) -> BTreeSet<String> {
    values.iter().map(|value| value.to_string()).collect()
}

#[test]
fn a_relation_whose_rules_the_options_rule_out_is_empty() {
    let rules = format!(
        "{SQUARES}
        :- option(style, bold, [bold, timid]).
        legal(take(N)) :- heap(N).
        shy(P, N) :- option(style, timid), turn(P), N = 1.
        value(P, 3) :- turn(P), \\+ shy(P, _)."
    );
    let values = game(&rules).values().unwrap();
    assert_eq!(values.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [3]);
}

#[test]
fn a_relation_that_nobody_defines_may_be_asked() {
    let rules = format!(
        "{SQUARES}
        legal(take(N)) :- heap(N).
        good(P) :- player(P), value(P, N), N > 0.
        said(Text) :- reason(far, Text)."
    );
    assert_eq!(answers(&game(&rules), "good(P)").unwrap(), set(&[]));
    assert_eq!(answers(&game(&rules), "said(T)").unwrap(), set(&[]));
}

#[test]
fn a_direction_may_be_asked_of_the_step_and_of_the_fact_it_leads_to() {
    let rules = format!(
        "{PLANE}
        reached(B) :- turn(_), B = (0,0).
        reached(B) :- reached(A), step(A, D, B), facing(B, D).
        value(P, N) :- player(P), aggregate_all(count, reached(_), N)."
    );
    let game = game(&rules);
    assert_eq!(answers(&game, "reached(C)").unwrap(), set(&["(0,0)", "(1,0)", "(1,1)"]));
    assert!(game.values().unwrap().iter().all(|(_, value)| *value == 3));
}

/// What guards arithmetic still does so when rules are optimised.
#[test]
fn arithmetic_stays_behind_what_rules_out_that_it_fails() {
    for body in [
        "heap(N), N =\\= 0, X is 10 // N, \\+ bad(X)",
        "heap(N), safe(N, M), M > 0, 10 // N > 2, \\+ bad(N)",
        "heap(N), safe(N, _), X is 10 // N, known(N, X)",
    ] {
        let rules = format!(
            "{SQUARES}
            legal(take(N)) :- {body}.
            bad(X) :- heap(Y), X is Y + 90.
            bad(X) :- heap(Y), X is Y + 80.
            safe(N, N) :- heap(N), N > 0.
            safe(N, M) :- heap(N), N > 1, M is N + 0.
            known(N, X) :- safe(N, _), X is 5.
            known(N, X) :- safe(N, _), X is 10 // N."
        );
        let legal = game(&rules).legal();
        assert_eq!(legal.map(|legal| legal.len()), Ok(1), "{body}");
    }
}

#[test]
fn arithmetic_without_a_result_is_an_error_that_names_its_goal() {
    let rules = format!("{SQUARES}legal(take(X)) :- heap(N), X is 10 // N.");
    let error = game(&rules).legal().unwrap_err();
    assert!(matches!(&error, EvalError::Arithmetic { goal, .. } if goal == "X is 10 // N"));
}

#[test]
fn millions_of_answers_are_counted_and_the_first_ones_found_at_once() {
    let game = game(&format!("{SQUARES}legal(take(N)) :- heap(N)."));
    let all = "aggregate_all(count, (cell(A), cell(B), cell(C), row(D, 3)), N)";
    assert_eq!(answers(&game, all).unwrap(), set(&["2097152"]));
    let query = Query::parse(game.rules().program(), "cell(A), cell(B), cell(C), cell(D)").unwrap();
    let mut found = 0;
    query
        .solve(game.rules().engine(), &game.situation(), &mut |_| {
            found += 1;
            if found < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!(found, 100);
}

#[test]
fn large_files_are_read_in_a_moment_or_refused() {
    let began = Instant::now();
    let mut types = String::from(SQUARES);
    for number in 0..3000 {
        let _ = writeln!(types, ":- type(t{number}, [shared, x{number}]).");
    }
    types += "legal(take(N)) :- heap(N).";
    assert_eq!(game(&types).legal().unwrap().len(), 2);
    let long: String = (0..600).map(|n| format!("row(A{n}, 3), A{n} \\= a1, ")).collect();
    let long = format!("{SQUARES}legal(take(N)) :- {long} heap(N).");
    let refused = Rules::from_text("long.pl", &long);
    assert!(matches!(refused, Err(LoadError::Rejected(_))), "a term nests no deeper than 200");
    assert!(began.elapsed() < Duration::from_secs(60), "it must not take for ever");
}

/// -1 is the largest of all codes.
#[test]
fn a_static_relation_may_give_any_number() {
    let rules = "
        :- board(square(2, 2)).
        :- players([white, black]).
        :- state(turn(player)).
        :- action(go(int)).
        start(turn(white)).
        forward(white, -1).
        forward(black, 1).
        legal(go(D)) :- turn(P), forward(P, D).
        add(turn(Q)) :- turn(P), opponent(P, Q).
        del(turn(P)) :- turn(P).
        draw :- turn_number(9).
    ";
    let rules = Arc::new(Rules::from_text("game.pl", rules).unwrap());
    let game = Game::new(rules).unwrap();
    let legal: Vec<String> = game.legal().unwrap().iter().map(|a| a.to_string()).collect();
    assert_eq!(legal, ["go(-1)"]);
}

/// Rules that go through the rows of a key heed an interrupt as well.
#[test]
fn an_interrupt_stops_rows_by_key() {
    let rules = "
        :- board(square(2, 2)).
        :- players([white, black]).
        :- state(turn(player)).
        :- action(wait).
        start(turn(white)).
        n(0).
        n(N) :- n(M), M < 2000, N is M + 1.
        big(P, N) :- turn(P), n(N).
        p(P) :- turn(P), big(P, A), big(P, B), big(P, C), big(P, D), A + B + C + D < 0.
        legal(wait) :- turn(_), \\+ p(_).
        add(turn(Q)) :- turn(P), opponent(P, Q).
        del(turn(P)) :- turn(P).
        draw :- turn_number(9).
    ";
    let interrupt = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
    let rules = Rules::from_text("game.pl", rules).unwrap();
    let rules = rules.amended(Amendments::default(), limits).unwrap();
    let game = Game::new(Arc::new(rules)).unwrap();
    let began = Instant::now();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(game.legal(), Err(EvalError::Interrupted));
    stopper.join().unwrap();
    assert!(began.elapsed().as_secs() < 30);
}
