//! `hornet match`: players against each other over many games.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hornet::game::{Game, read_text};
use hornet::play::{Match, Openings, RecordError, Round, Slot, Sprt, Test, load_rules};
use hornet::terminal::harmless;
use indicatif::{ProgressBar, ProgressStyle};

use super::event::Event;
use super::figures::counted;
use super::folder::Folder;
use super::ledger::{Ledger, written_shard};
use super::pgn::{Known, PgnFile};
use super::results::Results;
use super::{Ended, Failure, Result, Session};
use crate::args;

/// Why there is no sequential test.
pub const NOT_A_DUEL: &str = "--sprt compares two players at a game for two; name two players";

type Told<T> = std::result::Result<T, String>;

impl Session {
    /// `hornet match`.
    pub fn play_match(&self, out: &mut dyn Write, asked: &args::Match) -> Result {
        let pairing = self.pairing(asked)?;
        let openings = openings(asked, &pairing).map_err(Failure::Message)?;
        let event = Event::of(&pairing, asked.games as usize, &openings);
        if asked.sprt.is_some() && !event.is_duel() {
            return Err(Failure::Message(NOT_A_DUEL.into()));
        }
        let told = |error: hornet::play::MatchError| Failure::Message(error.to_string());
        let pairing = pairing.with_openings(openings).map_err(told)?;
        let schedule = pairing.schedule(event.games).map_err(told)?;
        let mut slots: Vec<Slot> = schedule.slots(asked.shard).collect();
        let games = slots.len();
        let (mut keeper, mut played) = Keeper::open(asked, &pairing, &event)?;
        let resumed = played.len();
        if resumed > 0 {
            let done = counted(resumed);
            let are = if resumed == 1 { "is" } else { "are" };
            anstream::eprintln!(
                "note: {} of {games} {are} played already; going on",
                harmless(&done)
            );
        }
        slots.retain(|slot| !played.contains_key(&slot.number));

        let began = Instant::now();
        let mut test = asked.sprt.map(Test::new);
        advance(&mut test, &played);
        let mut scoreboard = Scoreboard::new(&event, games, &played);
        let mut unsaved = None;
        let is_decided = |test: &Option<Test>| {
            test.as_ref().is_some_and(|test| test.progress.accepted.is_some())
        };
        if is_decided(&test) {
            slots.clear();
        }
        let threads = pairing.threads();
        let failed = pairing.play_slots(&slots, threads, &self.interrupt, &mut |round, game| {
            scoreboard.count(round.winner);
            played.insert(round.number, round.clone());
            if let Err(error) = keeper.keep(&pairing, &event, round, game) {
                unsaved.get_or_insert(error);
                self.interrupt.store(true, Ordering::Relaxed);
            }
            advance(&mut test, &played);
            self.interrupt.fetch_or(is_decided(&test), Ordering::Relaxed);
        });
        scoreboard.bar.finish_and_clear();
        let mut failed = failed.err().map(|error| error.to_string()).or(unsaved);
        let has_ended = is_decided(&test) || played.len() == games;
        let decisive = test.as_ref().filter(|test| test.progress.accepted.is_some());
        failed = failed.or(keeper.end(decisive.map(|test| test.sprt)).err());
        if let Some(test) = decisive {
            // Games that were under way when the test ended would differ from run to run.
            played.retain(|number, _| *number <= 2 * test.progress.pairs);
        }
        let rounds: Vec<Round> = played.into_values().collect();
        let results = Results {
            event: &event,
            shard: asked.shard.map(written_shard),
            games,
            rounds: &rounds,
            time: (resumed == 0).then(|| began.elapsed()),
            stopped: if failed.is_some() { "Stopped by an error" } else { "Interrupted" },
            nothing: "Interrupted before a game was finished.",
            test: test.map(|test| (test.sprt, test.progress)),
        };
        // What was played counts, also if something went wrong then.
        if failed.is_none() || !rounds.is_empty() {
            match asked.json {
                true => writeln!(out, "{}", results.as_json())?,
                false => write!(out, "{}", results.as_table())?,
            }
        }
        if let Some(error) = failed {
            out.flush()?;
            return Err(Failure::Message(error));
        }
        Ok(if has_ended { Ended::Success } else { Ended::Interrupted })
    }

    /// The players, ready to play.
    fn pairing(&self, asked: &args::Match) -> Result<Match> {
        let rules = load_rules(&asked.game, self.limits())?;
        rules.require_game().map_err(RecordError::from)?;
        let players = asked.players.0.clone();
        Match::new(Arc::new(rules), players, asked.seed, asked.plies as usize)
            .map_err(|error| Failure::Message(error.to_string()))
    }
}

