//! Says where the rule language is: in the repository it lies beside this crate, in the
//! published package it is part of it.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(published)");
    if !Path::new("../src/logic/mod.rs").exists() {
        println!("cargo::rustc-cfg=published");
    }
}
