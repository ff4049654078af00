//! The examples of `docs/http.md`, one after the other, as a reader would try them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::server::{Server, Table};

/// Stands for what is left out.
const ANYTHING: &str = "…";

/// A request and its answer.
struct Example {
    line: usize,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<String>,
    status: u16,
    answer: String,
}

/// The blocks that begin with ```http.
fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == "```http" {
            let block = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            examples.push(read(number + 1, &block.collect::<Vec<_>>().join("\n")));
        }
    }
    examples
}

fn read(line: usize, block: &str) -> Example {
    let (request, answer) =
        block.split_once("\n\n").unwrap_or_else(|| panic!("line {line}: no answer"));
    let mut lines = request.lines();
    let (method, path) = lines.next().unwrap().split_once(' ').unwrap();
    let (mut headers, mut body) = (Vec::new(), None);
    for text in lines {
        match text.split_once(": ") {
            Some((name, value)) if !text.starts_with('{') => {
                headers.push((name.into(), value.into()))
            }
            _ => body = Some(text.to_string()),
        }
    }
    let (status, answer) = answer.split_once('\n').unwrap_or((answer, ""));
    Example {
        line,
        method: method.into(),
        path: path.into(),
        headers,
        body,
        status: status.parse().unwrap_or_else(|_| panic!("line {line}: no status: {status}")),
        answer: answer.into(),
    }
}

/// Identifiers that were seen, by their names: `$table`.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    fn fill_in(&self, text: &str) -> String {
        self.0.iter().fold(text.into(), |text, (name, value)| text.replace(name, value))
    }

    /// Whether a text is as it should be; a new name is noted.
    fn fits_text(&mut self, expected: &str, found: &str) -> bool {
        if expected.starts_with('$') && !self.0.contains_key(expected) {
            self.0.insert(expected.into(), found.into());
            return true;
        }
        let expected = self.fill_in(expected);
        let parts: Vec<&str> = expected.split(ANYTHING).collect();
        let [first, between @ .., last] = parts.as_slice() else { return expected == found };
        let Some(mut rest) = found.strip_prefix(first) else { return false };
        for part in between {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }

    /// Says where an answer is not as it should be.
    fn compare(&mut self, expected: &Value, found: &Value, at: &str) -> Result<(), String> {
        let differs = || Err(format!("{at}: expected {expected}, found {found}"));
        match (expected, found) {
            (Value::String(text), _) if text == ANYTHING => Ok(()),
            (Value::String(expected), Value::String(found)) => {
                match self.fits_text(expected, found) {
                    true => Ok(()),
                    false => differs(),
                }
            }
            (Value::Object(expected), Value::Object(found)) => {
                let is_open = expected.contains_key(ANYTHING);
                for (key, value) in expected.iter().filter(|(key, _)| *key != ANYTHING) {
                    let found =
                        found.get(key).ok_or_else(|| format!("{at}: there is no `{key}`"))?;
                    self.compare(value, found, &format!("{at}.{key}"))?;
                }
                match found.keys().find(|key| !is_open && !expected.contains_key(*key)) {
                    Some(key) => Err(format!("{at}: `{key}` is not described")),
                    None => Ok(()),
                }
            }
            (Value::Array(expected), Value::Array(found)) => self.compare_all(expected, found, at),
            _ if expected == found => Ok(()),
            _ => differs(),
        }
    }

    /// The same for lists, in which some elements may be left out.
    fn compare_all(&mut self, expected: &[Value], found: &[Value], at: &str) -> Result<(), String> {
        let mut rest = found.iter().enumerate();
        let mut may_skip = false;
        for value in expected {
            if value == ANYTHING {
                may_skip = true;
                continue;
            }
            let mut told = None;
            loop {
                let Some((index, found)) = rest.next() else {
                    return Err(told.unwrap_or(format!("{at}: {value} is missing")));
                };
                match self.compare(value, found, &format!("{at}[{index}]")) {
                    Ok(()) => break,
                    Err(error) if !may_skip => return Err(error),
                    Err(error) => told = Some(error),
                }
            }
            may_skip = false;
        }
        match rest.next() {
            Some((index, value)) if !may_skip => {
                Err(format!("{at}[{index}]: {value} is not described"))
            }
            _ => Ok(()),
        }
    }
}

/// Reads JSON in which `…` stands for fields and elements.
fn pattern(text: &str) -> Result<Value, String> {
    let (mut whole, mut open, mut in_text, mut is_value) =
        (String::new(), Vec::new(), false, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if in_text => {
                whole.push(letter);
                whole.extend(letters.next());
                continue;
            }
            '"' => in_text = !in_text,
            _ if in_text => {}
            '{' | '[' => {
                open.push(letter);
                is_value = false;
            }
            '}' | ']' => drop(open.pop()),
            ':' => is_value = true,
            ',' => is_value = false,
            '…' if open.last() == Some(&'{') && !is_value => {
                whole += "\"…\": \"…\"";
                continue;
            }
            '…' => {
                whole += "\"…\"";
                continue;
            }
            _ => {}
        }
        if matches!(letter, '}' | ']') {
            is_value = false;
        }
        whole.push(letter);
    }
    serde_json::from_str(&whole).map_err(|error| format!("{error} in {whole}"))
}

