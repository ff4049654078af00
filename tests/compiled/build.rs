//! Compiles the rule files of the tests, as Hornet's own build script does those
//! of the games that ship.

#![allow(dead_code, unused_imports, reason = "only a part of the language is needed here")]

use std::path::PathBuf;
use std::{env, fs};

#[path = "../../src/logic/mod.rs"]
mod logic;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let rules = here.join("../rules");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../rules");
    println!("cargo::rerun-if-changed=../../src/logic");
    let mut modules = String::new();
    for (file, _) in logic::ascent::rule_files(&rules) {
        let name = file.trim_end_matches(".pl");
        let code = logic::ascent::read(&rules, &file, |program| {
            logic::ascent::translate(program, "crate::game::compiled")
        });
        let path = out.join(format!("{name}.rs"));
        fs::write(&path, code).expect("the build directory can be written");
        modules += &format!("#[allow(clippy::all, unused, missing_docs)]\npub mod {name} {{ include!({path:?}); }}\n");
    }
    fs::write(out.join("modules.rs"), modules).expect("the build directory can be written");
}
