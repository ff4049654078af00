//! Runs operations: goes through all answers to a body, goal by goal.
//!
//! Tests run in a loop; only what goes through rows calls itself for the
//! operations behind it. Nothing is allocated on the way.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::code::{Code, Plane};
use super::error::Limits;
use super::ops::{Aggregate, Look, Op, Rows, Target};
use super::table::Table;
use crate::logic::arithmetic::{Binary, NoResult};
use crate::logic::plan::Test;
use crate::logic::program::AggregateKind;
use crate::logic::syntax::source::Span;

/// Why answers could not be found to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Arithmetic at that place has no result, and why.
    Arithmetic(Span, NoResult),
    /// Somebody asked to stop.
    Interrupted,
    /// There are too many facts.
    TooManyFacts,
    /// A range from the first number to the second is too long to go through.
    LongRange(i64, i64),
}

/// What takes the answers.
pub trait Sink {
    /// Takes an answer out of the registers; whether there may be more.
    fn answer(&mut self, registers: &mut [Code]) -> bool;
}

impl<F: FnMut(&mut [Code]) -> bool> Sink for F {
    #[inline]
    fn answer(&mut self, registers: &mut [Code]) -> bool {
        self(registers)
    }
}

/// Whether there is any answer.
struct Found(bool);

impl Sink for Found {
    #[inline]
    fn answer(&mut self, _registers: &mut [Code]) -> bool {
        self.0 = true;
        false
    }
}

/// What operations are run over.
pub struct Runner<'a> {
    /// The steps of an unbounded board.
    pub plane: &'a Plane,
    /// What negations and aggregates are asked of, if not the same tables.
    pub settled: Option<&'a [Table]>,
    /// When to give up.
    pub limits: &'a Limits,
    /// What went wrong.
    pub failure: Cell<Option<Failure>>,
}

