//! Games at the prompt: beginning, loading and saving them, and their options.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::layout;
use super::session::{Answer, Error, Session, counted};
use super::settings::SETTINGS;
use super::style::{self, paint};
use crate::game::{
    Choice, Game, Marks, PlayError, Rules, Source, Spec, export, facts_as_prolog, game_string,
    read_text, rules_text, unquoted, why_no_game_string, write_whole,
};
use crate::logic::Value;
use crate::logic::amend::is_whole_game;
use crate::logic::check::declarations::{OptionDecl, WeightDecl};
use crate::play::{
    InFile, LegalPart, Loaded, RecordError, games_folder, is_in_use, is_pgn, load_record,
    same_file, written_pgn, written_record,
};

impl Session {
    /// Begins a game: another one by the book, or this one again.
    pub(super) fn new_game(&mut self, argument: &str) -> Answer {
        let game = match argument {
            "" => self.game.restarted(self.game.rules().clone())?,
            name => {
                let spec = Spec::parse(name).map_err(Error::new)?;
                if matches!(spec.source, Source::File(_)) {
                    self.require_files()?;
                }
                Game::new(Arc::new(Rules::load(&spec, self.limits.clone())?))?
            }
        };
        self.begin(game)
    }

    /// Turns to a game, and shows it.
    pub(super) fn begin(&mut self, game: Game) -> Answer {
        let had_tutorial = self.tutorial.is_some();
        let was_touched = self.turn_to(game);
        let mut said = vec![self.at_hand()];
        if was_touched {
            said.push(paint(style::ASIDE, "% the previous game is kept: `resume` goes back to it"));
        }
        if had_tutorial {
            said.push(paint(style::ASIDE, "% with that, the tutorial is over"));
        }
        Ok(said.join("\n"))
    }

    /// Goes back to the previous game; the present one waits behind all others.
    pub(super) fn resume(&mut self) -> Answer {
        let Some(before) = self.kept.pop() else {
            return Err(Error::new("no other game is under way"));
        };
        let waiting = self.kept.len();
        self.turn_to(before.game);
        self.rule_history = before.rule_history;
        for present in self.kept.split_off(waiting) {
            self.kept.insert(0, present);
        }
        Ok(self.at_hand())
    }

    /// The position that was turned to; in a knowledge base, what it knows.
    fn at_hand(&self) -> String {
        match self.game.rules().is_game() {
            true => self.drawn(&self.game, &Marks::none()),
            false => self.overview(),
        }
    }

