//! Going back and forth: variations are kept, and can be removed; players end games,
//! and take that back.

use serde_json::{Value, json};

use super::server::{Server, Table, legal, lines_of, moves_to, path_to};

fn small(server: &Server) -> Table<'_> {
    server.table(json!({ "game": "tanks", "options": { "size": 6 } }))
}

fn line(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|text| text.to_string()).collect()
}

#[test]
fn undo_and_redo_walk_along_the_line() {
    let server = Server::start();
    let table = small(&server);
    table.post("/undo", json!({})).wrong(409, "conflict");
    table.post("/redo", json!({})).wrong(409, "conflict");
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    let state = table.post("/undo", json!({})).good();
    assert_eq!((moves_to(&state), &state["line"]), (line(&["b2-b3", "c5-c4"]), &json!([1, 2, 3])));
    table.post("/undo", json!({})).good();
    let state = table.post("/undo", json!({})).good();
    assert_eq!((&state["at"], &state["view"]["turn"]), (&json!(0), &json!("bot")));
    for number in 1..=3 {
        assert_eq!(table.post("/redo", json!({})).good()["at"], number);
    }
    table.post("/redo", json!({})).wrong(409, "conflict");
    let state = table.post("/restart", json!({})).good();
    assert_eq!((&state["at"], &state["line"]), (&json!(0), &json!([1, 2, 3])));
}

#[test]
fn undo_goes_to_the_last_turn_of_a_person() {
    let server = Server::start();
    let table = server.table(
        json!({ "game": "tanks", "options": { "size": 6 }, "players": ["human", "greedy"] }),
    );
    table.play("b2-b3");
    table.wait("an answer", |state| state["at"] == 2);
    let state = table.post("/undo", json!({})).good();
    assert_eq!(state["at"], 0);
    let state = table.post("/redo", json!({})).good();
    assert_eq!(state["at"], 2);
    // A machine that is to move at once after a step back would play it away again.
    let state = table.post("/goto", json!({ "node": 1 })).good();
    assert_eq!(state["waits_for"]["who"], "machine");
}

#[test]
fn another_move_begins_a_variation_and_the_same_move_does_not() {
    let server = Server::start();
    let table = small(&server);
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/goto", json!({ "node": 1 })).good();
    let state = table.play("d5-d4");
    assert_eq!((&state["at"], &state["line"]), (&json!(4), &json!([1, 4])));
    let both = vec![line(&["b2-b3", "c5-c4", "b3xc4"]), line(&["b2-b3", "d5-d4"])];
    assert_eq!(lines_of(&state), both);
    table.post("/goto", json!({ "node": 1 })).good();
    let state = table.play("c5-c4");
    assert_eq!((&state["at"], lines_of(&state)), (&json!(2), both.clone()));
    assert_eq!(state["line"], json!([1, 2, 3]));
    // From a node elsewhere.
    let played = json!({ "move": "a2-a3", "node": 4 });
    let state = table.post("/moves", played).good();
    assert_eq!(moves_to(&state), ["b2-b3", "d5-d4", "a2-a3"]);
    let state = table.post("/moves", json!({ "move": "a2-a3", "node": 0 })).good();
    assert_eq!((moves_to(&state), lines_of(&state).len()), (line(&["a2-a3"]), 3));
    table.post("/goto", json!({ "node": 99 })).wrong(404, "not_found");
    table.post("/goto", json!({ "node": -1 })).wrong(400, "bad_request");
    table.post("/goto", json!({ "node": 1e300 })).wrong(400, "bad_request");
}

#[test]
fn looking_back_and_ahead_changes_nothing() {
    let server = Server::start();
    let table = small(&server);
    table.play_all(&["b2-b3", "c5-c4"]);
    let before = table.state();
    let view = table.get("/view?node=1").good();
    assert_eq!((&view["node"], &view["turn"]), (&json!(1), &json!("top")));
    assert_eq!(table.get("/view").good(), before["view"]);
    let ahead = table.post("/what-if", json!({ "moves": ["b3xc4", "d5xc4"] })).good();
    assert_eq!(ahead["moves"], json!(["b3xc4", "d5xc4"]));
    assert_eq!(ahead["view"]["turn"], "bot");
    assert_ne!(ahead["view"]["facts"], before["view"]["facts"]);
    let earlier = table.post("/what-if", json!({ "node": 0, "moves": ["a2-a3"] })).good();
    assert_eq!(earlier["view"]["turn"], "top");
    let refused = table.post("/what-if", json!({ "moves": ["b3-b2"] })).wrong(422, "refused");
    assert!(!refused["reasons"].as_array().unwrap().is_empty());
    table.post("/what-if", json!({ "moves": ["nonsense"] })).wrong(400, "bad_request");
    table.post("/what-if", json!({ "moves": vec!["b3xc4"; 300] })).wrong(400, "bad_request");
    table.get("/view?node=77").wrong(404, "not_found");
    for query in ["node=x", "node=-1", "node=99999999999999999999", "colour=red", "node=1&node=2"] {
        table.get(&format!("/view?{query}")).wrong(400, "bad_request");
    }
    let error = table.get("/view?node=x").wrong(400, "bad_request");
    let words = "the parameters are not as they should be: node: that is not the number of a node";
    assert_eq!(error["message"], words);
    assert_eq!(table.state(), before);
}

