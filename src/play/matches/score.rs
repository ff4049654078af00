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
    /// Games won with each side.
    pub wins_by_side: [usize; 2],
    /// Games played with each side.
    pub games_by_side: [usize; 2],
    /// How much it thought.
    pub effort: Effort,
}

impl Score {
    /// How the first or the second player did.
    pub fn of(player: usize, rounds: &[Round]) -> Score {
        let mut score = Score::default();
        for round in rounds {
            let side = usize::from(round.seats[0] != player);
            score.games_by_side[side] += 1;
            score.effort.add(&round.result.effort[side]);
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

    /// Its share of all points, a draw being half a point.
    pub fn share(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
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
const DEVIATIONS: f64 = 1.959_963_985;

/// Wilson's score interval: the 95% confidence interval of the probability of
/// success, given so many successes. It also holds for few trials, and near 0 and 1.
pub fn wilson(successes: usize, trials: usize) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let part = successes as f64 / n;
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (part + square / (2.0 * n)) / (1.0 + square / n);
    let spread = (part * (1.0 - part) / n + square / (4.0 * n * n)).sqrt();
    let reach = DEVIATIONS * spread / (1.0 + square / n);
    Some(((middle - reach).max(0.0), (middle + reach).min(1.0)))
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
