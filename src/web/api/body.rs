//! Reads a request: the names in its address, its parameters, and its body, which is
//! bounded in length and time, a JSON object, and holds nothing that nobody asked for.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
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

/// The parameters of a request, behind the `?` of its address.
pub struct Parameters<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(read)| Parameters(read)).map_err(|error| {
            let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            ApiError::bad_request(format!("the parameters are not as they should be: {why}"))
        })
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
        let read = serde_json::from_slice(&body);
        read.map(|Object(read)| Read(read)).map_err(|error| {
            ApiError::bad_request(format!("the body is not as it should be: {error}"))
        })
    }
}

/// What is written as a JSON object. For a struct alone, serde would take an array of its
/// fields as well.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData)).map(Object)
    }
}

/// Reads the fields of an object.
struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, expected: &mut fmt::Formatter) -> fmt::Result {
        expected.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}
