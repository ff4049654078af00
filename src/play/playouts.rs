//! Random playouts: games played at random from a position to their end. How
//! many there are in a second shows how fast the rules are evaluated, and how
//! they end shows something about the game.
//!
//! The actions of a playout depend on the seed and its number alone, whichever
//! thread plays it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::action_code::action_code;
use super::matches::End;
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// Random playouts from one position.
pub struct Playouts<'a> {
    /// The position that each of them begins with.
    pub game: &'a Game,
    /// Equal seeds give equal playouts.
    pub seed: u64,
    /// A playout is broken off after this many actions.
    pub plies: usize,
    /// How many threads share the work.
    pub threads: usize,
}

/// When there are enough playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enough {
    /// Once so much time has passed.
    After(Duration),
    /// Once there are this many.
    Number(u64),
}

/// How playouts ended, and how long it took.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tally {
    /// Playouts that came to an end.
    pub playouts: u64,
    /// The actions they took.
    pub plies: u64,
    /// All positions that were played to, also in playouts that were stopped.
    pub positions: u64,
    /// Playouts won by each player alone, in the order of the declared players.
    pub wins: Vec<(Atom, u64)>,
    /// Playouts that nobody won, or more than one player.
    pub draws: u64,
    /// Playouts that were broken off.
    pub unfinished: u64,
    /// Playouts in which nothing was legal though the game was not over.
    pub stuck: u64,
    /// How long it took.
    pub time: Duration,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Tally {
    fn new(players: &[Atom]) -> Tally {
        Tally { wins: players.iter().map(|player| (*player, 0)).collect(), ..Tally::default() }
    }

    /// Playouts a second.
    pub fn playouts_per_second(&self) -> f64 {
        self.per_second(self.playouts)
    }

    /// Positions a second.
    pub fn positions_per_second(&self) -> f64 {
        self.per_second(self.positions)
    }

    fn per_second(&self, number: u64) -> f64 {
        // The clock may not have moved.
        number as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// How many actions a playout took on average.
    pub fn average_length(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.plies as f64 / self.playouts as f64)
    }

    fn count(&mut self, end: End, winner: Option<Atom>, plies: u64) {
        self.playouts += 1;
        self.plies += plies;
        match (end, winner) {
            (End::Outcome, Some(player)) => self.add_wins(player, 1),
            (End::Outcome, None) => self.draws += 1,
            (End::BrokenOff | End::Forfeit, _) => self.unfinished += 1,
            (End::Stuck, _) => self.stuck += 1,
        }
    }

    fn add_wins(&mut self, player: Atom, number: u64) {
        match self.wins.iter_mut().find(|(known, _)| *known == player) {
            Some((_, wins)) => *wins += number,
            None => self.wins.push((player, number)),
        }
    }

    fn add(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.plies += other.plies;
        self.positions += other.positions;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.stuck += other.stuck;
        other.wins.iter().for_each(|(player, wins)| self.add_wins(*player, *wins));
    }
}

/// A playout that the rules could not be evaluated in.
#[derive(Clone, Debug, Error)]
#[error("playout {number} cannot be continued after {plies} actions: {error}")]
pub struct PlayoutError {
    /// Which one, counted from 1.
    pub number: u64,
    /// How far it got.
    pub plies: u64,
    /// Why.
    pub error: EvalError,
}

/// How often the clock is read and the progress reported.
const MOMENT: Duration = Duration::from_millis(50);

impl Playouts<'_> {
    /// Plays until there are enough, or it is interrupted. `progress` is called
    /// now and then with the number of playouts so far.
    pub fn run(
        &self,
        enough: Enough,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tally, PlayoutError> {
        let began = Instant::now();
        let (deadline, number) = match enough {
            Enough::After(time) => (began.checked_add(time), u64::MAX),
            Enough::Number(number) => (None, number),
        };
        let players = self.game.rules().program().declarations.players();
        let work = Work {
            playouts: self,
            number,
            next: AtomicU64::new(0),
            done: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            interrupt,
        };
        let (sender, results) = channel();
        let mut total = Tally::new(players);
        let mut errors = Vec::new();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || {
                    let mut tally = Tally::new(players);
                    let failed = work.share(&mut tally);
                    // The receiver outlives all threads.
                    let _ = sender.send((tally, failed));
                });
            }
            drop(sender);
            loop {
                let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
                if left.is_some_and(|left| left.is_zero()) {
                    work.stop.store(true, Ordering::Relaxed);
                }
                let left = left.filter(|left| !left.is_zero());
                match results.recv_timeout(left.map_or(MOMENT, |left| left.min(MOMENT))) {
                    Ok((tally, failed)) => {
                        total.add(&tally);
                        errors.extend(failed.err());
                    }
                    Err(RecvTimeoutError::Timeout) => progress(work.done.load(Ordering::Relaxed)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        match errors.into_iter().min_by_key(|error| error.number) {
            Some(error) => Err(error),
            None => {
                let interrupted = interrupt.load(Ordering::Relaxed) && total.playouts < number;
                Ok(Tally { time: began.elapsed(), interrupted, ..total })
            }
        }
    }
}

/// What the threads share.
struct Work<'a> {
    playouts: &'a Playouts<'a>,
    /// How many playouts there are to be.
    number: u64,
    /// The next one to play.
    next: AtomicU64,
    /// How many are done.
    done: AtomicU64,
    /// Set when the time is over.
    stop: AtomicBool,
    /// Set after an error. Playouts under way go on, so that of several errors
    /// the first is reported, whichever thread is quicker.
    has_failed: AtomicBool,
    interrupt: &'a AtomicBool,
}

