//! Replaying a game file: the rules it names, then action by action.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Loaded;
use super::error::RecordError;
use super::games_folder;
use super::line::{
    AGREED, DECLARED, DRAW, FORFEITED, Line, RESIGNED, Statement, fact_set_up, lines, statement,
};
use super::records::pgn;
use super::words::words;
use super::written::amend;
use crate::game::{
    Game, GameString, LoadError, PlayError, Replayed, Rules, Settlement, Setup, Source, Spec,
    folder_of, plain_path,
};
use crate::logic::amend::Amendments;
use crate::logic::engine::Limits;
use crate::logic::syntax::hidden::{first_hidden, visible};

/// A game that somebody asked for.
pub struct Asked<'a> {
    /// As it was asked for.
    pub text: &'a str,
    /// The same, parsed.
    pub spec: Spec,
}

impl Asked<'_> {
    /// Parses the name of a game.
    pub fn parse(text: &str) -> Result<Asked<'_>, RecordError> {
        Ok(Asked { text, spec: Spec::parse(text).map_err(LoadError::from)? })
    }
}

/// Where the rules are that a game file names: seen from where Hornet runs, or from
/// where the file is.
fn rules_of(file: &Path, named: &Path) -> PathBuf {
    let beside = folder_of(file).join(named);
    if !named.exists() && beside.exists() { plain_path(&beside) } else { named.into() }
}

/// Whether a game file may choose rules by itself: those in the folder where Hornet
/// runs, or where the file is, or below. The games that Hornet keeps are trusted.
fn may_name(file: &Path, rules: &Path) -> bool {
    let is_in = |folder: &Path, path: &Path| {
        let (folder, path) = (folder.canonicalize(), path.canonicalize());
        path.is_ok_and(|path| folder.is_ok_and(|folder| path.starts_with(folder)))
    };
    let is_ours = games_folder().is_some_and(|folder| is_in(&folder, file));
    let is_here = is_in(Path::new("."), rules) || is_in(folder_of(file), rules);
    let is_rules = rules.extension().is_some_and(|extension| extension == "pl");
    // What is not there cannot be shown to anybody.
    is_ours || !rules.exists() || (is_here && is_rules)
}

/// Refuses a text in which not everything can be seen.
fn refuse_hidden(path: &str, text: &str) -> Result<(), RecordError> {
    let Some((at, c)) = first_hidden(text) else { return Ok(()) };
    let line = text[..at].matches('\n').count() + 1;
    Err(RecordError::Hidden { path: path.into(), line, found: visible(&c.to_string()).into() })
}

/// The command that continues a game. A game file does not choose rules elsewhere.
pub fn continuing(game: &Game, file: &Path) -> String {
    let rules = match &game.rules().spec().source {
        Source::File(rules) if !may_name(file, rules) => format!(" {}", for_shell(rules)),
        _ => String::new(),
    };
    format!("hornet play{rules} --load {}", for_shell(file))
}

