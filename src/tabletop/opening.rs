//! Sitting down at a table: the game, its players, and the file it is saved in
//! are prepared before the first move.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Trouble;
use super::input::Input;
use super::menu::{self, Known, Pace, Save, Setup, Which};
use super::shell::question;
use super::table::Table;
use crate::game::{Game, Rules};
use crate::logic::engine::Limits;
use crate::play::{
    InFile, Journal, JournalError, Kind, Loaded, Player, PlayerError, games_folder, load_rules,
    recover_record, same_file, save_in,
};
use crate::repl::style::{self, paint};

/// The game that is wanted at the table; what is not given is asked.
#[derive(Clone, Default, Debug)]
pub struct Wanted {
    /// The game.
    pub game: Option<String>,
    /// Who plays, in the order of the sides.
    pub players: Option<Vec<Player>>,
    /// The file of a game to continue.
    pub load: Option<PathBuf>,
    /// Which game, if the file holds several.
    pub number: Option<usize>,
    /// Where to save the game.
    pub save: Save,
    /// How machines move.
    pub pace: Option<Pace>,
    /// The seed of the machines' random choices.
    pub seed: u64,
}

/// A table with its players, and their pace; nothing if somebody leaves before
/// the game begins. No file is changed before that.
pub fn open(
    wanted: Wanted,
    limits: &Limits,
    input: &mut Input<'_>,
    out: &mut dyn Write,
) -> Result<Option<(Table, Pace)>, Trouble> {
    let mut remarks = Vec::new();
    let (mut wanted, mut chosen) = (wanted, None);
    if wanted.game.is_none() && wanted.load.is_none() {
        match menu::which_game(limits, input, out)? {
            Some(Which::New(rules)) => chosen = Some(rules),
            Some(Which::Saved(path)) => wanted.load = Some(path),
            None => return Ok(None),
        }
    }
    let asks_all = chosen.is_some() && wanted.players.is_none();
    let loaded = match &wanted.load {
        Some(path) => {
            let place = InFile { file: path, number: wanted.number };
            Some(recover_record(place, wanted.game.as_deref(), limits.clone())?)
        }
        None => None,
    };
    let rules = match (&loaded, chosen, &wanted.game) {
        (Some(loaded), ..) => loaded.game.rules().clone(),
        (None, Some(rules), _) => rules,
        (None, None, name) => {
            let name = name.as_deref().unwrap_or_default();
            Arc::new(load_rules(name, limits.clone())?)
        }
    };
    rules.require_game()?;
    let players = match (wanted.players, &loaded, &wanted.load) {
        (Some(players), ..) => Some(players),
        (None, Some(loaded), Some(path)) => match named(&loaded.players, &mut remarks) {
            Some(players) if !may_start(&players, path, input, out)? => return Ok(None),
            players => players,
        },
        (None, ..) => None,
    };
    if let Some(players) = &players {
        one_for_each_side(&rules, players, AS_OPTION, "")?;
    }
    show(input, out, &mut remarks)?;
    let known = Known { players, save: wanted.save, pace: wanted.pace, asks_all };
    let Some(setup) = menu::ask(known, rules, limits, input, out)? else { return Ok(None) };
    let Setup { rules, players, save, pace } = setup;
    one_for_each_side(&rules, &players, AS_OPTION, "")?;
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => Game::new(rules)?,
    };
    let mut table = Table::new(game, &players, wanted.seed, limits.clone())?;
    table.set_save(save.clone());
    let resumed = match (&loaded, &wanted.load) {
        (Some(loaded), Some(path)) => {
            remarks.extend(loaded.game.about().heading());
            remarks.extend(loaded.remarks());
            remarks.extend(loaded.dropped.as_ref().map(|dropped| dropped.to_string()));
            resume(path, wanted.game.as_deref(), &save, loaded, &table, limits)?
        }
        _ => None,
    };
    let (journal, is_unasked) = match resumed {
        Some(journal) => (Some(journal), false),
        None => (begin(&table, &save, &mut remarks)?, save == Save::AmongGames),
    };
    if let Some(journal) = journal {
        table.save_in(journal, is_unasked);
    }
    let (players, saved) = (table.pairing(), table.where_saved());
    remarks.push(format!("{players}; {saved}; `help` lists what you can type"));
    show(input, out, &mut remarks)?;
    Ok(Some((table, pace)))
}

/// How players are named at the command line.
const AS_OPTION: &str = "--players ";

/// Shows remarks, once.
fn show(input: &Input<'_>, out: &mut dyn Write, remarks: &mut Vec<String>) -> io::Result<()> {
    for line in remarks.drain(..) {
        input.tell(out, &paint(style::ASIDE, &format!("% {line}")))?;
    }
    Ok(())
}

