//! `docs/your-own-game.md` is true: its rules are put into the file step by step, as a
//! reader would, and what it shows is what is printed there.

#[path = "support/transcripts.rs"]
mod transcripts;

use std::fs;
use std::path::{Path, PathBuf};

use hornet::game::Rules;
use tempfile::TempDir;
use transcripts::{Place, compare};

const DOCUMENT: &str = "docs/your-own-game.md";

/// The folder in which a reader follows the document.
struct Desk {
    folder: TempDir,
    /// How many blocks of rules went into the file.
    blocks: usize,
}

impl Desk {
    fn file(&self) -> PathBuf {
        self.folder.path().join("snort.pl")
    }
}

impl Place for Desk {
    fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn rules(&self, game: &str) -> Rules {
        let text = fs::read_to_string(self.folder.path().join(game)).unwrap();
        Rules::from_text(game, &text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn read(&mut self, rules: &str) {
        self.blocks += 1;
        let text = fs::read_to_string(self.file()).unwrap();
        fs::write(self.file(), with_block(&text, rules)).unwrap();
    }
}

/// A clause or directive with the comment above it; or a comment that stands alone.
struct Part {
    text: String,
    /// What it speaks of; nothing for a comment.
    about: Option<String>,
}

/// The parts of a rule text, with the empty lines behind them.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut open = String::new();
    for line in text.split_inclusive('\n') {
        let code = line.split('%').next().unwrap_or_default().trim_end();
        let is_comment = !open.is_empty() && open.lines().all(|line| line.starts_with('%'));
        if line.trim().is_empty() && (open.is_empty() || is_comment) {
            match parts.last_mut().filter(|_| open.is_empty()) {
                Some(last) => last.text += line,
                None => parts.push(Part { text: std::mem::take(&mut open) + line, about: None }),
            }
            continue;
        }
        open += line;
        if code.ends_with('.') {
            let about = about(&open);
            parts.push(Part { text: std::mem::take(&mut open), about: Some(about) });
        }
    }
    if !open.is_empty() {
        parts.push(Part { text: open, about: None });
    }
    parts
}

/// What a clause speaks of: its relation, or what is started, added, refused for the same
/// reason and so on.
fn about(clause: &str) -> String {
    let code: Vec<&str> = clause.lines().filter(|line| !line.starts_with('%')).collect();
    let code = code.join(" ");
    let head = match code.trim_start().strip_prefix(":- ") {
        Some(directive) => format!(":- {directive}"),
        None => code.split(":-").next().unwrap_or_default().trim().to_string(),
    };
    let up_to = |sign: char, count: usize| {
        let found = head.match_indices(sign).nth(count);
        head[..found.map_or(head.len(), |(at, _)| at)].to_string()
    };
    let name = up_to('(', 0);
    match name.as_str() {
        "refuse" | ":- notation" => head,
        "reason" | ":- option" => up_to(',', 0),
        "start" | "legal" | "add" | "del" | ":- state" | ":- action" => up_to('(', 1),
        _ => name,
    }
}

/// The text with a block of rules in it: in the place of what it said about the same
/// relations, or else at the end. A block that is a comment alone is the new head.
fn with_block(text: &str, block: &str) -> String {
    let new: Vec<Part> = parts(&format!("{block}\n"));
    let mut old = parts(text);
    let subjects: Vec<&String> = new.iter().filter_map(|part| part.about.as_ref()).collect();
    if subjects.is_empty() {
        assert!(old[0].about.is_none(), "the file begins with a comment");
        old[0].text = format!("{block}\n\n");
        return old.into_iter().map(|part| part.text).collect();
    }
    let is_replaced = |part: &Part| part.about.as_ref().is_some_and(|it| subjects.contains(&it));
    let place = old.iter().position(is_replaced).unwrap_or(old.len());
    let mut out = String::new();
    for (index, part) in old.iter().enumerate() {
        if index == place {
            out += &format!("{block}\n");
        }
        match is_replaced(part) {
            // The empty lines behind it stay.
            true => out += &"\n".repeat(part.text.matches("\n\n").count()),
            false => out += &part.text,
        }
    }
    if place == old.len() {
        out += &format!("\n{block}\n");
    }
    out
}

#[test]
fn every_step_is_true() {
    let mut desk = Desk { folder: tempfile::tempdir().unwrap(), blocks: 0 };
    let shown = compare(DOCUMENT, &mut desk);
    assert!(shown >= 12 && desk.blocks >= 10, "{shown} transcripts, {} blocks", desk.blocks);
    let (folder, file) = (desk.folder.path(), desk.file());
    let rules = Rules::open(file.to_str().unwrap()).unwrap();
    assert_eq!(rules.warnings().len(), 0);
    for relation in ["touches(Cell)", "free(Cell)"] {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains(relation), "{relation} was replaced:\n{text}");
    }
    assert!(folder.join("snort.pl").is_file());
}

#[test]
fn a_block_takes_the_place_of_what_it_speaks_of() {
    let text = "% Head.\n\n:- board(square(2, 2)).     % small\n\n% One.\na(X) :-\n    b(X).\na(1).\n\nc(1).\n";
    assert_eq!(
        with_block(text, "% Two.\na(2)."),
        "% Head.\n\n:- board(square(2, 2)).     % small\n\n% Two.\na(2).\n\nc(1).\n"
    );
    assert_eq!(with_block(text, "d(2)."), format!("{text}\nd(2).\n"));
    assert!(with_block(text, "% New.").starts_with("% New.\n\n:- board"));
}
