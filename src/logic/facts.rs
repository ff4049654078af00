//! Facts in data files: `:- facts(parent/2, 'parents.csv').` makes a fact of each row
//! of a table.
//!
//! The rows become a text of facts, each on the line of its row. All that knows of
//! texts, such as listings, explanations, changes and exports, so knows of them too.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use crate::logic::check::declarations::indicator;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::syntax::hidden;
use crate::logic::syntax::source::{FileId, Span};
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Value};

/// More mistakes in one file than these are not told.
const MOST_ERRORS: usize = 10;

/// A table in a file, and the relation that it holds.
#[derive(Clone, Debug)]
pub struct DataFile<'a> {
    name: Atom,
    arity: usize,
    /// The file, as it is named.
    pub path: &'a Term,
    separator: char,
    has_header: bool,
}

impl<'a> DataFile<'a> {
    /// What a directive says: the relation, the file, and perhaps options.
    pub fn of(directive: &'a Term) -> Result<DataFile<'a>, Diagnostic> {
        let usage = "write `:- facts(parent/2, 'parents.csv').`, or \
                     `:- facts(parent/2, 'parents.csv', [header]).` if the first line names the columns";
        let wrong = |term: &Term, message: &str| {
            Diagnostic::error("facts", term.span, message, "here").help(usage)
        };
        let (relation, path, options) = match directive.parts() {
            Some((_, [relation, path])) => (relation, path, &[][..]),
            Some((_, [relation, path, Term { kind: TermKind::List(options), .. }])) => {
                (relation, path, options.as_slice())
            }
            _ => return Err(wrong(directive, "`facts` names a relation and a file")),
        };
        let (name, arity) = indicator(relation)?;
        if arity == 0 {
            return Err(wrong(relation, "a relation without columns has no rows"));
        }
        let is_header = |option: &&Term| matches!(option.parts(), Some(("header", [])));
        if let Some(option) = options.iter().find(|option| !is_header(option)) {
            return Err(wrong(option, "the only option is `header`"));
        }
        let file = path.parts().filter(|(_, args)| args.is_empty()).map(|(file, _)| file);
        let separator = match file.and_then(|file| file.rsplit_once('.')) {
            Some((_, "csv")) => ',',
            Some((_, "tsv")) => '\t',
            _ => return Err(wrong(path, "the name of the file must end in .csv or .tsv")),
        };
        Ok(DataFile { name, arity, path, separator, has_header: !options.is_empty() })
    }

    /// The rows of a text as facts. No more than so many bytes are made of them.
    pub fn facts(&self, file: FileId, text: &str, most: usize) -> Result<String, Vec<Diagnostic>> {
        let error = |start: usize, end: usize, message: String, help: &str| {
            let span = Span { file, start: start as u32, end: end as u32 };
            Diagnostic::error("facts", span, message, "in this row").help(help)
        };
        if let Some((at, c)) = hidden::first_hidden(text) {
            let shown = hidden::visible(c.encode_utf8(&mut [0; 4])).into_owned();
            let message = format!("there is a hidden character, {shown}");
            return Err(vec![error(at, at + c.len_utf8(), message, "remove it")]);
        }
        let (rows, broken) = self.rows(text);
        let too_many = |row: &Row| row.fields.len() != self.arity;
        let wrong = rows.iter().filter(|row| too_many(row)).take(MOST_ERRORS);
        let mut errors: Vec<Diagnostic> = wrong
            .map(|row| {
                let help = match self.is_otherwise_separated(&text[row.start..row.end]) {
                    true => "these fields seem to be separated by semicolons: save the table with \
                             commas, or with tabs as a .tsv file"
                        .into(),
                    false => self.help(),
                };
                error(row.start, row.end, self.wrong_number(row), &help)
            })
            .collect();
        errors
            .extend(broken.map(|broken| error(broken.at, broken.end, broken.message, broken.help)));
        if !errors.is_empty() {
            return Err(errors);
        }
        let is_number = |column: usize| rows.iter().all(|row| row.fields[column].is_whole());
        let numbers: Vec<bool> = (0..self.arity).map(is_number).collect();
        let mut facts = String::new();
        let (mut line, mut counted) = (1, 0);
        let mut known = FxHashSet::default();
        for Row { fields, start, end } in &rows {
            let values = fields.iter().zip(&numbers);
            let values: Result<Vec<Value>, String> =
                values.map(|(field, is_number)| field.value(*is_number)).collect();
            let values = values.map_err(|message| {
                vec![error(*start, *end, message, "between double quotes it is an atom")]
            })?;
            if !known.insert(values.clone()) {
                continue;
            }
            let own_line = line + text[counted..*start].matches('\n').count();
            facts.extend(std::iter::repeat_n('\n', own_line - line));
            (counted, line) = (*start, own_line);
            let shown: Vec<String> = values.iter().map(Value::to_string).collect();
            let _ = write!(facts, "{}({}).", self.name, shown.join(", "));
            if facts.len() > most {
                let message = "there are too many facts for one text".to_string();
                return Err(vec![error(*start, *end, message, "take out some of the rows")]);
            }
        }
        if facts.is_empty() {
            facts = format!(":- dynamic {}/{}.", self.name, self.arity);
        }
        Ok(facts + "\n")
    }

    /// The rows, without empty lines and the header, up to one that cannot be read.
    fn rows(&self, text: &str) -> (Vec<Row>, Option<Broken>) {
        let mut reader = RowReader { text, at: 0, separator: self.separator };
        let mut rows = Vec::new();
        let mut header_to_come = self.has_header;
        while reader.at < text.len() {
            match reader.next() {
                Ok(row) if row.is_blank() => {}
                Ok(_) if std::mem::take(&mut header_to_come) => {}
                Ok(row) => rows.push(row),
                Err(broken) => return (rows, Some(broken)),
            }
        }
        (rows, None)
    }

    fn wrong_number(&self, row: &Row) -> String {
        let (name, arity) = (self.name, self.arity);
        match row.fields.len() {
            1 => format!("this row has 1 field, and {name}/{arity} has {arity}"),
            found => format!("this row has {found} fields, and {name}/{arity} has {arity}"),
        }
    }

    /// Whether a row has as many fields as are wanted once semicolons separate them.
    fn is_otherwise_separated(&self, row: &str) -> bool {
        self.arity > 1 && row.split(';').count() == self.arity
    }

    fn help(&self) -> String {
        let separator = if self.separator == ',' { "comma" } else { "tab" };
        format!(
            "fields are separated by {separator}s; one with a {separator} in it goes between \
             double quotes"
        )
    }
}

/// One row of a table, and where it stands.
struct Row {
    fields: Vec<Field>,
    start: usize,
    end: usize,
}

impl Row {
    /// Whether it is an empty line.
    fn is_blank(&self) -> bool {
        matches!(self.fields.as_slice(), [only] if only.text.is_empty() && !only.is_quoted)
    }
}

struct Field {
    text: String,
    is_quoted: bool,
}

impl Field {
    /// Whether it is a whole number, as it is written in rules. What stands between
    /// quotes is not.
    fn is_whole(&self) -> bool {
        let digits = self.text.strip_prefix('-').unwrap_or(&self.text);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = !digits.starts_with('0') || self.text == "0";
        !self.is_quoted && is_whole && is_plain
    }

