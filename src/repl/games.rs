//! Games at the prompt: beginning, loading and saving them, and their options.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::change::clauses_in;
use super::layout;
use super::session::{Said, Session, Wrong, counted};
use super::settings::SETTINGS;
use super::style::{self, paint};
use crate::game::{
    Choice, Game, Marks, Rules, Spec, export, facts_as_prolog, game_string, read_text, rules_text,
};
use crate::play::{open_record, written_record};

impl Session {
    /// Begins a game: another one by the book, or this one again.
    pub(super) fn new_game(&mut self, argument: &str) -> Said {
        let rules = match argument {
            "" => self.game.rules().clone(),
            name => {
                let spec = Spec::parse(name).map_err(Wrong::new)?;
                Arc::new(Rules::load(&spec, self.limits.clone())?)
            }
        };
        let game = Game::new(rules)?;
        self.begin(game)
    }

    /// Turns to a game, and shows it.
    fn begin(&mut self, game: Game) -> Said {
        let had_moves = self.game.actions().len() > 0;
        self.turn_to(game);
        let mut said = vec![self.drawn(&self.game, &Marks::none())];
        if had_moves {
            said.push(paint(style::ASIDE, "% the game before is kept: `resume` goes back to it"));
        }
        Ok(said.join("\n"))
    }

    /// Goes back to the game before.
    pub(super) fn resume(&mut self) -> Said {
        let Some(before) = self.before.take() else {
            return Err(Wrong::new("there was no game before this one"));
        };
        self.turn_to(before);
        Ok(self.drawn(&self.game, &Marks::none()))
    }

    /// Loads a game, or rules: a whole game of its own, or clauses for the one
    /// at hand.
    pub(super) fn load(&mut self, argument: &str) -> Said {
        let path = unquoted(argument);
        if path.is_empty() {
            return Err(Wrong::new("load what?").help("name a game file, or rules: my_rules.pl"));
        }
        if !path.ends_with(".pl") {
            let game = open_record(Path::new(path), self.game.rules(), self.limits.clone())?;
            return self.begin(game);
        }
        let text = read_text(Path::new(path))
            .map_err(|error| Wrong::new(format!("cannot read {path}: {error}")))?;
        if text.lines().any(|line| line.trim_start().starts_with(":- players(")) {
            return self.new_game(path);
        }
        let count = clauses_in(&text)?.len();
        let said = self.define(&text)?;
        Ok(format!("{said}\n{path}: {} taken in", counted(count, "clause")))
    }

    /// Saves the game, the rules, or only the clauses that were added.
    pub(super) fn save(&mut self, argument: &str) -> Said {
        let (force, argument) = match argument.strip_prefix('!') {
            Some(rest) => (true, rest.trim()),
            None => (false, argument),
        };
        let rules = self.game.rules();
        let (what, path, text) = match argument.split_once(char::is_whitespace) {
            Some(("rules", path)) => ("the rules", path, rules_text(rules.program())),
            Some(("mine", path)) => ("your clauses", path, rules.amendments().text()),
            _ => ("the game", argument, written_record(&self.game)),
        };
        let path = unquoted(path);
        if path.is_empty() || matches!(path, "rules" | "mine") {
            return Err(Wrong::new("save where?")
                .help("`save FILE` saves the game, `save rules FILE.pl` the rules"));
        }
        if text.is_empty() {
            return Err(Wrong::new("you have added no clauses"));
        }
        if Path::new(path).exists() && !force {
            return Err(Wrong::new(format!("{path} is there already"))
                .help(format!("`save ! {argument}` writes over it")));
        }
        write(path, &text)?;
        let mut said = format!("{what} saved to {path}");
        if what == "the game" && !rules.is_by_the_book() {
            said += &paint(
                style::ASIDE,
                "\n% it was played by changed rules: `save rules` keeps those",
            );
        }
        Ok(said)
    }

