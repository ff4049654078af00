//! Attempts: actions that somebody might try, legal or not. Half of them differ from a
//! legal action in one column, as mistakes do; the others are any at all.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::{Action, Game};
use crate::logic::check::declarations::Template;
use crate::logic::check::types::Type;
use crate::logic::{Cell, Value};

/// On the board without end, this many steps from what is there.
const NEAR: usize = 2;

/// What attempts in a position are made of.
pub struct Attempts<'a> {
    game: &'a Game,
    legal: &'a [Action],
    cells: Vec<Cell>,
    /// The numbers that legal actions and the position name, and a few more.
    numbers: Vec<i64>,
}

impl<'a> Attempts<'a> {
    /// Attempts in a position with these legal actions.
    pub fn new(game: &'a Game, legal: &'a [Action]) -> Attempts<'a> {
        let position = game.position().sorted();
        let in_position = position.iter().flat_map(|(_, row)| row.iter());
        let in_actions = legal.iter().flat_map(|action| action.args.iter());
        let named: BTreeSet<i64> =
            in_position.chain(in_actions).filter_map(|value| value.as_int()).collect();
        let numbers = named.into_iter().flat_map(|number| [number, number.saturating_add(1)]);
        let numbers: BTreeSet<i64> = numbers.chain(-1..=9).collect();
        Attempts { game, legal, cells: cells(game), numbers: numbers.into_iter().collect() }
    }

    /// One of them. None, if some column has no values to choose from.
    pub fn next(&self, chance: &mut ChaCha8Rng) -> Option<Action> {
        let near_a_legal_one = chance.random_bool(0.5);
        if let Some(action) = self.legal.choose(chance)
            && near_a_legal_one
            && !action.args.is_empty()
        {
            let declarations = &self.game.rules().program().declarations;
            let template = declarations.action(action.name, action.args.len())?;
            let column = chance.random_range(0..action.args.len());
            let mut attempt = action.clone();
            attempt.args[column] = self.value(template, column, chance)?;
            return Some(attempt);
        }
        let template = self.game.rules().program().declarations.actions.choose(chance)?;
        let columns = 0..template.columns.len();
        let args = columns.map(|column| self.value(template, column, chance));
        Some(Action { name: template.name, args: args.collect::<Option<_>>()? })
    }

    fn value(&self, template: &Template, column: usize, chance: &mut ChaCha8Rng) -> Option<Value> {
        match template.columns[column] {
            Type::Cell => self.cells.choose(chance).map(|cell| (*cell).into()),
            Type::Int => self.numbers.choose(chance).map(|number| (*number).into()),
            Type::Enum(id) => {
                let declarations = &self.game.rules().program().declarations;
                declarations.values(id).choose(chance).map(|value| (*value).into())
            }
            // Any atom will do, and only those that are known make sense.
            Type::Atom => {
                let alike = self.legal.iter().filter(|action| action.name == template.name);
                let known: BTreeSet<Value> =
                    alike.filter_map(|action| action.args.get(column).copied()).collect();
                known.into_iter().collect::<Vec<_>>().choose(chance).copied()
            }
        }
    }
}

/// The cells of the board, or those near to something if it has no end.
fn cells(game: &Game) -> Vec<Cell> {
    let Some(board) = game.rules().board() else { return Vec::new() };
    if !game.rules().program().declarations.board_is_unbounded() {
        return board.cells().collect();
    }
    let mut cells = BTreeSet::from([Cell::Axial(0, 0)]);
    for (_, row) in game.position().sorted() {
        cells.extend(row.iter().filter_map(|value| value.as_cell()));
    }
    for _ in 0..NEAR {
        let steps: Vec<Cell> =
            cells.iter().flat_map(|cell| board.steps(*cell)).map(|(_, to)| to).collect();
        cells.extend(steps);
    }
    cells.into_iter().collect()
}
