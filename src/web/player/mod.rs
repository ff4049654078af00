//! Hornet's own players as players over HTTP: what a client that keeps the rules sends to
//! `/player_white` and `/player_black` is answered, so that two Hornets can play, or
//! Hornet and another program that speaks the protocol (see `play::http`).
//!
//! `following` makes a game of the positions that are sent, `questions` answers what is
//! asked before a game, and `routes` is the part that speaks HTTP. Here is what happens in
//! between. Clients are strangers: what is remembered of them, and how long is thought
//! for them, is bounded.

mod error;
mod following;
mod questions;
mod routes;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rand::RngCore;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

pub use self::error::BadRequest;
use self::following::{Shelf, Unfollowed, afresh, followed};
pub use self::routes::router;
use crate::game::{Action, Game};
use crate::logic::engine::EvalError;
use crate::play::http::messages::{ActionMessage, Feedback, GameMessage, Request, Status};
use crate::play::http::wire_action;
use crate::play::{Player, Thinker, Watch};

/// Longer messages are refused, in bytes. A game with all its pieces has about 4,000.
pub const LONGEST_MESSAGE: usize = 1 << 16;

/// This many games are remembered, the latest.
const MOST_GAMES: usize = 64;

/// No longer is thought about a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(60);

/// The players of a server, and the games that they follow.
pub struct RemotePlayers {
    shelf: Shelf,
    /// The games, the latest last.
    games: Mutex<Vec<(Seat, Followed)>>,
    longest_thought: Duration,
}

/// Whom a message is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The side: `white`, `black`, or `none` before there are sides.
    pub side: &'static str,
    /// What tells games apart that are played at the same time: the question behind the
    /// address, as it was sent.
    pub game: String,
}

/// A game that is kept elsewhere.
#[derive(Clone)]
struct Followed {
    game: Game,
    /// What was played here and refused: the other program plays by other rules.
    refused: Vec<Action>,
}

impl Default for RemotePlayers {
    fn default() -> RemotePlayers {
        RemotePlayers::new(LONGEST_THOUGHT)
    }
}

impl RemotePlayers {
    /// Players who think no longer than that about a move.
    pub fn new(longest_thought: Duration) -> RemotePlayers {
        let (shelf, games) = (Shelf::default(), Mutex::default());
        RemotePlayers { shelf, games, longest_thought }
    }

    /// The answer to a message. It may take as long as a player thinks.
    pub fn answer(&self, seat: &Seat, player: &Player, body: &[u8]) -> Result<Value, BadRequest> {
        if player.is_human() || player.is_program() {
            let why = format!(
                "`{player}` cannot play here; a player is random, greedy, minimax:2, mcts:1s or strong, \
                 as in ?player=minimax:2"
            );
            return Err(BadRequest::new(400, "wrong_player", why));
        }
        if body.len() > LONGEST_MESSAGE {
            return Err(too_large());
        }
        let request = Request::read(body);
        match request.map_err(|error| BadRequest::new(400, "bad_message", error.to_string()))? {
            Request::Question(question) => match questions::answer(&question) {
                Some(answer) => Ok(json!({ "answer": answer })),
                None => Err(BadRequest::new(400, "bad_message", "the question has no options")),
            },
            Request::Game(message) => self.follow(seat, &message).map(|()| Value::Null),
            Request::Feedback(feedback) => self.heed(seat, &feedback).map(|()| Value::Null),
            Request::Play => self.play(seat, player),
        }
    }

    fn games(&self) -> MutexGuard<'_, Vec<(Seat, Followed)>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game that is followed for a seat.
    fn followed(&self, seat: &Seat) -> Option<Followed> {
        let games = self.games();
        games.iter().find(|(known, _)| known == seat).map(|(_, followed)| followed.clone())
    }

    /// Remembers a game, in place of the one before.
    fn remember(&self, seat: &Seat, followed: Followed) {
        let mut games = self.games();
        games.retain(|(known, _)| known != seat);
        games.push((seat.clone(), followed));
        let most = games.len().saturating_sub(MOST_GAMES);
        games.drain(..most);
    }

