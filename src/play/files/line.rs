//! The lines of a game file: what each says, and where it ends.

use super::words::without_comment;

/// A line that says something.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Its number in the file.
    pub number: usize,
    /// What it says, without a comment.
    pub text: &'a str,
    /// The length of the file up to its end, in bytes.
    pub end: u64,
}

impl Line<'_> {
    /// Its beginning, for a message.
    pub fn shown(&self) -> String {
        self.text.chars().take(60).collect()
    }
}

/// The lines that say something.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut end = 0;
    text.split_inclusive('\n')
        .enumerate()
        .map(move |(index, line)| {
            end += line.len() as u64;
            let line = line.trim_start_matches('\u{feff}').trim();
            let is_whole = line.starts_with("rule ") || line.starts_with(['[', '{']);
            let text = if is_whole { line } else { without_comment(line) };
            Line { number: index + 1, text, end }
        })
        .filter(|line| !line.text.is_empty())
}

/// The words by which a line says how the players ended the game.
pub const RESIGNED: &str = "resigned";
pub const FORFEITED: &str = "forfeited";
pub const AGREED: &str = "agreed";
pub const DECLARED: &str = "declared";

/// In the place of a player: nobody won.
pub const DRAW: &str = "draw";

/// The fact that a line tells of the position that the game begins from.
pub fn fact_set_up(text: &str) -> Option<&str> {
    text.strip_prefix("setup ").map(str::trim)
}

/// What a line says, after those about the game and its rules.
pub enum Statement<'a> {
    /// Who plays.
    Players(&'a str),
    /// How the players ended the game.
    Settled(&'a str, &'a str),
    /// Something about the game, in brackets as in PGN.
    Tag(&'a str),
    /// A comment on it, in braces.
    Comment(&'a str),
    /// What is played.
    Action(&'a str),
}

/// What a line says.
pub fn statement(text: &str) -> Statement<'_> {
    if text.starts_with('[') {
        return Statement::Tag(text);
    }
    if let Some(comment) = text.strip_prefix('{') {
        return Statement::Comment(comment.strip_suffix('}').unwrap_or(comment));
    }
    match text.split_once(char::is_whitespace) {
        Some(("players", names)) => Statement::Players(names),
        Some((how @ (RESIGNED | FORFEITED | AGREED | DECLARED), what)) => {
            Statement::Settled(how, what.trim())
        }
        None if text == "players" => Statement::Players(""),
        _ => Statement::Action(text),
    }
}
