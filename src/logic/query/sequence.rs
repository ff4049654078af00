//! Answers in an order, some of them, or gathered in a list, as SWI-Prolog's
//! `order_by/2`, `limit/2`, `offset/2`, `findall/3`, `bagof/3` and `setof/3` do.
//!
//! These stand around a whole query and say nothing about what holds, so they are
//! taken off before it is checked, and applied to its answers.

use std::cmp::Ordering;

use super::{Bindings, Bound};
use crate::logic::Atom;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// What becomes of the answers to a query.
#[derive(Clone, Debug)]
pub enum Modifier {
    /// They are sorted by variables, each upwards or downwards.
    OrderBy(Vec<(Atom, Direction)>),
    /// There are at most so many.
    Limit(usize),
    /// The first ones are left out.
    Offset(usize),
    /// They are gathered in a list.
    Collect(Collect),
}

/// Which way answers are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The smallest first.
    Ascending,
    /// The largest first.
    Descending,
}

/// A list of what answers give for a template.
#[derive(Clone, Debug)]
pub struct Collect {
    template: Template,
    /// The variable that is the list.
    list: Atom,
    /// There is one list for each combination of values of these.
    by: Vec<Atom>,
    /// The goal that gives them their values, if there is one: a combination
    /// without answers has an empty list.
    pub outer: Option<Term>,
    /// Whether a list may be empty.
    keeps_empty: bool,
    /// Whether each element stands in the list once, in order.
    is_set: bool,
}

#[derive(Clone, Debug)]
enum Template {
    Var(Atom),
    Pair(Box<Template>, Box<Template>),
}

/// A query without what stands around it.
pub struct Peeled {
    /// What is asked.
    pub goal: Term,
    /// What becomes of its answers, the first first.
    pub modifiers: Vec<Modifier>,
}

/// Takes off what stands around a query.
pub fn peel(query: &Term) -> Result<Peeled, Diagnostic> {
    let modified = |goal: &Term, modifier: Modifier| {
        let mut peeled = peel(goal)?;
        peeled.modifiers.push(modifier);
        Ok(peeled)
    };
    match query.parts() {
        Some(("order_by", [keys, goal])) => modified(goal, Modifier::OrderBy(order(keys, goal)?)),
        Some(("limit", [number, goal])) => modified(goal, Modifier::Limit(count(number)?)),
        Some(("offset", [number, goal])) => modified(goal, Modifier::Offset(count(number)?)),
        _ => collect(query),
    }
}

/// Takes off a goal that gathers answers, the last one of a query.
fn collect(query: &Term) -> Result<Peeled, Diagnostic> {
    let (last, before) = query.conjuncts().split_last().expect("a goal is one of itself");
    if let Some(early) = before.iter().find(|goal| gathered(goal).is_some()) {
        let message = "a list of answers ends the query";
        let error = Diagnostic::error("syntax", early.span, message, "goals follow it");
        return Err(error.help("put it last; to count or compare, use aggregate_all"));
    }
    let Some(Gathered { template, goal, list, is_set, keeps_empty }) = gathered(last) else {
        return Ok(Peeled { goal: query.clone(), modifiers: Vec::new() });
    };
    let TermKind::Var(list) = list.kind else {
        let message = format!("`{list}` cannot be a list of answers");
        let error = Diagnostic::error("syntax", list.span, message, "not a variable");
        return Err(error.help("write a variable here, such as List"));
    };
    let mut bound = Vec::new();
    let mut goal = goal;
    while let Some(("^", [variable, inner])) = goal.parts().filter(|_| !keeps_empty) {
        variable.walk(&mut |term| bound.extend(variable_name(term)));
        goal = inner;
    }
    let template = self::template(template, goal)?;
    let inner = naming_all(goal);
    let mut by: Vec<Atom> = Vec::new();
    let free = (!keeps_empty).then_some(goal).into_iter();
    for term in before.iter().chain(free) {
        term.walk(&mut |term| {
            let name = variable_name(term).filter(|name| !name.as_str().starts_with('_'));
            by.extend(name.filter(|name| !by.contains(name)));
        });
    }
    by.retain(|name| !template.names(*name) && !bound.contains(name));
    let conjunction = |goals: Vec<Term>| match <[Term; 1]>::try_from(goals) {
        Ok([goal]) => goal,
        Err(goals) => Term { kind: TermKind::Comma(goals), span: query.span },
    };
    let outer = (!before.is_empty() && keeps_empty).then(|| conjunction(before.to_vec()));
    let mut goals = before.to_vec();
    goals.extend(inner.conjuncts().iter().cloned());
    let collect = Collect { template, list, by, outer, keeps_empty, is_set };
    Ok(Peeled { goal: conjunction(goals), modifiers: vec![Modifier::Collect(collect)] })
}

