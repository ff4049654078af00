//! Works out what a program's rules derive: stratum by stratum, and within a
//! recursive one round by round, each round joining only with what the last
//! one brought (semi-naive evaluation).

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hashbrown::HashMap;
use rustc_hash::FxHashSet;

use super::plan::{Order, Plan, Planner, Rows, Step, resolve};
use super::program::{
    AggregateKind, Arg, Expr, Given, Literal, Origin, Program, RelationId, Rule, Stratum,
};
use super::source::Span;
use super::strata;
use super::table::{Index, Table};
use super::{Row, Value};

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

/// Why the executor stops early.
pub enum Stop {
    /// The caller has what it wants.
    Enough,
    /// It cannot go on.
    Failed(EvalError),
}

type Flow = ControlFlow<Stop>;

/// A rule ready to run: whole, and once for each goal that may bring news.
struct RulePlan {
    whole: Plan,
    by_recent: Vec<(RelationId, Plan)>,
    slots: usize,
}

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

/// No facts at all.
pub struct Nothing;

impl Facts for Nothing {
    fn each(&self, _relation: RelationId, _visit: &mut dyn FnMut(&[Value])) {}
}

impl Interpreter {
    /// Plans every rule, and works out all that does not depend on a position.
    pub fn new(
        program: Arc<Program>,
        host: Arc<dyn Host>,
        limits: Limits,
    ) -> Result<Interpreter, EvalError> {
        let plans = program.rules.iter().map(|rule| plan_rule(&program, rule)).collect();
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

    /// The facts of a relation that is the same in every position.
    pub fn static_table(&self, relation: RelationId) -> &Table {
        &self.statics[relation.index()]
    }

    fn static_tables(&self) -> Result<Vec<Table>, EvalError> {
        let program = &self.program;
        let mut tables = empty_tables(program);
        for id in program.relations.ids() {
            let relation = &program.relations[id];
            if let Origin::Given(given) = relation.origin {
                if !relation.is_computed(&program.declarations) {
                    let table = &mut tables[id.index()];
                    self.given(given).iter().for_each(|row| _ = table.insert(row));
                    table.settle();
                }
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
            .or_insert_with_key(|targets| Arc::new(self.make_schedule(targets)))
            .clone()
    }

    fn make_schedule(&self, targets: &[RelationId]) -> Schedule {
        let program = &self.program;
        let needed = strata::closure(&program.rules, targets);
        let moving = |id: &RelationId| needed.contains(id) && !program.relations[*id].is_static;
        Schedule {
            strata: program
                .strata
                .iter()
                .filter(|stratum| stratum.relations.iter().any(moving))
                .cloned()
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
        let limit = self.limits.facts * rule.head_args.len().max(1);
        executor.run(rule, &mut |registers| {
            if to_add.len() > limit {
                return ControlFlow::Break(Stop::Failed(self.too_many_facts(rule)));
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

    fn arithmetic_error(&self, span: Span) -> Stop {
        let sources = &self.program.sources;
        let (goal, at) = sources.describe(span);
        Stop::Failed(EvalError::Arithmetic { goal, at })
    }
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

fn plan_rule(program: &Program, rule: &Rule) -> RulePlan {
    let mut planner = Planner::new(&program.relations, &program.declarations);
    let whole = planner.plan(rule, Order::Best, &[]);
    let mut by_recent = Vec::new();
    for (index, literal) in rule.body.iter().enumerate() {
        if let Literal::Fact { relation, .. } = literal {
            if program.relations[*relation].origin == Origin::Rules {
                let plan = planner.plan(rule, Order::RecentFirst(index), &[]);
                by_recent.push((*relation, plan));
            }
        }
    }
    RulePlan { whole, by_recent, slots: planner.slots() }
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

    pub(super) fn view(&self) -> View<'_> {
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

/// The tables that goals are asked of.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) tables: &'a [Table],
    pub(super) statics: &'a [Table],
    pub(super) relations: &'a super::program::Relations,
}

impl<'a> View<'a> {
    /// The table of a relation.
    pub fn table(&self, relation: RelationId) -> &'a Table {
        let is_static = self.relations[relation].is_static && !self.statics.is_empty();
        let tables = if is_static { self.statics } else { self.tables };
        &tables[relation.index()]
    }
}

/// Below this many rows, looking through them beats making an index.
const FEW_ROWS: usize = 8;

/// Runs one plan over tables.
pub struct Executor<'a> {
    interpreter: &'a Interpreter,
    plan: &'a Plan,
    /// What positive goals are asked of.
    view: View<'a>,
    /// What negations and aggregates are asked of.
    settled: View<'a>,
    indexes: Vec<Option<Arc<Index>>>,
}

impl<'a> Executor<'a> {
    /// Gets ready to run a plan.
    pub fn new(
        interpreter: &'a Interpreter,
        plan: &'a Plan,
        view: View<'a>,
        settled: View<'a>,
        slots: usize,
    ) -> Executor<'a> {
        let mut executor =
            Executor { interpreter, plan, view, settled, indexes: vec![None; slots] };
        executor.prepare(plan, view);
        executor
    }

    fn prepare(&mut self, plan: &Plan, view: View<'a>) {
        for step in &plan.steps {
            match step {
                Step::Scan { relation, rows: Rows::All, known, slot, .. } if !known.is_empty() => {
                    let table = view.table(*relation);
                    if table.len() > FEW_ROWS {
                        self.indexes[*slot] = Some(table.index(known));
                    }
                }
                Step::Not(plan) | Step::Aggregate { plan, .. } => self.prepare(plan, self.settled),
                _ => {}
            }
        }
    }

    /// Calls `emit` with the registers of each answer.
    pub fn run(
        &self,
        rule: &Rule,
        emit: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), EvalError> {
        let mut registers = vec![Value::Int(0); rule.variables.len()];
        self.run_from(&mut registers, emit)
    }

    /// The same, with some registers filled in beforehand.
    pub fn run_from(
        &self,
        registers: &mut [Value],
        emit: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), EvalError> {
        match self.steps(&self.plan.steps, self.view, registers, &mut |registers| emit(registers)) {
            ControlFlow::Break(Stop::Failed(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn steps(
        &self,
        steps: &[Step],
        view: View<'_>,
        registers: &mut [Value],
        emit: &mut dyn FnMut(&mut [Value]) -> Flow,
    ) -> Flow {
        let Some((step, rest)) = steps.split_first() else {
            return emit(registers);
        };
        match step {
            Step::Scan { .. } => self.scan(step, rest, view, registers, emit),
            Step::Contains { relation, rows, row } => {
                let row: Row = row.iter().map(|arg| resolve(arg, registers)).collect();
                let table = view.table(*relation);
                let found = table.find(&row).is_some_and(|number| match rows {
                    Rows::All => number < table.recent.end,
                    Rows::Recent => table.recent.contains(&number),
                });
                if found {
                    self.steps(rest, view, registers, emit)
                } else {
                    ControlFlow::Continue(())
                }
            }
            Step::Compute { given, args, known, .. } => {
                self.compute(*given, args, known, rest, view, registers, emit)
            }
            Step::Not(plan) => {
                if self.has_answer(plan, registers)? {
                    return ControlFlow::Continue(());
                }
                self.steps(rest, view, registers, emit)
            }
            Step::Bind(var, arg) => {
                registers[var.index()] = resolve(arg, registers);
                self.steps(rest, view, registers, emit)
            }
            Step::Same(left, right) => {
                if resolve(left, registers) != resolve(right, registers) {
                    return ControlFlow::Continue(());
                }
                self.steps(rest, view, registers, emit)
            }
            Step::Differ(left, right) => {
                if resolve(left, registers) == resolve(right, registers) {
                    return ControlFlow::Continue(());
                }
                self.steps(rest, view, registers, emit)
            }
            Step::Compare(op, left, right, span) => {
                let left = self.number(left, registers, *span)?;
                let right = self.number(right, registers, *span)?;
                if !op.holds(left, right) {
                    return ControlFlow::Continue(());
                }
                self.steps(rest, view, registers, emit)
            }
            Step::Is { target, known, expr, span } => {
                let number = self.number(expr, registers, *span)?;
                self.give(target, *known, number, rest, view, registers, emit)
            }
            Step::Aggregate { kind, value, plan, distinct, target, known, span } => {
                let result =
                    self.aggregate(*kind, value.as_ref(), plan, distinct, registers, *span)?;
                match result {
                    Some(number) => self.give(target, *known, number, rest, view, registers, emit),
                    None => ControlFlow::Continue(()),
                }
            }
        }
    }

    fn scan(
        &self,
        step: &Step,
        rest: &[Step],
        view: View<'_>,
        registers: &mut [Value],
        emit: &mut dyn FnMut(&mut [Value]) -> Flow,
    ) -> Flow {
        let Step::Scan { relation, rows, known, key, binds, twins, slot } = step else {
            unreachable!("only called for scans")
        };
        let table = view.table(*relation);
        let key: Row = key.iter().map(|arg| resolve(arg, registers)).collect();
        let mut visit = |number: u32, registers: &mut [Value]| {
            let row = table.row(number);
            if twins.iter().any(|(a, b)| row[*a as usize] != row[*b as usize]) {
                return ControlFlow::Continue(());
            }
            for (column, var) in binds {
                registers[var.index()] = row[*column as usize];
            }
            self.steps(rest, view, registers, emit)
        };
        if self.interpreter.limits.interrupt.load(Ordering::Relaxed) {
            return ControlFlow::Break(Stop::Failed(EvalError::Interrupted));
        }
        if let Some(index) = &self.indexes[*slot] {
            for number in index.rows(table, &key) {
                if *number < table.recent.end {
                    visit(*number, registers)?;
                }
            }
            return ControlFlow::Continue(());
        }
        let range = match rows {
            Rows::All => 0..table.recent.end,
            Rows::Recent => table.recent.clone(),
        };
        for number in range {
            let row = table.row(number);
            if known.iter().zip(&key).all(|(column, value)| row[*column as usize] == *value) {
                visit(number, registers)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step, taken apart")]
    fn compute(
        &self,
        given: Given,
        args: &[Arg],
        known: &[bool],
        rest: &[Step],
        view: View<'_>,
        registers: &mut [Value],
        emit: &mut dyn FnMut(&mut [Value]) -> Flow,
    ) -> Flow {
        let pattern: Vec<Option<Value>> = args
            .iter()
            .zip(known)
            .map(|(arg, known)| known.then(|| resolve(arg, registers)))
            .collect();
        let mut rows = Vec::new();
        self.interpreter.host.compute(given, &pattern, &mut |row| rows.push(Row::from_slice(row)));
        for row in rows {
            let mut fits = true;
            for (index, arg) in args.iter().enumerate() {
                let Arg::Var(var) = arg else { continue };
                let seen = known[index] || args[..index].contains(arg);
                if seen {
                    fits &= registers[var.index()] == row[index];
                } else {
                    registers[var.index()] = row[index];
                }
            }
            if fits {
                self.steps(rest, view, registers, emit)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step, taken apart")]
    fn give(
        &self,
        target: &Arg,
        known: bool,
        number: i64,
        rest: &[Step],
        view: View<'_>,
        registers: &mut [Value],
        emit: &mut dyn FnMut(&mut [Value]) -> Flow,
    ) -> Flow {
        match target {
            Arg::Var(var) if !known => registers[var.index()] = Value::Int(number),
            _ if resolve(target, registers) == Value::Int(number) => {}
            _ => return ControlFlow::Continue(()),
        }
        self.steps(rest, view, registers, emit)
    }

    /// Whether the steps of a negation have an answer.
    fn has_answer(&self, plan: &Plan, registers: &mut [Value]) -> ControlFlow<Stop, bool> {
        let mut found = false;
        let flow = self.steps(&plan.steps, self.settled, registers, &mut |_| {
            found = true;
            ControlFlow::Break(Stop::Enough)
        });
        match flow {
            ControlFlow::Break(Stop::Failed(error)) => ControlFlow::Break(Stop::Failed(error)),
            _ => ControlFlow::Continue(found),
        }
    }

    /// The result over all different answers. None where `max` or `min` has
    /// nothing to choose from.
    fn aggregate(
        &self,
        kind: AggregateKind,
        value: Option<&Expr>,
        plan: &Plan,
        distinct: &[super::program::Var],
        registers: &mut [Value],
        span: Span,
    ) -> ControlFlow<Stop, Option<i64>> {
        let mut seen: FxHashSet<Row> = FxHashSet::default();
        let mut total: Option<i64> =
            matches!(kind, AggregateKind::Count | AggregateKind::Sum).then_some(0);
        self.steps(&plan.steps, self.settled, registers, &mut |registers| {
            if !seen.insert(distinct.iter().map(|var| registers[var.index()]).collect()) {
                return ControlFlow::Continue(());
            }
            let number = match value {
                Some(value) => self.number(value, registers, span)?,
                None => 1,
            };
            let next = match (kind, total) {
                (AggregateKind::Count | AggregateKind::Sum, total) => {
                    total.expect("begins at 0").checked_add(number)
                }
                (AggregateKind::Max, total) => Some(total.map_or(number, |best| best.max(number))),
                (AggregateKind::Min, total) => Some(total.map_or(number, |best| best.min(number))),
            };
            if next.is_none() {
                return ControlFlow::Break(self.interpreter.arithmetic_error(span));
            }
            total = next;
            ControlFlow::Continue(())
        })?;
        ControlFlow::Continue(total)
    }

    fn number(&self, expr: &Expr, registers: &[Value], span: Span) -> ControlFlow<Stop, i64> {
        match evaluate(expr, registers) {
            Some(number) => ControlFlow::Continue(number),
            None => ControlFlow::Break(self.interpreter.arithmetic_error(span)),
        }
    }
}

/// Works out an expression, if it has a result.
pub fn evaluate(expr: &Expr, registers: &[Value]) -> Option<i64> {
    match expr {
        Expr::Arg(arg) => resolve(arg, registers).as_int(),
        Expr::Unary(op, inner) => op.apply(evaluate(inner, registers)?),
        Expr::Binary(op, left, right) => {
            op.apply(evaluate(left, registers)?, evaluate(right, registers)?)
        }
    }
}
