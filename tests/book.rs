//! The documentation is a small book: `docs/README.md` lists its chapters in order,
//! each chapter ends with links to its neighbours, and no link leads nowhere.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The name and the file of each chapter.
fn chapters() -> Vec<(String, String)> {
    let contents = fs::read_to_string("docs/README.md").unwrap();
    let chapter = |line: &str| {
        let (number, rest) = line.split_once(". **[")?;
        number.parse::<u32>().ok()?;
        let (title, rest) = rest.split_once("](")?;
        let (file, _) = rest.split_once(")**")?;
        Some((title.to_string(), file.to_string()))
    };
    contents.lines().filter_map(chapter).collect()
}

#[test]
fn every_page_is_a_chapter() {
    let listed: Vec<String> = chapters().into_iter().map(|(_, file)| file).collect();
    let entries = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    pages.retain(|name| name.ends_with(".md") && name != "README.md");
    let (mut sorted, _) = (listed.clone(), pages.sort());
    sorted.sort();
    assert_eq!(sorted, pages);
}

#[test]
fn chapters_lead_to_their_neighbours() {
    let chapters = chapters();
    let link = |index: usize| format!("[{}]({})", chapters[index].0, chapters[index].1);
    for (index, (_, file)) in chapters.iter().enumerate() {
        let mut links = Vec::new();
        if index > 0 {
            links.push(format!("Previous: {}", link(index - 1)));
        }
        links.push("[Contents](README.md)".to_string());
        if index + 1 < chapters.len() {
            links.push(format!("Next: {}", link(index + 1)));
        }
        let text = fs::read_to_string(Path::new("docs").join(file)).unwrap();
        let foot = format!("\n---\n\n{}\n", links.join(" · "));
        assert!(text.ends_with(&foot), "docs/{file} should end with{foot}");
    }
}

/// A text without its blocks of code and pieces of code.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let parts = line.split('`').enumerate();
            prose.extend(parts.filter(|(index, _)| index % 2 == 0).map(|(_, part)| part));
            prose.push('\n');
        }
    }
    prose
}

/// Where a heading can be linked to, as public hosts name it.
fn anchor(heading: &str) -> String {
    let text = heading.trim().to_lowercase();
    let text = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    text.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> HashSet<String> {
    let mut in_code = false;
    let mut anchors = HashSet::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && line.starts_with('#') {
            anchors.insert(anchor(line.trim_start_matches('#')));
        }
    }
    anchors
}

#[test]
fn links_lead_somewhere() {
    let docs = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map(Into::into));
    let mut links = 0;
    for page in pages {
        let shown = page.display();
        let text = fs::read_to_string(&page).unwrap();
        for part in prose(&text).split("](").skip(1) {
            let target = part.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            assert!(path.exists(), "{shown}: there is no {target}");
            if !place.is_empty() {
                let linked = fs::read_to_string(&path).unwrap();
                assert!(anchors(&linked).contains(place), "{shown}: there is no {target}");
            }
            links += 1;
        }
    }
    assert!(links > 150, "the pages are linked: {links}");
}
