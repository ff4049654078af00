//! Moves of Gauss: `r d2` for a red piece on d2. Column and line as numbers are
//! read too, `r 4 2`.

use super::{Unreadable, on_board, plain};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::game::setup::Edit;
use crate::logic::{Atom, Cell, Row, Value};

const USAGE: &str = "a piece is placed by colour and cell, r d2, or by column and line, r 4 2";

/// A move in the notation.
pub fn write(action: &Action) -> String {
    match action.args.as_slice() {
        [Value::Atom(colour), cell] => format!("{} {cell}", &colour.as_str()[..1]),
        _ => action.to_string(),
    }
}

/// The move that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    if text.contains('(') {
        return plain::read(game, text);
    }
    let lower = text.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let place = |colour: &str, cell: Option<Cell>| {
        let colour = match colour {
            "r" | "red" => "red",
            "b" | "blue" => "blue",
            _ => return Err(Unreadable::new(text, "the colour is r or b, as in r d2")),
        };
        let cell = cell.ok_or_else(|| Unreadable::new(text, USAGE))?;
        on_board(game, text, Action::new("place", &[Atom::new(colour).into(), cell.into()]))
    };
    match words.as_slice() {
        [colour, cell] => place(colour, Cell::from_name(cell)),
        [colour, column, line] => place(colour, numbered(column, line)),
        _ => Err(Unreadable::new(text, USAGE)),
    }
}

/// Puts a piece on a cell, to set up a position: `r d4`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let action = read(game, text)?;
    let piece = game.rules().program().relations.plain("piece", 2);
    let (Some(piece), [colour, cell]) = (piece, action.args.as_slice()) else {
        return Err(Unreadable::new(text, USAGE));
    };
    let there = game.position().rows(piece).filter(|row| row[0] == *cell);
    let gone = there.map(|row| (piece, Row::from_slice(row))).collect();
    Ok(Edit { gone, come: vec![(piece, Row::from_slice(&[*cell, *colour]))] })
}

/// A cell by the numbers of its column and line.
fn numbered(column: &str, line: &str) -> Option<Cell> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=26).contains(number));
    Some(Cell::Lettered(number(column)?, number(line)?))
}
