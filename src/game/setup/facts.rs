//! Facts of a position as somebody writes them: `at(wS1, (0,0), 1), turn(white).`,
//! sentences as an export has them, or in short `turn white`. Each value is checked
//! against what the rules declare.

use std::num::NonZeroU32;

use super::error::SetupError;
use crate::game::rules::Rules;
use crate::logic::check::declarations::Template;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::types::Type;
use crate::logic::program::{Name, RelationId};
use crate::logic::syntax::printer::print_clause;
use crate::logic::syntax::reader;
use crate::logic::syntax::source::Sources;
use crate::logic::syntax::term::{Item, Term, TermKind};
use crate::logic::{Cell, Row, Value, names};

/// What is said of a position.
pub enum Said {
    /// A fact of it.
    Fact(RelationId, Row),
    /// The number of the turn to come.
    TurnNumber(NonZeroU32),
    /// That it has not occurred before, which is always so.
    Nothing,
}

/// A fact in which some values are open.
pub struct Pattern {
    relation: RelationId,
    columns: Vec<Option<Value>>,
}

impl Pattern {
    /// Whether it is a fact of that kind.
    pub fn fits(&self, relation: RelationId, row: &[Value]) -> bool {
        let fits = |(wanted, value): (&Option<Value>, &Value)| wanted.is_none_or(|it| it == *value);
        self.relation == relation && self.columns.iter().zip(row).all(fits)
    }
}

/// The history that a set-up may tell of.
const TURN_NUMBER: &str = "turn_number";
const REPETITIONS: &str = "repetitions";

/// The facts of a text.
pub fn read(rules: &Rules, text: &str) -> Result<Vec<Said>, SetupError> {
    terms(text)?.iter().map(|term| said(rules, term)).collect()
}

/// The facts that a text means, if it is not about a piece in the game's own words.
pub fn meant(rules: &Rules, text: &str) -> Option<Result<Vec<Said>, SetupError>> {
    Some(read(rules, &as_logic(rules, text)?))
}

/// The same where values may be left open.
pub fn meant_patterns(rules: &Rules, text: &str) -> Option<Result<Vec<Pattern>, SetupError>> {
    let text = as_logic(rules, text)?;
    let patterns = |terms: Vec<Term>| terms.iter().map(|term| pattern(rules, term)).collect();
    Some(terms(&text).and_then(patterns))
}

/// The cell that a text such as `(1,-1)` names.
pub fn axial(text: &str) -> Option<Cell> {
    terms(text).ok()?.first()?.axial().or_else(|| {
        // A pair by itself reads as a conjunction of two numbers.
        let (q, r) = text.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some(Cell::Axial(q.trim().parse().ok()?, r.trim().parse().ok()?))
    })
}

/// A text as it is shown in a message.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A text as Prolog has it, if it is meant so: a relation and its columns in
/// parentheses, or behind it as words.
fn as_logic(rules: &Rules, text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if rest.starts_with('(') || text.starts_with('\'') {
        // A piece may stand right before its cell.
        let is_known = known(rules).any(|state| state.name.as_str() == name);
        let is_word = name.starts_with(|c: char| c.is_lowercase()) && !is_piece(rules, name);
        return (is_known || is_word || text.starts_with('\'')).then(|| text.to_string());
    }
    let words: Vec<&str> = rest.trim_end_matches('.').split_whitespace().collect();
    let arity = match name {
        TURN_NUMBER | REPETITIONS => 1,
        _ => known(rules).find(|state| state.name.as_str() == name)?.columns.len(),
    };
    let is_short = words.len() == arity || words.is_empty();
    is_short.then(|| match words.is_empty() {
        true => name.to_string(),
        false => format!("{name}({})", words.join(", ")),
    })
}

/// Whether a name is that of a declared value.
fn is_piece(rules: &Rules, name: &str) -> bool {
    let mut values = rules.program().declarations.enums.iter().flat_map(|known| &known.values);
    values.any(|value| value.as_str() == name)
}

