//! The results of a match in a file, as they come: a line that says which match it is,
//! then a line for each game, all of them JSON. A match that was interrupted goes on from
//! there, and files of several machines are merged.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;

use hornet::game::{Reason, plain_path, sync_folder_of};
use hornet::logic::Atom;
use hornet::play::{Effort, End, Failure, Forfeit, GameResult, Round, Schedule, Shard, Sprt};
use serde_json::{Map, Value, json};

use super::event::Event;
use super::figures::rounded;

/// Larger files are not read: a million games need no more.
const MOST_BYTES: u64 = 256 << 20;

/// No game takes longer, in milliseconds: thirty years.
const LONGEST_GAME: f64 = 1e12;

/// No player looks more actions ahead in a game, all its moves taken together.
const MOST_DEPTH: u64 = 1_000_000_000_000;

/// A file that results are added to.
pub struct Ledger {
    path: PathBuf,
    file: File,
    event: Event,
    /// The first line, if it is still to be written.
    head: Option<Value>,
    /// How many bytes of the file stay. What is behind them cannot be read.
    length: usize,
    /// Where the games are saved.
    places: BTreeSet<String>,
}

/// What a file holds.
pub struct Entries {
    /// The match.
    pub event: Event,
    /// Which part of it, as `1/4`; none if it is the whole.
    pub shard: Option<String>,
    /// The games, in their order.
    pub rounds: Vec<Round>,
    /// The test that ended the match, if one did and no game was added since.
    pub ended_by: Option<Sprt>,
    /// The first of the last lines that are damaged, as a crash of the machine leaves them.
    damaged: Option<usize>,
    /// The folders and files that the games are saved in.
    places: BTreeSet<String>,
    /// How many bytes can be read: damaged lines at the end, and a last line that was cut
    /// off, are left out.
    length: usize,
}

impl Ledger {
    /// Opens the file of a match, and reads what was played; makes it if necessary. A
    /// file of another match is refused. Nothing is written until the match begins.
    pub fn open(
        path: &Path,
        event: &Event,
        shard: Option<Shard>,
    ) -> Result<(Ledger, Entries), String> {
        let shown = path.display();
        let wrong = |error: io::Error| format!("cannot write results to {shown}: {error}");
        event.check_size().map_err(|why| format!("{shown}: {why}"))?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(wrong)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{shown} is in use: another match writes its results there"));
        }
        let text = contents(&file).map_err(wrong)?;
        let part = shard.map(written_shard);
        let (head, entries) = match is_beginning(&text) {
            true => {
                let mut head = event.as_json();
                head["shard"] = json!(part);
                (Some(head), Entries::none(event.clone(), part))
            }
            false => {
                let entries = entries(&text).map_err(|why| format!("{shown}: {why}"))?;
                entries.check_match(event, part).map_err(|difference| {
                    format!(
                        "{shown} holds the results of another match ({difference}); name another \
                         file with --results"
                    )
                })?;
                (None, entries)
            }
        };
        let (length, places) = (entries.length, entries.places.clone());
        let ledger = Ledger { path: path.into(), file, event: event.clone(), head, length, places };
        Ok((ledger, entries))
    }

    /// Whether the games of this match are saved there, in a folder or a file.
    pub fn knows(&self, place: &Path) -> bool {
        self.places.contains(&written_place(place))
    }

    /// Begins to write: cuts off what cannot be read, and notes where games are saved, so
    /// that the match is known to own that when it goes on.
    pub fn begin(&mut self, save: Option<&Path>, pgn: Option<&Path>) -> Result<(), String> {
        let cut = self.file.set_len(self.length as u64);
        cut.map_err(|error| cannot_write(&self.path, error))?;
        let mut line = self.head.take().unwrap_or_else(|| Map::new().into());
        for (key, place) in [(SAVE, save), (PGN, pgn)] {
            if let Some(place) = place.filter(|place| !self.knows(place)) {
                line[key] = json!(written_place(place));
            }
        }
        if line.as_object().is_none_or(Map::is_empty) {
            return Ok(());
        }
        self.append(&line)?;
        sync_folder_of(&self.path);
        Ok(())
    }

    /// Adds a game.
    pub fn add(&mut self, round: &Round) -> Result<(), String> {
        self.append(&as_json(&self.event, round))
    }

    /// Notes that a test has ended the match, or that none has: all games count then, also
    /// those that were under way when a test had ended it before.
    pub fn end(&mut self, test: Option<Sprt>) -> Result<(), String> {
        self.append(&json!({ (ENDED_BY): test.map(|test| test.to_string()) }))
    }

    /// Adds a line, which is on the disk then. A part of a line does not stay.
    fn append(&mut self, line: &Value) -> Result<(), String> {
        let wrong = |error| cannot_write(&self.path, error);
        let end = self.file.seek(SeekFrom::End(0)).map_err(wrong)?;
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.file.sync_data()).map_err(|error| {
            let _ = self.file.set_len(end);
            cannot_write(&self.path, error)
        })
    }
}

