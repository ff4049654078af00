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

/// All rule files of a folder, by name.
pub fn rule_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pl"))
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_string(), path)))
        .collect();
    found.sort();
    found
}
