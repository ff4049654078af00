//! How high the least proof of each fact is.
//!
//! The rules are worked out once more, all together, round by round, with
//! negations and aggregates asked of what is known to hold in the end. The
//! round in which a fact first appears is its height: a rule derives it from
//! facts of earlier rounds, which are all lower.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::logic::check::strata;
use crate::logic::engine::executor::{Executor, Stop, View};
use crate::logic::engine::table::Table;
use crate::logic::engine::{EvalError, Facts, Interpreter, Model};
use crate::logic::explain::unify::row_of;
use crate::logic::plan::{Order, Plan, Planner, RulePlan};
use crate::logic::program::{Literal, Origin, Program, RelationId, Rule, Var};
use crate::logic::{Row, Value};

/// All facts, in the order of their heights.
pub struct Heights<'a> {
    interpreter: &'a Interpreter,
    model: &'a Model<'a>,
    /// The facts of each relation.
    grown: Vec<Table>,
    /// For each relation, how many facts it had at the end of each round.
    rounds: Vec<Vec<u32>>,
}

impl<'a> Heights<'a> {
    /// Works out again all that `model` holds of `targets` and what they depend
    /// on; but what can only be derived from the fact `without` is left out, as
    /// is that fact.
    pub fn new(
        interpreter: &'a Interpreter,
        model: &'a Model<'a>,
        facts: &dyn Facts,
        targets: &[RelationId],
        without: Option<(RelationId, &[Value])>,
    ) -> Result<Heights<'a>, EvalError> {
        let program: &Program = interpreter.program();
        let relations = &program.relations;
        let needed = strata::closure(&program.rules, targets);
        let mut grown: Vec<Table> =
            relations.iter().map(|relation| Table::new(relation.arity)).collect();
        for id in relations.ids().filter(|id| needed.contains(id)) {
            let table = &mut grown[id.index()];
            match relations[id].origin {
                Origin::Rules => {}
                Origin::Given(_) => {
                    interpreter.static_table(id).rows().for_each(|row| _ = table.insert(row));
                }
                _ => facts.each(id, &mut |row| _ = table.insert(row)),
            }
        }
        let rounds = vec![Vec::new(); grown.len()];
        let mut heights = Heights { interpreter, model, grown, rounds };
        heights.grow(&needed, without)?;
        Ok(heights)
    }

    /// The program whose facts these are.
    pub fn program(&self) -> &'a Program {
        self.interpreter.program()
    }

    /// Derives everything round by round.
    fn grow(
        &mut self,
        needed: &FxHashSet<RelationId>,
        without: Option<(RelationId, &[Value])>,
    ) -> Result<(), EvalError> {
        let program = self.program();
        let (written, rules): (Vec<&Rule>, Vec<&Rule>) = program
            .rules
            .iter()
            .filter(|rule| needed.contains(&rule.head))
            .partition(|rule| rule.body.is_empty());
        let planned: Vec<(&Rule, RulePlan)> =
            rules.iter().map(|rule| (*rule, RulePlan::new(program, rule))).collect();
        let mut to_add: Vec<(RelationId, Row)> =
            written.iter().map(|rule| (rule.head, row_of(&rule.head_args, &[]))).collect();
        let mut first = true;
        loop {
            for (relation, row) in to_add.drain(..) {
                if without != Some((relation, &row)) {
                    self.grown[relation.index()].insert(&row);
                }
            }
            if !self.end_round() && !first {
                return Ok(());
            }
            for (rule, RulePlan { whole, by_recent, slots }) in &planned {
                let once = (first && by_recent.is_empty()).then_some(whole);
                let news = by_recent
                    .iter()
                    .filter(|(relation, _)| !self.grown[relation.index()].recent.is_empty())
                    .map(|(_, plan)| plan);
                for plan in once.into_iter().chain(news) {
                    self.executor(plan, *slots).run(rule, &mut |registers| {
                        to_add.push((rule.head, row_of(&rule.head_args, registers)));
                        ControlFlow::Continue(())
                    })?;
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
        let number = self.grown[relation.index()].find(row)?;
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

    fn executor<'b>(&'b self, plan: &'b Plan, slots: usize) -> Executor<'b> {
        let view = View { tables: &self.grown, statics: &[], relations: &self.program().relations };
        Executor::new(self.interpreter, plan, view, self.model.view(), slots)
    }

    /// Goes through the answers to a goal of a rule, with some values given.
    pub fn answers(
        &self,
        rule: &Rule,
        goal: &[Literal],
        known: &[(Var, Value)],
        emit: &mut dyn FnMut(&[Value]) -> ControlFlow<Stop>,
    ) -> Result<(), EvalError> {
        let program = self.program();
        let part = Rule { body: goal.to_vec(), head_args: Vec::new(), ..rule.clone() };
        let vars: Vec<Var> = known.iter().map(|(var, _)| *var).collect();
        let mut planner = Planner::new(&program.relations, &program.declarations);
        let plan = planner.plan(&part, Order::Best, &vars);
        let mut registers = vec![Value::Int(0); rule.variables.len()];
        known.iter().for_each(|(var, value)| registers[var.index()] = *value);
        self.executor(&plan, planner.slots()).run_from(&mut registers, emit)
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
            ControlFlow::Break(Stop::Enough)
        })?;
        Ok(found)
    }
}
