//! Rules that the build script of another crate compiled: what
//! [`include_rules!`](crate::include_rules) brings into it.

use std::path::Path;

use super::files::plain_path;
use super::rules::{Compile, LoadError, Rules};
use super::spec::Spec;
use crate::logic::Loader;
use crate::logic::engine::Limits;

/// Rules that were compiled with the crate they are in: `nim::RULES`, of the file
/// `nim.pl`. [`include_rules!`](crate::include_rules) says how.
pub struct CompiledRules {
    /// The files by the names they have in the rules, with their texts. The first is the
    /// one that was asked for, and includes the others.
    texts: &'static [(&'static str, &'static str)],
    compile: Compile,
}

impl CompiledRules {
    /// For generated code, which stands or falls with the version it was generated for.
    #[doc(hidden)]
    pub const fn new(
        version: &'static str,
        texts: &'static [(&'static str, &'static str)],
        compile: Compile,
    ) -> CompiledRules {
        assert!(
            is_same(version, env!("CARGO_PKG_VERSION")),
            "hornet and hornet-build have to be of the same version"
        );
        CompiledRules { texts, compile }
    }

    /// The rules, with every option at its default.
    pub fn load(&self) -> Result<Rules, LoadError> {
        self.load_with("")
    }

    /// The rules with options, as they stand behind the colon of a game's name:
    /// `size=6`, or `size=6,first=red`.
    pub fn load_with(&self, options: &str) -> Result<Rules, LoadError> {
        self.load_within(options, Limits::default())
    }

    /// The same with other limits, which also let another thread interrupt.
    pub fn load_within(&self, options: &str, limits: Limits) -> Result<Rules, LoadError> {
        let (file, text) = self.texts[0];
        let spec = Spec::parse(&format!("{file}:{options}"))?;
        Rules::of_compiled(&spec, file, without_mark(text), self, self.compile, limits)
    }

    /// The text of the file that was asked for.
    pub fn text(&self) -> &'static str {
        without_mark(self.texts[0].1)
    }
}

/// Finds what the rules include among the texts that were there when they were compiled.
impl Loader for CompiledRules {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let beside = plain_path(&Path::new(from).parent().unwrap_or(Path::new("")).join(path));
        match self.texts.iter().find(|(name, _)| Path::new(name) == beside) {
            Some((name, text)) => Ok((name.to_string(), without_mark(text).to_string())),
            None => Err("it was not compiled with the rules".to_string()),
        }
    }
}

/// The text without the mark that some editors put before it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_a_whole() {
        for (a, b) in [("0.1.0", "0.1.0"), ("0.1.0", "0.1.01"), ("0.1.0", "0.1.1"), ("", "1")] {
            assert_eq!(is_same(a, b), a == b);
        }
    }
}