/// The file of a game to continue, unless the game is to be saved in another, or
/// is one line, to which no moves can be added.
fn resume(
    path: &Path,
    asked: Option<&str>,
    save: &Save,
    loaded: &Loaded,
    table: &Table,
    limits: &Limits,
) -> Result<Option<Journal>, Trouble> {
    let is_continued = match save {
        Save::AmongGames => true,
        Save::In(other) => same_file(path, other),
        Save::Nowhere => false,
    };
    let is_new = *save == Save::AmongGames && !loaded.is_in_game_file();
    if !is_continued || is_new {
        return Ok(None);
    }
    let mut journal = match Journal::resume(path, asked, limits.clone()) {
        Ok((journal, _)) => journal,
        Err(error @ JournalError::Write { .. }) => {
            return Err(Trouble::Message(format!(
                "{error}; --save FILE saves the game in another file, --no-save in none"
            )));
        }
        Err(error) => return Err(error.into()),
    };
    if loaded.players != table.players() && loaded.game.settlement().is_none() {
        journal.change_players(&table.players())?;
    }
    Ok(Some(journal))
}

/// The file that a game is saved in from its beginning.
pub(super) fn begin(
    table: &Table,
    save: &Save,
    remarks: &mut Vec<String>,
) -> Result<Option<Journal>, Trouble> {
    let (game, players) = (table.game(), table.players());
    match save {
        Save::In(path) => Ok(Some(Journal::create(path, game, &players)?)),
        Save::Nowhere => Ok(None),
        // Nobody asked for this file, so the game is played without it if need be.
        Save::AmongGames => Ok(games_folder().and_then(|folder| {
            let saved = save_in(&folder, game, &players);
            saved.map_err(|error| remarks.push(format!("the game cannot be saved: {error}"))).ok()
        })),
    }
}

/// The players that a game file names. If they are not players that Hornet knows,
/// it is asked who continues.
fn named(names: &[String], remarks: &mut Vec<String>) -> Option<Vec<Player>> {
    let players: Result<Vec<Player>, PlayerError> = names.iter().map(|name| name.parse()).collect();
    match players {
        Ok(players) => (!players.is_empty()).then_some(players),
        Err(_) => {
            remarks.push(format!("it was played by {}", names.join(" and ")));
            None
        }
    }
}

/// Whether the programs among the players that a game file names may be started, and
/// those elsewhere connected to: a file may come from a stranger, so somebody at the
/// terminal has to agree.
fn may_start(
    players: &[Player],
    file: &Path,
    input: &mut Input<'_>,
    out: &mut dyn Write,
) -> Result<bool, Trouble> {
    let named = |name: &dyn Fn(&Kind) -> Option<String>| {
        let names = players.iter().filter_map(|player| name(&player.kind));
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
    };
    let commands = named(&|kind| match kind {
        Kind::Uhp(spec) => Some(spec.command().to_string()),
        _ => None,
    });
    let addresses = named(&|kind| match kind {
        Kind::Http(spec) => Some(spec.to_string()),
        _ => None,
    });
    let file = file.display();
    for (names, what, act, wish, ask) in [
        (
            commands,
            "that is a program",
            "start programs",
            "start a program on this computer",
            "start it? [no]> ",
        ),
        (addresses, "over HTTP", "connect to any", "connect to a player", "connect? [no]> "),
    ] {
        if names.is_empty() {
            continue;
        }
        if !input.is_terminal() {
            return Err(Trouble::Message(format!(
                "{file} names a player {what}, {names}, and a file does not {act}; name the \
                 players, as in --players human,greedy"
            )));
        }
        writeln!(out, "{file} wants to {wish}: {names}")?;
        let answer = question(input, out, ask)?.unwrap_or_default();
        if !matches!(answer.to_lowercase().as_str(), "y" | "yes") {
            let other = "nothing is started; --players names others who continue the game";
            show(input, out, &mut vec![other.to_string()])?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Refuses players who are not one for each side; what would be right stands between
/// the given words.
pub(super) fn one_for_each_side(
    rules: &Rules,
    players: &[Player],
    before: &str,
    after: &str,
) -> Result<(), Trouble> {
    let sides = rules.program().declarations.players();
    if sides.len() == players.len() {
        return Ok(());
    }
    let sides: Vec<&str> = sides.iter().map(|side| side.as_str()).collect();
    Err(Trouble::Message(format!(
        "{} has {} side{}, {}, and {} player{} named; name one for each, as in {before}{}{after}",
        rules.name(),
        sides.len(),
        if sides.len() == 1 { "" } else { "s" },
        sides.join(", "),
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
