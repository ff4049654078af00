//! Boards: which cells there are, and which step leads from one to another.

use std::sync::LazyLock;

use crate::logic::declarations::Shape;
use crate::logic::program::Given;
use crate::logic::{Atom, Cell, Row, Value};

/// A board of a definite size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Columns and rows of squares.
    Square {
        /// How many columns.
        width: u8,
        /// How many rows.
        height: u8,
    },
    /// Hexagons without end.
    Hex,
    /// A hexagon of hexagons, with vertical columns.
    Hexagon {
        /// How many cells each side has.
        side: u8,
    },
}

/// The axial steps of the unbounded board.
const HEX_STEPS: [(&str, i16, i16); 6] =
    [("e", 1, 0), ("se", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", 0, -1), ("ne", 1, -1)];

const SQUARE_STEPS: [(&str, i16, i16); 8] = [
    ("n", 0, 1),
    ("ne", 1, 1),
    ("e", 1, 0),
    ("se", 1, -1),
    ("s", 0, -1),
    ("sw", -1, -1),
    ("w", -1, 0),
    ("nw", -1, 1),
];

impl Board {
    /// The board a shape declares, given the value of each measure.
    pub fn new(shape: Shape, measure: impl Fn(crate::logic::declarations::Measure) -> u8) -> Board {
        match shape {
            Shape::Square(width, height) => {
                Board::Square { width: measure(width), height: measure(height) }
            }
            Shape::Hex => Board::Hex,
            Shape::Hexagon(side) => Board::Hexagon { side: measure(side) },
        }
    }

    /// How many columns a bounded board has.
    pub fn width(self) -> u8 {
        match self {
            Board::Square { width, .. } => width,
            Board::Hexagon { side } => 2 * side - 1,
            Board::Hex => 0,
        }
    }

    /// How many cells a column has, counted from 1.
    pub fn height(self, column: u8) -> u8 {
        match self {
            Board::Square { height, .. } => height,
            Board::Hexagon { side } => {
                let from_middle = column.abs_diff(side);
                self.width() - from_middle
            }
            Board::Hex => 0,
        }
    }

    /// Whether the cell lies on the board.
    pub fn holds(self, cell: Cell) -> bool {
        match cell {
            Cell::Lettered(column, number) => {
                (1..=self.width()).contains(&column) && (1..=self.height(column)).contains(&number)
            }
            Cell::Axial(..) => self == Board::Hex,
        }
    }

    /// All cells of a bounded board, column by column.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (1..=self.width()).flat_map(move |column| {
            (1..=self.height(column)).map(move |number| Cell::Lettered(column, number))
        })
    }

    /// Where one step in each direction leads, as far as the board goes.
    pub fn steps(self, from: Cell) -> Vec<(&'static str, Cell)> {
        let found: Vec<(&'static str, Cell)> = match (self, from) {
            (Board::Hex, Cell::Axial(..)) => HEX_STEPS
                .into_iter()
                .filter_map(|(name, q, r)| Some((name, shifted(from, q, r)?)))
                .collect(),
            (Board::Square { .. }, Cell::Lettered(column, row)) => SQUARE_STEPS
                .into_iter()
                .filter_map(|(name, dx, dy)| Some((name, lettered(column, dx, row, dy)?)))
                .collect(),
            (Board::Hexagon { side }, Cell::Lettered(column, line)) => {
                // Towards the middle the next column is longer, and begins half
                // a cell higher; away from it, shorter and half a cell lower.
                let east = if column < side { 0 } else { -1 };
                let west = if column > side { 0 } else { -1 };
                [
                    ("n", 0, -1),
                    ("ne", 1, east),
                    ("se", 1, east + 1),
                    ("s", 0, 1),
                    ("sw", -1, west + 1),
                    ("nw", -1, west),
                ]
                .into_iter()
                .filter_map(|(name, dx, dy)| Some((name, lettered(column, dx, line, dy)?)))
                .collect()
            }
            _ => Vec::new(),
        };
        found.into_iter().filter(|(_, cell)| self.holds(*cell)).collect()
    }

    /// The facts of a relation of a bounded board.
    pub fn facts(self, given: Given) -> Vec<Row> {
        let mut rows = Vec::new();
        for cell in self.cells() {
            let Cell::Lettered(column, number) = cell else { continue };
            let cell = Value::Cell(cell);
            match given {
                Given::Cell => rows.push(Row::from_slice(&[cell])),
                Given::Row => rows.push(Row::from_slice(&[cell, i64::from(number).into()])),
                Given::Column => rows.push(Row::from_slice(&[cell, i64::from(column).into()])),
                Given::Step => {
                    for (name, to) in self.steps(Cell::Lettered(column, number)) {
                        rows.push(Row::from_slice(&[cell, Atom::new(name).into(), to.into()]));
                    }
                }
                _ => {}
            }
        }
        rows
    }

    /// The facts of a relation of the unbounded board that agree with what is
    /// known; a cell is.
    pub fn compute(self, given: Given, pattern: &[Option<Value>], emit: &mut dyn FnMut(&[Value])) {
        let mut emit = |row: &[Value]| {
            let fits =
                pattern.iter().zip(row).all(|(known, value)| known.is_none_or(|k| k == *value));
            if fits {
                emit(row);
            }
        };
        let cell = |column: usize| pattern[column].and_then(Value::as_cell);
        match (given, cell(0)) {
            (Given::Row, Some(at @ Cell::Axial(_, r))) => emit(&[at.into(), i64::from(r).into()]),
            (Given::Column, Some(at @ Cell::Axial(q, _))) => {
                emit(&[at.into(), i64::from(q).into()])
            }
            (Given::Step, Some(from)) => {
                for (name, to) in PLANE.steps(from) {
                    emit(&[from.into(), name.into(), to.into()]);
                }
            }
            (Given::Step, None) => {
                let Some(to) = cell(2) else { return };
                for (from, name) in PLANE.steps_back(to) {
                    emit(&[from.into(), name.into(), to.into()]);
                }
            }
            _ => {}
        }
    }
}

