//! Tables and columns that fit a screen.

use console::measure_text_width as width;

use super::session::Screen;
use super::style::{self, paint};

/// Blanks between columns.
const GAP: usize = 2;

/// A table with a heading.
pub fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    let wide = |column: usize| {
        let cells = rows.iter().map(|row| width(&row[column]));
        cells.chain([width(heading[column])]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(wide).collect();
    let heads: Vec<String> = heading.iter().map(|head| paint(style::STRONG, head)).collect();
    let rule: Vec<String> = widths.iter().map(|wide| "─".repeat(*wide)).collect();
    let lines = [&heads, &rule].into_iter().chain(rows).map(|row| line(row, &widths));
    lines.collect::<Vec<_>>().join("\n")
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let padded = cells
        .iter()
        .zip(widths)
        .map(|(cell, wide)| format!("{cell}{}", " ".repeat(wide - width(cell) + GAP)));
    padded.collect::<String>().trim_end().to_string()
}

/// Short texts side by side, read downwards, in as many columns as fit.
pub fn columns(texts: &[String], width: usize) -> String {
    paged_columns(texts, Screen { width, height: usize::MAX }, 0)
}

/// The same, page by page where there are more than fit on a screen, so that each
/// page reads in order. This many lines stand above the first.
pub fn paged_columns(texts: &[String], screen: Screen, above: usize) -> String {
    let widest = texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let count = ((screen.width + GAP) / (widest + GAP)).clamp(1, texts.len().max(1));
    // The pager asks on the last line.
    let page = screen.height.saturating_sub(1).max(1);
    let mut lines = Vec::new();
    let mut rest = texts;
    let mut room = page.saturating_sub(above).max(1);
    while !rest.is_empty() {
        let (now, later) = rest.split_at(rest.len().min(room.saturating_mul(count)));
        let height = now.len().div_ceil(count);
        for first in 0..height {
            let cells: Vec<String> = now.iter().skip(first).step_by(height).cloned().collect();
            lines.push(line(&cells, &vec![widest; cells.len()]));
        }
        rest = later;
        room = page;
    }
    lines.join("\n")
}

/// Names and what they mean, cut to the screen.
pub fn glossary(entries: &[(String, String)], screen: usize) -> String {
    let widest = entries.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(screen / 2);
    let entry = |(name, meaning): &(String, String)| {
        let gap = " ".repeat(widest.saturating_sub(width(name)) + GAP);
        let room = screen.saturating_sub(width(name).max(widest) + 2 * GAP);
        format!("  {name}{gap}{}", cut(meaning, room)).trim_end().to_string()
    };
    entries.iter().map(entry).collect::<Vec<_>>().join("\n")
}

/// The same, where nothing is cut: what is too long goes on below, under its beginning.
pub fn wrapped_glossary(entries: &[(String, String)], screen: usize) -> String {
    let widest = entries.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(screen / 2);
    let entry = |(name, meaning): &(String, String)| {
        let gap = " ".repeat(widest.saturating_sub(width(name)) + GAP);
        wrapped(&format!("  {name}{gap}{meaning}"), screen, widest + 2 * GAP)
    };
    entries.iter().map(entry).collect::<Vec<_>>().join("\n")
}

/// Lines that fit the screen, broken between words. What goes on below is indented
/// as its line is, or as the text behind a `%`.
pub fn wrap_words(text: &str, screen: usize) -> String {
    text.lines().map(|line| wrap_at_words(line, screen)).collect::<Vec<_>>().join("\n")
}

fn wrap_at_words(line: &str, screen: usize) -> String {
    if width(line) <= screen {
        return line.to_string();
    }
    let plain = console::strip_ansi_codes(line);
    let blanks = plain.len() - plain.trim_start().len();
    let sign = if plain[blanks..].starts_with("% ") { 2 } else { 0 };
    let indent = (blanks + sign).min(screen / 2);
    wrapped(line, screen, indent)
}

/// A paragraph that is not wider than the screen; what goes on below its first line
/// is indented by so much.
pub fn wrapped(text: &str, screen: usize, indent: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split_inclusive(' ') {
        if column > indent && column + width(word.trim_end()) > screen {
            wrapped.truncate(wrapped.trim_end().len());
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        }
        wrapped.push_str(word);
        column += width(word);
    }
    wrapped
}

/// A tree of lines that fits the screen: what is too long goes on below, with
/// the branches to its left drawn on.
pub fn wrap_tree(text: &str, screen: usize) -> String {
    text.lines().map(|line| wrap_line(line, screen)).collect::<Vec<_>>().join("\n")
}

fn wrap_line(line: &str, screen: usize) -> String {
    if width(line) <= screen {
        return line.to_string();
    }
    let plain = console::strip_ansi_codes(line);
    let branches: String = plain
        .chars()
        .take_while(|c| "│├└─ ".contains(*c))
        .map(|c| if matches!(c, '│' | '├') { '│' } else { ' ' })
        .collect();
    let margin = format!("{branches}     ");
    let room = screen.saturating_sub(width(&margin)).max(screen / 3);
    let mut wrapped = String::new();
    let mut column = 0;
    for (index, word) in line.split(' ').enumerate() {
        let wide = width(word);
        let most = if wrapped.contains('\n') { room } else { screen };
        if column > width(&branches) && column + 1 + wide > most {
            wrapped.push('\n');
            wrapped.push_str(&margin);
            column = 0;
        } else if index > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += wide;
    }
    wrapped
}

/// A text that is not longer than that.
fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_the_screen_downwards() {
        let texts: Vec<String> = (1..=7).map(|n| n.to_string()).collect();
        assert_eq!(columns(&texts, 7), "1  4  7\n2  5\n3  6");
        assert_eq!(columns(&texts, 1), "1\n2\n3\n4\n5\n6\n7");
        assert_eq!(columns(&[], 80), "");
    }

    #[test]
    fn long_columns_fill_page_by_page() {
        let texts: Vec<String> = (1..=17).map(|n| n.to_string()).collect();
        let screen = Screen { width: 6, height: 5 };
        let pages = ["1   4", "2   5", "3   6", "7   11", "8   12", "9   13", "10  14"];
        let last = ["15  17", "16"];
        assert_eq!(paged_columns(&texts, screen, 1), [&pages[..], &last].concat().join("\n"));
    }

    #[test]
    fn a_table_has_aligned_columns() {
        let rows = [vec!["wA1".into(), "(0,0)".into()], vec!["bQ".into(), "(-1,2)".into()]];
        let drawn = anstream::adapter::strip_str(&table(&["P", "Cell"], &rows)).to_string();
        assert_eq!(drawn, "P    Cell\n───  ──────\nwA1  (0,0)\nbQ   (-1,2)");
    }

    #[test]
    fn long_lines_of_a_tree_go_on_below_their_branches() {
        let tree = "a\n├─ one two three four five\n│  └─ six seven eight nine ten";
        let wrapped = "a\n├─ one two three\n│       four five\n│  └─ six seven\n│          eight nine\n│          ten";
        assert_eq!(wrap_tree(tree, 18), wrapped);
        assert_eq!(wrap_tree(tree, 80), tree);
    }

    #[test]
    fn prose_breaks_between_words() {
        let prose = "% one two three four\n  five six seven eight\nunbreakable_as_it_is\nshort";
        let wrapped =
            "% one two\n  three four\n  five six\n  seven eight\nunbreakable_as_it_is\nshort";
        assert_eq!(wrap_words(prose, 13), wrapped);
        assert_eq!(wrap_words(prose, 80), prose);
        let colour = "\x1b[1mone two\x1b[0m three four";
        assert_eq!(wrap_words(colour, 13), "\x1b[1mone two\x1b[0m three\nfour");
    }

    #[test]
    fn a_long_meaning_goes_on_under_its_beginning() {
        let entries = [("a", "one two three"), ("long", "four")];
        let entries = entries.map(|(name, meaning)| (name.to_string(), meaning.to_string()));
        let wrapped = "  a     one two\n        three\n  long  four";
        assert_eq!(wrapped_glossary(&entries, 16), wrapped);
    }

    #[test]
    fn what_is_too_long_is_cut() {
        assert_eq!(cut("as it is", 8), "as it is");
        assert_eq!(cut("as it is", 5), "as i…");
    }
}
