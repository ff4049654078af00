//! Other programs as players: Hornet itself as an engine, and engines that hang, die,
//! talk nonsense or cheat. Nobody's process is left running.

#![cfg(unix)]

#[path = "support/prompt.rs"]
mod prompt;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

fn hornet(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("hornet"));
    command.args(args).env("HORNET_GAMES", "").stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Hornet itself as an engine.
fn itself(measure: &str) -> String {
    format!("uhp:\"{} uhp\":{measure}", cargo_bin("hornet").display())
}

/// A folder with an engine in it.
struct Engine {
    folder: TempDir,
}

impl Engine {
    /// A script.
    fn script(script: &str) -> Engine {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("engine.sh"), script).unwrap();
        Engine { folder }
    }

    /// An engine that knows how to speak, and does something when it is asked for a move.
    fn that(does: &str) -> Engine {
        Engine::script(&format!(
            "cd \"$(dirname \"$0\")\"; echo $$ > pid
             echo 'id Fake 1.0'; echo 'Mosquito;Ladybug'; echo ok
             while read -r line; do
                 case \"$line\" in
                     bestmove*) {does} ;;
                     options*) echo 'err no options'; echo ok ;;
                     *) echo 'Base;InProgress;White[1]'; echo ok ;;
                 esac
             done
             echo > left"
        ))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn named(&self, measure: &str) -> String {
        format!("uhp:\"sh {}\":{measure}", self.path("engine.sh").display())
    }

    /// The processes that noted their numbers.
    fn processes(&self) -> Vec<Pid> {
        let numbers = ["pid", "child"].into_iter().filter_map(|name| {
            fs::read_to_string(self.path(name)).ok()?.trim().parse::<i32>().ok()
        });
        numbers.map(Pid::from_raw).collect()
    }

    /// Asserts that a number of processes were started, and that none is left.
    fn has_left_nothing(&self, started: usize) {
        let processes = self.processes();
        assert_eq!(processes.len(), started);
        let began = Instant::now();
        for process in processes {
            while is_running(process) {
                assert!(began.elapsed() < Duration::from_secs(5), "{process} is left running");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// Whether a process runs. One that nobody has waited for yet does not.
fn is_running(process: Pid) -> bool {
    let asked = ["-o", "stat=", "-p", &process.to_string()];
    let state = text(&Command::new("ps").args(asked).output().unwrap().stdout);
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

fn played(game: &str, players: &[&str], more: &[&str]) -> Output {
    let players = players.join(",");
    let args = [&["match", game, "--players", players.as_str()], more].concat();
    hornet(&args).output().unwrap()
}

fn as_json(output: &Output) -> Value {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    serde_json::from_slice(&output.stdout).unwrap()
}

const NAME: &str = concat!("Hornet v", env!("CARGO_PKG_VERSION"));

#[test]
fn hornet_plays_matches_against_itself_as_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let saved = ["--games", "2", "--plies", "30", "--save", games.to_str().unwrap()];
    let output = played("hive+mlp", &[&itself("0.1s"), "random"], &saved);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let table = text(&output.stdout);
    assert!(table.contains(&format!("{NAME}:0.1s")) && !table.contains("forfeit"), "{table}");
    let file = fs::read_to_string(games.join("0001.txt")).unwrap();
    let players = format!("players '{}' random", itself("0.1s"));
    assert_eq!(file.lines().nth(1), Some(players.as_str()));
    let path = games.join("0002.txt");
    let shown = hornet(&["show", "hive+mlp", "--load", path.to_str().unwrap()]).output().unwrap();
    assert_eq!((shown.status.code(), text(&shown.stderr)), (Some(0), String::new()));
}

#[test]
fn each_game_at_a_time_has_an_engine_of_its_own() {
    let more = ["--games", "4", "--plies", "12", "--json"];
    let json = as_json(&played("hive", &[&itself("1"), &itself("1")], &more));
    let name = format!("{NAME}:1");
    assert_eq!(json["players"], serde_json::json!([name, name]));
    assert_eq!(json["results"][1]["player"], format!("{name} (2)"));
    assert_eq!((json["finished"].as_u64(), json["forfeits"].as_u64()), (Some(4), Some(0)));
}

#[test]
fn an_engine_that_does_not_play_as_it_should_forfeits() {
    for (does, processes, reasons) in [
        (
            "echo $$ > child; echo 'out of\x1b[2J memory' >&2; exit 3",
            2,
            &["it ended without an answer to `bestmove time 00:00:00.1`", "of\\u{1b}[2J memory`"][..],
        ),
        ("echo 'wQ'; echo ok", 1, &["it played `wQ`: illegal, as by the tournament rule"]),
        ("echo 'wA1 wA2'; echo ok", 1, &["it played `wA1 wA2`: "]),
        ("printf 'I \\033[2J\\n\\nthink\\nok\\n'", 1, &["it played `think`: "]),
        ("echo ok", 1, &["its answer to `bestmove time 00:00:00.1` should be a move"]),
        (
            "echo 'err too tired'; echo ok",
            1,
            &["it refused `bestmove time 00:00:00.1`: `err too tired`"],
        ),
        (
            "while :; do echo hello; done",
            1,
            &["has more than 1000 lines without `ok`", "`hello hello"],
        ),
        ("tr '\\0' x < /dev/zero", 1, &["a line of more than 65536 bytes"]),
        (
            "trap '' TERM INT HUP; sleep 1000 & echo $! > child; wait",
            2,
            &["it gave no answer to `bestmove time 00:00:00.1` within 5.1 s"],
        ),
        ("echo 'wS1'; sleep 1000 & echo $! > child; wait", 2, &["within 5.1 s; it began `wS1`"]),
    ] {
        let engine = Engine::that(does);
        let output =
            played("hive+ml", &[&engine.named("0.1s"), "random"], &["--games", "1", "--json"]);
        let json = as_json(&output);
        assert_eq!(json["forfeits"], 1, "{does}: {json}");
        let game = &json["each"][0];
        assert_eq!(
            (&game["end"], &game["winner"]),
            (&"forfeit".into(), &"random".into()),
            "{json}"
        );
        let why = game["reason"].as_str().unwrap();
        assert!(reasons.iter().all(|part| why.contains(part)), "{does}: {why}");
        assert!(why.chars().count() < 400 && !why.contains('\x1b'), "{does}: {why}");
        assert_eq!(json["results"][0]["losses"], 1);
        engine.has_left_nothing(processes);
    }
}

#[test]
fn a_forfeit_is_told_with_its_reason_and_the_next_game_is_played() {
    let engine = Engine::that("echo nonsense; echo ok");
    let games = engine.path("games");
    let more = ["--games", "6", "--save", games.to_str().unwrap()];
    let output = played("hive", &[&engine.named("0.1s"), "random"], &more);
    let table = text(&output.stdout);
    assert!(
        table.contains(
            "6 games lost by forfeit:\n  game 1, white, Fake 1.0:0.1s: it played `nonsense`: "
        ),
        "{table}"
    );
    assert!(table.contains("  and 1 more; --json has the reasons\n"), "{table}");
    assert!(table.ends_with("Fake 1.0:0.1s won 0 of 6 games, lost 6, drew 0: 0.0% of decided games (95% sure: 0.0% to 39.0%).\n"), "{table}");
    let file = fs::read_to_string(games.join("0002.txt")).unwrap();
    assert!(file.contains("# black lost by forfeit: it played `nonsense`: "), "{file}");
    engine.has_left_nothing(1);
}

/// A match or game that cannot begin: what is said.
fn refused(args: &[&str], parts: &[&str]) {
    let output = hornet(args).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{said}");
    for part in parts {
        assert!(said.contains(part), "{args:?}: no `{part}` in {said}");
    }
}

#[test]
fn an_engine_that_cannot_play_the_game_is_refused_with_the_reason() {
    let fake = Engine::that("echo ok");
    let itself = itself("1");
    let one = |game: &str, player: &str, part: &str| {
        let players = format!("{player},random");
        refused(&["match", game, "--players", &players, "--games", "1"], &[part]);
        refused(&["play", game, "--players", &players, "--no-save"], &[part]);
    };
    one("tanks", &itself, "a UHP engine plays Hive only, not tanks");
    one("hive:starts=black", &itself, "cannot be told `starts=black`");
    one(
        "hive+mlp",
        &fake.named("1s"),
        "it does not know the pillbug; by its own words it knows `Mosquito;Ladybug`",
    );
    one(
        "hive",
        "uhp:\"/no/such/engine --a\":1s",
        "uhp:\"/no/such/engine --a\":1s: cannot start `/no/such/engine`: No such file",
    );
    one(
        "hive",
        &format!("{}@Speed=9", fake.named("1s")),
        "it refused `options set Speed 9`: `err no options`",
    );
    one("hive", &format!("{itself}@Speed=9"), "there is no option `Speed`");
    one(
        "hive",
        "uhp:\"sh -c 'echo hello; echo ok'\":1s",
        "its answer when it was started should be `id` and its name",
    );
    one(
        "hive",
        "uhp:\"sh -c 'echo trouble >&2'\":1s",
        "it ended without an answer when it was started; its last words: `trouble`",
    );
    one("hive", "uhp:\"sh", "a quote is not closed");
    fake.has_left_nothing(1);
}

#[test]
fn an_engine_is_not_asked_about_a_position_that_was_set_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("built.game");
    let facts = ["at(wS1, (0,0), 1)", "at(bS1, (1,0), 1)", "turn_number(3)", "turn(white)"];
    let lines: Vec<String> = facts.iter().map(|fact| format!("setup {fact}\n")).collect();
    fs::write(&file, format!("game hive\n{}", lines.concat())).unwrap();
    let (file, players) = (file.display().to_string(), format!("human,{}", itself("1s")));
    let args = ["play", "--load", &file, "--players", &players, "--no-save"];
    refused(&args, &["cannot be told of a position that was set up, only of moves"]);
}

#[test]
fn an_option_of_an_engine_can_be_set() {
    let log = Engine::script(
        "cd \"$(dirname \"$0\")\"; echo 'id Log'; echo ok
         while read -r line; do echo \"$line\" >> log; echo 'err enough'; echo ok; done",
    );
    let output =
        hornet(&["play", "hive", "--no-save", "--players", &format!("{}@A=1@B=c", log.named("3"))])
            .output()
            .unwrap();
    assert!(text(&output.stderr).contains("2 sides"), "a player is missing");
    played("hive", &[&format!("{}@A=1@B=c", log.named("3")), "random"], &["--games", "1"]);
    assert_eq!(fs::read_to_string(log.path("log")).unwrap(), "options set A 1\n");
    let options = format!("{}@DefaultSeconds=0.5@Style=mobility", itself("1"));
    let json = as_json(&played(
        "hive",
        &[&options, "random"],
        &["--games", "1", "--plies", "4", "--json"],
    ));
    assert_eq!(json["forfeits"], 0);
}

/// Starts a game or match, and waits until the engine is asked for a move.
fn thinking(engine: &Engine, args: &[&str]) -> Child {
    let mut command = hornet(args);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while engine.processes().len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not begin to think");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

#[test]
fn ctrl_c_leaves_no_engine_behind() {
    for times in [1, 2] {
        let engine = Engine::that("trap '' INT TERM; sleep 1000 & echo $! > child; wait");
        let players = format!("{},random", engine.named("600s"));
        let mut child =
            thinking(&engine, &["match", "hive", "--games", "1", "--players", &players]);
        for _ in 0..times {
            kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
            thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
        engine.has_left_nothing(2);
    }
}

#[test]
fn termination_leaves_no_engine_behind() {
    let engine = Engine::that("trap '' INT TERM; sleep 1000 & echo $! > child; wait");
    let players = format!("{},random", engine.named("600s"));
    let mut child = thinking(&engine, &["play", "hive", "--no-save", "--players", &players]);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).unwrap();
    let signal = std::os::unix::process::ExitStatusExt::signal(&child.wait().unwrap());
    assert_eq!(signal, Some(Signal::SIGTERM as i32));
    engine.has_left_nothing(2);
}

#[test]
fn an_engine_is_given_time_to_leave_and_what_it_started_is_ended() {
    let engine = Engine::that("sleep 1000 & echo $! > child; echo wS1; echo ok");
    played("hive", &[&engine.named("1s"), "random"], &["--games", "1", "--plies", "1"]);
    assert!(engine.path("left").exists());
    engine.has_left_nothing(2);
}

#[test]
fn at_the_table_an_engine_is_called_by_its_name_and_may_forfeit() {
    let engine = Engine::that("echo wQ; echo ok");
    let file = engine.path("my.game");
    let players = format!("{},random", engine.named("0.1s"));
    let args = ["play", "hive", "--players", &players, "--save", file.to_str().unwrap()];
    let output = hornet(&args).output().unwrap();
    let said = text(&output.stdout);
    assert!(said.contains("white: Fake 1.0:0.1s, black: random"), "{said}");
    let over = "The game is over: white lost by forfeit, so black won.\nFake 1.0:0.1s: it played \
                `wQ`: illegal, as by the tournament rule";
    assert!(said.contains(over), "{said}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(
        saved.contains("\nforfeited white\n# white lost by forfeit: it played `wQ`"),
        "{saved}"
    );
    engine.has_left_nothing(1);
}

#[test]
fn a_person_plays_against_an_engine_and_takes_moves_back() {
    let players = format!("human,{}", itself("1"));
    let mut child = hornet(&["play", "hive", "--no-save", "--players", &players])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let moves = "wS1\nundo\nwG1\nundo\nwA1\nhistory\nquit\n";
    child.stdin.take().unwrap().write_all(moves.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(said.matches("black plays b").count(), 3, "{said}");
    assert!(said.contains(&format!("% {NAME}:1: one of ")) && !said.contains("error"), "{said}");
}

#[test]
fn the_menu_takes_an_engine() {
    let mut child = hornet(&["play"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let answers = format!("hive\n\nuhp:\"/no/such\"\n{}\nrandom\n2\nno\n", itself("1"));
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert!(said.contains("or another program: uhp:\"COMMAND\":5s"), "{said}");
    assert!(said.contains("cannot start `/no/such`"), "{said}");
    assert!(said.contains(&format!("white: {NAME}:1, black: random")), "{said}");
}

/// A game file that names an engine, which would leave a trace.
fn tempting(folder: &Path) -> (PathBuf, PathBuf) {
    let (file, trace) = (folder.join("tempting.game"), folder.join("trace"));
    let engine = format!("uhp:\"touch {}\":1s", trace.display());
    fs::write(&file, format!("game hive\nplayers '{engine}' human\nwS1\n")).unwrap();
    (file, trace)
}

#[test]
fn a_game_file_does_not_start_programs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trace) = tempting(folder.path());
    let path = file.to_str().unwrap();
    let named = "names a player that is a program, `touch ";
    refused(&["play", "--load", path], &[named, "a file does not start programs", "--players"]);
    for args in [&["show", "hive"][..], &["repl", "hive"], &["moves", "hive"]] {
        let output = hornet(&[args, &["--load", path]].concat()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(!trace.exists());
    let others = ["play", "--load", path, "--players", "human,human", "--no-save"];
    assert!(hornet(&others).output().unwrap().status.success());
    assert!(!trace.exists());
    // It is a program that only leaves a trace, so there is no game with it.
    let engine = format!("human,uhp:\"touch {}\"", trace.display());
    refused(&["play", "--load", path, "--players", &engine], &["it ended without an answer"]);
    assert!(trace.exists(), "it was asked for");
}

#[test]
fn at_a_terminal_somebody_has_to_agree_to_a_program_that_a_file_names() {
    for (answer, is_started) in [("", false), ("no", false), ("yes", true)] {
        let folder = prompt::folder();
        let (_, trace) = tempting(folder.path());
        let mut prompt = prompt::hornet_with(&["play", "--load", "tempting.game"])
            .in_folder(folder.path())
            .prompt();
        prompt.shows("wants to start a program on this computer: `touch ");
        prompt.press(format!("{answer}{}", prompt::ENTER));
        prompt.shows(if is_started { "it ended without an answer" } else { "nothing is started" });
        assert_eq!(prompt.exit_code(), if is_started { 2 } else { 0 });
        assert_eq!(trace.exists(), is_started);
    }
}
