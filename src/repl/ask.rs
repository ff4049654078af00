//! Questions: their answers in SWI-Prolog's manner or as a table, and on the
//! board.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::habits;
use super::layout;
use super::session::{Answer, Error, Event, Session, counted};
use super::style::{self, paint};
use super::why::Question;
use crate::game::Action;
use crate::logic::query::{Bindings, Bound, Query};
use crate::logic::syntax::identifier::is_variable;
use crate::logic::syntax::lexer::{self, TokenKind};
use crate::logic::{Cell, Rejected, Value};

impl Session {
    /// Answers a question.
    pub(super) fn ask(&mut self, goal: &str) -> Answer {
        self.forget_answers();
        self.question = None;
        let query = self.query(goal)?;
        if let Some(refusal) = self.game.refusal_of(&query)? {
            return Err(Error::new(refusal).help("`after` asks about legal actions"));
        }
        let began = Instant::now();
        let answers = self.answers(&query)?;
        let took = began.elapsed();
        self.event = Event::Asked(goal.to_string(), answers.len());
        let shown = match answers.as_slice() {
            // That it is false is known, even if why takes too long.
            [] => self.no_answer(&query).unwrap_or_else(|_| "false.".into()),
            [answer] if answer.is_empty() => "true.".into(),
            answers => self.show_answers(answers, took),
        };
        let note = query.supposes_in_vain(self.game.rules().program()).then_some(
            "% does(..) plays nothing: this speaks of the position as it is; \
             `after(Action, Goal).` asks about the next one",
        );
        self.answers = Some(answers);
        self.question = Some(Question::of(&self.game, &query, goal));
        Ok(match note {
            Some(note) => format!("{shown}\n{}", paint(style::ASIDE, note)),
            None => shown,
        })
    }

    /// The answers to a question, not to be gone back to.
    pub(super) fn listed(&self, goal: &str) -> Answer {
        let began = Instant::now();
        let answers = self.answers(&self.query(goal)?)?;
        Ok(match answers.is_empty() {
            true => "false.".into(),
            false => self.show_answers(&answers, began.elapsed()),
        })
    }

    /// A question that makes sense, or what is wrong with it.
    pub(super) fn query(&self, goal: &str) -> Result<Query, Error> {
        Query::parse(self.game.rules().program(), goal).map_err(|rejected| {
            let unknown = is_unknown_fact(&rejected, goal).filter(|fact| self.can_define(fact));
            let off = self.why_unknown(&rejected);
            let wrong = Error::from(rejected);
            if let Some(off) = off {
                return wrong.help(off);
            }
            match (habits::instead(goal), unknown) {
                (Some(instead), _) => wrong.help(instead),
                (None, Some(fact)) => wrong.help(format!("to define it, write `{fact} :- true.`")),
                (None, None) => wrong,
            }
        })
    }

    /// Whether a fact could be added to the rules.
    fn can_define(&self, fact: &str) -> bool {
        if self.are_rules_fixed {
            return false;
        }
        let mut amendments = self.game.rules().amendments().clone();
        amendments.add([format!("{fact} :- true.")]);
        self.game.rules().amended(amendments, self.limits.clone()).is_ok()
    }

