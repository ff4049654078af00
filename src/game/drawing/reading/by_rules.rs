//! Drawings of games whose rules say how they look: signs on cells, what players hold
//! above, and what is told of them below or in the corners. What is read is drawn once
//! more: it must look the same.

use super::signs::Signs;
use super::{Drawn, Shown, cells, plain, unreadable};
use crate::game::drawing::looks::{Looks, has_glyphs, legend};
use crate::game::game::Game;
use crate::game::notation::{Unreadable, cell_named};
use crate::game::position::Position;
use crate::game::setup::{Edit, Fact};
use crate::game::spec::unquoted;
use crate::logic::check::types::Type;
use crate::logic::{Atom, Cell, Value};

/// What a drawing shows.
pub fn read(game: &Game, text: &str) -> Result<Drawn, Unreadable> {
    if !has_glyphs(game.rules().program()) {
        return plain::read(game, text);
    }
    let beside = Signs::of(game, None);
    let mut facts = hands(&beside, text)?;
    facts.extend(tallies(&beside, text)?);
    let shown = cells(game, text)?;
    let signs = Signs::of(game, shown.first().map(|shown| shown.cell));
    let legend = legend(game.rules().program());
    for shown in &shown {
        facts.push(fact_on(&signs, shown, legend)?);
    }
    looks_the_same(game, &facts, &shown)?;
    Ok(Drawn::new(game, text, facts))
}

/// The fact that a sign on a cell stands for.
fn fact_on(signs: &Signs, shown: &Shown, legend: Option<&str>) -> Result<Fact, Unreadable> {
    let (cell, whole, text) = (shown.cell, shown.text.trim(), shown.unmarked());
    // A sign may be a mark, or a part of a name.
    let found = match signs.facts(whole, cell) {
        found if found.is_empty() => signs.facts(text, cell),
        found => found,
    };
    match found.as_slice() {
        [fact] => Ok(fact.clone()),
        [] => {
            let why = format!("`{text}` on {cell} stands for nothing in this game");
            Err(unreadable(shown.line, with_legend(why, legend)))
        }
        _ => {
            Err(unreadable(shown.line, format!("`{text}` on {cell} may stand for several things")))
        }
    }
}

fn with_legend(why: String, legend: Option<&str>) -> String {
    match legend {
        Some(legend) => format!("{why}: {}", legend.trim_end_matches('.')),
        None => why,
    }
}

/// Facts that look different together than each by itself are not what was drawn.
fn looks_the_same(game: &Game, facts: &[Fact], shown: &[Shown]) -> Result<(), Unreadable> {
    let mut position = Position::empty(game.rules().program());
    for (relation, row) in facts {
        position.insert(*relation, row);
    }
    let drawn = Game::with_position(game.rules().clone(), position);
    let looks =
        Looks::of(&drawn).map_err(|error| Unreadable::new("the drawing", error.to_string()))?;
    let differs = |it: &&Shown| {
        let text = looks.text_on(it.cell);
        text != it.text.trim() && text != it.unmarked()
    };
    match shown.iter().find(differs) {
        Some(it) => Err(unreadable(
            it.line,
            format!("what is on {} cannot be told from the drawing; set it up by facts", it.cell),
        )),
        None => Ok(()),
    }
}

/// `red has 7 red, 5 blue     blue has 5 red, 8 blue`.
fn hands(signs: &Signs, text: &str) -> Result<Vec<Fact>, Unreadable> {
    let mut facts = Vec::new();
    let mut players: Vec<Atom> = signs.hands().map(|(player, _)| player).collect();
    players.dedup();
    for player in players {
        let begin = format!("{} has ", player.as_str());
        let things: Vec<Value> =
            signs.hands().filter(|(of, _)| *of == player).map(|(_, what)| what).collect();
        let sample: Vec<String> = things.iter().map(|it| format!("5 {}", unquoted(it))).collect();
        let Some((_, said)) = text.lines().find_map(|line| line.split_once(&begin)) else {
            let name = player.as_str();
            let why = format!(
                "it does not tell what {name} has, as in `{name} has {}`",
                sample.join(", ")
            );
            return Err(Unreadable::new("the drawing", why));
        };
        let hand = said.split("   ").next().unwrap_or_default();
        for part in hand.split(',') {
            let (number, name) = part.trim().split_once(' ').unwrap_or_default();
            let thing = things.iter().find(|it| unquoted(it) == name.trim());
            let fact = number.parse().ok().zip(thing);
            let fact = fact.and_then(|(number, thing)| signs.hand(player, *thing, number));
            facts.push(fact.ok_or_else(|| {
                let why = format!(
                    "`{}` is not a number of pieces, as in `{}`",
                    part.trim(),
                    sample.first().map_or("", String::as_str)
                );
                Unreadable::new("the drawing", why)
            })?);
        }
    }
    Ok(facts)
}

