//! A player over HTTP, as a game knows it: what it has been told, and what it is asked.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::{Client, Pending, What};
use super::failure::{HttpError, HttpFailure};
use super::messages::{ActionMessage, Feedback, Request, Status};
use super::spec::HttpSpec;
use super::{NoAnswer, wire_action, wire_game};
use crate::game::{Action, Game, Outcome, Rules, Source};
use crate::logic::Atom;
use crate::play::engines::quoted;
use crate::play::search::{Thought, Watch};

/// How long a player is waited for, and how often it may try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// How long an answer may take, where the player's name does not say it.
    pub limit: Option<Duration>,
    /// How many actions it may name until one is legal.
    pub tries: usize,
}

impl Patience {
    /// At a table: a person may think long, and click wrongly.
    pub const AT_TABLE: Patience = Patience { limit: None, tries: 100 };

    /// In a match, nobody sits there to give up.
    pub const IN_MATCH: Patience = Patience { limit: Some(Duration::from_secs(60)), tries: 10 };
}

/// How long an answer may take that needs no thinking, where nothing limits it.
const PROMPTLY: Duration = Duration::from_secs(60);

const GAME: What = "the game it was sent";
const FEEDBACK: What = "what became of an action";
const PLAY: What = "`play`";

/// A player over HTTP.
pub struct HttpPlayer {
    client: Client,
    patience: Patience,
    known: Mutex<Known>,
}

/// What a player knows of the game.
#[derive(Default)]
struct Known {
    /// The game that it was told of last.
    told: Option<Told>,
    /// The game in which it was asked for an action, which it still owes.
    asked: Option<(Game, Pending)>,
    /// Its last action, in its own words, and the game in which it was named.
    said: Option<(Game, ActionMessage)>,
}

struct Told {
    game: Game,
    /// Whether it was sent the game itself, and not only what the last action led to.
    has_seen: bool,
}

