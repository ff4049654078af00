//! `hornet play` without a terminal: whole games of machines, entries from a
//! pipe, bad input, and games that are killed and resumed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// Hornet in a folder, where it also keeps games.
fn hornet(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("hornet"));
    command.args(args).current_dir(folder).env("HORNET_GAMES", folder.join("games"));
    command
}

struct Ended {
    out: String,
    err: String,
    code: i32,
}

/// What comes of some entries.
fn entered(folder: &Path, args: &[&str], entries: &str) -> Ended {
    let input = folder.join("entries");
    fs::write(&input, entries).unwrap();
    let input = fs::File::open(input).unwrap();
    let output = hornet(folder, args).stdin(input).output().unwrap();
    Ended {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The actions in a game file.
fn actions(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with(['#']));
    lines
        .skip_while(|line| line.starts_with("game ") || line.starts_with("players "))
        .map(String::from)
        .collect()
}

#[test]
fn machines_play_every_game_to_its_end() {
    let folder = folder();
    let tictactoe = fs::canonicalize("examples/tictactoe.pl").unwrap();
    for (game, players) in [
        ("tanks:6", "minimax:2,random"),
        ("tanks", "greedy,random"),
        ("gauss", "random,greedy"),
        ("gauss", "minimax:1,random"),
        (tictactoe.to_str().unwrap(), "minimax:2,minimax:0.01s"),
        (tictactoe.to_str().unwrap(), "random,greedy"),
    ] {
        let args = ["play", game, "--players", players, "--save", "my.game", "--seed", "4"];
        let ended = entered(folder.path(), &args, "");
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{game} {players}");
        assert!(ended.out.contains("The game is over: "), "{game} {players}: {}", ended.out);
        let path = folder.path().join("my.game");
        assert!(fs::read_to_string(&path).unwrap().contains("# The game is over: "));
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let folder = folder();
    let played = |file: &str, seed: &str| {
        let players = "minimax:1,greedy";
        let args = ["play", "tanks:6", "--players", players, "--save", file, "--seed", seed];
        assert_eq!(entered(folder.path(), &args, "").code, 0);
        actions(&folder.path().join(file))
    };
    assert_eq!(played("1", "7"), played("2", "7"));
    assert_ne!(played("3", "8"), played("4", "9"));
}

#[test]
fn what_a_machine_can_choose_from_is_shown_before_it_moves_if_asked() {
    let folder = folder();
    let args = ["play", "hive", "--players", "human,greedy", "--seed", "1"];
    let shown = |entries: &str| entered(folder.path(), &args, entries).out;
    let out = shown("set show_options on\nwS1\nwhy wS1\n");
    let (options, played) = out.split_once("black plays ").expect(&out);
    assert!(options.contains("show_options is on"), "{out}");
    assert!(options.contains("black can play:\n") && options.contains("* "), "{out}");
    assert!(played.contains("stuck: nothing moves before the player's own queen"), "{out}");
    assert!(!shown("wS1\n").contains("can play:"));
    let refused = shown("set tournament off\n");
    assert!(refused.contains("that works at the prompt, not during a game"), "{refused}");
}

/// What the prompt would save otherwise is not taken for the name of a file.
#[test]
fn the_prompts_ways_of_saving_are_refused() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human"];
    let ended = entered(folder.path(), &args, "save ! x\nsave rules x\nsave mine x\nquit\n");
    for word in ["!", "rules", "mine"] {
        let refused = format!("`save {word}` works at the prompt");
        assert!(ended.out.contains(&refused), "{}{}", ended.out, ended.err);
        assert!(!folder.path().join(format!("{word} x")).exists());
    }
}

#[test]
fn why_tells_how_players_ended_the_game() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "my.game"];
    entered(folder.path(), &args, "b2-b3\nresign\n");
    let ended = entered(folder.path(), &["repl", "tanks"], "load my.game\nwhy\n");
    assert!(ended.out.contains("The game is over: top resigned, so bot won."), "{}", ended.out);
}

