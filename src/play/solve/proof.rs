//! The search for proofs: does an attack succeed within so many actions, whatever the
//! others do?
//!
//! It goes where least is left to be decided (depth-first proof-number search, df-pn):
//! for those who attack, to positions in which the others have few answers. What is found
//! does not depend on what a position is worth. The number of actions left is part of
//! every question, so no line goes round in circles, and an answer is the same on every
//! way to a position.

use std::cmp::Reverse;

use super::table::{FOREVER, INFINITE, Known, Numbers, Table};
use super::tree::{Attack, Node, Stands, Tree};
use crate::game::Action;
use crate::logic::engine::EvalError;
use crate::play::search::ordering::{Experience, Move, Place};
use crate::play::search::{Worth, worth};

/// A search for proofs.
pub struct Prover<'a> {
    /// The game.
    pub tree: &'a Tree,
    /// What is to be forced.
    pub attack: Attack,
    /// What is known so far.
    pub table: &'a mut Table,
    /// Which actions have decided positions.
    pub experience: &'a mut Experience,
    /// How many more positions may be looked at.
    pub budget: u64,
    /// Whether actions are tried in the order of what the rules say the next position is
    /// worth. It is good for finding one of many solutions.
    pub is_guided: bool,
    /// The positions on the way to the present one.
    way: Vec<u64>,
}

/// What was found of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attack succeeds within so many actions.
    Proved(u16),
    /// It does not within so many, or ever.
    Disproved(u16),
}

/// What is found of a position so far.
#[derive(Clone, Copy, Debug)]
struct Value {
    numbers: Numbers,
    /// If it is decided: for how many actions.
    bound: u16,
}

const UNKNOWN: Value = Value { numbers: Numbers { proof: 1, disproof: 1 }, bound: 0 };

/// A position that was on the way already is looked at last.
const CIRCLE: Value = Value { numbers: Numbers { proof: 1 << 10, disproof: 1 }, bound: 0 };

impl Value {
    fn proved(within: u16) -> Value {
        Value { numbers: Numbers { proof: 0, disproof: INFINITE }, bound: within }
    }

    fn disproved(within: u16) -> Value {
        Value { numbers: Numbers { proof: INFINITE, disproof: 0 }, bound: within }
    }

    fn verdict(self) -> Option<Verdict> {
        match self.numbers {
            Numbers { proof: 0, .. } => Some(Verdict::Proved(self.bound)),
            Numbers { disproof: 0, .. } => Some(Verdict::Disproved(self.bound)),
            _ => None,
        }
    }
}

/// An action to try, and what is known of the position after it.
struct Child {
    chosen: Move,
    value: Value,
    /// Whether the table was asked for it.
    is_seen: bool,
}

