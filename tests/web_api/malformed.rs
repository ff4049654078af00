//! Thousands of requests that are not as they should be: each is answered with what is
//! wrong, and the server goes on.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

use super::server::{Server, example, with_rules};

const METHODS: [&str; 10] =
    ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW", "get"];

/// A request that is taken apart and put together wrongly.
#[derive(Clone, Debug)]
struct Asked {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

/// Good requests, to begin with.
fn good(id: &str) -> Vec<(&'static str, String, Option<Value>)> {
    let at = |rest: &str| format!("/api/v1/tables/{id}{rest}");
    vec![
        ("GET", "/api/v1/games".into(), None),
        ("GET", "/api/v1/tables".into(), None),
        (
            "POST",
            "/api/v1/check".into(),
            Some(json!({ "name": "t.pl", "text": example("tictactoe.pl") })),
        ),
        (
            "POST",
            "/api/v1/tables".into(),
            Some(
                json!({ "game": "tanks", "options": { "size": 6 }, "players": ["human", "human"], "pace": "play" }),
            ),
        ),
        ("POST", "/api/v1/tables".into(), Some(with_rules("t.pl", &example("tictactoe.pl")))),
        ("POST", "/api/v1/tables".into(), Some(json!({ "record": "Base;wS1;bS1 wS1-" }))),
        ("POST", "/api/v1/tables".into(), Some(json!({ "saved": "1" }))),
        ("GET", at(""), None),
        ("GET", at("/view?node=1"), None),
        ("GET", at("/rules"), None),
        ("GET", at("/export?form=game&node=0"), None),
        ("GET", at("/export?form=svg"), None),
        ("GET", at("/events"), None),
        (
            "POST",
            at("/moves"),
            Some(json!({ "move": "b2-b3", "node": 0, "version": 1, "key": "k" })),
        ),
        ("POST", at("/moves"), Some(json!({ "touches": ["b2", "b3"] }))),
        ("POST", at("/what-if"), Some(json!({ "node": 0, "moves": ["b2-b3", "c5-c4"] }))),
        ("POST", at("/goto"), Some(json!({ "node": 0 }))),
        ("POST", at("/undo"), Some(json!({ "key": "x" }))),
        ("POST", at("/redo"), Some(json!({}))),
        ("POST", at("/restart"), Some(json!({}))),
        ("POST", at("/resign"), Some(json!({ "side": "bot" }))),
        ("POST", at("/agree-draw"), Some(json!({}))),
        ("DELETE", at("/nodes/1"), None),
        ("POST", at("/players"), Some(json!({ "players": ["human", "random"] }))),
        ("POST", at("/pace"), Some(json!({ "pace": "pause" }))),
        ("POST", at("/options"), Some(json!({ "show_options": true }))),
        ("POST", at("/machine"), Some(json!({ "player": "random" }))),
        ("POST", at("/hint"), Some(json!({ "seconds": 0.01, "node": 0 }))),
        ("POST", at("/prompt"), Some(json!({ "entry": "legal(A)." }))),
        ("POST", at("/prompt"), Some(json!({ "entry": "b2-b3; undo" }))),
        ("POST", at("/prompt"), Some(json!({ "entry": "fast(C) :- tank(C, _, _)." }))),
        ("POST", at("/complete"), Some(json!({ "entry": "why legal(mo" }))),
        ("POST", at("/why"), Some(json!({ "goal": "legal(move(b2, b3)).", "node": 0 }))),
        ("POST", at("/why"), Some(json!({ "move": "b2-b4" }))),
        ("POST", at("/why"), Some(json!({ "touches": ["b2", "b4"] }))),
        ("POST", at("/why"), Some(json!({ "piece": "b1" }))),
        ("POST", at("/setup"), Some(json!({ "steps": ["here", "tank(c3, bot, heavy)"] }))),
        ("POST", at("/setup"), Some(json!({ "steps": ["cancel"] }))),
        ("GET", "/".into(), None),
        ("GET", "/page/app.js".into(), None),
        ("POST", "/player_white?player=random".into(), Some(others_game())),
        (
            "POST",
            "/player_white?player=random".into(),
            Some(json!({ "action": "play", "player": "white" })),
        ),
    ]
}

/// A game that the server takes part in, as its messages tell it.
fn others_game() -> Value {
    let hand = |player: &str| json!({ "player": player, "pieces": ["queen", "ant", "ant"] });
    let spider = json!({ "x": 4, "y": 3, "color": "white", "type": "spider", "height": 0 });
    json!({
        "turn": 3, "board": [spider], "player": "white",
        "remaining_pieces": [hand("white"), hand("black")],
    })
}

/// Any value that nobody expects.
fn odd_value(chance: &mut ChaCha8Rng) -> Value {
    let texts = [
        "",
        " ",
        "..",
        "\0",
        "\u{feff}",
        "é",
        "\u{1F409}",
        "b2-b3",
        "a1",
        "hand:bot:x",
        "-1",
        "true",
        "{}",
        "(0,0)",
        "(99999999999,0)",
        "(-2147483648,2147483647)",
        "null",
        "'",
        "\"",
        "\\",
        "legal(",
        "/*",
        "%",
        "uhp:x",
        "minimax:999999",
        "minimax:9999999s",
        "minimax:-1",
        "minimax:1e9s",
        "greedy@",
        "\n\n",
        "aaaa:bbb",
        "[user].\n",
        "setup paste\n",
        "off 1",
        "off 999999999999999999999",
        "goto 99999999999999999999",
        "undo -1",
        "set limit 0",
        "set depth 99999999",
        "hint 0",
        "hint nan",
        "machine",
        "replace 1 x.",
        "why",
        "why not",
        "X = Y.",
        "X is 1/0.",
        "X is 9223372036854775807 + 1.",
        "legal(legal(legal(X))).",
        "between(1,inf,X).",
        "hand:",
        "hand::",
        "z99",
        "a0",
        "a-1",
        "aa1",
        "(0,",
        "mark",
        "open 999999",
        "forget all",
        "what if",
    ];
    match chance.random_range(0..16) {
        0 => Value::Null,
        1 => json!(chance.random::<bool>()),
        2 => json!(chance.random_range(-3i64..9)),
        3 => json!(*[i64::MIN, i64::MAX, -1, 1 << 32, 1 << 53].choose(chance).unwrap()),
        4 => json!(u64::MAX),
        5 => json!(*[0.5, -0.0, 1e308, 5e-324, -1e10].choose(chance).unwrap()),
        6 => json!([]),
        7 => json!({}),
        8 => json!([["b2"], {}, null]),
        9 => json!({ "game": { "game": [] } }),
        10 => json!("x".repeat(chance.random_range(1..5000))),
        _ => json!(*texts.choose(chance).unwrap()),
    }
}

/// Changes something inside of a value.
fn changed(value: &mut Value, chance: &mut ChaCha8Rng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && chance.random_bool(0.8) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = names.choose(chance).unwrap();
            match chance.random_range(0..6) {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert("unknown".into(), odd_value(chance))),
                2 => drop(fields.insert(name.to_uppercase(), odd_value(chance))),
                3 => {
                    let others = [
                        "game", "rules", "record", "saved", "move", "touches", "node", "key",
                        "goal",
                    ];
                    drop(
                        fields
                            .insert(others.choose(chance).unwrap().to_string(), odd_value(chance)),
                    );
                }
                _ => changed(&mut fields[name], chance),
            }
        }
        Value::Array(items) if !items.is_empty() && chance.random_bool(0.7) => {
            let index = chance.random_range(0..items.len());
            match chance.random_range(0..4) {
                0 => drop(items.remove(index)),
                1 => items.push(odd_value(chance)),
                _ => changed(&mut items[index], chance),
            }
        }
        Value::String(text) if chance.random_bool(0.4) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = chance.random_range(0..=letters.len());
            match chance.random_range(0..3) {
                0 => letters.truncate(at),
                1 => letters.insert(
                    at,
                    *['(', ')', '.', ',', '\0', '\'', 'X', '_', '\u{202e}', '9']
                        .choose(chance)
                        .unwrap(),
                ),
                _ => letters.rotate_left(at),
            }
            *text = letters.into_iter().collect();
        }
        value => *value = odd_value(chance),
    }
}

