//! Another game at the same table, after the last one or instead of it. The file of
//! the one before stays as it is.

use std::sync::Arc;

use super::opening::{begin, one_for_each_side};
use super::table::{Reply, Seat, Table, Then, join};
use crate::game::{Game, Rules, Spec};
use crate::play::Player;
use crate::repl::style::{self, paint};

impl Table {
    /// Begins another game: `[!] [GAME [PLAYER,PLAYER]]`. Without a game it is the
    /// same one, without players the same ones play. What would be lost is kept,
    /// unless there is a `!`.
    pub(super) fn another(&mut self, argument: &str) -> Result<Reply, String> {
        let (force, wanted) = match argument.strip_prefix('!') {
            Some(wanted) => (true, wanted.trim()),
            None => (false, argument),
        };
        let (name, players) = wanted.split_once(char::is_whitespace).unwrap_or((wanted, ""));
        let rules = match name {
            "" => self.game().rules().clone(),
            name => Arc::new(self.rules_of(name)?),
        };
        let players: Vec<Player> = match players.trim() {
            "" => self.seats.iter().map(|seat| seat.player.clone()).collect(),
            names => {
                let each = names.split([',', ' ']).filter(|name| !name.is_empty());
                let players: Result<Vec<Player>, _> = each.map(str::parse).collect();
                players.map_err(|error| error.to_string())?
            }
        };
        one_for_each_side(&rules, &players, &format!("`new {name} "), "`")
            .map_err(|trouble| trouble.to_string())?;
        if self.would_be_lost() && !force {
            return Err(format!(
                "this game is not saved, and would be lost; `save FILE` saves it, `new !{}{wanted}` \
                 begins another without saving it",
                if wanted.is_empty() { "" } else { " " }
            ));
        }
        let seed = self.seed.wrapping_add(self.seats.len() as u64);
        let seats = Seat::all(&rules, &players, seed).map_err(|error| error.to_string())?;
        let game = Game::new(rules).map_err(|error| error.to_string())?;
        let goodbye = if self.is_unsaved() { None } else { self.goodbye() };
        (self.seats, self.seed) = (seats, seed);
        self.leave_game(game);
        let mut remarks: Vec<String> = goodbye.into_iter().collect();
        let journal = begin(self, &self.save.for_the_next(), &mut remarks);
        if let Some(journal) = journal.map_err(|trouble| trouble.to_string())? {
            self.save_in(journal, true);
        }
        remarks.push(format!("{}; {}", self.pairing(), self.where_saved()));
        let remarks = remarks.iter().map(|line| paint(style::ASIDE, &format!("% {line}")));
        Ok(Reply { text: join(remarks.chain([self.board()])), then: Then::Changed })
    }

    /// The rules of a game that was named.
    fn rules_of(&self, name: &str) -> Result<Rules, String> {
        let spec = Spec::parse(name).map_err(|error| error.to_string())?;
        let rules = Rules::load(&spec, self.limits.clone()).map_err(|error| error.to_string())?;
        rules.require_game().map_err(|error| error.to_string())?;
        Ok(rules)
    }

    /// Whether moves were played that are in no file.
    fn would_be_lost(&self) -> bool {
        !self.is_saved() && self.game().actions().len() + self.game().undone() > 0
    }
}
