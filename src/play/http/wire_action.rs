//! Actions as the protocol tells them: a piece by its number among those that are left,
//! or by its cell. A throw names who throws, and where the thrown piece lies.

use super::messages::ActionMessage;
use super::{offset, wire_game};
use crate::game::{Action, Game, Refusal};
use crate::logic::engine::EvalError;
use crate::logic::{Atom, Cell, Row, Value};

/// The legal action that a player means, or why there is none.
pub fn read(game: &Game, message: &ActionMessage) -> Result<Result<Action, String>, EvalError> {
    let meant = match meant(game, message) {
        Ok(meant) => meant,
        Err(why) => return Ok(Err(why)),
    };
    let Meant { thrower, action } = meant;
    if !game.legal_unsorted()?.contains(&action) {
        let reasons = game.reasons(&action)?;
        let is_first = reasons.iter().any(|reason| reason.name.as_str() == NOT_AT_ORIGIN);
        let why = Refusal { action, reasons }.why();
        let here = is_first.then(|| offset::of_cell(ORIGIN));
        return Ok(Err(here.map_or(why.clone(), |(x, y)| format!("{why}: x {x}, y {y}"))));
    }
    match thrower {
        Some(thrower) if !throwers(game, &action)?.contains(&thrower) => {
            Ok(Err("the piece at `from` cannot throw that piece there".into()))
        }
        _ => Ok(Ok(action)),
    }
}

/// The cell of the first piece of all, and the reason why others are not.
const ORIGIN: Cell = Cell::Axial(0, 0);
const NOT_AT_ORIGIN: &str = "not_at_origin";

/// What a message means, legal or not.
struct Meant {
    action: Action,
    /// Who is to throw the piece, if it is thrown.
    thrower: Option<Atom>,
}

fn meant(game: &Game, message: &ActionMessage) -> Result<Meant, String> {
    match message {
        ActionMessage::Set { piece_index, final_x, final_y } => {
            let side = game.turn().ok_or("nobody is to move")?;
            let hand = wire_game::hand(game, side);
            let index = usize::try_from(*piece_index).ok();
            let Some(chosen) = index.and_then(|index| hand.get(index)) else {
                let left = hand.len();
                return Err(format!("there is no piece {piece_index} among the {left} remaining"));
            };
            // Of several of a kind the first one enters, whichever is counted.
            let piece = hand.iter().find(|piece| piece.kind == chosen.kind).unwrap_or(chosen);
            let to = cell(*final_x, *final_y)?;
            let action = Action::new("place", &[piece.name.into(), to.into()]);
            Ok(Meant { action, thrower: None })
        }
        ActionMessage::Move { from_x, from_y, final_x, final_y, args } => {
            let (moving, from) = piece_at(game, *from_x, *from_y)?;
            let to = cell(*final_x, *final_y)?;
            let (piece, from, thrower) = match args.as_slice() {
                [] => (moving, from, None),
                [x, y] => {
                    let (thrown, at) = piece_at(game, *x, *y)?;
                    (thrown, at, Some(moving))
                }
                _ => return Err("`args` is empty, or the x and y of the piece to throw".into()),
            };
            let action = Action::new("move", &[piece.into(), from.into(), to.into()]);
            Ok(Meant { action, thrower })
        }
    }
}

fn cell(x: i64, y: i64) -> Result<Cell, String> {
    offset::cell((x, y)).ok_or_else(|| format!("x {x}, y {y} is too far away"))
}

fn piece_at(game: &Game, x: i64, y: i64) -> Result<(Atom, Cell), String> {
    let cell = cell(x, y)?;
    let piece = wire_game::top(game, cell);
    piece
        .map(|piece| (piece.name, cell))
        .ok_or_else(|| format!("there is no piece at x {x}, y {y}"))
}

/// A legal action of a game as the protocol tells it; nothing for a pass, which it does
/// not know.
pub fn written(game: &Game, action: &Action) -> Result<Option<ActionMessage>, EvalError> {
    Ok(match (action.name.as_str(), action.args.as_slice()) {
        ("place", [Value::Atom(piece), Value::Cell(to)]) => {
            let side = game.turn().unwrap_or(*piece);
            let hand = wire_game::hand(game, side);
            let index = hand.iter().position(|held| held.name == *piece).unwrap_or_default();
            let (final_x, final_y) = offset::of_cell(*to);
            Some(ActionMessage::Set { piece_index: index as i64, final_x, final_y })
        }
        ("move", [Value::Atom(piece), Value::Cell(from), Value::Cell(to)]) => {
            let thrower = match goes_by_itself(game, action)? {
                true => None,
                false => throwers(game, action)?.first().copied(),
            };
            let thrower = thrower.and_then(|thrower| position_of(game, thrower));
            let (at, args) = match thrower {
                Some(cell) => {
                    let (x, y) = offset::of_cell(*from);
                    (cell, vec![x, y])
                }
                None => (position_of(game, *piece).unwrap_or(*from), Vec::new()),
            };
            let ((from_x, from_y), (final_x, final_y)) =
                (offset::of_cell(at), offset::of_cell(*to));
            Some(ActionMessage::Move { from_x, from_y, final_x, final_y, args })
        }
        _ => None,
    })
}

