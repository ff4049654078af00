//! The results of a match in a file, as they come: a line that says which match it is,
//! then a line for each game, all of them JSON. A match that was interrupted goes on from
//! there, and files of several machines are merged.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hornet::game::Reason;
use hornet::logic::Atom;
use hornet::play::{Effort, End, Failure, Forfeit, GameResult, Round, Schedule, Shard};
use serde_json::{Value, json};

use super::event::Event;
use super::figures::rounded;

/// A file that results are added to.
pub struct Ledger {
    path: PathBuf,
    file: File,
    event: Event,
}

/// What a file holds.
pub struct Entries {
    /// The match.
    pub event: Event,
    /// Which part of it, as `1/4`; none if it is the whole.
    pub shard: Option<String>,
    /// The games, in their order.
    pub rounds: Vec<Round>,
    /// How many bytes can be read: a last line that was cut off is left out.
    length: usize,
}

impl Ledger {
    /// Opens the file of a match, and reads what was played; makes it if necessary. A
    /// file of another match is refused.
    pub fn open(
        path: &Path,
        event: &Event,
        shard: Option<Shard>,
    ) -> Result<(Ledger, Vec<Round>), String> {
        let shown = path.display();
        let wrong = |error: std::io::Error| format!("cannot write results to {shown}: {error}");
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(wrong)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{shown} is in use: another match writes its results there"));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(wrong)?;
        let mut ledger = Ledger { path: path.into(), file, event: event.clone() };
        let part = shard.map(written_shard);
        if !text.contains(&b'\n') && is_beginning(&text) {
            ledger.file.set_len(0).map_err(wrong)?;
            let mut head = event.as_json();
            head["shard"] = json!(part);
            ledger.append(&head)?;
            return Ok((ledger, Vec::new()));
        }
        let entries = entries(&text).map_err(|why| format!("{shown}: {why}"))?;
        let another = |difference: String| {
            format!(
                "{shown} holds the results of another match ({difference}); name another file with \
                 --results"
            )
        };
        if let Some(difference) = entries.event.difference(event) {
            return Err(another(difference));
        }
        if entries.shard != part {
            let shown = |part: Option<String>| part.unwrap_or_else(|| "none".into());
            return Err(another(format!("--shard {} and {}", shown(entries.shard), shown(part))));
        }
        ledger.file.set_len(entries.length as u64).map_err(wrong)?;
        Ok((ledger, entries.rounds))
    }

    /// Adds a game.
    pub fn add(&mut self, round: &Round) -> Result<(), String> {
        self.append(&as_json(&self.event, round))
    }

    fn append(&mut self, line: &Value) -> Result<(), String> {
        let end = self.file.seek(SeekFrom::End(0));
        let written = end.and_then(|_| self.file.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| format!("cannot write results to {}: {error}", self.path.display()))
    }
}

/// Whether bytes without a line break are nothing, or the beginning of a first line.
fn is_beginning(bytes: &[u8]) -> bool {
    let head = b"{\"match\":";
    bytes.iter().zip(head).all(|(byte, head)| byte == head)
}

/// A part as it is written: `1/4`.
pub fn written_shard(Shard { index, count }: Shard) -> String {
    format!("{}/{count}", index + 1)
}

/// What a file holds.
pub fn read(path: &Path) -> Result<Entries, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    entries(&bytes).map_err(|why| format!("{shown}: {why}"))
}

fn entries(bytes: &[u8]) -> Result<Entries, String> {
    let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let text = str::from_utf8(&bytes[..length]).map_err(|_| "it is not a text in UTF-8")?;
    let mut lines = text.lines().enumerate();
    let head: Option<Value> = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
    let event = head.as_ref().and_then(Event::from_json);
    let (Some(head), Some(event)) = (head, event) else {
        return Err(
            "it does not hold results of a match, as `hornet match --results` writes them \
                    in its first line"
                .into(),
        );
    };
    let schedule = event.schedule().ok_or("line 1: there are too many games")?;
    let mut rounds: Vec<Round> = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let round = serde_json::from_str(line).ok();
        let round = round.and_then(|line| from_json(&event, &schedule, &line));
        rounds.push(
            round.ok_or_else(|| format!("line {}: it is not a game of this match", index + 1))?,
        );
    }
    rounds.sort_by_key(|round| round.number);
    rounds.dedup_by_key(|round| round.number);
    let shard = head["shard"].as_str().map(String::from);
    Ok(Entries { event, shard, rounds, length })
}

/// The ends of games, as they are written.
const ENDS: [(End, &str); 4] = [
    (End::Outcome, "outcome"),
    (End::BrokenOff, "broken off"),
    (End::Stuck, "stuck"),
    (End::Forfeit, "forfeit"),
];

/// The end of a game, as it is written.
pub fn written_end(end: End) -> &'static str {
    ENDS.iter().find(|(known, _)| *known == end).map_or("", |(_, written)| written)
}

/// A game as a line says it.
fn as_json(event: &Event, round: &Round) -> Value {
    let result = &round.result;
    let names = event.told_apart();
    let effort =
        |figure: &dyn Fn(&Effort) -> Value| -> Value { result.effort.iter().map(figure).collect() };
    json!({
        "game": round.number,
        "players": round.seats.iter().map(|player| &names[*player]).collect::<Vec<_>>(),
        "seats": round.seats,
        "opening": round.opening,
        "result": result.winner.map_or("draw", |side| side.as_str()),
        "winner": round.winner,
        "end": written_end(result.end),
        "causes": result.causes.iter().map(|cause| cause.name.as_str()).collect::<Vec<_>>(),
        "plies": result.plies,
        "seed": event.seed,
        "moves": effort(&|effort| effort.moves.into()),
        "ms": effort(&|effort| rounded(effort.time.as_secs_f64() * 1000.0, 3).into()),
        "depth": effort(&|effort| effort.depth.into()),
        "forfeit": result.forfeit.as_ref().map(|lost| json!({
            "side": lost.side.as_str(),
            "reason": lost.failure.to_string(),
        })),
    })
}

