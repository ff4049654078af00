//! Search for three players or more, by what each of them wants (max^n): whoever
//! is to move chooses what is best for themselves, and not what is worst for the
//! player who looks ahead. Only among what is equally good for them does that
//! player expect the worst.
//!
//! What an action is worth is a score for each player, so nothing can be left out
//! by comparing with another branch; but nothing is better than to win at once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::evaluation::{self, Worth};
use super::ordering::{Experience, Move, Place};
use super::problem::{Look, Problem};
use super::score::{self, Score};
use crate::game::{Action, Game, Judgement, Outcome};
use crate::logic::Atom;
use crate::play::player::dice;

/// A search for many players.
pub struct ManyPlayers {
    players: Vec<Atom>,
    /// The number of the player who looks ahead.
    own: usize,
    /// The number of the player who stands for dice.
    dice: Option<usize>,
    root: Vec<Move>,
    experience: Experience,
    /// What was found in the search under way, by the key of the position and how
    /// far ahead it was searched.
    known: FxHashMap<(u64, u32), Found>,
    most_known: usize,
    /// The best action of the search that is under way.
    best: Option<Look>,
}

/// What a position leads to.
#[derive(Clone)]
struct Found {
    /// What that is worth to each player.
    scores: Scores,
    /// The actions that lead there, the first one last.
    line: Vec<Action>,
    is_complete: bool,
}

type Scores = SmallVec<[Score; 4]>;

/// What is known of a position takes about so many bytes.
const KNOWN_BYTES: usize = 512;

impl ManyPlayers {
    /// A search with so many bytes for what it remembers.
    pub fn new(problem: &Problem, bytes: usize) -> ManyPlayers {
        let players = problem.game.rules().program().declarations.players().to_vec();
        let own = players.iter().position(|player| *player == problem.player);
        ManyPlayers {
            own: own.unwrap_or_default(),
            dice: dice(&players),
            root: problem.legal.iter().cloned().map(Move::new).collect(),
            experience: Experience::new(players.len(), problem.deepest),
            known: FxHashMap::default(),
            most_known: bytes / KNOWN_BYTES,
            best: None,
            players,
        }
    }

    /// Looks so many actions ahead; nothing if it was stopped.
    pub fn look(&mut self, problem: &Problem, depth: u32) -> Option<Look> {
        self.known.clear();
        self.best = None;
        let mut best = 0;
        let mut is_complete = true;
        for index in 0..self.root.len() {
            let code = self.root[index].code;
            let action = self.root[index].action.clone();
            let place = Place { ply: 1, side: self.own, previous: code };
            let mut found = self.after(problem, &problem.game, &action, place, depth - 1)?;
            is_complete &= found.is_complete;
            let score = found.scores[self.own];
            if self.best.as_ref().is_none_or(|best| score > best.score) {
                found.line.push(action);
                found.line.reverse();
                self.best = Some(Look { line: found.line, score, is_complete: false });
                best = index;
            }
        }
        self.root[..=best].rotate_right(1);
        Some(Look { is_complete, ..self.best.take()? })
    }

    /// The best that a search which was stopped had found until then.
    pub fn unfinished(&mut self) -> Option<Look> {
        self.best.take()
    }

    fn after(
        &mut self,
        problem: &Problem,
        game: &Game,
        action: &Action,
        place: Place,
        depth: u32,
    ) -> Option<Found> {
        let mut next = game.clone();
        problem.clock.answered(next.play_unchecked(action))?;
        let turn = next.turn();
        let side = self.players.iter().position(|player| Some(*player) == turn);
        self.search(problem, &next, Place { side: side.unwrap_or(place.side), ..place }, depth)
    }

    /// What a position leads to; nothing if it was stopped.
    fn search(
        &mut self,
        problem: &Problem,
        game: &Game,
        place: Place,
        depth: u32,
    ) -> Option<Found> {
        if problem.clock.must_stop() {
            return None;
        }
        let key = (problem.history.key(game), depth);
        if let Some(found) = self.known.get(&key) {
            let mut found = found.clone();
            let from_the_root =
                |score: &mut Score| *score = score::from_the_root(*score, place.ply);
            found.scores.iter_mut().for_each(from_the_root);
            return Some(found);
        }
        let found = match depth {
            0 => self.judge(problem, game, place.ply, false)?,
            _ => self.expand(problem, game, place, depth)?,
        };
        if self.known.len() < self.most_known {
            let mut known = found.clone();
            known.scores.iter_mut().for_each(|score| *score = score::from_here(*score, place.ply));
            self.known.insert(key, known);
        }
        Some(found)
    }

    fn expand(
        &mut self,
        problem: &Problem,
        game: &Game,
        place: Place,
        depth: u32,
    ) -> Option<Found> {
        let legal = problem.clock.answered(game.legal_unsorted())?;
        if legal.is_empty() {
            return self.judge(problem, game, place.ply, true);
        }
        let wins_at_once = score::score(Worth::Won, place.ply + 1);
        let mut best: Option<Found> = None;
        let mut is_complete = true;
        for chosen in self.experience.ordered(legal, None, place) {
            let next = Place { ply: place.ply + 1, previous: chosen.code, ..place };
            let mut found = self.after(problem, game, &chosen.action, next, depth - 1)?;
            is_complete &= found.is_complete;
            if best.as_ref().is_some_and(|best| !self.prefers(place.side, &found, best)) {
                continue;
            }
            found.line.push(chosen.action);
            let score = found.scores[place.side];
            if score >= wins_at_once {
                self.experience.note(chosen.code, place, depth);
                return Some(found);
            }
            best = Some(found);
        }
        best.map(|best| Found { is_complete, ..best })
    }

    /// Whether a player is expected to choose one over the other. Dice want nothing, and
    /// the worst of them is expected.
    fn prefers(&self, player: usize, one: &Found, other: &Found) -> bool {
        let rank = |found: &Found| {
            let wanted = if self.dice == Some(player) { 0 } else { found.scores[player] };
            (wanted, -found.scores[self.own])
        };
        rank(one) > rank(other)
    }

    /// What a position is worth by itself to each player. Where nothing is legal,
    /// though the game is not over, that is as good as a draw.
    fn judge(&self, problem: &Problem, game: &Game, ply: u32, is_end: bool) -> Option<Found> {
        problem.clock.count_node();
        let Judgement { outcome, values } = problem.clock.answered(game.judgement())?;
        let is_complete = is_end || outcome != Outcome::Open;
        let values = if is_complete { Vec::new() } else { values };
        let worth = |player: &Atom| {
            evaluation::by_outcome(game, &outcome, *player)
                .unwrap_or_else(|| Worth::Value(evaluation::lead(&values, *player)))
        };
        let scores = self.players.iter().map(|player| score::score(worth(player), ply)).collect();
        Some(Found { scores, line: Vec::new(), is_complete })
    }
}
