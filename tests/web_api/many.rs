//! Many tables at once with machines moving, and how long a click takes.

use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::server::{DELAY, Server, example, moves_to, with_rules};

/// The memory that the server has, in megabytes.
fn memory(server: &Server) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

/// How long requests took.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn told(&mut self, what: &str) -> Duration {
        self.0.sort();
        let at = |part: f64| self.0[((self.0.len() - 1) as f64 * part) as usize];
        let (half, most, last) = (at(0.5), at(0.99), at(1.0));
        println!(
            "{what}: {} requests, median {half:.1?}, 99% {most:.1?}, slowest {last:.1?}",
            self.0.len()
        );
        last
    }
}

/// A table of some game: every third with machines only.
fn beginning(number: usize) -> Value {
    let machine = ["minimax:2", "greedy"][number % 2];
    let players = match number % 3 {
        0 => json!([machine, "greedy"]),
        _ => json!(["human", machine]),
    };
    let game = match number % 4 {
        0 => json!({ "game": "tanks" }),
        1 => json!({ "game": "gauss" }),
        2 => json!({ "game": "hive" }),
        _ => with_rules("tictactoe.pl", &example("tictactoe.pl")),
    };
    let mut beginning = game;
    beginning["players"] = players;
    beginning["pace"] = json!("play");
    beginning
}

/// Looks and plays at random tables for a time.
fn client(
    server: &Server,
    ids: &[String],
    seed: u64,
    until: Instant,
) -> (Times, Times, Vec<(String, usize)>) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let (mut looks, mut moves, mut seen) = (Times::default(), Times::default(), Vec::new());
    while Instant::now() < until {
        let table = server.known(ids.choose(&mut chance).unwrap());
        let asked = Instant::now();
        let state = table.state();
        looks.0.push(asked.elapsed());
        seen.push((table.id.clone(), moves_to(&state).len()));
        if state["waits_for"]["who"] == "human"
            && let Some(action) = state["view"]["actions"].as_array().unwrap().choose(&mut chance)
        {
            let wanted = json!({ "move": action["term"], "version": state["version"] });
            let asked = Instant::now();
            let answer = table.post("/moves", wanted);
            moves.0.push(asked.elapsed());
            match answer.status {
                200 => seen.push((table.id.clone(), moves_to(&answer.json()).len())),
                409 => {}
                status => panic!("{status}: {}", answer.text),
            }
        }
        if !state["view"]["outcome"].is_null() && chance.random_bool(0.5) {
            // The next game, so that machines have something to do.
            table.post("/restart", json!({})).good();
            seen.retain(|(id, _)| *id != table.id);
        }
        thread::sleep(Duration::from_millis(chance.random_range(0..10)));
    }
    (looks, moves, seen)
}

fn tables_at_once(count: usize, seconds: u64) {
    let mut server = Server::start();
    let began = Instant::now();
    let ids: Vec<String> = (0..count).map(|number| server.table(beginning(number)).id).collect();
    println!("{count} tables begun in {:.1?}", began.elapsed());
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut looks, mut moves) = (Times::default(), Times::default());
    let seen = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                let (server, ids) = (&server, &ids);
                scope.spawn(move || client(server, ids, seed, until))
            })
            .collect();
        for thread in threads {
            let (looked, moved, counts) = thread.join().unwrap();
            looks.0.extend(looked.0);
            moves.0.extend(moved.0);
            seen.lock().unwrap().extend(counts);
        }
    });
    let (look, click) = (looks.told("GET state"), moves.told("POST moves"));
    let memory = memory(&server).expect("Linux tells it");
    println!("memory: {memory} MB");
    assert!(look < DELAY && click < DELAY, "somebody waited {look:?}, {click:?}");
    assert!(memory < 1024, "{memory} MB");
    let asked = Instant::now();
    let before = server.get("/tables").good();
    println!("GET tables: {:.1?}", asked.elapsed());
    assert_eq!(before["tables"].as_array().unwrap().len(), count);
    let trees: Vec<usize> =
        ids.iter().map(|id| server.known(id).state()["tree"].as_array().unwrap().len()).collect();
    server.restart();
    let asked = Instant::now();
    let mut listed = server.tables();
    println!("GET tables after a restart: {:.1?}", asked.elapsed());
    listed.sort();
    let mut all = ids.clone();
    all.sort();
    assert_eq!(listed, all);
    let asked = Instant::now();
    for (id, tree) in ids.iter().zip(trees) {
        let state = server.known(id).state();
        let found = state["tree"].as_array().unwrap().len();
        assert!(found >= tree, "{id}: {found} of {tree} positions");
    }
    println!("{count} tables opened in {:.1?}", asked.elapsed());
}

#[test]
fn forty_tables_at_once() {
    tables_at_once(40, 5);
}

#[test]
#[ignore = "takes a while; meant for a release build"]
fn two_hundred_tables_at_once() {
    tables_at_once(200, 20);
}

/// How long it takes from a click to the new board, with all 28 pieces of Hive in play.
#[test]
#[ignore = "measures; meant for a release build"]
fn from_click_to_board() {
    let server = Server::start();
    let all = json!({ "mosquito": "on", "ladybug": "on", "pillbug": "on" });
    let table = server.table(json!({ "game": "hive", "options": all }));
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut state = table.state();
    let in_play = |state: &Value| state["view"]["pieces"].as_array().unwrap().len();
    while in_play(&state) < 28 {
        let actions = state["view"]["actions"].as_array().unwrap();
        let is_placing = |action: &&Value| action["term"].as_str().unwrap().starts_with("place");
        let placing: Vec<&Value> = actions.iter().filter(is_placing).collect();
        let all: Vec<&Value> = actions.iter().collect();
        let chosen = placing.choose(&mut chance).or(all.choose(&mut chance));
        let Some(chosen) = chosen else { panic!("the game is over: {}", state["view"]["outcome"]) };
        state = table.play(chosen["term"].as_str().unwrap());
    }
    let actions = state["view"]["actions"].as_array().unwrap().clone();
    println!("{} legal moves, {} bytes of state", actions.len(), state.to_string().len());
    let (mut clicks, mut looks) = (Times::default(), Times::default());
    for _ in 0..200 {
        let touches = &actions.choose(&mut chance).unwrap()["touches"];
        let asked = Instant::now();
        table.post("/moves", json!({ "touches": touches })).good();
        clicks.0.push(asked.elapsed());
        let asked = Instant::now();
        table.state();
        looks.0.push(asked.elapsed());
        table.post("/undo", json!({})).good();
    }
    clicks.told("click to board");
    looks.told("GET state");
}
