//! Which rows there are already, told by a bit for each row that may be.
//!
//! Rows of one or two columns mostly have a bit of their own: cells that are not
//! far from where the first ones were, atoms with numbers near theirs. Bits take
//! little room, so that those of a whole relation fit into a few lines of a
//! processor's cache.

use super::key::{Array, KeyColumn};

/// Bits for rows that are near each other.
pub trait Seen<T>: Default + 'static {
    /// Whether no row has a bit.
    const IS_NEVER: bool = false;

    /// From now on, rows near this one have bits. Only while none is marked.
    fn begin(&mut self, row: &T);

    /// Whether a row is marked; nothing, if it has no bit.
    fn has(&self, row: &T) -> Option<bool>;

    /// Marks a row; whether it was not marked before, or nothing, if it has no bit.
    fn mark(&mut self, row: &T) -> Option<bool>;

    /// Takes all marks away.
    fn clear(&mut self);
}

/// Sets a bit; whether it was not set before.
#[inline]
fn set(bits: &mut [u64], number: usize) -> bool {
    let (word, bit) = (&mut bits[number / 64], 1 << (number % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

#[inline]
fn is_set(bits: &[u64], number: usize) -> bool {
    bits[number / 64] & 1 << (number % 64) != 0
}

/// No bit for any row.
#[derive(Default)]
pub struct NeverSeen;

impl<T> Seen<T> for NeverSeen {
    const IS_NEVER: bool = true;

    #[inline(always)]
    fn begin(&mut self, _row: &T) {}

    #[inline(always)]
    fn has(&self, _row: &T) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn mark(&mut self, _row: &T) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn clear(&mut self) {}
}

/// One bit, for the row without columns.
#[derive(Default)]
pub struct SeenAtAll(bool);

impl Seen<()> for SeenAtAll {
    #[inline(always)]
    fn begin(&mut self, _row: &()) {}

    #[inline(always)]
    fn has(&self, _row: &()) -> Option<bool> {
        Some(self.0)
    }

    #[inline(always)]
    fn mark(&mut self, _row: &()) -> Option<bool> {
        Some(!std::mem::replace(&mut self.0, true))
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.0 = false;
    }
}

/// Bits for rows of one column.
pub struct SeenOnes<A: KeyColumn> {
    home: A::Home,
    bits: A::Bits,
}

impl<A: KeyColumn> Default for SeenOnes<A> {
    fn default() -> SeenOnes<A> {
        SeenOnes { home: A::Home::default(), bits: A::Bits::all(0) }
    }
}

impl<A: KeyColumn> Seen<(A,)> for SeenOnes<A> {
    #[inline]
    fn begin(&mut self, row: &(A,)) {
        self.home = row.0.home();
    }

    #[inline]
    fn has(&self, row: &(A,)) -> Option<bool> {
        Some(is_set(self.bits.as_ref(), row.0.near(self.home)?))
    }

    #[inline]
    fn mark(&mut self, row: &(A,)) -> Option<bool> {
        Some(set(self.bits.as_mut(), row.0.near(self.home)?))
    }

    #[inline]
    fn clear(&mut self) {
        self.bits.as_mut().fill(0);
    }
}

/// Bits for rows of two columns: a block of them for each value that comes up in
/// the first one.
pub struct SeenPairs<A: KeyColumn, B: KeyColumn> {
    homes: (A::Home, B::Home),
    /// For each first value the number of its block, or 0.
    numbers: A::Near<u8>,
    /// The first block is for values that have none, and stays empty.
    blocks: Vec<B::Bits>,
    /// This many blocks are taken, with that one.
    taken: u8,
}

impl<A: KeyColumn, B: KeyColumn> Default for SeenPairs<A, B> {
    fn default() -> SeenPairs<A, B> {
        let numbers = A::Near::all(0);
        SeenPairs { homes: Default::default(), numbers, blocks: vec![B::Bits::all(0)], taken: 1 }
    }
}

impl<A: KeyColumn, B: KeyColumn> SeenPairs<A, B> {
    /// A block for another first value, unless there are too many.
    #[cold]
    #[inline(never)]
    fn take_block(&mut self, first: usize) -> Option<u8> {
        let number = self.taken;
        self.taken = number.checked_add(1)?;
        self.numbers.as_mut()[first] = number;
        if self.blocks.len() < usize::from(self.taken) {
            self.blocks.push(B::Bits::all(0));
        }
        Some(number)
    }
}

impl<A: KeyColumn, B: KeyColumn> Seen<(A, B)> for SeenPairs<A, B> {
    #[inline]
    fn begin(&mut self, row: &(A, B)) {
        self.homes = (row.0.home(), row.1.home());
    }

    #[inline]
    fn has(&self, row: &(A, B)) -> Option<bool> {
        let (first, second) = (row.0.near(self.homes.0)?, row.1.near(self.homes.1)?);
        match self.numbers.as_ref()[first] {
            0 if self.taken == u8::MAX => None,
            block => Some(is_set(self.blocks[usize::from(block)].as_ref(), second)),
        }
    }

    #[inline]
    fn mark(&mut self, row: &(A, B)) -> Option<bool> {
        let (first, second) = (row.0.near(self.homes.0)?, row.1.near(self.homes.1)?);
        let block = match self.numbers.as_ref()[first] {
            0 => self.take_block(first)?,
            block => block,
        };
        Some(set(self.blocks[usize::from(block)].as_mut(), second))
    }

    fn clear(&mut self) {
        self.numbers.as_mut().fill(0);
        self.blocks[..usize::from(self.taken)].iter_mut().for_each(|bits| bits.as_mut().fill(0));
        self.taken = 1;
    }
}
