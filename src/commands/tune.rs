//! `hornet tune`: weights of rules that play better, found by games.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hornet::game::{Source, read_text, write_whole};
use hornet::logic::Atom;
use hornet::logic::reweigh::{Declared, reweighed, weights};
use hornet::play::tuning::{Lock, Plan, State, Tuned, Tuning};
use hornet::play::{Elo, RecordError, Round, Score, load_rules, share_of};
use hornet::terminal::harmless;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::figures::{aligned, counted, elo, elo_span, in_percent, percent, rounded, span};
use super::{Ended, Failure, Result, Session, threads};
use crate::args;

type Told<T> = std::result::Result<T, String>;

/// So many games are played if nobody says how many, or for how long.
const USUAL_GAMES: usize = 1000;

impl Session {
    /// `hornet tune`.
    pub fn tune(&self, out: &mut dyn Write, asked: &args::Tune) -> Result {
        let mut tuning = self.tuning(asked)?;
        let targets = targets(asked, &tuning).map_err(Failure::Message)?;
        let locked = asked.state.as_deref().map(lock).transpose().map_err(Failure::Message)?;
        if let Some(path) = &asked.state {
            resume(&mut tuning, path).map_err(Failure::Message)?;
        }
        let began = Instant::now();
        let is_whole = self.climb(&mut tuning, asked, began)?;
        drop(locked);
        let time = began.elapsed();
        let rounds = match is_whole && tuning.steps() > 0 {
            true => self.gain(&tuning, asked)?,
            false => Vec::new(),
        };
        let is_whole = is_whole && rounds.len() == asked.games_after as usize;
        let report = Report { tuning: &tuning, rounds: &rounds, time, is_whole };
        match asked.json {
            true => writeln!(out, "{}", report.as_json())?,
            false => write!(out, "{}", report.as_text())?,
        }
        if !is_whole {
            let goes_on = match &asked.state {
                Some(_) => "the same command goes on",
                None => "with --state FILE, the same command could go on",
            };
            let unwritten = if targets.is_empty() { "" } else { "; nothing was written" };
            anstream::eprintln!("note: stopped before the end; {goes_on}{unwritten}");
            return Ok(Ended::Interrupted);
        }
        for target in &targets {
            write_weights(target, &tuning).map_err(Failure::Message)?;
            anstream::eprintln!("note: the weights are written to {}", harmless(&target.file));
        }
        Ok(Ended::Success)
    }

    /// What is to be tuned.
    fn tuning(&self, asked: &args::Tune) -> Result<Tuning> {
        let rules = load_rules(&asked.game, self.limits())?;
        rules.require_game().map_err(RecordError::from)?;
        let plan = Plan {
            seed: asked.seed,
            pairs: asked.pairs as usize,
            plies: asked.plies as usize,
            opening: asked.random_openings as usize,
        };
        let only = asked.only.as_deref();
        Tuning::new(Arc::new(rules), asked.player.clone(), only, plan).map_err(told)
    }

    /// Takes steps until there are enough games, the time is over, or somebody stops it;
    /// and whether it came to its end.
    fn climb(&self, tuning: &mut Tuning, asked: &args::Tune, began: Instant) -> Result<bool> {
        let games = match (asked.games, asked.time) {
            (Some(games), _) => games as usize,
            (None, Some(_)) => usize::MAX,
            (None, None) => USUAL_GAMES,
        };
        let is_late = || asked.time.is_some_and(|time| began.elapsed() >= time);
        let bar = progress_bar(games, tuning.games(), "tuning");
        let mut is_stopped = false;
        while tuning.games() < games && !is_late() && !is_stopped {
            show(&bar, tuning);
            let step = tuning.step(threads(asked.threads), &self.interrupt, &mut || bar.inc(1));
            match step {
                Ok(true) => {
                    if let Some(path) = &asked.state {
                        keep(tuning, path).map_err(Failure::Message)?;
                    }
                }
                Ok(false) => is_stopped = true,
                Err(_) if self.interrupt.load(Ordering::Relaxed) => is_stopped = true,
                Err(error) => return Err(told(error)),
            }
            bar.set_position(tuning.games() as u64);
        }
        bar.finish_and_clear();
        Ok(!is_stopped)
    }

