//! The prompt of a table: what can be typed in the terminal can be typed on the page.
//! Answers and proofs come as data beside their text, so that the page can show them on
//! the board. What would read or write files of this computer does something else here:
//! a text to save is handed to the page, and another game begins at another table.

use std::sync::{Arc, PoisonError};

use anstream::adapter::strip_str;
use serde_json::{Value, json};

use super::entry::is_complete;
use super::error::ApiError;
use super::hall::{Beginning, Hall};
use super::lane::Lane;
use super::limits;
use super::proof::goals;
use super::refusal::stuck_query;
use super::seats::own;
use super::table::{Table, are_same};
use super::view::plain;
use crate::game::{Game, GameString, Marks, Source, Spec, export, rules_text, why_no_game_string};
use crate::logic::Value as Term;
use crate::logic::explain::explain;
use crate::logic::query::Query;
use crate::logic::syntax::hidden::visible_line;
use crate::play::{is_pgn, written_pgn, written_record};
use crate::repl::command::Verb;
use crate::repl::statement::{self, Statement};
use crate::repl::{
    Assistant, Exported, Session, Status, asked_to_solve, exported_form, machine_of, question_of,
};

/// What a session says of a question that was stopped.
const INTERRUPTED: &str = "interrupted";

/// The prompt of a table.
pub struct Prompt {
    assistant: Assistant,
    /// Where the table stood when the session last knew of it.
    at: usize,
}

/// What a statement led to.
#[derive(Default)]
struct Reply {
    kind: &'static str,
    text: String,
    more: serde_json::Map<String, Value>,
}

impl Reply {
    fn new(kind: &'static str, text: impl AsRef<str>) -> Reply {
        let text = plain(&strip_str(text.as_ref()).to_string());
        Reply { kind, text, more: serde_json::Map::new() }
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Reply {
        self.more.insert(key.into(), value.into());
        self
    }

    fn error(text: impl AsRef<str>) -> Reply {
        Reply::new("error", text)
    }

    fn download(name: &str, text: String) -> Reply {
        let name: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
        let download = json!({ "name": visible_line(&name), "text": text });
        Reply::new("download", format!("{name} is ready to be saved")).with("download", download)
    }

    fn shown(self) -> Value {
        let mut shown = serde_json::Map::new();
        shown.insert("kind".into(), self.kind.into());
        shown.insert("text".into(), self.text.into());
        shown.extend(self.more);
        Value::Object(shown)
    }
}

/// Somebody at a table's prompt.
pub struct Asking<'a> {
    /// The table.
    pub table: &'a Table,
    /// Where other tables are.
    pub hall: &'a Hall,
    /// The key of a seat, if they have one.
    pub key: Option<&'a str>,
}

impl Prompt {
    /// The prompt of a table, with the game as it stands there.
    fn at<'p>(slot: &'p mut Option<Prompt>, table: &Table) -> Result<&'p mut Prompt, ApiError> {
        let (game, at) = table.game();
        let fits =
            |prompt: &Prompt| are_same(prompt.assistant.session.game().rules(), game.rules());
        let prompt = match slot.take().filter(fits) {
            Some(prompt) => prompt,
            None => {
                let amendments = game.rules().amendments().clone();
                let rules = Arc::new(game.rules().amended(amendments, table.asking.limits())?);
                let session = Session::new(game.under(rules), table.asking.limits());
                Prompt { assistant: Assistant::new(session), at }
            }
        };
        let prompt = slot.insert(prompt);
        let session = &mut prompt.assistant.session;
        let is_same = session.game().actions().eq(game.actions())
            && session.game().settlement() == game.settlement();
        if prompt.at != at || !is_same {
            let rules = session.game().rules().clone();
            session.set_game(game.under(rules));
            prompt.at = at;
        }
        Ok(prompt)
    }
}