    /// Hands the position on to other programs.
    pub(super) fn export(&self, argument: &str) -> Said {
        match argument {
            "facts" => Ok(facts_as_prolog(&self.game).trim_end().to_string()),
            "uhp" => game_string(&self.game)?.ok_or_else(|| {
                Wrong::new(format!("{} is not Hive by the book", self.game.rules().name()))
            }),
            "" => Err(Wrong::new("export what?").help(
                "`export FILE.pl` writes a program for SWI-Prolog, `export facts` shows the \
                 position, `export uhp` shows a game of Hive in one line",
            )),
            path => {
                let path = unquoted(path);
                if Path::new(path).exists() {
                    return Err(
                        Wrong::new(format!("{path} is there already")).help("choose another name")
                    );
                }
                write(path, &export(&self.game))?;
                Ok(format!("exported: `swipl {path}` goes on from here"))
            }
        }
    }

    /// All options of the game, and settings of the prompt.
    pub(super) fn options(&self) -> String {
        let rules = self.game.rules();
        let declared = &rules.program().declarations.options;
        let option = |(option, value): (&crate::logic::declarations::OptionDecl, _)| {
            let allowed: Vec<String> = option.allowed.iter().map(ToString::to_string).collect();
            let meaning = format!("one of {}", allowed.join(", "));
            (format!("{} {value}", option.name), meaning)
        };
        let options: Vec<(String, String)> =
            declared.iter().zip(rules.options()).map(option).collect();
        let settings: Vec<(String, String)> = SETTINGS
            .iter()
            .map(|(name, meaning)| {
                let value = self.settings.get(name).unwrap_or_default();
                (format!("{name} {value}"), meaning.to_string())
            })
            .collect();
        let mut said = Vec::new();
        if !options.is_empty() {
            said.push(paint(style::STRONG, &format!("Options of {}", rules.title())));
            said.push(layout::glossary(&options, self.screen.width));
        }
        said.push(paint(style::STRONG, "Settings of the prompt"));
        said.push(layout::glossary(&settings, self.screen.width));
        said.join("\n")
    }

    /// Changes an option of the game, or a setting of the prompt.
    pub(super) fn set(&mut self, argument: &str) -> Said {
        let mut words = argument.split(|c: char| c.is_whitespace() || c == '=');
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        let (Some(name), Some(value), None) = (words.next(), words.next(), words.next()) else {
            return Err(Wrong::new("name an option and its value")
                .help("for example `set depth 3`; `options` lists them all"));
        };
        let declared = &self.game.rules().program().declarations.options;
        if declared.iter().any(|option| option.name.as_str() == name) {
            return self.set_option(name, value);
        }
        match self.settings.set(name, value) {
            Ok(()) => Ok(format!("{name} is {value}")),
            Err(why) => {
                let wrong = Wrong::new(why);
                let known = self.settings.get(name).is_some();
                Err(if known { wrong } else { wrong.help("`options` lists them all") })
            }
        }
    }

    /// Options are chosen when a game begins: the moves so far are played again
    /// under the new choice, if they can be.
    fn set_option(&mut self, name: &str, value: &str) -> Said {
        let rules = self.game.rules();
        let declared = &rules.program().declarations.options;
        let mut choices: Vec<Choice> = declared
            .iter()
            .zip(rules.options())
            .filter(|(option, _)| option.name.as_str() != name)
            .map(|(option, value)| Choice::Named(option.name.as_str().into(), value.to_string()))
            .collect();
        choices.push(Choice::Named(name.into(), value.into()));
        let spec = Spec { source: rules.spec().source.clone(), choices };
        let amended = Rules::load_amended(&spec, rules.amendments().clone(), self.limits.clone())?;
        let chosen = amended.name().to_string();
        let mut game = Game::new(Arc::new(amended))?;
        for (index, action) in self.game.actions().enumerate() {
            if let Err(error) = game.play(action) {
                let number = index + 1;
                return Err(Wrong::new(format!("not with move {number} of this game: {error}"))
                    .help(format!("`new {chosen}` begins a game with {name} {value}")));
            }
        }
        self.game = game;
        self.forget_question();
        Ok(format!("{name} is {value}: this is {chosen} now"))
    }
}

/// A file name without the quotes that Prolog puts around it.
fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['\'', '"'])
}

fn write(path: &str, text: &str) -> Result<(), Wrong> {
    fs::write(path, text).map_err(|error| Wrong::new(format!("cannot write {path}: {error}")))
}
