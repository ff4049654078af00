//! A table in front of somebody: draws, waits for entries, lets machines think
//! and shows how far they have come.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Trouble;
use super::input::{Entry, Input, Words};
use super::menu::Pace;
use super::table::{Now, Table, Then};
use crate::logic::Atom;
use crate::logic::interpreter::EvalError;
use crate::play::announce::thinking;
use crate::play::{Thought, Watch};
use crate::repl::shell::screen;
use crate::repl::style::{self, paint};

/// How often the thinking that is shown is brought up to date.
const TICK: Duration = Duration::from_millis(100);

/// Thinking that is over sooner is not shown.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Plays until the game is over, or somebody leaves.
pub fn play(
    table: &mut Table,
    input: &mut Input<'_>,
    out: &mut dyn Write,
    pace: Pace,
    interrupt: &Arc<AtomicBool>,
) -> Result<(), Trouble> {
    writeln!(out, "{}", table.board())?;
    let mut pace = pace;
    let mut was_over = false;
    loop {
        let now = table.now()?;
        if now == Now::Over && !was_over {
            writeln!(out, "{}", paint(style::STRONG, &table.ending()?))?;
        }
        was_over = now == Now::Over;
        let is_asked = match now {
            Now::Human(_) => true,
            Now::Machine(_) => pace == Pace::Step,
            Now::Over if input.is_terminal() => table.has_humans() || pace == Pace::Step,
            Now::Over => false,
        };
        match (is_asked, now) {
            (true, now) => match ask(table, input, out, now)? {
                Asked::Leave => break,
                Asked::LetIt(side) => let_machine_play(table, out, side, interrupt)?,
                Asked::Go(Then::Run) => pace = Pace::Run,
                Asked::Go(Then::Step) => pace = Pace::Step,
                Asked::Go(_) => {}
            },
            (false, Now::Machine(side)) => {
                let_machine_play(table, out, side, interrupt)?;
                let is_stopped = interrupt.swap(false, Ordering::Relaxed);
                if is_stopped && !input.is_terminal() {
                    break;
                }
                if is_stopped && !table.has_humans() {
                    pace = Pace::Step;
                    let said = "% stopped: Enter plays the next move, `run` goes on by itself";
                    writeln!(out, "{}", paint(style::ASIDE, said))?;
                }
            }
            (false, _) => break,
        }
    }
    if let Some(goodbye) = table.goodbye() {
        writeln!(out, "{}", paint(style::ASIDE, &goodbye))?;
    }
    Ok(out.flush()?)
}

/// What somebody at the terminal wants.
enum Asked {
    /// What an entry led to.
    Go(Then),
    /// The machine is to play.
    LetIt(Atom),
    /// To leave.
    Leave,
}

/// Reads an entry and answers it.
fn ask(
    table: &mut Table,
    input: &mut Input<'_>,
    out: &mut dyn Write,
    now: Now,
) -> io::Result<Asked> {
    let (prompt, words) = match now {
        Now::Human(side) => (format!("{side}> "), table.words()),
        Now::Machine(side) => (format!("{side} is next, Enter lets it> "), table.words()),
        Now::Over => ("over, Enter leaves> ".to_string(), table.words()),
    };
    if input.is_terminal() {
        table.set_screen(screen(&Term::stdout()));
    }
    let line = match input.read(out, &prompt, words)? {
        Entry::Line(line) => line,
        Entry::End => return Ok(Asked::Leave),
        Entry::Interrupt => {
            let said = "% `quit` leaves, `undo` takes a move back, `help` tells the rest";
            writeln!(out, "{}", paint(style::ASIDE, said))?;
            return Ok(Asked::Go(Then::Same));
        }
    };
    if line.trim().is_empty() {
        return Ok(match now {
            Now::Human(_) => Asked::Go(Then::Same),
            Now::Machine(side) => Asked::LetIt(side),
            Now::Over => Asked::Leave,
        });
    }
    let reply = table.obey(&line);
    if !reply.text.is_empty() {
        input.show(out, &reply.text)?;
    }
    Ok(if reply.then == Then::Leave { Asked::Leave } else { Asked::Go(reply.then) })
}

fn let_machine_play(
    table: &mut Table,
    out: &mut dyn Write,
    side: Atom,
    interrupt: &Arc<AtomicBool>,
) -> Result<(), Trouble> {
    out.flush()?;
    interrupt.store(false, Ordering::Relaxed);
    if let Some(thought) = think_aloud(table, side, Watch::new(interrupt.clone()))? {
        writeln!(out, "{}", table.play_thought(&thought)?)?;
    }
    Ok(out.flush()?)
}

/// Lets a machine think, and shows how far it has come.
fn think_aloud(table: &Table, side: Atom, watch: Watch) -> Result<Option<Thought>, EvalError> {
    let is_done = AtomicBool::new(false);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    thread::scope(|scope| {
        let ticker = scope.spawn(|| {
            thread::park_timeout(AT_ONCE);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
            while !is_done.load(Ordering::Relaxed) {
                let best = watch.best();
                let said = thinking(table.game(), side, watch.nodes(), best.as_ref());
                let then = if best.is_some() { "; Ctrl-C plays it" } else { "" };
                bar.set_message(format!("{said}{then}"));
                bar.tick();
                thread::park_timeout(TICK);
            }
        });
        let thought = table.think(&watch);
        is_done.store(true, Ordering::Relaxed);
        ticker.thread().unpark();
        let _ = ticker.join();
        bar.finish_and_clear();
        thought
    })
}

/// Asks a question that has an answer of its own, such as one of the menu.
pub fn question(
    input: &mut Input<'_>,
    out: &mut dyn Write,
    prompt: &str,
) -> io::Result<Option<String>> {
    Ok(match input.read(out, prompt, Words::default())? {
        Entry::Line(line) => Some(line.trim().to_string()),
        Entry::Interrupt | Entry::End => None,
    })
}
