//! Machines that play: Hornet's own players, and engines that are other programs.

use thiserror::Error;

use super::engines::{Engine, EngineError, Failure, NoAnswer};
use super::player::{Kind, Player};
use super::search::{Thinker, ThinkerError, Thought, Watch};
use crate::game::{Game, Rules};
use crate::logic::engine::EvalError;

/// A machine that can be asked for moves.
pub enum Machine {
    /// A player of Hornet's own.
    Own(Thinker),
    /// Another program.
    Engine(Engine),
}

/// A machine that cannot play a game.
#[derive(Debug, Error)]
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
}

/// Why a machine has no move.
#[derive(Debug, Error)]
pub enum MoveError {
    /// The rules could not be evaluated, or somebody interrupted.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// It does not play as it should, and forfeits the game.
    #[error(transparent)]
    Forfeit(#[from] Failure),
}

impl From<NoAnswer> for MoveError {
    fn from(no_answer: NoAnswer) -> MoveError {
        match no_answer {
            NoAnswer::Failure(failure) => MoveError::Forfeit(failure),
            NoAnswer::Interrupted => MoveError::Eval(EvalError::Interrupted),
            NoAnswer::Eval(error) => MoveError::Eval(error),
        }
    }
}

impl Machine {
    /// A machine, ready for a game. Those of Hornet's own think on all processors if
    /// the clock decides.
    pub fn new(player: &Player, rules: &Rules, seed: u64) -> Result<Machine, MachineError> {
        match &player.kind {
            Kind::Uhp(spec) => match Engine::start((**spec).clone(), rules) {
                Ok(engine) => Ok(Machine::Engine(engine)),
                Err(error) => Err(MachineError::Engine { player: player.clone(), error }),
            },
            _ => {
                let thinker = Thinker::new(player.clone(), rules, seed)?;
                Ok(Machine::Own(thinker.on_all_processors()))
            }
        }
    }

    /// A machine that is to continue a game. An engine cannot be told of a position
    /// that no moves lead to.
    pub fn to_continue(player: &Player, game: &Game, seed: u64) -> Result<Machine, MachineError> {
        if game.is_set_up() && matches!(player.kind, Kind::Uhp(_)) {
            let error = EngineError::SetUp;
            return Err(MachineError::Engine { player: player.clone(), error });
        }
        Machine::new(player, game.rules(), seed)
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Machine::Own(thinker) => thinker.player().to_string(),
            Machine::Engine(engine) => engine.name().to_string(),
        }
    }

    /// A new game begins, with a seed of its own.
    pub fn begin_game(&mut self, seed: u64) {
        match self {
            Machine::Own(thinker) => *thinker = thinker.with_seed(seed),
            Machine::Engine(engine) => engine.begin_game(),
        }
    }

    /// The move it chooses; none where nothing is legal.
    pub fn think(&self, game: &Game, watch: &Watch) -> Result<Option<Thought>, MoveError> {
        match self {
            Machine::Own(thinker) => Ok(thinker.think(game, watch)?),
            Machine::Engine(engine) => Ok(engine.think(game, watch)?),
        }
    }
}
