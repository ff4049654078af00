//! The pieces of Hive and their names.

use std::fmt;

/// Whose a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Player {
    White,
    Black,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    pub fn other(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Player::White => "white",
            Player::Black => "black",
        }
    }

    fn letter(self) -> char {
        match self {
            Player::White => 'w',
            Player::Black => 'b',
        }
    }
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Queen,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Queen,
        Kind::Spider,
        Kind::Beetle,
        Kind::Grasshopper,
        Kind::Ant,
        Kind::Mosquito,
        Kind::Ladybug,
        Kind::Pillbug,
    ];

    /// How many of them each player has.
    fn count(self) -> u8 {
        match self {
            Kind::Spider | Kind::Beetle => 2,
            Kind::Grasshopper | Kind::Ant => 3,
            _ => 1,
        }
    }

    fn letter(self) -> char {
        match self {
            Kind::Queen => 'Q',
            Kind::Spider => 'S',
            Kind::Beetle => 'B',
            Kind::Grasshopper => 'G',
            Kind::Ant => 'A',
            Kind::Mosquito => 'M',
            Kind::Ladybug => 'L',
            Kind::Pillbug => 'P',
        }
    }
}

/// A piece, such as the second spider of black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    pub player: Player,
    pub kind: Kind,
    pub number: u8,
}

impl Piece {
    /// The pieces of both players, with every expansion.
    pub fn all() -> Vec<Piece> {
        Player::BOTH.into_iter().flat_map(Piece::all_of).collect()
    }

    /// The pieces of one player, with every expansion.
    pub fn all_of(player: Player) -> Vec<Piece> {
        let each = |kind: Kind| (1..=kind.count()).map(move |number| (kind, number));
        let pieces = Kind::ALL.into_iter().flat_map(each);
        pieces.map(|(kind, number)| Piece { player, kind, number }).collect()
    }

    /// A player's queen.
    pub fn queen(player: Player) -> Piece {
        Piece { player, kind: Kind::Queen, number: 1 }
    }

    /// The piece that has a name such as `wQ` or `bS2`.
    pub fn named(name: &str) -> Option<Piece> {
        let mut letters = name.chars();
        let player = letters.next()?;
        let kind = letters.next()?;
        let player = Player::BOTH.into_iter().find(|one| one.letter() == player)?;
        let kind = Kind::ALL.into_iter().find(|one| one.letter() == kind)?;
        let number = if kind.count() > 1 { letters.next()?.to_digit(10)? as u8 } else { 1 };
        let is_piece = (1..=kind.count()).contains(&number) && letters.next().is_none();
        is_piece.then_some(Piece { player, kind, number })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.player.letter(), self.kind.letter())?;
        if self.kind.count() > 1 { write!(f, "{}", self.number) } else { Ok(()) }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
