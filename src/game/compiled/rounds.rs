//! Storage for relations that need semi-naive evaluation.
//!
//! ascent has three versions of each relation: the rows known before the last round
//! (total), those that the last round derived (delta), and those of this round (new).
//! Here the three share one table, in which a row's number is its age:
//!
//! ```text
//! rows   1 .............. delta.from .......... delta.to ........ len
//!        total            delta                 new
//! ```
//!
//! So a row is looked up and inserted once, and a round ends by moving the range.

use std::cell::RefCell;
use std::rc::Rc;

use ascent_crate::internal::{
    RelFullIndexRead, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite, ToRelIndex,
};

use super::Derived;
use super::common::{Own, Version, stands_by_itself};
pub use super::common::{rel, rel_codegen, rel_full_ind};
use super::key::Key;
use super::lookup::Lookup;
use super::spare;
use crate::logic::engine::hashed::Link;

/// What the indexes of a relation share: its rows.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rounds_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        $crate::game::compiled::rounds::Index<$columns, ()>
    };
}
pub use hornet_rounds_ind_common as rel_ind_common;

/// An index by some columns, or by none.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rounds_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), [], $key:ty, $value:ty) => {
        $crate::game::compiled::common::ByNone
    };
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::game::compiled::rounds::Index<$key, $value>
    };
}
pub use hornet_rounds_ind as rel_ind;

/// One version of an index: a range of the rows of a table.
pub struct Index<K: Key, V: Copy + 'static> {
    table: Option<Rc<Table<K, V>>>,
    /// How many rows are older.
    from: Link,
    /// How many rows are no younger.
    to: Link,
}

type Table<K, V> = RefCell<Lookup<K, V>>;

impl<K: Key, V: Copy> Default for Index<K, V> {
    #[inline(always)]
    fn default() -> Index<K, V> {
        Index { table: None, from: 0, to: 0 }
    }
}

impl<K: Key, V: Copy + 'static> Drop for Index<K, V> {
    #[inline]
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            spare::keep_shared(table);
        }
    }
}

impl<K: Key, V: Copy> Index<K, V> {
    /// How many rows there are, of all versions.
    #[inline]
    pub fn size(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.borrow().rows().len())
    }
}

stands_by_itself!(Index);

impl<T: Key> Version for Index<T, ()> {
    type Row = T;
    type Every<'a> = Every<'a, T>;

    #[inline(always)]
    fn every(&self) -> Every<'_, T> {
        Every(self)
    }

    #[inline]
    fn insert(&mut self, row: T) -> bool {
        let table = self.table.get_or_insert_with(spare::take_shared);
        table.borrow_mut().insert_new(row, ())
    }
}

impl<T: Key> Derived<T> for Index<T, ()> {
    fn number(&self) -> usize {
        self.size()
    }

    fn each(&self, visit: impl FnMut(&T)) {
        if let Some(table) = &self.table {
            table.borrow().rows().iter().map(|row| &row.key).for_each(visit);
        }
    }
}

/// The rows of one key in one version, the last one first.
pub struct Chain<'a, K: Key, V> {
    table: &'a Table<K, V>,
    next: Link,
    from: Link,
}

impl<K: Key, V> Clone for Chain<'_, K, V> {
    fn clone(&self) -> Self {
        Chain { ..*self }
    }
}

impl<K: Key, V: Copy> Iterator for Chain<'_, K, V> {
    type Item = Own<V>;

    #[inline]
    fn next(&mut self) -> Option<Own<V>> {
        if self.next <= self.from {
            return None;
        }
        let table = self.table.borrow();
        let row = &table.rows()[self.next as usize - 1];
        self.next = row.previous;
        Some(Own(row.value))
    }
}

/// All rows of one version: a key with several rows comes up as often.
pub struct All<'a, K: Key, V> {
    table: Option<&'a Table<K, V>>,
    next: Link,
    to: Link,
}

