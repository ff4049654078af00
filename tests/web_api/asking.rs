//! Asking: why and why not, hints, the prompt and its completion, the rules and how
//! they are changed, and games in the forms of other programs.

use serde_json::{Value, json};

use super::server::{Server, Table, example, legal, moves_to, texts, with_rules};

fn small(server: &Server) -> Table<'_> {
    server.table(json!({ "game": "tanks", "options": { "size": 6 } }))
}

/// A position of Hive with a pinned spider.
const PINNED: &str = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 -wQ;bA1 bQ-";

#[test]
fn why_a_goal_holds_and_why_not() {
    let server = Server::start();
    let table = server.table(json!({ "record": PINNED }));
    let why = table.post("/why", json!({ "goal": "pinned(wS1)." })).good();
    assert_eq!((&why["holds"], &why["move"]), (&json!(true), &Value::Null));
    let top = &why["proof"]["goals"][0];
    assert_eq!((&top["goal"], &top["holds"]), (&json!("pinned(wS1)"), &json!(true)));
    assert!(top["rule"]["place"].as_str().unwrap().starts_with("hive/"), "{top}");
    assert!(!top["children"].as_array().unwrap().is_empty());
    // What is folded can be asked for.
    let ask = asks(top).into_iter().next().expect("something is folded");
    table.post("/why", json!({ "goal": ask })).good();
    let why = table.post("/why", json!({ "goal": "pinned(wA1)." })).good();
    assert_eq!(why["holds"], false);
    assert!(!why["text"].as_str().unwrap().is_empty());
    let why = table.post("/why", json!({ "goal": "pinned(wS1).", "node": 1 })).good();
    assert_eq!(why["holds"], false, "one piece alone is not pinned");
    let error = table.post("/why", json!({ "goal": "pinnd(wS1)." })).wrong(422, "rejected");
    assert!(error["diagnostics"].as_str().unwrap().contains("pinned"), "{error}");
    table.post("/why", json!({})).wrong(400, "bad_request");
    table.post("/why", json!({ "goal": "pinned(wS1).", "move": "wQ" })).wrong(400, "bad_request");
    let long = format!("{}pinned(wS1).", " ".repeat(70_000));
    table.post("/why", json!({ "goal": long })).wrong(413, "too_large");
}

/// All goals that are folded in a proof.
fn asks(goal: &Value) -> Vec<String> {
    let own = goal["ask"].as_str().map(String::from);
    let below = goal["children"].as_array().unwrap().iter().flat_map(asks);
    own.into_iter().chain(below).collect()
}

#[test]
fn why_a_move_is_legal_or_refused() {
    let server = Server::start();
    let table = server.table(json!({ "record": PINNED }));
    let why = table.post("/why", json!({ "touches": ["(0,0)", "(0,1)"] })).good();
    assert_eq!((&why["holds"], &why["reasons"][0]["name"]), (&json!(false), &json!("splits")));
    assert!(why["text"].as_str().unwrap().contains("is refused"), "{}", why["text"]);
    assert!(texts(&why["cells"]).contains(&"(0,0)"));
    let move_of_it = why["move"].as_str().unwrap();
    let again = table.post("/why", json!({ "move": move_of_it })).good();
    assert_eq!(again, why);
    let legal = &legal(&table.state())[0];
    let why = table.post("/why", json!({ "move": legal })).good();
    assert_eq!((&why["holds"], &why["reasons"]), (&json!(true), &json!([])));
    let why = table.post("/why", json!({ "piece": "(0,0)" })).good();
    assert!(why["text"].as_str().unwrap().starts_with("white spider: "), "{}", why["text"]);
    assert_eq!(why["reasons"][0]["name"], "splits");
    assert!(!why["proof"]["goals"].as_array().unwrap().is_empty());
    let why = table.post("/why", json!({ "piece": "hand:black:bA1" })).good();
    assert_eq!(why["holds"], false);
    table.post("/why", json!({ "piece": "nowhere" })).wrong(400, "bad_request");
    table.post("/why", json!({ "touches": vec!["(0,0)"; 5] })).wrong(400, "bad_request");
    table.post("/why", json!({ "move": "xyz" })).wrong(400, "bad_request");
}

