//! Hornet: a rules engine for board games written as logic.
//!
//! The rules of a game are one text, Datalog in Prolog's syntax. It is compiled
//! through `ascent` for speed, evaluated at run time to explore, and SWI-Prolog reads
//! it too. Load rules, list what is legal, play:
//!
//! ```
//! use std::sync::Arc;
//! use hornet::game::{Game, Rules};
//!
//! let rules = Arc::new(Rules::open("tanks:6")?);
//! let mut game = Game::new(rules.clone())?;
//! assert_eq!(game.legal()?.len(), 16);
//!
//! let action = rules.presentation().read(&game, "b2-b3")?;
//! game.play(&action)?;
//! assert_eq!(game.turn().unwrap().as_str(), "top");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An action that the rules refuse leaves the game as it was, and says why:
//!
//! ```
//! # use std::sync::Arc;
//! # use hornet::game::{Game, Rules};
//! # let rules = Arc::new(Rules::open("tanks")?);
//! # let mut game = Game::new(rules.clone())?;
//! let backwards = rules.presentation().read(&game, "b2-b1")?;
//! let refusal = game.play(&backwards).unwrap_err();
//! assert!(refusal.to_string().contains("tanks only drive forward"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Anything the rules say can be asked, and explained:
//!
//! ```
//! # use std::sync::Arc;
//! # use hornet::game::{Game, Rules};
//! use std::ops::ControlFlow;
//! use hornet::logic::query::Query;
//!
//! # let rules = Arc::new(Rules::open("tanks")?);
//! # let game = Game::new(rules.clone())?;
//! let query = Query::parse(rules.program(), "tank(Cell, bot, heavy).")?;
//! let mut cells = Vec::new();
//! query.solve(rules.engine(), &game.situation(), &mut |answer| {
//!     cells.push(answer[0].1.to_string());
//!     ControlFlow::Continue(())
//! })?;
//! cells.sort();
//! assert_eq!(cells, ["d1", "e1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Dependencies point one way: the front ends use [`play`], which uses
//! [`game`], which uses [`logic`].

// Rules that ascent compiles look for it by this name: see
// `game::compiled::timeless`.
extern crate self as ascent;

pub mod game;
pub mod logic;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod play;
pub mod repl;
pub mod tabletop;
pub mod terminal;
pub mod uhp;
#[cfg(feature = "web")]
pub mod web;

#[doc(hidden)]
pub use game::compiled::timeless::{aggregators, ascent_run, internal};
