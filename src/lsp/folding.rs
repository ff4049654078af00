//! What can be folded: clauses and comments of several lines, and tables of facts.

use std::ops::Range;

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::documents::Document;

/// The stretches of a text that can be folded.
pub fn foldings(document: &Document) -> Vec<FoldingRange> {
    let analysis = document.analysis();
    let comments = analysis.comments().iter();
    let comments = comments.map(|bytes| (bytes.clone(), Some(FoldingRangeKind::Comment)));
    let clauses = analysis.clauses().iter().map(|clause| (clause.bytes.clone(), None));
    let tables = tables(document).into_iter().map(|bytes| (bytes, Some(FoldingRangeKind::Region)));
    let mut found: Vec<FoldingRange> = comments
        .chain(clauses)
        .chain(tables)
        .filter_map(|(bytes, kind)| folding(document, bytes, kind))
        .collect();
    found.sort_by_key(|folding| (folding.start_line, std::cmp::Reverse(folding.end_line)));
    found.dedup_by_key(|folding| folding.start_line);
    found
}

fn folding(
    document: &Document,
    bytes: Range<usize>,
    kind: Option<FoldingRangeKind>,
) -> Option<FoldingRange> {
    let (start, end) = (document.line(bytes.start), document.line(bytes.end));
    (start < end).then(|| FoldingRange {
        start_line: start as u32,
        end_line: end as u32,
        kind,
        ..FoldingRange::default()
    })
}

/// Clauses of one relation, a line each, that follow one another.
fn tables(document: &Document) -> Vec<Range<usize>> {
    let analysis = document.analysis();
    let mut tables: Vec<Range<usize>> = Vec::new();
    let mut before = None;
    for clause in analysis.clauses() {
        let is_line = document.line(clause.bytes.start) == document.line(clause.bytes.end);
        let head = analysis.head(clause).filter(|_| is_line).map(|(head, _)| head.symbol);
        match tables.last_mut() {
            Some(last) if head.is_some() && head == before => last.end = clause.bytes.end,
            _ if head.is_some() => tables.push(clause.bytes.clone()),
            _ => {}
        }
        before = head;
    }
    tables
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::*;

    #[test]
    fn what_has_several_lines_folds() {
        let text = "% One\n% two.\n\np :-\n    q,\n    r.\nq(a).\nq(b).\nq(c).\n\nr. % x\n% y\n";
        let document = Document::new(Uri::from_str("untitled:a").unwrap(), None, text.into());
        let lines: Vec<_> = foldings(&document)
            .iter()
            .map(|folding| (folding.start_line, folding.end_line))
            .collect();
        assert_eq!(lines, [(0, 1), (3, 5), (6, 8)]);
    }
}
