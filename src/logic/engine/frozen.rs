//! Facts that do not change any more, by some of their columns: the rows of each
//! key lie side by side.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::code::Code;

/// A key of a few columns.
type Key = SmallVec<[Code; 4]>;

/// Places for no more keys than these.
const MOST_PLACES: Code = 1 << 16;

/// The rows of a relation, grouped by key.
pub struct Frozen {
    arity: usize,
    /// For each column of the keys, how many values have places.
    domains: Box<[Code]>,
    values: Vec<Code>,
    /// For each key that has a place, where its rows begin; they end where those
    /// of the next one begin.
    starts: Vec<u32>,
    /// Where the rows of the other keys begin and end.
    far: FxHashMap<Key, (u32, u32)>,
    /// Whether no key has more than one row.
    is_function: bool,
}

impl Frozen {
    /// Rows by some of their columns, given how many values of each of those have
    /// small codes.
    pub fn new<'a>(
        rows: impl Iterator<Item = &'a [Code]>,
        arity: usize,
        columns: &[usize],
        domains: &[Code],
    ) -> Frozen {
        let places = domains.iter().try_fold(1, |all: Code, domain| all.checked_mul(*domain));
        let places = places.filter(|places| *places <= MOST_PLACES).unwrap_or(0);
        let mut frozen = Frozen {
            arity,
            domains: domains.into(),
            values: Vec::new(),
            starts: vec![0; places as usize + 1],
            far: FxHashMap::default(),
            is_function: false,
        };
        let mut near: Vec<(usize, &[Code])> = Vec::new();
        let mut far: FxHashMap<Key, Vec<&[Code]>> = FxHashMap::default();
        for row in rows {
            let key: Key = columns.iter().map(|column| row[*column]).collect();
            match frozen.place(&key) {
                Some(place) => near.push((place, row)),
                None => far.entry(key).or_default().push(row),
            }
        }
        near.sort_by_key(|(place, _)| *place);
        let mut rows = near.iter().peekable();
        for place in 0..places as usize {
            frozen.starts[place] = frozen.number();
            while let Some((_, row)) = rows.next_if(|(own, _)| *own == place) {
                frozen.push(row);
            }
        }
        if let Some(end) = frozen.starts.last_mut() {
            *end = (frozen.values.len() / arity.max(1)) as u32;
        }
        for (key, rows) in far {
            let start = frozen.number();
            rows.into_iter().for_each(|row| frozen.push(row));
            frozen.far.insert(key, (start, frozen.number()));
        }
        let near = frozen.starts.windows(2).map(|ends| ends[1] - ends[0]);
        let far = frozen.far.values().map(|(start, end)| end - start);
        frozen.is_function = near.chain(far).all(|rows| rows <= 1);
        frozen
    }

    fn number(&self) -> u32 {
        (self.values.len() / self.arity.max(1)) as u32
    }

    fn push(&mut self, row: &[Code]) {
        self.values.extend_from_slice(row);
        if self.arity == 0 {
            self.values.push(0);
        }
    }

    #[inline(always)]
    fn place(&self, key: &[Code]) -> Option<usize> {
        if self.starts.len() == 1 {
            return None;
        }
        match (key, &*self.domains) {
            ([], _) => return Some(0),
            ([code], [domain]) => return (code < domain).then_some(*code as usize),
            ([one, two], [first, second]) => {
                let is_near = one < first && two < second;
                return is_near.then(|| (one * second + two) as usize);
            }
            _ => {}
        }
        let mut place = 0;
        for (code, domain) in key.iter().zip(&self.domains) {
            if code >= domain {
                return None;
            }
            place = place * domain + code;
        }
        Some(place as usize)
    }

    /// The rows of a key, one behind the other.
    #[inline(always)]
    pub fn get(&self, key: &[Code]) -> &[Code] {
        let (start, end) = match self.place(key) {
            Some(place) => (self.starts[place], self.starts[place + 1]),
            None => self.far(key),
        };
        let arity = self.arity.max(1);
        &self.values[start as usize * arity..end as usize * arity]
    }

    #[inline(never)]
    fn far(&self, key: &[Code]) -> (u32, u32) {
        match self.far.is_empty() {
            true => (0, 0),
            false => self.far.get(key).copied().unwrap_or((0, 0)),
        }
    }

    /// Whether no key has more than one row.
    pub fn is_function(&self) -> bool {
        self.is_function
    }

    /// How far apart rows begin.
    #[inline(always)]
    pub fn stride(&self) -> usize {
        self.arity.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_rows_small_codes_or_large() {
        let rows: Vec<[Code; 2]> = (0..60).map(|number| [number % 9, number]).collect();
        for domain in [9, 5, 0] {
            let each = rows.iter().map(|row| row.as_slice());
            let frozen = Frozen::new(each, 2, &[0], &[domain]);
            for key in 0..9 {
                let found: Vec<Code> =
                    frozen.get(&[key]).chunks_exact(2).map(|row| row[1]).collect();
                let expected: Vec<Code> = (0..60).filter(|number| number % 9 == key).collect();
                assert_eq!(found, expected);
            }
            assert!(frozen.get(&[9]).is_empty());
        }
    }

    #[test]
    fn keys_and_rows_may_have_no_columns() {
        let rows: [&[Code]; 2] = [&[1, 2], &[3, 4]];
        let all = Frozen::new(rows.into_iter(), 2, &[], &[]);
        assert_eq!(all.get(&[]), [1, 2, 3, 4]);
        let empty: [&[Code]; 1] = [&[]];
        let holds = Frozen::new(empty.into_iter(), 0, &[], &[]);
        assert_eq!(holds.get(&[]).len(), 1);
        let none = Frozen::new(std::iter::empty(), 0, &[], &[]);
        assert!(none.get(&[]).is_empty());
    }
}
