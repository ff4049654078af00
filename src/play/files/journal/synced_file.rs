//! A file that is only appended to and cut, each time in one step that is on the
//! disk when it is done.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::JournalError;
use crate::play::files::unreadable;

/// A file that is open for appending and cutting.
#[derive(Debug)]
pub struct SyncedFile {
    path: PathBuf,
    pub(super) file: File,
    /// The length that we left it with, in bytes.
    length: u64,
}

impl SyncedFile {
    /// A new file, or one that is empty.
    pub fn create(path: &Path) -> Result<SyncedFile, JournalError> {
        let shown = || path.display().to_string();
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(JournalError::NoFile { path: shown() }),
            Ok(found) if found.len() > 0 => return Err(JournalError::Exists { path: shown() }),
            _ => {}
        }
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(|error| {
            let directory = directory_of(path);
            if directory.is_dir() {
                return JournalError::Write { path: shown(), error };
            }
            JournalError::NoDirectory { path: shown(), directory: directory.display().to_string() }
        })?;
        Ok(SyncedFile { path: path.into(), file, length: 0 })
    }

    /// A file that must not exist yet, even if another process creates it at the
    /// same moment.
    pub fn create_new(path: &Path) -> Result<SyncedFile, JournalError> {
        let shown = || path.display().to_string();
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists { path: shown() },
            _ => JournalError::Write { path: shown(), error },
        })?;
        Ok(SyncedFile { path: path.into(), file, length: 0 })
    }

    /// A file that exists, and what it holds.
    pub fn open(path: &Path) -> Result<(SyncedFile, Vec<u8>), JournalError> {
        let shown = || path.display().to_string();
        let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if !found.is_file() {
            return Err(JournalError::NoFile { path: shown() });
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| JournalError::Write { path: shown(), error })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
        let length = bytes.len() as u64;
        Ok((SyncedFile { path: path.into(), file, length }, bytes))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends a text in one write, and syncs it.
    pub fn append(&mut self, text: &str) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        let end = SeekFrom::Start(self.length);
        let written = self.file.seek(end).and_then(|_| self.file.write_all(text.as_bytes()));
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // So that the next line is not joined to what was written of this one.
            let _ = self.file.set_len(self.length);
            return Err(self.cannot_write(error));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Cuts the file to a length, unless it is shorter already.
    pub fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        if length < self.length {
            self.file.set_len(length).map_err(|error| self.cannot_write(error))?;
            self.length = length;
            self.file.sync_all().map_err(|error| self.cannot_write(error))?;
        }
        Ok(())
    }

    /// Syncs a file that was created, and that its directory lists it.
    pub fn sync_created(&self) -> Result<(), JournalError> {
        self.file.sync_all().map_err(|error| self.cannot_write(error))?;
        if cfg!(unix) {
            // Not every system can sync a directory; then this has to do.
            let directory = File::open(directory_of(&self.path));
            let _ = directory.and_then(|directory| directory.sync_all());
        }
        Ok(())
    }

    /// A file that somebody else has edited must not be written to: it would
    /// become a mixture of both. One that was removed would be lost.
    fn must_be_unchanged(&self) -> Result<(), JournalError> {
        match fs::metadata(&self.path) {
            Ok(found) if found.len() == self.length => Ok(()),
            _ => Err(JournalError::Changed { path: self.path.display().to_string() }),
        }
    }

    fn cannot_write(&self, error: io::Error) -> JournalError {
        JournalError::Write { path: self.path.display().to_string(), error }
    }
}

/// Whether two paths lead to the same file.
pub fn same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
