//! Explanations as trees for the page, which opens and closes their branches. What is
//! too much for one answer carries the question that asks for it.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::view::plain;
use crate::game::Game;
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;
use crate::logic::explain::proof::{
    Alike, Attempt, Because, Failure, Premise, RuleText, Why, WhyNot,
};

/// No answer holds more goals than these.
const MOST_GOALS: usize = 400;

/// An explanation as a tree.
pub fn goals(game: &Game, why: &Why) -> Value {
    let mut branches = Branches { game, shown: HashSet::new(), left: MOST_GOALS };
    let goals: Vec<Value> = match why {
        Why::Holds(premises) => premises.iter().map(|it| branches.premise(it)).collect(),
        Why::Fails(failures) => failures.iter().flat_map(|it| branches.failures(it)).collect(),
    };
    json!({ "goals": goals })
}

struct Branches<'a> {
    game: &'a Game,
    /// The goals whose rules are shown.
    shown: HashSet<&'a str>,
    /// How many goals there is still room for.
    left: usize,
}

/// A branch that is put together.
#[derive(Default)]
struct Branch<'a> {
    goal: &'a str,
    holds: bool,
    rule: Option<(&'a str, &'a str)>,
    note: Option<String>,
    ask: Option<&'a str>,
    children: Vec<Value>,
}

impl<'a> Branches<'a> {
    fn shown(&self, branch: Branch<'_>) -> Value {
        let rule =
            branch.rule.map(|(place, text)| json!({ "place": plain(place), "text": plain(text) }));
        json!({
            "goal": plain(branch.goal),
            "holds": branch.holds,
            "rule": rule,
            "note": branch.note.as_deref().map(plain),
            "ask": branch.ask,
            "cells": cells_in(self.game, branch.goal),
            "children": branch.children,
        })
    }

    fn premise(&mut self, premise: &'a Premise) -> Value {
        self.left = self.left.saturating_sub(1);
        let goal = premise.goal.as_str();
        let mut branch = Branch { goal, holds: true, ..Branch::default() };
        match &premise.because {
            Because::Leaf(word) => branch.note = Some(word.to_string()),
            Because::Opaque(says) => branch.note = Some(says.clone()),
            Because::Written(at) => branch.rule = Some((at, goal)),
            Because::Absent { lacking, ask } => {
                branch.note = Some(lacking.clone().unwrap_or("nothing derives it".into()));
                branch.ask = Some(ask).filter(|_| lacking.is_none()).map(String::as_str);
            }
            Because::Answers { ask } => {
                branch.note = Some("computed from all answers".into());
                branch.ask = Some(ask);
            }
            Because::NotFollowed { ask } => branch.ask = Some(ask),
            Because::Next(premises) => {
                let shown = std::mem::take(&mut self.shown);
                branch.children = premises.iter().map(|it| self.premise(it)).collect();
                self.shown = shown;
            }
            Because::Rule { text, at, premises } => {
                branch.rule = Some((at, text));
                if !self.shown.insert(goal) {
                    branch.note = Some("shown above".into());
                } else if self.left == 0 {
                    branch.ask = Some(goal);
                } else {
                    branch.children = premises.iter().map(|it| self.premise(it)).collect();
                }
            }
        }
        self.shown(branch)
    }

    /// A goal that fails, and what fails like it.
    fn failures(&mut self, failure: &'a Failure) -> Vec<Value> {
        let mut all = vec![self.failure(failure)];
        all.extend(failure.also.iter().map(|goal| {
            let note = Some("fails too".to_string());
            self.shown(Branch { goal, note, ..Branch::default() })
        }));
        all.extend(failure.alike.as_ref().map(|alike| self.alike(alike, "fail")));
        all
    }

