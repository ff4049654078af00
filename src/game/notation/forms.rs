//! Actions as the rules say that players write them, by `:- notation(..)`.
//!
//! An action is written in the first of its forms whose goal holds. All forms are
//! read: first as they stand, then with any of the usual signs between arguments.

mod matching;

use std::ops::ControlFlow;

use self::matching::{Captured, Signs, readings};
use super::{Unreadable, value_named};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::game::spec::unquoted;
use crate::logic::check::declarations::Template;
use crate::logic::check::notation::{Notation, Part};
use crate::logic::check::types::Type;
use crate::logic::query::{Bound, Query};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Cell, Row, Value};

/// The values that variables have.
type Known = Vec<(Atom, Value)>;

/// The action in the first form that fits it, if there is one.
pub fn write(game: &Game, action: &Action) -> Option<String> {
    let notations = &game.rules().program().declarations.notations;
    notations.iter().find_map(|notation| written(game, notation, action))
}

fn written(game: &Game, notation: &Notation, action: &Action) -> Option<String> {
    let known = arguments(notation, action)?;
    let known = match &notation.goal {
        None => known,
        Some(goal) => solutions(game, goal, &known, 1).into_iter().next()?,
    };
    let text = |part: &Part| match part {
        Part::Text(text) => Some(text.as_str().to_string()),
        Part::Variable(name) => known.iter().find(|(it, _)| it == name).map(|it| unquoted(&it.1)),
    };
    notation.form.iter().map(text).collect()
}

/// The values of a notation's variables in an action; none, if it is of another action.
fn arguments(notation: &Notation, action: &Action) -> Option<Known> {
    if notation.action != action.name || notation.arguments.len() != action.args.len() {
        return None;
    }
    let mut known = Known::new();
    for (index, value) in action.args.iter().enumerate() {
        match notation.variable(index) {
            Some(name) => match known.iter().find(|(it, _)| *it == name) {
                Some((_, before)) if before != value => return None,
                Some(_) => {}
                None => known.push((name, *value)),
            },
            None if matches!(notation.arguments[index].kind, TermKind::Var(_)) => {}
            None if constant(&notation.arguments[index], *value) => {}
            None => return None,
        }
    }
    Some(known)
}

/// Whether a term is a value.
fn constant(term: &Term, value: Value) -> bool {
    match (&term.kind, value) {
        (TermKind::Int(number), Value::Int(value)) => *number == value,
        (TermKind::Atom(name), value) => unquoted(&value) == name.as_str(),
        (_, Value::Cell(cell)) => term.axial() == Some(cell),
        _ => false,
    }
}

/// A value as it stands in a goal.
fn as_term(value: Value, span: Span) -> TermKind {
    let int = |number: i16| Term { kind: TermKind::Int(number.into()), span };
    match value {
        Value::Int(number) => TermKind::Int(number),
        Value::Atom(name) | Value::Cell(Cell::Named(name)) => TermKind::Atom(name),
        Value::Cell(Cell::Axial(q, r)) => TermKind::Comma(vec![int(q), int(r)]),
        Value::Cell(cell) => TermKind::Atom(Atom::new(&cell.to_string())),
    }
}

