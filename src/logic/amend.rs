//! Changes to rules that leave their text alone: clauses switched off, and
//! clauses added. The text is the book; what somebody tries out at a prompt is
//! kept beside it.

use crate::logic::Rejected;
use crate::logic::syntax::reader;
use crate::logic::syntax::source::{Sources, Span};
use crate::logic::syntax::term::Item;

/// The name by which added clauses are shown.
pub const PROMPT: &str = "prompt";

/// A clause of the text that is switched off. It is known by what it says, not
/// by its line: the text may be edited while it is off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchedOff {
    /// The file it is in.
    pub file: String,
    /// The clause, without its full stop, on one line.
    pub clause: String,
}

impl SwitchedOff {
    /// The clause at a place.
    pub fn at(sources: &Sources, clause: Span) -> SwitchedOff {
        let file = sources.file(clause.file).name.clone();
        SwitchedOff { file, clause: on_one_line(sources.text(clause)) }
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A file of clauses that was taken in beside the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenIn {
    /// The file.
    pub file: String,
    /// What it says.
    pub text: String,
}

/// How rules differ from their text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Amendments {
    /// The clauses that do not count.
    pub off: Vec<SwitchedOff>,
    /// The files that count as well.
    pub files: Vec<TakenIn>,
    /// The clauses that count as well, each with its full stop.
    pub added: Vec<String>,
}

impl Amendments {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.off.is_empty() && self.files.is_empty() && self.added.is_empty()
    }

    /// All that counts besides the text, by name.
    pub fn texts(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let files = self.files.iter().map(|taken| (taken.file.clone(), taken.text.clone()));
        let added = (!self.added.is_empty()).then(|| (PROMPT.to_string(), self.text()));
        files.chain(added)
    }

    /// The added clauses as one text.
    pub fn text(&self) -> String {
        self.added.iter().map(|clause| format!("{clause}\n")).collect()
    }

    /// The line of the added text on which each clause begins.
    pub fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.added.iter().scan(1, |next, clause| {
            let line = *next;
            *next += clause.lines().count().max(1);
            Some(line)
        })
    }

    /// The added clause, by number, that a line of the added text belongs to.
    pub fn added_at(&self, line: usize) -> Option<usize> {
        let number = self.lines().take_while(|first| *first <= line).count().checked_sub(1)?;
        let end = self.text().lines().count();
        (line <= end).then_some(number)
    }

    /// Whether a clause is switched off.
    pub fn switch_off(&self, sources: &Sources, clause: Span) -> bool {
        !self.off.is_empty() && self.off.contains(&SwitchedOff::at(sources, clause))
    }
}

/// The clauses and directives of a text, each with the comment above it. They
/// are only taken apart here; the checks come with the rest of the rules.
pub fn clauses(text: &str) -> Result<Vec<String>, Rejected> {
    let mut sources = Sources::default();
    let file = sources.add(PROMPT, text);
    let (items, errors) = reader::read(&sources, file);
    if !errors.is_empty() {
        return Err(Rejected { sources, diagnostics: errors });
    }
    let mut clauses = Vec::new();
    let mut begin = 0;
    for item in &items {
        if let Item::Clause(term) = item {
            let end = sources.end_of_clause(term.span);
            clauses.push(text[begin..end].trim().to_string());
            begin = end;
        }
    }
    Ok(clauses)
}

/// Whether a text is a game of its own, and not an amendment: it says who plays.
pub fn is_whole_game(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let (items, _) = reader::read(&sources, file);
    items.iter().any(|item| match item {
        Item::Clause(term) => match term.parts() {
            Some((":-", [directive])) => matches!(directive.parts(), Some(("players", _))),
            _ => false,
        },
        Item::Comment { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_clauses_have_their_lines() {
        let added = ["a :- b.", "c :-\n    d,\n    e.", "f :- a."].map(String::from);
        let amendments = Amendments { added: added.into(), ..Amendments::default() };
        assert_eq!(amendments.lines().collect::<Vec<_>>(), [1, 2, 5]);
        let numbers: Vec<_> = (0..7).map(|line| amendments.added_at(line)).collect();
        assert_eq!(numbers, [None, Some(0), Some(1), Some(1), Some(1), Some(2), None]);
        let text = amendments.text();
        assert_eq!(text.lines().nth(4), Some("f :- a."));
    }

    #[test]
    fn a_comment_may_stand_right_before_the_full_stop() {
        let text = "foo(X) :- player(X) /* a. */.\nbar(X) :- player(X) % b.\n  .\nbaz.";
        let clauses = clauses(text).unwrap();
        assert_eq!(
            clauses,
            ["foo(X) :- player(X) /* a. */.", "bar(X) :- player(X) % b.\n  .", "baz."]
        );
    }
}
