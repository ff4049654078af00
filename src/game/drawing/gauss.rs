//! Gauss: a hexagon of hexagons, the void shaded, with the hands above it and
//! what has left the board in its corners.

use anstyle::{AnsiColor, Style};

use super::canvas::Canvas;
use super::{Glyph, Pointers, View, letter, painted, player_style, standing};
use crate::game::board::Board;
use crate::game::game::Game;
use crate::logic::{Atom, Cell, Value};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    format!("{}\n\n{}\n\n{}", hands(game), field(game, view), standing(game))
}

/// What each player has left to place.
fn hands(game: &Game) -> String {
    let players = game.rules().program().declarations.players();
    let hand = |player: &Atom| {
        let left: Vec<String> = players
            .iter()
            .map(|colour| {
                let count = number(game, "hand", &[*player, *colour]);
                painted(&format!("{count} {colour}"), player_style(game, Some(*colour)))
            })
            .collect();
        format!("{player} has {}", left.join(", "))
    };
    players.iter().map(hand).collect::<Vec<_>>().join("     ")
}

/// The number that a fact of the position gives, after the atoms it is about.
fn number(game: &Game, relation: &str, about: &[Atom]) -> i64 {
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

/// A cell with its sides.
const CELL: usize = PITCH + 1;

fn field(game: &Game, view: &View) -> String {
    let Some(board @ Board::Hexagon { side }) = game.rules().board() else { return String::new() };
    let pointers = Pointers::of(game, view);
    let mut canvas = Canvas::default();
    // The middle column, the longest, begins here; small boards make room for
    // what stands in the corners.
    let middle = (PITCH * (side as usize - 1)).max(CORNER);
    let left = middle - PITCH * (side as usize - 1);
    let shade = Style::new().fg_color(Some(AnsiColor::BrightBlack.into()));
    for cell in board.cells() {
        let Cell::Lettered(column, line) = cell else { continue };
        let x = left + PITCH * (column as usize - 1);
        let top = 1 + column.abs_diff(side) as usize;
        let y = top + 2 * (line as usize - 1);
        if line == 1 {
            canvas.write_in(x, x + 2, top - 1, &letter(column).to_string(), Style::new().bold());
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
    let right = (left + PITCH * board.width() as usize + 1).max(middle + 6 + CORNER) - CORNER;
    for (player, x) in [(*first, 0), (*second, right)] {
        let style = player_style(game, Some(player));
        for (area, y) in [("bonus", 0), ("risk", bottom)] {
            canvas.write(x, y, &format!("{area} {}", number(game, area, &[player])), style);
        }
    }
    canvas.drawn(view.width, CORNER)
}

/// Whether the rules call the cell void; it is the same in every position.
fn is_void(game: &Game, cell: Cell) -> bool {
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
