//! Whole games: shipped, handed over, or read from a record; by moves and by touches;
//! people and machines.

use std::thread;

use serde_json::{Value, json};

use super::server::{Server, Table, example, legal, moves_to, on, texts, with_rules};

#[test]
fn the_menu_lists_games_with_their_options() {
    let server = Server::start_with(&["tanks:6"]);
    let menu = server.get("/games").good();
    assert_eq!(menu["chosen"], "tanks");
    let games = menu["games"].as_array().unwrap();
    let ids: Vec<&str> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids[..3], ["hive", "tanks", "gauss"]);
    assert!(games[3..].iter().all(|game| game["from"] == "example") && ids.contains(&"chess"));
    let size = &games[1]["options"][0];
    assert_eq!((&size["name"], &size["value"]), (&json!("size"), &json!("6")));
    assert!(texts(&size["allowed"]).contains(&"12"));
    assert_eq!(texts(&games[0]["styles"]), ["mobility", "density", "insects", "all_round"]);
    for game in &games[..3] {
        assert_eq!((&game["from"], game["has_value"].as_bool()), (&json!("shipped"), Some(true)));
        assert!(game["about"].as_str().unwrap().len() > 40, "{game}");
        assert_eq!(game["sides"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_game_without_a_value_says_so() {
    let server = Server::start();
    let text = example("tictactoe.pl");
    let (plain, _) = text.split_once("value(").unwrap();
    let table = server.table(with_rules("plain.pl", plain));
    assert_eq!(table.state()["has_value"], false);
    let table = server.table(with_rules("valued.pl", &text));
    assert_eq!(table.state()["has_value"], true);
}

#[test]
fn rule_files_of_a_folder_and_of_the_command_line_are_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.pl"), example("tictactoe.pl")).unwrap();
    std::fs::write(folder.path().join("broken.pl"), "legal(").unwrap();
    std::fs::write(folder.path().join("family.pl"), example("family.pl")).unwrap();
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    let marks = ":- state(mark(cell, player)).\n";
    std::fs::write(folder.path().join("parts/marks.pl"), marks).unwrap();
    let whole = example("tictactoe.pl").replacen(
        ":- state(mark(cell, player)).",
        ":- include('parts/marks.pl').\n%",
        1,
    );
    std::fs::write(folder.path().join("parted.pl"), whole).unwrap();
    let named = format!("{}/examples/connect_four.pl", env!("CARGO_MANIFEST_DIR"));
    let server = Server::start_with(&[&named, "--games", folder.path().to_str().unwrap()]);
    let menu = server.get("/games").good();
    assert_eq!(menu["chosen"], "connect_four.pl");
    let own = menu["games"].as_array().unwrap().iter().filter(|game| game["from"] == "folder");
    let own: Vec<&str> = own.map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(own, ["connect_four.pl", "parted.pl", "small.pl"]);
    for id in own {
        let table = server.table(json!({ "game": id }));
        let state = table.state();
        let first = legal(&state)[0].clone();
        assert_eq!(moves_to(&table.play(&first)), [first]);
    }
    server.post("/tables", &json!({ "game": "family.pl" })).wrong(422, "rejected");
    let error = server.post("/tables", &json!({ "game": "broken.pl" })).wrong(422, "rejected");
    assert!(error["diagnostics"].as_str().unwrap().contains("broken.pl:1"), "{error}");
    server.post("/tables", &json!({ "game": "../small.pl" })).wrong(400, "bad_request");
}

#[test]
fn tic_tac_toe_that_is_handed_over_is_played_to_its_end() {
    let server = Server::start();
    let text = example("tictactoe.pl");
    let checked = server.post("/check", &json!({ "name": "my.pl", "text": text })).good();
    assert_eq!(
        (&checked["game"]["title"], &checked["warnings"]),
        (&json!("Tic-tac-toe"), &json!([]))
    );
    let table = server.table(with_rules("my.pl", &text));
    let state = table.state();
    assert_eq!((&state["game"], &state["by_the_book"]), (&json!("my.pl"), &json!(true)));
    assert_eq!(state["view"]["board"]["kind"], "square");
    assert_eq!(state["view"]["board"]["cells"].as_array().unwrap().len(), 9);
    for (number, cell) in ["b2", "a1", "a3", "c1", "b1"].into_iter().enumerate() {
        let state = table.post("/moves", json!({ "touches": [cell] })).good();
        assert_eq!(state["version"], 2 + number);
        assert_eq!(on(&state, cell), [["x", "o"][number % 2]]);
        assert_eq!(state["view"]["last"]["to"], cell);
    }
    let refused = table.post("/moves", json!({ "touches": ["b1"] })).wrong(422, "refused");
    assert_eq!(refused["message"], "that cell already holds a mark");
    assert_eq!(refused["cells"], json!(["b1"]));
    let rule = refused["reasons"][0]["rule"]["text"].as_str().unwrap();
    assert!(rule.starts_with("refuse(put(Cell), taken)"), "{rule}");
    let state = table.play_all(&["put(b3)", "put(a2)", "put(c2)", "put(c3)"]);
    assert_eq!(state["view"]["outcome"]["winners"], json!([]));
    assert_eq!((&state["waits_for"], legal(&state).len()), (&Value::Null, 0));
    table.post("/moves", json!({ "move": "put(a1)" })).wrong(422, "refused");
}

#[test]
fn every_example_game_is_played_by_touch_or_by_term() {
    let server = Server::start();
    for name in ["connect_four.pl", "chess.pl", "draughts.pl", "go.pl", "hex.pl", "othello.pl"] {
        let table = server.table(with_rules(name, &example(name)));
        for _ in 0..4 {
            let state = table.state();
            let action = state["view"]["actions"].as_array().unwrap().last().unwrap();
            // Connect Four names columns, which nobody can touch.
            let wanted = match action["touches"].as_array().unwrap().is_empty() {
                true => json!({ "move": action["term"] }),
                false => json!({ "touches": action["touches"] }),
            };
            let played = table.post("/moves", wanted).good();
            assert_eq!(played["version"].as_u64(), state["version"].as_u64().map(|it| it + 1));
        }
        assert_eq!(table.moves().len(), 4, "{name}");
    }
}

#[test]
fn a_pawn_becomes_what_the_term_says() {
    let server = Server::start();
    let table = server.table(with_rules("chess.pl", &example("chess.pl")));
    let ways = ["a2, a4", "b7, b5", "a4, b5", "a7, a6", "b5, a6", "h7, h6", "a6, a7", "h6, h5"];
    let state = ways.map(|way| table.play(&format!("move({way})")))[7].clone();
    let all = state["view"]["actions"].as_array().unwrap();
    let all = all.iter().filter(|action| action["touches"] == json!(["a7", "b8"]));
    let kinds: Vec<&str> = all.map(|action| action["term"].as_str().unwrap()).collect();
    assert_eq!(kinds.len(), 4, "{kinds:?}");
    assert!(kinds.contains(&"promote(a7, b8, knight)"));
    let state = table.play("promote(a7, b8, knight)");
    let there = state["view"]["pieces"].as_array().unwrap().iter().find(|it| it["cell"] == "b8");
    assert!(there.unwrap()["name"].as_str().unwrap().contains("knight"), "{there:?}");
}

#[test]
fn hive_is_played_from_hands_and_between_cells() {
    let server = Server::start();
    let table = server.table(json!({ "game": "hive", "options": { "mosquito": "on" } }));
    let state = table.state();
    assert_eq!(
        (&state["game"], &state["view"]["board"]["kind"]),
        (&json!("hive+m"), &json!("plane"))
    );
    let hand = state["view"]["hands"][0]["items"].as_array().unwrap();
    let ants = hand.iter().find(|item| item["name"] == "white ant").unwrap();
    assert_eq!((&ants["count"], &ants["touch"]), (&json!(3), &json!("hand:white:wA1")));
    assert!(hand.iter().any(|item| item["name"] == "white mosquito"));
    for touches in [
        ["hand:white:wS1", "(0,0)"],
        ["hand:black:bS1", "(1,0)"],
        ["hand:white:wQ", "(-1,0)"],
        ["hand:black:bQ", "(2,0)"],
        ["(-1,0)", "(-1,1)"],
    ] {
        table.post("/moves", json!({ "touches": touches })).good();
    }
    let state = table.state();
    assert_eq!(moves_to(&state), ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ /wS1"]);
    assert_eq!(state["view"]["last"], json!({ "from": ["(-1,0)"], "to": "(-1,1)" }));
    // A beetle on top of others.
    let record = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 /wS1;bA1 bQ-;wB1 wS1;bA1 bQ/;wB1 bS1";
    let table = server.table(json!({ "record": record }));
    let state = table.state();
    assert_eq!(on(&state, "(1,0)"), ["bS1", "wB1"]);
    let refused = table.post("/moves", json!({ "move": "bQ /bS1" }));
    let error = refused.wrong(422, "refused");
    assert_eq!(error["reasons"].as_array().unwrap().len(), texts_of(&error, "message").len());
    assert!(!texts_of(&error, "message")[0].is_empty(), "{error}");
}

fn texts_of<'a>(error: &'a Value, key: &str) -> Vec<&'a str> {
    error["reasons"].as_array().unwrap().iter().map(|it| it[key].as_str().unwrap()).collect()
}

#[test]
fn a_move_is_played_only_on_the_version_that_was_seen() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    table.post("/moves", json!({ "move": "b2-b3", "version": 1 })).good();
    table.post("/moves", json!({ "move": "c5-c4", "version": 1 })).wrong(409, "conflict");
    table.post("/moves", json!({ "move": "c5-c4", "version": 2 })).good();
    assert_eq!(table.moves(), ["b2-b3", "c5-c4"]);
    for (body, what) in [
        (json!({}), "neither"),
        (json!({ "move": "b3-b4", "touches": ["b3", "b4"] }), "both"),
        (json!({ "move": 5 }), "no text"),
        (json!({ "move": "b3-b4", "colour": "red" }), "an unknown field"),
        (json!({ "move": "castle" }), "no such move"),
        (json!({ "touches": ["b3"] }), "half a move"),
        (json!({ "touches": ["b3", "Z"] }), "no cell"),
    ] {
        let error = table.post("/moves", body).wrong(400, "bad_request");
        let message = error["message"].as_str().unwrap();
        assert!(message.len() > 10, "{what}: {error}");
        assert_eq!(message.ends_with("not both"), what == "both", "{error}");
    }
    table.post("/moves", json!({ "move": "b3-b4", "node": 77 })).wrong(404, "not_found");
    assert_eq!(table.state()["version"], 3);
}