/// A path as it is typed at a shell, which is to do nothing else with it.
fn for_shell(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:=,".contains(c);
    match !path.is_empty() && path.chars().all(is_plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// Finds the rules of a game that a record names, with the changes that it tells.
pub type FindRules<'a> = &'a dyn Fn(&Spec, Amendments) -> Result<Arc<Rules>, LoadError>;

/// A game file that is about to be replayed.
pub struct Record<'a> {
    path: String,
    asked: &'a str,
    spec: Spec,
    /// Who finds the rules, if they are not to be looked for where they are named.
    find: Option<FindRules<'a>>,
    /// Whether its moves were played once, so that they need not be legal by rules that
    /// have changed since.
    is_own: bool,
}

impl<'a> Record<'a> {
    /// A file with that text. If no game was asked for, the text names it.
    pub fn new(
        file: &Path,
        path: String,
        asked: Option<Asked<'a>>,
        text: &'a str,
    ) -> Result<Record<'a>, RecordError> {
        refuse_hidden(&path, text)?;
        if let Some(Asked { text: asked, spec }) = asked {
            return Ok(Record { path, asked, spec, find: None, is_own: false });
        }
        let mut record = Record::named(path, text)?;
        if let Source::File(rules) = &record.spec.source {
            let found = rules_of(file, rules);
            if !may_name(file, &found) {
                let command =
                    format!("hornet play {} --load {}", for_shell(&found), for_shell(file));
                let line = lines(text).next().map_or(1, |first| first.number);
                let path = record.path;
                return Err(RecordError::Elsewhere { path, line, rules: found, command });
            }
            record.spec.source = Source::File(found);
        }
        Ok(record)
    }

    /// A text that names its game, and whose rules somebody else finds.
    pub fn by(path: String, text: &'a str, find: FindRules<'a>) -> Result<Record<'a>, RecordError> {
        refuse_hidden(&path, text)?;
        Ok(Record { find: Some(find), ..Record::named(path, text)? })
    }

    /// The same game by whatever rules and options somebody finds.
    pub fn own(self) -> Record<'a> {
        Record { is_own: true, ..self }
    }

    /// The game that a text names.
    fn named(path: String, text: &'a str) -> Result<Record<'a>, RecordError> {
        let first = lines(text).next().unwrap_or(Line { number: 1, text: "", end: 0 });
        let asked = match first.text.strip_prefix("game ") {
            Some(named) => named.trim(),
            None if GameString::is_meant(first.text) => "hive",
            None => {
                let (line, asked, found) = (first.number, "hive".into(), first.shown());
                return Err(RecordError::NoGame { path, line, asked, found });
            }
        };
        let spec = Spec::parse(asked).map_err(LoadError::from)?;
        Ok(Record { path, asked, spec, find: None, is_own: false })
    }

    /// A record of Hive, if that was asked for.
    pub fn of_hive(path: String, asked: Option<Asked<'a>>) -> Result<Record<'a>, RecordError> {
        let asked = asked.map_or_else(|| Asked::parse("hive"), Ok)?;
        Ok(Record { path, asked: asked.text, spec: asked.spec, find: None, is_own: false })
    }

    /// The file, as it is called in messages.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Replays the text of the file.
    pub fn replay(&self, text: &str, limits: Limits) -> Result<Loaded, RecordError> {
        let lines: Vec<Line> = lines(text).collect();
        match lines.as_slice() {
            [line] if GameString::is_meant(line.text) => {
                let Replayed { game, relaxed } = self.replay_line(line.text, limits)?;
                Ok(Loaded { relaxed, ..Loaded::without_lines(game) })
            }
            [] => Ok(Loaded::without_lines(Game::new(Arc::new(Rules::load(&self.spec, limits)?))?)),
            [first, lines @ ..] => self.replay_lines(*first, lines, limits),
        }
    }

    /// Replays a game of Hive in one line. What its type does not say, who
    /// starts and which rules hold, is as it was asked for.
    fn replay_line(&self, line: &str, limits: Limits) -> Result<Replayed, RecordError> {
        let error = |error| RecordError::GameString { path: self.path.clone(), error };
        let string: GameString = line.parse().map_err(error)?;
        let rules = Rules::load(&self.hive_spec(&string, &limits)?, limits)?;
        string.replayed(Game::new(Arc::new(rules))?).map_err(error)
    }

    /// The game of Hive that a type means, played as it was asked for.
    pub fn hive_spec(&self, string: &GameString, limits: &Limits) -> Result<Spec, RecordError> {
        let by_type = Rules::load(&string.spec(&[]), limits.clone())?;
        let other = || RecordError::OtherGame {
            path: self.path.clone(),
            found: by_type.name().to_string(),
            asked: self.asked.to_string(),
        };
        let declarations = &by_type.program().declarations;
        let spec = string.spec_as_asked(&self.spec, declarations).map_err(LoadError::from)?;
        spec.ok_or_else(other)
    }

    fn replay_lines(
        &self,
        first: Line,
        lines: &[Line],
        limits: Limits,
    ) -> Result<Loaded, RecordError> {
        let Some(named) = first.text.strip_prefix("game ") else {
            return Err(RecordError::NoGame {
                path: self.path.clone(),
                line: first.number,
                asked: self.asked.to_string(),
                found: first.shown(),
            });
        };
        let count = lines.iter().take_while(|line| line.text.starts_with("rule ")).count();
        let (changes, lines) = lines.split_at(count);
        let amendments = self.amendments(changes)?;
        let rules = self.agreed_rules(named.trim(), first.number, amendments, limits)?;
        let count = lines.iter().take_while(|line| fact_set_up(line.text).is_some()).count();
        let (facts, lines) = lines.split_at(count);
        let mut loaded = Loaded::without_lines(self.beginning(rules, facts)?);
        let head = facts.last().or(changes.last()).unwrap_or(&first);
        loaded.ends.push(head.end);
        for line in lines {
            self.replay_statement(&mut loaded, line)?;
        }
        Ok(loaded)
    }

    /// The game at its start, or in the position that lines set up.
    fn beginning(&self, rules: Arc<Rules>, facts: &[Line]) -> Result<Game, RecordError> {
        let Some(last) = facts.last() else { return Ok(Game::new(rules)?) };
        let wrong = |line: &Line, error| RecordError::Setup {
            path: self.path.clone(),
            line: line.number,
            error,
        };
        let mut setup = Setup::blank(&rules);
        for line in facts {
            let fact = fact_set_up(line.text).unwrap_or_default();
            setup.add_facts(fact).map_err(|error| wrong(line, error))?;
        }
        setup.finish().map_err(|error| wrong(last, error))
    }

    /// Replays a line.
    fn replay_statement(&self, loaded: &mut Loaded, line: &Line) -> Result<(), RecordError> {
        let (path, number) = (|| self.path.clone(), line.number);
        let game = &mut loaded.game;
        if let Some(settlement) = game.settlement() {
            let found = line.shown();
            return Err(RecordError::Ended { path: path(), line: number, settlement, found });
        }
        match statement(line.text) {
            Statement::Players(names) => {
                loaded.players = words(names);
                loaded.players_end = line.end;
                loaded.ends.pop();
            }
            Statement::Tag(text) => {
                let tag = pgn::tag(text).filter(|(_, rest)| rest.trim().is_empty());
                let ((name, value), _) = tag.ok_or_else(|| RecordError::NoTag {
                    path: path(),
                    line: number,
                    found: line.shown(),
                })?;
                game.about_mut().set_tag(name, value);
                loaded.ends.pop();
            }
            Statement::Comment(text) => {
                let moves = game.actions().len();
                game.about_mut().add_comment(moves, text);
                loaded.ends.pop();
            }
            Statement::Settled(how, what) => {
                let settlement = self.settlement(game, how, what, number)?;
                game.settle(settlement);
                return Ok(());
            }
            Statement::Action(written) => {
                let read = game.rules().presentation().read(game, written);
                let action = read.map_err(|error| match fact_set_up(written) {
                    Some(_) => RecordError::LateSetup { path: path(), line: number },
                    None => RecordError::Unreadable { path: path(), line: number, error },
                })?;
                let played = match self.is_own {
                    true => game.play_unchecked(&action).map_err(PlayError::from),
                    false => game.play(&action),
                };
                played.map_err(|error| RecordError::Refused {
                    path: path(),
                    line: number,
                    written: written.to_string(),
                    error,
                })?;
            }
        }
        loaded.ends.push(line.end);
        Ok(())
    }

    /// How the players ended the game, as a line says it.
    fn settlement(
        &self,
        game: &Game,
        how: &str,
        what: &str,
        line: usize,
    ) -> Result<Settlement, RecordError> {
        let players = game.rules().program().declarations.players();
        let found = || what.chars().take(60).collect();
        let player = |cannot: &'static str| {
            let player = players.iter().find(|player| player.as_str() == what).copied();
            player.ok_or_else(|| RecordError::NoPlayer {
                path: self.path.clone(),
                line,
                found: found(),
                what: cannot,
                players: players.iter().map(|player| player.as_str().into()).collect(),
            })
        };
        match (how, what) {
            (RESIGNED, _) => Ok(Settlement::Resigned(player("resign")?)),
            (FORFEITED, _) => Ok(Settlement::Forfeited(player("lose")?)),
            (AGREED, DRAW) => Ok(Settlement::AgreedDraw),
            (DECLARED, DRAW) => Ok(Settlement::Declared(None)),
            (DECLARED, _) => Ok(Settlement::Declared(Some(player("win")?))),
            _ => Err(RecordError::NoAgreement { path: self.path.clone(), line, found: found() }),
        }
    }

    fn amendments(&self, lines: &[Line]) -> Result<Amendments, RecordError> {
        let mut amendments = Amendments::default();
        for line in lines {
            if amend(&mut amendments, line.text).is_none() {
                let (path, found) = (self.path.clone(), line.shown());
                return Err(RecordError::NoRule { path, line: line.number, found });
            }
        }
        Ok(amendments)
    }

    /// The rules the file names, if they are those asked for. The file may choose
    /// options that were not asked for.
    fn agreed_rules(
        &self,
        named: &str,
        line: usize,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Arc<Rules>, RecordError> {
        let error = |error| RecordError::Load { path: self.path.clone(), line, error };
        let other = || RecordError::OtherGame {
            path: self.path.clone(),
            found: named.to_string(),
            asked: self.asked.to_string(),
        };
        let found = Spec::parse(named).map_err(|e| error(e.into()))?;
        if !self.same_source(&found.source) {
            return Err(other());
        }
        // The path as it was asked for, the options as the file has them.
        let spec = Spec { source: self.spec.source.clone(), choices: found.choices };
        let rules = match self.find {
            Some(find) => find(&spec, amendments).map_err(error)?,
            None => Arc::new(Rules::load_amended(&spec, amendments, limits).map_err(error)?),
        };
        if self.is_own {
            return Ok(rules);
        }
        let declarations = &rules.program().declarations;
        let asked = self.spec.options(declarations).map_err(LoadError::from)?;
        let weights = self.spec.weights(declarations).map_err(LoadError::from)?;
        let is_asked = asked == rules.options() && weights == rules.weights();
        if self.spec.choices.is_empty() || is_asked {
            return Ok(rules);
        }
        Err(other())
    }

    /// Whether the file means the rules that were asked for. A path in it may be
    /// relative to the current directory or to the directory of the file.
    fn same_source(&self, found: &Source) -> bool {
        match (found, &self.spec.source) {
            (Source::File(found), Source::File(asked)) => {
                let beside = Path::new(&self.path).parent().map(|folder| folder.join(found));
                let asked_path = asked.clone();
                let asked = asked.canonicalize().ok();
                // If it does not exist, loading it will report that.
                if *found == asked_path {
                    return true;
                }
                [Some(found.clone()), beside]
                    .into_iter()
                    .flatten()
                    .any(|path| asked.is_some() && path.canonicalize().ok() == asked)
            }
            (found, asked) => found == asked,
        }
    }
}
