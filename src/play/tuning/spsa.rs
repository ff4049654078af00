//! Simultaneous perturbation stochastic approximation, Spall's SPSA: climbs a function of
//! many numbers that can only be compared, with noise, at two points. All numbers are
//! moved at once, each up or down at random; where one side turns out better, every number
//! goes a little its way. What a number has nothing to do with cancels out over time.
//!
//! Several comparisons make a step, so that they can be made at the same time. Of all
//! points that it went through, an average counts in which late ones weigh most
//! (polynomial-decay averaging): it is steadier than the last one.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How far both points of the first comparison are from the one between them, as a part
/// of a number's range; and how slowly that decreases. (Spall's `c` and `gamma`.)
const REACH: f64 = 0.2;
const REACH_DECAY: f64 = 0.101;

/// How far the first step goes, and how slowly that decreases, after some steps that are
/// about as long. (Spall's `a`, `alpha` and `A`.)
const GAIN: f64 = 0.08;
const GAIN_DECAY: f64 = 0.602;
const STEADY_STEPS: f64 = 20.0;

/// The greater, the sooner points are forgotten in the average.
const FORGETTING: f64 = 3.0;

/// A climb, each number of it from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// Where it is.
    pub point: Vec<f64>,
    /// The average of where it was.
    pub average: Vec<f64>,
    /// How many steps were taken.
    pub steps: usize,
    /// No number is moved by less than this in a comparison.
    least: Vec<f64>,
}

/// Which numbers go up on one side of a comparison, and down on the other.
pub type Signs = Vec<bool>;

impl Spsa {
    /// A climb from a point. No number is moved by less than `least` in a comparison.
    pub fn new(point: Vec<f64>, least: Vec<f64>) -> Spsa {
        Spsa { average: point.clone(), point, steps: 0, least }
    }

    /// A climb that goes on after so many steps.
    pub fn resumed(self, point: Vec<f64>, average: Vec<f64>, steps: usize) -> Spsa {
        Spsa { point, average, steps, ..self }
    }

    /// So many comparisons for the next step, by a seed.
    pub fn comparisons(&self, seed: u64, number: usize) -> Vec<Signs> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(self.steps as u64);
        (0..number).map(|_| self.point.iter().map(|_| rng.random()).collect()).collect()
    }

    /// The two points to compare: the numbers moved by their signs, and against them.
    pub fn sides(&self, signs: &[bool]) -> [Vec<f64>; 2] {
        [1.0, -1.0].map(|side| {
            let moved = |index: usize| {
                let by = side * sign(signs[index]) * self.reach(index);
                (self.point[index] + by).clamp(0.0, 1.0)
            };
            (0..self.point.len()).map(moved).collect()
        })
    }

    /// Takes a step by what comparisons came to: how much better the first side was than
    /// the second, from -1 to 1.
    pub fn step(&mut self, compared: &[(Signs, f64)]) {
        let number = compared.len().max(1) as f64;
        let slope = |index: usize| {
            let slopes = compared.iter().map(|(signs, better)| better * sign(signs[index]));
            slopes.sum::<f64>() / number / (2.0 * self.reach(index))
        };
        let slopes: Vec<f64> = (0..self.point.len()).map(slope).collect();
        let taken = self.steps as f64;
        let gain = GAIN * ((STEADY_STEPS + 1.0) / (STEADY_STEPS + 1.0 + taken)).powf(GAIN_DECAY);
        self.steps += 1;
        let fresh = (FORGETTING + 1.0) / (FORGETTING + self.steps as f64);
        for ((point, average), slope) in self.point.iter_mut().zip(&mut self.average).zip(slopes) {
            *point = rounded((*point + gain * slope).clamp(0.0, 1.0));
            *average = rounded(*average + fresh * (*point - *average));
        }
    }

    /// How far a number is moved in a comparison.
    fn reach(&self, index: usize) -> f64 {
        let reach = REACH / ((self.steps + 1) as f64).powf(REACH_DECAY);
        reach.max(self.least[index])
    }
}

/// With so few digits that it reads the same again once it is written.
fn rounded(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

fn sign(up: bool) -> f64 {
    if up { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Climbs a hill by comparisons that each are one throw of a coin, weighted by how
    /// much higher one side is.
    fn climb(start: &[f64], steps: usize, height: impl Fn(&[f64]) -> f64) -> Spsa {
        let mut spsa = Spsa::new(start.to_vec(), vec![0.0; start.len()]);
        let mut coin = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..steps {
            let compared: Vec<(Signs, f64)> = spsa
                .comparisons(3, 8)
                .into_iter()
                .map(|signs| {
                    let [one, other] = spsa.sides(&signs);
                    let chance = 1.0 / (1.0 + (height(&other) - height(&one)).exp());
                    let better = if coin.random_bool(chance) { 1.0 } else { -1.0 };
                    (signs, better)
                })
                .collect();
            spsa.step(&compared);
        }
        spsa
    }

    #[test]
    fn a_known_summit_is_found() {
        let summit = [0.7, 0.2, 0.5];
        let height = |point: &[f64]| {
            let off = point.iter().zip(summit).map(|(at, top)| (at - top).powi(2));
            -8.0 * off.sum::<f64>()
        };
        let found = climb(&[0.1, 0.9, 0.5], 400, height);
        for (at, top) in found.average.iter().zip(summit) {
            assert!((at - top).abs() < 0.1, "{:?}", found.average);
        }
    }

    #[test]
    fn what_does_not_matter_stays_near_where_it_was() {
        let found = climb(&[0.5, 0.5], 300, |point| 6.0 * point[0]);
        assert!(found.average[0] > 0.9, "{:?}", found.average);
        assert!((found.average[1] - 0.5).abs() < 0.25, "{:?}", found.average);
    }

    #[test]
    fn points_stay_within_their_range() {
        let mut spsa = Spsa::new(vec![0.0, 1.0, 0.95], vec![0.0; 3]);
        for _ in 0..50 {
            let compared: Vec<_> =
                spsa.comparisons(1, 4).into_iter().map(|signs| (signs, 1.0)).collect();
            compared.iter().for_each(|(signs, _)| {
                let sides = spsa.sides(signs);
                assert!(sides.iter().flatten().all(|at| (0.0..=1.0).contains(at)), "{sides:?}");
            });
            spsa.step(&compared);
            let all = spsa.point.iter().chain(&spsa.average);
            assert!(all.clone().all(|at| (0.0..=1.0).contains(at)), "{spsa:?}");
        }
    }

    #[test]
    fn a_number_of_a_short_range_is_moved_by_a_whole_unit() {
        let spsa = Spsa::new(vec![0.5, 0.5], vec![0.5, 0.001]);
        assert_eq!(spsa.sides(&[true, false]), [vec![1.0, 0.3], vec![0.0, 0.7]]);
    }

    #[test]
    fn equal_seeds_make_equal_comparisons() {
        let spsa = Spsa::new(vec![0.5; 20], vec![0.0; 20]);
        assert_eq!(spsa.comparisons(5, 3), spsa.comparisons(5, 3));
        assert_ne!(spsa.comparisons(5, 3), spsa.comparisons(6, 3));
        let later = Spsa { steps: 1, ..spsa.clone() };
        assert_ne!(spsa.comparisons(5, 3), later.comparisons(5, 3));
    }
}
