//! `hornet solve` at the command line and `solve` at the prompt: what they say, their
//! JSON, their exit codes, and what they say to bad input.

mod support;

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use support::session::Prompt;

fn hornet(args: &[&str]) -> (i32, String, String) {
    let args = [&["solve"], args].concat();
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

fn refused(args: &[&str], said: &[&str]) {
    let (code, out, err) = hornet(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    for part in said {
        assert!(err.contains(part), "{args:?}: `{part}` is not in\n{err}");
    }
}

fn json(code: i32, args: &[&str]) -> Value {
    let (exit, out, err) = hornet(&[args, &["--json"]].concat());
    assert_eq!((exit, err.as_str()), (code, ""), "{args:?}");
    assert_eq!(out.lines().count(), 1);
    serde_json::from_str(&out).unwrap()
}

/// A file with a game of Connect Four in which yellow wins in two moves.
fn connect_four(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("four.game");
    fs::write(&path, "game connect_four\ndrop(4)\ndrop(4)\ndrop(5)\ndrop(5)\n").unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn a_puzzle_is_solved() {
    let (code, out, err) = hornet(&["river_crossing"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "Solved in 7 actions.");
    assert_eq!(lines[1..3], ["  1. goat", "  2. alone"]);
    assert_eq!(lines.len(), 9);
    assert!(lines[8].starts_with("% ") && lines[8].contains(" positions, "), "{out}");
    let found = json(0, &["river_crossing"]);
    assert_eq!(found["result"], "solved");
    assert_eq!((&found["actions"], &found["shortest"]), (&7.into(), &true.into()));
    assert_eq!(found["line"].as_array().unwrap().len(), 7);
    assert_eq!(found["line_complete"], true);
    assert_eq!(found["no_win_within"], 6);
    assert!(found["no_loss_within"].is_null() && found["stopped"].is_null());
}

#[test]
fn a_win_is_shown_with_its_line_and_refutations() {
    let folder = tempfile::tempdir().unwrap();
    let file = connect_four(&folder);
    let (code, out, _) = hornet(&["connect_four", "--load", &file]);
    assert_eq!(code, 0);
    assert!(out.starts_with("yellow wins in 2 moves (3 actions).\n  1. yellow  "), "{out}");
    let (_, out, _) = hornet(&["connect_four", "--load", &file, "--refutations"]);
    assert!(out.contains("\nAnswers:\n") && out.contains(" ends it\n"), "{out}");
    assert!(out.contains("\nOther first moves:\n"), "{out}");
    assert!(out.contains("  no win within 3 actions, because of "), "{out}");
    let found = json(0, &["connect_four", "--load", &file, "--tree"]);
    assert_eq!((&found["result"], &found["player"]), (&"win".into(), &"yellow".into()));
    assert_eq!((&found["actions"], &found["moves"]), (&3.into(), &2.into()));
    assert_eq!(found["tree"][0]["then"].as_array().unwrap().len(), 7);
    assert_eq!(found["others"].as_array().unwrap().len(), 6);
}

#[test]
fn exit_codes_tell_whether_it_is_solved() {
    let found = json(0, &["tictactoe"]);
    assert_eq!(found["result"], "draw");
    assert_eq!(
        (&found["no_win_within"], &found["no_loss_within"]),
        (&"ever".into(), &"ever".into())
    );
    let found = json(1, &["connect_four", "--actions", "3"]);
    assert_eq!((&found["result"], &found["stopped"]), (&"unknown".into(), &"moves".into()));
    assert!(found["line_complete"].is_null());
    assert_eq!((&found["no_win_within"], &found["no_loss_within"]), (&3.into(), &3.into()));
    let (code, out, _) = hornet(&["connect_four", "--actions", "3"]);
    assert_eq!(code, 1);
    let expected = "No win within 3 actions for yellow, none within 3 for red.\n";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.contains("it was to look no further"), "{out}");
    let found = json(1, &["hive", "--time", "0.05s", "--memory", "1MB"]);
    assert_eq!(found["stopped"], "time");
}

#[test]
fn bad_input_gets_an_answer() {
    refused(&["nothing_like_it"], &["there is no game `nothing_like_it`"]);
    refused(&["tictactoe", "--actions", "0"], &["--actions"]);
    refused(&["tictactoe", "--actions", "5000"], &["1..=1000"]);
    refused(&["tictactoe", "--time", "soon"], &["such as 90s, 0.5s or 5m"]);
    refused(&["tictactoe", "--time=-5s"], &["--time"]);
    refused(&["tictactoe", "--memory", "256"], &["with its unit, such as 256MB"]);
    refused(&["tictactoe", "--memory", "1KB"], &["from 1MB"]);
    refused(&["tictactoe", "--memory", "99999999999999999999GB"], &["from 1MB"]);
    refused(&["tictactoe", "--tree", "--refutations"], &["cannot be used with"]);
    refused(&["examples/family.pl"], &["nothing to play"]);
    let folder = tempfile::tempdir().unwrap();
    let over = folder.path().join("over.game");
    fs::write(&over, "game tictactoe\na1\na2\nb1\nb2\nc1\n").unwrap();
    let over = over.to_str().unwrap();
    refused(
        &["tictactoe", "--load", over],
        &["there is nothing to solve. The game is over: x won"],
    );
}

#[test]
fn it_is_solved_at_the_prompt() {
    let mut prompt = Prompt::on("examples/river_crossing.pl");
    let said = prompt.fine("solve");
    assert!(said.starts_with("Solved in 7 actions.\n  1. goat\n"), "{said}");
    let said = prompt.fine("solve 6");
    assert!(said.starts_with("No solution within 6 actions."), "{said}");
    prompt.wrong("solve harder", &["`harder`", "`solve 5` looks five actions ahead"]);
    let mut prompt = Prompt::on("examples/connect_four.pl");
    ["4", "4", "5", "5"].iter().for_each(|column| _ = prompt.fine(&format!("drop {column}")));
    let said = prompt.fine("solve refutations");
    assert!(said.contains("yellow wins in 2 moves (3 actions)."), "{said}");
    assert!(said.contains("Other first moves:"), "{said}");
    let said = prompt.fine("help solve");
    assert!(said.contains("solve [ACTIONS] [SECONDSs] [refutations | tree]"), "{said}");
    Prompt::on("examples/family.pl").wrong("solve", &["solve"]);
}
