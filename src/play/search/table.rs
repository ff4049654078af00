//! The transposition table: what is known of positions that were searched before,
//! by another sequence of actions or less far ahead.
//!
//! Threads share it without locks. An entry is three words, the first of them the
//! key mixed with the other two: one that two threads wrote at the same time does
//! not fit its key any more, and is taken for another position's.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::score::Score;

/// A transposition table.
pub struct Table {
    slots: Box<[Slot]>,
    /// How many slots are in use.
    filled: AtomicUsize,
    /// The number of the search that writes, so that older entries give way.
    generation: u8,
}

/// A place for an entry.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    score: AtomicU64,
    rest: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// What it is worth to the side to move, its end counted from here.
    pub score: Score,
    /// How that is to be read.
    pub bound: Bound,
    /// How many actions ahead it was searched, or [`COMPLETE`].
    pub depth: u8,
    /// Part of the code of the best action; 0 if none is known.
    pub best: u32,
    /// Whether another search found it.
    pub is_old: bool,
}

/// How a score is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most that.
    Upper = 1,
    /// It is at least that.
    Lower = 2,
    /// It is that.
    Exact = 3,
}

/// The depth of a search in which every sequence of actions came to its end: no
/// deeper one would find anything else.
pub const COMPLETE: u8 = u8::MAX;

/// An entry may stand in any of so many places.
const WAYS: usize = 4;

/// The size of an entry.
pub const ENTRY_BYTES: usize = size_of::<Slot>();

/// A tight table is replaced by one that is larger by this factor.
const GROWTH: usize = 8;

impl Table {
    /// An empty table with room for so many entries.
    pub fn new(entries: usize) -> Table {
        let entries = entries.max(1).next_multiple_of(WAYS);
        let slots = (0..entries).map(|_| Slot::default()).collect();
        Table { slots, filled: AtomicUsize::new(0), generation: 0 }
    }

    /// For how many entries there is room.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Marks all entries as those of another search.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Makes room if the table has become tight, up to a number of entries.
    pub fn make_room(&mut self, most: usize) {
        let is_tight = *self.filled.get_mut() * 2 > self.len();
        if !is_tight || self.len() + WAYS > most {
            return;
        }
        let mut larger = Table::new((self.len() * GROWTH).min(most - WAYS));
        larger.generation = self.generation;
        for slot in &self.slots {
            let (key, score, rest) = slot.read();
            if rest != 0 {
                larger.write(key, score, rest);
            }
        }
        *self = larger;
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let mut known = self.bucket(key).iter().map(Slot::read);
        let (_, score, rest) = known.find(|(of, _, rest)| *of == key && *rest != 0)?;
        Some(self.unpacked(score, rest))
    }

    /// Notes what was found.
    pub fn put(&self, key: u64, score: Score, bound: Bound, depth: u8, best: u32) {
        let rest = u64::from(best) << 32
            | u64::from(self.generation) << 16
            | u64::from(depth) << 8
            | bound as u64;
        self.write(key, score as u64, rest);
    }

    /// Writes over what was known of the same position, or else what is worth
    /// least: entries of other searches, then those that looked least far ahead.
    fn write(&self, key: u64, score: u64, rest: u64) {
        let bucket = self.bucket(key);
        let known = bucket.iter().find(|slot| {
            let (of, _, rest) = slot.read();
            of == key && rest != 0
        });
        if let Some(slot) = known {
            let (_, score_before, rest_before) = slot.read();
            let before = self.unpacked(score_before, rest_before);
            if before.is_old || before.depth <= self.unpacked(score, rest).depth {
                slot.write(key, score, rest);
            }
            return;
        }
        let worth_least = bucket.iter().min_by_key(|slot| {
            let (_, score, rest) = slot.read();
            let entry = self.unpacked(score, rest);
            (rest != 0, !entry.is_old, entry.depth)
        });
        let slot = worth_least.expect("a bucket has slots");
        if slot.rest.load(Ordering::Relaxed) == 0 {
            self.filled.fetch_add(1, Ordering::Relaxed);
        }
        slot.write(key, score, rest);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / WAYS;
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[index * WAYS..][..WAYS]
    }

    fn unpacked(&self, score: u64, rest: u64) -> Entry {
        let bound = match rest & 0xff {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let is_old = (rest >> 16) as u8 != self.generation;
        let (depth, best) = ((rest >> 8) as u8, (rest >> 32) as u32);
        Entry { score: score as Score, bound, depth, best, is_old }
    }
}

impl Slot {
    /// The key of what stands here, and the other two words.
    fn read(&self) -> (u64, u64, u64) {
        let [check, score, rest] =
            [&self.check, &self.score, &self.rest].map(|word| word.load(Ordering::Relaxed));
        (check ^ mixed(score, rest), score, rest)
    }

    fn write(&self, key: u64, score: u64, rest: u64) {
        self.check.store(key ^ mixed(score, rest), Ordering::Relaxed);
        self.score.store(score, Ordering::Relaxed);
        self.rest.store(rest, Ordering::Relaxed);
    }
}

fn mixed(score: u64, rest: u64) -> u64 {
    (score.rotate_left(29) ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as evenly spread as those of positions.
    fn key(number: u64) -> u64 {
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn what_is_put_in_is_found_again() {
        let mut table = Table::new(1 << 10);
        assert_eq!(table.get(key(1)), None);
        table.put(key(1), -1 << 40, Bound::Lower, 3, 77);
        let (score, bound, depth, best) = (-1 << 40, Bound::Lower, 3, 77);
        let entry = Entry { score, bound, depth, best, is_old: false };
        assert_eq!(table.get(key(1)), Some(entry));
        assert_eq!(table.get(key(2)), None);
        table.put(key(1), 5, Bound::Exact, 2, 0);
        assert_eq!(table.get(key(1)), Some(entry), "a deeper search counts for more");
        table.age();
        assert_eq!(table.get(key(1)), Some(Entry { is_old: true, ..entry }));
        table.put(key(1), 5, Bound::Exact, 2, 0);
        assert_eq!(table.get(key(1)).unwrap().score, 5, "but not that of another search");
    }

    #[test]
    fn deep_entries_outlast_shallow_ones() {
        let table = Table::new(64);
        (0..8).for_each(|number| table.put(key(number), 1, Bound::Exact, 9, 0));
        (8..1000).for_each(|number| table.put(key(number), 1, Bound::Exact, 0, 0));
        let kept = (0..8).filter(|number| table.get(key(*number)).is_some()).count();
        assert!(kept >= 6, "{kept}");
    }

    #[test]
    fn a_tight_table_grows_up_to_its_limit_and_forgets_nothing() {
        let mut table = Table::new(64);
        (0..20).for_each(|number| table.put(key(number), 1, Bound::Exact, 1, 0));
        table.make_room(1 << 20);
        assert_eq!(table.len(), 64, "there is room");
        (20..50).for_each(|number| table.put(key(number), 1, Bound::Exact, 1, 0));
        let known = |table: &Table| (0..50).filter(|n| table.get(key(*n)).is_some()).count();
        let before = known(&table);
        table.make_room(1 << 20);
        assert_eq!((table.len(), known(&table)), (64 * GROWTH, before));
        (0..5000).for_each(|number| table.put(key(number), 1, Bound::Exact, 1, 0));
        (0..9).for_each(|_| table.make_room(1000));
        assert!((512..=1000).contains(&table.len()), "{}", table.len());
    }
}
