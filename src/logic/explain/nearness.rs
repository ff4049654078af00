//! Which of the instances of a rule that fail a person would name: the one that
//! is nearest to holding.
//!
//! All of them fail at the same goal. Fewest of the goals after it fail for the
//! nearest one; then it counts how much the goal itself is off, compared with the
//! facts there are: a cell by its distance, a number by the difference. What is
//! still equal is decided by how near its cells are to those of the question.

use std::cell::{Cell as Counter, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::arithmetic::Comparison;
use crate::logic::check::strata;
use crate::logic::explain::heights::Heights;
use crate::logic::explain::unify::{Asked, asked, evaluate, value_of};
use crate::logic::program::{Arg, Literal, RelationId, Rule, Var};
use crate::logic::{Cell, Row, Value};

/// A goal is off by this much at most.
const FAR: u64 = 1_000;
/// By how much another atom is off: more than a cell or number that is near.
const OTHER_ATOM: u64 = 300;
/// So many counter-examples to a negation are counted.
const MOST_COUNTED: u64 = 20;
/// So many rows are looked at for one explanation; after that, what fails is far.
const MOST_ROWS: usize = 1_000_000;

/// So many facts that hold instead are found; more are no answer.
const FEW: usize = 9;

/// How far an instance is from holding; the least is the nearest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Distance {
    failing: usize,
    off_by: u64,
    from_question: u64,
}

/// Compares instances with the facts of one explanation.
pub struct Nearness<'a> {
    heights: &'a Heights<'a>,
    /// The facts of the relations that were asked for, decoded.
    rows: RefCell<FxHashMap<RelationId, Rc<[Row]>>>,
    /// The cells that the question names.
    cells: RefCell<Vec<Cell>>,
    looked_at: Counter<usize>,
}

/// An instance of a rule: the variables that have a value, and their values.
#[derive(Clone, Copy)]
pub struct Instance<'i> {
    pub rule: &'i Rule,
    pub bound: &'i FxHashSet<Var>,
    pub registers: &'i [Value],
}

/// Goals after the one that failed.
#[derive(Default)]
pub struct Later<'i> {
    /// How many hold.
    pub hold: usize,
    /// Those that fail.
    pub fail: Vec<&'i Literal>,
}

impl Instance<'_> {
    fn value(&self, var: Var) -> Option<Value> {
        self.bound.contains(&var).then(|| self.registers[var.index()])
    }

    fn known(&self) -> Vec<(Var, Value)> {
        self.bound.iter().map(|var| (*var, self.registers[var.index()])).collect()
    }

    fn is_known(&self, literal: &Literal) -> bool {
        literal.vars().iter().all(|var| self.bound.contains(var))
    }
}

