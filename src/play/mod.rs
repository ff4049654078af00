//! Playing: counting positions, looking for a good action, reading games from
//! files.

mod perft;
mod record;
mod search;

pub use perft::{Count, perft};
pub use record::{RecordError, load_game};
pub use search::{Until, best_action};
