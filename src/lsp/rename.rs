//! A new name for a relation, an action, a state fact, a type, an option, a value or a
//! variable, wherever it stands in the texts of a project. A name that would change
//! what the rules mean is refused, with the reason.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_types::{Range, TextEdit};
use thiserror::Error;

use super::analysis::{Occurrence, Role, Symbol, is_wrapper};
use super::documents::Document;
use super::project::{DeclaredType, Project};
use super::reference;
use crate::logic::Atom;
use crate::logic::check::protected;
use crate::logic::syntax::hidden::is_hidden;
use crate::logic::syntax::identifier::{begins_variable, is_variable};
use crate::logic::syntax::lexer::{TokenKind, tokens};
use crate::logic::syntax::operators;
use crate::logic::syntax::source::Sources;

/// Why something cannot be renamed.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is no name.
    #[error(
        "there is no name here: put the cursor on a relation, an action, a value or a variable"
    )]
    NoName,
    /// It belongs to the language.
    #[error("`{0}` belongs to the rule language and cannot be renamed")]
    BuiltIn(String),
    /// Hornet would not find it any more.
    #[error("`{0}` cannot be renamed: Hornet asks the rules for it by this name")]
    Asked(String),
    /// Nothing declares the value.
    #[error(
        "`{0}` is not a value that the rules declare: only those, and names of relations, actions, types, options and variables, can be renamed"
    )]
    Undeclared(String),
    /// Other things have the same name, and it is not clear which are which.
    #[error(
        "`{0}` cannot be renamed: it is a value of several types, or also a direction of the board"
    )]
    Ambiguous(String),
    /// It would not be read as a variable.
    #[error(
        "`{0}` is not a variable: variables begin with an upper-case letter or `_` and go on with letters, digits and `_`"
    )]
    NotAVariable(String),
    /// `_` is not a name.
    #[error("`_` is another variable wherever it stands: choose a name")]
    Anonymous,
    /// It would be read as a variable.
    #[error(
        "`{0}` would be a variable: begin with a lower-case letter, or write '{0}' between quotes"
    )]
    IsVariable(String),
    /// It would not be read as an atom at all.
    #[error(
        "`{0}` is not a name: begin with a lower-case letter and go on with letters, digits and `_`, or write it between single quotes"
    )]
    NotAName(String),
    /// It is an operator.
    #[error("`{0}` is an operator: choose another name")]
    Operator(String),
    /// There is such a thing already.
    #[error("there is {what} `{name}` already: the two would become one")]
    Taken {
        /// Of what kind.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The language or Prolog has it.
    #[error("`{0}` is taken: it belongs to the rule language or to Prolog")]
    Reserved(String),
}

/// The edits of a renaming, by text.
pub type Edits = BTreeMap<String, (Arc<Document>, Vec<TextEdit>)>;

/// What would be renamed at a byte: where it stands, and its name.
pub fn prepare(
    project: &Project,
    document: &Arc<Document>,
    offset: usize,
) -> Result<(Range, String), Refusal> {
    let name = document.analysis().name_at(offset).ok_or(Refusal::NoName)?;
    check_old(project, name.symbol)?;
    let shown = document.text[name.bytes.clone()].to_string();
    Ok((document.range(name.bytes.clone()), shown))
}

/// Gives what stands at a byte a new name.
pub fn rename(
    project: &Project,
    document: &Arc<Document>,
    offset: usize,
    new_name: &str,
) -> Result<Edits, Refusal> {
    let name = document.analysis().name_at(offset).ok_or(Refusal::NoName)?;
    check_old(project, name.symbol)?;
    let symbol = project.meaning(name.symbol);
    let text = match symbol {
        Symbol::Variable(..) => variable(project, document, symbol, new_name.trim())?,
        _ => {
            let atom = atom(new_name.trim())?;
            if atom != symbol.name() {
                check_new(project, symbol, atom)?;
            }
            atom.to_string()
        }
    };
    let mut edits = Edits::new();
    for (document, name) in project.same(document, symbol) {
        let (_, edits) = edits
            .entry(document.uri.as_str().into())
            .or_insert_with(|| (document.clone(), Vec::new()));
        edits.push(TextEdit::new(document.range(name.bytes.clone()), text.clone()));
    }
    Ok(edits)
}

