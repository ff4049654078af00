//! A whole game of Hive in one line, as programs hand it to each other:
//! `Base+M;InProgress;White[2];wS1;bS1 wS1-`. That is the type of game, its
//! state, whose turn it is, and the moves. State and turn follow from the moves,
//! so when a game is read it does not matter what they say, or whether they are
//! there at all. Only a state that nobody knows must have its turn behind it, or
//! it is taken for a move.

use std::str::FromStr;

use thiserror::Error;

use super::{ReplayError, Replayed, read, replay_leniently, write};
use crate::game::game::{Game, Outcome};
use crate::game::spec::{Choice, Source, Spec, SpecError, unquoted};
use crate::logic::check::declarations::Declarations;
use crate::logic::engine::EvalError;
use crate::logic::{Atom, Value};

/// A text that is not a game of Hive.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum GameStringError {
    /// There is no such type of game.
    #[error(
        "`{found}` is not a type of game; a type is `Base`, or `Base+` and some of M, L and P in \
         this order, such as Base+MLP"
    )]
    Type {
        /// What stands in its place.
        found: String,
    },
    /// The moves cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The letters of the expansions in the order of a type, with their options.
pub const EXPANSIONS: [(char, &str); 3] = [('M', "mosquito"), ('L', "ladybug"), ('P', "pillbug")];

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

/// A type of game and the moves made in it, which may be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameString {
    expansions: Vec<char>,
    moves: Vec<String>,
}

impl FromStr for GameString {
    type Err = GameStringError;

    fn from_str(text: &str) -> Result<GameString, GameStringError> {
        let ended = |c: char| c == ';' || c.is_whitespace();
        let parts: Vec<&str> = text.trim_end_matches(ended).split(';').map(str::trim).collect();
        let expansions = expansions(parts[0])?;
        let moves = moves(&parts[1..]).iter().map(|written| written.to_string()).collect();
        Ok(GameString { expansions, moves })
    }
}

fn expansions(game_type: &str) -> Result<Vec<char>, GameStringError> {
    let upper = game_type.to_ascii_uppercase();
    let chosen = match upper.split_once('+') {
        None => (upper == "BASE").then(Vec::new),
        Some((base, letters)) => in_order(letters).filter(|_| base == "BASE"),
    };
    chosen.ok_or_else(|| GameStringError::Type { found: game_type.chars().take(60).collect() })
}

/// The letters, if they are some of the expansions' in the order of a type.
fn in_order(letters: &str) -> Option<Vec<char>> {
    let known = EXPANSIONS.iter().map(|(letter, _)| *letter);
    let chosen: Vec<char> = known.filter(|letter| letters.contains(*letter)).collect();
    (!chosen.is_empty() && chosen.iter().copied().eq(letters.chars())).then_some(chosen)
}

/// What comes after the state and the turn.
fn moves<'a>(parts: &'a [&'a str]) -> &'a [&'a str] {
    match parts {
        [_, turn, moves @ ..] if is_turn(turn) => moves,
        [state, "", moves @ ..] if is_state(state) => moves,
        [either, moves @ ..] if is_state(either) || is_turn(either) => moves,
        moves => moves,
    }
}

/// Whether a text is one of the known states, or nothing in the place of one.
fn is_state(text: &str) -> bool {
    text.is_empty() || STATES.iter().any(|state| text.eq_ignore_ascii_case(state))
}

/// Whether a text is meant as a turn, such as `White[2]`. No move begins like it.
fn is_turn(text: &str) -> bool {
    let begins = |word: &str| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word));
    begins("white") || begins("black")
}

impl GameString {
    /// Whether a text is meant as a game in one line, right or wrong.
    pub fn is_meant(text: &str) -> bool {
        let game_type = text.split([';', '+']).next().unwrap_or_default();
        game_type.trim().eq_ignore_ascii_case("base")
    }

