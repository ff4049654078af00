//! Tuning: weights that play better are found by games between players who judge by
//! weights that differ a little. [`Spsa`] says which, and what follows from the results.
//!
//! A step is several pairs of games. In a pair both sides of one comparison play the same
//! opening, each from both sides of the board.

#[cfg(feature = "cli")]
mod lock;
mod spsa;
#[cfg(feature = "cli")]
mod state;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

#[cfg(feature = "cli")]
pub use self::lock::Lock;
pub use self::spsa::{Signs, Spsa};
#[cfg(feature = "cli")]
pub use self::state::{State, StateError};
use super::matches::{Match, MatchError, Openings, Round, Slot, points};
use super::player::{Kind, Player, without_dice};
use super::search::STYLE;
use crate::game::{LoadError, Rules};
use crate::logic::check::declarations::WeightDecl;
use crate::logic::names;

/// How the games of a tuning are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed of all random choices.
    pub seed: u64,
    /// How many pairs of games make a step.
    pub pairs: usize,
    /// After how many actions a game is broken off.
    pub plies: usize,
    /// With how many random actions a game begins.
    pub opening: usize,
}

/// A tuning under way.
pub struct Tuning {
    rules: Arc<Rules>,
    player: Player,
    plan: Plan,
    /// Which of the declared weights are tuned.
    tuned: Vec<usize>,
    spsa: Spsa,
}

/// Why weights cannot be tuned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// There is nothing to tune.
    #[error(
        "{game} declares no weights; declare one with :- weight(name, default, least, most), and \
         ask it where value(Player, N) judges: weight(name, W)"
    )]
    NoWeights {
        /// The game.
        game: String,
    },
    /// The weights there are do not matter.
    #[error(
        "no weight of {game} has anything to do with value(Player, N){}; its weights are {}",
        by_style(.style), .known.join(", ")
    )]
    NotAsked {
        /// The game.
        game: String,
        /// The style that it is judged in.
        style: Option<String>,
        /// Its weights.
        known: Vec<String>,
    },
    /// One that is to be tuned is not there.
    #[error("{game} has no weight `{name}`{}; its weights are {}", suggested(.name, .known), .known.join(", "))]
    Unknown {
        /// The game.
        game: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// One that is to be tuned has but one value.
    #[error("the weight `{name}` of {game} has but one value; declare a range for it")]
    Fixed {
        /// The game.
        game: String,
        /// The weight.
        name: String,
    },
    /// The game is for one, or for three and more.
    #[error("weights are tuned by games of two against each other, and {game} is for {sides}")]
    NotForTwo {
        /// The game.
        game: String,
        /// How many play it.
        sides: usize,
    },
    /// A player who judges nothing, or not by weights.
    #[error(
        "{player} does not judge positions by the weights of the rules; choose greedy, minimax:2 \
         or minimax:0.1s"
    )]
    Player {
        /// The player.
        player: Player,
    },
    /// A player with weights of its own.
    #[error(
        "the weights to begin with are chosen with the game, as in {game}:{name}={value}, not with \
         the player"
    )]
    PlayerWeights {
        /// The game.
        game: String,
        /// A weight,
        name: String,
        /// and its value.
        value: i64,
    },
    /// Games are over before anybody has thought.
    #[error(
        "games that begin with {opening} random actions and are broken off after {plies} leave \
         nothing to think about; --plies must be more than --random-openings"
    )]
    Plies {
        /// With how many random actions they begin,
        opening: usize,
        /// and after how many they are broken off.
        plies: usize,
    },
    /// The rules cannot be loaded with the style of the player.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A game cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

fn by_style(style: &Option<String>) -> String {
    style.as_ref().map_or(String::new(), |style| format!(" in the style {style}"))
}

