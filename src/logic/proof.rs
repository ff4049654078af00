//! Explanations as trees, and how they are drawn.

use super::{Atom, Value};

/// The answer to "why?".
#[derive(Clone, Debug)]
pub enum Why {
    /// The goal holds: a proof of each of its parts.
    Holds(Vec<Premise>),
    /// It does not: why not, for each action or state fact that a variable in
    /// it may stand for.
    Fails(Vec<Failure>),
}

/// A part of a proof.
#[derive(Clone, Debug)]
pub struct Premise {
    /// What holds.
    pub goal: String,
    /// Why it holds.
    pub because: Because,
}

/// Why a goal holds.
#[derive(Clone, Debug)]
pub enum Because {
    /// It is a fact of the position, of the declarations, of arithmetic, or
    /// there is no answer to what it negates.
    Leaf(&'static str),
    /// The rules say so outright, at `file:line`.
    Written(String),
    /// A rule derives it.
    Rule {
        /// The rule's text.
        text: String,
        /// Where it stands, as `file:line`.
        at: String,
        /// What it rests on, in the order of the rule's body.
        premises: Vec<Premise>,
    },
}

/// A goal that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The goal.
    pub goal: String,
    /// Why not.
    pub why: WhyNot,
}

/// Why a goal does not hold.
#[derive(Clone, Debug)]
pub enum WhyNot {
    /// In a word.
    Leaf(&'static str),
    /// What it negates holds.
    Because(Vec<Premise>),
    /// No rule derives it: how far each one that could have got.
    Rules(Vec<Attempt>),
    /// The relation has rules, but none for such a fact.
    NoRule,
    /// The rules were not followed this deep.
    NotFollowed,
}

/// A rule that could have derived a goal, and where it stopped.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The rule's text.
    pub text: String,
    /// Where it stands, as `file:line`.
    pub at: String,
    /// The values that got furthest.
    pub bindings: Vec<(Atom, Value)>,
    /// The first goal that fails with them.
    pub failed: Failure,
}

impl Why {
    /// The explanation as a tree of lines.
    pub fn render(&self) -> String {
        let mut lines = Vec::new();
        match self {
            Why::Holds(premises) if premises.is_empty() => lines.push("true".into()),
            Why::Holds(premises) => {
                premises.iter().for_each(|premise| premise.draw("", "", &mut lines));
            }
            Why::Fails(failures) => {
                failures.iter().for_each(|failure| failure.draw("", "", &mut lines));
            }
        }
        lines.join("\n")
    }
}

/// What stands before the children of a line: the trunk goes on for all but
/// the last.
fn branches(count: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    (1..=count).map(move |n| if n < count { ("├─ ", "│  ") } else { ("└─ ", "   ") })
}

fn draw_all<T>(
    children: &[T],
    under: &str,
    lines: &mut Vec<String>,
    draw: impl Fn(&T, &str, &str, &mut Vec<String>),
) {
    for (child, (branch, trunk)) in children.iter().zip(branches(children.len())) {
        draw(child, &format!("{under}{branch}"), &format!("{under}{trunk}"), lines);
    }
}

impl Premise {
    fn draw(&self, first: &str, under: &str, lines: &mut Vec<String>) {
        match &self.because {
            Because::Leaf(word) => lines.push(format!("{first}{}   [{word}]", self.goal)),
            Because::Written(at) => lines.push(format!("{first}{}   [{at}]", self.goal)),
            Because::Rule { text, at, premises } => {
                lines.push(format!("{first}{}", self.goal));
                lines.push(format!("{under}   {at}: {text}"));
                draw_all(premises, under, lines, Premise::draw);
            }
        }
    }
}

impl Failure {
    fn draw(&self, first: &str, under: &str, lines: &mut Vec<String>) {
        let goal = &self.goal;
        match &self.why {
            WhyNot::Leaf(word) => lines.push(format!("{first}{goal} fails   [{word}]")),
            WhyNot::NoRule => {
                lines.push(format!("{first}{goal} fails   [no rule derives such a fact]"))
            }
            WhyNot::NotFollowed => lines.push(format!("{first}{goal} fails   [ask why it does]")),
            WhyNot::Because(premises) => {
                lines.push(format!("{first}{goal} fails, because"));
                draw_all(premises, under, lines, Premise::draw);
            }
            WhyNot::Rules(attempts) => {
                lines.push(format!("{first}{goal} fails"));
                draw_all(attempts, under, lines, Attempt::draw);
            }
        }
    }
}

impl Attempt {
    fn draw(&self, first: &str, under: &str, lines: &mut Vec<String>) {
        lines.push(format!("{first}{}: {}", self.at, self.text));
        if !self.bindings.is_empty() {
            let bindings: Vec<_> = self
                .bindings
                .iter()
                .map(|(name, value)| format!("{} = {value}", name.as_str()))
                .collect();
            lines.push(format!("{under}got furthest with {}", bindings.join(", ")));
        }
        self.failed.draw(&format!("{under}└─ "), &format!("{under}   "), lines);
    }
}

impl Premise {
    /// How many levels of rules lie above the leaves.
    pub fn height(&self) -> usize {
        match &self.because {
            Because::Rule { premises, .. } => {
                1 + premises.iter().map(Premise::height).max().unwrap_or(0)
            }
            _ => 0,
        }
    }
}
