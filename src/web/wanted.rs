//! A move that somebody wants to play: as it is written, or by what was touched.

use super::error::ApiError;
use super::tree::NodeId;
use super::view::plain;
use crate::game::{Action, Game, Touch, attempts};

/// A move that somebody wants to play.
#[derive(Default)]
pub struct Wanted {
    /// As it is written.
    pub text: Option<String>,
    /// By what was touched.
    pub touches: Vec<String>,
    /// From which node on.
    pub node: Option<NodeId>,
    /// Only if nothing has changed since.
    pub version: Option<u64>,
    /// The key of the seat.
    pub key: Option<String>,
}

impl Wanted {
    /// The action that is meant in a position.
    pub fn action(&self, game: &Game) -> Result<Action, ApiError> {
        let presentation = game.rules().presentation();
        if let Some(text) = &self.text {
            return presentation.read(game, text).map_err(|error| {
                ApiError::bad_request(plain(&error.to_string()))
                    .help("a move is written as the game's players do, or as in the rules")
            });
        }
        let scene = presentation.scene(game);
        let touched: Result<Vec<Touch>, String> =
            self.touches.iter().map(|text| Touch::read(game.rules(), text)).collect();
        let tried = attempts(game, &scene, &touched.map_err(ApiError::bad_request)?);
        let legal = game.legal()?;
        let is_legal = |action: &&Action| legal.contains(action);
        let chosen = tried.iter().find(is_legal).or(tried.first()).cloned();
        chosen.ok_or_else(|| ApiError::bad_request("no action names just these things"))
    }
}
