//! Boards as rule files declare them: a shape with its measures, or a graph of
//! named cells, and the cells that are taken out of it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::declarations::{Declarations, at_most, atom, stands_twice, wanted};
use super::diagnostic::Diagnostic;
use crate::logic::names;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Cell, Value};

/// A measure of the board: a number, or the option that gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A number.
    Fixed(i64),
    /// The value of an option.
    Option(Atom),
}

/// The shape of a board, with measures as they are declared, or as numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape<M = Measure> {
    /// `square(W, H)`: columns and rows of squares.
    Square(M, M),
    /// `rhombus(W, H)`: columns and rows of hexagons, each row half a cell further
    /// right than the one above it.
    Rhombus(M, M),
    /// `hex`: hexagons without end.
    Hex,
    /// `hex(Side)`: a hexagon of hexagons, with vertical columns.
    Hexagon(M),
    /// `graph(Cells, Edges)`.
    Graph(Arc<Graph>),
}

/// The directions there can be, clockwise, each as far from its opposite.
const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// The direction back.
pub fn opposite(direction: &str) -> Option<&'static str> {
    let place = COMPASS.iter().position(|known| *known == direction)?;
    Some(COMPASS[(place + COMPASS.len() / 2) % COMPASS.len()])
}

impl<M> Shape<M> {
    /// The directions a step can take, clockwise; on a graph those that its edges
    /// have.
    pub fn directions(&self) -> Vec<&'static str> {
        match self {
            Shape::Square(..) => COMPASS.to_vec(),
            Shape::Hex | Shape::Rhombus(..) => vec!["e", "se", "sw", "w", "nw", "ne"],
            Shape::Hexagon(_) => vec!["n", "ne", "se", "s", "sw", "nw"],
            Shape::Graph(graph) => graph.directions(),
        }
    }

    /// Whether a direction is diagonal: between two straight ones, which no direction
    /// of a board of hexagons is.
    pub fn is_diagonal(&self, direction: &str) -> bool {
        matches!(self, Shape::Square(..) | Shape::Graph(_)) && direction.len() == 2
    }
}

impl Shape {
    /// The shape with a number for each measure.
    pub fn measured(&self, number: impl Fn(Measure) -> u8) -> Shape<u8> {
        match self {
            Shape::Square(width, height) => Shape::Square(number(*width), number(*height)),
            Shape::Rhombus(width, height) => Shape::Rhombus(number(*width), number(*height)),
            Shape::Hex => Shape::Hex,
            Shape::Hexagon(side) => Shape::Hexagon(number(*side)),
            Shape::Graph(graph) => Shape::Graph(graph.clone()),
        }
    }
}

impl Shape<u8> {
    /// How many lettered columns there are.
    pub fn width(&self) -> u8 {
        match self {
            Shape::Square(width, _) | Shape::Rhombus(width, _) => *width,
            Shape::Hexagon(side) => 2 * side - 1,
            Shape::Hex | Shape::Graph(_) => 0,
        }
    }

    /// How many cells a lettered column has, counted from 1.
    pub fn height(&self, column: u8) -> u8 {
        match self {
            Shape::Square(_, height) | Shape::Rhombus(_, height) => *height,
            Shape::Hexagon(side) => self.width() - column.abs_diff(*side),
            Shape::Hex | Shape::Graph(_) => 0,
        }
    }

    /// Whether it has such a cell.
    pub fn holds(&self, cell: Cell) -> bool {
        match (cell, self) {
            (Cell::Lettered(column, number), _) => {
                (1..=self.width()).contains(&column) && (1..=self.height(column)).contains(&number)
            }
            (Cell::Axial(..), shape) => *shape == Shape::Hex,
            (Cell::Named(name), Shape::Graph(graph)) => graph.find(name.as_str()).is_some(),
            (Cell::Named(_), _) => false,
        }
    }

    /// All cells of a bounded board, column by column, or as the graph lists them.
    pub fn cells(&self) -> Vec<Cell> {
        if let Shape::Graph(graph) = self {
            return graph.spots.iter().map(|spot| Cell::Named(spot.name)).collect();
        }
        let column = |column| (1..=self.height(column)).map(move |n| Cell::Lettered(column, n));
        (1..=self.width()).flat_map(column).collect()
    }
}

