//! Every variable must get its value from a goal that can give it one, before
//! a goal that needs it: read from left to right, as Prolog does.

use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::types::Type;
use crate::logic::plan::bound::Bound;
use crate::logic::program::{
    Arg, Expr, Given, Literal, Origin, RelationId, Relations, Rule, Var, vars_of,
};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// A clause of more variables is refused.
const MOST_VARIABLES: usize = 1000;

/// Checks one rule.
pub fn check(
    declarations: &Declarations,
    relations: &Relations,
    rule: &Rule,
    errors: &mut Vec<Diagnostic>,
) {
    if rule.variables.len() > MOST_VARIABLES {
        let message = format!("a clause has at most {MOST_VARIABLES} variables");
        let error = Diagnostic::error("size", rule.span, message, "there are more here");
        errors.push(error.help("write it as several clauses"));
        return;
    }
    let complaints = errors.len();
    let mut walk =
        Walk { declarations, relations, rule, bound: Bound::none(rule.variables.len()), errors };
    walk.goal(&rule.body, &|_| false);
    for arg in &rule.head_args {
        if let Arg::Var(var) = arg {
            walk.need_in_head(*var);
        }
    }
    // A variable may stand once in a branch, and again in another one.
    if walk.errors.len() == complaints && rule.branch.is_none() {
        warn_of_singletons(rule, errors);
        warn_of_own_results(rule, errors);
    }
}

/// The same warning about a clause of several branches.
pub fn warn_of_singletons_in_branches(clause: &Term, errors: &mut Vec<Diagnostic>) {
    let mut variables: Vec<(Atom, Span, usize)> = Vec::new();
    clause.walk(&mut |term| {
        let TermKind::Var(name) = term.kind else { return };
        match variables.iter_mut().find(|(known, ..)| *known == name) {
            Some((.., count)) => *count += 1,
            None => variables.push((name, term.span, 1)),
        }
    });
    for (name, span, count) in variables {
        if count == 1 && !name.as_str().starts_with('_') {
            let message = format!("`{}` stands only once in its clause", name.as_str());
            errors.push(singleton(span, message));
        }
    }
}

/// `N is N + 1` asks for a number that is one more than itself.
fn warn_of_own_results(rule: &Rule, errors: &mut Vec<Diagnostic>) {
    for literal in &rule.body {
        literal.visit(&mut |literal| {
            let Literal::Is { target: target @ Arg::Var(var), expr, span } = literal else {
                return;
            };
            let mut is_on_the_right = false;
            expr.each_arg(&mut |arg| is_on_the_right |= arg == target);
            if is_on_the_right && !matches!(expr, Expr::Arg(_)) {
                let name = rule.variables[var.index()].shown();
                let message =
                    format!("`{name}` stands on both sides, and a variable has one value");
                let warning = Diagnostic::warning("arithmetic", *span, message, "can hardly hold");
                let help = format!("give the result a name of its own, such as `Next{name}`");
                errors.push(warning.help(help));
            }
        });
    }
}

fn singleton(span: Span, message: String) -> Diagnostic {
    Diagnostic::warning("singleton", span, message, "joins nothing")
        .help("write `_` if any value will do")
}

