//! Where the figures are written: between marks in `docs/performance.md`, and the
//! chart beside it.

use std::fs;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.md");
const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.svg");

/// Puts each section in its place, and the chart, if all of it was measured.
pub fn write(sections: &[(&str, String)], chart: Option<&String>) {
    let mut document = fs::read_to_string(DOCUMENT).unwrap();
    for (name, text) in sections {
        document = replaced(&document, name, text)
            .unwrap_or_else(|| panic!("{DOCUMENT} has no place for {name}"));
    }
    fs::write(DOCUMENT, document).unwrap();
    if let Some(chart) = chart {
        fs::write(CHART, chart).unwrap();
    }
}

/// The document with another text between the marks of a section.
fn replaced(document: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- measured: {name} -->\n"), "<!-- end -->");
    let (before, rest) = document.split_once(&begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{}\n\n{end}{after}", text.trim_end()))
}
