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
        let (number, is, them) = match self.unsaved() {
            0 => return None,
            1 => (1, "is", "it"),
            several => (several, "are", "them"),
        };
        let clauses = counted(number, "clause");
        Some(format!("{clauses} {is} not saved (`save mine FILE.pl` saves {them}). Leave anyway?"))
    }

    /// How many clauses, of all games under way, are in no file.
    fn unsaved(&self) -> usize {
        let games = self.kept.iter().map(|kept| &kept.game).chain([&self.game]);
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
