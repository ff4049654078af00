//! A board of squares, with letters and numbers around it. Cells that are taken out
//! are blank, with no lines around them but those of their neighbours; hatched, if
//! these are all there.

use std::fmt::Write as _;

use super::canvas::in_parts;
use super::{Glyph, Pointers, cell_width, centred, letter};
use crate::game::board::Board;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// The board, in parts where it is wider than the screen.
pub fn draw(
    board: &Board,
    pointers: &Pointers<'_>,
    screen: Option<usize>,
    glyph: impl Fn(Cell) -> Glyph,
    is_shaded: impl Fn(Cell) -> bool,
) -> String {
    let Shape::Square(width, height) = *board.shape() else { return String::new() };
    let wide = cell_width(board, &glyph);
    let empty = |cell: Cell| if is_shaded(cell) { Glyph::shade() } else { Glyph::default() };
    let part = |columns: &[u8]| {
        let is_there = |column: u8, row: u8| {
            columns.contains(&column) && board.holds(Cell::Lettered(column, row))
        };
        let is_enclosed = |column: u8, row: u8| {
            let beside = is_there(column - 1, row) && is_there(column + 1, row);
            beside && is_there(column, row - 1) && is_there(column, row + 1)
        };
        let letters: String = columns.iter().map(|c| format!(" {:^wide$}", letter(*c))).collect();
        // The line above a row, and so below the next.
        let rule = |row: u8| {
            let touches = |column: u8| is_there(column, row) || is_there(column, row + 1);
            let mut line = String::from("   ");
            for column in columns {
                line.push(if touches(column - 1) || touches(*column) { '+' } else { ' ' });
                line += &if touches(*column) { "-" } else { " " }.repeat(wide);
            }
            line.push(if columns.last().is_some_and(|last| touches(*last)) { '+' } else { ' ' });
            line.trim_end().to_string()
        };
        let mut text = format!("   {}\n{}\n", letters.trim_end(), rule(height));
        for row in (1..=height).rev() {
            let mut shown = String::new();
            for column in columns {
                let cell = Cell::Lettered(*column, row);
                let is_edge = is_there(column - 1, row) || is_there(*column, row);
                shown.push(if is_edge { '|' } else { ' ' });
                shown += &match is_there(*column, row) {
                    true => centred(&glyph(cell).or_on(cell, pointers, empty(cell)), wide),
                    // With lines all around, blank would look like an empty cell.
                    false if is_enclosed(*column, row) => "/".repeat(wide),
                    false => " ".repeat(wide),
                };
            }
            let is_edge = columns.last().is_some_and(|last| is_there(*last, row));
            let edge = if is_edge { '|' } else { ' ' };
            let _ = writeln!(text, "{row:>2} {shown}{edge} {row}\n{}", rule(row - 1));
        }
        let _ = write!(text, "   {}", letters.trim_end());
        text
    };
    // Numbers of two digits stand on both sides, with a blank and the last line.
    let room = screen.map_or(usize::MAX, |screen| screen.saturating_sub(7));
    let columns: Vec<u8> = (1..=width).collect();
    in_parts(columns.chunks((room / (wide + 1)).max(1)).map(part).collect())
}
