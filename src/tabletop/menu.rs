//! The menu: asks for what was not given when a game at the table was started.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use super::input::Input;
use super::shell::question;
use crate::game::{
    Choice as Chosen, LoadError, Rules, ShippedGame, Source, Spec, rules_text, shipped_games,
    unquoted,
};
use crate::logic::check::declarations::OptionDecl;
use crate::logic::engine::Limits;
use crate::logic::{Atom, Value};
use crate::play::{Machine, Player, STYLE, SavedGame, games_folder, saved_games};
use crate::repl::counted;
use crate::repl::prose::rules_in_prose;
use crate::repl::saved_games::ago;
use crate::repl::style::{self, paint};

/// How machines move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// By themselves.
    Run,
    /// One move at a time, when somebody presses Enter.
    Step,
}

/// Where to save a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Save {
    /// In a new file among the user's games.
    #[default]
    AmongGames,
    /// In that file.
    In(PathBuf),
    /// Nowhere.
    Nowhere,
}

impl Save {
    /// Where to save a game that follows this one at the table.
    pub fn for_the_next(&self) -> Save {
        match self {
            Save::AmongGames | Save::In(_) => Save::AmongGames,
            Save::Nowhere => Save::Nowhere,
        }
    }
}

/// What is known of a game at the table before anything is asked.
pub struct Known {
    /// Who plays, in the order of the sides.
    pub players: Option<Vec<Player>>,
    /// Where to save the game.
    pub save: Save,
    /// How machines move.
    pub pace: Option<Pace>,
    /// Whether nothing was given, so that all is asked.
    pub asks_all: bool,
}

/// The game that somebody wants to play.
pub enum Which {
    /// A new one by these rules.
    New(Arc<Rules>),
    /// The one in this file.
    Saved(PathBuf),
}

/// What is known once all is asked.
pub struct Setup {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who plays, in the order of the sides.
    pub players: Vec<Player>,
    /// Where to save the game.
    pub save: Save,
    /// How machines move.
    pub pace: Pace,
}

/// Players to choose by number.
const LEVELS: [(&str, &str); 9] = [
    ("human", "you, at this terminal"),
    ("random", "any legal move"),
    ("greedy", "the move that leads to the best position"),
    ("minimax:2", "looks two moves ahead"),
    ("minimax:3", "looks three moves ahead"),
    ("minimax:2s", "thinks for two seconds"),
    ("minimax:10s", "thinks for ten seconds"),
    ("mcts:2s", "plays random games for two seconds, to see which move wins most"),
    ("strong:2s", "does what suits the game, for two seconds"),
];

/// The default players: a human against a machine that looks ahead.
const USUAL: [&str; 2] = ["1", "4"];

/// So many saved games are offered, the latest.
const OFFERED: usize = 5;

/// Asks which game is played; nothing if somebody leaves instead.
pub fn which_game(
    limits: &Limits,
    input: &mut Input<'_>,
    out: &mut dyn Write,
) -> io::Result<Option<Which>> {
    Menu { limits, input, out }.game()
}

/// Asks for what is missing; nothing if somebody leaves instead.
pub fn ask(
    known: Known,
    rules: Arc<Rules>,
    limits: &Limits,
    input: &mut Input<'_>,
    out: &mut dyn Write,
) -> io::Result<Option<Setup>> {
    let asks_all = known.asks_all;
    let mut menu = Menu { limits, input, out };
    let players = match known.players {
        Some(players) => Some(players),
        None => menu.players(&rules)?,
    };
    let Some(players) = players else { return Ok(None) };
    let has_humans = players.iter().any(Player::is_human);
    let pace = match known.pace {
        Some(pace) => Some(pace),
        None if asks_all && !has_humans => menu.pace()?,
        None => Some(Pace::Run),
    };
    let Some(pace) = pace else { return Ok(None) };
    let save = match known.save {
        Save::AmongGames if asks_all => menu.save()?,
        save => Some(save),
    };
    Ok(save.map(|save| Setup { rules, players, save, pace }))
}

