//! Games without a drawing of their own: facts stand on their cells as short as in
//! the text, on a disc in the colour of the player whom they name.

use super::{Picture, Piece, Scene, picture, tint_of};
use crate::game::drawing::Marks;
use crate::game::drawing::plain::{facts_aside, texts};
use crate::game::game::Game;

/// The position.
pub fn draw(game: &Game, marks: &Marks) -> Picture {
    let pieces = texts(game).into_iter().map(|(cell, (text, player))| {
        let tint = tint_of(game, player);
        (cell, vec![Piece { text, tint }])
    });
    let scene = Scene { pieces: pieces.collect(), shaded: Vec::new(), captions: facts_aside(game) };
    picture(game, marks, &scene)
}
