//! Changes to rules that leave their text alone: clauses switched off, and
//! clauses added. The text is the book; what somebody tries out at a prompt is
//! kept beside it.

use crate::logic::Rejected;
use crate::logic::syntax::source::{Sources, Span};
use crate::logic::syntax::term::Item;
use crate::logic::syntax::{lexer, reader};

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

    /// Whether it is the clause at a place. Rules may since have been divided into
    /// parts, which the file includes.
    pub fn is(&self, sources: &Sources, clause: Span) -> bool {
        sources.is_part_of(clause.file, &self.file)
            && self.clause == on_one_line(sources.text(clause))
    }
}

/// A text with every stretch of blanks and line breaks as one blank.
pub fn on_one_line(text: &str) -> String {
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

/// A clause that somebody typed. It keeps its line whatever becomes of those
/// before it, so that `prompt:3` means the same clause for as long as it is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// The clause, with the comment above it and its full stop.
    pub text: String,
    /// The line of the added text on which all this begins.
    first_line: usize,
}

impl Added {
    /// The line that places in listings and proofs name: that of the clause itself,
    /// below its comment.
    pub fn line(&self) -> usize {
        let comment = &self.text[..lexer::layout(&self.text)];
        self.first_line + comment.matches('\n').count()
    }

    /// The line after its last one.
    fn end(&self) -> usize {
        self.first_line + self.text.lines().count().max(1)
    }
}

/// How rules differ from their text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Amendments {
    /// The clauses that do not count.
    pub off: Vec<SwitchedOff>,
    /// The files that count as well.
    pub files: Vec<TakenIn>,
    /// The clauses that count as well, in the order of their lines.
    added: Vec<Added>,
    /// How many lines were given to clauses so far. None is given twice.
    lines: usize,
}

impl Amendments {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.off.is_empty() && self.files.is_empty() && self.added.is_empty()
    }

    /// The clauses that count as well, in the order of their lines.
    pub fn added(&self) -> &[Added] {
        &self.added
    }

    /// Adds clauses, each on a line that no other has had.
    pub fn add(&mut self, clauses: impl IntoIterator<Item = String>) {
        for text in clauses {
            let clause = Added { text, first_line: self.lines + 1 };
            self.lines = clause.end() - 1;
            self.added.push(clause);
        }
    }

    /// Drops the added clauses that are not wanted any more; what is left keeps
    /// its lines.
    pub fn keep_added(&mut self, is_kept: impl FnMut(&Added) -> bool) {
        self.added.retain(is_kept);
    }

    /// All that counts besides the text, by name.
    pub fn texts(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let files = self.files.iter().map(|taken| (taken.file.clone(), taken.text.clone()));
        let added = (!self.added.is_empty()).then(|| (PROMPT.to_string(), self.placed()));
        files.chain(added)
    }

    /// The added clauses as one text, without gaps.
    pub fn text(&self) -> String {
        self.added.iter().map(|clause| format!("{}\n", clause.text)).collect()
    }

    /// The added clauses as one text, each on its line.
    fn placed(&self) -> String {
        let mut text = String::new();
        let mut line = 1;
        for clause in &self.added {
            text.extend(std::iter::repeat_n('\n', clause.first_line - line));
            text.push_str(&clause.text);
            text.push('\n');
            line = clause.end();
        }
        text
    }

    /// The added clause that a line of the added text belongs to.
    pub fn added_at(&self, line: usize) -> Option<&Added> {
        self.added.iter().find(|clause| (clause.first_line..clause.end()).contains(&line))
    }

    /// Whether a clause is switched off.
    pub fn switch_off(&self, sources: &Sources, clause: Span) -> bool {
        self.off.iter().any(|off| off.is(sources, clause))
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

/// Whether a text is more than one clause, counting those with an error.
pub fn are_several(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let (items, errors) = reader::read(&sources, file);
    let clauses = items.iter().filter(|item| matches!(item, Item::Clause(_))).count();
    clauses + errors.len() > 1
}

/// Whether a clause is a directive: `:- dynamic parent/2.`
pub fn is_directive(clause: &str) -> bool {
    clause[lexer::layout(clause)..].starts_with(":-")
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

    fn amended(clauses: &[&str]) -> Amendments {
        let mut amendments = Amendments::default();
        amendments.add(clauses.iter().map(|clause| clause.to_string()));
        amendments
    }

    #[test]
    fn added_clauses_have_their_lines() {
        let amendments = amended(&["a :- b.", "c :-\n    d,\n    e.", "% why\nf :- a."]);
        let lines: Vec<usize> = amendments.added().iter().map(Added::line).collect();
        assert_eq!(lines, [1, 2, 6]);
        let at = |line| amendments.added_at(line).map(|clause| &clause.text[..1]);
        let found: Vec<_> = (0..8).map(at).collect();
        let [a, c, f] = ["a", "c", "%"].map(Some);
        assert_eq!(found, [None, a, c, c, c, f, f, None]);
        let (_, text) = amendments.texts().next().unwrap();
        assert_eq!(text.lines().nth(5), Some("f :- a."));
    }

    #[test]
    fn a_line_is_never_given_twice() {
        let mut amendments = amended(&["a :- x.", "b :-\n    x.", "c :- x."]);
        amendments.keep_added(|clause| clause.line() == 4);
        amendments.add(["d :- x.".to_string()]);
        let (_, text) = amendments.texts().next().unwrap();
        assert_eq!(text, "\n\n\nc :- x.\nd :- x.\n");
        amendments.keep_added(|_| false);
        amendments.add(["e :- x.".to_string()]);
        assert_eq!(amendments.added()[0].line(), 6);
        assert_eq!(amendments.text(), "e :- x.\n");
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
