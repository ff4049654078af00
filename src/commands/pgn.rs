//! A file in PGN to which the games of a match are added as they come.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use hornet::game::Game;
use hornet::play::{End, Match, Round, written_pgn};

use super::event::Event;
use super::folder::how_it_ended;

/// A file that games are added to.
pub struct PgnFile {
    path: PathBuf,
    file: File,
}

impl PgnFile {
    /// Opens the file. One that is there already must be empty, or known to hold games of
    /// this match.
    pub fn open(path: &Path, pairing: &Match, is_known: bool) -> Result<PgnFile, String> {
        let (shown, game) = (path.display(), pairing.rules().name());
        let start = Game::new(pairing.rules().clone()).map_err(|error| error.to_string())?;
        if written_pgn(&start).map_err(|error| error.to_string())?.is_none() {
            return Err(format!(
                "--pgn is for games of hive only, and {game} is not one; --save saves games of \
                 every kind"
            ));
        }
        let is_filled = path.metadata().is_ok_and(|found| found.len() > 0);
        if is_filled && !is_known {
            return Err(format!("{shown} already exists; name another file with --pgn"));
        }
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| format!("cannot save games in {shown}: {error}"))?;
        Ok(PgnFile { path: path.into(), file })
    }

    /// Adds a game.
    pub fn add(&mut self, event: &Event, round: &Round, game: &Game) -> Result<(), String> {
        let text = written(event, round, game)?;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

/// A game with who played it, and a blank line behind it.
fn written(event: &Event, round: &Round, game: &Game) -> Result<String, String> {
    let (mut game, names) = (game.clone(), event.told_apart());
    let about = game.about_mut();
    about.set_tag("Event", format!("hornet match {}, seed {}", event.game, event.seed));
    about.set_tag("Round", round.number.to_string());
    for (side, player) in event.sides.iter().zip(&round.seats) {
        let tag = if side == "white" { "White" } else { "Black" };
        about.set_tag(tag, &names[*player]);
    }
    if round.result.end != End::Outcome && round.result.end != End::Forfeit {
        about.set_tag("Termination", how_it_ended(round));
    }
    let text = written_pgn(&game).map_err(|error| error.to_string())?.unwrap_or_default();
    Ok(text + "\n")
}