impl Work<'_> {
    /// Plays as many as there are left.
    fn share(&self, tally: &mut Tally) -> Result<(), PlayoutError> {
        let mut picker = Picker::default();
        while !self.must_stop() && !self.has_failed.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.number {
                break;
            }
            let before = tally.positions;
            match self.play(index, &mut picker, &mut tally.positions) {
                Ok(Some((end, winner))) => {
                    tally.count(end, winner, tally.positions - before);
                    self.done.fetch_add(1, Ordering::Relaxed);
                }
                Ok(None) | Err(EvalError::Interrupted) => break,
                Err(error) => {
                    self.has_failed.store(true, Ordering::Relaxed);
                    let plies = tally.positions - before;
                    return Err(PlayoutError { number: index + 1, plies, error });
                }
            }
        }
        Ok(())
    }

    /// Plays one to its end, unless it is stopped. Nothing is legal once a game
    /// is over, so the rules are asked about its end only when nothing is.
    fn play(
        &self,
        index: u64,
        picker: &mut Picker,
        positions: &mut u64,
    ) -> Result<Option<(End, Option<Atom>)>, EvalError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.playouts.seed);
        rng.set_stream(index);
        let mut game = self.playouts.game.clone();
        for _ in 0..self.playouts.plies {
            if self.must_stop() {
                return Ok(None);
            }
            match picker.pick(game.legal_unsorted()?, &mut rng) {
                Some(action) => game.play_unchecked(&action)?,
                None => return End::of(&game, false).map(Some),
            }
            *positions += 1;
        }
        End::of(&game, true).map(Some)
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.interrupt.load(Ordering::Relaxed)
    }
}

/// Picks actions at random. Which one does not depend on the order in which they
/// were found, nor on how atoms are numbered: each gets a random number, made
/// from its text, and the least is picked. That is quicker than sorting.
#[derive(Default)]
pub(super) struct Picker {
    /// Numbers made from the names of atoms, as far as they are known.
    atoms: Vec<Option<u64>>,
}

impl Picker {
    pub fn pick(&mut self, actions: Vec<Action>, rng: &mut ChaCha8Rng) -> Option<Action> {
        let salt = rng.next_u64();
        let number =
            |action: &Action| scattered(action_code(action, |atom| self.atom_code(atom)) ^ salt);
        actions.into_iter().min_by_key(number)
    }

    /// The FNV-1a hash of an atom's name.
    fn atom_code(&mut self, atom: Atom) -> u64 {
        let index = atom.number() as usize;
        if index >= self.atoms.len() {
            self.atoms.resize(index + 1, None);
        }
        *self.atoms[index].get_or_insert_with(|| {
            atom.as_str().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
        })
    }
}

