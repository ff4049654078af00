//! How long each reader of the rules takes to list the legal actions of a
//! position: compiled, interpreted, and SWI-Prolog, on the same positions of
//! random games in one run. `cargo bench --bench legal` prints the table that
//! stands in `docs/performance.md`; `-- hive gauss` measures only those, and
//! `-- --hornet` leaves SWI-Prolog out. Where HORNET_OPENSPIEL names a Python
//! that has the package open_spiel, its Hive is measured on the same positions.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use hornet::game::{Rules, game_string};
use support::{Case, driver_with_cases, prolog_program, random_positions, swipl, swipl_is_here};

const GAMES: [&str; 6] = ["tanks:6", "tanks:8", "tanks:12", "gauss", "hive", "hive+mlp"];
const POSITIONS: usize = 400;
/// Of Hive, which begins with few pieces, positions of the middle game.
const MIDDLE: std::ops::Range<usize> = 30..50;
/// Numbers of pieces to tell the growth by.
const PIECES: [usize; 7] = [4, 8, 10, 16, 20, 24, 28];
/// How often each reader goes through all positions; the best time counts.
const ROUNDS: usize = 7;

fn main() {
    println!("Microseconds a position, over {POSITIONS} positions of random games:\n");
    println!(
        "| game | compiled | interpreted | SWI-Prolog, tabled | SWI-Prolog, not tabled | tabled / compiled | tabled / interpreted |"
    );
    println!("|---|---|---|---|---|---|---|");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let all = !asked.iter().any(|word| GAMES.contains(&word.as_str()));
    let with_prolog = !asked.iter().any(|word| word == "--hornet") && swipl_is_here();
    for name in GAMES.into_iter().filter(|name| all || asked.iter().any(|word| word == name)) {
        let compiled = Arc::new(Rules::open(name).unwrap());
        let interpreted = Arc::new(Rules::open(name).unwrap().interpreted());
        let fast = time_hornet(&compiled);
        let slow = time_hornet(&interpreted);
        if !with_prolog {
            println!("| {name} | {fast:.1} | {slow:.1} | | | | |");
            continue;
        }
        let tabled = time_swipl(&compiled, true);
        // Without tables, the recursion in Hive's rules has no end.
        let untabled = match is_hive(&compiled) {
            true => "no end".to_string(),
            false => format!("{:.0}", time_swipl(&compiled, false)),
        };
        println!(
            "| {name} | {fast:.1} | {slow:.1} | {tabled:.0} | {untabled} | {:.0} | {:.1} |",
            tabled / fast,
            tabled / slow
        );
    }
    if all || asked.iter().any(|word| word == "hive+mlp") {
        time_by_pieces();
    }
    compare_with_openspiel();
}

/// How the time grows with the number of pieces in Hive, and what it costs to
/// play each legal action and list what is legal then.
fn time_by_pieces() {
    println!("\n| pieces of hive+mlp | positions | legal | play, then legal | ratio |");
    println!("|---|---|---|---|---|");
    let rules = Arc::new(Rules::open("hive+mlp").unwrap());
    let at = rules.program().relations.plain("at", 3).unwrap();
    let mut positions = random_positions(&rules, 2 * POSITIONS / 10, 1);
    positions.retain(|game| game.count_legal().unwrap() > 0);
    for pieces in PIECES {
        let mut own = positions.clone();
        own.retain(|game| game.position().rows(at).count() == pieces);
        own.truncate(50);
        if own.is_empty() {
            continue;
        }
        let legal: Vec<_> = own.iter().map(|game| game.legal().unwrap()).collect();
        let children: usize = legal.iter().map(Vec::len).sum();
        let alone = best_of_rounds(|| {
            own.iter().for_each(|game| _ = black_box(game.count_legal().unwrap()));
        });
        let played = best_of_rounds(|| {
            for (game, actions) in own.iter().zip(&legal) {
                for action in actions {
                    let mut next = game.clone();
                    next.play_unchecked(action).unwrap();
                    black_box(next.count_legal().unwrap());
                }
            }
        });
        let (alone, played) = (alone / own.len() as f64, played / children as f64);
        println!("| {pieces} | {} | {alone:.1} | {played:.1} | {:.2} |", own.len(), played / alone);
    }
}

/// Hive with all expansions, against a well-known program written for it.
fn compare_with_openspiel() {
    let Some(python) = std::env::var_os("HORNET_OPENSPIEL") else { return };
    let rules = Arc::new(Rules::open("hive+mlp").unwrap());
    let positions = positions(&rules);
    let mut lines = String::new();
    for game in &positions {
        let text = game_string(game).unwrap().unwrap();
        lines.push_str(&format!("{} {text}\n", game.count_legal().unwrap()));
    }
    // Before and after, as the machine may change its pace.
    let before = time_hornet(&rules);
    let openspiel = run_openspiel(&python, &lines);
    let ours = before.min(time_hornet(&rules));
    println!("\n| {} positions of hive+mlp | microseconds | Hornet / OpenSpiel |", positions.len());
    println!("|---|---|---|");
    println!("| Hornet, compiled rules | {ours:.1} | |");
    println!("| OpenSpiel | {openspiel:.1} | {:.2} |", ours / openspiel);
}

fn run_openspiel(python: &std::ffi::OsStr, lines: &str) -> f64 {
    let mut child = Command::new(python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/openspiel.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("OpenSpiel gives a figure")
}

fn is_hive(rules: &Rules) -> bool {
    rules.name().starts_with("hive")
}

fn positions(rules: &Arc<Rules>) -> Vec<hornet::game::Game> {
    let hive = is_hive(rules);
    let mut positions = random_positions(rules, POSITIONS / 10, 1);
    positions.retain(|game| !hive || MIDDLE.contains(&game.turn_number()));
    positions.truncate(POSITIONS);
    positions
}

fn time_hornet(rules: &Arc<Rules>) -> f64 {
    let positions = positions(rules);
    let best = best_of_rounds(|| {
        positions.iter().for_each(|game| _ = black_box(game.count_legal().unwrap()));
    });
    best / positions.len() as f64
}

/// The best time of several rounds, in microseconds.
fn best_of_rounds(round: impl Fn()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        round();
        best = best.min(began.elapsed().as_secs_f64());
    }
    best * 1e6
}

/// SWI-Prolog's own processor time for finding all answers, not for setting up
/// the position.
fn time_swipl(rules: &Arc<Rules>, tabled: bool) -> f64 {
    let cases: Vec<Case> = positions(rules).into_iter().map(Case::plain).collect();
    let mut program = prolog_program(rules);
    if !tabled {
        program = program.replace("hornet_directive(table,", "hornet_directive_not_used(table,");
    }
    let mut driver = driver_with_cases(&cases);
    driver.push_str(&format!(
        "main :-
            findall(T, (between(1, {ROUNDS}, _), round(T)), Times),
            min_list(Times, Best),
            print(Best), nl.
        round(Total) :-
            findall(T, (case(_, Facts), set(Facts), timed(T)), Times),
            sum_list(Times, Total).
        timed(T) :-
            statistics(process_cputime, Before),
            findall(A, user:legal(A), _),
            statistics(process_cputime, After),
            T is After - Before.\n"
    ));
    let seconds: f64 = swipl(&program, &driver).trim().parse().unwrap();
    seconds * 1e6 / cases.len() as f64
}
