//! Where things are in a picture: the cells of each kind of board, what lies on them,
//! and the lines below.

use std::collections::BTreeSet;

use super::LastMove;
use super::picture::{Form, Kind, Picture, Shape};
use crate::game::board::Board;
use crate::game::drawing::geometry::{Geometry, HALF, Point, SIDE};
use crate::game::drawing::scene::{Piece, Scene};
use crate::game::drawing::{Marks, shown_cells};
use crate::logic::Cell;

/// Blank space around all.
const MARGIN: f64 = 16.0;

/// The height of captions, how wide a character of them is at most, and how many
/// are in a line where the board is narrow.
const CAPTION: f64 = 14.0;
const CHARACTER: f64 = 7.6;
const SHORTEST: usize = 44;

/// Lines from one caption to the next.
const LEADING: f64 = 20.0;

/// How far each piece of a stack is above the one below it.
const STEP: f64 = 5.0;

/// A picture that is being laid out.
pub struct Layout<'a> {
    geometry: Geometry<'a>,
    /// Cells to show besides, within reach of what lies on the plane.
    pointed_out: Vec<Cell>,
    shapes: Vec<Shape>,
    /// What is in front of all else.
    badges: Vec<Shape>,
    captions: Vec<String>,
}

impl<'a> Layout<'a> {
    pub fn new(board: Option<&'a Board>, last: &LastMove, marks: &Marks) -> Layout<'a> {
        let pointed_out = marks.iter().chain(last.from.iter().copied()).chain(last.to).collect();
        let (shapes, badges, captions) = (Vec::new(), Vec::new(), Vec::new());
        Layout { geometry: Geometry { board }, pointed_out, shapes, badges, captions }
    }

    /// The outline of a cell, a part of its size.
    fn outline(&self, cell: Cell, part: f64) -> Form {
        let middle = self.geometry.middle(cell);
        let corner = |at: Point| Point { x: middle.x + part * at.x, y: middle.y + part * at.y };
        Form::Polygon(self.geometry.outline().into_iter().map(corner).collect())
    }

    fn add(&mut self, kind: Kind, form: Form) {
        self.shapes.push(Shape { kind, form, name: None });
    }

    /// The cells, and the names of columns and rows.
    pub fn board(&mut self, scene: &Scene) {
        for (from, to) in self.geometry.edges() {
            self.add(Kind::Edge, Form::Line(from, to));
        }
        for cell in self.cells(scene) {
            let is_dark = self.geometry.is_dark(cell) || scene.shaded.contains(&cell);
            let kind = if is_dark { Kind::Shaded } else { Kind::Cell };
            let (form, name) = (self.outline(cell, 1.0), Some(cell.to_string()));
            self.shapes.push(Shape { kind, form, name });
        }
        for (at, text) in self.geometry.labels() {
            self.add(Kind::Label, Form::Text(at, 13.0, text));
        }
    }

    fn cells(&self, scene: &Scene) -> Vec<Cell> {
        shown_cells(self.geometry.board, scene, &self.pointed_out)
    }

    /// What lies on the cells.
    pub fn pieces(&mut self, scene: &Scene) {
        for (cell, stack) in &scene.pieces {
            if self.geometry.board.is_some() {
                self.stack(*cell, stack);
            }
        }
    }

    fn stack(&mut self, cell: Cell, stack: &[Piece]) {
        let names: Vec<&str> = stack.iter().rev().map(|piece| piece.text.as_str()).collect();
        let name = format!("{cell}: {}", names.join(" on "));
        let middle = self.geometry.middle(cell);
        let above = |level: usize| Point { y: middle.y - STEP * level as f64, ..middle };
        for (level, piece) in stack.iter().enumerate() {
            let Some(tint) = piece.tint else { continue };
            let form = self.piece(cell, level);
            self.shapes.push(Shape { kind: Kind::Piece(tint), form, name: Some(name.clone()) });
        }
        let Some(top) = stack.last() else { return };
        let level = stack.len() - 1;
        let kind = top.tint.map_or(Kind::Writing, Kind::Ink);
        let height = size_of(&top.text, matches!(cell, Cell::Axial(..)));
        self.add(kind, Form::Text(above(level), height, top.text.clone()));
        if level > 0 {
            let badge = Point { x: middle.x + 0.55 * SIDE, y: above(level).y - 0.6 * SIDE };
            let shape = |kind, form| Shape { kind, form, name: None };
            self.badges.push(shape(Kind::Badge, Form::Circle(badge, 8.0)));
            let count = stack.len().to_string();
            self.badges.push(shape(Kind::Count, Form::Text(badge, 11.0, count)));
        }
    }

    /// A tile on the plane, which has no other board, and a disc elsewhere.
    fn piece(&self, cell: Cell, level: usize) -> Form {
        match cell {
            Cell::Axial(..) => raised(self.outline(cell, 0.9), level),
            Cell::Lettered(..) | Cell::Named(_) => {
                Form::Circle(self.geometry.middle(cell), 0.76 * HALF)
            }
        }
    }

    /// The last move and the marks.
    pub fn point_out(&mut self, last: &LastMove, marks: &Marks, scene: &Scene) {
        let shown: BTreeSet<Cell> = self.cells(scene).into_iter().collect();
        let level = |cell: Cell| scene.pieces.get(&cell).map_or(0, |stack| stack.len() - 1);
        for cell in last.from.iter().filter(|cell| shown.contains(cell)) {
            self.add(Kind::From, raised(self.outline(*cell, 0.84), level(*cell)));
        }
        for cell in last.to.iter().filter(|cell| shown.contains(cell)) {
            self.add(Kind::To, raised(self.outline(*cell, 0.97), level(*cell)));
        }
        for cell in marks.iter().filter(|cell| shown.contains(cell)) {
            let form = raised(self.outline(cell, 0.97), level(cell));
            let name = Some(format!("{cell} is marked"));
            self.shapes.push(Shape { kind: Kind::Mark, form, name });
            if !scene.pieces.contains_key(&cell) {
                self.add(Kind::MarkedEmpty, Form::Circle(self.geometry.middle(cell), 5.0));
            }
        }
    }

    /// A line below the board.
    pub fn caption(&mut self, text: &str) {
        self.captions.push(text.to_string());
    }

    /// The picture as a whole.
    pub fn picture(mut self, title: String, description: String) -> Picture {
        self.shapes.append(&mut self.badges);
        let (mut least, mut most) = self.extent();
        let longest = (((most.x - least.x) / CHARACTER) as usize).max(SHORTEST);
        let lines: Vec<String> =
            self.captions.iter().flat_map(|caption| folded(caption, longest)).collect();
        let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        most.x = most.x.max(least.x + CHARACTER * widest as f64);
        most.y += if self.shapes.is_empty() { 0.0 } else { LEADING };
        for line in lines {
            most.y += LEADING;
            let at = Point { x: least.x, y: most.y - LEADING / 2.0 };
            self.add(Kind::Caption, Form::Text(at, CAPTION, line));
        }
        least = Point { x: least.x - MARGIN, y: least.y - MARGIN };
        let size = Point { x: most.x + MARGIN - least.x, y: most.y + MARGIN - least.y };
        Picture { title, description, shapes: self.shapes, corner: least, size }
    }

    /// The corners of all that there is.
    fn extent(&self) -> (Point, Point) {
        let reach = |at: &Point, by: f64| {
            [Point { x: at.x - by, y: at.y - by }, Point { x: at.x + by, y: at.y + by }]
        };
        let points: Vec<Point> = self
            .shapes
            .iter()
            .flat_map(|shape| match &shape.form {
                Form::Polygon(corners) => corners.clone(),
                Form::Circle(middle, radius) => reach(middle, *radius).to_vec(),
                Form::Line(from, to) => vec![*from, *to],
                Form::Text(middle, height, _) => reach(middle, height / 2.0).to_vec(),
            })
            .collect();
        let Some(first) = points.first().copied() else {
            return (Point { x: 0.0, y: 0.0 }, Point { x: 0.0, y: 0.0 });
        };
        points.iter().fold((first, first), |(least, most), at| {
            let smaller = Point { x: least.x.min(at.x), y: least.y.min(at.y) };
            (smaller, Point { x: most.x.max(at.x), y: most.y.max(at.y) })
        })
    }
}

/// A shape that is as high as the piece of a stack, counted from 0.
fn raised(form: Form, level: usize) -> Form {
    let up = STEP * level as f64;
    match form {
        Form::Polygon(corners) => Form::Polygon(
            corners.into_iter().map(|corner| Point { y: corner.y - up, ..corner }).collect(),
        ),
        form => form,
    }
}

/// How high text on a piece may be to fit: a tile is wider than a disc.
fn size_of(text: &str, is_on_tile: bool) -> f64 {
    let room = if is_on_tile { 1.3 * SIDE } else { 1.25 * HALF };
    let characters = text.chars().count().max(1) as f64;
    (room / (0.7 * characters)).clamp(5.0, 17.0)
}

/// A line as several that are not too long, broken between words.
fn folded(line: &str, longest: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > longest {
            lines.push(word.to_string());
            continue;
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}
