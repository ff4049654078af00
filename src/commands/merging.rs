//! `hornet results`: the results of a match that several machines have played, each a
//! part of it.

use std::io::Write;

use hornet::play::Round;

use super::event::Event;
use super::ledger;
use super::results::Results;
use super::{Ended, Failure, Result, Session};
use crate::args::Merge;

impl Session {
    /// `hornet results`.
    pub fn results(&self, out: &mut dyn Write, asked: &Merge) -> Result {
        let (event, rounds) = merged(asked).map_err(Failure::Message)?;
        if asked.sprt.is_some() && !event.is_duel() {
            return Err(Failure::Message(super::matches::NOT_A_DUEL.into()));
        }
        let results = Results {
            event: &event,
            shard: None,
            games: event.schedule().map_or(0, |schedule| schedule.len()),
            rounds: &rounds,
            time: None,
            stopped: "Not complete",
            test: asked.sprt.map(|sprt| (sprt, sprt.progress(&rounds))),
        };
        match asked.json {
            true => writeln!(out, "{}", results.as_json())?,
            false => write!(out, "{}", results.as_table())?,
        }
        Ok(Ended::Success)
    }
}

/// The games of all files, each once.
fn merged(asked: &Merge) -> std::result::Result<(Event, Vec<Round>), String> {
    let mut whole: Option<Event> = None;
    let mut rounds = Vec::new();
    for path in &asked.files {
        let entries = ledger::read(path)?;
        let event = whole.get_or_insert_with(|| entries.event.clone());
        if let Some(difference) = event.difference(&entries.event) {
            let (first, shown) = (asked.files[0].display(), path.display());
            return Err(format!(
                "{first} and {shown} hold the results of different matches: {difference}"
            ));
        }
        rounds.extend(entries.rounds);
    }
    rounds.sort_by_key(|round| round.number);
    rounds.dedup_by_key(|round| round.number);
    let event = whole.ok_or("name the files that hold the results")?;
    Ok((event, rounds))
}
