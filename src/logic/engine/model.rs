//! All that was derived from one set of facts, and further questions to it.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::code::Code;
use super::frozen::Frozen;
use super::ops::{Assembler, Relate, Rows};
use super::prepared::Prepared;
use super::run::Runner;
use super::table::Table;
use super::{Engine, EvalError};
use crate::logic::plan::Planner;
use crate::logic::program::{Literal, RelationId, Rule, Var};
use crate::logic::{Row, Value};

/// Tables that do not change any more, and ways to look them up.
pub struct Snapshot<'a> {
    pub(in crate::logic) engine: &'a Engine,
    pub(in crate::logic) tables: &'a [Table],
    /// Whether the tables hold static relations too.
    pub(in crate::logic) with_statics: bool,
    pub(in crate::logic) frozen: &'a FrozenTables,
}

/// Facts by some of their columns, as they were asked for so far.
pub(in crate::logic) type FrozenTables = RefCell<ByColumns>;

/// Facts by relation and some of its columns.
pub(super) type ByColumns = FxHashMap<(RelationId, Vec<usize>), Arc<Frozen>>;

impl Snapshot<'_> {
    /// The facts of a relation by some columns.
    pub(in crate::logic) fn rows(&self, relation: RelationId, keys: &[usize]) -> Rows {
        let program = &self.engine.program;
        if !self.with_statics && program.relations[relation].is_static {
            return Rows::Frozen(self.engine.frozen(relation, keys));
        }
        let table = &self.tables[relation.index()];
        match keys.len() {
            all if all == table.arity() => Rows::Member(relation.0),
            0 => Rows::All(relation.0),
            _ => {
                let key = (relation, keys.to_vec());
                let mut frozen = self.frozen.borrow_mut();
                let made = frozen
                    .entry(key)
                    .or_insert_with(|| Arc::new(self.engine.freeze(table, relation, keys)));
                Rows::Frozen(made.clone())
            }
        }
    }
}

/// Goals asked of one snapshot, with their negations and aggregates asked of
/// another one.
struct Asking<'a> {
    positive: &'a Snapshot<'a>,
    inside: &'a Snapshot<'a>,
}

impl Relate for Asking<'_> {
    fn rows(&mut self, relation: RelationId, keys: &[usize], inside: bool) -> Rows {
        if inside { self.inside.rows(relation, keys) } else { self.positive.rows(relation, keys) }
    }

    fn recent(&mut self, _relation: RelationId) -> Rows {
        unreachable!("nothing is recent in what does not change any more")
    }

    fn by_cell(&mut self, _relation: RelationId, _cell: usize, _inside: bool) -> (u32, u32) {
        unreachable!("goals that are asked one by one are not joined")
    }
}

/// Calls `visit` with the values of a goal's variables in each answer, until it
/// says that it is enough.
pub(in crate::logic) fn answers(
    positive: &Snapshot<'_>,
    inside: &Snapshot<'_>,
    rule: &Rule,
    goal: &[Literal],
    known: &[(Var, Value)],
    visit: &mut dyn FnMut(&[Value]) -> bool,
) -> Result<(), EvalError> {
    let engine = positive.engine;
    let vars: Vec<Var> = known.iter().map(|(var, _)| *var).collect();
    let steps = Planner::for_queries(&engine.program).all_answers(rule, goal, &vars);
    let without_head = Rule { head_args: Vec::new(), ..rule.clone() };
    let mut asking = Asking { positive, inside };
    let assembled =
        Assembler::new(&engine.program, &engine.codec, &without_head, &mut asking).rule(&steps);
    let mut registers = assembled.registers.to_vec();
    let ty = |var: usize| Some(rule.variables[var].ty);
    for (var, value) in known {
        registers[var.index()] = engine.codec.encode(ty(var.index()), *value);
    }
    let mut runner = Runner::new(&engine.plane, &engine.limits);
    runner.settled = Some(inside.tables);
    let mut values: Vec<Value> = Vec::new();
    // What a goal does not give a value to may be no value at all.
    let mut given = vec![false; rule.variables.len()];
    let open = goal.iter().flat_map(|literal| literal.open_vars());
    open.chain(vars).for_each(|var| given[var.index()] = true);
    let mut sink = |registers: &mut [Code]| {
        values.clear();
        values.extend(given.iter().enumerate().map(|(var, is_given)| match is_given {
            true => engine.codec.decode(ty(var), registers[var]),
            false => Value::Int(0),
        }));
        visit(&values)
    };
    runner.run(&assembled.ops, positive.tables, &mut registers, &mut sink);
    match runner.failure.get() {
        Some(failure) => Err(engine.error(failure)),
        None => Ok(()),
    }
}

/// All that was derived from one set of facts.
pub struct Model<'a> {
    pub(super) engine: &'a Engine,
    pub(super) prepared: Arc<Prepared>,
    pub(super) tables: Vec<Table>,
    pub(super) frozen: FrozenTables,
}

impl Model<'_> {
    /// The facts of a relation.
    pub fn rows(&self, relation: RelationId) -> impl Iterator<Item = Row> {
        let program = &self.prepared.program;
        let is_static = program.relations[relation].is_static;
        let tables = if is_static { &self.engine.statics } else { &self.tables };
        let columns = &program.relations[relation].columns;
        tables[relation.index()].all().map(|row| self.engine.decoded(columns, row))
    }

    /// How many facts a relation has.
    pub fn count(&self, relation: RelationId) -> usize {
        self.tables[relation.index()].len()
    }

    /// The tables as they are.
    pub(in crate::logic) fn snapshot(&self) -> Snapshot<'_> {
        let Model { engine, tables, frozen, .. } = self;
        Snapshot { engine, tables, with_statics: false, frozen }
    }
}

/// The tables are used again, so that deriving does not begin with allocating.
impl Drop for Model<'_> {
    fn drop(&mut self) {
        self.prepared.take_back(std::mem::take(&mut self.tables));
    }
}
