//! Players over HTTP, in both roles: Hornet as the one who keeps the rules, against servers
//! that play well, badly or not at all; and Hornet's own players behind a server.

#![cfg(feature = "web")]

#[path = "support/http_server.rs"]
mod http_server;
#[cfg(unix)]
#[path = "support/prompt.rs"]
mod prompt;
mod support;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use hornet::game::{Action, Game, Setup};
use hornet::play::http::messages::{ActionMessage, Feedback, GameMessage, Request, Status};
use hornet::play::http::{wire_action, wire_game};
use hornet::play::{End, Machine, Player, Watch, play_game};
use hornet::web::player::{RemotePlayers, Seat, router};
use http_server::{Reply, Server, nobody};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

fn hornet(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("hornet"));
    command.args(args).env("HORNET_GAMES", "").stdin(Stdio::null());
    // A proxy is not asked about players.
    command.env("http_proxy", "http://127.0.0.1:1").env("ALL_PROXY", "http://127.0.0.1:1");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn matched(game: &str, players: &[&str], more: &[&str]) -> Output {
    let players = players.join(",");
    let args = [&["match", game, "--players", players.as_str()], more].concat();
    hornet(&args).output().unwrap()
}

fn as_json(output: &Output) -> Value {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn machine(name: &str, game: &Game) -> Machine {
    Machine::new(&name.parse::<Player>().unwrap(), game.rules(), 1).unwrap()
}

fn read<T: serde::de::DeserializeOwned>(message: &Value) -> T {
    serde_json::from_value(message.clone()).unwrap()
}

fn is_play(message: &Value) -> bool {
    message["action"] == "play"
}

/// A player that takes anything, and plays what it is told to play.
fn playing(mut play: impl FnMut() -> Reply + Send + 'static) -> Server {
    Server::new(move |_, message| if is_play(message) { play() } else { Reply::Json(Value::Null) })
}

fn set(piece_index: i64, final_x: i64, final_y: i64) -> Reply {
    Reply::Json(ActionMessage::Set { piece_index, final_x, final_y }.to_json())
}

#[test]
fn a_whole_game_with_throws_is_played_through_the_protocol() {
    let start = Game::new(support::rules("hive+mlp")).unwrap();
    let followed = Arc::new(Mutex::new((start.clone(), 0)));
    let (mirror, mut chance) = (followed.clone(), support::chance(3));
    let server = Server::new(move |_, message| {
        let (game, throws) = &mut *mirror.lock().unwrap();
        match Request::read(message.to_string().as_bytes()).unwrap() {
            Request::Game(sent) => {
                if let [pass] = game.legal().unwrap().as_slice()
                    && sent.turn as usize > game.turn_number()
                {
                    let pass = pass.clone();
                    game.play(&pass).unwrap();
                }
                assert!(wire_game::is_same(&sent, &wire_game::written(game)), "{sent:?}");
                Reply::Json(Value::Null)
            }
            Request::Play => {
                let action = liveliest(game, &mut chance);
                Reply::Json(wire_action::written(game, &action).unwrap().unwrap().to_json())
            }
            Request::Feedback(feedback) => {
                assert_ne!(feedback.status, Status::Invalid, "{}", feedback.feedback);
                // Both sides are told of it.
                if feedback.game.turn as usize > game.turn_number() {
                    let action: ActionMessage = read(&feedback.action);
                    let is_throw =
                        matches!(&action, ActionMessage::Move { args, .. } if !args.is_empty());
                    *throws += usize::from(is_throw);
                    let action = wire_action::read(game, &action).unwrap().unwrap();
                    game.play(&action).unwrap();
                }
                assert!(wire_game::is_same(&feedback.game, &wire_game::written(game)));
                Reply::Json(Value::Null)
            }
            Request::Question(_) => panic!("nothing is asked"),
        }
    });
    let mut game = start.clone();
    let machines = [machine(&server.url(), &game), machine(&server.url(), &game)];
    let interrupt = Arc::new(AtomicBool::new(false));
    let result = play_game(&mut game, &machines.each_ref(), 150, &interrupt).unwrap().unwrap();
    assert_eq!(result.forfeit, None);
    let (mirror, throws) = &*followed.lock().unwrap();
    assert_eq!(mirror.position(), game.position());
    assert!(*throws >= 3, "{throws} throws in {} moves", result.plies);
    // A game that is over is told as such; one that is broken off is not.
    let (_, last) = server.messages().pop().unwrap();
    let expected = match (result.end, result.winner) {
        (End::Outcome, Some(_)) => json!("over"),
        (End::Outcome, None) => json!("tie"),
        _ => Value::Null,
    };
    assert_eq!(last.get("status").cloned().unwrap_or_default(), expected);
}

/// A throw, if there is one; or else a pillbug or queen comes in, or anything happens.
fn liveliest(game: &Game, chance: &mut impl rand::Rng) -> Action {
    let legal = game.legal().unwrap();
    let written = |action: &&Action| wire_action::written(game, action).unwrap().unwrap();
    let is_throw = |action: &&Action| matches!(written(action), ActionMessage::Move { args, .. } if !args.is_empty());
    let names = |action: &&Action, kinds: &[&str]| {
        let name = action.args[0].to_string();
        action.name.as_str() == "place" && kinds.iter().any(|kind| name.ends_with(kind))
    };
    let throws: Vec<&Action> = legal.iter().filter(is_throw).collect();
    let useful: Vec<&Action> = legal.iter().filter(|it| names(it, &["P", "Q", "M"])).collect();
    let any: Vec<&Action> = legal.iter().collect();
    let best = [throws, useful, any].into_iter().find(|actions| !actions.is_empty()).unwrap();
    (*best.choose(chance).unwrap()).clone()
}

/// The messages in the data, with whom they were for.
fn recorded() -> Vec<(String, Value)> {
    let lines = include_str!("data/http/recorded.jsonl").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            (line["to"].as_str().unwrap().to_string(), line["body"].clone())
        })
        .collect()
}

