//! The rules of a table, for the page to show beside the board: files, clauses with
//! their places, relations, and how all that differs from the original rules.

use serde_json::{Value, json};

use super::view::plain;
use crate::game::Rules;
use crate::logic::program::{Name, Origin, Relation};

/// How the rules differ from the original, a line each.
pub fn changes(rules: &Rules) -> Vec<String> {
    let clauses = rules.program().clauses();
    let off = clauses.iter().filter(|clause| !clause.is_on);
    let off = off.map(|clause| format!("off: {}: {}.", clause.at, one_line(clause.text)));
    let added = rules.amendments().added().iter();
    let added = added.map(|clause| format!("added: {}", one_line(&clause.text)));
    off.chain(added).map(|line| plain(&line)).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rules as a whole.
pub fn rulebook(rules: &Rules) -> Value {
    let program = rules.program();
    let sources = &program.sources;
    let added = sources.amendments();
    let shown = sources.iter().filter(|(id, _)| *id != sources.shared());
    let files = shown
        .filter(|(id, _)| !added.contains(id))
        .map(|(_, file)| json!({ "file": plain(&file.name), "text": file.as_read() }));
    let clauses = program.clauses();
    let clauses = clauses.iter().filter(|clause| clause.span.file != sources.shared());
    let clauses = clauses.map(|clause| {
        let rule = program.rules.iter().find(|rule| rule.span == clause.span);
        let rule = rule.or(program.switched_off.iter().find(|rule| rule.span == clause.span));
        json!({
            "place": plain(&clause.at.to_string()),
            "file": plain(&clause.at.file),
            "line": clause.at.line,
            "end": clause.last_line,
            "relation": rule.map(|rule| plain(&program.relations[rule.head].indicator())),
            "text": format!("{}.", clause.text),
            "off": !clause.is_on,
            "added": added.contains(&clause.span.file),
        })
    });
    let is_named = |relation: &&Relation| !matches!(relation.name, Name::Option(_));
    let relations = program.relations.ids().map(|id| (id, &program.relations[id]));
    let relations = relations.filter(|(_, it)| is_named(it)).map(|(id, relation)| {
        json!({
            "name": plain(&relation.indicator()),
            "signature": plain(&program.signature(id)),
            "doc": relation.doc.as_deref().map(plain),
            "derived": relation.origin == Origin::Rules,
        })
    });
    json!({
        "files": files.collect::<Vec<_>>(),
        "clauses": clauses.collect::<Vec<_>>(),
        "relations": relations.collect::<Vec<_>>(),
        "changes": changes(rules),
        "by_the_book": rules.is_by_the_book(),
    })
}
