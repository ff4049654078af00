//! Reading moves as the Universal Hive Protocol writes them.

use super::Play;
use super::bugs::Piece;
use super::hive::{Hex, Hive};

/// The signs before and after the piece that a move refers to, with the
/// direction they stand for.
const SIGNS: [(&str, &str, (i16, i16)); 7] = [
    ("", "-", (1, 0)),
    ("", "\\", (0, 1)),
    ("/", "", (-1, 1)),
    ("-", "", (-1, 0)),
    ("\\", "", (0, -1)),
    ("", "/", (1, -1)),
    ("", "", (0, 0)),
];

/// The play that a move such as `wA1 bQ/` or `pass` stands for.
pub fn read(hive: &Hive, text: &str) -> Option<Play> {
    if text == "pass" {
        return Some(Play::Pass);
    }
    let (name, reference) = text.split_once(' ').unwrap_or((text, ""));
    let piece = Piece::named(name)?;
    let to = match reference {
        "" => Hex::ORIGIN,
        reference => cell(hive, reference)?,
    };
    Some(match hive.cell_of(piece) {
        Some(from) => Play::Move(piece, from, to),
        None => Play::Place(piece, to),
    })
}

/// The cell that a reference such as `bQ/` stands for.
fn cell(hive: &Hive, reference: &str) -> Option<Hex> {
    SIGNS.into_iter().find_map(|(before, after, direction)| {
        let name = reference.strip_prefix(before)?.strip_suffix(after)?;
        Some(hive.cell_of(Piece::named(name)?)?.toward(direction))
    })
}
