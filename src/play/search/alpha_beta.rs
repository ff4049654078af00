//! Alpha-beta search for two sides: the player who looks ahead, and everybody
//! else. A puzzle has one side only.
//!
//! Every action counts as one, whoever plays it. What a position is worth is told
//! for the side to move, and negated only where the side changes. The first action
//! is searched with an open window, the others have to show in a closed one that
//! they are better (principal variation search).
//!
//! A position is asked for its legal actions, and for its outcome only if there
//! are none, since nothing is legal in a game that is over; the last ones of a
//! line are asked for their outcome and their value, and not for actions.
//!
//! Where the clock decides, actions that come late in the order are looked at one or
//! two actions less far, and again in full only if they turn out well after all (late
//! move reductions). With a depth, everything is looked at.
//!
//! There are no null moves: passing is an action only where rules say so, and a
//! position with the other side to move need not even exist.

use std::sync::atomic::{AtomicBool, Ordering};

use super::ordering::{Experience, Move, Place};
use super::problem::{Look, Problem};
use super::score::{self, INFINITE, Score};
use super::table::{Bound, COMPLETE, Entry, Table};
use crate::game::{Action, Game};

/// What a thread keeps from one depth to the next.
pub struct Worker {
    /// The actions to choose from, the best of the last search first.
    root: Vec<Move>,
    experience: Experience,
    /// What the last searches found, the latest first.
    scores: Vec<Score>,
    /// The best action of the search that is under way, if one has shown to be good.
    best: Option<Look>,
    /// The expected actions from each ply on.
    lines: Vec<Vec<Action>>,
}

impl Worker {
    /// A thread that begins with its own part of the actions to choose from.
    pub fn new(problem: &Problem, thread: usize, threads: usize) -> Worker {
        let mut root: Vec<Move> = problem.legal.iter().cloned().map(Move::new).collect();
        let share = root.len() * thread / threads;
        root.rotate_left(share);
        Worker {
            root,
            experience: Experience::new(2, problem.deepest),
            scores: Vec::new(),
            best: None,
            lines: vec![Vec::new(); problem.deepest as usize + 2],
        }
    }

    /// Looks so many actions ahead; nothing if it was stopped.
    pub fn look(
        &mut self,
        problem: &Problem,
        table: &Table,
        depth: u32,
        abandoned: &AtomicBool,
    ) -> Option<Look> {
        self.best = None;
        let mut window = self.expected();
        loop {
            let mut search = Search { problem, table, abandoned, worker: self };
            let found = search.root(depth, window)?;
            match found.score {
                score if score <= window.alpha => window.alpha = -INFINITE,
                score if score >= window.beta => window.beta = INFINITE,
                score => {
                    self.scores.insert(0, score);
                    let look = self.best.take().expect("a score in the window has an action");
                    return Some(Look { is_complete: found.is_complete, ..look });
                }
            }
        }
    }

    /// The best that a search which was stopped had found until then.
    pub fn unfinished(&mut self) -> Option<Look> {
        self.best.take()
    }

    /// The window in which the next score is expected: a few times as wide as the
    /// last change (aspiration). Games have scales of their own.
    fn expected(&self) -> Window {
        match self.scores.as_slice() {
            [last, before, ..] => {
                let width = last.abs_diff(*before).max(1).min(INFINITE as u64 / 8) as Score * 2;
                let [alpha, beta] = [last - width, last + width];
                Window { alpha: alpha.max(-INFINITE), beta: beta.min(INFINITE) }
            }
            _ => Window { alpha: -INFINITE, beta: INFINITE },
        }
    }
}

