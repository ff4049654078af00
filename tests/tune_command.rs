//! `hornet tune` at the command line: what it finds, what it writes, how it goes on, and
//! what it says to bad input.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// A tuning that must come to its end; what it prints on both channels.
fn tuned(game: &str, more: &[&str]) -> (String, String) {
    let args = [&["tune", game, "--player", "greedy"], more].concat();
    let (code, out, err) = hornet(&args);
    assert_eq!(code, 0, "{args:?}: {err}");
    (out, err)
}

fn tuned_json(game: &str, more: &[&str]) -> Value {
    let (out, err) = tuned(game, &[&["--json"], more].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

fn refused(args: &[&str], said: &[&str]) {
    let args = [&["tune"], args].concat();
    let (code, out, err) = hornet(&args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    for part in said {
        assert!(err.contains(part), "{args:?}: `{part}` is not in\n{err}");
    }
}

const HARVEST: &str = "tests/tuning/harvest.pl";

fn after(report: &Value, name: &str) -> i64 {
    let weights = report["weights"].as_array().unwrap();
    let weight = weights.iter().find(|weight| weight["name"] == name).unwrap();
    weight["after"].as_i64().unwrap()
}

#[test]
fn what_counts_is_found() {
    let report = tuned_json(HARVEST, &["--games", "480", "--match", "60"]);
    assert!(after(&report, "apples") > after(&report, "stones") + 10, "{report:#}");
    let gain = &report["gain"];
    assert_eq!(gain["games"], 60);
    assert!(gain["score_percent"].as_f64().unwrap() >= 60.0, "{report:#}");
    assert!(gain["score_interval"][0].as_f64().unwrap() > 50.0, "{report:#}");
    assert_eq!((&report["games"], &report["finished"]), (&480.into(), &true.into()));
}

#[test]
fn the_report_is_a_table_a_match_and_directives() {
    let (out, err) =
        tuned(HARVEST, &["--games", "160", "--match", "20", "--only", "apples,stones"]);
    assert_eq!(err, "");
    let head =
        "tests/tuning/harvest.pl, weights tuned for greedy by 160 games: SPSA, 10 steps, seed 0, ";
    assert!(out.starts_with(head), "{out}");
    let columns: Vec<&str> = out.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(columns, ["before", "after", "least", "most"]);
    assert!(out.contains("\nAfter against before, 20 games: "), "{out}");
    assert!(out.contains("(95% sure: "), "{out}");
    assert!(out.contains("\n:- weight(apples, ") && out.contains("\n:- weight(stones, "), "{out}");
    assert!(!out.contains("turns"), "{out}");
    // Without a match, nothing is said of a gain.
    let (out, _) = tuned(HARVEST, &["--games", "16", "--match", "0"]);
    assert!(!out.contains("against before"), "{out}");
}

#[test]
fn equal_seeds_give_equal_weights_on_any_number_of_threads() {
    let weights = |more: &[&str]| {
        let more = [&["--games", "96", "--match", "10"], more].concat();
        let mut report = tuned_json(HARVEST, &more);
        report.as_object_mut().unwrap().remove("seconds");
        report
    };
    assert_eq!(weights(&["--threads", "1"]), weights(&["--threads", "3"]));
    assert_ne!(weights(&[])["weights"], weights(&["--seed", "5"])["weights"]);
}

#[test]
fn values_to_begin_with_are_chosen_with_the_game() {
    let game = format!("{HARVEST}:apples=7,stones=3");
    let report = tuned_json(&game, &["--games", "16", "--match", "0"]);
    assert_eq!(report["weights"][0]["before"], 7);
    assert_eq!(report["game"], game);
}

#[test]
fn it_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let state = state.to_str().unwrap();
    let run = |games: &str, more: &[&str]| {
        tuned(HARVEST, &[&["--json", "--match", "0", "--games", games], more].concat())
    };
    let (_, err) = run("64", &["--state", state]);
    assert_eq!(err, "");
    let written: Value = serde_json::from_str(&fs::read_to_string(state).unwrap()).unwrap();
    assert_eq!((&written["tuning"], &written["steps"]), (&1.into(), &4.into()));
    let (resumed, err) = run("160", &["--state", state]);
    assert_eq!(err, "note: 64 games are played already; going on\n");
    let (whole, _) = run("160", &[]);
    let weights = |text: &str| serde_json::from_str::<Value>(text).unwrap()["weights"].clone();
    assert_eq!(weights(&resumed), weights(&whole));
    // What is done is done.
    let (again, _) = run("160", &["--state", state]);
    assert_eq!(weights(&again), weights(&whole));
}

#[test]
fn a_state_that_is_damaged_or_foreign_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    let args = |game: &'static str| [game, "--player", "greedy", "--games", "16", "--match", "0"];
    tuned(HARVEST, &["--games", "16", "--match", "0", "--state", state]);
    let good = fs::read_to_string(&path).unwrap();
    let with = |more: &[&'static str], said: &[&str]| {
        refused(&[&args(HARVEST)[..], &["--state", state], more].concat(), said);
    };
    for (said, damaged) in [
        ("does not hold the state of a tuning", good[..good.len() / 2].to_string()),
        ("does not hold the state of a tuning", String::new()),
        ("`tuning` is missing", "{}".into()),
        ("`tuning` is missing", "[1, 2]".into()),
        ("another version of Hornet", good.replace("\"tuning\": 1", "\"tuning\": 9")),
        ("`steps` is missing or not", good.replace("\"steps\": 1", "\"steps\": -1")),
        ("`player` is missing or not", good.replace("\"greedy\"", "7")),
        ("a weight is not as it was written", good.replace("\"point\": 0.", "\"point\": 4.")),
        ("a weight is not as it was written", good.replace("\"least\": 0", "\"least\": 90000")),
        ("`weights` is missing", good.replace("\"weights\"", "\"wights\"")),
        ("another tuning (game ", good.replace("harvest.pl", "other.pl")),
        ("another tuning (weights apples, nones, turns there", good.replace("stones", "nones")),
        ("another tuning (apples begins with 51 from 0", good.replacen(": 50,", ": 51,", 1)),
    ] {
        assert_ne!(damaged, good, "{said}");
        fs::write(&path, &damaged).unwrap();
        with(&[], &[said, "state.json"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged, "it is left alone");
    }
    fs::write(&path, &good).unwrap();
    with(&["--seed", "3"], &["another tuning (seed 0 there, 3 here)", "name another file"]);
    with(
        &["--only", "apples"],
        &["another tuning (weights apples, stones, turns there, apples here)"],
    );
    let nowhere = folder.path().join("none").join("state.json");
    refused(
        &[&args(HARVEST)[..], &["--state", nowhere.to_str().unwrap()]].concat(),
        &["cannot write the state to "],
    );
    refused(
        &[&args(HARVEST)[..], &["--state", folder.path().to_str().unwrap()]].concat(),
        &["cannot read "],
    );
}

/// Harvest in a file of its own.
fn copied(folder: &Path) -> String {
    let copy = folder.join("harvest.pl");
    fs::copy(HARVEST, &copy).unwrap();
    copy.to_str().unwrap().into()
}

#[test]
fn a_state_of_rules_that_were_edited_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (game, path) = (copied(folder.path()), folder.path().join("state.json"));
    let state = path.to_str().unwrap();
    let more = |games: &'static str| ["--games", games, "--match", "0", "--state", state];
    tuned(&game, &more("16"));
    let (rules, kept) = (fs::read_to_string(&game).unwrap(), fs::read_to_string(&path).unwrap());
    fs::write(&game, rules.replace("start(heap(apple, 11)).", "start(heap(apple, 12)).")).unwrap();
    let args = [&[game.as_str(), "--player", "greedy"], &more("32")[..]].concat();
    refused(&args, &["another tuning (the rules differ: fingerprint ", " there, "]);
    assert_eq!(fs::read_to_string(&path).unwrap(), kept, "it is left alone");
    fs::write(&game, &rules).unwrap();
    let (_, err) = tuned(&game, &more("32"));
    assert_eq!(err, "note: 16 games are played already; going on\n");
    // A state that does not say of which rules it is.
    let mut older: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let fingerprint = older.as_object_mut().unwrap().remove("rules").unwrap();
    fs::write(&path, older.to_string()).unwrap();
    let (_, err) = tuned(&game, &more("48"));
    assert!(err.contains("does not say which rules it is of, so these are taken\n"), "{err}");
    assert!(err.ends_with("note: 32 games are played already; going on\n"), "{err}");
    let now: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!((&now["rules"], &now["steps"]), (&fingerprint, &3.into()));
    let wrong = kept.replace("\"rules\": \"", "\"rules\": 7, \"others\": \"");
    assert_ne!(wrong, kept);
    fs::write(&path, wrong).unwrap();
    refused(&args, &["`rules` is not as it was"]);
}

#[test]
fn a_state_is_kept_by_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    let more = ["--games", "16", "--match", "0", "--state", state];
    let locked = folder.path().join("state.json.lock");
    let held = fs::File::create(&locked).unwrap();
    held.try_lock().unwrap();
    let args = [&[HARVEST, "--player", "greedy"], &more[..]].concat();
    refused(&args, &["state.json is in use: another tuning keeps its state there"]);
    assert!(!path.exists());
    drop(held);
    tuned(HARVEST, &more);
    assert!(path.exists() && !locked.exists());
}

