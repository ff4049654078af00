//! In a real terminal: colour, progress, and Ctrl-C.

#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

fn in_terminal(args: &[&str], no_color: bool) -> PtySession {
    let mut command = Command::new(cargo_bin("hornet"));
    command.args(args).env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("CI");
    if no_color {
        command.env("NO_COLOR", "1");
    }
    spawn_command(command, Some(60_000)).unwrap()
}

#[test]
fn a_terminal_gets_colour_unless_it_declines() {
    let coloured = in_terminal(&["show", "tanks:6"], false).exp_eof().unwrap();
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let plain = in_terminal(&["show", "tanks:6"], true).exp_eof().unwrap();
    assert!(!plain.contains("\u{1b}["), "{plain}");
    assert!(plain.contains("bot to move"));
}

#[test]
fn mistakes_are_drawn_in_colour_too() {
    let mut session = in_terminal(&["query", "tanks", "lgal(A)."], false);
    let drawn = session.exp_eof().unwrap();
    assert!(drawn.contains("\u{1b}["), "{drawn}");
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 2)));
}

#[test]
fn a_long_count_shows_progress_and_can_be_stopped() {
    let mut session = in_terminal(&["perft", "tanks:26", "--depth", "9"], false);
    session.exp_string("1 76").unwrap();
    session.exp_string("so far").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("interrupted").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));
}

#[test]
fn a_match_shows_its_score_and_can_be_stopped() {
    let asked = ["match", "tanks", "--players", "minimax:2,greedy", "--games", "100000"];
    let mut session = in_terminal(&asked, false);
    session.exp_string(" of 100000 games (").unwrap();
    session.exp_regex("minimax:2 [1-9]").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Interrupted: ").unwrap();
    let table = session.exp_eof().unwrap();
    assert!(table.contains("won as bot") && table.contains("of decided games"), "{table}");
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));
}

#[test]
fn a_match_can_be_stopped_before_its_first_game_ends() {
    let asked = ["match", "tanks", "--players", "minimax:1000s,greedy", "--games", "2"];
    let mut session = in_terminal(&asked, false);
    session.exp_string("0 of 2 games").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Interrupted before a game was finished.").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));
}

#[test]
fn playouts_show_progress_and_can_be_stopped() {
    let mut session = in_terminal(&["playouts", "tanks:6", "--seconds", "3600"], false);
    session.exp_regex("[1-9][0-9,]* playouts \\(").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Interrupted before the end.").unwrap();
    let table = session.exp_eof().unwrap();
    assert!(table.contains("a second") && table.contains("A playout took "), "{table}");
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));
}

#[test]
fn ctrl_c_ends_the_thinking_of_an_engine_and_ctrl_d_the_engine() {
    let mut session = in_terminal(&["uhp"], false);
    session.exp_string("ok").unwrap();
    session.send_control('c').unwrap();
    session.send_line("newgame").unwrap();
    session.exp_string("White[1]").unwrap();
    session.exp_string("ok").unwrap();
    session.send_line("bestmove time 01:00:00").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.send_control('c').unwrap();
    session.exp_string("ok").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 0)));
}
