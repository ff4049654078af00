//! How a game ended, and by what. The rules end it, and say by what with
//! `ending(Cause)`; or its players do, who may resign or agree on a draw.

use std::fmt;

use super::game::{Game, Outcome, Reason};
use crate::logic::check::completeness::{ENDING, MOST_OF_ENDING, PLACEHOLDER};
use crate::logic::engine::EvalError;
use crate::logic::program::{Origin, Program, RelationId};
use crate::logic::{Atom, Value};

/// How players, and not the rules, ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settlement {
    /// A player resigned.
    Resigned(Atom),
    /// A player, another program, did not play as it should, and loses for it.
    Forfeited(Atom),
    /// The players agreed on a draw.
    AgreedDraw,
    /// A record says who won, or that it was a draw, and nothing says why: on time,
    /// perhaps.
    Declared(Option<Atom>),
}

impl Settlement {
    /// The outcome among these players.
    pub fn outcome(self, players: &[Atom]) -> Outcome {
        let winners: Vec<Atom> = match self {
            Settlement::Resigned(loser) | Settlement::Forfeited(loser) => {
                players.iter().copied().filter(|player| *player != loser).collect()
            }
            Settlement::AgreedDraw => Vec::new(),
            Settlement::Declared(winner) => winner.into_iter().collect(),
        };
        if winners.is_empty() { Outcome::Draw } else { Outcome::Won(winners) }
    }
}

impl Settlement {
    /// A name for it, like those that the rules give their causes.
    fn name(self) -> &'static str {
        match self {
            Settlement::Resigned(_) => "resigned",
            Settlement::Forfeited(_) => "forfeited",
            Settlement::AgreedDraw => "agreed",
            Settlement::Declared(_) => "declared",
        }
    }
}

impl fmt::Display for Settlement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Settlement::Resigned(loser) => write!(f, "{loser} resigned"),
            Settlement::Forfeited(loser) => write!(f, "{loser} lost by forfeit"),
            Settlement::AgreedDraw => write!(f, "the players agreed"),
            Settlement::Declared(_) => write!(f, "the record says so"),
        }
    }
}

impl Outcome {
    /// The outcome in a few words.
    pub fn told(&self) -> String {
        match self {
            Outcome::Won(winners) => {
                let names: Vec<&str> = winners.iter().map(|winner| winner.as_str()).collect();
                format!("{} won", names.join(" and "))
            }
            Outcome::Draw => "a draw".into(),
            Outcome::Open => "the game goes on".into(),
        }
    }
}

impl Game {
    /// Whether it is for one player, whom nobody can beat: it is solved or not.
    pub fn is_puzzle(&self) -> bool {
        self.rules().program().declarations.players().len() == 1
    }

    /// Why nothing is legal, if nothing is: how the game ended, and by what.
    pub fn why_nothing_is_legal(&self) -> Result<String, EvalError> {
        let outcome = self.outcome()?;
        if outcome == Outcome::Open {
            return Ok("There is no legal action, though the game is not over.".into());
        }
        let told = match outcome {
            Outcome::Draw if self.is_puzzle() => "not solved".into(),
            _ => outcome.told(),
        };
        let lost_by = self.settlement().filter(|settlement| {
            matches!(settlement, Settlement::Resigned(_) | Settlement::Forfeited(_))
        });
        if let (Some(lost_by), Outcome::Won(_)) = (lost_by, outcome) {
            return Ok(format!("The game is over: {lost_by}, so {told}."));
        }
        Ok(format!("The game is over: {told}{}.", self.by_what()?))
    }

    /// The causes as the end of a sentence; empty where there are none.
    pub fn by_what(&self) -> Result<String, EvalError> {
        let causes = self.causes()?;
        let told: Vec<&str> = causes.iter().map(|cause| cause.message.as_str()).collect();
        Ok(if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) })
    }

    /// What ended the game: what its players did, or else the causes that the rules
    /// give, in the order of their messages. Empty while it goes on, or where the
    /// rules give none.
    pub fn causes(&self) -> Result<Vec<Reason>, EvalError> {
        if let Some(settlement) = self.settlement() {
            let message = settlement.to_string();
            return Ok(vec![Reason { name: Atom::new(settlement.name()), message }]);
        }
        let program = self.rules().program();
        let relations = relations(program);
        if relations.is_empty() || self.outcome()? == Outcome::Open {
            return Ok(Vec::new());
        }
        let engine = self.rules().engine();
        let model = engine.derive(&engine.as_written(&relations), &self.situation())?;
        let facts = relations.iter().flat_map(|relation| model.rows(*relation));
        let messages = self.messages()?;
        let mut causes: Vec<(usize, Reason)> = facts
            .filter_map(|row| {
                let name = row.first()?.as_atom()?;
                let place = messages.iter().position(|(known, _)| *known == name);
                let message = place.map_or(name, |place| messages[place].1);
                let message = filled(message.as_str(), &row[1..]);
                Some((place.unwrap_or(messages.len()), Reason { name, message }))
            })
            .collect();
        causes.sort();
        causes.dedup();
        Ok(causes.into_iter().map(|(_, cause)| cause).collect())
    }
}