    /// The match that shows what was gained.
    fn gain(&self, tuning: &Tuning, asked: &args::Tune) -> Result<Vec<Round>> {
        let games = asked.games_after as usize;
        if games == 0 {
            return Ok(Vec::new());
        }
        let bar = progress_bar(games, 0, "after against before");
        let (mut won, mut lost) = (0, 0);
        let rounds = tuning.compare(games, threads(asked.threads), &self.interrupt, &mut |round| {
            won += usize::from(round.winner == Some(0));
            lost += usize::from(round.winner == Some(1));
            bar.inc(1);
            bar.set_message(format!("{won} won, {lost} lost"));
        });
        bar.finish_and_clear();
        match rounds {
            Err(_) if self.interrupt.load(Ordering::Relaxed) => Ok(Vec::new()),
            rounds => rounds.map_err(told),
        }
    }
}

fn told(error: hornet::play::tuning::TuneError) -> Failure {
    Failure::Message(error.to_string())
}

/// A rule file that weights are to be written to.
struct Target {
    file: String,
    /// The tuned ones that it declares.
    weights: Vec<Atom>,
}

/// The rule files that the weights are to be written to. What cannot be written is found
/// out before the first game.
fn targets(asked: &args::Tune, tuning: &Tuning) -> Told<Vec<Target>> {
    let Some(path) = &asked.write else { return Ok(Vec::new()) };
    let rules = tuning.rules();
    let own = || -> Told<Vec<String>> {
        let Source::File(_) = &rules.spec().source else {
            let name = rules.spec().name();
            return Err(format!(
                "the rules of {name} come with Hornet; name the rule file to write to: \
                 --write my_{name}.pl"
            ));
        };
        let sources = &rules.program().sources;
        let file = |tuned: Tuned| sources.file(tuned.weight.span.file).name.clone();
        let mut files: Vec<String> = tuning.weights().map(file).collect();
        files.sort();
        files.dedup();
        Ok(files)
    };
    let files = if path.is_empty() { own()? } else { vec![path.clone()] };
    let mut found = Vec::new();
    for file in &files {
        let text = text_of(file)?;
        let is_read_only = fs::metadata(file).is_ok_and(|it| it.permissions().readonly());
        if is_read_only {
            return Err(format!("cannot write the weights to {file}: it is read-only"));
        }
        found.push(Target { file: file.clone(), weights: fitting(file, &text, tuning)? });
    }
    let is_declared = |name: &Atom| found.iter().any(|target| target.weights.contains(name));
    match tuning.weights().find(|tuned| !is_declared(&tuned.weight.name)) {
        Some(Tuned { weight, before, .. }) => Err(format!(
            "{} does not declare the weight `{}`; name the rule file that does, with a line such \
             as {}",
            files.join(", "),
            weight.name,
            weight.directive(before)
        )),
        None => Ok(found),
    }
}

/// The tuned weights that a text declares. They must have the same range there,
/// or the values found could not be read again.
fn fitting(file: &str, text: &str, tuning: &Tuning) -> Told<Vec<Atom>> {
    let declared = weights(text);
    for Tuned { weight, before, .. } in tuning.weights() {
        let differs = |found: &&Declared| {
            found.name == weight.name && (found.least, found.most) != (weight.least, weight.most)
        };
        if let Some(Declared { least, most, .. }) = declared.iter().find(differs) {
            return Err(format!(
                "cannot write the weights to {file}: it declares `{}` from {least} to {most}, and \
                 the rules that are tuned {}; give both one range, as in {}",
                weight.name,
                weight.choices(),
                weight.directive(before)
            ));
        }
    }
    let is_tuned = |name: &Atom| tuning.weights().any(|tuned| tuned.weight.name == *name);
    Ok(declared.into_iter().map(|found| found.name).filter(is_tuned).collect())
}

