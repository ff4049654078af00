//! What Hornet expects in columns of relations that it asks by themselves, such as
//! `glyph/4`: a cell, a player.
//!
//! Mostly the rules decide it, as in `glyph(Cell, 'X', P) :- stone(P, Cell).` Where
//! only atoms stand in a column, as in `tally(red, men, 3).`, nothing else tells that
//! they are players.

use super::declarations::PLAYER;
use super::types::{Inference, Type};
use crate::logic::program::Relations;

/// One of the players.
const PLAYERS: Type = Type::Enum(PLAYER);

/// What is expected in some columns, by their numbers.
type Columns = &'static [(usize, Type)];

/// Relations by name and arity, with what is expected of them.
const EXPECTED: [(&str, usize, Columns); 7] = [
    ("glyph", 2, &[(0, Type::Cell)]),
    ("glyph", 3, &[(0, Type::Cell), (2, PLAYERS)]),
    ("glyph", 4, &[(0, Type::Cell), (2, PLAYERS)]),
    ("shaded", 1, &[(0, Type::Cell)]),
    ("in_hand", 3, &[(0, PLAYERS)]),
    ("tally", 3, &[(0, PLAYERS)]),
    ("score", 3, &[(0, PLAYERS)]),
];

/// Has columns that nothing else decides hold what Hornet expects, if all that stands
/// in them can be that.
pub fn decide_as_expected(relations: &Relations, inference: &mut Inference<'_>) {
    for (name, arity, columns) in EXPECTED {
        let Some(relation) = relations.plain(name, arity) else { continue };
        columns.iter().for_each(|(column, ty)| inference.expect((relation, *column), *ty));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    fn types(rules: &str, name: &str, arity: usize) -> Vec<Option<Type>> {
        let sample = Sample::new(rules);
        let relations = &sample.engine.program().relations;
        relations[relations.plain(name, arity).unwrap()].columns.clone()
    }

    #[test]
    fn players_and_cells_are_told_where_only_constants_stand() {
        let glyph = types("glyph(a1, x, red, disc) :- turn(_).", "glyph", 4);
        let [atom, cell, player] = [Type::Atom, Type::Cell, PLAYERS].map(Some);
        assert_eq!(glyph, [cell, atom, player, atom]);
        let number = Some(Type::Int);
        assert_eq!(
            types("tally(blue, men, 3). tally(P, men, 2) :- P = red.", "tally", 3),
            [player, atom, number]
        );
        assert_eq!(types("in_hand(red, men, 3).", "in_hand", 3), [player, atom, number]);
    }

    #[test]
    fn what_cannot_be_expected_stays_as_it_is() {
        let number = Some(Type::Int);
        for rules in ["tally(ann, men, 3).", "tally(red, men, 3). tally(ann, men, 1)."] {
            let atom = Some(Type::Atom);
            assert_eq!(types(rules, "tally", 3), [atom, atom, number], "{rules}");
        }
        assert_eq!(types("tally(1, men, 3).", "tally", 3)[0], number);
    }
}
