//! Entries from a terminal without a line editor. Whole lines come from the terminal,
//! so that Ctrl-C is not a key here but a signal, which is looked for while waiting.

use std::io::{self, BufRead, Write};
use std::os::fd::AsFd;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::entries::Entry;
use super::session::Session;
use super::statement;

/// How often it is looked whether somebody pressed Ctrl-C.
const TICK_IN_MILLISECONDS: u8 = 50;

/// What stands before the lines that follow the first.
const GOES_ON: &str = "|   ";

/// Reads lines until an entry is complete.
pub fn read(prompt: &str, session: &Session, out: &mut dyn Write) -> io::Result<Entry> {
    let mut entry = String::new();
    let mut before = prompt;
    loop {
        write!(out, "{before}")?;
        out.flush()?;
        if !wait_for_line(session)? {
            writeln!(out)?;
            return Ok(Entry::Dropped);
        }
        if io::stdin().lock().read_line(&mut entry)? == 0 {
            writeln!(out)?;
            return Ok(match entry.trim().is_empty() {
                true => Entry::End,
                false => Entry::Text(entry),
            });
        }
        if statement::is_complete(session.game(), &entry) {
            return Ok(Entry::Text(entry));
        }
        before = GOES_ON;
    }
}

/// Waits for a line; whether one came before Ctrl-C.
fn wait_for_line(session: &Session) -> io::Result<bool> {
    let input = io::stdin();
    let mut awaited = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    loop {
        let found = match poll(&mut awaited, PollTimeout::from(TICK_IN_MILLISECONDS)) {
            Err(Errno::EINTR) => 0,
            found => found?,
        };
        if session.is_interrupted() {
            return Ok(false);
        }
        if found > 0 {
            return Ok(true);
        }
    }
}
