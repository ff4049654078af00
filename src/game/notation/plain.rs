//! Actions as the rules write them, for games without a notation of their own.

use super::{Unreadable, no_such_cell, on_board};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::logic::check::declarations::{Declarations, Template};
use crate::logic::check::types::Type;
use crate::logic::program::Name;
use crate::logic::query::Query;
use crate::logic::{Atom, Value};

/// Reads `put(a1)`, `put a1`, or only `a1` where there is one kind of action.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    let program = game.rules().program();
    let declarations = &program.declarations;
    let written = as_term(declarations, text.trim().trim_end_matches('.'));
    let usage = || usage(declarations);
    let query = Query::parse(program, &format!("tried({written})")).map_err(|rejected| {
        // What is wrong with the text by itself, not with what is put around it.
        let alone = Query::parse(program, &written).err();
        let syntax = alone.filter(|alone| alone.diagnostics[0].code == "syntax");
        let message = &syntax.as_ref().unwrap_or(&rejected).diagnostics[0].message;
        Unreadable::new(text, format!("{message}; {}", usage()))
    })?;
    let [(relation, row)] = query.supposed() else {
        return Err(Unreadable::new(text, usage()));
    };
    let Name::Wrapped(_, name) = program.relations[*relation].name else {
        return Err(Unreadable::new(text, usage()));
    };
    on_board(game, text, Action { name, args: row.clone() })
}

fn as_term(declarations: &Declarations, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let call = |name: Atom, args: &[&str]| match args {
        [] => name.to_string(),
        args => format!("{name}({})", args.join(", ")),
    };
    let named = declarations.actions.iter().find(|action| {
        words.first() == Some(&action.name.as_str()) && words.len() == action.columns.len() + 1
    });
    match (named, declarations.actions.as_slice()) {
        (Some(action), _) => call(action.name, &words[1..]),
        (None, [only])
            if words.len() == only.columns.len() && !text.contains(only.name.as_str()) =>
        {
            call(only.name, &words)
        }
        _ => text.to_string(),
    }
}

/// Why a value is not an action of the game, whatever the position is: none is declared
/// so, or a column is not of its type.
pub fn why_no_action(game: &Game, action: &Action) -> Option<String> {
    let rules = game.rules();
    let declarations = &rules.program().declarations;
    let (name, arity) = (action.name, action.args.len());
    let Some(declared) = declarations.action(name, arity) else {
        return Some(format!("there is no action {name}/{arity}; {}", usage(declarations)));
    };
    let mut columns = declared.columns.iter().zip(&action.args);
    let (ty, value) = columns.find(|(ty, value)| !rules.has_value(**ty, **value))?;
    Some(match (ty, value) {
        (Type::Cell, Value::Cell(cell)) => no_such_cell(*cell),
        (ty, value) => {
            let wanted = declarations.type_name(*ty);
            format!("`{value}` is not {wanted}; {}", usage(declarations))
        }
    })
}

/// How actions are written as the rules write them.
fn usage(declarations: &Declarations) -> String {
    let templates: Vec<String> =
        declarations.actions.iter().map(|action| template(declarations, action)).collect();
    match templates.is_empty() {
        true => "there are no actions; a goal has its columns and a full stop: p(X).".into(),
        false => format!("an action is written {}", templates.join(" or ")),
    }
}

fn template(declarations: &Declarations, action: &Template) -> String {
    let columns: Vec<&str> = action.columns.iter().map(|ty| declarations.type_word(*ty)).collect();
    match columns.as_slice() {
        [] => action.name.to_string(),
        columns => format!("{}({})", action.name, columns.join(", ")),
    }
}
