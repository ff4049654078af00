//! A position as a program for SWI-Prolog.

use std::fmt::Write as _;

use super::course::Game;
use crate::logic::source::Sources;
use crate::logic::{EVERY_GAME, EVERY_GAME_NAME};

/// What makes SWI-Prolog understand the rules.
pub const PRELUDE: &str = include_str!("../../rules/prelude.pl");

/// One file that SWI-Prolog loads as it is: the prelude, the rules, word for
/// word, and the position.
pub fn export(game: &Game) -> String {
    let rules = game.rules();
    let declared = &rules.program().declarations.options;
    let mut text = String::from(":- encoding(utf8).\n\n");
    let _ = writeln!(text, "%   {}, as a program for SWI-Prolog: hornet's prelude,", rules.title());
    let _ = writeln!(text, "%   the rules as they stand, and the position at the end.\n");
    text.push_str(PRELUDE);
    text.push('\n');
    for (option, value) in declared.iter().zip(rules.options()) {
        let _ = writeln!(text, ":- chosen({}, {value}).", option.name);
    }
    section(&mut text, EVERY_GAME_NAME);
    text.push_str(EVERY_GAME);
    let sources = &rules.program().sources;
    section(&mut text, &sources.main().name);
    text.push_str(&with_includes(sources));
    section(&mut text, "The position");
    text.push_str(&facts_as_prolog(game));
    text
}

fn section(text: &mut String, name: &str) {
    let _ = writeln!(text, "\n\n%   {}\n%   {name}\n", "-".repeat(70));
}

/// The position and its history as Prolog facts, one a line.
pub fn facts_as_prolog(game: &Game) -> String {
    let relations = &game.rules().program().relations;
    let mut text = String::new();
    for (relation, row) in game.position().sorted() {
        let _ = writeln!(text, "{}.", relations[relation].show(&row));
    }
    let _ = writeln!(text, "turn_number({}).", game.turn_number());
    let _ = writeln!(text, "repetitions({}).", game.repetitions());
    text
}

/// The main text, with the text of each included file in the place of its
/// directive.
fn with_includes(sources: &Sources) -> String {
    let mut text = sources.main().text.clone();
    for (_, file) in sources.included() {
        let name = file.name.rsplit(['/', '\\']).next().unwrap_or(&file.name);
        let line = text.lines().find(|line| {
            let line = line.trim();
            line.starts_with(":- include(") && line.contains(name)
        });
        if let Some(line) = line.map(str::to_string) {
            text = text.replacen(&line, &file.text, 1);
        }
    }
    text
}
