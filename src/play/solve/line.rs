//! What a proof looks like: the line with the best play of both sides, the whole tree of
//! answers, and what is wrong with other first actions.

use super::check::Played;
use super::proof::{Prover, Verdict};
use super::table::FOREVER;
use super::tree::Node;
use crate::game::{Action, Outcome};
use crate::play::search::ordering::Move;

/// An action in a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The action.
    pub action: Action,
    /// Whether those play it who force the end, so that it is the only one here.
    pub is_forcing: bool,
    /// Within how many more actions the end is forced after it.
    pub within: u16,
    /// What follows: an action that forces the end, or all answers.
    pub then: Vec<Branch>,
    /// Whether what follows is left out.
    pub is_folded: bool,
}

/// What comes of another first action.
#[derive(Clone, PartialEq, Debug)]
pub struct Other {
    /// The action.
    pub action: Action,
    /// What it comes to.
    pub fate: Fate,
}

/// What comes of a first action.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    /// It wins too, within so many actions, itself included.
    Wins(u16),
    /// It does not win within so many actions, itself included, or never.
    Fails {
        /// Within how many; nothing if it never does.
        within: Option<u16>,
        /// An answer that sees to it, if there is one to choose.
        answer: Option<Action>,
    },
    /// It ends the game.
    Ends(Outcome),
    /// There was no time to find out.
    Unsettled,
}

/// How proofs are followed.
pub struct Follower<'p, 'a> {
    /// What is asked along the way.
    pub prover: &'p mut Prover<'a>,
    /// Whether the defenders choose what takes longest for certain, which takes longer
    /// to find out.
    pub is_exact: bool,
    /// The game on the way to where it follows them, if they are in doubt.
    pub played: Option<Played<'p>>,
}

impl Follower<'_, '_> {
    /// The actions by which the attack succeeds within so many, as far as they can be
    /// had before it is stopped; and whether these are all.
    pub fn line(&mut self, root: &Node, within: u16) -> (Vec<Action>, bool) {
        let (mut node, mut left, mut line) = (root.clone(), within, Vec::new());
        while left > 0 {
            let Some((action, next, within)) = self.expected(&node, left) else { break };
            let entered = self.enter(&action);
            line.push(action);
            (node, left) = (next, within);
            if entered.is_none() {
                break;
            }
        }
        (line, left == 0)
    }

    /// The next action of the line, the position after it, and how many follow.
    fn expected(&mut self, node: &Node, left: u16) -> Option<(Action, Node, u16)> {
        match self.prover.tree.is_attackers(node, self.prover.attack) {
            true => self.forcing(node, left),
            false => {
                let answers = self.answers(node, left)?;
                // The first of those that take longest.
                answers.into_iter().rev().max_by_key(|(.., within)| *within)
            }
        }
    }

    /// An action by which the attack goes on.
    fn forcing(&mut self, node: &Node, left: u16) -> Option<(Action, Node, u16)> {
        let legal = self.sorted(node)?;
        for action in self.prover.best_first(node, legal) {
            let next = self.prover.tree.after(node, &action)?;
            if let Verdict::Proved(within) = self.distance(&action, &next, left - 1)? {
                return Some((action, next, within));
            }
        }
        None
    }

    /// All actions of those who cannot help it.
    fn answers(&mut self, node: &Node, left: u16) -> Option<Vec<(Action, Node, u16)>> {
        let mut answers = Vec::new();
        for action in self.sorted(node)? {
            let next = self.prover.tree.after(node, &action)?;
            let verdict = self.distance(&action, &next, left - 1)?;
            let Verdict::Proved(within) = verdict else { return None };
            answers.push((action, next, within));
        }
        Some(answers)
    }

    /// Within how many actions, at most so many, the attack succeeds after an action that
    /// leads to a position.
    fn distance(&mut self, action: &Action, next: &Node, most: u16) -> Option<Verdict> {
        let verdict = match self.is_exact {
            true => self.prover.shortest(next, most)?,
            false => self.prover.prove(next, most)?,
        };
        self.as_played(action, next, verdict, most)
    }

