//! How the games of a match begin: all from the start, from openings in a list, or from
//! positions that some random actions lead to. Each is played from every seating, so that
//! nobody gains by an opening that favours a side.

use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::game::{Action, Game, GameString, PlayError, Rules};
use crate::logic::engine::EvalError;

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Openings {
    /// From the start.
    #[default]
    None,
    /// With the openings of a list, one after the other, and again from the first.
    Listed(Vec<Opening>),
    /// With so many random actions.
    Random {
        /// How many.
        plies: usize,
    },
}

/// The first actions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// As they are written.
    pub text: String,
    /// The actions.
    pub actions: Vec<Action>,
}

/// An opening that cannot be played.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line of a list.
    #[error("line {line}: {why}")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A list without an opening.
    #[error("there is no opening in it; an opening is a line of actions, as in b2-b3; c5-c4")]
    Empty,
    /// Random actions that always end the game.
    #[error(
        "no game was still open after {plies} random actions in {TRIES} tries; ask for fewer with \
         --random-openings"
    )]
    TooLong {
        /// How many were asked for.
        plies: usize,
    },
    /// The rules could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// So often random actions are drawn, if they end the game.
const TRIES: usize = 100;

impl Openings {
    /// The openings in a text: one a line, its actions separated by semicolons, or for
    /// Hive a GameString. What follows a `#` is a comment. The game must go on after
    /// each, for at least one of so many `plies`.
    pub fn read(text: &str, rules: &Arc<Rules>, plies: usize) -> Result<Openings, OpeningError> {
        let start = Game::new(rules.clone())?;
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if line.is_empty() {
                continue;
            }
            let wrong = |why| OpeningError::Line { line: index + 1, why };
            openings.push(read_opening(&start, line, plies).map_err(wrong)?);
        }
        match openings.is_empty() {
            true => Err(OpeningError::Empty),
            false => Ok(Openings::Listed(openings)),
        }
    }

    /// The opening of that number in a match with that seed; nothing if games begin at
    /// the start.
    pub fn opening(
        &self,
        rules: &Arc<Rules>,
        seed: u64,
        number: usize,
    ) -> Result<Option<Opening>, OpeningError> {
        match self {
            Openings::None => Ok(None),
            Openings::Listed(openings) => Ok(openings.get(number % openings.len().max(1)).cloned()),
            Openings::Random { plies } => {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                // The first streams are those of the players.
                rng.set_stream(u64::MAX - number as u64);
                let start = Game::new(rules.clone())?;
                for _ in 0..TRIES {
                    if let Some(opening) = drawn(&start, *plies, &mut rng)? {
                        return Ok(Some(opening));
                    }
                }
                Err(OpeningError::TooLong { plies: *plies })
            }
        }
    }
}

/// Some random actions, if the game is open after them.
fn drawn(
    start: &Game,
    plies: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Option<Opening>, OpeningError> {
    let mut game = start.clone();
    for _ in 0..plies {
        let legal = game.legal()?;
        let Some(action) = legal.choose(rng) else { return Ok(None) };
        game.play_unchecked(action)?;
    }
    Ok((game.count_legal()? > 0).then(|| Opening::of(&game)))
}

/// An opening in a line.
fn read_opening(start: &Game, line: &str, plies: usize) -> Result<Opening, String> {
    let game = match GameString::is_meant(line) {
        true => read_game_string(start, line)?,
        false => read_actions(start, line)?,
    };
    if game.actions().len() >= plies {
        let count = game.actions().len();
        return Err(format!(
            "it has {count} actions, and a game is broken off after {plies}; choose more --plies"
        ));
    }
    match game.count_legal() {
        Ok(0) => Err("the game is over after it; leave out its last actions".into()),
        Ok(_) => Ok(Opening::of(&game)),
        Err(error) => Err(error.to_string()),
    }
}

fn read_actions(start: &Game, line: &str) -> Result<Game, String> {
    let mut game = start.clone();
    for text in line.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let action = game.parse_action(text).map_err(|error| {
            format!("{error}; the actions of an opening are separated by semicolons")
        })?;
        play(&mut game, &action)?;
    }
    Ok(game)
}

