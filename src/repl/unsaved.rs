//! Clauses that are in no file yet: whoever leaves, or drops them, is asked first.

use super::command::Verb;
use super::session::{Session, counted};
use super::statement::Statement;
use crate::game::Game;
use crate::logic::amend::on_one_line;

impl Session {
    /// What to ask somebody before a statement is done, if anything would be lost.
    pub fn question_before(&self, statement: &Statement) -> Option<String> {
        match statement {
            Statement::Command(Verb::Quit, _) => self.question_before_leaving(),
            Statement::Command(Verb::Reset, argument) if argument == "all" => {
                self.question_before_reset()
            }
            _ => None,
        }
    }

    /// The same before the session ends.
    pub fn question_before_leaving(&self) -> Option<String> {
        let waiting = self.kept.iter().map(|kept| &kept.game);
        let here = self.unsaved(std::iter::once(&self.game));
        let all = self.unsaved(waiting.chain([&self.game]));
        let (is, them) = if all == 1 { ("is", "it") } else { ("are", "them") };
        // Clauses are saved from the game that they belong to.
        let how = match here {
            _ if all == 0 => return None,
            0 => format!(
                "in a game that waits: `resume` goes back to it, `save mine FILE.pl` then saves \
                 {them}"
            ),
            here if here < all => "`save mine FILE.pl` saves those of this game; `resume` goes \
                                   back to the others"
                .to_string(),
            _ => format!("`save mine FILE.pl` saves {them}"),
        };
        Some(format!("{} {is} not saved ({how}). Leave anyway?", counted(all, "clause")))
    }

    /// How many clauses of some games are in no file.
    fn unsaved<'a>(&self, games: impl Iterator<Item = &'a Game>) -> usize {
        let mut unsaved: Vec<String> = games.flat_map(clauses).collect();
        unsaved.retain(|clause| !self.saved.contains(clause));
        unsaved.sort();
        unsaved.dedup();
        unsaved.len()
    }

    /// The clauses of the game at hand are in a file, or need not be.
    pub(super) fn regard_as_saved(&mut self) {
        self.saved.extend(clauses(&self.game));
    }
}

/// The clauses that somebody added, each on one line.
fn clauses(game: &Game) -> Vec<String> {
    game.rules().amendments().added().iter().map(|clause| on_one_line(&clause.text)).collect()
}
