//! How a tree grows: each playout goes down the tree to a leaf, begins there, and is
//! counted in every position on its way.

use rand_chacha::ChaCha8Rng;

use super::playout::{self, rewards};
use super::tree::{Child, Place, ROOT, Rewards, Tree};
use crate::game::{Action, Game, Outcome};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::player::dice;

/// A tree, and what is needed to let it grow.
pub struct Growth<'a> {
    game: &'a Game,
    /// The tree.
    pub tree: Tree,
    player: playout::Player<'a>,
    rng: ChaCha8Rng,
    /// How many playouts there were.
    pub playouts: u64,
    /// How many actions the furthest leaf is ahead.
    pub depth: u32,
    /// The shortest solution of a puzzle that was found.
    pub solution: Option<Vec<Action>>,
}

/// The tree of the first position and those that its legal actions lead to.
pub fn first_tree(game: &Game, legal: Vec<Action>, most: usize) -> Result<Tree, EvalError> {
    let players = game.rules().program().declarations.players();
    let dice = dice(players);
    let mut tree = Tree::new(mover(game, players, 0), players.len(), dice, most);
    let children = children(game, legal, players)?;
    tree.expand(ROOT, children);
    Ok(tree)
}

impl<'a> Growth<'a> {
    /// A tree that is to grow.
    pub fn new(game: &'a Game, tree: Tree, rng: ChaCha8Rng) -> Growth<'a> {
        let player = playout::Player::new(game);
        Growth { game, tree, player, rng, playouts: 0, depth: 1, solution: None }
    }

    /// One playout more. Returns how many positions it went through; nothing if it had to
    /// stop.
    pub fn grow(&mut self, must_stop: &dyn Fn() -> bool) -> Result<Option<usize>, EvalError> {
        let mut game = self.game.clone();
        let mut path = vec![ROOT];
        while let Some(place) = self.next(*path.last().unwrap_or(&ROOT), &game)? {
            if let Some(action) = &self.tree.node(place).action {
                game.play_unchecked(action)?;
            }
            path.push(place);
        }
        let leaf = *path.last().unwrap_or(&ROOT);
        self.depth = self.depth.max(path.len() as u32 - 1);
        let mut positions = path.len() - 1;
        let rewards = match self.tree.proven(leaf) {
            Some(rewards) => {
                let rewards = rewards.clone();
                self.note_solution(&path, &[], &rewards);
                rewards
            }
            None => {
                let playout = self.player.play(game, &mut self.rng, must_stop)?;
                let Some(playout) = playout else { return Ok(None) };
                positions += playout.line.len();
                self.tree.note_playout(leaf, playout.line.len(), playout.choices);
                if playout.is_solution {
                    self.note_solution(&path, &playout.line, &Rewards::from_elem(1.0, 1));
                }
                playout.rewards
            }
        };
        self.tree.back_up(&path, &rewards);
        self.playouts += 1;
        Ok(Some(positions))
    }

    /// The child that a playout goes on with; none where it begins.
    fn next(&mut self, place: Place, game: &Game) -> Result<Option<Place>, EvalError> {
        if self.tree.proven(place).is_none() && self.tree.is_leaf(place) && self.tree.is_ripe(place)
        {
            self.expand(place, game)?;
        }
        let is_end = self.tree.proven(place).is_some() || self.tree.is_leaf(place);
        Ok((!is_end).then(|| self.tree.select(place)))
    }

    fn expand(&mut self, place: Place, game: &Game) -> Result<(), EvalError> {
        let players = game.rules().program().declarations.players();
        let legal = game.legal()?;
        match legal.is_empty() {
            true => self.tree.settle(place, rewards(&game.outcome()?, players)),
            false => self.tree.expand(place, children(game, legal, players)?),
        }
        Ok(())
    }

    /// Remembers a solution of a puzzle, if none as short is known.
    fn note_solution(&mut self, path: &[Place], rest: &[Action], rewards: &Rewards) {
        let length = path.len() - 1 + rest.len();
        let is_shorter = self.solution.as_ref().is_none_or(|known| known.len() > length);
        let is_end = path.last().is_some_and(|leaf| self.tree.is_leaf(*leaf));
        if rewards.as_slice() == [1.0] && is_end && is_shorter {
            let actions = path.iter().filter_map(|place| self.tree.node(*place).action.as_ref());
            self.solution = Some(actions.chain(rest).cloned().collect());
        }
    }
}

/// The positions that actions lead to.
fn children(game: &Game, legal: Vec<Action>, players: &[Atom]) -> Result<Vec<Child>, EvalError> {
    let before = mover(game, players, 0);
    let child = |action: Action| {
        let mut next = game.clone();
        next.play_unchecked(&action)?;
        let outcome = next.outcome()?;
        let end = (outcome != Outcome::Open).then(|| rewards(&outcome, players));
        Ok(Child { action, mover: mover(&next, players, before), end })
    };
    legal.into_iter().map(child).collect()
}

/// Whose turn it is, in the order of the players.
fn mover(game: &Game, players: &[Atom], otherwise: usize) -> usize {
    let place = |turn: Atom| players.iter().position(|player| *player == turn);
    game.turn().and_then(place).unwrap_or(otherwise)
}