    /// The game it is one of, with what else was chosen for it: who starts, and
    /// whether the tournament rule holds.
    pub fn spec(&self, chosen: &[Choice]) -> Spec {
        let letters = self.expansions.iter().copied().map(Choice::On);
        Spec { source: hive(), choices: letters.chain(chosen.iter().cloned()).collect() }
    }

    /// The same, played as it was asked for; nothing, if that was another game.
    /// Who asks for no expansions leaves them to the type.
    pub fn spec_as_asked(
        &self,
        asked: &Spec,
        declarations: &Declarations,
    ) -> Result<Option<Spec>, SpecError> {
        if asked.source != hive() {
            return Ok(None);
        }
        let values = asked.chosen(declarations)?;
        let chosen = declarations.options.iter().zip(values);
        let chosen = chosen.filter_map(|(option, value)| Some((option.name.as_str(), value?)));
        let (expansions, others): (Vec<_>, Vec<_>) =
            chosen.partition(|(name, _)| EXPANSIONS.iter().any(|(_, known)| known == name));
        let is_on = |name: &str| expansions.contains(&(name, Value::Atom(Atom::new("on"))));
        let agrees =
            |(letter, name): &(char, &str)| is_on(name) == self.expansions.contains(letter);
        if !expansions.is_empty() && !EXPANSIONS.iter().all(agrees) {
            return Ok(None);
        }
        let named =
            |(name, value): &(&str, Value)| Choice::Named(name.to_string(), unquoted(value));
        let is_weight = |choice: &&Choice| match choice {
            Choice::Named(name, _) => declarations.weight_named(name).is_some(),
            _ => false,
        };
        let weights = asked.choices.iter().filter(is_weight).cloned();
        let others: Vec<Choice> = others.iter().map(named).chain(weights).collect();
        Ok(Some(self.spec(&others)))
    }

    /// Plays the moves from the start of a game on, with an option off where a move
    /// needs that and nobody asked for it.
    pub fn replay(&self, start: Game) -> Result<Game, GameStringError> {
        Ok(self.replayed(start)?.game)
    }

    /// The same, with the options that are off because of the moves.
    pub fn replayed(&self, start: Game) -> Result<Replayed, GameStringError> {
        Ok(replay_leniently(start, &self.moves, |game, written| read(game, written))?)
    }
}

fn hive() -> Source {
    Source::Shipped("hive".into())
}

/// Why a game cannot be written in one line.
pub fn why_no_game_string(game: &Game) -> String {
    let name = game.rules().name();
    match game.is_set_up() {
        true => {
            "the game began from a position that was set up, which neither a GameString nor PGN can say".into()
        }
        false => format!("{name} is not Hive by its standard rules"),
    }
}

/// A game of Hive in one line; nothing for other games, and for one that began
/// from a position that was set up.
pub fn game_string(game: &Game) -> Result<Option<String>, EvalError> {
    let Some(game_type) = game_type(game) else { return Ok(None) };
    let mut moves = Vec::new();
    let mut earlier = game.clone();
    while let Some(action) = earlier.undo() {
        moves.push(write(&earlier, &action));
    }
    moves.reverse();
    let player = game.turn().map_or("White".to_string(), capitalised);
    let turn = format!("{player}[{}]", moves.len() / 2 + 1);
    let state = match game.outcome()? {
        Outcome::Open if moves.is_empty() => "NotStarted".to_string(),
        Outcome::Open => "InProgress".to_string(),
        Outcome::Draw => "Draw".to_string(),
        Outcome::Won(winners) => {
            winners.iter().map(|winner| capitalised(*winner)).collect::<String>() + "Wins"
        }
    };
    let mut parts = vec![game_type, state, turn];
    parts.append(&mut moves);
    Ok(Some(parts.join(";")))
}