    /// Loads a game, or rules: a whole game of its own, or clauses for the one
    /// at hand.
    pub(super) fn load(&mut self, argument: &str) -> Answer {
        self.require_files()?;
        let mut path = match self.saved_game(argument) {
            Some(path) => path?.display().to_string(),
            None => path_of(argument),
        };
        if path.is_empty() {
            return Err(Error::new("load what?").help("name a game file, or rules: my_rules.pl"));
        }
        if !Path::new(&path).is_file() && Path::new(&format!("{path}.pl")).is_file() {
            path += ".pl";
        }
        // Something that is no file, such as a pipe, may keep us waiting for good.
        if std::fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(Error::new(format!("cannot read {path}: it is not a file")));
        }
        if !path.ends_with(".pl") {
            let (file, number) = numbered(&path);
            let loaded = self.record(InFile { file: Path::new(file), number })?;
            let remarks = loaded.remarks();
            let heading = loaded.game.about().heading();
            let said = self.begin(loaded.game)?;
            self.regard_as_saved();
            let remarks =
                remarks.into_iter().map(|remark| paint(style::ASIDE, &format!("% {remark}")));
            return Ok(heading
                .into_iter()
                .chain([said])
                .chain(remarks)
                .collect::<Vec<_>>()
                .join("\n"));
        }
        // What is open already is read again.
        if matches!(&self.game.rules().spec().source, Source::File(open) if same_file(Path::new(&path), open))
        {
            return self.reload();
        }
        let text = text_of(&path)?;
        if is_whole_game(&text) {
            return self.new_game(&path);
        }
        let said = self.take_in(&path, text)?;
        let gap = if said.is_empty() { "" } else { "\n" };
        Ok(format!("{said}{gap}{path} is taken in"))
    }

    /// Takes in files one after the other.
    pub(super) fn consult(&mut self, files: &[String]) -> Answer {
        let said: Result<Vec<String>, Error> = files.iter().map(|file| self.load(file)).collect();
        Ok(said?.join("\n"))
    }

    /// The game in a file. It may name the rules that are open, wherever they are,
    /// and so may one that Hornet itself has kept.
    fn record(&self, place: InFile) -> Result<Loaded, RecordError> {
        let path = place.file;
        let is_kept = self.listed.iter().any(|kept| kept == path)
            || games_folder().is_some_and(|folder| path.parent() == Some(&folder));
        let is_open = |rules: &Path| match &self.game.rules().spec().source {
            Source::File(open) => same_file(rules, open),
            Source::Shipped(_) => false,
        };
        match load_record(place, None, self.limits.clone()) {
            Err(RecordError::Elsewhere { rules, .. }) if is_kept || is_open(&rules) => {
                load_record(place, Some(&rules.display().to_string()), self.limits.clone())
            }
            loaded => loaded,
        }
    }

    /// Saves the game, the rules, or only the clauses that were added.
    pub(super) fn save(&mut self, argument: &str) -> Answer {
        self.require_files()?;
        let (force, argument) = forced(argument);
        let argument = argument.as_str();
        if !argument.starts_with("rules ") && !argument.starts_with("mine ") {
            self.require_game("save FILE").map_err(|wrong| {
                wrong.help("`save rules FILE.pl` saves the knowledge base, `save mine FILE.pl` your clauses")
            })?;
        }
        let rules = self.game.rules();
        let (what, path, text) = match argument.split_once(char::is_whitespace) {
            Some(("rules", path)) => ("the rules", path, rules_text(rules.program())),
            Some(("mine", path)) => ("your clauses", path, rules.amendments().text()),
            _ if is_pgn(Path::new(&path_of(argument))) => ("the game", argument, self.pgn()?),
            _ => ("the game", argument, written_record(&LegalPart::of(&self.game)?.game)),
        };
        let path = path_of(path);
        if path.is_empty() || matches!(path.as_str(), "rules" | "mine") {
            return Err(Error::new("save where?")
                .help("`save FILE` saves the game, `save rules FILE.pl` the rules"));
        }
        if text.is_empty() {
            return Err(Error::new("you have added no clauses"));
        }
        if Path::new(&path).is_file() && !force {
            return Err(Error::new(format!("{path} already exists"))
                .help(format!("`save ! {argument}` overwrites it")));
        }
        let notes = if what == "the game" { self.notes_on_saving()? } else { Vec::new() };
        write(&path, &text)?;
        if what != "the game" || !self.game.rules().is_by_the_book() {
            self.regard_as_saved();
        }
        let mut said = vec![format!("{what} saved to {path}")];
        said.extend(notes.iter().map(|note| paint(style::ASIDE, note)));
        Ok(said.join("\n"))
    }

    /// What to know about a game that was saved.
    fn notes_on_saving(&self) -> Result<Vec<String>, Error> {
        let mut notes = Vec::new();
        if self.game.undone() > 0 {
            let undone = counted(self.game.undone(), "move");
            notes.push(format!("% without {undone} that you took back"));
        }
        let rules = self.game.rules();
        if !rules.is_by_the_book() {
            notes.push("% with the changed rules that it is played by".into());
        } else if !rules.amendments().is_empty() {
            notes.push("% without the relations that you defined: `save mine` keeps those".into());
        }
        let left_out = LegalPart::of(&self.game)?.left_out;
        if left_out > 0 {
            notes.push(format!(
                "% from the position after move {left_out} on, which is not legal by these rules"
            ));
        }
        Ok(notes)
    }

    /// Hands the position on to other programs.
    pub(super) fn export(&self, argument: &str) -> Answer {
        match argument {
            "facts" => self
                .require_game("export facts")
                .map(|()| facts_as_prolog(&self.game).trim_end().to_string()),
            "uhp" => {
                game_string(&self.game)?.ok_or_else(|| Error::new(why_no_game_string(&self.game)))
            }
            "pgn" => Ok(self.pgn()?.trim_end().to_string()),
            "" => Err(Error::new("export what?").help(
                "`export FILE.pl` writes a program for SWI-Prolog, `export facts` shows the \
                 position, `export uhp` shows a game of Hive in one line, `export pgn` its record",
            )),
            path => {
                self.require_files()?;
                let (force, name) = forced(path);
                let path = path_of(&name);
                if Path::new(&path).is_file() && !force {
                    return Err(Error::new(format!("{path} already exists"))
                        .help(format!("`export ! {name}` overwrites it")));
                }
                match exported_form(&path)? {
                    Exported::Pgn => {
                        write(&path, &self.pgn()?)?;
                        Ok(format!("exported to {path}"))
                    }
                    Exported::Program => {
                        write(&path, &export(&self.game))?;
                        Ok(format!("exported: `swipl {path}` goes on from here"))
                    }
                }
            }
        }
    }

    /// The game as other programs for Hive read it.
    fn pgn(&self) -> Answer {
        written_pgn(&self.game)?.ok_or_else(|| {
            Error::new(why_no_game_string(&self.game))
                .help("PGN is for games of Hive; any other name saves a game file")
        })
    }

    /// All options and weights of the game, and settings of the prompt.
    pub(super) fn options(&self) -> String {
        let rules = self.game.rules();
        let declared = &rules.program().declarations.options;
        let option = |(option, value): (&OptionDecl, &Value)| {
            let allowed = option.choices();
            let meaning = match &option.doc {
                Some(doc) => format!("{doc}: {}", allowed.trim_start_matches("one of ")),
                None => allowed,
            };
            (format!("{} {}", option.name.as_str(), unquoted(value)), meaning)
        };
        let options: Vec<(String, String)> =
            declared.iter().zip(rules.options()).map(option).collect();
        let weight = |(weight, value): (&WeightDecl, &i64)| {
            let doc = weight.doc.as_ref().map_or(String::new(), |doc| format!("{doc}: "));
            let default = match *value == weight.default {
                true => String::new(),
                false => format!(", by default {}", weight.default),
            };
            let meaning = format!("{doc}{}{default}", weight.choices());
            (format!("{} {value}", weight.name.as_str()), meaning)
        };
        let weights = &rules.program().declarations.weights;
        let weights: Vec<(String, String)> =
            weights.iter().zip(rules.weights()).map(weight).collect();
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
        if !weights.is_empty() {
            said.push(paint(style::STRONG, &format!("Weights of {}", rules.title())));
            said.push(layout::glossary(&weights, self.screen.width));
        }
        said.push(paint(style::STRONG, "Settings of the prompt"));
        said.push(layout::glossary(&settings, self.screen.width));
        said.join("\n")
    }

    /// Changes an option or a weight of the game, or a setting of the prompt.
    pub(super) fn set(&mut self, argument: &str) -> Answer {
        let words = argument.split(|c: char| c.is_whitespace() || c == '=');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let [name, value] = words.as_slice() else {
            let said = words.first().filter(|_| words.len() == 1).and_then(|name| self.get(name));
            if let Some(value) = said {
                return Ok(format!("{argument} is {value}"));
            }
            return Err(Error::new("name an option and its value")
                .help("for example `set depth 3`; `options` lists them all"));
        };
        let declarations = &self.game.rules().program().declarations;
        if self.get(name).as_deref() == Some(*value) {
            return Ok(format!("{name} is {value} already"));
        }
        let is_option = declarations.options.iter().any(|option| option.name.as_str() == *name);
        if is_option || declarations.weight_named(name).is_some() {
            return self.set_option(name, value);
        }
        match self.settings.set(name, value) {
            Ok(()) => Ok(format!("{name} is {value}")),
            Err(why) => {
                let wrong = Error::new(why);
                let known = self.settings.get(name).is_some();
                Err(if known { wrong } else { wrong.help("`options` lists them all") })
            }
        }
    }

    /// The value of an option, a weight or a setting.
    fn get(&self, name: &str) -> Option<String> {
        let rules = self.game.rules();
        let mut options = rules.program().declarations.options.iter().zip(rules.options());
        let option = options.find(|(option, _)| option.name.as_str() == name);
        let weight = || rules.weight(name).map(|value| value.to_string());
        let option = option.map(|(_, value)| unquoted(value));
        option.or_else(weight).or_else(|| self.settings.get(name))
    }

    /// Options are chosen when a game begins: the moves so far are played again
    /// under the new choice, if they can be.
    fn set_option(&mut self, name: &str, value: &str) -> Answer {
        let rules = self.game.rules();
        let declarations = &rules.program().declarations;
        let options = declarations.options.iter().zip(rules.options());
        let options = options.map(|(option, value)| (option.name, unquoted(value)));
        let weights = declarations.weights.iter().zip(rules.weights());
        let weights = weights.map(|(weight, value)| (weight.name, value.to_string()));
        let mut choices: Vec<Choice> = options
            .chain(weights)
            .filter(|(known, _)| known.as_str() != name)
            .map(|(known, value)| Choice::Named(known.as_str().into(), value))
            .collect();
        choices.push(Choice::Named(name.into(), value.into()));
        let amended = rules.with_choices(choices, self.limits.clone())?;
        let chosen = amended.name().to_string();
        let mut game = self.restarted(amended)?;
        for (index, action) in self.game.actions().enumerate() {
            let written = game.rules().presentation().write(&game, action);
            if let Err(error) = game.play(action) {
                let why = match &error {
                    PlayError::Refused(refusal) => refusal.why(),
                    error => error.to_string(),
                };
                let number = index + 1;
                return Err(Error::new(format!("not with move {number}, {written}: {why}"))
                    .help(format!("`new {chosen}` begins a game with {name} {value}")));
            }
        }
        game.keep_undone(&self.game);
        self.game = game;
        self.forget_answers();
        Ok(format!("{name} is {value}: this is {chosen} now"))
    }

    /// A game by other rules that begins as the one at hand did, if it can.
    fn restarted(&self, rules: Rules) -> Result<Game, Error> {
        let beginning = self.game.beginning();
        if beginning.is_set_up() && !beginning.fits(&rules) {
            let name = rules.name();
            return Err(Error::new(format!("the position that was set up is none of {name}")));
        }
        let game = self.game.restarted(Arc::new(rules))?;
        let problems = if game.is_set_up() { game.unsound()? } else { Vec::new() };
        match problems.first() {
            Some(problem) => Err(Error::new(format!(
                "not from the position that was set up: {}",
                problem.message
            ))),
            None => Ok(game),
        }
    }
}

