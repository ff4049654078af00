//! One random game of a trial, and what is noticed while it is played.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::attempts::Attempts;
use super::problem::{Kind, Problem};
use crate::game::{Action, Game, Outcome, Reason, score};
use crate::logic::check::completeness::{ENDING, MOST_OF_ENDING};
use crate::logic::engine::EvalError;
use crate::logic::program::{Arg, Program};
use crate::logic::slice::Slice;
use crate::logic::{Atom, Value};

/// This many attempts are made in each position.
const ATTEMPTS: usize = 4;

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Outcome(Outcome),
    /// It took too long.
    BrokenOff,
    /// Nothing was legal.
    Stuck,
    /// The rules could not be evaluated.
    Failed,
}

/// A game that is being played, or has been.
pub struct SingleGame {
    game: Game,
    number: u64,
    /// How it ended.
    pub end: End,
    /// How many actions were legal in each position of it.
    pub branching: Vec<usize>,
    /// How often the position that came most often did.
    pub repetitions: usize,
    /// Illegal attempts.
    pub refused: u64,
    /// How many of them no rule gives a reason for.
    pub unreasoned: u64,
    /// What goes wrong in it, each kind once.
    pub problems: Vec<Problem>,
    /// The actions that were legal in it, each kind once.
    pub kinds: Vec<(Atom, usize)>,
}

fn kind_of(action: &Action) -> (Atom, usize) {
    (action.name, action.args.len())
}

/// Whether rules define a relation.
fn defines(program: &Program, name: &str, arity: usize) -> bool {
    let relation = program.relations.plain(name, arity);
    relation.is_some_and(|id| program.rules_for(id).next().is_some())
}

/// Whether a fact gives a reason a message, be it its own name.
fn has_message(program: &Program, reason: Atom) -> bool {
    let messages = program.relations.plain("reason", 2);
    let mut facts = messages.into_iter().flat_map(|id| program.rules_for(id));
    facts.any(|rule| rule.head_args.first() == Some(&Arg::Const(Value::Atom(reason))))
}

