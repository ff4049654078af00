//! Relations and clauses as a reader wants to see them: columns by name, and
//! the clauses of a relation as they are written.

use crate::logic::program::{Arg, Given, Name, Origin, Program, Relation, RelationId, Rule};
use crate::logic::syntax::reader;
use crate::logic::syntax::source::{Location, Sources, Span};
use crate::logic::syntax::term::Term;

/// A clause of the rules, as it is written.
#[derive(Clone, Debug)]
pub struct Clause<'a> {
    /// Where it stands.
    pub at: Location,
    /// The last line of it.
    pub last_line: usize,
    /// Its text, without the full stop.
    pub text: &'a str,
    /// Whether it counts, or is switched off.
    pub is_on: bool,
    /// Where it stands, exactly.
    pub span: Span,
}

impl Clause<'_> {
    /// Its head, read once more.
    fn head(&self) -> Option<Term> {
        let mut sources = Sources::default();
        let file = sources.add("", self.text);
        let term = reader::read_goal(&sources, file).ok()?;
        Some(match term.parts() {
            Some((":-", [head, _])) => head.clone(),
            _ => term,
        })
    }

    /// The name and the number of columns of its head: `parent/2`.
    pub fn indicator(&self) -> Option<String> {
        let head = self.head()?;
        head.functor().map(|(name, args)| format!("{name}/{}", args.len()))
    }
}

impl Relation {
    /// The word that a goal of it begins with.
    pub fn word(&self) -> &'static str {
        match self.name {
            Name::Plain(name) => name.as_str(),
            Name::Wrapped(wrapper, _) => wrapper.name(),
            Name::Option(_) => "option",
        }
    }

    /// Whether somebody who says `name` means it: `tank`, `tank/3`, or for
    /// `legal(move(From, To))` also `legal/1`, `legal(move)` and `legal(move/2)`.
    pub fn is_called(&self, name: &str) -> bool {
        if name == self.word() || name == self.indicator() {
            return true;
        }
        match self.name {
            Name::Plain(_) => false,
            Name::Wrapped(wrapper, inner) => {
                name == format!("{}/{}", wrapper.name(), wrapper.arity())
                    || name == format!("{}({inner})", wrapper.name())
            }
            Name::Option(inner) => name == "option/2" || name == format!("option({inner})"),
        }
    }
}

impl Program {
    /// The text of a rule, on one line, and where it stands.
    pub fn describe(&self, rule: &Rule) -> (String, String) {
        let (text, at) = self.sources.describe(rule.span);
        (rule.branch.as_ref().map_or(text, |branch| branch.to_string()), at)
    }

    /// A name for each column: that of the variable in the first rule, or else
    /// that of its type.
    pub fn column_names(&self, relation: RelationId) -> Vec<&'static str> {
        let info = &self.relations[relation];
        let rule = match info.origin {
            Origin::Rules => self.rules_for(relation).next(),
            _ => None,
        };
        if info.origin == Origin::Given(Given::Weight) {
            return vec!["Name", "Value"];
        }
        let by_type =
            |column: usize| info.columns[column].map_or("_", |ty| self.declarations.type_word(ty));
        let name = |column: usize| {
            rule.and_then(|rule| variable(rule, column)).unwrap_or_else(|| by_type(column))
        };
        (0..info.arity).map(name).collect()
    }

    /// How a goal of the relation is written: `pinned(Piece)`.
    pub fn signature(&self, relation: RelationId) -> String {
        self.relations[relation].show(&self.column_names(relation))
    }

    /// Whether a clause, be it switched off, is one of those that define a
    /// relation.
    pub fn defines(&self, clause: &Clause, relation: RelationId) -> bool {
        if clause.is_on {
            return self.rules_for(relation).any(|rule| rule.span == clause.span);
        }
        let Some(head) = clause.head() else { return false };
        let info = &self.relations[relation];
        match (info.name, head.functor()) {
            (Name::Plain(name), Some((functor, args))) => {
                functor == name && args.len() == info.arity
            }
            (Name::Wrapped(wrapper, name), Some((functor, [inner, ..]))) => {
                let columns = info.arity - (wrapper.arity() - 1);
                // A variable stands for every action or state fact.
                let is_inner = inner
                    .functor()
                    .is_none_or(|(functor, args)| functor == name && args.len() == columns);
                functor.as_str() == wrapper.name() && is_inner
            }
            _ => false,
        }
    }

    /// All clauses, those that are switched off too, text by text.
    pub fn clauses(&self) -> Vec<Clause<'_>> {
        let on = self.rules.iter().map(|rule| (rule.span, true));
        let off = self.left_out.iter().map(|span| (*span, false));
        let mut spans: Vec<(Span, bool)> = on.chain(off).collect();
        spans.sort_by_key(|(span, _)| (span.file, span.start));
        spans.dedup();
        let clause = |(span, is_on): (Span, bool)| {
            let (at, text) = (self.sources.location(span), self.sources.text(span));
            Clause { last_line: at.line + text.matches('\n').count(), at, text, is_on, span }
        };
        spans.into_iter().map(clause).collect()
    }
}

/// The name of the variable in a column of a rule's head, if it has one.
fn variable(rule: &Rule, column: usize) -> Option<&'static str> {
    match rule.head_args[column] {
        Arg::Var(var) => {
            let variable = &rule.variables[var.index()];
            (!variable.is_hidden()).then(|| variable.shown())
        }
        Arg::Const(_) => None,
    }
}
