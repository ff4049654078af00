//! How the positions of each game are drawn. What the drawings have in common is
//! here: a grid for boards of squares, a staggered field for boards of hexagons,
//! colours for players, and a line that says how the game stands.

mod canvas;
pub mod gauss;
pub mod hive;
mod marks;
pub mod plain;
pub mod reading;
pub mod svg;
pub mod tanks;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use self::canvas::Canvas;
pub use self::marks::Marks;
use super::board::Board;
use super::game::{Game, Outcome};
use crate::logic::{Atom, Cell};

/// What to show on a cell.
#[derive(Clone, Default)]
pub struct Glyph {
    /// The text.
    pub text: String,
    /// Its colour.
    pub style: Style,
}

impl Glyph {
    /// As it is shown on a cell. A mark must be seen without colour, too: it is a
    /// pair of brackets, or a star where there is nothing.
    pub fn on(self, cell: Cell, marks: &Marks) -> Glyph {
        if !marks.contains(cell) {
            return self;
        }
        let text = if self.text.is_empty() { "*".into() } else { format!("[{}]", self.text) };
        Glyph { text, style: self.style.invert() }
    }

    /// The same, but a dot where there is nothing and no mark.
    fn or_dot_on(self, cell: Cell, marks: &Marks) -> Glyph {
        match self.on(cell, marks) {
            Glyph { text, .. } if text.is_empty() => Glyph { text: ".".into(), ..Glyph::default() },
            glyph => glyph,
        }
    }

