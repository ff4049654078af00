//! Long answers, a screen at a time, with a search for what lies further down.

use std::io::{self, Write};

use console::{Key, Term};

use super::layout;
use super::session::Screen;
use super::style::{self, paint};

/// What somebody wants at the foot of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wish {
    Page,
    Line,
    Rest,
    Enough,
    /// The next line that holds a text.
    Find(String),
}

/// A key at the foot of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pressed {
    Wish(Wish),
    /// A text to search for follows.
    Search,
    /// The same text again.
    Again,
}

fn pressed(key: &Key) -> Option<Pressed> {
    Some(match key {
        Key::Char(' ') | Key::Char('f') | Key::PageDown => Pressed::Wish(Wish::Page),
        Key::Enter | Key::ArrowDown | Key::Char('j') | Key::Char(';') => Pressed::Wish(Wish::Line),
        Key::Char('a') | Key::Char('G') => Pressed::Wish(Wish::Rest),
        Key::Char('q') | Key::Char('.') | Key::Escape | Key::CtrlC | Key::Char('\u{4}') => {
            Pressed::Wish(Wish::Enough)
        }
        Key::Char('/') => Pressed::Search,
        Key::Char('n') => Pressed::Again,
        _ => return None,
    })
}

/// Prints a text on a terminal, and stops at the foot of each screen. The
/// screen may change its size between pages.
pub fn show(
    term: &Term,
    out: &mut dyn Write,
    text: &str,
    screen: impl Fn() -> Screen,
) -> io::Result<()> {
    let mut size = screen();
    let text = layout::wrap_words(text, size.width);
    let lines: Vec<&str> = text.lines().collect();
    let page = |screen: Screen| screen.height.saturating_sub(1).max(1);
    let height_on = |screen: Screen, line: &str| {
        console::measure_text_width(line).div_ceil(screen.width.max(1)).max(1)
    };
    let mut foot = Foot { term, sought: String::new() };
    let mut shown = 0;
    let mut room = page(size);
    while shown < lines.len() {
        if height_on(size, lines[shown]) > room && room < page(size) {
            let wish = foot.ask(out, &format!("{shown} of {}", lines.len()), size.width)?;
            size = screen();
            match wish {
                Wish::Page => room = page(size),
                Wish::Line => room = height_on(size, lines[shown]),
                Wish::Rest => room = usize::MAX,
                Wish::Find(text) => match lines[shown..].iter().position(|line| holds(line, &text))
                {
                    Some(skipped) => {
                        let note = match skipped {
                            0 => String::new(),
                            1 => "% 1 line skipped".to_string(),
                            skipped => format!("% {skipped} lines skipped"),
                        };
                        if !note.is_empty() {
                            writeln!(out, "{}", paint(style::ASIDE, &note))?;
                        }
                        shown += skipped;
                        room = page(size) - 1;
                    }
                    None => {
                        let note = format!("% `{text}` does not come up further down");
                        writeln!(out, "{}", paint(style::ASIDE, &note))?;
                        continue;
                    }
                },
                Wish::Enough => {
                    let left = lines.len() - shown;
                    writeln!(out, "{}", paint(style::ASIDE, &format!("% {left} lines left out")))?;
                    // How many answers there are is said at the end.
                    let last = lines[lines.len() - 1];
                    if console::strip_ansi_codes(last).starts_with('%') {
                        writeln!(out, "{last}")?;
                    }
                    return out.flush();
                }
            }
        }
        let line = lines[shown];
        writeln!(out, "{line}")?;
        shown += 1;
        room = room.saturating_sub(height_on(size, line));
    }
    out.flush()
}

/// Whether a line holds a text; small letters stand for capitals, too.
fn holds(line: &str, text: &str) -> bool {
    let line = console::strip_ansi_codes(line);
    match text.chars().any(char::is_uppercase) {
        true => line.contains(text),
        false => line.to_lowercase().contains(text),
    }
}

/// The line at the foot of a page.
struct Foot<'a> {
    term: &'a Term,
    /// What was searched for last.
    sought: String,
}

impl Foot<'_> {
    fn ask(&mut self, out: &mut dyn Write, place: &str, width: usize) -> io::Result<Wish> {
        let again = if self.sought.is_empty() { "" } else { ", n: next" };
        let question =
            format!("-- {place} (space: page, enter: line, a: all, q: stop, /: search{again}) --");
        loop {
            self.write(out, &question, width)?;
            let pressed = loop {
                if let Some(pressed) = pressed(&self.term.read_key_raw()?) {
                    break pressed;
                }
            };
            self.term.clear_line()?;
            let text = match pressed {
                Pressed::Wish(wish) => return Ok(wish),
                Pressed::Search => self.read_text(out, width)?,
                Pressed::Again => self.sought.clone(),
            };
            if !text.is_empty() {
                self.sought = text.clone();
                return Ok(Wish::Find(text));
            }
        }
    }

    /// One line, which can be cleared as a whole.
    fn write(&self, out: &mut dyn Write, text: &str, width: usize) -> io::Result<()> {
        let text = console::truncate_str(text, width.saturating_sub(1), "…");
        write!(out, "{}", paint(style::ASIDE, &text))?;
        out.flush()
    }

    /// The text to search for, key by key. It is empty if somebody thinks better of
    /// it, and that of before if nothing is typed.
    fn read_text(&self, out: &mut dyn Write, width: usize) -> io::Result<String> {
        let mut text = String::new();
        loop {
            self.write(out, &format!("/{text}"), width)?;
            let key = self.term.read_key_raw()?;
            self.term.clear_line()?;
            match key {
                Key::Enter if text.is_empty() => return Ok(self.sought.clone()),
                Key::Enter => return Ok(text),
                Key::Escape | Key::CtrlC | Key::Char('\u{4}') => return Ok(String::new()),
                Key::Backspace => _ = text.pop(),
                Key::Char(c) if !c.is_control() => text.push(c),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_stand_for_capitals_too() {
        let line = paint(style::STRONG, "Cell = a2");
        assert!(holds(&line, "cell"));
        assert!(holds(&line, "Cell = a2"));
        assert!(!holds(&line, "CELL"));
        assert!(!holds(&line, "1m"), "colours are not text");
    }
}
