//! What can be wrong with a game file, each with its place.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::game::{GameStringError, LoadError, PlayError, Settlement, SetupError, Unreadable};
use crate::logic::engine::EvalError;

/// What is wrong with a game file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// It ends before anything could be played.
    #[error(
        "{path} ends before its game begins: no whole line of it says which game it is, or \
         nothing was played yet; choose another file"
    )]
    Unbegun {
        /// The file.
        path: String,
    },
    /// There is nothing in it, or no move of a record that breaks off.
    #[error("{path} holds no game: it is empty, or ends before its first move")]
    Empty {
        /// The file.
        path: String,
    },
    /// It is a record, where rules were asked for.
    #[error(
        "{path} holds a game that was played, not rules: `hornet play --load {path}` continues it, \
         and other commands take it with --load after the game's name"
    )]
    NotRules {
        /// The file.
        path: String,
    },
    /// It is not a record of the game that was asked for.
    #[error("{path} is a game of {found}, not of {asked}")]
    OtherGame {
        /// The file.
        path: String,
        /// What the file says.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// There is a character in it that nobody would see.
    #[error("{path}:{line}: there is a hidden character, {found}; remove it")]
    Hidden {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The character, by its number.
        found: String,
    },
    /// The first line names rules that a game file may not choose.
    #[error(
        "{path}:{line}: the rules are in another folder, {}; if you trust them, name them yourself: \
         {command}",
        .rules.display()
    )]
    Elsewhere {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The rule file.
        rules: PathBuf,
        /// How to name them.
        command: String,
    },
    /// The first line does not name the game.
    #[error(
        "{path}:{line}: the first line must name the game, such as `game {asked}`; found `{found}`"
    )]
    NoGame {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The game asked for.
        asked: String,
        /// What was found.
        found: String,
    },
    /// A line about a rule that cannot be read.
    #[error(
        "{path}:{line}: `{found}` does not change a rule; write `rule add CLAUSE.` or \
         `rule off FILE: CLAUSE.`"
    )]
    NoRule {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What was found.
        found: String,
    },
    /// The position that the game begins from is not right.
    #[error("{path}:{line}: {error}")]
    Setup {
        /// The file.
        path: String,
        /// The line; the last one of the position, if it is wrong as a whole.
        line: usize,
        /// Why.
        error: SetupError,
    },
    /// A position is set up where the game has begun already.
    #[error(
        "{path}:{line}: a position is set up right after the game and its rules, before anything else"
    )]
    LateSetup {
        /// The file.
        path: String,
        /// The line.
        line: usize,
    },
    /// The game it names cannot be loaded.
    #[error("{path}:{line}: {error}")]
    Load {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Why.
        error: LoadError,
    },
    /// A line that is not an action.
    #[error("{path}:{line}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Why.
        error: Unreadable,
    },
    /// An action that the rules refuse.
    #[error("{path}:{line}: {written} {}", how_it_failed(.error))]
    Refused {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// The action as it is written there.
        written: String,
        /// Why.
        error: PlayError,
    },
    /// A move that is wrong, perhaps since something before it was not understood.
    #[error("{error}; line {line} was not understood and skipped: `{found}`")]
    AfterSkipped {
        /// What is wrong.
        error: Box<RecordError>,
        /// The line that was skipped.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Somebody resigns or wins who is not a player.
    #[error("{path}:{line}: `{found}` is not a player, and cannot {}; the players are {}", .what, .players.join(", "))]
    NoPlayer {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// Who is said to.
        found: String,
        /// What that player cannot do.
        what: &'static str,
        /// Who plays.
        players: Vec<String>,
    },
    /// A line in brackets that cannot be read.
    #[error("{path}:{line}: `{found}` cannot be read; write it as in [Event \"Club Cup\"]")]
    NoTag {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What was found.
        found: String,
    },
    /// The players did not agree on a draw, but on something else.
    #[error("{path}:{line}: players agree on a draw, not on `{found}`: write `agreed draw`")]
    NoAgreement {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What was found.
        found: String,
    },
    /// A line after the end of the game.
    #[error("{path}:{line}: the game ended when {}; found `{found}` after that", how_it_ended(*.settlement))]
    Ended {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// How it ended.
        settlement: Settlement,
        /// What was found.
        found: String,
    },
    /// It holds several games, and nobody said which is meant.
    #[error(
        "{path} holds {count} games; choose one by its number, as in `--game 2`, or at the prompt \
         `load FILE 2`:\n{}", .games.join("\n")
    )]
    Several {
        /// The file.
        path: String,
        /// How many.
        count: usize,
        /// The games, or the first ones of many, a line each with its number.
        games: Vec<String>,
    },
    /// It does not hold as many games.
    #[error("{path} has no game {number}: it holds {}", counted(*.games, "game"))]
    NoSuchGame {
        /// The file.
        path: String,
        /// The number of the game that was asked for.
        number: usize,
        /// How many there are.
        games: usize,
    },
    /// A record of a game of another kind.
    #[error("{path}:{line}: this is not a record of Hive, but of {found}")]
    OtherKind {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What it says it is.
        found: String,
    },
    /// A record of a type of game that nobody knows.
    #[error(
        "{path}:{line}: there is no type of game `{found}`; a type is Base, or Base+ and some of \
         M, L and P"
    )]
    Type {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What was found.
        found: String,
    },
    /// A game of Hive in one line that is wrong.
    #[error("{path}: {error}")]
    GameString {
        /// The file, or what else to call it.
        path: String,
        /// What is wrong.
        error: GameStringError,
    },
    /// The rules that were asked for cannot be loaded.
    #[error(transparent)]
    Rules(#[from] LoadError),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn how_it_ended(settlement: Settlement) -> String {
    match settlement {
        Settlement::Declared(_) => "its result was declared".into(),
        settlement => settlement.to_string(),
    }
}

fn how_it_failed(error: &PlayError) -> String {
    match error {
        PlayError::Refused(refusal) => format!("is refused: {}", refusal.why()),
        PlayError::Eval(error) => format!("cannot be played: {error}"),
    }
}
