//! The end of a game file whose writer was killed: a line without its line break.
//!
//! Such a line is never trusted, even if it can be read: `a2-a1` may be the
//! beginning of `a2-a12`. After a loss of power there may also be NUL bytes,
//! where the file had grown already, but its text was not yet written.

use std::fmt;

/// An unfinished line at the end of a game file, which is cut off when the game goes on in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Its line in the file.
    pub line: usize,
    /// What there is of it, with control characters replaced; empty if there are
    /// only NUL bytes.
    pub text: String,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropped { line, text } = self;
        if text.is_empty() {
            return write!(f, "line {line} was never written, and is removed from the file");
        }
        let mut shown: String = text.chars().take(60).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        write!(
            f,
            "line {line} has no line break at its end, so that it may be cut short, and is \
             removed from the file: `{shown}`"
        )
    }
}

/// The length of the lines that were written in full, in bytes, and the line
/// after them, unless it is blank.
pub fn whole_lines(bytes: &[u8]) -> (usize, Option<Dropped>) {
    let written = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let is_break = |byte: &u8| *byte == b'\n';
    let whole = bytes[..written].iter().rposition(is_break).map_or(0, |last| last + 1);
    let shown = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    let text = String::from_utf8_lossy(&bytes[whole..written]).trim().chars().map(shown).collect();
    let line = 1 + bytes[..whole].iter().filter(|byte| is_break(byte)).count();
    let dropped = Dropped { line, text };
    let is_blank = dropped.text.is_empty() && written == bytes.len();
    (whole, (!is_blank).then_some(dropped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_its_end_is_ignored() {
        for (bytes, whole, dropped) in [
            ("", "", None),
            ("game tanks\n", "game tanks\n", None),
            ("game tanks\r\nb2", "game tanks\r\n", Some((2, "b2"))),
            ("game tanks\nb2-b3\n\n b3-", "game tanks\nb2-b3\n\n", Some((4, "b3-"))),
            ("game tanks\n  \r", "game tanks\n", None),
            ("game tanks\n\0\0", "game tanks\n", Some((2, ""))),
            ("game tanks\nb2\0\0", "game tanks\n", Some((2, "b2"))),
            ("game tanks\nb\0\u{1b}2", "game tanks\n", Some((2, "b\u{fffd}\u{fffd}2"))),
            ("game", "", Some((1, "game"))),
            ("\0", "", Some((1, ""))),
        ] {
            let dropped =
                dropped.map(|(line, text): (_, &str)| Dropped { line, text: text.into() });
            assert_eq!(whole_lines(bytes.as_bytes()), (whole.len(), dropped), "{bytes:?}");
        }
        let (whole, dropped) = whole_lines(b"a\n\xc3");
        assert_eq!((whole, dropped.unwrap().text.as_str()), (2, "\u{fffd}"));
    }

    #[test]
    fn what_is_ignored_is_reported_in_a_line() {
        let told = |text: &str| Dropped { line: 3, text: text.into() }.to_string();
        assert_eq!(
            told("b2-"),
            "line 3 has no line break at its end, so that it may be cut short, and is removed \
             from the file: `b2-`"
        );
        assert_eq!(told(""), "line 3 was never written, and is removed from the file");
        assert!(told(&"é".repeat(100)).ends_with("éé…`"));
    }
}