/// The relations of a game that say what ended it.
pub fn relations(program: &Program) -> Vec<RelationId> {
    let known = (1..=MOST_OF_ENDING).filter_map(|arity| program.relations.plain(ENDING, arity));
    known.filter(|id| program.relations[*id].origin == Origin::Rules).collect()
}

/// A message with values in the place of its placeholders.
fn filled(message: &str, values: &[Value]) -> String {
    let mut values = values.iter();
    let mut parts = message.split(PLACEHOLDER);
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text += &values.next().map_or(PLACEHOLDER.to_string(), super::unquoted);
        text += part;
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Action, Rules};

    #[test]
    fn messages_are_filled_in_order() {
        let white = Value::Atom(Atom::new("white"));
        assert_eq!(filled("~w's queen", &[white]), "white's queen");
        assert_eq!(filled("~w points to ~w", &[Value::Int(3), Value::Int(2)]), "3 points to 2");
        assert_eq!(filled("~w and ~w", &[white]), "white and ~w");
        assert_eq!(filled("nothing", &[white]), "nothing");
    }

    fn played(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().presentation().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    #[test]
    fn a_settled_game_is_over_until_that_is_taken_back() {
        let [bot, top] = ["bot", "top"].map(Atom::new);
        let mut game = played("tanks:6", &["b2-b3"]);
        let legal = game.legal().unwrap();
        for (settlement, outcome, told) in [
            (Settlement::Resigned(top), Outcome::Won(vec![bot]), "top resigned, so bot won."),
            (Settlement::AgreedDraw, Outcome::Draw, "a draw: the players agreed."),
            (
                Settlement::Declared(Some(top)),
                Outcome::Won(vec![top]),
                "top won: the record says so.",
            ),
            (Settlement::Declared(None), Outcome::Draw, "a draw: the record says so."),
        ] {
            game.settle(settlement);
            assert_eq!(game.outcome().unwrap(), outcome);
            assert_eq!(game.standing().unwrap(), (outcome, false));
            assert_eq!((game.legal().unwrap(), game.count_legal().unwrap()), (vec![], 0));
            let why = game.why_nothing_is_legal().unwrap();
            assert_eq!(why, format!("The game is over: {told}"));
            let refused = game.play(&legal[0]).unwrap_err().to_string();
            assert!(refused.contains("the game is over"), "{refused}");
            assert_eq!(game.unsettle(), Some(settlement));
            assert_eq!(game.legal().unwrap(), legal);
        }
    }

    #[test]
    fn a_settlement_stands_after_the_last_move_alone() {
        let mut game = played("tanks:6", &["b2-b3", "b5-b4"]);
        game.settle(Settlement::AgreedDraw);
        game.undo();
        assert_eq!((game.settlement(), game.outcome().unwrap()), (None, Outcome::Open));
        let mut other = game.clone();
        game.redo().unwrap();
        assert_eq!(game.settlement(), Some(Settlement::AgreedDraw), "it is redone, too");
        let moves = game.moves();
        assert!(moves.iter().all(|(before, _)| before.settlement().is_none()));
        let action: Action = other.legal().unwrap().remove(0);
        other.play(&action).unwrap();
        assert_eq!(other.settlement(), None, "another move has taken its place");
        game.undo();
        game.play_unchecked(&action).unwrap();
        assert_eq!(game.settlement(), None, "nor does a search find it");
    }

    #[test]
    fn tanks_say_what_ended_the_game() {
        let moves = ["b2-b3", "f5-f4", "b3-b4", "f4-f3", "b4-a5", "e5-e4", "a5-b6"];
        let why = played("tanks:6", &moves).why_nothing_is_legal().unwrap();
        assert_eq!(why, "The game is over: bot won: bot has reached the far row.");
    }
}