/// Changes bytes, so that a text is perhaps not JSON or UTF-8 any more.
fn garbled(bytes: &mut Vec<u8>, chance: &mut ChaCha8Rng) {
    for _ in 0..chance.random_range(1..4) {
        let at = chance.random_range(0..=bytes.len());
        match chance.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, chance.random()),
            2 => drop(bytes.splice(at..at, [0xff, 0xfe])),
            3 => drop(bytes.splice(at..at, *b"\xc3\x28")),
            4 => drop(bytes.splice(at..at, vec![b'['; 5000])),
            _ if at < bytes.len() => bytes[at] = chance.random(),
            _ => bytes.clear(),
        }
    }
}

fn odd_path(path: &str, chance: &mut ChaCha8Rng) -> String {
    match chance.random_range(0..10) {
        0 => format!("{path}/"),
        1 => path.replacen("/api", "/API", 1),
        2 => path.replacen("/v1", "/v2", 1),
        3 => format!(
            "{path}?node={}",
            *["", "-1", "1e9", "%ff", "18446744073709551616"].choose(chance).unwrap()
        ),
        4 => format!("{path}%{}", *["", "0", "zz", "00", "ff", "2e"].choose(chance).unwrap()),
        5 => path.replacen("tables/", "tables//", 1),
        6 => path.replacen("tables/", "tables/../tables/", 1),
        7 => path.chars().rev().collect(),
        8 => format!("{path}&form=&form=x&&==&node=1;2"),
        _ => path.chars().take(chance.random_range(0..=path.len())).collect(),
    }
}

