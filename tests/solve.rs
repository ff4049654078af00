//! Solving: what is proved is what plain search finds, the shortest win is shortest, and
//! whoever cannot win is told so.

mod support;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hornet::game::{Game, Outcome, Rules};
use hornet::logic::Atom;
use hornet::logic::engine::Limits;
use hornet::play::report::written_line;
use hornet::play::solve::report::{headline, told};
use hornet::play::solve::{
    Fate, Length, RuledOut, Shown, Solution, SolveError, SolveResult, SolveWatch, Stopped, Wanted,
    solve,
};
use hornet::play::{InFile, load_record};
use rand::Rng;
use rand::seq::IndexedRandom;
use support::{chance, rules};

fn wanted() -> Wanted {
    let time = Some(Duration::from_secs(300));
    Wanted { actions: None, time, memory: 64 << 20, shown: Shown::Line }
}

fn solved(game: &Game) -> Solution {
    solve(game, &wanted(), &SolveWatch::default()).unwrap()
}

fn within(game: &Game, actions: u16) -> Solution {
    let wanted = Wanted { actions: Some(actions), ..wanted() };
    solve(game, &wanted, &SolveWatch::default()).unwrap()
}

fn start(name: &str) -> Game {
    Game::new(rules(name)).unwrap()
}

/// The game after moves that are written as players write them.
fn after(name: &str, moves: &[&str]) -> Game {
    let mut game = start(name);
    for text in moves {
        let action = game.rules().presentation().read(&game, text).unwrap();
        game.play(&action).unwrap();
    }
    game
}

/// A game that begins from a position.
fn set_up(name: &str, facts: &[String]) -> Game {
    let folder = tempfile::tempdir().unwrap();
    let file = &folder.path().join("position.game");
    let facts: String = facts.iter().map(|fact| format!("setup {fact}\n")).collect();
    std::fs::write(file, format!("game {name}\n{facts}")).unwrap();
    let record = InFile { file, number: None };
    load_record(record, Some(name), Limits::default()).unwrap_or_else(|e| panic!("{e}")).game
}

fn game_of(rules: &str) -> Game {
    Game::new(Arc::new(Rules::from_text("test.pl", rules).unwrap())).unwrap()
}

fn win(actions: u16) -> SolveResult {
    SolveResult::Win(Length { actions, is_shortest: true })
}

fn loss(actions: u16) -> SolveResult {
    SolveResult::Loss(Length { actions, is_shortest: true })
}

/// How many actions a player needs to force a win, at most so many, by trying
/// everything. The others are one side.
fn distance(game: &Game, player: Atom, is_for: bool, most: u16) -> Option<u16> {
    let legal = game.legal().unwrap();
    if legal.is_empty() || most == 0 {
        let is_reached = match game.outcome().unwrap() {
            Outcome::Won(winners) if is_for => winners == [player],
            Outcome::Won(winners) => !winners.contains(&player),
            _ => false,
        };
        return is_reached.then_some(0);
    }
    let attacks = (game.turn() == Some(player)) == is_for;
    let mut found: Option<u16> = None;
    let mut left = most;
    for action in legal {
        let mut next = game.clone();
        next.play_unchecked(&action).unwrap();
        match (distance(&next, player, is_for, left - 1), attacks) {
            (Some(0), true) => return Some(1),
            (Some(after), true) => {
                left = left.min(after + 1);
                found = Some(found.map_or(after + 1, |best| best.min(after + 1)));
            }
            (None, true) => {}
            (Some(after), false) => found = Some(found.map_or(after + 1, |n| n.max(after + 1))),
            (None, false) => return None,
        }
    }
    found
}

/// The solver says what trying everything within so many actions says, and its line
/// leads to the end.
fn assert_agrees(game: &Game, most: u16) -> SolveResult {
    let player = game.turn().unwrap();
    let solution = within(game, most);
    let expected = match distance(game, player, true, most) {
        Some(actions) => Some(win(actions)),
        None => distance(game, player, false, most).map(loss),
    };
    let line = written_line(game, &solution.line);
    match expected {
        Some(expected) => {
            assert_eq!(solution.result, expected, "{line:?}");
            assert_line(game, &solution);
        }
        None => {
            let found = matches!(solution.result, SolveResult::Unknown | SolveResult::Neither);
            assert!(found, "{:?} {line:?}", solution.result);
            let is_ruled_out = |none| match none {
                RuledOut::Within(number) => number >= most,
                RuledOut::Forever => true,
            };
            assert!(is_ruled_out(solution.no_win) && is_ruled_out(solution.no_loss));
        }
    }
    solution.result
}