impl<'a> Prover<'a> {
    /// A search that looks at so many positions at most.
    pub fn new(
        tree: &'a Tree,
        attack: Attack,
        table: &'a mut Table,
        experience: &'a mut Experience,
        budget: u64,
    ) -> Prover<'a> {
        Prover { tree, attack, table, experience, budget, is_guided: false, way: Vec::new() }
    }

    /// Whether the attack succeeds within so many actions; nothing if it was stopped.
    pub fn prove(&mut self, node: &Node, within: u16) -> Option<Verdict> {
        if let Some(verdict) = self.recall(node, within).and_then(Value::verdict) {
            return Some(verdict);
        }
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        self.look(node, within, limits, 0)?.verdict()
    }

    /// The fewest actions, up to a number, within which the attack succeeds; nothing
    /// if it was stopped.
    pub fn shortest(&mut self, node: &Node, most: u16) -> Option<Verdict> {
        for within in 0..=most {
            match self.prove(node, within)? {
                Verdict::Proved(within) => return Some(Verdict::Proved(within)),
                Verdict::Disproved(FOREVER) => return Some(Verdict::Disproved(FOREVER)),
                Verdict::Disproved(_) => {}
            }
        }
        Some(Verdict::Disproved(most))
    }

    /// Part of the code of the action that looked most promising, or decided.
    pub fn best(&self, node: &Node) -> Option<u32> {
        self.table.get(self.key(node)).map(|known| known.best)
    }

    /// Actions with that one first, which mostly decides again.
    pub fn best_first(&self, node: &Node, mut actions: Vec<Action>) -> Vec<Action> {
        let best = self.best(node);
        let is_best = |action: &Action| Some(Move::short(Move::new(action.clone()).code)) == best;
        if let Some(at) = actions.iter().position(is_best) {
            actions[..=at].rotate_right(1);
        }
        actions
    }

    /// Looks at a position until either number reaches its limit.
    fn look(&mut self, node: &Node, left: u16, limits: Numbers, previous: u64) -> Option<Value> {
        if self.budget == 0 || self.tree.clock.must_stop() {
            return None;
        }
        self.budget -= 1;
        match left {
            0 => self.end(node),
            _ => self.expand(node, left, limits, previous),
        }
    }

    /// What the end of a line comes to.
    fn end(&self, node: &Node) -> Option<Value> {
        Some(match self.tree.stands(node, self.attack)? {
            Stands::Succeeded => Value::proved(0),
            Stands::Failed => Value::disproved(FOREVER),
            Stands::Open => Value::disproved(0),
        })
    }

    fn expand(&mut self, node: &Node, left: u16, limits: Numbers, previous: u64) -> Option<Value> {
        let began = self.budget;
        let legal = self.tree.legal(node)?;
        if legal.is_empty() {
            let value = match self.tree.stands(node, self.attack)? {
                Stands::Succeeded => Value::proved(0),
                // Nobody can go on.
                Stands::Failed | Stands::Open => Value::disproved(FOREVER),
            };
            self.note(node, left, value, 0, 1);
            return Some(value);
        }
        let known = self.table.get(self.key(node));
        let attacks = self.tree.is_attackers(node, self.attack);
        let place = Place { ply: node.ply.into(), side: usize::from(attacks), previous };
        let mut moves = self.experience.ordered(legal, known.map(|known| known.best), place);
        if self.is_guided {
            moves = self.by_value(node, moves)?;
        }
        let mut children: Vec<Child> = moves
            .into_iter()
            .map(|chosen| Child { chosen, value: UNKNOWN, is_seen: false })
            .collect();
        self.way.push(node.key);
        if let Some(known) = known.filter(|known| known.numbers.0 == left)
            && self.resume(node, &mut children, left - 1, known.numbers.1).is_none()
        {
            self.way.pop();
            return None;
        }
        let (value, best, is_stopped) = loop {
            let (value, best) = summed(&children, attacks);
            let Numbers { proof, disproof } = value.numbers;
            if proof >= limits.proof || disproof >= limits.disproof {
                break (value, best, false);
            }
            let limits = child_limits(&children, best, attacks, limits, value.numbers);
            let child = &mut children[best];
            match self.visit(node, child, left - 1, limits) {
                Some(value) => child.value = value,
                None => break (value, best, true),
            }
        };
        self.way.pop();
        let code = children[best].chosen.code;
        let is_decided_here = match value.verdict() {
            Some(Verdict::Proved(_)) => attacks,
            Some(Verdict::Disproved(_)) => !attacks,
            None => false,
        };
        if is_decided_here {
            self.experience.note(code, place, left.into());
        }
        self.note(node, left, value, Move::short(code), began - self.budget);
        (!is_stopped).then_some(value)
    }

    /// Actions in the order of what comes of them, after the one that was best before.
    fn by_value(&self, node: &Node, moves: Vec<Move>) -> Option<Vec<Move>> {
        let best = self.best(node);
        let mut valued = Vec::with_capacity(moves.len());
        for chosen in moves {
            let next = self.tree.after(node, &chosen.action)?;
            let worth = match worth(&next.game, self.tree.player) {
                // It only guides, so rules that cannot tell it do no harm.
                Err(error) if !matches!(error, EvalError::Interrupted) => Worth::Lost,
                told => self.tree.clock.answered(told)?,
            };
            let is_best = Some(Move::short(chosen.code)) == best;
            valued.push((Reverse((is_best, worth)), chosen));
        }
        valued.sort_by_key(|(key, _)| *key);
        Some(valued.into_iter().map(|(_, chosen)| chosen).collect())
    }

    /// Goes on where a position was left with these numbers: recalls what is known of the
    /// positions after it, which are new as long as nothing else is said. Rules take long
    /// to tell all of them, so it ends as soon as what is recalled makes up the numbers.
    fn resume(
        &self,
        node: &Node,
        children: &mut [Child],
        left: u16,
        numbers: Numbers,
    ) -> Option<()> {
        let attacks = self.tree.is_attackers(node, self.attack);
        for at in 0..children.len() {
            let (value, _) = summed(children, attacks);
            if value.numbers == numbers || value.verdict().is_some() {
                break;
            }
            let child = &mut children[at];
            let next = self.tree.after(node, &child.chosen.action)?;
            child.is_seen = true;
            child.value = self.at_first_sight(&next, left).unwrap_or(UNKNOWN);
        }
        Some(())
    }

    /// What can be said of a position without looking at it.
    fn at_first_sight(&self, node: &Node, left: u16) -> Option<Value> {
        let circle = || (left > 0 && self.way.contains(&node.key)).then_some(CIRCLE);
        self.recall(node, left).or_else(circle)
    }

    /// Looks at the position after an action.
    fn visit(
        &mut self,
        node: &Node,
        child: &mut Child,
        left: u16,
        limits: Numbers,
    ) -> Option<Value> {
        let next = self.tree.after(node, &child.chosen.action)?;
        if !child.is_seen {
            child.is_seen = true;
            if let Some(value) = self.at_first_sight(&next, left) {
                return Some(value);
            }
        }
        self.look(&next, left, limits, child.chosen.code)
    }

    /// What the table knows, with so many actions left.
    fn recall(&self, node: &Node, left: u16) -> Option<Value> {
        let known = self.table.get(self.key(node))?;
        if let Some(within) = known.proved.filter(|within| *within <= left) {
            return Some(Value::proved(within));
        }
        if let Some(within) = known.disproved.filter(|within| *within >= left) {
            return Some(Value::disproved(within));
        }
        let (of, numbers) = known.numbers;
        (of == left).then_some(Value { numbers, bound: 0 })
    }

    fn note(&mut self, node: &Node, left: u16, value: Value, best: u32, effort: u64) {
        let (proved, disproved) = match value.verdict() {
            Some(Verdict::Proved(within)) => (Some(within), None),
            Some(Verdict::Disproved(within)) => (None, Some(within)),
            None => (None, None),
        };
        let numbers = (left, value.numbers);
        self.table.put(self.key(node), Known { proved, disproved, numbers, best }, effort);
    }

    /// The two attacks share a table.
    fn key(&self, node: &Node) -> u64 {
        key(node, self.attack)
    }
}

