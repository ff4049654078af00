//! The facts of one relation while rules derive them.
//!
//! Rows are only ever appended, so a row's number is also its age. That is all
//! semi-naive evaluation needs: what the last round brought is a range of numbers.
//!
//! ```text
//! rows   0 .............. recent.start ........ recent.end ........ len
//!        stable           recent                of this round
//! ```
//!
//! Rows of one key are chained, the last one first; the links of a row stand
//! behind its columns. Where codes are small, each key has a place of its own, and
//! each row that may be has a bit that tells whether it is there. All others are
//! hashed.

use std::ops::Range;

use smallvec::SmallVec;

use super::code::Code;
use super::hashed::{Hashed, Link};

/// The columns of a key.
type Key = SmallVec<[Code; 4]>;

/// Bits for no more rows than these.
const MOST_BITS: Code = 1 << 24;

/// Places for no more keys than these.
const MOST_PLACES: Code = 1 << 16;

/// Room for no more values than these is kept for the next use.
const KEPT: usize = 1 << 16;

/// To clear so many words that lie side by side takes about as long as to find
/// one and clear that.
const AT_ONCE: usize = 16;

/// What a table is like: its columns and by which of them rows are looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// For each column, how many values have codes below all others.
    pub domains: Vec<Code>,
    /// The columns of each index.
    pub indexes: Vec<Vec<usize>>,
    /// Whether the number of a row is asked for.
    pub numbered: bool,
    /// Whether rows are known to be different, and nobody asks whether one is
    /// there.
    pub unchecked: bool,
    /// Whether there is no room for bits and places, so that all is hashed.
    pub hashed: bool,
}

impl Layout {
    /// How many bytes an empty table takes.
    pub fn size(&self) -> usize {
        let of = |columns: &mut dyn Iterator<Item = usize>, most: Code| {
            let domains: Vec<Code> = columns.map(|column| self.domains[column]).collect();
            Places::new(&domains, most).1
        };
        let bits = if self.numbered || self.unchecked {
            0
        } else {
            of(&mut (0..self.domains.len()), MOST_BITS)
        };
        let indexes = self.indexes.iter();
        let places: usize = indexes.map(|index| of(&mut index.iter().copied(), MOST_PLACES)).sum();
        bits / 8 + places * size_of::<Link>()
    }

    /// The number of the index on those columns, which is added if there is none.
    pub fn index(&mut self, columns: &[usize]) -> usize {
        let known = self.indexes.iter().position(|index| index == columns);
        known.unwrap_or_else(|| {
            self.indexes.push(columns.to_vec());
            self.indexes.len() - 1
        })
    }
}

/// The facts of one relation.
pub struct Table {
    arity: usize,
    /// Columns and links.
    stride: usize,
    values: Vec<Code>,
    len: u32,
    members: Members,
    unchecked: bool,
    indexes: Vec<Index>,
    /// The rows that the last round brought.
    pub recent: Range<u32>,
}

/// Which rows there are.
#[derive(Default)]
struct Members {
    /// A bit for each row that may be, if there are not too many of those.
    places: Places,
    bits: Vec<u64>,
    /// The rows that have no bit.
    far: Hashed,
}

/// The rows of each key, by the last one of them.
struct Index {
    columns: Box<[usize]>,
    places: Places,
    /// For each key that has a place, its last row.
    near: Vec<Link>,
    /// The others.
    far: Hashed,
}

/// Places for combinations of small codes.
#[derive(Default)]
struct Places(Box<[Code]>);

impl Places {
    /// Places for columns with those domains, if there are not too many.
    fn new(domains: &[Code], most: Code) -> (Places, usize) {
        let number = domains.iter().try_fold(1, |all: Code, domain| all.checked_mul(*domain));
        match number.filter(|number| (1..=most).contains(number)) {
            Some(number) => (Places(domains.into()), number as usize),
            None => (Places::default(), 0),
        }
    }

    /// The place of a combination, if it has one.
    #[inline(always)]
    fn of(&self, codes: &[Code]) -> Option<usize> {
        match (codes, &*self.0) {
            ([code], [domain]) => return (code < domain).then_some(*code as usize),
            ([one, two], [first, second]) => {
                let is_near = one < first && two < second;
                return is_near.then(|| (one * second + two) as usize);
            }
            _ => {}
        }
        let mut place = 0;
        for (code, domain) in codes.iter().zip(&self.0) {
            if code >= domain {
                return None;
            }
            place = place * domain + code;
        }
        Some(place as usize)
    }
}

