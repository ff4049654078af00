//! A position as the page draws it: cells with their places, pieces, what can be
//! touched to play, and words. The page knows nothing of games, so all of it is here.

use std::collections::BTreeSet;

use anstream::adapter::strip_str;
use serde_json::{Value, json};

use super::error::ApiError;
use super::tree::NodeId;
use crate::game::{
    Action, Board, Game, Geometry, LastMove, Outcome, Piece, Point, Scene, Touch, shown_cells,
    standing, touches,
};
use crate::logic::Cell;
use crate::logic::check::declarations::Shape;
use crate::logic::engine::EvalError;
use crate::logic::syntax::hidden::visible_line;

/// A position as it is drawn.
pub fn view(game: &Game, node: NodeId) -> Result<Value, EvalError> {
    let scene = game.rules().presentation().scene(game);
    let actions = game.legal()?;
    let standing = strip_str(&standing(game)).to_string();
    let turn = game.turn().map(|turn| turn.as_str());
    let last = LastMove::of(game);
    let has_last = last.to.is_some();
    Ok(json!({
        "node": node,
        "turn": turn,
        "standing": plain(&standing),
        "outcome": outcome(game)?,
        "repetitions": game.repetitions(),
        "board": board(game, &scene, &actions, &last),
        "pieces": pieces(&scene),
        "hands": hands(&scene),
        "captions": scene.captions.iter().map(|line| plain(line)).filter(|line| !line.is_empty()).collect::<Vec<_>>(),
        "last": has_last.then(|| json!({
            "from": last.from.iter().map(Cell::to_string).collect::<Vec<_>>(),
            "to": last.to.map(|cell| cell.to_string()),
        })),
        "actions": actions.iter().map(|action| written(game, &scene, action)).collect::<Vec<_>>(),
        "facts": facts(game),
    }))
}

/// The same, or what is wrong where the rules cannot be evaluated: whoever is there must
/// be able to go back.
pub fn view_or_problem(game: &Game, node: NodeId) -> Value {
    view(game, node).unwrap_or_else(|error| {
        let scene = game.rules().presentation().scene(game);
        let problem = ApiError::from(error);
        let problem = format!("The rules cannot be evaluated here: {}", problem.message());
        json!({
            "node": node,
            "turn": game.turn().map(|turn| turn.as_str()),
            "standing": plain(&problem),
            "outcome": null,
            "repetitions": 1,
            "board": board(game, &scene, &[], &LastMove::default()),
            "pieces": pieces(&scene),
            "hands": hands(&scene),
            "captions": [],
            "last": null,
            "actions": [],
            "facts": facts(game),
        })
    })
}

/// Lines without anything that is not text.
pub fn plain(text: &str) -> String {
    text.lines().map(|line| visible_line(line).to_string()).collect::<Vec<_>>().join("\n")
}

/// How the game ended, if it did.
fn outcome(game: &Game) -> Result<Option<Value>, EvalError> {
    let (winners, is_over) = match game.outcome()? {
        Outcome::Open => (Vec::new(), game.settlement().is_some()),
        Outcome::Draw => (Vec::new(), true),
        Outcome::Won(winners) => (winners, true),
    };
    let is_stuck = !is_over && game.count_legal()? == 0;
    if !is_over && !is_stuck {
        return Ok(None);
    }
    let words = plain(&strip_str(&game.why_nothing_is_legal()?).to_string());
    let winners: Vec<&str> = winners.iter().map(|winner| winner.as_str()).collect();
    Ok(Some(json!({ "words": words, "winners": winners })))
}

fn place(point: Point) -> Value {
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    json!([rounded(point.x), rounded(point.y)])
}

