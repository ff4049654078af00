//! Setting up a position that no moves led to: piece by piece, from facts or from
//! a drawing. What makes sense on the board is for the rules to say, by an
//! `unsound(Reason)`; here it is only seen to that facts are as they are declared.

mod edit;
mod error;
mod facts;

use std::num::NonZeroU32;
use std::sync::Arc;

pub use self::edit::{Edit, Fact};
pub use self::error::SetupError;
use self::facts::Said;
pub use self::facts::axial;
use super::drawing::reading::is_drawing;
use super::game::{Game, Reason};
use super::position::Position;
use super::rules::Rules;
use crate::game::notation::Unreadable;
use crate::logic::check::types::Type;
use crate::logic::engine::EvalError;
use crate::logic::program::RelationId;
use crate::logic::{Atom, Row, Value};

/// More facts than this make no position: each is compared with all others.
const MOST_FACTS: usize = 10_000;

/// This many numbers of a turn are tried, where nobody says which it is.
const NUMBERS_TRIED: u32 = 60;

/// A position that is being set up.
#[derive(Clone)]
pub struct Setup {
    rules: Arc<Rules>,
    position: Position,
    number: Number,
}

/// The number of the turn to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// Somebody said it.
    Said(NonZeroU32),
    /// The first from there on with which the rules find nothing wrong.
    From(NonZeroU32),
}

impl Setup {
    /// Begins with the position of a game as it stands.
    pub fn of(game: &Game) -> Setup {
        let number = u32::try_from(game.turn_number()).ok().and_then(NonZeroU32::new);
        let number = Number::From(number.unwrap_or(NonZeroU32::MIN));
        Setup { rules: game.rules().clone(), position: game.position().clone(), number }
    }

    /// Begins with the first position of a game.
    pub fn at_start(rules: &Arc<Rules>) -> Result<Setup, EvalError> {
        Ok(Setup::of(&Game::new(rules.clone())?))
    }

    /// Begins with an empty board: the first position without all that lies on it.
    pub fn empty(rules: &Arc<Rules>) -> Result<Setup, EvalError> {
        let mut setup = Setup::at_start(rules)?;
        let relations = &rules.program().relations;
        for (relation, row) in setup.position.sorted() {
            if relations[relation].columns.contains(&Some(Type::Cell)) {
                setup.position.remove(relation, &row);
            }
        }
        Ok(setup)
    }

    /// Begins without any facts, to be told them all.
    pub fn blank(rules: &Arc<Rules>) -> Setup {
        let position = Position::empty(rules.program());
        Setup { rules: rules.clone(), position, number: Number::From(NonZeroU32::MIN) }
    }

    /// Adds the facts of a text.
    pub fn add_facts(&mut self, text: &str) -> Result<(), SetupError> {
        self.add(facts::read(&self.rules, text)?)
    }

    /// The position from a text: facts, as they are exported, or a drawing.
    pub fn from_text(rules: &Arc<Rules>, text: &str) -> Result<Setup, SetupError> {
        if !is_drawing(text) {
            let mut setup = Setup::blank(rules);
            setup.add_facts(text)?;
            return Ok(setup);
        }
        let mut setup = Setup::empty(rules)?;
        let drawn = rules.presentation().read_drawing(&setup.shown(), text)?;
        if drawn.facts.is_empty() && drawn.turn.is_none() {
            let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            return Err(Unreadable::new(first, "it is neither facts nor a drawing").into());
        }
        if drawn.is_whole {
            let turns = setup.turns().unwrap_or_default();
            setup = Setup::blank(rules);
            for (player, turn) in turns.into_iter().zip(rules.turn()) {
                setup.insert(turn, &[player.into()])?;
            }
        }
        for (relation, row) in &drawn.facts {
            setup.insert(*relation, row)?;
        }
        if let (Some(player), Some(turn)) = (drawn.turn, rules.turn()) {
            setup.insert(turn, &[player.into()])?;
        }
        if let Some(number) = drawn.turn_number.and_then(NonZeroU32::new) {
            setup.number = Number::Said(number);
        }
        Ok(setup)
    }

