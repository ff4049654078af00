//! Journals: files that grow, are cut, resumed and refused.

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;

use super::*;
use crate::game::Rules;
use crate::logic::Atom;
use crate::play::{Dropped, load_record, recover_record};

fn start(name: &str) -> Game {
    Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
}

fn start_of(text: &str) -> Game {
    Game::new(Arc::new(Rules::from_text("mine.pl", text).unwrap())).unwrap()
}

fn players(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// A directory, and a path in it.
fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("my.game");
    (directory, path)
}

fn play(game: &mut Game, journal: &mut Journal, moves: &[&str]) {
    for text in moves {
        let action = game.rules().presentation().read(game, text).unwrap();
        journal.append(game, &action).unwrap();
        game.play(&action).unwrap();
    }
}

fn resumed(path: &Path) -> (Journal, Loaded) {
    Journal::resume(path, None, Limits::default()).unwrap()
}

fn not_resumed(path: &Path) -> String {
    Journal::resume(path, None, Limits::default()).err().unwrap().to_string()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_grows_with_its_game() {
    let (_directory, path) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &players(&["human", "minimax:3"])).unwrap();
    assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\n");
    play(&mut game, &mut journal, &["b2-b3", "c5-c4"]);
    assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\nb2-b3\nc5-c4\n");
    journal.take_back(1).unwrap();
    game.undo();
    play(&mut game, &mut journal, &["d5-d4"]);
    journal.note("that was\nbetter").unwrap();
    let expected = "game tanks:6\nplayers human minimax:3\nb2-b3\nd5-d4\n# that was\n# better\n";
    assert_eq!((text(&path).as_str(), journal.actions()), (expected, 2));
    journal.take_back(9).unwrap();
    assert_eq!(text(&path), "game tanks:6\nplayers human minimax:3\n");
    assert_eq!(journal.actions(), 0);
}

/// Begun in the middle, a file tells how it came so far, and it can be
/// taken back beyond that.
#[test]
fn a_file_may_begin_with_a_game_under_way() {
    let (_directory, path) = place();
    let (_other_directory, other) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &[]).unwrap();
    play(&mut game, &mut journal, &["b2-b3", "c5-c4"]);
    let mut second = Journal::create(&other, &game, &[]).unwrap();
    assert_eq!(text(&other), "game tanks:6\nb2-b3\nc5-c4\n");
    second.take_back(1).unwrap();
    assert_eq!(text(&other), "game tanks:6\nb2-b3\n");
    assert!(same_file(&other, &other.parent().unwrap().join("./my.game")));
    assert!(!same_file(&path, &other));
    assert!(!same_file(&path, Path::new("no.game")));
}

