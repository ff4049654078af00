//! What can be read again of a game whose rules have changed on the way.
//!
//! A game file has one set of rules, and whoever reads it makes sure that every move
//! is legal by them. Where a move was made by other rules, the game is written from
//! the position behind it, as one that was set up.

use std::num::NonZeroU32;

use crate::game::Game;
use crate::logic::engine::EvalError;

/// A game, or its end.
pub struct LegalPart {
    /// The game, of which each move is legal by its rules.
    pub game: Game,
    /// How many moves before it are left out.
    pub left_out: usize,
}

impl LegalPart {
    /// As much of a game as was played by its present rules, up to where it stands.
    pub fn of(game: &Game) -> Result<LegalPart, EvalError> {
        let moves = game.moves();
        let mut left_out = moves.len();
        for (before, action) in moves.iter().rev() {
            if !before.legal_unsorted()?.contains(action) {
                break;
            }
            left_out -= 1;
        }
        if left_out == 0 {
            return Ok(LegalPart { game: game.clone(), left_out });
        }
        let begin = moves.get(left_out).map_or(game, |(before, _)| before);
        let number = NonZeroU32::new(begin.turn_number() as u32).unwrap_or(NonZeroU32::MIN);
        let mut part = Game::set_up(game.rules().clone(), begin.position().clone(), number);
        for (_, action) in &moves[left_out..] {
            part.play_unchecked(action)?;
        }
        if let Some(by) = game.settlement() {
            part.settle(by);
        }
        Ok(LegalPart { game: part, left_out })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Action, Rules};

    /// Takes one, two or three stones; those who take more than `most` break the rules.
    fn rules(most: u8) -> Arc<Rules> {
        let text = format!(
            ":- board(square(1, 1)).\n:- players([red, blue]).\n:- state(stones(int)).\n\
             :- state(turn(player)).\n:- action(take(int)).\nstart(stones(20)).\n\
             start(turn(red)).\nlegal(take(N)) :- stones(S), between(1, {most}, N), N =< S.\n\
             add(stones(Left)) :- does(take(N)), stones(S), Left is S - N.\n\
             del(stones(S)) :- stones(S).\nadd(turn(Q)) :- turn(P), opponent(P, Q).\n\
             del(turn(P)) :- turn(P).\nrefuse(take(N), much) :- tried(take(N)), \\+ legal(take(N)).\n\
             reason(much, 'too many').\nwins(P) :- stones(0), turn(Q), opponent(P, Q).\n"
        );
        Arc::new(Rules::from_text("stones.pl", &text).unwrap())
    }

    fn take(number: i64) -> Action {
        Action::new("take", &[number.into()])
    }

    #[test]
    fn moves_by_other_rules_are_left_out_with_those_before_them() {
        let mut game = Game::new(rules(3)).unwrap();
        for number in [1, 3, 2, 1] {
            game.play(&take(number)).unwrap();
        }
        assert_eq!(LegalPart::of(&game).unwrap().left_out, 0);
        let game = game.under(rules(2));
        let LegalPart { game: part, left_out } = LegalPart::of(&game).unwrap();
        assert_eq!((left_out, part.actions().len(), part.is_set_up()), (2, 2, true));
        assert!(part.position() == game.position() && part.turn_number() == game.turn_number());
        assert!(part.moves().iter().all(|(before, one)| before.legal().unwrap().contains(one)));
        let part = LegalPart::of(&game.under(rules(1))).unwrap();
        assert_eq!((part.left_out, part.game.actions().len()), (3, 1));
    }
}
