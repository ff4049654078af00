//! Rule texts and places in them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::lexer;

/// Which text of a [`Sources`] a [`Span`] lies in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(u32);

/// A stretch of a rule text, in bytes; [`Sources::location`] gives its line and column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes it covers.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One rule text and the name to show for it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A file name, or a word such as `query` for text that has none.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The table that the text was made of, if it was.
    table: Option<String>,
    /// Where each line begins.
    lines: Vec<u32>,
}

impl SourceFile {
    fn new(name: String, text: String) -> SourceFile {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(end, _)| end as u32 + 1)).collect();
        SourceFile { name, text, table: None, lines }
    }

    /// What stands in the file itself.
    pub fn as_read(&self) -> &str {
        self.table.as_deref().unwrap_or(&self.text)
    }
}

/// All the texts a program was read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Arc<SourceFile>>,
    amendments: Vec<FileId>,
    /// The directives that include a text, each with the text.
    includes: Vec<(Span, FileId)>,
}

/// A place in a text. It prints as `file:line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Sources {
    /// Takes in a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Arc::new(SourceFile::new(name.into(), text.into())));
        FileId(self.files.len() as u32 - 1)
    }

    /// Takes in a text that amends the one that was asked for.
    pub fn add_amendment(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = self.add(name, text);
        self.amendments.push(id);
        id
    }

    /// Takes in a text that a directive includes.
    pub fn add_included(
        &mut self,
        directive: Span,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> FileId {
        let id = self.add(name, text);
        self.includes.push((directive, id));
        id
    }

    /// Takes in the facts that a directive makes of a table.
    pub fn add_table(
        &mut self,
        directive: Span,
        name: impl Into<String>,
        facts: String,
        table: String,
    ) -> FileId {
        let file = SourceFile { table: Some(table), ..SourceFile::new(name.into(), facts) };
        self.files.push(Arc::new(file));
        let id = FileId(self.files.len() as u32 - 1);
        self.includes.push((directive, id));
        id
    }

    /// The same texts by other names.
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Sources {
        let renamed = |file: &Arc<SourceFile>| {
            Arc::new(SourceFile { name: name(&file.name), ..SourceFile::clone(file) })
        };
        Sources { files: self.files.iter().map(renamed).collect(), ..self.clone() }
    }

    /// The id of the text that is taken in next.
    pub fn next(&self) -> FileId {
        FileId(self.files.len() as u32)
    }

    /// The directives of a text that include others, each with the other.
    pub fn includes_of(&self, file: FileId) -> impl Iterator<Item = (Span, FileId)> {
        self.includes.iter().copied().filter(move |(directive, _)| directive.file == file)
    }

    /// Whether a text has that name, or is part of one that has: included by it, or by
    /// what it includes.
    pub fn is_part_of(&self, file: FileId, name: &str) -> bool {
        let mut part = Some(file);
        while let Some(file) = part {
            if self.file(file).name == name {
                return true;
            }
            let directive = self.includes.iter().find(|(_, included)| *included == file);
            part = directive.map(|(directive, _)| directive.file);
        }
        false
    }

    /// The texts that amend the one that was asked for.
    pub fn amendments(&self) -> &[FileId] {
        &self.amendments
    }

    /// The text behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text of that name, with or without the folder it is in.
    pub fn find(&self, name: &str) -> Option<FileId> {
        let is_it = |file: &SourceFile| {
            file.name == name || file.name.rsplit(['/', '\\']).next() == Some(name)
        };
        self.iter().find(|(_, file)| is_it(file)).map(|(id, _)| id)
    }

    /// Every text with its id, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, file)| (FileId(i as u32), &**file))
    }

    /// What every game shares.
    pub fn shared(&self) -> FileId {
        FileId(0)
    }

    /// The text that was asked for.
    pub fn main(&self) -> FileId {
        FileId(1)
    }

    /// The texts that it includes.
    pub fn included(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.iter().skip(2).filter(|(id, _)| !self.amendments.contains(id))
    }

    /// How many bytes the longest line of a text has.
    pub fn longest_line(&self, id: FileId) -> usize {
        self.file(id).text.lines().map(str::len).max().unwrap_or(0)
    }

    /// What stands at a place.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.range()]
    }

    /// Where the clause that begins a place ends, its full stop included.
    pub fn end_of_clause(&self, clause: Span) -> usize {
        let rest = &self.file(clause.file).text[clause.end as usize..];
        let layout = lexer::layout(rest);
        clause.end as usize + if rest[layout..].starts_with('.') { layout + 1 } else { 0 }
    }

    /// What stands at a place, on one line, and where. A query's text is not
    /// among the files, and is described as such.
    pub fn describe(&self, span: Span) -> (String, String) {
        if span.file.0 as usize >= self.files.len() {
            return ("a goal".into(), "the query".into());
        }
        let text = self.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        (text, self.location(span).to_string())
    }

    /// Where a place begins, as a person counts.
    pub fn location(&self, span: Span) -> Location {
        let file = self.file(span.file);
        let line = file.lines.partition_point(|begin| *begin <= span.start);
        let begin = file.lines[line - 1] as usize;
        let column = file.text[begin..span.start as usize].chars().count() + 1;
        Location { file: file.name.clone(), line, column }
    }
}
