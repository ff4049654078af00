//! How the actions of each game are written and read: those of Hive in its own way, all
//! others as their rules declare it.

pub mod by_rules;
mod forms;
pub mod hive;
pub mod plain;
mod spelling;

use thiserror::Error;

use super::action::Action;
use super::game::Game;
use super::setup::axial;
use crate::logic::check::types::Type;
use crate::logic::{Atom, Cell, Value};

/// A text that is not an action of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read `{text}` as an action: {why}")]
pub struct Unreadable {
    /// The text.
    pub text: String,
    /// What is wrong, and what would be right.
    pub why: String,
    /// Whether it is so much like an action that nothing else can be meant.
    pub is_meant: bool,
}

impl Unreadable {
    /// Says why a text is not an action; a long one is cut short.
    pub fn new(text: &str, why: impl Into<String>) -> Unreadable {
        let mut shown: String = text.chars().take(60).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Unreadable { text: shown, why: why.into(), is_meant: false }
    }
}

/// Makes sure that an action names only cells of the board.
fn on_board(game: &Game, text: &str, action: Action) -> Result<Action, Unreadable> {
    let Some(board) = game.rules().board() else { return Ok(action) };
    match action.args.iter().filter_map(|arg| arg.as_cell()).find(|cell| !board.holds(*cell)) {
        Some(cell) => Err(Unreadable::new(text, no_such_cell(cell))),
        None => Ok(action),
    }
}

fn no_such_cell(cell: Cell) -> String {
    format!("there is no cell {cell} on this board")
}

/// The cell that a text names, on the board or not.
pub fn cell_named(game: &Game, text: &str) -> Option<Cell> {
    let declarations = &game.rules().program().declarations;
    match declarations.board_is_unbounded() {
        true => axial(text),
        false => {
            let lower_case = || declarations.cell_named(&text.to_lowercase());
            declarations.cell_named(text).or_else(lower_case)
        }
    }
}

/// The value of a type that a text names, in upper or lower case.
fn value_named(game: &Game, ty: Type, text: &str) -> Option<Value> {
    match ty {
        Type::Int => text.parse().ok().map(Value::Int),
        Type::Cell => cell_named(game, text).map(Value::Cell),
        Type::Atom => Some(Value::Atom(Atom::new(text))),
        Type::Enum(id) => {
            let values = game.rules().program().declarations.values(id).iter();
            let mut alike = values.filter(|value| value.as_str().eq_ignore_ascii_case(text));
            alike.next().map(|value| Value::Atom(*value))
        }
    }
}
