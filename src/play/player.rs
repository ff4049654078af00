//! How players are named: `human`, `random`, `greedy`, `minimax:3`,
//! `minimax:2s`, `mcts:500`, `mcts:2s`, `strong`, each with a style of evaluation if
//! the game has several, `minimax:3@density`, and with weights of its own,
//! `minimax:3@heavy=200`; other programs, `uhp:"nokamute":5s`; and players over HTTP,
//! `http://127.0.0.1:9001`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::engines::{EngineSpec, EngineSpecError, split_outside_quotes};
use super::http::{HttpSpec, HttpSpecError};
use super::playouts::Enough;
use crate::game::Rules;
use crate::logic::Atom;
use crate::logic::names;

/// A player, as somebody named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// How it chooses its moves.
    pub kind: Kind,
    /// Its style of evaluation, if not the one that the game has chosen.
    pub style: Option<String>,
    /// The weights it judges by, where they are not those of the game.
    pub weights: Vec<(String, i64)>,
}

/// How a player chooses its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Somebody at the terminal.
    Human,
    /// Any legal action.
    Random,
    /// The action that leads to the best next position.
    Greedy,
    /// The best action, looking several actions ahead.
    Minimax(Until),
    /// The action that wins most random games, by Monte Carlo tree search.
    Mcts(Enough),
    /// Whichever of the two suits the game, for this much time.
    Strong(Duration),
    /// Another program, over the Universal Hive Protocol.
    Uhp(Box<EngineSpec>),
    /// Somebody or something behind a web server.
    Http(Box<HttpSpec>),
}

/// When to stop looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// This much time has passed.
    Time(Duration),
    /// All sequences of so many actions have been searched.
    Depth(u32),
}

/// The player of a game who stands for dice, by convention.
pub(in crate::play) const CHANCE: &str = "chance";

/// The number of the player who stands for dice, if one does.
pub(in crate::play) fn dice(players: &[Atom]) -> Option<usize> {
    players.iter().position(|player| player.as_str() == CHANCE)
}

/// How many players there are apart from the one who stands for dice.
pub(in crate::play) fn without_dice(players: &[Atom]) -> usize {
    players.len() - usize::from(dice(players).is_some())
}

/// No player looks further ahead.
pub const DEEPEST: u32 = 20;

/// No player thinks longer about an action, in seconds.
pub const LONGEST: f64 = 3600.0;

/// No player plays more random games before an action.
pub const MOST_PLAYOUTS: u64 = 10_000_000;

/// How long `strong` thinks if it is not told.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The names of players, for messages.
pub const EXAMPLES: &str = "human, random, greedy, minimax:2 (two actions ahead) or minimax:1.5s \
                            (one and a half seconds), mcts:500 (500 playouts) or mcts:1.5s, \
                            strong or strong:1.5s (minimax or mcts, as suits the game), and \
                            @STYLE or @WEIGHT=NUMBER after it; for Hive also other programs, \
                            uhp:\"COMMAND\":5s, and players over HTTP, http://127.0.0.1:9001";

/// What is wrong with the name of a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// No such kind of player.
    #[error("there is no player `{name}`{}; players are {EXAMPLES}", suggested(.suggestion))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// Only those who think take a depth or a time.
    #[error(
        "`{name}` takes nothing after a colon; only minimax does, as in minimax:2, and so do mcts \
         and strong"
    )]
    TakesNothing {
        /// The kind of player.
        name: String,
    },
    /// It does not say how far or how long to look ahead.
    #[error(
        "minimax looks as many actions ahead as you say, from 1 to {DEEPEST}, as in minimax:2, or \
         thinks for a time, up to an hour, as in minimax:1.5s{}", but_not(.found)
    )]
    Measure {
        /// What was found.
        found: String,
    },
    /// It does not say how many playouts, or how long.
    #[error(
        "mcts plays as many random games as you say, from 1 to {MOST_PLAYOUTS}, as in mcts:500, or \
         thinks for a time, up to an hour, as in mcts:1.5s{}", but_not(.found)
    )]
    Playouts {
        /// What was found.
        found: String,
    },
    /// It does not say how long.
    #[error(
        "strong thinks for a time, up to an hour, as in strong:1.5s, or for a second{}",
        but_not(.found)
    )]
    Time {
        /// What was found.
        found: String,
    },
    /// The name of another program.
    #[error(transparent)]
    Engine(#[from] EngineSpecError),
    /// The name of a player over HTTP.
    #[error(transparent)]
    Http(#[from] HttpSpecError),
    /// A player over HTTP, where there are none.
    #[error(
        "`{name}` is a player over HTTP, and this program was built without them (cargo's feature \
         `web`)"
    )]
    WithoutHttp {
        /// What was asked for.
        name: String,
    },
    /// A list of players with a quote that has no end.
    #[error("a quote is not closed in `{0}`")]
    Unclosed(String),
    /// A weight that is none.
    #[error("a weight is a name and a whole number, as in @heavy=200; not `@{0}`")]
    Weight(String),
    /// A style without a name, or for a player that does not evaluate positions.
    #[error("{0}")]
    Style(String),
}

