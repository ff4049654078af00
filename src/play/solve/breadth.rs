//! The shortest solution of a puzzle: all positions after one action, then all after
//! two, and so on, each once. It ends with a solution, with the last position there is,
//! or when memory is full.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::table::FOREVER;
use super::tree::{Attack, Node, Stands, Tree};
use crate::game::Action;
use crate::play::search::ordering::Move;

/// A search of all positions, nearest first.
pub struct Breadth {
    /// The positions to go on from, with their numbers, the next one last.
    waiting: Vec<(u32, Node)>,
    /// Those after them.
    next: Vec<(u32, Node)>,
    seen: HashSet<u64, FxBuildHasher>,
    /// How each position was first reached: from which one, by which action.
    reached: Vec<(u32, u64)>,
    /// How many actions led to the positions to go on from.
    depth: u16,
    memory: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Searched {
    /// The shortest solution.
    Solved(Vec<Action>),
    /// There is none within so many actions, or at all; there may be a longer one.
    None(u16),
    /// There is none within so many actions, and memory is full.
    Full(u16),
    /// Nothing new: it was stopped, or has looked at as many positions as it was to.
    Stopped,
}

impl Breadth {
    /// From a position, with so many bytes of memory.
    pub fn new(root: &Node, memory: usize) -> Breadth {
        Breadth {
            waiting: vec![(0, root.clone())],
            next: Vec::new(),
            seen: HashSet::from_iter([root.key]),
            reached: vec![(0, 0)],
            depth: 0,
            memory,
        }
    }

    /// Goes on for so many positions, which are counted down, and at most to the end
    /// of a depth. Once the clock has stopped it, it cannot go on.
    pub fn search(&mut self, tree: &Tree, root: &Node, budget: &mut u64) -> Searched {
        while let Some((number, node)) = self.waiting.last() {
            if *budget == 0 || tree.clock.must_stop() {
                return Searched::Stopped;
            }
            if self.used() > self.memory {
                return Searched::Full(self.depth);
            }
            let (number, node) = (*number, node.clone());
            self.waiting.pop();
            match self.expand(tree, &node, number, budget) {
                None => return Searched::Stopped,
                Some(false) => {}
                Some(true) => {
                    let solution = self.way_to(tree, root);
                    return solution.map_or(Searched::Stopped, Searched::Solved);
                }
            }
        }
        self.waiting = std::mem::take(&mut self.next);
        // In the order in which they were found.
        self.waiting.reverse();
        self.depth += 1;
        Searched::None(if self.waiting.is_empty() { FOREVER } else { self.depth })
    }

    /// Adds the positions after one; whether the last of them solves the puzzle.
    fn expand(&mut self, tree: &Tree, node: &Node, number: u32, budget: &mut u64) -> Option<bool> {
        let legal = tree.legal(node)?;
        for action in legal {
            let next = tree.after(node, &action)?;
            if self.seen.contains(&next.key) {
                continue;
            }
            let stands = tree.stands(&next, Attack::Win)?;
            *budget = budget.saturating_sub(1);
            self.seen.insert(next.key);
            self.reached.push((number, Move::new(action).code));
            match stands {
                Stands::Succeeded => return Some(true),
                Stands::Failed => {}
                Stands::Open => self.next.push((self.reached.len() as u32 - 1, next)),
            }
        }
        Some(false)
    }

    /// The actions that lead to the position that was reached last.
    fn way_to(&self, tree: &Tree, root: &Node) -> Option<Vec<Action>> {
        let mut codes = Vec::new();
        let mut number = self.reached.len() - 1;
        while number > 0 {
            let (before, code) = self.reached[number];
            codes.push(code);
            number = before as usize;
        }
        let mut node = root.clone();
        let mut way = Vec::new();
        for code in codes.into_iter().rev() {
            let legal = tree.legal(&node)?;
            let chosen = legal.into_iter().map(Move::new).find(|chosen| chosen.code == code)?;
            node = tree.after(&node, &chosen.action)?;
            way.push(chosen.action);
        }
        Some(way)
    }

    /// About how many bytes are in use.
    fn used(&self) -> usize {
        let node = |(_, node): &(u32, Node)| {
            size_of::<(u32, Node)>() + 600 + 40 * node.game.position().len()
        };
        let each = self.waiting.last().map_or(0, node);
        let positions = self.waiting.len() + self.next.len();
        // Hash tables are half full at worst.
        let seen = self.seen.capacity() * 2 * size_of::<u64>();
        positions * each + seen + self.reached.capacity() * size_of::<(u32, u64)>()
    }
}