fn mutated(asked: (&str, String, Option<Value>), chance: &mut ChaCha8Rng) -> Asked {
    let (method, path, body) = asked;
    let mut asked = Asked { method: method.into(), path, headers: Vec::new(), body: None };
    let mut body = body;
    if body.is_none() && chance.random_bool(0.2) {
        body = Some(Value::Object(Map::new()));
    }
    if let Some(mut body) = body {
        asked.headers.push(("content-type".into(), "application/json".into()));
        for _ in 0..chance.random_range(0..3) {
            changed(&mut body, chance);
        }
        let mut bytes = body.to_string().into_bytes();
        if chance.random_bool(0.2) {
            garbled(&mut bytes, chance);
        }
        asked.body = Some(bytes);
    }
    if chance.random_bool(0.15) {
        asked.method = METHODS.choose(chance).unwrap().to_string();
    }
    if chance.random_bool(0.2) {
        asked.path = odd_path(&asked.path, chance);
    }
    if chance.random_bool(0.1) {
        let header = [
            ("content-type", "text/plain"),
            ("content-type", ""),
            ("x-seat-key", "\u{e9}"),
            ("accept", "application/vnd.hornet+json"),
            ("accept", "image/png"),
            ("range", "bytes=0-"),
            ("expect", "100-continue"),
            ("accept-encoding", "gzip"),
            ("if-none-match", "*"),
            ("upgrade", "websocket"),
            ("origin", "null"),
            ("cookie", ";;;=;hornet"),
            ("authorization", "Bearer"),
            ("x-forwarded-host", "evil.example"),
        ];
        let (name, value) = header.choose(chance).unwrap();
        asked.headers.retain(|(known, _)| known != name);
        asked.headers.push((name.to_string(), value.to_string()));
    }
    asked
}

impl Asked {
    fn bytes(&self, host: &str) -> Vec<u8> {
        let mut text = format!(
            "{} {} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n",
            self.method, self.path
        );
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = &self.body {
            text += &format!("content-length: {}\r\n", body.len());
        }
        let mut bytes = (text + "\r\n").into_bytes();
        bytes.extend(self.body.iter().flatten());
        bytes
    }

    /// Whether it may remove one of the tables.
    fn removes(&self, ids: &[String]) -> bool {
        let path = self.path.split(['?', '#']).next().unwrap_or_default();
        self.method == "DELETE"
            && ids.iter().any(|id| path.trim_end_matches('/').ends_with(id.as_str()))
    }
}

/// Not even HTTP, or hardly.
fn garbage(host: &str, chance: &mut ChaCha8Rng) -> Vec<u8> {
    let fixed: &[&str] = &[
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET /api/v1/games HTTP/1.1\r\nhost HOST\r\n\r\n",
        "GET /api/v1/games HTTP/1.1\r\nhost: HOST\r\ncontent-length: -5\r\n\r\n",
        "POST /api/v1/tables HTTP/1.1\r\nhost: HOST\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}",
        "POST /api/v1/tables HTTP/1.1\r\nhost: HOST\r\ntransfer-encoding: chunked\r\ncontent-length: 6\r\n\r\n0\r\n\r\n",
        "POST /api/v1/tables HTTP/1.1\r\nhost: HOST\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n",
        "POST /api/v1/tables HTTP/1.1\r\nhost: HOST\r\ntransfer-encoding: gzip\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT example.org:443 HTTP/1.1\r\nhost: HOST\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
        "GET http://HOST/api/v1/games HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
        "GET /api/v1/games\0 HTTP/1.1\r\nhost: HOST\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0",
    ];
    match chance.random_bool(0.7) {
        true => fixed.choose(chance).unwrap().replace("HOST", host).into_bytes(),
        false => (0..chance.random_range(1..400)).map(|_| chance.random()).collect(),
    }
}

