//! What words mean in the game at hand, for whoever helps with typing: the
//! relations by name, the values that the declarations know, and which call of
//! a relation the cursor is in.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Game;
use crate::logic::check::declarations::Template;
use crate::logic::check::types::Type;
use crate::logic::program::{Name, RelationId, Wrapper};
use crate::logic::syntax::lexer::{self, Token, TokenKind};
use crate::logic::syntax::source::Sources;

/// Words that stand before a parenthesis and are no relations.
const BUILT_IN: [&str; 9] =
    ["aggregate_all", "sum", "max", "min", "abs", "sign", "mod", "option", "true"];

/// What words mean in a game.
pub struct Lexicon {
    relations: BTreeMap<&'static str, Vec<RelationId>>,
    values: BTreeSet<&'static str>,
    templates: BTreeMap<&'static str, Vec<Template>>,
}

impl Lexicon {
    /// The words of a game's rules.
    pub fn of(game: &Game) -> Lexicon {
        let program = game.rules().program();
        let mut relations: BTreeMap<&str, Vec<RelationId>> = BTreeMap::new();
        for id in program.relations.ids() {
            relations.entry(program.relations[id].word()).or_default().push(id);
        }
        let declarations = &program.declarations;
        let values = declarations.enums.iter().flat_map(|known| &known.values);
        let mut templates: BTreeMap<&str, Vec<Template>> = BTreeMap::new();
        for known in declarations.actions.iter().chain(&declarations.states) {
            templates.entry(known.name.as_str()).or_default().push(known.clone());
        }
        Lexicon { relations, values: values.map(|value| value.as_str()).collect(), templates }
    }

    /// Whether a word may stand before a parenthesis.
    pub fn knows_functor(&self, word: &str) -> bool {
        self.relations.contains_key(word)
            || self.templates.contains_key(word)
            || BUILT_IN.contains(&word)
    }

    /// Whether a word is a relation.
    pub fn is_relation(&self, word: &str) -> bool {
        self.relations.contains_key(word)
    }

    /// Whether the declarations know a value of that name.
    pub fn is_value(&self, word: &str) -> bool {
        self.values.contains(word)
    }

    /// The relations, by the word that they begin with.
    pub fn relations(&self) -> impl Iterator<Item = (&str, &[RelationId])> {
        self.relations.iter().map(|(word, ids)| (*word, ids.as_slice()))
    }

    /// The relations that begin with a word.
    pub fn called(&self, word: &str) -> &[RelationId] {
        self.relations.get(word).map_or(&[], Vec::as_slice)
    }

    /// The declared actions and state facts of that name.
    pub fn templates(&self, word: &str) -> &[Template] {
        self.templates.get(word).map_or(&[], Vec::as_slice)
    }
}

/// A call that is not closed yet: `step(Cell, ` is in the second argument of
/// `step`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What is called; empty for a mere parenthesis.
    pub name: String,
    /// Which argument is being written, from 0.
    pub argument: usize,
    /// Where that argument begins.
    pub start: usize,
}

/// The words and signs of a text, as far as it can be read.
pub fn tokens(text: &str) -> Vec<Token> {
    let file = Sources::default().add("", "");
    lexer::tokens(file, text).0
}

/// The calls that are not closed at the end of a text, the innermost last.
pub fn open_calls(text: &str) -> Vec<Call> {
    let tokens = tokens(text);
    let mut calls: Vec<Call> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let end = token.span.end as usize;
        match &token.kind {
            TokenKind::Punct('(') => {
                let before = index.checked_sub(1).map(|index| &tokens[index].kind);
                let name = match before {
                    Some(TokenKind::Atom { name, .. }) if !token.spaced => name.clone(),
                    _ => String::new(),
                };
                calls.push(Call { name, argument: 0, start: end });
            }
            TokenKind::Punct(')') => _ = calls.pop(),
            TokenKind::Punct(',') => {
                if let Some(call) = calls.last_mut() {
                    call.argument += 1;
                    call.start = end;
                }
            }
            TokenKind::End => calls.clear(),
            _ => {}
        }
    }
    calls
}

impl Lexicon {
    /// The type of what is being written in the innermost call that has one.
    pub fn wanted(&self, game: &Game, calls: &[Call]) -> Option<Type> {
        let call = calls.last()?;
        let templates = self.templates(&call.name);
        if !templates.is_empty() {
            return templates.iter().find_map(|known| known.columns.get(call.argument).copied());
        }
        let relations = &game.rules().program().relations;
        let fits = |id: &RelationId| {
            let relation = &relations[*id];
            matches!(relation.name, Name::Plain(_)) && relation.arity > call.argument
        };
        let id = self.called(&call.name).iter().copied().find(fits)?;
        relations[id].columns[call.argument]
    }

    /// The wrapper that the innermost call is, if it is in its first argument.
    pub fn wrapper(&self, calls: &[Call]) -> Option<Wrapper> {
        let call = calls.last().filter(|call| call.argument == 0)?;
        Wrapper::ALL.into_iter().find(|wrapper| wrapper.name() == call.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_open_call_is_found() {
        let inner = |text: &str| open_calls(text).pop().map(|call| (call.name, call.argument));
        assert_eq!(inner("legal(move(a1, "), Some(("move".into(), 1)));
        assert_eq!(inner("legal(move(a1, b2)), row("), Some(("row".into(), 0)));
        assert_eq!(inner("at(wQ, (0,1), "), Some(("at".into(), 2)));
        assert_eq!(inner("a(X) :- \\+ (b(X), "), Some(("".into(), 1)));
        assert_eq!(inner("a(b). c"), None);
    }
}
