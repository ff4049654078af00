//! What is wrong with a message to one of Hornet's players.

use serde_json::{Value, json};
use thiserror::Error;

/// A message that is not answered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct BadRequest {
    /// The HTTP status.
    pub status: u16,
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl BadRequest {
    pub(super) fn new(status: u16, code: &'static str, message: impl Into<String>) -> BadRequest {
        BadRequest { status, code, message: message.into() }
    }

    /// The error as JSON.
    pub fn to_json(&self) -> Value {
        json!({ "error": { "code": self.code, "message": self.message } })
    }
}
