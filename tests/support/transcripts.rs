//! Runs the transcripts of a document: the commands in `console` blocks, and what is
//! typed at the prompt in `prompt` blocks, each with what it prints.
//!
//! With `HORNET_UPDATE_TRANSCRIPTS=1` the documents are written anew with what is printed
//! now.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assert_cmd::Command;
use hornet::game::{Game, Rules};
use hornet::logic::engine::Limits;
use hornet::repl::{Session, statement};

/// A command or entry, with the lines it stands in.
struct Typed {
    lines: Vec<String>,
    kind: Kind,
}

enum Kind {
    /// `$ hornet show tanks`.
    Command(String),
    /// `$ hornet tanks`, where the prompt begins.
    Start(String),
    /// `tanks> legal(A).`
    Entry(String),
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

/// What a command prints when it is run in a folder. Of a long output, the first or the
/// last lines.
fn run(folder: &Path, line: &str) -> String {
    let cut = |mark: &str| {
        let (command, lines) = line.split_once(mark)?;
        Some((command, lines.trim().parse::<usize>().unwrap()))
    };
    let (first, last) = (cut(" | head -n "), cut(" | tail -n "));
    let command = first.or(last).map_or(line, |(command, _)| command);
    let (input, command) = match command.strip_prefix("echo '") {
        Some(rest) => rest.split_once("' | ").expect("what is echoed goes to hornet"),
        None => ("", command),
    };
    let words = words(command);
    assert_eq!(words[0], "hornet", "only hornet is run: {line}");
    let mut hornet = Command::cargo_bin("hornet").unwrap();
    let hornet = hornet.current_dir(folder).args(&words[1..]);
    let output = hornet.write_stdin(input.to_string()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let shown = match (first, last) {
        (Some((_, most)), _) => &lines[..most.min(lines.len())],
        (_, Some((_, most))) => &lines[lines.len().saturating_sub(most)..],
        _ => &lines[..],
    };
    shown.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What stands before the cursor, if the line is typed at the prompt.
fn typed_at_prompt(line: &str) -> Option<&str> {
    let (game, entry) = line.split_once("> ")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+*_()".contains(c);
    (!game.is_empty() && game.chars().all(is_name)).then_some(entry)
}

/// The commands or entries of a block.
fn typed(kind: &str, block: &[&str]) -> Vec<Typed> {
    let mut all: Vec<Typed> = Vec::new();
    let mut in_entry = false;
    for line in block {
        let found = match (kind, line.strip_prefix("$ ")) {
            ("console", Some(command)) => Some(Kind::Command(command.into())),
            ("prompt", Some(command)) => {
                let game = command.strip_prefix("hornet").expect("the prompt is started").trim();
                Some(Kind::Start(if game.is_empty() { "hive" } else { game }.into()))
            }
            ("prompt", None) => typed_at_prompt(line).map(|entry| Kind::Entry(entry.into())),
            _ => None,
        };
        if let Some(kind) = found {
            in_entry = matches!(kind, Kind::Entry(_));
            all.push(Typed { lines: vec![line.to_string()], kind });
            continue;
        }
        let last = all.last_mut().expect("a block begins with something typed");
        match (&mut last.kind, line.strip_prefix("|   ")) {
            (Kind::Entry(entry), Some(more)) if in_entry => {
                entry.push('\n');
                entry.push_str(more);
                last.lines.push(line.to_string());
            }
            _ => in_entry = false,
        }
    }
    all
}

/// A session at the prompt that lasts from block to block.
struct Prompt(Option<Session>);

impl Prompt {
    fn start(&mut self, rules: Rules) {
        let game = Game::new(Arc::new(rules)).unwrap();
        self.0 = Some(Session::new(game, Limits::default()));
    }

    fn answer(&mut self, entry: &str) -> (String, String) {
        let session = self.0.as_mut().expect("a prompt is started before it is used");
        let prompt = session.prompt();
        let mut said = String::new();
        let mut rest = entry;
        while let Some((statement, after)) = statement::first(session.game(), rest) {
            rest = after;
            let reply = session.run(statement).text;
            let reply = anstream::adapter::strip_str(&reply).to_string();
            reply.lines().for_each(|line| said += &format!("{}\n", line.trim_end()));
        }
        (prompt, said)
    }
}

/// Where the transcripts of a document are run.
pub trait Place {
    /// The folder for commands.
    fn folder(&self) -> &Path;

    /// The rules of a game that the prompt is started with.
    fn rules(&self, game: &str) -> Rules {
        Rules::open(game).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// The reader has come to a block of rules.
    fn read(&mut self, _rules: &str) {}
}

/// A document as it should be: every output as it is printed now.
fn rerun(text: &str, place: &mut dyn Place) -> (String, usize) {
    let mut lines = text.lines();
    let mut out = String::new();
    let mut count = 0;
    let mut prompt = Prompt(None);
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let kind = match line {
            "```console" => "console",
            "```prompt" => "prompt",
            "```prolog" => "prolog",
            _ => continue,
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if kind == "prolog" {
            place.read(&block.join("\n"));
            out += &format!("{}\n```\n", block.join("\n"));
            continue;
        }
        for typed in typed(kind, &block) {
            count += 1;
            let (head, said) = match &typed.kind {
                Kind::Command(command) => (typed.lines[0].clone(), run(place.folder(), command)),
                Kind::Start(game) => {
                    prompt.start(place.rules(game));
                    (typed.lines[0].clone(), String::new())
                }
                Kind::Entry(entry) => {
                    let (before, said) = prompt.answer(entry);
                    (format!("{before}{}", typed_at_prompt(&typed.lines[0]).unwrap()), said)
                }
            };
            out += &format!("{head}\n");
            typed.lines[1..].iter().for_each(|line| out += &format!("{line}\n"));
            out += &said;
        }
        out += "```\n";
    }
    (out, count)
}

/// The text with every time that an answer took made the same.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once(" in ") {
        Some((before, after)) if before.starts_with('%') => {
            format!(
                "{before} in{}",
                after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
            )
        }
        _ => line.to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Runs the transcripts of a document and compares them with what it shows, or writes it
/// anew if that is asked for. Returns how many there are.
pub fn compare(path: &str, place: &mut dyn Place) -> usize {
    let shown = fs::read_to_string(path).unwrap();
    let (printed, count) = rerun(&shown, place);
    if timeless(&printed) == timeless(&shown) {
        return count;
    }
    if std::env::var_os("HORNET_UPDATE_TRANSCRIPTS").is_some() {
        fs::write(path, printed).unwrap();
        return count;
    }
    let (shown, printed) = (timeless(&shown), timeless(&printed));
    let differs = shown.lines().zip(printed.lines()).position(|(a, b)| a != b);
    let line = differs.map_or(shown.lines().count(), |index| index + 1);
    let near = |text: &str| {
        let lines = text.lines().skip(line.saturating_sub(4)).take(8);
        lines.collect::<Vec<_>>().join("\n")
    };
    panic!("{path}:{line} shows\n{}\n--- but it prints\n{}", near(&shown), near(&printed));
}
