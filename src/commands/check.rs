//! `hornet check`: what is wrong with a rule file, by its text and in play.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hornet::game::{Game, LoadError, Rules, Source, Spec, SpecError, plain_path};
use hornet::logic::Rejected;
use hornet::logic::check::diagnostic::Severity;
use hornet::logic::program::Rule;
use hornet::play::RecordError;
use hornet::play::trial::Trial;
use hornet::terminal::harmless;
use indicatif::{ProgressBar, ProgressStyle};

use super::trial::Shown;
use super::{Ended, Failure, Result, Session, colour_on_stderr, counted, render, threads};
use crate::args;

impl Session {
    /// `hornet check`.
    pub fn check(&self, out: &mut dyn Write, asked: &args::Check) -> Result {
        let shown = plain_path(Path::new(&asked.file)).display().to_string();
        let spec = spec_of(&asked.file).map_err(RecordError::from)?;
        let rules = Rules::load(&spec, self.limits()).map_err(|error| match error {
            LoadError::Rejected(rejected) => rejected_file(&shown, &rejected),
            error => RecordError::from(error).into(),
        })?;
        for warning in rules.warnings() {
            let drawn = warning.render(&rules.program().sources, colour_on_stderr());
            anstream::eprintln!("{}", harmless(&drawn));
        }
        let clauses = &rules.program().rules;
        if !rules.is_game() {
            if asked.play.is_some() {
                rules.require_game().map_err(RecordError::from)?;
            }
            let is_fact = |rule: &&Rule| rule.body.is_empty();
            let facts = clauses.iter().filter(is_fact).count();
            let rules = clauses.len() - facts;
            let (facts, rules) = (counted(facts, "fact"), counted(rules, "rule"));
            writeln!(out, "{shown}: OK: a knowledge base, {facts}, {rules}")?;
            return Ok(Ended::Success);
        }
        let number = counted(clauses.len(), "rule");
        // Rules without errors may still never end.
        let game = Game::new(Arc::new(rules))?;
        let legal = counted(game.legal()?.len(), "legal action");
        if !asked.json {
            let title = game.rules().title();
            writeln!(out, "{shown}: OK: {title}, {number}, {legal} at the start")?;
        }
        match asked.play {
            Some(games) => self.try_out(out, &game, games, asked),
            None => Ok(Ended::Success),
        }
    }

    /// Plays random games, and reports what goes wrong.
    fn try_out(&self, out: &mut dyn Write, game: &Game, games: u64, asked: &args::Check) -> Result {
        out.flush()?;
        let trial = Trial {
            game,
            games,
            seed: asked.seed,
            plies: asked.length as usize,
            threads: threads(None),
        };
        let bar = progress_bar(games);
        let report = trial.run(&self.interrupt, &mut |done| bar.set_position(done));
        bar.finish_and_clear();
        let shown = Shown { trial: &trial, report: &report, saved_in: asked.save.as_deref() };
        if let Some(folder) = &asked.save {
            shown.save(folder).map_err(Failure::Message)?;
        }
        match asked.json {
            true => writeln!(out, "{}", shown.as_json())?,
            false => write!(out, "{}", shown.as_text())?,
        }
        Ok(match (report.interrupted, report.problems.is_empty()) {
            (true, _) => Ended::Interrupted,
            (false, true) => Ended::Success,
            (false, false) => Ended::WithoutAnswer,
        })
    }
}

/// The rules that are meant: a file is checked as it is, whatever it is called.
fn spec_of(text: &str) -> std::result::Result<Spec, LoadError> {
    let file = || Spec { source: Source::File(text.into()), choices: Vec::new() };
    if Path::new(text).exists() {
        return Ok(file());
    }
    match Spec::parse(text) {
        Err(SpecError::UnknownGame { .. }) => Ok(file()),
        parsed => Ok(parsed?),
    }
}

fn rejected_file(shown: &str, rejected: &Rejected) -> Failure {
    let errors = rejected.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let errors = counted(errors.count(), "error");
    Failure::Drawn(format!("{}\n{shown}: {errors}", render(rejected)))
}

/// The progress, shown on terminals only.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} games ({elapsed})") {
        bar.set_style(style);
    }
    bar
}
