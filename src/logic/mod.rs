//! The rule language: Datalog in Prolog's syntax.
//!
//! This part knows nothing of any game, and nothing of what is built upon it.
//! `build.rs` mounts it alone, so an import from above does not even compile.
//!
//! A text goes through these stages, each a folder: [`syntax`] makes terms of it,
//! [`check`] makes a [`Program`] of those. [`optimise`] turns its rules into quicker
//! ones, [`plan`] decides how they are evaluated, and [`engine`] evaluates them at
//! run time, while [`ascent`] prints the plans of the games that ship for the
//! compiler. [`query`] asks, and [`explain`] says why.
//! [`amend`] changes rules without touching their text.

pub mod amend;
pub mod arithmetic;
pub mod ascent;
mod atom;
pub mod check;
pub mod describe;
pub mod engine;
pub mod explain;
pub mod facts;
pub mod names;
pub mod optimise;
pub mod parse;
pub mod plan;
pub mod program;
pub mod query;
pub mod reweigh;
#[cfg(test)]
mod sample;
mod show;
pub mod slice;
pub mod syntax;
mod value;

use std::sync::Arc;

pub use atom::Atom;
pub use parse::ParseError;
pub use value::{Cell, Row, Value};

use amend::{Amendments, PROMPT};
use check::declarations::Declarations;
use check::diagnostic::{self, Diagnostic, Severity};
use check::normal_form::{self, Clause};
use check::{completeness, safety, strata, turns, types, unused, vocabulary};
use facts::DataFile;
use program::{Program, Relations, Rule};
use syntax::reader;
use syntax::source::{FileId, Sources, Span};
use syntax::term::{CommentPlace, Item, Term};

/// Rules that every game shares.
pub const EVERY_GAME: &str = include_str!("../../rules/every_game.pl");
/// The name by which they are shown.
pub const EVERY_GAME_NAME: &str = "every_game.pl";

/// Finds the texts that `:- include('file.pl')` asks for.
pub trait Loader {
    /// The name to show and the text of `path`, as asked for by the text named
    /// `from`.
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String>;
}

