//! Boards: which cells there are, and which step leads from one to another.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use crate::logic::check::declarations::Shape;
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
    pub fn new(
        shape: Shape,
        measure: impl Fn(crate::logic::check::declarations::Measure) -> u8,
    ) -> Board {
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
            (Board::Hex, Cell::Axial(q, r)) => PLANE
                .steps(Axial(q, r))
                .map(|(direction, to)| (direction.as_str(), to.into()))
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

    /// The directions of the unbounded board, and what a step adds to a cell's
    /// coordinates.
    pub fn plane_steps(self) -> Vec<(Atom, i16, i16)> {
        match self {
            Board::Hex => HEX_STEPS.map(|(name, q, r)| (Atom::new(name), q, r)).to_vec(),
            _ => Vec::new(),
        }
    }
}

fn lettered(column: u8, dx: i16, number: u8, dy: i16) -> Option<Cell> {
    let column = u8::try_from(i16::from(column) + dx).ok()?;
    let number = u8::try_from(i16::from(number) + dy).ok()?;
    Some(Cell::Lettered(column, number))
}

/// A cell of the unbounded board, in axial coordinates.
#[derive(Clone, Copy, Eq, Debug)]
#[repr(align(4))]
pub struct Axial(pub i16, pub i16);

impl Axial {
    /// Both coordinates in one number.
    #[inline]
    pub fn code(self) -> u32 {
        u32::from(self.0 as u16) | u32::from(self.1 as u16) << 16
    }
}

/// In one go.
impl PartialEq for Axial {
    #[inline]
    fn eq(&self, other: &Axial) -> bool {
        self.code() == other.code()
    }
}

impl Hash for Axial {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.code());
    }
}

/// A cell of a bounded board: column and number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lettered(pub u8, pub u8);

impl From<Axial> for Cell {
    fn from(Axial(q, r): Axial) -> Cell {
        Cell::Axial(q, r)
    }
}

impl From<Lettered> for Cell {
    fn from(Lettered(column, number): Lettered) -> Cell {
        Cell::Lettered(column, number)
    }
}

impl From<Axial> for Value {
    fn from(cell: Axial) -> Value {
        Value::Cell(cell.into())
    }
}

impl From<Lettered> for Value {
    fn from(cell: Lettered) -> Value {
        Value::Cell(cell.into())
    }
}

impl Axial {
    /// The cell that a step leads to, unless coordinates end before.
    #[inline]
    fn after(self, step: &Step) -> Option<Axial> {
        Some(Axial(self.0.checked_add(step.q)?, self.1.checked_add(step.r)?))
    }

    /// The cell that a step leads from.
    #[inline]
    fn before(self, step: &Step) -> Option<Axial> {
        Some(Axial(self.0.checked_sub(step.q)?, self.1.checked_sub(step.r)?))
    }
}

static PLANE: LazyLock<Plane> = LazyLock::new(Plane::new);

/// The geometry of the unbounded board, quick to ask. Each answer goes with what
/// was known to a fact of `step/3`, `row/2` or `column/2`.
pub struct Plane {
    steps: [Step; 6],
    /// The least of the directions' own numbers.
    first: u32,
    /// For each atom from that on, the step in that direction, if it is one.
    by_direction: Vec<Option<Step>>,
}

/// A step on the unbounded board.
#[derive(Clone, Copy)]
struct Step {
    direction: Atom,
    opposite: Atom,
    q: i16,
    r: i16,
}

impl Plane {
    /// There is only one.
    pub fn new() -> Plane {
        let back = |q: i16, r: i16| HEX_STEPS.iter().find(|(_, x, y)| (*x, *y) == (-q, -r));
        let steps = HEX_STEPS.map(|(name, q, r)| {
            let (opposite, ..) = back(q, r).expect("each step has a way back");
            Step { direction: Atom::new(name), opposite: Atom::new(opposite), q, r }
        });
        let first = steps.iter().map(|step| step.direction.number()).min();
        let first = first.expect("there are directions");
        let mut by_direction = Vec::new();
        for step in steps {
            let place = (step.direction.number() - first) as usize;
            by_direction.resize(by_direction.len().max(place + 1), None);
            by_direction[place] = Some(step);
        }
        Plane { steps, first, by_direction }
    }

