//! Why a goal holds, or why it does not.
//!
//! A proof is of least height: no other derivation of the fact has fewer
//! levels. To find it, the rules are worked out once more, all together, round
//! by round, with negations asked of what is known to hold in the end; the
//! round in which a fact first appears is its height.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::executor::{Executor, Stop, View};
use super::interpreter::{EvalError, Facts, Interpreter, Model};
use super::plan::{Order, Plan, Planner, RulePlan, resolve};
use super::program::{Arg, Literal, Origin, Program, RelationId, Rule, Var};
use super::proof::{Attempt, Because, Failure, Premise, Why, WhyNot};
use super::query::Query;
use super::show::show;
use super::table::Table;
use super::{Row, Value, strata};

/// Explains a question: why its first answer holds, or why there is none.
pub fn explain(
    interpreter: &Interpreter,
    query: &Query,
    facts: &dyn Facts,
) -> Result<Why, EvalError> {
    let facts = query.suppose(facts);
    let mut failures = Vec::new();
    for goal in &query.goals {
        let rule = &goal.rule;
        let targets = strata::asked(&rule.body);
        let model = interpreter.derive(&interpreter.schedule(&targets), &facts)?;
        let explainer = Explainer::new(interpreter, &model, &facts, &targets)?;
        match explainer.first_answer(rule, &rule.body, &[])? {
            Some(registers) => {
                return Ok(Why::Holds(explainer.premises(rule, &rule.body, &registers)?));
            }
            None => {
                let attempt = explainer.attempt(rule, &[], FOLLOWED)?;
                failures.push(attempt.failed);
            }
        }
    }
    Ok(Why::Fails(failures))
}

/// How deep failures are followed: into the goal asked, into the rules for it,
/// and one level further.
const FOLLOWED: usize = 2;

const POSITION: &str = "a fact of the position";
const BUILT_IN: &str = "built in";
const COMPUTED: &str = "worked out";
const NO_ANSWER: &str = "nothing derives it";

struct Explainer<'a> {
    interpreter: &'a Interpreter,
    program: &'a Program,
    model: &'a Model<'a>,
    /// All facts again, in the order of their heights.
    grown: Vec<Table>,
    /// For each table, how many rows it had at the end of each round.
    rounds: Vec<Vec<u32>>,
}

