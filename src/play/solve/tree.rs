//! The game as a search for proofs sees it: positions, whose turn it is in them, what
//! leads on, and whether an attack has succeeded. Positions are told apart by as much of
//! their history as matters.
//!
//! **Repetitions.** Most rules that ask for them only say that a game is drawn by them.
//! Then positions count as repeated only if they occurred before the position that is
//! solved, so that what is known of a position holds wherever it comes up:
//!
//! - A win that is found so is a win. Whoever wins comes closer to the end with each
//!   action, whatever the others do, so no position comes up twice on the way. (Where
//!   rules declare `memory`, or ask for the number of the turn, a position can come up
//!   again with another memory, or at another turn. There, the whole proof is played
//!   through once more, see `check`.)
//! - Where there is no win, there is none with more draws either. (It is taken for granted
//!   that a position which is drawn stays so if it occurs more often.)
//!
//! Where the rules make any other use of repetitions, what is known holds for the one way
//! that led to a position.

use crate::game::{Action, Game, Outcome, Rules};
use crate::logic::Atom;
use crate::logic::check::strata::closure;
use crate::logic::program::{RelationId, Rule};
use crate::logic::slice::Slice;
use crate::play::player::CHANCE;
use crate::play::search::clock::Clock;

/// The game below a position.
pub struct Tree {
    /// The player to move in it.
    pub player: Atom,
    /// When to stop.
    pub clock: Clock,
    repetitions: Repetitions,
    asks_turn_number: bool,
    has_memory: bool,
    /// The game after any first action, whose earlier positions count.
    base: Option<Game>,
}

/// What rules do with repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetitions {
    /// They do not ask for them.
    Unasked,
    /// They call games drawn by them.
    Draw,
    /// Something else.
    Asked,
}

/// What is to be forced, by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// The player to move wins.
    Win,
    /// That player loses: the others force it, together.
    Loss,
}

/// A position in the tree.
#[derive(Clone)]
pub struct Node {
    /// The game, as far as rules can ask for it.
    pub game: Game,
    /// By what the position is known.
    pub key: u64,
    /// How many actions led to it.
    pub ply: u16,
    /// Who moves.
    turn: Option<Atom>,
    /// The positions on the way to it, where they matter.
    way: u64,
}

/// How an attack stands in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// It has succeeded.
    Succeeded,
    /// It has failed: the game is over.
    Failed,
    /// The game goes on.
    Open,
}

impl Tree {
    /// The game below a position in which it is a player's turn.
    pub fn new(game: &Game, player: Atom, clock: Clock) -> Tree {
        let rules = game.rules();
        let asked = [Slice::Legal, Slice::Next, Slice::Outcome];
        Tree {
            player,
            clock,
            repetitions: Repetitions::in_rules(rules),
            asks_turn_number: rules.heeds("turn_number", &asked),
            has_memory: rules.program().declarations.states.iter().any(|state| state.is_memory),
            base: None,
        }
    }

    /// What the rules do with repetitions.
    pub fn repetitions(&self) -> Repetitions {
        self.repetitions
    }

    /// From now on, what is known holds for one way to a position only.
    pub fn tell_ways_apart(&mut self) {
        self.repetitions = Repetitions::Asked;
        self.base = None;
    }

    /// Whether a proof has to be played through once more.
    pub fn is_in_doubt(&self) -> bool {
        let tells_more_apart = self.has_memory || self.asks_turn_number;
        self.repetitions == Repetitions::Draw && tells_more_apart
    }

    /// The position that is solved.
    pub fn root(&mut self, game: &Game, legal: &[Action]) -> Option<Node> {
        if let (Repetitions::Draw, Some(action)) = (self.repetitions, legal.first()) {
            let mut base = game.clone();
            self.clock.answered(base.play_unchecked(action))?;
            self.base = Some(base);
        }
        Some(self.node(game.clone(), 0, 0, Some(self.player)))
    }

    fn node(&self, game: Game, ply: u16, way: u64, before: Option<Atom>) -> Node {
        let turn = game.turn().or(before);
        let number = if self.asks_turn_number { game.turn_number() as u64 } else { 0 };
        let mixed = (number ^ way).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = game.position().hash() ^ mixed.rotate_left(23);
        Node { game, key, ply, turn, way }
    }

    /// The position after an action; nothing if the rules cannot tell.
    pub fn after(&self, node: &Node, action: &Action) -> Option<Node> {
        let mut game = node.game.clone();
        self.clock.answered(game.play_unchecked(action))?;
        Some(self.reached(node, game))
    }

