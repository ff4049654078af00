//! The language server, `hornet lsp`: an editor shows what is wrong with a rule file
//! while it is typed, what a name means and where it is defined, completes and renames.
//!
//! Requests are answered from [`analysis`], which understands a text by its tokens, be it
//! broken, in a moment; the `checker` finds mistakes on a thread of its own.

pub mod analysis;
mod checker;
mod completion;
mod diagnostics;
mod documents;
mod folding;
mod hover;
mod lines;
mod navigation;
mod project;
mod quick_fixes;
mod reference;
mod rename;
mod server;
mod symbols;
mod transport;

use std::io::{self, BufRead, Write};

use thiserror::Error;

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The editor asked for the end, and then for the exit.
    AsAsked,
    /// It went away without asking.
    Abruptly,
}

/// Why a session failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The input cannot be read any further.
    #[error(
        "cannot read the messages of the editor: {0}; hornet lsp is started by an editor, see docs/editor.md"
    )]
    Input(String),
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Serves an editor until it leaves.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<Ended, Failure> {
    let (connection, reading, writing) = transport::connect(input, output);
    let ended = server::run(connection);
    let read = reading.join().unwrap_or_else(|_| Err("the reader failed".into()));
    read.map_err(Failure::Input)?;
    match writing.join() {
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ended),
        Ok(written) => written.map(|()| ended).map_err(Failure::Output),
        Err(_) => Ok(ended),
    }
}
