//! The prompt: ask, explain, change rules, play.
//!
//! What somebody types is taken apart by [`statement`], done by a [`Session`],
//! and shown by [`shell`], in a terminal or from a script. A session knows
//! nothing of terminals: text in, text out.

mod ask;
mod change;
pub mod command;
mod complete;
mod discard;
mod editor;
mod games;
mod habits;
pub mod help;
mod highlight;
mod keep;
pub(crate) mod layout;
mod lexicon;
mod listing;
pub(crate) mod pager;
mod pasted;
mod playing;
mod session;
mod settings;
pub mod shell;
pub mod statement;
pub(crate) mod style;
mod suggest;
pub mod tutorial;
mod why;

pub(crate) use discard::{discard_input, forget_typed};
pub use editor::Assistant;
pub use session::{Reply, Screen, Session, Status};
pub use why::question_of;
