//! Who reads what is said, and answers if asked: somebody at a terminal, or the log
//! of a script.

use std::io::{self, Write};
use std::path::Path;

use console::{Key, Term};
use tempfile::TempPath;

use super::command::Verb;
use super::edit::Draft;
use super::session::{Reply, Session, Status};
use super::shell::{Ended, screen};
use super::statement::Statement;
use super::style::{self, paint};
use super::{pager, text_editor};
use crate::game::read_text;

/// Who reads what is said.
pub trait Audience {
    /// Shows what a statement led to.
    fn show(&mut self, session: &Session, reply: &Reply) -> io::Result<()>;

    /// Whether something may be done that would lose something; nothing if nobody
    /// is there to be asked.
    fn agrees(&mut self, question: &str) -> io::Result<Option<bool>>;

    /// Lets somebody edit clauses, if they have an editor.
    fn edit(&mut self, session: &mut Session, argument: &str) -> io::Result<Reply>;
}

/// Somebody at a terminal.
pub struct Person<'a> {
    pub term: &'a Term,
    pub out: &'a mut dyn Write,
}

impl Person<'_> {
    /// Whether somebody agrees. A key is enough; whoever ends the input, twice
    /// perhaps, wants to go on.
    pub fn confirms(&mut self, question: &str) -> io::Result<bool> {
        write!(self.out, "{question} (y/n) ")?;
        self.out.flush()?;
        let agrees = loop {
            match self.term.read_key_raw() {
                Ok(Key::Char('y' | 'Y' | '\u{4}')) | Err(_) => break true,
                Ok(Key::Char('n' | 'N' | 'q') | Key::Enter | Key::Escape | Key::CtrlC) => {
                    break false;
                }
                Ok(_) => {}
            }
        };
        writeln!(self.out, "{}", if agrees { "yes" } else { "no" })?;
        Ok(agrees)
    }
}

impl Audience for Person<'_> {
    fn show(&mut self, session: &Session, reply: &Reply) -> io::Result<()> {
        match session.has_pager() {
            true => pager::show(self.term, self.out, &reply.text, || screen(self.term))?,
            false => writeln!(self.out, "{}", reply.text)?,
        }
        // What is to be done next stays in sight, whatever is paged away.
        if reply.instruction.is_empty() {
            return Ok(());
        }
        let gap = if reply.text.is_empty() { "" } else { "\n" };
        writeln!(self.out, "{gap}{}", reply.instruction)
    }

    fn agrees(&mut self, question: &str) -> io::Result<Option<bool>> {
        self.confirms(question).map(Some)
    }

    fn edit(&mut self, session: &mut Session, argument: &str) -> io::Result<Reply> {
        let draft = match session.draft(argument) {
            Ok(draft) => draft,
            Err(wrong) => return Ok(wrong.into()),
        };
        let copy = match draft.file() {
            Some(_) => None,
            None => Some(copy_of(&draft)?),
        };
        loop {
            let (path, line) = match (&copy, draft.file()) {
                (None, Some(place)) => place,
                (copy, _) => (copy.as_deref().unwrap_or(Path::new("")), 1),
            };
            let edited = text_editor::open(path, line).and_then(|()| read_text(path));
            let reply = match edited {
                Ok(text) => session.edited(&draft, &text),
                Err(error) => Reply::wrong(&format!(
                    "cannot edit with `{}`: {error}; the \
                    variable EDITOR names another editor",
                    text_editor::name()
                )),
            };
            if reply.status != Status::Error {
                return Ok(reply);
            }
            self.show(session, &reply)?;
            if !self.confirms("Nothing has changed. Edit again?")? {
                let note = match copy {
                    None => "the rules stay as they were; `reload` reads the file".to_string(),
                    Some(copy) => {
                        let path = copy.keep().map_err(|error| error.error)?;
                        format!("your text is in {}", path.display())
                    }
                };
                let text = paint(style::ASIDE, &format!("% {note}"));
                return Ok(Reply::plain(text, Status::Error));
            }
        }
    }
}

/// A file of its own for a text that is to be edited. It is removed if it is not
/// kept.
fn copy_of(draft: &Draft) -> io::Result<TempPath> {
    let mut file = tempfile::Builder::new().prefix("hornet-").suffix(".pl").tempfile()?;
    file.write_all(draft.text.as_bytes())?;
    Ok(file.into_temp_path())
}

/// What a script prints, and what is wrong in it, with its line.
pub struct Log<'a> {
    pub out: &'a mut dyn Write,
    pub errors: &'a mut dyn Write,
    /// The script, and the line at which the entry begins.
    pub place: String,
    pub ended: Ended,
}

impl Audience for Log<'_> {
    fn show(&mut self, _session: &Session, reply: &Reply) -> io::Result<()> {
        let text = anstream::adapter::strip_str(&reply.text);
        if reply.status != Status::Error {
            writeln!(self.out, "{text}")?;
        } else {
            self.ended = Ended::WithErrors;
            self.out.flush()?;
            writeln!(self.errors, "{}: {text}", self.place)?;
            self.errors.flush()?;
        }
        match reply.instruction.as_str() {
            "" => Ok(()),
            instruction => writeln!(self.out, "{}", anstream::adapter::strip_str(instruction)),
        }
    }

    fn agrees(&mut self, _question: &str) -> io::Result<Option<bool>> {
        Ok(None)
    }

    fn edit(&mut self, session: &mut Session, argument: &str) -> io::Result<Reply> {
        Ok(session.run(Statement::Command(Verb::Edit, argument.to_string())))
    }
}