/// The game that a line tells of, if it is one of the match.
fn from_json(event: &Event, schedule: &Schedule, line: &Value) -> Option<Round> {
    let number = line["game"].as_u64()? as usize;
    let slot = (1..=schedule.len()).contains(&number).then(|| schedule.slot(number - 1))?;
    let seats: Option<Vec<usize>> =
        line["seats"].as_array()?.iter().map(|seat| Some(seat.as_u64()? as usize)).collect();
    let winner = line["winner"].as_u64().map(|winner| winner as usize);
    let side = match winner {
        Some(winner) => Some(slot.seats.iter().position(|player| *player == winner)?),
        None => None,
    };
    if seats? != slot.seats || line["seed"].as_u64() != Some(event.seed) {
        return None;
    }
    let end = line["end"].as_str()?;
    let figure = |key: &str, side: usize| line[key][side].as_f64();
    let effort = |side: usize| {
        let seconds = figure("ms", side)? / 1000.0;
        Some(Effort {
            moves: figure("moves", side)? as u64,
            time: Duration::try_from_secs_f64(seconds).ok()?,
            depth: figure("depth", side)? as u64,
        })
    };
    let cause = |cause: &Value| {
        let name = cause.as_str()?;
        Some(Reason { name: Atom::new(name), message: name.to_string() })
    };
    let forfeit = |lost: &Value| {
        let failure = Failure::Reported(lost["reason"].as_str()?.into());
        Some(Forfeit { side: Atom::new(lost["side"].as_str()?), failure })
    };
    let result = GameResult {
        end: ENDS.iter().find(|(_, written)| *written == end)?.0,
        winner: side.map(|side| Atom::new(&event.sides[side])),
        causes: line["causes"].as_array()?.iter().map(cause).collect::<Option<_>>()?,
        plies: line["plies"].as_u64()? as usize,
        effort: (0..slot.seats.len()).map(effort).collect::<Option<_>>()?,
        forfeit: forfeit(&line["forfeit"]),
    };
    let opening = line["opening"].as_str().map(String::from);
    let (encounter, seats) = (slot.encounter, slot.seats);
    Some(Round { number, encounter, seats, opening, winner, result })
}

#[cfg(test)]
mod tests {
    use super::super::event::tests::event;
    use super::*;

    fn round(event: &Event, number: usize) -> Round {
        let slot = event.schedule().unwrap().slot(number - 1);
        let forfeit = Forfeit {
            side: Atom::new("top"),
            failure: Failure::Reported("it \"hangs\"\nand hangs".into()),
        };
        let effort = Effort { moves: 20, time: Duration::from_millis(1500), depth: 40 };
        let result = GameResult {
            end: End::Forfeit,
            winner: Some(Atom::new("bot")),
            causes: vec![Reason { name: Atom::new("far_row"), message: "far_row".into() }],
            plies: 41,
            effort: vec![effort, Effort::default()],
            forfeit: Some(forfeit),
        };
        let opening = Some("b2-b3; c5-c4".into());
        let winner = Some(slot.seats[0]);
        Round { number, encounter: slot.encounter, seats: slot.seats, opening, winner, result }
    }

    #[test]
    fn what_was_played_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let (mut ledger, rounds) = Ledger::open(&path, &event, None).unwrap();
        assert_eq!(rounds, []);
        for number in [3, 1, 3] {
            ledger.add(&round(&event, number)).unwrap();
        }
        let in_use = Ledger::open(&path, &event, None).err().unwrap();
        assert!(in_use.contains("is in use"), "{in_use}");
        drop(ledger);
        let expected = [round(&event, 1), round(&event, 3)];
        let (mut ledger, rounds) = Ledger::open(&path, &event, None).unwrap();
        assert_eq!(rounds, expected);
        // A last line that was cut off is written anew.
        let whole = std::fs::read_to_string(&path).unwrap();
        ledger.file.write_all(b"{\"game\": 4, \"pla").unwrap();
        drop(ledger);
        assert_eq!(read(&path).unwrap().rounds, expected);
        let (ledger, rounds) = Ledger::open(&path, &event, None).unwrap();
        assert_eq!(
            (rounds.as_slice(), std::fs::read_to_string(&path).unwrap()),
            (&expected[..], whole)
        );
        drop(ledger);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let one = event(&["greedy", "random"]);
        drop(Ledger::open(&path, &one, None).unwrap());
        let refused = |event: &Event, shard: Option<Shard>, said: &str| {
            let before = std::fs::read(&path).unwrap();
            let error = Ledger::open(&path, event, shard).err().unwrap();
            assert!(error.contains(said), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), before);
        };
        let another = Event { games: 12, ..one.clone() };
        refused(&another, None, "another match (games 10 and 12)");
        refused(&one, Some(Shard { index: 0, count: 4 }), "--shard none and 1/4");
        std::fs::write(&path, "my notes").unwrap();
        refused(&one, None, "it does not hold results of a match");
        std::fs::write(&path, "{\"match\":\"tanks\"}\n").unwrap();
        refused(&one, None, "it does not hold results of a match");
        std::fs::write(&path, format!("{}\n{{\"game\": 11}}\n", one.as_json())).unwrap();
        refused(&one, None, "line 2: it is not a game of this match");
    }
}
