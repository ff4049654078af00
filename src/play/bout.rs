//! One game between two players that think for themselves, from its start to
//! its end. Rules need not come to an end by themselves, so a game may be broken
//! off; then it is the rules' relation `leads(Player)` that says who is ahead.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::thinker::{Thinker, Thought, Watch};
use crate::game::{Game, Outcome};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// The relation that says who is ahead in a game that is broken off. Rules may
/// do without it.
pub const LEADS: &str = "leads";

/// What came of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Bout {
    /// How it ended.
    pub end: End,
    /// Who won it, if one side alone did.
    pub winner: Option<Atom>,
    /// How many actions were played.
    pub plies: usize,
    /// What each side's thinking took, in the order of the declared players.
    pub effort: [Effort; 2],
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The rules say it is over.
    Outcome,
    /// It went on for too long.
    BrokenOff,
    /// It is not over, and yet nothing is legal.
    Stuck,
}

impl End {
    /// How a game has ended that goes no further, and who won it, if one player
    /// alone did. It is broken off, or nothing is legal in it.
    pub fn of(game: &Game, is_broken_off: bool) -> Result<(End, Option<Atom>), EvalError> {
        Ok(match game.outcome()? {
            Outcome::Won(winners) => match winners.as_slice() {
                [winner] => (End::Outcome, Some(*winner)),
                _ => (End::Outcome, None),
            },
            Outcome::Draw => (End::Outcome, None),
            Outcome::Open if is_broken_off => (End::BrokenOff, None),
            Outcome::Open => (End::Stuck, None),
        })
    }
}

/// What thinking took.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Effort {
    /// How many moves were thought about.
    pub moves: u64,
    /// For how long, all in all.
    pub time: Duration,
    /// How far ahead, all in all.
    pub depth: u64,
}

impl Effort {
    /// Takes in what another game took.
    pub fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.depth += other.depth;
    }

    /// The time that a move took on average, in milliseconds.
    pub fn ms_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() * 1000.0 / self.moves as f64)
    }

    /// How many actions ahead it looked on average.
    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depth as f64 / self.moves as f64)
    }
}

/// Plays a game of two to its end, or until so many actions have been played.
/// The thinkers sit in the order of the declared players. Nothing comes of a
/// game that is interrupted.
pub fn play_out(
    game: &mut Game,
    thinkers: &[Thinker; 2],
    plies: usize,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Bout>, EvalError> {
    let mut effort = [Effort::default(); 2];
    let played = |game: &Game| game.turn_number() - 1;
    // Once the game is over nothing is legal, so nobody asks about that before.
    while played(game) < plies {
        let seat = seat(game);
        let thought = thinkers[seat].think(game, &Watch::new(interrupt.clone()))?;
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(Thought { action, time, depth, .. }) = thought else { break };
        debug_assert!(game.legal_unsorted()?.contains(&action), "{action}");
        game.play_unchecked(&action)?;
        effort[seat].add(&Effort { moves: 1, time, depth: depth.into() });
    }
    let (end, winner) = match End::of(game, played(game) >= plies)? {
        (End::BrokenOff, _) => (End::BrokenOff, leader(game)?),
        ended => ended,
    };
    Ok(Some(Bout { end, winner, plies: played(game), effort }))
}

/// Which of the two is to move; the first, if nobody is.
fn seat(game: &Game) -> usize {
    let players = game.rules().program().declarations.players();
    usize::from(players.first().copied() != game.turn() && game.turn().is_some())
}

/// The one player who is ahead, if the rules say so of one.
fn leader(game: &Game) -> Result<Option<Atom>, EvalError> {
    Ok(match game.leads()?.as_slice() {
        [leader] => Some(*leader),
        _ => None,
    })
}