    /// The same by other rules, if they know all its facts.
    pub fn under(&self, rules: &Arc<Rules>) -> Option<Setup> {
        if Arc::ptr_eq(rules, &self.rules) {
            return Some(self.clone());
        }
        let game = self.shown();
        let position = game.fits(rules).then(|| game.under(rules.clone()))?.position().clone();
        Some(Setup { rules: rules.clone(), position, number: self.number })
    }

    /// The game as it would stand, whatever is wrong with it.
    pub fn shown(&self) -> Game {
        let (Number::Said(number) | Number::From(number)) = self.number;
        Game::set_up(self.rules.clone(), self.position.clone(), number)
    }

    /// Puts something: a piece, as the game's players name it and its place, or
    /// facts.
    pub fn put(&mut self, text: &str) -> Result<(), SetupError> {
        if let Some(said) = facts::meant(&self.rules, text) {
            return self.add(said?);
        }
        let edit = self.rules.presentation().put(&self.shown(), text)?;
        self.edit(&edit)
    }

    /// Takes something away: a piece or all that lies on a cell, or facts, in which
    /// `_` stands for anything. How many facts went.
    pub fn take(&mut self, text: &str) -> Result<usize, SetupError> {
        if let Some(said) = facts::meant_patterns(&self.rules, text) {
            let patterns = said?;
            let all = self.position.sorted();
            let is_meant = |fact: &&Fact| patterns.iter().any(|it| it.fits(fact.0, &fact.1));
            let gone: Vec<Fact> = all.iter().filter(is_meant).cloned().collect();
            return self.taken(text, Edit { gone, come: Vec::new() });
        }
        if let Some(edit) = self.rules.presentation().take(&self.shown(), text) {
            return self.taken(text, edit?);
        }
        let value = self.value(text)?;
        let on_board = self.position.sorted().into_iter().filter(|(relation, row)| {
            let relation = &self.rules.program().relations[*relation];
            relation.columns.contains(&Some(Type::Cell)) && row.contains(&value)
        });
        let gone = on_board.collect();
        self.taken(text, Edit { gone, come: Vec::new() })
    }

    fn taken(&mut self, text: &str, edit: Edit) -> Result<usize, SetupError> {
        if edit.gone.is_empty() {
            return Err(SetupError::NotThere { what: facts::shown(text) });
        }
        let count = edit.gone.len() - edit.come.len().min(edit.gone.len());
        self.edit(&edit)?;
        Ok(count)
    }

    /// The cell or name that a word means.
    fn value(&self, text: &str) -> Result<Value, SetupError> {
        let declarations = &self.rules.program().declarations;
        let cell = match declarations.board_is_unbounded() {
            true => facts::axial(text),
            false => declarations.cell_named(text),
        };
        let named = declarations.enums.iter().flat_map(|known| &known.values);
        let mut named = named.filter(|value| value.as_str().eq_ignore_ascii_case(text));
        let value = cell.map(Value::Cell).or_else(|| named.next().map(|atom| Value::Atom(*atom)));
        value.ok_or_else(|| SetupError::NotThere { what: facts::shown(text) })
    }

    /// Goes and comes, facts first that go.
    fn edit(&mut self, edit: &Edit) -> Result<(), SetupError> {
        for (relation, row) in &edit.gone {
            self.position.remove(*relation, row);
        }
        edit.come.iter().try_for_each(|(relation, row)| self.insert(*relation, row))
    }

    fn add(&mut self, said: Vec<Said>) -> Result<(), SetupError> {
        let mut number = None;
        for said in said {
            match said {
                Said::Fact(relation, row) => self.insert(relation, &row)?,
                Said::TurnNumber(said) => number = Some(Number::Said(said)),
                Said::Nothing => {}
            }
        }
        self.number = number.unwrap_or(self.number);
        Ok(())
    }

