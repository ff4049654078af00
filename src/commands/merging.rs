//! `hornet results`: the results of a match that several machines have played, each a
//! part of it.

use std::collections::BTreeMap;
use std::io::Write;

use hornet::play::{Progress, Round, Sprt};
use hornet::terminal::harmless;

use super::event::Event;
use super::ledger;
use super::results::Results;
use super::{Ended, Failure, Result, Session};
use crate::args::Merge;

impl Session {
    /// `hornet results`.
    pub fn results(&self, out: &mut dyn Write, asked: &Merge) -> Result {
        let Merged { event, mut rounds, ended_by } = merged(asked).map_err(Failure::Message)?;
        if asked.sprt.is_some() && !event.is_duel() {
            return Err(Failure::Message(super::matches::NOT_A_DUEL.into()));
        }
        let sprt = asked.sprt.or(ended_by.filter(|_| event.is_duel()));
        let test = sprt.map(|sprt| (sprt, sprt.progress(&rounds)));
        if let Some((_, Progress { pairs, accepted: Some(_), .. })) = test {
            // As in the match itself, games after those that decided the test are left out.
            rounds.retain(|round| round.number <= 2 * pairs);
        }
        let results = Results {
            event: &event,
            shard: None,
            games: event.schedule().map_or(0, |schedule| schedule.len()),
            rounds: &rounds,
            time: None,
            stopped: "Not complete",
            nothing: match asked.files.len() {
                1 => "No game is in the file.",
                _ => "No game is in the files.",
            },
            test,
        };
        match asked.json {
            true => writeln!(out, "{}", results.as_json())?,
            false => write!(out, "{}", results.as_table())?,
        }
        Ok(Ended::Success)
    }
}

/// What is in all files together.
struct Merged {
    event: Event,
    /// The games, each once.
    rounds: Vec<Round>,
    /// The test that ended the match, if all files tell of it.
    ended_by: Option<Sprt>,
}

fn merged(asked: &Merge) -> std::result::Result<Merged, String> {
    let mut whole: Option<(Event, Option<Sprt>)> = None;
    let mut rounds = BTreeMap::new();
    for path in &asked.files {
        let entries = ledger::read(path)?;
        if let Some(note) = entries.note(path) {
            anstream::eprintln!("note: {}", harmless(&note));
        }
        let ended_by = entries.ended_by;
        let (event, test) = whole.get_or_insert_with(|| (entries.event.clone(), ended_by));
        if let Some(difference) = event.difference(&entries.event) {
            let (first, shown) = (asked.files[0].display(), path.display());
            return Err(format!(
                "{first} and {shown} hold the results of different matches: {difference}"
            ));
        }
        *test = test.filter(|test| Some(*test) == ended_by);
        for round in entries.rounds {
            rounds.entry(round.number).or_insert(round);
        }
    }
    let (event, ended_by) = whole.ok_or("name the files that hold the results")?;
    Ok(Merged { event, rounds: rounds.into_values().collect(), ended_by })
}
