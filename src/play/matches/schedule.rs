//! Who meets whom, and who has which side: a round robin in which every group of
//! players plays the same number of games, with the seats rotated.
//!
//! The games in which one group plays one opening, from every seating in turn, are an
//! encounter: a pair of games where there are two sides. Encounters are what results are
//! averaged over, and what machines share a match by.

/// So many games are the most of a match.
pub const MOST_GAMES: usize = 1_000_000;

/// The games of a match, in the order in which they are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    sides: usize,
    /// Those who meet: pairs, where the game has two sides.
    groups: Vec<Vec<usize>>,
    /// How many games each group plays.
    games: usize,
}

/// One game that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Which one, counted from 1.
    pub number: usize,
    /// Which encounter it belongs to, counted from 0.
    pub encounter: usize,
    /// Which opening is played, counted from 0: the same for every group.
    pub opening: usize,
    /// Which player has each side.
    pub seats: Vec<usize>,
}

/// A part of a match, for one of several machines: every n-th encounter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, counted from 0.
    pub index: usize,
    /// How many parts there are.
    pub count: usize,
}

impl Shard {
    /// Whether something belongs to this part, by its number from 0.
    pub fn holds(self, number: usize) -> bool {
        number % self.count == self.index
    }
}

impl Schedule {
    /// A schedule in which each group plays so many games; none if they are too many.
    pub fn new(players: usize, sides: usize, games: usize) -> Option<Schedule> {
        let groups = combinations(players, sides)?;
        let total = groups.len().checked_mul(games)?;
        (sides > 0 && total <= MOST_GAMES).then_some(Schedule { sides, groups, games })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.groups.len() * self.games
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The groups that meet.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// A game, counted from 0.
    pub fn slot(&self, index: usize) -> Slot {
        let in_a_round = self.groups.len() * self.sides;
        let opening = index / in_a_round;
        // The last round may be cut short.
        let length = self.sides.min(self.games - opening * self.sides);
        let within = index % in_a_round;
        let (group, turn) = (within / length, within % length);
        let mut seats = arranged(&self.groups[group], opening);
        seats.rotate_left(turn);
        let encounter = opening * self.groups.len() + group;
        Slot { number: index + 1, encounter, opening, seats }
    }

    /// All games, or those of a part.
    pub fn slots(&self, shard: Option<Shard>) -> impl Iterator<Item = Slot> {
        let is_meant = move |slot: &Slot| shard.is_none_or(|shard| shard.holds(slot.encounter));
        (0..self.len()).map(|index| self.slot(index)).filter(is_meant)
    }
}

/// All ways to choose so many of the players; none if they are too many to count.
fn combinations(players: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    let mut chosen = vec![Vec::new()];
    for _ in 0..size {
        let longer = chosen.iter().flat_map(|group: &Vec<usize>| {
            let from = group.last().map_or(0, |last| last + 1);
            (from..players).map(|next| group.iter().copied().chain([next]).collect())
        });
        chosen = longer.take(MOST_GAMES + 1).collect();
        if chosen.len() > MOST_GAMES {
            return None;
        }
    }
    Some(chosen)
}

/// A group in one of its orders around the board, another one each time. Orders that
/// a rotation makes equal count as one, so the first player stays.
fn arranged(group: &[usize], number: usize) -> Vec<usize> {
    let (mut seats, mut others) = (group[..1].to_vec(), group[1..].to_vec());
    let mut code = number;
    while !others.is_empty() {
        let taken = others.remove(code % others.len());
        code /= others.len() + 1;
        seats.push(taken);
    }
    seats
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn seats(players: usize, sides: usize, games: usize) -> Vec<Vec<usize>> {
        let schedule = Schedule::new(players, sides, games).unwrap();
        schedule.slots(None).map(|slot| slot.seats).collect()
    }

    #[test]
    fn two_players_alternate() {
        assert_eq!(seats(2, 2, 3), [[0, 1], [1, 0], [0, 1]]);
        let schedule = Schedule::new(2, 2, 3).unwrap();
        let encounters: Vec<_> = schedule.slots(None).map(|slot| slot.encounter).collect();
        assert_eq!(encounters, [0, 0, 1]);
    }

    #[test]
    fn every_pair_of_a_round_robin_plays_from_both_sides() {
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(seats(3, 2, 2), pairs);
        let cut_short = [[0, 1], [0, 2], [1, 2]];
        assert_eq!(seats(3, 2, 3), [&pairs[..], &cut_short].concat());
    }

    #[test]
    fn everybody_has_each_side_equally_often() {
        for (players, sides, games) in [(3, 3, 6), (4, 3, 12), (4, 4, 24), (5, 2, 4)] {
            let mut count = BTreeMap::new();
            for seats in seats(players, sides, games) {
                for (side, player) in seats.into_iter().enumerate() {
                    *count.entry((player, side)).or_insert(0) += 1;
                }
            }
            assert_eq!(count.len(), players * sides);
            let all: Vec<_> = count.values().collect();
            assert!(all.iter().all(|number| *number == all[0]), "{count:?}");
        }
    }

    #[test]
    fn three_are_seated_in_every_order() {
        let mut all = seats(3, 3, 6);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
    }

    #[test]
    fn alone_everybody_plays_by_themselves() {
        assert_eq!(seats(2, 1, 2), [[0], [1], [0], [1]]);
    }

    #[test]
    fn shards_hold_every_game_once() {
        let schedule = Schedule::new(4, 2, 7).unwrap();
        let shard = |index| schedule.slots(Some(Shard { index, count: 3 }));
        let mut numbers: Vec<usize> = (0..3).flat_map(shard).map(|slot| slot.number).collect();
        numbers.sort();
        assert_eq!(numbers, (1..=schedule.len()).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_games_are_none_at_all() {
        assert_eq!(Schedule::new(3, 2, usize::MAX), None);
        assert_eq!(Schedule::new(1000, 10, 1), None);
        assert_eq!(Schedule::new(1, 2, 5).map(|it| it.len()), Some(0));
    }
}
