//! Games: checked rules with a board. Positions, actions and outcomes are
//! questions to the rules; what Rust knows of a particular game is only its
//! notation and how to draw it.

mod about;
mod action;
mod answer;
mod ask;
mod board;
pub mod compiled;
mod compiled_rules;
mod drawing;
mod ending;
mod export;
mod files;
mod gallery;
#[allow(clippy::module_inception)]
mod game;
mod history;
mod notation;
mod position;
mod presentation;
mod question;
mod requirements;
mod rule_page;
mod rules;
mod score;
mod setup;
mod shipped;
mod spec;
mod touch;
mod turns;

pub use about::About;
pub use action::Action;
pub use answer::{Answer, AnswerError, FromAnswer, FromBound};
pub use ask::{QueryError, Why};
pub use board::{Board, plane_steps};
pub use compiled_rules::CompiledRules;
pub use drawing::geometry::{Geometry, Point};
pub use drawing::reading::Drawn;
pub use drawing::scene::{Hand, Held, Piece, Scene, Tint, tint_of};
pub use drawing::svg::{self, Picture, write_picture};
pub use drawing::{LastMove, Marks, View, shown_cells, standing};
pub use ending::Settlement;
pub use export::{PRELUDE, export, facts_as_prolog, rules_text};
pub use files::{
    bytes_of, folder_of, is_below, plain_path, read_bytes, read_text, sync_folder_of, write_whole,
    written_beside,
};
pub use gallery::{Entry, NotPlayable, entries_in, shipped_entries};
pub(crate) use game::Judgement;
pub use game::{Game, Outcome, PlayError, Reason, Refusal, Situation};
pub use notation::Unreadable;
pub use notation::hive::pieces as hive_pieces;
pub use notation::hive::{
    EXPANSIONS, GameString, GameStringError, Relaxed, ReplayError, Replayed, game_string,
    game_type, replay_leniently, why_no_game_string,
};
pub use position::Position;
pub use presentation::Presentation;
pub use question::{is_meant_as_goal, question_of};
pub use rule_page::{Block, rule_page};
pub use rules::{BesideFile, LoadError, Reader, RuleText, Rules};
pub use score::{Score, score};
pub use setup::{Edit, Setup, SetupError, written_facts};
pub use shipped::{ShippedGame, shipped_game, shipped_games};
pub use spec::{Choice, Source, Spec, SpecError, unquoted};
pub use touch::{Touch, attempts, touches};
pub use turns::turn_of_each;
