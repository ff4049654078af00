//! What is wrong with a request, as its answer says it: a status, a code for programs,
//! and a message for people.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::limits;
use super::storage::StorageError;
use super::view::plain;
use crate::game::LoadError;
use crate::logic::engine::EvalError;

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    more: Map<String, Value>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl ToString) -> ApiError {
        ApiError { status, code, message: plain(&message.to_string()), more: Map::new() }
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// It lacks the token.
    pub fn unauthorized(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", message)
    }

    /// It comes from where it may not.
    pub fn forbidden(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// It speaks for a side that somebody else plays.
    pub fn seat(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "seat", message)
    }

    /// What it asks for is not there.
    pub fn not_found(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// Not in this way.
    pub fn method(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
    }

    /// It does not fit how things stand now.
    pub fn conflict(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// It is too long.
    pub fn too_large(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// The rules refuse it.
    pub fn refused(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message)
    }

    /// Rules or a record that are not as they should be.
    pub fn rejected(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "rejected", message)
    }

    /// There is too much to do already.
    pub fn busy(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// It took too long.
    pub fn timeout(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", message)
    }

    /// The same, of a question.
    pub fn too_slow() -> ApiError {
        let seconds = limits::LONGEST_QUESTION.as_secs();
        ApiError::timeout(format!("that took more than {seconds} seconds, and was stopped"))
    }

    /// The server cannot do it.
    pub fn internal(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Says something more.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> ApiError {
        self.more.insert(key.into(), value.into());
        self
    }

    /// Says what would be right.
    pub fn help(self, help: impl ToString) -> ApiError {
        self.with("help", plain(&help.to_string()))
    }

    /// What is wrong, in words.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer.
    pub fn body(&self) -> Value {
        let mut error = Map::new();
        error.insert("code".into(), self.code.into());
        error.insert("message".into(), self.message.clone().into());
        error.extend(self.more.clone());
        json!({ "error": error })
    }
}

/// Rules that could not be evaluated.
impl From<EvalError> for ApiError {
    fn from(error: EvalError) -> ApiError {
        match error {
            EvalError::Interrupted => ApiError::too_slow(),
            error => ApiError::rejected(error),
        }
    }
}

/// Rules that cannot be had.
impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> ApiError {
        match error {
            LoadError::Rejected(rejected) => ApiError::rejected("there are mistakes in the rules")
                .with("diagnostics", plain(&rejected.render(false))),
            LoadError::Eval(error) => error.into(),
            error @ LoadError::Spec(_) => ApiError::bad_request(plain(&error.to_string())),
            error => ApiError::rejected(plain(&error.to_string())),
        }
    }
}

/// A table that cannot be kept.
impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> ApiError {
        ApiError::internal(format!("the game cannot be kept: {error}"))
    }
}
