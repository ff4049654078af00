//! `hornet lsp`: a language server for editors.

use std::io::{self, BufReader};

use hornet::lsp;

use super::{Ended, Failure, Result, Session};

impl Session {
    /// `hornet lsp`.
    pub fn lsp(&self) -> Result {
        match lsp::serve(BufReader::new(io::stdin()), io::stdout()) {
            Ok(lsp::Ended::AsAsked) => Ok(Ended::Success),
            Ok(lsp::Ended::Abruptly) => Ok(Ended::WithoutAnswer),
            Err(lsp::Failure::Output(error)) => Err(error.into()),
            Err(error) => Err(Failure::Message(error.to_string())),
        }
    }
}
