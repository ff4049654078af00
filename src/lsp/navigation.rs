//! From a name to where it is defined, and to all the places where it is used.

use std::sync::Arc;

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Range};

use super::analysis::{Occurrence, Role, Symbol};
use super::documents::{Document, uri_of};
use super::project::{Project, beside, location};

/// Where the name at a byte is declared or defined.
pub fn definition(project: &Project, document: &Arc<Document>, offset: usize) -> Vec<Location> {
    let Some(name) = document.analysis().name_at(offset) else { return Vec::new() };
    if let (Symbol::Path(path), Some(from)) = (name.symbol, &document.path) {
        let meant = beside(from, path.as_str().as_ref());
        let uri = meant.is_file().then(|| uri_of(&meant)).flatten();
        return uri.map(|uri| Location::new(uri, Range::default())).into_iter().collect();
    }
    let places = project.same(document, name.symbol);
    let declared: Vec<_> = places.iter().filter(|(_, name)| name.role == Role::Declares).collect();
    if !declared.is_empty() {
        return declared.into_iter().map(|(document, name)| location(document, name)).collect();
    }
    match name.symbol {
        Symbol::Variable(..) => {
            places.iter().take(1).map(|(document, name)| location(document, name)).collect()
        }
        Symbol::Type(name) => players(project, name.as_str()),
        _ => first_of_each_block(&wrapped_like(document, name, places)),
    }
}

/// The type `player` is declared by its values.
fn players(project: &Project, name: &str) -> Vec<Location> {
    if name != "player" {
        return Vec::new();
    }
    let players = project.types().filter(|declared| declared.name.as_str() == name);
    let first = |(document, value): (&Arc<Document>, Option<&&Occurrence>)| {
        value.map(|value| location(document, value))
    };
    players.filter_map(|declared| first((declared.document, declared.values.first()))).collect()
}

/// Of the heads of a relation such as `legal`, those with the same action or state fact
/// as the name has, if it has one.
fn wrapped_like<'a>(
    document: &Document,
    name: &Occurrence,
    places: Vec<(&'a Arc<Document>, &'a Occurrence)>,
) -> Vec<(&'a Arc<Document>, &'a Occurrence)> {
    let heads: Vec<_> = places.into_iter().filter(|(_, name)| name.role == Role::Defines).collect();
    let Some(inner) = inner(document, name) else { return heads };
    let is_alike = |(document, head): &&(&Arc<Document>, &Occurrence)| {
        self::inner(document, head).map(|inner| inner.symbol) == Some(inner.symbol)
    };
    let alike: Vec<_> = heads.iter().filter(is_alike).copied().collect();
    if alike.is_empty() { heads } else { alike }
}

/// The action or state fact that a name wraps.
fn inner<'a>(document: &'a Document, name: &Occurrence) -> Option<&'a Occurrence> {
    if !super::analysis::is_wrapper(name.symbol.name().as_str()) {
        return None;
    }
    let analysis = document.analysis();
    let names = analysis.names_of(analysis.clause_of(name));
    let inner = names.iter().find(|other| other.bytes.start == name.bytes.end + 1)?;
    matches!(inner.symbol, Symbol::Action(..) | Symbol::Relation(..)).then_some(inner)
}

/// Clauses that follow one another are one place.
fn first_of_each_block(heads: &[(&Arc<Document>, &Occurrence)]) -> Vec<Location> {
    let mut places = Vec::new();
    let mut before: Option<(&Arc<Document>, usize)> = None;
    for (document, head) in heads {
        let goes_on = before.is_some_and(|(other, clause)| {
            Arc::ptr_eq(other, document) && clause + 1 == head.clause
        });
        if !goes_on {
            places.push(location(document, head));
        }
        before = Some((document, head.clause));
    }
    places
}

/// Where the name at a byte stands, with or without its declaration.
pub fn references(
    project: &Project,
    document: &Arc<Document>,
    offset: usize,
    with_declaration: bool,
) -> Vec<Location> {
    let Some(name) = document.analysis().name_at(offset) else { return Vec::new() };
    if matches!(name.symbol, Symbol::Word(_) | Symbol::Directive(_)) {
        return Vec::new();
    }
    let places = project.same(document, name.symbol).into_iter();
    let wanted = places.filter(|(_, name)| with_declaration || name.role == Role::Uses);
    wanted.map(|(document, name)| location(document, name)).collect()
}

/// Where the name at a byte stands in its own text.
pub fn highlights(
    project: &Project,
    document: &Arc<Document>,
    offset: usize,
) -> Vec<DocumentHighlight> {
    let Some(name) = document.analysis().name_at(offset) else { return Vec::new() };
    let places = project.same(document, name.symbol).into_iter();
    let here = places.filter(|(other, _)| other.uri.as_str() == document.uri.as_str());
    let highlight = |name: &Occurrence| DocumentHighlight {
        range: document.range(name.bytes.clone()),
        kind: Some(match name.role {
            Role::Uses => DocumentHighlightKind::READ,
            Role::Defines | Role::Declares => DocumentHighlightKind::WRITE,
        }),
    };
    here.map(|(_, name)| highlight(name)).collect()
}
