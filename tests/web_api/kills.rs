//! The server is killed while machines play and somebody moves: whatever it had
//! answered is there again.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use ureq::Agent;

use super::server::{Server, example, moves_to, positions, with_rules};

/// A request that may fail, as the server may be killed meanwhile.
fn ask(agent: &Agent, url: &str, body: Option<Value>) -> Option<Value> {
    let answered = match body {
        Some(body) => agent.post(url).content_type("application/json").send(body.to_string()),
        None => agent.get(url).call(),
    };
    let mut answered = answered.ok().filter(|answered| answered.status() == 200)?;
    let text = answered.body_mut().with_config().limit(64 << 20).read_to_string().ok()?;
    serde_json::from_str(&text).ok()
}

/// The moves to each position of a table.
fn positions_of(state: &Value) -> BTreeSet<Vec<String>> {
    positions(state).into_values().collect()
}

/// Plays, goes back and begins variations until the server is gone; the last answer.
fn play_until_killed(base: &str, id: &str, seed: u64, last: &Mutex<Option<Value>>) {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("{base}/tables/{id}");
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let Some(mut state) = ask(&agent, &url, None) else { return };
    loop {
        *last.lock().unwrap() = Some(state.clone());
        let actions = state["view"]["actions"].as_array().unwrap();
        let next = match (chance.random_range(0..10), actions.choose(&mut chance)) {
            (0, _) if state["at"] != 0 => ("undo", json!({})),
            (1, _) => {
                let node = &state["tree"].as_array().unwrap().choose(&mut chance).unwrap()["node"];
                ("goto", json!({ "node": node }))
            }
            (_, Some(action)) => ("moves", json!({ "move": action["term"] })),
            (_, None) => ("restart", json!({})),
        };
        let Some(after) = ask(&agent, &format!("{url}/{}", next.0), Some(next.1)) else { return };
        state = after;
    }
}

fn nothing_is_lost_by_kills(kills: u64) {
    let mut server = Server::start();
    let own = [
        server.table(json!({ "game": "tanks", "options": { "size": 6 } })).id,
        server.table(with_rules("tictactoe.pl", &example("tictactoe.pl"))).id,
    ];
    let machines = [
        json!({ "game": "tanks", "players": ["greedy", "random"] }),
        json!({ "game": "gauss", "players": ["random", "random"] }),
        json!({ "game": "hive", "players": ["random", "greedy"] }),
    ];
    let machines: Vec<String> =
        machines.into_iter().map(|beginning| server.table(beginning).id).collect();
    let mut chance = ChaCha8Rng::seed_from_u64(3);
    let (mut moves, mut lost_race) = (0, 0);
    for kill in 0..kills {
        for id in &machines {
            let table = server.known(id);
            if !table.state()["view"]["outcome"].is_null() {
                table.post("/restart", json!({})).good();
            }
            table.post("/pace", json!({ "pace": "play" })).good();
        }
        let base = format!("http://{}/api/v1", server.address);
        let last: Vec<Mutex<Option<Value>>> = own.iter().map(|_| Mutex::default()).collect();
        let before: Vec<Value> = machines.iter().map(|id| server.known(id).state()).collect();
        thread::scope(|scope| {
            for (number, (id, last)) in own.iter().zip(&last).enumerate() {
                let base = &base;
                scope.spawn(move || play_until_killed(base, id, 2 * kill + number as u64, last));
            }
            thread::sleep(Duration::from_millis(chance.random_range(0..400)));
            server.kill();
        });
        server.restart();
        for (id, last) in own.iter().zip(last) {
            let Some(before) = last.into_inner().unwrap() else { continue };
            let after = server.known(id).state();
            let (told, found) = (positions_of(&before), positions_of(&after));
            assert!(told.is_subset(&found), "kill {kill}: {:?} is lost", told.difference(&found));
            let more = found.difference(&told).count();
            assert!(more <= 1, "kill {kill}: {more} moves that nobody played");
            lost_race += more;
            if more == 0 && moves_to(&before) != moves_to(&after) {
                // Going back was under way: then it stands at another known position.
                assert!(told.contains(&moves_to(&after)), "kill {kill}");
            }
            moves += told.len();
        }
        for (id, before) in machines.iter().zip(before) {
            let after = server.known(id).state();
            let (told, found) = (positions_of(&before), positions_of(&after));
            assert!(told.is_subset(&found), "kill {kill}: {:?} is lost", told.difference(&found));
        }
    }
    println!("{kills} kills, {moves} positions compared, {lost_race} moves were under way");
}

#[test]
fn nothing_is_lost_by_a_few_kills() {
    nothing_is_lost_by_kills(6);
}

#[test]
#[ignore = "takes a while"]
fn nothing_is_lost_by_fifty_kills() {
    nothing_is_lost_by_kills(50);
}
