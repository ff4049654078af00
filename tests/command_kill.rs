//! `hornet play` and `hornet match` killed at random moments: what was said to be
//! played is in the file, and every file can be loaded.

#[path = "support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use rand::Rng;
use support::chance;

fn hornet(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("hornet"));
    command.args(args).env("HORNET_GAMES", "").stdin(Stdio::null());
    command
}

/// Starts it, kills it after a while, and returns what it had said.
fn killed(args: &[&str], after: Duration) -> Output {
    let mut command = hornet(args);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(after);
    let _ = child.kill();
    child.wait_with_output().unwrap()
}

fn loads(file: &Path) {
    let shown = hornet(&["show", "tanks:6", "--load", file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(shown.status.success(), "{}: {said}", file.display());
}

/// The files of a folder, but those that were not in their place yet.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    entries.filter(|path| !name(path).starts_with(".hornet-")).collect()
}

fn kill_often(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = chance(3);
    let (mut actions, mut games) = (0, 0);
    for number in 0..times {
        let moment = |most| Duration::from_millis(most);
        let file = folder.path().join(format!("{number}.game"));
        let (path, seed) = (file.to_str().unwrap(), number.to_string());
        let players = ["--players", "random,random", "--seed", &seed, "--save"];
        let play = [&["play", "tanks:6"], &players[..], &[path]].concat();
        let said = killed(&play, moment(chance.random_range(0..400)));
        let told = String::from_utf8_lossy(&said.stdout).matches(" plays ").count();
        if file.exists() {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.is_empty(), "an empty file");
            let written = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).count();
            // The game and the players stand first.
            assert!(written >= 2 + told, "{told} moves were told of:\n{text}");
            actions += told;
            loads(&file);
        } else {
            assert_eq!(told, 0, "the game is lost");
        }
        let own = folder.path().join(format!("match-{number}"));
        let path = own.to_str().unwrap();
        let play = [&["match", "tanks:6", "--games", "200"], &players[..], &[path]].concat();
        killed(&play, moment(chance.random_range(100..900)));
        for file in files(&own) {
            assert!(fs::metadata(&file).unwrap().len() > 0, "an empty file");
            games += 1;
            if games % 5 == 0 {
                loads(&file);
            }
        }
    }
    println!("{actions} actions and {games} games");
    assert!(actions > 0 && games > 0, "the kills came too early to show anything");
}

#[test]
fn nothing_is_lost_by_a_kill() {
    kill_often(8);
}

#[test]
#[ignore = "takes a minute"]
fn nothing_is_lost_by_a_hundred_kills() {
    kill_often(100);
}
