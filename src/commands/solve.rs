//! `hornet solve`: the shortest win, the shortest solution of a puzzle, or what is known
//! of it when the time is over.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use hornet::game::{Action, Game};
use hornet::play::report::written_line;
use hornet::play::solve::report::{effort, has_dice, own_actions, told};
use hornet::play::solve::{
    Branch, Fate, Other, RuledOut, Shown, Solution, SolveError, SolveResult, SolveWatch, Stopped,
    Wanted, solve,
};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::figures::rounded;
use super::{Ended, Failure, Result, Session};
use crate::args;

/// How often the progress is shown.
const TICK: Duration = Duration::from_millis(200);

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Eval(error) => error.into(),
            error => Failure::Message(error.to_string()),
        }
    }
}

impl Session {
    /// `hornet solve`.
    pub fn solve(&self, out: &mut dyn Write, asked: &args::Solve) -> Result {
        let game = self.game_by(&asked.on, asked.interpreted)?;
        let wanted = Wanted {
            actions: asked.actions,
            time: Some(asked.time),
            memory: asked.memory,
            shown: match (asked.tree, asked.refutations) {
                (true, _) => Shown::Tree,
                (_, true) => Shown::Refutations,
                _ => Shown::Line,
            },
        };
        let watch = SolveWatch::new(self.interrupt.clone());
        let solution = thread::scope(|scope| {
            let solving = scope.spawn(|| solve(&game, &wanted, &watch));
            let bar = progress_bar();
            while !solving.is_finished() {
                bar.set_message(progress(watch.positions(), watch.no_win()));
                bar.tick();
                thread::park_timeout(TICK);
            }
            bar.finish_and_clear();
            solving.join()
        });
        let solution = match solution {
            Ok(solution) => solution?,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        // What was found can be written down even so.
        self.interrupt.store(false, Ordering::Relaxed);
        let is_interrupted = solution.stopped == Some(Stopped::Interrupt);
        match asked.json {
            true => writeln!(out, "{}", as_json(&game, &solution))?,
            false => writeln!(out, "{}\n% {}", told(&game, &solution), effort(&solution))?,
        }
        Ok(match solution.result {
            _ if is_interrupted => Ended::Interrupted,
            SolveResult::Unknown => Ended::WithoutAnswer,
            _ => Ended::Success,
        })
    }
}

/// The progress, shown on terminals only.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar
}

/// How many positions were looked at, and what is known by then.
fn progress(positions: u64, no_win: RuledOut) -> String {
    let positions = format!("{} positions", HumanCount(positions));
    match no_win {
        RuledOut::Within(0) => positions,
        RuledOut::Within(1) => format!("{positions}, nothing within 1 action"),
        RuledOut::Within(number) => format!("{positions}, nothing within {number} actions"),
        RuledOut::Forever => format!("{positions}, no win"),
    }
}

/// What was found for a program to read.
fn as_json(game: &Game, solution: &Solution) -> Value {
    let is_puzzle = game.is_puzzle();
    let (result, length) = match solution.result {
        SolveResult::Win(length) if is_puzzle => ("solved", Some(length)),
        SolveResult::Win(length) => ("win", Some(length)),
        SolveResult::Loss(length) => ("loss", Some(length)),
        SolveResult::Neither if is_puzzle => ("unsolvable", None),
        SolveResult::Neither if has_dice(game) => ("unforced", None),
        SolveResult::Neither => ("draw", None),
        SolveResult::Unknown => ("unknown", None),
    };
    let own = length.filter(|length| solution.line.len() == usize::from(length.actions));
    json!({
        "game": game.rules().name(),
        "player": solution.player.as_str(),
        "result": result,
        "actions": length.map(|length| length.actions),
        "moves": own.map(|_| own_actions(game, solution)),
        "shortest": length.map(|length| length.is_shortest),
        "line": written_line(game, &solution.line),
        "line_complete": length.map(|_| solution.is_line_whole),
        "no_win_within": ruled_out(solution.no_win),
        "no_loss_within": if is_puzzle { Value::Null } else { ruled_out(solution.no_loss) },
        "tree": branches(game, &solution.tree),
        "others": solution.others.iter().map(|other| other_as_json(game, other)).collect::<Value>(),
        "positions": solution.positions,
        "seconds": rounded(solution.time.as_secs_f64(), 3),
        "stopped": solution.stopped.map(|stopped| match stopped {
            Stopped::Time => "time",
            Stopped::Interrupt => "interrupt",
            Stopped::Actions => "moves",
        }),
    })
}

/// A number of actions, or `ever`.
fn ruled_out(none: RuledOut) -> Value {
    match none {
        RuledOut::Within(number) => number.into(),
        RuledOut::Forever => "ever".into(),
    }
}

fn branches(game: &Game, tree: &[Branch]) -> Value {
    let branch = |branch: &Branch| {
        let (action, after) = played(game, &branch.action);
        json!({
            "action": action,
            "actions": branch.within,
            "folded": branch.is_folded,
            "then": branches(&after, &branch.then),
        })
    };
    tree.iter().map(branch).collect()
}

fn other_as_json(game: &Game, other: &Other) -> Value {
    let (action, after) = played(game, &other.action);
    match &other.fate {
        Fate::Wins(number) => json!({ "action": action, "wins_in": number }),
        Fate::Fails { within, answer } => json!({
            "action": action,
            "no_win_within": within.map_or("ever".into(), Value::from),
            "answer": answer.as_ref().map(|answer| played(&after, answer).0),
        }),
        Fate::Ends(outcome) => json!({ "action": action, "ends": outcome.told() }),
        Fate::Unsettled => json!({ "action": action, "unsettled": true }),
    }
}

/// An action in the game's notation, and the game after it.
fn played(game: &Game, action: &Action) -> (String, Game) {
    let written = game.rules().presentation().write(game, action);
    let mut after = game.clone();
    // It was played before; if it is interrupted now, the rest is written as it is.
    let _ = after.play_unchecked(action);
    (written, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_ruled_out() {
        let said = [
            (RuledOut::Within(0), "12,345 positions"),
            (RuledOut::Within(1), "12,345 positions, nothing within 1 action"),
            (RuledOut::Within(7), "12,345 positions, nothing within 7 actions"),
            (RuledOut::Forever, "12,345 positions, no win"),
        ];
        for (no_win, expected) in said {
            assert_eq!(progress(12_345, no_win), expected);
        }
    }
}
