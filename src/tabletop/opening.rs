//! Sitting down at a table: the game, its players, and the file it is kept in
//! are all seen to before the first move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Trouble;
use super::input::Input;
use super::menu::{self, Known, Pace, Save, Setup};
use super::table::Table;
use crate::game::{Game, LoadError, Rules, Spec};
use crate::logic::interpreter::Limits;
use crate::play::{
    Journal, JournalError, Loaded, Player, PlayerError, games_folder, keep_in, recover_record,
    same_file,
};
use crate::repl::style::{self, paint};

/// How a game at the table is wanted; what is not said is asked.
#[derive(Clone, Default, Debug)]
pub struct Wanted {
    /// The game.
    pub game: Option<String>,
    /// Who plays, in the order of the sides.
    pub players: Option<Vec<Player>>,
    /// The file of a game to go on with.
    pub load: Option<PathBuf>,
    /// Where to keep the game.
    pub save: Save,
    /// How machines move.
    pub pace: Option<Pace>,
    /// What decides between equally good moves of machines.
    pub seed: u64,
}

/// A table with its players, and how fast they play. Nothing, if somebody leaves
/// before the game begins.
pub fn open(
    wanted: Wanted,
    limits: &Limits,
    input: &mut Input<'_>,
    out: &mut dyn Write,
) -> Result<Option<(Table, Pace)>, Trouble> {
    let resumed = match &wanted.load {
        Some(path) => Some(resume(path, &wanted, limits)?),
        None => None,
    };
    let rules = match (&resumed, &wanted.game) {
        (Some((loaded, _)), _) => Some(loaded.game.rules().clone()),
        (None, Some(name)) => {
            let spec = Spec::parse(name).map_err(LoadError::from)?;
            Some(Arc::new(Rules::load(&spec, limits.clone())?))
        }
        (None, None) => None,
    };
    let players = match (&resumed, wanted.players) {
        (_, Some(players)) => Some(players),
        (Some((loaded, _)), None) if !loaded.players.is_empty() => Some(named(&loaded.players)?),
        _ => None,
    };
    if let (Some(rules), Some(players)) = (&rules, &players) {
        one_for_each_side(rules, players)?;
    }
    let known = Known { rules, players, save: wanted.save, pace: wanted.pace };
    let Some(setup) = menu::ask(known, limits, input, out)? else { return Ok(None) };
    let Setup { rules, players, save, pace } = setup;
    one_for_each_side(&rules, &players)?;
    let (loaded, journal) = match resumed {
        Some((loaded, journal)) => (Some(loaded), journal),
        None => (None, None),
    };
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => Game::new(rules)?,
    };
    let mut table = Table::new(game, &players, wanted.seed, limits.clone())?;
    let mut said = Vec::new();
    if let Some(loaded) = loaded {
        said.extend(loaded.dropped.map(|dropped| dropped.to_string()));
        if let Some(player) = loaded.resigned {
            table.set_resigned(player);
        }
    }
    let journal = match journal {
        Some(journal) => Some(journal),
        None => begin(&table, &save, &mut said)?,
    };
    let kept = match &journal {
        Some(journal) => format!("kept in {}", journal.path().display()),
        None => "kept in no file".to_string(),
    };
    said.push(format!("{}; {kept}; `help` tells what can be typed", table.pairing()));
    for line in said {
        writeln!(out, "{}", paint(style::ASIDE, &format!("% {line}")))?;
    }
    if let Some(journal) = journal {
        table.keep(journal);
    }
    Ok(Some((table, pace)))
}

/// The game in a file, and the file to go on with, unless the game is to be kept
/// in another.
fn resume(
    path: &Path,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<(Loaded, Option<Journal>), Trouble> {
    let asked = wanted.game.as_deref();
    let goes_on = match &wanted.save {
        Save::BySelf => true,
        Save::In(other) => same_file(path, other),
        Save::Nowhere => false,
    };
    if goes_on {
        match Journal::resume(path, asked, limits.clone()) {
            Ok((journal, loaded)) => return Ok((loaded, Some(journal))),
            // A game in one line cannot grow: it goes on in a file of its own.
            Err(JournalError::OneLine { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok((recover_record(path, asked, limits.clone())?, None))
}

/// The file that a game is kept in from its beginning.
fn begin(table: &Table, save: &Save, said: &mut Vec<String>) -> Result<Option<Journal>, Trouble> {
    let (game, players) = (table.game(), table.players());
    match save {
        Save::In(path) => Ok(Some(Journal::create(path, game, &players)?)),
        Save::Nowhere => Ok(None),
        // Nobody asked for it, so that it may as well fail.
        Save::BySelf => Ok(games_folder().and_then(|folder| {
            let kept = keep_in(&folder, game, &players);
            kept.map_err(|error| said.push(format!("the game cannot be kept: {error}"))).ok()
        })),
    }
}

/// The players that a game file names.
fn named(names: &[String]) -> Result<Vec<Player>, PlayerError> {
    names.iter().map(|name| name.parse()).collect()
}

fn one_for_each_side(rules: &Rules, players: &[Player]) -> Result<(), Trouble> {
    let sides = rules.program().declarations.players();
    if sides.len() == players.len() {
        return Ok(());
    }
    let sides: Vec<&str> = sides.iter().map(|side| side.as_str()).collect();
    Err(Trouble::Players(format!(
        "{} has {} sides, {}, and {} player{} named; name one for each, as in --players {}",
        rules.name(),
        sides.len(),
        sides.join(" and "),
        players.len(),
        if players.len() == 1 { " is" } else { "s are" },
        ["human", "greedy", "random"]
            .iter()
            .cycle()
            .take(sides.len())
            .copied()
            .collect::<Vec<_>>()
            .join(",")
    )))
}
