//! Rules for some relations, ready to run: operations for each rule, and what
//! their tables are like.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use smallvec::SmallVec;

use super::code::Code;
use super::ops::{Assembled, Assembler, Op, Reg, Relate, Rows};
use super::table::{Layout, Table};
use super::{Engine, EvalError, Facts, Failure, Runner, Sink};
use crate::logic::Value;
use crate::logic::plan::{Recursion, RulePlan, Schedule, StratumPlan};
use crate::logic::program::{Arg, Origin, Program, RelationId, Rule};
use crate::logic::syntax::source::Span;

/// Rules ready to run.
pub struct Prepared {
    /// The relations that they derive and ask for.
    pub(super) program: Arc<Program>,
    layouts: Vec<Layout>,
    inputs: BTreeSet<RelationId>,
    strata: Vec<Stratum>,
    /// The relations that are derived only as far as they are asked for.
    pub(super) partial: BTreeSet<RelationId>,
    /// The relations that have tables.
    used: BTreeSet<RelationId>,
    /// Tables that were used before, empty.
    spare: Mutex<Vec<Vec<Table>>>,
}

/// The bits and places of all tables take no more bytes than these.
const MOST_ROOM: usize = 64 << 20;

/// What rules are prepared for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To derive what does not depend on the position.
    Statics,
    /// To ask further questions of what they derive.
    Questions,
    /// For the facts of the targets alone.
    Targets,
}

struct Stratum {
    relations: Vec<RelationId>,
    recursion: Recursion,
    /// The facts that are written in the rules.
    facts: Vec<(RelationId, Box<[Code]>)>,
    rules: Vec<PreparedRule>,
}

struct PreparedRule {
    head: RelationId,
    span: Span,
    /// Its body over all rows, unless it is recursive.
    whole: Option<Assembled>,
    /// Its body beginning with the recent rows of a relation of its own stratum.
    recent: Vec<Assembled>,
}

/// Tables that grow, with the indexes that rules need.
pub(in crate::logic) struct Growing<'a> {
    engine: &'a Engine,
    pub(in crate::logic) layouts: Vec<Layout>,
    /// The relations that are asked whether they have a row.
    asked_whole: BTreeSet<RelationId>,
    /// Whether static relations are derived too.
    with_statics: bool,
}

impl<'a> Growing<'a> {
    pub(in crate::logic) fn new(engine: &'a Engine, program: &Program, with_statics: bool) -> Self {
        let layouts = program.relations.iter().map(|relation| Layout {
            domains: relation.columns.iter().map(|ty| engine.codec.domain(*ty)).collect(),
            ..Layout::default()
        });
        let asked_whole = BTreeSet::new();
        Growing { engine, layouts: layouts.collect(), asked_whole, with_statics }
    }
}

impl Relate for Growing<'_> {
    fn rows(&mut self, relation: RelationId, keys: &[usize], _inside: bool) -> Rows {
        let relations = &self.engine.program.relations;
        // Relations that the optimiser added come behind those of the program.
        let is_static = relation.index() < relations.len() && relations[relation].is_static;
        if is_static && !self.with_statics {
            return Rows::Frozen(self.engine.frozen(relation, keys));
        }
        let layout = &mut self.layouts[relation.index()];
        match keys.len() {
            all if all == layout.domains.len() => {
                self.asked_whole.insert(relation);
                Rows::Member(relation.0)
            }
            0 => Rows::All(relation.0),
            _ => Rows::Chain { table: relation.0, index: layout.index(keys) as u32 },
        }
    }

    fn recent(&mut self, relation: RelationId) -> Rows {
        Rows::Recent(relation.0)
    }

    fn by_cell(&mut self, relation: RelationId, cell: usize, _inside: bool) -> (u32, u32) {
        (relation.0, self.layouts[relation.index()].index(&[cell]) as u32)
    }
}

