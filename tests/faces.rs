//! Faces: marks are seen in every drawing.

mod support;

use anstream::adapter::strip_str;
use hornet::game::{Game, GameString, Marks};
use hornet::logic::Cell;

fn played(name: &str, actions: &[&str]) -> Game {
    let mut game = Game::new(support::rules(name)).unwrap();
    for written in actions {
        let action = game.rules().face().read(&game, written).unwrap();
        game.play(&action).unwrap();
    }
    game
}

/// A beetle lies on two other pieces on (2,0).
fn hive_with_stack() -> Game {
    let moves = "Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;bB1 bA1\\;wB1 wS1;\
                 bB1 bA1;wM \\wQ;bB1 bQ;wB1 bS1;bP bA1/;wB1 bB1";
    let moves: GameString = moves.parse().unwrap();
    moves.replay(Game::new(support::rules("hive+mlp")).unwrap()).unwrap()
}

fn lettered(names: &[&str]) -> Marks {
    names.iter().map(|name| Cell::from_name(name).unwrap()).collect()
}

fn axial(cells: &[(i16, i16)]) -> Marks {
    cells.iter().map(|(q, r)| Cell::Axial(*q, *r)).collect()
}

fn drawn(game: &Game, marks: &Marks) -> String {
    strip_str(&game.rules().face().draw(game, marks)).to_string()
}

/// What is drawn is just the same as without marks.
fn assert_unmarked(game: &Game, marks: &Marks) {
    let face = game.rules().face();
    assert_eq!(face.draw(game, marks), face.draw(game, &Marks::none()));
}

#[test]
fn marks_on_tanks() {
    let game = played("tanks:6", &[]);
    insta::assert_snapshot!(drawn(&game, &lettered(&["b2", "c2", "b3", "f6"])));
    assert_unmarked(&game, &lettered(&["a7", "g1", "z26"]));
    assert_unmarked(&game, &axial(&[(1, 1)]));
}

#[test]
fn marks_on_gauss() {
    let game = played("gauss", &["r d4", "b 3 4", "r e4", "b c2", "r d2"]);
    let marks = lettered(&["a1", "c2", "d2", "d3", "g4", "d7"]);
    insta::assert_snapshot!(drawn(&game, &marks));
    assert_unmarked(&game, &lettered(&["a5", "h1"]));
}

#[test]
fn marks_on_hive() {
    let game = hive_with_stack();
    let marks = axial(&[(2, 0), (1, 0), (-1, 0), (0, -1), (-1, 1), (4, 4), (6, -1)]);
    insta::assert_snapshot!(drawn(&game, &marks));
    assert_unmarked(&game, &axial(&[(0, 13), (i16::MAX, i16::MAX), (i16::MIN, i16::MIN)]));
    assert_unmarked(&game, &lettered(&["a1"]));
}

#[test]
fn marks_on_a_hive_to_come() {
    let game = played("hive", &[]);
    insta::assert_snapshot!(drawn(&game, &axial(&[(0, 0), (2, 0), (0, 1)])));
    assert_unmarked(&game, &axial(&[(13, 0), (-7, -7)]));
}

#[test]
fn marks_on_squares() {
    let game = played("examples/tictactoe.pl", &["a1", "b1"]);
    insta::assert_snapshot!(drawn(&game, &lettered(&["a1", "a2", "b2", "c3"])));
    assert_unmarked(&game, &lettered(&["d1"]));
}

#[test]
fn marks_on_a_hexagon() {
    let game = played("tests/rules/hexagon.pl", &["c1", "c3"]);
    insta::assert_snapshot!(drawn(&game, &lettered(&["c1", "c2", "a1", "e3"])));
    assert_unmarked(&game, &lettered(&["a4"]));
}

#[test]
fn marks_on_the_plane() {
    let game = played("tests/rules/plane.pl", &["(1,0)", "(1,1)"]);
    insta::assert_snapshot!(drawn(&game, &axial(&[(1, 0), (0, 1), (-3, 2), (0, 12)])));
    assert_unmarked(&game, &axial(&[(0, 14), (-13, 0)]));
}

#[test]
fn marks_stand_out_in_colour() {
    for (game, mark) in [
        (played("tanks:6", &[]), lettered(&["b2"])),
        (played("tanks:6", &[]), lettered(&["b3"])),
        (played("gauss", &["r d4"]), lettered(&["d4"])),
        (hive_with_stack(), axial(&[(2, 0)])),
        (played("tests/rules/hexagon.pl", &[]), lettered(&["c3"])),
    ] {
        let reversed = anstyle::Style::new().invert().to_string();
        let drawn = |marks| game.rules().face().draw(&game, marks);
        assert!(drawn(&mark).contains(&reversed));
        assert!(!drawn(&Marks::none()).contains(&reversed));
    }
}
