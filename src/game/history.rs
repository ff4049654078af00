//! The moves that led to a position, and how often each position on the way has
//! occurred: a persistent vector and a persistent map, so that games which begin
//! alike share their beginnings, and each branch can be undone by itself.
//!
//! To add to either copies a node or two of it. A search and a random playout copy
//! and forget games far more often than they ask what happened before. So the latest
//! moves are a list of links, each knowing the one before it, and join the others
//! many at a time: once for all games that have them in common.

use std::sync::{Arc, OnceLock};

use im::{HashMap, Vector};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::action::Action;
use super::position::Position;

/// The moves so far.
#[derive(Clone, Default)]
pub struct History {
    /// The moves but for the latest ones.
    earlier: Arc<Moves>,
    /// The last move, and through it the latest ones.
    latest: Option<Arc<Link>>,
}

/// One of the latest moves.
struct Link {
    made: Made,
    /// The one before it, if that is one of them too.
    before: Option<Arc<Link>>,
    /// How many of them there are up to this one.
    number: usize,
    /// All moves of the game up to this one, once somebody needed them.
    all: OnceLock<Arc<Moves>>,
}

/// No more moves than these stand beside the others.
const LATEST: usize = 16;

/// A move that was made: the action, and the position it was made in.
#[derive(Clone)]
pub struct Made {
    /// What was played.
    pub action: Action,
    /// Where.
    pub before: Position,
}

/// Moves in order, and the positions in which they were made.
#[derive(Clone, Default)]
struct Moves {
    made: Vector<Arc<Made>>,
    /// By the hash that a position keeps when it recurs. Different ones may share
    /// it, if only by a rare chance.
    occurred: HashMap<u64, SmallVec<[Occurred; 1]>, FxBuildHasher>,
}

/// A position that has occurred.
#[derive(Clone, Copy)]
struct Occurred {
    /// The number of the first move made in it, counted from 0.
    first: u32,
    /// How many moves were made in it.
    times: u32,
}

impl History {
    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.earlier.made.len() + self.latest.as_ref().map_or(0, |last| last.number)
    }

    /// The moves in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Made> + ExactSizeIterator {
        self.all().made.iter().map(|made| &**made)
    }

    /// The positions in which they were made, the latest first.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        let earlier = self.earlier.made.iter().rev().map(|made| &made.before);
        self.links().map(|link| &link.made.before).chain(earlier)
    }

    /// How often a position has occurred.
    pub fn times(&self, position: &Position) -> usize {
        let latest = self.links().filter(|link| link.made.before.recurs_in(position));
        latest.count() + self.earlier.times(position)
    }

    /// Adds a move.
    pub fn push(&mut self, action: Action, before: Position) {
        if self.latest.as_ref().is_some_and(|last| last.number == LATEST) {
            self.earlier = self.all().clone();
            self.latest = None;
        }
        let made = Made { action, before };
        let before = self.latest.take();
        let number = before.as_ref().map_or(0, |link| link.number) + 1;
        self.latest = Some(Arc::new(Link { made, before, number, all: OnceLock::new() }));
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Made> {
        if let Some(last) = &self.latest {
            let made = last.made.clone();
            self.latest = last.before.clone();
            return Some(made);
        }
        let last = Arc::make_mut(&mut self.earlier).pop()?;
        Some(Arc::unwrap_or_clone(last))
    }

    /// The latest moves, the last one first.
    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.latest.as_deref(), |link| link.before.as_deref())
    }

    fn all(&self) -> &Arc<Moves> {
        let Some(last) = &self.latest else { return &self.earlier };
        last.all.get_or_init(|| {
            let mut latest: SmallVec<[&Link; LATEST]> = self.links().collect();
            latest.reverse();
            let mut moves = (*self.earlier).clone();
            latest.iter().for_each(|link| moves.push(link.made.clone()));
            Arc::new(moves)
        })
    }
}

impl Moves {
    fn times(&self, position: &Position) -> usize {
        let Some(alike) = self.occurred.get(&position.lasting_hash()) else { return 0 };
        let same = alike.iter().find(|it| it.is(position, &self.made));
        same.map_or(0, |it| it.times as usize)
    }

    fn push(&mut self, made: Made) {
        let alike = self.occurred.entry(made.before.lasting_hash()).or_default();
        match alike.iter_mut().find(|it| it.is(&made.before, &self.made)) {
            Some(same) => same.times += 1,
            None => alike.push(Occurred { first: self.made.len() as u32, times: 1 }),
        }
        self.made.push_back(Arc::new(made));
    }

