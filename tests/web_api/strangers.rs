//! Who must not come in, and what nobody gets who did.

use std::fs;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::{DELAY, Server, example, with_rules};

/// A request as it goes over the wire; the server hangs up after it.
fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    text + "\r\n" + body
}

/// The status and the body of an answer.
fn parted(answer: &str) -> (u16, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no answer: {answer:?}")), body)
}

fn status(server: &Server, text: &str) -> u16 {
    let answer = server.raw(text.as_bytes());
    let (status, body) = parted(&answer);
    if status >= 400 {
        let error: Value =
            serde_json::from_str(body).unwrap_or_else(|_| panic!("{text}: {answer}"));
        assert!(error["error"]["message"].is_string(), "{answer}");
    }
    status
}

#[test]
fn names_that_lead_here_by_somebody_elses_doing_are_refused() {
    let server = Server::start();
    let port = server.address.port();
    let by = |host: &str| status(&server, &request("GET", "/api/v1/games", &[("host", host)], ""));
    for host in ["127.0.0.1", "localhost", "LocalHost", "[::1]"] {
        assert_eq!(by(&format!("{host}:{port}")), 200, "{host}");
    }
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("evil.example@127.0.0.1:{port}"),
        format!("10.0.0.1:{port}"),
        "127.0.0.1".into(),
        "127.0.0.1:1".into(),
        format!("127.0.0.1:{port}:{port}"),
        String::new(),
    ] {
        assert_eq!(by(&host), 403, "{host}");
    }
    assert_eq!(status(&server, &request("GET", "/api/v1/games", &[], "")), 400);
    let own = format!("127.0.0.1:{port}");
    let both = [("host", own.as_str()), ("host", "evil.example")];
    assert_eq!(status(&server, &request("GET", "/api/v1/games", &both, "")), 403);
    // A target with a name of its own counts as little as the header.
    let absolute = format!("http://evil.example:{port}/api/v1/games");
    assert_eq!(status(&server, &request("GET", &absolute, &[("host", "evil.example")], "")), 403);
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = Server::start();
    let own = format!("127.0.0.1:{}", server.address.port());
    let table = json!({ "game": "tanks" }).to_string();
    let from = |origin: &str| {
        let headers = [("host", own.as_str()), ("origin", origin)];
        status(&server, &request("POST", "/api/v1/tables", &headers, &table))
    };
    assert_eq!(from(&format!("http://{own}")), 201);
    for origin in [
        "http://evil.example",
        "null",
        "",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "file://",
        "é",
    ] {
        assert_eq!(from(origin), 403, "{origin}");
    }
    assert_eq!(from(&format!("https://{own}")), 403);
    assert_eq!(from(&format!("http://{own}.evil.example")), 403);
    assert_eq!(from(&format!("http://localhost:{}", server.address.port())), 403);
    let cross = [("host", own.as_str()), ("sec-fetch-site", "cross-site")];
    assert_eq!(status(&server, &request("POST", "/api/v1/tables", &cross, &table)), 403);
    assert_eq!(status(&server, &request("GET", "/api/v1/games", &cross, "")), 403);
    // A link to the page is followed all the same.
    assert_eq!(status(&server, &request("GET", "/", &cross, "")), 200);
    // A form of another page sends what is not JSON, and asks nobody before.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let told = request("POST", "/api/v1/tables", &[("host", &own)], &table);
        let told = told.replace("application/json", kind);
        assert_eq!(status(&server, &told), 400, "{kind}");
    }
    let preflight = [
        ("host", own.as_str()),
        ("origin", "http://evil.example"),
        ("access-control-request-method", "POST"),
    ];
    let answer = server.raw(request("OPTIONS", "/api/v1/tables", &preflight, "").as_bytes());
    assert!(!answer.to_lowercase().contains("access-control-allow"), "{answer}");
    assert_eq!(server.tables().len(), 1);
}

