//! The drawing of every game but Hive: the board with what its rules put on it, the
//! hands above, and what is told of the players below, or in the corners of a hexagon.

use super::hexagon::Corner;
use super::looks::{Counted, Look, Looks};
use super::{
    Glyph, Pointers, View, graph, hex, hexagon, painted, player_style, rhombus, square, standing,
};
use crate::game::board::Board;
use crate::game::game::Game;
use crate::game::spec::unquoted;
use crate::logic::check::declarations::Shape;
use crate::logic::{Atom, Cell};

/// The position, in colour.
pub fn draw(game: &Game, view: &View) -> String {
    let looks = match Looks::of(game) {
        Ok(looks) => looks,
        Err(error) => return format!("The board cannot be drawn: {error}\n\n{}", standing(game)),
    };
    let corners = corners(game, &looks.tallies);
    let mut parts = vec![hands(game, &looks.hands), board(game, view, &looks, &corners)];
    parts.push(looks.aside.join("\n"));
    if corners.is_empty() {
        parts.push(tallies(game, &looks.tallies).join("\n"));
    }
    parts.push(standing(game));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn board(game: &Game, view: &View, looks: &Looks, corners: &[Corner]) -> String {
    let pointers = Pointers::of(game, view);
    let glyph = |cell: Cell| {
        let stack = looks.on_cells.get(&cell).map_or(&[][..], Vec::as_slice);
        glyph_of(game, stack)
    };
    let is_shaded = |cell: Cell| looks.shaded.contains(&cell);
    let Some(board) = game.rules().board() else { return String::new() };
    match board.shape() {
        Shape::Square(..) => square::draw(board, &pointers, view.width, glyph, is_shaded),
        Shape::Rhombus(..) => rhombus::draw(board, &pointers, view, glyph, is_shaded),
        Shape::Hexagon(_) => hexagon::draw(board, corners, &pointers, view, glyph, is_shaded),
        Shape::Graph(_) => graph::draw(board, &pointers, view, glyph, is_shaded),
        Shape::Hex => {
            let cells = looks.on_cells.iter();
            let cells = cells.map(|(cell, stack)| (*cell, glyph_of(game, stack))).collect();
            hex(&cells, &pointers, view)
        }
    }
}

/// All that stands on a cell, in the colour of the first that has one.
fn glyph_of(game: &Game, stack: &[Look]) -> Glyph {
    let text = stack.iter().map(|look| look.text.as_str()).collect();
    let player = stack.iter().find_map(|look| look.player);
    Glyph { text, style: player_style(game, player) }
}

/// What each player has left to place: `red has 7 red, 5 blue`.
pub fn hands(game: &Game, hands: &[Counted]) -> String {
    let of_each = hands.chunk_by(|a, b| a.player == b.player);
    of_each.map(|hand| hand_in_words(game, hand)).collect::<Vec<_>>().join("     ")
}

/// What one player has left to place, in a line.
pub fn hand_in_words(game: &Game, hand: &[Counted]) -> String {
    let Some(first) = hand.first() else { return String::new() };
    let held = hand.iter().map(|it| {
        let text = format!("{} {}", it.count, unquoted(&it.what));
        painted(&text, player_style(game, it.what.as_atom()))
    });
    format!("{} has {}", first.player.as_str(), held.collect::<Vec<_>>().join(", "))
}

/// What is told of each player, a line each: `red: bonus 2, risk 0`.
pub fn tallies(game: &Game, tallies: &[Counted]) -> Vec<String> {
    let of_each = tallies.chunk_by(|a, b| a.player == b.player);
    let line = |told: &[Counted]| {
        let name = painted(told[0].player.as_str(), player_style(game, Some(told[0].player)));
        let each: Vec<String> = told.iter().map(in_words).collect();
        format!("{name}: {}", each.join(", "))
    };
    of_each.map(line).collect()
}

fn in_words(tally: &Counted) -> String {
    format!("{} {}", unquoted(&tally.what), tally.count)
}

/// A hexagon of two players has room in its corners for what is told of them, if that
/// is one or two things of each.
fn corners(game: &Game, tallies: &[Counted]) -> Vec<Corner> {
    let players: &[Atom] = game.rules().program().declarations.players();
    let of_each: Vec<&[Counted]> = tallies.chunk_by(|a, b| a.player == b.player).collect();
    let is_hexagon = matches!(game.rules().board().map(Board::shape), Some(Shape::Hexagon(_)));
    if !is_hexagon || players.len() != 2 || of_each.iter().any(|told| told.len() > 2) {
        return Vec::new();
    }
    let corner = |is_right: bool, told: &[Counted]| -> Vec<Corner> {
        let rows = told.iter().zip([false, true]);
        rows.map(|(tally, is_low)| Corner {
            text: in_words(tally),
            style: player_style(game, Some(tally.player)),
            is_right,
            is_low,
        })
        .collect()
    };
    of_each.iter().flat_map(|told| corner(told[0].player == players[1], told)).collect()
}
