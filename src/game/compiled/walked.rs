//! What `ascent` keeps those relations in that one rule goes on from, row by row.
//!
//! ascent works recursion out in rounds: what a round brings, the next one goes
//! on from. Where a single rule leads from a row of a relation to others of it,
//! as from one cell that an ant gets to on to the next, there is no need to wait
//! for the next round: here the rows that come up are gone through in the same
//! go, behind those that were there before. A second round then finds nothing.

use ascent_crate::internal::{RelIndexMerge, ToRelIndex};

use super::key::Key;
use super::rounds::{ByAll, ByNone, Every, Index, Kept, Written};
pub use super::rounds::{rel, rel_codegen, rel_full_ind, rel_ind};

/// What the indexes of a relation share: its rows.
#[doc(hidden)]
#[macro_export]
macro_rules! hornet_walked_ind_common {
    ($name:ident, $columns:ty, $indexes:expr, ser, ()) => {
        $crate::game::compiled::walked::Walked<$columns>
    };
}
pub use hornet_walked_ind_common as rel_ind_common;

/// One version of the rows. Those of a round are old when it ends.
pub struct Walked<T: Key>(pub Index<T, ()>);

impl<T: Key> Default for Walked<T> {
    #[inline(always)]
    fn default() -> Walked<T> {
        Walked(Index::default())
    }
}

impl<T: Key> RelIndexMerge for Walked<T> {
    fn move_index_contents(_from: &mut Self, _to: &mut Self) {
        unreachable!("the versions share their rows")
    }

    #[inline]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        let (new, delta, total) = (&mut new.0, &mut delta.0, &mut total.0);
        Index::merge_delta_to_total_new_to_delta(new, delta, total);
        Index::merge_delta_to_total_new_to_delta(new, delta, total);
    }

    #[inline]
    fn init(new: &mut Self, delta: &mut Self, total: &mut Self) {
        Index::init(&mut new.0, &mut delta.0, &mut total.0);
    }
}

impl<T: Key> ToRelIndex<Walked<T>> for ByAll {
    type RelIndex<'a> = &'a Index<T, ()>;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a Walked<T>) -> &'a Index<T, ()> {
        &rows.0
    }

    type RelIndexWrite<'a> = Written<'a, T>;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, rows: &'a mut Walked<T>) -> Written<'a, T> {
        Written(&mut rows.0)
    }
}

impl<T: Key> ToRelIndex<Walked<T>> for ByNone {
    type RelIndex<'a> = Every<'a, T, true>;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, rows: &'a Walked<T>) -> Every<'a, T, true> {
        Every(&rows.0)
    }

    type RelIndexWrite<'a> = Kept<T>;

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, _rows: &'a mut Walked<T>) -> Kept<T> {
        Kept::default()
    }
}