struct Walk<'a> {
    declarations: &'a Declarations,
    relations: &'a Relations,
    rule: &'a Rule,
    bound: Bound,
    errors: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    /// Goes through a goal. `outside` says which variables stand in what
    /// surrounds it, so that they are not local to a negation inside.
    fn goal(&mut self, goal: &[Literal], outside: &dyn Fn(Var) -> bool) {
        for (index, literal) in goal.iter().enumerate() {
            let elsewhere = |var: Var| {
                let others = goal.iter().enumerate().filter(|(other, _)| *other != index);
                outside(var)
                    || self.rule.head_args.contains(&Arg::Var(var))
                    || others.into_iter().any(|(_, other)| other.open_vars().contains(&var))
            };
            match literal {
                Literal::Fact { relation, args, span } => {
                    self.check_askable(*relation, args, *span);
                    args.iter().for_each(|arg| _ = self.bound.add(arg));
                }
                Literal::Not { goal, span } => {
                    self.nested("negation", goal, None, &elsewhere, *span)
                }
                Literal::Same { left, right, span } => {
                    if !self.bound.has(left) && !self.bound.has(right) {
                        self.need(left, *span, "neither side has a value yet");
                    }
                    self.bound.add(left);
                    self.bound.add(right);
                }
                Literal::Differ { left, right, span } => {
                    self.need(left, *span, "has no value yet");
                    self.need(right, *span, "has no value yet");
                }
                Literal::Compare { left, right, span, .. } => {
                    self.need_expr(left, *span);
                    self.need_expr(right, *span);
                }
                Literal::Is { target, expr, span } => {
                    self.need_expr(expr, *span);
                    self.bound.add(target);
                }
                Literal::Aggregate { value, goal, result, span, .. } => {
                    self.nested("aggregate", goal, value.as_ref(), &elsewhere, *span);
                    self.bound.add(result);
                }
                Literal::After { action, goal, .. } => {
                    action.iter().for_each(|arg| _ = self.bound.add(arg));
                    self.goal(goal, &elsewhere);
                }
            }
        }
    }

    /// Goes through the goal of a negation, or of an aggregate and its value.
    fn nested(
        &mut self,
        what: &str,
        goal: &[Literal],
        value: Option<&Expr>,
        elsewhere: &dyn Fn(Var) -> bool,
        span: Span,
    ) {
        self.local_only(goal, elsewhere, span, what);
        let before = self.bound.clone();
        self.goal(goal, elsewhere);
        if let Some(value) = value {
            self.need_expr(value, span);
        }
        self.bound = before;
    }

    /// A variable that gets no value before a negation or aggregate belongs to
    /// it alone: elsewhere in the clause it would be another one.
    fn local_only(
        &mut self,
        goal: &[Literal],
        elsewhere: &dyn Fn(Var) -> bool,
        span: Span,
        what: &str,
    ) {
        for var in vars_of(goal) {
            if !self.bound.has_var(var) && elsewhere(var) {
                let name = self.name(var);
                self.errors.push(
                    Diagnostic::error(
                        "unsafe-variable",
                        span,
                        format!("`{name}` has no value yet where this {what} asks it"),
                        format!("no goal before it gives `{name}` a value"),
                    )
                    .help(format!(
                        "put a goal that gives `{name}` a value before the {what}, or use `_` if any will do"
                    )),
                );
                self.bound.add_var(var);
            }
        }
    }

    /// `step` on an unbounded board starts from a cell, and a range has two ends.
    fn check_askable(&mut self, relation: RelationId, args: &[Arg], span: Span) {
        let asked = &self.relations[relation];
        if asked.is_askable(self.declarations, |column| self.bound.has(&args[column])) {
            return;
        }
        let name = asked.indicator();
        let (message, label, help) = match asked.origin {
            Origin::Given(Given::Between) => (
                format!("`{name}` needs to know both ends of the range"),
                "the first two arguments have no value yet",
                "put a goal that gives them a value before it, or write numbers",
            ),
            Origin::Given(Given::Step) => (
                format!("`{name}` on an unbounded board has no end of answers"),
                "no cell is known here",
                "put a goal that gives one of its cells a value before it",
            ),
            _ => (
                format!("`{name}` on an unbounded board has no end of answers"),
                "no cell is known here",
                "put a goal that gives its cell a value before it",
            ),
        };
        let error = Diagnostic::error("unsafe-variable", span, message, label);
        self.errors.push(error.help(help));
    }

    fn name(&self, var: Var) -> &'static str {
        self.rule.variables[var.index()].shown()
    }

    fn need_expr(&mut self, expr: &Expr, span: Span) {
        let mut args = Vec::new();
        expr.each_arg(&mut |arg| args.push(*arg));
        args.iter().for_each(|arg| self.need(arg, span, "has no value yet"));
    }

    fn need(&mut self, arg: &Arg, span: Span, why: &str) {
        let Arg::Var(var) = arg else { return };
        if self.bound.has_var(*var) {
            return;
        }
        let name = self.name(*var);
        self.errors.push(
            Diagnostic::error(
                "unsafe-variable",
                span,
                format!("`{name}` has no value where this goal needs one"),
                format!("`{name}`: {why}"),
            )
            .help(format!("put a goal that gives `{name}` a value before this one")),
        );
        self.bound.add_var(*var);
    }

    fn need_in_head(&mut self, var: Var) {
        if self.bound.has_var(var) {
            return;
        }
        let variable = &self.rule.variables[var.index()];
        let name = variable.shown();
        let message = if self.rule.body.is_empty() {
            format!("a fact may not hold the variable `{name}`")
        } else {
            format!("nothing in the body gives `{name}` a value")
        };
        let named = if name == "_" { "X" } else { name };
        let goal = match variable.ty {
            Type::Cell if !self.declarations.board_is_unbounded() => format!("cell({named})"),
            Type::Enum(_) => format!("{}({named})", self.declarations.type_word(variable.ty)),
            _ => format!("some_relation({named})"),
        };
        let bind = match name {
            "_" => format!(
                "each `_` is a variable of its own: give it a name, and add a goal that says \
                 which are meant, as in {goal}"
            ),
            _ => format!("add a goal that says which `{name}` are meant, as in {goal}"),
        };
        let help = match self.rule.body.is_empty() && name.starts_with(char::is_uppercase) {
            true => format!(
                "a capital letter makes `{name}` a variable; if it is a name, write `{}` or \
                 '{name}'. Otherwise {bind}",
                name.to_lowercase()
            ),
            false => bind,
        };
        let error =
            Diagnostic::error("unsafe-variable", variable.span, message, "could be anything");
        self.errors.push(error.help(help));
        self.bound.add_var(var);
    }
}

/// A named variable that stands only once is often a slip; Prolog warns too.
/// So is one that stands once in a negation and is not known outside: in
/// another negation, the same name is another variable.
fn warn_of_singletons(rule: &Rule, errors: &mut Vec<Diagnostic>) {
    let mut all: Vec<Arg> = rule.head_args.clone();
    rule.body.iter().for_each(|literal| literal.each_arg(&mut |arg| all.push(*arg)));
    let is_open = |arg: &Arg| {
        let Arg::Var(var) = arg else { return true };
        rule.head_args.contains(arg) || rule.body.iter().any(|l| l.open_vars().contains(var))
    };
    let stands_once_in_a_negation = |arg: &Arg| {
        rule.body.iter().filter(|literal| matches!(literal, Literal::Not { .. })).any(|literal| {
            let mut count = 0;
            literal.each_arg(&mut |other| count += usize::from(other == arg));
            count == 1
        })
    };
    for (index, variable) in rule.variables.iter().enumerate() {
        let arg = Arg::Var(Var(index as u16));
        let name = variable.shown();
        let count = all.iter().filter(|other| **other == arg).count();
        let message = match count {
            _ if variable.is_hidden() => continue,
            1 => format!("`{name}` stands only once in its clause"),
            _ if !is_open(&arg) && stands_once_in_a_negation(&arg) => {
                format!("`{name}` stands only once in a negation, and has no value outside it")
            }
            _ => continue,
        };
        errors.push(singleton(variable.span, message));
    }
}
