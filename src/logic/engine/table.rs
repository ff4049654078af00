//! The facts of one relation, in the order they were derived.
//!
//! Rows are only ever appended, so a row's number is also its age. That is all
//! semi-naive evaluation needs: the `recent` rows are a range of numbers, what
//! lies before them is stable, and rows behind them are not visible yet.

use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

use crate::logic::Value;

/// The facts of one relation.
#[derive(Debug, Default)]
pub struct Table {
    arity: usize,
    values: Vec<Value>,
    len: u32,
    numbers: HashTable<u32>,
    indexes: Mutex<Vec<Arc<Index>>>,
    /// The rows that the last round brought. Those behind are not visible.
    pub recent: Range<u32>,
}

impl Table {
    /// An empty table with that many columns.
    pub fn new(arity: usize) -> Table {
        Table { arity, ..Table::default() }
    }

    /// Forgets all rows, but keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.len = 0;
        self.numbers.clear();
        self.indexes.get_mut().expect("no panic while held").clear();
        self.recent = 0..0;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The row of that number.
    pub fn row(&self, number: u32) -> &[Value] {
        let start = number as usize * self.arity;
        &self.values[start..start + self.arity]
    }

    /// All rows, the oldest first.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Value]> {
        (0..self.len).map(|number| self.row(number))
    }

    /// The number of a row, if it is there.
    pub fn find(&self, row: &[Value]) -> Option<u32> {
        self.numbers.find(hash(row), |number| self.row(*number) == row).copied()
    }

    /// Whether the row is there.
    pub fn contains(&self, row: &[Value]) -> bool {
        self.find(row).is_some()
    }

    /// Appends a row, unless it is there already.
    pub fn insert(&mut self, row: &[Value]) -> bool {
        debug_assert_eq!(row.len(), self.arity);
        if self.contains(row) {
            return false;
        }
        let (number, arity) = (self.len, self.arity);
        self.values.extend_from_slice(row);
        self.len += 1;
        let values = &self.values;
        self.numbers.insert_unique(hash(row), number, |number| {
            let start = *number as usize * arity;
            hash(&values[start..start + arity])
        });
        true
    }

    /// Makes all rows visible, none of them recent.
    pub fn settle(&mut self) {
        self.recent = self.len..self.len;
    }

    /// Makes the rows that were added since the last time the recent ones.
    /// Whether there are any.
    pub fn advance(&mut self) -> bool {
        self.recent = self.recent.end..self.len;
        !self.recent.is_empty()
    }

    /// An index on those columns that knows all rows.
    pub fn index(&self, columns: &[u8]) -> Arc<Index> {
        let mut indexes = self.indexes.lock().expect("no panic while held");
        let position = indexes.iter().position(|index| *index.columns == *columns);
        let position = position.unwrap_or_else(|| {
            indexes.push(Arc::new(Index::new(columns)));
            indexes.len() - 1
        });
        if indexes[position].known < self.len {
            let index = &mut indexes[position];
            match Arc::get_mut(index) {
                Some(index) => index.catch_up(self),
                None => {
                    let mut renewed = Index::new(columns);
                    renewed.catch_up(self);
                    *index = Arc::new(renewed);
                }
            }
        }
        indexes[position].clone()
    }
}

/// The numbers of the rows that agree in some columns.
#[derive(Debug)]
pub struct Index {
    columns: Box<[u8]>,
    postings: HashTable<SmallVec<[u32; 4]>>,
    known: u32,
}

impl Index {
    fn new(columns: &[u8]) -> Index {
        Index { columns: columns.into(), postings: HashTable::new(), known: 0 }
    }

    fn catch_up(&mut self, table: &Table) {
        let Index { columns, postings, known } = self;
        let key = |number: u32| columns.iter().map(move |c| &table.row(number)[*c as usize]);
        for number in *known..table.len {
            let entry = postings.entry(
                hash_key(key(number)),
                |rows| key(rows[0]).eq(key(number)),
                |rows| hash_key(key(rows[0])),
            );
            entry.and_modify(|rows| rows.push(number)).or_insert_with(|| smallvec![number]);
        }
        *known = table.len;
    }

    /// The rows whose indexed columns hold `key`, the oldest first.
    pub fn rows(&self, table: &Table, key: &[Value]) -> &[u32] {
        let matches = |rows: &SmallVec<[u32; 4]>| {
            let row = table.row(rows[0]);
            self.columns.iter().zip(key).all(|(column, value)| row[*column as usize] == *value)
        };
        self.postings.find(hash_key(key.iter()), matches).map_or(&[], |rows| rows)
    }
}

fn hash(row: &[Value]) -> u64 {
    hash_key(row.iter())
}

fn hash_key<'a>(values: impl Iterator<Item = &'a Value>) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    values.for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: i64, b: i64) -> [Value; 2] {
        [Value::Int(a), Value::Int(b)]
    }

    #[test]
    fn a_row_is_kept_once() {
        let mut table = Table::new(2);
        assert!(table.insert(&pair(1, 2)));
        assert!(!table.insert(&pair(1, 2)));
        assert!(table.insert(&pair(2, 2)));
        assert_eq!(table.len(), 2);
        assert!(table.contains(&pair(2, 2)));
        assert!(!table.contains(&pair(2, 1)));
    }

    #[test]
    fn a_relation_without_columns_holds_or_does_not() {
        let mut table = Table::new(0);
        assert!(!table.contains(&[]));
        assert!(table.insert(&[]));
        assert!(!table.insert(&[]));
        assert_eq!(table.rows().count(), 1);
    }

    #[test]
    fn indexes_keep_up_with_new_rows() {
        let mut table = Table::new(2);
        for n in 0..100 {
            table.insert(&pair(n % 10, n));
        }
        let index = table.index(&[0]);
        assert_eq!(index.rows(&table, &[Value::Int(3)]).len(), 10);
        table.insert(&pair(3, 1000));
        let index = table.index(&[0]);
        assert_eq!(index.rows(&table, &[Value::Int(3)]).len(), 11);
        assert!(index.rows(&table, &[Value::Int(77)]).is_empty());
    }

    #[test]
    fn recent_rows_become_stable() {
        let mut table = Table::new(1);
        table.insert(&[Value::Int(1)]);
        assert!(table.advance());
        assert_eq!(table.recent, 0..1);
        table.insert(&[Value::Int(2)]);
        assert_eq!(table.recent, 0..1, "not visible before the round ends");
        assert!(table.advance());
        assert_eq!(table.recent, 1..2);
        assert!(!table.advance());
    }
}