impl<'a> Explainer<'a> {
    fn new(
        interpreter: &'a Interpreter,
        model: &'a Model<'a>,
        facts: &dyn Facts,
        targets: &[RelationId],
    ) -> Result<Explainer<'a>, EvalError> {
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
        let mut explainer =
            Explainer { interpreter, program, model, rounds: vec![Vec::new(); grown.len()], grown };
        explainer.grow(&needed)?;
        Ok(explainer)
    }

    /// Derives everything round by round.
    fn grow(&mut self, needed: &FxHashSet<RelationId>) -> Result<(), EvalError> {
        let rules: Vec<&Rule> =
            self.program.rules.iter().filter(|rule| needed.contains(&rule.head)).collect();
        for rule in rules.iter().filter(|rule| rule.body.is_empty()) {
            let row: Row = rule.head_args.iter().filter_map(constant).collect();
            self.grown[rule.head.index()].insert(&row);
        }
        self.end_round();
        let planned: Vec<(&Rule, RulePlan)> = rules
            .iter()
            .filter(|rule| !rule.body.is_empty())
            .map(|rule| (*rule, RulePlan::new(self.program, rule)))
            .collect();
        let mut first = true;
        loop {
            let mut to_add: Vec<(RelationId, Row)> = Vec::new();
            for (rule, RulePlan { whole, by_recent, slots }) in &planned {
                let once = (first && by_recent.is_empty()).then_some(whole);
                for plan in once.into_iter().chain(by_recent.iter().map(|(_, plan)| plan)) {
                    self.executor(plan, *slots).run(rule, &mut |registers| {
                        to_add.push((rule.head, row_of(&rule.head_args, registers)));
                        ControlFlow::Continue(())
                    })?;
                }
            }
            first = false;
            for (relation, row) in to_add {
                self.grown[relation.index()].insert(&row);
            }
            if !self.end_round() {
                return Ok(());
            }
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

    /// The round in which a fact was first derived.
    fn height(&self, relation: RelationId, row: &[Value]) -> Option<usize> {
        let number = self.grown[relation.index()].find(row)?;
        Some(self.rounds[relation.index()].partition_point(|end| *end <= number))
    }

    fn view(&self) -> View<'_> {
        View { tables: &self.grown, statics: &[], relations: &self.program.relations }
    }

    fn executor<'b>(&'b self, plan: &'b Plan, slots: usize) -> Executor<'b> {
        Executor::new(self.interpreter, plan, self.view(), self.model.view(), slots)
    }

    /// The values of the first answer to a goal of a rule, with some given.
    fn first_answer(
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

    fn answers(
        &self,
        rule: &Rule,
        goal: &[Literal],
        known: &[(Var, Value)],
        emit: &mut dyn FnMut(&[Value]) -> ControlFlow<Stop>,
    ) -> Result<(), EvalError> {
        let part = Rule { body: goal.to_vec(), head_args: Vec::new(), ..rule.clone() };
        let vars: Vec<Var> = known.iter().map(|(var, _)| *var).collect();
        let mut planner = Planner::new(&self.program.relations, &self.program.declarations);
        let plan = planner.plan(&part, Order::Best, &vars);
        let mut registers = vec![Value::Int(0); rule.variables.len()];
        known.iter().for_each(|(var, value)| registers[var.index()] = *value);
        self.executor(&plan, planner.slots()).run_from(&mut registers, emit)
    }

    /// A proof of least height.
    fn prove(&self, relation: RelationId, row: &[Value]) -> Result<Premise, EvalError> {
        let goal = self.program.relations[relation].show(row);
        let leaf = |text| Ok(Premise { goal: goal.clone(), because: Because::Leaf(text) });
        match self.program.relations[relation].origin {
            Origin::State => return leaf(POSITION),
            Origin::Given(_) => return leaf(BUILT_IN),
            Origin::History => return leaf("from the course of the game"),
            Origin::Supposed => return leaf("supposed"),
            Origin::Rules => {}
        }
        let height = self.height(relation, row).unwrap_or(usize::MAX);
        for rule in self.program.rules_for(relation) {
            let Some(known) =
                unify(&rule.head_args, &row.iter().copied().map(Asked::Value).collect::<Vec<_>>())
            else {
                continue;
            };
            let mut found = None;
            self.answers(rule, &rule.body, &known, &mut |registers| {
                if !self.is_lower(&rule.body, registers, height) {
                    return ControlFlow::Continue(());
                }
                found = Some(registers.to_vec());
                ControlFlow::Break(Stop::Enough)
            })?;
            if let Some(registers) = found {
                let (text, at) = self.program.sources.describe(rule.span);
                let because = if rule.body.is_empty() {
                    Because::Written(at)
                } else {
                    let premises = self.premises(rule, &rule.body, &registers)?;
                    Because::Rule { text, at, premises }
                };
                return Ok(Premise { goal, because });
            }
        }
        // Some rule derived it in the round that is its height, from lower facts.
        debug_assert!(false, "{goal} has no proof");
        leaf("derived")
    }

    /// Whether all facts that a body rests on are lower than `height`.
    fn is_lower(&self, body: &[Literal], registers: &[Value], height: usize) -> bool {
        body.iter().all(|literal| match literal {
            Literal::Fact { relation, args, .. } => {
                let info = &self.program.relations[*relation];
                let row = row_of(args, registers);
                info.is_computed(&self.program.declarations)
                    || self.height(*relation, &row).is_some_and(|below| below < height)
            }
            _ => true,
        })
    }

    /// What a rule's body, or a part of it, rests on.
    fn premises(
        &self,
        rule: &Rule,
        goal: &[Literal],
        registers: &[Value],
    ) -> Result<Vec<Premise>, EvalError> {
        goal.iter()
            .map(|literal| match literal {
                Literal::Fact { relation, args, .. } => {
                    self.prove(*relation, &row_of(args, registers))
                }
                literal => {
                    let leaf = match literal {
                        Literal::Not { .. } => NO_ANSWER,
                        _ => COMPUTED,
                    };
                    let local = local_vars(rule, goal, literal);
                    let shown = |var: Var| (!local.contains(&var)).then(|| registers[var.index()]);
                    let goal = show(self.program, rule, literal, &shown);
                    Ok(Premise { goal, because: Because::Leaf(leaf) })
                }
            })
            .collect()
    }

    /// How far a rule gets: the longest beginning of its body that has an
    /// answer, and the goal that fails after it.
    fn attempt(
        &self,
        rule: &Rule,
        known: &[(Var, Value)],
        follow: usize,
    ) -> Result<Attempt, EvalError> {
        let mut best = (0, vec![Value::Int(0); rule.variables.len()]);
        known.iter().for_each(|(var, value)| best.1[var.index()] = *value);
        for length in 1..rule.body.len() {
            match self.first_answer(rule, &rule.body[..length], known)? {
                Some(registers) => best = (length, registers),
                None => break,
            }
        }
        let (length, registers) = best;
        let mut bound: FxHashSet<Var> = known.iter().map(|(var, _)| *var).collect();
        bound.extend(rule.body[..length].iter().flat_map(|literal| literal.open_vars()));
        let bindings = (0..rule.variables.len() as u16)
            .map(Var)
            .filter(|var| bound.contains(var))
            .filter(|var| !rule.variables[var.index()].is_hidden())
            .map(|var| (rule.variables[var.index()].name, registers[var.index()]))
            .collect();
        let failed = self.failure(rule, &rule.body[length], &registers, &bound, follow)?;
        let (text, at) = self.program.sources.describe(rule.span);
        Ok(Attempt { text, at, bindings, failed })
    }

    fn failure(
        &self,
        rule: &Rule,
        literal: &Literal,
        registers: &[Value],
        bound: &FxHashSet<Var>,
        follow: usize,
    ) -> Result<Failure, EvalError> {
        let value = |var: Var| bound.contains(&var).then(|| registers[var.index()]);
        let goal = show(self.program, rule, literal, &value);
        let why = match literal {
            Literal::Fact { relation, args, .. } => {
                let asked: Vec<Asked> = args
                    .iter()
                    .map(|arg| match arg {
                        Arg::Var(var) => value(*var).map_or(Asked::Any(*var), Asked::Value),
                        Arg::Const(constant) => Asked::Value(*constant),
                    })
                    .collect();
                self.no_fact(*relation, &asked, follow)?
            }
            Literal::Not { goal, .. } => {
                let known: Vec<(Var, Value)> =
                    bound.iter().map(|var| (*var, registers[var.index()])).collect();
                match self.first_answer(rule, goal, &known)? {
                    Some(registers) => WhyNot::Because(self.premises(rule, goal, &registers)?),
                    None => WhyNot::Leaf("it does not hold"),
                }
            }
            Literal::Aggregate { .. } => WhyNot::Leaf("the result is another"),
            _ => WhyNot::Leaf("that is not so"),
        };
        Ok(Failure { goal, why })
    }

    fn no_fact(
        &self,
        relation: RelationId,
        asked: &[Asked],
        follow: usize,
    ) -> Result<WhyNot, EvalError> {
        match self.program.relations[relation].origin {
            Origin::State => return Ok(WhyNot::Leaf("the position holds no such fact")),
            Origin::Given(_) => {
                return Ok(WhyNot::Leaf("not on this board or in these declarations"));
            }
            Origin::History => return Ok(WhyNot::Leaf("the course of the game was another")),
            Origin::Supposed => return Ok(WhyNot::Leaf("nobody does or tries it here")),
            Origin::Rules => {}
        }
        if follow == 0 {
            return Ok(WhyNot::NotFollowed);
        }
        let mut attempts = Vec::new();
        for rule in self.program.rules_for(relation) {
            if rule.body.is_empty() {
                continue;
            }
            if let Some(known) = unify(&rule.head_args, asked) {
                attempts.push(self.attempt(rule, &known, follow - 1)?);
            }
        }
        Ok(if attempts.is_empty() { WhyNot::NoRule } else { WhyNot::Rules(attempts) })
    }
}

fn constant(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(*value),
        Arg::Var(_) => None,
    }
}

