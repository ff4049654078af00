//! Moves of Hive as the Universal Hive Protocol writes them: the piece, then where
//! it goes, next to a piece in the hive or on top of it. `wA1 bQ-` brings the first
//! white ant to the cell east of the black queen. A cell by its coordinates
//! is read too, `wA1 (1,-1)`, and so is the action as the rules write it; and what
//! people and other programs write: the moved piece as its own reference, `wA1 -wA1`,
//! a piece without its number where only one can be meant, and more.

mod game_string;
mod lenient;
mod naming;
pub mod pieces;
mod setting_up;
mod written;

pub use game_string::{
    EXPANSIONS, GameString, GameStringError, game_string, game_type, why_no_game_string,
};
pub use lenient::{Relaxed, ReplayError, Replayed, replay_leniently};
pub use pieces::is_name as is_piece;
pub use setting_up::{put, take};

use self::pieces::{Piece, Stacks};
use self::written::{Place, Side, USAGE};
use super::{Unreadable, plain, spelling};
use crate::game::action::Action;
use crate::game::board::plane_steps;
use crate::game::game::Game;
use crate::logic::{Atom, Cell, Value};

/// The first piece of all goes there.
const ORIGIN: Cell = Cell::Axial(0, 0);

/// What marks each direction, seen from the piece that is referred to.
const MARKS: [(&str, Side, char); 6] = [
    ("e", Side::Behind, '-'),
    ("se", Side::Behind, '\\'),
    ("sw", Side::Before, '/'),
    ("w", Side::Before, '-'),
    ("nw", Side::Before, '\\'),
    ("ne", Side::Behind, '/'),
];

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
    let (neighbour, name) = plane_steps(to).into_iter().find_map(beside)?;
    let (direction, _) = plane_steps(neighbour).into_iter().find(|(_, cell)| *cell == to)?;
    let (_, side, mark) = MARKS.into_iter().find(|(known, ..)| *known == direction)?;
    Some(match side {
        Side::Before => format!("{mark}{name}"),
        Side::Behind => format!("{name}{mark}"),
    })
}

/// The action that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let spelt = spelling::plain(text);
    let pieces = pieces::all(game);
    if is_term(game, &pieces, &spelt) {
        return plain::read(game, &spelt);
    }
    if spelt.eq_ignore_ascii_case("pass") {
        return Ok(Action::new("pass", &[]));
    }
    let first = spelt.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    Reading { game, pieces: &pieces, stacks: Stacks::of(game) }.read(&spelt).map_err(|why| {
        Unreadable { is_meant: naming::is_like_one(first), ..Unreadable::new(text, why) }
    })
}

/// Whether a text is meant as the rules write actions: `move(wA1, (0,0), (1,0))`, or
/// `move wA1 (0,0) (1,0)`. But `wA1(1,0)` is a piece and a cell.
fn is_term(game: &Game, pieces: &[Piece], text: &str) -> bool {
    let word_ends = |c: char| c.is_whitespace() || c == '(';
    let (first, rest) = text.split_at(text.find(word_ends).unwrap_or(text.len()));
    let mut actions = game.rules().program().declarations.actions.iter();
    let is_action = actions.any(|action| action.name.as_str() == first);
    let is_piece = pieces.iter().any(|piece| piece.name.as_str().eq_ignore_ascii_case(first));
    let is_call = rest.starts_with('(') && !first.is_empty() && !is_piece;
    is_call || (is_action && rest.contains('('))
}

/// What a text is read against.
struct Reading<'a> {
    game: &'a Game,
    pieces: &'a [Piece],
    stacks: Stacks,
}

