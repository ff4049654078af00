//! The command line: what each command prints, its exit code, and what it says
//! to bad input.

use std::fs;

use assert_cmd::Command;

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// Runs a command that must fail: exit code 2, nothing on standard output, no
/// panic, and a message that holds all of `said`.
fn refused(args: &[&str], said: &[&str]) {
    let (code, out, err) = hornet(args);
    assert_eq!(code, 2, "{args:?}: {err}");
    assert_eq!(out, "", "{args:?}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    assert!(err.len() < 4000, "{args:?}: the message has {} bytes", err.len());
    for part in said {
        assert!(err.contains(part), "{args:?}: `{part}` is not in\n{err}");
    }
}

fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

#[test]
fn without_a_command_hornet_opens_the_prompt() {
    let typed = |args: &[&str], input: &str| {
        let mut command = Command::cargo_bin("hornet").unwrap();
        let output = command.args(args).write_stdin(input.to_string()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    assert_eq!(typed(&[], ""), (0, "".into(), "".into()));
    assert!(typed(&[], "turn(P), bug(Q, P, queen, _).\n").1.starts_with("P = white, Q = wQ."));
    assert!(typed(&["repl", "tanks"], "turn(bot).").1.starts_with("true."), "no line break");
    let (code, out, err) = typed(&["tanks"], "turn(X).\n\n% a note\nrubbish\nturn(bot).\n");
    assert_eq!(code, 2, "an error sets the exit code");
    assert!(out.ends_with("true.\n"), "and what follows is done: {out}");
    assert!(err.starts_with("input:4: error: `rubbish`"), "{err}");
    let (code, out, _) = typed(&["tanks"], "turn(X).\nquit\nrubbish\n");
    assert_eq!((code, out.lines().count()), (0, 2));
    let (code, _, err) = typed(&["tanks"], "legal(move(a2, To)\n");
    assert_eq!(code, 2, "the input ends in the middle of a goal");
    assert!(err.contains("never closed"), "{err}");
}

#[test]
fn behind_a_move_that_is_not_played_nothing_of_its_line_is() {
    let typed = |input: &str| {
        let mut command = Command::cargo_bin("hornet").unwrap();
        let output = command.args(["hive"]).write_stdin(input.to_string()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let off = "set board off\n";
    let (out, err) =
        typed(&format!("{off}wS1;bS1 wS1-;wQ bS1-;bQ bS1-;wB1 -wS1\nhistory\nturn(P).\n"));
    assert!(err.contains("% left out, since that move was not played: bQ bS1-;wB1 -wS1"), "{err}");
    assert!(out.contains("2. bS1 wS1-") && !out.contains("3. "), "{out}");
    assert!(out.contains("P = white."), "what follows on other lines is done: {out}");
    let (out, err) = typed(&format!("{off}wS1;bS1 wS1-;wX -wS1;bQ bS1-\nhistory\n"));
    assert!(err.contains("there is no piece `wX`") && !err.contains("says nothing"), "{err}");
    assert!(err.contains("% left out, since that move was not played: bQ bS1-"), "{err}");
    assert!(out.contains("2. bS1 wS1-") && !out.contains("3. "), "{out}");
}

#[test]
fn why_of_a_piece_says_why_it_is_stuck() {
    let (_folder, path) = file("my.game", "game hive\nwS1\nbS1 wS1-\n");
    let (code, out, err) = hornet(&["why", "hive", "--load", &path, "wS1"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("stuck: ") && !out.contains('\u{1b}'), "{out}");
}

#[test]
fn a_script_is_run_as_if_it_were_typed() {
    let (_folder, path) =
        file("script.txt", "b2-b3\nfar(C) :-\n    row(C, 8).\nfar(a6).\nfar(a1\n");
    let (code, out, err) = hornet(&["tanks:6", "--script", &path]);
    assert_eq!(code, 2);
    assert!(out.contains("far/1 is defined [prompt:1]\nfalse."), "{out}");
    assert!(err.contains("script.txt:5: ") && err.contains("never closed"), "{err}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'));
    refused(&["tanks", "--script", "nowhere.txt"], &["cannot read nowhere.txt"]);
    refused(&["tanks", "--script", "src"], &["src cannot be read"]);
    refused(&["nothing"], &["there is no game `nothing`"]);
    refused(&["shw"], &["there is no game `shw`", "`show`"]);
}

#[test]
fn help_says_what_hornet_can_do() {
    let (code, out, _) = hornet(&["--help"]);
    assert_eq!(code, 0);
    let commands =
        ["show", "moves", "query", "why", "perft", "match", "playouts", "check", "export", "uhp"];
    for command in commands {
        assert!(out.contains(&format!("  {command} ")), "{out}");
        let (code, out, _) = hornet(&[command, "--help"]);
        assert_eq!(code, 0);
        assert!(out.contains("Example"), "{command} --help has no example");
    }
}

#[test]
fn moves_are_listed_in_the_games_notation() {
    let (code, out, _) = hornet(&["moves", "tanks:8"]);
    assert_eq!((code, out.lines().count()), (0, 22));
    assert!(out.lines().any(|line| line == "b2-b3"));
    let interpreted = hornet(&["moves", "tanks:8", "--interpreted"]);
    assert_eq!(interpreted.1, out);
    let (_, out, _) = hornet(&["moves", "examples/tictactoe.pl"]);
    assert_eq!(out.lines().next(), Some("put(a1)"));
}

#[test]
fn captures_are_written_with_a_cross() {
    let moves = "game tanks:6\nb2-b3\nb5-b4\n";
    let (_folder, path) = file("open.game", moves);
    let (_, out, _) = hornet(&["moves", "tanks:6", "--load", &path]);
    assert!(out.lines().any(|line| line == "b3xb4"), "{out}");
    let (_folder, path) = file("taken.game", &format!("{moves}b3-b4   # a dash will do\n"));
    let (code, out, _) = hornet(&["query", "tanks", "--load", &path, "tank(b4, Player, Kind)."]);
    assert_eq!((code, out.as_str()), (0, "Player = bot, Kind = medium\n"));
}

#[test]
fn queries_answer_one_a_line() {
    let (code, out, _) = hornet(&["query", "tanks", "legal(move(From, To)), row(From, 2)."]);
    assert_eq!((code, out.lines().count()), (0, 22));
    assert_eq!(out.lines().next(), Some("From = a2, To = a3"));
    let (code, out, _) = hornet(&["query", "tanks", "turn(top)."]);
    assert_eq!((code, out.as_str()), (1, "false.\n"));
    let (code, out, _) = hornet(&["query", "tanks", "?- turn(bot), \\+ over."]);
    assert_eq!((code, out.as_str()), (0, "true.\n"));
    let (code, out, _) = hornet(&["query", "tanks", "legal(A)", "--limit", "3"]);
    assert_eq!((code, out.lines().count()), (0, 3));
    let (_, out, _) = hornet(&["query", "tanks", "aggregate_all(count, legal(_), N)."]);
    assert_eq!(out, "N = 22\n");
    let (_, out, _) = hornet(&["query", "tanks", "refuse(move(b1, b3), Reason)."]);
    assert_eq!(out, "Reason = too_far\n");
    let (_, out, _) = hornet(&["query", "tanks", "does(move(b2, b3)), add(Fact)."]);
    assert_eq!(out, "Fact = tank(b3, bot, medium)\nFact = turn(top)\n");
}

#[test]
fn queries_answer_in_json() {
    let (code, out, _) =
        hornet(&["query", "tanks", "--json", "tank(Cell, bot, heavy), row(Cell, Row)."]);
    assert_eq!(code, 0);
    assert_eq!(out, "{\"Cell\":\"d1\",\"Row\":1}\n{\"Cell\":\"e1\",\"Row\":1}\n");
    let (code, out, _) = hornet(&["query", "tanks", "--json", "turn(top)."]);
    assert_eq!((code, out.as_str()), (1, ""));
}

#[test]
fn why_gives_a_proof_or_tells_why_there_is_none() {
    let (code, out, _) = hornet(&["why", "tanks", "legal(move(b2, b3))."]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("why_b2_b3", out);
    let (code, out, _) = hornet(&["why", "tanks", "legal(move(b1, b3))."]);
    assert_eq!(code, 1);
    insta::assert_snapshot!("why_not_b1_b3", out);
    assert_eq!(hornet(&["why", "tanks", "b1-b3"]).1, out, "an action asks whether it is legal");
    let (code, out, _) = hornet(&["why", "tanks", "value(bot, Value)."]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("why_value", out);
}

#[test]
fn perft_prints_depth_nodes_and_seconds() {
    let (code, out, _) = hornet(&["perft", "tanks:8", "--depth", "3"]);
    assert_eq!(code, 0);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
    let nodes: Vec<&str> = lines.iter().map(|line| line[1]).collect();
    assert_eq!(nodes, ["22", "484", "11132"]);
    assert!(lines.iter().all(|line| line.len() == 3 && line[2].parse::<f64>().is_ok()));
}

#[test]
fn a_mistyped_command_is_named_wherever_it_stands() {
    refused(&["shwo", "hive"], &["there is no command `shwo`", "did you mean `show`?"]);
    refused(&["help", "shwo"], &["there is no command `shwo`", "did you mean `show`?"]);
    refused(&["hive", "shwo"], &["there is no command `shwo`", "did you mean `show`?"]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for more in [&[][..], &["x"]] {
        let mut command = Command::cargo_bin("hornet").unwrap();
        let output = command.arg(OsStr::from_bytes(b"abc\xff")).args(more).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(!err.is_empty() && !err.contains("panicked"), "{err}");
    }
}

#[test]
fn a_game_that_was_played_is_not_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("played.txt");
    std::fs::write(&file, "game tanks:6\nb2-b3\n").unwrap();
    let file = file.to_str().unwrap();
    for args in
        [&["match", file, "--players", "greedy,random", "--games", "2"][..], &["tune", file][..]]
    {
        refused(args, &["holds a game that was played, not rules"]);
    }
}

#[test]
fn check_tells_whether_rules_are_well() {
    let (code, out, err) = hornet(&["check", "examples/tictactoe.pl"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("OK: Tic-tac-toe"), "{out}");
    let (code, _, err) = hornet(&["check", "tests/bad_rules/singleton.pl"]);
    assert_eq!(code, 0, "a warning is not an error");
    assert!(err.contains("stands only once"), "{err}");
    refused(
        &["check", "tests/bad_rules/unknown_relation.pl"],
        &["did you mean `taken`?", "1 error"],
    );
    refused(&["check", "tests/bad_rules/no_such_file.pl"], &["cannot read"]);
    refused(&["check", "src"], &["cannot read src"]);
}

#[test]
fn show_draws_without_colour_where_there_is_no_terminal() {
    let (code, out, _) = hornet(&["show", "tanks:6"]);
    assert_eq!(code, 0);
    assert!(!out.contains('\u{1b}'));
    insta::assert_snapshot!("show_tanks", out);
    let (_folder, path) = file("won.game", "game tictactoe.pl\na1\nb1\nput a2\nput(b2)\na3\n");
    fs::copy("examples/tictactoe.pl", std::path::Path::new(&path).with_file_name("tictactoe.pl"))
        .unwrap();
    let rules = path.replace("won.game", "tictactoe.pl");
    let (_, out, _) = hornet(&["show", &rules, "--load", &path]);
    insta::assert_snapshot!("show_tictactoe", out);
    let (code, out, err) = hornet(&["moves", &rules, "--load", &path]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "The game is over: x won.\n"));
    let (_, out, _) = hornet(&["show", "tests/rules/hexagon.pl"]);
    insta::assert_snapshot!("show_hexagon", out);
}

#[test]
fn hive_is_drawn_with_its_stacks() {
    let (_, out, _) = hornet(&["show", "hive+m"]);
    insta::assert_snapshot!("show_hive_start", out);
    let game = "Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;bB1 bA1\\;wB1 wS1;\
                bB1 bA1;wM \\wQ;bB1 bQ;wB1 bS1;bP bA1/;wB1 bB1";
    let (code, out, err) = hornet(&["show", "hive", "--load", game]);
    assert_eq!((code, err.as_str()), (0, ""));
    insta::assert_snapshot!("show_hive_stacks", out);
}

#[test]
fn games_of_hive_may_be_one_line() {
    let line = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-";
    let exported = |args: &[&str]| {
        let (code, out, err) = hornet(&[&["export"], args, &["--uhp"]].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out.trim_end().to_string()
    };
    assert_eq!(exported(&["hive", "--load", line]), line, "the line says which game it is");
    assert_eq!(exported(&["hive+mlp", "--load", "base+mlp; wS1; BS1 ws1-"]), line);
    let (_f, path) = file("line.txt", &format!("\u{feff}{line}\r\n"));
    assert_eq!(exported(&["hive", "--load", &path]), line);
    let (_f, path) = file("moves.game", "game hive+mlp\nwS1\nplace(bS1, (1,0))\n");
    assert_eq!(exported(&["hive", "--load", &path]), line);
    assert_eq!(exported(&["hive+p"]), "Base+P;NotStarted;White[1]");
    let black = exported(&["hive:starts=black", "--load", "Base+M;bS1"]);
    assert_eq!(black, "Base+M;InProgress;White[1];bS1");
    let queen = exported(&["hive:tournament=off", "--load", "Base;wQ"]);
    assert_eq!(queen, "Base;InProgress;Black[1];wQ");
    let in_order = exported(&["hive:off,off,off,black", "--load", "Base;bS1"]);
    assert_eq!(in_order, "Base;InProgress;White[1];bS1");
    let (_f, path) = file("notes.txt", &format!("# a game\n\n{line}   # so far\n\n# its end\n"));
    assert_eq!(exported(&["hive", "--load", &path]), line);

    refused(&["show", "hive+m", "--load", line], &["is a game of hive+mlp, not of hive+m"]);
    refused(&["show", "hive:mosquito=off", "--load", line], &["is a game of hive+mlp"]);
    refused(
        &["show", "hive:on,off,off,black", "--load", "Base+M;wS1"],
        &["move 1, wS1: that piece's player is not to move"],
    );
    refused(
        &["show", "hive:off,on", "--load", "Base+M"],
        &["the GameString is a game of hive+m, not of hive:off,on"],
    );
    refused(&["show", "tanks", "--load", line], &["is a game of hive+mlp, not of tanks"]);
    refused(&["show", "tanks:6", "--load", line], &["is a game of hive+mlp, not of tanks:6"]);
    refused(
        &["show", "hive", "--load", "Base+PL;wS1"],
        &["`Base+PL` is not a type of game", "Base+MLP"],
    );
    refused(&["show", "hive", "--load", "Base;wS1;bS1"], &["move 2", "where bS1 goes"]);
    let (code, _, err) = hornet(&["show", "hive", "--load", "Base;wQ"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("note: tournament is off for this game: with move 1, wQ"), "{err}");
    refused(
        &["show", "hive:tournament=on", "--load", "Base;wQ"],
        &["move 1, wQ", "by the tournament rule"],
    );
    let (_f, path) = file("broken.txt", "Base;wS1;bS1 wS1");
    refused(&["show", "hive", "--load", &path], &["broken.txt: move 2, bS1 wS1: there is a piece"]);
    refused(&["export", "tanks", "--uhp"], &["--uhp is for games of hive only"]);
    refused(&["export", "hive", "--uhp", "--facts"], &["cannot be used with"]);
}

#[test]
fn a_rule_file_may_be_meant_by_its_name_without_the_ending() {
    let (folder, _) = file("courses.pl", "course(logic).\n");
    for args in [&["courses"][..], &["perft", "courses", "--depth", "2"]] {
        let mut command = Command::cargo_bin("hornet").unwrap();
        let output = command.args(args).current_dir(&folder).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("there is no game `courses` (did you mean `courses.pl`?)"), "{err}");
    }
}

#[test]
fn unknown_games_and_options_are_named() {
    refused(&["show", "tank"], &["there is no game `tank`", "did you mean `tanks`?"]);
    refused(&["show", "backgammon"], &["there is no game `backgammon`", "tanks", "chess"]);
    refused(&["show", "hive+"], &["there is no game `hive+`", "did you mean `hive`?"]);
    refused(&["show", "hive+x"], &["nothing to add by `+x`", "+m for mosquito, +l for ladybug"]);
    refused(&["show", "tanks:7"], &["cannot have size 7", "6, 8, 10"]);
    refused(&["show", "tanks:4"], &["cannot have size 4", "6, 8, 10"]);
    refused(&["show", "tanks:size=big"], &["cannot have size big"]);
    refused(&["show", "tanks:colour=red"], &["has no option `colour`", "size"]);
    refused(&["show", "tanks:8,9"], &["has no option for `9`"]);
    refused(&["show", "missing.pl"], &["cannot read missing.pl"]);
    refused(&["show"], &["GAME"]);
    refused(&["perft", "tanks", "--depth", "0"], &["0 is not in 1..=100"]);
    refused(&["query", "tanks", "legal(A)", "--limit", "0"], &["0 is not in 1.."]);
}

#[test]
fn broken_game_files_are_told_the_line() {
    let game = |text: &str| file("broken.game", text);
    let (_f, path) = game("# a comment\ngame tanks:6\nb2-b3\nb5=b4\n");
    refused(&["show", "tanks", "--load", &path], &[":4:", "`b5=b4`", "b2-b3"]);
    let (_f, path) = game("game tanks:6\nb2-b3\n\nb5-b6\n");
    refused(&["show", "tanks", "--load", &path], &[":4:", "tanks only drive forward"]);
    let (_f, path) = game("game tanks:6\na9-a8\n");
    refused(&["show", "tanks", "--load", &path], &[":2:", "there is no cell a9"]);
    let (_f, path) = game("b2-b3\n");
    refused(&["show", "tanks", "--load", &path], &[":1:", "`game tanks`"]);
    let (_f, path) = game("game tanks:7\n");
    refused(&["show", "tanks", "--load", &path], &[":1:", "cannot have size 7"]);
    let (_f, path) = game("game tanks:6\n");
    refused(&["show", "tanks:8", "--load", &path], &["is a game of tanks:6, not of tanks:8"]);
    refused(&["show", "tanks", "--load", "no.game"], &["cannot read no.game"]);
    for text in ["", "\n# nothing yet\n"] {
        let (_f, path) = game(text);
        refused(&["show", "tanks", "--load", &path], &["holds no game"]);
    }
}

#[test]
fn queries_with_mistakes_are_shown_them() {
    refused(
        &["query", "tanks", "lgal(A)."],
        &["there is no relation `lgal/1`", "did you mean `legal`?"],
    );
    refused(&["query", "tanks", "tank(A, B)."], &["takes 3 arguments"]);
    refused(&["query", "tanks", "tank(A, bott, K)."], &["not a player", "did you mean `bot`?"]);
    refused(&["query", "tanks", "legal(move(From, To)"], &["never closed"]);
    refused(&["query", "tanks", ""], &["there is no goal here"]);
    refused(&["query", "tanks", "tank(A, _, _), B > 1."], &["`B` has no value"]);
    refused(&["query", "tanks", "X is 1 // 0."], &["has no result", "division by zero"]);
    refused(&["query", "tanks", "turn(A). turn(B)."], &["one goal at a time"]);
    refused(&["query", "tanks", "tried(A), refuse(A, R)."], &["one action is supposed at a time"]);
    refused(&["query", "tanks", "turn(\u{1f980})."], &["unexpected character"]);
}

#[test]
fn why_tells_a_wrong_action_from_a_wrong_goal() {
    refused(&["why", "tanks", "b1-z3"], &["there is no cell z3"]);
    refused(&["why", "hive", "wA1 (40000,1)"], &["a cell is two whole numbers"]);
    refused(&["why", "hive", "wA1 (1,1"], &["a cell is two whole numbers"]);
    refused(&["why", "hive", "wA1 (1;1)"], &["a cell is two whole numbers"]);
    refused(&["why", "hive", "wX (1,1)"], &["there is no piece `wX`"]);
    refused(&["why", "hive", "("], &["a move is a piece and where it goes"]);
    refused(&["why", "hive", "legal(move(b1, b3))."], &["declared with 3 columns, not 2"]);
    refused(&["why", "hive", "legal(move(wA1, (0,0), (1,0))"], &["never closed"]);
    refused(&["why", "hive", "\\+ turn(whit)"], &["`whit` is not a player"]);
    refused(&["why", "hive", "(turn(whit))"], &["`whit` is not a player"]);
    refused(&["why", "hive", "X = 3, Y > (2)"], &["`Y` has no value"]);
    refused(&["why", "hive", ""], &["there is no goal here"]);
}

fn endless(rules: &str) -> String {
    let game = fs::read_to_string("examples/tictactoe.pl").unwrap();
    format!("{game}\n{rules}\n")
}

#[test]
fn rules_without_end_are_stopped() {
    let (_f, path) = file("endless.pl", &endless("count(0).\ncount(N) :- count(M), N is M + 1."));
    refused(
        &["check", &path],
        &["there are too many facts: stopped after 2000000, at count/1", "needs a bound"],
    );
    let (_f, path) = file("growing.pl", &endless("count(1).\ncount(N) :- count(M), N is M * 2."));
    refused(&["check", &path], &["N is M * 2", "does not fit in 64 bits"]);
    let product = "digit(0).\ndigit(N) :- digit(M), M < 199, N is M + 1.\n\
                   wide(A, B, C) :- digit(A), digit(B), digit(C).";
    let (_f, path) = file("wide.pl", &endless(product));
    refused(&["check", &path], &["there are too many facts: stopped after 2000000, at wide/3"]);
}

#[test]
fn huge_lines_do_no_harm() {
    let long = "x".repeat(4_000_000);
    let (_f, path) = file("long.pl", &endless(&long));
    refused(&["check", &path], &["long.pl"]);
    let (_f, path) = file("long_goal.pl", &endless(&format!("p :- {long}(1).")));
    refused(&["check", &path], &["there is no relation"]);
    let (_f, path) = file("deep.pl", &endless(&"p(".repeat(1_000_000)));
    refused(&["check", &path], &["nested more than"]);
    let (_f, path) =
        file("sum.pl", &endless(&format!("p(X) :- X is {}1.", "1 + ".repeat(1_000_000))));
    refused(&["check", &path], &["nested more than"]);
    let (_f, path) = file("long.game", &format!("game tanks\n{long}\n"));
    refused(&["show", "tanks", "--load", &path], &[":2:", "cannot read"]);
    let (_f, path) = file("binary.pl", "");
    fs::write(&path, [0xff, 0xfe, 0x00, 0x80]).unwrap();
    refused(&["check", &path], &["cannot read", "UTF-8"]);
}

#[test]
fn odd_files_are_read_all_the_same() {
    let game = fs::read_to_string("examples/tictactoe.pl").unwrap();
    let (_f, path) = file("windows.pl", &format!("\u{feff}{}", game.replace('\n', "\r\n")));
    let (code, out, err) = hornet(&["check", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (_f, path) = file("windows.game", "\u{feff}game tanks:6\r\nb2-b3\r\n");
    assert_eq!(hornet(&["show", "tanks", "--load", &path]).0, 0);
    let named = "\n:- state('é'(cell)).\nstart('é'(b2)).\n";
    for name in ["with blank: and colon.pl", "with+plus"] {
        let (_f, path) = file(name, &format!("{game}{named}"));
        let (code, out, _) = hornet(&["show", &path]);
        assert_eq!(code, 0);
        assert!(out.contains("| é |"), "{out}");
    }
}

/// Whoever only looks takes a last line without its line break as it is, and a
/// game that was given up as one that is over.
#[test]
fn game_files_by_hand_are_read_whole() {
    let text = "game tanks:6\nplayers Bob's 'my engine'\nb2-b3\nd5-d4";
    let (_f, path) = file("by_hand.game", text);
    let (code, out, _) = hornet(&["query", "tanks", "--load", &path, "tank(d4, top, Kind)."]);
    assert_eq!((code, out.as_str()), (0, "Kind = medium\n"));
    let (_f, path) = file("cut.game", &text[..text.len() - 1]);
    refused(&["show", "tanks", "--load", &path], &[":4:", "`d5-d`"]);
    let (_f, path) = file("given_up.game", &format!("{text}\nresigned top  # a pity"));
    let (code, out, _) = hornet(&["show", "tanks", "--load", &path]);
    assert_eq!((code, out.contains("bot has won: top resigned")), (0, true), "{out}");
    let (_f, path) = file("nobody.game", &format!("{text}\nresigned white\n"));
    refused(&["show", "tanks", "--load", &path], &[":5: `white` is not a player", "bot, top"]);
    let (_f, path) = file("on.game", &format!("{text}\nresigned top\nb3-b4\n"));
    refused(&["show", "tanks", "--load", &path], &[":6:", "when top resigned", "`b3-b4`"]);
}

#[test]
fn a_file_that_includes_itself_is_told_so() {
    let (_f, path) = file("cycle.pl", &endless(":- include('./sub/../cycle.pl')."));
    refused(&["check", &path], &["includes itself"]);
}

#[test]
fn many_derivations_of_few_facts_are_no_endless_rule() {
    let game = fs::read_to_string("examples/tictactoe.pl").unwrap().replace("(3, 3)", "(12, 12)");
    let rule = "some(P) :- player(P), cell(A), cell(B), cell(C), A \\= B, B \\= C.";
    let (_f, path) = file("many.pl", &format!("{game}\n{rule}\n"));
    let (code, out, err) = hornet(&["query", &path, "some(P)."]);
    assert_eq!((code, out.as_str()), (0, "P = o\nP = x\n"), "{err}");
}

#[test]
fn closing_the_pipe_early_is_no_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("hornet"))
        .args(["export", "tanks"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
