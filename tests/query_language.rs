//! What queries can say beyond rules: disjunction with answers of their own,
//! answers sorted, limited and gathered, and what holds in the next position.

mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hornet::game::{Action, Game};
use hornet::logic::explain::explain;
use hornet::logic::explain::outline::{Folded, Part};
use hornet::logic::query::{Bindings, Query};
use support::{random_positions, rules};

fn query(game: &Game, goal: &str) -> Query {
    let parsed = Query::parse(game.rules().program(), goal);
    parsed.unwrap_or_else(|rejected| panic!("{goal}\n{rejected}"))
}

fn refused(game: &Game, goal: &str) -> String {
    match Query::parse(game.rules().program(), goal) {
        Ok(_) => panic!("{goal} should be refused"),
        Err(rejected) => rejected.to_string(),
    }
}

/// The answers in the order in which they come.
fn answers(game: &Game, goal: &str) -> Vec<String> {
    let shown = |answer: Bindings| {
        let bound = answer.iter().map(|(name, bound)| format!("{}={bound}", name.as_str()));
        bound.collect::<Vec<_>>().join(" ")
    };
    let mut found = Vec::new();
    let situation = game.situation();
    query(game, goal)
        .solve(game.rules().engine(), &situation, &mut |answer| {
            found.push(shown(answer));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{goal}: {error}"));
    found
}

fn all(game: &Game, goal: &str) -> BTreeSet<String> {
    answers(game, goal).into_iter().collect()
}

fn tanks() -> Game {
    Game::new(rules("tanks:6")).unwrap()
}

#[test]
fn a_range_without_end_is_an_error_and_not_a_wait() {
    let game = tanks();
    let goal = "between(1, 1000000000000, N), N < 0.";
    let solved = query(&game, goal)
        .solve(game.rules().engine(), &game.situation(), &mut |_| ControlFlow::Continue(()));
    let error = solved.unwrap_err().to_string();
    assert!(error.contains("between(1, 1000000000000, _) is too long"), "{error}");
    assert_eq!(answers(&game, "N = 5, between(1, 1000000000000, N)."), ["N=5"]);
    assert_eq!(answers(&game, "aggregate_all(count, between(1, 2000000, _), N)."), ["N=2000000"]);
}

#[test]
fn either_branch_gives_answers() {
    let game = tanks();
    let found = all(&game, "(tank(C, bot, heavy) ; C = a6), row(C, R).");
    assert_eq!(found, ["C=c1 R=1", "C=d1 R=1", "C=a6 R=6"].map(String::from).into());
    // Branches may leave each other's variables open, as in Prolog.
    assert_eq!(all(&game, "X = 1 ; Y = 2."), ["X=1", "Y=2"].map(String::from).into());
    assert_eq!(answers(&game, "turn(bot) ; turn(top).").len(), 1);
    assert_eq!(answers(&game, "aggregate_all(count, (row(C, 1) ; column(C, 1)), N)."), ["N=11"]);
}

#[test]
fn ranges_witnesses_and_all_of_them() {
    let game = tanks();
    assert_eq!(all(&game, "between(2, 4, N).").len(), 3);
    assert!(answers(&game, "between(4, 2, N).").is_empty());
    assert_eq!(
        all(&game, "aggregate_all(max(R, C), (tank(C, bot, heavy), row(C, R)), max(Row, Cell))."),
        ["Row=1 Cell=c1", "Row=1 Cell=d1"].map(String::from).into()
    );
    assert_eq!(answers(&game, "forall(tank(C, bot, _), (row(C, R), R < 3)).").len(), 1);
    assert!(answers(&game, "forall(tank(C, _, _), row(C, 1)).").is_empty());
    assert!(refused(&game, "between(N, 3, 2).").contains("both ends"));
}

#[test]
fn answers_come_in_order() {
    let game = tanks();
    let found = answers(&game, "order_by([desc(R), asc(C)], (tank(C, bot, medium), row(C, R))).");
    assert_eq!(found[..2], ["C=a2 R=2", "C=b2 R=2"]);
    assert_eq!(found.last().unwrap(), "C=f1 R=1");
    let found = answers(&game, "limit(2, order_by([desc(C)], tank(C, bot, _))).");
    assert_eq!(found, ["C=f2", "C=f1"]);
    let found = answers(&game, "limit(2, offset(1, order_by([asc(N)], between(1, 9, N)))).");
    assert_eq!(found, ["N=2", "N=3"]);
    assert_eq!(answers(&game, "limit(3, between(1, 1000000000000, N)).").len(), 3);
    assert!(answers(&game, "limit(0, cell(C)).").is_empty());
    assert!(refused(&game, "order_by(C, cell(C)).").contains("order_by([asc(X), desc(Y)], Goal)"));
    assert!(refused(&game, "order_by([asc(D)], cell(C)).").contains("not a named variable"));
    assert!(refused(&game, "limit(C, cell(C)).").contains("not a number of answers"));
}

#[test]
fn answers_are_gathered_in_lists() {
    let game = tanks();
    assert_eq!(answers(&game, "findall(C, tank(C, bot, heavy), L)."), ["L=[c1, d1]"]);
    assert_eq!(answers(&game, "findall(C, tank(C, bot, destroyer), L).").len(), 1);
    assert_eq!(answers(&game, "findall(N, (between(1, 3, N), N > 5), L)."), ["L=[]"]);
    assert!(answers(&game, "setof(N, (between(1, 3, N), N > 5), L).").is_empty());
    // As in Prolog there is an element for each solution, and a set has each once.
    let kinds = answers(&game, "findall(K, tank(_, bot, K), L).");
    assert_eq!(kinds[0].matches("medium").count(), 8, "{kinds:?}");
    assert_eq!(answers(&game, "setof(K, C^tank(C, bot, K), L)."), ["L=[destroyer, heavy, medium]"]);
    // A list for each value of what stands outside, or of a free variable.
    assert_eq!(
        answers(&game, "player(P), findall(C, tank(C, P, heavy), L)."),
        ["P=bot L=[c1, d1]", "P=top L=[c6, d6]"]
    );
    assert_eq!(
        answers(&game, "bagof(C, tank(C, P, heavy), L)."),
        ["P=bot L=[c1, d1]", "P=top L=[c6, d6]"]
    );
    assert_eq!(
        answers(&game, "between(1, 3, N), findall(C, (tank(C, bot, heavy), row(C, N)), L)."),
        ["N=1 L=[c1, d1]", "N=2 L=[]", "N=3 L=[]"]
    );
    assert_eq!(
        answers(&game, "findall(C-K, (tank(C, bot, K), column(C, 1)), L)."),
        ["L=[a1-medium, a2-medium]"]
    );
    assert!(refused(&game, "findall(C, tank(C, _, _), L), L = L.").contains("ends the query"));
    assert!(refused(&game, "findall(X, cell(C), L).").contains("not a variable of the goal"));
    assert!(refused(&game, "findall(C, cell(C), [a1]).").contains("cannot be a list of answers"));
}

#[test]
fn what_holds_after_an_action_is_asked_of_the_next_position() {
    let game = tanks();
    assert_eq!(answers(&game, "after(move(b2, b3), turn(P))."), ["P=top"]);
    assert_eq!(answers(&game, "after(move(b2, b3), tank(b3, P, K)), turn(Q).").len(), 1);
    assert!(answers(&game, "after(move(b2, b3), tank(b2, _, _)).").is_empty());
    assert_eq!(answers(&game, "after(move(b2, b3), turn_number(N))."), ["N=2"]);
    // Two actions ahead, and what is supposed there.
    assert_eq!(
        answers(&game, "after(move(b2, b3), after(move(b5, b4), (turn(P), turn_number(N))))."),
        ["P=bot N=3"]
    );
    assert_eq!(
        answers(&game, "after(move(b2, b3), refuse(move(c2, c3), Reason))."),
        ["Reason=not_yours"]
    );
    // Under a negation, in an aggregate, and with any action.
    assert_eq!(
        answers(&game, "aggregate_all(count, (legal(M), after(M, turn(top))), N).").len(),
        1
    );
    assert_eq!(answers(&game, "\\+ (legal(M), after(M, wins(_))).").len(), 1);
    assert_eq!(answers(&game, "after(M, tank(c3, bot, _))").len(), 3);
    assert!(game.refusal_of(&query(&game, "after(move(b2, b3), turn(P))")).unwrap().is_none());
    // An action that stands for any is never refused, nor is one that takes nothing.
    let hive = Game::new(rules("hive")).unwrap();
    assert!(hive.refusal_of(&query(&hive, "after(_, turn(P))")).unwrap().is_none());
    assert!(hive.refusal_of(&query(&hive, "legal(M), after(M, turn(P))")).unwrap().is_none());
    assert!(hive.refusal_of(&query(&hive, "after(pass, turn(P))")).unwrap().is_some());
    let refusal = game.refusal_of(&query(&game, "after(move(b1, b3), turn(P))")).unwrap().unwrap();
    assert!(refusal.to_string().contains("one cell"), "{refusal}");
}

/// Whatever is asked after an action is what playing it and asking gives.
#[test]
fn asking_after_an_action_is_playing_it_and_asking() {
    for (name, goals) in [
        ("tanks:6", ["tank(C, P, K)", "legal(M)", "wins(P)", "repetitions(N), turn_number(T)"]),
        ("gauss", ["piece(C, P)", "turn(P)", "legal(M)", "repetitions(N), turn_number(T)"]),
        ("hive+mlp", ["at(P, C, H)", "pinned(P)", "turn(P)", "repetitions(N), turn_number(T)"]),
    ] {
        for game in random_positions(&rules(name), 1, 7).into_iter().step_by(9) {
            for action in game.legal().unwrap().into_iter().step_by(11) {
                let mut next = game.clone();
                next.play(&action).unwrap();
                for goal in goals {
                    let ahead = format!("after({}, ({goal}))", written(&action));
                    assert_eq!(all(&game, &ahead), all(&next, goal), "{name}: {ahead}");
                }
            }
        }
    }
}

/// An action as Prolog writes it.
fn written(action: &Action) -> String {
    let args: Vec<String> = action.args.iter().map(ToString::to_string).collect();
    match args.is_empty() {
        true => action.name.to_string(),
        false => format!("{}({})", action.name, args.join(", ")),
    }
}

#[test]
fn winning_moves_are_found_by_looking_ahead() {
    let mut game = Game::new(rules("examples/tictactoe.pl")).unwrap();
    for cell in ["a1", "b2", "a2", "c2"] {
        let action = game.rules().presentation().read(&game, &format!("put({cell})")).unwrap();
        game.play(&action).unwrap();
    }
    assert_eq!(answers(&game, "legal(M), after(M, wins(P))."), ["M=put(a3) P=x"]);
    // What the other side threatens: nothing wins at once but a reply can.
    let found = all(&game, "after(put(c1), (legal(M), after(M, wins(P)))).");
    assert_eq!(found.len(), 0);
    let found = all(&game, "after(put(b1), (legal(M), after(M, wins(P)))).");
    assert!(found.iter().all(|answer| answer.contains("P=o")), "{found:?}");
}

#[test]
fn a_supposition_that_nothing_depends_on_is_noticed() {
    let game = tanks();
    let in_vain = |goal: &str| query(&game, goal).supposes_in_vain(game.rules().program());
    assert!(in_vain("does(move(b2, b3)), tank(b3, P, K)."));
    assert!(in_vain("does(move(b2, b3)), wins(P)."));
    assert!(!in_vain("does(move(b2, b3)), add(F)."));
    assert!(!in_vain("does(move(b2, b3))."));
    assert!(!in_vain("tried(move(b2, b3)), turn(P)."));
}

#[test]
fn what_looks_ahead_is_explained_in_each_position() {
    let game = tanks();
    let why = |goal: &str| {
        let asked = query(&game, goal);
        explain(game.rules().engine(), &asked, &game.situation()).unwrap()
    };
    let proof = why("after(move(b2, b3), (turn(P), tank(b3, bot, K)))").render();
    assert!(
        proof.starts_with("after(move(b2, b3), (turn(top), tank(b3, bot, medium)))\n├─ turn(top)")
    );
    let failure = why("after(move(b2, b3), wins(bot))");
    assert!(
        failure.render().starts_with("after(move(b2, b3), wins(bot)) fails, since then\n└─ wins")
    );
    assert!(failure.in_short().unwrap().contains("since then far_row(bot,"));
    // What is folded asks about the next position too.
    let Folded { parts, .. } = failure.folded(2, 1);
    let asks: Vec<&String> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Ask(ask) => Some(ask),
            _ => None,
        })
        .collect();
    assert!(!asks.is_empty() && asks.iter().all(|ask| ask.starts_with("after(move(b2, b3), (")));
    // Of all actions, one is shown, and the others are counted.
    let failure = why("legal(M), after(M, wins(bot))");
    assert!(failure.in_short().unwrap().contains("15 other instances fail alike"));
    let failure = why("after(move(b1, b3), wins(bot))").render();
    assert!(failure.starts_with("legal(move(b1, b3)) fails"), "{failure}");
    assert!(why("after(M, wins(bot))").render().contains("no legal action leads to it"));
    assert!(why("\\+ (legal(M), after(M, wins(bot)))").render().contains("no legal action"));
}
