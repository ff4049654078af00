//! A checked program: relations, and rules over them in normal form.
//!
//! In normal form there are no nested terms: `legal(move(From, To))` is a
//! relation of its own, with the columns `From` and `To`. Names are resolved,
//! variables numbered, and every rule is safe, typed and stratified.

mod relations;
mod rules;

use std::ops::Range;
use std::sync::Arc;

pub use self::relations::{Given, Name, Origin, Relation, RelationId, Relations, Wrapper};
pub use self::rules::{
    AggregateKind, Arg, Binary, Comparison, Expr, Literal, Rule, Stratum, Unary, Var, Variable,
    Vars, vars_of, vars_of_args,
};

use super::Atom;
use super::check::declarations::Declarations;
use super::check::strata;
use super::check::types::Column;
use super::slice::Slice;
use super::syntax::source::{FileId, Sources, Span};

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The texts it was read from.
    pub sources: Arc<Sources>,
    /// What the directives say.
    pub declarations: Declarations,
    /// Its relations.
    pub relations: Relations,
    /// Its rules, in the order they are written.
    pub rules: Vec<Rule>,
    /// The order in which they are evaluated.
    pub strata: Vec<Stratum>,
    /// The clauses of the texts that are switched off.
    pub left_out: Vec<Span>,
    /// The rules that those clauses would be.
    pub switched_off: Vec<Rule>,
    /// The columns of atoms whose type nothing decides: a query may.
    pub undecided: Vec<Column>,
}

impl Program {
    /// The relation a wrapper makes of an action or state fact.
    pub fn wrapped(&self, wrapper: Wrapper, name: Atom, arity: usize) -> Option<RelationId> {
        let arity = if wrapper == Wrapper::Refuse { arity + 1 } else { arity };
        self.relations.find(Name::Wrapped(wrapper, name), arity)
    }

    /// All the relations of one wrapper.
    pub fn wrapped_by(&self, wrapper: Wrapper) -> impl Iterator<Item = RelationId> + '_ {
        self.relations.ids().filter(
            move |id| matches!(self.relations[*id].name, Name::Wrapped(w, _) if w == wrapper),
        )
    }

    /// Whether the amendments change nothing that answers one of the questions
    /// of the game: they define relations of their own at most.
    pub fn is_by_the_book(&self) -> bool {
        let amends = |span: Span| self.sources.amendments().contains(&span.file);
        if !self.left_out.is_empty() || self.declarations.spans().any(amends) {
            return false;
        }
        let asked: Vec<RelationId> = Slice::ALL.iter().flat_map(|s| s.targets(self)).collect();
        let needed = strata::closure(&self.rules, &asked);
        !self.rules.iter().any(|rule| amends(rule.span) && needed.contains(&rule.head))
    }

    /// A text as it counts: what is switched off has become a comment.
    pub fn effective_text(&self, file: FileId) -> String {
        self.edited_text(file, self.switched_off(file))
    }

    /// The same with what it includes in the place of the directives.
    pub fn whole_text(&self, file: FileId) -> String {
        let included = self.sources.includes_of(file).map(|(directive, included)| {
            (self.clause_range(directive), format!("{}\n", self.whole_text(included)))
        });
        self.edited_text(file, self.switched_off(file).chain(included))
    }

    fn clause_range(&self, clause: Span) -> Range<usize> {
        clause.start as usize..self.sources.end_of_clause(clause)
    }

    /// The clauses of a text that are switched off, each with the comment that it
    /// has become.
    fn switched_off(&self, file: FileId) -> impl Iterator<Item = (Range<usize>, String)> {
        let own = self.left_out.iter().filter(move |span| span.file == file);
        own.map(move |span| {
            let range = self.clause_range(*span);
            let comment = match &self.sources.file(file).text[range.clone()] {
                inside if inside.contains("*/") || inside.contains("/*") => String::new(),
                inside => format!("/* switched off: {inside} */"),
            };
            (range, comment)
        })
    }

    fn edited_text(
        &self,
        file: FileId,
        edits: impl Iterator<Item = (Range<usize>, String)>,
    ) -> String {
        let mut text = self.sources.file(file).text.clone();
        let mut edits: Vec<_> = edits.collect();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        edits.into_iter().for_each(|(range, with)| text.replace_range(range, &with));
        text
    }

    /// The rules that derive a relation.
    pub fn rules_for(&self, relation: RelationId) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.head == relation)
    }
}
