//! How a rule's body is worked out: its goals in a good order, each with what
//! is known by then.
//!
//! The order the rules are written in is kept as far as it can be. A quick test
//! runs as soon as it can, and a goal that shares no variable with what came before
//! waits for one that does.

pub mod bound;
pub mod neighbours;
pub mod storage;

use crate::logic::Value;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::types::Type;
use crate::logic::plan::bound::Bound;
use crate::logic::program::{
    AggregateKind, Arg, Comparison, Expr, Given, Literal, Origin, Program, RelationId, Relations,
    Rule, Var, Vars, vars_of, vars_of_args,
};
use crate::logic::syntax::source::Span;

/// Which rows of a table a goal looks through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// All that are visible.
    All,
    /// Those of the last round.
    Recent,
}

/// One step of a plan. Registers are numbered like the rule's variables.
#[derive(Clone, Debug)]
pub enum Step {
    /// Goes through the rows that agree with what is known.
    Scan {
        /// The relation.
        relation: RelationId,
        /// Which of its rows.
        rows: Rows,
        /// The columns that are known.
        known: Box<[u8]>,
        /// And their values.
        key: Box<[Arg]>,
        /// The columns that give a variable its value.
        binds: Box<[(u8, Var)]>,
        /// The columns that must hold the same as another of the row.
        twins: Box<[(u8, u8)]>,
        /// Where the executor keeps the index for this step.
        slot: usize,
    },
    /// Asks for one row, all of it known.
    Contains {
        /// The relation.
        relation: RelationId,
        /// Which of its rows.
        rows: Rows,
        /// The row.
        row: Box<[Arg]>,
    },
    /// Asks the geometry of an unbounded board.
    Compute {
        /// What is asked.
        given: Given,
        /// The columns.
        args: Box<[Arg]>,
        /// The columns that are known.
        known: Box<[bool]>,
        /// Where it stands.
        span: Span,
    },
    /// Goes on if the steps have no answer.
    Not(Plan),
    /// Gives a variable a value.
    Bind(Var, Arg),
    /// Goes on if both are the same.
    Same(Arg, Arg),
    /// Goes on if both differ.
    Differ(Arg, Arg),
    /// Goes on if the comparison holds.
    Compare(Comparison, Expr, Expr, Span),
    /// Works out a number, for a variable or to compare.
    Is {
        /// The variable, or what it must equal.
        target: Arg,
        /// Whether the target's value is known.
        known: bool,
        /// What is worked out.
        expr: Expr,
        /// Where it stands.
        span: Span,
    },
    /// Works out an aggregate over the answers of the steps.
    Aggregate {
        /// What is worked out.
        kind: AggregateKind,
        /// Over what, except for `count`.
        value: Option<Expr>,
        /// The steps, and the variables that tell their answers apart.
        plan: Plan,
        /// What tells one answer from another.
        distinct: Vars,
        /// What gets the result, or must equal it.
        target: Arg,
        /// Whether the target's value is known.
        known: bool,
        /// Where it stands.
        span: Span,
    },
}

/// Steps, and the literal of the body that each came from.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    /// For each step, the number of its literal.
    pub literals: Vec<usize>,
}

/// A rule ready to run: whole, and once for each goal that may bring news.
pub struct RulePlan {
    /// Over all rows.
    pub whole: Plan,
    /// For each goal whose relation rules derive: the relation, and the plan
    /// that begins with its recent rows.
    pub by_recent: Vec<(RelationId, Plan)>,
    /// How many index slots these plans need.
    pub slots: usize,
}

impl RulePlan {
    /// Plans a rule.
    pub fn new(program: &Program, rule: &Rule) -> RulePlan {
        let mut planner = Planner::new(&program.relations, &program.declarations);
        let whole = planner.plan(rule, Order::Best, &[]);
        let mut by_recent = Vec::new();
        for (index, literal) in rule.body.iter().enumerate() {
            if let Literal::Fact { relation, .. } = literal
                && program.relations[*relation].origin == Origin::Rules
            {
                let plan = planner.plan(rule, Order::RecentFirst(index), &[]);
                by_recent.push((*relation, plan));
            }
        }
        RulePlan { whole, by_recent, slots: planner.slots() }
    }
}

/// How a planner may order goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As is best.
    Best,
    /// The goal of that number first, over the recent rows.
    RecentFirst(usize),
    /// As it is written.
    Written,
}

/// Makes plans for the rules of a program.
pub struct Planner<'a> {
    relations: &'a Relations,
    declarations: &'a Declarations,
    slots: usize,
}

