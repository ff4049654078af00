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

/// The text on each cell that is not empty. Above the board may stand other lines.
pub fn read<'a>(board: &Board, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Shape::Graph(graph) = board.shape() else { return Ok(Vec::new()) };
    let lines: Vec<Line> = text.lines().map(Line::new).collect();
    let places = Places::of(graph);
    let highest = board.cells().map(|cell| places.at(cell).1).min().unwrap_or(0);
    let cells = |first: usize, across: usize, left: usize| -> Option<Vec<Shown<'a>>> {
        let shown = |cell: Cell| {
            let (x, y) = places.at(cell);
            let line = first + DOWN * (y - highest);
            let text = lines.get(line)?.on_cell(left + across * x)?;
            Some(Shown { cell, text, line: line + 1 })
        };
        board.cells().map(shown).collect()
    };
    for first in 0..lines.len() {
        for across in ACROSS..=WIDEST {
            for left in 0..=INDENTED {
                if let Some(shown) = cells(first, across, left) {
                    let taken = shown.into_iter().filter(|it| !it.unmarked().is_empty());
                    return Ok(taken.collect());
                }
            }
        }
    }
    let why = "the cells are not where they should be: on each stands something, be it a dot, as \
               `board` draws it";
    Err(Unreadable::new("the drawing", why))
}

/// A line of a drawing.
struct Line<'a> {
    text: &'a str,
    characters: Vec<(usize, char)>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Line<'a> {
        Line { text, characters: text.char_indices().collect() }
    }

    fn has(&self, place: usize, wanted: &str) -> bool {
        self.characters.get(place).is_some_and(|(_, c)| wanted.contains(*c))
    }

    /// Whether nothing of a cell can be there.
    fn is_between(&self, place: usize) -> bool {
        place >= self.characters.len() || self.has(place, " -|/\\")
    }

    fn part(&self, begin: usize, end: usize) -> &'a str {
        let byte = |place: usize| self.characters.get(place).map_or(self.text.len(), |it| it.0);
        &self.text[byte(begin)..byte(end)]
    }

    /// What stands on a cell whose middle is at a place.
    fn on_cell(&self, middle: usize) -> Option<&'a str> {
        if !self.is_between(middle) {
            let begin = (0..middle).rev().take_while(|place| !self.is_between(*place)).last();
            let end = (middle..).find(|place| self.is_between(*place))?;
            return Some(self.part(begin.unwrap_or(middle), end));
        }
        // Where the last move was, an empty cell has brackets with a blank between them.
        let before = middle.checked_sub(1)?;
        let is_within =
            self.has(middle, " ") && self.has(before, "(<") && self.has(middle + 1, ")>");
        is_within.then(|| self.part(before, middle + 2))
    }
}
