//! Large relations, beside SWI-Prolog.

use std::fmt::Write as _;
use std::time::Instant;

use hornet::game::{Game, Rules};
use hornet::logic::amend::Amendments;
use hornet::logic::engine::Limits;
use hornet::logic::query::Query;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::support::{swipl, swipl_is_here};

const FRAME: &str = "
:- board(square(8, 8)).
:- players([x, o]).
:- state(turn(player)).
:- action(wait).
start(turn(x)).
legal(wait) :- turn(_).
add(turn(Q)) :- turn(P), opponent(P, Q).
del(turn(P)) :- turn(P).
draw :- turn_number(50).
";

/// `path/2` is the transitive closure of a chain; it depends on the position, so
/// that it is derived when it is asked for.
fn chain() -> String {
    let edges: String = (0..1000).map(|n| format!("edge({n}, {}).\n", n + 1)).collect();
    edges + "path(X, Y) :- edge(X, Y), holds.\npath(X, Z) :- path(X, Y), edge(Y, Z).\n"
}

fn facts() -> String {
    (0..20_000).map(|n| format!("fact({n}, {}).\n", n * 7 % 20_011)).collect()
}

/// Milliseconds for a question in a game's first position.
fn asked(rules: &str, goal: &str) -> f64 {
    let rules = Arc::new(Rules::from_text("large.pl", &format!("{FRAME}{rules}")).unwrap());
    let game = Game::new(rules.clone()).unwrap();
    let query = Query::parse(rules.program(), goal).unwrap();
    let once = || {
        let began = Instant::now();
        let mut answers = 0;
        let found = query.solve(rules.engine(), &game.situation(), &mut |_| {
            answers += 1;
            ControlFlow::Continue(())
        });
        found.unwrap();
        assert_eq!(answers, 1);
        began.elapsed().as_secs_f64() * 1e3
    };
    (0..3).map(|_| once()).fold(f64::MAX, f64::min)
}

/// Milliseconds of SWI-Prolog's processor time for the same.
fn in_prolog(program: &str, goal: &str) -> Option<f64> {
    let driver = format!(
        "main :- statistics(cputime, A), {goal}, statistics(cputime, B), T is (B - A) * 1000, \
         print(T), nl.\n"
    );
    swipl_is_here().then(|| swipl(program, &driver).trim().parse().unwrap())
}

/// The table.
pub fn table() -> String {
    let mut table =
        String::from("| what | Hornet | SWI-Prolog | SWI-Prolog / Hornet |\n|---|---|---|---|\n");
    let mut row = |what: &str, own: f64, prolog: Option<f64>| {
        let other = prolog.map_or(String::new(), |time| format!("{time:.0} ms"));
        let ratio = prolog.map_or(String::new(), |time| format!("{:.0}", time / own));
        let _ = writeln!(table, "| {what} | {own:.0} ms | {other} | {ratio} |");
    };
    let count = "aggregate_all(count, path(_, _), N)";
    row(
        "transitive closure of a chain of 1,000: 500,500 facts, tabled",
        asked(&chain().replace("holds", "turn(_)"), count),
        in_prolog(
            &format!(":- table path/2.\nholds.\n{}", chain()),
            "aggregate_all(count, path(_, _), _)",
        ),
    );
    let cells: String = ('a'..='h')
        .flat_map(|column| (1..=8).map(move |row| format!("cell({column}{row}).\n")))
        .collect();
    row(
        "counting `cell(A), cell(B), cell(C), cell(D)`: 16,777,216 answers",
        asked("", "aggregate_all(count, (cell(A), cell(B), cell(C), cell(D)), N)"),
        in_prolog(&cells, "aggregate_all(count, (cell(_), cell(_), cell(_), cell(_)), _)"),
    );
    let began = Instant::now();
    let text = format!("{FRAME}{}", facts());
    let rules = Rules::from_text("large.pl", &text).unwrap();
    row("loading 20,000 facts", began.elapsed().as_secs_f64() * 1e3, None);
    let clause = "linked(X, Z) :- fact(X, Y), fact(Y, Z).".to_string();
    let began = Instant::now();
    let mut amendments = Amendments::default();
    amendments.add([clause]);
    let amended = rules.amended(amendments, Limits::default()).unwrap();
    row("adding a clause to them", began.elapsed().as_secs_f64() * 1e3, None);
    assert!(amended.program().relations.plain("linked", 2).is_some());
    table
}
