//! Going back and forth in a game without changing it. The file keeps all moves
//! until another one is played from an earlier position.

use super::table::{Reply, Table, Then, join};
use crate::game::Game;

impl Table {
    /// Goes to the position after a number of moves. Machines wait there.
    pub(super) fn go_to(&mut self, argument: &str) -> Result<Reply, String> {
        let last = self.game().actions().len() + self.game().undone();
        let number = match argument.parse::<usize>() {
            Ok(number) if number <= last => number,
            Ok(_) if last == 0 => return Err("no move has been played".into()),
            _ => {
                let wrong = match argument {
                    "" => "name a position".to_string(),
                    other => format!("there is no position `{other}`"),
                };
                return Err(format!("{wrong}; 0 is the start, {last} the last position"));
            }
        };
        let mut game = self.game().clone();
        while game.actions().len() > number && game.undo().is_some() {}
        self.session.set_game(game);
        let mut warnings = Vec::new();
        while self.game().actions().len() < number {
            match self.play_again()? {
                Some(warning) => warnings.push(warning),
                None => break,
            }
        }
        let text = join([self.board()].into_iter().chain(warnings));
        Ok(Reply { text, then: Then::Look })
    }

    /// Plays again the next move of those that were taken back; nothing if there is
    /// none. It is written to the file, unless it still stands there.
    pub(super) fn play_again(&mut self) -> Result<Option<String>, String> {
        let before = self.game().clone();
        let mut game = before.clone();
        if game.redo().map_err(|error| error.to_string())?.is_none() {
            return Ok(None);
        }
        self.session.set_game(game);
        Ok(Some(match self.moves_beyond(&before) {
            0 => self.save_action(&before),
            _ => String::new(),
        }))
    }

    /// How many moves the file has beyond a position of the game.
    pub(super) fn moves_beyond(&self, game: &Game) -> usize {
        let saved = self.journal.as_ref().map_or(0, |journal| journal.actions());
        saved.saturating_sub(game.actions().len())
    }
}
