//! Playing, refusing, undoing: properties that hold in every game.

mod support;

use hornet::game::{Action, Game, Outcome, PlayError};
use hornet::logic::program::RelationId;
use hornet::logic::{Atom, Cell, Row, Value};
use proptest::prelude::*;
use support::{chance, random_attempt, random_positions, rules};

const GAMES: [&str; 8] = [
    "gauss",
    "hive",
    "hive+mlp",
    "tanks:6",
    "tanks:8",
    "examples/tictactoe.pl",
    "examples/connect_four.pl",
    "tests/rules/language.pl",
];

fn facts(game: &Game) -> Vec<(RelationId, Row)> {
    game.position().sorted()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Every attempt is either legal or refused for a reason that the rules
    /// give; never both, never neither. A refused one changes nothing.
    #[test]
    fn attempts_are_legal_or_refused(seed in any::<u64>(), which in 0..GAMES.len()) {
        let mut chance = chance(seed);
        for game in random_positions(&rules(GAMES[which]), 1, seed) {
            let legal = game.legal().unwrap();
            for action in &legal {
                prop_assert!(game.reasons(action).unwrap().is_empty(), "{action} is legal");
            }
            for _ in 0..20 {
                let attempt = random_attempt(&game, &mut chance);
                let mut after = game.clone();
                match after.play(&attempt) {
                    Ok(()) => prop_assert!(legal.contains(&attempt)),
                    Err(PlayError::Refused(refusal)) => {
                        prop_assert!(!legal.contains(&attempt));
                        prop_assert!(!refusal.reasons.is_empty(), "{attempt} has no reason");
                        for reason in &refusal.reasons {
                            prop_assert_ne!(reason.name.as_str(), &reason.message);
                        }
                        prop_assert_eq!(facts(&after), facts(&game));
                        prop_assert_eq!(after.turn_number(), game.turn_number());
                    }
                    Err(error) => prop_assert!(false, "{}", error),
                }
            }
        }
    }

    /// Undoing a whole game leads back through every position; redoing it leads
    /// forth again. The hash is the one that the facts have.
    #[test]
    fn undo_and_redo_restore(seed in any::<u64>(), which in 0..GAMES.len()) {
        let positions = random_positions(&rules(GAMES[which]), 1, seed);
        let mut game = positions.last().unwrap().clone();
        for before in positions.iter().rev().skip(1) {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(facts(&game), facts(before));
            prop_assert_eq!(game.position().hash(), before.position().hash());
            prop_assert_eq!(game.turn_number(), before.turn_number());
            prop_assert_eq!(game.legal().unwrap(), before.legal().unwrap());
        }
        prop_assert!(game.undo().is_none());
        for after in positions.iter().skip(1) {
            prop_assert!(game.redo().unwrap().is_some());
            prop_assert_eq!(facts(&game), facts(after));
            prop_assert_eq!(game.position().hash(), after.position().hash());
        }
        prop_assert!(game.redo().unwrap().is_none());
    }

    /// A position with an outcome has no legal action, and one without has.
    #[test]
    fn games_end_with_their_outcome(seed in any::<u64>(), which in 0..GAMES.len()) {
        for game in random_positions(&rules(GAMES[which]), 1, seed) {
            let over = game.outcome().unwrap() != Outcome::Open;
            prop_assert_eq!(game.legal().unwrap().is_empty(), over);
        }
    }

    /// What a game's notation writes, it reads.
    #[test]
    fn notation_goes_both_ways(seed in any::<u64>(), which in 0..GAMES.len()) {
        for game in random_positions(&rules(GAMES[which]), 1, seed) {
            for action in game.legal().unwrap() {
                let written = game.rules().presentation().write(&game, &action);
                prop_assert_eq!(game.rules().presentation().read(&game, &written).unwrap(), action);
            }
        }
    }
}

#[test]
fn a_new_action_forgets_what_was_undone() {
    let mut game = Game::new(rules("tanks:6")).unwrap();
    let read = |game: &Game, text| game.rules().presentation().read(game, text).unwrap();
    let (first, second) = (read(&game, "a2-a3"), read(&game, "b2-b3"));
    game.play(&first).unwrap();
    game.undo();
    game.play(&second).unwrap();
    assert_eq!(game.redo().unwrap(), None);
}

#[test]
fn copies_go_their_own_ways() {
    let game = Game::new(rules("tanks:6")).unwrap();
    let mut copy = game.clone();
    let action = game.legal().unwrap().remove(0);
    copy.play(&action).unwrap();
    assert_ne!(game.position(), copy.position());
    assert_eq!(game.turn_number(), 1);
    assert_eq!(copy.turn_number(), 2);
}

