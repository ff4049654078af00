//! Questions and explanations: answers stop early, proofs are as low as can be,
//! and failures name the goal that fails.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hornet::game::{Action, Game, Rules, Spec};
use hornet::logic::Cell;
use hornet::logic::engine::{EvalError, Limits};
use hornet::logic::explain::explain;
use hornet::logic::explain::proof::{Because, Failure, Premise, Why, WhyNot};
use hornet::logic::query::Query;

/// A small game with a long and a short way to the same facts.
const WAYS: &str = "
:- board(square(6, 1)).
:- players([red, blue]).
:- state(wall(cell)).
:- state(turn(player)).
:- action(build(cell)).
start(turn(red)).
legal(build(Cell)) :- cell(Cell), \\+ wall(Cell).
add(wall(Cell)) :- does(build(Cell)).
draw :- \\+ open.
open :- cell(Cell), \\+ wall(Cell).

% One step at a time, or by bridges, written after the long way.
reach(A, B) :- step(A, e, B).
reach(A, C) :- reach(A, B), step(B, e, C).
reach(A, C) :- bridge(A, B), reach(B, C).
reach(A, B) :- bridge(A, B).
bridge(a1, e1).
lonely(Cell) :- cell(Cell), \\+ reach(Cell, _).
many(N) :- aggregate_all(count, reach(a1, _), N), N > 100.
";

fn game(text: &str) -> Game {
    Game::new(Arc::new(Rules::from_text("ways.pl", text).unwrap())).unwrap()
}

fn why(game: &Game, goal: &str) -> Why {
    let query = Query::parse(game.rules().program(), goal).unwrap();
    explain(game.rules().engine(), &query, &game.situation()).unwrap()
}

fn failure(game: &Game, goal: &str) -> Failure {
    match why(game, goal) {
        Why::Fails(failures) => (*failures[0]).clone(),
        Why::Holds(_) => panic!("{goal} holds"),
    }
}

fn proof(game: &Game, goal: &str) -> Arc<Premise> {
    match why(game, goal) {
        Why::Holds(mut premises) => premises.remove(0),
        Why::Fails(failure) => panic!("{goal} fails: {failure:?}"),
    }
}

#[test]
fn proofs_are_of_least_height() {
    let game = game(WAYS);
    // A bridge spans what would take four steps.
    assert_eq!(proof(&game, "reach(a1, e1)").height(), 1);
    // By a bridge and a step it is one rule more; step by step it would be five.
    assert_eq!(proof(&game, "reach(a1, f1)").height(), 2);
    for (goal, height) in [("reach(b1, c1)", 1), ("reach(b1, d1)", 2), ("reach(b1, f1)", 4)] {
        assert_eq!(proof(&game, goal).height(), height, "{goal}");
    }
}

/// Every premise of a proof holds by itself.
#[test]
fn proofs_rest_on_what_holds() {
    fn check(game: &Game, premise: &Premise) -> usize {
        let goal = match why(game, &premise.goal) {
            Why::Holds(_) => 1,
            Why::Fails(_) => panic!("{} is a premise, but fails", premise.goal),
        };
        match &premise.because {
            Because::Rule { premises, at, .. } => {
                assert!(at.contains(".pl:"), "{at}");
                goal + premises.iter().map(|premise| check(game, premise)).sum::<usize>()
            }
            _ => goal,
        }
    }
    let tanks = Game::new(Arc::new(Rules::open("tanks:6").unwrap())).unwrap();
    for goal in ["legal(move(b2, c3))", "value(top, V)", "strength(bot, S)", "rank(top, a1, R)"] {
        assert!(check(&tanks, &proof(&tanks, goal)) >= 2, "{goal}");
    }
    assert!(check(&game(WAYS), &proof(&game(WAYS), "reach(a1, f1), lonely(f1)")) >= 3);
}

#[test]
fn a_failure_names_the_first_goal_that_fails() {
    let game = game(WAYS);
    let WhyNot::Rules(attempts) = failure(&game, "lonely(a1)").why else { panic!("it has a rule") };
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0].failed.goal, "\\+ reach(a1, _)");
    let WhyNot::Because { premises, .. } = &attempts[0].failed.why else { panic!("{attempts:?}") };
    assert!(premises[0].goal.starts_with("reach(a1, "), "the counter-example is shown");

    let WhyNot::Rules(attempts) = failure(&game, "many(N)").why else { panic!("it has a rule") };
    assert_eq!(attempts[0].failed.goal, "5 > 100");

    assert!(matches!(failure(&game, "bridge(b1, c1)").why, WhyNot::NoRule));
    assert!(matches!(failure(&game, "wall(a1)").why, WhyNot::Leaf(_)));
}

