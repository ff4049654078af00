//! Queries in normal form: a rule without a head, and what the variables that
//! were asked for stand for in it.

use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::desugar::branches;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::normal_form::{Resolver, is_readable, or_complain};
use crate::logic::check::specialise::each_template;
use crate::logic::program::{RelationId, Relations, Rule, Var};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// What a variable of a query is bound to.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A value.
    Value(Var),
    /// A whole action or state fact, and the variables in it.
    Term(Atom, Vec<Var>),
}

/// A query as a rule without a head, and what its named variables stand for.
#[derive(Clone, Debug)]
pub struct ResolvedGoal {
    /// The rule.
    pub rule: Rule,
    /// Each variable's name, and what it stands for.
    pub answers: Vec<(Atom, Answer)>,
    /// Where it asks about the position after any action, not one that is named.
    pub after_any: Vec<Span>,
}

/// A query, once for each action or state fact its variables may stand for.
pub fn goal(
    declarations: &Declarations,
    relations: &Relations,
    goal: &Term,
    errors: &mut Vec<Diagnostic>,
) -> Vec<ResolvedGoal> {
    // A relation of the rules goes before what queries know.
    let looks_ahead = relations.plain("after", 2).is_none();
    let goal = &if looks_ahead { looking_ahead(goal) } else { goal.clone() };
    let mut names: Vec<&Term> = Vec::new();
    goal.walk(&mut |term| {
        if matches!(term.kind, TermKind::Var(name) if !name.as_str().starts_with('_'))
            && !names.contains(&term)
        {
            names.push(term);
        }
    });
    let head = Term {
        kind: TermKind::Compound(Atom::new("answer"), names.iter().copied().cloned().collect()),
        span: goal.span,
    };
    let query = |body: Term| Term {
        kind: TermKind::Compound(Atom::new(":-"), vec![head.clone(), body]),
        span: goal.span,
    };
    if !is_readable(declarations, relations, goal, errors) {
        return Vec::new();
    }
    let mut after_any = Vec::new();
    goal.walk(&mut |term| {
        if let Some((AFTER, [Term { kind: TermKind::Var(_), .. }, _])) = term.parts() {
            after_any.push(term.span);
        }
    });
    let branches = or_complain(branches(declarations, None, goal), errors);
    let mut queries = Vec::new();
    for branch in branches {
        let query = query(branch.body(goal.span));
        queries.extend(or_complain(each_template(declarations, &query), errors));
    }
    let mut found = Vec::new();
    for query in queries {
        let (_, [head, body]) = query.parts().expect("made so") else { unreachable!("made so") };
        let mut resolver = Resolver::new(declarations, relations, errors);
        let body = resolver.goals(body.conjuncts());
        let (_, stand_ins) = head.functor().expect("made so");
        let mut answers = Vec::new();
        for (name, stand_in) in names.iter().zip(stand_ins) {
            let TermKind::Var(name) = name.kind else { unreachable!("a variable's name") };
            let mut variable = |term: &Term| match term.kind {
                TermKind::Var(var) => resolver.variable(var, term.span),
                _ => unreachable!("stand-ins hold only variables"),
            };
            let answer = match &stand_in.kind {
                TermKind::Var(_) => Answer::Value(variable(stand_in)),
                TermKind::Atom(action) => Answer::Term(*action, Vec::new()),
                TermKind::Compound(action, args) => {
                    Answer::Term(*action, args.iter().map(&mut variable).collect())
                }
                _ => unreachable!("a variable stands for a value or a term"),
            };
            answers.push((name, answer));
        }
        let rule = Rule {
            head: NO_HEAD,
            head_args: Vec::new(),
            body,
            variables: resolver.variables,
            constants: resolver.constants,
            span: goal.span,
            branch: None,
        };
        found.push(ResolvedGoal { rule, answers, after_any: after_any.clone() });
    }
    found
}

/// The goal `after(Action, Goal)` of a query, told from a relation of that name.
pub const AFTER: &str = "$after";

fn looking_ahead(term: &Term) -> Term {
    let each = |parts: &[Term]| parts.iter().map(looking_ahead).collect();
    let kind = match &term.kind {
        TermKind::Compound(name, args) if name.as_str() == "after" && args.len() == 2 => {
            TermKind::Compound(Atom::new(AFTER), each(args))
        }
        TermKind::Compound(name, args) => TermKind::Compound(*name, each(args)),
        TermKind::Comma(parts) => TermKind::Comma(each(parts)),
        kind => kind.clone(),
    };
    Term { kind, span: term.span }
}

/// The head of a rule that derives nothing: a query.
pub const NO_HEAD: RelationId = RelationId(u32::MAX);
