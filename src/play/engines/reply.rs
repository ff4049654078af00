//! What an engine says: replies of some lines that end with `ok`. An engine is a
//! stranger, so its lines are bounded in length and number, and nothing of them is
//! shown unless it is visible.

use crate::logic::syntax::hidden::visible_line;
use crate::play::lines::Line;

/// Longer lines are refused, in bytes.
pub const LONGEST_LINE: u64 = 1 << 16;

/// Longer replies are refused, in lines.
pub const MOST_LINES: usize = 1000;

/// A reply that came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The lines before `ok`, without those that are empty.
    Lines(Vec<String>),
    /// The engine refuses, with these words.
    Refused(String),
}

/// A reply that has no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endless {
    /// A line is too long.
    Line,
    /// There are too many lines.
    Lines,
}

/// A reply as it comes in, line by line.
#[derive(Default)]
pub struct Listener {
    lines: Vec<String>,
    heard: usize,
}

impl Listener {
    /// Takes a line. It may be the one that ends the reply.
    pub fn hear(&mut self, line: Line) -> Result<Option<Reply>, Endless> {
        let line = line.map_err(|_| Endless::Line)?;
        let line = line.trim();
        if line == "ok" {
            let lines = std::mem::take(&mut self.lines);
            return Ok(Some(match lines.iter().find(|line| is_refusal(line)) {
                Some(refusal) => Reply::Refused(refusal.clone()),
                None => Reply::Lines(lines),
            }));
        }
        self.heard += 1;
        if self.heard > MOST_LINES {
            return Err(Endless::Lines);
        }
        if !line.is_empty() {
            self.lines.push(line.into());
        }
        Ok(None)
    }

    /// What has been heard of the reply so far, on one line.
    pub fn so_far(&self) -> Option<String> {
        (!self.lines.is_empty()).then(|| quoted(&self.lines.join(" ")))
    }
}

fn is_refusal(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("err" | "invalidmove"))
}

/// No more characters of what an engine said are shown.
const MOST_QUOTED: usize = 120;

/// What an engine said, bounded and on one line.
pub fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(MOST_QUOTED).collect();
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("`{}{more}`", visible_line(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::lines::TooLong;

    fn heard(text: &str) -> Result<Option<Reply>, Endless> {
        let mut listener = Listener::default();
        for line in text.lines() {
            if let Some(reply) = listener.hear(Ok(line.into()))? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    #[test]
    fn a_reply_ends_with_ok() {
        let lines = |lines: &[&str]| {
            Ok(Some(Reply::Lines(lines.iter().map(|line| line.to_string()).collect())))
        };
        assert_eq!(heard("ok"), lines(&[]));
        assert_eq!(heard("id A\r\n\r\n Mosquito \r\nok\r\nmore"), lines(&["id A", "Mosquito"]));
        assert_eq!(heard("okay\nok"), lines(&["okay"]));
        assert_eq!(heard("wS1"), Ok(None));
        assert_eq!(heard("err no\nok"), Ok(Some(Reply::Refused("err no".into()))));
        assert_eq!(heard("invalidmove\nok"), Ok(Some(Reply::Refused("invalidmove".into()))));
        assert_eq!(heard("errand\nok"), lines(&["errand"]));
    }

    #[test]
    fn endless_replies_are_refused() {
        assert_eq!(heard(&"\n".repeat(MOST_LINES + 1)), Err(Endless::Lines));
        assert_eq!(heard(&"x\n".repeat(MOST_LINES)), Ok(None));
        assert_eq!(Listener::default().hear(Err(TooLong)), Err(Endless::Line));
    }

    #[test]
    fn what_is_quoted_is_short_and_visible() {
        assert_eq!(quoted("a\x1b[2Jb\nc"), "`a\\u{1b}[2Jb c`");
        assert_eq!(quoted(&"x".repeat(500)).len(), 120 + 2 + 3);
    }
}
