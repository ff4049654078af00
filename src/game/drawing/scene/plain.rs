//! Games without a drawing of their own: facts stand on their cells as short as in
//! the text, in the colour of the player whom they name.

use super::{Piece, Scene, tint_of};
use crate::game::drawing::plain::{OnCell, facts_aside, texts};
use crate::game::game::Game;

/// The position.
pub fn scene(game: &Game) -> Scene {
    let pieces = texts(game).into_iter().map(|(cell, OnCell { text, name, player })| {
        let tint = tint_of(game, player);
        (cell, vec![Piece { text, name, tint, art: None, value: None }])
    });
    Scene { pieces: pieces.collect(), captions: facts_aside(game), ..Scene::default() }
}
