//! Moves of Hive as the Universal Hive Protocol writes them: the piece, then where
//! it goes, next to a piece in the hive or on top of it. `wA1 bQ-` brings the first
//! white ant to the cell east of the black queen. A cell by its coordinates
//! is read too, `wA1 (1,-1)`, and so is the action as the rules write it.

mod game_string;
pub mod pieces;
mod setting_up;

pub use game_string::{GameString, GameStringError, game_string, why_no_game_string};
pub use pieces::is_name as is_piece;
pub use setting_up::{put, take};

use self::pieces::{Piece, Stacks};
use super::{Unreadable, plain};
use crate::game::action::Action;
use crate::game::board::Board;
use crate::game::game::Game;
use crate::logic::{Atom, Cell, Value};

/// The first piece of all goes there.
const ORIGIN: Cell = Cell::Axial(0, 0);

/// Where the mark of a direction stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

/// What marks each direction, seen from the piece that is referred to.
const MARKS: [(&str, Side, char); 6] = [
    ("e", Side::Behind, '-'),
    ("se", Side::Behind, '\\'),
    ("sw", Side::Before, '/'),
    ("w", Side::Before, '-'),
    ("nw", Side::Before, '\\'),
    ("ne", Side::Behind, '/'),
];

const USAGE: &str = "a move is a piece and where it goes: `wA1 -bQ` for west of the black queen, \
                     `bQ-` east, `\\bQ` north-west, `bQ/` north-east, `/bQ` south-west, \
                     `bQ\\` south-east, `bQ` on top; or `pass`";

/// An action in the notation; one that it has no words for, as in the rules.
pub fn write(game: &Game, action: &Action) -> String {
    let stacks = Stacks::of(game);
    let (piece, from, to) = match (action.name.as_str(), action.args.as_slice()) {
        ("place", [Value::Atom(piece), Value::Cell(to)]) => (*piece, None, *to),
        ("move", [Value::Atom(piece), Value::Cell(from), Value::Cell(to)]) => {
            (*piece, Some(*from), *to)
        }
        _ => return action.to_string(),
    };
    // The notation cannot say where a piece comes from, so it must be from where
    // the piece is.
    if stacks.cell_of(piece) != from {
        return action.to_string();
    }
    if stacks.is_empty() && to == ORIGIN {
        return piece.as_str().to_string();
    }
    let place = reference(&stacks.without(piece), to).unwrap_or_else(|| to.to_string());
    format!("{} {place}", piece.as_str())
}

/// A cell by the piece on it, or else by one next to it.
fn reference(stacks: &Stacks, to: Cell) -> Option<String> {
    if let Some(top) = stacks.top(to) {
        return Some(top.as_str().to_string());
    }
    let beside = |(_, neighbour)| Some((neighbour, stacks.top(neighbour)?.as_str()));
    let (neighbour, name) = Board::Hex.steps(to).into_iter().find_map(beside)?;
    let (direction, _) = Board::Hex.steps(neighbour).into_iter().find(|(_, cell)| *cell == to)?;
    let (_, side, mark) = MARKS.into_iter().find(|(known, ..)| *known == direction)?;
    Some(match side {
        Side::Before => format!("{mark}{name}"),
        Side::Behind => format!("{name}{mark}"),
    })
}

/// The action that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let unreadable = |why: String| Unreadable::new(text, why);
    let trimmed = text.trim();
    let word_ends = |c: char| c.is_whitespace() || c == '(';
    let (first, rest) = trimmed.split_at(trimmed.find(word_ends).unwrap_or(trimmed.len()));
    if first.is_empty() {
        return Err(unreadable(USAGE.into()));
    }
    let pieces = pieces::all(game);
    if is_term(game, &pieces, first, rest) {
        return plain::read(game, text);
    }
    let place: String = rest.split_whitespace().collect();
    if first.eq_ignore_ascii_case("pass") && place.is_empty() {
        return Ok(Action::new("pass", &[]));
    }
    let piece = taking_part(&pieces, first).map_err(unreadable)?;
    let stacks = Stacks::of(game);
    let to = match place.as_str() {
        "" if stacks.is_empty() => ORIGIN,
        "" => return Err(unreadable(format!("it does not say where {piece} goes; {USAGE}"))),
        place if place.starts_with('(') => coordinates(place).map_err(unreadable)?,
        place => referred(&pieces, &stacks, piece, place).map_err(unreadable)?,
    };
    Ok(match stacks.cell_of(piece) {
        Some(from) => Action::new("move", &[piece.into(), from.into(), to.into()]),
        None => Action::new("place", &[piece.into(), to.into()]),
    })
}

/// Whether a text, its first word and the rest, is meant as the rules write
/// actions: `move(wA1, (0,0), (1,0))`, or `move wA1 (0,0) (1,0)`. But `wA1(1,0)`
/// is a piece and a cell.
fn is_term(game: &Game, pieces: &[Piece], first: &str, rest: &str) -> bool {
    let mut actions = game.rules().program().declarations.actions.iter();
    let is_action = actions.any(|action| action.name.as_str() == first);
    let is_call = rest.starts_with('(') && named(pieces, first).is_none();
    is_call || (is_action && rest.contains('('))
}

