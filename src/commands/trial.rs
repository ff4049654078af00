//! What random games have shown about rules: a report for people, and JSON for programs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use hornet::game::{View, write_whole};
use hornet::logic::Atom;
use hornet::play::trial::{Kind, Problem, Report, Trial};
use hornet::play::written_record;
use serde_json::{Map, Value, json};

use super::counted;
use super::figures::{or_dash, percent, rounded};

/// Of a longer game only the last actions are listed.
const MOST_MOVES: usize = 40;
const LAST_MOVES: usize = 10;

/// How wide a line of actions may be.
const WIDTH: usize = 80;

/// What is shown of a trial.
pub struct Shown<'a> {
    /// The trial.
    pub trial: &'a Trial<'a>,
    /// What came of it.
    pub report: &'a Report,
    /// The folder in which the games lie that show problems.
    pub saved_in: Option<&'a Path>,
}

impl Shown<'_> {
    /// Saves the game of each problem, by its number.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        let shown = folder.display();
        fs::create_dir_all(folder).map_err(|error| format!("cannot save in {shown}: {error}"))?;
        for (index, problem) in self.report.problems.iter().enumerate() {
            let path = folder.join(file_name(index));
            let record = written_record(&problem.shown_by);
            // A message may have several lines, of which each is a comment.
            let told: Vec<String> =
                problem.told().lines().map(|line| format!("# {line}\n")).collect();
            write_whole(&path, &format!("{record}{}", told.concat()))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// The report for somebody to read.
    pub fn as_text(&self) -> String {
        let Report { games, .. } = *self.report;
        let mut text = format!("\n{} at random, seed {}", counted_games(games), self.trial.seed);
        if self.report.interrupted {
            let _ = write!(text, "; interrupted before all {} were played", self.trial.games);
        }
        text.push_str("\n\n");
        if games > 0 {
            text.push_str(&self.figures());
            text.push_str(&self.remarks());
        }
        match self.report.problems.len() {
            0 if games > 0 => text.push_str("\nNo problems were found.\n"),
            0 => {}
            number => {
                let _ = writeln!(text, "\n{}:", counted(number, "problem"));
            }
        }
        for (index, problem) in self.report.problems.iter().enumerate() {
            text.push_str(&self.problem(index, problem));
        }
        if !self.report.problems.is_empty() && self.saved_in.is_none() {
            text.push_str(
                "\nWith --save DIR these games are saved, to be looked at and continued.\n",
            );
        }
        text
    }

    fn figures(&self) -> String {
        let report = self.report;
        let mut rows: Vec<(String, String)> = Vec::new();
        let part = |number: u64| {
            format!("{number} ({})", percent(number as f64 / report.games.max(1) as f64))
        };
        for (player, wins) in &report.wins {
            rows.push((format!("{player} won"), part(*wins)));
        }
        rows.push(("drawn".into(), part(report.draws)));
        let rare = [
            ("won by several", report.shared),
            ("unfinished", report.unfinished),
            ("stuck", report.stuck),
            ("failed", report.failed),
        ];
        for (label, number) in rare.into_iter().filter(|(_, number)| *number > 0) {
            rows.push((label.into(), part(number)));
        }
        if let Some([shortest, median, longest]) = report.length() {
            let length = format!("{shortest} to {longest} actions, median {median}");
            rows.push(("length".into(), length));
        }
        let mean = or_dash(report.branching.mean(), |mean| format!("{mean:.1}"));
        let most = report.branching.most;
        rows.push(("branching".into(), format!("{mean} legal actions on average, {most} at most")));
        rows.push(("repetitions".into(), self.repetitions()));
        let reasons = match report.unreasoned {
            0 => "each with a reason".to_string(),
            number => format!("{number} without a reason"),
        };
        if report.refused > 0 {
            let attempts = counted(report.refused as usize, "illegal attempt");
            rows.push(("refusals".into(), format!("{attempts}, {reasons}")));
        }
        let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        rows.iter().map(|(label, figure)| format!("  {label:width$}   {figure}\n")).collect()
    }

    fn repetitions(&self) -> String {
        match self.report.repeating {
            0 => "none".into(),
            games => {
                let times = self.report.repetitions;
                format!("in {}, a position up to {times} times", counted_games(games))
            }
        }
    }

    /// What need not be wrong, but is worth knowing.
    fn remarks(&self) -> String {
        let (report, plies) = (self.report, self.trial.plies);
        let mut text = String::new();
        if report.unfinished == report.games {
            let _ = writeln!(
                text,
                "\nNo game came to its end within {plies} actions; --length allows for more."
            );
        } else if report.unfinished > 0 {
            let _ = writeln!(text, "\nUnfinished games were broken off after {plies} actions.");
        }
        if !report.never_legal.is_empty() {
            let names: Vec<String> = report.never_legal.iter().map(indicator).collect();
            let _ = writeln!(text, "\nNever legal in these games: {}.", names.join(", "));
        }
        text
    }

    fn problem(&self, index: usize, problem: &Problem) -> String {
        let mut text = format!("\n{}. {}", index + 1, problem.told());
        let _ = writeln!(text, " (in {})", counted_games(problem.games));
        let moves = problem.moves();
        let said = match (moves.len(), &problem.kind) {
            (0, _) => "   At the start:".to_string(),
            (number, _) if number > MOST_MOVES => {
                format!("   After {number} actions, of which the last {LAST_MOVES} were:")
            }
            (number, _) => format!("   After {}:", counted(number, "action")),
        };
        let _ = writeln!(text, "{said}");
        let first = if moves.len() > MOST_MOVES { moves.len() - LAST_MOVES } else { 0 };
        text.push_str(&listed(&moves[first..], first));
        let game = &problem.shown_by;
        // What has failed once need not be asked again.
        if !matches!(problem.kind, Kind::Failure { .. }) {
            text.push('\n');
            let view = View { width: Some(WIDTH), ..View::default() };
            let drawn = game.rules().presentation().draw_as(game, &view);
            drawn.lines().for_each(|line| {
                let _ = writeln!(text, "{}", format!("   {line}").trim_end());
            });
            text.push('\n');
        }
        let _ = writeln!(text, "   Help: {}", problem.advice());
        if let Some(folder) = self.saved_in {
            let (name, file) = (game.rules().name(), folder.join(file_name(index)));
            let _ = writeln!(text, "   See: hornet show {name} --load {}", file.display());
        }
        text
    }

    /// The report for a program to read.
    pub fn as_json(&self) -> Value {
        let Shown { trial, report, .. } = self;
        let wins: Map<String, Value> = report
            .wins
            .iter()
            .map(|(player, wins)| (player.as_str().into(), (*wins).into()))
            .collect();
        let problem = |problem: &Problem| {
            json!({
                "kind": problem.kind.name(),
                "message": problem.told(),
                "help": problem.advice(),
                "games": problem.games,
                "actions": problem.moves(),
                "action": problem.action.as_ref().map(|action| action.to_string()),
            })
        };
        let length = report.length();
        json!({
            "game": trial.game.rules().name(),
            "seed": trial.seed,
            "games": report.games,
            "interrupted": report.interrupted,
            "wins": wins,
            "draws": report.draws,
            "won_by_several": report.shared,
            "unfinished": report.unfinished,
            "stuck": report.stuck,
            "failed": report.failed,
            "longest_allowed": trial.plies,
            "length": length.map(|[shortest, median, longest]| {
                json!({ "shortest": shortest, "median": median, "longest": longest })
            }),
            "branching": json!({
                "mean": report.branching.mean().map(|mean| rounded(mean, 2)),
                "most": report.branching.most,
            }),
            "repetitions": json!({ "games": report.repeating, "most": report.repetitions }),
            "illegal_attempts": json!({
                "tried": report.refused,
                "without_reason": report.unreasoned,
            }),
            "never_legal": report.never_legal.iter().map(indicator).collect::<Vec<_>>(),
            "problems": report.problems.iter().map(problem).collect::<Vec<_>>(),
        })
    }
}

fn file_name(index: usize) -> String {
    format!("{}.game", index + 1)
}

fn indicator((name, arity): &(Atom, usize)) -> String {
    format!("{name}/{arity}")
}

fn counted_games(number: u64) -> String {
    counted(number as usize, "game")
}

/// Numbered actions in lines that are not too long.
fn listed(moves: &[String], before: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (index, action) in moves.iter().enumerate() {
        let numbered = format!("{}. {action}", before + index + 1);
        match lines.last_mut() {
            Some(line) if line.chars().count() + numbered.chars().count() + 2 <= WIDTH => {
                *line = format!("{line}  {numbered}");
            }
            _ => lines.push(format!("     {numbered}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