#[test]
fn bodies_are_objects() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    table.play("b2-b3");
    let before = table.state();
    for (rest, body) in [
        ("/moves", json!(["c5-c4", null, null, null, null])),
        ("/moves", json!(["c5-c4"])),
        ("/undo", json!([null])),
        ("/undo", json!(null)),
        ("/goto", json!("0")),
    ] {
        let error = table.post(rest, body).wrong(400, "bad_request");
        assert!(error["message"].as_str().unwrap().contains("a JSON object"), "{error}");
    }
    assert_eq!(table.state(), before);
    // What stands inside is no other matter.
    let rules = json!({ "rules": ["t.pl", example("tictactoe.pl")] });
    let error = server.post("/tables", &rules).wrong(400, "bad_request");
    assert!(error["message"].as_str().unwrap().contains("a JSON object"), "{error}");
}

/// Of several who move at the same time on the same version, one does.
#[test]
fn one_of_many_moves_at_once_is_played() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    for round in 0..5 {
        let state = table.state();
        let wanted = json!({ "move": legal(&state)[0], "version": state["version"] });
        let statuses: Vec<u16> = thread::scope(|scope| {
            let moves: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| table.post("/moves", wanted.clone()).status))
                .collect();
            moves.into_iter().map(|it| it.join().unwrap()).collect()
        });
        let count = |wanted: u16| statuses.iter().filter(|status| **status == wanted).count();
        assert_eq!((count(200), count(409)), (1, 7), "{statuses:?}");
        assert_eq!(table.moves().len(), round + 1);
    }
    // Nor do eight people share a seat.
    let statuses: Vec<u16> = thread::scope(|scope| {
        let take = || table.post("/seats", json!({ "side": "bot" })).status;
        let seats: Vec<_> = (0..8).map(|_| scope.spawn(take)).collect();
        seats.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
}

#[test]
fn options_are_checked() {
    let server = Server::start();
    let beginning =
        |options: Value| server.post("/tables", &json!({ "game": "tanks", "options": options }));
    assert_eq!(beginning(json!({ "size": "12" })).status, 201);
    let error = beginning(json!({ "size": 7 })).wrong(400, "bad_request");
    assert!(error["message"].as_str().unwrap().contains("size"), "{error}");
    beginning(json!({ "colour": "red" })).wrong(400, "bad_request");
    beginning(json!({ "size": [6] })).wrong(400, "bad_request");
    server.post("/tables", &json!({ "game": "checkers" })).wrong(400, "bad_request");
    server.post("/tables", &json!({})).wrong(400, "bad_request");
    server.post("/tables", &json!({ "game": "tanks", "saved": "1" })).wrong(400, "bad_request");
}

#[test]
fn records_of_all_kinds_are_played_on() {
    let server = Server::start();
    let string = server.table(json!({ "record": "Base+MLP;InProgress;White[2];wS1;bS1 wS1-" }));
    assert_eq!(string.moves(), ["wS1", "bS1 wS1-"]);
    assert_eq!(string.state()["game"], "hive+mlp");
    let pgn = "[GameType \"Base\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"BlackWins\"]\n\
               [Termination \"white resigned\"]\n\n1. wB1\n2. bG1 -wB1\n{a quiet answer}\n3. wQ wB1\\\n";
    let pgn = server.table(json!({ "record": pgn, "players": ["human", "random"] }));
    let state = pgn.state();
    assert_eq!(moves_to(&state), ["wB1", "bG1 -wB1", "wQ wB1\\"]);
    assert_eq!(state["tree"][2]["comment"], "a quiet answer");
    assert_eq!(state["view"]["outcome"]["winners"], json!(["black"]));
    assert!(texts(&state["notes"]).iter().any(|note| note.contains("Ann against Bob")), "{state}");
    assert_eq!(state["sides"][1]["player"], "random");
    let game = server.table(json!({ "record": example("opening.game") }));
    let state = game.wait("random's answer", |state| moves_to(state).len() == 4);
    assert_eq!(state["game"], "tanks:6");
    assert_eq!(
        (&state["sides"][0]["player"], &state["sides"][1]["player"]),
        (&json!("human"), &json!("random"))
    );
    for (record, part) in [
        ("", ""),
        ("game tanks:6\nc2-c9\n", "c2-c9"),
        ("game /etc/passwd\n", "game"),
        ("game secret.pl\nput(a1)\n", "secret.pl"),
        ("Base;wS1;bX9 wS1-", "bX9"),
    ] {
        let error = server.post("/tables", &json!({ "record": record })).wrong(422, "rejected");
        assert!(error["message"].as_str().unwrap().contains(part), "{record:?}: {error}");
    }
}

#[test]
fn one_of_the_games_of_a_record_is_chosen_by_its_number() {
    let server = Server::start();
    let pgn = "[GameType \"Base\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. wB1\n2. bG1 -wB1\n\n\
               [GameType \"Base\"]\n[White \"Cy\"]\n[Black \"Di\"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n";
    let strings = "Base;wB1;bG1 -wB1\nBase;wS1;bS1 wS1-;wQ -wS1\n";
    for (record, first) in [(pgn, "Ann"), (strings, "wB1")] {
        let error = server.post("/tables", &json!({ "record": record })).wrong(422, "rejected");
        assert_eq!(error["message"], "the record holds 2 games; choose one by its number");
        assert_eq!((&error["count"], texts(&error["games"]).len()), (&json!(2), 2));
        assert!(texts(&error["games"])[0].contains(first), "{error}");
        let numbered = |number: i64| json!({ "record": record, "number": number });
        assert_eq!(server.table(numbered(1)).moves(), ["wB1", "bG1 -wB1"]);
        assert_eq!(server.table(numbered(2)).moves(), ["wS1", "bS1 wS1-", "wQ -wS1"]);
        for number in [0, 3] {
            let error = server.post("/tables", &numbered(number)).wrong(422, "rejected");
            assert!(error["message"].as_str().unwrap().contains("it holds 2 games"), "{error}");
        }
        server.post("/tables", &numbered(-1)).wrong(400, "bad_request");
    }
    let single = "Base;wS1;bS1 wS1-";
    server.table(json!({ "record": single, "number": 1 }));
    server.post("/tables", &json!({ "record": single, "number": 2 })).wrong(422, "rejected");
    server.post("/tables", &json!({ "game": "tanks", "number": 1 })).wrong(400, "bad_request");
    // What is wrong with it does not tell where the server keeps it meanwhile.
    let wrong = json!({ "record": "Base;wS1;bS1 wS1-\nBase;wS1;bX9 wS1-\n", "number": 2 });
    let error = server.post("/tables", &wrong).wrong(422, "rejected");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("bX9") && !message.contains(".record"), "{error}");
    let kept = std::fs::read_dir(server.folder("tables")).unwrap().flatten();
    assert!(kept.map(|entry| entry.path()).all(|path| path.extension().is_none()));
}

