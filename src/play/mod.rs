//! Playing: counting positions, looking for a good action, reading and writing
//! game files.

mod perft;
mod record;
mod search;

pub use perft::{Count, perft};
pub use record::{RecordError, load_game, open_record, written_record};
pub use search::{Until, best_action};
