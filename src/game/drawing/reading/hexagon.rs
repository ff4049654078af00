//! A hexagon of hexagons as the plain drawing has it: staggered columns, each with
//! its letter above.

use super::{Shown, unmarked};
use crate::game::board::Board;
use crate::game::drawing::letter;
use crate::game::notation::Unreadable;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// Cells are at most so wide, and a drawing indented by at most so much.
const WIDEST: usize = 40;
const INDENTED: usize = 12;

/// The text on each cell that is not empty.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Hexagon(side) = *board.shape() else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    let sizes = (3..=WIDEST).flat_map(|wide| (0..=INDENTED).map(move |left| (wide, left)));
    let fits = |(wide, left): &(usize, usize)| {
        Field { board, side, lines: &lines, first, wide: *wide, left: *left }.has_letters()
    };
    match sizes.clone().find(fits) {
        Some((wide, left)) => Field { board, side, lines: &lines, first, wide, left }.cells(),
        None => {
            let last = letter(board.shape().width());
            let why =
                format!("the letters above its columns, a to {last}, are not where they should be");
            Err(Unreadable::new("the drawing", why))
        }
    }
}

/// A drawing with a guess at the width of its cells and its indentation.
struct Field<'a, 'b> {
    board: &'b Board,
    side: u8,
    lines: &'b [&'a str],
    first: usize,
    wide: usize,
    left: usize,
}

impl<'a> Field<'a, '_> {
    /// The text of a column in a row.
    fn text(&self, row: usize, column: u8) -> &'a str {
        let Some(line) = self.lines.get(self.first + row) else { return "" };
        let start = self.left + (column as usize - 1) * self.wide;
        let byte = |place: usize| line.char_indices().nth(place).map_or(line.len(), |(at, _)| at);
        &line[byte(start)..byte(start + self.wide)]
    }

    fn has_letters(&self) -> bool {
        (1..=self.board.shape().width()).all(|column| {
            let name = letter(column).to_string();
            let text = self.text(column.abs_diff(self.side).into(), column);
            text.trim_end() == format!("{:^wide$}", name, wide = self.wide).trim_end()
        })
    }

    fn cells(&self) -> Result<Vec<Shown<'a>>, Unreadable> {
        let mut shown = Vec::new();
        for cell in self.board.cells() {
            let Cell::Lettered(column, number) = cell else { continue };
            let row = column.abs_diff(self.side) as usize + 2 * number as usize - 1;
            let (text, line) = (self.text(row, column), self.first + row + 1);
            if text.trim().is_empty() {
                return Err(super::unreadable(
                    line,
                    format!("there is nothing on {cell}, not even a dot"),
                ));
            }
            if !unmarked(text).is_empty() {
                shown.push(Shown { cell, text, line });
            }
        }
        Ok(shown)
    }
}
