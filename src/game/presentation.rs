//! What Rust knows of a particular game: its [`notation`] and its [`drawing`].
//! A game is presented by the first presentation whose requirements its rules
//! meet; where no other fits, by the plain one.

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
    /// of. The plain one needs nothing.
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
    /// words, to set it up. The plain one knows of no pieces.
    fn put(&self, _game: &Game, text: &str) -> Result<Edit, Unreadable> {
        Err(Unreadable::new(text, "name a fact of the position, such as turn(Player)"))
    }

    /// How it changes where a piece is taken away, if that takes more than to end
    /// the facts that name it.
    fn take(&self, _game: &Game, _text: &str) -> Option<Result<Edit, Unreadable>> {
        None
    }
}

/// All presentations. The plain one comes last, since it fits every game.
static PRESENTATIONS: [&dyn Presentation; 4] = [&Tanks, &Gauss, &Hive, &Plain];

/// The presentation of a game: the first that fits its rules.
pub fn of(program: &Program) -> &'static dyn Presentation {
    let fits = |it: &&&dyn Presentation| it.requirements().is_none_or(|it| it.met_by(program));
    *PRESENTATIONS.iter().find(fits).expect("the plain one fits every game")
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

struct Tanks;

impl Presentation for Tanks {
    fn requirements(&self) -> Option<&'static Requirements> {
        Some(&Requirements {
            board: |shape| matches!(shape, Shape::Square(..)),
            players: &["bot", "top"],
            values: &[("kind", drawing::tanks::has_letter)],
            states: &[("tank", &["cell", "player", "kind"])],
            actions: &[("move", &["cell", "cell"])],
            statics: &[],
        })
    }

    fn write(&self, game: &Game, action: &Action) -> String {
        notation::tanks::write(game, action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::tanks::read(game, text)
    }

    fn draw_as(&self, game: &Game, view: &View) -> String {
        drawing::tanks::draw(game, view)
    }

    fn scene(&self, game: &Game) -> Scene {
        scene::tanks::scene(game)
    }

    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable> {
        reading::tanks::read(game, text)
    }

    fn put(&self, game: &Game, text: &str) -> Result<Edit, Unreadable> {
        notation::tanks::put(game, text)
    }
}

struct Gauss;

impl Presentation for Gauss {
    fn requirements(&self) -> Option<&'static Requirements> {
        Some(&Requirements {
            board: |shape| matches!(shape, Shape::Hexagon(_)),
            players: &["red", "blue"],
            values: &[],
            states: &[
                ("piece", &["cell", "player"]),
                ("hand", &["player", "player", "int"]),
                ("bonus", &["player", "int"]),
                ("risk", &["player", "int"]),
            ],
            actions: &[("place", &["player", "cell"])],
            statics: &[("void", &["cell"])],
        })
    }

    fn write(&self, _game: &Game, action: &Action) -> String {
        notation::gauss::write(action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::gauss::read(game, text)
    }

    fn draw_as(&self, game: &Game, view: &View) -> String {
        drawing::gauss::draw(game, view)
    }

    fn scene(&self, game: &Game) -> Scene {
        scene::gauss::scene(game)
    }

    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable> {
        reading::gauss::read(game, text)
    }

    fn put(&self, game: &Game, text: &str) -> Result<Edit, Unreadable> {
        notation::gauss::put(game, text)
    }
}

struct Plain;

impl Presentation for Plain {
    fn requirements(&self) -> Option<&'static Requirements> {
        None
    }

    fn write(&self, _game: &Game, action: &Action) -> String {
        action.to_string()
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Unreadable> {
        notation::plain::read(game, text)
    }

    fn draw_as(&self, game: &Game, view: &View) -> String {
        drawing::plain::draw(game, view)
    }

    fn scene(&self, game: &Game) -> Scene {
        scene::plain::scene(game)
    }

    fn read_drawing(&self, game: &Game, text: &str) -> Result<Drawn, Unreadable> {
        reading::plain::read(game, text)
    }
}
