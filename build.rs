//! Compiles the rules of the games that come with Hornet into Rust, through
//! `ascent`. It reads them with the same code that Hornet uses at run time.
//!
//! To ship another game, add its rule file to `rules/` and its name here. The examples
//! come along as texts, and are evaluated at run time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use hornet_build::logic::program::Program;
use hornet_build::logic::{ascent, slice};
use hornet_build::{RuleFile, rule_files};

/// The games that come with Hornet: `tanks` is `rules/tanks.pl`, explained to its
/// players in `rules/tanks.md`.
const GAMES: &[&str] = &["hive", "tanks", "gauss"];

/// The examples that come with Hornet: `chess` is `examples/chess.pl`.
const EXAMPLES: &[&str] = &[
    "amazons",
    "chess",
    "connect_four",
    "draughts",
    "go",
    "hex",
    "nine_mens_morris",
    "othello",
    "peg_solitaire",
    "river_crossing",
    "tictactoe",
    "yavalath",
];

/// The game on which our tables are compared with ascent's.
const COMPARED: &str = "hive";

/// What the generated code uses.
const SUPPORT: &str = "crate::game::compiled";

/// The rules of a game that ships. Those with mistakes stop the build, with the messages that a
/// user would see.
fn read(root: &Path, game: &str) -> Program {
    match RuleFile::read(root, &Path::new("rules").join(format!("{game}.pl"))) {
        Ok(file) => file.program,
        Err(error) => {
            eprintln!("{error}");
            process::exit(1);
        }
    }
}

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let rules = root.join("rules");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=examples");
    println!("cargo::rerun-if-changed=build.rs");
    let write = |file: &str, code: String| {
        fs::write(out.join(file), code).expect("the build directory can be written");
    };

    if env::var_os("CARGO_FEATURE_MEASURE").is_some() {
        let program = read(&root, COMPARED);
        let plain = ascent::translate_plainly(&program, SUPPORT, slice::Slice::Legal);
        write(&format!("plain_{COMPARED}.rs"), plain);
    }

    let mut games = String::new();
    let mut modules = String::new();
    for game in GAMES {
        let code = ascent::translate(&read(&root, game), SUPPORT);
        let file = format!("{game}.rs");
        write(&file, code);
        let (module, text) = (game.replace('-', "_"), rules.join(format!("{game}.pl")));
        let page = rules.join(format!("{game}.md"));
        let file = out.join(file);
        let _ = writeln!(modules, "pub mod {module} {{ include!({file:?}); }}");
        let _ = writeln!(
            games,
            "    super::ShippedGame {{ name: {game:?}, file: \"{game}.pl\", \
             text: include_str!({text:?}), page: Some(include_str!({page:?})), \
             compile: Some(|rules| Box::new({module}::Rules::new(rules))) }},",
        );
    }
    for example in EXAMPLES {
        let text = root.join("examples").join(format!("{example}.pl"));
        let _ = writeln!(
            games,
            "    super::ShippedGame {{ name: {example:?}, file: \"{example}.pl\", \
             text: include_str!({text:?}), page: None, compile: None }},",
        );
    }
    let texts: String = rule_files(&rules)
        .iter()
        .map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n"))
        .collect();
    let index = format!(
        "pub const GAMES: &[super::ShippedGame] = &[\n{games}];\n\
         pub const TEXTS: &[(&str, &str)] = &[\n{texts}];\n{modules}"
    );
    write("games.rs", index);
}
