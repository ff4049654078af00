//! Dependencies point one way: front ends, then `play`, then `game`, then
//! `logic`. The build keeps `logic` apart, since `build.rs` mounts it alone;
//! this keeps the rest.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(path: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn assert_apart(layer: &str, above: &[&str]) {
    for path in sources(Path::new(layer)) {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            for name in above {
                assert!(
                    !line.contains(&format!("crate::{name}")),
                    "{}:{}: {layer} may not use {name}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}

#[test]
fn layers_use_only_what_lies_below() {
    assert_apart("src/logic", &["game", "play"]);
    assert_apart("src/game", &["play"]);
    let front_ends = ["lsp", "repl", "tabletop", "uhp", "web", "args", "commands"];
    assert_apart("src/play", &front_ends);
    assert_apart("src/game", &front_ends);
}

#[test]
fn every_module_says_why_it_exists() {
    for path in sources(Path::new("src")).into_iter().chain([PathBuf::from("build.rs")]) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} has no comment at its top", path.display());
    }
}
