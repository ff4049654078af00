//! Actions: what a player does in a turn.

use std::fmt;
use std::str::FromStr;

use crate::logic::program::{Program, Wrapper};
use crate::logic::query::Query;
use crate::logic::{Atom, ParseError, Row, Value, parse};

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
    #[doc(hidden)]
    pub fn legal_query(&self, program: &Program) -> Option<Query> {
        let legal = program.wrapped(Wrapper::Legal, self.name, self.args.len())?;
        Some(Query::facts(program, &[(legal, self.args.clone())]))
    }

    /// The question whether it is refused for each of some reasons. None, if the
    /// rules declare no such action.
    #[doc(hidden)]
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

/// Reads an action as the rules write it. [`Game::parse_action`](super::Game::parse_action)
/// knows more: the game's own notation, and what its declarations say of a name that may
/// be a cell or an atom.
impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let (name, args) = parse::action(text)?;
        Ok(Action { name, args })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_as_they_are_written() {
        for text in ["move(b2, b3)", "place(wQ, (0,0))", "pass", "bid('Red', -3)"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        // The notation of a game is read by the game.
        assert!("b2-b3".parse::<Action>().is_err());
    }
}
