//! What `ascent` keeps those relations in that a sum, a least or a greatest is
//! worked out over.
//!
//! ascent hands the values of a relation on to an aggregate by reference, and
//! the tables of [`relation`](super::relation) give none, as they may grow while
//! they are read. These ones do not: such a relation is never recursive, so each
//! version is a table of its own, and rows are handed on as a whole.

use ascent_crate::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexWrite, ToRelIndex,
};

use super::input::Input;
use super::key::Key;
use super::lookup::Chain;
pub use super::relation::{rel, rel_codegen};

/// What the indexes of a relation share: nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_gathered_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        ()
    };
}
pub use hornet_gathered_ind_common as rel_ind_common;

/// The index by all columns.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_gathered_full_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $key:ty, $value:ty) => {
        $crate::game::compiled::Input<$key, $value>
    };
}
pub use hornet_gathered_full_ind as rel_full_ind;

/// An index by some columns.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_gathered_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::game::compiled::Input<$key, $value>
    };
}
pub use hornet_gathered_ind as rel_ind;

impl<K: Key, V: Copy, R> ToRelIndex<R> for Input<K, V> {
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

impl<'a, K: Key, V: Copy> RelIndexRead<'a> for Input<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = Chain<'a, K, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Chain<'a, K, V>> {
        self.contains(key).then(|| self.get(key))
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.rows().len()
    }
}

impl<K: Key, V: Copy> RelIndexWrite for Input<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.lookup().insert(key, value);
    }
}

impl<K: Key, V: Copy> RelFullIndexRead<'_> for Input<K, V> {
    type Key = K;

    #[inline]
    fn contains_key(&self, key: &K) -> bool {
        self.contains(key)
    }
}

impl<K: Key, V: Copy> RelFullIndexWrite for Input<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn insert_if_not_present(&mut self, key: &K, value: V) -> bool {
        self.lookup().insert_new(*key, value)
    }
}

impl<K: Key, V: Copy> RelIndexMerge for Input<K, V> {
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        std::mem::swap(from, to);
        for row in from.rows() {
            to.lookup().insert(row.key, row.value);
        }
        *from = Input::default();
    }
}
