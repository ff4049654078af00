//! Places in a text as editors count them: lines from 0, and columns in units of
//! UTF-16, whatever the bytes are.

use std::ops::Range;

use lsp_types::{Position, Range as Stretch};

/// Where each line of a text begins.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text. They end in `\n`, `\r\n` or `\r`, as the protocol says.
    pub fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Lines { starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// The line that a byte stands in.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// Where a line begins; the last one, if there are not so many.
    pub fn start(&self, line: usize) -> usize {
        self.starts[line.min(self.starts.len() - 1)]
    }

    /// The place of a byte.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset);
        let column = text[self.start(line)..offset].encode_utf16().count();
        Position::new(line as u32, column as u32)
    }

    /// The byte at a place. Behind the end of a line is its end, and behind the last
    /// line the end of the text.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let mut column = position.character as usize;
        for (at, c) in text[start..end].char_indices() {
            if column < c.len_utf16() || matches!(c, '\n' | '\r') {
                return start + at;
            }
            column -= c.len_utf16();
        }
        end
    }

    /// The places that some bytes lie between.
    pub fn range(&self, text: &str, bytes: Range<usize>) -> Stretch {
        Stretch::new(self.position(text, bytes.start), self.position(text, bytes.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let text = "größe\r\n🐝 bee\n北京";
        let lines = Lines::of(text);
        for (offset, line, column) in
            [(0, 0, 0), (4, 0, 3), (9, 1, 0), (13, 1, 2), (14, 1, 3), (18, 2, 0), (24, 2, 2)]
        {
            let position = Position::new(line, column);
            assert_eq!(lines.position(text, offset), position);
            assert_eq!(lines.offset(text, position), offset);
        }
    }

    #[test]
    fn places_that_are_not_there_are_the_nearest_that_are() {
        let text = "ab\r\n🐝\n";
        let lines = Lines::of(text);
        assert_eq!(lines.offset(text, Position::new(0, 99)), 2, "the end of the line");
        assert_eq!(lines.offset(text, Position::new(1, 1)), 4, "the middle of a character");
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
        assert_eq!(lines.position(text, 99), Position::new(2, 0));
        assert_eq!(lines.position(text, 6), Position::new(1, 0));
    }
}
