//! `hornet play` in a real terminal: the menu, moves and commands, machines that
//! are interrupted while they think, and machines that play each other.

#![cfg(unix)]

#[path = "support/prompt.rs"]
mod prompt;

use std::fs;
use std::thread;
use std::time::Duration;

use prompt::{ENTER, Prompt, TAB, ctrl, folder, hornet_with, says};

/// Enters lines one after the other: each answer holds its text.
fn converse(prompt: &mut Prompt, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        let answer = prompt.enter(line);
        assert!(says(&answer, expected), "{line}: no `{expected}` in\n{answer}");
    }
}

#[test]
fn the_menu_leads_to_a_game() {
    let folder = folder();
    let (mut prompt, greeting) = hornet_with(&["play"]).in_folder(folder.path()).greeted();
    assert!(greeting.contains("Which game?"), "{greeting}");
    converse(
        &mut prompt,
        &[
            ("tanks:8", "size 8: cells a side (one of 6, 8, 10,"),
            ("size=6", "4  minimax:2: looks two moves ahead"),
            ("", ""),
            ("random", "Save the game in which file?"),
            ("my.game", "Turn 1: bot to move"),
            ("b2-b3", "% random: one of 16 legal moves"),
            ("undo", "Turn 1: bot to move"),
            ("b2-b3", "top plays"),
            ("resign", "The game is over: bot resigned, so top won."),
        ],
    );
    prompt.line_is("over>");
    converse(&mut prompt, &[("", "`quit` leaves"), ("history", "1. b2-b3")]);
    prompt.press("quit\r");
    prompt.shows("The game is saved in my.game.");
    assert_eq!(prompt.exit_code(), 0);
    let kept = fs::read_to_string(folder.path().join("my.game")).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines[..3], ["game tanks:6", "players human random", "b2-b3"]);
    assert_eq!((lines.len(), lines[4]), (5, "resigned bot"));
}

#[test]
fn the_menu_asks_again_until_an_answer_will_do() {
    let mut prompt = hornet_with(&["play"]).on_screen(200, 80).prompt();
    converse(
        &mut prompt,
        &[
            ("tank", "did you mean `tanks`?"),
            ("nowhere/to_be_found.pl", "cannot read nowhere/to_be_found.pl"),
            ("9", "there is no game `9`"),
            ("1", "mosquito off: each player has a mosquito (one of off, on)"),
            ("size=6", "hive has no option `size`"),
            ("mosquito=maybe", "mosquito is one of off, on"),
            ("+mp tournament off", "in one of the styles mobility, density, insects, all_round"),
            ("robot", "there is no player `robot`"),
            ("minimax:0", "from 1 to 20"),
            ("minimax:2@beauty", "has no style `beauty`; its styles are mobility"),
            ("greedy@insects", ""),
            ("minimax:1s", "1  step by step"),
            ("3", "choose 1 or 2"),
            ("", "Enter saves it among your games"),
            ("no", "% white: greedy@insects, black: minimax:1s; not saved"),
            ("", "white plays"),
        ],
    );
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 0);
}

#[test]
fn the_rules_can_be_read_and_the_menu_left() {
    let mut prompt = hornet_with(&["play", "gauss"]).on_screen(1000, 80).prompt();
    converse(&mut prompt, &[("rules", "Magnets on a board"), ("rules text", ":- title(")]);
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
}

#[test]
fn commands_answer_and_keep_the_turn() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,greedy", "--seed", "3"];
    let mut prompt = hornet_with(&args).in_folder(folder.path()).prompt();
    converse(
        &mut prompt,
        &[
            ("help", "take back your last move"),
            ("moves b2", "% 3 legal moves of 16"),
            ("b2-b1", "tanks only drive forward [not_forward, tanks.pl:"),
            ("why", "legal(move(b2, b1)) fails"),
            ("why b2-b3", "drives(bot, b2, b3)"),
            ("hint 0.2", "looks good"),
            ("what if b2-b3", "only looked at"),
            ("value", "worth 0 to bot"),
            ("tank(Cell, bot, heavy).", "Cell = c1"),
            ("board", "Turn 1: bot to move"),
            ("undo", "there are no more moves to take back"),
            ("undo x", "`x` is not a number of moves"),
            ("b2=b3", "`moves` lists the legal moves"),
            ("resing", "did you mean `resign`?"),
            ("new hive!", "there is no game `hive!`"),
            ("load x", "that works at the prompt"),
            ("mine(1) :- true.", "the rules cannot be changed during a game"),
            ("b2-b3", "top plays"),
            ("history", "1. b2-b3"),
            ("undo", "Turn 1: bot to move"),
            ("redo", "Turn 2: bot to move (move 3)"),
            ("redo", "there are no more moves to play again"),
            ("turn(P). turn(Q).", "Q = bot"),
            ("save", "save to which file?"),
            ("save no/such/folder/my.game", "there is no directory no/such/folder"),
            ("save my.game", "saved in my.game from now on"),
            ("save my.game", "already saved in my.game"),
        ],
    );
    prompt.line_is("bot>");
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
    let args = ["play", "--load", "my.game"];
    let (_, greeting) = hornet_with(&args).in_folder(folder.path()).greeted();
    assert!(greeting.contains("bot: human, top: greedy; saved in my.game"), "{greeting}");
    assert!(greeting.contains("(move 3)"), "{greeting}");
}

