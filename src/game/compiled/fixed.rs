//! Facts that do not depend on the position, by some of their columns.
//!
//! They are sorted once, and then only read. If the values of each column are close to
//! each other, as the pieces of a game or the directions of a board are, each combination
//! of them has a place in the table.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::key::Key;

/// Values by their keys, which never change.
pub struct Fixed<K: Key, V> {
    /// For each column of the keys, where its values begin and how many places
    /// there are for them.
    columns: [Span; COLUMNS],
    /// The values of each key that has a place.
    placed: Vec<Box<[V]>>,
    /// Those of all keys, if there would be too many places.
    others: FxHashMap<K, Box<[V]>>,
}

#[derive(Clone, Copy, Default)]
struct Span {
    least: u64,
    size: u64,
}

/// Keys have no more columns than that.
const COLUMNS: usize = 8;

/// There are no more places than that.
const PLACES: u64 = 4096;

impl<K: Key + Hash, V: Copy> Fixed<K, V> {
    /// Takes in rows. The last one of a key is the first one found.
    pub fn new(rows: impl IntoIterator<Item = (K, V)>) -> Fixed<K, V> {
        let mut values: FxHashMap<K, Vec<V>> = FxHashMap::default();
        for (key, value) in rows {
            values.entry(key).or_default().push(value);
        }
        let values = values.into_iter().map(|(key, values)| (key, values.into_iter().rev()));
        let others = values.map(|(key, values)| (key, values.collect())).collect();
        let mut fixed = Fixed { columns: Default::default(), placed: Vec::new(), others };
        fixed.find_places();
        fixed
    }

    /// Gives each key a place, if there are not too many.
    fn find_places(&mut self) {
        let mut columns = [Span::default(); COLUMNS];
        for (number, key) in self.others.keys().enumerate() {
            let codes = key.codes();
            assert!(codes.as_ref().len() <= COLUMNS, "all columns tell keys apart");
            for (code, column) in codes.as_ref().iter().zip(&mut columns) {
                let (least, last) = match number {
                    0 => (*code, *code),
                    _ => (column.least.min(*code), (column.least + (column.size - 1)).max(*code)),
                };
                *column = Span { least, size: (last - least).saturating_add(1) };
            }
        }
        let used = columns.iter().filter(|column| column.size > 0);
        let places = used.map(|column| column.size).try_fold(1, u64::checked_mul);
        let Some(places) = places.filter(|places| *places <= PLACES) else { return };
        self.columns = columns;
        self.placed = (0..places).map(|_| Box::default()).collect();
        for (key, values) in std::mem::take(&mut self.others) {
            let place = self.place(&key).expect("each key was looked at");
            self.placed[place] = values;
        }
    }
}

impl<K: Key + Hash, V> Fixed<K, V> {
    #[inline]
    fn place(&self, key: &K) -> Option<usize> {
        let (codes, mut place) = (key.codes(), 0);
        for (code, column) in codes.as_ref().iter().zip(&self.columns) {
            let offset = code.wrapping_sub(column.least);
            // With a single column, a place beyond the last one says the same.
            if codes.as_ref().len() > 1 && offset >= column.size {
                return None;
            }
            place = place * column.size + offset;
        }
        usize::try_from(place).ok()
    }

    #[inline]
    fn values(&self, key: &K) -> &[V] {
        match self.place(key).and_then(|place| self.placed.get(place)) {
            Some(values) => values,
            None if self.others.is_empty() => &[],
            None => self.hashed(key),
        }
    }

    #[inline(never)]
    fn hashed(&self, key: &K) -> &[V] {
        self.others.get(key).map_or(&[], |values| values)
    }

    /// What goes with a key.
    #[inline]
    pub fn get(&self, key: &K) -> std::slice::Iter<'_, V> {
        self.values(key).iter()
    }

    /// Whether anything does.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        !self.values(key).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Axial;
    use crate::logic::Atom;

    #[test]
    fn each_key_has_its_values_near_or_far() {
        for distance in [1, 100, 1 << 40, i64::MAX / 4] {
            let row = |number: i64| ((number % 3 * distance, -number % 5), number);
            let fixed = Fixed::new((0..30).map(row));
            for number in 0..15 {
                let found: Vec<i64> = fixed.get(&row(number).0).copied().collect();
                assert_eq!(found, [number + 15, number]);
                assert!(!fixed.contains(&(number % 3 * distance, 1)));
                assert!(!fixed.contains(&(3 * distance, -number % 5)));
            }
        }
    }

    #[test]
    fn keys_may_have_no_columns_or_no_rows() {
        let all = Fixed::new([((), 1), ((), 2)]);
        assert_eq!(all.get(&()).copied().collect::<Vec<_>>(), [2, 1]);
        let none: Fixed<(), i64> = Fixed::new([]);
        assert!(!none.contains(&()));
        let none: Fixed<(Atom, Axial), ()> = Fixed::new([]);
        assert!(!none.contains(&(Atom::new("nobody"), Axial(0, 0))));
    }

    #[test]
    fn values_at_either_end_are_told_apart() {
        let fixed = Fixed::new([((i64::MIN,), 1), ((i64::MAX,), 2)]);
        assert_eq!(fixed.get(&(i64::MAX,)).copied().collect::<Vec<_>>(), [2]);
        assert!(fixed.contains(&(i64::MIN,)) && !fixed.contains(&(0,)));
    }
}
