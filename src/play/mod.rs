//! Playing: players that choose their moves by themselves, are other programs or are
//! reached over HTTP, matches between them, tuning of the weights they judge by, random
//! playouts, counting positions, and game files.

mod action_code;
pub mod engines;
mod failure;
mod files;
mod fingerprint;
#[cfg(feature = "cli")]
mod gains;
pub mod http;
pub mod lines;
mod machine;
mod matches;
mod mcts;
mod perft;
mod player;
mod playouts;
#[cfg(feature = "cli")]
pub mod report;
mod search;
pub mod solve;
pub mod trial;
pub mod tuning;

pub use engines::EngineSpec;
pub use failure::{Failure, NoAnswer};
pub use files::{
    Dropped, FindRules, InFile, Journal, JournalError, LegalPart, Loaded, RecordError, SavedGame,
    continuing, games_folder, is_in_use, is_pgn, load_game, load_record, load_rules, load_text,
    open_record, recover_record, same_file, save_in, saved_games, state_folder, written_head,
    written_pgn, written_record, written_record_of,
};
pub use fingerprint::{fingerprint, fingerprint_of};
pub use http::HttpSpec;
pub use machine::{Machine, MachineError, MoveError, follow};
pub use matches::{
    Effort, Elo, End, Forfeit, GameResult, Hypothesis, LEADS, MOST_GAMES, Match, MatchError,
    Opening, OpeningError, Openings, Progress, Ratings, Round, Schedule, Score, Shard, Slot, Sprt,
    SprtError, Test, Unfinished, elo_of, play_game, share_of, wilson,
};
pub use mcts::Sampled;
pub use perft::{Count, CountError, perft};
pub use player::{Kind, LONGEST, Player, PlayerError, Players, Until};
pub use playouts::{Enough, PlayoutError, Playouts, Tally};
pub use search::{STYLE, Thinker, ThinkerError, Thought, Verdict, Watch, Worth, verdict, worth};