/// A variable that stands twice in the question stands for one value.
#[test]
fn failures_keep_equal_variables_equal() {
    let game = game(&format!("{WAYS}\npair(7, N) :- column(_, N).\n"));
    let WhyNot::Rules(attempts) = failure(&game, "pair(X, X)").why else { panic!("it has a rule") };
    assert_eq!(attempts[0].failed.goal, "column(_, 7)");
}

/// Inside a failed negation, its own variables are shown with their values.
#[test]
fn counter_examples_are_shown_with_their_values() {
    let rule = "quiet :- \\+ (aggregate_all(count, bridge(_, _), N), N >= 1).";
    let game = game(&format!("{WAYS}\n{rule}\n"));
    let WhyNot::Rules(attempts) = failure(&game, "quiet").why else { panic!("it has a rule") };
    let WhyNot::Because { premises, .. } = &attempts[0].failed.why else { panic!("{attempts:?}") };
    assert_eq!(premises[1].goal, "1 >= 1");
}

#[test]
fn one_answer_is_enough() {
    let game = game(WAYS);
    let query = Query::parse(game.rules().program(), "reach(A, B).").unwrap();
    let mut visits = 0;
    query
        .solve(game.rules().engine(), &game.situation(), &mut |_| {
            visits += 1;
            ControlFlow::Break(())
        })
        .unwrap();
    assert_eq!(visits, 1);
}

#[test]
fn different_answers_come_once() {
    let game = game(WAYS);
    let query = Query::parse(game.rules().program(), "reach(A, _).").unwrap();
    let mut answers = Vec::new();
    query
        .solve(game.rules().engine(), &game.situation(), &mut |answer| {
            answers.push(answer[0].1.to_string());
            ControlFlow::Continue(())
        })
        .unwrap();
    answers.sort();
    assert_eq!(answers, ["a1", "b1", "c1", "d1", "e1"]);
}

#[test]
fn a_question_can_be_interrupted_and_asked_again() {
    let limits = Limits::default();
    let interrupt = limits.interrupt.clone();
    let rules = Rules::load(&Spec::parse("examples/connect_four.pl").unwrap(), limits).unwrap();
    let game = Game::new(Arc::new(rules)).unwrap();
    let query = "cell(A), cell(B), cell(C), cell(D), cell(E), A \\= B, column(E, 99)";
    let query = Query::parse(game.rules().program(), query).unwrap();
    let stop = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        interrupt.store(true, Ordering::Relaxed);
        interrupt
    });
    let asked =
        query.solve(game.rules().engine(), &game.situation(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(asked, Err(EvalError::Interrupted));
    stop.join().unwrap().store(false, Ordering::Relaxed);
    assert_eq!(game.legal().unwrap().len(), 7, "the game goes on");
}

/// Where the rule behind each part of a question stands.
fn places(why: &Why) -> Vec<String> {
    let Why::Holds(premises) = why else { return Vec::new() };
    let place = |premise: &Arc<Premise>| match &premise.because {
        Because::Rule { at, .. } | Because::Written(at) => at.clone(),
        because => panic!("{because:?}"),
    };
    premises.iter().map(place).collect()
}

#[test]
fn an_action_asks_the_same_as_its_text() {
    let game = Game::new(Arc::new(Rules::open("tanks:6").unwrap())).unwrap();
    let rules = game.rules();
    let explained = |query: &Query| explain(rules.engine(), query, &game.situation()).unwrap();
    let cells = || (0..36_u8).map(|number| Cell::Lettered(number % 6 + 1, number / 6 + 1));
    let mut most = 0;
    for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
        let action = Action::new("move", &[from.into(), to.into()]);
        let legal = explained(&action.legal_query(rules.program()).unwrap());
        assert_eq!(legal.render(), why(&game, &format!("legal({action})")).render());
        // All reasons at once, and one by one.
        let reasons = game.reasons(&action).unwrap();
        assert_eq!(reasons.is_empty(), matches!(legal, Why::Holds(_)), "{action}");
        let names = reasons.iter().map(|reason| reason.name);
        let refused = places(&explained(&action.refusal_query(rules.program(), names).unwrap()));
        let one_by_one = reasons
            .iter()
            .flat_map(|reason| places(&why(&game, &format!("refuse({action}, {})", reason.name))));
        assert_eq!(refused, one_by_one.collect::<Vec<_>>(), "{action}");
        most = most.max(reasons.len());
    }
    assert!(most > 1, "several reasons are given for something");
    assert!(Action::new("fly", &[]).legal_query(rules.program()).is_none());
}
