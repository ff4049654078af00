//! Sequential testing: a match goes on only until it is clear which of two hypotheses
//! about the difference in Elo fits better. The test is Wald's sequential probability
//! ratio test, generalised to pairs of games, whose results are not independent.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Round;
use super::elo::share_of;
use super::score::points;

/// Two hypotheses about how much stronger the first player is, and how often the test
/// may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// By the first hypothesis, H0, it is stronger by no more than this.
    pub elo0: f64,
    /// By the second, H1, by no less than this.
    pub elo1: f64,
    /// How often H1 is accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 is accepted though H1 is true.
    pub beta: f64,
}

/// One of the two hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The first: stronger by no more than `elo0`.
    H0,
    /// The second: stronger by no less than `elo1`.
    H1,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The logarithm of the likelihood ratio of the hypotheses.
    pub llr: f64,
    /// After how many pairs of games.
    pub pairs: usize,
    /// Which hypothesis was accepted, if one was.
    pub accepted: Option<Hypothesis>,
}

/// How often a test may be wrong, if nothing else is said.
const ERROR: f64 = 0.05;

/// Beyond this no difference is measured.
const MOST_ELO: f64 = 1000.0;

/// Results of a pair that did not occur are counted as so many, so that they are not
/// taken to be impossible.
const HARDLY_ANY: f64 = 1e-3;

/// What is wrong with a description of a test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "a test compares two differences in Elo, the smaller one first, as in 0,10; how often it may \
     be wrong in favour of each can follow, as in 0,10,0.05,0.05; not `{0}`"
)]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let wrong = || SprtError(text.chars().take(60).collect());
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match *numbers.map_err(|_| wrong())? {
            [elo0, elo1] => (elo0, elo1, ERROR, ERROR),
            [elo0, elo1, error] => (elo0, elo1, error, error),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(wrong()),
        };
        let are_sound = -MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO;
        let is_rare = |error: f64| (1e-6..0.5).contains(&error);
        match are_sound && is_rare(alpha) && is_rare(beta) {
            true => Ok(Sprt { elo0, elo1, alpha, beta }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "{elo0},{elo1},{alpha},{beta}")
    }
}

impl Sprt {
    /// The values of the logarithm below which H0 and above which H1 is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// How far the test has come by the games of two players, in their order. It ends
    /// with the first pair that decides it; games behind one that is not finished wait.
    pub fn progress(&self, rounds: &[Round]) -> Progress {
        let mut test = Test::new(*self);
        for pair in rounds.chunks_exact(2) {
            let is_next = pair.iter().all(|round| round.encounter == test.progress.pairs);
            if !is_next || test.progress.accepted.is_some() {
                break;
            }
            test.add([&pair[0], &pair[1]]);
        }
        test.progress
    }

    /// The logarithm of how much more likely the results of pairs are by H1 than by H0,
    /// each with the distribution that fits best. The counts are of pairs with 0, 1/2, 1,
    /// 3/2 and 2 points for the first player.
    pub fn llr(&self, counts: &[usize; 5]) -> f64 {
        let counts = counts.map(|count| (count as f64).max(HARDLY_ANY));
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| tilted(&counts, share_of(elo)));
        let gain = |at: usize| counts[at] * (alternative[at] / null[at]).ln();
        (0..5).map(gain).sum()
    }
}

/// A test that goes on pair by pair.
#[derive(Clone, Debug)]
pub struct Test {
    /// What is tested.
    pub sprt: Sprt,
    /// How far it has come.
    pub progress: Progress,
    counts: [usize; 5],
}

impl Test {
    /// A test before the first pair.
    pub fn new(sprt: Sprt) -> Test {
        let progress = Progress { llr: 0.0, pairs: 0, accepted: None };
        Test { sprt, progress, counts: [0; 5] }
    }