/// Whether a name may change at all.
fn check_old(project: &Project, symbol: Symbol) -> Result<(), Refusal> {
    let (name, shown) = (symbol.name().as_str(), symbol.name().to_string());
    let is_declared = |role: Role, wanted: Symbol| {
        project.names().any(|(_, name)| name.symbol == wanted && name.role == role)
    };
    match project.meaning(symbol) {
        Symbol::Word(_) | Symbol::Directive(_) => Err(Refusal::BuiltIn(shown)),
        Symbol::Path(_) => Err(Refusal::NoName),
        Symbol::Relation(_, arity) => {
            let shown = format!("{shown}/{arity}");
            let is_asked = reference::relation(name, arity).is_some();
            let is_defined = is_declared(Role::Defines, symbol);
            match () {
                _ if is_wrapper(name) => Err(Refusal::BuiltIn(shown)),
                _ if (name, arity) == ("turn", 1) => Err(Refusal::Asked(shown)),
                // A program may have a `between/3` or `weight/2` of its own.
                _ if matches!((name, arity), ("between", 3) | ("weight", 2)) && is_defined => {
                    Ok(())
                }
                _ if is_asked && is_defined => Err(Refusal::Asked(shown)),
                _ if is_asked || (name, arity) == ("over", 0) => Err(Refusal::BuiltIn(shown)),
                _ => Ok(()),
            }
        }
        Symbol::Type(name) if is_declared(Role::Declares, Symbol::Type(name)) => Ok(()),
        Symbol::Type(_) => Err(Refusal::BuiltIn(shown)),
        Symbol::Value(value) => {
            let types = project.types();
            let holds = |it: &DeclaredType| it.values.iter().any(|it| it.symbol == symbol);
            let is_weight = project.weights().any(|(_, _, name)| name == value);
            match types.filter(holds).count() + usize::from(is_weight) {
                0 => Err(Refusal::Undeclared(shown)),
                1 if !is_direction(project, value) => Ok(()),
                _ => Err(Refusal::Ambiguous(shown)),
            }
        }
        // Hornet knows an option of this name.
        Symbol::Option(_) if name == "style" => Err(Refusal::Asked(shown)),
        Symbol::Option(_) | Symbol::Action(..) | Symbol::Variable(..) => Ok(()),
    }
}

/// Whether a value may be meant as a direction as well.
fn is_direction(project: &Project, value: Atom) -> bool {
    let has_board =
        |document: &Arc<Document>| document.analysis().directives(&["board"]).next().is_some();
    let directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    directions.contains(&value.as_str()) && project.documents.iter().any(has_board)
}

/// A variable's new name, as it is written.
fn variable(
    project: &Project,
    document: &Arc<Document>,
    symbol: Symbol,
    new_name: &str,
) -> Result<String, Refusal> {
    if new_name == "_" {
        return Err(Refusal::Anonymous);
    }
    if !is_variable(new_name) {
        return Err(Refusal::NotAVariable(new_name.into()));
    }
    let Symbol::Variable(old, clause) = symbol else { return Err(Refusal::NoName) };
    let new = Symbol::Variable(Atom::new(new_name), clause);
    if new.name() != old && !project.same(document, new).is_empty() {
        return Err(Refusal::Taken { what: "a variable", name: new_name.into() });
    }
    Ok(new_name.into())
}

/// The atom that somebody means who types a name, with quotes or without.
fn atom(new_name: &str) -> Result<Atom, Refusal> {
    let shown = || new_name.chars().take(60).collect::<String>();
    if new_name.is_empty() || new_name.contains(is_hidden) || new_name.contains(['\n', '\t']) {
        return Err(Refusal::NotAName(shown()));
    }
    if new_name.starts_with('\'') {
        let (tokens, errors) = tokens(Sources::default().next(), new_name);
        return match (&tokens[..], errors.is_empty()) {
            ([token], true) => match &token.kind {
                TokenKind::Atom { name, quoted: true } if !name.is_empty() => Ok(Atom::new(name)),
                _ => Err(Refusal::NotAName(shown())),
            },
            _ => Err(Refusal::NotAName(shown())),
        };
    }
    if operators::is_operator(new_name) {
        return Err(Refusal::Operator(shown()));
    }
    if is_variable(new_name) && new_name.starts_with(begins_variable) {
        return Err(Refusal::IsVariable(shown()));
    }
    let is_word = new_name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-'));
    if !is_word {
        return Err(Refusal::NotAName(shown()));
    }
    Ok(Atom::new(new_name))
}

