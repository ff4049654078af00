//! Keeping up with a game that is kept elsewhere. All that comes is how it stands, again
//! and again. If a legal move leads there from where it stood, that move was played: so
//! the history is known, which matters for repetitions and for what moved just before.
//! Otherwise the position is set up.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::game::hive_pieces::{self, Piece};
use crate::game::{Action, Game, LoadError, Rules, Setup, SetupError};
use crate::logic::engine::EvalError;
use crate::logic::{Cell, Value};
use crate::play::http::messages::{GameMessage, PieceMessage};
use crate::play::http::{offset, wire_game};

/// A game that makes no sense, or that the rules have no answer for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unfollowed {
    /// What is wrong with it.
    #[error("{0}")]
    Wrong(String),
    /// The rules find the position unsound.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// Rules of Hive, once they have been loaded: with each of the expansions or without, and
/// either player beginning.
#[derive(Default)]
pub struct Shelf(Mutex<HashMap<String, Arc<Rules>>>);

impl Shelf {
    fn rules(&self, name: &str) -> Result<Arc<Rules>, LoadError> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = shelf.get(name) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(Rules::open(name)?);
        shelf.insert(name.into(), rules.clone());
        Ok(rules)
    }
}

/// Games have fewer turns.
const MOST_TURNS: i64 = 1_000_000;

/// The game that a message tells of, if it makes sense; the one before, if it is known,
/// may lead there.
pub fn followed(
    shelf: &Shelf,
    before: Option<&Game>,
    message: &GameMessage,
) -> Result<Game, Unfollowed> {
    let stated = Stated::of(message)?;
    let rules = shelf.rules(&stated.rules)?;
    let known = before.filter(|game| Arc::ptr_eq(game.rules(), &rules));
    let start = Game::new(rules.clone())?;
    for game in known.into_iter().chain([&start]) {
        if let Some(next) = led_to(game, message)? {
            return Ok(next);
        }
    }
    let moved = known.and_then(|game| moved(&wire_game::written(game), message));
    Ok(stated.set_up(&rules, moved)?)
}

/// A game with the same position, and no history.
pub fn afresh(game: &Game) -> Result<Game, SetupError> {
    Setup::of(game).finish()
}

