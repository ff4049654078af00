//! Values and cells from text, by themselves: what a rule text, whose declarations say
//! what a name means, is not needed for.

use std::fmt;
use std::str::FromStr;

use crate::logic::syntax::source::Sources;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::syntax::{operators, reader};
use crate::logic::{Atom, Cell, Row, Value};

/// A text that is not what it was read as.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseError {
    /// The text.
    pub text: String,
    /// What it was read as, and how that is written.
    pub wanted: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.wanted)
    }
}

impl std::error::Error for ParseError {}

const CELL: &str = "a cell, which is written b3, or (0,-1) on the unbounded board";
const VALUE: &str = "a value: a number such as 3, a name such as red or 'dark red', or a cell";
const ACTION: &str = "an action, which is written move(b2, b3), or pass without columns";

/// Reads a cell as it is written: `b3`, or `(0,-1)` on the unbounded board.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let value = read(text).as_ref().and_then(value).and_then(Value::as_cell);
        value.ok_or_else(|| error(text, CELL))
    }
}

/// Reads a value as it is written. What may be a cell is one: for the atom `b3`, there is
/// [`Atom::new`].
impl FromStr for Value {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Value, ParseError> {
        read(text).as_ref().and_then(value).ok_or_else(|| error(text, VALUE))
    }
}

/// Reads a name with its columns, as an action is written in the rules.
pub fn action(text: &str) -> Result<(Atom, Row), ParseError> {
    let columns = |term: &Term| {
        let is_written =
            |name: &Atom, args: &[Term]| args.is_empty() || !operators::is_operator(name.as_str());
        let (name, args) = term.functor().filter(|(name, args)| is_written(name, args))?;
        Some((name, args.iter().map(value).collect::<Option<Row>>()?))
    };
    read(text).as_ref().and_then(columns).ok_or_else(|| error(text, ACTION))
}

fn read(text: &str) -> Option<Term> {
    let mut sources = Sources::default();
    let file = sources.add("text", text);
    reader::read_goal(&sources, file).ok()
}

fn value(term: &Term) -> Option<Value> {
    match &term.kind {
        TermKind::Int(number) => Some(Value::Int(*number)),
        TermKind::Atom(name) => {
            let cell = Cell::from_name(name.as_str()).map(Value::Cell);
            Some(cell.unwrap_or(Value::Atom(*name)))
        }
        _ => term.axial().map(Value::Cell),
    }
}

fn error(text: &str, wanted: &'static str) -> ParseError {
    ParseError { text: text.into(), wanted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["b3", "(0,-1)"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["3", "-12", "red", "'dark red'", "'it''s'", "b3", "(0,-1)"] {
            let value: Value = text.parse().unwrap();
            assert_eq!(value.to_string().parse(), Ok(value), "{text}");
        }
        assert_eq!("3".parse(), Ok(Value::Int(3)));
        assert_eq!("red".parse(), Ok(Value::Atom(Atom::new("red"))));
        assert_eq!("b3".parse(), Ok(Value::Cell(Cell::Lettered(2, 3))));
    }

    #[test]
    fn what_is_something_else_is_told() {
        for text in ["", "b0", "3", "red", "Red", "(0,1,2)", "b3, b4", "move(b3)"] {
            let error = text.parse::<Cell>().unwrap_err().to_string();
            assert!(error.contains("is not a cell, which is written b3"), "{error}");
        }
        for text in ["", "Red", "a b", "move(b3)", "[a]", "'open"] {
            assert!(text.parse::<Value>().is_err(), "{text}");
        }
        for text in ["", "Move", "3", "move(X)", "move(f(b3))"] {
            assert!(action(text).is_err(), "{text}");
        }
    }
}
