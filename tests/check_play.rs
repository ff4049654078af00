//! `hornet check --play`: bad games, each with one mistake that only play shows, are
//! found out and shown by a short game; good ones have nothing to complain of.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hornet::game::{Game, Rules};
use hornet::play::trial::{Kind, Report, Trial};
use hornet::play::{load_game, written_record};

/// Two marks of a player side by side win, on a board of five cells in a row.
const NEIGHBOURS: &str = "
:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).
legal(put(Cell)) :- cell(Cell), \\+ taken(Cell).
taken(Cell) :- mark(Cell, _).

add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
add(turn(Other)) :- does(put(_)), turn(Player), opponent(Player, Other).
del(turn(Player)) :- does(put(_)), turn(Player).

refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).
reason(taken, 'that cell already holds a mark').

wins(Player) :- mark(A, Player), step(A, _, B), mark(B, Player).
draw :- \\+ open, \\+ wins(_).
open :- cell(Cell), \\+ taken(Cell).
";

/// The rules with a clause in the place of another, and more at the end.
fn changed(clause: &str, other: &str, more: &str) -> String {
    assert_eq!(NEIGHBOURS.matches(clause).count(), 1, "{clause}");
    format!("{}{more}\n", NEIGHBOURS.replace(clause, other))
}

fn start(name: &str, text: &str) -> Game {
    Game::new(Arc::new(Rules::from_text(name, text).unwrap_or_else(|e| panic!("{e}")))).unwrap()
}

fn tried_out(game: &Game, games: u64, threads: usize) -> Report {
    let trial = Trial { game, games, seed: 1, plies: 60, threads };
    trial.run(&AtomicBool::new(false), &mut |_| {})
}

/// The problems that play finds in rules, each with the length of its game.
fn problems(text: &str) -> Vec<(Kind, usize)> {
    let report = tried_out(&start("bad.pl", text), 60, 2);
    assert_eq!(report.games, 60);
    let problem = |found: hornet::play::trial::Problem| {
        assert!((1..=60).contains(&found.games) && !found.told().is_empty());
        assert!(!found.advice().is_empty());
        (found.kind.clone(), found.moves().len())
    };
    report.problems.into_iter().map(problem).collect()
}

/// The names of the problems, and how short the game is that shows the first.
fn found(text: &str) -> (Vec<&'static str>, usize) {
    let problems = problems(text);
    let first = problems.first().map_or(0, |(_, moves)| *moves);
    (problems.iter().map(|(kind, _)| kind.name()).collect(), first)
}

#[test]
fn good_rules_have_no_problems() {
    assert_eq!(found(NEIGHBOURS), (vec![], 0));
}

#[test]
fn positions_without_a_legal_action() {
    let text = changed("draw :- \\+ open, \\+ wins(_).\n", "", "");
    assert_eq!(found(&text), (vec!["stuck"], 5));
}

#[test]
fn turns_of_nobody_and_of_two() {
    let text = changed(
        "add(turn(Other)) :- does(put(_)),",
        "add(turn(Other)) :- does(put(Cell)), Cell \\= c1,",
        "",
    );
    let (names, moves) = found(&text);
    assert_eq!((names[0], moves), ("nobodys-turn", 1));

    let text = changed(
        "del(turn(Player)) :- does(put(_)),",
        "del(turn(Player)) :- does(put(Cell)), Cell \\= c1,",
        "",
    );
    let found = problems(&text);
    assert!(matches!(&found[0], (Kind::SeveralTurns { players }, 1) if players.len() == 2));
}

#[test]
fn actions_that_change_nothing() {
    let text = changed(
        ":- action(put(cell)).",
        ":- action(put(cell)).\n:- action(wait).",
        "legal(wait) :- turn(_).",
    );
    assert_eq!(found(&text), (vec!["nothing-changes"], 0));
    // Where rules count turns, the next position is another one.
    let text = format!("{text}\nwins(red) :- turn_number(200).");
    assert_eq!(found(&text), (vec![], 0));
}

#[test]
fn refusals_without_a_reason_and_reasons_without_a_message() {
    let refuse = "refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).";
    let text = changed(refuse, "", "");
    assert_eq!(found(&text), (vec!["no-reason"], 1));
    let text = changed(
        refuse,
        "refuse(put(Cell), Why) :- tried(put(Cell)), taken(Cell), why(Why).",
        "why(odd).",
    );
    assert_eq!(found(&text), (vec!["no-message"], 1));
}

#[test]
fn reasons_to_refuse_what_is_legal() {
    let text = format!("{NEIGHBOURS}refuse(put(c1), taken) :- tried(put(c1)).\n");
    assert_eq!(found(&text), (vec!["refused-though-legal"], 0));
}

#[test]
fn ends_without_a_cause() {
    let more = "ending(line, Player) :- wins(Player).\nreason(line, '~w has two in a row').";
    assert_eq!(found(&format!("{NEIGHBOURS}{more}\n")), (vec!["no-ending"], 5));
    let both = format!("{NEIGHBOURS}{more}\nending(full) :- draw.\nreason(full, 'full').\n");
    assert_eq!(found(&both), (vec![], 0), "a message may be the name of its cause");
}

