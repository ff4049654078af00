//! Moves of Breakthrough Tanks: `b2-b3`, and `b2xb4` for a capture.

use super::{Unreadable, on_board, plain};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::logic::{Cell, Row, Value};

/// A move in the notation.
pub fn write(game: &Game, action: &Action) -> String {
    match action.args.as_slice() {
        [from, to] => {
            let taken = to.as_cell().is_some_and(|cell| tank_on(game, cell).is_some());
            format!("{from}{}{to}", if taken { 'x' } else { '-' })
        }
        _ => action.to_string(),
    }
}

/// The move that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let usage = "a move is written b2-b3, a capture b2xb4";
    let trimmed = text.trim().to_lowercase();
    let cells = trimmed
        .split_once(['-', 'x'])
        .and_then(|(from, to)| Some((Cell::from_name(from.trim())?, Cell::from_name(to.trim())?)));
    match cells {
        Some((from, to)) => on_board(game, text, Action::new("move", &[from.into(), to.into()])),
        None if text.contains('(') => plain::read(game, text),
        None => Err(Unreadable::new(text, usage)),
    }
}

/// The tank on a cell, as the fact `tank(Cell, Player, Kind)`.
pub fn tank_on(game: &Game, cell: Cell) -> Option<Row> {
    let tank = game.rules().program().relations.plain("tank", 3)?;
    game.position().rows(tank).find(|row| row[0] == Value::Cell(cell)).map(Row::from_slice)
}
