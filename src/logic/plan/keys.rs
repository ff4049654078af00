//! By which columns facts are looked up.
//!
//! A single column that finds few facts has a place of its own for each value,
//! and needs no hashing. So if such a column is known, facts are looked up by it
//! alone, and the other columns are compared afterwards.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::logic::Value;
use crate::logic::check::types::Type;
use crate::logic::program::{Arg, Origin, Program, RelationId};

/// So many values make a type large.
const MANY: usize = 16;

/// So many facts are few.
const FEW: usize = 2;

/// Chooses the columns to look facts up by.
pub struct Keys<'a> {
    program: &'a Program,
    /// For columns of static relations looked at so far: whether they find few.
    find_few: RefCell<FxHashMap<(RelationId, usize), bool>>,
}

impl<'a> Keys<'a> {
    pub fn new(program: &'a Program) -> Keys<'a> {
        Keys { program, find_few: RefCell::default() }
    }

    /// The columns to look up by, of those that are known. What rules derive is
    /// looked up by all of them, as it may be much.
    pub fn choose(&self, relation: RelationId, known: &[usize]) -> Vec<usize> {
        let asked = &self.program.relations[relation];
        if asked.origin == Origin::Rules && !asked.is_static {
            return known.to_vec();
        }
        match known.iter().copied().max_by_key(|column| self.values_in(relation, *column)) {
            Some(column) if self.finds_few(relation, column) => vec![column],
            _ => known.to_vec(),
        }
    }

    /// How many values a column may have.
    fn values_in(&self, relation: RelationId, column: usize) -> usize {
        match self.program.relations[relation].columns[column] {
            Some(Type::Cell) => usize::MAX,
            Some(Type::Enum(id)) => self.program.declarations.values(id).len(),
            _ => 0,
        }
    }

    /// Whether a column alone finds few facts: in a position, a cell or a value
    /// of a large type; among facts written in the rules, one that hardly any two
    /// share.
    fn finds_few(&self, relation: RelationId, column: usize) -> bool {
        if !self.program.relations[relation].is_static {
            return self.values_in(relation, column) >= MANY;
        }
        let mut known = self.find_few.borrow_mut();
        *known.entry((relation, column)).or_insert_with(|| self.is_shared_by_few(relation, column))
    }

    fn is_shared_by_few(&self, relation: RelationId, column: usize) -> bool {
        let mut facts: FxHashMap<Value, usize> = FxHashMap::default();
        for rule in self.program.rules_for(relation) {
            match (rule.body.is_empty(), rule.head_args[column]) {
                (true, Arg::Const(value)) => *facts.entry(value).or_default() += 1,
                _ => return false,
            }
        }
        !facts.is_empty() && facts.values().all(|number| *number <= FEW)
    }
}
