//! The results of a match, as a table for people and as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use hornet::play::{End, Forfeit, LEADS, Match, Round, Score, Unfinished};
use serde_json::{Value, json};

use super::figures::{aligned, counted, in_percent, or_dash, percent, rounded, span};

/// Of so many games that were lost by forfeit the reasons are shown.
const MOST_REASONS: usize = 5;

/// The results of a match.
pub struct Results<'a> {
    /// Who played what.
    pub pairing: &'a Match,
    /// How many games were to be played.
    pub games: usize,
    /// The games that were played to their end.
    pub rounds: &'a [Round],
    /// How long it took.
    pub time: Duration,
    /// What stopped it, if it was not played to its end.
    pub stopped: &'static str,
}

/// The players' names; two of one name get a number.
pub fn told_apart(pairing: &Match) -> [String; 2] {
    let [first, second] = pairing.names().clone();
    match first == second {
        true => [format!("{first} (1)"), format!("{second} (2)")],
        false => [first, second],
    }
}

impl Results<'_> {
    fn names(&self) -> [String; 2] {
        told_apart(self.pairing)
    }

    fn scores(&self) -> [Score; 2] {
        [0, 1].map(|player| Score::of(player, self.rounds))
    }

    fn average_plies(&self) -> Option<f64> {
        let plies: usize = self.rounds.iter().map(|round| round.result.plies).sum();
        (!self.rounds.is_empty()).then(|| plies as f64 / self.rounds.len() as f64)
    }

    /// How many actions ahead each player looked on average. Other programs do not tell.
    fn average_depths(&self) -> [Option<f64>; 2] {
        let scores = self.scores();
        [0, 1].map(|player| {
            let tells = !self.pairing.players()[player].is_program();
            scores[player].effort.average_depth().filter(|_| tells)
        })
    }

    /// The results for somebody to read.
    pub fn as_table(&self) -> String {
        let game = self.pairing.rules().name();
        let mut text = format!("{game}, {}, seed {}", counted(self.games), self.pairing.seed());
        match self.rounds.len() {
            0 => {
                text += "\nInterrupted before a game was finished.\n";
                return text;
            }
            done if done < self.games => {
                let _ = write!(text, "\n{}: {} finished, as follows.", self.stopped, counted(done));
            }
            _ => {}
        }
        text += "\n\n";
        text += &self.figures();
        text.push('\n');
        if let Some(plies) = self.average_plies() {
            let seconds = self.time.as_secs_f64();
            let _ = writeln!(
                text,
                "A game took {plies:.1} actions on average, the match {seconds:.1} s."
            );
        }
        text += &self.endings();
        text += &self.unfinished();
        text += &self.in_a_sentence();
        text
    }

    /// A line for each figure, with a column for each player.
    fn figures(&self) -> String {
        let ([first, second], [one, two]) = (self.names(), self.scores());
        let mut rows = vec![["".to_string(), first, second]];
        let mut row = |label: &str, figure: &dyn Fn(&Score) -> String| {
            rows.push([label.to_string(), figure(&one), figure(&two)]);
        };
        row("won", &|score| score.wins.to_string());
        row("lost", &|score| score.losses.to_string());
        row("drawn", &|score| score.draws.to_string());
        for (index, side) in self.pairing.sides().iter().enumerate() {
            row(&format!("won as {side}"), &|score| {
                format!("{} of {}", score.wins_by_side[index], score.games_by_side[index])
            });
        }
        row("score", &|score| or_dash(score.share(), percent));
        row("of decided games", &|score| or_dash(score.decided(), percent));
        row("  95% sure", &|score| or_dash(score.interval(), span));
        row("time a move", &|score| {
            or_dash(score.effort.ms_per_move(), |ms| format!("{ms:.2} ms"))
        });
        let ahead =
            self.average_depths().map(|depth| or_dash(depth, |depth| format!("{depth:.1}")));
        let [first, second] = ahead;
        rows.insert(rows.len() - 1, ["actions ahead".to_string(), first, second]);
        aligned(&rows)
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
            let (games, plies) = (counted(led + even), self.pairing.plies());
            let _ = write!(text, "{games} broken off after {plies} actions: ");
            let program = self.pairing.rules().program();
            let leads = program.relations.plain(LEADS, 1);
            let says_who = leads.is_some_and(|leads| program.rules_for(leads).next().is_some());
            let _ = match says_who {
                true => writeln!(text, "{led} won by the player who led, {even} drawn."),
                false => writeln!(text, "drawn, as no rule for {LEADS}(Player) says who is ahead."),
            };
        }
        if stuck > 0 {
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
            let loser = round.winner.map_or("", |winner| names[1 - winner].as_str());
            Some(format!("  game {}, {side}, {loser}: {failure}\n", round.number))
        });
        text.extend(forfeits.take(MOST_REASONS));
        if count > MOST_REASONS {
            let _ = writeln!(text, "  and {} more; --json has the reasons", count - MOST_REASONS);
        }
        text
    }

    fn in_a_sentence(&self) -> String {
        let ([name, _], [score, _]) = (self.names(), self.scores());
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
        let (pairing, names) = (self.pairing, self.names());
        let [first, second] = pairing.sides().map(|side| side.as_str());
        let by_side = |[a, b]: [usize; 2]| json!({ first: a, second: b });
        let result = |((name, score), depth): ((&String, &Score), &Option<f64>)| {
            json!({
                "player": name,
                "wins": score.wins,
                "losses": score.losses,
                "draws": score.draws,
                "wins_by_side": by_side(score.wins_by_side),
                "games_by_side": by_side(score.games_by_side),
                "score_percent": score.share().map(in_percent),
                "decided_percent": score.decided().map(in_percent),
                "decided_interval": score.interval().map(|(a, b)| [in_percent(a), in_percent(b)]),
                "moves": score.effort.moves,
                "ms_per_move": score.effort.ms_per_move().map(|ms| rounded(ms, 3)),
                "average_depth": depth.map(|depth| rounded(depth, 2)),
            })
        };
        let (scores, depths) = (self.scores(), self.average_depths());
        let results = names.iter().zip(&scores).zip(&depths).map(result).collect::<Vec<_>>();
        let round = |round: &Round| {
            let [a, b] = round.seats.map(|player| &names[player]);
            json!({
                "number": round.number,
                "sides": { first: a, second: b },
                "winner": round.winner.map(|player| &names[player]),
                "winning_side": round.result.winner.map(|side| side.as_str()),
                "plies": round.result.plies,
                "end": match round.result.end {
                    End::Outcome => "outcome",
                    End::BrokenOff => "broken off",
                    End::Stuck => "stuck",
                    End::Forfeit => "forfeit",
                },
                "reason": round.result.forfeit.as_ref().map(|lost| lost.failure.to_string()),
            })
        };
        let Unfinished { led, even, stuck, forfeited } = Unfinished::among(self.rounds);
        json!({
            "game": pairing.rules().name(),
            "players": pairing.names(),
            "games": self.games,
            "finished": self.rounds.len(),
            "seed": pairing.seed(),
            "plies": pairing.plies(),
            "results": results,
            "broken_off": { "led": led, "drawn": even },
            "stuck": stuck,
            "forfeits": forfeited,
            "average_plies": self.average_plies().map(|plies| rounded(plies, 1)),
            "seconds": rounded(self.time.as_secs_f64(), 3),
            "each": self.rounds.iter().map(round).collect::<Vec<_>>(),
        })
    }
}
