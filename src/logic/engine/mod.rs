//! The run-time engine: evaluates what a program's rules derive, stratum by
//! stratum, from plans.
//!
//! A `Table` holds the rows of a relation while they are derived,
//! as codes of fixed width; `Frozen` holds facts that do not
//! change any more. `ops` turns plans into operations on registers, `run` runs
//! them. [`Prepared`] rules answer one question, over and over, for different
//! positions; what they derive is a [`Model`].

mod code;
mod error;
mod frozen;
pub mod hashed;
mod model;
mod ops;
mod prepared;
mod run;
mod table;

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::FxHashMap;

pub(in crate::logic) use self::code::Code;
pub use self::error::{EvalError, Includes, Limits};
pub use self::model::Model;
pub(in crate::logic) use self::model::{FrozenTables, Snapshot, answers};
pub(in crate::logic) use self::ops::{Assembled, Assembler, Relate, Rows};
pub(in crate::logic) use self::prepared::Growing;
pub use self::prepared::Prepared;
pub(in crate::logic) use self::run::{Failure, Runner, Sink};
pub(in crate::logic) use self::table::Table;

use self::code::{Codec, Plane};
use self::frozen::Frozen;
use self::model::ByColumns;
use self::prepared::Purpose;
use super::arithmetic::NoResult;
use super::check::strata;
use super::check::types::Type;
use super::optimise::{self, options};
use super::plan::{Planner, Schedule, StratumPlan};
use super::program::{Given, Origin, Program, RelationId, Rule};
use super::syntax::source::Span;
use super::{Atom, Row, Value};

/// What the rules cannot know by themselves: the board, the options and the weights.
pub trait Host: Send + Sync {
    /// All facts of a given relation, except for the geometry of an unbounded
    /// board.
    fn facts(&self, given: Given) -> Vec<Row>;

    /// The directions of an unbounded board, and what a step adds to a cell's
    /// coordinates.
    fn steps(&self) -> Vec<(Atom, i16, i16)>;
}

/// Facts from outside: the position, its history, what is supposed.
pub trait Facts {
    /// Calls `visit` with each fact of a relation.
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value]));

    /// The values of all its facts, one fact behind the other, where they are
    /// kept like that.
    fn values(&self, _relation: RelationId) -> Option<&[Value]> {
        None
    }

    /// The facts once a legal action is played; none, where nothing can be.
    fn after(&self, _action: Atom, _args: &Row) -> Result<Option<Box<dyn Facts>>, EvalError> {
        Ok(None)
    }
}

/// A row of so many columns needs no memory of its own.
const ROW: usize = 4;

/// No more queries than these are kept prepared.
const MOST_PREPARED: usize = 64;

/// A program that can be evaluated, over and over, for different positions.
pub struct Engine {
    program: Arc<Program>,
    limits: Limits,
    codec: Codec,
    plane: Plane,
    /// The facts that are the same in every position.
    statics: Vec<Table>,
    /// The same, by relation and columns.
    frozen: Mutex<ByColumns>,
    /// The plans of each stratum of the program, made when they are first needed.
    plans: Vec<OnceLock<StratumPlan>>,
    /// What was prepared for queries.
    prepared: Mutex<FxHashMap<Vec<RelationId>, Arc<Prepared>>>,
}

impl Engine {
    /// Derives all that does not depend on a position.
    pub fn new(
        program: Arc<Program>,
        host: &dyn Host,
        limits: Limits,
    ) -> Result<Engine, EvalError> {
        let unbounded = program.declarations.board_is_unbounded();
        let cells = if unbounded { Vec::new() } else { host.facts(Given::Cell) };
        let cells: Vec<_> = cells.iter().filter_map(|row| row[0].as_cell()).collect();
        let steps = if unbounded { plane_steps(&program, host) } else { Vec::new() };
        let mut engine = Engine {
            limits,
            codec: Codec::new(&program.declarations, &cells),
            plane: Plane::new(steps),
            statics: Vec::new(),
            frozen: Mutex::default(),
            plans: program.strata.iter().map(|_| OnceLock::new()).collect(),
            prepared: Mutex::default(),
            program,
        };
        engine.statics = engine.static_tables(host)?;
        Ok(engine)
    }

    /// The same for a program that differs in the types of its columns only.
    pub(in crate::logic) fn with_types(&self, program: Arc<Program>) -> Result<Engine, EvalError> {
        Engine::new(program, &SameGiven(self), self.limits.clone())
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// When to give up.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(in crate::logic) fn codec(&self) -> &Codec {
        &self.codec
    }

