//! Every shape of board: how it is drawn and read back, what a picture of it shows, and
//! how many sequences of actions a small game on it has.

mod support;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anstream::adapter::strip_str;
use hornet::game::svg::{Form, Kind};
use hornet::game::{Game, Marks, Rules, Setup, Spec, View};
use hornet::play::{Count, perft};
use rand::seq::IndexedRandom;
use support::{chance, random_positions, rules};

fn drawn(game: &Game, view: &View) -> String {
    strip_str(&game.rules().presentation().draw_as(game, view)).to_string()
}

fn played(name: &str, actions: &[&str]) -> Game {
    let mut game = Game::new(rules(name)).unwrap();
    for written in actions {
        let action = game.rules().presentation().read(&game, written).unwrap();
        game.play(&action).unwrap();
    }
    game
}

fn sequences(name: &str, depth: u32) -> u64 {
    let interrupt = &AtomicBool::new(false);
    let mut how = Count { progress: &mut |_| {}, interrupt, threads: 1, memo: false };
    perft(&Game::new(rules(name)).unwrap(), depth, &mut how).unwrap()
}

#[test]
fn a_rhombus_leans_and_cells_that_are_taken_out_are_blank() {
    let game = played("tests/rules/rhombus.pl", &["a1", "c2", "b3"]);
    insta::assert_snapshot!("drawn_rhombus", drawn(&game, &View::default()));
    let view = View { coordinates: true, ..View::default() };
    insta::assert_snapshot!("coordinates_of_a_rhombus", drawn(&game, &view));
}

#[test]
fn a_gap_makes_two_boards_of_one() {
    let game = played("tests/rules/islands.pl", &["a2", "g3"]);
    insta::assert_snapshot!("drawn_islands", drawn(&game, &View::default()));
}

#[test]
fn a_graph_is_drawn_with_its_edges() {
    let game = played("tests/rules/morris.pl", &["put(b2)", "move('far away', c3)"]);
    let marks: Marks = game.rules().board().unwrap().cells().take(2).collect();
    insta::assert_snapshot!("drawn_graph", drawn(&game, &View::marking(&marks)));
    let view = View { coordinates: true, ..View::default() };
    insta::assert_snapshot!("coordinates_of_a_graph", drawn(&game, &view));
}

#[test]
fn a_drawing_of_any_board_is_read_again() {
    for (name, seed) in [
        ("tests/rules/rhombus.pl:6", 1),
        ("tests/rules/islands.pl", 2),
        ("tests/rules/morris.pl", 3),
        ("tests/rules/hexagon.pl", 4),
    ] {
        let positions = random_positions(&rules(name), 3, seed);
        for game in positions.choose_multiple(&mut chance(seed), 40) {
            let number = NonZeroU32::new(game.turn_number() as u32).unwrap();
            let alone = Game::set_up(game.rules().clone(), game.position().clone(), number);
            // With and without the last move pointed out.
            for game in [game, &alone] {
                let text = drawn(game, &View::default());
                let read = Setup::from_text(game.rules(), &text);
                let read = read.unwrap_or_else(|error| panic!("{name}: {error}\n{text}")).shown();
                assert!(
                    read.position() == game.position() || !text.contains("to move"),
                    "{name}:\n{text}"
                );
            }
        }
    }
}

#[test]
fn a_drawing_that_does_not_fit_the_board_is_refused() {
    for (name, text, why) in [
        ("rhombus", "  a b c\n1  . . .\n 2  . .\n  3  . . .\n", "row 4 is missing"),
        ("rhombus", "  a b c\n1  . .\n", "row 1 has 2 cells, not 3; an empty one is a dot"),
        ("rhombus", "1  . . .\n1  . . .\n", "row 1 comes a second time"),
        ("rhombus", "5  . . .\n", "row 5 is beyond the board, whose last is 4"),
        ("islands", "3 | r | | | 3\n", "row 3 has 3 cells, not 7"),
        ("morris", ".---.---.\n", "the cells are not where they should be"),
    ] {
        let rules = rules(&format!("tests/rules/{name}.pl"));
        let text = format!("{text}\nTurn 1: red to move");
        let error = Setup::from_text(&rules, &text).err().expect(name).to_string();
        assert!(error.contains(why), "{name}: {error}");
    }
}

