//! The prompt in a real pseudo-terminal, with a screen to look at: what a
//! person would type, and what that person would see.
#![allow(dead_code, reason = "each test uses its part")]

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use rexpect::process::{PtyProcess, WaitStatus};
use tempfile::TempDir;

/// Nothing takes that long, not even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// After this a key is pressed again, if it may have come too early.
const PRESS_AGAIN: Duration = Duration::from_secs(2);

/// The editor prints this when it begins to read an entry, and the other when
/// it is done: what comes between the two is what was typed, and what comes
/// after is the answer.
const READS: &str = "\x1b[?2004h";
const HAS_READ: &str = "\x1b[?2004l";

/// What a terminal puts around a paste.
const PASTE: (&str, &str) = ("\x1b[200~", "\x1b[201~");

pub const TAB: &str = "\t";
pub const ENTER: &str = "\r";
pub const UP: &str = "\x1b[A";
pub const DOWN: &str = "\x1b[B";
pub const LEFT: &str = "\x1b[D";
pub const HOME: &str = "\x1b[H";
pub const END: &str = "\x1b[F";

/// The key that Ctrl and a letter make.
pub fn ctrl(letter: char) -> String {
    char::from(letter as u8 & 0x1f).to_string()
}

/// How to start the prompt.
pub struct Start {
    command: Command,
    size: (u16, u16),
}

/// The prompt with a game, in the folder of the tests, without history.
pub fn hornet(game: &str) -> Start {
    hornet_with(&[game])
}

/// Hornet with those arguments, keeping neither entries nor games.
pub fn hornet_with(args: &[&str]) -> Start {
    let mut command = Command::new("sh");
    command
        .args(["-c", "stty rows $ROWS cols $COLS && exec \"$0\" \"$@\""])
        .arg(cargo_bin("hornet"))
        .args(args)
        .env("TERM", "xterm-256color")
        .env("HORNET_HISTORY", "")
        .env("HORNET_GAMES", "");
    for name in ["NO_COLOR", "CI", "CLICOLOR", "CLICOLOR_FORCE", "TERM_PROGRAM", "LINES"] {
        command.env_remove(name);
    }
    Start { command, size: (60, 80) }
}

impl Start {
    pub fn with(mut self, variable: &str, value: impl AsRef<OsStr>) -> Start {
        self.command.env(variable, value);
        self
    }

    pub fn in_folder(mut self, folder: &Path) -> Start {
        self.command.current_dir(folder);
        self
    }

    pub fn on_screen(mut self, rows: u16, columns: u16) -> Start {
        self.size = (rows, columns);
        self
    }

    /// The prompt, and what it said before it began to read.
    pub fn greeted(self) -> (Prompt, String) {
        let mut prompt = self.watched();
        let greeting = prompt.answered();
        (prompt, greeting)
    }

    /// Hornet in its terminal, just started.
    pub fn watched(mut self) -> Prompt {
        let (rows, columns) = self.size;
        self.command.env("ROWS", rows.to_string()).env("COLS", columns.to_string());
        let process = PtyProcess::new(self.command).unwrap();
        let keyboard = process.get_file_handle().unwrap();
        let mut printed = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = printed.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(size(rows), size(columns), 0);
        let unread = VecDeque::new();
        Prompt { process, keyboard, output, screen, unread }
    }

    pub fn prompt(self) -> Prompt {
        self.greeted().0
    }
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

/// The prompt in a terminal.
pub struct Prompt {
    process: PtyProcess,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// What was printed since the last look.
    unread: VecDeque<u8>,
}

impl Prompt {
    /// Presses keys.
    pub fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keyboard.write_all(keys.as_ref()).unwrap();
    }

    /// Types a line with Enter behind it; the answer without its colours.
    pub fn enter(&mut self, line: &str) -> String {
        self.press(line);
        self.press(ENTER);
        self.answer()
    }

    /// Pastes a text, presses Enter; the answer.
    pub fn paste(&mut self, text: impl AsRef<[u8]>) -> String {
        self.put_in(text);
        self.press(ENTER);
        self.answer()
    }

    /// Pastes a text, and no more.
    pub fn put_in(&mut self, text: impl AsRef<[u8]>) {
        self.press([PASTE.0.as_bytes(), text.as_ref(), PASTE.1.as_bytes()].concat());
    }

    /// What is answered to what was typed, without its colours.
    pub fn answer(&mut self) -> String {
        self.typed();
        plain(&self.answered()).trim_start_matches('\n').to_string()
    }

