//! Players that choose their moves by themselves: at random, by the value of the
//! next position, or by looking ahead.
//!
//! Looking ahead is the work of the crate `minimax`. `node` makes any game one
//! that the crate can search, `context` holds what the nodes of one search share,
//! `scale` fits values into the crate's 16 bits, and `deepening` runs the search,
//! one action deeper each time. `verdict` says in words who is ahead.

mod context;
mod deepening;
mod evaluation;
mod node;
mod scale;
mod thinker;
mod verdict;

pub use evaluation::{Worth, worth};
pub use thinker::{STYLE, Thinker, ThinkerError, Thought, Watch};
pub use verdict::{Verdict, verdict};
