//! A part of the plane of hexagons: rows that are staggered by half a cell.
//!
//! How wide a cell is follows from the drawing. Names are centred, so the middles
//! of all that is drawn are whole numbers of half cells apart; what is drawn by hand
//! may be off by a little.

use super::{Shown, unmarked};
use crate::game::notation::Unreadable;
use crate::logic::Cell;

/// A part of the plane, of which it is not known where it lies.
pub struct Plane<'a>(Vec<Shown<'a>>);

/// Something that is drawn: its text, its line and the place of its middle.
pub struct Token<'a> {
    pub text: &'a str,
    line: usize,
    middle: i64,
}

/// What is drawn on the lines whose texts are all such as may be on a cell.
pub fn read(text: &str, may_be: impl Fn(&str) -> bool) -> Result<Plane<'_>, Unreadable> {
    let rows: Vec<Vec<Token>> =
        text.lines().enumerate().map(|(line, text)| tokens(line, text)).collect();
    let is_row = |row: &&Vec<Token>| {
        let is_cell = |token: &Token| {
            let name = unmarked(token.text);
            name.is_empty() || may_be(name)
        };
        !row.is_empty() && row.iter().all(is_cell)
    };
    let drawn: Vec<&Token> = rows.iter().filter(is_row).flatten().collect();
    if drawn.is_empty() {
        return Ok(Plane(Vec::new()));
    }
    let cells = cells(&drawn).ok_or_else(|| {
        let why = "the pieces are not on cells: rows are half a cell apart, as `board` draws them";
        Unreadable::new("the drawing", why)
    })?;
    let shown = cells.into_iter().zip(&drawn).map(|(cell, token)| {
        let Token { text, line, .. } = **token;
        Shown { cell, text, line: line + 1 }
    });
    Ok(Plane(shown.filter(|shown| !shown.unmarked().is_empty()).collect()))
}

/// The widest half of a cell, and how far from the middle of its cell something may
/// be that was drawn by hand.
const WIDEST_HALF: i64 = 40;
const SLIP: i64 = 1;

/// A drawing is no larger than this, in half cells.
const LARGEST: i64 = 2000;

/// The cell of each thing that is drawn, if there is a width of cells with which all
/// are in their middles. Of several widths the largest is meant: things touch.
fn cells(drawn: &[&Token]) -> Option<Vec<Cell>> {
    let exactly = (2..=WIDEST_HALF).rev().map(|half| (half, 0, 0));
    // With narrower cells, a slip would be half way to the next.
    let nearly = (SLIP + 2..=WIDEST_HALF).rev();
    let nearly = nearly.flat_map(|half| (-SLIP..=SLIP).map(move |left| (half, left, SLIP)));
    exactly.chain(nearly).find_map(|(half, left, slip)| {
        let first = drawn.first()?;
        let cell = |token: &&Token| {
            let row = token.line as i64 - first.line as i64;
            let x = token.middle - first.middle - left;
            let q = (x - row * half + half).div_euclid(2 * half);
            let is_there = (x - (2 * q + row) * half).abs() <= slip;
            let is_near = row <= LARGEST && q.abs() <= LARGEST;
            (is_there && is_near).then_some(Cell::Axial(q as i16, row as i16))
        };
        drawn.iter().map(cell).collect()
    })
}

/// What stands around a name that is pointed out.
const BRACKETS: [(char, char); 3] = [('[', ']'), ('<', '>'), ('(', ')')];

pub fn tokens(line: usize, text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut begin, mut place) = (None, 0);
    let mut push = |from: (usize, i64), to: (usize, i64)| {
        let (start, width) = (from.1, to.1 - from.1);
        tokens.push(Token { text: &text[from.0..to.0], line, middle: start + (width + 1) / 2 });
    };
    let mut closing = None;
    for (at, c) in text.char_indices() {
        // Brackets may stand side by side, and have a blank between them.
        let opened = BRACKETS.iter().find(|(open, _)| *open == c);
        let ends = closing.is_none() && (c.is_whitespace() || opened.is_some());
        if ends && let Some(from) = begin.take() {
            push(from, (at, place));
        }
        if !c.is_whitespace() && begin.is_none() {
            begin = Some((at, place));
            closing = opened.map(|(_, close)| *close);
        }
        if closing == Some(c) {
            closing = None;
        }
        place += 1;
    }
    if let Some(from) = begin {
        push(from, (text.len(), place));
    }
    tokens
}

impl<'a> Plane<'a> {
    /// The same where the cell of something drawn is known.
    pub fn with(self, is_it: impl Fn(&Shown) -> bool, cell: Cell) -> Vec<Shown<'a>> {
        let from = self.0.iter().find(|shown| is_it(shown)).map(|shown| shown.cell);
        let (Some(Cell::Axial(q1, r1)), Cell::Axial(q2, r2)) = (from, cell) else { return self.0 };
        let moved = |cell: Cell| match cell {
            Cell::Axial(q, r) => Cell::Axial(
                q.saturating_sub(q1).saturating_add(q2),
                r.saturating_sub(r1).saturating_add(r2),
            ),
            cell => cell,
        };
        self.0.into_iter().map(|it| Shown { cell: moved(it.cell), ..it }).collect()
    }

    /// What is drawn, in no definite place.
    pub fn shown(&self) -> &[Shown<'a>] {
        &self.0
    }

    /// The same with what comes first on the origin.
    pub fn around_origin(self) -> Vec<Shown<'a>> {
        self.with(|_| true, Cell::Axial(0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(Cell, String)> {
        let plane = read(text, |_| true).unwrap().around_origin();
        plane.iter().map(|shown| (shown.cell, shown.unmarked().to_string())).collect()
    }

    #[test]
    fn rows_are_half_a_cell_apart() {
        let drawn = cells("     .    wQ    .\n  .    wS1  bS1   .\n");
        assert_eq!(drawn.len(), 3, "{drawn:?}");
        for margin in ["", "   ", "          "] {
            let text = ["  .     .", ".    wS1+  .", "   .  [bA1]"]
                .map(|it| format!("{margin}{it}\n"))
                .concat();
            let at = |q, r, name: &str| (Cell::Axial(q, r), name.to_string());
            assert_eq!(cells(&text), [at(0, 0, "wS1+"), at(0, 1, "bA1")], "{text}");
        }
    }

    #[test]
    fn a_single_row_needs_no_other() {
        let at = |q, name: &str| (Cell::Axial(q, 0), name.to_string());
        assert_eq!(cells("wS1   bS1   wQ"), [at(0, "wS1"), at(1, "bS1"), at(2, "wQ")]);
        let pointed_out = " wS1   < >  (bS1)  [wQ]";
        assert_eq!(cells(pointed_out), [at(0, "wS1"), at(2, "bS1"), at(3, "wQ")]);
        assert_eq!(cells("(wB1+)[bB1+]"), [at(0, "wB1+"), at(1, "bB1+")]);
        assert_eq!(cells("wQ"), [at(0, "wQ")]);
        assert!(cells("").is_empty());
    }

    #[test]
    fn what_is_between_cells_is_told() {
        let error = read("wS1   bS1   .\nwQ    .", |_| true).err().unwrap();
        assert!(error.why.contains("half a cell apart"), "{}", error.why);
    }
}
