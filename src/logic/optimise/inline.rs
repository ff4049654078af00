//! What can be looked up on the spot need not be derived beforehand.
//!
//! A relation with a single rule that asks only for given facts, for what never
//! changes, and for the absence of such, is replaced by its rule's body wherever
//! it is asked. So nothing is derived that nobody asks about, and a rule may be
//! as general as it reads best: `occupied(Cell) :- at(_, Cell, _)` becomes a
//! look-up, and where a bug could slide is worked out only where bugs are. What
//! takes long to work out is derived once, if it is asked in several places.

use rustc_hash::FxHashMap;

use crate::logic::program::{Arg, Expr, Literal, Origin, Program, RelationId, Rule, Var, Variable};

/// A rule of more goals than these takes long, counting those inside of others.
const LONG: usize = 30;

/// Rules of a program, with all that can be looked up on the spot unfolded.
pub fn unfold(program: &Program, rules: &[Rule]) -> Vec<Rule> {
    let mut unfolder = Unfolder { program, rules, views: FxHashMap::default() };
    rules.iter().map(|rule| unfolder.rule(rule)).collect()
}

struct Unfolder<'a> {
    program: &'a Program,
    rules: &'a [Rule],
    /// The relations looked at so far: the rule to unfold, if it can be.
    views: FxHashMap<RelationId, Option<Rule>>,
}

impl<'a> Unfolder<'a> {
    fn rule(&mut self, rule: &Rule) -> Rule {
        let mut variables = rule.variables.clone();
        let body = self.goal(&rule.body, &mut variables);
        Rule { body, variables, ..rule.clone() }
    }

    fn goal(&mut self, goal: &[Literal], variables: &mut Vec<Variable>) -> Vec<Literal> {
        let mut unfolded = Vec::new();
        for literal in goal {
            match literal {
                Literal::Fact { relation, args, .. } => match self.view(*relation) {
                    Some(view) => unfolded.extend(instance(&view, args, variables)),
                    None => unfolded.push(literal.clone()),
                },
                Literal::Not { goal, span } => {
                    let goal = self.goal(goal, variables);
                    unfolded.push(Literal::Not { goal, span: *span });
                }
                // An aggregate counts the facts of the relation it names, not
                // the ways to derive them.
                _ => unfolded.push(literal.clone()),
            }
        }
        unfolded
    }

    /// The rule of a relation that can be looked up on the spot.
    fn view(&mut self, relation: RelationId) -> Option<Rule> {
        if let Some(known) = self.views.get(&relation) {
            return known.clone();
        }
        // While it is looked at, it is none: so recursion is left alone.
        self.views.insert(relation, None);
        let view = self.only_rule(relation).map(|rule| self.rule(rule));
        let view = view.filter(|rule| {
            let is_quick = length(&rule.body) <= LONG || self.uses(relation) < 2;
            is_quick && rule.body.iter().all(|goal| on_the_spot(self.program, goal))
        });
        self.views.insert(relation, view.clone());
        view
    }

    /// In how many places it is asked.
    fn uses(&self, relation: RelationId) -> usize {
        self.rules.iter().map(|rule| uses_of(&rule.body, relation)).sum()
    }

    fn only_rule(&self, relation: RelationId) -> Option<&'a Rule> {
        if is_looked_up(self.program, relation) {
            return None;
        }
        let mut rules = self.rules.iter().filter(|rule| rule.head == relation);
        rules.next().filter(|_| rules.next().is_none())
    }
}

/// The rules of a slice, without relations that only hand on what they derive:
/// one that is asked for in a single place is replaced there by each of its
/// rules, if it only picks from another relation, or if it is asked together
/// with nothing that it does not share a variable with. What `targets` holds is
/// kept.
pub fn hand_on(program: &Program, mut rules: Vec<Rule>, targets: &[RelationId]) -> Vec<Rule> {
    while let Some((number, place)) = find_handed_on(program, &rules, targets) {
        let asker = rules.remove(number);
        let Literal::Fact { relation, args, .. } = &asker.body[place] else { unreachable!() };
        let (handed_on, others): (Vec<Rule>, Vec<Rule>) =
            rules.into_iter().partition(|rule| rule.head == *relation);
        rules = others;
        for rule in &handed_on {
            let mut variables = asker.variables.clone();
            let mut body = asker.body.clone();
            body.splice(place..=place, instance(rule, args, &mut variables));
            rules.push(Rule { body, variables, span: rule.span, ..asker.clone() });
        }
    }
    rules
}