/// A cell of a graph and where it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its name.
    pub name: Atom,
    /// How far to the right.
    pub x: i16,
    /// How far up.
    pub y: i16,
}

/// Cells with places, and edges that lead from one to another and back.
#[derive(PartialEq, Eq, Debug)]
pub struct Graph {
    spots: Vec<Spot>,
    edges: Vec<(Spot, Spot)>,
    /// The place of each name among the spots.
    by_name: FxHashMap<&'static str, usize>,
    /// For each spot, the edges there.
    steps: Vec<Vec<(&'static str, Atom)>>,
    closest: u16,
}

impl Graph {
    fn new(spots: Vec<Spot>, edges: Vec<(Spot, Spot)>) -> Graph {
        let names = spots.iter().map(|spot| spot.name.as_str());
        let by_name: FxHashMap<&'static str, usize> = names.zip(0..).collect();
        let mut steps = vec![Vec::new(); spots.len()];
        for (one, other) in &edges {
            for (from, to) in [(one, other), (other, one)] {
                steps[by_name[from.name.as_str()]].push((direction(*from, *to), to.name));
            }
        }
        let apart = |one: &Spot, other: &Spot| one.x.abs_diff(other.x).max(one.y.abs_diff(other.y));
        let others = |number: usize, one| spots[..number].iter().map(move |it| apart(one, it));
        let pairs = spots.iter().enumerate().flat_map(|(number, one)| others(number, one));
        let closest = pairs.min().unwrap_or(1);
        Graph { spots, edges, by_name, steps, closest }
    }

    /// The cells, in the order of the rule file.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The edges, each once.
    pub fn edges(&self) -> &[(Spot, Spot)] {
        &self.edges
    }

    /// How far the two cells that are closest to each other are apart, to the side or
    /// up, whichever is more.
    pub fn closest(&self) -> u16 {
        self.closest
    }

    /// The cell of that name.
    pub fn find(&self, name: &str) -> Option<Spot> {
        self.by_name.get(name).map(|place| self.spots[*place])
    }

    /// The edges at a cell: their directions, and where they lead.
    pub fn steps(&self, from: Atom) -> &[(&'static str, Atom)] {
        self.by_name.get(from.as_str()).map_or(&[], |place| &self.steps[*place])
    }

    fn directions(&self) -> Vec<&'static str> {
        let occurs = |direction: &&str| self.steps.iter().flatten().any(|(it, _)| it == direction);
        COMPASS.into_iter().filter(occurs).collect()
    }
}

/// The direction of the compass that is nearest to the way from one place to another.
fn direction(from: Spot, to: Spot) -> &'static str {
    let (right, up) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    // Halfway between two directions the one distance is 1 + √2 times the other, which
    // no whole numbers are.
    let much_more = |one: i32, other: i32| (one.abs() + other.abs()).pow(2) < 2 * one.pow(2);
    match (right.signum(), up.signum()) {
        (1, _) if much_more(right, up) => "e",
        (-1, _) if much_more(right, up) => "w",
        (_, 1) if much_more(up, right) => "n",
        (_, -1) if much_more(up, right) => "s",
        (1, 1) => "ne",
        (1, _) => "se",
        (_, 1) => "nw",
        _ => "sw",
    }
}

/// Columns are named by letters.
const LETTERS: i64 = 26;

/// No graph has more cells, and their places lie within this distance of the origin.
const MOST_CELLS: usize = 1000;
const FARTHEST: i64 = 99;

impl Declarations {
    /// The shape that a `board` directive declares.
    pub(super) fn shape(&self, term: &Term) -> Result<Shape, Diagnostic> {
        let measures = |w, h| Ok((self.measure(w, LETTERS)?, self.measure(h, LETTERS)?));
        match term.parts() {
            Some(("square", [w, h])) => measures(w, h).map(|(w, h)| Shape::Square(w, h)),
            Some(("rhombus", [w, h])) => measures(w, h).map(|(w, h)| Shape::Rhombus(w, h)),
            Some(("hex", [])) => Ok(Shape::Hex),
            // There are two columns for each cell of a side, but for the middle.
            Some(("hex", [side])) => Ok(Shape::Hexagon(self.measure(side, LETTERS / 2)?)),
            Some(("graph", [cells, edges])) => {
                let spots = spots(cells)?;
                let edges = self::edges(&spots, edges)?;
                Ok(Shape::Graph(Arc::new(Graph::new(spots, edges))))
            }
            _ => {
                let shapes =
                    "a board: square(W, H), rhombus(W, H), hex, hex(Side) or graph(Cells, Edges)";
                Err(wanted(term, shapes, "square(8, 8)"))
            }
        }
    }

