//! The face of a game that has none of its own: actions are written as in the
//! rules, and facts are drawn on their cells by the first letters of their
//! values.

use std::collections::BTreeMap;

use anstyle::Style;

use super::action::Action;
use super::board::Board;
use super::course::Game;
use super::drawing::{self, Glyph};
use super::face::{Face, Unreadable};
use super::marks::Marks;
use crate::logic::check::declarations::{Declarations, PLAYER, Template};
use crate::logic::check::types::Type;
use crate::logic::program::{Name, Program};
use crate::logic::query::Query;
use crate::logic::{Atom, Cell, Value};

/// The plain face.
pub struct Plain;

impl Face for Plain {
    fn fits(&self, _program: &Program) -> bool {
        true
    }

    fn write(&self, _game: &Game, action: &Action) -> String {
        action.to_string()
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        read_term(game, text)
    }

    fn draw(&self, game: &Game, marks: &Marks) -> String {
        let mut parts = Vec::new();
        let cells = glyphs(game);
        let glyph = |cell: Cell| cells.get(&cell).cloned().unwrap_or_default();
        match game.rules().board() {
            Some(Board::Square { width, height }) => {
                parts.push(drawing::square(width, height, marks, glyph));
            }
            Some(Board::Hexagon { side }) => parts.push(drawing::hexagon(side, marks, glyph)),
            Some(Board::Hex) => parts.push(drawing::hex(&cells, marks)),
            None => {}
        }
        let aside = facts_aside(game);
        if !aside.is_empty() {
            parts.push(aside.join("\n"));
        }
        parts.push(drawing::standing(game));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }
}

/// Reads `put(a1)`, `put a1`, or only `a1` where there is one kind of action.
pub fn read_term(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let program = game.rules().program();
    let declarations = &program.declarations;
    let written = as_term(declarations, text.trim().trim_end_matches('.'));
    let usage = || {
        let templates: Vec<String> =
            declarations.actions.iter().map(|action| usage(declarations, action)).collect();
        format!("an action is written {}", templates.join(" or "))
    };
    let query = Query::parse(program, &format!("tried({written})")).map_err(|rejected| {
        // What is wrong with the text by itself, not with what is put around it.
        let alone = Query::parse(program, &written).err();
        let syntax = alone.filter(|alone| alone.diagnostics[0].code == "syntax");
        let message = &syntax.as_ref().unwrap_or(&rejected).diagnostics[0].message;
        Unreadable::new(text, format!("{message}; {}", usage()))
    })?;
    let [(relation, row)] = query.supposed() else {
        return Err(Unreadable::new(text, usage()));
    };
    let Name::Wrapped(_, name) = program.relations[*relation].name else {
        return Err(Unreadable::new(text, usage()));
    };
    on_board(game, text, Action { name, args: row.clone() })
}

/// Makes sure that an action names only cells of the board.
pub fn on_board(game: &Game, text: &str, action: Action) -> Result<Action, Unreadable> {
    let Some(board) = game.rules().board() else { return Ok(action) };
    match action.args.iter().filter_map(|arg| arg.as_cell()).find(|cell| !board.holds(*cell)) {
        Some(cell) => Err(Unreadable::new(text, format!("there is no cell {cell} on this board"))),
        None => Ok(action),
    }
}

fn as_term(declarations: &Declarations, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let call = |name: Atom, args: &[&str]| match args {
        [] => name.to_string(),
        args => format!("{name}({})", args.join(", ")),
    };
    let named = declarations.actions.iter().find(|action| {
        words.first() == Some(&action.name.as_str()) && words.len() == action.columns.len() + 1
    });
    match (named, declarations.actions.as_slice()) {
        (Some(action), _) => call(action.name, &words[1..]),
        (None, [only])
            if words.len() == only.columns.len() && !text.contains(only.name.as_str()) =>
        {
            call(only.name, &words)
        }
        _ => text.to_string(),
    }
}

fn usage(declarations: &Declarations, action: &Template) -> String {
    let columns: Vec<&str> = action.columns.iter().map(|ty| declarations.type_word(*ty)).collect();
    match columns.as_slice() {
        [] => action.name.to_string(),
        columns => format!("{}({})", action.name, columns.join(", ")),
    }
}

/// What to show on each cell: its facts' values, as short as can be told apart.
fn glyphs(game: &Game) -> BTreeMap<Cell, Glyph> {
    let program = game.rules().program();
    let mut cells: BTreeMap<Cell, Glyph> = BTreeMap::new();
    for state in &program.declarations.states {
        let Some(at) = state.columns.iter().position(|ty| *ty == Type::Cell) else { continue };
        let name = Name::Plain(state.name);
        let Some(relation) = program.relations.find(name, state.columns.len()) else { continue };
        let mut rows: Vec<&[Value]> = game.position().rows(relation).collect();
        rows.sort();
        for row in rows {
            let Some(cell) = row[at].as_cell() else { continue };
            let glyph = cells.entry(cell).or_default();
            let mut shown = String::new();
            for (column, value) in row.iter().enumerate().filter(|(column, _)| *column != at) {
                shown.push_str(&short(&program.declarations, state.columns[column], *value));
                if state.columns[column] == Type::Enum(PLAYER) && glyph.style == Style::new() {
                    glyph.style = drawing::player_style(game, value.as_atom());
                }
            }
            if shown.is_empty() {
                shown.extend(state.name.as_str().chars().next());
            }
            glyph.text.push_str(&shown);
        }
    }
    cells
}

/// The shortest beginning of a value that no other of its type shares.
fn short(declarations: &Declarations, ty: Type, value: Value) -> String {
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
fn facts_aside(game: &Game) -> Vec<String> {
    let program = game.rules().program();
    let has_cell =
        |relation: &crate::logic::program::Relation| relation.columns.contains(&Some(Type::Cell));
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
