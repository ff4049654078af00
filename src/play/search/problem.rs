//! What is to be searched: a position, the actions to choose from, who looks
//! ahead, and when to stop.

use super::clock::Clock;
use super::evaluation::{self, Worth};
use super::key::History;
use super::score::{self, Score};
use crate::game::{Action, Game, Judgement};
use crate::logic::Atom;

/// What is to be searched.
pub struct Problem {
    /// The position.
    pub game: Game,
    /// Its legal actions in the order in which to try them. Of equally good ones
    /// the first is chosen.
    pub legal: Vec<Action>,
    /// The player who looks ahead.
    pub player: Atom,
    /// How positions are told apart.
    pub history: History,
    /// When to stop.
    pub clock: Clock,
    /// How many actions ahead to look at most.
    pub deepest: u32,
}

/// What was found by looking some actions ahead.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The expected actions, the best one first.
    pub line: Vec<Action>,
    /// What they lead to, for the player who looks ahead.
    pub score: Score,
    /// Whether every sequence of actions came to its end.
    pub is_complete: bool,
}

/// What a position is worth by itself.
pub struct Judged {
    /// To the player who looks ahead.
    pub score: Score,
    /// Whether the game is over.
    pub is_over: bool,
}

impl Problem {
    /// What a position so many actions ahead is worth by itself; nothing if the
    /// rules cannot tell.
    pub fn judge(&self, game: &Game, ply: u32) -> Option<Judged> {
        self.clock.count_node();
        let Judgement { outcome, values } = self.clock.answered(game.judgement())?;
        let end = evaluation::by_outcome(game, &outcome, self.player);
        let worth = end.unwrap_or_else(|| Worth::Value(evaluation::lead(&values, self.player)));
        Some(Judged { score: score::score(worth, ply), is_over: end.is_some() })
    }

    /// The same of a position in which nothing is legal: the game is over, or it
    /// goes on for nobody, which is as good as a draw, and no solution of a puzzle.
    pub fn judge_end(&self, game: &Game, ply: u32) -> Option<Score> {
        self.clock.count_node();
        let end = self.clock.answered(evaluation::of_the_end(game, self.player))?;
        let stuck = if game.is_puzzle() { Worth::Lost } else { Worth::Value(0) };
        Some(score::score(end.unwrap_or(stuck), ply))
    }
}