    /// How many characters wide it is.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// The colour of a player, by the order in which they are declared.
pub fn player_style(game: &Game, player: Option<Atom>) -> Style {
    const COLOURS: [AnsiColor; 4] =
        [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green];
    let players = game.rules().program().declarations.players();
    let number = player.and_then(|player| players.iter().position(|known| *known == player));
    match number {
        Some(number) => Style::new().bold().fg_color(Some(COLOURS[number % COLOURS.len()].into())),
        None => Style::new(),
    }
}

/// The text in a colour.
pub fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

fn centred(glyph: &Glyph, width: usize) -> String {
    let left = width.saturating_sub(glyph.width()) / 2;
    let right = width.saturating_sub(glyph.width() + left);
    let text = painted(&glyph.text, glyph.style);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
}

/// The letter of a column, counted from 1.
pub fn letter(column: u8) -> char {
    char::from(b'a' + column - 1)
}

/// How wide the cells of a bounded board are: as the widest glyph, with a place
/// on either side that is blank or holds the brackets of a mark.
fn cell_width(board: Board, glyph: impl Fn(Cell) -> Glyph) -> usize {
    board.cells().map(|cell| glyph(cell).width()).max().unwrap_or(1).max(1) + 2
}

/// A board of squares, with letters and numbers around it.
pub fn square(width: u8, height: u8, marks: &Marks, glyph: impl Fn(Cell) -> Glyph) -> String {
    let wide = cell_width(Board::Square { width, height }, &glyph);
    let letters: String = (1..=width).map(|c| format!(" {:^wide$}", letter(c))).collect::<String>();
    let rule = format!("   {}+", format!("+{}", "-".repeat(wide)).repeat(width.into()));
    let mut text = format!("   {}\n{rule}\n", letters.trim_end());
    for row in (1..=height).rev() {
        let cells = (1..=width).map(|column| Cell::Lettered(column, row));
        let shown: String =
            cells.map(|cell| format!("|{}", centred(&glyph(cell).on(cell, marks), wide))).collect();
        let _ = writeln!(text, "{row:>2} {shown}| {row}\n{rule}");
    }
    let _ = write!(text, "   {}", letters.trim_end());
    text
}

/// A hexagon of hexagons with vertical columns: each column half a cell lower
/// than its longer neighbour.
pub fn hexagon(side: u8, marks: &Marks, glyph: impl Fn(Cell) -> Glyph) -> String {
    let board = Board::Hexagon { side };
    let wide = cell_width(board, &glyph);
    let lines = 2 * board.width() as usize;
    let mut rows = vec![vec![" ".repeat(wide); board.width() as usize]; lines];
    for column in 1..=board.width() {
        let top = column.abs_diff(side) as usize;
        rows[top][column as usize - 1] = format!("{:^wide$}", letter(column));
        for line in 1..=board.height(column) {
            let cell = Cell::Lettered(column, line);
            let shown = glyph(cell).or_dot_on(cell, marks);
            let at = top + 2 * line as usize - 1;
            rows[at][column as usize - 1] = centred(&shown, wide);
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.concat().trim_end().to_string()).collect();
    rows.join("\n").trim_end().to_string()
}

/// The part of an unbounded board that holds `cells`, with a dot on each empty
/// cell around them, and the marks within reach; rows are half a cell apart.
pub fn hex(cells: &BTreeMap<Cell, Glyph>, marks: &Marks) -> String {
    // Half cells from the left: a step east is two of them, south-east one.
    let place = |cell: Cell| match cell {
        Cell::Axial(q, r) => Some((i32::from(r), 2 * i32::from(q) + i32::from(r))),
        Cell::Lettered(..) => None,
    };
    let around = cells.keys().flat_map(|cell| Board::Hex.steps(*cell)).map(|(_, cell)| cell);
    let marked = marks.iter().filter(|mark| is_within_reach(*mark, cells));
    let shown: BTreeMap<(i32, i32), Glyph> = around
        .chain(marked)
        .chain(cells.keys().copied())
        .filter_map(|cell| {
            let glyph = cells.get(&cell).cloned().unwrap_or_default();
            Some((place(cell)?, glyph.or_dot_on(cell, marks)))
        })
        .collect();
    let Some(left) = shown.keys().map(|(_, along)| *along).min() else { return String::new() };
    let top = shown.keys().map(|(row, _)| *row).min().unwrap_or(0);
    let widest = cells.values().map(Glyph::width).max().unwrap_or(1);
    let half = (widest + 3) / 2;
    let mut canvas = Canvas::default();
    for ((row, along), glyph) in shown {
        let margin = (2 * half).saturating_sub(glyph.width()) / 2;
        let x = half * (along - left) as usize + margin;
        canvas.write(x, (row - top) as usize, &glyph.text, glyph.style);
    }
    canvas.to_string()
}

/// A mark further than this from all that lies on an unbounded board is not
/// drawn: there would be no end of blanks on the way to it.
const REACH: i32 = 12;

/// Whether a mark is near one of `cells`, or where there are none, near the
/// middle of the board.
fn is_within_reach(mark: Cell, cells: &BTreeMap<Cell, Glyph>) -> bool {
    is_near(mark, cells.keys())
}

fn is_near<'a>(mark: Cell, cells: impl ExactSizeIterator<Item = &'a Cell>) -> bool {
    let is_near = |cell: &Cell| distance(mark, *cell).is_some_and(|steps| steps <= REACH);
    let mut cells = cells;
    if cells.len() == 0 { is_near(&Cell::Axial(0, 0)) } else { cells.any(is_near) }
}

/// How many steps two cells of the unbounded board are apart.
fn distance(from: Cell, to: Cell) -> Option<i32> {
    let (Cell::Axial(q1, r1), Cell::Axial(q2, r2)) = (from, to) else { return None };
    let (q, r) = (i32::from(q2) - i32::from(q1), i32::from(r2) - i32::from(r1));
    Some((q.abs() + r.abs() + (q + r).abs()) / 2)
}

/// Whose turn it is, or how the game ended.
pub fn standing(game: &Game) -> String {
    if !game.rules().is_game() {
        return String::new();
    }
    let named = |player: Atom| painted(player.as_str(), player_style(game, Some(player)));
    match game.outcome() {
        Ok(Outcome::Won(winners)) => match winners.as_slice() {
            [winner] => format!("{} has won", named(*winner)),
            winners => {
                let names: Vec<String> = winners.iter().copied().map(named).collect();
                format!("{} have won", names.join(" and "))
            }
        },
        Ok(Outcome::Draw) => "The game is a draw".into(),
        Ok(Outcome::Open) => match game.turn() {
            Some(player) => format!("Turn {}: {} to move", game.turn_number(), named(player)),
            None => format!("Turn {}", game.turn_number()),
        },
        Err(error) => format!("The outcome cannot be computed: {error}"),
    }
}
