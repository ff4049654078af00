//! The interface for programs, under `/api/v1`: each request is read, handed to the
//! table that it is about, and answered in JSON. `docs/http.md` describes all of it.

mod asking;
mod body;
mod events;
mod tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde_json::Value;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

pub use self::body::At;
use self::body::{Object, Parameters, Read};
use super::error::ApiError;
use super::hall::Hall;
use super::lane::Lane;
use super::limits;
use super::table::Table;

/// What all requests share.
#[derive(Clone)]
pub struct App {
    /// The tables.
    pub hall: Arc<Hall>,
    /// How many requests may compute something.
    pub workers: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// What a request leads to.
pub type Answer = Result<Reply, ApiError>;

/// A good answer.
pub struct Reply(StatusCode, Value);

impl Reply {
    fn ok(value: Value) -> Reply {
        Reply(StatusCode::OK, value)
    }

    fn created(value: Value) -> Reply {
        Reply(StatusCode::CREATED, value)
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self {
            Reply(StatusCode::NO_CONTENT, _) => StatusCode::NO_CONTENT.into_response(),
            Reply(status, value) => (status, axum::Json(value)).into_response(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), axum::Json(self.body())).into_response()
    }
}

/// What is said of a panic: its message is for the terminal.
const WENT_WRONG: &str = "something went wrong in the server";

impl App {
    /// What requests to these tables share.
    pub fn new(hall: Arc<Hall>) -> App {
        App {
            hall,
            workers: Arc::new(Semaphore::new(limits::MOST_WORKING)),
            waiting: Arc::default(),
        }
    }

    /// Computes something on a thread of its own, alone in its lane. It is stopped if it
    /// takes too long.
    pub async fn work<T: Send + 'static>(
        &self,
        lane: Option<Lane>,
        work: impl FnOnce(&Hall) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (hand_over, result) = oneshot::channel();
        let work = move |hall: &Hall| {
            // Whoever asked may have hung up.
            let _ = hand_over.send(work(hall));
        };
        self.run(lane, Box::new(work)).await?;
        result.await.map_err(|_| ApiError::internal(WENT_WRONG))?
    }

    /// The same for any work, which hands over its result itself. There are dozens of kinds
    /// of work, and this is compiled once.
    async fn run(
        &self,
        lane: Option<Lane>,
        work: Box<dyn FnOnce(&Hall) + Send>,
    ) -> Result<(), ApiError> {
        let waiting = Waiting::new(&self.waiting)?;
        let pass = match &lane {
            Some(lane) => Some(lane.enter().await?),
            None => None,
        };
        let permit = self.workers.clone().acquire_owned().await;
        let permit = permit.map_err(|_| ApiError::busy("the server is stopping"))?;
        drop(waiting);
        let hall = self.hall.clone();
        let mut done = spawn_blocking(move || {
            let _held = (pass, permit);
            work(&hall);
        });
        // A task of its own stops it, also if whoever asked has hung up.
        let stopped = tokio::spawn(async move {
            let mut result = timeout(limits::LONGEST_QUESTION, &mut done).await;
            if let (Err(_), Some(lane)) = (&result, &lane) {
                lane.stop();
                result = timeout(limits::GRACE, &mut done).await;
            }
            match result {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(ApiError::internal(WENT_WRONG)),
                Err(_) => Err(ApiError::too_slow()),
            }
        });
        stopped.await.map_err(|_| ApiError::internal(WENT_WRONG))?
    }

    /// A table, which is opened if need be.
    async fn table(&self, id: String) -> Result<Arc<Table>, ApiError> {
        if let Some(table) = self.hall.opened(&id) {
            return Ok(table);
        }
        let lane = Lane::new();
        self.work(Some(lane.clone()), move |hall| hall.table(&id, lane)).await
    }

