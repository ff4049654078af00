//! How the positions of each game are drawn: Hive in its own way, all others by what
//! their rules say. What the drawings have in common is here: a layout for each shape
//! of board, colours for players, and a line that says how the game stands.

pub mod by_rules;
mod canvas;
pub mod geometry;
mod graph;
mod hexagon;
pub mod hive;
pub mod looks;
mod marks;
pub mod plain;
pub mod reading;
mod rhombus;
pub mod scene;
mod square;
mod standing;
pub mod svg;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use anstyle::{AnsiColor, Style};

use self::canvas::Canvas;
pub use self::marks::Marks;
use self::scene::Scene;
pub use self::standing::standing;
pub use self::view::{LastMove, Pointers, View};
use super::board::{Board, plane_steps};
use super::game::Game;
use crate::logic::check::declarations::Shape;
use crate::logic::{Atom, Cell};

/// What to show on a cell.
#[derive(Clone, Default)]
pub struct Glyph {
    /// The text.
    pub text: String,
    /// Its colour.
    pub style: Style,
}

impl Glyph {
    /// As it is shown on a cell. What is pointed out must be seen without colour,
    /// too: a mark is a pair of brackets, or a star where there is nothing; the last
    /// move went from `< >` to `( )`.
    pub fn on(self, cell: Cell, pointers: &Pointers<'_>) -> Glyph {
        let within = |open: &str, close: &str| match self.text.as_str() {
            "" => format!("{open} {close}"),
            text => format!("{open}{text}{close}"),
        };
        let (text, style) = match (self.text.as_str(), pointers.last) {
            ("", _) if pointers.marks.contains(cell) => ("*".into(), self.style.invert()),
            (text, _) if pointers.marks.contains(cell) => {
                (format!("[{text}]"), self.style.invert())
            }
            (_, last) if last.to == Some(cell) => (within("(", ")"), self.style),
            (_, last) if last.from == Some(cell) => (within("<", ">"), self.style),
            _ => return self,
        };
        Glyph { text, style }
    }

    /// The same, but something else where there is nothing and nothing is pointed out.
    fn or_on(self, cell: Cell, pointers: &Pointers<'_>, empty: Glyph) -> Glyph {
        match self.on(cell, pointers) {
            Glyph { text, .. } if text.is_empty() => empty,
            glyph => glyph,
        }
    }

    /// What an empty cell shows that is darker than others.
    fn shade() -> Glyph {
        Glyph { text: ":".into(), style: Style::new().dimmed() }
    }

    fn dot() -> Glyph {
        Glyph { text: ".".into(), ..Glyph::default() }
    }

    /// The name of a cell, for a board that shows coordinates.
    pub fn name_of(cell: Cell) -> Glyph {
        let name = cell.to_string();
        let text = name.trim_matches(['(', ')']).to_string();
        Glyph { text, style: Style::new().dimmed() }
    }