/// By what a position is known in the table.
pub fn key(node: &Node, attack: Attack) -> u64 {
    match attack {
        Attack::Win => node.key,
        Attack::Loss => node.key ^ 0x94d0_49bb_1331_11eb,
    }
}

/// What the positions after each action say of the one before, and which of them to
/// look at next, or which decides.
fn summed(children: &[Child], attacks: bool) -> (Value, usize) {
    // To those who choose, one good action is enough; of the others all have to be bad.
    let one = |value: &Value| match attacks {
        true => value.numbers.proof,
        false => value.numbers.disproof,
    };
    let all = |value: &Value| match attacks {
        true => value.numbers.disproof,
        false => value.numbers.proof,
    };
    let values = || children.iter().map(|child| &child.value);
    // Of those that decide, the soonest proof or the farthest disproof.
    let rank = |value: &Value| match attacks {
        true => (one(value), value.bound),
        false => (one(value), FOREVER - value.bound),
    };
    let best = (0..children.len()).min_by_key(|index| rank(&children[*index].value));
    let best = best.expect("something is legal");
    let least = one(&children[best].value);
    let sum = match values().any(|value| all(value) == INFINITE) {
        true => INFINITE,
        false => {
            values().fold(0_u32, |sum, value| sum.saturating_add(all(value)).min(INFINITE - 1))
        }
    };
    let numbers = match attacks {
        true => Numbers { proof: least, disproof: sum },
        false => Numbers { proof: sum, disproof: least },
    };
    let bounds = || values().map(|value| value.bound);
    let soonest = values().filter(|value| value.numbers.proof == 0).map(|value| value.bound).min();
    // FOREVER stays what it is.
    let bound = match numbers {
        Numbers { proof: 0, .. } if attacks => soonest.unwrap_or(0) + 1,
        Numbers { proof: 0, .. } => bounds().max().unwrap_or(0) + 1,
        Numbers { disproof: 0, .. } if attacks => bounds().min().unwrap_or(0).saturating_add(1),
        Numbers { disproof: 0, .. } => children[best].value.bound.saturating_add(1),
        _ => 0,
    };
    (Value { numbers, bound }, best)
}

