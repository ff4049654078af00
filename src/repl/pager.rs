//! Long answers, a screen at a time.

use std::io::{self, Write};

use console::{Key, Term};

use super::session::Screen;
use super::style::{self, paint};

/// What somebody wants at the foot of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Page,
    Line,
    Rest,
    Enough,
}

fn wish(key: &Key) -> Option<Wish> {
    match key {
        Key::Char(' ') | Key::Char('f') | Key::PageDown => Some(Wish::Page),
        Key::Enter | Key::ArrowDown | Key::Char('j') | Key::Char(';') => Some(Wish::Line),
        Key::Char('a') | Key::Char('G') => Some(Wish::Rest),
        Key::Char('q') | Key::Char('.') | Key::Escape | Key::CtrlC | Key::Char('\u{4}') => {
            Some(Wish::Enough)
        }
        _ => None,
    }
}

/// Prints a text on a terminal, and stops at the foot of each screen. The
/// screen may change its size between pages.
pub fn show(
    term: &Term,
    out: &mut dyn Write,
    text: &str,
    screen: impl Fn() -> Screen,
) -> io::Result<()> {
    let lines: Vec<&str> = text.lines().collect();
    let page = |screen: Screen| screen.height.saturating_sub(1).max(1);
    let height_on = |screen: Screen, line: &str| {
        console::measure_text_width(line).div_ceil(screen.width.max(1)).max(1)
    };
    let mut size = screen();
    let mut shown = 0;
    let mut room = page(size);
    while shown < lines.len() {
        let line = lines[shown];
        let mut height = height_on(size, line);
        if height > room && room < page(size) {
            let wish = ask(term, out, &format!("{shown} of {}", lines.len()), size.width)?;
            size = screen();
            height = height_on(size, line);
            match wish {
                Wish::Page => room = page(size),
                Wish::Line => room = height,
                Wish::Rest => room = usize::MAX,
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
        writeln!(out, "{line}")?;
        shown += 1;
        room = room.saturating_sub(height);
    }
    out.flush()
}

fn ask(term: &Term, out: &mut dyn Write, place: &str, width: usize) -> io::Result<Wish> {
    let question = format!("-- {place} (space: page, enter: line, a: all, q: stop) --");
    // One line, which can be cleared as a whole.
    let question = console::truncate_str(&question, width.saturating_sub(1), "…");
    write!(out, "{}", paint(style::ASIDE, &question))?;
    out.flush()?;
    let wish = loop {
        if let Some(wish) = wish(&term.read_key_raw()?) {
            break wish;
        }
    };
    term.clear_line()?;
    Ok(wish)
}
