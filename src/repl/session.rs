//! A session at the prompt: the game at hand, the last question, and what comes
//! of each statement. It prints nothing itself, so that a terminal, a script
//! and a test see the same.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use super::command::{self, COMMANDS, Verb};
use super::edit::Draft;
use super::help::examples::Examples;
use super::rule_history::{Direction, RuleHistory, changes_meant};
use super::settings::Settings;
use super::statement::Statement;
use super::style::{self, paint};
use super::transcript::{Existing, Transcript};
use super::tutorial::{Bookmark, Tutorial};
use super::why::Question;
use crate::game::{
    Game, LoadError, Marks, Outcome, PlayError, Rules, Setup, Source, Unreadable, View,
};
use crate::logic::Rejected;
use crate::logic::engine::{EvalError, Includes, Limits};
use crate::logic::explain::outline::Part;
use crate::logic::query::Bindings;
use crate::logic::syntax::hidden::visible_line;
use crate::play::RecordError;

/// How large the screen is. What is not a screen has no foot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Characters in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

impl Screen {
    /// Where lines end: what is not a screen has no edge.
    pub fn edge(self) -> Option<usize> {
        (self.height != usize::MAX).then_some(self.width)
    }
}

impl Default for Screen {
    fn default() -> Screen {
        Screen { width: 80, height: usize::MAX }
    }
}

/// What a statement led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What to show, in colour, without a line break at its end.
    pub text: String,
    /// What a tutorial says to it, to be shown below and never hidden by paging.
    pub instruction: String,
    /// How it went.
    pub status: Status,
}

impl Reply {
    /// Something was wrong.
    pub fn wrong(message: &str) -> Reply {
        Error::new(message).into()
    }

    /// Something to show that goes with no instruction.
    pub fn plain(text: String, status: Status) -> Reply {
        Reply { text, instruction: String::new(), status }
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.instruction.is_empty()
    }
}

impl From<Error> for Reply {
    fn from(wrong: Error) -> Reply {
        Reply::plain(wrong.0, Status::Error)
    }
}

/// How a statement went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// As it should.
    Fine,
    /// Something was wrong; nothing has changed.
    Error,
    /// The session is over.
    Quit,
}

/// What was wrong, ready to be shown.
#[derive(Debug)]
pub struct Error(String);

/// What a statement leads to: something to show, or what was wrong.
pub type Answer = Result<String, Error>;

impl Error {
    /// Something that is wrong.
    pub fn new(message: impl Display) -> Error {
        Error(format!("{} {message}", paint(style::ERROR, "error:")))
    }

    /// What is wrong, ready to be shown.
    pub fn written(text: String) -> Error {
        Error(text)
    }

    /// What is wrong, as it is shown.
    pub fn text(self) -> String {
        self.0
    }

    /// The same below a line that says what it is about.
    pub fn under(self, heading: impl Display) -> Error {
        Error(format!("{} {heading}\n{}", paint(style::ERROR, "error:"), self.0))
    }

    /// The same with a line below that says what would be right.
    pub fn help(self, help: impl Display) -> Error {
        Error(format!("{}\n{} {help}", self.0, paint(style::STRONG, "help:")))
    }
}

impl From<EvalError> for Error {
    fn from(error: EvalError) -> Error {
        match error {
            EvalError::Interrupted => Error(paint(style::ERROR, "interrupted")),
            error => Error::new(error),
        }
    }
}

impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Error {
        Error(rejected.render(true))
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Error {
        Error::new(error)
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        match error {
            LoadError::Rejected(rejected) => (*rejected).into(),
            LoadError::Eval(error) => error.into(),
            error => Error::new(error),
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        match error {
            RecordError::Rules(error) | RecordError::Load { error, .. } => error.into(),
            RecordError::Eval(error)
            | RecordError::Refused { error: PlayError::Eval(error), .. } => error.into(),
            error => Error::new(error),
        }
    }
}

/// What happened last, for the tutorial to go by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Nothing of note.
    Nothing,
    /// The board was drawn.
    Drew,
    /// The clauses of a relation were listed.
    Listed,
    /// A question was asked: the goal, and how many answers it has.
    Asked(String, usize),
    /// A step of a tutorial was done for the user.
    Skipped,
    /// Answers were shown on the board.
    Marked,
    /// A goal was explained: whether it holds.
    Explained(bool),
    /// A proof was opened further.
    Opened,
    /// A move was played.
    Played,
    /// A move was refused.
    Refused,
    /// A move was taken back.
    Undone,
    /// Clauses were added, or switched off: whether the game is still played by
    /// the book.
    Changed(bool),
}

/// A game that waits, with what was done to its rules.
pub struct Kept {
    pub(super) game: Game,
    pub(super) rule_history: RuleHistory,
}

