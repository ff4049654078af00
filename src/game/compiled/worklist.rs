//! Storage for linear recursion: a worklist.
//!
//! ascent evaluates recursion semi-naively, in rounds, each of which joins with the rows
//! of the last one. Where each recursive rule asks its own relation once, as when an ant
//! moves from a cell it has reached to the next, no rounds are needed: new rows are
//! appended, and handled in the same pass as those before them. Rules that ask the
//! relation afterwards find it complete, as in [`settled`](super::settled).

use std::cell::RefCell;
use std::rc::Rc;

use ascent_crate::internal::{RelFullIndexRead, RelIndexMerge, RelIndexRead, RelIndexReadAll};

use super::Derived;
use super::common::{Own, Version};
use super::key::Key;
use super::rows::Rows;
use super::settled::Keys;
pub use super::settled::{rel, rel_codegen, rel_full_ind, rel_ind};
use super::spare;

/// What the indexes of a relation share: its rows.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_worklist_ind_common {
    ($name:ident, $columns:ty, [$($index:tt),*], ser, ()) => {
        $crate::game::compiled::worklist::Worklist<$columns, {
            $crate::game::compiled::worklist::is_indexed(&[$(&$index),*])
        }>
    };
}
pub use hornet_worklist_ind_common as rel_ind_common;

/// Whether there are other indexes than the one by all columns, which always is
/// there, and the one by none.
pub const fn is_indexed(indexes: &[&[usize]]) -> bool {
    let (mut number, mut found) = (0, 0);
    while number < indexes.len() {
        found += !indexes[number].is_empty() as usize;
        number += 1;
    }
    found > 1
}

/// One version of the rows. They share a table.
pub struct Worklist<T: Key, const INDEXED: bool> {
    table: Option<Rc<RefCell<Rows<T>>>>,
    /// This many rows have been gone on from.
    from: usize,
}

impl<T: Key, const INDEXED: bool> Default for Worklist<T, INDEXED> {
    #[inline(always)]
    fn default() -> Self {
        Worklist { table: None, from: 0 }
    }
}

impl<T: Key, const INDEXED: bool> Drop for Worklist<T, INDEXED> {
    #[inline]
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            spare::keep_shared(table);
        }
    }
}

impl<T: Key, const INDEXED: bool> RelIndexMerge for Worklist<T, INDEXED> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {
        unreachable!("the versions share their rows")
    }

    /// The rule that goes on from the rows is a stratum of its own: what it begins
    /// with is in the table before, so that `delta` has that, or there is none.
    #[inline]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if total.table.is_none() {
            total.table = new.table.clone();
        }
        delta.from = new.number();
    }

    #[inline]
    fn init(new: &mut Self, delta: &mut Self, total: &mut Self) {
        new.table = delta.table.clone();
        total.table = delta.table.clone();
    }
}

impl<T: Key, const INDEXED: bool> Version for Worklist<T, INDEXED> {
    type Row = T;
    type Every<'a> = Every<'a, T, INDEXED>;

    #[inline(always)]
    fn every(&self) -> Every<'_, T, INDEXED> {
        Every(self)
    }

    /// Says `false` also of new rows if there are no other indexes: ascent would
    /// only add them there, and begin another round, which would find nothing.
    #[inline]
    fn insert(&mut self, row: T) -> bool {
        let table = self.table.get_or_insert_with(spare::take_shared);
        table.borrow_mut().insert(row) && INDEXED
    }
}

impl<T: Key, const INDEXED: bool> Derived<T> for Worklist<T, INDEXED> {
    #[inline]
    fn number(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.borrow().all().len())
    }

    fn each(&self, visit: impl FnMut(&T)) {
        if let Some(table) = &self.table {
            table.borrow().all().iter().for_each(visit);
        }
    }
}

impl<'a, T: Key, const INDEXED: bool> RelIndexRead<'a> for Worklist<T, INDEXED> {
    type Key = T;
    type Value = &'static ();
    type IteratorType = std::iter::Once<&'static ()>;

    #[inline]
    fn index_get(&'a self, row: &T) -> Option<std::iter::Once<&'static ()>> {
        self.table.as_ref()?.borrow().contains(row).then(|| std::iter::once(&()))
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.number()
    }
}

impl<'a, T: Key, const INDEXED: bool> RelIndexReadAll<'a> for Worklist<T, INDEXED> {
    type Key = Own<T>;
    type Value = &'static ();
    type ValueIteratorType = std::iter::Once<&'static ()>;
    type AllIteratorType = Keys<std::iter::Flatten<std::option::IntoIter<EveryRow<'a, T>>>>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        let rows = self.table.as_deref().map(|table| EveryRow { table, next: 0 });
        Keys(rows.into_iter().flatten())
    }
}

/// ascent asks this only before it puts in a row that is in neither of the older
/// versions. Our tables hold all versions, and see to it then.
impl<T: Key, const INDEXED: bool> RelFullIndexRead<'_> for Worklist<T, INDEXED> {
    type Key = T;

    #[inline(always)]
    fn contains_key(&self, _row: &T) -> bool {
        false
    }
}

/// Every row that has not been gone on from, also those that come up meanwhile.
pub struct Every<'a, T: Key, const INDEXED: bool>(&'a Worklist<T, INDEXED>);

/// The rows, the oldest one first.
#[derive(Clone)]
pub struct EveryRow<'a, T: Key> {
    table: &'a RefCell<Rows<T>>,
    next: usize,
}

impl<T: Key> Iterator for EveryRow<'_, T> {
    type Item = Own<T>;

    #[inline]
    fn next(&mut self) -> Option<Own<T>> {
        let row = *self.table.borrow().all().get(self.next)?;
        self.next += 1;
        Some(Own(row))
    }
}

impl<'a, T: Key, const INDEXED: bool> RelIndexRead<'a> for Every<'a, T, INDEXED> {
    type Key = ();
    type Value = Own<T>;
    type IteratorType = EveryRow<'a, T>;

    #[inline]
    fn index_get(&'a self, _key: &()) -> Option<EveryRow<'a, T>> {
        let table = self.0.table.as_deref()?;
        Some(EveryRow { table, next: self.0.from })
    }

    #[inline]
    fn len_estimate(&self) -> usize {
        self.0.number() - self.0.from
    }
}

impl<'a, T: Key, const INDEXED: bool> RelIndexReadAll<'a> for Every<'a, T, INDEXED> {
    type Key = ();
    type Value = Own<T>;
    type ValueIteratorType = EveryRow<'a, T>;
    type AllIteratorType = std::option::IntoIter<((), EveryRow<'a, T>)>;

    #[inline]
    fn iter_all(&'a self) -> Self::AllIteratorType {
        self.index_get(&()).map(|rows| ((), rows)).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_by_all_columns_or_by_none_is_no_index_to_see_to() {
        assert!(!is_indexed(&[&[], &[0, 1, 2]]) && !is_indexed(&[&[0]]) && !is_indexed(&[&[]]));
        assert!(is_indexed(&[&[], &[1], &[0, 1]]) && is_indexed(&[&[0, 1, 2], &[0, 2]]));
    }
}