fn lettered(column: u8, dx: i16, number: u8, dy: i16) -> Option<Cell> {
    let column = u8::try_from(i16::from(column) + dx).ok()?;
    let number = u8::try_from(i16::from(number) + dy).ok()?;
    Some(Cell::Lettered(column, number))
}

static PLANE: LazyLock<Plane> = LazyLock::new(Plane::new);

/// The geometry of the unbounded board, quick to ask. Each answer goes with what
/// was known to a fact of `step/3`, `row/2` or `column/2`.
pub struct Plane {
    directions: [Atom; 6],
}

impl Plane {
    /// There is only one.
    pub fn new() -> Plane {
        Plane { directions: HEX_STEPS.map(|(name, ..)| Atom::new(name)) }
    }

    fn number(&self, direction: Atom) -> Option<usize> {
        self.directions.iter().position(|known| *known == direction)
    }

    /// Each direction, and the cell it leads to.
    pub fn steps(&self, from: Cell) -> impl Iterator<Item = (Atom, Cell)> {
        let ways = self.directions.iter().zip(HEX_STEPS);
        ways.filter_map(move |(name, (_, q, r))| Some((*name, shifted(from, q, r)?)))
    }

    /// Each cell that a step leads from, and its direction.
    pub fn steps_back(&self, to: Cell) -> impl Iterator<Item = (Cell, Atom)> {
        let ways = self.directions.iter().zip(HEX_STEPS);
        ways.filter_map(move |(name, (_, q, r))| Some((shifted(to, -q, -r)?, *name)))
    }

    /// The cell that a direction leads to.
    pub fn step(&self, from: Cell, direction: Atom) -> impl Iterator<Item = (Cell,)> {
        let way = self.number(direction).map(|number| HEX_STEPS[number]);
        way.and_then(|(_, q, r)| Some((shifted(from, q, r)?,))).into_iter()
    }

