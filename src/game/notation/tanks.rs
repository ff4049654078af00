//! Moves of Breakthrough Tanks: `b2-b3`, and `b2xb4` for a capture. `b2b3` and
//! `b2 b3` are read too.

use super::{Unreadable, on_board, plain, spelling};
use crate::game::action::Action;
use crate::game::drawing::tanks::written;
use crate::game::game::Game;
use crate::game::setup::{Edit, Fact};
use crate::logic::{Cell, Row, Value};

const USAGE: &str = "a move is written b2-b3, a capture b2xb4";

/// A move in the notation.
pub fn write(game: &Game, action: &Action) -> String {
    match action.args.as_slice() {
        [from, to] => {
            let taken = to.as_cell().is_some_and(|cell| tank_on(game, cell).is_some());
            format!("{from}{}{to}", if taken { 'x' } else { '-' })
        }
        _ => action.to_string(),
    }
}

/// The move that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let spelt = spelling::plain(text);
    if spelt.contains('(') {
        return plain::read(game, &spelt);
    }
    let spelt = spelt.to_lowercase();
    let Some((from, rest)) = first_cell(&spelt) else {
        return Err(Unreadable::new(text, USAGE));
    };
    let unreadable = |why: String| Unreadable {
        is_meant: true,
        ..Unreadable::new(text, format!("{why}; {USAGE}"))
    };
    let rest = rest.trim();
    // A column may be called x, too.
    let to = Cell::from_name(rest).or_else(|| Cell::from_name(without_sign(rest)));
    match (to, without_sign(rest)) {
        (Some(to), _) => on_board(game, text, Action::new("move", &[from.into(), to.into()])),
        (None, "") => Err(unreadable(format!("it does not say where {from} goes"))),
        (None, other) => {
            let other: String = other.chars().take(20).collect();
            Err(unreadable(format!("`{other}` is not a cell")))
        }
    }
}

/// The cell that a text begins with, and what follows it.
fn first_cell(text: &str) -> Option<(Cell, &str)> {
    let digits = text.get(1..)?;
    let end = text.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    Some((Cell::from_name(&text[..end])?, &text[end..]))
}

/// What follows the sign between two cells.
fn without_sign(text: &str) -> &str {
    let behind = ["->", "-", "x", "×", ":", "→"].iter().find_map(|sign| text.strip_prefix(sign));
    behind.unwrap_or(text).trim_start()
}

/// What the letters of tanks mean.
pub const LETTERS: &str = "M is bot's medium tank, T its heavy one and D its destroyer; m, t and d are \
                           top's";

/// Puts a tank on a cell, to set up a position: `T b3`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let usage =
        || Unreadable::new(text, format!("a tank is put by its letter and cell, T b3: {LETTERS}"));
    let (letter, name) = text.trim().split_once(char::is_whitespace).ok_or_else(usage)?;
    let cell = Cell::from_name(name.trim()).ok_or_else(usage)?;
    on_board(game, text, Action::new("move", &[cell.into(), cell.into()]))?;
    let tank = tank(game, letter, cell).ok_or_else(usage)?;
    let there = tank_on(game, cell).map(|row| (tank.0, row));
    Ok(Edit { gone: there.into_iter().collect(), come: vec![tank] })
}

/// The tank that a letter means, on a cell.
pub fn tank(game: &Game, letter: &str, cell: Cell) -> Option<Fact> {
    let program = game.rules().program();
    let relation = program.relations.plain("tank", 3)?;
    let kinds = program.declarations.enums.iter().find(|it| it.name.as_str() == "kind")?;
    let players = program.declarations.players();
    let mut tanks =
        players.iter().flat_map(|player| kinds.values.iter().map(|kind| [*player, *kind]));
    let [player, kind] = tanks.find(|[player, kind]| written(*player, *kind) == letter)?;
    Some((relation, Row::from_slice(&[cell.into(), player.into(), kind.into()])))
}

/// The tank on a cell, as the fact `tank(Cell, Player, Kind)`.
pub fn tank_on(game: &Game, cell: Cell) -> Option<Row> {
    let tank = game.rules().program().relations.plain("tank", 3)?;
    game.position().rows(tank).find(|row| row[0] == Value::Cell(cell)).map(Row::from_slice)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::rules::Rules;

    fn start(name: &str) -> Game {
        Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
    }

    #[test]
    fn a_move_is_two_cells_and_what_people_put_between() {
        let game = start("tanks");
        for text in [
            "b2-b3",
            "b2b3",
            "b2 b3",
            "b2xb3",
            "b2 x b3",
            "b2×b3",
            "b2:b3",
            "b2->b3",
            "b2–b3",
            "b2 − b3",
            "B2-B3",
            "1. b2-b3",
            "1... b2b3!",
            "b2-b3??",
            "3) move(b2, b3)",
        ] {
            assert_eq!(read(&game, text).unwrap().to_string(), "move(b2, b3)", "{text}");
        }
        let large = start("tanks:26");
        for (text, meant) in [
            ("x2x3", "move(x2, x3)"),
            ("x2xx3", "move(x2, x3)"),
            ("a12a13", "move(a12, a13)"),
            ("a1 x3", "move(a1, x3)"),
        ] {
            assert_eq!(read(&large, text).unwrap().to_string(), meant, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_why() {
        let game = start("tanks:6");
        for (text, said) in [
            ("b2", "it does not say where b2 goes"),
            ("b2-", "it does not say where b2 goes"),
            ("b2-9", "`9` is not a cell"),
            ("b2 b3 b4", "`b3 b4` is not a cell"),
            ("b2-b9", "there is no cell b9 on this board"),
            ("z2z3", "there is no cell z2 on this board"),
            ("2b-b3", "a move is written b2-b3"),
            ("", "a move is written b2-b3"),
            ("漢字", "a move is written b2-b3"),
        ] {
            let why = read(&game, text).unwrap_err().why;
            assert!(why.contains(said), "{text}: {why}");
        }
    }
}
