//! The values a fact can hold: integers, atoms and cells of the board.

use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::logic::Atom;

/// A place on the board. It knows how it is written, not what lies next to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Column and number, both counted from 1, of a bounded board: `b3`.
    Lettered(u8, u8),
    /// Axial coordinates of the unbounded hexagonal grid: `(2,-1)`.
    Axial(i16, i16),
    /// A cell of a graph, by its name.
    Named(Atom),
}

impl Cell {
    /// The cell of a board with columns and rows that `name` (`a1` to `z99`) names.
    pub fn from_name(name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let column = letters.next().filter(char::is_ascii_lowercase)?;
        let digits = letters.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Cell::Lettered(column as u8 - b'a' + 1, digits.parse().ok()?))
    }
}

/// Hashed in one go. The cells of a board are all of one kind, so the kind
/// itself need not be hashed.
impl Hash for Cell {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let code = match *self {
            Cell::Lettered(column, number) => u32::from(column) << 8 | u32::from(number),
            Cell::Axial(q, r) => u32::from(q as u16) << 16 | u32::from(r as u16),
            Cell::Named(name) => name.number(),
        };
        state.write_u32(code);
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Cell::Lettered(column, number) => {
                write!(f, "{}{number}", char::from(b'a' + column - 1))
            }
            Cell::Axial(q, r) => write!(f, "({q},{r})"),
            Cell::Named(name) => write!(f, "{name}"),
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What stands in one column of a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A name.
    Atom(Atom),
    /// A place on the board.
    Cell(Cell),
}

impl Value {
    /// The number, if it is one.
    pub fn as_int(self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The atom, if it is one.
    pub fn as_atom(self) -> Option<Atom> {
        match self {
            Value::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    /// The cell, if it is one.
    pub fn as_cell(self) -> Option<Cell> {
        match self {
            Value::Cell(cell) => Some(cell),
            _ => None,
        }
    }
}

/// Hashed without its kind: a column holds values of one kind.
impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Int(number) => number.hash(state),
            Value::Atom(atom) => atom.hash(state),
            Value::Cell(cell) => cell.hash(state),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<Atom> for Value {
    fn from(atom: Atom) -> Value {
        Value::Atom(atom)
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Value {
        Value::Cell(cell)
    }
}

/// Writes the value as Prolog reads it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Atom(atom) => write!(f, "{atom}"),
            Value::Cell(cell) => write!(f, "{cell}"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The columns of one fact.
pub type Row = SmallVec<[Value; 4]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_they_are_read() {
        for name in ["a1", "h8", "z26", "d10"] {
            assert_eq!(Cell::from_name(name).unwrap().to_string(), name);
        }
        for name in ["", "a", "a0", "a01", "A1", "aa1", "1a", "a999", "a1b"] {
            assert_eq!(Cell::from_name(name), None, "{name}");
        }
        assert_eq!(Cell::Axial(0, -2).to_string(), "(0,-2)");
    }
}
