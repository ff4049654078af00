//! The result of a match: how often each player won, and how certain it is that
//! the one who won more often is the better one.

use super::Round;
use super::single_game::{Effort, End};

/// How a player did in a match.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Score {
    /// Games won.
    pub wins: usize,
    /// Games lost.
    pub losses: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// A point for each win; a draw shares the point.
    pub points: f64,
    /// Games won with each side.
    pub wins_by_side: Vec<usize>,
    /// Games played with each side.
    pub games_by_side: Vec<usize>,
    /// How many actions its games took.
    pub plies: usize,
    /// How much it thought.
    pub effort: Effort,
}

/// The points that a player has from a game, if it took part: one for a win, and its
/// share of a draw. Who plays alone has nothing to share.
pub fn points(player: usize, round: &Round) -> Option<f64> {
    round.seats.iter().find(|seated| **seated == player)?;
    Some(match (round.winner, round.seats.len()) {
        (Some(winner), _) => f64::from(u8::from(winner == player)),
        (None, 1) => 0.0,
        (None, sides) => 1.0 / sides as f64,
    })
}

impl Score {
    /// How a player did.
    pub fn of(player: usize, rounds: &[Round]) -> Score {
        let sides = rounds.first().map_or(0, |round| round.seats.len());
        let by_side = vec![0; sides];
        let mut score =
            Score { wins_by_side: by_side.clone(), games_by_side: by_side, ..Score::default() };
        for round in rounds {
            let Some(side) = round.seats.iter().position(|seated| *seated == player) else {
                continue;
            };
            score.games_by_side[side] += 1;
            score.plies = score.plies.saturating_add(round.result.plies);
            score.points += points(player, round).unwrap_or(0.0);
            if let Some(effort) = round.result.effort.get(side) {
                score.effort.add(effort);
            }
            match round.winner {
                None => score.draws += 1,
                Some(winner) if winner == player => {
                    score.wins += 1;
                    score.wins_by_side[side] += 1;
                }
                Some(_) => score.losses += 1,
            }
        }
        score
    }

    /// How many games it played.
    pub fn games(&self) -> usize {
        self.wins + self.losses + self.draws
    }

    /// Its share of all points, a draw between two being half a point.
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points / self.games() as f64)
    }

    /// Its share of the games that somebody won.
    pub fn decided(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }

    /// The 95% confidence interval of that share.
    pub fn interval(&self) -> Option<(f64, f64)> {
        wilson(self.wins, self.wins + self.losses)
    }
}

/// How many games did not end by the rules.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Broken off, and won by the side that led.
    pub led: usize,
    /// Broken off, with nobody in the lead.
    pub even: usize,
    /// With nothing legal, though not over.
    pub stuck: usize,
    /// Lost by a player who did not play as they should.
    pub forfeited: usize,
}

impl Unfinished {
    /// Counts them.
    pub fn among(rounds: &[Round]) -> Unfinished {
        let mut unfinished = Unfinished::default();
        for round in rounds {
            match (round.result.end, round.winner) {
                (End::Outcome, _) => {}
                (End::BrokenOff, Some(_)) => unfinished.led += 1,
                (End::BrokenOff, None) => unfinished.even += 1,
                (End::Stuck, _) => unfinished.stuck += 1,
                (End::Forfeit, _) => unfinished.forfeited += 1,
            }
        }
        unfinished
    }
}

/// 95% of a normal distribution lie within so many standard deviations of its mean.
pub const DEVIATIONS: f64 = 1.959_963_985;

/// Wilson's score interval: the 95% confidence interval of the probability of
/// success, given so many successes. It also holds for few trials, and near 0 and 1.
pub fn wilson(successes: usize, trials: usize) -> Option<(f64, f64)> {
    (trials > 0).then(|| wilson_of(successes as f64 / trials as f64, trials as f64, DEVIATIONS))
}

/// The same, given the part of trials that succeeded, and the number of standard
/// deviations that the interval reaches. The number of trials need not be whole.
pub fn wilson_of(part: f64, trials: f64, deviations: f64) -> (f64, f64) {
    let square = deviations * deviations;
    let middle = (part + square / (2.0 * trials)) / (1.0 + square / trials);
    let spread = (part * (1.0 - part) / trials + square / (4.0 * trials * trials)).sqrt();
    let reach = deviations * spread / (1.0 + square / trials);
    // Rounding must not keep a bound away from 0 and 1.
    let low = if part <= 0.0 { 0.0 } else { (middle - reach).max(0.0) };
    let high = if part >= 1.0 { 1.0 } else { (middle + reach).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_the_known_one() {
        for (successes, trials, low, high) in [
            (0, 10, 0.0, 0.2775),
            (1, 10, 0.0179, 0.4042),
            (5, 10, 0.2366, 0.7634),
            (10, 10, 0.7225, 1.0),
            (50, 100, 0.4038, 0.5962),
            (83, 98, 0.7627, 0.9050),
            (81, 263, 0.2553, 0.3662),
        ] {
            let found = wilson(successes, trials).unwrap();
            let off = (found.0 - low).abs().max((found.1 - high).abs());
            assert!(off < 0.0001, "{successes} of {trials}: {found:?}");
        }
        assert_eq!(wilson(0, 0), None);
    }
}
