//! Reading the user's files.

use std::io;
use std::path::{Component, Path, PathBuf};

/// The text of a file, without the mark that some editors put before it.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), String::from))
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
