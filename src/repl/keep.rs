//! Keeps the games that are played at the prompt, as `hornet play` does: each in a
//! file of its own that grows with it, so that nothing is lost if the terminal
//! closes.

use std::fs;
use std::path::{Path, PathBuf};

use super::session::Session;
use crate::game::{Action, Game};
use crate::play::{Journal, JournalError, games_folder, save_in, written_head};

/// Keeps one game after the other.
pub struct Keeper {
    folder: Option<PathBuf>,
    /// Which game of the session it is, and its actions when it was turned to.
    begun: (usize, Vec<Action>),
    /// The file, if anything was played.
    kept: Option<Kept>,
}

struct Kept {
    journal: Journal,
    /// What the file begins with: the game and its rules.
    head: String,
    actions: Vec<Action>,
}

impl Keeper {
    /// Keeps games in the folder where `hornet play` does.
    pub fn new(session: &Session) -> Keeper {
        let begun = (session.begun(), actions(session.game()));
        Keeper { folder: games_folder(), begun, kept: None }
    }

    /// Keeps the game at hand, if anything was played. After a failure it does not
    /// try again.
    pub fn keep(&mut self, session: &Session) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let game = session.game();
        let now = actions(game);
        if session.begun() != self.begun.0 {
            self.begun = (session.begun(), now.clone());
            self.kept = None;
        }
        let head = written_head(game, &[]);
        let kept = match self.kept.take().filter(|kept| kept.head == head) {
            None if now == self.begun.1 => return Ok(()),
            None => None,
            Some(mut kept) => kept.follow(game, &now).is_ok().then_some(kept),
        };
        let kept = kept.map_or_else(|| Kept::new(folder, game, head, &now), Ok);
        self.kept = match kept {
            Ok(kept) => Some(kept),
            Err(error) => {
                self.folder = None;
                return Err(error.to_string());
            }
        };
        Ok(())
    }

    /// The file of the last game. One without any move is removed.
    pub fn end(self) -> Option<PathBuf> {
        let kept = self.kept?;
        let path = kept.journal.path().to_path_buf();
        if kept.actions.is_empty() {
            let _ = fs::remove_file(&path);
            return None;
        }
        Some(path)
    }
}

impl Kept {
    fn new(folder: &Path, game: &Game, head: String, now: &[Action]) -> Result<Kept, JournalError> {
        Ok(Kept { journal: save_in(folder, game, &[])?, head, actions: now.to_vec() })
    }

    /// Takes back and appends what has changed.
    fn follow(&mut self, game: &Game, now: &[Action]) -> Result<(), JournalError> {
        let same = self.actions.iter().zip(now).take_while(|(one, other)| one == other).count();
        if same < self.actions.len() {
            self.journal.take_back(self.actions.len() - same)?;
        }
        if same < now.len() {
            for (before, action) in game.moves().into_iter().skip(same) {
                self.journal.append(&before, &action)?;
            }
        }
        self.actions = now.to_vec();
        Ok(())
    }
}

fn actions(game: &Game) -> Vec<Action> {
    game.actions().cloned().collect()
}