#[test]
fn a_typo_among_moves_is_named_and_those_before_it_are_played() {
    let folder = folder();
    let args = ["play", "hive", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &args, "wS1;bS1 wS1-;wX -wS1;bQ bS1-\nundo 50\nhistory\n");
    let out = &ended.out;
    assert!(out.contains("there is no piece `wX`") && !out.contains("says nothing"), "{out}");
    assert!(out.contains("% left out, since that was not understood: bQ bS1-"), "{out}");
    assert!(out.contains("2. bS1 wS1-") && !out.contains("3. "), "{out}");
    assert!(out.contains("no more moves to take back: 2 moves played"), "{out}");
}

/// Both sides are at the table, so all moves are played, however they are written.
#[test]
fn pasted_moves_are_all_played() {
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "my.game"];
    for entries in [
        "b2-b3\nc5-c4\nb3-b4\n",
        "b2-b3; c5-c4; b3-b4\n",
        "b2-b3 c5-c4 b3-b4\n",
        "b2-b3 c5-c4;b3-b4",
    ] {
        let folder = folder();
        let ended = entered(folder.path(), &args, entries);
        assert_eq!(
            actions(&folder.path().join("my.game")),
            ["b2-b3", "c5-c4", "b3-b4"],
            "{entries}"
        );
        assert!(ended.out.contains("Turn 2: top to move (move 4)"), "{}", ended.out);
    }
    let hive = ["play", "hive", "--players", "human,human", "--save", "my.game"];
    let folder = folder();
    entered(folder.path(), &hive, "wS1 bS1 wS1- wQ -wS1 bQ bS1-\n");
    let moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    assert_eq!(actions(&folder.path().join("my.game")), moves);
}

#[test]
fn what_is_not_played_of_a_paste_is_said() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,greedy", "--no-save"];
    let ended = entered(folder.path(), &args, "b2-b3; c5-c4; b3-b4\n");
    assert!(
        ended.out.contains("% left out, since it is top's turn: c5-c4; b3-b4"),
        "{}",
        ended.out
    );
    let args = ["play", "tanks:6", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &args, "b2-b3; b3-b4; c5-c4\nhistory\n");
    assert!(ended.out.contains("that tank is not yours"), "{}", ended.out);
    assert!(
        ended.out.contains("% left out, since that move was not played: c5-c4"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("  1. b2-b3") && !ended.out.contains("  2. "), "{}", ended.out);
}

#[test]
fn another_game_leaves_the_file_of_the_last_one_as_it_is() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human"];
    let entries = "b2-b3\nrestart\nc2-c3\nnew hive human,greedy\nwS1\nnew gauss human\nquit\n";
    let ended = entered(folder.path(), &args, entries);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(
        ended.out.contains("gauss has 2 sides, red, blue, and 1 player is named"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("as in `new gauss human,greedy`"), "{}", ended.out);
    let games = folder.path().join("games");
    assert_eq!(actions(&games.join("tanks-6-001.game")), ["b2-b3"]);
    assert_eq!(actions(&games.join("tanks-6-002.game")), ["c2-c3"]);
    assert_eq!(actions(&games.join("hive-001.game")).len(), 2);
    let text = fs::read_to_string(games.join("hive-001.game")).unwrap();
    assert!(text.contains("players human greedy"), "{text}");
}

#[test]
fn a_game_that_is_not_saved_is_not_lost_by_a_slip() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &args, "b2-b3\nnew\nhistory\nnew ! tanks:8\nhistory\n");
    assert!(ended.out.contains("this game is not saved, and would be lost"), "{}", ended.out);
    assert!(ended.out.contains("  1. b2-b3"), "{}", ended.out);
    assert!(ended.out.contains("No move has been played."), "{}", ended.out);
    assert!(!folder.path().join("games").exists());
}

