//! The process of an engine: it is started, spoken to, and ended with all that it
//! started itself, whatever happens.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::reply::LONGEST_LINE;
use crate::play::lines::{Line, next_line};

/// So many lines are read ahead; then the engine has to wait.
const MOST_AHEAD: usize = 64;

/// How long an engine may take to end by itself when its input closes.
const LEAVE: Duration = Duration::from_millis(500);

/// How often the interrupt is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How much is kept of what an engine says on its standard error, in bytes: the end.
const LAST_WORDS: usize = 400;

/// A running engine.
pub struct Process {
    child: Child,
    /// What is sent is written by a thread, as an engine need not read it.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Whether it need not be given time to leave.
    is_unwanted: bool,
}

/// What came while the next line was awaited.
pub enum Awaited {
    /// A line.
    Line(Line),
    /// The engine has closed its output.
    End,
    /// Nothing, until the deadline.
    Nothing,
    /// The interrupt.
    Interrupt,
}

impl Process {
    /// Starts a program.
    pub fn start(words: &[String]) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C does not reach it, and all of it can be ended.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = running::started(&mut command)?;
        let (Some(mut stdin), Some(stdout), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three are pipes");
        };
        let (input, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = sync_channel(MOST_AHEAD);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(line)) = next_line(&mut stdout, LONGEST_LINE) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = errors.clone();
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(length @ 1..) = stderr.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..length]);
                let old = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..old);
            }
        });
        Ok(Process { child, input: Some(input), output, errors, is_unwanted: false })
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // If it has ended, its output has as well, which is noticed there.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, unless something else comes first.
    pub fn next(&self, deadline: Option<Instant>, interrupt: &AtomicBool) -> Awaited {
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            match self.output.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
                Ok(line) => return Awaited::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Awaited::End,
                Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                    return Awaited::Interrupt;
                }
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left <= TICK) => {
                    return Awaited::Nothing;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The end of what it has said on its standard error, with a little time for it to
    /// arrive.
    pub fn last_words(&self) -> String {
        thread::sleep(TICK);
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_string()
    }

    /// Asks it to end its thinking, where that is possible.
    pub fn interrupt(&self) -> bool {
        running::interrupt(&self.child)
    }

    /// It is ended immediately when it is dropped.
    pub fn set_unwanted(&mut self) {
        self.is_unwanted = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let deadline = Instant::now() + LEAVE;
        let never = AtomicBool::new(false);
        if !self.is_unwanted {
            while let Awaited::Line(_) = self.next(Some(deadline), &never) {
                if Instant::now() >= deadline {
                    break;
                }
            }
        }
        running::end(&mut self.child);
    }
}

/// Ends every engine that runs, for a program that ends without dropping them.
pub fn end_all() {
    running::end_all();
}

/// Processes that run, with all that they started: on Unix, groups of processes.
#[cfg(unix)]
mod running {
    use std::io;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn groups() -> MutexGuard<'static, Vec<Pid>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn group(child: &Child) -> Option<Pid> {
        child.id().try_into().ok().map(Pid::from_raw)
    }

    pub fn started(command: &mut Command) -> io::Result<Child> {
        // Nothing ends all groups between the start of one and its entry.
        let mut groups = groups();
        let child = command.spawn()?;
        groups.extend(group(&child));
        Ok(child)
    }

    pub fn interrupt(child: &Child) -> bool {
        group(child).is_some_and(|group| killpg(group, Signal::SIGINT).is_ok())
    }

    /// The child has not been waited for, so that no other process has its number.
    pub fn end(child: &mut Child) {
        let mut groups = groups();
        if let Some(group) = group(child) {
            let _ = killpg(group, Signal::SIGKILL);
            groups.retain(|other| *other != group);
        }
        // It may have left its group.
        let _ = child.kill();
        let _ = child.wait();
    }

    pub fn end_all() {
        groups().drain(..).for_each(|group| _ = killpg(group, Signal::SIGKILL));
    }
}

/// Elsewhere only the process itself is ended; its pipes close when Hornet ends.
#[cfg(not(unix))]
mod running {
    use std::io;
    use std::process::{Child, Command};

    pub fn started(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub fn interrupt(_: &Child) -> bool {
        false
    }

    pub fn end(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }

    pub fn end_all() {}
}
