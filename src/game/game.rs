//! A game in progress: the position, how it came about, and what can be played,
//! undone and played again.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use im::Vector;
use thiserror::Error;

use super::about::About;
use super::action::Action;
use super::ending::Settlement;
use super::history::{History, Made};
use super::notation::plain;
use super::position::Position;
use super::rules::Rules;
use crate::logic::check::completeness::STUCK;
use crate::logic::check::declarations::Shape;
use crate::logic::check::types::Type;
use crate::logic::engine::{EvalError, Facts};
use crate::logic::program::{Name, Origin, RelationId, Wrapper};
use crate::logic::query::Query;
use crate::logic::slice::Slice;
use crate::logic::{Atom, Cell, Row, Value};

/// The reason to refuse whatever is tried once a game is over, in `every_game.pl`.
const OVER: &str = "over";

/// The reason to refuse what is not an action of the game, of which no rules can speak.
const NO_ACTION: &str = "no_action";

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// Somebody has won; several, if the rules say so of several.
    Won(Vec<Atom>),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// The outcome that facts of `wins/1` and `draw/0` tell, each by its first column.
    fn from_facts(facts: impl Iterator<Item = Option<Value>>) -> Outcome {
        let facts: Vec<Option<Value>> = facts.collect();
        let values = facts.iter().flatten();
        let mut winners: Vec<Atom> = values.filter_map(|value| value.as_atom()).collect();
        winners.sort();
        match (winners.is_empty(), facts.is_empty()) {
            (false, _) => Outcome::Won(winners),
            (true, false) => Outcome::Draw,
            (true, true) => Outcome::Open,
        }
    }
}

/// How a game stands, and what its position is worth by the rules.
pub(crate) struct Judgement {
    /// How it stands.
    pub outcome: Outcome,
    /// What it is worth to each player the rules say it of, in no order.
    pub values: Vec<(Atom, i64)>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<String> = self.actions().map(|action| action.to_string()).collect();
        f.debug_struct("Game")
            .field("rules", &self.rules)
            .field("actions", &actions)
            .finish_non_exhaustive()
    }
}

/// A reason why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Reason {
    /// Its name in the rules; `no_action` for what is not an action of theirs at all.
    pub name: Atom,
    /// What a player reads.
    pub message: String,
}

/// An action that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The action.
    pub action: Action,
    /// Why. Empty only where the rules give no reason.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// The reasons in words.
    pub fn why(&self) -> String {
        if self.reasons.is_empty() {
            return "it is not legal (the rules give no reason)".into();
        }
        let messages: Vec<&str> = self.reasons.iter().map(|r| r.message.as_str()).collect();
        messages.join("; ")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is refused: {}", self.action, self.why())
    }
}

impl std::error::Error for Refusal {}

/// Why an action was not played.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// A game in progress. Copies share what they have in common.
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    position: Position,
    history: History,
    /// What was undone, the next to be done again last.
    undone: Vector<Action>,
    settled: Option<Settled>,
    about: Option<Arc<About>>,
    /// The number of its first turn, if it began from a position that was set up.
    set_up: Option<NonZeroU32>,
}

/// How players ended the game, and after how many moves. It stands there as long as
/// the moves do: undone and done again, they come to it again.
#[derive(Clone, Copy)]
struct Settled {
    by: Settlement,
    after: usize,
}

/// The facts that rules are asked about: a position and its history, with an
/// action supposed or not.
pub struct Situation<'a> {
    game: &'a Game,
    supposed: Option<(RelationId, &'a Row)>,
}

impl Facts for Situation<'_> {
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        let program = self.game.rules.program();
        match program.relations[relation].origin {
            Origin::State => self.game.position.each(relation, visit),
            Origin::History => {
                let number = match Some(relation) == self.game.rules.repetitions() {
                    true => self.game.repetitions(),
                    false => self.game.turn_number(),
                };
                visit(&[Value::Int(number as i64)]);
            }
            _ => self.each_supposed(relation, visit),
        }
    }

    fn values(&self, relation: RelationId) -> Option<&[Value]> {
        Facts::values(self.game, relation)
    }

    fn after(&self, action: Atom, args: &Row) -> Result<Option<Box<dyn Facts>>, EvalError> {
        let mut next = self.game.clone();
        next.play_unchecked(&Action { name: action, args: args.clone() })?;
        Ok(Some(Box::new(next)))
    }
}