/// The type of a game of Hive, such as `Base+M`; nothing for other games, and for one
/// that began from a position that was set up.
pub fn game_type(game: &Game) -> Option<String> {
    let rules = game.rules();
    if game.is_set_up() || rules.spec().source != hive() || !rules.is_by_the_book() {
        return None;
    }
    let options = rules.program().declarations.options.iter().zip(rules.options());
    let on: Vec<&str> = options
        .filter(|(_, value)| **value == Value::Atom(Atom::new("on")))
        .map(|(option, _)| option.name.as_str())
        .collect();
    let letters: String =
        EXPANSIONS.iter().filter(|(_, name)| on.contains(name)).map(|(letter, _)| letter).collect();
    Some(if letters.is_empty() { "Base".into() } else { format!("Base+{letters}") })
}

fn capitalised(player: Atom) -> String {
    let (first, rest) = player.as_str().split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::rules::Rules;

    fn start(name: &str) -> Game {
        Game::new(Arc::new(Rules::open(name).unwrap())).unwrap()
    }

    #[test]
    fn types_are_read_in_any_case_but_in_order() {
        for (text, letters) in
            [("Base", ""), ("base+m", "M"), ("BASE+LP", "LP"), ("Base+MLP;;", "MLP")]
        {
            let read: GameString = text.parse().unwrap();
            assert_eq!(read.expansions.iter().collect::<String>(), letters);
            assert!(GameString::is_meant(text));
        }
        for text in ["", "Base+", "BaseM", "Base+PM", "Base+MM", "Base+X", "Basic", "hive;wS1"] {
            assert!(text.parse::<GameString>().is_err(), "{text}");
        }
    }

    #[test]
    fn state_and_turn_do_not_matter() {
        for text in [
            "Base;wS1;bS1 wS1-",
            "Base;InProgress;wS1;bS1 wS1-",
            "Base;White[2];wS1;bS1 wS1-",
            "Base;BlackWins;Black[77]; wS1 ;bS1   wS1- ;",
            "Base;Paused;White[2];wS1;bS1 wS1-",
            "Base;in progress;white;wS1;bS1 wS1-",
            "Base;InProgress;White[two];wS1;bS1 wS1-",
            "Base;;White[2];wS1;bS1 wS1-",
            "Base;InProgress;;wS1;bS1 wS1-",
            "Base;;;wS1;bS1 wS1-",
        ] {
            let read: GameString = text.parse().unwrap();
            let game = read.replay(start("hive")).unwrap();
            let written = game_string(&game).unwrap().unwrap();
            assert_eq!(written, "Base;InProgress;White[2];wS1;bS1 wS1-");
        }
    }

    #[test]
    fn the_line_tells_who_is_to_move() {
        let written = |name: &str, text: &str| {
            let read: GameString = text.parse().unwrap();
            game_string(&read.replay(start(name)).unwrap()).unwrap().unwrap()
        };
        assert_eq!(written("hive+mp", "Base+MP"), "Base+MP;NotStarted;White[1]");
        assert_eq!(written("hive", "Base;wS1"), "Base;InProgress;Black[1];wS1");
        let black_starts = written("hive:starts=black", "Base;bS1");
        assert_eq!(black_starts, "Base;InProgress;White[1];bS1");
    }

    #[test]
    fn a_wrong_move_is_told_by_its_number() {
        let error = |text: &str| {
            let read: GameString = text.parse().unwrap();
            read.replay(start("hive")).err().unwrap().to_string()
        };
        let message = error("Base;wS1;bS2 wS1-");
        assert!(message.starts_with("move 2, bS2 wS1-: "), "{message}");
        let message = error("Base;wS1;;wQ wS1-");
        assert!(message.starts_with("move 2: cannot read ``"), "{message}");
        let message = error("Base;Soon;wS1");
        assert!(message.contains("there is no piece `Soon`"), "{message}");
    }

    #[test]
    fn other_games_have_no_such_line() {
        assert_eq!(game_string(&start("tanks")).unwrap(), None);
    }
}