#[test]
fn players_without_a_value() {
    let text = format!("{NEIGHBOURS}value(Player, 1) :- turn(Player).\n");
    assert_eq!(found(&text), (vec!["no-value", "no-value"], 0));
    assert_eq!(found(&format!("{NEIGHBOURS}value(Player, 1) :- player(Player).\n")).0.len(), 0);
}

#[test]
fn unsound_positions_that_play_leads_to() {
    let text =
        format!("{NEIGHBOURS}unsound(full) :- \\+ open.\nreason(full, 'no cell is free').\n");
    assert_eq!(found(&text), (vec!["unsound"], 5));
}

#[test]
fn evaluations_that_fail_are_told_with_their_game() {
    let text = format!("{NEIGHBOURS}wins(P) :- turn(P), turn_number(N), 10 // (3 - N) > 100.\n");
    let found = problems(&text);
    let [(Kind::Failure { error }, 2)] = found.as_slice() else { panic!("{found:?}") };
    assert!(error.contains("division by zero"), "{error}");
    // So is what fails while an action is played or tried.
    let text = format!("{NEIGHBOURS}add(turn(P)) :- does(put(a1)), turn(P), 1 // 0 > 0.\n");
    assert_eq!(self::found(&text), (vec!["failure"], 0));
    let text = format!(
        "{NEIGHBOURS}refuse(put(C), taken) :- tried(put(C)), taken(C), row(C, N), 1 // (N - 1) > 0.\n"
    );
    assert_eq!(self::found(&text), (vec!["failure"], 1));
}

/// One player, three players, no board, no end.
#[test]
fn games_of_every_kind_can_be_tried_out() {
    let puzzle = "
:- players([me]).
:- state(turn(player)).
:- state(left(int)).
:- action(take(int)).
start(turn(me)).
start(left(7)).
legal(take(N)) :- left(Left), between(1, 2, N), N =< Left.
del(left(N)) :- left(N).
add(left(Rest)) :- does(take(N)), left(Left), Rest is Left - N.
refuse(take(N), amount) :- tried(take(N)), \\+ between(1, 2, N).
refuse(take(N), few) :- tried(take(N)), left(Left), N > Left.
reason(amount, 'take one or two').
reason(few, 'there are not as many').
wins(me) :- left(0).
";
    let report = tried_out(&start("puzzle.pl", puzzle), 20, 2);
    assert!(report.problems.is_empty() && report.wins[0].1 == 20 && report.refused > 0);
    assert!(report.length().is_some_and(|[shortest, _, longest]| shortest >= 4 && longest <= 7));

    let three = "
:- board(square(3, 1)).
:- players([a, b, c]).
:- state(turn(player)).
:- state(at(player, cell)).
:- action(go(cell)).
:- action(go(cell, player)).
start(turn(a)).
start(at(P, a1)) :- player(P).
next(a, b).
next(b, c).
next(c, a).
legal(go(Cell)) :- turn(P), at(P, From), step(From, _, Cell).
legal(go(Cell, Whom)) :- turn(P), next(P, Whom), at(Whom, From), step(From, _, Cell).
del(turn(P)) :- turn(P).
add(turn(Q)) :- turn(P), next(P, Q).
add(at(P, Cell)) :- does(go(Cell)), turn(P).
del(at(P, Cell)) :- does(go(_)), turn(P), at(P, Cell).
add(at(P, Cell)) :- does(go(Cell, P)).
del(at(P, Cell)) :- does(go(_, P)), at(P, Cell).
refuse(go(Cell), far) :- tried(go(Cell)), \\+ legal(go(Cell)).
refuse(go(Cell, P), far) :- tried(go(Cell, P)), \\+ legal(go(Cell, P)).
reason(far, 'that is too far').
wins(P) :- turn_number(1000), player(P).
";
    let report = tried_out(&start("three.pl", three), 10, 2);
    assert!(report.problems.is_empty(), "{}", report.problems[0].told());
    assert_eq!((report.unfinished, report.repeating, report.games), (10, 10, 10));
    assert!(report.repetitions > 2 && report.never_legal.is_empty());
}

#[test]
fn a_seed_decides_what_is_found_on_any_number_of_threads() {
    let text = changed("refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).", "", "");
    let game = start("bad.pl", &text);
    let summary = |threads| {
        let report = tried_out(&game, 25, threads);
        let problems: Vec<_> = report
            .problems
            .iter()
            .map(|found| (found.told(), found.games, written_record(&found.shown_by)))
            .collect();
        (problems, report.lengths.clone(), report.wins.clone(), report.refused, report.branching)
    };
    let alone = summary(1);
    assert_eq!(alone.0.len(), 1);
    assert_eq!((summary(2), summary(7)), (alone.clone(), alone));
}

