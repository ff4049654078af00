//! A rule text with other defaults for its weights. Only the numbers change: comments,
//! blanks and all else stay as they are.

use crate::logic::Atom;
use crate::logic::check::declarations::WEIGHT;
use crate::logic::syntax::reader;
use crate::logic::syntax::source::{Sources, Span};
use crate::logic::syntax::term::{Item, Term, TermKind};

/// The mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// A weight that a text declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Atom,
    /// The least value it may have.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

/// The names of the weights that a text itself declares, without what it includes.
pub fn declared(text: &str) -> Vec<Atom> {
    weights(text).into_iter().map(|weight| weight.name).collect()
}

/// These weights with their ranges.
pub fn weights(text: &str) -> Vec<Declared> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    directives(text).into_iter().map(|(weight, _)| weight).collect()
}

/// A text in which the weights that are named have these defaults. A mark before it
/// stays.
pub fn reweighed(text: &str, values: &[(Atom, i64)]) -> String {
    if let Some(text) = text.strip_prefix(MARK) {
        return format!("{MARK}{}", reweighed(text, values));
    }
    let mut changed = text.to_string();
    // From the end on, so that what comes before keeps its place.
    for (weight, default) in directives(text).into_iter().rev() {
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == weight.name) {
            changed.replace_range(default.range(), &value.to_string());
        }
    }
    changed
}

/// The weights that a text declares, with the places of their defaults, in their order. A
/// text with errors declares none: what is read past an error need not be what is written.
fn directives(text: &str) -> Vec<(Declared, Span)> {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let (items, errors) = reader::read(&sources, file);
    if !errors.is_empty() {
        return Vec::new();
    }
    let directive = |item: &Item| match item {
        Item::Clause(clause) => match clause.parts() {
            Some((":-", [directive])) => weight(directive),
            _ => None,
        },
        Item::Comment { .. } => None,
    };
    items.iter().filter_map(directive).collect()
}

fn weight(directive: &Term) -> Option<(Declared, Span)> {
    let Some((WEIGHT, [name, default, least, most])) = directive.parts() else { return None };
    match (&name.kind, &default.kind, &least.kind, &most.kind) {
        (TermKind::Atom(name), TermKind::Int(_), TermKind::Int(least), TermKind::Int(most)) => {
            Some((Declared { name: *name, least: *least, most: *most }, default.span))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_numbers_change() {
        let text = "% Weights.\r\n:- weight( heavy , 150,0,400 ).% what it counts: 150\r\n\
                    :- weight('Two words', -3, -5, 5).\n:- weight(other, 7, 0, 9).\n\
                    weight(heavy, 150, 0, 400).\nvalue(P, V) :- weight(heavy, V), p(P, 150).\n";
        let values = [("heavy", 9), ("Two words", 4), ("absent", 1)]
            .map(|(name, value)| (Atom::new(name), value));
        let expected =
            text.replace("heavy , 150", "heavy , 9").replace("'Two words', -3", "'Two words', 4");
        assert_eq!(reweighed(text, &values), expected);
        let weight = |(name, least, most)| Declared { name: Atom::new(name), least, most };
        let expected_weights =
            [("heavy", 0, 400), ("Two words", -5, 5), ("other", 0, 9)].map(weight);
        assert_eq!(weights(text), expected_weights);
        assert_eq!(declared(text), expected_weights.map(|weight| weight.name));
        let marked = format!("\u{feff}{text}");
        assert_eq!(weights(&marked), expected_weights);
        assert_eq!(reweighed(&marked, &values), format!("\u{feff}{expected}"));
        let negative = [(Atom::new("heavy"), -12)];
        assert!(reweighed(text, &negative).contains("heavy , -12,0"));
    }

    #[test]
    fn texts_without_weights_stay_as_they_are() {
        let texts = ["", "p(a).\n", ":- weight(", ":- weight(a, b, c, d).", "\u{feff}:- title(x)."];
        let with_an_error = ":- weight(a, 0'c-1, 0, 1).";
        for text in texts.into_iter().chain([with_an_error]) {
            assert_eq!(reweighed(text, &[(Atom::new("a"), 1)]), text);
        }
    }
}
