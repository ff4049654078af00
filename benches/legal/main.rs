//! How long each reader of the rules takes to list the legal actions of a
//! position, on the same positions of random games in one run: the compiled
//! rules, the run-time engine, and SWI-Prolog; and for Hive with all expansions, the
//! same rules on ascent's default relations, and OpenSpiel.
//!
//! `cargo bench --bench legal --features measure` prints the tables that stand in
//! `docs/performance.md`, and with `-- --write` writes them there, with the chart.
//! `-- hive gauss` measures only those games, and `-- --hornet` leaves
//! SWI-Prolog out. OpenSpiel is measured where HORNET_OPENSPIEL names a Python
//! that has the package open_spiel.

#[path = "../../tests/support/mod.rs"]
mod support;

// Rules that ascent compiles look for it by this name.
extern crate ascent_crate as ascent;

mod chart;
#[path = "../support/document.rs"]
mod document;
mod engines;

/// The generated code looks for what it uses here.
mod game {
    pub use hornet::game::compiled;
}

use std::fmt::Write as _;
use std::sync::Arc;

use hornet::game::{Game, Rules};
use support::random_positions;

use self::chart::Line;
use self::engines::{Defaults, Engines};

const GAMES: [&str; 6] = ["tanks:6", "tanks:8", "tanks:12", "gauss", "hive", COMPARED];
/// The game that all engines are compared on.
const COMPARED: &str = "hive+mlp";
const POSITIONS: usize = 400;
/// Of Hive, which begins with few pieces, positions of the middle game.
const MIDDLE: std::ops::Range<usize> = 30..50;
/// Numbers of pieces to tell the growth by, and between which.
const PIECES: [usize; 7] = [4, 8, 10, 16, 20, 24, 28];
const GROWTH: (usize, usize) = (10, 28);
/// So many positions at most for each number of pieces.
const EACH: usize = 50;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |word: &str| words.iter().any(|asked| asked == word);
    let all = !GAMES.into_iter().any(is_asked);
    let engines = Engines::here(!is_asked("--hornet"));
    let mut sections = Vec::new();

    let games: Vec<&str> = GAMES.into_iter().filter(|name| all || is_asked(name)).collect();
    sections.push(("games", games_table(&games, &engines)));
    let mut lines = Vec::new();
    if games.contains(&COMPARED) {
        sections.push(("engines", engines_table(&engines)));
        let (table, measured) = pieces_table(&engines);
        sections.push(("pieces", table));
        lines = measured;
    }
    for (_, text) in &sections {
        println!("{text}");
    }
    if is_asked("--write") {
        let chart = chart::draw("pieces in the hive", "microseconds a position", &lines);
        document::write(&sections, all.then_some(&chart));
    }
}

/// The readers of the rules, game by game.
fn games_table(games: &[&str], engines: &Engines) -> String {
    let mut table = String::from(
        "| game | compiled | interpreted | SWI-Prolog, tabled | SWI-Prolog, not tabled | tabled / compiled | tabled / interpreted |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for name in games {
        let positions = positions(name);
        let before = engines::hornet(&positions);
        let slow = engines::hornet(&interpreted(name, &positions));
        let tabled = engines.swipl(&positions, true);
        // The compiled rules are done in an instant, which may be a bad one.
        let fast = before.min(engines::hornet(&positions));
        let _ = write!(table, "| {name} | {fast:.1} | {slow:.1} ");
        let Some(tabled) = tabled else {
            table.push_str("| | | | |\n");
            continue;
        };
        // Without tables, the recursion in Hive's rules has no end.
        let untabled = match is_hive(name) {
            true => "no end".to_string(),
            false => {
                engines.swipl(&positions, false).map_or(String::new(), |time| format!("{time:.0}"))
            }
        };
        let (by_fast, by_slow) = (tabled / fast, tabled / slow);
        let _ = writeln!(table, "| {tabled:.0} | {untabled} | {by_fast:.0} | {by_slow:.1} |");
    }
    table
}

