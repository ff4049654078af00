//! Nothing is lost when whoever plays is killed: a process that writes a game
//! file is killed at random moments, and all it had said to be written is there.
//!
//! The process is this test once more, started with the path of the game file
//! in its environment.

mod support;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use hornet::game::Game;
use hornet::logic::engine::Limits;
use hornet::play::{Journal, JournalError, RecordError};
use rand::Rng;
use rand::seq::IndexedRandom;
use support::{chance, rules};

const FILE: &str = "HORNET_TEST_JOURNAL";
const SEED: &str = "HORNET_TEST_SEED";
const KILLS: u64 = 50;
const GAMES: [&str; 3] = ["tanks:6", "hive", "gauss"];

/// Plays at random, now and then taking back, and tells before and after each
/// step: `will play ACTION` or `will undo`, then `done`.
#[test]
fn plays_until_it_is_killed() {
    let Some(path) = env::var_os(FILE) else { return };
    let seed: u64 = env::var(SEED).unwrap().parse().unwrap();
    let mut chance = chance(seed);
    let mut out = std::io::stdout();
    let mut tell = |text: &str| {
        writeln!(out, "{text}").unwrap();
        out.flush().unwrap();
    };
    let mut game = Game::new(rules(GAMES[seed as usize % GAMES.len()])).unwrap();
    let players = ["random".to_string(), "random".to_string()];
    let mut journal = Journal::create(Path::new(&path), &game, &players).unwrap();
    tell("begun");
    loop {
        let legal = game.legal().unwrap();
        if legal.is_empty() || chance.random_range(0..6) == 0 {
            tell("will undo");
            journal.take_back(1).unwrap();
            game.undo();
        } else {
            let action = legal.choose(&mut chance).unwrap();
            tell(&format!("will play {}", game.rules().presentation().write(&game, action)));
            journal.append(&game, action).unwrap();
            game.play(action).unwrap();
        }
        tell("done");
        thread::sleep(Duration::from_micros(chance.random_range(0..2000)));
    }
}

/// What the process had done, and what it was about to do when it was killed.
#[derive(Default)]
struct Told {
    has_begun: bool,
    done: Vec<String>,
    then: Option<Vec<String>>,
}

fn understood(out: &str) -> Told {
    let mut told = Told::default();
    // The last line may have been cut off by the kill, too.
    let whole = out.rfind('\n').map_or("", |end| &out[..end]);
    for line in whole.lines() {
        if line.ends_with("begun") {
            told.has_begun = true;
        } else if let Some(action) = line.strip_prefix("will play ") {
            let mut then = told.done.clone();
            then.push(action.to_string());
            told.then = Some(then);
        } else if line == "will undo" {
            let mut then = told.done.clone();
            then.pop();
            told.then = Some(then);
        } else if line == "done" {
            told.done = told.then.take().expect("it was announced");
        }
    }
    told
}

/// When to kill a process.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// So long after it was started.
    Started(Duration),
    /// So long after its game has begun.
    Begun(Duration),
}

/// Lets a process play, kills it, and hears what it told.
fn killed(path: &Path, seed: u64, moment: Moment) -> Told {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "plays_until_it_is_killed", "--nocapture"])
        .env(FILE, path)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = BufReader::new(child.stdout.take().unwrap());
    let (begin, begun) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut out = String::new();
        while pipe.read_line(&mut out).unwrap() > 0 {
            if out.ends_with("begun\n") {
                let _ = begin.send(());
            }
        }
        out
    });
    match moment {
        Moment::Started(time) => thread::sleep(time),
        Moment::Begun(time) => {
            let waited = begun.recv_timeout(Duration::from_secs(60));
            assert!(waited.is_ok(), "seed {seed}: it does not begin");
            thread::sleep(time);
        }
    }
    assert!(child.try_wait().unwrap().is_none(), "seed {seed}: it ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    understood(&reader.join().unwrap())
}

fn written(game: &Game) -> Vec<String> {
    let moves = game.moves();
    moves
        .iter()
        .map(|(before, action)| before.rules().presentation().write(before, action))
        .collect()
}

#[test]
fn nothing_is_lost_by_a_kill() {
    if env::var_os(FILE).is_some() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let mut chance = chance(7);
    let (mut begun, mut steps) = (0, 0);
    for seed in 0..KILLS {
        let path = directory.path().join(format!("{seed}.game"));
        let moment = match seed % 5 {
            0 => Moment::Started(Duration::from_micros(chance.random_range(0..20_000))),
            _ => Moment::Begun(Duration::from_micros(chance.random_range(0..200_000))),
        };
        println!("seed {seed}, killed at {moment:?}");
        let told = killed(&path, seed, moment);
        let (mut journal, loaded) = match Journal::resume(&path, None, Limits::default()) {
            Ok(resumed) => resumed,
            Err(JournalError::Record(RecordError::File { .. } | RecordError::Unbegun { .. })) => {
                assert!(!told.has_begun, "seed {seed}: the game is lost");
                continue;
            }
            Err(error) => panic!("seed {seed}: {error}\n{}", fs::read_to_string(&path).unwrap()),
        };
        let found = written(&loaded.game);
        assert!(
            found == told.done || Some(&found) == told.then.as_ref(),
            "seed {seed}: {found:?}, yet it had done {:?} and then {:?}",
            told.done,
            told.then
        );
        begun += 1;
        steps += found.len();
        // And the game goes on.
        let mut game = loaded.game;
        if let Some(action) = game.legal().unwrap().choose(&mut chance) {
            journal.append(&game, action).unwrap();
            game.play(action).unwrap();
            drop(journal);
            let again = Journal::resume(&path, None, Limits::default()).unwrap().1;
            assert_eq!(again.dropped, None);
            assert_eq!(written(&again.game), written(&game));
        }
    }
    println!("{begun} games had begun, with {steps} actions");
    assert!(begun >= KILLS / 5 * 4 && steps > 100, "the kills came too early to show anything");
}