#[test]
fn games_that_were_saved_at_the_terminal_are_played_on() {
    let server = Server::start();
    let saved = "game tanks:6\nplayers human greedy\nb2-b3\n";
    std::fs::write(server.folder("games").join("tanks-6-001.game"), saved).unwrap();
    let listed = server.get("/tables").good();
    assert_eq!((&listed["tables"], &listed["saved"][0]["id"]), (&json!([]), &json!("1")));
    assert_eq!(
        (&listed["saved"][0]["game"], &listed["saved"][0]["moves"]),
        (&json!("tanks:6"), &json!(1))
    );
    let table = server.table(json!({ "saved": "1" }));
    let state = table.wait("greedy's answer", |state| state["at"] == 2);
    assert_eq!(state["sides"][1]["player"], "greedy");
    server.post("/tables", &json!({ "saved": "2" })).wrong(404, "not_found");
    server.post("/tables", &json!({ "saved": "0" })).wrong(404, "not_found");
    server.post("/tables", &json!({ "saved": "../tanks-6-001.game" })).wrong(404, "not_found");
    let text = std::fs::read_to_string(server.folder("games").join("tanks-6-001.game")).unwrap();
    assert_eq!(text, saved, "the file of the terminal stays as it is");
}

#[test]
fn machines_answer_people_at_their_pace() {
    let server = Server::start();
    let small =
        json!({ "game": "tanks", "options": { "size": 6 }, "players": ["human", "minimax:1"] });
    let table = server.table(small);
    table.play("b2-b3");
    let state = table.wait("an answer", |state| state["waits_for"]["who"] == "human");
    assert_eq!(moves_to(&state).len(), 2);
    let state = table.post("/pace", json!({ "pace": "pause" })).good();
    assert_eq!(state["pace"], "pause");
    table.play(&legal(&state)[0]);
    std::thread::sleep(std::time::Duration::from_millis(400));
    let state = table.state();
    assert_eq!(
        (&state["waits_for"], moves_to(&state).len()),
        (&json!({ "side": "top", "who": "machine" }), 3)
    );
    table.post("/pace", json!({ "pace": "step" })).good();
    let state = table.wait("one step", |state| state["waits_for"]["who"] == "human");
    assert_eq!((&state["pace"], moves_to(&state).len()), (&json!("pause"), 4));
    let state = table.post("/players", json!({ "players": ["minimax:1@x", "human"] }));
    state.wrong(400, "bad_request");
    table.post("/players", json!({ "players": ["human"] })).wrong(400, "bad_request");
    let state = table.post("/players", json!({ "players": ["greedy", "human"] })).good();
    assert_eq!((&state["sides"][0]["player"], &state["pace"]), (&json!("greedy"), &json!("pause")));
    table.post("/pace", json!({ "pace": "play" })).good();
    table.wait("greedy's move", |state| state["at"] == 5);
    table.post("/pace", json!({ "pace": "fast" })).wrong(400, "bad_request");
    let state = table.post("/machine", json!({ "player": "random" }));
    assert_eq!(state.status, 202);
    table.wait("two more moves", |state| moves_to(state).len() == 7);
    table.post("/machine", json!({ "player": "human" })).wrong(400, "bad_request");
}

