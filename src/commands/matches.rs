//! `hornet match`: two players against each other over many games.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hornet::game::{LoadError, Rules, Spec};
use hornet::play::{Match, Player, RecordError};
use indicatif::{ProgressBar, ProgressStyle};

use super::folder::Folder;
use super::results::{Results, told_apart};
use super::{Ended, Failure, Result, Session};
use crate::args;

impl Session {
    /// `hornet match`.
    pub fn play_match(&self, out: &mut dyn Write, asked: &args::Match) -> Result {
        let players = two_players(&asked.players.0)?;
        let spec = Spec::parse(&asked.game).map_err(LoadError::from).map_err(RecordError::from)?;
        let rules = Rules::load(&spec, self.limits()).map_err(RecordError::from)?;
        rules.require_game().map_err(RecordError::from)?;
        let games = asked.games as usize;
        let pairing = Match::new(Arc::new(rules), players, asked.seed, asked.plies as usize)
            .map_err(|error| Failure::Message(error.to_string()))?;
        let folder = match &asked.save {
            Some(path) => Some(Folder::open(path, games).map_err(Failure::Message)?),
            None => None,
        };

        let began = Instant::now();
        let mut scoreboard = Scoreboard::new(&pairing, games);
        let (mut rounds, mut unsaved) = (Vec::new(), None);
        let played = pairing.play(games, pairing.threads(), &self.interrupt, &mut |round, game| {
            scoreboard.count(round.winner);
            rounds.push(round.clone());
            let saved = folder.as_ref().map(|folder| folder.save(&pairing, round, game));
            if let Some(Err(error)) = saved {
                unsaved.get_or_insert(error);
                self.interrupt.store(true, Ordering::Relaxed);
            }
        });
        scoreboard.bar.finish_and_clear();
        rounds.sort_by_key(|round| round.number);
        let failed = played.err().map(|error| error.to_string()).or(unsaved);
        let is_complete = rounds.len() == games;
        let stopped = if failed.is_some() { "Stopped by an error" } else { "Interrupted" };
        let time = began.elapsed();
        let results = Results { pairing: &pairing, games, rounds: &rounds, time, stopped };
        // What was played counts, also if something went wrong then.
        if failed.is_none() || !rounds.is_empty() {
            match asked.json {
                true => writeln!(out, "{}", results.as_json())?,
                false => write!(out, "{}", results.as_table())?,
            }
        }
        if let Some(error) = failed {
            out.flush()?;
            return Err(Failure::Message(error));
        }
        Ok(if is_complete { Ended::Success } else { Ended::Interrupted })
    }
}

/// The two players that were named.
fn two_players(players: &[Player]) -> Result<[Player; 2]> {
    players.to_vec().try_into().map_err(|players: Vec<Player>| {
        Failure::Message(format!(
            "a match is between two players, as in --players minimax:2,greedy, not between {}",
            players.len()
        ))
    })
}

/// The score of a match while it goes on, shown on terminals only.
struct Scoreboard {
    bar: ProgressBar,
    names: [String; 2],
    wins: [usize; 2],
    draws: usize,
}

impl Scoreboard {
    fn new(pairing: &Match, games: usize) -> Scoreboard {
        let bar = ProgressBar::new(games as u64);
        let style = "{bar:20} {pos} of {len} games ({elapsed}): {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        let names = told_apart(pairing);
        let mut scoreboard = Scoreboard { bar, names, wins: [0; 2], draws: 0 };
        scoreboard.show();
        scoreboard
    }

    fn count(&mut self, winner: Option<usize>) {
        match winner {
            Some(player) => self.wins[player] += 1,
            None => self.draws += 1,
        }
        self.bar.inc(1);
        self.show();
    }

    fn show(&mut self) {
        let ([first, second], [won, lost]) = (&self.names, self.wins);
        self.bar.set_message(format!("{first} {won}, {second} {lost}, drawn {}", self.draws));
    }
}