    /// What it stands for, in a column of numbers or of atoms.
    fn value(&self, is_number: bool) -> Result<Value, String> {
        if !is_number {
            return Ok(Value::Atom(Atom::new(&self.text)));
        }
        let too_large = |_| format!("the number {} does not fit in 64 bits", self.text);
        self.text.parse().map(Value::Int).map_err(too_large)
    }
}

/// A row that cannot be read.
struct Broken {
    at: usize,
    end: usize,
    message: String,
    help: &'static str,
}

/// Reads a table row by row, as RFC 4180 has it: a field between double quotes may hold
/// separators, line breaks, and quotes written twice. Blanks around fields do not count.
struct RowReader<'a> {
    text: &'a str,
    at: usize,
    separator: char,
}

impl RowReader<'_> {
    fn next(&mut self) -> Result<Row, Broken> {
        let start = self.at;
        let mut fields = Vec::new();
        loop {
            fields.push(self.field()?);
            if self.rest().starts_with(self.separator) {
                self.at += 1;
                continue;
            }
            // Only a line break can follow, or nothing.
            self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
            let end = start + self.text[start..self.at].trim_end().len();
            return Ok(Row { fields, start, end });
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let separator = self.separator;
        let is_blank = |c: char| matches!(c, ' ' | '\t') && c != separator;
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    fn field(&mut self) -> Result<Field, Broken> {
        self.skip_blanks();
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let separator = self.separator;
        let rest = self.rest();
        let length = rest.find([separator, '\n']).unwrap_or(rest.len());
        let text = rest[..length].trim_end_matches([' ', '\t', '\r']).to_string();
        self.at += length;
        Ok(Field { text, is_quoted: false })
    }

    fn quoted(&mut self) -> Result<Field, Broken> {
        let start = self.at;
        let mut text = String::new();
        loop {
            self.at += 1;
            let Some(length) = self.rest().find('"') else {
                let line_end = self.text[start..].find('\n').map_or(self.text.len(), |n| start + n);
                return Err(Broken {
                    at: start,
                    end: line_end,
                    message: "this quote is never closed".into(),
                    help: "close it with a double quote; write a quote inside as two",
                });
            };
            text.push_str(&self.rest()[..length]);
            self.at += length + 1;
            if !self.rest().starts_with('"') {
                break;
            }
            text.push('"');
        }
        self.skip_blanks();
        let rest = self.rest();
        let is_over =
            rest.is_empty() || rest.starts_with([self.separator, '\n']) || rest.starts_with("\r\n");
        if !is_over {
            return Err(Broken {
                at: start,
                end: self.at,
                message: "something stands behind the closing quote".into(),
                help: "write a quote inside a quoted field as two",
            });
        }
        Ok(Field { text: text.replace("\r\n", "\n"), is_quoted: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::syntax::reader;
    use crate::logic::syntax::source::Sources;

    fn facts(directive: &str, text: &str) -> Result<String, Vec<String>> {
        let mut sources = Sources::default();
        let file = sources.add("", directive);
        let directive = reader::read_goal(&sources, file).unwrap();
        let table = sources.add("table.csv", text);
        let complain = |error: &Diagnostic| error.summary(&sources);
        let data = DataFile::of(&directive).map_err(|error| vec![complain(&error)])?;
        data.facts(table, text, 1000).map_err(|errors| errors.iter().map(complain).collect())
    }

    #[test]
    fn each_row_is_a_fact_on_its_own_line() {
        let text = "ann,bob\r\n\n  carl , x\n\"Dora, the \"\"elder\"\"\",\"\"\n'x',007";
        let read = facts("facts(parent/2, 'p.csv')", text).unwrap();
        let shown = "parent(ann, bob).\n\nparent(carl, x).\n\
                     parent('Dora, the \"elder\"', '').\nparent('\\'x\\'', '007').\n";
        assert_eq!(read, shown);
    }

    #[test]
    fn a_column_of_whole_numbers_holds_integers_and_any_other_atoms() {
        let text = "1,1,1,1\n-20,2a,\"2\",02\n0,3,3,3\n";
        let read = facts("facts(p/4, 'p.csv')", text).unwrap();
        assert_eq!(read, "p(1, '1', '1', '1').\np(-20, '2a', '2', '02').\np(0, '3', '3', '3').\n");
    }

    #[test]
    fn a_field_may_go_over_lines_and_a_row_stands_once() {
        let read = facts("facts(p/1, 'p.csv')", "\"a\r\nb\"\nc\nc\nd\n\"\"\n").unwrap();
        assert_eq!(read, "p('a\\nb').\n\np(c).\n\np(d).\np('').\n");
    }

    #[test]
    fn columns_of_a_tsv_file_are_separated_by_tabs() {
        let read = facts("facts(p/2, 'p.tsv', [header])", "one\ttwo\na, b\t 3\n").unwrap();
        assert_eq!(read, "\np('a, b', 3).\n");
    }

    #[test]
    fn a_table_without_rows_still_has_its_relation() {
        let read = facts("facts(p/2, 'p.csv', [header])", "from,to\n").unwrap();
        assert_eq!(read, ":- dynamic p/2.\n");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (directive, text, told) in [
            ("facts(p/2, 'p.csv')", "a,b\na;b\n", "table.csv:2:1: error: this row has 1 field"),
            (
                "facts(p/1, 'p.csv')",
                "a\n\"b\nc",
                "table.csv:2:1: error: this quote is never closed",
            ),
            ("facts(p/1, 'p.csv')", "\"b\" c", "something stands behind the closing quote"),
            ("facts(p/1, 'p.csv')", "9223372036854775808", "does not fit in 64 bits"),
            ("facts(p/1, 'p.csv')", "a\u{202e}b", "hidden character"),
            ("facts(p, 'p.csv')", "a", "expected a relation"),
            ("facts(p/1, 'p.txt')", "a", "must end in .csv or .tsv"),
            ("facts(p/1, 'p.csv', [fast])", "a", "the only option is `header`"),
            ("facts(p/0, 'p.csv')", "a", "without columns"),
        ] {
            let errors = facts(directive, text).unwrap_err();
            assert!(errors[0].contains(told), "{errors:?}");
        }
        assert!(facts("facts(p/1, 'p.csv')", &"abc\n".repeat(9)).is_ok());
        let rows: String = (0..200).map(|n| format!("{n}\n")).collect();
        assert!(facts("facts(p/1, 'p.csv')", &rows).unwrap_err()[0].contains("too many facts"));
    }
}