impl Asking<'_> {
    /// The game at a node, by rules that a question can be stopped in.
    pub fn game(&self, node: Option<usize>) -> Result<Game, ApiError> {
        let mut slot = self.table.prompt.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = Prompt::at(&mut slot, self.table)?.assistant.session.game().rules().clone();
        Ok(self.table.game_at(node)?.0.under(rules))
    }

    /// Does what an entry says.
    pub fn enter(&self, entry: &str) -> Result<Value, ApiError> {
        if entry.len() > limits::LONGEST_ENTRY {
            return Err(ApiError::too_large(format!(
                "an entry has at most {} bytes",
                limits::LONGEST_ENTRY
            )));
        }
        let mut slot = self.table.prompt.lock().unwrap_or_else(PoisonError::into_inner);
        let prompt = Prompt::at(&mut slot, self.table)?;
        if !is_complete(prompt.assistant.session.game(), entry) {
            let name = prompt.assistant.session.prompt();
            return Ok(json!({ "prompt": name, "complete": false, "replies": [] }));
        }
        let mut replies = Vec::new();
        let mut rest = entry.to_string();
        loop {
            let prompt = Prompt::at(&mut slot, self.table)?;
            if prompt.assistant.session.is_interrupted() {
                replies.push(self.told(&ApiError::too_slow()).shown());
                break;
            }
            let first = statement::first(prompt.assistant.session.game(), &rest);
            let Some((statement, after)) = first.map(|(first, rest)| (first, rest.to_string()))
            else {
                break;
            };
            rest = after;
            let statement = self.as_meant_here(prompt.assistant.session.game(), statement);
            let (reply, followed) = match self.screened(&prompt.assistant.session, &statement) {
                Some(reply) => (reply, Ok(())),
                None => {
                    let before = prompt.assistant.session.game().clone();
                    let reply = self.run(prompt, statement);
                    (reply, self.follow(prompt, &before))
                }
            };
            let is_last = matches!(reply.kind, "error" | "refused" | "table");
            if let Err(error) = &followed {
                // The table has not followed, so what the session says of it is not so.
                replies.push(self.told(error).shown());
                slot.take();
                break;
            }
            replies.push(reply.shown());
            if is_last {
                break;
            }
        }
        let name = Prompt::at(&mut slot, self.table)?.assistant.session.prompt();
        Ok(json!({ "prompt": plain(&name), "complete": true, "replies": replies }))
    }

    /// What a statement means at a table: `undo` alone goes back to the last turn of a
    /// person, as the page's button does. A machine would only move again.
    fn as_meant_here(&self, game: &Game, statement: Statement) -> Statement {
        let is_undo =
            matches!(&statement, Statement::Command(Verb::Undo, count) if count.is_empty());
        if !is_undo || game.settlement().is_some() {
            return statement;
        }
        match self.table.undone_at_once() {
            Ok(moves) => Statement::Command(Verb::Undo, moves.to_string()),
            Err(_) => statement,
        }
    }

    /// Takes over at the table what the session did.
    fn follow(&self, prompt: &mut Prompt, before: &Game) -> Result<(), ApiError> {
        let game = prompt.assistant.session.game();
        let has_new_rules = !are_same(before.rules(), game.rules());
        let has_moved = before.actions().ne(game.actions());
        self.table.follow(prompt.at, before, game)?;
        if has_moved {
            prompt.at = self.table.game().1;
        }
        if has_new_rules {
            prompt.assistant.refresh();
        }
        Ok(())
    }

    /// What is seen to here, since it concerns files or other games, or is refused.
    fn screened(&self, session: &Session, statement: &Statement) -> Option<Reply> {
        let seen_to = self.elsewhere(session, statement).transpose();
        let seen_to = seen_to.or_else(|| self.allowed(session, statement).err().map(Err));
        seen_to.map(|reply| reply.unwrap_or_else(|error| self.told(&error)))
    }

    fn told(&self, error: &ApiError) -> Reply {
        let body = error.body();
        let message = body["error"]["message"].as_str().unwrap_or_default();
        let diagnostics = body["error"]["diagnostics"].as_str();
        Reply::error(diagnostics.unwrap_or(&format!("error: {message}")))
    }

    /// Whether whoever asks may do it: who has no seat does not move for who has one.
    fn allowed(&self, session: &Session, statement: &Statement) -> Result<(), ApiError> {
        let turn = session.game().turn();
        match statement {
            Statement::Move(_) | Statement::Command(Verb::Play | Verb::Machine, _) => {
                self.table.allows(turn, self.key)
            }
            Statement::Clauses(_)
            | Statement::Facts(_)
            | Statement::Command(
                Verb::Undo
                | Verb::Redo
                | Verb::Goto
                | Verb::Off
                | Verb::On
                | Verb::Replace
                | Verb::Forget
                | Verb::Reset
                | Verb::Set,
                _,
            ) => self.table.allows_any(self.key),
            _ => Ok(()),
        }
    }

    /// What is done in another way than at a terminal.
    fn elsewhere(
        &self,
        session: &Session,
        statement: &Statement,
    ) -> Result<Option<Reply>, ApiError> {
        let game = session.game();
        let instead = |text: &str| Ok(Some(Reply::error(format!("error: {text}"))));
        let Statement::Command(verb, argument) = statement else {
            return match statement {
                Statement::Consult(_) => instead(
                    "files of this computer are out of reach here; drop a rule file on the menu, \
                     or paste its clauses",
                ),
                _ => Ok(None),
            };
        };
        match (verb, argument.as_str()) {
            (Verb::New, "") => {
                self.table.allows_any(self.key)?;
                self.table.go_to(super::tree::ROOT, self.key)?;
                Ok(Some(Reply::new("text", "the game begins again; its moves are kept")))
            }
            (Verb::New, name) => {
                let spec = Spec::parse(name).map_err(ApiError::bad_request)?;
                let id = match &spec.source {
                    Source::Shipped(name) => name.clone(),
                    Source::File(path) => path.display().to_string(),
                };
                let rules =
                    self.hall.catalogue.rules(&id, spec.choices, self.table.asking.limits());
                let rules = rules?;
                let game = Game::new(rules)?;
                self.begin(game).map(Some)
            }
            (Verb::Load, text) if GameString::is_meant(text) => {
                let beginning =
                    Beginning::Record { text: text.into(), number: None, players: None };
                let id = self.hall.begin(beginning, None, Lane::new())?;
                Ok(Some(Reply::new("table", "the game is at a table of its own").with("table", id)))
            }
            (Verb::Load, _) => instead(
                "files of this computer are out of reach here; the menu loads a record that you \
                 drop, choose or paste",
            ),
            (Verb::Resume | Verb::Games, _) => instead("the menu lists the games under way"),
            (Verb::Reload, _) => instead("files of this computer are not read again from here"),
            (Verb::Edit, _) => instead("clauses are edited in the list of rules"),
            (Verb::Transcript | Verb::Append | Verb::EndTranscript, _) => {
                instead("a transcript is written at the terminal; here, copy what stands above")
            }
            (Verb::Tutorial | Verb::Skip, _) => {
                instead("the tutorial is at the terminal: start `hornet`, and type `tutorial`")
            }
            (Verb::Quit, _) => instead("the game is kept; close the window to leave"),
            (Verb::Save, name) => self.saved(game, name).map(Some),
            (Verb::Export, name) if !matches!(name, "" | "facts" | "uhp" | "pgn") => {
                Ok(Some(match exported_form(name) {
                    Ok(Exported::Pgn) => Reply::download(name, pgn(game)?),
                    Ok(Exported::Program) => Reply::download(name, export(game)),
                    Err(error) => Reply::error(strip_str(&error.text()).to_string()),
                }))
            }
            (Verb::Board, argument) if argument.split_whitespace().next() == Some("svg") => {
                let name = argument.split_whitespace().nth(1).unwrap_or("board.svg");
                let picture = game.rules().presentation().picture(game, &Marks::none());
                Ok(Some(Reply::download(name, picture.to_string())))
            }
            (Verb::Setup, argument) if argument.split(';').any(loads) => instead(
                "files of this computer are out of reach here; `setup paste` takes a drawing or facts",
            ),
            (Verb::Set, argument) => match asks_for_too_much(argument) {
                true => instead(&format!("limit is at most {} here", limits::MOST_ANSWERS)),
                false => Ok(None),
            },
            (Verb::Hint, seconds) => match seconds.trim_end_matches('s').parse::<f64>() {
                Ok(seconds) if seconds > limits::LONGEST_QUESTION.as_secs_f64() / 2.0 => {
                    instead("a hint takes at most 5 seconds here")
                }
                _ => Ok(None),
            },
            (Verb::Solve, argument) => {
                let most = limits::LONGEST_QUESTION / 2;
                match asked_to_solve(argument).is_ok_and(|asked| asked.time > most) {
                    true => instead("solving takes at most 5 seconds here"),
                    false => Ok(None),
                }
            }
            (Verb::Machine, name) => {
                let player = machine_of(name, game.rules()).map_err(ApiError::bad_request)?;
                let said = format!("{player} is asked for a move");
                self.table.let_machine_move(own(player)?, self.key)?;
                Ok(Some(Reply::new("text", said)))
            }
            _ => Ok(None),
        }
    }

    /// What `save` would write, for the page to keep.
    fn saved(&self, game: &Game, argument: &str) -> Result<Reply, ApiError> {
        let argument = argument.trim_start_matches('!').trim();
        let rules = game.rules();
        Ok(match argument.split_once(char::is_whitespace) {
            Some(("rules", name)) => Reply::download(name, rules_text(rules.program())),
            Some(("mine", name)) => Reply::download(name, rules.amendments().text()),
            _ if argument.is_empty() => Reply::download("hornet.game", written_record(game)),
            _ if is_pgn(argument.as_ref()) => Reply::download(argument, pgn(game)?),
            _ => Reply::download(argument, written_record(game)),
        })
    }

    /// Begins a game at a table of its own, with people on all sides.
    fn begin(&self, game: Game) -> Result<Reply, ApiError> {
        let id = self.hall.begin(Beginning::Game { game, players: None }, None, Lane::new())?;
        Ok(Reply::new("table", "the game is at a table of its own").with("table", id))
    }

    /// Lets the session do it.
    fn run(&self, prompt: &mut Prompt, statement: Statement) -> Reply {
        let session = &mut prompt.assistant.session;
        let before = session.game().clone();
        let (begun, kind) = (session.begun(), kind_of(&statement));
        let asked = question(session.game(), &statement);
        let is_move = matches!(statement, Statement::Move(_) | Statement::Command(Verb::Play, _));
        // The page draws the board itself.
        let drawing = session.set_drawing(kind == Kind::Drawing);
        let answer = session.run(statement);
        session.set_drawing(drawing);
        if session.begun() != begun {
            let game = session.game().clone();
            session.set_game(before);
            return self.begin(game).unwrap_or_else(|error| self.told(&error));
        }
        let text = strip_str(&answer.text).to_string();
        if text == INTERRUPTED {
            return self.told(&ApiError::too_slow());
        }
        if answer.status != Status::Fine {
            return Reply::new(if is_move { "refused" } else { "error" }, text);
        }
        match kind {
            Kind::Question => self.answered(session, Reply::new("answers", text)),
            Kind::Why => match asked.and_then(|query| proof(session.game(), &query)) {
                Some(proof) => Reply::new("proof", text).with("proof", proof),
                None => Reply::new("text", text),
            },
            // The page shows the marks on its own board.
            Kind::Mark => {
                let last = text.lines().last().unwrap_or_default();
                self.answered(session, Reply::new("text", last))
            }
            Kind::Drawing | Kind::Other => Reply::new("text", text),
        }
    }

    /// Adds the answers of the last question as a table, and their cells.
    fn answered(&self, session: &Session, reply: Reply) -> Reply {
        let Some((answers, more)) = session.last_answers() else { return reply };
        let mut columns: Vec<&str> = Vec::new();
        for (name, _) in answers.iter().flatten() {
            if !columns.contains(&name.as_str()) {
                columns.push(name.as_str());
            }
        }
        let mut marks: Vec<String> = Vec::new();
        let rows: Vec<Value> = answers
            .iter()
            .map(|answer| {
                let value = |name: &&str| {
                    let bound = answer.iter().find(|(known, _)| known.as_str() == *name);
                    bound.map_or("_".to_string(), |(_, bound)| plain(&bound.to_string()))
                };
                let values: Vec<String> = columns.iter().map(value).collect();
                let cells = answer.iter().flat_map(|(_, bound)| bound.values());
                let mut cells: Vec<String> = cells
                    .filter_map(|value| value.as_cell())
                    .map(|cell| cell.to_string())
                    .collect();
                cells.dedup();
                marks.extend(cells.iter().cloned());
                json!({ "values": values, "cells": cells })
            })
            .collect();
        marks.sort();
        marks.dedup();
        // Answers without cells are marked where the position has them.
        if marks.is_empty() {
            marks.extend(session.marked().iter().map(|cell| cell.to_string()));
        }
        let table = json!({ "columns": columns, "rows": rows, "more": more });
        reply.with("answers", table).with("marks", marks)
    }

    /// What completes a line.
    pub fn complete(&self, entry: &str) -> Result<Value, ApiError> {
        if entry.len() > limits::LONGEST_ENTRY {
            return Err(ApiError::too_large("that is too long to complete"));
        }
        let mut slot = self.table.prompt.lock().unwrap_or_else(PoisonError::into_inner);
        let prompt = Prompt::at(&mut slot, self.table)?;
        let (start, pairs) = prompt.assistant.completions(entry);
        // The page counts as its language does.
        let start = entry[..start].encode_utf16().count();
        let choices: Vec<String> =
            pairs.into_iter().map(|pair| plain(&pair.replacement)).take(200).collect();
        Ok(json!({ "start": start, "choices": choices }))
    }

    /// Sets up a position, step by step: the draft as it is now, or the table at which
    /// it is played on.
    pub fn set_up(&self, steps: &[String]) -> Result<SetUp, ApiError> {
        let mut slot = self.table.prompt.lock().unwrap_or_else(PoisonError::into_inner);
        let prompt = Prompt::at(&mut slot, self.table)?;
        let argument = steps.join("; ");
        if argument.len() > limits::LONGEST_ENTRY {
            return Err(ApiError::too_large("these are too many steps"));
        }
        let statement = Statement::Command(Verb::Setup, argument);
        let reply = match self.screened(&prompt.assistant.session, &statement) {
            Some(reply) => reply,
            None => self.run(prompt, statement),
        };
        if let Some(id) = reply.more.get("table").and_then(Value::as_str) {
            self.table.show_setup(None)?;
            return Ok(SetUp::Played(id.into()));
        }
        if reply.kind == "error" {
            return Err(ApiError::rejected(reply.text));
        }
        let draft =
            prompt.assistant.session.position_set_up().map(super::setup::shown).transpose()?;
        Ok(SetUp::Draft(self.table.show_setup(draft)?))
    }
}

