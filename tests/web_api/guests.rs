//! Seats: who takes one has a key, and nobody else moves for that side.

use serde_json::{Value, json};

use super::server::{Answer, Server, Table, moves_to};

/// Asks with a key in the head.
fn with_key(table: &Table, method: &str, rest: &str, body: Option<Value>, key: &str) -> Answer {
    let body = body.map(|body| body.to_string());
    table.server.ask(method, &table.path(rest), body.as_deref(), &[("x-seat-key", key)])
}

fn seat(table: &Table, side: &str) -> String {
    let taken = table.post("/seats", json!({ "side": side })).good();
    taken["key"].as_str().unwrap().to_string()
}

#[test]
fn only_who_has_a_seat_moves_for_its_side() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    let bot = seat(&table, "bot");
    assert!(bot.len() >= 20 && bot.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{bot}");
    let state = table.state();
    assert_eq!(
        (&state["sides"][0]["taken"], &state["sides"][1]["taken"]),
        (&json!(true), &json!(false))
    );
    assert!(!state.to_string().contains(&bot), "a key is told to nobody else");
    table.post("/seats", json!({ "side": "bot" })).wrong(409, "conflict");
    table.post("/seats", json!({ "side": "green" })).wrong(404, "not_found");
    table.post("/moves", json!({ "move": "b2-b3" })).wrong(403, "seat");
    table.post("/moves", json!({ "move": "b2-b3", "key": "wrong" })).wrong(403, "seat");
    table.post("/moves", json!({ "move": "b2-b3", "key": bot })).good();
    // The other seat is free.
    table.play("c5-c4");
    let top = seat(&table, "top");
    table.post("/moves", json!({ "move": "b3xc4", "key": top })).wrong(403, "seat");
    with_key(&table, "POST", "/moves", Some(json!({ "move": "b3xc4" })), &bot).good();
    assert_eq!(table.moves(), ["b2-b3", "c5-c4", "b3xc4"]);
}

#[test]
fn without_a_key_nothing_at_a_taken_table_changes() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    table.play_all(&["b2-b3", "c5-c4"]);
    table.post("/moves", json!({ "move": "d5-d4", "node": 1 })).good();
    let (bot, top) = (seat(&table, "bot"), seat(&table, "top"));
    let before = table.state();
    for (path, body) in [
        ("/moves", json!({ "move": "a2-a3" })),
        ("/goto", json!({ "node": 1 })),
        ("/undo", json!({})),
        ("/redo", json!({})),
        ("/restart", json!({})),
        ("/resign", json!({ "side": "top" })),
        ("/agree-draw", json!({})),
        ("/players", json!({ "players": ["human", "random"] })),
        ("/machine", json!({ "player": "random" })),
    ] {
        table.post(path, body.clone()).wrong(403, "seat");
        let mut body = body;
        body["key"] = json!("wrong");
        table.post(path, body).wrong(403, "seat");
    }
    table.delete("/nodes/2").wrong(403, "seat");
    table.delete("/seats/bot").wrong(403, "seat");
    table.delete("").wrong(403, "seat");
    for entry in [
        "undo",
        "goto 1",
        "a2-a3",
        "play a2-a3",
        "off 100",
        "reset rules",
        "new",
        "machine random",
        "fast(X) :- tank(X, _, _).",
        "p(1). p(2).",
        "undo rules",
        "redo",
    ] {
        let replies = table.enter(entry);
        assert_eq!(replies[0]["kind"], "error", "{entry}: {replies:?}");
    }
    assert_eq!(table.state(), before);
    // Looking and asking are free.
    table.post("/why", json!({ "move": "a2-a3" })).good();
    table.reply("legal(A).", "answers");
    table.post("/what-if", json!({ "moves": ["a2-a3"] })).good();
    table.post("/hint", json!({ "seconds": 0.05 })).good();
    table.get("/export?form=game");
    assert_eq!(table.state(), before);
    // Whoever has one of the seats may go back.
    table.post("/undo", json!({ "key": top })).good();
    with_key(&table, "DELETE", "/nodes/2", None, &bot).good();
    table.post("/resign", json!({ "side": "top", "key": bot })).wrong(403, "seat");
    table.post("/resign", json!({ "side": "top", "key": top })).good();
}

#[test]
fn a_seat_is_left_and_taken_again() {
    let server = Server::start();
    let table = server.table(json!({ "game": "gauss" }));
    let red = seat(&table, "red");
    with_key(&table, "DELETE", "/seats/red", None, "wrong").wrong(403, "seat");
    with_key(&table, "DELETE", "/seats/red", None, &red).good();
    let again = seat(&table, "red");
    assert_ne!(red, again);
    table.post("/moves", json!({ "move": "r d2", "key": red })).wrong(403, "seat");
    let state = table.post("/moves", json!({ "move": "r d2", "key": again })).good();
    assert_eq!(moves_to(&state), ["r d2"]);
    // A machine that takes over leaves no key behind.
    let players = json!({ "players": ["random", "human"], "key": again });
    let state = table.post("/players", players).good();
    assert_eq!(
        (&state["sides"][0]["taken"], &state["sides"][0]["player"]),
        (&json!(false), &json!("random"))
    );
    table.post("/seats", json!({ "side": "red" })).wrong(409, "conflict");
    assert_eq!(with_key(&table, "DELETE", "", None, "").status, 204);
}
