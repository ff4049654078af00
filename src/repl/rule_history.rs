//! Undo and redo for changes of the rules, beside those for moves: to try a rule
//! is safe if one word takes it back.

use std::sync::Arc;

use super::session::{Answer, Error, Event, Session, counted};
use super::style::{self, paint};
use crate::game::Rules;

/// Older changes than these are not taken back, nor those before this many rules: what
/// is large is not kept often.
const MOST: usize = 100;
const MOST_RULES: usize = 400_000;

/// The rules of one game as they were before each change.
#[derive(Clone, Default)]
pub struct RuleHistory {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Whether the rules were changed after the last move.
    is_latest: bool,
}

/// A change of the rules.
#[derive(Clone)]
struct Step {
    /// What was typed.
    entry: String,
    /// The rules on the other side of it: those before it if it is done, those
    /// after it if it is undone.
    rules: Arc<Rules>,
}

impl RuleHistory {
    /// Takes note of a change.
    pub fn record(&mut self, entry: &str, before: Arc<Rules>) {
        self.done.push(Step { entry: entry.to_string(), rules: before });
        self.undone.clear();
        let mut rules = 0;
        let fits = |step: &&Step| {
            rules += step.rules.program().rules.len();
            rules <= MOST_RULES
        };
        let kept = self.done.iter().rev().take(MOST).take_while(fits).count().max(1);
        self.done.drain(..self.done.len() - kept);
    }

    /// Takes note of what a statement led to.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Changed(_) => self.is_latest = true,
            Event::Played | Event::Undone => self.is_latest = false,
            _ => {}
        }
    }

    /// Whether the last thing done was a change of the rules, and it can be undone.
    pub fn is_latest(&self) -> bool {
        self.is_latest && !self.done.is_empty()
    }

    /// Whether a change was undone.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// Which way to go through the changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Back,
    Forth,
}

/// How many changes a command means, if it means the rules at all: `rules`,
/// `rules 3`, `rules all`.
pub fn changes_meant(argument: &str) -> Option<&str> {
    let (word, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    matches!(word, "rules" | "rule" | "changes" | "change").then_some(rest.trim())
}

impl Session {
    /// Undoes changes of the rules, or does them again. The moves stay.
    pub(super) fn step_through_changes(&mut self, direction: Direction, count: &str) -> Answer {
        let steps = match direction {
            Direction::Back => self.rule_history.done.len(),
            Direction::Forth => self.rule_history.undone.len(),
        };
        if steps == 0 {
            return Err(match direction {
                Direction::Back => Error::new("there is no change of the rules to undo")
                    .help("`changes` shows how the rules differ from the original"),
                Direction::Forth => Error::new("no change of the rules was undone"),
            });
        }
        let count = match count {
            "" => 1,
            "all" => steps,
            text => match text.parse() {
                Ok(number @ 1..) => number,
                _ => return Err(Error::new(format!("`{text}` is not how many changes"))),
            },
        };
        if count > steps {
            let number = counted(steps, "change");
            return Err(Error::new(match direction {
                Direction::Back => format!("only {number} of the rules can be undone"),
                Direction::Forth => format!("only {number} of the rules can be redone"),
            }));
        }
        let before = self.game.clone();
        let mut said = Vec::new();
        for _ in 0..count {
            said.push(self.step_through_one(direction)?);
        }
        said.extend(self.consequences(&before));
        Ok(said.join("\n"))
    }

    fn step_through_one(&mut self, direction: Direction) -> Answer {
        let from = match direction {
            Direction::Back => &self.rule_history.done,
            Direction::Forth => &self.rule_history.undone,
        };
        let Some(step) = from.last().cloned() else { return Ok(String::new()) };
        // An option may have been set since; it stays as it is.
        let present = self.game.rules().clone();
        let rules = match step.rules.name() == present.name() {
            true => step.rules.clone(),
            false => Arc::new(step.rules.chosen_as(&present)?),
        };
        if !self.game.fits(&rules) {
            return Err(Error::new("the position does not fit the rules as they were")
                .help("take back the moves first: `undo`"));
        }
        let other = Step { entry: step.entry.clone(), rules: present };
        let history = &mut self.rule_history;
        let (from, to, word) = match direction {
            Direction::Back => (&mut history.done, &mut history.undone, "undone"),
            Direction::Forth => (&mut history.undone, &mut history.done, "done again"),
        };
        from.pop();
        to.push(other);
        self.event = Event::Changed(rules.is_by_the_book());
        self.play_under(rules);
        Ok(format!("{word}: {}", paint(style::STRONG, &step.entry)))
    }
}
