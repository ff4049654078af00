//! The prompt in a terminal, and the same without one: from a pipe or a script.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use console::Term;
use rustyline::config::{BellStyle, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};

use super::discard::discard_input;
use super::editor::Assistant;
use super::keep::Keeper;
use super::pager;
use super::session::{Reply, Screen, Session, Status};
use super::statement;
use super::style::{self, paint};
use crate::play::{continuing, state_folder};

/// More entries than this are not remembered.
const HISTORY: usize = 2_000;

/// Entries from this length on end with a full stop at the end of a line, if at all.
const LONG_ENTRY: usize = 4 << 10;

/// Longer entries than this are not waited for.
const LONGEST_ENTRY: usize = 64 << 10;

/// Whether anything was wrong in a whole script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nothing was.
    Well,
    /// Something was.
    WithErrors,
}

/// Reads statements from a person at a terminal until they leave.
pub fn interactive(session: Session, out: &mut dyn Write) -> io::Result<()> {
    let term = Term::stdout();
    let mut editor: Editor<Assistant, FileHistory> =
        Editor::with_config(editor_config()?).map_err(io::Error::other)?;
    let history = history_file();
    recall(&mut editor, history.as_deref(), out)?;
    writeln!(out, "{}", greeting(&session))?;
    let mut keeper = Keeper::new(&session);
    editor.set_helper(Some(Assistant::new(session)));
    loop {
        out.flush()?;
        let prompt = match editor.helper_mut() {
            Some(assistant) => {
                // Completion works out moves, and is not to be stopped.
                assistant.session.forget_interrupt();
                assistant.session.set_screen(screen(&term));
                assistant.session.prompt()
            }
            None => break,
        };
        let typed = editor.readline(&(prompt.as_str(), paint(style::STRONG, &prompt)));
        let entry = match typed.and_then(|entry| with_clauses(&mut editor, entry)) {
            Ok(entry) => entry,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                discard_input()?;
                let error = paint(style::ERROR, "error:");
                writeln!(out, "{error} input is not UTF-8; ignored")?;
                continue;
            }
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(error) => {
                writeln!(out, "{} {error}", paint(style::ERROR, "error:"))?;
                continue;
            }
        };
        if entry.trim().is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(entry.trim_end());
        let Some(assistant) = editor.helper_mut() else { break };
        assistant.session.set_screen(screen(&term));
        let session = &mut assistant.session;
        let mut show = |reply: &Reply| pager::show(&term, out, &reply.text, || screen(&term));
        if run(session, &entry, &mut show)? {
            keep(&mut keeper, &assistant.session, out)?;
            break;
        }
        keep(&mut keeper, &assistant.session, out)?;
        assistant.refresh();
        remember(&mut editor, history.as_deref());
    }
    remember(&mut editor, history.as_deref());
    let game = editor.helper().map(|assistant| assistant.session.game().clone());
    if let (Some(file), Some(game)) = (keeper.end(), game) {
        let said = format!("% the game is kept: `{}` continues it", continuing(&game, &file));
        writeln!(out, "{}", paint(style::ASIDE, &said))?;
    }
    Ok(())
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

/// Keeps the game at hand.
fn keep(keeper: &mut Keeper, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    match keeper.keep(session) {
        Ok(()) => Ok(()),
        Err(error) => {
            let warning = paint(style::ERROR, "warning:");
            writeln!(out, "{warning} the game is not kept: {error}; `save FILE` saves it")
        }
    }
}

/// How lines are edited, here and wherever else somebody types.
pub(crate) fn editor_config() -> io::Result<Config> {
    Ok(Config::builder()
        .max_history_size(HISTORY)
        .and_then(|config| config.history_ignore_dups(true))
        .map_err(io::Error::other)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bell_style(BellStyle::None)
        .auto_add_history(false)
        .build())
}

/// Does all that an entry says; whether the session is over.
fn run(
    session: &mut Session,
    entry: &str,
    show: &mut dyn FnMut(&Reply) -> io::Result<()>,
) -> io::Result<bool> {
    let mut rest = entry;
    while let Some((statement, after)) = statement::first(session.game(), rest) {
        rest = after;
        if session.is_interrupted() {
            let text = paint(style::ERROR, "interrupted: the rest is left out");
            show(&Reply { text, status: Status::Wrong })?;
            break;
        }
        let reply = session.run(statement);
        if !reply.text.is_empty() {
            show(&reply)?;
        }
        if reply.status == Status::Quit {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads statements from a pipe or file. What is wrong goes to `errors`, with
/// its line.
pub fn scripted(
    mut session: Session,
    name: &str,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Ended> {
    let mut ended = Ended::Well;
    let mut entry = String::new();
    let mut line = Vec::new();
    let mut looked_at = 0;
    for number in 1.. {
        line.clear();
        let is_over =
            match (&mut *input).take(LONGEST_ENTRY as u64 + 1).read_until(b'\n', &mut line) {
                Ok(length) => length == 0,
                Err(error) => {
                    writeln!(errors, "error: {name} cannot be read: {error}")?;
                    return Ok(Ended::WithErrors);
                }
            };
        entry.push_str(&String::from_utf8_lossy(&line));
        if entry.len() > LONGEST_ENTRY {
            writeln!(
                errors,
                "{name}:{number}: error: an entry has more than {LONGEST_ENTRY} bytes, and the \
                 rest is left out; a full stop may be missing"
            )?;
            out.flush()?;
            return Ok(Ended::WithErrors);
        }
        // A long entry is not looked at again for every line that may end it.
        let may_be_complete = entry.len() < LONG_ENTRY
            || (line.trim_ascii_end().ends_with(b".") && entry.len() >= looked_at + looked_at / 4);
        if may_be_complete {
            looked_at = entry.len();
        }
        // A comment is kept: it may describe the clause below it.
        let is_complete = may_be_complete
            && !statement::is_blank(&entry)
            && statement::is_complete(session.game(), &entry);
        if !is_over && !is_complete {
            continue;
        }
        session.forget_interrupt();
        let said = entry.lines().skip_while(|line| statement::is_blank(line)).count();
        let began = number + 1 - said.max(1) - usize::from(is_over);
        let quit = run(&mut session, &entry, &mut |reply| {
            let text = anstream::adapter::strip_str(&reply.text);
            if reply.status != Status::Wrong {
                return writeln!(out, "{text}");
            }
            ended = Ended::WithErrors;
            out.flush()?;
            writeln!(errors, "{name}:{began}: {text}")?;
            errors.flush()
        })?;
        entry.clear();
        looked_at = 0;
        if quit || is_over {
            break;
        }
    }
    out.flush()?;
    Ok(ended)
}

fn greeting(session: &Session) -> String {
    let rules = session.game().rules();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{} {version}: {}\n{}",
        paint(style::STRONG, "Hornet"),
        rules.title(),
        paint(
            style::ASIDE,
            "`help` lists the commands, `tutorial` is a guided start, Ctrl-D leaves"
        ),
    )
}

/// How large a terminal is.
pub(crate) fn screen(term: &Term) -> Screen {
    let (height, width) = term.size();
    Screen { width: usize::from(width).max(20), height: usize::from(height).max(4) }
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

/// Keeps the entries so far. Whether they can be kept was said at the start.
fn remember(editor: &mut Editor<Assistant, FileHistory>, file: Option<&Path>) {
    if let Some(file) = file {
        let _ = editor.append_history(file);
    }
}
