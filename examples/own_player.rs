//! A player of one's own against one of Hornet's: it asks the rules what it wants to
//! know, and minimax looks ahead.
//!
//! ```text
//! cargo run --example own_player
//! cargo run --example own_player -- minimax:3
//! ```

use std::error::Error;

use hornet::players::{Thinker, Watch};
use hornet::{Action, Game, Outcome, Rules};

/// Takes a tank where it can, wins where it can, and otherwise drives the tank that is
/// furthest ahead. Which cells these are, the rules say.
fn choose(game: &Game) -> Result<Option<Action>, Box<dyn Error>> {
    for wish in [
        "legal(Action), after(Action, wins(bot))",
        "legal(Action), Action = move(_, To), tank(To, top, _)",
    ] {
        if let Some(answer) = game.query(wish)?.first() {
            return Ok(Some(answer.get("Action")?));
        }
    }
    let mut ranked: Vec<(Action, i64)> =
        game.query_as("legal(Action), Action = move(_, To), rank(bot, To, Rank)")?;
    ranked.sort_by_key(|(_, rank)| *rank);
    Ok(ranked.pop().map(|(action, _)| action))
}

fn main() -> Result<(), Box<dyn Error>> {
    let opponent = std::env::args().nth(1).unwrap_or("minimax:2".into());
    let mut game = Game::new(Rules::open("tanks:6")?)?;
    let opponent = Thinker::new(opponent.parse()?, game.rules(), 1)?;

    while game.outcome()? == Outcome::Open {
        let chosen = match game.turn() {
            Some(turn) if turn.as_str() == "bot" => choose(&game)?,
            _ => opponent.think(&game, &Watch::default())?.map(|thought| thought.action),
        };
        let Some(action) = chosen else { break };
        println!("{:>2}. {}", game.turn_number(), game.write(&action));
        game.play(&action)?;
    }

    println!("{}", game.draw());
    println!("{}", game.why_nothing_is_legal()?);
    Ok(())
}
