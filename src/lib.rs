//! Hornet: a rules engine for board games written as logic.
//!
//! The rules of a game are one text, Datalog in Prolog's syntax. It is compiled
//! through `ascent` for speed, evaluated at run time to explore, and SWI-Prolog reads
//! it too. Load [`Rules`], begin a [`Game`], list what is legal, play:
//!
//! ```
//! use hornet::{Game, Rules};
//!
//! let mut game = Game::new(Rules::open("tanks:6")?)?;
//! assert_eq!(game.legal()?.len(), 16);
//!
//! let action = game.parse_action("b2-b3")?;
//! assert_eq!(action.to_string(), "move(b2, b3)");
//! game.play(&action)?;
//! assert_eq!(game.turn().unwrap().as_str(), "top");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An action that the rules refuse leaves the game as it was, and says why:
//!
//! ```
//! # use hornet::{Game, Rules};
//! # let mut game = Game::new(Rules::open("tanks")?)?;
//! let backwards = game.parse_action("b2-b1")?;
//! let refusal = game.play(&backwards).unwrap_err();
//! assert!(refusal.to_string().contains("tanks only drive forward"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whatever the rules say can be asked. An [`Answer`] has a value for each variable, and
//! gives it as the type that is wanted:
//!
//! ```
//! # use hornet::{Game, Rules};
//! use hornet::Cell;
//!
//! # let game = Game::new(Rules::open("tanks")?)?;
//! let answers = game.query("tank(Cell, bot, heavy)")?;
//! assert_eq!(answers[0]["Cell"].to_string(), "d1");
//! let cell: Cell = answers[0].get("Cell")?;
//! assert_eq!(cell, "d1".parse()?);
//!
//! let tanks: Vec<(Cell, String)> = game.query_as("tank(Cell, bot, Kind)")?;
//! assert_eq!(tanks.len(), 16);
//! assert!(game.holds("turn(bot)")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! And it can be explained. [`Why`] prints as it does at the prompt, and is a tree that can
//! be walked, with the rules and where they stand (module [`explain`]):
//!
//! ```
//! # use hornet::{Game, Rules};
//! use hornet::explain::{Because, Tree};
//!
//! # let game = Game::new(Rules::open("tanks")?)?;
//! let why = game.why("legal(move(b2, b3))")?;
//! let Tree::Holds(proofs) = why.tree() else { panic!("it is legal") };
//! let Because::Rule { at, premises, .. } = &proofs[0].because else { panic!("by a rule") };
//! assert!(at.starts_with("tanks.pl:"));
//! assert!(premises.iter().any(|premise| premise.goal == "turn(bot)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules may come from a file, `Rules::open("my_game.pl:size=6")`, from a text,
//! [`Rules::from_text`], or they are compiled along with the crate that uses them,
//! [`include_rules!`]. `examples/` has programs to begin with.
//!
//! | module | has |
//! |---|---|
//! | the root | rules, games, actions, queries, and what can go wrong with each |
//! | [`explain`] | explanations as trees |
//! | [`players`] | Hornet's players: random, greedy, minimax, Monte Carlo tree search |
//! | [`records`] | game files |
//! | [`counting`] | how many sequences of actions there are |
//!
//! # Features
//!
//! A program that plays and asks needs none: with `default-features = false` it takes
//! neither the command line nor the web server along.
//!
//! | feature | has |
//! |---|---|
//! | `cli` | the program `hornet` |
//! | `web` | `hornet serve`, and players over HTTP |
//! | `lsp` | `hornet lsp`, the language server for editors |
//!
//! # The book
//!
//! The folder `docs` of the package is a small book; `docs/README.md` is its contents.
//! These chapters are about the library and about what it does:
//!
//! | chapter | is about |
//! |---|---|
//! | `docs/library.md` | this library, with more examples, and rules compiled with your crate |
//! | `docs/your-own-game.md` | a game from an empty folder, step by step |
//! | `docs/language.md` | the rule language |
//! | `docs/explanations.md` | what [`Game::why`] says, in sixty examples |
//! | `docs/play.md` | players, matches, game files |
//! | `docs/architecture.md` | how it is built |
//! | `docs/performance.md`, `docs/reliability.md` | how fast it is, and what is bounded |
//!
//! # What is not documented here
//!
//! The modules `logic`, `game`, `play` and those of the front ends can be reached, since
//! Hornet's program, its tests and generated code use them. They are not part of the
//! interface and may change in any version.

