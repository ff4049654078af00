//! Rules and goals as they are written, with what is known filled in.

use crate::logic::names;
use crate::logic::program::{Arg, Expr, Literal, Name, Program, Rule, Var, vars_of};
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Cell, Value};

/// A literal with what is known of its variables filled in.
pub fn show(
    program: &Program,
    rule: &Rule,
    literal: &Literal,
    value: &dyn Fn(Var) -> Option<Value>,
) -> String {
    let name = |var: Var| {
        let variable = &rule.variables[var.index()];
        if variable.is_hidden() { "_".into() } else { variable.shown().into() }
    };
    Shower { program, rule, value, name: &name }.literal(literal).to_string()
}

/// The same, to be asked by itself: a variable without a value keeps its name
/// only if it stands more than once.
pub fn show_as_question(
    program: &Program,
    rule: &Rule,
    literal: &Literal,
    value: &dyn Fn(Var) -> Option<Value>,
) -> String {
    let name = |var: Var| {
        let mut times = 0;
        literal.each_arg(&mut |arg| times += usize::from(*arg == Arg::Var(var)));
        match times {
            0 | 1 => "_".into(),
            _ => rule.variables[var.index()].name.as_str().replace('#', "_"),
        }
    };
    Shower { program, rule, value, name: &name }.literal(literal).to_string()
}

/// Goals to be asked by themselves so that no two answers look the same: every
/// variable without a value has a name, if need be that of its type.
pub fn show_with_all_names(
    program: &Program,
    rule: &Rule,
    goals: &[Literal],
    value: &dyn Fn(Var) -> Option<Value>,
) -> String {
    let vars = vars_of(goals);
    let named = |var: Var| {
        let variable = &rule.variables[var.index()];
        match variable.is_hidden() {
            false => variable.shown().to_string(),
            true => names::capitalised(program.declarations.type_word(variable.ty)),
        }
    };
    let name = |var: Var| {
        let is_twin = |other: &&Var| **other != var && named(**other) == named(var);
        match vars.iter().any(|other| is_twin(&other)) && rule.variables[var.index()].is_hidden() {
            true => format!("{}{}", named(var), var.0),
            false => named(var),
        }
    };
    let shower = Shower { program, rule, value, name: &name };
    let goals: Vec<String> = goals.iter().map(|goal| shower.literal(goal).to_string()).collect();
    goals.join(", ")
}

#[cfg(test)]
/// A whole rule. Variables that share a name, since rules were put into one
/// another, are told apart by numbers; one that stands alone is `_`.
pub fn show_rule(program: &Program, rule: &Rule) -> String {
    let uses = rule.uses();
    let base = |var: usize| match rule.variables[var].is_hidden() {
        true => names::capitalised(program.declarations.type_word(rule.variables[var].ty)),
        false => rule.variables[var].shown().to_string(),
    };
    let name = |var: Var| {
        let is_named = |other: &usize| uses[*other] > 1 && base(*other) == base(var.index());
        match (uses[var.index()], (0..var.index()).filter(is_named).count()) {
            (1, _) => "_".to_string(),
            (_, 0) => base(var.index()),
            (_, before) => format!("{}{}", base(var.index()), before + 1),
        }
    };
    let shower = Shower { program, rule, value: &|_| None, name: &name };
    let head: Vec<Term> = rule.head_args.iter().map(|arg| shower.arg(arg)).collect();
    let head = program.relations[rule.head].show(&head);
    let body: Vec<String> = rule.body.iter().map(|goal| shower.literal(goal).to_string()).collect();
    match body.is_empty() {
        true => format!("{head}."),
        false => format!("{head} :- {}.", body.join(", ")),
    }
}

struct Shower<'a> {
    program: &'a Program,
    rule: &'a Rule,
    value: &'a dyn Fn(Var) -> Option<Value>,
    /// How a variable without a value is written.
    name: &'a dyn Fn(Var) -> String,
}

impl Shower<'_> {
    fn term(&self, kind: TermKind) -> Term {
        Term { kind, span: self.rule.span }
    }

    fn call(&self, name: &str, args: Vec<Term>) -> Term {
        match args.len() {
            0 => self.term(TermKind::Atom(Atom::new(name))),
            _ => self.term(TermKind::Compound(Atom::new(name), args)),
        }
    }

    fn literal(&self, literal: &Literal) -> Term {
        match literal {
            Literal::Fact { relation, args, .. } => {
                let args: Vec<Term> = args.iter().map(|arg| self.arg(arg)).collect();
                // The relation writes itself; the text is an atom like any other.
                self.term(TermKind::Var(Atom::new(&self.program.relations[*relation].show(&args))))
            }
            Literal::Not { goal, .. } => self.call("\\+", vec![self.goal(goal)]),
            Literal::Same { left, right, .. } => {
                self.call("=", vec![self.arg(left), self.arg(right)])
            }
            Literal::Differ { left, right, .. } => {
                self.call("\\=", vec![self.arg(left), self.arg(right)])
            }
            Literal::Compare { op, left, right, .. } => {
                self.call(op.name(), vec![self.expr(left), self.expr(right)])
            }
            Literal::Is { target, expr, .. } => {
                self.call("is", vec![self.arg(target), self.expr(expr)])
            }
            Literal::Aggregate { kind, value, goal, result, .. } => {
                let spec = value.iter().map(|value| self.expr(value)).collect();
                self.call(
                    "aggregate_all",
                    vec![self.call(kind.name(), spec), self.goal(goal), self.arg(result)],
                )
            }
            Literal::After { legal, action, goal, .. } => {
                let Name::Wrapped(_, name) = self.program.relations[*legal].name else {
                    unreachable!("an action is legal")
                };
                let action = action.iter().map(|arg| self.arg(arg)).collect();
                self.call("after", vec![self.call(name.as_str(), action), self.goal(goal)])
            }
        }
    }

    fn goal(&self, goal: &[Literal]) -> Term {
        match goal {
            [literal] => self.literal(literal),
            [] => self.call("true", Vec::new()),
            goal => self.term(TermKind::Comma(goal.iter().map(|l| self.literal(l)).collect())),
        }
    }

    fn arg(&self, arg: &Arg) -> Term {
        match arg {
            Arg::Const(value) => self.constant(*value),
            Arg::Var(var) => match (self.value)(*var) {
                Some(value) => self.constant(value),
                None => self.term(TermKind::Var(Atom::new(&(self.name)(*var)))),
            },
        }
    }

    fn constant(&self, value: Value) -> Term {
        let int = |number: i16| self.term(TermKind::Int(number.into()));
        match value {
            Value::Int(number) => self.term(TermKind::Int(number)),
            Value::Atom(atom) => self.term(TermKind::Atom(atom)),
            Value::Cell(Cell::Axial(q, r)) => self.term(TermKind::Comma(vec![int(q), int(r)])),
            Value::Cell(Cell::Named(name)) => self.term(TermKind::Atom(name)),
            Value::Cell(cell) => self.term(TermKind::Atom(Atom::new(&cell.to_string()))),
        }
    }

    fn expr(&self, expr: &Expr) -> Term {
        match expr {
            Expr::Arg(arg) => self.arg(arg),
            Expr::Unary(op, inner) => self.call(op.name(), vec![self.expr(inner)]),
            Expr::Binary(op, left, right) => {
                self.call(op.name(), vec![self.expr(left), self.expr(right)])
            }
        }
    }
}
