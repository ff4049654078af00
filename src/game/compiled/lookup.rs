//! Small tables, quick to fill and to ask: facts by some of their columns.
//!
//! They hold the facts that a question begins with, and they are what the
//! relations of compiled rules are made of. A key of one column mostly has a
//! place of its own in the table: cells near the first one, atoms with numbers
//! near the first one's. Other keys are found by hashing, with open addressing.

use super::key::{Key, Places};
use super::spare::Reuse;

/// Rows by their keys.
pub struct Lookup<K: Key, V> {
    /// The rows of one key are chained, the last one first.
    rows: Vec<Entry<K, V>>,
    /// Where the first row's key is.
    home: K::Home,
    /// For each key near to it, the last of its rows.
    near: Box<K::Places>,
    /// For each place that another key may have, the last of its rows. The
    /// length is a power of two, or zero while there are none.
    far: Vec<Link>,
    /// How many rows there are of keys that are not near.
    far_rows: usize,
}

/// One more than the number of a row, or zero for none.
pub type Link = u32;

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

/// So many places there are at first for keys that are not near.
const FAR_PLACES: usize = 64;

/// To clear so many places that lie side by side takes about as long as to find
/// one and clear that.
const PLACES_AT_ONCE: usize = 16;

/// Room for no more than so many places or rows is kept for the next use.
const KEPT: usize = 4096;

impl<K: Key, V> Default for Lookup<K, V> {
    fn default() -> Lookup<K, V> {
        let (rows, home) = (Vec::new(), K::Home::default());
        Lookup { rows, home, near: K::Places::empty(), far: Vec::new(), far_rows: 0 }
    }
}

impl<K: Key, V: Copy> Lookup<K, V> {
    /// Adds a row.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) {
        if self.rows.is_empty() {
            self.home = key.home();
        }
        let row = self.rows.len() as Link + 1;
        let previous = match key.near(self.home) {
            Some(place) => std::mem::replace(&mut (*self.near).as_mut()[place], row),
            None => self.replace_far(&key, row),
        };
        self.rows.push(Entry { key, value, previous });
    }

    /// Adds a row, unless there is one of that key; whether it did.
    #[inline]
    pub fn insert_new(&mut self, key: K, value: V) -> bool {
        if self.rows.is_empty() {
            self.home = key.home();
        }
        let row = self.rows.len() as Link + 1;
        let is_new = match key.near(self.home) {
            Some(place) => {
                let last = &mut (*self.near).as_mut()[place];
                let is_new = *last == 0;
                if is_new {
                    *last = row;
                }
                is_new
            }
            None => self.take_far(&key, row),
        };
        if is_new {
            self.rows.push(Entry { key, value, previous: 0 });
        }
        is_new
    }

    /// Has a key that is not near lead to a row to come, if it leads to none yet;
    /// whether it does now. Rules spend much of their time here.
    #[inline]
    fn take_far(&mut self, key: &K, row: Link) -> bool {
        if 2 * self.far_rows >= self.far.len() {
            self.spread_out();
        }
        let far = self.far.as_mut_slice();
        let mask = far.len() - 1;
        let mut place = spread(key.code()) & mask;
        while let Some(last) = (far[place] as usize).checked_sub(1) {
            if self.rows[last].key == *key {
                return false;
            }
            place = (place + 1) & mask;
        }
        far[place] = row;
        self.far_rows += 1;
        true
    }

    /// Has a key that is not near lead to a row to come; the one it led to so far.
    #[cold]
    #[inline(never)]
    fn replace_far(&mut self, key: &K, row: Link) -> Link {
        if 2 * self.far_rows >= self.far.len() {
            self.spread_out();
        }
        self.far_rows += 1;
        let place = self.far_place(key);
        std::mem::replace(&mut self.far[place], row)
    }

    /// Makes more places for keys that are not near.
    #[cold]
    fn spread_out(&mut self) {
        let places = (4 * self.far_rows).next_power_of_two().max(FAR_PLACES);
        self.far.clear();
        self.far.resize(places, 0);
        for number in 0..self.rows.len() {
            let key = self.rows[number].key;
            if key.near(self.home).is_none() {
                let place = self.far_place(&key);
                self.far[place] = number as Link + 1;
            }
        }
    }

    /// Clears the places from the first that a row's key may have on, up to one
    /// that is clear. Done for all rows, this clears all places.
    fn clear_places_of(&mut self, number: usize) {
        let mask = self.far.len() - 1;
        let mut place = spread(self.rows[number].key.code()) & mask;
        while self.far[place] != 0 {
            self.far[place] = 0;
            place = (place + 1) & mask;
        }
    }

    #[inline]
    fn far_place(&self, key: &K) -> usize {
        let mask = self.far.len() - 1;
        let mut place = spread(key.code()) & mask;
        loop {
            match self.far[place] {
                0 => return place,
                last if self.rows[last as usize - 1].key == *key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// The number of the last row of a key, counted from 1; 0 for none.
    #[inline]
    pub fn last(&self, key: &K) -> Link {
        match key.near(self.home) {
            Some(place) => (*self.near).as_ref()[place],
            None if self.far_rows == 0 => 0,
            None => self.last_far(key),
        }
    }

    /// Mostly there is no need for this.
    #[inline(never)]
    fn last_far(&self, key: &K) -> Link {
        self.far[self.far_place(key)]
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
        if near.len() <= PLACES_AT_ONCE * self.rows.len() {
            near.fill(0);
        } else {
            let places = self.rows.iter().filter_map(|row| row.key.near(self.home));
            places.for_each(|place| near[place] = 0);
        }
        if 16 * self.far_rows > self.far.len() {
            self.far.fill(0);
        } else if self.far_rows > 0 {
            (0..self.rows.len()).for_each(|number| self.clear_places_of(number));
        }
        self.far.truncate(KEPT);
        self.far.shrink_to(KEPT);
        self.far_rows = 0;
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

/// Brings the bits that tell codes apart to the low end.
#[inline]
fn spread(code: u64) -> usize {
    (code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
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
