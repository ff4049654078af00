//! `hornet match` at the command line: its table, its JSON, the games it keeps,
//! and what it says to bad input.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// Holds a match that must go well, without a word on standard error.
fn held(game: &str, players: &str, games: &str, more: &[&str]) -> String {
    let args = [&["match", game, "--players", players, "--games", games], more].concat();
    let (code, out, err) = hornet(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

fn refused(args: &[&str], said: &[&str]) {
    let args = [&["match"], args].concat();
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
    let lines = table.lines().filter(|line| !line.starts_with("time a move"));
    let line = |line: &str| line.split(", the match").next().unwrap_or("").to_string() + "\n";
    lines.map(line).collect()
}

#[test]
fn the_results_are_a_table() {
    let table = held(STONES, "greedy,random", "5", &["--plies", "40"]);
    assert!(!table.contains('\u{1b}'));
    insta::assert_snapshot!("match_table", timeless(&table));
    let table = held(STONES, "greedy,greedy", "2", &["--plies", "4", "--seed", "9"]);
    insta::assert_snapshot!("match_of_equals", timeless(&table));
    let table = held("tanks:6", "greedy,random", "1", &["--plies", "3"]);
    assert!(
        table.contains("1 game broken off after 3 actions: drawn, as no rule for leads(Player)"),
        "{table}"
    );
    assert!(table.ends_with("won 0 of 1 game, lost 0, drew 1: no game was decided.\n"), "{table}");
}

#[test]
fn a_match_is_the_same_again_and_another_with_another_seed() {
    let table = |seed: &[&str]| timeless(&held("tanks:6", "random,random", "20", seed));
    assert_eq!(table(&[]), table(&["--seed", "0"]));
    let without_seed = |table: String| table.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_ne!(without_seed(table(&["--seed", "1"])), without_seed(table(&[])));
}

#[test]
fn the_results_are_json() {
    for (game, players, more) in [
        ("tanks:6", "greedy,random", vec![]),
        ("examples/tictactoe.pl", "minimax:2,greedy", vec!["--seed", "5"]),
        (STONES, "random,random", vec!["--plies", "10"]),
    ] {
        let json = held(game, players, "7", &[&["--json"], more.as_slice()].concat());
        assert_eq!(json.lines().count(), 1);
        let json: Value = serde_json::from_str(&json).unwrap();
        let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{value} in {json}"));
        assert_eq!((number(&json["games"]), number(&json["finished"])), (7, 7));
        let names: Vec<&str> = players.split(',').collect();
        assert_eq!(json["players"], serde_json::json!(names));
        let each = json["each"].as_array().unwrap();
        let results = json["results"].as_array().unwrap();
        let plies: u64 = each.iter().map(|game| number(&game["plies"])).sum();
        assert_eq!((each.len(), results.len()), (7, 2));
        assert_eq!(plies, results.iter().map(|result| number(&result["moves"])).sum::<u64>());
        for (index, game) in each.iter().enumerate() {
            assert_eq!(number(&game["number"]), index as u64 + 1);
            let sides: Vec<&Value> = game["sides"].as_object().unwrap().values().collect();
            assert_eq!(*sides[index % 2], results[0]["player"], "sides take turns");
            assert_eq!(*sides[1 - index % 2], results[1]["player"]);
            assert_eq!(game["winner"].is_null(), game["winning_side"].is_null());
            if let Some(side) = game["winning_side"].as_str() {
                assert_eq!(game["winner"], game["sides"][side]);
            }
            let end = game["end"].as_str().unwrap();
            assert_eq!(end, if game["plies"] == json["plies"] { "broken off" } else { "outcome" });
        }
        for result in results {
            let [wins, losses, draws] =
                ["wins", "losses", "draws"].map(|figure| number(&result[figure]));
            assert_eq!(wins + losses + draws, 7);
            let won = each.iter().filter(|game| game["winner"] == result["player"]).count();
            assert_eq!(wins, won as u64);
            let by_side = result["wins_by_side"].as_object().unwrap().values();
            assert_eq!(wins, by_side.map(number).sum::<u64>());
            if wins + losses > 0 {
                let part = result["decided_percent"].as_f64().unwrap();
                let [low, high] = [0, 1].map(|at| result["decided_interval"][at].as_f64().unwrap());
                assert!((part - 100.0 * wins as f64 / (wins + losses) as f64).abs() < 0.01);
                assert!(0.0 <= low && low <= part && part <= high && high <= 100.0);
            }
            assert!(result["ms_per_move"].as_f64().unwrap() >= 0.0);
        }
    }
    let json = held(STONES, "greedy,greedy", "2", &["--json", "--plies", "4"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["results"][1]["player"], "greedy (2)", "{json}");
    assert_eq!(json["each"][1]["sides"]["one"], "greedy (2)", "{json}");
    assert!(json["results"][0]["decided_interval"].is_null(), "{json}");
}

#[test]
fn looking_ahead_pays_in_a_game_of_ones_own() {
    let json = held("examples/tictactoe.pl", "minimax:2,greedy", "20", &["--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let [ahead, greedy] = [0, 1].map(|player| json["results"][player]["wins"].as_u64().unwrap());
    assert!(ahead > 2 * greedy, "{json}");
}

fn kept(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn games_are_kept_and_can_be_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (game, players, plies)) in [
        ("tanks:6", "greedy,minimax:1", "400"),
        ("gauss", "random,greedy", "400"),
        ("hive+mlp", "greedy,random", "20"),
        (STONES, "random,greedy", "6"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder.path().join(format!("not/there/yet/{number}"));
        let path = folder.to_str().unwrap();
        let json = held(game, players, "3", &["--save", path, "--json", "--plies", plies]);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(kept(&folder), ["0001.txt", "0002.txt", "0003.txt"]);
        for (index, name) in kept(&folder).iter().enumerate() {
            let file = folder.join(name);
            let text = fs::read_to_string(&file).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let mut sides: Vec<&str> = players.split(',').collect();
            sides.rotate_left(index % 2);
            assert_eq!(lines[0], format!("game {game}"));
            assert_eq!(lines[1], format!("players {}", sides.join(" ")));
            let played = &json["each"][index];
            assert_eq!(lines.len() as u64, 3 + played["plies"].as_u64().unwrap());
            let end = lines.last().unwrap();
            match (played["end"].as_str().unwrap(), played["winning_side"].as_str()) {
                ("outcome", Some(side)) => {
                    assert!(end.starts_with(&format!("# {side} won")), "{end}");
                    let has_cause = end.contains(": ");
                    assert_eq!(has_cause, !game.ends_with(".pl"), "what ended it: {end}");
                }
                ("outcome", None) => assert!(end.starts_with("# a draw"), "{end}"),
                (_, side) => {
                    let how = side.map_or("a draw".into(), |side| format!("{side} led"));
                    assert_eq!(*end, format!("# broken off after {plies} actions: {how}"));
                }
            }
            let (code, shown, err) = hornet(&["show", game, "--load", file.to_str().unwrap()]);
            assert_eq!((code, err.as_str()), (0, ""), "{}", file.display());
            assert!(!shown.is_empty());
        }
        let again = [game, "--players", players, "--games", "3", "--save", path];
        refused(&again, &["already contains games, such as 000", "name another folder"]);
    }
}

#[test]
fn a_folder_that_cannot_take_games_is_told_so_before_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let to = |path: &Path, said: &str| {
        let path = path.to_str().unwrap();
        let args = ["tanks", "--players", "minimax:3600s,greedy", "--games", "1", "--save", path];
        refused(&args, &["cannot save games in", path, said]);
    };
    to(&file, "");
    to(&file.join("below"), "");
    let read_only = Path::new("/proc/self");
    if read_only.exists() {
        to(read_only, "");
    }
    // Other files in the folder are no games, and are left alone.
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    held(
        STONES,
        "greedy,random",
        "1",
        &["--plies", "3", "--save", folder.path().to_str().unwrap()],
    );
    assert_eq!(kept(folder.path()), ["0001.txt", "file", "notes.txt"]);
}

#[test]
fn bad_input_is_told_what_would_be_right() {
    let players = |players: &str, said: &[&str]| {
        refused(&["tanks", "--players", players, "--games", "2"], said);
    };
    players("greedy", &["between two players", "--players minimax:2,greedy", "not between 1"]);
    players("greedy,", &["there is no player ``"]);
    players("greedy,gredy", &["did you mean `greedy`?"]);
    players("robot,greedy", &["there is no player `robot`", "players are"]);
    players("minimax:0,greedy", &["from 1 to 20", "not `0`"]);
    players("greedy,minimax:99", &["from 1 to 20", "not `99`"]);
    players("minimax:0s,greedy", &["not `0s`"]);
    players("human,greedy", &["a human cannot play here"]);
    players("greedy@brave,random", &["tanks has no style `brave`"]);
    players("random@brave,greedy", &["has no style"]);
    refused(&["tanks", "--players", "greedy,random"], &["--games <N>"]);
    refused(&["tanks", "--games", "3"], &["--players <A,B>"]);
    let games = |games: &str, said: &[&str]| {
        refused(&["tanks", "--players", "greedy,random", "--games", games], said);
    };
    games("0", &["0 is not in 1..=100000"]);
    games("100001", &["not in 1..=100000"]);
    games("many", &["invalid"]);
    let more = |option: &str, value: &str, said: &[&str]| {
        let args = ["tanks", "--players", "greedy,random", "--games", "1", option, value];
        refused(&args, said);
    };
    more("--plies", "0", &["0 is not in 1..="]);
    more("--seed", "x", &["invalid"]);
    more("--shard", "5/4", &["from 1/4 to 4/4"]);
    more("--shard", "0/4", &["from 1/4 to 4/4"]);
    more("--sprt", "10,0", &["the smaller one first, as in 0,10"]);
    more("--random-openings", "0", &["0 is not in 1..="]);
    more("--random-openings", "400", &["broken off after 400 actions", "must be fewer"]);
    more("--openings", "no.txt", &["cannot read no.txt"]);
    more("--pgn", "no.pgn", &["--pgn is for games of hive only", "--save"]);
    let three = ["tanks", "--players", "greedy,random,greedy", "--games", "1", "--sprt", "0,10"];
    refused(&three, &["--sprt compares two players"]);
    refused(&["tank", "--players", "greedy,random", "--games", "1"], &["did you mean `tanks`?"]);
    refused(&["no.pl", "--players", "greedy,random", "--games", "1"], &["cannot read no.pl"]);
}

#[test]
fn rules_that_will_not_do_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let stones = fs::read_to_string(STONES).unwrap();
    let three = file("three.pl", &stones.replace("[one, two]", "[one, two, three]"));
    let asked = |game: &str, said: &[&str]| {
        refused(&[game, "--players", "greedy,random", "--games", "4"], said);
    };
    asked(&three, &["three.pl is between three players or more", "not between 2"]);
    let wrong = file("wrong.pl", &stones.replace("amount(N).", "amuont(N)."));
    asked(&wrong, &["did you mean `amount`?"]);
    let failing = format!("{stones}\nwins(P) :- has(P, N), 100 // (9 - N) > 200.\n");
    let failing = file("failing.pl", &failing);
    asked(&failing, &["error: game ", " of the match cannot be continued", "failing.pl:"]);
}

/// `boom` leads to a division by zero, `stop` ends the game.
const RISKY: &str = "
    :- board(square(1, 1)).
    :- players([red, blue]).
    :- state(turn(player)).
    :- state(divisor(int)).
    :- action(stop).
    :- action(boom).
    start(turn(red)).
    start(divisor(2)).
    legal(stop) :- divisor(D), N is 2 // D, N >= 1.
    legal(boom) :- turn(_).
    add(divisor(1)) :- does(stop).
    add(divisor(0)) :- does(boom).
    del(divisor(D)) :- divisor(D).
    draw :- divisor(1).
";

/// What was played is told, even if a later game cannot be played to its end.
#[test]
fn a_match_that_fails_midway_tells_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("risky.pl");
    fs::write(&rules, RISKY).unwrap();
    let rules = rules.to_str().unwrap();
    let games = folder.path().join("games");
    let save = games.to_str().unwrap();
    let held = |seed: &str, more: &[&str]| {
        let args = ["match", rules, "--players", "random,random", "--games", "50", "--seed", seed];
        hornet(&[&args, more].concat())
    };
    // A seed whose first games end well.
    let seed = "2";
    let (code, out, err) = held(seed, &["--save", save]);
    assert_eq!(code, 2);
    assert!(out.contains("Stopped by an error: "), "{out}");
    assert!(err.contains("of the match cannot be continued"), "{err}");
    assert!(fs::read_dir(games).unwrap().count() > 0, "they are saved as well");
    let (code, json, _) = held(seed, &["--json"]);
    assert_eq!(code, 2);
    assert!(json.starts_with('{'), "{json}");
}

#[test]
fn several_players_are_ranked() {
    let table = held(STONES, "random,greedy,greedy", "4", &["--plies", "40"]);
    insta::assert_snapshot!("match_ranking", without_last_column(&table));
    let json = held("yavalath", "random,greedy,random", "3", &["--plies", "20", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["finished"], 3);
    assert_eq!(json["results"][2]["player"], "random (2)");
    assert!(json["results"][1]["elo"]["rating"].is_number(), "{json}");
    let sides = json["each"][1]["sides"].as_object().unwrap();
    assert_eq!(sides.values().collect::<Vec<_>>(), ["greedy", "random (2)", "random (1)"]);
}

#[test]
fn who_solves_a_puzzle_is_counted() {
    let table = held("river_crossing", "minimax:12,random", "2", &["--plies", "30"]);
    let solved = table.lines().find(|line| line.starts_with("minimax:12")).unwrap();
    assert!(solved.contains("2       2   100.0%"), "{table}");
}

/// A table whose last column holds times.
fn without_last_column(table: &str) -> String {
    let lines = timeless(table);
    let line = |line: &str| match line.strip_suffix(" ms") {
        Some(line) => line.rsplit_once(' ').map_or(line, |(rest, _)| rest).trim_end().to_string(),
        None => line.to_string(),
    };
    lines.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    let path = file.to_str().unwrap();
    fs::write(&file, "# of tanks\nb2-b3; c5-c4\nc2-c3 # another\n").unwrap();
    let json = held("tanks:6", "random,greedy", "4", &["--openings", path, "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let openings: Vec<&str> =
        json["each"].as_array().unwrap().iter().map(|it| it["opening"].as_str().unwrap()).collect();
    assert_eq!(openings, ["b2-b3; c5-c4", "b2-b3; c5-c4", "c2-c3", "c2-c3"]);
    fs::write(&file, "b2-b3\nb2-z3\n").unwrap();
    let args = ["tanks:6", "--players", "random,greedy", "--games", "2", "--openings", path];
    refused(&args, &["openings.txt: line 2: ", "b2-z3"]);
}

/// The arguments of a match that keeps its results.
fn keeping<'a>(games: &'a str, results: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["match", "tanks:6", "--players", "random,greedy", "--games", games, "--results"];
    [&args[..], &[results.to_str().unwrap()], more].concat()
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results.jsonl");
    let games = folder.path().join("games");
    let save = ["--save", games.to_str().unwrap()];
    let (code, whole, err) = hornet(&keeping("10", &results, &save));
    assert_eq!((code, err.as_str()), (0, ""));
    let text = fs::read_to_string(&results).unwrap();
    assert_eq!(text.lines().count(), 11);
    let game: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    for key in ["game", "players", "seats", "opening", "result", "plies", "seed"] {
        assert!(game.get(key).is_some(), "{key} in {game}");
    }
    // As if it had been interrupted after four games, in the middle of a line.
    let four: usize = text.split_inclusive('\n').take(5).map(str::len).sum();
    fs::write(&results, &text[..four + 9]).unwrap();
    let (code, table, err) = hornet(&keeping("10", &results, &save));
    assert_eq!((code, err.as_str()), (0, "note: 4 games of 10 are played already; going on\n"));
    assert_eq!(timeless(&table).replace(".\n", "\n"), timeless(&whole).replace(".\n", "\n"));
    assert_eq!(kept(&games).len(), 10);
    let numbers = |text: &str| -> Vec<u64> {
        let games = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut numbers: Vec<u64> = games.map(|game| game["game"].as_u64().unwrap()).collect();
        numbers.sort();
        numbers
    };
    assert_eq!(numbers(&fs::read_to_string(&results).unwrap()), (1..=10).collect::<Vec<u64>>());
    let other = keeping("12", &results, &[]);
    refused(&other[1..], &["holds the results of another match (games 10 and 12)", "--results"]);
}

#[test]
fn parts_of_a_match_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let openings = ["--random-openings", "2"];
    let (_, whole, _) = hornet(&keeping("10", &file("whole"), &openings));
    for part in ["1/2", "2/2"] {
        let path = file(&part[..1]);
        let (code, table, err) =
            hornet(&keeping("10", &path, &[&openings[..], &["--shard", part]].concat()));
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(table.contains(&format!(", part {} of 2", &part[..1])), "{table}");
    }
    let [one, two, all] = ["1", "2", "whole"].map(|name| file(name).to_str().unwrap().to_string());
    let same = |merged: &str| {
        assert_eq!(timeless(merged).replace(".\n", "\n"), timeless(&whole).replace(".\n", "\n"));
    };
    let (code, merged, err) = hornet(&["results", &one, &two]);
    assert_eq!((code, err.as_str()), (0, ""));
    same(&merged);
    same(&hornet(&["results", &one, &two, &all, &one]).1);
    let (_, half, _) = hornet(&["results", &two]);
    assert!(half.contains("Not complete: 4 games finished"), "{half}");
    let (_, json, _) = hornet(&["results", &all, "--json", "--sprt", "0,50"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["sprt"]["llr"].is_number(), "{json}");
    let other = file("other");
    hornet(&keeping("2", &other, &openings));
    let (code, _, err) = hornet(&["results", &one, other.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(err.contains("different matches: games 10 and 2"), "{err}");
    let (code, _, err) = hornet(&["results", STONES]);
    assert!(code == 2 && err.contains("does not hold results of a match"), "{err}");
}

#[test]
fn a_test_ends_a_match_early() {
    let args = ["--plies", "40", "--sprt", "0,100"];
    let table = held(STONES, "greedy,random", "1000", &args);
    assert!(table.contains("SPRT: H1 accepted, greedy is stronger by 100 Elo or more"), "{table}");
    assert_eq!(timeless(&table), timeless(&held(STONES, "greedy,random", "1000", &args)));
    let table = held(STONES, "random,greedy", "1000", &args);
    assert!(table.contains("H0 accepted, random is stronger by no more than 0 Elo"), "{table}");
    let table = held(STONES, "greedy,random", "2", &args);
    assert!(table.contains("neither hypothesis accepted, after 1 pair"), "{table}");
}

#[test]
fn games_of_hive_are_kept_in_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let path = file.to_str().unwrap();
    held("hive", "random,greedy", "2", &["--plies", "6", "--pgn", path]);
    let text = fs::read_to_string(&file).unwrap();
    for tag in ["[White \"random\"]", "[Black \"random\"]", "[Round \"2\"]", "6. "] {
        assert!(text.contains(tag), "{tag} in {text}");
    }
    let (code, _, err) = hornet(&["show", "hive", "--load", path, "--game", "2"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let again = ["hive", "--players", "random,greedy", "--games", "1", "--pgn", path];
    refused(&again, &["already exists", "--pgn"]);
}

/// Prints what files of results hold.
fn results(files: &[&Path], more: &[&str]) -> (i32, String, String) {
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    hornet(&[&["results"], &files[..], more].concat())
}

/// A file of results of a match that nobody has played: the players, the sides, and the
/// seats and the winner of each game, with its number.
fn made_up(
    path: &Path,
    players: &[&str],
    sides: &[&str],
    games: usize,
    played: &[(usize, &[usize], Option<usize>)],
) {
    let head = serde_json::json!({
        "match": "stones", "rules": "0", "players": players, "names": players, "sides": sides,
        "games": games, "seed": 0, "plies": 40, "openings": "none", "says_who_leads": true,
        "shard": null,
    });
    let zeros = vec![0; sides.len()];
    let line = |(number, seats, winner): &(usize, &[usize], Option<usize>)| {
        serde_json::json!({
            "game": number, "seats": seats, "winner": winner, "end": "outcome", "causes": [],
            "plies": 10, "seed": 0, "moves": zeros, "ms": zeros, "depth": zeros, "forfeit": null,
        })
    };
    let lines = [head].into_iter().chain(played.iter().map(line));
    fs::write(path, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn what_the_games_do_not_tell_is_a_dash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let shown = |said: &[&str]| {
        let (code, table, err) = results(&[&path], &[]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(!table.contains("NaN") && !table.contains("inf"), "{table}");
        for part in said {
            assert!(table.contains(part), "`{part}` is not in\n{table}");
        }
        let (code, json, _) = results(&[&path], &["--json"]);
        assert_eq!(code, 0);
        serde_json::from_str::<Value>(&json).unwrap()
    };
    // One encounter of three, who have won a game each.
    let three: [(usize, &[usize], _); 3] =
        [(1, &[0, 1, 2], Some(0)), (2, &[1, 2, 0], Some(1)), (3, &[2, 0, 1], Some(2))];
    made_up(&path, &["a", "b", "c"], &["one", "two", "three"], 3, &three);
    let json = shown(&["a    +0          -   33.3%"]);
    assert_eq!(json["results"][0]["elo"], serde_json::json!({"rating": 0.0, "error": null}));
    // Two who met, and two others.
    let apart: [(usize, &[usize], _); 4] =
        [(1, &[0, 1], Some(0)), (2, &[1, 0], Some(1)), (11, &[2, 3], Some(2)), (12, &[3, 2], None)];
    made_up(&path, &["a", "b", "c", "d"], &["one", "two"], 2, &apart);
    let json = shown(&[]);
    for player in 0..4 {
        assert!(json["results"][player]["elo"]["error"].is_null(), "{json}");
    }
    // Solvers of puzzles have no rating.
    let alone: [(usize, &[usize], _); 2] = [(1, &[0], Some(0)), (2, &[1], None)];
    made_up(&path, &["a", "b"], &["one"], 1, &alone);
    assert!(shown(&["100.0%"])["results"][0]["elo"].is_null());
    made_up(&path, &["a", "b"], &["one", "two"], 2, &[]);
    shown(&["stones, 2 games, seed 0\nNo game is in the file.\n"]);
    let (_, both, _) = results(&[&path, &path], &[]);
    assert!(both.ends_with("No game is in the files.\n"), "{both}");
}

/// A file that somebody else wrote may say anything.
#[test]
fn results_beyond_all_measure_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let games: [(usize, &[usize], _); 2] = [(1, &[0, 1], Some(0)), (2, &[1, 0], None)];
    made_up(&path, &["a", "b"], &["one", "two"], 2, &games);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(results(&[&path], &[]).0, 0);
    let refused = |from: &str, to: &str, said: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(&path, text.replace(from, to)).unwrap();
        let (code, out, err) = results(&[&path], &[]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(said) && !err.contains("panicked"), "{err}");
    };
    refused("\"ms\":[0,0]", "\"ms\":[1.8e22,1.8e22]", "line 2: it is not a game of this match");
    refused("\"plies\":10", "\"plies\":18446744073709551615", "line 2: it is not");
    refused("\"moves\":[0,0]", "\"moves\":[18446744073709551615,1]", "line 2: it is not");
    refused("\"depth\":[0,0]", "\"depth\":[0,18446744073709551615]", "line 2: it is not");
    refused("\"games\":2", "\"games\":18446744073709551615", "at most 1000000 games");
    refused("\"plies\":40", "\"plies\":18446744073709551615", "at most 100000 actions");
    let many = format!("[{}\"z\"]", "\"x\",".repeat(100_000));
    let crowd = format!("\"players\":{many},\"names\":{many},\"sides\":[\"one\"]");
    let few = "\"players\":[\"a\",\"b\"],\"names\":[\"a\",\"b\"],\"sides\":[\"one\",\"two\"]";
    refused(few, &crowd, "at most 100 players, not 100001");
    refused("[\"one\",\"two\"]", &many, "at most 100 sides, not 100001");
    let long = format!("[\"{}\",\"b\"]", "x".repeat(100_000));
    refused("[\"a\",\"b\"]", &long, "names of at most 4096 characters");
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(257 << 20).unwrap();
    let (code, _, err) = results(&[&path], &[]);
    assert!(code == 2 && err.contains("it has more than 256 MB"), "{err}");
    drop(file);
    fs::write(&path, "b2-b3\n".repeat(1 << 20)).unwrap();
    let openings = path.to_str().unwrap();
    let args = ["match", "tanks:6", "--players", "random,greedy", "--games", "2"];
    let (code, _, err) = hornet(&[&args[..], &["--openings", openings]].concat());
    assert!(code == 2 && err.contains("it has more than 4 MB"), "{err}");
}

/// Something else in place of a value: what no match would write.
fn changed(value: &mut Value, chance: &mut ChaCha8Rng) {
    let inner: Vec<&mut Value> = match value {
        Value::Array(values) => values.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        _ => Vec::new(),
    };
    if !inner.is_empty() && chance.random_bool(0.8) {
        let at = chance.random_range(0..inner.len());
        return changed(inner.into_iter().nth(at).unwrap(), chance);
    }
    let odd = [
        serde_json::json!(u64::MAX),
        serde_json::json!(i64::MIN),
        serde_json::json!(1e308),
        serde_json::json!(1.8e22),
        serde_json::json!(0),
        serde_json::json!(1),
        serde_json::json!(3),
        serde_json::json!(0.5),
        serde_json::json!(""),
        serde_json::json!("draw"),
        serde_json::json!("outcome"),
        serde_json::json!("forfeit"),
        serde_json::json!("stuck"),
        serde_json::json!("\u{1b}[31m\0\u{202e}"),
        serde_json::json!(null),
        serde_json::json!(true),
        serde_json::json!([]),
        serde_json::json!([0]),
        serde_json::json!(["x"]),
        serde_json::json!(vec!["x"; 200]),
        serde_json::json!({"side": "bot", "reason": "x"}),
        serde_json::json!({"side": "nobody", "reason": "x"}),
    ];
    *value = odd.choose(chance).unwrap().clone();
}

/// A text with lines and bytes that were changed, moved and lost.
fn mutated(text: &str, chance: &mut ChaCha8Rng) -> Vec<u8> {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..chance.random_range(1..4) {
        let at = chance.random_range(0..lines.len());
        match chance.random_range(0..8) {
            0 => lines.insert(at, lines[chance.random_range(0..lines.len())].clone()),
            1 if lines.len() > 1 => {
                lines.remove(at);
            }
            2 => {
                let value = serde_json::from_str::<Value>(&lines[at]);
                if let Ok(Value::Object(mut map)) = value {
                    let keys: Vec<String> = map.keys().cloned().collect();
                    map.remove(keys.choose(chance).map_or("", String::as_str));
                    lines[at] = Value::Object(map).to_string();
                }
            }
            _ => {
                if let Ok(mut value) = serde_json::from_str::<Value>(&lines[at]) {
                    changed(&mut value, chance);
                    lines[at] = value.to_string();
                }
            }
        }
    }
    let mut bytes: Vec<u8> =
        lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect();
    match chance.random_range(0..6) {
        0 => bytes.truncate(chance.random_range(0..=bytes.len())),
        1 => bytes.extend([0; 50]),
        2 => bytes.extend(*b"\0\0\xff\n"),
        3 => {
            let at = chance.random_range(0..bytes.len());
            bytes[at] = chance.random();
        }
        _ => {}
    }
    bytes
}

/// Whatever is in a file of results, it is printed or refused, and the match goes on with
/// it or does not.
#[test]
fn mutated_results_are_printed_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let file = path.to_str().unwrap();
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    let (mut printed, mut refused) = (0, 0);
    let matches: [&[&str]; 4] = [
        &["tanks:6", "--players", "random,greedy", "--games", "4", "--sprt", "0,400"],
        &["yavalath", "--players", "random,greedy,random", "--games", "3", "--plies", "9"],
        &[STONES, "--players", "random,greedy,random", "--games", "2", "--plies", "9"],
        &["river_crossing", "--players", "random,random", "--games", "2", "--plies", "9"],
    ];
    for args in matches {
        let args = [&["match"], args, &["--results", file]].concat();
        assert_eq!(hornet(&args).0, 0, "{args:?}");
        let text = fs::read_to_string(&path).unwrap();
        for number in 0..60 {
            let bytes = mutated(&text, &mut chance);
            fs::write(&path, &bytes).unwrap();
            let json: &[&str] = if number % 2 == 0 { &["--json"] } else { &[] };
            let (code, out, err) = match number % 10 {
                9 => hornet(&args),
                _ => results(&[&path], json),
            };
            let shown = String::from_utf8_lossy(&bytes);
            assert!(code == 0 || code == 2, "{code}, {err}:\n{shown}");
            assert!(!err.contains("panicked"), "{err}:\n{shown}");
            assert!(!out.contains("NaN") && !out.contains("±inf"), "{out}:\n{shown}");
            if code == 0 { printed += 1 } else { refused += 1 }
        }
        fs::remove_file(&path).unwrap();
    }
    assert!(printed > 20 && refused > 20, "{printed} printed, {refused} refused");
}

#[test]
fn damage_at_the_end_does_not_stop_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let (_, whole, _) = hornet(&keeping("6", &path, &[]));
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // As a crash of the machine may leave it: the last two lines did not come to the disk.
    fs::write(&path, format!("{}{}\n", lines[..5].concat(), "\0".repeat(300))).unwrap();
    let (code, table, err) = results(&[&path], &[]);
    assert!(code == 0 && table.contains("4 games finished"), "{table}");
    assert!(err.starts_with("note: ") && err.contains("is damaged from line 6 on"), "{err}");
    let (code, table, err) = hornet(&keeping("6", &path, &[]));
    assert_eq!(code, 0);
    assert!(err.contains("is damaged from line 6 on: that is left out\n"), "{err}");
    assert!(err.ends_with("note: 4 games of 6 are played already; going on\n"), "{err}");
    assert_eq!(timeless(&table).replace(".\n", "\n"), timeless(&whole).replace(".\n", "\n"));
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 7);
    // What games follow is not cut off, but somebody must look at it.
    fs::write(&path, text.replace(lines[3], "{\"ga\0\0\n")).unwrap();
    let damaged = keeping("6", &path, &[]);
    refused(&damaged[1..], &["line 4 is damaged", "take it out of the file"]);
    fs::write(&path, text.replace(lines[3], "")).unwrap();
    let (code, _, err) = hornet(&keeping("6", &path, &[]));
    assert_eq!((code, err.as_str()), (0, "note: 5 games of 6 are played already; going on\n"));
}

#[test]
fn a_match_that_goes_on_leaves_the_games_of_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (own, others) = (file("own"), file("others"));
    let cut = |path: &Path, lines: usize| {
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
    };
    let save = |folder: &Path| ["--save".to_string(), folder.to_str().unwrap().into()];
    let played = |results: &Path, folder: &Path| {
        let save = save(folder);
        hornet(&keeping("4", results, &[&save[0], &save[1]]))
    };
    assert_eq!(played(&file("others.jsonl"), &others).0, 0);
    let before = fs::read(others.join("0001.txt")).unwrap();
    assert_eq!(hornet(&keeping("4", &file("own.jsonl"), &[])).0, 0);
    cut(&file("own.jsonl"), 3);
    let (code, _, err) = played(&file("own.jsonl"), &others);
    assert!(code == 2 && err.contains("already contains games, such as 000"), "{err}");
    assert_eq!(fs::read(others.join("0001.txt")).unwrap(), before);
    assert_eq!(fs::read_to_string(file("own.jsonl")).unwrap().lines().count(), 3);
    // A new folder is taken, and known from then on.
    assert_eq!(played(&file("own.jsonl"), &own).0, 0);
    assert_eq!(kept(&own).len(), 2);
    cut(&file("own.jsonl"), 5);
    let (code, _, err) = played(&file("own.jsonl"), &own);
    assert_eq!((code, err.as_str()), (0, "note: 3 games of 4 are played already; going on\n"));
    // A game that was saved just before a kill, and has no result yet.
    cut(&file("others.jsonl"), 1);
    let (code, _, err) = played(&file("others.jsonl"), &others);
    assert_eq!((code, err.as_str(), kept(&others).len()), (0, "", 4));

    let (pgn, other) = (file("games.pgn"), file("other.pgn"));
    let path = |file: &Path| file.to_str().unwrap().to_string();
    let (results, pgn, other) = (path(&file("hive.jsonl")), path(&pgn), path(&other));
    fs::write(&other, "[Event \"mine\"]\n").unwrap();
    let hive = ["hive", "--players", "random,random", "--games", "2", "--plies", "4"];
    let played = |pgn: &str| {
        hornet(&[&["match"], &hive[..], &["--results", &results, "--pgn", pgn]].concat())
    };
    assert_eq!(played(&pgn).0, 0);
    cut(Path::new(&results), 2);
    let (code, _, err) = played(&other);
    assert!(code == 2 && err.contains("other.pgn already exists"), "{err}");
    assert_eq!(fs::read_to_string(&other).unwrap(), "[Event \"mine\"]\n");
    let (code, _, err) = played(&pgn);
    assert_eq!((code, err.as_str()), (0, "note: 1 game of 2 is played already; going on\n"));
    // The game whose result was lost is there once, as it was played again, and so is one
    // that was being written.
    let rounds = |pgn: &str| fs::read_to_string(pgn).unwrap().matches("[Round ").count();
    assert_eq!(rounds(&pgn), 2);
    cut(Path::new(&results), 2);
    let text = fs::read_to_string(&pgn).unwrap();
    fs::write(&pgn, &text[..text.len() - 20]).unwrap();
    assert_eq!(played(&pgn).0, 0);
    assert_eq!(fs::read_to_string(&pgn).unwrap(), text);
}

#[test]
fn results_are_those_of_the_match_that_a_test_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let file = path.to_str().unwrap();
    let same = |one: &str, other: &str| {
        assert_eq!(timeless(one).replace(".\n", "\n"), timeless(other).replace(".\n", "\n"));
    };
    let args = ["--plies", "40", "--results", file];
    let test = ["--sprt", "0,100"];
    let table = held(STONES, "greedy,random", "40", &[&args[..], &test].concat());
    assert!(table.contains("SPRT: H1 accepted"), "{table}");
    same(&results(&[&path], &[]).1, &table);
    same(&results(&[&path], &test).1, &table);
    // A second time there is nothing to add.
    let text = fs::read_to_string(&path).unwrap();
    let again = ["match", STONES, "--players", "greedy,random", "--games", "40"];
    let again = |more: &[&str]| hornet(&[&again[..], &args, more].concat());
    let (code, table_again, _) = again(&test);
    assert_eq!((code, fs::read_to_string(&path).unwrap()), (0, text));
    same(&table_again, &table);
    // Without the test the match goes on, and then all its games count.
    let (code, all, _) = again(&[]);
    assert_eq!(code, 0);
    same(&results(&[&path], &[]).1, &all);
    assert!(all.contains("greedy won 40 of 40 games"), "{all}");
    same(&results(&[&path], &test).1, &table);
}