/// A session at the prompt.
pub struct Session {
    pub(super) game: Game,
    /// What was typed, in short, for what is done to be known by.
    pub(super) entry: String,
    /// How the rules of the game at hand have changed.
    pub(super) rule_history: RuleHistory,
    /// Other games under way, the one to go back to last.
    pub(super) kept: Vec<Kept>,
    /// The clauses that are in a file, each on one line.
    pub(super) saved: FxHashSet<String>,
    /// The answers to the last question, while they are true.
    pub(super) answers: Option<Vec<Bindings>>,
    /// What was asked or explained last, which `why` alone explains, be it under other
    /// rules.
    pub(super) question: Option<Question>,
    /// The folded parts of the last proof, by number from 1.
    pub(super) folded: Vec<Part>,
    pub(super) settings: Settings,
    pub(super) screen: Screen,
    /// Whether the rules stay as they are, so that no advice may change them.
    pub(super) are_rules_fixed: bool,
    pub(super) limits: Limits,
    pub(super) tutorial: Option<Tutorial>,
    /// Where the last tutorial was left.
    pub(super) bookmark: Option<Bookmark>,
    pub(super) event: Event,
    /// Where the session is written to.
    pub(super) transcript: Option<Transcript>,
    /// The saved games that were listed last, for `load` to find them by number.
    pub(super) listed: Vec<PathBuf>,
    /// A position that is being set up.
    pub(super) setup: Option<Setup>,
    /// The cells that were marked last, while the position is as it was then.
    pub(super) marked: Marks,
    /// How many games were turned to so far.
    begun: usize,
}

impl Session {
    /// A session with a game.
    pub fn new(game: Game, limits: Limits) -> Session {
        let mut session = Session {
            game,
            entry: String::new(),
            rule_history: RuleHistory::default(),
            kept: Vec::new(),
            saved: FxHashSet::default(),
            answers: None,
            question: None,
            folded: Vec::new(),
            settings: Settings::default(),
            screen: Screen::default(),
            are_rules_fixed: false,
            limits,
            tutorial: None,
            bookmark: None,
            event: Event::Nothing,
            transcript: None,
            listed: Vec::new(),
            setup: None,
            marked: Marks::none(),
            begun: 0,
        };
        session.regard_as_saved();
        session
    }

    /// How many games were turned to so far, to tell one from the other.
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// The game at hand.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether there is a question for `why` alone to explain.
    pub fn has_asked(&self) -> bool {
        self.question.is_some()
    }

    /// The answers to the last question, up to the limit, and whether there are more.
    pub fn last_answers(&self) -> Option<(&[Bindings], bool)> {
        let answers = self.answers.as_ref()?;
        let shown = answers.len().min(self.settings.limit);
        Some((&answers[..shown], shown < answers.len()))
    }

    /// The cells that were marked last, if they still say something.
    pub fn marked(&self) -> &Marks {
        &self.marked
    }

    /// The position that is being set up.
    pub fn position_set_up(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Says whether the board is drawn after each move; what held before.
    pub fn set_drawing(&mut self, drawing: bool) -> bool {
        std::mem::replace(&mut self.settings.board, drawing)
    }

    /// From now on, nobody is advised to change the rules.
    pub fn fix_rules(&mut self) {
        self.are_rules_fixed = true;
    }

    /// Goes on from another position of the game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.position_has_changed();
    }

    /// Whether long answers stop at the foot of the screen.
    pub fn has_pager(&self) -> bool {
        self.settings.pager
    }

    /// The size of a page: without a pager there is but one.
    pub(super) fn page(&self) -> Screen {
        match self.settings.pager {
            true => self.screen,
            false => Screen { height: usize::MAX, ..self.screen },
        }
    }

    /// How many characters fit in a line.
    pub(crate) fn width(&self) -> usize {
        self.screen.width
    }

