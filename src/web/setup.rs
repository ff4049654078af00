//! A position that is being set up, as the page shows it: the board so far, what is
//! still wrong with it, and what can be put on it.

use serde_json::{Value, json};

use super::error::ApiError;
use super::tree::ROOT;
use super::view::{piece, plain, view};
use crate::game::{Game, Piece, Position, Setup, tint_of};
use crate::logic::check::declarations::{PLAYER, Template};
use crate::logic::check::types::Type;
use crate::logic::{Cell, Value as Term};

/// No more things than these are offered for each kind of fact.
const MOST_OFFERED: usize = 64;

/// What stands for the cell that somebody chooses.
const CELL: &str = "{cell}";

/// The draft of a position.
pub fn shown(draft: &Setup) -> Result<Value, ApiError> {
    let (game, problems) = draft.judged()?;
    let turns = game.rules().program().declarations.players().iter().map(|it| it.as_str());
    let mut problems: Vec<String> = problems.iter().map(|it| plain(&it.message)).collect();
    if game.turn().is_none() && game.rules().turn().is_some() {
        problems.push("nobody is to move yet".into());
    }
    Ok(json!({
        "view": view(&game, ROOT)?,
        "ready": problems.is_empty(),
        "problems": problems,
        "palette": palette(&game),
        "turns": turns.collect::<Vec<_>>(),
    }))
}

/// What can be put on a cell: each fact about a cell whose other columns can be counted
/// out, and where there are none, the pieces in hand by their names.
fn palette(game: &Game) -> Vec<Value> {
    let facts = facts_about_cells(game);
    if !facts.is_empty() {
        return facts;
    }
    let scene = game.rules().presentation().scene(game);
    let held = scene.hands.iter().flat_map(|hand| &hand.items);
    held.map(|held| offered(&held.piece, format!("{} {CELL}", held.piece.text))).collect()
}

fn facts_about_cells(game: &Game) -> Vec<Value> {
    let declarations = &game.rules().program().declarations;
    let mut palette = Vec::new();
    for state in &declarations.states {
        let is_cell = |ty: &&Type| **ty == Type::Cell;
        if state.columns.iter().filter(is_cell).count() != 1 {
            continue;
        }
        for columns in combinations(game, &state.columns).into_iter().take(MOST_OFFERED) {
            let player = state.columns.iter().zip(&columns).find_map(|(ty, value)| {
                (*ty == Type::Enum(PLAYER)).then_some(value.as_ref()?.as_atom()?)
            });
            let words: Vec<String> = columns.iter().flatten().map(Term::to_string).collect();
            let name = if words.is_empty() { state.name.to_string() } else { words.join(" ") };
            let it = match first_cell(game) {
                // What nobody sees is not put by touch.
                Some(cell) => match drawn(game, state, &columns, cell) {
                    Some(piece) => piece,
                    None => continue,
                },
                None => {
                    let tint = tint_of(game, player);
                    Piece { text: name.clone(), name, tint, art: None, value: None }
                }
            };
            let columns = columns.iter().map(|it| it.map_or(CELL.to_string(), |it| it.to_string()));
            let put = format!("{}({})", state.name, columns.collect::<Vec<_>>().join(", "));
            palette.push(offered(&it, put));
        }
    }
    palette
}

/// Some cell of the board, if it has an end.
fn first_cell(game: &Game) -> Option<Cell> {
    game.rules().board()?.cells().next()
}

/// What a fact looks like by itself on a cell.
fn drawn(game: &Game, state: &Template, columns: &[Option<Term>], cell: Cell) -> Option<Piece> {
    let program = game.rules().program();
    let relation = program.relations.plain(state.name.as_str(), columns.len())?;
    let row: Vec<Term> = columns.iter().map(|it| it.unwrap_or(cell.into())).collect();
    let mut position = Position::empty(program);
    position.insert(relation, &row);
    let alone = Game::with_position(game.rules().clone(), position);
    game.rules().presentation().scene(&alone).top(cell).cloned()
}

fn offered(it: &Piece, put: String) -> Value {
    let mut shown = piece(it);
    shown.insert("put".into(), plain(&put).into());
    Value::Object(shown)
}

/// All values that the columns of a fact can have, with none for its cell. There are
/// none at all, if a column is a number or any atom.
fn combinations(game: &Game, columns: &[Type]) -> Vec<Vec<Option<Term>>> {
    let declarations = &game.rules().program().declarations;
    let mut rows: Vec<Vec<Option<Term>>> = vec![Vec::new()];
    for ty in columns {
        let values: Vec<Option<Term>> = match ty {
            Type::Cell => vec![None],
            Type::Enum(id) => {
                declarations.values(*id).iter().map(|atom| Some((*atom).into())).collect()
            }
            Type::Int | Type::Atom => Vec::new(),
        };
        let extended = rows.iter().take(MOST_OFFERED).flat_map(|row| {
            values.iter().map(move |value| row.iter().cloned().chain([*value]).collect())
        });
        rows = extended.collect();
    }
    rows
}