/// What came of steps to set up a position.
pub enum SetUp {
    /// The table, with the draft as it is now.
    Draft(Value),
    /// The position is played on at another table.
    Played(String),
}

/// What a statement is, as far as its reply depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Question,
    Why,
    Mark,
    Drawing,
    Other,
}

fn kind_of(statement: &Statement) -> Kind {
    match statement {
        Statement::Goal(_) => Kind::Question,
        Statement::Command(Verb::Why, _) => Kind::Why,
        Statement::Command(Verb::Mark, _) => Kind::Mark,
        Statement::Command(Verb::Board | Verb::WhatIf, _) => Kind::Drawing,
        _ => Kind::Other,
    }
}

/// The question that `why` explains, if it is not the last one.
fn question(game: &Game, statement: &Statement) -> Option<Query> {
    let Statement::Command(Verb::Why, argument) = statement else { return None };
    let argument = argument.trim().strip_prefix("not ").unwrap_or(argument.trim());
    let parse = |goal: &str| {
        Query::parse(game.rules().program(), goal)
            .map_err(|_| crate::game::Unreadable::new(goal, "it cannot be read"))
    };
    let asked = question_of(game, argument, parse).ok().or_else(|| why_stuck(game, argument));
    asked.filter(|_| !argument.is_empty())
}