impl<'a> Runner<'a> {
    /// A runner over one set of tables.
    pub fn new(plane: &'a Plane, limits: &'a Limits) -> Runner<'a> {
        Runner { plane, settled: None, limits, failure: Cell::new(None) }
    }

    fn is_interrupted(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }

    /// Ends the run.
    #[cold]
    #[inline(never)]
    pub fn fail(&self, failure: Failure) -> bool {
        self.failure.set(Some(failure));
        false
    }

    /// Hands all answers to the sink; whether there may be more.
    pub fn run<S: Sink>(
        &self,
        ops: &[Op],
        tables: &[Table],
        registers: &mut [Code],
        sink: &mut S,
    ) -> bool {
        self.go_on(ops, tables, registers, sink)
    }

    /// The same, as part of the loops that go through rows: most rows fail a test,
    /// which is found out without a call.
    #[inline(always)]
    fn go_on<S: Sink>(
        &self,
        mut ops: &[Op],
        tables: &[Table],
        registers: &mut [Code],
        sink: &mut S,
    ) -> bool {
        while let [op, rest @ ..] = ops {
            let passes = match op {
                Op::Each(look) => return self.each_row(look, rest, tables, registers, sink),
                Op::Follow(follow) => match follow.value(registers) {
                    Some(value) => {
                        registers[follow.into as usize] = value;
                        true
                    }
                    None => false,
                },
                Op::Has { table, index, key, is_wanted } => {
                    let tables = if *is_wanted { tables } else { self.inner(tables) };
                    let table = &tables[*table as usize];
                    let link = table.last_of(*index as usize, registers[*key as usize]);
                    (link > 0) == *is_wanted
                }
                Op::Find { table, index, key, column, into } => {
                    let (table, index) = (&tables[*table as usize], *index as usize);
                    let mut link = table.last_of(index, registers[*key as usize]);
                    if link == 0 {
                        return true;
                    }
                    loop {
                        let (row, before) = table.chained(index, link);
                        registers[*into as usize] = row[*column as usize];
                        // The last row goes on in this loop: most keys have just one.
                        if before == 0 {
                            break true;
                        }
                        link = before;
                        if self.is_interrupted() {
                            return self.fail(Failure::Interrupted);
                        }
                        if !self.run(rest, tables, registers, sink) {
                            return false;
                        }
                    }
                }
                Op::Same(left, right, is_same) => {
                    (registers[*left as usize] == registers[*right as usize]) == *is_same
                }
                Op::Copy(to, from) => {
                    registers[*to as usize] = registers[*from as usize];
                    true
                }
                Op::Walk { from, direction, back, look } => {
                    let (cell, direction) =
                        (registers[*from as usize], registers[*direction as usize]);
                    let next = match back {
                        false => self.plane.to(cell, direction as usize),
                        true => self.plane.from(cell, direction as usize),
                    };
                    next.is_some_and(|next| takes(look, &[next, direction, next], registers))
                }
                Op::Exists(look, is_wanted) => {
                    let tables = if *is_wanted { tables } else { self.inner(tables) };
                    self.exists(look, tables, registers) == *is_wanted
                }
                other => match self.test(other, tables, registers) {
                    Some(passes) => passes,
                    None => return false,
                },
            };
            if !passes {
                return true;
            }
            ops = rest;
        }
        sink.answer(registers)
    }

    /// Whether a test that takes longer passes; none, if the run ends.
    #[inline(never)]
    fn test(&self, op: &Op, tables: &[Table], registers: &mut [Code]) -> Option<bool> {
        let passes = match op {
            Op::Any(inner) => self.has_answer(inner, tables, registers),
            Op::Not(inner) => !self.has_answer(inner, self.inner(tables), registers),
            Op::Compare(op, left, right, span) => {
                match (left.value(registers), right.value(registers)) {
                    (Ok(left), Ok(right)) => op.holds(left, right),
                    (Err(why), _) | (_, Err(why)) => self.fail(Failure::Arithmetic(*span, why)),
                }
            }
            Op::Is(target, number, span) => match number.value(registers) {
                Ok(number) => give(*target, number, registers),
                Err(why) => self.fail(Failure::Arithmetic(*span, why)),
            },
            Op::Aggregate(aggregate) => {
                let result = self.aggregate(aggregate, tables, registers);
                result.is_some_and(|number| give(aggregate.target, number, registers))
            }
            _ => unreachable!("it is no test, or a quick one"),
        };
        self.failure.get().is_none().then_some(passes)
    }

    /// Whether a row agrees.
    #[inline(always)]
    fn exists(&self, look: &Look, tables: &[Table], registers: &mut [Code]) -> bool {
        match (&look.rows, &*look.key) {
            (Rows::Member(table), [one, two]) => {
                let row = [registers[*one as usize], registers[*two as usize]];
                tables[*table as usize].contains(&row)
            }
            (Rows::Chain { table, index }, [key]) => {
                let (table, index) = (&tables[*table as usize], *index as usize);
                let mut link = table.last_of(index, registers[*key as usize]);
                while link > 0 {
                    let (row, before) = table.chained(index, link);
                    if takes(look, row, registers) {
                        return true;
                    }
                    link = before;
                }
                false
            }
            _ => self.exists_elsewhere(look, tables, registers),
        }
    }

    #[inline(never)]
    fn exists_elsewhere(&self, look: &Look, tables: &[Table], registers: &mut [Code]) -> bool {
        !self.each(look, tables, registers, |_| false)
    }

    /// Goes on with each row that agrees.
    #[inline(never)]
    fn each_row<S: Sink>(
        &self,
        look: &Look,
        rest: &[Op],
        tables: &[Table],
        registers: &mut [Code],
        sink: &mut S,
    ) -> bool {
        if self.is_interrupted() {
            return self.fail(Failure::Interrupted);
        }
        match &look.rows {
            Rows::Frozen(frozen) => {
                let rows = with_key(look, registers, |key| frozen.get(key));
                for row in rows.chunks_exact(frozen.stride()) {
                    if takes(look, row, registers) && !self.go_on(rest, tables, registers, sink) {
                        return false;
                    }
                }
                true
            }
            Rows::All(table) => {
                for row in tables[*table as usize].all() {
                    if takes(look, row, registers) && !self.go_on(rest, tables, registers, sink) {
                        return false;
                    }
                }
                true
            }
            _ => self.each(look, tables, registers, |registers| {
                self.go_on(rest, tables, registers, sink)
            }),
        }
    }

    /// What negations and aggregates are asked of.
    #[inline]
    fn inner<'t>(&self, tables: &'t [Table]) -> &'t [Table]
    where
        'a: 't,
    {
        self.settled.unwrap_or(tables)
    }

    #[inline(never)]
    fn has_answer(&self, ops: &[Op], tables: &[Table], registers: &mut [Code]) -> bool {
        let mut found = Found(false);
        self.run(ops, tables, registers, &mut found);
        found.0
    }

    /// The result over all answers. None where `max` or `min` has nothing to
    /// choose from, or the run ends.
    #[inline(never)]
    fn aggregate(
        &self,
        aggregate: &Aggregate,
        tables: &[Table],
        registers: &mut [Code],
    ) -> Option<i64> {
        let Aggregate { kind, value, ops, span, .. } = aggregate;
        let is_sum = matches!(kind, AggregateKind::Count | AggregateKind::Sum);
        let mut total: Option<i64> = is_sum.then_some(0);
        let mut add = |registers: &mut [Code]| {
            let number = match value {
                Some(value) => value.value(registers),
                None => Ok(1),
            };
            let next = number.and_then(|number| match (kind, total) {
                (AggregateKind::Max, total) => Ok(total.map_or(number, |best| best.max(number))),
                (AggregateKind::Min, total) => Ok(total.map_or(number, |best| best.min(number))),
                (_, total) => Binary::Add.apply(total.unwrap_or(0), number),
            });
            match next {
                Ok(next) => total = Some(next),
                Err(why) => return self.fail(Failure::Arithmetic(*span, why)),
            }
            true
        };
        self.run(ops, self.inner(tables), registers, &mut add);
        total
    }

    /// Calls `visit` for each row that agrees, with the registers it gives their
    /// values, until `visit` says that it is enough; whether it never did.
    #[inline]
    pub fn each(
        &self,
        look: &Look,
        tables: &[Table],
        registers: &mut [Code],
        mut visit: impl FnMut(&mut [Code]) -> bool,
    ) -> bool {
        match &look.rows {
            Rows::Chain { table, index } => {
                let (table, index) = (&tables[*table as usize], *index as usize);
                let mut link = with_key(look, registers, |key| table.last(index, key));
                while link > 0 {
                    let (row, before) = table.chained(index, link);
                    link = before;
                    if takes(look, row, registers) && !visit(registers) {
                        return false;
                    }
                }
                true
            }
            Rows::Frozen(frozen) => {
                let rows = with_key(look, registers, |key| frozen.get(key));
                for row in rows.chunks_exact(frozen.stride()) {
                    if takes(look, row, registers) && !visit(registers) {
                        return false;
                    }
                }
                true
            }
            Rows::Member(table) => {
                let table = &tables[*table as usize];
                !with_key(look, registers, |key| table.contains(key)) || visit(registers)
            }
            Rows::All(table) => {
                let table = &tables[*table as usize];
                for row in table.all() {
                    if takes(look, row, registers) && !visit(registers) {
                        return false;
                    }
                }
                true
            }
            Rows::Recent(table) => {
                let table = &tables[*table as usize];
                let recent = table.recent.start as usize..table.recent.end as usize;
                for row in table.rows(recent) {
                    if takes(look, row, registers) && !visit(registers) {
                        return false;
                    }
                }
                true
            }
            Rows::Steps { from, direction, to } => {
                self.steps([*from, *direction, *to], look, registers, visit)
            }
            Rows::Coordinate { across } => {
                let cell = registers[look.key[0] as usize];
                let Some((q, r)) = self.plane.coordinates(cell) else { return true };
                let number = if *across { q } else { r };
                !takes(look, &[cell, number as Code], registers) || visit(registers)
            }
            Rows::Range => self.range(look, registers, visit),
            Rows::Neighbours { table, index, backwards, direction, tests } => {
                let (table, index) = (&tables[*table as usize], *index as usize);
                let middle = registers[look.key[0] as usize];
                for number in 0..self.plane.directions() {
                    let next = match backwards {
                        false => self.plane.to(middle, number),
                        true => self.plane.from(middle, number),
                    };
                    let Some(next) = next else { continue };
                    let mut link = table.last(index, &[next]);
                    if link == 0
                        || !tests.iter().all(|(how, with)| {
                            holds(*how, number as Code, registers[*with as usize])
                        })
                    {
                        continue;
                    }
                    while link > 0 {
                        let (row, before) = table.chained(index, link);
                        link = before;
                        if takes(look, row, registers) {
                            if let Some(direction) = direction {
                                registers[*direction as usize] = number as Code;
                            }
                            if !visit(registers) {
                                return false;
                            }
                        }
                    }
                }
                true
            }
        }
    }

    /// The numbers of a range; or whether one that is known lies in it.
    fn range(
        &self,
        look: &Look,
        registers: &mut [Code],
        mut visit: impl FnMut(&mut [Code]) -> bool,
    ) -> bool {
        let number = |place: usize| registers[look.key[place] as usize] as i64;
        let (low, high) = (number(0), number(1));
        if look.key.len() == 3 {
            return !(low..=high).contains(&number(2)) || visit(registers);
        }
        for (passed, number) in (low..=high).enumerate() {
            if self.is_interrupted() {
                return self.fail(Failure::Interrupted);
            }
            if passed == self.limits.facts {
                return self.fail(Failure::LongRange(low, high));
            }
            let row = [low as Code, high as Code, number as Code];
            if takes(look, &row, registers) && !visit(registers) {
                return false;
            }
        }
        true
    }

    /// The steps of an unbounded board of which a cell is known.
    #[inline]
    fn steps(
        &self,
        known: [Option<u32>; 3],
        look: &Look,
        registers: &mut [Code],
        mut visit: impl FnMut(&mut [Code]) -> bool,
    ) -> bool {
        let [from, direction, to] = known.map(|known| known.map(|reg| registers[reg as usize]));
        let directions = match direction {
            Some(one) => {
                one as usize..(one as usize).saturating_add(1).min(self.plane.directions())
            }
            None => 0..self.plane.directions(),
        };
        for direction in directions {
            let (here, there) = match (from, to) {
                (Some(from), _) => match self.plane.to(from, direction) {
                    Some(next) => (from, next),
                    None => continue,
                },
                (None, Some(to)) => match self.plane.from(to, direction) {
                    Some(before) => (before, to),
                    None => continue,
                },
                (None, None) => return true,
            };
            if to.is_some_and(|to| to != there) {
                continue;
            }
            if takes(look, &[here, direction as Code, there], registers) && !visit(registers) {
                return false;
            }
        }
        true
    }
}