/// The piece of that name, in upper or lower case, whether it takes part or not.
fn named<'a>(pieces: &'a [Piece], name: &str) -> Option<&'a Piece> {
    pieces.iter().find(|piece| piece.name.as_str().eq_ignore_ascii_case(name))
}

/// The same, but only a piece that takes part; otherwise what is wrong.
fn taking_part(pieces: &[Piece], name: &str) -> Result<Atom, String> {
    match named(pieces, name) {
        Some(piece) if piece.takes_part => Ok(piece.name),
        Some(piece) => Err(format!("{} takes no part in this game", piece.name)),
        None if name.contains(['-', '/', '\\']) => {
            Err(format!("the piece to move comes first, then a blank; {USAGE}"))
        }
        None => {
            let known = pieces.iter().filter(|piece| piece.takes_part);
            let known: Vec<&str> = known.map(|piece| piece.name.as_str()).collect();
            let name: String = name.chars().take(20).collect();
            Err(format!("there is no piece `{name}`; the pieces are {}", known.join(", ")))
        }
    }
}

/// The cell that `(1,-1)` means.
fn coordinates(text: &str) -> Result<Cell, String> {
    let numbers = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let cell = numbers.and_then(|numbers| numbers.split_once(',')).and_then(|(q, r)| {
        let number = |text: &str| text.parse::<i16>().ok();
        Some(Cell::Axial(number(q)?, number(r)?))
    });
    cell.ok_or_else(|| "a cell is two whole numbers of no great size, as in (1,-1)".into())
}

