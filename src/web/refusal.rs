//! Why a move is refused, for the page: each reason in words, the rule that gives it,
//! and the cells that it speaks of.

use serde_json::{Value, json};

use super::error::ApiError;
use super::proof::{cells_in, goals};
use super::view::plain;
use crate::game::{Action, Game, Reason, Refusal};
use crate::logic::Value as Term;
use crate::logic::explain::explain;
use crate::logic::explain::proof::{Because, Premise, Why};
use crate::logic::query::Query;

/// Reasons with their rules, and all cells that they speak of.
pub struct Reasons {
    /// Each reason, for the page.
    pub shown: Vec<Value>,
    /// The cells of all of them.
    pub cells: Vec<String>,
    /// The proofs of the reasons.
    pub behind: Option<Why>,
}

/// The answer to an attempt that the rules refuse.
pub fn refusal(game: &Game, refusal: &Refusal) -> Result<ApiError, ApiError> {
    let action = &refusal.action;
    let reasons = reasons_of(game, action, &refusal.reasons)?;
    let written = game.rules().presentation().write(game, action);
    Ok(ApiError::refused(plain(&refusal.why()))
        .with("move", plain(&written))
        .with("term", plain(&action.to_string()))
        .with("reasons", reasons.shown)
        .with("cells", reasons.cells))
}

/// The reasons for a refusal, with the rules that give them.
pub fn reasons_of(game: &Game, action: &Action, given: &[Reason]) -> Result<Reasons, ApiError> {
    let names = given.iter().map(|reason| reason.name);
    let query = action.refusal_query(game.rules().program(), names);
    reasons(game, query.filter(|_| !given.is_empty()), given, &action.to_string())
}

/// The query for the reasons why nothing can be done with a piece, if there are any.
pub fn stuck_query(game: &Game, piece: Term, given: &[Reason]) -> Option<Query> {
    if given.is_empty() {
        return None;
    }
    let goal = |reason: &Reason| format!("stuck({piece}, {})", Term::Atom(reason.name));
    let goals: Vec<String> = given.iter().map(goal).collect();
    Query::parse(game.rules().program(), &goals.join(", ")).ok()
}

/// Reasons that the answers of a query give, one each.
pub fn reasons(
    game: &Game,
    query: Option<Query>,
    given: &[Reason],
    about: &str,
) -> Result<Reasons, ApiError> {
    let engine = game.rules().engine();
    let behind = match &query {
        Some(query) => Some(explain(engine, query, &game.situation())?),
        None => None,
    };
    let proofs: &[std::sync::Arc<Premise>] = match &behind {
        Some(Why::Holds(proofs)) => proofs,
        _ => &[],
    };
    let mut all = cells_in(game, about);
    let shown = given.iter().enumerate().map(|(number, reason)| {
        let proof = proofs.get(number);
        let rule = proof.and_then(|proof| proof.rule());
        let rule = rule.map(|rule| json!({ "place": rule.at, "text": rule.text }));
        let cells = proof.map_or_else(Vec::new, |proof| cells_of(game, proof));
        all.extend(cells.iter().cloned());
        json!({
            "name": reason.name.as_str(),
            "message": plain(&reason.message),
            "rule": rule,
            "cells": cells,
        })
    });
    let shown = shown.collect();
    all.sort();
    all.dedup();
    Ok(Reasons { shown, cells: all, behind })
}

/// The cells that a goal and what its rule rests on name.
fn cells_of(game: &Game, proof: &Premise) -> Vec<String> {
    let mut cells = cells_in(game, &proof.goal);
    if let Because::Rule { premises, .. } = &proof.because {
        cells.extend(premises.iter().flat_map(|premise| cells_in(game, &premise.goal)));
    }
    cells.sort();
    cells.dedup();
    cells
}

/// Why an action is legal, or is not.
pub fn why_action(game: &Game, action: &Action) -> Result<Value, ApiError> {
    let program = game.rules().program();
    let query = action.legal_query(program);
    let query = query.ok_or_else(|| ApiError::bad_request("the rules know no such action"))?;
    let why = explain(game.rules().engine(), &query, &game.situation())?;
    let written = game.rules().presentation().write(game, action);
    let holds = matches!(why, Why::Holds(_)) && game.settlement().is_none();
    let given = if holds { Vec::new() } else { game.reasons(action)? };
    let reasons = reasons_of(game, action, &given)?;
    let why = reasons.behind.iter().fold(why, Why::in_view_of);
    let messages: Vec<&str> = given.iter().map(|reason| reason.message.as_str()).collect();
    let text = match (holds, messages.is_empty()) {
        (true, _) => format!("{written} is legal"),
        (false, true) => format!("{written} is not legal (the rules give no reason)"),
        (false, false) => format!("{written} is refused: {}", messages.join("; ")),
    };
    Ok(json!({
        "holds": holds,
        "text": plain(&text),
        "reasons": reasons.shown,
        "cells": reasons.cells,
        "move": plain(&written),
        "proof": goals(game, &why),
    }))
}
