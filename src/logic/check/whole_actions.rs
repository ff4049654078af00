//! A variable directly inside `legal`, `does` and the like stands for a whole
//! action or state fact. It can stand in no other place; whoever writes it
//! there is told what to write, with the actions of the game.

use crate::logic::Atom;
use crate::logic::check::declarations::{Declarations, Template};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::prolog_habits::each_goal;
use crate::logic::check::query_form::AFTER;
use crate::logic::names;
use crate::logic::program::Wrapper;
use crate::logic::syntax::term::{Term, TermKind};

/// Complains if a variable for a whole action or fact is used as a value.
pub fn check(declarations: &Declarations, clause: &Term, errors: &mut Vec<Diagnostic>) {
    let (head, body) = match clause.parts() {
        Some((":-", [head, body])) => (Some(head), body),
        _ => (None, clause),
    };
    let mut goals = Vec::new();
    each_goal(body, &mut |goal| goals.push(goal));
    let standing_for: Vec<(Atom, Wrapper)> =
        head.into_iter().chain(goals.iter().copied()).filter_map(whole).collect();
    for place in head.into_iter().chain(goals.iter().copied()) {
        if misused(place, &standing_for).is_some_and(|(variable, wrapper)| {
            errors.push(explained(declarations, place, variable, wrapper));
            true
        }) {
            return;
        }
    }
}

/// The variable for a whole action or fact that a goal holds, and the word
/// around it.
fn whole(goal: &Term) -> Option<(Atom, Wrapper)> {
    let (name, args) = goal.functor()?;
    let wrapper = match (name.as_str(), args) {
        (AFTER, [_, _]) => Wrapper::Does,
        (word, args) => Wrapper::find(word, args.len())?,
    };
    match args[0].kind {
        TermKind::Var(name) if name.as_str() != "_" => Some((name, wrapper)),
        _ => None,
    }
}

/// The variable for a whole action or fact that a goal uses as a value.
fn misused<'a>(goal: &'a Term, standing_for: &[(Atom, Wrapper)]) -> Option<(&'a Term, Wrapper)> {
    let (name, args) = goal.functor()?;
    // What is collected or counted may be a whole action, and what is inside is
    // a goal of its own.
    let values = match (name.as_str(), args) {
        ("\\+" | ";" | "forall", _) => &[],
        ("aggregate_all", _) => &[],
        (AFTER, [_, _]) => &[],
        (word, args) if Wrapper::find(word, args.len()).is_some() => &args[1..],
        (_, args) => args,
    };
    values.iter().find_map(|value| {
        let TermKind::Var(name) = value.kind else { return None };
        let (_, wrapper) = standing_for.iter().find(|(known, _)| *known == name)?;
        Some((value, *wrapper))
    })
}

fn explained(
    declarations: &Declarations,
    place: &Term,
    variable: &Term,
    wrapper: Wrapper,
) -> Diagnostic {
    let of_actions = wrapper.of_actions();
    let noun = if of_actions { "action" } else { "state fact" };
    let templates = if of_actions { &declarations.actions } else { &declarations.states };
    let word = wrapper.name();
    let reason = if wrapper == Wrapper::Refuse { ", Reason" } else { "" };
    let wrapped =
        |template: &Template| format!("{word}({}{reason})", written(declarations, template));
    let (relation, args) = place.functor().expect("a goal has a name");
    let help = match (relation.as_str(), args) {
        ("=" | "\\=" | "==", [left, right]) => {
            let other = if left == variable { right } else { left };
            match other.functor() {
                Some((name, _)) if templates.iter().any(|template| template.name == name) => {
                    format!("write `{word}({other}{reason})` instead of the two goals")
                }
                _ => format!(
                    "write its columns out, and compare those: {}",
                    listed(templates, wrapped)
                ),
            }
        }
        (relation, args) => match templates.first() {
            Some(template) => {
                let columns = columns(declarations, template);
                let own: Vec<String> = args
                    .iter()
                    .flat_map(|arg| match arg == variable {
                        true => columns.clone(),
                        false => vec![arg.to_string()],
                    })
                    .collect();
                let own = match own.is_empty() {
                    true => relation.to_string(),
                    false => format!("{relation}({})", own.join(", ")),
                };
                format!(
                    "give it the columns of the {noun} instead, `{own}` with `{}`{}",
                    wrapped(template),
                    match templates.len() {
                        1 => String::new(),
                        _ => format!(", and so for each {noun}: {}", listed(templates, wrapped)),
                    }
                )
            }
            None => format!("no {noun} is declared"),
        },
    };
    Diagnostic::error(
        "type",
        variable.span,
        format!("`{variable}` stands for a whole {noun}, which is not a value"),
        "a value must stand here",
    )
    .help(help)
}

/// A few of them, as they are written.
fn listed(templates: &[Template], wrapped: impl Fn(&Template) -> String) -> String {
    const MOST: usize = 4;
    let shown: Vec<String> = templates.iter().take(MOST).map(wrapped).collect();
    let more = if templates.len() > MOST { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn written(declarations: &Declarations, template: &Template) -> String {
    match template.columns.is_empty() {
        true => template.name.to_string(),
        false => format!("{}({})", template.name, columns(declarations, template).join(", ")),
    }
}

/// A variable for each column, named after its type: `Cell1`, `Cell2`, `Player`.
pub fn columns(declarations: &Declarations, template: &Template) -> Vec<String> {
    let word = |index: usize| names::capitalised(declarations.type_word(template.columns[index]));
    let count = template.columns.len();
    (0..count)
        .map(|index| {
            let alike = |other: &usize| word(*other) == word(index);
            match (0..count).filter(alike).count() {
                1 => word(index),
                _ => format!("{}{}", word(index), (0..=index).filter(alike).count()),
            }
        })
        .collect()
}
