//! What Hive's positions are worth, in each style of judging: in scripted
//! positions, one for each thing that counts, and in random games as a referee
//! in plain Rust works it out. `tests/data/hive_values.txt` explains its format.

mod hive_referee;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hive_referee::Referee;
use hive_referee::bugs::{Kind, Piece, Player};
use hive_referee::hive::Hive;
use hornet::game::{Game, GameString, Position, Rules};
use hornet::logic::{Atom, Cell, Row, Value};
use support::{paragraphs, random_positions, rules};

const POSITIONS: &str = include_str!("data/hive_values.txt");

const STYLES: [&str; 4] = ["mobility", "density", "insects", "all_round"];

/// A position, with questions and their answers.
struct Entry<'a> {
    name: &'a str,
    position: &'a str,
    questions: Vec<(&'a str, &'a str)>,
}

#[test]
fn every_position_is_worth_what_is_said() {
    let entries = entries(POSITIONS);
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        assert!(!entry.questions.is_empty(), "{}: nothing is asked", entry.name);
        for (question, expected) in &entry.questions {
            let kind = question.split(' ').next().unwrap();
            *asked.entry(kind).or_default() += 1;
            let answer = answer(&entries, entry, question, expected);
            assert_eq!(answer, *expected, "{}: {question}", entry.name);
        }
    }
    for (kind, least) in
        [("mobility", 15), ("density", 10), ("insects", 15), ("all_round", 4), ("leads", 6)]
    {
        assert!(asked[kind] >= least, "{kind} is asked only {} times", asked[kind]);
    }
}

#[test]
fn a_game_is_named_by_its_style_unless_it_is_the_usual_one() {
    let named = STYLES.map(|style| rules(&format!("hive+mlp:style={style}")).name().to_string());
    let usual = named.iter().filter(|name| *name == "hive+mlp").count();
    assert_eq!(usual, 1, "{named:?}");
    for (name, style) in named.iter().zip(STYLES) {
        let full = format!("hive+mlp:style={style}");
        assert!(*name == full || name == "hive+mlp", "{name}");
    }
}

/// The entries of a text, with empty lines between them.
fn entries(text: &str) -> Vec<Entry<'_>> {
    paragraphs(text).map(|lines| entry(&lines)).collect()
}

fn entry<'a>(lines: &[&'a str]) -> Entry<'a> {
    let [name, position, questions @ ..] = lines else {
        panic!("no position: {lines:?}");
    };
    let question = |line: &&'a str| {
        let (question, answer) = line.split_once(':').unwrap_or_else(|| panic!("{line}"));
        (question, answer.trim())
    };
    Entry { name, position, questions: questions.iter().map(question).collect() }
}

