//! A file in PGN to which the games of a match are added as they come.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use hornet::game::{Game, write_whole};
use hornet::play::{End, Match, Round, Slot, written_pgn};

use super::event::Event;
use super::folder::how_it_ended;

/// A file that games are added to.
pub struct PgnFile {
    path: PathBuf,
    file: File,
}

impl PgnFile {
    /// Opens the file. One that is there already must be empty, or known to hold games of
    /// this match: then those stay that have a result among the rounds that were played,
    /// and the others are played again.
    pub fn open(
        path: &Path,
        pairing: &Match,
        event: &Event,
        known: Option<&Known<'_>>,
    ) -> Result<PgnFile, String> {
        let (shown, game) = (path.display(), pairing.rules().name());
        let start = Game::new(pairing.rules().clone()).map_err(|error| error.to_string())?;
        if written_pgn(&start).map_err(|error| error.to_string())?.is_none() {
            return Err(format!(
                "--pgn is for games of hive only, and {game} is not one; --save saves games of \
                 every kind"
            ));
        }
        let is_filled = path.metadata().is_ok_and(|found| found.len() > 0);
        let wrong = |error| format!("cannot save games in {shown}: {error}");
        match known {
            None if is_filled => {
                return Err(format!("{shown} already exists; name another file with --pgn"));
            }
            Some(known) if is_filled => {
                let text = fs::read_to_string(path).map_err(wrong)?;
                let kept = with_results(&text, event, known);
                if kept != text {
                    write_whole(path, &kept).map_err(wrong)?;
                }
            }
            _ => {}
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(wrong)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{shown} is in use: another match saves its games there"));
        }
        Ok(PgnFile { path: path.into(), file })
    }

    /// Adds a game.
    pub fn add(&mut self, event: &Event, round: &Round, game: &Game) -> Result<(), String> {
        let text = written(event, round, game)?;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

/// What the games of a match have for their event.
fn event_of(event: &Event) -> String {
    format!("hornet match {}, seed {}", event.game, event.seed)
}

/// What is known of the games of a match that goes on.
pub struct Known<'a> {
    /// The games that are to be played, also those that were.
    pub slots: &'a [Slot],
    /// The games that have a result.
    pub played: &'a [Round],
}

/// The games of a text, without those of the match that have no result, or are there
/// already: they were being written when it was interrupted, or their results were lost.
/// Games of others stay.
fn with_results(text: &str, event: &Event, known: &Known<'_>) -> String {
    let names = event.told_apart();
    let mut missing: BTreeSet<usize> = known.played.iter().map(|round| round.number).collect();
    let mut kept = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        // Tags begin a game, and a blank line stands before them.
        let breaks = ["\n\n[", "\n\r\n["].into_iter();
        let end = breaks.filter_map(|it| Some(rest.find(it)? + it.len() - 1)).min();
        let (game, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let tag = |name: &str| {
            let begins = format!("[{name} \"");
            let mut values = game.lines().filter_map(|line| line.strip_prefix(&begins));
            values.next()?.trim_end().strip_suffix("\"]")
        };
        let number = tag("Round").and_then(|round| round.parse::<usize>().ok());
        let slot = known.slots.iter().find(|slot| Some(slot.number) == number);
        let is_ours = |slot: &&Slot| {
            let plays = |(side, player): (&String, &usize)| {
                tag(tag_of(side)).is_none_or(|name| name == names[*player])
            };
            tag("Event").is_some_and(|it| it == event_of(event))
                && event.sides.iter().zip(&slot.seats).all(plays)
        };
        if slot.filter(is_ours).is_none_or(|slot| missing.remove(&slot.number)) {
            kept += game;
        }
    }
    kept
}

/// The tag that names the player of a side.
fn tag_of(side: &str) -> &'static str {
    if side == "white" { "White" } else { "Black" }
}

/// A game with who played it, and a blank line behind it.
fn written(event: &Event, round: &Round, game: &Game) -> Result<String, String> {
    let (mut game, names) = (game.clone(), event.told_apart());
    let about = game.about_mut();
    about.set_tag("Event", event_of(event));
    about.set_tag("Round", round.number.to_string());
    for (side, player) in event.sides.iter().zip(&round.seats) {
        about.set_tag(tag_of(side), &names[*player]);
    }
    if round.result.end != End::Outcome && round.result.end != End::Forfeit {
        about.set_tag("Termination", how_it_ended(round));
    }
    let text = written_pgn(&game).map_err(|error| error.to_string())?.unwrap_or_default();
    Ok(text + "\n")
}
