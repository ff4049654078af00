//! The doors of Hornet, and the texts that are meant for each.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

#[cfg(feature = "web")]
use crate::serving::{Table, ask};
use hornet::game::{Game, GameString, Marks, Rules, Setup, rules_text};
use hornet::logic::amend::Amendments;
use hornet::logic::engine::Limits;
use hornet::logic::explain::explain;
use hornet::logic::query::Query;
use hornet::logic::reweigh::{declared, reweighed};
use hornet::logic::slice::Slice;
use hornet::logic::syntax::hidden::is_hidden;
use hornet::logic::syntax::source::Sources;
use hornet::logic::syntax::{printer, reader as syntax};
use hornet::play::engines::{Listener, NoAnswer, Reply, legal_move};
use hornet::play::lines::next_line;
use hornet::play::tuning::State;
use hornet::play::{InFile, Openings, Player, Players, open_record, written_pgn, written_record};
use hornet::repl::{Session, shell};
#[cfg(feature = "web")]
use hornet::{
    play::http::{messages::ActionMessage, wire_action, wire_game},
    web::player::{RemotePlayers, Seat},
};

#[cfg(feature = "lsp")]
use serde_json::json;

type Interrupt = Arc<AtomicBool>;

/// A door.
pub struct Target {
    pub name: &'static str,
    /// The files and folders of texts that are meant for it.
    texts: &'static [&'static str],
    /// Takes a text. It panics if something is wrong.
    pub run: fn(&str, &Interrupt),
}

impl Target {
    /// The texts: whole files of rules and games, and single lines of others.
    pub fn seeds(&self) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut seeds = Vec::new();
        for text in self.texts {
            let path = root.join(text);
            if path.is_dir() {
                let mut files: Vec<_> =
                    fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
                files.sort();
                seeds.extend(files.iter().filter_map(|file| fs::read_to_string(file).ok()));
            } else {
                let text = fs::read_to_string(&path).unwrap();
                seeds.extend(text.split("\n\n").map(|part| format!("{}\n", part.trim())));
            }
        }
        seeds
    }
}

const RULES: &[&str] =
    &["rules", "rules/hive", "rules/hive/judging", "examples", "tests/bad_rules", "tests/rules"];

fn limits(interrupt: &Interrupt) -> Limits {
    Limits { facts: 50_000, interrupt: interrupt.clone(), ..Limits::default() }
}

/// A state of a tuning that can be read is written as it was, and rules with other
/// weights differ in nothing else.
pub fn tuning() -> Target {
    let run = |text: &str, _: &Interrupt| {
        if let Ok(state) = State::read(text) {
            let written = state.write();
            assert_eq!(State::read(&written).as_ref(), Ok(&state), "{written}");
        }
        let names = declared(text);
        let weighed = |value: i64| {
            let values: Vec<_> = names.iter().map(|name| (*name, value)).collect();
            reweighed(text, &values)
        };
        let (one, other) = (weighed(7), weighed(-12));
        assert_eq!(declared(&one), names);
        let values: Vec<_> = names.iter().map(|name| (*name, -12)).collect();
        assert_eq!(reweighed(&one, &values), other);
    };
    Target { name: "tuning", texts: &["tests/fuzz/corpus/tuning.txt", "tests/tuning"], run }
}

/// Openings of a match are played, and are the same once they are written out, or it is
/// said in which line they are wrong.
pub fn openings() -> Target {
    let run = |text: &str, _: &Interrupt| {
        static GAMES: LazyLock<[Arc<Rules>; 2]> = LazyLock::new(|| {
            ["tanks:6", "hive"].map(|name| Arc::new(Rules::open(name).expect("it ships")))
        });
        let text = text.lines().take(60).collect::<Vec<_>>().join("\n");
        for rules in GAMES.iter() {
            let mut openings = match Openings::read(&text, rules, 12) {
                Ok(Openings::Listed(openings)) => openings,
                Ok(other) => panic!("{other:?}"),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    continue;
                }
            };
            assert!(openings.iter().all(|opening| opening.actions.len() < 12));
            openings.retain(|opening| !opening.actions.is_empty());
            if openings.is_empty() {
                continue;
            }
            let written: Vec<&str> = openings.iter().map(|opening| opening.text.as_str()).collect();
            let again = Openings::read(&written.join("\n"), rules, 12);
            assert_eq!(again, Ok(Openings::Listed(openings.clone())), "{written:?}");
        }
    };
    Target { name: "openings", texts: &["tests/fuzz/corpus/openings.txt"], run }
}