#[test]
fn a_variation_is_removed_and_the_rest_stays() {
    let server = Server::start();
    let table = small(&server);
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/moves", json!({ "move": "d5-d4", "node": 1 })).good();
    table.post("/moves", json!({ "move": "a2-a3", "node": 4 })).good();
    table.delete("/nodes/0").wrong(409, "conflict");
    table.delete("/nodes/5").wrong(409, "conflict");
    table.delete("/nodes/4").wrong(409, "conflict");
    table.delete("/nodes/9").wrong(404, "not_found");
    table.delete("/nodes/x").wrong(404, "not_found");
    table.post("/goto", json!({ "node": 3 })).good();
    let state = table.delete("/nodes/4").good();
    assert_eq!(lines_of(&state), [line(&["b2-b3", "c5-c4", "b3xc4"])]);
    table.get("/view?node=4").wrong(404, "not_found");
    table.post("/moves", json!({ "move": "a2-a3", "node": 4 })).wrong(404, "not_found");
    // The same again has a number of its own.
    let state = table.post("/moves", json!({ "move": "d5-d4", "node": 1 })).good();
    assert_eq!(moves_to(&state), ["b2-b3", "d5-d4"]);
    // What comes after the table goes with its line.
    table.post("/goto", json!({ "node": 1 })).good();
    let state = table.delete("/nodes/2").good();
    assert_eq!(lines_of(&state), [line(&["b2-b3", "d5-d4"])]);
    let state = table.delete(&format!("/nodes/{}", state["line"][1])).good();
    assert_eq!((lines_of(&state), &state["at"]), (vec![line(&["b2-b3"])], &json!(1)));
}

#[test]
fn who_resigns_can_take_it_back() {
    let server = Server::start();
    let table = small(&server);
    table.play_all(&["b2-b3", "c5-c4"]);
    let state = table.post("/resign", json!({ "side": "top" })).good();
    assert_eq!(state["view"]["outcome"]["winners"], json!(["bot"]));
    assert_eq!((&state["waits_for"], legal(&state).len()), (&Value::Null, 0));
    assert_eq!(state["tree"][2]["settled"], "top resigned");
    table.post("/resign", json!({ "side": "bot" })).wrong(409, "conflict");
    table.post("/agree-draw", json!({})).wrong(409, "conflict");
    table.post("/moves", json!({ "move": "b3xc4" })).wrong(422, "refused");
    let state = table.post("/undo", json!({})).good();
    assert_eq!((&state["view"]["outcome"], &state["at"]), (&Value::Null, &json!(2)));
    assert_eq!(moves_to(&table.play("b3xc4")).len(), 3);
    table.post("/resign", json!({ "side": "green" })).wrong(404, "not_found");
    let state = table.post("/agree-draw", json!({})).good();
    assert_eq!(state["view"]["outcome"]["winners"], json!([]));
    assert_eq!(server.get("/tables").good()["tables"][0]["over"], true);
    // Where players ended a game, it stays ended when somebody comes back.
    table.post("/goto", json!({ "node": 1 })).good();
    assert!(table.state()["view"]["outcome"].is_null());
    let state = table.post("/goto", json!({ "node": 3 })).good();
    assert!(state["view"]["outcome"]["words"].as_str().unwrap().contains("agreed"), "{state}");
}

#[test]
fn a_game_can_be_given_up_in_the_middle_of_a_line() {
    let server = Server::start();
    let table = small(&server);
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/goto", json!({ "node": 2 })).good();
    table.post("/resign", json!({ "side": "bot" })).good();
    let state = table.post("/goto", json!({ "node": 3 })).good();
    assert!(state["view"]["outcome"].is_null(), "what came after is played on");
    let state = table.post("/goto", json!({ "node": 2 })).good();
    assert_eq!(state["view"]["outcome"]["winners"], json!(["top"]));
    assert_eq!(path_to(&state, 3), ["b2-b3", "c5-c4", "b3xc4"]);
}
