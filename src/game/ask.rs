//! What a game can be asked in the words of its rules: queries, and why something holds
//! or does not.

use std::fmt;
use std::ops::ControlFlow;

use anstream::adapter::strip_str;
use thiserror::Error;

use super::action::Action;
use super::answer::{Answer, AnswerError, FromAnswer};
use super::drawing::Marks;
use super::game::{Game, Reason, Refusal};
use super::notation::{Unreadable, plain};
use super::question::question_of;
use crate::logic::Rejected;
use crate::logic::engine::EvalError;
use crate::logic::explain::explain;
use crate::logic::explain::proof::{RuleText, Why as Tree};
use crate::logic::query::{Bindings, Query};

/// Why a query has no answers, not even that there are none.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// It makes no sense with these rules.
    #[error("{0}")]
    Rejected(Box<Rejected>),
    /// It is neither a goal nor, where it may be one, an action.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It asks what holds after an action that is not legal.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// An answer is not what was asked for.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// Why something holds in a game, or why it does not. It prints as `hornet why` does.
#[derive(Clone, Debug)]
pub struct Why {
    /// What is to be said first, if the game was ended by its players.
    ended: Option<String>,
    /// If the question is whether an action is legal, and it is not: the reasons.
    reasons: Vec<Reason>,
    /// The rule that gives each of them.
    rules: Vec<Option<RuleText>>,
    tree: Tree,
}

impl Why {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        matches!(self.tree, Tree::Holds(_)) && self.ended.is_none()
    }

    /// If the question was whether an action is legal: why it is refused.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The same with the rule that gives each reason. A game that its players ended is
    /// over by no rule of its own.
    ///
    /// ```
    /// use hornet::{Game, Rules};
    ///
    /// let game = Game::new(Rules::open("tanks")?)?;
    /// for (reason, rule) in game.why("legal(move(b2, b1))")?.refused_by() {
    ///     let place = rule.map_or("", |rule| &rule.at);
    ///     println!("{} ({place})", reason.message);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refused_by(&self) -> impl Iterator<Item = (&Reason, Option<&RuleText>)> {
        self.reasons.iter().zip(self.rules.iter().map(Option::as_ref))
    }

    /// The proof, or how far each rule got that could have been one: a tree to be walked.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ended) = &self.ended {
            writeln!(f, "{ended} By the rules alone:")?;
        }
        for reason in &self.reasons {
            writeln!(f, "refused: {} [{}]", reason.message, reason.name)?;
        }
        write!(f, "{}", self.tree.render())
    }
}

impl Game {
    /// The answers to a query, sorted, unless it says in which order they come.
    ///
    /// ```
    /// use hornet::{Cell, Game, Rules};
    ///
    /// let game = Game::new(Rules::open("tanks")?)?;
    /// for answer in game.query("tank(Cell, bot, heavy)")? {
    ///     let cell: Cell = answer.get("Cell")?;
    ///     println!("{cell}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query(&self, goal: &str) -> Result<Vec<Answer>, QueryError> {
        let query = self.parsed(goal)?;
        let limit = self.rules().engine().limits().facts;
        let mut answers: Vec<Bindings> = Vec::new();
        query.solve(self.rules().engine(), &self.situation(), &mut |answer| {
            answers.push(answer);
            match answers.len() <= limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        if answers.len() > limit {
            return Err(EvalError::TooManyAnswers { limit }.into());
        }
        if !query.is_ordered() {
            answers.sort();
        }
        let variables = query.variables();
        Ok(answers.into_iter().map(|answer| Answer::new(answer, &variables)).collect())
    }

    /// The same with each answer as a tuple of up to six, which has a value for each
    /// variable of the query, in the order in which it names them. A variable that only
    /// some branches of the query name is read as an `Option`.
    ///
    /// ```
    /// use hornet::{Cell, Game, Rules};
    ///
    /// let game = Game::new(Rules::open("tanks")?)?;
    /// let tanks: Vec<(Cell, String)> = game.query_as("tank(Cell, bot, Kind)")?;
    /// assert_eq!(tanks.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query_as<T: FromAnswer>(&self, goal: &str) -> Result<Vec<T>, QueryError> {
        let answers = self.query(goal)?;
        Ok(answers.iter().map(T::from_answer).collect::<Result<_, _>>()?)
    }

