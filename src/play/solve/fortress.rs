//! That an attack never succeeds, shown without looking to the end of every line: by
//! positions that the defenders never have to leave. Whatever the attackers do in one of
//! them leads to another, for the defenders there is an answer that does, and in none
//! of them has the attack succeeded. It is how games without an end are shown to be
//! drawn.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::proof::key;
use super::table::Table;
use super::tree::{Attack, Node, Stands, Tree};
use crate::play::search::ordering::Move;

/// Whether the defenders hold out for ever with the answers that have held out so far,
/// as far as that is seen from at most so many positions; nothing if it was stopped.
pub fn holds(tree: &Tree, attack: Attack, table: &Table, root: &Node, most: usize) -> Option<bool> {
    let mut seen: HashSet<u64, FxBuildHasher> = HashSet::from_iter([root.key]);
    let mut waiting = vec![root.clone()];
    while let Some(node) = waiting.pop() {
        if tree.clock.must_stop() {
            return None;
        }
        let mut legal = tree.legal(&node)?;
        if legal.is_empty() && tree.stands(&node, attack)? == Stands::Succeeded {
            return Some(false);
        }
        if !legal.is_empty() && !tree.is_attackers(&node, attack) {
            let best = table.get(key(&node, attack)).map(|known| known.best);
            let is_best = |chosen: &Move| Some(Move::short(chosen.code)) == best;
            match legal.into_iter().map(Move::new).find(is_best) {
                Some(answer) => legal = vec![answer.action],
                None => return Some(false),
            }
        }
        for action in legal {
            let next = tree.after(&node, &action)?;
            if seen.insert(next.key) {
                waiting.push(next);
            }
        }
        if seen.len() > most {
            return Some(false);
        }
    }
    Some(true)
}
