//! What compiled rules are made of: the interface that `build.rs` generates
//! code for, and all that the generated code uses.

use std::hash::Hash;

use rustc_hash::FxHashSet;

pub use super::board::Plane;
pub use crate::logic::arithmetic::{Binary, Comparison, Unary};
pub use crate::logic::interpreter::{Facts, Interpreter};
pub use crate::logic::program::RelationId;
pub use crate::logic::slice::Slice;
pub use crate::logic::{Atom, Cell, Row, Value};

/// Rules that the Rust compiler has seen.
pub trait Compiled: Send + Sync {
    /// Works out one slice, given facts from outside.
    fn run(&self, slice: Slice, facts: &dyn Facts, out: &mut Output);
}

/// What is wanted of a slice, and what came of it.
#[derive(Default)]
pub struct Output {
    /// The relations that are wanted; all, if there are none.
    wanted: Vec<RelationId>,
    /// Their facts.
    pub facts: Vec<(RelationId, Row)>,
    /// The relations that the compiled program has.
    pub relations: Vec<RelationId>,
}

impl Output {
    /// Wants only those relations.
    pub fn only(wanted: &[RelationId]) -> Output {
        Output { wanted: wanted.to_vec(), ..Output::default() }
    }

    /// Wants everything the program derives on the way.
    pub fn everything() -> Output {
        Output::default()
    }

    /// Takes in the facts of a relation, if they are wanted.
    pub fn collect<T: Columns>(&mut self, relation: RelationId, rows: &[T]) {
        self.relations.push(relation);
        if self.wanted.is_empty() || self.wanted.contains(&relation) {
            self.facts.extend(rows.iter().map(|row| (relation, row.write())));
        }
    }
}

/// The facts of a relation from outside, as `ascent` wants them.
pub fn read<T: Columns>(facts: &dyn Facts, relation: RelationId) -> Vec<T> {
    let mut rows = Vec::new();
    facts.each(relation, &mut |row| rows.push(T::read(row)));
    rows
}

/// Facts that do not change while a slice is worked out, by some of their
/// columns: a small hash table with open addressing. It is filled for every
/// question anew, so filling it must be as cheap as asking.
pub struct Lookup<K, V> {
    /// For each place a key may have: one more than the number of its last
    /// entry, or zero. The length is a power of two.
    places: Vec<u32>,
    /// Entries of the same key are chained, the last one first.
    entries: Vec<Entry<K, V>>,
}

struct Entry<K, V> {
    key: K,
    value: V,
    /// As in `places`: the entry of the same key before this one.
    previous: u32,
}

impl<K: Key, V: Copy> Lookup<K, V> {
    /// Takes in rows, each by its key.
    pub fn new<T>(
        rows: impl Iterator<Item = T>,
        key: impl Fn(&T) -> K,
        value: impl Fn(&T) -> V,
    ) -> Lookup<K, V> {
        let (count, _) = rows.size_hint();
        let mut lookup = Lookup {
            places: vec![0; (2 * count).next_power_of_two().max(8)],
            entries: Vec::with_capacity(count),
        };
        for row in rows {
            lookup.insert(key(&row), value(&row));
        }
        lookup
    }

    /// The same, each pair of key and value once.
    pub fn distinct<T>(
        rows: impl Iterator<Item = T>,
        key: impl Fn(&T) -> K,
        value: impl Fn(&T) -> V,
    ) -> Lookup<K, V>
    where
        K: Hash,
        V: Hash + Eq,
    {
        let mut seen = FxHashSet::default();
        let pairs: Vec<(K, V)> =
            rows.map(|row| (key(&row), value(&row))).filter(|pair| seen.insert(*pair)).collect();
        Lookup::new(pairs.iter().copied(), |pair| pair.0, |pair| pair.1)
    }

    fn insert(&mut self, key: K, value: V) {
        if 2 * self.entries.len() >= self.places.len() {
            self.grow();
        }
        let place = self.place(&key);
        let previous = self.places[place];
        self.entries.push(Entry { key, value, previous });
        self.places[place] = self.entries.len() as u32;
    }

    fn grow(&mut self) {
        self.places = vec![0; 2 * self.places.len()];
        for number in 0..self.entries.len() {
            let place = self.place(&self.entries[number].key);
            self.places[place] = number as u32 + 1;
        }
    }

