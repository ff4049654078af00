//! Gauss: hand-made positions, what is conserved, how it is written and drawn.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;

use hornet::game::{Action, Game, Marks, Outcome, PlayError, Position, score};
use hornet::logic::query::Query;
use hornet::logic::{Atom, Row, Value};
use support::{random_positions, rules};

/// Facts of a position as text: `piece(d4, red)`.
fn facts(game: &Game) -> Vec<String> {
    let relations = &game.rules().program().relations;
    game.position().sorted().iter().map(|(id, row)| relations[*id].show(row)).collect()
}

/// A position with red to move.
struct Setup {
    position: Position,
    rules: std::sync::Arc<hornet::game::Rules>,
}

impl Setup {
    fn new() -> Setup {
        let rules = rules("gauss");
        let mut setup = Setup { position: Position::empty(rules.program()), rules };
        setup.add("turn", &["red".into()]);
        setup
    }

    fn add(&mut self, relation: &str, columns: &[Field]) {
        let id = self.rules.program().relations.plain(relation, columns.len()).unwrap();
        let row: Row = columns.iter().map(|field| field.0).collect();
        self.position.insert(id, &row);
    }

    fn pieces(&mut self, text: &str) {
        for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let (colour, cell) = piece.split_once(' ').unwrap();
            self.add("piece", &[Field::cell(cell), colour_of(colour).into()]);
        }
    }

    fn hands(&mut self, text: &str) {
        let counts = numbers(text);
        let owners = [("red", "red"), ("red", "blue"), ("blue", "red"), ("blue", "blue")];
        for ((owner, colour), count) in owners.into_iter().zip(counts) {
            self.add("hand", &[owner.into(), colour.into(), Field(Value::Int(count))]);
        }
    }

    fn areas(&mut self, text: &str) {
        let places = [("bonus", "red"), ("risk", "red"), ("bonus", "blue"), ("risk", "blue")];
        for ((area, colour), count) in places.into_iter().zip(numbers(text)) {
            self.add(area, &[colour.into(), Field(Value::Int(count))]);
        }
    }

    fn game(self) -> Game {
        Game::with_position(self.rules, self.position)
    }
}

struct Field(Value);

impl Field {
    fn cell(name: &str) -> Field {
        Field(hornet::logic::Cell::from_name(name).unwrap().into())
    }
}

impl From<&str> for Field {
    fn from(name: &str) -> Field {
        Field(Atom::new(name).into())
    }
}

fn colour_of(letter: &str) -> &'static str {
    if letter == "r" { "red" } else { "blue" }
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// The cases of the data file: their fields by name.
fn cases() -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string("tests/data/gauss.txt").unwrap();
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (field, rest) = line.split_once(' ').unwrap_or((line, ""));
        if field == "case" {
            cases.push(BTreeMap::new());
        }
        cases.last_mut().unwrap().insert(field.to_string(), rest.trim().to_string());
    }
    cases
}

#[test]
fn hand_made_positions() {
    let (mut played, mut judged) = (0, 0);
    for case in cases() {
        let name = &case["case"];
        let field =
            |key: &str, default: &str| case.get(key).map_or(default, String::as_str).to_string();
        let mut setup = Setup::new();
        setup.pieces(&field("pieces", ""));
        setup.hands(&field("hands", "10 5 5 10"));
        setup.areas(&field("areas", "0 0 0 0"));
        let mut game = setup.game();

        if let Some(expected) = case.get("outcome") {
            let outcome = match game.outcome().unwrap() {
                Outcome::Won(winners) => winners[0].as_str().to_string(),
                Outcome::Draw => "draw".to_string(),
                Outcome::Open => "open".to_string(),
            };
            assert_eq!(outcome, *expected, "{name}");
            judged += 1;
        }
        if let Some(written) = case.get("play") {
            let action = game.rules().presentation().read(&game, written).unwrap();
            game.play(&action).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut expected = Setup::new();
            expected.pieces(&field("then", ""));
            expected.areas(&field("gives", &field("areas", "0 0 0 0")));
            let of = |game: &Game, kinds: &[&str]| -> Vec<String> {
                let wanted = |fact: &String| kinds.iter().any(|kind| fact.starts_with(kind));
                facts(game).into_iter().filter(wanted).collect()
            };
            let kinds = ["piece(", "bonus(", "risk("];
            assert_eq!(of(&game, &kinds), of(&expected.game(), &kinds), "{name}");
            played += 1;
        }
    }
    assert!(played >= 14 && judged >= 7, "{played} played, {judged} judged");
}

#[test]
fn a_player_with_one_colour_left_places_that() {
    let mut setup = Setup::new();
    setup.hands("0 3 5 10");
    setup.areas("0 0 0 0");
    let mut game = setup.game();
    let legal = game.legal().unwrap();
    assert_eq!(legal.len(), 19);
    assert!(legal.iter().all(|action| action.args[0] == Value::Atom(Atom::new("blue"))));
    let red = game.rules().presentation().read(&game, "r d4").unwrap();
    let Err(PlayError::Refused(refusal)) = game.play(&red) else { panic!("red has no red left") };
    assert_eq!(refusal.reasons[0].name.as_str(), "none_left");
}

