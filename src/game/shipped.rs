//! The games that come with Hornet: their texts, and their rules as `build.rs`
//! compiled them. Those of `examples/` are texts alone.

use super::rules::{Compile, files};
use crate::logic::Loader;
use crate::logic::engine::Includes;

/// A game that comes with Hornet.
pub struct ShippedGame {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The file its rules are in.
    pub file: &'static str,
    /// The rules.
    pub text: &'static str,
    /// The rules in prose, as a player would explain them, in Markdown. Without them,
    /// the comment at the head of the rules explains the game.
    pub page: Option<&'static str>,
    /// Makes the compiled rules; those of an example are evaluated at run time.
    pub compile: Option<Compile>,
}

impl ShippedGame {
    /// Whether it is one of the games in `examples/`.
    pub fn is_example(&self) -> bool {
        self.compile.is_none()
    }
}

/// The code that `build.rs` generates.
#[allow(clippy::all, unused, missing_docs)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

/// The games that come with Hornet, the examples behind the others.
pub fn shipped_games() -> &'static [ShippedGame] {
    generated::GAMES
}

/// The game of that name, if it comes with Hornet.
pub fn shipped_game(name: &str) -> Option<&'static ShippedGame> {
    shipped_games().iter().find(|game| game.name == name)
}

/// Finds included texts among those that come with Hornet.
pub struct Embedded {
    /// What else can be included.
    pub includes: Includes,
}

impl Loader for Embedded {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let is_shipped = generated::GAMES.iter().any(|game| game.file == from)
            || generated::TEXTS.iter().any(|(name, _)| *name == from);
        match generated::TEXTS.iter().find(|(name, _)| *name == path) {
            Some((name, text)) => Ok((name.to_string(), text.to_string())),
            None if is_shipped => Err("it does not come with Hornet".to_string()),
            // What a user adds to a game may ask for the user's own files.
            None => files(self.includes).load(from, path),
        }
    }
}
