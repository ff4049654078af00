//! `hornet serve`: the board in the browser.

use std::io::Write;

use hornet::play::RecordError;
use hornet::web::{self, ServeError, Serving};

use super::{Ended, Failure, Result, Session};
use crate::args::Serve;

impl Session {
    /// `hornet serve`.
    pub fn serve(&self, out: &mut dyn Write, asked: &Serve) -> Result {
        let no_folder = "there is no folder to keep games in: name one in HORNET_TABLES";
        let tables = web::tables_folder().ok_or(Failure::Message(no_folder.into()))?;
        let serving = Serving {
            game: asked.game.clone(),
            address: (asked.bind, asked.port).into(),
            games: asked.games.clone(),
            tables,
            open: asked.open,
        };
        match web::serve(&serving, out, &self.interrupt) {
            Ok(()) => Ok(Ended::Success),
            Err(ServeError::Load(error)) => Err(RecordError::from(error).into()),
            Err(ServeError::System(error)) => Err(error.into()),
            Err(error) => Err(Failure::Message(error.to_string())),
        }
    }
}