fn suggested(name: &str, known: &[String]) -> String {
    let nearest = names::nearest(name, known.iter().map(String::as_str));
    nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// A weight that is tuned, before and after.
#[derive(Clone, Copy, Debug)]
pub struct Tuned<'a> {
    /// The weight.
    pub weight: &'a WeightDecl,
    /// What it was.
    pub before: i64,
    /// What it is now.
    pub after: i64,
}

impl Tuning {
    /// A tuning of some weights, or of all that matter to the player, from the values
    /// that the rules have.
    pub fn new(
        rules: Arc<Rules>,
        player: Player,
        only: Option<&[String]>,
        plan: Plan,
    ) -> Result<Tuning, TuneError> {
        let game = || rules.name().to_string();
        let declarations = &rules.program().declarations;
        let weights = &declarations.weights;
        if weights.is_empty() {
            return Err(TuneError::NoWeights { game: game() });
        }
        let sides = without_dice(declarations.players());
        if sides != 2 {
            return Err(TuneError::NotForTwo { game: game(), sides });
        }
        if !matches!(player.kind, Kind::Greedy | Kind::Minimax(_) | Kind::Strong(_)) {
            return Err(TuneError::Player { player });
        }
        if let Some((name, value)) = player.weights.first().cloned() {
            return Err(TuneError::PlayerWeights { game: game(), name, value });
        }
        let Plan { plies, opening, .. } = plan;
        if opening >= plies {
            return Err(TuneError::Plies { opening, plies });
        }
        // Finds out whether there is such a style.
        Match::new(rules.clone(), [player.clone(), player.clone()], plan.seed, plan.plies)?;
        let matters = match &player.style {
            Some(style) => rules.with_option(STYLE, style)?.weights_of_value(),
            None => rules.weights_of_value(),
        };
        let known = || weights.iter().map(|weight| weight.name.as_str().to_string()).collect();
        let has_range = |index: &usize| weights[*index].least < weights[*index].most;
        let tuned: Vec<usize> = match only {
            None => (0..weights.len()).filter(|at| matters[*at] && has_range(at)).collect(),
            Some(only) => {
                let find = |name: &String| {
                    let found = weights.iter().position(|weight| weight.name.as_str() == name);
                    let name = || name.clone();
                    match found {
                        None => {
                            Err(TuneError::Unknown { game: game(), name: name(), known: known() })
                        }
                        Some(index) if !has_range(&index) => {
                            Err(TuneError::Fixed { game: game(), name: name() })
                        }
                        Some(index) => Ok(index),
                    }
                };
                let mut tuned = only.iter().map(find).collect::<Result<Vec<usize>, _>>()?;
                tuned.sort_unstable();
                tuned.dedup();
                tuned
            }
        };
        if !tuned.iter().any(|index| matters[*index]) {
            let style = player.style.clone().or_else(|| rules.chosen(STYLE));
            return Err(TuneError::NotAsked { game: game(), style, known: known() });
        }
        let range = |index: &usize| span_of(&weights[*index]);
        let unit = |index: &usize| {
            (rules.weights()[*index] as f64 - weights[*index].least as f64) / range(index)
        };
        let least = tuned.iter().map(|index| 1.0 / range(index)).collect();
        let spsa = Spsa::new(tuned.iter().map(unit).collect(), least);
        Ok(Tuning { rules, player, plan, tuned, spsa })
    }

