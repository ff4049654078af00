//! Every rule file reads the same after it is printed, and every bad one gets
//! the message it deserves.

use std::fs;
use std::path::{Path, PathBuf};

use hornet::game::BesideFile;
use hornet::logic::check::diagnostic::Severity;
use hornet::logic::syntax::printer::print;
use hornet::logic::syntax::reader;
use hornet::logic::syntax::source::Sources;
use hornet::logic::syntax::term::Item;
use hornet::logic::{self, Checked};

fn rule_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pl"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} holds rule files");
    files
}

fn read(name: &str, text: &str) -> Option<Vec<Item>> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let (items, errors) = reader::read(&sources, file);
    errors.is_empty().then_some(items)
}

#[test]
fn printed_rules_read_the_same_again() {
    let mut compared = 0;
    let hive = ["rules/hive", "rules/hive/judging"];
    for folder in hive.into_iter().chain(["rules", "examples", "tests/rules", "tests/bad_rules"]) {
        for path in rule_files(folder) {
            // The prelude is a program for Prolog, not rules.
            if path.ends_with("prelude.pl") {
                continue;
            }
            let name = path.display().to_string();
            let Some(once) = read(&name, &fs::read_to_string(&path).unwrap()) else {
                assert!(folder == "tests/bad_rules", "{name} does not read");
                continue;
            };
            let printed = print(&once);
            let again =
                read(&name, &printed).unwrap_or_else(|| panic!("{name} printed:\n{printed}"));
            assert_eq!(once, again, "{name} printed:\n{printed}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn good_rules_have_nothing_to_complain_of() {
    for folder in ["examples", "tests/rules"] {
        for path in rule_files(folder) {
            let text = fs::read_to_string(&path).unwrap();
            match logic::load(&path.display().to_string(), &text, &BesideFile) {
                Ok(Checked { mut warnings, .. }) => {
                    // Those in `tests/rules` derive what only tests ask.
                    warnings.retain(|warning| folder == "examples" || warning.code != "unused");
                    assert!(warnings.is_empty(), "{}: {warnings:?}", path.display());
                }
                Err(rejected) => panic!("{rejected}"),
            }
        }
    }
}

/// Each bad rule file with what is said of it, one snapshot a file.
#[test]
fn bad_rules_are_told_what_is_wrong() {
    let mut kinds = std::collections::BTreeSet::new();
    let files = rule_files("tests/bad_rules");
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let shown = path.file_name().unwrap().to_str().unwrap();
        let (said, complaints) = match logic::load(shown, &text, &Beside(path)) {
            Ok(checked) => {
                let sources = &checked.program.sources;
                let drawn: Vec<_> =
                    checked.warnings.iter().map(|w| w.render(sources, false)).collect();
                (drawn.join("\n"), checked.warnings)
            }
            Err(rejected) => {
                let errors = rejected.diagnostics.iter();
                assert!(errors.clone().any(|d| d.severity == Severity::Error), "{shown}");
                (rejected.render(false), rejected.diagnostics)
            }
        };
        assert!(!complaints.is_empty(), "{shown} has nothing wrong");
        for complaint in &complaints {
            kinds.insert(complaint.code);
            let useful = complaint.help.is_some() || !complaint.secondary.is_empty();
            assert!(
                useful,
                "{shown}: `{}` says what is wrong, but not what is right",
                complaint.message
            );
        }
        let name = shown.trim_end_matches(".pl");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, said);
        });
    }
    assert!(files.len() >= 15);
    assert!(kinds.len() >= 12, "the bad rules show many kinds of mistakes: {kinds:?}");
}

/// Included files lie beside the bad rule file.
struct Beside<'a>(&'a Path);

impl logic::Loader for Beside<'_> {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let file = self.0.parent().unwrap().join(path);
        match fs::read_to_string(file) {
            Ok(text) => Ok((path.to_string(), text)),
            Err(_) => Err("No such file".into()),
        }
    }
}
