//! Playing: counting positions, reading games from files.

mod perft;
mod record;

pub use perft::{Count, perft};
pub use record::{RecordError, load_game};