#[test]
fn positions_that_recur_are_counted() {
    let text = "
        :- board(square(2, 1)).
        :- players([red, blue]).
        :- state(at(cell)).
        :- state(turn(player)).
        :- action(go(cell)).
        start(at(a1)).
        start(turn(red)).
        legal(go(To)) :- at(From), step(From, _, To).
        del(at(Cell)) :- at(Cell).
        add(at(Cell)) :- does(go(Cell)).
        draw :- repetitions(3).
    ";
    let rules =
        std::sync::Arc::new(hornet::game::Rules::from_text("there_and_back.pl", text).unwrap());
    let mut game = Game::new(rules).unwrap();
    let mut turns = 0;
    while let Some(action) = game.legal().unwrap().pop() {
        game.play(&action).unwrap();
        turns += 1;
    }
    assert_eq!((turns, game.outcome().unwrap()), (4, Outcome::Draw));
}

/// What is mere memory does not tell a position from one there was before.
#[test]
fn memory_does_not_count_as_a_change() {
    let text = "
        :- players([red, blue]).
        :- state(turn(player)).
        :- memory(last(int)).
        :- action(say(int)).
        start(turn(red)).
        legal(say(N)) :- turn_number(N).
        del(last(N)) :- last(N).
        add(last(N)) :- does(say(N)).
        draw :- repetitions(3).
    ";
    let rules = std::sync::Arc::new(hornet::game::Rules::from_text("talk.pl", text).unwrap());
    let mut game = Game::new(rules).unwrap();
    let mut turns = 0;
    while let Some(action) = game.legal().unwrap().pop() {
        let before = game.position().clone();
        game.play(&action).unwrap();
        assert_ne!(game.position(), &before);
        turns += 1;
    }
    assert_eq!((turns, game.outcome().unwrap()), (2, Outcome::Draw));
}

/// Not in that of the alphabet, nor in that of the refusals; each once.
#[test]
fn reasons_come_in_the_order_of_their_messages() {
    let text = "
        :- players([red, blue]).
        :- state(turn(player)).
        :- action(say(int)).
        start(turn(red)).
        legal(say(N)) :- turn_number(N).
        draw :- turn_number(2).
        refuse(say(N), small) :- tried(say(N)), N < 0.
        refuse(say(N), odd) :- tried(say(N)), turn_number(M), N \\= M.
        refuse(say(N), wrong) :- tried(say(N)), turn_number(M), N \\= M.
        refuse(say(N), wrong) :- tried(say(N)), N < 0.
        reason(wrong, 'that is not the number').
        reason(odd, 'that is odd').
        reason(small, 'that is small').
        reason(wrong, 'that is wrong').
    ";
    let rules = std::sync::Arc::new(hornet::game::Rules::from_text("say.pl", text).unwrap());
    let mut game = Game::new(rules).unwrap();
    let told = |game: &Game| {
        let action = game.rules().presentation().read(game, "say(-1)").unwrap();
        let reasons = game.reasons(&action).unwrap();
        reasons.iter().map(|reason| reason.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let own = "that is not the number; that is odd; that is small";
    assert_eq!(told(&game), own);
    let action = game.legal().unwrap().remove(0);
    game.play(&action).unwrap();
    assert_eq!(told(&game), format!("the game is over; {own}"));
}

#[test]
fn tanks_are_worth_what_the_rules_say() {
    let mut game = Game::new(rules("tanks:8")).unwrap();
    let (bot, top) = (Atom::new("bot"), Atom::new("top"));
    assert_eq!(game.values().unwrap(), [(bot, 0), (top, 0)]);
    let forward = game.rules().presentation().read(&game, "a2-a3").unwrap();
    game.play(&forward).unwrap();
    // A medium on its third row is worth 400 instead of 200.
    assert_eq!(game.values().unwrap(), [(bot, 200), (top, -200)]);
}

/// Whoever makes up an action may get its columns wrong.
#[test]
fn what_is_no_action_is_refused() {
    let cell = |name: &str| Value::Cell(Cell::from_name(name).unwrap());
    let axial = Value::Cell(Cell::Axial(0, 0));
    let atom = |name: &str| Value::Atom(Atom::new(name));
    for (game, action) in [
        ("hive", Action::new("place", &[atom("wS1"), cell("a1")])),
        ("hive", Action::new("place", &[axial, atom("wS1")])),
        ("hive", Action::new("place", &[Value::Int(3), axial])),
        ("tanks", Action::new("move", &[axial, cell("a1")])),
        ("tanks", Action::new("move", &[cell("a2")])),
        ("tanks", Action::new("dance", &[])),
    ] {
        let mut game = Game::new(rules(game)).unwrap();
        let before = game.position().clone();
        assert!(matches!(game.play(&action), Err(PlayError::Refused(_))), "{action}");
        assert!(*game.position() == before);
    }
}
