//! Gauss: discs on a hexagon with its void shaded, and below it the hands and what
//! has left the board.

use anstream::adapter::strip_str;

use super::{Picture, Piece, Scene, picture, tint_of};
use crate::game::drawing::{Marks, gauss};
use crate::game::game::Game;
use crate::logic::{Atom, Value};

/// The position.
pub fn draw(game: &Game, marks: &Marks) -> Picture {
    let mut scene = Scene::default();
    let cells = game.rules().board().into_iter().flat_map(|board| board.cells());
    scene.shaded = cells.filter(|cell| gauss::is_void(game, *cell)).collect();
    let pieces = game.rules().program().relations.plain("piece", 2);
    for row in pieces.into_iter().flat_map(|pieces| game.position().rows(pieces)) {
        if let [Value::Cell(cell), Value::Atom(colour)] = row {
            let text = colour.as_str().chars().take(1).collect();
            scene.pieces.insert(*cell, vec![Piece { text, tint: tint_of(game, Some(*colour)) }]);
        }
    }
    let hands = strip_str(&gauss::hands(game)).to_string();
    scene.captions.extend(hands.split("     ").map(String::from));
    let left = |player: &Atom| {
        let [bonus, risk] = ["bonus", "risk"].map(|area| gauss::number(game, area, &[*player]));
        format!("{player}: bonus {bonus}, risk {risk}")
    };
    scene.captions.extend(game.rules().program().declarations.players().iter().map(left));
    picture(game, marks, &scene)
}