fn text_of(file: &str) -> Told<String> {
    read_text(Path::new(file)).map_err(|error| format!("cannot read {file}: {error}"))
}

/// Writes the weights into a rule file; nothing else of it changes.
fn write_weights(Target { file, weights }: &Target, tuning: &Tuning) -> Told<()> {
    let wrong = |error: std::io::Error| format!("cannot write the weights to {file}: {error}");
    let text = fs::read_to_string(file).map_err(wrong)?;
    // It may have been edited in the meantime.
    let declared = fitting(file, &text, tuning)?;
    if let Some(gone) = weights.iter().find(|weight| !declared.contains(weight)) {
        return Err(format!(
            "nothing is written to {file}: it has changed meanwhile, and does not declare the \
             weight `{gone}` any more, or cannot be read"
        ));
    }
    let values: Vec<(Atom, i64)> =
        tuning.weights().map(|tuned| (tuned.weight.name, tuned.after)).collect();
    write_whole(Path::new(file), &reweighed(&text, &values)).map_err(wrong)
}

/// Keeps others from the state in a file. What is no file is nobody's.
fn lock(path: &Path) -> Told<Option<Lock>> {
    let shown = path.display();
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    match Lock::on(path) {
        Ok(Some(lock)) => Ok(Some(lock)),
        Ok(None) => Err(format!("{shown} is in use: another tuning keeps its state there")),
        Err(error) => Err(format!("cannot write the state to {shown}: {error}")),
    }
}

/// Goes on from the state in a file, if there is one.
fn resume(tuning: &mut Tuning, path: &Path) -> Told<()> {
    let shown = path.display();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return keep(tuning, path),
        Err(error) => return Err(format!("cannot read {shown}: {error}")),
    };
    let state = State::read(&text).map_err(|error| format!("{shown}: {error}"))?;
    tuning.resume(&state).map_err(|error| format!("{shown}: {error}"))?;
    if !state.says_rules() {
        let said = format!("{shown} does not say which rules it is of, so these are taken");
        anstream::eprintln!("note: {}", harmless(&said));
    }
    if tuning.games() > 0 {
        let done = counted(tuning.games());
        anstream::eprintln!("note: {} are played already; going on", harmless(&done));
    }
    keep(tuning, path)
}

/// Keeps the state in a file.
fn keep(tuning: &Tuning, path: &Path) -> Told<()> {
    let written = write_whole(path, &State::of(tuning).write());
    written.map_err(|error| format!("cannot write the state to {}: {error}", path.display()))
}

