//! Monte Carlo tree search: a player for games whose rules do not say what a position is
//! worth. It plays random games, looks which actions win most of them, and tries the
//! promising ones more often (UCT), each player choosing what is best for themselves. So
//! it plays puzzles and games for three and more as well as those for two.
//!
//! `playout` plays a game at random, `tree` keeps what playouts told and what they proved,
//! `growth` lets a tree grow by a playout, and `choice` picks an action in the end. Where
//! the clock decides, each thread has a tree of its own, and all of them are asked.

mod choice;
mod growth;
mod playout;
mod tree;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::choice::chosen;
use self::growth::{Growth, first_tree};
use super::playouts::Enough;
use super::search::{Thought, Watch};
use crate::game::{Action, Game};
use crate::logic::engine::EvalError;

/// All trees of a search together have at most so many nodes, of some 150 bytes each.
/// Then they grow no more, and playouts begin at their leaves.
const MOST_NODES: usize = 1 << 19;

/// How often the best so far is told.
const MOMENT: Duration = Duration::from_millis(100);

/// What random games told about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampled {
    /// How many there were in all.
    pub playouts: u64,
    /// The share of them that the player won after this move, draws counted half; nothing
    /// if the move was not tried: all others lose, or there was no time.
    pub share: Option<f64>,
}

/// A search for the best action in a position.
pub struct Search<'a> {
    /// The position.
    pub game: &'a Game,
    /// Its legal actions; of equally good ones the first is chosen.
    pub legal: Vec<Action>,
    /// When to stop.
    pub enough: Enough,
    /// Who watches it.
    pub watch: &'a Watch,
}

impl Search<'_> {
    /// Searches on so many threads, or on one if the number of playouts decides. What is
    /// known about any action is told with the one that is chosen.
    pub fn run(
        self,
        threads: usize,
        rng: &mut ChaCha8Rng,
        at_random: Thought,
    ) -> Result<Thought, EvalError> {
        let (deadline, number, threads) = match self.enough {
            Enough::After(time) => (Instant::now().checked_add(time), u64::MAX, threads.max(1)),
            Enough::Number(number) => (None, number, 1),
        };
        let tree = match first_tree(self.game, self.legal, MOST_NODES / threads) {
            Err(EvalError::Interrupted) => return Ok(at_random),
            tree => tree?,
        };
        let is_over = AtomicBool::new(false);
        let limits = Limits { deadline, number, is_over: &is_over, watch: self.watch };
        let mut growth = || {
            let rng = ChaCha8Rng::seed_from_u64(rng.next_u64());
            Growth::new(self.game, tree.clone(), rng)
        };
        let mut trees: Vec<Growth<'_>> = (0..threads).map(|_| growth()).collect();
        match trees.as_mut_slice() {
            [only] => limits.grow(only, Some(&at_random))?,
            all => thread::scope(|scope| {
                let begin = |(index, growth)| {
                    let told = (index == 0).then_some(&at_random);
                    let limits = &limits;
                    scope.spawn(move || limits.grow(growth, told))
                };
                let threads: Vec<_> = all.iter_mut().enumerate().map(begin).collect();
                let ended = threads.into_iter().map(|thread| thread.join());
                let ended = ended.map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)));
                ended.collect::<Vec<_>>().into_iter().collect::<Result<(), EvalError>>()
            })?,
        }
        let thought = chosen(&trees.iter().collect::<Vec<_>>(), &at_random);
        Ok(Thought { nodes: self.watch.nodes(), ..thought })
    }
}

/// When trees stop to grow.
struct Limits<'a> {
    deadline: Option<Instant>,
    /// After so many playouts for each tree.
    number: u64,
    /// Set once more playouts would not change anything.
    is_over: &'a AtomicBool,
    watch: &'a Watch,
}

