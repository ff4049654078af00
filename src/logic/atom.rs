//! Atoms: names interned once, so that comparing two of them is comparing two
//! numbers.

use std::cmp::Ordering;
use std::fmt;
use std::sync::{LazyLock, RwLock};

use rustc_hash::FxHashMap;

use crate::logic::syntax::identifier;

/// A name such as `medium` or `'the game is over'`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(u32);

#[derive(Default)]
struct Table {
    codes: FxHashMap<&'static str, u32>,
    names: Vec<&'static str>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

impl Atom {
    /// The atom of that name, the same one each time it is asked for.
    pub fn new(name: &str) -> Atom {
        let known = TABLE.read().expect("no panic while held").codes.get(name).copied();
        Atom(known.unwrap_or_else(|| intern(name)))
    }

    /// The atom of that number, which is one that there is.
    pub(in crate::logic) fn from_number(number: u32) -> Atom {
        Atom(number)
    }

    /// A number that only this atom has.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The name itself, without quotes.
    pub fn as_str(self) -> &'static str {
        TABLE.read().expect("no panic while held").names[self.0 as usize]
    }

    /// Whether Prolog would read the name as an atom only between quotes.
    pub fn needs_quotes(self) -> bool {
        let name = self.as_str();
        let plain =
            name.starts_with(identifier::begins_atom) && name.chars().all(identifier::goes_on);
        let symbolic = !name.is_empty() && name.chars().all(is_symbol_char);
        let reads_otherwise = name == "." || name.starts_with("/*");
        !(plain || (symbolic && !reads_otherwise) || name == "!")
    }
}

/// Whether `c` is one of the characters that Prolog's symbolic atoms, such as
/// `:-` and `=<`, are made of.
pub fn is_symbol_char(c: char) -> bool {
    matches!(
        c,
        '+' | '-'
            | '*'
            | '/'
            | '\\'
            | '^'
            | '<'
            | '>'
            | '='
            | '~'
            | ':'
            | '.'
            | '?'
            | '@'
            | '#'
            | '&'
            | '$'
    )
}

fn intern(name: &str) -> u32 {
    let mut table = TABLE.write().expect("no panic while held");
    if let Some(&code) = table.codes.get(name) {
        return code;
    }
    let code = u32::try_from(table.names.len()).expect("fewer than four billion atoms");
    let name: &'static str = Box::leak(name.into());
    table.names.push(name);
    table.codes.insert(name, code);
    code
}

impl Ord for Atom {
    fn cmp(&self, other: &Atom) -> Ordering {
        if self == other { Ordering::Equal } else { self.as_str().cmp(other.as_str()) }
    }
}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Atom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the atom as Prolog reads it, quoted where it must be.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.needs_quotes() {
            return f.write_str(self.as_str());
        }
        let escaped = self
            .as_str()
            .replace('\\', "\\\\")
            .replace('\'', "\\'")
            .replace('\n', "\\n")
            .replace('\t', "\\t");
        write!(f, "'{escaped}'")
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_is_the_same_atom() {
        assert_eq!(Atom::new("queen"), Atom::new("queen"));
        assert_ne!(Atom::new("queen"), Atom::new("ant"));
    }

    #[test]
    fn quotes_stand_only_where_prolog_needs_them() {
        for (name, shown) in [
            ("wA1", "wA1"),
            ("=<", "=<"),
            ("Wide", "'Wide'"),
            ("größe", "größe"),
            ("北京", "北京"),
            ("Größe", "'Größe'"),
            ("l·l", "'l·l'"),
            ("two words", "'two words'"),
            ("don't", "'don\\'t'"),
            ("", "''"),
            (".", "'.'"),
            ("[]", "'[]'"),
        ] {
            assert_eq!(Atom::new(name).to_string(), shown);
        }
    }

    #[test]
    fn atoms_are_ordered_by_name() {
        let late = Atom::new("zz-first-interned");
        let early = Atom::new("aa-second-interned");
        assert!(early < late);
    }
}
