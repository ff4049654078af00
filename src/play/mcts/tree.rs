//! The tree of a search: the positions that playouts began with, how often, and what
//! they brought each player.
//!
//! Some positions are proven: they end the game, or lead to proven ones whatever is
//! played, or to a win of the player to move. Their rewards are known exactly, so that a
//! win in one is played and a loss in two is not, however few playouts there are.

use std::ops::Range;

use smallvec::SmallVec;

use crate::game::Action;

/// What an end is worth to each player, in the order of the declared players: 1 for a
/// win, 0 for a loss, and a half for a draw.
pub type Rewards = SmallVec<[f64; 2]>;

/// The place of a node in the tree.
pub type Place = usize;

/// The position that the search is for.
pub const ROOT: Place = 0;

/// How much an action that was rarely tried is preferred to one that did well.
const EXPLORATION: f64 = 0.6;

/// A leaf is expanded once the playouts from it have played so many times as many actions
/// as are legal there. To expand it all these have to be tried, which thus takes a small
/// part of the time.
const RIPE: u32 = 2;

/// A tree that grows.
#[derive(Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Who stands for dice and wants nothing, in the order of the declared players.
    dice: Option<usize>,
    /// How many nodes it may have.
    most: usize,
}

/// A position in the tree.
#[derive(Clone)]
pub struct Node {
    /// The action that led to it; the root has none.
    pub action: Option<Action>,
    /// Whose turn it is, in the order of the declared players.
    mover: usize,
    /// How many playouts went through it.
    pub visits: u32,
    /// What they brought in total; for a proven position, what it is worth.
    rewards: Rewards,
    /// Whether its rewards are known exactly.
    is_proven: bool,
    /// How many actions were played in the playouts that began here.
    played: u32,
    /// How many actions are legal, as far as a playout has begun here.
    choices: u32,
    /// The positions that its actions lead to, once it is expanded.
    children: Range<Place>,
}

/// A position that is to become part of the tree.
pub struct Child {
    /// The action that leads to it.
    pub action: Action,
    /// Whose turn it is there.
    pub mover: usize,
    /// What it is worth, if it ends the game.
    pub end: Option<Rewards>,
}

impl Node {
    fn leaf(action: Option<Action>, mover: usize, players: usize) -> Node {
        let rewards = SmallVec::from_elem(0.0, players);
        let (is_proven, children) = (false, 0..0);
        Node { action, mover, visits: 0, rewards, is_proven, played: 0, choices: 0, children }
    }

    /// What it is worth to a player on average; nothing where no playout tells.
    pub fn mean(&self, player: usize) -> Option<f64> {
        match (self.is_proven, self.visits) {
            (true, _) => Some(self.rewards[player]),
            (false, 0) => None,
            (false, visits) => Some(self.rewards[player] / f64::from(visits)),
        }
    }

    /// What it is worth to a player, if that is proven.
    pub fn proven(&self, player: usize) -> Option<f64> {
        self.is_proven.then(|| self.rewards[player])
    }
}

impl Tree {
    /// A tree of a single position with that player to move, of so many, one of whom may
    /// stand for dice.
    pub fn new(mover: usize, players: usize, dice: Option<usize>, most: usize) -> Tree {
        Tree { nodes: vec![Node::leaf(None, mover, players)], dice, most }
    }

    /// A node.
    pub fn node(&self, place: Place) -> &Node {
        &self.nodes[place]
    }

    /// The positions that the actions of one lead to.
    pub fn children(&self, place: Place) -> &[Node] {
        &self.nodes[self.nodes[place].children.clone()]
    }

    /// Where the children of a node begin.
    pub fn first_child(&self, place: Place) -> Place {
        self.nodes[place].children.start
    }

    /// Whose turn it is at a node.
    pub fn mover(&self, place: Place) -> usize {
        self.nodes[place].mover
    }

    /// Whether dice decide how a position goes on.
    pub fn is_thrown(&self, place: Place) -> bool {
        self.dice == Some(self.mover(place))
    }

    /// Whether a node has no children yet.
    pub fn is_leaf(&self, place: Place) -> bool {
        self.nodes[place].children.is_empty()
    }

    /// What a position is worth, if that is proven.
    pub fn proven(&self, place: Place) -> Option<&Rewards> {
        let node = &self.nodes[place];
        node.is_proven.then_some(&node.rewards)
    }

