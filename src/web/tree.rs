//! The moves of a table as a tree: whoever goes back and plays another move begins a
//! variation, and the moves from before are kept.

use crate::game::{Action, Settlement};
use crate::logic::Atom;

/// A node of a tree, by its number. The root is 0, and numbers are not used again.
pub type NodeId = usize;

/// The position before any move.
pub const ROOT: NodeId = 0;

/// A position of the game, and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before; none for the root.
    pub parent: Option<NodeId>,
    /// What was played there; none for the root.
    pub action: Option<Action>,
    /// The same in the game's notation.
    pub text: String,
    /// Who played it.
    pub side: Option<Atom>,
    /// How players ended the game here.
    pub settled: Option<Settlement>,
    /// What somebody said about it.
    pub comment: Option<String>,
    /// How many moves led here.
    pub depth: usize,
    children: Vec<NodeId>,
    /// The child that was gone to last.
    preferred: Option<NodeId>,
    is_removed: bool,
}

/// All moves.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A move to add to a tree.
pub struct Move {
    /// What is played.
    pub action: Action,
    /// The same in the game's notation.
    pub text: String,
    /// Who plays it.
    pub side: Option<Atom>,
}

impl Tree {
    /// A tree without moves.
    pub fn new() -> Tree {
        let root = Node {
            parent: None,
            action: None,
            text: String::new(),
            side: None,
            settled: None,
            comment: None,
            depth: 0,
            children: Vec::new(),
            preferred: None,
            is_removed: false,
        };
        Tree { nodes: vec![root] }
    }

    /// The node of a number, if there is one.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id).filter(|node| !node.is_removed)
    }

    /// A node that is known to be there.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// The same, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// How many nodes there were ever.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes with their numbers, parents before their children.
    pub fn each(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().filter(|(_, node)| !node.is_removed)
    }

    /// The node that a move leads to, if it was played there before.
    pub fn child(&self, of: NodeId, action: &Action) -> Option<NodeId> {
        let played = |id: &&NodeId| self.nodes[**id].action.as_ref() == Some(action);
        self.children(of).find(|id| played(id)).copied()
    }

    fn children(&self, of: NodeId) -> impl Iterator<Item = &NodeId> {
        self.nodes[of].children.iter().filter(|id| !self.nodes[**id].is_removed)
    }

    /// Whether nothing was played from a node on.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.children(id).next().is_none()
    }

    /// Adds a move, or finds it, if it was played there before.
    pub fn add(&mut self, at: NodeId, Move { action, text, side }: Move) -> NodeId {
        if let Some(known) = self.child(at, &action) {
            return known;
        }
        let id = self.nodes.len();
        self.nodes.push(Node {
            parent: Some(at),
            action: Some(action),
            text,
            side,
            settled: None,
            comment: None,
            depth: self.nodes[at].depth + 1,
            children: Vec::new(),
            preferred: None,
            is_removed: false,
        });
        self.nodes[at].children.push(id);
        id
    }

    /// The nodes from the root to one, without the root.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = to;
        while let Some(parent) = self.nodes[at].parent {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Whether one node is another, or comes after it.
    pub fn is_below(&self, id: NodeId, top: NodeId) -> bool {
        top == ROOT || id == top || self.path(id).contains(&top)
    }

    /// The line that leads through a node: from the root to it, and on as it was gone
    /// on from there last.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let mut at = id;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The move that was gone on with last.
    pub fn next(&self, at: NodeId) -> Option<NodeId> {
        let preferred = self.nodes[at].preferred.filter(|id| !self.nodes[*id].is_removed);
        preferred.or_else(|| self.children(at).last().copied())
    }

    /// Notes that a node was gone to.
    pub fn prefer(&mut self, id: NodeId) {
        for step in self.path(id) {
            if let Some(parent) = self.nodes[step].parent {
                self.nodes[parent].preferred = Some(step);
            }
        }
    }

    /// Removes a node and all that follows it.
    pub fn remove(&mut self, top: NodeId) {
        let gone: Vec<NodeId> =
            (0..self.nodes.len()).filter(|id| self.is_below(*id, top)).collect();
        for id in gone {
            self.nodes[id].is_removed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(tree: &mut Tree, at: NodeId, name: &str) -> NodeId {
        let action = Action::new(name, &[]);
        tree.add(at, Move { action, text: name.into(), side: None })
    }

    #[test]
    fn another_move_begins_a_variation_and_the_same_move_does_not() {
        let mut tree = Tree::new();
        let a = play(&mut tree, ROOT, "a");
        let b = play(&mut tree, a, "b");
        let c = play(&mut tree, a, "c");
        assert_eq!(play(&mut tree, a, "b"), b);
        assert_eq!((tree.path(b), tree.path(c)), (vec![a, b], vec![a, c]));
        assert!(tree.is_leaf(b) && tree.is_leaf(c) && !tree.is_leaf(a));
        assert_eq!(tree.line_through(ROOT), [a, c]);
        tree.prefer(b);
        assert_eq!(tree.line_through(ROOT), [a, b]);
        assert_eq!(tree.node(c).depth, 2);
    }

    #[test]
    fn what_is_removed_is_gone_with_all_that_follows() {
        let mut tree = Tree::new();
        let a = play(&mut tree, ROOT, "a");
        let b = play(&mut tree, a, "b");
        let c = play(&mut tree, b, "c");
        let d = play(&mut tree, a, "d");
        tree.prefer(c);
        tree.remove(b);
        assert!(tree.get(b).is_none() && tree.get(c).is_none() && tree.get(9).is_none());
        assert_eq!(tree.line_through(a), [a, d]);
        assert_eq!(play(&mut tree, a, "b"), 5);
    }
}
