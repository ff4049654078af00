//! A single game between players, from its start to its end. A game by some
//! rules need not end, so it may be broken off; then the rules' relation
//! `leads(Player)` says who is ahead.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::game::{Game, Outcome, Reason, Settlement};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::failure::Failure;
use crate::play::machine::{Machine, MoveError, follow};
use crate::play::player::dice;
use crate::play::search::{Thought, Watch};

/// The relation that says who is ahead in a game that is broken off. Rules need
/// not define it.
pub const LEADS: &str = "leads";

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Why it ended.
    pub end: End,
    /// Who won it, if one side alone did.
    pub winner: Option<Atom>,
    /// What ended it, by the rules.
    pub causes: Vec<Reason>,
    /// How many actions were played.
    pub plies: usize,
    /// How much each side thought, in the order of the sides.
    pub effort: Vec<Effort>,
    /// Who lost it without a legal move of theirs, and why.
    pub forfeit: Option<Forfeit>,
}

/// A game that a player lost by not playing as they should.
#[derive(Clone, PartialEq, Debug)]
pub struct Forfeit {
    /// The side that lost.
    pub side: Atom,
    /// What was wrong.
    pub failure: Failure,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The rules say it is over.
    Outcome,
    /// It went on for too long.
    BrokenOff,
    /// It is not over, and yet nothing is legal.
    Stuck,
    /// A player did not play as they should, and lost.
    Forfeit,
}

impl End {
    /// Why a game ended that is not played on, and who won it, if one player alone
    /// did: it is broken off, or nothing is legal in it.
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

/// How much a player thought.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Effort {
    /// About how many moves.
    pub moves: u64,
    /// For how long in total.
    pub time: Duration,
    /// How many actions ahead in total.
    pub depth: u64,
}

impl Effort {
    /// Adds that of another game.
    pub fn add(&mut self, other: &Effort) {
        self.moves = self.moves.saturating_add(other.moves);
        self.time = self.time.saturating_add(other.time);
        self.depth = self.depth.saturating_add(other.depth);
    }

    /// The average time of a move, in milliseconds.
    pub fn ms_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() * 1000.0 / self.moves as f64)
    }

    /// How many actions ahead it looked on average.
    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depth as f64 / self.moves as f64)
    }
}

/// Plays a game to its end, or until so many actions have been played. The machines
/// come in the order of the declared players. A game that is interrupted has no result.
pub fn play_game(
    game: &mut Game,
    machines: &[&Machine],
    plies: usize,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<GameResult>, EvalError> {
    let mut effort = vec![Effort::default(); machines.len()];
    let played = |game: &Game| game.actions().len();
    // Nothing is legal once the game is over, so its outcome can wait until then.
    while played(game) < plies {
        let seat = seat(game);
        if let Err((side, error)) = follow(&seated(game, machines), game, interrupt) {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match (side, error) {
                (Some(side), MoveError::Forfeit(failure)) => {
                    return Ok(Some(forfeited(game, side, failure, effort)?));
                }
                (_, MoveError::Eval(error)) => return Err(error),
                (None, MoveError::Forfeit(_)) => {}
            }
        }
        let thought = machines[seat].think(game, &Watch::new(interrupt.clone()));
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let thought = match thought {
            Ok(thought) => thought,
            Err(MoveError::Eval(error)) => return Err(error),
            Err(MoveError::Forfeit(failure)) => {
                let side = game.rules().program().declarations.players()[seat];
                return Ok(Some(forfeited(game, side, failure, effort)?));
            }
        };
        let Some(Thought { action, time, depth, .. }) = thought else { break };
        debug_assert!(game.legal_unsorted()?.contains(&action), "{action}");
        game.play_unchecked(&action)?;
        effort[seat].add(&Effort { moves: 1, time, depth: depth.into() });
    }
    // Who cannot be told of the end has played nevertheless.
    let _ = follow(&seated(game, machines), game, interrupt);
    let (end, winner) = match End::of(game, played(game) >= plies)? {
        (End::BrokenOff, _) => (End::BrokenOff, leader(game)?),
        ended => ended,
    };
    let causes = game.causes()?;
    Ok(Some(GameResult { end, winner, causes, plies: played(game), effort, forfeit: None }))
}

/// The machines with their sides.
fn seated<'a>(game: &Game, machines: &[&'a Machine]) -> Vec<(Atom, &'a Machine)> {
    let sides = game.rules().program().declarations.players().iter().copied();
    sides.zip(machines.iter().copied()).collect()
}

/// A game that a side loses since it does not play as it should.
fn forfeited(
    game: &mut Game,
    side: Atom,
    failure: Failure,
    effort: Vec<Effort>,
) -> Result<GameResult, EvalError> {
    let players = game.rules().program().declarations.players();
    let dice = dice(players).map(|dice| players[dice]);
    let others = players.iter().copied().filter(|player| Some(*player) != dice);
    let mut others = others.filter(|player| *player != side);
    let winner = others.next().filter(|_| others.next().is_none());
    game.settle(Settlement::Forfeited(side));
    let (end, forfeit) = (End::Forfeit, Some(Forfeit { side, failure }));
    let (causes, plies) = (game.causes()?, game.actions().len());
    Ok(GameResult { end, winner, causes, plies, effort, forfeit })
}

/// Which side is to move; the first, if none is.
fn seat(game: &Game) -> usize {
    let players = game.rules().program().declarations.players();
    players.iter().position(|player| Some(*player) == game.turn()).unwrap_or(0)
}

/// The one player who is ahead, if the rules say so of one.
fn leader(game: &Game) -> Result<Option<Atom>, EvalError> {
    Ok(match game.leads()?.as_slice() {
        [leader] => Some(*leader),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_beyond_all_measure_are_the_most_there_is() {
        let most = Effort { moves: u64::MAX, time: Duration::MAX, depth: u64::MAX };
        let mut sum = most;
        sum.add(&most);
        assert_eq!(sum, most);
        assert!(sum.ms_per_move().is_some_and(f64::is_finite));
    }
}
