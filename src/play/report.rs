//! How a machine's move and its thinking are reported.

use std::time::Duration;

use indicatif::HumanCount;

use super::search::{Thought, Worth};
use crate::game::{Action, Game};
use crate::logic::Atom;

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
    let Some(worth) = thought.worth else {
        let after = match thought.time {
            time if time < NOTICEABLE => String::new(),
            time => format!(", after {}", seconds(time)),
        };
        return format!("{player}: {choices}{after}");
    };
    let ahead = match thought.depth {
        1 => "1 move".to_string(),
        depth => format!("{depth} moves"),
    };
    let mut report = format!(
        "{player}: {choices}, {ahead} ahead, {} in {}; {}",
        positions(thought.nodes),
        seconds(thought.time),
        value_for(worth, side),
    );
    let expected = written_line(game, &thought.line).into_iter().skip(1);
    let expected: Vec<String> = expected.collect();
    if !expected.is_empty() {
        report += &format!("; expects {}", expected.join(", then "));
    }
    report
}

/// The progress of a machine that thinks.
pub fn thinking(game: &Game, side: Atom, count: u64, best: Option<&Thought>) -> String {
    let best = best.and_then(|best| Some((best, written_line(game, &best.line).first()?.clone())));
    let nodes = positions(count);
    match best {
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
