//! The drawing of a game that has none of its own: facts stand on their cells by
//! the first letters of their values.

use std::collections::BTreeMap;

use super::{Glyph, Pointers, View, player_style, standing};
use crate::game::game::Game;
use crate::logic::check::declarations::{Declarations, PLAYER};
use crate::logic::check::types::Type;
use crate::logic::program::{Name, Relation};
use crate::logic::{Atom, Cell, Value};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    let mut parts = Vec::new();
    let pointers = Pointers::of(game, view);
    let cells = glyphs(game);
    if let Some(board) = game.rules().board() {
        parts.push(super::board(board, &cells, &pointers, view));
    }
    let aside = facts_aside(game);
    if !aside.is_empty() {
        parts.push(aside.join("\n"));
    }
    parts.push(standing(game));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// What to show on each cell, in colour.
fn glyphs(game: &Game) -> BTreeMap<Cell, Glyph> {
    let glyph = |it: OnCell| Glyph { text: it.text, style: player_style(game, it.player) };
    texts(game).into_iter().map(|(cell, shown)| (cell, glyph(shown))).collect()
}

/// What to show on a cell.
#[derive(Default)]
pub struct OnCell {
    /// The values of its facts, as short as can be told apart.
    pub text: String,
    /// The same in full.
    pub name: String,
    /// The player that the first of its facts names.
    pub player: Option<Atom>,
}

/// What to show on each cell that facts name.
pub fn texts(game: &Game) -> BTreeMap<Cell, OnCell> {
    let program = game.rules().program();
    let mut cells: BTreeMap<Cell, OnCell> = BTreeMap::new();
    for state in &program.declarations.states {
        let Some(at) = state.columns.iter().position(|ty| *ty == Type::Cell) else { continue };
        let name = Name::Plain(state.name);
        let Some(relation) = program.relations.find(name, state.columns.len()) else { continue };
        let mut rows: Vec<&[Value]> = game.position().rows(relation).collect();
        rows.sort();
        for row in rows {
            let Some(cell) = row[at].as_cell() else { continue };
            let OnCell { text, name, player } = cells.entry(cell).or_default();
            let mut shown = String::new();
            let mut words: Vec<String> = Vec::new();
            for (column, value) in row.iter().enumerate().filter(|(column, _)| *column != at) {
                shown.push_str(&short(&program.declarations, state.columns[column], *value));
                words.push(value.to_string());
                if state.columns[column] == Type::Enum(PLAYER) && player.is_none() {
                    *player = value.as_atom();
                }
            }
            if shown.is_empty() {
                shown.extend(state.name.as_str().chars().next());
                words.push(state.name.to_string());
            }
            text.push_str(&shown);
            let gap = if name.is_empty() { "" } else { ", " };
            *name = format!("{name}{gap}{}", words.join(" "));
        }
    }
    cells
}

/// The shortest beginning of a value that no other of its type shares.
pub fn short(declarations: &Declarations, ty: Type, value: Value) -> String {
    let (Type::Enum(id), Value::Atom(atom)) = (ty, value) else { return value.to_string() };
    let name = atom.as_str();
    let others: Vec<&str> = declarations
        .values(id)
        .iter()
        .map(|other| other.as_str())
        .filter(|other| *other != name)
        .collect();
    let unique = |end: &usize| !others.iter().any(|other| other.starts_with(&name[..*end]));
    let end = (1..=name.len()).filter(|end| name.is_char_boundary(*end)).find(unique);
    name[..end.unwrap_or(name.len())].to_string()
}

/// Facts that lie on no cell, but for whose turn it is.
pub fn facts_aside(game: &Game) -> Vec<String> {
    let program = game.rules().program();
    let has_cell = |relation: &Relation| relation.columns.contains(&Some(Type::Cell));
    game.position()
        .sorted()
        .into_iter()
        .map(|(relation, row)| (&program.relations[relation], row))
        .filter(|(relation, _)| {
            !has_cell(relation) && relation.name != Name::Plain(Atom::new("turn"))
        })
        .map(|(relation, row)| relation.show(&row))
        .collect()
}
