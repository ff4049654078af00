//! How another program is named as a player: `uhp:"nokamute --num-threads=2":5s`, with
//! values for its options after that, `@TableSizeMb=200`. The quotes may be missing, since
//! a shell removes them.

use std::fmt;

use thiserror::Error;

use crate::logic::syntax::hidden::{is_hidden, visible_line};
use crate::play::player::{Until, until};

/// A program that plays, and how it is to think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// The command that starts it.
    command: String,
    /// For how long, or how far ahead, it thinks about each move.
    pub until: Until,
    /// Its options, and their values.
    pub options: Vec<(String, String)>,
}

/// What is wrong with the name of a program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EngineSpecError {
    /// No command.
    #[error("after `uhp:` comes the command that starts an engine, as in {EXAMPLE}")]
    NoCommand,
    /// A quote without its end.
    #[error("a quote is not closed in `{0}`; put the other kind of quotes around it")]
    Unclosed(String),
    /// The command could not be quoted as a whole.
    #[error("the command `{0}` has both kinds of quotes; use one of them")]
    BothQuotes(String),
    /// A character that nobody sees.
    #[error("the command `{0}` has a hidden character")]
    Hidden(String),
    /// What follows the command is neither a time nor a depth.
    #[error(
        "`{0}` is neither a time nor a depth; an engine thinks up to an hour, as in :5s, or up to \
         20 moves ahead, as in :3"
    )]
    Measure(String),
}

const EXAMPLE: &str = "uhp:\"nokamute --num-threads=2\":5s";

/// How long an engine thinks if nothing is said.
const USUAL: &str = "5s";

impl EngineSpec {
    /// Reads what comes after `uhp:`.
    pub fn parse(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let shown = || visible_line(&text.chars().take(60).collect::<String>());
        if text.contains(is_hidden) || text.contains('\n') {
            return Err(EngineSpecError::Hidden(shown()));
        }
        let parts = split(text, |c| c == '@').ok_or_else(|| EngineSpecError::Unclosed(shown()))?;
        let (first, rest) = parts.split_first().ok_or(EngineSpecError::NoCommand)?;
        let is_option = |part: &&&str| option(part).is_some();
        let count = rest.iter().rev().take_while(is_option).count();
        let options = rest[rest.len() - count..].iter().filter_map(|part| option(part)).collect();
        let before: usize = rest[..rest.len() - count].iter().map(|part| part.len() + 1).sum();
        let (command, measure) = without_measure(&text[..first.len() + before]);
        let command = unquoted(command.trim());
        if words(command).is_empty() {
            return Err(EngineSpecError::NoCommand);
        }
        if command.contains('"') && command.contains('\'') {
            return Err(EngineSpecError::BothQuotes(shown()));
        }
        let measure = measure.unwrap_or(USUAL);
        let until = until(measure).map_err(|_| EngineSpecError::Measure(measure.into()))?;
        Ok(EngineSpec { command: command.into(), until, options })
    }

    /// The command that starts it.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program, and its arguments.
    pub fn words(&self) -> Vec<String> {
        words(&self.command)
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.command.contains('"') { '\'' } else { '"' };
        write!(f, "uhp:{quote}{}{quote}:{}", self.command, self.until)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, "@{name}={value}"))
    }
}

/// The parts of a text between separators outside quotes; nothing if a quote has no end.
pub fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let mut open = None;
    let parts = text.split(|c: char| {
        match open {
            Some(quote) if quote == c => open = None,
            None if matches!(c, '"' | '\'') => open = Some(c),
            None => return is_separator(c),
            Some(_) => {}
        }
        false
    });
    let parts = parts.collect();
    open.is_none().then_some(parts)
}

/// The name of an option and its value, if `part` is `NAME=VALUE`.
fn option(part: &str) -> Option<(String, String)> {
    let (name, value) = part.trim().split_once('=')?;
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let is_name = is_word(name) && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
    (is_name && is_word(value)).then(|| (name.into(), value.into()))
}