#[test]
fn without_a_free_cell_the_game_ends() {
    let mut setup = Setup::new();
    setup.hands("10 5 5 10");
    setup.areas("0 0 0 0");
    let start = Game::new(rules("gauss")).unwrap();
    for (number, action) in start.legal().unwrap().iter().filter(|a| is_red(a)).enumerate() {
        let colour = if number % 2 == 0 { "red" } else { "blue" };
        setup.add("piece", &[Field(action.args[1]), colour.into()]);
    }
    let game = setup.game();
    assert_eq!(game.outcome().unwrap(), Outcome::Draw);
    assert!(game.legal().unwrap().is_empty());
}

fn is_red(action: &Action) -> bool {
    action.args[0] == Value::Atom(Atom::new("red"))
}

/// Pieces in hands, on the board, in bonus and risk sum to 15 of each colour,
/// always; and every game is over after 30 turns.
#[test]
fn pieces_are_conserved() {
    for game in random_positions(&rules("gauss"), 40, 5) {
        let mut count: BTreeMap<&str, i64> = BTreeMap::new();
        let relations = &game.rules().program().relations;
        for (id, row) in game.position().sorted() {
            let name = relations[id].indicator();
            let (colour, number) = match name.as_str() {
                "piece/2" => (row[1], 1),
                "hand/3" => (row[1], row[2].as_int().unwrap()),
                "bonus/2" | "risk/2" => (row[0], row[1].as_int().unwrap()),
                _ => continue,
            };
            *count.entry(colour.as_atom().unwrap().as_str()).or_default() += number;
        }
        assert_eq!(count, BTreeMap::from([("red", 15), ("blue", 15)]), "{:?}", facts(&game));
        let over = game.outcome().unwrap() != Outcome::Open;
        assert!(over || game.turn_number() <= 30, "the game ends with its pieces");
    }
}

#[test]
fn each_refusal_has_its_reason() {
    let mut game = Game::new(rules("gauss")).unwrap();
    let read = |game: &Game, text: &str| game.rules().presentation().read(game, text).unwrap();
    let first = read(&game, "r d4");
    game.play(&first).unwrap();
    for (written, reason) in [("b d4", "occupied"), ("b a1", "void"), ("r d7", "void")] {
        let action = read(&game, written);
        let Err(PlayError::Refused(refusal)) = game.clone().play(&action) else {
            panic!("{written}")
        };
        assert_eq!(refusal.reasons[0].name.as_str(), reason, "{written}");
    }
}

#[test]
fn pieces_are_written_by_colour_and_cell() {
    let game = Game::new(rules("gauss")).unwrap();
    let presentation = game.rules().presentation();
    let action = presentation.read(&game, "r d2").unwrap();
    for text in ["r 4 2", "red d2", " R  D2 ", "place(red, d2)"] {
        assert_eq!(presentation.read(&game, text).unwrap(), action, "{text}");
    }
    assert_eq!(presentation.write(&game, &action), "r d2");
    for (text, why) in [
        ("d2", "r d2"),
        ("g d2", "r or b"),
        ("r d9", "no cell d9"),
        ("r 9 1", "r 4 2"),
        ("r 0 1", "r 4 2"),
        ("r d2 d3 d4", "r 4 2"),
    ] {
        let error = presentation.read(&game, text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn the_board_is_drawn_with_its_void() {
    let mut game = Game::new(rules("gauss")).unwrap();
    for written in ["r d4", "b 3 4", "r e4", "b c2", "r d2"] {
        let action = game.rules().presentation().read(&game, written).unwrap();
        game.play(&action).unwrap();
    }
    let drawn = game.rules().presentation().draw(&game, &Marks::none());
    let drawn = anstream::adapter::strip_str(&drawn).to_string();
    insta::assert_snapshot!(drawn);
}

/// The score below the last position adds up to the points by which it is decided.
#[test]
fn the_score_of_a_finished_game_is_explained() {
    let mut game = Game::new(rules("gauss")).unwrap();
    let mut number = 7;
    while game.outcome().unwrap() == Outcome::Open {
        assert!(!score(&game).unwrap().is_empty());
        let legal = game.legal().unwrap();
        number = number * 31 % 1009;
        game.play(&legal[number % legal.len()]).unwrap();
    }
    let lines = score(&game).unwrap();
    let drawn = game.rules().presentation().draw(&game, &Marks::none());
    let drawn = anstream::adapter::strip_str(&drawn).to_string();
    for player in ["red", "blue"] {
        let own = lines.iter().filter(|line| line.player.as_str() == player);
        let sum: i64 = own.map(|line| line.points).sum();
        let query = Query::parse(game.rules().program(), &format!("points({player}, {sum})."));
        let mut answers = 0;
        let count = &mut |_| {
            answers += 1;
            ControlFlow::Continue(())
        };
        query.unwrap().solve(game.rules().engine(), &game.situation(), count).unwrap();
        assert_eq!(answers, 1, "{player} {sum}: {drawn}");
        assert!(drawn.contains(&format!("{player}: {sum} point")), "{drawn}");
    }
    assert!(drawn.contains("bonus: pieces that left the board"), "{drawn}");
}
