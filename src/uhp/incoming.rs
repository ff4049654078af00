//! The lines that come in. A thread of its own reads them, so that the end of the
//! input is noticed while Hornet thinks, and ends the thinking.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::play::lines::{Line, next_line};

/// Longer lines are refused, in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;

/// How many lines may wait to be answered; those behind them are not read yet.
const MOST_WAITING: usize = 256;

/// Lines in the order they came in, and the flag that ends the thinking.
pub struct Incoming {
    lines: Receiver<io::Result<Option<Line>>>,
    thinking: Arc<Thinking>,
    /// Whether the line handed out last is still being answered.
    is_answering: bool,
}

/// When the thinking has to end.
struct Thinking {
    /// Ends it. Somebody else sets it, too, such as a signal.
    interrupt: Arc<AtomicBool>,
    /// How many lines have come in and are not answered.
    unanswered: AtomicUsize,
    has_ended: AtomicBool,
}

impl Thinking {
    /// An interrupt that came while there was nothing to do is forgotten.
    fn line_came(&self) {
        if self.unanswered.fetch_add(1, SeqCst) == 0 {
            self.interrupt.store(false, SeqCst);
        }
    }

    /// An interrupt concerns one command only, unless the input has ended.
    fn answered(&self) {
        self.unanswered.fetch_sub(1, SeqCst);
        self.interrupt.store(false, SeqCst);
        if self.has_ended.load(SeqCst) {
            self.interrupt.store(true, SeqCst);
        }
    }

    fn input_ended(&self) {
        self.has_ended.store(true, SeqCst);
        self.interrupt.store(true, SeqCst);
    }
}

impl Incoming {
    /// Begins to read.
    pub fn read(
        mut input: impl BufRead + Send + 'static,
        interrupt: Arc<AtomicBool>,
    ) -> io::Result<Incoming> {
        let (unanswered, has_ended) = Default::default();
        let thinking = Arc::new(Thinking { interrupt, unanswered, has_ended });
        let (sender, lines) = sync_channel(MOST_WAITING);
        let told = thinking.clone();
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let line = next_line(&mut input, LONGEST_LINE);
                let is_last = !matches!(line, Ok(Some(_)));
                if is_last {
                    told.input_ended()
                } else {
                    told.line_came()
                }
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Incoming { lines, thinking, is_answering: false })
    }

    /// The next line, as soon as there is one; nothing at the end. The line before
    /// it has been answered.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        if std::mem::take(&mut self.is_answering) {
            self.thinking.answered();
        }
        let line = self.lines.recv().unwrap_or(Ok(None));
        self.is_answering = matches!(line, Ok(Some(_)));
        line
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc::{Sender, channel};
    use std::time::{Duration, Instant};

    use super::*;

    /// Input that comes when it is sent, and ends when the sender is dropped.
    struct Sent(Receiver<Vec<u8>>);

    impl Read for Sent {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.recv().unwrap_or_default();
            buffer[..bytes.len()].copy_from_slice(&bytes);
            Ok(bytes.len())
        }
    }

    fn incoming() -> (Sender<Vec<u8>>, Incoming, Arc<AtomicBool>) {
        let (sender, receiver) = channel();
        let interrupt = Arc::new(AtomicBool::new(false));
        let input = io::BufReader::new(Sent(receiver));
        (sender, Incoming::read(input, interrupt.clone()).unwrap(), interrupt)
    }

    fn text(line: io::Result<Option<Line>>) -> Option<String> {
        line.unwrap().map(|line| line.ok().unwrap().trim_end().to_string())
    }

    fn becomes(flag: &AtomicBool, value: bool) -> bool {
        let began = Instant::now();
        while flag.load(SeqCst) != value && began.elapsed() < Duration::from_secs(5) {
            thread::sleep(Duration::from_millis(1));
        }
        flag.load(SeqCst) == value
    }

    #[test]
    fn an_interrupt_concerns_the_command_that_is_being_answered() {
        let (sender, mut incoming, interrupt) = incoming();
        interrupt.store(true, SeqCst);
        sender.send(b"one\ntwo\nthree\n".to_vec()).unwrap();
        assert_eq!(text(incoming.next()).as_deref(), Some("one"));
        assert!(becomes(&interrupt, false), "nothing was being answered");
        interrupt.store(true, SeqCst);
        assert_eq!(text(incoming.next()).as_deref(), Some("two"));
        assert!(!interrupt.load(SeqCst), "it ended `one`, not `two`");
    }

    #[test]
    fn the_end_of_the_input_interrupts_whatever_is_left() {
        let (sender, mut incoming, interrupt) = incoming();
        sender.send(b"one\ntwo\n".to_vec()).unwrap();
        assert_eq!(text(incoming.next()).as_deref(), Some("one"));
        assert!(!interrupt.load(SeqCst));
        drop(sender);
        assert!(becomes(&interrupt, true));
        assert_eq!(text(incoming.next()).as_deref(), Some("two"));
        assert!(interrupt.load(SeqCst));
        assert_eq!(text(incoming.next()), None);
    }
}
