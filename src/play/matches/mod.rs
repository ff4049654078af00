//! Matches: players against each other over many games, with rotating sides. Equal
//! seeds give equal matches, however many games are played at a time, unless the clock
//! decides how far a player looks ahead.

mod elo;
mod openings;
mod ratings;
mod schedule;
mod score;
mod single_game;
mod sprt;
mod student;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use self::elo::{Elo, elo_of, share_of};
pub use self::openings::{Opening, OpeningError, Openings};
pub use self::ratings::Ratings;
pub use self::schedule::{MOST_GAMES, Schedule, Shard, Slot};
pub use self::score::{Score, Unfinished, points, wilson};
pub use self::single_game::{Effort, End, Forfeit, GameResult, LEADS, play_game};
pub use self::sprt::{Hypothesis, Progress, Sprt, SprtError, Test};
use super::machine::{Machine, MachineError};
use super::player::{Kind, Player, dice};
use super::search::{Thinker, ThinkerError};
use crate::game::{Game, Rules};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// Players who are to play against each other, each against each, or alone.
pub struct Match {
    rules: Arc<Rules>,
    players: Vec<Player>,
    names: Vec<String>,
    /// Machines that are ready to play, one for each player, for each game at a time.
    ready: Mutex<Vec<Vec<Machine>>>,
    /// Those players that are Hornet's own, for further machines.
    own: Vec<Option<Thinker>>,
    one_thread_each: bool,
    /// The sides that are played by somebody.
    sides: Vec<Atom>,
    dice: Option<Dice>,
    seed: u64,
    plies: usize,
    openings: Openings,
}

/// The side that stands for dice: nobody's, and played at random.
struct Dice {
    /// Its number among the declared players.
    side: usize,
    thrower: Thinker,
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Which one, counted from 1.
    pub number: usize,
    /// Which encounter it belongs to, counted from 0: games of the same players with the
    /// same opening, from every seating.
    pub encounter: usize,
    /// Which player had each side.
    pub seats: Vec<usize>,
    /// The opening it began with, if there was one.
    pub opening: Option<String>,
    /// Which player won, if one did.
    pub winner: Option<usize>,
    /// How the game went.
    pub result: GameResult,
}

/// Why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// There are fewer players than sides.
    #[error(
        "a match at {game} is between {} or more, as in {}, not between {players}",
        counted(*.sides), example(*.sides)
    )]
    TooFew {
        /// The game.
        game: String,
        /// How many it is for.
        sides: usize,
        /// How many were named.
        players: usize,
    },
    /// More games than a match may have.
    #[error(
        "there are more than {MOST_GAMES} games to play, as each of {players} players meets each \
         other; name fewer players, or fewer games"
    )]
    TooMany {
        /// How many players were named.
        players: usize,
    },
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// One of the players cannot play it.
    #[error("{player}: {error}")]
    Player {
        /// The player.
        player: Player,
        /// Why not.
        error: ThinkerError,
    },
    /// One of the players is another program, and cannot play it.
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

/// A number of players, in words where it is small.
fn counted(players: usize) -> String {
    match players {
        0 | 1 => "one player".into(),
        2 => "two players".into(),
        3 => "three players".into(),
        more => format!("{more} players"),
    }
}

/// How so many players are named.
fn example(sides: usize) -> String {
    let names = ["minimax:2", "greedy", "random"].into_iter().chain(std::iter::repeat("random"));
    format!("--players {}", names.take(sides.max(1)).collect::<Vec<_>>().join(","))
}

