//! A playout: a game played at random from a position to its end, and what the end is
//! worth to each player.
//!
//! A game by some rules need not end, so a playout is cut short after a number of
//! actions. Then the rules' `value` tells who is ahead; without one it counts as a draw.

use rand_chacha::ChaCha8Rng;

use super::tree::Rewards;
use crate::game::{Action, Game, Outcome};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::playouts::Picker;
use crate::play::search::{Worth, worth};

/// A playout is cut short after so many actions.
const LONGEST: usize = 400;

/// Where rules say what a position is worth, it pays to ask them sooner.
const LONGEST_VALUED: usize = 60;

/// A solution of a puzzle is worth this much less for each action it takes, so that short
/// ones are preferred.
const DELAY: f64 = 0.99;

/// Plays playouts.
pub struct Player<'a> {
    players: &'a [Atom],
    longest: usize,
    values_positions: bool,
    picker: Picker,
    scale: Scale,
}

/// How a playout went.
pub struct Playout {
    /// The actions that were played.
    pub line: Vec<Action>,
    /// How many actions were legal at its beginning.
    pub choices: usize,
    /// What the end is worth to each player.
    pub rewards: Rewards,
    /// Whether a puzzle was solved.
    pub is_solution: bool,
}

impl<'a> Player<'a> {
    /// For playouts of that game.
    pub fn new(game: &'a Game) -> Player<'a> {
        let values_positions = game.rules().values_positions();
        Player {
            players: game.rules().program().declarations.players(),
            longest: if values_positions { LONGEST_VALUED } else { LONGEST },
            values_positions,
            picker: Picker::default(),
            scale: Scale::default(),
        }
    }

    /// A playout from a position; nothing if it must stop.
    pub fn play(
        &mut self,
        mut game: Game,
        rng: &mut ChaCha8Rng,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Playout>, EvalError> {
        let (mut line, mut choices) = (Vec::new(), None);
        while line.len() < self.longest {
            if must_stop() {
                return Ok(None);
            }
            let legal = game.legal_unsorted()?;
            choices.get_or_insert(legal.len());
            let Some(action) = self.picker.pick(legal, rng) else { break };
            game.play_unchecked(&action)?;
            line.push(action);
        }
        let outcome = game.outcome()?;
        let is_solution = self.players.len() == 1 && matches!(outcome, Outcome::Won(_));
        let is_cut = outcome == Outcome::Open && line.len() == self.longest;
        let rewards = match is_cut && self.values_positions {
            true => self.estimates(&game)?,
            false if is_solution => Rewards::from_elem(DELAY.powi(line.len() as i32), 1),
            false => rewards(&outcome, self.players),
        };
        Ok(Some(Playout { line, choices: choices.unwrap_or(0), rewards, is_solution }))
    }

    /// What an open position is worth to each player by the rules.
    fn estimates(&mut self, game: &Game) -> Result<Rewards, EvalError> {
        let mut estimate = |player: &Atom| {
            Ok(match worth(game, *player)? {
                Worth::Lost => 0.0,
                Worth::Won => 1.0,
                Worth::Value(value) => self.scale.between_loss_and_win(value),
            })
        };
        self.players.iter().map(&mut estimate).collect()
    }
}

/// What an end is worth to each player. A game in which nothing is legal though it is not
/// over is as good as drawn, and a puzzle that is not solved is lost.
pub fn rewards(outcome: &Outcome, players: &[Atom]) -> Rewards {
    let reward = |player: &Atom| match outcome {
        Outcome::Won(winners) if !winners.contains(player) => 0.0,
        Outcome::Won(winners) if winners.len() == 1 => 1.0,
        Outcome::Open | Outcome::Draw if players.len() == 1 => 0.0,
        Outcome::Won(_) | Outcome::Open | Outcome::Draw => 0.5,
    };
    players.iter().map(reward).collect()
}

/// How large the values of a game are. Each game has a scale of its own.
#[derive(Default)]
struct Scale {
    sum: f64,
    number: f64,
}

impl Scale {
    /// A value as a reward: the usual size of a value is worth half a win more than a
    /// draw, or less.
    fn between_loss_and_win(&mut self, value: i64) -> f64 {
        let value = value as f64;
        self.sum += value.abs();
        self.number += 1.0;
        let usual = (self.sum / self.number).max(f64::MIN_POSITIVE);
        0.5 + 0.5 * value / (value.abs() + usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_are_shared_in_a_draw() {
        let [a, b, c] = ["a", "b", "c"].map(Atom::new);
        let of = |outcome: Outcome, players: &[Atom]| rewards(&outcome, players).to_vec();
        assert_eq!(of(Outcome::Won(vec![b]), &[a, b, c]), [0.0, 1.0, 0.0]);
        assert_eq!(of(Outcome::Won(vec![a, b]), &[a, b, c]), [0.5, 0.5, 0.0]);
        assert_eq!(of(Outcome::Draw, &[a, b]), [0.5, 0.5]);
        assert_eq!(of(Outcome::Draw, &[a]), [0.0]);
        assert_eq!(of(Outcome::Won(vec![a]), &[a]), [1.0]);
    }

    #[test]
    fn values_lie_between_a_loss_and_a_win() {
        let mut scale = Scale::default();
        assert_eq!(scale.between_loss_and_win(0), 0.5);
        for value in [-5, 3, 100, i64::MIN, i64::MAX] {
            let reward = scale.between_loss_and_win(value);
            assert!((0.0..=1.0).contains(&reward) && (reward > 0.5) == (value > 0), "{reward}");
        }
    }
}