impl HttpPlayer {
    /// A player that is to play by some rules. Its server must be running.
    pub fn reach(
        spec: HttpSpec,
        rules: &Rules,
        patience: Patience,
    ) -> Result<HttpPlayer, HttpError> {
        if rules.spec().source != Source::Shipped("hive".into()) {
            return Err(HttpError::OtherGame { game: rules.name().into() });
        }
        let client = Client::new(spec);
        match client.reach(&rules.engine().limits().interrupt) {
            Ok(()) => Ok(HttpPlayer { client, patience, known: Mutex::default() }),
            Err(NoAnswer::Failure(failure)) => Err(failure.into()),
            Err(NoAnswer::Interrupted | NoAnswer::Eval(_)) => Err(HttpError::Interrupted),
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.client.spec().to_string()
    }

    /// A new game begins.
    pub fn begin_game(&self) {
        *self.known() = Known::default();
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn limit(&self) -> Option<Duration> {
        self.client.spec().limit.or(self.patience.limit)
    }

    /// Sends something that needs no answer but that it has arrived.
    fn tell(
        &self,
        side: Atom,
        message: &Value,
        what: What,
        interrupt: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        let limit = self.limit().unwrap_or(PROMPTLY);
        self.client.send(side.as_str(), message, what).wait(Some(limit), interrupt)?;
        Ok(())
    }

    /// Sends the game, unless it has been sent already.
    fn show(&self, side: Atom, game: &Game, interrupt: &AtomicBool) -> Result<(), NoAnswer> {
        let is_known = |told: &Told| told.has_seen && is_same(&told.game, game);
        if self.known().told.as_ref().is_some_and(is_known) {
            return Ok(());
        }
        self.tell(side, &wire_game::written(game).to_json(), GAME, interrupt)?;
        self.known().told = Some(Told { game: game.clone(), has_seen: true });
        Ok(())
    }

    /// Tells what became of the last action, if that is news. A pass is not told: the
    /// protocol has no word for it.
    fn tell_last(
        &self,
        side: Atom,
        game: &Game,
        last: &Last,
        interrupt: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        let is_news =
            self.known().told.as_ref().is_some_and(|told| is_same(&told.game, &last.before));
        let Some(action) = last.action.as_ref().filter(|_| is_news) else { return Ok(()) };
        let status = match game.outcome()? {
            Outcome::Open => Status::Continue,
            Outcome::Draw => Status::Tie,
            Outcome::Won(_) => Status::Over,
        };
        let feedback = match status {
            Status::Continue | Status::Invalid => String::new(),
            Status::Tie | Status::Over => game.why_nothing_is_legal()?,
        };
        let (action, game_message) = (action.to_json(), wire_game::written(game));
        let message = Feedback { game: game_message, action, feedback, status };
        self.tell(side, &message.to_json(), FEEDBACK, interrupt)?;
        self.known().told = Some(Told { game: game.clone(), has_seen: false });
        Ok(())
    }

    /// Its move; none where nothing is legal. A pass is played without asking.
    pub fn think(&self, game: &Game, watch: &Watch) -> Result<Option<Thought>, NoAnswer> {
        let began = Instant::now();
        let legal = game.legal_unsorted()?;
        let (Some(side), false) = (game.turn(), legal.is_empty()) else { return Ok(None) };
        let chosen = match legal.as_slice() {
            [only] if only.name.as_str() == "pass" => only.clone(),
            _ => self.choose(side, game, &watch.interrupt)?,
        };
        let thought = Thought::at_random(chosen, legal.len());
        Ok(Some(Thought { time: began.elapsed(), ..thought }))
    }

    /// Asks for an action until one is legal.
    fn choose(&self, side: Atom, game: &Game, interrupt: &AtomicBool) -> Result<Action, NoAnswer> {
        self.show(side, game, interrupt)?;
        let mut tries = 0;
        loop {
            let body = self.asked(side, game, interrupt)?;
            let message = ActionMessage::read(&body).map_err(|error| HttpFailure::Nonsense {
                to: PLAY,
                said: quoted(&String::from_utf8_lossy(&body)),
                why: quoted(&error.to_string()).trim_matches('`').to_string(),
            })?;
            tries += 1;
            let why = match wire_action::read(game, &message)? {
                Ok(action) => {
                    self.known().said = Some((game.clone(), message));
                    return Ok(action);
                }
                Err(why) => why,
            };
            let (action, game) = (message.to_json(), wire_game::written(game));
            let said = quoted(&action.to_string());
            let status = Status::Invalid;
            let feedback = Feedback { game, action, feedback: why.clone(), status };
            self.tell(side, &feedback.to_json(), FEEDBACK, interrupt)?;
            if tries >= self.patience.tries {
                return Err(HttpFailure::Illegal { times: tries, said, why }.into());
            }
        }
    }

    /// Asks for an action. If somebody interrupts, the player still owes it: whoever sits
    /// there is not asked twice.
    fn asked(&self, side: Atom, game: &Game, interrupt: &AtomicBool) -> Result<Vec<u8>, NoAnswer> {
        let owed = self.known().asked.take().filter(|(asked, _)| is_same(asked, game));
        let pending = match owed {
            Some((_, pending)) => pending,
            None => self.client.send(side.as_str(), &Request::play(side.as_str()), PLAY),
        };
        let answer = pending.wait(self.limit(), interrupt);
        if let Err(NoAnswer::Interrupted) = answer {
            self.known().asked = Some((game.clone(), pending));
        }
        answer
    }
}

/// The last action of a game.
struct Last {
    /// The game in which it was played.
    before: Game,
    /// The action; nothing for a pass.
    action: Option<ActionMessage>,
}

impl Last {
    /// The last action, in the words of the player who named it, if one did.
    fn of(game: &Game, players: &[(Atom, &HttpPlayer)]) -> Result<Option<Last>, NoAnswer> {
        let mut before = game.clone();
        before.unsettle();
        let Some(action) = before.undo() else { return Ok(None) };
        let said = players.iter().find_map(|(side, player)| {
            let known = player.known();
            let (asked, said) = known.said.as_ref()?;
            (Some(*side) == before.turn() && is_same(asked, &before)).then(|| said.clone())
        });
        // A player may have been asked here before, and then the move was taken back.
        let said = match said {
            Some(said) if wire_action::read(&before, &said)?.as_ref() == Ok(&action) => Some(said),
            _ => wire_action::written(&before, &action)?,
        };
        Ok(Some(Last { before, action: said }))
    }
}

/// Keeps players in step with a game: they are told what became of the last action, and
/// then, if the game goes on, sent the game. Whoever fails is named.
pub fn follow(
    players: &[(Atom, &HttpPlayer)],
    game: &Game,
    interrupt: &AtomicBool,
) -> Result<(), (Option<Atom>, NoAnswer)> {
    if players.is_empty() {
        return Ok(());
    }
    let nobody = |error: NoAnswer| (None, error);
    if let Some(last) = Last::of(game, players).map_err(nobody)? {
        for (side, player) in players {
            let told = player.tell_last(*side, game, &last, interrupt);
            told.map_err(|error| (Some(*side), error))?;
        }
    }
    if game.outcome().map_err(|error| nobody(error.into()))? != Outcome::Open {
        return Ok(());
    }
    for (side, player) in players {
        player.show(*side, game, interrupt).map_err(|error| (Some(*side), error))?;
    }
    Ok(())
}

/// Whether two games have come to the same position by the same moves.
fn is_same(one: &Game, other: &Game) -> bool {
    one.turn_number() == other.turn_number()
        && one.position() == other.position()
        && one.actions().eq(other.actions())
}
