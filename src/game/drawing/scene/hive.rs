//! Hive: the bugs by their names, the hands, and what lies in stacks.

use anstream::adapter::strip_str;

use super::{Hand, Held, Piece, Scene, tint_of};
use crate::game::drawing::hive;
use crate::game::game::Game;
use crate::game::notation::hive::pieces::{self, Stacks};
use crate::logic::Atom;

/// The position.
pub fn scene(game: &Game) -> Scene {
    let known = pieces::all(game);
    let stacks = Stacks::of(game);
    let piece = |name: &Atom| {
        let it = known.iter().find(|it| it.name == *name);
        Piece {
            text: name.as_str().to_string(),
            name: it.map_or(name.to_string(), |it| format!("{} {}", it.owner, it.kind)),
            tint: tint_of(game, it.map(|it| it.owner)),
            art: it.map(|it| art(it.kind)),
            value: Some((*name).into()),
        }
    };
    let on_board = stacks.each().map(|(cell, stack)| (cell, stack.iter().map(piece).collect()));
    let hand = |side: &Atom| {
        let mut items: Vec<Held> = Vec::new();
        for it in known.iter().filter(|it| it.takes_part && it.owner == *side) {
            if stacks.cell_of(it.name).is_some() {
                continue;
            }
            match items.iter_mut().find(|held| held.piece.art == Some(art(it.kind))) {
                Some(held) => held.count += 1,
                None => items.push(Held { piece: piece(&it.name), count: 1 }),
            }
        }
        Hand { side: *side, items, words: strip_str(&hive::hand_of(game, *side)).to_string() }
    };
    let players = game.rules().program().declarations.players();
    let captions = strip_str(&hive::captions(game)).to_string();
    Scene {
        pieces: on_board.collect(),
        shaded: Vec::new(),
        hands: players.iter().map(hand).collect(),
        captions: captions.lines().map(String::from).collect(),
    }
}

/// What a bug looks like: the queen is a bee, and not a queen as chess has them.
fn art(kind: Atom) -> Atom {
    if kind.as_str() == "queen" { Atom::new("bee") } else { kind }
}
