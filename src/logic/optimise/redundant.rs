//! Redundant goals: what other goals of a rule imply is not asked again.
//!
//! Inlining writes relations out wherever they are asked, so that a rule comes to
//! ask the same thing several times: each of a spider's three slides makes sure
//! that the spider is alone on its cell. And what all rules of a relation ensure
//! holds for whatever it derives: an ant that is found reachable somewhere was
//! alone to begin with, and whoever sets out is movable.
//!
//! So goals are removed that the other goals of the rule imply, together with
//! what is certain of the relations that those ask. Goals that share variables of
//! their own are removed together: there must be values for these among the
//! others. This is sound by induction over how a row was derived.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::{MOST_VARIABLES, instance, rename};
use crate::logic::plan::may_fail;
use crate::logic::program::{
    Arg, Expr, Literal, RelationId, Rule, Var, Variable, Vars, vars_of, vars_of_args,
};

/// Rules without the goals that the others imply.
pub fn without_redundant(rules: &[Rule]) -> Vec<Rule> {
    let mut certain: BTreeMap<RelationId, Vec<Rule>> = BTreeMap::new();
    for rule in rules {
        certain.entry(rule.head).or_insert_with(|| certain_of(rules, rule.head));
    }
    rules.iter().map(|rule| Asked::by(rule, &certain).without_known(rule)).collect()
}

/// What holds for all that a relation derives, each as a rule for it: what its
/// first rule that is not recursive makes sure of, and the others as well.
fn certain_of(rules: &[Rule], relation: RelationId) -> Vec<Rule> {
    let own: Vec<&Rule> = rules.iter().filter(|rule| rule.head == relation).collect();
    let Some(first) = own.iter().find(|rule| !asks(rule, relation)) else { return Vec::new() };
    let holds = |candidate: &Rule| {
        let known = BTreeMap::from([(relation, vec![candidate.clone()])]);
        own.iter().all(|rule| Asked::by(rule, &known).answers(rule, candidate))
    };
    candidates(first).into_iter().filter(holds).collect()
}

fn asks(rule: &Rule, relation: RelationId) -> bool {
    rule.body
        .iter()
        .any(|goal| matches!(goal, Literal::Fact { relation: asked, .. } if *asked == relation))
}

/// Parts of a rule's body that say something about its head: goals that belong
/// together by variables of their own, and single ones.
fn candidates(rule: &Rule) -> Vec<Rule> {
    let head = vars_of_args(&rule.head_args);
    let part = |body: Vec<Literal>| Rule { body, ..rule.clone() };
    let mut parts: Vec<Vec<Literal>> = Vec::new();
    for goal in &rule.body {
        let is_linked = |part: &Vec<Literal>| {
            let own = goal.vars();
            vars_of(part).iter().any(|var| own.contains(var) && !head.contains(var))
        };
        let (linked, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_linked);
        let mut whole = linked.concat();
        whole.push(goal.clone());
        parts = others;
        parts.push(whole);
    }
    let facts = rule.body.iter().filter(|goal| matches!(goal, Literal::Fact { .. }));
    let single = facts.map(|goal| vec![goal.clone()]);
    parts.into_iter().chain(single).map(part).collect()
}

/// A goal that holds in a rule.
struct Holding {
    literal: Literal,
    /// The number of the goal in the rule's body that says so.
    said_by: usize,
}

impl Holding {
    fn said((said_by, literal): (usize, &Literal)) -> Holding {
        Holding { literal: literal.clone(), said_by }
    }
}

/// What a rule asks, and what that makes certain.
struct Asked {
    /// The goals of the body, and then the others.
    holding: Vec<Holding>,
    /// The variables of the rule and of what is certain.
    variables: Vec<Variable>,
    /// Those that stand outside of negations somewhere.
    open: Vars,
    head: Vars,
    /// How many more goals may be compared: to find out what goals imply may take
    /// as long as there are ways to match them.
    patience: Cell<usize>,
}

/// So many goals are compared for a rule, at most.
const PATIENCE: usize = 100_000;

impl Asked {
    fn by(rule: &Rule, certain: &BTreeMap<RelationId, Vec<Rule>>) -> Asked {
        let mut variables = rule.variables.clone();
        let mut holding: Vec<Holding> = rule.body.iter().enumerate().map(Holding::said).collect();
        for (said_by, goal) in rule.body.iter().enumerate() {
            let Literal::Fact { relation, args, .. } = goal else { continue };
            for part in certain.get(relation).into_iter().flatten() {
                if variables.len() + part.variables.len() > MOST_VARIABLES {
                    continue;
                }
                let body = instance(part, args, &mut variables);
                holding.extend(body.into_iter().map(|literal| Holding { literal, said_by }));
            }
        }
        let head = vars_of_args(&rule.head_args);
        let mut open = head.clone();
        open.extend(holding.iter().flat_map(|holding| holding.literal.open_vars()));
        Asked { holding, variables, open, head, patience: Cell::new(PATIENCE) }
    }

