//! Small tables of facts by some of their columns, quick to fill and to look up.
//!
//! They hold the facts of the position, the indexes of relations, and the rows of
//! relations that are evaluated in rounds. A key of one column mostly has a place of its
//! own in the table, as cells do that are not far from each other. Other keys are hashed.

use super::key::{Array, Key};
use super::spare::{AT_ONCE, KEPT, Reuse};
use crate::logic::engine::hashed::{Hashed, Link};

/// Rows by their keys.
pub struct Lookup<K: Key, V> {
    /// The rows of one key are chained, the last one first.
    rows: Vec<Entry<K, V>>,
    /// In the place of each key, the last row of it, or of another one that came
    /// first.
    near: Box<K::Places>,
    /// The last rows of keys whose places others have.
    far: Hashed,
}

/// A row, and the one of the same key before it.
#[derive(Clone, Copy)]
pub struct Entry<K, V> {
    /// The columns it is found by.
    pub key: K,
    /// The others.
    pub value: V,
    /// The row of the same key before it.
    pub previous: Link,
}

impl<K: Key, V> Default for Lookup<K, V> {
    fn default() -> Lookup<K, V> {
        let near = Box::new(K::Places::all(0));
        Lookup { rows: Vec::new(), near, far: Hashed::default() }
    }
}

impl<K: Key, V: Copy> Lookup<K, V> {
    /// Whether keys have places.
    const HAS_PLACES: bool = size_of::<K::Places>() > 0;

    /// Adds a row.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) {
        let row = self.rows.len() as Link + 1;
        let previous = match self.near(&key) {
            Some(last) => {
                (*self.near).as_mut()[key.place()] = row;
                last
            }
            None => self.replace_far(&key, row),
        };
        self.rows.push(Entry { key, value, previous });
    }

    /// Adds a row, unless there is one of that key; whether it did.
    #[inline]
    pub fn insert_new(&mut self, key: K, value: V) -> bool {
        let row = self.rows.len() as Link + 1;
        let is_new = match self.near(&key) {
            Some(0) => {
                (*self.near).as_mut()[key.place()] = row;
                true
            }
            Some(_) => false,
            None => self.take_far(&key, row),
        };
        if is_new {
            self.rows.push(Entry { key, value, previous: 0 });
        }
        is_new
    }

    /// What a key's own place leads to; nothing, if it has none.
    #[inline]
    fn near(&self, key: &K) -> Option<Link> {
        if !Self::HAS_PLACES {
            return None;
        }
        match (*self.near).as_ref()[key.place()] {
            0 => Some(0),
            last => (self.rows[last as usize - 1].key == *key).then_some(last),
        }
    }

    /// Has a key that is not near lead to a row to come, if it leads to none yet;
    /// whether it does now.
    #[inline]
    fn take_far(&mut self, key: &K, row: Link) -> bool {
        if self.far.is_full() {
            self.spread_out();
        }
        self.far.insert_new(key.code(), |number| self.rows[number].key == *key, row)
    }

    /// Has a key that is not near lead to a row to come; the one it led to so far.
    #[inline(never)]
    fn replace_far(&mut self, key: &K, row: Link) -> Link {
        if self.far.is_full() {
            self.spread_out();
        }
        self.far.replace(key.code(), |number| self.rows[number].key == *key, row)
    }

    #[cold]
    #[inline(never)]
    fn spread_out(&mut self) {
        self.far.grow();
        for (number, Entry { key, .. }) in self.rows.iter().enumerate() {
            if self.near(key).is_none() {
                let is_it = |other: usize| self.rows[other].key == *key;
                self.far.replace(key.code(), is_it, number as Link + 1);
            }
        }
    }

    /// The number of the last row of a key, counted from 1; 0 for none.
    #[inline]
    pub fn last(&self, key: &K) -> Link {
        match self.near(key) {
            Some(last) => last,
            None if self.far.is_empty() => 0,
            None => self.last_far(key),
        }
    }

    /// Apart from keys that have places, so that these need not wait for it.
    #[inline(never)]
    fn last_far(&self, key: &K) -> Link {
        self.far.get(key.code(), |number| self.rows[number].key == *key)
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
    #[inline]
    pub fn rows(&self) -> &[Entry<K, V>] {
        &self.rows
    }
}

impl<K: Key, V: Copy + 'static> Reuse for Lookup<K, V> {
    fn clear(&mut self) {
        let near = (*self.near).as_mut();
        if near.len() <= AT_ONCE * self.rows.len() {
            near.fill(0);
        } else {
            self.rows.iter().for_each(|row| near[row.key.place()] = 0);
        }
        self.far.clear(self.rows.iter().map(|row| row.key.code()));
        self.rows.clear();
        self.rows.shrink_to(KEPT);
    }
}

/// The values of one key.
pub struct Chain<'a, K, V> {
    rows: &'a [Entry<K, V>],
    next: Link,
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
        let row = self.rows.get((self.next as usize).wrapping_sub(1))?;
        self.next = row.previous;
        Some(&row.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Axial;

    fn filled<K: Key, V: Copy>(rows: impl IntoIterator<Item = (K, V)>) -> Lookup<K, V> {
        let mut lookup = Lookup::default();
        rows.into_iter().for_each(|(key, value)| lookup.insert(key, value));
        lookup
    }

    #[test]
    fn a_look_up_gives_all_that_goes_with_a_key_near_or_far() {
        for distance in [1, 13, 900] {
            let cell = |number: i16| (Axial(number % 7 * distance, -(number / 7)),);
            let lookup = filled((0..200).map(|n| (cell(n % 50), (n,))));
            for number in 0..50 {
                let mut found: Vec<i16> = lookup.get(&cell(number)).map(|value| value.0).collect();
                found.sort();
                assert_eq!(found, [number, number + 50, number + 100, number + 150]);
            }
            assert!(!lookup.contains(&(Axial(40, 40),)));
            assert_eq!(lookup.get(&(Axial(-1, 0),)).count(), 0);
        }
    }

    #[test]
    fn a_row_is_added_once_whatever_its_key() {
        let mut lookup: Lookup<(i64, i64), ()> = Lookup::default();
        let mut single: Lookup<(i64,), ()> = Lookup::default();
        for number in 0..500 {
            assert!(lookup.insert_new((number, -number), ()));
            assert!(!lookup.insert_new((number / 2, -(number / 2)), ()));
            assert!(single.insert_new((number,), ()) && !single.insert_new((number / 2,), ()));
            assert!(single.contains(&(number,)) && !single.contains(&(number + 1,)));
        }
    }

    #[test]
    fn a_cleared_table_is_as_good_as_a_new_one() {
        let mut lookup = Lookup::default();
        for home in [0, 5000, -20] {
            for number in 0..60 {
                let key = (Axial(home + number, home - 3 * number),);
                assert!(!lookup.contains(&key));
                lookup.insert(key, (number,));
                assert_eq!(lookup.get(&key).map(|value| value.0).collect::<Vec<_>>(), [number]);
            }
            lookup.clear();
            assert!(lookup.rows().is_empty());
        }
    }
}