#[test]
fn moves_and_commands_are_completed() {
    let mut prompt = hornet_with(&["play", "tanks:6", "--players", "human,human"]).prompt();
    prompt.press(format!("b2-{TAB}"));
    prompt.shows("b2-a3");
    prompt.shows("b2-c3");
    prompt.press(format!("b{TAB}"));
    prompt.line_is("bot> b2-b3");
    prompt.press(ENTER);
    prompt.answer();
    prompt.line_is("top>");
    prompt.press(format!("why b5-b{TAB}"));
    prompt.line_is("top> why b5-b4");
    prompt.press(ctrl('c'));
    prompt.answer();
    prompt.press(format!("resi{TAB}"));
    prompt.line_is("top> resign");
}

#[test]
fn an_interrupted_machine_plays_the_best_so_far() {
    let mut prompt = hornet_with(&["play", "tanks", "--players", "human,minimax:20"]).prompt();
    prompt.press(format!("b2-b3{ENTER}"));
    prompt.shows("top thinks: depth ");
    prompt.shows("Ctrl-C plays it");
    prompt.press(ctrl('c'));
    let played = prompt.answer();
    assert!(played.contains("top plays"), "{played}");
    prompt.line_is("bot>");
    let answer = prompt.enter("history");
    assert!(answer.contains("2. "), "{answer}");
}

/// Rules that are interpreted heed Ctrl-C wherever they are asked.
#[test]
fn an_interrupt_stops_nothing_but_thinking_in_a_game_of_ones_own() {
    let game = "examples/connect_four.pl";
    let mut prompt = hornet_with(&["play", game, "--players", "human,minimax:20"]).prompt();
    prompt.press(format!("drop(4){ENTER}"));
    prompt.shows("Ctrl-C plays it");
    prompt.press(ctrl('c'));
    let played = prompt.answer();
    assert!(played.contains("red plays "), "{played}");
    prompt.press(format!("hint 60{ENTER}"));
    prompt.typed();
    std::thread::sleep(std::time::Duration::from_millis(1000));
    prompt.press(ctrl('c'));
    let hint = prompt.answered();
    assert!(hint.contains("looks good") || hint.contains("interrupted"), "{hint}");
    converse(&mut prompt, &[("aggregate_all(count, legal(_), N).", "N = 7")]);
}

#[test]
fn machines_play_step_by_step_or_by_themselves() {
    let args = ["play", "tanks:6", "--players", "greedy,random", "--step", "--seed", "1"];
    let mut prompt = hornet_with(&args).prompt();
    converse(
        &mut prompt,
        &[
            ("", "bot plays"),
            ("", "top plays"),
            ("undo", "Turn 1: top to move (move 2)"),
            ("resign", "they do not resign"),
        ],
    );
    prompt.press(format!("run{ENTER}"));
    prompt.shows("The game is over: ");
    prompt.line_is("over>");
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 0);
}

/// Whoever watched machines has time to look back, and a machine waits meanwhile.
#[test]
fn after_the_last_move_there_is_time_to_look_back() {
    for terminal in ["xterm-256color", "dumb"] {
        let args = ["play", "tanks:6", "--players", "greedy,random", "--seed", "1"];
        let mut prompt = hornet_with(&args).with("TERM", terminal).watched();
        prompt.shows("The game is over: ");
        prompt.line_begins("over>");
        prompt.press("goto 1\r");
        prompt.shows("Turn 1: top to move (move 2)");
        prompt.line_begins("top is next, Enter lets it play>");
        prompt.press("history\r");
        prompt.shows("1. ");
        prompt.press("new tanks:8 human,human\r");
        prompt.shows("would be lost");
        prompt.press("new ! tanks:8 human,human\r");
        prompt.line_begins("bot>");
        prompt.press("b2-b3\r");
        prompt.line_begins("top>");
        prompt.press("quit\r");
        assert_eq!(prompt.exit_code(), 0);
    }
}

