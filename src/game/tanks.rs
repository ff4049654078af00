//! How Breakthrough Tanks is written and drawn: `b2-b3` for a move, `b2xb4`
//! for a capture; `M T D` for bot's medium, heavy and destroyer, lower case for
//! top's.

use super::action::Action;
use super::board::Board;
use super::course::Game;
use super::drawing::{self, Glyph};
use super::face::{Face, Unreadable};
use super::marks::Marks;
use super::needs::Needs;
use super::plain::{on_board, read_term};
use crate::logic::check::declarations::Shape;
use crate::logic::program::Program;
use crate::logic::{Cell, Row, Value};

/// The face of Tanks.
pub struct Tanks;

const NEEDS: Needs = Needs {
    board: |shape| matches!(shape, Shape::Square(..)),
    players: &["bot", "top"],
    values: &[("kind", |kind| letter(kind).is_some())],
    states: &[("tank", &["cell", "player", "kind"])],
    actions: &[("move", &["cell", "cell"])],
    asked: &[],
};

impl Face for Tanks {
    fn fits(&self, program: &Program) -> bool {
        NEEDS.met_by(program)
    }

    fn write(&self, game: &Game, action: &Action) -> String {
        match action.args.as_slice() {
            [from, to] => {
                let taken = to.as_cell().is_some_and(|cell| tank_on(game, cell).is_some());
                format!("{from}{}{to}", if taken { 'x' } else { '-' })
            }
            _ => action.to_string(),
        }
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        let usage = "a move is written b2-b3, a capture b2xb4";
        let trimmed = text.trim().to_lowercase();
        let cells = trimmed.split_once(['-', 'x']).and_then(|(from, to)| {
            Some((Cell::from_name(from.trim())?, Cell::from_name(to.trim())?))
        });
        match cells {
            Some((from, to)) => {
                on_board(game, text, Action::new("move", &[from.into(), to.into()]))
            }
            None if text.contains('(') => read_term(game, text),
            None => Err(Unreadable::new(text, usage)),
        }
    }

    fn draw(&self, game: &Game, marks: &Marks) -> String {
        let Some(Board::Square { width, height }) = game.rules().board() else {
            return drawing::standing(game);
        };
        let board = drawing::square(width, height, marks, |cell| match tank_on(game, cell) {
            Some(tank) => glyph(game, &tank),
            None => Glyph::default(),
        });
        format!("{board}\n\n{}", drawing::standing(game))
    }
}

fn tank_on(game: &Game, cell: Cell) -> Option<Row> {
    let tank = game.rules().program().relations.plain("tank", 3)?;
    game.position().rows(tank).find(|row| row[0] == Value::Cell(cell)).map(Row::from_slice)
}

/// The letter of a kind of tank.
fn letter(kind: &str) -> Option<&'static str> {
    match kind {
        "medium" => Some("M"),
        "heavy" => Some("T"),
        "destroyer" => Some("D"),
        _ => None,
    }
}

fn glyph(game: &Game, tank: &Row) -> Glyph {
    let letter = tank[2].as_atom().and_then(|kind| letter(kind.as_str())).unwrap_or("?");
    let player = tank[1].as_atom();
    let bot = player.is_some_and(|player| player.as_str() == "bot");
    let text = if bot { letter.to_string() } else { letter.to_lowercase() };
    Glyph { text, style: drawing::player_style(game, player) }
}
