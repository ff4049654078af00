//! Boards: which cells there are, and which step leads from one to another.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::logic::check::boards::opposite;
use crate::logic::check::declarations::{Declarations, Shape};
use crate::logic::program::Given;
use crate::logic::{Atom, Cell, Row, Value};

/// A board of a definite size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape<u8>,
    /// The cells that are taken out.
    without: FxHashSet<Cell>,
    /// All others; none of the unbounded board.
    cells: Vec<Cell>,
}

/// The steps of the unbounded board, which the rhombus shares: what they add to the
/// column and the row.
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

/// Where one step in each direction leads on the unbounded board.
pub fn plane_steps(from: Cell) -> Vec<(&'static str, Cell)> {
    let Cell::Axial(q, r) = from else { return Vec::new() };
    PLANE.steps(Axial(q, r)).map(|(direction, to)| (direction.as_str(), to.into())).collect()
}

impl Board {
    /// The whole board of a shape.
    pub fn new(shape: Shape<u8>) -> Board {
        Board { cells: shape.cells(), shape, without: FxHashSet::default() }
    }

    /// The board that is declared, given the values of the options.
    pub fn declared(declarations: &Declarations, options: &[Value]) -> Option<Board> {
        let whole = Board::new(declarations.shape_with(options)?);
        Some(whole.without(&declarations.without))
    }

    /// The same, but for some cells.
    pub fn without(mut self, cells: &[Cell]) -> Board {
        self.without.extend(cells);
        self.cells.retain(|cell| !self.without.contains(cell));
        self
    }

    /// What it would be if no cells were taken out.
    pub fn shape(&self) -> &Shape<u8> {
        &self.shape
    }

    /// Whether the cell lies on the board.
    pub fn holds(&self, cell: Cell) -> bool {
        self.shape.holds(cell) && !self.without.contains(&cell)
    }

    /// All cells of a bounded board, column by column, or as the graph lists them.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().copied()
    }

    /// Where one step in each direction leads, as far as the board goes.
    pub fn steps(&self, from: Cell) -> Vec<(&'static str, Cell)> {
        let lettered = |steps: &[(&'static str, i16, i16)]| {
            let steps = steps.iter();
            steps.filter_map(|(name, dx, dy)| Some((*name, lettered(from, *dx, *dy)?))).collect()
        };
        let mut found: Vec<(&'static str, Cell)> = match (&self.shape, from) {
            (Shape::Hex, from) => plane_steps(from),
            (Shape::Square(..), _) => lettered(&SQUARE_STEPS),
            (Shape::Rhombus(..), _) => lettered(&HEX_STEPS),
            (Shape::Hexagon(side), Cell::Lettered(column, _)) => {
                // Towards the middle the next column is longer, and begins half
                // a cell higher; away from it, shorter and half a cell lower.
                let east = if column < *side { 0 } else { -1 };
                let west = if column > *side { 0 } else { -1 };
                lettered(&[
                    ("n", 0, -1),
                    ("ne", 1, east),
                    ("se", 1, east + 1),
                    ("s", 0, 1),
                    ("sw", -1, west + 1),
                    ("nw", -1, west),
                ])
            }
            (Shape::Graph(graph), Cell::Named(name)) => {
                graph.steps(name).iter().map(|(way, to)| (*way, Cell::Named(*to))).collect()
            }
            (Shape::Hexagon(_) | Shape::Graph(_), _) => Vec::new(),
        };
        found.retain(|(_, cell)| self.holds(*cell));
        found
    }

    /// The column and the row of a cell; where a cell of a graph is drawn.
    pub fn place(&self, cell: Cell) -> (i64, i64) {
        match (cell, &self.shape) {
            (Cell::Lettered(column, number), _) => (column.into(), number.into()),
            (Cell::Axial(q, r), _) => (q.into(), r.into()),
            (Cell::Named(name), Shape::Graph(graph)) => {
                graph.find(name.as_str()).map_or((0, 0), |spot| (spot.x.into(), spot.y.into()))
            }
            (Cell::Named(_), _) => (0, 0),
        }
    }

    /// The facts of a relation that the board gives; of the unbounded one, those that
    /// there is an end of.
    pub fn facts(&self, given: Given) -> Vec<Row> {
        let each_direction = |row: &dyn Fn(&'static str) -> Option<Row>| {
            self.shape.directions().into_iter().filter_map(row).collect()
        };
        let word = |direction: &str| Value::Atom(Atom::new(direction));
        let each_cell = |row: &dyn Fn(Cell) -> Row| self.cells().map(row).collect::<Vec<Row>>();
        match given {
            Given::Cell => each_cell(&|cell| Row::from_slice(&[cell.into()])),
            Given::Row => {
                each_cell(&|cell| Row::from_slice(&[cell.into(), self.place(cell).1.into()]))
            }
            Given::Column => {
                each_cell(&|cell| Row::from_slice(&[cell.into(), self.place(cell).0.into()]))
            }
            Given::Step => {
                let steps = |from: Cell| {
                    let steps = self.steps(from).into_iter();
                    steps
                        .map(move |(way, to)| Row::from_slice(&[from.into(), word(way), to.into()]))
                };
                self.cells().flat_map(steps).collect()
            }
            Given::Opposite => each_direction(&|direction| {
                Some(Row::from_slice(&[word(direction), word(opposite(direction)?)]))
            }),
            Given::Straight | Given::Diagonal => each_direction(&|direction| {
                let is_meant = self.shape.is_diagonal(direction) == (given == Given::Diagonal);
                is_meant.then(|| Row::from_slice(&[word(direction)]))
            }),
            Given::Opponent
            | Given::Between
            | Given::Values(_)
            | Given::Option(_)
            | Given::Weight => Vec::new(),
        }
    }

    /// The directions of the unbounded board, and what a step adds to a cell's
    /// coordinates.
    pub fn plane_steps(&self) -> Vec<(Atom, i16, i16)> {
        match self.shape {
            Shape::Hex => HEX_STEPS.map(|(name, q, r)| (Atom::new(name), q, r)).to_vec(),
            _ => Vec::new(),
        }
    }
}

