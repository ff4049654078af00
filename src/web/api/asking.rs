//! Requests that ask: the prompt, why and why not, the rules, a hint, and positions
//! that are set up.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::tables::touched;
use super::{Answer, App, At, Read, Reply, seat_key};
use crate::game::{Game, Touch, touches};
use crate::logic::Value as Term;
use crate::logic::explain::explain;
use crate::logic::explain::proof::Why as Explanation;
use crate::logic::query::Query;
use crate::play::report::{because, considered};
use crate::play::{Player, Thinker, Watch};
use crate::web::error::ApiError;
use crate::web::limits;
use crate::web::prompt::{Asking, SetUp};
use crate::web::proof::{cells_in, goals};
use crate::web::refusal::{reasons, stuck_query, why_action};
use crate::web::rulebook::rulebook;
use crate::web::tree::NodeId;
use crate::web::view::plain;
use crate::web::wanted::Wanted;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    entry: String,
    key: Option<String>,
}

pub async fn prompt(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Entry>,
) -> Answer {
    let key = asked.key.or_else(|| seat_key(&headers));
    app.asking(id, move |hall, table| {
        let asking = Asking { table: &table, hall, key: key.as_deref() };
        Ok(Reply::ok(asking.enter(&asked.entry)?))
    })
    .await
}

