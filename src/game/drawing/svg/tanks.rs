//! Tanks: a disc for each tank, with its letter.

use super::{Picture, Piece, Scene, picture, tint_of};
use crate::game::drawing::Marks;
use crate::game::drawing::tanks::written;
use crate::game::game::Game;
use crate::logic::Value;

/// The position.
pub fn draw(game: &Game, marks: &Marks) -> Picture {
    let mut scene = Scene::default();
    let tanks = game.rules().program().relations.plain("tank", 3);
    for row in tanks.into_iter().flat_map(|tanks| game.position().rows(tanks)) {
        if let [Value::Cell(cell), Value::Atom(player), Value::Atom(kind)] = row {
            let (text, tint) = (written(*player, *kind), tint_of(game, Some(*player)));
            scene.pieces.insert(*cell, vec![Piece { text, tint }]);
        }
    }
    picture(game, marks, &scene)
}
