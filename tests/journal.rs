//! Game files that grow: wherever a file is cut off, exactly the lines that are
//! whole are resumed, and the game goes on from there as if nothing had been.

mod support;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hornet::game::{Action, Game, Rules, Spec};
use hornet::logic::amend::Amendments;
use hornet::logic::engine::Limits;
use hornet::play::{Journal, JournalError, Loaded, RecordError, load_record, open_record};
use proptest::prelude::*;
use rand::Rng;
use rand::seq::IndexedRandom;
use support::{chance, random_positions, rules};

fn resume(path: &Path) -> Result<(Journal, Loaded), JournalError> {
    Journal::resume(path, None, Limits::default())
}

fn actions(game: &Game) -> Vec<Action> {
    game.actions().cloned().collect()
}

/// A game played at random, up to so many actions.
fn random_game(rules: &Arc<Rules>, seed: u64, longest: usize) -> Game {
    random_positions(rules, 1, seed).into_iter().take(longest + 1).last().unwrap()
}

/// Writes a game as it is played; the whole file.
fn written(path: &Path, game: &Game, players: &[&str]) -> Vec<u8> {
    let players: Vec<String> = players.iter().map(|player| player.to_string()).collect();
    let start = Game::new(game.rules().clone()).unwrap();
    let mut journal = Journal::create(path, &start, &players).unwrap();
    for (before, action) in game.moves() {
        journal.append(&before, &action).unwrap();
    }
    fs::read(path).unwrap()
}

/// Cuts the file of a game at every byte, resumes it, and plays it to its end.
fn cut_everywhere(game: &Game) {
    let directory = tempfile::tempdir().unwrap();
    let file = written(&directory.path().join("whole.game"), game, &["human", "minimax:3"]);
    let players = b"players human minimax:3\n";
    let head = file.windows(players.len()).position(|part| part == players).unwrap();
    let head = head + players.len();
    let moves = game.moves();
    let path = directory.path().join("cut.game");
    for cut in 0..=file.len() {
        let part = &file[..cut];
        let whole = part.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let rest = String::from_utf8_lossy(&part[whole..]).trim().to_string();
        fs::write(&path, part).unwrap();
        let (mut journal, loaded) = match resume(&path) {
            Ok(resumed) => resumed,
            Err(JournalError::Record(RecordError::Unbegun { .. })) => {
                assert!(cut == 0 || (cut < head && !rest.is_empty()), "cut at {cut}");
                assert_eq!(fs::read(&path).unwrap(), part, "cut at {cut}");
                continue;
            }
            Err(error) => panic!("cut at {cut}: {error}"),
        };
        if cut < head {
            assert_eq!((whole, loaded.game.actions().len()), (cut, 0), "cut at {cut}");
            continue;
        }
        let count = file[head..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(actions(&loaded.game), actions(game)[..count], "cut at {cut}");
        assert_eq!(loaded.players, ["human", "minimax:3"]);
        let dropped = loaded.dropped.map(|dropped| (dropped.line, dropped.text));
        let line = 1 + part.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(dropped, (!rest.is_empty()).then_some((line, rest)), "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap(), &file[..whole], "cut at {cut}");
        assert_eq!(journal.actions(), count);
        for (before, action) in &moves[count..] {
            journal.append(before, action).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), file, "cut at {cut}");
    }
    let again = open_record(&path, Limits::default()).unwrap();
    assert_eq!(actions(&again), actions(game));
    assert_eq!(again.position(), game.position());
}

#[test]
fn a_game_of_tanks_is_resumed_wherever_it_was_cut() {
    cut_everywhere(&random_game(&rules("tanks:12"), 1, 14));
}

#[test]
fn a_game_of_hive_is_resumed_wherever_it_was_cut() {
    cut_everywhere(&random_game(&rules("hive+mlp"), 2, 14));
}

#[test]
fn a_game_of_gauss_is_resumed_wherever_it_was_cut() {
    cut_everywhere(&random_game(&rules("gauss"), 3, 10));
}

#[test]
fn a_game_of_ones_own_is_resumed_wherever_it_was_cut() {
    cut_everywhere(&random_game(&rules("examples/tictactoe.pl"), 4, 9));
}

/// Not a rule of it gets lost, wherever the file ends.
#[test]
fn a_game_by_changed_rules_is_resumed_wherever_it_was_cut() {
    let clause = "heading(bot, diagonal, w) :- true.";
    let mut amendments = Amendments::default();
    amendments.add([clause.to_string()]);
    let spec = Spec::parse("tanks:6").unwrap();
    let rules = Rules::load_amended(&spec, amendments, Limits::default()).unwrap();
    let game = random_game(&Arc::new(rules), 5, 6);
    assert!(!game.rules().is_by_the_book());
    cut_everywhere(&game);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Playing, taking back, stopping and resuming in any order: the file always
    /// tells the game as it stands, to whoever reads it.
    #[test]
    fn a_file_tells_the_game_as_it_stands(seed in any::<u64>(), which in 0..3usize) {
        let mut chance = chance(seed);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.game");
        let mut game = Game::new(rules(["tanks:6", "gauss", "hive"][which])).unwrap();
        let names = ["human".to_string(), "my engine #2".to_string()];
        let mut journal = Journal::create(&path, &game, &names).unwrap();
        for _ in 0..40 {
            match chance.random_range(0..10) {
                0 => {
                    let count = chance.random_range(0..4);
                    journal.take_back(count).unwrap();
                    for _ in 0..count {
                        game.undo();
                    }
                }
                1 => journal.note("a # remark").unwrap(),
                2 => {
                    drop(journal);
                    let unfinished = ["", "#", "b2", "wA1 \\", "\0\0"].choose(&mut chance).unwrap();
                    let text = fs::read_to_string(&path).unwrap();
                    fs::write(&path, text + unfinished).unwrap();
                    let (resumed, loaded) = resume(&path).unwrap();
                    prop_assert_eq!(loaded.dropped.is_some(), !unfinished.is_empty());
                    prop_assert_eq!(actions(&loaded.game), actions(&game));
                    (journal, game) = (resumed, loaded.game);
                }
                _ => {
                    let legal = game.legal().unwrap();
                    let Some(action) = legal.choose(&mut chance) else { continue };
                    journal.append(&game, action).unwrap();
                    game.play(action).unwrap();
                }
            }
            prop_assert_eq!(journal.actions(), game.actions().len());
        }
        let loaded = load_record(&path, None, Limits::default()).unwrap();
        prop_assert_eq!(actions(&loaded.game), actions(&game));
        prop_assert_eq!(loaded.game.position(), game.position());
        prop_assert_eq!(&loaded.players, &names);
    }
}
