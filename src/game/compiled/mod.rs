//! What compiled rules are made of: the interface that `build.rs` generates
//! code for, and all that the generated code uses.

/// Calls a macro for tuples of every length that rows can have.
macro_rules! for_tuples {
    ($each:ident) => {
        $each!(A 0);
        $each!(A 0, B 1);
        for_longer_tuples!($each);
    };
}

/// The same without those of length one or two.
macro_rules! for_longer_tuples {
    ($each:ident) => {
        $each!(A 0, B 1, C 2);
        $each!(A 0, B 1, C 2, D 3);
        $each!(A 0, B 1, C 2, D 3, E 4);
        $each!(A 0, B 1, C 2, D 3, E 4, F 5);
        $each!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
        $each!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
    };
}

pub mod common;
mod fixed;
mod input;
mod key;
mod lookup;
pub mod rounds;
mod rows;
mod seen;
pub mod settled;
mod spare;
pub mod timeless;
mod watch;
pub mod worklist;

use std::collections::HashSet;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

pub use self::fixed::Fixed;
pub use self::input::Input;
use self::key::Key;
pub use self::watch::Watch;
pub use super::board::{Axial, Lettered, Named, Plane};
pub use crate::logic::arithmetic::{Binary, Comparison, Unary};
pub use crate::logic::engine::{Engine, EvalError, Facts, Limits};
pub use crate::logic::program::RelationId;
use crate::logic::program::{self, Origin};
pub use crate::logic::slice::Slice;
pub use crate::logic::{Atom, Cell, Row, Value};

/// Rules that the Rust compiler has seen.
pub trait Compiled: Send + Sync {
    /// Evaluates one slice, given facts from outside.
    fn run(
        &self,
        slice: Slice,
        facts: &dyn Facts,
        limits: &Limits,
        out: &mut Output<'_>,
    ) -> Result<(), EvalError>;
}

/// What is wanted of a slice, and what came of it.
#[derive(Default)]
pub struct Output<'a> {
    /// The relations that are wanted; all, if none are named.
    wanted: Option<&'a [RelationId]>,
    /// Their facts.
    pub facts: Vec<(RelationId, Row)>,
    /// The relations that the compiled program has, if all are wanted.
    pub relations: Vec<RelationId>,
}

impl Output<'_> {
    /// Wants only those relations.
    pub fn only(wanted: &[RelationId]) -> Output<'_> {
        Output { wanted: Some(wanted), ..Output::default() }
    }

    /// Wants everything the program derives on the way.
    pub fn everything() -> Output<'static> {
        Output::default()
    }

    /// Makes room for the facts of relations, as many as are named for each.
    pub fn expect(&mut self, numbers: &[(RelationId, usize)]) {
        let wanted = numbers.iter().filter(|(relation, _)| self.is_wanted(*relation));
        self.facts.reserve_exact(wanted.map(|(_, number)| number).sum());
    }

    /// Takes in the facts of a relation, if they are wanted.
    pub fn collect<T: Columns>(&mut self, relation: RelationId, derived: &impl Derived<T>) {
        if self.wants(relation) {
            derived.each(|row| self.facts.push((relation, row.write())));
        }
    }

    /// The same from rows that `ascent` keeps by itself.
    pub fn take<T: Columns>(&mut self, relation: RelationId, rows: &[T]) {
        if self.wants(relation) {
            self.facts.extend(rows.iter().map(|row| (relation, row.write())));
        }
    }

    fn wants(&mut self, relation: RelationId) -> bool {
        if self.wanted.is_none() {
            self.relations.push(relation);
        }
        self.is_wanted(relation)
    }

    fn is_wanted(&self, relation: RelationId) -> bool {
        self.wanted.is_none_or(|wanted| wanted.contains(&relation))
    }
}

/// What rules have derived of a relation.
pub trait Derived<T> {
    /// How many rows there are.
    fn number(&self) -> usize;

    /// Calls `visit` with each of them, in the order in which they came up.
    fn each(&self, visit: impl FnMut(&T));
}

/// All facts of a relation that do not depend on the position.
pub fn all<T: Columns>(rules: &Engine, relation: RelationId) -> Vec<T> {
    rules.static_rows(relation).map(|row| T::read(&row)).collect()
}

