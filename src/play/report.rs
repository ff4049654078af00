//! How a machine's move and its thinking are reported.

use std::time::Duration;

use indicatif::HumanCount;

use super::gains::gains;
use super::search::{Thought, Worth};
use crate::game::{Action, Game};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// A move that takes less time takes no time worth a word.
const NOTICEABLE: Duration = Duration::from_millis(100);

/// Moves in the game's notation, one after the other.
pub fn written_line(game: &Game, line: &[Action]) -> Vec<String> {
    let mut game = game.clone();
    let mut written = Vec::new();
    for action in line {
        written.push(game.rules().presentation().write(&game, action));
        if game.play_unchecked(action).is_err() {
            break;
        }
    }
    written
}

/// What a machine of that name considered before its move in a game.
pub fn considered(game: &Game, player: &str, side: Atom, thought: &Thought) -> String {
    let choices = match thought.choices {
        1 => "the only legal move".to_string(),
        choices => format!("one of {choices} legal moves"),
    };
    let time = seconds(thought.time);
    let considered = match (thought.sampled, thought.worth) {
        (Some(sampled), worth) => {
            let expects = worth.map(|worth| value_for(worth, side));
            let expects = expects.or_else(|| Some(share_for(sampled.share?, side)));
            let expects = expects.map_or(String::new(), |expects| format!("; {expects}"));
            format!("{} in {time}{expects}", playouts(sampled.playouts))
        }
        (None, Some(worth)) => {
            let ahead = match thought.depth {
                1 => "1 move".to_string(),
                depth => format!("{depth} moves"),
            };
            let (nodes, worth) = (positions(thought.nodes), value_for(worth, side));
            format!("{ahead} ahead, {nodes} in {time}; {worth}")
        }
        (None, None) if thought.time < NOTICEABLE => return format!("{player}: {choices}"),
        (None, None) => return format!("{player}: {choices}, after {time}"),
    };
    let mut report = format!("{player}: {choices}, {considered}");
    let expected = written_line(game, &thought.line).into_iter().skip(1);
    let expected: Vec<String> = expected.collect();
    if !expected.is_empty() {
        report += &format!("; expects {}", expected.join(", then "));
    }
    report
}

/// At most so many changes are named.
const NAMED_GAINS: usize = 3;

/// What the moves that a machine expects change about the value of the position, by the
/// facts that the rules sum up. Nothing where it has not looked ahead, or where the game
/// is decided.
pub fn because(game: &Game, side: Atom, thought: &Thought) -> Result<Option<String>, EvalError> {
    if !matches!(thought.worth, Some(Worth::Value(_))) {
        return Ok(None);
    }
    let gains = gains(game, &thought.line, side)?;
    let named = gains.iter().take(NAMED_GAINS);
    let named: Vec<String> = named.map(|gain| format!("{} {:+}", gain.fact, gain.points)).collect();
    Ok((!named.is_empty()).then(|| format!("what changes most for {side}: {}", named.join(", "))))
}

/// The progress of a machine that thinks.
pub fn thinking(game: &Game, side: Atom, count: u64, best: Option<&Thought>) -> String {
    let best = best.and_then(|best| Some((best, written_line(game, &best.line).first()?.clone())));
    let nodes = positions(count);
    match best {
        Some((Thought { sampled: Some(sampled), .. }, action)) => {
            let share = sampled.share.map(|share| format!(" (wins {})", percent(share)));
            let (playouts, share) = (playouts(sampled.playouts), share.unwrap_or_default());
            format!("{side} thinks: {playouts}, best {action}{share}")
        }
        Some((thought, action)) => {
            let worth = thought.worth.map_or(String::new(), |worth| format!(" ({worth})"));
            format!("{side} thinks: depth {}, {nodes}, best {action}{worth}", thought.depth)
        }
        // Another program does not tell.
        None if count == 0 => format!("{side} thinks"),
        None => format!("{side} thinks: {nodes}"),
    }
}

fn positions(count: u64) -> String {
    match count {
        1 => "1 position".into(),
        count => format!("{} positions", HumanCount(count)),
    }
}

fn playouts(count: u64) -> String {
    match count {
        1 => "1 playout".into(),
        count => format!("{} playouts", HumanCount(count)),
    }
}

fn share_for(share: f64, side: Atom) -> String {
    format!("{side} wins {} of them", percent(share))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

fn value_for(worth: Worth, side: Atom) -> String {
    match worth {
        Worth::Won => format!("{side} wins"),
        Worth::Lost => format!("{side} loses, whatever it does"),
        value => format!("worth {value} to {side}"),
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 0.1 => format!("{:.0} ms", short * 1000.0),
        long => format!("{long:.1} s"),
    }
}