fn read_game_string(start: &Game, line: &str) -> Result<Game, String> {
    let rules = start.rules();
    let string: GameString = line.parse().map_err(|error| format!("{error}"))?;
    let declarations = &rules.program().declarations;
    let spec = string.spec_as_asked(rules.spec(), declarations);
    let options = spec.ok().flatten().and_then(|spec| spec.options(declarations).ok());
    if options.as_deref() != Some(rules.options()) {
        let kind = line.split(';').next().unwrap_or_default();
        return Err(format!("it is a game of {kind}, and the match is at {}", rules.name()));
    }
    let replayed = string.replay(start.clone()).map_err(|error| error.to_string())?;
    let mut game = start.clone();
    replayed.actions().try_for_each(|action| play(&mut game, action))?;
    Ok(game)
}

fn play(game: &mut Game, action: &Action) -> Result<(), String> {
    let written = game.write(action);
    game.play(action).map_err(|error| match error {
        PlayError::Refused(refusal) => format!("`{written}` is illegal: {}", refusal.why()),
        PlayError::Eval(error) => error.to_string(),
    })
}

impl Opening {
    /// The actions of a game so far.
    fn of(game: &Game) -> Opening {
        let moves = game.moves();
        let written: Vec<String> =
            moves.iter().map(|(before, action)| before.write(action)).collect();
        Opening { text: written.join("; "), actions: game.actions().cloned().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str, text: &str) -> Result<Vec<String>, String> {
        let rules = Arc::new(Rules::open(game).unwrap());
        match Openings::read(text, &rules, 400).map_err(|error| error.to_string())? {
            Openings::Listed(openings) => Ok(openings.into_iter().map(|it| it.text).collect()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn openings_are_read_line_by_line() {
        let text = "\u{feff}# two of them\n\nb2-b3; c5-c4  # a good one\nb2b3;\n";
        assert_eq!(read("tanks:6", text).unwrap(), ["b2-b3; c5-c4", "b2-b3"]);
        let hive = "wS1; bG1 wS1-\nBase;InProgress;White[2];wS1;bS1 wS1-\n";
        assert_eq!(read("hive", hive).unwrap(), ["wS1; bG1 wS1-", "wS1; bS1 wS1-"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (game, text, said) in [
            ("tanks:6", "b2-b3\n\nb2-b3 c5-c4", "line 3: cannot read `b2-b3 c5-c4`"),
            ("tanks:6", "b2-b3; b3-b4", "line 1: `b3-b4` is illegal: "),
            ("tanks:6", "# nothing", "there is no opening in it"),
            ("tanks:6", "Base;wS1", "line 1: it is a game of Base, and the match is at tanks:6"),
            ("hive", "Base+M;InProgress;Black[1];wS1", "and the match is at hive"),
            (
                "examples/tictactoe.pl",
                "put(a1);put(a2);put(b1);put(b2);put(c1)",
                "is over after it",
            ),
        ] {
            let error = read(game, text).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let rules = Arc::new(Rules::open("tanks:6").unwrap());
        let random = Openings::Random { plies: 4 };
        let opening = |seed, number| random.opening(&rules, seed, number).unwrap().unwrap();
        assert_eq!(opening(1, 2), opening(1, 2));
        assert_ne!(opening(1, 2), opening(1, 3));
        assert_ne!(opening(1, 2), opening(2, 2));
        assert_eq!(opening(7, 0).actions.len(), 4);
        let endless = Openings::Random { plies: 10_000 }.opening(&rules, 0, 0);
        assert_eq!(endless, Err(OpeningError::TooLong { plies: 10_000 }));
    }
}