impl<K: Key, V: Copy> Iterator for All<'_, K, V> {
    type Item = (Own<K>, std::iter::Once<Own<V>>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let table = self.table.filter(|_| self.next < self.to)?.borrow();
        let row = &table.rows()[self.next as usize];
        self.next += 1;
        Some((Own(row.key), std::iter::once(Own(row.value))))
    }
}

impl<'a, K: Key, V: Copy> RelIndexRead<'a> for Index<K, V> {
    type Key = K;
    type Value = Own<V>;
    type IteratorType = Chain<'a, K, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Chain<'a, K, V>> {
        if self.from == self.to {
            return None;
        }
        let cell = self.table.as_deref()?;
        let table = cell.borrow();
        let mut next = table.last(key);
        // The younger rows come first.
        while next > self.to {
            next = table.rows()[next as usize - 1].previous;
        }
        (next > self.from).then_some(Chain { table: cell, next, from: self.from })
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        (self.to - self.from) as usize
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.from == self.to
    }
}

impl<'a, K: Key, V: Copy> RelIndexReadAll<'a> for Index<K, V> {
    type Key = Own<K>;
    type Value = Own<V>;
    type ValueIteratorType = std::iter::Once<Own<V>>;
    type AllIteratorType = All<'a, K, V>;

    #[inline]
    fn iter_all(&'a self) -> All<'a, K, V> {
        All { table: self.table.as_deref(), next: self.from, to: self.to }
    }
}

impl<K: Key, V: Copy> RelIndexWrite for Index<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        let table = self.table.get_or_insert_with(spare::take_shared);
        table.borrow_mut().insert(key, value);
    }
}

/// ascent asks this only before it puts in a row that is in neither of the older
/// versions. Our tables hold all versions, and see to it then.
impl<K: Key, V: Copy> RelFullIndexRead<'_> for Index<K, V> {
    type Key = K;

    #[inline(always)]
    fn contains_key(&self, _key: &K) -> bool {
        false
    }
}

impl<K: Key, V: Copy> RelIndexMerge for Index<K, V> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {
        unreachable!("the versions share their rows")
    }

    #[inline]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if delta.table.is_none() {
            delta.table = new.table.clone();
            total.table = new.table.clone();
        }
        total.to = delta.to;
        delta.from = delta.to;
        delta.to = new.size() as Link;
    }

    /// What was known before is what the first round looks at. A relation that
    /// is empty gets a table with its first row.
    #[inline]
    fn init(new: &mut Self, delta: &mut Self, total: &mut Self) {
        new.table = delta.table.clone();
        total.table = delta.table.clone();
    }
}

/// Every row of one version.
pub struct Every<'a, T: Key>(&'a Index<T, ()>);

/// The rows of one version, the oldest one first.
#[derive(Clone)]
pub struct EveryRow<'a, T: Key> {
    table: &'a Table<T, ()>,
    next: Link,
    to: Link,
}

impl<T: Key> Iterator for EveryRow<'_, T> {
    type Item = Own<T>;

    #[inline]
    fn next(&mut self) -> Option<Own<T>> {
        if self.next == self.to {
            return None;
        }
        let row = self.table.borrow().rows()[self.next as usize].key;
        self.next += 1;
        Some(Own(row))
    }
}

impl<'a, T: Key> RelIndexRead<'a> for Every<'a, T> {
    type Key = ();
    type Value = Own<T>;
    type IteratorType = EveryRow<'a, T>;

    #[inline]
    fn index_get(&'a self, _key: &()) -> Option<EveryRow<'a, T>> {
        let Index { table, from, to } = self.0;
        let table = table.as_deref().filter(|_| from < to)?;
        Some(EveryRow { table, next: *from, to: *to })
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.0.len_estimate()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.from == self.0.to
    }
}

impl<'a, T: Key> RelIndexReadAll<'a> for Every<'a, T> {
    type Key = ();
    type Value = Own<T>;
    type ValueIteratorType = EveryRow<'a, T>;
    type AllIteratorType = std::option::IntoIter<((), EveryRow<'a, T>)>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        self.index_get(&()).map(|rows| ((), rows)).into_iter()
    }
}
