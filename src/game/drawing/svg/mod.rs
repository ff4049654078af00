//! A position as a picture. `picture` gives the shapes as data, [`Picture`] writes
//! them as an SVG file that stands by itself: its colours follow the viewer's choice
//! of light or dark, and its title and description tell who cannot see it.

pub mod gauss;
pub mod hive;
mod layout;
mod picture;
pub mod plain;
pub mod tanks;
mod text;
mod tint;

use std::collections::BTreeMap;
use std::path::Path;

use anstream::adapter::strip_str;

use self::layout::Layout;
pub use self::picture::{Form, Kind, Picture, Point, Shape};
use self::tint::Tint;
use super::{Marks, standing};
use crate::game::files::write_whole;
use crate::game::game::Game;
use crate::logic::syntax::hidden::visible_line;
use crate::logic::{Atom, Cell};

/// What lies on a cell: a piece, or some other fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What is written on it.
    pub text: String,
    /// Its colour; without one it is text alone.
    pub tint: Option<Tint>,
}

/// A board with what lies on it.
#[derive(Clone, Default)]
pub struct Scene {
    /// The pieces on each cell that is not empty, from the ground up.
    pub pieces: BTreeMap<Cell, Vec<Piece>>,
    /// Cells that are darker than others.
    pub shaded: Vec<Cell>,
    /// Lines to read below the board.
    pub captions: Vec<String>,
}

/// The cells of the last move: where it ended, and where it came from.
#[derive(Default)]
struct LastMove {
    from: Vec<Cell>,
    to: Option<Cell>,
}

impl LastMove {
    fn of(game: &Game) -> LastMove {
        let last = game.actions().next_back();
        let cells = last.into_iter().flat_map(|action| &action.args);
        let mut from: Vec<Cell> = cells.filter_map(|value| value.as_cell()).collect();
        let to = from.pop();
        LastMove { from, to }
    }
}

/// The picture of a scene in a game, with some cells marked.
fn picture(game: &Game, marks: &Marks, scene: &Scene) -> Picture {
    let standing = strip_str(&standing(game)).to_string();
    let title = visible_line(game.rules().title());
    let last = LastMove::of(game);
    let mut layout = Layout::new(game.rules().board(), &last, marks);
    layout.board(scene);
    layout.pieces(scene);
    layout.point_out(&last, marks, scene);
    let captions = scene.captions.iter().chain([&standing]);
    captions.filter(|line| !line.is_empty()).for_each(|line| layout.caption(&visible_line(line)));
    let description = described(scene, marks);
    layout.picture(
        format!("{title}. {}", visible_line(standing.lines().next().unwrap_or(""))),
        description,
    )
}

/// What lies where, and what is marked, in words.
fn described(scene: &Scene, marks: &Marks) -> String {
    let names = |pieces: &[Piece]| {
        let names: Vec<String> = pieces.iter().rev().map(|it| visible_line(&it.text)).collect();
        names.join(" on ")
    };
    let each = scene.pieces.iter().map(|(cell, pieces)| format!("{cell}: {}", names(pieces)));
    let each: Vec<String> = each.collect();
    let marked: Vec<String> = marks.iter().map(|cell| cell.to_string()).collect();
    let board = if each.is_empty() { "The board is empty".into() } else { each.join(", ") };
    match marked.is_empty() {
        true => format!("{board}."),
        false => format!("{board}. Marked: {}.", marked.join(", ")),
    }
}

/// The colour of a player.
fn tint_of(game: &Game, player: Option<Atom>) -> Option<Tint> {
    let players = game.rules().program().declarations.players();
    let player = player?;
    let number = players.iter().position(|known| *known == player)?;
    Some(Tint::of(player.as_str(), number))
}

/// Writes a picture to a file. It must be named as a picture, so that no other file
/// is overwritten by a slip.
pub fn write_picture(path: &str, picture: &Picture) -> Result<(), String> {
    if !path.to_lowercase().ends_with(".svg") || path.len() == 4 {
        return Err(format!(
            "`{path}` is not the name of a picture: name a file that ends in .svg"
        ));
    }
    write_whole(Path::new(path), &picture.to_string())
        .map_err(|error| format!("cannot write {path}: {error}"))
}
