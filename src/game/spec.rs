//! How a game is named at the command line: `tanks`, `tanks:12`,
//! `tanks:size=12`, or the path of a rule file, `my_game.pl:size=6`. What is
//! off by default is switched on by its first letter: `hive+mlp`. Weights are chosen by
//! their names, as options are: `tanks:12,heavy=200`.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::shipped::shipped_games;
use crate::logic::check::declarations::{Declarations, OptionDecl, WeightDecl};
use crate::logic::{Atom, Cell, Value, names};

/// A game and the options and weights chosen for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Where its rules are.
    pub source: Source,
    /// The choices, in the order they were made.
    pub choices: Vec<Choice>,
}

/// A value chosen for an option or a weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `size=12`.
    Named(String, String),
    /// `12`, for the option that is declared next.
    Next(String),
    /// A letter after `+`: the option that begins with it is on.
    On(char),
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
#[non_exhaustive]
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
    /// No such option, and no such weight.
    #[error("{game} has no option `{name}`{}", list_names(.name, .known, .weights))]
    UnknownOption {
        /// The game.
        game: String,
        /// What was asked for.
        name: String,
        /// The options there are.
        known: Vec<String>,
        /// The weights there are.
        weights: Vec<String>,
    },
    /// No option to be switched on by that letter.
    #[error("{game} has nothing to add by `+{letter}`{}", list_switches(.known))]
    UnknownSwitch {
        /// The game.
        game: String,
        /// What was asked for.
        letter: char,
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
    /// More values than weights.
    #[error("{game} has no weight for `{value}`{}", list_weights(.known))]
    NoWeightLeft {
        /// The game.
        game: String,
        /// The value.
        value: i64,
        /// The weights there are.
        known: Vec<String>,
    },
    /// A value that the option does not allow.
    #[error("{game} cannot have {option} {value}; {option} is {allowed}")]
    NotAllowed {
        /// The game.
        game: String,
        /// The option.
        option: String,
        /// The value asked for.
        value: String,
        /// The values there are, in words.
        allowed: String,
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

fn list_weights(known: &[String]) -> String {
    match known {
        [] => "; it has none at all".into(),
        known => format!("; its weights are {}", known.join(", ")),
    }
}

fn list_names(name: &str, options: &[String], weights: &[String]) -> String {
    if weights.is_empty() {
        return list_options(options);
    }
    let known = options.iter().chain(weights).map(String::as_str);
    let suggestion = suggested(&names::nearest(name, known).map(String::from));
    let options = match options {
        [] => "it has none".into(),
        options => format!("its options are {}", options.join(", ")),
    };
    format!(
        " and no weight of that name{suggestion}; {options}; its weights are {}",
        weights.join(", ")
    )
}

fn list_switches(known: &[String]) -> String {
    match known {
        [] => "".into(),
        known => {
            let letter = |name: &str| name.chars().next().map_or(String::new(), String::from);
            let each: Vec<String> =
                known.iter().map(|name| format!("+{} for {name}", letter(name))).collect();
            format!("; there is {}", each.join(", "))
        }
    }
}

/// What may be meant by a name that no game has: a rule file here, named without its
/// ending, or a game with a name that is nearly the same.
fn meant(name: &str, known: &[&str]) -> Option<String> {
    let file = format!("{name}.pl");
    match Path::new(&file).is_file() {
        true => Some(file),
        false => names::nearest(name, known.iter().copied()).map(String::from),
    }
}

/// Whether an option is off unless it is switched on.
fn is_switch(option: &OptionDecl) -> bool {
    let is = |value: &Value, text: &str| *value == Value::Atom(Atom::new(text));
    is(&option.default, "off") && option.allowed.iter().any(|value| is(value, "on"))
}

/// The option that a letter, in upper or lower case, switches on.
fn switch(declarations: &Declarations, letter: char) -> Option<usize> {
    let is_letter = |first: char| first.to_lowercase().eq(letter.to_lowercase());
    let begins = |option: &OptionDecl| option.name.as_str().starts_with(is_letter);
    declarations.options.iter().position(|option| is_switch(option) && begins(option))
}

impl Spec {
    /// Reads a game's name and options.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        // What is a file as it stands is not taken apart.
        let is_file = |text: &str| Path::new(text).is_file();
        let (name, choices) = match text.rsplit_once(':') {
            Some((name, choices)) if !is_file(text) => (name, choices),
            _ => (text, ""),
        };
        let choices =
            choices.split(',').map(str::trim).filter(|choice| !choice.is_empty()).map(|choice| {
                match choice.split_once('=') {
                    Some((name, value)) => Choice::Named(name.trim().into(), value.trim().into()),
                    None => Choice::Next(choice.to_string()),
                }
            });
        let are_letters = |text: &str| !text.is_empty() && !text.contains(['.', '/', '\\']);
        let (name, switched_on) = match name.rsplit_once('+') {
            Some((before, letters)) if are_letters(letters) && !is_file(name) => (before, letters),
            _ => (name, ""),
        };
        let switched_on = switched_on.chars().map(Choice::On);
        let choices = switched_on.chain(choices).collect();
        let known: Vec<&str> = shipped_games().iter().map(|game| game.name).collect();
        let source = if known.contains(&name) {
            Source::Shipped(name.to_string())
        } else if name.ends_with(".pl") || name.contains(['/', '\\']) || is_file(name) {
            Source::File(name.into())
        } else {
            return Err(SpecError::UnknownGame {
                name: name.to_string(),
                suggestion: meant(name, &known),
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
        let defaults = declarations.options.iter().map(|option| option.default);
        let chosen = self.chosen(declarations)?.into_iter();
        Ok(chosen.zip(defaults).map(|(chosen, default)| chosen.unwrap_or(default)).collect())
    }

    /// The value of each declared weight: chosen, or its default.
    pub fn weights(&self, declarations: &Declarations) -> Result<Vec<i64>, SpecError> {
        let value = |weight: &WeightDecl| {
            let chosen = self.choices.iter().rev().find_map(|choice| match choice {
                Choice::Named(name, value) if name == weight.name.as_str() => Some(value),
                _ => None,
            });
            chosen.map_or(Ok(weight.default), |text| self.weight(weight, text))
        };
        declarations.weights.iter().map(value).collect()
    }

    fn weight(&self, weight: &WeightDecl, text: &str) -> Result<i64, SpecError> {
        let value = text.parse().ok().filter(|value| weight.allows(*value));
        value.ok_or_else(|| SpecError::NotAllowed {
            game: self.name(),
            option: weight.name.as_str().to_string(),
            value: text.to_string(),
            allowed: format!("a whole number {}", weight.choices()),
        })
    }

    /// The value of each declared option that one was chosen for.
    pub fn chosen(&self, declarations: &Declarations) -> Result<Vec<Option<Value>>, SpecError> {
        let mut values: Vec<Option<Value>> = vec![None; declarations.options.len()];
        let names = |wanted: &dyn Fn(&OptionDecl) -> bool| -> Vec<String> {
            let options = declarations.options.iter().filter(|option| wanted(option));
            options.map(|option| option.name.as_str().to_string()).collect()
        };
        let all = || names(&|_| true);
        let find =
            |wanted: &dyn Fn(&OptionDecl) -> bool| declarations.options.iter().position(wanted);
        let mut next = 0;
        for choice in &self.choices {
            let (option, value) = match choice {
                Choice::Named(name, _) if declarations.weight_named(name).is_some() => continue,
                Choice::Named(name, value) => {
                    let option = find(&|option| option.name.as_str() == name);
                    let error = || SpecError::UnknownOption {
                        game: self.name(),
                        name: name.clone(),
                        known: all(),
                        weights: weight_names(declarations),
                    };
                    (option.ok_or_else(error)?, value.as_str())
                }
                Choice::On(letter) => {
                    let option = switch(declarations, *letter);
                    let error = || SpecError::UnknownSwitch {
                        game: self.name(),
                        letter: *letter,
                        known: names(&is_switch),
                    };
                    (option.ok_or_else(error)?, "on")
                }
                Choice::Next(value) if next < values.len() => {
                    next += 1;
                    (next - 1, value.as_str())
                }
                Choice::Next(value) => {
                    return Err(SpecError::NoOptionLeft {
                        game: self.name(),
                        value: value.clone(),
                        known: all(),
                    });
                }
            };
            values[option] = Some(self.choice(&declarations.options[option], value)?);
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
            allowed: option.choices(),
        })
    }
}

fn weight_names(declarations: &Declarations) -> Vec<String> {
    declarations.weights.iter().map(|weight| weight.name.as_str().to_string()).collect()
}

/// A value as a player writes it: names stand without quotes.
pub fn unquoted(value: &Value) -> String {
    match value {
        Value::Atom(name) | Value::Cell(Cell::Named(name)) => name.as_str().to_string(),
        value => value.to_string(),
    }
}

/// The shortest text that names a game with those options and weights.
pub fn canonical(
    name: &str,
    declarations: &Declarations,
    values: &[Value],
    weights: &[i64],
) -> String {
    let (mut letters, mut others) = (String::new(), Vec::new());
    for (index, (option, value)) in declarations.options.iter().zip(values).enumerate() {
        let letter = option.name.as_str().chars().next().unwrap_or_default();
        match value {
            _ if option.default == *value => {}
            Value::Atom(on)
                if on.as_str() == "on" && switch(declarations, letter) == Some(index) =>
            {
                letters.push(letter);
            }
            _ if index == 0 => others.push(unquoted(value)),
            _ => others.push(format!("{}={}", option.name.as_str(), unquoted(value))),
        }
    }
    for (weight, value) in declarations.weights.iter().zip(weights) {
        if weight.default != *value {
            others.push(format!("{}={value}", weight.name.as_str()));
        }
    }
    let plus = if letters.is_empty() { "" } else { "+" };
    let colon = if others.is_empty() { "" } else { ":" };
    format!("{name}{plus}{letters}{colon}{}", others.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Rules;

    #[test]
    fn options_stand_behind_a_colon() {
        let spec = Spec::parse("tanks:12").unwrap();
        assert_eq!(spec.source, Source::Shipped("tanks".into()));
        assert_eq!(spec.choices, [Choice::Next("12".into())]);
        let spec = Spec::parse("mine/game.pl:size=6, first=red").unwrap();
        assert_eq!(spec.source, Source::File("mine/game.pl".into()));
        assert_eq!(spec.choices.len(), 2);
    }

    #[test]
    fn letters_switch_options_on() {
        let spec = Spec::parse("hive+ML:starts=black").unwrap();
        assert_eq!(spec.source, Source::Shipped("hive".into()));
        let black = Choice::Named("starts".into(), "black".into());
        assert_eq!(spec.choices, [Choice::On('M'), Choice::On('L'), black]);
    }

    /// Rules with options whose names are written between quotes.
    const QUOTED: &str = "
        :- players([red, blue]).
        :- option('éclair', off, [off, on]).
        :- option('Wide', off, [off, on]).
        :- option('Edge', 'Soft', ['Soft', 'Hard']).
        :- state(turn(player)).
        :- action(wait).
        start(turn(red)).
        legal(wait) :- turn(_).
        draw :- turn_number(3).
    ";

    #[test]
    fn any_letter_may_switch_an_option_on() {
        let rules = Rules::from_text("quoted.pl", QUOTED).unwrap();
        let declarations = &rules.program().declarations;
        let options = |text: &str| Spec::parse(text).unwrap().options(declarations);
        for text in ["q.pl+éw:Edge=Hard", "q.pl+ÉW:Edge=Hard", "q.pl:Wide=on,éclair=on,Edge=Hard"]
        {
            let values = options(text).unwrap();
            assert_eq!(canonical("q.pl", declarations, &values, &[]), "q.pl+éW:Edge=Hard");
        }
        let error = options("q.pl+x").unwrap_err().to_string();
        assert!(error.ends_with("; there is +é for éclair, +W for Wide"), "{error}");
        let error = options("q.pl:Edge=hard").unwrap_err().to_string();
        assert!(error.ends_with("Edge is one of Soft, Hard"), "{error}");
    }

    /// Rules with an option and two weights.
    const WEIGHED: &str = "
        :- players([red, blue]).
        :- option(size, 3, between(2, 5)).
        :- weight(mark, 10, 0, 100).
        :- weight('Edge', -5, -50, 50).
        :- state(turn(player)).
        :- action(wait).
        start(turn(red)).
        legal(wait) :- turn(_).
        draw :- turn_number(3).
        value(P, V) :- turn(P), weight(mark, A), weight('Edge', B), V is A + B.
    ";

    #[test]
    fn weights_are_chosen_by_name() {
        let rules = Rules::from_text("w.pl", WEIGHED).unwrap();
        let declarations = &rules.program().declarations;
        let named = |text: &str| {
            let spec = Spec::parse(text).unwrap();
            let (options, weights) = (spec.options(declarations)?, spec.weights(declarations)?);
            Ok::<_, SpecError>(canonical("w.pl", declarations, &options, &weights))
        };
        for (text, canonical) in [
            ("w.pl", "w.pl"),
            ("w.pl:mark=10,Edge=-5", "w.pl"),
            ("w.pl:mark=1,mark=40", "w.pl:mark=40"),
            ("w.pl:Edge=-7,4", "w.pl:4,Edge=-7"),
        ] {
            assert_eq!(named(text).unwrap(), canonical);
        }
        for (text, said) in [
            ("w.pl:mark=101", "w.pl cannot have mark 101; mark is a whole number from 0 to 100"),
            (
                "w.pl:mark=heavy",
                "w.pl cannot have mark heavy; mark is a whole number from 0 to 100",
            ),
            (
                "w.pl:marks=4",
                "w.pl has no option `marks` and no weight of that name (did you mean `mark`?); its \
                 options are size; its weights are mark, Edge",
            ),
        ] {
            assert_eq!(named(text).unwrap_err().to_string(), said);
        }
    }

    #[test]
    fn a_plus_or_a_colon_may_be_part_of_a_files_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a+b", "a:b", "a+b.pl"] {
            let path = folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            let spec = Spec::parse(path.to_str().unwrap()).unwrap();
            assert_eq!(spec, Spec { source: Source::File(path), choices: Vec::new() });
        }
        let text = folder.path().join("a+b").to_str().unwrap().to_string();
        let spec = Spec::parse(&format!("{text}+x:5")).unwrap();
        assert_eq!(spec.source, Source::File(text.into()));
        assert_eq!(spec.choices, [Choice::On('x'), Choice::Next("5".into())]);
    }

    #[test]
    fn a_plus_wants_letters_behind_it() {
        for text in ["hive+", "hive+:starts=black"] {
            let error = Spec::parse(text).unwrap_err().to_string();
            assert!(error.contains("no game `hive+` (did you mean `hive`?)"), "{error}");
        }
    }

    #[test]
    fn a_slip_is_pointed_out() {
        let error = Spec::parse("tank").unwrap_err().to_string();
        assert!(error.contains("(did you mean `tanks`?)"), "{error}");
    }
}
