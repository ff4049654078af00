//! Which characters names and variables are made of: as in SWI-Prolog, letters of
//! all scripts. A variable begins with an upper-case letter or `_`; any other letter
//! begins an atom, also of a script that has no upper case.

use unicode_ident::{is_xid_continue, is_xid_start};

/// Whether an atom without quotes may begin with it.
pub fn begins_atom(c: char) -> bool {
    is_xid_start(c) && !c.is_uppercase()
}

/// Whether a variable may begin with it.
pub fn begins_variable(c: char) -> bool {
    c == '_' || (is_xid_start(c) && c.is_uppercase())
}

/// Whether either may go on with it. The middle dot belongs to identifiers in
/// Unicode, but not in SWI-Prolog.
pub fn goes_on(c: char) -> bool {
    is_xid_continue(c) && c != '·'
}

/// Whether a text is a variable's name.
pub fn is_variable(text: &str) -> bool {
    text.starts_with(begins_variable) && text.chars().all(goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_make_names() {
        for (text, is_atom) in [("größe", true), ("Größe", false), ("北京", true), ("Ωmega", false)]
        {
            assert_eq!(text.starts_with(begins_atom), is_atom, "{text}");
            assert_eq!(is_variable(text), !is_atom, "{text}");
            assert!(text.chars().all(goes_on), "{text}");
        }
        for c in ['3', '٣', '·', '→', '€', '½', '\u{301}', 'Ⓐ'] {
            assert!(!begins_atom(c) && !begins_variable(c), "{c}");
        }
    }
}
