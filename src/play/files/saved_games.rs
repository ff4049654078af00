//! Where games are saved unless somebody names a file, so that none is lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::journal::{Journal, JournalError};
use super::line::{Line, Statement, fact_set_up, lines, statement};
use crate::game::{Game, Source, read_text};
use crate::logic::syntax::hidden::visible_line;

/// How many names are tried for a game.
const MOST_NAMES: usize = 100_000;

/// Where Hornet saves what it needs again when it is started the next time.
pub fn state_folder() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let state = state.or_else(|| Some(std::env::home_dir()?.join(".local").join("state")))?;
    Some(state.join("hornet"))
}

/// Where games are saved: `HORNET_GAMES`, or a folder in the user's state
/// directory. If `HORNET_GAMES` is empty, none are saved.
pub fn games_folder() -> Option<PathBuf> {
    match std::env::var_os("HORNET_GAMES") {
        Some(path) => (!path.is_empty()).then(|| path.into()),
        None => Some(state_folder()?.join("games")),
    }
}

/// Saves a game in a new file of a folder, which is created if necessary.
pub fn save_in(folder: &Path, game: &Game, players: &[String]) -> Result<Journal, JournalError> {
    let failed =
        |error: io::Error| JournalError::Write { path: folder.display().to_string(), error };
    fs::create_dir_all(folder).map_err(failed)?;
    let stem = stem(game);
    let game = &with_absolute_path(game);
    for number in 1..=MOST_NAMES {
        let path = folder.join(format!("{stem}-{number:03}.game"));
        if path.exists() {
            continue;
        }
        match Journal::create_new(&path, game, players) {
            // Another game has begun at the same moment.
            Err(JournalError::Exists { .. }) => continue,
            created => return created,
        }
    }
    Err(failed(io::Error::other("there are too many games in it")))
}

/// A game in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// Its file.
    pub path: PathBuf,
    /// The game and its options, as they are named; rules in a file by the name of
    /// the file.
    pub game: String,
    /// How many moves were played.
    pub moves: usize,
    /// Whether its last line says that it is over.
    pub is_over: bool,
    /// When it was last written.
    pub changed: SystemTime,
}

/// The games that were saved in a folder, the latest first. They are not replayed;
/// files that are no games are left out. Without such a folder there are none.
pub fn saved_games(folder: &Path) -> io::Result<Vec<SavedGame>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut games: Vec<SavedGame> =
        entries.filter_map(|entry| saved_game(&entry.ok()?.path())).collect();
    games.sort_by(|one, other| {
        other.changed.cmp(&one.changed).then_with(|| other.path.cmp(&one.path))
    });
    Ok(games)
}

fn saved_game(path: &Path) -> Option<SavedGame> {
    if path.extension() != Some("game".as_ref()) || !path.is_file() {
        return None;
    }
    let changed = path.metadata().and_then(|known| known.modified()).ok()?;
    let text = read_text(path).ok()?;
    let mut statements = lines(&text);
    let game = statements.next()?.text.strip_prefix("game ")?;
    let game = Path::new(game).file_name().map_or(game.into(), |name| name.to_string_lossy());
    let is_move = |line: &Line| {
        !line.text.starts_with("rule ")
            && fact_set_up(line.text).is_none()
            && matches!(statement(line.text), Statement::Action(_))
    };
    let moves = statements.filter(is_move).count();
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_settled = |line: Line| matches!(statement(line.text), Statement::Settled(..));
    let is_over = last.starts_with("# The game is over") || lines(&text).any(is_settled);
    let game = visible_line(&game).to_string();
    Some(SavedGame { path: path.into(), game, moves, is_over, changed })
}

/// The same game, with the path of its rules so that it is found from anywhere.
fn with_absolute_path(game: &Game) -> Game {
    let rules = game.rules();
    let Source::File(path) = &rules.spec().source else { return game.clone() };
    let absolute = path.canonicalize().ok().and_then(|path| rules.in_file(&path).ok());
    absolute.map_or_else(|| game.clone(), |rules| game.under(Arc::new(rules)))
}

/// How the names of a game's files begin.
fn stem(game: &Game) -> String {
    let rules = game.rules();
    let name = match &rules.spec().source {
        Source::Shipped(_) => rules.name().to_string(),
        Source::File(path) => path.file_stem().unwrap_or_default().display().to_string(),
    };
    let plain = |c: char| if c.is_alphanumeric() || "+-_".contains(c) { c } else { '-' };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn each_game_gets_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("deep").join("down");
        for (name, file) in [
            ("hive+m", "hive+m-001.game"),
            ("hive+m", "hive+m-002.game"),
            ("tanks:6", "tanks-6-001.game"),
            ("examples/tictactoe.pl", "tictactoe-001.game"),
        ] {
            let game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
            let journal = save_in(&games, &game, &[]).unwrap();
            assert_eq!(journal.path(), games.join(file));
            let path = journal.path().to_path_buf();
            let text = fs::read_to_string(&path).unwrap();
            let rules = text.lines().next().and_then(|line| line.strip_prefix("game ")).unwrap();
            assert!(!rules.ends_with(".pl") || Path::new(rules).is_absolute(), "{rules}");
        }
    }

    #[test]
    fn saved_games_are_listed_without_replaying_them() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(saved_games(&folder.path().join("none")).unwrap(), []);
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.game", "game tanks:6\nplayers human random\nb2-b3\nc5-c4\nresigned bot\n");
        write("b.game", "game /far/away/mine.pl:size=6\nrule add a :- b.\n");
        write("c.game", "something else\n");
        write("d.txt", "game tanks\n");
        let games = saved_games(folder.path()).unwrap();
        let told = games.iter().map(|g| (g.game.as_str(), g.moves, g.is_over));
        let mut told: Vec<_> = told.collect();
        told.sort();
        assert_eq!(told, [("mine.pl:size=6", 0, false), ("tanks:6", 2, true)]);
        assert!(games[0].changed >= games[1].changed);
    }
}
