//! Completion scripts and manual pages know every command.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Exit code, standard output and standard error.
fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The commands that `hornet --help` lists.
fn commands() -> Vec<String> {
    let (code, help, _) = hornet(&["--help"]);
    assert_eq!(code, 0);
    let (_, after) = help.split_once("Commands:\n").unwrap();
    let (list, _) = after.split_once("\n\n").unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> =
        names.map(|line| line.split_whitespace().next().unwrap().to_string()).collect();
    assert!(names.len() > 10 && names.iter().any(|name| name == "match"), "{names:?}");
    names
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, errors) = hornet(&["completions", shell]);
        assert_eq!((code, errors.as_str()), (0, ""), "{shell}");
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        assert!(script.contains("random-openings"), "{shell} knows options");
    }
}

#[test]
fn an_unknown_shell_is_told_which_there_are() {
    let (code, _, errors) = hornet(&["completions", "dos"]);
    assert_eq!(code, 2);
    assert!(errors.contains("dos") && errors.contains("bash"), "{errors}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let path = pages.to_str().unwrap();
    let (code, said, errors) = hornet(&["man", path]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let commands = commands().into_iter().filter(|command| command != "help");
    let commands: Vec<String> = commands.collect();
    assert_eq!(said, format!("{} manual pages are in {path}\n", commands.len() + 1));
    let overview = fs::read_to_string(pages.join("hornet.1")).unwrap();
    for command in &commands {
        assert!(overview.contains(&format!("hornet\\-{command}(1)")), "{command}\n{overview}");
        let page = fs::read_to_string(pages.join(format!("hornet-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), commands.len() + 1);
    // Pages are replaced by those of a later version.
    assert_eq!(hornet(&["man", path]).0, 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let (code, _, errors) = hornet(&["man", Path::new("README.md/man").to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("error: cannot write manual pages in README.md/man: "), "{errors}");
}
