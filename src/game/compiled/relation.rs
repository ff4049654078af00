//! What `ascent` keeps its relations in, in place of its own hash maps.
//!
//! ascent asks a provider like this one for the type of each relation and each
//! of its indexes. Ours are [`Lookup`]s: one allocation for a few rows instead
//! of one for each key, no clock to be read when rows move on, and nothing at
//! all for a relation that stays empty.

use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll,
    RelIndexWrite, ToRelIndex,
};

use super::lookup::{Chain, Entry, Key, Lookup};

/// Code that a relation needs besides: none.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_codegen {
    ($($tt:tt)*) => {};
}
pub use hornet_rel_codegen as rel_codegen;

/// The rows of a relation.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => { ::std::vec::Vec<$columns> };
}
pub use hornet_rel as rel;

/// What the indexes of a relation share: nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        ()
    };
}
pub use hornet_rel_ind_common as rel_ind_common;

/// The index by all columns.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_full_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $key:ty, $value:ty) => {
        $crate::game::compiled::Lookup<$key, $value>
    };
}
pub use hornet_rel_full_ind as rel_full_ind;

/// An index by some columns.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::game::compiled::Lookup<$key, $value>
    };
}
pub use hornet_rel_ind as rel_ind;

impl<K: Key, V, R> ToRelIndex<R> for Lookup<K, V> {
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

impl<'a, K: Key + 'a, V: 'a> RelIndexRead<'a> for Lookup<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = Chain<'a, K, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Chain<'a, K, V>> {
        Some(self.get(key)).filter(|chain| !chain.is_empty())
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.rows().len()
    }

    #[inline]
    fn is_empty(&'a self) -> bool {
        self.rows().is_empty()
    }
}

/// Each row by itself: a key with several rows comes up as often.
impl<'a, K: Key + 'a, V: 'a> RelIndexReadAll<'a> for Lookup<K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::iter::Once<&'a V>;
    type AllIteratorType = std::iter::Map<
        std::slice::Iter<'a, Entry<K, V>>,
        fn(&'a Entry<K, V>) -> (&'a K, std::iter::Once<&'a V>),
    >;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        self.rows().iter().map(|row| (&row.key, std::iter::once(&row.value)))
    }
}

impl<K: Key, V> RelIndexWrite for Lookup<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.insert(key, value);
    }
}

impl<K: Key, V> RelFullIndexRead<'_> for Lookup<K, V> {
    type Key = K;

    #[inline]
    fn contains_key(&self, key: &K) -> bool {
        self.contains(key)
    }
}

impl<K: Key, V> RelFullIndexWrite for Lookup<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn insert_if_not_present(&mut self, key: &K, value: V) -> bool {
        self.insert_new(*key, value)
    }
}

impl<K: Key, V> RelIndexMerge for Lookup<K, V> {
    #[inline]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.take_over(from);
    }
}
