//! Answers to queries as values of Rust: by the names of their variables, or all at once
//! as a tuple.

use std::fmt;
use std::ops::Index;

use thiserror::Error;

use super::action::Action;
use crate::logic::query::{Bindings, Bound};
use crate::logic::{Atom, Cell, Value};

/// One answer to a query: a value for each of its variables, in the order in which the
/// query names them. `answer["Cell"]` is what a variable is bound to, and panics if the query
/// has no such variable; [`bound`](Answer::bound) and [`get`](Answer::get) do not.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Answer(Bindings);

/// Why an answer is not what was asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The query has no such variable.
    #[error("the query has no variable {variable}; {}", listed(.known))]
    NoVariable {
        /// What was asked for.
        variable: String,
        /// The variables there are.
        known: Vec<String>,
    },
    /// The variable is bound to something else.
    #[error("{variable} is {found}, which is not {wanted}")]
    Type {
        /// The variable.
        variable: String,
        /// What it is bound to.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// The query has more or fewer variables than were asked for.
    #[error("the query has {}, the tuple takes {wanted}", counted(.known))]
    Number {
        /// How many were asked for.
        wanted: usize,
        /// The variables there are.
        known: Vec<String>,
    },
}

fn counted(known: &[String]) -> String {
    match known {
        [] => "no variables".into(),
        [only] => format!("1 variable ({only})"),
        known => format!("{} variables ({})", known.len(), known.join(", ")),
    }
}

fn listed(known: &[String]) -> String {
    match known {
        [] => "it has none".into(),
        known => format!("it has {}", known.join(", ")),
    }
}

impl Answer {
    /// An answer to a query with these variables, in their order. One that its branch does
    /// not name is left open. Of a query for lists nothing is known before.
    pub(super) fn new(bindings: Bindings, variables: &[Atom]) -> Answer {
        if variables.is_empty() || bindings.iter().map(|(name, _)| name).eq(variables) {
            return Answer(bindings);
        }
        let bound = |name: &Atom| {
            let bound = bindings.iter().find(|(known, _)| known == name);
            (*name, bound.map_or(Bound::Free, |(_, bound)| bound.clone()))
        };
        Answer(variables.iter().map(bound).collect())
    }

    /// What a variable is bound to, as a value of Rust.
    pub fn get<T: FromBound>(&self, variable: &str) -> Result<T, AnswerError> {
        let bound = self.bound(variable).ok_or_else(|| AnswerError::NoVariable {
            variable: variable.into(),
            known: self.variables(),
        })?;
        converted(variable, bound)
    }

    /// What a variable is bound to, if there is such a variable.
    pub fn bound(&self, variable: &str) -> Option<&Bound> {
        self.iter().find(|(name, _)| *name == variable).map(|(_, bound)| bound)
    }

    /// The variables with what they are bound to.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, &Bound)> {
        self.0.iter().map(|(name, bound)| (name.as_str(), bound))
    }

    fn variables(&self) -> Vec<String> {
        self.iter().map(|(name, _)| name.into()).collect()
    }
}

fn converted<T: FromBound>(variable: &str, bound: &Bound) -> Result<T, AnswerError> {
    T::from_bound(bound).ok_or_else(|| AnswerError::Type {
        variable: variable.into(),
        found: bound.to_string(),
        wanted: T::WANTED,
    })
}

/// What a variable is bound to, where the query is known to have it.
impl Index<&str> for Answer {
    type Output = Bound;

    /// # Panics
    ///
    /// Panics if the query has no such variable; [`bound`](Answer::bound) and
    /// [`get`](Answer::get) do not.
    #[track_caller]
    fn index(&self, variable: &str) -> &Bound {
        match self.bound(variable) {
            Some(bound) => bound,
            None => panic!("the query has no variable {variable}; {}", listed(&self.variables())),
        }
    }
}

/// Writes the answer as Prolog does: `Cell = a1, N = 3`, and `true` without variables.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("true");
        }
        let bound: Vec<_> = self.iter().map(|(name, bound)| format!("{name} = {bound}")).collect();
        f.write_str(&bound.join(", "))
    }
}

/// What a variable of a query can be read as.
pub trait FromBound: Sized {
    /// What that is, in words: `a cell`.
    const WANTED: &'static str;

    /// The value, if it is one.
    fn from_bound(bound: &Bound) -> Option<Self>;
}

impl FromBound for Bound {
    const WANTED: &'static str = "anything";

    fn from_bound(bound: &Bound) -> Option<Bound> {
        Some(bound.clone())
    }
}

impl FromBound for Value {
    const WANTED: &'static str = "a single value";

