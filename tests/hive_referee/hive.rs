//! The plane of hexagons and the pieces on it: neighbours, heights, and what
//! a single step asks for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::bugs::{Piece, Player};

/// A cell, in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex {
    pub q: i16,
    pub r: i16,
}

/// What each direction adds to a cell: clockwise, from east.
pub const DIRECTIONS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    pub const ORIGIN: Hex = Hex { q: 0, r: 0 };

    /// The next cell in a direction.
    pub fn toward(self, (q, r): (i16, i16)) -> Hex {
        Hex { q: self.q + q, r: self.r + r }
    }

    pub fn neighbours(self) -> [Hex; 6] {
        DIRECTIONS.map(|direction| self.toward(direction))
    }

    pub fn touches(self, other: Hex) -> bool {
        self.neighbours().contains(&other)
    }

    /// The two cells that touch both this one and its neighbour.
    fn flanks(self, neighbour: Hex) -> [Hex; 2] {
        let mut both = self.neighbours().into_iter().filter(|cell| cell.touches(neighbour));
        [both.next().unwrap(), both.next().unwrap()]
    }

    /// The cells strictly between two cells of a straight line; nothing if
    /// they are in none.
    pub fn between(self, other: Hex) -> Option<Vec<Hex>> {
        let (q, r) = (other.q - self.q, other.r - self.r);
        let straight = q == 0 || r == 0 || q + r == 0;
        let distance = q.abs().max(r.abs());
        if !straight || distance == 0 {
            return None;
        }
        let direction = (q / distance, r / distance);
        let line = std::iter::successors(Some(self), |cell| Some(cell.toward(direction)));
        Some(line.skip(1).take(distance as usize - 1).collect())
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.q, self.r)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The pieces in play: on each cell a stack, its lowest piece first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hive {
    stacks: BTreeMap<Hex, Vec<Piece>>,
}

impl Hive {
    /// The hive of some pieces with their cells and levels.
    pub fn of(mut pieces: Vec<(Piece, Hex, i64)>) -> Hive {
        pieces.sort_by_key(|(_, _, level)| *level);
        let mut hive = Hive::default();
        for (piece, cell, level) in pieces {
            let stack = hive.stacks.entry(cell).or_default();
            stack.push(piece);
            assert_eq!(stack.len() as i64, level, "{piece} hangs in the air on {cell}");
        }
        hive
    }

    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }

    /// The occupied cells.
    pub fn cells(&self) -> impl Iterator<Item = Hex> + '_ {
        self.stacks.keys().copied()
    }

    /// The pieces on a cell, the lowest first.
    pub fn stack(&self, cell: Hex) -> &[Piece] {
        self.stacks.get(&cell).map_or(&[], Vec::as_slice)
    }

    pub fn height(&self, cell: Hex) -> usize {
        self.stack(cell).len()
    }

    pub fn is_occupied(&self, cell: Hex) -> bool {
        self.height(cell) > 0
    }

    /// The piece that can be seen on a cell.
    pub fn top(&self, cell: Hex) -> Option<Piece> {
        self.stack(cell).last().copied()
    }

    /// The pieces that can be seen on the cells around a cell.
    pub fn tops_around(&self, cell: Hex) -> impl Iterator<Item = Piece> + '_ {
        cell.neighbours().into_iter().filter_map(|next| self.top(next))
    }

    /// Where a piece is.
    pub fn cell_of(&self, piece: Piece) -> Option<Hex> {
        self.stacks.iter().find(|(_, stack)| stack.contains(&piece)).map(|(cell, _)| *cell)
    }

    pub fn has(&self, piece: Piece) -> bool {
        self.cell_of(piece).is_some()
    }

    /// A piece has its cell to itself.
    pub fn is_alone(&self, piece: Piece) -> bool {
        self.stacks.values().any(|stack| *stack == [piece])
    }

    /// A piece lies under another one.
    pub fn is_covered(&self, piece: Piece) -> bool {
        self.stacks.values().any(|stack| stack.contains(&piece) && stack.last() != Some(&piece))
    }

    /// A player has pieces in the hive.
    pub fn has_pieces_of(&self, player: Player) -> bool {
        self.stacks.values().flatten().any(|piece| piece.player == player)
    }

    /// The hive with a piece lifted off.
    pub fn without(&self, piece: Piece) -> Hive {
        let mut hive = self.clone();
        for stack in hive.stacks.values_mut() {
            stack.retain(|other| *other != piece);
        }
        hive.stacks.retain(|_, stack| !stack.is_empty());
        hive
    }

    /// All pieces hang together.
    pub fn is_in_one_part(&self) -> bool {
        let mut reached = BTreeSet::new();
        let mut to_visit: Vec<Hex> = self.cells().take(1).collect();
        while let Some(cell) = to_visit.pop() {
            if self.is_occupied(cell) && reached.insert(cell) {
                to_visit.extend(cell.neighbours());
            }
        }
        reached.len() == self.stacks.len()
    }

    /// All six cells around a cell are occupied.
    pub fn surrounds(&self, cell: Hex) -> bool {
        cell.neighbours().iter().all(|next| self.is_occupied(*next))
    }
}

/// Steps of a piece that is lifted off the hive, from a cell to a neighbour.
impl Hive {
    /// The pieces on both sides are too high to get through between them.
    pub fn is_too_narrow(&self, from: Hex, to: Hex) -> bool {
        let sides = from.flanks(to).map(|side| self.height(side));
        sides[0].min(sides[1]) > self.height(from).max(self.height(to))
    }

    /// Two pieces on the ground leave no room between them.
    pub fn is_gap(&self, from: Hex, to: Hex) -> bool {
        self.is_on_the_ground(from, to) && self.is_too_narrow(from, to)
    }

    /// A gap, and nothing else, leads to the cell.
    pub fn is_closed(&self, cell: Hex) -> bool {
        let around = cell.neighbours();
        let is_open = |from: &Hex| self.slides(*from, cell);
        around.iter().any(|from| self.is_gap(*from, cell)) && !around.iter().any(is_open)
    }

    /// On the ground there is no piece on either side to slide along.
    pub fn has_no_contact(&self, from: Hex, to: Hex) -> bool {
        !from.flanks(to).iter().any(|side| self.is_occupied(*side))
    }

    /// The step is one on the ground.
    pub fn is_on_the_ground(&self, from: Hex, to: Hex) -> bool {
        !self.is_occupied(from) && !self.is_occupied(to)
    }

    /// The piece can slide there on the ground.
    pub fn slides(&self, from: Hex, to: Hex) -> bool {
        self.is_on_the_ground(from, to)
            && !self.is_too_narrow(from, to)
            && !self.has_no_contact(from, to)
    }

    /// The piece can get there up, down, or on top of the hive.
    pub fn climbs(&self, from: Hex, to: Hex) -> bool {
        !self.is_on_the_ground(from, to) && !self.is_too_narrow(from, to)
    }
}
