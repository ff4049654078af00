//! Where the cells of a board are in a picture, and what shape they have.

use std::f64::consts::FRAC_PI_3;

use super::letter;
use crate::game::board::Board;
use crate::logic::Cell;

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
pub struct Geometry {
    /// The board, if there is one.
    pub board: Option<Board>,
}

impl Geometry {
    /// The middle of a cell.
    pub fn middle(self, cell: Cell) -> Point {
        let width = SIDE * 3_f64.sqrt();
        match (cell, self.board) {
            (Cell::Axial(q, r), _) => {
                let (q, r) = (f64::from(q), f64::from(r));
                Point { x: width * (q + r / 2.0), y: 1.5 * SIDE * r }
            }
            (Cell::Lettered(column, line), Some(Board::Hexagon { side })) => {
                let down = f64::from(column.abs_diff(side)) / 2.0 + f64::from(line);
                Point { x: 1.5 * SIDE * f64::from(column), y: width * down }
            }
            (Cell::Lettered(column, row), _) => {
                Point { x: 2.0 * HALF * f64::from(column), y: -2.0 * HALF * f64::from(row) }
            }
        }
    }

    /// The corners of every cell, seen from its middle.
    pub fn outline(self) -> Vec<Point> {
        let hexagon = |turned: f64| {
            let corner = |number: i32| {
                let angle = FRAC_PI_3 * (f64::from(number) + turned);
                Point { x: SIDE * angle.cos(), y: SIDE * angle.sin() }
            };
            (0..6).map(corner).collect()
        };
        match self.board {
            Some(Board::Hex) => hexagon(0.5),
            Some(Board::Hexagon { .. }) => hexagon(0.0),
            _ => {
                let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
                corners.map(|(x, y)| Point { x, y }).to_vec()
            }
        }
    }

    /// Whether a cell is one of the dark squares of a board of squares.
    pub fn is_dark(self, cell: Cell) -> bool {
        match (cell, self.board) {
            (Cell::Lettered(column, row), Some(Board::Square { .. })) => (column + row) % 2 == 0,
            _ => false,
        }
    }

    /// The names of columns and rows, and where they stand.
    pub fn labels(self) -> Vec<(Point, String)> {
        let beside = |cell: Cell, right: f64, down: f64| {
            let middle = self.middle(cell);
            Point { x: middle.x + right, y: middle.y + down }
        };
        match self.board {
            Some(Board::Square { width, height }) => {
                let column = |column: u8| {
                    let below = beside(Cell::Lettered(column, 1), 0.0, 1.7 * HALF);
                    (below, letter(column).to_string())
                };
                let row =
                    |row: u8| (beside(Cell::Lettered(1, row), -1.7 * HALF, 0.0), row.to_string());
                (1..=width).map(column).chain((1..=height).map(row)).collect()
            }
            Some(board @ Board::Hexagon { .. }) => {
                let column = |column: u8| {
                    let above = beside(Cell::Lettered(column, 1), 0.0, -1.3 * SIDE);
                    (above, letter(column).to_string())
                };
                (1..=board.width()).map(column).collect()
            }
            Some(Board::Hex) | None => Vec::new(),
        }
    }
}
