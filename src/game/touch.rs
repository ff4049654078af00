//! Playing by touch: which things on and beside the board an action names, in the
//! order in which somebody touches them, and which action somebody may have meant who
//! touched some. It goes by what the rules declare, so it fits every game.

use std::fmt;

use super::action::Action;
use super::drawing::scene::Scene;
use super::game::Game;
use super::rules::Rules;
use super::setup::axial;
use super::spec::unquoted;
use crate::logic::check::declarations::PLAYER;
use crate::logic::check::types::Type;
use crate::logic::{Cell, Value};

/// Something that can be touched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touch {
    /// A cell, with whatever lies on it.
    Cell(Cell),
    /// Something in the hand of a player, by its name in the rules.
    Held {
        /// Whose hand.
        side: String,
        /// What is in it.
        what: String,
    },
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Cell(cell) => write!(f, "{cell}"),
            Touch::Held { side, what } => write!(f, "hand:{side}:{what}"),
        }
    }
}

impl Touch {
    /// Something that can be touched in a game, as it is written.
    pub fn read(rules: &Rules, text: &str) -> Result<Touch, String> {
        if let Some((side, what)) = text.strip_prefix("hand:").and_then(|it| it.split_once(':')) {
            return Ok(Touch::Held { side: side.into(), what: what.into() });
        }
        let named = rules.program().declarations.cell_named(text);
        let cell = named.or_else(|| axial(text));
        cell.map(Touch::Cell).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            format!("`{shown}` is neither a cell, such as c4 or (0,-1), nor hand:SIDE:PIECE")
        })
    }
}

/// What is touched, one after the other, to play an action: what it names in the hand
/// of the player to move, and cells. Other things that it names are to be asked.
pub fn touches(game: &Game, scene: &Scene, action: &Action) -> Vec<Touch> {
    let touched = |value: &Value| match value {
        Value::Cell(cell) => Some(Touch::Cell(*cell)),
        value => held(game, scene, *value),
    };
    action.args.iter().filter_map(touched).collect()
}

/// A value in the hand of the player to move.
fn held(game: &Game, scene: &Scene, value: Value) -> Option<Touch> {
    let turn = game.turn()?;
    let hand = scene.hands.iter().find(|hand| hand.side == turn)?;
    let is_there = hand.items.iter().any(|held| held.piece.value == Some(value));
    is_there.then(|| Touch::Held { side: turn.as_str().into(), what: unquoted(&value) })
}

/// The actions that somebody may have tried by touching these things, legal or not,
/// the likeliest first.
pub fn attempts(game: &Game, scene: &Scene, touched: &[Touch]) -> Vec<Action> {
    let actions = &game.rules().program().declarations.actions;
    let mut found: Vec<(usize, Action)> = Vec::new();
    for declared in actions {
        let mut attempt =
            Attempt { game, scene, touched, used: vec![false; touched.len()], guesses: 0 };
        let args: Option<_> = declared.columns.iter().map(|ty| attempt.argument(*ty)).collect();
        if let Some(args) = args.filter(|_| attempt.used.iter().all(|used| *used)) {
            found.push((attempt.guesses, Action { name: declared.name, args }));
        }
    }
    found.sort_by_key(|(guesses, _)| *guesses);
    found.into_iter().map(|(_, action)| action).collect()
}

/// An action that is put together from what was touched.
struct Attempt<'a> {
    game: &'a Game,
    scene: &'a Scene,
    touched: &'a [Touch],
    used: Vec<bool>,
    /// How many arguments nothing that was touched decides.
    guesses: usize,
}

