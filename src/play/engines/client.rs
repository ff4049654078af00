//! A conversation with an engine: it introduces itself, is kept in step with a game,
//! and is asked for moves.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::process::{Awaited, Process};
use super::reply::{Listener, Reply, quoted};
use super::spec::EngineSpec;
use crate::game::{Action, Game, GameString, Refusal, game_string};
use crate::logic::syntax::hidden::visible_line;
use crate::play::player::Until;

/// How long an engine may take to introduce itself.
const START: Duration = Duration::from_secs(20);

/// How long it may take for anything that needs no thinking.
const PROMPTLY: Duration = Duration::from_secs(10);

/// How much longer than its time it may take for a move.
const GRACE: Duration = Duration::from_secs(5);

/// How long it may take for a move if only the depth is given.
const DEEP: Duration = Duration::from_secs(3600);

/// How long it may take to answer once it is interrupted.
const INTERRUPTED: Duration = Duration::from_secs(2);

/// No more characters of an engine's name are shown.
const LONGEST_NAME: usize = 40;

/// An engine that runs.
pub struct Client {
    process: Process,
    /// What it calls itself.
    name: String,
    /// What it says that it knows, besides the base game.
    capabilities: String,
    /// The moves of the game that it has before it; nothing if it has none.
    known: Option<Vec<Action>>,
}

/// Why there is no answer.
pub type NoAnswer = crate::play::failure::NoAnswer<Failure>;

/// What is asked of an engine: a command, or its introduction.
#[derive(Clone, Copy)]
enum Asked<'a> {
    Introduction,
    Command(&'a str),
}

impl Asked<'_> {
    fn to(self) -> String {
        match self {
            Asked::Introduction => "when it was started".into(),
            Asked::Command(command) => format!("to {}", quoted(command)),
        }
    }
}

