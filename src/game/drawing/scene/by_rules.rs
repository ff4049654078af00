//! Every game but Hive: what its rules put on the board and beside it.

use anstream::adapter::strip_str;

use super::{Hand, Held, Piece, Scene, tint_of};
use crate::game::drawing::by_rules::{hand_in_words, tallies};
use crate::game::drawing::looks::{Counted, Look, Looks};
use crate::game::game::Game;
use crate::game::spec::unquoted;

/// The position.
pub fn scene(game: &Game) -> Scene {
    let looks = match Looks::of(game) {
        Ok(looks) => looks,
        Err(error) => {
            let captions = vec![format!("The board cannot be drawn: {error}")];
            return Scene { captions, ..Scene::default() };
        }
    };
    let hands = looks.hands.chunk_by(|a, b| a.player == b.player);
    let told = tallies(game, &looks.tallies);
    let told = told.iter().map(|line| strip_str(line).to_string());
    Scene {
        pieces: looks
            .on_cells
            .iter()
            .map(|(cell, stack)| (*cell, vec![piece(game, stack)]))
            .collect(),
        shaded: looks.shaded.iter().copied().collect(),
        hands: hands.map(|hand| self::hand(game, hand)).collect(),
        captions: told.chain(looks.aside.iter().cloned()).collect(),
    }
}

/// All that stands on a cell, as one piece: what the rules put there is not a stack.
fn piece(game: &Game, stack: &[Look]) -> Piece {
    let names = stack.iter().map(|look| look.name.as_deref().unwrap_or(&look.text));
    Piece {
        text: stack.iter().map(|look| look.text.as_str()).collect(),
        name: names.collect::<Vec<_>>().join(", "),
        tint: tint_of(game, stack.iter().find_map(|look| look.player)),
        art: stack.iter().find_map(|look| look.shape),
        value: None,
    }
}

fn hand(game: &Game, hand: &[Counted]) -> Hand {
    let held = |it: &Counted| {
        let name = unquoted(&it.what);
        let piece = Piece {
            text: name.chars().take(1).collect(),
            name,
            tint: tint_of(game, it.what.as_atom()).or_else(|| tint_of(game, Some(it.player))),
            art: it.what.as_atom(),
            value: Some(it.what),
        };
        Held { piece, count: usize::try_from(it.count).unwrap_or(0) }
    };
    let items = hand.iter().map(held).filter(|held| held.count > 0).collect();
    let words = strip_str(&hand_in_words(game, hand)).to_string();
    Hand { side: hand[0].player, items, words }
}