    /// The position that an action led to, by the game after it.
    pub fn reached(&self, node: &Node, mut game: Game) -> Node {
        if let Some(base) = &self.base {
            game.take_history_of(base);
        }
        let way = match self.repetitions {
            // In whatever order: how often each has occurred is what counts.
            Repetitions::Asked => {
                let hash = node.game.position().lasting_hash();
                node.way.wrapping_add(hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
            }
            _ => 0,
        };
        self.node(game, node.ply + 1, way, node.turn)
    }

    /// The legal actions, of which there are none in a game that is over.
    pub fn legal(&self, node: &Node) -> Option<Vec<Action>> {
        self.clock.count_node();
        self.clock.answered(node.game.legal_unsorted())
    }

    /// How an attack stands.
    pub fn stands(&self, node: &Node, attack: Attack) -> Option<Stands> {
        self.clock.count_node();
        let outcome = self.clock.answered(node.game.outcome())?;
        Some(self.judged(attack, &outcome))
    }

    /// The same by the outcome of a game.
    pub fn judged(&self, attack: Attack, outcome: &Outcome) -> Stands {
        let has_succeeded = match (outcome, attack) {
            (Outcome::Open, _) => return Stands::Open,
            (Outcome::Draw, _) => false,
            (Outcome::Won(winners), Attack::Win) => **winners == [self.player],
            (Outcome::Won(winners), Attack::Loss) => !winners.contains(&self.player),
        };
        if has_succeeded { Stands::Succeeded } else { Stands::Failed }
    }

    /// Whether those who attack choose the next action. Chance is nobody's friend.
    pub fn is_attackers(&self, node: &Node, attack: Attack) -> bool {
        match attack {
            Attack::Win => node.turn == Some(self.player),
            Attack::Loss => {
                node.turn.is_some_and(|turn| turn != self.player && turn.as_str() != CHANCE)
            }
        }
    }
}

impl Repetitions {
    /// What some rules do with them.
    fn in_rules(rules: &Rules) -> Repetitions {
        let slices = [Slice::Legal, Slice::Next, Slice::Outcome];
        if !rules.heeds("repetitions", &slices) {
            return Repetitions::Unasked;
        }
        let program = rules.program();
        let [draw, wins] =
            [("draw", 0), ("wins", 1)].map(|(name, arity)| program.relations.plain(name, arity));
        let going_on: Vec<RelationId> =
            [Slice::Legal, Slice::Next].iter().flat_map(|slice| slice.targets(program)).collect();
        let wins: Vec<RelationId> = wins.into_iter().collect();
        // Nothing is legal in a game that is drawn, and nothing follows it.
        let decide = |rule: &&Rule| Some(rule.head) != draw;
        let asks = |needed: rustc_hash::FxHashSet<RelationId>| {
            rules.repetitions().is_some_and(|relation| needed.contains(&relation))
        };
        let elsewhere = asks(closure(program.rules.iter().filter(decide), &going_on))
            || asks(closure(&program.rules, &wins));
        if elsewhere { Repetitions::Asked } else { Repetitions::Draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_mostly_draw() {
        let found = |name: &str| Repetitions::in_rules(&Rules::open(name).unwrap());
        assert_eq!(found("tanks:6"), Repetitions::Unasked);
        for name in ["hive", "examples/chess.pl", "examples/nine_mens_morris.pl"] {
            assert_eq!(found(name), Repetitions::Draw, "{name}");
        }
        let text = |rule: &str| {
            format!(
                ":- board(square(2, 2)).\n:- players([a, b]).\n:- state(king(cell)).\n\
                 :- state(turn(player)).\n:- action(go(cell)).\nstart(king(a1)).\nstart(turn(a)).\n\
                 legal(go(To)) :- king(From), step(From, _, To).\nadd(king(To)) :- does(go(To)).\n\
                 del(king(From)) :- king(From).\nrefuse(go(To), far) :- tried(go(To)), \
                 \\+ legal(go(To)).\nreason(far, 'too far').\n{rule}\n"
            )
        };
        let found =
            |rule| Repetitions::in_rules(&Rules::from_text("walk.pl", &text(rule)).unwrap());
        assert_eq!(found("draw :- repetitions(3)."), Repetitions::Draw);
        assert_eq!(found("wins(a) :- repetitions(3)."), Repetitions::Asked);
        assert_eq!(
            found("draw :- king(b2).\nlegal(go(a1)) :- repetitions(2)."),
            Repetitions::Asked
        );
        assert_eq!(found("draw :- king(b2)."), Repetitions::Unasked);
    }
}
