//! The colours of the prompt. Whoever prints takes them out where there is no
//! colour to be had.

use anstyle::{AnsiColor, Effects, Style};

/// What is said beside the point: figures, places, hints.
pub const ASIDE: Style = Style::new().effects(Effects::DIMMED);
/// What went wrong.
pub const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// A goal that does not hold.
pub const FAILS: Style = AnsiColor::Red.on_default();
/// Headings, commands, whatever is to be found quickly.
pub const STRONG: Style = Style::new().effects(Effects::BOLD);
/// A name that nothing is known of.
pub const UNKNOWN: Style = AnsiColor::Red.on_default().effects(Effects::UNDERLINE);
/// A relation.
pub const RELATION: Style = AnsiColor::Cyan.on_default();
/// A variable.
pub const VARIABLE: Style = AnsiColor::Yellow.on_default();
/// A number.
pub const NUMBER: Style = AnsiColor::Green.on_default();
/// An atom that the declarations know: a piece, a player.
pub const VALUE: Style = AnsiColor::Magenta.on_default();
/// A bracket that belongs to the one at the cursor.
pub const BRACKET: Style = Style::new().effects(Effects::BOLD.insert(Effects::INVERT));

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