/// What is read and printed reads the same again.
pub fn reader() -> Target {
    let run = |text: &str, _: &Interrupt| {
        let read = |text: &str| {
            let mut sources = Sources::default();
            let file = sources.add("fuzz.pl", text);
            syntax::read(&sources, file)
        };
        let (items, errors) = read(text);
        if errors.is_empty() {
            let printed = printer::print(&items);
            assert_eq!(read(&printed).0, items, "printed as\n{printed}");
        }
    };
    Target { name: "reader", texts: RULES, run }
}

/// Rules that pass the checks can be played, and the optimised rules say the same
/// as those that are written.
pub fn rules() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let Ok(rules) = Rules::from_text("fuzz.pl", text) else { return };
        let Ok(rules) = rules.amended(Amendments::default(), limits(interrupt)) else { return };
        let rules = Arc::new(rules);
        let Ok(mut game) = Game::new(rules.clone()) else { return };
        for number in 0..4 {
            let targets = Slice::Legal.targets(rules.program());
            let engine = rules.engine();
            let written = engine.derive(&engine.as_written(&targets), &game.situation());
            let optimised = rules.ask(Slice::Legal, &game.situation());
            let (Ok(written), Ok(optimised)) = (written, optimised) else { return };
            let each = targets.iter().flat_map(|id| written.rows(*id).map(|row| (*id, row)));
            let written: BTreeSet<_> = each.collect();
            assert_eq!(written, optimised.into_iter().collect(), "after {number} actions");
            let Ok(legal) = game.legal() else { return };
            let Some(action) = legal.get(number % legal.len().max(1)) else { return };
            if game.play(action).is_err() || game.outcome().is_err() || game.values().is_err() {
                return;
            }
        }
    };
    Target { name: "rules", texts: RULES, run }
}

/// A table is read as facts that mean the same once they are written out, or it says
/// what is wrong and where.
pub fn tables() -> Target {
    let run = |text: &str, _: &Interrupt| {
        let file = format!("fuzz-{}.csv", std::process::id());
        fs::write(&file, text).unwrap();
        for columns in [1, 2, 3] {
            let directive = format!(":- facts(p/{columns}, '{file}').\n");
            let Ok(rules) = Rules::from_text("fuzz.pl", &directive) else { continue };
            let written = rules_text(rules.program());
            let again = Rules::from_text("again.pl", &written).expect("the facts are a text");
            let facts = |rules: &Rules| -> BTreeSet<Vec<_>> {
                let relation = rules.program().relations.plain("p", columns).expect("declared");
                rules.engine().static_rows(relation).map(|row| row.to_vec()).collect()
            };
            assert_eq!(facts(&rules), facts(&again), "{written}");
        }
        fs::remove_file(&file).unwrap();
    };
    Target { name: "tables", texts: &["tests/fuzz/corpus/tables.txt"], run }
}

/// Questions have answers, or say what is wrong with them; so do explanations.
pub fn questions() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let rules = Rules::open("tanks:6").expect("it ships");
        let rules = rules.amended(Amendments::default(), limits(interrupt)).expect("as before");
        let game = Game::new(Arc::new(rules)).expect("it begins");
        let program = game.rules().program();
        let Ok(query) = Query::parse(program, text) else { return };
        let mut answers = 0;
        let _ = query.solve(game.rules().engine(), &game.situation(), &mut |_| {
            answers += 1;
            if answers < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Ok(why) = explain(game.rules().engine(), &query, &game.situation()) {
            assert!(!why.render().is_empty());
        }
    };
    Target { name: "questions", texts: &["tests/fuzz/corpus/questions.txt"], run }
}

