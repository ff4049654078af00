//! A transcript of the session: what is typed and what is said, in a file, as a
//! teacher hands it out. SWI-Prolog calls it a protocol.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::games::path_of;
use super::session::{Answer, Error, Session};
use super::style::{self, paint};
use crate::play::same_file;
use crate::terminal::harmless;

/// A file that a session is written to.
pub struct Transcript {
    path: String,
    file: File,
}

/// What to do about a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Refuse,
    Replace,
    Append,
}

impl Session {
    /// Begins a transcript, ends it, or says where it is: `FILE`, `! FILE`, `off`.
    pub(super) fn transcript(&mut self, argument: &str) -> Answer {
        let (existing, path) = match argument.strip_prefix('!') {
            Some(path) => (Existing::Replace, path),
            None => (Existing::Refuse, argument),
        };
        match path.trim() {
            "" => Ok(match &self.transcript {
                Some(transcript) => format!("The transcript is written to {}.", transcript.path),
                None => "There is no transcript; `transcript FILE` begins one.".into(),
            }),
            "off" => self.end_transcript(),
            path => self.begin_transcript(path, existing),
        }
    }

    /// Writes the session to a file from now on.
    pub(super) fn begin_transcript(&mut self, name: &str, existing: Existing) -> Answer {
        self.require_files()?;
        let path = path_of(name);
        if path.is_empty() {
            return Err(Error::new("append to which file?").help("name it: `protocola FILE`"));
        }
        let present = self.transcript.as_ref();
        if present.is_some_and(|present| same_file(Path::new(&present.path), Path::new(&path))) {
            return Ok(format!("The transcript is written to {path} already."));
        }
        let mut options = OpenOptions::new();
        let opened = match existing {
            Existing::Refuse => options.write(true).create_new(true).open(&path),
            Existing::Replace => options.write(true).create(true).truncate(true).open(&path),
            Existing::Append => options.append(true).create(true).open(&path),
        };
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(format!("{path} is there already")).help(
                format!("`protocola {path}` appends to it, `transcript ! {path}` writes over it"),
            ),
            _ => Error::new(format!("cannot write {path}: {error}")),
        })?;
        self.transcript = Some(Transcript { path: path.clone(), file });
        Ok(format!("The transcript is written to {path}; `transcript off` ends it."))
    }

    /// Ends the transcript.
    pub(super) fn end_transcript(&mut self) -> Answer {
        match self.transcript.take() {
            Some(transcript) => Ok(format!("The transcript is in {}.", transcript.path)),
            None => Err(Error::new("there is no transcript").help("`transcript FILE` begins one")),
        }
    }

    /// Writes what was typed to the transcript, if there is one. A warning if that
    /// fails.
    pub fn transcribe_entry(&mut self, entry: &str) -> Option<String> {
        let text = format!("{}{}", self.prompt(), entry.trim_end().replace('\n', "\n|   "));
        self.transcribe(&text)
    }

    /// The same for what is said to it.
    pub fn transcribe(&mut self, text: &str) -> Option<String> {
        let transcript = self.transcript.as_mut()?;
        let text = harmless(&anstream::adapter::strip_str(text).to_string());
        let error = writeln!(transcript.file, "{text}").err()?;
        let path = self.transcript.take()?.path;
        let warning = paint(style::ERROR, "warning:");
        Some(format!("{warning} the transcript ends here: cannot write {path}: {error}"))
    }
}
