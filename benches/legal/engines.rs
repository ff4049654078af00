//! What is measured: each engine's time for a position, in microseconds, over
//! given positions.

use std::ffi::OsString;
use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hornet::game::compiled::{Compiled, Output};
use hornet::game::{Action, Game, Rules, game_string};
use hornet::logic::program::RelationId;
use hornet::logic::slice::Slice;

use crate::support::{Case, driver_with_cases, prolog_program, swipl, swipl_is_here};

/// How often each goes through all positions at least. Of each position the best
/// time counts, as there may be other work on the machine.
const ROUNDS: usize = 7;

/// Where that is quick, more often, until so much time has passed: what else is
/// done on the machine mostly takes no longer.
const LEAST: Duration = Duration::from_secs(2);

/// The rules on ascent's default relations, as `build.rs` translates them.
#[allow(clippy::all, unused, missing_docs)]
mod plain_hive {
    include!(concat!(env!("OUT_DIR"), "/plain_hive.rs"));
}

/// Hornet's own: the compiled rules or the interpreter, as the games have it.
pub fn hornet(positions: &[Game]) -> f64 {
    best_of_rounds(positions, |game| _ = black_box(game.count_legal().unwrap()))
        / positions.len() as f64
}

/// Playing each legal action, and listing what is legal then.
pub fn play_then_legal(positions: &[Game]) -> f64 {
    let legal = |game: &Game| (game.clone(), game.legal().unwrap());
    let parents: Vec<(Game, Vec<Action>)> = positions.iter().map(legal).collect();
    let children: usize = parents.iter().map(|(_, actions)| actions.len()).sum();
    let play_each = |(game, actions): &(Game, Vec<Action>)| {
        for action in actions {
            let mut next = game.clone();
            next.play_unchecked(action).unwrap();
            black_box(next.count_legal().unwrap());
        }
    };
    best_of_rounds(&parents, play_each) / children as f64
}

/// Hive's rules on ascent's default relations.
pub struct Defaults {
    compiled: plain_hive::Rules,
    targets: Vec<RelationId>,
}

impl Defaults {
    /// For a variant of Hive.
    pub fn new(rules: &Rules) -> Defaults {
        let compiled = plain_hive::Rules::new(rules.engine());
        Defaults { compiled, targets: Slice::Legal.targets(rules.program()) }
    }

    /// Its time. That it lists the same actions is made sure of first.
    pub fn time(&self, positions: &[Game]) -> f64 {
        for game in positions {
            let mut expected = game.rules().ask(Slice::Legal, &game.situation()).unwrap();
            let mut found = self.legal(game).facts;
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "both readings of the rules say the same");
        }
        best_of_rounds(positions, |game| _ = black_box(self.legal(game))) / positions.len() as f64
    }

    fn legal(&self, game: &Game) -> Output<'_> {
        let mut out = Output::only(&self.targets);
        let limits = game.rules().engine().limits();
        self.compiled.run(Slice::Legal, &game.situation(), limits, &mut out).unwrap();
        out
    }
}

/// The best times of several rounds, together, in microseconds.
fn best_of_rounds<T>(asked: &[T], ask: impl Fn(&T)) -> f64 {
    let (first, mut rounds) = (Instant::now(), 0);
    let mut best = vec![Duration::MAX; asked.len()];
    while rounds < ROUNDS || first.elapsed() < LEAST {
        for (one, best) in asked.iter().zip(&mut best) {
            let began = Instant::now();
            ask(one);
            *best = began.elapsed().min(*best);
        }
        rounds += 1;
    }
    best.iter().sum::<Duration>().as_secs_f64() * 1e6
}

/// The other programs that are here.
pub struct Engines {
    has_swipl: bool,
    /// A Python that has OpenSpiel.
    openspiel: Option<OsString>,
}

impl Engines {
    /// Looks for them; for SWI-Prolog only if it is wanted.
    pub fn here(with_prolog: bool) -> Engines {
        let openspiel = std::env::var_os("HORNET_OPENSPIEL");
        Engines { has_swipl: with_prolog && swipl_is_here(), openspiel }
    }

    /// SWI-Prolog's own processor time for finding all answers, not for setting
    /// up the position.
    pub fn swipl(&self, positions: &[Game], tabled: bool) -> Option<f64> {
        let rules = positions.first().filter(|_| self.has_swipl)?.rules();
        let cases: Vec<Case> = positions.iter().cloned().map(Case::plain).collect();
        let mut program = prolog_program(rules);
        if !tabled {
            program =
                program.replace("hornet_directive(table,", "hornet_directive_not_used(table,");
        }
        let mut driver = driver_with_cases(&cases);
        driver.push_str(&format!(
            ":- use_module(library(apply)).
            main :-
                findall(Times, (between(1, {ROUNDS}, _), round(Times)), [First|Others]),
                foldl(maplist(least), Others, First, Best),
                sum_list(Best, Total),
                print(Total), nl.
            least(A, B, C) :-
                C is min(A, B).
            round(Times) :-
                findall(T, (case(_, Facts), set(Facts), timed(T)), Times).
            timed(T) :-
                statistics(process_cputime, Before),
                findall(A, user:legal(A), _),
                statistics(process_cputime, After),
                T is After - Before.\n"
        ));
        let seconds: f64 = swipl(&program, &driver).trim().parse().unwrap();
        Some(seconds * 1e6 / cases.len() as f64)
    }

    /// OpenSpiel's Hive, a well-known program written for the purpose. Its
    /// driver makes sure that it finds as many moves.
    pub fn openspiel(&self, positions: &[Game]) -> Option<f64> {
        let python = self.openspiel.as_ref()?;
        let line = |game: &Game| {
            let text = game_string(game).unwrap().unwrap();
            format!("{} {text}\n", game.count_legal().unwrap())
        };
        let lines: String = positions.iter().map(line).collect();
        let mut child = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/legal/openspiel.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let figure = String::from_utf8_lossy(&output.stdout);
        Some(figure.trim().parse().expect("OpenSpiel gives a figure"))
    }
}

/// The most memory that this process has had so far, in megabytes, where the
/// system tells it.
pub fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = peak.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes / 1000.0)
}
