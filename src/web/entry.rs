//! Whether an entry at the prompt is whole. On the page Enter sends all of it at once, so
//! a goal at its end may leave out its full stop; a clause, which changes the rules, may not.

use std::iter::successors;

use crate::game::Game;
use crate::logic::syntax::reader::read_goal;
use crate::logic::syntax::source::Sources;
use crate::repl::command::Verb;
use crate::repl::statement::{self, Statement};

/// Whether an entry has come to its end, or goes on in the next line.
pub fn is_complete(game: &Game, entry: &str) -> bool {
    statement::is_complete(game, entry) || ends_in_goal(game, entry)
}

fn ends_in_goal(game: &Game, entry: &str) -> bool {
    let first = statement::first(game, entry);
    let last = successors(first, |(_, rest)| statement::first(game, rest)).last();
    match last {
        Some((Statement::Goal(text), _)) => is_goal(&text),
        Some((Statement::Command(Verb::Why | Verb::Derivations | Verb::Mark, text), _)) => {
            is_goal(text.strip_prefix("not ").unwrap_or(&text))
        }
        _ => false,
    }
}

/// Whether a text can be read as a goal, whatever it asks.
fn is_goal(text: &str) -> bool {
    let text = text.trim();
    let mut sources = Sources::default();
    let file = sources.add("entry", text.strip_prefix("?-").unwrap_or(text));
    read_goal(&sources, file).is_ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    #[test]
    fn only_a_goal_at_the_end_needs_no_full_stop() {
        let game = Game::new(Arc::new(Rules::open("tanks").unwrap())).unwrap();
        for entry in [
            "",
            "turn(P).",
            "turn(P)",
            "?- turn(P)",
            "tank(C, P, _),\nturn(P)",
            "turn(P). tank(C, bot, _)",
            "nothing(P)",
            "why turn(bot)",
            "why not legal(move(b1, b3))",
            "mark tank(C, bot, _)",
            "b2-b3",
        ] {
            assert!(is_complete(&game, entry), "{entry}");
        }
        for entry in [
            "turn(P),",
            "turn(P",
            "turn(P), tank(",
            "fast(C) :- tank(C, _, _)",
            "why turn(",
            "turn(P). tank(C,",
            "replace tanks.pl:86 fast(C) :- tank(C, _, _)",
        ] {
            assert!(!is_complete(&game, entry), "{entry}");
        }
    }
}
