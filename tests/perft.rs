//! Known answers: how many sequences of legal actions each game has.

mod support;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hornet::game::{Action, Game, Rules};
use hornet::logic::engine::EvalError;
use hornet::play::{Count, CountError, perft};
use support::{random_positions, rules};

fn count(rules: &Arc<Rules>, depth: u32) -> u64 {
    count_by(&Game::new(rules.clone()).unwrap(), depth, 2, true)
}

fn count_by(game: &Game, depth: u32, threads: usize, memo: bool) -> u64 {
    let interrupt = &AtomicBool::new(false);
    perft(game, depth, &mut Count { progress: &mut |_| {}, interrupt, threads, memo }).unwrap()
}

fn check(rules: Arc<Rules>, known: &[u64]) {
    for (depth, nodes) in (1..).zip(known) {
        assert_eq!(count(&rules, depth), *nodes, "{} at depth {depth}", rules.name());
    }
}

#[test]
fn tanks_compiled() {
    check(rules("tanks:6"), &[16, 256, 4352, 74822]);
    check(rules("tanks:8"), &[22, 484, 11132, 256_036]);
    check(rules("tanks:10"), &[28, 784, 22736]);
    check(rules("tanks:26"), &[76, 5776]);
}

#[test]
fn tanks_interpreted() {
    let interpreted = |name| Arc::new(Rules::open(name).unwrap().interpreted());
    check(interpreted("tanks:6"), &[16, 256, 4352]);
    check(interpreted("tanks:8"), &[22, 484, 11132]);
}

#[test]
fn gauss() {
    check(rules("gauss"), &[38, 1368, 47184]);
    check(Arc::new(Rules::open("gauss").unwrap().interpreted()), &[38, 1368, 47184]);
}

/// The known answers of each of Hive's game types, from depth 1 to 5.
const HIVE: [(&str, [u64; 5]); 8] = [
    ("hive", [4, 96, 1440, 21600, 516_240]),
    ("hive+m", [5, 150, 2610, 45414, 1_252_800]),
    ("hive+l", [5, 150, 2610, 45414, 1_252_800]),
    ("hive+p", [5, 150, 2610, 45414, 1_255_932]),
    ("hive+ml", [6, 216, 4320, 86400, 2_725_920]),
    ("hive+mp", [6, 216, 4320, 86400, 2_730_888]),
    ("hive+lp", [6, 216, 4320, 86400, 2_730_240]),
    ("hive+mlp", [7, 294, 6678, 151_686, 5_427_108]),
];

