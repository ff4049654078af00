//! Actions of every game but Hive: in the forms that its rules declare, as the rules
//! write them, or by their arguments alone where that is enough.

use super::{Unreadable, forms, on_board, plain, spelling, value_named};
use crate::game::action::Action;
use crate::game::game::Game;
use crate::game::spec::unquoted;
use crate::logic::Row;
use crate::logic::check::declarations::Template;

/// An action as its players write it.
pub fn write(game: &Game, action: &Action) -> String {
    forms::write(game, action).unwrap_or_else(|| action.to_string())
}

/// A longer text is read as the rules write it, or not at all: to take it apart in all
/// ways would take too long.
const LONGEST: usize = 200;

/// The action that a text means, legal or not.
pub fn read(game: &Game, text: &str) -> Result<Action, Unreadable> {
    if text.len() > LONGEST {
        return plain::read(game, text);
    }
    let has_forms = !game.rules().program().declarations.notations.is_empty();
    let spelt = spelling::plain(text);
    if has_forms {
        let found = forms::read(game, &spelt);
        if let Some(action) = chosen(game, text, found)? {
            return Ok(action);
        }
    }
    let as_term = plain::read(game, text).or_else(|error| match has_forms {
        true => plain::read(game, &spelt).map_err(|_| error),
        false => Err(error),
    });
    let error = match as_term {
        Ok(action) => return Ok(action),
        Err(error) => error,
    };
    if let Some(action) = chosen(game, text, by_arguments(game, &spelt))? {
        return Ok(action);
    }
    if let Some(action) = chosen(game, text, by_some_arguments(game, &spelt))? {
        return Ok(action);
    }
    match has_forms && !spelt.contains('(') {
        true => Err(forms::unreadable(game, text, &spelt)),
        false => Err(error),
    }
}

/// The one action on the board that is meant, if there are any: where several are
/// written alike, the one that is legal.
fn chosen(game: &Game, text: &str, found: Vec<Action>) -> Result<Option<Action>, Unreadable> {
    let mut off_board = None;
    let mut found: Vec<Action> = found
        .into_iter()
        .filter_map(|action| on_board(game, text, action).map_err(|it| off_board = Some(it)).ok())
        .collect();
    if let (true, Some(error)) = (found.is_empty(), off_board) {
        return Err(error);
    }
    if found.len() > 1 {
        let legal = game.legal_unsorted().unwrap_or_default();
        if found.iter().any(|action| legal.contains(action)) {
            found.retain(|action| legal.contains(action));
        }
    }
    match found.as_slice() {
        [] => Ok(None),
        [action] => Ok(Some(action.clone())),
        several => {
            const MOST_NAMED: usize = 4;
            let mut names: Vec<String> =
                several.iter().take(MOST_NAMED).map(|action| distinct(game, action)).collect();
            names.sort();
            let more = if several.len() > MOST_NAMED { " or others" } else { "" };
            let why = format!("it may be {}{more}", names.join(" or "));
            Err(Unreadable { is_meant: true, ..Unreadable::new(text, why) })
        }
    }
}

/// An action as it is written, if it can be read again so.
fn distinct(game: &Game, action: &Action) -> String {
    let written = write(game, action);
    match forms::read(game, &written).as_slice() {
        [only] if only == action => written,
        _ => action.to_string(),
    }
}

fn words(text: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '-' | ',' | ':' | '>' | '→');
    // The cells of the plane have commas of their own.
    let parts: Vec<&str> = match text.contains('(') {
        true => text.split_whitespace().collect(),
        false => text.split(is_between).collect(),
    };
    parts.into_iter().filter(|word| !word.is_empty()).collect()
}

/// The actions that have these arguments: `c4`, `e2 e4`.
fn by_arguments(game: &Game, text: &str) -> Vec<Action> {
    let words = words(text);
    let actions = &game.rules().program().declarations.actions;
    let with_words = |action: &Template| {
        let fits = !words.is_empty() && action.columns.len() == words.len();
        let values = action.columns.iter().zip(&words);
        let args: Option<Row> =
            fits.then(|| values.map(|(ty, word)| value_named(game, *ty, word)).collect())?;
        Some(Action { name: action.name, args: args? })
    };
    actions.iter().filter_map(with_words).collect()
}

/// The legal actions that name these arguments, in this order, and others.
fn by_some_arguments(game: &Game, text: &str) -> Vec<Action> {
    let words = words(text);
    let names_all = |action: &Action| {
        let mut args = action.args.iter().map(unquoted);
        words.iter().all(|word| args.any(|arg| arg.eq_ignore_ascii_case(word)))
    };
    let legal = if words.is_empty() { Vec::new() } else { game.legal().unwrap_or_default() };
    legal.into_iter().filter(names_all).collect()
}
