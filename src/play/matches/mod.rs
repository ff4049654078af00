//! Matches: two players against each other over many games, with alternating
//! sides. Equal seeds give equal matches, however many games are played at a
//! time, unless the clock decides how far a player looks ahead.

mod score;
mod single_game;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use self::score::{Score, Unfinished, wilson};
pub use self::single_game::{Effort, End, Forfeit, GameResult, LEADS, play_game};
use super::machine::{Machine, MachineError};
use super::player::Player;
use super::search::ThinkerError;
use crate::game::{Game, Rules};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// Two players who are to play against each other.
pub struct Match {
    rules: Arc<Rules>,
    players: [Player; 2],
    names: [String; 2],
    /// Machines that are ready to play, a pair for each game at a time.
    ready: Mutex<Vec<[Machine; 2]>>,
    sides: [Atom; 2],
    seed: u64,
    plies: usize,
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Which one, counted from 1.
    pub number: usize,
    /// Which of the two players had each side.
    pub seats: [usize; 2],
    /// Which of the two players won, if one did.
    pub winner: Option<usize>,
    /// How the game went.
    pub result: GameResult,
}

/// Why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// It is not a game for two.
    #[error("a match is between two players, and {game} is for {sides}")]
    NotForTwo {
        /// The game.
        game: String,
        /// How many it is for.
        sides: usize,
    },
    /// One of the two cannot play it.
    #[error("{player}: {error}")]
    Player {
        /// The player.
        player: Player,
        /// Why not.
        error: ThinkerError,
    },
    /// One of the two is another program, and cannot play it.
    #[error(transparent)]
    Engine(MachineError),
    /// A game could not be played on.
    #[error("game {number} of the match cannot be continued after {plies} actions: {error}")]
    Game {
        /// Which one, counted from 1.
        number: usize,
        /// How far it got.
        plies: usize,
        /// Why.
        error: EvalError,
    },
}

impl Match {
    /// A match at a game for two. A game is broken off after so many `plies`.
    pub fn new(
        rules: Arc<Rules>,
        players: [Player; 2],
        seed: u64,
        plies: usize,
    ) -> Result<Match, MatchError> {
        let &[first, second] = rules.program().declarations.players() else {
            let sides = rules.program().declarations.players().len();
            return Err(MatchError::NotForTwo { game: rules.name().into(), sides });
        };
        let ready = |player: &Player| {
            Machine::new(player, &rules, seed).map_err(|error| match error {
                MachineError::Own(error) => MatchError::Player { player: player.clone(), error },
                error => MatchError::Engine(error),
            })
        };
        let machines = [ready(&players[0])?, ready(&players[1])?];
        let names = machines.each_ref().map(Machine::name);
        let ready = Mutex::new(vec![machines]);
        Ok(Match { rules, players, names, ready, sides: [first, second], seed, plies })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Who plays.
    pub fn players(&self) -> &[Player; 2] {
        &self.players
    }

    /// What the players are called: other programs say it themselves.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// What the two sides are called, in the order the rules declare them.
    pub fn sides(&self) -> &[Atom; 2] {
        &self.sides
    }

    /// The seed of all random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// After how many actions a game is broken off.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// How many games to play at a time: one for each processor; but only one if a
    /// player goes by the clock, which then has the machine to itself, or knows of no
    /// other game.
    pub fn threads(&self) -> usize {
        let is_alone = |it: &Player| it.is_timed() || it.plays_one_game_at_a_time();
        match self.players.iter().any(is_alone) {
            true => 1,
            false => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }

    /// Plays games, some at a time, and hands each to `finished` as soon as it is
    /// over. The result is in the order of the games, and lacks those that the
    /// interrupt stopped.
    pub fn play(
        &self,
        games: usize,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        finished: &mut dyn FnMut(&Round, &Game),
    ) -> Result<Vec<Round>, MatchError> {
        let next = AtomicUsize::new(0);
        let has_failed = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        let work = |sender: mpsc::Sender<_>| {
            let mut machines = match self.machines() {
                Ok(machines) => machines,
                Err(error) => {
                    has_failed.store(true, Ordering::Relaxed);
                    let _ = sender.send((games, Err(error)));
                    return;
                }
            };
            // After an error the games under way are played on, so that of
            // several errors the first is reported, whichever thread is quicker.
            while !has_failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= games || interrupt.load(Ordering::Relaxed) {
                    break;
                }
                let played = match self.round(index, &mut machines, interrupt) {
                    Ok(Some(played)) => Ok(played),
                    Ok(None) => break,
                    // What the interrupt stopped is not an error in the rules.
                    Err(_) if interrupt.load(Ordering::Relaxed) => break,
                    Err(error) => Err(error),
                };
                has_failed.fetch_or(played.is_err(), Ordering::Relaxed);
                if sender.send((index, played)).is_err() {
                    break;
                }
            }
            self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(machines);
        };
        let mut rounds = Vec::new();
        let mut errors = Vec::new();
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, games.max(1)) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            for (index, played) in receiver {
                match played {
                    Ok((round, game)) => {
                        finished(&round, &game);
                        rounds.push(round);
                    }
                    Err(error) => errors.push((index, error)),
                }
            }
        });
        rounds.sort_by_key(|round| round.number);
        match errors.into_iter().min_by_key(|(index, _)| *index) {
            Some((_, error)) => Err(error),
            None => Ok(rounds),
        }
    }

    /// Plays one game, unless it is interrupted.
    fn round(
        &self,
        index: usize,
        machines: &mut [Machine; 2],
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<(Round, Game)>, MatchError> {
        let number = index + 1;
        let error = |plies, error| MatchError::Game { number, plies, error };
        let seats = seats(index);
        for (side, player) in seats.into_iter().enumerate() {
            machines[player].begin_game(self.seed_of(index, side));
        }
        let mut game = Game::new(self.rules.clone()).map_err(|cause| error(0, cause))?;
        let seated = seats.map(|player| &machines[player]);
        let played = play_game(&mut game, seated, self.plies, interrupt);
        let Some(result) = played.map_err(|cause| error(game.actions().len(), cause))? else {
            return Ok(None);
        };
        let side = self.sides.iter().position(|side| result.winner == Some(*side));
        let winner = side.map(|side| seats[side]);
        Ok(Some((Round { number, seats, winner, result }, game)))
    }

    /// Machines that nobody else plays with.
    fn machines(&self) -> Result<[Machine; 2], MatchError> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(machines) = ready.pop() {
            return Ok(machines);
        }
        drop(ready);
        let new = |player: &Player| {
            Machine::new(player, &self.rules, self.seed).map_err(MatchError::Engine)
        };
        Ok([new(&self.players[0])?, new(&self.players[1])?])
    }

    /// The seed of the player who has a side in a game.
    fn seed_of(&self, index: usize, side: usize) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(2 * index as u64 + side as u64);
        rng.next_u64()
    }
}

/// Which player has each side: they alternate.
fn seats(index: usize) -> [usize; 2] {
    [index % 2, (index + 1) % 2]
}
