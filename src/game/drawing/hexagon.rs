//! A hexagon of hexagons with vertical columns, each cell with its sides: every column
//! is half a cell lower than its longer neighbour. Shaded cells are filled with colons;
//! what is told of the players stands in the corners.

use anstyle::{AnsiColor, Style};

use super::canvas::Canvas;
use super::{Glyph, Pointers, View, letter};
use crate::game::board::Board;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// Cells are at least this wide within their sides: a sign, and room on either side for
/// what points it out.
const NARROWEST: usize = 3;

/// Corners have at least room for this much, with a blank behind it.
const CORNER: usize = 9;

/// A text in a corner of the field.
pub struct Corner {
    /// The text.
    pub text: String,
    /// Its colour.
    pub style: Style,
    /// Whether it stands at the right.
    pub is_right: bool,
    /// Whether it stands at the bottom.
    pub is_low: bool,
}

/// Where cells are drawn.
pub struct Field {
    side: u8,
    /// How wide cells are within their sides.
    inner: usize,
    /// How much room there is in the corners.
    corner: usize,
}

/// Where a cell is drawn: the upper left corner of its sides.
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// How far from the left.
    pub x: usize,
    /// How far from the top.
    pub y: usize,
}

impl Field {
    /// A field whose cells are so wide within their sides, with or without corners.
    pub fn new(side: u8, inner: usize, corners: &[usize]) -> Field {
        let widest = corners.iter().max().map_or(0, |widest| CORNER.max(widest + 1));
        Field { side, inner, corner: widest }
    }

    /// How wide cells are within their sides.
    pub fn inner(&self) -> usize {
        self.inner
    }

    /// Columns are this far apart: neighbours share their sides.
    fn pitch(&self) -> usize {
        self.inner + 1
    }

    /// The middle column, the longest, begins here; small boards make room for what
    /// stands in the corners.
    fn middle(&self) -> usize {
        (self.pitch() * (self.side as usize - 1)).max(self.corner)
    }

    fn left(&self) -> usize {
        self.middle() - self.pitch() * (self.side as usize - 1)
    }

    /// Where each cell is drawn, column by column.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        Shape::Hexagon(self.side).cells().into_iter().filter_map(|cell| {
            let Cell::Lettered(column, line) = cell else { return None };
            let x = self.left() + self.pitch() * (column as usize - 1);
            let y = 1 + column.abs_diff(self.side) as usize + 2 * (line as usize - 1);
            Some(Place { cell, x, y })
        })
    }

    /// Where the texts in the right corners begin.
    fn right(&self) -> usize {
        let columns = 2 * self.side as usize - 1;
        let edge = self.left() + self.pitch() * columns + 1;
        edge.max(self.middle() + self.inner + 3 + self.corner) - self.corner
    }
}

/// The board with what stands on it.
pub fn draw(
    board: &Board,
    corners: &[Corner],
    pointers: &Pointers<'_>,
    view: &View,
    glyph: impl Fn(Cell) -> Glyph,
    is_shaded: impl Fn(Cell) -> bool,
) -> String {
    let Shape::Hexagon(side) = *board.shape() else { return String::new() };
    let widest = board.cells().map(|cell| glyph(cell).width()).max();
    let inner = NARROWEST.max(widest.unwrap_or(0) + 2);
    let widths: Vec<usize> = corners.iter().map(|it| it.text.chars().count()).collect();
    let field = Field::new(side, inner, &widths);
    let shade = Style::new().fg_color(Some(AnsiColor::BrightBlack.into()));
    let mut canvas = Canvas::default();
    for Place { cell, x, y } in field.places() {
        let Cell::Lettered(column, line) = cell else { continue };
        if line == 1 {
            let above = x + 1 + inner / 2;
            canvas.write_in(x, above, y - 1, &letter(column).to_string(), Style::new().bold());
        }
        if !board.holds(cell) {
            continue;
        }
        canvas.write_in(x, x + 1, y, &"_".repeat(inner), Style::new());
        canvas.write_in(x, x, y + 1, &format!("/{}\\", " ".repeat(inner)), Style::new());
        canvas.write_in(x, x, y + 2, &format!("\\{}/", "_".repeat(inner)), Style::new());
        let it = glyph(cell);
        if is_shaded(cell) && !(view.coordinates && it.text.is_empty()) {
            canvas.write_in(x, x + 1, y + 1, &":".repeat(inner), shade);
        }
        let empty = if view.coordinates { Glyph::name_of(cell) } else { Glyph::default() };
        let it = it.or_on(cell, pointers, empty);
        let margin = inner.saturating_sub(it.width()) / 2;
        canvas.write_in(x, x + 1 + margin, y + 1, &it.text, it.style);
    }
    let bottom = canvas.height().saturating_sub(1);
    for corner in corners {
        let x = if corner.is_right { field.right() } else { 0 };
        let y = if corner.is_low { bottom } else { 0 };
        canvas.write(x, y, &corner.text, corner.style);
    }
    canvas.drawn(view.width, (inner + 2).max(field.corner))
}
