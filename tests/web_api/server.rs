//! The server under test, and how to talk to it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::{HeaderMap, Request};

/// Nothing takes that long, not even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Nobody waits longer because of what others do. A build for tests is slow, and so may be
/// the machine.
pub const DELAY: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });

/// The text of an example that ships with Hornet.
pub fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A table's beginning with rules that are handed over.
pub fn with_rules(name: &str, text: &str) -> Value {
    json!({ "rules": { "name": name, "text": text } })
}

/// A server with folders of its own, which is killed at the end.
pub struct Server {
    home: TempDir,
    args: Vec<String>,
    child: Child,
    /// The rest of what it prints.
    printed: BufReader<ChildStdout>,
    /// What it printed first.
    pub greeting: String,
    pub address: SocketAddr,
    agent: Agent,
}

impl Server {
    pub fn start() -> Server {
        Server::start_with(&[])
    }

    /// A server with more arguments.
    pub fn start_with(args: &[&str]) -> Server {
        Server::start_in(tempfile::tempdir().unwrap(), args)
    }

    /// A server in a folder that may hold something already.
    pub fn start_in(home: TempDir, args: &[&str]) -> Server {
        for folder in ["tables", "games", "here"] {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        let (child, printed, greeting) = started(home.path(), &args);
        let address = address_in(&greeting);
        Server { home, args, child, printed, greeting, address, agent: agent() }
    }

    /// Kills the server as no program can prevent, and starts it again.
    pub fn restart(&mut self) {
        self.kill();
        let (child, printed, greeting) = started(self.home.path(), &self.args);
        self.address = address_in(&greeting);
        (self.child, self.printed, self.greeting) = (child, printed, greeting);
        self.agent = agent();
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it as Ctrl-C does; what it says then.
    pub fn stop(&mut self) -> String {
        let process = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGINT).unwrap();
        let mut said = String::new();
        self.printed.read_to_string(&mut said).unwrap();
        assert!(self.child.wait().unwrap().success(), "{said}");
        said
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Where something of it is kept: `tables`, `games` of the terminal, or `here`,
    /// where it was started.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// What it printed as complaints.
    pub fn complaints(&self) -> String {
        fs::read_to_string(self.home.path().join("complaints")).unwrap_or_default()
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None, &[])
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(&body.to_string()), &[])
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path, None, &[])
    }

    /// Any request to the interface.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let url = format!("http://{}/api/v1{path}", self.address);
        let mut request = Request::builder().method(method).uri(&url);
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answered = match body {
            Some(body) => self.agent.run(request.body(body.to_string()).unwrap()),
            None => self.agent.run(request.body(()).unwrap()),
        };
        let mut answered = answered.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let text = answered.body_mut().with_config().limit(64 << 20).read_to_vec();
        let text = text.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        Answer {
            asked: format!("{method} {path} {}", body.unwrap_or_default()),
            status: answered.status().as_u16(),
            headers: answered.headers().clone(),
            text: String::from_utf8(text).expect("answers are text"),
        }
    }

    /// Sends bytes as they are; all that comes back until the server hangs up.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may hang up before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.reachable()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Its address as this computer reaches it.
    fn reachable(&self) -> SocketAddr {
        match self.address.ip().is_unspecified() {
            true => ([127, 0, 0, 1], self.address.port()).into(),
            false => self.address,
        }
    }

    /// Begins a game at a new table.
    pub fn table(&self, beginning: Value) -> Table<'_> {
        let begun = self.post("/tables", &beginning);
        assert_eq!(begun.status, 201, "{}", begun.text);
        let id = begun.json()["id"].as_str().unwrap().to_string();
        Table { server: self, id }
    }

    /// The table of a name.
    pub fn known(&self, id: &str) -> Table<'_> {
        Table { server: self, id: id.into() }
    }

    /// The names of all tables.
    pub fn tables(&self) -> Vec<String> {
        let listed = self.get("/tables").good();
        let tables = listed["tables"].as_array().unwrap();
        tables.iter().map(|table| table["id"].as_str().unwrap().to_string()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !thread::panicking() {
            assert_eq!(self.complaints(), "", "the server complained");
        }
    }
}

