//! The games in `examples/`, as any user could have written them: positions a
//! second, counted by `hornet perft`, beside another build of Hornet if one is
//! named.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::Command;

const GAMES: [(&str, u32); 7] = [
    ("chess", 4),
    ("draughts", 7),
    ("othello", 7),
    ("go", 3),
    ("hex", 3),
    ("connect_four", 7),
    ("tictactoe", 8),
];

/// Sequences a second at the last depth, the better of two runs.
fn count(program: &OsString, game: &str, depth: u32) -> f64 {
    let file = format!("{}/examples/{game}.pl", env!("CARGO_MANIFEST_DIR"));
    let once = || {
        let depth = depth.to_string();
        let flags = ["--depth", &depth, "--threads", "1", "--no-memo"];
        let output = Command::new(program).arg("perft").arg(&file).args(flags).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = text.lines().last().expect("a line a depth").split(' ');
        let fields: Vec<f64> = last.map(|field| field.parse().unwrap()).collect();
        fields[1] / fields[2].max(1e-3)
    };
    once().max(once())
}

/// The table.
pub fn table() -> String {
    let before = std::env::var_os("HORNET_BEFORE");
    let this = OsString::from(env!("CARGO_BIN_EXE_hornet"));
    let mut table = String::from(
        "| game | depth | sequences a second | before | ratio |\n|---|---|---|---|---|\n",
    );
    for (game, depth) in GAMES {
        let now = count(&this, game, depth);
        let old = before.as_ref().map(|before| count(before, game, depth));
        let (old, ratio) = match old {
            Some(old) => (format!("{old:.0}"), format!("{:.1}", now / old)),
            None => (String::new(), String::new()),
        };
        let _ = writeln!(table, "| {game} | {depth} | {now:.0} | {old} | {ratio} |");
    }
    table
}
