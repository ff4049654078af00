//! `hornet new` writes the beginning of a game: a small one that can be played at
//! once, with comments that say what to change.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::{Ended, Failure, Result, Session};

/// The game that one begins with.
const BEGINNING: &str = include_str!("new_game.pl");

/// What the beginning is called before somebody names it.
const UNTITLED: &str = "Keep apart";

/// No name of a game is longer.
const LONGEST_NAME: usize = 60;

impl Session {
    /// `hornet new`.
    pub fn new_game(&self, out: &mut dyn Write, name: &str) -> Result {
        let name = name.strip_suffix(".pl").unwrap_or(name);
        if !is_name(name) {
            return Err(Failure::Message(format!(
                "`{name}` cannot be the name of a game: it begins with a letter and goes on with \
                 letters, digits and `_`, such as my_game"
            )));
        }
        let file = format!("{name}.pl");
        write_new(Path::new(&file), &beginning(name))?;
        writeln!(
            out,
            "{file} is a small game, ready to be played and changed:\n  \
             hornet check {file}\n  \
             hornet play {file} --players human,minimax:3\n  \
             hornet match {file} --players minimax:3,random --games 20\n\
             docs/your-own-game.md goes on from here."
        )?;
        Ok(Ended::Success)
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(is_plain)
        && name.len() <= LONGEST_NAME
}

/// The beginning, under the name of the new game: `my_game` is called `My game`.
fn beginning(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    BEGINNING.replace(UNTITLED, title.trim_end())
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> Result<()> {
    let shown = path.display();
    let mut file = File::create_new(path).map_err(|error| {
        Failure::Message(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{shown} is there already, and is left as it is; choose another name")
            }
            _ => format!("cannot write {shown}: {error}"),
        })
    })?;
    file.write_all(text.as_bytes())
        .map_err(|error| Failure::Message(format!("cannot write {shown}: {error}")))
}
