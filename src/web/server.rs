//! Listens, and hands requests on: past the guard, with limits on time and number, to
//! the page or the interface. Nothing a request does ends it.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::api::{self, App, At};
use super::assets;
use super::catalogue::Catalogue;
use super::error::ApiError;
use super::guard::{Guard, token_in};
use super::hall::Hall;
use super::machines::move_machines;
use super::player::{self, RemotePlayers};
use super::{ServeError, Serving, limits};

/// What a page asks for that wants errors as answers: a browser reports each request
/// that fails, though a refused move is nothing unusual.
const ERRORS_AS_ANSWERS: &str = "application/vnd.hornet+json";

/// Ctrl-C is noticed after so long.
const NOTICED: Duration = Duration::from_millis(50);

/// How long what is under way may take to end.
const GOODBYE: Duration = Duration::from_secs(2);

/// Serves until `stop` is set.
pub fn run(
    serving: &Serving,
    out: &mut dyn Write,
    stop: &Arc<AtomicBool>,
) -> Result<(), ServeError> {
    if let Some(folder) = serving.games.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(ServeError::NoFolder(folder.display().to_string()));
    }
    let catalogue = Catalogue::new(serving.game.as_deref(), serving.games.clone())?;
    let tables = &serving.tables;
    std::fs::create_dir_all(tables)
        .map_err(|error| ServeError::Tables { folder: tables.display().to_string(), error })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(2 * limits::MOST_WORKING + limits::MOST_TABLES)
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(serving.address).await;
        let listener =
            listener.map_err(|error| ServeError::Listen { address: serving.address, error })?;
        let address = listener.local_addr()?;
        let guard = Guard::new(address);
        let thinkers = std::thread::available_parallelism().map_or(1, |count| count.get());
        let thinkers = Arc::new(Semaphore::new(thinkers));
        let handle = tokio::runtime::Handle::current();
        let hall = Arc::new(Hall::new(
            catalogue,
            tables.clone(),
            Box::new(move |table| {
                handle.spawn(move_machines(Arc::downgrade(table), thinkers.clone()));
            }),
        ));
        greet(out, serving, address, &guard)?;
        let service = service(App::new(hall.clone()), guard);
        tokio::select! {
            accepted = accept(listener, service) => accepted?,
            () = until(stop) => {}
        }
        hall.close();
        writeln!(out, "\nEvery game is kept in {}.", hall.folder().display())?;
        Ok(())
    });
    runtime.shutdown_timeout(GOODBYE);
    served
}

/// Waits until a flag is set.
async fn until(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(NOTICED).await;
    }
}

/// Says where the page is, and opens it.
fn greet(
    out: &mut dyn Write,
    serving: &Serving,
    address: SocketAddr,
    guard: &Guard,
) -> Result<(), ServeError> {
    let shown = match guard.token() {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    };
    writeln!(out, "Hornet is at {shown}")?;
    if address.ip().is_unspecified() {
        writeln!(
            out,
            "From another computer, put the number of this one in place of {}.",
            address.ip()
        )?;
    }
    writeln!(out, "Ctrl-C stops it; every game is kept.")?;
    out.flush()?;
    if serving.open
        && let Err(error) = open::that_detached(&shown)
    {
        writeln!(out, "No browser could be opened: {error}")?;
    }
    Ok(())
}

/// Takes connections in, for as long as there is room.
async fn accept(listener: TcpListener, service: Router) -> Result<(), ServeError> {
    let room = Arc::new(Semaphore::new(limits::MOST_CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Too many files may be open for the moment, or whoever called has hung up.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            let _place = place;
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits::SLOWEST_HEAD)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// All that the server answers.
fn service(app: App, guard: Guard) -> Router {
    Router::new()
        .route("/", get(|| async { assets::index() }))
        .route("/page/{version}/{name}", get(file))
        .nest("/api/v1", api::routes(app))
        .merge(player::router(Arc::new(RemotePlayers::default())))
        .fallback(|| async { ApiError::not_found("there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            ApiError::method("that address does not answer to this method")
        })
        .layer(middleware::from_fn(move |request: Request, next: Next| {
            let guard = guard.clone();
            async move { admit(guard, request, next).await }
        }))
}

async fn file(At((version, name)): At<(String, String)>) -> Response<Body> {
    let missing = || ApiError::not_found("the page has no such file").into_response();
    assets::file(&version, &name).unwrap_or_else(missing)
}

/// Lets a request in, or does not, and says with each answer what may be done with it.
async fn admit(guard: Guard, request: Request, next: Next) -> Response<Body> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let accepts = request.headers().get(header::ACCEPT).and_then(|it| it.to_str().ok());
    let wants_answers = accepts.is_some_and(|it| it.contains(ERRORS_AS_ANSWERS));
    let mut response = match guard.check(&method, &uri, request.headers()) {
        Err(error) => error.into_response(),
        Ok(()) if method == Method::GET && uri.path() == "/" && token_in(&uri).is_some() => {
            with_cookie(&guard, &uri)
        }
        Ok(()) => next.run(request).await,
    };
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_error && is_json && wants_answers {
        *response.status_mut() = StatusCode::OK;
    }
    let headers = response.headers_mut();
    headers.insert("content-security-policy", assets::POLICY.clone());
    let mut say = |name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    say("x-content-type-options", "nosniff");
    say("referrer-policy", "no-referrer");
    say("cross-origin-resource-policy", "same-origin");
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Keeps the token in a cookie, so that it does not stay in the address.
fn with_cookie(guard: &Guard, uri: &Uri) -> Response<Body> {
    let mut response = Redirect::to("/").into_response();
    let token = token_in(uri).unwrap_or_default();
    // Not stricter: whoever follows a link to here comes from elsewhere.
    let cookie = format!("{}={token}; HttpOnly; SameSite=Lax; Path=/", guard.cookie());
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