fn position_of(game: &Game, piece: Atom) -> Option<Cell> {
    crate::game::hive_pieces::Stacks::of(game).cell_of(piece)
}

/// Whether a piece gets there without being thrown.
fn goes_by_itself(game: &Game, action: &Action) -> Result<bool, EvalError> {
    Ok(rows(game, "goes", 3)?.iter().any(|row| row == &action.args))
}

/// The pieces that can throw a piece as an action says, in the order of their names.
fn throwers(game: &Game, action: &Action) -> Result<Vec<Atom>, EvalError> {
    let rows = rows(game, "throws", 4)?.into_iter();
    let throwing = rows.filter(|row| row[1..] == action.args[..]);
    let mut throwers: Vec<Atom> = throwing.filter_map(|row| row[0].as_atom()).collect();
    throwers.sort();
    Ok(throwers)
}

/// The facts of a relation of the rules.
fn rows(game: &Game, relation: &str, arity: usize) -> Result<Vec<Row>, EvalError> {
    let engine = game.rules().engine();
    let Some(relation) = game.rules().program().relations.plain(relation, arity) else {
        return Ok(Vec::new());
    };
    let model = engine.derive(&engine.as_written(&[relation]), &game.situation())?;
    Ok(model.rows(relation).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{GameString, Rules};

    fn played(text: &str) -> Game {
        let start = Game::new(Arc::new(Rules::open("hive+mlp").unwrap())).unwrap();
        text.parse::<GameString>().unwrap().replay(start).unwrap()
    }

    fn moved(from: (i64, i64), to: (i64, i64), args: &[i64]) -> ActionMessage {
        let ((from_x, from_y), (final_x, final_y)) = (from, to);
        ActionMessage::Move { from_x, from_y, final_x, final_y, args: args.to_vec() }
    }

    fn why(game: &Game, message: &ActionMessage) -> String {
        read(game, message).unwrap().unwrap_err()
    }

    #[test]
    fn every_legal_action_is_read_as_it_is_written() {
        for text in [
            "Base+MLP",
            "Base+MLP;wS1;bS1 wS1-",
            "Base+MLP;wP;bP wP-;wQ -wP;bQ bP-;wM \\wP;bM bP/",
            "Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bQ-;wB1 wS1;bA1 /bS1",
        ] {
            let game = played(text);
            for action in game.legal().unwrap() {
                let message = written(&game, &action).unwrap().unwrap();
                assert_eq!(read(&game, &message).unwrap(), Ok(action), "{message:?}");
            }
        }
    }

    #[test]
    fn a_throw_names_who_throws_and_what() {
        // The white pillbug has the white queen to its west.
        let game = played("Base+MLP;wP;bS1 wP-;wQ -wP;bQ bS1-");
        let (pillbug, queen) = ((4, 3), (3, 2));
        let thrown = moved(pillbug, (4, 2), &[queen.0, queen.1]);
        let action = read(&game, &thrown).unwrap().unwrap();
        assert_eq!(action.to_string(), "move(wQ, (-1,0), (0,-1))");
        // The queen gets there by herself as well.
        assert_eq!(written(&game, &action).unwrap(), Some(moved(queen, (4, 2), &[])));
        let far = read(&game, &moved(pillbug, (5, 2), &[queen.0, queen.1])).unwrap().unwrap();
        assert_eq!(written(&game, &far).unwrap(), Some(moved(pillbug, (5, 2), &[3, 2])));
        let by_the_queen = moved(queen, (3, 1), &[pillbug.0, pillbug.1]);
        assert!(!why(&game, &by_the_queen).is_empty());
        let not_a_pillbug = moved((5, 3), (4, 2), &[queen.0, queen.1]);
        assert_eq!(why(&game, &not_a_pillbug), "the piece at `from` cannot throw that piece there");
    }

    #[test]
    fn what_is_illegal_is_told_why() {
        let game = played("Base+MLP");
        let set =
            |piece_index, final_x, final_y| ActionMessage::Set { piece_index, final_x, final_y };
        assert!(read(&game, &set(7, 4, 3)).unwrap().is_ok(), "the second spider is as good");
        for (message, part) in [
            (set(14, 4, 3), "there is no piece 14 among the 14 remaining"),
            (set(-1, 4, 3), "there is no piece -1"),
            (set(i64::MAX, 4, 3), "there is no piece 9223372036854775807"),
            (set(0, 4, 3), "by the tournament rule"),
            (set(1, 0, 0), "the first piece goes to the origin, (0,0): x 4, y 3"),
            (set(1, 99_999, 0), "x 99999, y 0 is too far away"),
            (moved((4, 3), (4, 4), &[]), "there is no piece at x 4, y 3"),
        ] {
            assert!(why(&game, &message).contains(part), "{}", why(&game, &message));
        }
        let game = played("Base+MLP;wS1;bS1 wS1-");
        for (message, part) in [
            (moved((4, 3), (4, 4), &[]), "queen"),
            (moved((4, 3), (4, 4), &[5]), "`args` is empty, or the x and y"),
            (moved((4, 3), (4, 4), &[0, 0]), "there is no piece at x 0, y 0"),
            (moved((5, 3), (5, 4), &[]), "not yours"),
        ] {
            assert!(why(&game, &message).contains(part), "{}", why(&game, &message));
        }
    }
}
