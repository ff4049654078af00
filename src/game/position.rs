//! Positions: sets of facts that share what they have in common, so that a
//! copy costs next to nothing and a move touches only what it changes.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use im::Vector;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::logic::program::{Program, RelationId};
use crate::logic::{Cell, Row, Value};

/// The facts that hold at one moment of a game.
#[derive(Clone, Debug)]
pub struct Position {
    /// The facts of each state relation of the program. Positions share those
    /// that a move does not change.
    facts: Vector<Arc<Part>>,
    /// The exclusive or of the facts' hashes.
    hash: u64,
    /// The same without the facts that are mere memory.
    lasting_hash: u64,
}

/// The facts of one relation.
#[derive(Clone, Debug)]
struct Part {
    relation: RelationId,
    /// Whether they are left out when positions are compared for repetition.
    is_memory: bool,
    arity: usize,
    /// How many there are.
    len: usize,
    /// Their values, one fact behind the other: in no order, each once. They are
    /// few and all of them are read for every question, so going through them
    /// must be quick, more so than finding one. And so must be copying them, as
    /// every move does.
    values: Vec<Value>,
}

impl Part {
    fn rows(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.len).map(|number| &self.values[number * self.arity..][..self.arity])
    }

    fn add(&mut self, row: &[Value]) {
        self.values.extend_from_slice(row);
        self.len += 1;
    }

    /// The last one takes the place of the one that goes.
    fn remove(&mut self, number: usize) {
        self.len -= 1;
        let (from, to) = (self.len * self.arity, number * self.arity);
        self.values.copy_within(from.., to);
        self.values.truncate(from);
    }
}

impl Position {
    /// A position without facts.
    pub fn empty(program: &Program) -> Position {
        let relation = |name, arity| {
            let name = crate::logic::program::Name::Plain(name);
            program.relations.find(name, arity).expect("every state fact is a relation")
        };
        let facts = program
            .declarations
            .states
            .iter()
            .map(|state| {
                Arc::new(Part {
                    relation: relation(state.name, state.columns.len()),
                    is_memory: state.is_memory,
                    arity: state.columns.len(),
                    len: 0,
                    values: Vec::new(),
                })
            })
            .collect();
        Position { facts, hash: 0, lasting_hash: 0 }
    }

    /// The same facts for another program, which gives its relations other
    /// numbers. Facts that it does not know are left behind.
    pub fn translated(&self, from: &Program, to: &Program) -> Position {
        let mut position = Position::empty(to);
        for part in &self.facts {
            let known = &from.relations[part.relation];
            if let Some(relation) = to.relations.find(known.name, known.arity) {
                part.rows().for_each(|row| position.insert(relation, row));
            }
        }
        position
    }

    fn part(&self, relation: RelationId) -> Option<usize> {
        let is_there =
            |part: &usize| self.facts.get(*part).is_some_and(|part| part.relation == relation);
        // State relations mostly have numbers one behind the other.
        let first = self.facts.front()?.relation;
        let guess = relation.index().checked_sub(first.index()).filter(is_there);
        guess.or_else(|| (0..self.facts.len()).find(is_there))
    }

    /// The values of the facts of one relation, one fact behind the other.
    pub fn values(&self, relation: RelationId) -> Option<&[Value]> {
        self.part(relation).map(|part| self.facts[part].values.as_slice())
    }

    /// The facts of one relation.
    pub fn rows(&self, relation: RelationId) -> impl Iterator<Item = &[Value]> {
        let part = self.part(relation);
        part.into_iter().flat_map(|part| self.facts[part].rows())
    }

    /// All facts, relation by relation, each sorted.
    pub fn sorted(&self) -> Vec<(RelationId, Row)> {
        self.sorted_parts(|_| true)
    }

