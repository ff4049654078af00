//! Goals that are short for others: `;`, `forall/2`, and aggregates that range
//! over a choice or name a witness.
//!
//! Rules in normal form know none of these. Each is written out here, term by
//! term, before names are resolved, so that nothing behind the checks has to know
//! of them:
//!
//! - `a, (b ; c)` is two clauses, one for each branch;
//! - `forall(C, A)` is `\+ (C, \+ A)`;
//! - `aggregate_all(max(X, W), G, max(M, V))` finds the maximum, and then goes
//!   through the answers of `G` that have it;
//! - `aggregate_all(count, (a ; b), N)` adds up the answers of `a` and those of `b`
//!   that are none of `a`; a maximum is that of one branch that no other exceeds.

use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::query_form::AFTER;
use crate::logic::check::specialise::{MOST_CLAUSES, MOST_GOALS, each_template};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// One of the conjunctions that a body stands for.
pub struct Branch {
    /// Its goals, all of which must hold.
    pub goals: Vec<Term>,
    /// The same as they are written.
    shown: Vec<Term>,
}

impl Branch {
    /// The goals as one.
    pub fn body(&self, span: Span) -> Term {
        conjunction(self.goals.clone(), span)
    }

    /// The same as they are written.
    pub fn shown(&self, span: Span) -> Term {
        conjunction(self.shown.clone(), span)
    }

    fn of(goal: &Term) -> Branch {
        Branch { goals: vec![goal.clone()], shown: vec![goal.clone()] }
    }
}

/// The conjunctions of which one must hold for a body to hold, in the clause of
/// that head. A query has no head.
pub fn branches(
    declarations: &Declarations,
    head: Option<&Term>,
    body: &Term,
) -> Result<Vec<Branch>, Diagnostic> {
    let mut outside = head.map(open_variables).unwrap_or_default();
    outside.extend(open_variables(body));
    Desugar { declarations, outside, fresh: 0 }.branches(body)
}

struct Desugar<'a> {
    declarations: &'a Declarations,
    /// The variables that what surrounds the goal at hand can give a value.
    outside: Vec<Atom>,
    /// How many variables were made so far.
    fresh: usize,
}