    fn measure(&self, term: &Term, most: i64) -> Result<Measure, Diagnostic> {
        let fits = |value: &Value| value.as_int().is_some_and(|n| (1..=most).contains(&n));
        match &term.kind {
            TermKind::Int(number) if fits(&Value::Int(*number)) => Ok(Measure::Fixed(*number)),
            TermKind::Atom(name) => match self.options.iter().find(|option| option.name == *name) {
                Some(option) if option.allowed.iter().all(fits) => Ok(Measure::Option(*name)),
                Some(_) => {
                    let what = format!("an option whose values are from 1 to {most}");
                    Err(wanted(term, &what, "size"))
                }
                None => Err(Diagnostic::error(
                    "declaration",
                    term.span,
                    format!("there is no option `{name}` above this line"),
                    "used as a measure of the board",
                )
                .help(format!("declare it first: `:- option({name}, 8, [6, 8, 10]).`"))),
            },
            _ => {
                let what = format!("a measure from 1 to {most}, or the name of an option");
                Err(wanted(term, &what, "8"))
            }
        }
    }

    /// The board with its measures as small or as large as options let them be.
    fn extreme(&self, choose: fn(i64, i64) -> i64) -> Option<Shape<u8>> {
        let number = |measure: Measure| match measure {
            Measure::Fixed(number) => number as u8,
            Measure::Option(name) => {
                let option = self.options.iter().find(|option| option.name == name);
                let values = option.iter().flat_map(|option| &option.allowed);
                values.filter_map(|value| value.as_int()).reduce(choose).unwrap_or(0) as u8
            }
        };
        self.board.as_ref().map(|shape| shape.measured(number))
    }

    /// The board with its measures as these values of the options make them.
    pub fn shape_with(&self, options: &[Value]) -> Option<Shape<u8>> {
        let number = |measure: Measure| match measure {
            Measure::Fixed(number) => number as u8,
            Measure::Option(name) => {
                let index = self.options.iter().position(|option| option.name == name);
                options[index.expect("checked")].as_int().expect("checked") as u8
            }
        };
        self.board.as_ref().map(|shape| shape.measured(number))
    }

    /// Whether the board has no edge, so that its cells cannot be listed.
    pub fn board_is_unbounded(&self) -> bool {
        self.board == Some(Shape::Hex)
    }

    /// The cell that a word means on a board of this shape, if it could be one. It may
    /// lie beyond the edge.
    pub fn cell_named(&self, word: &str) -> Option<Cell> {
        match &self.board {
            Some(Shape::Graph(graph)) => {
                let quoted = || graph.find(word.strip_prefix('\'')?.strip_suffix('\'')?);
                graph.find(word).or_else(quoted).map(|spot| Cell::Named(spot.name))
            }
            _ => Cell::from_name(word),
        }
    }

    /// Whether a cell lies on the board; before options are chosen, with some choice of
    /// them. All cells of a smaller board are cells of a larger one.
    fn may_hold(&self, cell: Cell) -> bool {
        let shape = self.chosen_shape.clone().or_else(|| self.extreme(i64::max));
        !self.without.contains(&cell) && shape.is_none_or(|shape| shape.holds(cell))
    }

