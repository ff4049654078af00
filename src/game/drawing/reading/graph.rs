//! A graph: what stands at the places of its cells. How far these are apart follows
//! from the drawing.

use super::Shown;
use crate::game::board::Board;
use crate::game::drawing::graph::{ACROSS, DOWN, Places};
use crate::game::notation::Unreadable;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// Cells are at most so far apart, and a drawing indented by at most so much.
const WIDEST: usize = 40;
const INDENTED: usize = 40;

/// The text on each cell that is not empty.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Graph(graph) = board.shape() else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    let places = Places::of(graph);
    let top = board.cells().map(|cell| places.at(cell).1).min().unwrap_or(0);
    let sizes = (ACROSS..=WIDEST).flat_map(|across| (0..=INDENTED).map(move |left| (across, left)));
    let cells = |(across, left): (usize, usize)| -> Option<Vec<Shown<'a>>> {
        let shown = |cell: Cell| {
            let (x, y) = places.at(cell);
            let line = first + DOWN * (y - top);
            let text = on_cell(lines.get(line)?, left + across * x)?;
            Some(Shown { cell, text, line: line + 1 })
        };
        board.cells().map(shown).collect()
    };
    match sizes.into_iter().find_map(cells) {
        Some(shown) => Ok(shown.into_iter().filter(|it| !it.unmarked().is_empty()).collect()),
        None => {
            let why = "the cells are not where they should be: on each stands something, be it a \
                       dot, as `board` draws it";
            Err(Unreadable::new("the drawing", why))
        }
    }
}

/// What stands on a cell whose middle is at a place of a line.
fn on_cell(line: &str, middle: usize) -> Option<&str> {
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    let is_edge = |place: usize| chars.get(place).is_none_or(|(_, c)| " -|/\\".contains(*c));
    let is =
        |place: usize, wanted: &str| chars.get(place).is_some_and(|(_, c)| wanted.contains(*c));
    let end = |place: usize| chars.get(place).map_or(line.len(), |(at, _)| *at);
    if !is_edge(middle) {
        let begin = (0..middle).rev().take_while(|place| !is_edge(*place)).last();
        let last = (middle..).take_while(|place| !is_edge(*place)).last()?;
        return Some(&line[end(begin.unwrap_or(middle))..end(last + 1)]);
    }
    // Where the last move was, an empty cell has brackets with a blank between them.
    let is_within = middle > 0 && is(middle, " ") && is(middle - 1, "(<") && is(middle + 1, ")>");
    is_within.then(|| &line[end(middle - 1)..end(middle + 2)])
}