impl Desugar<'_> {
    fn branches(&mut self, goal: &Term) -> Result<Vec<Branch>, Diagnostic> {
        if goal.axial().is_some() {
            return Ok(vec![Branch::of(goal)]);
        }
        if let TermKind::Comma(goals) = &goal.kind {
            let mut all = vec![Branch { goals: Vec::new(), shown: Vec::new() }];
            for goal in goals {
                all = product(&all, &self.branches(goal)?, goal.span)?;
            }
            return Ok(all);
        }
        match goal.parts() {
            Some((";", [left, right])) if !is_conditional(left) => {
                let mut branches = self.branches(left)?;
                branches.extend(self.branches(right)?);
                bounded(branches, goal.span)
            }
            Some(("forall", [condition, action])) => {
                let fails = compound("\\+", vec![action.clone()], action.span);
                let counterexample = conjunction(vec![condition.clone(), fails], goal.span);
                self.negation(goal, &counterexample)
            }
            Some(("\\+", [inner])) => self.negation(goal, inner),
            Some(("aggregate_all", [spec, inner, result])) => {
                self.aggregate(&Aggregate { goal, spec, inner, result })
            }
            Some((AFTER, [action, next])) => {
                let after = |next: Term| compound(AFTER, vec![action.clone(), next], goal.span);
                let branch = |branch: Branch| Branch {
                    goals: vec![after(branch.body(next.span))],
                    shown: vec![after(branch.shown(next.span))],
                };
                Ok(self.branches(next)?.into_iter().map(branch).collect())
            }
            _ => Ok(vec![Branch::of(goal)]),
        }
    }

    /// The branches of what stands inside a negation or aggregate.
    fn inside(&mut self, inner: &Term) -> Result<Vec<Term>, Diagnostic> {
        let before = self.outside.len();
        self.outside.extend(open_variables(inner));
        let branches = self.branches(inner);
        self.outside.truncate(before);
        Ok(branches?.iter().map(|branch| branch.body(inner.span)).collect())
    }

    /// No branch holds.
    fn negation(&mut self, goal: &Term, inner: &Term) -> Result<Vec<Branch>, Diagnostic> {
        let not = |branch| compound("\\+", vec![branch], goal.span);
        let goals = self.inside(inner)?.into_iter().map(not).collect();
        Ok(vec![Branch { goals, shown: vec![goal.clone()] }])
    }

    fn aggregate(&mut self, aggregate: &Aggregate<'_>) -> Result<Vec<Branch>, Diagnostic> {
        let alternatives = match aggregate.spec.parts() {
            Some((kind @ ("max" | "min"), [number, witness])) => {
                self.witnesses(aggregate, kind, number, witness)?
            }
            Some((kind @ ("max" | "min"), [number])) => self.extreme(aggregate, kind, number)?,
            Some(("count" | "sum", _)) => vec![self.total(aggregate)?],
            _ => vec![vec![aggregate.goal.clone()]],
        };
        let shown = vec![aggregate.goal.clone()];
        let branch = |goals| Branch { goals, shown: shown.clone() };
        bounded(alternatives.into_iter().map(branch).collect(), aggregate.goal.span)
    }

    /// The extreme, and the answers that have it.
    fn witnesses(
        &mut self,
        aggregate: &Aggregate<'_>,
        kind: &'static str,
        number: &Term,
        witness: &Term,
    ) -> Result<Vec<Vec<Term>>, Diagnostic> {
        let span = aggregate.goal.span;
        let (extreme, named) = match aggregate.result.parts() {
            Some((name, [extreme, named])) if name == kind => (extreme, named),
            _ => {
                let result = aggregate.result;
                let message = format!("`{result}` cannot be the result of {kind}(Number, Witness)");
                let error = Diagnostic::error("aggregate", result.span, message, "not a pair");
                return Err(error.help(format!("write {kind}(Number, Who) here too")));
            }
        };
        let TermKind::Var(witness_name) = witness.kind else {
            let message = format!("`{witness}` cannot be a witness");
            let error = Diagnostic::error("aggregate", witness.span, message, "not a variable");
            return Err(error.help("name one variable of the goal"));
        };
        let mut locals = self.locals(aggregate);
        if witness_name.as_str().starts_with("_#") || witness_name.as_str() == "_" {
            let error =
                Diagnostic::error("aggregate", witness.span, "the witness has no name", "who?");
            return Err(error.help(format!(
                "name the variable of the goal that is meant, as in {kind}({number}, Who)"
            )));
        }
        if !locals.contains(&witness_name) {
            let message = format!("the witness `{witness}` has a value outside the aggregate");
            let label = "belongs to the aggregate alone";
            let error = Diagnostic::error("aggregate", witness.span, message, label);
            return Err(error.help("use another name inside the aggregate"));
        }
        let (extreme, named) = (self.named(extreme), self.named(named));
        let spec = compound(kind, vec![number.clone()], aggregate.spec.span);
        let (mut again, mut reached) = (aggregate.inner.clone(), number.clone());
        locals.retain(|name| *name != witness_name);
        let renamed: Vec<(Atom, TermKind)> =
            locals.into_iter().map(|name| (name, self.fresh_variable())).collect();
        // Only the goal that has the extreme says who it is, unless the witness is the
        // number itself.
        let mut is_number = false;
        number.walk(&mut |term| is_number |= term.kind == witness.kind);
        let anybody = match is_number {
            true => witness.kind.clone(),
            false => self.fresh_variable(),
        };
        let inner = aggregate.inner.substitute(witness_name, &anybody);
        let found = aggregate.with(spec, inner, extreme.clone());
        for (name, other) in renamed.into_iter().chain([(witness_name, named.kind.clone())]) {
            again = again.substitute(name, &other);
            reached = reached.substitute(name, &other);
        }
        let reaches = compound("=:=", vec![extreme, reached], span);
        let all = self.branches(&conjunction(vec![found, again, reaches], span))?;
        Ok(all.into_iter().map(|branch| branch.goals).collect())
    }

    /// The extreme of one branch, which that of no other branch exceeds.
    fn extreme(
        &mut self,
        aggregate: &Aggregate<'_>,
        kind: &'static str,
        number: &Term,
    ) -> Result<Vec<Vec<Term>>, Diagnostic> {
        let span = aggregate.goal.span;
        let mut branches = Vec::new();
        for branch in self.inside(aggregate.inner)? {
            branches.extend(each_template(self.declarations, &branch)?);
        }
        if let [branch] = branches.as_slice() {
            let spec = aggregate.spec.clone();
            return Ok(vec![vec![aggregate.with(spec, branch.clone(), aggregate.result.clone())]]);
        }
        let result = self.named(aggregate.result);
        let (beyond, at_least) = if kind == "max" { (">", ">=") } else { ("<", "=<") };
        let best_of = |(index, branch): (usize, &Term)| {
            let found = aggregate.with(aggregate.spec.clone(), branch.clone(), result.clone());
            let mut goals = vec![found];
            for (other, rival) in branches.iter().enumerate().filter(|(other, _)| *other != index) {
                // Where branches are level, the first one gives the result.
                let op = if other < index { at_least } else { beyond };
                let exceeds = compound(op, vec![number.clone(), result.clone()], span);
                let better = conjunction(vec![rival.clone(), exceeds], span);
                goals.push(compound("\\+", vec![better], span));
            }
            goals
        };
        Ok(branches.iter().enumerate().map(best_of).collect())
    }

    /// The answers of the first branch, those of the second that are none of the
    /// first, and so on, added up.
    fn total(&mut self, aggregate: &Aggregate<'_>) -> Result<Vec<Term>, Diagnostic> {
        let span = aggregate.goal.span;
        let branches = self.inside(aggregate.inner)?;
        if let [branch] = branches.as_slice() {
            let (spec, result) = (aggregate.spec.clone(), aggregate.result.clone());
            return Ok(vec![aggregate.with(spec, branch.clone(), result)]);
        }
        self.check_same_variables(aggregate, &branches)?;
        let mut goals = Vec::new();
        let mut total = Term { kind: TermKind::Int(0), span };
        for (index, branch) in branches.iter().enumerate() {
            let counted = branches[..index].iter();
            let mut exclusive = vec![branch.clone()];
            exclusive.extend(counted.map(|other| compound("\\+", vec![other.clone()], span)));
            let part = Term { kind: self.fresh_variable(), span };
            let spec = aggregate.spec.clone();
            goals.push(aggregate.with(spec, conjunction(exclusive, span), part.clone()));
            total = compound("+", vec![total, part], span);
        }
        goals.push(compound("is", vec![aggregate.result.clone(), total], span));
        Ok(goals)
    }

    /// An answer gives all variables of the goal a value, whichever branch it
    /// comes from.
    fn check_same_variables(
        &self,
        aggregate: &Aggregate<'_>,
        branches: &[Term],
    ) -> Result<(), Diagnostic> {
        let locals = self.locals(aggregate);
        let of = |branch: &Term| -> Vec<Atom> {
            let open = open_variables(branch).into_iter();
            open.filter(|name| locals.contains(name) || name.as_str() == "_").collect()
        };
        let all: Vec<Atom> = branches.iter().flat_map(of).collect();
        let odd = all.iter().find(|name| {
            name.as_str() == "_" || branches.iter().any(|branch| !of(branch).contains(name))
        });
        let Some(odd) = odd else { return Ok(()) };
        Err(Diagnostic::error(
            "aggregate",
            aggregate.inner.span,
            format!("`{}` does not stand in every branch of this aggregate", odd.as_str()),
            "answers are told apart by all variables",
        )
        .help("use the same variables in every branch, or define a relation with a clause for each branch, and aggregate that"))
    }

    /// The variables that belong to an aggregate alone.
    fn locals(&self, aggregate: &Aggregate<'_>) -> Vec<Atom> {
        let mut locals = Vec::new();
        for name in open_variables(aggregate.inner) {
            let is_local = name.as_str() != "_" && !self.outside.contains(&name);
            if is_local && !locals.contains(&name) {
                locals.push(name);
            }
        }
        locals
    }

    /// A result that further goals can name.
    fn named(&mut self, result: &Term) -> Term {
        match result.kind {
            TermKind::Var(name) if name.as_str() == "_" => {
                Term { kind: self.fresh_variable(), span: result.span }
            }
            _ => result.clone(),
        }
    }

    /// A variable that stands nowhere in the text.
    fn fresh_variable(&mut self) -> TermKind {
        self.fresh += 1;
        TermKind::Var(Atom::new(&format!("_#branch#{}", self.fresh)))
    }
}

