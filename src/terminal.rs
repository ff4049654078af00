//! What a terminal can do, and what reaches it: text, colours, and nothing else that
//! it would obey. Names of files and whatever else comes from outside may hold more than that.

use std::io::{self, Write};

use crate::logic::syntax::hidden::{is_hidden, visible};

/// Whether lines can be edited at the terminal.
pub fn edits_lines() -> bool {
    let terminal = std::env::var("TERM").unwrap_or_default();
    !["dumb", "cons25", "emacs"].contains(&terminal.as_str())
}

/// A text in which everything but colours is shown rather than obeyed.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_hidden) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = colour(rest).unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
        let part = &rest[..length];
        match colour(rest) {
            Some(_) => shown.push_str(part),
            None if part == "\r" && rest[1..].starts_with('\n') => {}
            None => shown.push_str(&visible(part)),
        }
        rest = &rest[length..];
    }
    shown.push_str(rest);
    shown
}

/// How long the sequence is that sets a colour or a style, if the text begins with
/// one. To hide text is no style.
fn colour(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\x1b[")?;
    let end = inside.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let mut codes = inside[..end].split(';');
    while let Some(code) = codes.next() {
        match (code, &mut codes) {
            // A colour out of a table, or by its parts.
            ("38" | "48", codes) => match codes.next() {
                Some("5") => _ = codes.next(),
                _ => _ = codes.nth(2),
            },
            ("5" | "6" | "8", _) => return None,
            _ => {}
        }
    }
    inside[end..].starts_with('m').then_some(2 + end + 1)
}

/// Writes harmless text.
pub struct Harmless<W> {
    inner: W,
    /// The beginning of a character or sequence that is not complete yet.
    pending: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// In front of something to write to.
    pub fn new(inner: W) -> Harmless<W> {
        Harmless { inner, pending: Vec::new() }
    }
}

/// No sequence that sets a colour is longer.
const LONGEST: usize = 64;

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        // A sequence or a character may come in several parts, as formatting writes it.
        let begun = self.pending.iter().rposition(|byte| *byte == 0x1b).filter(|at| {
            let rest = &self.pending[*at + 1..];
            let is_inside = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
            rest.len() < LONGEST
                && rest.first().is_none_or(|byte| *byte == b'[')
                && rest.iter().skip(1).all(is_inside)
        });
        let incomplete = match str::from_utf8(&self.pending) {
            Err(error) if error.error_len().is_none() => Some(error.valid_up_to()),
            _ => begun,
        };
        let end = incomplete.unwrap_or(self.pending.len());
        let ready = harmless(&String::from_utf8_lossy(&self.pending[..end]));
        self.inner.write_all(ready.as_bytes())?;
        self.pending.drain(..end);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.pending);
        self.inner.write_all(harmless(&String::from_utf8_lossy(&rest)).as_bytes())?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = Harmless::new(&mut out);
        parts.iter().for_each(|part| writer.write_all(part).unwrap());
        writer.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn colours_pass_and_nothing_else() {
        assert_eq!(harmless("\x1b[1;31mred\x1b[0m"), "\x1b[1;31mred\x1b[0m");
        assert_eq!(harmless("\x1b[38;5;8mgrey\x1b[39m"), "\x1b[38;5;8mgrey\x1b[39m");
        assert_eq!(harmless("\x1b[1;8mhidden"), "\\u{1b}[1;8mhidden");
        assert_eq!(harmless("\x1b]0;title\x07"), "\\u{1b}]0;title\\u{7}");
        assert_eq!(harmless("\x1b[2J\u{9b}2J"), "\\u{1b}[2J\\u{9b}2J");
        assert_eq!(harmless("one\r\ntwo\rthree\u{8}"), "one\ntwo\\u{d}three\\u{8}");
    }

    #[test]
    fn what_comes_in_parts_is_taken_as_a_whole() {
        assert_eq!(written(&[b"\x1b[", b"1", b"m", b"x"]), "\x1b[1mx");
        assert_eq!(written(&[b"\xff\xff\x1b["]), "\u{fffd}\u{fffd}\\u{1b}[");
        assert_eq!(written(&[b"\x1b", b"]0;x\x07"]), "\\u{1b}]0;x\\u{7}");
        assert_eq!(written(&["ä".as_bytes().split_at(1).0, "ä".as_bytes().split_at(1).1]), "ä");
    }
}
