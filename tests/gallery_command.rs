//! `hornet games` lists what can be played, and `hornet new` begins something new.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Exit code, standard output and standard error of a command run in a folder.
fn hornet(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut hornet = Command::cargo_bin("hornet").unwrap();
    let output = hornet.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn games_have_a_line_each() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = hornet(folder.path(), &["games"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for line in [
        "  tanks             Breakthrough Tanks (2 players, 64 cells). Two armies",
        "  peg_solitaire     Peg solitaire (1 player, 33 cells). A puzzle for one",
        "  yavalath          Yavalath for three (3 players, 61 cells). Three players",
        "  hive              Hive (2 players, unbounded). ",
    ] {
        assert!(out.lines().any(|shown| shown.starts_with(line)), "{line}\n{out}");
    }
    assert!(!out.contains("Rule files here"), "{out}");
}

#[test]
fn rule_files_of_a_folder_are_listed_with_their_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::copy("examples/tictactoe.pl", own.join("mine.pl")).unwrap();
    fs::copy("examples/family.pl", own.join("family.pl")).unwrap();
    fs::write(own.join("broken.pl"), "legal(").unwrap();
    let (code, out, _) = hornet(folder.path(), &["games", "own"]);
    assert_eq!(code, 0);
    let lines: Vec<String> =
        out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for begin in [
        "own/mine.pl Tic-tac-toe (2 players, 9 cells).",
        "own/broken.pl cannot be played: 1 error; see `hornet check own/broken.pl`",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(begin)), "{out}");
    }
    assert!(!out.contains("family"), "there is nothing to play: {out}");
    let (code, _, err) = hornet(folder.path(), &["games", "nosuch"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: cannot read nosuch: "), "{err}");
}

#[test]
fn examples_go_by_their_names_wherever_hornet_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = hornet(folder.path(), &["perft", "othello", "--depth", "3"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("1 4 "), "{out}");
    let (code, out, _) =
        hornet(folder.path(), &["query", "hex:3", "aggregate_all(count, cell(_), N)."]);
    assert_eq!((code, out.as_str()), (0, "N = 9\n"));
    let (code, _, err) = hornet(folder.path(), &["moves", "otello"]);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `othello`?"), "{err}");
    // A file of that name is the user's own.
    fs::write(folder.path().join("othello.pl"), "legal(").unwrap();
    assert_eq!(hornet(folder.path(), &["moves", "othello.pl"]).0, 2);
    assert_eq!(hornet(folder.path(), &["moves", "othello"]).0, 0);
}

#[test]
fn a_saved_game_of_an_example_is_continued_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "nine_mens_morris", "--players", "random,random", "--seed", "4", "--save"];
    let (code, _, err) = hornet(folder.path(), &[&args[..], &["m.game"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    let text = fs::read_to_string(folder.path().join("m.game")).unwrap();
    assert!(text.starts_with("game nine_mens_morris\n"), "{text}");
    let (code, _, err) = hornet(folder.path(), &["show", "nine_mens_morris", "--load", "m.game"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_new_game_can_be_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = hornet(folder.path(), &["new", "my_game"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("hornet play my_game.pl --players human,minimax:3"), "{out}");
    let (code, out, err) = hornet(folder.path(), &["check", "my_game.pl"]);
    assert_eq!((code, err.as_str()), (0, ""), "no warnings");
    assert!(out.starts_with("my_game.pl: OK: My game, "), "{out}");
    let args = ["play", "my_game.pl", "--players", "minimax:3,random", "--no-save", "--seed", "1"];
    let (code, out, _) = hornet(folder.path(), &args);
    assert!(code == 0 && out.contains("The game is over: "), "{out}");
}

#[test]
fn nothing_is_overwritten_and_names_are_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.pl"), "precious").unwrap();
    for name in ["mine", "mine.pl"] {
        let (code, _, err) = hornet(folder.path(), &["new", name]);
        assert_eq!(code, 2);
        assert!(err.contains("mine.pl is there already"), "{err}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("mine.pl")).unwrap(), "precious");
    for name in ["", "../mine", "a b", "2048", "x.y", "é"] {
        let (code, _, err) = hornet(folder.path(), &["new", name]);
        assert_eq!(code, 2, "{name}");
        assert!(err.contains("cannot be the name of a game"), "{err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