#[test]
fn who_resigned_is_read_again() {
    let (_directory, path) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &players(&["human", "random"])).unwrap();
    play(&mut game, &mut journal, &["b2-b3"]);
    journal.settle(Settlement::Resigned(Atom::new("top"))).unwrap();
    journal.note("after 3 minutes").unwrap();
    let action = game.legal().unwrap().remove(0);
    let error = journal.append(&game, &action).unwrap_err().to_string();
    assert!(error.contains("was ended by its players"), "{error}");
    assert!(journal.settle(Settlement::AgreedDraw).is_err(), "only one can");
    drop(journal);

    let (mut journal, loaded) = resumed(&path);
    assert_eq!(loaded.game.settlement(), Some(Settlement::Resigned(Atom::new("top"))));
    assert_eq!(loaded.players, ["human", "random"]);
    assert!(matches!(journal.append(&game, &action), Err(JournalError::Ended { .. })));
    journal.take_back(0).unwrap();
    assert!(text(&path).ends_with("random\nb2-b3\n"), "only that they resigned is gone");
    journal.append(&game, &action).unwrap();
    drop(journal);
    assert_eq!(resumed(&path).1.game.actions().len(), 2);

    for (line, said) in [
        (
            "resigned white\n",
            ":3: `white` is not a player, and cannot resign; the players are bot, top",
        ),
        ("resigned top # enough\nb2-b3\n", ":4: the game ended when top resigned; found `b2-b3`"),
        ("resigned top\nresigned bot\n", ":4: the game ended when top resigned"),
    ] {
        fs::write(&path, format!("game tanks:6\nplayers a b\n{line}")).unwrap();
        let error = not_resumed(&path);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_file_that_is_there_is_not_written_over() {
    let (_directory, path) = place();
    let game = start("tanks:6");
    fs::write(&path, "precious").unwrap();
    let error = Journal::create(&path, &game, &[]).unwrap_err().to_string();
    assert!(error.contains("my.game already exists"), "{error}");
    assert!(error.contains("another name, or continue that game with `--load "), "{error}");
    assert_eq!(text(&path), "precious");
    fs::write(&path, "").unwrap();
    Journal::create(&path, &game, &[]).unwrap();
    assert_eq!(text(&path), "game tanks:6\n", "an empty file holds nothing to lose");
}

#[test]
fn what_cannot_be_written_is_told_before_the_game_begins() {
    let (directory, path) = place();
    let game = start("tanks:6");
    let told = |path: &Path| Journal::create(path, &game, &[]).unwrap_err().to_string();
    let error = told(directory.path());
    assert!(error.ends_with("is a directory: a game is saved in a file, such as my.game"));
    let error = told(&directory.path().join("games/my.game"));
    assert!(error.contains("there is no directory ") && error.contains("/games; create it"));
    fs::write(&path, "").unwrap();
    let error = told(&path.join("my.game"));
    assert!(error.contains("there is no directory "), "{error}");
    let error = told(&directory.path().join("long".repeat(100)));
    assert!(error.starts_with("cannot write ") && error.contains("longlong: "), "{error}");
    let error = told(Path::new(""));
    assert!(error.starts_with("cannot write : "), "{error}");
    if cfg!(unix) {
        assert!(told(Path::new("/dev/null")).starts_with("/dev/null is not an ordinary file"));
    }
}

#[test]
fn what_cannot_be_resumed_is_told() {
    let (directory, path) = place();
    assert!(not_resumed(&path).starts_with("cannot read "), "it is not there");
    assert!(not_resumed(directory.path()).contains("is a directory"));
    for head in ["", "game hi", "# mine\n", "\0\0", "game tanks:6\nrule of", "game tanks\np"] {
        fs::write(&path, head).unwrap();
        let error = not_resumed(&path);
        assert!(error.contains("my.game ends before its game begins"), "{head:?}: {error}");
        assert_eq!(text(&path), head, "it stays as it is");
    }
    fs::write(&path, "game hi\n").unwrap();
    assert!(not_resumed(&path).contains("there is no game `hi`"));
    fs::write(&path, b"game tanks\nb2-\xff\n").unwrap();
    assert!(not_resumed(&path).contains("utf-8"));
    fs::write(&path, "game tanks\nb2-b9\nb2").unwrap();
    assert!(not_resumed(&path).contains(":2: "), "a whole line that is wrong is an error");
    assert_eq!(text(&path), "game tanks\nb2-b9\nb2");
    fs::write(&path, "game tanks\n").unwrap();
    let other = Journal::resume(&path, Some("hive"), Limits::default()).err().unwrap();
    assert!(other.to_string().contains("is a game of tanks, not of hive"), "{other}");
}

/// It can be loaded, but its line cannot be written on.
#[test]
fn a_game_in_one_line_does_not_grow() {
    let (_directory, path) = place();
    for line in ["Base;wS1", "Base;wS1\n"] {
        fs::write(&path, line).unwrap();
        assert!(not_resumed(&path).contains("in one line"), "{line:?}");
        assert_eq!(text(&path), line);
        let loaded = recover_record(&path, Some("hive"), Limits::default()).unwrap();
        assert_eq!(loaded.game.actions().len(), 1);
    }
    assert!(not_resumed(Path::new("Base;wS1")).starts_with("Base;wS1 is a game of Hive"));
    assert!(recover_record(Path::new("Base;wS1"), None, Limits::default()).is_ok());
}

/// Files written elsewhere: line ends of Windows, a mark at the beginning,
/// comments, a last line without its end.
#[test]
fn files_by_hand_can_be_gone_on_with() {
    let (_directory, path) = place();
    let head = "\u{feff}# é\r\ngame tanks:6\r\nplayers human 'my engine'  # two\r\n";
    let first = "\r\n# good:\r\nb2-b3   # it's fine\r\n";
    fs::write(&path, format!("{head}{first}# and\r\nc5-c4")).unwrap();
    let whole = load_record(&path, None, Limits::default()).unwrap();
    assert_eq!((whole.game.actions().len(), whole.dropped), (2, None));
    let (mut journal, loaded) = resumed(&path);
    assert_eq!(loaded.game.actions().len(), 1);
    assert_eq!(loaded.players, ["human", "my engine"]);
    let told = loaded.dropped.unwrap().to_string();
    assert_eq!(
        told,
        "line 8 has no line break at its end, so that it may be cut short, and is removed \
         from the file: `c5-c4`"
    );
    let mut game = loaded.game;
    play(&mut game, &mut journal, &["d5-d4"]);
    assert_eq!(text(&path), format!("{head}{first}# and\r\nd5-d4\n"));
    journal.take_back(1).unwrap();
    assert_eq!(text(&path), format!("{head}{first}"), "a comment goes with what it is about");
    journal.take_back(1).unwrap();
    assert_eq!(text(&path), head);
    drop(journal);
    assert_eq!(resumed(&path).1.players, ["human", "my engine"]);
}

#[test]
fn nul_bytes_at_the_end_are_cut_off() {
    let (_directory, path) = place();
    for (end, line) in [("\0\0\0\0", ""), ("c5-\0\0", "c5-")] {
        fs::write(&path, format!("game tanks:6\nb2-b3\n{end}")).unwrap();
        let (_, loaded) = resumed(&path);
        assert_eq!(loaded.dropped.unwrap(), Dropped { line: 3, text: line.into() });
        assert_eq!(text(&path), "game tanks:6\nb2-b3\n");
    }
}

#[test]
fn a_file_that_somebody_else_changed_is_left_alone() {
    let (_directory, path) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &[]).unwrap();
    play(&mut game, &mut journal, &["b2-b3"]);
    let action = game.legal().unwrap().remove(0);
    fs::write(&path, "game tanks:6\nc2-c3\n# mine\n").unwrap();
    let error = journal.append(&game, &action).unwrap_err().to_string();
    assert!(error.contains("changed or removed") && error.contains("another file"), "{error}");
    assert!(journal.take_back(1).is_err());
    assert_eq!(text(&path), "game tanks:6\nc2-c3\n# mine\n");
    fs::remove_file(&path).unwrap();
    assert!(matches!(journal.append(&game, &action), Err(JournalError::Changed { .. })));
    assert!(!path.exists());
}

