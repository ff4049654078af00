//! What a presentation needs of the rules to fit them. It does not matter where
//! they came from: a game of the user's own that is written with the words of a
//! shipped one is presented like it.

use crate::logic::check::declarations::{Declarations, Shape, Template};
use crate::logic::check::types::Type;
use crate::logic::program::Program;

/// A name with the types of its columns: `tank(cell, player, kind)`. A type that
/// does not matter is `_`.
pub type Named = (&'static str, &'static [&'static str]);

/// A declared type, with what its values must be like.
pub type Valued = (&'static str, fn(&str) -> bool);

/// What a presentation relies on.
pub struct Requirements {
    /// Whether it can draw such a board.
    pub board: fn(&Shape) -> bool,
    /// The players, in any order.
    pub players: &'static [&'static str],
    /// The declared types whose values must be such as it can write.
    pub values: &'static [Valued],
    /// The state facts that it draws. There may be others, but none that lie on
    /// the board and are more than memory: they would not be seen.
    pub states: &'static [Named],
    /// The actions. There must be no others: it would have no words for them.
    pub actions: &'static [Named],
    /// What it asks the rules besides, the same in every position.
    pub statics: &'static [Named],
}

impl Requirements {
    /// Whether a program has it all.
    pub fn met_by(&self, program: &Program) -> bool {
        let declarations = &program.declarations;
        let is = |template: &Template, (name, columns): &Named| {
            template.name.as_str() == *name && are(declarations, &template.columns, columns)
        };
        let is_among = |named: &Named, known: &[Template]| known.iter().any(|it| is(it, named));
        let is_drawn = |state: &Template| self.states.iter().any(|named| is(state, named));
        let is_aside = |state: &Template| state.is_memory || !state.columns.contains(&Type::Cell);

        declarations.board.as_ref().is_some_and(self.board)
            && self.has_players(declarations)
            && self.has_values(declarations)
            && self.states.iter().all(|named| is_among(named, &declarations.states))
            && declarations.states.iter().all(|state| is_drawn(state) || is_aside(state))
            && self.actions.len() == declarations.actions.len()
            && self.actions.iter().all(|named| is_among(named, &declarations.actions))
            && self.statics.iter().all(|named| is_static(program, named))
    }

    fn has_players(&self, declarations: &Declarations) -> bool {
        let players = declarations.players();
        let is_known = |player: &str| self.players.contains(&player);
        players.len() == self.players.len() && players.iter().all(|it| is_known(it.as_str()))
    }

    fn has_values(&self, declarations: &Declarations) -> bool {
        self.values.iter().all(|(name, fits)| {
            let declared = declarations.enums.iter().find(|it| it.name.as_str() == *name);
            declared.is_some_and(|it| it.values.iter().all(|value| fits(value.as_str())))
        })
    }
}

/// Whether columns have those types.
fn are(declarations: &Declarations, columns: &[Type], words: &[&str]) -> bool {
    let is = |ty: Type, word: &str| word == "_" || declarations.type_word(ty) == word;
    columns.len() == words.len() && columns.iter().zip(words).all(|(ty, word)| is(*ty, word))
}

/// Whether there is such a relation, the same in every position.
fn is_static(program: &Program, (name, words): &Named) -> bool {
    let Some(id) = program.relations.plain(name, words.len()) else { return false };
    let relation = &program.relations[id];
    let columns: Vec<Type> = relation.columns.iter().copied().flatten().collect();
    relation.is_static && are(&program.declarations, &columns, words)
}
