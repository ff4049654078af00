//! Positions of Hive, one for each ruling: what may be done there, by the rules
//! and by the referee. `tests/data/hive_positions.txt` explains its format.

mod hive_referee;
mod support;

use std::collections::BTreeSet;

use hive_referee::bugs::{Piece, Player};
use hive_referee::hive::Hive;
use hive_referee::{Play, Referee, Standing, notation};
use hornet::game::{Action, Game, Outcome};
use support::{paragraphs, rules};

const POSITIONS: &str = include_str!("data/hive_positions.txt");

/// A position that moves lead to, with questions and their answers.
struct Entry<'a> {
    name: &'a str,
    game_string: &'a str,
    questions: Vec<(&'a str, &'a str)>,
}

#[test]
fn every_position_is_as_described() {
    let entries = entries(POSITIONS);
    assert!(entries.len() > 40, "only {} positions", entries.len());
    for entry in entries {
        check(&entry);
    }
}

/// The entries of a text, with empty lines between them.
fn entries(text: &str) -> Vec<Entry<'_>> {
    paragraphs(text).map(|lines| entry(&lines)).collect()
}

fn entry<'a>(lines: &[&'a str]) -> Entry<'a> {
    let [name, game_string, questions @ ..] = lines else {
        panic!("no position: {lines:?}");
    };
    let question = |line: &&'a str| line.split_once(':').unwrap_or_else(|| panic!("{line}"));
    Entry { name, game_string, questions: questions.iter().map(question).collect() }
}

fn check(entry: &Entry<'_>) {
    let (game, header) = replay(entry);
    let referee = Referee::of(&game);
    assert_eq!(described(&game, referee.standing()), header, "{}", entry.name);
    assert_eq!(outcome(&game), referee.standing(), "{}", entry.name);
    let by_rules: BTreeSet<Play> = game.legal().unwrap().iter().map(Play::from).collect();
    for (judge, legal) in [("the rules", by_rules), ("the referee", referee.legal())] {
        for (question, expected) in &entry.questions {
            let answer = answer(question, &legal, &referee.hive);
            let expected = expected_answer(question, expected, &referee.hive);
            assert_eq!(answer, expected, "{}: {question}, by {judge}", entry.name);
        }
    }
}

/// Plays the moves of a game string, all of which must be legal. Gives the
/// state and the turn that it names besides.
fn replay<'a>(entry: &Entry<'a>) -> (Game, String) {
    let mut parts = entry.game_string.split(';');
    let mut part = || parts.next().unwrap_or_else(|| panic!("{}: cut short", entry.name));
    let game_type = part();
    let header = format!("{};{}", part(), part());
    let mut game = Game::new(rules(&game_type.replace("Base", "hive").to_lowercase())).unwrap();
    for text in parts {
        let play = notation::read(&Referee::of(&game).hive, text);
        let play = play.unwrap_or_else(|| panic!("{}: cannot read {text}", entry.name));
        let played = game.play(&Action::from(play));
        played.unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.name));
    }
    (game, header)
}

/// State and turn as a game string has them.
fn described(game: &Game, standing: Standing) -> String {
    let state = match standing {
        Standing::Open if game.turn_number() == 1 => "NotStarted",
        Standing::Open => "InProgress",
        Standing::Draw => "Draw",
        Standing::Won(Player::White) => "WhiteWins",
        Standing::Won(Player::Black) => "BlackWins",
    };
    let player = if game.turn_number() % 2 == 1 { "White" } else { "Black" };
    format!("{state};{player}[{}]", game.turn_number().div_ceil(2))
}

/// How the game stands by the rules.
fn outcome(game: &Game) -> Standing {
    match game.outcome().unwrap() {
        Outcome::Open => Standing::Open,
        Outcome::Draw => Standing::Draw,
        Outcome::Won(winners) => {
            let mut players = Player::BOTH.into_iter();
            let winner = players.find(|player| winners.iter().any(|w| w.as_str() == player.name()));
            Standing::Won(winner.unwrap())
        }
    }
}

/// What the legal actions say to a question, as words.
fn answer(question: &str, legal: &BTreeSet<Play>, hive: &Hive) -> BTreeSet<String> {
    let word = |play: Play| match (question, play) {
        ("all", play) => Some(play.to_string()),
        ("hand", Play::Place(piece, _)) => Some(piece.to_string()),
        ("placements", Play::Place(_, cell)) => Some(cell.to_string()),
        ("hand" | "placements", _) => None,
        (name, play) => {
            let asked = Piece::named(name).filter(|piece| hive.has(*piece));
            let asked = asked.unwrap_or_else(|| panic!("{name} is not in the hive"));
            match play {
                Play::Move(piece, _, to) if piece == asked => Some(to.to_string()),
                _ => None,
            }
        }
    };
    legal.iter().filter_map(|play| word(*play)).collect()
}

/// The answer that the data file gives: words as they are, or moves, of which
/// only the place counts.
fn expected_answer(question: &str, expected: &str, hive: &Hive) -> BTreeSet<String> {
    if question != "all" {
        return expected.split_whitespace().map(String::from).collect();
    }
    let moves = expected.split(';').map(str::trim).filter(|text| !text.is_empty());
    moves.map(|text| notation::read(hive, text).unwrap().to_string()).collect()
}
