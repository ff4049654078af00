//! Reads a request: the names in its address, and its body, which is bounded in length
//! and time, JSON, and holds nothing that nobody asked for.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::web::error::ApiError;
use crate::web::limits;

/// The names in the address of a request.
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, ApiError> {
        let found = Path::from_request_parts(parts, state).await;
        let nothing = |_| ApiError::not_found("there is nothing at this address");
        found.map(|Path(names)| At(names)).map_err(nothing)
    }
}

/// The body of a request, read.
pub struct Read<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Read<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Read<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError::bad_request("the body is JSON: Content-Type: application/json"));
        }
        let body = timeout(limits::SLOWEST_BODY, to_bytes(request.into_body(), limits::MOST_BYTES));
        let body = body.await.map_err(|_| ApiError::timeout("the body took too long to come"))?;
        let body = body.map_err(|_| {
            ApiError::too_large(format!("a body has at most {} bytes", limits::MOST_BYTES))
        })?;
        serde_json::from_slice(&body).map(Read).map_err(|error| {
            ApiError::bad_request(format!("the body is not as it should be: {error}"))
        })
    }
}
