//! Works out what a program's rules derive: stratum by stratum, and within a
//! recursive one round by round, each round joining only with what the last
//! one brought (semi-naive evaluation).

pub mod executor;
pub mod table;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use crate::logic::check::strata;
use crate::logic::engine::executor::{Executor, Stop, View};
use crate::logic::engine::table::Table;
use crate::logic::optimise::options as style;
use crate::logic::plan::{Plan, RulePlan, resolve};
use crate::logic::program::{Given, Origin, Program, RelationId, Rule, Stratum};
use crate::logic::syntax::source::Span;
use crate::logic::{Row, Value};

/// What the rules cannot know by themselves: the board and the options.
pub trait Host: Send + Sync {
    /// All facts of a given relation that has an end of them.
    fn facts(&self, given: Given) -> Vec<Row>;

    /// The facts of a relation without end that agree with `pattern`, in which
    /// at least one cell is known.
    fn compute(&self, given: Given, pattern: &[Option<Value>], emit: &mut dyn FnMut(&[Value]));
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
}

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many facts may be derived in one go.
    pub facts: usize,
    /// Set from elsewhere, such as Ctrl-C, to stop.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { facts: 2_000_000, interrupt: Arc::default() }
    }
}

/// Why rules could not be worked out to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// There seems to be no end of facts.
    TooManyFacts {
        /// The relation that grew.
        relation: String,
        /// The rule that was at work, as `file:line`.
        at: String,
        /// How many facts there were.
        limit: usize,
    },
    /// A number became too large, or a division has no result.
    Arithmetic {
        /// What was worked out.
        goal: String,
        /// Where it stands, as `file:line`.
        at: String,
    },
    /// Somebody asked to stop.
    Interrupted,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::TooManyFacts { relation, at, limit } => write!(
                f,
                "{relation} has no end: stopped after {limit} facts, in the rule at {at} \
                 (a recursive rule that computes new numbers needs a bound, such as N < 100)"
            ),
            EvalError::Arithmetic { goal, at } => write!(
                f,
                "{goal} in {at} has no result: a number beyond 64 bits, a division by zero or \
                 a negative exponent"
            ),
            EvalError::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for EvalError {}

/// What to work out for some relations: their strata, in order.
pub struct Schedule {
    strata: Vec<Stratum>,
    inputs: Vec<RelationId>,
}

/// A program that can be worked out, over and over, for different positions.
pub struct Interpreter {
    program: Arc<Program>,
    host: Arc<dyn Host>,
    limits: Limits,
    plans: Vec<RulePlan>,
    statics: Arc<Vec<Table>>,
    spare: Mutex<Vec<Vec<Table>>>,
    schedules: Mutex<HashMap<Vec<RelationId>, Arc<Schedule>>>,
}

