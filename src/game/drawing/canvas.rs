//! A sheet of characters to draw on, each with its colour. What is too wide for
//! the screen is drawn in parts, one below the other, cut between cells.

use anstyle::Style;

/// A sheet that grows where it is drawn on.
#[derive(Default)]
pub struct Canvas {
    strokes: Vec<Stroke>,
}

/// A text at a place, and the left edge of the cell it belongs to.
struct Stroke {
    edge: usize,
    x: usize,
    y: usize,
    text: String,
    style: Style,
}

impl Canvas {
    /// Writes a text from a place on to the right, over what is there.
    pub fn write(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.write_in(x, x, y, text, style);
    }

    /// The same as part of the cell that begins at `edge`, and stays whole.
    pub fn write_in(&mut self, edge: usize, x: usize, y: usize, text: &str, style: Style) {
        self.strokes.push(Stroke { edge, x, y, text: text.to_string(), style });
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.strokes.iter().map(|stroke| stroke.y + 1).max().unwrap_or(0)
    }

    fn width(&self) -> usize {
        let ends = self.strokes.iter().map(|stroke| stroke.x + stroke.text.chars().count());
        ends.max().unwrap_or(0)
    }

    /// The drawing; in parts where it is wider than the screen. No cell is wider
    /// than `cell`.
    pub fn drawn(&self, screen: Option<usize>, cell: usize) -> String {
        let Some(screen) = screen.filter(|screen| self.width() > *screen) else {
            return lines(self.strokes.iter(), 0);
        };
        let step = screen.saturating_sub(cell) + 1;
        let count = self.strokes.iter().map(|stroke| stroke.edge / step + 1).max().unwrap_or(1);
        let parts = (0..count).map(|part| {
            let inside = self.strokes.iter().filter(|stroke| stroke.edge / step == part);
            lines(inside, part * step)
        });
        in_parts(parts.collect())
    }
}

/// The parts of a drawing that is too wide, each below a line that says which it is.
pub fn in_parts(parts: Vec<String>) -> String {
    let aside = Style::new().dimmed();
    let heading = |number: usize| {
        format!("{aside}% too wide: part {number} of {}, from left to right{aside:#}", parts.len())
    };
    let drawn = parts.iter().enumerate().map(|(index, part)| match parts.len() {
        1 => part.clone(),
        _ => format!("{}\n{part}", heading(index + 1)),
    });
    drawn.collect::<Vec<_>>().join("\n\n")
}

/// Strokes as lines, with colour set only where it changes.
fn lines<'a>(strokes: impl Iterator<Item = &'a Stroke>, left: usize) -> String {
    let mut lines: Vec<Vec<(char, Style)>> = Vec::new();
    for stroke in strokes {
        if lines.len() <= stroke.y {
            lines.resize_with(stroke.y + 1, Vec::new);
        }
        let line = &mut lines[stroke.y];
        for (offset, c) in stroke.text.chars().enumerate() {
            let x = stroke.x + offset - left;
            if line.len() <= x {
                line.resize(x + 1, (' ', Style::new()));
            }
            line[x] = (c, stroke.style);
        }
    }
    let line = |line: &Vec<(char, Style)>| {
        let run = |run: &[(char, Style)]| {
            let style = run[0].1;
            let text: String = run.iter().map(|(c, _)| c).collect();
            format!("{style}{text}{style:#}")
        };
        line.chunk_by(|a, b| a.1 == b.1).map(run).collect::<String>()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_strokes_cover_earlier_ones() {
        let mut canvas = Canvas::default();
        canvas.write(2, 1, "abc", Style::new());
        canvas.write(3, 1, "X", Style::new());
        canvas.write(0, 0, "top", Style::new());
        assert_eq!(canvas.drawn(None, 3), "top\n  aXc");
        assert_eq!(canvas.height(), 2);
    }

    #[test]
    fn what_is_too_wide_is_cut_between_cells() {
        let mut canvas = Canvas::default();
        for (index, text) in ["one", "two", "ten", "six"].iter().enumerate() {
            canvas.write_in(4 * index, 4 * index, 0, text, Style::new());
            canvas.write_in(4 * index + 2, 4 * index + 2, 1, text, Style::new());
        }
        assert_eq!(canvas.drawn(Some(17), 4), "one two ten six\n  one two ten six");
        for width in 0..17 {
            let drawn = anstream::adapter::strip_str(&canvas.drawn(Some(width), 4)).to_string();
            for text in ["one", "two", "ten", "six"] {
                assert_eq!(drawn.matches(text).count(), 2, "{width}: {drawn}");
            }
            let is_part = |line: &&str| !line.starts_with('%');
            let widest = drawn.lines().filter(is_part).map(str::len).max().unwrap();
            assert!(width < 4 || widest <= width, "{width}: {drawn}");
        }
    }
}
