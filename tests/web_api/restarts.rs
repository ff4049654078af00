//! Whatever ends the server, all tables are there again when it is started.

use std::fs;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::server::{Server, Table, example, moves_to, positions, with_rules};

/// What of a table must come back. Nodes may have other numbers.
pub fn kept(state: &Value) -> Value {
    let paths = positions(state);
    let path = |node: &Value| &paths[&node.as_u64().unwrap()];
    let nodes = state["tree"].as_array().unwrap().iter();
    let mut tree: Vec<(&Vec<String>, String)> = nodes
        .map(|node| (path(&node["node"]), format!("{} {}", node["settled"], node["comment"])))
        .collect();
    tree.sort();
    let line = state["line"].as_array().unwrap().last();
    json!({
        "tree": tree,
        "at": moves_to(state),
        "line": line.map(path),
        "game": state["game"],
        "title": state["title"],
        "by_the_book": state["by_the_book"],
        "changes": state["changes"],
        "sides": state["sides"],
        "pace": state["pace"],
        "show_options": state["show_options"],
        "facts": state["view"]["facts"],
        "standing": state["view"]["standing"],
        "outcome": state["view"]["outcome"],
        "repetitions": state["view"]["repetitions"],
        "actions": state["view"]["actions"],
        "last": state["view"]["last"],
    })
}

/// Kills the server and starts it again; the table is as it was.
#[track_caller]
fn survives(server: &mut Server, id: &str) -> Value {
    let before = kept(&server.known(id).state());
    server.restart();
    let after = server.known(id).state();
    assert_same(&kept(&after), &before);
    after
}

#[track_caller]
fn assert_same(after: &Value, before: &Value) {
    for (key, value) in before.as_object().unwrap() {
        assert_eq!(&after[key], value, "{key}");
    }
}

fn small(server: &Server) -> Table<'_> {
    server.table(json!({ "game": "tanks", "options": { "size": 6 } }))
}

#[test]
fn moves_variations_and_where_the_table_stands_come_back() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/moves", json!({ "move": "d5-d4", "node": 1 })).good();
    table.post("/moves", json!({ "move": "a2-a3", "node": 4 })).good();
    table.post("/moves", json!({ "move": "c2-c3", "node": 0 })).good();
    survives(&mut server, &id);
    server.known(&id).post("/undo", json!({})).good();
    let state = survives(&mut server, &id);
    assert_eq!(moves_to(&state), Vec::<String>::new());
    let table = server.known(&id);
    let first = table.post("/moves", json!({ "move": "b2-b3" })).good();
    let wanted = first["tree"].as_array().unwrap().iter().find(|node| node["move"] == "c5-c4");
    let node = wanted.unwrap()["node"].clone();
    table.post("/goto", json!({ "node": node })).good();
    let state = survives(&mut server, &id);
    assert_eq!(moves_to(&state), ["b2-b3", "c5-c4"]);
    // And it is played on.
    server.known(&id).post("/redo", json!({})).good();
    server.known(&id).play("b5xc4");
    survives(&mut server, &id);
}

#[test]
fn removed_variations_stay_removed() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/moves", json!({ "move": "d5-d4", "node": 1 })).good();
    table.post("/moves", json!({ "move": "a2-a3", "node": 4 })).good();
    table.delete("/nodes/2").good();
    let state = survives(&mut server, &id);
    assert_eq!(state["tree"].as_array().unwrap().len(), 4);
    let table = server.known(&id);
    table.post("/restart", json!({})).good();
    let first = state["tree"][1]["node"].as_u64().unwrap();
    table.delete(&format!("/nodes/{first}")).good();
    let state = survives(&mut server, &id);
    assert_eq!(state["tree"].as_array().unwrap().len(), 1);
    server.known(&id).play("b2-b3");
    survives(&mut server, &id);
}

#[test]
fn players_seats_pace_and_options_come_back() {
    let mut server = Server::start();
    let table = server
        .table(json!({ "game": "gauss", "players": ["human", "minimax:1"], "pace": "pause" }));
    let id = table.id.clone();
    let key = table.post("/seats", json!({ "side": "red" })).good()["key"].clone();
    table.post("/options", json!({ "show_options": false })).good();
    table.post("/moves", json!({ "move": "r d2", "key": key })).good();
    survives(&mut server, &id);
    let table = server.known(&id);
    table.post("/undo", json!({})).wrong(403, "seat");
    table.post("/undo", json!({ "key": key })).good();
    let players = json!({ "players": ["human", "greedy"], "key": key });
    table.post("/players", players).good();
    survives(&mut server, &id);
    let table = server.known(&id);
    table.post("/pace", json!({ "pace": "step" })).good();
    table.post("/moves", json!({ "move": "r d2", "key": key })).good();
    table.wait("a step", |state| state["pace"] == "pause");
    survives(&mut server, &id);
}

