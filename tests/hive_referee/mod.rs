//! A referee of Hive: the rules of the board game in plain Rust, to check the
//! rules as logic against. It shares nothing with them but the names of pieces,
//! actions and reasons.

#![allow(dead_code, reason = "each test uses its part")]

pub mod bugs;
pub mod hive;
mod moves;
pub mod notation;
mod refusals;

use std::collections::BTreeSet;
use std::fmt;

use hornet::game::{Action, Game};
use hornet::logic::{Atom, Cell, Value};

use bugs::{Kind, Piece, Player};
use hive::{Hex, Hive};
use moves::destinations;

/// What a player does in a turn, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Play {
    Place(Piece, Hex),
    Move(Piece, Hex, Hex),
    Pass,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Open,
    Won(Player),
    Draw,
}

/// A position of Hive, with what the rules need to know of the game before it.
#[derive(Clone)]
pub struct Referee {
    pub hive: Hive,
    pub turn: Player,
    turn_number: usize,
    just_moved: Option<Piece>,
    occurrences: usize,
    kinds: Vec<Kind>,
    tournament: bool,
}

/// Asking.
impl Referee {
    /// Everything that the player to move may do.
    pub fn legal(&self) -> BTreeSet<Play> {
        if self.standing() != Standing::Open {
            return BTreeSet::new();
        }
        let mut plays = self.placements();
        plays.extend(self.own_moves());
        plays.extend(self.throws());
        if plays.is_empty() {
            plays.insert(Play::Pass);
        }
        plays
    }

    pub fn standing(&self) -> Standing {
        let surrounded = Player::BOTH.map(|player| self.is_surrounded(player));
        match surrounded {
            [true, true] => Standing::Draw,
            [true, false] => Standing::Won(Player::Black),
            [false, true] => Standing::Won(Player::White),
            [false, false] if self.occurrences >= 3 => Standing::Draw,
            [false, false] => Standing::Open,
        }
    }

    fn is_surrounded(&self, player: Player) -> bool {
        let queen = self.hive.cell_of(Piece::queen(player));
        queen.is_some_and(|cell| self.hive.surrounds(cell))
    }

    fn has_queen(&self, player: Player) -> bool {
        self.hive.has(Piece::queen(player))
    }
}

/// Placing.
impl Referee {
    fn placements(&self) -> BTreeSet<Play> {
        let cells = self.entrances();
        let pieces = Piece::all_of(self.turn).into_iter().filter(|piece| self.may_enter(*piece));
        pieces.flat_map(|piece| cells.iter().map(move |cell| Play::Place(piece, *cell))).collect()
    }

    fn is_in_hand(&self, piece: Piece) -> bool {
        self.kinds.contains(&piece.kind) && !self.hive.has(piece)
    }

    fn may_enter(&self, piece: Piece) -> bool {
        self.is_in_hand(piece)
            && !self.jumps_the_queue(piece)
            && !self.is_queen_too_early(piece)
            && !self.is_late_for_queen(piece)
    }

    /// A piece of the same kind with a lower number is still in hand.
    fn jumps_the_queue(&self, piece: Piece) -> bool {
        (1..piece.number).any(|number| self.is_in_hand(Piece { number, ..piece }))
    }

    /// The queen would be her player's first piece, in a tournament.
    fn is_queen_too_early(&self, piece: Piece) -> bool {
        let first = !self.hive.has_pieces_of(piece.player);
        self.tournament && piece.kind == Kind::Queen && first
    }

    /// The player to move has come to the fourth turn, and the queen is still in
    /// hand.
    fn is_late_for_queen(&self, piece: Piece) -> bool {
        let is_own = piece.player == self.turn && piece.kind != Kind::Queen;
        is_own && self.turn_number.div_ceil(2) >= 4 && !self.has_queen(piece.player)
    }

