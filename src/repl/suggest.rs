//! What stands dimmed behind the cursor: how a command goes on, and the columns
//! of a relation with what it means.

use super::command;
use super::lexicon::{Lexicon, open_calls};
use super::listing::description;
use crate::game::Game;
use crate::logic::program::{Name, RelationId, Wrapper};

/// The hint for a line that ends at the cursor.
pub fn suggest(game: &Game, lexicon: &Lexicon, line: &str) -> Option<String> {
    if line.trim().is_empty() {
        return None;
    }
    let calls = open_calls(line);
    let Some(call) = calls.iter().rev().find(|call| !call.name.is_empty()) else {
        return usage(line);
    };
    // Inside of a cell or a group nothing is to be said.
    if calls.last() != Some(call) {
        return None;
    }
    let written = !line[call.start..].trim().is_empty();
    let blank = if line.ends_with([' ', '(']) { "" } else { " " };
    let from = call.argument + usize::from(written);
    let (columns, meaning) = columns(game, lexicon, &call.name, call.argument)?;
    let rest = columns.get(from..).unwrap_or_default().join(", ");
    let comma = if written && !rest.is_empty() { "," } else { "" };
    let rest = match rest.is_empty() {
        true => ")".to_string(),
        false => format!("{comma}{}{rest})", if written { " " } else { blank }),
    };
    let meaning = if meaning.is_empty() { meaning } else { format!("   % {meaning}") };
    Some(format!("{rest}{meaning}"))
}

/// How a command goes on.
fn usage(line: &str) -> Option<String> {
    let (command, argument) = command::find(line)?;
    if !argument.is_empty() {
        return None;
    }
    let blank = if line.ends_with(' ') { "" } else { " " };
    let usage = match command.usage {
        "" => String::new(),
        usage => format!("{blank}{usage}"),
    };
    Some(format!("{usage}   % {}", command.summary))
}

/// The columns of what is called, and what it means.
fn columns(
    game: &Game,
    lexicon: &Lexicon,
    name: &str,
    argument: usize,
) -> Option<(Vec<String>, String)> {
    let program = game.rules().program();
    if let Some(wrapper) = Wrapper::ALL.into_iter().find(|wrapper| wrapper.name() == name) {
        let columns = match wrapper {
            Wrapper::Refuse => vec!["Action".into(), "Reason".into()],
            wrapper if wrapper.of_actions() => vec!["Action".into()],
            _ => vec!["Fact".into()],
        };
        return Some((columns, String::new()));
    }
    let is_plain = |id: &RelationId| {
        let relation = &program.relations[*id];
        matches!(relation.name, Name::Plain(_)) && relation.arity > argument
    };
    if let Some(id) = lexicon.called(name).iter().copied().find(is_plain) {
        let columns = program.column_names(id).iter().map(|name| name.to_string()).collect();
        return Some((columns, description(&program.relations[id])));
    }
    let template = lexicon.templates(name).iter().find(|known| known.columns.len() > argument)?;
    let word = |ty: &_| program.declarations.type_word(*ty).to_string();
    Some((template.columns.iter().map(word).collect(), String::new()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    fn hint(line: &str) -> String {
        let game = Game::new(Arc::new(Rules::open("tanks").unwrap())).unwrap();
        suggest(&game, &Lexicon::of(&game), line).unwrap_or_default()
    }

    #[test]
    fn a_relation_shows_its_columns() {
        assert_eq!(hint("occupied("), "Cell)   % Some tank stands on Cell.");
        assert!(hint("drives(").starts_with("Player, From, To)   % Any tank"));
        assert!(hint("drives(bot").starts_with(", From, To)"));
        assert!(hint("drives(bot, ").starts_with("From, To)"));
        assert!(hint("drives(bot,").starts_with(" From, To)"));
        assert!(hint("drives(bot, a1, a2").starts_with(")"));
        assert_eq!(hint("legal("), "Action)");
        assert_eq!(hint("legal(move("), "cell, cell)");
    }

    #[test]
    fn a_command_shows_how_it_goes_on() {
        let goes_on = "[rules] [N | all]   % take moves back, or changes of the rules";
        assert_eq!(hint("undo"), format!(" {goes_on}"));
        assert_eq!(hint("undo "), goes_on);
        assert_eq!(hint("undo 3"), "");
        assert_eq!(hint("nothing of note"), "");
    }
}