#[test]
fn how_players_ended_a_game_comes_back() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/goto", json!({ "node": 2 })).good();
    table.post("/resign", json!({ "side": "bot" })).good();
    let state = survives(&mut server, &id);
    assert_eq!(state["view"]["outcome"]["winners"], json!(["top"]));
    server.known(&id).post("/undo", json!({})).good();
    let state = survives(&mut server, &id);
    assert_eq!((&state["view"]["outcome"], moves_to(&state).len()), (&Value::Null, 2));
    server.known(&id).post("/resign", json!({ "side": "top" })).good();
    server.known(&id).post("/redo", json!({})).good();
    server.known(&id).post("/undo", json!({})).good();
    let state = survives(&mut server, &id);
    assert_eq!(state["view"]["outcome"]["winners"], json!(["bot"]));
    server.known(&id).post("/redo", json!({})).good();
    server.known(&id).post("/agree-draw", json!({})).good();
    survives(&mut server, &id);
    server.known(&id).post("/restart", json!({})).good();
    survives(&mut server, &id);
}

#[test]
fn rules_that_were_handed_over_come_back() {
    let mut server = Server::start();
    let table = server.table(with_rules("../../my.pl", &example("tictactoe.pl")));
    let id = table.id.clone();
    table.play_all(&["put(a1)", "put(b2)"]);
    survives(&mut server, &id);
    let table = server.known(&id);
    assert_eq!(table.get("/rules").good()["files"][0]["text"], example("tictactoe.pl"));
    table.play_all(&["put(a2)", "put(b1)", "put(a3)"]);
    let state = survives(&mut server, &id);
    assert_eq!(state["view"]["outcome"]["winners"], json!(["x"]));
    // What somebody loaded from a folder is kept even if the folder is gone.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own.pl"), example("tictactoe.pl")).unwrap();
    let mut server = Server::start_with(&["--games", folder.path().to_str().unwrap()]);
    let id = server.table(json!({ "game": "own.pl" })).id;
    server.known(&id).play("put(c3)");
    fs::remove_file(folder.path().join("own.pl")).unwrap();
    survives(&mut server, &id);
}

#[test]
fn changed_rules_come_back() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.play_all(&["b2-b3", "c5-c4"]);
    table.enter("legal(move(a2, a5)) :- turn(bot).");
    let rules = table.get("/rules").good();
    let clauses = rules["clauses"].as_array().unwrap();
    let values = clauses.iter().find(|clause| clause["relation"] == "value/2").unwrap();
    table.enter(&format!("off {}", values["place"].as_str().unwrap()));
    table.play("a2xa5");
    let state = survives(&mut server, &id);
    assert_eq!(state["changes"].as_array().unwrap().len(), 2);
    assert_eq!(state["by_the_book"], false);
    let table = server.known(&id);
    table.enter("slow(Cell) :- tank(Cell, _, heavy).");
    survives(&mut server, &id);
    let table = server.known(&id);
    table.reply("slow(C).", "answers");
    table.post("/undo", json!({})).good();
    table.enter("reset all");
    let state = survives(&mut server, &id);
    assert_eq!((&state["changes"], moves_to(&state).len()), (&json!([]), 2));
}

/// Rules change so that moves from before are not legal any more: what was played stays
/// as it was.
#[test]
fn moves_that_changed_rules_forbid_come_back() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.play_all(&["b2-b3", "c5-c4", "b3xc4"]);
    table.post("/moves", json!({ "move": "d2-d3", "node": 0 })).good();
    table.post("/goto", json!({ "node": 3 })).good();
    let rules = table.get("/rules").good();
    let clauses = rules["clauses"].as_array().unwrap();
    let legal = clauses.iter().find(|clause| clause["relation"] == "legal(move/2)").unwrap();
    table.enter(&format!("off {}", legal["place"].as_str().unwrap()));
    table.enter("legal(move(d2, d3)) :- turn(bot).");
    survives(&mut server, &id);
    let table = server.known(&id);
    table.enter("reset all");
    survives(&mut server, &id);
}