    /// Does something about the game of a table.
    async fn at_table<T: Send + 'static>(
        &self,
        id: String,
        work: impl FnOnce(&Hall, Arc<Table>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let table = self.table(id).await?;
        self.work(Some(table.playing.clone()), move |hall| work(hall, table)).await
    }

    /// Answers a question at a table.
    async fn asking<T: Send + 'static>(
        &self,
        id: String,
        work: impl FnOnce(&Hall, Arc<Table>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let table = self.table(id).await?;
        self.work(Some(table.asking.clone()), move |hall| work(hall, table)).await
    }
}

/// Somebody who waits until there is a thread for them.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn new(count: &Arc<AtomicUsize>) -> Result<Waiting, ApiError> {
        let waiting = Waiting(count.clone());
        match count.fetch_add(1, Ordering::Relaxed) < limits::MOST_WAITING {
            true => Ok(waiting),
            false => Err(ApiError::busy("there is too much to do; try again in a moment")),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The key of a seat that a request shows.
fn seat_key(headers: &HeaderMap) -> Option<String> {
    headers.get("x-seat-key").and_then(|key| key.to_str().ok()).map(String::from)
}

/// All requests.
pub fn routes(app: App) -> Router {
    let table = Router::new()
        .route("/", get(tables::show).delete(tables::remove))
        .route("/view", get(tables::view))
        .route("/what-if", post(tables::what_if))
        .route("/moves", post(tables::play))
        .route("/goto", post(tables::go_to))
        .route("/undo", post(tables::undo))
        .route("/redo", post(tables::redo))
        .route("/restart", post(tables::restart))
        .route("/resign", post(tables::resign))
        .route("/agree-draw", post(tables::agree_draw))
        .route("/nodes/{node}", delete(tables::remove_node))
        .route("/players", post(tables::set_players))
        .route("/pace", post(tables::set_pace))
        .route("/options", post(tables::set_options))
        .route("/machine", post(tables::machine))
        .route("/hint", post(asking::hint))
        .route("/seats", post(tables::take_seat))
        .route("/seats/{side}", delete(tables::leave_seat))
        .route("/prompt", post(asking::prompt))
        .route("/complete", post(asking::complete))
        .route("/why", post(asking::why))
        .route("/rules", get(asking::rules))
        .route("/setup", post(asking::setup))
        .route("/export", get(tables::export))
        .route("/events", get(events::events));
    Router::new()
        .route("/games", get(games))
        .route("/check", post(check))
        .route("/tables", get(listed).post(tables::begin))
        .nest("/tables/{id}", table)
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
}

async fn unknown() -> ApiError {
    ApiError::not_found("there is no such request; docs/http.md lists all of them")
}

async fn wrong_method() -> ApiError {
    ApiError::method("that address does not answer to this method; docs/http.md lists all requests")
}

async fn games(State(app): State<App>) -> Answer {
    let lane = Lane::new();
    let limits = lane.limits();
    app.work(Some(lane), move |hall| Ok(Reply::ok(hall.catalogue.shown(&limits)))).await
}

async fn listed(State(app): State<App>) -> Answer {
    app.work(None, |hall| Ok(Reply::ok(hall.listed()))).await
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    name: String,
    text: String,
}

/// Checks rules, so that the menu can show their options before a game begins.
async fn check(State(app): State<App>, Read(text): Read<Text>) -> Answer {
    let lane = Lane::new();
    let limits = lane.limits();
    app.work(Some(lane), move |_| {
        let rules = super::catalogue::handed_over(&text.name, &text.text, Vec::new(), limits);
        let rules = Arc::new(rules?);
        rules.require_game()?;
        let sources = &rules.program().sources;
        let warnings: Vec<String> = rules
            .warnings()
            .iter()
            .map(|warning| super::view::plain(&warning.render(sources, false)))
            .collect();
        let game = super::catalogue::shown(rules.name(), "page", &rules);
        Ok(Reply::ok(serde_json::json!({ "game": game, "warnings": warnings })))
    })
    .await
}
