//! Requests to the server of a player. Each is made by a thread of its own, so that
//! nobody waits longer than they want to, and what comes back is bounded: the server is
//! a stranger.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::Agent;

use super::NoAnswer;
use super::failure::HttpFailure;
use super::spec::HttpSpec;
use crate::play::engines::quoted;

/// Longer answers are refused, in bytes.
const LONGEST_ANSWER: u64 = 1 << 16;

/// How long it may take to connect.
const CONNECT: Duration = Duration::from_secs(10);

/// How often the interrupt is looked at.
const TICK: Duration = Duration::from_millis(20);

/// What is asked of a player, for messages about it.
pub type What = &'static str;

/// The way to a player.
pub struct Client {
    spec: HttpSpec,
    agent: Agent,
}

/// A request that is under way.
pub struct Pending {
    answer: Receiver<Result<Vec<u8>, HttpFailure>>,
    began: Instant,
    what: What,
}

impl Client {
    /// The way to a player. Nothing is sent yet.
    pub fn new(spec: HttpSpec) -> Client {
        let config = Agent::config_builder()
            // A game is between two computers, and no others.
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_idle_connections(0)
            .timeout_resolve(Some(CONNECT))
            .timeout_connect(Some(CONNECT))
            .user_agent(concat!("Hornet/", env!("CARGO_PKG_VERSION")))
            .build();
        Client { spec, agent: config.new_agent() }
    }

    /// How the player is named.
    pub fn spec(&self) -> &HttpSpec {
        &self.spec
    }

    /// Connects once, to see whether there is a server at all.
    pub fn reach(&self, interrupt: &AtomicBool) -> Result<(), NoAnswer> {
        let address = self.spec.address();
        let pending = Pending::begin("a connection", move || {
            let unreachable = |error: io::Error| unreachable(&address, &error);
            let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such computer");
            for place in address.to_socket_addrs().map_err(unreachable)? {
                match TcpStream::connect_timeout(&place, CONNECT) {
                    Ok(_) => return Ok(Vec::new()),
                    Err(error) => last = error,
                }
            }
            Err(unreachable(last))
        });
        pending.wait(Some(2 * CONNECT), interrupt).map(|_| ())
    }

    /// Sends a message to a side of the player.
    pub fn send(&self, side: &str, message: &Value, what: What) -> Pending {
        let (agent, url, address) = (self.agent.clone(), self.spec.url(side), self.spec.address());
        let body = message.to_string();
        Pending::begin(what, move || {
            let request = agent
                .post(url)
                .header("Content-Type", "application/json; charset=UTF-8")
                .header("Connection", "close");
            let failure = |error: ureq::Error| failure(&address, what, error);
            let mut response = request.send(body.as_bytes()).map_err(failure)?;
            let status = response.status().as_u16();
            let body = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
            match (status, body) {
                (200..=299, body) => body.map_err(failure),
                (status, body) => {
                    let said = body.map(|body| String::from_utf8_lossy(&body).trim().to_string());
                    let said = said.ok().filter(|said| !said.is_empty()).map(|said| quoted(&said));
                    Err(HttpFailure::Status { to: what, status, said })
                }
            }
        })
    }
}

impl Pending {
    fn begin(
        what: What,
        request: impl FnOnce() -> Result<Vec<u8>, HttpFailure> + Send + 'static,
    ) -> Pending {
        let (sender, answer) = channel();
        thread::spawn(move || sender.send(request()));
        Pending { answer, began: Instant::now(), what }
    }

    /// Waits for the answer, but no longer than the limit, counted from the beginning,
    /// and not after an interrupt. It can be waited for again.
    pub fn wait(
        &self,
        limit: Option<Duration>,
        interrupt: &AtomicBool,
    ) -> Result<Vec<u8>, NoAnswer> {
        loop {
            let left = limit.map(|limit| limit.saturating_sub(self.began.elapsed()));
            match self.answer.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
                Ok(answer) => return Ok(answer?),
                Err(RecvTimeoutError::Disconnected) => {
                    let error = "the request was given up".into();
                    return Err(HttpFailure::Broken { to: self.what, error }.into());
                }
                Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                    return Err(NoAnswer::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let (Some(Duration::ZERO), Some(patience)) = (left, limit) {
                        return Err(HttpFailure::Silent { to: self.what, patience }.into());
                    }
                }
            }
        }
    }
}

fn unreachable(address: &str, error: &io::Error) -> HttpFailure {
    let error = match error.kind() {
        io::ErrorKind::ConnectionRefused => "connection refused; is its server running?".into(),
        io::ErrorKind::TimedOut => format!("no answer within {} s", CONNECT.as_secs()),
        _ => error.to_string(),
    };
    HttpFailure::Unreachable { address: address.into(), error }
}

/// What an error of a request means.
fn failure(address: &str, what: What, error: ureq::Error) -> HttpFailure {
    let broken = |error: String| HttpFailure::Broken { to: what, error };
    match error {
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            unreachable(address, &error)
        }
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            broken("the server closed it".into())
        }
        ureq::Error::Io(error) => broken(error.to_string()),
        ureq::Error::Timeout(_) => unreachable(address, &io::Error::from(io::ErrorKind::TimedOut)),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => {
            HttpFailure::Unreachable { address: address.into(), error: error.to_string() }
        }
        ureq::Error::BodyExceedsLimit(_) => HttpFailure::Endless { to: what, most: LONGEST_ANSWER },
        error => broken(quoted(&error.to_string())),
    }
}