/// A game by itself is a situation in which nothing is supposed.
impl Facts for Game {
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        self.situation().each(relation, visit);
    }

    fn values(&self, relation: RelationId) -> Option<&[Value]> {
        match self.rules.program().relations[relation].origin {
            Origin::State => self.position.values(relation),
            _ => None,
        }
    }

    fn after(&self, action: Atom, args: &Row) -> Result<Option<Box<dyn Facts>>, EvalError> {
        self.situation().after(action, args)
    }
}

impl Situation<'_> {
    /// Calls `visit` with the supposed action, if the relation is about it.
    pub fn each_supposed(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        if let Some((_, row)) = self.supposed.filter(|(supposed, _)| *supposed == relation) {
            visit(row);
        }
    }
}

impl Game {
    /// A game at its start.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Result<Game, EvalError> {
        let rules = rules.into();
        let position = Position::empty(rules.program());
        let mut game = Game::with_position(rules, position);
        game.set_up = None;
        for (relation, row) in game.rules.ask(Slice::Start, &game.situation())? {
            game.position.insert(game.rules.changed_by(relation).state, &row);
        }
        Ok(game)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position.
    #[doc(hidden)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Puts the game into a position that no moves led to.
    #[doc(hidden)]
    pub fn with_position(rules: Arc<Rules>, position: Position) -> Game {
        Game::set_up(rules, position, NonZeroU32::MIN)
    }

    /// The same where the turn to come has a number, counted from 1: rules may
    /// ask for it.
    #[doc(hidden)]
    pub fn set_up(rules: Arc<Rules>, position: Position, turn_number: NonZeroU32) -> Game {
        let (history, undone) = (History::default(), Vector::new());
        Game {
            rules,
            position,
            history,
            undone,
            settled: None,
            about: None,
            set_up: Some(turn_number),
        }
    }

    /// Whether it began from a position that was set up.
    pub fn is_set_up(&self) -> bool {
        self.set_up.is_some()
    }

    /// The game before its first move.
    pub fn beginning(&self) -> Game {
        let position = match self.history.moves().next() {
            Some(first) => first.before.clone(),
            None => self.position.clone(),
        };
        let (rules, history, undone) = (self.rules.clone(), History::default(), Vector::new());
        let (about, set_up) = (self.about.clone(), self.set_up);
        Game { rules, position, history, undone, settled: None, about, set_up }
    }

    /// A game by other rules that begins as this one did: at the start, or from
    /// the position that was set up.
    #[doc(hidden)]
    pub fn restarted(&self, rules: Arc<Rules>) -> Result<Game, EvalError> {
        match self.is_set_up() {
            true => Ok(Game { about: None, ..self.beginning().under(rules) }),
            false => Game::new(rules),
        }
    }

    /// The same game under other rules for it: position, history and what was
    /// undone stay as they are.
    #[doc(hidden)]
    pub fn under(&self, rules: Arc<Rules>) -> Game {
        let (from, to) = (self.rules.program(), rules.program());
        let mut history = History::default();
        for made in self.history.moves() {
            history.push(made.action.clone(), made.before.translated(from, to));
        }
        Game {
            position: self.position.translated(from, to),
            history,
            undone: self.undone.clone(),
            settled: self.settled,
            about: self.about.clone(),
            set_up: self.set_up,
            rules,
        }
    }

    /// Whether the position, and those before it, can stand under other rules:
    /// their facts are declared alike.
    pub(crate) fn fits(&self, rules: &Rules) -> bool {
        let positions = self.earlier_positions().chain([&self.position]);
        let (from, to) = (self.rules.program(), rules.program());
        positions.flat_map(Position::sorted).all(|(relation, row)| {
            let known = &from.relations[relation];
            let same = to.relations.find(known.name, known.arity);
            same.is_some_and(|id| {
                let columns = to.relations[id].columns.iter().flatten();
                to.relations[id].origin == Origin::State
                    && columns.zip(&row).all(|(ty, value)| rules.has_value(*ty, *value))
            })
        })
    }

    /// Takes over what was undone in another game with the same moves, how its
    /// players ended it, and what is known about it.
    #[doc(hidden)]
    pub fn keep_undone(&mut self, other: &Game) {
        self.undone = other.undone.clone();
        self.settled = other.settled;
        self.about = other.about.clone();
    }

    /// What is known about the game besides its moves.
    #[doc(hidden)]
    pub fn about(&self) -> &About {
        self.about.as_deref().unwrap_or(About::nothing())
    }

    /// The same, to be changed.
    #[doc(hidden)]
    pub fn about_mut(&mut self) -> &mut About {
        Arc::make_mut(self.about.get_or_insert_default())
    }

