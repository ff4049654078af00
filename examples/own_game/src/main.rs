//! A game of Nim, whose rules are compiled with this program: `build.rs` names the file,
//! and `include_rules!` brings it in as the module `nim`.

hornet::include_rules!();

use std::error::Error;

use hornet::{Game, Outcome};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = nim::RULES.load_with("largest=7")?;
    let mut game = Game::new(rules)?;

    for text in ["take(right, 9)", "take(right, 5)", "take left 1", "take middle 1", "take right 2"]
    {
        let action = game.parse_action(text)?;
        match game.play(&action) {
            Ok(()) => println!("{action}"),
            Err(refusal) => println!("{refusal}"),
        }
    }

    let heaps: Vec<(String, i64)> = game.query_as("heap(Pile, Size), Size > 0")?;
    for (pile, size) in heaps {
        println!("{pile}: {size}");
    }
    if game.outcome()? == Outcome::Open {
        println!("{} is to move", game.turn().map_or("nobody", |player| player.as_str()));
    }
    Ok(())
}
