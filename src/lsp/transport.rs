//! Messages over streams. What cannot be read as a message is reported and passed over,
//! and nobody can ask for more memory than there is.

use std::io::{self, BufRead, Write};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification};
use lsp_types::notification::{LogMessage, Notification as _};
use lsp_types::{LogMessageParams, MessageType};
use thiserror::Error;

/// No message is longer: a rule text has at most 4 MB.
const MOST_BYTES: usize = 64 << 20;

/// No line of a header is longer.
const LONGEST_HEADER: u64 = 4096;

/// Why no message could be read.
#[derive(Debug, Error)]
enum Unreadable {
    /// Where the next message begins is not known.
    #[error("{0}")]
    Stream(String),
    /// The next message begins behind it.
    #[error("{0}")]
    Message(String),
    /// The stream itself failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Connects a server with streams. The handles end when the streams do: that of the
/// reader with what was wrong, if anything was.
pub fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, JoinHandle<Result<(), String>>, JoinHandle<io::Result<()>>) {
    let (server, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let answers = server.sender.clone();
    let reading = thread::spawn(move || {
        let mut input = input;
        loop {
            match read(&mut input) {
                Ok(Some(message)) => {
                    let is_exit =
                        matches!(&message, Message::Notification(it) if it.method == "exit");
                    if sender.send(message).is_err() || is_exit {
                        return Ok(());
                    }
                }
                Ok(None) => return Ok(()),
                Err(Unreadable::Message(why)) => {
                    let message = format!("a message was ignored: {why}");
                    let params = LogMessageParams { typ: MessageType::ERROR, message };
                    let report = Notification::new(LogMessage::METHOD.into(), params);
                    let _ = answers.send(report.into());
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    });
    let writing = thread::spawn(move || {
        let mut output = output;
        receiver.iter().try_for_each(|message| message.write(&mut output))
    });
    (server, reading, writing)
}

/// The next message, if there is one.
fn read(input: &mut impl BufRead) -> Result<Option<Message>, Unreadable> {
    let Some(length) = header(input)? else { return Ok(None) };
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|error| {
        Unreadable::Message(format!("it is not a message of the protocol ({error})"))
    })
}

/// The length that a header gives.
fn header(input: &mut impl BufRead) -> Result<Option<usize>, Unreadable> {
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        io::Read::take(&mut *input, LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        is_first = false;
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix('\n') else {
            return Err(Unreadable::Stream("a header ends too early, or never".into()));
        };
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        let Some((field, value)) = line.split_once(':') else {
            let help = "a message begins with `Content-Length: ` and its number of bytes";
            return Err(Unreadable::Stream(format!("`{line}` is not a header: {help}")));
        };
        if field.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<usize>().ok().filter(|length| *length <= MOST_BYTES);
            if length.is_none() {
                let most = MOST_BYTES >> 20;
                let message = format!("`{line}` is not a length of at most {most} MB");
                return Err(Unreadable::Stream(message));
            }
        }
    }
    let missing = || Unreadable::Stream("a header has no Content-Length".into());
    length.map(Some).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(mut text: &[u8]) -> Result<Option<Message>, String> {
        read(&mut text).map_err(|error| error.to_string())
    }

    #[test]
    fn messages_are_read_one_by_one() {
        let one = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let framed = format!("content-length: {}\r\nX: y\r\n\r\n{one}", one.len());
        let mut two: &[u8] = &framed.repeat(2).into_bytes();
        for _ in 0..2 {
            assert!(
                matches!(read(&mut two), Ok(Some(Message::Notification(it))) if it.method == "exit")
            );
        }
        assert!(matches!(read(&mut two), Ok(None)));
    }

    #[test]
    fn what_is_wrong_with_a_message_is_told() {
        assert!(said(b"").unwrap().is_none());
        assert!(said(b"hello\r\n\r\n").unwrap_err().contains("`hello` is not a header"));
        assert!(said(b"A: b\r\n\r\n").unwrap_err().contains("no Content-Length"));
        let huge = b"Content-Length: 999999999999\r\n\r\n";
        assert!(said(huge).unwrap_err().contains("at most 64 MB"));
        assert!(said(b"Content-Length: -1\r\n\r\n").unwrap_err().contains("not a length"));
        assert!(said(b"Content-Length: 2\r\n\r\n[]").unwrap_err().contains("not a message"));
        assert!(said(b"Content-Length: 9\r\n\r\n{}").is_err());
        assert!(said(&b"x".repeat(10_000)).unwrap_err().contains("too early"));
    }
}