impl<'a> Nearness<'a> {
    pub fn new(heights: &'a Heights<'a>) -> Nearness<'a> {
        Nearness {
            heights,
            rows: RefCell::default(),
            cells: RefCell::default(),
            looked_at: Counter::new(0),
        }
    }

    /// Remembers the cells that a question names.
    pub fn ask(&self, question: &Rule) {
        let mut cells = self.cells.borrow_mut();
        for literal in &question.body {
            literal.each_arg(&mut |arg| {
                if let Arg::Const(Value::Cell(cell)) = arg {
                    cells.push(*cell);
                }
            });
        }
    }

    /// How far an instance is from holding whose goals hold up to the one numbered
    /// `failed`.
    pub fn of(&self, instance: Instance<'_>, failed: usize) -> Distance {
        let body = &instance.rule.body;
        let fails = |literal: &&Literal| self.off_by(instance, literal) > 0;
        Distance {
            failing: body[failed + 1..].iter().filter(fails).count(),
            off_by: self.off_by(instance, &body[failed]),
            from_question: self.distance_to_question(instance),
        }
    }

    /// How the goals after the one that failed fare, of those about which all is
    /// known; but not those that rest on what failed.
    pub fn after<'i>(&self, instance: Instance<'i>, failed: usize) -> Later<'i> {
        let body = &instance.rule.body;
        let mut later = Later::default();
        for literal in &body[failed + 1..] {
            let shared = instance.rule.shared_with_others(literal);
            let is_aggregate = matches!(literal, Literal::Aggregate { .. });
            if is_aggregate || !shared.iter().all(|var| instance.bound.contains(var)) {
                continue;
            }
            match self.off_by(instance, literal) {
                0 => later.hold += 1,
                _ => later.fail.push(literal),
            }
        }
        let cause = strata::asked(&body[failed..=failed]);
        if !later.fail.is_empty() {
            let rules = &self.heights.program().rules;
            later.fail.retain(|literal| {
                let asked = strata::asked(std::slice::from_ref(*literal));
                let rests_on = strata::closure(rules, &asked);
                // Another fact of the same relation does not rest on this one.
                let is_below = |id: &&RelationId| rests_on.contains(*id) && !asked.contains(*id);
                !cause.iter().any(|relation| is_below(&relation))
            });
        }
        later
    }

    fn distance_to_question(&self, instance: Instance<'_>) -> u64 {
        let cells = self.cells.borrow();
        let values =
            instance.bound.iter().filter_map(|var| instance.registers[var.index()].as_cell());
        values.filter_map(|cell| cells.iter().map(|other| apart(cell, *other)).min()).sum()
    }

    /// By how much a goal fails: 0 if it holds, or if nothing is known against it.
    fn off_by(&self, instance: Instance<'_>, literal: &Literal) -> u64 {
        let registers = instance.registers;
        match literal {
            Literal::Fact { relation, args, .. } => {
                let asked = asked(args, &|var| instance.value(var));
                self.off_by_rows(instance, literal, *relation, &asked)
            }
            Literal::Not { goal, .. } => {
                let mut count = 0;
                let counted =
                    self.heights.answers(instance.rule, goal, &instance.known(), &mut |_| {
                        count += 1;
                        count < MOST_COUNTED
                    });
                // Without the goal that fails, arithmetic may have no result.
                if counted.is_ok() { count } else { 0 }
            }
            _ if !instance.is_known(literal) => 0,
            Literal::Same { left, right, .. } => {
                difference(value_of(left, registers), value_of(right, registers))
            }
            Literal::Differ { left, right, .. } => {
                u64::from(value_of(left, registers) == value_of(right, registers))
            }
            Literal::Compare { op, left, right, .. } => {
                match (evaluate(left, registers), evaluate(right, registers)) {
                    (Some(left), Some(right)) if !op.holds(left, right) => {
                        let beyond = matches!(op, Comparison::Less | Comparison::Greater);
                        (left.abs_diff(right) + u64::from(beyond)).clamp(1, FAR)
                    }
                    _ => 0,
                }
            }
            Literal::Is { target, expr, .. } => match evaluate(expr, registers) {
                Some(result) => difference(value_of(target, registers), result.into()),
                None => 0,
            },
            Literal::Aggregate { .. } | Literal::After { .. } => 0,
        }
    }

    /// By how much the nearest row differs from what is asked.
    fn off_by_rows(
        &self,
        instance: Instance<'_>,
        literal: &Literal,
        relation: RelationId,
        asked: &[Asked],
    ) -> u64 {
        let program = self.heights.program();
        if program.relations[relation].is_computed(&program.declarations) {
            return self.off_by_computed(instance, literal, relation, asked);
        }
        let rows = self.rows(relation);
        let looked_at = self.looked_at.get() + rows.len();
        if looked_at > MOST_ROWS {
            let goal = std::slice::from_ref(literal);
            let answer = self.heights.first_answer(instance.rule, goal, &instance.known());
            return if matches!(answer, Ok(None)) { FAR } else { 0 };
        }
        self.looked_at.set(looked_at);
        rows.iter().map(|row| row_differs(row, asked)).min().unwrap_or(FAR)
    }

    /// The same on the board without end, where rows cannot be listed: what the
    /// last column would have to be.
    fn off_by_computed(
        &self,
        instance: Instance<'_>,
        literal: &Literal,
        relation: RelationId,
        asked: &[Asked],
    ) -> u64 {
        let Some((Asked::Value(_), Asked::Value(last))) = asked.first().zip(asked.last()) else {
            return u64::from(matches!(self.holds(instance, literal), Some(false)));
        };
        let would_be = self.instead(relation, asked, asked.len() - 1);
        would_be.iter().map(|row| difference(row[asked.len() - 1], *last)).min().unwrap_or(FAR)
    }

    fn holds(&self, instance: Instance<'_>, literal: &Literal) -> Option<bool> {
        let Literal::Fact { args, .. } = literal else { return None };
        let is_known = match args.first()? {
            Arg::Var(var) => instance.bound.contains(var),
            Arg::Const(_) => true,
        };
        let goal = std::slice::from_ref(literal);
        let answer = self.heights.first_answer(instance.rule, goal, &instance.known());
        is_known.then_some(answer.ok()?.is_some())
    }

    /// The facts that agree with what is asked in all columns but one; the first
    /// few of them.
    pub fn instead(&self, relation: RelationId, asked: &[Asked], column: usize) -> Vec<Row> {
        let program = self.heights.program();
        if program.relations[relation].is_computed(&program.declarations) {
            return match (asked.first(), column) {
                (Some(Asked::Value(_)), 1..) => self.heights.computed(relation, asked, column),
                _ => Vec::new(),
            };
        }
        let agrees = |row: &&Row| {
            row.iter().zip(asked).enumerate().all(|(place, (value, asked))| match asked {
                Asked::Value(wanted) => place == column || value == wanted,
                Asked::Any(_) => true,
            })
        };
        self.rows(relation).iter().filter(agrees).take(FEW).cloned().collect()
    }

    /// Whether some fact has these values where there are any.
    pub fn any_agrees(&self, relation: RelationId, columns: &[Option<Value>]) -> bool {
        let program = self.heights.program();
        // There is no end of what is computed.
        program.relations[relation].is_computed(&program.declarations)
            || self.rows(relation).iter().any(|row| {
                row.iter().zip(columns).all(|(value, wanted)| wanted.is_none_or(|w| w == *value))
            })
    }

    fn rows(&self, relation: RelationId) -> Rc<[Row]> {
        let mut known = self.rows.borrow_mut();
        known.entry(relation).or_insert_with(|| self.heights.rows(relation).collect()).clone()
    }
}