impl Prepared {
    /// Prepares planned rules over the relations of a program.
    pub(super) fn new(
        engine: &Engine,
        program: Arc<Program>,
        schedule: &Schedule,
        targets: &[RelationId],
        purpose: Purpose,
    ) -> Prepared {
        let mut growing = Growing::new(engine, &program, purpose == Purpose::Statics);
        let strata: Vec<Stratum> = schedule
            .strata
            .iter()
            .map(|stratum| Stratum::new(engine, &program, stratum, &mut growing))
            .collect();
        let mut inputs = schedule.inputs(&program, targets);
        if purpose == Purpose::Statics {
            let is_given = |id: &RelationId| {
                matches!(program.relations[*id].origin, Origin::Given(_))
                    && !program.relations[*id].is_computed(&program.declarations)
            };
            inputs = program.relations.ids().filter(is_given).collect();
        }
        let mut layouts = growing.layouts;
        for id in inputs.iter().filter(|_| purpose == Purpose::Targets) {
            // A position holds each fact once.
            let is_state = program.relations[*id].origin == Origin::State;
            layouts[id.index()].unchecked = is_state && !growing.asked_whole.contains(id);
        }
        let derived = strata.iter().flat_map(|stratum| &stratum.relations);
        let mut used: BTreeSet<RelationId> = derived.chain(&inputs).copied().collect();
        // What no rule derives may be asked all the same, and is empty.
        let asked = |id: &RelationId| !layouts[id.index()].indexes.is_empty();
        used.extend(program.relations.ids().filter(asked));
        // Where there are very many relations, the later ones have to do without.
        let mut room = MOST_ROOM;
        for id in &used {
            let layout = &mut layouts[id.index()];
            match room.checked_sub(layout.size()) {
                Some(left) => room = left,
                None => layout.hashed = true,
            }
        }
        let (partial, spare) = (BTreeSet::new(), Mutex::default());
        Prepared { program, layouts, inputs, strata, partial, used, spare }
    }

    /// The relations that are derived as a whole.
    pub fn derived(&self) -> impl Iterator<Item = RelationId> {
        let all = self.strata.iter().flat_map(|stratum| &stratum.relations).copied();
        all.filter(|id| !self.partial.contains(id))
    }

    /// Empty tables for all relations.
    pub(super) fn tables(&self) -> Vec<Table> {
        let spare = self.spare.lock().expect("no panic while held").pop();
        spare.unwrap_or_else(|| {
            let mut tables: Vec<Table> = self.layouts.iter().map(|_| Table::default()).collect();
            for id in &self.used {
                tables[id.index()] = Table::new(&self.layouts[id.index()]);
            }
            tables
        })
    }

    /// Takes tables back, to be used again.
    pub(super) fn take_back(&self, mut tables: Vec<Table>) {
        if std::thread::panicking() {
            return;
        }
        self.used.iter().for_each(|id| tables[id.index()].clear());
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(tables);
        }
    }

    /// Derives everything, beginning with facts from outside.
    pub(super) fn derive(
        &self,
        engine: &Engine,
        facts: &dyn Facts,
        tables: &mut [Table],
    ) -> Result<(), EvalError> {
        for relation in &self.inputs {
            let table = &mut tables[relation.index()];
            let columns = &self.program.relations[*relation].columns;
            let arity = columns.len();
            let mut insert = |row: &[Value]| {
                let codes = row.iter().zip(columns);
                table.insert(codes.map(|(value, ty)| engine.codec.encode(*ty, *value)));
            };
            match facts.values(*relation).filter(|_| arity > 0) {
                Some(values) => values.chunks_exact(arity).for_each(&mut insert),
                None => facts.each(*relation, &mut |row| insert(row)),
            }
        }
        self.run(engine, tables)
    }

    /// Derives everything from what the tables hold.
    pub(super) fn run(&self, engine: &Engine, tables: &mut [Table]) -> Result<(), EvalError> {
        let runner = Runner::new(&engine.plane, &engine.limits);
        let mut run =
            Run { engine, runner, left: engine.limits.facts, registers: Registers::new() };
        for stratum in &self.strata {
            run.stratum(stratum, tables).map_err(|(failure, rule)| match failure {
                Failure::TooManyFacts => engine.too_many_facts(&self.program, rule.head, rule.span),
                other => engine.error(other),
            })?;
            if engine.is_interrupted() {
                return Err(EvalError::Interrupted);
            }
        }
        Ok(())
    }
}

