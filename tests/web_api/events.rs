//! What happens at a table is told to whoever listens, as it happens.

use std::io::{Read, Write};

use serde_json::{Value, json};

use super::server::{Server, example, moves_to, texts, with_rules};

#[test]
fn who_listens_sees_the_table_at_once_and_after_each_change() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    let (one, other) = (table.listen(), table.listen());
    for listener in [&one, &other] {
        assert_eq!(listener.next(), ("state".into(), table.state()));
    }
    let after = table.play("b2-b3");
    let undone = table.post("/undo", json!({})).good();
    table.enter("legal(move(b2, b4)) :- turn(bot).");
    for listener in [&one, &other] {
        assert_eq!(listener.next(), ("state".into(), after.clone()));
        assert_eq!(listener.next(), ("state".into(), undone.clone()));
        let (name, state) = listener.next();
        assert_eq!((name.as_str(), &state["by_the_book"]), ("state", &json!(false)));
    }
    // A question, a look back and what is refused change nothing.
    table.reply("turn(P).", "answers");
    table.get("/view?node=0").good();
    table.post("/what-if", json!({ "moves": ["b2-b3"] })).good();
    table.post("/moves", json!({ "move": "b2-b1" })).wrong(422, "refused");
    let seat = table.post("/seats", json!({ "side": "bot" })).good();
    let (_, state) = one.next();
    assert_eq!(state["sides"][0]["taken"], true);
    let key = seat["key"].as_str().unwrap();
    assert!(!state.to_string().contains(key));
    server.ask("DELETE", &table.path(""), None, &[("x-seat-key", key)]);
    for listener in [&one, &other] {
        listener.next_called("closed");
    }
}

#[test]
fn a_machine_is_heard_before_it_moves() {
    let server = Server::start();
    let table = server.table(json!({ "game": "hive", "players": ["human", "minimax:1s"] }));
    let listener = table.listen();
    listener.next_called("state");
    table.play("wS1");
    let state = listener.next_called("state");
    assert_eq!(state["waits_for"], json!({ "side": "black", "who": "machine" }));
    let mut thoughts = Vec::new();
    let considered = loop {
        let (name, data) = listener.next();
        match name.as_str() {
            "thinking" => thoughts.push(data),
            "considering" => break data,
            name => panic!("{name}: {data}"),
        }
    };
    assert!(thoughts.len() > 1, "{thoughts:?}");
    assert!(thoughts.iter().all(|it| it["side"] == "black" && it["words"].is_string()));
    assert!(thoughts.last().unwrap()["words"].as_str().unwrap().len() > "black thinks".len());
    assert_eq!(considered["side"], "black");
    assert!(considered["touch"].as_str().unwrap().starts_with("hand:black:"));
    assert!(texts(&considered["cells"]).contains(&"(1,0)"), "{considered}");
    let state = listener.next_called("state");
    assert_eq!(moves_to(&state), ["wS1", considered["move"].as_str().unwrap()]);
    assert_eq!(state["thinking"], Value::Null);
    // Who does not want to see it is not shown it.
    let state = table.post("/options", json!({ "show_options": false })).good();
    assert_eq!(state["show_options"], false);
    table.post("/players", json!({ "players": ["human", "greedy"] })).good();
    let first = state["view"]["actions"][0]["text"].as_str().unwrap();
    table.play(first);
    loop {
        let (name, state) = listener.next();
        assert_ne!(name, "considering");
        if name == "state" && moves_to(&state).len() == 4 {
            break;
        }
    }
}

#[test]
fn who_comes_while_a_machine_thinks_is_told_so() {
    let server = Server::start();
    let table = server.table(json!({ "game": "gauss", "players": ["human", "minimax:30s"] }));
    table.play("r d2");
    let state = table.wait("thought", |state| {
        state["thinking"]["words"].as_str().is_some_and(|it| it.len() > 20)
    });
    assert_eq!(state["thinking"]["side"], "blue");
    let (name, seen) = table.listen().next();
    assert_eq!((name.as_str(), &seen["thinking"]["side"]), ("state", &json!("blue")));
    // Nobody moves for it meanwhile.
    let other = state["view"]["actions"][0]["term"].clone();
    table.post("/moves", json!({ "move": other })).wrong(409, "conflict");
    // Going back stops it.
    let state = table.post("/undo", json!({})).good();
    assert_eq!((&state["thinking"], &state["at"]), (&Value::Null, &json!(0)));
}

#[test]
fn all_listeners_hear_a_whole_game_of_machines() {
    let server = Server::start();
    let mut beginning = with_rules("tictactoe.pl", &example("tictactoe.pl"));
    beginning["players"] = json!(["random", "greedy"]);
    let table = server.table(beginning);
    table.post("/options", json!({ "show_options": false })).good();
    let listeners: Vec<_> = (0..5).map(|_| table.listen()).collect();
    for listener in &listeners {
        listener.next_called("state");
    }
    table.post("/pace", json!({ "pace": "play" })).good();
    let heard = listeners.iter().map(|listener| {
        let mut states = Vec::new();
        while states.last().is_none_or(|state: &Value| state["view"]["outcome"].is_null()) {
            states.push(listener.next_called("state"));
        }
        states
    });
    let heard: Vec<Vec<Value>> = heard.collect();
    assert!(heard.iter().all(|states| *states == heard[0]), "they hear the same");
    let numbers = heard[0].iter().map(|state| moves_to(state).len());
    let last = numbers.fold(0, |last, next| {
        assert!(next == last || next == last + 1, "no move is left out");
        next
    });
    assert!(last >= 5);
}

/// Who listens but does not read holds nobody up, and is told how things stand when it
/// reads again.
#[test]
fn who_falls_behind_is_told_the_latest() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 26 } }));
    let mut stream = server.connect();
    let path = table.path("/events");
    let asked = format!("GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    stream.write_all(asked.as_bytes()).unwrap();
    let other = table.listen();
    other.next_called("state");
    let mut version = 0;
    for number in 0..200 {
        let state = table.post("/options", json!({ "show_options": number % 2 == 0 })).good();
        version = state["version"].as_u64().unwrap();
        assert_eq!(other.next_called("state")["version"], version);
    }
    let wanted = format!("\"version\":{version},");
    let (mut heard, mut bytes) = (Vec::<u8>::new(), [0; 1 << 16]);
    while !heard.windows(wanted.len()).any(|part| part == wanted.as_bytes()) {
        // What was looked through can go.
        heard.drain(..heard.len().saturating_sub(wanted.len()));
        let count = stream.read(&mut bytes).unwrap();
        assert!(count > 0, "the stream ended");
        heard.extend(&bytes[..count]);
    }
}