#[test]
fn what_cannot_be_tuned_says_why() {
    refused(
        &["examples/connect_four.pl"],
        &["declares no weights; declare one with :- weight(name, default, least, most)"],
    );
    refused(&["examples/family.pl"], &["is a knowledge base"]);
    refused(&["tank"], &["did you mean `tanks`?"]);
    refused(
        &["tanks", "--only", "heavy,mediums"],
        &[
            "tanks has no weight `mediums` (did you mean `medium`?)",
            "medium, destroyer, heavy, growth",
        ],
    );
    for player in ["human", "random", "mcts:5"] {
        refused(&["tanks", "--player", player], &["does not judge positions by the weights"]);
    }
    refused(&["tanks", "--player", "minimax:2@bold"], &["has no style `bold`"]);
    refused(
        &["tanks", "--player", "minimax:2@heavy=3"],
        &["chosen with the game, as in tanks:heavy=3"],
    );
    refused(
        &["tanks", "--time", "10x"],
        &["a time with its unit, such as 90s, 0.5s or 5m, up to 1000h"],
    );
    refused(&["tanks", "--time=-1s"], &["a time with its unit"]);
    refused(&["tanks", "--games", "0"], &["0 is not in"]);
    refused(
        &["tanks", "--plies", "4"],
        &["begin with 4 random actions and are broken off after 4", "--plies must be more than"],
    );
    refused(
        &["tanks", "--plies", "20", "--random-openings", "30"],
        &["begin with 30 random actions and are broken off after 20"],
    );
    refused(
        &[HARVEST, "--player", "greedy", "--games", "16", "--random-openings", "200"],
        &["no game was still open after 200 random actions"],
    );
}