struct Menu<'a, 'b, 'c> {
    limits: &'a Limits,
    input: &'a mut Input<'b>,
    out: &'c mut dyn Write,
}

/// What a question led to.
enum Choice<T> {
    Chosen(T),
    Again,
}

impl Menu<'_, '_, '_> {
    /// Asks until there is a valid answer.
    fn until_chosen<T>(
        &mut self,
        prompt: &str,
        rules: Option<&Rules>,
        mut choose: impl FnMut(&mut Self, &str) -> io::Result<Choice<T>>,
    ) -> io::Result<Option<T>> {
        loop {
            let Some(answer) = question(self.input, self.out, prompt)? else { return Ok(None) };
            match (answer.as_str(), rules) {
                ("quit" | "exit" | "q", _) => return Ok(None),
                ("rules" | "rules page", Some(rules)) => {
                    let width = self.input.width();
                    self.input.show(self.out, &rules_in_prose(rules, width))?;
                }
                ("rules text", Some(rules)) => {
                    self.input.show(self.out, &rules_text(rules.program()))?;
                }
                (answer, _) => {
                    if let Choice::Chosen(chosen) = choose(self, answer)? {
                        return Ok(Some(chosen));
                    }
                }
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.input.tell(self.out, text)
    }

    fn show_error(&mut self, problem: impl std::fmt::Display) -> io::Result<()> {
        self.say(&format!("{} {problem}", paint(style::ERROR, "error:")))
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("\n{}", paint(style::STRONG, text)))
    }

    /// The rules of a game that was named; nothing after an error, which is shown.
    fn load(&mut self, name: &str) -> io::Result<Option<Rules>> {
        self.load_with(name, &[])
    }

    /// The same, with choices for its options that were made before.
    fn load_with(&mut self, name: &str, before: &[Chosen]) -> io::Result<Option<Rules>> {
        let spec = Spec::parse(name).map_err(LoadError::from).map(|mut spec| {
            spec.choices.splice(..0, before.iter().cloned());
            spec
        });
        let loaded = spec.and_then(|spec| Rules::load(&spec, self.limits.clone()));
        match loaded.and_then(|rules| rules.require_game().map(|()| rules)) {
            Ok(rules) => Ok(Some(rules)),
            Err(LoadError::Rejected(rejected)) => {
                self.say(&rejected.render(true))?;
                Ok(None)
            }
            Err(error) => {
                self.show_error(error)?;
                Ok(None)
            }
        }
    }

    /// Asks for a game, and its options, or for a saved game.
    fn game(&mut self) -> io::Result<Option<Which>> {
        self.heading("Which game?")?;
        let (examples, numbered_games): (Vec<&ShippedGame>, Vec<&ShippedGame>) =
            shipped_games().iter().partition(|game| game.is_example());
        let games: Vec<(&str, String)> = numbered_games
            .iter()
            .map(|game| {
                let title = Rules::open(game.name).map(|rules| rules.title().to_string());
                (game.name, title.unwrap_or_default())
            })
            .collect();
        for (number, (name, title)) in games.iter().enumerate() {
            self.say(&format!("  {}  {title} ({name})", number + 1))?;
        }
        let examples: Vec<&str> = examples.iter().map(|game| game.name).collect();
        self.say(&format!("Or an example: {}", examples.join(", ")))?;
        let saved = unfinished_games();
        if !saved.is_empty() {
            self.heading("Or continue a saved game?")?;
        }
        for (number, game) in saved.iter().enumerate() {
            let (moves, ago) = (counted(game.moves, "move"), ago(game.changed));
            self.say(&format!("  {}  {}, {moves}, {ago}", games.len() + number + 1, game.game))?;
        }
        self.say(
            "A number or a name chooses one; so does the path of a rule file. `quit` leaves.",
        )?;
        enum Wanted {
            Rules(Box<Rules>),
            Saved(PathBuf),
        }
        let chosen = self.until_chosen("game [1]> ", None, |menu, answer| {
            let name = match numbered(answer, games.len() + saved.len()) {
                Some(number) if number < games.len() => games[number].0,
                Some(number) => {
                    let path = saved[number - games.len()].path.clone();
                    return Ok(Choice::Chosen(Wanted::Saved(path)));
                }
                None if answer.is_empty() => games[0].0,
                None => answer,
            };
            let rules = menu.load(name)?;
            Ok(rules.map_or(Choice::Again, |rules| Choice::Chosen(Wanted::Rules(rules.into()))))
        })?;
        Ok(match chosen {
            Some(Wanted::Rules(rules)) => self.options(*rules)?.map(Which::New),
            Some(Wanted::Saved(path)) => Some(Which::Saved(path)),
            None => None,
        })
    }

    /// Asks how a game is to be played.
    fn options(&mut self, rules: Rules) -> io::Result<Option<Arc<Rules>>> {
        let declared = &rules.program().declarations.options;
        let options = declared.iter().zip(rules.options());
        let options: Vec<(&OptionDecl, &Value)> =
            options.filter(|(option, _)| option.name.as_str() != STYLE).collect();
        let Some((first, _)) = options.first() else { return Ok(Some(Arc::new(rules))) };
        self.heading(&format!("How is {} played?", rules.title()))?;
        for (option, value) in &options {
            let (name, value) = (option.name.as_str(), unquoted(value));
            let meaning = option.doc.as_ref().map_or(String::new(), |doc| format!(": {doc}"));
            let allowed = option.choices();
            self.say(&format!("  {name} {value}{meaning} ({allowed})"))?;
        }
        let first = first.name.as_str();
        self.say(&format!(
            "Enter accepts these; or name what differs, such as `{first} {}`; `rules` explains the \
             game",
            rules.allowed(first).last().cloned().unwrap_or_default()
        ))?;
        let names: Vec<&str> = options.iter().map(|(option, _)| option.name.as_str()).collect();
        let base = rules.spec().name();
        let chosen = self.until_chosen("options> ", Some(&rules), |menu, answer| {
            if answer.is_empty() {
                return Ok(Choice::Chosen(None));
            }
            let (letters, choices): (Vec<String>, Vec<String>) =
                choices(answer, &names).into_iter().partition(|choice| choice.starts_with('+'));
            let letters = letters.concat().replace('+', "");
            let plus = if letters.is_empty() { "" } else { "+" };
            let with = format!("{base}{plus}{letters}:{}", choices.join(","));
            let chosen = menu.load_with(&with, &rules.spec().choices)?;
            Ok(chosen.map_or(Choice::Again, |rules| Choice::Chosen(Some(rules))))
        })?;
        Ok(chosen.map(|chosen| Arc::new(chosen.unwrap_or(rules))))
    }

    /// Asks who plays each side.
    fn players(&mut self, rules: &Arc<Rules>) -> io::Result<Option<Vec<Player>>> {
        let sides: Vec<Atom> = rules.program().declarations.players().to_vec();
        self.heading("Who plays?")?;
        for (number, (player, what)) in LEVELS.iter().enumerate() {
            self.say(&format!("  {}  {player}: {what}", number + 1))?;
        }
        let styles = rules.allowed(STYLE);
        let styles = match rules.chosen(STYLE) {
            None => String::new(),
            Some(usual) => {
                format!(", in one of the styles {}: minimax:4@{usual}", styles.join(", "))
            }
        };
        self.say(&format!(
            "or another one by name, such as minimax:4{styles}; `rules` explains the game"
        ))?;
        if rules.spec().source == Source::Shipped("hive".into()) {
            self.say("or another program: uhp:\"COMMAND\":5s, which thinks for five seconds")?;
            if cfg!(feature = "web") {
                self.say("or a player over HTTP: http://127.0.0.1:9001")?;
            }
        }
        let mut players = Vec::new();
        for (index, side) in sides.iter().enumerate() {
            let usual = USUAL[index.min(USUAL.len() - 1)];
            let prompt = format!("{side} [{usual}]> ");
            let player = self.until_chosen(&prompt, Some(rules), |menu, answer| {
                let answer = if answer.is_empty() { usual } else { answer };
                let name = match numbered(answer, LEVELS.len()) {
                    Some(number) => LEVELS[number].0,
                    None => answer,
                };
                let player: Player = match name.parse() {
                    Ok(player) => player,
                    Err(error) => {
                        menu.show_error(error)?;
                        return Ok(Choice::Again);
                    }
                };
                if !player.is_human()
                    && let Err(error) = Machine::new(&player, rules, 0)
                {
                    menu.show_error(error)?;
                    return Ok(Choice::Again);
                }
                Ok(Choice::Chosen(player))
            })?;
            match player {
                Some(player) => players.push(player),
                None => return Ok(None),
            }
        }
        Ok(Some(players))
    }

    fn pace(&mut self) -> io::Result<Option<Pace>> {
        self.heading("How fast?")?;
        self.say("  1  step by step: Enter plays the next move")?;
        self.say("  2  without stopping, until Ctrl-C")?;
        self.until_chosen("pace [1]> ", None, |menu, answer| match answer {
            "" | "1" | "step" => Ok(Choice::Chosen(Pace::Step)),
            "2" | "run" => Ok(Choice::Chosen(Pace::Run)),
            _ => {
                menu.show_error("choose 1 or 2")?;
                Ok(Choice::Again)
            }
        })
    }

    fn save(&mut self) -> io::Result<Option<Save>> {
        self.heading("Save the game in which file?")?;
        self.say("Enter saves it among your games, `no` does not save it; or name a file")?;
        self.until_chosen("file> ", None, |menu, answer| match answer {
            "" => Ok(Choice::Chosen(Save::AmongGames)),
            "no" | "none" => Ok(Choice::Chosen(Save::Nowhere)),
            path if std::path::Path::new(path).exists() => {
                menu.show_error(format!("{path} already exists; choose another name"))?;
                Ok(Choice::Again)
            }
            path => Ok(Choice::Chosen(Save::In(path.into()))),
        })
    }
}

