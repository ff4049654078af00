//! A folder in which the games of a match are saved, a game file each.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hornet::game::{Game, write_whole};
use hornet::play::{End, Forfeit, Match, Round, written_record_of};

/// A folder that games can be saved in.
pub struct Folder {
    path: PathBuf,
    /// How many digits a file's name has.
    digits: usize,
}

/// File names have at least this many digits, so that they sort in order.
const DIGITS: usize = 4;

impl Folder {
    /// The folder of a match that goes on: it may hold games of that match.
    pub fn reopen(path: &Path, games: usize) -> Result<Folder, String> {
        let shown = path.display();
        fs::create_dir_all(path)
            .map_err(|error| format!("cannot save games in {shown}: {error}"))?;
        Ok(Folder { path: path.into(), digits: games.to_string().len().max(DIGITS) })
    }

    /// Makes the folder if necessary, and makes sure that games can be written
    /// there, and that none are there already.
    pub fn open(path: &Path, games: usize) -> Result<Folder, String> {
        let shown = path.display();
        let wrong = |error: std::io::Error| format!("cannot save games in {shown}: {error}");
        let folder = Folder::reopen(path, games)?;
        for entry in fs::read_dir(path).map_err(wrong)? {
            let name = entry.map_err(wrong)?.file_name();
            if let Some(name) = name.to_str().filter(|name| is_game_file(name)) {
                return Err(format!(
                    "{shown} already contains games, such as {name}; name another folder, or one \
                     that does not exist yet"
                ));
            }
        }
        let first = folder.file(1);
        File::create_new(&first).map_err(wrong)?;
        fs::remove_file(&first).map_err(wrong)?;
        Ok(folder)
    }

    /// Saves a game.
    pub fn save(&self, pairing: &Match, round: &Round, game: &Game) -> Result<(), String> {
        let path = self.file(round.number);
        let players: Vec<String> =
            pairing.seated(&round.seats).iter().map(|player| player.to_string()).collect();
        let text = format!("{}# {}\n", written_record_of(game, &players), how_it_ended(round));
        write_whole(&path, &text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    fn file(&self, number: usize) -> PathBuf {
        self.path.join(format!("{number:0digits$}.txt", digits = self.digits))
    }
}

/// Whether a file is named like a game of a match.
fn is_game_file(name: &str) -> bool {
    name.strip_suffix(".txt").is_some_and(|number| {
        number.len() >= DIGITS && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// How a game ended, in words.
pub fn how_it_ended(round: &Round) -> String {
    let plies = round.result.plies;
    if let Some(Forfeit { side, failure }) = &round.result.forfeit {
        return format!("{side} lost by forfeit: {failure}");
    }
    let causes: Vec<&str> =
        round.result.causes.iter().map(|cause| cause.message.as_str()).collect();
    let by = if causes.is_empty() { String::new() } else { format!(": {}", causes.join("; ")) };
    match (round.result.end, round.result.winner) {
        (End::Outcome, Some(winner)) => format!("{winner} won{by}"),
        (End::Outcome, None) => format!("a draw{by}"),
        (End::BrokenOff, Some(winner)) => format!("broken off after {plies} actions: {winner} led"),
        (End::BrokenOff, None) => format!("broken off after {plies} actions: a draw"),
        (End::Forfeit, _) => "lost by forfeit".into(),
        (End::Stuck, _) => "nothing is legal, though the game is not over: a draw".into(),
    }
}