fn row_of(args: &[Arg], registers: &[Value]) -> Row {
    args.iter().map(|arg| resolve(arg, registers)).collect()
}

/// What is asked for in a column: a value, or whatever a variable stands for.
#[derive(Clone, Copy)]
enum Asked {
    Value(Value),
    Any(Var),
}

/// The variables that a head gets from what is asked, if it fits.
fn unify(head: &[Arg], asked: &[Asked]) -> Option<Vec<(Var, Value)>> {
    let mut known: Vec<(Var, Value)> = Vec::new();
    for (column, arg) in head.iter().enumerate() {
        let value = match asked[column] {
            Asked::Value(value) => Some(value),
            // The same variable in another column: what stands there.
            Asked::Any(var) => (0..head.len())
                .filter(|other| matches!(asked[*other], Asked::Any(twin) if twin == var))
                .find_map(|other| known_value(&head[other], &known)),
        };
        let Some(value) = value else { continue };
        match (known_value(arg, &known), arg) {
            (Some(known), _) if known != value => return None,
            (None, Arg::Var(var)) => known.push((*var, value)),
            _ => {}
        }
    }
    Some(known)
}

fn known_value(arg: &Arg, known: &[(Var, Value)]) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(*value),
        Arg::Var(var) => known.iter().find(|(other, _)| other == var).map(|(_, value)| *value),
    }
}

/// The variables that belong to a negation or aggregate alone.
fn local_vars(rule: &Rule, goal: &[Literal], literal: &Literal) -> FxHashSet<Var> {
    let mut open: FxHashSet<Var> =
        rule.body.iter().chain(goal).flat_map(|literal| literal.open_vars()).collect();
    open.extend(rule.head_args.iter().filter_map(|arg| match arg {
        Arg::Var(var) => Some(*var),
        Arg::Const(_) => None,
    }));
    literal.vars().into_iter().filter(|var| !open.contains(var)).collect()
}