#[test]
fn answers_say_what_may_be_done_with_them() {
    let server = Server::start();
    let table = server.table(json!({ "game": "gauss" }));
    let export = table.get("/export?form=svg");
    for answer in [server.get("/games"), server.get("/nothing"), table.get(""), export] {
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
}

#[test]
fn beyond_this_computer_a_token_is_needed() {
    let server = Server::start_with(&["--bind", "0.0.0.0"]);
    let token = server.greeting.rsplit("?token=").next().unwrap().to_string();
    assert!(token.len() >= 20 && token.len() < 40, "{}", server.greeting);
    let host = format!("127.0.0.1:{}", server.address.port());
    let ask = |path: &str, more: &[(&str, &str)]| {
        let headers = [&[("host", host.as_str())], more].concat();
        server.raw(request("GET", path, &headers, "").as_bytes())
    };
    let status = |path: &str, more: &[(&str, &str)]| parted(&ask(path, more)).0;
    for path in ["/api/v1/games", "/api/v1/tables", "/", "/page/app.js", "/api/v1/tables/x/events"]
    {
        assert_eq!(status(path, &[]), 401, "{path}");
    }
    assert!(ask("/api/v1/games", &[]).contains("\"unauthorized\""));
    let bearer = format!("Bearer {token}");
    assert_eq!(status("/api/v1/games", &[("authorization", &bearer)]), 200);
    assert_eq!(status("/api/v1/games", &[("authorization", &format!("bearer {token}"))]), 200);
    let port = host.rsplit(':').next().unwrap_or_default();
    let cookie = format!("other=1; hornet-{port}={token}");
    assert_eq!(status("/api/v1/games", &[("cookie", &cookie)]), 200);
    assert_eq!(status(&format!("/api/v1/games?token={token}"), &[]), 200);
    // It may stand beside other parameters: the table is looked for.
    let path = format!("/api/v1/tables/x/view?node=0&token={token}");
    assert_eq!(status(&path, &[]), 404);
    for wrong in ["", "x", &token[1..], &format!("{token}x"), &token.to_uppercase()] {
        assert_eq!(status("/api/v1/games", &[("authorization", &format!("Bearer {wrong}"))]), 401);
        assert_eq!(status("/api/v1/games", &[("cookie", &format!("hornet-{port}={wrong}"))]), 401);
        assert_eq!(status(&format!("/api/v1/games?token={wrong}"), &[]), 401);
    }
    // The address that was printed leads to the page, and the token to a cookie.
    let led = ask(&format!("/?token={token}"), &[]).to_lowercase();
    assert_eq!(parted(&led).0, 303);
    let kept = format!("set-cookie: hornet-{port}={token}; httponly; samesite=lax; path=/");
    assert!(led.contains(&kept), "{led}");
    assert!(led.contains("location: /\r\n"), "{led}");
    // The token does not open the door to names and other sites.
    let named =
        request("GET", "/api/v1/games", &[("host", "evil.example"), ("cookie", &cookie)], "");
    assert_eq!(parted(&server.raw(named.as_bytes())).0, 403);
    let foreign = [("cookie", cookie.as_str()), ("origin", "http://evil.example")];
    assert_eq!(status("/api/v1/games", &foreign), 403);
}

/// The part of the server that plays games of others starts no programs either, calls
/// nobody, and is closed to pages of other sites.
#[test]
fn players_for_others_are_hornets_own() {
    let server = Server::start();
    let own = format!("127.0.0.1:{}", server.address.port());
    let hand = |player: &str| json!({ "player": player, "pieces": ["queen", "ant"] });
    let game = json!({
        "turn": 1, "board": [], "player": "white",
        "remaining_pieces": [hand("white"), hand("black")],
    });
    let play = json!({ "action": "play", "player": "white" });
    for player in
        ["uhp:%22touch%20started%22:1s", "uhp:touch", "http://127.0.0.1:9/", "human", "%ff", "x"]
    {
        for body in [&game, &play] {
            let path = format!("/player_white?player={player}");
            let asked = request("POST", &path, &[("host", &own)], &body.to_string());
            assert_eq!(status(&server, &asked), 400, "{player}");
        }
    }
    assert!(!server.folder("here").join("started").exists());
    for headers in [[("host", "evil.example"), ("a", "b")], [("host", &own), ("origin", "null")]] {
        let asked = request("POST", "/player_white", &headers, &game.to_string());
        assert_eq!(status(&server, &asked), 403);
    }
    let long = format!("{}{}", game, " ".repeat(2 << 20));
    let asked = request("POST", "/player_white", &[("host", &own)], &long);
    let answer = server.raw(asked.as_bytes());
    assert!(answer.is_empty() || parted(&answer).0 == 413, "{answer}");
}

#[test]
fn there_is_no_way_out_of_the_page() {
    let server = Server::start();
    fs::write(server.folder("here").join("secret.js"), "swordfish").unwrap();
    let own = format!("127.0.0.1:{}", server.address.port());
    let get = |path: &str| server.raw(request("GET", path, &[("host", &own)], "").as_bytes());
    let index = get("/");
    assert!(index.to_ascii_lowercase().contains("\r\ncache-control: no-cache\r\n"), "{index}");
    let script = index.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let versioned = script.trim_end_matches("app.js");
    let page = get(script);
    assert_eq!(parted(&page).0, 200, "{script}");
    assert!(page.split("\r\n\r\n").next().unwrap().contains("immutable"), "{script}");
    let below = |name: &str| format!("{versioned}{name}");
    let misled = [
        below("..%2f..%2f..%2fetc%2fpasswd"),
        below("../../../etc/passwd"),
        below("%2e%2e/%2e%2e/etc/passwd"),
        below("..\\..\\secret.js"),
        below("secret.js"),
        below("dom.js"),
        below("app.js%00.svg"),
        below("app.js/"),
        below(""),
        "/page/0/app.js".to_string(),
    ];
    for path in misled.iter().map(String::as_str).chain([
        "/page/../Cargo.toml",
        "/page/../../etc/passwd",
        "/page/..%2f..%2f..%2fetc%2fpasswd",
        "/page/%2e%2e/%2e%2e/etc/passwd",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/..\\..\\secret.js",
        "/page/secret.js",
        "/page/../here/secret.js",
        "/page/./app.js",
        "/page/app.js%00.svg",
        "/page/%ff",
        "/page/",
        "/page",
        "/../etc/passwd",
        "/etc/passwd",
        "/%2e%2e/etc/passwd",
        "/api/v1/../../etc/passwd",
        "/favicon.ico",
    ]) {
        let answer = get(path);
        let (status, body) = parted(&answer);
        assert!(status == 404 || status == 400, "{path}: {answer}");
        assert!(!body.contains("root:") && !body.contains("swordfish"), "{path}: {body}");
        let error: Value =
            serde_json::from_str(body).unwrap_or_else(|_| panic!("{path}: {answer}"));
        assert!(error["error"]["message"].is_string(), "{path}: {answer}");
    }
}

#[test]
fn tables_are_named_by_nothing_but_their_names() {
    let server = Server::start();
    let id = server.table(json!({ "game": "gauss" })).id;
    fs::create_dir(server.folder("tables").join("with space")).unwrap();
    for name in [
        "..",
        ".",
        "%2e%2e",
        "..%2ftables",
        "..%2fhere",
        &format!("..%2ftables%2f{id}"),
        &format!("{id}%2f"),
        &format!("{id}%00"),
        &format!(".%2f{id}"),
        "with%20space",
        "%ff%fe",
        "%c3%a9",
        &"a".repeat(41),
        &"a".repeat(5000),
        &id.to_uppercase(),
    ] {
        for rest in ["", "/view", "/rules", "/events", "/export?form=game"] {
            let answer = server.get(&format!("/tables/{name}{rest}"));
            let is_refused = answer.status == 404 || answer.status == 400;
            assert!(is_refused, "{name}{rest}: {} {}", answer.status, answer.text);
            assert!(answer.json()["error"]["message"].is_string(), "{name}: {}", answer.text);
        }
        let answer = server.delete(&format!("/tables/{name}"));
        assert!(answer.status == 404 || answer.status == 400, "{name}: {}", answer.status);
    }
    assert_eq!(server.tables(), [id]);
    for folder in ["here", "games", "tables/with space"] {
        assert!(server.folder(folder).is_dir());
    }
}

/// A word that is nowhere but in files that nobody may read.
const SECRET: &str = "swordfish";

#[test]
fn rules_read_no_files() {
    let server = Server::start();
    for folder in ["here", "tables", "games"] {
        let folder = server.folder(folder);
        fs::write(folder.join("secret.pl"), format!("secret({SECRET}).\n")).unwrap();
        fs::write(folder.join("secret.csv"), format!("1,{SECRET}\n")).unwrap();
        fs::write(folder.join("secret.md"), format!("# {SECRET}\n\n{SECRET}\n")).unwrap();
    }
    let here = server.folder("here").display().to_string();
    let table = server.table(json!({ "game": "tanks" }));
    let own = server.table(with_rules("secret.pl", &example("tictactoe.pl")));
    let mut answers = Vec::new();
    for file in
        ["secret", "secret.pl", &format!("{here}/secret.pl"), "../here/secret.pl", "./secret.pl"]
    {
        for directive in [
            "include('FILE')",
            "include(FILE)",
            "[FILE]",
            "consult('FILE')",
            "use_module('FILE')",
            "ensure_loaded('FILE')",
            "load_files('FILE', [])",
            "initialization(consult('FILE'))",
        ] {
            let directive = format!(":- {}.\n", directive.replace("FILE", file));
            let text = format!("{directive}{}", example("tictactoe.pl"));
            let name = json!({ "name": "secret.pl", "text": text });
            answers.push(server.post("/check", &name).text);
            let begun = server.post("/tables", &with_rules("secret.pl", &text));
            assert_ne!(begun.status, 500, "{}", begun.text);
            answers.push(begun.text);
            let entry = json!({ "entry": directive });
            answers.push(table.post("/prompt", entry.clone()).text);
            answers.push(own.post("/prompt", entry).text);
            let entry = json!({ "entry": format!("[user].\n{directive}end_of_file.\n") });
            answers.push(table.post("/prompt", entry).text);
        }
    }
    for file in ["secret.csv", &format!("{here}/secret.csv"), "../here/secret.csv"] {
        let directive = format!(":- facts(known/2, '{file}').\n");
        let text = format!("{directive}{}", example("tictactoe.pl"));
        answers.push(server.post("/check", &json!({ "name": "x.pl", "text": text })).text);
        answers.push(server.post("/tables", &with_rules("x.pl", &text)).text);
        answers.push(own.post("/prompt", json!({ "entry": directive })).text);
        answers.push(own.post("/prompt", json!({ "entry": "known(A, B)." })).text);
    }
    for entry in [
        "rules page",
        "rules",
        "help secret",
        "secret(X).",
        "listing secret",
        "relations secret",
        "rules secret.pl",
        "rules secret.md",
        "load secret.pl",
        "load secret",
        "[secret].",
        "edit secret.pl",
        "setup load secret.pl",
        "new secret.pl",
        "new secret",
        "reload",
        "make",
        "tutorial",
        "save rules x.pl",
    ] {
        answers.push(table.post("/prompt", json!({ "entry": entry })).text);
        answers.push(own.post("/prompt", json!({ "entry": entry })).text);
    }
    for record in [
        "game secret.pl\n",
        &format!("game {here}/secret.pl\n"),
        "game ../here/secret.pl\n",
        "game tanks\nrules secret.pl\n",
        "game tanks\nadd :- include('secret.pl').\n",
    ] {
        answers.push(server.post("/tables", &json!({ "record": record })).text);
    }
    answers.extend([server.get("/games").text, server.get("/tables").text]);
    for rest in ["", "/rules", "/export?form=prolog", "/export?form=game"] {
        answers.extend([table.get(rest).text, own.get(rest).text]);
    }
    let told = answers.iter().find(|answer| answer.contains(SECRET));
    assert_eq!(told, None);
}

/// Whatever somebody calls a thing, it comes back as text in JSON, and nothing else.
#[test]
fn scripts_are_text() {
    let server = Server::start();
    let script = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    let rules = example("tictactoe.pl")
        .replace("title('Tic-tac-toe')", &format!("title('{script}')"))
        .replace("'that cell already holds a mark'", &format!("'{script}'"));
    let table = server.table(with_rules(&format!("{script}.pl"), &rules));
    let mut answers = vec![table.get(""), table.get("/rules"), server.get("/tables")];
    answers.push(table.post("/moves", json!({ "move": script })));
    table.play("put(a1)");
    answers.push(table.post("/moves", json!({ "move": "put(a1)" })));
    answers.push(table.post("/why", json!({ "goal": script })));
    answers.push(table.post("/prompt", json!({ "entry": format!("'{script}'(X).") })));
    answers.push(table.post("/prompt", json!({ "entry": format!("save {script}.game") })));
    answers.push(table.post("/players", json!({ "players": [script, script] })));
    answers.push(table.post("/seats", json!({ "side": script })));
    answers.push(server.post("/tables", &json!({ "game": script })));
    answers.push(server.post("/tables", &json!({ script: script })));
    answers.push(server.get("/tables/%3Cscript%3Ealert(1)%3C%2Fscript%3E"));
    let pgn = format!(
        "[GameType \"Base\"]\n[White \"{script}\"]\n[Event \"{script}\"]\n\n1. wB1\n{{{script}}}\n"
    );
    let record = server.table(json!({ "record": pgn }));
    let state = record.get("");
    assert_eq!(state.json()["tree"][1]["comment"], script);
    answers.push(state);
    for answer in &answers {
        assert_eq!(answer.header("content-type"), "application/json", "{}", answer.text);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        answer.json();
    }
    assert_eq!(answers[0].json()["title"], script);
    assert!(!answers[0].json()["game"].as_str().unwrap().contains('<'));
    // A picture is a document of its own: there it is escaped, and nothing runs.
    let picture = table.get("/export?form=svg");
    assert!(
        !picture.text.contains("<script") && !picture.text.contains("<img"),
        "{}",
        picture.text
    );
    assert!(picture.header("content-disposition").starts_with("attachment"));
}

/// What would move the cursor or hide text is not passed on.
#[test]
fn what_nobody_sees_does_not_come_back() {
    let server = Server::start();
    let odd = "a\u{1b}[2J\u{202e}b\u{7}\u{200b}c";
    let rules =
        example("tictactoe.pl").replace("'that cell already", &format!("'{odd} that cell already"));
    let begun = server.post("/tables", &with_rules("odd.pl", &rules));
    let table = server.table(json!({ "game": "tanks" }));
    let mut answers = vec![begun.text];
    answers.push(table.post("/moves", json!({ "move": odd })).text);
    answers.push(table.post("/moves", json!({ "touches": [odd] })).text);
    answers.push(table.post("/prompt", json!({ "entry": odd })).text);
    answers.push(table.post("/prompt", json!({ "entry": format!("save {odd}") })).text);
    answers.push(table.post("/why", json!({ "goal": odd })).text);
    answers.push(table.post("/setup", json!({ "steps": [odd] })).text);
    answers.push(table.post("/players", json!({ "players": [odd, odd] })).text);
    answers.push(server.post("/tables", &json!({ "game": odd })).text);
    answers.push(server.post("/tables", &json!({ "game": "tanks", "options": { odd: odd } })).text);
    answers.push(server.post("/tables", &json!({ "record": odd })).text);
    let pgn = format!("[GameType \"Base\"]\n[White \"{odd}\"]\n\n1. wB1\n{{{odd}}}\n");
    answers.push(server.table(json!({ "record": pgn })).get("").text);
    for answer in answers {
        let value: Value = serde_json::from_str(&answer).unwrap();
        let strings = strings_in(&value);
        for hidden in ['\u{1b}', '\u{202e}', '\u{7}', '\u{200b}'] {
            assert!(!strings.iter().any(|text| text.contains(hidden)), "{hidden:?}: {answer}");
        }
    }
}

/// All texts in an answer.
fn strings_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(each) => each.iter().flat_map(strings_in).collect(),
        Value::Object(each) => each
            .iter()
            .flat_map(|(key, it)| std::iter::once(key.clone()).chain(strings_in(it)))
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn long_bodies_heads_and_addresses_are_refused() {
    let server = Server::start();
    let own = format!("127.0.0.1:{}", server.address.port());
    let long = format!("{{\"game\": \"{}\"}}", "x".repeat(1 << 20));
    let error = server.ask("POST", "/tables", Some(&long), &[]).wrong(413, "too_large");
    assert!(error["message"].as_str().unwrap().contains("1048576"), "{error}");
    // Announced, but never sent.
    let told = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{{"
    );
    let mut stream = server.connect();
    stream.write_all(told.as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.is_empty() || parted(&answer).0 == 413 || parted(&answer).0 == 400, "{answer}");
    // In chunks, without saying how much will come.
    let mut chunked = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    for _ in 0..40 {
        chunked += &format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    }
    let answer = server.raw(chunked.as_bytes());
    assert!(answer.is_empty() || parted(&answer).0 == 413, "{answer}");
    let head = request("GET", "/api/v1/games", &[("host", &own), ("x", &"y".repeat(200_000))], "");
    let answer = server.raw(head.as_bytes());
    assert!(answer.is_empty() || [400, 413, 431].contains(&parted(&answer).0), "{answer}");
    let path = format!("/api/v1/tables/{}", "a".repeat(60_000));
    let answer = server.raw(request("GET", &path, &[("host", &own)], "").as_bytes());
    assert!(answer.is_empty() || [404, 414, 431].contains(&parted(&answer).0), "{answer}");
    let many: Vec<(&str, &str)> =
        std::iter::once(("host", own.as_str())).chain([("a", "b"); 500]).collect();
    let answer = server.raw(request("GET", "/api/v1/games", &many, "").as_bytes());
    assert!(answer.is_empty() || [200, 431].contains(&parted(&answer).0), "{answer}");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    server.ask("POST", "/tables", Some(&deep), &[]).wrong(400, "bad_request");
    server.get("/games").good();
}

/// Rules of the greatest length that is let in are read, or refused, in time.
#[test]
fn long_texts_that_are_let_in_are_answered_in_time() {
    let server = Server::start();
    let fill = |text: &str| text.repeat(900_000 / text.len());
    let game = example("tictactoe.pl");
    let texts = [
        fill("p(a).\n"),
        format!("{game}{}", fill("% a comment\n")),
        format!("{game}{}", fill("q(X) :- mark(X, _).\n")),
        format!("{game}r(X) :- {}mark(X, _).\n", fill("mark(X, _), ")),
        fill("("),
        fill("f("),
        fill("'"),
        fill("\\+ "),
        fill("- "),
        fill("[[["),
        fill("a:-"),
        fill("\u{1F409}"),
        fill("/* "),
    ];
    for text in texts {
        let began = Instant::now();
        let answer = server.post("/check", &json!({ "name": "x.pl", "text": text }));
        let start: String = text.chars().skip(text.chars().count() - 12).collect();
        println!("{start:?}: {} in {:?}", answer.status, began.elapsed());
        assert!([200, 413, 422, 503].contains(&answer.status), "{start:?}: {}", answer.text);
        assert!(began.elapsed() < Duration::from_secs(25), "{start:?}");
        assert!(
            answer.text.len() < 4 << 20,
            "{start:?}: the answer has {} bytes",
            answer.text.len()
        );
    }
}

/// Many who send their requests byte by byte, or never end them, keep nobody waiting,
/// and are not waited for without end.
pub fn slow_senders_keep_nobody_waiting() {
    let server = Server::start();
    let own = format!("127.0.0.1:{}", server.address.port());
    let head = format!("POST /api/v1/tables HTTP/1.1\r\nhost: {own}\r\n");
    let body = format!("{head}content-type: application/json\r\ncontent-length: 50\r\n\r\n{{");
    let began = Instant::now();
    let slow: Vec<_> = [head, body, String::new(), "G".into()]
        .into_iter()
        .flat_map(|begun| vec![begun; 20])
        .map(|begun| {
            let mut stream = server.connect();
            thread::spawn(move || {
                stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
                stream.write_all(begun.as_bytes()).unwrap();
                let (mut answer, mut bytes) = (Vec::new(), [0; 4096]);
                // Now and then a byte, so that it looks alive.
                while began.elapsed() < Duration::from_secs(28) {
                    match stream.read(&mut bytes) {
                        Ok(0) => {
                            return (
                                begun,
                                String::from_utf8_lossy(&answer).into_owned(),
                                began.elapsed(),
                            );
                        }
                        Ok(count) => answer.extend(&bytes[..count]),
                        Err(error) if is_patience(&error) => {
                            if began.elapsed().as_millis() % 1000 < 100 && !begun.is_empty() {
                                let _ = stream.write_all(b" ");
                            }
                        }
                        Err(_) => {
                            return (
                                begun,
                                String::from_utf8_lossy(&answer).into_owned(),
                                began.elapsed(),
                            );
                        }
                    }
                }
                panic!(
                    "{begun:?} is still waited for; so far: {}",
                    String::from_utf8_lossy(&answer)
                );
            })
        })
        .collect();
    let mut slowest = Duration::ZERO;
    while slow.iter().any(|thread| !thread.is_finished()) {
        let asked = Instant::now();
        server.get("/games").good();
        slowest = slowest.max(asked.elapsed());
        thread::sleep(Duration::from_millis(200));
    }
    assert!(slowest < DELAY, "somebody waited for {slowest:?}");
    for thread in slow {
        let (begun, answer, after) = thread.join().unwrap();
        let kind = begun.lines().next().unwrap_or("nothing").to_string();
        let what = if begun.contains("content-length") { "body" } else { "head" };
        assert!(after < Duration::from_secs(26), "{kind}: {after:?}");
        if what == "body" && !answer.is_empty() {
            let (status, text) = parted(&answer);
            assert!(status == 503 || status == 400 || status == 408, "{kind}: {answer}");
            assert!(text.contains("\"message\""), "{answer}");
        }
    }
}

fn is_patience(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}

#[test]
fn only_one_server_has_a_port_and_says_so() {
    let server = Server::start();
    let port = server.address.port().to_string();
    let home = tempfile::tempdir().unwrap();
    let tried = std::process::Command::new(env!("CARGO_BIN_EXE_hornet"))
        .args(["serve", "--port", &port])
        .env("HORNET_TABLES", home.path().join("tables"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&tried.stderr).into_owned();
    assert!(!tried.status.success() && told.contains("--port 0"), "{told}");
}