/// The progress, shown on terminals only.
fn progress_bar(games: usize, played: usize, what: &str) -> ProgressBar {
    let (bar, template) = match games {
        usize::MAX => {
            (ProgressBar::no_length(), "{spinner} {prefix}, {pos} games ({elapsed}): {wide_msg}")
        }
        games => (
            ProgressBar::new(games as u64),
            "{bar:20} {prefix}, {pos} of {len} games ({elapsed}): {wide_msg}",
        ),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(what.to_string());
    bar.set_position(played as u64);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn show(bar: &ProgressBar, tuning: &Tuning) {
    let now = |tuned: Tuned| format!("{} {}", tuned.weight.name.as_str(), tuned.after);
    bar.set_message(tuning.weights().map(now).collect::<Vec<_>>().join(", "));
}

/// What a tuning came to.
struct Report<'a> {
    tuning: &'a Tuning,
    /// The games after against before.
    rounds: &'a [Round],
    time: Duration,
    is_whole: bool,
}

impl Report<'_> {
    fn as_text(&self) -> String {
        let tuning = self.tuning;
        let (game, player, plan) = (tuning.rules().name(), tuning.player(), tuning.plan());
        let mut text = format!(
            "{game}, weights tuned for {player} by {}: SPSA, {}, seed {}, {:.1} s\n",
            counted(tuning.games()),
            super::counted(tuning.steps(), "step"),
            plan.seed,
            self.time.as_secs_f64(),
        );
        if !self.is_whole {
            text += "Stopped before the end.\n";
        }
        let head = ["", "before", "after", "least", "most"].map(String::from);
        let row = |Tuned { weight, before, after }: Tuned| {
            let numbers = [before, after, weight.least, weight.most].map(|it| it.to_string());
            let [before, after, least, most] = numbers;
            [weight.name.as_str().to_string(), before, after, least, most]
        };
        let rows: Vec<[String; 5]> = [head].into_iter().chain(tuning.weights().map(row)).collect();
        text += &format!("\n{}\n", aligned(&rows));
        text += &self.gain_as_text();
        for Tuned { weight, after, .. } in tuning.weights() {
            text += &format!("{}\n", weight.directive(after));
        }
        text
    }

    /// What the match of after against before says.
    fn gain_as_text(&self) -> String {
        let Some(gain) = Elo::of(0, self.rounds) else { return String::new() };
        let score = Score::of(0, self.rounds);
        let share = score.share().unwrap_or_default();
        let interval = (share_of(gain.low), share_of(gain.high));
        let verdict = match (gain.low > 0.0, gain.high < 0.0) {
            (true, _) => "",
            (_, true) => " The weights before are better.",
            _ => " That may be chance: more games would tell.",
        };
        format!(
            "After against before, {}: {} won, {} drawn, {} lost; score {} (95% sure: {}), Elo {} \
             ({}).{verdict}\n\n",
            counted(score.games()),
            score.wins,
            score.draws,
            score.losses,
            percent(share),
            span(interval),
            elo(gain.difference),
            elo_span((gain.low, gain.high)),
        )
    }

    fn as_json(&self) -> Value {
        let (tuning, plan) = (self.tuning, self.tuning.plan());
        let weight = |Tuned { weight, before, after }: Tuned| {
            json!({
                "name": weight.name.as_str(),
                "before": before,
                "after": after,
                "least": weight.least,
                "most": weight.most,
            })
        };
        let score = Score::of(0, self.rounds);
        let gain = Elo::of(0, self.rounds).map(|gain| {
            let elo = |number: f64| number.is_finite().then(|| rounded(number, 1));
            json!({
                "games": score.games(),
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "score_percent": score.share().map(in_percent),
                "score_interval": [in_percent(share_of(gain.low)), in_percent(share_of(gain.high))],
                "elo": { "difference": elo(gain.difference), "low": elo(gain.low), "high": elo(gain.high) },
            })
        });
        json!({
            "game": tuning.rules().name(),
            "player": tuning.player().to_string(),
            "method": "SPSA",
            "seed": plan.seed,
            "pairs": plan.pairs,
            "plies": plan.plies,
            "random_openings": plan.opening,
            "steps": tuning.steps(),
            "games": tuning.games(),
            "finished": self.is_whole,
            "seconds": rounded(self.time.as_secs_f64(), 3),
            "weights": tuning.weights().map(weight).collect::<Vec<_>>(),
            "gain": gain,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hornet::game::Rules;

    use super::*;

    /// A text that is edited while games are played, and does not read or declare what it
    /// did, stays as it is.
    #[test]
    fn weights_that_a_file_does_not_declare_any_more_are_not_said_to_be_written() {
        let rules = Arc::new(Rules::open("tests/tuning/harvest.pl").unwrap());
        let plan = Plan { seed: 0, pairs: 1, plies: 40, opening: 2 };
        let tuning = Tuning::new(rules, "greedy".parse().unwrap(), None, plan).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.pl");
        let file = path.to_str().unwrap().to_string();
        let text = fs::read_to_string("tests/tuning/harvest.pl").unwrap();
        let weights = fitting(&file, &text, &tuning).unwrap();
        assert!(!weights.is_empty());
        let target = Target { file, weights };
        fs::write(&path, &text).unwrap();
        assert_eq!(write_weights(&target, &tuning), Ok(()));
        for edited in [format!("{text}\nvalue(P, :-"), text.replace(":- weight(apples", "% ")] {
            fs::write(&path, &edited).unwrap();
            let error = write_weights(&target, &tuning).unwrap_err();
            assert!(error.starts_with("nothing is written to "), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), edited);
        }
    }
}