/// Rules that a player needs do not go away under it: not by half, not in memory alone.
#[test]
fn rules_that_a_player_needs_stay() {
    let mut server = Server::start();
    let table = small(&server);
    let id = table.id.clone();
    table.enter("slow(Cell) :- tank(Cell, _, heavy).");
    table.enter(":- weight(bonus, 1, 0, 9).");
    table.post("/players", json!({ "players": ["human", "minimax:1@bonus=5"] })).good();
    let before = table.state();
    let reply = table.reply("reset all", "error");
    let said = reply["text"].as_str().unwrap();
    assert!(said.contains("nothing is changed: minimax:1@bonus=5, who plays"), "{said}");
    assert!(said.contains("no weight `bonus`"), "{said}");
    assert_eq!(table.state(), before);
    let state = survives(&mut server, &id);
    assert_eq!(state["changes"].as_array().unwrap().len(), 2, "{state}");
}

#[test]
fn positions_that_were_set_up_come_back() {
    let mut server = Server::start();
    let table = server.table(json!({ "game": "hive" }));
    let steps = ["empty", "wQ (0,0)", "bQ (1,0)", "wB1 (0,0)", "turn black", "done"];
    let done = table.post("/setup", json!({ "steps": steps }));
    assert_eq!(done.status, 201, "{}", done.text);
    let id = done.json()["id"].as_str().unwrap().to_string();
    survives(&mut server, &id);
    let table = server.known(&id);
    let first = table.state()["view"]["actions"][0]["text"].as_str().unwrap().to_string();
    table.play(&first);
    survives(&mut server, &id);
    server.known(&id).post("/undo", json!({})).good();
    survives(&mut server, &id);
}

#[test]
fn records_come_back_with_their_comments() {
    let mut server = Server::start();
    let pgn = "[GameType \"Base\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"BlackWins\"]\n\
               [Termination \"white resigned\"]\n\n1. wB1\n2. bG1 -wB1\n{a quiet answer}\n3. wQ wB1\\\n";
    let id = server.table(json!({ "record": pgn })).id;
    let state = survives(&mut server, &id);
    assert_eq!(state["tree"][2]["comment"], "a quiet answer");
    server.known(&id).post("/moves", json!({ "move": "bG1 wB1-", "node": 1 })).good();
    survives(&mut server, &id);
    let text = server.known(&id).get("/export?form=pgn").text;
    assert!(text.contains("[White \"Ann\"]"), "{text}");
}

#[test]
fn the_list_of_tables_comes_back() {
    let mut server = Server::start();
    for game in ["hive", "tanks", "gauss"] {
        let table =
            server.table(json!({ "game": game, "players": ["human", "greedy"], "pace": "pause" }));
        let first = table.state()["view"]["actions"][0]["text"].as_str().unwrap().to_string();
        table.play(&first);
    }
    let over = server.table(json!({ "game": "gauss" }));
    over.post("/resign", json!({ "side": "red" })).good();
    let sorted = |server: &Server| {
        let mut all = server.get("/tables").good()["tables"].as_array().unwrap().clone();
        all.sort_by_key(|table| table["id"].as_str().unwrap().to_string());
        all
    };
    let before = sorted(&server);
    assert_eq!(before.iter().filter(|table| table["over"] == true).count(), 1);
    assert_eq!(before.iter().filter(|table| table["moves"] == 1).count(), 3);
    server.restart();
    assert_eq!(sorted(&server), before, "before they are opened");
    for table in &before {
        server.known(table["id"].as_str().unwrap()).state();
    }
    assert_eq!(sorted(&server), before, "and after");
}

