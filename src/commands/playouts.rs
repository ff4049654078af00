//! `hornet playouts`: how many random playouts a second, and how they end.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use hornet::game::{Game, Outcome, Reader};
use hornet::play::{Enough, Playouts, Tally};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use super::figures::{aligned, percent, rounded};
use super::{Ended, Failure, Result, Session, threads};
use crate::args;

impl Session {
    /// `hornet playouts`.
    pub fn playouts(&self, out: &mut dyn Write, asked: &args::Playouts) -> Result {
        let game = self.game_by(&asked.on, asked.interpreted)?;
        if game.count_legal()? == 0 {
            return Err(Failure::Message(nothing_to_play(&game)?));
        }
        let enough = match asked.games {
            Some(number) => Enough::Number(number),
            None => Enough::After(asked.seconds),
        };
        let playouts = Playouts {
            game: &game,
            seed: asked.seed,
            plies: asked.plies as usize,
            threads: threads(asked.threads),
        };
        let bar = progress_bar();
        let tally = playouts.run(enough, &self.interrupt, &mut |done| bar.set_position(done));
        bar.finish_and_clear();
        let tally = tally.map_err(|error| Failure::Message(error.to_string()))?;
        match asked.json {
            true => writeln!(out, "{}", as_json(&playouts, &tally))?,
            false => write!(out, "{}", as_table(&playouts, &tally))?,
        }
        Ok(if tally.interrupted { Ended::Interrupted } else { Ended::Success })
    }
}

fn nothing_to_play(game: &Game) -> Result<String> {
    let why = match game.outcome()? {
        Outcome::Open => "nothing is legal there",
        Outcome::Won(_) | Outcome::Draw => "the game is over there",
    };
    Ok(format!("no playout can begin with this position, as {why}; choose an earlier one"))
}

/// The progress, shown on terminals only.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} playouts ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The results for somebody to read.
fn as_table(playouts: &Playouts, tally: &Tally) -> String {
    let game = playouts.game.rules().name();
    let threads = match playouts.threads {
        1 => "1 thread".to_string(),
        threads => format!("{threads} threads"),
    };
    let (seconds, seed) = (tally.time.as_secs_f64(), playouts.seed);
    let mut text = format!("{game}, random playouts: {seconds:.1} s on {threads}, seed {seed}\n");
    if tally.interrupted {
        text += "Interrupted before the end.\n";
    }
    let rate = |rate: f64| format!("{} a second", with_commas(rate));
    let counted = |label: &str, number: u64, figure: String| {
        [label.to_string(), HumanCount(number).to_string(), figure]
    };
    let part = |number: u64| percent(number as f64 / tally.playouts.max(1) as f64);
    let mut rows = vec![
        counted("playouts", tally.playouts, rate(tally.playouts_per_second())),
        counted("positions", tally.positions, rate(tally.positions_per_second())),
    ];
    for (player, wins) in &tally.wins {
        rows.push(counted(&format!("{player} won"), *wins, part(*wins)));
    }
    rows.push(counted("drawn", tally.draws, part(tally.draws)));
    rows.push(counted("unfinished", tally.unfinished, part(tally.unfinished)));
    if tally.stuck > 0 {
        rows.push(counted("stuck", tally.stuck, part(tally.stuck)));
    }
    let _ = write!(text, "\n{}\n", aligned(&rows));
    text += &match tally.average_length() {
        Some(length) => format!("A playout took {length:.1} actions on average.\n"),
        None => "No playout came to its end.\n".into(),
    };
    if tally.unfinished > 0 {
        let plies = playouts.plies;
        let _ = writeln!(text, "Unfinished playouts were broken off after {plies} actions.");
    }
    if tally.stuck > 0 {
        text += "In stuck playouts nothing was legal, though the game was not over.\n";
    }
    text
}

/// The results for a program to read.
fn as_json(playouts: &Playouts, tally: &Tally) -> Value {
    let rules = playouts.game.rules();
    let wins: Map<String, Value> =
        tally.wins.iter().map(|(player, wins)| (player.as_str().into(), (*wins).into())).collect();
    json!({
        "game": rules.name(),
        "engine": match rules.reader() {
            Reader::Compiled => "compiled",
            Reader::Interpreted => "interpreted",
        },
        "seed": playouts.seed,
        "plies": playouts.plies,
        "threads": playouts.threads,
        "seconds": rounded(tally.time.as_secs_f64(), 3),
        "interrupted": tally.interrupted,
        "playouts": tally.playouts,
        "playouts_per_second": rounded(tally.playouts_per_second(), 1),
        "positions": tally.positions,
        "positions_per_second": rounded(tally.positions_per_second(), 1),
        "average_length": tally.average_length().map(|length| rounded(length, 2)),
        "wins": wins,
        "draws": tally.draws,
        "unfinished": tally.unfinished,
        "stuck": tally.stuck,
    })
}

/// A rate: whole where it is large, and with a digit after the point where it
/// is small.
fn with_commas(rate: f64) -> String {
    match rate {
        small if small < 100.0 => format!("{small:.1}"),
        large => HumanCount(large.round() as u64).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_as_they_are_read_best() {
        for (rate, written) in
            [(0.0, "0.0"), (0.26, "0.3"), (99.94, "99.9"), (1234567.8, "1,234,568")]
        {
            assert_eq!(with_commas(rate), written);
        }
    }
}