/// A number that equal rows share, and different ones seldom do.
#[inline]
fn mixed(codes: &[Code]) -> u64 {
    codes.iter().fold(0, |all: u64, code| all.rotate_left(21) ^ code)
}

/// The key of a row.
#[inline]
fn key_of(columns: &[usize], row: &[Code]) -> Key {
    columns.iter().map(|column| row[*column]).collect()
}

/// A table that no row is put into.
impl Default for Table {
    fn default() -> Table {
        Table {
            arity: 0,
            stride: 1,
            values: Vec::new(),
            len: 0,
            members: Members::default(),
            unchecked: false,
            indexes: Vec::new(),
            recent: 0..0,
        }
    }
}

impl Table {
    /// An empty table.
    pub fn new(layout: &Layout) -> Table {
        let has_bits = !(layout.numbered || layout.unchecked || layout.hashed);
        let most = if has_bits { MOST_BITS } else { 0 };
        let (places, bits) = Places::new(&layout.domains, most);
        let members = Members { places, bits: vec![0; bits.div_ceil(64)], far: Hashed::default() };
        let index = |columns: &Vec<usize>| {
            let domains: Vec<Code> = columns.iter().map(|column| layout.domains[*column]).collect();
            let most = if layout.hashed { 0 } else { MOST_PLACES };
            let (places, number) = Places::new(&domains, most);
            let (columns, near) = (columns.clone().into(), vec![0; number]);
            Index { columns, places, near, far: Hashed::default() }
        };
        let arity = layout.domains.len();
        Table {
            arity,
            stride: (arity + layout.indexes.len()).max(1),
            members,
            unchecked: layout.unchecked,
            indexes: layout.indexes.iter().map(index).collect(),
            ..Table::default()
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// How many columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The row of that number.
    #[inline]
    pub fn row(&self, number: usize) -> &[Code] {
        &self.values[number * self.stride..][..self.arity]
    }

    /// Rows by their numbers.
    #[inline]
    pub fn rows(&self, numbers: Range<usize>) -> impl ExactSizeIterator<Item = &[Code]> {
        let values = &self.values[numbers.start * self.stride..numbers.end * self.stride];
        values.chunks_exact(self.stride).map(|row| &row[..self.arity])
    }

    /// All rows, the oldest first.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &[Code]> {
        self.rows(0..self.len())
    }

    /// Adds a row, unless it is there already; whether it was not.
    #[inline]
    pub fn insert(&mut self, row: impl Iterator<Item = Code>) -> bool {
        let start = self.values.len();
        // Written in any case, and taken back if it is not new.
        self.values.extend(row);
        debug_assert_eq!(self.values.len(), start + self.arity);
        let Table { values, members, unchecked, arity, stride, len, indexes, .. } = self;
        if !*unchecked && !members.insert(values, start, *arity, *stride, *len) {
            values.truncate(start);
            return false;
        }
        for index in indexes.iter_mut() {
            let link = index.insert(values, start, *stride, *len + 1);
            values.push(Code::from(link));
        }
        if *stride > *arity + indexes.len() {
            // A relation without columns: a sign that it holds.
            values.push(0);
        }
        *len += 1;
        true
    }

    /// Whether a row is there.
    #[inline(always)]
    pub fn contains(&self, row: &[Code]) -> bool {
        if self.arity == 0 {
            return self.len > 0;
        }
        match self.members.place(row) {
            Some(place) => self.members.bits[place / 64] >> (place % 64) & 1 != 0,
            None => self.find(row).is_some(),
        }
    }

    /// The number of a row, where rows have no bits.
    pub fn find(&self, row: &[Code]) -> Option<usize> {
        if self.arity == 0 {
            return (self.len > 0).then_some(0);
        }
        let link = self.members.far.get(mixed(row), |number| self.row(number) == row);
        (link as usize).checked_sub(1)
    }

    /// The last row of a key, as one more than its number; 0 for none.
    #[inline(always)]
    pub fn last(&self, index: usize, key: &[Code]) -> usize {
        let index = &self.indexes[index];
        match index.place(key) {
            Some(place) => index.near[place] as usize,
            None => self.last_far(index, key),
        }
    }

    /// The same for a key of one column.
    #[inline(always)]
    pub fn last_of(&self, index: usize, key: Code) -> usize {
        let index = &self.indexes[index];
        match index.near.get(key as usize) {
            Some(link) => *link as usize,
            None => self.last_far(index, &[key]),
        }
    }

    #[inline(never)]
    fn last_far(&self, index: &Index, key: &[Code]) -> usize {
        let is_it = |number: usize| {
            let row = self.row(number);
            index.columns.iter().zip(key).all(|(column, code)| row[*column] == *code)
        };
        index.far.get(mixed(key), is_it) as usize
    }

    /// The columns of a row given as by [`Table::last`], and the row of the same
    /// key before it.
    #[inline(always)]
    pub fn chained(&self, index: usize, link: usize) -> (&[Code], usize) {
        let row = &self.values[(link - 1) * self.stride..][..self.stride];
        (&row[..self.arity], row[self.arity + index] as usize)
    }

    /// Makes the rows that were added since the last time the recent ones.
    /// Whether there are any.
    pub fn advance(&mut self) -> bool {
        self.recent = self.recent.end..self.len;
        !self.recent.is_empty()
    }

    /// Removes all rows, but keeps the memory.
    pub fn clear(&mut self) {
        let Table { values, members, indexes, arity, stride, len, .. } = self;
        if *len > 0 {
            let rows = || values.chunks_exact(*stride).map(|row| &row[..*arity]);
            members.clear(rows(), *len as usize);
            indexes.iter_mut().for_each(|index| index.clear(rows(), *len as usize));
            values.clear();
            values.shrink_to(KEPT);
            *len = 0;
        }
        self.recent = 0..0;
    }
}

impl Members {
    #[inline(always)]
    fn place(&self, row: &[Code]) -> Option<usize> {
        if self.bits.is_empty() { None } else { self.places.of(row) }
    }