#[test]
fn weights_that_do_not_matter_are_not_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.pl");
    let text = fs::read_to_string(HARVEST).unwrap();
    let alone = ":- players([one]).\n";
    fs::write(&path, text.replace(":- players([one, two]).\n", alone)).unwrap();
    refused(&[path.to_str().unwrap()], &["by games of two against each other", "is for 1"]);
    // Judged by nothing but what one has.
    let (head, _) = text.split_once("value(Player, Value)").unwrap();
    let judged = "value(Player, N) :- has(Player, apple, N).\nlist(N) :- weight(_, N).\n";
    fs::write(&path, format!("{head}{judged}")).unwrap();
    refused(
        &[path.to_str().unwrap()],
        &["no weight of ", "has anything to do with value(Player, N)", "apples, stones, turns"],
    );
    // By one weight only, which the others do not change.
    let judged = "value(Player, V) :- has(Player, apple, N), weight(apples, W), V is N * W.\n\
                  list(N) :- weight(_, N).\n";
    fs::write(&path, format!("{head}{judged}")).unwrap();
    let report = tuned_json(path.to_str().unwrap(), &["--games", "16", "--match", "0"]);
    assert_eq!(report["weights"].as_array().unwrap().len(), 1, "{report:#}");
}

/// Harvest in a folder of its own, its weights in a file that it includes.
fn divided(folder: &Path) -> (String, String) {
    let text = fs::read_to_string(HARVEST).unwrap();
    let is_weight = |line: &&str| line.starts_with(":- weight(");
    let (weights, rules): (Vec<&str>, Vec<&str>) = text.lines().partition(is_weight);
    let (main, part) = (folder.join("main.pl"), folder.join("part.pl"));
    fs::write(&main, format!(":- include('part.pl').\r\n{}\n", rules.join("\n"))).unwrap();
    fs::write(&part, format!("% Weights.\r\n{}\r\n", weights.join("\r\n"))).unwrap();
    (main.to_str().unwrap().into(), part.to_str().unwrap().into())
}