/// The choices in an answer, each as the command line has it: `size=6`, `12`, `+ml`.
/// The name of an option takes the word behind it: `tournament off`.
fn choices(answer: &str, names: &[&str]) -> Vec<String> {
    let mut words = answer.split([',', ' ']).filter(|word| !word.is_empty());
    let mut choices = Vec::new();
    while let Some(word) = words.next() {
        let value = match names.contains(&word) {
            true => words.find(|word| *word != "=").unwrap_or_default(),
            false => "",
        };
        choices.push(match names.contains(&word) {
            true => format!("{word}={}", value.trim_start_matches('=')),
            false => word.to_string(),
        });
    }
    choices
}

/// The saved games that can be continued, the latest first.
fn unfinished_games() -> Vec<SavedGame> {
    let saved = games_folder().and_then(|folder| saved_games(&folder).ok()).unwrap_or_default();
    saved.into_iter().filter(|game| !game.is_over && game.moves > 0).take(OFFERED).collect()
}

/// The index that a number from 1 on stands for.
fn numbered(answer: &str, count: usize) -> Option<usize> {
    let number: usize = answer.parse().ok()?;
    (1..=count).contains(&number).then(|| number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_chosen_as_people_say_them() {
        let names = ["mosquito", "tournament", "size"];
        let chosen = |answer: &str| choices(answer, &names).join(" ");
        assert_eq!(chosen("tournament off"), "tournament=off");
        assert_eq!(chosen("tournament = off, mosquito =on"), "tournament=off mosquito=on");
        assert_eq!(chosen("+mp tournament=off"), "+mp tournament=off");
        assert_eq!(chosen("6"), "6");
        assert_eq!(chosen("board=6"), "board=6");
        assert_eq!(chosen("tournament"), "tournament=");
    }
}
