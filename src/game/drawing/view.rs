//! How a position is to be drawn: what is pointed out, and for what screen.

use super::Marks;
use crate::game::game::Game;
use crate::logic::Cell;

/// How a position is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Cells to point out.
    pub marks: Marks,
    /// Whether cells show their names where nothing around the board tells them.
    pub coordinates: bool,
    /// How many characters fit in a line; what is wider is drawn in parts. Without
    /// a screen there is no limit.
    pub width: Option<usize>,
}

impl View {
    /// The whole position, with some cells marked.
    pub fn marking(marks: &Marks) -> View {
        View { marks: marks.clone(), ..View::default() }
    }
}

/// Where the last move began and ended, as far as it names cells. With one cell,
/// something was placed there; with several, it went from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LastMove {
    /// The cell that was left.
    pub from: Option<Cell>,
    /// The cell that was gone to.
    pub to: Option<Cell>,
}

impl LastMove {
    /// The last move of a game.
    pub fn of(game: &Game) -> LastMove {
        let Some(action) = game.actions().next_back() else { return LastMove::default() };
        let cells: Vec<Cell> = action.args.iter().filter_map(|value| value.as_cell()).collect();
        let from = cells.first().filter(|_| cells.len() > 1).copied();
        LastMove { from, to: cells.last().copied() }
    }
}

/// All that is pointed out on a board.
pub struct Pointers<'a> {
    /// The cells that are marked.
    pub marks: &'a Marks,
    /// The last move.
    pub last: LastMove,
}

impl<'a> Pointers<'a> {
    /// What a view of a game points out.
    pub fn of(game: &Game, view: &'a View) -> Pointers<'a> {
        Pointers { marks: &view.marks, last: LastMove::of(game) }
    }
}
