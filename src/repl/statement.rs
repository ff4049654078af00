//! What somebody typed, taken apart: commands, questions, clauses and moves.
//! One entry may hold several of them, as when lines are pasted; `pasted` tells
//! when they are a program.

use super::command::{self, COMMANDS, Command, Takes, Verb};
use super::setting_up::{END, PASTE};
use super::{pasted, several_moves};
use crate::game::{Action, Game, GameString, is_meant_as_goal};
use crate::logic::amend::on_one_line;
use crate::logic::syntax::lexer::{self, NEVER_CLOSED, TokenKind};
use crate::logic::syntax::source::Sources;

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A command, and what is written behind its name.
    Command(Verb, String),
    /// A question.
    Goal(String),
    /// Clauses and directives, to be taken in together.
    Clauses(String),
    /// Facts and nothing else, to be taken in together. One alone would be a question.
    Facts(String),
    /// Files of clauses, to be taken in one after the other.
    Consult(Vec<String>),
    /// An action in the game's notation.
    Move(Action),
    /// None of them.
    Unknown(String),
}

/// More than so much of a statement is not repeated.
const SHORT: usize = 60;

impl Statement {
    /// What was typed, on one line that is not too long.
    pub fn in_short(&self) -> String {
        let text = match self {
            Statement::Command(verb, argument) => {
                let command = COMMANDS.iter().find(|command| command.verb == *verb);
                let name = command.map_or("", Command::name);
                format!("{name} {argument}")
            }
            Statement::Goal(text)
            | Statement::Clauses(text)
            | Statement::Facts(text)
            | Statement::Unknown(text) => skip_blank(text).to_string(),
            Statement::Consult(files) => format!("[{}].", files.join(", ")),
            Statement::Move(action) => action.to_string(),
        };
        let line = on_one_line(&text);
        match line.char_indices().nth(SHORT) {
            Some((end, _)) => format!("{}…", line[..end].trim_end()),
            None => line,
        }
    }
}

/// A statement, and whether it has come to its end.
struct Read<'a> {
    statement: Statement,
    rest: &'a str,
    is_complete: bool,
}

/// The first thing that an entry says, and what follows it. What follows is to
/// be read once the first is done: it may speak of what that brings about.
pub fn first<'a>(game: &Game, entry: &'a str) -> Option<(Statement, &'a str)> {
    // Clauses that come together may speak of each other.
    if let Some(program) = pasted::program(game, entry) {
        return Some(program);
    }
    let Read { statement, rest, .. } = next(game, entry)?;
    Some((statement, rest))
}

/// Whether an entry ends while clauses are read: behind `[user].`, and before
/// `end_of_file.`
pub fn reads_clauses(game: &Game, entry: &str) -> bool {
    let mut rest = entry;
    while let Some(read) = next(game, rest) {
        let text = skip_blank(rest);
        if !read.is_complete {
            return consulted(first_line(text)).is_some_and(|files| files == [USER]);
        }
        rest = read.rest;
    }
    false
}

/// Whether an entry says nothing: blanks and comments.
pub fn is_blank(entry: &str) -> bool {
    skip_blank(entry).is_empty()
}

/// Whether an entry has come to its end, or goes on in the next line.
pub fn is_complete(game: &Game, entry: &str) -> bool {
    let mut rest = entry;
    while let Some(read) = next(game, rest) {
        if !read.is_complete {
            return false;
        }
        rest = read.rest;
    }
    true
}

fn next<'a>(game: &Game, whole: &'a str) -> Option<Read<'a>> {
    let text = skip_blank(whole);
    if text.is_empty() {
        return None;
    }
    let (line, below) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(files) = consulted(line) {
        return Some(consult(files, below));
    }
    if text.starts_with("/*") {
        let statement = Statement::Unknown(text.to_string());
        return Some(Read { statement, rest: "", is_complete: false });
    }
    let done = |statement| Some(Read { statement, rest: below, is_complete: true });
    let plain = without_comment(line);
    if is_game_string(game, plain) {
        return done(Statement::Command(Verb::Load, plain.trim().to_string()));
    }
    // In its game, an action goes before a command of the same name.
    if names_action(game, plain)
        && let Some(action) = action_of(game, plain)
    {
        return done(Statement::Move(action));
    }
    if let Some((command, argument)) = prolog_command(game, plain) {
        return done(Statement::Command(command.verb, argument.trim().to_string()));
    }
    if let Some((command, argument)) = command_of(game, plain) {
        return Some(read_command(game, command, argument, text, below));
    }
    if let Some(action) = action_of(game, plain) {
        return done(Statement::Move(action));
    }
    if let Some((action, others)) = several_moves::first(game, plain) {
        let rest = &text[others.as_ptr().addr() - text.as_ptr().addr()..];
        return Some(Read { statement: Statement::Move(action), rest, is_complete: true });
    }
    if !is_logic(line) {
        let Some((one, others)) = mistyped_move(game, plain) else {
            return done(Statement::Unknown(plain.trim().to_string()));
        };
        let statement = Statement::Unknown(one.trim().to_string());
        let rest = &text[others.as_ptr().addr() - text.as_ptr().addr()..];
        return Some(Read { statement, rest, is_complete: true });
    }
    let (sentence, rest, is_complete) = sentence(text);
    let statement = match is_clause(sentence) {
        // A comment above a clause describes it.
        true => {
            let comment = whole[..whole.len() - text.len()].trim_start();
            Statement::Clauses(format!("{comment}{sentence}"))
        }
        false => Statement::Goal(sentence.to_string()),
    };
    Some(Read { statement, rest, is_complete })
}

