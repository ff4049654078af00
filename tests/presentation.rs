//! Notation and drawing: marks are seen in every drawing, and a game is presented
//! as its rules allow, wherever they come from.

mod support;

use std::fs;
use std::sync::Arc;

use anstream::adapter::strip_str;
use hornet::game::{
    Game, GameString, LastMove, Marks, Rules, View, game_string, rules_text, turn_of_each,
};
use hornet::logic::Cell;

fn played(name: &str, actions: &[&str]) -> Game {
    let mut game = Game::new(support::rules(name)).unwrap();
    for written in actions {
        let action = game.rules().presentation().read(&game, written).unwrap();
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
    strip_str(&game.rules().presentation().draw(game, marks)).to_string()
}

/// What is drawn is just the same as without marks.
fn assert_unmarked(game: &Game, marks: &Marks) {
    let presentation = game.rules().presentation();
    assert_eq!(presentation.draw(game, marks), presentation.draw(game, &Marks::none()));
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
        let drawn = |marks| game.rules().presentation().draw(&game, marks);
        assert!(drawn(&mark).contains(&reversed));
        assert!(!drawn(&Marks::none()).contains(&reversed));
    }
}

fn drawn_as(game: &Game, view: &View) -> String {
    strip_str(&game.rules().presentation().draw_as(game, view)).to_string()
}

#[test]
fn the_last_move_is_seen_without_colour() {
    for (game, from, to) in [
        (played("tanks:6", &["b2-b3", "c5-c4"]), "< >", "(m)"),
        (played("gauss", &["r d4"]), "", "(r)"),
        (played("hive", &["wS1", "bS1 wS1-"]), "", "(bS1)"),
        (hive_with_stack(), "<bS1>", "(wB1+2)"),
        (played("examples/tictactoe.pl", &["a1", "b2"]), "", "(o)"),
        (played("tests/rules/hexagon.pl", &["c1"]), "", "(r)"),
    ] {
        let drawn = drawn(&game, &Marks::none());
        for part in [from, to] {
            assert!(part.is_empty() || drawn.matches(part).count() == 1, "{part}:\n{drawn}");
        }
        assert!(from.is_empty() != drawn.contains('<'), "{drawn}");
        let mut before = game.clone();
        before.undo();
        let first = Game::new(game.rules().clone()).unwrap();
        assert_eq!(LastMove::of(&first), LastMove::default());
        assert_ne!(LastMove::of(&game), LastMove::of(&before));
    }
}

/// A mark is what was asked for, so it goes before the last move.
#[test]
fn marks_cover_the_last_move() {
    let game = played("tanks:6", &["b2-b3"]);
    let drawn = drawn(&game, &lettered(&["b2", "b3"]));
    assert!(drawn.contains("[M]") && drawn.contains('*'), "{drawn}");
    assert!(!drawn.contains("(M)") && !drawn.contains("< >"), "{drawn}");
}

#[test]
fn coordinates_are_shown_on_request() {
    let view = View { coordinates: true, ..View::default() };
    insta::assert_snapshot!(
        "coordinates_of_hive",
        drawn_as(&played("hive", &["wS1", "bS1 wS1-"]), &view)
    );
    insta::assert_snapshot!("coordinates_of_gauss", drawn_as(&played("gauss", &["r d4"]), &view));
    let hexagon = drawn_as(&played("tests/rules/hexagon.pl", &["c1"]), &view);
    assert!(hexagon.contains("a1") && hexagon.contains("c2"), "{hexagon}");
    // A board of squares has them around it in any case.
    let tanks = played("tanks:6", &["b2-b3"]);
    assert_eq!(drawn_as(&tanks, &view), drawn_as(&tanks, &View::default()));
}

#[test]
fn a_board_wider_than_the_screen_is_drawn_in_parts_that_lose_nothing() {
    let long_hive = [
        "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA2 -wA1", "bA2 bA1-",
        "wG1 -wA2", "bG1 bA2-", "wB1 -wG1",
    ];
    for (game, pieces) in [
        (played("hive", &long_hive), &["wS1", "bG1", "wB1", "wG1", "bA2"][..]),
        (played("tanks:26", &["b2-b3"]), &["(M)", "< >"]),
        (variant("gauss", &[("hex(4)", "hex(13)")]), &[]),
        (played("tests/rules/plane.pl", &["(1,0)", "(1,1)"]), &[]),
    ] {
        let whole = drawn_as(&game, &View::default());
        for width in [20, 40, 60, 80] {
            let view = View { width: Some(width), ..View::default() };
            let drawn = drawn_as(&game, &view);
            let is_wide = whole.lines().any(|line| line.chars().count() > width);
            let board = drawn.lines().filter(|line| line.starts_with([' ', '/', '\\', '1', '2']));
            let widest = board.map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= width, "{width}: {widest}\n{drawn}");
            for piece in pieces {
                let boards = drawn.split("Last move").next().unwrap();
                assert_eq!(boards.matches(piece).count(), 1, "{width} {piece}:\n{drawn}");
            }
            if drawn.contains("% too wide: part 1 of ") {
                assert!(is_wide, "{width}\n{drawn}");
            }
        }
        let narrow = drawn_as(&game, &View { width: Some(24), ..View::default() });
        if !pieces.is_empty() {
            assert!(narrow.contains("% too wide: part 2 of "), "{narrow}");
        }
    }
}