/// How far to look at the position after the most promising action: until another one
/// is more so, or the limits are reached.
fn child_limits(
    children: &[Child],
    best: usize,
    attacks: bool,
    limits: Numbers,
    sums: Numbers,
) -> Numbers {
    let of = |child: &Child, proof: bool| match proof {
        true => child.value.numbers.proof,
        false => child.value.numbers.disproof,
    };
    let others = children.iter().enumerate().filter(|(index, _)| *index != best);
    let second = others.map(|(_, child)| of(child, attacks)).min().unwrap_or(INFINITE);
    // A little further, so as not to go to and fro all the time.
    let until = second.saturating_add(second / 4).saturating_add(1);
    let rest = |limit: u32, sum: u32, own: u32| match limit {
        INFINITE => INFINITE,
        limit => (limit - sum).saturating_add(own),
    };
    let child = &children[best];
    match attacks {
        true => Numbers {
            proof: limits.proof.min(until),
            disproof: rest(limits.disproof, sums.disproof, of(child, false)),
        },
        false => Numbers {
            proof: rest(limits.proof, sums.proof, of(child, true)),
            disproof: limits.disproof.min(until),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Game, Rules};
    use crate::play::search::clock::Clock;

    #[test]
    fn a_position_that_was_left_is_gone_on_with() {
        let game = Game::new(Rules::open("examples/tictactoe.pl").unwrap()).unwrap();
        let legal = game.legal().unwrap();
        let clock = Clock::new(None, Arc::default(), Arc::default());
        let mut tree = Tree::new(&game, game.turn().unwrap(), clock);
        let root = tree.root(&game, &legal).unwrap();
        let (mut table, mut experience) = (Table::new(1 << 20), Experience::new(2, 10));
        let known = |disproved, left, proof, disproof| {
            let numbers = (left, Numbers { proof, disproof });
            Known { proved: None, disproved, numbers, best: 0 }
        };
        // All but one of the first actions are known to fail.
        for action in &legal[..legal.len() - 1] {
            let next = tree.after(&root, action).unwrap();
            table.put(key(&next, Attack::Win), known(Some(6), 6, INFINITE, 0), 1);
        }
        table.put(key(&root, Attack::Win), known(None, 7, 1, 1), 1);
        // Less than there are actions, more than there is left to be decided.
        let limits = Numbers { proof: INFINITE, disproof: 5 };
        let mut prover = Prover::new(&tree, Attack::Win, &mut table, &mut experience, 1);
        let value = prover.look(&root, 7, limits, 0);
        assert!(value.is_none(), "it went on until nothing more was to be looked at");
        let left = table.get(key(&root, Attack::Win)).unwrap();
        assert_eq!(left.numbers, (7, Numbers { proof: 1, disproof: 1 }));
        // A new one, of which nothing is known, is left at once.
        let mut prover = Prover::new(&tree, Attack::Win, &mut table, &mut experience, 1);
        let value = prover.look(&root, 5, limits, 0).unwrap();
        assert_eq!(value.numbers, Numbers { proof: 1, disproof: 9 });
    }
}