    /// What is wrong with a word for a cell, and what would be right; nothing, if it
    /// is a cell of the board.
    pub fn why_no_cell(&self, word: &str) -> Option<(String, String)> {
        let example = match &self.board {
            Some(Shape::Hex) => "(0,0)",
            Some(Shape::Graph(graph)) => graph.spots[0].name.as_str(),
            _ => "a1",
        };
        let written = format!("a cell of this board is written {example}");
        let is_plane = self.board_is_unbounded();
        let (label, help) = match self.cell_named(word).filter(|_| !is_plane) {
            Some(cell) if self.may_hold(cell) => return None,
            Some(cell) if self.without.contains(&cell) => {
                ("taken out of the board", "`:- without(Cells).` says so".to_string())
            }
            Some(_) => ("beyond the edge", "the board is not that large".to_string()),
            None => match &self.board {
                Some(Shape::Graph(graph)) => {
                    let names = graph.spots.iter().map(|spot| spot.name.as_str());
                    ("not a cell", names::suggestion(word, names).unwrap_or(written))
                }
                _ => ("not a cell", written),
            },
        };
        Some((label.to_string(), help))
    }

    /// Takes cells out of the board: `:- without([a2, b3]).`
    pub(super) fn take_out(&mut self, cells: &Term, earlier: &[&Term]) -> Result<(), Diagnostic> {
        let TermKind::List(listed) = &cells.kind else {
            return Err(wanted(cells, "the cells to take out of the board, a list", "[a2, b3]"));
        };
        match self.board {
            Some(Shape::Hex) => {
                return Err(Diagnostic::error(
                    "declaration",
                    cells.span,
                    "no cells can be taken out of a board without end",
                    "taken out here",
                )
                .help("say in the rules which cells may be used"));
            }
            Some(_) => {}
            // It was complained of already.
            None if earlier.iter().any(|it| matches!(it.parts(), Some(("board", _)))) => {
                return Ok(());
            }
            None => {
                return Err(Diagnostic::error(
                    "declaration",
                    cells.span,
                    "there is no board above this line",
                    "cells are taken out of it here",
                )
                .help("declare the board first: `:- board(square(8, 8)).`"));
            }
        }
        for part in listed {
            let name = atom(part, "a cell", "a2")?;
            let cell = self.cell_named(name.as_str());
            match (cell, self.why_no_cell(name.as_str())) {
                (Some(cell), None) => self.without.push(cell),
                (Some(cell), _) if self.without.contains(&cell) => {
                    let message = format!("`{name}` is taken out twice");
                    return Err(Diagnostic::error(
                        "declaration",
                        part.span,
                        message,
                        "the second time",
                    )
                    .help("keep one of the two"));
                }
                (_, why) => {
                    let (label, help) = why.unwrap_or_default();
                    let message = format!("`{name}` is not a cell of the board");
                    return Err(
                        Diagnostic::error("declaration", part.span, message, label).help(help)
                    );
                }
            }
        }
        let smallest = self.extreme(i64::min).map_or_else(Vec::new, |shape| shape.cells());
        if smallest.iter().all(|cell| self.without.contains(cell)) {
            let message = "nothing is left of the board";
            return Err(Diagnostic::error("declaration", cells.span, message, "all taken out")
                .help("leave at least one cell, whatever values the options have"));
        }
        Ok(())
    }
}

/// The cells of a graph: `[a1(0, 0), b1(1, 0)]`.
fn spots(cells: &Term) -> Result<Vec<Spot>, Diagnostic> {
    const EXAMPLE: &str = "[a1(0, 0), b1(1, 0)]";
    let TermKind::List(listed) = &cells.kind else {
        return Err(wanted(cells, "the cells of the graph with their places, a list", EXAMPLE));
    };
    at_most(MOST_CELLS, listed.len(), "cells of a graph", cells)
        .map_err(|error| error.help("a board with columns and rows needs no list of its cells"))?;
    if listed.is_empty() {
        return Err(wanted(cells, "the cells of the graph, at least one", EXAMPLE));
    }
    let mut by_name: FxHashMap<Atom, &Term> = FxHashMap::default();
    let mut by_place: FxHashMap<(i16, i16), (Atom, &Term)> = FxHashMap::default();
    let mut spots = Vec::new();
    for part in listed {
        let spot = spot(part)?;
        let Spot { name, x, y } = spot;
        if let Some(first) = by_name.insert(name, part) {
            return Err(stands_twice(name, part).also(first.span, "the first time"));
        }
        if let Some((other, first)) = by_place.insert((x, y), (name, part)) {
            let message = format!("`{name}` has the place of `{other}`");
            return Err(Diagnostic::error("declaration", part.span, message, "the same place")
                .also(first.span, format!("`{other}` is here"))
                .help("let each cell have a place of its own"));
        }
        spots.push(spot);
    }
    Ok(spots)
}

