//! `hornet games` lists what can be played.

use std::io::Write;
use std::path::Path;

use hornet::game::{Entry, entries_in, shipped_entries};
use hornet::play::RecordError;

use super::{Ended, Failure, Result, Session};

impl Session {
    /// `hornet games`.
    pub fn games(&self, out: &mut dyn Write, folder: &Path) -> Result {
        let limits = self.limits();
        let (mut compiled, mut examples) = (Vec::new(), Vec::new());
        for listed in shipped_entries(&limits) {
            let (game, entry) = listed.map_err(RecordError::from)?;
            let list = if game.is_example() { &mut examples } else { &mut compiled };
            list.push((game.name.to_string(), described(&entry)));
        }
        let shown = folder.display();
        let own = entries_in(folder, &limits)
            .map_err(|error| Failure::Message(format!("cannot read {shown}: {error}")))?;
        let own: Vec<(String, String)> = own
            .into_iter()
            .map(|(name, entry)| {
                let path = folder.strip_prefix(".").unwrap_or(folder).join(name);
                let path = path.display().to_string();
                let line = match entry {
                    Ok(entry) => described(&entry),
                    Err(wrong) => format!("cannot be played: {wrong}; see `hornet check {path}`"),
                };
                (path, line)
            })
            .collect();
        let lists = [("Shipped:", compiled), ("Examples:", examples), ("Rule files here:", own)];
        let width = lists.iter().flat_map(|(_, list)| list).map(|(name, _)| name.chars().count());
        let width = width.max().unwrap_or_default();
        for (heading, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            writeln!(out, "{heading}")?;
            for (name, line) in list {
                writeln!(out, "  {name:width$}  {line}")?;
            }
        }
        writeln!(
            out,
            "\n`hornet play NAME` begins a game, `hornet NAME` opens the prompt, \
             `hornet new NAME` begins rules of your own."
        )?;
        Ok(Ended::Success)
    }
}

/// A game in a line.
fn described(Entry { title, players, board, about }: &Entry) -> String {
    let players = if *players == 1 { "1 player".into() } else { format!("{players} players") };
    let gap = if about.is_empty() { "" } else { " " };
    format!("{title} ({players}, {board}).{gap}{about}")
}
