//! Games: checked rules with a board. Positions, actions and outcomes are
//! questions to the rules; what Rust knows of a particular game is only its
//! notation and how to draw it.

mod action;
mod board;
mod canvas;
pub mod compiled;
mod course;
mod drawing;
mod export;
mod face;
mod files;
mod gauss;
mod history;
mod hive;
mod marks;
mod needs;
mod plain;
mod position;
mod rules;
mod shipped;
mod spec;
mod tanks;

pub use action::Action;
pub use board::Board;
pub use course::{Game, Outcome, PlayError, Reason, Refusal, Situation};
pub use export::{PRELUDE, export, facts_as_prolog, rules_text};
pub use face::{Face, Unreadable};
pub use files::{plain_path, read_text};
pub use hive::{GameString, GameStringError, game_string};
pub use marks::Marks;
pub use position::Position;
pub use rules::{BesideFile, Engine, LoadError, Rules};
pub use shipped::shipped_games;
pub use spec::{Choice, Source, Spec, SpecError, unquoted};