/// The scores that matter: below alpha the side to move has something better
/// already, above beta the other side does not let it come to that.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// To ask only whether something is better than alpha.
    fn closed(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// How a score in, below or above the window is to be read.
    fn bound(self, score: Score) -> Bound {
        match score {
            score if score <= self.alpha => Bound::Upper,
            score if score >= self.beta => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether what is known of a score is all that matters.
    fn is_decided(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}

/// The first actions are always looked at in full.
const NEVER_LATE: usize = 4;

/// Later ones than these are looked at even less far.
const VERY_LATE: usize = 16;

/// How many actions less far ahead to look at an action, by its place in the order
/// and by how far ahead one looks from here. The last two actions of a line are
/// played out in any case, so that no answer is overlooked.
fn reduction(index: usize, depth: u32) -> u32 {
    match (index, depth) {
        (_, ..3) | (..NEVER_LATE, _) => 0,
        (VERY_LATE.., 5..) => 2,
        _ => 1,
    }
}

/// A place in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Whether the player who looks ahead is to move.
    is_own: bool,
    ply: u32,
    /// How many actions ahead to look from here.
    depth: u32,
    /// The code of the action that led here.
    previous: u64,
}

impl Node {
    fn place(self) -> Place {
        Place { ply: self.ply, side: usize::from(self.is_own), previous: self.previous }
    }
}

/// What was found for the side to move.
#[derive(Clone, Copy)]
struct Found {
    score: Score,
    /// Whether it would be the same however far one looks.
    is_complete: bool,
}

/// A search to one depth.
struct Search<'a> {
    problem: &'a Problem,
    table: &'a Table,
    /// Set when another thread has found what this one looks for.
    abandoned: &'a AtomicBool,
    worker: &'a mut Worker,
}

impl Search<'_> {
    /// Searches the position to choose an action in. The best one is noted as soon
    /// as it is known to be good, and comes first the next time.
    fn root(&mut self, depth: u32, mut window: Window) -> Option<Found> {
        let problem = self.problem;
        let node = Node { is_own: true, ply: 0, depth, previous: 0 };
        let mut found = Found { score: -INFINITE, is_complete: true };
        let root = std::mem::take(&mut self.worker.root);
        let mut best = 0;
        let mut is_stopped = false;
        for (index, chosen) in root.iter().enumerate() {
            let Some(tried) = self.try_move(&problem.game, node, chosen, window, index) else {
                is_stopped = true;
                break;
            };
            found.is_complete &= tried.is_complete;
            found.score = found.score.max(tried.score);
            if tried.score > window.alpha {
                window.alpha = tried.score;
                best = index;
                self.extend_line(0, chosen);
                let line = self.worker.lines[0].clone();
                let (score, is_complete) = (tried.score, false);
                self.worker.best = Some(Look { line, score, is_complete });
            }
            if tried.score >= window.beta {
                break;
            }
        }
        self.worker.root = root;
        self.worker.root[..=best].rotate_right(1);
        (!is_stopped).then_some(found)
    }

    /// What a position is worth to the side to move; nothing if it was stopped.
    fn search(&mut self, game: &Game, node: Node, window: Window) -> Option<Found> {
        self.worker.lines[node.ply as usize].clear();
        if self.problem.clock.must_stop() || self.abandoned.load(Ordering::Relaxed) {
            return None;
        }
        let key = self.problem.history.key(game);
        let known = self.table.get(key);
        if let Some(found) = known.and_then(|entry| self.recalled(entry, node, window)) {
            return Some(found);
        }
        if node.depth == 0 {
            let judged = self.problem.judge(game, node.ply)?;
            let found = self.for_the_mover(judged.score, judged.is_over, node);
            self.note(key, found, Bound::Exact, node, 0);
            return Some(found);
        }
        let legal = self.problem.clock.answered(game.legal_unsorted())?;
        if legal.is_empty() {
            let score = self.problem.judge_end(game, node.ply)?;
            let found = self.for_the_mover(score, true, node);
            self.note(key, found, Bound::Exact, node, 0);
            return Some(found);
        }
        let best = known.map(|entry| entry.best);
        let moves = self.worker.experience.ordered(legal, best, node.place());
        let (found, best) = self.search_moves(game, node, window, &moves)?;
        self.note(key, found, window.bound(found.score), node, Move::short(best));
        Some(found)
    }

    /// What the best of some actions leads to, and its code.
    fn search_moves(
        &mut self,
        game: &Game,
        node: Node,
        mut window: Window,
        moves: &[Move],
    ) -> Option<(Found, u64)> {
        let mut found = Found { score: -INFINITE, is_complete: true };
        let mut best = moves[0].code;
        for (index, chosen) in moves.iter().enumerate() {
            let tried = self.try_move(game, node, chosen, window, index)?;
            if tried.score >= window.beta {
                self.worker.experience.note(chosen.code, node.place(), node.depth);
                return Some((tried, chosen.code));
            }
            if tried.score > found.score {
                (found.score, best) = (tried.score, chosen.code);
            }
            found.is_complete &= tried.is_complete;
            if tried.score > window.alpha {
                window.alpha = tried.score;
                self.extend_line(node.ply, chosen);
            }
        }
        Some((found, best))
    }

    /// What an action leads to, for the side that plays it, by its place in the order.
    fn try_move(
        &mut self,
        game: &Game,
        node: Node,
        chosen: &Move,
        window: Window,
        index: usize,
    ) -> Option<Found> {
        let mut next = game.clone();
        self.problem.clock.answered(next.play_unchecked(&chosen.action))?;
        let is_own = next.turn().map_or(node.is_own, |turn| turn == self.problem.player);
        let (ply, depth) = (node.ply + 1, node.depth - 1);
        let after = Node { is_own, ply, depth, previous: chosen.code };
        let changes_sides = is_own != node.is_own;
        let reduction = match self.problem.clock.decides() {
            true => reduction(index, node.depth),
            false => 0,
        };
        if reduction > 0 {
            let less_far = Node { depth: depth - reduction, ..after };
            let found = self.seen_from_before(&next, less_far, window.closed(), changes_sides)?;
            if found.score <= window.alpha {
                return Some(found);
            }
        }
        if index > 0 && window.is_open() {
            let found = self.seen_from_before(&next, after, window.closed(), changes_sides)?;
            if found.score <= window.alpha || found.score >= window.beta {
                return Some(found);
            }
        }
        self.seen_from_before(&next, after, window, changes_sides)
    }

    /// What a position is worth to the side that led to it.
    fn seen_from_before(
        &mut self,
        game: &Game,
        node: Node,
        window: Window,
        changes_sides: bool,
    ) -> Option<Found> {
        if !changes_sides {
            return self.search(game, node, window);
        }
        let found = self.search(game, node, window.turned())?;
        Some(Found { score: -found.score, ..found })
    }

    /// What the table knows, if that will do. In an open window it does not, since
    /// the expected actions are wanted too.
    fn recalled(&self, entry: Entry, node: Node, window: Window) -> Option<Found> {
        let Problem { history, clock, .. } = self.problem;
        let is_complete = entry.depth == COMPLETE;
        let is_deep_enough = match clock.decides() {
            true => u32::from(entry.depth) >= node.depth,
            false => is_complete || u32::from(entry.depth) == node.depth,
        };
        let is_wanted = node.depth == 0 || !window.is_open();
        // Positions may have been repeated since.
        let is_outdated = entry.is_old && history.repetitions;
        if !is_deep_enough || !is_wanted || is_outdated {
            return None;
        }
        let score = score::from_the_root(entry.score, node.ply);
        window.is_decided(score, entry.bound).then_some(Found { score, is_complete })
    }

    /// Notes in the table what was found.
    fn note(&self, key: u64, found: Found, bound: Bound, node: Node, best: u32) {
        // What is over on one way to a position need not be on another.
        let is_complete = found.is_complete && !self.problem.history.repetitions;
        let depth = if is_complete { COMPLETE } else { node.depth as u8 };
        self.table.put(key, score::from_here(found.score, node.ply), bound, depth, best);
    }

    fn for_the_mover(&self, score: Score, is_complete: bool, node: Node) -> Found {
        Found { score: if node.is_own { score } else { -score }, is_complete }
    }

    /// The line from here on is this action, and the line after it.
    fn extend_line(&mut self, ply: u32, chosen: &Move) {
        let (lines, after) = self.worker.lines.split_at_mut(ply as usize + 1);
        let line = &mut lines[ply as usize];
        line.clear();
        line.push(chosen.action.clone());
        line.extend_from_slice(&after[0]);
    }
}