fn suggested(suggestion: &Option<&str>) -> String {
    suggestion.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

fn but_not(found: &str) -> String {
    if found.is_empty() { String::new() } else { format!("; not `{found}`") }
}

/// The kinds that have a name.
const KINDS: [&str; 8] = ["human", "random", "greedy", "minimax", "mcts", "strong", "uhp", "http"];

impl Kind {
    /// How it chooses in a game by these rules: to look ahead pays where they say what
    /// a position is worth, and random games tell where they do not.
    pub fn suited_to(&self, rules: &Rules) -> Kind {
        match self {
            Kind::Strong(time) if rules.values_positions() => Kind::Minimax(Until::Time(*time)),
            Kind::Strong(time) => Kind::Mcts(Enough::After(*time)),
            kind => kind.clone(),
        }
    }
}

impl Player {
    /// A player without a style of its own.
    pub fn new(kind: Kind) -> Player {
        Player { kind, style: None, weights: Vec::new() }
    }

    /// Whoever plays best by these rules in so much time.
    pub fn best_in(time: Duration, rules: &Rules) -> Player {
        Player::new(Kind::Strong(time).suited_to(rules))
    }

    /// Whether it is somebody at the terminal.
    pub fn is_human(&self) -> bool {
        self.kind == Kind::Human
    }

    /// Whether it is another program, or somebody behind one.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Uhp(_) | Kind::Http(_))
    }

    /// Whether it plays one game at a time: its server knows no others.
    pub fn plays_one_game_at_a_time(&self) -> bool {
        matches!(self.kind, Kind::Http(_))
    }

    /// Whether the clock decides how far it looks.
    pub fn is_timed(&self) -> bool {
        match &self.kind {
            Kind::Minimax(until) => matches!(until, Until::Time(_)),
            Kind::Mcts(enough) => matches!(enough, Enough::After(_)),
            Kind::Strong(_) => true,
            Kind::Uhp(spec) => matches!(spec.until, Until::Time(_)),
            Kind::Human | Kind::Random | Kind::Greedy | Kind::Http(_) => false,
        }
    }
}

/// Several players, with commas between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Players(pub Vec<Player>);