pub async fn complete(
    State(app): State<App>,
    At(id): At<String>,
    Read(asked): Read<Entry>,
) -> Answer {
    app.asking(id, move |hall, table| {
        let asking = Asking { table: &table, hall, key: None };
        Ok(Reply::ok(asking.complete(&asked.entry)?))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    goal: Option<String>,
    r#move: Option<String>,
    touches: Option<Vec<String>>,
    piece: Option<String>,
    node: Option<NodeId>,
}

pub async fn why(State(app): State<App>, At(id): At<String>, Read(asked): Read<Why>) -> Answer {
    app.asking(id, move |hall, table| {
        let game = Asking { table: &table, hall, key: None }.game(asked.node)?;
        let answer = match (asked.goal, asked.r#move, asked.touches, asked.piece) {
            (Some(goal), None, None, None) => why_goal(&game, &goal)?,
            (None, Some(text), None, None) => {
                let wanted = Wanted { text: Some(text), ..Wanted::default() };
                why_action(&game, &wanted.action(&game)?)?
            }
            (None, None, Some(texts), None) => {
                let wanted = Wanted { touches: touched(&texts)?, ..Wanted::default() };
                why_action(&game, &wanted.action(&game)?)?
            }
            (None, None, None, Some(touch)) => {
                let touch = Touch::read(game.rules(), &touch).map_err(ApiError::bad_request)?;
                why_piece(&game, &touch)?
            }
            _ => {
                return Err(ApiError::bad_request("name one of goal, move, touches and piece"));
            }
        };
        Ok(Reply::ok(answer))
    })
    .await
}

fn why_goal(game: &Game, goal: &str) -> Result<Value, ApiError> {
    if goal.len() > limits::LONGEST_ENTRY {
        return Err(ApiError::too_large("that goal is too long"));
    }
    let query = Query::parse(game.rules().program(), goal).map_err(|rejected| {
        ApiError::rejected("this is not a goal of these rules")
            .with("diagnostics", plain(&rejected.render(false)))
    })?;
    let why = explain(game.rules().engine(), &query, &game.situation())?;
    let holds = matches!(why, Explanation::Holds(_));
    let text = match holds {
        true => format!("{goal} holds"),
        false => why.in_short().unwrap_or_else(|| format!("{goal} does not hold")),
    };
    Ok(json!({
        "holds": holds,
        "text": plain(&text),
        "reasons": [],
        "cells": cells_in(game, goal),
        "move": null,
        "proof": goals(game, &why),
    }))
}

/// Why nothing can be done with what somebody touched.
fn why_piece(game: &Game, touch: &Touch) -> Result<Value, ApiError> {
    let scene = game.rules().presentation().scene(game);
    let (name, value) = match touch {
        Touch::Cell(cell) => {
            let top = scene.top(*cell);
            let name = top.map_or(cell.to_string(), |piece| piece.name.clone());
            (name, top.and_then(|piece| piece.value).unwrap_or(Term::Cell(*cell)))
        }
        Touch::Held { what, .. } => {
            let mut known =
                game.rules().program().declarations.enums.iter().flat_map(|known| &known.values);
            let value = known.find(|value| value.as_str() == what);
            let unknown = || ApiError::bad_request("there is no such piece");
            (what.clone(), Term::Atom(*value.ok_or_else(unknown)?))
        }
    };
    let given = game.stuck(value)?;
    let query = stuck_query(game, value, &given);
    let reasons = reasons(game, query, &given, &value.to_string())?;
    let messages: Vec<&str> = given.iter().map(|reason| reason.message.as_str()).collect();
    let is_over = game.count_legal()? == 0;
    let text = match (messages.is_empty(), is_over) {
        (false, _) => format!("{name}: {}", messages.join("; ")),
        (true, true) => game.why_nothing_is_legal()?,
        (true, false) => {
            let turn = game.turn().map_or(String::new(), |side| format!("; it is {side}'s turn"));
            format!("no legal move begins with {name}{turn}")
        }
    };
    let mut cells = reasons.cells;
    if let Touch::Cell(cell) = touch {
        cells.push(cell.to_string());
        cells.sort();
        cells.dedup();
    }
    Ok(json!({
        "holds": false,
        "text": plain(&anstream::adapter::strip_str(&text).to_string()),
        "reasons": reasons.shown,
        "cells": cells,
        "move": null,
        "proof": reasons.behind.as_ref().map(|why| goals(game, why)),
    }))
}

pub async fn rules(State(app): State<App>, At(id): At<String>) -> Answer {
    app.at_table(id, |_, table| Ok(Reply::ok(rulebook(table.game().0.rules())))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    seconds: Option<f64>,
    node: Option<NodeId>,
}

pub async fn hint(State(app): State<App>, At(id): At<String>, Read(asked): Read<Hint>) -> Answer {
    let seconds = asked.seconds.unwrap_or(1.0);
    if !(0.001..=limits::LONGEST_QUESTION.as_secs_f64() / 2.0).contains(&seconds) {
        return Err(ApiError::bad_request("a hint takes from 0.001 to 5 seconds"));
    }
    app.asking(id, move |hall, table| {
        let game = Asking { table: &table, hall, key: None }.game(asked.node)?;
        hinted(&game, seconds).map(Reply::ok)
    })
    .await
}

fn hinted(game: &Game, seconds: f64) -> Result<Value, ApiError> {
    let player = Player::best_in(Duration::from_secs_f64(seconds), game.rules());
    let thinker = Thinker::new(player, game.rules(), 0);
    let thinker = thinker.map_err(ApiError::bad_request)?;
    let thought = thinker.think(game, &Watch::default())?;
    let (Some(thought), Some(side)) = (thought, game.turn()) else {
        return Err(ApiError::conflict(game.why_nothing_is_legal()?));
    };
    let presentation = game.rules().presentation();
    let touches = touches(game, &presentation.scene(game), &thought.action);
    let written = presentation.write(game, &thought.action);
    let words = considered(game, &thinker.player().to_string(), side, &thought);
    let because = because(game, side, &thought)?;
    let words = [Some(words), because].into_iter().flatten().collect::<Vec<_>>().join("\n");
    Ok(json!({
        "move": plain(&written),
        "term": thought.action.to_string(),
        "touches": touches.iter().map(Touch::to_string).collect::<Vec<_>>(),
        "words": plain(&format!("{written} looks good\n{words}")),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steps {
    steps: Vec<String>,
    key: Option<String>,
}

pub async fn setup(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Steps>,
) -> Answer {
    let key = asked.key.or_else(|| seat_key(&headers));
    app.asking(id, move |hall, table| {
        let asking = Asking { table: &table, hall, key: key.as_deref() };
        Ok(match asking.set_up(&asked.steps)? {
            SetUp::Draft(shown) => Reply::ok(shown),
            SetUp::Played(id) => Reply::created(json!({ "id": id })),
        })
    })
    .await
}