    fn failure(&mut self, failure: &'a Failure) -> Value {
        self.left = self.left.saturating_sub(1);
        let goal = failure.goal.as_str();
        let mut branch = Branch { goal, ..Branch::default() };
        let off = failure.switched_off.iter().map(|rule| self.switched_off(rule));
        branch.children = off.collect();
        match &failure.why {
            WhyNot::Leaf(word) => branch.note = Some(word.to_string()),
            WhyNot::NoRule => branch.note = Some("no rule derives such a fact".into()),
            WhyNot::Because { premises, others } => {
                branch.note = Some("because this holds".into());
                branch.children.extend(premises.iter().map(|it| self.premise(it)));
                branch.children.extend(others.as_ref().map(|others| self.alike(others, "hold")));
            }
            WhyNot::Next(failure) => {
                branch.note = Some("in the position after it".into());
                branch.children.push(self.failure(failure));
            }
            WhyNot::NotFollowed(unfollowed) => branch.ask = Some(&unfollowed.ask),
            WhyNot::Rules(attempts) => {
                if !self.shown.insert(goal) {
                    branch.note = Some("shown above".into());
                } else if self.left == 0 {
                    branch.ask = Some(goal);
                } else {
                    branch.children.extend(attempts.iter().map(|it| self.attempt(it)));
                }
            }
        }
        self.shown(branch)
    }

    fn attempt(&mut self, attempt: &'a Attempt) -> Value {
        let values = attempt.bindings.iter();
        let values: Vec<String> =
            values.map(|(name, value)| format!("{} = {value}", name.as_str())).collect();
        let note = match values.is_empty() {
            true => "this rule".to_string(),
            false => format!("this rule got furthest with {}", values.join(", ")),
        };
        let children = self.failures(&attempt.failed);
        let rule = Some((attempt.rule.at.as_str(), attempt.rule.text.as_str()));
        self.shown(Branch { rule, note: Some(note), children, ..Branch::default() })
    }

    fn switched_off(&self, rule: &RuleText) -> Value {
        let note = Some("a rule that is switched off would have derived it".to_string());
        self.shown(Branch { rule: Some((&rule.at, &rule.text)), note, ..Branch::default() })
    }

    fn alike(&self, alike: &Alike, fate: &str) -> Value {
        let line = |goal: &String| self.shown(Branch { goal, ..Branch::default() });
        let children = alike.each.iter().map(line).collect();
        self.shown(Branch { note: Some(alike.summary(fate)), children, ..Branch::default() })
    }
}

/// The cells of the board that a text names.
pub fn cells_in(game: &Game, text: &str) -> Vec<String> {
    let Some(board) = game.rules().board() else { return Vec::new() };
    let mut cells: Vec<Cell> = match board.shape() {
        Shape::Hex => pairs_in(text),
        _ => {
            let declarations = &game.rules().program().declarations;
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.filter_map(|word| declarations.cell_named(word)).collect()
        }
    };
    if let Shape::Graph(graph) = board.shape() {
        let names = graph.spots().iter().map(|spot| spot.name).filter(|name| name.needs_quotes());
        cells.extend(names.filter(|name| text.contains(&name.to_string())).map(Cell::Named));
    }
    cells.retain(|cell| board.holds(*cell));
    cells.sort();
    cells.dedup();
    cells.iter().map(Cell::to_string).collect()
}

/// Pairs of numbers in parentheses.
fn pairs_in(text: &str) -> Vec<Cell> {
    let inside = text.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let pair = |(inside, _): (&str, &str)| {
        let (q, r) = inside.split_once(',')?;
        Some(Cell::Axial(q.trim().parse().ok()?, r.trim().parse().ok()?))
    };
    inside.filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;
    use crate::logic::explain::explain;
    use crate::logic::query::Query;

    fn game(name: &str) -> Game {
        Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
    }

    #[test]
    fn cells_are_found_where_a_goal_names_them() {
        let tanks = game("tanks");
        assert_eq!(cells_in(&tanks, "drives(bot, b1, b3), x9y, 'c2', z99"), ["b1", "b3", "c2"]);
        let hive = game("hive");
        assert_eq!(cells_in(&hive, "move(wA1, (0,-1), (2, 3)) at(x, 1)"), ["(0,-1)", "(2,3)"]);
    }

    #[test]
    fn a_proof_and_a_refutation_are_trees_with_rules_and_cells() {
        let game = game("tanks");
        for (goal, holds) in [("legal(move(b2, b3)).", true), ("legal(move(b1, b3)).", false)] {
            let query = Query::parse(game.rules().program(), goal).unwrap();
            let why = explain(game.rules().engine(), &query, &game.situation()).unwrap();
            let tree = goals(&game, &why);
            let top = &tree["goals"][0];
            assert_eq!(top["holds"], holds);
            assert!(!top["cells"].as_array().unwrap().is_empty());
            assert!(!top["children"].as_array().unwrap().is_empty());
            assert!(tree.to_string().contains("tanks.pl:"));
        }
    }
}
