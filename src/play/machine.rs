//! Machines that play: Hornet's own players, engines that are other programs, and players
//! over HTTP.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::engines::{Engine, EngineError};
use super::failure::{Failure, NoAnswer};
use super::http::HttpError;
#[cfg(feature = "web")]
use super::http::{self, HttpPlayer, Patience};
use super::player::{Kind, Player};
use super::search::{Thinker, ThinkerError, Thought, Watch};
use crate::game::{Game, Rules};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// A machine that can be asked for moves.
pub enum Machine {
    /// A player of Hornet's own.
    Own(Thinker),
    /// Another program.
    Engine(Engine),
    /// A player over HTTP.
    #[cfg(feature = "web")]
    Http(Box<HttpPlayer>),
}

/// A machine that cannot play a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A player of Hornet's own.
    #[error(transparent)]
    Own(#[from] ThinkerError),
    /// Another program.
    #[error("{player}: {error}")]
    Engine {
        /// The player.
        player: Player,
        /// Why not.
        error: EngineError,
    },
    /// A player over HTTP.
    #[error("{player}: {error}")]
    Http {
        /// The player.
        player: Player,
        /// Why not.
        error: HttpError,
    },
}

/// Why a machine has no move.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The rules could not be evaluated, or somebody interrupted.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// It does not play as it should, and forfeits the game.
    #[error(transparent)]
    Forfeit(#[from] Failure),
}

impl<F: Into<Failure>> From<NoAnswer<F>> for MoveError {
    fn from(no_answer: NoAnswer<F>) -> MoveError {
        match no_answer {
            NoAnswer::Failure(failure) => MoveError::Forfeit(failure.into()),
            NoAnswer::Interrupted => MoveError::Eval(EvalError::Interrupted),
            NoAnswer::Eval(error) => MoveError::Eval(error),
        }
    }
}

/// Where a machine plays.
#[derive(Clone, Copy)]
enum Place {
    Match,
    Table,
}

impl Machine {
    /// A machine, ready for a game of a match. Those of Hornet's own think on all
    /// processors if the clock decides.
    pub fn new(player: &Player, rules: &Rules, seed: u64) -> Result<Machine, MachineError> {
        Machine::at(Place::Match, player, rules, seed)
    }

    /// A machine that is to continue a game at a table. An engine cannot be told of a
    /// position that no moves lead to.
    pub fn to_continue(player: &Player, game: &Game, seed: u64) -> Result<Machine, MachineError> {
        if game.is_set_up() && matches!(player.kind, Kind::Uhp(_)) {
            let error = EngineError::SetUp;
            return Err(MachineError::Engine { player: player.clone(), error });
        }
        Machine::at(Place::Table, player, game.rules(), seed)
    }

    #[cfg_attr(not(feature = "web"), allow(unused_variables))]
    fn at(
        place: Place,
        player: &Player,
        rules: &Rules,
        seed: u64,
    ) -> Result<Machine, MachineError> {
        match &player.kind {
            Kind::Uhp(spec) => match Engine::start((**spec).clone(), rules) {
                Ok(engine) => Ok(Machine::Engine(engine)),
                Err(error) => Err(MachineError::Engine { player: player.clone(), error }),
            },
            #[cfg(feature = "web")]
            Kind::Http(spec) => {
                let patience = match place {
                    Place::Match => Patience::IN_MATCH,
                    Place::Table => Patience::AT_TABLE,
                };
                match HttpPlayer::reach((**spec).clone(), rules, patience) {
                    Ok(reached) => Ok(Machine::Http(Box::new(reached))),
                    Err(error) => Err(MachineError::Http { player: player.clone(), error }),
                }
            }
            _ => {
                let thinker = Thinker::new(player.clone(), rules, seed)?;
                Ok(Machine::Own(thinker.on_all_processors().keeping_table()))
            }
        }
    }

    /// The player of Hornet's own that it is, if it is one.
    pub fn thinker(&self) -> Option<&Thinker> {
        match self {
            Machine::Own(thinker) => Some(thinker),
            Machine::Engine(_) => None,
            #[cfg(feature = "web")]
            Machine::Http(_) => None,
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Machine::Own(thinker) => thinker.player().to_string(),
            Machine::Engine(engine) => engine.name().to_string(),
            #[cfg(feature = "web")]
            Machine::Http(player) => player.name(),
        }
    }

    /// A game is over, and what is remembered of it is of no use any more.
    pub fn end_game(&self) {
        if let Machine::Own(thinker) = self {
            thinker.forget();
        }
    }

    /// A new game begins, with a seed of its own.
    pub fn begin_game(&mut self, seed: u64) {
        match self {
            Machine::Own(thinker) => *thinker = thinker.with_seed(seed),
            Machine::Engine(engine) => engine.begin_game(),
            #[cfg(feature = "web")]
            Machine::Http(player) => player.begin_game(),
        }
    }

    /// The move it chooses; none where nothing is legal.
    pub fn think(&self, game: &Game, watch: &Watch) -> Result<Option<Thought>, MoveError> {
        match self {
            Machine::Own(thinker) => Ok(thinker.think(game, watch)?),
            Machine::Engine(engine) => Ok(engine.think(game, watch)?),
            #[cfg(feature = "web")]
            Machine::Http(player) => Ok(player.think(game, watch)?),
        }
    }
}

/// Lets the machines that watch a game see how it stands, whoever's turn it is: before
/// each move, and when it is over. Whoever cannot be told is named.
#[cfg(feature = "web")]
pub fn follow(
    machines: &[(Atom, &Machine)],
    game: &Game,
    interrupt: &AtomicBool,
) -> Result<(), (Option<Atom>, MoveError)> {
    let watching = machines.iter().filter_map(|(side, machine)| match machine {
        Machine::Http(player) => Some((*side, player.as_ref())),
        Machine::Own(_) | Machine::Engine(_) => None,
    });
    let told = http::follow(&watching.collect::<Vec<_>>(), game, interrupt);
    told.map_err(|(side, error)| (side, error.into()))
}

/// No machine watches a game.
#[cfg(not(feature = "web"))]
pub fn follow(
    _: &[(Atom, &Machine)],
    _: &Game,
    _: &AtomicBool,
) -> Result<(), (Option<Atom>, MoveError)> {
    Ok(())
}