/// A change is noticed even if the file is as long as before.
#[test]
fn a_file_that_was_replaced_is_left_alone() {
    let (directory, path) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &[]).unwrap();
    play(&mut game, &mut journal, &["b2-b3"]);
    let action = game.legal().unwrap().remove(0);
    let other = directory.path().join("other");
    fs::write(&other, "game tanks:6\nc2-c3\n").unwrap();
    fs::rename(&other, &path).unwrap();
    assert!(matches!(journal.append(&game, &action), Err(JournalError::Changed { .. })));
    assert_eq!(text(&path), "game tanks:6\nc2-c3\n");
}

#[test]
fn a_file_is_open_once_at_a_time() {
    let (directory, path) = place();
    let game = start("tanks:6");
    let journal = Journal::create(&path, &game, &[]).unwrap();
    let error = Journal::resume(&path, None, Limits::default()).err().unwrap();
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    // To read it is no harm.
    assert!(load_record(&path, None, Limits::default()).is_ok());
    drop(journal);
    resumed(&path);
    let empty = directory.path().join("empty");
    fs::write(&empty, "").unwrap();
    let _one = Journal::create(&empty, &game, &[]).unwrap();
    assert!(Journal::create(&empty, &game, &[]).is_err());
}

/// A game file comes to its place with its first lines, and leaves nothing beside
/// it.
#[test]
fn no_file_is_empty_at_any_moment() {
    let (directory, path) = place();
    let game = start("tanks:6");
    let _journal = Journal::create_new(&path, &game, &[]).unwrap();
    assert!(matches!(Journal::create_new(&path, &game, &[]), Err(JournalError::Exists { .. })));
    assert_eq!(text(&path), "game tanks:6\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// As on a full disk: nothing has changed, and later it may go on.
#[test]
fn a_line_that_cannot_be_written_does_no_harm() {
    let (_directory, path) = place();
    let mut game = start("tanks:6");
    let mut journal = Journal::create(&path, &game, &[]).unwrap();
    let action = game.legal().unwrap().remove(0);
    let good = std::mem::replace(&mut journal.file.file, File::open(&path).unwrap());
    let error = journal.append(&game, &action).unwrap_err().to_string();
    assert!(error.starts_with("cannot write "), "{error}");
    assert_eq!(journal.actions(), 0);
    journal.file.file = good;
    play(&mut game, &mut journal, &["b2-b3"]);
    assert_eq!(text(&path), "game tanks:6\nb2-b3\n");
}

const SAYING: &str = "
    :- players([red, blue]).
    :- type(word, ['a # b', 'don''t', '#', 'two\\nlines']).
    :- state(turn(player)).
    :- action(say(word)).
    :- action(players).
    start(turn(red)).
    legal(say(W)) :- turn(_), word(W).
    legal(players) :- turn(_).
    draw :- turn_number(9).
";

/// What looks like a comment, or like another kind of line, is not written
/// unless it is sure to be read as it is meant.
#[test]
fn only_what_is_read_again_is_written() {
    let (_directory, path) = place();
    let mut game = start_of(SAYING);
    let mut journal = Journal::create(&path, &game, &[]).unwrap();
    let mut written = 0;
    for action in game.legal().unwrap() {
        match journal.append(&game, &action) {
            Ok(()) => {
                game.play(&action).unwrap();
                written += 1;
            }
            Err(error) => {
                assert!(matches!(error, JournalError::Misread { .. }), "{error}");
                assert!(["players", "say(#)"].contains(&action.to_string().as_str()));
            }
        }
    }
    assert_eq!(written, 3);
    let lines: Vec<String> = text(&path).lines().map(String::from).collect();
    assert_eq!(lines[1..], ["say('a # b')", "say('don\\'t')", "say('two\\nlines')"]);
}