impl Attempt<'_> {
    fn argument(&mut self, ty: Type) -> Option<Value> {
        if ty == Type::Cell {
            return self.next_cell().map(Value::Cell);
        }
        self.held_of_type(ty).or_else(|| self.on_first_cell(ty)).or_else(|| self.guess(ty))
    }

    fn next_cell(&mut self) -> Option<Cell> {
        let free = |(touch, used): (&Touch, &bool)| !*used && matches!(touch, Touch::Cell(_));
        let next = self.touched.iter().zip(&self.used).position(free)?;
        self.used[next] = true;
        match self.touched[next] {
            Touch::Cell(cell) => Some(cell),
            Touch::Held { .. } => None,
        }
    }

    /// The value of something in a hand that was touched.
    fn held_of_type(&mut self, ty: Type) -> Option<Value> {
        for (touch, used) in self.touched.iter().zip(&mut self.used) {
            let (Touch::Held { what, .. }, Type::Enum(id)) = (touch, ty) else { continue };
            let mut known = self.game.rules().program().declarations.values(id).iter();
            if let Some(value) = known.find(|value| !*used && value.as_str() == what) {
                *used = true;
                return Some(Value::Atom(*value));
            }
        }
        None
    }

    /// The piece on the first cell that was touched. Where something comes from a
    /// hand, nothing is taken from the board.
    fn on_first_cell(&self, ty: Type) -> Option<Value> {
        let Some(Touch::Cell(first)) = self.touched.first() else { return None };
        let value = self.scene.top(*first)?.value?;
        self.game.rules().has_value(ty, value).then_some(value)
    }

    /// Whose turn it is, or the first value of a type.
    fn guess(&mut self, ty: Type) -> Option<Value> {
        self.guesses += 1;
        let Type::Enum(id) = ty else { return None };
        if id == PLAYER {
            return self.game.turn().map(Value::Atom);
        }
        let first = self.game.rules().program().declarations.values(id).first();
        first.map(|atom| Value::Atom(*atom))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;
    use crate::logic::Atom;

    fn game(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().presentation().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    fn touched(game: &Game, action: &Action) -> Vec<Touch> {
        touches(game, &game.rules().presentation().scene(game), action)
    }

    #[test]
    fn what_is_touched_reads_as_it_is_written() {
        let tanks = Rules::open("tanks").unwrap();
        for text in ["c4", "(0,-1)", "hand:white:wA1"] {
            assert_eq!(Touch::read(&tanks, text).unwrap().to_string(), text);
        }
        for text in ["", "hand:", "hand:white", "white", "(0,", "é1"] {
            assert!(Touch::read(&tanks, text).is_err(), "{text}");
        }
        let graph = ":- board(graph([hub(0, 0), 'rim, left'(-1, 0)], [])).\n";
        let graph = Rules::from_text("graph.pl", graph).unwrap();
        for text in ["hub", "'rim, left'"] {
            assert_eq!(Touch::read(&graph, text).unwrap().to_string(), text);
        }
        assert!(Touch::read(&graph, "a1").is_err());
    }

    #[test]
    fn every_legal_action_is_among_the_attempts_that_its_touches_may_mean() {
        let hive = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wA1 -wQ", "bB1 bQ-"];
        for (name, moves) in [("hive+mlp", &hive[..]), ("tanks", &[]), ("gauss", &[])] {
            let game = game(name, moves);
            let scene = game.rules().presentation().scene(&game);
            for action in game.legal().unwrap() {
                let touches = touched(&game, &action);
                let found = attempts(&game, &scene, &touches);
                assert_eq!(found.first(), Some(&action), "{name}: {action} by {touches:?}");
            }
        }
    }

    #[test]
    fn what_no_cell_or_hand_decides_is_not_touched() {
        let rules = ":- board(square(2, 2)).\n:- players([a, b]).\n:- type(kind, [rook, queen]).\n\
            :- state(turn(player)).\n:- action(promote(cell, kind)).\n:- action(wait).\n\
            start(turn(a)).\nlegal(promote(C, K)) :- cell(C), kind(K).\nlegal(wait).\n\
            add(turn(P)) :- does(wait), turn(Q), opponent(Q, P).\n\
            refuse(wait, never) :- tried(wait), turn(_), \\+ legal(wait).\n\
            refuse(promote(C, K), never) :- tried(promote(C, K)), \\+ legal(promote(C, K)).\n\
            reason(never, never).\ndraw :- turn_number(N), N > 9.\n";
        let game = Game::new(Arc::new(Rules::from_text("small.pl", rules).unwrap())).unwrap();
        let promote =
            Action::new("promote", &[Cell::Lettered(1, 1).into(), Value::Atom(Atom::new("queen"))]);
        assert_eq!(touched(&game, &promote), [Touch::Cell(Cell::Lettered(1, 1))]);
        assert_eq!(touched(&game, &Action::new("wait", &[])), []);
        let scene = game.rules().presentation().scene(&game);
        let found = attempts(&game, &scene, &[Touch::Cell(Cell::Lettered(1, 1))]);
        assert_eq!(found[0].to_string(), "promote(a1, rook)");
        assert_eq!(attempts(&game, &scene, &[])[0].to_string(), "wait");
    }
}