impl Match {
    /// A match at a game. A game is broken off after so many `plies`.
    pub fn new(
        rules: Arc<Rules>,
        players: impl IntoIterator<Item = Player>,
        seed: u64,
        plies: usize,
    ) -> Result<Match, MatchError> {
        let players: Vec<Player> = players.into_iter().collect();
        let mut sides = rules.program().declarations.players().to_vec();
        let dice = match dice(&sides) {
            Some(side) => {
                sides.remove(side);
                let player = Player::new(Kind::Random);
                let thrower = Thinker::new(player.clone(), &rules, seed);
                let thrower = thrower.map_err(|error| MatchError::Player { player, error })?;
                Some(Dice { side, thrower })
            }
            None => None,
        };
        if players.len() < sides.len().max(1) {
            let (sides, players) = (sides.len(), players.len());
            return Err(MatchError::TooFew { game: rules.name().into(), sides, players });
        }
        let ready = |player: &Player| {
            Machine::new(player, &rules, seed).map_err(|error| match error {
                MachineError::Own(error) => MatchError::Player { player: player.clone(), error },
                error => MatchError::Engine(error),
            })
        };
        let machines = players.iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        let names = machines.iter().map(Machine::name).collect();
        let own = machines.iter().map(|machine| machine.thinker().cloned()).collect();
        let (ready, openings) = (Mutex::new(vec![machines]), Openings::None);
        let one_thread_each = false;
        Ok(Match {
            rules,
            players,
            names,
            ready,
            own,
            one_thread_each,
            sides,
            dice,
            seed,
            plies,
            openings,
        })
    }

    /// The same match with players who think on one thread each, also by the clock, so
    /// that several games can be played at a time.
    pub fn on_one_thread_each(self) -> Match {
        let alone = |thinker: Option<Thinker>| thinker.map(|thinker| thinker.on_threads(1));
        let own = self.own.into_iter().map(alone).collect();
        Match { own, one_thread_each: true, ready: Mutex::default(), ..self }
    }

    /// The same match, with games that begin with openings.
    pub fn with_openings(self, openings: Openings) -> Result<Match, MatchError> {
        openings.opening(&self.rules, self.seed, 0)?;
        Ok(Match { openings, ..self })
    }

