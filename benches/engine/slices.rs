//! The run-time engine beside the compiled rules: single questions, and searches.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornet::game::{Action, Game, Rules};
use hornet::logic::amend::Amendments;
use hornet::logic::engine::Limits;
use hornet::logic::program::Wrapper;
use hornet::logic::slice::Slice;
use hornet::play::{Thinker, Watch};

use crate::support::random_positions;

const GAMES: [&str; 5] = ["tanks:6", "tanks:8", "gauss", "hive", "hive+mlp"];
const STYLES: [&str; 4] = ["density", "mobility", "insects", "all_round"];
const MIDDLE: std::ops::Range<usize> = 30..50;
const POSITIONS: usize = 200;
/// Each way to answer is given so much time; of each position the best counts.
const TIME: Duration = Duration::from_millis(1500);

/// A position, and an action that is played in it.
type Case = (Game, Action);

fn cases(rules: &Arc<Rules>, is_hive: bool) -> Vec<Case> {
    let mut positions = random_positions(rules, 40, 1);
    positions.retain(|game| !is_hive || MIDDLE.contains(&game.turn_number()));
    let with_action = |game: Game| {
        let action = game.legal().unwrap().first()?.clone();
        Some((game, action))
    };
    positions.into_iter().filter_map(with_action).take(POSITIONS).collect()
}

/// Microseconds a case.
fn time(cases: &[Case], ask: impl Fn(&Case)) -> f64 {
    let began = Instant::now();
    let mut best = vec![Duration::MAX; cases.len()];
    while began.elapsed() < TIME {
        for (case, best) in cases.iter().zip(&mut best) {
            let began = Instant::now();
            ask(case);
            *best = began.elapsed().min(*best);
        }
    }
    best.iter().sum::<Duration>().as_secs_f64() * 1e6 / cases.len() as f64
}

fn ask(slice: Slice) -> impl Fn(&Case) {
    move |(game, action)| {
        let answer = match slice {
            Slice::Next => game.rules().ask(slice, &game.supposing(Wrapper::Does, action)),
            _ => game.rules().ask(slice, &game.situation()),
        };
        black_box(answer.unwrap());
    }
}

/// Each question to each game, by both readers.
pub fn table() -> String {
    let mut table = String::from(
        "| game | question | compiled | engine | engine / compiled | first asked |\n\
         |---|---|---|---|---|---|\n",
    );
    for name in GAMES {
        let is_hive = name.starts_with("hive");
        let compiled = Arc::new(Rules::open(name).unwrap());
        let cases = cases(&compiled, is_hive);
        row(&mut table, name, name, Slice::Legal, &cases);
        row(&mut table, name, name, Slice::Next, &cases);
        let styles: Vec<String> = match name {
            "hive+mlp" => STYLES.map(|style| format!("{name}:style={style}")).into(),
            _ => vec![name.to_string()],
        };
        for style in styles {
            row(&mut table, name, &style, Slice::Judgement, &cases);
        }
    }
    table
}

fn row(table: &mut String, game: &str, spec: &str, slice: Slice, cases: &[Case]) {
    let under = |rules: Rules| -> Vec<Case> {
        let rules = Arc::new(rules);
        cases.iter().map(|(game, action)| (game.under(rules.clone()), action.clone())).collect()
    };
    let compiled = under(Rules::open(spec).unwrap());
    let engine = under(Rules::open(spec).unwrap().interpreted());
    let began = Instant::now();
    ask(slice)(&engine[0]);
    let first = began.elapsed().as_secs_f64() * 1e3;
    // In turns, as the machine may change its pace.
    let once = || (time(&compiled, ask(slice)), time(&engine, ask(slice)));
    let (one, other) = (once(), once());
    let (fast, slow) = (one.0.min(other.0), one.1.min(other.1));
    let what = match spec.split_once('=') {
        Some((_, style)) => format!("{}, {style}", slice.name()),
        None => slice.name().to_string(),
    };
    let ratio = slow / fast;
    let _ =
        writeln!(table, "| {game} | {what} | {fast:.1} | {slow:.1} | {ratio:.1} | {first:.1} ms |");
}

/// A clause that lets a queen jump like a grasshopper.
const CLAUSE: &str = "sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).";

/// A search for one second, by the book and by changed rules.
pub fn search_table() -> String {
    let mut table = String::from(
        "| hive+mlp, 20 pieces, one second, one thread | positions a second | moves ahead |\n\
         |---|---|---|\n",
    );
    let book = Arc::new(Rules::open("hive+mlp").unwrap());
    let mut amendments = Amendments::default();
    amendments.add([CLAUSE.to_string()]);
    let changed = Arc::new(book.amended(amendments, Limits::default()).unwrap());
    let at = book.program().relations.plain("at", 3).unwrap();
    let mut positions = random_positions(&book, 60, 3);
    positions.retain(|game| game.position().rows(at).count() == 20);
    positions.dedup_by_key(|game| game.turn_number() / 4);
    positions.truncate(6);
    for style in STYLES {
        for (name, rules) in [("by the book", &book), ("with one clause more", &changed)] {
            let player = format!("minimax:1s@{style}").parse().unwrap();
            let thinker = Thinker::new(player, rules, 1).unwrap().on_threads(1);
            let (mut nodes, mut depth, mut time) = (0, 0, 0.0);
            for game in &positions {
                let game = game.under(rules.clone());
                let began = Instant::now();
                let thought = thinker.think(&game, &Watch::default()).unwrap().unwrap();
                time += began.elapsed().as_secs_f64();
                nodes += thought.nodes;
                depth += thought.depth;
            }
            let (number, depth) = (nodes as f64 / time, f64::from(depth) / positions.len() as f64);
            let _ = writeln!(table, "| {style}, {name} | {number:.0} | {depth:.1} |");
        }
    }
    table
}
