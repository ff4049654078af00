//! The messages of the protocol, as JSON: games, actions, what became of an action, and
//! questions that set a game up. Here is only their form; whether there is such a piece
//! or cell is seen by `wire_game` and `wire_action`.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameMessage {
    /// The number of the turn to come, counted from 1.
    pub turn: i64,
    /// The pieces in the hive.
    pub board: Vec<PieceMessage>,
    /// Whose turn it is.
    pub player: String,
    /// The pieces that are not in the hive yet.
    pub remaining_pieces: Vec<Hand>,
}

/// A piece in the hive.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PieceMessage {
    /// Its column.
    pub x: i64,
    /// Its row.
    pub y: i64,
    /// Whose it is.
    pub color: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// How many pieces lie below it.
    pub height: i64,
}

/// The pieces that a player has left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// Whose they are.
    pub player: String,
    /// Their kinds, in the order in which `piece_index` counts them.
    pub pieces: Vec<String>,
}

/// An action. Fields that it does not need may be there, with any value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ActionMessage {
    /// A piece comes in.
    Set {
        /// Which of the remaining pieces, counted from 0.
        piece_index: i64,
        /// The column it comes to.
        final_x: i64,
        /// The row it comes to.
        final_y: i64,
    },
    /// A piece moves, or throws another one.
    Move {
        /// The column of the piece.
        from_x: i64,
        /// The row of the piece.
        from_y: i64,
        /// The column of the cell that is gone to, or thrown to.
        final_x: i64,
        /// The row of the cell that is gone to, or thrown to.
        final_y: i64,
        /// The column and the row of the piece that is thrown; else empty.
        #[serde(default, deserialize_with = "or_null")]
        args: Vec<i64>,
    },
}

/// What became of an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Feedback {
    /// The game after it.
    pub game: GameMessage,
    /// The action.
    pub action: Value,
    /// Something for the player to read.
    #[serde(default)]
    pub feedback: String,
    /// How the game stands.
    pub status: Status,
}

/// How the game stands after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The action is illegal; another one is asked for.
    Invalid,
    /// The game goes on.
    Continue,
    /// Nobody has won.
    Tie,
    /// Somebody has won.
    Over,
}

/// A question that sets a game up.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Question {
    /// What it is about.
    #[serde(default)]
    pub header: String,
    /// The question itself.
    #[serde(default)]
    pub read_header: String,
    /// What each answer means.
    #[serde(default)]
    pub labels: Vec<Value>,
    /// The answers.
    pub options: Vec<Value>,
}

/// What a player is sent.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// The game as it stands.
    Game(GameMessage),
    /// It is to play.
    Play,
    /// What became of an action.
    Feedback(Feedback),
    /// A question that sets a game up.
    Question(Question),
}

/// A text that is not a message.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is not JSON, or a field is missing or wrong.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It is none of the messages.
    #[error(
        "a message is a game with its `board`, {{\"action\": \"play\"}}, an outcome with its \
         `game`, or a question with its `options`"
    )]
    Unknown,
}

impl Request {
    /// The message that a player is sent to have it play.
    pub fn play(side: &str) -> Value {
        serde_json::json!({ "action": "play", "player": side })
    }

    /// Reads what a player is sent.
    pub fn read(body: &[u8]) -> Result<Request, MessageError> {
        let value: Value = serde_json::from_slice(body)?;
        let has = |name: &str| value.get(name).is_some();
        if has("options") {
            return Ok(Request::Question(serde_json::from_value(value)?));
        }
        if has("game") {
            return Ok(Request::Feedback(serde_json::from_value(value)?));
        }
        if has("board") {
            return Ok(Request::Game(serde_json::from_value(value)?));
        }
        match value.get("action").and_then(Value::as_str) {
            Some("play") => Ok(Request::Play),
            _ => Err(MessageError::Unknown),
        }
    }
}