impl Interpreter {
    /// Plans every rule, and works out all that does not depend on a position.
    pub fn new(
        program: Arc<Program>,
        host: Arc<dyn Host>,
        limits: Limits,
    ) -> Result<Interpreter, EvalError> {
        let plans = program.rules.iter().map(|rule| RulePlan::new(&program, rule)).collect();
        let mut interpreter = Interpreter {
            statics: Arc::new(empty_tables(&program)),
            program,
            host,
            limits,
            plans,
            spare: Mutex::default(),
            schedules: Mutex::default(),
        };
        interpreter.statics = Arc::new(interpreter.static_tables()?);
        Ok(interpreter)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// When to give up.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the rules cannot know by themselves.
    pub(in crate::logic) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// The facts of a relation that is the same in every position.
    pub fn static_table(&self, relation: RelationId) -> &Table {
        &self.statics[relation.index()]
    }

    fn static_tables(&self) -> Result<Vec<Table>, EvalError> {
        let program = &self.program;
        let mut tables = empty_tables(program);
        for id in program.relations.ids() {
            let relation = &program.relations[id];
            if let Origin::Given(given) = relation.origin
                && !relation.is_computed(&program.declarations)
            {
                let table = &mut tables[id.index()];
                self.given(given).iter().for_each(|row| _ = table.insert(row));
                table.settle();
            }
        }
        let strata: Vec<&Stratum> = program
            .strata
            .iter()
            .filter(|stratum| program.relations[stratum.relations[0]].is_static)
            .collect();
        self.run_strata(&strata, &mut tables, &[])?;
        Ok(tables)
    }

    fn given(&self, given: Given) -> Vec<Row> {
        let declarations = &self.program.declarations;
        match given {
            Given::Values(id) => declarations
                .values(id)
                .iter()
                .map(|atom| Row::from_slice(&[(*atom).into()]))
                .collect(),
            Given::Opponent => {
                let players = declarations.players();
                let pairs = players.iter().flat_map(|a| players.iter().map(move |b| (*a, *b)));
                pairs
                    .filter(|(a, b)| a != b)
                    .map(|(a, b)| Row::from_slice(&[a.into(), b.into()]))
                    .collect()
            }
            _ => self.host.facts(given),
        }
    }

    /// What must be worked out to know `targets`.
    pub fn schedule(&self, targets: &[RelationId]) -> Arc<Schedule> {
        let mut key = targets.to_vec();
        key.sort();
        key.dedup();
        let mut schedules = self.schedules.lock().expect("no panic while held");
        schedules
            .entry(key)
            .or_insert_with_key(|targets| Arc::new(self.make_schedule(targets, |_| true)))
            .clone()
    }

    /// The same without the rules that the options rule out. It serves for
    /// answers, not to explain why there is none.
    pub fn brief_schedule(&self, targets: &[RelationId]) -> Schedule {
        let chosen = |relation: RelationId| match self.program.relations[relation].origin {
            Origin::Given(Given::Option(_)) => Some(self.static_table(relation).rows().next()?[0]),
            _ => None,
        };
        self.make_schedule(targets, |rule| style::can_hold(rule, chosen))
    }

    fn make_schedule(&self, targets: &[RelationId], counts: impl Fn(&Rule) -> bool) -> Schedule {
        let program = &self.program;
        let needed = strata::closure(program.rules.iter().filter(|rule| counts(rule)), targets);
        let moving = |id: &RelationId| needed.contains(id) && !program.relations[*id].is_static;
        let counting = |stratum: &Stratum| Stratum {
            rules: stratum.rules.iter().copied().filter(|n| counts(&program.rules[*n])).collect(),
            ..stratum.clone()
        };
        Schedule {
            strata: program
                .strata
                .iter()
                .filter(|stratum| stratum.relations.iter().any(moving))
                .map(counting)
                .collect(),
            inputs: program
                .relations
                .ids()
                .filter(|id| moving(id) && program.relations[*id].origin != Origin::Rules)
                .collect(),
        }
    }

    /// Works out all that a schedule holds, given facts from outside.
    pub fn derive(&self, schedule: &Schedule, facts: &dyn Facts) -> Result<Model<'_>, EvalError> {
        let spare = self.spare.lock().expect("no panic while held").pop();
        let mut model = Model {
            interpreter: self,
            tables: spare.unwrap_or_else(|| empty_tables(&self.program)),
        };
        for relation in &schedule.inputs {
            let table = &mut model.tables[relation.index()];
            facts.each(*relation, &mut |row| _ = table.insert(row));
            table.settle();
        }
        let strata: Vec<&Stratum> = schedule.strata.iter().collect();
        self.run_strata(&strata, &mut model.tables, &self.statics)?;
        Ok(model)
    }

    fn run_strata(
        &self,
        strata: &[&Stratum],
        tables: &mut [Table],
        statics: &[Table],
    ) -> Result<(), EvalError> {
        let mut derived = 0;
        for stratum in strata {
            self.run_stratum(stratum, tables, statics, &mut derived)?;
        }
        Ok(())
    }

    fn run_stratum(
        &self,
        stratum: &Stratum,
        tables: &mut [Table],
        statics: &[Table],
        derived: &mut usize,
    ) -> Result<(), EvalError> {
        let mut to_add = Vec::new();
        for rule in &stratum.rules {
            let plan = &self.plans[*rule];
            self.run_rule(*rule, &plan.whole, tables, statics, &mut to_add)?;
            self.add(*rule, &mut to_add, tables, derived)?;
        }
        if !stratum.recursive {
            stratum.relations.iter().for_each(|id| tables[id.index()].settle());
            return Ok(());
        }
        while advance(&stratum.relations, tables) {
            for rule in &stratum.rules {
                for (relation, plan) in &self.plans[*rule].by_recent {
                    if stratum.relations.contains(relation) {
                        self.run_rule(*rule, plan, tables, statics, &mut to_add)?;
                    }
                }
                self.add(*rule, &mut to_add, tables, derived)?;
            }
        }
        Ok(())
    }

