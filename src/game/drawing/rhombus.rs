//! A rhombus of hexagons: letters along the top, numbers at the left, and each row
//! half a cell further right than the one above it.

use super::canvas::Canvas;
use super::{Glyph, Pointers, View, cell_width, letter};
use crate::game::board::Board;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// The board, in parts where it is wider than the screen.
pub fn draw(
    board: &Board,
    pointers: &Pointers<'_>,
    view: &View,
    glyph: impl Fn(Cell) -> Glyph,
    is_shaded: impl Fn(Cell) -> bool,
) -> String {
    let Shape::Rhombus(width, height) = *board.shape() else { return String::new() };
    let empty = |cell: Cell| match is_shaded(cell) {
        _ if view.coordinates => Glyph::name_of(cell),
        true => Glyph::shade(),
        false => Glyph::dot(),
    };
    let wide = cell_width(board, |cell| match glyph(cell) {
        Glyph { text, .. } if text.is_empty() => empty(cell),
        glyph => glyph,
    });
    let half = wide.div_ceil(2);
    let mut canvas = Canvas::default();
    // Numbers are a column of their own, letters a row.
    let mut write = |column: u8, row: u8, glyph: Glyph| {
        let edge = half * (usize::from(row) + 2 * usize::from(column) - 1);
        let margin = (2 * half).saturating_sub(glyph.width()) / 2;
        canvas.write_in(edge, edge + margin, row.into(), &glyph.text, glyph.style);
    };
    let label = |text: String| Glyph { text, ..Glyph::default() };
    (1..=width).for_each(|column| write(column, 0, label(letter(column).to_string())));
    (1..=height).for_each(|row| write(0, row, label(row.to_string())));
    for cell in board.cells() {
        let Cell::Lettered(column, row) = cell else { continue };
        write(column, row, glyph(cell).or_on(cell, pointers, empty(cell)));
    }
    canvas.drawn(view.width, 2 * half)
}
