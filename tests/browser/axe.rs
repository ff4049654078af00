//! Whether everybody can use the page, as far as a program can tell: axe-core. It is
//! fetched with npm into the target folder.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::driver::{is_required, scratch};
use super::window::Window;

const VERSION: &str = "4.14.0";

/// The text of axe-core. Where it cannot be had, the check is skipped, unless it is
/// required.
pub fn axe() -> Option<String> {
    let folder = scratch().join(format!("axe-{VERSION}"));
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.exists() {
        fs::create_dir_all(&folder).unwrap();
        let installed = Command::new("npm")
            .args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"])
            .arg(format!("axe-core@{VERSION}"))
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output();
        let failed = match &installed {
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => error.to_string(),
        };
        if !file.exists() {
            assert!(!is_required(), "axe-core cannot be installed: {failed}");
            eprintln!("skipped: axe-core cannot be installed: {failed}");
            return None;
        }
    }
    Some(fs::read_to_string(file).unwrap())
}

/// What axe-core looks at.
#[derive(Clone, Copy)]
pub enum Part {
    All,
    /// Only what other colours change.
    Colours,
}

/// Asserts that axe-core finds nothing serious or critical on what is shown.
#[track_caller]
pub fn everybody_can_use(window: &Window, axe: &str, part: Part, what: &str) {
    if window.value("typeof axe", &[]) == "undefined" {
        window.devtools("Runtime.evaluate", &json!({ "expression": axe }));
    }
    let mut options = json!({ "resultTypes": ["violations"] });
    if let Part::Colours = part {
        options["runOnly"] = json!(["color-contrast"]);
    }
    let run = "axe.run(document, arguments[0]).then(({ violations }) => violations)";
    let found = window.value(run, &[options]);
    let is_serious = |rule: &&Value| rule["impact"] == "serious" || rule["impact"] == "critical";
    let serious = found.as_array().unwrap().iter().filter(is_serious).map(|rule| {
        let places = rule["nodes"].as_array().unwrap().iter();
        let places: Vec<String> = places
            .take(3)
            .map(|node| format!("  {} {}", node["html"], node["failureSummary"]))
            .collect();
        format!("{}: {}\n{}", rule["id"], rule["help"], places.join("\n"))
    });
    let serious: Vec<String> = serious.collect();
    assert!(serious.is_empty(), "{what}:\n{}", serious.join("\n"));
}