fn started(home: &Path, args: &[String]) -> (Child, BufReader<ChildStdout>, String) {
    let complaints = fs::OpenOptions::new().create(true).append(true).open(home.join("complaints"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_hornet"))
        .args(["serve", "--port", "0"])
        .args(args)
        .env("HORNET_TABLES", home.join("tables"))
        .env("HORNET_GAMES", home.join("games"))
        .current_dir(home.join("here"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(complaints.unwrap())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut greeting = String::new();
    printed.read_line(&mut greeting).unwrap();
    (child, printed, greeting.trim_end().to_string())
}

fn address_in(greeting: &str) -> SocketAddr {
    let (_, rest) = greeting.split_once("http://").unwrap_or_else(|| panic!("{greeting}"));
    let (address, _) = rest.split_once('/').unwrap();
    address.parse().unwrap()
}

fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .allow_non_standard_methods(true)
        .max_redirects(0)
        .max_idle_age(Duration::from_secs(2))
        .timeout_global(Some(PATIENCE))
        .build()
        .into()
}

/// What the server answered.
pub struct Answer {
    asked: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{}: {error}: {}", self.asked, self.text))
    }

    /// The JSON of a good answer.
    #[track_caller]
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {} {}", self.asked, self.status, self.text);
        self.json()
    }

    /// What is said to be wrong, with this status and code.
    #[track_caller]
    pub fn wrong(&self, status: u16, code: &str) -> Value {
        let error = match serde_json::from_str::<Value>(&self.text) {
            Ok(mut body) => body["error"].take(),
            Err(_) => panic!("{}: {} {}", self.asked, self.status, self.text),
        };
        let told = (self.status, error["code"].as_str());
        assert_eq!(told, (status, Some(code)), "{}: {}", self.asked, self.text);
        assert!(!error["message"].as_str().unwrap().is_empty(), "{}", self.text);
        error
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// A table of the server.
#[derive(Clone)]
pub struct Table<'a> {
    pub server: &'a Server,
    pub id: String,
}

impl<'a> Table<'a> {
    pub fn path(&self, rest: &str) -> String {
        format!("/tables/{}{rest}", self.id)
    }

    pub fn get(&self, rest: &str) -> Answer {
        self.server.get(&self.path(rest))
    }

    pub fn post(&self, rest: &str, body: Value) -> Answer {
        self.server.post(&self.path(rest), &body)
    }

    pub fn delete(&self, rest: &str) -> Answer {
        self.server.delete(&self.path(rest))
    }

    #[track_caller]
    pub fn state(&self) -> Value {
        self.get("").good()
    }

    /// Plays a move; how things stand then.
    #[track_caller]
    pub fn play(&self, text: &str) -> Value {
        self.post("/moves", json!({ "move": text })).good()
    }

    /// Plays several.
    #[track_caller]
    pub fn play_all(&self, texts: &[&str]) -> Value {
        texts.iter().fold(Value::Null, |_, text| self.play(text))
    }

    /// The moves that led to where the table stands.
    #[track_caller]
    pub fn moves(&self) -> Vec<String> {
        moves_to(&self.state())
    }

    /// Types something at its prompt; what it replies.
    #[track_caller]
    pub fn enter(&self, entry: &str) -> Vec<Value> {
        let said = self.post("/prompt", json!({ "entry": entry })).good();
        assert_eq!(said["complete"], true, "{entry}");
        said["replies"].as_array().unwrap().clone()
    }

    /// Types something that has one reply, of a kind.
    #[track_caller]
    pub fn reply(&self, entry: &str, kind: &str) -> Value {
        let replies = self.enter(entry);
        assert_eq!(replies.len(), 1, "{entry}: {replies:?}");
        assert_eq!(replies[0]["kind"], kind, "{entry}: {}", replies[0]);
        replies[0].clone()
    }

    /// Waits until the table is as wanted.
    #[track_caller]
    pub fn wait(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.state();
            if is_so(&state) {
                return state;
            }
            assert!(began.elapsed() < PATIENCE, "waiting for {what}: {state}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Listens to what happens there.
    pub fn listen(&self) -> Events {
        let url = format!("http://{}/api/v1{}", self.server.address, self.path("/events"));
        let agent: Agent = Agent::config_builder().timeout_global(None).build().into();
        let answered = agent.get(&url).call().unwrap();
        assert_eq!(answered.headers()["content-type"], "text/event-stream");
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(answered.into_body().into_reader()).lines();
            let (mut name, mut data) = (String::new(), String::new());
            for line in lines.map_while(Result::ok) {
                if let Some(text) = line.strip_prefix("event: ") {
                    name = text.into();
                } else if let Some(text) = line.strip_prefix("data: ") {
                    data += text;
                } else if line.is_empty() && !name.is_empty() {
                    let data = serde_json::from_str(&std::mem::take(&mut data)).unwrap();
                    if sender.send((std::mem::take(&mut name), data)).is_err() {
                        return;
                    }
                }
            }
        });
        Events(receiver)
    }
}

/// What happens at a table.
pub struct Events(Receiver<(String, Value)>);

impl Events {
    #[track_caller]
    pub fn next(&self) -> (String, Value) {
        self.0.recv_timeout(PATIENCE).expect("something happens")
    }

    /// The next event of a name.
    #[track_caller]
    pub fn next_called(&self, wanted: &str) -> Value {
        loop {
            let (name, data) = self.next();
            if name == wanted {
                return data;
            }
        }
    }
}

/// The moves that led to where a table stands.
pub fn moves_to(state: &Value) -> Vec<String> {
    let at = state["at"].as_u64().unwrap();
    path_to(state, at)
}

/// The moves that led to a node.
pub fn path_to(state: &Value, node: u64) -> Vec<String> {
    positions(state).remove(&node).expect("it is there")
}

/// The moves that led to each node.
pub fn positions(state: &Value) -> BTreeMap<u64, Vec<String>> {
    let mut paths: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    // Parents come before their children.
    for node in state["tree"].as_array().unwrap() {
        let path = match node["parent"].as_u64() {
            None => Vec::new(),
            Some(parent) => {
                let last = node["move"].as_str().unwrap().to_string();
                paths[&parent].iter().cloned().chain([last]).collect()
            }
        };
        paths.insert(node["node"].as_u64().unwrap(), path);
    }
    paths
}

/// All lines of play, each as its moves, without those that others go on from.
pub fn lines_of(state: &Value) -> Vec<Vec<String>> {
    let tree = state["tree"].as_array().unwrap();
    let parents: Vec<u64> = tree.iter().filter_map(|node| node["parent"].as_u64()).collect();
    let ends = positions(state).into_iter().filter(|(node, _)| !parents.contains(node));
    let mut lines: Vec<Vec<String>> = ends.map(|(_, path)| path).collect();
    lines.sort();
    lines
}

/// The texts of the legal moves.
pub fn legal(state: &Value) -> Vec<String> {
    let actions = state["view"]["actions"].as_array().unwrap();
    actions.iter().map(|action| action["text"].as_str().unwrap().to_string()).collect()
}

/// What stands on a cell, from the ground up.
pub fn on(state: &Value, cell: &str) -> Vec<String> {
    let pieces = state["view"]["pieces"].as_array().unwrap();
    let there = pieces.iter().filter(|piece| piece["cell"] == cell);
    there.map(|piece| piece["text"].as_str().unwrap().to_string()).collect()
}

/// The texts in a list.
pub fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}
