//! The outline of a text: what it declares, and the relations that it defines.

use std::ops::Range;

use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolKind};

use super::analysis::{Analysis, Clause, Occurrence, Role, Symbol};
use super::documents::Document;
use super::project::Project;

/// An entry of the outline.
struct Entry {
    name: String,
    kind: SymbolKind,
    detail: Option<String>,
    whole: Range<usize>,
    at: Range<usize>,
    children: Vec<Entry>,
}

/// The outline of a text.
pub fn outline(document: &Document) -> Vec<DocumentSymbol> {
    entries(document).into_iter().map(|entry| symbol(document, entry)).collect()
}

/// What a project declares and defines by a name that holds what is asked for.
pub fn find(project: &Project, asked: &str) -> Vec<SymbolInformation> {
    let asked = asked.to_lowercase();
    let documents = project.documents.iter();
    let found = documents.flat_map(|document| {
        let entries = entries(document).into_iter();
        let wanted = entries.filter(|entry| entry.name.to_lowercase().contains(&asked));
        wanted.map(|entry| {
            #[allow(deprecated, reason = "the protocol's own type has it")]
            SymbolInformation {
                name: entry.name,
                kind: entry.kind,
                tags: None,
                deprecated: None,
                location: Location::new(document.uri.clone(), document.range(entry.at)),
                container_name: Some(document.short_name()),
            }
        })
    });
    found.collect()
}

fn entries(document: &Document) -> Vec<Entry> {
    let analysis = document.analysis();
    let mut entries: Vec<Entry> = Vec::new();
    let mut before = None;
    for clause in analysis.clauses() {
        let head = analysis.head(clause);
        let defined = head.map(|(head, inner)| (head.symbol, inner.map(|inner| inner.symbol)));
        match entries.last_mut() {
            // Clauses of one relation that follow one another are one entry.
            Some(last) if defined.is_some() && defined == before => {
                last.whole.end = clause.bytes.end;
            }
            _ => match head {
                Some((head, inner)) => entries.push(relation(clause, head, inner)),
                None => entries.extend(declared(analysis, clause)),
            },
        }
        before = defined;
    }
    entries
}

fn relation(clause: &Clause, head: &Occurrence, inner: Option<&Occurrence>) -> Entry {
    let word = head.symbol.name();
    let name = match (head.symbol, inner.map(|inner| inner.symbol)) {
        (_, Some(Symbol::Action(name, arity) | Symbol::Relation(name, arity))) => {
            format!("{word}({name}/{arity})")
        }
        (Symbol::Relation(_, arity), _) => format!("{word}/{arity}"),
        _ => word.to_string(),
    };
    Entry {
        name,
        kind: SymbolKind::FUNCTION,
        detail: clause.comment.clone(),
        whole: clause.bytes.clone(),
        at: head.bytes.clone(),
        children: Vec::new(),
    }
}

/// What a directive declares.
fn declared(analysis: &Analysis, clause: &Clause) -> Option<Entry> {
    let names = analysis.names_of(clause);
    let at = names.iter().position(|name| matches!(name.symbol, Symbol::Directive(_)))?;
    let (word, behind) = (&names[at], &names[at + 1..]);
    let directive = word.symbol.name();
    let subject = behind.first().filter(|name| name.role == Role::Declares);
    let (kind, subject) = match (directive.as_str(), subject) {
        ("players", _) => (SymbolKind::ENUM, None),
        ("type", Some(subject)) => (SymbolKind::ENUM, Some(subject)),
        ("option" | "weight", Some(subject)) => (SymbolKind::CONSTANT, Some(subject)),
        ("state" | "memory" | "facts", Some(subject)) => (SymbolKind::FIELD, Some(subject)),
        ("action", Some(subject)) => (SymbolKind::EVENT, Some(subject)),
        ("title" | "board", _) => (SymbolKind::PROPERTY, None),
        ("include", _) => (SymbolKind::FILE, None),
        _ => return None,
    };
    let name = match subject.map(|name| name.symbol) {
        Some(Symbol::Relation(name, arity) | Symbol::Action(name, arity)) => {
            format!("{name}/{arity}")
        }
        Some(symbol) => symbol.name().to_string(),
        None => match behind.first().map(|name| name.symbol) {
            Some(Symbol::Path(path)) => path.as_str().to_string(),
            _ => directive.to_string(),
        },
    };
    let values = behind.iter().filter(|name| {
        kind == SymbolKind::ENUM
            && name.role == Role::Declares
            && matches!(name.symbol, Symbol::Value(_))
    });
    let child = |value: &Occurrence| Entry {
        name: value.symbol.name().to_string(),
        kind: SymbolKind::ENUM_MEMBER,
        detail: None,
        whole: value.bytes.clone(),
        at: value.bytes.clone(),
        children: Vec::new(),
    };
    Some(Entry {
        // A name may not be empty.
        name: if name.is_empty() { directive.to_string() } else { name },
        kind,
        detail: clause.comment.clone().or_else(|| Some(directive.to_string())),
        whole: clause.bytes.clone(),
        at: subject.unwrap_or(word).bytes.clone(),
        children: values.map(child).collect(),
    })
}

fn symbol(document: &Document, entry: Entry) -> DocumentSymbol {
    let children: Vec<_> = entry.children.into_iter().map(|it| symbol(document, it)).collect();
    #[allow(deprecated, reason = "the protocol's own type has it")]
    DocumentSymbol {
        name: entry.name,
        detail: entry.detail,
        kind: entry.kind,
        tags: None,
        deprecated: None,
        range: document.range(entry.whole),
        selection_range: document.range(entry.at),
        children: (!children.is_empty()).then_some(children),
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::*;

    #[test]
    fn the_outline_has_declarations_and_relations() {
        let text = ":- title('T').\n:- players([x, o]).\n:- state(mark(cell, player)).\n\
                    :- action(put(cell)).\nlegal(put(C)) :- cell(C).\nlegal(put(C)) :- q(C).\n\
                    % Said.\nq(a1).\nq(a2).\nr.\nq(a3).";
        let document = Document::new(Uri::from_str("untitled:a").unwrap(), None, text.into());
        let outline = outline(&document);
        let names: Vec<&str> = outline.iter().map(|symbol| symbol.name.as_str()).collect();
        let expected = ["title", "players", "mark/2", "put/1", "legal(put/1)", "q/1", "r/0", "q/1"];
        assert_eq!(names, expected);
        assert_eq!(outline[1].children.as_ref().unwrap().len(), 2);
        assert_eq!(outline[4].range.end.line, 5, "both clauses");
        assert_eq!(outline[5].detail.as_deref(), Some("Said."));
        for symbol in &outline {
            let (whole, at) = (symbol.range, symbol.selection_range);
            assert!(whole.start <= at.start && at.end <= whole.end, "{symbol:?}");
        }
    }
}