    /// Makes a fact hold. There is one turn, and one number of each thing that is
    /// counted aside from the board: a new one takes the place of the old.
    fn insert(&mut self, relation: RelationId, row: &[Value]) -> Result<(), SetupError> {
        let is_turn = Some(relation) == self.rules.turn();
        let changes_turn =
            is_turn && self.position.rows(relation).next().is_some_and(|old| old != row);
        let columns = &self.rules.program().relations[relation].columns;
        let is_count =
            columns.last() == Some(&Some(Type::Int)) && !columns.contains(&Some(Type::Cell));
        if is_turn || is_count {
            let about = if is_turn { &[] } else { &row[..row.len() - 1] };
            let old = self.position.rows(relation).filter(|old| old.starts_with(about));
            let old: Vec<Row> = old.map(Row::from_slice).collect();
            old.iter().for_each(|old| self.position.remove(relation, old));
        }
        if let (true, Number::Said(number)) = (changes_turn, self.number) {
            self.number = Number::From(number);
        }
        self.position.insert(relation, row);
        match self.position.len() > MOST_FACTS {
            true => Err(SetupError::TooMany { most: MOST_FACTS }),
            false => Ok(()),
        }
    }

    /// Whose turn it is, if the rules keep that in the position.
    fn turns(&self) -> Option<Vec<Atom>> {
        let turn = self.rules.turn()?;
        self.position.values(turn)?;
        Some(self.position.rows(turn).filter_map(|row| row[0].as_atom()).collect())
    }

    /// The game from here on, if nothing is wrong with the position.
    pub fn finish(&self) -> Result<Game, SetupError> {
        if self.turns().is_some_and(|turns| turns.is_empty()) {
            let players = self.rules.program().declarations.players();
            let players = players.iter().map(|player| player.to_string()).collect();
            return Err(SetupError::NoTurn { players });
        }
        let (game, problems) = self.judged()?;
        match problems.is_empty() {
            true => Ok(game),
            false => Err(SetupError::Unsound(problems)),
        }
    }

    /// The game with the number of its turn, and what is wrong with it. If nobody
    /// said the number, it is the first with which least is wrong.
    pub fn judged(&self) -> Result<(Game, Vec<Reason>), EvalError> {
        let game = self.shown();
        let problems = game.unsound()?;
        let Number::From(first) = self.number else { return Ok((game, problems)) };
        if problems.is_empty() || !self.number_matters() {
            return Ok((game, problems));
        }
        let mut best = (game, problems);
        for more in 1..=NUMBERS_TRIED {
            let Some(number) = first.checked_add(more) else { break };
            let game = Game::set_up(self.rules.clone(), self.position.clone(), number);
            let problems = game.unsound()?;
            if problems.len() < best.1.len() {
                best = (game, problems);
            }
            if best.1.is_empty() {
                break;
            }
        }
        Ok(best)
    }

    /// Whether it depends on the number of the turn what is wrong.
    fn number_matters(&self) -> bool {
        let unsound: Vec<RelationId> = self.rules.unsound().into_iter().collect();
        self.rules.asks("turn_number", &unsound)
    }
}

/// The facts of the position that a text holds.
pub fn read_facts(rules: &Rules, text: &str) -> Result<Vec<Fact>, SetupError> {
    let said = facts::read(rules, text)?.into_iter();
    Ok(said
        .filter_map(|said| match said {
            Said::Fact(relation, row) => Some((relation, row)),
            Said::TurnNumber(_) | Said::Nothing => None,
        })
        .collect())
}

/// The facts that a game file holds of a position that was set up. The turn comes
/// last: a file that was cut short lacks it, and is not taken for a whole one.
pub fn written_facts(beginning: &Game) -> Vec<String> {
    let rules = beginning.rules();
    let (turns, others): (Vec<Fact>, Vec<Fact>) = beginning
        .position()
        .sorted()
        .into_iter()
        .partition(|(relation, _)| Some(*relation) == rules.turn());
    let written = |(relation, row): &Fact| rules.program().relations[*relation].show(row);
    let number = format!("turn_number({})", beginning.turn_number());
    others.iter().map(written).chain([number]).chain(turns.iter().map(written)).collect()
}
