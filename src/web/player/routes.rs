//! The players' part of a web server: `POST /player_white`, `/player_black` and
//! `/player_none`, with `?player=minimax:2` to say who plays.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use axum::body::{Body, to_bytes};
use axum::extract::{Query, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{BadRequest, LONGEST_MESSAGE, RemotePlayers, Seat, too_large};
use crate::play::{Kind, Player};
use crate::web::limits::SLOWEST_BODY;

/// Longer questions behind an address are refused, in bytes.
const LONGEST_QUERY: usize = 200;

/// This many messages are answered at a time on each processor: most of them take no time,
/// and should not have to wait for those that are thought about.
const MOST_A_PROCESSOR: usize = 8;

/// What the routes share.
struct Shared {
    players: Arc<RemotePlayers>,
    /// This many messages are answered at a time; others wait.
    turns: Arc<Semaphore>,
}

/// The routes, to be merged into those of a server.
pub fn router(players: Arc<RemotePlayers>) -> Router {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let turns = Arc::new(Semaphore::new(MOST_A_PROCESSOR * processors));
    let shared = Arc::new(Shared { players, turns });
    let side = |side: &'static str| {
        post(move |shared: State<Arc<Shared>>, uri: Uri, body: Body| {
            answered(shared, side, uri, body)
        })
    };
    Router::new()
        .route("/player_white", side("white"))
        .route("/player_black", side("black"))
        .route("/player_none", side("none"))
        .with_state(shared)
}

async fn answered(
    State(shared): State<Arc<Shared>>,
    side: &'static str,
    uri: Uri,
    body: Body,
) -> Response {
    match answer(shared, side, &uri, body).await {
        Ok(answer) => Json(answer).into_response(),
        Err(error) => {
            let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
            (status, Json(error.to_json())).into_response()
        }
    }
}

async fn answer(
    shared: Arc<Shared>,
    side: &'static str,
    uri: &Uri,
    body: Body,
) -> Result<serde_json::Value, BadRequest> {
    let (player, game) = asked(uri)?;
    let late = |_| BadRequest::new(408, "bad_message", "the message took too long to come");
    let body = timeout(SLOWEST_BODY, to_bytes(body, LONGEST_MESSAGE)).await.map_err(late)?;
    let body = body.map_err(|_| too_large())?;
    let gone = |_| BadRequest::new(500, "no_answer", "the server is about to end");
    // Nothing closes it.
    let turn = shared.turns.clone().acquire_owned().await.ok();
    let players = shared.players.clone();
    let seat = Seat { side, game };
    let answered = spawn_blocking(move || {
        // It thinks to the end, even if whoever asked has hung up.
        let _turn = turn;
        players.answer(&seat, &player, &body)
    });
    answered.await.map_err(gone)?
}

/// Who is to play, and which game it is.
fn asked(uri: &Uri) -> Result<(Player, String), BadRequest> {
    let query = uri.query().unwrap_or_default();
    if query.len() > LONGEST_QUERY {
        let why = format!("what follows the ? has at most {LONGEST_QUERY} bytes");
        return Err(BadRequest::new(400, "bad_message", why));
    }
    let wrong = |why: String| BadRequest::new(400, "wrong_player", why);
    let named = Query::<HashMap<String, String>>::try_from_uri(uri)
        .map_err(|error| wrong(error.to_string()))?;
    let player = match named.get("player") {
        Some(name) => name.parse().map_err(|error| wrong(format!("{error}")))?,
        None => Player::new(Kind::Greedy),
    };
    Ok((player, query.into()))
}