    /// Whether all that the rule derives is as another one says.
    fn answers(mut self, rule: &Rule, other: &Rule) -> bool {
        let first = self.variables.len();
        if first + other.variables.len() > MOST_VARIABLES {
            return false;
        }
        let goals = instance(other, &rule.head_args, &mut self.variables);
        self.open.extend(goals.iter().flat_map(Literal::open_vars));
        let own = self.open.iter().filter(|var| var.index() >= first);
        let matching = Matching { open: &self.open, values: own.map(|var| (*var, None)).collect() };
        self.has_all(&goals, matching)
    }

    /// Whether goals are among what holds, with some values for the variables
    /// that still have none.
    fn has_all(&self, goals: &[Literal], matching: Matching) -> bool {
        let [goal, rest @ ..] = goals else { return true };
        let alike = self.holding.iter().filter(|holding| are_alike(goal, &holding.literal));
        alike.into_iter().any(|holding| {
            let mut matching = matching.clone();
            self.is_patient()
                && matching.literal(goal, &holding.literal)
                && self.has_all(rest, matching)
        })
    }

    /// Whether to go on; each time with less patience.
    fn is_patient(&self) -> bool {
        let left = self.patience.get();
        self.patience.set(left.saturating_sub(1));
        left > 0
    }

    /// The rule without the goals that others answer.
    fn without_known(&self, rule: &Rule) -> Rule {
        let left = self.not_known(&rule.body);
        let kept = (0..rule.body.len()).filter(|number| left[*number]);
        let body = kept.map(|number| match &rule.body[number] {
            Literal::Not { goal, span } => {
                let is_other = |said_by: usize| left[said_by] && said_by != number;
                Literal::Not { goal: self.inside(goal, is_other), span: *span }
            }
            goal => goal.clone(),
        });
        Rule { body: body.collect(), ..rule.clone() }
    }

    /// A negated goal without what others say that stand outside.
    fn inside(&self, goal: &[Literal], is_outside: impl Fn(usize) -> bool) -> Vec<Literal> {
        let outside = self.holding.iter().filter(|holding| is_outside(holding.said_by));
        let outside = outside.map(|holding| (goal.len(), &holding.literal));
        let holding = goal.iter().enumerate().chain(outside).map(Holding::said).collect();
        let (mut open, head) = (self.open.clone(), self.open.clone());
        open.extend(goal.iter().flat_map(Literal::open_vars));
        let patience = self.patience.clone();
        let inner = Asked { holding, variables: Vec::new(), open, head, patience };
        let left = inner.not_known(goal);
        self.patience.set(inner.patience.get());
        let kept = goal.iter().zip(&left).filter(|(_, left)| **left);
        let kept: Vec<Literal> = kept.map(|(goal, _)| goal.clone()).collect();
        // Then it would never hold, which is for others to say.
        if kept.is_empty() { goal.to_vec() } else { kept }
    }

    /// Which goals are left when those are left out that others answer. One entry
    /// more stands for what is outside, which is always there.
    fn not_known(&self, goal: &[Literal]) -> Vec<bool> {
        let mut left = vec![true; goal.len() + 1];
        for number in (0..goal.len()).rev() {
            if !left[number] || !is_plain(&goal[number]) {
                continue;
            }
            let free = self.open.iter().filter(|var| !self.head.contains(var));
            let matching =
                Matching { open: &self.open, values: free.map(|var| (*var, None)).collect() };
            let search = Search { gone: vec![number], used: Vec::new() };
            if let Some(gone) = self.search(goal, &left, search, matching) {
                gone.into_iter().for_each(|number| left[number] = false);
            }
        }
        left
    }

