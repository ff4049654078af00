//! Reading and writing the user's files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

/// Larger files are not read: no game needs as much.
pub const MOST_BYTES: u64 = 4 << 20;

/// The text of a file, without the mark that some editors put before it.
pub fn read_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    let text = String::from_utf8(read_bytes(path)?).map_err(not_text)?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), String::from))
}

/// The bytes of a file, unless it has too many, or no end.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    bytes_of(&File::open(path)?)
}

/// The same of a file that is open.
pub fn bytes_of(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(io::Error::other(format!("it has more than {most} MB")));
    }
    Ok(bytes)
}

/// Writes a file as a whole or not at all: beside its place first, then in it. On a
/// full disk, what was there before is still there.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one, and leads to what is written.
    let path = match (path.canonicalize(), fs::read_link(path)) {
        (Ok(path), _) => path,
        (Err(_), Ok(target)) => folder_of(path).join(target),
        (Err(_), Err(_)) => path.into(),
    };
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|found| found.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    if before.as_ref().is_some_and(|found| !found.is_file()) {
        return fs::write(path, text);
    }
    let written = written_beside(&path, text)?;
    if let Some(before) = before {
        written.as_file().set_permissions(before.permissions())?;
    }
    written.persist(&path).map_err(|error| error.error)?;
    sync_folder_of(&path);
    Ok(())
}

/// A file beside the place for it, with its text on the disk.
pub fn written_beside(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hornet-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Where the file is for the time being is of no interest to anybody.
    let plain = |error: io::Error| io::Error::from(error.kind());
    let mut file = builder.tempfile_in(folder_of(path)).map_err(plain)?;
    file.write_all(text.as_bytes()).map_err(plain)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Sees to it that a folder lists a file after a crash, where the system can.
pub fn sync_folder_of(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
}

/// Whether a path, seen from a folder, leads to something in it or below, also if
/// a link is on the way.
pub fn is_below(folder: &Path, path: &Path) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let path = plain_path(path);
    if !path.components().all(is_plain) {
        return false;
    }
    match (folder.canonicalize(), folder.join(&path).canonicalize()) {
        (Ok(folder), Ok(path)) => path.starts_with(folder),
        // What is not there is complained of where it is read.
        _ => true,
    }
}

/// The path without `.` and without going back: a file has one name, however it
/// is asked for.
pub fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(plain.components().next_back(), Some(Component::Normal(_))) =>
            {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_name() {
        for (path, plain) in [
            ("./a.pl", "a.pl"),
            ("./sub/../a.pl", "a.pl"),
            ("sub/./b.pl", "sub/b.pl"),
            ("../a.pl", "../a.pl"),
            ("../../a.pl", "../../a.pl"),
            ("/x/../a.pl", "/a.pl"),
        ] {
            assert_eq!(plain_path(Path::new(path)), Path::new(plain));
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\u{feff}game tanks").unwrap();
        assert_eq!(read_text(file.path()).unwrap(), "game tanks");
    }

    #[test]
    fn a_file_is_written_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.game");
        for text in ["first", "second"] {
            write_whole(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(write_whole(&folder.path().join("missing").join("a"), "x").is_err());
        assert!(write_whole(folder.path(), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "first").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, "second").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_may_lead_out_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        fs::write(folder.path().join("secret"), "").unwrap();
        std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
        let is_below = |path: &str| is_below(&inside, Path::new(path));
        assert!(is_below("a") && is_below("sub/a") && is_below("./sub/../a"));
        assert!(!is_below("nosuch/../link"));
        assert!(!is_below("../secret") && !is_below("/etc/passwd") && !is_below("link"));
    }
}
