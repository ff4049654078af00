//! Replaying games of Hive that were played elsewhere, by rules a little other than
//! ours: some begin with a queen, some go on after a position has come up three
//! times. Where a move needs an option off that nobody asked to be on, the game is
//! played with it off from there on, and that is reported.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::game::action::Action;
use crate::game::game::{Game, PlayError, Refusal};
use crate::game::notation::Unreadable;
use crate::game::rules::{LoadError, Rules};
use crate::logic::engine::EvalError;
use crate::logic::{Atom, Value};

/// The options that may be off for the sake of a move, and what such a move does.
const RELAXABLE: [(&str, &str); 2] = [
    ("tournament", "a queen is the first piece of its player"),
    ("repetition", "the game goes on after the third occurrence of a position"),
];

/// A game that was replayed.
pub struct Replayed {
    /// The game after its last move.
    pub game: Game,
    /// The options that are off because of its moves.
    pub relaxed: Vec<Relaxed>,
}

/// An option that is off because of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relaxed {
    /// The option.
    pub option: &'static str,
    /// The first move that needs it off, counted from 1.
    pub number: usize,
    /// The move as it was written.
    pub written: String,
    does: &'static str,
}

impl fmt::Display for Relaxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Relaxed { option, number, written, does } = self;
        write!(f, "{option} is off for this game: with move {number}, {written}, {does}")
    }
}

/// Why moves cannot be replayed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move that cannot be read.
    #[error("move {number}: {error}")]
    Unreadable {
        /// Which move, counted from 1.
        number: usize,
        /// What is wrong.
        error: Unreadable,
    },
    /// A move that the rules refuse.
    #[error("move {number}, {written}: {}", .refusal.why())]
    Refused {
        /// Which move, counted from 1.
        number: usize,
        /// The move as it is written there.
        written: String,
        /// Why.
        refusal: Refusal,
    },
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// Plays moves from the start of a game on, each as `read` reads it. An option that
/// was chosen for the game stays as it is.
pub fn replay_leniently<M: fmt::Display>(
    start: Game,
    moves: &[M],
    read: impl Fn(&Game, &M) -> Result<Action, Unreadable>,
) -> Result<Replayed, ReplayError> {
    let mut replayed = Replayed { game: start, relaxed: Vec::new() };
    for (index, written) in moves.iter().enumerate() {
        let number = index + 1;
        let play = |game: &mut Game| {
            let action =
                read(game, written).map_err(|error| ReplayError::Unreadable { number, error })?;
            game.play(&action).map_err(|error| match error {
                PlayError::Refused(refusal) => {
                    ReplayError::Refused { number, written: written.to_string(), refusal }
                }
                PlayError::Eval(error) => error.into(),
            })
        };
        match play(&mut replayed.game) {
            Ok(()) => {}
            Err(error @ ReplayError::Eval(_)) => return Err(error),
            Err(error) => {
                let (option, does) = relax(&mut replayed.game, play)?.ok_or(error)?;
                let written = written.to_string();
                replayed.relaxed.push(Relaxed { option, number, written, does });
            }
        }
    }
    Ok(replayed)
}

/// Plays what can be played with one of the options off; which one.
fn relax(
    game: &mut Game,
    play: impl Fn(&mut Game) -> Result<(), ReplayError>,
) -> Result<Option<(&'static str, &'static str)>, ReplayError> {
    for (option, does) in RELAXABLE {
        let Some(rules) = without(game.rules(), option)? else { continue };
        let mut relaxed = game.under(Arc::new(rules));
        match play(&mut relaxed) {
            Ok(()) => {
                *game = relaxed;
                return Ok(Some((option, does)));
            }
            Err(error @ ReplayError::Eval(_)) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// The rules with an option off that is on, but that nobody asked to be on.
fn without(rules: &Rules, option: &str) -> Result<Option<Rules>, EvalError> {
    let declarations = &rules.program().declarations;
    let Some(index) = declarations.options.iter().position(|it| it.name.as_str() == option) else {
        return Ok(None);
    };
    let is_on = rules.options()[index] == Value::Atom(Atom::new("on"));
    let is_chosen = rules.spec().chosen(declarations).is_ok_and(|chosen| chosen[index].is_some());
    if !is_on || is_chosen {
        return Ok(None);
    }
    match rules.with_option(option, "off") {
        Ok(rules) => Ok(Some(rules)),
        Err(LoadError::Eval(error)) => Err(error),
        // Rules of the user's own, in which the option cannot be off.
        Err(_) => Ok(None),
    }
}
