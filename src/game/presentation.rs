//! How a game is presented to its players: its [`notation`] and its [`drawing`]. Rules
//! say both themselves, as far as they like; only Hive, whose notation no form can
//! express, has a presentation of its own.

use super::action::Action;
use super::drawing::reading::{self, Drawn};
use super::drawing::scene::{self, Scene};
use super::drawing::svg::{self, Picture};
use super::drawing::{self, Marks, View};
use super::game::Game;
use super::notation::{self, Unreadable};
use super::requirements::Requirements;
use super::setup::Edit;
use crate::logic::check::declarations::Shape;
use crate::logic::program::Program;

/// How a game is presented to its players: the notation of its actions and the
/// drawing of its positions.
pub trait Presentation: Send + Sync {
    /// What it needs of the rules, in order to write and draw all that they speak
    /// of. What goes by the rules needs nothing.
    fn requirements(&self) -> Option<&'static Requirements>;

    /// An action as players of the game write it.
    fn write(&self, game: &Game, action: &Action) -> String;

    /// The action that a player wrote. It may be illegal.
    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable>;

    /// The position, in colour. A marked cell has its piece in brackets, or a
    /// star where it is empty; marks beyond the board are left out.
    fn draw_as(&self, game: &Game, view: &View) -> String;

    /// The whole position, with some cells marked.
    fn draw(&self, game: &Game, marks: &Marks) -> String {
        self.draw_as(game, &View::marking(marks))
    }

    /// What there is to see of the position, for others to draw.
    fn scene(&self, game: &Game) -> Scene;

    /// The position as a picture, with the same marks.
    fn picture(&self, game: &Game, marks: &Marks) -> Picture {
        svg::picture(game, marks, &self.scene(game))
    }

    /// What a drawing of a position shows.
    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable>;

    /// How the position changes where a piece is put somewhere in the game's own
    /// words, to set it up.
    fn put(&self, game: &Game, text: &str) -> Result<Edit, Unreadable>;

    /// How it changes where a piece is taken away, if that takes more than to end
    /// the facts that name it.
    fn take(&self, _game: &Game, _text: &str) -> Option<Result<Edit, Unreadable>> {
        None
    }
}

/// All presentations. What goes by the rules comes last, since it fits every game.
static PRESENTATIONS: [&dyn Presentation; 2] = [&Hive, &ByRules];

/// The presentation of a game: the first that fits its rules.
pub fn of(program: &Program) -> &'static dyn Presentation {
    let fits = |it: &&&dyn Presentation| it.requirements().is_none_or(|it| it.met_by(program));
    *PRESENTATIONS.iter().find(fits).expect("the last one fits every game")
}

struct Hive;

impl Presentation for Hive {
    fn requirements(&self) -> Option<&'static Requirements> {
        Some(&Requirements {
            board: |shape| *shape == Shape::Hex,
            players: &["white", "black"],
            values: &[("piece", notation::hive::is_piece)],
            states: &[("at", &["piece", "cell", "int"])],
            actions: &[
                ("place", &["piece", "cell"]),
                ("move", &["piece", "cell", "cell"]),
                ("pass", &[]),
            ],
            statics: &[("bug", &["piece", "player", "_", "_"]), ("takes_part", &["_"])],
        })
    }

    fn write(&self, game: &Game, action: &Action) -> String {
        notation::hive::write(game, action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::hive::read(game, text)
    }

    fn draw_as(&self, game: &Game, view: &View) -> String {
        drawing::hive::draw(game, view)
    }

    fn scene(&self, game: &Game) -> Scene {
        scene::hive::scene(game)
    }

    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable> {
        reading::hive::read(game, text)
    }

    fn put(&self, game: &Game, text: &str) -> Result<Edit, Unreadable> {
        notation::hive::put(game, text)
    }

    fn take(&self, game: &Game, text: &str) -> Option<Result<Edit, Unreadable>> {
        notation::hive::take(game, text)
    }
}

struct ByRules;

impl Presentation for ByRules {
    fn requirements(&self) -> Option<&'static Requirements> {
        None
    }

    fn write(&self, game: &Game, action: &Action) -> String {
        notation::by_rules::write(game, action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::by_rules::read(game, text)
    }

    fn draw_as(&self, game: &Game, view: &View) -> String {
        drawing::by_rules::draw(game, view)
    }

    fn scene(&self, game: &Game) -> Scene {
        scene::by_rules::scene(game)
    }

    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable> {
        reading::by_rules::read(game, text)
    }

    fn put(&self, game: &Game, text: &str) -> Result<Edit, Unreadable> {
        reading::by_rules::put(game, text)
    }
}
