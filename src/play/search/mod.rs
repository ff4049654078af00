//! Players that choose their moves by themselves: at random, by the value of the
//! next position, or by looking ahead.
//!
//! A `thinker` looks ahead by `deepening`, one action further each time. Games of
//! two sides, and puzzles, are searched by `alpha_beta`, with a transposition
//! `table`; games for three or more by `many_players`. Both take a `problem` that
//! says what to search, and share the `ordering` of actions, the `clock` that stops
//! them, the `key` by which positions are told apart, and the `score` that ranks
//! wins, values and losses by `evaluation`. `verdict` says in words who is ahead.

mod alpha_beta;
pub(in crate::play) mod clock;
mod deepening;
mod evaluation;
mod key;
mod many_players;
pub(in crate::play) mod ordering;
mod problem;
mod score;
mod table;
mod thinker;
mod verdict;

pub use evaluation::{Worth, worth};
pub use thinker::{STYLE, Thinker, ThinkerError, Thought, Watch};
pub use verdict::{Verdict, verdict};
