//! Gauss: magnets on a hexagon with its void shaded, the hands, and what has left the
//! board.

use anstream::adapter::strip_str;

use super::{Hand, Held, Piece, Scene, tint_of};
use crate::game::drawing::gauss;
use crate::game::game::Game;
use crate::logic::{Atom, Value};

/// The position.
pub fn scene(game: &Game) -> Scene {
    let mut scene = Scene::default();
    let cells = game.rules().board().into_iter().flat_map(|board| board.cells());
    scene.shaded = cells.filter(|cell| gauss::is_void(game, *cell)).collect();
    let magnet = |colour: Atom| Piece {
        text: colour.as_str().chars().take(1).collect(),
        name: format!("{colour} magnet"),
        tint: tint_of(game, Some(colour)),
        art: None,
        value: Some(colour.into()),
    };
    let pieces = game.rules().program().relations.plain("piece", 2);
    for row in pieces.into_iter().flat_map(|pieces| game.position().rows(pieces)) {
        if let [Value::Cell(cell), Value::Atom(colour)] = row {
            scene.pieces.insert(*cell, vec![magnet(*colour)]);
        }
    }
    let players = game.rules().program().declarations.players();
    let hand = |side: &Atom| {
        let held = |colour: &Atom| {
            let count = gauss::number(game, "hand", &[*side, *colour]);
            Held { piece: magnet(*colour), count: usize::try_from(count).unwrap_or(0) }
        };
        let items = players.iter().map(held).filter(|held| held.count > 0).collect();
        Hand { side: *side, items, words: strip_str(&gauss::hand_of(game, *side)).to_string() }
    };
    scene.hands = players.iter().map(hand).collect();
    let left = |player: &Atom| {
        let [bonus, risk] = ["bonus", "risk"].map(|area| gauss::number(game, area, &[*player]));
        format!("{player}: bonus {bonus}, risk {risk}")
    };
    scene.captions.extend(players.iter().map(left));
    scene
}