    fn entrances(&self) -> BTreeSet<Hex> {
        if self.hive.is_empty() {
            return BTreeSet::from([Hex::ORIGIN]);
        }
        let around: BTreeSet<Hex> = self.hive.cells().flat_map(Hex::neighbours).collect();
        let is_entrance = |cell: &Hex| {
            let first = !self.hive.has_pieces_of(self.turn);
            let among_own = || self.hive.tops_around(*cell).all(|top| top.player == self.turn);
            !self.hive.is_occupied(*cell) && (first || among_own())
        };
        around.into_iter().filter(is_entrance).collect()
    }
}

/// Moving and throwing.
impl Referee {
    /// Nothing keeps a piece where it is: no piece on it, no move just before,
    /// and no pieces that hang together by it alone.
    fn is_free(&self, piece: Piece) -> bool {
        let covered = self.hive.is_covered(piece);
        !covered && self.just_moved != Some(piece) && !self.splits(piece)
    }

    /// The hive would fall into parts without the piece.
    fn splits(&self, piece: Piece) -> bool {
        !self.hive.without(piece).is_in_one_part()
    }

    /// The player's pieces in the hive that can be seen, if they may act at all.
    fn actors(&self) -> impl Iterator<Item = (Piece, Hex)> + '_ {
        let tops = self.hive.cells().filter_map(|cell| Some((self.hive.top(cell)?, cell)));
        tops.filter(|(piece, _)| piece.player == self.turn && self.has_queen(self.turn))
    }

    fn own_moves(&self) -> BTreeSet<Play> {
        let free = self.actors().filter(|(piece, _)| self.is_free(*piece));
        free.flat_map(|(piece, from)| {
            let cells = self.reach(piece, from);
            cells.into_iter().map(move |to| Play::Move(piece, from, to))
        })
        .collect()
    }

    /// Where a piece that can be seen on a cell gets by itself.
    fn reach(&self, piece: Piece, from: Hex) -> BTreeSet<Hex> {
        let lifted = self.hive.without(piece);
        let kinds = self.manners(piece, from);
        kinds.into_iter().flat_map(|kind| destinations(&lifted, kind, from)).collect()
    }

    /// The kinds that a piece that can be seen on a cell moves like.
    fn manners(&self, piece: Piece, cell: Hex) -> BTreeSet<Kind> {
        match (piece.kind, self.hive.height(cell)) {
            (Kind::Mosquito, 1) => self.touched_kinds(cell),
            (Kind::Mosquito, _) => BTreeSet::from([Kind::Beetle]),
            (kind, _) => BTreeSet::from([kind]),
        }
    }

    /// The kinds that a mosquito on the ground gets something from.
    fn touched_kinds(&self, cell: Hex) -> BTreeSet<Kind> {
        let kinds = self.hive.tops_around(cell).map(|top| top.kind);
        kinds.filter(|kind| *kind != Kind::Mosquito).collect()
    }

    /// The cells of the pieces that can throw others in this turn.
    fn throwers(&self) -> impl Iterator<Item = Hex> + '_ {
        let ready = self.actors().filter(|(piece, _)| self.just_moved != Some(*piece));
        let able = ready.filter(|(piece, cell)| {
            self.hive.is_alone(*piece) && self.manners(*piece, *cell).contains(&Kind::Pillbug)
        });
        able.map(|(_, cell)| cell)
    }

    fn throws(&self) -> BTreeSet<Play> {
        let mut plays = BTreeSet::new();
        for cell in self.throwers() {
            for from in cell.neighbours() {
                let Some(piece) = self.hive.top(from).filter(|top| self.can_be_lifted(*top)) else {
                    continue;
                };
                let targets = self.throw_targets(piece, from, cell);
                plays.extend(targets.into_iter().map(|to| Play::Move(piece, from, to)));
            }
        }
        plays
    }

    fn can_be_lifted(&self, piece: Piece) -> bool {
        self.hive.is_alone(piece) && self.is_free(piece)
    }

    /// Where a piece gets from its cell over the one that throws it.
    fn throw_targets(&self, piece: Piece, from: Hex, thrower: Hex) -> Vec<Hex> {
        let lifted = self.hive.without(piece);
        if !lifted.climbs(from, thrower) {
            return Vec::new();
        }
        let empty = |to: &Hex| *to != from && !lifted.is_occupied(*to);
        let targets = thrower.neighbours().into_iter().filter(empty);
        targets.filter(|to| lifted.climbs(thrower, *to)).collect()
    }
}

