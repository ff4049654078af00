//! Which action is played once the trees have grown, and why.

use super::Sampled;
use super::growth::Growth;
use super::tree::{Node, Place, ROOT, Tree};
use crate::game::Action;
use crate::play::search::{Thought, Worth};

/// At most so many moves are expected.
const LONGEST_LINE: usize = 8;

/// What all trees together tell of an action.
struct Candidate {
    /// Which one, in the order in which all trees have them.
    index: usize,
    visits: u64,
    /// What it brought the player to move in total.
    reward: f64,
    /// What it is worth to the player to move, if a tree has proven it.
    proven: Option<f64>,
}

impl Candidate {
    fn of(index: usize, trees: &[&Growth<'_>]) -> Candidate {
        let mut candidate = Candidate { index, visits: 0, reward: 0.0, proven: None };
        for Growth { tree, .. } in trees {
            let (node, mover) = (&tree.children(ROOT)[index], tree.mover(ROOT));
            candidate.visits += u64::from(node.visits);
            candidate.reward += node.mean(mover).unwrap_or(0.0) * f64::from(node.visits);
            candidate.proven = candidate.proven.or(node.proven(mover));
        }
        candidate
    }

    /// The share of wins, draws counted half; nothing if it is neither tried nor proven.
    fn share(&self) -> Option<f64> {
        let mean = || (self.visits > 0).then(|| self.reward / self.visits as f64);
        self.proven.or_else(mean)
    }

    /// Wins come first, losses last, and between them what was tried most, since playouts
    /// go where they do well.
    fn rank(&self) -> (bool, bool, u64, Option<f64>) {
        (self.proven == Some(1.0), self.proven != Some(0.0), self.visits, self.share())
    }
}

/// The action to play, by trees that have grown from the same position.
pub fn chosen(trees: &[&Growth<'_>], at_random: &Thought) -> Thought {
    let playouts = trees.iter().map(|growth| growth.playouts).sum();
    let depth = trees.iter().map(|growth| growth.depth).max().unwrap_or(0);
    let number = trees.first().map_or(0, |growth| growth.tree.children(ROOT).len());
    let candidates = (0..number).map(|index| Candidate::of(index, trees));
    let best = candidates.reduce(|best, next| if next.rank() > best.rank() { next } else { best });
    let Some(best) = best else { return at_random.clone() };
    let visits = |growth: &&&Growth<'_>| growth.tree.children(ROOT)[best.index].visits;
    let solutions = trees.iter().filter_map(|growth| growth.solution.as_ref());
    let solution = solutions.min_by_key(|solution| solution.len());
    let worth = match best.proven {
        _ if solution.is_some() => Some(Worth::Won),
        Some(1.0) => Some(Worth::Won),
        Some(0.0) => Some(Worth::Lost),
        _ => None,
    };
    let ends_in = solution.and_then(|solution| u32::try_from(solution.len()).ok());
    let line = match (solution, trees.iter().max_by_key(visits)) {
        (Some(solution), _) => solution.clone(),
        (None, Some(growth)) => expected(&growth.tree, best.index),
        (None, None) => Vec::new(),
    };
    let action = line.first().unwrap_or(&at_random.action).clone();
    let sampled = Some(Sampled { playouts, share: best.share() });
    Thought { action, depth, worth, ends_in, sampled, line, ..at_random.clone() }
}

/// The moves that a tree expects after a first action, as far as it knows them; what dice
/// will show nobody knows.
fn expected(tree: &Tree, first: usize) -> Vec<Action> {
    let mut place = tree.first_child(ROOT) + first;
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE {
        line.extend(tree.node(place).action.clone());
        let Some(next) = best_child(tree, place) else { break };
        place = next;
    }
    line
}

/// The child that was tried most, unless one is known to win.
fn best_child(tree: &Tree, place: Place) -> Option<Place> {
    if tree.is_thrown(place) {
        return None;
    }
    let mover = tree.mover(place);
    let rank = |node: &Node| (node.proven(mover) == Some(1.0), node.visits);
    let children = tree.children(place).iter().enumerate();
    let known = children.filter(|(_, node)| node.mean(mover).is_some());
    let best = known.max_by_key(|(index, node)| (rank(node), std::cmp::Reverse(*index)));
    best.map(|(index, _)| tree.first_child(place) + index)
}
