//! Hive: the hive, and a line for each stack, which also tells where on the plane
//! the hive lies. Where there is none, the first piece of the rules that is drawn
//! lies on the origin.

use super::{Drawn, Shown, plane, unreadable};
use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::notation::hive::pieces;
use crate::game::setup::Fact;
use crate::logic::{Atom, Cell, Row, Value};

/// A stack as its line tells it, from top to bottom.
struct Stack {
    line: usize,
    cell: Cell,
    pieces: Vec<Atom>,
}

/// What a drawing shows.
pub fn read(game: &Game, text: &str) -> Result<Drawn, Unreadable> {
    let known: Vec<Atom> = pieces::all(game).iter().map(|piece| piece.name).collect();
    let piece = |name: &str| known.iter().copied().find(|piece| piece.as_str() == name);
    let stacks = stacks(text, piece)?;
    let on_top = |shown: &Shown| piece(top(shown.unmarked()));
    let drawn = plane::read(text, |text| pieces::is_name(top(text)))?;
    if let Some(shown) = drawn.shown().iter().find(|shown| on_top(shown).is_none()) {
        let found = shown.unmarked();
        return Err(unreadable(shown.line, format!("`{found}` is not a piece of this game")));
    }
    let anchor = match stacks.first() {
        Some(stack) => stack.pieces.first().map(|piece| (*piece, stack.cell)),
        None => known
            .iter()
            .find(|piece| drawn.shown().iter().any(|shown| on_top(shown) == Some(**piece)))
            .map(|piece| (*piece, Cell::Axial(0, 0))),
    };
    let shown = match anchor {
        Some((piece, cell)) => drawn.with(|shown| on_top(shown) == Some(piece), cell),
        None => Vec::new(),
    };
    facts(game, &shown, &stacks, on_top).map(|facts| Drawn::new(game, text, facts))
}

/// A name without the sign that there are pieces beneath, and how many.
fn top(text: &str) -> &str {
    text.split('+').next().unwrap_or_default()
}

fn facts(
    game: &Game,
    shown: &[Shown],
    stacks: &[Stack],
    on_top: impl Fn(&Shown) -> Option<Atom>,
) -> Result<Vec<Fact>, Unreadable> {
    let Some(at) = game.rules().program().relations.plain("at", 3) else { return Ok(Vec::new()) };
    let mut facts = Vec::new();
    for shown in shown {
        let Some(piece) = on_top(shown) else { continue };
        let stack = stacks.iter().find(|stack| stack.pieces.first() == Some(&piece));
        if shown.unmarked().contains('+') && stack.is_none() {
            let why = format!(
                "{piece} lies on other pieces; say on which in a line below, such as \
                 `stack at {}: {piece} on bQ`",
                shown.cell
            );
            return Err(unreadable(shown.line, why));
        }
        let alone = [piece];
        let pieces = stack.map_or(&alone[..], |stack| &stack.pieces);
        for (level, piece) in (1_i64..).zip(pieces.iter().rev()) {
            let row: [Value; 3] = [(*piece).into(), shown.cell.into(), level.into()];
            facts.push((at, Row::from_slice(&row)));
        }
    }
    for stack in stacks {
        let is_drawn = shown.iter().any(|it| on_top(it) == stack.pieces.first().copied());
        if !is_drawn {
            let top = stack.pieces.first().map_or("", |piece| piece.as_str());
            return Err(unreadable(stack.line, format!("{top} is on top, but not in the drawing")));
        }
    }
    Ok(facts)
}

/// The stacks that lines tell of: `stack at (2,0): wB1 on bQ`.
fn stacks(text: &str, piece: impl Fn(&str) -> Option<Atom>) -> Result<Vec<Stack>, Unreadable> {
    let mut stacks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(told) = line.trim().strip_prefix("stack at ") else { continue };
        let number = index + 1;
        let usage = || unreadable(number, "a stack is told as `stack at (2,0): wB1 on bQ`");
        let (place, names) = told.split_once(':').ok_or_else(usage)?;
        let end = place.find(')').map_or(place.len(), |end| end + 1);
        let cell = axial(&place[..end]).ok_or_else(usage)?;
        let names = names.split(',').flat_map(|names| names.split(" on "));
        let pieces: Option<Vec<Atom>> = names.map(|name| piece(name.trim())).collect();
        stacks.push(Stack { line: number, cell, pieces: pieces.ok_or_else(usage)? });
    }
    Ok(stacks)
}

fn axial(text: &str) -> Option<Cell> {
    let (q, r) = text.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some(Cell::Axial(q.trim().parse().ok()?, r.trim().parse().ok()?))
}
