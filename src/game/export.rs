//! A position as a program for SWI-Prolog.

use std::fmt::Write as _;

use super::game::Game;
use crate::logic::EVERY_GAME_NAME;
use crate::logic::program::Program;
use crate::logic::syntax::hidden::visible_line;

/// What makes SWI-Prolog understand the rules.
pub const PRELUDE: &str = include_str!("../../rules/prelude.pl");

/// One file that SWI-Prolog loads as it is: the prelude, the rules, word for
/// word, and the position.
pub fn export(game: &Game) -> String {
    let rules = game.rules();
    let declarations = &rules.program().declarations;
    let mut text = String::from(":- encoding(utf8).\n\n");
    let title = visible_line(rules.title());
    let _ = writeln!(text, "%   {title}, as a program for SWI-Prolog: hornet's prelude,");
    let _ = writeln!(
        text,
        "{}",
        match rules.is_game() {
            true => "%   the rules as they stand, and the position at the end.\n",
            false => "%   and the facts and rules as they stand.\n",
        }
    );
    text.push_str(PRELUDE);
    text.push('\n');
    for (option, value) in declarations.options.iter().zip(rules.options()) {
        let _ = writeln!(text, ":- chosen({}, {value}).", option.name);
    }
    for (weight, value) in declarations.weights.iter().zip(rules.weights()) {
        let _ = writeln!(text, ":- chosen({}, {value}).", weight.name);
    }
    let program = rules.program();
    if rules.is_game() {
        section(&mut text, EVERY_GAME_NAME);
        text.push_str(&program.whole_text(program.sources.shared()));
    }
    section(&mut text, &program.sources.file(program.sources.main()).name);
    text.push_str(&rules_text(program));
    if rules.is_game() {
        section(&mut text, "The position");
        text.push_str(&facts_as_prolog(game));
    }
    text
}

fn section(text: &mut String, name: &str) {
    let _ = writeln!(text, "\n\n%   {}\n%   {}\n", "-".repeat(70), visible_line(name));
}

/// The position and its history as Prolog facts, one a line.
pub fn facts_as_prolog(game: &Game) -> String {
    let relations = &game.rules().program().relations;
    let mut text = String::new();
    for (relation, row) in game.position().sorted() {
        let _ = writeln!(text, "{}.", relations[relation].show(&row));
    }
    if game.settlement().is_some()
        && let Ok(why) = game.why_nothing_is_legal()
    {
        let _ = writeln!(text, "% {why}");
    }
    let _ = writeln!(text, "turn_number({}).", game.turn_number());
    let _ = writeln!(text, "repetitions({}).", game.repetitions());
    text
}

/// The rules as one text: what they include stands in the place of its
/// directive, what is switched off is a comment, and what was added comes last.
pub fn rules_text(program: &Program) -> String {
    let sources = &program.sources;
    let mut text = program.whole_text(sources.main());
    for added in sources.amendments() {
        let name = visible_line(&sources.file(*added).name);
        let added = program.whole_text(*added);
        // What was forgotten has left its lines empty.
        let added = added.trim_start_matches('\n');
        let _ = write!(text, "\n\n%   Added: {name}\n\n{added}");
    }
    text
}