/// The cell that a piece with or without the mark of a direction means.
fn referred(pieces: &[Piece], stacks: &Stacks, moving: Atom, text: &str) -> Result<Cell, String> {
    let (mark, name) = match text.strip_prefix(['-', '/', '\\']) {
        Some(name) => (text.chars().next().map(|mark| (Side::Before, mark)), name),
        None => match text.strip_suffix(['-', '/', '\\']) {
            Some(name) => (text.chars().last().map(|mark| (Side::Behind, mark)), name),
            None => (None, text),
        },
    };
    if name.is_empty() || name.contains(['-', '/', '\\']) {
        return Err(USAGE.into());
    }
    let piece = taking_part(pieces, name)?;
    if piece == moving {
        let place = if mark.is_some() { "next to" } else { "on top of" };
        return Err(format!("{piece} cannot go {place} itself: refer to another piece"));
    }
    let Some(cell) = stacks.cell_of(piece) else {
        return Err(format!("{piece} is not in the hive: refer to a piece that is"));
    };
    let Some((side, mark)) = mark else { return Ok(cell) };
    let known = MARKS.into_iter().find(|known| (known.1, known.2) == (side, mark));
    let direction = known.map(|(direction, ..)| direction);
    let step = Board::Hex.steps(cell).into_iter().find(|(known, _)| Some(*known) == direction);
    step.map(|(_, to)| to).ok_or_else(|| format!("there is no cell that far from {ORIGIN}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::rules::Rules;

    fn played(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    fn term(game: &Game, text: &str) -> String {
        read(game, text).unwrap().to_string()
    }

    fn why(game: &Game, text: &str) -> String {
        read(game, text).unwrap_err().why
    }

    /// A beetle has climbed the white spider on (0,0); the black spider is east
    /// of it, and the white queen west.
    fn with_stack() -> Game {
        let moves =
            ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wB1 -wQ", "bA1 bQ-", "wB1 wQ", "bA2 bA1-"];
        let mut game = played("hive", &moves);
        let climb = read(&game, "wB1 wS1").unwrap();
        game.play(&climb).unwrap();
        game
    }

    #[test]
    fn each_direction_has_its_mark() {
        let game = played("hive", &["wS1"]);
        for (text, cell) in [
            ("bS1 wS1-", "(1,0)"),
            ("bS1 wS1\\", "(0,1)"),
            ("bS1 /wS1", "(-1,1)"),
            ("bS1 -wS1", "(-1,0)"),
            ("bS1 \\wS1", "(0,-1)"),
            ("bS1 wS1/", "(1,-1)"),
        ] {
            let action = read(&game, text).unwrap();
            assert_eq!(action.to_string(), format!("place(bS1, {cell})"));
            assert_eq!(write(&game, &action), text);
        }
        assert_eq!(term(&game, "bS1 wS1"), "place(bS1, (0,0))", "on top, legal or not");
    }

    #[test]
    fn the_first_piece_needs_no_reference() {
        let game = played("hive", &[]);
        assert_eq!(term(&game, "wS1"), "place(wS1, (0,0))");
        assert_eq!(write(&game, &read(&game, "wS1").unwrap()), "wS1");
        let aside = read(&game, "wS1 (2,0)").unwrap();
        assert_eq!(write(&game, &aside), "wS1 (2,0)");
        assert!(why(&played("hive", &["wS1"]), "bS1").contains("does not say where bS1 goes"));
    }

    #[test]
    fn a_stack_is_referred_to_by_its_top_piece() {
        let game = with_stack();
        let beside = read(&game, "bA3 \\wS1").unwrap();
        assert_eq!(beside.to_string(), "place(bA3, (0,-1))", "a covered piece is somewhere, too");
        assert_eq!(write(&game, &beside), "bA3 \\wB1");
        assert_eq!(term(&game, "bB1 wS1"), term(&game, "bB1 wB1"));
    }

    #[test]
    fn what_lies_beneath_stays_when_a_piece_leaves() {
        let game = with_stack();
        let down = read(&game, "wB1 (0,-1)").unwrap();
        assert_eq!(down.to_string(), "move(wB1, (0,0), (0,-1))");
        assert_eq!(write(&game, &down), "wB1 \\wS1");
        assert_eq!(term(&game, "wB1 wS1"), "move(wB1, (0,0), (0,0))", "the rules refuse it");
    }

    #[test]
    fn blanks_and_case_do_not_matter() {
        let game = played("hive", &["wS1", "bS1 wS1-"]);
        for text in ["wQ -wS1", "  WQ   -ws1 ", "wq\t- wS1", "wQ (-1,0)", "wQ( -1 , 0 )"] {
            assert_eq!(term(&game, text), "place(wQ, (-1,0))", "{text}");
        }
        for text in ["pass", " PASS "] {
            assert_eq!(term(&game, text), "pass");
        }
    }

    #[test]
    fn the_rules_own_notation_is_read_too() {
        let game = played("hive", &["wS1", "bS1 wS1-"]);
        assert_eq!(term(&game, "move(wS1, (0,0), (0,1))"), "move(wS1, (0,0), (0,1))");
        assert_eq!(term(&game, "place(wQ, (5,5))."), "place(wQ, (5,5))");
        assert_eq!(term(&game, "move wS1 (0,0) (0,1)"), "move(wS1, (0,0), (0,1))");
    }

    #[test]
    fn actions_beyond_the_notation_are_written_as_in_the_rules() {
        let game = played("hive", &["wS1", "bS1 wS1-"]);
        for text in ["move(wS1, (3,3), (0,1))", "place(wS1, (0,1))", "move(wQ, (0,1), (0,2))"] {
            let action = read(&game, text).unwrap();
            assert_eq!(write(&game, &action), text);
            assert_eq!(read(&game, &write(&game, &action)), Ok(action));
        }
        let far = read(&game, "wQ (7,7)").unwrap();
        assert_eq!(write(&game, &far), "wQ (7,7)");
    }

    #[test]
    fn what_cannot_be_read_is_told_why() {
        let game = played("hive", &["wS1", "bS1 wS1-"]);
        for (text, said) in [
            ("", "a move is a piece and where it goes"),
            ("wX1 wS1-", "there is no piece `wX1`"),
            ("wM wS1-", "wM takes no part in this game"),
            ("wQ wM-", "wM takes no part in this game"),
            ("wQ wA1-", "wA1 is not in the hive"),
            ("wS1 wS1-", "wS1 cannot go next to itself"),
            ("wS1 wS1", "wS1 cannot go on top of itself"),
            ("wQ wq", "wQ cannot go on top of itself"),
            ("wQ -wS1-", "a move is a piece and where it goes"),
            ("wQ -", "a move is a piece and where it goes"),
            ("wQ -/wS1", "a move is a piece and where it goes"),
            ("wQ-wS1", "the piece to move comes first, then a blank"),
            ("wQ wS1- bS1", "a move is a piece and where it goes"),
            ("wQ .", "there is no piece `.`"),
            ("wQ (1,2", "a cell is two whole numbers"),
            ("wQ (1,99999)", "a cell is two whole numbers"),
            ("wQ (a,b)", "a cell is two whole numbers"),
            ("wQ (1;1)", "a cell is two whole numbers"),
            ("wX (1,1)", "there is no piece `wX`"),
            ("wX wS1 (1,1)", "there is no piece `wX`"),
            ("wQ wX (1,1)", "there is no piece `wX(1,1)`"),
            ("pass wQ", "there is no piece `pass`"),
            ("jump(wQ)", "an action is written"),
            ("wX(1,1)", "an action is written"),
            ("move wX (0,0) (0,1)", "an action is written"),
            ("place(", "the clause ends too early; an action is written"),
            ("(", "a move is a piece and where it goes"),
            ("(1,1)", "a move is a piece and where it goes"),
            ("é ☃-", "there is no piece `é`"),
        ] {
            let why = why(&game, text);
            assert!(why.contains(said), "{text}: {why}");
        }
    }
}
