//! Rule files for build scripts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::logic::program::Program;
use crate::logic::{Loader, load};

struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let text = fs::read_to_string(self.0.join(path)).map_err(|error| error.to_string())?;
        Ok((path.to_string(), text))
    }
}

/// Reads the rules in a file and translates them. Rules that do not pass the
/// checks stop the build with the same messages that a user would see.
pub fn read(folder: &Path, file: &str, translate: impl Fn(&Program) -> String) -> String {
    let text = fs::read_to_string(folder.join(file))
        .unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
    match load(file, &text, &Beside(folder.to_path_buf())) {
        Ok(checked) => translate(&checked.program),
        Err(rejected) => {
            eprintln!("{}", rejected.render(false));
            panic!("the rules in {file} are not right; see above");
        }
    }
}

/// All rule files of a folder and of those in it, by the path from it:
/// `hive/placing.pl`.
pub fn rule_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    gather(folder, "", &mut found);
    found.sort();
    found
}

fn gather(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() {
            gather(&path, &format!("{prefix}{name}/"), found);
        } else if name.ends_with(".pl") {
            found.push((format!("{prefix}{name}"), path));
        }
    }
}