/// Rules that can be used, and what to mind about them.
#[derive(Debug)]
pub struct Checked {
    /// The program.
    pub program: Program,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Rules that cannot be used, and why.
#[derive(Clone)]
pub struct Rejected {
    /// The texts, to show the places in them.
    pub sources: Sources,
    /// What is wrong; at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// More complaints than these are counted, not shown.
const MOST_SHOWN: usize = 50;

impl Rejected {
    /// All complaints, each drawn at its place.
    pub fn render(&self, color: bool) -> String {
        let shown = self.diagnostics.iter().take(MOST_SHOWN);
        let mut drawn: Vec<_> = shown.map(|d| d.render(&self.sources, color)).collect();
        if self.diagnostics.len() > MOST_SHOWN {
            drawn.push(format!("and {} more", self.diagnostics.len() - MOST_SHOWN));
        }
        drawn.join("\n")
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// The same: a program that ends with it prints what is wrong, and not all texts.
impl std::fmt::Debug for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{self}\n")
    }
}

impl std::error::Error for Rejected {}

/// Reads and checks the rules of a game.
pub fn load(name: &str, text: &str, loader: &dyn Loader) -> Result<Checked, Rejected> {
    load_amended(name, text, loader, &Amendments::default())
}

/// The same with changes that are not in the text.
pub fn load_amended(
    name: &str,
    text: &str,
    loader: &dyn Loader,
    amendments: &Amendments,
) -> Result<Checked, Rejected> {
    let mut sources = Sources::default();
    let common = sources.add(EVERY_GAME_NAME, EVERY_GAME);
    // Some editors begin a file with a mark of the order of its bytes.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let main = sources.add(name, text);
    let mut complaints = Vec::new();
    if text.len() > MOST_BYTES {
        let start = Span { file: main, start: 0, end: 0 };
        let message = format!("the text has more than {} MB", MOST_BYTES >> 20);
        let error = Diagnostic::error("size", start, message, "too long");
        return Err(rejected(sources, vec![error.help("large tables go into data files")]));
    }

    let mut texts = Texts {
        loader,
        amendments,
        directives: Vec::new(),
        clauses: Vec::new(),
        left_out: Vec::new(),
        open: Vec::new(),
        included: 0,
        bytes: text.len(),
        shared: true,
        has_title: false,
    };
    texts.read(&mut sources, common, &mut complaints);
    texts.shared = false;
    texts.read(&mut sources, main, &mut complaints);
    for (name, text) in amendments.texts() {
        texts.has_title = name != PROMPT;
        let added = sources.add_amendment(name, text);
        texts.read(&mut sources, added, &mut complaints);
    }
    let Texts { directives, mut clauses, left_out, .. } = texts;
    let terms: Vec<&Term> = directives.iter().map(|directive| &directive.term).collect();
    let mut declarations = Declarations::read(&terms, &mut complaints);
    for Directive { term, doc } in &directives {
        declarations.describe(term.span, doc.as_deref());
    }
    if !declarations.is_game() {
        clauses.retain(|clause| !clause.shared);
    }
    // What could not be read leaves gaps that would be complained of again.
    let readable = complaints.is_empty();
    let mut relations = vocabulary::relations(&declarations, &clauses, &mut complaints);
    let mut rules = Vec::new();
    if readable {
        rules = normal_form::rules(&declarations, &relations, &clauses, &mut complaints);
    }
    let (mut strata, mut undecided) = (Vec::new(), Vec::new());
    if !has_errors(&complaints) {
        undecided = types::infer(&declarations, &mut relations, &mut rules, &mut complaints);
        for rule in &rules {
            safety::check(&declarations, &relations, rule, &mut complaints);
        }
        strata = strata::stratify(&relations, &rules, &mut complaints);
        strata::mark_static(&mut relations, &rules, &strata);
        let top = Span { file: main, start: 0, end: first_line(text) };
        completeness::check(&declarations, &relations, &rules, top, &mut complaints);
    }
    // Rules that will change anyway are not warned of what they leave undone.
    if !complaints.iter().any(|complaint| complaint.severity == Severity::Error) {
        turns::check(&declarations, &relations, &rules, &mut complaints);
        unused::check(&declarations, &relations, &rules, &sources, &mut complaints);
    }

    if has_errors(&complaints) {
        return Err(rejected(sources, complaints));
    }
    let sources = Arc::new(sources);
    let switched_off = switched_off(&declarations, &relations, &left_out);
    let left_out = left_out.iter().map(|clause| clause.term.span).collect();
    let program = Program {
        sources,
        declarations,
        relations,
        rules,
        strata,
        left_out,
        switched_off,
        undecided,
    };
    for notation in &program.declarations.notations {
        complaints.extend(notation.check_goal(&program).err().into_iter().flatten());
    }
    match has_errors(&complaints) {
        true => Err(rejected((*program.sources).clone(), complaints)),
        false => {
            diagnostic::drop_repeated(&mut complaints);
            Ok(Checked { program, warnings: complaints })
        }
    }
}

fn has_errors(complaints: &[Diagnostic]) -> bool {
    complaints.iter().any(|complaint| complaint.severity == Severity::Error)
}

/// Complaints in the order of the text, the errors first.
fn rejected(sources: Sources, mut complaints: Vec<Diagnostic>) -> Rejected {
    diagnostic::drop_repeated(&mut complaints);
    complaints.sort_by_key(|complaint| {
        let span = complaint.primary.0;
        (complaint.severity == Severity::Warning, span.file, span.start)
    });
    Rejected { sources, diagnostics: complaints }
}

/// The rules that clauses would be if they were not switched off. What they lack
/// while they are off is nobody's mistake: such clauses are no rules.
fn switched_off(
    declarations: &Declarations,
    relations: &Relations,
    clauses: &[Clause],
) -> Vec<Rule> {
    let mut rules = normal_form::rules(declarations, relations, clauses, &mut Vec::new());
    rules.retain_mut(|rule| {
        let mut complaints = Vec::new();
        types::infer_one(declarations, relations, rule, &mut complaints);
        safety::check(declarations, relations, rule, &mut complaints);
        complaints.iter().all(|complaint| complaint.severity == Severity::Warning)
    });
    rules
}

fn first_line(text: &str) -> u32 {
    text.lines().next().map_or(0, |line| line.len() as u32)
}

/// A directive, with the comment behind or above it.
struct Directive {
    term: Term,
    doc: Option<String>,
}

/// Gathers directives and clauses from a text and all it includes.
struct Texts<'a> {
    loader: &'a dyn Loader,
    amendments: &'a Amendments,
    directives: Vec<Directive>,
    clauses: Vec<Clause>,
    /// The clauses that are switched off.
    left_out: Vec<Clause>,
    /// The texts being read, each including the next.
    open: Vec<String>,
    /// How many texts were included so far, and how many bytes they have.
    included: usize,
    bytes: usize,
    /// Whether they are those that every game shares.
    shared: bool,
    /// Whether a title is none of their business: a file that is taken in beside the
    /// rules leaves these their own.
    has_title: bool,
}

/// What the lines of a comment say.
fn in_one_line(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| line.trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// More texts than these are not included, and not more bytes.
const MOST_INCLUDED: usize = 200;
const MOST_BYTES: usize = 4 << 20;

impl Texts<'_> {
    fn read(&mut self, sources: &mut Sources, file: FileId, complaints: &mut Vec<Diagnostic>) {
        self.open.push(sources.file(file).name.clone());
        let (items, errors) = reader::read(sources, file);
        complaints.extend(errors);
        let mut doc = None;
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next() {
            let term = match item {
                Item::Comment { lines, place: CommentPlace::Above } => {
                    doc = Some(in_one_line(&lines));
                    continue;
                }
                Item::Comment { .. } => continue,
                Item::Clause(term) => term,
            };
            match term.parts() {
                Some((":-", [directive])) => match directive.parts() {
                    Some(("include", [path])) => {
                        self.include(sources, term.span, path, complaints);
                    }
                    Some(("title", [_])) if self.has_title => {}
                    Some(("facts", _)) => {
                        self.facts(sources, term.span, directive, complaints);
                    }
                    _ => {
                        let doc = match items.peek() {
                            Some(Item::Comment { lines, place: CommentPlace::Behind }) => {
                                Some(in_one_line(lines))
                            }
                            _ => doc.take(),
                        };
                        self.directives.push(Directive { term: directive.clone(), doc });
                    }
                },
                _ if self.amendments.switch_off(sources, term.span) => {
                    self.left_out.push(Clause { term, doc: None, shared: self.shared });
                }
                _ => self.clauses.push(Clause { term, doc: doc.take(), shared: self.shared }),
            }
            doc = None;
        }
        self.open.pop();
    }

    /// Takes in the text that a directive includes.
    fn include(
        &mut self,
        sources: &mut Sources,
        directive: Span,
        path: &Term,
        complaints: &mut Vec<Diagnostic>,
    ) {
        match self.load(sources, directive, path) {
            Ok((name, _)) if self.open.contains(&name) => complaints.push(cannot_include(
                path,
                format!("`{name}` includes itself"),
                "take out one of the include directives",
            )),
            Ok((name, text)) => {
                self.bytes += text.len();
                let file = sources.add_included(directive, name, text);
                self.read(sources, file, complaints);
            }
            Err(error) => complaints.extend(error),
        }
    }

    /// Takes in the facts that a directive names.
    fn facts(
        &mut self,
        sources: &mut Sources,
        clause: Span,
        directive: &Term,
        complaints: &mut Vec<Diagnostic>,
    ) {
        let data = match DataFile::of(directive) {
            Ok(data) => data,
            Err(error) => return complaints.push(error),
        };
        let (name, table) = match self.load(sources, clause, data.path) {
            Ok(loaded) => loaded,
            Err(error) => return complaints.extend(error),
        };
        let file = sources.next();
        match data.facts(file, &table, MOST_BYTES.saturating_sub(self.bytes)) {
            Ok(facts) => {
                self.bytes += facts.len();
                sources.add_table(clause, name, facts, table);
                self.read(sources, file, complaints);
            }
            Err(errors) => {
                sources.add_included(clause, name, table);
                complaints.extend(errors);
            }
        }
    }

    /// The name and text of a file that a directive asks for. Once there are too many,
    /// no more is said of it.
    fn load(
        &mut self,
        sources: &Sources,
        directive: Span,
        path: &Term,
    ) -> Result<(String, String), Option<Diagnostic>> {
        let complain = |message, help| Err(Some(cannot_include(path, message, help)));
        let Some((name, [])) = path.parts() else {
            return complain(
                format!("`{path}` is not the name of a file"),
                "write the name between quotes: `:- include('shared.pl').`",
            );
        };
        self.included += 1;
        if self.included > MOST_INCLUDED + 1 {
            return Err(None);
        }
        if self.included > MOST_INCLUDED {
            return complain(
                format!("more than {MOST_INCLUDED} texts are included"),
                "take out some of the include directives",
            );
        }
        let from = sources.file(directive.file).name.clone();
        match self.loader.load(&from, name) {
            Ok((_, text)) if self.bytes + text.len() > MOST_BYTES => complain(
                format!("all texts together have more than {} MB", MOST_BYTES >> 20),
                "take out some of the include directives",
            ),
            Ok(loaded) => Ok(loaded),
            Err(error) => {
                let help = match error.contains("UTF-8") {
                    true => "save it as UTF-8",
                    false => "the file is looked for beside the one that includes it",
                };
                complain(format!("cannot include `{name}`: {error}"), help)
            }
        }
    }
}

fn cannot_include(path: &Term, message: String, help: &str) -> Diagnostic {
    Diagnostic::error("include", path.span, message, "asked for here").help(help)
}