fn row_differs(row: &[Value], asked: &[Asked]) -> u64 {
    let columns = row.iter().zip(asked).map(|(value, asked)| match asked {
        Asked::Value(wanted) => difference(*value, *wanted),
        Asked::Any(_) => 0,
    });
    columns.sum::<u64>().min(FAR)
}

/// By how much two values of a type differ; not at all if they are the same.
fn difference(one: Value, other: Value) -> u64 {
    match (one, other) {
        (Value::Int(one), Value::Int(other)) => one.abs_diff(other).min(FAR),
        (Value::Cell(one), Value::Cell(other)) => apart(one, other).min(FAR),
        (one, other) => u64::from(one != other) * OTHER_ATOM,
    }
}

/// The square of the distance between two cells.
fn apart(one: Cell, other: Cell) -> u64 {
    let gap = |a: i64, b: i64| a - b;
    if let (Cell::Named(one), Cell::Named(other)) = (one, other) {
        return u64::from(one != other) * OTHER_ATOM;
    }
    let square = match (one, other) {
        (Cell::Lettered(column, number), Cell::Lettered(to_column, to_number)) => {
            let (x, y) =
                (gap(column.into(), to_column.into()), gap(number.into(), to_number.into()));
            x * x + y * y
        }
        (Cell::Axial(q, r), Cell::Axial(to_q, to_r)) => {
            let (q, r) = (gap(q.into(), to_q.into()), gap(r.into(), to_r.into()));
            q * q + q * r + r * r
        }
        _ => FAR as i64,
    };
    square.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_far_apart_as_they_look() {
        let cell = |name: &str| Cell::from_name(name).unwrap();
        assert_eq!(apart(cell("b3"), cell("b2")), 1);
        assert_eq!(apart(cell("b3"), cell("c2")), 2);
        for (q, r) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
            assert_eq!(apart(Cell::Axial(q, r), Cell::Axial(0, 0)), 1);
        }
        assert_eq!(apart(Cell::Axial(1, 1), Cell::Axial(0, 0)), 3);
    }

    #[test]
    fn only_equal_values_do_not_differ() {
        assert_eq!(difference(3.into(), 3.into()), 0);
        assert_eq!(difference(3.into(), 5.into()), 2);
        assert_eq!(difference(i64::MIN.into(), i64::MAX.into()), FAR);
    }
}
