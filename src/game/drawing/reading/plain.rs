//! Drawings of games that have none of their own. On a cell stand the values of its
//! facts, as short as can be told apart; facts that lie on no cell stand below.

use super::{Drawn, Shown, cells, unreadable};
use crate::game::drawing::plain::{lead, short};
use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::setup::{Fact, read_facts};
use crate::logic::check::declarations::Template;
use crate::logic::check::types::Type;
use crate::logic::program::Name;
use crate::logic::{Row, Value};

/// What a drawing shows.
pub fn read(game: &Game, text: &str) -> Result<Drawn, Unreadable> {
    let mut facts = Vec::new();
    for shown in cells(game, board_of(text))? {
        facts.extend(facts_on(game, &shown)?);
    }
    let stated = text.lines().take_while(|line| !tells_standing(line.trim()));
    for (index, line) in stated.enumerate().filter(|(_, line)| is_fact(line)) {
        let said = read_facts(game.rules(), line);
        facts.extend(said.map_err(|error| unreadable(index + 1, error))?);
    }
    Ok(Drawn { is_whole: true, ..Drawn::new(game, text, facts) })
}

/// The drawing without the facts and the turn below it.
fn board_of(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if is_fact(line) || tells_standing(line.trim()) {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

/// Whether a line says how the game stands.
fn tells_standing(line: &str) -> bool {
    ["Turn ", "Move "].iter().any(|begin| line.starts_with(begin))
        || [" has won", " have won"].iter().any(|won| line.contains(won))
        || ["The game is a draw", "The puzzle is not"].iter().any(|end| line.starts_with(end))
}

/// Whether a line is a fact that lies on no cell.
fn is_fact(line: &str) -> bool {
    let line = line.trim();
    let Some((name, _)) = line.split_once('(') else { return false };
    // On a row of a graph there are lines before a piece in brackets.
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_quoted = name.starts_with('\'') && name.ends_with('\'');
    line.ends_with(')') && (is_quoted || is_name && name.starts_with(char::is_lowercase))
}

/// The facts on a cell: at most one of each relation, in the order of the rules.
/// There must be one way only to read them.
fn facts_on(game: &Game, shown: &Shown) -> Result<Vec<Fact>, Unreadable> {
    let states = &game.rules().program().declarations.states;
    let on_board: Vec<&Template> =
        states.iter().filter(|state| state.columns.contains(&Type::Cell)).collect();
    let readings = |text: &str| {
        let mut found = Vec::new();
        each_reading(game, shown, &on_board, text, &mut Vec::new(), &mut found);
        found
    };
    // A sign may be a mark, or a part of a name.
    let mut found = readings(shown.text.trim());
    if found.is_empty() {
        found = readings(shown.unmarked());
    }
    let (cell, text) = (shown.cell, shown.unmarked());
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(unreadable(
            shown.line,
            format!("`{text}` on {cell} stands for nothing in this game"),
        )),
        _ => {
            Err(unreadable(shown.line, format!("`{text}` on {cell} may stand for several things")))
        }
    }
}

/// More ways to read a cell than this are not looked for.
const MOST_READINGS: usize = 2;

fn each_reading(
    game: &Game,
    shown: &Shown,
    states: &[&Template],
    text: &str,
    facts: &mut Vec<Fact>,
    found: &mut Vec<Vec<Fact>>,
) {
    if found.len() >= MOST_READINGS {
        return;
    }
    let [state, others @ ..] = states else {
        if text.is_empty() && !facts.is_empty() {
            found.push(facts.clone());
        }
        return;
    };
    each_reading(game, shown, others, text, facts, found);
    let program = game.rules().program();
    let Some(relation) = program.relations.find(Name::Plain(state.name), state.columns.len())
    else {
        return;
    };
    for (row, rest) in rows(game, shown, state, text) {
        facts.push((relation, row));
        each_reading(game, shown, others, rest, facts, found);
        facts.pop();
    }
}

/// The facts of a relation that a text may begin with, and what follows.
fn rows<'a>(game: &Game, shown: &Shown, state: &Template, text: &'a str) -> Vec<(Row, &'a str)> {
    let declarations = &game.rules().program().declarations;
    let at = state.columns.iter().position(|ty| *ty == Type::Cell);
    let Some(text) = text.strip_prefix(lead(declarations, state).as_str()) else {
        return Vec::new();
    };
    let mut begun: Vec<(Row, &str)> = vec![(Row::new(), text)];
    for (column, ty) in state.columns.iter().enumerate() {
        let mut longer = Vec::new();
        for (row, rest) in &begun {
            for (value, rest) in values(shown, declarations, *ty, Some(column) == at, rest) {
                let mut row = row.clone();
                row.push(value);
                longer.push((row, rest));
            }
        }
        begun = longer;
    }
    begun
}

/// The values that a text may begin with in a column, and what follows each.
fn values<'a>(
    shown: &Shown,
    declarations: &crate::logic::check::declarations::Declarations,
    ty: Type,
    is_place: bool,
    text: &'a str,
) -> Vec<(Value, &'a str)> {
    match ty {
        _ if is_place => vec![(shown.cell.into(), text)],
        Type::Enum(id) => {
            let value = |atom: &crate::logic::Atom| {
                let value = Value::Atom(*atom);
                Some((value, text.strip_prefix(short(declarations, ty, value).as_str())?))
            };
            declarations.values(id).iter().filter_map(value).collect()
        }
        Type::Int => {
            let end = text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
            let number = text[..end].parse::<i64>().ok();
            number.map(|number| (number.into(), &text[end..])).into_iter().collect()
        }
        Type::Atom | Type::Cell => Vec::new(),
    }
}
