//! The games that can be begun: those that come with Hornet, the rule file that was
//! named at the command line, and those in a folder. A request names one of them, never a
//! file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::limits;
use super::view::plain;
use crate::game::{
    Block, Choice, Game, LoadError, RuleText, Rules, Source, Spec, SpecError, read_text, rule_page,
    shipped_game, shipped_games, tint_of, unquoted,
};
use crate::logic::amend::Amendments;
use crate::logic::check::declarations::Range;
use crate::logic::engine::Limits;
use crate::logic::names;
use crate::play::STYLE;

/// This many rules are kept ready.
const MOST_READY: usize = 32;

/// This many files of a folder are looked at.
const MOST_FILES: usize = 200;

/// The games that can be begun.
pub struct Catalogue {
    /// A rule file that was named at the command line, by its name.
    file: Option<(String, PathBuf)>,
    folder: Option<PathBuf>,
    /// The game that was named at the command line.
    chosen: Option<Chosen>,
    /// Rules that tables share, by their names with all options.
    ready: Mutex<HashMap<String, Arc<Rules>>>,
}

/// A game that was named at the command line, with its options.
struct Chosen {
    id: String,
    choices: Vec<Choice>,
}

/// Where the rules of a game come from.
enum Entry {
    Shipped(String),
    Text(RuleText),
}

impl Catalogue {
    /// The games that come with Hornet, the one that was named, and those in a folder.
    pub fn new(named: Option<&str>, folder: Option<PathBuf>) -> Result<Catalogue, LoadError> {
        let mut catalogue = Catalogue { file: None, folder, chosen: None, ready: Mutex::default() };
        let Some(named) = named else { return Ok(catalogue) };
        let spec = Spec::parse(named)?;
        let id = match &spec.source {
            Source::Shipped(name) => name.clone(),
            Source::File(path) => {
                let id = path.file_name().unwrap_or_default().to_string_lossy().to_string();
                catalogue.file = Some((id.clone(), path.clone()));
                id
            }
        };
        catalogue.chosen = Some(Chosen { id: id.clone(), choices: spec.choices.clone() });
        catalogue.rules(&id, spec.choices, limits::evaluation())?.require_game()?;
        Ok(catalogue)
    }

    /// All games, as the menu shows them.
    pub fn shown(&self, limits: &Limits) -> Value {
        let shipped = shipped_games().iter().map(|game| {
            (game.name.to_string(), if game.is_example() { "example" } else { "shipped" })
        });
        let file = self.file.iter().map(|(id, _)| (id.clone(), "folder"));
        let folder = self.files().into_iter().map(|id| (id, "folder"));
        let mut games: Vec<Value> = Vec::new();
        for (id, from) in shipped.chain(file).chain(folder) {
            if games.iter().any(|game| game["id"] == id.as_str()) {
                continue;
            }
            if let Ok(rules) = self.rules(&id, self.choices_for(&id), limits.clone())
                && rules.is_game()
            {
                games.push(shown(&id, from, &rules));
            }
        }
        json!({ "chosen": self.chosen.as_ref().map(|chosen| &chosen.id), "games": games })
    }

    fn choices_for(&self, id: &str) -> Vec<Choice> {
        let chosen = self.chosen.as_ref().filter(|chosen| chosen.id == id);
        chosen.map_or_else(Vec::new, |chosen| chosen.choices.clone())
    }

    /// The names of the rule files in the folder.
    fn files(&self) -> Vec<String> {
        let Some(entries) = self.folder.as_deref().and_then(|folder| fs::read_dir(folder).ok())
        else {
            return Vec::new();
        };
        let name = |entry: fs::DirEntry| {
            let path = entry.path();
            let is_rules = path.extension().is_some_and(|it| it == "pl") && path.is_file();
            entry.file_name().into_string().ok().filter(|_| is_rules)
        };
        let mut names: Vec<String> = entries.flatten().filter_map(name).take(MOST_FILES).collect();
        names.sort();
        names
    }

    /// The rules of a game with some options chosen. Tables share those that come with
    /// Hornet; others are read anew, and go by limits of their own.
    pub fn rules(
        &self,
        id: &str,
        choices: Vec<Choice>,
        limits: Limits,
    ) -> Result<Arc<Rules>, LoadError> {
        let name = match self.entry(id)? {
            Entry::Shipped(name) => name,
            Entry::Text(text) => {
                return Rules::of_text(&text, choices, Amendments::default(), limits).map(Arc::new);
            }
        };
        let spec = Spec { source: Source::Shipped(name), choices };
        let key = format!("{spec:?}");
        if let Some(rules) = self.ready().get(&key) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(Rules::load(&spec, limits::evaluation())?);
        let mut ready = self.ready();
        if ready.len() >= MOST_READY {
            ready.retain(|_, rules| Arc::strong_count(rules) > 1);
        }
        if ready.len() < MOST_READY {
            ready.insert(key, rules.clone());
        }
        Ok(rules)
    }

