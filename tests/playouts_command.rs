//! `hornet playouts` at the command line: its table, its JSON, positions from
//! files, and what it says to bad input.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// Playouts that must succeed, without a word on standard error.
fn played(args: &[&str]) -> String {
    let args = [&["playouts"], args].concat();
    let (code, out, err) = hornet(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

fn json(args: &[&str]) -> Value {
    let text = played(&[args, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a whole number"))
}

fn refused(args: &[&str], said: &[&str]) {
    let args = [&["playouts"], args].concat();
    let (code, out, err) = hornet(&args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    for part in said {
        assert!(err.contains(part), "{args:?}: `{part}` is not in\n{err}");
    }
}

const STONES: &str = "tests/matches/stones.pl";

/// The table without what the clock decides.
fn timeless(table: &str) -> String {
    let line = |line: &str| {
        let line = match line.split_once(" s on ") {
            Some((before, after)) => {
                let before = before.rsplit_once(' ').map_or(before, |(before, _)| before);
                format!("{before} T s on {after}")
            }
            None => line.to_string(),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [label, number, _, "a", "second"] => format!("{label} {number} R a second\n"),
            words => words.join(" ") + "\n",
        }
    };
    table.lines().map(line).collect()
}

#[test]
fn the_results_are_a_table() {
    let table = played(&["examples/tictactoe.pl", "--games", "1000", "--threads", "2"]);
    assert!(!table.contains('\u{1b}'));
    insta::assert_snapshot!("playouts_table", timeless(&table));
    let table = played(&[STONES, "--games", "3", "--plies", "10", "--seed", "4", "--threads", "1"]);
    insta::assert_snapshot!("playouts_broken_off", timeless(&table));
}

#[test]
fn the_results_are_json() {
    for (game, players, more) in [
        ("tanks:6", ["bot", "top"], ["--plies", "400"]),
        ("hive", ["white", "black"], ["--plies", "30"]),
        ("examples/tictactoe.pl", ["x", "o"], ["--seed", "5"]),
    ] {
        let json = json(&[&[game, "--games", "20"], more.as_slice()].concat());
        assert_eq!((json["game"].as_str(), number(&json["playouts"])), (Some(game), 20));
        let wins = json["wins"].as_object().unwrap();
        assert_eq!(wins.keys().collect::<Vec<_>>(), players);
        let ends = ["draws", "unfinished", "stuck"].map(|end| number(&json[end]));
        let ended = wins.values().map(number).sum::<u64>() + ends.iter().sum::<u64>();
        assert_eq!(ended, 20, "{json}");
        let length = json["average_length"].as_f64().unwrap();
        assert!((length * 20.0 - number(&json["positions"]) as f64).abs() < 0.2, "{json}");
        let [playouts, positions] = ["playouts_per_second", "positions_per_second"]
            .map(|rate| json[rate].as_f64().unwrap());
        assert!(playouts > 0.0 && positions > playouts, "{json}");
        let engine = if game.ends_with(".pl") { "interpreted" } else { "compiled" };
        assert_eq!(json["engine"], engine);
        assert_eq!(json["interrupted"], false);
    }
}

/// All that chance decides.
fn by_chance(args: &[&str]) -> [Value; 4] {
    let json = json(args);
    ["positions", "wins", "draws", "unfinished"].map(|figure| json[figure].clone())
}

#[test]
fn equal_seeds_give_equal_playouts() {
    let played = |more: &[&str]| by_chance(&[&["tanks:6", "--games", "30"], more].concat());
    let first = played(&[]);
    assert_eq!(played(&["--seed", "0", "--threads", "1"]), first);
    assert_eq!(played(&["--threads", "5"]), first);
    assert_eq!(played(&["--interpreted"]), first, "whoever evaluates the rules");
    assert_ne!(played(&["--seed", "1"]), first);
}

#[test]
fn time_is_kept() {
    let json = json(&["tanks:6", "--seconds", "0.2", "--threads", "1"]);
    let seconds = json["seconds"].as_f64().unwrap();
    assert!((0.2..10.0).contains(&seconds), "{json}");
    assert_eq!((number(&json["threads"]), json["seed"].as_u64()), (1, Some(0)));
    let rate = json["positions_per_second"].as_f64().unwrap();
    let expected = number(&json["positions"]) as f64 / seconds;
    assert!((rate / expected - 1.0).abs() < 0.01, "{json}");
}

/// A playout that takes longer than there is time tells how fast it went.
#[test]
fn positions_are_counted_before_the_first_playout_ends() {
    let args = ["hive+mlp", "--interpreted", "--seconds", "0.005", "--plies", "100000"];
    let table = played(&args);
    assert!(table.contains("No playout came to its end."), "{table}");
    assert!(number(&json(&args)["positions"]) > 0);
}

#[test]
fn playouts_begin_with_the_position_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, moves: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("game examples/tictactoe.pl\n{moves}")).unwrap();
        path.to_str().unwrap().to_string()
    };
    // Two cells are left, and nobody can win.
    let drawn = file("drawn.game", "a1\nb1\nc2\na2\nb3\nc3\na3\n");
    let tictactoe = "examples/tictactoe.pl";
    let json = json(&[tictactoe, "--load", &drawn, "--games", "50"]);
    assert_eq!((number(&json["draws"]), number(&json["positions"])), (50, 100), "{json}");
    let over = file("over.game", "a1\nb1\na2\nb2\na3\n");
    refused(&[tictactoe, "--load", &over], &["the game is over", "choose an earlier one"]);
    played(&["hive", "--load", "Base;wS1;bS1 wS1-", "--games", "2", "--plies", "5"]);
    refused(&["tanks", "--load", &drawn], &["is a game of"]);
}

#[test]
fn bad_input_is_told_what_would_be_right() {
    for wrong in ["0", "-1", "many", "nan", "inf", "3601", "1e-9", ""] {
        let seconds = format!("--seconds={wrong}");
        refused(&["tanks", &seconds], &["a time in seconds, up to 3600, such as 5 or 0.5"]);
    }
    refused(&["tanks", "--games", "0"], &["0 is not in 1..=1000000000"]);
    refused(&["tanks", "--games", "5", "--seconds", "5"], &["cannot be used with"]);
    refused(&["tanks", "--threads", "0"], &["0 is not in 1..=1024"]);
    refused(&["tanks", "--plies", "0"], &["0 is not in 1..="]);
    refused(&["tanks", "--seed", "x"], &["invalid"]);
    refused(&["tank"], &["did you mean `tanks`?"]);
    refused(&["no.pl"], &["cannot read no.pl"]);
    refused(&[], &["<GAME>"]);
    refused(&["tanks", "--load", "no.game"], &["cannot read no.game"]);
}

#[test]
fn rules_that_fail_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("failing.pl");
    let stones = fs::read_to_string(STONES).unwrap();
    fs::write(&path, format!("{stones}\nwins(P) :- has(P, N), 100 // (9 - N) > 200.\n")).unwrap();
    let path = path.to_str().unwrap();
    refused(
        &[path],
        &["error: playout ", " cannot be continued after ", "failing.pl:", "division by zero"],
    );
}
