//! The server that the page comes from, with folders of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use tempfile::TempDir;

pub struct Server {
    home: TempDir,
    child: Child,
    port: u16,
}

impl Server {
    /// A server with more arguments.
    pub fn start_with(args: &[&str]) -> Server {
        let home = tempfile::tempdir().unwrap();
        let (child, port) = started(home.path(), 0, args);
        Server { home, child, port }
    }

    /// Ends the server at once, as a fall of the power would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again where it was.
    pub fn start_again(&mut self) {
        (self.child, self.port) = started(self.home.path(), self.port, &[]);
    }

    /// The address of the page, without what stands after `#`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A file for the browser to choose.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// A game that was saved at the terminal.
    pub fn saved_game(&self, record: &str) {
        fs::write(self.home.path().join("games/1.game"), record).unwrap();
    }

    /// What the interface for programs answers.
    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let answer = ureq::get(format!("{}/api/v1{path}", self.address())).call();
        answer.unwrap_or_else(|error| panic!("{path}: {error}")).body_mut().read_json().unwrap()
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let answer = ureq::post(format!("{}/api/v1{path}", self.address())).send_json(body);
        answer.unwrap_or_else(|error| panic!("{path}: {error}")).body_mut().read_json().unwrap()
    }

    /// A new table; what it is called.
    #[track_caller]
    pub fn table(&self, wanted: &Value) -> String {
        self.post("/tables", wanted)["id"].as_str().unwrap().to_string()
    }

    /// A table for two people, with these moves played.
    #[track_caller]
    pub fn game(&self, game: &str, moves: &[&str]) -> String {
        let record = format!("game {game}\nplayers human human\n{}\n", moves.join("\n"));
        self.table(&json!({ "record": record }))
    }

    /// A table as it stands.
    #[track_caller]
    pub fn state(&self, table: &str) -> Value {
        self.get(&format!("/tables/{table}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn started(home: &Path, port: u16, args: &[&str]) -> (Child, u16) {
    for folder in ["tables", "games"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let mut child = Command::new(cargo_bin("hornet"))
        .args(["serve", "--port", &port.to_string()])
        .args(args)
        .env("HORNET_TABLES", home.join("tables"))
        .env("HORNET_GAMES", home.join("games"))
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut greeting = String::new();
    printed.read_line(&mut greeting).unwrap();
    let port = greeting.trim().trim_end_matches('/').rsplit(':').next().unwrap_or_default();
    let port = port.parse().unwrap_or_else(|_| panic!("no port in `{greeting}`"));
    // What it says later must not find a closed pipe.
    std::thread::spawn(move || std::io::copy(&mut printed, &mut std::io::sink()));
    (child, port)
}