    /// The results of the next pair of games.
    pub fn add(&mut self, pair: [&Round; 2]) {
        let sum: f64 = pair.iter().filter_map(|round| points(0, round)).sum();
        self.counts[(2.0 * sum) as usize] += 1;
        let ((low, high), llr) = (self.sprt.bounds(), self.sprt.llr(&self.counts));
        let accepted = match llr {
            llr if llr <= low => Some(Hypothesis::H0),
            llr if llr >= high => Some(Hypothesis::H1),
            _ => None,
        };
        self.progress = Progress { llr, pairs: self.progress.pairs + 1, accepted };
    }
}

/// The distribution nearest to the counts that has a given mean: each part is divided
/// by a linear function of its points, and one root, found by bisection, decides it.
fn tilted(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let all: f64 = counts.iter().sum();
    let off = |at: usize| at as f64 / 4.0 - mean;
    let part = |at: usize, root: f64| counts[at] / all / (1.0 + root * off(at));
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|at| part(at, middle) * off(at)).sum();
        match excess > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let root = (low + high) / 2.0;
    [0, 1, 2, 3, 4].map(|at| part(at, root))
}

#[cfg(test)]
mod tests {
    use super::super::tests::pairs;
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_the_known_ones() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
    }

    #[test]
    fn a_distribution_has_the_mean_that_is_asked_for() {
        for counts in [[1.0, 5.0, 20.0, 9.0, 2.0], [1e-3, 1e-3, 1e-3, 1e-3, 50.0]] {
            for mean in [0.3, 0.5, 0.514, 0.8] {
                let parts = tilted(&counts, mean);
                let found: f64 = (0..5).map(|at| parts[at] * at as f64 / 4.0).sum();
                assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{parts:?}");
                assert!((found - mean).abs() < 1e-6, "{parts:?}");
            }
        }
    }

    /// For many games and small differences the ratio is nearly that of two normal
    /// distributions: (s1 - s0) (2 s - s0 - s1) / 2 variances of the mean.
    #[test]
    fn the_ratio_is_nearly_that_of_normal_distributions() {
        for counts in [[50, 400, 1100, 450, 60], [90, 800, 2100, 780, 80]] {
            let all: f64 = counts.iter().sum::<usize>() as f64;
            let moment = |power: i32| -> f64 {
                (0..5).map(|at| counts[at] as f64 * (at as f64 / 4.0).powi(power)).sum::<f64>()
                    / all
            };
            let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
            let [s0, s1] = [share_of(TEST.elo0), share_of(TEST.elo1)];
            let normal = (s1 - s0) * (2.0 * mean - s0 - s1) * all / (2.0 * variance);
            let found = TEST.llr(&counts);
            assert!((found - normal).abs() < 0.02 * normal.abs() + 0.02, "{found} {normal}");
        }
    }

    #[test]
    fn a_test_ends_with_the_pair_that_decides_it() {
        let test = Sprt { elo0: 0.0, elo1: 100.0, ..TEST };
        let won = test.progress(&pairs(&[0, 0, 0, 0, 100]));
        assert_eq!(won.accepted, Some(Hypothesis::H1));
        assert!(won.pairs < 50 && won.llr >= test.bounds().1, "{won:?}");
        let even = test.progress(&pairs(&[10, 20, 40, 20, 10]));
        assert_eq!(even.accepted, Some(Hypothesis::H0), "{even:?}");
        let few = test.progress(&pairs(&[0, 1, 1, 1, 0]));
        assert_eq!((few.accepted, few.pairs), (None, 3));
        let rounds = pairs(&[0, 1, 1, 1, 0]);
        assert_eq!(test.progress(&rounds[1..]).pairs, 0, "the first pair is not complete");
    }

    #[test]
    fn tests_are_read_and_written() {
        assert_eq!("0,10".parse(), Ok(TEST));
        let strict = Sprt { elo0: -5.0, elo1: 0.5, alpha: 0.01, beta: 0.02 };
        assert_eq!(strict.to_string().parse(), Ok(strict));
        for wrong in
            ["", "5", "10,0", "0,0", "a,b", "0,10,0", "0,10,0.6", "0,1,.1,.1,.1", "0,1e9", "NaN,1"]
        {
            let error = wrong.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains("as in 0,10;"), "{error}");
        }
    }
}
