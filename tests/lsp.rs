//! The language server, driven as an editor drives it: a client of its own starts the
//! real program, types, asks and renames over standard input and output.
#![cfg(feature = "lsp")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use hornet::game::Rules;
use serde_json::{Value, json};
use url::Url;

/// Nothing takes longer, be the machine ever so busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next_id: u64,
    /// What was said last about each text, and about which version.
    complaints: BTreeMap<String, (i64, Vec<Value>)>,
    logged: Vec<String>,
    texts: BTreeMap<String, (i64, String)>,
}

impl Client {
    /// Starts the server, before anything is said.
    fn start() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_hornet"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, messages) = channel();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        thread::spawn(move || {
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Client {
            server,
            input,
            messages,
            next_id: 1,
            complaints: BTreeMap::new(),
            logged: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Starts the server and shakes hands.
    fn new() -> Client {
        let mut client = Client::start();
        let capabilities = json!({
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": true},
                "completion": {"completionItem": {"snippetSupport": true}},
            },
        });
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        let result = client.ask("initialize", params).unwrap();
        assert_eq!(result["serverInfo"]["name"], "hornet");
        assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2, "incremental");
        client.tell("initialized", json!({}));
        client
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request, and waits for the answer or the error's words.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(error["message"].as_str().unwrap().to_string()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    /// The next message; complaints are noted.
    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("an answer in time");
        let params = &message["params"];
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let uri = params["uri"].as_str().unwrap().to_string();
                let version = params["version"].as_i64().unwrap_or(-1);
                let complaints = params["diagnostics"].as_array().unwrap().clone();
                self.complaints.insert(uri, (version, complaints));
            }
            Some("window/logMessage") => {
                self.logged.push(params["message"].as_str().unwrap().to_string());
            }
            _ => {}
        }
        message
    }

    fn open(&mut self, uri: &str, text: &str) {
        self.texts.insert(uri.into(), (1, text.into()));
        let document = json!({"uri": uri, "languageId": "hornet", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn text(&self, uri: &str) -> &str {
        &self.texts[uri].1
    }

    /// Replaces what stands between two bytes.
    fn edit(&mut self, uri: &str, start: usize, end: usize, new: &str) {
        let (version, text) = self.texts.get_mut(uri).unwrap();
        let range = json!({"start": position(text, start), "end": position(text, end)});
        *version += 1;
        text.replace_range(start..end, new);
        let params = json!({
            "textDocument": {"uri": uri, "version": *version},
            "contentChanges": [{"range": range, "text": new}],
        });
        self.tell("textDocument/didChange", params);
    }

    /// Types a text at a byte, a character at a time.
    fn type_at(&mut self, uri: &str, mut offset: usize, typed: &str) -> usize {
        for c in typed.chars() {
            self.edit(uri, offset, offset, c.encode_utf8(&mut [0; 4]));
            offset += c.len_utf8();
        }
        offset
    }

    /// What is said about the latest version of a text.
    fn complaints(&mut self, uri: &str) -> Vec<Value> {
        let wanted = self.texts[uri].0;
        loop {
            if let Some((version, complaints)) = self.complaints.get(uri)
                && *version == wanted
            {
                return complaints.clone();
            }
            self.receive();
        }
    }

    /// The codes of what is said about it.
    fn codes(&mut self, uri: &str) -> Vec<String> {
        let code = |it: &Value| it["code"].as_str().unwrap_or_default().to_string();
        self.complaints(uri).iter().map(code).collect()
    }

    fn at(&self, uri: &str, offset: usize) -> Value {
        json!({"textDocument": {"uri": uri}, "position": position(self.text(uri), offset)})
    }

    /// The byte at which the `nth` occurrence of a text begins.
    fn find(&self, uri: &str, wanted: &str, nth: usize) -> usize {
        self.text(uri).match_indices(wanted).nth(nth).unwrap_or_else(|| panic!("{wanted}")).0
    }

    fn ask_at(&mut self, method: &str, uri: &str, wanted: &str, nth: usize) -> Value {
        let at = self.at(uri, self.find(uri, wanted, nth));
        self.ask(method, at).unwrap()
    }

    fn hover(&mut self, uri: &str, wanted: &str, nth: usize) -> String {
        let hover = self.ask_at("textDocument/hover", uri, wanted, nth);
        hover["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    /// The text at each place of an answer.
    fn lines(&mut self, method: &str, uri: &str, wanted: &str, nth: usize) -> Vec<u64> {
        let mut at = self.at(uri, self.find(uri, wanted, nth));
        at["context"] = json!({"includeDeclaration": true});
        let found = self.ask(method, at).unwrap();
        let lines = found.as_array().unwrap().iter();
        lines.map(|place| place["range"]["start"]["line"].as_u64().unwrap() + 1).collect()
    }

    /// The labels that are offered at a byte.
    fn completions(&mut self, uri: &str, offset: usize) -> Vec<String> {
        let at = self.at(uri, offset);
        let items = self.ask("textDocument/completion", at).unwrap();
        let labels = items.as_array().unwrap().iter();
        labels.map(|item| item["label"].as_str().unwrap().to_string()).collect()
    }

    /// Renames, and has the edits done as an editor does them.
    fn rename(&mut self, uri: &str, wanted: &str, nth: usize, new: &str) -> Result<(), String> {
        let mut at = self.at(uri, self.find(uri, wanted, nth));
        self.ask("textDocument/prepareRename", at.clone())?;
        at["newName"] = new.into();
        let edit = self.ask("textDocument/rename", at)?;
        for (uri, edits) in edit["changes"].as_object().unwrap() {
            if !self.texts.contains_key(uri) {
                let path = Url::parse(uri).unwrap().to_file_path().unwrap();
                self.open(uri, &fs::read_to_string(path).unwrap());
            }
            let mut edits = edits.as_array().unwrap().clone();
            edits.sort_by_key(|edit| offset(self.text(uri), &edit["range"]["start"]));
            for edit in edits.iter().rev() {
                let start = offset(self.text(uri), &edit["range"]["start"]);
                let end = offset(self.text(uri), &edit["range"]["end"]);
                self.edit(uri, start, end, edit["newText"].as_str().unwrap());
            }
        }
        Ok(())
    }

    /// Leaves as an editor should.
    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        let after = self.ask("textDocument/hover", json!({})).unwrap_err();
        assert!(after.contains("shut down"), "{after}");
        self.tell("exit", Value::Null);
        assert_eq!(self.wait(), (0, String::new()));
    }

    /// How the server ended, and what it said on standard error.
    fn wait(&mut self) -> (i32, String) {
        let began = Instant::now();
        let status = loop {
            match self.server.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(began.elapsed() < PATIENCE, "it does not end"),
            }
            thread::sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status.code().expect("not killed"), said)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; length?];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("every message is JSON"))
}

fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.rsplit('\n').next().unwrap();
    json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()})
}

fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = position["character"].as_u64().unwrap() as usize;
    let mut at = start;
    for c in text[start..].chars() {
        if units == 0 {
            break;
        }
        units -= c.len_utf16();
        at += c.len_utf8();
    }
    at
}

fn uri(path: &Path) -> String {
    Url::from_file_path(path).unwrap().to_string()
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}

fn messages(complaints: &[Value]) -> String {
    let each = complaints.iter().map(|complaint| complaint["message"].as_str().unwrap());
    each.collect::<Vec<_>>().join("\n")
}

fn tictactoe() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tictactoe.pl")).unwrap()
}

#[test]
fn a_session_of_typing_errors_and_renaming() {
    let (_folder, folder) = folder();
    let path = folder.join("my game.pl");
    let uri = uri(&path);
    let mut client = Client::new();
    client.open(&uri, &tictactoe());
    assert_eq!(client.complaints(&uri), Vec::<Value>::new());

    // Typed a character at a time, with a slip. 🐝 is two units in UTF-16.
    let end = client.text(&uri).len();
    let typed = "\n% A corner, 🐝.\ncorner(Cell) :- /* 🐝 */ takne(Cell), step(Cell, ne, _).\n";
    client.type_at(&uri, end, typed);
    let complaints = client.complaints(&uri);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    let complaint = &complaints[0];
    assert_eq!((&complaint["code"], &complaint["source"]), (&json!("unknown"), &json!("hornet")));
    assert!(messages(&complaints).contains("did you mean `taken"), "{}", messages(&complaints));
    let (start, text) =
        (offset(client.text(&uri), &complaint["range"]["start"]), client.text(&uri));
    assert!(text[start..].starts_with("takne(Cell)"), "{}", &text[start..]);

    // The editor offers to fix it; the complaint goes.
    let params = json!({
        "textDocument": {"uri": uri},
        "range": complaint["range"],
        "context": {"diagnostics": [complaint]},
    });
    let fixes = client.ask("textDocument/codeAction", params).unwrap();
    let edit = &fixes[0]["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "taken");
    let (start, end) = (
        offset(client.text(&uri), &edit["range"]["start"]),
        offset(client.text(&uri), &edit["range"]["end"]),
    );
    client.edit(&uri, start, end, "taken");
    assert_eq!(client.complaints(&uri), Vec::<Value>::new());

    // What names mean.
    let corner = client.hover(&uri, "corner(", 0);
    assert!(corner.contains("corner(Cell)") && corner.contains("A corner, 🐝."), "{corner}");
    assert!(corner.contains("Columns: `Cell`") && corner.contains("my game.pl:"), "{corner}");
    assert!(client.hover(&uri, "mark(A", 0).contains("mark(cell, player)"));
    assert!(client.hover(&uri, "put(Cell)", 0).contains("An action"));
    assert!(client.hover(&uri, "opponent", 0).contains("different players"));
    assert!(client.hover(&uri, "state", 0).contains("facts that make up a position"));
    assert!(client.hover(&uri, "aggregate_all", 0).contains("Counts the different answers"));
    assert!(client.hover(&uri, "\\+", 0).contains("Holds if the goal does not"));
    assert!(client.hover(&uri, "Dir", 0).contains("a direction"));
    assert!(client.hover(&uri, "x)", 0).contains("A value of `player`"));
    assert_eq!(client.hover(&uri, "\n\n", 0), "");

    // Where they are.
    let line = |text: &str, wanted: &str| text[..text.find(wanted).unwrap()].lines().count() as u64;
    let text = client.text(&uri).to_string();
    let defined = line(&text, "taken(Cell) :-\n    mark") + 1;
    assert_eq!(client.lines("textDocument/definition", &uri, "taken(Cell)", 0), [defined]);
    let action = line(&text, "action(put");
    assert_eq!(client.lines("textDocument/definition", &uri, "put(Cell)", 1), [action]);
    assert_eq!(client.lines("textDocument/references", &uri, "put(", 0).len(), 5);
    assert_eq!(client.lines("textDocument/references", &uri, "Dir", 0).len(), 2);
    let highlights = client.ask_at("textDocument/documentHighlight", &uri, "taken(", 0);
    assert_eq!(highlights.as_array().unwrap().len(), 5);

    // What may be typed, also where the text is broken.
    let end = client.text(&uri).len();
    let after = client.type_at(&uri, end, "\nbusy(Cell) :-\n    ta");
    let offered = client.completions(&uri, after);
    for wanted in ["taken(Cell)", "Cell", "mark(Cell, Player)", "opponent(P, Other)", "forall"] {
        assert!(offered.contains(&wanted.into()), "{wanted}: {offered:?}");
    }
    let after = client.type_at(&uri, after, "ken(Cell), mark(Cell, ");
    assert_eq!(client.completions(&uri, after), ["Cell", "x", "o"]);
    let after = client.type_at(&uri, after, "x).\n\n:- st");
    assert!(client.completions(&uri, after).contains(&"state".into()));
    let after = client.type_at(&uri, after, "ate(used(pl");
    assert!(client.completions(&uri, after).contains(&"player".into()));
    let after = client.type_at(&uri, after, "ayer)).\nstart(");
    assert!(client.completions(&uri, after).contains(&"used(Player)".into()));
    client.type_at(&uri, after, "used(o)).\n");
    assert_eq!(client.codes(&uri), ["unused"], "nothing asks what was typed yet");

    // New names: what comes out loads, and says the same.
    client.rename(&uri, "taken(", 2, "occupied").unwrap();
    client.rename(&uri, "mark(A", 0, "two words").unwrap();
    client.rename(&uri, "put(", 0, "place").unwrap();
    client.rename(&uri, "x, o", 0, "cross").unwrap();
    client.rename(&uri, "Dir", 0, "Way").unwrap();
    let text = client.text(&uri).to_string();
    assert!(text.contains("add('two words'(Cell, Player)) :-\n    does(place(Cell))"), "{text}");
    assert!(text.contains("step(A, Way, B)") && text.contains("players([cross, o])"), "{text}");
    assert!(text.contains("reason(taken,"), "a reason is not the relation: {text}");
    assert_eq!(client.codes(&uri), ["unused"]);
    let rules = Rules::from_text("renamed.pl", &text).unwrap();
    assert_eq!(rules.program().declarations.players().len(), 2);
    for (wanted, new, why) in [
        ("legal", "allowed", "belongs to the rule language"),
        ("wins(Player)", "victor", "asks the rules for it"),
        ("occupied", "Occupied", "would be a variable"),
        ("occupied", "corner", "would become one"),
        ("occupied", "cell", "belongs to the rule language or to Prolog"),
        ("occupied", "!!", "not a name"),
        ("Cell", "cell", "not a variable"),
    ] {
        let said = client.rename(&uri, wanted, 0, new).unwrap_err();
        assert!(said.contains(why), "{wanted}: {said}");
    }

    // The outline, and what folds.
    let document = json!({"textDocument": {"uri": uri}});
    let outline = client.ask("textDocument/documentSymbol", document.clone()).unwrap();
    let names: Vec<&str> =
        outline.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    for wanted in ["players", "'two words'/2", "place/1", "legal(place/1)", "wins/1", "corner/1"] {
        assert!(names.contains(&wanted), "{wanted}: {names:?}");
    }
    let found = client.ask("workspace/symbol", json!({"query": "corn"})).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let foldings = client.ask("textDocument/foldingRange", document).unwrap();
    assert!(foldings.as_array().unwrap().len() > 8, "{foldings}");
    client.leave();
}

#[test]
fn parts_are_understood_as_parts() {
    let (_folder, folder) = folder();
    fs::create_dir(folder.join("parts")).unwrap();
    let main =
        ":- include('parts/facts.pl').\n:- facts(old/1, 'old.csv').\np(X) :- q(X), old(X).\n";
    fs::write(folder.join("main.pl"), main).unwrap();
    fs::write(folder.join("parts/facts.pl"), "% A thing.\nq(a).\n").unwrap();
    fs::write(folder.join("old.csv"), "a\nb\n").unwrap();
    let (main_uri, part) = (uri(&folder.join("main.pl")), uri(&folder.join("parts/facts.pl")));
    let mut client = Client::new();

    // Alone, `r` would be unknown; the main file is not even open.
    client.open(&part, "% A thing.\nq(a).\ns(X) :- p(X).\n");
    assert_eq!(client.complaints(&part), Vec::<Value>::new());
    let definition = client.ask_at("textDocument/definition", &part, "p(X)", 0);
    assert_eq!(definition[0]["uri"], json!(main_uri));
    assert!(client.hover(&part, "q(a)", 0).contains("A thing."));

    // What is typed counts, and not what is on the disk: in both files.
    client.open(&main_uri, main);
    let at = client.find(&part, "q(a)", 0);
    client.edit(&part, at, at + 1, "thing");
    client.complaints(&part);
    loop {
        let said = client.complaints.get(&main_uri).cloned().unwrap_or_default().1;
        if messages(&said).contains("`q/1`") || messages(&said).contains("`q`") {
            break;
        }
        client.receive();
    }
    client.edit(&part, at, at + 5, "q");
    client.rename(&main_uri, "q(X)", 0, "thing").unwrap();
    assert!(client.text(&part).contains("thing(a)."));
    assert_eq!(client.complaints(&main_uri), Vec::<Value>::new());
    assert_eq!(client.complaints(&part), Vec::<Value>::new());

    // Names of files are completed, and lead there.
    let offered = client.completions(&main_uri, client.find(&main_uri, "old.csv", 0));
    assert_eq!(offered, ["old.csv", "parts/"].map(String::from), "{offered:?}");
    let file = client.ask_at("textDocument/definition", &main_uri, "'parts", 0);
    assert_eq!(file[0]["uri"], json!(part));
    client.leave();
}

#[test]
fn broken_texts_are_still_answered() {
    let mut client = Client::new();
    let uri = "untitled:Untitled-1";
    let text = ":- players([x, o).\n:- state(mark(cell, player)).\n\n% Said.\ntaken(C) :- mark(C, \n\n\
                open :- \\+ taken(_).\nq('unclosed.\nr :- taken(a1).\n";
    client.open(uri, text);
    assert!(client.complaints(uri).len() > 1);
    assert!(client.hover(uri, "taken(_)", 0).contains("Said."));
    assert_eq!(client.lines("textDocument/definition", uri, "taken(a1)", 0), [5]);
    assert_eq!(client.lines("textDocument/references", uri, "taken(a1)", 0), [5, 7, 9]);
    let offered = client.completions(uri, client.find(uri, "mark(C, ", 0) + 8);
    assert!(offered.contains(&"C".to_string()), "{offered:?}");
    for wild in ["", "\u{0}", "(((((", "/* ", "'", ":- ", "p :-", "🐝", "\r\r\n", "a.b.c. .. ."] {
        let end = client.text(uri).len();
        client.edit(uri, 0, end, wild);
        for method in ["textDocument/hover", "textDocument/completion", "textDocument/definition"] {
            let at = client.at(uri, client.text(uri).len());
            client.ask(method, at).unwrap();
        }
        let document = json!({"textDocument": {"uri": uri}});
        client.ask("textDocument/documentSymbol", document.clone()).unwrap();
        client.ask("textDocument/foldingRange", document).unwrap();
    }
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    let closed = client.ask("textDocument/hover", client.at(uri, 0)).unwrap_err();
    assert!(closed.contains("is not open"), "{closed}");
    client.leave();
}

#[test]
fn messages_that_make_no_sense_do_no_harm() {
    let mut client = Client::start();
    let early = client.ask("textDocument/hover", json!({})).unwrap_err();
    assert!(early.contains("initialize"), "{early}");
    client.send(&json!({"jsonrpc": "2.0", "id": 7, "result": null}));
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), (1, String::new()), "before it has begun");

    let mut client = Client::new();
    for nonsense in ["{", "[]", "\"text\"", "{\"jsonrpc\":\"2.0\"}", "\u{1}\u{2}"] {
        client.write(format!("Content-Length: {}\r\n\r\n{nonsense}", nonsense.len()).as_bytes());
    }
    let unknown = client.ask("textDocument/dance", json!({})).unwrap_err();
    assert!(unknown.contains("no method `textDocument/dance`"), "{unknown}");
    assert!(client.logged.len() >= 4, "{:?}", client.logged);
    assert!(client.logged[0].contains("not a message of the protocol"), "{:?}", client.logged);
    assert!(client.ask("textDocument/hover", json!({"position": 7})).is_err());
    assert!(client.ask("initialize", json!({"capabilities": {}})).is_err(), "once is enough");
    client.tell("textDocument/didChange", json!({"textDocument": null}));
    client.tell("textDocument/didOpen", json!([]));
    client.tell("$/anything", Value::Null);
    client.send(&json!({"jsonrpc": "2.0", "id": 99, "result": null}));
    let missing =
        json!({"textDocument": {"uri": "file:///no.pl"}, "position": {"line": 0, "character": 0}});
    assert!(client.ask("textDocument/hover", missing).unwrap_err().contains("is not open"));
    client.leave();
}