/// All engines on the middle game of Hive.
fn engines_table(engines: &Engines) -> String {
    let positions = positions(COMPARED);
    let defaults = Defaults::new(positions[0].rules());
    let once = || {
        [
            ("Hornet, compiled rules", Some(engines::hornet(&positions))),
            ("the same rules on ascent's default relations", Some(defaults.time(&positions))),
            ("OpenSpiel", engines.openspiel(&positions)),
            ("SWI-Prolog, tabled", engines.swipl(&positions, true)),
        ]
    };
    // One after the other, and then again, as the machine may change its pace.
    let (before, after) = (once(), once());
    let mut table = format!(
        "| {} positions of {COMPARED} | microseconds | times Hornet's |\n|---|---|---|\n",
        positions.len()
    );
    let times = before.iter().zip(&after).filter_map(|(before, after)| {
        let ((name, before), (_, after)) = (before, after);
        Some((name, before.as_ref()?.min(*after.as_ref()?)))
    });
    let times: Vec<(&&str, f64)> = times.collect();
    for (name, time) in &times {
        let _ = writeln!(table, "| {name} | {time:.1} | {:.1} |", time / times[0].1);
    }
    table
}

/// How the time grows with the number of pieces in Hive, and what it costs to
/// play each legal action and list what is legal then.
fn pieces_table(engines: &Engines) -> (String, Vec<Line>) {
    let mut table = String::from(
        "| pieces | positions | Hornet: legal | play, then legal | ratio | interpreted | ascent's defaults | OpenSpiel | SWI-Prolog |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let rules = Arc::new(Rules::open(COMPARED).unwrap());
    let at = rules.program().relations.plain("at", 3).unwrap();
    let defaults = Defaults::new(&rules);
    let mut walk = random_positions(&rules, 2 * POSITIONS / 10, 1);
    walk.retain(|game| game.count_legal().unwrap() > 0);
    let names = ["Hornet", "Hornet, interpreted", "ascent's defaults", "OpenSpiel", "SWI-Prolog"];
    let mut lines: Vec<Line> = names.map(Line::new).into();
    let (mut most, mut times) = (0.0_f64, Vec::new());
    for pieces in PIECES {
        let mut own = walk.clone();
        own.retain(|game| game.position().rows(at).count() == pieces);
        own.truncate(EACH);
        if own.is_empty() {
            continue;
        }
        let before = engines::hornet(&own);
        let played = engines::play_then_legal(&own);
        let alone = before.min(engines::hornet(&own));
        let measured = [
            Some(alone),
            Some(engines::hornet(&interpreted(COMPARED, &own))),
            Some(defaults.time(&own)),
            engines.openspiel(&own),
            engines.swipl(&own, true),
        ];
        for (line, time) in lines.iter_mut().zip(measured) {
            line.points.extend(time.map(|time| (pieces as f64, time)));
        }
        let ratio = played / alone;
        most = most.max(ratio);
        times.push((pieces, alone));
        let _ =
            write!(table, "| {pieces} | {} | {alone:.1} | {played:.1} | {ratio:.2} ", own.len());
        for time in &measured[1..] {
            let _ = write!(table, "| {} ", time.map_or(String::new(), |time| format!("{time:.0}")));
        }
        table.push_str("|\n");
    }
    let time = |pieces| times.iter().find(|(known, _)| *known == pieces).map(|(_, time)| *time);
    if let (Some(few), Some(many)) = (time(GROWTH.0), time(GROWTH.1)) {
        let (from, to) = GROWTH;
        let _ = writeln!(
            table,
            "\nFrom {from} to {to} pieces, {:.1} times as many, Hornet's time grows {:.1} times. \
             To play and list what is legal then takes at most {most:.2} times as long as listing alone.",
            to as f64 / from as f64,
            many / few
        );
    }
    if let Some(peak) = engines::peak_memory() {
        let _ = writeln!(
            table,
            "\nThe program that measures, with all its positions and their histories, took {peak:.0} MB of memory at most."
        );
    }
    lines.retain(|line| !line.points.is_empty());
    (table, lines)
}

fn is_hive(name: &str) -> bool {
    name.starts_with("hive")
}

fn positions(name: &str) -> Vec<Game> {
    let rules = Arc::new(Rules::open(name).unwrap());
    let mut positions = random_positions(&rules, POSITIONS / 10, 1);
    positions.retain(|game| !is_hive(name) || MIDDLE.contains(&game.turn_number()));
    positions.truncate(POSITIONS);
    positions
}

/// The same positions for the interpreter.
fn interpreted(name: &str, positions: &[Game]) -> Vec<Game> {
    let rules = Arc::new(Rules::open(name).unwrap().interpreted());
    positions.iter().map(|game| game.under(rules.clone())).collect()
}
