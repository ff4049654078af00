//! A proof played through as the game would go, with every repetition. It is needed
//! where a position can come up again though those who win come closer to the end: where
//! rules tell positions apart by what they remember, but repetitions by less.

use super::proof::{Prover, Verdict};
use super::tree::{Node, Stands};
use crate::game::Game;

/// Whether the attack succeeds within so many actions as the table knows it to, in the
/// game as it is played; nothing if it was stopped.
pub fn holds(prover: &mut Prover<'_>, node: &Node, game: &Game, left: u16) -> Option<bool> {
    let (tree, attack) = (prover.tree, prover.attack);
    if tree.clock.must_stop() {
        return None;
    }
    let legal = match left {
        0 => Vec::new(),
        _ => tree.clock.answered(game.legal_unsorted())?,
    };
    if legal.is_empty() {
        let outcome = tree.clock.answered(game.outcome())?;
        return Some(tree.judged(attack, &outcome) == Stands::Succeeded);
    }
    let attacks = tree.is_attackers(node, attack);
    for action in prover.best_first(node, legal) {
        let next = tree.after(node, &action)?;
        if attacks && !matches!(prover.prove(&next, left - 1)?, Verdict::Proved(_)) {
            continue;
        }
        let mut played = game.clone();
        tree.clock.answered(played.play_unchecked(&action))?;
        if holds(prover, &next, &played, left - 1)? == attacks {
            return Some(attacks);
        }
    }
    Some(!attacks)
}
