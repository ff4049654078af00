//! The board in the browser: `hornet serve`.
//!
//! A `table::Table` is a game in progress with its variations and who plays it;
//! `hall::Hall` holds all of them, and `storage` keeps them on the disk. Requests come
//! in through `server`, past the `guard`, to `api`; `machines` moves those who
//! are not people. The page in `page/` draws what it is told: a position as `view` puts
//! it, explanations as `proof` and `refusal` do. It knows nothing of any game.
//! `player` answers those who ask Hornet for moves over HTTP.

mod api;
mod assets;
mod catalogue;
mod entry;
mod error;
mod guard;
mod hall;
mod lane;
mod limits;
mod linking;
mod machines;
pub mod player;
mod prompt;
mod proof;
mod refusal;
mod rulebook;
mod seats;
mod server;
mod setup;
mod state;
mod storage;
mod table;
mod tree;
mod view;
mod wanted;

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::Rng;
use thiserror::Error;

use crate::game::LoadError;
use crate::play::state_folder;

/// The port, unless somebody names another.
pub const PORT: u16 = 4756;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The game to offer first.
    pub game: Option<String>,
    /// Where to listen.
    pub address: SocketAddr,
    /// A folder with rule files to offer as well.
    pub games: Option<PathBuf>,
    /// Where tables are kept.
    pub tables: PathBuf,
    /// Whether to open the page in a browser.
    pub open: bool,
}

/// Why nothing can be served, or no longer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The game.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The folder of games is not one.
    #[error("{0} is not a folder")]
    NoFolder(String),
    /// Tables cannot be kept.
    #[error("tables cannot be kept in {folder}: {error}")]
    Tables {
        /// Where.
        folder: String,
        /// Why.
        error: std::io::Error,
    },
    /// The address cannot be used.
    #[error("cannot listen at {address}: {error}{}", another_port(.error))]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// Something else of the system.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

fn another_port(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => "; --port 0 takes any port that is free",
        _ => "",
    }
}

/// Where tables are kept: `HORNET_TABLES`, or a folder in the user's state directory.
pub fn tables_folder() -> Option<PathBuf> {
    let named = std::env::var_os("HORNET_TABLES").filter(|path| !path.is_empty());
    named.map(PathBuf::from).or_else(|| Some(state_folder()?.join("tables")))
}

/// Serves until `stop` is set. Says where on `out`.
pub fn serve(
    serving: &Serving,
    out: &mut dyn Write,
    stop: &Arc<AtomicBool>,
) -> Result<(), ServeError> {
    server::run(serving, out, stop)
}

/// A name that nobody guesses.
fn random_name() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut chance = rand::rng();
    (0..26).map(|_| char::from(SIGNS[chance.random_range(0..SIGNS.len())])).collect()
}
