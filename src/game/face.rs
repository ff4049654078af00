//! What Rust knows of a particular game: how its actions are written, and how
//! its positions are drawn. A game wears the face that fits its rules; where no
//! other does, a plain one.

use thiserror::Error;

use super::action::Action;
use super::course::Game;
use super::gauss::Gauss;
use super::hive::Hive;
use super::marks::Marks;
use super::plain::Plain;
use super::tanks::Tanks;
use crate::logic::program::Program;

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
    /// Whether it can write and draw all that the rules speak of.
    fn fits(&self, program: &Program) -> bool;

    /// An action as players of the game write it.
    fn write(&self, game: &Game, action: &Action) -> String;

    /// The action that a player wrote. It may be illegal.
    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable>;

    /// The position, in colour. A marked cell has its piece in brackets, or a
    /// star where it is empty; marks beyond the board are left out.
    fn draw(&self, game: &Game, marks: &Marks) -> String;
}

/// All faces. The plain one comes last, since it fits every game.
static FACES: [&dyn Face; 4] = [&Tanks, &Gauss, &Hive, &Plain];

/// The face of a game: the first that fits its rules.
pub fn of(program: &Program) -> &'static dyn Face {
    *FACES.iter().find(|face| face.fits(program)).expect("the plain face fits every game")
}