    /// The cell that a direction leads from.
    pub fn step_back(&self, to: Cell, direction: Atom) -> impl Iterator<Item = (Cell,)> {
        let way = self.number(direction).map(|number| HEX_STEPS[number]);
        way.and_then(|(_, q, r)| Some((shifted(to, -q, -r)?,))).into_iter()
    }

    /// The direction from one cell to the next.
    pub fn direction(&self, from: Cell, to: Cell) -> impl Iterator<Item = (Atom,)> {
        self.steps(from).filter(move |(_, next)| *next == to).map(|(name, _)| (name,))
    }

    /// The cell's row.
    pub fn row(&self, cell: Cell) -> impl Iterator<Item = (i64,)> {
        axial(cell).map(|(_, r)| (i64::from(r),)).into_iter()
    }

    /// The cell's column.
    pub fn column(&self, cell: Cell) -> impl Iterator<Item = (i64,)> {
        axial(cell).map(|(q, _)| (i64::from(q),)).into_iter()
    }
}

impl Default for Plane {
    fn default() -> Plane {
        Plane::new()
    }
}

fn axial(cell: Cell) -> Option<(i16, i16)> {
    match cell {
        Cell::Axial(q, r) => Some((q, r)),
        Cell::Lettered(..) => None,
    }
}

fn shifted(cell: Cell, q: i16, r: i16) -> Option<Cell> {
    let (column, row) = axial(cell)?;
    Some(Cell::Axial(column.checked_add(q)?, row.checked_add(r)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        Cell::from_name(name).unwrap()
    }

    fn step(board: Board, from: &str, direction: &str) -> Option<String> {
        let steps = board.steps(cell(from));
        steps.iter().find(|(name, _)| *name == direction).map(|(_, to)| to.to_string())
    }

    #[test]
    fn north_is_towards_higher_rows_on_squares() {
        let board = Board::Square { width: 3, height: 3 };
        assert_eq!(step(board, "b2", "n").as_deref(), Some("b3"));
        assert_eq!(step(board, "b2", "se").as_deref(), Some("c1"));
        assert_eq!(step(board, "a1", "w"), None);
        assert_eq!(board.steps(cell("b2")).len(), 8);
        assert_eq!(board.steps(cell("a1")).len(), 3);
    }

    #[test]
    fn a_hexagon_of_side_four_has_37_cells_and_each_step_a_way_back() {
        let board = Board::Hexagon { side: 4 };
        let heights: Vec<u8> = (1..=7).map(|column| board.height(column)).collect();
        assert_eq!(heights, [4, 5, 6, 7, 6, 5, 4]);
        assert_eq!(board.cells().count(), 37);
        let back = |name| match name {
            "n" => "s",
            "ne" => "sw",
            "se" => "nw",
            "s" => "n",
            "sw" => "ne",
            _ => "se",
        };
        let mut steps = 0;
        for from in board.cells() {
            for (name, to) in board.steps(from) {
                assert!(board.steps(to).contains(&(back(name), from)), "{from} {name} {to}");
                steps += 1;
            }
        }
        assert_eq!(steps, 180);
        assert_eq!(step(board, "a1", "ne").as_deref(), Some("b1"));
        assert_eq!(step(board, "a1", "se").as_deref(), Some("b2"));
        assert_eq!(step(board, "d4", "ne").as_deref(), Some("e3"));
        assert_eq!(step(board, "d1", "ne"), None);
    }

    #[test]
    fn the_unbounded_board_answers_from_either_end() {
        let origin = Value::Cell(Cell::Axial(0, 0));
        let mut forth = Vec::new();
        Board::Hex.compute(Given::Step, &[Some(origin), None, None], &mut |row| {
            forth.push((row[1], row[2]));
        });
        assert_eq!(forth.len(), 6);
        for (direction, to) in forth {
            let mut back = Vec::new();
            Board::Hex.compute(Given::Step, &[None, Some(direction), Some(to)], &mut |row| {
                back.push(row[0]);
            });
            assert_eq!(back, [origin]);
        }
    }
}