/// Machines against each other wait for `play` or `step`, and play to the end.
#[test]
fn machines_play_each_other_to_the_end() {
    let server = Server::start();
    let table = server.table(with_both(&server, "random"));
    let state = table.state();
    assert_eq!((&state["pace"], &state["at"]), (&json!("pause"), &json!(0)));
    for step in 1..=3 {
        table.post("/pace", json!({ "pace": "step" })).good();
        let state = table.wait("a step", |state| state["pace"] == "pause");
        assert_eq!(moves_to(&state).len(), step);
    }
    table.post("/pace", json!({ "pace": "play" })).good();
    let state = table.wait("the end", |state| !state["view"]["outcome"].is_null());
    assert_eq!((&state["waits_for"], &state["thinking"]), (&Value::Null, &Value::Null));
    assert!(moves_to(&state).len() >= 5);
    let listed = server.get("/tables").good();
    assert_eq!(
        (&listed["tables"][0]["over"], &listed["tables"][0]["title"]),
        (&json!(true), &json!("Tic-tac-toe"))
    );
    // Who looks back does not make them play on.
    table.post("/undo", json!({})).good();
    let table: Table =
        server.table(json!({ "game": "tanks", "players": ["greedy", "random"], "pace": "play" }));
    table.wait("some moves", |state| moves_to(state).len() > 3);
    table.post("/pace", json!({ "pace": "pause" })).good();
    let version = table.wait("rest", |state| state["thinking"].is_null())["version"].clone();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(table.state()["version"], version);
}

