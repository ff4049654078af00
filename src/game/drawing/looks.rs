//! What the rules say a position looks like: `glyph` for what stands on cells,
//! `shaded` for cells that are darker, `in_hand` and `tally` for what stands beside the
//! board. Where they define none of these, facts stand on their cells by the first
//! letters of their values, and all others are listed.
//!
//! A relation of such a name counts only if its columns are of the right types: rules
//! may have other uses for the name.

use std::collections::{BTreeMap, BTreeSet};

use super::plain;
use crate::game::game::Game;
use crate::game::spec::unquoted;
use crate::logic::check::declarations::PLAYER;
use crate::logic::check::types::Type;
use crate::logic::engine::EvalError;
use crate::logic::program::{Program, RelationId};
use crate::logic::{Atom, Cell, Value};

/// What a position looks like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// What stands on each cell that is not empty.
    pub on_cells: BTreeMap<Cell, Vec<Look>>,
    /// Cells that are darker than others.
    pub shaded: BTreeSet<Cell>,
    /// What players have to place, player by player.
    pub hands: Vec<Counted>,
    /// What else is told of players, player by player.
    pub tallies: Vec<Counted>,
    /// Facts that are listed beside the board.
    pub aside: Vec<String>,
}

/// Something that stands on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The text that stands there.
    pub text: String,
    /// What it is called in full, if that differs.
    pub name: Option<String>,
    /// The player in whose colour.
    pub player: Option<Atom>,
    /// The name of a picture of it.
    pub shape: Option<Atom>,
}

/// How much a player has of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The player.
    pub player: Atom,
    /// What it is: something that actions name, or a word.
    pub what: Value,
    /// How much of it.
    pub count: i64,
}

impl Looks {
    /// What the position of a game looks like.
    pub fn of(game: &Game) -> Result<Looks, EvalError> {
        let named = Named::of(game.rules().program());
        let engine = game.rules().engine();
        let model = engine.derive(&engine.as_written(&named.all()), &game.situation())?;
        let mut looks = Looks::default();
        for glyph in &named.glyphs {
            for row in model.rows(*glyph) {
                if let Some((cell, look)) = glyph_of(game, &row) {
                    looks.on_cells.entry(cell).or_default().push(look);
                }
            }
        }
        for stack in looks.on_cells.values_mut() {
            stack.sort_by(|a, b| (&a.text, a.player).cmp(&(&b.text, b.player)));
        }
        let shaded = named.shaded.into_iter().flat_map(|shaded| model.rows(shaded));
        looks.shaded = shaded.filter_map(|row| cell_of(game, row[0])).collect();
        let counted = |relation: Option<RelationId>| {
            let rows = relation.into_iter().flat_map(|relation| model.rows(relation));
            let mut counted: Vec<Counted> = rows
                .filter_map(|row| {
                    let (player, count) = (row[0].as_atom()?, row[2].as_int()?);
                    Some(Counted { player, what: row[1], count })
                })
                .collect();
            let players = game.rules().program().declarations.players();
            let place = |player: Atom| players.iter().position(|known| *known == player);
            counted.sort_by_key(|it| place(it.player));
            counted
        };
        looks.hands = counted(named.in_hand);
        looks.tallies = counted(named.tally);
        in_declared_order(game.rules().program(), named.in_hand, &mut looks.hands);
        if named.glyphs.is_empty() {
            looks.on_cells = plain::letters(game);
        }
        if named.says_nothing_aside() {
            looks.aside = plain::facts_aside(game);
        }
        Ok(looks)
    }

    /// What stands on a cell, as one text.
    pub fn text_on(&self, cell: Cell) -> String {
        let looks = self.on_cells.get(&cell).into_iter().flatten();
        looks.map(|look| look.text.as_str()).collect()
    }
}

/// Whether rules say what stands on cells, rather than leave it to the letters of facts.
pub fn has_glyphs(program: &Program) -> bool {
    !Named::of(program).glyphs.is_empty()
}

