//! Which part of a text each variable of a form stands for.

use crate::logic::Atom;
use crate::logic::check::notation::Part;

/// How the signs of a form are compared with those of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// They must be the same, but for upper and lower case.
    AsWritten,
    /// Whatever people put between two arguments may stand for any other, or be left
    /// out: `b2-b3`, `b2 b3`, `b2xb3`, `b2b3`.
    Any,
}

/// What each variable stands for.
pub type Captured<'a> = Vec<(Atom, &'a str)>;

/// A longer text is no action: there would be too many ways to take it apart.
const LONGEST: usize = 80;

/// All ways in which a text may have a form.
pub fn readings<'a>(form: &[Part], text: &'a str, signs: Signs) -> Vec<Captured<'a>> {
    let mut found = Vec::new();
    if text.chars().count() <= LONGEST {
        Matcher { signs, found: &mut found }.go_on(form, text, true, &mut Captured::new());
    }
    found
}

struct Matcher<'a, 'b> {
    signs: Signs,
    found: &'b mut Vec<Captured<'a>>,
}

impl<'a> Matcher<'a, '_> {
    /// Matches what is left of a form with what is left of a text.
    fn go_on(&mut self, form: &[Part], text: &'a str, is_first: bool, captured: &mut Captured<'a>) {
        let Some((part, rest)) = form.split_first() else {
            if text.trim().is_empty() {
                self.found.push(captured.clone());
            }
            return;
        };
        match part {
            Part::Text(sign) if self.signs == Signs::Any && is_joint(sign.as_str()) => {
                for behind in behind_joint(text) {
                    self.go_on(rest, behind, true, captured);
                }
            }
            Part::Text(sign) => {
                let loose = |text: &'a str| match self.signs {
                    Signs::Any => text.trim_start(),
                    Signs::AsWritten => text,
                };
                if let Some(behind) = without_start(loose(text), sign.as_str()).map(loose) {
                    self.go_on(rest, behind, true, captured);
                }
            }
            Part::Variable(name) if self.signs == Signs::Any && !is_first => {
                for behind in behind_joint(text) {
                    self.variable(*name, rest, behind, captured);
                }
            }
            Part::Variable(name) => self.variable(*name, rest, text, captured),
        }
    }

    fn variable(&mut self, name: Atom, rest: &[Part], text: &'a str, captured: &mut Captured<'a>) {
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        for end in ends {
            let value = &text[..end];
            if value.starts_with(char::is_whitespace) {
                break;
            }
            match captured.iter().find(|(known, _)| *known == name) {
                Some((_, before)) if !before.eq_ignore_ascii_case(value) => continue,
                Some(_) => self.go_on(rest, &text[end..], false, captured),
                None => {
                    captured.push((name, value));
                    self.go_on(rest, &text[end..], false, captured);
                    captured.pop();
                }
            }
        }
    }
}

/// What people put between two arguments.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | 'x' | 'X' | '×' | ':' | ',' | '>' | '→')
}

/// Whether a sign only keeps arguments apart.
fn is_joint(sign: &str) -> bool {
    sign.chars().all(is_between)
}

/// What may follow the signs between two arguments: a column may be called x, too, so
/// there may be more than one way to go on.
fn behind_joint(text: &str) -> Vec<&str> {
    let ends = text.char_indices().take_while(|(_, c)| is_between(*c));
    let ends = ends.map(|(at, c)| at + c.len_utf8());
    std::iter::once(0).chain(ends).map(|end| &text[end..]).collect()
}

/// What follows a beginning, whether its letters are large or small.
fn without_start<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let mut rest = text.char_indices();
    for wanted in start.chars() {
        let (_, found) = rest.next()?;
        if !found.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(parts: &[&str]) -> Vec<Part> {
        let part = |text: &&str| match text.strip_prefix('$') {
            Some(name) => Part::Variable(Atom::new(name)),
            None => Part::Text(Atom::new(text)),
        };
        parts.iter().map(part).collect()
    }

    fn captured(parts: &[&str], text: &str, signs: Signs) -> Vec<String> {
        let shown = |it: &Captured| {
            let each: Vec<&str> = it.iter().map(|(_, text)| *text).collect();
            each.join("|")
        };
        readings(&form(parts), text, signs).iter().map(shown).collect()
    }

    #[test]
    fn signs_are_as_written_or_any() {
        let form = ["$A", "-", "$B"];
        assert_eq!(captured(&form, "b2-b3", Signs::AsWritten), ["b2|b3"]);
        assert!(captured(&form, "b2xb3", Signs::AsWritten).is_empty());
        for text in ["b2xb3", "b2 b3", "b2 -> b3", "b2b3", "b2:b3"] {
            let found = captured(&form, text, Signs::Any);
            assert!(found.contains(&"b2|b3".to_string()), "{text}: {found:?}");
        }
    }

    #[test]
    fn other_texts_must_be_there() {
        let form = ["$A", "-", "$B", "=", "$K"];
        assert!(!captured(&form, "e7 e8 q", Signs::Any).contains(&"e7|e8|q".to_string()));
        assert!(captured(&form, "e7-e8=Q", Signs::AsWritten).contains(&"e7|e8|Q".to_string()));
        assert!(captured(&["O-O"], "o-o", Signs::AsWritten).len() == 1);
    }

    #[test]
    fn a_variable_has_one_value() {
        assert_eq!(captured(&["$A", "-", "$A"], "a1-a1", Signs::AsWritten), ["a1"]);
        assert!(captured(&["$A", "-", "$A"], "a1-a2", Signs::AsWritten).is_empty());
    }
}