/// A goal `aggregate_all(Spec, Inner, Result)`.
struct Aggregate<'a> {
    goal: &'a Term,
    spec: &'a Term,
    inner: &'a Term,
    result: &'a Term,
}

impl Aggregate<'_> {
    /// The same place with other parts.
    fn with(&self, spec: Term, inner: Term, result: Term) -> Term {
        compound("aggregate_all", vec![spec, inner, result], self.goal.span)
    }
}

/// The condition of an if-then-else, which is not part of the language.
fn is_conditional(term: &Term) -> bool {
    matches!(term.parts(), Some(("->" | "*->", _)))
}

fn compound(name: &str, args: Vec<Term>, span: Span) -> Term {
    Term { kind: TermKind::Compound(Atom::new(name), args), span }
}

/// Goals as one: a single goal is itself.
fn conjunction(mut goals: Vec<Term>, span: Span) -> Term {
    if goals.len() == 1 {
        return goals.remove(0);
    }
    let flat = goals.into_iter().flat_map(|goal| match goal.kind {
        TermKind::Comma(parts) => parts,
        _ => vec![goal],
    });
    Term { kind: TermKind::Comma(flat.collect()), span }
}

/// Each of the first with each of the second.
fn product(first: &[Branch], second: &[Branch], span: Span) -> Result<Vec<Branch>, Diagnostic> {
    if first.len().saturating_mul(second.len()) > MOST_CLAUSES {
        return Err(too_many(span));
    }
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    let both = |(one, other): (&Branch, &Branch)| Branch {
        goals: [one.goals.as_slice(), &other.goals].concat(),
        shown: [one.shown.as_slice(), &other.shown].concat(),
    };
    bounded(pairs.map(both).collect(), span)
}