impl Stratum {
    fn new(
        engine: &Engine,
        program: &Program,
        plan: &StratumPlan,
        growing: &mut Growing<'_>,
    ) -> Stratum {
        let (facts, rules): (Vec<&RulePlan>, Vec<&RulePlan>) =
            plan.rules.iter().partition(|plan| plan.rule.body.is_empty());
        let mut assemble =
            |rule: &Rule, steps| Assembler::new(program, &engine.codec, rule, growing).rule(steps);
        let rules = rules.into_iter().map(|RulePlan { rule, steps, recent }| PreparedRule {
            head: rule.head,
            span: rule.span,
            whole: recent.is_empty().then(|| assemble(rule, steps)),
            recent: recent.iter().map(|(_, steps)| assemble(rule, steps)).collect(),
        });
        let rules = rules.collect();
        let facts = facts.into_iter().map(|plan| engine.written(program, &plan.rule));
        Stratum {
            relations: plan.relations.clone(),
            recursion: plan.recursion,
            facts: facts.collect(),
            rules,
        }
    }
}

impl Engine {
    /// A fact that is written in the rules.
    pub(in crate::logic) fn written(
        &self,
        program: &Program,
        rule: &Rule,
    ) -> (RelationId, Box<[Code]>) {
        let columns = &program.relations[rule.head].columns;
        let code = |(arg, ty): (&Arg, &Option<_>)| match arg {
            Arg::Const(value) => self.codec.encode(*ty, *value),
            Arg::Var(_) => unreachable!("a fact has no variables"),
        };
        (rule.head, rule.head_args.iter().zip(columns).map(code).collect())
    }
}

/// One go at deriving everything.
struct Run<'a> {
    engine: &'a Engine,
    runner: Runner<'a>,
    /// How many more facts may be derived.
    left: usize,
    registers: Registers,
}

/// Registers of rules that are not very long need no memory of their own.
type Registers = SmallVec<[Code; 64]>;

type RunResult<'r> = Result<(), (Failure, &'r PreparedRule)>;

