//! The pieces of a game of Hive: which there are, whose they are, and how they
//! lie on each other. It is all read off the rules and the position.

use std::collections::BTreeMap;

use crate::game::game::Game;
use crate::logic::{Atom, Cell, Row, Value};

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name, such as `wA1`.
    pub name: Atom,
    /// Whose it is.
    pub owner: Atom,
    /// Its kind, such as `ant`.
    pub kind: Atom,
    /// Whether it takes part in the game, or belongs to an expansion left out.
    pub takes_part: bool,
}

/// Whether a name is that of a piece, as the notation has it: whose it is, its
/// kind, and which of them, if there are several.
pub fn is_name(name: &str) -> bool {
    let kind = name
        .strip_prefix(['w', 'b'])
        .and_then(|kind| kind.strip_prefix(|c: char| c.is_ascii_uppercase()));
    kind.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// All pieces, in the order of the rules.
pub fn all(game: &Game) -> Vec<Piece> {
    let rules = game.rules();
    let relations = &rules.program().relations;
    let (Some(bugs), Some(kinds)) = (relations.plain("bug", 4), relations.plain("takes_part", 1))
    else {
        return Vec::new();
    };
    let engine = rules.engine();
    let piece = |bug: Row| {
        let (name, owner, kind) = (bug[0].as_atom()?, bug[1].as_atom()?, bug[2].as_atom()?);
        Some(Piece { name, owner, kind, takes_part: engine.static_fact(kinds, &bug[2..3]) })
    };
    engine.static_rows(bugs).filter_map(piece).collect()
}

/// The hive: the pieces on each cell, from the ground up.
pub struct Stacks(BTreeMap<Cell, Vec<Atom>>);

impl Stacks {
    /// The hive as the position has it.
    pub fn of(game: &Game) -> Stacks {
        let mut levels: BTreeMap<Cell, BTreeMap<i64, Atom>> = BTreeMap::new();
        if let Some(at) = game.rules().program().relations.plain("at", 3) {
            for row in game.position().rows(at) {
                if let [Value::Atom(piece), Value::Cell(cell), Value::Int(level)] = row {
                    levels.entry(*cell).or_default().insert(*level, *piece);
                }
            }
        }
        let stack = |(cell, pieces): (Cell, BTreeMap<_, _>)| (cell, pieces.into_values().collect());
        Stacks(levels.into_iter().map(stack).collect())
    }

    /// The hive with a piece lifted.
    pub fn without(mut self, piece: Atom) -> Stacks {
        self.0.values_mut().for_each(|pieces| pieces.retain(|other| *other != piece));
        self.0.retain(|_, pieces| !pieces.is_empty());
        self
    }

    /// Where a piece is, if it is in the hive.
    pub fn cell_of(&self, piece: Atom) -> Option<Cell> {
        self.each().find(|(_, pieces)| pieces.contains(&piece)).map(|(cell, _)| cell)
    }

    /// The piece on a cell that can be seen.
    pub fn top(&self, cell: Cell) -> Option<Atom> {
        self.0.get(&cell)?.last().copied()
    }

    /// Each cell with its pieces, from the ground up.
    pub fn each(&self) -> impl Iterator<Item = (Cell, &[Atom])> {
        self.0.iter().map(|(cell, pieces)| (*cell, pieces.as_slice()))
    }

    /// Whether no piece is in the hive.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
