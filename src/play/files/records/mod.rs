//! Games as other programs record them. A reader for each format makes a
//! [`Scoresheet`] of a game, which is then replayed by the rules.

mod dates;
pub mod pgn;
mod replay;
mod sgf;

use std::fmt;

pub use self::replay::{are_meant, chosen, replay};
use crate::game::{About, GameString, Settlement};
use crate::logic::syntax::hidden::is_hidden;

/// What a record says about a game, before it is replayed.
#[derive(Clone, Debug)]
pub struct Scoresheet {
    /// Where it begins.
    pub line: usize,
    /// The type of game, as it is written; none, if it is not said.
    pub game_type: Option<String>,
    /// Who played and when, and comments.
    pub about: About,
    /// The moves.
    pub moves: Vec<Ply>,
    /// How it ended, if the moves do not tell it.
    pub result: Option<Settlement>,
    /// What was not understood, and may have been a part of a move.
    pub skipped: Vec<Skipped>,
}

/// What a reader did not understand, and left out.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// Where it stands.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Where it stands.
    pub line: usize,
    /// The move; where a record tells a place in two ways, both, the better one first.
    pub candidates: Vec<String>,
    /// Whether it is a move for certain; otherwise it is one if it is legal.
    pub is_certain: bool,
}

impl Ply {
    /// A move that is written once.
    pub fn certain(line: usize, text: String) -> Ply {
        Ply { line, candidates: vec![text], is_certain: true }
    }
}

impl Scoresheet {
    /// A game that begins on that line.
    pub fn at(line: usize) -> Scoresheet {
        let (about, moves) = (About::default(), Vec::new());
        Scoresheet { line, game_type: None, about, moves, result: None, skipped: Vec::new() }
    }

    /// Whether another sheet tells the same game.
    fn tells_the_same(&self, other: &Scoresheet) -> bool {
        let moves = |sheet: &Scoresheet| -> Vec<Vec<String>> {
            sheet.moves.iter().map(|ply| ply.candidates.clone()).collect()
        };
        self.about.heading() == other.about.heading() && moves(self) == moves(other)
    }

    /// The type as a GameString begins with it. What is not said follows from the
    /// pieces that are used.
    pub fn as_game_string(&self) -> Option<GameString> {
        let letters = match self.game_type.as_deref().map(str::trim) {
            None | Some("") => {
                let pieces = self.moves.iter().flat_map(|ply| &ply.candidates);
                pieces.filter_map(|text| text.chars().nth(1)).collect()
            }
            Some(named) => expansions(named)?,
        };
        let letters: String =
            ['M', 'L', 'P'].into_iter().filter(|c| letters.to_uppercase().contains(*c)).collect();
        let plus = if letters.is_empty() { "" } else { "+" };
        format!("Base{plus}{letters}").parse().ok()
    }
}

/// The letters of the expansions in the name of a type, in any order: `Base+MLP`,
/// `Hive-PLM`, `base`.
fn expansions(named: &str) -> Option<String> {
    let lower = named.to_ascii_lowercase();
    let rest = lower.strip_prefix("base").or_else(|| lower.strip_prefix("hive"))?;
    let letters = rest.split(char::is_whitespace).next().unwrap_or_default();
    let letters = letters.trim_start_matches(['+', '-', '_']);
    letters.chars().all(|c| "mlp".contains(c)).then(|| letters.to_string())
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.candidates.first().map_or("", String::as_str))
    }
}

/// A line about the game, for a list of several.
impl fmt::Display for Scoresheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = self.about.heading().unwrap_or_else(|| "players not named".into());
        let moves = match self.moves.len() {
            1 => "1 move".to_string(),
            number => format!("{number} moves"),
        };
        let result = match self.result {
            Some(lost @ (Settlement::Resigned(_) | Settlement::Forfeited(_))) => lost.to_string(),
            Some(Settlement::AgreedDraw | Settlement::Declared(None)) => "a draw".into(),
            Some(Settlement::Declared(Some(winner))) => format!("{winner} won"),
            None => "no result".into(),
        };
        write!(f, "{heading}, {moves}, {result}")
    }
}

/// A text in one line, without what nobody sees.
pub fn clean(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_hidden(*c))
        .collect();
    text.trim().to_string()
}