/// A rule, and the place of a goal in its body, that can be replaced.
fn find_handed_on(
    program: &Program,
    rules: &[Rule],
    targets: &[RelationId],
) -> Option<(usize, usize)> {
    for (number, rule) in rules.iter().enumerate() {
        for (place, goal) in rule.body.iter().enumerate() {
            let Literal::Fact { relation, .. } = goal else { continue };
            let is_derived = !on_the_spot(program, goal) && !targets.contains(relation);
            let uses: usize = rules.iter().map(|rule| uses_of(&rule.body, *relation)).sum();
            let vars = goal.vars();
            let shares = |other: &Literal| {
                let others = other.open_vars();
                others.is_empty() || others.iter().any(|var| vars.contains(var))
            };
            let is_once = is_derived && uses == 1 && rule.head != *relation;
            if is_once && (picks(program, rules, *relation) || rule.body.iter().all(shares)) {
                return Some((number, place));
            }
        }
    }
    None
}

/// Whether a relation has just those facts of another one that pass some tests:
/// so it would never derive one twice.
fn picks(program: &Program, rules: &[Rule], relation: RelationId) -> bool {
    let mut own = rules.iter().filter(|rule| rule.head == relation);
    let (Some(rule), None) = (own.next(), own.next()) else { return false };
    let mut derived = rule.body.iter().filter(|goal| !on_the_spot(program, goal));
    let (Some(goal @ Literal::Fact { .. }), None) = (derived.next(), derived.next()) else {
        return false;
    };
    goal.vars().iter().all(|var| rule.head_args.contains(&Arg::Var(*var)))
}

/// How many goals there are, those inside of others too.
fn length(goal: &[Literal]) -> usize {
    let mut length = 0;
    goal.iter().for_each(|literal| literal.visit(&mut |_| length += 1));
    length
}

fn uses_of(goal: &[Literal], relation: RelationId) -> usize {
    let uses = |literal: &Literal| match literal {
        Literal::Fact { relation: asked, .. } => usize::from(*asked == relation),
        Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => uses_of(goal, relation),
        _ => 0,
    };
    goal.iter().map(uses).sum()
}

/// Whether a relation stands in look-up tables: its facts are given, or do not
/// depend on the position.
pub fn is_looked_up(program: &Program, relation: RelationId) -> bool {
    let relation = &program.relations[relation];
    (relation.is_static || relation.origin != Origin::Rules)
        && !relation.is_computed(&program.declarations)
}

/// Whether rules derive a relation from the position.
pub fn is_derived(program: &Program, relation: RelationId) -> bool {
    program.relations[relation].origin == Origin::Rules && !is_looked_up(program, relation)
}

/// Whether a goal asks only for what can be looked up or worked out at once.
pub fn on_the_spot(program: &Program, goal: &Literal) -> bool {
    match goal {
        Literal::Fact { relation, .. } => {
            is_looked_up(program, *relation)
                || program.relations[*relation].is_computed(&program.declarations)
        }
        Literal::Not { goal, .. } => goal.iter().all(|goal| on_the_spot(program, goal)),
        Literal::Aggregate { .. } => false,
        _ => true,
    }
}

/// The body of a rule for a head with those columns. The rule's own variables
/// are added to those of the rule that it becomes part of.
pub fn instance(view: &Rule, args: &[Arg], variables: &mut Vec<Variable>) -> Vec<Literal> {
    let mut renamed: Vec<Option<Arg>> = vec![None; view.variables.len()];
    let mut body = Vec::new();
    for (head, arg) in view.head_args.iter().zip(args) {
        let known = match head {
            Arg::Var(var) => renamed[var.index()].replace(*arg),
            Arg::Const(_) => Some(*head),
        };
        if let Some(known) = known {
            body.push(Literal::Same { left: *arg, right: known, span: view.span });
        }
    }
    let renamed: Vec<Arg> = renamed
        .into_iter()
        .zip(&view.variables)
        .map(|(arg, variable)| {
            arg.unwrap_or_else(|| {
                variables.push(variable.clone());
                Arg::Var(Var(variables.len() as u16 - 1))
            })
        })
        .collect();
    body.extend(view.body.iter().map(|literal| rename(literal, &renamed)));
    body
}

