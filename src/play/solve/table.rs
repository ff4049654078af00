//! What is known of positions while proofs are sought: within how many actions the
//! attack succeeds, within how many it does not, and how far away a proof or a
//! disproof seems.
//!
//! The table has a fixed size. Where it is full, what took least effort gives way: it
//! is found again, and nothing that is proved depends on it.

/// A number of actions that stands for every one: the attack never succeeds.
pub const FOREVER: u16 = u16::MAX;

/// How many positions still have to be decided at least: for a proof that the attack
/// succeeds, and for one that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// For a proof; 0 if there is one.
    pub proof: u32,
    /// For a disproof; 0 if there is one.
    pub disproof: u32,
}

/// What cannot be had.
pub const INFINITE: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The attack succeeds within so many actions.
    pub proved: Option<u16>,
    /// It does not within so many.
    pub disproved: Option<u16>,
    /// How far away either seems, if so many actions are left.
    pub numbers: (u16, Numbers),
    /// Part of the code of the most promising action; 0 if none is known.
    pub best: u32,
}

/// The key, the numbers, what is proved, and the rest.
type Slot = [u64; 4];

/// The size of an entry.
const ENTRY_BYTES: usize = size_of::<Slot>();

/// An entry may stand in any of so many places.
const WAYS: usize = 4;

/// Set in the last word of a slot that is in use.
const IN_USE: u64 = 1 << 63;

/// A table of what is known.
pub struct Table {
    /// Memory is taken as they are written to.
    slots: Vec<Slot>,
}

impl Table {
    /// An empty one of about so many bytes.
    pub fn new(bytes: usize) -> Table {
        let entries = (bytes / ENTRY_BYTES).max(1 << 8).next_multiple_of(WAYS);
        Table { slots: vec![[0; 4]; entries] }
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Known> {
        let bucket = &self.slots[self.bucket(key)..][..WAYS];
        bucket.iter().find(|slot| is_of(slot, key)).map(|slot| unpacked(*slot))
    }

    /// Adds to what is known of a position, after so much effort.
    pub fn put(&mut self, key: u64, known: Known, effort: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.slots[at..][..WAYS];
        let effort = u64::from(effort.checked_ilog2().unwrap_or(0));
        let place = match bucket.iter().position(|slot| is_of(slot, key)) {
            Some(place) => place,
            None => {
                let cheapest = (0..WAYS).min_by_key(|place| match bucket[*place] {
                    [.., rest] if rest & IN_USE == 0 => 0,
                    [.., rest] => 1 + effort_of(rest),
                });
                cheapest.expect("a bucket has slots")
            }
        };
        let slot = &mut bucket[place];
        let before = is_of(slot, key).then(|| (unpacked(*slot), effort_of(slot[3])));
        let (known, effort) = match before {
            Some((before, spent)) => (known.merged(before), effort.max(spent)),
            None => (known, effort),
        };
        *slot = packed(key, known, effort);
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.slots.len() / WAYS;
        ((u128::from(key) * buckets as u128) >> 64) as usize * WAYS
    }
}

impl Known {
    /// With what was known before. The action of a proof stays, so that it can be followed.
    fn merged(self, before: Known) -> Known {
        let proved = [self.proved, before.proved].into_iter().flatten().min();
        let was_sooner =
            before.proved.is_some_and(|within| self.proved.is_none_or(|now| within < now));
        let best = match self.best == 0 || (was_sooner && before.best != 0) {
            true => before.best,
            false => self.best,
        };
        Known { proved, disproved: self.disproved.max(before.disproved), best, ..self }
    }
}

fn is_of(slot: &Slot, key: u64) -> bool {
    slot[0] == key && slot[3] & IN_USE != 0
}

fn effort_of(rest: u64) -> u64 {
    (rest >> 32) & 0xff
}

fn packed(key: u64, known: Known, effort: u64) -> Slot {
    // FOREVER stays what it is, and 0 is nothing.
    let shifted = |actions: Option<u16>| u64::from(actions.map_or(0, |n| n.saturating_add(1)));
    let (left, Numbers { proof, disproof }) = known.numbers;
    let numbers = u64::from(proof) | u64::from(disproof) << 32;
    let bounds = u64::from(left) | shifted(known.proved) << 16 | shifted(known.disproved) << 32;
    [key, numbers, bounds, u64::from(known.best) | effort << 32 | IN_USE]
}

fn unpacked([_, numbers, bounds, rest]: Slot) -> Known {
    let bound = |bits: u64| match bits as u16 {
        0 => None,
        FOREVER => Some(FOREVER),
        actions => Some(actions - 1),
    };
    let (proof, disproof) = (numbers as u32, (numbers >> 32) as u32);
    Known {
        proved: bound(bounds >> 16),
        disproved: bound(bounds >> 32),
        numbers: (bounds as u16, Numbers { proof, disproof }),
        best: rest as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as evenly spread as those of positions.
    fn key(number: u64) -> u64 {
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn known(proved: Option<u16>, disproved: Option<u16>) -> Known {
        let numbers = (7, Numbers { proof: 3, disproof: INFINITE });
        Known { proved, disproved, numbers, best: 0xffff_fffe }
    }

    #[test]
    fn what_is_put_in_is_found_again() {
        let mut table = Table::new(1 << 14);
        assert_eq!(table.get(key(1)), None);
        for entry in [known(None, None), known(Some(0), None), known(Some(0), Some(FOREVER))] {
            table.put(key(1), entry, 5);
            assert_eq!(table.get(key(1)), Some(entry));
        }
        assert_eq!(table.get(key(2)), None);
    }

    #[test]
    fn what_is_proved_is_not_forgotten() {
        let mut table = Table::new(1 << 14);
        table.put(key(1), known(Some(5), Some(2)), 5);
        table.put(key(1), Known { best: 0, ..known(None, Some(0)) }, 5);
        assert_eq!(table.get(key(1)), Some(known(Some(5), Some(2))));
        // Nor is the action by which it was, whatever looked promising later.
        table.put(key(1), Known { best: 7, ..known(None, Some(3)) }, 5);
        assert_eq!(table.get(key(1)), Some(known(Some(5), Some(3))));
        table.put(key(1), known(Some(3), Some(FOREVER)), 5);
        assert_eq!(table.get(key(1)), Some(known(Some(3), Some(FOREVER))));
        table.put(key(2), Known { best: 7, ..known(None, None) }, 5);
        table.put(key(2), known(Some(3), None), 5);
        assert_eq!(table.get(key(2)), Some(known(Some(3), None)));
    }

    #[test]
    fn a_full_table_keeps_what_took_most_effort() {
        let mut table = Table::new(0);
        (0..20).for_each(|number| table.put(key(number), known(Some(1), None), 1 << 20));
        (20..5000).for_each(|number| table.put(key(number), known(None, None), 1));
        let kept = (0..20).filter(|number| table.get(key(*number)).is_some()).count();
        assert!(kept >= 18, "{kept}");
    }
}
