//! The prompt in a terminal, and the same without one: from a pipe or a script.

use std::io::{self, BufRead, Read, Write};

use console::Term;
use rustyline::Config;
use rustyline::config::{BellStyle, CompletionType};

use super::audience::{Audience, Log, Person};
use super::command::Verb;
use super::entries::{Entry, Typist};
use super::keep::Keeper;
use super::session::{Reply, Screen, Session, Status};
use super::several_moves::left_out;
use super::statement::{self, Statement};
use super::style::{self, paint};
use crate::game::Game;
use crate::play::continuing;

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
    let greeting = greeting(&session);
    let mut keeper = Keeper::new(&session);
    let mut typist = Typist::new(session, out)?;
    writeln!(out, "{greeting}")?;
    loop {
        out.flush()?;
        let session = &mut typist.assistant().session;
        // Completion works out moves, and is not to be stopped.
        session.forget_interrupt();
        session.set_screen(screen(&term));
        let entry = match typist.read(out)? {
            Entry::Text(entry) if entry.trim().is_empty() => continue,
            Entry::Text(entry) => entry,
            Entry::Dropped => continue,
            Entry::End => match typist.assistant().session.question_before_leaving() {
                Some(question) if !Person { term: &term, out }.confirms(&question)? => continue,
                _ => break,
            },
        };
        typist.remember(&entry);
        let assistant = typist.assistant();
        assistant.session.set_screen(screen(&term));
        let is_over = run(&mut assistant.session, &entry, &mut Person { term: &term, out })?;
        keep(&mut keeper, &assistant.session, out)?;
        if is_over {
            break;
        }
        assistant.refresh();
    }
    let game = typist.assistant().session.game().clone();
    if let Some(file) = keeper.end() {
        let said = format!("% the game is kept: `{}` continues it", continuing(&game, &file));
        writeln!(out, "{}", paint(style::ASIDE, &said))?;
    }
    Ok(())
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

/// The lines of an entry that begin in what is left of it.
fn below_line<'a>(entry: &str, after: &'a str) -> &'a str {
    let before = &entry[..entry.len() - after.len()];
    match before.is_empty() || before.ends_with('\n') {
        true => after,
        false => after.split_once('\n').map_or("", |(_, below)| below),
    }
}

/// Whether a statement is a move, or was meant as one.
fn is_move(game: &Game, statement: &Statement, stands_alone: bool) -> bool {
    let is_like_one = |text: &str| {
        let read = game.rules().presentation().read(game, text);
        read.is_err_and(|error| error.is_meant)
    };
    match statement {
        Statement::Move(_) | Statement::Command(Verb::Play, _) => true,
        Statement::Unknown(text) => game.rules().is_game() && (!stands_alone || is_like_one(text)),
        _ => false,
    }
}

/// Says which moves are left out behind one that was not played. Returns a warning if
/// that cannot be written down.
fn tell_left_out(
    session: &mut Session,
    moves: &mut String,
    audience: &mut dyn Audience,
) -> io::Result<Option<String>> {
    let moves = std::mem::take(moves);
    let Some(text) = left_out(&moves, "that move was not played") else { return Ok(None) };
    let warning = session.transcribe(&text);
    audience.show(session, &Reply::plain(text, Status::Error))?;
    Ok(warning)
}

/// Does all that an entry says; whether the session is over. Behind a move that is not
/// played, nothing of its line is done, and no other move.
fn run(session: &mut Session, entry: &str, audience: &mut dyn Audience) -> io::Result<bool> {
    let mut rest = entry;
    let mut warning = session.transcribe_entry(entry);
    let (mut is_stopped, mut unplayed) = (false, String::new());
    while let Some((statement, after)) = statement::first(session.game(), rest) {
        let below = below_line(entry, after);
        let behind = statement::without_comment(&after[..after.len() - below.len()]);
        let is_move = is_move(session.game(), &statement, behind.trim().is_empty());
        if is_stopped && is_move {
            let text = statement::skip_blank(rest);
            unplayed.push_str(&text[..text.len() - below.len()]);
            unplayed.push('\n');
            rest = below;
            continue;
        }
        warning = warning.or(tell_left_out(session, &mut unplayed, audience)?);
        rest = after;
        if session.is_interrupted() {
            let text = paint(style::ERROR, "interrupted: the rest is left out");
            audience.show(session, &Reply::plain(text, Status::Error))?;
            break;
        }
        if let Some(question) = session.question_before(&statement) {
            let agrees = audience.agrees(&question)?;
            if let Some(agrees) = agrees {
                let answer = if agrees { "yes" } else { "no" };
                warning = warning.or(session.transcribe(&format!("{question} {answer}")));
            }
            if agrees == Some(false) {
                break;
            }
        }
        let reply = match &statement {
            Statement::Command(Verb::Edit, argument) => audience.edit(session, argument)?,
            _ => session.run(statement),
        };
        if !reply.is_empty() {
            for text in [&reply.text, &reply.instruction].into_iter().filter(|t| !t.is_empty()) {
                warning = warning.or(session.transcribe(text));
            }
            audience.show(session, &reply)?;
        }
        if let Some(text) = warning.take() {
            audience.show(session, &Reply::plain(text, Status::Error))?;
        }
        if reply.status == Status::Quit {
            return Ok(true);
        }
        if is_move && reply.status == Status::Error {
            is_stopped = true;
            unplayed.push_str(behind);
            rest = below;
        }
    }
    if let Some(text) = tell_left_out(session, &mut unplayed, audience)? {
        audience.show(session, &Reply::plain(text, Status::Error))?;
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
    let mut log = Log { out, errors, place: String::new(), ended: Ended::Well };
    let mut entry = String::new();
    let mut line = Vec::new();
    let mut looked_at = 0;
    for number in 1.. {
        line.clear();
        let is_over =
            match (&mut *input).take(LONGEST_ENTRY as u64 + 1).read_until(b'\n', &mut line) {
                Ok(length) => length == 0,
                Err(error) => {
                    writeln!(log.errors, "error: {name} cannot be read: {error}")?;
                    return Ok(Ended::WithErrors);
                }
            };
        entry.push_str(&String::from_utf8_lossy(&line));
        if entry.len() > LONGEST_ENTRY {
            writeln!(
                log.errors,
                "{name}:{number}: error: an entry has more than {LONGEST_ENTRY} bytes, and the \
                 rest is left out; a full stop may be missing"
            )?;
            log.out.flush()?;
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
        log.place = format!("{name}:{began}");
        let quit = run(&mut session, &entry, &mut log)?;
        entry.clear();
        looked_at = 0;
        if quit || is_over {
            break;
        }
    }
    log.out.flush()?;
    Ok(log.ended)
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
pub fn screen(term: &Term) -> Screen {
    let (height, width) = term.size();
    Screen { width: usize::from(width).max(20), height: usize::from(height).max(4) }
}
