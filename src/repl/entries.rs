//! Where entries come from at a terminal: a line editor, or plain lines where the
//! terminal cannot move its cursor (`TERM=dumb`).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustyline::Editor;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;

use super::discard::discard_input;
use super::editor::Assistant;
#[cfg(unix)]
use super::plain_lines;
use super::session::Session;
use super::shell::editor_config;
use super::statement;
use super::style::{self, paint};
use crate::play::state_folder;
#[cfg(unix)]
use crate::terminal::edits_lines;

/// What somebody did at the prompt.
pub enum Entry {
    /// They typed this.
    Text(String),
    /// They dropped what they had typed, or it could not be read.
    Dropped,
    /// They leave.
    End,
}

/// Somebody who types, with the session that they type to.
pub enum Typist {
    /// With a line editor, which has the session to complete what is typed, and
    /// perhaps a file in which entries are remembered.
    Editing(Box<Editor<Assistant, FileHistory>>, Option<PathBuf>),
    /// Without one.
    #[cfg(unix)]
    Plain(Box<Assistant>),
}

impl Typist {
    /// Somebody at this terminal.
    pub fn new(session: Session, out: &mut dyn Write) -> io::Result<Typist> {
        let assistant = Assistant::new(session);
        #[cfg(unix)]
        if !edits_lines() {
            return Ok(Typist::Plain(Box::new(assistant)));
        }
        let mut editor = Editor::with_config(editor_config()?).map_err(io::Error::other)?;
        let history = history_file();
        recall(&mut editor, history.as_deref(), out)?;
        editor.set_helper(Some(assistant));
        Ok(Typist::Editing(Box::new(editor), history))
    }

    /// The session, and what it knows of words.
    pub fn assistant(&mut self) -> &mut Assistant {
        match self {
            Typist::Editing(editor, _) => editor.helper_mut().expect("it was set at the start"),
            #[cfg(unix)]
            Typist::Plain(assistant) => assistant,
        }
    }

    /// The next entry.
    pub fn read(&mut self, out: &mut dyn Write) -> io::Result<Entry> {
        let prompt = self.assistant().session.prompt();
        let coloured = paint(style::STRONG, &prompt);
        let read = match self {
            Typist::Editing(editor, _) => {
                out.flush()?;
                let typed = editor.readline(&(prompt.as_str(), coloured));
                match typed.and_then(|entry| with_clauses(editor, entry)) {
                    Ok(entry) => Ok(Entry::Text(entry)),
                    Err(ReadlineError::Interrupted) => Ok(Entry::Dropped),
                    Err(ReadlineError::Eof) => Ok(Entry::End),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => {
                        writeln!(out, "{} {error}", paint(style::ERROR, "error:"))?;
                        Ok(Entry::Dropped)
                    }
                }
            }
            #[cfg(unix)]
            Typist::Plain(assistant) => plain_lines::read(&coloured, &assistant.session, out),
        };
        match read {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                discard_input()?;
                let error = paint(style::ERROR, "error:");
                writeln!(out, "{error} input is not UTF-8; ignored")?;
                Ok(Entry::Dropped)
            }
            read => read,
        }
    }

    /// Remembers an entry, also for the next session.
    pub fn remember(&mut self, entry: &str) {
        match self {
            Typist::Editing(editor, history) => {
                let _ = editor.add_history_entry(entry.trim_end());
                // Whether entries can be remembered was said at the start.
                if let Some(file) = history {
                    let _ = editor.append_history(file);
                }
            }
            #[cfg(unix)]
            Typist::Plain(_) => {}
        }
    }
}

/// What stands before the cursor while clauses are read, as in SWI-Prolog.
const CLAUSES: &str = "|: ";

/// An entry with the clauses that `[user].` asks for: up to `end_of_file.` or Ctrl-D.
fn with_clauses(
    editor: &mut Editor<Assistant, FileHistory>,
    mut entry: String,
) -> Result<String, ReadlineError> {
    let is_reading = |editor: &Editor<Assistant, FileHistory>, entry: &str| {
        let session = editor.helper().map(|assistant| &assistant.session);
        session.is_some_and(|session| statement::reads_clauses(session.game(), entry))
    };
    while is_reading(editor, &entry) {
        let line = match editor.readline(&(CLAUSES, paint(style::STRONG, CLAUSES))) {
            Err(ReadlineError::Eof) => "end_of_file.".into(),
            line => line?,
        };
        entry = format!("{entry}\n{line}");
    }
    Ok(entry)
}

/// Where earlier entries are kept: `HORNET_HISTORY`, or a file in the user's
/// state directory. An empty `HORNET_HISTORY` keeps none.
fn history_file() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("HORNET_HISTORY") {
        return (!path.is_empty()).then(|| path.into());
    }
    Some(state_folder()?.join("history"))
}

/// Reads earlier entries, and sees to it that new ones can be kept.
fn recall(
    editor: &mut Editor<Assistant, FileHistory>,
    file: Option<&Path>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(file) = file else { return Ok(()) };
    let recalled = match file.exists() {
        true => editor.load_history(file).map_err(|error| error.to_string()),
        false => Ok(()),
    };
    let kept = recalled.and_then(|()| {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        let opened = fs::OpenOptions::new().append(true).create(true).open(file);
        opened.map(drop).map_err(|error| error.to_string())
    });
    if let Err(error) = kept {
        let warning = paint(style::ERROR, "warning:");
        writeln!(
            out,
            "{warning} what you type will not be remembered: {}: {error}",
            file.display()
        )?;
    }
    Ok(())
}