fn cannot_write(path: &Path, error: io::Error) -> String {
    format!("cannot write results to {}: {error}", path.display())
}

/// Lines that are not games have these keys: the first line and those after it say where
/// games are saved, the last one says which test has ended the match.
const SAVE: &str = "save";
const PGN: &str = "pgn";
const ENDED_BY: &str = "ended_by_sprt";

/// A folder or a file as a line names it: the same from wherever it is asked for.
fn written_place(path: &Path) -> String {
    let path = absolute(path).unwrap_or_else(|_| path.into());
    plain_path(&path).to_string_lossy().into_owned()
}

/// Whether bytes are nothing, or the beginning of a first line; a crash may leave zeros
/// behind it.
fn is_beginning(bytes: &[u8]) -> bool {
    let head = b"{\"match\":";
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    !bytes.contains(&b'\n') && bytes[..length].iter().zip(head).all(|(byte, head)| byte == head)
}

/// A part as it is written: `1/4`.
pub fn written_shard(Shard { index, count }: Shard) -> String {
    format!("{}/{count}", index + 1)
}

/// The bytes of a file, unless it has too many, or no end.
fn contents(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.metadata()?.len() <= MOST_BYTES {
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= MOST_BYTES {
            return Ok(bytes);
        }
    }
    Err(io::Error::other(format!("it has more than {} MB", MOST_BYTES >> 20)))
}

/// What a file holds.
pub fn read(path: &Path) -> Result<Entries, String> {
    let shown = path.display();
    let bytes = File::open(path).and_then(|file| contents(&file));
    let bytes = bytes.map_err(|error| format!("cannot read {shown}: {error}"))?;
    entries(&bytes).map_err(|why| format!("{shown}: {why}"))
}

fn entries(bytes: &[u8]) -> Result<Entries, String> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut end = 0;
    let lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n').map(|line| {
        end += line.len();
        (end - line.len(), line)
    });
    let mut lines = (1..).zip(lines);
    let head = lines.next().and_then(|(_, (_, line))| object(line));
    let Some((head, event)) = head.and_then(|head| Event::from_json(&head).map(|it| (head, it)))
    else {
        return Err(
            "it does not hold results of a match, as `hornet match --results` writes them \
                    in its first line"
                .into(),
        );
    };
    event.check_size().map_err(|why| format!("line 1: {why}"))?;
    let schedule = event.schedule().ok_or("line 1: there are too many games")?;
    let shard = head["shard"].as_str().map(String::from);
    let mut entries = Entries { length: whole, ..Entries::none(event, shard) };
    entries.places.extend(places_of(&head));
    for (number, (start, line)) in lines.filter(|(_, (_, line))| !line.trim_ascii().is_empty()) {
        match (object(line), entries.damaged) {
            (Some(_), Some(damaged)) => {
                return Err(format!(
                    "line {damaged} is damaged, and lines that are not come after it; take it \
                     out of the file, and the match plays its game again"
                ));
            }
            (Some(line), None) => entries
                .take(&schedule, &line)
                .ok_or_else(|| format!("line {number}: it is not a game of this match"))?,
            (None, Some(_)) => {}
            (None, None) => (entries.damaged, entries.length) = (Some(number), start),
        }
    }
    entries.rounds.sort_by_key(|round| round.number);
    entries.rounds.dedup_by_key(|round| round.number);
    Ok(entries)
}

/// What a line says, if it is whole.
fn object(line: &[u8]) -> Option<Value> {
    serde_json::from_slice(line).ok().filter(Value::is_object)
}

/// Where games are saved, as a line says it.
fn places_of(line: &Value) -> impl Iterator<Item = String> {
    [SAVE, PGN].into_iter().filter_map(|key| line[key].as_str().map(String::from))
}

impl Entries {
    /// Those of a match that has not begun.
    fn none(event: Event, shard: Option<String>) -> Entries {
        let (rounds, places) = (Vec::new(), BTreeSet::new());
        Entries { event, shard, rounds, ended_by: None, damaged: None, places, length: 0 }
    }

