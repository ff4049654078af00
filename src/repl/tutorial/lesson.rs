//! What a lesson is: steps that set a task, and how it is told whether the task
//! is done. What counts is what an entry leads to, not its letters.

use crate::game::Game;
use crate::logic::query::Bindings;
use crate::repl::help::examples::answers;
use crate::repl::session::Event;

/// A lesson.
pub struct Lesson {
    /// What it is called: `tutorial family`.
    pub name: &'static str,
    /// What it is about, in a line.
    pub summary: &'static str,
    /// What it is about.
    pub opening: Opening,
    /// What is said at the end.
    pub farewell: &'static str,
    pub(super) all_steps: &'static [Step],
}

impl Lesson {
    /// Its steps, in order.
    pub fn steps(&self) -> Vec<&'static Step> {
        self.all_steps.iter().collect()
    }
}

/// What a lesson begins with.
pub enum Opening {
    /// A game, some moves old.
    Position {
        /// The game.
        game: &'static str,
        /// The moves, as a game string.
        moves: &'static str,
    },
    /// A program that is no game.
    Knowledge {
        /// The name of its file.
        file: &'static str,
        /// Its text.
        text: &'static str,
    },
}

/// A step of a lesson.
pub struct Step {
    /// What to learn, and what to do.
    pub text: &'static str,
    /// Entries that do it; `skip` enters them. `off @TEXT` stands for the place of
    /// the clause that begins so.
    pub(super) solution: &'static [&'static str],
    /// Whether the solution is shown at once, because there is nothing to find.
    pub(super) is_shown: bool,
    /// What helps, after two entries that miss the point.
    pub(super) hint: &'static str,
    pub(super) done: Done,
}

impl Step {
    /// Entries that do it in a game.
    pub fn entries(&self, game: &Game) -> Vec<String> {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let clauses = game.rules().program().clauses();
        let with_place = |entry: &&str| match entry.split_once('@') {
            Some((command, begin)) => {
                let begins = |text: &str| squeezed(text).starts_with(&squeezed(begin));
                let clause = clauses.iter().find(|clause| begins(clause.text));
                let place = clause.map(|clause| clause.at.to_string());
                format!("{command}{}", place.unwrap_or_default())
            }
            None => entry.to_string(),
        };
        self.solution.iter().map(with_place).collect()
    }
}

/// A step that only tells what to type.
pub(super) const fn shown(
    text: &'static str,
    solution: &'static [&'static str],
    done: Done,
) -> Step {
    Step { text, solution, is_shown: true, hint: "", done }
}

/// A step whose solution is to be found.
pub(super) const fn task(
    text: &'static str,
    solution: &'static [&'static str],
    hint: &'static str,
    done: Done,
) -> Step {
    Step { text, solution, is_shown: false, hint, done }
}

/// When a step is done.
pub(super) enum Done {
    /// When that happens.
    Event(fn(&Event) -> bool),
    /// When a query has the answers that the solution has.
    SameAnswers,
    /// When the relation that this goal asks has the facts that the solution
    /// gives it.
    Defines(&'static str),
    /// When the rules are changed so that this goal has answers.
    Holds(&'static str),
    /// When the rules are changed so that this goal has none.
    Fails(&'static str),
}

/// Facts or answers, each as its values, sorted.
pub(super) type Rows = Vec<Vec<String>>;

/// The values of each answer, sorted, so that the names and the order of the
/// variables do not matter.
pub(super) fn rows(answers: &[Bindings]) -> Rows {
    let row = |answer: &Bindings| {
        let mut values: Vec<String> = answer.iter().map(|(_, bound)| bound.to_string()).collect();
        values.sort();
        values
    };
    answers.iter().map(row).collect()
}

/// The answers of a goal, or none if it cannot be asked.
pub(super) fn rows_of(game: &Game, goal: &str) -> Option<Rows> {
    const MOST: usize = 10_000;
    answers(game, goal, MOST).map(|answers| rows(&answers))
}

/// What is wrong with answers, if anything is. More variables than were asked
/// for do no harm.
pub(super) fn mistake(wanted: &Rows, given: &Rows) -> Option<String> {
    if given.is_empty() {
        return match wanted.is_empty() {
            true => None,
            false => Some(format!("That has no answers; there should be {}.", wanted.len())),
        };
    }
    if given.iter().all(Vec::is_empty) && !wanted.iter().all(Vec::is_empty) {
        return Some(
            "That asks whether something holds. Put a variable where you want a value.".into(),
        );
    }
    let (most, least) = (longest(given), longest(wanted));
    if most < least {
        return Some(format!("Each answer should show {least} values; yours show {most}."));
    }
    let missing = wanted.iter().find(|wanted| !given.iter().any(|given| covers(given, wanted)));
    let unwanted = given.iter().find(|given| !wanted.iter().any(|wanted| covers(given, wanted)));
    match (missing, unwanted) {
        (_, Some(row)) => Some(format!("`{}` should not be among the answers.", row.join(", "))),
        (Some(row), None) => Some(format!("`{}` is missing from the answers.", row.join(", "))),
        (None, None) => None,
    }
}

/// How many values the answers have.
fn longest(rows: &Rows) -> usize {
    rows.iter().map(Vec::len).max().unwrap_or(0)
}

/// Whether a row holds all values of another, as often.
fn covers(row: &[String], other: &[String]) -> bool {
    let mut left: Vec<&String> = row.iter().collect();
    other.iter().all(|value| match left.iter().position(|known| *known == value) {
        Some(at) => {
            left.swap_remove(at);
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(rows: &[&[&str]]) -> Rows {
        rows.iter().map(|row| row.iter().map(|value| value.to_string()).collect()).collect()
    }

    #[test]
    fn answers_are_compared_by_their_values() {
        let wanted = made(&[&["a", "b"], &["c", "d"]]);
        assert_eq!(mistake(&wanted, &made(&[&["c", "d"], &["a", "b"]])), None);
        assert_eq!(mistake(&wanted, &made(&[&["1", "a", "b"], &["2", "c", "d"]])), None);
        let missing = mistake(&wanted, &made(&[&["a", "b"]])).unwrap();
        assert!(missing.contains("`c, d` is missing"), "{missing}");
        let unwanted = mistake(&wanted, &made(&[&["a", "b"], &["c", "d"], &["e", "f"]])).unwrap();
        assert!(unwanted.contains("`e, f` should not"), "{unwanted}");
        assert!(mistake(&wanted, &made(&[])).unwrap().contains("should be 2"));
        assert!(mistake(&wanted, &made(&[&[]])).unwrap().contains("a variable"));
    }
}
