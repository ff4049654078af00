//! Hornet as an engine for other Hive programs: the Universal Hive Protocol. Each
//! line of input is a command, and is answered by some lines and then `ok` on a
//! line of its own.

mod incoming;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::incoming::{Incoming, LONGEST_LINE, next_line};

use crate::game::{
    Choice, Game, GameString, GameStringError, LoadError, Outcome, PlayError, ReplayError, Rules,
    Spec, game_string,
};
use crate::logic::engine::{EvalError, Limits};
use crate::play::lines::Line;
use crate::play::{Kind, Player, STYLE, Thinker, Until, Watch};

/// Of equally good moves, the same one is taken each time.
const SEED: u64 = 0;

/// The pieces beyond the base game that Hornet knows.
const CAPABILITIES: &str = "Mosquito;Ladybug;Pillbug";

/// Answers commands until there are no more, or one is `exit`. Each line is read
/// when the one before it has been answered.
pub fn serve(mut input: impl BufRead, mut output: impl Write, limits: Limits) -> io::Result<()> {
    let interrupt = limits.interrupt.clone();
    let engine = Engine::new(limits, interrupt).map_err(io::Error::other)?;
    answer_all(engine, &mut output, || next_line(&mut input))
}

/// The same for a program that waits at the other end. The interrupt ends the
/// thinking about a move with the best so far, and nothing else; so does the end
/// of the input.
pub fn serve_attentively(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    interrupt: Arc<AtomicBool>,
) -> io::Result<()> {
    let engine = Engine::new(Limits::default(), interrupt.clone()).map_err(io::Error::other)?;
    let mut incoming = Incoming::read(input, interrupt)?;
    answer_all(engine, &mut output, || incoming.next())
}

fn answer_all(
    mut engine: Engine,
    output: &mut impl Write,
    mut next: impl FnMut() -> io::Result<Option<Line>>,
) -> io::Result<()> {
    answer(output, Ok(info()))?;
    while let Some(line) = next()? {
        let Ok(text) = line else {
            answer(output, wrong(format!("a line has at most {LONGEST_LINE} bytes")))?;
            continue;
        };
        let (command, rest) = first_word(&text);
        if command == "exit" && rest.is_empty() {
            return answer(output, Ok(String::new()));
        }
        answer(output, engine.execute(&command, rest))?;
    }
    Ok(())
}

/// Why a command failed.
enum Failure {
    /// The move is illegal, or cannot be read.
    InvalidMove(String),
    /// Anything else.
    Other(String),
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Failure {
        Failure::Other(error.to_string())
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        Failure::Other(error.to_string())
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Refused(refusal) => Failure::InvalidMove(refusal.why()),
            PlayError::Eval(error) => error.into(),
        }
    }
}

impl From<GameStringError> for Failure {
    fn from(error: GameStringError) -> Failure {
        match error {
            GameStringError::Type { .. } | GameStringError::Replay(ReplayError::Eval(_)) => {
                Failure::Other(error.to_string())
            }
            GameStringError::Replay(_) => Failure::InvalidMove(error.to_string()),
        }
    }
}

fn wrong<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Other(message.into()))
}

/// Writes a reply: a message becomes one line, whatever it quotes.
fn answer(output: &mut impl Write, reply: Result<String, Failure>) -> io::Result<()> {
    let one_line = |message: String| {
        let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        message.replace(breaks, " ")
    };
    let text = match reply {
        Ok(text) => text,
        Err(Failure::InvalidMove(why)) => format!("invalidmove {}", one_line(why)),
        Err(Failure::Other(why)) => format!("err {}", one_line(why)),
    };
    if !text.is_empty() {
        writeln!(output, "{text}")?;
    }
    writeln!(output, "ok")?;
    output.flush()
}

/// The first word in lower case, and what comes after it.
fn first_word(text: &str) -> (String, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.to_lowercase(), rest.trim())
}

fn info() -> String {
    format!("id Hornet v{}\n{CAPABILITIES}", env!("CARGO_PKG_VERSION"))
}

const COMMANDS: &str = "info, newgame, play, pass, validmoves, bestmove, undo, options, exit";

struct Engine {
    limits: Limits,
    /// Ends the thinking about a move.
    interrupt: Arc<AtomicBool>,
    game: Option<Game>,
    options: Options,
}

impl Engine {
    fn new(limits: Limits, interrupt: Arc<AtomicBool>) -> Result<Engine, LoadError> {
        let hive = Rules::load(&Spec::parse("hive")?, limits.clone())?;
        Ok(Engine { limits, interrupt, game: None, options: Options::of(&hive) })
    }

    fn execute(&mut self, command: &str, rest: &str) -> Result<String, Failure> {
        let alone = matches!(command, "info" | "pass" | "validmoves" | "exit");
        if alone && !rest.is_empty() {
            return wrong(format!("`{command}` takes no arguments"));
        }
        match command {
            "info" => Ok(info()),
            "newgame" => self.new_game(rest),
            "play" if rest.is_empty() => wrong("say which move, as in `play wS1`"),
            "play" => self.play(rest),
            "pass" => self.play("pass"),
            "validmoves" => self.valid_moves(),
            "bestmove" => self.best_move(rest),
            "undo" => self.undo(rest),
            "options" => self.options.execute(rest),
            "" => wrong(format!("an empty line is not a command; the commands are {COMMANDS}")),
            unknown => {
                let unknown: String = unknown.chars().take(40).collect();
                wrong(format!("there is no command `{unknown}`; the commands are {COMMANDS}"))
            }
        }
    }

