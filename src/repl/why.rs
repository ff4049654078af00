//! Explanations: proofs and why there is none, folded, and opened on request.

use super::ask::in_prologs_manner;
use super::help::examples::open_goal;
use super::layout;
use super::session::{Answer, Error, Event, Reply, Session, Status, counted};
use super::style::{self, paint};
pub use crate::game::question_of;
use crate::game::{Action, Game, Outcome, Reason};
use crate::logic::Value;
use crate::logic::explain::derivations::derivations;
use crate::logic::explain::explain;
use crate::logic::explain::outline::{Folded, Ink, Part};
use crate::logic::explain::proof::Why;
use crate::logic::program::RelationId;
use crate::logic::query::Query;

/// This many derivations of one goal are shown.
const MOST_DERIVATIONS: usize = 20;

/// A question that was asked or explained, to be read again under whatever rules there
/// are by then.
#[derive(Clone)]
pub enum Question {
    /// Whether an action is legal.
    Legal(Action),
    /// Whether a goal holds.
    Goal(String),
}

impl Question {
    /// The question that a query asks, and the text that it was read from.
    pub fn of(game: &Game, query: &Query, text: &str) -> Question {
        // In the notation, a move may speak of the pieces of one position.
        match query.legal_action(game.rules().program()) {
            Some((name, args)) => Question::Legal(Action { name, args }),
            None => Question::Goal(text.to_string()),
        }
    }

    /// How the game ended, if it is over.
    fn about_the_end(game: &Game) -> Option<Question> {
        match game.outcome().ok().filter(|_| game.rules().is_game())? {
            Outcome::Open => None,
            Outcome::Draw => Some(Question::Goal("draw.".into())),
            Outcome::Won(winners) => winners
                .first()
                .map(|winner| Question::Goal(format!("wins({}).", Value::Atom(*winner)))),
        }
    }
}

impl Session {
    /// Explains a goal, an action, or the last question.
    pub(super) fn why(&mut self, argument: &str) -> Answer {
        let (denied, argument) = match strip_not(argument) {
            Some(rest) => (true, rest),
            None => (false, argument),
        };
        if let Some(piece) = self.piece_meant(argument) {
            return self.why_piece(argument, piece);
        }
        // The rules have no proof of what players did.
        if argument.is_empty() && !self.has_asked() && self.game.settlement().is_some() {
            return Ok(self.game.why_nothing_is_legal()?);
        }
        let query = self.meant(argument)?;
        self.explain(&query, denied)
    }

    /// What `why` says of a piece, in full, if a text means one.
    pub fn why_stuck(&mut self, text: &str) -> Option<Reply> {
        let piece = self.piece_meant(text).filter(|_| self.game.rules().is_game())?;
        self.settings.depth = usize::MAX;
        Some(match self.why_piece(text, piece) {
            Ok(said) => Reply::plain(said, Status::Fine),
            Err(wrong) => wrong.into(),
        })
    }

    /// The piece, or whatever else actions name, that a text means, unless it is a
    /// move.
    fn piece_meant(&self, argument: &str) -> Option<Value> {
        let is_move = || self.game.rules().presentation().read(&self.game, argument).is_ok();
        self.value_named(argument).filter(|_| !is_move())
    }

    /// Explains a question. If somebody has denied that it holds, it says so.
    fn explain(&mut self, query: &Query, denied: bool) -> Answer {
        let mut why = self.explained(query)?;
        let holds = matches!(why, Why::Holds(_));
        self.event = Event::Explained(holds);
        let mut said = Vec::new();
        if self.game.settlement().is_some()
            && query.legal_action(self.game.rules().program()).is_some()
        {
            said.push(format!("{} By the rules alone:", self.game.why_nothing_is_legal()?));
        }
        if holds && denied {
            said.push("It does hold:".to_string());
        }
        let action = query.legal_action(self.game.rules().program()).filter(|_| !holds);
        if let Some((name, args)) = action {
            let action = Action { name, args };
            let reasons = self.game.reasons(&action)?;
            let behind = self.behind(&action, &reasons)?;
            said.extend(self.with_their_rules("refused:", &reasons, behind.as_ref()));
            why = behind.iter().fold(why, Why::in_view_of);
        }
        said.push(self.shown_folded(&why));
        Ok(said.join("\n"))
    }

    /// An explanation, folded.
    pub(super) fn shown_folded(&mut self, why: &Why) -> String {
        self.folded.clear();
        let folded = why.folded_in(self.settings.depth, 1, &ink);
        self.shown(folded)
    }

    /// Opens a folded part of the last proof.
    pub(super) fn open(&mut self, argument: &str) -> Answer {
        if self.folded.is_empty() {
            return Err(Error::new("nothing is folded").help("`why` and a goal explains it"));
        }
        let numbers = match argument {
            "all" => 1..=self.folded.len(),
            number => match number.parse::<usize>() {
                Ok(number) if (1..=self.folded.len()).contains(&number) => number..=number,
                _ => {
                    let last = self.folded.len();
                    return Err(Error::new(format!("there is no folded part `{argument}`")).help(
                        format!("they are numbered from 1 to {last}; `open all` opens all"),
                    ));
                }
            },
        };
        // All at once, nothing is left to open.
        let is_whole = argument == "all";
        let depth = if is_whole { usize::MAX } else { self.settings.depth };
        self.event = Event::Opened;
        let mut said = Vec::new();
        for number in numbers {
            let part = self.folded[number - 1].clone();
            let first = (!is_whole).then_some(self.folded.len() + 1);
            let why = match part {
                Part::Why(why) => why,
                Part::Ask(goal) => self.explained(&self.query(&goal)?)?,
                Part::OtherRules(failure) => {
                    said.push(self.shown(failure.other_rules_in(depth, first, &ink)));
                    continue;
                }
                Part::Alike(lines) => {
                    said.push(layout::wrap_tree(&lines, self.screen.width));
                    continue;
                }
                Part::Answers(goal) => {
                    said.push(format!("{goal}\n{}", self.listed(&goal)?));
                    continue;
                }
            };
            said.push(self.shown(match first {
                Some(first) => why.folded_in(depth, first, &ink),
                None => Folded { text: why.render_in(&ink), parts: Vec::new() },
            }));
        }
        Ok(said.join("\n\n"))
    }

