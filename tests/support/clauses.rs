//! Where clauses stand, so that tests can name them by what they say.
#![allow(dead_code, reason = "each test uses its part")]

/// The line of a rule file on which the one clause stands that begins so, however
/// it is laid out: `line_of("tanks.pl", "occupied(Cell) :- tank(Cell,")`.
pub fn line_of(file: &str, beginning: &str) -> usize {
    let path = format!("rules/{file}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    line_in(&text, beginning)
}

/// The same with the file: `hive/moving.pl:23`.
pub fn place_of(file: &str, beginning: &str) -> String {
    format!("{file}:{}", line_of(file, beginning))
}

/// The same in a text.
pub fn line_in(text: &str, beginning: &str) -> usize {
    let wanted = on_one_line(beginning);
    let clauses = clauses(text);
    let found: Vec<usize> = clauses
        .filter(|(_, clause)| on_one_line(clause).starts_with(&wanted))
        .map(|(line, _)| line)
        .collect();
    match found.as_slice() {
        [line] => *line,
        lines => panic!("{} clauses begin with `{beginning}`: {lines:?}", lines.len()),
    }
}

/// Each clause with its line: it begins at the left, and ends before the next.
fn clauses(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| !line.starts_with([' ', '\t', '%']) && !line.trim().is_empty();
    let starts: Vec<usize> = (0..lines.len()).filter(|number| begins(lines[*number])).collect();
    starts.into_iter().map(move |start| {
        let inner = lines[start + 1..].iter().take_while(|line| line.starts_with([' ', '\t']));
        let all: Vec<&str> = std::iter::once(&lines[start]).chain(inner).copied().collect();
        (start + 1, all.join(" "))
    })
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
