//! Somebody's own text editor: `VISUAL`, `EDITOR`, or what every system has.

use std::env;
use std::io;
use std::path::Path;
use std::process::Command;

/// Editors that take the line to begin at as `+12`.
const WITH_LINES: [&str; 8] = ["vi", "vim", "nvim", "nano", "emacs", "emacsclient", "ed", "micro"];

/// How the editor is called, with its options.
pub fn name() -> String {
    let chosen = ["VISUAL", "EDITOR"].into_iter().filter_map(|variable| env::var(variable).ok());
    let mut chosen = chosen.filter(|name| !name.trim().is_empty());
    chosen.next().unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_string())
}

/// Opens a file, and waits until the editor is left.
pub fn open(file: &Path, line: usize) -> io::Result<()> {
    let name = name();
    let status = command(&name, file, line).status()?;
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!("it ended with {status}"))),
    }
}

/// The options of the editor are taken apart as a shell does it, as other programs
/// that start one do.
#[cfg(unix)]
fn command(name: &str, file: &Path, line: usize) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{name} \"$@\"")).arg(name);
    command.args(at_line(name, line)).arg(file);
    command
}

#[cfg(not(unix))]
fn command(name: &str, file: &Path, line: usize) -> Command {
    let mut words = name.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).args(at_line(name, line)).arg(file);
    command
}

fn at_line(name: &str, line: usize) -> Option<String> {
    let program = name.split_whitespace().next().unwrap_or_default();
    let program = Path::new(program).file_stem()?.to_str()?;
    (line > 1 && WITH_LINES.contains(&program)).then(|| format!("+{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_editors_that_know_lines_are_told_one() {
        assert_eq!(at_line("vim", 12), Some("+12".into()));
        assert_eq!(at_line("/usr/bin/nano -w", 3), Some("+3".into()));
        assert_eq!(at_line("code --wait", 12), None);
        assert_eq!(at_line("vi", 1), None);
        assert_eq!(at_line("", 5), None);
    }
}