#[test]
fn the_menu_offers_saved_games() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("tanks-6-001.game"), "game tanks:6\nplayers human human\nb2-b3\n").unwrap();
    fs::write(file("hive-001.game"), "game hive\nwS1\nresigned black\n").unwrap();
    let start = hornet_with(&["play"]).with("HORNET_GAMES", folder.path());
    let (mut prompt, greeting) = start.greeted();
    assert!(greeting.contains("4  tanks:6, 1 move, just now"), "{greeting}");
    assert!(!greeting.contains("hive,"), "{greeting}");
    converse(&mut prompt, &[("4", "Turn 1: top to move (move 2)"), ("c5-c4", "(move 3)")]);
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 0);
    let text = fs::read_to_string(file("tanks-6-001.game")).unwrap();
    assert!(text.ends_with("b2-b3\nc5-c4\n"), "{text}");
}

/// Lines that are pasted with their breaks are all played.
#[test]
fn a_pasted_game_is_played() {
    let args = ["play", "tanks:6", "--players", "human,human", "--no-save"];
    let mut prompt = hornet_with(&args).prompt();
    let answer = prompt.paste("b2-b3\nc5-c4\n\nd2-d3; e5-e4");
    assert!(answer.contains("% 4 moves played"), "{answer}");
    assert!(answer.contains("Turn 3: bot to move (move 5)"), "{answer}");
    assert_eq!(answer.matches("to move").count(), 1, "only the last board is drawn: {answer}");
}

/// A board and prose that are wider than the terminal.
#[test]
fn nothing_is_wrapped_in_the_middle_of_a_cell_or_word() {
    let args = ["play", "tanks:26", "--players", "human,human", "--no-save"];
    let (mut prompt, greeting) = hornet_with(&args).on_screen(400, 50).greeted();
    assert!(greeting.contains("% too wide: part 1 of 3"), "{greeting}");
    let answer = prompt.enter("rules");
    for line in answer.lines() {
        assert!(line.chars().count() <= 50, "{line}");
    }
    assert!(answer.contains("The first to bring a tank to the far row\nwins"), "{answer}");
}

#[test]
fn machines_at_speed_can_be_stopped() {
    let args = ["play", "tanks", "--players", "minimax:20,minimax:20"];
    let (mut prompt, said) = {
        let start = hornet_with(&args);
        let mut prompt = start.watched();
        prompt.shows("bot thinks: depth ");
        prompt.press(ctrl('c'));
        let said = prompt.answered();
        (prompt, said)
    };
    assert!(said.contains("stopped: Enter plays the next move"), "{said}");
    prompt.line_is("top is next, Enter lets it play>");
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 0);
}

/// Terminals where lines cannot be edited: entries are read all the same, and
/// Ctrl-D and Ctrl-C leave.
#[test]
fn a_dumb_terminal_will_do() {
    for terminal in ["dumb", "emacs", "cons25"] {
        let args = ["play", "tanks:6", "--players", "human,human", "--no-save"];
        let mut prompt = hornet_with(&args).with("TERM", terminal).watched();
        prompt.line_begins("bot>");
        prompt.press("b2-b3\n");
        prompt.line_begins("top>");
        prompt.press(ctrl('d'));
        assert_eq!(prompt.exit_code(), 0);
        let mut prompt = hornet_with(&args).with("TERM", terminal).watched();
        prompt.line_begins("bot>");
        prompt.press(ctrl('c'));
        // Two signals at the same moment would be one.
        thread::sleep(Duration::from_millis(500));
        prompt.press(ctrl('c'));
        assert_eq!(prompt.exit_code(), 130);
    }
}

/// Whoever asked for a file is told by the exit code that the game is not in it.
#[test]
fn a_game_that_could_not_be_saved_to_its_end_ends_with_an_error() {
    let folder = folder();
    let args = ["play", "tanks:6", "--players", "human,human", "--save", "my.game"];
    let mut prompt = hornet_with(&args).in_folder(folder.path()).prompt();
    prompt.enter("b2-b3");
    fs::remove_file(folder.path().join("my.game")).unwrap();
    let answer = prompt.enter("c5-c4");
    assert!(answer.contains("the game is no longer saved"), "{answer}");
    prompt.press("quit\r");
    assert_eq!(prompt.exit_code(), 2);
}