/// A goal that gathers answers, taken apart.
struct Gathered<'a> {
    template: &'a Term,
    goal: &'a Term,
    list: &'a Term,
    is_set: bool,
    keeps_empty: bool,
}

fn gathered(goal: &Term) -> Option<Gathered<'_>> {
    let gather = |template, goal, list, is_set, keeps_empty| {
        Some(Gathered { template, goal, list, is_set, keeps_empty })
    };
    match goal.parts()? {
        ("findall", [template, goal, list]) => gather(template, goal, list, false, true),
        ("bagof", [template, goal, list]) => gather(template, goal, list, false, false),
        ("setof", [template, goal, list]) => gather(template, goal, list, true, false),
        ("aggregate_all", [spec, goal, list]) => match spec.parts()? {
            ("bag", [template]) => gather(template, goal, list, false, true),
            ("set", [template]) => gather(template, goal, list, true, true),
            _ => None,
        },
        _ => None,
    }
}

fn variable_name(term: &Term) -> Option<Atom> {
    match term.kind {
        TermKind::Var(name) => Some(name),
        _ => None,
    }
}

/// Prolog gathers one element for each solution, whatever `_` stands for in it.
fn naming_all(goal: &Term) -> Term {
    fn named(term: &Term, count: &mut usize) -> Term {
        let mut each = |parts: &[Term]| parts.iter().map(|part| named(part, count)).collect();
        let kind = match &term.kind {
            TermKind::Compound(name, args) => TermKind::Compound(*name, each(args)),
            TermKind::Comma(parts) => TermKind::Comma(each(parts)),
            TermKind::Var(name) if name.as_str() == "_" => {
                *count += 1;
                TermKind::Var(Atom::new(&format!("Any#{count}")))
            }
            TermKind::Var(name) if name.as_str().starts_with('_') => {
                TermKind::Var(Atom::new(&format!("Any#{}", name.as_str())))
            }
            kind => kind.clone(),
        };
        Term { kind, span: term.span }
    }
    named(goal, &mut 0)
}

fn template(term: &Term, goal: &Term) -> Result<Template, Diagnostic> {
    let mut is_asked = false;
    goal.walk(&mut |part| is_asked |= part == term);
    match (&term.kind, term.parts()) {
        (TermKind::Var(name), _) if is_asked && !name.as_str().starts_with('_') => {
            Ok(Template::Var(*name))
        }
        (_, Some(("-", [left, right]))) => {
            Ok(Template::Pair(Box::new(template(left, goal)?), Box::new(template(right, goal)?)))
        }
        _ => {
            let message = format!("`{term}` cannot be gathered in a list");
            let error =
                Diagnostic::error("syntax", term.span, message, "not a variable of the goal");
            Err(error.help("name a variable of the goal, or a pair of them: Cell-Kind"))
        }
    }
}