/// A message with its pieces in an order.
fn in_order(message: &Value) -> Value {
    let mut message = message.clone();
    let game = if message.get("game").is_some() { &mut message["game"] } else { &mut message };
    if let Some(board) = game.get_mut("board").and_then(Value::as_array_mut) {
        board.sort_by_key(Value::to_string);
        board.iter_mut().for_each(Value::sort_all_objects);
    }
    message.sort_all_objects();
    message
}

#[test]
fn the_same_moves_lead_to_the_same_messages() {
    let recorded: Vec<_> = recorded().into_iter().filter(|(to, _)| to != "none").collect();
    let actions = recorded.iter().filter(|(to, body)| to == "white" && body.get("game").is_some());
    let actions: Vec<Value> = actions.map(|(_, body)| body["action"].clone()).collect();
    let mut next = actions.clone().into_iter();
    let server = playing(move || Reply::Json(next.next().unwrap()));
    let mut game = Game::new(support::rules("hive+mlp")).unwrap();
    let machines = [machine(&server.url(), &game), machine(&server.url(), &game)];
    let interrupt = Arc::new(AtomicBool::new(false));
    let result = play_game(&mut game, &machines.each_ref(), actions.len(), &interrupt);
    assert_eq!(result.unwrap().unwrap().forfeit, None);
    let sent = server.messages().into_iter().filter(|(_, message)| !is_play(message));
    let sent: Vec<_> = sent.map(|(path, message)| (path, in_order(&message))).collect();
    let expected = recorded.iter().map(|(to, body)| (format!("/player_{to}"), in_order(body)));
    assert_eq!(sent, expected.take(sent.len()).collect::<Vec<_>>());
    assert_eq!(sent.len(), recorded.len(), "the game is sent as often as it was recorded");
}

#[test]
fn recorded_messages_are_answered_in_the_right_form() {
    let players = RemotePlayers::default();
    let greedy: Player = "greedy".parse().unwrap();
    let mut answered = 0;
    for (to, body) in recorded() {
        let side = ["white", "black", "none"].into_iter().find(|side| *side == to).unwrap();
        let seat = Seat { side, game: String::new() };
        let answer = players.answer(&seat, &greedy, body.to_string().as_bytes()).unwrap();
        if let Some(options) = body.get("options") {
            let answer = answer["answer"].as_str().unwrap().to_string();
            let written = |it: &Value| it.as_str().map_or_else(|| it.to_string(), String::from);
            let options: Vec<String> = options.as_array().unwrap().iter().map(written).collect();
            assert!(options.contains(&answer), "{answer}");
            continue;
        }
        assert_eq!(answer, Value::Null);
        if body["player"] == to.as_str() {
            let play = Request::play(&to).to_string();
            let action = players.answer(&seat, &greedy, play.as_bytes()).unwrap();
            let action: ActionMessage = read(&action);
            let sent: GameMessage = read(&body);
            assert!(
                matches!(action, ActionMessage::Set { .. }),
                "there is no queen yet: {action:?}"
            );
            if sent.board.is_empty() {
                assert!(matches!(action, ActionMessage::Set { final_x: 4, final_y: 3, .. }));
            }
            answered += 1;
        }
    }
    assert!(answered >= 3);
}