    /// Takes in the row that begins at `start`, the one to have that number;
    /// whether it is new.
    #[inline]
    fn insert(
        &mut self,
        values: &[Code],
        start: usize,
        arity: usize,
        stride: usize,
        number: u32,
    ) -> bool {
        let row = &values[start..start + arity];
        match self.place(row) {
            Some(place) => {
                let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            None if arity == 0 => number == 0,
            None => self.insert_far(values, row, arity, stride, number),
        }
    }

    #[inline(never)]
    fn insert_far(
        &mut self,
        values: &[Code],
        row: &[Code],
        arity: usize,
        stride: usize,
        number: u32,
    ) -> bool {
        let row_of = |number: usize| &values[number * stride..][..arity];
        if self.far.is_full() {
            self.far.grow();
            for number in 0..number as usize {
                let row = row_of(number);
                if self.place(row).is_none() {
                    // No two rows are the same.
                    self.far.insert_new(mixed(row), |_| false, number as Link + 1);
                }
            }
        }
        self.far.insert_new(mixed(row), |number| row_of(number) == row, number + 1)
    }

    fn clear<'a>(&mut self, rows: impl Iterator<Item = &'a [Code]> + Clone, number: usize) {
        if self.bits.len() <= AT_ONCE * number {
            self.bits.fill(0);
        } else {
            for row in rows.clone() {
                if let Some(place) = self.places.of(row) {
                    self.bits[place / 64] = 0;
                }
            }
        }
        self.far.clear(rows.map(mixed));
    }
}

impl Index {
    #[inline(always)]
    fn place(&self, key: &[Code]) -> Option<usize> {
        if self.near.is_empty() { None } else { self.places.of(key) }
    }

    /// Takes in the row that begins at `start`; the one of the same key before it.
    #[inline]
    fn insert(&mut self, values: &[Code], start: usize, stride: usize, link: Link) -> Link {
        let place = match *self.columns {
            [column] => self.place(&[values[start + column]]),
            _ => self.place(&key_of(&self.columns, &values[start..])),
        };
        match place {
            Some(place) => std::mem::replace(&mut self.near[place], link),
            None => self.insert_far(values, start, stride, link),
        }
    }

