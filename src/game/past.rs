//! The moves that led to a position, latest first: a list that grows at its end,
//! so that games which begin alike share their beginnings. A search plays and
//! copies games all the time, and pays for one more move only.

use std::sync::Arc;

use super::action::Action;
use super::position::Position;

/// The moves so far.
#[derive(Clone, Default)]
pub struct Past(Option<Arc<Made>>);

/// A move that was made: the action, and the position it was made in.
pub struct Made {
    /// What was played.
    pub action: Action,
    /// Where.
    pub before: Position,
    /// The moves before it.
    earlier: Past,
    /// How many there are of them.
    number: usize,
    /// The positions so far, that one included.
    traces: Traces,
}

/// A trace of each of some positions, eight bits of its hash: enough to tell
/// mostly, without going through them, that another one is not among them.
#[derive(Clone, Copy, Default)]
struct Traces([u64; 4]);

impl Traces {
    /// Where the trace of a position is.
    fn place(position: &Position) -> (usize, u64) {
        let trace = position.lasting_hash() >> 56;
        ((trace >> 6) as usize, 1 << (trace & 63))
    }

    fn and(mut self, position: &Position) -> Traces {
        let (word, bit) = Traces::place(position);
        self.0[word] |= bit;
        self
    }

    fn has(&self, position: &Position) -> bool {
        let (word, bit) = Traces::place(position);
        self.0[word] & bit != 0
    }
}

impl Past {
    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |last| last.number + 1)
    }

    /// The same and one move more.
    pub fn and(self, action: Action, before: Position) -> Past {
        let number = self.len();
        let traces = self.0.as_ref().map(|last| last.traces).unwrap_or_default().and(&before);
        Past(Some(Arc::new(Made { action, before, earlier: self, number, traces })))
    }

    /// How often a position has come up.
    pub fn times(&self, position: &Position) -> usize {
        match &self.0 {
            Some(last) if last.traces.has(position) => {
                self.latest_first().filter(|made| made.before.recurs_in(position)).count()
            }
            _ => 0,
        }
    }

    /// The last move, and those before it.
    pub fn last(&self) -> Option<(&Made, &Past)> {
        self.0.as_ref().map(|last| (&**last, &last.earlier))
    }

    /// All moves, latest first.
    pub fn latest_first(&self) -> impl Iterator<Item = &Made> {
        std::iter::successors(self.0.as_deref(), |made| made.earlier.0.as_deref())
    }

    /// All moves in order, each with those before it.
    pub fn in_order(&self) -> Vec<(&Made, &Past)> {
        let mut all: Vec<(&Made, &Past)> =
            self.latest_first().map(|made| (made, &made.earlier)).collect();
        all.reverse();
        all
    }
}

/// One move after the other: a long list would go deeper than the stack allows.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut last) = next.and_then(Arc::into_inner) {
            next = last.earlier.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn a_position_has_come_up_as_often_as_a_look_at_all_tells() {
        let rules = Rules::open("tanks").unwrap();
        let tank = rules.program().relations.plain("tank", 3).unwrap();
        let action = Action { name: crate::logic::Atom::new("pass"), args: Default::default() };
        let position = |number: u8| {
            let mut position = Position::empty(rules.program());
            let cell = crate::logic::Cell::Lettered(number % 8 + 1, number / 8 + 1);
            let atom = |name: &str| crate::logic::Value::Atom(crate::logic::Atom::new(name));
            position.insert(tank, &[cell.into(), atom("bot"), atom("heavy")]);
            position
        };
        // Some once, some twice, and so many that others share their traces.
        let times = |number: u8| [3, 9].into_iter().filter(|n| number.is_multiple_of(*n)).count();
        let met = (0..=255).flat_map(|number| vec![number; times(number)]);
        let past = met.fold(Past::default(), |past, n| past.and(action.clone(), position(n)));
        for number in 0..=255 {
            assert_eq!(past.times(&position(number)), times(number), "{number}");
        }
        assert_eq!(Past::default().times(&position(0)), 0);
    }

    #[test]
    fn a_very_long_past_comes_and_goes() {
        let rules = Rules::open("tanks").unwrap();
        let position = Position::empty(rules.program());
        let action = Action { name: crate::logic::Atom::new("pass"), args: Default::default() };
        let one = Past::default().and(action.clone(), position.clone());
        let mut long = one.clone();
        for _ in 0..200_000 {
            long = long.and(action.clone(), position.clone());
        }
        assert_eq!((one.len(), long.len(), long.latest_first().count()), (1, 200_001, 200_001));
        let other = long.clone();
        drop(long);
        assert_eq!(other.in_order().len(), 200_001);
        drop(other);
        assert_eq!(one.len(), 1);
    }
}
