//! What a match is: the game, the players and all that decides its games. Results of
//! equal matches belong together, whichever machine they come from, and are shown
//! without the rules or the players at hand.

use hornet::play::{
    LEADS, MOST_GAMES, Match, Openings, Player, Schedule, fingerprint, fingerprint_of,
};
use serde_json::{Value, json};

/// So many players, and so many sides, have the results of a match that can be kept.
const MOST_PLAYERS: usize = 100;

/// No name in them has more characters.
const LONGEST_NAME: usize = 4096;

/// No game of them has more actions; `--plies` takes no more.
const MOST_PLIES: usize = 100_000;

/// What a match is.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The game.
    pub game: String,
    /// A fingerprint of its rules.
    pub rules: String,
    /// The players, as they were asked for.
    pub players: Vec<String>,
    /// What they are called: other programs say it themselves.
    pub names: Vec<String>,
    /// The sides of the game.
    pub sides: Vec<String>,
    /// How many games each group of players plays.
    pub games: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// After how many actions a game is broken off.
    pub plies: usize,
    /// How games begin.
    pub openings: String,
    /// Whether the rules say who is ahead.
    pub says_who_leads: bool,
}

impl Event {
    /// What is played by a match in which each group plays this many games.
    pub fn of(pairing: &Match, games: usize, openings: &Openings) -> Event {
        let rules = pairing.rules();
        let leads = rules.program().relations.plain(LEADS, 1);
        let says_who_leads =
            leads.is_some_and(|leads| rules.program().rules_for(leads).next().is_some());
        Event {
            game: rules.name().into(),
            rules: fingerprint_of(rules),
            players: pairing.players().iter().map(Player::to_string).collect(),
            names: pairing.names().to_vec(),
            sides: pairing.sides().iter().map(|side| side.as_str().to_string()).collect(),
            games,
            seed: pairing.seed(),
            plies: pairing.plies(),
            openings: described(openings),
            says_who_leads,
        }
    }

    /// The players' names; those of one name get a number.
    pub fn told_apart(&self) -> Vec<String> {
        let number =
            |at: usize| self.names[..=at].iter().filter(|it| **it == self.names[at]).count();
        let is_alone = |name: &String| self.names.iter().filter(|it| *it == name).count() == 1;
        let name = |(at, name): (usize, &String)| match is_alone(name) {
            true => name.clone(),
            false => format!("{name} ({})", number(at)),
        };
        self.names.iter().enumerate().map(name).collect()
    }

    /// Whether a player tells how far it looks ahead. Other programs do not.
    pub fn tells_depth(&self, player: usize) -> bool {
        self.players[player].parse::<Player>().is_ok_and(|player| !player.is_program())
    }

    /// The games of the match.
    pub fn schedule(&self) -> Option<Schedule> {
        Schedule::new(self.players.len(), self.sides.len(), self.games)
    }

    /// Whether it is a match between two.
    pub fn is_duel(&self) -> bool {
        self.players.len() == 2 && self.sides.len() == 2
    }

    /// The match as the first line of a file says it.
    pub fn as_json(&self) -> Value {
        json!({
            "match": self.game,
            "rules": self.rules,
            "players": self.players,
            "names": self.names,
            "sides": self.sides,
            "games": self.games,
            "seed": self.seed,
            "plies": self.plies,
            "openings": self.openings,
            "says_who_leads": self.says_who_leads,
        })
    }

    /// The match that such a line tells of.
    pub fn from_json(line: &Value) -> Option<Event> {
        let text = |key: &str| line[key].as_str().map(String::from);
        let number = |key: &str| line[key].as_u64();
        let texts = |key: &str| -> Option<Vec<String>> {
            line[key].as_array()?.iter().map(|it| it.as_str().map(String::from)).collect()
        };
        let count = |key: &str| usize::try_from(number(key)?).ok();
        let event = Event {
            game: text("match")?,
            rules: text("rules")?,
            players: texts("players")?,
            names: texts("names")?,
            sides: texts("sides")?,
            games: count("games")?,
            seed: number("seed")?,
            plies: count("plies")?,
            openings: text("openings")?,
            says_who_leads: line["says_who_leads"].as_bool()?,
        };
        (event.players.len() == event.names.len()).then_some(event)
    }

