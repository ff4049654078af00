//! Whether a reason for refusing an action is a true one.

use super::bugs::{Kind, Piece};
use super::hive::Hex;
use super::moves::{destinations, squeezing};
use super::{Play, Referee, Standing};

impl Referee {
    /// The action breaks the rule that a reason speaks of.
    pub fn is_true(&self, play: Play, reason: &str) -> bool {
        match play {
            _ if reason == "over" => self.standing() != Standing::Open,
            Play::Place(piece, cell) => self.breaks_placing(piece, cell, reason),
            Play::Move(piece, from, to) => {
                Attempt { referee: self, piece, from, to }.breaks_moving(reason)
            }
            Play::Pass => {
                reason == "can_act" && self.legal().into_iter().any(|play| play != Play::Pass)
            }
        }
    }

    fn breaks_placing(&self, piece: Piece, cell: Hex, reason: &str) -> bool {
        let hive = &self.hive;
        match reason {
            "not_your_turn" => piece.player != self.turn,
            "no_part" => !self.kinds.contains(&piece.kind),
            "not_in_hand" => hive.has(piece),
            "out_of_order" => self.jumps_the_queue(piece),
            "queen_first" => self.is_queen_too_early(piece),
            "queen_due" => self.is_late_for_queen(piece),
            "not_at_origin" => hive.is_empty() && cell != Hex::ORIGIN,
            "occupied" => hive.is_occupied(cell),
            "unconnected" => {
                let is_apart = hive.tops_around(cell).next().is_none();
                !hive.is_empty() && !hive.is_occupied(cell) && is_apart
            }
            "touches_enemy" => {
                let enemy = piece.player.other();
                !hive.is_occupied(cell)
                    && hive.has_pieces_of(piece.player)
                    && hive.tops_around(cell).any(|top| top.player == enemy)
            }
            _ => false,
        }
    }
}

/// A piece that the player to move tries to move or to throw.
struct Attempt<'a> {
    referee: &'a Referee,
    piece: Piece,
    from: Hex,
    to: Hex,
}

