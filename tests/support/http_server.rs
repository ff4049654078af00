//! A small web server for tests: it reads requests one after the other, and answers as a
//! test likes, rightly or wrongly.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// What is done about a request.
pub enum Reply {
    /// An answer in JSON.
    Json(Value),
    /// A status and a text.
    Text(u16, String),
    /// Whatever bytes, in place of HTTP.
    Raw(&'static str),
    /// No answer, and the connection stays open.
    Hang,
    /// The connection is closed.
    Close,
    /// The server ends.
    Die,
    /// An answer without end.
    Endless,
}

/// What has arrived: the path of each request, and its message.
pub type Seen = Arc<Mutex<Vec<(String, Value)>>>;

/// A server that runs until the test is over.
pub struct Server {
    address: SocketAddr,
    pub seen: Seen,
}

impl Server {
    /// A server that answers each path and message.
    pub fn new(mut answer: impl FnMut(&str, &Value) -> Reply + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Seen::default();
        let noted = seen.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                // Somebody may only have looked whether there is a server.
                let Some((path, message)) = request(&stream) else { continue };
                noted.lock().unwrap().push((path.clone(), message.clone()));
                match answer(&path, &message) {
                    Reply::Json(value) => respond(&mut stream, 200, &value.to_string()),
                    Reply::Text(status, text) => respond(&mut stream, status, &text),
                    Reply::Raw(text) => _ = stream.write_all(text.as_bytes()),
                    Reply::Close => {}
                    Reply::Die => return,
                    Reply::Hang => {
                        thread::spawn(move || {
                            thread::sleep(Duration::from_secs(600));
                            drop(stream);
                        });
                    }
                    Reply::Endless => {
                        let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                        let _ = stream.write_all(head);
                        while stream.write_all(&[b' '; 4096]).is_ok() {}
                    }
                }
            }
        });
        Server { address, seen }
    }

    /// Its address, as a player is named by it.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The messages so far.
    pub fn messages(&self) -> Vec<(String, Value)> {
        self.seen.lock().unwrap().clone()
    }
}

/// An address at which nobody listens.
pub fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn request(stream: &TcpStream) -> Option<(String, Value)> {
    let mut input = BufReader::new(stream);
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_string();
    assert!(line.starts_with("POST "), "{line}");
    let mut length = 0;
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some((path, serde_json::from_slice(&body).unwrap()))
}

fn respond(stream: &mut TcpStream, status: u16, text: &str) {
    let length = text.len();
    let head =
        format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(format!("{head}{text}").as_bytes());
}