/// The line is as long as it is said to be, legal, and ends the game as it is said to.
fn assert_line(game: &Game, solution: &Solution) {
    let (length, is_win) = match solution.result {
        SolveResult::Win(length) => (length, true),
        SolveResult::Loss(length) => (length, false),
        _ => return assert!(solution.line.is_empty()),
    };
    let mut game = game.clone();
    for action in &solution.line {
        game.play(action).unwrap();
    }
    assert_eq!(solution.line.len(), usize::from(length.actions));
    let Outcome::Won(winners) = game.outcome().unwrap() else { panic!("nobody has won") };
    assert_eq!(winners.contains(&solution.player), is_win);
}

#[test]
fn the_farmer_needs_seven_crossings() {
    let game = start("examples/river_crossing.pl");
    let solution = solved(&game);
    assert_eq!(solution.result, win(7));
    assert_line(&game, &solution);
    let told = told(&game, &solution);
    assert!(told.starts_with("Solved in 7 actions.\n  1. goat\n  2. alone\n"), "{told}");
    let solution = within(&game, 6);
    assert_eq!((solution.result, solution.stopped), (SolveResult::Unknown, Some(Stopped::Actions)));
    assert_eq!(solution.no_win, RuledOut::Within(6));
    assert_eq!(headline(&game, &solution), "No solution within 6 actions.");
}

fn pegs(holes: &[&str]) -> Game {
    let pegs = holes.iter().map(|hole| format!("peg({hole})"));
    let facts: Vec<String> = pegs.chain(["turn(solver)".to_string()]).collect();
    set_up("examples/peg_solitaire.pl", &facts)
}