    /// Waits until the entry is read; all that was printed while it was typed.
    pub fn typed(&mut self) -> String {
        self.skip_to(HAS_READ)
    }

    /// Waits until the next entry can be typed; all that was printed till then.
    pub fn answered(&mut self) -> String {
        self.skip_to(READS)
    }

    /// Presses a key at the foot of a page until the next entry can be typed;
    /// what was said till then. The page is shown before the keys are watched.
    pub fn press_until_answered(&mut self, key: &str) -> String {
        plain(&self.press_until(key, READS))
    }

    /// The same until a text is printed; what came before it.
    pub fn press_until(&mut self, key: &str, text: &str) -> String {
        loop {
            self.press(key);
            if let Some(before) = self.seen(text, PRESS_AGAIN) {
                return before;
            }
        }
    }

    /// Waits until a text is printed; what came before it.
    pub fn skip_to(&mut self, text: &str) -> String {
        match self.seen(text, PATIENCE) {
            Some(before) => before,
            None => panic!("{text:?} never came, but this:\n{}", self.screen.screen().contents()),
        }
    }

    fn seen(&mut self, text: &str, within: Duration) -> Option<String> {
        let until = Instant::now() + within;
        loop {
            let unread = self.unread.make_contiguous();
            let wanted = text.as_bytes();
            if let Some(at) = unread.windows(wanted.len()).position(|part| part == wanted) {
                let before = String::from_utf8_lossy(&unread[..at]).into_owned();
                self.unread.drain(..at + wanted.len());
                return Some(before);
            }
            match self.look(until) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended before {text:?}:\n{}", self.screen.screen().contents())
                }
            }
        }
    }

    fn look(&mut self, until: Instant) -> Result<(), RecvTimeoutError> {
        let left = until.saturating_duration_since(Instant::now());
        let bytes = self.output.recv_timeout(left)?;
        self.screen.process(&bytes);
        self.unread.extend(bytes);
        Ok(())
    }

    /// Waits until the screen is as wanted.
    pub fn wait(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_so(self.screen.screen()) {
            if let Err(error) = self.look(until) {
                let shown = self.screen.screen().contents();
                panic!("waiting for {what}: {error}; on the screen:\n{shown}");
            }
        }
    }

    /// Waits until the line with the cursor begins with a text.
    pub fn line_begins(&mut self, text: &str) {
        self.wait(text, |screen| line(screen).starts_with(text));
    }

    /// Waits until the line with the cursor is a text and nothing else.
    pub fn line_is(&mut self, text: &str) {
        self.wait(text, |screen| line(screen) == text);
    }

    /// Waits until the screen shows a text anywhere.
    pub fn shows(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the line with the cursor shows a text, in a certain style
    /// from its first to its last character.
    pub fn styled(&mut self, text: &str, has_style: impl Fn(&vt100::Cell) -> bool) {
        self.wait(text, |screen| {
            let row = screen.cursor_position().0;
            let Some(start) = line(screen).find(text) else { return false };
            let cells = (start..start + text.len()).map(|column| screen.cell(row, column as u16));
            cells.into_iter().all(|cell| cell.is_some_and(&has_style))
        });
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.screen.screen().contents()
    }

    /// Makes the window larger or smaller; the terminal sends SIGWINCH.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        let terminal = self.process.get_file_handle().unwrap();
        let (height, width) = (rows.to_string(), columns.to_string());
        let mut stty = Command::new("stty");
        stty.args(["rows", &height, "cols", &width]).stdin(terminal);
        assert!(stty.status().unwrap().success());
        self.screen.set_size(size(rows), size(columns));
    }

    /// Waits until it has ended; the exit code.
    pub fn exit_code(mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.look(until) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it goes on:\n{}", self.screen()),
            }
        }
        match self.process.wait().unwrap() {
            WaitStatus::Exited(_, code) => code,
            status => panic!("{status:?}"),
        }
    }
}

/// A text without colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string().replace('\r', "")
}

/// Whether an answer says something, wherever its lines are broken.
pub fn says(answer: &str, expected: &str) -> bool {
    let flowing = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    answer.contains(expected) || flowing.contains(expected)
}

/// The line with the cursor.
fn line(screen: &vt100::Screen) -> String {
    let (row, _) = screen.cursor_position();
    let columns = screen.size().1.get();
    let line = screen.rows(0, columns).nth(row.into()).unwrap_or_default();
    line.trim_end().to_string()
}

/// A folder for the files of a test.
pub fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}
