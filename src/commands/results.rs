//! The results of a match, as a table for people and as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use hornet::play::{
    Elo, Forfeit, Hypothesis, LEADS, Progress, Ratings, Round, Score, Sprt, Unfinished, wilson,
};
use serde_json::{Map, Value, json};

use super::event::Event;
use super::figures::{
    aligned, counted, elo, elo_span, in_percent, or_dash, percent, rounded, span,
};
use super::ledger::written_end;

/// Of this many games that were lost by forfeit the reasons are shown.
const MOST_REASONS: usize = 5;

/// The results of a match.
pub struct Results<'a> {
    /// Who played what.
    pub event: &'a Event,
    /// Which part of the match it is, as `1/4`, if not the whole.
    pub shard: Option<String>,
    /// How many games were to be played.
    pub games: usize,
    /// The games that were played to their end.
    pub rounds: &'a [Round],
    /// How long it took, if all were played in one go.
    pub time: Option<Duration>,
    /// What stopped it, if it was not played to its end.
    pub stopped: &'static str,
    /// What is said if no game was.
    pub nothing: &'static str,
    /// The test by which it was to end, and how far that came.
    pub test: Option<(Sprt, Progress)>,
}

impl Results<'_> {
    fn names(&self) -> Vec<String> {
        self.event.told_apart()
    }

    fn scores(&self) -> Vec<Score> {
        (0..self.event.names.len()).map(|player| Score::of(player, self.rounds)).collect()
    }

    fn is_puzzle(&self) -> bool {
        self.event.sides.len() == 1
    }

    /// What several players are worth. Two are compared without ratings, and who solves a
    /// puzzle alone meets nobody.
    fn ratings(&self) -> Option<Ratings> {
        match self.event.is_duel() || self.is_puzzle() {
            true => None,
            false => Ratings::of(self.event.names.len(), self.rounds),
        }
    }

    /// Whether a test ended the match before its last game.
    fn is_decided(&self) -> bool {
        self.test.is_some_and(|(_, progress)| progress.accepted.is_some())
    }

    fn average_plies(&self) -> Option<f64> {
        let plies: f64 = self.rounds.iter().map(|round| round.result.plies as f64).sum();
        (!self.rounds.is_empty()).then(|| plies / self.rounds.len() as f64)
    }

    /// How many actions ahead a player looked on average. Other programs do not tell.
    fn average_depth(&self, player: usize, score: &Score) -> Option<f64> {
        score.effort.average_depth().filter(|_| self.event.tells_depth(player))
    }

    /// The results for somebody to read.
    pub fn as_table(&self) -> String {
        let mut text = self.heading();
        match self.rounds.len() {
            0 => {
                let _ = writeln!(text, "\n{}", self.nothing);
                return text;
            }
            done if done < self.games && !self.is_decided() => {
                let _ = write!(text, "\n{}: {} finished, as follows.", self.stopped, counted(done));
            }
            _ => {}
        }
        text += "\n\n";
        text += &match (self.event.is_duel(), self.is_puzzle()) {
            (true, _) => self.figures(),
            (_, true) => self.solutions(),
            _ => self.ranking(),
        };
        text.push('\n');
        if let Some(plies) = self.average_plies() {
            let _ = write!(text, "A game took {plies:.1} actions on average");
            if let Some(time) = self.time {
                let _ = write!(text, ", the match {:.1} s", time.as_secs_f64());
            }
            text += ".\n";
        }
        text += &self.endings();
        text += &self.unfinished();
        text += &self.tested();
        if self.event.is_duel() {
            text += &self.in_a_sentence();
        }
        text
    }

    fn heading(&self) -> String {
        let Event { game, seed, names, .. } = self.event;
        let players = match self.event.is_duel() {
            true => String::new(),
            false => format!("{}, ", super::counted(names.len(), "player")),
        };
        let part = match self.shard.as_deref().and_then(|shard| shard.split_once('/')) {
            Some((index, count)) => format!(", part {index} of {count}"),
            None => String::new(),
        };
        format!("{game}, {players}{}, seed {seed}{part}", counted(self.games))
    }

    /// A line for each figure, with a column for each of two players.
    fn figures(&self) -> String {
        let scores = self.scores();
        let mut rows = vec![[vec![String::new()], self.names()].concat()];
        let mut row = |label: &str, figure: &dyn Fn(usize, &Score) -> String| {
            let figures = scores.iter().enumerate().map(|(player, score)| figure(player, score));
            rows.push([label.to_string()].into_iter().chain(figures).collect());
        };
        row("won", &|_, score| score.wins.to_string());
        row("lost", &|_, score| score.losses.to_string());
        row("drawn", &|_, score| score.draws.to_string());
        for (index, side) in self.event.sides.iter().enumerate() {
            row(&format!("won as {side}"), &|_, score| {
                format!("{} of {}", score.wins_by_side[index], score.games_by_side[index])
            });
        }
        row("score", &|_, score| or_dash(score.share(), percent));
        row("Elo difference", &|player, _| {
            or_dash(Elo::of(player, self.rounds), |found| elo(found.difference))
        });
        row("  95% sure", &|player, _| {
            or_dash(Elo::of(player, self.rounds), |found| elo_span((found.low, found.high)))
        });
        row("of decided games", &|_, score| or_dash(score.decided(), percent));
        row("  95% sure", &|_, score| or_dash(score.interval(), span));
        row("actions ahead", &|player, score| {
            or_dash(self.average_depth(player, score), |depth| format!("{depth:.1}"))
        });
        row("time a move", &|_, score| time_a_move(score));
        aligned(&rows)
    }

    /// A line for each of several players, the best first.
    fn ranking(&self) -> String {
        let (names, scores) = (self.names(), self.scores());
        let ratings = self.ratings();
        let rating = |player: usize| ratings.as_ref().map(|ratings| ratings.elo[player]);
        let error = |player: usize| {
            let error = ratings.as_ref().map(|ratings| ratings.error[player]);
            error.filter(|error| error.is_finite())
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        let elo_of = |player: &usize| rating(*player).unwrap_or(0.0);
        order.sort_by(|one, other| elo_of(other).total_cmp(&elo_of(one)));
        let head = ["", "Elo", "95% sure", "score", "won", "drawn", "lost", "games", "time a move"];
        let mut rows = vec![head.map(String::from)];
        for player in order {
            let score = &scores[player];
            rows.push([
                names[player].clone(),
                or_dash(rating(player), elo),
                or_dash(error(player), |error| format!("±{error:.0}")),
                or_dash(score.share(), percent),
                score.wins.to_string(),
                score.draws.to_string(),
                score.losses.to_string(),
                score.games().to_string(),
                time_a_move(score),
            ]);
        }
        let mut text = aligned(&rows);
        if ratings.is_some_and(|ratings| ratings.assumes_draws) {
            text += "\nSome won or lost every game against others: for Elo alone, one more draw of \
                     each group is assumed.\n";
        }
        text
    }

    /// A line for each of those who solve a puzzle by themselves.
    fn solutions(&self) -> String {
        let head = ["", "solved", "games", "share", "95% sure", "actions", "time a move"];
        let mut rows = vec![head.map(String::from)];
        for (name, score) in self.names().into_iter().zip(self.scores()) {
            let games = score.games();
            let actions = (games > 0).then(|| score.plies as f64 / games as f64);
            rows.push([
                name,
                score.wins.to_string(),
                games.to_string(),
                or_dash(score.share(), percent),
                or_dash(wilson(score.wins, games), span),
                or_dash(actions, |actions| format!("{actions:.1}")),
                time_a_move(&score),
            ]);
        }
        aligned(&rows)
    }

    /// What the test came to.
    fn tested(&self) -> String {
        let Some((sprt, Progress { llr, pairs, accepted })) = self.test else {
            return String::new();
        };
        let (low, high) = sprt.bounds();
        let name = &self.names()[0];
        let verdict = match accepted {
            Some(Hypothesis::H0) => {
                format!("H0 accepted, {name} is stronger by no more than {} Elo", sprt.elo0)
            }
            Some(Hypothesis::H1) => {
                format!("H1 accepted, {name} is stronger by {} Elo or more", sprt.elo1)
            }
            None => "neither hypothesis accepted".into(),
        };
        let pairs = super::counted(pairs, "pair");
        format!("SPRT: {verdict}, after {pairs}: LLR {llr:.2} ({low:.2} to {high:.2}).\n")
    }

    /// How often each cause ended a game, by the names that the rules give them.
    fn causes(&self) -> BTreeMap<&'static str, usize> {
        let mut causes = BTreeMap::new();
        for round in self.rounds {
            let mut names: Vec<_> = round.result.causes.iter().map(|cause| cause.name).collect();
            names.dedup();
            names.iter().for_each(|name| *causes.entry(name.as_str()).or_default() += 1);
        }
        causes
    }

    /// A remark on what ended the games, if the rules say it.
    fn endings(&self) -> String {
        let causes = self.causes();
        if causes.is_empty() {
            return String::new();
        }
        let told: Vec<String> =
            causes.iter().map(|(name, count)| format!("{name} {count}")).collect();
        format!("What ended them: {}.\n", told.join(", "))
    }

    /// A remark on games that did not end by the rules.
    fn unfinished(&self) -> String {
        let Unfinished { led, even, stuck, forfeited } = Unfinished::among(self.rounds);
        let mut text = self.forfeits(forfeited);
        if led + even > 0 {
            let (games, plies) = (counted(led + even), self.event.plies);
            let _ = write!(text, "{games} broken off after {plies} actions: ");
            let _ = match self.event.says_who_leads {
                true => writeln!(text, "{led} won by the player who led, {even} drawn."),
                false => writeln!(text, "drawn, as no rule for {LEADS}(Player) says who is ahead."),
            };
        }
        if stuck > 0 && !self.is_puzzle() {
            let _ = writeln!(text, "{} drawn, as nothing was legal any more.", counted(stuck));
        }
        text
    }

    /// A remark on games that a player lost by not playing as they should, with the
    /// reasons for the first of them.
    fn forfeits(&self, count: usize) -> String {
        if count == 0 {
            return String::new();
        }
        let mut text = format!("{} lost by forfeit:\n", counted(count));
        let names = self.names();
        let forfeits = self.rounds.iter().filter_map(|round| {
            let Forfeit { side, failure } = round.result.forfeit.as_ref()?;
            let seat = self.event.sides.iter().position(|known| known == side.as_str())?;
            let loser = &names[round.seats[seat]];
            Some(format!("  game {}, {side}, {loser}: {failure}\n", round.number))
        });
        text.extend(forfeits.take(MOST_REASONS));
        if count > MOST_REASONS {
            let _ = writeln!(text, "  and {} more; --json has the reasons", count - MOST_REASONS);
        }
        text
    }

    fn in_a_sentence(&self) -> String {
        let (name, score) = (&self.names()[0], Score::of(0, self.rounds));
        let Score { wins, losses, draws, .. } = score;
        let games = counted(score.games());
        let decided = match (score.decided(), score.interval()) {
            (Some(part), Some(interval)) => {
                format!("{} of decided games (95% sure: {})", percent(part), span(interval))
            }
            _ => "no game was decided".into(),
        };
        format!("{name} won {wins} of {games}, lost {losses}, drew {draws}: {decided}.\n")
    }

    /// The results for a program to read.
    pub fn as_json(&self) -> Value {
        let (event, names) = (self.event, self.names());
        let ratings = self.ratings();
        let by_side = |figures: &[usize]| -> Value {
            let sides = event.sides.iter().zip(figures);
            sides.map(|(side, figure)| (side.clone(), json!(figure))).collect::<Map<_, _>>().into()
        };
        // What is not finite has no bound, or is not known: null.
        let finite = |elo: f64| elo.is_finite().then(|| rounded(elo, 1));
        let elo = |player: usize| match event.is_duel() {
            true => Elo::of(player, self.rounds).map(|elo| {
                let [difference, low, high] = [elo.difference, elo.low, elo.high].map(finite);
                json!({ "difference": difference, "low": low, "high": high })
            }),
            false => ratings.as_ref().map(|ratings| {
                let [rating, error] = [ratings.elo[player], ratings.error[player]].map(finite);
                json!({ "rating": rating, "error": error })
            }),
        };
        let result = |(player, score): (usize, &Score)| {
            json!({
                "player": names[player],
                "wins": score.wins,
                "losses": score.losses,
                "draws": score.draws,
                "wins_by_side": by_side(&score.wins_by_side),
                "games_by_side": by_side(&score.games_by_side),
                "score_percent": score.share().map(in_percent),
                "elo": elo(player),
                "decided_percent": score.decided().map(in_percent),
                "decided_interval": score.interval().map(|(a, b)| [in_percent(a), in_percent(b)]),
                "moves": score.effort.moves,
                "ms_per_move": score.effort.ms_per_move().map(|ms| rounded(ms, 3)),
                "average_depth": self.average_depth(player, score).map(|depth| rounded(depth, 2)),
            })
        };
        let results = self.scores().iter().enumerate().map(result).collect::<Vec<_>>();
        let round = |round: &Round| {
            let seated = event.sides.iter().zip(&round.seats);
            let sides = seated.map(|(side, player)| (side.clone(), json!(names[*player])));
            json!({
                "number": round.number,
                "sides": sides.collect::<Map<_, _>>(),
                "opening": round.opening,
                "winner": round.winner.map(|player| &names[player]),
                "winning_side": round.result.winner.map(|side| side.as_str()),
                "plies": round.result.plies,
                "end": written_end(round.result.end),
                "reason": round.result.forfeit.as_ref().map(|lost| lost.failure.to_string()),
            })
        };
        let test = self.test.map(|(sprt, progress)| {
            json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "llr": rounded(progress.llr, 3),
                "pairs": progress.pairs,
                "accepted": progress.accepted.map(|hypothesis| match hypothesis {
                    Hypothesis::H0 => "H0",
                    Hypothesis::H1 => "H1",
                }),
            })
        });
        let Unfinished { led, even, stuck, forfeited } = Unfinished::among(self.rounds);
        json!({
            "game": event.game,
            "players": event.names,
            "games": self.games,
            "finished": self.rounds.len(),
            "seed": event.seed,
            "plies": event.plies,
            "openings": event.openings,
            "shard": self.shard,
            "results": results,
            "sprt": test,
            "broken_off": { "led": led, "drawn": even },
            "stuck": stuck,
            "forfeits": forfeited,
            "average_plies": self.average_plies().map(|plies| rounded(plies, 1)),
            "seconds": self.time.map(|time| rounded(time.as_secs_f64(), 3)),
            "each": self.rounds.iter().map(round).collect::<Vec<_>>(),
        })
    }
}

fn time_a_move(score: &Score) -> String {
    or_dash(score.effort.ms_per_move(), |ms| format!("{ms:.2} ms"))
}