fn known(rules: &Rules) -> impl Iterator<Item = &Template> {
    rules.program().declarations.states.iter()
}

/// The terms of a text, sentence by sentence; the last full stop may be left out.
fn terms(text: &str) -> Result<Vec<Term>, SetupError> {
    let error = |why: String| SetupError::Syntax { text: shown(text), why };
    let told = |errors: &[Diagnostic]| {
        let first = errors.first()?;
        let help = first.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        Some(format!("{}{help}", first.message))
    };
    let is_blank = |line: &str| line.trim().is_empty() || line.trim().starts_with('%');
    if text.lines().all(is_blank) {
        return Err(error("there are no facts in it".into()));
    }
    let mut sources = Sources::default();
    let is_closed = text.trim_end().ends_with('.');
    let whole = if is_closed { text.to_string() } else { format!("{text}\n.") };
    let file = sources.add("facts", &whole);
    let (items, errors) = reader::read(&sources, file);
    if let Some(why) = told(&errors) {
        return Err(error(why));
    }
    let sentences = items.into_iter().filter_map(|item| match item {
        Item::Clause(term) => Some(term),
        Item::Comment { .. } => None,
    });
    let terms: Vec<Term> = sentences
        .flat_map(|term| match term.kind {
            TermKind::Comma(parts) => parts,
            kind => vec![Term { kind, span: term.span }],
        })
        .collect();
    match terms.is_empty() {
        true => Err(error("there are no facts in it".into())),
        false => Ok(terms),
    }
}

fn said(rules: &Rules, term: &Term) -> Result<Said, SetupError> {
    match (term.parts(), history(term)) {
        (Some((TURN_NUMBER, _)), Some(number)) => {
            let turn = u32::try_from(number).ok().and_then(NonZeroU32::new);
            let turn = turn.ok_or_else(|| SetupError::Value {
                found: number.to_string(),
                fact: written(term),
                wanted: "the number of a turn, counted from 1".into(),
            })?;
            Ok(Said::TurnNumber(turn))
        }
        (Some((REPETITIONS, _)), Some(1)) => Ok(Said::Nothing),
        (Some((REPETITIONS, _)), Some(_)) => Err(SetupError::Repeated { fact: written(term) }),
        _ => {
            let Pattern { relation, columns } = pattern(rules, term)?;
            let row: Option<Row> = columns.into_iter().collect();
            let row = row.ok_or_else(|| SetupError::Value {
                found: "_".into(),
                fact: written(term),
                wanted: "a value: a fact leaves nothing open".into(),
            })?;
            Ok(Said::Fact(relation, row))
        }
    }
}

/// The one number of a term such as `turn_number(3)`.
fn history(term: &Term) -> Option<i64> {
    match term.parts() {
        Some((TURN_NUMBER | REPETITIONS, [Term { kind: TermKind::Int(number), .. }])) => {
            Some(*number)
        }
        _ => None,
    }
}

fn pattern(rules: &Rules, term: &Term) -> Result<Pattern, SetupError> {
    let program = rules.program();
    let template = term.functor().and_then(|(name, args)| {
        known(rules).find(|it| it.name == name && it.columns.len() == args.len())
    });
    let relation =
        template.and_then(|it| program.relations.find(Name::Plain(it.name), it.columns.len()));
    let (Some(template), Some(relation)) = (template, relation) else {
        return Err(unknown(rules, term));
    };
    let args = term.functor().map_or(&[][..], |(_, args)| args);
    let columns = args.iter().zip(&template.columns);
    let columns = columns.map(|(arg, ty)| value(rules, term, arg, *ty));
    Ok(Pattern { relation, columns: columns.collect::<Result<_, _>>()? })
}