    fn pop(&mut self) -> Option<Arc<Made>> {
        let last = self.made.last()?;
        let hash = last.before.lasting_hash();
        let alike = self.occurred.get_mut(&hash).expect("each position is counted");
        let same = alike.iter().position(|it| it.is(&last.before, &self.made));
        let same = same.expect("each position is counted");
        alike[same].times -= 1;
        if alike[same].times == 0 {
            alike.remove(same);
        }
        if alike.is_empty() {
            self.occurred.remove(&hash);
        }
        self.made.pop_back()
    }
}

impl Occurred {
    /// Whether it is that position. Its facts are compared, not only its hash.
    fn is(&self, position: &Position, made: &Vector<Arc<Made>>) -> bool {
        made[self.first as usize].before.recurs_in(position)
    }
}

#[cfg(test)]
mod tests {
    use std::iter::zip;

    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::game::{Game, Rules};
    use crate::logic::{Cell, Value};

    fn rules() -> Rules {
        Rules::open("tanks").unwrap()
    }

    /// A position with some tanks.
    fn position(rules: &Rules, tanks: &[(u8, &str, &str)]) -> Position {
        let tank = rules.program().relations.plain("tank", 3).unwrap();
        let atom = |name: &str| Value::Atom(crate::logic::Atom::new(name));
        let mut position = Position::empty(rules.program());
        for (cell, player, kind) in tanks {
            let cell = Cell::Lettered(cell % 8 + 1, cell / 8 + 1);
            position.insert(tank, &[cell.into(), atom(player), atom(kind)]);
        }
        position
    }

    fn numbered(rules: &Rules, number: u8) -> Position {
        position(rules, &[(number, "bot", "heavy")])
    }

    fn pass() -> Action {
        Action::new("pass", &[])
    }

    /// How often a position is among others, by looking at each.
    fn recount(positions: &[Position], position: &Position) -> usize {
        positions.iter().filter(|known| known.recurs_in(position)).count()
    }

    #[test]
    fn branches_share_their_beginning_and_nothing_else() {
        let rules = rules();
        let [first, second, third] = [0, 1, 2].map(|number| numbered(&rules, number));
        let mut trunk = History::default();
        trunk.push(pass(), first.clone());
        let (mut left, mut right) = (trunk.clone(), trunk.clone());
        left.push(pass(), second.clone());
        right.push(pass(), third.clone());
        right.push(pass(), first.clone());
        let times =
            |history: &History| [&first, &second, &third].map(|position| history.times(position));
        assert_eq!(times(&trunk), [1, 0, 0]);
        assert_eq!(times(&left), [1, 1, 0]);
        assert_eq!(times(&right), [2, 0, 1]);
        assert_eq!([trunk.len(), left.len(), right.len()], [1, 2, 3]);
        // What they share is there once: the latest moves, and those before them.
        let [of_trunk, of_left] = [&trunk, &left].map(|history| history.links().last().unwrap());
        assert!(std::ptr::eq(of_trunk, of_left));
        (trunk.len()..LATEST).for_each(|_| trunk.push(pass(), first.clone()));
        let (mut left, mut right) = (trunk.clone(), trunk);
        left.push(pass(), second);
        right.push(pass(), third);
        assert!(Arc::ptr_eq(&left.earlier, &right.earlier) && left.earlier.made.len() == LATEST);
    }

    #[test]
    fn whatever_is_pushed_popped_and_copied_is_counted_as_a_list_would() {
        let rules = rules();
        let positions: Vec<Position> = (0..9).map(|number| numbered(&rules, number)).collect();
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let mut branches: Vec<(History, Vec<Position>)> = vec![Default::default()];
        for _ in 0..3000 {
            let branch = chance.random_range(0..branches.len());
            if branches.len() < 8 && chance.random_bool(0.05) {
                branches.push(branches[branch].clone());
            }
            let (history, list) = &mut branches[branch];
            if chance.random_bool(0.6) {
                let position = positions.choose(&mut chance).unwrap();
                history.push(pass(), position.clone());
                list.push(position.clone());
            } else {
                let popped = history.pop();
                assert!(popped.map(|made| made.before) == list.pop());
            }
            for (history, list) in &branches {
                assert_eq!(history.len(), list.len());
                for position in &positions {
                    assert_eq!(history.times(position), recount(list, position));
                }
            }
        }
        for (history, list) in &branches {
            assert!(zip(history.moves(), list).all(|(made, position)| made.before == *position));
        }
        for (mut history, list) in branches {
            list.iter().for_each(|_| assert!(history.pop().is_some()));
            assert!(history.pop().is_none() && history.all().occurred.is_empty());
        }
    }