    /// How many characters wide it is.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// The colour of a player, by the order in which they are declared.
pub fn player_style(game: &Game, player: Option<Atom>) -> Style {
    const COLOURS: [AnsiColor; 4] =
        [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green];
    let players = game.rules().program().declarations.players();
    let number = player.and_then(|player| players.iter().position(|known| *known == player));
    match number {
        Some(number) => Style::new().bold().fg_color(Some(COLOURS[number % COLOURS.len()].into())),
        None => Style::new(),
    }
}

/// The text in a colour.
pub fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

fn centred(glyph: &Glyph, width: usize) -> String {
    let left = width.saturating_sub(glyph.width()) / 2;
    let right = width.saturating_sub(glyph.width() + left);
    let text = painted(&glyph.text, glyph.style);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
}

/// The letter of a column, counted from 1.
pub fn letter(column: u8) -> char {
    char::from(b'a' + column - 1)
}

/// How wide the cells of a bounded board are: as the widest glyph, with a place
/// on either side that is blank or holds what points it out.
fn cell_width(board: &Board, glyph: impl Fn(Cell) -> Glyph) -> usize {
    board.cells().map(|cell| glyph(cell).width()).max().unwrap_or(1).max(1) + 2
}

/// The part of an unbounded board that holds `cells`, with a dot on each empty
/// cell around them, and whatever is pointed out within reach; rows are half a cell
/// apart. Coordinates stand below each cell.
pub fn hex(cells: &BTreeMap<Cell, Glyph>, pointers: &Pointers<'_>, view: &View) -> String {
    // Half cells from the left: a step east is two of them, south-east one.
    let place = |cell: Cell| match cell {
        Cell::Axial(q, r) => Some((i32::from(r), 2 * i32::from(q) + i32::from(r))),
        Cell::Lettered(..) | Cell::Named(_) => None,
    };
    let around = cells.keys().flat_map(|cell| plane_steps(*cell)).map(|(_, cell)| cell);
    let pointed = pointers.marks.iter().chain(pointers.last.from).chain(pointers.last.to);
    let shown: BTreeMap<(i32, i32), Cell> = around
        .chain(pointed.filter(|cell| is_within_reach(*cell, cells)))
        .chain(cells.keys().copied())
        .filter_map(|cell| Some((place(cell)?, cell)))
        .collect();
    let Some(left) = shown.keys().map(|(_, along)| *along).min() else { return String::new() };
    let top = shown.keys().map(|(row, _)| *row).min().unwrap_or(0);
    let names = shown.values().filter(|_| view.coordinates).map(|cell| Glyph::name_of(*cell));
    let widest = cells.values().map(Glyph::width).chain(names.map(|name| name.width()));
    let half = (widest.max().unwrap_or(1) + 3) / 2;
    let mut canvas = Canvas::default();
    for ((row, along), cell) in shown {
        let edge = half * (along - left) as usize;
        let mut write = |y: usize, glyph: Glyph| {
            let margin = (2 * half).saturating_sub(glyph.width()) / 2;
            canvas.write_in(edge, edge + margin, y, &glyph.text, glyph.style);
        };
        let row = (row - top) as usize;
        let glyph = cells.get(&cell).cloned().unwrap_or_default();
        let glyph = glyph.or_on(cell, pointers, Glyph::dot());
        if view.coordinates {
            write(2 * row, glyph);
            write(2 * row + 1, Glyph::name_of(cell));
        } else {
            write(row, glyph);
        }
    }
    canvas.drawn(view.width, 2 * half)
}

/// A mark further than this from all that lies on an unbounded board is not
/// drawn: there would be no end of blanks on the way to it.
const REACH: i32 = 12;

/// Whether a mark is near one of `cells`, or where there are none, near the
/// middle of the board.
fn is_within_reach(mark: Cell, cells: &BTreeMap<Cell, Glyph>) -> bool {
    is_near(mark, cells.keys())
}

fn is_near<'a>(mark: Cell, cells: impl ExactSizeIterator<Item = &'a Cell>) -> bool {
    let is_near = |cell: &Cell| distance(mark, *cell).is_some_and(|steps| steps <= REACH);
    let mut cells = cells;
    if cells.len() == 0 { is_near(&Cell::Axial(0, 0)) } else { cells.any(is_near) }
}

/// How many steps two cells of the unbounded board are apart.
fn distance(from: Cell, to: Cell) -> Option<i32> {
    let (Cell::Axial(q1, r1), Cell::Axial(q2, r2)) = (from, to) else { return None };
    let (q, r) = (i32::from(q2) - i32::from(q1), i32::from(r2) - i32::from(r1));
    Some((q.abs() + r.abs() + (q + r).abs()) / 2)
}

/// The cells to show: all of a bounded board; of the plane those with something on
/// them, those around, and those of others that are within reach.
pub fn shown_cells(board: Option<&Board>, scene: &Scene, others: &[Cell]) -> Vec<Cell> {
    match board {
        Some(board) if *board.shape() == Shape::Hex => {
            let around = scene.pieces.keys().flat_map(|cell| plane_steps(*cell));
            let around = around.map(|(_, cell)| cell);
            let others = others.iter().filter(|cell| is_near(**cell, scene.pieces.keys()));
            let on_board = scene.pieces.keys().chain(others).copied();
            around.chain(on_board).collect::<BTreeSet<Cell>>().into_iter().collect()
        }
        Some(board) => board.cells().collect(),
        None => Vec::new(),
    }
}
