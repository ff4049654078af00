//! Requests about games: beginning them, moving, going back and forth, who plays.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::{Answer, App, At, Object, Parameters, Read, Reply, seat_key};
use crate::game::{
    Game, Marks, Settlement, export as program, facts_as_prolog, game_string, why_no_game_string,
};
use crate::play::{Player, PlayerError, written_pgn, written_record};
use crate::web::error::ApiError;
use crate::web::hall::Beginning;
use crate::web::lane::Lane;
use crate::web::seats::Pace;
use crate::web::table::Table;
use crate::web::tree::{NodeId, ROOT};
use crate::web::view::view as drawn;
use crate::web::wanted::Wanted;

/// A key in the body, or in the head.
fn key(body: Option<String>, headers: &HeaderMap) -> Option<String> {
    body.or_else(|| seat_key(headers))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    game: Option<String>,
    rules: Option<Object<super::Text>>,
    record: Option<String>,
    number: Option<usize>,
    saved: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    players: Option<Vec<String>>,
    pace: Option<String>,
}

pub async fn begin(State(app): State<App>, Read(asked): Read<Begin>) -> Answer {
    let pace = asked.pace.as_deref().map(Pace::named).transpose()?;
    if asked.number.is_some() && asked.record.is_none() {
        return Err(ApiError::bad_request("a number chooses a game of a record; there is none"));
    }
    let Begin { options, players, number, .. } = asked;
    let beginning = match (asked.game, asked.rules, asked.record, asked.saved) {
        (Some(id), None, None, None) => Beginning::Named { id, options, players },
        (None, Some(Object(rules)), None, None) => {
            Beginning::Rules { name: rules.name, text: rules.text, options, players }
        }
        (None, None, Some(text), None) => Beginning::Record { text, number, players },
        (None, None, None, Some(number)) => Beginning::Saved(number),
        _ => {
            return Err(ApiError::bad_request(
                "name one of game, rules, record and saved to begin with",
            ));
        }
    };
    let lane = Lane::new();
    app.work(Some(lane.clone()), move |hall| {
        let id = hall.begin(beginning, pace, lane)?;
        Ok(Reply::created(json!({ "id": id })))
    })
    .await
}

pub async fn show(State(app): State<App>, At(id): At<String>) -> Answer {
    app.at_table(id, |_, table| Ok(Reply::ok(table.shown()))).await
}

pub async fn remove(State(app): State<App>, At(id): At<String>, headers: HeaderMap) -> Answer {
    let key = seat_key(&headers);
    app.at_table(id, move |hall, table| {
        table.allows_any(key.as_deref())?;
        hall.remove(&table.id)?;
        Ok(Reply(StatusCode::NO_CONTENT, Value::Null))
    })
    .await
}