    /// Takes notice of how the game stands.
    fn follow(&self, seat: &Seat, message: &GameMessage) -> Result<(), BadRequest> {
        let known = self.followed(seat);
        let game = followed(&self.shelf, known.as_ref().map(|known| &known.game), message);
        let game = game.map_err(|error| match error {
            Unfollowed::Wrong(_) | Unfollowed::Setup(_) => {
                BadRequest::new(422, "bad_game", error.to_string())
            }
            Unfollowed::Load(_) | Unfollowed::Eval(_) => {
                BadRequest::new(500, "no_answer", error.to_string())
            }
        })?;
        let is_same = |known: &Followed| {
            known.game.position() == game.position()
                && known.game.turn_number() == game.turn_number()
        };
        let refused = known.filter(is_same).map(|known| known.refused).unwrap_or_default();
        self.remember(seat, Followed { game, refused });
        Ok(())
    }

    /// Takes notice of what became of an action.
    fn heed(&self, seat: &Seat, feedback: &Feedback) -> Result<(), BadRequest> {
        self.follow(seat, &feedback.game)?;
        if feedback.status != Status::Invalid {
            return Ok(());
        }
        let action = serde_json::from_value::<ActionMessage>(feedback.action.clone());
        let (Ok(action), Some(mut followed)) = (action, self.followed(seat)) else { return Ok(()) };
        if let Ok(Ok(action)) = wire_action::read(&followed.game, &action)
            && !followed.refused.contains(&action)
        {
            followed.refused.push(action);
            self.remember(seat, followed);
        }
        Ok(())
    }

    /// Chooses an action.
    fn play(&self, seat: &Seat, player: &Player) -> Result<Value, BadRequest> {
        let Some(followed) = self.followed(seat) else {
            let why = "the game has to be sent before it can be played";
            return Err(BadRequest::new(409, "no_game", why));
        };
        let Followed { mut game, refused } = followed;
        if game.turn().is_none_or(|turn| turn.as_str() != seat.side) {
            let why = format!("it is not the turn of {} in the game that was sent", seat.side);
            return Err(BadRequest::new(409, "not_your_turn", why));
        }
        let mut legal = game.legal().map_err(no_answer)?;
        // Elsewhere the game may go on where it is drawn here, by repetition.
        if legal.is_empty()
            && let Ok(again) = afresh(&game)
        {
            legal = again.legal().map_err(no_answer)?;
            game = again;
        }
        match legal.as_slice() {
            [] => return Err(BadRequest::new(409, "game_over", "the game is over")),
            [only] if only.name.as_str() == "pass" => {
                let why = "the only legal move is to pass, which the protocol has no action for";
                return Err(BadRequest::new(409, "must_pass", why));
            }
            _ => {}
        }
        let chosen = self.chosen(&game, player)?;
        let chosen = match refused.contains(&chosen) {
            false => chosen,
            true => {
                legal.retain(|action| !refused.contains(action));
                legal.choose(&mut rand::rng()).cloned().ok_or_else(|| {
                    BadRequest::new(409, "all_refused", "every legal action was refused")
                })?
            }
        };
        match wire_action::written(&game, &chosen).map_err(no_answer)? {
            Some(action) => Ok(action.to_json()),
            None => Err(BadRequest::new(500, "no_answer", "there is no action to send")),
        }
    }

    /// What a player chooses, in no more than the time there is.
    fn chosen(&self, game: &Game, player: &Player) -> Result<Action, BadRequest> {
        let thinker = Thinker::new(player.clone(), game.rules(), rand::rng().next_u64());
        let thinker =
            thinker.map_err(|error| BadRequest::new(400, "wrong_player", error.to_string()))?;
        let interrupt = Arc::new(AtomicBool::new(false));
        let (done, is_done) = channel::<()>();
        let (flag, longest) = (interrupt.clone(), self.longest_thought);
        thread::spawn(move || {
            if let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(longest) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let thought = thinker.think(game, &Watch::new(interrupt));
        drop(done);
        match thought.map_err(no_answer)? {
            Some(thought) => Ok(thought.action),
            None => Err(BadRequest::new(500, "no_answer", "no move was found in time")),
        }
    }
}

fn too_large() -> BadRequest {
    let why = format!("a message has at most {LONGEST_MESSAGE} bytes");
    BadRequest::new(413, "too_large", why)
}

fn no_answer(error: EvalError) -> BadRequest {
    BadRequest::new(500, "no_answer", error.to_string())
}
