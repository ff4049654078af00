//! What each command does.

mod check;
mod completions;
mod event;
mod figures;
mod folder;
mod games;
mod ledger;
#[cfg(feature = "lsp")]
mod lsp;
mod manual;
mod matches;
mod merging;
mod new_game;
mod pgn;
mod playouts;
mod results;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod trial;
mod tune;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
use console::Term;
use hornet::game::{
    Game, LoadError, Marks, PlayError, Reader, Rules, Spec, SpecError, Unreadable, View, export,
    facts_as_prolog, game_string, why_no_game_string, write_picture,
};
use hornet::logic::engine::{EvalError, Limits};
use hornet::logic::query::{Bindings, Bound, Query};
use hornet::logic::{Rejected, Value, names};
use hornet::play::{
    Count, CountError, InFile, JournalError, RecordError, load_game, load_record, perft,
    written_pgn,
};
use hornet::repl::{self, question_of, shell};
use hornet::tabletop::{self, Input, Pace, Save, Trouble, Wanted};
use hornet::terminal::{Harmless, harmless};
use hornet::uhp;
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::args::{Args, On, Perft, Play, Prompt};

/// So many answers to a query are printed as they are found; fewer are sorted.
const SORTED: u64 = 10_000;

/// How a command ended.
pub enum Ended {
    /// As it should.
    Success,
    /// The question has no answer.
    WithoutAnswer,
    /// Some lines of a script had errors, which have been reported.
    WithErrors,
    /// By Ctrl-C, before its end; the results so far have been printed.
    Interrupted,
}

impl From<shell::Ended> for Ended {
    fn from(ended: shell::Ended) -> Ended {
        match ended {
            shell::Ended::Well => Ended::Success,
            shell::Ended::WithErrors => Ended::WithErrors,
        }
    }
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The game cannot be loaded.
    #[error("{}", with_places(.0))]
    Game(#[from] RecordError),
    /// The query has errors.
    #[error("{}", render(.0))]
    Query(Box<Rejected>),
    /// Somebody pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// The rules could not be evaluated.
    #[error("error: {0}")]
    Eval(EvalError),
    /// The output cannot be written.
    #[error("error: cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// Some other error.
    #[error("error: {0}")]
    Message(String),
    /// An error that is drawn already.
    #[error("{0}")]
    Drawn(String),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Io(error) => error.into(),
            Trouble::Eval(error) | Trouble::Play(PlayError::Eval(error)) => error.into(),
            Trouble::Record(error) | Trouble::Journal(JournalError::Record(error)) => error.into(),
            trouble => Failure::Message(trouble.to_string()),
        }
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Failure {
        Failure::Message(error.to_string())
    }
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Failure {
        match error {
            CountError::Eval(error) => error.into(),
            error => Failure::Message(error.to_string()),
        }
    }
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Failure {
        match error {
            EvalError::Interrupted => Failure::Interrupted,
            error => Failure::Eval(error),
        }
    }
}

/// Errors in rules are drawn at their places; any other error is one line.
fn with_places(error: &RecordError) -> String {
    match error {
        RecordError::Rules(LoadError::Rejected(rejected))
        | RecordError::Load { error: LoadError::Rejected(rejected), .. } => render(rejected),
        error => format!("error: {error}"),
    }
}

fn render(rejected: &Rejected) -> String {
    rejected.render(colour_on_stderr())
}

fn colour_on_stderr() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

type Result<T = Ended> = std::result::Result<T, Failure>;

/// What all commands share.
pub struct Session {
    /// Set by Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
}

impl Session {
    fn limits(&self) -> Limits {
        Limits { interrupt: self.interrupt.clone(), ..Limits::default() }
    }

    fn game(&self, on: &On) -> Result<Game> {
        Ok(self.loaded(&on.game, on.load.as_deref(), on.number)?)
    }

    /// A game at its start, or in a file; what is to be said about it is printed.
    fn loaded(
        &self,
        game: &str,
        file: Option<&Path>,
        number: Option<usize>,
    ) -> std::result::Result<Game, RecordError> {
        let Some(file) = file else { return load_game(game, None, self.limits()) };
        let loaded = load_record(InFile { file, number }, Some(game), self.limits())?;
        for remark in loaded.remarks() {
            anstream::eprintln!("note: {}", harmless(&remark));
        }
        Ok(loaded.game)
    }

