//! What stands on cells where the rules do not say it: facts by the first letters of
//! their values. Facts that differ never look alike.

use std::collections::{BTreeMap, BTreeSet};

use super::looks::Look;
use crate::game::game::Game;
use crate::logic::check::declarations::{Declarations, PLAYER, Template};
use crate::logic::check::types::Type;
use crate::logic::program::{Name, Relation};
use crate::logic::{Atom, Cell, Value};

/// What stands on each cell that facts name: all of them as one.
pub fn letters(game: &Game) -> BTreeMap<Cell, Vec<Look>> {
    let program = game.rules().program();
    let declarations = &program.declarations;
    let mut cells: BTreeMap<Cell, Vec<Look>> = BTreeMap::new();
    for state in &declarations.states {
        let Some(at) = place(state) else { continue };
        let name = Name::Plain(state.name);
        let Some(relation) = program.relations.find(name, state.columns.len()) else { continue };
        let lead = lead(declarations, state);
        let mut rows: Vec<&[Value]> = game.position().rows(relation).collect();
        rows.sort();
        for row in rows {
            let Some(cell) = row[at].as_cell() else { continue };
            let mut text = lead.clone();
            let mut words: Vec<String> = Vec::new();
            let mut player = None;
            for (column, value) in row.iter().enumerate().filter(|(column, _)| *column != at) {
                text.push_str(&short(declarations, state.columns[column], *value));
                words.push(value.to_string());
                if state.columns[column] == Type::Enum(PLAYER) && player.is_none() {
                    player = value.as_atom();
                }
            }
            if words.is_empty() {
                words.push(state.name.to_string());
            }
            add(cells.entry(cell).or_default(), text, words.join(" "), player);
        }
    }
    cells
}

/// Adds a fact to those of its cell.
fn add(looks: &mut Vec<Look>, text: String, name: String, player: Option<Atom>) {
    match looks.first_mut() {
        None => looks.push(Look { text, name: Some(name), player, shape: None }),
        Some(look) => {
            look.text.push_str(&text);
            look.name = look.name.take().map(|before| format!("{before}, {name}"));
            look.player = look.player.or(player);
        }
    }
}

/// The column that says where a fact lies.
fn place(state: &Template) -> Option<usize> {
    state.columns.iter().position(|ty| *ty == Type::Cell)
}

/// What stands before the values of a state fact: the beginning of its name, where
/// there are no values, or where those of other state facts look the same.
pub fn lead(declarations: &Declarations, state: &Template) -> String {
    let others = || declarations.states.iter().filter(|other| other.name != state.name);
    let own = values_in_short(declarations, state);
    let is_bare = state.columns.len() == 1;
    let is_shared = |other: &Template| {
        place(other).is_some() && !own.is_disjoint(&values_in_short(declarations, other))
    };
    match is_bare || others().any(is_shared) {
        true => {
            let on_board = others().filter(|other| place(other).is_some());
            let names = on_board.map(|other| other.name.as_str()).collect::<Vec<_>>();
            beginning(state.name.as_str(), &names).to_string()
        }
        false => String::new(),
    }
}

/// More ways than this in which the facts of a relation may look are not compared.
const MOST_COMPARED: usize = 1000;

/// All ways in which the facts of a relation may look by their values alone, as far as
/// the declarations tell; its first letter, where it has no values.
fn values_in_short(declarations: &Declarations, state: &Template) -> BTreeSet<String> {
    if state.columns.len() == 1 {
        return state.name.as_str().chars().take(1).map(String::from).collect();
    }
    let mut texts = BTreeSet::from([String::new()]);
    for (column, ty) in state.columns.iter().enumerate() {
        match ty {
            _ if Some(column) == place(state) => {}
            Type::Enum(id) if texts.len() * declarations.values(*id).len() <= MOST_COMPARED => {
                let values = declarations.values(*id).iter();
                let shorts: Vec<String> =
                    values.map(|value| short(declarations, *ty, (*value).into())).collect();
                texts = texts
                    .iter()
                    .flat_map(|text| shorts.iter().map(move |short| format!("{text}{short}")))
                    .collect();
            }
            _ => return BTreeSet::new(),
        }
    }
    texts
}

/// The shortest beginning of a value that no other of its type shares.
pub fn short(declarations: &Declarations, ty: Type, value: Value) -> String {
    let (Type::Enum(id), Value::Atom(atom)) = (ty, value) else { return value.to_string() };
    let others = declarations.values(id).iter().filter(|other| **other != atom);
    let others: Vec<&str> = others.map(|other| other.as_str()).collect();
    beginning(atom.as_str(), &others).to_string()
}

/// The shortest beginning of a name that no other begins with.
fn beginning<'a>(name: &'a str, others: &[&str]) -> &'a str {
    let is_unique = |end: &usize| !others.iter().any(|other| other.starts_with(&name[..*end]));
    let ends = (1..=name.len()).filter(|end| name.is_char_boundary(*end));
    &name[..ends.into_iter().find(is_unique).unwrap_or(name.len())]
}

/// Facts that lie on no cell, but for whose turn it is.
pub fn facts_aside(game: &Game) -> Vec<String> {
    let program = game.rules().program();
    let has_cell = |relation: &Relation| relation.columns.contains(&Some(Type::Cell));
    game.position()
        .sorted()
        .into_iter()
        .map(|(relation, row)| (&program.relations[relation], row))
        .filter(|(relation, _)| {
            !has_cell(relation) && relation.name != Name::Plain(Atom::new("turn"))
        })
        .map(|(relation, row)| relation.show(&row))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::rules::Rules;

    /// A board that burns: `burnt` and `black` begin with the same letter.
    const BURNING: &str = "
        :- board(square(2, 2)).
        :- players([white, black]).
        :- state(stone(cell, player)).
        :- state(burnt(cell)).
        :- state(turn(player)).
        :- action(burn(cell)).
        start(turn(white)). start(stone(a1, black)). start(burnt(a2)).
        legal(burn(Cell)) :- cell(Cell), \\+ burnt(Cell).
        add(burnt(Cell)) :- does(burn(Cell)).
        draw :- turn_number(5).
    ";

    #[test]
    fn what_differs_never_looks_alike() {
        let game = Game::new(Arc::new(Rules::from_text("burn.pl", BURNING).unwrap())).unwrap();
        let on = |name: &str| letters(&game)[&Cell::from_name(name).unwrap()][0].text.clone();
        assert_eq!((on("a1"), on("a2")), ("sb".into(), "b".into()));
    }
}