impl<'a> Planner<'a> {
    /// A planner that begins to count index slots at 0.
    pub fn new(relations: &'a Relations, declarations: &'a Declarations) -> Planner<'a> {
        Planner { relations, declarations, slots: 0 }
    }

    /// How many index slots the plans made so far need.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// A plan for a rule's body, with some variables known beforehand.
    pub fn plan(&mut self, rule: &Rule, order: Order, known: &[Var]) -> Plan {
        let mut bound = Bound::none(rule.variables.len());
        known.iter().for_each(|var| bound.add_var(*var));
        self.goal(&rule.body, order, &mut bound, &vars_of_args(&rule.head_args))
    }

    fn goal(&mut self, goal: &[Literal], order: Order, bound: &mut Bound, outside: &Vars) -> Plan {
        let mut plan = Plan::default();
        let mut waiting: Vec<usize> = (0..goal.len()).collect();
        let outer: Vec<Vars> = (0..goal.len())
            .map(|index| {
                let mut vars = outside.clone();
                for (other, literal) in goal.iter().enumerate() {
                    if other != index {
                        vars.extend(literal.open_vars());
                    }
                }
                vars
            })
            .collect();
        while !waiting.is_empty() {
            let position = match order {
                Order::Written => 0,
                Order::RecentFirst(first) if plan.steps.is_empty() => {
                    waiting.iter().position(|index| *index == first).expect("it waits")
                }
                _ => self.choose(goal, &waiting, bound, &outer),
            };
            let index = waiting.remove(position);
            let rows = if order == Order::RecentFirst(index) { Rows::Recent } else { Rows::All };
            let step = self.step(&goal[index], rows, bound, &outer[index]);
            plan.steps.push(step);
            plan.literals.push(index);
        }
        plan
    }

    /// The next goal to work out: a test that can run, else the first goal that
    /// something is known of, else the first.
    fn choose(&self, goal: &[Literal], waiting: &[usize], bound: &Bound, outer: &[Vars]) -> usize {
        let ready = |index: usize| self.is_ready(&goal[index], bound, &outer[index]);
        // Arithmetic can go wrong, so it waits for the goals written before it,
        // which may rule out what it would go wrong on.
        // And what takes long to find out, for what may save the trouble.
        let waits = |literal: &Literal| can_go_wrong(literal) || takes_long(literal);
        let in_turn = |index: usize| !waits(&goal[index]) || waiting[0] == index;
        let is_comparison = |index: usize| {
            !matches!(
                goal[index],
                Literal::Fact { .. } | Literal::Not { .. } | Literal::Aggregate { .. }
            ) && in_turn(index)
        };
        // A fact that only has to be there.
        let is_look_up = |index: usize| match &goal[index] {
            Literal::Fact { args, .. } => {
                let others = || goal.iter().enumerate().filter(|(other, _)| *other != index);
                let is_asked = |var: &Var| others().any(|(_, goal)| goal.vars().contains(var));
                let is_known = |arg: &Arg| match arg {
                    Arg::Var(var) => {
                        bound.has_var(*var) || !(outer[index].contains(var) || is_asked(var))
                    }
                    Arg::Const(_) => true,
                };
                let begins = args.is_empty() || args.iter().any(|arg| bound.has(arg));
                begins && args.iter().all(is_known)
            }
            _ => false,
        };
        let is_negation =
            |index: usize| matches!(goal[index], Literal::Not { .. }) && in_turn(index);
        let position = |wanted: &dyn Fn(usize) -> bool| {
            waiting.iter().position(|index| ready(*index) && wanted(*index))
        };
        let connected = |index: usize| match &goal[index] {
            Literal::Fact { args, .. } => args.iter().any(|arg| match arg {
                Arg::Var(var) => bound.has_var(*var),
                Arg::Const(_) => false,
            }),
            _ => in_turn(index),
        };
        // What is found out quickly comes first.
        position(&is_comparison)
            .or_else(|| position(&is_look_up))
            .or_else(|| position(&is_negation))
            .or_else(|| position(&connected))
            .or_else(|| position(&|_| true))
            .unwrap_or(0)
    }

    fn is_ready(&self, literal: &Literal, bound: &Bound, outer: &Vars) -> bool {
        let shared_known = |goal: &[Literal]| {
            vars_of(goal).iter().all(|var| bound.has_var(*var) || !outer.contains(var))
        };
        match literal {
            Literal::Fact { relation, args, .. } => {
                let relation = &self.relations[*relation];
                !relation.is_computed(self.declarations)
                    || args
                        .iter()
                        .zip(&relation.columns)
                        .any(|(arg, ty)| *ty == Some(Type::Cell) && bound.has(arg))
            }
            Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => shared_known(goal),
            Literal::Same { left, right, .. } => bound.has(left) || bound.has(right),
            Literal::Differ { left, right, .. } => bound.has(left) && bound.has(right),
            Literal::Compare { left, right, .. } => bound.has_all(left) && bound.has_all(right),
            Literal::Is { expr, .. } => bound.has_all(expr),
        }
    }

    fn step(&mut self, literal: &Literal, rows: Rows, bound: &mut Bound, outer: &Vars) -> Step {
        match literal {
            Literal::Fact { relation, args, span } => {
                self.fact(*relation, args, rows, *span, bound)
            }
            Literal::Not { goal, .. } => {
                Step::Not(self.goal(goal, Order::Best, &mut bound.clone(), outer))
            }
            Literal::Same { left, right, .. } => match (bound.has(left), bound.has(right)) {
                (false, _) => bind(left, *right, bound),
                (true, false) => bind(right, *left, bound),
                (true, true) => Step::Same(*left, *right),
            },
            Literal::Differ { left, right, .. } => Step::Differ(*left, *right),
            Literal::Compare { op, left, right, span } => {
                Step::Compare(*op, left.clone(), right.clone(), *span)
            }
            Literal::Is { target, expr, span } => Step::Is {
                target: *target,
                known: bound.add(target),
                expr: expr.clone(),
                span: *span,
            },
            Literal::Aggregate { kind, value, goal, result, span } => {
                let distinct = bound.answer_vars(goal);
                let plan = self.goal(goal, Order::Best, &mut bound.clone(), outer);
                Step::Aggregate {
                    kind: *kind,
                    value: value.clone(),
                    plan,
                    distinct,
                    target: *result,
                    known: bound.add(result),
                    span: *span,
                }
            }
        }
    }

    fn fact(
        &mut self,
        relation: RelationId,
        args: &[Arg],
        rows: Rows,
        span: Span,
        bound: &mut Bound,
    ) -> Step {
        if let (true, Origin::Given(given)) = (
            self.relations[relation].is_computed(self.declarations),
            self.relations[relation].origin,
        ) {
            let known = args.iter().map(|arg| bound.has(arg)).collect();
            args.iter().for_each(|arg| _ = bound.add(arg));
            return Step::Compute { given, args: args.into(), known, span };
        }
        if args.iter().all(|arg| bound.has(arg)) {
            return Step::Contains { relation, rows, row: args.into() };
        }
        let (mut known, mut key, mut binds, mut twins) = (vec![], vec![], vec![], vec![]);
        for (column, arg) in args.iter().enumerate() {
            let column = column as u8;
            if bound.has(arg) {
                known.push(column);
                key.push(*arg);
            } else if let Arg::Var(var) = arg {
                match binds.iter().find(|(_, known)| known == var) {
                    Some((first, _)) => twins.push((*first, column)),
                    None => binds.push((column, *var)),
                }
            }
        }
        binds.iter().for_each(|(_, var)| bound.add_var(*var));
        self.slots += 1;
        Step::Scan {
            relation,
            rows,
            known: known.into(),
            key: key.into(),
            binds: binds.into(),
            twins: twins.into(),
            slot: self.slots - 1,
        }
    }
}

