//! The loop around a table: draws the board, waits for entries, lets machines
//! think and shows their progress.

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
use crate::game::PlayError;
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::report::thinking;
use crate::play::{MoveError, Thought, Watch};
use crate::repl::shell::screen;
use crate::repl::style::{self, paint};

/// How often the progress of a machine is updated.
const TICK: Duration = Duration::from_millis(100);

/// The progress of a machine that needs less time is not shown.
const SOON: Duration = Duration::from_millis(300);

/// What can be done once a game is over.
const LOOK_BACK: &str = "% `goto N`, `history` and `why` look back, `undo` takes moves back, `new` \
                         begins another game, `quit` leaves";

/// What can be done once machines were stopped.
const STOPPED: &str = "% stopped: Enter plays the next move, `run` continues without stopping";

/// Plays until somebody leaves; without a terminal, until the game is over.
pub fn play(
    table: &mut Table,
    input: &mut Input<'_>,
    out: &mut dyn Write,
    pace: Pace,
    interrupt: &Arc<AtomicBool>,
) -> Result<(), Trouble> {
    let played = take_turns(table, input, out, pace, &mut Interrupt { flag: interrupt });
    // Whatever has happened, the game is saved.
    if let Some(goodbye) = table.goodbye() {
        input.tell(out, &paint(style::ASIDE, &goodbye))?;
    }
    out.flush()?;
    played
}

fn take_turns(
    table: &mut Table,
    input: &mut Input<'_>,
    out: &mut dyn Write,
    mut pace: Pace,
    interrupt: &mut Interrupt<'_>,
) -> Result<(), Trouble> {
    if input.is_terminal() {
        table.set_screen(screen(&Term::stdout()));
    }
    input.tell(out, &table.board())?;
    let mut was_over = false;
    // Somebody looks at an earlier position, so that machines wait.
    let mut looks = false;
    // The game stands as machines that watch have not seen it yet.
    let mut is_news = true;
    loop {
        let now = interrupt.despite(|| Ok(table.now()?))?;
        if now == Now::Over && !was_over {
            let ending = interrupt.despite(|| Ok(table.ending()?))?;
            input.tell(out, &paint(style::STRONG, &ending))?;
            if input.is_terminal() {
                input.tell(out, &paint(style::ASIDE, LOOK_BACK))?;
            }
        }
        was_over = now == Now::Over;
        if is_news && !looks {
            is_news = false;
            let is_told = let_machines_watch(table, input, out, now, interrupt)?;
            if !is_told && !input.is_terminal() {
                return Ok(());
            }
            if !is_told && matches!(now, Now::Machine(_)) && pace == Pace::Run {
                pace = Pace::Step;
                input.tell(out, &paint(style::ASIDE, STOPPED))?;
            }
        }
        let is_asked = match now {
            Now::Human(_) => true,
            Now::Machine(_) => pace == Pace::Step || looks,
            Now::Over => input.is_terminal(),
        };
        let machine = match (is_asked, now) {
            (true, now) => match ask(table, input, out, now, interrupt)? {
                Asked::Leave => return Ok(()),
                Asked::LetIt(side) => Some(side),
                Asked::Go(Then::Run) => {
                    (pace, looks) = (Pace::Run, false);
                    None
                }
                Asked::Go(Then::Step) => {
                    pace = Pace::Step;
                    None
                }
                Asked::Go(Then::Look) => {
                    looks = true;
                    None
                }
                Asked::Go(Then::Changed) => {
                    (looks, is_news) = (false, true);
                    None
                }
                Asked::Go(_) => None,
            },
            (false, Now::Machine(side)) => Some(side),
            (false, _) => return Ok(()),
        };
        let Some(side) = machine else { continue };
        looks = false;
        let Turn { is_stopped, has_moved } = let_machine_play(table, input, out, side, interrupt)?;
        is_news |= has_moved;
        if is_stopped && !input.is_terminal() {
            return Ok(());
        }
        if is_stopped && (!table.has_humans() || !has_moved) && pace == Pace::Run {
            pace = Pace::Step;
            input.tell(out, &paint(style::ASIDE, STOPPED))?;
        }
        if pace == Pace::Step {
            // Enter that was pressed meanwhile was not meant for the next move.
            input.forget_typed()?;
        }
    }
}

/// Ctrl-C, which stops a machine that thinks, and nothing else. It also stops the
/// engine, wherever the rules are asked.
struct Interrupt<'a> {
    flag: &'a Arc<AtomicBool>,
}

