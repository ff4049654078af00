//! Gauss: a hexagon of hexagons, the void shaded, with the hands above it and
//! what has left the board in its corners.

use anstyle::{AnsiColor, Style};

use super::canvas::Canvas;
use super::{Glyph, Pointers, View, letter, painted, player_style, standing};
use crate::game::board::Board;
use crate::game::game::Game;
use crate::logic::check::declarations::Shape;
use crate::logic::{Atom, Cell, Value};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    format!("{}\n\n{}\n\n{}", hands(game), field(game, view), standing(game))
}

/// What each player has left to place.
pub fn hands(game: &Game) -> String {
    let players = game.rules().program().declarations.players().iter();
    players.map(|player| hand_of(game, *player)).collect::<Vec<_>>().join("     ")
}

/// What a player has left to place, in a line.
pub fn hand_of(game: &Game, player: Atom) -> String {
    let colours = game.rules().program().declarations.players().iter();
    let left = colours.map(|colour| {
        let count = number(game, "hand", &[player, *colour]);
        painted(&format!("{count} {colour}"), player_style(game, Some(*colour)))
    });
    format!("{player} has {}", left.collect::<Vec<_>>().join(", "))
}

/// The number that a fact of the position gives, after the atoms it is about.
pub fn number(game: &Game, relation: &str, about: &[Atom]) -> i64 {
    let program = game.rules().program();
    let Some(relation) = program.relations.plain(relation, about.len() + 1) else { return 0 };
    let mut facts = game.position().rows(relation);
    let about: Vec<Value> = about.iter().map(|atom| (*atom).into()).collect();
    let fact = facts.find(|row| row.starts_with(&about));
    fact.and_then(|row| row.last()?.as_int()).unwrap_or(0)
}

/// Columns are this far apart: a cell is five wide, and shares its sides.
const PITCH: usize = 4;

/// The corners have room for this much text, and a blank.
const CORNER: usize = 9;

/// Where a cell is drawn: the corner of the five characters by three that it takes.
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// How far from the left.
    pub x: usize,
    /// How far from the top.
    pub y: usize,
}

/// The middle column, the longest, begins here; small boards make room for what
/// stands in the corners.
fn middle(side: u8) -> usize {
    (PITCH * (side as usize - 1)).max(CORNER)
}

/// Where each cell of a board is drawn, column by column.
pub fn places(side: u8) -> impl Iterator<Item = Place> {
    let left = middle(side) - PITCH * (side as usize - 1);
    Shape::Hexagon(side).cells().into_iter().filter_map(move |cell| {
        let Cell::Lettered(column, line) = cell else { return None };
        let x = left + PITCH * (column as usize - 1);
        let y = 1 + column.abs_diff(side) as usize + 2 * (line as usize - 1);
        Some(Place { cell, x, y })
    })
}

/// A cell with its sides.
const CELL: usize = PITCH + 1;

fn field(game: &Game, view: &View) -> String {
    let Some(Shape::Hexagon(side)) = game.rules().board().map(Board::shape) else {
        return String::new();
    };
    let side = *side;
    let pointers = Pointers::of(game, view);
    let mut canvas = Canvas::default();
    let middle = middle(side);
    let left = middle - PITCH * (side as usize - 1);
    let shade = Style::new().fg_color(Some(AnsiColor::BrightBlack.into()));
    for Place { cell, x, y } in places(side) {
        let Cell::Lettered(column, line) = cell else { continue };
        if line == 1 {
            canvas.write_in(x, x + 2, y - 1, &letter(column).to_string(), Style::new().bold());
        }
        canvas.write_in(x, x + 1, y, "___", Style::new());
        canvas.write_in(x, x, y + 1, "/   \\", Style::new());
        canvas.write_in(x, x, y + 2, "\\___/", Style::new());
        let piece = glyph(game, cell);
        if is_void(game, cell) && !(view.coordinates && piece.text.is_empty()) {
            canvas.write_in(x, x + 1, y + 1, ":::", shade);
        }
        let empty = if view.coordinates { Glyph::name_of(cell) } else { Glyph::default() };
        let glyph = piece.or_on(cell, &pointers, empty);
        canvas.write_in(x, x + 1 + (3 - glyph.width()) / 2, y + 1, &glyph.text, glyph.style);
    }
    let [first, second] = game.rules().program().declarations.players() else {
        return canvas.drawn(view.width, CELL);
    };
    let bottom = canvas.height() - 1;
    let right = (left + PITCH * (2 * side as usize - 1) + 1).max(middle + 6 + CORNER) - CORNER;
    for (player, x) in [(*first, 0), (*second, right)] {
        let style = player_style(game, Some(player));
        for (area, y) in [("bonus", 0), ("risk", bottom)] {
            canvas.write(x, y, &format!("{area} {}", number(game, area, &[player])), style);
        }
    }
    canvas.drawn(view.width, CORNER)
}

/// Whether the rules call the cell void; it is the same in every position.
pub fn is_void(game: &Game, cell: Cell) -> bool {
    let Some(void) = game.rules().program().relations.plain("void", 1) else { return false };
    game.rules().engine().static_fact(void, &[cell.into()])
}

/// The first letter of the colour on a cell, if there is one.
fn glyph(game: &Game, cell: Cell) -> Glyph {
    let Some(colour) = colour_on(game, cell) else { return Glyph::default() };
    Glyph { text: colour.as_str()[..1].into(), style: player_style(game, Some(colour)) }
}

fn colour_on(game: &Game, cell: Cell) -> Option<Atom> {
    let piece = game.rules().program().relations.plain("piece", 2)?;
    let mut pieces = game.position().rows(piece);
    pieces.find(|row| row[0] == Value::Cell(cell))?[1].as_atom()
}
