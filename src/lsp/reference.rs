//! What is built in, in the words of the reference: the tables of `docs/language.md` say
//! what each directive and each relation is for, so that an editor says the same.

use std::sync::LazyLock;

const LANGUAGE: &str = include_str!("../../docs/language.md");

/// A line of the reference.
#[derive(Debug)]
pub struct Entry {
    /// The directive or relation.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What it says.
    pub text: String,
    /// Whether it is a directive.
    pub is_directive: bool,
}

impl Entry {
    /// How many arguments it is written with.
    pub fn arity(&self) -> usize {
        let Some((_, arguments)) = self.usage.split_once('(') else { return 0 };
        let mut depth = 0;
        let commas = arguments.chars().filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            *c == ',' && depth == 0
        });
        commas.count() + 1
    }
}

/// The directives.
pub fn directives() -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(|entry| entry.is_directive)
}

/// The relations that are given, and those that a game may define.
pub fn relations() -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(|entry| !entry.is_directive)
}

/// The directive of that name.
pub fn directive(name: &str) -> Option<&'static Entry> {
    directives().find(|entry| entry.name == name)
}

/// The relation of that name and number of arguments.
pub fn relation(name: &str, arity: usize) -> Option<&'static Entry> {
    relations().find(|entry| entry.name == name && entry.arity() == arity)
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries = Vec::new();
    let mut kind = None;
    for line in LANGUAGE.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            if !line.starts_with("|---") {
                kind = None;
            }
            continue;
        };
        let cells: Vec<&str> = row.split(" | ").collect();
        let [first, text, ..] = cells[..] else { continue };
        match first {
            "directive" => kind = Some(true),
            "relation" => kind = Some(false),
            _ => {
                if let Some(is_directive) = kind {
                    entries
                        .extend(usages(first).filter_map(|usage| entry(usage, text, is_directive)));
                }
            }
        }
    }
    entries
});

/// What stands between backquotes.
fn usages(cell: &'static str) -> impl Iterator<Item = &'static str> {
    cell.split('`').skip(1).step_by(2)
}

fn entry(usage: &'static str, text: &str, is_directive: bool) -> Option<Entry> {
    let term = usage.strip_prefix(":- ").unwrap_or(usage);
    let end = term.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(term.len());
    let name = &term[..end];
    // The last rows of the built-in relations are examples.
    let is_example = matches!(name, "mark" | "kind" | "turn");
    let is_name = name.starts_with(|c: char| c.is_lowercase()) && !is_example;
    is_name.then(|| Entry { name, usage, text: without_links(text), is_directive })
}

/// Links to other parts of the page lead nowhere in an editor.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        match after
            .split_once("](")
            .and_then(|(words, rest)| Some((words, rest.split_once(')')?.1)))
        {
            Some((words, behind)) if !words.contains(['[', ']']) => {
                plain.push_str(words);
                rest = behind;
            }
            _ => {
                plain.push('[');
                rest = after;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::program::Wrapper;

    #[test]
    fn every_directive_and_relation_is_described() {
        for name in [
            "title", "board", "players", "type", "option", "weight", "state", "memory", "action",
            "opaque", "include", "facts", "dynamic",
        ] {
            let entry = directive(name).unwrap_or_else(|| panic!("{name}"));
            assert!(entry.text.len() > 5, "{entry:?}");
        }
        for (name, arity) in [
            ("cell", 1),
            ("step", 3),
            ("row", 2),
            ("column", 2),
            ("between", 3),
            ("player", 1),
            ("opponent", 2),
            ("direction", 1),
            ("turn_number", 1),
            ("repetitions", 1),
            ("option", 2),
            ("weight", 2),
            ("wins", 1),
            ("draw", 0),
            ("value", 2),
            ("leads", 1),
            ("reason", 2),
            ("ending", 1),
            ("ending", 2),
            ("ending", 3),
            ("stuck", 2),
            ("score", 3),
            ("unsound", 1),
        ] {
            assert!(relation(name, arity).is_some(), "{name}/{arity}");
        }
        for wrapper in Wrapper::ALL {
            assert!(relation(wrapper.name(), wrapper.arity()).is_some(), "{}", wrapper.name());
        }
    }

    #[test]
    fn texts_read_well_by_themselves() {
        assert_eq!(directive("board").unwrap().usage, ":- board(square(3, 3)).");
        assert_eq!(directive("board").unwrap().text, "the board; see boards");
        assert!(relations().all(|entry| !entry.text.contains("](")));
        assert_eq!(without_links("a [b](c), [d] e"), "a b, [d] e");
    }
}