#[test]
fn a_tall_stack_is_listed_from_top_to_bottom() {
    let drawn = drawn(&hive_with_stack(), &Marks::none());
    assert!(drawn.contains("wB1+2"), "{drawn}");
    assert!(drawn.contains("stack at (2,0), from top to bottom: wB1, bB1, bQ"), "{drawn}");
}

/// `White[21]` is what other programs call white's 21st turn.
#[test]
fn turns_are_counted_as_other_programs_for_hive_do() {
    let mut game = played("hive", &[]);
    for _ in 0..30 {
        let line = game_string(&game).unwrap().unwrap();
        let turn = turn_of_each(&game).unwrap();
        assert!(line.contains(&format!("[{turn}]")), "{line}");
        let drawn = drawn(&game, &Marks::none());
        let (player, number) = (game.turn().unwrap(), game.turn_number());
        let said = format!("Turn {turn}: {player} to move (move {number})");
        assert!(drawn.contains(&said), "{drawn}");
        let Some(action) = game.legal().unwrap().pop() else { break };
        game.play(&action).unwrap();
    }
}

/// Two moves each, and then nothing but to wait.
const TWO_MOVES: &str = "
    :- players([one, two]).
    :- type(half, [first, second]).
    :- state(turn(player)).
    :- state(now(half)).
    :- action(put(int)).
    :- action(wait).
    start(turn(one)). start(now(first)).
    amount(1). amount(2).
    legal(put(N)) :- amount(N), turn_number(T), T < 5.
    legal(wait) :- turn_number(T), T > 4.
    draw :- turn_number(7).
    del(now(H)) :- now(H).
    add(now(second)) :- now(first).
    add(now(first)) :- now(second).
    del(turn(P)) :- now(second), turn(P).
    add(turn(Q)) :- now(second), turn(P), opponent(P, Q).
";

#[test]
fn where_players_do_not_alternate_moves_are_counted() {
    let mut game = Game::new(Arc::new(Rules::from_text("two.pl", TWO_MOVES).unwrap())).unwrap();
    for (text, said) in [
        ("put(1)", "Move 2: one to move"),
        ("put(2)", "Move 3: two to move"),
        ("put(1)", "Move 4: two to move"),
        ("put(1)", "Move 5: one to move; one can only wait"),
        ("wait", "Move 6: one to move; one can only wait"),
        ("wait", "The game is a draw"),
    ] {
        let action = game.rules().presentation().read(&game, text).unwrap();
        game.play(&action).unwrap();
        let drawn = drawn(&game, &Marks::none());
        assert!(drawn.ends_with(said), "{text}: {drawn}");
    }
}

/// The rules of a shipped game, with some words changed.
fn variant(name: &str, changes: &[(&str, &str)]) -> Game {
    let mut text = rules_text(Rules::open(name).unwrap().program());
    for (from, to) in changes {
        assert!(text.contains(from), "{name}: there is no {from}");
        text = text.replace(from, to);
    }
    let rules = Rules::from_text("variant.pl", &text);
    Game::new(Arc::new(rules.unwrap_or_else(|error| panic!("{changes:?}: {error}")))).unwrap()
}

/// All legal actions as the game's notation has them, and as the rules do.
fn written(game: &Game) -> (Vec<String>, Vec<String>) {
    let presentation = game.rules().presentation();
    let legal = game.legal().unwrap();
    assert!(!legal.is_empty());
    for action in &legal {
        assert_eq!(presentation.read(game, &presentation.write(game, action)).as_ref(), Ok(action));
    }
    legal.iter().map(|action| (presentation.write(game, action), action.to_string())).unzip()
}

fn is_plain(game: &Game) -> bool {
    let (in_notation, by_rules) = written(game);
    in_notation == by_rules
}

#[test]
fn a_copy_of_a_shipped_game_is_presented_like_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, options, actions) in [
        ("tanks", "", ["b2-b3", "b7-b6"]),
        ("tanks", ":6", ["b2-b3", "b5-b4"]),
        ("gauss", "", ["r d4", "b c4"]),
        ("hive", "", ["wS1", "bS1 wS1-"]),
        ("hive", "+mlp", ["wS1", "bS1 wS1-"]),
    ] {
        let path = folder.path().join(format!("my_{name}.pl"));
        fs::write(&path, rules_text(Rules::open(name).unwrap().program())).unwrap();
        let copy = played(&format!("{}{options}", path.display()), &actions);
        let shipped = played(&format!("{name}{options}"), &actions);
        assert!(!is_plain(&copy));
        assert_eq!(written(&copy), written(&shipped));
        for marks in [Marks::none(), lettered(&["b2", "c3"]), axial(&[(0, 0), (2, 2)])] {
            let draw = |game: &Game| game.rules().presentation().draw(game, &marks);
            assert_eq!(draw(&copy), draw(&shipped));
        }
    }
}