    #[inline(never)]
    fn insert_far(&mut self, values: &[Code], start: usize, stride: usize, link: Link) -> Link {
        let columns = &self.columns;
        let key = |start: usize| key_of(columns, &values[start..]);
        if self.far.is_full() {
            self.far.grow();
            for number in 0..link as usize - 1 {
                let row = number * stride;
                let own = key(row);
                if self.place(&own).is_none() {
                    let is_it = |other: usize| key(other * stride) == own;
                    self.far.replace(mixed(&own), is_it, number as Link + 1);
                }
            }
        }
        let own = key(start);
        self.far.replace(mixed(&own), |other| key(other * stride) == own, link)
    }

    fn clear<'a>(&mut self, rows: impl Iterator<Item = &'a [Code]> + Clone, number: usize) {
        let columns = &self.columns;
        if self.near.len() <= AT_ONCE * number {
            self.near.fill(0);
        } else {
            for row in rows.clone() {
                if let Some(place) = self.places.of(&key_of(columns, row)) {
                    self.near[place] = 0;
                }
            }
        }
        self.far.clear(rows.map(|row| mixed(&key_of(columns, row))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(domains: &[Code], indexes: &[&[usize]]) -> Layout {
        let indexes = indexes.iter().map(|columns| columns.to_vec()).collect();
        Layout { domains: domains.to_vec(), indexes, ..Layout::default() }
    }

    fn of_key(table: &Table, index: usize, key: &[Code]) -> Vec<Vec<Code>> {
        let mut found = Vec::new();
        let mut link = table.last(index, key);
        while link > 0 {
            let (row, before) = table.chained(index, link);
            found.push(row.to_vec());
            link = before;
        }
        found
    }

    /// Rows with small codes and large ones, as often as a table is used again.
    #[test]
    fn a_row_is_there_once_and_found_by_its_keys() {
        for domains in [[8, 8], [8, 0], [0, 0], [1 << 12, 1 << 12]] {
            let mut table = Table::new(&layout(&domains, &[&[0], &[1, 0]]));
            for used in 0..3 {
                let row = |number: Code| [number % 10, number / 10 + used * 5];
                for number in 0..60 {
                    assert!(!table.contains(&row(number)));
                    assert!(table.insert(row(number).into_iter()));
                    assert!(!table.insert(row(number / 2).into_iter()));
                    assert!(table.contains(&row(number)));
                }
                assert_eq!(table.len(), 60);
                assert!(!table.contains(&[3, 99]));
                for first in 0..10 {
                    let found = of_key(&table, 0, &[first]);
                    assert_eq!(found.len(), 6);
                    assert!(found.iter().all(|row| row[0] == first));
                }
                assert_eq!(of_key(&table, 1, &[2 + used * 5, 7]), [[7, 2 + used * 5]]);
                assert!(of_key(&table, 1, &[77, 7]).is_empty());
                table.clear();
                assert_eq!(table.len(), 0);
            }
        }
    }

    #[test]
    fn a_relation_without_columns_holds_or_does_not() {
        let mut table = Table::new(&layout(&[], &[]));
        assert!(!table.contains(&[]));
        assert!(table.insert([].into_iter()) && !table.insert([].into_iter()));
        assert!(table.contains(&[]));
        assert_eq!(table.all().count(), 1);
        table.clear();
        assert!(!table.contains(&[]));
    }

    #[test]
    fn recent_rows_become_stable() {
        let mut table = Table::new(&layout(&[4], &[]));
        table.insert([1].into_iter());
        assert!(table.advance());
        assert_eq!(table.recent, 0..1);
        table.insert([2].into_iter());
        assert_eq!(table.recent, 0..1, "the round goes on");
        assert!(table.advance());
        assert_eq!(table.recent, 1..2);
        assert!(!table.advance());
    }

    #[test]
    fn rows_have_numbers_where_these_are_asked_for() {
        let mut table = Table::new(&Layout { numbered: true, ..layout(&[4, 4], &[]) });
        for number in 0..16 {
            table.insert([number / 4, number % 4].into_iter());
        }
        assert_eq!(table.find(&[2, 3]), Some(11));
        assert_eq!(table.find(&[4, 4]), None);
    }
}