/// What is listened to while something happens at the table.
fn heard(table: &Table, expected: &str, names: &mut Names) -> Result<(), String> {
    let listener = table.listen();
    let mut is_played = false;
    for event in expected.split("\n\n") {
        let (name, data) = event.split_once('\n').ok_or("an event has two lines")?;
        let wanted = (name.strip_prefix("event: "), data.strip_prefix("data: "));
        let (Some(name), Some(data)) = wanted else { return Err(format!("not an event: {event}")) };
        let (mut found, mut waited) = (listener.next(), 0);
        // How often a machine tells that it thinks depends on how long it does.
        while found.0 == "thinking" && name != "thinking" && waited < 100 {
            (found, waited) = (listener.next(), waited + 1);
        }
        if found.0 != name {
            return Err(format!("expected {name}, heard {}: {}", found.0, found.1));
        }
        names.compare(&pattern(data)?, &found.1, name)?;
        if !std::mem::replace(&mut is_played, true) {
            table.play("b2-b3");
        }
    }
    Ok(())
}

fn tried(server: &Server, example: &Example, names: &mut Names) -> Result<(), String> {
    let path = names.fill_in(&example.path);
    let path = path.strip_prefix("/api/v1").ok_or("requests go to /api/v1")?;
    if let Some(id) = path.strip_suffix("/events") {
        let id = id.strip_prefix("/tables/").ok_or("whose events?")?;
        return heard(&server.known(id), &example.answer, names);
    }
    let body = example.body.as_ref().map(|body| names.fill_in(body));
    let headers: Vec<(&str, String)> =
        example.headers.iter().map(|(name, value)| (name.as_str(), names.fill_in(value))).collect();
    let headers: Vec<(&str, &str)> =
        headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let answer = server.ask(&example.method, path, body.as_deref(), &headers);
    if answer.status != example.status {
        return Err(format!(
            "expected {}, found {} {}",
            example.status, answer.status, answer.text
        ));
    }
    if answer.header("content-type") == "application/json" {
        return names.compare(&pattern(&example.answer)?, &answer.json(), "");
    }
    match names.fits_text(&example.answer, answer.text.trim_end()) {
        true => Ok(()),
        false => Err(format!("expected {}, found {}", example.answer, answer.text)),
    }
}

#[test]
fn every_example_of_the_page_works() {
    let file = format!("{}/docs/http.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&file).unwrap();
    let game = format!("{}/examples/tictactoe.pl", env!("CARGO_MANIFEST_DIR"));
    let server = Server::start_with(&[&game]);
    let mut names = Names::default();
    let examples = examples(&page);
    assert!(examples.len() > 40, "{}", examples.len());
    for example in &examples {
        let Example { line, method, path, .. } = example;
        if let Err(error) = tried(&server, example, &mut names) {
            panic!("docs/http.md:{line}: {method} {path}: {error}");
        }
    }
}

/// Every request of the interface is on the page.
#[test]
fn every_request_has_an_example() {
    let read = |file: &str| {
        std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    };
    let (page, routes) = (read("docs/http.md"), read("src/web/api.rs"));
    let mut known = Map::new();
    for line in routes.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, methods) = line.split_once('"').unwrap();
        let path = path.split("/{").next().unwrap().trim_end_matches('/');
        for method in ["get", "post", "delete"] {
            let is_there = methods.contains(&format!("{method}("));
            if !is_there {
                continue;
            }
            let method = method.to_uppercase();
            let has_example = examples(&page).iter().any(|example| {
                let asked = example.path.split('?').next().unwrap();
                let asked = asked.strip_prefix("/api/v1").unwrap();
                let rest = asked.strip_prefix("/tables/$").and_then(|it| it.split_once('/'));
                let rest = rest.map(|(_, rest)| format!("/{rest}"));
                let is_table = asked.starts_with("/tables/$") && rest.is_none();
                let is_same = match path.is_empty() {
                    true => is_table,
                    false => {
                        asked == path
                            || rest.is_some_and(|rest| {
                                rest == path || rest.starts_with(&format!("{path}/"))
                            })
                    }
                };
                example.method == method && is_same
            });
            assert!(has_example, "{method} {path} has no example in docs/http.md");
            known.insert(format!("{method} {path}"), Value::Null);
        }
    }
    assert!(known.len() > 25, "{known:?}");
}

#[test]
fn patterns_leave_out_what_they_say() {
    let compare = |expected: &str, found: &str| {
        let found = serde_json::from_str(found).unwrap();
        Names::default().compare(&pattern(expected).unwrap(), &found, "").is_ok()
    };
    assert!(compare("{\"a\": 1, …}", "{\"a\": 1, \"b\": 2}"));
    assert!(!compare("{\"a\": 1}", "{\"a\": 1, \"b\": 2}"));
    assert!(!compare("{\"a\": 1, …}", "{\"b\": 2}"));
    assert!(compare("{\"a\": …}", "{\"a\": {\"b\": 2}}"));
    assert!(compare("[…, 3]", "[1, 2, 3]"));
    assert!(compare("[1, …]", "[1]"));
    assert!(!compare("[1, …, 2]", "[1, 3]"));
    assert!(!compare("[1]", "[1, 2]"));
    assert!(compare("\"a…c…\"", "\"abcd\""));
    assert!(!compare("\"a…c\"", "\"abcd\""));
    assert!(compare("[\"$x\", \"$x\"]", "[\"q\", \"q\"]"));
    assert!(!compare("[\"$x\", \"$x\"]", "[\"q\", \"r\"]"));
    assert!(compare("{\"a\": \"{…}\\\"\"}", "{\"a\": \"{b}\\\"\"}"));
}
