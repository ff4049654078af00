//! Tanks: each tank with its letter.

use super::{Piece, Scene, tint_of};
use crate::game::drawing::tanks::written;
use crate::game::game::Game;
use crate::logic::Value;

/// The position.
pub fn scene(game: &Game) -> Scene {
    let mut scene = Scene::default();
    let tanks = game.rules().program().relations.plain("tank", 3);
    for row in tanks.into_iter().flat_map(|tanks| game.position().rows(tanks)) {
        if let [Value::Cell(cell), Value::Atom(player), Value::Atom(kind)] = row {
            let piece = Piece {
                text: written(*player, *kind),
                name: format!("{player}'s {kind} tank"),
                tint: tint_of(game, Some(*player)),
                art: Some(*kind),
                value: None,
            };
            scene.pieces.insert(*cell, vec![piece]);
        }
    }
    scene
}