/// To look at an earlier position cuts nothing off; to play from there does.
#[test]
fn looking_back_loses_nothing() {
    let folder = folder();
    let path = folder.path().join("my.game");
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "my.game"];
    let moves = "b2-b3 c5-c4 d2-d3 e5-e4\n";
    let ended = entered(folder.path(), &args, &format!("{moves}goto 1\ngoto 9\ngoto x\n"));
    assert!(ended.out.contains("Turn 1: top to move (move 2)"), "{}", ended.out);
    assert!(ended.out.contains("there is no position `9`"), "{}", ended.out);
    assert_eq!(actions(&path), ["b2-b3", "c5-c4", "d2-d3", "e5-e4"]);
    // Back and forth, by redo as well, and on from the end.
    let load = ["play", "--load", "my.game"];
    entered(folder.path(), &load, "goto 1\nredo\ngoto 4\ngoto 0\ngoto 4\nb3-b4\n");
    assert_eq!(actions(&path), ["b2-b3", "c5-c4", "d2-d3", "e5-e4", "b3-b4"]);
    let ended = entered(folder.path(), &load, "goto 2\na2-a3\n");
    assert!(ended.out.contains("% it replaces 3 moves, from move 3 on"), "{}", ended.out);
    assert_eq!(actions(&path), ["b2-b3", "c5-c4", "a2-a3"]);
    // What was taken back is cut off, wherever one looked before.
    entered(folder.path(), &load, "goto 2\nundo\n");
    assert_eq!(actions(&path), ["b2-b3"]);
}

/// A machine does not play on where somebody only looks.
#[test]
fn who_resigns_in_an_earlier_position_resigns_there() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "one.game"];
    let ended = entered(folder.path(), &args, "b2-b3\nb5-b4\nc2-c3\ngoto 1\nresign\nquit\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert_eq!(actions(&folder.path().join("one.game")), ["b2-b3", "resigned top"]);
}

#[test]
fn machines_wait_while_somebody_looks_back() {
    let folder = folder();
    let path = folder.path().join("my.game");
    let args = ["play", "tanks:6", "--players", "human,greedy", "--save", "my.game"];
    entered(folder.path(), &args, "b2-b3\ngoto 1\nhistory\n");
    assert_eq!(actions(&path).len(), 2);
    entered(folder.path(), &["play", "--load", "my.game"], "goto 1\n\na2-a3\n");
    assert!(actions(&path).len() >= 3);
}

#[test]
fn the_rules_are_a_page_and_their_text_is_a_word_further() {
    let folder = folder();
    let args = ["play", "hive+p", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &args, "rules\n");
    assert!(ended.out.contains("the enemy queen on all six sides"), "{}", ended.out);
    assert!(ended.out.contains("it can throw"), "{}", ended.out);
    assert!(!ended.out.contains("ladybug") && !ended.out.contains(":- title"), "{}", ended.out);
    assert!(ended.out.lines().all(|line| line.chars().count() <= 80), "{}", ended.out);
    let ended = entered(folder.path(), &args, "rules text\nexport uhp\nset coordinates on\nwS1\n");
    assert!(ended.out.contains(":- title('Hive')."), "{}", ended.out);
    assert!(ended.out.contains("Base+P;NotStarted"), "{}", ended.out);
    assert!(ended.out.contains("0,0"), "{}", ended.out);
}

/// The page stands beside the rules, or at their head.
#[test]
fn a_game_of_ones_own_has_a_page_too() {
    let folder = folder();
    fs::copy("examples/tictactoe.pl", folder.path().join("mine.pl")).unwrap();
    let args = ["play", "mine.pl", "--players", "human,human", "--no-save"];
    let head = fs::read_to_string("examples/tictactoe.pl").unwrap();
    let first = head.lines().next().unwrap().trim_start_matches(['%', ' ']).trim_end_matches('.');
    let ended = entered(folder.path(), &args, "rules\n");
    assert!(ended.out.contains(first), "{first}: {}", ended.out);
    fs::write(folder.path().join("mine.md"), "# Mine\n\nThree of\na kind win.\n").unwrap();
    let ended = entered(folder.path(), &args, "rules\n");
    assert!(ended.out.contains("Mine\n\nThree of a kind win.\n"), "{}", ended.out);
}

