//! Iterative deepening: a search that looks one action further ahead each time,
//! on one thread or several, with a transposition table as large as it needs.

use std::panic::resume_unwind;
use std::sync::Arc;

use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy};

use super::context::Context;
use super::node::{Evaluate, Node};
use crate::game::{Action, Game};

/// A search by iterative deepening. Several threads share the actions to choose
/// from, each with a search of its own for its part of them.
///
/// Allocating a transposition table is not free: 64 MB take 50 ms and more, most
/// of it in the system. Nobody knows beforehand how many positions a search will
/// meet, so it begins with a small table, and replaces it by a larger one before
/// it becomes tight.
///
/// The crate can neither clear a table nor forget which moves were good, so no
/// search goes on with the table of another: what a player plays would depend on
/// what it has searched before.
pub struct Deepening {
    context: Arc<Context>,
    parts: Vec<Part>,
    /// How many entries the table of each part has.
    entries: usize,
    /// How many it may have.
    most_entries: usize,
    /// How many positions the last search expanded for each part.
    expanded: usize,
}

/// The part of one thread: the position, and the search for its actions.
struct Part {
    root: Node,
    minimax: IterativeSearch<Evaluate>,
}

/// The size of an entry in the crate's table, in bytes.
const ENTRY_BYTES: usize = 32;

/// The smallest table, and the largest to begin with, in entries.
const FIRST_ENTRIES: (usize, usize) = (1 << 10, 1 << 15);

/// A table is tight if it has fewer entries than this for each position that was
/// expanded by looking one action less far ahead.
const TIGHT: usize = 4;

/// The next table has this many entries for each of them.
const ROOMY: usize = 64;

impl Deepening {
    /// A search for the best of some legal actions, at most `deepest` actions
    /// ahead, with tables of at most so many bytes for all threads together.
    pub fn new(
        context: &Arc<Context>,
        game: &Game,
        legal: &[Action],
        deepest: u32,
        threads: usize,
        bytes: usize,
    ) -> Deepening {
        let threads = threads.clamp(1, legal.len().max(1));
        let most_entries = bytes / ENTRY_BYTES / threads;
        let entries = first_entries(legal.len(), deepest).min(most_entries);
        let part = |thread: usize| {
            let own = legal.iter().skip(thread).step_by(threads).cloned().collect();
            let root = Node::beginning(context.clone(), game.clone(), own);
            Part { root, minimax: with_table(entries) }
        };
        let parts = (0..threads).map(part).collect();
        Deepening { context: context.clone(), parts, entries, most_entries, expanded: 0 }
    }

    /// Looks so many actions ahead. Returns the expected actions, and the value of
    /// the position they lead to for the player; nothing if it was stopped.
    pub fn look(&mut self, depth: u32) -> Option<(Vec<Action>, Evaluation)> {
        self.make_room();
        let before = self.context.expanded();
        // One more, since the crate waits once at the beginning; and negated,
        // since it is the other side that waits.
        let look = |Part { root, minimax }: &mut Part| {
            minimax.set_max_depth(depth as u8 + 1);
            minimax.choose_move(root).filter(|_| !root.context().is_stopped())?;
            Some((root.line(&minimax.principal_variation()), -minimax.root_value()))
        };
        let found: Option<Vec<_>> = match self.parts.as_mut_slice() {
            [only] => look(only).map(|found| vec![found]),
            parts => std::thread::scope(|scope| {
                let threads = parts.iter_mut().map(|part| scope.spawn(|| look(part)));
                let threads: Vec<_> = threads.collect();
                let ended = threads.into_iter().map(|thread| thread.join());
                ended.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic))).collect()
            }),
        };
        self.expanded = (self.context.expanded() - before) as usize / self.parts.len();
        // Of equally good ones the first.
        found?.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// Replaces tight tables by larger ones. What the old ones held is found
    /// again, which takes a small part of the time of the search to come.
    fn make_room(&mut self) {
        if self.expanded * TIGHT > self.entries && self.entries < self.most_entries {
            self.entries = (self.expanded * ROOMY).min(self.most_entries);
            self.parts.iter_mut().for_each(|part| part.minimax = with_table(self.entries));
        }
    }
}

/// The size of the first table: enough for every sequence of actions, if there
/// are few.
fn first_entries(legal: usize, depth: u32) -> usize {
    let sequences = legal.max(2).saturating_pow(depth.saturating_sub(1));
    let (fewest, most) = FIRST_ENTRIES;
    sequences.saturating_mul(TIGHT).clamp(fewest, most)
}

/// A search with an empty table.
fn with_table(entries: usize) -> IterativeSearch<Evaluate> {
    let options = IterativeOptions::new()
        .with_table_byte_size(entries * ENTRY_BYTES)
        .with_countermoves()
        .with_countermove_history();
    IterativeSearch::new(Evaluate, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::play::search::context::History;

    fn deepening(name: &str, deepest: u32) -> (Game, Deepening) {
        let rules = Arc::new(Rules::open(name).unwrap());
        let game = Game::new(rules.clone()).unwrap();
        let (player, history) = (game.turn().unwrap(), History::asked_by(&rules));
        let context = Context::new(player, history, None, Arc::default(), Arc::default());
        let legal = game.legal().unwrap();
        let deepening = Deepening::new(&Arc::new(context), &game, &legal, deepest, 1, 1 << 26);
        (game, deepening)
    }

    #[test]
    fn a_small_search_has_a_small_table() {
        let (_, mut deepening) = deepening("examples/tictactoe.pl", 4);
        assert!(deepening.entries * ENTRY_BYTES < 1 << 17, "{}", deepening.entries);
        (1..=4).for_each(|depth| assert!(deepening.look(depth).is_some()));
        assert!(deepening.entries * ENTRY_BYTES < 1 << 17, "{}", deepening.entries);
        for (legal, depth) in [(1, 1), (1, 20), (9, 4), (100, 2), (100, 20), (usize::MAX, 20)] {
            let entries = first_entries(legal, depth);
            assert!((1 << 10..=1 << 15).contains(&entries), "{legal} {depth}: {entries}");
        }
    }

    #[test]
    fn a_tight_table_is_replaced_by_a_larger_one() {
        let values = |entries: Option<usize>| {
            let (_, mut deepening) = deepening("tanks:6", 4);
            if let Some(entries) = entries {
                deepening.entries = entries;
                deepening.parts[0].minimax = with_table(entries);
            }
            let value = |depth| deepening.look(depth).unwrap().1;
            ((1..=4).map(value).collect::<Vec<_>>(), deepening.entries)
        };
        let (expected, entries) = values(None);
        assert_eq!(entries, first_entries(16, 4), "it is large enough");
        let (found, entries) = values(Some(8));
        assert_eq!(found, expected);
        assert!((100..100_000).contains(&entries), "{entries}");
    }
}