    /// Two different positions of the same hash: a hash is the exclusive or of
    /// the facts' hashes, and of more than 64 of these some cancel out.
    fn colliding(rules: &Rules) -> [Position; 2] {
        let tanks = (0..64).flat_map(|cell| ["bot", "top"].map(|player| (cell, player, "heavy")));
        let tanks: Vec<_> = tanks.collect();
        // For each bit, a hash that begins with it, and the tanks that make it up.
        let mut basis = [(0_u64, 0_u128); 64];
        for number in 0..tanks.len() {
            let mut hash = position(rules, &tanks[number..=number]).lasting_hash();
            let mut members = 1_u128 << number;
            while hash != 0 && basis[hash.ilog2() as usize].0 != 0 {
                let known = basis[hash.ilog2() as usize];
                (hash, members) = (hash ^ known.0, members ^ known.1);
            }
            if hash == 0 {
                let chosen = (0..tanks.len()).filter(|number| members >> number & 1 == 1);
                let chosen: Vec<_> = chosen.map(|number| tanks[number]).collect();
                let (some, others) = chosen.split_at(chosen.len() / 2);
                return [position(rules, some), position(rules, others)];
            }
            basis[hash.ilog2() as usize] = (hash, members);
        }
        unreachable!("there are no more than 64 independent hashes of 64 bits")
    }

    #[test]
    fn positions_of_the_same_hash_are_told_apart() {
        let rules = rules();
        let [one, other] = colliding(&rules);
        assert_eq!(one.lasting_hash(), other.lasting_hash());
        assert!(one != other && !one.recurs_in(&other));
        let mut history = History::default();
        let times = |history: &History| [history.times(&one), history.times(&other)];
        for (position, expected) in [(&one, [1, 0]), (&other, [1, 1]), (&one, [2, 1])] {
            history.push(pass(), position.clone());
            assert_eq!(times(&history), expected);
        }
        // The same once they are all in one map.
        assert_eq!(history.moves().len(), 3);
        (0..LATEST).for_each(|_| history.push(pass(), numbered(&rules, 1)));
        assert!(history.earlier.made.len() >= 3);
        assert_eq!(times(&history), [2, 1]);
        (0..LATEST).for_each(|_| drop(history.pop()));
        for expected in [[2, 1], [1, 1], [1, 0], [0, 0]] {
            assert_eq!(times(&history), expected);
            history.pop();
        }
    }

    #[test]
    fn in_random_games_repetitions_are_what_a_recount_gives() {
        // On so small a board positions recur all the time.
        let walk = ":- board(square(2, 2)).\n:- players([a, b]).\n:- state(king(cell)).\n\
            :- state(turn(player)).\n:- memory(from(cell)).\n:- action(go(cell)).\n\
            start(king(a1)).\nstart(turn(a)).\n\
            legal(go(To)) :- king(From), step(From, _, To).\n\
            add(king(To)) :- does(go(To)).\ndel(king(From)) :- king(From).\n\
            add(from(Cell)) :- does(go(_)), king(Cell).\ndel(from(Cell)) :- from(Cell).\n\
            refuse(go(To), far) :- tried(go(To)), \\+ legal(go(To)).\n\
            reason(far, 'too far').\ndraw :- repetitions(Times), Times > 40.\n";
        let walk = Arc::new(Rules::from_text("walk.pl", walk).unwrap());
        let hive = Arc::new(Rules::open("hive").unwrap());
        let mut chance = ChaCha8Rng::seed_from_u64(2);
        let mut most = 0;
        for rules in [walk, hive] {
            let mut games = vec![Game::new(rules).unwrap(); 2];
            for _ in 0..150 {
                let branch = chance.random_range(0..games.len());
                let mut game = games[branch].clone();
                match chance.random_range(0..10) {
                    0..7 => {
                        let Some(action) = game.legal().unwrap().choose(&mut chance).cloned()
                        else {
                            break;
                        };
                        game.play(&action).unwrap();
                    }
                    7 => drop(game.undo()),
                    8 => drop(game.redo().unwrap()),
                    _ => game = games[0].clone(),
                }
                let earlier: Vec<Position> = game.earlier_positions().cloned().collect();
                assert_eq!(game.repetitions(), 1 + recount(&earlier, game.position()));
                most = most.max(game.repetitions());
                games[branch] = game;
            }
            for (before, _) in games[0].moves() {
                let earlier: Vec<Position> = before.earlier_positions().cloned().collect();
                assert_eq!(before.repetitions(), 1 + recount(&earlier, before.position()));
            }
        }
        assert!(most > 5, "positions recurred {most} times at most");
    }

    #[test]
    fn a_very_long_history_comes_and_goes() {
        let rules = rules();
        let position = Position::empty(rules.program());
        let mut long = History::default();
        long.push(pass(), position.clone());
        let one = long.clone();
        for _ in 0..200_000 {
            long.push(pass(), position.clone());
        }
        assert_eq!((one.len(), long.len(), long.times(&position)), (1, 200_001, 200_001));
        let other = long.clone();
        drop(long);
        assert_eq!(other.moves().len(), 200_001);
        drop(other);
        assert_eq!(one.len(), 1);
    }
}