/// Facts that do not depend on the position, by some of their columns: each pair
/// of key and value once.
pub fn distinct<T: Columns, K: Key + Hash, V: Copy + Eq + Hash>(
    rules: &Engine,
    relation: RelationId,
    parts: impl Fn(T) -> (K, V),
) -> Fixed<K, V> {
    let mut seen = HashSet::with_hasher(FxBuildHasher);
    let rows = rules.static_rows(relation).map(|row| parts(T::read(&row)));
    Fixed::new(rows.filter(|row| seen.insert(*row)))
}

/// Which of the values that an option may have it has, counted from 0.
pub fn choice(rules: &Engine, option: RelationId) -> usize {
    let program = rules.program();
    let Origin::Given(program::Given::Option(number)) = program.relations[option].origin else {
        return 0;
    };
    let value = rules.static_rows(option).next().map(|row| row[0]);
    let allowed = &program.declarations.options[number].allowed;
    allowed.iter().position(|one| Some(*one) == value).expect("an option has one of its values")
}

/// The facts of a relation from outside, as tuples: mostly few.
pub type Given<T> = SmallVec<[T; 32]>;

/// Reads the facts of a relation from outside.
pub fn read<T: Columns>(facts: &dyn Facts, relation: RelationId) -> Given<T> {
    let mut rows = Given::new();
    match facts.values(relation) {
        Some(values) if T::ARITY > 0 => {
            rows.extend(values.chunks_exact(T::ARITY).map(T::read));
        }
        _ => facts.each(relation, &mut |row| rows.push(T::read(row))),
    }
    rows
}

/// All facts of a relation from outside, where none of their columns is known.
pub struct Whole<'a, T>(pub &'a [T]);

impl<'a, T> Whole<'a, T> {
    /// All of them.
    #[inline]
    pub fn get(&self, _key: &()) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }

    /// Whether there are any.
    #[inline]
    pub fn contains(&self, _key: &()) -> bool {
        !self.0.is_empty()
    }
}

/// A value as it stands in a typed column.
pub trait Column: Copy {
    /// From a value of the column's type, which the checks have made sure of.
    fn read(value: Value) -> Self;
}

impl Column for Atom {
    fn read(value: Value) -> Atom {
        value.as_atom().expect("types are checked")
    }
}

impl Column for Axial {
    fn read(value: Value) -> Axial {
        match value {
            Value::Cell(Cell::Axial(q, r)) => Axial(q, r),
            _ => panic!("types are checked"),
        }
    }
}

impl Column for Lettered {
    fn read(value: Value) -> Lettered {
        match value {
            Value::Cell(Cell::Lettered(column, number)) => Lettered(column, number),
            _ => panic!("types are checked"),
        }
    }
}

impl Column for Named {
    fn read(value: Value) -> Named {
        match value {
            Value::Cell(Cell::Named(name)) => Named(name),
            _ => panic!("types are checked"),
        }
    }
}

impl Column for i64 {
    fn read(value: Value) -> i64 {
        value.as_int().expect("types are checked")
    }
}

/// A row of typed columns.
pub trait Columns {
    /// How many there are.
    const ARITY: usize;
    /// From a row of values.
    fn read(row: &[Value]) -> Self;
    /// To a row of values.
    fn write(&self) -> Row;
}

impl Columns for () {
    const ARITY: usize = 0;
    fn read(_row: &[Value]) {}
    fn write(&self) -> Row {
        Row::new()
    }
}

macro_rules! columns {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Column + Into<Value>),+> Columns for ($($name,)+) {
            const ARITY: usize = [$($index),+].len();
            fn read(row: &[Value]) -> Self {
                ($($name::read(row[$index]),)+)
            }
            fn write(&self) -> Row {
                Row::from_slice(&[$(self.$index.into()),+])
            }
        }
    };
}

for_tuples!(columns);

/// How many.
pub fn count(answers: impl Iterator<Item = ()>) -> impl Iterator<Item = i64> {
    std::iter::once(answers.count() as i64)
}

/// The largest, if there is one.
pub fn max<'a>(answers: impl Iterator<Item = (&'a i64,)>) -> impl Iterator<Item = i64> {
    answers.map(|(x,)| *x).max().into_iter()
}

/// The smallest, if there is one.
pub fn min<'a>(answers: impl Iterator<Item = (&'a i64,)>) -> impl Iterator<Item = i64> {
    answers.map(|(x,)| *x).min().into_iter()
}