/// Reads the number of a node in an address.
fn node_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NodeId>, D::Error> {
    let number = String::deserialize(deserializer)?.parse();
    number.map(Some).map_err(|_| D::Error::custom("that is not the number of a node"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtNode {
    #[serde(default, deserialize_with = "node_number")]
    node: Option<NodeId>,
    /// The guard has looked at it.
    #[serde(rename = "token")]
    _token: Option<String>,
}

pub async fn view(
    State(app): State<App>,
    At(id): At<String>,
    Parameters(asked): Parameters<AtNode>,
) -> Answer {
    app.at_table(id, move |_, table| {
        let node = asked.node.unwrap_or(table.game().1);
        Ok(Reply::ok(table.view(node)?))
    })
    .await
}

/// No more moves than these are looked ahead.
const MOST_AHEAD: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhatIf {
    node: Option<NodeId>,
    #[serde(default)]
    moves: Vec<String>,
    touches: Option<Vec<String>>,
}

pub async fn what_if(
    State(app): State<App>,
    At(id): At<String>,
    Read(asked): Read<WhatIf>,
) -> Answer {
    app.at_table(id, move |_, table| {
        let (mut game, node) = table.game_at(asked.node)?;
        if asked.moves.len() > MOST_AHEAD {
            return Err(ApiError::bad_request(format!("look at most {MOST_AHEAD} moves ahead")));
        }
        let mut written = Vec::new();
        let moves = asked.moves.into_iter();
        let moves = moves.map(|text| Ok(Wanted { text: Some(text), ..Wanted::default() }));
        let last = asked
            .touches
            .map(|texts| touched(&texts).map(|touches| Wanted { touches, ..Wanted::default() }));
        for wanted in moves.chain(last) {
            let wanted = wanted?;
            let action = wanted.action(&game)?;
            written.push(game.rules().presentation().write(&game, &action));
            match game.clone().play(&action) {
                Ok(()) => game.play_unchecked(&action)?,
                Err(crate::game::PlayError::Eval(error)) => return Err(error.into()),
                Err(crate::game::PlayError::Refused(refused)) => {
                    return Err(crate::web::refusal::refusal(&game, &refused)?);
                }
            }
        }
        let view = drawn(&game, node)?;
        Ok(Reply::ok(json!({ "view": view, "moves": written })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    r#move: Option<String>,
    touches: Option<Vec<String>>,
    node: Option<NodeId>,
    version: Option<u64>,
    key: Option<String>,
}

/// What was touched, unless it is too much.
pub fn touched(texts: &[String]) -> Result<Vec<String>, ApiError> {
    if texts.len() > 20 {
        return Err(ApiError::bad_request("too many things are touched for one move"));
    }
    Ok(texts.to_vec())
}

pub async fn play(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Play>,
) -> Answer {
    let touches = match (&asked.r#move, &asked.touches) {
        (Some(_), None) => Vec::new(),
        (None, Some(texts)) => touched(texts)?,
        (Some(_), Some(_)) => {
            return Err(ApiError::bad_request("name the move or what was touched, not both"));
        }
        (None, None) => {
            return Err(ApiError::bad_request("name the move, or what was touched"));
        }
    };
    let key = key(asked.key, &headers);
    let (node, version) = (asked.node, asked.version);
    let wanted = Wanted { text: asked.r#move, touches, node, version, key };
    app.at_table(id, move |_, table| Ok(Reply::ok(table.play(&wanted)?))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoTo {
    node: NodeId,
    key: Option<String>,
}

pub async fn go_to(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<GoTo>,
) -> Answer {
    let key = key(asked.key, &headers);
    app.at_table(id, move |_, table| Ok(Reply::ok(table.go_to(asked.node, key.as_deref())?))).await
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Keyed {
    key: Option<String>,
}

/// Does something with a table that needs nothing but the key of a seat.
async fn keyed(
    app: App,
    id: String,
    headers: HeaderMap,
    asked: Keyed,
    what: impl FnOnce(&Table, Option<&str>) -> Result<Value, ApiError> + Send + 'static,
) -> Answer {
    let key = key(asked.key, &headers);
    app.at_table(id, move |_, table| Ok(Reply::ok(what(&table, key.as_deref())?))).await
}

pub async fn undo(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Keyed>,
) -> Answer {
    keyed(app, id, headers, asked, |table, key| table.undo(key)).await
}

pub async fn redo(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Keyed>,
) -> Answer {
    keyed(app, id, headers, asked, |table, key| table.redo(key)).await
}

pub async fn restart(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Keyed>,
) -> Answer {
    keyed(app, id, headers, asked, |table, key| table.go_to(ROOT, key)).await
}

pub async fn agree_draw(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Keyed>,
) -> Answer {
    keyed(app, id, headers, asked, |table, key| table.settle(Settlement::AgreedDraw, key)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    side: String,
    key: Option<String>,
}

pub async fn resign(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Side>,
) -> Answer {
    let side = asked.side;
    keyed(app, id, headers, Keyed { key: asked.key }, move |table, key| {
        table.settle(Settlement::Resigned(table.side(&side)?), key)
    })
    .await
}

pub async fn remove_node(
    State(app): State<App>,
    At((id, node)): At<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let node: Result<NodeId, _> = node.parse();
    let node = node.map_err(|_| ApiError::not_found("there is no such position"))?;
    keyed(app, id, headers, Keyed::default(), move |table, key| table.remove(node, key)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    players: Vec<String>,
    key: Option<String>,
}

pub async fn set_players(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Players>,
) -> Answer {
    keyed(app, id, headers, Keyed { key: asked.key }, move |table, key| {
        table.set_players(&asked.players, key)
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paced {
    pace: String,
}

pub async fn set_pace(
    State(app): State<App>,
    At(id): At<String>,
    Read(asked): Read<Paced>,
) -> Answer {
    let pace = Pace::named(&asked.pace)?;
    app.at_table(id, move |_, table| Ok(Reply::ok(table.set_pace(pace)?))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    show_options: bool,
}

pub async fn set_options(
    State(app): State<App>,
    At(id): At<String>,
    Read(asked): Read<Options>,
) -> Answer {
    app.at_table(id, move |_, table| Ok(Reply::ok(table.set_show_options(asked.show_options)?)))
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    player: String,
    key: Option<String>,
}

pub async fn machine(
    State(app): State<App>,
    At(id): At<String>,
    headers: HeaderMap,
    Read(asked): Read<Machine>,
) -> Answer {
    let player: Result<Player, PlayerError> = asked.player.parse();
    let player = player.map_err(ApiError::bad_request)?;
    let key = key(asked.key, &headers);
    app.at_table(id, move |_, table| {
        Ok(Reply(StatusCode::ACCEPTED, table.let_machine_move(player, key.as_deref())?))
    })
    .await
}

pub async fn take_seat(
    State(app): State<App>,
    At(id): At<String>,
    Read(asked): Read<Side>,
) -> Answer {
    app.at_table(id, move |_, table| {
        let key = table.take_seat(table.side(&asked.side)?)?;
        Ok(Reply::ok(json!({ "key": key })))
    })
    .await
}

pub async fn leave_seat(
    State(app): State<App>,
    At((id, side)): At<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    keyed(app, id, headers, Keyed::default(), move |table, key| {
        table.leave_seat(table.side(&side)?, key)
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    #[serde(default)]
    form: String,
    #[serde(default, deserialize_with = "node_number")]
    node: Option<NodeId>,
    /// The guard has looked at it.
    #[serde(rename = "token")]
    _token: Option<String>,
}

/// A text in some form, the name of its file, and its type.
fn exported(game: &Game, form: &str) -> Result<(String, &'static str, &'static str), ApiError> {
    let for_hive = || {
        ApiError::bad_request(format!("that is for games of Hive: {}", why_no_game_string(game)))
    };
    const TEXT: &str = "text/plain; charset=utf-8";
    Ok(match form {
        "game" => (written_record(game), "hornet.game", TEXT),
        "pgn" => {
            let text = written_pgn(game)?;
            (text.ok_or_else(for_hive)?, "hornet.pgn", TEXT)
        }
        "uhp" => {
            let text = game_string(game)?;
            (text.ok_or_else(for_hive)? + "\n", "hornet.txt", TEXT)
        }
        "facts" => (facts_as_prolog(game), "position.pl", TEXT),
        "prolog" => (program(game), "hornet.pl", TEXT),
        "svg" => {
            let picture = game.rules().presentation().picture(game, &Marks::none());
            (picture.to_string(), "hornet.svg", "image/svg+xml")
        }
        _ => {
            return Err(ApiError::bad_request("name a form: game, pgn, uhp, facts, prolog or svg"));
        }
    })
}

pub async fn export(
    State(app): State<App>,
    At(id): At<String>,
    Parameters(asked): Parameters<Export>,
) -> Result<Response, ApiError> {
    let (text, name, kind) = app
        .at_table(id, move |_, table| exported(&table.game_at(asked.node)?.0, &asked.form))
        .await?;
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let disposition = format!("attachment; filename=\"{name}\"");
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}
