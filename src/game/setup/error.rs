//! What can be wrong with a position that somebody sets up.

use thiserror::Error;

use crate::game::game::Reason;
use crate::game::notation::Unreadable;
use crate::logic::engine::EvalError;

/// What is wrong with a position, or with what was said of it.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A text that is not Prolog.
    #[error("cannot read `{text}` as facts: {why}")]
    Syntax {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A relation that no position holds.
    #[error("a position holds no `{found}`{suggestion}; it is made of {}", .known.join(", "))]
    Unknown {
        /// What was named.
        found: String,
        /// What may have been meant.
        suggestion: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A value that a column cannot hold.
    #[error("`{found}` in {fact} is not {wanted}")]
    Value {
        /// The value.
        found: String,
        /// The fact.
        fact: String,
        /// What stands there.
        wanted: String,
    },
    /// A cell that is not on the board.
    #[error("there is no cell {cell} on this board, in {fact}")]
    OffBoard {
        /// The cell.
        cell: String,
        /// The fact.
        fact: String,
    },
    /// How often a position has occurred.
    #[error("a position that is set up has occurred once: leave out {fact}")]
    Repeated {
        /// What was said.
        fact: String,
    },
    /// There is nothing of that kind to take away.
    #[error(
        "nothing is there to remove: `{what}`; name a piece, a cell, or a fact with _ for anything"
    )]
    NotThere {
        /// What was named.
        what: String,
    },
    /// A piece or a drawing that cannot be read.
    #[error("{}", .0.why)]
    Unreadable(#[from] Unreadable),
    /// More facts than any position has.
    #[error("a position has at most {most} facts")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// It is nobody's turn.
    #[error("it is nobody's turn: say `turn {}`", .players.join("` or `turn "))]
    NoTurn {
        /// Who plays.
        players: Vec<String>,
    },
    /// The rules find the position unsound.
    #[error("{}", messages(.0))]
    Unsound(Vec<Reason>),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

fn messages(reasons: &[Reason]) -> String {
    reasons.iter().map(|reason| reason.message.as_str()).collect::<Vec<_>>().join("; ")
}