    /// Every way to derive a goal.
    pub(super) fn derivations(&mut self, argument: &str) -> Answer {
        let query = self.meant(argument)?;
        let engine = self.game.rules().engine();
        let found = derivations(engine, &query, &self.game.situation(), MOST_DERIVATIONS)?;
        self.folded.clear();
        if found.ways.is_empty() {
            return self.explain(&query, false);
        }
        self.event = Event::Explained(true);
        let mut said = Vec::new();
        for (number, way) in found.ways.iter().enumerate() {
            let folded = way.why.folded_in(self.settings.depth, self.folded.len() + 1, &ink);
            let number = paint(style::STRONG, &format!("{}.", number + 1));
            let bound = in_prologs_manner(&way.bindings);
            said.push(format!("{number} {bound}").trim_end().to_string());
            said.push(self.shown(folded));
        }
        let more = if found.more { "at least " } else { "" };
        let mut footer = format!("% {more}{}", counted(found.ways.len(), "derivation"));
        let answers = self.answers(&query)?.len();
        if answers > 1 && found.ways.iter().all(|way| way.bindings == found.ways[0].bindings) {
            footer += &format!(" of the first of {answers} answers");
        }
        said.push(paint(style::ASIDE, &footer));
        Ok(said.join("\n"))
    }

    /// The question that is asked, or the last one, or how the game ended.
    fn meant(&mut self, argument: &str) -> Result<Query, Error> {
        if !argument.is_empty() {
            let query = question_of(&self.game, argument, |goal| self.query(goal));
            let query = query.map_err(|wrong| self.goal_instead(argument).unwrap_or(wrong))?;
            self.question = Some(Question::of(&self.game, &query, argument));
            return Ok(query);
        }
        match self.question.clone().or_else(|| Question::about_the_end(&self.game)) {
            Some(question) => self.read_again(&question),
            None => Err(Error::new("nothing has been asked yet").help(match self.example_goal() {
                Some(goal) => format!("name a goal, such as `why {goal}`"),
                None => "name a goal, such as `why turn(Player).`, or a move".to_string(),
            })),
        }
    }

    /// What to ask of a relation that is named without its columns.
    fn goal_instead(&self, name: &str) -> Option<Error> {
        let program = self.game.rules().program();
        let is_meant = |id: &RelationId| {
            let relation = &program.relations[*id];
            relation.word() == name && relation.arity > 0
        };
        let id = program.relations.ids().find(is_meant)?;
        let goal = open_goal(program, id);
        Some(
            Error::new(format!("`{name}` is a relation; a goal has its columns and a full stop"))
                .help(format!("write `why {goal}.`, with values for what you know")),
        )
    }

    /// A question as the rules understand it now.
    fn read_again(&self, question: &Question) -> Result<Query, Error> {
        match question {
            Question::Goal(goal) => self.query(goal),
            Question::Legal(action) => {
                let query = action.legal_query(self.game.rules().program());
                query.ok_or_else(|| Error::new(format!("{action} is not an action any more")))
            }
        }
    }

    /// Reasons for a refusal, a line each, with the rules that give them.
    pub(super) fn with_their_rules(
        &self,
        heading: &str,
        reasons: &[Reason],
        behind: Option<&Why>,
    ) -> Vec<String> {
        let proofs = match behind {
            Some(Why::Holds(proofs)) => proofs.as_slice(),
            _ => &[],
        };
        let line = |(number, reason): (usize, &Reason)| {
            let rule = proofs.get(number).and_then(|proof| proof.rule());
            let at = rule.map_or(String::new(), |rule| format!(", {}", rule.at));
            let by = paint(style::ASIDE, &format!("[{}{at}]", reason.name));
            format!("{} {} {by}", paint(style::ERROR, heading), reason.message)
        };
        reasons.iter().enumerate().map(line).collect()
    }

    /// The proofs of the reasons for a refusal, one each, if they are known.
    pub(super) fn behind(&self, action: &Action, reasons: &[Reason]) -> Result<Option<Why>, Error> {
        let names = reasons.iter().map(|reason| reason.name);
        let query = action.refusal_query(self.game.rules().program(), names);
        match query.filter(|_| !reasons.is_empty()) {
            Some(query) => Ok(Some(self.explained(&query)?)),
            None => Ok(None),
        }
    }

    /// Why the first answer to a question holds, or why there is none.
    pub(super) fn explained(&self, query: &Query) -> Result<Why, Error> {
        Ok(explain(self.game.rules().engine(), query, &self.game.situation())?)
    }

    /// A drawing that fits the screen, with what is folded in it remembered.
    fn shown(&mut self, folded: Folded) -> String {
        self.folded.extend(folded.parts);
        layout::wrap_tree(&folded.text, self.screen.width)
    }
}

/// The colours of an explanation.
fn ink(ink: Ink, text: &str) -> String {
    let style = match ink {
        Ink::Branch | Ink::Place | Ink::Remark => style::ASIDE,
        Ink::Holds => style::STRONG,
        Ink::Fails => style::FAILS,
        Ink::Rule => return text.to_string(),
        Ink::Number => style::VARIABLE,
    };
    paint(style, text)
}

/// What follows `not`, if a text begins with it.
fn strip_not(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("not")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}