/// The game once it has come to where a message has it: moves may have been taken back,
/// and one may have been played.
fn led_to(game: &Game, message: &GameMessage) -> Result<Option<Game>, EvalError> {
    let mut game = game.clone();
    while game.turn_number() as i64 > message.turn {
        if game.undo().is_none() {
            return Ok(None);
        }
    }
    if wire_game::is_same(&wire_game::written(&game), message) {
        return Ok(Some(game));
    }
    if game.turn_number() as i64 == message.turn {
        game.undo();
    }
    if game.turn_number() as i64 + 1 != message.turn {
        return Ok(None);
    }
    let pieces = hive_pieces::all(&game);
    for action in game.legal()? {
        if !may_lead_to(&action, &pieces, message) {
            continue;
        }
        let mut next = game.clone();
        next.play_unchecked(&action)?;
        if wire_game::is_same(&wire_game::written(&next), message) {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// Whether a piece like the one that moves is where it would go.
fn may_lead_to(action: &Action, pieces: &[Piece], message: &GameMessage) -> bool {
    let (Some(Value::Atom(name)), Some(Value::Cell(to))) =
        (action.args.first(), action.args.last())
    else {
        return true;
    };
    let Some(piece) = pieces.iter().find(|piece| piece.name == *name) else { return false };
    let place = offset::of_cell(*to);
    message.board.iter().any(|it| {
        (it.x, it.y) == place && it.color == piece.owner.as_str() && it.kind == piece.kind.as_str()
    })
}

/// The piece that is the only one to have changed its place between two positions.
fn moved<'a>(before: &GameMessage, after: &'a GameMessage) -> Option<&'a PieceMessage> {
    let mut gone = before.board.iter().filter(|piece| !after.board.contains(piece));
    let mut come = after.board.iter().filter(|piece| !before.board.contains(piece));
    let (gone, come, more) = (gone.next()?, come.next()?, (gone.next(), come.next()));
    let is_same = gone.color == come.color && gone.kind == come.kind;
    (is_same && more == (None, None)).then_some(come)
}

/// A game whose pieces and numbers make sense.
struct Stated<'a> {
    /// The rules it is played by.
    rules: String,
    turn: NonZeroU32,
    player: &'a str,
    /// The pieces in the hive with their cells, in an order.
    board: Vec<(&'a PieceMessage, Cell)>,
}

impl Stated<'_> {
    fn of(message: &GameMessage) -> Result<Stated<'_>, Unfollowed> {
        let wrong = |why: String| Err(Unfollowed::Wrong(why));
        let turn = u32::try_from(message.turn).ok().and_then(NonZeroU32::new);
        let Some(turn) = turn.filter(|_| message.turn <= MOST_TURNS) else {
            return wrong(format!("`turn` is counted from 1, and is {}", message.turn));
        };
        let Some(side) = wire_game::SIDES.iter().position(|side| *side == message.player) else {
            return wrong("`player` is white or black".into());
        };
        let most = 2 * wire_game::KINDS.iter().map(|(_, count)| count).sum::<usize>();
        if message.board.len() > most {
            return wrong(format!("there are only {most} pieces"));
        }
        let mut board = Vec::new();
        for piece in wire_game::board(message) {
            let is_known = wire_game::SIDES.contains(&piece.color.as_str())
                && wire_game::KINDS.iter().any(|(kind, _)| *kind == piece.kind);
            let cell = offset::cell((piece.x, piece.y)).filter(|_| is_known);
            let height = (0..most as i64).contains(&piece.height);
            let Some(cell) = cell.filter(|_| height) else {
                let PieceMessage { x, y, .. } = piece;
                return wrong(format!("the piece at x {x}, y {y} is none, or is nowhere"));
            };
            board.push((piece, cell));
        }
        let takes_part = |kind: &str| {
            let mut held = message.remaining_pieces.iter().flat_map(|hand| &hand.pieces);
            board.iter().any(|(piece, _)| piece.kind == kind) || held.any(|held| held == kind)
        };
        for side in wire_game::SIDES {
            let hands = message.remaining_pieces.iter().filter(|hand| hand.player == side);
            let held: Vec<&String> = hands.flat_map(|hand| &hand.pieces).collect();
            for (kind, count) in wire_game::KINDS {
                let is_of_side = |piece: &PieceMessage| piece.kind == kind && piece.color == side;
                let found = board.iter().filter(|(piece, _)| is_of_side(piece)).count()
                    + held.iter().filter(|held| held.as_str() == kind).count();
                let is_out = wire_game::is_expansion(kind) && !takes_part(kind);
                if found != if is_out { 0 } else { count } {
                    return wrong(format!(
                        "{side} has {found} of the kind {kind} in the hive and among the \
                         remaining pieces, and there are {count}"
                    ));
                }
            }
        }
        let is_on = |(_, kind): &&(char, &str)| takes_part(kind);
        let letters: String = crate::game::EXPANSIONS
            .iter()
            .filter(is_on)
            .map(|(letter, _)| letter.to_ascii_lowercase())
            .collect();
        let began = wire_game::SIDES[(side + turn.get() as usize + 1) % 2];
        let plus = if letters.is_empty() { "" } else { "+" };
        let starts = if began == "white" { "" } else { ":starts=black" };
        let rules = format!("hive{plus}{letters}{starts}");
        Ok(Stated { rules, turn, player: &message.player, board })
    }

    /// The game from here on. A piece may have moved just before.
    fn set_up(&self, rules: &Arc<Rules>, moved: Option<&PieceMessage>) -> Result<Game, SetupError> {
        let mut setup = Setup::blank(rules);
        let mut left = hive_pieces::all(&setup.shown());
        let mut facts = String::new();
        for (piece, cell) in &self.board {
            let is_meant = |known: &Piece| {
                known.kind.as_str() == piece.kind && known.owner.as_str() == piece.color
            };
            // There are enough of each kind.
            let Some(place) = left.iter().position(is_meant) else { continue };
            let name = left.remove(place).name;
            facts += &format!("at({name}, {cell}, {}).\n", piece.height + 1);
            if moved == Some(*piece) {
                facts += &format!("moved({name}).\n");
            }
        }
        facts += &format!("turn_number({}).\nturn({}).\n", self.turn, self.player);
        setup.add_facts(&facts)?;
        setup.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameString, written_facts};

    fn played(name: &str, text: &str) -> Game {
        let start = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        text.parse::<GameString>().unwrap().replay(start).unwrap()
    }

    /// The last action of a game, if it is known.
    fn last(game: &Game) -> Option<String> {
        game.actions().last().map(Action::to_string)
    }

    #[test]
    fn moves_are_found_between_positions() {
        let shelf = Shelf::default();
        let text = "Base+MLP;wP;bP wP-;wQ -wP;bQ bP-;wQ \\wP;bA1 bQ-;wQ wP/";
        let moves: Vec<&str> = text.split(';').collect();
        let mut game = None;
        for number in 1..=moves.len() {
            let real = played("hive+mlp", &moves[..number].join(";"));
            let message = wire_game::written(&real);
            let next = followed(&shelf, game.as_ref(), &message).unwrap();
            assert_eq!((last(&next), next.is_set_up()), (last(&real), false), "{number}");
            assert_eq!(next.actions().len(), number - 1);
            game = Some(next);
        }
        // Moves are taken back, and another one is played.
        let other = played("hive+mlp", "Base+MLP;wP;bP wP-;wQ -wP;bQ bP/");
        let next = followed(&shelf, game.as_ref(), &wire_game::written(&other)).unwrap();
        assert_eq!((last(&next), next.actions().len()), (last(&other), 4));
    }

    #[test]
    fn where_no_move_leads_the_position_is_set_up() {
        let shelf = Shelf::default();
        let real = played("hive+m", "Base+M;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1");
        let message = wire_game::written(&real);
        let game = followed(&shelf, None, &message).unwrap();
        assert!(game.is_set_up());
        assert!(wire_game::is_same(&wire_game::written(&game), &message));
        assert_eq!(game.rules().name(), "hive+m");
        assert_eq!(game.legal().unwrap().len(), real.legal().unwrap().len());
        // A queen goes two cells, which no rule lets her do: she has moved nevertheless.
        let before = played("hive", "Base;wA1;bS1 wA1-;wQ -wA1;bQ bS1-");
        let before = followed(&shelf, None, &wire_game::written(&before)).unwrap();
        let mut after = wire_game::written(&before);
        let is_queen = |piece: &&mut PieceMessage| piece.kind == "queen" && piece.color == "white";
        let queen = after.board.iter_mut().find(is_queen).unwrap();
        (queen.x, queen.y) = offset::of_cell(Cell::Axial(1, -1));
        (after.turn, after.player) = (6, "black".into());
        let game = followed(&shelf, Some(&before), &after).unwrap();
        let facts = written_facts(&game);
        assert!(game.is_set_up() && facts.contains(&"moved(wQ)".to_string()), "{facts:?}");
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        let shelf = Shelf::default();
        let sound = wire_game::written(&played("hive+mlp", "Base+MLP;wS1;bS1 wS1-"));
        let wrong = |change: &dyn Fn(&mut GameMessage), part: &str| {
            let mut message = sound.clone();
            change(&mut message);
            let error = followed(&shelf, None, &message).err().unwrap().to_string();
            assert!(error.contains(part), "{error}");
        };
        wrong(&|it| it.turn = 0, "`turn` is counted from 1");
        wrong(&|it| it.turn = i64::MAX, "`turn` is counted from 1");
        wrong(&|it| it.player = "red".into(), "`player` is white or black");
        wrong(&|it| it.board[0].kind = "wasp".into(), "is none, or is nowhere");
        wrong(&|it| it.board[0].x = i64::MIN, "is none, or is nowhere");
        wrong(&|it| it.board[0].height = -1, "is none, or is nowhere");
        wrong(&|it| it.board[0].height = 1, "hole");
        wrong(&|it| it.board[0].kind = "ant".into(), "white has 1 of the kind spider");
        wrong(&|it| it.remaining_pieces.clear(), "white has 0 of the kind queen");
        wrong(&|it| _ = it.remaining_pieces[1].pieces.pop(), "black has 0 of the kind pillbug");
        wrong(&|it| it.board = vec![it.board[0].clone(); 99], "there are only 28 pieces");
        let far = |it: &mut GameMessage| it.board[0].y += 5;
        wrong(&far, "there must be one hive");
    }
}
