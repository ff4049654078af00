//! In which order proofs are sought: a win within one action, a loss within two, a win
//! within three, and so on, so that what is found is shortest for certain; and after
//! each while a long win without regard to its length, which then is an upper bound.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::breadth::{Breadth, Searched};
use super::check::{self, Held, Played};
use super::line::Follower;
use super::proof::{Prover, Verdict};
use super::table::{FOREVER, Table};
use super::tree::{Attack, Node, Repetitions, Tree};
use super::{
    LEAST_MEMORY, Length, MOST_ACTIONS, RuledOut, Shown, Solution, SolveResult, SolveWatch,
    Stopped, Wanted, fortress,
};
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::engine::EvalError;
use crate::play::search::clock::Clock;
use crate::play::search::ordering::Experience;

/// How many positions are looked at in the first round. Each further one is twice as long.
const FIRST_ROUND: u64 = 1 << 13;

/// A long win is looked for within so many actions.
const FAR: u16 = 200;

/// What is shown, and whether it holds, may take a tenth of the time on top of it, but
/// neither less nor more than this.
const LEAST_GRACE: Duration = Duration::from_secs(2);
const MOST_GRACE: Duration = Duration::from_secs(60);

/// So many actions of a tree are shown: the first, the answers to it, and the answers
/// to these.
const REFUTATION_DEPTH: u16 = 3;

/// At most so many actions of a tree are shown.
const MOST_BRANCHES: usize = 1000;

/// About the size of a position that waits, in bytes.
const POSITION_BYTES: usize = 1500;

/// A position on its way to be solved.
pub struct Course<'a> {
    game: &'a Game,
    legal: Vec<Action>,
    wanted: &'a Wanted,
    watch: &'a SolveWatch,
    began: Instant,
    tree: Tree,
    table: Table,
    win: Front,
    loss: Option<Front>,
    line: Vec<Action>,
    is_line_whole: bool,
}

/// How far an attack is understood.
struct Front {
    attack: Attack,
    /// It does not succeed within so many actions.
    none_within: u16,
    /// It succeeds within so many.
    found: Option<u16>,
    experience: Experience,
    held: Held,
}

impl Front {
    /// Nothing is known yet. What is played through is remembered in so many bytes.
    fn new(attack: Attack, memory: usize) -> Front {
        let experience = Experience::new(2, MOST_ACTIONS.into());
        Front { attack, none_within: 0, found: None, experience, held: Held::new(memory) }
    }

    /// Whether nothing is left to be found out: it never succeeds, or not sooner.
    fn is_settled(&self) -> bool {
        self.none_within == FOREVER
            || self.found.is_some_and(|found| found <= self.none_within.saturating_add(1))
    }

    /// The number of actions to ask for next. Those who attack mostly succeed by an
    /// action of their own, so every other number is left out; it follows from the next.
    fn next(&self, most: u16) -> u16 {
        let step = match (self.attack, self.none_within) {
            (Attack::Win, 0) => 1,
            _ => 2,
        };
        let most = self.found.map_or(most, |found| most.min(found - 1));
        (self.none_within + step).min(most)
    }

    fn note(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Proved(within) => {
                self.found = Some(self.found.map_or(within, |found| found.min(within)));
            }
            Verdict::Disproved(within) => self.none_within = self.none_within.max(within),
        }
    }
}

/// How a round ended.
enum Round {
    /// All is known that was asked for.
    Settled,
    /// It looked at as many positions as it was to.
    Spent,
    /// It was stopped.
    Stopped,
}