/// The answer that comes: its status, and its body. One that never ends is not read to
/// its end.
fn answer(mut stream: TcpStream) -> Option<(u16, String)> {
    let (mut all, mut part) = (Vec::new(), [0; 65536]);
    while let Ok(count @ 1..) = stream.read(&mut part) {
        all.extend(&part[..count]);
        if all.windows(17).any(|it| it == b"text/event-stream") {
            break;
        }
    }
    let text = String::from_utf8_lossy(&all).into_owned();
    let text = text.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n").unwrap_or(&text);
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_string()))
}

fn is_told_what_is_wrong(status: u16, body: &str) -> bool {
    let error: Value = serde_json::from_str(body).unwrap_or_default();
    let message = error["error"]["message"].as_str().unwrap_or_default();
    status < 400
        || (!message.is_empty() && message.len() < 20_000 && error["error"]["code"].is_string())
}

/// Sends requests from a seed on; how many had which status.
fn send(server: &Server, ids: &[String], seed: u64, count: usize) -> Vec<u16> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let host = server.address.to_string();
    let mut statuses = Vec::new();
    for number in 0..count {
        if chance.random_bool(0.08) {
            let bytes = garbage(&host, &mut chance);
            let mut stream = server.connect();
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(Shutdown::Write);
            if let Some((status, body)) = answer(stream) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                assert!(status < 500 || status == 503 || status == 505, "{text}: {status} {body}");
                statuses.push(status);
            }
            continue;
        }
        let all = good(ids.choose(&mut chance).unwrap());
        let asked = mutated(all.choose(&mut chance).unwrap().clone(), &mut chance);
        if asked.removes(ids) {
            continue;
        }
        let bytes = asked.bytes(&host);
        let what = || format!("seed {seed}, number {number}:\n{}", String::from_utf8_lossy(&bytes));
        let began = Instant::now();
        let mut stream = server.connect();
        stream.write_all(&bytes).unwrap();
        let (status, body) = answer(stream).unwrap_or_else(|| panic!("no answer to {}", what()));
        assert!(began.elapsed() < Duration::from_secs(15), "{:?} for {}", began.elapsed(), what());
        let is_fine = (200..500).contains(&status) || status == 503;
        assert!(is_fine, "{status} {body}\nto {}", what());
        let is_head = asked.method == "HEAD";
        // What is no request line is answered before anybody looks at it.
        let is_http = !asked.path.is_empty() && asked.path.starts_with('/');
        assert!(
            is_head || !is_http || is_told_what_is_wrong(status, &body),
            "{status} {body}\nto {}",
            what()
        );
        statuses.push(status);
    }
    statuses
}

fn requests_that_are_not_as_they_should_be(count: usize, seed: u64) {
    const THREADS: usize = 4;
    let server = Server::start();
    std::fs::write(server.folder("games").join("a.game"), "game tanks:6\nb2-b3\n").unwrap();
    let mut ids: Vec<String> = Vec::new();
    for beginning in
        [json!({ "game": "tanks", "options": { "size": 6 } }), json!({ "game": "hive" })]
    {
        ids.push(server.table(beginning).id);
    }
    ids.push(server.table(with_rules("t.pl", &example("tictactoe.pl"))).id);
    server.known(&ids[0]).play_all(&["b2-b3", "c5-c4"]);
    let statuses: Vec<u16> = thread::scope(|scope| {
        let (server, ids) = (&server, &ids);
        let threads = (0..THREADS).map(|thread| {
            scope.spawn(move || send(server, ids, seed + thread as u64, count / THREADS))
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let mut counts = std::collections::BTreeMap::new();
    for status in &statuses {
        *counts.entry(*status).or_insert(0) += 1;
    }
    println!("{} answers by status: {counts:?}", statuses.len());
    assert!(statuses.len() > count * 9 / 10);
    let listed = server.tables();
    for id in &ids {
        assert!(listed.contains(id));
        let state = server.known(id).state();
        assert!(state["version"].as_u64().unwrap() > 1);
    }
    server.get("/games").good();
}

#[test]
fn two_thousand_requests_that_are_not_as_they_should_be() {
    requests_that_are_not_as_they_should_be(2000, 1);
}

#[test]
#[ignore = "takes some minutes"]
fn fifty_thousand_requests_that_are_not_as_they_should_be() {
    let seed = std::env::var("HORNET_FUZZ_SEED").map_or(1000, |seed| seed.parse().unwrap());
    requests_that_are_not_as_they_should_be(50_000, seed);
}
