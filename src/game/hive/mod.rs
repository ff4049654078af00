//! How Hive is written and drawn. The notation is that of the Universal Hive
//! Protocol: `wA1 bQ-` brings the first white ant to the cell east of the black
//! queen. The rules themselves are in `rules/hive.pl`, but others may be written
//! with the same words.

mod drawing;
mod game_string;
mod notation;
mod pieces;

pub use game_string::{GameString, GameStringError, game_string};

use super::action::Action;
use super::course::Game;
use super::face::{Face, Unreadable};
use super::marks::Marks;
use super::needs::Needs;
use crate::logic::check::declarations::Shape;
use crate::logic::program::Program;

/// The face of Hive.
pub struct Hive;

const NEEDS: Needs = Needs {
    board: |shape| shape == Shape::Hex,
    players: &["white", "black"],
    values: &[("piece", pieces::is_name)],
    states: &[("at", &["piece", "cell", "int"])],
    actions: &[("place", &["piece", "cell"]), ("move", &["piece", "cell", "cell"]), ("pass", &[])],
    asked: &[("bug", &["piece", "player", "_", "_"]), ("takes_part", &["_"])],
};

impl Face for Hive {
    fn fits(&self, program: &Program) -> bool {
        NEEDS.met_by(program)
    }

    fn write(&self, game: &Game, action: &Action) -> String {
        notation::write(game, action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::read(game, text)
    }

    fn draw(&self, game: &Game, marks: &Marks) -> String {
        drawing::draw(game, marks)
    }
}
