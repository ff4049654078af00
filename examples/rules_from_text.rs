//! A game whose rules are part of the program: load them, list what is legal, play, and
//! say why an action is refused.
//!
//! ```text
//! cargo run --example rules_from_text
//! ```

use std::error::Error;

use hornet::{Game, Outcome, PlayError, Rules};

/// One heap of matches; whoever takes the last one wins.
const MATCHES: &str = "
    :- title('Matches').
    :- players([red, blue]).
    :- state(heap(int)).
    :- state(turn(player)).
    :- action(take(int)).

    start(heap(5)).
    start(turn(red)).

    legal(take(N)) :- between(1, 3, N), heap(Size), N =< Size.

    del(heap(Size)) :- heap(Size).
    add(heap(Left)) :- does(take(N)), heap(Size), Left is Size - N.
    del(turn(Player)) :- turn(Player).
    add(turn(Other)) :- turn(Player), opponent(Player, Other).

    refuse(take(N), too_many) :- tried(take(N)), N > 3.
    refuse(take(N), not_there) :- tried(take(N)), heap(Size), N > Size.
    reason(too_many, 'nobody takes more than three matches').
    reason(not_there, 'there are not as many matches').

    wins(Player) :- heap(0), turn(Other), opponent(Other, Player).
";

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::from_text("matches.pl", MATCHES)?;
    println!("{}", rules.title());
    let mut game = Game::new(rules)?;

    for text in ["take(4)", "take(3)", "take(3)", "take(2)"] {
        let Some(player) = game.turn() else { break };
        let legal: Vec<String> = game.legal()?.iter().map(|action| action.to_string()).collect();
        println!("{player} may {}", legal.join(", "));
        let action = game.parse_action(text)?;
        // How an action is written may depend on the position before it.
        let written = game.write(&action);
        match game.play(&action) {
            Ok(()) => println!("{player} plays {written}"),
            Err(PlayError::Refused(refusal)) => {
                println!("{refusal}");
                // The same in full: the rules that could have allowed it, and where they fail.
                println!("{}", game.why(&format!("legal({action})"))?);
            }
            Err(error) => return Err(error.into()),
        }
    }

    match game.outcome()? {
        Outcome::Won(winners) => println!("{} wins", winners[0]),
        Outcome::Draw => println!("a draw"),
        Outcome::Open => println!("the game goes on"),
    }
    Ok(())
}