    /// Takes in what a line after the first says; nothing, if it has no place there.
    fn take(&mut self, schedule: &Schedule, line: &Value) -> Option<()> {
        if line.get("game").is_some() {
            self.rounds.push(from_json(&self.event, schedule, line)?);
            self.ended_by = None;
            return Some(());
        }
        if let Some(test) = line.get(ENDED_BY) {
            self.ended_by = match test {
                Value::Null => None,
                test => Some(test.as_str()?.parse().ok()?),
            };
            return Some(());
        }
        let places: Vec<String> = places_of(line).collect();
        let has_some = !places.is_empty();
        self.places.extend(places);
        has_some.then_some(())
    }

    /// Whether they are of this part of that match; if not, how that differs.
    fn check_match(&self, event: &Event, part: Option<String>) -> Result<(), String> {
        if let Some(difference) = self.event.difference(event) {
            return Err(difference);
        }
        let shown = |part: &Option<String>| part.clone().unwrap_or_else(|| "none".into());
        match self.shard == part {
            true => Ok(()),
            false => Err(format!("--shard {} and {}", shown(&self.shard), shown(&part))),
        }
    }

    /// What is to be said of damaged lines in that file.
    pub fn note(&self, path: &Path) -> Option<String> {
        let damaged = self.damaged?;
        Some(format!("{} is damaged from line {damaged} on: that is left out", path.display()))
    }
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

/// The game that a line tells of, if it is one of the match, and its figures are not
/// beyond all measure.
fn from_json(event: &Event, schedule: &Schedule, line: &Value) -> Option<Round> {
    let number = usize::try_from(line["game"].as_u64()?).ok()?;
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
    let plies = usize::try_from(line["plies"].as_u64()?).ok().filter(|it| *it <= event.plies)?;
    let count =
        |key: &str, side: usize, most: u64| line[key][side].as_u64().filter(|count| *count <= most);
    let effort = |side: usize| {
        let ms = line["ms"][side].as_f64().filter(|ms| *ms <= LONGEST_GAME)?;
        Some(Effort {
            moves: count("moves", side, plies as u64)?,
            time: Duration::try_from_secs_f64(ms / 1000.0).ok()?,
            depth: count("depth", side, MOST_DEPTH)?,
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
        plies,
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

    /// Opens a file and begins, as a match does.
    fn begun(path: &Path, event: &Event) -> (Ledger, Vec<Round>) {
        let (mut ledger, entries) = Ledger::open(path, event, None).unwrap();
        ledger.begin(None, None).unwrap();
        (ledger, entries.rounds)
    }

    #[test]
    fn what_was_played_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let (mut ledger, rounds) = begun(&path, &event);
        assert_eq!(rounds, []);
        for number in [3, 1, 3] {
            ledger.add(&round(&event, number)).unwrap();
        }
        let in_use = Ledger::open(&path, &event, None).err().unwrap();
        assert!(in_use.contains("is in use"), "{in_use}");
        drop(ledger);
        let expected = [round(&event, 1), round(&event, 3)];
        let (mut ledger, rounds) = begun(&path, &event);
        assert_eq!(rounds, expected);
        // A last line that was cut off is written anew.
        let whole = std::fs::read_to_string(&path).unwrap();
        ledger.file.write_all(b"{\"game\": 4, \"pla").unwrap();
        drop(ledger);
        assert_eq!(read(&path).unwrap().rounds, expected);
        let (ledger, rounds) = begun(&path, &event);
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
        drop(begun(&path, &one));
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
    /// A file with three games, and its lines.
    fn filled(path: &Path, event: &Event) -> Vec<String> {
        let (mut ledger, _) = begun(path, event);
        (1..=3).for_each(|number| ledger.add(&round(event, number)).unwrap());
        drop(ledger);
        let text = std::fs::read_to_string(path).unwrap();
        text.split_inclusive('\n').map(String::from).collect()
    }

    #[test]
    fn what_a_crash_left_at_the_end_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let lines = filled(&path, &event);
        let whole = lines.concat();
        for (tail, is_noted) in [
            ("\0".repeat(300), false),
            ("\0".repeat(40) + "\n", true),
            (lines[2][9..].to_string(), true),
            ("\0\0\n\n".to_string() + &lines[3][..50] + "\n{\"game\": 5", true),
        ] {
            std::fs::write(&path, format!("{whole}{tail}")).unwrap();
            let entries = read(&path).unwrap();
            assert_eq!((entries.rounds.len(), entries.note(&path).is_some()), (3, is_noted));
            let note = entries.note(&path).unwrap_or_default();
            assert_eq!(note.contains("is damaged from line 5 on"), is_noted, "{note}");
            let (mut ledger, rounds) = begun(&path, &event);
            assert_eq!(rounds.len(), 3);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
            ledger.add(&round(&event, 4)).unwrap();
            drop(ledger);
            assert_eq!(read(&path).unwrap().rounds.len(), 4);
        }
        // Not even the first line came to the disk.
        std::fs::write(&path, "\0".repeat(200)).unwrap();
        assert_eq!(begun(&path, &event).1, []);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), lines[0]);
    }

    #[test]
    fn damage_before_other_games_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let lines = filled(&path, &event);
        for damaged in [&b"\0\0\0\n"[..], b"{\"game\": 2, \"pl\n", b"\xff\xfe\n"] {
            let [before, after] = [&lines[..2], &lines[3..]].map(|lines| lines.concat());
            let bytes = [before.as_bytes(), damaged, after.as_bytes()].concat();
            std::fs::write(&path, &bytes).unwrap();
            for error in [Ledger::open(&path, &event, None).err(), read(&path).err()] {
                let error = error.unwrap();
                assert!(error.contains("line 3 is damaged") && error.contains("take it out"));
            }
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "it stays as it is");
        }
    }

    #[test]
    fn where_games_are_saved_is_known_when_the_match_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let (save, pgn) = (Path::new("some/games"), Path::new("games.pgn"));
        let opened = || Ledger::open(&path, &event, None).unwrap();
        let (mut ledger, _) = opened();
        assert!(!ledger.knows(save));
        ledger.begin(Some(save), None).unwrap();
        ledger.add(&round(&event, 1)).unwrap();
        drop(ledger);
        let (mut ledger, _) = opened();
        assert!(ledger.knows(Path::new("./some/../some/games")) && !ledger.knows(pgn));
        ledger.begin(Some(save), Some(pgn)).unwrap();
        drop(ledger);
        let (mut ledger, entries) = opened();
        assert!(ledger.knows(save) && ledger.knows(pgn) && !ledger.knows(Path::new("games")));
        assert_eq!(entries.rounds.len(), 1);
        let before = std::fs::read(&path).unwrap();
        ledger.begin(Some(save), Some(pgn)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), before, "there is nothing to add");
        drop(ledger);
        // Files of older versions do not say it.
        std::fs::write(&path, format!("{}\n", event.as_json())).unwrap();
        assert!(!opened().0.knows(save));
    }

    #[test]
    fn a_test_has_ended_the_match_until_it_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let event = event(&["greedy", "random"]);
        let sprt: Sprt = "0,10,0.01".parse().unwrap();
        let (mut ledger, _) = begun(&path, &event);
        ledger.add(&round(&event, 1)).unwrap();
        assert_eq!(read(&path).unwrap().ended_by, None);
        ledger.end(Some(sprt)).unwrap();
        assert_eq!(read(&path).unwrap().ended_by, Some(sprt));
        ledger.end(None).unwrap();
        assert_eq!(read(&path).unwrap().ended_by, None);
        ledger.end(Some(sprt)).unwrap();
        ledger.add(&round(&event, 2)).unwrap();
        assert_eq!(read(&path).unwrap().ended_by, None);
    }

    #[test]
    fn figures_beyond_all_measure_are_no_games() {
        let event = event(&["greedy", "random"]);
        let schedule = event.schedule().unwrap();
        let line = as_json(&event, &round(&event, 1));
        assert_eq!(from_json(&event, &schedule, &line), Some(round(&event, 1)));
        for (key, value) in [
            ("plies", json!(401)),
            ("plies", json!(u64::MAX)),
            ("moves", json!([42, 0])),
            ("moves", json!([1, u64::MAX])),
            ("depth", json!([u64::MAX, 0])),
            ("depth", json!([-1, 0])),
            ("ms", json!([1e300, 0])),
            ("ms", json!([1.8e22, 1.8e22])),
            ("ms", json!([-1, 0])),
            ("game", json!(u64::MAX)),
            ("seats", json!([0, u64::MAX])),
            ("winner", json!(7)),
        ] {
            let mut line = line.clone();
            line[key] = value;
            assert_eq!(from_json(&event, &schedule, &line), None, "{line}");
        }
    }

    #[test]
    fn a_file_without_a_measure_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        File::create(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        let error = read(&path).err().unwrap();
        assert!(error.contains("it has more than 256 MB"), "{error}");
    }
}