// Rules that ascent compiles look for it by this name: see
// `game::compiled::timeless`.
extern crate self as ascent;

#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod logic;
#[cfg(feature = "lsp")]
#[doc(hidden)]
pub mod lsp;
#[doc(hidden)]
pub mod play;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod tabletop;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod terminal;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod uhp;
#[cfg(feature = "web")]
#[doc(hidden)]
pub mod web;

#[doc(inline)]
pub use game::{
    Action, Answer, AnswerError, CompiledRules, FromAnswer, FromBound, Game, LoadError, Outcome,
    PlayError, QueryError, Reason, Refusal, Rules, Settlement, SpecError, Unreadable, Why,
};
#[doc(inline)]
pub use logic::check::diagnostic::{Diagnostic, Severity};
#[doc(inline)]
pub use logic::engine::{EvalError, Includes, Limits};
#[doc(inline)]
pub use logic::query::Bound;
#[doc(inline)]
pub use logic::syntax::source::{FileId, Location, SourceFile, Sources, Span};
#[doc(inline)]
pub use logic::{Atom, Cell, ParseError, Rejected, Row, Value};

/// Explanations as trees: what [`Why::tree`] leads to.
pub mod explain {
    #[doc(inline)]
    pub use crate::logic::explain::proof::{
        Alike, Attempt, Because, Failure, Premise, RuleText, Unfollowed, Why as Tree, WhyNot,
    };
}

/// Players that choose their moves by themselves.
///
/// ```
/// use hornet::players::{Thinker, Watch};
/// use hornet::{Game, Rules};
///
/// let game = Game::new(Rules::open("tanks:6")?)?;
/// let player = Thinker::new("minimax:2".parse()?, game.rules(), 1)?;
/// let thought = player.think(&game, &Watch::default())?.expect("something is legal");
/// assert!(game.legal()?.contains(&thought.action));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod players {
    #[doc(inline)]
    pub use crate::play::{
        EngineSpec, Enough, HttpSpec, Kind, Player, PlayerError, Sampled, Thinker, ThinkerError,
        Thought, Until, Watch, Worth,
    };
}

/// Game files: Hornet's own, and those that other programs write for Hive.
///
/// ```
/// use std::path::Path;
///
/// use hornet::Limits;
/// use hornet::records::{open_record, written_record};
///
/// let game = open_record(Path::new("examples/opening.game"), Limits::default())?;
/// assert_eq!(game.rules().name(), "tanks:6");
/// println!("{}", written_record(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod records {
    #[doc(inline)]
    pub use crate::play::{InFile, Loaded, RecordError, load_record, open_record, written_record};
}

/// How many sequences of actions there are: what is known as perft, by which rules of a
/// game are compared.
pub mod counting {
    #[doc(inline)]
    pub use crate::play::{Count, CountError, perft};
}

/// Brings rules into the crate that its build script compiled with
/// `hornet_build::compile(["rules/nim.pl"])`: a module for each file, `nim` here, with
/// its rules as a [`CompiledRules`] by the name of `RULES`.
///
/// ```text
/// hornet::include_rules!();
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let game = hornet::Game::new(nim::RULES.load()?)?;
///     ...
/// ```
///
/// It belongs at the root of the crate, in `main.rs` or `lib.rs`, since the code that
/// ascent generates looks there for what it uses. `docs/library.md` tells the whole story,
/// and `examples/own_game/` is such a crate.
#[macro_export]
macro_rules! include_rules {
    () => {
        include!(concat!(env!("OUT_DIR"), "/hornet_rules.rs"));
    };
}

#[doc(hidden)]
pub use game::compiled::timeless::{aggregators, ascent_run, internal};
