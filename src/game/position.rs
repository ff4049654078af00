//! Positions: sets of facts that share what they have in common, so that a
//! copy costs next to nothing and a move touches only what it changes.

use std::hash::{BuildHasher, Hash, Hasher};

use im::Vector;
use rustc_hash::FxBuildHasher;

use crate::logic::program::{Program, RelationId};
use crate::logic::{Row, Value};

/// The facts that hold at one moment of a game.
#[derive(Clone, Debug)]
pub struct Position {
    /// For each state relation of the program, its facts, in no order, each
    /// once. They are few and all of them are read for every question, so going
    /// through them must be quick, more so than finding one.
    facts: Vector<(RelationId, Vector<Row>)>,
    /// The exclusive or of the facts' hashes.
    hash: u64,
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
            .map(|state| (relation(state.name, state.columns.len()), Vector::new()))
            .collect();
        Position { facts, hash: 0 }
    }

    fn slot(&self, relation: RelationId) -> Option<usize> {
        self.facts.iter().position(|(known, _)| *known == relation)
    }

    /// The facts of one relation.
    pub fn rows(&self, relation: RelationId) -> impl Iterator<Item = &Row> {
        let slot = self.slot(relation);
        slot.into_iter().flat_map(|slot| self.facts[slot].1.iter())
    }

    /// All facts, relation by relation, each sorted.
    pub fn sorted(&self) -> Vec<(RelationId, Row)> {
        let mut all = Vec::new();
        for (relation, rows) in &self.facts {
            let mut rows: Vec<&Row> = rows.iter().collect();
            rows.sort();
            all.extend(rows.into_iter().map(|row| (*relation, row.clone())));
        }
        all
    }

    /// Makes a fact hold.
    pub fn insert(&mut self, relation: RelationId, row: Row) {
        let Some(slot) = self.slot(relation) else { return };
        if !self.facts[slot].1.contains(&row) {
            self.hash ^= fact_hash(relation, &row);
            self.facts[slot].1.push_back(row);
        }
    }

    /// Ends a fact.
    pub fn remove(&mut self, relation: RelationId, row: &Row) {
        let Some(slot) = self.slot(relation) else { return };
        let rows = &mut self.facts[slot].1;
        if let Some(index) = rows.index_of(row) {
            self.hash ^= fact_hash(relation, row);
            let last = rows.pop_back().expect("it holds the row");
            if index < rows.len() {
                rows.set(index, last);
            }
        }
    }

    /// A number that equal positions share, kept as facts come and go.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Calls `visit` with each fact of a relation.
    pub fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        self.rows(relation).for_each(|row| visit(row));
    }
}

/// Positions are equal when they hold the same facts, however they came about.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.hash == other.hash && self.sorted() == other.sorted()
    }
}

impl Eq for Position {}

fn fact_hash(relation: RelationId, row: &Row) -> u64 {
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