fn lettered(from: Cell, dx: i16, dy: i16) -> Option<Cell> {
    let Cell::Lettered(column, number) = from else { return None };
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

/// A cell of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Named(pub Atom);

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

impl From<Named> for Cell {
    fn from(Named(name): Named) -> Cell {
        Cell::Named(name)
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

impl From<Named> for Value {
    fn from(cell: Named) -> Value {
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

    fn step(board: &Board, from: &str, direction: &str) -> Option<String> {
        let steps = board.steps(cell(from));
        steps.iter().find(|(name, _)| *name == direction).map(|(_, to)| to.to_string())
    }

    /// How many steps there are, each of which has a way back.
    fn steps_and_back(board: &Board) -> usize {
        let mut steps = 0;
        for from in board.cells() {
            for (name, to) in board.steps(from) {
                let back = (opposite(name).unwrap(), from);
                assert!(board.steps(to).contains(&back), "{from} {name} {to}");
                steps += 1;
            }
        }
        steps
    }

    #[test]
    fn north_is_towards_higher_rows_on_squares() {
        let board = Board::new(Shape::Square(3, 3));
        assert_eq!(step(&board, "b2", "n").as_deref(), Some("b3"));
        assert_eq!(step(&board, "b2", "se").as_deref(), Some("c1"));
        assert_eq!(step(&board, "a1", "w"), None);
        assert_eq!(board.steps(cell("b2")).len(), 8);
        assert_eq!(board.steps(cell("a1")).len(), 3);
        assert_eq!(steps_and_back(&board), 40);
    }

    #[test]
    fn no_step_leads_to_a_cell_that_is_taken_out() {
        let board = Board::new(Shape::Square(3, 3)).without(&[cell("b2"), cell("z9")]);
        assert_eq!(board.cells().count(), 8);
        assert!(!board.holds(cell("b2")) && board.holds(cell("b1")));
        assert_eq!(step(&board, "b1", "n"), None);
        assert_eq!(steps_and_back(&board), 24);
    }

    #[test]
    fn a_hexagon_of_side_four_has_37_cells_and_each_step_a_way_back() {
        let board = Board::new(Shape::Hexagon(4));
        let heights: Vec<u8> = (1..=7).map(|column| board.shape().height(column)).collect();
        assert_eq!(heights, [4, 5, 6, 7, 6, 5, 4]);
        assert_eq!(board.cells().count(), 37);
        assert_eq!(steps_and_back(&board), 180);
        assert_eq!(step(&board, "a1", "ne").as_deref(), Some("b1"));
        assert_eq!(step(&board, "a1", "se").as_deref(), Some("b2"));
        assert_eq!(step(&board, "d4", "ne").as_deref(), Some("e3"));
        assert_eq!(step(&board, "d1", "ne"), None);
    }

    #[test]
    fn rows_of_a_rhombus_lean_to_the_right() {
        let board = Board::new(Shape::Rhombus(4, 3));
        assert_eq!(board.cells().count(), 12);
        assert_eq!(step(&board, "b2", "e").as_deref(), Some("c2"));
        assert_eq!(step(&board, "b2", "se").as_deref(), Some("b3"));
        assert_eq!(step(&board, "b2", "sw").as_deref(), Some("a3"));
        assert_eq!(step(&board, "b2", "ne").as_deref(), Some("c1"));
        assert_eq!(step(&board, "a1", "nw"), None);
        // Nine pairs to the east, eight to the south-east, six to the south-west.
        assert_eq!(steps_and_back(&board), 2 * (9 + 8 + 6));
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
