//! A sheet of characters to draw on, each with its colour.

use std::fmt;

use anstyle::Style;

/// A sheet that grows where it is drawn on.
#[derive(Default)]
pub struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Writes a text from a place on to the right, over what is there.
    pub fn write(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        for (offset, c) in text.chars().enumerate() {
            if line.len() <= x + offset {
                line.resize(x + offset + 1, (' ', Style::new()));
            }
            line[x + offset] = (c, style);
        }
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }
}

/// The lines, with colour set only where it changes.
impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.lines.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for run in line.chunk_by(|a, b| a.1 == b.1) {
                let style = run[0].1;
                let text: String = run.iter().map(|(c, _)| c).collect();
                write!(f, "{style}{text}{style:#}")?;
            }
        }
        Ok(())
    }
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
        assert_eq!(canvas.to_string(), "top\n  aXc");
        assert_eq!(canvas.height(), 2);
    }
}