#[test]
fn the_weights_are_written_into_the_rules_and_nothing_else_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (main, part) = divided(folder.path());
    let (main_before, part_before) =
        (fs::read_to_string(&main).unwrap(), fs::read_to_string(&part).unwrap());
    let more = ["--games", "96", "--match", "0", "--json", "--write"];
    let (out, err) = tuned(&main, &more);
    assert_eq!(err, format!("note: the weights are written to {part}\n"));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(fs::read_to_string(&main).unwrap(), main_before);
    let mut expected = part_before.clone();
    for (name, before) in [("apples", 50), ("stones", 50), ("turns", 10)] {
        let now = after(&report, name);
        expected = expected.replace(&format!("({name}, {before},"), &format!("({name}, {now},"));
    }
    assert_ne!(expected, part_before);
    assert_eq!(fs::read_to_string(&part).unwrap(), expected);
    let (code, out, _) = hornet(&["query", &main, "weight(apples, N)."]);
    assert_eq!((code, out), (0, format!("N = {}\n", after(&report, "apples"))));
}

#[test]
fn what_cannot_be_written_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let (main, part) = divided(folder.path());
    refused(&["tanks", "--write"], &["the rules of tanks come with Hornet", "--write my_tanks.pl"]);
    refused(
        &[&main, "--write", &main],
        &["main.pl does not declare the weight `apples`", ":- weight(apples, 50, 0, 100)."],
    );
    refused(&[&main, "--write", "nowhere.pl"], &["cannot read nowhere.pl"]);
    let mut permissions = fs::metadata(&part).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&part, permissions).unwrap();
    refused(&[&main, "--write"], &["cannot write the weights to ", "part.pl: it is read-only"]);
}

#[test]
fn shipped_rules_are_written_to_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("my_tanks.pl");
    fs::copy("rules/tanks.pl", &copy).unwrap();
    let copy = copy.to_str().unwrap();
    let more = ["--games", "16", "--match", "0", "--only", "heavy", "--json", "--write", copy];
    let (out, _) = tuned("tanks:6", &more);
    let report: Value = serde_json::from_str(&out).unwrap();
    let expected = format!(":- weight(heavy, {}, 0, 400).", after(&report, "heavy"));
    assert!(fs::read_to_string(copy).unwrap().contains(&expected), "{report:#}");
}