fn with_both(_: &Server, player: &str) -> Value {
    let mut beginning = with_rules("tictactoe.pl", &example("tictactoe.pl"));
    beginning["players"] = json!([player, player]);
    beginning
}

#[test]
fn programs_and_addresses_are_not_players_here() {
    let server = Server::start();
    let table = server.table(json!({ "game": "hive" }));
    for name in [
        "uhp:\"touch started\":1s",
        "uhp:sh",
        "http://127.0.0.1:1/",
        "https://example.org",
        "me",
        "",
    ] {
        let both = json!([name, "human"]);
        server
            .post("/tables", &json!({ "game": "hive", "players": both }))
            .wrong(400, "bad_request");
        table.post("/players", json!({ "players": both })).wrong(400, "bad_request");
        table.post("/machine", json!({ "player": name })).wrong(400, "bad_request");
        let record = format!("game hive\nplayers '{name}' human\nwS1\n");
        let begun = server.post("/tables", &json!({ "record": record }));
        if begun.status == 201 {
            let id = begun.json()["id"].as_str().unwrap().to_string();
            assert_eq!(server.known(&id).state()["sides"][0]["player"], "human");
        }
    }
    assert!(!server.folder("here").join("started").exists());
}

#[test]
fn a_table_is_removed_for_good() {
    let server = Server::start();
    let (one, other) =
        (server.table(json!({ "game": "gauss" })), server.table(json!({ "game": "gauss" })));
    assert_eq!(one.delete("").status, 204);
    one.get("").wrong(404, "not_found");
    one.post("/moves", json!({ "move": "r d2" })).wrong(404, "not_found");
    one.delete("").wrong(404, "not_found");
    // No table at all is no table either.
    server.post("/tables//moves", &json!({ "move": "r d2" })).wrong(404, "not_found");
    assert_eq!(server.tables(), [other.id.as_str()]);
    assert!(!server.folder("tables").join(&one.id).exists());
}

#[test]
fn errors_come_as_answers_to_who_asks_for_them() {
    let server = Server::start();
    let table = server.table(json!({ "game": "gauss" }));
    let accept = [("accept", "application/vnd.hornet+json")];
    let body = json!({ "move": "r z9" }).to_string();
    let told = server.ask("POST", &table.path("/moves"), Some(&body), &accept);
    told.wrong(200, "bad_request");
    server.ask("GET", "/tables/nothing", None, &accept).wrong(200, "not_found");
    server.ask("GET", &table.path("/export?form=pgn"), None, &accept).wrong(200, "bad_request");
    assert_eq!(server.ask("GET", &table.path(""), None, &accept).good()["title"], "Gauss");
}

#[test]
fn ctrl_c_stops_the_server_and_keeps_the_games() {
    let mut server = Server::start();
    let table = server.table(json!({ "game": "gauss", "players": ["human", "minimax:30s"] }));
    let id = table.id.clone();
    table.play("r d2");
    let said = server.stop();
    assert!(said.contains("is kept in"), "{said}");
    server.restart();
    assert_eq!(server.known(&id).moves(), ["r d2"]);
}
