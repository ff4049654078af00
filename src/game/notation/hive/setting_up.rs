//! Pieces of Hive put and taken one by one, to set up a position: a piece is put on
//! top of what is there, and what lay on a piece that is taken away comes down.

use super::pieces::{self, Stacks};
use super::{USAGE, read};
use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::setup::{Edit, Fact};
use crate::logic::{Atom, Cell, Row, Value};

/// Puts a piece where a move would bring it: `bQ wS1-`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let action = read(game, text)?;
    let (piece, to) = match action.args.as_slice() {
        [Value::Atom(piece), Value::Cell(to)] => (*piece, *to),
        [Value::Atom(piece), _, Value::Cell(to)] => (*piece, *to),
        _ => return Err(Unreadable::new(text, USAGE)),
    };
    let mut hive = lifted(game, piece);
    match hive.iter_mut().find(|(cell, _)| *cell == to) {
        Some((_, stack)) => stack.push(piece),
        None => hive.push((to, vec![piece])),
    }
    Ok(edit(game, &hive))
}

/// Takes a piece away, if a text names one.
pub fn take(game: &Game, text: &str) -> Option<Result<Edit, Unreadable>> {
    let pieces = pieces::all(game);
    let name = text.trim();
    let piece = pieces.iter().find(|piece| piece.name.as_str().eq_ignore_ascii_case(name))?.name;
    let mut edit = edit(game, &lifted(game, piece));
    let moved = game.rules().program().relations.plain("moved", 1);
    let moved = moved.map(|moved| (moved, Row::from_slice(&[piece.into()])));
    edit.gone.extend(
        moved.filter(|(moved, row)| {
            game.position().rows(*moved).any(|known| known == row.as_slice())
        }),
    );
    Some(Ok(edit))
}

/// The hive without a piece.
fn lifted(game: &Game, piece: Atom) -> Vec<(Cell, Vec<Atom>)> {
    let stacks = Stacks::of(game).without(piece);
    stacks.each().map(|(cell, stack)| (cell, stack.to_vec())).collect()
}

/// What changes where the hive is as given.
fn edit(game: &Game, hive: &[(Cell, Vec<Atom>)]) -> Edit {
    let Some(at) = game.rules().program().relations.plain("at", 3) else { return Edit::default() };
    let wanted: Vec<Row> = hive
        .iter()
        .flat_map(|(cell, stack)| {
            (1_i64..).zip(stack).map(|(level, piece)| {
                Row::from_slice(&[(*piece).into(), (*cell).into(), level.into()])
            })
        })
        .collect();
    let present: Vec<Row> = game.position().rows(at).map(Row::from_slice).collect();
    let only = |some: &[Row], others: &[Row]| -> Vec<Fact> {
        let only = some.iter().filter(|row| !others.contains(row));
        only.map(|row| (at, row.clone())).collect()
    };
    Edit { gone: only(&present, &wanted), come: only(&wanted, &present) }
}