/// What the rules tell of the signs on the board: the comment above the first `glyph`.
pub fn legend(program: &Program) -> Option<&str> {
    let glyphs = Named::of(program).glyphs;
    glyphs.iter().find_map(|glyph| program.relations[*glyph].doc.as_deref())
}

/// Things of a declared type come in the order of its values.
fn in_declared_order(program: &Program, relation: Option<RelationId>, counted: &mut [Counted]) {
    let column = relation.and_then(|relation| program.relations[relation].columns[1]);
    let Some(Type::Enum(id)) = column else { return };
    let declarations = &program.declarations;
    let place = |atom: Atom, values: &[Atom]| values.iter().position(|known| *known == atom);
    counted.sort_by_key(|it| {
        let thing = it.what.as_atom().and_then(|thing| place(thing, declarations.values(id)));
        (place(it.player, declarations.players()), thing)
    });
}

/// The relations that say what a position looks like.
struct Named {
    glyphs: Vec<RelationId>,
    shaded: Option<RelationId>,
    in_hand: Option<RelationId>,
    tally: Option<RelationId>,
}

impl Named {
    fn of(program: &Program) -> Named {
        let is_player = |ty: Option<Type>| ty == Some(Type::Enum(PLAYER));
        let is_cell = |ty: Option<Type>| matches!(ty, Some(Type::Cell) | None);
        let is_word = |ty: Option<Type>| matches!(ty, Some(Type::Atom | Type::Enum(_)) | None);
        let find = |name: &str, fits: &dyn Fn(&[Option<Type>]) -> bool, arity: usize| {
            let relation = program.relations.plain(name, arity)?;
            fits(&program.relations[relation].columns).then_some(relation)
        };
        let glyph = |arity: usize| {
            let fits = |columns: &[Option<Type>]| {
                is_cell(columns[0])
                    && columns[1] != Some(Type::Cell)
                    && columns.get(2).is_none_or(|ty| is_player(*ty))
                    && columns.get(3).is_none_or(|ty| is_word(*ty))
            };
            find("glyph", &fits, arity)
        };
        let is_counted =
            |columns: &[Option<Type>]| is_player(columns[0]) && columns[2] == Some(Type::Int);
        Named {
            glyphs: (2..=4).filter_map(glyph).collect(),
            shaded: find("shaded", &|columns| is_cell(columns[0]), 1),
            in_hand: find("in_hand", &is_counted, 3),
            tally: find("tally", &|columns| is_counted(columns) && is_word(columns[1]), 3),
        }
    }

    fn all(&self) -> Vec<RelationId> {
        let others = [self.shaded, self.in_hand, self.tally];
        self.glyphs.iter().copied().chain(others.into_iter().flatten()).collect()
    }

    /// Whoever says what the board looks like says also what stands beside it.
    fn says_nothing_aside(&self) -> bool {
        self.glyphs.is_empty() && self.in_hand.is_none() && self.tally.is_none()
    }
}

/// A cell, also where nothing but the board tells that a name is one.
fn cell_of(game: &Game, value: Value) -> Option<Cell> {
    let cell = match value {
        Value::Cell(cell) => cell,
        Value::Atom(name) => game.rules().program().declarations.cell_named(name.as_str())?,
        Value::Int(_) => return None,
    };
    game.rules().board().filter(|board| board.holds(cell)).map(|_| cell)
}

fn glyph_of(game: &Game, row: &[Value]) -> Option<(Cell, Look)> {
    let text = unquoted(&row[1]);
    let player = row.get(2).and_then(|value| value.as_atom());
    let shape = row.get(3).and_then(|value| value.as_atom());
    let name = match (player, shape) {
        (Some(player), Some(shape)) => Some(format!("{} {}", player.as_str(), shape.as_str())),
        (Some(player), None) => Some(format!("{} {text}", player.as_str())),
        (None, _) => None,
    };
    Some((cell_of(game, row[0])?, Look { text, name, player, shape }))
}