/// How the games are to begin.
fn openings(asked: &args::Match, pairing: &Match) -> Told<Openings> {
    if let Some(plies) = asked.random_openings {
        if plies >= asked.plies {
            return Err(format!(
                "games are broken off after {} actions, so --random-openings must be fewer, not \
                 {plies}",
                asked.plies
            ));
        }
        return Ok(Openings::Random { plies: plies as usize });
    }
    let Some(path) = &asked.openings else { return Ok(Openings::None) };
    let shown = path.display();
    let text = read_text(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    Openings::read(&text, pairing.rules(), asked.plies as usize)
        .map_err(|error| format!("{shown}: {error}"))
}

/// Lets a test see the pairs of games that are complete by now.
fn advance(test: &mut Option<Test>, played: &BTreeMap<usize, Round>) {
    let Some(test) = test else { return };
    while test.progress.accepted.is_none() {
        let first = 2 * test.progress.pairs + 1;
        let (Some(one), Some(two)) = (played.get(&first), played.get(&(first + 1))) else { return };
        test.add([one, two]);
    }
}

/// Where games and results are kept as they come.
struct Keeper {
    folder: Option<Folder>,
    pgn: Option<PgnFile>,
    ledger: Option<Ledger>,
    /// The test that had ended the match before.
    ended_by: Option<Sprt>,
}

impl Keeper {
    /// Opens what is asked for; and the games that were played before. Games that are
    /// saved already may only be those of this match.
    fn open(
        asked: &args::Match,
        pairing: &Match,
        event: &Event,
    ) -> Result<(Keeper, BTreeMap<usize, Round>)> {
        let opened = || -> Told<_> {
            let (save, pgn) = (asked.save.as_deref(), asked.pgn.as_deref());
            let found = asked.results.as_deref().map(|path| {
                let (ledger, entries) = Ledger::open(path, event, asked.shard)?;
                if let Some(note) = entries.note(path) {
                    anstream::eprintln!("note: {}", harmless(&note));
                }
                Ok::<_, String>((ledger, entries))
            });
            let (mut ledger, entries) = found.transpose()?.unzip();
            let knows = |path| ledger.as_ref().is_some_and(|ledger: &Ledger| ledger.knows(path));
            let games = event.schedule().map_or(0, |schedule| schedule.len());
            let folder = save.map(|path| match knows(path) {
                true => Folder::reopen(path, games),
                false => Folder::open(path, games),
            });
            let folder = folder.transpose()?;
            let played = entries.as_ref().map_or(&[][..], |entries| &entries.rounds);
            let schedule = event.schedule();
            let slots: Vec<Slot> = schedule.iter().flat_map(|it| it.slots(asked.shard)).collect();
            let known = Known { slots: &slots, played };
            let open = |path| PgnFile::open(path, pairing, event, knows(path).then_some(&known));
            let file = pgn.map(open).transpose()?;
            if let Some(ledger) = &mut ledger {
                ledger.begin(save, pgn)?;
            }
            let (rounds, ended_by) =
                entries.map_or((Vec::new(), None), |entries| (entries.rounds, entries.ended_by));
            let keeper = Keeper { folder, pgn: file, ledger, ended_by };
            Ok((keeper, rounds.into_iter().map(|round| (round.number, round)).collect()))
        };
        opened().map_err(Failure::Message)
    }

    /// Keeps a game. Its result comes last: whatever has one is kept.
    fn keep(&mut self, pairing: &Match, event: &Event, round: &Round, game: &Game) -> Told<()> {
        if let Some(folder) = &self.folder {
            folder.save(pairing, round, game)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.add(event, round, game)?;
        }
        match &mut self.ledger {
            Some(ledger) => ledger.add(round),
            None => Ok(()),
        }
    }

    /// Notes which test has ended the match, if any, unless that is known.
    fn end(&mut self, test: Option<Sprt>) -> Told<()> {
        match &mut self.ledger {
            Some(ledger) if self.ended_by != test => ledger.end(test),
            _ => Ok(()),
        }
    }
}

/// The score of a match while it goes on, shown on terminals only.
struct Scoreboard {
    bar: ProgressBar,
    names: Vec<String>,
    wins: Vec<usize>,
    draws: usize,
}

impl Scoreboard {
    fn new(event: &Event, games: usize, played: &BTreeMap<usize, Round>) -> Scoreboard {
        let bar = ProgressBar::new(games as u64);
        let style = "{bar:20} {pos} of {len} games ({elapsed}): {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        let names = event.told_apart();
        let mut scoreboard = Scoreboard { bar, wins: vec![0; names.len()], names, draws: 0 };
        played.values().for_each(|round| scoreboard.count(round.winner));
        scoreboard.show();
        scoreboard
    }

    fn count(&mut self, winner: Option<usize>) {
        match winner {
            Some(player) => self.wins[player] += 1,
            None => self.draws += 1,
        }
        self.bar.inc(1);
        self.show();
    }

    fn show(&mut self) {
        let wins = self.names.iter().zip(&self.wins).map(|(name, wins)| format!("{name} {wins}"));
        let wins = wins.collect::<Vec<_>>().join(", ");
        self.bar.set_message(format!("{wins}, drawn {}", self.draws));
    }
}