/// How a goal can hold, given what is known: the values of all variables. A goal that
/// cannot be evaluated holds in no way.
fn solutions(game: &Game, goal: &Term, known: &Known, most: usize) -> Vec<Known> {
    let with_value = |goal: Term, (name, value): &(Atom, Value)| {
        goal.substitute(*name, &as_term(*value, goal.span))
    };
    let replaced = known.iter().fold(goal.clone(), with_value);
    let mut found = Vec::new();
    let Ok(query) = Query::of(game.rules().program(), &replaced) else { return found };
    let _ = query.solve(game.rules().engine(), &game.situation(), &mut |answer| {
        let mut all = known.clone();
        all.extend(answer.into_iter().filter_map(|(name, bound)| match bound {
            Bound::Value(value) => Some((name, value)),
            _ => None,
        }));
        found.push(all);
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// A goal is solved in at most this many ways to find what a text means.
const MOST_SOLUTIONS: usize = 10_000;

/// The actions that a text may mean by the forms of the game, each once.
pub fn read(game: &Game, text: &str) -> Vec<Action> {
    for signs in [Signs::AsWritten, Signs::Any] {
        let mut found: Vec<Action> = Vec::new();
        for notation in &game.rules().program().declarations.notations {
            for action in meant(game, notation, text, signs) {
                if !found.contains(&action) {
                    found.push(action);
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The actions that a text means in one form.
fn meant(game: &Game, notation: &Notation, text: &str, signs: Signs) -> Vec<Action> {
    let declarations = &game.rules().program().declarations;
    let is_action =
        |it: &&Template| it.name == notation.action && it.columns.len() == notation.arguments.len();
    let Some(action) = declarations.actions.iter().find(is_action) else { return Vec::new() };
    let type_of = |name: Atom| {
        let index = (0..action.columns.len()).find(|it| notation.variable(*it) == Some(name))?;
        Some(action.columns[index])
    };
    let mut found = Vec::new();
    for captured in readings(&notation.form, text, signs) {
        let Some((known, open)) = values(game, &captured, type_of) else { continue };
        let ways = match &notation.goal {
            None if open.is_empty() => vec![known],
            None => Vec::new(),
            Some(goal) => solutions(game, goal, &known, MOST_SOLUTIONS),
        };
        for way in ways.into_iter().filter(|way| says(way, &open)) {
            found.extend(filled(game, notation, action, &way));
        }
    }
    found
}

/// The values of what was captured for arguments, and what was captured for others.
fn values<'a>(
    game: &Game,
    captured: &Captured<'a>,
    type_of: impl Fn(Atom) -> Option<Type>,
) -> Option<(Known, Captured<'a>)> {
    let (mut known, mut open) = (Known::new(), Captured::new());
    for (name, text) in captured {
        match type_of(*name) {
            Some(ty) => known.push((*name, value_named(game, ty, text)?)),
            None => open.push((*name, *text)),
        }
    }
    Some((known, open))
}

/// Whether the variables that only the form names have the values that were captured.
fn says(way: &Known, open: &Captured<'_>) -> bool {
    open.iter().all(|(name, text)| {
        let value = way.iter().find(|(it, _)| it == name);
        value.is_some_and(|(_, value)| unquoted(value).eq_ignore_ascii_case(text))
    })
}

/// The action with these values; arguments that nothing names are those of the only
/// legal action that fits.
fn filled(game: &Game, notation: &Notation, action: &Template, known: &Known) -> Vec<Action> {
    let value = |index: usize| match notation.variable(index) {
        Some(name) => known.iter().find(|(it, _)| *it == name).map(|(_, value)| *value),
        None => match &notation.arguments[index].kind {
            TermKind::Int(number) => Some(Value::Int(*number)),
            TermKind::Atom(name) => value_named(game, action.columns[index], name.as_str()),
            _ => notation.arguments[index].axial().map(Value::Cell),
        },
    };
    let values: Vec<Option<Value>> = (0..action.columns.len()).map(value).collect();
    if let Some(args) = values.iter().copied().collect::<Option<Row>>() {
        return vec![Action { name: action.name, args }];
    }
    let fits = |it: &Action| {
        let same = |(value, arg): (&Option<Value>, &Value)| value.is_none_or(|it| it == *arg);
        it.name == action.name && values.iter().zip(&it.args).all(same)
    };
    let legal = game.legal_unsorted().unwrap_or_default();
    legal.into_iter().filter(fits).collect()
}

/// What a player is told who wrote something else: what the rules say of their notation,
/// or else an action that could be played.
pub fn usage(game: &Game) -> String {
    let notations = &game.rules().program().declarations.notations;
    let told: Vec<String> =
        notations.iter().filter_map(|it| it.doc.as_deref()).map(as_clause).collect();
    if !told.is_empty() {
        return told.join("; ");
    }
    let legal = game.legal().unwrap_or_default();
    let sample = legal.iter().find_map(|action| write(game, action));
    match sample {
        Some(sample) => format!("an action is written like {sample}"),
        None => "an action is written as the rules declare it".into(),
    }
}

/// A sentence as a part of another.
fn as_clause(sentence: &str) -> String {
    let sentence = sentence.trim().trim_end_matches('.');
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Whether a text begins as a form does that begins with a cell, so that an action must
/// be meant.
pub fn begins_with_cell(game: &Game, text: &str) -> bool {
    let declarations = &game.rules().program().declarations;
    let begins = |notation: &Notation| {
        let Some(Part::Variable(first)) = notation.form.first() else { return false };
        let index = (0..notation.arguments.len()).find(|it| notation.variable(*it) == Some(*first));
        let action = declarations.actions.iter().find(|it| it.name == notation.action);
        let columns = action.map_or(&[][..], |action| &action.columns);
        index.is_some_and(|index| columns.get(index) == Some(&Type::Cell))
    };
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let ends = (1..=end).filter(|end| text.is_char_boundary(*end));
    let is_cell = |end: usize| value_named(game, Type::Cell, &text[..end]).is_some();
    declarations.notations.iter().any(begins) && ends.into_iter().any(is_cell)
}

/// Why a text is no action in any form.
pub fn unreadable(game: &Game, text: &str, spelt: &str) -> Unreadable {
    let usage = usage(game);
    let is_meant = begins_with_cell(game, spelt);
    let word = words(spelt).find(|word| !is_known(game, word));
    let why = match word {
        Some(word) if is_meant => format!("`{word}` is nothing that an action names; {usage}"),
        _ if is_meant => format!("it is a part of an action, or more than one; {usage}"),
        _ => usage,
    };
    Unreadable { is_meant, ..Unreadable::new(text, why) }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word is a value that an action may have, or several of them in one.
fn is_known(game: &Game, word: &str) -> bool {
    let actions = &game.rules().program().declarations.actions;
    let types = actions.iter().flat_map(|action| &action.columns);
    let is_value = |text: &str| types.clone().any(|ty| value_named(game, *ty, text).is_some());
    let splits = (1..word.len()).filter(|at| word.is_char_boundary(*at));
    is_value(word)
        || splits.into_iter().any(|at| {
            let rest = word[at..].trim_start_matches(['x', 'X']);
            is_value(&word[..at]) && (rest.is_empty() || is_value(rest))
        })
}