    /// Whether a goal holds: whether the query has any answer.
    pub fn holds(&self, goal: &str) -> Result<bool, QueryError> {
        let query = self.parsed(goal)?;
        let mut holds = false;
        query.solve(self.rules().engine(), &self.situation(), &mut |_| {
            holds = true;
            ControlFlow::Break(())
        })?;
        Ok(holds)
    }

    /// Why a goal holds, or why it does not. An action, as `parse_action` reads it, asks
    /// whether it is legal: `b2-b3` is short for `legal(move(b2, b3))`.
    ///
    /// ```
    /// use hornet::{Game, Rules};
    ///
    /// let game = Game::new(Rules::open("tanks")?)?;
    /// let why = game.why("b2-b1")?;
    /// assert!(!why.holds());
    /// assert!(why.to_string().contains("refused: tanks only drive forward"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(&self, goal: &str) -> Result<Why, QueryError> {
        let parse = |goal: &str| Query::parse(self.rules().program(), goal).map_err(rejected);
        Ok(self.explained(&question_of(self, goal, parse)?)?)
    }

    /// The same for a query that was read before.
    #[doc(hidden)]
    pub fn explained(&self, query: &Query) -> Result<Why, EvalError> {
        let rules = self.rules();
        let (engine, situation) = (rules.engine(), self.situation());
        let action = query.legal_action(rules.program());
        let ended = match &action {
            Some(_) if self.settlement().is_some() => Some(self.why_nothing_is_legal()?),
            _ => None,
        };
        let tree = explain(engine, query, &situation)?;
        let mut why = Why { ended, reasons: Vec::new(), rules: Vec::new(), tree };
        if let (Tree::Fails(_), Some((name, args))) = (&why.tree, action) {
            let action = Action { name, args };
            why.reasons = self.reasons(&action)?;
            let names = why.reasons.iter().map(|reason| reason.name);
            let behind = action.refusal_query(rules.program(), names);
            if let Some(behind) = behind.filter(|_| !why.reasons.is_empty()) {
                let behind = explain(engine, &behind, &situation)?;
                if let Tree::Holds(proofs) = &behind {
                    why.rules = proofs.iter().map(|proof| proof.rule()).collect();
                }
                why.tree = why.tree.in_view_of(&behind);
            }
            why.rules.resize(why.reasons.len(), None);
        }
        Ok(why)
    }

    /// The action that a text means, which may be illegal: in the game's own notation,
    /// `b2-b3`, or as the rules write it, `move(b2, b3)`.
    pub fn parse_action(&self, text: &str) -> Result<Action, Unreadable> {
        let own = self.rules().presentation().read(self, text);
        own.or_else(|error| plain::read(self, text).map_err(|_| error))
    }

    /// An action in the game's own notation, as in the position before it: where it takes
    /// something, or which piece it is placed beside, can be seen only there. So it is
    /// written before it is played, and [`moves`](Game::moves) has the game that each
    /// earlier move is written by. As the rules write it, an action is written by itself:
    /// `action.to_string()`.
    ///
    /// ```
    /// use hornet::{Game, Rules};
    ///
    /// let mut game = Game::new(Rules::open("tanks")?)?;
    /// for text in ["b2-b3", "c7-c6"] {
    ///     game.play(&game.parse_action(text)?)?;
    /// }
    /// let written: Vec<String> =
    ///     game.moves().iter().map(|(before, action)| before.write(action)).collect();
    /// assert_eq!(written, ["b2-b3", "c7-c6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, action: &Action) -> String {
        self.rules().presentation().write(self, action)
    }

    /// The position, drawn in text.
    pub fn draw(&self) -> String {
        strip_str(&self.rules().presentation().draw(self, &Marks::none())).to_string()
    }

    /// A query that makes sense here.
    fn parsed(&self, goal: &str) -> Result<Query, QueryError> {
        let query = Query::parse(self.rules().program(), goal).map_err(rejected)?;
        match self.refusal_of(&query)? {
            Some(refusal) => Err(refusal.into()),
            None => Ok(query),
        }
    }
}

fn rejected(rejected: Rejected) -> QueryError {
    QueryError::Rejected(Box::new(rejected))
}