impl Client {
    /// Starts an engine and sets its options.
    pub fn start(spec: &EngineSpec, interrupt: &AtomicBool) -> Result<Client, NoAnswer> {
        let words = spec.words();
        let process = Process::start(&words).map_err(|error| Failure::Start {
            program: quoted(words.first().map_or("", String::as_str)),
            error: error.to_string(),
        })?;
        let (name, capabilities) = Default::default();
        let mut client = Client { process, name, capabilities, known: None };
        let greeting = client.answer(Asked::Introduction, START, interrupt)?;
        (client.name, client.capabilities) =
            introduction(&greeting).ok_or_else(|| Failure::Nonsense {
                to: Asked::Introduction.to(),
                expected: "`id` and its name, as in `id Hornet v1.0`",
                said: quoted(&greeting.join(" ")),
            })?;
        for (name, value) in &spec.options {
            client.ask(&format!("options set {name} {value}"), PROMPTLY, interrupt)?;
        }
        Ok(client)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says that it knows, besides the base game.
    pub fn capabilities(&self) -> &str {
        &self.capabilities
    }

    /// The game that it has before it is over.
    pub fn forget_game(&mut self) {
        self.known = None;
    }

    /// It need not be asked to leave.
    pub fn set_unwanted(&mut self) {
        self.process.set_unwanted();
    }

    /// Its move in a game, which is one of those that are legal. After an interrupt it
    /// may still answer with the best move so far.
    pub fn choose(
        &mut self,
        game: &Game,
        legal: &[Action],
        until: Until,
        interrupt: &AtomicBool,
    ) -> Result<Action, NoAnswer> {
        self.catch_up(game, interrupt)?;
        let command = best_move(until);
        let patience = match until {
            Until::Time(time) => time + GRACE,
            Until::Depth(_) => DEEP,
        };
        self.process.send(&command);
        let asked = Asked::Command(&command);
        let lines = match self.answer(asked, patience, interrupt) {
            Err(NoAnswer::Interrupted) if self.process.interrupt() => {
                let never = AtomicBool::new(false);
                self.answer(asked, INTERRUPTED, &never).map_err(|_| NoAnswer::Interrupted)?
            }
            lines => lines?,
        };
        let Some(written) = lines.last() else {
            let (to, said) = (asked.to(), "empty".into());
            return Err(Failure::Nonsense { to, expected: "a move", said }.into());
        };
        legal_move(game, legal, written)
    }

    /// Brings the engine's game to where the game is.
    fn catch_up(&mut self, game: &Game, interrupt: &AtomicBool) -> Result<(), NoAnswer> {
        let played: Vec<Action> = game.actions().cloned().collect();
        let known = self.known.take();
        let shared = known.as_ref().map_or(0, |known| {
            known.iter().zip(&played).take_while(|(known, played)| known == played).count()
        });
        match known {
            Some(known) if shared > 0 || known.is_empty() => {
                if known.len() > shared {
                    self.ask_for_game(&format!("undo {}", known.len() - shared), interrupt)?;
                }
                let mut missing = Vec::new();
                let mut before = game.clone();
                while before.actions().len() > shared {
                    let Some(action) = before.undo() else { break };
                    missing.push(before.rules().presentation().write(&before, &action));
                }
                for written in missing.iter().rev() {
                    self.ask_for_game(&format!("play {written}"), interrupt)?;
                }
            }
            _ => {
                let text = game_string(game)?.ok_or(Failure::NoGameString)?;
                let text = match played.is_empty() {
                    true => text.split(';').next().unwrap_or_default(),
                    false => &text,
                };
                self.ask_for_game(&format!("newgame {text}"), interrupt)?;
            }
        }
        self.known = Some(played);
        Ok(())
    }

    /// Gives a command whose answer is a GameString.
    fn ask_for_game(&mut self, command: &str, interrupt: &AtomicBool) -> Result<(), NoAnswer> {
        let lines = self.ask(command, PROMPTLY, interrupt)?;
        match lines.last() {
            Some(line) if GameString::is_meant(line) => Ok(()),
            _ => Err(NoAnswer::Failure(Failure::Nonsense {
                to: Asked::Command(command).to(),
                expected: "a GameString, as in `Base;NotStarted;White[1]`",
                said: quoted(&lines.join(" ")),
            })),
        }
    }

    fn ask(
        &mut self,
        command: &str,
        patience: Duration,
        interrupt: &AtomicBool,
    ) -> Result<Vec<String>, NoAnswer> {
        self.process.send(command);
        self.answer(Asked::Command(command), patience, interrupt)
    }

    /// Waits for the answer.
    fn answer(
        &mut self,
        asked: Asked,
        patience: Duration,
        interrupt: &AtomicBool,
    ) -> Result<Vec<String>, NoAnswer> {
        let mut listener = Listener::default();
        // A time beyond what the clock can tell is no limit.
        let deadline = Instant::now().checked_add(patience);
        loop {
            let line = match self.process.next(deadline, interrupt) {
                Awaited::Line(line) => line,
                Awaited::Interrupt => return Err(NoAnswer::Interrupted),
                Awaited::Nothing => {
                    let (to, said) = (asked.to(), listener.so_far());
                    return Err(Failure::Silent { to, patience, said }.into());
                }
                Awaited::End => {
                    let last_words = Some(self.process.last_words());
                    let last_words = last_words.filter(|words| !words.is_empty());
                    let said = last_words.map(|words| quoted(&words)).or(listener.so_far());
                    return Err(Failure::Ended { to: asked.to(), said }.into());
                }
            };
            match listener.hear(line) {
                Ok(None) => {}
                Ok(Some(Reply::Lines(lines))) => return Ok(lines),
                Ok(Some(Reply::Refused(said))) => {
                    let asked = match asked {
                        Asked::Introduction => "to play".into(),
                        Asked::Command(command) => quoted(command),
                    };
                    return Err(Failure::Refused { asked, said: quoted(&said) }.into());
                }
                Err(much) => {
                    let (to, said) = (asked.to(), listener.so_far());
                    return Err(Failure::Endless { to, much, said }.into());
                }
            }
        }
    }
}

/// The name of an engine, and what it says that it knows.
fn introduction(lines: &[String]) -> Option<(String, String)> {
    let at = lines.iter().position(|line| line.starts_with("id "))?;
    let name: String = lines[at]["id ".len()..].trim().chars().take(LONGEST_NAME).collect();
    let capabilities = lines.get(at + 1).cloned().unwrap_or_default();
    (!name.is_empty()).then(|| (visible_line(&name), capabilities))
}

/// The command that asks for a move.
fn best_move(until: Until) -> String {
    match until {
        Until::Depth(depth) => format!("bestmove depth {depth}"),
        Until::Time(time) => {
            let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let fraction = match nanos {
                0 => String::new(),
                nanos => format!(".{nanos:09}").trim_end_matches('0').to_string(),
            };
            format!("bestmove time {hours:02}:{minutes:02}:{seconds:02}{fraction}")
        }
    }
}

/// The move that an engine wrote, if it is legal. The rules are asked only for the
/// reason why it is not, as they have no answer after an interrupt.
pub fn legal_move(game: &Game, legal: &[Action], written: &str) -> Result<Action, NoAnswer> {
    let illegal = |why: String| Failure::Illegal { said: quoted(written), why: bounded(&why) };
    let read = game.rules().presentation().read(game, written);
    let action = read.map_err(|error| illegal(error.to_string()))?;
    if legal.contains(&action) {
        return Ok(action);
    }
    let reasons = game.reasons(&action)?;
    Err(illegal(format!("illegal, as {}", Refusal { action, reasons }.why())).into())
}

/// A reason may quote what an engine wrote.
fn bounded(why: &str) -> String {
    quoted(why).trim_matches('`').to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    #[test]
    fn an_engine_says_who_it_is() {
        let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
        let read = |text: &str| introduction(&lines(text));
        assert_eq!(read("id A 1\nMosquito"), Some(("A 1".into(), "Mosquito".into())));
        assert_eq!(read("hello\nid A"), Some(("A".into(), "".into())));
        assert_eq!(read("id \x1b[2Jx"), Some(("\\u{1b}[2Jx".into(), "".into())));
        assert_eq!(read("id "), None);
        assert_eq!(read("idle"), None);
        assert_eq!(read(&format!("id {}", "x".repeat(500))).unwrap().0.len(), LONGEST_NAME);
    }

    #[test]
    fn times_are_written_with_their_fractions() {
        let written = |millis| best_move(Until::Time(Duration::from_millis(millis)));
        assert_eq!(written(5000), "bestmove time 00:00:05");
        assert_eq!(written(1500), "bestmove time 00:00:01.5");
        assert_eq!(written(250), "bestmove time 00:00:00.25");
        assert_eq!(written(3_600_000), "bestmove time 01:00:00");
        assert_eq!(best_move(Until::Depth(3)), "bestmove depth 3");
    }

    #[test]
    fn an_illegal_move_is_told_with_its_reason() {
        let game = Game::new(Arc::new(Rules::open("hive").unwrap())).unwrap();
        let legal = game.legal().unwrap();
        let why = |written: &str| match legal_move(&game, &legal, written) {
            Err(NoAnswer::Failure(failure)) => failure.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(legal_move(&game, &legal, "wS1").is_ok());
        assert!(why("wQ").starts_with("it played `wQ`: illegal, as by the tournament rule"));
        assert!(why("a\x1b[2J").starts_with("it played `a\\u{1b}[2J`: "), "{}", why("a\x1b[2J"));
        assert!(why(&"wS1 ".repeat(99_999)).len() < 400);
    }
}
