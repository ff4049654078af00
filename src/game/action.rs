//! Actions: what a player does in a turn.

use std::fmt;

use crate::logic::{Atom, Row, Value};

/// An action, such as `move(b2, b3)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Action {
    /// Its name.
    pub name: Atom,
    /// Its columns.
    pub args: Row,
}

impl Action {
    /// An action by name and columns.
    pub fn new(name: &str, args: &[Value]) -> Action {
        Action { name: Atom::new(name), args: Row::from_slice(args) }
    }
}

/// Writes the action as the rules do.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if self.args.is_empty() {
            return Ok(());
        }
        let args: Vec<_> = self.args.iter().map(Value::to_string).collect();
        write!(f, "({})", args.join(", "))
    }
}