    /// Whether it is time to expand a leaf, and there is room for its children.
    pub fn is_ripe(&self, place: Place) -> bool {
        let Node { visits, played, choices, .. } = self.nodes[place];
        let has_room = self.nodes.len() + choices as usize <= self.most;
        visits > 0 && played >= RIPE.saturating_mul(choices) && has_room
    }

    /// Whether more playouts cannot change what is chosen.
    pub fn is_decided(&self) -> bool {
        let mover = self.mover(ROOT);
        let mut open = self.children(ROOT).iter().filter(|child| child.proven(mover) != Some(0.0));
        self.nodes[ROOT].is_proven || (open.next().is_some() && open.next().is_none())
    }

    /// The child to go on with: one that did well for the player to move, or was rarely
    /// tried. What was never tried counts as if it had been once, as well as the rest.
    /// Dice prefer nothing: each throw is tried as often as any other.
    pub fn select(&self, place: Place) -> Place {
        let parent = &self.nodes[place];
        if self.is_thrown(place) {
            let rarest = self.children(place).iter().enumerate().min_by_key(|(_, it)| it.visits);
            return parent.children.start + rarest.map_or(0, |(index, _)| index);
        }
        let usual = parent.mean(parent.mover).unwrap_or(0.5);
        let tries = f64::from(parent.visits.max(2)).ln();
        let promise = |child: &Node| {
            let doubt = match child.is_proven {
                true => 0.0,
                false => EXPLORATION * (tries / f64::from(child.visits.max(1))).sqrt(),
            };
            child.mean(parent.mover).unwrap_or(usual) + doubt
        };
        let promises = self.children(place).iter().map(promise).enumerate();
        let best = promises.reduce(|best, next| if next.1 > best.1 { next } else { best });
        parent.children.start + best.map_or(0, |(index, _)| index)
    }

    /// Gives a leaf its children.
    pub fn expand(&mut self, place: Place, children: Vec<Child>) {
        let players = self.nodes[place].rewards.len();
        let begin = self.nodes.len();
        self.nodes.extend(children.into_iter().map(|Child { action, mover, end }| {
            let mut node = Node::leaf(Some(action), mover, players);
            node.is_proven = end.is_some();
            node.rewards = end.unwrap_or(node.rewards);
            node
        }));
        self.nodes[place].children = begin..self.nodes.len();
        self.prove(place);
    }

    /// What a position is worth is known.
    pub fn settle(&mut self, place: Place, rewards: Rewards) {
        let node = &mut self.nodes[place];
        (node.rewards, node.is_proven) = (rewards, true);
    }

    /// Notes how long a playout from a leaf was, and how many actions it could begin with.
    pub fn note_playout(&mut self, place: Place, played: usize, choices: usize) {
        let node = &mut self.nodes[place];
        node.played = node.played.saturating_add(u32::try_from(played).unwrap_or(u32::MAX));
        node.choices = u32::try_from(choices).unwrap_or(u32::MAX);
    }

