//! What drawings have in common: a grid for boards of squares, a staggered
//! field for boards of hexagons, colours for players, and a line that says how
//! the game stands.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::board::Board;
use super::canvas::Canvas;
use super::course::{Game, Outcome};
use crate::logic::{Atom, Cell};

/// What to show on a cell.
#[derive(Clone, Default)]
pub struct Glyph {
    /// The text.
    pub text: String,
    /// Its colour.
    pub style: Style,
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
    let length = glyph.text.chars().count();
    let left = width.saturating_sub(length) / 2;
    let right = width.saturating_sub(length + left);
    let text = painted(&glyph.text, glyph.style);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
}

/// The letter of a column, counted from 1.
pub fn letter(column: u8) -> char {
    char::from(b'a' + column - 1)
}

/// A board of squares, with letters and numbers around it.
pub fn square(width: u8, height: u8, glyph: impl Fn(Cell) -> Glyph) -> String {
    let cells: Vec<Vec<Glyph>> = (1..=height)
        .rev()
        .map(|row| (1..=width).map(|column| glyph(Cell::Lettered(column, row))).collect())
        .collect();
    let widest = cells.iter().flatten().map(|g| g.text.chars().count()).max().unwrap_or(1).max(1);
    let wide = widest + 2;
    let letters: String = (1..=width).map(|c| format!(" {:^wide$}", letter(c))).collect::<String>();
    let rule = format!("   {}+", format!("+{}", "-".repeat(wide)).repeat(width.into()));
    let mut text = format!("   {}\n{rule}\n", letters.trim_end());
    for (row, cells) in (1..=height).rev().zip(&cells) {
        let shown: String =
            cells.iter().map(|glyph| format!("|{}", centred(glyph, wide))).collect();
        let _ = writeln!(text, "{row:>2} {shown}| {row}\n{rule}");
    }
    let _ = write!(text, "   {}", letters.trim_end());
    text
}

/// A hexagon of hexagons with vertical columns: each column half a cell lower
/// than its longer neighbour.
pub fn hexagon(side: u8, glyph: impl Fn(Cell) -> Glyph) -> String {
    let board = Board::Hexagon { side };
    let widest = board.cells().map(|c| glyph(c).text.chars().count()).max().unwrap_or(1).max(1);
    let wide = widest + 2;
    let lines = 2 * board.width() as usize;
    let mut rows = vec![vec![" ".repeat(wide); board.width() as usize]; lines];
    for column in 1..=board.width() {
        let top = column.abs_diff(side) as usize;
        rows[top][column as usize - 1] = format!("{:^wide$}", letter(column));
        for line in 1..=board.height(column) {
            let shown = match glyph(Cell::Lettered(column, line)) {
                Glyph { text, .. } if text.is_empty() => {
                    Glyph { text: ".".into(), style: Style::new() }
                }
                glyph => glyph,
            };
            let at = top + 2 * line as usize - 1;
            rows[at][column as usize - 1] = centred(&shown, wide);
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.concat().trim_end().to_string()).collect();
    rows.join("\n").trim_end().to_string()
}

/// The part of an unbounded board that holds `cells`, with a dot on each empty
/// cell around them; rows are half a cell apart.
pub fn hex(cells: &BTreeMap<Cell, Glyph>) -> String {
    // Half cells from the left: a step east is two of them, south-east one.
    let place = |cell: &Cell| match *cell {
        Cell::Axial(q, r) => Some((i32::from(r), 2 * i32::from(q) + i32::from(r))),
        Cell::Lettered(..) => None,
    };
    let dot = Glyph { text: ".".into(), style: Style::new() };
    let around = cells.keys().flat_map(|cell| Board::Hex.steps(*cell));
    let mut shown: BTreeMap<(i32, i32), &Glyph> =
        around.filter_map(|(_, cell)| Some((place(&cell)?, &dot))).collect();
    shown.extend(cells.iter().filter_map(|(cell, glyph)| Some((place(cell)?, glyph))));
    let Some(left) = shown.keys().map(|(_, along)| *along).min() else { return String::new() };
    let top = shown.keys().map(|(row, _)| *row).min().unwrap_or(0);
    let widest = cells.values().map(|glyph| glyph.text.chars().count()).max().unwrap_or(1);
    let half = (widest + 3) / 2;
    let mut canvas = Canvas::default();
    for ((row, along), glyph) in shown {
        let margin = (2 * half).saturating_sub(glyph.text.chars().count()) / 2;
        let x = half * (along - left) as usize + margin;
        canvas.write(x, (row - top) as usize, &glyph.text, glyph.style);
    }
    canvas.to_string()
}

/// Whose turn it is, or how the game ended.
pub fn standing(game: &Game) -> String {
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
        Err(error) => format!("The outcome cannot be worked out: {error}"),
    }
}
