//! What stands below a drawing: whose turn it is, or how the game ended and what
//! the players scored.

use super::{painted, player_style};
use crate::game::game::{Game, Outcome};
use crate::game::score::score;
use crate::game::turns::turn_of_each;
use crate::logic::Atom;

/// Whose turn it is, or how the game ended.
pub fn standing(game: &Game) -> String {
    if !game.rules().is_game() {
        return String::new();
    }
    let named = |player: Atom| painted(player.as_str(), player_style(game, Some(player)));
    let ended = |how: String| {
        let cannot = |error| format!(", but by what cannot be computed: {error}");
        let by = game.by_what().unwrap_or_else(cannot);
        let scores = scores(game);
        let gap = if scores.is_empty() { "" } else { "\n" };
        format!("{how}{by}{gap}{scores}")
    };
    match game.outcome() {
        Ok(Outcome::Won(winners)) => match winners.as_slice() {
            [winner] => ended(format!("{} has won", named(*winner))),
            winners => {
                let names: Vec<String> = winners.iter().copied().map(named).collect();
                ended(format!("{} have won", names.join(" and ")))
            }
        },
        Ok(Outcome::Draw) if game.is_puzzle() => ended("The puzzle is not solved".into()),
        Ok(Outcome::Draw) => ended("The game is a draw".into()),
        Ok(Outcome::Open) => turn(game),
        Err(error) => format!("The outcome cannot be computed: {error}"),
    }
}

/// Whose turn it is, which turn and which move that is, and whether the only
/// thing to do is something that names nothing, such as `pass`.
fn turn(game: &Game) -> String {
    let number = game.turn_number();
    let Some(player) = game.turn() else { return format!("Move {number}") };
    let named = painted(player.as_str(), player_style(game, Some(player)));
    let only = match only_action(game) {
        Some(action) => format!("; {player} can only {action}"),
        None => String::new(),
    };
    match turn_of_each(game) {
        Some(turn) => format!("Turn {turn}: {named} to move (move {number}){only}"),
        None => format!("Move {number}: {named} to move{only}"),
    }
}

/// The only legal action, if it is one that names nothing.
fn only_action(game: &Game) -> Option<String> {
    let actions = &game.rules().program().declarations.actions;
    if !actions.iter().any(|action| action.columns.is_empty()) {
        return None;
    }
    match game.legal().ok()?.as_slice() {
        [action] if action.args.is_empty() => Some(action.to_string()),
        _ => None,
    }
}

/// Each player's points, and below them where they come from.
fn scores(game: &Game) -> String {
    let lines = score(game).unwrap_or_default();
    let of_player = lines.chunk_by(|one, other| one.player == other.player).map(|lines| {
        let player = lines[0].player;
        let sum = lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.points));
        let points = if sum == 1 { "point" } else { "points" };
        let named = painted(player.as_str(), player_style(game, Some(player)));
        let each = lines.iter().map(|line| format!("{:>6}  {}", line.points, line.what.as_str()));
        [format!("{named}: {sum} {points}")].into_iter().chain(each).collect::<Vec<_>>().join("\n")
    });
    of_player.collect::<Vec<_>>().join("\n")
}
