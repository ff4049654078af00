//! Complaints of the checker as editors show them.

use std::collections::BTreeMap;
use std::path::Path;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Uri,
};

use super::checker::{Findings, Job};
use super::documents::uri_of;
use super::lines::Lines;
use crate::logic::check::diagnostic::{Diagnostic as Complaint, Severity};
use crate::logic::syntax::source::{FileId, Sources, Span};

/// More complaints about one text are not shown.
const MOST_SHOWN: usize = 200;

/// What the checker says, text by text; also about texts that are open and without
/// complaints.
pub fn findings(job: &Job, sources: &Sources, complaints: &[Complaint]) -> Vec<Findings> {
    let places = Places::new(job, sources);
    let mut found: BTreeMap<&str, Vec<Diagnostic>> = BTreeMap::new();
    for (file, _) in sources.iter() {
        if let Some(uri) = places.uri(file) {
            found.entry(uri.as_str()).or_default();
        }
    }
    for complaint in complaints {
        if let Some(uri) = places.uri(complaint.primary.0.file) {
            let shown = found.entry(uri.as_str()).or_default();
            if shown.len() < MOST_SHOWN {
                shown.push(places.diagnostic(complaint, job.shows_related));
            }
        }
    }
    let version = |uri: &str| {
        let open = job.open.iter().find(|document| document.uri.as_str() == uri);
        open.and_then(|document| document.version)
    };
    let findings = |(uri, complaints): (&str, _)| Findings {
        uri: uri.into(),
        version: version(uri),
        complaints,
    };
    found.into_iter().map(findings).collect()
}

/// Where the texts of a program are for the editor.
struct Places<'a> {
    sources: &'a Sources,
    by_file: BTreeMap<FileId, (Uri, Lines)>,
}

impl<'a> Places<'a> {
    fn new(job: &Job, sources: &'a Sources) -> Places<'a> {
        let texts = sources.iter().filter(|(file, _)| *file != sources.shared());
        let by_file = texts.filter_map(|(file, source)| {
            let mut known = job.open.iter().chain([&job.root]);
            let open = known.find(|document| document.name() == source.name);
            let uri = match open {
                Some(document) => document.uri.clone(),
                None => uri_of(Path::new(&source.name))?,
            };
            Some((file, (uri, Lines::of(source.as_read()))))
        });
        Places { sources, by_file: by_file.collect() }
    }

    fn uri(&self, file: FileId) -> Option<&Uri> {
        self.by_file.get(&file).map(|(uri, _)| uri)
    }

    fn location(&self, span: Span) -> Option<Location> {
        let (uri, lines) = self.by_file.get(&span.file)?;
        let source = self.sources.file(span.file);
        let text = source.as_read();
        if text == source.text {
            return Some(Location::new(uri.clone(), lines.range(text, span.range())));
        }
        // Facts stand on the lines of their rows, but not in their columns.
        let line = self.sources.location(span).line - 1;
        let (start, next) = (lines.start(line), lines.start(line + 1));
        let row = text.get(start..next.max(start)).unwrap_or_default().trim_end();
        Some(Location::new(uri.clone(), lines.range(text, start..start + row.len())))
    }

    fn diagnostic(&self, complaint: &Complaint, shows_related: bool) -> Diagnostic {
        let (span, label) = &complaint.primary;
        let mut message = complaint.message.clone();
        if !label.is_empty() {
            message += &format!("\n{label}");
        }
        let mut related = Vec::new();
        for (span, said) in &complaint.secondary {
            match self.location(*span).filter(|_| shows_related) {
                Some(location) => {
                    related.push(DiagnosticRelatedInformation { location, message: said.clone() })
                }
                None => message += &format!("\n{}: {said}", self.sources.location(*span)),
            }
        }
        if let Some(help) = &complaint.help {
            message += &format!("\nhelp: {help}");
        }
        Diagnostic {
            range: self.location(*span).map_or_else(Range::default, |location| location.range),
            severity: Some(match complaint.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(complaint.code.into())),
            source: Some("hornet".into()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;
    use std::sync::Arc;

    use super::*;
    use crate::lsp::checker::check;
    use crate::lsp::documents::Document;

    fn complaints(text: &str, shows_related: bool) -> Vec<Diagnostic> {
        let uri = Uri::from_str("untitled:game").unwrap();
        let root = Arc::new(Document::new(uri, Some(1), text.into()));
        let (_, mut found) = check(&Job { open: vec![root.clone()], root, shows_related });
        assert_eq!(found.len(), 1, "only the text itself, and not what every game shares");
        found.remove(0).complaints
    }

    #[test]
    fn complaints_have_place_code_help_and_other_places() {
        let [unknown] = &complaints("taken(a).\np :- takne(größe, b).\np :- tkaen(a).", true)[..1]
        else {
            panic!("one at least");
        };
        assert_eq!(unknown.code, Some(NumberOrString::String("unknown".into())));
        assert!(unknown.message.contains("help: "), "{}", unknown.message);
        assert_eq!(unknown.range.start.line, 1);
        let twice = ":- type(a, [x]).\n:- type(a, [y]).";
        let related = complaints(twice, true)[0].related_information.clone().unwrap();
        assert_eq!(related[0].location.range.start.line, 0);
        let told = complaints(twice, false);
        assert!(told[0].related_information.is_none());
        assert!(told[0].message.contains(":1: first declared here"), "{}", told[0].message);
    }

    #[test]
    fn a_text_without_complaints_is_told_so() {
        assert!(complaints("p(a).\nq :- p(_).", true).is_empty());
        let warned = complaints("p(a, b).\nq :- p(X, _).", true);
        assert_eq!(warned[0].severity, Some(DiagnosticSeverity::WARNING));
        let unsaved = complaints(":- include('x.pl').", true);
        assert!(unsaved[0].message.contains("save this text first"), "{}", unsaved[0].message);
    }
}
