//! Reading the user's files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Larger files are not read: no game needs as much.
pub const MOST_BYTES: u64 = 16 << 20;

/// The text of a file, without the mark that some editors put before it.
pub fn read_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    let text = String::from_utf8(read_bytes(path)?).map_err(not_text)?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), String::from))
}

/// The bytes of a file, unless it has too many, or no end.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(io::Error::other(format!("it has more than {most} MB")));
    }
    Ok(bytes)
}

/// Whether a path, seen from a folder, leads to something in it or below, also if
/// a link is on the way.
pub fn is_below(folder: &Path, path: &Path) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !plain_path(path).components().all(is_plain) {
        return false;
    }
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    match (folder.canonicalize(), folder.join(path).canonicalize()) {
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
}