/// Whether a new name is free.
fn check_new(project: &Project, symbol: Symbol, new: Atom) -> Result<(), Refusal> {
    let has = |is_it: &dyn Fn(&Occurrence) -> bool| project.names().any(|(_, name)| is_it(name));
    let is_weight = |name: Atom| project.weights().any(|(.., weight)| weight == name);
    let taken = |what| Err(Refusal::Taken { what, name: new.to_string() });
    match symbol {
        Symbol::Relation(_, arity) | Symbol::Action(_, arity) => {
            let is_template = |name: &Occurrence| {
                name.role == Role::Declares
                    && matches!(name.symbol, Symbol::Action(it, _) if it == new)
            };
            // Of actions there is one by a name, and so of state facts.
            let is_fact =
                project.templates().any(|it| it.name.symbol.name() == new && it.word != "action");
            let was_fact =
                project.templates().any(|it| it.name.symbol == symbol && it.word != "action");
            match () {
                _ if is_taken(new, arity) => Err(Refusal::Reserved(format!("{new}/{arity}"))),
                _ if has(&|name| name.symbol == Symbol::Relation(new, arity)) => {
                    taken("a relation")
                }
                _ if has(&is_template) => taken("an action"),
                _ if was_fact && is_fact => taken("a state fact"),
                _ => Ok(()),
            }
        }
        Symbol::Type(_) => {
            let is_given = matches!(new.as_str(), "int" | "cell" | "atom" | "player" | "direction");
            match () {
                _ if is_given || is_taken(new, 1) => Err(Refusal::Reserved(new.to_string())),
                _ if has(&|name| name.symbol == Symbol::Type(new)) => taken("a type"),
                _ if has(&|name| name.symbol == Symbol::Relation(new, 1)) => taken("a relation"),
                _ => Ok(()),
            }
        }
        Symbol::Option(_) if new.as_str() == "style" => Err(Refusal::Reserved(new.to_string())),
        Symbol::Option(_) if has(&|name| name.symbol == Symbol::Option(new)) => taken("an option"),
        Symbol::Option(_) if is_weight(new) => taken("a weight"),
        // An option and a weight are chosen alike, by name.
        Symbol::Value(old) if is_weight(old) && has(&|name| name.symbol == Symbol::Option(new)) => {
            taken("an option")
        }
        Symbol::Value(_) if has(&|name| name.symbol == Symbol::Value(new)) => taken("a value"),
        _ => Ok(()),
    }
}