impl<'a> Course<'a> {
    /// A position, with its legal actions and the player to move.
    pub fn new(
        game: &'a Game,
        player: Atom,
        legal: Vec<Action>,
        wanted: &'a Wanted,
        watch: &'a SolveWatch,
    ) -> Course<'a> {
        let began = Instant::now();
        let clock = running(wanted.time.map(|time| began + time), watch);
        let tree = Tree::new(game, player, clock);
        let is_puzzle = game.is_puzzle();
        let memory = wanted.memory.max(LEAST_MEMORY);
        let front = |attack| Front::new(attack, memory / 8);
        // The other half is for positions that wait.
        let memory = if is_puzzle { memory / 2 } else { memory };
        Course {
            game,
            legal,
            wanted,
            watch,
            began,
            tree,
            table: Table::new(memory),
            win: front(Attack::Win),
            loss: (!is_puzzle).then(|| front(Attack::Loss)),
            line: Vec::new(),
            is_line_whole: true,
        }
    }

    /// Solves it, as far as the limits allow.
    pub fn run(mut self) -> Result<Solution, EvalError> {
        let root = self.tree.root(self.game, &self.legal);
        let is_stopped = match &root {
            Some(root) => self.rounds(root),
            None => true,
        };
        let interrupt = self.watch.interrupt.load(Ordering::Relaxed);
        if let Some(root) = root.as_ref().filter(|_| !interrupt) {
            self.improve_line(root);
        }
        let error = self.tree.clock.error();
        if let Some(error) = error {
            return Err(error);
        }
        let stopped = match is_stopped {
            true if interrupt => Some(Stopped::Interrupt),
            true => Some(Stopped::Time),
            false if self.is_settled() => None,
            false => Some(Stopped::Actions),
        };
        let mut solution = self.solution(stopped);
        if let Some(root) = root.filter(|_| self.wanted.shown != Shown::Line && !interrupt) {
            self.show(&root, &mut solution);
            (solution.positions, solution.time) = (self.watch.positions(), self.began.elapsed());
        }
        match self.tree.clock.error() {
            Some(error) => Err(error),
            None => Ok(solution),
        }
    }

    fn most(&self) -> u16 {
        self.wanted.actions.unwrap_or(MOST_ACTIONS).min(MOST_ACTIONS)
    }

    /// How many actions a long win may have.
    fn far(&self) -> u16 {
        self.most().min(FAR)
    }

    fn is_settled(&self) -> bool {
        let [win, loss] = [Some(&self.win), self.loss.as_ref()];
        let found = [win, loss].into_iter().flatten().find(|front| front.found.is_some());
        match found {
            Some(front) => front.is_settled(),
            None => [win, loss].into_iter().flatten().all(Front::is_settled),
        }
    }

    /// Round after round; whether it was stopped.
    fn rounds(&mut self, root: &Node) -> bool {
        let is_puzzle = self.loss.is_none();
        let mut breadth =
            is_puzzle.then(|| Breadth::new(root, self.wanted.memory.max(LEAST_MEMORY) / 2));
        let mut budget = FIRST_ROUND;
        loop {
            // Positions would be too many, and those that wait are told apart by less.
            if self.tree.repetitions() == Repetitions::Asked {
                breadth = None;
            }
            let round = match &mut breadth {
                Some(search) => match self.nearest_first(search, root, budget) {
                    Some(round) => round,
                    None => {
                        breadth = None;
                        continue;
                    }
                },
                None => self.shortest_first(root, budget),
            };
            match round {
                Round::Settled => return false,
                Round::Stopped => return true,
                Round::Spent => {}
            }
            if let Round::Stopped = self.far_away(root, budget) {
                return true;
            }
            budget *= 2;
        }
    }

    /// All positions of a puzzle, the nearest first; nothing if memory is full, or ways
    /// to them have to be told apart.
    fn nearest_first(&mut self, search: &mut Breadth, root: &Node, budget: u64) -> Option<Round> {
        let mut budget = budget;
        loop {
            if self.is_settled() || self.win.none_within >= self.most() {
                return Some(Round::Settled);
            }
            match search.search(&self.tree, root, &mut budget) {
                Searched::Solved(line) => match check::solves(&self.tree, self.game, &line) {
                    Some(true) => {
                        self.win.found = Some(line.len() as u16);
                        self.win.none_within = line.len() as u16 - 1;
                        (self.line, self.is_line_whole) = (line, true);
                    }
                    Some(false) => {
                        self.tell_ways_apart();
                        return None;
                    }
                    None => return Some(Round::Stopped),
                },
                Searched::None(within) => self.note(Attack::Win, Verdict::Disproved(within)),
                Searched::Full(within) => {
                    self.note(Attack::Win, Verdict::Disproved(within));
                    return None;
                }
                Searched::Stopped if budget == 0 => return Some(Round::Spent),
                Searched::Stopped => return Some(Round::Stopped),
            }
        }
    }

    fn note(&mut self, attack: Attack, verdict: Verdict) {
        self.front(attack).note(verdict);
        self.watch.none_within.store(self.win.none_within, Ordering::Relaxed);
    }

    /// Wins and losses in order of their lengths.
    fn shortest_first(&mut self, root: &Node, budget: u64) -> Round {
        let mut budget = budget;
        while let Some((attack, within)) = self.next() {
            let asked = self.ask(attack, root, within, budget);
            let Some((verdict, spent)) = asked else {
                return if self.tree.clock.must_stop() { Round::Stopped } else { Round::Spent };
            };
            budget = budget.saturating_sub(spent);
            match verdict {
                Verdict::Proved(within) => {
                    if !self.confirm(attack, root, within) {
                        return Round::Stopped;
                    }
                }
                Verdict::Disproved(_) => self.look_for_a_fortress(attack, root, spent),
            }
            if self.tree.clock.must_stop() {
                return Round::Stopped;
            }
        }
        Round::Settled
    }

    /// What to ask next: the shorter one first.
    fn next(&self) -> Option<(Attack, u16)> {
        if self.is_settled() {
            return None;
        }
        let most = self.most();
        let fronts = [Some(&self.win), self.loss.as_ref()].into_iter().flatten();
        let has_found = self.has_found();
        let open = fronts.filter(|front| {
            let is_idle = has_found && front.found.is_none();
            !is_idle && !front.is_settled() && front.none_within < most
        });
        open.map(|front| (front.attack, front.next(most))).min_by_key(|(_, within)| *within)
    }

    fn has_found(&self) -> bool {
        self.win.found.is_some() || self.loss.as_ref().is_some_and(|loss| loss.found.is_some())
    }

    /// Asks whether an attack succeeds, and notes it; also how many positions that took.
    fn ask(
        &mut self,
        attack: Attack,
        root: &Node,
        within: u16,
        budget: u64,
    ) -> Option<(Verdict, u64)> {
        // Of the many solutions of a puzzle, one is enough if it may be long.
        let is_guided =
            self.loss.is_none() && within == self.far() && self.game.rules().values_positions();
        let mut prover = self.prover(attack, budget);
        prover.is_guided = is_guided;
        let verdict = prover.prove(root, within)?;
        let spent = budget - prover.budget;
        if let Verdict::Disproved(_) = verdict {
            self.note(attack, verdict);
        }
        Some((verdict, spent))
    }

    fn prover(&mut self, attack: Attack, budget: u64) -> Prover<'_> {
        self.prover_and_held(attack, budget).0
    }

    /// The same with what has been played through.
    fn prover_and_held(&mut self, attack: Attack, budget: u64) -> (Prover<'_>, &mut Held) {
        let Course { tree, table, win, loss, .. } = self;
        let Front { experience, held, .. } = match attack {
            Attack::Win => win,
            Attack::Loss => loss.as_mut().expect("somebody else plays"),
        };
        (Prover::new(tree, attack, table, experience, budget), held)
    }

    fn front(&mut self, attack: Attack) -> &mut Front {
        match attack {
            Attack::Win => &mut self.win,
            Attack::Loss => self.loss.as_mut().expect("somebody else plays"),
        }
    }

    /// Takes a proof for what it is, if it is one in the game as it is played; whether
    /// there was time to find out.
    fn confirm(&mut self, attack: Attack, root: &Node, within: u16) -> bool {
        if self.tree.is_in_doubt() {
            let game = self.game;
            let holds = self.with_grace(|course| {
                let (mut prover, held) = course.prover_and_held(attack, u64::MAX);
                Played::new(held, game).holds(&mut prover, root, within)
            });
            match holds {
                Some(true) => {}
                Some(false) => {
                    self.tell_ways_apart();
                    return true;
                }
                None => return false,
            }
        }
        self.note(attack, Verdict::Proved(within));
        (self.line, self.is_line_whole) = self.line_of(attack, root, within);
        true
    }

    /// Begins again, so that what is known of a position holds for one way to it. What
    /// was shown to fail still does.
    fn tell_ways_apart(&mut self) {
        self.tree.tell_ways_apart();
        self.table = Table::new(self.wanted.memory.max(LEAST_MEMORY));
        for front in [Some(&mut self.win), self.loss.as_mut()].into_iter().flatten() {
            front.held = Held::new(0);
        }
    }

    /// Once a proof is known to be the shortest, those who cannot help it can put it off
    /// as long as possible.
    fn improve_line(&mut self, root: &Node) {
        let fronts = [Some(&self.win), self.loss.as_ref()].into_iter().flatten();
        let found = fronts.filter(|front| front.is_settled()).find_map(|front| {
            let within = front.found?;
            (self.line.len() < within.into()).then_some((front.attack, within))
        });
        if let Some((attack, within)) = found {
            let (line, is_whole) = self.line_of(attack, root, within);
            if (is_whole, line.len()) > (self.is_line_whole, self.line.len()) {
                (self.line, self.is_line_whole) = (line, is_whole);
            }
        }
    }

    /// The line of a proof, and whether it is whole.
    fn line_of(&mut self, attack: Attack, root: &Node, within: u16) -> (Vec<Action>, bool) {
        self.with_grace(|course| {
            let is_exact = within <= course.front(attack).none_within.saturating_add(1);
            course.follow(attack, is_exact, |follower| follower.line(root, within))
        })
    }

    /// Follows a proof.
    fn follow<T>(
        &mut self,
        attack: Attack,
        is_exact: bool,
        what: impl FnOnce(&mut Follower<'_, '_>) -> T,
    ) -> T {
        let (game, is_in_doubt) = (self.game, self.tree.is_in_doubt());
        let (mut prover, held) = self.prover_and_held(attack, u64::MAX);
        let played = is_in_doubt.then(|| Played::new(held, game));
        what(&mut Follower { prover: &mut prover, is_exact, played })
    }

    /// Does something for which there is some time left when the search ends, the same for
    /// all that is done so.
    fn with_grace<T>(&mut self, what: impl FnOnce(&mut Course<'a>) -> T) -> T {
        let over = self.wanted.time.map(|time| self.began + time + grace(time));
        let clock = running(over, self.watch);
        let usual = std::mem::replace(&mut self.tree.clock, clock);
        let done = what(self);
        if let Some(error) = self.tree.clock.error() {
            // The usual clock tells of it.
            _ = usual.answered::<()>(Err(error));
        }
        self.tree.clock = usual;
        done
    }

    /// Tries to show that an attack never succeeds, for as long as it took to show that
    /// it does not within some actions.
    fn look_for_a_fortress(&mut self, attack: Attack, root: &Node, spent: u64) {
        if self.front(attack).is_settled() || self.tree.repetitions() == Repetitions::Asked {
            return;
        }
        let most = (self.wanted.memory / 4 / POSITION_BYTES).min(spent as usize / 2 + 100);
        if fortress::holds(&self.tree, attack, &self.table, root, most) == Some(true) {
            self.note(attack, Verdict::Disproved(FOREVER));
        }
    }

    /// Looks for a win or a loss of any length.
    fn far_away(&mut self, root: &Node, budget: u64) -> Round {
        let far = self.far();
        for (attack, budget) in [(Attack::Win, budget / 4), (Attack::Loss, budget / 8)] {
            let is_puzzle = self.loss.is_none();
            if self.has_found() || (is_puzzle && attack == Attack::Loss) {
                continue;
            }
            let front = self.front(attack);
            if front.is_settled() || front.none_within + 2 >= far {
                continue;
            }
            if let Some((Verdict::Proved(within), _)) = self.ask(attack, root, far, budget)
                && !self.confirm(attack, root, within)
            {
                return Round::Stopped;
            }
            if self.tree.clock.must_stop() {
                return Round::Stopped;
            }
        }
        Round::Spent
    }

    fn solution(&self, stopped: Option<Stopped>) -> Solution {
        let length = |front: &Front| {
            let actions = front.found?;
            Some(Length { actions, is_shortest: front.is_settled() })
        };
        let loss = self.loss.as_ref();
        let result = match (length(&self.win), loss.and_then(length)) {
            (Some(length), _) => SolveResult::Win(length),
            (None, Some(length)) => SolveResult::Loss(length),
            (None, None) if self.is_settled() => SolveResult::Neither,
            (None, None) => SolveResult::Unknown,
        };
        Solution {
            player: self.tree.player,
            result,
            no_win: RuledOut::new(self.win.none_within),
            no_loss: RuledOut::new(loss.map_or(FOREVER, |loss| loss.none_within)),
            line: self.line.clone(),
            is_line_whole: self.is_line_whole,
            tree: Vec::new(),
            others: Vec::new(),
            positions: self.watch.positions(),
            time: self.began.elapsed(),
            stopped,
        }
    }

    /// Adds the answers and other first actions.
    fn show(&mut self, root: &Node, solution: &mut Solution) {
        let (attack, length) = match solution.result {
            SolveResult::Win(length) => (Attack::Win, Some(length)),
            SolveResult::Loss(length) => (Attack::Loss, Some(length)),
            SolveResult::Neither | SolveResult::Unknown => (Attack::Win, None),
        };
        let none_within = self.win.none_within;
        let depth = match self.wanted.shown {
            Shown::Tree => MOST_ACTIONS,
            _ => REFUTATION_DEPTH,
        };
        let is_exact = length.is_some_and(|length| length.is_shortest);
        let follow = |follower: &mut Follower<'_, '_>| {
            if let Some(length) = length {
                let mut room = MOST_BRANCHES;
                solution.tree = follower.tree(root, length.actions, depth, &mut room);
            }
            if attack == Attack::Win {
                let within = length.map_or(none_within, |length| length.actions);
                let but = solution.tree.first().map(|first| first.action.clone());
                solution.others = match within {
                    0 => Vec::new(),
                    within => follower.others(root, but.as_ref(), within),
                };
            }
        };
        self.with_grace(|course| course.follow(attack, is_exact, follow));
    }
}

/// How much longer it may take than it was to.
fn grace(time: Duration) -> Duration {
    (time / 10).clamp(LEAST_GRACE, MOST_GRACE)
}

/// A clock that runs from the beginning.
fn running(deadline: Option<Instant>, watch: &SolveWatch) -> Clock {
    let clock = Clock::new(deadline, watch.interrupt.clone(), watch.positions.clone());
    clock.run();
    clock
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_a_tenth_longer_but_at_least_some_seconds_and_no_more_than_a_minute() {
        for (time, more) in [(0.05, 2), (5.0, 2), (60.0, 6), (300.0, 30), (36_000.0, 60)] {
            assert_eq!(grace(Duration::from_secs_f64(time)), Duration::from_secs(more), "{time}");
        }
    }
}