fn spot(term: &Term) -> Result<Spot, Diagnostic> {
    let coordinate = |term: &Term| match term.kind {
        TermKind::Int(number) if number.abs() <= FARTHEST => Some(number as i16),
        _ => None,
    };
    let error = || {
        let what = format!("a cell with its place, two numbers from -{FARTHEST} to {FARTHEST}");
        wanted(term, &what, "a1(0, 0)")
    };
    match &term.kind {
        TermKind::Compound(name, args) if args.len() == 2 => {
            match (coordinate(&args[0]), coordinate(&args[1])) {
                (Some(x), Some(y)) => Ok(Spot { name: *name, x, y }),
                _ => Err(error()),
            }
        }
        _ => Err(error()),
    }
}

/// The edges of a graph: `[a1-b1-c1, a1-a2]`.
fn edges(spots: &[Spot], edges: &Term) -> Result<Vec<(Spot, Spot)>, Diagnostic> {
    const EXAMPLE: &str = "[a1-b1-c1, a1-a2]";
    let TermKind::List(chains) = &edges.kind else {
        return Err(wanted(edges, "the edges of the graph, a list", EXAMPLE));
    };
    let by_name: FxHashMap<Atom, Spot> = spots.iter().map(|spot| (spot.name, *spot)).collect();
    let find = |term: &Term| -> Result<Spot, Diagnostic> {
        let name = atom(term, "a cell of the graph", "a1")?;
        by_name.get(&name).copied().ok_or_else(|| {
            let names = spots.iter().map(|spot| spot.name.as_str());
            let help = names::suggestion(name.as_str(), names).unwrap_or_else(|| {
                format!("list it among the cells, with its place: {name}(0, 0)")
            });
            let message = format!("there is no cell `{name}` in this graph");
            Diagnostic::error("declaration", term.span, message, "not a cell").help(help)
        })
    };
    let mut found: Vec<(Spot, Spot)> = Vec::new();
    let mut known: FxHashMap<(Atom, Atom), &Term> = FxHashMap::default();
    for chain in chains {
        let mut links = Vec::new();
        links_of(chain, &mut links);
        if links.len() < 2 {
            return Err(wanted(chain, "cells with edges between them", "a1-b1"));
        }
        for pair in links.windows(2) {
            let (one, other) = (find(pair[0])?, find(pair[1])?);
            let (a, b) = (one.name.min(other.name), one.name.max(other.name));
            if a == b {
                let message = format!("an edge leads from `{a}` to itself");
                return Err(Diagnostic::error("declaration", pair[1].span, message, "back again")
                    .help("an edge joins two cells"));
            }
            if let Some(first) = known.insert((a, b), pair[1]) {
                let message = format!("the edge between `{a}` and `{b}` stands there twice");
                return Err(Diagnostic::error("declaration", pair[1].span, message, "leads here")
                    .also(first.span, "the first time, it leads here")
                    .help("keep one of the two; an edge leads both ways"));
            }
            found.push((one, other));
        }
    }
    Ok(found)
}

/// The parts of `a1-b1-c1`, from left to right.
fn links_of<'a>(chain: &'a Term, links: &mut Vec<&'a Term>) {
    match chain.parts() {
        Some(("-", [before, last])) => {
            links_of(before, links);
            links.push(last);
        }
        _ => links.push(chain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_place_is_the_nearest_of_eight() {
        let at = |x, y| Spot { name: Atom::new("a"), x, y };
        let ways = [
            ((3, 0), "e"),
            ((5, 2), "e"),
            ((5, 3), "ne"),
            ((1, 1), "ne"),
            ((2, 5), "n"),
            ((-2, 5), "n"),
            ((-1, 1), "nw"),
            ((-5, -2), "w"),
            ((-4, -3), "sw"),
            ((0, -1), "s"),
            ((3, -4), "se"),
        ];
        for ((x, y), way) in ways {
            assert_eq!(direction(at(0, 0), at(x, y)), way, "{x}, {y}");
            assert_eq!(Some(direction(at(x, y), at(0, 0))), opposite(way), "{x}, {y}");
        }
    }
}