    /// The same, where there must be something to play.
    fn played(&self, on: &On) -> Result<Game> {
        let game = self.game(on)?;
        game.rules().require_game().map_err(RecordError::from)?;
        Ok(game)
    }

    /// The same, evaluated by the run-time engine if that is asked for.
    fn game_by(&self, on: &On, interpreted: bool) -> Result<Game> {
        let game = self.played(on)?;
        if !interpreted || game.rules().reader() == Reader::Interpreted {
            return Ok(game);
        }
        let spec = Spec::parse(game.rules().name()).map_err(|e| Failure::Message(e.to_string()))?;
        let rules = Rules::load(&spec, self.limits()).map_err(RecordError::from)?;
        let mut again = game.restarted(Arc::new(rules.interpreted()))?;
        for action in game.actions() {
            again.play_unchecked(action)?;
        }
        again.keep_undone(&game);
        Ok(again)
    }

    /// `hornet repl`.
    pub fn repl(&self, out: &mut dyn Write, prompt: &Prompt) -> Result {
        let game = self.loaded(&prompt.game, prompt.load.as_deref(), prompt.number);
        let game = game.map_err(|error| or_a_command(error, &prompt.game))?;
        let session = repl::Session::new(game, self.limits());
        let mut errors = Harmless::new(anstream::AutoStream::auto(io::stderr()));
        match &prompt.script {
            Some(path) => {
                let shown = path.display();
                let file = File::open(path)
                    .map_err(|error| Failure::Message(format!("cannot read {shown}: {error}")))?;
                let mut input = BufReader::new(file);
                let name = shown.to_string();
                let ended = shell::scripted(session, &name, &mut input, out, &mut errors)?;
                Ok(ended.into())
            }
            None if is_at_terminal() => {
                shell::interactive(session, out)?;
                Ok(Ended::Success)
            }
            None => {
                let mut input = io::stdin().lock();
                Ok(shell::scripted(session, "input", &mut input, out, &mut errors)?.into())
            }
        }
    }

    /// `hornet play`.
    pub fn play(&self, out: &mut dyn Write, play: &Play) -> Result {
        // At a terminal, the editor locks standard input whenever it reads a line.
        let mut piped;
        let mut input = match is_at_terminal() {
            true => Input::terminal()?,
            false => {
                piped = io::stdin().lock();
                Input::Pipe(&mut piped)
            }
        };
        let wanted = Wanted {
            game: play.game.clone(),
            players: play.players.clone().map(|players| players.0),
            load: play.load.clone(),
            number: play.number,
            save: match &play.save {
                Some(path) => Save::In(path.clone()),
                None if play.no_save => Save::Nowhere,
                None => Save::AmongGames,
            },
            pace: play.step.then_some(Pace::Step),
            seed: play.seed.unwrap_or_else(rand::random),
        };
        let opened = tabletop::open(wanted, &self.limits(), &mut input, out)?;
        if let Some((mut table, pace)) = opened {
            tabletop::shell::play(&mut table, &mut input, out, pace, &self.interrupt)?;
            if table.is_unsaved() {
                return Ok(Ended::WithErrors);
            }
        }
        Ok(Ended::Success)
    }

    /// `hornet show`.
    pub fn show(
        &self,
        out: &mut dyn Write,
        on: &On,
        coordinates: bool,
        svg: Option<&str>,
    ) -> Result {
        let game = self.played(on)?;
        let presentation = game.rules().presentation();
        if let Some(path) = svg {
            let picture = presentation.picture(&game, &Marks::none());
            match path {
                "-" => writeln!(out, "{picture}")?,
                path => write_picture(path, &picture).map_err(Failure::Message)?,
            }
            return Ok(Ended::Success);
        }
        if let Some(heading) = game.about().heading() {
            writeln!(out, "{heading}")?;
        }
        let width = io::stdout().is_terminal().then(|| shell::screen(&Term::stdout()).width);
        let view = View { coordinates, width, ..View::default() };
        writeln!(out, "{}", presentation.draw_as(&game, &view))?;
        Ok(Ended::Success)
    }