    /// How players ended the game, if it was not the rules.
    pub fn settlement(&self) -> Option<Settlement> {
        let settled = self.settled?;
        (settled.after == self.history.len()).then_some(settled.by)
    }

    /// Ends the game as its players wish.
    pub fn settle(&mut self, by: Settlement) {
        self.settled = Some(Settled { by, after: self.history.len() });
    }

    /// Takes that back; how it was ended, if it was.
    pub fn unsettle(&mut self) -> Option<Settlement> {
        let settlement = self.settlement()?;
        self.settled = None;
        Some(settlement)
    }

    /// The facts that the rules are asked about.
    #[doc(hidden)]
    pub fn situation(&self) -> Situation<'_> {
        Situation { game: self, supposed: None }
    }

    /// The same, supposing that an action is played (`Wrapper::Does`) or tried
    /// (`Wrapper::Tried`). What is not an action of the game cannot be supposed.
    #[doc(hidden)]
    pub fn supposing<'a>(&'a self, wrapper: Wrapper, action: &'a Action) -> Situation<'a> {
        let program = self.rules.program();
        let relation = program.wrapped(wrapper, action.name, action.args.len());
        let relation = relation.filter(|id| {
            let columns = program.relations[*id].columns.iter().flatten();
            columns.zip(&action.args).all(|(ty, value)| self.is_of_type(*value, *ty))
        });
        Situation { game: self, supposed: relation.map(|relation| (relation, &action.args)) }
    }

    fn is_of_type(&self, value: Value, ty: Type) -> bool {
        match (ty, value) {
            (Type::Int, Value::Int(_)) | (Type::Atom | Type::Enum(_), Value::Atom(_)) => true,
            (Type::Cell, Value::Cell(cell)) => {
                let board = &self.rules.program().declarations.board;
                match cell {
                    Cell::Axial(..) => *board == Some(Shape::Hex),
                    Cell::Named(_) => matches!(board, Some(Shape::Graph(_))),
                    Cell::Lettered(..) => !matches!(board, Some(Shape::Hex | Shape::Graph(_))),
                }
            }
            _ => false,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Atom> {
        self.position.rows(self.rules.turn()?).next()?.first()?.as_atom()
    }

    /// The number of the turn to come, counted from 1.
    pub fn turn_number(&self) -> usize {
        self.history.len() + self.set_up.map_or(1, |first| first.get() as usize)
    }

    /// How often this position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        1 + self.history.times(&self.position)
    }

    /// The positions before this one, the latest first.
    pub(crate) fn earlier_positions(&self) -> impl Iterator<Item = &Position> {
        self.history.positions()
    }

    /// The actions played so far.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = &Action> + ExactSizeIterator {
        self.history.moves().map(|made| &made.action)
    }

    /// The moves so far: each action with the game as it stood before it, which
    /// [`write`](Game::write)s it.
    pub fn moves(&self) -> Vec<(Game, Action)> {
        let mut game = Game { undone: Vector::new(), ..self.clone() };
        let mut moves = Vec::with_capacity(game.history.len());
        while let Some(made) = game.back() {
            moves.push((game.clone(), made.action));
        }
        moves.reverse();
        moves
    }

    /// The legal actions, sorted.
    pub fn legal(&self) -> Result<Vec<Action>, EvalError> {
        let mut actions = self.legal_unsorted()?;
        actions.sort();
        Ok(actions)
    }

    /// The legal actions, in the order in which they were found.
    #[doc(hidden)]
    pub fn legal_unsorted(&self) -> Result<Vec<Action>, EvalError> {
        if self.settlement().is_some() {
            return Ok(Vec::new());
        }
        let program = self.rules.program();
        let facts = self.rules.ask(Slice::Legal, &self.situation())?;
        let action = |(relation, args): (RelationId, Row)| match program.relations[relation].name {
            Name::Wrapped(_, name) => Action { name, args },
            _ => unreachable!("the legal slice derives wrapped facts"),
        };
        Ok(facts.into_iter().map(action).collect())
    }

    /// How many legal actions there are.
    pub fn count_legal(&self) -> Result<usize, EvalError> {
        match self.settlement() {
            Some(_) => Ok(0),
            None => Ok(self.rules.ask(Slice::Legal, &self.situation())?.len()),
        }
    }

    /// How the game stands, and whether anything is legal. The rules are asked as
    /// they are written, which is quick where rules that have just changed are asked
    /// this once.
    #[doc(hidden)]
    pub fn standing(&self) -> Result<(Outcome, bool), EvalError> {
        if !self.rules.is_game() {
            return Ok((Outcome::Open, true));
        }
        if self.settlement().is_some() {
            return Ok((self.outcome()?, false));
        }
        let program = self.rules.program();
        let [legal, ending] = [Slice::Legal, Slice::Outcome].map(|slice| slice.targets(program));
        let engine = self.rules.engine();
        let asked = [legal.as_slice(), ending.as_slice()].concat();
        let model = engine.derive(&engine.as_written(&asked), &self.situation())?;
        let ending = ending.iter().flat_map(|relation| model.rows(*relation));
        let outcome = Outcome::from_facts(ending.map(|row| row.first().copied()));
        let can_move = legal.iter().any(|relation| model.rows(*relation).next().is_some());
        Ok((outcome, can_move))
    }

    /// How the game stands.
    pub fn outcome(&self) -> Result<Outcome, EvalError> {
        if let Some(settlement) = self.settlement() {
            return Ok(settlement.outcome(self.rules.program().declarations.players()));
        }
        let facts = self.rules.ask(Slice::Outcome, &self.situation())?;
        Ok(Outcome::from_facts(facts.iter().map(|(_, row)| row.first().copied())))
    }

    /// What the position is worth to each player the rules say it of, sorted.
    pub fn values(&self) -> Result<Vec<(Atom, i64)>, EvalError> {
        let mut values = self.judged()?.values;
        values.sort();
        Ok(values)
    }

    /// How the game stands and what the position is worth to those who play on: a value
    /// that cannot be computed does not matter once the game is over.
    pub(crate) fn judgement(&self) -> Result<Judgement, EvalError> {
        self.judged().or_else(|error| match self.outcome()? {
            Outcome::Open => Err(error),
            outcome => Ok(Judgement { outcome, values: Vec::new() }),
        })
    }

    /// How the game stands and what the position is worth, derived in one go.
    fn judged(&self) -> Result<Judgement, EvalError> {
        let facts = self.rules.ask(Slice::Judgement, &self.situation())?;
        let (values, ending): (Vec<_>, Vec<_>) =
            facts.iter().map(|(_, row)| row.as_slice()).partition(|row| row.len() == 2);
        let value = |row: &[Value]| Some((row[0].as_atom()?, row[1].as_int()?));
        let outcome = match self.settlement() {
            Some(settlement) => settlement.outcome(self.rules.program().declarations.players()),
            None => Outcome::from_facts(ending.iter().map(|row| row.first().copied())),
        };
        Ok(Judgement { outcome, values: values.into_iter().filter_map(value).collect() })
    }

    /// Who is ahead if the game is broken off, as far as the rules say it.
    pub fn leads(&self) -> Result<Vec<Atom>, EvalError> {
        let facts = self.rules.ask(Slice::Leads, &self.situation())?;
        let mut leading: Vec<Atom> =
            facts.iter().filter_map(|(_, row)| row.first()?.as_atom()).collect();
        leading.sort();
        Ok(leading)
    }

    /// Why an action is refused; empty for a legal one, and for one of which the rules
    /// say nothing. The reasons come in the order in which the rules have messages for
    /// them, those that every game shares first. [`Why::refused_by`](super::Why::refused_by)
    /// has the rule that gives each of them.
    ///
    /// What the rules do not declare, or with a column that is not of its type, is refused
    /// for that alone, by the name of `no_action`.
    pub fn reasons(&self, action: &Action) -> Result<Vec<Reason>, EvalError> {
        if let Some(message) = plain::why_no_action(self, action) {
            return Ok(vec![Reason { name: Atom::new(NO_ACTION), message }]);
        }
        let facts = self.rules.ask(Slice::Refuse, &self.supposing(Wrapper::Tried, action))?;
        let mut given: BTreeSet<Atom> =
            facts.iter().filter_map(|(_, row)| row.last()?.as_atom()).collect();
        if self.settlement().is_some() {
            given.insert(Atom::new(OVER));
        }
        self.in_words(given)
    }

    /// Why nothing can be done with a piece, or whatever else actions name, as far as
    /// the rules say so in `stuck(Piece, Reason)`. The reasons come in the same order.
    pub fn stuck(&self, piece: Value) -> Result<Vec<Reason>, EvalError> {
        let stuck = self.rules.program().relations.plain(STUCK, 2);
        let Some(stuck) = stuck else { return Ok(Vec::new()) };
        let engine = self.rules.engine();
        let model = engine.derive(&engine.as_written(&[stuck]), &self.situation())?;
        let rows = model.rows(stuck).filter(|row| row[0] == piece);
        self.in_words(rows.filter_map(|row| row[1].as_atom()).collect())
    }

    /// What is wrong with the position, as far as the rules say it: where it was
    /// set up, they may have an `unsound(Reason)`.
    pub fn unsound(&self) -> Result<Vec<Reason>, EvalError> {
        let Some(unsound) = self.rules.unsound() else { return Ok(Vec::new()) };
        let engine = self.rules.engine();
        let model = engine.derive(&engine.as_written(&[unsound]), &self.situation())?;
        self.in_words(model.rows(unsound).filter_map(|row| row[0].as_atom()).collect())
    }

    /// Reasons with their messages, in the order of these.
    fn in_words(&self, mut given: BTreeSet<Atom>) -> Result<Vec<Reason>, EvalError> {
        let mut known = self.messages()?;
        // The first message counts.
        known.retain(|(name, _)| given.remove(name));
        let without_message = given.into_iter().map(|name| (name, name));
        let reason =
            |(name, message): (Atom, Atom)| Reason { name, message: message.as_str().to_string() };
        Ok(known.into_iter().chain(without_message).map(reason).collect())
    }

    /// The messages of reasons and causes, in the order of the rules.
    pub(super) fn messages(&self) -> Result<Vec<(Atom, Atom)>, EvalError> {
        let program = self.rules.program();
        let Some(messages) = program.relations.plain("reason", 2) else { return Ok(Vec::new()) };
        let engine = self.rules.engine();
        let model = engine.derive(&engine.as_written(&[messages]), &self.situation())?;
        let rows = model.rows(messages);
        Ok(rows.filter_map(|row| Some((row[0].as_atom()?, row[1].as_atom()?))).collect())
    }

    /// Why a query cannot be asked, if it looks at what holds after an action that
    /// is not legal.
    #[doc(hidden)]
    pub fn refusal_of(&self, query: &Query) -> Result<Option<Refusal>, EvalError> {
        for (name, args) in query.played(self.rules.program()) {
            let action = Action { name, args };
            if !self.legal_unsorted()?.contains(&action) {
                let reasons = self.reasons(&action)?;
                return Ok(Some(Refusal { action, reasons }));
            }
        }
        Ok(None)
    }

    /// Plays an action, if it is legal. Otherwise the game stays as it was.
    pub fn play(&mut self, action: &Action) -> Result<(), PlayError> {
        if !self.legal_unsorted()?.contains(action) {
            let reasons = self.reasons(action)?;
            return Err(Refusal { action: action.clone(), reasons }.into());
        }
        let before = self.history.len();
        self.play_unchecked(action)?;
        self.undone.clear();
        if self.about().reaches_beyond(before) {
            self.about_mut().forget_beyond(before);
        }
        Ok(())
    }

    /// Goes on as if the moves of another game had led here, no longer than those that
    /// did: only their positions have occurred before. The number of the turn stays.
    pub(crate) fn take_history_of(&mut self, other: &Game) {
        let first = self.turn_number().saturating_sub(other.history.len()).max(1);
        self.set_up = NonZeroU32::new(first as u32);
        self.history = other.history.clone();
    }

    /// Plays an action that is known to be legal.
    pub fn play_unchecked(&mut self, action: &Action) -> Result<(), EvalError> {
        let changes = self.rules.ask(Slice::Next, &self.supposing(Wrapper::Does, action))?;
        let before = self.position.clone();
        let changes = || changes.iter().map(|(id, row)| (self.rules.changed_by(*id), row));
        for (change, row) in changes().filter(|(change, _)| change.ends) {
            self.position.remove(change.state, row);
        }
        for (change, row) in changes().filter(|(change, _)| !change.ends) {
            self.position.insert(change.state, row);
        }
        self.history.push(action.clone(), before);
        self.settled = None;
        Ok(())
    }

    /// Takes the last action back; which it was, if there was one.
    pub fn undo(&mut self) -> Option<Action> {
        let action = self.back()?.action;
        self.undone.push_back(action.clone());
        Some(action)
    }

    /// Goes back to the position before the last move.
    fn back(&mut self) -> Option<Made> {
        let last = self.history.pop()?;
        self.position = last.before.clone();
        Some(last)
    }

    /// Plays again what was undone last; which it was, if there was anything. It
    /// is refused where the rules have changed so that it is legal no longer.
    pub fn redo(&mut self) -> Result<Option<Action>, PlayError> {
        let Some(action) = self.undone.last().cloned() else { return Ok(None) };
        let mut kept = self.clone();
        kept.undone.pop_back();
        self.play(&action)?;
        self.keep_undone(&kept);
        Ok(Some(action))
    }

    /// How many actions can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }
}
