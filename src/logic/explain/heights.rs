//! How high the least proof of each fact is.
//!
//! The rules are evaluated once more, all together, round by round, with
//! negations and aggregates asked of what is known to hold in the end. The
//! round in which a fact first appears is its height: a rule derives it from
//! facts of earlier rounds, which are all lower.

use rustc_hash::FxHashSet;

use crate::logic::check::strata;
use crate::logic::check::types::Type;
use crate::logic::engine::{
    Assembled, Assembler, Code, Engine, EvalError, Facts, FrozenTables, Growing, Model, Relate,
    Rows, Snapshot, Table, answers,
};
use crate::logic::explain::unify::{Asked, row_of};
use crate::logic::plan::Planner;
use crate::logic::program::{Arg, Literal, Origin, Program, RelationId, Rule, Var, Variable};
use crate::logic::{Atom, Row, Value};

/// All facts, in the order of their heights.
pub struct Heights<'a> {
    engine: &'a Engine,
    model: &'a Model<'a>,
    /// The facts of each relation.
    grown: Vec<Table>,
    /// The same by some of their columns, once all are there.
    frozen: FrozenTables,
    /// For each relation, how many facts it had at the end of each round.
    rounds: Vec<Vec<u32>>,
}

/// A rule to be run in rounds.
struct Growth {
    head: RelationId,
    /// Its body over all rows, if it asks nothing that rules derive.
    whole: Option<Assembled>,
    /// Its body beginning with the recent rows of a relation.
    recent: Vec<(RelationId, Assembled)>,
}

/// Goals are asked of what grows; their negations and aggregates, of the model.
struct Relating<'a> {
    growing: Growing<'a>,
    settled: Snapshot<'a>,
}

impl Relate for Relating<'_> {
    fn rows(&mut self, relation: RelationId, keys: &[usize], inside: bool) -> Rows {
        match inside {
            true => self.settled.rows(relation, keys),
            false => self.growing.rows(relation, keys, inside),
        }
    }

    fn recent(&mut self, relation: RelationId) -> Rows {
        self.growing.recent(relation)
    }

    fn by_cell(&mut self, relation: RelationId, cell: usize, inside: bool) -> (u32, u32) {
        self.growing.by_cell(relation, cell, inside)
    }
}