/// Whether an existing file is to be overwritten, and what is written behind `save`
/// besides: `! rules FILE`, or `rules ! FILE`.
fn forced(argument: &str) -> (bool, String) {
    if let Some(rest) = argument.strip_prefix('!') {
        return (true, rest.trim().to_string());
    }
    if let Some((what @ ("rules" | "mine"), path)) = argument.split_once(char::is_whitespace)
        && let Some(path) = path.trim_start().strip_prefix('!')
    {
        return (true, format!("{what} {}", path.trim_start()));
    }
    (false, argument.to_string())
}

/// A file name, and the number of a game in it behind it, if there is one and no file
/// is called so.
fn numbered(argument: &str) -> (&str, Option<usize>) {
    let parts = argument.rsplit_once(char::is_whitespace).filter(|_| !Path::new(argument).exists());
    match parts.and_then(|(file, number)| Some((file.trim_end(), number.parse().ok()?))) {
        Some((file, number)) if Path::new(file.trim_matches(['\'', '"'])).exists() => {
            (file.trim_matches(['\'', '"']), Some(number))
        }
        _ => (argument, None),
    }
}

/// What an exported file holds.
pub(crate) enum Exported {
    /// A game of Hive, as other programs read it.
    Pgn,
    /// A program for SWI-Prolog.
    Program,
}