#[test]
fn pegs_are_taken_until_one_is_left() {
    // The cross, a classic of six pegs: five jumps.
    let game = pegs(&["d3", "d4", "d5", "d6", "c5", "e5"]);
    let solution = solved(&game);
    assert_eq!(solution.result, win(5), "{}", told(&game, &solution));
    assert_line(&game, &solution);
    // What cannot be solved is shown to be so, by trying everything.
    for holes in [&["d3", "d4"][..], &["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]] {
        let game = pegs(holes);
        let expected = distance(&game, game.turn().unwrap(), true, 20);
        let expected = expected.map_or(SolveResult::Neither, win);
        assert_eq!(solved(&game).result, expected, "{holes:?}");
    }
    let told = headline(&pegs(&["d3", "d4"]), &solved(&pegs(&["d3", "d4"])));
    assert_eq!(told, "There is no solution.");
}

#[test]
fn tictactoe_is_a_draw() {
    let game = start("examples/tictactoe.pl");
    let solution = solved(&game);
    assert_eq!(solution.result, SolveResult::Neither);
    assert_eq!((solution.no_win, solution.no_loss), (RuledOut::Forever, RuledOut::Forever));
    let expected = "A draw with best play: neither x nor o can force a win.";
    assert_eq!(headline(&game, &solution), expected);
}

#[test]
fn what_the_dice_decide_is_no_draw() {
    let game = start("tests/matches/dice.pl");
    let solution = solved(&game);
    assert_eq!(solution.result, SolveResult::Neither);
    let told = headline(&game, &solution);
    assert!(
        told.starts_with("Neither white nor black can force a win, whatever the dice show."),
        "{told}"
    );
}

/// A value only guides, and rules that cannot tell it do no harm.
#[test]
fn a_value_without_a_result_stops_nothing() {
    let rules = "
        :- players([solver]). :- state(turn(player)). :- state(left(int)). :- action(take(int)).
        start(turn(solver)). start(left(60)).
        legal(take(N)) :- left(Left), between(1, 2, N), N =< Left.
        del(left(N)) :- left(N). add(left(M)) :- left(N), does(take(K)), M is N - K.
        wins(solver) :- left(0). draw :- \\+ left(_).
        value(solver, V) :- left(N), V is 1000 // (N - 59).";
    let game = Game::new(Arc::new(Rules::from_text("take.pl", rules).unwrap())).unwrap();
    assert!(matches!(solved(&game).result, SolveResult::Win(_)));
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let wanted = Wanted { memory: usize::MAX / 4, ..wanted() };
    let game = start("examples/tictactoe.pl");
    let error = solve(&game, &wanted, &SolveWatch::default()).unwrap_err();
    assert!(error.to_string().contains("MB of memory to be had"), "{error}");
}

#[test]
fn random_positions_of_tictactoe_are_solved_as_by_trying_everything() {
    let rules = rules("examples/tictactoe.pl");
    let mut chance = chance(11);
    let mut seen = [0; 3];
    for number in 0..60 {
        let mut game = Game::new(rules.clone()).unwrap();
        for _ in 0..2 + number % 5 {
            let Some(action) = game.legal().unwrap().choose(&mut chance).cloned() else { break };
            game.play(&action).unwrap();
        }
        if game.legal().unwrap().is_empty() {
            continue;
        }
        let (player, solution) = (game.turn().unwrap(), solved(&game));
        let expected = match distance(&game, player, true, 9) {
            Some(actions) => win(actions),
            None => distance(&game, player, false, 9).map_or(SolveResult::Neither, loss),
        };
        assert_eq!(solution.result, expected);
        assert_line(&game, &solution);
        seen[match expected {
            SolveResult::Win(_) => 0,
            SolveResult::Loss(_) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|number| *number > 2), "{seen:?}");
}

#[test]
fn random_positions_of_tanks_are_solved_as_by_trying_everything() {
    let rules = rules("tanks:6");
    let mut chance = chance(5);
    let mut solved = 0;
    for _ in 0..12 {
        let mut game = Game::new(rules.clone()).unwrap();
        let mut positions = Vec::new();
        while let Some(action) = game.legal().unwrap().choose(&mut chance) {
            positions.push(game.clone());
            game.play(action).unwrap();
        }
        for game in positions.iter().rev().take(5) {
            let result = assert_agrees(game, 3);
            solved += usize::from(matches!(result, SolveResult::Win(_) | SolveResult::Loss(_)));
        }
    }
    assert!(solved > 10, "{solved}");
}

#[test]
fn a_threat_on_both_sides_wins_at_connect_four() {
    let game = after("examples/connect_four.pl", &["4", "4", "5", "5"]);
    let solution = solved(&game);
    // Three in a row on the ground, open at both ends.
    assert_eq!(solution.result, win(3));
    assert_line(&game, &solution);
    assert_eq!(headline(&game, &solution), "yellow wins in 2 moves (3 actions).");
    let game = after("examples/connect_four.pl", &["4", "4", "5", "5", "3"]);
    let solution = solved(&game);
    assert_eq!(solution.result, loss(2));
    let expected = "red loses in 1 move (2 actions), whatever it does.";
    assert_eq!(headline(&game, &solution), expected);
}

fn chess(turn: &str, pieces: &[(&str, &str, &str)]) -> Game {
    let pieces =
        pieces.iter().map(|(cell, player, kind)| format!("piece({cell}, {player}, {kind})"));
    let facts: Vec<String> =
        pieces.chain([format!("turn({turn})"), "quiet(0)".to_string()]).collect();
    set_up("examples/chess.pl", &facts)
}

#[test]
fn a_rook_gives_mate_in_two() {
    // Kd6 and Rh1 against Kd8: the rook waits, the king has to step aside.
    let game = chess(
        "white",
        &[("d6", "white", "king"), ("h1", "white", "rook"), ("d8", "black", "king")],
    );
    let solution = within(&game, 5);
    assert_eq!(solution.result, win(1), "{}", told(&game, &solution));
    let game = chess(
        "white",
        &[("c6", "white", "king"), ("h1", "white", "rook"), ("b8", "black", "king")],
    );
    let solution = within(&game, 5);
    assert_eq!(solution.result, win(3), "{}", told(&game, &solution));
    assert_line(&game, &solution);
    assert_eq!(headline(&game, &solution), "white wins in 2 moves (3 actions).");
}

#[test]
fn stalemate_is_no_win() {
    let game = chess(
        "black",
        &[("f7", "white", "king"), ("g6", "white", "queen"), ("h8", "black", "king")],
    );
    let error = solve(&game, &wanted(), &SolveWatch::default()).unwrap_err();
    assert!(matches!(error, SolveError::Over(_)), "{error}");
    assert!(error.to_string().contains("there is nothing to solve"), "{error}");
}

/// Games of Hive that end with a win which could not be helped any more.
const HIVE_GAMES: [&str; 3] = [
    r"wB1;bA1 /wB1;wS1 wB1/;bA2 -bA1;wG1 wS1-;bS1 \bA2;wQ \wS1;bQ -bA2;wA1 -wQ;bS1 /wA1;wA2 \wQ;bS1 \bA2;wA2 /bQ;bS1 /wA1;wA3 \wQ;bS2 bA1\;wS2 /wA2;bG1 /bS2;wS2 \bQ;bA3 /bG1;wA3 wA2-;bA3 \wG1;wG2 \wQ;bG2 bG1\;wG2 \bA2;bA3 \wA1;wG3 wA2\;bA3 \wQ;wA1 -bQ",
    r"wA1;bS1 wA1-;wB1 \wA1;bA1 bS1/;wQ wB1/;bQ bS1\;wA2 /wA1;bA1 -wA2;wA3 -wB1;bA1 wQ-;wA3 bQ\;bB1 bA1/;wA2 bQ/;bB1 \bA1;wB2 -wA1;bA2 bA1-;wS1 /wA3;bA2 -wQ;wS1 wB2\;bA3 \bB1;wA3 bQ-;bA3 -bB1;wG1 wA3\;bG1 \bA3;wA2 -bG1;bG2 bA1/;wG1 \wA3;bG2 \bS1",
    r"wS1;bG1 /wS1;wG1 wS1-;bQ bG1\;wB1 wG1/;bA1 bQ\;wQ -wB1;bA1 \wQ;wS2 wB1/;bA2 /bQ;wA1 \wS2;bA2 \wA1;wB2 wB1-;bA3 -bA2;wG1 \bA1;bA3 wS1-;wG2 -wG1;bB1 /bQ;wB2 wB1;bA2 -wQ;wB2 bA3;bB2 bQ-;wA1 bB1-;bB2 bQ/;wA1 -bG1;bB1 -bQ;wA1 bQ\;bG1 -wS2",
];

fn hive_game(moves: &str, but_the_last: usize) -> Game {
    let moves: Vec<&str> = moves.split(';').collect();
    after("hive", &moves[..moves.len() - but_the_last])
}

#[test]
fn wins_at_hive_are_those_that_trying_everything_finds() {
    let mut found = Vec::new();
    for moves in HIVE_GAMES {
        for back in 1..=5 {
            found.push(assert_agrees(&hive_game(moves, back), 3));
        }
    }
    for expected in [win(1), loss(2), win(3), SolveResult::Unknown] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
}

#[test]
fn a_win_in_three_moves_is_found_at_hive() {
    for moves in HIVE_GAMES {
        let game = hive_game(moves, 5);
        let player = game.turn().unwrap();
        let solution = within(&game, 5);
        assert_eq!(solution.result, win(5));
        assert_line(&game, &solution);
        assert_eq!(distance(&game, player, true, 3), None, "there is no shorter one");
        // Every answer to the first move leads to a win in two moves, or sooner.
        let mut next = game.clone();
        next.play(&solution.line[0]).unwrap();
        for answer in next.legal().unwrap() {
            let mut next = next.clone();
            next.play(&answer).unwrap();
            if next.legal().unwrap().is_empty() {
                assert_eq!(next.outcome().unwrap(), Outcome::Won(vec![player]), "{answer}");
                continue;
            }
            let SolveResult::Win(length) = within(&next, 3).result else { panic!("{answer}") };
            if length.actions > 1 && answer == solution.line[1] {
                assert_eq!(distance(&next, player, true, 3), Some(length.actions));
            }
        }
    }
}

/// A king walks on four cells; it is drawn, won or lost by where it goes.
fn walk(rules: &str) -> Game {
    game_of(&format!(
        ":- board(square(2, 2)).\n:- players([a, b]).\n:- state(king(cell)).\n\
         :- state(turn(player)).\n:- action(go(cell)).\nstart(king(a1)).\nstart(turn(a)).\n\
         legal(go(To)) :- king(From), goes(From, To).\nadd(king(To)) :- does(go(To)).\n\
         goes(From, To) :- step(From, Dir, To), straight(Dir).\n\
         del(king(From)) :- king(From).\ndel(turn(P)) :- turn(P).\n\
         add(turn(O)) :- turn(P), opponent(P, O).\n\
         refuse(go(To), far) :- tried(go(To)), \\+ legal(go(To)).\nreason(far, 'too far').\n{rules}\n"
    ))
}

#[test]
fn what_never_ends_is_a_draw() {
    // Each has one cell to avoid.
    let game = walk("wins(a) :- king(b2).\nwins(b) :- king(b1).");
    let solution = solved(&game);
    assert_eq!(solution.result, SolveResult::Neither, "{}", told(&game, &solution));
    assert_eq!((solution.no_win, solution.no_loss), (RuledOut::Forever, RuledOut::Forever));
}

#[test]
fn rules_that_reward_repetition_are_obeyed() {
    // Whoever brings about a position for the third time wins: a is back on a1 with a to
    // move after 4 actions, and after 8.
    for rule in [
        "wins(P) :- repetitions(N), N >= 3, turn(O), opponent(O, P).",
        "wins(P) :- repetitions(N), N >= 2, turn(O), opponent(O, P).",
        "wins(P) :- repetitions(N), N >= 2, turn(P).",
        "draw :- repetitions(N), N >= 2.\nwins(a) :- king(b2), turn(b).",
        "draw :- repetitions(N), N >= 2.\nwins(b) :- king(b2), turn(a).",
        "draw :- repetitions(N), N >= 3.\nwins(a) :- king(a2), repetitions(N), N >= 2.",
    ] {
        let game = walk(rule);
        for most in 1..=8 {
            assert_agrees(&game, most);
        }
    }
}

#[test]
fn positions_before_the_game_count_as_repeated() {
    // With a1 visited twice before, going back there is a draw, not a win.
    let mut game = walk("draw :- repetitions(N), N >= 3.\nwins(a) :- king(b2).");
    for most in 1..=6 {
        assert_agrees(&game, most);
    }
    for _ in 0..4 {
        let legal = game.legal().unwrap();
        game.play(&legal[0]).unwrap();
        if game.legal().unwrap().is_empty() {
            break;
        }
        for most in 1..=5 {
            assert_agrees(&game, most);
        }
    }
}

/// Each turn of b may raise any of eight piles; a can only wait, and wins once so many
/// are raised. The piles can be raised in many orders, which come to the same.
fn piles(rounds: u32) -> Game {
    game_of(&format!(
        ":- players([a, b]).\n:- type(pile, [p1, p2, p3, p4, p5, p6, p7, p8]).\n\
         :- state(turn(player)).\n:- state(round(int)).\n:- state(height(pile, int)).\n\
         :- memory(begun).\n:- action(wait).\n:- action(put(pile)).\n\
         start(turn(a)).\nstart(round(0)).\nstart(height(P, 0)) :- pile(P).\n\
         legal(wait) :- turn(a).\nlegal(put(P)) :- turn(b), pile(P).\n\
         add(begun) :- does(put(_)).\ndel(height(P, N)) :- does(put(P)), height(P, N).\n\
         add(height(P, M)) :- does(put(P)), height(P, N), M is N + 1.\n\
         del(round(N)) :- does(put(_)), round(N).\n\
         add(round(M)) :- does(put(_)), round(N), M is N + 1.\n\
         del(turn(P)) :- turn(P).\nadd(turn(O)) :- turn(P), opponent(P, O).\n\
         refuse(wait, other) :- tried(wait), turn(b).\n\
         refuse(put(P), other) :- tried(put(P)), turn(a).\nreason(other, 'it is not yours').\n\
         wins(a) :- turn(b), round({rounds}).\ndraw :- repetitions(N), N >= 3.\n"
    ))
}

#[test]
fn what_is_reached_in_many_ways_is_played_through_once() {
    let game = piles(7);
    let solution = solved(&game);
    assert_eq!(solution.result, win(15));
    assert_line(&game, &solution);
    // There are two million lines, and some thousand positions.
    assert!(solution.positions < 200_000, "{}", solution.positions);
    // With little memory, some of it is played through again.
    let game = piles(6);
    let wanted = Wanted { memory: 0, ..wanted() };
    let solution = solve(&game, &wanted, &SolveWatch::default()).unwrap();
    assert_eq!(solution.result, win(13));
}

#[test]
fn positions_recur_at_another_turn() {
    // a wins at the seventh turn, if the game lasts: on four cells, it cannot.
    let rule = "wins(a) :- turn_number(N), N >= 7.\nwins(a) :- king(a1), turn_number(N), N >= 2.";
    for (times, expected) in [(2, SolveResult::Neither), (3, win(6))] {
        let game = walk(&format!("draw :- repetitions(N), N >= {times}.\n{rule}"));
        for most in 1..=8 {
            assert_agrees(&game, most);
        }
        assert_eq!(solved(&game).result, expected);
    }
}

/// A token goes from node to node of a random graph; some nodes win for somebody.
fn random_graph(chance: &mut impl Rng, repetition: &str, remembers: bool) -> Game {
    const NODES: usize = 7;
    let nodes: Vec<String> = (0..NODES).map(|node| format!("n{node}")).collect();
    let mut facts = String::new();
    for from in &nodes {
        for _ in 0..chance.random_range(1..=3) {
            facts += &format!("edge({from}, {}).\n", nodes.choose(chance).unwrap());
        }
    }
    // The last two nodes decide, for whoever that is.
    facts += &format!("won(n5, {}).\n", ["a", "b"].choose(chance).unwrap());
    facts += &format!("won(n6, {}).\n", ["a", "b"].choose(chance).unwrap());
    let (memory, straight_back) = match remembers {
        true => (
            ":- memory(came(node)).\nadd(came(X)) :- at(X).\ndel(came(X)) :- came(X).\n",
            ", \\+ came(To)",
        ),
        false => ("", ""),
    };
    game_of(&format!(
        ":- players([a, b]).\n:- type(node, [{}]).\n:- state(at(node)).\n\
         :- state(turn(player)).\n{memory}:- action(go(node)).\nstart(at(n0)).\nstart(turn(a)).\n\
         legal(go(To)) :- at(From), edge(From, To){straight_back}.\n\
         del(at(X)) :- at(X).\nadd(at(To)) :- does(go(To)).\n\
         del(turn(P)) :- turn(P).\nadd(turn(O)) :- turn(P), opponent(P, O).\n\
         refuse(go(To), no) :- tried(go(To)), \\+ legal(go(To)).\nreason(no, 'no').\n\
         wins(P) :- at(X), won(X, P).\n{facts}{repetition}\n",
        nodes.join(", ")
    ))
}

#[test]
fn circles_and_repetitions_are_judged_as_by_trying_everything() {
    let mut chance = chance(29);
    let mut seen = [0; 4];
    for number in 0..120 {
        let repetition = match number % 4 {
            0 => "",
            1 => "draw :- repetitions(N), N >= 2.",
            2 => "draw :- repetitions(N), N >= 3.",
            _ => "wins(P) :- repetitions(N), N >= 2, turn(P).",
        };
        let mut game = random_graph(&mut chance, repetition, number % 8 > 3);
        // Some positions have occurred before.
        for _ in 0..number % 3 {
            let Some(action) = game.legal().unwrap().choose(&mut chance).cloned() else { break };
            game.play(&action).unwrap();
        }
        if game.legal().unwrap().is_empty() {
            continue;
        }
        for most in [1, 2, 5, 8] {
            seen[match assert_agrees(&game, most) {
                SolveResult::Win(_) => 0,
                SolveResult::Loss(_) => 1,
                SolveResult::Neither => 2,
                SolveResult::Unknown => 3,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|number| *number > 10), "{seen:?}");
}

/// A token goes from node to node of a random graph, which is another one at each of three
/// hours: so a position can lead on otherwise when it comes up again.
fn clockwork(chance: &mut impl Rng, players: &str, repetition: &str) -> Game {
    const NODES: usize = 6;
    let nodes: Vec<String> = (0..NODES).map(|node| format!("n{node}")).collect();
    let mut facts = String::new();
    for (hour, from) in (0..3).flat_map(|hour| nodes.iter().map(move |from| (hour, from))) {
        for _ in 0..chance.random_range(1..=3) {
            facts += &format!("edge({hour}, {from}, {}).\n", nodes.choose(chance).unwrap());
        }
    }
    let turns = match players {
        "a" => "won(n5, a).\n".to_string(),
        _ => {
            let winners = [(); 2].map(|()| ["a", "b"].choose(chance).unwrap());
            format!(
                "del(turn(P)) :- turn(P).\nadd(turn(O)) :- turn(P), opponent(P, O).\n\
                 won(n4, {}).\nwon(n5, {}).\n",
                winners[0], winners[1]
            )
        }
    };
    game_of(&format!(
        ":- players([{players}]).\n:- type(node, [{}]).\n:- state(at(node)).\n\
         :- state(turn(player)).\n:- memory(hour(int)).\n:- action(go(node)).\n\
         start(at(n0)).\nstart(turn(a)).\nstart(hour(0)).\n\
         legal(go(To)) :- at(From), hour(H), edge(H, From, To).\n\
         del(at(X)) :- at(X).\nadd(at(To)) :- does(go(To)).\n\
         del(hour(H)) :- hour(H).\nadd(hour(N)) :- hour(H), later(H, N).\n\
         later(0, 1).\nlater(1, 2).\nlater(2, 0).\n\
         refuse(go(To), no) :- tried(go(To)), \\+ legal(go(To)).\nreason(no, 'no').\n\
         wins(P) :- at(X), won(X, P).\n{turns}{facts}{repetition}\n",
        nodes.join(", ")
    ))
}

#[test]
fn what_is_found_is_played_through_where_positions_recur_with_other_memories() {
    for (seed, players) in [(31, "a, b"), (37, "a")] {
        let mut chance = chance(seed);
        let mut seen = [0; 3];
        for number in 0..100 {
            let repetition = format!("draw :- repetitions(N), N >= {}.", 2 + number % 2);
            let game = clockwork(&mut chance, players, &repetition);
            for most in [3, 6, 8] {
                seen[match assert_agrees(&game, most) {
                    SolveResult::Win(_) => 0,
                    SolveResult::Loss(_) => 1,
                    _ => 2,
                }] += 1;
            }
        }
        assert!(seen[0] > 20 && seen[2] > 20, "{players}: {seen:?}");
        assert_eq!(seen[1] > 20, players == "a, b", "{players}: {seen:?}");
    }
}

#[test]
fn a_puzzle_that_only_repetitions_would_solve_is_not_solved() {
    // Six steps on four cells come through one of them twice before they end.
    let puzzle = |times: u32| {
        game_of(&format!(
            ":- board(square(2, 2)).\n:- players([a]).\n:- state(king(cell)).\n\
             :- state(turn(player)).\n:- memory(steps(int)).\n:- action(go(cell)).\n\
             start(king(a1)).\nstart(turn(a)).\nstart(steps(0)).\n\
             legal(go(To)) :- king(From), goes(From, To).\n\
             goes(From, To) :- step(From, Dir, To), straight(Dir).\n\
             del(king(From)) :- king(From).\nadd(king(To)) :- does(go(To)).\n\
             del(steps(N)) :- steps(N).\nadd(steps(M)) :- steps(N), M is N + 1.\n\
             refuse(go(To), far) :- tried(go(To)), \\+ legal(go(To)).\nreason(far, 'too far').\n\
             wins(a) :- king(b2), steps(N), N >= 6.\ndraw :- repetitions(N), N >= {times}.\n"
        ))
    };
    let game = puzzle(2);
    let solution = solved(&game);
    assert_eq!(solution.result, SolveResult::Neither, "{}", told(&game, &solution));
    let game = puzzle(3);
    let solution = solved(&game);
    assert_eq!(solution.result, win(6));
    assert_line(&game, &solution);
}

#[test]
fn a_side_may_move_twice_in_a_row() {
    // a moves twice, b once; five steps win.
    let game = game_of(
        ":- players([a, b]).\n:- state(at(int)).\n:- state(turn(player)).\n:- state(again).\n\
         :- action(go(int)).\nstart(at(0)).\nstart(turn(a)).\nstart(again).\n\
         legal(go(N)) :- amount(N).\namount(1).\namount(2).\n\
         del(at(X)) :- at(X).\nadd(at(Y)) :- does(go(N)), at(X), Y is X + N.\n\
         del(again) :- turn(a), again.\nadd(again) :- turn(b).\n\
         del(turn(P)) :- turn(P).\nadd(turn(a)) :- turn(a), again.\n\
         add(turn(b)) :- turn(a), \\+ again.\nadd(turn(a)) :- turn(b).\n\
         refuse(go(N), amount) :- tried(go(N)), \\+ amount(N).\nreason(amount, 'one or two').\n\
         wins(a) :- at(7).\nwins(b) :- at(N), N > 7.",
    );
    for most in 1..=9 {
        assert_agrees(&game, most);
    }
}

/// Three players take one or two stones in turn; who takes the last one wins.
const NIM: &str = "
    :- players([a, b, c]).
    :- state(stones(int)).
    :- state(turn(player)).
    :- action(take(int)).
    start(stones(N)) :- option(stones, N).
    start(turn(a)).
    :- option(stones, 5, [1, 2, 3, 4, 5, 6, 7]).
    after(a, b).
    after(b, c).
    after(c, a).
    amount(1).
    amount(2).
    legal(take(N)) :- amount(N), stones(Left), N =< Left.
    del(stones(Left)) :- stones(Left).
    add(stones(Rest)) :- does(take(N)), stones(Left), Rest is Left - N.
    del(turn(P)) :- turn(P).
    add(turn(Next)) :- turn(P), after(P, Next).
    refuse(take(N), amount) :- tried(take(N)), \\+ legal(take(N)).
    reason(amount, 'one or two of those that are left').
    wins(P) :- stones(0), turn(Next), after(P, Next).
";

#[test]
fn of_three_players_the_others_are_one_side() {
    for stones in 1..=7 {
        let game = game_of(&NIM.replace("stones, 5,", &format!("stones, {stones},")));
        assert_agrees(&game, 9);
    }
    let game = game_of(NIM);
    let told = headline(&game, &solved(&game));
    assert!(told.contains("All other players are taken for one side"), "{told}");
}

#[test]
fn refutations_tell_what_is_wrong_with_other_moves() {
    let game = after("examples/connect_four.pl", &["4", "4", "5", "5"]);
    let wanted = Wanted { shown: Shown::Refutations, ..wanted() };
    let solution = solve(&game, &wanted, &SolveWatch::default()).unwrap();
    assert_eq!(solution.others.len(), game.legal().unwrap().len() - 1);
    for other in &solution.others {
        let mut next = game.clone();
        next.play(&other.action).unwrap();
        let yellow = game.turn().unwrap();
        match &other.fate {
            Fate::Wins(number) => {
                assert_eq!(distance(&next, yellow, true, 2), Some(number - 1));
            }
            Fate::Fails { within: Some(3), answer: Some(answer) } => {
                next.play(answer).unwrap();
                assert_eq!(distance(&next, yellow, true, 1), None);
            }
            fate => panic!("{fate:?}"),
        }
    }
    // After the key, an answer of red each, and then the win.
    let [key] = solution.tree.as_slice() else { panic!("one first move") };
    assert_eq!((key.then.len(), key.within, key.is_forcing), (7, 2, true));
    for answer in &key.then {
        assert!(!answer.is_forcing && answer.within == 1);
        assert_eq!((answer.then.len(), answer.then[0].within), (1, 0));
    }
    let told = told(&game, &solution);
    assert!(told.contains("\nAnswers:\n  ") && told.contains("\nOther first moves:\n  "), "{told}");
}

#[test]
fn memory_may_be_short() {
    for name in ["examples/tictactoe.pl", "examples/river_crossing.pl"] {
        let game = start(name);
        let wanted = Wanted { memory: 0, ..wanted() };
        let solution = solve(&game, &wanted, &SolveWatch::default()).unwrap();
        assert_eq!(solution.result, solved(&game).result);
    }
}

#[test]
fn a_line_that_is_cut_off_is_said_to_be() {
    let game = after("examples/connect_four.pl", &["4", "4", "5", "5"]);
    let solution = solved(&game);
    assert!(solution.is_line_whole);
    let said = "\nThe line is not complete: the search ended before the rest was found.";
    assert!(!told(&game, &solution).contains(said));
    let line = solution.line[..1].to_vec();
    let cut_off = Solution { line, is_line_whole: false, ..solution };
    let told = told(&game, &cut_off);
    assert!(told.starts_with("yellow wins in 3 actions.\n  1. yellow  "), "{told}");
    assert!(told.ends_with(said), "{told}");
}

#[test]
fn what_is_shown_does_not_take_long_once_the_time_is_over() {
    let game = hive_game(HIVE_GAMES[2], 5);
    let (began, time) = (Instant::now(), Duration::from_secs(2));
    let wanted = Wanted { time: Some(time), shown: Shown::Tree, ..wanted() };
    let solution = solve(&game, &wanted, &SolveWatch::default()).unwrap();
    // A tenth of the time, or two seconds; the rest is for a busy machine.
    assert!(began.elapsed() < time + Duration::from_secs(7), "{:?}", began.elapsed());
    assert!(solution.time <= began.elapsed());
}

#[test]
fn it_stops_with_what_it_knows() {
    let game = start("hive");
    let began = Instant::now();
    let wanted = Wanted { time: Some(Duration::from_millis(300)), ..wanted() };
    let solution = solve(&game, &wanted, &SolveWatch::default()).unwrap();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!((solution.result, solution.stopped), (SolveResult::Unknown, Some(Stopped::Time)));
    assert!(matches!(solution.no_win, RuledOut::Within(1..)), "{:?}", solution.no_win);
    let watch = SolveWatch::default();
    watch.interrupt.store(true, Ordering::Relaxed);
    let solution = solve(&game, &wanted, &watch).unwrap();
    assert_eq!(solution.stopped, Some(Stopped::Interrupt));
}
