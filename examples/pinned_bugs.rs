//! Questions to every position of a recorded game: how many bugs of each player are
//! pinned in a game of Hive, move by move.
//!
//! ```text
//! cargo run --example pinned_bugs
//! cargo run --example pinned_bugs -- my_game.pgn
//! ```

use std::error::Error;
use std::path::PathBuf;

use hornet::records::open_record;
use hornet::{Atom, Limits};

/// A game of Hive in one line may take the place of a file.
const GAME: &str = "Base;InProgress;White[6];\
    wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 \\wS1;bA1 bQ/;wA1 bQ-;bA1 -wQ;wG1 /wS1;bS1 \\bQ";

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map_or(PathBuf::from(GAME), PathBuf::from);
    let game = open_record(&file, Limits::default())?;

    println!("{:<12}{:>7}{:>7}", "move", "white", "black");
    let mut after = game.beginning();
    for action in game.actions() {
        let written = after.write(action);
        after.play(action)?;
        // A tuple has a value for each variable, in the order of the query.
        let pinned: Vec<(Atom, Atom)> = after.query_as("pinned(Bug), bug(Bug, Player, _, _)")?;
        let of = |player: &str| pinned.iter().filter(|(_, owner)| owner.as_str() == player).count();
        println!("{written:<12}{:>7}{:>7}", of("white"), of("black"));
    }

    // Or the rules count for themselves.
    let [answer] = &after.query("aggregate_all(count, pinned(_), N)")?[..] else {
        return Err("a number has one answer".into());
    };
    println!("in the end {} bugs are pinned", answer.get::<i64>("N")?);
    if let Some(first) = after.query("pinned(Bug)")?.first() {
        println!("{}", after.why(&format!("pinned({})", first["Bug"]))?);
    }
    Ok(())
}
