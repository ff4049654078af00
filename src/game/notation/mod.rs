//! How the actions of each game are written and read.

pub mod gauss;
pub mod hive;
pub mod plain;
mod spelling;
pub mod tanks;

use thiserror::Error;

use super::action::Action;
use super::game::Game;

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
        Some(cell) => Err(Unreadable::new(text, format!("there is no cell {cell} on this board"))),
        None => Ok(action),
    }
}
