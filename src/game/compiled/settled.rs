//! Storage for relations that are not recursive, and so are computed once.
//!
//! All rows of such a relation are there before anything reads them. So of the three
//! versions that ascent has of a relation (see [`rounds`](super::rounds)) only one has a
//! table at any time, which is moved from one to the other: it grows as the new version,
//! and is read as the total one. Rows are read in place, since none is added meanwhile;
//! aggregates rely on that.

use ascent_crate::internal::{
    RelFullIndexRead, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite, ToRelIndex,
};

use super::Derived;
use super::common::{Version, stands_by_itself};
pub use super::common::{rel, rel_codegen, rel_full_ind};
use super::key::Key;
use super::lookup::{Chain, Entry, Lookup};
use super::rows::Rows;
use super::spare::{self, Reuse};

/// What the indexes of a relation share: its rows.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_settled_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        $crate::game::compiled::settled::Settled<$columns>
    };
}
pub use hornet_settled_ind_common as rel_ind_common;

/// An index by some columns, or by none.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_settled_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), [], $key:ty, $value:ty) => {
        $crate::game::compiled::common::ByNone
    };
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::game::compiled::settled::Index<$key, $value>
    };
}
pub use hornet_settled_ind as rel_ind;

/// What one version has of a table; nothing, if another version has it.
pub struct Handed<T: Reuse>(Option<Box<T>>);

/// One version of the rows.
pub type Settled<T> = Handed<Rows<T>>;

/// One version of an index.
pub type Index<K, V> = Handed<Lookup<K, V>>;

impl<T: Reuse> Default for Handed<T> {
    #[inline(always)]
    fn default() -> Handed<T> {
        Handed(None)
    }
}

impl<T: Reuse> Drop for Handed<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(table) = self.0.take() {
            spare::keep(table);
        }
    }
}

impl<T: Reuse> Handed<T> {
    /// The table, to be written.
    #[inline]
    fn table(&mut self) -> &mut T {
        self.0.get_or_insert_with(spare::take)
    }
}

impl<T: Reuse> RelIndexMerge for Handed<T> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {
        unreachable!("the table is handed on as a whole")
    }

    #[inline]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, _delta: &mut Self, total: &mut Self) {
        if new.0.is_some() {
            assert!(total.0.is_none(), "there is only one table");
            total.0 = new.0.take();
        }
    }

    #[inline]
    fn init(new: &mut Self, delta: &mut Self, _total: &mut Self) {
        new.0 = delta.0.take();
    }
}

impl<T: Key> Version for Settled<T> {
    type Row = T;
    type Every<'a> = Every<'a, T>;

    #[inline(always)]
    fn every(&self) -> Every<'_, T> {
        Every(self)
    }

    #[inline]
    fn insert(&mut self, row: T) -> bool {
        self.table().insert(row)
    }
}

impl<T: Key> Derived<T> for Settled<T> {
    fn number(&self) -> usize {
        self.all().len()
    }

    fn each(&self, visit: impl FnMut(&T)) {
        self.all().iter().for_each(visit);
    }
}

impl<T: Key> Settled<T> {
    #[inline]
    fn all(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Rows::all)
    }
}

impl<'a, T: Key> RelIndexRead<'a> for Settled<T> {
    type Key = T;
    type Value = &'static ();
    type IteratorType = std::iter::Once<&'static ()>;

    #[inline]
    fn index_get(&'a self, row: &T) -> Option<std::iter::Once<&'static ()>> {
        self.0.as_ref()?.contains(row).then(|| std::iter::once(&()))
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.all().len()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.is_none()
    }
}

impl<'a, T: Key> RelIndexReadAll<'a> for Settled<T> {
    type Key = &'a T;
    type Value = &'static ();
    type ValueIteratorType = std::iter::Once<&'static ()>;
    type AllIteratorType = Keys<std::slice::Iter<'a, T>>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        Keys(self.all().iter())
    }
}

/// Each row, as the key that it is in the index by all columns.
pub struct Keys<I>(pub(super) I);

impl<I: Iterator> Iterator for Keys<I> {
    type Item = (I::Item, std::iter::Once<&'static ()>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|row| (row, std::iter::once(&())))
    }
}

/// ascent asks this of the older versions, before it puts in a row. The table is
/// not with them then.
impl<T: Key> RelFullIndexRead<'_> for Settled<T> {
    type Key = T;

    #[inline(always)]
    fn contains_key(&self, _row: &T) -> bool {
        false
    }
}

/// Every row.
pub struct Every<'a, T: Key>(&'a Settled<T>);

impl<'a, T: Key> RelIndexRead<'a> for Every<'a, T> {
    type Key = ();
    type Value = &'a T;
    type IteratorType = std::slice::Iter<'a, T>;

    #[inline]
    fn index_get(&'a self, _key: &()) -> Option<std::slice::Iter<'a, T>> {
        Some(self.0.all().iter())
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.0.len_estimate()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.is_empty()
    }
}

impl<'a, T: Key> RelIndexReadAll<'a> for Every<'a, T> {
    type Key = ();
    type Value = &'a T;
    type ValueIteratorType = std::slice::Iter<'a, T>;
    type AllIteratorType = std::iter::Once<((), std::slice::Iter<'a, T>)>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        std::iter::once(((), self.0.all().iter()))
    }
}

stands_by_itself!(Index);

impl<'a, K: Key, V: Copy + 'static> RelIndexRead<'a> for Index<K, V> {
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
        self.0.as_ref().map_or(0, |table| table.rows().len())
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.0.is_none()
    }
}

impl<'a, K: Key, V: Copy + 'static> RelIndexReadAll<'a> for Index<K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::iter::Once<&'a V>;
    type AllIteratorType = All<'a, K, V>;

    #[inline]
    fn iter_all(&'a self) -> All<'a, K, V> {
        All(self.0.as_ref().map_or(&[][..], |table| table.rows()).iter())
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

impl<K: Key, V: Copy + 'static> RelIndexWrite for Index<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.table().insert(key, value);
    }
}