#[test]
fn hive() {
    for (name, known) in HIVE {
        check(rules(name), &known[..4]);
        check(Arc::new(Rules::open(name).unwrap().interpreted()), &known[..2]);
    }
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn hive_deeper() {
    for (name, known) in HIVE {
        assert_eq!(count(&rules(name), 5), known[4], "{name} at depth 5");
        check(Arc::new(Rules::open(name).unwrap().interpreted()), &known[..3]);
    }
}

#[test]
fn tictactoe() {
    check(rules("examples/tictactoe.pl"), &[9, 72, 504, 3024, 15120, 54720]);
}

#[test]
fn connect_four() {
    check(rules("examples/connect_four.pl"), &[7, 49, 343, 2401]);
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn deeper() {
    check(rules("tanks:10"), &[28, 784, 22736, 659_344]);
    check(rules("gauss"), &[38, 1368, 47184, 1_570_128]);
    check(
        rules("examples/tictactoe.pl"),
        &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872],
    );
    check(rules("examples/connect_four.pl"), &[7, 49, 343, 2401, 16807, 117_649]);
}

/// One sequence after the other, without any help.
fn count_plainly(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = game.legal().unwrap();
    legal.iter().map(|action| count_plainly(&played(game, action), depth - 1)).sum()
}

fn played(game: &Game, action: &Action) -> Game {
    let mut next = game.clone();
    next.play_unchecked(action).unwrap();
    next
}

/// With a memo that has no regard for the past.
fn count_rashly(game: &Game, depth: u32, memo: &mut HashMap<(Box<[u8]>, u32), u64>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let key = (game.position().key(), depth);
    if let Some(known) = memo.get(&key) {
        return *known;
    }
    let legal = game.legal().unwrap();
    let number =
        legal.iter().map(|action| count_rashly(&played(game, action), depth - 1, memo)).sum();
    memo.insert(key, number);
    number
}

/// With and without a memo, with one thread and with several, the same comes out.
fn check_all_ways(game: &Game, depth: u32) {
    let plainly = count_plainly(game, depth);
    for (threads, memo) in [(1, false), (3, false), (1, true), (3, true)] {
        let found = count_by(game, depth, threads, memo);
        let name = game.rules().name();
        assert_eq!(found, plainly, "{name} at depth {depth}, {threads} threads, memo: {memo}");
    }
}

#[test]
fn a_memo_changes_nothing() {
    for (name, depth) in [("tanks:6", 3), ("gauss", 2), ("hive", 2), ("hive+mlp", 2)] {
        for game in random_positions(&rules(name), 2, 7).iter().step_by(14) {
            check_all_ways(game, depth);
        }
    }
    for name in ["examples/tictactoe.pl", "tests/rules/language.pl"] {
        for game in random_positions(&rules(name), 2, 7).iter().step_by(2) {
            check_all_ways(game, 4);
        }
    }
}

/// Two kings wander over a small board. What recurs is what this is about: `ends`
/// says what comes of it.
fn wanderers(ends: &str) -> Arc<Rules> {
    let text = format!(
        ":- board(square(2, 3)).
        :- players([white, black]).
        :- state(king(player, cell)).
        :- state(turn(player)).
        :- memory(came(cell)).
        :- action(go(cell)).
        :- action(stay).

        start(king(white, a1)).
        start(king(black, b3)).
        start(turn(white)).

        taken(Cell) :- king(_, Cell).
        legal(go(To)) :-
            turn(Player), king(Player, From), step(From, _, To), \\+ taken(To), \\+ came(To).
        del(king(Player, From)) :- does(go(_)), turn(Player), king(Player, From).
        add(king(Player, To)) :- does(go(To)), turn(Player).
        del(came(Cell)) :- came(Cell).
        add(came(From)) :- does(go(_)), turn(Player), opponent(Player, Other), king(Other, From).
        del(turn(Player)) :- turn(Player).
        add(turn(Other)) :- turn(Player), opponent(Player, Other).

        refuse(go(To), cannot) :- tried(go(To)), \\+ legal(go(To)).
        reason(cannot, 'that is not legal').
        refuse(stay, cannot) :- tried(stay), \\+ legal(stay).
        {ends}"
    );
    Arc::new(Rules::from_text("wanderers.pl", &text).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn what_recurs_is_counted_by_its_past() {
    let heeding = [
        // Drawn, as Hive is, when a position is there for the third time.
        "draw :- repetitions(N), N > 2. legal(stay) :- turn(white), king(white, a1).",
        // Drawn as soon as anything recurs.
        "draw :- repetitions(N), N > 1. legal(stay) :- king(black, b3).",
        // The more often, the more can be done.
        "draw :- repetitions(9). legal(stay) :- repetitions(N), N mod 2 =:= 0.",
        // Who recurs late may go on, who recurs early may not.
        "draw :- repetitions(2), turn_number(T), T < 7. legal(stay) :- repetitions(3).",
    ];
    let heedless = "draw :- king(white, b3), king(black, a1). legal(stay) :- king(white, b1).";
    for ends in heeding.into_iter().chain([heedless]) {
        let rules = wanderers(ends);
        let game = Game::new(rules.clone()).unwrap();
        (0..=8).for_each(|depth| check_all_ways(&game, depth));
        let mut is_told = false;
        for game in random_positions(&rules, 3, 3).iter().take(40) {
            check_all_ways(game, 6);
            let rashly = count_rashly(game, 6, &mut HashMap::new());
            is_told |= rashly != count_plainly(game, 6);
        }
        assert_eq!(is_told, ends != heedless, "whether the past matters: {ends}");
    }
}

/// Games of Hive in which both sides go back and forth, until it is drawn.
#[test]
fn hive_going_back_and_forth() {
    let mut drawn = 0;
    for game in random_positions(&rules("hive+mlp"), 4, 5).iter().skip(25).step_by(50) {
        let Some(there_and_back) = there_and_back(game) else { continue };
        let mut game = game.clone();
        for action in there_and_back.iter().chain(&there_and_back).chain(&there_and_back) {
            check_all_ways(&game, 2);
            if game.repetitions() == 3 {
                drawn += 1;
                break;
            }
            game.play(action).unwrap();
        }
    }
    assert!(drawn > 1, "nobody goes back and forth");
}

/// Four actions, the last of which leads back to where the first began.
fn there_and_back(game: &Game) -> Option<Vec<Action>> {
    let moves = |game: &Game| {
        let legal = game.legal().unwrap().into_iter();
        legal.filter(|action| action.name.as_str() == "move").collect::<Vec<_>>()
    };
    for one in moves(game) {
        let after = played(game, &one);
        for other in moves(&after) {
            let actions = vec![one.clone(), other.clone(), reversed(&one), reversed(&other)];
            let mut end = game.clone();
            if actions.iter().all(|action| end.play(action).is_ok()) {
                return Some(actions);
            }
        }
    }
    None
}

fn reversed(action: &Action) -> Action {
    let mut action = action.clone();
    action.args.swap(1, 2);
    action
}

/// An opening in which only the queens can move, so that it can be counted deep.
#[test]
fn hive_with_queens_going_back_and_forth() {
    let rules = rules("hive");
    let mut game = Game::new(rules.clone()).unwrap();
    let play = |game: &mut Game, text: &str| {
        let action =
            rules.presentation().read(game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    };
    ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"].iter().for_each(|text| play(&mut game, text));
    for _ in 0..2 {
        for text in [r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"] {
            check_all_ways(&game, 3);
            play(&mut game, text);
        }
    }
    assert_eq!(game.repetitions(), 3);
    assert_eq!(count_by(&game, 1, 2, true), 0, "it is drawn");
    game.undo();
    game.undo();
    check_all_ways(&game, 4);
}

#[test]
fn too_many_to_count_is_an_error() {
    let rules = wanderers("draw :- king(white, b3), king(black, a1). legal(stay) :- turn(_).");
    let game = Game::new(rules).unwrap();
    let interrupt = &AtomicBool::new(false);
    let count = &mut Count { progress: &mut |_| {}, interrupt, threads: 2, memo: true };
    assert!(matches!(perft(&game, 99, count), Err(CountError::TooMany)));
}

#[test]
fn a_count_can_be_stopped() {
    let game = Game::new(rules("tanks")).unwrap();
    for threads in [1, 4] {
        let interrupt = &AtomicBool::new(false);
        let mut told = 0;
        let progress = &mut |so_far| {
            told = so_far;
            interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        let stopped = perft(&game, 12, &mut Count { progress, interrupt, threads, memo: true });
        assert!(matches!(stopped, Err(CountError::Eval(EvalError::Interrupted))));
        assert!(told > 0);
    }
}