#[test]
fn weights_are_not_written_where_they_have_another_range() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("my_tanks.pl");
    let text = fs::read_to_string("rules/tanks.pl").unwrap();
    let narrow = text.replace(":- weight(heavy, 150, 0, 400).", ":- weight(heavy, 150, 0, 200).");
    assert_ne!(narrow, text);
    fs::write(&copy, &narrow).unwrap();
    let copy = copy.to_str().unwrap();
    let more = ["--games", "16", "--match", "0", "--player", "greedy", "--write", copy];
    refused(
        &[&["tanks:6", "--only", "heavy"], &more[..]].concat(),
        &[
            "my_tanks.pl: it declares `heavy` from 0 to 200, and the rules that are tuned from 0 \
             to 400",
            "as in :- weight(heavy, 150, 0, 400).",
        ],
    );
    assert_eq!(fs::read_to_string(copy).unwrap(), narrow);
    // What is not tuned may have any.
    tuned("tanks:6", &[&["--only", "medium"], &more[..4], &more[6..]].concat());
    assert!(fs::read_to_string(copy).unwrap().contains(":- weight(heavy, 150, 0, 200)."));
}

/// Ctrl-C while it tunes.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_it_and_it_goes_on() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.to_str().unwrap();
    let mut running = Command::new(assert_cmd::cargo::cargo_bin("hornet"))
        .args(["tune", HARVEST, "--player", "greedy", "--time", "1h", "--state", state])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let steps = || {
        let text = fs::read_to_string(&path).unwrap_or_default();
        serde_json::from_str::<Value>(&text).ok().and_then(|state| state["steps"].as_u64())
    };
    let began = Instant::now();
    while steps().unwrap_or(0) < 2 {
        assert!(began.elapsed() < Duration::from_secs(60), "no step was taken");
        std::thread::sleep(Duration::from_millis(20));
    }
    let again = [HARVEST, "--player", "greedy", "--games", "16", "--state", state];
    refused(&again, &["state.json is in use"]);
    let killed = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let code = running.wait().unwrap().code();
    let output = running.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
    assert_eq!(code, Some(130));
    let (out, err) = (out.unwrap(), err.unwrap());
    assert!(out.contains("Stopped before the end.\n"), "{out}");
    assert!(out.contains(":- weight(apples, "), "{out}");
    assert_eq!(err, "note: stopped before the end; the same command goes on\n");
    let taken = steps().unwrap();
    let games = ((taken + 1) * 16).to_string();
    let more = ["--games", games.as_str(), "--match", "0", "--state", state];
    let (_, err) = tuned(HARVEST, &more);
    assert_eq!(err, format!("note: {} games are played already; going on\n", taken * 16));
    assert_eq!(steps(), Some(taken + 1));
}

/// Tanks with all weights alike, tuned on two threads for ten minutes at most, against
/// the same before.
#[test]
#[ignore = "takes minutes; run it with --profile long-tests"]
fn tanks_with_equal_weights_gains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("equal_tanks.pl");
    let mut text = fs::read_to_string("rules/tanks.pl").unwrap();
    for (name, value) in [("medium", 100), ("destroyer", 125), ("heavy", 150), ("growth", 200)] {
        let declared = format!(":- weight({name}, {value},");
        assert!(text.contains(&declared), "{name}");
        text = text.replace(&declared, &format!(":- weight({name}, 100,"));
    }
    fs::write(&path, text).unwrap();
    let seconds = std::env::var("HORNET_TUNE_SECONDS").unwrap_or_else(|_| "600".into());
    let time = format!("{seconds}s");
    let path = path.to_str().unwrap();
    let args = ["tune", path, "--time", &time, "--threads", "2", "--match", "200", "--json"];
    let (code, out, err) = hornet(&args);
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    eprintln!("{report:#}");
    assert!(report["gain"]["score_percent"].as_f64().unwrap() >= 60.0, "{report:#}");
}