fn board(game: &Game, scene: &Scene, actions: &[Action], last: &LastMove) -> Value {
    let board = game.rules().board();
    let geometry = Geometry { board };
    let kind = match board.map(Board::shape) {
        None => "none",
        Some(Shape::Square(..)) => "square",
        Some(Shape::Rhombus(..)) => "rhombus",
        Some(Shape::Hexagon(_)) => "hexagon",
        Some(Shape::Hex) => "plane",
        Some(Shape::Graph(_)) => "graph",
    };
    let named = actions.iter().flat_map(|action| &action.args).filter_map(|value| value.as_cell());
    let named: Vec<Cell> = named.chain(last.from).chain(last.to).collect();
    let mut cells: BTreeSet<Cell> = shown_cells(board, scene, &named).into_iter().collect();
    // What can be touched is shown, even where nothing lies near.
    cells.extend(named.iter().filter(|cell| board.is_some_and(|board| board.holds(**cell))));
    let cell = |cell: &Cell| {
        let middle = place(geometry.middle(*cell));
        let shaded = geometry.is_dark(*cell) || scene.shaded.contains(cell);
        json!({ "cell": cell.to_string(), "x": middle[0], "y": middle[1], "shaded": shaded })
    };
    let label = |(at, text): (Point, String)| {
        let at = place(at);
        json!({ "x": at[0], "y": at[1], "text": text })
    };
    let edge = |(from, to): (Point, Point)| json!([place(from), place(to)]);
    json!({
        "kind": kind,
        "edges": geometry.edges().into_iter().map(edge).collect::<Vec<_>>(),
        "outline": geometry.outline().into_iter().map(place).collect::<Vec<_>>(),
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
        "labels": geometry.labels().into_iter().map(label).collect::<Vec<_>>(),
    })
}

/// What a piece looks like, and what it is called.
pub fn piece(piece: &Piece) -> serde_json::Map<String, Value> {
    let mut shown = serde_json::Map::new();
    shown.insert("text".into(), plain(&piece.text).into());
    shown.insert("name".into(), plain(&piece.name).into());
    shown.insert("tint".into(), piece.tint.map(|tint| tint.name).into());
    shown.insert("art".into(), piece.art.map(|art| art.as_str()).into());
    shown
}

fn pieces(scene: &Scene) -> Vec<Value> {
    let on_cell = |(cell, stack): (&Cell, &Vec<Piece>)| {
        let cell = cell.to_string();
        let each = stack.iter().enumerate().map(|(level, it)| {
            let mut shown = piece(it);
            shown.insert("cell".into(), cell.clone().into());
            shown.insert("level".into(), level.into());
            Value::Object(shown)
        });
        each.collect::<Vec<_>>()
    };
    scene.pieces.iter().flat_map(on_cell).collect()
}

fn hands(scene: &Scene) -> Vec<Value> {
    let hand = |hand: &crate::game::Hand| {
        let side = hand.side.as_str();
        let items = hand.items.iter().map(|held| {
            let mut shown = piece(&held.piece);
            let what = held.piece.value.as_ref().map(crate::game::unquoted).unwrap_or_default();
            let touch = Touch::Held { side: side.into(), what };
            shown.insert("touch".into(), touch.to_string().into());
            shown.insert("count".into(), held.count.into());
            Value::Object(shown)
        });
        json!({ "side": side, "items": items.collect::<Vec<_>>(), "words": plain(&hand.words) })
    };
    scene.hands.iter().map(hand).collect()
}

/// An action as it is written, and what is touched to play it.
pub fn written(game: &Game, scene: &Scene, action: &Action) -> Value {
    let touches = touches(game, scene, action);
    json!({
        "text": plain(&game.rules().presentation().write(game, action)),
        "term": action.to_string(),
        "touches": touches.iter().map(Touch::to_string).collect::<Vec<_>>(),
    })
}

fn facts(game: &Game) -> Vec<String> {
    let relations = &game.rules().program().relations;
    let facts = game.position().sorted().into_iter();
    facts.map(|(relation, row)| plain(&relations[relation].show(&row))).collect()
}
