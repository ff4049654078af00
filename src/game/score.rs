//! Where the points of a game come from, as far as its rules say: the relation
//! `score(Player, What, Points)`, a line for each of its facts.

use super::game::Game;
use crate::logic::check::declarations::PLAYER;
use crate::logic::check::types::Type;
use crate::logic::engine::EvalError;
use crate::logic::{Atom, Row};

/// What a player has points for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The player.
    pub player: Atom,
    /// What for, in words.
    pub what: Atom,
    /// How many.
    pub points: i64,
}

/// Every line of the score, player by player, in the order of the rules. There is
/// none where the rules do not define `score/3`.
pub fn score(game: &Game) -> Result<Vec<Score>, EvalError> {
    let program = game.rules().program();
    let Some(relation) = program.relations.plain("score", 3) else { return Ok(Vec::new()) };
    let columns = &program.relations[relation].columns;
    let is_name = |ty: &Option<Type>| matches!(ty, Some(Type::Atom | Type::Enum(_)) | None);
    let [Some(Type::Enum(PLAYER)), what, Some(Type::Int)] = columns.as_slice() else {
        return Ok(Vec::new());
    };
    if !is_name(what) {
        return Ok(Vec::new());
    }
    let engine = game.rules().engine();
    let model = engine.derive(&engine.as_written(&[relation]), &game.situation())?;
    let line = |row: Row| {
        let (player, what) = (row[0].as_atom()?, row[1].as_atom()?);
        Some(Score { player, what, points: row[2].as_int()? })
    };
    let mut lines: Vec<Score> = model.rows(relation).filter_map(line).collect();
    let players = program.declarations.players();
    lines.sort_by_key(|line| players.iter().position(|player| *player == line.player));
    Ok(lines)
}
