//! Iterative deepening: a search that looks one action further ahead each time, so
//! that it can be stopped, and so that each search tells the next one where to
//! begin.
//!
//! Several threads search the same position, each beginning with other actions,
//! and share what they find in the table (lazy SMP). What the first one finds
//! counts.

use std::sync::atomic::{AtomicBool, Ordering};

use super::alpha_beta::Worker;
use super::many_players::ManyPlayers;
use super::problem::{Look, Problem};
use super::table::{ENTRY_BYTES, Table};
use crate::game::Game;
use crate::play::player::without_dice;

/// A search by iterative deepening.
pub struct Deepening<'a> {
    problem: &'a Problem,
    way: Way,
}

/// How a position is searched.
enum Way {
    /// By alpha-beta, each thread on its own.
    Sides { workers: Vec<Worker>, table: Table, most_entries: usize },
    /// By what each player wants.
    Many(ManyPlayers),
}

/// The table to begin with, in entries. It is replaced by larger ones as need be.
const FIRST_ENTRIES: usize = 1 << 12;

impl<'a> Deepening<'a> {
    /// A search on some threads, with at most so many bytes for what it remembers.
    /// It goes on with the table of another one, if there is one.
    pub fn new(
        problem: &'a Problem,
        threads: usize,
        bytes: usize,
        table: Option<Table>,
    ) -> Deepening<'a> {
        if has_many_players(&problem.game) {
            return Deepening { problem, way: Way::Many(ManyPlayers::new(problem, bytes)) };
        }
        let threads = threads.clamp(1, problem.legal.len().max(1));
        let workers = (0..threads).map(|thread| Worker::new(problem, thread, threads)).collect();
        let table = match table {
            Some(mut table) => {
                table.age();
                table
            }
            None => Table::new(FIRST_ENTRIES),
        };
        Deepening { problem, way: Way::Sides { workers, table, most_entries: bytes / ENTRY_BYTES } }
    }

    /// Looks so many actions ahead; nothing if it was stopped.
    pub fn look(&mut self, depth: u32) -> Option<Look> {
        let problem = self.problem;
        match &mut self.way {
            Way::Many(search) => search.look(problem, depth),
            Way::Sides { workers, table, most_entries } => {
                table.make_room(*most_entries);
                let table = &*table;
                let is_found = &AtomicBool::new(false);
                let (first, others) = workers.split_first_mut().expect("there is a thread");
                std::thread::scope(|scope| {
                    for worker in others {
                        scope.spawn(move || help(worker, problem, table, depth, is_found));
                    }
                    // The others stop in any case, or nobody would learn of a panic.
                    let _ends = SetWhenDropped(is_found);
                    first.look(problem, table, depth, &AtomicBool::new(false))
                })
            }
        }
    }

    /// The best that a search which was stopped had found until then.
    pub fn unfinished(&mut self) -> Option<Look> {
        match &mut self.way {
            Way::Many(search) => search.unfinished(),
            Way::Sides { workers, .. } => workers.first_mut()?.unfinished(),
        }
    }

    /// Its table, for another search.
    pub fn into_table(self) -> Option<Table> {
        match self.way {
            Way::Many(_) => None,
            Way::Sides { table, .. } => Some(table),
        }
    }
}

/// Sets a flag in the end, whatever the end is.
struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Fills the table for another thread until that has found what it looks for.
fn help(worker: &mut Worker, problem: &Problem, table: &Table, depth: u32, is_found: &AtomicBool) {
    for depth in depth..=problem.deepest {
        if worker.look(problem, table, depth, is_found).is_none() {
            break;
        }
    }
}

/// Whether a game is for three players or more, apart from chance.
fn has_many_players(game: &Game) -> bool {
    let players = game.rules().program().declarations.players();
    without_dice(players) > 2
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::clock::Clock;
    use super::super::key::History;
    use super::*;
    use crate::game::Rules;

    fn problem(name: &str, deepest: u32) -> Problem {
        let rules = Arc::new(Rules::open(name).unwrap());
        let game = Game::new(rules.clone()).unwrap();
        let (player, history) = (game.turn().unwrap(), History::asked_by(&rules));
        let clock = Clock::new(None, Arc::default(), Arc::default());
        let legal = game.legal().unwrap();
        Problem { game, legal, player, history, clock, deepest }
    }

    fn entries(search: Deepening<'_>) -> usize {
        search.into_table().unwrap().len()
    }

    #[test]
    fn a_small_search_has_a_small_table() {
        let problem = problem("examples/tictactoe.pl", 4);
        let mut search = Deepening::new(&problem, 1, 1 << 26, None);
        (1..=4).for_each(|depth| assert!(search.look(depth).is_some()));
        assert_eq!(entries(search), FIRST_ENTRIES);
    }

    #[test]
    fn a_table_may_be_too_small_and_changes_no_score() {
        let problem = problem("tanks:6", 4);
        let scores = |bytes, table| {
            let mut search = Deepening::new(&problem, 1, bytes, table);
            let scores: Vec<_> = (1..=4).map(|depth| search.look(depth).unwrap().score).collect();
            (scores, entries(search))
        };
        let (expected, _) = scores(1 << 26, None);
        let (found, entries) = scores(1 << 26, Some(Table::new(8)));
        assert_eq!(found, expected);
        assert!((100..100_000).contains(&entries), "{entries}");
        let (found, entries) = scores(0, Some(Table::new(8)));
        assert_eq!((found, entries), (expected, 8), "it may not grow");
    }

    #[test]
    fn threads_find_the_same_score() {
        for name in ["tanks:6", "hive", "examples/tictactoe.pl"] {
            let problem = problem(name, 4);
            let scores = |threads| {
                let mut search = Deepening::new(&problem, threads, 1 << 26, None);
                (1..=3).map(|depth| search.look(depth).unwrap().score).collect::<Vec<_>>()
            };
            assert_eq!(scores(1), scores(4), "{name}");
        }
    }
}
