//! `hornet man`: manual pages, made from the same texts as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;

use super::{Ended, Failure, Result, Session};
use crate::args::Args;

impl Session {
    /// `hornet man`.
    pub fn manual(&self, out: &mut dyn Write, folder: &Path) -> Result {
        let pages = write_pages(folder).map_err(|error| {
            Failure::Message(format!("cannot write manual pages in {}: {error}", folder.display()))
        })?;
        writeln!(out, "{pages} manual pages are in {}", folder.display())?;
        Ok(Ended::Success)
    }
}

/// Writes `hornet.1` and a page for each command, and returns how many there are.
fn write_pages(folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let program = Args::command().disable_help_subcommand(true);
    let pages = 1 + program.get_subcommands().count();
    clap_mangen::generate_to(program, folder)?;
    Ok(pages)
}