    fn from_bound(bound: &Bound) -> Option<Value> {
        match bound {
            Bound::Value(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromBound for i64 {
    const WANTED: &'static str = "a number";

    fn from_bound(bound: &Bound) -> Option<i64> {
        Value::from_bound(bound)?.as_int()
    }
}

impl FromBound for Atom {
    const WANTED: &'static str = "a name";

    fn from_bound(bound: &Bound) -> Option<Atom> {
        Value::from_bound(bound)?.as_atom()
    }
}

impl FromBound for Cell {
    const WANTED: &'static str = "a cell";

    fn from_bound(bound: &Bound) -> Option<Cell> {
        Value::from_bound(bound)?.as_cell()
    }
}

/// A name without quotes; anything else as it is written.
impl FromBound for String {
    const WANTED: &'static str = "anything";

    fn from_bound(bound: &Bound) -> Option<String> {
        Some(match bound {
            Bound::Value(Value::Atom(name)) => name.as_str().into(),
            bound => bound.to_string(),
        })
    }
}

/// An action, or a fact of the position, which is written like one.
impl FromBound for Action {
    const WANTED: &'static str = "an action";

    fn from_bound(bound: &Bound) -> Option<Action> {
        match bound {
            Bound::Term(name, args) => Some(Action { name: *name, args: args.clone() }),
            _ => None,
        }
    }
}

/// `None` for a variable that the answer leaves open.
impl<T: FromBound> FromBound for Option<T> {
    const WANTED: &'static str = T::WANTED;

    fn from_bound(bound: &Bound) -> Option<Option<T>> {
        match bound {
            Bound::Free => Some(None),
            bound => T::from_bound(bound).map(Some),
        }
    }
}

/// A list, such as `findall` gathers.
impl<T: FromBound> FromBound for Vec<T> {
    const WANTED: &'static str = "a list of such values";

    fn from_bound(bound: &Bound) -> Option<Vec<T>> {
        match bound {
            Bound::List(elements) => elements.iter().map(T::from_bound).collect(),
            _ => None,
        }
    }
}

/// A pair in a list, `A-B`.
impl<A: FromBound, B: FromBound> FromBound for (A, B) {
    const WANTED: &'static str = "a pair of such values";

    fn from_bound(bound: &Bound) -> Option<(A, B)> {
        match bound {
            Bound::Pair(left, right) => Some((A::from_bound(left)?, B::from_bound(right)?)),
            _ => None,
        }
    }
}

/// What a whole answer can be read as: a tuple with a value for each variable, in the
/// order in which the query names them, six of them at most. For one variable it is
/// `(Cell,)`.
pub trait FromAnswer: Sized {
    /// The values.
    fn from_answer(answer: &Answer) -> Result<Self, AnswerError>;
}

impl FromAnswer for Answer {
    fn from_answer(answer: &Answer) -> Result<Answer, AnswerError> {
        Ok(answer.clone())
    }
}

macro_rules! tuples {
    ($($type:ident $variable:ident),+) => {
        impl<$($type: FromBound),+> FromAnswer for ($($type,)+) {
            fn from_answer(answer: &Answer) -> Result<Self, AnswerError> {
                let variables: Vec<_> = answer.iter().collect();
                let [$($variable),+] = variables.as_slice() else {
                    let wanted = [$(stringify!($variable)),+].len();
                    return Err(AnswerError::Number { wanted, known: answer.variables() });
                };
                Ok(($(converted($variable.0, $variable.1)?,)+))
            }
        }
    };
}

tuples!(A a);
tuples!(A a, B b);
tuples!(A a, B b, C c);
tuples!(A a, B b, C c, D d);
tuples!(A a, B b, C c, D d, E e);
tuples!(A a, B b, C c, D d, E e, F f);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Row;

    fn answer() -> Answer {
        let cell = Bound::Value(Value::Cell(Cell::Lettered(2, 3)));
        let pair = Bound::Pair(Box::new(cell.clone()), Box::new(Bound::Value(Value::Int(4))));
        let action = Bound::Term(Atom::new("pass"), Row::new());
        let name = Bound::Value(Value::Atom(Atom::new("dark red")));
        let bound = [cell, name, Bound::List(vec![pair]), action, Bound::Free];
        let names = ["Cell", "Name", "List", "Action", "Open"].map(Atom::new);
        Answer(names.into_iter().zip(bound).collect())
    }

    #[test]
    fn variables_are_read_by_name() {
        let answer = answer();
        assert_eq!(answer["Cell"].to_string(), "b3");
        assert_eq!(answer.get::<Cell>("Cell"), Ok(Cell::Lettered(2, 3)));
        assert_eq!(answer.get::<String>("Name").as_deref(), Ok("dark red"));
        assert_eq!(answer.get::<Vec<(Cell, i64)>>("List"), Ok(vec![(Cell::Lettered(2, 3), 4)]));
        assert_eq!(answer.get::<Action>("Action"), Ok(Action::new("pass", &[])));
        assert_eq!(answer.get::<Option<i64>>("Open"), Ok(None));
    }

    #[test]
    fn all_of_them_are_a_tuple() {
        let wanted = (Cell::Lettered(2, 3), "dark red".to_string());
        let two = Answer(answer().0[..2].to_vec());
        assert_eq!(<(Cell, String)>::from_answer(&two), Ok(wanted));
        let error = <(Cell,)>::from_answer(&two).unwrap_err().to_string();
        assert_eq!(error, "the query has 2 variables (Cell, Name), the tuple takes 1");
        let error = <(Cell, i64)>::from_answer(&two).unwrap_err().to_string();
        assert_eq!(error, "Name is 'dark red', which is not a number");
    }

    #[test]
    fn an_error_says_which_variables_there_are() {
        let error = answer().get::<Cell>("Sell").unwrap_err().to_string();
        assert_eq!(error, "the query has no variable Sell; it has Cell, Name, List, Action, Open");
        let error = Answer(Vec::new()).get::<Cell>("Cell").unwrap_err().to_string();
        assert_eq!(error, "the query has no variable Cell; it has none");
    }
}
