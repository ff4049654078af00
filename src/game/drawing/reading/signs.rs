//! What the signs of a drawing stand for, where the rules say how a position looks. It
//! is found by trying: each fact by itself is put into an empty position, and the rules
//! are asked what that looks like.

use std::num::NonZeroU32;

use crate::game::drawing::looks::{Counted, Look, Looks};
use crate::game::game::Game;
use crate::game::position::Position;
use crate::game::setup::Fact;
use crate::logic::check::declarations::Template;
use crate::logic::check::types::Type;
use crate::logic::program::{Name, RelationId};
use crate::logic::{Atom, Cell, Row, Value};

/// More facts than this of one relation are not tried.
const MOST_TRIED: usize = 2000;

/// A fact on a cell, and what it looks like.
struct Sign {
    relation: RelationId,
    /// Its columns; the cell is any.
    row: Row,
    /// The column of the cell.
    at: usize,
    look: Look,
}

/// A fact that counts something of a player.
struct Count {
    relation: RelationId,
    /// Its columns; the number is any.
    row: Row,
    /// The column of the number.
    at: usize,
    player: Atom,
    what: Value,
}

/// The signs of a game.
pub struct Signs {
    on_cells: Vec<Sign>,
    hands: Vec<Count>,
    tallies: Vec<Count>,
}

impl Signs {
    /// Tries the facts of a game on a cell.
    pub fn of(game: &Game, cell: Option<Cell>) -> Signs {
        let mut signs = Signs { on_cells: Vec::new(), hands: Vec::new(), tallies: Vec::new() };
        let states = &game.rules().program().declarations.states;
        for state in states {
            let relations = &game.rules().program().relations;
            let Some(relation) = relations.find(Name::Plain(state.name), state.columns.len())
            else {
                continue;
            };
            let cells = state.columns.iter().filter(|ty| **ty == Type::Cell).count();
            match cell {
                Some(cell) if cells == 1 => signs.try_on(game, state, relation, cell),
                _ if cells == 0 => signs.try_beside(game, state, relation),
                _ => {}
            }
        }
        signs
    }

    fn try_on(&mut self, game: &Game, state: &Template, relation: RelationId, cell: Cell) {
        let Some(at) = state.columns.iter().position(|ty| *ty == Type::Cell) else { return };
        for row in rows(game, state, (Type::Cell, cell.into())) {
            let looks = looks_with(game, relation, &row);
            if let Some([look]) = looks.on_cells.get(&cell).map(Vec::as_slice) {
                self.on_cells.push(Sign { relation, row, at, look: look.clone() });
            }
        }
    }

    /// A fact that shows one number shows any other too, if it shows two of them.
    fn try_beside(&mut self, game: &Game, state: &Template, relation: RelationId) {
        let numbers = state.columns.iter().filter(|ty| **ty == Type::Int).count();
        let at = state.columns.iter().position(|ty| *ty == Type::Int);
        let Some(at) = at.filter(|_| numbers == 1) else { return };
        for row in rows(game, state, (Type::Int, 1.into())) {
            let mut two = row.clone();
            two[at] = 2.into();
            let (one, two) = (looks_with(game, relation, &row), looks_with(game, relation, &two));
            let count = |ones: &[Counted], twos: &[Counted]| match (ones, twos) {
                ([a], [b])
                    if (a.player, a.what, a.count + 1) == (b.player, b.what, b.count)
                        && a.count == 1 =>
                {
                    let (player, what) = (a.player, a.what);
                    Some(Count { relation, row: row.clone(), at, player, what })
                }
                _ => None,
            };
            self.hands.extend(count(&one.hands, &two.hands));
            self.tallies.extend(count(&one.tallies, &two.tallies));
        }
    }

    /// The facts that a text on a cell may stand for.
    pub fn facts(&self, text: &str, cell: Cell) -> Vec<Fact> {
        let found = self.on_cells.iter().filter(|sign| sign.look.text == text);
        found
            .map(|sign| {
                let mut row = sign.row.clone();
                row[sign.at] = cell.into();
                (sign.relation, row)
            })
            .collect()
    }

    /// The texts that stand for something, each once.
    pub fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.on_cells.iter().map(|it| it.look.text.as_str()).collect();
        texts.dedup();
        texts
    }

    /// What players are known to hold, and the fact that says how much of it.
    pub fn hands(&self) -> impl Iterator<Item = (Atom, Value)> {
        self.hands.iter().map(|hand| (hand.player, hand.what))
    }

    /// What is known to be told of players besides.
    pub fn tallies(&self) -> impl Iterator<Item = (Atom, Value)> {
        self.tallies.iter().map(|tally| (tally.player, tally.what))
    }

    /// The fact that a player holds so much of something.
    pub fn hand(&self, player: Atom, what: Value, count: i64) -> Option<Fact> {
        counted(&self.hands, player, what, count)
    }

    /// The fact that so much of something is told of a player.
    pub fn tally(&self, player: Atom, what: Value, count: i64) -> Option<Fact> {
        counted(&self.tallies, player, what, count)
    }
}

fn counted(known: &[Count], player: Atom, what: Value, count: i64) -> Option<Fact> {
    let it = known.iter().find(|it| (it.player, it.what) == (player, what))?;
    let mut row = it.row.clone();
    row[it.at] = count.into();
    Some((it.relation, row))
}

/// What a position with one fact looks like; nothing, if the rules cannot tell.
fn looks_with(game: &Game, relation: RelationId, row: &[Value]) -> Looks {
    let mut position = Position::empty(game.rules().program());
    position.insert(relation, row);
    let game = Game::set_up(game.rules().clone(), position, NonZeroU32::MIN);
    Looks::of(&game).unwrap_or_default()
}

/// The facts of a relation whose columns have declared types, but for one type whose
/// columns hold a value that is given; none, if there are too many or other columns.
fn rows(game: &Game, state: &Template, given: (Type, Value)) -> Vec<Row> {
    let declarations = &game.rules().program().declarations;
    let mut rows = vec![Row::new()];
    for ty in &state.columns {
        let values: Vec<Value> = match ty {
            ty if *ty == given.0 => vec![given.1],
            Type::Enum(id) => declarations.values(*id).iter().map(|it| (*it).into()).collect(),
            _ => return Vec::new(),
        };
        if rows.len() * values.len() > MOST_TRIED {
            return Vec::new();
        }
        let longer = |row: &Row, value: &Value| {
            let mut row = row.clone();
            row.push(*value);
            row
        };
        rows = rows.iter().flat_map(|row| values.iter().map(move |it| longer(row, it))).collect();
    }
    rows
}
