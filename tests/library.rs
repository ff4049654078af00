//! Hornet as a library: what a program of one's own uses, and the programs in
//! `examples/`.

use std::process::Command;
use std::sync::atomic::Ordering;

use hornet::explain::{Because, Tree, WhyNot};
use hornet::{
    Action, AnswerError, Atom, Bound, Cell, EvalError, Game, Includes, Limits, LoadError,
    QueryError, Rules, Value,
};

fn game(name: &str) -> Game {
    Game::new(Rules::open(name).unwrap()).unwrap()
}

fn after(name: &str, moves: &[&str]) -> Game {
    let mut game = game(name);
    for text in moves {
        let action = game.parse_action(text).unwrap();
        game.play(&action).unwrap();
    }
    game
}

#[test]
fn queries_have_typed_answers() {
    let game = game("tanks");
    let answers = game.query("tank(Cell, bot, heavy), row(Cell, Row)").unwrap();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0].to_string(), "Cell = d1, Row = 1");
    assert_eq!(answers[0]["Row"], Bound::Value(Value::Int(1)));
    assert_eq!(answers[1].get::<Cell>("Cell").unwrap(), "e1".parse().unwrap());
    let rows: Vec<(Cell, i64)> = game.query_as("tank(C, bot, heavy), row(C, Row)").unwrap();
    assert_eq!(rows[1], ("e1".parse().unwrap(), 1));
    // What only one branch names is left open by the others, and keeps its place.
    let gains = "player(P), (P = bot, Gain = 3 ; P = top, Loss = 4)";
    let rows: Vec<(String, Option<i64>, Option<i64>)> = game.query_as(gains).unwrap();
    assert_eq!(rows, [("bot".into(), Some(3), None), ("top".into(), None, Some(4))]);
    let mixed = "(player(P) ; player(P), N = 3), option(size, Size)";
    let rows: Vec<(String, Option<i64>, i64)> = game.query_as(mixed).unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|(_, n, size)| n.is_none_or(|n| n == 3) && *size == 8), "{rows:?}");
    let lists: Vec<(Vec<Cell>,)> = game.query_as("findall(C, tank(C, bot, heavy), L)").unwrap();
    assert_eq!(lists[0].0.len(), 2);
}

#[test]
fn answers_come_sorted_or_as_the_query_orders_them() {
    let game = game("tanks");
    let cells = |goal: &str| -> Vec<String> {
        game.query_as::<(String,)>(goal).unwrap().into_iter().map(|(cell,)| cell).collect()
    };
    assert_eq!(cells("tank(C, bot, heavy)"), ["d1", "e1"]);
    assert_eq!(cells("order_by([desc(C)], tank(C, bot, heavy))"), ["e1", "d1"]);
}

#[test]
fn a_whole_action_is_an_answer() {
    let game = game("tanks:6");
    let actions: Vec<(Action,)> = game.query_as("legal(Action)").unwrap();
    let actions: Vec<Action> = actions.into_iter().map(|(action,)| action).collect();
    assert_eq!(actions, game.legal().unwrap());
}

#[test]
fn goals_hold_or_do_not() {
    let game = game("tanks");
    assert!(game.holds("turn(bot)").unwrap());
    assert!(!game.holds("turn(top)").unwrap());
}

#[test]
fn a_query_that_makes_no_sense_is_told() {
    let game = game("tanks");
    let error = game.query("tnak(Cell, bot, heavy)").unwrap_err();
    assert!(matches!(error, QueryError::Rejected(_)));
    assert!(error.to_string().contains("did you mean"), "{error}");
    let error = game.query("after(move(b2, b1), turn(P))").unwrap_err();
    assert!(matches!(error, QueryError::Refused(_)), "{error}");
    let error = game.query_as::<(Cell, i64)>("tank(Cell, bot, Kind)").unwrap_err();
    let QueryError::Answer(AnswerError::Type { variable, .. }) = &error else { panic!("{error}") };
    assert_eq!(variable, "Kind");
}

