//! Replaying a record of another program: which of its games, by which rules, and
//! then move by move.

use std::fmt::Display;
use std::slice;
use std::sync::Arc;

use super::{Ply, Scoresheet, Skipped, pgn, sgf};
use crate::game::{
    Action, Choice, Game, GameString, Outcome, PlayError, ReplayError, Replayed, Rules, Spec,
    Unreadable, replay_leniently,
};
use crate::logic::engine::Limits;
use crate::play::files::replay::Record;
use crate::play::files::{Loaded, RecordError};

/// Whether a text is meant as records of another program.
pub fn are_meant(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    sgf::is_meant(text) || pgn::is_meant(text)
}

/// Which of several games is meant, counted from 0: the one with that number, or the
/// only one.
pub fn chosen(
    path: &str,
    games: &[impl Display],
    number: Option<usize>,
) -> Result<usize, RecordError> {
    match number {
        None if games.len() > 1 => {
            let (path, count) = (path.into(), games.len());
            Err(RecordError::Several { path, count, games: listed(games) })
        }
        None => Ok(0),
        Some(number @ 1..) if number <= games.len() => Ok(number - 1),
        Some(number) => {
            Err(RecordError::NoSuchGame { path: path.into(), number, games: games.len() })
        }
    }
}

/// This many games are listed, and this many characters of each.
const MOST_LISTED: usize = 40;
const WIDEST: usize = 100;

fn listed(games: &[impl Display]) -> Vec<String> {
    let width = games.len().min(MOST_LISTED).to_string().len();
    let line = |(index, game): (usize, _)| {
        let line: String = format!("{:>width$}  {game}", index + 1);
        match line.chars().count() > WIDEST {
            true => line.chars().take(WIDEST).chain(['…']).collect(),
            false => line,
        }
    };
    let mut lines: Vec<String> = games.iter().take(MOST_LISTED).enumerate().map(line).collect();
    if games.len() > MOST_LISTED {
        lines.push(format!("and {} more", games.len() - MOST_LISTED));
    }
    lines
}

/// Replays one of the games in a text.
pub fn replay(
    text: &str,
    number: Option<usize>,
    record: &Record,
    limits: Limits,
) -> Result<Loaded, RecordError> {
    let path = record.path();
    let text = text.trim_start_matches('\u{feff}');
    let sheets = match sgf::is_meant(text) {
        true => sgf::sheets(text).map_err(|sgf::OtherGame { line, found }| {
            RecordError::OtherKind { path: path.into(), line, found }
        })?,
        false => pgn::sheets(text),
    };
    let index = chosen(path, &sheets, number)?;
    let sheet = sheets.get(index).ok_or_else(|| RecordError::Unbegun { path: path.into() })?;
    // A whole record ends with a parenthesis.
    let breaks_off = sgf::is_meant(text) && !text.trim_end().ends_with(')');
    if sheet.moves.is_empty() && breaks_off {
        return Err(RecordError::Empty { path: path.into() });
    }
    let rules = Rules::load(&spec_of(sheet, record, &limits)?, limits)?;
    replay_sheet(sheet, path, Game::new(Arc::new(rules))?)
}

/// The game that a sheet is one of. Where black's piece is the first, black starts.
fn spec_of(sheet: &Scoresheet, record: &Record, limits: &Limits) -> Result<Spec, RecordError> {
    let string: GameString = sheet.as_game_string().ok_or_else(|| RecordError::Type {
        path: record.path().into(),
        line: sheet.line,
        found: sheet.game_type.iter().flat_map(|found| found.chars()).take(60).collect(),
    })?;
    let mut spec = record.hive_spec(&string, limits)?;
    let is_black = sheet.moves.first().is_some_and(|ply| ply.to_string().starts_with(['b', 'B']));
    let is_start = |choice: &Choice| matches!(choice, Choice::Named(name, _) if name == STARTS);
    if is_black && !spec.choices.iter().any(is_start) {
        spec.choices.push(Choice::Named(STARTS.into(), "black".into()));
    }
    Ok(spec)
}

/// The option that says who starts.
const STARTS: &str = "starts";

fn replay_sheet(sheet: &Scoresheet, path: &str, start: Game) -> Result<Loaded, RecordError> {
    let mut about = sheet.about.clone();
    let (mut game, mut relaxed) = (start, Vec::new());
    for ply in &sheet.moves {
        let number = game.actions().len() + 1;
        if !ply.is_certain {
            let action = read(&game, ply).ok();
            match action.map(|action| game.play(&action)) {
                Some(Ok(())) => {}
                Some(Err(PlayError::Eval(error))) => return Err(error.into()),
                None | Some(Err(PlayError::Refused(_))) => about.skip_move(number - 1),
            }
            continue;
        }
        let replayed = replay_leniently(game, slice::from_ref(ply), read);
        let Replayed { game: after, relaxed: now } = replayed.map_err(|error| match error {
            ReplayError::Unreadable { error, .. } => {
                let error = RecordError::Unreadable { path: path.into(), line: ply.line, error };
                in_view_of_skipped(error, sheet, ply)
            }
            ReplayError::Refused { written, refusal, .. } => {
                let (line, error) = (ply.line, refusal.into());
                let error = RecordError::Refused { path: path.into(), line, written, error };
                in_view_of_skipped(error, sheet, ply)
            }
            ReplayError::Eval(error) => error.into(),
        })?;
        game = after;
        relaxed.extend(now.into_iter().map(|mut relaxed| {
            relaxed.number = number;
            relaxed
        }));
    }
    *game.about_mut() = about;
    let contradiction = settle(&mut game, sheet)?;
    Ok(Loaded { relaxed, contradiction, ..Loaded::without_lines(game) })
}

/// What is wrong with a move, and what was skipped before it, which may be the cause.
fn in_view_of_skipped(error: RecordError, sheet: &Scoresheet, ply: &Ply) -> RecordError {
    match sheet.skipped.iter().rfind(|skipped| skipped.line <= ply.line) {
        None => error,
        Some(Skipped { line, text }) => {
            RecordError::AfterSkipped { error: Box::new(error), line: *line, found: text.clone() }
        }
    }
}

/// The first of the ways in which a move is written that is legal; if none is, the
/// first.
fn read(game: &Game, ply: &Ply) -> Result<Action, Unreadable> {
    let presentation = game.rules().presentation();
    let mut read = ply.candidates.iter().map(|text| presentation.read(game, text));
    let first = read.next().unwrap_or_else(|| presentation.read(game, ""));
    if ply.candidates.len() == 1 {
        return first;
    }
    let legal = game.legal_unsorted().unwrap_or_default();
    match &first {
        Ok(action) if legal.contains(action) => first,
        _ => read.flatten().find(|action| legal.contains(action)).map_or(first, Ok),
    }
}

/// Ends a game as its record says, where the rules do not. Returns what the record
/// says, if the rules say otherwise.
fn settle(game: &mut Game, sheet: &Scoresheet) -> Result<Option<String>, RecordError> {
    let Some(result) = sheet.result else { return Ok(None) };
    let outcome = game.outcome()?;
    let declared = result.outcome(game.rules().program().declarations.players());
    if outcome == Outcome::Open {
        game.settle(result);
    } else if outcome != declared {
        let (says, is) = (declared.told(), outcome.told());
        return Ok(Some(format!("the record says: {says}; by the rules: {is}")));
    }
    Ok(None)
}