    /// `hornet moves`.
    pub fn moves(&self, out: &mut dyn Write, on: &On, interpreted: bool) -> Result {
        let game = self.game_by(on, interpreted)?;
        let actions = game.legal()?;
        for action in &actions {
            writeln!(out, "{}", game.rules().presentation().write(&game, action))?;
        }
        if actions.is_empty() {
            anstream::eprintln!("{}", game.why_nothing_is_legal()?);
        }
        Ok(Ended::Success)
    }

    /// `hornet query`.
    pub fn query(
        &self,
        out: &mut dyn Write,
        on: &On,
        goal: &str,
        json: bool,
        limit: Option<u64>,
    ) -> Result {
        let game = self.game(on)?;
        let rules = game.rules();
        let query = parse(&game, goal)?;
        if let Some(refusal) = game.refusal_of(&query)? {
            return Err(Failure::Message(refusal.to_string()));
        }
        let print = |out: &mut dyn Write, answer: &Bindings| {
            writeln!(out, "{}", if json { as_json(answer) } else { as_prolog(answer) })
        };
        // A few are sorted; of many, the first ones are not kept waiting.
        let (mut answers, mut printed) = (Vec::new(), Ok(()));
        let mut number = 0;
        query.solve(rules.engine(), &game.situation(), &mut |answer| {
            number += 1;
            answers.push(answer);
            if number >= SORTED || query.is_ordered() {
                printed = answers.drain(..).try_for_each(|answer| print(out, &answer));
            }
            match printed.is_ok() && limit.is_none_or(|limit| number < limit) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        printed?;
        answers.sort();
        answers.iter().try_for_each(|answer| print(out, answer))?;
        if number == 0 && !json {
            writeln!(out, "false.")?;
        }
        Ok(if number == 0 { Ended::WithoutAnswer } else { Ended::Success })
    }

    /// `hornet why`.
    pub fn why(&self, out: &mut dyn Write, on: &On, goal: &str) -> Result {
        let game = self.game(on)?;
        let mut session = repl::Session::new(game.clone(), self.limits());
        if let Some(reply) = session.why_stuck(goal.trim()) {
            if reply.status == repl::Status::Error {
                let text = anstream::adapter::strip_str(&reply.text).to_string();
                return Err(Failure::Drawn(text));
            }
            writeln!(out, "{}", reply.text)?;
            return Ok(Ended::Success);
        }
        let query = question_of(&game, goal, |goal| parse(&game, goal))?;
        let why = game.explained(&query)?;
        writeln!(out, "{why}")?;
        Ok(if why.holds() { Ended::Success } else { Ended::WithoutAnswer })
    }

    /// `hornet perft`.
    pub fn perft(&self, out: &mut dyn Write, asked: &Perft) -> Result {
        let game = self.game_by(&asked.on, asked.interpreted)?;
        let threads = threads(asked.threads);
        for depth in 1..=asked.depth {
            let began = Instant::now();
            let bar = ProgressBar::hidden();
            let mut progress = |nodes: u64| {
                if bar.is_hidden() && began.elapsed() > Duration::from_secs(1) {
                    show_progress(&bar, depth);
                }
                bar.set_position(nodes);
            };
            let (progress, interrupt) = (&mut progress, &*self.interrupt);
            let mut count = Count { progress, interrupt, threads, memo: !asked.no_memo };
            let nodes = perft(&game, depth, &mut count);
            bar.finish_and_clear();
            writeln!(out, "{depth} {} {:.3}", nodes?, began.elapsed().as_secs_f64())?;
            out.flush()?;
        }
        Ok(Ended::Success)
    }

    /// `hornet export`.
    pub fn export(&self, out: &mut dyn Write, on: &On, form: Form) -> Result {
        let game = if form == Form::Facts { self.played(on)? } else { self.game(on)? };
        let name = game.rules().name();
        let not_hive = |option: &str| {
            Failure::Message(match game.is_set_up() {
                true => why_no_game_string(&game),
                false => format!("{option} is for games of hive only, and {name} is not one"),
            })
        };
        let text = match form {
            Form::GameString => game_string(&game)?.ok_or_else(|| not_hive("--uhp"))? + "\n",
            Form::Pgn => written_pgn(&game)?.ok_or_else(|| not_hive("--pgn"))?,
            Form::Facts => facts_as_prolog(&game),
            Form::Program => export(&game),
        };
        write!(out, "{text}")?;
        Ok(Ended::Success)
    }

    /// `hornet uhp`.
    pub fn uhp(&self, out: &mut dyn Write) -> Result {
        let input = io::BufReader::new(io::stdin());
        uhp::serve_attentively(input, out, self.interrupt.clone())?;
        Ok(Ended::Success)
    }
}

/// How a game is exported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a program for SWI-Prolog.
    Program,
    /// Only the facts of its position.
    Facts,
    /// In one line.
    GameString,
    /// As a record in PGN.
    Pgn,
}

/// `1 fact`, `2 facts`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// As many threads as were asked for, or as there are processors.
fn threads(asked: Option<u32>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, |threads| threads as usize)
}

