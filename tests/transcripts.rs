//! Every transcript in the README and the docs is run and compared: the
//! commands in `console` blocks, and what is typed at the prompt in `prompt`
//! blocks, each with what it prints.
//!
//! With `HORNET_UPDATE_TRANSCRIPTS=1` the documents are written anew with what
//! is printed now.

#[path = "support/transcripts.rs"]
mod transcripts;

use std::path::Path;

use transcripts::{Place, compare};

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "docs/first-steps.md",
    "docs/language.md",
    "docs/architecture.md",
    "docs/play.md",
    "docs/setup.md",
    "docs/uhp.md",
    "docs/tour.md",
    "docs/explanations.md",
];

/// Where documents are read that change nothing.
struct Here;

impl Place for Here {
    fn folder(&self) -> &Path {
        Path::new(".")
    }
}

#[test]
fn transcripts_are_true() {
    let compared: usize = DOCUMENTS.iter().map(|path| compare(path, &mut Here)).sum();
    assert!(compared >= 40, "the README and the docs show transcripts: {compared}");
}
