//! Keeps the games that are played at the prompt, as `hornet play` does: each in a
//! file of its own that grows with it, so that nothing is lost if the terminal
//! closes.

use std::fs;
use std::path::{Path, PathBuf};

use super::session::Session;
use crate::game::{Action, Game};
use crate::play::{Journal, JournalError, LegalPart, games_folder, save_in, written_head};

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
    /// The game and its rules, as they were when the file was begun.
    head: String,
    actions: Vec<Action>,
    /// How many of the actions were made by other rules, and are not in the file.
    left_out: usize,
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
            Some(mut kept) => kept.follow(game, &now).is_ok_and(|can| can).then_some(kept),
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
        // Where the rules cannot be asked, the moves may be legal for all we know.
        let whole = |_| LegalPart { game: game.clone(), left_out: 0 };
        let part = LegalPart::of(game).unwrap_or_else(whole);
        let journal = save_in(folder, &part.game, &[])?;
        Ok(Kept { journal, head, actions: now.to_vec(), left_out: part.left_out })
    }

    /// Takes back and appends what has changed; whether the file can follow.
    fn follow(&mut self, game: &Game, now: &[Action]) -> Result<bool, JournalError> {
        let same = self.actions.iter().zip(now).take_while(|(one, other)| one == other).count();
        if same < self.left_out {
            return Ok(false);
        }
        if same < self.actions.len() {
            self.journal.take_back(self.actions.len() - same)?;
        }
        if same < now.len() {
            for (before, action) in game.moves().into_iter().skip(same) {
                self.journal.append(&before, &action)?;
            }
        }
        self.actions = now.to_vec();
        Ok(true)
    }
}

fn actions(game: &Game) -> Vec<Action> {
    game.actions().cloned().collect()
}
