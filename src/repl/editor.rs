//! What helps with typing at the prompt, for rustyline.

use std::borrow::Cow;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::complete::complete;
use super::highlight::highlight;
use super::lexicon::Lexicon;
use super::session::Session;
use super::statement;
use super::style::{self, paint};
use super::suggest::suggest;

/// A session, and what it knows of words.
pub struct Assistant {
    /// The session.
    pub session: Session,
    lexicon: Lexicon,
}

impl Assistant {
    /// Help for a session.
    pub fn new(session: Session) -> Assistant {
        Assistant { lexicon: Lexicon::of(session.game()), session }
    }

    /// Learns the words anew, once the rules may have changed.
    pub fn refresh(&mut self) {
        self.lexicon = Lexicon::of(self.session.game());
    }

    /// What can complete a line at its end.
    pub fn completions(&self, line: &str) -> (usize, Vec<Pair>) {
        complete(self.session.game(), &self.lexicon, line)
    }

    /// A line in colour.
    pub fn highlighted(&self, line: &str, cursor: usize) -> String {
        highlight(&self.lexicon, line, cursor)
    }

    /// What to show behind an entry.
    pub fn suggestion(&self, entry: &str) -> Option<String> {
        match entry.rsplit_once('\n') {
            Some((_, last)) if last.trim().is_empty() => {
                Some("% goes on until a full stop; Ctrl-C drops it".into())
            }
            _ => suggest(self.session.game(), &self.lexicon, entry),
        }
    }
}

impl Helper for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.completions(&line[..pos]))
    }
}

/// A hint to read, not to take over.
pub struct Aside(String);

impl Hint for Aside {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assistant {
    type Hint = Aside;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Aside> {
        if pos < line.len() {
            return None;
        }
        self.suggestion(line).map(Aside)
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        self.highlighted(line, pos).into()
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        paint(style::ASIDE, hint).into()
    }

    fn highlight_char(&self, _line: &str, _pos: usize, _kind: CmdKind) -> bool {
        true
    }
}

impl Validator for Assistant {
    fn validate(&self, ctx: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        // While a line is edited Ctrl-C is a key. From here on it is meant for
        // what the line says, even if that has not begun yet.
        self.session.forget_interrupt();
        let game = self.session.game();
        let is_complete = statement::is_complete(game, ctx.input())
            || statement::reads_clauses(game, ctx.input());
        Ok(match is_complete {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}
