//! Gauss: the field with its void, the hands above it, and what has left the board
//! in its corners.

use super::{Drawn, unmarked, unreadable};
use crate::game::board::Board;
use crate::game::drawing::gauss::{Place, places};
use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::setup::Fact;
use crate::logic::check::declarations::Shape;
use crate::logic::{Atom, Row, Value};

/// What a drawing shows.
pub fn read(game: &Game, text: &str) -> Result<Drawn, Unreadable> {
    let players = game.rules().program().declarations.players();
    let lines: Vec<&str> = text.lines().collect();
    let mut facts = hands(game, players, &lines)?;
    let is_corner = |word: &str| lines.iter().position(|line| line.trim_start().starts_with(word));
    let (Some(top), Some(bottom)) = (is_corner("bonus "), is_corner("risk ")) else {
        let why = "it has no corners: `bonus 0` above the field, and `risk 0` below it";
        return Err(Unreadable::new("the drawing", why));
    };
    for (line, area) in [(top, "bonus"), (bottom, "risk")] {
        let numbers = numbers_behind(lines[line], area);
        if numbers.len() != players.len() {
            return Err(unreadable(line + 1, format!("there are not two numbers of {area}")));
        }
        for (player, number) in players.iter().zip(numbers) {
            facts.extend(fact(game, area, &[(*player).into(), number.into()]));
        }
    }
    facts.extend(pieces(game, players, &lines, top)?);
    Ok(Drawn::new(game, text, facts))
}

fn fact(game: &Game, relation: &str, row: &[Value]) -> Option<Fact> {
    let relation = game.rules().program().relations.plain(relation, row.len())?;
    Some((relation, Row::from_slice(row)))
}

/// `red has 7 red, 5 blue     blue has 5 red, 8 blue`.
fn hands(game: &Game, players: &[Atom], lines: &[&str]) -> Result<Vec<Fact>, Unreadable> {
    let mut facts = Vec::new();
    for player in players {
        let begin = format!("{player} has ");
        let said = lines.iter().find_map(|line| line.split_once(&begin));
        let Some((_, said)) = said else {
            let why =
                format!("it does not tell what {player} has, as in `{player} has 7 red, 5 blue`");
            return Err(Unreadable::new("the drawing", why));
        };
        let hand = said.split("   ").next().unwrap_or_default();
        for part in hand.split(',') {
            let (number, colour) = part.trim().split_once(' ').unwrap_or_default();
            let colour = players.iter().find(|it| it.as_str() == colour.trim());
            let (Ok(number), Some(colour)) = (number.parse::<i64>(), colour) else {
                let why = format!("`{}` is not a number of pieces, as in `7 red`", part.trim());
                return Err(Unreadable::new("the drawing", why));
            };
            let row = [(*player).into(), (*colour).into(), number.into()];
            facts.extend(fact(game, "hand", &row));
        }
    }
    Ok(facts)
}

/// Each number that stands behind a word.
fn numbers_behind(line: &str, word: &str) -> Vec<i64> {
    let parts = line.split(word).skip(1);
    parts.filter_map(|part| part.split_whitespace().next()?.parse().ok()).collect()
}

/// The pieces, by the first letters of their colours.
fn pieces(
    game: &Game,
    players: &[Atom],
    lines: &[&str],
    top: usize,
) -> Result<Vec<Fact>, Unreadable> {
    let Some(Shape::Hexagon(side)) = game.rules().board().map(Board::shape) else {
        return Ok(Vec::new());
    };
    let margin = lines[top].chars().take_while(|c| c.is_whitespace()).count();
    let mut facts = Vec::new();
    for Place { cell, x, y } in places(*side) {
        let (line, number) = (lines.get(top + y + 1), top + y + 2);
        let inside: String =
            line.map_or("", |line| line).chars().skip(margin + x + 1).take(3).collect();
        let around: String =
            line.map_or("", |line| line).chars().skip(margin + x).take(5).collect();
        if !(around.starts_with(['/', '\\']) && around.ends_with(['/', '\\'])) {
            return Err(unreadable(
                number,
                format!("the sides of {cell} are not where they should be"),
            ));
        }
        let letter = unmarked(&inside);
        if letter.is_empty() {
            continue;
        }
        let colour = players.iter().find(|colour| colour.as_str().starts_with(letter));
        let colour = colour.filter(|_| letter.chars().count() == 1).ok_or_else(|| {
            unreadable(number, format!("`{letter}` on {cell} is not a colour, r or b"))
        })?;
        facts.extend(fact(game, "piece", &[cell.into(), (*colour).into()]));
    }
    Ok(facts)
}