/// Whether somebody types and reads at a terminal.
pub fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// An unknown game may be a mistyped command.
fn or_a_command(error: RecordError, word: &str) -> Failure {
    let commands = Args::command();
    let commands = commands.get_subcommands().map(|command| command.get_name());
    match (&error, names::nearest(word, commands)) {
        (RecordError::Rules(LoadError::Spec(SpecError::UnknownGame { .. })), Some(command)) => {
            Failure::Message(format!("{error}; or did you mean the command `{command}`?"))
        }
        _ => error.into(),
    }
}

/// What to say of a word that is taken for a game only because it is no command. Where a
/// game stands first, it is the word after it that clap does not know.
pub fn mistyped(error: &clap::Error, mut words: impl Iterator<Item = OsString>) -> Option<String> {
    let ContextValue::String(unknown) = error.get(ContextKind::InvalidSubcommand)? else {
        return None;
    };
    let commands = Args::command();
    let commands: Vec<&str> = commands.get_subcommands().map(|it| it.get_name()).collect();
    let is_command = |word: &OsString| *word == "help" || commands.iter().any(|it| word == it);
    let first = words.find(|word| !is_command(word)).and_then(|word| word.into_string().ok());
    let first = first.filter(|word| !word.starts_with('-')).unwrap_or_else(|| unknown.clone());
    let nearest = |word: &str| names::nearest(word, commands.iter().copied());
    let (word, hint) = match (nearest(&first), nearest(unknown)) {
        (Some(command), _) => (&first, format!("did you mean `{command}`?")),
        (None, Some(command)) => (unknown, format!("did you mean `{command}`?")),
        (None, None) => (&first, "`hornet --help` lists the commands".into()),
    };
    Some(format!("there is no command `{word}`; {hint}"))
}

fn parse(game: &Game, goal: &str) -> Result<Query> {
    Query::parse(game.rules().program(), goal)
        .map_err(|rejected| Failure::Query(Box::new(rejected)))
}

fn as_prolog(answer: &Bindings) -> String {
    if answer.is_empty() {
        return "true.".into();
    }
    let bound: Vec<String> =
        answer.iter().map(|(name, bound)| format!("{} = {bound}", name.as_str())).collect();
    bound.join(", ")
}

fn as_json(answer: &Bindings) -> String {
    fn value(bound: &Bound) -> serde_json::Value {
        match bound {
            Bound::Value(Value::Int(number)) => (*number).into(),
            Bound::Value(Value::Atom(atom)) => atom.as_str().into(),
            Bound::List(elements) => elements.iter().map(value).collect(),
            Bound::Free => serde_json::Value::Null,
            bound => bound.to_string().into(),
        }
    }
    let object: serde_json::Map<String, serde_json::Value> =
        answer.iter().map(|(name, bound)| (name.as_str().to_string(), value(bound))).collect();
    serde_json::Value::Object(object).to_string()
}

fn show_progress(bar: &ProgressBar, depth: u32) {
    let style =
        ProgressStyle::with_template("{spinner} depth {msg}: {human_pos} so far ({elapsed})");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(depth.to_string());
    bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
}
