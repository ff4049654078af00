//! Hive: the hive with the empty cells around it, what
//! lies beneath the top pieces, both hands, and the last move.

use std::collections::BTreeMap;

use super::{Glyph, Pointers, View, hex, painted, player_style, standing};
use crate::game::game::Game;
use crate::game::notation::hive::pieces::{self, Piece, Stacks};
use crate::game::notation::hive::write;
use crate::logic::{Atom, Cell};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    let pieces = pieces::all(game);
    let stacks = Stacks::of(game);
    let mut parts = vec![
        hands(game, &pieces, &stacks),
        nothing_yet(&stacks),
        hive(game, &pieces, &stacks, view),
        buried(game, &pieces, &stacks),
        last_move(game) + &standing(game),
    ];
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// What is to read beside the hive and the hands: stacks and the last move.
pub fn captions(game: &Game) -> String {
    let (pieces, stacks) = (pieces::all(game), Stacks::of(game));
    [buried(game, &pieces, &stacks), last_move(game)].join("\n")
}

/// What a player holds, in a line.
pub fn hand_of(game: &Game, player: Atom) -> String {
    hand(game, player, &pieces::all(game), &Stacks::of(game))
}

fn hands(game: &Game, pieces: &[Piece], stacks: &Stacks) -> String {
    let players = game.rules().program().declarations.players().iter();
    let each: Vec<String> = players.map(|player| hand(game, *player, pieces, stacks)).collect();
    each.join("\n")
}

fn hand(game: &Game, player: Atom, pieces: &[Piece], stacks: &Stacks) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for piece in pieces {
        let in_hand = piece.takes_part && stacks.cell_of(piece.name).is_none();
        if piece.owner != player || !in_hand {
            continue;
        }
        let kind = piece.name.as_str()[1..].trim_end_matches(|c: char| c.is_ascii_digit());
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let counted = |(kind, count): &(&str, usize)| match count {
        1 => kind.to_string(),
        count => format!("{count} {kind}"),
    };
    let held: Vec<String> = kinds.iter().map(counted).collect();
    let held = if held.is_empty() { "nothing".into() } else { held.join(", ") };
    format!("{} holds {held}", painted(player.as_str(), player_style(game, Some(player))))
}

fn nothing_yet(stacks: &Stacks) -> String {
    if stacks.is_empty() { "No piece is in the hive yet.".into() } else { String::new() }
}

/// A piece that lies on another has a `+` behind its name, and one that lies on
/// several says on how many.
fn hive(game: &Game, pieces: &[Piece], stacks: &Stacks, view: &View) -> String {
    let glyph = |stack: &[Atom]| {
        let top = stack[stack.len() - 1];
        let mark = match stack.len() - 1 {
            0 => String::new(),
            1 => "+".into(),
            beneath => format!("+{beneath}"),
        };
        let owner = owner(pieces, top);
        Glyph { text: format!("{}{mark}", top.as_str()), style: player_style(game, owner) }
    };
    let cells: BTreeMap<Cell, Glyph> =
        stacks.each().map(|(cell, stack)| (cell, glyph(stack))).collect();
    hex(&cells, &Pointers::of(game, view), view)
}

/// Every stack, from top to bottom.
fn buried(game: &Game, pieces: &[Piece], stacks: &Stacks) -> String {
    let name = |piece: &Atom| painted(piece.as_str(), player_style(game, owner(pieces, *piece)));
    let lines: Vec<String> = stacks
        .each()
        .filter(|(_, stack)| stack.len() > 1)
        .map(|(cell, stack)| {
            let names: Vec<String> = stack.iter().rev().map(name).collect();
            format!("stack at {cell}, from top to bottom: {}", names.join(", "))
        })
        .collect();
    lines.join("\n")
}

fn owner(pieces: &[Piece], name: Atom) -> Option<Atom> {
    pieces.iter().find(|piece| piece.name == name).map(|piece| piece.owner)
}

fn last_move(game: &Game) -> String {
    let mut before = game.clone();
    match before.undo() {
        Some(action) => format!("Last move: {}\n", write(&before, &action)),
        None => String::new(),
    }
}
