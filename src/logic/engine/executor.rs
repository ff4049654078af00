//! Runs one plan over tables: goes through all answers to a rule's body, goal
//! by goal, and hands each to the caller.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use crate::logic::engine::table::{Index, Table};
use crate::logic::engine::{EvalError, Interpreter};
use crate::logic::plan::{Plan, Rows, Step, resolve};
use crate::logic::program::{AggregateKind, Arg, Expr, Given, RelationId, Relations, Rule, Var};
use crate::logic::syntax::source::Span;
use crate::logic::{Row, Value};

/// Why the executor stops early.
pub enum Stop {
    /// The caller has what it wants.
    Enough,
    /// It cannot go on.
    Failed(EvalError),
}

/// Whether to go on.
pub type Flow = ControlFlow<Stop>;

/// The tables that goals are asked of.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(in crate::logic) tables: &'a [Table],
    pub(in crate::logic) statics: &'a [Table],
    pub(in crate::logic) relations: &'a Relations,
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
        if self.interpreter.limits().interrupt.load(Ordering::Relaxed) {
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
        self.interpreter
            .host()
            .compute(given, &pattern, &mut |row| rows.push(Row::from_slice(row)));
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
        distinct: &[Var],
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
