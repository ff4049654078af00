//! Rule files as a build script reads them: checked, with all that they include.

use std::cell::RefCell;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::CompileError;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::program::Program;
use crate::logic::syntax::source::Sources;
use crate::logic::{Checked, Loader, Rejected, load};

/// Rules that can be compiled.
pub struct RuleFile {
    /// Where they are.
    pub path: PathBuf,
    /// The folder they are in, as it was given: messages name their files so.
    given_folder: PathBuf,
    /// What they say.
    pub program: Program,
    /// What to mind about them.
    warnings: Vec<Diagnostic>,
    /// All files they were read from, by the names that they have in the rules; the file
    /// itself first.
    pub texts: Vec<(String, PathBuf)>,
}

/// Finds what rules include beside the file that includes it, or below, as they do at
/// run time. Names are paths from the folder of the rules.
struct Beside<'a> {
    folder: &'a Path,
    found: RefCell<Vec<(String, PathBuf)>>,
}

impl Loader for Beside<'_> {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(path).components().all(is_plain) {
            return Err("only files of the same folder, or of one below it, can be included".into());
        }
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let parts = beside.components().filter(|part| *part != Component::CurDir);
        let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
        let name = parts.join("/");
        let path = self.folder.join(&name);
        let text = text_of(&path).map_err(|error| error.to_string())?;
        if !self.found.borrow().iter().any(|(known, _)| *known == name) {
            self.found.borrow_mut().push((name.clone(), path));
        }
        Ok((name, text))
    }
}

/// The texts of rules by the paths that were given for them, by which editors find them.
fn as_given(sources: &Sources, folder: &Path, texts: &[(String, PathBuf)]) -> Sources {
    sources.renamed(|name| match texts.iter().any(|(known, _)| known == name) {
        true => folder.join(name).display().to_string(),
        false => name.to_string(),
    })
}

/// The text of a file, without the mark that some editors put before it.
fn text_of(path: &Path) -> std::io::Result<String> {
    let text = fs::read_to_string(path)?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), String::from))
}

impl RuleFile {
    /// Reads and checks rules, whose path is seen from the folder `root`.
    pub fn read(root: &Path, given: &Path) -> Result<RuleFile, CompileError> {
        let path = root.join(given);
        let text =
            text_of(&path).map_err(|error| CompileError::Read { path: path.clone(), error })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().unwrap_or(Path::new(""));
        let given_folder = given.parent().unwrap_or(Path::new("")).to_path_buf();
        let loader = Beside { folder, found: RefCell::new(vec![(name.clone(), path.clone())]) };
        let loaded = load(&name, &text, &loader);
        let texts = loader.found.into_inner();
        match loaded {
            Ok(Checked { program, warnings }) => {
                Ok(RuleFile { path, given_folder, program, warnings, texts })
            }
            Err(Rejected { sources, diagnostics }) => {
                let sources = as_given(&sources, &given_folder, &texts);
                Err(CompileError::Rejected(Box::new(Rejected { sources, diagnostics })))
            }
        }
    }

    /// Has cargo show the warnings, and run the build script again when a text changes.
    pub(crate) fn tell_cargo(&self) {
        for (_, path) in &self.texts {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let sources = as_given(&self.program.sources, &self.given_folder, &self.texts);
        for warning in &self.warnings {
            for line in warning.summary(&sources).lines() {
                println!("cargo::warning={line}");
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "
        :- players([red, blue]).
        :- state(turn(player)).
        :- include('parts/moves.pl').
        start(turn(red)).
        draw :- turn_number(3).
    ";

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("parts")).unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn includes_are_found_beside_the_text_that_includes_them() {
        let moves = ":- include('./legal.pl').\n:- action(wait).";
        let folder = folder(&[
            ("waiting.pl", RULES),
            ("parts/moves.pl", moves),
            ("parts/legal.pl", "legal(wait) :- turn(_)."),
        ]);
        let file = RuleFile::read(folder.path(), Path::new("waiting.pl")).unwrap();
        let names: Vec<&str> = file.texts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["waiting.pl", "parts/moves.pl", "parts/legal.pl"]);
    }

    #[test]
    fn mistakes_are_told_at_their_place() {
        let folder = folder(&[
            ("waiting.pl", RULES),
            ("parts/moves.pl", ":- action(wait).\nlegal(wait) :- trun(_)."),
        ]);
        let read = |root: &Path, given: &str| {
            RuleFile::read(root, Path::new(given)).err().unwrap().to_string()
        };
        let error = read(folder.path(), "waiting.pl");
        assert!(error.contains("trun") && error.contains("parts/moves.pl:2"), "{error}");

        // Files are named as they were given.
        let (above, name) = (folder.path().parent().unwrap(), folder.path().file_name().unwrap());
        let name = name.to_str().unwrap();
        let error = read(above, &format!("{name}/waiting.pl"));
        assert!(error.contains(&format!("{name}/parts/moves.pl:2")), "{error}");
    }

    #[test]
    fn files_of_other_folders_are_not_included() {
        let folder = folder(&[
            ("parts/waiting.pl", ":- include('../other.pl')."),
            ("other.pl", ":- action(wait)."),
        ]);
        let read = RuleFile::read(folder.path(), Path::new("parts/waiting.pl"));
        let error = read.err().unwrap().to_string();
        assert!(error.contains("only files of the same folder"), "{error}");
    }
}
