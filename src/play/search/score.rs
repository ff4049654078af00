//! What a position is worth, as one number that a search can compare and negate.
//! The nearer a win the greater, and the nearer a loss the smaller, so that wins
//! are sought the shortest way and losses put off.

use super::evaluation::Worth;

/// What a position is worth to somebody; greater is better.
pub type Score = i64;

/// Beyond every score.
pub const INFINITE: Score = i64::MAX / 2;

/// A game won right here.
const WON: Score = INFINITE - 1;

/// No win is further away than this, in actions.
const FARTHEST: Score = 1 << 10;

/// Values stay below wins. No rules have values of this size, 4 * 10^18.
const GREATEST_VALUE: Score = WON - FARTHEST - 1;

/// The score of what is found so many actions ahead.
pub fn score(worth: Worth, ply: u32) -> Score {
    match worth {
        Worth::Won => WON - Score::from(ply),
        Worth::Value(value) => value.clamp(-GREATEST_VALUE, GREATEST_VALUE),
        Worth::Lost => Score::from(ply) - WON,
    }
}

/// What a score says.
pub fn worth(score: Score) -> Worth {
    match score.abs() <= GREATEST_VALUE {
        true => Worth::Value(score),
        false if score < 0 => Worth::Lost,
        false => Worth::Won,
    }
}

/// How many actions ahead the game ends, if it is won or lost.
pub fn distance(score: Score) -> Option<u32> {
    let is_decided = !matches!(worth(score), Worth::Value(_));
    is_decided.then(|| u32::try_from(WON - score.abs()).unwrap_or(0))
}

/// A score that counts the actions to the end from the position itself, so many
/// actions ahead, instead of from where the search began.
pub fn from_here(score: Score, ply: u32) -> Score {
    shifted(score, Score::from(ply))
}

/// The reverse.
pub fn from_the_root(score: Score, ply: u32) -> Score {
    shifted(score, -Score::from(ply))
}

fn shifted(score: Score, nearer: Score) -> Score {
    match worth(score) {
        Worth::Won => score + nearer,
        Worth::Value(_) => score,
        Worth::Lost => score - nearer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_is_greater() {
        let ascending = [
            score(Worth::Lost, 0),
            score(Worth::Lost, 7),
            score(Worth::Value(i64::MIN), 3),
            score(Worth::Value(-1), 9),
            score(Worth::Value(0), 0),
            score(Worth::Value(70_000), 1),
            score(Worth::Value(70_001), 1),
            score(Worth::Value(i64::MAX), 1),
            score(Worth::Won, 8),
            score(Worth::Won, 1),
            INFINITE,
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    }

    #[test]
    fn a_score_says_what_it_was_made_of() {
        for known in [Worth::Lost, Worth::Value(-123_456_789_012), Worth::Value(0), Worth::Won] {
            for ply in [0, 1, 40] {
                assert_eq!(worth(score(known, ply)), known);
                let ends = !matches!(known, Worth::Value(_));
                assert_eq!(distance(score(known, ply)), ends.then_some(ply));
                assert_eq!(worth(-score(known, ply)) == known, known == Worth::Value(0));
                let here = from_here(score(known, ply), ply);
                assert_eq!(here, score(known, 0));
                assert_eq!(from_the_root(here, ply), score(known, ply));
            }
        }
    }
}
