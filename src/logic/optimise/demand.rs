//! Magic sets: what is only tested is derived only as far as it is tested.
//!
//! A relation that is asked for in negations only, as in `\+ pinned(Piece)`, and
//! one that serves only to derive such a relation, gets another relation at its
//! side: its demand, the values it is asked for, found from the goals around the
//! question. Its rules begin with that one. So it is enough to find out which of
//! the pieces that may move are pinned, and the rules need not say so.
//!
//! A column is part of the demand if it is known wherever the relation is asked,
//! and if recursion passes it on unchanged; so the demand is never recursive.

use std::collections::BTreeMap;

use super::supplementary::go_on_from_asked;
use super::{Optimised, is_in_place, is_looked_up};
use crate::logic::Atom;
use crate::logic::check::strata::closure;
use crate::logic::plan::bound::Bound;
use crate::logic::plan::may_fail;
use crate::logic::program::{
    Arg, Literal, Name, Origin, Program, Relation, RelationId, Rule, Vars, vars_of_args,
};

/// Rules that derive only what is asked for. The `targets` are derived as a whole.
pub fn demand(
    program: &mut Program,
    rules: Vec<Rule>,
    targets: &[RelationId],
    purpose: &str,
) -> Optimised {
    let columns = Demand { program, rules: &rules, columns: BTreeMap::new() }.find(targets);
    let mut wanted = BTreeMap::new();
    for (id, columns) in &columns {
        wanted.insert(*id, add_demand(program, purpose, *id, columns));
    }
    let demand = Demand { program, rules: &rules, columns };
    let mut restricted: Vec<Rule> = rules.iter().map(|rule| demand.begin(rule, &wanted)).collect();
    let mut questions: Vec<Rule> =
        rules.iter().flat_map(|rule| demand.questions(rule, &wanted)).collect();
    questions.dedup_by(|one, other| same_rule(one, other));
    let partial = wanted.iter().flat_map(|(id, wanted)| [*id, *wanted]).collect();
    while let Some((one, other)) = find_covered(&questions) {
        questions.retain(|rule| rule.head != one);
        for rule in restricted.iter_mut().chain(&mut questions) {
            rule.body.iter_mut().for_each(|goal| ask_instead(goal, one, other));
        }
    }
    let mut rules: Vec<Rule> =
        restricted.into_iter().map(|rule| go_on_from_asked(rule, &questions)).collect();
    rules.extend(questions);
    Optimised { rules, partial }
}

/// Two relations of what is asked, of which the second holds all that the first
/// one does, and can serve for both: each rule of the first begins with the
/// second, or is a rule of the second too.
fn find_covered(questions: &[Rule]) -> Option<(RelationId, RelationId)> {
    let rules_of = |id: RelationId| questions.iter().filter(move |rule| rule.head == id);
    let begins_with = |rule: &Rule, id: RelationId| {
        let first = rule.body.first();
        matches!(first, Some(Literal::Fact { relation, args, .. })
            if *relation == id && *args == rule.head_args)
    };
    let is_covered = |one: RelationId, other: RelationId| {
        rules_of(one).all(|rule| {
            let same =
                |known: &Rule| (&known.head_args, &known.body) == (&rule.head_args, &rule.body);
            begins_with(rule, other) || rules_of(other).any(same)
        })
    };
    let heads = || questions.iter().map(|rule| rule.head);
    let pairs = heads().flat_map(|one| heads().map(move |other| (one, other)));
    pairs.into_iter().find(|(one, other)| one != other && is_covered(*one, *other))
}

fn ask_instead(goal: &mut Literal, one: RelationId, other: RelationId) {
    if let Literal::Fact { relation, .. } = goal
        && *relation == one
    {
        *relation = other;
    }
}