fn unknown(rules: &Rules, term: &Term) -> SetupError {
    let declarations = &rules.program().declarations;
    let usage = |state: &Template| {
        let columns: Vec<&str> =
            state.columns.iter().map(|ty| declarations.type_word(*ty)).collect();
        match columns.is_empty() {
            true => state.name.to_string(),
            false => format!("{}({})", state.name, columns.join(", ")),
        }
    };
    let names = known(rules).map(|state| state.name.as_str()).chain([TURN_NUMBER]);
    let found = term
        .functor()
        .map_or_else(|| written(term), |(name, args)| format!("{name}/{}", args.len()));
    let word = term.parts().map_or("", |(name, _)| name);
    let suggestion = names::nearest(word, names).filter(|near| *near != word);
    SetupError::Unknown {
        found: shown(&found),
        suggestion: suggestion.map_or(String::new(), |it| format!(" (did you mean `{it}`?)")),
        known: known(rules).map(usage).chain([format!("{TURN_NUMBER}(int)")]).collect(),
    }
}

/// The value of a column; nothing, if it is left open.
fn value(rules: &Rules, fact: &Term, arg: &Term, ty: Type) -> Result<Option<Value>, SetupError> {
    let declarations = &rules.program().declarations;
    let fact = || shown(&written(fact));
    let found = || shown(&written(arg));
    let wrong = |wanted: String| SetupError::Value { found: found(), fact: fact(), wanted };
    let value = match (&arg.kind, ty) {
        (TermKind::Var(_), _) => return Ok(None),
        (TermKind::Int(number), Type::Int) => Value::Int(*number),
        (TermKind::Atom(atom), Type::Atom | Type::Enum(_)) => Value::Atom(*atom),
        (TermKind::Atom(atom), Type::Cell) if !declarations.board_is_unbounded() => {
            let cell = declarations.cell_named(atom.as_str());
            Value::Cell(cell.ok_or_else(|| wrong(some_cell(rules)))?)
        }
        (TermKind::Comma(_), Type::Cell) if declarations.board_is_unbounded() => {
            Value::Cell(arg.axial().ok_or_else(|| wrong("a cell, such as (1,-1)".into()))?)
        }
        (_, Type::Cell) if declarations.board_is_unbounded() => {
            return Err(wrong("a cell, such as (1,-1)".into()));
        }
        (_, Type::Cell) => return Err(wrong(some_cell(rules))),
        (_, Type::Int) => return Err(wrong("a whole number".into())),
        (_, ty) => return Err(wrong(one_of(rules, &found(), ty))),
    };
    if rules.has_value(ty, value) {
        return Ok(Some(value));
    }
    Err(match value {
        Value::Cell(cell) => SetupError::OffBoard { cell: cell.to_string(), fact: fact() },
        _ => wrong(one_of(rules, &found(), ty)),
    })
}

/// What may stand in a column of cells.
fn some_cell(rules: &Rules) -> String {
    let first = rules.board().and_then(|board| board.cells().next());
    let named = first.filter(|cell| matches!(cell, Cell::Named(_)));
    format!("a cell, such as {}", named.map_or("a1".to_string(), |cell| cell.to_string()))
}

/// What may stand in a column of a declared type.
fn one_of(rules: &Rules, found: &str, ty: Type) -> String {
    const MOST_NAMED: usize = 8;
    let declarations = &rules.program().declarations;
    let word = declarations.type_word(ty);
    let Type::Enum(id) = ty else { return format!("a {word}") };
    let values: Vec<&str> = declarations.values(id).iter().map(|value| value.as_str()).collect();
    match names::nearest(found, values.iter().copied()) {
        Some(near) => format!("a {word}; did you mean `{near}`?"),
        None if values.len() <= MOST_NAMED => format!("a {word}: one of {}", values.join(", ")),
        None => format!("a {word}: {} and so on", values[..MOST_NAMED].join(", ")),
    }
}

/// A term as it is written.
fn written(term: &Term) -> String {
    print_clause(term).trim_end().trim_end_matches('.').to_string()
}
