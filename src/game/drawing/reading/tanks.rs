//! Tanks: a letter for each tank, upper case for bot's.

use super::{Drawn, cells, unreadable};
use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::notation::tanks::{LETTERS, tank};

/// What a drawing shows.
pub fn read(game: &Game, text: &str) -> Result<Drawn, Unreadable> {
    let mut facts = Vec::new();
    for shown in cells(game, text)? {
        let tank = tank(game, shown.unmarked(), shown.cell);
        facts.push(tank.ok_or_else(|| {
            let (cell, found) = (shown.cell, shown.unmarked());
            unreadable(shown.line, format!("`{found}` on {cell} is not a tank: {LETTERS}"))
        })?);
    }
    Ok(Drawn::new(game, text, facts))
}
