//! Differences in Elo: how much stronger a player is than its opponent by their score,
//! and how certain that is. A player who is stronger by 191 scores three points of four.

use std::collections::BTreeMap;

use super::Round;
use super::score::{DEVIATIONS, points, wilson_of};
use super::student::deviations;

/// A difference in Elo, with its 95% confidence interval. An end without a bound is
/// infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference by the score.
    pub difference: f64,
    /// It is probably not less,
    pub low: f64,
    /// and not more.
    pub high: f64,
}

/// The difference in Elo that a share of the points stands for.
pub fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a difference in Elo stands for.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Elo {
    /// How much stronger a player is than the one opponent it has; nothing before the
    /// first game. The variance is that between encounters: two games with one opening
    /// tell less than two that have nothing in common.
    pub fn of(player: usize, rounds: &[Round]) -> Option<Elo> {
        let encounters = Encounters::of(player, rounds);
        let share = encounters.share()?;
        let (trials, deviations) = encounters.evidence(share);
        let (low, high) = wilson_of(share, trials, deviations);
        Some(Elo { difference: elo_of(share), low: elo_of(low), high: elo_of(high) })
    }
}

/// The points of a player and the games it played, encounter by encounter.
struct Encounters(Vec<(f64, f64)>);

impl Encounters {
    fn of(player: usize, rounds: &[Round]) -> Encounters {
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for round in rounds {
            if let Some(points) = points(player, round) {
                let (sum, games) = sums.entry(round.encounter).or_default();
                (*sum, *games) = (*sum + points, *games + 1.0);
            }
        }
        Encounters(sums.into_values().collect())
    }

    fn games(&self) -> f64 {
        self.0.iter().map(|(_, games)| games).sum()
    }

    fn share(&self) -> Option<f64> {
        let points: f64 = self.0.iter().map(|(points, _)| points).sum();
        (!self.0.is_empty()).then(|| points / self.games())
    }

    /// As many games that end at random, with a win or a loss, would have the variance
    /// that is seen here; and how many standard deviations an interval must reach, as a
    /// handful of encounters tells little of their variance. Where none is seen, the games
    /// are taken as they are.
    fn evidence(&self, share: f64) -> (f64, f64) {
        let (games, number) = (self.games(), self.0.len() as f64);
        let squares = self.0.iter().map(|(points, games)| (points - share * games).powi(2));
        let variance = squares.sum::<f64>() / (games * games) * number / (number - 1.0);
        match variance > 1e-12 && variance.is_finite() {
            true => (share * (1.0 - share) / variance, deviations(self.0.len() - 1)),
            false => (games, DEVIATIONS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, pairs};
    use super::*;

    #[test]
    fn shares_are_the_known_differences() {
        for (share, elo) in [
            (0.5, 0.0),
            (0.75, 190.85),
            (0.64, 99.95),
            (0.76, 200.24),
            (0.9, 381.70),
            (0.25, -190.85),
        ] {
            assert!((elo_of(share) - elo).abs() < 0.01, "{share}: {}", elo_of(share));
            assert!((share_of(elo) - share).abs() < 0.0001);
        }
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn ten_wins_have_no_upper_bound() {
        let rounds: Vec<Round> = (0..10).map(|at| game(at, at, [0, 1], Some(0))).collect();
        let elo = Elo::of(0, &rounds).unwrap();
        assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's interval for 10 of 10 begins at 72.25%.
        assert!((elo.low - elo_of(0.72247)).abs() < 0.1, "{elo:?}");
        let other = Elo::of(1, &rounds).unwrap();
        assert_eq!(other.low, f64::NEG_INFINITY);
        assert!((other.high + elo.low).abs() < 1e-9, "{other:?}");
        assert_eq!(Elo::of(0, &[]), None);
    }

    #[test]
    fn the_error_is_that_of_the_score() {
        // 60 wins and 40 losses in games that have nothing in common: 60% +- 9.6%.
        let won = |at: usize| Some(usize::from(at % 5 >= 3));
        let rounds: Vec<Round> = (0..100).map(|at| game(at, at, [0, 1], won(at))).collect();
        let elo = Elo::of(0, &rounds).unwrap();
        assert!((elo.difference - 70.44).abs() < 0.01, "{elo:?}");
        assert!((elo.low - elo_of(0.502)).abs() < 2.0, "{elo:?}");
        assert!((elo.high - elo_of(0.690)).abs() < 2.0, "{elo:?}");
    }

    #[test]
    fn pairs_that_are_all_but_even_say_more_than_games() {
        // In 40 pairs of 50 each won with the same side: the openings decided.
        let even = pairs(&[0, 0, 40, 10, 0]);
        let paired = Elo::of(0, &even).unwrap();
        let apart: Vec<Round> = even
            .into_iter()
            .enumerate()
            .map(|(at, round)| Round { encounter: at, ..round })
            .collect();
        let single = Elo::of(0, &apart).unwrap();
        assert_eq!(paired.difference, single.difference);
        assert!(paired.high - paired.low < 0.4 * (single.high - single.low));
    }
    /// How often the interval holds the true share, if so many pairs are played whose
    /// results have these chances.
    fn coverage(chances: [f64; 5], number: u32) -> f64 {
        let share: f64 = (0..5).map(|points| chances[points] * points as f64 / 4.0).sum();
        let truth = elo_of(share);
        let mut covered = 0.0;
        for code in 0..5_usize.pow(number) {
            let results = (0..number).map(|place| code / 5_usize.pow(place) % 5);
            let (mut counts, mut chance) = ([0; 5], 1.0);
            for result in results {
                counts[result] += 1;
                chance *= chances[result];
            }
            let elo = Elo::of(0, &pairs(&counts)).unwrap();
            if elo.low <= truth + 1e-9 && truth <= elo.high + 1e-9 {
                covered += chance;
            }
        }
        covered
    }

    #[test]
    fn a_handful_of_pairs_is_not_too_sure() {
        for chances in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.05, 0.1, 0.35, 0.3, 0.2]] {
            for number in 2..=5 {
                let covered = coverage(chances, number);
                assert!(covered >= 0.95, "{number} pairs: {covered}");
            }
        }
        // Two pairs that are nearly alike say next to nothing.
        let elo = Elo::of(0, &pairs(&[0, 0, 1, 1, 0])).unwrap();
        assert!(elo.low < -400.0 && elo.high > 400.0, "{elo:?}");
    }
}