impl<'a> Heights<'a> {
    /// Derives again all that `model` holds of `targets` and what they depend on;
    /// but what can only be derived from the fact `without` is left out, as is
    /// that fact.
    pub fn new(
        engine: &'a Engine,
        model: &'a Model<'a>,
        facts: &dyn Facts,
        targets: &[RelationId],
        without: Option<(RelationId, &[Value])>,
    ) -> Result<Heights<'a>, EvalError> {
        let rules: Vec<&Rule> = engine.program().rules.iter().collect();
        Heights::by_rules(engine, model, facts, targets, &rules, without)
    }

    /// The same by other rules over the same relations. What they negate and
    /// aggregate is what it is in the model.
    pub fn by_rules(
        engine: &'a Engine,
        model: &'a Model<'a>,
        facts: &dyn Facts,
        targets: &[RelationId],
        all: &[&Rule],
        without: Option<(RelationId, &[Value])>,
    ) -> Result<Heights<'a>, EvalError> {
        let program: &Program = engine.program();
        let relations = &program.relations;
        let needed = strata::closure(all.iter().copied(), targets);
        let mut growing = Growing::new(engine, program, true);
        growing.layouts.iter_mut().for_each(|layout| layout.numbered = true);
        let mut relating = Relating { growing, settled: model.snapshot() };
        let rules: Vec<Growth> = all
            .iter()
            .filter(|rule| needed.contains(&rule.head) && !rule.body.is_empty())
            .map(|rule| Growth::new(engine, rule, &mut relating))
            .collect();
        let mut grown: Vec<Table> = relating.growing.layouts.iter().map(Table::new).collect();
        for id in relations.ids().filter(|id| needed.contains(id)) {
            let table = &mut grown[id.index()];
            match relations[id].origin {
                Origin::Rules => {}
                Origin::Given(_) => engine
                    .static_codes(id)
                    .all()
                    .for_each(|row| _ = table.insert(row.iter().copied())),
                _ => facts.each(id, &mut |row| {
                    table.insert(engine.encoded(id, row).into_iter());
                }),
            }
        }
        let written = all.iter().filter(|rule| rule.body.is_empty());
        let written: Vec<(RelationId, Box<[Code]>)> = written
            .filter(|rule| needed.contains(&rule.head))
            .map(|rule| engine.written(program, rule))
            .collect();
        let without = without.map(|(id, row)| (id, engine.encoded(id, row).into()));
        let rounds = vec![Vec::new(); grown.len()];
        let frozen = FrozenTables::default();
        let mut heights = Heights { engine, model, grown, frozen, rounds };
        heights.grow(&rules, written, without)?;
        Ok(heights)
    }

    /// The program whose facts these are.
    pub fn program(&self) -> &'a Program {
        self.engine.program()
    }

    /// Derives everything round by round.
    fn grow(
        &mut self,
        rules: &[Growth],
        written: Vec<(RelationId, Box<[Code]>)>,
        without: Option<(RelationId, Box<[Code]>)>,
    ) -> Result<(), EvalError> {
        let settled = self.model.snapshot();
        let mut to_add = written;
        let mut seen: FxHashSet<(RelationId, Box<[Code]>)> = FxHashSet::default();
        let mut first = true;
        loop {
            for fact in to_add.drain(..).filter(|fact| Some(fact) != without.as_ref()) {
                self.grown[fact.0.index()].insert(fact.1.iter().copied());
            }
            seen.clear();
            if !self.end_round() && !first {
                return Ok(());
            }
            for rule in rules {
                let once = rule.whole.iter().filter(|_| first);
                let has_news = |id: &RelationId| !self.grown[id.index()].recent.is_empty();
                let news = rule.recent.iter().filter(|(id, _)| has_news(id)).map(|(_, ops)| ops);
                for ops in once.chain(news) {
                    let mut runner = self.engine.runner();
                    runner.settled = Some(settled.tables);
                    let mut registers = ops.registers.to_vec();
                    let known = &self.grown[rule.head.index()];
                    runner.run(
                        &ops.ops,
                        &self.grown,
                        &mut registers,
                        &mut |registers: &mut [Code]| {
                            let row: Box<[Code]> = ops
                                .head
                                .iter()
                                .map(|register| registers[*register as usize])
                                .collect();
                            if !known.contains(&row) {
                                let fact = (rule.head, row);
                                if seen.insert(fact.clone()) {
                                    to_add.push(fact);
                                }
                            }
                            true
                        },
                    );
                    if let Some(failure) = runner.failure.get() {
                        return Err(self.engine.error(failure));
                    }
                }
            }
            first = false;
        }
    }

    fn end_round(&mut self) -> bool {
        let mut news = false;
        for (table, rounds) in self.grown.iter_mut().zip(&mut self.rounds) {
            news |= table.advance();
            rounds.push(table.len() as u32);
        }
        news
    }

    /// The height of a fact. What is not derived from anything has the height 0.
    pub fn of(&self, relation: RelationId, row: &[Value]) -> Option<usize> {
        let codes = self.engine.encoded(relation, row);
        let number = self.grown[relation.index()].find(&codes)? as u32;
        Some(self.rounds[relation.index()].partition_point(|end| *end <= number))
    }

    /// The height of the highest fact that a body rests on, with its variables
    /// bound to what stands in the registers.
    pub fn of_body(&self, body: &[Literal], registers: &[Value]) -> usize {
        let program = self.program();
        let heights = body.iter().filter_map(|literal| match literal {
            Literal::Fact { relation, args, .. } => {
                let computed = program.relations[*relation].is_computed(&program.declarations);
                let height = || self.of(*relation, &row_of(args, registers));
                (!computed).then(|| height().unwrap_or(usize::MAX))
            }
            _ => None,
        });
        heights.max().unwrap_or(0)
    }

    /// The facts of a relation.
    pub fn rows(&self, relation: RelationId) -> impl Iterator<Item = Row> {
        let columns = &self.program().relations[relation].columns;
        self.grown[relation.index()].all().map(|row| self.engine.decoded(columns, row))
    }

    /// The facts of a relation that agree with what is asked in all columns but
    /// one, where facts are computed from what is known.
    pub fn computed(&self, relation: RelationId, asked: &[Asked], column: usize) -> Vec<Row> {
        let program = self.program();
        let Some(some_rule) = program.rules.first() else { return Vec::new() };
        let variable = |ty: &Option<Type>| Variable {
            name: Atom::new("_"),
            span: some_rule.span,
            ty: ty.unwrap_or(Type::Atom),
        };
        let args = (0..asked.len() as u16).map(|var| Arg::Var(Var(var))).collect();
        // Only its variables matter.
        let variables = program.relations[relation].columns.iter().map(variable).collect();
        let rule = Rule { variables, ..some_rule.clone() };
        let known: Vec<(Var, Value)> = asked
            .iter()
            .enumerate()
            .filter_map(|(place, asked)| match asked {
                Asked::Value(value) if place != column => Some((Var(place as u16), *value)),
                _ => None,
            })
            .collect();
        let goal = [Literal::Fact { relation, args, span: rule.span }];
        let mut rows = Vec::new();
        let found = self.answers(&rule, &goal, &known, &mut |registers| {
            rows.push(Row::from_slice(registers));
            true
        });
        if found.is_ok() { rows } else { Vec::new() }
    }

    /// Goes through the answers to a goal of a rule, with some values given, until
    /// `visit` says that it is enough.
    pub fn answers(
        &self,
        rule: &Rule,
        goal: &[Literal],
        known: &[(Var, Value)],
        visit: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<(), EvalError> {
        let Heights { engine, grown, frozen, .. } = self;
        let grown = Snapshot { engine, tables: grown, with_statics: true, frozen };
        answers(&grown, &self.model.snapshot(), rule, goal, known, visit)
    }

    /// The values of the first answer.
    pub fn first_answer(
        &self,
        rule: &Rule,
        goal: &[Literal],
        known: &[(Var, Value)],
    ) -> Result<Option<Vec<Value>>, EvalError> {
        let mut found = None;
        self.answers(rule, goal, known, &mut |registers| {
            found = Some(registers.to_vec());
            false
        })?;
        Ok(found)
    }
}

impl Growth {
    fn new(engine: &Engine, rule: &Rule, relating: &mut Relating<'_>) -> Growth {
        let program = engine.program();
        let is_derived = |id: RelationId| program.relations[id].origin == Origin::Rules;
        let plan = Planner::for_queries(program).recursive_rule(rule, is_derived);
        let mut assemble =
            |steps| Assembler::new(program, engine.codec(), rule, relating).rule(steps);
        Growth {
            head: rule.head,
            whole: plan.recent.is_empty().then(|| assemble(&plan.steps)),
            recent: plan.recent.iter().map(|(id, steps)| (*id, assemble(steps))).collect(),
        }
    }
}