#[test]
fn a_hint_is_a_legal_move() {
    let server = Server::start();
    let table = small(&server);
    let hint = table.post("/hint", json!({ "seconds": 0.1 })).good();
    let state = table.state();
    assert!(legal(&state).contains(&hint["move"].as_str().unwrap().to_string()), "{hint}");
    assert!(hint["words"].as_str().unwrap().contains("looks good"));
    let played = table.post("/moves", json!({ "touches": hint["touches"] })).good();
    assert_eq!(moves_to(&played), [hint["move"].as_str().unwrap()]);
    for seconds in [json!(0), json!(-1), json!(100), json!("1"), json!(1e308)] {
        table.post("/hint", json!({ "seconds": seconds })).wrong(400, "bad_request");
    }
    table.post("/resign", json!({ "side": "bot" })).good();
    table.post("/hint", json!({ "seconds": 0.1 })).wrong(409, "conflict");
}

#[test]
fn the_prompt_answers_with_a_table_and_with_proofs() {
    let server = Server::start();
    let table = small(&server);
    let reply = table.reply("tank(Cell, bot, heavy).", "answers");
    assert_eq!(reply["answers"]["columns"], json!(["Cell"]));
    let row = &reply["answers"]["rows"][0];
    assert_eq!(row["values"], row["cells"]);
    assert_eq!(reply["answers"]["more"], false);
    assert_eq!(texts(&reply["marks"]).len(), reply["answers"]["rows"].as_array().unwrap().len());
    let reply = table.reply("why legal(move(b2, b3)).", "proof");
    assert_eq!(reply["proof"]["goals"][0]["holds"], true);
    let reply = table.reply("why not legal(move(b1, b3)).", "proof");
    assert_eq!(reply["proof"]["goals"][0]["holds"], false);
    let reply = table.reply("tank(Cell, green, heavy).", "error");
    assert!(reply["text"].as_str().unwrap().contains("green"), "{reply}");
    let reply = table.reply("nonsense", "error");
    assert!(!reply["text"].as_str().unwrap().contains('\u{1b}'), "no colours: {reply}");
    let said = table.post("/prompt", json!({ "entry": "tank(Cell," })).good();
    assert_eq!((&said["complete"], &said["replies"]), (&json!(false), &json!([])));
    let replies = table.enter("tank(Cell,\nbot, heavy).\nturn(P).");
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[1]["answers"]["rows"][0]["values"], json!(["bot"]));
    let replies = table.enter("turn(P). tank(Cell, bot, heavy)");
    assert_eq!(replies.len(), 2, "the full stop at the end may be left out");
    assert_eq!(replies[1]["kind"], "answers");
    table.reply("why turn(bot)", "proof");
    let said = table.post("/prompt", json!({ "entry": "fast(C) :- tank(C, bot, light)" })).good();
    assert_eq!(said["complete"], false, "a clause needs its own");
    assert_eq!(table.enter("").len(), 0);
    let said = table.post("/prompt", json!({ "entry": "turn(P)." })).good();
    assert_eq!(said["prompt"], "tanks> ");
    table.post("/prompt", json!({ "entry": "x".repeat(70_000) })).wrong(413, "too_large");
}

#[test]
fn the_prompt_plays_on_the_table_and_the_table_on_the_prompt() {
    let server = Server::start();
    let table = small(&server);
    table.enter("b2-b3");
    assert_eq!(table.moves(), ["b2-b3"]);
    table.play("c5-c4");
    let reply = table.reply("turn(P).", "answers");
    assert_eq!(reply["answers"]["rows"][0]["values"], json!(["bot"]));
    let reply = table.reply("b3-b2", "refused");
    assert!(reply["text"].as_str().unwrap().contains("forward"), "{reply}");
    table.enter("b3xc4; d5xc4");
    assert_eq!(table.moves().len(), 4);
    table.enter("undo 2");
    assert_eq!(table.moves(), ["b2-b3", "c5-c4"]);
    table.enter("redo");
    assert_eq!(table.moves(), ["b2-b3", "c5-c4", "b3xc4"]);
    table.enter("goto 1");
    assert_eq!(table.moves(), ["b2-b3"]);
    table.enter("d5-d4");
    let state = table.state();
    assert_eq!(moves_to(&state), ["b2-b3", "d5-d4"]);
    assert_eq!(state["tree"].as_array().unwrap().len(), 6, "the variation is kept");
    table.enter("what if a2-a3");
    assert_eq!(table.state()["version"], state["version"]);
    table.enter("new");
    assert_eq!(table.moves(), Vec::<String>::new());
    let reply = table.reply("machine random", "text");
    assert!(reply["text"].as_str().unwrap().contains("random"), "{reply}");
    table.wait("a machine's move", |state| state["at"] != 0);
}