    fn new_game(&mut self, text: &str) -> Result<String, Failure> {
        let string: GameString = if text.is_empty() { "Base" } else { text }.parse()?;
        let rules = Rules::load(&string.spec(&self.options.rules_off()), self.limits.clone())?;
        self.change_to(string.replay(Game::new(Arc::new(rules))?)?)
    }

    /// Makes a game the current one, and returns its GameString.
    fn change_to(&mut self, game: Game) -> Result<String, Failure> {
        let Some(text) = game_string(&game)? else { return wrong("this is not a game of Hive") };
        self.game = Some(game);
        Ok(text)
    }

    fn game(&self) -> Result<&Game, Failure> {
        match &self.game {
            Some(game) => Ok(game),
            None => wrong("there is no game; `newgame` begins one"),
        }
    }

    /// The game, unless it is over.
    fn open_game(&self) -> Result<&Game, Failure> {
        let game = self.game()?;
        match game.outcome()? {
            Outcome::Open => Ok(game),
            Outcome::Draw | Outcome::Won(_) => {
                let why = game.why_nothing_is_legal()?;
                let why = why.trim_start_matches("The game is over").trim_end_matches('.');
                wrong(format!(
                    "the game is over{why}; `undo` takes moves back, `newgame` begins another"
                ))
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<String, Failure> {
        let mut game = self.open_game()?.clone();
        let action = game.rules().presentation().read(&game, text);
        game.play(&action.map_err(|error| Failure::InvalidMove(error.to_string()))?)?;
        self.change_to(game)
    }

    fn valid_moves(&self) -> Result<String, Failure> {
        let game = self.open_game()?;
        let presentation = game.rules().presentation();
        let moves: Vec<String> =
            game.legal()?.iter().map(|action| presentation.write(game, action)).collect();
        Ok(moves.join(";"))
    }

    fn best_move(&self, text: &str) -> Result<String, Failure> {
        let game = self.open_game()?;
        let until = self.until(text)?;
        let style = Some(self.options.style.clone());
        let player = Player { style, ..Player::new(Kind::Minimax(until)) };
        let thinker = Thinker::new(player, game.rules(), SEED)
            .map_err(|error| Failure::Other(error.to_string()))?
            .on_all_processors();
        match thinker.think(game, &Watch::new(self.interrupt.clone()))? {
            Some(thought) => Ok(game.rules().presentation().write(game, &thought.action)),
            None => wrong("there is no legal move"),
        }
    }

    fn until(&self, text: &str) -> Result<Until, Failure> {
        let words = text.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(Until::Time(self.options.default_time)),
            ["time", time] => match duration(time) {
                Some(time) => Ok(Until::Time(time)),
                None => wrong("a time is hours, minutes and seconds, as in `time 00:00:01.5`"),
            },
            ["depth", depth] => match whole_number(depth) {
                Some(depth @ 1..) => Ok(Until::Depth(depth)),
                _ => wrong("a depth is a whole number from 1 on, as in `depth 2`"),
            },
            _ => wrong("write `bestmove`, `bestmove time 00:00:05` or `bestmove depth 2`"),
        }
    }

    fn undo(&mut self, text: &str) -> Result<String, Failure> {
        let mut game = self.game()?.clone();
        let made = game.actions().len();
        let count = match whole_number(text) {
            Some(count @ 1..) => count as usize,
            _ if text.is_empty() => 1,
            _ => return wrong("the number of moves to undo is a whole number from 1 on"),
        };
        if count > made {
            return wrong(format!(
                "there are fewer moves than that to undo; moves made so far: {made}"
            ));
        }
        (0..count).for_each(|_| _ = game.undo());
        self.change_to(game)
    }
}

/// A number in digits; the greatest `u32` if it is greater than that.
fn whole_number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// The time that `HH:MM:SS` means, where the seconds may have a fraction.
fn duration(text: &str) -> Option<Duration> {
    let number = |part: &str| whole_number(part).filter(|_| part.len() <= 2);
    let [hours, minutes, rest] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
    let whole = rest.split('.').next().unwrap_or_default();
    match (number(hours)?, number(minutes)?, number(whole)?) {
        (hours, minutes @ 0..60, 0..60) => {
            Some(Duration::from_secs((3600 * hours + 60 * minutes).into()) + seconds(rest)?)
        }
        _ => None,
    }
}

/// The time that a number of seconds means, which may have a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = whole_number(whole).is_some() && whole_number(fraction).is_some();
    let seconds: f64 = text.parse().ok().filter(|_| is_number)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The options of the engine.
struct Options {
    /// How long to think if no limit is given.
    default_time: Duration,
    /// Whether, from the next game on, a queen may not be the first piece.
    tournament_rule: bool,
    /// Whether, from the next game on, the third occurrence of a position is a draw.
    repetition_rule: bool,
    /// The style of evaluation.
    style: String,
    /// The one that the rules choose by default.
    usual_style: String,
    /// All styles of evaluation.
    styles: Vec<String>,
}

/// The seconds to think if no limit is given: at first, at least, at most.
const USUAL_SECONDS: f64 = 5.0;
const FEWEST_SECONDS: f64 = 0.01;
const MOST_SECONDS: f64 = 3600.0;

impl Options {
    /// The options at the start.
    fn of(hive: &Rules) -> Options {
        let usual_style = hive.chosen(STYLE).unwrap_or_default();
        Options {
            default_time: Duration::from_secs_f64(USUAL_SECONDS),
            tournament_rule: true,
            repetition_rule: true,
            style: usual_style.clone(),
            usual_style,
            styles: hive.allowed(STYLE),
        }
    }

    /// The rules that are off. One that is on may be off for the sake of a GameString
    /// that was played without it.
    fn rules_off(&self) -> Vec<Choice> {
        let rules = [("tournament", self.tournament_rule), ("repetition", self.repetition_rule)];
        let off = rules.into_iter().filter(|(_, is_on)| !is_on);
        off.map(|(name, _)| Choice::Named(name.into(), "off".into())).collect()
    }
}

/// An option.
#[derive(Clone, Copy)]
enum OptionName {
    DefaultSeconds,
    TournamentRule,
    RepetitionRule,
    Style,
}

impl OptionName {
    const ALL: [OptionName; 4] = [
        OptionName::DefaultSeconds,
        OptionName::TournamentRule,
        OptionName::RepetitionRule,
        OptionName::Style,
    ];

    fn as_str(self) -> &'static str {
        match self {
            OptionName::DefaultSeconds => "DefaultSeconds",
            OptionName::TournamentRule => "TournamentRule",
            OptionName::RepetitionRule => "RepetitionRule",
            OptionName::Style => "Style",
        }
    }

    /// The option of that name, in upper or lower case.
    fn read(text: &str) -> Result<OptionName, Failure> {
        let is_it = |name: &OptionName| name.as_str().eq_ignore_ascii_case(text);
        if let Some(name) = OptionName::ALL.into_iter().find(is_it) {
            return Ok(name);
        }
        let text: String = text.chars().take(40).collect();
        let known = OptionName::ALL.map(OptionName::as_str).join(", ");
        wrong(format!("there is no option `{text}`; the options are {known}"))
    }
}

impl Options {
    fn execute(&mut self, text: &str) -> Result<String, Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let verb = words.first().map(|verb| verb.to_lowercase());
        match (verb.as_deref(), &words[words.len().min(1)..]) {
            (None, _) => Ok(OptionName::ALL.map(|name| self.show(name)).join("\n")),
            (Some("get"), [name]) => Ok(self.show(OptionName::read(name)?)),
            (Some("set"), [name, value]) => self.set(OptionName::read(name)?, value),
            _ => wrong("write `options`, `options get NAME` or `options set NAME VALUE`"),
        }
    }