impl FromStr for Players {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Players, PlayerError> {
        let parts = split_outside_quotes(text, |c| c == ',');
        let parts = parts.ok_or_else(|| PlayerError::Unclosed(text.chars().take(60).collect()))?;
        Ok(Players(parts.into_iter().map(str::parse).collect::<Result<_, _>>()?))
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        if let Some(rest) = text.trim().strip_prefix("uhp:") {
            return Ok(Player::new(Kind::Uhp(Box::new(EngineSpec::parse(rest)?))));
        }
        if HttpSpec::is_meant(text.trim()) {
            let spec = HttpSpec::parse(text.trim())?;
            return match cfg!(feature = "web") {
                true => Ok(Player::new(Kind::Http(Box::new(spec)))),
                false => Err(PlayerError::WithoutHttp { name: spec.to_string() }),
            };
        }
        let mut parts = text.trim().split('@').map(str::trim);
        let text = parts.next().unwrap_or_default();
        let (mut style, mut weights) = (None, Vec::new());
        for part in parts {
            match part.split_once('=') {
                Some((name, value)) => weights.push(weight(name, value)?),
                None if style.replace(part).is_some() => {
                    return Err(PlayerError::Style("a player has one style".into()));
                }
                None => {}
            }
        }
        let (name, measure) = match text.split_once(':') {
            Some((name, measure)) => (name, Some(measure)),
            None => (text, None),
        };
        let kind = match name {
            "human" => Kind::Human,
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "minimax" => Kind::Minimax(until(measure.unwrap_or_default())?),
            "mcts" => Kind::Mcts(enough(measure.unwrap_or_default())?),
            "strong" => Kind::Strong(measure.map_or(Ok(USUAL_TIME), time)?),
            "uhp" => return Err(EngineSpecError::NoCommand.into()),
            name => {
                let suggestion = names::nearest(name, KINDS);
                return Err(PlayerError::Unknown { name: name.into(), suggestion });
            }
        };
        let takes_measure = matches!(kind, Kind::Minimax(_) | Kind::Mcts(_) | Kind::Strong(_));
        if measure.is_some() && !takes_measure {
            return Err(PlayerError::TakesNothing { name: name.into() });
        }
        match (style, kind) {
            (Some(_), Kind::Human | Kind::Random) => Err(PlayerError::Style(format!(
                "`{name}` does not evaluate positions, so it has no style"
            ))),
            (None, Kind::Human | Kind::Random) if !weights.is_empty() => Err(PlayerError::Style(
                format!("`{name}` does not evaluate positions, so it has no weights"),
            )),
            (Some(""), _) => {
                Err(PlayerError::Style("after the @ comes a style, such as @density".into()))
            }
            (style, kind) => Ok(Player { kind, style: style.map(String::from), weights }),
        }
    }
}

/// A weight and its value.
fn weight(name: &str, value: &str) -> Result<(String, i64), PlayerError> {
    match value.trim().parse() {
        Ok(value) if !name.trim().is_empty() => Ok((name.trim().to_string(), value)),
        _ => Err(PlayerError::Weight(format!("{name}={value}").chars().take(60).collect())),
    }
}

/// How far or how long to look ahead.
pub fn until(measure: &str) -> Result<Until, PlayerError> {
    match (measure.strip_suffix('s').and_then(seconds), measure.parse::<u32>()) {
        (Some(time), _) => Ok(Until::Time(time)),
        (None, Ok(depth @ 1..=DEEPEST)) => Ok(Until::Depth(depth)),
        _ => Err(PlayerError::Measure { found: measure.into() }),
    }
}

/// How many playouts, or for how long.
fn enough(measure: &str) -> Result<Enough, PlayerError> {
    match (measure.strip_suffix('s').and_then(seconds), measure.parse::<u64>()) {
        (Some(time), _) => Ok(Enough::After(time)),
        (None, Ok(number @ 1..=MOST_PLAYOUTS)) => Ok(Enough::Number(number)),
        _ => Err(PlayerError::Playouts { found: measure.into() }),
    }
}

/// How long.
fn time(measure: &str) -> Result<Duration, PlayerError> {
    let time = measure.strip_suffix('s').and_then(seconds);
    time.ok_or_else(|| PlayerError::Time { found: measure.into() })
}

