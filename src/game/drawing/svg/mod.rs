//! A position as a picture. `picture` gives the shapes as data, [`Picture`] writes
//! them as an SVG file that stands by itself: its colours follow the viewer's choice
//! of light or dark, and its title and description tell who cannot see it.

mod layout;
mod picture;
mod text;

use std::path::Path;

use anstream::adapter::strip_str;

use self::layout::Layout;
pub use self::picture::{Form, Kind, Picture, Shape};
pub use super::geometry::Point;
use super::scene::{Piece, Scene};
use super::{Marks, standing};
use crate::game::files::write_whole;
use crate::game::game::Game;
use crate::logic::Cell;
use crate::logic::syntax::hidden::visible_line;

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
pub fn picture(game: &Game, marks: &Marks, scene: &Scene) -> Picture {
    let standing = strip_str(&standing(game)).to_string();
    let title = visible_line(game.rules().title());
    let last = LastMove::of(game);
    let mut layout = Layout::new(game.rules().board(), &last, marks);
    layout.board(scene);
    layout.pieces(scene);
    layout.point_out(&last, marks, scene);
    let hands = scene.hands.iter().map(|hand| &hand.words);
    let captions = hands.chain(&scene.captions).chain([&standing]);
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
