//! The games that were kept while they were played, here or by `hornet play`, so
//! that any of them can be continued.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::layout;
use super::session::{Answer, Error, Session, counted};
use super::style::{self, paint};
use crate::play::{SavedGame, games_folder, saved_games};

/// This many are listed unless all are wanted.
const MANY: usize = 20;

impl Session {
    /// Lists the saved games, the latest first.
    pub(super) fn saved_games(&mut self, argument: &str) -> Answer {
        self.require_files()?;
        if !matches!(argument, "" | "all") {
            return Err(Error::new(format!("`{argument}` is not how many games to list"))
                .help("`games` lists the latest, `games all` all of them"));
        }
        let Some(folder) = games_folder() else {
            return Ok("Games are not saved, as HORNET_GAMES is empty.".into());
        };
        let shown = folder.display();
        let games = saved_games(&folder)
            .map_err(|error| Error::new(format!("cannot read {shown}: {error}")))?;
        if games.is_empty() {
            return Ok(format!("No games are saved in {shown}."));
        }
        let count = if argument == "all" { games.len() } else { games.len().min(MANY) };
        let row = |(index, game): (usize, &SavedGame)| {
            let moves = counted(game.moves, "move");
            vec![(index + 1).to_string(), game.game.clone(), moves, ago(game.changed)]
        };
        let rows: Vec<Vec<String>> = games[..count].iter().enumerate().map(row).collect();
        self.listed = games[..count].iter().map(|game| game.path.clone()).collect();
        let mut footer = format!("% {} in {shown}", counted(games.len(), "game"));
        if count < games.len() {
            footer += &format!("; `games all` lists the other {}", games.len() - count);
        }
        footer += "; `load N` loads one";
        let table = layout::table(&["", "Game", "Moves", "Last played"], &rows);
        Ok(format!("{table}\n{}", paint(style::ASIDE, &footer)))
    }

    /// The file of a saved game that a number means, if it is a number and no file
    /// is called so. Numbers are those of the list that was shown last.
    pub(super) fn saved_game(&self, argument: &str) -> Option<Result<PathBuf, Error>> {
        let number: usize = argument.parse().ok()?;
        if Path::new(argument).exists() {
            return None;
        }
        let listed = match self.listed.is_empty() {
            true => {
                let found = games_folder().and_then(|folder| saved_games(&folder).ok());
                found.unwrap_or_default().into_iter().map(|game| game.path).collect()
            }
            false => self.listed.clone(),
        };
        let path = number.checked_sub(1).and_then(|index| listed.get(index)).cloned();
        Some(path.ok_or_else(|| {
            Error::new(format!("there is no saved game {number}"))
                .help("`games` lists those there are")
        }))
    }
}

/// How long ago something was.
pub(crate) fn ago(time: SystemTime) -> String {
    let Ok(passed) = SystemTime::now().duration_since(time) else { return "just now".into() };
    let minutes = passed.as_secs() / 60;
    let (number, unit) = match minutes {
        0 => return "just now".into(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", counted(number as usize, unit))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_told_as_people_do() {
        let told = |seconds| ago(SystemTime::now() - Duration::from_secs(seconds));
        assert_eq!(told(0), "just now");
        assert_eq!(told(61), "1 minute ago");
        assert_eq!(told(7300), "2 hours ago");
        assert_eq!(told(400_000), "4 days ago");
        assert_eq!(ago(SystemTime::now() + Duration::from_secs(60)), "just now");
    }
}
