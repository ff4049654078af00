//! A simple player for games of two: it looks ahead, one action deeper each
//! time, and judges what it finds by the values that the rules give.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::{Action, Game, Outcome};
use crate::logic::Atom;
use crate::logic::interpreter::EvalError;

/// When to stop looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// This much time has passed.
    Time(Duration),
    /// All sequences of so many actions have been looked at.
    Depth(u32),
}

/// Worth more than any position that is not won.
const WIN: i64 = 1 << 40;

/// Beyond this depth nothing new is to be expected.
const DEEPEST: u32 = 100;

/// One part in so many of the time is kept back, since what is being looked at
/// when the time is over must still come to its end.
const PARTS: u32 = 10;

/// But no more than this is kept back.
const MOST_KEPT_BACK: Duration = Duration::from_millis(500);

/// Why a search ends early.
enum Stop {
    TimeIsUp,
    Failed(EvalError),
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Stop {
        match error {
            EvalError::Interrupted => Stop::TimeIsUp,
            error => Stop::Failed(error),
        }
    }
}

struct Search<'a> {
    deadline: Option<Instant>,
    interrupt: &'a AtomicBool,
}

/// The action to play, or none if nothing is legal. Equal positions and depths
/// give equal actions. If it is interrupted, the best so far counts.
pub fn best_action(
    game: &Game,
    until: Until,
    interrupt: &AtomicBool,
) -> Result<Option<Action>, EvalError> {
    let began = Instant::now();
    let mut actions = game.legal()?;
    let (deadline, deepest) = match until {
        // A time beyond what the clock can tell is no limit.
        Until::Time(time) => {
            let kept_back = (time / PARTS).min(MOST_KEPT_BACK);
            (began.checked_add(time - kept_back), DEEPEST)
        }
        Until::Depth(depth) => (None, depth.min(DEEPEST)),
    };
    let search = Search { deadline, interrupt };
    if actions.len() > 1 {
        for depth in 1..=deepest {
            match search.deepen(game, &mut actions, depth) {
                Ok(score) if score.abs() > WIN / 2 => break,
                Ok(_) => {}
                Err(Stop::TimeIsUp) => break,
                Err(Stop::Failed(error)) => return Err(error),
            }
        }
    }
    Ok(actions.into_iter().next())
}

impl Search<'_> {
    /// Looks at every action, and puts the best to the front, even if it runs
    /// out of time: the best so far was compared to the best one of before.
    fn deepen(&self, game: &Game, actions: &mut [Action], depth: u32) -> Result<i64, Stop> {
        let mut best = -2 * WIN;
        for index in 0..actions.len() {
            let score = self.after(game, &actions[index], depth, (best, 2 * WIN))?;
            if score > best {
                best = score;
                actions[..=index].rotate_right(1);
            }
        }
        Ok(best)
    }

    /// What an action is worth to the player who does it. A score outside of
    /// the `window` need not be exact.
    fn after(
        &self,
        game: &Game,
        action: &Action,
        depth: u32,
        (low, high): (i64, i64),
    ) -> Result<i64, Stop> {
        let mut next = game.clone();
        next.play_unchecked(action)?;
        if next.turn() == game.turn() {
            return self.score(&next, depth - 1, (low, high));
        }
        Ok(-self.score(&next, depth - 1, (-high, -low))?)
    }

    /// What the position is worth to the player to move, `depth` actions on.
    fn score(&self, game: &Game, depth: u32, (low, high): (i64, i64)) -> Result<i64, Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::TimeIsUp);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::TimeIsUp);
        }
        let actions = if depth == 0 { Vec::new() } else { game.legal()? };
        if actions.is_empty() {
            // To win soon is better, to lose late.
            return Ok(judged(game, WIN + i64::from(depth))?);
        }
        let mut best = -2 * WIN;
        for action in &actions {
            best = best.max(self.after(game, action, depth, (low.max(best), high))?);
            if best >= high {
                break;
            }
        }
        Ok(best)
    }
}

/// What a position is worth by itself to the player to move.
fn judged(game: &Game, win: i64) -> Result<i64, EvalError> {
    let is_own = |player: &Atom| Some(*player) == game.turn();
    Ok(match game.outcome()? {
        Outcome::Won(winners) if winners.iter().any(is_own) => win,
        Outcome::Won(_) => -win,
        Outcome::Draw => 0,
        Outcome::Open => game
            .values()?
            .iter()
            .map(|(player, value)| (is_own(player), (*value).clamp(-WIN / 8, WIN / 8)))
            .map(|(own, value)| if own { value } else { -value })
            .sum(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    fn played(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().face().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    fn best(game: &Game, until: Until) -> String {
        let action = best_action(game, until, &AtomicBool::new(false)).unwrap().unwrap();
        assert!(game.legal().unwrap().contains(&action));
        action.to_string()
    }

    #[test]
    fn a_win_is_taken_and_a_loss_averted() {
        let winning = played("examples/tictactoe.pl", &["a1", "b1", "a2", "b2"]);
        let losing = played("examples/tictactoe.pl", &["a1", "b2", "a2"]);
        for depth in [2, 3, 5] {
            assert_eq!(best(&winning, Until::Depth(depth)), "put(a3)");
            assert_eq!(best(&losing, Until::Depth(depth)), "put(a3)");
        }
    }

    #[test]
    fn time_is_kept() {
        let game = played("tanks", &[]);
        for millis in [0, 50, 300] {
            let time = Duration::from_millis(millis);
            let began = Instant::now();
            best(&game, Until::Time(time));
            // Without a limit it would take hours.
            assert!(began.elapsed() < time + Duration::from_secs(10), "{:?}", began.elapsed());
        }
        best(&played("tanks:6", &[]), Until::Depth(2));
    }

    #[test]
    fn nothing_is_done_where_nothing_is_legal() {
        let over = played("examples/tictactoe.pl", &["a1", "b1", "a2", "b2", "a3"]);
        let found = best_action(&over, Until::Depth(3), &AtomicBool::new(false)).unwrap();
        assert_eq!(found, None);
    }

    #[test]
    fn an_interrupt_ends_it_with_the_best_so_far() {
        let game = played("tanks", &[]);
        let found = best_action(&game, Until::Depth(99), &AtomicBool::new(true)).unwrap();
        assert!(game.legal().unwrap().contains(&found.unwrap()));
    }
}