#[test]
fn values_and_hints_say_what_they_mean() {
    let folder = folder();
    let tictactoe = fs::canonicalize("examples/tictactoe.pl").unwrap();
    let tanks = ["play", "tanks:6", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &tanks, "value\nb2-b3\nvalue\n");
    assert!(ended.out.contains("Nobody is ahead."), "{}", ended.out);
    assert!(ended.out.contains("bot is slightly ahead: by no more than"), "{}", ended.out);
    let game = tictactoe.to_str().unwrap();
    let args = ["play", game, "--players", "human,human", "--no-save"];
    // Two rows are open: whatever o does, x wins with the move after.
    let ended = entered(folder.path(), &args, "a1 b1 c3 c1 a3\nhint 2\nb2\nhint 2\n");
    let lost = "every move loses within 2 moves, counting those of both sides";
    assert!(ended.out.contains(lost), "{}", ended.out);
    assert!(ended.out.contains("wins at once"), "{}", ended.out);
}

#[test]
fn the_end_of_input_saves_and_leaves() {
    let folder = folder();
    let args = ["play", "hive+mlp", "--players", "human,greedy"];
    let ended = entered(folder.path(), &args, "wS1\nwA9\nwQ bS1-\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(ended.out.contains("error: cannot read `wA9`"), "{}", ended.out);
    let kept = folder.path().join("games").join("hive+mlp-001.game");
    assert!(ended.out.contains(&format!("--load {}", kept.display())), "{}", ended.out);
    assert!(actions(&kept).len() >= 2);
    // It goes on where it stopped.
    let load = kept.to_str().unwrap();
    let again = entered(folder.path(), &["play", "--load", load], "history\n");
    assert!(again.out.contains("white: human, black: greedy"), "{}", again.out);
    assert!(again.out.contains("  1. wS1"), "{}", again.out);
}

#[test]
fn a_line_that_was_not_finished_is_dropped_and_said() {
    let folder = folder();
    let path = folder.path().join("my.game");
    fs::write(&path, "game tanks:6\nplayers human human\nb2-b3\nc5-c").unwrap();
    let ended = entered(folder.path(), &["play", "--load", "my.game"], "c5-c4\n");
    let cut_off = "line 4 has no line break at its end, so that it may be cut short, and is removed \
                   from the file: `c5-c`";
    assert!(ended.out.contains(cut_off), "{}", ended.out);
    assert_eq!(actions(&path), ["b2-b3", "c5-c4"]);
}

#[test]
fn a_game_of_hive_in_one_line_goes_on_in_a_file_of_its_own() {
    let folder = folder();
    let game = "Base;InProgress;White[2];wS1;bG1 wS1-";
    let args = ["play", "hive", "--load", game, "--players", "human,random", "--save", "my.game"];
    let ended = entered(folder.path(), &args, "wQ -wS1\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}", ended.out);
    let kept = actions(&folder.path().join("my.game"));
    assert_eq!(kept[..3], ["wS1", "bG1 wS1-", "wQ -wS1"]);
}

#[test]
fn a_game_of_hive_that_is_pasted_takes_the_place_of_a_saved_one() {
    let folder = folder();
    let pasted = "Base;InProgress;White[2];wQ;bG1 wQ-";
    let entries = format!("b2b3\n{pasted}\n2. wA-wQ!\n");
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "my.game"];
    let ended = entered(folder.path(), &args, &entries);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}", ended.out);
    assert!(ended.out.contains("hornet play --load my.game` continues it"), "{}", ended.out);
    assert!(ended.out.contains("% tournament is off for this game"), "{}", ended.out);
    assert_eq!(actions(&folder.path().join("my.game")), ["b2-b3"]);
    let games: Vec<_> = fs::read_dir(folder.path().join("games")).unwrap().collect();
    let [Ok(game)] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(actions(&game.path()), ["wQ", "bG1 wQ-", "wA1 -wQ"]);
}