/// Whether working out a goal may end in an error: a division by zero, say.
fn can_go_wrong(literal: &Literal) -> bool {
    let risky = |expr: &Expr| !matches!(expr, Expr::Arg(_));
    match literal {
        Literal::Compare { left, right, .. } => risky(left) || risky(right),
        Literal::Is { expr, .. } => risky(expr),
        Literal::Not { goal, .. } => goal.iter().any(can_go_wrong),
        Literal::Aggregate { .. } => true,
        Literal::Fact { .. } | Literal::Same { .. } | Literal::Differ { .. } => false,
    }
}

/// Whether a test goes through facts of more than one relation.
fn takes_long(literal: &Literal) -> bool {
    let mut facts = 0;
    literal.visit(&mut |inner| facts += usize::from(matches!(inner, Literal::Fact { .. })));
    matches!(literal, Literal::Not { .. }) && facts > 1
}

fn bind(arg: &Arg, value: Arg, bound: &mut Bound) -> Step {
    match arg {
        Arg::Var(var) => {
            bound.add_var(*var);
            Step::Bind(*var, value)
        }
        Arg::Const(_) => Step::Same(*arg, value),
    }
}

/// What stands in a register or is written out.
pub fn resolve(arg: &Arg, registers: &[Value]) -> Value {
    match arg {
        Arg::Var(var) => registers[var.index()],
        Arg::Const(value) => *value,
    }
}
