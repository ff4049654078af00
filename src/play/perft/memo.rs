//! A transposition table of counts, for positions that are reached again.
//!
//! The same number of sequences follows from equal positions with equally many
//! actions left, unless the rules ask for the history of a position. Within one
//! count `turn_number` is the same wherever equally many actions are left, so
//! only `repetitions` can make a difference: how often each position below has
//! occurred before.
//!
//! So for rules that ask for `repetitions`, a count comes with the positions that
//! were reached below, and it is stored only if none of them is in the history.
//! It is then the count for an empty history. And it holds wherever none of these
//! positions is in the history: step by step, counting would find that each of
//! them has occurred as often, and go the same way. Where one of them is in the
//! history, the position is counted again.
//!
//! Positions are compared as a whole, not by their hashes. Only the positions
//! below are known by hashes: if two of them share one, a position is counted
//! again without need.

use std::mem::{size_of, take};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use hashbrown::HashTable;

use super::Found;
use crate::game::{Game, Position, Rules};
use crate::logic::slice::Slice;

/// About how many bytes are stored at most. If there are more, what takes least
/// time to count again is removed first.
const MOST_BYTES: usize = 384 << 20;

/// How many parts each level has, so that threads rarely wait for each other.
const PARTS: u64 = 16;

/// At most this many positions are noted below one.
const MOST_REACHED: usize = 1 << 16;

/// The counts of one perft.
pub struct Memo {
    asks_repetitions: bool,
    /// For each number of actions left, from one on.
    levels: Vec<Vec<Mutex<Part>>>,
    /// How many bytes are in use.
    used: AtomicUsize,
}

#[derive(Default)]
struct Part {
    entries: HashTable<Entry>,
    used: usize,
}

struct Entry {
    key: Box<[u8]>,
    hash: u64,
    found: Found,
}

impl Entry {
    /// About how many bytes it takes: tables are half full at worst, and while one
    /// grows there are two of it; and what is allocated takes some more.
    fn size(&self) -> usize {
        let allocated = |bytes: usize| bytes.next_multiple_of(16) + 16;
        let below = self.found.below.len();
        4 * size_of::<Entry>() + allocated(self.key.len()) + allocated(8 * below)
    }
}

impl Memo {
    /// An empty one for rules and the most actions that may be left.
    pub fn new(rules: &Rules, depth: u32) -> Memo {
        let parts = || (0..PARTS).map(|_| Mutex::default()).collect();
        Memo {
            asks_repetitions: rules.heeds("repetitions", &[Slice::Legal, Slice::Next]),
            levels: (0..depth).map(|_| parts()).collect(),
            used: AtomicUsize::new(0),
        }
    }

    /// What was counted for a position of that key, if it holds here too.
    pub fn get(&self, game: &Game, left: u32, key: &[u8]) -> Option<Found> {
        let hash = game.position().hash();
        let part = self.part(left, hash).lock().expect("no panic while held");
        let found = part.entries.find(hash, |entry| *entry.key == *key)?.found.clone();
        drop(part);
        self.is_new(game, &found.below).then_some(found)
    }

    /// Stores what was counted, if it can hold elsewhere.
    pub fn store(&self, game: &Game, left: u32, key: Box<[u8]>, found: &Found) {
        if !self.is_new(game, &found.below) {
            return;
        }
        let hash = game.position().hash();
        let entry = Entry { key, hash, found: found.clone() };
        let size = entry.size();
        let mut part = self.part(left, hash).lock().expect("no panic while held");
        // Another thread may have stored it meanwhile.
        if part.entries.find(hash, |other| other.key == entry.key).is_none() {
            part.entries.insert_unique(hash, entry, |entry| entry.hash);
            part.used += size;
            drop(part);
            if self.used.fetch_add(size, Ordering::Relaxed) + size > MOST_BYTES {
                self.make_room();
            }
        }
    }

    /// To note the positions below one, if the rules need it.
    pub fn gathering(&self) -> Gathering {
        if self.asks_repetitions { Gathering::Some(Vec::new()) } else { Gathering::Unwanted }
    }

    /// Whether the history makes no difference to a count: neither the position
    /// nor any of those below it has occurred before.
    fn is_new(&self, game: &Game, below: &Reached) -> bool {
        let own = game.position().lasting_hash();
        let is_there = |hash: u64| hash == own || below.may_hold(hash);
        !self.asks_repetitions
            || !game.earlier_positions().any(|position| is_there(position.lasting_hash()))
    }

    fn part(&self, left: u32, hash: u64) -> &Mutex<Part> {
        &self.levels[left as usize - 1][(hash % PARTS) as usize]
    }

    /// Removes about half, the counts of the fewest actions first.
    #[cold]
    fn make_room(&self) {
        for part in self.levels.iter().flatten() {
            if self.used.load(Ordering::Relaxed) <= MOST_BYTES / 2 {
                return;
            }
            let part = take(&mut *part.lock().expect("no panic while held"));
            self.used.fetch_sub(part.used, Ordering::Relaxed);
        }
    }
}

/// Positions that were reached below one, by the hashes that repetitions go by,
/// sorted; nothing if they are too many to note.
#[derive(Clone)]
pub struct Reached(Option<Arc<[u64]>>);

impl Default for Reached {
    fn default() -> Reached {
        Reached(Some(Arc::default()))
    }
}

impl Reached {
    /// Whether a position of that hash may be one of them.
    fn may_hold(&self, hash: u64) -> bool {
        self.0.as_ref().is_none_or(|hashes| hashes.binary_search(&hash).is_ok())
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |hashes| hashes.len())
    }
}

/// Positions that are being noted.
pub enum Gathering {
    /// Those so far.
    Some(Vec<u64>),
    /// They are too many.
    TooMany,
    /// The rules do not need them.
    Unwanted,
}

impl Gathering {
    /// Notes a position and those below it.
    pub fn add(&mut self, position: &Position, below: &Reached) {
        let Gathering::Some(hashes) = self else { return };
        let Some(below) = &below.0 else {
            *self = Gathering::TooMany;
            return;
        };
        hashes.push(position.lasting_hash());
        hashes.extend_from_slice(below);
        if hashes.len() > 2 * MOST_REACHED {
            tidy(hashes);
            if hashes.len() > MOST_REACHED {
                *self = Gathering::TooMany;
            }
        }
    }

    /// All of them.
    pub fn end(self) -> Reached {
        match self {
            Gathering::Some(mut hashes) => {
                tidy(&mut hashes);
                Reached((hashes.len() <= MOST_REACHED).then(|| hashes.into()))
            }
            Gathering::TooMany => Reached(None),
            Gathering::Unwanted => Reached::default(),
        }
    }
}

/// Each once, sorted.
fn tidy(hashes: &mut Vec<u64>) {
    hashes.sort_unstable();
    hashes.dedup();
}
