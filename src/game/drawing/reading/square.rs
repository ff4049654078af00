//! A board of squares: each row has its number before and behind it, and bars
//! between its cells.

use super::{Shown, unreadable};
use crate::game::notation::Unreadable;
use crate::logic::Cell;

/// The text on each cell that is not empty.
pub fn read(width: u8, height: u8, text: &str) -> Result<Vec<Shown<'_>>, Unreadable> {
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
        if cells.len() != usize::from(width) {
            let found = cells.len();
            return Err(unreadable(number, format!("row {row} has {found} cells, not {width}")));
        }
        let columns = (1..=width).zip(cells);
        shown.extend(columns.filter(|(_, text)| !super::unmarked(text).is_empty()).map(
            |(column, text)| Shown { cell: Cell::Lettered(column, row as u8), text, line: number },
        ));
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => {
            let why = format!("row {} is missing: a row is drawn as `1 | x |   | 1`", missing + 1);
            Err(Unreadable::new("the drawing", why))
        }
        None => Ok(shown),
    }
}

/// The number of a row and its cells, if a line is one.
fn row(line: &str) -> Option<(usize, Vec<&str>)> {
    let (number, cells) = line.split_once('|')?;
    let (cells, _) = cells.rsplit_once('|')?;
    Some((number.trim().parse().ok()?, cells.split('|').map(str::trim).collect()))
}