/// A command, and what is said after it about the time or the depth.
fn without_measure(text: &str) -> (&str, Option<&str>) {
    let Some(parts) = split(text, |c| c == ':') else { return (text, None) };
    let [before @ .., last] = parts.as_slice() else { return (text, None) };
    let is_measure = last.starts_with(|c: char| c.is_ascii_digit())
        && last.trim_end_matches('s').chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_quoted = before.len() == 1 && unquoted(before[0].trim()) != before[0].trim();
    match !before.is_empty() && (is_measure || is_quoted) {
        true => (&text[..text.len() - last.len() - 1], Some(last.trim())),
        false => (text, None),
    }
}

/// A command without the quotes around all of it.
fn unquoted(command: &str) -> &str {
    for quote in ['"', '\''] {
        let inner = command.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| !inner.contains(quote)) {
            return inner.trim();
        }
    }
    command
}

/// The words of a command, without their quotes.
fn words(command: &str) -> Vec<String> {
    let parts = split(command, char::is_whitespace).unwrap_or_default();
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.map(|part| part.replace(['"', '\''], "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let spec = EngineSpec::parse(text).unwrap();
        let written = spec.to_string();
        let again = EngineSpec::parse(written.strip_prefix("uhp:").unwrap());
        assert_eq!(again.as_ref(), Ok(&spec), "{written}");
        written
    }

    #[test]
    fn quotes_and_measures_may_be_missing() {
        for (text, expected) in [
            ("nokamute", "uhp:\"nokamute\":5s"),
            ("nokamute uhp:2s", "uhp:\"nokamute uhp\":2s"),
            ("\"nokamute uhp\":2.50s", "uhp:\"nokamute uhp\":2.5s"),
            ("'nokamute uhp':3", "uhp:\"nokamute uhp\":3"),
            ("C:\\hive\\engine.exe", "uhp:\"C:\\hive\\engine.exe\":5s"),
            ("C:\\hive\\engine.exe:1s", "uhp:\"C:\\hive\\engine.exe\":1s"),
            ("ssh me@host nokamute:1s", "uhp:\"ssh me@host nokamute\":1s"),
            ("ssh me@host nokamute --a=1", "uhp:\"ssh me@host nokamute --a=1\":5s"),
            ("n:1s@Threads=2@Mode=fast", "uhp:\"n\":1s@Threads=2@Mode=fast"),
            ("\"n a,b\"@Threads=2", "uhp:\"n a,b\":5s@Threads=2"),
            ("'n \"a b\"':1s", "uhp:'n \"a b\"':1s"),
            ("\"/my engines/n\" --a:1s", "uhp:'\"/my engines/n\" --a':1s"),
        ] {
            assert_eq!(written(text), expected);
        }
    }

    #[test]
    fn a_command_is_made_of_words() {
        for (text, words) in [
            ("\"n -a  -b\"", &["n", "-a", "-b"][..]),
            ("'\"my engine\" --name=\"a b\"'", &["my engine", "--name=a b"]),
            ("\"my engine\" uhp:2", &["my engine", "uhp"]),
        ] {
            assert_eq!(EngineSpec::parse(text).unwrap().words(), words);
        }
    }

    #[test]
    fn an_error_says_what_would_be_right() {
        for (text, part) in [
            ("", "as in uhp:\"nokamute"),
            ("\"\":5s", "comes the command"),
            (":5s", "comes the command"),
            ("n:0s", "`0s` is neither a time nor a depth"),
            ("n:99", "up to 20 moves ahead"),
            ("\"n\":soon", "`soon` is neither"),
            ("\"n:5s", "a quote is not closed in `\"n:5s`"),
            ("'a' \"b\"", "both kinds of quotes"),
            ("a\u{202e}b", "a hidden character"),
            ("a\nb", "a hidden character"),
        ] {
            let error = EngineSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
