//! Compiles the rule files of the tests, as a crate that uses Hornet does its own.

use std::fs;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../rules");
    let entries = fs::read_dir("../rules").expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_rule_file = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "pl");
    let mut files: Vec<_> = paths.filter(is_rule_file).collect();
    files.sort();
    // A knowledge base is rules as well.
    files.push("../../examples/family.pl".into());
    hornet_build::compile(files);
}
