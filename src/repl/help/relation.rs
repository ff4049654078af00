//! The help on a relation: what it says, its columns, where its facts come
//! from, and a query about it that has answers in the position.

use super::examples::{example_of, open_goal, variables};
use crate::game::Game;
use crate::logic::program::{Name, Origin, Program, RelationId, Wrapper};
use crate::repl::style::{self, paint};

/// The relations that somebody means by a name: `tank`, `tank/3`, `legal(move)`.
pub fn called(program: &Program, name: &str) -> Vec<RelationId> {
    let is_known = |id: &RelationId| {
        let relation = &program.relations[*id];
        let is_used = relation.origin != Origin::Rules
            || program.rules_for(*id).next().is_some()
            || matches!(relation.name, Name::Plain(_));
        relation.is_called(name) && is_used
    };
    program.relations.ids().filter(is_known).collect()
}

/// All there is to say about a relation.
pub fn describe(game: &Game, id: RelationId) -> String {
    let program = game.rules().program();
    let relation = &program.relations[id];
    let mut said = vec![paint(style::STRONG, &open_goal(program, id))];
    if let Some(doc) = &relation.doc {
        said.extend(wrapped(doc));
    }
    if relation.arity > 0 {
        said.push(format!("  Columns: {}", columns(program, id)));
    }
    said.extend(wrapped(&origin(program, id)));
    match example_of(game, id) {
        Some(example) => said.push(format!("  Try: {}", paint(style::STRONG, &example))),
        None if relation.origin != Origin::Supposed && !is_refusal(relation.name) => {
            said.push("  It has no facts in this position.".into());
        }
        None => {}
    }
    said.join("\n")
}

fn is_refusal(name: Name) -> bool {
    matches!(name, Name::Wrapped(Wrapper::Refuse, _))
}

/// Each column with its type; once where both are the same word.
fn columns(program: &Program, id: RelationId) -> String {
    let relation = &program.relations[id];
    let named = variables(program, id).into_iter().zip(&relation.columns).map(|(name, ty)| {
        let word = ty.map_or("any", |ty| program.declarations.type_word(ty));
        match name.eq_ignore_ascii_case(word) {
            true => name,
            false => format!("{name} ({word})"),
        }
    });
    named.collect::<Vec<_>>().join(", ")
}

fn origin(program: &Program, id: RelationId) -> String {
    let relation = &program.relations[id];
    let declared = relation.declared_at.map(|span| program.sources.location(span).to_string());
    match relation.origin {
        Origin::State => {
            format!("A fact of the position, declared at {}.", declared.unwrap_or_default())
        }
        Origin::Supposed => "Holds while an action is played, or asked about.".into(),
        Origin::History => "Built in: it comes from the history of the game.".into(),
        Origin::Given(_) => match declared {
            Some(at) => format!("Built in, from the declaration at {at}."),
            None => "Built in.".into(),
        },
        Origin::Rules => rules(program, id),
    }
}

/// Where its rules stand: `tanks.pl:86, 91`.
fn rules(program: &Program, id: RelationId) -> String {
    let mut places: Vec<(String, usize)> = Vec::new();
    for rule in program.rules_for(id) {
        let at = program.sources.location(rule.span);
        if !places.contains(&(at.file.clone(), at.line)) {
            places.push((at.file, at.line));
        }
    }
    const MOST: usize = 6;
    let mut shown = String::new();
    for (index, (file, line)) in places.iter().take(MOST).enumerate() {
        let same_file = index > 0 && places[index - 1].0 == *file;
        let separator = if index > 0 { ", " } else { "" };
        shown += &match same_file {
            true => format!("{separator}{line}"),
            false => format!("{separator}{file}:{line}"),
        };
    }
    match places.len() {
        0 => "No rule derives it.".into(),
        1 => format!("Derived by the clause at {shown}."),
        many if many > MOST => format!("Derived by {many} clauses: {shown}, ..."),
        many => format!("Derived by {many} clauses: {shown}."),
    }
}

/// A description, indented, in lines that fit.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 76;
    let mut lines = vec![String::from(" ")];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.chars().count() + word.chars().count() > WIDTH {
            lines.push(format!("  {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}