    /// Counts a playout through all nodes of a path, and proves what follows from proofs.
    pub fn back_up(&mut self, path: &[Place], rewards: &Rewards) {
        for place in path {
            let node = &mut self.nodes[*place];
            node.visits = node.visits.saturating_add(1);
            if !node.is_proven {
                node.rewards.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += reward);
            }
        }
        for pair in path.windows(2).rev() {
            if !self.nodes[pair[1]].is_proven {
                break;
            }
            self.prove(pair[0]);
        }
    }

    /// Proves a position if its children do: the player to move can win, or all children
    /// are proven. Among three, who cannot win may prefer any of those that are equal to
    /// them, so only children that are equal to all prove anything.
    fn prove(&mut self, place: Place) {
        if self.is_thrown(place) {
            return self.prove_thrown(place);
        }
        let mover = self.mover(place);
        let children = self.children(place);
        let deciding = self.nodes[place].rewards.len() - usize::from(self.dice.is_some());
        let worth = |child: &&Node| child.proven(mover);
        let won = children.iter().find(|child| worth(child) == Some(1.0));
        let all_proven = || !children.is_empty() && children.iter().all(|child| child.is_proven);
        let are_equal = || children.windows(2).all(|pair| pair[0].rewards == pair[1].rewards);
        let best = || {
            let proven = children.iter().filter_map(|child| Some((child, child.proven(mover)?)));
            let best = proven.reduce(|best, next| if next.1 > best.1 { next } else { best });
            best.map(|(child, _)| child)
        };
        let is_certain = || all_proven() && (deciding <= 2 || are_equal());
        let decisive = won.or_else(|| is_certain().then(best).flatten());
        if let Some(rewards) = decisive.map(|child| child.rewards.clone()) {
            self.settle(place, rewards);
        }
    }

    /// Where dice decide, a position is worth the average of all throws.
    fn prove_thrown(&mut self, place: Place) {
        let children = self.children(place);
        if children.is_empty() || children.iter().any(|child| !child.is_proven) {
            return;
        }
        let average = |player: usize| {
            children.iter().map(|child| child.rewards[player]).sum::<f64>() / children.len() as f64
        };
        let rewards = (0..self.nodes[place].rewards.len()).map(average).collect();
        self.settle(place, rewards);
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;

    fn child(name: &str, end: Option<Rewards>) -> Child {
        let action = Action::new(name, &[]);
        Child { action, mover: 1, end }
    }

    #[test]
    fn a_win_proves_a_position_and_losses_prove_it_only_together() {
        let mut tree = Tree::new(0, 2, None, 100);
        tree.expand(ROOT, vec![child("a", Some(smallvec![0.0, 1.0])), child("b", None)]);
        assert_eq!(tree.proven(ROOT), None);
        assert!(tree.is_decided(), "there is one action that is not lost");
        let b = tree.first_child(ROOT) + 1;
        assert_eq!(tree.select(ROOT), b);
        let draw = || Some(smallvec![0.5, 0.5]);
        tree.expand(b, vec![child("c", draw()), child("d", draw())]);
        assert_eq!(tree.proven(b).unwrap().as_slice(), [0.5, 0.5]);
        tree.back_up(&[ROOT, b], &smallvec![0.5, 0.5]);
        assert_eq!(tree.proven(ROOT).unwrap().as_slice(), [0.5, 0.5]);
    }

    #[test]
    fn among_three_only_equal_ends_are_certain() {
        let proven = |ends: [Rewards; 2]| {
            let mut tree = Tree::new(0, 3, None, 100);
            tree.expand(ROOT, ends.map(|end| child("a", Some(end))).into());
            tree.proven(ROOT).is_some()
        };
        assert!(!proven([smallvec![0.0, 1.0, 0.0], smallvec![0.0, 0.0, 1.0]]));
        assert!(proven([smallvec![0.0, 1.0, 0.0], smallvec![0.0, 1.0, 0.0]]));
        assert!(proven([smallvec![0.0, 1.0, 0.0], smallvec![1.0, 0.0, 0.0]]));
    }

    #[test]
    fn dice_are_averaged_over() {
        let solved = || Some(smallvec![1.0, 0.0]);
        let failed = || Some(smallvec![0.0, 0.5]);
        let mut tree = Tree::new(1, 2, Some(1), 100);
        tree.expand(ROOT, vec![child("a", solved()), child("b", None), child("c", failed())]);
        assert_eq!(tree.proven(ROOT), None, "one throw is open");
        let mut tried = [0; 3];
        for _ in 0..9 {
            let next = tree.select(ROOT);
            tried[next - tree.first_child(ROOT)] += 1;
            tree.back_up(&[ROOT, next], &smallvec![1.0, 0.0]);
        }
        assert_eq!(tried, [3, 3, 3], "no throw is preferred");
        tree.settle(tree.first_child(ROOT) + 1, smallvec![1.0, 0.0]);
        tree.back_up(&[ROOT, tree.first_child(ROOT) + 1], &smallvec![1.0, 0.0]);
        let proven = tree.proven(ROOT).unwrap();
        assert!((proven[0] - 2.0 / 3.0).abs() < 1e-9, "{proven:?}");
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let mut tree = Tree::new(0, 2, None, 3);
        tree.note_playout(ROOT, 9, 2);
        tree.back_up(&[ROOT], &smallvec![1.0, 0.0]);
        assert!(tree.is_ripe(ROOT));
        tree.note_playout(ROOT, 9, 3);
        assert!(!tree.is_ripe(ROOT));
    }
}
