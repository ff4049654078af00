//! Another game at the same table, after the last one or instead of it: a new one, or a
//! whole game of Hive that is pasted. The file of the one before stays as it is.

use std::path::Path;
use std::sync::Arc;

use super::opening::{begin, one_for_each_side};
use super::table::{Reply, Seat, Table, Then, join};
use crate::game::{Game, Rules, Spec};
use crate::play::engines::split_outside_quotes;
use crate::play::{Player, load_record};
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
        let game = match name {
            "" => self.game().restarted(self.game().rules().clone()),
            name => Game::new(Arc::new(self.rules_of(name)?)),
        };
        let game = game.map_err(|error| error.to_string())?;
        let players: Vec<Player> = match players.trim() {
            "" => self.same_players(),
            names => {
                let each = split_outside_quotes(names, |c| c == ',' || c == ' ');
                let each = each.ok_or("a quote is not closed")?.into_iter();
                let players: Result<Vec<Player>, _> =
                    each.filter(|name| !name.is_empty()).map(str::parse).collect();
                players.map_err(|error| error.to_string())?
            }
        };
        one_for_each_side(game.rules(), &players, &format!("`new {name} "), "`")
            .map_err(|trouble| trouble.to_string())?;
        if self.would_be_lost() && !force {
            return Err(format!(
                "this game is not saved, and would be lost; `save FILE` saves it, `new !{}{wanted}` \
                 begins another without saving it",
                if wanted.is_empty() { "" } else { " " }
            ));
        }
        self.turn_to(game, &players, Vec::new())
    }

    /// Goes on with a game in one line, with the same players.
    pub(super) fn pasted(&mut self, line: &str) -> Result<Reply, String> {
        if self.would_be_lost() {
            return Err("the game that is played here would be lost; `save FILE` saves it, then \
                        paste the other one again"
                .into());
        }
        let loaded = load_record(Path::new(line), None, self.limits.clone())
            .map_err(|error| error.to_string())?;
        let (players, sides) = (self.same_players(), loaded.game.rules().program());
        let sides = sides.declarations.players().len();
        if sides != players.len() {
            return Err(format!("that game has {sides} sides, and {} play here", players.len()));
        }
        let remarks = loaded.remarks();
        self.turn_to(loaded.game, &players, remarks)
    }

    fn same_players(&self) -> Vec<Player> {
        self.seats.iter().map(|seat| seat.player.clone()).collect()
    }

    /// Leaves this game for another, about which there may be something to say.
    fn turn_to(
        &mut self,
        game: Game,
        players: &[Player],
        about: Vec<String>,
    ) -> Result<Reply, String> {
        let seed = self.seed.wrapping_add(self.seats.len() as u64);
        let seats = Seat::all(&game, players, seed).map_err(|error| error.to_string())?;
        let goodbye = if self.is_unsaved() { None } else { self.goodbye() };
        (self.seats, self.seed) = (seats, seed);
        self.leave_game(game);
        let mut remarks: Vec<String> = goodbye.into_iter().collect();
        let journal = begin(self, &self.save.for_the_next(), &mut remarks);
        if let Some(journal) = journal.map_err(|trouble| trouble.to_string())? {
            self.save_in(journal, true);
        }
        remarks.extend(about);
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
