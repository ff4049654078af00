//! What the checker proposes, done for the writer: a misspelt name becomes the one that
//! was meant.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, TextEdit, Uri, WorkspaceEdit,
};

use super::documents::Document;

const MEANT: &str = "did you mean `";

/// The fixes for complaints about a text.
pub fn fixes(document: &Document, complaints: &[Diagnostic]) -> Vec<CodeActionOrCommand> {
    complaints.iter().filter_map(|complaint| fix(document, complaint)).collect()
}

fn fix(document: &Document, complaint: &Diagnostic) -> Option<CodeActionOrCommand> {
    let (_, proposal) = complaint.message.split_once(MEANT)?;
    let (meant, _) = proposal.split_once('`')?;
    let meant = meant.split(['/', '(']).next().filter(|meant| !meant.is_empty())?;
    // A complaint begins with the name, or with something around it.
    let start = document.offset(complaint.range.start);
    let end = document.offset(complaint.range.end);
    let is_inside = |name: &&super::analysis::Occurrence| {
        name.bytes.start >= start && name.bytes.end <= end && complains_of(complaint, name)
    };
    let name = document.analysis().names().iter().find(is_inside)?;
    let edit = TextEdit::new(document.range(name.bytes.clone()), meant.into());
    #[allow(clippy::mutable_key_type, reason = "the protocol's own type is the key")]
    let changes: HashMap<Uri, Vec<TextEdit>> = [(document.uri.clone(), vec![edit])].into();
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: format!("Change to `{meant}`"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![complaint.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(true),
        ..CodeAction::default()
    }))
}

fn complains_of(complaint: &Diagnostic, name: &super::analysis::Occurrence) -> bool {
    let shown = name.symbol.name().to_string();
    [format!("`{shown}`"), format!("`{shown}/")].iter().any(|it| complaint.message.contains(it))
}