    /// What is said of it in the game as it is played.
    fn as_played(
        &mut self,
        action: &Action,
        next: &Node,
        verdict: Verdict,
        most: u16,
    ) -> Option<Verdict> {
        match (&mut self.played, verdict) {
            (Some(played), Verdict::Proved(soonest)) => {
                played.distance(self.prover, (action, next), soonest, most)
            }
            _ => Some(verdict),
        }
    }

    /// Goes on behind an action.
    fn enter(&mut self, action: &Action) -> Option<()> {
        match &mut self.played {
            Some(played) => played.enter(self.prover.tree, action),
            None => Some(()),
        }
    }

    /// Goes back before it.
    fn leave(&mut self) {
        if let Some(played) = &mut self.played {
            played.leave();
        }
    }

    fn sorted(&mut self, node: &Node) -> Option<Vec<Action>> {
        let mut legal = self.prover.tree.legal(node)?;
        legal.sort();
        Some(legal)
    }

    /// All that the proof consists of, folded after so many actions, when there are so
    /// many of them, and where it is stopped.
    pub fn tree(&mut self, node: &Node, left: u16, depth: u16, room: &mut usize) -> Vec<Branch> {
        if left == 0 {
            return Vec::new();
        }
        let is_forcing = self.prover.tree.is_attackers(node, self.prover.attack);
        let following = match is_forcing {
            true => self.forcing(node, left).map(|forcing| vec![forcing]),
            false => self.answers(node, left).map(|mut answers| {
                answers.sort_by_key(|(.., within)| std::cmp::Reverse(*within));
                answers
            }),
        };
        let following = following.unwrap_or_default();
        *room = room.saturating_sub(following.len());
        let mut branches = Vec::new();
        for (action, next, within) in following {
            let mut then = Vec::new();
            if depth > 1 && *room > 0 && self.enter(&action).is_some() {
                then = self.tree(&next, within, depth - 1, room);
                self.leave();
            }
            let is_folded = within > 0 && then.is_empty();
            branches.push(Branch { action, is_forcing, within, then, is_folded });
        }
        branches
    }

    /// What comes of each first action but one, within so many actions.
    pub fn others(&mut self, root: &Node, but: Option<&Action>, within: u16) -> Vec<Other> {
        let legal = self.sorted(root).unwrap_or_default();
        let others = legal.into_iter().filter(|action| Some(action) != but);
        let fate = |action: Action| {
            let fate = self.fate(root, &action, within).unwrap_or(Fate::Unsettled);
            Other { action, fate }
        };
        others.map(fate).collect()
    }

    fn fate(&mut self, root: &Node, action: &Action, within: u16) -> Option<Fate> {
        let tree = self.prover.tree;
        let next = tree.after(root, action)?;
        let most = within.saturating_sub(1);
        let never = match within {
            FOREVER => true,
            _ => match self.distance(action, &next, most)? {
                Verdict::Proved(after) => return Some(Fate::Wins(after + 1)),
                Verdict::Disproved(disproved) => disproved == FOREVER,
            },
        };
        if tree.legal(&next)?.is_empty() {
            return Some(Fate::Ends(tree.clock.answered(next.game.outcome())?));
        }
        let answer = match tree.is_attackers(&next, self.prover.attack) || most == 0 {
            true => None,
            false => {
                self.enter(action)?;
                let answer = self.answer(&next, if never { FOREVER } else { most });
                self.leave();
                answer?
            }
        };
        Some(Fate::Fails { within: (!never).then_some(within), answer })
    }

    /// An answer after which the attack does not succeed within so many actions.
    fn answer(&mut self, node: &Node, within: u16) -> Option<Option<Action>> {
        let known = self.prover.best(node);
        let legal = self.sorted(node)?;
        for action in self.prover.best_first(node, legal) {
            let next = self.prover.tree.after(node, &action)?;
            let is_answer = match within {
                FOREVER => Some(Move::short(Move::new(action.clone()).code)) == known,
                _ => {
                    let verdict = self.prover.prove(&next, within - 1)?;
                    let verdict = self.as_played(&action, &next, verdict, within - 1)?;
                    matches!(verdict, Verdict::Disproved(_))
                }
            };
            if is_answer {
                return Some(Some(action));
            }
        }
        Some(None)
    }
}
