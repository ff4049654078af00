//! What can go wrong in a game, and the game that shows it.

use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::check::whole_actions;

/// What goes wrong. Two problems of one kind are the same problem.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The rules cannot be evaluated.
    Failure {
        /// Why.
        error: String,
    },
    /// The game is not over, but nothing is legal.
    Stuck,
    /// The game is not over, but it is nobody's turn.
    NobodysTurn,
    /// It is the turn of several players at once.
    SeveralTurns {
        /// Whose.
        players: Vec<Atom>,
    },
    /// An action is legal, and the position is the same after it.
    NothingChanges {
        /// The name of the action and its number of columns.
        action: (Atom, usize),
    },
    /// An action is refused, and no rule says why.
    NoReason {
        /// The name of the action and its number of columns.
        action: (Atom, usize),
    },
    /// A reason for a refusal, or a cause of an end, has no message.
    NoMessage {
        /// The reason.
        reason: Atom,
    },
    /// An action is legal, though there is a reason to refuse it.
    RefusedThoughLegal {
        /// The name of the action and its number of columns.
        action: (Atom, usize),
        /// The reason.
        reason: Atom,
    },
    /// The game is over, and no `ending` says by what.
    NoEnding,
    /// The position has a value, but not for each player.
    NoValue {
        /// For whom it has none.
        player: Atom,
    },
    /// A position that came about by play cannot be, as the rules say.
    Unsound {
        /// Why not.
        reason: Atom,
    },
    /// An action is not read as it is written.
    Misread {
        /// The name of the action and its number of columns.
        action: (Atom, usize),
    },
}

impl Kind {
    /// A name for it, for programs to read.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Failure { .. } => "failure",
            Kind::Stuck => "stuck",
            Kind::NobodysTurn => "nobodys-turn",
            Kind::SeveralTurns { .. } => "several-turns",
            Kind::NothingChanges { .. } => "nothing-changes",
            Kind::NoReason { .. } => "no-reason",
            Kind::NoMessage { .. } => "no-message",
            Kind::RefusedThoughLegal { .. } => "refused-though-legal",
            Kind::NoEnding => "no-ending",
            Kind::NoValue { .. } => "no-value",
            Kind::Unsound { .. } => "unsound",
            Kind::Misread { .. } => "misread",
        }
    }
}

/// A problem, with the shortest game that shows it.
#[derive(Clone)]
pub struct Problem {
    /// What goes wrong.
    pub kind: Kind,
    /// In how many games it was seen.
    pub games: u64,
    /// The game up to where it goes wrong.
    pub shown_by: Game,
    /// What is tried or played there, if it takes that.
    pub action: Option<Action>,
    /// Which game that was.
    pub(super) number: u64,
}

impl Problem {
    /// What goes wrong, in a sentence without its full stop.
    pub fn told(&self) -> String {
        let action = self.action.as_ref().map_or(String::new(), |action| self.written(action));
        match &self.kind {
            Kind::Failure { error } => error.clone(),
            Kind::Stuck => "nothing is legal, though the game is not over".into(),
            Kind::NobodysTurn => "it is nobody's turn, though the game is not over".into(),
            Kind::SeveralTurns { players } => {
                let names: Vec<&str> = players.iter().map(|player| player.as_str()).collect();
                format!("it is the turn of {} at once", names.join(" and of "))
            }
            Kind::NothingChanges { .. } => format!("{action} is legal, but changes nothing"),
            Kind::NoReason { .. } => format!("{action} is refused without a reason"),
            Kind::NoMessage { reason } => format!("the reason `{reason}` has no message"),
            Kind::RefusedThoughLegal { reason, .. } => {
                format!("{action} is legal, yet there is a reason to refuse it: `{reason}`")
            }
            Kind::NoEnding => "the game is over, but no rule for ending says by what".into(),
            Kind::NoValue { player } => format!("the position has no value for {player}"),
            Kind::Unsound { reason } => {
                format!("play has led to a position that is unsound: `{reason}`")
            }
            Kind::Misread { .. } => match &self.action {
                Some(meant) => format!("{meant} is written {action}, which is not read as it"),
                None => "an action is not read as it is written".into(),
            },
        }
    }

    /// What would be right.
    pub fn advice(&self) -> String {
        match &self.kind {
            Kind::Failure { .. } => "guard the goal with a test before it, or bound it".into(),
            Kind::Stuck => "end the game there with wins(Player) or draw, or make an action \
                            legal, such as a pass"
                .into(),
            Kind::NobodysTurn => {
                "see to it that each action adds turn(Player) for the next player".into()
            }
            Kind::SeveralTurns { .. } => {
                "see to it that each action deletes the turn before it adds one: \
                 del(turn(Player)) :- turn(Player)."
                    .into()
            }
            Kind::NothingChanges { action } => {
                format!(
                    "write a rule for add or del that asks does({}), or do not make it legal",
                    self.open(*action)
                )
            }
            Kind::NoReason { action } => format!(
                "add a rule for this case: refuse({action}, Reason) :- tried({action}), ...",
                action = self.open(*action)
            ),
            Kind::NoMessage { reason } => {
                format!("add a fact: reason({reason}, 'what a player should read').")
            }
            Kind::RefusedThoughLegal { .. } => {
                "make the rules for legal and refuse agree: one of them lacks a goal".into()
            }
            Kind::NoEnding => "add a rule for ending(Cause) that holds here".into(),
            Kind::NoValue { .. } => {
                "give every player a value in every position; computer players take none for 0"
                    .into()
            }
            Kind::Unsound { .. } => {
                "loosen the rule for unsound, or forbid what leads to the position".into()
            }
            Kind::Misread { .. } => {
                "let no two actions be written alike; see the notation directives".into()
            }
        }
    }

    /// An action with a variable in each column.
    fn open(&self, (name, arity): (Atom, usize)) -> String {
        let declarations = &self.shown_by.rules().program().declarations;
        match declarations.action(name, arity) {
            Some(action) if arity > 0 => {
                format!("{name}({})", whole_actions::columns(declarations, action).join(", "))
            }
            _ => name.to_string(),
        }
    }

    fn written(&self, action: &Action) -> String {
        self.shown_by.rules().presentation().write(&self.shown_by, action)
    }

    /// The actions of the game that shows it, as its players write them.
    pub fn moves(&self) -> Vec<String> {
        let moves = self.shown_by.moves();
        moves
            .iter()
            .map(|(before, action)| before.rules().presentation().write(before, action))
            .collect()
    }

    /// Whether it is shown better than by another one of its kind.
    pub(super) fn is_better_than(&self, other: &Problem) -> bool {
        let rank = |problem: &Problem| (problem.shown_by.actions().len(), problem.number);
        rank(self) < rank(other)
    }
}
