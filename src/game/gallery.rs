//! What a list of games says about each: who plays on what, and what it is about in
//! a sentence. The games come with Hornet, or are rule files in a folder.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::rule_page::{Block, rule_page};
use super::rules::{LoadError, Rules};
use super::shipped::{ShippedGame, shipped_games};
use super::spec::{Source, Spec};
use crate::logic::check::boards::Shape;
use crate::logic::check::diagnostic::Severity;
use crate::logic::engine::Limits;

/// This many rule files of a folder are looked at.
const MOST_FILES: usize = 200;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the game is called.
    pub title: String,
    /// How many play it.
    pub players: usize,
    /// How large its board is, in words.
    pub board: String,
    /// What it is about, in a sentence; empty where the rules do not say.
    pub about: String,
}

/// Why a rule file is listed, and cannot be played.
#[derive(Debug, Error)]
pub enum NotPlayable {
    /// There are mistakes in it.
    #[error("{errors} error{}", if *.errors == 1 { "" } else { "s" })]
    Mistakes {
        /// How many.
        errors: usize,
    },
    /// It cannot be read or evaluated.
    #[error("{0}")]
    Other(LoadError),
}

/// The games that come with Hornet.
pub fn shipped_entries(
    limits: &Limits,
) -> impl Iterator<Item = Result<(&'static ShippedGame, Entry), LoadError>> + '_ {
    shipped_games().iter().map(|game| {
        let spec = Spec { source: Source::Shipped(game.name.into()), choices: Vec::new() };
        Ok((game, entry(&Rules::load(&spec, limits.clone())?)))
    })
}

/// The rule files in a folder, by their names. Knowledge bases are left out, for there
/// is nothing to play.
pub fn entries_in(
    folder: &Path,
    limits: &Limits,
) -> io::Result<Vec<(String, Result<Entry, NotPlayable>)>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)?.take(MOST_FILES) {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "pl") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let listed = files.iter().filter_map(|path| {
        let spec = Spec { source: Source::File(path.clone()), choices: Vec::new() };
        let entry = match Rules::load(&spec, limits.clone()) {
            Ok(rules) if !rules.is_game() => return None,
            Ok(rules) => Ok(entry(&rules)),
            Err(LoadError::Rejected(rejected)) => {
                let is_error = |severity| severity == Severity::Error;
                let errors = rejected.diagnostics.iter().filter(|d| is_error(d.severity)).count();
                Err(NotPlayable::Mistakes { errors })
            }
            Err(error) => Err(NotPlayable::Other(error)),
        };
        Some((path.file_name()?.to_string_lossy().to_string(), entry))
    });
    Ok(listed.collect())
}

fn entry(rules: &Rules) -> Entry {
    let paragraph = rule_page(rules).into_iter().flatten().find_map(|block| match block {
        Block::Paragraph(text) => Some(text),
        _ => None,
    });
    Entry {
        title: rules.title().to_string(),
        players: rules.program().declarations.players().len(),
        board: match rules.board() {
            None => "no board".into(),
            Some(board) if *board.shape() == Shape::Hex => "unbounded".into(),
            Some(board) => format!("{} cells", board.cells().count()),
        },
        about: paragraph.map_or_else(String::new, |text| first_sentence(&text).to_string()),
    }
}

/// The first sentence of a text, with its full stop.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_that_comes_with_hornet_says_what_it_is_about() {
        let limits = Limits::default();
        let games: Vec<_> = shipped_entries(&limits).map(Result::unwrap).collect();
        assert!(games.iter().filter(|(game, _)| game.is_example()).count() >= 12);
        for (game, entry) in games {
            assert!(entry.about.ends_with('.') && entry.about.len() > 20, "{}", game.name);
            assert!(!entry.title.is_empty() && entry.players > 0, "{}", game.name);
        }
    }

    #[test]
    fn a_folder_lists_games_and_what_should_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("family.pl", "parent(ann, bob).\n");
        write("notes.txt", "legal(");
        write("broken.pl", ":- players([x, o]).\nlegal(\n");
        let rules = "
            :- title('Wait').
            :- players([a, b, c]).
            :- state(turn(player)).
            :- action(wait).
            start(turn(a)).
            legal(wait) :- turn(_).
            draw :- turn_number(3).";
        write("wait.pl", &format!("% Wait.\n%\n% Nothing happens. Then it ends.\n{rules}"));
        let listed = entries_in(folder.path(), &Limits::default()).unwrap();
        let names: Vec<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["broken.pl", "wait.pl"]);
        assert!(matches!(listed[0].1, Err(NotPlayable::Mistakes { errors: 1.. })));
        let wait = listed[1].1.as_ref().unwrap();
        assert_eq!((wait.players, wait.board.as_str()), (3, "no board"));
        assert_eq!((wait.title.as_str(), wait.about.as_str()), ("Wait", "Nothing happens."));
    }
}