    fn ready(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Rules>>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules that a spec names, if they are to be had here.
    pub fn find(&self, spec: &Spec, limits: Limits) -> Result<Arc<Rules>, LoadError> {
        match &spec.source {
            Source::Shipped(name) => self.rules(name, spec.choices.clone(), limits),
            Source::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.rules(&name, spec.choices.clone(), limits)
            }
        }
    }

    /// The same with changes.
    pub fn find_amended(
        &self,
        spec: &Spec,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Arc<Rules>, LoadError> {
        let rules = self.find(spec, limits.clone())?;
        match amendments.is_empty() {
            true => Ok(rules),
            false => Ok(Arc::new(rules.amended(amendments, limits)?)),
        }
    }

    fn entry(&self, id: &str) -> Result<Entry, LoadError> {
        if shipped_game(id).is_some() {
            return Ok(Entry::Shipped(id.into()));
        }
        if let Some((_, path)) = self.file.as_ref().filter(|(name, _)| name == id) {
            return text_of(path, id).map(Entry::Text);
        }
        match self.folder.as_ref().filter(|_| self.files().iter().any(|name| name == id)) {
            Some(folder) => text_of(&folder.join(id), id).map(Entry::Text),
            None => Err(self.unknown(id).into()),
        }
    }

    fn unknown(&self, id: &str) -> SpecError {
        let shipped = shipped_games().iter().map(|game| game.name.to_string());
        let known: Vec<String> = shipped.chain(self.files()).collect();
        let suggestion = names::nearest(id, known.iter().map(String::as_str)).map(String::from);
        SpecError::UnknownGame {
            name: plain(&id.chars().take(60).collect::<String>()),
            suggestion,
            known,
        }
    }
}

fn text_of(path: &Path, name: &str) -> Result<RuleText, LoadError> {
    let text = read_text(path);
    let text = text.map_err(|error| LoadError::File { path: name.into(), error })?;
    let folder = Some(crate::game::folder_of(path).to_path_buf());
    Ok(RuleText { name: name.into(), text: text.into(), folder })
}

/// Rules that somebody handed over.
pub fn handed_over(
    name: &str,
    text: &str,
    choices: Vec<Choice>,
    limits: Limits,
) -> Result<Rules, LoadError> {
    let given = RuleText { name: file_name(name), text: text.into(), folder: None };
    Rules::of_text(&given, choices, Amendments::default(), limits)
}

/// The name of a rule file, whatever somebody called it.
fn file_name(name: &str) -> String {
    let stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.strip_suffix(".pl").unwrap_or(stem);
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let stem: String = stem.chars().filter(is_plain).take(60).collect();
    format!("{}.pl", if stem.is_empty() { "rules" } else { &stem })
}

/// Options that are chosen by name.
pub fn choices(options: &serde_json::Map<String, Value>) -> Result<Vec<Choice>, String> {
    let choice = |(name, value): (&String, &Value)| match value {
        Value::String(value) => Ok(Choice::Named(name.clone(), value.clone())),
        Value::Number(value) => Ok(Choice::Named(name.clone(), value.to_string())),
        _ => Err(format!("the value of the option `{}` is a text or a number", plain(name))),
    };
    options.iter().map(choice).collect()
}

/// A game as the menu shows it.
pub fn shown(id: &str, from: &str, rules: &Arc<Rules>) -> Value {
    let declarations = &rules.program().declarations;
    let option = |(option, value): (
        &crate::logic::check::declarations::OptionDecl,
        &crate::logic::Value,
    )| {
        json!({
            "name": option.name.as_str(),
            "doc": option.doc.as_deref().map(plain),
            "value": unquoted(value),
            "allowed": option.allowed.iter().map(unquoted).collect::<Vec<_>>(),
            "range": option.range.map(|Range { least, most, step }| {
                json!({ "least": least, "most": most, "step": step })
            }),
        })
    };
    let options = declarations.options.iter().zip(rules.options());
    let options = options.filter(|(option, _)| option.name.as_str() != STYLE);
    let start = Game::new(rules.clone()).ok();
    let side = |side: &crate::logic::Atom| {
        let tint = start.as_ref().and_then(|game| tint_of(game, Some(*side)));
        json!({ "side": side.as_str(), "tint": tint.map(|tint| tint.name) })
    };
    let about = rule_page(rules).into_iter().flatten().find_map(|block| match block {
        Block::Paragraph(text) => Some(plain(&text)),
        _ => None,
    });
    json!({
        "id": id,
        "title": plain(rules.title()),
        "from": from,
        "sides": declarations.players().iter().map(side).collect::<Vec<_>>(),
        "options": options.map(option).collect::<Vec<_>>(),
        "styles": rules.allowed(STYLE),
        "has_value": rules.values_positions(),
        "about": about.unwrap_or_default(),
    })
}
