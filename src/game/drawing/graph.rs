//! A graph: cells at their places, and edges as lines where they are level, upright
//! or at 45 degrees. Other edges cannot be drawn with characters.

use std::collections::BTreeMap;

use anstyle::Style;

use super::canvas::Canvas;
use super::{Glyph, Pointers, View, cell_width};
use crate::game::board::Board;
use crate::logic::check::declarations::{Graph, Shape, Spot};
use crate::logic::{Atom, Cell};

/// This many lines are between two cells, one above the other, that are as close as
/// cells get, and that line itself.
pub const DOWN: usize = 2;

/// This many characters there are at least from such a cell to the next beside it.
pub const ACROSS: usize = 2 * DOWN;

/// Where cells are, to the right and down, if those closest to each other are one
/// apart.
pub struct Places(BTreeMap<Atom, (usize, usize)>);

impl Places {
    /// The places of a graph's cells.
    pub fn of(graph: &Graph) -> Places {
        let spots = graph.spots();
        let left = spots.iter().map(|spot| spot.x).min().unwrap_or(0);
        let top = spots.iter().map(|spot| spot.y).max().unwrap_or(0);
        let rounded = |far: i16| {
            let (far, unit) = (usize::from(far.unsigned_abs()), usize::from(graph.closest()));
            (far + unit / 2) / unit
        };
        let place = |spot: &Spot| (spot.name, (rounded(spot.x - left), rounded(top - spot.y)));
        Places(spots.iter().map(place).collect())
    }

    /// The place of a cell.
    pub fn at(&self, cell: Cell) -> (usize, usize) {
        match cell {
            Cell::Named(name) => self.0.get(&name).copied().unwrap_or_default(),
            _ => (0, 0),
        }
    }

    /// How many characters one unit to the right must be, for cells beside each other
    /// to have room.
    fn across(&self, wide: usize) -> usize {
        let mut by_line: Vec<(usize, usize)> = self.0.values().map(|(x, y)| (*y, *x)).collect();
        by_line.sort_unstable();
        let beside = by_line.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let nearest = beside.map(|pair| pair[1].1 - pair[0].1).min().unwrap_or(1).max(1);
        (wide + 1).div_ceil(nearest).next_multiple_of(2).max(ACROSS)
    }
}

/// The board, in parts where it is wider than the screen.
pub fn draw(
    board: &Board,
    pointers: &Pointers<'_>,
    view: &View,
    glyph: impl Fn(Cell) -> Glyph,
    is_shaded: impl Fn(Cell) -> bool,
) -> String {
    let Shape::Graph(graph) = board.shape() else { return String::new() };
    let empty = |cell: Cell| match is_shaded(cell) {
        _ if view.coordinates => Glyph::name_of(cell),
        true => Glyph::shade(),
        false => Glyph::dot(),
    };
    let wide = cell_width(board, |cell| match glyph(cell) {
        Glyph { text, .. } if text.is_empty() => empty(cell),
        glyph => glyph,
    });
    let places = Places::of(graph);
    let (across, left) = (places.across(wide), wide / 2);
    let at = |cell: Cell| {
        let (x, y) = places.at(cell);
        (left + across * x, DOWN * y)
    };
    let mut lines = BTreeMap::new();
    for (one, other) in graph.edges() {
        let (one, other) = (Cell::Named(one.name), Cell::Named(other.name));
        if board.holds(one) && board.holds(other) {
            line(places.at(one), places.at(other), across, left, &mut lines);
        }
    }
    let mut canvas = Canvas::default();
    for ((y, x), c) in lines {
        canvas.write(x, y, &c.to_string(), Style::new().dimmed());
    }
    for cell in board.cells() {
        let glyph = glyph(cell).or_on(cell, pointers, empty(cell));
        let (x, y) = at(cell);
        let x = x.saturating_sub((glyph.width().max(1) - 1) / 2);
        canvas.write(x, y, &glyph.text, glyph.style);
    }
    canvas.drawn(view.width, wide.max(across))
}

/// The characters of an edge between two places, if it can be drawn.
fn line(
    one: (usize, usize),
    other: (usize, usize),
    across: usize,
    left: usize,
    lines: &mut BTreeMap<(usize, usize), char>,
) {
    let ((x1, y1), (x2, y2)) = (one.min(other), one.max(other));
    let mut mark = |x: usize, y: usize, c: char| {
        let drawn = lines.entry((y, left + x)).or_insert(c);
        *drawn = match (*drawn, c) {
            (one, other) if one == other => one,
            ('/' | '\\', '/' | '\\') => 'X',
            _ => '+',
        };
    };
    match (x2 - x1, y1.abs_diff(y2)) {
        (_, 0) => (across * x1 + 1..across * x2).for_each(|x| mark(x, DOWN * y1, '-')),
        (0, _) => {
            let (top, bottom) = (DOWN * y1.min(y2), DOWN * y1.max(y2));
            (top + 1..bottom).for_each(|y| mark(across * x1, y, '|'));
        }
        (right, down) if right == down => {
            let c = if y1 < y2 { '\\' } else { '/' };
            for step in 1..DOWN * down {
                let y = if y1 < y2 { DOWN * y1 + step } else { DOWN * y1 - step };
                mark(across * x1 + step * across / DOWN, y, c);
            }
        }
        _ => {}
    }
}