/// What a file of that name holds when the game is exported into it.
pub(crate) fn exported_form(name: &str) -> Result<Exported, Error> {
    let path = Path::new(name);
    let is_program = |ending: &OsStr| ending.eq_ignore_ascii_case("pl");
    match is_pgn(path) {
        true => Ok(Exported::Pgn),
        false if path.extension().is_some_and(is_program) => Ok(Exported::Program),
        false => Err(Error::new(format!("there is no form `{name}` to export"))
            .help("the forms are `facts`, `uhp`, `pgn`, `FILE.pl` and `FILE.pgn`")),
    }
}

/// A file name without the quotes that Prolog puts around it, and with the
/// user's own folder for `~`.
pub(super) fn path_of(name: &str) -> String {
    let name = name.trim().trim_matches(['\'', '"']);
    match (name.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest).display().to_string(),
        _ => name.to_string(),
    }
}

/// The text of a rule file.
pub(super) fn text_of(path: &str) -> Result<String, Error> {
    read_text(Path::new(path)).map_err(|error| Error::new(format!("cannot read {path}: {error}")))
}

/// Refuses to write into a directory that is not there.
pub(super) fn require_directory(path: &str) -> Result<(), Error> {
    let directory = Path::new(path).parent().filter(|parent| !parent.as_os_str().is_empty());
    match directory.filter(|directory| !directory.exists()) {
        None => Ok(()),
        Some(directory) => {
            let directory = directory.display();
            Err(Error::new(format!("cannot write {path}: there is no directory {directory}"))
                .help("create it, or choose another"))
        }
    }
}

fn write(path: &str, text: &str) -> Result<(), Error> {
    require_directory(path)?;
    if is_in_use(Path::new(path)) {
        return Err(Error::new(format!(
            "{path} is in use: another Hornet is saving its game there"
        ))
        .help("choose another file, or end that game"));
    }
    write_whole(Path::new(path), text)
        .map_err(|error| Error::new(format!("cannot write {path}: {error}")))
}