    fn run_rule(
        &self,
        rule: usize,
        plan: &Plan,
        tables: &[Table],
        statics: &[Table],
        to_add: &mut Vec<Value>,
    ) -> Result<(), EvalError> {
        let slots = self.plans[rule].slots;
        let rule = &self.program.rules[rule];
        let view = View { tables, statics, relations: &self.program.relations };
        let executor = Executor::new(self, plan, view, view, slots);
        let arity = rule.head_args.len().max(1);
        let mut room = self.limits.facts * arity;
        executor.run(rule, &mut |registers| {
            if to_add.len() > room {
                drop_repeated(to_add, arity);
                if to_add.len() > self.limits.facts * arity {
                    return ControlFlow::Break(Stop::Failed(self.too_many_facts(rule)));
                }
                room = to_add.len() + self.limits.facts * arity;
            }
            to_add.extend(rule.head_args.iter().map(|arg| resolve(arg, registers)));
            if rule.head_args.is_empty() {
                // A relation without columns: one sign that it holds.
                to_add.push(Value::Int(1));
                return ControlFlow::Break(Stop::Enough);
            }
            ControlFlow::Continue(())
        })
    }

    fn add(
        &self,
        rule: usize,
        to_add: &mut Vec<Value>,
        tables: &mut [Table],
        derived: &mut usize,
    ) -> Result<(), EvalError> {
        let rule = &self.program.rules[rule];
        let table = &mut tables[rule.head.index()];
        let before = table.len();
        match rule.head_args.len() {
            0 if to_add.is_empty() => {}
            0 => _ = table.insert(&[]),
            arity => to_add.chunks_exact(arity).for_each(|row| _ = table.insert(row)),
        }
        to_add.clear();
        *derived += table.len() - before;
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(EvalError::Interrupted);
        }
        if *derived > self.limits.facts {
            return Err(self.too_many_facts(rule));
        }
        Ok(())
    }

    fn too_many_facts(&self, rule: &Rule) -> EvalError {
        EvalError::TooManyFacts {
            relation: self.program.relations[rule.head].indicator(),
            at: self.program.sources.location(rule.span).to_string(),
            limit: self.limits.facts,
        }
    }

    pub(in crate::logic) fn arithmetic_error(&self, span: Span) -> Stop {
        let sources = &self.program.sources;
        let (goal, at) = sources.describe(span);
        Stop::Failed(EvalError::Arithmetic { goal, at })
    }
}

/// Keeps each row once.
fn drop_repeated(rows: &mut Vec<Value>, arity: usize) {
    let mut once = Table::new(arity);
    rows.chunks_exact(arity).for_each(|row| _ = once.insert(row));
    *rows = once.rows().flatten().copied().collect();
}

fn empty_tables(program: &Program) -> Vec<Table> {
    program.relations.iter().map(|relation| Table::new(relation.arity)).collect()
}

/// Begins the next round; whether the last one brought anything.
fn advance(relations: &[RelationId], tables: &mut [Table]) -> bool {
    let mut news = false;
    for relation in relations {
        news |= tables[relation.index()].advance();
    }
    news
}

/// All that was derived from one set of facts.
pub struct Model<'a> {
    interpreter: &'a Interpreter,
    tables: Vec<Table>,
}

impl Model<'_> {
    /// The facts of a relation.
    pub fn table(&self, relation: RelationId) -> &Table {
        self.view().table(relation)
    }

    /// The program it was derived with.
    pub fn program(&self) -> &Arc<Program> {
        &self.interpreter.program
    }

    pub(in crate::logic) fn view(&self) -> View<'_> {
        View {
            tables: &self.tables,
            statics: &self.interpreter.statics,
            relations: &self.interpreter.program.relations,
        }
    }
}

/// The tables are used again, so that deriving does not begin with allocating.
impl Drop for Model<'_> {
    fn drop(&mut self) {
        let mut tables = std::mem::take(&mut self.tables);
        tables.iter_mut().for_each(Table::clear);
        if let Ok(mut spare) = self.interpreter.spare.lock() {
            spare.push(tables);
        }
    }
}