#[test]
fn a_game_that_would_be_lost_stays_at_the_table() {
    let folder = folder();
    let args = ["play", "hive", "--players", "human,human", "--no-save"];
    let ended = entered(folder.path(), &args, "Base+M;wS1;bM wS1-\nwQ -wS1\nBase;wS1\nhistory\n");
    let lost = "the game that is played here would be lost; `save FILE` saves it";
    assert!(ended.out.contains(lost), "{}", ended.out);
    assert!(ended.out.contains("3. wQ -wS1"), "{}", ended.out);
    let ended = entered(folder.path(), &args, "Base;wS1;bX wS1-\nwS1\n");
    assert!(ended.out.contains("move 2: cannot read `bX wS1-`"), "{}", ended.out);
    assert!(ended.out.contains("Last move: wS1"), "{}", ended.out);
}

#[test]
fn what_is_wrong_is_said_before_the_game_begins() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("there.game"), "game tanks\n").unwrap();
    for (args, part) in [
        (&["tank"][..], "did you mean `tanks`?"),
        (&["missing.pl"], "cannot read missing.pl"),
        (&["tanks", "--players", "human,robot"], "there is no player `robot`"),
        (&["tanks", "--players", "human,gredy"], "did you mean `greedy`?"),
        (&["tanks", "--players", "human,minimax:0"], "from 1 to 20"),
        (&["tanks", "--players", "human,minimax:99"], "from 1 to 20"),
        (&["tanks", "--players", "human,minimax:0s"], "as in minimax:1.5s; not `0s`"),
        (&["tanks", "--players", "human"], "tanks has 2 sides, bot, top, and 1 player is named"),
        (&["tanks", "--players", "human,human,human"], "3 players are named"),
        (
            &["tanks", "--players", "human,greedy@density"],
            "it has only one way of evaluating positions",
        ),
        (&["hive", "--players", "human,greedy@beauty"], "its styles are mobility, density"),
        (&["tanks", "--players", "human,human", "--save", "no/such.game"], "no directory no"),
        (&["tanks", "--players", "human,human", "--save", "."], "a directory"),
        (&["tanks", "--players", "human,human", "--save", "there.game"], "already exists"),
        (&["--load", "missing.game"], "cannot read missing.game"),
        (&["hive", "--load", "there.game"], "is a game of tanks, not of hive"),
        (&["tanks", "--seed", "x"], "invalid value 'x'"),
    ] {
        let args: Vec<&str> = ["play"].iter().chain(args).copied().collect();
        let ended = entered(at, &args, "");
        assert_eq!(ended.code, 2, "{args:?}: {}", ended.out);
        assert!(ended.err.contains(part), "{args:?}: no `{part}` in {}", ended.err);
        assert!(!ended.out.contains("Turn 1"), "{args:?}: {}", ended.out);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_no_hindrance() {
    let folder = folder();
    fs::write(folder.path().join("games"), "a file where the folder should be").unwrap();
    let ended = entered(folder.path(), &["play", "tanks", "--players", "human,human"], "b2-b3\n");
    assert_eq!(ended.code, 0);
    assert!(ended.out.contains("% the game cannot be saved: "), "{}", ended.out);
    assert!(ended.out.contains("Turn 1: top to move (move 2)"), "{}", ended.out);
}

#[test]
fn the_menu_takes_answers_from_a_pipe() {
    let folder = folder();
    let answers = "tanks\nsize=6\ngreedy\nrandom\nrun\nmy.game\n";
    let ended = entered(folder.path(), &["play"], answers);
    assert_eq!(ended.code, 0);
    assert!(ended.out.contains("The game is over: "), "{}", ended.out);
    // And it may end in the middle.
    let ended = entered(folder.path(), &["play"], "tanks\n");
    assert_eq!(ended.code, 0);
    assert!(!ended.out.contains("Turn 1"), "{}", ended.out);
}

#[test]
fn who_plays_on_is_asked_and_written_down() {
    let folder = folder();
    let path = folder.path().join("my.game");
    fs::write(&path, "game tanks:6\nplayers Ann 'Bob B.'\nb2-b3\n").unwrap();
    let ended = entered(folder.path(), &["play", "--load", "my.game"], "human\nhuman\nc5-c4\n");
    assert!(ended.out.contains("it was played by Ann and Bob B."), "{}", ended.out);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("b2-b3\nplayers human human\nc5-c4\n"), "{text}");
    // Others take over, and stay when a move is taken back.
    let others = ["play", "--load", "my.game", "--players", "human,greedy"];
    entered(folder.path(), &others, "undo\n");
    let again = entered(folder.path(), &["play", "--load", "my.game"], "");
    assert!(again.out.contains("bot: human, top: greedy"), "{}", again.out);
}