    /// Whether results of the match can be kept and read again: whoever wrote them, they
    /// must not be beyond all measure.
    pub fn check_size(&self) -> Result<(), String> {
        let Event { game, rules, players, names, sides, plies, openings, .. } = self;
        let wrong = |has: String| Err(format!("a match whose results are in a file has {has}"));
        for (what, some) in [("players", players), ("sides", sides)] {
            if some.len() > MOST_PLAYERS {
                return wrong(format!("at most {MOST_PLAYERS} {what}, not {}", some.len()));
            }
        }
        let names = [players, names, sides].into_iter().flatten().chain([game, rules, openings]);
        if names.map(|name| name.chars().count()).any(|length| length > LONGEST_NAME) {
            return wrong(format!("names of at most {LONGEST_NAME} characters"));
        }
        if *plies > MOST_PLIES {
            return wrong(format!("games of at most {MOST_PLIES} actions, not {plies}"));
        }
        match self.schedule() {
            Some(_) => Ok(()),
            None => wrong(format!("sides, and at most {MOST_GAMES} games")),
        }
    }

    /// How another match differs, in words: the first thing that is not the same.
    pub fn difference(&self, other: &Event) -> Option<String> {
        let (one, two) = (self.as_json(), other.as_json());
        let (one, two) = (one.as_object()?, two.as_object()?);
        let (key, value) = one.iter().find(|(key, value)| two.get(*key) != Some(*value))?;
        let what = match key.as_str() {
            "match" => "game",
            "says_who_leads" => "rules",
            key => key,
        };
        let shown = |value: &Value| match value {
            Value::Array(values) => {
                values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
            }
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        Some(format!("{what} {} and {}", shown(value), shown(two.get(key)?)))
    }
}

/// How games begin, in words that differ where the openings do.
fn described(openings: &Openings) -> String {
    match openings {
        Openings::None => "none".into(),
        Openings::Random { plies } => format!("random {plies}"),
        Openings::Listed(listed) => {
            let texts = listed.iter().map(|opening| opening.text.as_str());
            format!("{} listed, {}", listed.len(), fingerprint(texts))
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A match between players of these names at a game for two.
    pub fn event(names: &[&str]) -> Event {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        Event {
            game: "tanks".into(),
            rules: fingerprint(["a"].into_iter()),
            players: names.clone(),
            names,
            sides: vec!["bot".into(), "top".into()],
            games: 10,
            seed: u64::MAX,
            plies: 400,
            openings: "none".into(),
            says_who_leads: false,
        }
    }

    #[test]
    fn players_of_one_name_get_a_number() {
        let names = event(&["greedy", "random", "greedy"]).told_apart();
        assert_eq!(names, ["greedy (1)", "random", "greedy (2)"]);
    }

    #[test]
    fn a_match_is_written_and_read_again() {
        let event = event(&["greedy", "uhp:\"n --x\":5s"]);
        let line = event.as_json().to_string();
        assert_eq!(Event::from_json(&serde_json::from_str(&line).unwrap()), Some(event.clone()));
        assert_eq!(Event::from_json(&json!({"match": "tanks"})), None);
        assert!(event.tells_depth(0) && !event.tells_depth(1));
    }

    #[test]
    fn matches_are_told_apart_by_what_differs() {
        let one = event(&["greedy", "random"]);
        assert_eq!(one.difference(&one.clone()), None);
        let seed = Event { seed: 7, ..one.clone() };
        assert_eq!(one.difference(&seed).unwrap(), format!("seed {} and 7", u64::MAX));
        let players = event(&["greedy", "minimax:2"]);
        assert_eq!(one.difference(&players).unwrap(), "players greedy,random and greedy,minimax:2");
    }
    #[test]
    fn matches_beyond_all_measure_are_not_kept() {
        let one = event(&["greedy", "random"]);
        assert_eq!(one.check_size(), Ok(()));
        let refused = |event: Event, said: &str| {
            let error = event.check_size().unwrap_err();
            assert!(error.contains(said), "{error}");
        };
        let many = vec!["greedy"; 101];
        refused(event(&many), "at most 100 players, not 101");
        refused(
            Event { sides: vec!["x".into(); 100_000], ..one.clone() },
            "at most 100 sides, not 100000",
        );
        refused(event(&["greedy", &"x".repeat(5000)]), "at most 4096 characters");
        refused(Event { plies: usize::MAX, ..one.clone() }, "at most 100000 actions");
        refused(Event { games: usize::MAX, ..one.clone() }, "at most 1000000 games");
        refused(Event { sides: Vec::new(), ..one }, "has sides, ");
    }
}