/// The question why nothing can be done with the piece of that name, if nothing can.
fn why_stuck(game: &Game, name: &str) -> Option<Query> {
    let declarations = &game.rules().program().declarations;
    let mut declared = declarations.enums.iter().flat_map(|known| &known.values);
    let declared = declared.find(|value| value.as_str() == name);
    let piece = declared.map(|value| Term::Atom(*value));
    let piece = piece.or_else(|| declarations.cell_named(name).map(Term::Cell))?;
    let can_move = game.legal().ok()?.iter().any(|action| action.args.contains(&piece));
    let given = game.stuck(piece).ok()?;
    stuck_query(game, piece, &given).filter(|_| !can_move)
}

fn proof(game: &Game, query: &Query) -> Option<Value> {
    let why = explain(game.rules().engine(), query, &game.situation()).ok()?;
    Some(goals(game, &why))
}

fn pgn(game: &Game) -> Result<String, ApiError> {
    let written = written_pgn(game)?;
    written.ok_or_else(|| {
        ApiError::bad_request(format!("PGN is for games of Hive: {}", why_no_game_string(game)))
    })
}

fn loads(step: &str) -> bool {
    step.split_whitespace().next() == Some("load")
}

/// Whether more answers are asked for than can be had here.
fn asks_for_too_much(argument: &str) -> bool {
    let mut words =
        argument.split(|c: char| c.is_whitespace() || c == '=').filter(|w| !w.is_empty());
    let is_limit = words.next() == Some("limit");
    let number = words.next().and_then(|word| word.parse::<usize>().ok());
    is_limit && number.is_some_and(|number| number > limits::MOST_ANSWERS)
}
