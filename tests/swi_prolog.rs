//! The way out: an exported position is a program that SWI-Prolog loads without
//! a word, and in which it plays on.

mod support;

use std::fs;
use std::process::{Command, Stdio};

use hornet::game::{Game, export, facts_as_prolog};
use support::{rules, swipl, swipl_is_here};

fn game(name: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(rules(name)).unwrap();
    for written in moves {
        let action = game.rules().presentation().read(&game, written).unwrap();
        game.play(&action).unwrap();
    }
    game
}

#[test]
fn an_exported_position_can_be_played_on() {
    if !swipl_is_here() {
        return;
    }
    let position = export(&game("tanks:6", &["b2-b3", "b5-b4"]));
    let driver = "
        :- module(driver, []).
        main :-
            aggregate_all(count, user:legal(_), Before), writeln(Before),
            user:turn_number(Turn), writeln(Turn),
            user:play(move(b3, b4)),
            user:tank(b4, Player, Kind), writeln(Player-Kind),
            user:turn(Next), writeln(Next),
            forall(user:refused(move(b4, b3), Reason), writeln(Reason)),
            \\+ user:play(move(a1, a6)),
            user:turn(Still), writeln(Still).
    ";
    let said = swipl(&position, driver);
    let lines: Vec<&str> = said.lines().collect();
    let legal = game("tanks:6", &["b2-b3", "b5-b4"]).legal().unwrap().len().to_string();
    assert_eq!(lines[..4], [legal.as_str(), "3", "bot-medium", "top"]);
    assert_eq!(lines[4], "not_yours");
    assert_eq!(lines.last(), Some(&"top"), "an illegal action changes nothing");
}

#[test]
fn every_game_exports_without_a_warning() {
    if !swipl_is_here() {
        return;
    }
    let driver =
        ":- module(driver, []). main :- aggregate_all(count, user:legal(_), N), print(N), nl.";
    for (name, legal) in [
        ("tanks", "22"),
        ("tanks:26", "76"),
        ("gauss", "38"),
        ("hive", "4"),
        ("hive+mlp", "7"),
        ("examples/tictactoe.pl", "9"),
        ("examples/connect_four.pl", "7"),
        ("tests/rules/language.pl", "24"),
        ("tests/rules/hexagon.pl", "19"),
        ("tests/rules/plane.pl", "6"),
    ] {
        assert_eq!(swipl(&export(&game(name, &[])), driver).trim(), legal, "{name}");
    }
}

/// Which piece moved last is memory, and does not tell a position from one there
/// was before: in Prolog as in Hornet, the third time is a draw.
#[test]
fn repetitions_are_counted_alike() {
    if !swipl_is_here() {
        return;
    }
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let round = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    let actions = [&opening[..], &round, &round].concat();
    let mut hornet = game("hive", &[]);
    let mut goals = String::new();
    for written in actions {
        let action = hornet.rules().presentation().read(&hornet, written).unwrap();
        hornet.play(&action).unwrap();
        goals.push_str(&format!("user:play({action}), "));
    }
    assert_eq!(hornet.repetitions(), 3);
    let driver = format!(
        ":- module(driver, []). main :- {goals} user:repetitions(N), print(N), nl, user:draw."
    );
    assert_eq!(swipl(&export(&game("hive", &[])), &driver).trim(), "3");
}

/// The rule file itself, unmodified, with the prelude and the facts in files of
/// their own.
#[test]
fn separate_files_load_as_well() {
    if !swipl_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let facts = folder.path().join("facts.pl");
    fs::write(&facts, facts_as_prolog(&game("tanks", &["b2-b3"]))).unwrap();
    let output = Command::new("swipl")
        .args(["-g", "aggregate_all(count, legal(_), N), print(N), nl", "-t", "halt"])
        .args(["rules/prelude.pl", "rules/every_game.pl", "rules/tanks.pl"])
        .arg(&facts)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "22");
}

/// An included text stands in the place of its directive.
#[test]
fn includes_are_exported_with_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read_to_string("examples/tictactoe.pl").unwrap();
    let (head, tail) = whole.split_at(whole.find("% Three of Player's marks").unwrap());
    fs::write(folder.path().join("lines.pl"), tail).unwrap();
    let main = folder.path().join("game.pl");
    fs::write(&main, format!("{head}:- include('lines.pl').\n")).unwrap();
    let game = game(main.to_str().unwrap(), &[]);
    assert_eq!(game.legal().unwrap().len(), 9);
    let text = export(&game);
    assert!(!text.contains(":- include("));
    if swipl_is_here() {
        let driver = ":- module(driver, []). main :- aggregate_all(count, user:legal(_), 9).";
        swipl(&text, driver);
    }
}
