//! What somebody wants explained: a goal, or a move in the notation of the game.

use super::game::Game;
use super::notation::Unreadable;
use crate::logic::query::Query;

/// The question that a text asks: the goal that it is, or whether the action that
/// it writes is legal. A text that looks like a goal is read by `parse`.
pub fn question_of<E: From<Unreadable>>(
    game: &Game,
    text: &str,
    parse: impl Fn(&str) -> Result<Query, E>,
) -> Result<Query, E> {
    let (presentation, program) = (game.rules().presentation(), game.rules().program());
    let without_stop = text.trim().strip_suffix('.').unwrap_or(text).trim();
    let action = presentation.read(game, text).or_else(|error| {
        let without_stop = presentation.read(game, without_stop);
        without_stop.or(Err(error))
    });
    match action {
        Ok(action) => Ok(action.legal_query(program).expect("only declared actions are read")),
        Err(_) if is_meant_as_goal(text) => parse(text),
        Err(error) => Query::parse(program, text).map_err(|_| error.into()),
    }
}

/// Whether a text that is neither an action nor a goal was meant as a goal: the
/// name of a relation stands right before a parenthesis, or a comma before the
/// first one. In `wA1 (1,1` neither is so.
pub fn is_meant_as_goal(text: &str) -> bool {
    let is_relation = |before: &str| {
        let in_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = &before[before.trim_end_matches(in_name).len()..];
        before.ends_with('\'') || name.starts_with(char::is_lowercase)
    };
    let calls = text.match_indices('(').any(|(at, _)| is_relation(&text[..at]));
    let before_all = text.split('(').next().unwrap_or_default();
    text.trim().is_empty() || calls || before_all.contains(',')
}
