//! `hornet completions`: what a shell needs to complete Hornet's commands and options.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Ended, Result, Session};
use crate::args::Args;

impl Session {
    /// `hornet completions`.
    pub fn completions(&self, out: &mut dyn Write, shell: Shell) -> Result {
        // Written at once: clap panics if the reader closes the pipe in the middle.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Args::command(), "hornet", &mut script);
        out.write_all(&script)?;
        Ok(Ended::Success)
    }
}