/// What takes back one move only would leave the machine to play the same again.
#[test]
fn undo_alone_goes_back_to_the_last_turn_of_a_person() {
    let server = Server::start();
    let table = server.table(json!({
        "game": "tanks", "options": { "size": 6 }, "players": ["human", "random"],
    }));
    let people_move = |moves: usize| {
        let is_so = |state: &Value| {
            state["line"].as_array().is_some_and(|line| line.len() >= moves)
                && state["waits_for"]["who"] == "human"
        };
        table.wait("a person's turn", is_so);
    };
    table.enter("b2-b3");
    people_move(2);
    table.enter("a2-a3");
    people_move(4);
    assert_eq!(table.moves().len(), 4);
    table.reply("undo", "text");
    assert_eq!(table.moves().len(), 2);
    table.reply("undo", "text");
    assert_eq!(table.moves().len(), 0);
    table.reply("undo", "error");
    // A number counts moves, whoever played them.
    table.enter("goto 4");
    table.reply("undo 2", "text");
    assert_eq!(table.moves().len(), 2);
}

#[test]
fn why_a_piece_is_stuck_is_a_proof() {
    let server = Server::start();
    let table = server.table(json!({ "record": PINNED }));
    let reply = table.reply("why not wS1", "proof");
    assert!(reply["text"].as_str().unwrap().starts_with("stuck: "), "{reply}");
    let goal = reply["proof"]["goals"][0]["goal"].as_str().unwrap();
    assert!(goal.starts_with("stuck(wS1, "), "{reply}");
    // Of a piece that can move, its moves.
    table.reply("why not wA1", "text");
}

#[test]
fn clauses_that_are_typed_change_the_game() {
    let server = Server::start();
    let table = small(&server);
    let before = legal(&table.state());
    let reply = table.reply("legal(move(b2, b4)).", "answers");
    assert_eq!(reply["answers"]["rows"], json!([]), "{reply}");
    // A fact alone would be a question.
    table.enter("legal(move(b2, b4)) :- turn(bot).");
    let state = table.state();
    assert_eq!((&state["by_the_book"], legal(&state).len()), (&json!(false), before.len() + 1));
    assert_eq!(texts(&state["changes"]).len(), 1);
    assert!(texts(&state["changes"])[0].starts_with("added: legal(move(b2, b4))"), "{state}");
    table.post("/moves", json!({ "touches": ["b2", "b4"] })).good();
    table.enter("undo");
    let rules = table.get("/rules").good();
    let clauses = rules["clauses"].as_array().unwrap();
    assert!(clauses.iter().any(|clause| clause["added"] == true));
    let place = clauses
        .iter()
        .find(|clause| clause["relation"] == "legal(move/2)" && clause["added"] == false);
    let place = place.unwrap()["place"].as_str().unwrap();
    table.enter(&format!("off {place}"));
    let state = table.state();
    assert!(legal(&state).len() < before.len(), "{state}");
    assert!(texts(&state["changes"]).iter().any(|line| line.starts_with("off: ")), "{state}");
    table.enter("undo rules");
    assert_eq!(legal(&table.state()).len(), before.len() + 1);
    table.enter("forget all");
    assert_eq!(legal(&table.state()), before);
    table.enter("slow(Cell) :- tank(Cell, _, heavy).");
    assert_eq!(table.reply("slow(C).", "answers")["answers"]["rows"].as_array().unwrap().len(), 4);
    table.enter(&format!("off {place}"));
    table.enter("reset rules");
    assert_eq!(legal(&table.state()), before);
    table.enter("reset all");
    let state = table.state();
    assert_eq!((&state["by_the_book"], &state["changes"]), (&json!(true), &json!([])));
    let reply = table.reply("legal(move(Cell, X)) :- tank(Cell).", "error");
    assert!(reply["text"].as_str().unwrap().contains("tank/3"), "{reply}");
    // Two tables of one game do not share their changes.
    table.enter("legal(move(b2, b4)) :- turn(bot).");
    assert_eq!(legal(&small(&server).state()), before);
}

