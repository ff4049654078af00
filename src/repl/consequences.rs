//! What a change of the rules leads to in the game at hand. A clause that ends the
//! game, or muddles whose turn it is, is seldom intended, so there is a warning.

use rustc_hash::FxHashSet;

use super::session::Session;
use super::style::{self, paint};
use crate::game::{Game, Outcome};
use crate::logic::Atom;
use crate::logic::check::strata::closure;
use crate::logic::program::{Name, Program, Wrapper};

/// This many legal actions are tried to see who has the turn after them.
const MOST_TRIED: usize = 40;

impl Session {
    /// What to know about the rules as they are now, `before` them being the game
    /// under the rules that they replace.
    pub(super) fn consequences(&self, before: &Game) -> Vec<String> {
        let rules = self.game.rules();
        let mut notes = Vec::new();
        if !rules.is_by_the_book() {
            let differ =
                "% the rules have been changed: `changes` lists how, `reset rules` restores them";
            notes.push(paint(style::ASIDE, differ));
        }
        let is_same = rules.is_by_the_book()
            && before.rules().is_by_the_book()
            && rules.name() == before.rules().name();
        if is_same && same_text(rules.program(), before.rules().program()) {
            return notes;
        }
        notes.extend(self.new_ending(before));
        notes.extend(self.new_turns(before));
        notes
    }

    /// A game that is over now, goes on again, or has no legal move left.
    fn new_ending(&self, before: &Game) -> Option<String> {
        let (outcome, can_move) = self.game.standing().ok()?;
        match (before.outcome().ok()?, outcome) {
            (Outcome::Open, Outcome::Open) if !can_move && before.standing().ok()?.1 => {
                Some(warning("there is no legal move now, though the game is not over"))
            }
            (Outcome::Open, Outcome::Open) => None,
            (Outcome::Open, Outcome::Draw) => Some(warning("this ends the game: a draw")),
            (Outcome::Open, Outcome::Won(winners)) => {
                Some(warning(&format!("this ends the game: {} won", names(&winners))))
            }
            (_, Outcome::Open) => Some(paint(style::ASIDE, "% the game is not over any more")),
            _ => None,
        }
    }

    /// Nobody has the turn, or several have, now or after a legal move.
    fn new_turns(&self, before: &Game) -> Option<String> {
        if !tells_turns_otherwise(&self.game, before) {
            return None;
        }
        let (action, sides) = wrong_turns(&self.game)?;
        if wrong_turns(before).is_some() {
            return None;
        }
        let when = match action {
            Some(action) => format!("after {action}, "),
            None => String::new(),
        };
        Some(warning(&match sides.as_slice() {
            [] => format!("{when}nobody has the turn"),
            several => format!("{when}{} have the turn", names(several)),
        }))
    }
}

fn warning(text: &str) -> String {
    format!("{} {text}; `undo rules` takes the change back", paint(style::ERROR, "warning:"))
}

fn names(players: &[Atom]) -> String {
    players.iter().map(|player| player.as_str()).collect::<Vec<_>>().join(" and ")
}

/// Whether the rules are the same, word for word, but for what was defined beside
/// them.
fn same_text(one: &Program, other: &Program) -> bool {
    let text = |program: &Program| program.whole_text(program.sources.main());
    text(one) == text(other)
}

/// Whether other rules decide now who has the turn next.
fn tells_turns_otherwise(game: &Game, before: &Game) -> bool {
    let deciding = |game: &Game| -> FxHashSet<String> {
        let program = game.rules().program();
        let is_turn = |name: Name| match name {
            Name::Wrapped(Wrapper::Add | Wrapper::Del, state) => state.as_str() == "turn",
            _ => false,
        };
        let ids = program.relations.ids();
        let targets: Vec<_> = ids.filter(|id| is_turn(program.relations[*id].name)).collect();
        let needed = closure(&program.rules, &targets);
        let rules = program.rules.iter().filter(|rule| needed.contains(&rule.head));
        rules.map(|rule| program.sources.text(rule.span).to_string()).collect()
    };
    deciding(game) != deciding(before)
}

/// The first legal action after which not exactly one player has the turn, if any,
/// and who has it; without an action if it is so already.
fn wrong_turns(game: &Game) -> Option<(Option<String>, Vec<Atom>)> {
    let is_open = |game: &Game| game.outcome() == Ok(Outcome::Open);
    if !is_open(game) {
        return None;
    }
    let sides = having_the_turn(game)?;
    if sides.len() != 1 {
        return Some((None, sides));
    }
    for action in game.legal().ok()?.iter().take(MOST_TRIED) {
        let mut after = game.clone();
        after.play_unchecked(action).ok()?;
        let sides = having_the_turn(&after)?;
        if sides.len() != 1 && is_open(&after) {
            return Some((Some(game.rules().presentation().write(game, action)), sides));
        }
    }
    None
}

fn having_the_turn(game: &Game) -> Option<Vec<Atom>> {
    let rows = game.position().rows(game.rules().turn()?);
    let mut sides: Vec<Atom> = rows.filter_map(|row| row.first()?.as_atom()).collect();
    sides.sort();
    Some(sides)
}
