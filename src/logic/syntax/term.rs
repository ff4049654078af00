//! Terms and texts as the reader sees them, before anything is known of what
//! they mean.

use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Cell};

/// A Prolog term and where it stands.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
}

/// What a term is.
#[derive(Clone, Debug, PartialEq)]
pub enum TermKind {
    /// `Player`, `_`.
    Var(Atom),
    /// `medium`, `'two words'`.
    Atom(Atom),
    /// `42`, `-1`.
    Int(i64),
    /// `move(From, To)`; operators too, so `A + B` is `+(A, B)`.
    Compound(Atom, Vec<Term>),
    /// `a, b, c`: a conjunction, or, as `(0,1)`, a cell.
    Comma(Vec<Term>),
    /// `[red, blue]`.
    List(Vec<Term>),
}

/// Terms are equal when they read the same, wherever they stand.
impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.kind == other.kind
    }
}

impl Term {
    /// The functor's name and arguments, for atoms and compounds.
    pub fn functor(&self) -> Option<(Atom, &[Term])> {
        match &self.kind {
            TermKind::Atom(name) => Some((*name, &[])),
            TermKind::Compound(name, args) => Some((*name, args)),
            _ => None,
        }
    }

    /// The functor's text and arguments: for matching on what is written.
    pub fn parts(&self) -> Option<(&'static str, &[Term])> {
        self.functor().map(|(name, args)| (name.as_str(), args))
    }

    /// The cell that a pair of integers such as `(0,-1)` writes.
    pub fn axial(&self) -> Option<Cell> {
        let TermKind::Comma(parts) = &self.kind else { return None };
        let [q, r] = parts.as_slice() else { return None };
        match (&q.kind, &r.kind) {
            (TermKind::Int(q), TermKind::Int(r)) => {
                Some(Cell::Axial(i16::try_from(*q).ok()?, i16::try_from(*r).ok()?))
            }
            _ => None,
        }
    }

    /// The goals of a conjunction; one goal is a conjunction of itself.
    pub fn conjuncts(&self) -> &[Term] {
        match &self.kind {
            TermKind::Comma(goals) => goals,
            _ => std::slice::from_ref(self),
        }
    }

    /// Calls `visit` on this term and all below it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Term)) {
        visit(self);
        match &self.kind {
            TermKind::Compound(_, parts) | TermKind::Comma(parts) | TermKind::List(parts) => {
                parts.iter().for_each(|part| part.walk(visit));
            }
            TermKind::Var(_) | TermKind::Atom(_) | TermKind::Int(_) => {}
        }
    }

    /// The same term with each variable `name` replaced.
    pub fn substitute(&self, name: Atom, replacement: &TermKind) -> Term {
        let each = |parts: &[Term]| {
            parts.iter().map(|part| part.substitute(name, replacement)).collect::<Vec<_>>()
        };
        let kind = match &self.kind {
            TermKind::Var(var) if *var == name => replaced(replacement, self.span),
            TermKind::Compound(functor, args) => TermKind::Compound(*functor, each(args)),
            TermKind::Comma(parts) => TermKind::Comma(each(parts)),
            TermKind::List(parts) => TermKind::List(each(parts)),
            kind => kind.clone(),
        };
        Term { kind, span: self.span }
    }
}

/// What takes the place of a variable, standing where the variable stood.
fn replaced(kind: &TermKind, span: Span) -> TermKind {
    match kind {
        TermKind::Compound(name, args) => {
            let args = args.iter().map(|arg| Term { kind: arg.kind.clone(), span }).collect();
            TermKind::Compound(*name, args)
        }
        kind => kind.clone(),
    }
}

/// A clause or directive, or a comment between them.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// What ends in a full stop.
    Clause(Term),
    /// Lines that begin with `%`, each without that sign.
    Comment {
        /// The lines.
        lines: Vec<String>,
        /// Where it stands with regard to its neighbours.
        place: CommentPlace,
    },
}

/// Where a comment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentPlace {
    /// On lines of its own, followed by an empty line.
    Apart,
    /// Directly above a clause: it describes it.
    Above,
    /// Behind a clause, on its last line.
    Behind,
}