fn order(keys: &Term, goal: &Term) -> Result<Vec<(Atom, Direction)>, Diagnostic> {
    let wanted = |span: Span, message: String| {
        Diagnostic::error("syntax", span, message, "not an order")
            .help("write order_by([asc(X), desc(Y)], Goal)")
    };
    let TermKind::List(keys) = &keys.kind else {
        return Err(wanted(keys.span, format!("`{keys}` does not say how to sort")));
    };
    let mut variables = Vec::new();
    goal.walk(&mut |term| variables.extend(variable_name(term)));
    let key = |key: &Term| {
        let (direction, variable) = match key.parts() {
            Some(("asc", [variable])) => (Direction::Ascending, variable),
            Some(("desc", [variable])) => (Direction::Descending, variable),
            _ => return Err(wanted(key.span, format!("`{key}` does not say how to sort"))),
        };
        match variable_name(variable).filter(|name| !name.as_str().starts_with('_')) {
            Some(name) if variables.contains(&name) => Ok((name, direction)),
            _ => Err(wanted(
                variable.span,
                format!("`{variable}` is not a named variable of the goal"),
            )),
        }
    };
    keys.iter().map(key).collect()
}

fn count(term: &Term) -> Result<usize, Diagnostic> {
    match term.kind {
        TermKind::Int(number) if number >= 0 => Ok(number as usize),
        _ => {
            let message = format!("`{term}` is not a number of answers");
            let error = Diagnostic::error("syntax", term.span, message, "not a number");
            Err(error.help("write limit(10, Goal)"))
        }
    }
}

impl Template {
    fn names(&self, name: Atom) -> bool {
        match self {
            Template::Var(var) => *var == name,
            Template::Pair(left, right) => left.names(name) || right.names(name),
        }
    }

    /// What an answer gives for it.
    fn instance(&self, answer: &Bindings) -> Bound {
        match self {
            Template::Var(name) => value(answer, *name).cloned().unwrap_or(Bound::Free),
            Template::Pair(left, right) => {
                Bound::Pair(Box::new(left.instance(answer)), Box::new(right.instance(answer)))
            }
        }
    }
}

fn value(answer: &Bindings, name: Atom) -> Option<&Bound> {
    answer.iter().find(|(known, _)| *known == name).map(|(_, bound)| bound)
}

impl Modifier {
    /// What becomes of answers. Those of the goal outside of a list are asked for
    /// beforehand.
    pub fn apply(&self, answers: Vec<Bindings>, outer: Option<Vec<Bindings>>) -> Vec<Bindings> {
        let mut answers = answers;
        match self {
            Modifier::OrderBy(keys) => {
                answers.sort_by(|one, other| by_keys(keys, one, other));
                answers
            }
            Modifier::Limit(most) => {
                answers.truncate(*most);
                answers
            }
            Modifier::Offset(first) => answers.split_off((*first).min(answers.len())),
            Modifier::Collect(collect) => collect.lists(answers, outer),
        }
    }
}

fn by_keys(keys: &[(Atom, Direction)], one: &Bindings, other: &Bindings) -> Ordering {
    let compared = keys.iter().map(|(name, direction)| {
        let ordering = value(one, *name).cmp(&value(other, *name));
        if *direction == Direction::Ascending { ordering } else { ordering.reverse() }
    });
    compared.fold(Ordering::Equal, Ordering::then)
}

impl Collect {
    fn lists(&self, answers: Vec<Bindings>, outer: Option<Vec<Bindings>>) -> Vec<Bindings> {
        let group = |answer: &Bindings| -> Bindings {
            let of = |name: &Atom| Some((*name, value(answer, *name)?.clone()));
            self.by.iter().filter_map(of).collect()
        };
        let mut groups: Vec<(Bindings, Vec<Bound>)> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        let mut place_of = |groups: &mut Vec<(Bindings, Vec<Bound>)>, by: Bindings| -> usize {
            *places.entry(by.clone()).or_insert_with(|| {
                groups.push((by, Vec::new()));
                groups.len() - 1
            })
        };
        for by in outer.iter().flatten().map(group) {
            place_of(&mut groups, by);
        }
        if self.keeps_empty && self.by.is_empty() && outer.is_none() {
            place_of(&mut groups, Bindings::new());
        }
        for answer in &answers {
            let place = place_of(&mut groups, group(answer));
            groups[place].1.push(self.template.instance(answer));
        }
        let list = |(mut by, mut elements): (Bindings, Vec<Bound>)| {
            if self.is_set {
                elements.sort();
                elements.dedup();
            }
            by.push((self.list, Bound::List(elements)));
            by
        };
        groups.into_iter().map(list).collect()
    }
}
