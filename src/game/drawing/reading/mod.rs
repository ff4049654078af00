//! Drawings read back into positions. What they have in common is here: the layout of
//! each shape of board gives the text on each cell, and a line below tells whose turn
//! it is. What the texts mean is for the rules to say, or for Hive in its own way.
//!
//! A drawing does not tell all: what happened before is not in it, and on the
//! plane, which has no middle, neither is where on it the pieces lie.

pub mod by_rules;
mod graph;
mod hexagon;
pub mod hive;
mod plain;
mod plane;
mod rhombus;
mod signs;
mod square;

use crate::game::game::Game;
use crate::game::notation::Unreadable;
use crate::game::setup::Fact;
use crate::logic::check::declarations::Shape;
use crate::logic::{Atom, Cell};

/// What a drawing shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawn {
    /// The facts of the position, but for whose turn it is.
    pub facts: Vec<Fact>,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Atom>,
    /// The number of that turn.
    pub turn_number: Option<u32>,
    /// Whether it shows all facts that there are.
    pub is_whole: bool,
}

impl Drawn {
    /// Facts, with what the line about the turn says.
    fn new(game: &Game, text: &str, facts: Vec<Fact>) -> Drawn {
        let players = game.rules().program().declarations.players();
        let standing = text.lines().find_map(|line| standing(players, line));
        let (turn, turn_number) = standing.unwrap_or_default();
        Drawn { facts, turn, turn_number, is_whole: false }
    }
}

/// The text on a cell of a drawing, and the line it is on, counted from 1.
struct Shown<'a> {
    cell: Cell,
    text: &'a str,
    line: usize,
}

impl<'a> Shown<'a> {
    /// Without brackets or other marks; nothing, where there is only a mark.
    fn unmarked(&self) -> &'a str {
        unmarked(self.text)
    }
}

/// A text on a cell without the marks around it.
fn unmarked(text: &str) -> &str {
    let inner = text.trim().trim_matches(|c: char| "[]<>(){}:".contains(c)).trim();
    if matches!(inner, "." | "*") { "" } else { inner }
}

/// Whether a text is meant as a drawing rather than as facts.
pub fn is_drawing(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.find(|line| !line.starts_with('%')) else { return false };
    let name = first.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(first.len());
    let is_fact =
        name > 0 && first.starts_with(char::is_lowercase) && first[name..].starts_with('(');
    let is_only = lines.next().is_none();
    !(is_fact && (is_only || first.ends_with(['.', ','])) || first.starts_with(":-"))
}

/// Who is to move, and in which turn: `Turn 16: black to move`. Where turns are
/// counted for each player, the number of the move is told besides.
fn standing(players: &[Atom], line: &str) -> Option<(Option<Atom>, Option<u32>)> {
    let (said, rest) = line.trim().split_once(" to move")?;
    let said = ["Turn ", "Move "].iter().find_map(|word| said.strip_prefix(word))?;
    let is_apart = |c: char| !c.is_alphanumeric() && c != '_';
    let mut words = said.split(is_apart);
    let player = words.find_map(|word| players.iter().find(|it| it.as_str() == word))?;
    let number = |text: &str| text.split(is_apart).find_map(|word| word.parse().ok());
    let counted = rest.split_once("(move ").and_then(|(_, counted)| number(counted));
    Some((Some(*player), counted.or_else(|| number(said))))
}

/// The text on each cell of the board that is not empty.
fn cells<'a>(game: &Game, text: &'a str) -> Result<Vec<Shown<'a>>, Unreadable> {
    let Some(board) = game.rules().board() else { return Ok(Vec::new()) };
    match board.shape() {
        Shape::Square(..) => square::read(board, text),
        Shape::Rhombus(..) => rhombus::read(board, text),
        Shape::Hexagon(_) => hexagon::read(board, text),
        Shape::Hex => plane::read(text, |_| true).map(plane::Plane::around_origin),
        Shape::Graph(_) => graph::read(board, text),
    }
}

fn unreadable(line: usize, why: impl std::fmt::Display) -> Unreadable {
    Unreadable::new("the drawing", format!("in line {line} of the drawing, {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_and_drawings_are_told_apart() {
        for facts in [
            "at(wS1, (0,0), 1).\nturn(white).",
            "% exported\ntank(a1, bot, heavy).\n",
            "at(wS1, (0,0), 1),\nat(bS1, (1,0), 1)",
            "pile(3)",
            ":- board(hex).\nat(wS1, (0,0), 1).",
        ] {
            assert!(!is_drawing(facts), "{facts}");
        }
        for drawing in [
            "white holds Q\n\n  .  .\n.  wS1  .",
            "     a   b\n   +---+---+\n",
            "pile(3)\n\nTurn 2: a to move",
            "  .   .\n.  wS1  .\n",
        ] {
            assert!(is_drawing(drawing), "{drawing}");
        }
    }

    #[test]
    fn the_last_line_tells_the_turn() {
        let players = ["white", "black"].map(Atom::new);
        let [white, black] = players;
        assert_eq!(standing(&players, " Turn 16: black to move"), Some((Some(black), Some(16))));
        assert_eq!(standing(&players, "Turn 1: white to move"), Some((Some(white), Some(1))));
        let each = "Turn 8: black to move (move 16); black can only pass";
        assert_eq!(standing(&players, each), Some((Some(black), Some(16))));
        assert_eq!(standing(&players, "Move 3: white to move"), Some((Some(white), Some(3))));
        assert_eq!(standing(&players, "Turn 1: grey to move"), None);
        assert_eq!(standing(&players, "white has won"), None);
    }
}
