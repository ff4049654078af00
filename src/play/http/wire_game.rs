//! A game as the protocol tells it: the hive, whose turn it is, and who has which pieces
//! left, in the order in which players over HTTP count them.

use super::messages::{GameMessage, Hand, PieceMessage};
use super::offset;
use crate::game::hive_pieces::{self, Piece, Stacks};
use crate::game::{EXPANSIONS, Game};
use crate::logic::{Atom, Cell};

/// The kinds of pieces in the order of `remaining_pieces`, and how many there are of
/// each.
pub const KINDS: [(&str, usize); 8] = [
    ("queen", 1),
    ("grasshopper", 3),
    ("beetle", 2),
    ("spider", 2),
    ("ant", 3),
    ("mosquito", 1),
    ("ladybug", 1),
    ("pillbug", 1),
];

/// The players, in the order of `remaining_pieces`.
pub const SIDES: [&str; 2] = ["white", "black"];

/// Whether pieces of a kind belong to an expansion.
pub fn is_expansion(kind: &str) -> bool {
    EXPANSIONS.iter().any(|(_, known)| *known == kind)
}

/// A game as it stands.
pub fn written(game: &Game) -> GameMessage {
    let pieces = hive_pieces::all(game);
    let stacks = Stacks::of(game);
    let mut board = Vec::new();
    for (cell, stack) in stacks.each() {
        let (x, y) = offset::of_cell(cell);
        for (height, name) in (0..).zip(stack) {
            let Some(piece) = pieces.iter().find(|piece| piece.name == *name) else { continue };
            let (color, kind) = (piece.owner.to_string(), piece.kind.to_string());
            board.push(PieceMessage { x, y, color, kind, height });
        }
    }
    let hand = |side: &str| Hand {
        player: side.into(),
        pieces: hand(game, Atom::new(side)).iter().map(|piece| piece.kind.to_string()).collect(),
    };
    GameMessage {
        turn: game.turn_number() as i64,
        board,
        player: game.turn().map_or(String::new(), |side| side.to_string()),
        remaining_pieces: SIDES.map(hand).into(),
    }
}

/// The pieces that a player has left, in the order of `remaining_pieces`.
pub fn hand(game: &Game, side: Atom) -> Vec<Piece> {
    let stacks = Stacks::of(game);
    let is_left = |piece: &Piece| {
        piece.owner == side && piece.takes_part && stacks.cell_of(piece.name).is_none()
    };
    let mut left: Vec<Piece> = hive_pieces::all(game).into_iter().filter(is_left).collect();
    left.sort_by_key(|piece| KINDS.iter().position(|(kind, _)| *kind == piece.kind.as_str()));
    left
}

/// The piece that lies uppermost on a cell.
pub fn top(game: &Game, cell: Cell) -> Option<Piece> {
    let name = Stacks::of(game).top(cell)?;
    hive_pieces::all(game).into_iter().find(|piece| piece.name == name)
}

/// Whether two messages tell of the same position: the order of pieces is of no account.
pub fn is_same(one: &GameMessage, other: &GameMessage) -> bool {
    one.turn == other.turn && one.player == other.player && board(one) == board(other)
}

/// The pieces in the hive, in an order.
pub fn board(message: &GameMessage) -> Vec<&PieceMessage> {
    let mut board: Vec<&PieceMessage> = message.board.iter().collect();
    board.sort();
    board
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{GameString, Rules};

    fn played(name: &str, text: &str) -> GameMessage {
        let start = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        written(&text.parse::<GameString>().unwrap().replay(start).unwrap())
    }

    #[test]
    fn pieces_are_counted_in_the_order_of_the_protocol() {
        let all = played("hive+mlp", "Base+MLP");
        let kinds = KINDS.iter().flat_map(|(kind, count)| vec![kind.to_string(); *count]);
        let kinds: Vec<String> = kinds.collect();
        assert_eq!(all.remaining_pieces.len(), 2);
        for (hand, side) in all.remaining_pieces.iter().zip(SIDES) {
            assert_eq!((hand.player.as_str(), &hand.pieces), (side, &kinds));
        }
        assert_eq!((all.turn, all.player.as_str(), all.board.len()), (1, "white", 0));
        assert_eq!(played("hive", "Base").remaining_pieces[1].pieces, kinds[..11]);
    }

    #[test]
    fn stacks_are_counted_from_the_ground() {
        let text = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bQ-;wB1 wS1";
        let message = played("hive", text);
        let piece = |x, y, color: &str, kind: &str, height| PieceMessage {
            x,
            y,
            color: color.into(),
            kind: kind.into(),
            height,
        };
        let expected = [
            piece(3, 2, "white", "queen", 0),
            piece(4, 3, "white", "beetle", 1),
            piece(4, 3, "white", "spider", 0),
            piece(5, 3, "black", "spider", 0),
            piece(6, 4, "black", "queen", 0),
            piece(7, 4, "black", "ant", 0),
        ];
        assert_eq!(board(&message), expected.iter().collect::<Vec<_>>());
        assert_eq!((message.turn, message.player.as_str()), (8, "black"));
        let white = ["grasshopper", "grasshopper", "grasshopper", "beetle", "spider", "ant"];
        assert_eq!(message.remaining_pieces[0].pieces[..6], white);
    }
}