impl Attempt<'_> {
    fn breaks_moving(&self, reason: &str) -> bool {
        let Attempt { referee, piece, from, to } = *self;
        let hive = &referee.hive;
        match reason {
            "no_part" => !referee.kinds.contains(&piece.kind),
            "not_there" => hive.cell_of(piece) != Some(from),
            "no_queen" => !referee.has_queen(referee.turn),
            "covered" => hive.is_covered(piece),
            "just_moved" => referee.just_moved == Some(piece),
            "splits" => hive.has(piece) && referee.splits(piece),
            "stays" => from == to,
            "occupied" => hive.is_occupied(to) && !(self.is_own() && self.goes_like(Kind::Beetle)),
            "too_narrow" => self.is_too_narrow(),
            "not_yours" => !self.is_own() && self.pillbugs_beside().is_empty(),
            "thrower_moved" => {
                let just_moved = |piece: &Piece| referee.just_moved == Some(*piece);
                self.lacks_thrower() && self.pillbugs_beside().iter().any(just_moved)
            }
            "thrower_covered" => {
                let is_covered = |piece: &Piece| hive.is_covered(*piece);
                self.lacks_thrower() && self.pillbugs_beside().iter().any(is_covered)
            }
            "no_pillbug" => self.throwers_between().is_empty(),
            "stacked" => hive.has(piece) && !hive.is_alone(piece),
            _ => self.is_own() && self.breaks_own_move(reason),
        }
    }

    /// The rules for a piece that moves by itself.
    fn breaks_own_move(&self, reason: &str) -> bool {
        let Attempt { from, to, .. } = *self;
        match reason {
            "not_adjacent" => self.goes_one_cell() && !from.touches(to),
            "loses_contact" => self.goes_one_cell() && self.loses_contact(),
            "no_three_steps" => self.cannot_go_like(Kind::Spider) && !self.would_squeeze(),
            "no_path" => self.cannot_go_like(Kind::Ant) && !self.would_squeeze(),
            "no_way_over" => self.cannot_go_like(Kind::Ladybug),
            "not_in_line" => self.goes_like(Kind::Grasshopper) && from.between(to).is_none(),
            "gap" => self.goes_like(Kind::Grasshopper) && self.has_gap(),
            "only_mosquitoes" => self.is_copying() && self.manners().is_empty(),
            "nothing_to_copy" => self.is_copying() && self.is_out_of_reach(),
            _ => false,
        }
    }

    fn is_own(&self) -> bool {
        self.piece.player == self.referee.turn
    }

    /// The kinds that the piece moves like, if it can be seen where it is said
    /// to be.
    fn manners(&self) -> Vec<Kind> {
        let is_there = self.referee.hive.top(self.from) == Some(self.piece);
        let manners = is_there.then(|| self.referee.manners(self.piece, self.from));
        manners.into_iter().flatten().collect()
    }

    fn goes_like(&self, kind: Kind) -> bool {
        self.manners().contains(&kind)
    }

    fn goes_one_cell(&self) -> bool {
        let one_cell = [Kind::Queen, Kind::Beetle, Kind::Pillbug];
        one_cell.into_iter().any(|kind| self.goes_like(kind))
    }

    /// The piece goes like bugs of a kind, which do not get there.
    fn cannot_go_like(&self, kind: Kind) -> bool {
        let lifted = self.referee.hive.without(self.piece);
        self.goes_like(kind) && !destinations(&lifted, kind, self.from).contains(&self.to)
    }

    fn is_out_of_reach(&self) -> bool {
        !self.referee.reach(self.piece, self.from).contains(&self.to)
    }

    /// The piece is a mosquito on the ground.
    fn is_copying(&self) -> bool {
        self.piece.kind == Kind::Mosquito && self.referee.hive.stack(self.from) == [self.piece]
    }

    /// The cells between are not all occupied, or there are none.
    fn has_gap(&self) -> bool {
        let between = self.from.between(self.to).unwrap_or_default();
        between.is_empty() || between.iter().any(|cell| !self.referee.hive.is_occupied(*cell))
    }

    /// The step leads over the ground, along no piece.
    fn loses_contact(&self) -> bool {
        let lifted = self.referee.hive.without(self.piece);
        self.from.touches(self.to)
            && lifted.is_on_the_ground(self.from, self.to)
            && lifted.has_no_contact(self.from, self.to)
    }

    /// Two pieces stand in the way: of the step, or else of the throw.
    fn is_too_narrow(&self) -> bool {
        let Attempt { from, to, .. } = *self;
        let lifted = self.referee.hive.without(self.piece);
        if self.is_own() {
            let is_step = self.goes_one_cell() && from.touches(to);
            return (is_step && lifted.is_too_narrow(from, to))
                || self.would_squeeze()
                || (self.cannot_go_like(Kind::Spider) && lifted.is_closed(to));
        }
        self.throwers_between()
            .into_iter()
            .any(|thrower| lifted.is_too_narrow(from, thrower) || lifted.is_too_narrow(thrower, to))
    }

    /// Nothing but gaps keep a spider or an ant from where it is to go.
    fn would_squeeze(&self) -> bool {
        let lifted = self.referee.hive.without(self.piece);
        [Kind::Spider, Kind::Ant].into_iter().any(|kind| {
            self.cannot_go_like(kind) && squeezing(&lifted, kind, self.from).contains(&self.to)
        })
    }

    /// The pillbugs of the player to move, and what moves like one, on cells next to the
    /// piece, whether they can throw or not.
    fn pillbugs_beside(&self) -> Vec<Piece> {
        let referee = self.referee;
        let own = Piece::all_of(referee.turn).into_iter();
        own.filter(|piece| {
            let cell = referee.hive.cell_of(*piece).filter(|cell| cell.touches(self.from));
            cell.is_some_and(|cell| {
                let is_lowest = referee.hive.stack(cell)[0] == *piece;
                let copies = referee.hive.is_alone(*piece)
                    && referee.manners(*piece, cell).contains(&Kind::Pillbug);
                is_lowest && (piece.kind == Kind::Pillbug || copies)
            })
        })
        .collect()
    }

    /// No piece next to this one can throw it, of an enemy as it is.
    fn lacks_thrower(&self) -> bool {
        !self.is_own() && !self.referee.throwers().any(|cell| cell.touches(self.from))
    }

    /// The cells between from which the player to move can throw pieces.
    fn throwers_between(&self) -> Vec<Hex> {
        let throwers = self.referee.throwers();
        throwers.filter(|cell| cell.touches(self.from) && cell.touches(self.to)).collect()
    }
}