/// Reading a game.
impl Referee {
    /// The position that a game has come to.
    pub fn of(game: &Game) -> Referee {
        let (hive, turn) = board(game);
        let moved = facts(game, "moved", 1);
        assert!(moved.len() <= 1, "one piece at most moves in a turn");
        let just_moved = moved.first().map(|row| piece(row[0]));
        let chosen = |option: &str| is_on(game, option);
        let expansions = [
            (Kind::Mosquito, chosen("mosquito")),
            (Kind::Ladybug, chosen("ladybug")),
            (Kind::Pillbug, chosen("pillbug")),
        ];
        let plays = |kind: &Kind| !expansions.contains(&(*kind, false));
        Referee {
            occurrences: occurrences(game, &hive, turn),
            hive,
            turn,
            turn_number: game.turn_number(),
            just_moved,
            kinds: Kind::ALL.into_iter().filter(plays).collect(),
            tournament: chosen("tournament"),
        }
    }
}

/// The pieces of a position and whose turn it is.
fn board(game: &Game) -> (Hive, Player) {
    let pieces = facts(game, "at", 3).into_iter();
    let hive =
        Hive::of(pieces.map(|at| (piece(at[0]), hex(at[1]), at[2].as_int().unwrap())).collect());
    let turn = game.turn().unwrap();
    let player = Player::BOTH.into_iter().find(|player| player.name() == turn.as_str());
    (hive, player.unwrap())
}

/// How often a position has come up in a game that has come to it just now.
fn occurrences(game: &Game, hive: &Hive, turn: Player) -> usize {
    let mut past = game.clone();
    let mut times = 1;
    while past.undo().is_some() {
        times += usize::from(board(&past) == (hive.clone(), turn));
    }
    times
}

fn facts(game: &Game, name: &str, arity: usize) -> Vec<Vec<Value>> {
    let relation = game.rules().program().relations.plain(name, arity).unwrap();
    game.position().rows(relation).map(|row| row.to_vec()).collect()
}

fn is_on(game: &Game, option: &str) -> bool {
    let rules = game.rules();
    let mut declared = rules.program().declarations.options.iter();
    let index = declared.position(|declared| declared.name.as_str() == option).unwrap();
    rules.options()[index] == Value::Atom(Atom::new("on"))
}

fn piece(value: Value) -> Piece {
    Piece::named(value.as_atom().unwrap().as_str()).unwrap()
}

fn hex(value: Value) -> Hex {
    match value {
        Value::Cell(Cell::Axial(q, r)) => Hex { q, r },
        other => panic!("{other} is no cell of the plane"),
    }
}

impl From<&Action> for Play {
    fn from(action: &Action) -> Play {
        match (action.name.as_str(), action.args.as_slice()) {
            ("place", [what, to]) => Play::Place(piece(*what), hex(*to)),
            ("move", [what, from, to]) => Play::Move(piece(*what), hex(*from), hex(*to)),
            ("pass", []) => Play::Pass,
            _ => panic!("{action} is no action of Hive"),
        }
    }
}

impl From<Play> for Action {
    fn from(play: Play) -> Action {
        let piece = |piece: Piece| Value::Atom(Atom::new(&piece.to_string()));
        let cell = |hex: Hex| Value::Cell(Cell::Axial(hex.q, hex.r));
        match play {
            Play::Place(what, to) => Action::new("place", &[piece(what), cell(to)]),
            Play::Move(what, from, to) => Action::new("move", &[piece(what), cell(from), cell(to)]),
            Play::Pass => Action::new("pass", &[]),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Action::from(*self), f)
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