/// A time that a player may think for.
fn seconds(number: &str) -> Option<Duration> {
    let seconds = number.parse::<f64>().ok().filter(|seconds| *seconds <= LONGEST)?;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (time >= Duration::from_millis(1)).then_some(time)
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Depth(depth) => write!(f, "{depth}"),
            Until::Time(time) => write!(f, "{}s", time.as_secs_f64()),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Human => write!(f, "human")?,
            Kind::Random => write!(f, "random")?,
            Kind::Greedy => write!(f, "greedy")?,
            Kind::Minimax(until) => write!(f, "minimax:{until}")?,
            Kind::Mcts(Enough::Number(number)) => write!(f, "mcts:{number}")?,
            Kind::Mcts(Enough::After(time)) => write!(f, "mcts:{}", Until::Time(*time))?,
            Kind::Strong(USUAL_TIME) => write!(f, "strong")?,
            Kind::Strong(time) => write!(f, "strong:{}", Until::Time(*time))?,
            Kind::Uhp(spec) => write!(f, "{spec}")?,
            Kind::Http(spec) => write!(f, "{spec}")?,
        }
        if let Some(style) = &self.style {
            write!(f, "@{style}")?;
        }
        self.weights.iter().try_for_each(|(name, value)| write!(f, "@{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_written_as_it_is_read() {
        for text in [
            "human",
            "random",
            "greedy",
            "greedy@density",
            "minimax:2",
            "minimax:20@insects",
            "mcts:500",
            "mcts:2s@density",
            "strong",
            "strong:0.5s@density",
            "minimax:2@heavy=200",
            "greedy@density@heavy=-3@two words=0",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for (text, written) in [
            ("minimax:1.5s", "minimax:1.5s"),
            ("minimax:5s@mobility", "minimax:5s@mobility"),
            (" minimax:0.250s ", "minimax:0.25s"),
            ("mcts:1.50s", "mcts:1.5s"),
            ("strong:1s", "strong"),
            ("uhp:nokamute uhp:2s", "uhp:\"nokamute uhp\":2s"),
            (" uhp:\"nokamute\"@A=1", "uhp:\"nokamute\":5s@A=1"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn players_over_http_are_named_by_their_address() {
        let players = "http://127.0.0.1:9001@30s,minimax:2".parse::<Players>();
        if cfg!(feature = "web") {
            let Players(players) = players.unwrap();
            assert_eq!(players[0].to_string(), "http://127.0.0.1:9001@30s");
            assert!(players[0].is_program() && !players[0].is_timed());
        } else {
            let error = players.unwrap_err().to_string();
            assert!(error.contains("was built without them"), "{error}");
        }
    }

    #[test]
    fn commas_in_quotes_do_not_end_a_player() {
        for (text, written) in [
            ("human,random", &["human", "random"][..]),
            ("greedy , minimax:2", &["greedy", "minimax:2"]),
            ("uhp:\"n --a=1,2\":3,human", &["uhp:\"n --a=1,2\":3", "human"]),
            ("uhp:n --a=1,human", &["uhp:\"n --a=1\":5s", "human"]),
            ("human,uhp:'n \"1,2\"'", &["human", "uhp:'n \"1,2\"':5s"]),
        ] {
            let Players(players) = text.parse().unwrap();
            assert_eq!(players.iter().map(Player::to_string).collect::<Vec<_>>(), written);
        }
        for text in ["human,", ",", "uhp:\"n,human", "human,robot"] {
            assert!(text.parse::<Players>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_error_says_which_players_there_are() {
        for (text, part) in [
            ("", "there is no player ``"),
            ("gredy", "did you mean `greedy`?"),
            ("robot", "players are human, random, greedy"),
            ("random:2", "only minimax does"),
            ("minimax", "as many actions ahead as you say"),
            ("minimax:", "from 1 to 20"),
            ("minimax:0", "not `0`"),
            ("minimax:99", "from 1 to 20"),
            ("minimax:-1", "not `-1`"),
            ("minimax:two", "not `two`"),
            ("minimax:0s", "not `0s`"),
            ("minimax:-2s", "not `-2s`"),
            ("minimax:1e9s", "not `1e9s`"),
            ("minimax:nans", "not `nans`"),
            ("minimax:s", "not `s`"),
            ("mcts", "as many random games as you say"),
            ("mcts:0", "not `0`"),
            ("mcts:10000001", "from 1 to 10000000"),
            ("mcts:0s", "not `0s`"),
            ("mcts:many", "not `many`"),
            ("mtcs:1s", "did you mean `mcts`?"),
            ("strong:2", "as in strong:1.5s, or for a second; not `2`"),
            ("strong:", "thinks for a time"),
            ("strong:nans", "not `nans`"),
            ("uhp", "comes the command that starts an engine"),
            ("uhp:", "comes the command that starts an engine"),
            ("http", "comes the address of a player"),
            ("htpp", "did you mean `http`?"),
            ("https://127.0.0.1", "does not speak TLS"),
            ("random@density", "has no style"),
            ("greedy@", "comes a style"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
