//! A rhombus of hexagons: each row begins with its number, and has something on each
//! of its cells, be it a dot.

use super::plane::tokens;
use super::{Shown, unreadable};
use crate::game::board::Board;
use crate::game::notation::Unreadable;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// The text on each cell that is not empty.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Rhombus(width, height) = *board.shape() else { return Ok(Vec::new()) };
    let mut shown = Vec::new();
    let mut seen = vec![false; height.into()];
    for (index, line) in text.lines().enumerate() {
        let drawn = tokens(index, line);
        let Some((first, drawn)) = drawn.split_first() else { continue };
        let Ok(row) = first.text.parse::<u8>() else { continue };
        let number = index + 1;
        if !(1..=height).contains(&row) {
            let why = format!("row {row} is beyond the board, whose last is {height}");
            return Err(unreadable(number, why));
        }
        if std::mem::replace(&mut seen[usize::from(row) - 1], true) {
            return Err(unreadable(number, format!("row {row} comes a second time")));
        }
        let cells = (1..=width).map(|column| Cell::Lettered(column, row));
        let cells: Vec<Cell> = cells.filter(|cell| board.holds(*cell)).collect();
        if cells.len() != drawn.len() {
            let (found, wanted) = (drawn.len(), cells.len());
            let why = format!("row {row} has {found} cells, not {wanted}; an empty one is a dot");
            return Err(unreadable(number, why));
        }
        let each = cells.into_iter().zip(drawn);
        let each = each.map(|(cell, token)| Shown { cell, text: token.text, line: number });
        shown.extend(each.filter(|shown| !shown.unmarked().is_empty()));
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => {
            let why = format!("row {} is missing: a row is drawn as `1 . x .`", missing + 1);
            Err(Unreadable::new("the drawing", why))
        }
        None => Ok(shown),
    }
}
