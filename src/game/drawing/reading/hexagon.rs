//! A hexagon of hexagons: each cell stands between its sides, which tell where it is.

use super::{Shown, unmarked, unreadable};
use crate::game::board::Board;
use crate::game::drawing::hexagon::{Field, Place};
use crate::game::notation::Unreadable;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// Cells are at most so wide, corners take at most so much room, and a drawing is
/// indented by at most so much.
const WIDEST: usize = 40;
const WIDEST_CORNER: usize = 24;
const INDENTED: usize = 12;

/// The text on each cell that is not empty.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Hexagon(side) = *board.shape() else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let drawn = Drawing { board, lines: &lines, characters: characters(&lines) };
    let corners = std::iter::once(None).chain((8..WIDEST_CORNER).map(Some));
    let sizes = corners.flat_map(|corner| (3..=WIDEST).map(move |inner| (inner, corner)));
    let fields: Vec<Field> =
        sizes.map(|(inner, corner)| Field::new(side, inner, corner.as_slice())).collect();
    let mut best: Option<(usize, Unreadable)> = None;
    for field in &fields {
        for top in 0..lines.len() {
            for left in 0..=INDENTED {
                match drawn.cells(field, top, left) {
                    Ok(shown) => return Ok(shown),
                    Err((found, error)) => {
                        if found > 0 && best.as_ref().is_none_or(|(most, _)| found > *most) {
                            best = Some((found, error));
                        }
                    }
                }
            }
        }
    }
    Err(best.map(|(_, error)| error).unwrap_or_else(|| {
        Unreadable::new(
            "the drawing",
            "it has no cells with sides, such as `/   \\` above `\\___/`",
        )
    }))
}

fn characters(lines: &[&str]) -> Vec<Vec<char>> {
    lines.iter().map(|line| line.chars().collect()).collect()
}

struct Drawing<'a, 'b> {
    board: &'b Board,
    lines: &'b [&'a str],
    characters: Vec<Vec<char>>,
}

impl<'a> Drawing<'a, '_> {
    /// The text on each cell of a field that begins at a place, or how many cells were
    /// found before one was not, and which.
    fn cells(
        &self,
        field: &Field,
        top: usize,
        left: usize,
    ) -> Result<Vec<Shown<'a>>, (usize, Unreadable)> {
        let mut shown = Vec::new();
        let places = field.places().filter(|place| self.board.holds(place.cell));
        for (found, Place { cell, x, y }) in places.enumerate() {
            let (line, begin) = (top + y + 1, left + x);
            let end = begin + field.inner() + 1;
            if !(self.is_side(line, begin) && self.is_side(line, end)) {
                return Err((found, self.sides_missing(cell, line)));
            }
            let text = between(self.lines[line], begin + 1, end);
            if !unmarked(text).is_empty() {
                shown.push(Shown { cell, text, line: line + 1 });
            }
        }
        Ok(shown)
    }

    fn is_side(&self, line: usize, place: usize) -> bool {
        let found = self.characters.get(line).and_then(|line| line.get(place));
        found.is_some_and(|c| matches!(c, '/' | '\\'))
    }

    fn sides_missing(&self, cell: Cell, line: usize) -> Unreadable {
        unreadable(line + 1, format!("the sides of {cell} are not where they should be"))
    }
}

/// A part of a line, counted in characters.
fn between(line: &str, begin: usize, end: usize) -> &str {
    let byte = |place: usize| line.char_indices().nth(place).map_or(line.len(), |(at, _)| at);
    &line[byte(begin)..byte(end)]
}