    /// The goals that can be left out together, beginning with one.
    fn search(
        &self,
        goal: &[Literal],
        left: &[bool],
        search: Search,
        matching: Matching,
    ) -> Option<Vec<usize>> {
        let Some(&next) = search.gone.get(search.used.len()) else { return Some(search.gone) };
        for holding in &self.holding {
            let is_there = left[holding.said_by] && !search.gone.contains(&holding.said_by);
            // Arithmetic must not come to stand before what rules out that it fails.
            let between = next + 1..holding.said_by.min(goal.len()).max(next + 1);
            let guards = || goal[between].iter().any(may_fail);
            if !is_there || !are_alike(&goal[next], &holding.literal) || guards() {
                continue;
            }
            let mut matching = matching.clone();
            if !self.is_patient() || !matching.literal(&goal[next], &holding.literal) {
                continue;
            }
            let mut search = search.clone();
            search.used.push(holding.said_by);
            // A variable that gets another value is gone, with all that asks it.
            let changed = matching.changed();
            let asks_it = |asking: &Literal| asking.vars().iter().any(|var| changed.contains(var));
            let asking = (0..goal.len()).filter(|number| left[*number] && asks_it(&goal[*number]));
            for number in asking {
                if !search.gone.contains(&number) {
                    search.gone.push(number);
                }
            }
            let keeps_answers = search.gone.iter().all(|number| !search.used.contains(number));
            if keeps_answers && search.gone.iter().all(|number| is_plain(&goal[*number])) {
                let found = self.search(goal, left, search, matching);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// Goals to be left out, and for the first of them the goals that answer them.
#[derive(Clone)]
struct Search {
    gone: Vec<usize>,
    used: Vec<usize>,
}

/// Whether goals may match at all.
fn are_alike(goal: &Literal, other: &Literal) -> bool {
    match (goal, other) {
        (Literal::Fact { relation, .. }, Literal::Fact { relation: other, .. }) => {
            relation == other
        }
        _ => std::mem::discriminant(goal) == std::mem::discriminant(other),
    }
}

/// Whether a goal can be compared with others: not an aggregate.
fn is_plain(goal: &Literal) -> bool {
    let mut plain = true;
    goal.visit(&mut |literal| plain &= !matches!(literal, Literal::Aggregate { .. }));
    plain
}

/// Values for variables, so that one goal becomes another.
#[derive(Clone)]
struct Matching<'a> {
    open: &'a Vars,
    /// The variables that may be anything, with their values so far.
    values: BTreeMap<Var, Option<Arg>>,
}

impl Matching<'_> {
    /// The variables that have another value than themselves.
    fn changed(&self) -> Vec<Var> {
        let is_changed = |(var, value): (&Var, &Option<Arg>)| {
            value.filter(|value| *value != Arg::Var(*var)).map(|_| *var)
        };
        self.values.iter().filter_map(is_changed).collect()
    }

    fn arg(&mut self, arg: &Arg, other: &Arg) -> bool {
        let is_open = match other {
            Arg::Var(var) => self.open.contains(var),
            Arg::Const(_) => true,
        };
        match arg {
            Arg::Var(var) if self.values.contains_key(var) => {
                is_open && *self.values.entry(*var).or_default().get_or_insert(*other) == *other
            }
            _ => arg == other,
        }
    }

    fn args(&mut self, args: &[Arg], others: &[Arg]) -> bool {
        args.len() == others.len()
            && args.iter().zip(others).all(|(arg, other)| self.arg(arg, other))
    }

    fn expr(&mut self, expr: &Expr, other: &Expr) -> bool {
        match (expr, other) {
            (Expr::Arg(arg), Expr::Arg(other)) => self.arg(arg, other),
            (Expr::Unary(op, inner), Expr::Unary(other_op, other)) => {
                op == other_op && self.expr(inner, other)
            }
            (Expr::Binary(op, left, right), Expr::Binary(other_op, other_left, other_right)) => {
                op == other_op && self.expr(left, other_left) && self.expr(right, other_right)
            }
            _ => false,
        }
    }

    fn literal(&mut self, literal: &Literal, other: &Literal) -> bool {
        match (literal, other) {
            (
                Literal::Fact { relation, args, .. },
                Literal::Fact { relation: other, args: others, .. },
            ) => relation == other && self.args(args, others),
            (Literal::Not { goal, .. }, Literal::Not { goal: other, .. }) => {
                self.negation(goal, other)
            }
            (
                Literal::Same { left, right, .. },
                Literal::Same { left: other_left, right: other_right, .. },
            )
            | (
                Literal::Differ { left, right, .. },
                Literal::Differ { left: other_left, right: other_right, .. },
            ) => self.args(&[*left, *right], &[*other_left, *other_right]),
            (
                Literal::Compare { op, left, right, .. },
                Literal::Compare { op: other, left: other_left, right: other_right, .. },
            ) => op == other && self.expr(left, other_left) && self.expr(right, other_right),
            (
                Literal::Is { target, expr, .. },
                Literal::Is { target: other, expr: other_expr, .. },
            ) => self.arg(target, other) && self.expr(expr, other_expr),
            _ => false,
        }
    }

    /// Negations are the same if they are so with other names for the variables
    /// that only stand inside.
    fn negation(&mut self, goal: &[Literal], other: &[Literal]) -> bool {
        let inner = |goal: &[Literal]| -> Vars {
            vars_of(goal).into_iter().filter(|var| !self.open.contains(var)).collect()
        };
        let (own, others) = (inner(goal), inner(other));
        let renamed = |var: Var| match own.iter().position(|inner| *inner == var) {
            Some(place) => Arg::Var(others[place]),
            None => Arg::Var(var),
        };
        let names = vars_of(goal).iter().map(|var| var.0).max().map_or(0, |last| last + 1);
        if goal.len() != other.len() || own.len() != others.len() {
            return false;
        }
        let names: Vec<Arg> = (0..names).map(|number| renamed(Var(number))).collect();
        goal.iter().zip(other).all(|(goal, other)| self.literal(&rename(goal, &names), other))
    }
}