    fn sorted_parts(&self, wanted: impl Fn(&Part) -> bool) -> Vec<(RelationId, Row)> {
        let mut all = Vec::new();
        for part in self.facts.iter().filter(|part| wanted(part)) {
            let mut rows: Vec<&[Value]> = part.rows().collect();
            rows.sort();
            all.extend(rows.into_iter().map(|row| (part.relation, Row::from_slice(row))));
        }
        all
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.iter().map(|part| part.len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a fact hold.
    pub fn insert(&mut self, relation: RelationId, row: &[Value]) {
        let Some(part) = self.part(relation) else { return };
        if !self.facts[part].rows().any(|known| known == row) {
            self.change_hash(part, row);
            self.changed(part).add(row);
        }
    }

    /// Ends a fact.
    pub fn remove(&mut self, relation: RelationId, row: &[Value]) {
        let Some(part) = self.part(relation) else { return };
        let number = self.facts[part].rows().position(|known| known == row);
        if let Some(number) = number {
            self.change_hash(part, row);
            self.changed(part).remove(number);
        }
    }

    /// The facts of a relation, to be changed in this position alone.
    fn changed(&mut self, part: usize) -> &mut Part {
        Arc::make_mut(&mut self.facts[part])
    }

    /// A fact comes or goes.
    fn change_hash(&mut self, part: usize, row: &[Value]) {
        let part = &self.facts[part];
        let bits = fact_hash(part.relation, row);
        self.hash ^= bits;
        if !part.is_memory {
            self.lasting_hash ^= bits;
        }
    }

    /// Whether both are the same position come up again: they hold the same
    /// facts, leaving aside what is mere memory.
    #[inline]
    pub fn recurs_in(&self, other: &Position) -> bool {
        self.lasting_hash == other.lasting_hash && self.lasts_in(other)
    }

    fn lasts_in(&self, other: &Position) -> bool {
        let lasting = |position: &Position| position.sorted_parts(|part| !part.is_memory);
        lasting(self) == lasting(other)
    }

    /// A number that equal positions share, kept as facts come and go.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same without what is mere memory: positions that recur share it.
    pub fn lasting_hash(&self) -> u64 {
        self.lasting_hash
    }

    /// All that the position holds in a few bytes. Positions of a game are equal
    /// if and only if their keys are.
    pub fn key(&self) -> Box<[u8]> {
        let mut key = Vec::with_capacity(256);
        for part in &self.facts {
            // Shorter than what they are written from, and quicker to sort.
            let mut rows: Vec<SmallVec<[u8; 24]>> = part.rows().map(written).collect();
            rows.sort_unstable();
            write_number(&mut key, rows.len() as u64);
            rows.iter().for_each(|row| key.extend_from_slice(row));
        }
        key.into()
    }

    /// Calls `visit` with each fact of a relation.
    pub fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        self.rows(relation).for_each(visit);
    }
}

/// Positions are equal when they hold the same facts, however they came about.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.hash == other.hash && self.sorted() == other.sorted()
    }
}

impl Eq for Position {}

/// A row in a few bytes. A column has values of one kind only, and each number
/// shows where it ends, so different rows of a relation are written differently.
fn written(row: &[Value]) -> SmallVec<[u8; 24]> {
    let mut bytes = SmallVec::new();
    let folded = |number: i64| (number << 1 ^ number >> 63) as u64;
    for value in row {
        match *value {
            Value::Int(number) => write_number(&mut bytes, folded(number)),
            Value::Atom(atom) => write_number(&mut bytes, u64::from(atom.number())),
            Value::Cell(Cell::Lettered(column, number)) => bytes.extend([column, number]),
            Value::Cell(Cell::Named(name)) => write_number(&mut bytes, name.number().into()),
            Value::Cell(Cell::Axial(q, r)) => {
                write_number(&mut bytes, folded(q.into()));
                write_number(&mut bytes, folded(r.into()));
            }
        }
    }
    bytes
}

/// Seven bits a byte, the eighth set in all but the last.
fn write_number(bytes: &mut impl Extend<u8>, mut number: u64) {
    while number >= 1 << 7 {
        bytes.extend([number as u8 | 1 << 7]);
        number >>= 7;
    }
    bytes.extend([number as u8]);
}

fn fact_hash(relation: RelationId, row: &[Value]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    relation.hash(&mut hasher);
    row.hash(&mut hasher);
    scatter(hasher.finish())
}

/// Spreads a hash over all bits, so that the exclusive or of many stays fair
/// (the finaliser of SplitMix64).
fn scatter(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