#[test]
fn a_query_names_cells_of_the_board_that_was_chosen() {
    for (name, inside, outside) in [("tanks:6", "f6", "g6"), ("tanks", "g6", "i6")] {
        let game = game(name);
        assert!(game.query(&format!("column({inside}, N)")).is_ok());
        let error = game.query(&format!("column({outside}, N)")).unwrap_err().to_string();
        assert!(error.contains(&format!("`{outside}` is not a cell")), "{error}");
        assert!(error.contains("beyond the edge"), "{error}");
    }
    // Rules hold for every size, and may name what only a larger board has.
    let rules = Rules::open("tanks").unwrap().with_option("size", "6").unwrap();
    assert!(Game::new(rules).unwrap().query("column(g6, N)").is_err());
}

#[test]
fn a_tuple_has_a_place_for_each_variable() {
    let game = game("tanks");
    let error = game.query_as::<(Cell, Atom)>("tank(C, P, K)").unwrap_err().to_string();
    assert_eq!(error, "the query has 3 variables (C, P, K), the tuple takes 2");
    let heavy: Vec<(Cell,)> = game.query_as("tank(C, _P, heavy), turn(_P)").unwrap();
    assert_eq!(heavy.len(), 2);
}

#[test]
fn what_is_no_action_is_refused_as_such() {
    let mut tanks = game("tanks:6");
    let cell = |name: &str| Value::Cell(name.parse().unwrap());
    for (action, why) in [
        (Action::new("mov", &[]), "mov is refused: there is no action mov/0; an action is"),
        (Action::new("move", &[Value::Int(3), cell("a1")]), "`3` is not a cell; an action is"),
        (Action::new("move", &[cell("b2"), cell("z9")]), "there is no cell z9 on this board"),
    ] {
        let error = tanks.play(&action).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_move_is_explained_as_its_players_write_it() {
    let game = game("tanks");
    assert!(game.why("b2-b3").unwrap().holds());
    let [written, asked] =
        ["b2-b1", "legal(move(b2, b1))"].map(|text| game.why(text).unwrap().to_string());
    assert_eq!(written, asked);
    assert!(matches!(game.why("nonsense"), Err(QueryError::Unreadable(_))));
    assert!(matches!(game.why("tnak(b2, P, K)"), Err(QueryError::Rejected(_))));
}

#[test]
fn there_are_no_more_weights_than_declared() {
    let rules = Rules::open("tanks").unwrap();
    let weights = rules.weights().to_vec();
    assert!(rules.with_weights(&weights).is_ok());
    let error = rules.with_weights(&[weights, vec![7]].concat()).unwrap_err().to_string();
    assert!(error.starts_with("tanks has no weight for `7`; its weights are"), "{error}");
}

#[test]
fn explanations_print_and_can_be_walked() {
    let game = game("tanks");
    let why = game.why("legal(move(b2, b3))").unwrap();
    assert!(why.holds() && why.reasons().is_empty());
    let Tree::Holds(proofs) = why.tree() else { panic!("{why}") };
    let Because::Rule { text, at, premises } = &proofs[0].because else { panic!("{why}") };
    assert!(text.starts_with("legal(move(From, To))") && at.starts_with("tanks.pl:"), "{why}");
    assert!(premises.iter().any(|premise| premise.goal == "turn(bot)"), "{why}");

    let why = game.why("legal(move(b2, b1))").unwrap();
    assert!(!why.holds());
    let message = |text: &str| why.reasons().iter().any(|reason| reason.message == text);
    assert!(message("tanks only drive forward"), "{why}");
    let Tree::Fails(failures) = why.tree() else { panic!("{why}") };
    let WhyNot::Rules(attempts) = &failures[0].why else { panic!("{why}") };
    assert!(attempts.iter().all(|attempt| attempt.rule.at.starts_with("tanks.pl:")), "{why}");
    assert!(why.to_string().contains("refused: tanks only drive forward"), "{why}");
}

#[test]
fn actions_are_read_and_written_in_both_ways() {
    let game = after("hive", &["wS1", "bG1 wS1-"]);
    for action in game.legal().unwrap() {
        assert_eq!(game.parse_action(&game.write(&action)).unwrap(), action);
        assert_eq!(game.parse_action(&action.to_string()).unwrap(), action);
        assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
    }
    let error = game.parse_action("nonsense").unwrap_err().to_string();
    assert!(error.contains("cannot read `nonsense` as an action"), "{error}");
}

#[test]
fn a_position_is_drawn_without_colours() {
    let drawn = game("tanks:6").draw();
    assert!(drawn.contains('a') && !drawn.contains('\u{1b}'), "{drawn}");
}

#[test]
fn a_knowledge_base_is_asked_in_the_same_way() {
    let rules = Rules::from_text("family.pl", "parent(ann, bob).\nparent(bob, 'Cy').").unwrap();
    let family = Game::new(rules).unwrap();
    let pairs: Vec<(Atom, String)> = family.query_as("parent(Who, Child)").unwrap();
    assert_eq!(pairs[1], (Atom::new("bob"), "Cy".to_string()));
}

#[test]
fn rules_that_a_dependent_compiled_are_compiled() {
    let rules = hornet_compiled_for_tests::language::RULES.load().unwrap();
    assert!(rules.compiled().is_some());
    let text = hornet_compiled_for_tests::language::RULES.text();
    let interpreted = Game::new(Rules::from_text("language.pl", text).unwrap()).unwrap();
    let mut compiled = Game::new(rules).unwrap();
    assert_eq!(compiled.legal().unwrap(), interpreted.legal().unwrap());
    let first = compiled.legal().unwrap()[0].clone();
    compiled.play(&first).unwrap();
    assert_eq!(compiled.turn_number(), 2);
}

#[test]
fn a_knowledge_base_can_be_compiled_too() {
    let family = Game::new(hornet_compiled_for_tests::family::RULES.load().unwrap()).unwrap();
    let as_file = Game::new(Rules::open("examples/family.pl").unwrap()).unwrap();
    let [compiled, read] = [family, as_file].map(|game| game.query("parent(P, C)").unwrap());
    assert!(!read.is_empty() && compiled == read);
}

#[test]
fn limits_bound_what_is_derived() {
    let limits = Limits { facts: 10, ..Limits::default() };
    let game = Rules::open_within("tanks", limits).map(Game::new);
    let error = match game {
        Err(error) => error.to_string(),
        Ok(game) => game.err().map_or(String::new(), |error| error.to_string()),
    };
    assert!(error.contains("too many facts"), "{error}");
}

#[test]
fn texts_and_compiled_rules_keep_to_limits() {
    let text = ":- players([a]).\n:- state(turn(player)).\n:- action(go).\n\
                start(turn(a)).\nlegal(go) :- turn(_).\nwins(P) :- turn(P), counted(11).\n\
                counted(1).\ncounted(N) :- counted(M), M < 1000000, N is M + 1.\n";
    let few = Limits { facts: 10, ..Limits::default() };
    let error = Rules::from_text_within("count.pl", text, few.clone()).unwrap_err();
    assert!(matches!(error, LoadError::Eval(EvalError::TooManyFacts { .. })), "{error}");

    let secretive = Limits { includes: Includes::Nothing, ..Limits::default() };
    let error = Rules::from_text_within("in.pl", ":- include('rules/tanks.pl').", secretive);
    assert!(error.unwrap_err().to_string().contains("include no files of this computer"));

    let interrupted = Limits::default();
    let game = Game::new(
        hornet_compiled_for_tests::styles::RULES.load_within("", interrupted.clone()).unwrap(),
    )
    .unwrap();
    assert!(!game.legal().unwrap().is_empty());
    interrupted.interrupt.store(true, Ordering::Relaxed);
    assert!(matches!(
        game.query("legal(Action)").unwrap_err(),
        QueryError::Eval(EvalError::Interrupted)
    ));
}

#[test]
fn rules_say_what_they_are_made_of() {
    let rules = Rules::open("tanks").unwrap();
    assert_eq!(rules.option_names().collect::<Vec<_>>(), ["size"]);
    assert!(rules.weight_names().any(|name| name == "heavy"));
    assert!(format!("{rules:?}").starts_with("Rules { name: \"tanks\""));

    let text = ":- players([a]).\n:- state(turn(player)).\n:- action(go).\n\
                start(turn(a)).\nlegal(go) :- turn(_).\nwins(P) :- turn(P).\nlonely(1).\n";
    let rules = Rules::from_text("lonely.pl", text).unwrap();
    let warnings: Vec<String> =
        rules.warnings().iter().map(|w| w.render(rules.sources(), false)).collect();
    assert!(warnings.iter().any(|w| w.contains("lonely.pl:7")), "{warnings:?}");
}

#[test]
fn a_refusal_leads_to_its_rule() {
    let why = game("tanks").why("legal(move(b2, b1))").unwrap();
    let (reason, rule) = why.refused_by().next().unwrap();
    assert_eq!(reason.message, why.reasons()[0].message);
    let rule = rule.unwrap();
    assert!(rule.at.starts_with("tanks.pl:"), "{}", rule.at);
    assert!(rule.text.starts_with("refuse(move("), "{}", rule.text);
    assert!(game("tanks").why("legal(move(b2, b3))").unwrap().refused_by().next().is_none());
}

#[test]
fn a_clause_is_no_question() {
    let error = game("tanks").query("near(C) :- tank(C, bot, heavy)").unwrap_err();
    assert!(error.to_string().contains("this is a clause"), "{error}");
}

#[test]
fn compiled_rules_keep_their_speed_with_other_options() {
    let styles = &hornet_compiled_for_tests::styles::RULES;
    let rules = styles.load().unwrap();
    for value in rules.allowed("style") {
        assert!(rules.with_option("style", &value).unwrap().compiled().is_some());
        let chosen = styles.load_with(&format!("style={value}")).unwrap();
        assert_eq!(chosen.chosen("style"), Some(value));
        assert!(chosen.compiled().is_some());
    }
    let error = styles.load_with("style=baroque").err().unwrap().to_string();
    assert!(error.contains("style is one of"), "{error}");
}

/// What `cargo run` with these arguments prints.
fn run(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(["run", "--quiet", "--locked"]).args(args).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_examples_run() {
    let printed = run(&["--example", "rules_from_text"]);
    for part in [
        "red may take(1), take(2), take(3)",
        "take(4) is refused: nobody takes more than three matches",
        "red plays take(3)",
        "blue plays take(2)\nblue wins",
    ] {
        assert!(printed.contains(part), "`{part}` is not in\n{printed}");
    }

    let printed = run(&["--example", "pinned_bugs"]);
    let moves = printed.lines().skip(1).take_while(|line| !line.starts_with("in the end"));
    assert_eq!(moves.count(), 10, "{printed}");
    assert!(printed.contains("one_hive.pl"), "{printed}");

    let printed = run(&["--example", "own_player", "--", "minimax:1"]);
    assert!(printed.starts_with(" 1. ") && printed.contains("The game is over:"), "{printed}");
}

#[test]
#[ignore = "builds Hornet once more, without its features; .ci/run runs it"]
fn a_crate_with_its_own_game_runs() {
    let printed = run(&["-p", "own-game"]);
    assert!(printed.contains("take(right, 9) is refused: there are not as many matches"));
    assert!(printed.ends_with("middle: 2\nfirst is to move\n"), "{printed}");
}

#[test]
fn a_library_takes_no_command_line_along() {
    let mut command = Command::new(env!("CARGO"));
    let args = ["tree", "--locked", "--offline", "-e", "normal", "--prefix", "none"];
    let output = command.args(args).arg("--no-default-features").output().unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains("ascent v"), "{tree}");
    for name in
        ["clap", "rustyline", "indicatif", "console", "ctrlc", "axum", "tokio", "serde_json"]
    {
        let is_it = |line: &str| line.split(' ').next() == Some(name);
        assert!(!tree.lines().any(is_it), "{name} is in\n{tree}");
    }
}