impl ActionMessage {
    /// Reads what a player answers who was to play.
    pub fn read(body: &[u8]) -> Result<ActionMessage, MessageError> {
        Ok(serde_json::from_slice(body)?)
    }

    /// The action as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("it has only numbers and names")
    }
}

impl GameMessage {
    /// The game as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("it has only numbers and names")
    }
}

impl Feedback {
    /// The message as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("it has only numbers and names")
    }
}

/// Whatever stands for nothing is `null`, too.
fn or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn action(text: &str) -> Result<ActionMessage, String> {
        ActionMessage::read(text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn fields_that_an_action_does_not_need_may_be_missing_or_null() {
        let set = ActionMessage::Set { piece_index: 7, final_x: 4, final_y: 3 };
        for text in [
            r#"{"type": "set", "piece_index": 7, "final_x": 4, "final_y": 3}"#,
            r#"{"type": "set", "piece_index": 7, "final_x": 4, "final_y": 3, "from_x": null,
                "from_y": null, "args": null}"#,
            r#"{"from_x": 1, "args": [], "final_y": 3, "final_x": 4, "piece_index": 7, "type": "set"}"#,
        ] {
            assert_eq!(action(text), Ok(set.clone()));
        }
        let moved = |args: &[i64]| {
            let args = args.to_vec();
            Ok(ActionMessage::Move { from_x: 1, from_y: 2, final_x: 3, final_y: 4, args })
        };
        let text = |args: &str| {
            let cells = r#""from_x": 1, "from_y": 2, "final_x": 3, "final_y": 4"#;
            format!(r#"{{"type": "move", {cells}{args}}}"#)
        };
        assert_eq!(action(&text("")), moved(&[]));
        assert_eq!(action(&text(r#", "args": null, "piece_index": null"#)), moved(&[]));
        assert_eq!(action(&text(r#", "args": []"#)), moved(&[]));
        assert_eq!(action(&text(r#", "args": [5, -6]"#)), moved(&[5, -6]));
    }

    #[test]
    fn what_is_not_an_action_is_told_why() {
        for (text, part) in [
            ("", "EOF"),
            ("null", "internally tagged"),
            ("{}", "missing field `type`"),
            (r#"{"type": "jump"}"#, "unknown variant `jump`"),
            (r#"{"type": "set", "final_x": 1, "final_y": 2}"#, "missing field `piece_index`"),
            (r#"{"type": "set", "piece_index": "0", "final_x": 1, "final_y": 2}"#, "invalid type"),
            (r#"{"type": "set", "piece_index": 1e99, "final_x": 1, "final_y": 2}"#, "invalid type"),
            (r#"{"type": "set", "piece_index": null, "final_x": 1, "final_y": 2}"#, "null"),
        ] {
            let error = action(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(action(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn messages_are_told_apart_by_their_fields() {
        let read = |value: Value| Request::read(value.to_string().as_bytes());
        let game = json!({ "turn": 1, "board": [], "player": "white", "remaining_pieces": [] });
        assert!(matches!(read(game.clone()), Ok(Request::Game(_))));
        let feedback =
            json!({ "game": game, "action": {"type": "set"}, "feedback": "", "status": "tie" });
        let Ok(Request::Feedback(read_again)) = read(feedback.clone()) else { panic!() };
        assert_eq!(read_again.to_json(), feedback);
        assert!(matches!(read(Request::play("white")), Ok(Request::Play)));
        let question = json!({ "header": "Players", "labels": ["Human"], "options": [0] });
        assert!(matches!(read(question), Ok(Request::Question(_))));
        for wrong in [json!({}), json!(null), json!([1]), json!({ "action": "stop" })] {
            assert!(matches!(read(wrong), Err(MessageError::Unknown)));
        }
        for wrong in [json!({ "board": 1 }), json!({ "game": {} }), json!({ "options": 1 })] {
            assert!(matches!(read(wrong), Err(MessageError::Json(_))));
        }
    }
}