/// Asks with the values of a key.
#[inline(always)]
fn with_key<T>(look: &Look, registers: &[Code], ask: impl FnOnce(&[Code]) -> T) -> T {
    let value = |register: u32| registers[register as usize];
    match *look.key {
        [] => ask(&[]),
        [one] => ask(&[value(one)]),
        [one, two] => ask(&[value(one), value(two)]),
        [one, two, three] => ask(&[value(one), value(two), value(three)]),
        _ => ask(&look.key.iter().map(|one| value(*one)).collect::<SmallVec<[Code; 8]>>()),
    }
}

/// Whether a row agrees; if so, registers get what it gives them.
#[inline(always)]
pub(super) fn takes(look: &Look, row: &[Code], registers: &mut [Code]) -> bool {
    for (column, test, register) in &look.tests {
        if !holds(*test, row[*column as usize], registers[*register as usize]) {
            return false;
        }
    }
    for (one, other) in &look.twins {
        if row[*one as usize] != row[*other as usize] {
            return false;
        }
    }
    for (column, register) in &look.binds {
        registers[*register as usize] = row[*column as usize];
    }
    true
}

#[inline(always)]
fn holds(test: Test, column: Code, value: Code) -> bool {
    match test {
        Test::Same => column == value,
        Test::Differ => column != value,
        Test::Compare(op) => op.holds(column as i64, value as i64),
    }
}

/// Puts a number where it belongs; whether it may be there.
#[inline]
fn give(target: Target, number: i64, registers: &mut [Code]) -> bool {
    match target {
        Target::Into(register) => registers[register as usize] = number as Code,
        Target::Equal(register) => return registers[register as usize] == number as Code,
    }
    true
}
