//! Compiles the rules of the games that come with Hornet into Rust, through
//! `ascent`. It reads them with the same code that Hornet uses at run time.
//!
//! To ship another game, add its rule file to `rules/` and its name here.

#![allow(
    dead_code,
    unused_imports,
    reason = "only a part of the language is needed to compile rules"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/logic/mod.rs"]
mod logic;

/// The games that come with Hornet: `tanks` is `rules/tanks.pl`.
const GAMES: &[&str] = &["hive", "tanks", "gauss"];

/// The game on which our tables are compared with ascent's.
const COMPARED: &str = "hive";

/// What the generated code uses.
const SUPPORT: &str = "crate::game::compiled";

struct BesideRules(PathBuf);

impl logic::Loader for BesideRules {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let text = fs::read_to_string(self.0.join(path)).map_err(|error| error.to_string())?;
        Ok((path.to_string(), text))
    }
}

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let rules = root.join("rules");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/logic");
    println!("cargo::rerun-if-changed=build.rs");

    // Games that only tests play are compiled for the tests to include.
    let tests = root.join("tests").join("rules");
    println!("cargo::rerun-if-changed=tests/rules");
    for (file, _) in texts(&tests) {
        let name = file.trim_end_matches(".pl");
        let code = compile(&tests, name);
        fs::write(out.join(format!("test_{name}.rs")), code)
            .expect("the build directory can be written");
    }

    // For the bench to include: the rules it compares the compiled ones with.
    let plain = read(&rules, COMPARED, |program| {
        logic::ascent::translate_plainly(program, SUPPORT, logic::slice::Slice::Legal)
    });
    fs::write(out.join(format!("plain_{COMPARED}.rs")), plain)
        .expect("the build directory can be written");

    let mut games = String::new();
    let mut modules = String::new();
    for game in GAMES {
        let code = compile(&rules, game);
        let file = out.join(format!("{game}.rs"));
        fs::write(&file, code).expect("the build directory can be written");
        let (module, text) = (game.replace('-', "_"), rules.join(format!("{game}.pl")));
        let _ = writeln!(modules, "pub mod {module} {{ include!({file:?}); }}");
        let _ = writeln!(
            games,
            "    super::ShippedGame {{ name: {game:?}, file: \"{game}.pl\", \
             text: include_str!({text:?}), \
             compile: |rules| Box::new({module}::Rules::new(rules)) }},",
        );
    }
    let texts: String = texts(&rules)
        .iter()
        .map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n"))
        .collect();
    let index = format!(
        "pub const GAMES: &[super::ShippedGame] = &[\n{games}];\n\
         pub const TEXTS: &[(&str, &str)] = &[\n{texts}];\n{modules}"
    );
    fs::write(out.join("games.rs"), index).expect("the build directory can be written");
}

/// The Rust code of a game's rules.
fn compile(rules: &Path, game: &str) -> String {
    read(rules, game, |program| logic::ascent::translate(program, SUPPORT))
}

/// Reads a game's rules and translates them. Rules that do not pass the checks
/// stop the build with the same messages that a user would see.
fn read(
    rules: &Path,
    game: &str,
    translate: impl Fn(&logic::program::Program) -> String,
) -> String {
    let file = format!("{game}.pl");
    let text = fs::read_to_string(rules.join(&file))
        .unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
    match logic::load(&file, &text, &BesideRules(rules.to_path_buf())) {
        Ok(checked) => translate(&checked.program),
        Err(rejected) => {
            eprintln!("{}", rejected.render(false));
            panic!("the rules in {file} are not right; see above");
        }
    }
}

/// All rule texts of a folder, by name.
fn texts(folder: &Path) -> Vec<(String, PathBuf)> {
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