    fn set(&mut self, name: OptionName, value: &str) -> Result<String, Failure> {
        let must_be = |what: &str| wrong(format!("{} is {what}", name.as_str()));
        match name {
            OptionName::DefaultSeconds => match seconds(value) {
                Some(time) if (FEWEST_SECONDS..=MOST_SECONDS).contains(&time.as_secs_f64()) => {
                    self.default_time = time;
                }
                _ => return must_be(&format!("a number from {FEWEST_SECONDS} to {MOST_SECONDS}")),
            },
            OptionName::TournamentRule | OptionName::RepetitionRule => {
                let is_on = match value.to_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return must_be("True or False"),
                };
                match name {
                    OptionName::RepetitionRule => self.repetition_rule = is_on,
                    _ => self.tournament_rule = is_on,
                }
            }
            OptionName::Style => {
                let is_it = |style: &&String| style.eq_ignore_ascii_case(value);
                match self.styles.iter().find(is_it) {
                    Some(style) => self.style = style.clone(),
                    None => return must_be(&format!("one of {}", self.styles.join(", "))),
                }
            }
        }
        Ok(self.show(name))
    }

    /// An option with its type, its value, its default and its limits.
    fn show(&self, name: OptionName) -> String {
        let shown = name.as_str();
        match name {
            OptionName::DefaultSeconds => {
                let now = self.default_time.as_secs_f64();
                format!("{shown};double;{now};{USUAL_SECONDS};{FEWEST_SECONDS};{MOST_SECONDS}")
            }
            OptionName::TournamentRule => shown_rule(shown, self.tournament_rule),
            OptionName::RepetitionRule => shown_rule(shown, self.repetition_rule),
            OptionName::Style => {
                let Options { style, usual_style, styles, .. } = self;
                format!("{shown};enum;{style};{usual_style};{}", styles.join(";"))
            }
        }
    }
}

/// The option for a rule that is on by default.
fn shown_rule(name: &str, is_on: bool) -> String {
    format!("{name};bool;{};True", if is_on { "True" } else { "False" })
}