    /// The answers, sorted, up to the limit and one more, which tells that there
    /// are more.
    pub(super) fn answers(&self, query: &Query) -> Result<Vec<Bindings>, Error> {
        let mut answers = Vec::new();
        query.solve(self.game.rules().engine(), &self.game.situation(), &mut |answer| {
            answers.push(answer);
            match answers.len() <= self.settings.limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        if !query.is_ordered() {
            answers.sort();
        }
        Ok(answers)
    }

    fn show_answers(&self, answers: &[Bindings], took: Duration) -> String {
        let footer = paint(style::ASIDE, &self.footer(answers, took));
        let answers = &answers[..answers.len().min(self.settings.limit)];
        // Branches of a disjunction may give values to different variables.
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in answers.iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name.as_str());
            }
        }
        let values = |answer: &Bindings| -> Vec<String> {
            let value = |name: &&str| {
                let bound = answer.iter().find(|(known, _)| known.as_str() == *name);
                bound.map_or("_".to_string(), |(_, bound)| bound.to_string())
            };
            names.iter().map(value).collect()
        };
        let shown = if answers.len() <= self.settings.list {
            let lines: Vec<String> = answers.iter().map(in_prologs_manner).collect();
            lines.join(" ;\n") + "."
        } else if let [name] = names.as_slice() {
            let values: Vec<String> = answers.iter().flat_map(values).collect();
            format!(
                "{}\n{}",
                paint(style::STRONG, name),
                layout::paged_columns(&values, self.page(), 1)
            )
        } else {
            let rows: Vec<Vec<String>> = answers.iter().map(values).collect();
            layout::table(&names, &rows)
        };
        format!("{shown}\n{footer}")
    }

    /// How many answers, how long it took, and what more can be done.
    fn footer(&self, answers: &[Bindings], took: Duration) -> String {
        let limit = self.settings.limit;
        let mut footer = match answers.len() > limit {
            true => format!("% the first {} (set limit for more)", counted(limit, "answer")),
            false => format!("% {}", counted(answers.len(), "answer")),
        };
        if self.settings.timing {
            footer += &format!(" in {:.2} ms", took.as_secs_f64() * 1e3);
        }
        if !cells_of(answers, None).is_empty() && self.game.rules().board().is_some() {
            footer += "; `mark` shows them on the board";
        }
        footer
    }

    /// `false.`, and one line on why not.
    fn no_answer(&self, query: &Query) -> Answer {
        let why = match query.legal_action(self.game.rules().program()) {
            Some((name, args)) => {
                let reasons = self.game.reasons(&Action { name, args })?;
                let reason = |r: &crate::game::Reason| format!("{} [{}]", r.message, r.name);
                let reasons: Vec<String> = reasons.iter().map(reason).collect();
                (!reasons.is_empty()).then(|| reasons.join("; "))
            }
            None => None,
        };
        let why = match why {
            Some(why) => Some(why),
            None => self.explained(query)?.in_short(),
        };
        Ok(match why {
            Some(why) => {
                format!("false.\n{}", paint(style::ASIDE, &format!("% {why}; `why` tells more")))
            }
            None => "false.".into(),
        })
    }

    /// Shows the cells of answers on the board.
    pub(super) fn mark(&mut self, argument: &str) -> Answer {
        let variable = argument.trim_end_matches('.').trim();
        let is_variable = is_variable(variable);
        let said = match argument.is_empty() || is_variable {
            true => None,
            false => Some(self.ask(argument)?),
        };
        let Some(answers) = &self.answers else {
            let goal = self.example_goal().unwrap_or_else(|| "legal(Action).".into());
            return Err(Error::new("there are no answers to show yet")
                .help(format!("ask first, or name a goal: `mark {goal}`")));
        };
        let variable = is_variable.then_some(variable);
        if let Some(name) = variable {
            let names = answers.first().into_iter().flatten();
            if !names.clone().any(|(known, _)| known.as_str() == name) {
                let known: Vec<&str> = names.map(|(known, _)| known.as_str()).collect();
                return Err(Error::new(format!("the last question has no answers for {name}"))
                    .help(match known.is_empty() {
                        true => "it had none at all".to_string(),
                        false => format!("it has some for {}", known.join(", ")),
                    }));
            }
        }
        let mut cells = cells_of(answers, variable);
        if cells.is_empty() {
            let values = values_of(answers, variable);
            cells = values.filter_map(|value| self.place_of(value)).collect();
            cells.sort();
            cells.dedup();
        }
        if cells.is_empty() {
            let advice = self.how_to_mark(answers);
            return match said {
                Some(said) if answers.is_empty() => Ok(said),
                Some(said) => {
                    let note = format!("% no cells to mark: {advice}");
                    Ok(format!("{said}\n{}", paint(style::ASIDE, &note)))
                }
                None => Err(Error::new("the last answers hold no cells").help(advice)),
            };
        }
        self.event = Event::Marked;
        let count = cells.len();
        self.marked = cells.into_iter().collect();
        let board = self.drawn(&self.game, &self.marked);
        let footer = paint(style::ASIDE, &format!("% {} marked", counted(count, "cell")));
        Ok(format!("{board}\n{footer}"))
    }

    /// What to ask so that answers hold cells, if the position can tell them.
    fn how_to_mark(&self, answers: &[Bindings]) -> String {
        let goal = match &self.question {
            Some(Question::Goal(goal)) => goal.trim().trim_end_matches('.'),
            _ => "GOAL",
        };
        let mut variables = answers.iter().flatten();
        let asked = variables.find_map(|(name, bound)| match bound {
            Bound::Value(value) => self.fact_of_place(*value, name.as_str()),
            _ => None,
        });
        match asked {
            Some(fact) => format!("ask for them too, as in `mark {goal}, {fact}.`"),
            None => "the position names none for these answers".into(),
        }
    }
}

/// `X = a1, Y = 3`.
pub(super) fn in_prologs_manner(answer: &Bindings) -> String {
    let bound = answer.iter().map(|(name, bound)| format!("{} = {bound}", name.as_str()));
    bound.collect::<Vec<_>>().join(", ")
}

/// The cells that answers bind, each once: all of them, or those of a variable.
fn cells_of(answers: &[Bindings], variable: Option<&str>) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        values_of(answers, variable).filter_map(|value| value.as_cell()).collect();
    cells.sort();
    cells.dedup();
    cells
}

/// The values that answers bind: all of them, or those of a variable.
fn values_of(answers: &[Bindings], variable: Option<&str>) -> impl Iterator<Item = Value> {
    let wanted = move |name: &str| variable.is_none_or(|variable| variable == name);
    let bound = answers.iter().flatten().filter(move |(name, _)| wanted(name.as_str()));
    bound.flat_map(|(_, bound)| bound.values())
}

/// The fact, if the question is one fact of a relation that does not exist: it
/// may have been meant as a definition.
fn is_unknown_fact<'a>(rejected: &Rejected, goal: &'a str) -> Option<&'a str> {
    let fact = goal.trim().strip_suffix('.')?.trim();
    let whole =
        |span: crate::logic::syntax::source::Span| rejected.sources.text(span).len() == fact.len();
    match rejected.diagnostics.as_slice() {
        [one] if one.code == "unknown" && whole(one.primary.0) => {
            let (tokens, _) = lexer::tokens(one.primary.0.file, fact);
            let is_ground = !tokens.iter().any(|token| matches!(token.kind, TokenKind::Var(_)));
            is_ground.then_some(fact)
        }
        _ => None,
    }
}
