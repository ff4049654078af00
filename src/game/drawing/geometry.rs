//! Where the cells of a board are in a picture, and what shape they have.

use std::f64::consts::TAU;

use super::letter;
use crate::game::board::Board;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;

/// Half the width of a square.
pub const HALF: f64 = 22.0;

/// The side of a hexagon.
pub const SIDE: f64 = 28.0;

/// A place in a picture: to the right, and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The places of a board's cells.
#[derive(Clone, Copy)]
pub struct Geometry<'a> {
    /// The board, if there is one.
    pub board: Option<&'a Board>,
}

/// The radius of a cell of a graph, and how far the closest are apart.
const SPOT: f64 = 0.92 * HALF;
const APART: f64 = 2.6 * HALF;

/// Cells of a graph with longer names have no label: it would hide others.
const LONGEST_LABEL: usize = 4;

impl<'a> Geometry<'a> {
    fn shape(self) -> Option<&'a Shape<u8>> {
        self.board.map(Board::shape)
    }

    /// The middle of a cell.
    pub fn middle(self, cell: Cell) -> Point {
        let width = SIDE * 3_f64.sqrt();
        let leaning = |q: f64, r: f64| Point { x: width * (q + r / 2.0), y: 1.5 * SIDE * r };
        match (cell, self.shape()) {
            (Cell::Axial(q, r), _) => leaning(q.into(), r.into()),
            (Cell::Lettered(column, row), Some(Shape::Rhombus(..))) => {
                leaning(column.into(), row.into())
            }
            (Cell::Named(_), Some(Shape::Graph(graph))) => {
                let (x, y) = self.board.map_or((0, 0), |board| board.place(cell));
                let unit = APART / f64::from(graph.closest());
                Point { x: unit * x as f64, y: -unit * y as f64 }
            }
            (Cell::Named(_), _) => Point { x: 0.0, y: 0.0 },
            (Cell::Lettered(column, line), Some(Shape::Hexagon(side))) => {
                let down = f64::from(column.abs_diff(*side)) / 2.0 + f64::from(line);
                Point { x: 1.5 * SIDE * f64::from(column), y: width * down }
            }
            (Cell::Lettered(column, row), _) => {
                Point { x: 2.0 * HALF * f64::from(column), y: -2.0 * HALF * f64::from(row) }
            }
        }
    }

    /// The corners of every cell, seen from its middle.
    pub fn outline(self) -> Vec<Point> {
        let regular = |corners: u32, size: f64, turned: f64| {
            let corner = |number: u32| {
                let angle = TAU * (f64::from(number) + turned) / f64::from(corners);
                Point { x: size * angle.cos(), y: size * angle.sin() }
            };
            (0..corners).map(corner).collect()
        };
        match self.shape() {
            Some(Shape::Hex | Shape::Rhombus(..)) => regular(6, SIDE, 0.5),
            Some(Shape::Hexagon(_)) => regular(6, SIDE, 0.0),
            // As good as round.
            Some(Shape::Graph(_)) => regular(24, SPOT, 0.5),
            _ => {
                let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
                corners.map(|(x, y)| Point { x, y }).to_vec()
            }
        }
    }

    /// Whether a cell is one of the dark squares of a board of squares.
    pub fn is_dark(self, cell: Cell) -> bool {
        match (cell, self.shape()) {
            (Cell::Lettered(column, row), Some(Shape::Square(..))) => (column + row) % 2 == 0,
            _ => false,
        }
    }

    /// The names of columns and rows, and where they stand.
    pub fn labels(self) -> Vec<(Point, String)> {
        let beside = |cell: Cell, right: f64, down: f64| {
            let middle = self.middle(cell);
            Point { x: middle.x + right, y: middle.y + down }
        };
        match self.shape() {
            Some(Shape::Square(width, height)) => {
                let column = |column: u8| {
                    let below = beside(Cell::Lettered(column, 1), 0.0, 1.7 * HALF);
                    (below, letter(column).to_string())
                };
                let row =
                    |row: u8| (beside(Cell::Lettered(1, row), -1.7 * HALF, 0.0), row.to_string());
                (1..=*width).map(column).chain((1..=*height).map(row)).collect()
            }
            Some(Shape::Rhombus(width, height)) => {
                let column = |column: u8| {
                    let above = beside(Cell::Lettered(column, 1), -0.75 * SIDE, -1.3 * SIDE);
                    (above, letter(column).to_string())
                };
                let row =
                    |row: u8| (beside(Cell::Lettered(1, row), -1.4 * SIDE, 0.0), row.to_string());
                (1..=*width).map(column).chain((1..=*height).map(row)).collect()
            }
            Some(Shape::Graph(graph)) => {
                let cells = self.board.into_iter().flat_map(Board::cells);
                let aside = graph
                    .spots()
                    .iter()
                    .all(|spot| spot.name.as_str().chars().count() <= LONGEST_LABEL);
                let label = |cell: Cell| (beside(cell, 1.05 * HALF, 0.95 * HALF), cell.to_string());
                cells.filter(|_| aside).map(label).collect()
            }
            Some(shape @ Shape::Hexagon(_)) => {
                let column = |column: u8| {
                    let above = beside(Cell::Lettered(column, 1), 0.0, -1.3 * SIDE);
                    (above, letter(column).to_string())
                };
                (1..=shape.width()).map(column).collect()
            }
            Some(Shape::Hex) | None => Vec::new(),
        }
    }

    /// The lines between cells of a graph.
    pub fn edges(self) -> Vec<(Point, Point)> {
        let (Some(board), Some(Shape::Graph(graph))) = (self.board, self.shape()) else {
            return Vec::new();
        };
        let ends = graph.edges().iter();
        let ends = ends.map(|(one, other)| (Cell::Named(one.name), Cell::Named(other.name)));
        let ends = ends.filter(|(one, other)| board.holds(*one) && board.holds(*other));
        ends.map(|(one, other)| (self.middle(one), self.middle(other))).collect()
    }
}
