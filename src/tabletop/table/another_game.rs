//! A whole game of Hive that is pasted at a table takes the place of the one that is
//! played there, with the same players, unless that one would be lost.

use std::path::Path;

use super::{Reply, Table, Then, join};
use crate::play::{Player, games_folder, load_record, save_in};
use crate::repl::style::{self, paint};

impl Table {
    /// Goes on with a game in one line.
    pub(super) fn turn_to(&mut self, line: &str) -> Result<Reply, String> {
        if self.game().actions().len() > 0 && self.journal.is_none() {
            return Err("the game that is played here would be lost; `save FILE` saves it, then \
                        paste the other one again"
                .into());
        }
        let loaded = load_record(Path::new(line), None, self.limits.clone())
            .map_err(|error| error.to_string())?;
        let sides = loaded.game.rules().program().declarations.players().len();
        let players: Vec<Player> = self.seats.iter().map(|seat| seat.player.clone()).collect();
        if sides != players.len() {
            return Err(format!("that game has {sides} sides, and {} play here", players.len()));
        }
        let mut table = Table::new(loaded.game, &players, self.seed, self.limits.clone())
            .map_err(|error| error.to_string())?;
        let mut notes = Vec::new();
        if self.journal.is_some() {
            let saved = match games_folder() {
                Some(folder) => save_in(&folder, table.game(), &table.players()),
                None => return Err("there is no folder to save that game in".into()),
            };
            let journal = saved.map_err(|error| error.to_string())?;
            notes.extend(self.goodbye());
            notes.push(format!("this game is saved in {}", journal.path().display()));
            table.save_in(journal, true);
        }
        notes.extend(loaded.relaxed.iter().map(|relaxed| relaxed.to_string()));
        *self = table;
        let notes = notes.iter().map(|note| paint(style::ASIDE, &format!("% {note}")));
        let text = join([self.board()].into_iter().chain(notes));
        Ok(Reply { text, then: Then::Changed })
    }
}
