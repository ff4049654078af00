//! In which order to try actions. A search that tries the best one first has
//! little left to do, so first comes the one that the table knows, then those that
//! refuted other positions: at the same distance (killers), as an answer to the
//! same action, and most often anywhere (history).

use std::cmp::Reverse;

use crate::game::Action;
use crate::play::action_code::action_code;

/// An action to try, with the number it goes by.
pub struct Move {
    /// The action.
    pub action: Action,
    /// Its number, see [`action_code`].
    pub code: u64,
}

impl Move {
    /// An action with its number.
    pub fn new(action: Action) -> Move {
        let code = action_code(&action, |atom| atom.number().into());
        Move { action, code }
    }

    /// The part of a number that the table has room for.
    pub fn short(code: u64) -> u32 {
        (code >> 32) as u32
    }
}

/// Where an action is tried.
#[derive(Clone, Copy)]
pub struct Place {
    /// How many actions ahead.
    pub ply: u32,
    /// The number of the player to move, or of the side.
    pub side: usize,
    /// The number of the action before it.
    pub previous: u64,
}

/// Which actions have been good where.
pub struct Experience {
    killers: Vec<[u64; 2]>,
    answers: Vec<u64>,
    /// For each side, by kinds of actions.
    history: Vec<Vec<u32>>,
}

/// Actions are told apart by so many kinds.
const KINDS: usize = 1 << 12;

fn kind(code: u64) -> usize {
    (code >> 32) as usize % KINDS
}

impl Experience {
    /// None yet, for a number of sides and of actions ahead.
    pub fn new(sides: usize, deepest: u32) -> Experience {
        Experience {
            killers: vec![[0; 2]; deepest as usize + 1],
            answers: vec![0; KINDS],
            history: vec![vec![0; KINDS]; sides],
        }
    }

    /// Legal actions, the most promising first.
    pub fn ordered(&self, legal: Vec<Action>, best: Option<u32>, place: Place) -> Vec<Move> {
        let mut moves: Vec<Move> = legal.into_iter().map(Move::new).collect();
        moves.sort_by_cached_key(|one| Reverse(self.promise(one.code, best, place)));
        moves
    }

    fn promise(&self, code: u64, best: Option<u32>, place: Place) -> (u8, u32) {
        let [first, second] = self.killers[place.ply as usize];
        let class = match () {
            () if best == Some(Move::short(code)) => 4,
            () if code == first => 3,
            () if code == second => 2,
            () if code == self.answers[kind(place.previous)] => 1,
            () => 0,
        };
        (class, self.history[place.side][kind(code)])
    }

    /// Notes an action that was good enough to leave out the others, and how many
    /// actions ahead that was looked.
    pub fn note(&mut self, code: u64, place: Place, depth: u32) {
        let killers = &mut self.killers[place.ply as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.answers[kind(place.previous)] = code;
        let often = &mut self.history[place.side][kind(code)];
        *often = often.saturating_add(depth * depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Atom, Row, Value};

    fn action(number: i64) -> Action {
        Action { name: Atom::new("take"), args: Row::from_iter([Value::Int(number)]) }
    }

    #[test]
    fn what_was_good_comes_first() {
        let mut experience = Experience::new(2, 4);
        let legal = || (1..=6).map(action).collect::<Vec<_>>();
        let code = |number| Move::new(action(number)).code;
        let place = |ply, previous| Place { ply, side: 0, previous };
        let ordered = |experience: &Experience, best, place| -> String {
            let moves = experience.ordered(legal(), best, place);
            moves.iter().map(|one| one.action.args[0].to_string()).collect()
        };
        assert_eq!(ordered(&experience, None, place(0, 0)), "123456", "as they come");
        experience.note(code(5), place(2, code(1)), 1);
        experience.note(code(6), place(2, code(1)), 1);
        experience.note(code(3), place(3, code(2)), 3);
        assert_eq!(ordered(&experience, None, place(2, 9)), "653124", "killers, then history");
        assert_eq!(ordered(&experience, None, place(1, code(1))), "635124", "an answer");
        let best = Some(Move::short(code(4)));
        assert_eq!(ordered(&experience, best, place(2, 9)), "465312", "the best known");
        let other = Place { side: 1, ..place(1, 9) };
        assert_eq!(ordered(&experience, None, other), "123456", "nothing of the other side");
    }
}
