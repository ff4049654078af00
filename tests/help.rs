//! The help on the language and on relations: every example of every topic works,
//! in the games that ship, in an example game, and in a game without a board.

mod support;

use hornet::game::Game;
use hornet::logic::engine::Limits;
use hornet::logic::program::{Name, Origin};
use hornet::repl::help::examples::{Examples, example_of};
use hornet::repl::help::{help, language};
use hornet::repl::{Screen, Session};
use support::rules;
use support::session::Prompt;

const GAMES: [&str; 5] =
    ["hive", "gauss", "tanks", "examples/tictactoe.pl", "tests/matches/stones.pl"];

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn every_example_of_the_language_works_in_every_game() {
    for game in GAMES {
        for construct in language::constructs() {
            let mut prompt = Prompt::on(game);
            let name = construct.names[0];
            let entries = (construct.example)(&Examples::of(prompt.0.game()));
            let Some(entries) = entries else {
                // Every action is legal at the start of these.
                let is_free = game.contains("stones") || game.contains("tictactoe");
                assert!(is_free && name == "refuse", "{game}: no example of {name}");
                continue;
            };
            for entry in &entries {
                let said = prompt.fine(entry);
                assert!(!said.starts_with("false."), "{game}: {entry}\n{said}");
            }
            let text = plain(&help(name, prompt.0.game(), Screen::default()).unwrap());
            assert!(text.contains(construct.usage), "{name}\n{text}");
        }
    }
}

#[test]
fn examples_speak_of_the_position() {
    let mut prompt = Prompt::in_the_middle();
    for construct in language::constructs() {
        for entry in (construct.example)(&Examples::of(prompt.0.game())).unwrap() {
            let said = prompt.fine(&entry);
            assert!(!said.starts_with("false."), "{entry}\n{said}");
        }
        prompt.fine("reset rules");
    }
}

#[test]
fn every_relation_is_described_with_a_query_that_has_answers() {
    for game in GAMES {
        let game = Game::new(rules(game)).unwrap();
        let program = game.rules().program();
        let (mut described, mut shown) = (0, 0);
        for id in program.relations.ids() {
            let relation = &program.relations[id];
            if matches!(relation.name, Name::Wrapped(..)) {
                continue;
            }
            let text = plain(&help(&relation.indicator(), &game, Screen::default()).unwrap());
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            described += 1;
            if let Some(example) = example_of(&game, id) {
                assert!(text.contains(&example), "{text}");
                let session = Session::new(game.clone(), Limits::default());
                let said = Prompt(session).fine(&example);
                assert!(!said.starts_with("false."), "{example}");
                shown += 1;
            } else {
                assert_eq!(
                    relation.origin == Origin::Supposed,
                    !text.contains("no facts"),
                    "{text}"
                );
            }
        }
        assert!(shown * 3 > described, "{}: {shown} of {described}", game.rules().name());
    }
}

#[test]
fn a_relation_says_where_it_comes_from() {
    let mut prompt = Prompt::on("tanks");
    let tank = prompt.fine("help tank");
    assert!(tank.contains("tank(Cell, Player, Kind)"), "{tank}");
    assert!(tank.contains("Columns: Cell, Player, Kind"), "{tank}");
    assert!(tank.contains("A fact of the position, declared at tanks.pl:"), "{tank}");
    assert!(tank.contains("Try: tank(Cell, bot, Kind)."), "{tank}");
    let occupied = prompt.fine("help occupied/1");
    assert!(occupied.contains("Some tank stands on Cell."), "{occupied}");
    assert!(occupied.contains("Derived by the clause at tanks.pl:"), "{occupied}");
    assert!(prompt.fine("help step").contains("Built in."));
    let legal = prompt.fine("help legal");
    assert!(legal.contains("can be played") && legal.contains("Derived by 2 clauses"), "{legal}");
    let value = prompt.fine("help value");
    assert!(value.contains("value(Player, ") && value.contains("position is worth"), "{value}");
    assert!(prompt.fine("help \\+").contains("Holds if the goal does not"));
    assert!(prompt.fine("help :-").contains("HEAD :- GOAL"));
    prompt.wrong("help tnak", &["no help on `tnak`", "did you mean `tank`?"]);
    prompt.wrong("help elephant", &["no help on `elephant`", "a relation"]);
    let pinned = Prompt::in_the_middle().fine("help pinned/1");
    assert!(pinned.contains("Try: pinned(Piece)."), "{pinned}");
}

/// What people who come from elsewhere type, and what they are told to write.
#[test]
fn habits_from_other_languages_are_told_what_to_write() {
    let mut prompt = Prompt::on("tanks");
    for (entry, parts) in [
        ("tank(A, P, _), tank(B, Q, _), P != Q.", vec!["`!=` is not", "write `P \\= Q`"]),
        ("tank(A, P, _), tank(B, Q, _), P <> Q.", vec!["write `P \\= Q`"]),
        ("turn_number(N), N <= 3.", vec!["\"at most\"", "write `N =< 3`"]),
        ("turn_number(N), N + 1 => 3.", vec!["\"at least\"", "write `N + 1 >= 3`"]),
        ("turn_number(N), N @< 3.", vec!["write `N < 3`"]),
        ("turn(A), A == bot.", vec!["write `A = bot`"]),
        ("call(turn(P)).", vec!["write the goal itself: `turn(P)`"]),
        ("once(turn(P)).", vec!["write the goal itself: `turn(P)`"]),
        ("dif(A, B).", vec!["write `A \\= B`"]),
        ("turn(P), false.", vec!["`false` is not a goal"]),
        ("not turn(top).", vec!["write `\\+ turn(top)`"]),
        ("not(turn(top)).", vec!["write `\\+ turn(top)`"]),
        ("Tank(C, P, K).", vec!["`Tank` is a variable", "`tank(C, P, K)`"]),
        ("tank (C, P, K).", vec!["a space stands between `tank`", "write `tank(C, P, K)`"]),
        ("N = 3..19.", vec!["between(3, 19, N)"]),
        ("member(X, [a]).", vec!["no lists"]),
        ("turn(P), write(P).", vec!["rules print nothing"]),
        ("reason(R, \"text\").", vec!["'text'"]),
        ("row(C, 0x1f).", vec!["write 31"]),
        ("row(C, - 1).", vec!["write `-1`"]),
        ("X = move(a1, a2).", vec!["legal(move(a1, a2))"]),
        ("turn_number(N), X = N + 1.", vec!["write `X is N + 1`"]),
        ("(turn(bot) -> X = 1 ; X = 2).", vec!["(turn(bot), X = 1 ; \\+ turn(bot), X = 2)"]),
        ("turn(bot) | turn(top).", vec!["\"or\" is a semicolon"]),
        (
            "danger(A) :- legal(A).",
            vec![
                "stands for a whole action",
                "`danger(Cell1, Cell2)` with `legal(move(Cell1, Cell2))`",
            ],
        ),
        ("legal(A), A = move(b2, To).", vec!["write `legal(move(b2, To))`"]),
        (
            "a(X) :- turn(X), \\+ b(X). b(X) :- turn(X), c(X). c(X) :- turn(X), a(X).",
            vec!["a -> \\+ b -> c -> a", "c asks a"],
        ),
        ("X is 1 // 0.", vec!["has no result: division by zero"]),
        ("X is 2 ^ 64.", vec!["has no result: the number does not fit in 64 bits"]),
        ("X is 2 ^ -1.", vec!["has no result: negative exponent"]),
    ] {
        prompt.wrong(entry, &parts);
    }
}
