//! What there is to see of a position, before anybody decides how to draw it: the
//! pieces on the board and in the hands, what they are called and whose they are. A
//! picture and the page in the browser are made from it.

pub mod by_rules;
pub mod hive;
mod tint;

use std::collections::BTreeMap;

pub use self::tint::{TINTS, Tint};
use crate::game::game::Game;
use crate::logic::{Atom, Cell, Value};

/// What lies on a cell or in a hand: a piece, or some other fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What is written on it.
    pub text: String,
    /// What it is called in full: `white queen`.
    pub name: String,
    /// Its colour; without one it is text alone.
    pub tint: Option<Tint>,
    /// What it looks like, by a name that whoever draws may know: `queen`.
    pub art: Option<Atom>,
    /// What the rules call it, if they give it a name of its own.
    pub value: Option<Value>,
}

/// What a player holds in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Whose it is.
    pub side: Atom,
    /// What is in it.
    pub items: Vec<Held>,
    /// The same in a line.
    pub words: String,
}

/// Pieces in a hand that are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// The one that is played next.
    pub piece: Piece,
    /// How many there are.
    pub count: usize,
}

/// A board with what lies on it and beside it.
#[derive(Clone, Default)]
pub struct Scene {
    /// The pieces on each cell that is not empty, from the ground up.
    pub pieces: BTreeMap<Cell, Vec<Piece>>,
    /// Cells that are darker than others.
    pub shaded: Vec<Cell>,
    /// What the players hold, in their order; none, where there are no hands.
    pub hands: Vec<Hand>,
    /// Further lines to read below the board.
    pub captions: Vec<String>,
}

impl Scene {
    /// The piece on a cell that can be seen.
    pub fn top(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.get(&cell)?.last()
    }
}

/// The colour of a player.
pub fn tint_of(game: &Game, player: Option<Atom>) -> Option<Tint> {
    let players = game.rules().program().declarations.players();
    let player = player?;
    let number = players.iter().position(|known| *known == player)?;
    Some(Tint::of(player.as_str(), number))
}
