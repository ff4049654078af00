//! Positions that are set up, step by step, and played on from.

use serde_json::{Value, json};

use super::server::{Server, Table, example, legal, moves_to, on, texts, with_rules};

fn step(table: &Table, steps: &[&str]) -> Value {
    table.post("/setup", json!({ "steps": steps })).good()["setup"].clone()
}

#[test]
fn a_position_is_set_up_and_played_on_from() {
    let server = Server::start();
    let table = server.table(json!({ "game": "hive" }));
    table.play("wS1");
    let draft = step(&table, &["here"]);
    assert_eq!(on(&draft, "(0,0)"), ["wS1"]);
    assert_eq!(texts(&draft["turns"]), ["white", "black"]);
    let draft = step(&table, &["empty", "wQ (0,0)", "bQ (2,0)"]);
    assert_eq!(draft["ready"], false);
    assert!(texts(&draft["problems"])[0].contains("one hive"), "{}", draft["problems"]);
    table.post("/setup", json!({ "steps": ["done"] })).wrong(422, "rejected");
    assert_eq!(table.state()["setup"], draft, "it is still there");
    let palette = draft["palette"].as_array().unwrap();
    let beetle = palette.iter().find(|it| it["name"] == "black beetle").unwrap();
    let put = beetle["put"].as_str().unwrap().replace("{cell}", "(0,0)");
    let draft = step(&table, &["remove (2,0)", "bQ (1,0)", &put, "turn black"]);
    assert_eq!((&draft["ready"], &draft["problems"]), (&json!(true), &json!([])));
    assert_eq!(on(&draft, "(0,0)"), ["wQ", "bB1"]);
    let done = table.post("/setup", json!({ "steps": ["done"] }));
    assert_eq!(done.status, 201);
    let other = server.known(done.json()["id"].as_str().unwrap());
    let state = other.state();
    assert_eq!((&state["view"]["turn"], moves_to(&state).len()), (&json!("black"), 0));
    assert_eq!(on(&state, "(0,0)"), ["wQ", "bB1"]);
    let first = legal(&state)[0].clone();
    other.play(&first);
    let state = table.state();
    assert_eq!((&state["setup"], moves_to(&state)), (&Value::Null, vec!["wS1".to_string()]));
}

#[test]
fn a_draft_can_be_dropped_and_wrong_steps_are_refused() {
    let server = Server::start();
    let table = server.table(with_rules("tictactoe.pl", &example("tictactoe.pl")));
    let draft = step(&table, &["here", "mark(a1, x)", "mark(b2, o)"]);
    assert_eq!((on(&draft, "a1"), on(&draft, "b2")), (vec!["x".into()], vec!["o".into()]));
    for steps in
        [vec!["mark(z9, x)"], vec!["mark(a1, green)"], vec!["nonsense"], vec!["turn green"]]
    {
        table.post("/setup", json!({ "steps": steps })).wrong(422, "rejected");
    }
    table.post("/setup", json!({ "steps": ["load /etc/passwd"] })).wrong(422, "rejected");
    table.post("/setup", json!({ "steps": "here" })).wrong(400, "bad_request");
    table.post("/setup", json!({ "steps": vec!["mark(a1, x)"; 10_000] })).wrong(413, "too_large");
    assert_eq!(table.state()["setup"], draft);
    let state = table.post("/setup", json!({ "steps": ["cancel"] })).good();
    assert_eq!(state["setup"], Value::Null);
    table.post("/setup", json!({ "steps": ["cancel"] })).wrong(422, "rejected");
    assert!(on(&table.state(), "a1").is_empty());
    // All in one go.
    let steps = ["empty", "mark(a1, x)", "mark(a2, x)", "turn(x)", "done"];
    let done = table.post("/setup", json!({ "steps": steps }));
    assert_eq!(done.status, 201, "{}", done.text);
    let other = server.known(done.json()["id"].as_str().unwrap());
    let state = other.post("/moves", json!({ "touches": ["a3"] })).good();
    assert_eq!(state["view"]["outcome"]["winners"], json!(["x"]));
}

#[test]
fn what_the_palette_offers_can_be_put() {
    let server = Server::start();
    for beginning in [
        json!({ "game": "tanks" }),
        json!({ "game": "hive", "options": { "pillbug": "on" } }),
        json!({ "game": "gauss" }),
        with_rules("chess.pl", &example("chess.pl")),
    ] {
        let table = server.table(beginning.clone());
        let draft = step(&table, &["empty"]);
        let palette = draft["palette"].as_array().unwrap().clone();
        assert!(!palette.is_empty(), "{beginning}");
        let cell =
            draft["view"]["board"]["cells"][0]["cell"].as_str().unwrap_or("(0,0)").to_string();
        for offered in palette {
            let put = offered["put"].as_str().unwrap().replace("{cell}", &cell);
            let draft = step(&table, &["empty", &put]);
            let pieces = draft["view"]["pieces"].as_array().unwrap();
            assert_eq!(pieces.len(), 1, "{beginning}: {put}");
            let draft = step(&table, &[&format!("remove {cell}")]);
            assert_eq!(draft["view"]["pieces"], json!([]), "{beginning}: {put}");
        }
    }
}
