//! Breakthrough Tanks: `M T D` for bot's medium, heavy and destroyer, lower case
//! for top's.

use super::{Glyph, Pointers, View, player_style, square, standing};
use crate::game::game::Game;
use crate::game::notation::tanks::tank_on;
use crate::logic::{Atom, Row};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    let Some(board) = game.rules().board() else { return standing(game) };
    let pointers = Pointers::of(game, view);
    let board = square(board, &pointers, view.width, |cell| match tank_on(game, cell) {
        Some(tank) => glyph(game, &tank),
        None => Glyph::default(),
    });
    format!("{board}\n\n{}", standing(game))
}

/// Whether a kind of tank has a letter.
pub fn has_letter(kind: &str) -> bool {
    letter(kind).is_some()
}

fn letter(kind: &str) -> Option<&'static str> {
    match kind {
        "medium" => Some("M"),
        "heavy" => Some("T"),
        "destroyer" => Some("D"),
        _ => None,
    }
}

/// The letter of a tank: upper case for bot's.
pub fn written(player: Atom, kind: Atom) -> String {
    let letter = letter(kind.as_str()).unwrap_or("?");
    if player.as_str() == "bot" { letter.to_string() } else { letter.to_lowercase() }
}

fn glyph(game: &Game, tank: &Row) -> Glyph {
    let (player, kind) = (tank[1].as_atom(), tank[2].as_atom());
    let text = player.zip(kind).map_or("?".into(), |(player, kind)| written(player, kind));
    Glyph { text, style: player_style(game, player) }
}
