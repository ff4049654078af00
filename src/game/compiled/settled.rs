//! What `ascent` keeps those relations in that do not depend on themselves.
//!
//! All rows of such a relation are there before anybody asks for them. So of the
//! versions that ascent keeps of a relation (see [`rounds`](super::rounds)) only
//! one has a table at any time, which is handed from one to the other: it grows
//! as the new version, and is read as the total one. Rows are read where they
//! stand, since none is added meanwhile; aggregates rely on that.

use ascent_crate::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll,
    RelIndexWrite, ToRelIndex,
};

use super::key::Key;
use super::lookup::{Chain, Entry, Lookup};
use super::rounds::{ByAll, ByNone, Kept};
pub use super::rounds::{rel, rel_codegen, rel_full_ind};
use super::spare;

/// What the indexes of a relation share: its rows.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_settled_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        $crate::game::compiled::settled::Settled<$columns, ()>
    };
}
pub use hornet_settled_ind_common as rel_ind_common;

/// An index by some columns, or by none.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_settled_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), [], $key:ty, $value:ty) => {
        $crate::game::compiled::rounds::ByNone
    };
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::game::compiled::settled::Settled<$key, $value>
    };
}
pub use hornet_settled_ind as rel_ind;

/// One version of an index; without a table, if another one has it.
pub struct Settled<K: Key, V: Copy + 'static>(Option<Box<Lookup<K, V>>>);

impl<K: Key, V: Copy> Default for Settled<K, V> {
    #[inline(always)]
    fn default() -> Settled<K, V> {
        Settled(None)
    }
}

impl<K: Key, V: Copy + 'static> Drop for Settled<K, V> {
    #[inline]
    fn drop(&mut self) {
        if let Some(table) = self.0.take() {
            spare::keep(table);
        }
    }
}

impl<K: Key, V: Copy> Settled<K, V> {
    /// The rows, in the order in which they came up.
    #[inline]
    pub fn rows(&self) -> &[Entry<K, V>] {
        self.0.as_deref().map_or(&[], Lookup::rows)
    }

    #[inline]
    fn table(&mut self) -> &mut Lookup<K, V> {
        self.0.get_or_insert_with(spare::take)
    }
}

impl<K: Key, V: Copy> RelIndexMerge for Settled<K, V> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {
        unreachable!("the table is handed on as a whole")
    }

    #[inline]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, _delta: &mut Self, total: &mut Self) {
        if new.0.is_some() {
            total.0 = new.0.take();
        }
    }

    #[inline]
    fn init(new: &mut Self, delta: &mut Self, _total: &mut Self) {
        new.0 = delta.0.take();
    }
}

impl<K: Key, V: Copy, R> ToRelIndex<R> for Settled<K, V> {
    type RelIndex<'a>
        = &'a Self
    where
        Self: 'a,
        R: 'a;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, _rel: &'a R) -> Self::RelIndex<'a> {
        self
    }

    type RelIndexWrite<'a>
        = &'a mut Self
    where
        Self: 'a,
        R: 'a;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, _rel: &'a mut R) -> Self::RelIndexWrite<'a> {
        self
    }
}

impl<'a, K: Key, V: Copy> RelIndexRead<'a> for Settled<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = Chain<'a, K, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Chain<'a, K, V>> {
        let table = self.0.as_ref()?;
        table.contains(key).then(|| table.get(key))
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.rows().len()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.is_none()
    }
}

impl<'a, K: Key, V: Copy> RelIndexReadAll<'a> for Settled<K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::iter::Once<&'a V>;
    type AllIteratorType = All<'a, K, V>;

    #[inline]
    fn iter_all(&'a self) -> All<'a, K, V> {
        All(self.rows().iter())
    }
}

/// All rows: a key with several rows comes up as often.
pub struct All<'a, K, V>(std::slice::Iter<'a, Entry<K, V>>);

impl<'a, K, V> Iterator for All<'a, K, V> {
    type Item = (&'a K, std::iter::Once<&'a V>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|row| (&row.key, std::iter::once(&row.value)))
    }
}

impl<K: Key, V: Copy> RelIndexWrite for Settled<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.table().insert(key, value);
    }
}

/// ascent asks this of the older versions, before it puts in a row. The table is
/// not with them then.
impl<K: Key, V: Copy> RelFullIndexRead<'_> for Settled<K, V> {
    type Key = K;

    #[inline(always)]
    fn contains_key(&self, _key: &K) -> bool {
        false
    }
}

impl<T: Key> ToRelIndex<Settled<T, ()>> for ByAll {
    type RelIndex<'a> = &'a Settled<T, ()>;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a Settled<T, ()>) -> &'a Settled<T, ()> {
        rows
    }

    type RelIndexWrite<'a> = Written<'a, T>;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, rows: &'a mut Settled<T, ()>) -> Written<'a, T> {
        Written(rows)
    }
}

/// Rows to be written. That a rule is done is told to the rows themselves.
pub struct Written<'a, T: Key>(&'a mut Settled<T, ()>);

impl<T: Key> RelFullIndexWrite for Written<'_, T> {
    type Key = T;
    type Value = ();

    #[inline]
    fn insert_if_not_present(&mut self, row: &T, (): ()) -> bool {
        self.0.table().insert_new(*row, ())
    }
}

impl<T: Key> RelIndexWrite for Written<'_, T> {
    type Key = T;
    type Value = ();

    fn index_insert(&mut self, row: T, (): ()) {
        self.insert_if_not_present(&row, ());
    }
}

impl<T: Key> RelIndexMerge for Written<'_, T> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {}

    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(_new: &mut Self, _delta: &mut Self, _total: &mut Self) {}

    #[inline(always)]
    fn init(_new: &mut Self, _delta: &mut Self, _total: &mut Self) {}
}

impl<T: Key> ToRelIndex<Settled<T, ()>> for ByNone {
    type RelIndex<'a> = Every<'a, T>;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a Settled<T, ()>) -> Every<'a, T> {
        Every(rows)
    }

    type RelIndexWrite<'a> = Kept<T>;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, _rows: &'a mut Settled<T, ()>) -> Kept<T> {
        Kept::default()
    }
}

/// Every row.
pub struct Every<'a, T: Key>(&'a Settled<T, ()>);

/// The rows, the oldest one first.
#[derive(Clone)]
pub struct EveryRow<'a, T>(std::slice::Iter<'a, Entry<T, ()>>);

impl<'a, T> Iterator for EveryRow<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        self.0.next().map(|row| &row.key)
    }
}

impl<'a, T: Key> RelIndexRead<'a> for Every<'a, T> {
    type Key = ();
    type Value = &'a T;
    type IteratorType = EveryRow<'a, T>;

    #[inline]
    fn index_get(&'a self, _key: &()) -> Option<EveryRow<'a, T>> {
        self.0.0.as_ref().map(|table| EveryRow(table.rows().iter()))
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.0.rows().len()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.0.is_none()
    }
}

impl<'a, T: Key> RelIndexReadAll<'a> for Every<'a, T> {
    type Key = ();
    type Value = &'a T;
    type ValueIteratorType = EveryRow<'a, T>;
    type AllIteratorType = std::option::IntoIter<((), EveryRow<'a, T>)>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        self.index_get(&()).map(|rows| ((), rows)).into_iter()
    }
}