/// A literal with other names for its variables.
pub fn rename(literal: &Literal, renamed: &[Arg]) -> Literal {
    let arg = |arg: &Arg| match arg {
        Arg::Var(var) => renamed[var.index()],
        Arg::Const(_) => *arg,
    };
    let args = |args: &[Arg]| args.iter().map(arg).collect();
    let goal = |goal: &[Literal]| goal.iter().map(|literal| rename(literal, renamed)).collect();
    let expr = |expr: &Expr| rename_in(expr, renamed);
    match literal {
        Literal::Fact { relation, args: columns, span } => {
            Literal::Fact { relation: *relation, args: args(columns), span: *span }
        }
        Literal::Not { goal: inner, span } => Literal::Not { goal: goal(inner), span: *span },
        Literal::Same { left, right, span } => {
            Literal::Same { left: arg(left), right: arg(right), span: *span }
        }
        Literal::Differ { left, right, span } => {
            Literal::Differ { left: arg(left), right: arg(right), span: *span }
        }
        Literal::Compare { op, left, right, span } => {
            Literal::Compare { op: *op, left: expr(left), right: expr(right), span: *span }
        }
        Literal::Is { target, expr: worked_out, span } => {
            Literal::Is { target: arg(target), expr: expr(worked_out), span: *span }
        }
        Literal::Aggregate { kind, value, goal: inner, result, span } => Literal::Aggregate {
            kind: *kind,
            value: value.as_ref().map(expr),
            goal: goal(inner),
            result: arg(result),
            span: *span,
        },
    }
}

fn rename_in(expr: &Expr, renamed: &[Arg]) -> Expr {
    match expr {
        Expr::Arg(Arg::Var(var)) => Expr::Arg(renamed[var.index()]),
        Expr::Arg(arg) => Expr::Arg(*arg),
        Expr::Unary(op, inner) => Expr::Unary(*op, Box::new(rename_in(inner, renamed))),
        Expr::Binary(op, left, right) => {
            let (left, right) = (rename_in(left, renamed), rename_in(right, renamed));
            Expr::Binary(*op, Box::new(left), Box::new(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    /// The goals of the last rule for `path/1`, with relations handed on. Who is
    /// on turn makes all of it depend on the position.
    fn handed_on(rules: &str) -> String {
        let sample = Sample::new(&format!(
            "edge(a, b). edge(b, c). good(a). good(b). path(X) :- turn(_), good(X). {rules}"
        ));
        let program = sample.interpreter.program();
        let path = program.relations.plain("path", 1).unwrap();
        let kept = hand_on(program, program.rules.clone(), &[path]);
        let last = kept.iter().rfind(|rule| rule.head == path).unwrap();
        let written = |goal: &Literal| program.sources.describe(goal.span()).0;
        last.body.iter().map(written).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn what_only_picks_is_handed_on_whatever_else_is_asked() {
        let rules = "path(Y) :- picked(X), edge(X, Y), good(Z), edge(Z, Y).
                     picked(X) :- path(X), \\+ edge(X, a).";
        assert_eq!(handed_on(rules), "path(X), \\+ edge(X, a), edge(X, Y), good(Z), edge(Z, Y)");
    }

    #[test]
    fn what_may_be_derived_twice_is_handed_on_only_where_all_goals_share_its_variables() {
        let seen = "seen(Y) :- path(X), edge(X, Y).";
        let apart = "seen(X), edge(X, Y), good(Z), edge(Z, Y)";
        assert_eq!(handed_on(&format!("path(Y) :- {apart}. {seen}")), apart);
        assert_eq!(
            handed_on(&format!("path(Y) :- seen(X), edge(X, Y). {seen}")),
            "path(X), edge(X, Y), edge(X, Y)"
        );
    }

    #[test]
    fn what_is_asked_twice_is_derived() {
        let body = "picked(X), picked(Z), edge(X, Y), edge(Z, Y)";
        assert_eq!(handed_on(&format!("path(Y) :- {body}. picked(X) :- path(X), good(X).")), body);
    }
}
