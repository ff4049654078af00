//! Who plays at a table: people and machines, how machines move, and what somebody has to
//! show who moves for a side.

use super::error::ApiError;
use crate::game::Rules;
use crate::logic::Atom;
use crate::play::{Player, PlayerError, Thinker};

/// How machines move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As soon as it is their turn.
    Play,
    /// Once, and then they wait.
    Step,
    /// Not at all.
    Pause,
}

impl Pace {
    /// The pace of that name.
    pub fn named(name: &str) -> Result<Pace, ApiError> {
        match name {
            "play" => Ok(Pace::Play),
            "step" => Ok(Pace::Step),
            "pause" => Ok(Pace::Pause),
            _ => Err(ApiError::bad_request("a pace is play, step or pause")),
        }
    }

    /// What is kept of it: after a step, machines wait.
    pub fn kept(self) -> &'static str {
        match self {
            Pace::Play => "play",
            Pace::Step | Pace::Pause => "pause",
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Play => "play",
            Pace::Step => "step",
            Pace::Pause => "pause",
        }
    }
}

/// A side of the game, and who plays it.
pub struct Seat {
    /// The side.
    pub side: Atom,
    /// Who plays it, as they are named.
    pub player: Player,
    /// The machine, if it is not a person.
    pub thinker: Option<Thinker>,
    /// What somebody has to show who plays this side.
    pub key: Option<String>,
}

/// Players who are one for each side. Only those that Hornet plays itself and people
/// can be named by a request.
pub fn players(rules: &Rules, names: &[String]) -> Result<Vec<Player>, ApiError> {
    let sides = rules.program().declarations.players();
    if names.len() != sides.len() {
        return Err(ApiError::bad_request(format!(
            "{} has {} sides: {}; name one player for each",
            rules.title(),
            sides.len(),
            sides.iter().map(|side| side.as_str()).collect::<Vec<_>>().join(", "),
        )));
    }
    let player = |name: &String| {
        let player: Player =
            name.parse().map_err(|error: PlayerError| ApiError::bad_request(error))?;
        own(player)
    };
    names.iter().map(player).collect()
}

/// A player that a request may name.
pub fn own(player: Player) -> Result<Player, ApiError> {
    match player.is_program() {
        false => Ok(player),
        true => Err(ApiError::bad_request(
            "a page starts no program and calls no address; name it at the command line, with \
             `hornet play` or `hornet match`",
        )),
    }
}

/// A machine, ready to play; none for a person.
pub fn thinker(player: &Player, rules: &Rules, seed: u64) -> Result<Option<Thinker>, ApiError> {
    match player.is_human() {
        true => Ok(None),
        false => {
            Ok(Some(Thinker::new(player.clone(), rules, seed).map_err(ApiError::bad_request)?))
        }
    }
}

/// The sides of a game, and who plays them.
pub fn seats(rules: &Rules, players: &[Player]) -> Result<Vec<Seat>, ApiError> {
    let sides = rules.program().declarations.players();
    let seat = |(index, (side, player)): (usize, (&Atom, &Player))| {
        // Two equal players do not play alike, nor do two tables.
        let seed = rand::random::<u64>().wrapping_add(index as u64);
        let thinker = thinker(player, rules, seed)?;
        Ok(Seat { side: *side, player: player.clone(), thinker, key: None })
    };
    sides.iter().zip(players).enumerate().map(seat).collect()
}
