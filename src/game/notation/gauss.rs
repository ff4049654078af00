//! Moves of Gauss: `r d2` for a red piece on d2. Column and line as numbers are
//! read too, `r 4 2`, and so is the cell alone where only one colour can be placed.

use super::{Unreadable, on_board, plain, spelling};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::game::setup::Edit;
use crate::logic::{Atom, Cell, Row, Value};

const USAGE: &str = "a piece is placed by colour and cell, r d2, or by column and line, r 4 2";

/// A move in the notation.
pub fn write(action: &Action) -> String {
    match action.args.as_slice() {
        [Value::Atom(colour), cell] => format!("{} {cell}", &colour.as_str()[..1]),
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
    let place =
        |colour: &str, cell: Cell| Action::new("place", &[Atom::new(colour).into(), cell.into()]);
    if let Some(cell) = Cell::from_name(&spelt) {
        on_board(game, text, place("red", cell))?;
        return only_colour(game, cell).map_err(|why| Unreadable::new(text, why));
    }
    let read = COLOURS.iter().find_map(|(word, colour)| {
        let cell = spelt.strip_prefix(word)?.trim_start_matches(is_between);
        Some((*colour, cell_of(cell)?))
    });
    if let Some((colour, cell)) = read {
        return on_board(game, text, place(colour, cell));
    }
    let mut words = spelt.split(is_between).filter(|word| !word.is_empty());
    let names_colour =
        words.next().is_none_or(|word| COLOURS.iter().any(|known| word.starts_with(known.0)));
    Err(match names_colour {
        true => Unreadable::new(text, USAGE),
        false => Unreadable::new(text, "the colour is r or b, as in r d2"),
    })
}

/// The words for the colours, the longer ones first.
const COLOURS: [(&str, &str); 4] = [("red", "red"), ("blue", "blue"), ("r", "red"), ("b", "blue")];

/// Whether it may stand between colour, column and line.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | ',' | ':')
}

/// A cell by its name, or by the numbers of its column and line.
fn cell_of(text: &str) -> Option<Cell> {
    let numbers: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    match numbers.as_slice() {
        [name] => Cell::from_name(name),
        [column, line] => numbered(column, line),
        _ => None,
    }
}

/// Puts a piece on a cell, to set up a position: `r d4`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let action = read(game, text)?;
    let piece = game.rules().program().relations.plain("piece", 2);
    let (Some(piece), [colour, cell]) = (piece, action.args.as_slice()) else {
        return Err(Unreadable::new(text, USAGE));
    };
    let there = game.position().rows(piece).filter(|row| row[0] == *cell);
    let gone = there.map(|row| (piece, Row::from_slice(row))).collect();
    Ok(Edit { gone, come: vec![(piece, Row::from_slice(&[*cell, *colour]))] })
}

/// A cell by the numbers of its column and line.
fn numbered(column: &str, line: &str) -> Option<Cell> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=26).contains(number));
    Some(Cell::Lettered(number(column)?, number(line)?))
}

/// The only legal move to a cell.
fn only_colour(game: &Game, cell: Cell) -> Result<Action, String> {
    let mut legal = game.legal_unsorted().map_err(|error| error.to_string())?;
    legal.retain(|action| action.args.last() == Some(&cell.into()));
    match legal.as_slice() {
        [only] => Ok(only.clone()),
        _ => Err(format!("it does not say which colour: r {cell} or b {cell}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::rules::Rules;

    #[test]
    fn a_move_is_a_colour_and_a_cell() {
        let game = Game::new(Arc::new(Rules::open("gauss").unwrap())).unwrap();
        for text in [
            "r d2",
            "R D2",
            "rd2",
            "r-d2",
            "r – d2",
            "r:d2",
            "red d2",
            "red, d2",
            "r 4 2",
            "r 4,2",
            "r 4–2",
            "1. r d2",
            "1... rd2 !?",
            "2) place(red, d2)",
        ] {
            assert_eq!(read(&game, text).unwrap().to_string(), "place(red, d2)", "{text}");
        }
        for text in ["b b2", "bb2", "blue b2", "blueb2", "b 2 2"] {
            assert_eq!(read(&game, text).unwrap().to_string(), "place(blue, b2)", "{text}");
        }
    }

    #[test]
    fn a_cell_alone_is_enough_if_only_one_colour_is_left() {
        let game = Game::new(Arc::new(Rules::open("gauss").unwrap())).unwrap();
        let legal = game.legal().unwrap();
        for action in &legal {
            let cell = action.args[1];
            let count = legal.iter().filter(|other| other.args[1] == cell).count();
            match read(&game, &cell.to_string()) {
                Ok(found) => assert_eq!((&found, count), (action, 1)),
                Err(error) => {
                    assert!(count > 1, "{cell}");
                    assert_eq!(
                        error.why,
                        format!("it does not say which colour: r {cell} or b {cell}")
                    );
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_why() {
        let game = Game::new(Arc::new(Rules::open("gauss").unwrap())).unwrap();
        for (text, said) in [
            ("g d2", "the colour is r or b"),
            ("r z9", "there is no cell z9 on this board"),
            ("z9", "there is no cell z9 on this board"),
            ("r", "a piece is placed by colour and cell"),
            ("r d2 d3", "a piece is placed by colour and cell"),
            ("", "a piece is placed by colour and cell"),
        ] {
            let why = read(&game, text).unwrap_err().why;
            assert!(why.contains(said), "{text}: {why}");
        }
    }
}
