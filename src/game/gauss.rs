//! How Gauss is written and drawn: `r d2` for a red piece on d2 (`r 4 2` is
//! read too); a hexagon of hexagons, the void shaded, with the hands above it
//! and what has left the board in its corners.

use anstyle::{AnsiColor, Style};

use super::action::Action;
use super::board::Board;
use super::canvas::Canvas;
use super::course::Game;
use super::drawing::{Glyph, letter, painted, player_style, standing};
use super::face::{Face, Unreadable};
use super::marks::Marks;
use super::needs::Needs;
use super::plain::{on_board, read_term};
use crate::logic::check::declarations::Shape;
use crate::logic::program::Program;
use crate::logic::{Atom, Cell, Value};

/// The face of Gauss.
pub struct Gauss;

const NEEDS: Needs = Needs {
    board: |shape| matches!(shape, Shape::Hexagon(_)),
    players: &["red", "blue"],
    values: &[],
    states: &[
        ("piece", &["cell", "player"]),
        ("hand", &["player", "player", "int"]),
        ("bonus", &["player", "int"]),
        ("risk", &["player", "int"]),
    ],
    actions: &[("place", &["player", "cell"])],
    asked: &[("void", &["cell"])],
};

impl Face for Gauss {
    fn fits(&self, program: &Program) -> bool {
        NEEDS.met_by(program)
    }

    fn write(&self, _game: &Game, action: &Action) -> String {
        match action.args.as_slice() {
            [Value::Atom(colour), cell] => format!("{} {cell}", &colour.as_str()[..1]),
            _ => action.to_string(),
        }
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        if text.contains('(') {
            return read_term(game, text);
        }
        let lower = text.trim().to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let place = |colour: &str, cell: Option<Cell>| {
            let colour = match colour {
                "r" | "red" => "red",
                "b" | "blue" => "blue",
                _ => return Err(Unreadable::new(text, "the colour is r or b, as in r d2")),
            };
            let cell = cell.ok_or_else(|| Unreadable::new(text, USAGE))?;
            on_board(game, text, Action::new("place", &[Atom::new(colour).into(), cell.into()]))
        };
        match words.as_slice() {
            [colour, cell] => place(colour, Cell::from_name(cell)),
            [colour, column, line] => place(colour, numbered(column, line)),
            _ => Err(Unreadable::new(text, USAGE)),
        }
    }

    fn draw(&self, game: &Game, marks: &Marks) -> String {
        format!("{}\n\n{}\n\n{}", hands(game), field(game, marks), standing(game))
    }
}

const USAGE: &str = "a piece is placed by colour and cell, r d2, or by column and line, r 4 2";

/// A cell by the numbers of its column and line.
fn numbered(column: &str, line: &str) -> Option<Cell> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=26).contains(number));
    Some(Cell::Lettered(number(column)?, number(line)?))
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

fn field(game: &Game, marks: &Marks) -> String {
    let Some(board @ Board::Hexagon { side }) = game.rules().board() else { return String::new() };
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
            canvas.write(x + 2, top - 1, &letter(column).to_string(), Style::new().bold());
        }
        canvas.write(x + 1, y, "___", Style::new());
        canvas.write(x, y + 1, "/   \\", Style::new());
        canvas.write(x, y + 2, "\\___/", Style::new());
        if is_void(game, cell) {
            canvas.write(x + 1, y + 1, ":::", shade);
        }
        let glyph = glyph(game, cell).on(cell, marks);
        canvas.write(x + 1 + (3 - glyph.width()) / 2, y + 1, &glyph.text, glyph.style);
    }
    let [first, second] = game.rules().program().declarations.players() else {
        return canvas.to_string();
    };
    let bottom = canvas.height() - 1;
    let right = (left + PITCH * board.width() as usize + 1).max(middle + 6 + CORNER) - CORNER;
    for (player, x) in [(*first, 0), (*second, right)] {
        let style = player_style(game, Some(player));
        for (area, y) in [("bonus", 0), ("risk", bottom)] {
            canvas.write(x, y, &format!("{area} {}", number(game, area, &[player])), style);
        }
    }
    canvas.to_string()
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