impl Limits<'_> {
    /// Lets a tree grow, and tells now and then what is best, if there is a thought to
    /// begin with.
    fn grow(&self, growth: &mut Growth<'_>, told: Option<&Thought>) -> Result<(), EvalError> {
        let mut last_told = Instant::now();
        while growth.playouts < self.number && !self.must_stop() {
            if growth.tree.is_decided() {
                self.is_over.store(true, Ordering::Relaxed);
                break;
            }
            match growth.grow(&|| self.must_stop()) {
                Ok(Some(positions)) => self.watch.count(positions as u64),
                Ok(None) | Err(EvalError::Interrupted) => break,
                Err(error) => {
                    self.is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            if let Some(at_random) = told
                && last_told.elapsed() >= MOMENT
            {
                let best = chosen(&[growth], at_random);
                self.watch.found(&Thought { nodes: self.watch.nodes(), ..best });
                last_told = Instant::now();
            }
        }
        Ok(())
    }

    fn must_stop(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_set(self.is_over) || is_set(&self.watch.interrupt) || is_late()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Outcome, Rules};
    use crate::play::search::{Thinker, Worth};

    fn played(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().presentation().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    fn thought(game: &Game, player: &str, seed: u64) -> Thought {
        let thinker = Thinker::new(player.parse().unwrap(), game.rules(), seed).unwrap();
        let thought = thinker.think(game, &Watch::default()).unwrap().unwrap();
        assert!(game.legal().unwrap().contains(&thought.action));
        let mut next = game.clone();
        thought.line.iter().for_each(|action| next.play(action).unwrap());
        thought
    }

    #[test]
    fn a_win_is_taken_and_a_loss_averted() {
        let winning = played("examples/tictactoe.pl", &["a1", "b1", "a2", "b2"]);
        let losing = played("examples/tictactoe.pl", &["a1", "b2", "a2"]);
        for player in ["mcts:1", "mcts:100", "mcts:0.1s"] {
            let thought = thought(&winning, player, 0);
            assert_eq!(
                (thought.action.to_string().as_str(), thought.worth),
                ("put(a3)", Some(Worth::Won))
            );
        }
        for seed in 0..5 {
            assert_eq!(thought(&losing, "mcts:100", seed).action.to_string(), "put(a3)");
        }
        let yellow = played("examples/connect_four.pl", &["4", "1", "4", "1", "4", "2"]);
        let red = played("examples/connect_four.pl", &["4", "1", "4", "1", "4"]);
        for seed in 0..3 {
            assert_eq!(thought(&yellow, "mcts:1", seed).action.to_string(), "drop(4)");
            assert_eq!(thought(&red, "mcts:200", seed).action.to_string(), "drop(4)");
        }
    }

    #[test]
    fn perfect_play_is_proven() {
        let drawn = played("examples/tictactoe.pl", &["b2", "a1", "c1", "a3", "a2", "c2"]);
        let thought = thought(&drawn, "mcts:5000", 0);
        let sampled = thought.sampled.unwrap();
        assert_eq!(sampled.share, Some(0.5));
        assert!(sampled.playouts < 5000, "{sampled:?}");
    }

    #[test]
    fn equal_seeds_give_equal_moves() {
        let game = played("examples/hex.pl:5", &[]);
        let chosen = |seed| Thought { time: Duration::ZERO, ..thought(&game, "mcts:40", seed) };
        assert_eq!(chosen(3), chosen(3));
        assert_eq!(chosen(3).sampled.unwrap().playouts, 40);
        let others = (4..12).map(|seed| chosen(seed).action);
        assert!(others.into_iter().any(|action| action != chosen(3).action));
    }

    /// All other moves lose at once, so nothing is left to be tried.
    #[test]
    fn what_was_not_tried_has_no_share() {
        let rules = "
            :- players([white, black]). :- state(turn(player)). :- state(taken(int)).
            :- action(take(int)).
            start(turn(white)). start(taken(0)).
            legal(take(N)) :- between(1, 3, N).
            del(turn(P)) :- turn(P). add(turn(Q)) :- turn(P), opponent(P, Q).
            del(taken(N)) :- taken(N). add(taken(N)) :- does(take(N)).
            wins(P) :- taken(N), N > 1, turn(P). draw :- turn_number(9).";
        let game = Game::new(Arc::new(Rules::from_text("take.pl", rules).unwrap())).unwrap();
        let thought = thought(&game, "mcts:50", 0);
        assert_eq!(thought.action.to_string(), "take(1)");
        assert_eq!(thought.sampled, Some(Sampled { playouts: 0, share: None }));
        let side = game.turn().unwrap();
        let said = crate::play::report::considered(&game, "mcts:50", side, &thought);
        assert!(said.contains("0 playouts") && !said.contains('%'), "{said}");
    }

    #[test]
    fn three_play_each_for_themselves() {
        let game = played("examples/yavalath.pl", &[]);
        let thought = thought(&game, "mcts:30", 0);
        let share = thought.sampled.unwrap().share.unwrap();
        assert!((0.0..=1.0).contains(&share), "{share}");
    }

    #[test]
    fn a_puzzle_is_solved() {
        let mut game = played("examples/river_crossing.pl", &[]);
        let mut worth = None;
        for _ in 0..40 {
            if game.outcome().unwrap() != Outcome::Open {
                break;
            }
            let thought = thought(&game, "mcts:300", 1);
            game.play(&thought.action).unwrap();
            worth = thought.worth;
        }
        assert_eq!(worth, Some(Worth::Won), "it sees the solution coming");
        assert!(matches!(game.outcome().unwrap(), Outcome::Won(_)));
        assert!(game.actions().len() < 20, "{}", game.actions().len());
    }

    #[test]
    fn strong_is_what_suits_the_game() {
        let valued = played("examples/tictactoe.pl", &["b2"]);
        assert_eq!(thought(&valued, "strong:0.05s", 0).sampled, None);
        let text = std::fs::read_to_string("examples/tictactoe.pl").unwrap();
        let (text, _) = text.split_once("value(").unwrap();
        let rules = Rules::from_text("plain.pl", text).unwrap();
        let game = Game::new(Arc::new(rules)).unwrap();
        assert!(thought(&game, "strong:0.05s", 0).sampled.is_some());
    }

    #[test]
    fn it_stops_when_interrupted_and_tells_what_it_thinks() {
        let game = played("examples/hex.pl:7", &[]);
        let thinker = Thinker::new("mcts:60s".parse().unwrap(), game.rules(), 0).unwrap();
        let (thinker, watch) = (thinker.on_threads(2), Watch::default());
        let thought = thread::scope(|scope| {
            let thinking = scope.spawn(|| thinker.think(&game, &watch).unwrap().unwrap());
            while watch.best().is_none() {
                thread::sleep(Duration::from_millis(5));
            }
            watch.interrupt.store(true, Ordering::Relaxed);
            thinking.join().unwrap()
        });
        assert!(thought.time < Duration::from_secs(30), "{thought:?}");
        assert!(thought.sampled.unwrap().playouts > 0 && watch.nodes() > 0);
    }
}