    /// The games of the match, if each group of players plays so many.
    pub fn schedule(&self, games: usize) -> Result<Schedule, MatchError> {
        let players = self.players.len();
        let schedule = Schedule::new(players, self.sides.len(), games);
        schedule.ok_or(MatchError::TooMany { players })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Who plays.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// What the players are called: other programs say it themselves.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Who plays each declared side of a game, with seats as they are in it.
    pub fn seated(&self, seats: &[usize]) -> Vec<Player> {
        let mut seated: Vec<Player> =
            seats.iter().map(|player| self.players[*player].clone()).collect();
        if let Some(dice) = &self.dice {
            seated.insert(dice.side, dice.thrower.player().clone());
        }
        seated
    }

    /// What the sides are called, in the order the rules declare them.
    pub fn sides(&self) -> &[Atom] {
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
        let needs_all = |it: &Player| it.is_timed() && !self.one_thread_each;
        let is_alone = |it: &Player| needs_all(it) || it.plays_one_game_at_a_time();
        match self.players.iter().any(is_alone) {
            true => 1,
            false => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }

    /// Plays so many games of each group, some at a time, and hands each to `finished` as
    /// soon as it is over. The result is in the order of the games, and lacks those that
    /// the interrupt stopped.
    pub fn play(
        &self,
        games: usize,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        finished: &mut dyn FnMut(&Round, &Game),
    ) -> Result<Vec<Round>, MatchError> {
        let slots: Vec<Slot> = self.schedule(games)?.slots(None).collect();
        self.play_slots(&slots, threads, interrupt, finished)
    }

    /// The same with some of the games.
    pub fn play_slots(
        &self,
        slots: &[Slot],
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
                    let _ = sender.send((usize::MAX, Err(error)));
                    return;
                }
            };
            // After an error the games under way are played on, so that of
            // several errors the first is reported, whichever thread is quicker.
            while !has_failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = slots.get(index) else { break };
                if interrupt.load(Ordering::Relaxed) {
                    break;
                }
                let played = match self.round(slot, &mut machines, interrupt) {
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
            for _ in 0..threads.clamp(1, slots.len().max(1)) {
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
        slot: &Slot,
        machines: &mut [Machine],
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<(Round, Game)>, MatchError> {
        let Slot { number, encounter, seats, .. } = slot.clone();
        let error = |plies, error| MatchError::Game { number, plies, error };
        for (side, player) in seats.iter().enumerate() {
            machines[*player].begin_game(self.seed_of(number - 1, side));
        }
        let mut game = Game::new(self.rules.clone()).map_err(|cause| error(0, cause))?;
        let opening = self.openings.opening(&self.rules, self.seed, slot.opening)?;
        for action in opening.iter().flat_map(|opening| &opening.actions) {
            let plies = game.actions().len();
            game.play_unchecked(action).map_err(|cause| error(plies, cause))?;
        }
        let mut seated: Vec<&Machine> = seats.iter().map(|player| &machines[*player]).collect();
        let thrower = self.dice.as_ref().map(|dice| {
            let seed = self.seed_of(number - 1, self.sides.len());
            (dice.side, Machine::Own(dice.thrower.with_seed(seed)))
        });
        if let Some((side, thrower)) = &thrower {
            seated.insert(*side, thrower);
        }
        let played = play_game(&mut game, &seated, self.plies, interrupt);
        let Some(mut result) = played.map_err(|cause| error(game.actions().len(), cause))? else {
            return Ok(None);
        };
        thrower.map(|(side, _)| result.effort.remove(side));
        seats.iter().for_each(|player| machines[*player].end_game());
        let side = self.sides.iter().position(|side| result.winner == Some(*side));
        let winner = side.map(|side| seats[side]);
        let opening = opening.map(|opening| opening.text);
        Ok(Some((Round { number, encounter, seats, opening, winner, result }, game)))
    }

    /// Machines that nobody else plays with.
    fn machines(&self) -> Result<Vec<Machine>, MatchError> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(machines) = ready.pop() {
            return Ok(machines);
        }
        drop(ready);
        // Those of Hornet's own share the rules that they judge by.
        let new = |(player, own): (&Player, &Option<Thinker>)| match own {
            Some(thinker) => Ok(Machine::Own(thinker.with_seed(self.seed))),
            None => Machine::new(player, &self.rules, self.seed).map_err(MatchError::Engine),
        };
        self.players.iter().zip(&self.own).map(new).collect()
    }

    /// The seed of the player who has a side in a game. Dice come after all sides.
    fn seed_of(&self, index: usize, side: usize) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let sides = self.sides.len() + usize::from(self.dice.is_some());
        rng.set_stream((sides * index + side) as u64);
        rng.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two players, of which nothing is known but who won.
    pub fn game(index: usize, encounter: usize, seats: [usize; 2], winner: Option<usize>) -> Round {
        let result = GameResult {
            end: End::Outcome,
            winner: None,
            causes: Vec::new(),
            plies: 10,
            effort: vec![Effort::default(); 2],
            forfeit: None,
        };
        let seats = seats.to_vec();
        Round { number: index + 1, encounter, seats, opening: None, winner, result }
    }

    /// Pairs of games: so many in which the first player has 0, 1/2, 1, 3/2 and 2 points.
    pub fn pairs(counts: &[usize; 5]) -> Vec<Round> {
        const RESULTS: [[Option<usize>; 2]; 5] = [
            [Some(1), Some(1)],
            [Some(1), None],
            [Some(0), Some(1)],
            [Some(0), None],
            [Some(0), Some(0)],
        ];
        let mut rounds: Vec<Round> = Vec::new();
        let results = RESULTS.iter().zip(counts).flat_map(|(pair, count)| vec![pair; *count]);
        for (encounter, [first, second]) in results.enumerate() {
            rounds.push(game(rounds.len(), encounter, [0, 1], *first));
            rounds.push(game(rounds.len(), encounter, [1, 0], *second));
        }
        rounds
    }
}