    /// Takes note of how large the screen is.
    pub fn set_screen(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// What stands before the cursor: the game, with a star if its rules differ
    /// from the book.
    pub fn prompt(&self) -> String {
        let rules = self.game.rules();
        let name = match &rules.spec().source {
            Source::Shipped(_) => rules.name().split(':').next().unwrap_or_default().to_string(),
            Source::File(path) => path.file_stem().unwrap_or_default().display().to_string(),
        };
        let star = if rules.is_by_the_book() { "" } else { "*" };
        let setup = if self.setup.is_some() { "(setup)" } else { "" };
        format!("{}{star}{setup}> ", visible_line(&name))
    }

    /// Does what a statement says.
    pub fn run(&mut self, statement: Statement) -> Reply {
        if matches!(statement, Statement::Command(Verb::Quit, _)) {
            return Reply::plain(String::new(), Status::Quit);
        }
        self.done(statement.in_short(), |session| session.obey(statement))
    }

    /// Takes in a text that somebody has edited.
    pub fn edited(&mut self, draft: &Draft, text: &str) -> Reply {
        self.done(draft.entry.clone(), |session| session.take_edited(draft, text))
    }

    /// Does something that was typed, and what always follows.
    fn done(&mut self, entry: String, what: impl FnOnce(&mut Session) -> Answer) -> Reply {
        self.event = Event::Nothing;
        self.entry = entry;
        let (text, status) = match what(self) {
            Ok(text) => (text, Status::Fine),
            Err(Error(text)) => (text, Status::Error),
        };
        self.rule_history.follow(&self.event);
        let instruction = self.follow_tutorial(status).unwrap_or_default();
        Reply { text, instruction, status }
    }

    /// Whether somebody pressed Ctrl-C since it was last forgotten.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }

    /// A Ctrl-C so far was meant for what is over, not for the next entry.
    pub(super) fn forget_interrupt(&self) {
        self.limits.interrupt.store(false, Ordering::Relaxed);
    }

    /// Does something that asks the rules even after Ctrl-C, such as to write down what was
    /// found until then. The interruption still holds for whatever comes next.
    pub(super) fn despite_interrupt<T>(&self, what: impl FnOnce() -> T) -> T {
        let was_interrupted = self.limits.interrupt.swap(false, Ordering::Relaxed);
        let done = what();
        self.limits.interrupt.fetch_or(was_interrupted, Ordering::Relaxed);
        done
    }

    pub(super) fn obey(&mut self, statement: Statement) -> Answer {
        match statement {
            Statement::Goal(goal) => self.ask(&goal),
            Statement::Clauses(text) => self.define(&text),
            Statement::Facts(text) => self.define_facts(&text),
            Statement::Consult(files) => self.consult(&files),
            Statement::Move(action) => self.play(&action),
            Statement::Unknown(text) => Err(self.unknown(&text)),
            Statement::Command(verb, argument) => self.command(verb, &argument),
        }
    }

    fn command(&mut self, verb: Verb, argument: &str) -> Answer {
        let command = COMMANDS.iter().find(|command| command.verb == verb);
        if let Some(command) = command.filter(|c| c.usage.is_empty() && !argument.is_empty()) {
            let name = command.name();
            return Err(Error::new(format!("`{name}` takes no argument; remove `{argument}`")));
        }
        let is_about_rules =
            matches!(verb, Verb::Undo | Verb::Redo) && changes_meant(argument).is_some();
        if verb.needs_a_game() && !is_about_rules {
            self.require_game(command.map_or("", |command| command.name()))?;
        }
        match verb {
            Verb::Why => self.why(argument),
            Verb::Open => self.open(argument),
            Verb::Derivations => self.derivations(argument),
            Verb::Mark => self.mark(argument),
            Verb::Relations => Ok(self.relations(argument)),
            Verb::Listing => {
                let listed = self.listing(argument)?;
                self.event = Event::Listed;
                Ok(listed)
            }
            Verb::Rules => match argument {
                "page" => Ok(self.rule_page()),
                "text" => self.rule_text(""),
                file => self.rule_text(file),
            },
            Verb::Off => self.switch_off(argument),
            Verb::On => self.switch_on(argument),
            Verb::Replace => self.replace(argument),
            Verb::Forget => self.forget(argument),
            Verb::Changes => Ok(self.changes()),
            Verb::Reset => self.reset(argument),
            Verb::Reload => self.reload(),
            Verb::Board => self.board(argument),
            Verb::Moves => self.moves(argument),
            Verb::Play => self.play_text(argument),
            Verb::WhatIf => self.what_if(argument),
            Verb::Undo => match changes_meant(argument) {
                Some(count) => self.step_through_changes(Direction::Back, count),
                None => self.undo(argument),
            },
            Verb::Redo => match changes_meant(argument) {
                Some(count) => self.step_through_changes(Direction::Forth, count),
                None => self.redo(argument),
            },
            Verb::Goto => self.go_to(argument),
            Verb::History => Ok(self.history()),
            Verb::Hint => self.hint(argument),
            Verb::Solve => self.solve(argument),
            Verb::Machine => self.machine(argument),
            Verb::Value => self.value(),
            Verb::New => self.new_game(argument),
            Verb::Setup => self.set_up(argument),
            Verb::Resume => self.resume(),
            Verb::Load => self.load(argument),
            Verb::Save => self.save(argument),
            Verb::Games => self.saved_games(argument),
            Verb::Edit => Err(Error::new("`edit` opens an editor, and needs a terminal")),
            Verb::Transcript => self.transcript(argument),
            Verb::Append => self.begin_transcript(argument, Existing::Append),
            Verb::EndTranscript => self.end_transcript(),
            Verb::Export => self.export(argument),
            Verb::Options => Ok(self.options()),
            Verb::Set => self.set(argument),
            Verb::Help => super::help::help(argument, &self.game, self.screen),
            Verb::Tutorial => self.start_tutorial(argument),
            Verb::Skip => self.skip_step(),
            Verb::Quit => Ok(String::new()),
        }
    }

    /// A goal to show as an example in a knowledge base, where those of games do not fit.
    pub(super) fn example_goal(&self) -> Option<String> {
        if self.game.rules().is_game() {
            return None;
        }
        Examples::of(&self.game).table().map(|table| table.open_goal() + ".")
    }

    /// Refuses to read or write files for somebody who may not.
    pub(super) fn require_files(&self) -> Result<(), Error> {
        match self.limits.includes {
            Includes::Files => Ok(()),
            Includes::Nothing => Err(Error::new("files of this computer are out of reach here")),
        }
    }

    /// Refuses what makes no sense in a knowledge base.
    pub(super) fn require_game(&self, what: &str) -> Result<(), Error> {
        let rules = self.game.rules();
        if rules.is_game() {
            return Ok(());
        }
        let name = visible_line(rules.name());
        let wrong = Error::new(format!(
            "`{what}` needs a game; {name} is a knowledge base, with nothing to play"
        ));
        Err(match what {
            "undo" => wrong.help("`undo rules` takes back the last change of the rules"),
            "redo" => wrong.help("`redo rules` does an undone change of the rules again"),
            "history" => wrong.help("`changes` shows how the rules differ from the original"),
            _ => wrong,
        })
    }

    /// What cannot be understood.
    fn unknown(&self, text: &str) -> Error {
        if text.starts_with("/*") {
            return Error::new("a comment begins here that is never closed")
                .help("close it with */");
        }
        let shown: String = text.chars().take(60).collect();
        let word = text.split_whitespace().next().unwrap_or_default();
        let is_game = self.game.rules().is_game();
        let possible =
            if is_game { "a command, a query or a move" } else { "a command or a query" };
        let wrong = Error::new(format!("`{}` is not {possible}", shown.escape_debug()));
        let begins_alike = |name: &&str| name.chars().next() == word.chars().next();
        if let Some(name) = command::nearest(word).filter(begins_alike) {
            return wrong.help(format!("did you mean `{name}`?"));
        }
        let as_move = self.game.rules().presentation().read(&self.game, text);
        let as_move = as_move.err().filter(|_| is_game);
        if let Some(error) = as_move.as_ref().filter(|error| error.is_meant) {
            return Error::new(error).help("`moves` lists the legal moves");
        }
        let as_move = as_move.map_or(String::new(), |error| format!("as a move: {}; ", error.why));
        wrong.help(format!(
            "{as_move}a query ends in a full stop, a clause has :- in it, `help` lists the commands"
        ))
    }

    /// The position, drawn, with some cells marked.
    pub(crate) fn drawn(&self, game: &Game, marks: &Marks) -> String {
        let view = View {
            marks: marks.clone(),
            coordinates: self.settings.coordinates,
            width: self.screen.edge(),
        };
        game.rules().presentation().draw_as(game, &view)
    }

    /// Goes on with another game. The one before is kept if anything was done
    /// in it, or it is the only one to go back to; whether anything was.
    pub(super) fn turn_to(&mut self, game: Game) -> bool {
        let before = std::mem::replace(&mut self.game, game);
        self.begun += 1;
        self.setup = None;
        // A game begun again goes on with the rules as they are, and with their history.
        let rule_history = match Arc::ptr_eq(before.rules(), self.game.rules()) {
            true => self.rule_history.clone(),
            false => std::mem::take(&mut self.rule_history),
        };
        let is_touched = before.actions().len() + before.undone() > 0
            || before.is_set_up()
            || !before.rules().amendments().is_empty();
        if is_touched || self.kept.is_empty() {
            self.kept.push(Kept { game: before, rule_history });
        }
        if let Some(tutorial) = self.tutorial.take() {
            self.bookmark = Some(tutorial.bookmark());
        }
        self.forget_answers();
        self.question = None;
        is_touched
    }

    /// Goes on under other rules for the same game.
    pub(super) fn play_under(&mut self, rules: Arc<Rules>) {
        self.game = self.game.under(rules);
        self.forget_answers();
    }

    /// Forgets what was said of another position. Where that ends the game, it is its end
    /// that is to be explained.
    pub(super) fn position_has_changed(&mut self) {
        self.forget_answers();
        let is_over = |game: &Game| game.outcome().is_ok_and(|outcome| outcome != Outcome::Open);
        if self.question.is_some() && is_over(&self.game) {
            self.question = None;
        }
    }

    /// The answers and proofs of before may be true no longer.
    pub(super) fn forget_answers(&mut self) {
        self.answers = None;
        self.folded.clear();
        self.marked = Marks::none();
    }
}

/// `1 answer`, `2 answers`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}
