//! What all kinds of relations have in common, as far as `ascent` asks for it.
//!
//! ascent asks a provider for the type of each relation and each of its indexes,
//! and of what the indexes share, which here are the rows. They serve as the index
//! by all columns, and as the one by none.

use std::marker::PhantomData;

use ascent_crate::internal::{
    RelFullIndexWrite, RelIndexMerge, RelIndexWrite, ToRelIndex, TupleOfBorrowed,
};

use super::key::Key;

/// Code that a relation needs besides: none.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_codegen {
    ($($tt:tt)*) => {};
}
pub use hornet_rel_codegen as rel_codegen;

/// The rows of a relation, apart from its indexes: not kept.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        $crate::game::compiled::common::NoRows<$columns>
    };
}
pub use hornet_rel as rel;

/// The index by all columns.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_rel_full_ind {
    ($name:ident, $columns:ty, $indexes:expr, ser, (), $key:ty, $value:ty) => {
        $crate::game::compiled::common::ByAll
    };
}
pub use hornet_rel_full_ind as rel_full_ind;

/// In place of rows, which the indexes have in common.
pub struct NoRows<T>(PhantomData<T>);

impl<T> Default for NoRows<T> {
    fn default() -> NoRows<T> {
        NoRows(PhantomData)
    }
}

impl<T> NoRows<T> {
    /// Forgets the row.
    #[inline(always)]
    pub fn push(&mut self, _row: T) {}

    /// None.
    #[inline(always)]
    pub fn len(&self) -> usize {
        0
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        true
    }

    /// None.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        [].iter()
    }
}

/// One version of the rows of a relation.
pub trait Version {
    /// What a row is.
    type Row: Key;

    /// Every row of it, one after the other.
    type Every<'a>
    where
        Self: 'a;

    /// To read every row.
    fn every(&self) -> Self::Every<'_>;

    /// Adds a row, unless it is in any version; whether `ascent` has to know that
    /// it is new.
    fn insert(&mut self, row: Self::Row) -> bool;
}

/// The index by all columns: the rows themselves.
#[derive(Default)]
pub struct ByAll;

impl<R: Version> ToRelIndex<R> for ByAll {
    type RelIndex<'a>
        = &'a R
    where
        R: 'a;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a R) -> &'a R {
        rows
    }

    type RelIndexWrite<'a>
        = Written<'a, R>
    where
        R: 'a;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, rows: &'a mut R) -> Written<'a, R> {
        Written(rows)
    }
}

/// Rows to be written. That a round ends is told to the rows themselves.
pub struct Written<'a, R: Version>(&'a mut R);

impl<R: Version> RelFullIndexWrite for Written<'_, R> {
    type Key = R::Row;
    type Value = ();

    #[inline(always)]
    fn insert_if_not_present(&mut self, row: &R::Row, (): ()) -> bool {
        self.0.insert(*row)
    }
}

impl<R: Version> RelIndexWrite for Written<'_, R> {
    type Key = R::Row;
    type Value = ();

    fn index_insert(&mut self, row: R::Row, (): ()) {
        self.0.insert(row);
    }
}

/// The index by no columns: the rows one after the other.
#[derive(Default)]
pub struct ByNone;

impl<R: Version> ToRelIndex<R> for ByNone {
    type RelIndex<'a>
        = R::Every<'a>
    where
        R: 'a;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a R) -> R::Every<'a> {
        rows.every()
    }

    type RelIndexWrite<'a>
        = Elsewhere<R::Row>
    where
        R: 'a;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, _rows: &'a mut R) -> Elsewhere<R::Row> {
        Elsewhere(PhantomData)
    }
}

/// Rows that are kept elsewhere.
pub struct Elsewhere<T>(PhantomData<T>);

impl<T> RelIndexWrite for Elsewhere<T> {
    type Key = ();
    type Value = T;

    #[inline(always)]
    fn index_insert(&mut self, _key: (), _row: T) {}
}

/// ascent merges the shared rows and then each index. The rows have done it by
/// then, so there is nothing to do.
macro_rules! without_rounds {
    ($($type:tt)+) => {
        impl $($type)+ {
            fn move_index_contents(_from: &mut Self, _to: &mut Self) {}

            #[inline(always)]
            fn merge_delta_to_total_new_to_delta(_: &mut Self, _: &mut Self, _: &mut Self) {}

            #[inline(always)]
            fn init(_: &mut Self, _: &mut Self, _: &mut Self) {}
        }
    };
}

without_rounds!(<R: Version> RelIndexMerge for Written<'_, R>);
without_rounds!(<T> RelIndexMerge for Elsewhere<T>);

/// An index by some columns stands by itself.
macro_rules! stands_by_itself {
    ($index:ident) => {
        impl<K: Key, V: Copy + 'static, R> ToRelIndex<R> for $index<K, V> {
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
    };
}
pub(super) use stands_by_itself;

/// A row's columns, as a value of its own: the table may grow meanwhile.
#[derive(Clone, Copy)]
pub struct Own<T>(pub(super) T);

impl TupleOfBorrowed for &Own<()> {
    type Tuple = ();

    #[inline(always)]
    fn tuple_of_borrowed(self) {}
}

macro_rules! borrowed {
    ($($name:ident $index:tt),+) => {
        impl<'a, $($name),+> TupleOfBorrowed for &'a Own<($($name,)+)> {
            type Tuple = ($(&'a $name,)+);

            #[inline(always)]
            fn tuple_of_borrowed(self) -> Self::Tuple {
                ($(&self.0.$index,)+)
            }
        }
    };
}

for_tuples!(borrowed);
