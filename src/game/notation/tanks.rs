//! Moves of Breakthrough Tanks: `b2-b3`, and `b2xb4` for a capture.

use super::{Unreadable, on_board, plain};
use crate::game::action::Action;
use crate::game::drawing::tanks::written;
use crate::game::game::Game;
use crate::game::setup::{Edit, Fact};
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

/// What the letters of tanks mean.
pub const LETTERS: &str = "M is bot's medium tank, T its heavy one and D its destroyer; m, t and d are \
                           top's";

/// Puts a tank on a cell, to set up a position: `T b3`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let usage =
        || Unreadable::new(text, format!("a tank is put by its letter and cell, T b3: {LETTERS}"));
    let (letter, name) = text.trim().split_once(char::is_whitespace).ok_or_else(usage)?;
    let cell = Cell::from_name(name.trim()).ok_or_else(usage)?;
    on_board(game, text, Action::new("move", &[cell.into(), cell.into()]))?;
    let tank = tank(game, letter, cell).ok_or_else(usage)?;
    let there = tank_on(game, cell).map(|row| (tank.0, row));
    Ok(Edit { gone: there.into_iter().collect(), come: vec![tank] })
}

/// The tank that a letter means, on a cell.
pub fn tank(game: &Game, letter: &str, cell: Cell) -> Option<Fact> {
    let program = game.rules().program();
    let relation = program.relations.plain("tank", 3)?;
    let kinds = program.declarations.enums.iter().find(|it| it.name.as_str() == "kind")?;
    let players = program.declarations.players();
    let mut tanks =
        players.iter().flat_map(|player| kinds.values.iter().map(|kind| [*player, *kind]));
    let [player, kind] = tanks.find(|[player, kind]| written(*player, *kind) == letter)?;
    Some((relation, Row::from_slice(&[cell.into(), player.into(), kind.into()])))
}

/// The tank on a cell, as the fact `tank(Cell, Player, Kind)`.
pub fn tank_on(game: &Game, cell: Cell) -> Option<Row> {
    let tank = game.rules().program().relations.plain("tank", 3)?;
    game.position().rows(tank).find(|row| row[0] == Value::Cell(cell)).map(Row::from_slice)
}
