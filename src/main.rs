//! The command line.

mod args;
mod commands;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;

use args::{Args, Command};
use commands::{Ended, Failure, Form, Session};
use hornet::play::engines::end_all_engines;
use hornet::terminal::{Harmless, edits_lines, harmless};

/// Exit code after an error.
const ERROR: u8 = 2;
/// Exit code of a question without an answer.
const NO: u8 = 1;

/// Exit code after Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { ERROR } else { 0 };
            match commands::mistyped(&error, std::env::args_os().skip(1)) {
                Some(message) => anstream::eprintln!("error: {}", harmless(&message)),
                None => drop(error.print()),
            }
            return ExitCode::from(code);
        }
    };
    let command = args.command.unwrap_or(Command::Repl(args.prompt));
    #[cfg(unix)]
    if matches!(command, Command::Play(_) | Command::Match(_)) {
        end_engines_on_termination();
    }
    let interrupt = match command {
        // Programs end the thinking of an engine by it, and never the engine.
        Command::Uhp => watch_for_interrupt(Second::IsAsTheFirst),
        // At the prompt Ctrl-C stops the current command, and never the prompt itself.
        Command::Repl(_) if commands::is_at_terminal() && (cfg!(unix) || edits_lines()) => {
            watch_for_interrupt(Second::IsAsTheFirst)
        }
        // A game without a line editor does not notice Ctrl-C while it waits for a line.
        Command::Play(_) if commands::is_at_terminal() && edits_lines() => {
            watch_for_interrupt(Second::IsAsTheFirst)
        }
        _ => watch_for_interrupt(Second::Ends),
    };
    // Not locked: a pager and an editor write to the terminal as well.
    let mut out = Harmless::new(anstream::AutoStream::auto(io::stdout()));
    let session = Session { interrupt: interrupt.clone() };
    let result = match &command {
        Command::Repl(prompt) => session.repl(&mut out, prompt),
        Command::Play(play) => session.play(&mut out, play),
        #[cfg(feature = "web")]
        Command::Serve(asked) => session.serve(&mut out, asked),
        Command::Show { on, coordinates, svg } => {
            session.show(&mut out, on, *coordinates, svg.as_deref())
        }
        Command::Moves { on, interpreted } => session.moves(&mut out, on, *interpreted),
        Command::Query { on, goal, json, limit } => {
            session.query(&mut out, on, goal, *json, *limit)
        }
        Command::Why { on, goal } => session.why(&mut out, on, goal),
        Command::Perft(asked) => session.perft(&mut out, asked),
        Command::Match(asked) => session.play_match(&mut out, asked),
        Command::Results(asked) => session.results(&mut out, asked),
        Command::Tune(asked) => session.tune(&mut out, asked),
        Command::Playouts(asked) => session.playouts(&mut out, asked),
        Command::Solve(asked) => session.solve(&mut out, asked),
        Command::Games { folder } => session.games(&mut out, folder),
        Command::New { name } => session.new_game(&mut out, name),
        Command::Check(asked) => session.check(&mut out, asked),
        // A program goes out as it is: to change a character may change what it means.
        Command::Export { on, facts, uhp, pgn } => {
            let form = match (facts, uhp, pgn) {
                (true, ..) => Form::Facts,
                (_, true, _) => Form::GameString,
                (.., true) => Form::Pgn,
                _ => Form::Program,
            };
            session.export(&mut io::stdout(), on, form)
        }
        Command::Uhp => session.uhp(&mut out),
        #[cfg(feature = "lsp")]
        Command::Lsp => session.lsp(),
        // For a shell to read, so it goes out as it is, too.
        Command::Completions { shell } => session.completions(&mut io::stdout(), *shell),
        Command::Man { folder } => session.manual(&mut out, folder),
    };
    let result = result.and_then(|ended| {
        out.flush()?;
        Ok(ended)
    });
    match result {
        Ok(Ended::Success) => ExitCode::SUCCESS,
        Ok(Ended::WithoutAnswer) => ExitCode::from(NO),
        Ok(Ended::WithErrors) => ExitCode::from(ERROR),
        Ok(Ended::Interrupted) => ExitCode::from(INTERRUPTED),
        // The reader of our output has closed it.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("{}", harmless(&failure.to_string()));
            ExitCode::from(if matches!(failure, Failure::Interrupted) {
                INTERRUPTED
            } else {
                ERROR
            })
        }
    }
}

/// Engines that Hornet has started end before it does if it is terminated. To be called
/// before there are other threads, which then leave the signal to this one, too.
#[cfg(unix)]
fn end_engines_on_termination() {
    use nix::sys::signal::{SigSet, Signal, raise};

    let mut termination = SigSet::empty();
    termination.add(Signal::SIGTERM);
    if termination.thread_block().is_err() {
        return;
    }
    std::thread::spawn(move || {
        if let Ok(signal) = termination.wait() {
            end_all_engines();
            let _ = termination.thread_unblock();
            let _ = raise(signal);
        }
    });
}

/// What a second Ctrl-C does if the first has had no effect yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Second {
    Ends,
    IsAsTheFirst,
}

/// A flag that Ctrl-C sets.
fn watch_for_interrupt(second: Second) -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    let watched = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) && second == Second::Ends {
            // Nothing is dropped on this way out.
            end_all_engines();
            std::process::exit(INTERRUPTED.into());
        }
    });
    if let Err(error) = watched {
        anstream::eprintln!("warning: Ctrl-C will end Hornet immediately: {error}");
    }
    interrupt
}
