//! How a game is named at the command line: `tanks`, `tanks:12`,
//! `tanks:size=12`, or the path of a rule file, `my_game.pl:size=6`.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::shipped::shipped_games;
use crate::logic::declarations::{Declarations, OptionDecl};
use crate::logic::{Atom, Value, names};

/// A game and the options chosen for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Where its rules are.
    pub source: Source,
    /// The choices, each with the option's name if it was given.
    pub choices: Vec<(Option<String>, String)>,
}

/// Where a game's rules are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// They come with Hornet, under that name.
    Shipped(String),
    /// They are in a file.
    File(PathBuf),
}

/// A game that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No such game.
    #[error("there is no game `{name}`{}; the games are {}, and any rule file of yours, such as my_game.pl", suggested(.suggestion), .known.join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// No such option.
    #[error("{game} has no option `{name}`{}", list_options(.known))]
    UnknownOption {
        /// The game.
        game: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// More values than options.
    #[error("{game} has no option for `{value}`{}", list_options(.known))]
    NoOptionLeft {
        /// The game.
        game: String,
        /// The value.
        value: String,
        /// The options there are.
        known: Vec<String>,
    },
    /// A value that the option does not allow.
    #[error("{game} cannot have {option} {value}; {option} is one of {}", .allowed.join(", "))]
    NotAllowed {
        /// The game.
        game: String,
        /// The option.
        option: String,
        /// The value asked for.
        value: String,
        /// The values there are.
        allowed: Vec<String>,
    },
}

fn suggested(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

fn list_options(known: &[String]) -> String {
    match known {
        [] => "; it has none at all".into(),
        known => format!("; its options are {}", known.join(", ")),
    }
}

impl Spec {
    /// Reads a game's name and options.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let (name, choices) = match text.rsplit_once(':') {
            Some((name, choices)) if !Path::new(text).exists() => (name, choices),
            _ => (text, ""),
        };
        let choices = choices
            .split(',')
            .map(str::trim)
            .filter(|choice| !choice.is_empty())
            .map(|choice| match choice.split_once('=') {
                Some((name, value)) => (Some(name.trim().to_string()), value.trim().to_string()),
                None => (None, choice.to_string()),
            })
            .collect();
        let known: Vec<&str> = shipped_games().iter().map(|game| game.name).collect();
        let source = if known.contains(&name) {
            Source::Shipped(name.to_string())
        } else if name.ends_with(".pl") || name.contains(['/', '\\']) || Path::new(name).is_file() {
            Source::File(name.into())
        } else {
            return Err(SpecError::UnknownGame {
                name: name.to_string(),
                suggestion: names::nearest(name, known.iter().copied()).map(String::from),
                known: known.into_iter().map(String::from).collect(),
            });
        };
        Ok(Spec { source, choices })
    }

    /// The game's name without its options.
    pub fn name(&self) -> String {
        match &self.source {
            Source::Shipped(name) => name.clone(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The value of each declared option: chosen, or its default.
    pub fn options(&self, declarations: &Declarations) -> Result<Vec<Value>, SpecError> {
        let mut values: Vec<Value> =
            declarations.options.iter().map(|option| option.default).collect();
        let known =
            || declarations.options.iter().map(|option| option.name.as_str().to_string()).collect();
        for (index, (name, value)) in self.choices.iter().enumerate() {
            let option = match name {
                Some(name) => declarations
                    .options
                    .iter()
                    .position(|option| option.name.as_str() == name)
                    .ok_or_else(|| SpecError::UnknownOption {
                        game: self.name(),
                        name: name.clone(),
                        known: known(),
                    })?,
                None if index < values.len() => index,
                None => {
                    return Err(SpecError::NoOptionLeft {
                        game: self.name(),
                        value: value.clone(),
                        known: known(),
                    });
                }
            };
            values[option] = self.choice(&declarations.options[option], value)?;
        }
        Ok(values)
    }

    fn choice(&self, option: &OptionDecl, text: &str) -> Result<Value, SpecError> {
        let value = match text.parse() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Atom(Atom::new(text)),
        };
        if option.allowed.contains(&value) {
            return Ok(value);
        }
        Err(SpecError::NotAllowed {
            game: self.name(),
            option: option.name.as_str().to_string(),
            value: text.to_string(),
            allowed: option.allowed.iter().map(Value::to_string).collect(),
        })
    }
}

/// The shortest text that names a game with those options.
pub fn canonical(name: &str, declarations: &Declarations, values: &[Value]) -> String {
    let chosen: Vec<String> = declarations
        .options
        .iter()
        .zip(values)
        .enumerate()
        .filter(|(_, (option, value))| option.default != **value)
        .map(|(index, (option, value))| match index {
            0 => value.to_string(),
            _ => format!("{}={value}", option.name),
        })
        .collect();
    if chosen.is_empty() { name.to_string() } else { format!("{name}:{}", chosen.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_behind_a_colon() {
        let spec = Spec::parse("tanks:12").unwrap();
        assert_eq!(spec.source, Source::Shipped("tanks".into()));
        assert_eq!(spec.choices, [(None, "12".into())]);
        let spec = Spec::parse("mine/game.pl:size=6, first=red").unwrap();
        assert_eq!(spec.source, Source::File("mine/game.pl".into()));
        assert_eq!(spec.choices.len(), 2);
    }

    #[test]
    fn a_slip_is_pointed_out() {
        let error = Spec::parse("tank").unwrap_err().to_string();
        assert!(error.contains("(did you mean `tanks`?)"), "{error}");
    }
}