#[test]
fn a_variant_that_keeps_the_words_is_presented_alike() {
    for (name, changes) in [
        ("tanks", &[("takes(destroyer, straight, 2).", "takes(destroyer, diagonal, 2).")][..]),
        ("tanks", &[("square(size, size)", "square(7, size)")]),
        ("tanks", &[("[bot, top]", "[top, bot]")]),
        ("gauss", &[("Size >= 4", "Size >= 5")]),
        ("gauss", &[(":- action", ":- memory(last(cell)).\n:- action")]),
        ("hive", &[("    Kind \\= queen,\n", "")]),
        ("hive", &[(":- action(pass)", ":- state(count(int)).\n:- action(pass)")]),
        ("hive", &[("wP,", "wP, wT1,"), ("bug(wP, ", "bug(wT1, white, ant, 4).\nbug(wP, ")]),
        (
            "hive",
            &[("takes_part(queen).", "takes_part(Kind) :-\n    kind(Kind),\n    Kind = queen.")],
        ),
    ] {
        assert!(!is_plain(&variant(name, changes)), "{name}: {changes:?}");
    }
}

#[test]
fn a_hive_that_lacks_a_requirement_is_presented_plainly() {
    let resign = ":- action(resign).\nlegal(resign) :-\n    turn(_).\n:- players";
    let mine = ":- state(mine(cell)).\n:- players";
    for (name, changes) in [
        ("hive", &[(" at(", " lies("), ("(at(", "(lies(")][..]),
        ("hive", &[("bug(", "insect(")]),
        ("hive", &[("takes_part", "joins")]),
        ("hive", &[("white", "ivory")]),
        ("hive", &[("wQ", "queen_w")]),
        ("hive", &[("wQ", "'\u{e9}Q'")]),
        ("hive", &[("wQ", "''")]),
        ("hive", &[("(piece", "(bit"), (" piece(", " bit(")]),
        ("hive", &[("move(", "go(")]),
        ("hive", &[("pass", "skip")]),
        ("hive", &[(":- players", mine)]),
        ("hive", &[(":- players", resign)]),
    ] {
        let game = variant(name, changes);
        assert!(is_plain(&game), "{name}: {changes:?}");
        for marks in [Marks::none(), lettered(&["b2"]), axial(&[(0, 0)])] {
            assert!(!drawn(&game, &marks).is_empty());
        }
    }
}

#[test]
fn a_game_that_says_how_it_looks_may_use_any_words() {
    let resign = ":- action(resign).\nlegal(resign) :-\n    turn(_).\n:- players";
    let mine = ":- state(mine(cell)).\n:- players";
    for (name, changes) in [
        ("tanks", &[("tank(", "panzer(")][..]),
        ("tanks", &[("move(", "drive(")]),
        ("tanks", &[("bot", "south")]),
        ("tanks", &[("medium", "light")]),
        ("tanks", &[("kind", "sort")]),
        ("tanks", &[("heavy, destroyer]", "heavy, destroyer, scout]")]),
        ("tanks", &[(":- players", mine)]),
        ("tanks", &[(":- players", resign)]),
        ("gauss", &[("piece(", "magnet(")]),
        ("gauss", &[("place(", "drop(")]),
        ("gauss", &[("hand(", "held(")]),
        ("gauss", &[("bonus", "prize")]),
        ("gauss", &[("risk(", "danger(")]),
        ("gauss", &[("void(", "outer(")]),
        ("gauss", &[("void(Cell) :-\n    cell", "void(Cell) :-\n    turn(_),\n    cell")]),
        ("gauss", &[("blue", "gold")]),
        ("gauss", &[("hex(4)", "square(7, 7)")]),
        ("gauss", &[(":- players", mine)]),
        ("gauss", &[(":- players", resign)]),
    ] {
        let game = variant(name, changes);
        assert!(!is_plain(&game), "{name}: {changes:?}");
        for marks in [Marks::none(), lettered(&["b2"]), axial(&[(0, 0)])] {
            assert!(!drawn(&game, &marks).is_empty());
        }
    }
}

#[test]
fn a_small_board_of_gauss_has_room_for_its_corners() {
    for side in 1..=13 {
        let game = variant("gauss", &[("hex(4)", &format!("hex({side})"))]);
        let drawn = drawn(&game, &lettered(&["a1"]));
        for area in ["bonus 0", "risk 0"] {
            assert_eq!(drawn.matches(area).count(), 2, "{drawn}");
        }
        if side == 2 {
            insta::assert_snapshot!(drawn);
        }
    }
}

/// Other programs would take the line for a game by the shipped rules.
#[test]
fn only_hive_itself_is_written_as_a_game_string() {
    let game = variant("hive", &[]);
    assert!(!is_plain(&game));
    assert_eq!(game_string(&game).unwrap(), None);
    assert!(game_string(&played("hive", &[])).unwrap().is_some());
}