/// Whether the language or Prolog has a relation of that name.
fn is_taken(name: Atom, arity: usize) -> bool {
    let text = name.as_str();
    reference::relation(text, arity).is_some()
        || is_wrapper(text)
        || (text, arity) == ("over", 0)
        || protected::anywhere(text, arity)
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::*;
    use crate::lsp::documents::Documents;
    use crate::lsp::project::Roots;

    const GAME: &str = ":- players([x, o]).\n:- type(kind, [big]).\n:- option(size, 3, [3, 4]).\n\
        :- board(square(size, size)).\n:- state(mark(cell, player)).\n:- state(turn(player)).\n\
        :- action(put(cell)).\nlegal(put(Cell)) :- cell(Cell), \\+ taken(Cell), kind(big).\n\
        taken(Cell) :- mark(Cell, Who), player(Who).\nadd(mark(C, P)) :- does(put(C)), turn(P).\n\
        wins(x) :- draw, taken(a1), between(1, 2, _).\ndraw :- start(mark(a1, o)).\n\
        :- weight(tempo, 3, 0, 9).\nvalue(P, N) :- turn(P), weight(tempo, N).\n";

    /// The text after what stands at the `nth` place of `old` is renamed.
    fn renamed(text: &str, old: &str, nth: usize, new: &str) -> Result<String, Refusal> {
        let uri = Uri::from_str("untitled:game").unwrap();
        let mut documents = Documents::default();
        let document = documents.open(uri, 1, text.into());
        let project = Project::of(&documents, &Roots::default(), &document);
        let offset = text.match_indices(old).nth(nth).unwrap().0;
        let mut edits = rename(&project, &document, offset, new)?;
        let mut changed = text.to_string();
        let (_, edits) = edits.pop_first().unwrap().1;
        for edit in edits.iter().rev() {
            let (start, end) = (document.offset(edit.range.start), document.offset(edit.range.end));
            changed.replace_range(start..end, &edit.new_text);
        }
        Ok(changed)
    }

    #[test]
    fn what_is_renamed_is_renamed_everywhere() {
        for (old, nth, new, was, is) in [
            ("taken", 0, "occupied", "taken", "occupied"),
            ("mark(C,", 0, "sign", "mark", "sign"),
            ("put", 1, "set", "put", "set"),
            ("kind(", 0, "sort", "kind", "sort"),
            ("size", 2, "side", "size", "side"),
            ("tempo", 1, "pace", "tempo", "pace"),
            ("big", 1, "two words", "big", "'two words'"),
            ("taken", 0, "'Taken'", "taken", "'Taken'"),
        ] {
            assert_eq!(renamed(GAME, old, nth, new).unwrap(), GAME.replace(was, is), "{old}");
        }
        let players = renamed(GAME, "x,", 0, "cross").unwrap();
        assert!(players.contains("players([cross, o])") && players.contains("wins(cross)"));
    }

    #[test]
    fn a_variable_is_renamed_in_its_clause() {
        let changed = renamed(GAME, "Cell", 0, "Place").unwrap();
        assert!(changed.contains("legal(put(Place)) :- cell(Place), \\+ taken(Place)"));
        assert!(changed.contains("taken(Cell) :- mark(Cell"), "another clause");
        let taken = Refusal::Taken { what: "a variable", name: "Who".into() };
        assert_eq!(renamed(GAME, "Cell, Who", 0, "Who"), Err(taken));
        assert_eq!(renamed(GAME, "Cell", 0, "cell"), Err(Refusal::NotAVariable("cell".into())));
        assert_eq!(renamed(GAME, "Cell", 0, "_"), Err(Refusal::Anonymous));
    }

    #[test]
    fn what_belongs_to_the_language_keeps_its_name() {
        for (old, nth) in [
            ("legal", 0),
            ("cell(Cell)", 0),
            ("player(Who)", 0),
            ("players", 0),
            ("wins", 0),
            ("draw", 1),
            ("turn", 1),
            ("between", 0),
            ("a1", 0),
            ("\\+", 0),
            ("cell, player", 0),
        ] {
            assert!(renamed(GAME, old, nth, "anything").is_err(), "{old}");
        }
    }

    #[test]
    fn values_that_may_be_something_else_keep_their_names() {
        for declared in ["[x, e]", "[x, big]"] {
            let text = GAME.replace("[x, o]", declared);
            let old = &declared[4..declared.len() - 1];
            let at = format!("{old}])");
            let said = renamed(&text, &at, 0, "another");
            assert_eq!(said, Err(Refusal::Ambiguous(old.into())));
        }
    }

    #[test]
    fn new_names_are_free_and_can_be_read() {
        for (old, new) in [
            ("taken", "Taken"),
            ("taken", ""),
            ("taken", "a(b"),
            ("taken", "mod"),
            ("taken", "is"),
            ("taken", "legal"),
            ("taken", "cell"),
            ("taken", "kind"),
            ("taken", "write"),
            ("taken", "'unclosed"),
            ("taken", "a'b"),
            ("taken", "x\u{202e}y"),
            ("put", "wins"),
            ("mark", "turn"),
            ("kind", "cell"),
            ("kind", "taken"),
            ("size", "style"),
            ("big", "o"),
        ] {
            assert!(renamed(GAME, old, 0, new).is_err(), "{old} -> {new}");
        }
        let taken = |what, name: &str| Err(Refusal::Taken { what, name: name.into() });
        assert_eq!(renamed(GAME, "tempo", 1, "size"), taken("an option", "size"));
        assert_eq!(renamed(GAME, "size", 2, "tempo"), taken("a weight", "tempo"));
        assert!(renamed(GAME, "taken", 0, "taken").is_ok(), "the same name");
        let message = renamed(GAME, "taken", 0, "Taken").unwrap_err().to_string();
        assert!(message.contains("begin with a lower-case letter"), "{message}");
    }
}