/// The first of several moves between semicolons, if it cannot be read, and the others.
fn mistyped_move<'a>(game: &Game, line: &'a str) -> Option<(&'a str, &'a str)> {
    let (one, others) = line.split_once(';')?;
    let is_whole = !one.trim().is_empty() && (one.contains(')') || !one.contains('('));
    let is_mistyped = game.rules().is_game() && is_whole && action_of(game, one).is_none();
    is_mistyped.then_some((one, others))
}

/// What stands for the user's own typing, in place of a file.
const USER: &str = "user";

/// The files that a line such as `[family, 'more.pl'].` takes in.
fn consulted(line: &str) -> Option<Vec<&str>> {
    let line = without_comment(line).trim();
    let goal = line.strip_prefix("?-").unwrap_or(line).trim_start();
    let goal = goal.strip_suffix('.').unwrap_or(goal).trim_end();
    let files = match goal.strip_prefix("consult") {
        Some(rest) => {
            let inside = rest.trim_start().strip_prefix('(')?.strip_suffix(')')?.trim();
            inside.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(inside)
        }
        None => goal.strip_prefix('[')?.strip_suffix(']')?,
    };
    let files: Vec<&str> = files.split(',').map(|file| file.trim()).collect();
    let is_file = |file: &&str| !file.is_empty() && !file.contains(['[', ']', '|', '(', ')']);
    files.iter().all(is_file).then_some(files)
}

/// Takes in files, or what is typed below up to `end_of_file.`
fn consult<'a>(files: Vec<&str>, below: &'a str) -> Read<'a> {
    if files != [USER] {
        let statement = Statement::Consult(files.into_iter().map(String::from).collect());
        return Read { statement, rest: below, is_complete: true };
    }
    let mut end = 0;
    for line in below.split_inclusive('\n') {
        if line.trim() == "end_of_file." {
            let statement = Statement::Clauses(below[..end].to_string());
            return Read { statement, rest: &below[end + line.len()..], is_complete: true };
        }
        end += line.len();
    }
    Read { statement: Statement::Clauses(below.to_string()), rest: "", is_complete: false }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// A line without the comment at its end.
pub(super) fn without_comment(line: &str) -> &str {
    line.find(" %").map_or(line, |at| &line[..at])
}

fn read_command<'a>(
    game: &Game,
    command: &Command,
    argument: &'a str,
    text: &'a str,
    below: &'a str,
) -> Read<'a> {
    if command.verb == Verb::Setup && argument == PASTE {
        return pasted_position(below);
    }
    let goes_on = match command.takes {
        _ if command.verb == Verb::Setup => argument.ends_with(','),
        Takes::Question => {
            !argument.is_empty() && is_logic(argument) && action_of(game, argument).is_none()
        }
        Takes::Place => command.verb == Verb::Replace && argument.contains(char::is_whitespace),
        _ => false,
    };
    if !goes_on {
        let argument = argument.strip_suffix('.').unwrap_or(argument).trim_end().to_string();
        let statement = Statement::Command(command.verb, argument);
        return Read { statement, rest: below, is_complete: true };
    }
    // The argument is a part of the text, and may go on below its line.
    let start = argument.as_ptr().addr() - text.as_ptr().addr();
    let (sentence, rest, is_complete) = sentence(&text[start..]);
    Read { statement: Statement::Command(command.verb, sentence.to_string()), rest, is_complete }
}

