//! The prompt: ask, explain, change rules, play.
//!
//! What somebody types is taken apart by [`statement`], done by a [`Session`],
//! and shown by [`shell`], in a terminal or from a script. A session knows
//! nothing of terminals: text in, text out.

mod ask;
mod audience;
mod change;
pub mod command;
mod complete;
mod consequences;
mod discard;
mod edit;
mod editor;
mod entries;
mod forget;
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
mod pieces;
#[cfg(unix)]
mod plain_lines;
mod playing;
pub(crate) mod prose;
mod rule_history;
pub(crate) mod saved_games;
mod session;
mod setting_up;
pub(crate) mod settings;
mod several_moves;
pub mod shell;
mod solving;
pub mod statement;
pub(crate) mod style;
mod suggest;
mod text_editor;
mod transcript;
pub mod tutorial;
mod unsaved;
mod why;

pub(crate) use discard::{discard_input, forget_typed};
pub use editor::Assistant;
#[cfg(feature = "web")]
pub(crate) use games::{Exported, exported_form};
#[cfg(feature = "web")]
pub(crate) use playing::machine_of;
pub(crate) use session::counted;
pub use session::{Reply, Screen, Session, Status};
pub(crate) use several_moves::left_out;
pub use solving::asked_to_solve;
pub use why::question_of;
