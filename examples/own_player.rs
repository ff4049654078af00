//! A player of one's own against one of Hornet's: it asks the rules what it wants to
//! know, and minimax looks ahead.
//!
//! ```text
//! cargo run --example own_player
//! cargo run --example own_player -- minimax:3
//! ```

use std::error::Error;

use hornet::players::{Thinker, Watch};
use hornet::{Action, Cell, Game, Outcome, Rules};

/// Wins where it can, takes a tank where it can, and otherwise drives as far ahead as it
/// can. What is won, a tank and ahead, the rules say.
fn choose(game: &Game) -> Result<Option<Action>, Box<dyn Error>> {
    if let Some(answer) = game.query("legal(Action), after(Action, wins(bot))")?.first() {
        return Ok(Some(answer.get("Action")?));
    }
    let takes: Vec<(Cell, Cell)> = game.query_as("legal(move(From, To)), tank(To, top, _)")?;
    let drives: Vec<(Cell, Cell, i64)> =
        game.query_as("legal(move(From, To)), rank(bot, To, Rank)")?;
    let furthest = drives.iter().max_by_key(|(.., rank)| *rank);
    let chosen = takes.first().copied().or(furthest.map(|(from, to, _)| (*from, *to)));
    Ok(chosen.map(|(from, to)| Action::new("move", &[from.into(), to.into()])))
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
