//! A lock on the file of a state, so that two tunings do not overwrite each other's. That
//! file is replaced after each step, so what is locked is another one beside it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Nobody else keeps a state in that file as long as this is there.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks the file of a state, which need not exist yet; nothing if somebody else has
    /// locked it. Where the system cannot lock files, it has to do without.
    pub fn on(state: &Path) -> io::Result<Option<Lock>> {
        let path = beside(state);
        loop {
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(&path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // Whoever had it may have removed it in the meantime.
            if is_there(&file, &path)? {
                return Ok(Some(Lock { path, _file: file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Left behind, it does no harm.
        _ = fs::remove_file(&self.path);
    }
}

/// The file that is locked for another one, whichever link leads to that.
fn beside(state: &Path) -> PathBuf {
    let state = state.canonicalize().unwrap_or_else(|_| state.into());
    let mut name = state.into_os_string();
    name.push(".lock");
    name.into()
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_there(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found?,
    };
    Ok((open.dev(), open.ino()) == (found.dev(), found.ino()))
}

/// Elsewhere, a file that is open stays.
#[cfg(not(unix))]
fn is_there(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_it_at_a_time_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state.json");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let lock = Lock::on(&state).unwrap().unwrap();
        assert!(Lock::on(&state).unwrap().is_none());
        // Replaced in the meantime, as a state is.
        fs::write(&state, "{}").unwrap();
        assert!(Lock::on(&state).unwrap().is_none());
        assert!(Lock::on(&folder.path().join("other.json")).unwrap().is_some());
        drop(lock);
        assert_eq!(names(), 1);
        // What was left behind after a crash.
        fs::write(folder.path().join("state.json.lock"), "").unwrap();
        assert!(Lock::on(&state).unwrap().is_some());
        assert_eq!(names(), 1);
        assert!(Lock::on(&folder.path().join("none").join("state.json")).is_err());
    }
}
