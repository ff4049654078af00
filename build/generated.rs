//! The Rust files that rule files become: one for each, and one that has all of them
//! as modules, which `hornet::include_rules!()` includes.

use std::fmt::Write as _;
use std::path::Path;

use unicode_ident::{is_xid_continue, is_xid_start};

use crate::logic::ascent::translate;
use crate::{CompileError, RuleFile};

/// What the generated code uses.
const SUPPORT: &str = "::hornet::game::compiled";

/// The file that `hornet::include_rules!()` includes.
const INDEX: &str = "hornet_rules.rs";

/// Rows are tuples, of which Hornet's tables take none that are longer.
const MOST_COLUMNS: usize = 8;

/// The names and texts of the files. The index names the others where they will be, in
/// the folder `out`.
pub fn files(read: &[RuleFile], out: &Path) -> Result<Vec<(String, String)>, CompileError> {
    // The code that ascent's macros make looks for a crate of this name.
    let mut index = String::from("#[doc(hidden)]\nextern crate hornet as ascent;\n\n");
    let mut files: Vec<(String, String)> = Vec::new();
    for (number, file) in read.iter().enumerate() {
        let module = module(file)?;
        let name = format!("{module}.rs");
        if let Some(other) = files.iter().position(|(known, _)| *known == name) {
            let [first, second] = [other, number].map(|number| read[number].path.clone());
            return Err(CompileError::SameName { first, second, name: module });
        }
        check_widths(file)?;
        let (path, rules) = (out.join(&name), file.path.file_name().unwrap_or_default());
        let texts: String = file
            .texts
            .iter()
            .map(|(name, at)| format!("({name:?}, include_str!({at:?})), "))
            .collect();
        let _ = write!(
            index,
            "/// The rules in `{rules}`, compiled.\n\
             #[allow(clippy::all, clippy::pedantic, clippy::nursery)]\n\
             #[allow(unused, missing_docs, non_snake_case)]\n\
             pub mod r#{module} {{\n    \
                 include!({path:?});\n\n    \
                 /// The rules in `{rules}`, to be loaded.\n    \
                 pub static RULES: ::hornet::CompiledRules = ::hornet::CompiledRules::new(\n        \
                     {version:?},\n        \
                     &[{texts}],\n        \
                     |engine| Box::new(Rules::new(engine)),\n    \
                 );\n\
             }}\n\n",
            rules = rules.display(),
            version = env!("CARGO_PKG_VERSION"),
        );
        files.push((name, translate(&file.program, SUPPORT)));
    }
    files.push((INDEX.into(), index));
    Ok(files)
}

/// The module that a file becomes: `my_game` for `rules/my-game.pl`.
fn module(file: &RuleFile) -> Result<String, CompileError> {
    let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.replace('-', "_");
    let begins = |c: char| is_xid_start(c) || c == '_';
    let is_name = name.starts_with(begins) && name.chars().all(is_xid_continue);
    // Other words of Rust can be names, since they are written `r#match`.
    if !is_name || ["_", "crate", "self", "super", "Self"].contains(&name.as_str()) {
        return Err(CompileError::Name { path: file.path.clone(), name: stem.into_owned() });
    }
    Ok(name)
}

fn check_widths(file: &RuleFile) -> Result<(), CompileError> {
    let too_wide = file.program.relations.iter().find(|relation| relation.arity > MOST_COLUMNS);
    match too_wide {
        None => Ok(()),
        Some(relation) => Err(CompileError::TooWide {
            path: file.path.clone(),
            relation: relation.indicator(),
            most: MOST_COLUMNS,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const RULES: &str = "
        :- players([red, blue]).
        :- state(turn(player)).
        :- action(wait).
        start(turn(red)).
        legal(wait) :- turn(_).
        draw :- turn_number(3).
    ";

    fn compiled(names: &[&str], rules: &str) -> Result<Vec<(String, String)>, CompileError> {
        let folder = tempfile::tempdir().unwrap();
        let read = names.iter().map(|name| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, rules).unwrap();
            RuleFile::read(folder.path(), Path::new(name)).unwrap()
        });
        files(&read.collect::<Vec<_>>(), folder.path())
    }

    #[test]
    fn each_file_becomes_a_module_of_its_name() {
        let files = compiled(&["waiting.pl", "more/as-long.pl"], RULES).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["waiting.rs", "as_long.rs", INDEX]);
        let (_, index) = &files[2];
        assert!(index.contains("pub mod r#waiting {") && index.contains("pub mod r#as_long {"));
        assert!(files[0].1.contains("legal(wait) :- turn(_)"), "{}", files[0].1);
    }

    #[test]
    fn what_cannot_be_a_module_is_told() {
        for (names, part) in [
            (&["2nd.pl"][..], "`2nd` cannot be one"),
            (&["self.pl"], "`self` cannot be one"),
            (&["a/go.pl", "b/go.pl"], "would both be the module `go`"),
        ] {
            let error = compiled(names, RULES).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn what_is_too_wide_is_told() {
        let columns = |column: &str| [column; 9].join(", ");
        let wide = format!("wide({}).\nok :- wide({}).\n", columns("1"), columns("_"));
        let error = compiled(&["wide.pl"], &format!("{RULES}{wide}")).unwrap_err().to_string();
        assert!(error.contains("wide/9 has more than 8 columns"), "{error}");
    }
}
