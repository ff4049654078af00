//! A file that is only appended to and cut, each time in one step that is on the
//! disk when it is done.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::error::JournalError;
use crate::game::{bytes_of, folder_of, sync_folder_of, written_beside};
use crate::play::files::unreadable;

/// A file that is open for appending and cutting. Nobody else who asks the same way
/// can open it meanwhile.
#[derive(Debug)]
pub struct SyncedFile {
    path: PathBuf,
    pub(super) file: File,
    /// What it was like when we left it.
    left: Stamp,
}

/// What tells whether a file is the one that was left, and as it was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Which file it is, on systems that number them.
    identity: Option<(u64, u64)>,
}

impl Stamp {
    fn of(found: &Metadata) -> Stamp {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((found.dev(), found.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Stamp { length: found.len(), modified: found.modified().ok(), identity }
    }
}

impl SyncedFile {
    /// A file with that text: a new one, or one that is empty so far.
    pub fn create(path: &Path, text: &str) -> Result<SyncedFile, JournalError> {
        let shown = || path.display().to_string();
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(JournalError::NoFile { path: shown() }),
            Ok(found) if found.len() > 0 => return Err(JournalError::Exists { path: shown() }),
            Ok(_) => {}
            Err(_) => return SyncedFile::create_new(path, text),
        }
        let opened = OpenOptions::new().write(true).open(path);
        let file = opened.map_err(|error| JournalError::Write { path: shown(), error })?;
        let mut file = SyncedFile::locked(path, file)?;
        if file.length() > 0 {
            return Err(JournalError::Exists { path: shown() });
        }
        file.append(text)?;
        Ok(file)
    }

    /// The same with a file that must not exist yet, even if another process creates
    /// it at the same moment. It comes to its place with its text, so that there is
    /// no empty file at any moment.
    pub fn create_new(path: &Path, text: &str) -> Result<SyncedFile, JournalError> {
        let shown = || path.display().to_string();
        let cannot = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists { path: shown() },
            _ => JournalError::Write { path: shown(), error },
        };
        let folder = folder_of(path);
        if !folder.is_dir() {
            let directory = folder.display().to_string();
            return Err(JournalError::NoDirectory { path: shown(), directory });
        }
        let written = written_beside(path, text).map_err(cannot)?;
        let file = written.persist_noclobber(path).map_err(|error| cannot(error.error))?;
        sync_folder_of(path);
        SyncedFile::locked(path, file)
    }

    /// A file that exists, and what it holds.
    pub fn open(path: &Path) -> Result<(SyncedFile, Vec<u8>), JournalError> {
        let shown = || path.display().to_string();
        let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if !found.is_file() {
            return Err(JournalError::NoFile { path: shown() });
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| JournalError::Write { path: shown(), error })?;
        let file = SyncedFile::locked(path, file)?;
        let bytes = bytes_of(&file.file).map_err(|error| unreadable(path, error))?;
        Ok((file, bytes))
    }

    /// An open file that nobody else has. Where the system cannot lock files, it
    /// has to do without.
    fn locked(path: &Path, file: File) -> Result<SyncedFile, JournalError> {
        let shown = || path.display().to_string();
        if is_held(&file) {
            return Err(JournalError::InUse { path: shown() });
        }
        let found = file.metadata();
        let left = found.map_err(|error| JournalError::Write { path: shown(), error })?;
        Ok(SyncedFile { path: path.into(), file, left: Stamp::of(&left) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.left.length
    }

    /// Appends a text in one write, and syncs it.
    pub fn append(&mut self, text: &str) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        let end = SeekFrom::Start(self.left.length);
        let written = self.file.seek(end).and_then(|_| self.file.write_all(text.as_bytes()));
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // So that the next line is not joined to what was written of this one.
            let _ = self.file.set_len(self.left.length);
            let _ = self.leave();
            return Err(self.cannot_write(error));
        }
        self.leave()
    }

    /// Cuts the file to a length, unless it is shorter already.
    pub fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        self.must_be_unchanged()?;
        if length < self.left.length {
            self.file.set_len(length).map_err(|error| self.cannot_write(error))?;
            self.left.length = length;
            self.file.sync_all().map_err(|error| self.cannot_write(error))?;
            self.leave()?;
        }
        Ok(())
    }

    /// Notes what the file is like.
    fn leave(&mut self) -> Result<(), JournalError> {
        let found = self.file.metadata().map_err(|error| self.cannot_write(error))?;
        self.left = Stamp::of(&found);
        Ok(())
    }

    /// A file that somebody else has edited must not be written to: it would
    /// become a mixture of both. One that was removed would be lost.
    fn must_be_unchanged(&self) -> Result<(), JournalError> {
        match fs::metadata(&self.path) {
            Ok(found) if Stamp::of(&found) == self.left => Ok(()),
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

/// Whether a game is being saved in a file.
pub fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| is_held(&file))
}

/// Somebody who only looks whether a file is in use holds it for a moment, and so
/// does a process that is just being started. We wait that long.
const MOMENT: Duration = Duration::from_millis(10);
const MOMENTS: u32 = 20;

/// Whether somebody else holds a file, and goes on to do so. If not, it is ours.
fn is_held(file: &File) -> bool {
    for _ in 0..MOMENTS {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return false;
        }
        std::thread::sleep(MOMENT);
    }
    true
}
