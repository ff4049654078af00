//! Compiles rule files in the build script of a crate, through `ascent`, as Hornet
//! does with the games that it ships.
//!
//! In `Cargo.toml`, both from the same version of Hornet's repository:
//!
//! ```toml
//! [dependencies]
//! hornet = { path = "../hornet", default-features = false }
//!
//! [build-dependencies]
//! hornet-build = { path = "../hornet/build" }
//! ```
//!
//! In `build.rs`:
//!
//! ```no_run
//! hornet_build::compile(["rules/nim.pl"]);
//! ```
//!
//! And at the root of the crate, in `main.rs` or `lib.rs`:
//!
//! ```text
//! hornet::include_rules!();
//!
//! let rules = nim::RULES.load()?;
//! ```
//!
//! A mistake in the rules stops the build with the message that `hornet check` would
//! give. The rules mean the same as if they were loaded at run time.

mod generated;
mod rule_file;

#[doc(hidden)]
#[cfg_attr(published, path = "src/logic/mod.rs")]
#[cfg_attr(not(published), path = "../src/logic/mod.rs")]
pub mod logic;

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use thiserror::Error;

#[doc(hidden)]
pub use self::rule_file::{RuleFile, rule_files};

/// Why rule files cannot be compiled.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// Cargo did not call this.
    #[error("{0} is not set: rule files are compiled by a build script, which cargo runs")]
    NotInBuildScript(&'static str),
    /// A rule file cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The code cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The rules are wrong: what `hornet check` says of them.
    #[error("{0}")]
    Rejected(Box<logic::Rejected>),
    /// A relation is too wide to be compiled.
    #[error(
        "{}: {relation} has more than {most} columns, which is the most that rules can have that \
         are compiled; load them at run time instead, with `hornet::Rules::open`", .path.display()
    )]
    TooWide {
        /// The file.
        path: PathBuf,
        /// The relation.
        relation: String,
        /// How many columns there may be.
        most: usize,
    },
    /// A file's name cannot be the name of a module.
    #[error(
        "{} is compiled into a module of its name, and `{name}` cannot be one; use letters, digits \
         and underscores", .path.display()
    )]
    Name {
        /// The file.
        path: PathBuf,
        /// Its name.
        name: String,
    },
    /// Two files would be one module.
    #[error("{} and {} would both be the module `{name}`; rename one", .first.display(), .second.display())]
    SameName {
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// The name of both.
        name: String,
    },
}

/// Compiles rule files, each into a module of its name that `hornet::include_rules!()`
/// brings into the crate. Paths are seen from the folder of `Cargo.toml`.
///
/// Cargo runs the build script again when one of the files changes, or one that they
/// include. A mistake in the rules stops the build.
pub fn compile<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) {
    if let Err(error) = try_compile(files) {
        eprintln!("{error}");
        process::exit(1);
    }
}

/// The same for a build script that deals with errors itself.
pub fn try_compile<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Result<(), CompileError> {
    let folder = |name| env::var_os(name).map(PathBuf::from);
    let Some(root) = folder("CARGO_MANIFEST_DIR") else {
        return Err(CompileError::NotInBuildScript("CARGO_MANIFEST_DIR"));
    };
    let Some(out) = folder("OUT_DIR") else {
        return Err(CompileError::NotInBuildScript("OUT_DIR"));
    };
    let mut read = Vec::new();
    for file in files {
        let file = RuleFile::read(&root, file.as_ref())?;
        file.tell_cargo();
        read.push(file);
    }
    for (name, code) in generated::files(&read, &out)? {
        let path = out.join(name);
        fs::write(&path, code).map_err(|error| CompileError::Write { path, error })?;
    }
    Ok(())
}
