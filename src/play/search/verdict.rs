//! What the values of a position mean in words. Games have scales of their own, so
//! a lead is measured by the most that a single move can change it.

use std::fmt;

use crate::game::{Game, Outcome};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// Who is ahead by the values of the rules, and by how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody is ahead.
    Even,
    /// One player is ahead of all others.
    Ahead {
        /// The player.
        player: Atom,
        /// By how much, by the values of the rules.
        lead: i64,
        /// By how much a single move can change that.
        swing: i64,
    },
}

/// Who is ahead in a game that is not over. Nothing where the rules have no values,
/// or a single player.
pub fn verdict(game: &Game) -> Result<Option<Verdict>, EvalError> {
    let values = game.values()?;
    if values.is_empty() || game.rules().program().declarations.players().len() < 2 {
        return Ok(None);
    }
    let players = game.rules().program().declarations.players();
    let mut leader = (players[0], 0);
    for player in players {
        let lead = lead(&values, players, *player);
        if lead > leader.1 {
            leader = (*player, lead);
        }
    }
    let (player, now) = leader;
    if now == 0 {
        return Ok(Some(Verdict::Even));
    }
    let mut swing = 0;
    for action in game.legal()? {
        let mut next = game.clone();
        next.play_unchecked(&action)?;
        if next.outcome()? == Outcome::Open {
            let after = lead(&next.values()?, players, player);
            swing = swing.max(after.saturating_sub(now).saturating_abs());
        }
    }
    Ok(Some(Verdict::Ahead { player, lead: now, swing }))
}

/// By how much a player is ahead of the best of the others.
fn lead(values: &[(Atom, i64)], players: &[Atom], player: Atom) -> i64 {
    let value = |of: Atom| values.iter().find(|(known, _)| *known == of).map_or(0, |(_, n)| *n);
    let others = players.iter().filter(|other| **other != player).map(|other| value(*other));
    value(player).saturating_sub(others.max().unwrap_or(0))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict::Ahead { player, lead, swing } = self else {
            return write!(f, "Nobody is ahead.");
        };
        let (lead, swing) = (i128::from(*lead), i128::from(*swing));
        let (how, measure) = match () {
            () if lead <= swing => ("slightly", "no more than a single move can change"),
            () if lead <= 3 * swing => ("somewhat", "no more than three moves can change"),
            () if lead <= 8 * swing => ("clearly", "several times what a single move can change"),
            () => ("far", "many times what a single move can change"),
        };
        write!(f, "{player} is {how} ahead: by {measure}.")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    fn verdict_after(name: &str, moves: &[&str]) -> String {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().presentation().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        verdict(&game).unwrap().map_or(String::new(), |verdict| verdict.to_string())
    }

    #[test]
    fn a_lead_is_measured_by_what_a_move_can_change() {
        assert_eq!(verdict_after("tanks:6", &[]), "Nobody is ahead.");
        let ahead = "bot is slightly ahead: by no more than a single move can change.";
        assert_eq!(verdict_after("tanks:6", &["b2-b3"]), ahead);
        assert_eq!(verdict_after("tests/rules/hexagon.pl", &[]), "");
    }

    #[test]
    fn words_follow_the_scale_of_the_game() {
        let player = Atom::new("red");
        let told = |lead, swing| Verdict::Ahead { player, lead, swing }.to_string();
        for factor in [1, 1000] {
            let told = |lead: i64, swing: i64| told(lead * factor, swing * factor);
            assert!(told(5, 5).starts_with("red is slightly ahead"));
            assert!(told(15, 5).starts_with("red is somewhat ahead"));
            assert!(told(40, 5).starts_with("red is clearly ahead"));
            assert!(told(41, 5).starts_with("red is far ahead"));
        }
        assert!(told(i64::MAX, i64::MAX).starts_with("red is slightly ahead"));
        assert!(told(1, 0).starts_with("red is far ahead"));
    }
}
