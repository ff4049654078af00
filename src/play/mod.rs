//! Playing: players that think for themselves, contests between them, counting
//! positions, reading and writing game files, and keeping a game in one while it
//! is played.

mod action_code;
pub mod announce;
mod bout;
mod contest;
mod journal;
mod judge;
mod kept;
mod lookahead;
mod perft;
mod player;
mod playouts;
mod record;
mod score;
mod thinker;

pub use bout::{Bout, Effort, End, LEADS, play_out};
pub use contest::{Contest, ContestError, Round};
pub use journal::{Journal, JournalError, same_file};
pub use judge::{Worth, worth};
pub use kept::{games_folder, keep_in, state_folder};
pub use perft::{Count, CountError, perft};
pub use player::{Kind, LONGEST, Player, PlayerError, Until};
pub use playouts::{Enough, PlayoutError, Playouts, Tally};
pub use record::{
    Dropped, Loaded, RecordError, load_game, load_record, open_record, recover_record,
    written_record, written_record_of,
};
pub use score::{Score, Unfinished, wilson};
pub use thinker::{STYLE, Thinker, ThinkerError, Thought, Watch};
