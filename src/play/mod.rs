//! Playing: players that think for themselves, counting positions, reading and
//! writing game files.

mod judge;
mod lookahead;
mod perft;
mod player;
mod record;
mod thinker;

pub use judge::{Worth, worth};
pub use perft::{Count, perft};
pub use player::{DEEPEST, EXAMPLES, Kind, LONGEST, Player, PlayerError, Until};
pub use record::{RecordError, load_game, open_record, written_record};
pub use thinker::{STYLE, Thinker, ThinkerError, Thought, Watch};
