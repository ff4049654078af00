//! `solve` at the prompt: the shortest win, or what is known of it in a few seconds.

use std::time::Duration;

use super::session::{Answer, Error, Session};
use super::style::{self, paint};
use crate::play::LONGEST;
use crate::play::solve::report::{effort, told};
use crate::play::solve::{MOST_ACTIONS, Shown, SolveError, SolveWatch, Wanted, solve};

/// How long it may take, unless it is said.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// How much it may remember, in bytes.
const MEMORY: usize = 64 << 20;

/// How far somebody wants to have a position solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Asked {
    /// No further than so many actions.
    pub actions: Option<u16>,
    /// For how long.
    pub time: Duration,
    /// How much of the proof is shown.
    pub shown: Shown,
}

/// What stands behind `solve`: `5` for five actions, `10s` for ten seconds, and what to
/// show.
pub fn asked_to_solve(argument: &str) -> Result<Asked, String> {
    let mut asked = Asked { actions: None, time: USUAL_TIME, shown: Shown::Line };
    for word in argument.split_whitespace() {
        match (word, word.strip_suffix('s').and_then(|number| number.parse::<f64>().ok())) {
            ("refutations", _) => asked.shown = Shown::Refutations,
            ("tree", _) => asked.shown = Shown::Tree,
            (_, Some(seconds)) if (0.001..=LONGEST).contains(&seconds) => {
                asked.time = Duration::from_secs_f64(seconds);
            }
            (word, _) => match word.parse::<u16>() {
                Ok(actions) if (1..=MOST_ACTIONS).contains(&actions) => {
                    asked.actions = Some(actions);
                }
                _ => return Err(word.into()),
            },
        }
    }
    Ok(asked)
}

impl Session {
    /// Solves the position.
    pub(super) fn solve(&self, argument: &str) -> Answer {
        let asked = asked_to_solve(argument).map_err(|word| {
            Error::new(format!("a position is not solved with `{word}`")).help(
                "`solve 5` looks five actions ahead at most, `solve 10s` for ten seconds; \
                 `solve refutations` and `solve tree` show more of the proof",
            )
        })?;
        let Asked { actions, time, shown } = asked;
        let wanted = Wanted { actions, time: Some(time), memory: MEMORY, shown };
        let watch = SolveWatch::new(self.limits.interrupt.clone());
        let solution = solve(&self.game, &wanted, &watch).map_err(|error| match error {
            SolveError::Eval(error) => error.into(),
            error => Error::new(error),
        })?;
        let footer = paint(style::ASIDE, &format!("% {}", effort(&solution)));
        let told = self.despite_interrupt(|| told(&self.game, &solution));
        Ok(format!("{told}\n{footer}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        let asked = asked_to_solve("tree 0.5s 7").unwrap();
        let time = Duration::from_millis(500);
        assert_eq!(asked, Asked { actions: Some(7), time, shown: Shown::Tree });
        assert_eq!(asked_to_solve("").unwrap().time, USUAL_TIME);
        for bad in ["0", "-1", "5x", "1e9s", "forever", "NaNs", "70000"] {
            assert_eq!(asked_to_solve(bad), Err(bad.to_string()));
        }
    }
}
