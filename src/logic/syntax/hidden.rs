//! Characters that nobody sees: a terminal or an editor obeys them instead. In
//! rules and game files they are refused; elsewhere they are shown by their
//! number.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character is obeyed rather than shown: a control character, one that
/// reverses the direction of writing, or one without any width.
pub fn is_hidden(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false;
    }
    let reverses = matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    let breaks_line = matches!(c, '\u{2028}' | '\u{2029}');
    let has_no_width = matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    (c.is_control() && !matches!(c, '\n' | '\t')) || reverses || breaks_line || has_no_width
}

/// Where the first hidden character of a text stands, and which it is. A carriage
/// return belongs to the line break behind it, and editors put a mark before a text.
pub fn first_hidden(text: &str) -> Option<(usize, char)> {
    let is_fine = |at: usize, c: char| {
        (c == '\r' && text[at + 1..].starts_with('\n')) || (c == '\u{feff}' && at == 0)
    };
    text.char_indices().find(|(at, c)| is_hidden(*c) && !is_fine(*at, *c))
}

/// A text with each hidden character shown by its number, such as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_hidden(c) {
            true => _ = write!(shown, "\\u{{{:x}}}", u32::from(c)),
            false => shown.push(c),
        }
    }
    shown.into()
}

/// The same on one line, for a comment.
pub fn visible_line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(visible("a\x1b[31mb\u{9b}c\u{202e}d"), "a\\u{1b}[31mb\\u{9b}c\\u{202e}d");
        assert_eq!(visible("plain\n\ttext, ä 漢"), "plain\n\ttext, ä 漢");
        assert_eq!(visible_line("a\n:- shell(id)."), "a :- shell(id).");
    }

    #[test]
    fn line_breaks_are_not_hidden() {
        assert_eq!(first_hidden("a\r\nb\tc\n"), None);
        assert_eq!(first_hidden("a\rb"), Some((1, '\r')));
        assert_eq!(first_hidden("ab\u{7}"), Some((2, '\u{7}')));
    }
}
