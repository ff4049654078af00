//! Playing: players that choose their moves by themselves, matches between them,
//! random playouts, counting positions, and game files.

mod action_code;
mod files;
mod matches;
mod perft;
mod player;
mod playouts;
pub mod report;
mod search;

pub use files::{
    Dropped, Journal, JournalError, Loaded, RecordError, SavedGame, continuing, games_folder,
    is_in_use, load_game, load_record, open_record, recover_record, same_file, save_in,
    saved_games, state_folder, written_head, written_record, written_record_of,
};
pub use matches::{
    Effort, End, GameResult, LEADS, Match, MatchError, Round, Score, Unfinished, play_game, wilson,
};
pub use perft::{Count, CountError, perft};
pub use player::{Kind, LONGEST, Player, PlayerError, Until};
pub use playouts::{Enough, PlayoutError, Playouts, Tally};
pub use search::{STYLE, Thinker, ThinkerError, Thought, Verdict, Watch, Worth, verdict, worth};
