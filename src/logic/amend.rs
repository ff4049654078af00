//! Changes to rules that leave their text alone: clauses switched off, and
//! clauses added. The text is the book; what somebody tries out at a prompt is
//! kept beside it.

use super::source::{Sources, Span};

/// The name by which added clauses are shown.
pub const PROMPT: &str = "prompt";

/// A clause of the text that is switched off. It is known by what it says, not
/// by its line: the text may be edited while it is off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchedOff {
    /// The file it is in.
    pub file: String,
    /// The clause, without its full stop.
    pub clause: String,
}

/// How rules differ from their text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Amendments {
    /// The clauses that do not count.
    pub off: Vec<SwitchedOff>,
    /// The clauses that count as well, each with its full stop.
    pub added: Vec<String>,
}

impl Amendments {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.off.is_empty() && self.added.is_empty()
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
        let (file, text) = (&sources.file(clause.file).name, sources.text(clause));
        self.off.iter().any(|off| off.file == *file && off.clause == text)
    }
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
}
