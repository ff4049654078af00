//! What a trial has shown, all games together.

use super::problem::Problem;
use super::single::{End, SingleGame};
use crate::game::{Outcome, Rules};
use crate::logic::Atom;

/// How many actions are legal in a position.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Branching {
    /// In all positions together.
    pub sum: u64,
    /// How many positions that were.
    pub positions: u64,
    /// The most in one position.
    pub most: usize,
}

impl Branching {
    /// How many there are on average, if anything was ever legal.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.sum as f64 / self.positions as f64)
    }
}

/// What a trial has shown.
pub struct Report {
    /// The games that were played.
    pub games: u64,
    /// Games won by each player alone, in the order of the declared players.
    pub wins: Vec<(Atom, u64)>,
    /// Games won by several players at once.
    pub shared: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that were broken off.
    pub unfinished: u64,
    /// Games in which nothing was legal though they were not over.
    pub stuck: u64,
    /// Games in which the rules could not be evaluated.
    pub failed: u64,
    /// How many actions each game took, sorted.
    pub lengths: Vec<usize>,
    /// How many actions were legal.
    pub branching: Branching,
    /// Games in which a position came again.
    pub repeating: u64,
    /// How often the position that came most often did.
    pub repetitions: usize,
    /// Illegal attempts.
    pub refused: u64,
    /// How many of them no rule gives a reason for.
    pub unreasoned: u64,
    /// The actions that were never legal, by name and number of columns.
    pub never_legal: Vec<(Atom, usize)>,
    /// What goes wrong, the shortest games first.
    pub problems: Vec<Problem>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Report {
    pub(super) fn new(rules: &Rules) -> Report {
        let declarations = &rules.program().declarations;
        let actions = declarations.actions.iter();
        Report {
            games: 0,
            wins: declarations.players().iter().map(|player| (*player, 0)).collect(),
            shared: 0,
            draws: 0,
            unfinished: 0,
            stuck: 0,
            failed: 0,
            lengths: Vec::new(),
            branching: Branching::default(),
            repeating: 0,
            repetitions: 1,
            refused: 0,
            unreasoned: 0,
            never_legal: actions.map(|action| (action.name, action.columns.len())).collect(),
            problems: Vec::new(),
            interrupted: false,
        }
    }

    pub(super) fn count(&mut self, game: SingleGame) {
        self.games += 1;
        self.lengths.push(game.plies());
        self.branching.sum += game.branching.iter().map(|legal| *legal as u64).sum::<u64>();
        self.branching.positions += game.branching.len() as u64;
        let most = game.branching.iter().copied().max().unwrap_or(0);
        self.branching.most = self.branching.most.max(most);
        self.repeating += u64::from(game.repetitions > 1);
        self.repetitions = self.repetitions.max(game.repetitions);
        self.refused += game.refused;
        self.unreasoned += game.unreasoned;
        self.never_legal.retain(|kind| !game.kinds.contains(kind));
        match game.end {
            End::Outcome(Outcome::Won(winners)) => match winners.as_slice() {
                [winner] => self.add_wins(*winner, 1),
                _ => self.shared += 1,
            },
            End::Outcome(Outcome::Draw | Outcome::Open) => self.draws += 1,
            End::BrokenOff => self.unfinished += 1,
            End::Stuck => self.stuck += 1,
            End::Failed => self.failed += 1,
        }
        game.problems.into_iter().for_each(|problem| self.add_problem(problem));
    }

    pub(super) fn add(&mut self, other: Report) {
        self.games += other.games;
        other.wins.iter().for_each(|(player, wins)| self.add_wins(*player, *wins));
        self.shared += other.shared;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.stuck += other.stuck;
        self.failed += other.failed;
        self.lengths.extend(other.lengths);
        self.branching.sum += other.branching.sum;
        self.branching.positions += other.branching.positions;
        self.branching.most = self.branching.most.max(other.branching.most);
        self.repeating += other.repeating;
        self.repetitions = self.repetitions.max(other.repetitions);
        self.refused += other.refused;
        self.unreasoned += other.unreasoned;
        self.never_legal.retain(|kind| other.never_legal.contains(kind));
        other.problems.into_iter().for_each(|problem| self.add_problem(problem));
    }

    fn add_wins(&mut self, player: Atom, number: u64) {
        match self.wins.iter_mut().find(|(known, _)| *known == player) {
            Some((_, wins)) => *wins += number,
            None => self.wins.push((player, number)),
        }
    }

    /// Of each problem the game is kept that shows it best.
    fn add_problem(&mut self, problem: Problem) {
        let Some(known) = self.problems.iter_mut().find(|known| known.kind == problem.kind) else {
            self.problems.push(problem);
            return;
        };
        let games = known.games + problem.games;
        if problem.is_better_than(known) {
            *known = problem;
        }
        known.games = games;
    }

    /// Puts what was found in order, whichever thread found it first.
    pub(super) fn finish(&mut self, wanted: u64) {
        self.lengths.sort();
        self.problems
            .sort_by_cached_key(|problem| (problem.shown_by.actions().len(), problem.kind.clone()));
        self.interrupted = self.games < wanted;
    }

    /// The shortest, the median and the longest game.
    pub fn length(&self) -> Option<[usize; 3]> {
        let (first, last) = (*self.lengths.first()?, *self.lengths.last()?);
        Some([first, self.lengths[self.lengths.len() / 2], last])
    }
}