fn bounded(branches: Vec<Branch>, span: Span) -> Result<Vec<Branch>, Diagnostic> {
    let goals: usize = branches.iter().map(|branch| branch.goals.len()).sum();
    match branches.len() > MOST_CLAUSES || goals > MOST_GOALS {
        true => Err(too_many(span)),
        false => Ok(branches),
    }
}

fn too_many(span: Span) -> Diagnostic {
    let message = format!("this stands for more than {MOST_CLAUSES} combinations of branches");
    let error = Diagnostic::error("size", span, message, "too many choices multiply here");
    error.help("define a relation with a clause for each branch, and ask that")
}

/// The variables of a term that can have a value outside of it: not those that
/// stand only inside a negation, or inside an aggregate but for its result.
fn open_variables(term: &Term) -> Vec<Atom> {
    let mut found = Vec::new();
    collect_open(term, &mut found);
    found
}

fn collect_open(term: &Term, found: &mut Vec<Atom>) {
    match &term.kind {
        TermKind::Var(name) => found.push(*name),
        TermKind::Compound(name, args) => match (name.as_str(), args.as_slice()) {
            ("\\+", [_]) | ("forall", [_, _]) => {}
            ("aggregate_all", [_, _, result]) => collect_open(result, found),
            _ => args.iter().for_each(|arg| collect_open(arg, found)),
        },
        TermKind::Comma(parts) | TermKind::List(parts) => {
            parts.iter().for_each(|part| collect_open(part, found));
        }
        TermKind::Atom(_) | TermKind::Int(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::syntax::reader;
    use crate::logic::syntax::source::Sources;

    fn read(sources: &mut Sources, text: &str) -> Term {
        let file = sources.add("test.pl", text);
        reader::read_goal(sources, file)
            .unwrap_or_else(|error| panic!("{}", error.summary(sources)))
    }

    fn desugared(head: &str, body: &str) -> Result<Vec<String>, Diagnostic> {
        let mut sources = Sources::default();
        let declarations = Declarations::read(&[], &mut Vec::new());
        let (head, body) = (read(&mut sources, head), read(&mut sources, body));
        let found = branches(&declarations, Some(&head), &body)?;
        Ok(found.iter().map(|branch| branch.body(body.span).to_string()).collect())
    }

    fn becomes(head: &str, body: &str, branches: &[&str]) {
        let found = desugared(head, body).unwrap_or_else(|error| panic!("{}", error.message));
        assert_eq!(found, branches, "{body}");
    }

    #[test]
    fn a_disjunction_is_a_clause_for_each_branch() {
        becomes("p(X)", "q(X)", &["q(X)"]);
        becomes("p(X)", "q(X), (r(X) ; s(X), t)", &["q(X), r(X)", "q(X), s(X), t"]);
        becomes("p", "(a ; b), (c ; d)", &["a, c", "a, d", "b, c", "b, d"]);
        becomes("p", "a ; b ; c", &["a", "b", "c"]);
    }

    #[test]
    fn no_branch_holds_under_a_negation() {
        becomes("p", "\\+ (a ; b, c)", &["\\+ a, \\+ (b, c)"]);
        becomes("p", "forall(a(X), b(X))", &["\\+ (a(X), \\+ b(X))"]);
        becomes("p", "forall(a(X), (b(X) ; c))", &["\\+ (a(X), \\+ b(X), \\+ c)"]);
    }

    #[test]
    fn an_answer_of_two_branches_counts_once() {
        becomes(
            "p(N)",
            "aggregate_all(count, (a(X) ; b(X)), N)",
            &["aggregate_all(count, a(X), _#branch#1), \
               aggregate_all(count, (b(X), \\+ a(X)), _#branch#2), \
               N is 0 + _#branch#1 + _#branch#2"],
        );
        for odd in ["(a(X) ; b(Y))", "(a(_) ; b(_))", "(a(X) ; b)"] {
            let error = desugared("p(N)", &format!("aggregate_all(count, {odd}, N)")).unwrap_err();
            assert!(error.message.contains("every branch"), "{odd}: {}", error.message);
        }
        // A variable that has a value outside may stand in one branch alone.
        assert!(desugared("p(N)", "c(Y), aggregate_all(count, (a(X), X > Y ; b(X)), N)").is_ok());
    }

    #[test]
    fn the_largest_is_that_of_a_branch_which_no_other_exceeds() {
        becomes(
            "p(N)",
            "aggregate_all(max(X), (a(X) ; b(X)), N)",
            &[
                "aggregate_all(max(X), a(X), N), \\+ (b(X), X > N)",
                "aggregate_all(max(X), b(X), N), \\+ (a(X), X >= N)",
            ],
        );
    }

    #[test]
    fn a_witness_is_an_answer_that_has_the_largest() {
        becomes(
            "p(P, M, V)",
            "q(P), aggregate_all(max(X, W), r(P, W, X, Z), max(M, V)), s(Z)",
            &["q(P), aggregate_all(max(X), r(P, _#branch#2, X, Z), M), \
               r(P, V, _#branch#1, Z), M =:= _#branch#1, s(Z)"],
        );
        for (goal, wrong) in [
            ("aggregate_all(max(X, W), r(W, X), M)", "cannot be the result"),
            ("aggregate_all(max(X, W), r(W, X), min(M, V))", "cannot be the result"),
            ("aggregate_all(max(X, a), r(W, X), max(M, V))", "cannot be a witness"),
            ("aggregate_all(max(X, _), r(W, X), max(M, V))", "has no name"),
            ("q(W), aggregate_all(max(X, W), r(W, X), max(M, V))", "outside the aggregate"),
        ] {
            let error = desugared("p(M, V)", goal).unwrap_err();
            assert!(error.message.contains(wrong), "{goal}: {}", error.message);
        }
    }

    #[test]
    fn branches_multiply_up_to_a_bound() {
        let body = ["(a ; b)"; 9].join(", ");
        assert_eq!(desugared("p", &body).unwrap().len(), 512);
        let body = ["(a ; b)"; 10].join(", ");
        assert_eq!(desugared("p", &body).unwrap_err().code, "size");
    }
}
