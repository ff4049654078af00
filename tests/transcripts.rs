//! Every transcript in the README and the docs is run and compared: the
//! commands in `console` blocks, with what they print.

use std::fs;

use assert_cmd::Command;

/// A command and the output it is shown with.
struct Shown {
    place: String,
    command: String,
    output: String,
}

fn transcripts(path: &str) -> Vec<Shown> {
    let text = fs::read_to_string(path).unwrap();
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let place = format!("{path}:{}", number + 1);
            found.push(Shown { place, command: command.into(), output: String::new() });
        } else if inside {
            let shown = found.last_mut().expect("a block begins with a command");
            shown.output.push_str(line.trim_end());
            shown.output.push('\n');
        }
    }
    found
}

/// Splits a command line at blanks, but not inside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn run(shown: &Shown) -> String {
    let (command, most) = match shown.command.split_once(" | head -n ") {
        Some((command, lines)) => (command, lines.trim().parse().unwrap()),
        None => (shown.command.as_str(), usize::MAX),
    };
    let words = words(command);
    assert_eq!(words[0], "hornet", "{}: only hornet is run", shown.place);
    let output = Command::cargo_bin("hornet").unwrap().args(&words[1..]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().take(most).map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn transcripts_are_true() {
    let mut compared = 0;
    for path in ["README.md", "docs/language.md", "docs/architecture.md", "docs/uhp.md"] {
        for shown in transcripts(path) {
            let printed = run(&shown);
            assert_eq!(
                printed.trim_end(),
                shown.output.trim_end(),
                "{}: {}",
                shown.place,
                shown.command
            );
            compared += 1;
        }
    }
    assert!(compared >= 8, "the README shows transcripts: {compared}");
}
