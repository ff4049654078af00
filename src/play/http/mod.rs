//! Players over HTTP: small web servers, behind which a person with a window of their own
//! plays, or another program. Hornet keeps the rules, and is the client.
//!
//! `spec` reads how such a player is named and `client` makes the requests; `messages`
//! has the JSON, `offset` the coordinates, `wire_game` and `wire_action` what they mean
//! in a game. Here is the player that they make: before each move it is sent the game,
//! when it is to move it is asked for an action, and after each move it is told what
//! became of it. It is named without the feature `web`, too, but cannot play.

mod failure;
mod spec;

#[cfg(feature = "web")]
mod client;
#[cfg(feature = "web")]
pub mod messages;
#[cfg(feature = "web")]
pub mod offset;
#[cfg(feature = "web")]
mod player;
#[cfg(feature = "web")]
pub mod wire_action;
#[cfg(feature = "web")]
pub mod wire_game;

pub use self::failure::{HttpError, HttpFailure};
#[cfg(feature = "web")]
pub use self::player::{HttpPlayer, Patience, follow};
pub use self::spec::{HttpSpec, HttpSpecError};

/// Why there is no answer.
pub type NoAnswer = super::failure::NoAnswer<HttpFailure>;
