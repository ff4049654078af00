//! Rows found by hashing, with open addressing.
//!
//! This knows rows by their numbers only. Whoever has the rows says which of them
//! it is looking for.

/// Room for no more than so many places is kept when all rows go.
const KEPT: usize = 4096;

/// To clear so many places that lie side by side takes about as long as to find
/// one and clear that.
const AT_ONCE: usize = 16;

/// One more than the number of a row, or zero for none.
pub type Link = u32;

/// A place for each of some keys, which leads to a row.
#[derive(Default)]
pub struct Hashed {
    /// The length is a power of two, or zero while there are none.
    places: Vec<Link>,
    /// How many rows have come in, at least as many as places are taken.
    rows: usize,
}

/// So many places there are at first.
const FEW: usize = 64;

impl Hashed {
    /// Whether there are no rows.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether there must be more places before the next row comes in.
    #[inline]
    pub fn is_full(&self) -> bool {
        2 * self.rows >= self.places.len()
    }

    /// The place of a key with that code: the one that leads to a row of it, or
    /// else a free one. There are places.
    #[inline]
    fn place(&self, code: u64, is_it: impl Fn(usize) -> bool) -> usize {
        let mask = self.places.len() - 1;
        let mut place = spread(code) & mask;
        loop {
            match self.places[place] {
                0 => return place,
                row if is_it(row as usize - 1) => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// The row that a key with that code leads to.
    #[inline]
    pub fn get(&self, code: u64, is_it: impl Fn(usize) -> bool) -> Link {
        match self.is_empty() {
            true => 0,
            false => self.places[self.place(code, is_it)],
        }
    }

    /// Has a key with that code lead to a row; the one it led to so far.
    #[inline]
    pub fn replace(&mut self, code: u64, is_it: impl Fn(usize) -> bool, row: Link) -> Link {
        let place = self.place(code, is_it);
        self.rows += 1;
        std::mem::replace(&mut self.places[place], row)
    }

    /// Has a key with that code lead to a row, if it led to none; whether it did not.
    #[inline]
    pub fn insert_new(&mut self, code: u64, is_it: impl Fn(usize) -> bool, row: Link) -> bool {
        let place = self.place(code, is_it);
        let is_new = self.places[place] == 0;
        if is_new {
            self.places[place] = row;
            self.rows += 1;
        }
        is_new
    }

    /// Makes more places. All rows have to come in again.
    pub fn grow(&mut self) {
        let places = (4 * self.rows).next_power_of_two().max(FEW);
        self.places.clear();
        self.places.resize(places, 0);
        self.rows = 0;
    }

    /// Empties it, given the codes of all keys.
    pub fn clear(&mut self, codes: impl Iterator<Item = u64>) {
        if AT_ONCE * self.rows > self.places.len() {
            self.places.fill(0);
        } else if self.rows > 0 {
            // From the first place that a key may have up to a free one: done for
            // all keys, this clears all places.
            let mask = self.places.len() - 1;
            for code in codes {
                let mut place = spread(code) & mask;
                while self.places[place] != 0 {
                    self.places[place] = 0;
                    place = (place + 1) & mask;
                }
            }
        }
        self.places.truncate(KEPT);
        self.places.shrink_to(KEPT);
        self.rows = 0;
    }
}

/// Brings the bits that tell codes apart to the low end.
#[inline]
fn spread(code: u64) -> usize {
    (code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys, some of which share a code.
    fn key(number: u64) -> (u64, u64) {
        (number % 97, number / 97)
    }

    #[test]
    fn each_key_leads_to_its_row_however_many_there_are() {
        let mut hashed = Hashed::default();
        for used in 0..2 {
            let mut keys: Vec<(u64, u64)> = Vec::new();
            assert_eq!(hashed.get(key(1).0, |_| true), 0);
            for number in 0..300 + 5000 * used {
                if hashed.is_full() {
                    hashed.grow();
                    for (row, known) in keys.iter().enumerate() {
                        let is_it = |other: usize| keys[other] == *known;
                        assert!(hashed.insert_new(known.0, is_it, row as Link + 1));
                    }
                }
                let new = key(number);
                let row = keys.len() as Link + 1;
                assert!(hashed.insert_new(new.0, |other| keys[other] == new, row));
                keys.push(new);
                assert!(!hashed.insert_new(new.0, |other| keys[other] == new, row + 1));
            }
            for (row, known) in keys.iter().enumerate() {
                let is_it = |other: usize| keys[other] == *known;
                assert_eq!(hashed.get(known.0, is_it), row as Link + 1);
                assert_eq!(hashed.replace(known.0, is_it, row as Link + 1), row as Link + 1);
            }
            hashed.clear(keys.iter().map(|key| key.0));
            assert!(hashed.is_empty());
        }
    }
}