/// Counted by hand: cells are left, and a capture between two stones leaves one more.
#[test]
fn small_games_have_as_many_sequences_as_counted() {
    let placed = [11, 11 * 10, 11 * 10 * 9, 11 * 10 * 9 * 8];
    for (depth, count) in (1..).zip(placed) {
        assert_eq!(sequences("tests/rules/rhombus.pl", depth), count);
    }
    let captured = [("b1", "c1"), ("a2", "a3")].len() as u64;
    for (depth, count) in (1..).zip([16, 16 * 15, 16 * 15 * 14 + captured]) {
        assert_eq!(sequences("tests/rules/islands.pl", depth), count);
    }
    // A stone far away can move, unless the first went where it leads.
    for (depth, count) in (1..).zip([9, 8 * (8 + 1) + 8]) {
        assert_eq!(sequences("tests/rules/morris.pl", depth), count);
    }
}

#[test]
fn pictures_show_cells_and_edges() {
    for (name, cells, edges) in [
        ("tests/rules/rhombus.pl", 11, 0),
        ("tests/rules/islands.pl", 17, 0),
        ("tests/rules/morris.pl", 10, 17),
    ] {
        let game = played(name, &[]);
        let picture = game.rules().presentation().picture(&game, &Marks::none());
        let count = |kind: &[Kind]| {
            picture.shapes.iter().filter(|shape| kind.contains(&shape.kind)).count()
        };
        assert_eq!(count(&[Kind::Cell, Kind::Shaded]), cells, "{name}");
        assert_eq!(count(&[Kind::Edge]), edges, "{name}");
        let middles = picture.shapes.iter().filter_map(|shape| match &shape.form {
            Form::Circle(middle, _) => Some((middle.x, middle.y)),
            _ => None,
        });
        let svg = picture.to_string();
        assert!(middles.count() > 0 || !svg.contains("<circle"), "{name}");
        assert_eq!(svg.matches("<line ").count(), edges, "{name}");
    }
}

#[test]
fn a_range_says_what_may_be_chosen() {
    let rules = rules("tests/rules/rhombus.pl");
    let declarations = &rules.program().declarations;
    let chosen = |text: &str| {
        let spec = Spec::parse(&format!("tests/rules/rhombus.pl:{text}")).unwrap();
        spec.options(declarations).map_err(|error| error.to_string())
    };
    assert_eq!(chosen("5,room=20").unwrap(), [5.into(), 20.into()]);
    assert!(chosen("7").unwrap_err().ends_with("size is from 2 to 6"));
    assert!(chosen("room=6").unwrap_err().ends_with("room is from 4 to 20 in steps of 4"));
    assert!(chosen("room=wide").is_err());
}

/// A game may do without a board: what there is, is said in words.
#[test]
fn no_board_is_needed() {
    let text = ":- players([a, b]).\n:- state(pile(int)).\n:- state(turn(player)).\n\
        :- action(take(int)).\nstart(pile(5)).\nstart(turn(a)).\n\
        legal(take(N)) :- pile(M), between(1, 2, N), N =< M.\n\
        del(pile(M)) :- pile(M).\nadd(pile(Rest)) :- does(take(N)), pile(M), Rest is M - N.\n\
        del(turn(P)) :- turn(P).\nadd(turn(O)) :- turn(P), opponent(P, O).\n\
        wins(O) :- pile(0), turn(P), opponent(P, O).\n";
    let rules = Arc::new(Rules::from_text("pile.pl", text).unwrap());
    let game = Game::new(rules.clone()).unwrap();
    let drawing = drawn(&game, &View::default());
    assert_eq!(drawing.lines().next(), Some("pile(5)"));
    let picture = rules.presentation().picture(&game, &Marks::none());
    assert!(picture.shapes.iter().all(|shape| matches!(shape.form, Form::Text(..))));
    let read = Setup::from_text(&rules, &drawing).unwrap().shown();
    assert!(read.position() == game.position());
}