/// `bonus 2`, once for each player: in a line that names the player, or in the corners,
/// from left to right.
fn tallies(signs: &Signs, text: &str) -> Result<Vec<Fact>, Unreadable> {
    let mut facts = Vec::new();
    let mut words: Vec<Value> = Vec::new();
    for (_, what) in signs.tallies() {
        if !words.contains(&what) {
            words.push(what);
        }
    }
    for what in words {
        let players: Vec<Atom> =
            signs.tallies().filter(|(_, it)| *it == what).map(|(player, _)| player).collect();
        let word = unquoted(&what);
        let by_name = |player: &Atom| {
            let begin = format!("{}:", player.as_str());
            let line = text.lines().find_map(|line| line.trim().strip_prefix(begin.as_str()))?;
            numbers_behind(line, &word).first().copied()
        };
        let numbers: Option<Vec<i64>> = players.iter().map(by_name).collect();
        let numbers = numbers.unwrap_or_else(|| numbers_behind(text, &word));
        if numbers.len() != players.len() {
            let (found, wanted) = (numbers.len(), players.len());
            let why = format!(
                "it tells {found} numbers of {word}, not {wanted}: `{word} 0` for each player"
            );
            return Err(Unreadable::new("the drawing", why));
        }
        let each = players.into_iter().zip(numbers);
        facts.extend(each.filter_map(|(player, number)| signs.tally(player, what, number)));
    }
    Ok(facts)
}

/// Each number that stands behind a word.
fn numbers_behind(text: &str, word: &str) -> Vec<i64> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == word);
    pairs.filter_map(|pair| pair[1].parse().ok()).collect()
}

/// How the position changes where something is put on a cell by its sign: `T b3`.
pub fn put(game: &Game, text: &str) -> Result<Edit, Unreadable> {
    let program = game.rules().program();
    let usage = |signs: &[&str]| {
        let fact = "name a fact of the position, such as turn(Player)";
        let usage = match signs.first() {
            Some(sign) => format!("put a sign on a cell, such as `{sign} CELL`, or {fact}"),
            None => fact.to_string(),
        };
        Unreadable::new(text, with_legend(usage, legend(program)))
    };
    let (sign, name) = text.trim().rsplit_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let board = game.rules().board();
    let cell = cell_named(game, name.trim());
    if let (Some(board), Some(cell)) = (board, cell)
        && !board.holds(cell)
    {
        return Err(Unreadable::new(text, format!("there is no cell {cell} on this board")));
    }
    let any = board.and_then(|board| board.cells().next()).or(cell);
    let signs = Signs::of(game, cell.or(any));
    let Some(cell) = cell else { return Err(usage(&signs.texts())) };
    let found = signs.facts(sign.trim(), cell);
    let [fact] = found.as_slice() else { return Err(usage(&signs.texts())) };
    let there = occupants(game, cell);
    Ok(Edit { gone: there, come: vec![fact.clone()] })
}

/// The facts of relations that signs stand for, on a cell.
fn occupants(game: &Game, cell: Cell) -> Vec<Fact> {
    let relations = &game.rules().program().relations;
    let all = game.position().sorted().into_iter();
    all.filter(|(relation, row)| {
        let columns = &relations[*relation].columns;
        let is_there = row.contains(&Value::Cell(cell));
        is_there && columns.iter().filter(|ty| **ty == Some(Type::Cell)).count() == 1
    })
    .collect()
}