impl Interrupt<'_> {
    /// Whether Ctrl-C was pressed since this was last asked.
    fn take(&mut self) -> bool {
        self.flag.swap(false, Ordering::Relaxed)
    }

    /// Does something again if Ctrl-C stopped it.
    fn despite<T>(&mut self, mut work: impl FnMut() -> Result<T, Trouble>) -> Result<T, Trouble> {
        loop {
            match work() {
                Err(
                    Trouble::Eval(EvalError::Interrupted)
                    | Trouble::Play(PlayError::Eval(EvalError::Interrupted)),
                ) if self.take() => {}
                done => return done,
            }
        }
    }
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
    interrupt: &mut Interrupt<'_>,
) -> io::Result<Asked> {
    let (prompt, words) = match now {
        Now::Human(side) => (format!("{side}> "), table.words()),
        Now::Machine(side) => (format!("{side} is next, Enter lets it play> "), table.words()),
        Now::Over => ("over> ".to_string(), table.words()),
    };
    if input.is_terminal() {
        table.set_screen(screen(&Term::stdout()));
    }
    let line = match input.read(out, &prompt, words)? {
        Entry::Line(line) => line,
        Entry::End => return Ok(Asked::Leave),
        Entry::Interrupt => {
            let hint = "% `quit` leaves, `undo` takes a move back, `help` lists all commands";
            input.tell(out, &paint(style::ASIDE, hint))?;
            return Ok(Asked::Go(Then::Same));
        }
    };
    if line.trim().is_empty() {
        return Ok(match now {
            Now::Human(_) => Asked::Go(Then::Same),
            Now::Machine(side) => Asked::LetIt(side),
            // Whoever has pressed Enter for each move has time to look, too.
            Now::Over => {
                input.tell(out, &paint(style::ASIDE, LOOK_BACK))?;
                Asked::Go(Then::Same)
            }
        });
    }
    interrupt.take();
    let reply = table.obey(&line);
    interrupt.take();
    if !reply.text.is_empty() {
        input.show(out, &reply.text)?;
    }
    Ok(if reply.then == Then::Leave { Asked::Leave } else { Asked::Go(reply.then) })
}

/// The turn of a machine.
struct Turn {
    /// Whether it was stopped while it was thinking.
    is_stopped: bool,
    /// Whether it has played nevertheless, or forfeited.
    has_moved: bool,
}

/// Lets a machine play.
fn let_machine_play(
    table: &mut Table,
    input: &Input<'_>,
    out: &mut dyn Write,
    side: Atom,
    interrupt: &mut Interrupt<'_>,
) -> Result<Turn, Trouble> {
    if let Some(options) = table.options_of_machine() {
        writeln!(out, "{options}")?;
    }
    out.flush()?;
    let thought = think_aloud(table, side, Watch::new(interrupt.flag.clone()));
    let is_stopped = interrupt.take();
    let has_moved = match thought {
        // It was stopped before it had found anything.
        Ok(None) | Err(MoveError::Eval(EvalError::Interrupted)) => false,
        Err(MoveError::Eval(error)) => return Err(error.into()),
        Err(MoveError::Forfeit(failure)) if failure.can_be_waited_for() => {
            let fault = table.fault(Some(side), &failure);
            if !input.is_terminal() {
                return Err(Trouble::Message(fault));
            }
            writeln!(out, "{} {fault}", paint(style::ERROR, "error:"))?;
            out.flush()?;
            return Ok(Turn { is_stopped: true, has_moved: false });
        }
        Err(MoveError::Forfeit(failure)) => {
            let warning = table.lose_by_forfeit(side, failure);
            if !warning.is_empty() {
                writeln!(out, "{warning}")?;
            }
            true
        }
        Ok(Some(thought)) => {
            let report = interrupt.despite(|| Ok(table.play_thought(&thought)?))?;
            input.tell(out, &report)?;
            true
        }
    };
    out.flush()?;
    Ok(Turn { is_stopped, has_moved })
}

/// Lets the machines that watch see how the game stands. False if somebody has stopped
/// that, or one of them cannot be told: then the game waits, and is lost by nobody.
fn let_machines_watch(
    table: &Table,
    input: &Input<'_>,
    out: &mut dyn Write,
    now: Now,
    interrupt: &mut Interrupt<'_>,
) -> Result<bool, Trouble> {
    let told = table.follow(interrupt.flag);
    let is_stopped = interrupt.take();
    match told {
        Ok(None) => Ok(!is_stopped),
        Ok(Some(fault)) if input.is_terminal() || now == Now::Over => {
            writeln!(out, "{} {fault}", paint(style::ERROR, "error:"))?;
            out.flush()?;
            Ok(now == Now::Over)
        }
        Ok(Some(fault)) => Err(Trouble::Message(fault)),
        Err(EvalError::Interrupted) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Lets a machine think, and shows its progress.
fn think_aloud(table: &Table, side: Atom, watch: Watch) -> Result<Option<Thought>, MoveError> {
    let is_done = AtomicBool::new(false);
    let done = Done(&is_done);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    thread::scope(|scope| {
        let ticker = scope.spawn(|| {
            thread::park_timeout(SOON);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
            while !is_done.load(Ordering::Relaxed) {
                let best = watch.best();
                let progress = thinking(table.game(), side, watch.nodes(), best.as_ref());
                let then = if best.is_some() { "; Ctrl-C plays it" } else { "" };
                bar.set_message(format!("{progress}{then}"));
                bar.tick();
                thread::park_timeout(TICK);
            }
        });
        let thought = table.think(&watch);
        drop(done);
        ticker.thread().unpark();
        let _ = ticker.join();
        bar.finish_and_clear();
        thought
    })
}

/// Sets a flag when it is dropped, even by a panic.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Asks a question of the menu; no answer if somebody leaves.
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