/// The finaliser of SplitMix64: spreads a number over all bits.
fn scattered(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    fn start(name: &str) -> Game {
        Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
    }

    fn tally(game: &Game, enough: Enough, seed: u64, threads: usize, plies: usize) -> Tally {
        let playouts = Playouts { game, seed, plies, threads };
        let tally = playouts.run(enough, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let won: u64 = tally.wins.iter().map(|(_, wins)| wins).sum();
        assert_eq!(won + tally.draws + tally.unfinished + tally.stuck, tally.playouts);
        assert!(tally.plies <= tally.positions && !tally.interrupted);
        tally
    }

    #[test]
    fn a_seed_decides_the_playouts_on_any_number_of_threads() {
        for (name, plies) in [("tanks:6", 400), ("hive", 20), ("examples/tictactoe.pl", 400)] {
            let game = start(name);
            let timeless = |seed, threads| {
                let tally = tally(&game, Enough::Number(30), seed, threads, plies);
                Tally { time: Duration::ZERO, ..tally }
            };
            let alone = timeless(1, 1);
            assert_eq!((alone.playouts, alone.positions), (30, alone.plies));
            for threads in [1, 2, 5, 50] {
                assert_eq!(timeless(1, threads), alone, "{name}");
            }
            let other = timeless(2, 2);
            assert!(other != alone || name == "hive", "{name}: another seed, other playouts");
        }
    }

    /// The engines find actions in different orders.
    #[test]
    fn the_interpreter_plays_the_same_playouts() {
        let rules = Arc::new(Rules::open("tanks:6").unwrap().interpreted());
        let interpreted = Game::new(rules).unwrap();
        let played = |game: &Game| {
            let tally = tally(game, Enough::Number(10), 3, 2, 400);
            (tally.plies, tally.wins)
        };
        assert_eq!(played(&start("tanks:6")), played(&interpreted));
    }

    #[test]
    fn every_action_is_picked_as_often_in_any_order() {
        let mut actions = start("gauss").legal().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut picked = vec![0; actions.len()];
        let mut reversed = actions.clone();
        reversed.reverse();
        for _ in 0..1000 * actions.len() {
            let mut same_rng = rng.clone();
            let action = Picker::default().pick(actions.clone(), &mut rng).unwrap();
            let again = Picker::default().pick(reversed.clone(), &mut same_rng).unwrap();
            assert_eq!(action, again);
            picked[actions.iter().position(|known| *known == action).unwrap()] += 1;
        }
        assert!(picked.iter().all(|times| (850..1150).contains(times)), "{picked:?}");
        actions.clear();
        assert_eq!(Picker::default().pick(actions, &mut rng), None);
    }

    /// Tic-tac-toe at random, as is known: the first player wins 58.5%, the
    /// second 28.8%, and 12.7% are draws.
    #[test]
    fn games_end_as_often_as_is_known() {
        let tally = tally(&start("examples/tictactoe.pl"), Enough::Number(4000), 0, 2, 400);
        let ends = [tally.wins[0].1, tally.wins[1].1, tally.draws];
        for (found, expected) in ends.into_iter().zip([0.585, 0.288, 0.127]) {
            let part = found as f64 / 4000.0;
            assert!((part - expected).abs() < 0.03, "{ends:?}");
        }
        assert!((tally.average_length().unwrap() - 7.63).abs() < 0.1);
    }

    #[test]
    fn time_is_kept_and_what_was_played_counts() {
        let began = Instant::now();
        let tally = tally(&start("tanks:6"), Enough::After(Duration::from_millis(100)), 0, 2, 400);
        assert!(tally.time >= Duration::from_millis(100));
        assert!(began.elapsed() < Duration::from_secs(10));
        assert!(tally.playouts > 0 && tally.positions_per_second() > tally.playouts_per_second());
    }

    #[test]
    fn an_interrupt_ends_it_with_what_was_played() {
        let (game, interrupt) = (start("tanks:6"), AtomicBool::new(false));
        let playouts = Playouts { game: &game, seed: 0, plies: 400, threads: 2 };
        let mut stop = |playouts: u64| interrupt.store(playouts > 0, Ordering::Relaxed);
        let hour = Enough::After(Duration::from_secs(3600));
        let tally = playouts.run(hour, &interrupt, &mut stop).unwrap();
        assert!(tally.interrupted && tally.playouts > 0, "{tally:?}");
    }

    #[test]
    fn playouts_may_be_broken_off_or_stuck() {
        let broken_off = tally(&start("tanks"), Enough::Number(5), 0, 1, 3);
        assert_eq!((broken_off.unfinished, broken_off.plies), (5, 15));
        let text = std::fs::read_to_string("tests/matches/stones.pl").unwrap();
        let legal = "legal(take(N)) :-\n    amount(N).\n";
        assert!(text.contains(legal));
        let few = "legal(take(N)) :- amount(N), turn(P), has(P, Before), Before + N =< 7.";
        let rules = Rules::from_text("stones.pl", &text.replace(legal, few)).unwrap();
        let game = Game::new(Arc::new(rules)).unwrap();
        assert_eq!(tally(&game, Enough::Number(5), 0, 2, 400).stuck, 5);
    }

    #[test]
    fn rules_that_fail_are_reported_with_the_first_playout() {
        let text = std::fs::read_to_string("tests/matches/stones.pl").unwrap();
        let text = format!("{text}\nwins(P) :- has(P, N), 100 // (6 - N) > 200.\n");
        let game = Game::new(Arc::new(Rules::from_text("stones.pl", &text).unwrap())).unwrap();
        for threads in [1, 2] {
            let playouts = Playouts { game: &game, seed: 0, plies: 400, threads };
            let run = playouts.run(Enough::Number(50), &AtomicBool::new(false), &mut |_| {});
            let error = run.unwrap_err().to_string();
            assert!(error.starts_with("playout ") && error.contains("division by zero"), "{error}");
        }
    }
}