impl Run<'_> {
    fn stratum<'r>(&mut self, stratum: &'r Stratum, tables: &mut [Table]) -> RunResult<'r> {
        for (relation, row) in &stratum.facts {
            tables[relation.index()].insert(row.iter().copied());
        }
        for relation in &stratum.relations {
            self.once(stratum, *relation, tables)?;
        }
        match stratum.recursion {
            Recursion::None => Ok(()),
            Recursion::Worklist => self.worklist(stratum, tables),
            Recursion::SemiNaive => self.rounds(stratum, tables),
        }
    }

    /// Runs the rules for a relation that do not ask for their own stratum.
    fn once<'r>(
        &mut self,
        stratum: &'r Stratum,
        relation: RelationId,
        tables: &mut [Table],
    ) -> RunResult<'r> {
        let mut table = std::mem::take(&mut tables[relation.index()]);
        let mut result = Ok(());
        for rule in stratum.rules.iter().filter(|rule| rule.head == relation) {
            let Some(ops) = &rule.whole else { continue };
            if ops.head.is_empty() && table.len() > 0 {
                break;
            }
            self.start(ops);
            let mut sink = Insert {
                table: &mut table,
                head: &ops.head,
                left: &mut self.left,
                runner: &self.runner,
            };
            self.runner.run(&ops.ops, tables, &mut self.registers, &mut sink);
            result = self.check(rule);
            if result.is_err() {
                break;
            }
        }
        tables[relation.index()] = table;
        result
    }

    /// Goes through the rows of a relation, and those that come up meanwhile.
    fn worklist<'r>(&mut self, stratum: &'r Stratum, tables: &mut [Table]) -> RunResult<'r> {
        let head = stratum.relations[0].index();
        let mut table = std::mem::take(&mut tables[head]);
        let recursive = stratum.rules.iter().filter(|rule| rule.whole.is_none());
        let rules: SmallVec<[(&PreparedRule, &Assembled); 2]> =
            recursive.flat_map(|rule| rule.recent.iter().map(move |ops| (rule, ops))).collect();
        let mut result = Ok(());
        let mut registers: SmallVec<[Registers; 2]> =
            rules.iter().map(|(_, ops)| Registers::from_slice(&ops.registers)).collect();
        let mut number = 0;
        'rows: while number < table.len() {
            for ((rule, ops), registers) in rules.iter().zip(&mut registers) {
                let [Op::Each(first) | Op::Exists(first, true), rest @ ..] = &*ops.ops else {
                    unreachable!("the plan begins with the recent rows")
                };
                if !super::run::takes(first, table.row(number), registers) {
                    continue;
                }
                let mut sink = Insert {
                    table: &mut table,
                    head: &ops.head,
                    left: &mut self.left,
                    runner: &self.runner,
                };
                self.runner.run(rest, tables, registers, &mut sink);
                if let Err(failure) = self.check(rule) {
                    result = Err(failure);
                    break 'rows;
                }
            }
            number += 1;
            if self.engine.is_interrupted() && !rules.is_empty() {
                result = Err((Failure::Interrupted, rules[0].0));
                break;
            }
        }
        tables[head] = table;
        result
    }

    /// Runs recursive rules in rounds, each over what the last one brought.
    fn rounds<'r>(&mut self, stratum: &'r Stratum, tables: &mut [Table]) -> RunResult<'r> {
        let advance = |tables: &mut [Table]| {
            let relations = stratum.relations.iter();
            relations.fold(false, |news, id| tables[id.index()].advance() | news)
        };
        while advance(tables) {
            for rule in stratum.rules.iter().filter(|rule| rule.whole.is_none()) {
                for ops in &rule.recent {
                    self.round(rule, ops, tables)?;
                }
            }
        }
        Ok(())
    }

    fn round<'r>(
        &mut self,
        rule: &'r PreparedRule,
        ops: &Assembled,
        tables: &mut [Table],
    ) -> RunResult<'r> {
        let head = rule.head.index();
        let mut fresh =
            Table::new(&Layout { domains: vec![0; ops.head.len()], ..Layout::default() });
        self.start(ops);
        let (known, runner, left) = (&tables[head], &self.runner, &mut self.left);
        let mut sink = |registers: &mut [Code]| {
            let row: SmallVec<[Code; 8]> =
                ops.head.iter().map(|register| registers[*register as usize]).collect();
            if known.contains(&row) || !fresh.insert(row.iter().copied()) {
                return true;
            }
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => return runner.fail(Failure::TooManyFacts),
            }
            !ops.head.is_empty()
        };
        runner.run(&ops.ops, tables, &mut self.registers, &mut sink);
        fresh.all().for_each(|row| _ = tables[head].insert(row.iter().copied()));
        self.check(rule)
    }

    fn start(&mut self, ops: &Assembled) {
        self.registers.clear();
        self.registers.extend_from_slice(&ops.registers);
    }

    fn check<'r>(&self, rule: &'r PreparedRule) -> RunResult<'r> {
        match self.runner.failure.get() {
            Some(failure) => Err((failure, rule)),
            None => Ok(()),
        }
    }
}

/// Adds what a rule derives to a table.
struct Insert<'a> {
    table: &'a mut Table,
    head: &'a [Reg],
    left: &'a mut usize,
    runner: &'a Runner<'a>,
}

impl Sink for Insert<'_> {
    #[inline]
    fn answer(&mut self, registers: &mut [Code]) -> bool {
        let row = self.head.iter().map(|register| registers[*register as usize]);
        if self.table.insert(row) {
            match self.left.checked_sub(1) {
                Some(fewer) => *self.left = fewer,
                None => return self.runner.fail(Failure::TooManyFacts),
            }
        }
        // A relation without columns holds once for all.
        !self.head.is_empty()
    }
}
