//! Notation that rules declare: written in the first form that fits, read in all of
//! them and as people vary them, and what is told who writes something else.

mod support;

use std::sync::Arc;

use hornet::game::{Game, Rules};

fn start(name: &str) -> Game {
    Game::new(support::rules(name)).unwrap()
}

fn of(text: &str) -> Game {
    let rules = Rules::from_text("own.pl", text).unwrap_or_else(|error| panic!("{error}"));
    Game::new(Arc::new(rules)).unwrap()
}

fn read(game: &Game, text: &str) -> String {
    let read = game.rules().presentation().read(game, text);
    read.unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn complaint(game: &Game, text: &str) -> String {
    match game.rules().presentation().read(game, text) {
        Ok(action) => panic!("{text} is read as {action}"),
        Err(error) => error.why,
    }
}

/// All legal actions as they are written; each is read back.
fn written(game: &Game) -> Vec<String> {
    let presentation = game.rules().presentation();
    let write = |action: &hornet::game::Action| {
        let text = presentation.write(game, action);
        assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
        text
    };
    game.legal().unwrap().iter().map(write).collect()
}

#[test]
fn a_move_of_tanks_is_two_cells_and_what_people_put_between() {
    let game = start("tanks");
    for text in [
        "b2-b3",
        "b2b3",
        "b2 b3",
        "b2xb3",
        "b2 x b3",
        "b2×b3",
        "b2:b3",
        "b2->b3",
        "b2–b3",
        "b2 − b3",
        "B2-B3",
        "1. b2-b3",
        "1... b2b3!",
        "b2-b3??",
        "3) move(b2, b3)",
    ] {
        assert_eq!(read(&game, text), "move(b2, b3)", "{text}");
    }
    let large = start("tanks:26");
    for (text, meant) in [
        ("x2x3", "move(x2, x3)"),
        ("x2xx3", "move(x2, x3)"),
        ("a12a13", "move(a12, a13)"),
        ("a1 x3", "move(a1, x3)"),
    ] {
        assert_eq!(read(&large, text), meant, "{text}");
    }
}

#[test]
fn a_capture_is_written_differently_from_a_move() {
    let mut game = start("tanks:6");
    for text in ["b2-b3", "c5-c4"] {
        let action = game.rules().presentation().read(&game, text).unwrap();
        game.play(&action).unwrap();
    }
    let written = written(&game);
    assert!(written.contains(&"b3xc4".to_string()), "{written:?}");
    assert!(written.contains(&"b3-b4".to_string()), "{written:?}");
}

#[test]
fn what_cannot_be_read_in_tanks_is_told_why() {
    let game = start("tanks:6");
    for (text, said) in [
        ("b2-9", "`9` is nothing that an action names; a move is written b2-b3"),
        ("b2 b3 b4", "it is a part of an action, or more than one"),
        ("b2-b9", "there is no cell b9 on this board"),
        ("z2z3", "there is no cell z2 on this board"),
        ("2b-b3", "a move is written b2-b3, a capture b2xb4"),
        ("", "a move is written b2-b3"),
        ("漢字", "a move is written b2-b3"),
        ("b2", "it may be b2-a3 or b2-b3 or b2-c3"),
        ("b1", "it is a part of an action"),
    ] {
        let why = complaint(&game, text);
        assert!(why.contains(said), "{text}: {why}");
    }
}

#[test]
fn a_move_of_gauss_is_a_colour_and_a_cell() {
    let game = start("gauss");
    for text in [
        "r d2",
        "R D2",
        "rd2",
        "r-d2",
        "r – d2",
        "r:d2",
        "red d2",
        "red, d2",
        "r 4 2",
        "r 4,2",
        "r 4–2",
        "1. r d2",
        "1... rd2 !?",
        "2) place(red, d2)",
    ] {
        assert_eq!(read(&game, text), "place(red, d2)", "{text}");
    }
    for text in ["b b2", "bb2", "blue b2", "blueb2", "b 2 2"] {
        assert_eq!(read(&game, text), "place(blue, b2)", "{text}");
    }
    assert_eq!(complaint(&game, "d2"), "it may be b d2 or r d2");
    for (text, said) in [
        ("g d2", "by colour and cell"),
        ("r z9", "there is no cell z9 on this board"),
        ("r", "a piece is placed by colour and cell"),
        ("r d2 d3", "a piece is placed by colour and cell"),
        ("", "a piece is placed by colour and cell"),
    ] {
        let why = complaint(&game, text);
        assert!(why.contains(said), "{text}: {why}");
    }
}

/// Castling, promotion and taking, as chess players know them.
const FORMS: &str = "
    :- board(square(4, 4)).
    :- players([white, black]).
    :- type(wing, [short, long]).
    :- type(kind, [queen, knight]).
    :- state(man(cell)).
    :- state(turn(player)).
    :- action(go(cell, cell)).
    :- action(promote(cell, cell, kind)).
    :- action(castle(wing)).
    :- action(wait).
    :- notation(castle(short), ['O-O']).
    :- notation(castle(long), ['O-O-O']).
    :- notation(go(A, B), [A, x, B], man(B)).
    :- notation(go(A, B), [A, '-', B]).
    :- notation(promote(A, B, Kind), [A, '-', B, '=', Letter], letter(Kind, Letter)).
    letter(queen, 'Q'). letter(knight, 'N').
    start(turn(white)). start(man(b2)).
    legal(go(a1, b2)). legal(go(a1, a2)). legal(castle(W)) :- wing(W).
    legal(promote(a3, a4, K)) :- kind(K).
    legal(wait).
    draw :- turn_number(3).
";

#[test]
fn forms_may_name_values_and_ask_the_rules() {
    let game = of(FORMS);
    assert_eq!(written(&game), ["O-O-O", "O-O", "a1-a2", "a1xb2", "a3-a4=N", "a3-a4=Q", "wait"]);
    for (text, meant) in [
        ("a3a4=q", "promote(a3, a4, queen)"),
        ("a3 a4 = N", "promote(a3, a4, knight)"),
        ("o-o", "castle(short)"),
        ("a1:b2", "go(a1, b2)"),
        ("promote a3 a4 queen", "promote(a3, a4, queen)"),
        ("a3 a4 queen", "promote(a3, a4, queen)"),
        ("d4-d1", "go(d4, d1)"),
        ("long", "castle(long)"),
    ] {
        assert_eq!(read(&game, text), meant, "{text}");
    }
    assert!(complaint(&game, "a3-a4=K").contains("an action is written like O-O-O"));
}

/// Two actions on one cell, without a notation.
const BARE: &str = "
    :- board(square(2, 2)).
    :- players([a, b]).
    :- state(stone(cell)).
    :- state(turn(player)).
    :- action(put(cell)).
    :- action(take(cell)).
    start(turn(a)). start(stone(a1)).
    legal(put(Cell)) :- cell(Cell), \\+ stone(Cell).
    legal(take(Cell)) :- stone(Cell).
    draw :- turn_number(3).
";

#[test]
fn bare_arguments_are_enough_where_one_action_fits() {
    let game = of(BARE);
    assert_eq!(read(&game, "b2"), "put(b2)");
    assert_eq!(read(&game, "a1"), "take(a1)");
    assert_eq!(read(&game, "B2"), "put(b2)");
    assert!(complaint(&game, "c1").contains("there is no cell c1"), "{}", complaint(&game, "c1"));
}