#[test]
fn what_would_be_a_file_is_handed_over() {
    let server = Server::start();
    let table = server.table(json!({ "record": PINNED }));
    for (entry, name, part) in [
        ("save x.pgn", "x.pgn", "[GameType \"Base\"]"),
        ("save /tmp/../y.game", "y.game", "game hive"),
        ("save", "hornet.game", "wQ -wS1"),
        ("save rules z.pl", "z.pl", ":- title('Hive')"),
        ("export ../../out.pl", "out.pl", "SWI-Prolog"),
        ("export here.pgn", "here.pgn", "[Result"),
        ("board svg b.svg", "b.svg", "<svg "),
    ] {
        let reply = table.reply(entry, "download");
        assert_eq!(reply["download"]["name"], name, "{entry}");
        assert!(reply["download"]["text"].as_str().unwrap().contains(part), "{entry}");
    }
    let reply = table.reply("export uph", "error");
    assert!(reply["text"].as_str().unwrap().contains("there is no form `uph`"), "{reply}");
    let reply = table.reply("export facts", "text");
    assert!(reply["text"].as_str().unwrap().contains("at(wQ, (-1,0), 1)."), "{reply}");
    let left: Vec<_> = std::fs::read_dir(server.folder("here")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn another_game_is_another_table() {
    let server = Server::start();
    let table = small(&server);
    for (entry, game) in [("new tanks:8", "tanks"), ("new hive+ml", "hive+ml"), (PINNED, "hive")] {
        let reply = table.reply(entry, "table");
        let other = server.known(reply["table"].as_str().unwrap());
        assert_eq!(other.state()["game"], game);
    }
    let reply = table.reply("new checkers", "error");
    assert!(reply["text"].as_str().unwrap().contains("checkers"), "{reply}");
    assert_eq!(table.state()["version"], 1, "this one is as it was");
    assert_eq!(server.tables().len(), 4);
}

#[test]
fn the_prompt_reaches_no_files() {
    let server = Server::start();
    let table = small(&server);
    let before = table.state();
    for entry in [
        "load /etc/passwd",
        "load 1",
        "[user_file].",
        "['/etc/passwd'].",
        "consult('/etc/passwd').",
        "consult /etc/passwd",
        "transcript notes.txt",
        "protocol notes.txt",
        "protocola notes.txt",
        "noprotocol",
        "edit",
        "edit legal",
        "reload",
        "make",
        "games",
        "resume",
        "setup load /etc/passwd",
        "setup empty; load /etc/passwd",
        "new /etc/passwd",
        "new ./x.pl",
        ":- include('/etc/passwd').",
        ":- include('x.pl').",
        ":- facts(p/2, '/etc/passwd').",
        "rules /etc/passwd",
        "machine uhp:\"touch started\":1s",
        "set limit 10000000",
        "hint 1000",
        "quit",
    ] {
        let reply = table.reply(entry, "error");
        assert!(!reply["text"].as_str().unwrap().contains("root:"), "{entry}: {reply}");
    }
    assert_eq!(table.state(), before);
    let left: Vec<_> = std::fs::read_dir(server.folder("here")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn entries_are_completed_but_files_are_not() {
    let server = Server::start();
    std::fs::write(server.folder("here").join("zebra_file.pl"), "").unwrap();
    let table = small(&server);
    let complete = |entry: &str| table.post("/complete", json!({ "entry": entry })).good();
    assert_eq!(complete("leg"), json!({ "start": 0, "choices": ["legal("] }));
    let found = complete("why é 𝄞 leg");
    assert_eq!(found["start"], 9, "counted as JavaScript does: {found}");
    assert!(texts(&complete("b2-")["choices"]).iter().any(|it| it.contains("b3")));
    for entry in [
        "load ",
        "load z",
        "load ./z",
        "save z",
        "['z",
        "consult('z",
        "transcript z",
        "setup load z",
        "load /e",
        "load ../",
        "new z",
        "new ./z",
        ":- include('z",
    ] {
        let choices = complete(entry)["choices"].to_string();
        assert!(!choices.contains("zebra") && !choices.contains("/etc"), "{entry}: {choices}");
    }
    table.post("/complete", json!({ "entry": "x".repeat(70_000) })).wrong(413, "too_large");
    table.post("/complete", json!({ "entry": null })).wrong(400, "bad_request");
}

#[test]
fn the_rules_are_shown_with_their_places() {
    let server = Server::start();
    let table = server.table(with_rules("my game!.pl", &example("tictactoe.pl")));
    let rules = table.get("/rules").good();
    let files = rules["files"].as_array().unwrap();
    assert_eq!(
        files.iter().map(|it| it["file"].as_str().unwrap()).collect::<Vec<_>>(),
        ["mygame.pl"]
    );
    assert_eq!(files[0]["text"], example("tictactoe.pl"));
    let text = example("tictactoe.pl");
    let lines: Vec<&str> = text.lines().collect();
    for clause in rules["clauses"].as_array().unwrap() {
        let line = clause["line"].as_u64().unwrap() as usize;
        let first = clause["text"].as_str().unwrap().lines().next().unwrap();
        assert!(lines[line - 1].starts_with(first.trim_end_matches('.')), "{clause}");
        assert!(clause["end"].as_u64().unwrap() as usize >= line);
        assert_eq!(clause["place"], format!("mygame.pl:{line}"));
    }
    let taken = rules["relations"].as_array().unwrap().iter().find(|it| it["name"] == "taken/1");
    let taken = taken.unwrap();
    assert_eq!((&taken["doc"], &taken["derived"]), (&json!("Cell holds a mark."), &json!(true)));
    let hive = server.table(json!({ "game": "hive" })).get("/rules").good();
    assert!(hive["files"].as_array().unwrap().len() > 3);
}

#[test]
fn games_are_handed_out_in_all_forms() {
    let server = Server::start();
    let table = server.table(json!({ "record": PINNED }));
    for (form, kind, name, part) in [
        ("game", "text/plain; charset=utf-8", "hornet.game", "wA1 -wQ"),
        ("pgn", "text/plain; charset=utf-8", "hornet.pgn", "[GameType \"Base\"]"),
        ("uhp", "text/plain; charset=utf-8", "hornet.txt", "Base;InProgress;White[4];wS1;"),
        ("facts", "text/plain; charset=utf-8", "position.pl", "at(wQ, (-1,0), 1)."),
        ("prolog", "text/plain; charset=utf-8", "hornet.pl", "SWI-Prolog"),
        ("svg", "image/svg+xml", "hornet.svg", "<svg "),
    ] {
        let told = table.get(&format!("/export?form={form}"));
        assert_eq!((told.status, told.header("content-type")), (200, kind), "{form}");
        let disposition = format!("attachment; filename=\"{name}\"");
        assert_eq!(told.header("content-disposition"), disposition);
        assert!(told.text.contains(part), "{form}: {}", told.text);
    }
    let earlier = table.get("/export?form=uhp&node=1").text;
    assert_eq!(earlier, "Base;InProgress;Black[1];wS1\n");
    for form in ["game", "pgn", "uhp"] {
        let text = table.get(&format!("/export?form={form}")).text;
        let again = server.table(json!({ "record": text }));
        assert_eq!(again.moves(), table.moves(), "{form}");
    }
    for query in ["?form=docx", "?node=0", ""] {
        let error = table.get(&format!("/export{query}")).wrong(400, "bad_request");
        assert_eq!(error["message"], "name a form: game, pgn, uhp, facts, prolog or svg");
    }
    table.get("/export?form=uhp&node=99").wrong(404, "not_found");
    let tanks = small(&server);
    tanks.get("/export?form=pgn").wrong(400, "bad_request");
    tanks.get("/export?form=uhp").wrong(400, "bad_request");
    assert!(tanks.get("/export?form=svg").text.starts_with("<svg "));
}
