//! Look-ups that are filled for one question and used again for the next.

use std::ops::Deref;

use super::key::Key;
use super::lookup::Lookup;
use super::spare;

/// The facts of a relation from outside, by some of their columns.
pub struct Input<K: Key, V: Copy + 'static>(Option<Box<Lookup<K, V>>>);

impl<K: Key, V: Copy> Input<K, V> {
    /// Takes in rows, each with its key and value.
    pub fn new<T: Copy>(rows: &[T], parts: impl Fn(T) -> (K, V)) -> Input<K, V> {
        Input::joined(rows, |row| std::iter::once(parts(row)))
    }

    /// Takes in rows, each with any number of keys and values.
    pub fn joined<T: Copy, I: Iterator<Item = (K, V)>>(
        rows: &[T],
        parts: impl Fn(T) -> I,
    ) -> Input<K, V> {
        let mut lookup: Box<Lookup<K, V>> = spare::take();
        for row in rows {
            for (key, value) in parts(*row) {
                lookup.insert(key, value);
            }
        }
        Input(Some(lookup))
    }
}

impl<K: Key, V: Copy> Deref for Input<K, V> {
    type Target = Lookup<K, V>;

    #[inline(always)]
    fn deref(&self) -> &Lookup<K, V> {
        self.0.as_ref().expect("it is there until it is dropped")
    }
}

impl<K: Key, V: Copy> Drop for Input<K, V> {
    fn drop(&mut self) {
        if let Some(table) = self.0.take() {
            spare::keep(table);
        }
    }
}
