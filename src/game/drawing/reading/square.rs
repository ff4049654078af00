//! A board of squares: each row has its number before and behind it, and bars
//! between its cells.

use super::{Shown, unreadable};
use crate::game::board::Board;
use crate::game::notation::Unreadable;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// The text on each cell that is not empty.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Square(width, height) = *board.shape() else { return Ok(Vec::new()) };
    let mut shown = Vec::new();
    let mut seen = vec![false; height as usize];
    for (index, line) in text.lines().enumerate() {
        let Some((row, cells)) = row(line) else { continue };
        let number = index + 1;
        if !(1..=usize::from(height)).contains(&row) {
            return Err(unreadable(
                number,
                format!("row {row} is beyond the board, whose last is {height}"),
            ));
        }
        if std::mem::replace(&mut seen[row - 1], true) {
            return Err(unreadable(number, format!("row {row} comes a second time")));
        }
        let spaces = spaces(board, width, row as u8);
        if cells.len() != spaces.len() {
            let (found, wanted) = (cells.len(), spaces.len());
            return Err(unreadable(number, format!("row {row} has {found} cells, not {wanted}")));
        }
        let drawn = spaces.into_iter().zip(cells);
        let drawn =
            drawn.filter_map(|(cell, text)| Some(Shown { cell: cell?, text, line: number }));
        shown.extend(drawn.filter(|shown| !shown.unmarked().is_empty()));
    }
    // A row without cells has no bars.
    let is_missing = |(index, seen): (usize, &bool)| {
        !seen && spaces(board, width, index as u8 + 1).iter().any(Option::is_some)
    };
    match seen.iter().enumerate().position(is_missing) {
        Some(missing) => {
            let why = format!("row {} is missing: a row is drawn as `1 | x |   | 1`", missing + 1);
            Err(Unreadable::new("the drawing", why))
        }
        None => Ok(shown),
    }
}

/// What is between the bars of a row: its cells, and the gaps among them where cells
/// are taken out.
fn spaces(board: &Board, width: u8, row: u8) -> Vec<Option<Cell>> {
    let cell = |column| Some(Cell::Lettered(column, row)).filter(|cell| board.holds(*cell));
    let mut spaces: Vec<Option<Cell>> = (1..=width).map(cell).collect();
    spaces.dedup_by(|next, before| next.is_none() && before.is_none());
    match (spaces.iter().position(Option::is_some), spaces.iter().rposition(Option::is_some)) {
        (Some(first), Some(last)) => spaces[first..=last].to_vec(),
        _ => Vec::new(),
    }
}

/// The number of a row and its cells, if a line is one.
fn row(line: &str) -> Option<(usize, Vec<&str>)> {
    let (number, cells) = line.split_once('|')?;
    let (cells, _) = cells.rsplit_once('|')?;
    Some((number.trim().parse().ok()?, cells.split('|').map(str::trim).collect()))
}
