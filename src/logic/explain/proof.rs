//! Explanations as trees. A part that is needed in several places is shared.
//! [`outline`](super::outline) draws them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::logic::explain::unify::Asked;
use crate::logic::program::RelationId;
use crate::logic::{Atom, Value};

/// The answer to "why?".
#[derive(Clone, Debug)]
pub enum Why {
    /// The goal holds: a proof of each of its parts.
    Holds(Vec<Arc<Premise>>),
    /// It does not: why not, for each action or state fact that a variable in
    /// it may stand for.
    Fails(Vec<Arc<Failure>>),
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
    /// It is a fact of the position, of the declarations or of arithmetic.
    Leaf(&'static str),
    /// There is no answer to what it negates.
    Absent {
        /// What would have to be there, if that can be said in a word.
        lacking: Option<String>,
        /// The question that has no answer, as
        /// [`Query`](crate::logic::query::Query) reads it.
        ask: String,
    },
    /// Its rules are not shown: what it says instead.
    Opaque(String),
    /// The rules say so outright, at `file:line`.
    Written(String),
    /// A rule derives it.
    Rule {
        /// The rule's text.
        text: String,
        /// Where it stands, as `file:line`.
        at: String,
        /// What it rests on, in the order of the rule's body.
        premises: Vec<Arc<Premise>>,
    },
    /// It holds in the position that an action leads to.
    Next(Vec<Arc<Premise>>),
    /// It is computed from all answers to a question.
    Answers {
        /// The question, as [`Query`](crate::logic::query::Query) reads it.
        ask: String,
    },
    /// A rule derives it, but the proof was not followed this deep.
    NotFollowed {
        /// The question that follows it, as [`Query`](crate::logic::query::Query)
        /// reads it.
        ask: String,
    },
}

impl Premise {
    /// The rule it rests on, if it rests on one: a derived fact, or one that is written.
    pub fn rule(&self) -> Option<RuleText> {
        match &self.because {
            Because::Rule { text, at, .. } => Some(RuleText { text: text.clone(), at: at.clone() }),
            Because::Written(at) => Some(RuleText { text: self.goal.clone(), at: at.clone() }),
            _ => None,
        }
    }

    /// How many levels of rules lie above the leaves.
    pub fn height(&self) -> usize {
        self.height_with(&mut FxHashMap::default())
    }

    /// The same; what is shared is looked at once.
    fn height_with(&self, known: &mut FxHashMap<*const Premise, usize>) -> usize {
        let Because::Rule { premises, .. } = &self.because else { return 0 };
        if let Some(height) = known.get(&std::ptr::from_ref(self)) {
            return *height;
        }
        let below = premises.iter().map(|premise| premise.height_with(known)).max();
        let height = 1 + below.unwrap_or(0);
        known.insert(self, height);
        height
    }
}

/// A goal that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The goal.
    pub goal: String,
    /// How many goals before it hold, in its rule or question.
    pub held: usize,
    /// Whether it says something about the position by itself; a comparison or
    /// the geometry of the board does not.
    pub is_telling: bool,
    /// Why not.
    pub why: WhyNot,
    /// How many of the goals after it hold as well, of those that can be told.
    pub held_after: usize,
    /// Those that fail too, though they do not rest on it.
    pub also: Vec<String>,
    /// Other instances that get as far, and fail at the same goal.
    pub alike: Option<Alike>,
    /// Rules that are switched off, and would have made it hold.
    pub switched_off: Vec<RuleText>,
}

/// Instances of a goal that share the fate of the one that is shown.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The variables that differ.
    pub names: Vec<&'static str>,
    /// How many instances there are, besides the one that is shown.
    pub count: usize,
    /// Whether there may be more: they were not counted to the end.
    pub more: bool,
    /// What each of them comes to, in a line; the first few.
    pub each: Vec<String>,
}

/// A rule as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The rule's text.
    pub text: String,
    /// Where it stands, as `file:line`.
    pub at: String,
}

impl fmt::Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.text)
    }
}

/// Why a goal does not hold.
#[derive(Clone, Debug)]
pub enum WhyNot {
    /// In a word.
    Leaf(Cow<'static, str>),
    /// What it negates holds.
    Because {
        /// Why, for one instance.
        premises: Vec<Arc<Premise>>,
        /// Other instances that hold as well.
        others: Option<Alike>,
    },
    /// No rule derives it: how far each one that could have got, the one that
    /// got furthest first.
    Rules(Vec<Attempt>),
    /// It fails in the position that an action leads to.
    Next(Arc<Failure>),
    /// The relation has rules, but none for such a fact.
    NoRule,
    /// The rules were not followed this deep.
    NotFollowed(Unfollowed),
}

/// A goal whose rules were not followed.
#[derive(Clone, Debug)]
pub struct Unfollowed {
    /// The question that follows them, as [`Query`](crate::logic::query::Query) reads
    /// it.
    pub ask: String,
    /// If the rules that got furthest led here: where they end.
    pub end: Option<Arc<Failure>>,
    pub(in crate::logic) relation: RelationId,
    pub(in crate::logic) asked: Vec<Asked>,
}

/// A rule that could have derived a goal, and where it stopped.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The rule.
    pub rule: RuleText,
    /// The values that got furthest.
    pub bindings: Vec<(Atom, Value)>,
    /// The first goal that fails with them.
    pub failed: Arc<Failure>,
}