impl SingleGame {
    /// A game before its first action.
    pub fn begin(game: Game, number: u64) -> SingleGame {
        SingleGame {
            game,
            number,
            end: End::BrokenOff,
            branching: Vec::new(),
            repetitions: 1,
            refused: 0,
            unreasoned: 0,
            problems: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// How many actions it took.
    pub fn plies(&self) -> usize {
        self.branching.len()
    }

    /// Plays it to its end, or for this many actions; none, if that is interrupted.
    pub fn played(
        mut self,
        plies: usize,
        chance: &mut ChaCha8Rng,
        interrupt: &AtomicBool,
    ) -> Option<SingleGame> {
        match self.play(plies, chance, interrupt) {
            Ok(()) => {}
            Err(EvalError::Interrupted) => return None,
            Err(error) => {
                self.end = End::Failed;
                self.note(Kind::Failure { error: error.to_string() }, None);
            }
        }
        Some(self)
    }

    fn play(
        &mut self,
        plies: usize,
        chance: &mut ChaCha8Rng,
        interrupt: &AtomicBool,
    ) -> Result<(), EvalError> {
        // In every other game all kinds of actions are equally likely.
        let by_kind = self.number % 2 == 1;
        loop {
            if interrupt.load(Ordering::Relaxed) {
                return Err(EvalError::Interrupted);
            }
            self.repetitions = self.repetitions.max(self.game.repetitions());
            let outcome = self.game.outcome()?;
            if outcome != Outcome::Open {
                self.end = End::Outcome(outcome);
                return self.look_at_the_end();
            }
            let legal = self.game.legal()?;
            self.look_at_position(&legal)?;
            self.try_some(&legal, chance)?;
            if legal.is_empty() {
                self.end = End::Stuck;
                self.note(Kind::Stuck, None);
                return self.look_at_last_position();
            }
            if self.plies() == plies {
                return self.look_at_last_position();
            }
            let action = picked(&legal, by_kind, chance);
            self.look_at_action(&action)?;
            self.branching.push(legal.len());
            self.step(action)?;
        }
    }

    /// Plays an action, and sees what changes.
    fn step(&mut self, action: Action) -> Result<(), EvalError> {
        let before = self.game.clone();
        self.game.play_unchecked(&action).inspect_err(|error| {
            if *error != EvalError::Interrupted {
                self.action_failed(&action, error);
            }
        })?;
        // The number of the turn has changed, which some rules ask for.
        let turns_count = self.game.rules().heeds("turn_number", &Slice::ALL);
        if !turns_count && self.game.position() == before.position() {
            let kind = Kind::NothingChanges { action: kind_of(&action) };
            self.note_in(before, kind, Some(action));
        }
        Ok(())
    }

    fn look_at_position(&mut self, legal: &[Action]) -> Result<(), EvalError> {
        for action in legal {
            if !self.kinds.contains(&kind_of(action)) {
                self.kinds.push(kind_of(action));
            }
        }
        let turn = self.game.rules().turn();
        let turns = turn.into_iter().flat_map(|turn| self.game.position().rows(turn));
        let mut players: Vec<Atom> = turns.filter_map(|row| row.first()?.as_atom()).collect();
        players.sort();
        match players.len() {
            0 => self.note(Kind::NobodysTurn, None),
            1 => {}
            _ => self.note(Kind::SeveralTurns { players }, None),
        }
        let rules = self.game.rules().clone();
        if rules.values_positions() {
            let values = self.game.values()?;
            for player in rules.program().declarations.players() {
                if !values.iter().any(|(of, _)| of == player) {
                    self.note(Kind::NoValue { player: *player }, None);
                }
            }
        }
        Ok(())
    }

    /// Tries a few actions, and looks at why those that are illegal are refused.
    fn try_some(&mut self, legal: &[Action], chance: &mut ChaCha8Rng) -> Result<(), EvalError> {
        let game = self.game.clone();
        let attempts = Attempts::new(&game, legal);
        for _ in 0..ATTEMPTS {
            let Some(attempt) = attempts.next(chance) else { continue };
            if legal.contains(&attempt) {
                continue;
            }
            self.refused += 1;
            let reasons = game.reasons(&attempt).inspect_err(|error| {
                if *error != EvalError::Interrupted {
                    self.action_failed(&attempt, error);
                }
            })?;
            if reasons.is_empty() {
                self.unreasoned += 1;
                self.note(Kind::NoReason { action: kind_of(&attempt) }, Some(attempt.clone()));
            }
            self.look_at_messages(&reasons, Some(&attempt));
        }
        Ok(())
    }

    fn look_at_messages(&mut self, reasons: &[Reason], action: Option<&Action>) {
        let rules = self.game.rules().clone();
        for Reason { name, message } in reasons {
            // A reason without a message is told by its name.
            if name.as_str() == message && !has_message(rules.program(), *name) {
                self.note(Kind::NoMessage { reason: *name }, action.cloned());
            }
        }
    }

    /// A legal action has no reason to be refused, and is read as it is written.
    fn look_at_action(&mut self, action: &Action) -> Result<(), EvalError> {
        if let Some(reason) = self.game.reasons(action)?.first() {
            let kind = Kind::RefusedThoughLegal { action: kind_of(action), reason: reason.name };
            self.note(kind, Some(action.clone()));
        }
        let presentation = self.game.rules().presentation();
        let written = presentation.write(&self.game, action);
        let read = presentation.read(&self.game, &written);
        if read.ok().as_ref() != Some(action) {
            self.note(Kind::Misread { action: kind_of(action) }, Some(action.clone()));
        }
        Ok(())
    }

    fn look_at_the_end(&mut self) -> Result<(), EvalError> {
        let rules = self.game.rules().clone();
        let has_endings = (1..=MOST_OF_ENDING).any(|arity| defines(rules.program(), ENDING, arity));
        let causes = self.game.causes()?;
        if has_endings && causes.is_empty() {
            self.note(Kind::NoEnding, None);
        }
        self.look_at_messages(&causes, None);
        score(&self.game)?;
        self.look_at_last_position()
    }

    /// What takes longer is asked of the last position alone.
    fn look_at_last_position(&mut self) -> Result<(), EvalError> {
        if let Some(reason) = self.game.unsound()?.first() {
            self.note(Kind::Unsound { reason: reason.name }, None);
        }
        Ok(())
    }

    fn action_failed(&mut self, action: &Action, error: &EvalError) {
        self.note(Kind::Failure { error: error.to_string() }, Some(action.clone()));
    }

    fn note(&mut self, kind: Kind, action: Option<Action>) {
        self.note_in(self.game.clone(), kind, action);
    }

    /// Takes a problem down, if it is the first of its kind in this game.
    fn note_in(&mut self, shown_by: Game, kind: Kind, action: Option<Action>) {
        if !self.problems.iter().any(|known| known.kind == kind) {
            let number = self.number;
            self.problems.push(Problem { kind, games: 1, shown_by, action, number });
        }
    }
}

fn picked(legal: &[Action], by_kind: bool, chance: &mut ChaCha8Rng) -> Action {
    let any = chance.random_range(0..legal.len());
    if !by_kind {
        return legal[any].clone();
    }
    let mut kinds: Vec<(Atom, usize)> = legal.iter().map(kind_of).collect();
    kinds.dedup();
    let kind = kinds.choose(chance).copied();
    let alike: Vec<&Action> = legal.iter().filter(|action| Some(kind_of(action)) == kind).collect();
    alike.choose(chance).map_or_else(|| legal[any].clone(), |action| (*action).clone())
}
