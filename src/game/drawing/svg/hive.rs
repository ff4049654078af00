//! Hive: tiles by the names of the pieces, and below them the hands and the stacks.

use anstream::adapter::strip_str;

use super::{Picture, Piece, Scene, picture, tint_of};
use crate::game::drawing::{Marks, hive};
use crate::game::game::Game;
use crate::game::notation::hive::pieces::{self, Stacks};
use crate::logic::Atom;

/// The position.
pub fn draw(game: &Game, marks: &Marks) -> Picture {
    let known = pieces::all(game);
    let owner = |name: Atom| known.iter().find(|it| it.name == name).map(|it| it.owner);
    let piece =
        |name: &Atom| Piece { text: name.as_str().to_string(), tint: tint_of(game, owner(*name)) };
    let stacks = Stacks::of(game);
    let pieces = stacks.each().map(|(cell, stack)| (cell, stack.iter().map(piece).collect()));
    let captions = strip_str(&hive::captions(game)).to_string();
    let captions = captions.lines().map(String::from).collect();
    picture(game, marks, &Scene { pieces: pieces.collect(), shaded: Vec::new(), captions })
}