/// Game files are replayed, or say what is wrong and where.
pub fn game_files() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let path = std::env::temp_dir().join(format!("hornet-fuzz-{}.game", std::process::id()));
        fs::write(&path, text).unwrap();
        let loaded = open_record(&path, limits(interrupt));
        fs::remove_file(&path).unwrap();
        if let Err(error) = loaded {
            assert!(!error.to_string().is_empty());
        }
    };
    Target { name: "game_files", texts: &["tests/fuzz/corpus/game_files.txt"], run }
}

/// Records of other programs are replayed and written again, or say what is wrong and
/// where.
fn record(text: &str, interrupt: &Interrupt, name: &str) {
    let path = std::env::temp_dir().join(format!("hornet-fuzz-{}.{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    let loaded = open_record(InFile { file: &path, number: Some(1) }, limits(interrupt));
    match loaded {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(game) => {
            let saved = path.with_extension("game");
            fs::write(&saved, written_record(&game)).unwrap();
            let again = open_record(&saved, limits(interrupt)).expect("it was saved by us");
            fs::remove_file(&saved).unwrap();
            assert_eq!(written_pgn(&again).ok(), written_pgn(&game).ok());
            if let Ok(Some(written)) = written_pgn(&game) {
                fs::write(&path, &written).unwrap();
                let again = open_record(&path, limits(interrupt)).expect("it was written by us");
                assert_eq!(written_pgn(&again).ok().flatten(), Some(written));
            }
        }
    }
    fs::remove_file(&path).unwrap();
}

/// Records in PGN.
pub fn pgn() -> Target {
    let run = |text: &str, interrupt: &Interrupt| record(text, interrupt, "pgn");
    Target { name: "pgn", texts: &["tests/fuzz/corpus/pgn.txt"], run }
}

/// Records in SGF.
pub fn sgf() -> Target {
    let run = |text: &str, interrupt: &Interrupt| record(text, interrupt, "sgf");
    Target { name: "sgf", texts: &["tests/fuzz/corpus/sgf.txt"], run }
}

/// Positions that are set up from facts, from drawings, and step by step, are drawn
/// and judged, or it is said what is wrong with them.
pub fn setups() -> Target {
    static GAMES: LazyLock<Vec<Arc<Rules>>> = LazyLock::new(|| {
        let own = ["examples/chess.pl", "tests/rules/hexagon.pl"];
        let own = own.map(|path| format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
        let names = ["hive+mlp", "tanks:6", "gauss"].map(String::from).into_iter().chain(own);
        names.map(|name| Arc::new(Rules::open(&name).expect("it is there"))).collect()
    });
    let run = |text: &str, _: &Interrupt| {
        for rules in GAMES.iter() {
            let mut setups = vec![Setup::empty(rules).expect("there is a first position")];
            match Setup::from_text(rules, text) {
                Ok(setup) => setups.push(setup),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            for setup in &mut setups {
                for line in text.lines().take(20) {
                    let _ = setup.put(line);
                    let _ = setup.take(line);
                }
                let presentation = rules.presentation();
                assert!(!presentation.draw(&setup.shown(), &Marks::none()).is_empty());
                let picture = presentation.picture(&setup.shown(), &Marks::none()).to_string();
                assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"));
                if let Err(error) = setup.finish() {
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    };
    Target { name: "setups", texts: &["tests/fuzz/corpus/setups"], run }
}

/// Games of Hive in one line.
pub fn game_strings() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let line = text.lines().next().unwrap_or_default();
        let Ok(string) = line.parse::<GameString>() else { return };
        let Ok(rules) = Rules::load(&string.spec(&[]), limits(interrupt)) else { return };
        let Ok(game) = Game::new(Arc::new(rules)) else { return };
        if let Err(error) = string.replay(game) {
            assert!(!error.to_string().is_empty());
        }
    };
    Target { name: "game_strings", texts: &["tests/fuzz/corpus/game_strings.txt"], run }
}

/// A whole conversation over the Universal Hive Protocol. Every command is
/// answered, and every answer ends with `ok`.
pub fn uhp() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let mut out = Vec::new();
        hornet::uhp::serve(Cursor::new(text), &mut out, limits(interrupt)).unwrap();
        let out = String::from_utf8(out).expect("answers are text");
        assert!(out.ends_with("ok\n"), "{out}");
    };
    Target { name: "uhp", texts: &["tests/fuzz/corpus/uhp.txt"], run }
}

/// What an engine answers: its replies end, its moves are legal or refused in a few
/// visible words; and how engines are named.
pub fn engine_replies() -> Target {
    let run = |text: &str, _: &Interrupt| {
        static START: LazyLock<Game> = LazyLock::new(|| {
            let rules = Rules::open("hive+mlp").expect("it ships");
            Game::new(Arc::new(rules)).expect("it begins")
        });
        let mut game = START.clone();
        let mut input = Cursor::new(text);
        let mut listener = Listener::default();
        while let Some(line) = next_line(&mut input, 1 << 12).unwrap() {
            if let Ok(line) = &line
                && let Ok(Players(players)) = line.parse()
            {
                let written: Vec<String> = players.iter().map(Player::to_string).collect();
                assert_eq!(written.join(",").parse(), Ok(Players(players)), "{line:?}");
            }
            let Ok(reply) = listener.hear(line) else { return };
            let Some(Reply::Lines(lines)) = reply else { continue };
            let Some(written) = lines.last() else { continue };
            match legal_move(&game, &game.legal().unwrap(), written) {
                Ok(action) => game.play(&action).expect("it is legal"),
                Err(NoAnswer::Failure(failure)) => {
                    let told = failure.to_string();
                    assert!(told.chars().count() < 2000, "{told}");
                    assert!(!told.contains(is_hidden) && !told.contains('\n'), "{told:?}");
                }
                Err(error) => panic!("{error:?}"),
            }
        }
    };
    Target { name: "engine_replies", texts: &["tests/fuzz/corpus/engine_replies.txt"], run }
}

/// Messages of players over HTTP, line by line, in both directions: what a player answers
/// is a legal action or refused in a few words, and what is sent to Hornet's own player is
/// answered or refused, also in the middle of a game.
#[cfg(feature = "web")]
pub fn http_messages() -> Target {
    let run = |text: &str, _: &Interrupt| {
        static START: LazyLock<Game> = LazyLock::new(|| {
            let rules = Arc::new(Rules::open("hive+mlp").expect("it ships"));
            let string = "Base+MLP;wP;bP wP-;wQ -wP;bQ bP-".parse::<GameString>().expect("a game");
            string.replay(Game::new(rules).expect("it begins")).expect("it is legal")
        });
        static PLAYERS: LazyLock<RemotePlayers> = LazyLock::new(RemotePlayers::default);
        let mut game = START.clone();
        let seat = Seat { side: "white", game: "fuzz".into() };
        let random: Player = "random".parse().expect("there is one");
        let start = wire_game::written(&game).to_json().to_string();
        PLAYERS.answer(&seat, &random, start.as_bytes()).expect("it makes sense");
        for line in text.lines().take(50) {
            if let Ok(message) = ActionMessage::read(line.as_bytes()) {
                match wire_action::read(&game, &message).expect("the rules have an answer") {
                    Ok(action) => game.play(&action).expect("it is legal"),
                    Err(why) => assert!(!why.is_empty() && why.len() < 2000, "{why}"),
                }
            }
            if let Err(error) = PLAYERS.answer(&seat, &random, line.as_bytes()) {
                assert!((400..500).contains(&error.status), "{line}: {error:?}");
                assert!(!error.message.is_empty());
            }
        }
    };
    Target { name: "http_messages", texts: &["tests/fuzz/corpus/http_messages.txt"], run }
}

/// Requests to `hornet serve`, a line each, with `ID` for a table: each is answered, what
/// is wrong with it is said, and nothing goes wrong in the server.
#[cfg(feature = "web")]
pub fn requests() -> Target {
    let run = |text: &str, _: &Interrupt| {
        let table = Table::new();
        let text = text.replace("ID", &table.0);
        for line in text.lines().take(12) {
            let mut parts = line.splitn(3, ' ');
            let (method, path) = (parts.next().unwrap_or_default(), parts.next().unwrap_or("/"));
            // What no address may hold is answered before it comes to Hornet.
            let is_sent =
                |c: &char| c.is_ascii_alphanumeric() || "-._~/?&=%:;,+*!$'()@".contains(*c);
            let path: String = path.chars().filter(is_sent).collect();
            let is_token = |c: char| c.is_ascii_alphabetic();
            if method.is_empty() || !method.chars().all(is_token) || !path.starts_with('/') {
                continue;
            }
            // What takes long has limits of its own.
            let Some(answer) = ask(method, &path, parts.next().unwrap_or_default()) else { return };
            let status = answer.status;
            assert!((200..500).contains(&status) || status == 503, "{line}: {}", answer.body);
            let is_told = status < 400 || method == "HEAD" || answer.error().is_some();
            assert!(is_told, "{line}: {status} {}", answer.body);
        }
    };
    Target { name: "requests", texts: &["tests/fuzz/corpus/requests.txt"], run }
}

/// Statements at the prompt.
pub fn prompt() -> Target {
    let run = |text: &str, interrupt: &Interrupt| {
        let rules = Rules::open("tanks:6").expect("it ships");
        let game = Game::new(Arc::new(rules)).expect("it begins");
        let session = Session::new(game, limits(interrupt));
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        shell::scripted(session, "fuzz", &mut Cursor::new(text), &mut out, &mut errors).unwrap();
        for said in [out, errors] {
            assert!(!String::from_utf8(said).expect("it is text").contains("panicked"));
        }
    };
    Target { name: "prompt", texts: &["tests/fuzz/corpus/prompt.txt"], run }
}

/// An editor is answered whatever it asks, about any text, at any place of it.
#[cfg(feature = "lsp")]
pub fn editors() -> Target {
    let run = |text: &str, _: &Interrupt| {
        let message = |message: serde_json::Value| {
            let text = message.to_string();
            format!("Content-Length: {}\r\n\r\n{text}", text.len())
        };
        let request = |id: usize, method: &str, params: serde_json::Value| {
            message(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
        };
        let document = json!({"uri": "untitled:a", "languageId": "", "version": 1, "text": text});
        let opened =
            json!({"method": "textDocument/didOpen", "params": {"textDocument": document}});
        let mut input = request(0, "initialize", json!({"capabilities": {}}));
        input += &message(opened);
        let mut asked = 1;
        let lines = text.lines().count();
        for place in 0..12 {
            let line = place * lines.max(1) / 12;
            let length = text.lines().nth(line).map_or(0, |line| line.encode_utf16().count());
            let position = json!({"line": line, "character": place * 7 % (length + 1)});
            for method in
                ["hover", "completion", "definition", "references", "documentHighlight", "rename"]
            {
                let params = json!({
                    "textDocument": {"uri": "untitled:a"},
                    "position": position,
                    "context": {"includeDeclaration": true},
                    "newName": "Another_name",
                });
                input += &request(asked, &format!("textDocument/{method}"), params);
                asked += 1;
            }
        }
        for method in ["documentSymbol", "foldingRange"] {
            let params = json!({"textDocument": {"uri": "untitled:a"}});
            input += &request(asked, &format!("textDocument/{method}"), params);
            asked += 1;
        }
        input += &request(asked, "shutdown", json!(null));
        input += &message(json!({"method": "exit"}));
        let output = Output::default();
        let ended = hornet::lsp::serve(Cursor::new(input.into_bytes()), output.clone());
        assert_eq!(ended.unwrap(), hornet::lsp::Ended::AsAsked);
        let said = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
        for id in 0..=asked {
            let answer = format!("\"id\":{id},");
            assert!(said.contains(&answer), "nothing was answered to {id}");
        }
    };
    Target { name: "editors", texts: RULES, run }
}

/// What a server writes.
#[cfg(feature = "lsp")]
#[derive(Clone, Default)]
struct Output(Arc<std::sync::Mutex<Vec<u8>>>);

#[cfg(feature = "lsp")]
impl std::io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