    /// A run over tables of this program.
    pub(in crate::logic) fn runner(&self) -> Runner<'_> {
        Runner::new(&self.plane, &self.limits)
    }

    /// The static facts of a relation, as codes.
    pub(in crate::logic) fn static_codes(&self, relation: RelationId) -> &Table {
        &self.statics[relation.index()]
    }

    fn is_interrupted(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }

    /// The facts of a relation that is the same in every position.
    pub fn static_rows(&self, relation: RelationId) -> impl Iterator<Item = Row> {
        let columns = &self.program.relations[relation].columns;
        self.statics[relation.index()].all().map(|row| self.decoded(columns, row))
    }

    /// Whether a fact of such a relation holds.
    pub fn static_fact(&self, relation: RelationId, row: &[Value]) -> bool {
        self.statics[relation.index()].contains(&self.encoded(relation, row))
    }

    /// The value that an option has, if the relation is that of an option.
    fn option(&self, relation: RelationId) -> Option<Value> {
        match self.program.relations[relation].origin {
            Origin::Given(Given::Option(_)) => Some(self.static_rows(relation).next()?[0]),
            _ => None,
        }
    }

    pub(in crate::logic) fn encoded(&self, relation: RelationId, row: &[Value]) -> Vec<Code> {
        let columns = &self.program.relations[relation].columns;
        row.iter().zip(columns).map(|(value, ty)| self.codec.encode(*ty, *value)).collect()
    }

    pub(in crate::logic) fn decoded(&self, columns: &[Option<Type>], row: &[Code]) -> Row {
        let mut values = [Value::Int(0); ROW];
        if row.len() > ROW {
            return row
                .iter()
                .zip(columns)
                .map(|(code, ty)| self.codec.decode(*ty, *code))
                .collect();
        }
        for ((value, code), ty) in values.iter_mut().zip(row).zip(columns) {
            *value = self.codec.decode(*ty, *code);
        }
        Row::from_buf_and_len(values, row.len())
    }

    fn static_tables(&self, host: &dyn Host) -> Result<Vec<Table>, EvalError> {
        let program = &self.program;
        let strata = (0..program.strata.len())
            .filter(|number| program.relations[program.strata[*number].relations[0]].is_static);
        let schedule = self.schedule(strata);
        let prepared = Prepared::new(self, program.clone(), &schedule, &[], Purpose::Statics);
        let mut tables = prepared.tables();
        for id in program.relations.ids() {
            let relation = &program.relations[id];
            if let Origin::Given(given) = relation.origin
                && !relation.is_computed(&program.declarations)
            {
                for row in self.given(given, host) {
                    tables[id.index()].insert(self.encoded(id, &row).into_iter());
                }
            }
        }
        prepared.run(self, &mut tables)?;
        Ok(tables)
    }

    fn given(&self, given: Given, host: &dyn Host) -> Vec<Row> {
        let declarations = &self.program.declarations;
        match given {
            Given::Values(id) => {
                let values = declarations.values(id).iter();
                values.map(|atom| Row::from_slice(&[(*atom).into()])).collect()
            }
            Given::Opponent => {
                let players = declarations.players();
                let pairs = players.iter().flat_map(|a| players.iter().map(move |b| (*a, *b)));
                let others = pairs.filter(|(a, b)| a != b);
                others.map(|(a, b)| Row::from_slice(&[a.into(), b.into()])).collect()
            }
            _ => host.facts(given),
        }
    }

    /// Static facts by some of their columns.
    fn frozen(&self, relation: RelationId, keys: &[usize]) -> Arc<Frozen> {
        let key = (relation, keys.to_vec());
        let mut frozen = self.frozen.lock().expect("no panic while held");
        let table = &self.statics[relation.index()];
        frozen.entry(key).or_insert_with(|| Arc::new(self.freeze(table, relation, keys))).clone()
    }

    /// A table's facts by some of their columns.
    fn freeze(&self, table: &Table, relation: RelationId, keys: &[usize]) -> Frozen {
        let columns = &self.program.relations[relation].columns;
        let domains: Vec<Code> = keys.iter().map(|key| self.codec.domain(columns[*key])).collect();
        Frozen::new(table.all(), table.arity(), keys, &domains)
    }

    /// The plans of some strata of the program.
    fn schedule(&self, strata: impl Iterator<Item = usize>) -> Schedule {
        let mut planner = None;
        let strata = strata.map(|number| {
            let plan = self.plans[number].get_or_init(|| {
                let planner = planner.get_or_insert_with(|| Planner::for_queries(&self.program));
                let stratum = std::slice::from_ref(&self.program.strata[number]);
                let mut planned = Schedule::of_strata(planner, stratum, &self.program.rules);
                planned.strata.remove(0)
            });
            plan.clone()
        });
        Schedule { strata: strata.collect() }
    }

    /// The rules as they are written, as far as the targets depend on them. They
    /// serve for explanations, and for whatever may be asked.
    pub fn as_written(&self, targets: &[RelationId]) -> Arc<Prepared> {
        let mut key = targets.to_vec();
        key.sort();
        key.dedup();
        let mut known = self.prepared.lock().expect("no panic while held");
        if known.len() >= MOST_PREPARED {
            known.clear();
        }
        let prepared = known.entry(key).or_insert_with_key(|targets| {
            let program = &self.program;
            let needed = strata::closure(&program.rules, targets);
            let is_needed = |number: &usize| {
                let relations = &program.strata[*number].relations;
                let moves = |id: &RelationId| !program.relations[*id].is_static;
                relations.iter().any(|id| needed.contains(id) && moves(id))
            };
            let schedule = self.schedule((0..program.strata.len()).filter(is_needed));
            Arc::new(Prepared::new(self, program.clone(), &schedule, targets, Purpose::Questions))
        });
        prepared.clone()
    }

    /// The rules that apply with the options that were chosen.
    pub fn rules_as_chosen(&self) -> Vec<Rule> {
        options::with_options(&self.program.rules, |relation| self.option(relation))
    }

    /// The rules for the targets, optimised for the options that were chosen. They
    /// serve for answers, not to explain why there are none.
    pub fn optimised(&self, targets: &[RelationId]) -> Arc<Prepared> {
        let mut program = (*self.program).clone();
        let rules = self.rules_as_chosen();
        let optimised = optimise::optimise(&mut program, &rules, targets, "this");
        let mut prepared = self.prepare(program, &optimised.rules, targets);
        prepared.partial = optimised.partial;
        Arc::new(prepared)
    }

    /// Other rules for the targets, over the relations of a program that may have
    /// more of them than this one.
    pub fn prepare(&self, program: Program, rules: &[Rule], targets: &[RelationId]) -> Prepared {
        let schedule = Schedule::new(&program, rules);
        Prepared::new(self, Arc::new(program), &schedule, targets, Purpose::Targets)
    }

    /// Derives all that prepared rules derive, given facts from outside.
    pub fn derive(
        &self,
        prepared: &Arc<Prepared>,
        facts: &dyn Facts,
    ) -> Result<Model<'_>, EvalError> {
        let tables = prepared.tables();
        let mut model = Model {
            engine: self,
            prepared: prepared.clone(),
            tables,
            frozen: FrozenTables::default(),
        };
        prepared.derive(self, facts, &mut model.tables)?;
        Ok(model)
    }

    pub(in crate::logic) fn error(&self, failure: Failure) -> EvalError {
        match failure {
            Failure::Arithmetic(span, why) => self.arithmetic_error(span, why),
            Failure::LongRange(low, high) => {
                EvalError::LongRange { low, high, limit: self.limits.facts }
            }
            Failure::Interrupted | Failure::TooManyFacts => EvalError::Interrupted,
        }
    }

    /// That a goal is arithmetic without a result.
    pub(in crate::logic) fn arithmetic_error(&self, span: Span, why: NoResult) -> EvalError {
        let (goal, at) = self.program.sources.describe(span);
        EvalError::Arithmetic { goal, at, why }
    }

    fn too_many_facts(&self, program: &Program, head: RelationId, span: Span) -> EvalError {
        EvalError::TooManyFacts {
            relation: program.relations[head].indicator(),
            at: program.sources.location(span).to_string(),
            limit: self.limits.facts,
        }
    }
}

/// What another engine was given.
struct SameGiven<'a>(&'a Engine);

impl Host for SameGiven<'_> {
    fn facts(&self, given: Given) -> Vec<Row> {
        let relations = &self.0.program.relations;
        let relation = relations.ids().find(|id| relations[*id].origin == Origin::Given(given));
        relation.map_or_else(Vec::new, |relation| self.0.static_rows(relation).collect())
    }

    fn steps(&self) -> Vec<(Atom, i16, i16)> {
        let directions = self.0.program.declarations.values(super::check::declarations::DIRECTION);
        let steps = self.0.plane.steps();
        directions.iter().zip(steps).map(|(name, (q, r))| (*name, *q, *r)).collect()
    }
}

/// What a step of an unbounded board adds to a cell's coordinates, by the codes of
/// the directions.
fn plane_steps(program: &Program, host: &dyn Host) -> Vec<(i16, i16)> {
    let steps = host.steps();
    let directions = program.declarations.values(super::check::declarations::DIRECTION);
    let step = |direction: &Atom| steps.iter().find(|(name, ..)| name == direction);
    directions.iter().map(|name| step(name).map_or((0, 0), |(_, q, r)| (*q, *r))).collect()
}