impl Reading<'_> {
    fn read(&self, text: &str) -> Result<Action, String> {
        let (piece, rest) = written::piece(text)?;
        let movers = naming::meant(self.pieces, piece)?;
        let places = match Place::parse(piece, rest)? {
            Place::At { name, mark } => {
                let references = naming::meant(self.pieces, name)?;
                references.into_iter().map(|piece| Goal::At(piece.name, mark)).collect()
            }
            Place::Cell(cell) => vec![Goal::Cell(coordinates(cell)?)],
            Place::Unsaid | Place::First if self.stacks.is_empty() => vec![Goal::Cell(ORIGIN)],
            Place::First => {
                return Err(format!("`.` is where the first piece of all goes; {USAGE}"));
            }
            Place::Unsaid => {
                return Err(format!("it does not say where {piece} goes; {USAGE}"));
            }
        };
        let actions: Vec<Result<Action, String>> = movers
            .iter()
            .flat_map(|mover| places.iter().map(|place| self.action(mover.name, *place)))
            .collect();
        match actions.as_slice() {
            [only] => only.clone(),
            several => self.only_one(several),
        }
    }

    /// What a piece does that goes somewhere.
    fn action(&self, piece: Atom, goal: Goal) -> Result<Action, String> {
        let to = match goal {
            Goal::Cell(cell) => cell,
            Goal::At(reference, mark) => self.cell(piece, reference, mark)?,
        };
        Ok(match self.stacks.cell_of(piece) {
            Some(from) => Action::new("move", &[piece.into(), from.into(), to.into()]),
            None => Action::new("place", &[piece.into(), to.into()]),
        })
    }

    /// The cell that a piece in the hive, with or without the mark of a direction,
    /// means. The piece that moves is where it still stands.
    fn cell(
        &self,
        moving: Atom,
        reference: Atom,
        mark: Option<(Side, char)>,
    ) -> Result<Cell, String> {
        if mark.is_none() && reference == moving {
            return Err(format!("{moving} cannot go on top of itself: refer to another piece"));
        }
        let Some(cell) = self.stacks.cell_of(reference) else {
            return Err(format!("{reference} is not in the hive: refer to a piece that is"));
        };
        let Some((side, mark)) = mark else { return Ok(cell) };
        let known = MARKS.into_iter().find(|known| (known.1, known.2) == (side, mark));
        let direction = known.map(|(direction, ..)| direction);
        let step = plane_steps(cell).into_iter().find(|(known, _)| Some(*known) == direction);
        step.map(|(_, to)| to).ok_or_else(|| format!("there is no cell that far from {ORIGIN}"))
    }

    /// The one legal action of those that a text with an unnumbered piece may mean. If
    /// none is legal, the one that the rules are to refuse.
    fn only_one(&self, possible: &[Result<Action, String>]) -> Result<Action, String> {
        let mut actions: Vec<&Action> = Vec::new();
        for action in possible.iter().flatten() {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        if let ([], Some(Err(why))) = (actions.as_slice(), possible.first()) {
            return Err(why.clone());
        }
        let legal = self.game.legal_unsorted().map_err(|error| error.to_string())?;
        let fitting: Vec<&Action> =
            actions.iter().copied().filter(|action| legal.contains(action)).collect();
        match fitting.as_slice() {
            [only] => return Ok((*only).clone()),
            [] => {}
            several => {
                return Err(format!("it may mean {}: say which", self.written(several, "or")));
            }
        }
        // Of those in hand, only the first could be meant.
        let in_hand = |action: &&&Action| action.name.as_str() == "place";
        let first_in_hand = actions.iter().find(in_hand).copied();
        actions.retain(|action| !in_hand(&action) || Some(*action) == first_in_hand);
        match actions.as_slice() {
            [only] => Ok((*only).clone()),
            several => Err(format!(
                "it may mean {}, and none of them is legal: say which",
                self.written(several, "or")
            )),
        }
    }

    fn written(&self, actions: &[&Action], last: &str) -> String {
        let written: Vec<String> = actions.iter().map(|it| write(self.game, it)).collect();
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        naming::listed(&written, last)
    }
}

/// Where a piece is to go.
#[derive(Clone, Copy)]
enum Goal {
    Cell(Cell),
    At(Atom, Option<(Side, char)>),
}

/// The cell that `(1,-1)` means.
fn coordinates(text: &str) -> Result<Cell, String> {
    let text: String = text.split_whitespace().collect();
    let numbers = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let cell = numbers.and_then(|numbers| numbers.split_once(',')).and_then(|(q, r)| {
        let number = |text: &str| text.parse::<i16>().ok();
        Some(Cell::Axial(number(q)?, number(r)?))
    });
    cell.ok_or_else(|| "a cell is two whole numbers of no great size, as in (1,-1)".into())
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
            ("wX1 wS1-", "there is no piece `wX1`; the kinds are Q S B G A"),
            ("wX (1,1)", "there is no piece `wX`; the kinds are Q S B G A"),
            ("wX(1,1)", "an action is written"),
            ("wA(1,1)", "an action is written"),
            ("wX wS1 (1,1)", "there is no piece `wX`"),
            ("wA4 wS1-", "no piece wA4: there are three ants a side, wA1, wA2 and wA3"),
            ("wS0 wS1-", "no piece wS0: there are two spiders a side, wS1 and wS2"),
            ("wQ2 wS1-", "no piece wQ2: there is one queen a side, wQ"),
            ("wQ bb3-", "no piece bB3: there are two beetles a side, bB1 and bB2"),
            ("A1 wS1-", "there is no piece `A1`; did you mean wA1 or bA1?"),
            ("Aw1 wS1-", "there is no piece `Aw1`; did you mean wA1?"),
            ("wAA1 wS1-", "there is no piece `wAA1`; did you mean wA1?"),
            ("nonsense", "a piece is w or b, its kind (Q S B G A) and its number"),
            ("wM wS1-", "wM takes no part in this game, which is played without the mosquito"),
            ("wQ wM-", "wM takes no part in this game"),
            ("wM1 wS1-", "wM takes no part in this game"),
            ("wQ wA1-", "wA1 is not in the hive"),
            ("wA1 wA1-", "wA1 is not in the hive"),
            ("wS1 wS1", "wS1 cannot go on top of itself"),
            ("wQ wq", "wQ cannot go on top of itself"),
            ("wQ -wS1-", "wS1 has a mark before and behind it"),
            ("wQ -", "`-` needs a piece to go next to"),
            ("wQ -/wS1", "there are too many marks"),
            ("wQ- wS1", "`wQ- wS1` is ambiguous: `wQ -wS1` or `wQ wS1-`?"),
            ("-wS1 wQ", "the piece to move comes first"),
            ("wQ wS1- bS1", "there are too many pieces"),
            ("wQ *wS1", "`*` says nothing in a move"),
            ("wQ .", "`.` is where the first piece of all goes"),
            ("wQ", "it does not say where wQ goes"),
            ("12.", "a move is a piece and where it goes"),
            ("wQ (1,2", "a cell is two whole numbers"),
            ("wQ (1,99999)", "a cell is two whole numbers"),
            ("wQ (a,b)", "a cell is two whole numbers"),
            ("wQ (1;1)", "a cell is two whole numbers"),
            ("wQ wX (1,1)", "`(` says nothing in a move"),
            ("pass wQ", "`pass` stands alone"),
            ("jump(wQ)", "an action is written"),
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