#[test]
fn an_interrupt_ends_it_with_what_is_known() {
    let game = start("good.pl", NEIGHBOURS);
    let trial = Trial { game: &game, games: 10, seed: 1, plies: 60, threads: 2 };
    let report = trial.run(&AtomicBool::new(true), &mut |_| {});
    assert!(report.interrupted && report.games == 0 && report.length().is_none());
}

/// Those that take long are tried out for a few actions only.
#[test]
fn the_games_that_ship_and_the_examples_are_clean() {
    for name in ["tanks:6", "gauss", "hive+mlp"] {
        clean(name, 4, 40);
    }
    clean("tests/rules/arities.pl", 30, 60);
    for path in example_games() {
        clean(&path, 3, 25);
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_games_that_ship_and_the_examples_are_clean_for_long() {
    for name in ["tanks", "gauss", "hive", "hive+mlp"] {
        clean(name, 200, 200);
    }
    for path in example_games() {
        clean(&path, 200, 200);
    }
}

fn example_games() -> Vec<String> {
    let files = std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().path());
    let rules = files.filter(|path| path.extension().is_some_and(|ext| ext == "pl"));
    let mut paths: Vec<String> = rules.map(|path| path.display().to_string()).collect();
    paths.retain(|path| Rules::open(path).unwrap().is_game());
    paths.sort();
    paths
}

fn clean(name: &str, games: u64, plies: usize) {
    let game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
    let trial = Trial { game: &game, games, seed: 5, plies, threads: 2 };
    let report = trial.run(&AtomicBool::new(false), &mut |_| {});
    if let Some(problem) = report.problems.first() {
        panic!("{name}: {}\n{}", problem.told(), written_record(&problem.shown_by));
    }
    assert!(report.games == games && report.refused > 0, "{name}");
}

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hornet")).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn path_of(file: &Path) -> &str {
    file.to_str().unwrap()
}

#[test]
fn the_command_reports_and_its_exit_code_tells() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.pl");
    std::fs::write(&bad, changed("draw :- \\+ open, \\+ wins(_).\n", "", "")).unwrap();
    let bad = path_of(&bad);

    let (code, out, err) = hornet(&["check", "examples/tictactoe.pl", "--play", "30"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("No problems were found") && out.contains("x won"), "{out}");

    let (code, out, _) = hornet(&["check", bad, "--play", "30"]);
    assert_eq!(code, 1);
    for said in [
        "1 problem:",
        "1. nothing is legal, though the game is not over (in ",
        "After 5 actions:",
        "1. put(",
        "Help: end the game there",
        "With --save DIR",
    ] {
        assert!(out.contains(said), "{said}\n{out}");
    }
    assert_eq!(hornet(&["check", bad]).0, 0, "the text alone shows nothing");

    let games = folder.path().join("problems");
    let (code, out, _) = hornet(&["check", bad, "--play", "30", "--save", path_of(&games)]);
    let file = games.join("1.game");
    assert!(code == 1 && out.contains(&format!("--load {}", file.display())), "{out}");
    let game = load_game(bad, Some(&file), Default::default()).unwrap();
    assert_eq!((game.actions().len(), game.legal().unwrap()), (5, vec![]));

    let (code, out, _) = hornet(&["check", bad, "--play", "30", "--seed", "3", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["games"], &report["seed"]), (1, &30.into(), &3.into()));
    assert_eq!(report["problems"][0]["kind"], "stuck");
    assert_eq!(report["problems"][0]["actions"].as_array().unwrap().len(), 5);
    assert_eq!(report["length"]["longest"], 5);
}

/// The game that the documentation shows.
#[test]
fn several_problems_are_told_each_with_its_own_game() {
    let (code, out, err) = hornet(&["check", "tests/bad_play/neighbours.pl", "--play", "100"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("2 problems:") && out.contains("After 1 action:"), "{out}");
    assert!(out.contains(") is refused without a reason (in "), "{out}");
    assert!(out.contains("2. nothing is legal, though the game is not over (in "), "{out}");
}

#[test]
fn what_cannot_be_tried_out_is_refused() {
    let (code, _, err) = hornet(&["check", "examples/family.pl", "--play", "3"]);
    assert!(code == 2 && err.contains("nothing to play"), "{err}");
    let (code, _, err) = hornet(&["check", "examples/tictactoe.pl", "--seed", "3"]);
    assert!(code == 2 && err.contains("--play"), "{err}");
    let (code, _, err) = hornet(&["check", "--play", "examples/tictactoe.pl"]);
    assert!(code == 2 && err.contains("as in `--play 200 examples/tictactoe.pl`"), "{err}");
    let (code, _, err) = hornet(&["check", "tests/bad_rules/singleton.pl:7"]);
    assert!(code == 2 && err.contains("no option"), "{err}");
    let (code, out, _) = hornet(&["check", "rules/tanks.pl:6", "--play", "2", "--length", "3"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("No game came to its end within 3 actions"), "{out}");
}
