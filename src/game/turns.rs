//! How turns are counted. A move is what one player does, and moves are numbered
//! from 1 through the whole game, as `turn_number/1` does. Where the players
//! alternate, a turn is a move of each of them, as in the Universal Hive
//! Protocol: `White[21]` is white's 21st turn, and the 41st move.

use super::game::Game;
use super::position::Position;
use crate::logic::Atom;

/// The number of the turn to come, counted from 1, if the players have alternated
/// so far.
pub fn turn_of_each(game: &Game) -> Option<usize> {
    let players = game.rules().program().declarations.players().len();
    let relation = game.rules().turn()?;
    let to_move = |position: &Position| position.rows(relation).next()?.first()?.as_atom();
    let positions = [game.position()].into_iter().chain(game.earlier_positions());
    let turns: Vec<Atom> = positions.map(to_move).collect::<Option<_>>()?;
    let come_again = turns.windows(players + 1).all(|turns| turns[0] == turns[players]);
    let differ =
        turns.iter().take(players).enumerate().all(|(at, turn)| !turns[..at].contains(turn));
    (players > 1 && come_again && differ).then(|| (game.turn_number() - 1) / players + 1)
}