/// The relation that holds what another one is asked about.
fn add_demand(
    program: &mut Program,
    purpose: &str,
    id: RelationId,
    columns: &[usize],
) -> RelationId {
    let asked = &program.relations[id];
    let name = format!("{} asked in {purpose}", asked.indicator());
    let relation = Relation {
        name: Name::Plain(Atom::new(&name)),
        arity: columns.len(),
        columns: columns.iter().map(|column| asked.columns[*column]).collect(),
        origin: Origin::Rules,
        declared_at: asked.declared_at,
        doc: None,
        is_static: false,
    };
    program.relations.add(relation)
}

struct Demand<'a> {
    program: &'a Program,
    rules: &'a [Rule],
    /// For each relation to be restricted, the columns that are known whenever
    /// it is asked.
    columns: BTreeMap<RelationId, Vec<usize>>,
}

/// A place where a relation is asked.
struct Use<'a> {
    relation: RelationId,
    args: &'a [Arg],
    is_negated: bool,
}

/// The places of a rule's body where relations are asked.
fn uses(rule: &Rule) -> Vec<Use<'_>> {
    fn collect<'a>(goal: &'a [Literal], is_negated: bool, found: &mut Vec<Use<'a>>) {
        for literal in goal {
            match literal {
                Literal::Fact { relation, args, .. } => {
                    found.push(Use { relation: *relation, args, is_negated });
                }
                Literal::Not { goal, .. } => collect(goal, true, found),
                Literal::Aggregate { goal, .. } => collect(goal, is_negated, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(&rule.body, false, &mut found);
    found
}

impl Demand<'_> {
    /// The relations to be restricted, by columns that are always known.
    fn find(mut self, targets: &[RelationId]) -> BTreeMap<RelationId, Vec<usize>> {
        for rule in self.rules.iter().filter(|rule| !targets.contains(&rule.head)) {
            let columns = (0..rule.head_args.len()).collect();
            self.columns.insert(rule.head, columns);
        }
        while let Some((relation, column)) = self.objection() {
            match column {
                Some(column) => {
                    self.columns.entry(relation).or_default().retain(|known| *known != column);
                }
                None => _ = self.columns.remove(&relation),
            }
        }
        self.columns
    }

    /// A relation that cannot be restricted after all, or not by some column.
    fn objection(&self) -> Option<(RelationId, Option<usize>)> {
        if let Some((relation, _)) = self.columns.iter().find(|(_, columns)| columns.is_empty()) {
            return Some((*relation, None));
        }
        for rule in self.rules {
            for asked in uses(rule) {
                let Some(columns) = self.columns.get(&asked.relation) else { continue };
                let is_own = asked.relation == rule.head;
                let serves = asked.is_negated || self.columns.contains_key(&rule.head);
                if !serves || (!is_own && self.depends(asked.relation, rule.head)) {
                    return Some((asked.relation, None));
                }
                for column in columns {
                    let arg = &asked.args[*column];
                    let is_known = match is_own {
                        true => rule.head_args[*column] == *arg,
                        false => self.goals_before(rule, &vars_of_args(&[*arg])).is_some(),
                    };
                    if !is_known {
                        return Some((asked.relation, Some(*column)));
                    }
                }
            }
        }
        None
    }

    fn depends(&self, relation: RelationId, on: RelationId) -> bool {
        closure(self.rules, &[relation]).contains(&on)
    }

    /// A rule that first of all makes sure that what it derives is asked. One
    /// that goes on from what its relation holds already is sure of it.
    fn begin(&self, rule: &Rule, wanted: &BTreeMap<RelationId, RelationId>) -> Rule {
        let mut rule = rule.clone();
        let goes_on = rule
            .body
            .iter()
            .any(|goal| matches!(goal, Literal::Fact { relation, .. } if *relation == rule.head));
        if let Some(goal) = self.asked_of(&rule, wanted).filter(|_| !goes_on) {
            rule.body.insert(0, goal);
        }
        rule
    }

    /// The goal that what a rule derives is asked.
    fn asked_of(&self, rule: &Rule, wanted: &BTreeMap<RelationId, RelationId>) -> Option<Literal> {
        let columns = self.columns.get(&rule.head)?;
        let args = columns.iter().map(|column| rule.head_args[*column]).collect();
        Some(Literal::Fact { relation: wanted[&rule.head], args, span: rule.span })
    }

    /// Rules for what is asked in the body of a rule.
    fn questions(&self, rule: &Rule, wanted: &BTreeMap<RelationId, RelationId>) -> Vec<Rule> {
        let mut questions = Vec::new();
        for asked in uses(rule).iter().filter(|asked| asked.relation != rule.head) {
            let Some(columns) = self.columns.get(&asked.relation) else { continue };
            let head_args: Vec<Arg> = columns.iter().map(|column| asked.args[*column]).collect();
            let known =
                self.goals_before(rule, &vars_of_args(&head_args)).expect("it was found before");
            let body = self.asked_of(rule, wanted).into_iter().chain(known.into_iter().cloned());
            questions.push(Rule {
                head: wanted[&asked.relation],
                head_args,
                body: body.collect(),
                ..rule.clone()
            });
        }
        questions
    }

    /// Goals of a rule's body that give variables their values, from what the
    /// rule is asked about if it is restricted, and the tests that can be made
    /// then. They ask nothing that is restricted itself.
    fn goals_before<'r>(&self, rule: &'r Rule, needed: &Vars) -> Option<Vec<&'r Literal>> {
        let mut bound = Bound::none(rule.variables.len());
        for column in self.columns.get(&rule.head).into_iter().flatten() {
            bound.add(&rule.head_args[*column]);
        }
        let mut waiting: Vec<&Literal> =
            rule.body.iter().filter(|goal| self.is_unrestricted(goal) && !may_fail(goal)).collect();
        let mut chosen = Vec::new();
        while !needed.iter().all(|var| bound.has_var(*var)) {
            let next = waiting.iter().position(|goal| self.gives_more(goal, &bound))?;
            let goal = waiting.remove(next);
            goal.open_vars().into_iter().for_each(|var| bound.add_var(var));
            chosen.push(goal);
        }
        let is_test = |goal: &&&Literal| {
            let others = rule.body.iter().filter(|other| !std::ptr::eq(*other, **goal));
            let mut shared: Vars = others.flat_map(Literal::vars).collect();
            shared.extend(vars_of_args(&rule.head_args));
            goal.vars().iter().all(|var| bound.has_var(*var) || !shared.contains(var))
        };
        let tests = waiting.iter().filter(|goal| !matches!(goal, Literal::Aggregate { .. }));
        let tests: Vec<&Literal> = tests.filter(is_test).copied().collect();
        chosen.extend(tests);
        Some(chosen)
    }

    /// Whether a goal asks nothing that is restricted, not even further down.
    fn is_unrestricted(&self, goal: &Literal) -> bool {
        let mut asked = Vec::new();
        goal.visit(&mut |literal| {
            if let Literal::Fact { relation, .. } = literal {
                asked.push(*relation);
            }
        });
        is_in_place(self.program, goal)
            || closure(self.rules, &asked).iter().all(|id| !self.columns.contains_key(id))
    }

    /// Whether a goal can give variables their values, by what is known so far.
    fn gives_more(&self, goal: &Literal, bound: &Bound) -> bool {
        match goal {
            Literal::Fact { relation, args, .. } => {
                let is_known = |arg: &Arg| matches!(arg, Arg::Var(_)) && bound.has(arg);
                let relation_of = &self.program.relations[*relation];
                let declarations = &self.program.declarations;
                if relation_of.is_computed(declarations) {
                    return relation_of.is_askable(declarations, |c| bound.has(&args[c]));
                }
                let is_few = !relation_of.is_static || !is_looked_up(self.program, *relation);
                args.iter().any(is_known) || (bound.vars().next().is_none() && is_few)
            }
            Literal::Same { left, right, .. } => bound.has(left) || bound.has(right),
            Literal::Is { expr, .. } => bound.has_all(expr),
            _ => false,
        }
    }
}

/// Whether two rules of one clause say the same.
fn same_rule(one: &Rule, other: &Rule) -> bool {
    (one.head, &one.head_args, &one.body) == (other.head, &other.head_args, &other.body)
}
