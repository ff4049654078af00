//! Variables that stand for any action or any state fact, as in
//! `refuse(Action, over) :- tried(Action), over`: the clause is taken once for
//! each action, with the variable replaced by it.

use crate::logic::Atom;
use crate::logic::check::declarations::{Declarations, Template};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::query_form::AFTER;
use crate::logic::program::Wrapper;
use crate::logic::syntax::term::{Term, TermKind};

/// A variable that stands for a whole action or state fact, and a name for it.
fn template_variable(term: &Term) -> Option<(Atom, Wrapper)> {
    let (name, args) = term.functor()?;
    let wrapper = match (name.as_str(), args.len()) {
        (AFTER, 2) => Wrapper::Legal,
        (name, arity) => Wrapper::find(name, arity)?,
    };
    match args[0].kind {
        TermKind::Var(var) => Some((var, wrapper)),
        _ => None,
    }
}

/// One clause may stand for no more clauses than these.
pub const MOST_CLAUSES: usize = 1000;
/// All of them together may have no more goals than these.
pub const MOST_GOALS: usize = 20_000;

/// The clause, once for each action or state fact that such a variable in its
/// head, or in a goal that is neither negated nor aggregated, may stand for. An
/// error, if that were too many.
pub fn each_template(declarations: &Declarations, clause: &Term) -> Result<Vec<Term>, Diagnostic> {
    let body = clause.parts().and_then(|(_, parts)| parts.last()).unwrap_or(clause);
    let most = MOST_CLAUSES.min(MOST_GOALS / body.conjuncts().len().max(1));
    let mut clauses = vec![clause.clone()];
    loop {
        let each = clauses.iter().map(|clause| each_of_one(declarations, clause));
        let more: Vec<Term> = each.flatten().take(most + 1).collect();
        if more.len() > most {
            return Err(Diagnostic::error(
                "size",
                clause.span,
                format!("this stands for more than {most} combinations of actions or facts"),
                "too many variables for whole actions or facts",
            )
            .help("write some of them out, such as legal(move(From, To))"));
        }
        if more.len() == clauses.len() && more == clauses {
            return Ok(clauses);
        }
        clauses = more;
    }
}

/// The same for the first such variable.
fn each_of_one(declarations: &Declarations, clause: &Term) -> Vec<Term> {
    let (head, body) = match clause.parts() {
        Some((":-", [head, body])) => (Some(head), Some(body)),
        _ => (None, Some(clause)),
    };
    let in_body = || body.and_then(first_template_variable);
    let Some((var, wrapper)) = head.and_then(template_variable).or_else(in_body) else {
        return vec![clause.clone()];
    };
    if var.as_str() == "_" {
        return vec![name_anonymous(clause, &mut 0)];
    }
    specialise(declarations, clause, var, wrapper)
}

/// The first such variable of a goal, also of what must hold after an action.
fn first_template_variable(goal: &Term) -> Option<(Atom, Wrapper)> {
    goal.conjuncts().iter().find_map(|goal| {
        template_variable(goal).or_else(|| match goal.parts() {
            Some((AFTER, [_, next])) => first_template_variable(next),
            _ => None,
        })
    })
}

/// Gives a name to each `_` that stands for an action or state fact.
fn name_anonymous(term: &Term, fresh: &mut usize) -> Term {
    let each = |parts: &[Term], fresh: &mut usize| -> Vec<Term> {
        parts.iter().map(|part| name_anonymous(part, fresh)).collect()
    };
    let kind = match &term.kind {
        TermKind::Compound(name, args)
            if template_variable(term).is_some_and(|(var, _)| var.as_str() == "_") =>
        {
            *fresh += 1;
            let mut args = args.clone();
            args[0].kind = TermKind::Var(Atom::new(&format!("_#{fresh}")));
            TermKind::Compound(*name, args)
        }
        TermKind::Compound(name, args) => TermKind::Compound(*name, each(args, fresh)),
        TermKind::Comma(parts) => TermKind::Comma(each(parts, fresh)),
        kind => kind.clone(),
    };
    Term { kind, span: term.span }
}

/// The term, once for each action or state fact that `var` may stand for.
fn specialise(declarations: &Declarations, term: &Term, var: Atom, wrapper: Wrapper) -> Vec<Term> {
    let templates = if wrapper.of_actions() { &declarations.actions } else { &declarations.states };
    let stand_in = |template: &Template| {
        let column = |index: usize| Term {
            kind: TermKind::Var(Atom::new(&format!(
                "{}#{}#{}",
                var.as_str(),
                template.name.as_str(),
                index + 1
            ))),
            span: term.span,
        };
        match template.columns.len() {
            0 => TermKind::Atom(template.name),
            arity => TermKind::Compound(template.name, (0..arity).map(column).collect()),
        }
    };
    templates.iter().map(|template| term.substitute(var, &stand_in(template))).collect()
}