/// A drawing or facts below `setup paste`, up to `end`.
fn pasted_position(below: &str) -> Read<'_> {
    let pasted = |text: &str| Statement::Command(Verb::Setup, format!("{PASTE}\n{text}"));
    let mut end = 0;
    for line in below.split_inclusive('\n') {
        let after = end + line.len();
        if line.trim() == END {
            let statement = pasted(&below[..end]);
            return Read { statement, rest: &below[after..], is_complete: true };
        }
        end = after;
    }
    Read { statement: pasted(below), rest: "", is_complete: false }
}

/// The command that a line is, unless it is a goal or clause that begins with
/// the same word.
pub(super) fn command_of<'a>(game: &Game, line: &'a str) -> Option<(&'static Command, &'a str)> {
    let (command, argument) = command::find(line)?;
    let word = command.names.iter().find(|name| line.trim_start().starts_with(**name))?;
    let is_relation = game.rules().program().relations.plain(word, 0).is_some();
    let in_clause =
        command.verb != Verb::Help && (argument.starts_with(":-") || argument.starts_with(','));
    let is_goal = in_clause || (is_relation && argument == ".");
    (!is_goal).then_some((command, argument))
}

/// The same in Prolog's manner: `listing(pinned/1).`
fn prolog_command<'a>(game: &Game, line: &'a str) -> Option<(&'static Command, &'a str)> {
    let line = line.trim();
    let (word, _) = line.split_once('(')?;
    let inside = line[word.len()..].strip_suffix('.').unwrap_or(&line[word.len()..]).trim_end();
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    for sign in inside.chars() {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        if depth < 0 {
            return None;
        }
    }
    let (command, rest) = command::find(word)?;
    // `on(a, b)` is a fact about blocks rather than a command.
    if inside.contains(',') && !matches!(command.takes, Takes::Question | Takes::Relation) {
        return None;
    }
    let mut relations = game.rules().program().relations.iter();
    let is_relation = relations.any(|relation| relation.word() == word);
    (rest.is_empty() && !is_relation).then_some((command, inside))
}

/// Whether a line is a whole game of Hive, to be loaded. Rules may have a relation of
/// the name that such a line begins with.
pub(super) fn is_game_string(game: &Game, line: &str) -> bool {
    let relations = &game.rules().program().relations;
    GameString::is_meant(line) && line.contains(';') && relations.plain("base", 0).is_none()
}

/// Whether a line begins with the name of an action.
pub(super) fn names_action(game: &Game, line: &str) -> bool {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
    let actions = &game.rules().program().declarations.actions;
    actions.iter().any(|action| action.name.as_str() == &line[..end])
}

/// The action that a line writes, with or without a full stop.
pub(super) fn action_of(game: &Game, line: &str) -> Option<Action> {
    if game.rules().program().declarations.actions.is_empty() {
        return None;
    }
    let line = line.trim();
    let presentation = game.rules().presentation();
    let without_stop = line.strip_suffix('.').map(str::trim_end);
    presentation.read(game, line).ok().or_else(|| presentation.read(game, without_stop?).ok())
}

/// Whether a text that is no command and no action is meant as Prolog: it has a
/// neck, ends like a sentence, or asks a relation.
pub(super) fn is_logic(text: &str) -> bool {
    let text = text.trim();
    ["?-", ":-", "\\+"].iter().any(|sign| text.starts_with(sign))
        || text.contains(":-")
        || text.ends_with('.')
        || is_meant_as_goal(text)
}

/// A sentence of Prolog up to its full stop, what follows it, and whether it
/// has a full stop at all.
pub(super) fn sentence(text: &str) -> (&str, &str, bool) {
    let file = Sources::default().add("", "");
    let (tokens, unreadable) = lexer::first_sentence(file, text);
    let end = tokens.last().filter(|token| token.kind == TokenKind::End);
    if let Some(end) = end {
        let (sentence, rest) = text.split_at(end.span.end as usize);
        return (sentence, rest, true);
    }
    // A text that cannot be read does not become readable by what follows.
    let is_complete = unreadable.iter().any(|error| !error.message.contains(NEVER_CLOSED));
    (text, "", is_complete)
}

/// Whether a sentence defines something, rather than asks.
pub(super) fn is_clause(sentence: &str) -> bool {
    let file = Sources::default().add("", "");
    let (tokens, _) = lexer::tokens(file, sentence);
    tokens
        .iter()
        .any(|token| matches!(&token.kind, TokenKind::Atom { name, quoted: false } if name == ":-"))
}

/// What follows blanks and comments.
pub(super) fn skip_blank(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = match text.strip_prefix('%') {
            Some(comment) => comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => match text.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
                Some((_, rest)) => rest,
                None => return text,
            },
        };
    }
}