    #[inline]
    fn find(&self, direction: Atom) -> Option<&Step> {
        let place = direction.number().wrapping_sub(self.first) as usize;
        self.by_direction.get(place)?.as_ref()
    }

    /// Each direction, and the cell it leads to.
    #[inline]
    pub fn steps(&self, from: Axial) -> Steps<'_> {
        Steps { from, steps: self.steps.iter() }
    }

    /// Each cell that a step leads from, and its direction.
    #[inline]
    pub fn steps_back(&self, to: Axial) -> StepsBack<'_> {
        StepsBack { to, steps: self.steps.iter() }
    }

    /// Each cell next to a cell, the direction from there, and the one back.
    #[inline]
    pub fn around(&self, cell: Axial) -> impl Iterator<Item = (Axial, Atom, Atom)> {
        let ways = self.steps.iter();
        ways.filter_map(move |step| Some((cell.after(step)?, step.opposite, step.direction)))
    }

    /// The cell that a direction leads to.
    #[inline]
    pub fn step(&self, from: Axial, direction: Atom) -> impl Iterator<Item = (Axial,)> {
        let to = self.find(direction).and_then(|step| from.after(step));
        to.map(|to| (to,)).into_iter()
    }

    /// The cell that a direction leads from.
    #[inline]
    pub fn step_back(&self, to: Axial, direction: Atom) -> impl Iterator<Item = (Axial,)> {
        let from = self.find(direction).and_then(|step| to.before(step));
        from.map(|from| (from,)).into_iter()
    }

    /// The direction from one cell to the next.
    #[inline]
    pub fn direction(&self, from: Axial, to: Axial) -> impl Iterator<Item = (Atom,)> {
        let way = (to.0.checked_sub(from.0), to.1.checked_sub(from.1));
        let leads = |step: &&Step| (Some(step.q), Some(step.r)) == way;
        self.steps.iter().find(leads).map(|step| (step.direction,)).into_iter()
    }

    /// The cell's row.
    #[inline]
    pub fn row(&self, cell: Axial) -> impl Iterator<Item = (i64,)> {
        std::iter::once((i64::from(cell.1),))
    }

    /// The cell's column.
    #[inline]
    pub fn column(&self, cell: Axial) -> impl Iterator<Item = (i64,)> {
        std::iter::once((i64::from(cell.0),))
    }
}

/// Each direction, and the cell it leads to.
pub struct Steps<'a> {
    from: Axial,
    steps: std::slice::Iter<'a, Step>,
}

impl Iterator for Steps<'_> {
    type Item = (Atom, Axial);

    #[inline(always)]
    fn next(&mut self) -> Option<(Atom, Axial)> {
        loop {
            let step = self.steps.next()?;
            if let Some(to) = self.from.after(step) {
                return Some((step.direction, to));
            }
        }
    }
}

/// Each cell that a step leads from, and its direction.
pub struct StepsBack<'a> {
    to: Axial,
    steps: std::slice::Iter<'a, Step>,
}

impl Iterator for StepsBack<'_> {
    type Item = (Axial, Atom);

    #[inline(always)]
    fn next(&mut self) -> Option<(Axial, Atom)> {
        loop {
            let step = self.steps.next()?;
            if let Some(from) = self.to.before(step) {
                return Some((from, step.direction));
            }
        }
    }
}

impl Default for Plane {
    fn default() -> Plane {
        Plane::new()
    }
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
        let origin = Axial(0, 0);
        let plane = Plane::new();
        assert_eq!(plane.steps(origin).count(), 6);
        for (direction, to) in plane.steps(origin) {
            let back: Vec<_> = plane.step_back(to, direction).collect();
            assert_eq!(back, [(origin,)]);
            assert_eq!(plane.direction(origin, to).collect::<Vec<_>>(), [(direction,)]);
        }
    }
}
