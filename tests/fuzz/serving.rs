//! A server to send requests to: one for all texts, in this process.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use hornet::web::{Serving, serve};
use serde_json::{Value, json};

/// What takes longer is not waited for: the server has limits of its own.
const PATIENCE: Duration = Duration::from_secs(4);

/// Where it is.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (sender, printed) = mpsc::channel();
    let serving = Serving {
        game: None,
        address: ([127, 0, 0, 1], 0).into(),
        games: None,
        tables: std::env::current_dir().expect("a folder of our own").join("tables"),
        open: false,
    };
    thread::spawn(move || serve(&serving, &mut Printed(sender), &Arc::default()));
    let mut greeting = String::new();
    loop {
        greeting += &printed.recv().expect("it begins");
        let address = greeting.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        if let Some((address, _)) = address {
            return address.parse().expect("an address");
        }
    }
});

/// What the server prints.
struct Printed(mpsc::Sender<String>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is answered: a status and a body.
pub struct Answer {
    pub status: u16,
    pub body: String,
}

impl Answer {
    /// What is said to be wrong.
    pub fn error(&self) -> Option<String> {
        let body: Value = serde_json::from_str(&self.body).ok()?;
        body["error"]["message"].as_str().map(String::from)
    }
}

/// Sends a request; nothing, if the answer takes too long or never ends.
pub fn ask(method: &str, path: &str, body: &str) -> Option<Answer> {
    let mut stream = TcpStream::connect(*ADDRESS).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("there is time");
    let host = *ADDRESS;
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{kind}\
         content-length: {}\r\n\r\n",
        body.len()
    );
    // It may hang up before it has read all.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8(answer).expect("answers are text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("there is an answer");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Some(Answer { status: status.expect("it has a status"), body: body.into() })
}

/// A small game to ask about, which is removed in the end with all that came of it.
pub struct Table(pub String);

impl Table {
    pub fn new() -> Table {
        let beginning = json!({ "game": "tanks", "options": { "size": 6 } }).to_string();
        let begun = ask("POST", "/api/v1/tables", &beginning).expect("there is time");
        let begun: Value = serde_json::from_str(&begun.body).expect("an answer");
        Table(begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).into())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let Some(listed) = ask("GET", "/api/v1/tables", "") else { return };
        let listed: Value = serde_json::from_str(&listed.body).unwrap_or_default();
        for table in listed["tables"].as_array().into_iter().flatten() {
            let id = table["id"].as_str().unwrap_or_default();
            let _ = ask("DELETE", &format!("/api/v1/tables/{id}"), "");
        }
    }
}
