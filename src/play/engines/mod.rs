//! Players that are other programs: engines for Hive, which speak the Universal Hive
//! Protocol on their standard input and output.
//!
//! `spec` reads how an engine is named, `process` starts and ends it, `reply` bounds
//! what it says, and `client` keeps it in step with a game and asks for its moves. Here
//! is the player that they make: it is started again if it failed in another game.

mod client;
mod failure;
mod process;
mod reply;
mod spec;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub use self::client::{NoAnswer, legal_move};
pub use self::failure::{EngineError, Failure};
pub use self::process::end_all as end_all_engines;
#[cfg(feature = "web")]
pub(in crate::play) use self::reply::quoted;
pub use self::reply::{Endless, Listener, Reply};
pub use self::spec::{EngineSpec, EngineSpecError, split as split_outside_quotes};

use self::client::Client;
use crate::game::{EXPANSIONS, Game, Rules, Source};
use crate::play::search::{STYLE, Thought, Watch};

/// A player that is another program.
pub struct Engine {
    spec: EngineSpec,
    name: String,
    /// The program, unless it failed.
    client: Mutex<Option<Client>>,
}

impl Engine {
    /// Starts an engine that is to play a game by some rules.
    pub fn start(spec: EngineSpec, rules: &Rules) -> Result<Engine, EngineError> {
        let pieces = expansions(rules)?;
        let client = match Client::start(&spec, &rules.engine().limits().interrupt) {
            Ok(client) => client,
            Err(NoAnswer::Failure(failure)) => return Err(failure.into()),
            Err(NoAnswer::Interrupted | NoAnswer::Eval(_)) => return Err(EngineError::Interrupted),
        };
        let knows = |piece: &str| {
            let mut known = client.capabilities().split(';');
            known.any(|known| known.trim().eq_ignore_ascii_case(piece))
        };
        if let Some(piece) = pieces.iter().find(|piece| !knows(piece)) {
            let known = reply::quoted(client.capabilities());
            return Err(EngineError::UnknownPiece { piece: piece.to_string(), known });
        }
        let name = format!("{}:{}", client.name(), spec.until);
        Ok(Engine { spec, name, client: Mutex::new(Some(client)) })
    }

    /// What it calls itself, and how it thinks.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new game begins.
    pub fn begin_game(&self) {
        if let Some(client) = self.client().as_mut() {
            client.forget_game();
        }
    }

    fn client(&self) -> MutexGuard<'_, Option<Client>> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its move; none where nothing is legal. If it fails it is ended, and started
    /// again when it is asked for the next move.
    pub fn think(&self, game: &Game, watch: &Watch) -> Result<Option<Thought>, NoAnswer> {
        let began = Instant::now();
        let legal = game.legal_unsorted()?;
        if legal.is_empty() {
            return Ok(None);
        }
        let mut slot = self.client();
        let mut client = match slot.take() {
            Some(client) => client,
            None => Client::start(&self.spec, &watch.interrupt)?,
        };
        match client.choose(game, &legal, self.spec.until, &watch.interrupt) {
            Ok(action) => {
                *slot = Some(client);
                let thought = Thought::at_random(action, legal.len());
                Ok(Some(Thought { time: began.elapsed(), ..thought }))
            }
            Err(error) => {
                client.set_unwanted();
                Err(error)
            }
        }
    }
}

/// The pieces beyond the base game, if an engine can play by these rules.
fn expansions(rules: &Rules) -> Result<Vec<&'static str>, EngineError> {
    if rules.spec().source != Source::Shipped("hive".into()) {
        return Err(EngineError::OtherGame { game: rules.name().into() });
    }
    if !rules.is_by_the_book() {
        return Err(EngineError::ChangedRules);
    }
    let mut pieces = Vec::new();
    for (option, value) in rules.program().declarations.options.iter().zip(rules.options()) {
        let name = option.name.as_str();
        match EXPANSIONS.iter().find(|(_, piece)| *piece == name) {
            Some((_, piece)) if *value != option.default => pieces.push(*piece),
            None if name != STYLE && *value != option.default => {
                return Err(EngineError::OtherOption {
                    option: name.into(),
                    value: value.to_string(),
                    usual: option.default.to_string(),
                });
            }
            _ => {}
        }
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_play_hive_by_the_book() {
        let pieces = |name: &str| expansions(&Rules::open(name).unwrap());
        assert_eq!(pieces("hive"), Ok(vec![]));
        assert_eq!(pieces("hive+mp"), Ok(vec!["mosquito", "pillbug"]));
        assert_eq!(pieces("hive:style=density"), Ok(vec![]));
        for (name, why) in [
            ("tanks", "plays Hive only, not tanks"),
            ("hive:starts=black", "cannot be told `starts=black`; it plays by starts=white"),
            ("hive+m:tournament=off", "cannot be told `tournament=off`"),
        ] {
            let error = pieces(name).unwrap_err().to_string();
            assert!(error.contains(why), "{name}: {error}");
        }
    }
}