#[test]
fn an_editor_that_just_leaves_is_noticed() {
    let mut client = Client::new();
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), (1, String::new()), "exit without shutdown");

    let mut client = Client::new();
    client.open("untitled:a", "p(a).\n");
    client.input = None;
    assert_eq!(client.wait(), (1, String::new()), "the end of the input");

    let mut client = Client::start();
    client.write(b"hello\r\n\r\n");
    let (code, said) = client.wait();
    assert_eq!(code, 2);
    assert!(said.contains("`hello` is not a header") && said.contains("docs/editor.md"), "{said}");
}

/// A rule file of that many lines: a game, with relations that ask one another.
fn long_game(lines: usize) -> String {
    let mut text = tictactoe();
    let mut number = 0;
    while text.lines().count() < lines {
        let before = if number == 0 { "taken".into() } else { format!("chain_{}", number - 1) };
        text += &format!(
            "\n% Cell is part of chain {number}.\nchain_{number}(Cell) :-\n    {before}(Cell),\n    \
             step(Cell, _, Other),\n    \\+ mark(Other, o).\nchain_{number}(Cell) :-\n    \
             mark(Cell, x),\n    row(Cell, Row),\n    Row < {number}.\n"
        );
        number += 1;
    }
    text
}

/// Prints how long each key takes while somebody types in the middle of a long file:
/// `cargo test --profile long-tests --test lsp -- --ignored --nocapture`.
#[test]
#[ignore = "measures; for a release build"]
fn latency() {
    let uri = "untitled:long";
    let text = long_game(5000);
    let lines = text.lines().count();
    let mut client = Client::new();
    client.open(uri, &text);
    assert_eq!(client.complaints(uri), Vec::<Value>::new());
    let mut offset = client.find(uri, "\n% Cell is part of chain 300", 0);
    let typed = "\nnew_one(Cell) :-\n    chain_10(Cell),\n    chain_200(Other), step(Cell, Dir, Other),\n    \
                 \\+ mark(Other, x),\n    direction(Dir), chain_299(Cell).\n";
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for c in typed.chars() {
        let began = Instant::now();
        client.edit(uri, offset, offset, c.encode_utf8(&mut [0; 4]));
        offset += c.len_utf8();
        client.completions(uri, offset);
        times.entry("a key, with completion").or_default().push(began.elapsed());
        let document = json!({"textDocument": {"uri": uri}});
        for (name, method, params) in [
            ("hover", "textDocument/hover", client.at(uri, offset - 1)),
            ("definition", "textDocument/definition", client.at(uri, offset - 1)),
            ("highlight", "textDocument/documentHighlight", client.at(uri, offset - 1)),
            ("symbols", "textDocument/documentSymbol", document.clone()),
            ("folding", "textDocument/foldingRange", document),
        ] {
            let began = Instant::now();
            client.ask(method, params).unwrap();
            times.entry(name).or_default().push(began.elapsed());
        }
        // As fast as people type, so that the checker has its pauses and runs in between.
        thread::sleep(Duration::from_millis(if c == ' ' { 150 } else { 30 }));
    }
    let began = Instant::now();
    client.complaints(uri);
    println!("{lines} lines, {} keys", typed.chars().count());
    println!("diagnostics after the last key: {:.0?}", began.elapsed());
    for (name, mut times) in times {
        times.sort();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name}: median {median:.1?}, worst {worst:.1?}");
    }
    client.leave();
}