#[test]
fn leaving_at_once_leaves_nothing_behind() {
    let folder = folder();
    entered(folder.path(), &["play", "tanks", "--players", "human,human"], "quit\n");
    assert_eq!(fs::read_dir(folder.path().join("games")).unwrap().count(), 0);
}

#[test]
fn a_game_of_ones_own_is_found_again_from_anywhere() {
    let folder = folder();
    fs::copy("examples/tictactoe.pl", folder.path().join("mine.pl")).unwrap();
    let args = ["play", "mine.pl", "--players", "human,minimax:2"];
    let ended = entered(folder.path(), &args, "a1\n");
    assert_eq!(ended.code, 0, "{}", ended.err);
    let kept = folder.path().join("games").join("mine-001.game");
    let elsewhere = tempfile::tempdir().unwrap();
    let load = ["play", "--load", kept.to_str().unwrap()];
    let entered_elsewhere = |entries: &str| {
        fs::write(elsewhere.path().join("entries"), entries).unwrap();
        let input = fs::File::open(elsewhere.path().join("entries")).unwrap();
        let mut command = hornet(elsewhere.path(), &load);
        let output = command.env("HORNET_GAMES", kept.parent().unwrap()).stdin(input).output();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let output = output.unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (out, err) = entered_elsewhere("history\n");
    assert!(out.contains("  1. "), "{out} {err}");
    // Without its rules it says so.
    fs::remove_file(folder.path().join("mine.pl")).unwrap();
    let (_, err) = entered_elsewhere("");
    assert!(err.contains("cannot read") && err.contains("mine.pl"), "{err}");
}

/// How often a game is killed.
const KILLS: u64 = 50;

#[test]
fn a_game_that_is_killed_at_any_moment_goes_on() {
    let folder = folder();
    let at = folder.path();
    let whole = ["play", "gauss", "--players", "greedy,random", "--seed", "11", "--save", "whole"];
    assert_eq!(entered(at, &whole, "").code, 0);
    let whole_game = actions(&at.join("whole"));
    assert!(whole_game.len() > 20, "{whole_game:?}");
    let mut chance = ChaCha8Rng::seed_from_u64(2);
    let mut lengths = Vec::new();
    for kill in 0..KILLS {
        let path = at.join(format!("killed-{kill}"));
        let file = path.to_str().unwrap();
        let args = ["play", "gauss", "--players", "greedy,random", "--seed", "11", "--save", file];
        let mut child =
            hornet(at, &args).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let announced = thread::spawn(move || {
            let lines = out.lines().map_while(Result::ok);
            lines.filter(|line| line.contains(" plays ")).count()
        });
        thread::sleep(Duration::from_micros(chance.random_range(0..60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let announced = announced.join().unwrap();
        if !path.exists() {
            assert_eq!(announced, 0);
            continue;
        }
        // What was announced is in the file, if perhaps not more.
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.matches('\n').count();
        assert!(lines >= announced + if announced > 0 { 2 } else { 0 }, "kill {kill}: {text}");
        if lines < 2 {
            continue;
        }
        lengths.push(lines - 2);
        // The rest is played as if nothing had happened.
        let again = ["play", "--load", file, "--seed", "11"];
        let ended = entered(at, &again, "");
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "kill {kill}: {text}");
        assert_eq!(actions(&path), whole_game, "kill {kill}: {text}");
    }
    lengths.sort();
    lengths.dedup();
    assert!(lengths.len() > 3, "it was always killed at the same moment: {lengths:?}");
}