#[test]
fn what_lies_in_the_folder_otherwise_does_no_harm() {
    let mut server = Server::start();
    let id = small(&server).id;
    server.known(&id).play("b2-b3");
    let tables = server.folder("tables");
    fs::write(tables.join("notes.txt"), "hello").unwrap();
    fs::write(tables.join("file"), "hello").unwrap();
    fs::create_dir(tables.join("empty")).unwrap();
    fs::create_dir(tables.join("odd")).unwrap();
    fs::write(tables.join("odd").join("table.json"), "{").unwrap();
    fs::create_dir(tables.join("half")).unwrap();
    let sheet = fs::read_to_string(tables.join(&id).join("table.json")).unwrap();
    fs::write(tables.join("half").join("table.json"), sheet).unwrap();
    // A line that was being written when the power went.
    let line = tables.join(&id).join("line-1.game");
    let text = fs::read_to_string(&line).unwrap();
    server.kill();
    fs::write(&line, format!("{text}c5-")).unwrap();
    fs::write(tables.join(&id).join("line-2.game"), "").unwrap();
    server.restart();
    assert_eq!(server.known(&id).moves(), ["b2-b3"]);
    assert!(server.tables().contains(&id));
    for odd in ["odd", "empty", "half", "file"] {
        let status = server.known(odd).get("").status;
        assert!(status == 404 || status == 500, "{odd}: {status}");
    }
    server.known(&id).play("c5-c4");
    assert_eq!(server.known(&id).moves(), ["b2-b3", "c5-c4"]);
}

/// What cannot be kept is not played: the table stays as it was.
#[test]
fn what_cannot_be_written_is_not_done() {
    let mut server = Server::start();
    let id = small(&server).id;
    let table = server.known(&id);
    table.play("b2-b3");
    let before = kept(&table.state());
    let (folder, away) = (server.folder("tables").join(&id), server.folder("away"));
    fs::rename(&folder, &away).unwrap();
    fs::write(&folder, "in the way").unwrap();
    for (path, body) in [
        ("/restart", json!({})),
        ("/moves", json!({ "move": "d2-d3", "node": 0 })),
        ("/players", json!({ "players": ["human", "random"] })),
        ("/options", json!({ "show_options": false })),
        ("/seats", json!({ "side": "bot" })),
        ("/pace", json!({ "pace": "step" })),
    ] {
        table.post(path, body).wrong(500, "internal");
        assert_same(&kept(&table.state()), &before);
    }
    let replies = table.enter("legal(move(a2, a5)) :- turn(bot).");
    assert_eq!(replies.last().unwrap()["kind"], "error", "{replies:?}");
    assert_same(&kept(&table.state()), &before);
    fs::remove_file(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    server.known(&id).play("c5-c4");
    let state = survives(&mut server, &id);
    assert_eq!(moves_to(&state), ["b2-b3", "c5-c4"]);
}

/// Something that somebody may do at a table; it may be refused.
fn anything(table: &Table, chance: &mut ChaCha8Rng) {
    let state = table.state();
    let nodes = state["tree"].as_array().unwrap();
    let node = nodes.choose(chance).unwrap()["node"].as_u64().unwrap();
    let side = if chance.random() { "bot" } else { "top" };
    let (path, body) = match chance.random_range(0..20) {
        0..=8 => {
            let node = if chance.random() { state["at"].as_u64().unwrap() } else { node };
            let view = table.get(&format!("/view?node={node}")).good();
            let action = view["actions"].as_array().unwrap().choose(chance);
            let text = action.map_or("nothing", |action| action["text"].as_str().unwrap());
            ("/moves", json!({ "move": text, "node": node }))
        }
        9..=11 => ("/undo", json!({})),
        12 => ("/redo", json!({})),
        13..=15 => ("/goto", json!({ "node": node })),
        16 => ("/resign", json!({ "side": side })),
        17 => ("/agree-draw", json!({})),
        18 => {
            println!("DELETE /nodes/{node}: {}", table.delete(&format!("/nodes/{node}")).status);
            return;
        }
        _ => ("/prompt", json!({ "entry": "fast(C) :- tank(C, _, medium)." })),
    };
    println!("POST {path} {body}: {}", table.post(path, body.clone()).status);
}

fn whatever_was_done_comes_back(seeds: std::ops::Range<u64>) {
    let mut server = Server::start();
    for seed in seeds {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let id = small(&server).id;
        for round in 0..3 {
            for _ in 0..12 {
                anything(&server.known(&id), &mut chance);
            }
            println!("seed {seed}, round {round}");
            // Which of several variations was gone on with last is not kept of all.
            let without_line = |state: &Value| {
                let mut kept = kept(state);
                kept["line"] = Value::Null;
                kept
            };
            let before = without_line(&server.known(&id).state());
            server.restart();
            assert_same(&without_line(&server.known(&id).state()), &before);
        }
    }
}

#[test]
fn whatever_was_done_comes_back_a_few_times() {
    whatever_was_done_comes_back(0..5);
}

#[test]
#[ignore = "takes a minute"]
fn whatever_was_done_comes_back_many_times() {
    whatever_was_done_comes_back(5..200);
}
