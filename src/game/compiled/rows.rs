//! The rows of a relation: each once, in the order in which they came up.

use super::key::Key;
use super::seen::Seen;
use super::spare::{KEPT, Reuse};
use crate::logic::engine::hashed::{Hashed, Link};

/// A set of rows.
pub struct Rows<T: Key> {
    /// The first `number` of these are the rows, the others are left over.
    places: Vec<T>,
    number: usize,
    /// Which of the rows there are that are near each other.
    near: T::Seen,
    /// The others.
    far: Hashed,
}

/// This many places for rows there are at first.
const FEW: usize = 32;

impl<T: Key> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { places: Vec::new(), number: 0, near: T::Seen::default(), far: Hashed::default() }
    }
}

impl<T: Key> Rows<T> {
    /// Adds a row, unless it is there; whether it did.
    ///
    /// Rules spend much of their time here, and which rows are new is hard to
    /// foresee. So a row is written in any case, and then counted or not.
    #[inline]
    pub fn insert(&mut self, row: T) -> bool {
        if self.number == self.places.len() {
            self.make_room(row);
        }
        self.places[self.number] = row;
        let is_new = match self.near.mark(&row) {
            Some(is_new) => is_new,
            None if T::Seen::IS_NEVER => self.insert_far(row),
            None => self.insert_strayed(row),
        };
        self.number += usize::from(is_new);
        is_new
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, row: T) {
        self.places.resize((2 * self.number).max(FEW), row);
    }

    /// Apart from rows that are near, so that these need not wait for it.
    #[cold]
    #[inline(never)]
    fn insert_strayed(&mut self, row: T) -> bool {
        if self.number == 0 {
            self.near.begin(&row);
            if let Some(is_new) = self.near.mark(&row) {
                return is_new;
            }
        }
        self.insert_far(row)
    }

    #[inline]
    fn insert_far(&mut self, row: T) -> bool {
        if self.far.is_full() {
            self.spread_out();
        }
        let (rows, link) = (&self.places, self.number as Link + 1);
        self.far.insert_new(row.code(), |number| rows[number] == row, link)
    }

    #[cold]
    #[inline(never)]
    fn spread_out(&mut self) {
        self.far.grow();
        for (number, row) in self.places[..self.number].iter().enumerate() {
            if self.near.has(row).is_none() {
                let rows = &self.places;
                self.far.insert_new(row.code(), |other| rows[other] == *row, number as Link + 1);
            }
        }
    }

    /// Whether a row is there.
    #[inline]
    pub fn contains(&self, row: &T) -> bool {
        match self.near.has(row) {
            Some(is_there) => is_there,
            None => self.far.get(row.code(), |number| self.places[number] == *row) != 0,
        }
    }

    /// All rows.
    #[inline]
    pub fn all(&self) -> &[T] {
        &self.places[..self.number]
    }
}

impl<T: Key> Reuse for Rows<T> {
    fn clear(&mut self) {
        self.near.clear();
        // If rows have strayed, the next ones are expected where these began.
        if let Some(first) = self.places.first().filter(|_| !self.far.is_empty()) {
            self.near.begin(first);
        }
        self.far.clear(self.places[..self.number].iter().map(T::code));
        self.places.truncate(KEPT);
        self.places.shrink_to(KEPT);
        self.number = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::board::{Axial, Lettered};
    use crate::logic::Atom;

    /// Puts rows in, twice, as often as the table is used again.
    fn each_row_is_there_once<T: Key + std::fmt::Debug>(uses: &[Vec<T>], other: Option<T>) {
        let mut rows: Rows<T> = Rows::default();
        for used in uses {
            assert!(rows.all().is_empty() && !rows.contains(&used[0]));
            for (number, row) in used.iter().enumerate() {
                assert!(!rows.contains(row), "{row:?}");
                assert!(rows.insert(*row) && !rows.insert(*row), "{row:?}");
                assert!(!rows.insert(used[number / 2]), "{row:?}");
            }
            assert_eq!(rows.all(), used);
            assert!(
                used.iter().all(|row| rows.contains(row))
                    && !other.is_some_and(|row| rows.contains(&row))
            );
            rows.clear();
        }
    }

    #[test]
    fn rows_without_columns() {
        each_row_is_there_once(&[vec![()], vec![()]], None);
    }

    #[test]
    fn rows_of_one_column_near_and_far() {
        let uses = [(0, 1), (5000, 1), (-20, 700)].map(|(from, by)| {
            (0..60).map(|number| (Axial(from + number % 8 * by, from - number / 8 * by),)).collect()
        });
        each_row_is_there_once(&uses, Some((Axial(-9, 3333),)));
    }

    #[test]
    fn rows_that_have_no_bit_wherever_they_begin() {
        let cells: Vec<(Lettered,)> = (100..=255).map(|number| (Lettered(40, number),)).collect();
        each_row_is_there_once(&[cells.clone(), cells], Some((Lettered(1, 1),)));
    }

    #[test]
    fn rows_that_stray_are_near_next_time() {
        let mut rows: Rows<(Axial,)> = Rows::default();
        let row = |q: i16| (Axial(q, 0),);
        for (cells, has_strayed) in [([100, 85], false), ([110, 120], true), ([110, 120], false)] {
            assert!(cells.iter().all(|q| rows.insert(row(*q))));
            assert_eq!(!rows.far.is_empty(), has_strayed);
            rows.clear();
        }
    }

    #[test]
    fn rows_of_two_columns_whose_first_ones_are_few_or_many() {
        let piece = |number: i16| Atom::new(&format!("piece {}", number % 7));
        let few = (0..210).map(|number| (piece(number), Axial(number / 7, -(number / 7))));
        let many = (0..2000).map(|number| (piece(number), Axial(number % 400 * 3, number / 7)));
        each_row_is_there_once(&[few.collect(), many.collect()], Some((piece(8), Axial(-1, -1))));
        let cells = |by: i16| {
            let cell = move |number: i16| Axial(number % 31 * by, number / 31 * by);
            (0..900).map(move |number| (cell(number), cell(899 - number))).collect()
        };
        each_row_is_there_once(&[cells(1), cells(9), cells(1)], Some((Axial(1, 1), Axial(1, 1))));
    }

    #[test]
    fn rows_of_two_columns_with_more_first_values_than_there_are_blocks() {
        let cell = |number: i16| Axial(number % 32 - 16, number / 32 - 16);
        let pair = |number: i16| (cell(number), Axial(number % 3, 0));
        let rows: Vec<(Axial, Axial)> =
            std::iter::once((Axial(0, 0), Axial(5, 5))).chain((0..1024).map(pair)).collect();
        each_row_is_there_once(&[rows.clone(), rows], Some((cell(9), Axial(7, 7))));
    }

    #[test]
    fn rows_of_more_columns() {
        let rows: BTreeSet<(i64, i64, i64)> =
            (0..900).map(|number| (number % 7, number % 11 - 5, i64::MAX - number / 77)).collect();
        let rows: Vec<(i64, i64, i64)> = rows.into_iter().collect();
        each_row_is_there_once(&[rows.clone(), rows], Some((7, 0, 0)));
    }
}