/// The answer to a question, written as the expected one is.
fn answer(entries: &[Entry<'_>], entry: &Entry<'_>, question: &str, expected: &str) -> String {
    match question.split_once(' ') {
        Some((style, player)) if STYLES.contains(&style) => {
            let Some((player, other)) = player.split_once(" better than ") else {
                return worth(&set_up(entry, style), player).to_string();
            };
            let other = entries.iter().find(|entry| entry.name == other);
            let other = other.unwrap_or_else(|| panic!("{question}: no such entry"));
            let [own, others] = [entry, other].map(|entry| lead(&set_up(entry, style), player));
            assert!(own > others, "{}: {question}, but {own} and {others}", entry.name);
            String::new()
        }
        None if question == "leads" => {
            let leading = set_up(entry, "density").leads().unwrap();
            leading.iter().map(|player| player.to_string()).collect::<Vec<_>>().join(" ")
        }
        None if question == "free" => {
            let free = facts(&set_up(entry, "mobility"), "free", 2);
            in_the_order_of(expected, ' ', free.iter().map(|row| row[1].to_string()).collect())
        }
        None if Piece::named(question).is_some() => {
            let good = facts(&set_up(entry, "insects"), "good", 3);
            let own = good.iter().filter(|row| row[0].to_string() == question);
            let reasons = own.map(|row| format!("{} {}", row[1], row[2])).collect();
            in_the_order_of(expected, ',', reasons)
        }
        _ => panic!("{}: no such question: {question}", entry.name),
    }
}

/// Parts of an answer, those that are expected in their order.
fn in_the_order_of(expected: &str, separator: char, mut parts: Vec<String>) -> String {
    let expected: Vec<&str> = expected.split(separator).map(str::trim).collect();
    let place = |part: &String| expected.iter().position(|known| known == part);
    parts.sort_by_key(|part| place(part).unwrap_or(usize::MAX));
    parts.join(if separator == ',' { ", " } else { " " })
}

/// What a position is worth to a player.
fn worth(game: &Game, player: &str) -> i64 {
    let values = game.values().unwrap();
    let own: Vec<i64> =
        values.iter().filter(|(who, _)| who.as_str() == player).map(|(_, value)| *value).collect();
    assert_eq!(own.len(), 1, "one value for {player}: {values:?}");
    own[0]
}

/// How much more it is worth to a player than to the enemy.
fn lead(game: &Game, player: &str) -> i64 {
    let enemy = if player == "white" { "black" } else { "white" };
    worth(game, player) - worth(game, enemy)
}

/// The position of an entry, judged in a style.
fn set_up(entry: &Entry<'_>, style: &str) -> Game {
    let begun =
        |expansions: &str| Game::new(rules(&format!("hive{expansions}:style={style}"))).unwrap();
    if entry.position.starts_with("Base") {
        let game_string: GameString = entry.position.parse().unwrap();
        let game = game_string.replay(begun("")).unwrap();
        assert_eq!(hornet::game::game_string(&game).unwrap().unwrap(), entry.position);
        return game;
    }
    let game = begun("+mlp");
    let program = game.rules().program().clone();
    let [at, turn] =
        [("at", 3), ("turn", 1)].map(|(name, arity)| program.relations.plain(name, arity).unwrap());
    let mut position = Position::empty(&program);
    position.insert(turn, &[Atom::new("white").into()]);
    let mut heights: BTreeMap<&str, i64> = BTreeMap::new();
    let words: Vec<&str> = entry.position.split(' ').collect();
    for pair in words.chunks(2) {
        let [piece, cell] = pair else { panic!("{}: {pair:?}", entry.name) };
        assert!(Piece::named(piece).is_some(), "{}: {piece}", entry.name);
        let level = heights.entry(cell).or_default();
        *level += 1;
        let row = [Atom::new(piece).into(), read_cell(cell), Value::Int(*level)];
        position.insert(at, &row);
    }
    Game::with_position(game.rules().clone(), position)
}

fn read_cell(text: &str) -> Value {
    let numbers = text.trim_matches(['(', ')']).split(',').map(|number| number.parse().unwrap());
    let [q, r] = numbers.collect::<Vec<i16>>()[..] else { panic!("no cell: {text}") };
    Value::Cell(Cell::Axial(q, r))
}

/// The facts of a relation.
fn facts(game: &Game, name: &str, arity: usize) -> BTreeSet<Row> {
    let engine = game.rules().engine();
    let relation = game.rules().program().relations.plain(name, arity).unwrap();
    let model = engine.derive(&engine.as_written(&[relation]), &game.situation()).unwrap();
    model.rows(relation).collect()
}

/// Positions of random games, with all expansions.
fn random_games(style: &str) -> Vec<Game> {
    let rules = rules(&format!("hive+mlp:style={style}"));
    let positions = random_positions(&rules, 6, 91);
    assert!(positions.len() > 300, "only {} positions", positions.len());
    positions
}

#[test]
fn a_referee_counts_the_same_density() {
    let mut different = BTreeSet::new();
    for game in random_games("density") {
        let hive = Referee::of(&game).hive;
        for player in Player::BOTH {
            let expected = attackers(&hive, player) - attackers(&hive, player.other());
            assert_eq!(worth(&game, player.name()), expected);
            different.insert(expected);
        }
    }
    assert!(different.len() > 4, "only {different:?}");
}

#[test]
fn a_referee_finds_the_same_leader() {
    let interpreted = Arc::new(Rules::open("hive+mlp").unwrap().interpreted());
    let mut times: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for game in random_games("density") {
        let hive = Referee::of(&game).hive;
        let ahead = |player: &Player| besieged(&hive, *player) < besieged(&hive, player.other());
        let expected: Vec<&str> =
            Player::BOTH.into_iter().filter(ahead).map(Player::name).collect();
        let leads = game.leads().unwrap();
        assert_eq!(leads.iter().map(|player| player.as_str()).collect::<Vec<_>>(), expected);
        assert_eq!(game.under(interpreted.clone()).leads().unwrap(), leads);
        *times.entry(expected).or_default() += 1;
    }
    assert!(times.len() == 3 && times.values().all(|times| *times > 20), "{times:?}");
}

#[test]
fn a_referee_judges_the_same_mobility() {
    let mut different = BTreeSet::new();
    for game in random_games("mobility") {
        let hive = Referee::of(&game).hive;
        for player in Player::BOTH {
            let expected = mobility(&hive, game.turn_number(), player);
            let found = worth(&game, player.name());
            // Four numbers were made whole on the way.
            let difference = found as f64 - 1600.0 * expected;
            assert!(difference.abs() < 5.0, "{found}, but {}", 1600.0 * expected);
            different.insert(found);
        }
    }
    assert!(different.len() > 100, "only {different:?}");
}

fn attackers(hive: &Hive, player: Player) -> i64 {
    let Some(cell) = hive.cell_of(Piece::queen(player.other())) else { return 0 };
    hive.tops_around(cell).filter(|piece| piece.player == player).count() as i64
}

fn besieged(hive: &Hive, player: Player) -> usize {
    hive.cell_of(Piece::queen(player)).map_or(0, |cell| hive.tops_around(cell).count())
}

fn free(hive: &Hive, player: Player) -> usize {
    let tops = hive.cells().filter_map(|cell| hive.top(cell));
    let is_free = |piece: &Piece| piece.player == player && hive.without(*piece).is_in_one_part();
    if hive.has(Piece::queen(player)) { tops.filter(is_free).count() } else { 0 }
}

fn average_worth(hive: &Hive, player: Player) -> f64 {
    let worth = |kind: Kind| match kind {
        Kind::Queen => 10.0,
        Kind::Spider => 15.0,
        Kind::Grasshopper | Kind::Ladybug | Kind::Pillbug => 25.0,
        Kind::Beetle | Kind::Ant | Kind::Mosquito => 30.0,
    };
    let pieces = Piece::all_of(player).into_iter().filter(|piece| hive.has(*piece));
    let worths: Vec<f64> = pieces.map(|piece| worth(piece.kind)).collect();
    worths.iter().sum::<f64>() / worths.len().max(1) as f64
}

fn mobility(hive: &Hive, turn: usize, player: Player) -> f64 {
    let enemy = player.other();
    let (own, theirs) = (free(hive, player) as f64, free(hive, enemy) as f64);
    let fades = |turns: f64| 3f64.powf(-(turn as f64) / turns);
    let siege = besieged(hive, enemy) as f64 - besieged(hive, player) as f64;
    (own - theirs) / (own + theirs).max(1.0)
        + 2.0 / 50.0 * fades(30.0) * average_worth(hive, player)
        - 1.0 / 50.0 * fades(40.0) * average_worth(hive, enemy)
        + 2.5 / 8.0 * siege
}
