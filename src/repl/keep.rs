//! Keeps the games that are played at the prompt, as `hornet play` does: each in a
//! file of its own, written anew after every change, so that nothing is lost if the
//! terminal closes.

use std::path::{Path, PathBuf};

use crate::game::{Action, Game, write_whole};
use crate::play::{games_folder, save_in, saved_text};

/// Keeps one game after the other.
pub struct Keeper {
    folder: Option<PathBuf>,
    /// The game that was kept last.
    kept: Option<Kept>,
}

struct Kept {
    path: PathBuf,
    text: String,
    /// The game and its actions, to tell another game from this one.
    name: String,
    actions: Vec<Action>,
}

impl Keeper {
    /// Keeps games in the folder where `hornet play` does.
    pub fn new() -> Keeper {
        Keeper { folder: games_folder(), kept: None }
    }

    /// Keeps a game, if anything was played. After a failure it does not try again.
    pub fn keep(&mut self, game: &Game) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let actions: Vec<Action> = game.actions().cloned().collect();
        if actions.is_empty() {
            // What is played next is another game.
            self.kept = None;
            return Ok(());
        }
        let name = game.rules().name().to_string();
        let is_same = |kept: &Kept| kept.name == name && kept.actions.first() == actions.first();
        let text = saved_text(game);
        let kept = match self.kept.take().filter(is_same) {
            Some(kept) if kept.text == text => Ok(kept.path),
            Some(kept) => write_whole(&kept.path, &text)
                .map(|()| kept.path.clone())
                .map_err(|error| format!("{}: {error}", kept.path.display())),
            None => save_in(folder, game, &[])
                .map(|journal| journal.path().to_path_buf())
                .map_err(|error| error.to_string()),
        };
        match kept {
            Ok(path) => {
                self.kept = Some(Kept { path, text, name, actions });
                Ok(())
            }
            Err(error) => {
                self.folder = None;
                Err(error)
            }
        }
    }

    /// The file of the game that was kept last.
    pub fn file(&self) -> Option<&Path> {
        self.kept.as_ref().map(|kept| kept.path.as_path())
    }
}
