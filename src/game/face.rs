//! What Rust knows of a particular game: how its actions are written, and how
//! its positions are drawn. Games without a face of their own wear a plain one.

use thiserror::Error;

use super::action::Action;
use super::course::Game;
use super::gauss::Gauss;
use super::hive::Hive;
use super::marks::Marks;
use super::plain::Plain;
use super::spec::Source;
use super::tanks::Tanks;

/// A text that is no action of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read `{text}` as an action: {why}")]
pub struct Unreadable {
    /// The text.
    pub text: String,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl Unreadable {
    /// Says why a text is no action; a long one is cut short.
    pub fn new(text: &str, why: impl Into<String>) -> Unreadable {
        let mut shown: String = text.chars().take(60).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Unreadable { text: shown, why: why.into() }
    }
}

/// A game's notation and drawing.
pub trait Face: Send + Sync {
    /// An action as players of the game write it.
    fn write(&self, game: &Game, action: &Action) -> String;

    /// The action that a player wrote. It may be illegal.
    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable>;

    /// The position, in colour. A marked cell has its piece in brackets, or a
    /// star where it is empty; marks beyond the board are left out.
    fn draw(&self, game: &Game, marks: &Marks) -> String;
}

/// The face of a game.
pub fn of(source: &Source) -> Box<dyn Face> {
    match source {
        Source::Shipped(name) if name == "tanks" => Box::new(Tanks),
        Source::Shipped(name) if name == "gauss" => Box::new(Gauss),
        Source::Shipped(name) if name == "hive" => Box::new(Hive),
        _ => Box::new(Plain),
    }
}
