//! Actions: what a player does in a turn.

use std::fmt;

use crate::logic::program::{Program, Wrapper};
use crate::logic::query::Query;
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

    /// The question whether it is legal. None, if the rules declare no such
    /// action.
    pub fn legal_query(&self, program: &Program) -> Option<Query> {
        let legal = program.wrapped(Wrapper::Legal, self.name, self.args.len())?;
        Some(Query::facts(program, &[(legal, self.args.clone())]))
    }

    /// The question whether it is refused for each of some reasons. None, if the
    /// rules declare no such action.
    pub fn refusal_query(
        &self,
        program: &Program,
        reasons: impl IntoIterator<Item = Atom>,
    ) -> Option<Query> {
        let refuse = program.wrapped(Wrapper::Refuse, self.name, self.args.len())?;
        let fact = |reason: Atom| {
            let columns = self.args.iter().copied().chain([Value::Atom(reason)]);
            (refuse, columns.collect())
        };
        let facts: Vec<_> = reasons.into_iter().map(fact).collect();
        Some(Query::facts(program, &facts))
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