    /// The rules, with the weights that it began with.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Who plays.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// How the games are played.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.spsa.steps
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        2 * self.plan.pairs * self.spsa.steps
    }

    /// The weights that are tuned, in the order in which they are declared.
    pub fn weights(&self) -> impl Iterator<Item = Tuned<'_>> {
        let after = self.values(&self.spsa.average);
        let weights = &self.rules.program().declarations.weights;
        self.tuned.iter().zip(after).map(move |(index, after)| Tuned {
            weight: &weights[*index],
            before: self.rules.weights()[*index],
            after,
        })
    }

    /// The values of the tuned weights at a point.
    fn values(&self, point: &[f64]) -> Vec<i64> {
        let weights = &self.rules.program().declarations.weights;
        let value = |(index, part): (&usize, &f64)| {
            let weight = &weights[*index];
            let value = weight.least as f64 + part * span_of(weight);
            (value.round() as i64).clamp(weight.least, weight.most)
        };
        self.tuned.iter().zip(point).map(value).collect()
    }

    /// The player, judging by other values of the tuned weights.
    fn judging_by(&self, values: &[i64]) -> Player {
        let weights = &self.rules.program().declarations.weights;
        let named =
            |(index, value): (&usize, &i64)| (weights[*index].name.as_str().to_string(), *value);
        let weights = self.tuned.iter().zip(values).map(named).collect();
        Player { weights, ..self.player.clone() }
    }

    /// Takes a step, with some games at a time, and calls `finished` after each of them.
    /// If the interrupt stops it, no step is taken.
    pub fn step(
        &mut self,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        finished: &mut dyn FnMut(),
    ) -> Result<bool, TuneError> {
        let pairs = self.plan.pairs;
        let signs = self.spsa.comparisons(self.plan.seed, pairs);
        let sides = signs.iter().flat_map(|signs| self.spsa.sides(signs));
        let players: Vec<Player> =
            sides.map(|point| self.judging_by(&self.values(&point))).collect();
        let pairing = self.pairing(players, self.plan.seed)?;
        let first = self.spsa.steps * pairs;
        let slots: Vec<Slot> =
            (0..pairs).flat_map(|pair| pair_of(first + pair, 2 * pair)).collect();
        let rounds = pairing.play_slots(&slots, threads, interrupt, &mut |_, _| finished())?;
        if rounds.len() < slots.len() {
            return Ok(false);
        }
        let better = |pair: usize| {
            let points = rounds.iter().filter_map(|round| points(2 * pair, round));
            points.sum::<f64>() - 1.0
        };
        let compared: Vec<(Signs, f64)> =
            signs.into_iter().enumerate().map(|(pair, signs)| (signs, better(pair))).collect();
        self.spsa.step(&compared);
        Ok(true)
    }

    /// A match of the tuned weights against those before, over games that the tuning has
    /// not seen: the tuned ones are the first player. It lacks those games that the
    /// interrupt stopped.
    pub fn compare(
        &self,
        games: usize,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        finished: &mut dyn FnMut(&Round),
    ) -> Result<Vec<Round>, TuneError> {
        let after: Vec<i64> = self.weights().map(|tuned| tuned.after).collect();
        let before: Vec<i64> = self.weights().map(|tuned| tuned.before).collect();
        let players = [after, before].map(|values| self.judging_by(&values));
        let pairing = self.pairing(players.to_vec(), !self.plan.seed)?;
        let slots: Vec<Slot> =
            (0..games.div_ceil(2)).flat_map(|pair| pair_of(pair, 0)).take(games).collect();
        Ok(pairing.play_slots(&slots, threads, interrupt, &mut |round, _| finished(round))?)
    }

    /// Players who think on one thread each, so that as many games are played at a time
    /// as there are processors.
    fn pairing(&self, players: Vec<Player>, seed: u64) -> Result<Match, TuneError> {
        let pairing = Match::new(self.rules.clone(), players, seed, self.plan.plies)?;
        let openings = match self.plan.opening {
            0 => Openings::None,
            plies => Openings::Random { plies },
        };
        Ok(pairing.on_one_thread_each().with_openings(openings)?)
    }
}

/// The distance from a weight's least value to its largest.
fn span_of(weight: &WeightDecl) -> f64 {
    weight.most as f64 - weight.least as f64
}

/// The two games of an encounter between a player and the next one.
fn pair_of(encounter: usize, player: usize) -> [Slot; 2] {
    let slot = |turn: usize| {
        let mut seats = vec![player, player + 1];
        seats.rotate_left(turn);
        Slot { number: 2 * encounter + turn + 1, encounter, opening: encounter, seats }
    };
    [slot(0), slot(1)]
}
