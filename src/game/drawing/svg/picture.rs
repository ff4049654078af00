//! Pictures as data: shapes with what they stand for, not how that looks.

use crate::game::drawing::geometry::Point;
use crate::game::drawing::scene::Tint;

/// What a shape looks like.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// Corners in order.
    Polygon(Vec<Point>),
    /// Middle and radius.
    Circle(Point, f64),
    /// From one point to the other.
    Line(Point, Point),
    /// Text in a line: its middle, or for a caption its left end, and its height.
    Text(Point, f64, String),
}

/// What a shape stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A cell of the board.
    Cell,
    /// A darker one.
    Shaded,
    /// An edge between two cells of a graph.
    Edge,
    /// A piece.
    Piece(Tint),
    /// What is written on it.
    Ink(Tint),
    /// What is written on a cell that has no piece.
    Writing,
    /// A cell that is marked.
    Mark,
    /// The same where the cell is empty.
    MarkedEmpty,
    /// The cell where the last move came from.
    From,
    /// The cell where it ended.
    To,
    /// How many pieces lie on a cell.
    Badge,
    /// The number in it.
    Count,
    /// A column or row by its name.
    Label,
    /// A line below the board.
    Caption,
}

/// A shape of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// What it stands for.
    pub kind: Kind,
    /// What it looks like.
    pub form: Form,
    /// What it is called, for who points at it.
    pub name: Option<String>,
}

/// A picture. It is shown as the text of an SVG file.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// What it shows, in a line.
    pub title: String,
    /// The same at length, for who cannot see it.
    pub description: String,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
    /// The upper left corner.
    pub corner: Point,
    /// How wide it is, and how high.
    pub size: Point,
}