/// Hornet's own players behind a server, and its address.
fn serve() -> String {
    let (sender, address) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            axum::serve(listener, router(Arc::default())).await.unwrap();
        });
    });
    format!("http://{}", address.recv().unwrap())
}

#[test]
fn two_hornets_play_each_other() {
    let url = serve();
    let (white, black) = (format!("{url}?player=random"), format!("{url}/?player=greedy"));
    let more = ["--games", "2", "--plies", "50", "--json"];
    let json = as_json(&matched("hive+mlp", &[&white, &black], &more));
    assert_eq!(
        (json["finished"].as_u64(), json["forfeits"].as_u64()),
        (Some(2), Some(0)),
        "{json}"
    );
    assert_eq!(json["players"], json!([white, format!("{url}?player=greedy")]));
    let json = as_json(&matched("hive", &[&format!("{url}@20s"), "random"], &more));
    assert_eq!(json["forfeits"], 0, "{json}");
}

#[test]
fn a_server_of_hornet_refuses_what_makes_no_sense() {
    let url = serve();
    let agent = ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build();
    let agent = agent.new_agent();
    let post = |path: &str, body: &str| {
        let mut response = agent.post(format!("{url}{path}")).send(body.as_bytes()).unwrap();
        let status = response.status().as_u16();
        let answer = response.body_mut().read_to_string().unwrap();
        (status, serde_json::from_str::<Value>(&answer).unwrap())
    };
    let play = Request::play("white").to_string();
    let long = " ".repeat(1 << 17);
    for (path, body, status, code) in [
        ("/player_white", "", 400, "bad_message"),
        ("/player_white", "{}", 400, "bad_message"),
        ("/player_white", "{\"board\": 1}", 400, "bad_message"),
        ("/player_none", "{\"options\": []}", 400, "bad_message"),
        ("/player_white", &play, 409, "no_game"),
        ("/player_white", &long, 413, "too_large"),
        ("/player_white?player=human", &play, 400, "wrong_player"),
        ("/player_white?player=robot", &play, 400, "wrong_player"),
        ("/player_white?player=uhp:touch%20/tmp/x", &play, 400, "wrong_player"),
        ("/player_white?player=http://127.0.0.1:1", &play, 400, "wrong_player"),
        ("/player_white?player=greedy@no_such_style", &play, 409, "no_game"),
    ] {
        let (found, answer) = post(path, body);
        assert_eq!((found, &answer["error"]["code"]), (status, &json!(code)), "{path} {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let game = Game::new(support::rules("hive")).unwrap();
    let message = wire_game::written(&game).to_json();
    assert_eq!(post("/player_black", &message.to_string()), (200, Value::Null));
    assert_eq!(post("/player_black", &play).1["error"]["code"], "not_your_turn");
    let mut wrong = message.clone();
    wrong["turn"] = json!(-1);
    assert_eq!(post("/player_black", &wrong.to_string()).0, 422);
    assert_eq!(post("/player_white?player=minimax:1", &message.to_string()).0, 200);
    assert_eq!(post("/player_white?player=minimax:1", &play).1["type"], "set");
}

/// Black's only piece lies below a beetle, so that black can do nothing.
fn nothing_to_do() -> Game {
    let mut setup = Setup::blank(&support::rules("hive"));
    let facts =
        "at(bQ, (0,0), 1). at(wB1, (0,0), 2). at(wQ, (1,0), 1). turn_number(8). turn(black).";
    setup.add_facts(facts).unwrap();
    setup.finish().unwrap()
}

#[test]
fn a_pass_is_played_without_asking_and_there_is_no_answer_to_it() {
    let game = nothing_to_do();
    let server = playing(|| Reply::Text(500, "asked".into()));
    let black = machine(&server.url(), &game);
    let thought = black.think(&game, &Watch::default()).unwrap().unwrap();
    assert_eq!(thought.action.to_string(), "pass");
    assert!(server.messages().is_empty());
    let players = RemotePlayers::default();
    let (seat, greedy) = (Seat { side: "black", game: String::new() }, "greedy".parse().unwrap());
    let sent = wire_game::written(&game).to_json().to_string();
    players.answer(&seat, &greedy, sent.as_bytes()).unwrap();
    let play = Request::play("black").to_string();
    let error = players.answer(&seat, &greedy, play.as_bytes()).unwrap_err();
    assert_eq!((error.status, error.code), (409, "must_pass"));
    // The pass is followed, since the next position shows it.
    let mut next = game.clone();
    next.play(&Action::new("pass", &[])).unwrap();
    let sent = wire_game::written(&next).to_json().to_string();
    assert_eq!(players.answer(&seat, &greedy, sent.as_bytes()), Ok(Value::Null));
}

#[test]
fn what_was_refused_is_not_played_again() {
    let players = RemotePlayers::new(Duration::from_secs(5));
    let (seat, greedy) = (Seat { side: "white", game: String::new() }, "greedy".parse().unwrap());
    let game = wire_game::written(&Game::new(support::rules("hive")).unwrap());
    let answer = |body: Value| players.answer(&seat, &greedy, body.to_string().as_bytes());
    answer(game.to_json()).unwrap();
    let mut refused = Vec::new();
    // Four kinds of pieces may come first.
    for _ in 0..4 {
        let action = answer(Request::play("white")).unwrap();
        assert!(!refused.contains(&action), "{action}");
        refused.push(action.clone());
        let (game, feedback, status) = (game.clone(), "no".into(), Status::Invalid);
        answer(Feedback { game, action, feedback, status }.to_json()).unwrap();
    }
    assert_eq!(answer(Request::play("white")).unwrap_err().code, "all_refused");
}

#[test]
fn a_player_that_does_not_play_as_it_should_forfeits() {
    type Play = fn() -> Reply;
    let plays: [(Play, &[&str]); 10] = [
        (|| Reply::Close, &["the connection broke before it had answered `play`"]),
        (|| Reply::Die, &["the connection broke before it had answered `play`"]),
        (|| Reply::Raw("hello\r\n\r\n"), &["the connection broke before it had answered `play`"]),
        (|| Reply::Text(500, "ou\x1b[2Jch".into()), &["HTTP status 500", "`ou\\u{1b}[2Jch`"]),
        (|| Reply::Text(302, String::new()), &["with the HTTP status 302"]),
        (|| Reply::Text(200, "nonsense".into()), &["should be an action, and is `nonsense`"]),
        (|| Reply::Json(json!({"type": "set"})), &["missing field"]),
        (|| Reply::Endless, &["its answer to `play` has more than 65536 bytes"]),
        (|| Reply::Hang, &["it gave no answer to `play` within 1 s"]),
        (
            || set(99, 4, 3),
            &["asked 10 times and gave no legal action", "no piece 99 among the 11 remaining"],
        ),
    ];
    for (play, reasons) in plays {
        let server = playing(play);
        let player = format!("{}@1s", server.url());
        let json = as_json(&matched("hive", &[&player, "random"], &["--games", "1", "--json"]));
        let game = &json["each"][0];
        assert_eq!(
            (&game["end"], &game["winner"]),
            (&json!("forfeit"), &json!("random")),
            "{json}"
        );
        let why = game["reason"].as_str().unwrap();
        assert!(reasons.iter().all(|part| why.contains(part)), "{reasons:?}: {why}");
        assert!(why.chars().count() < 500 && !why.contains('\x1b'), "{why}");
    }
}

#[test]
fn a_player_that_goes_away_in_a_match_forfeits_what_is_left() {
    let mut moves = 0;
    let server = playing(move || {
        moves += 1;
        if moves == 1 { set(1, 4, 3) } else { Reply::Die }
    });
    let json = as_json(&matched("hive", &[&server.url(), "random"], &["--games", "2", "--json"]));
    assert_eq!(json["forfeits"], 2, "{json}");
    assert_eq!(json["each"][0]["plies"], 2, "{json}");
    let why = json["each"][1]["reason"].as_str().unwrap();
    assert!(why.contains("cannot connect to 127.0.0.1:"), "{why}");
    assert!(why.contains("connection refused; is its server running?"), "{why}");
}

#[test]
fn an_illegal_action_is_told_with_its_reason_and_another_is_asked_for() {
    let mut actions = vec![set(1, 4, 3), set(0, 4, 3), set(1, 0, 0), set(-1, 4, 3)];
    let server = playing(move || actions.pop().unwrap_or(Reply::Close));
    let game = Game::new(support::rules("hive")).unwrap();
    let white = machine(&server.url(), &game);
    let thought = white.think(&game, &Watch::default()).unwrap().unwrap();
    assert_eq!(thought.action.to_string(), "place(wG1, (0,0))");
    let messages = server.messages();
    let feedback: Vec<Feedback> = messages
        .iter()
        .filter(|(_, message)| message.get("status").is_some())
        .map(|(_, message)| read(message))
        .collect();
    let reasons = ["there is no piece -1", "the first piece goes to", "by the tournament rule"];
    assert_eq!(feedback.len(), reasons.len());
    for (feedback, reason) in feedback.iter().zip(reasons) {
        assert_eq!(feedback.status, Status::Invalid);
        assert!(feedback.feedback.contains(reason), "{}", feedback.feedback);
        assert_eq!(feedback.game, wire_game::written(&game));
    }
    // The game, then four times `play` with an objection after each but the last.
    assert_eq!(messages.len(), 1 + 4 + 3);
}

fn refused(args: &[&str], parts: &[&str]) {
    let output = hornet(args).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{said}");
    for part in parts {
        assert!(said.contains(part), "{args:?}: no `{part}` in {said}");
    }
}

#[test]
fn a_player_that_cannot_play_the_game_is_refused_before_it_begins() {
    let server = playing(|| Reply::Close);
    for (game, player, parts) in [
        ("hive", nobody(), &["cannot connect to 127.0.0.1:", "connection refused"][..]),
        ("tanks", server.url(), &["players over HTTP play Hive only, not tanks"]),
        ("hive", "https://127.0.0.1:9001".into(), &["`https://` is not supported"]),
        ("hive", "http://127.0.0.1:port".into(), &["`port` is not a port"]),
        ("hive", format!("{}@soon", server.url()), &["user name"]),
    ] {
        let players = format!("{player},random");
        refused(&["match", game, "--players", &players, "--games", "1"], parts);
        refused(&["play", game, "--players", &players, "--no-save"], parts);
    }
    assert!(server.messages().is_empty());
}

#[test]
fn at_the_table_the_game_is_kept_if_a_player_goes_away() {
    let mut moves = 0;
    let server = playing(move || {
        moves += 1;
        if moves == 1 { set(1, 4, 3) } else { Reply::Die }
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.game");
    let file = file.to_str().unwrap();
    let players = format!("{},random", server.url());
    let output = hornet(&["play", "hive", "--players", &players, "--save", file]).output().unwrap();
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{said}");
    let fault =
        format!("error: white, {}: the connection broke before it had answered", server.url());
    assert!(said.contains(&fault), "{said}");
    assert!(out.contains(&format!("white: {}, black: random", server.url())), "{out}");
    assert!(out.contains("continues it."), "{out}");
    let saved = fs::read_to_string(file).unwrap();
    assert!(!saved.contains("forfeit"), "{saved}");
    assert!(saved.contains(&format!("players {} random\n", server.url())), "{saved}");
    assert!(saved.contains("\nwG1\n"), "{saved}");
    // The file by itself does not make Hornet connect.
    refused(&["play", "--load", file], &["names a player over HTTP", "does not connect to any"]);
    // Another player goes on.
    let another = playing(|| Reply::Close);
    let players = format!("{},random", another.url());
    let output = hornet(&["play", "--load", file, "--players", &players, "--no-save"]).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    let sent: GameMessage = read(&another.messages()[0].1);
    assert_eq!((sent.turn, sent.board.len(), sent.player.as_str()), (3, 2, "white"));
}

#[test]
fn a_person_at_the_terminal_plays_somebody_over_http() {
    let server = Server::new(|path, message| {
        assert!(path.ends_with("/player_black"), "{path}");
        match is_play(message) {
            true => set(1, 5, 3),
            false => Reply::Json(Value::Null),
        }
    });
    let players = format!("human,{}", server.url());
    let mut command = hornet(&["play", "hive", "--no-save", "--players", &players]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"wS1\nundo\nwA1\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(said.matches("black plays bG1 wS1-").count(), 1, "{said}");
    assert_eq!(said.matches("black plays bG1 wA1-").count(), 1, "{said}");
    let kinds = server.messages().into_iter().map(|(_, message)| {
        match Request::read(message.to_string().as_bytes()).unwrap() {
            Request::Game(game) => format!("game {}", game.turn),
            Request::Play => "play".into(),
            Request::Feedback(feedback) => format!("told {}", feedback.game.turn),
            Request::Question(_) => "question".into(),
        }
    });
    let round = ["game 1", "told 2", "game 2", "play", "told 3", "game 3"];
    assert_eq!(kinds.collect::<Vec<_>>(), [round, round].concat());
}

#[test]
fn a_position_that_was_set_up_is_sent_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("built.game");
    let facts = ["at(wS1, (0,0), 1)", "at(bS1, (1,0), 1)", "turn_number(3)", "turn(white)"];
    let lines: Vec<String> = facts.iter().map(|fact| format!("setup {fact}\n")).collect();
    fs::write(&file, format!("game hive\n{}", lines.concat())).unwrap();
    let server = playing(|| Reply::Close);
    let players = format!("{},random", server.url());
    let args = ["play", "--load", file.to_str().unwrap(), "--players", &players, "--no-save"];
    let output = hornet(&args).output().unwrap();
    assert!(text(&output.stderr).contains("the connection broke"), "{output:?}");
    let sent: GameMessage = read(&server.messages()[0].1);
    assert_eq!((sent.turn, sent.board.len()), (3, 2));
}

#[cfg(unix)]
#[test]
fn ctrl_c_works_while_a_player_is_waited_for() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let server = playing(|| Reply::Hang);
    let players = format!("{},random", server.url());
    let mut command = hornet(&["match", "hive", "--games", "1", "--players", &players]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !server.messages().iter().any(|(_, message)| is_play(message)) {
        assert!(began.elapsed() < Duration::from_secs(60), "it is not asked");
        thread::sleep(Duration::from_millis(20));
    }
    let began = Instant::now();
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[cfg(unix)]
#[test]
fn at_a_terminal_the_game_waits_for_a_player_that_failed() {
    let mut times = 0;
    let server = playing(move || {
        times += 1;
        if times == 1 { Reply::Text(503, "not yet".into()) } else { set(1, 4, 3) }
    });
    let players = format!("{},human", server.url());
    let args = ["play", "hive", "--no-save", "--players", &players];
    let mut prompt = prompt::hornet_with(&args).on_screen(60, 120).prompt();
    prompt.shows("it answered `play` with the HTTP status 503: `not yet`");
    prompt.line_is("white is next, Enter lets it play>");
    let answer = prompt.enter("");
    assert!(prompt::says(&answer, "white plays wG1"), "{answer}");
    prompt.line_is("black>");
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 0);
}

#[cfg(unix)]
#[test]
fn at_a_terminal_somebody_has_to_agree_to_an_address_that_a_file_names() {
    for (answer, is_reached) in [("", false), ("no", false), ("yes", true)] {
        let folder = prompt::folder();
        let server = playing(|| Reply::Close);
        let game = format!("game hive\nplayers {} human\nwS1\n", server.url());
        fs::write(folder.path().join("tempting.game"), game).unwrap();
        let args = ["play", "--load", "tempting.game", "--no-save"];
        let mut prompt = prompt::hornet_with(&args).in_folder(folder.path()).prompt();
        prompt.shows("wants to connect to a player: `http://127.0.0.1:");
        prompt.press(format!("{answer}{}", prompt::ENTER));
        prompt.shows(if is_reached { "black: human" } else { "nothing is started" });
        if is_reached {
            prompt.line_is("black>");
            prompt.press("quit\r");
        }
        assert_eq!(prompt.exit_code(), 0);
        assert_eq!(server.messages().len(), usize::from(is_reached));
    }
}

#[test]
fn who_is_interrupted_is_not_asked_twice() {
    let server = Server::new(|_, message| match is_play(message) {
        true => {
            thread::sleep(Duration::from_millis(400));
            set(1, 4, 3)
        }
        false => Reply::Json(Value::Null),
    });
    let game = Game::new(support::rules("hive")).unwrap();
    let white = machine(&server.url(), &game);
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    let stop = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(white.think(&game, &Watch::new(interrupt)).is_err());
    stop.join().unwrap();
    let thought = white.think(&game, &Watch::default()).unwrap().unwrap();
    assert_eq!(thought.action.to_string(), "place(wG1, (0,0))");
    assert_eq!(server.messages().iter().filter(|(_, message)| is_play(message)).count(), 1);
}