    /// Where a key stands, or would stand.
    #[inline]
    fn place(&self, key: &K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = spread(key.code()) & mask;
        loop {
            match self.places[place] {
                0 => return place,
                last if self.entries[last as usize - 1].key == *key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// What goes with a key.
    #[inline]
    pub fn get(&self, key: &K) -> impl Iterator<Item = &V> {
        let mut next = self.places[self.place(key)];
        std::iter::from_fn(move || {
            let entry = self.entries.get((next as usize).checked_sub(1)?)?;
            next = entry.previous;
            Some(&entry.value)
        })
    }

    /// Whether anything does.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        self.places[self.place(key)] != 0
    }
}

/// Brings the bits that tell codes apart to the low end.
fn spread(code: u64) -> usize {
    (code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

/// What facts can be looked up by: columns, as one number.
pub trait Key: Copy + Eq {
    /// A number that equal keys share, and different ones seldom do.
    fn code(&self) -> u64;
}

impl Key for Atom {
    fn code(&self) -> u64 {
        u64::from(self.number())
    }
}

impl Key for Cell {
    fn code(&self) -> u64 {
        match self {
            Cell::Lettered(column, number) => u64::from(*column) << 8 | u64::from(*number),
            Cell::Axial(q, r) => u64::from(*q as u16) << 16 | u64::from(*r as u16),
        }
    }
}

impl Key for i64 {
    fn code(&self) -> u64 {
        *self as u64
    }
}

impl Key for () {
    fn code(&self) -> u64 {
        0
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

impl Column for Cell {
    fn read(value: Value) -> Cell {
        value.as_cell().expect("types are checked")
    }
}

impl Column for i64 {
    fn read(value: Value) -> i64 {
        value.as_int().expect("types are checked")
    }
}

/// A row of typed columns.
pub trait Columns {
    /// From a row of values.
    fn read(row: &[Value]) -> Self;
    /// To a row of values.
    fn write(&self) -> Row;
}

impl Columns for () {
    fn read(_row: &[Value]) {}
    fn write(&self) -> Row {
        Row::new()
    }
}

macro_rules! columns {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Column + Into<Value>),+> Columns for ($($name,)+) {
            fn read(row: &[Value]) -> Self {
                ($($name::read(row[$index]),)+)
            }
            fn write(&self) -> Row {
                let mut row = Row::new();
                $(row.push(self.$index.into());)+
                row
            }
        }

        impl<$($name: Key),+> Key for ($($name,)+) {
            fn code(&self) -> u64 {
                let mut code = 0u64;
                $(code = code.rotate_left(21) ^ self.$index.code();)+
                code
            }
        }
    };
}

columns!(A 0);
columns!(A 0, B 1);
columns!(A 0, B 1, C 2);
columns!(A 0, B 1, C 2, D 3);
columns!(A 0, B 1, C 2, D 3, E 4);
columns!(A 0, B 1, C 2, D 3, E 4, F 5);
columns!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
columns!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// How many.
pub fn count(answers: impl Iterator<Item = ()>) -> impl Iterator<Item = i64> {
    std::iter::once(answers.count() as i64)
}

/// The sum, if it fits.
pub fn sum<'a>(answers: impl Iterator<Item = (&'a i64,)>) -> impl Iterator<Item = i64> {
    let mut answers = answers;
    answers.try_fold(0i64, |total, (x,)| total.checked_add(*x)).into_iter()
}

/// The largest, if there is one.
pub fn max<'a>(answers: impl Iterator<Item = (&'a i64,)>) -> impl Iterator<Item = i64> {
    answers.map(|(x,)| *x).max().into_iter()
}

/// The smallest, if there is one.
pub fn min<'a>(answers: impl Iterator<Item = (&'a i64,)>) -> impl Iterator<Item = i64> {
    answers.map(|(x,)| *x).min().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_up_gives_all_that_goes_with_a_key() {
        let cell = |number: i16| Cell::Axial(number % 7, -(number / 7));
        let rows: Vec<(Cell, i64)> = (0..200).map(|n| (cell(n % 50), i64::from(n))).collect();
        // An iterator that cannot tell its length: the table has to grow.
        let lookup =
            Lookup::new(rows.iter().filter(|row| row.1 >= 0), |row| (row.0,), |row| (row.1,));
        for number in 0..50 {
            let mut found: Vec<i64> = lookup.get(&(cell(number),)).map(|value| value.0).collect();
            found.sort();
            let number = i64::from(number);
            assert_eq!(found, [number, number + 50, number + 100, number + 150]);
        }
        assert!(!lookup.contains(&(Cell::Axial(40, 40),)));
        assert_eq!(lookup.get(&(Cell::Axial(-1, 0),)).count(), 0);
    }
}
