//! Small tables, quick to fill and to ask: facts by some of their columns.
//!
//! They hold the facts that a question begins with, and they are what the
//! relations of compiled rules are made of. A question fills dozens of them with
//! a few rows each, so filling one must be as cheap as asking it. A few rows are
//! simply looked through; more are found by hashing, with open addressing.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::logic::{Atom, Cell};

/// Rows by their keys.
pub struct Lookup<K, V> {
    /// The rows of one key are chained, the last one first.
    rows: Vec<Entry<K, V>>,
    /// For each place that a key may have, the last of its rows. The length is a
    /// power of two, or zero while there are only a few rows.
    places: Vec<Link>,
}

/// One more than the number of a row, or zero for none.
type Link = u32;

/// A row, and the one of the same key before it.
pub struct Entry<K, V> {
    /// The columns it is found by.
    pub key: K,
    /// The others.
    pub value: V,
    previous: Link,
}

/// So many rows are looked through one by one.
const FEW: usize = 8;

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Lookup<K, V> {
        Lookup { rows: Vec::new(), places: Vec::new() }
    }
}

impl<K: Key, V> Lookup<K, V> {
    /// Takes in rows, each by its key.
    pub fn new<T>(
        rows: impl Iterator<Item = T>,
        key: impl Fn(&T) -> K,
        value: impl Fn(&T) -> V,
    ) -> Lookup<K, V> {
        let mut lookup = Lookup::default();
        let (count, _) = rows.size_hint();
        lookup.rows.reserve(count);
        if count > FEW {
            lookup.rehash(count);
        }
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
        V: Hash + Eq + Copy,
    {
        let mut seen = FxHashSet::default();
        let pairs: Vec<(K, V)> =
            rows.map(|row| (key(&row), value(&row))).filter(|pair| seen.insert(*pair)).collect();
        Lookup::new(pairs.iter().copied(), |pair| pair.0, |pair| pair.1)
    }

    /// Adds a row.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) {
        if self.places.is_empty() {
            let previous = self.last_of_few(&key);
            self.rows.push(Entry { key, value, previous });
            if self.rows.len() > FEW {
                self.rehash(2 * FEW);
            }
            return;
        }
        let place = self.place(&key);
        self.insert_at(place, key, value);
    }

    /// Adds a row, unless there is one of that key; whether it did.
    #[inline]
    pub fn insert_new(&mut self, key: K, value: V) -> bool {
        if self.places.is_empty() {
            let is_new = self.last_of_few(&key) == 0;
            if is_new {
                self.insert(key, value);
            }
            return is_new;
        }
        let place = self.place(&key);
        let is_new = self.places[place] == 0;
        if is_new {
            self.insert_at(place, key, value);
        }
        is_new
    }

    fn insert_at(&mut self, place: usize, key: K, value: V) {
        let previous = self.places[place];
        self.rows.push(Entry { key, value, previous });
        self.places[place] = self.rows.len() as Link;
        if 2 * self.rows.len() > self.places.len() {
            self.rehash(2 * self.rows.len());
        }
    }

    /// Makes places for so many rows.
    fn rehash(&mut self, rows: usize) {
        self.places.clear();
        self.places.resize((2 * rows).next_power_of_two(), 0);
        for number in 0..self.rows.len() {
            let place = self.place(&self.rows[number].key);
            self.places[place] = number as Link + 1;
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
                last if self.rows[last as usize - 1].key == *key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    #[inline]
    fn last_of_few(&self, key: &K) -> Link {
        self.rows.iter().rposition(|row| row.key == *key).map_or(0, |number| number as Link + 1)
    }

    #[inline]
    fn last(&self, key: &K) -> Link {
        if self.places.is_empty() { self.last_of_few(key) } else { self.places[self.place(key)] }
    }

    /// What goes with a key.
    #[inline]
    pub fn get(&self, key: &K) -> Chain<'_, K, V> {
        Chain { rows: &self.rows, next: self.last(key) }
    }

    /// Whether anything does.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        self.last(key) != 0
    }

    /// All rows.
    pub fn rows(&self) -> &[Entry<K, V>] {
        &self.rows
    }

    /// Takes all rows of another table over, which is empty then.
    pub fn take_over(&mut self, other: &mut Lookup<K, V>) {
        if self.rows.len() < other.rows.len() {
            std::mem::swap(self, other);
        }
        for Entry { key, value, .. } in other.rows.drain(..) {
            self.insert(key, value);
        }
        other.places.clear();
    }
}

/// The values of one key.
pub struct Chain<'a, K, V> {
    rows: &'a [Entry<K, V>],
    next: Link,
}

impl<K, V> Chain<'_, K, V> {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }
}

impl<K, V> Clone for Chain<'_, K, V> {
    fn clone(&self) -> Self {
        Chain { rows: self.rows, next: self.next }
    }
}

impl<'a, K, V> Iterator for Chain<'a, K, V> {
    type Item = &'a V;

    #[inline]
    fn next(&mut self) -> Option<&'a V> {
        let row = self.rows.get((self.next as usize).checked_sub(1)?)?;
        self.next = row.previous;
        Some(&row.value)
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

macro_rules! keys {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Key),+> Key for ($($name,)+) {
            #[inline]
            fn code(&self) -> u64 {
                let mut code = 0u64;
                $(code = code.rotate_left(21) ^ self.$index.code();)+
                code
            }
        }
    };
}

for_tuples!(keys);

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

    #[test]
    fn few_rows_and_many_behave_alike() {
        let mut lookup: Lookup<(i64,), (i64,)> = Lookup::default();
        for number in 0..100 {
            assert!(lookup.insert_new((number,), (number,)));
            assert!(!lookup.insert_new((number / 2,), (number,)));
            assert!(lookup.contains(&(number,)) && !lookup.contains(&(number + 1,)));
        }
    }

    #[test]
    fn rows_are_taken_over_whichever_table_is_larger() {
        for (ours, theirs) in [(3, 5), (5, 3), (40, 20), (20, 40), (0, 9), (9, 0)] {
            let table = |from: i64, to: i64| {
                Lookup::new(from..to, |number| (number % 7,), |number| (*number,))
            };
            let (mut one, mut other) = (table(0, ours), table(ours, ours + theirs));
            one.take_over(&mut other);
            let found = (0..7).flat_map(|key| one.get(&(key,)).map(|value| value.0));
            let mut found: Vec<i64> = found.collect();
            found.sort();
            assert!(found.into_iter().eq(0..ours + theirs));
            assert!(other.rows().is_empty() && !other.contains(&(0,)));
            other.insert((1,), (1,));
            assert_eq!(other.get(&(1,)).count(), 1);
        }
    }
}
