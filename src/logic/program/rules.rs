//! Rules in normal form: literals over numbered relations and variables.

use std::sync::Arc;

use smallvec::SmallVec;

use super::RelationId;
use crate::logic::check::types::Type;
use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Value};

/// A variable of a rule, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Var(pub u16);

impl Var {
    /// Its place among the rule's variables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As it is written; `_` for those without a name.
    pub name: Atom,
    /// Where it first stands.
    pub span: Span,
    /// What it may be bound to.
    pub ty: Type,
}

impl Variable {
    /// The name to show. A variable that stands for a whole action is several
    /// here, `Action#1` and `Action#2`; to its writer it is `Action`.
    pub fn shown(&self) -> &'static str {
        let name = self.name.as_str();
        name.split('#').next().unwrap_or(name)
    }

    /// Whether its writer gave it no name of its own.
    pub fn is_hidden(&self) -> bool {
        self.name.as_str().starts_with('_') || self.name.as_str().contains('#')
    }
}

/// What may stand in a column of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A variable.
    Var(Var),
    /// A value.
    Const(Value),
}

/// An arithmetic expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A number or variable.
    Arg(Arg),
    /// `-X`, `abs(X)`.
    Unary(Unary, Box<Expr>),
    /// `X + Y`.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Calls `visit` on every number and variable in it.
    pub fn each_arg(&self, visit: &mut impl FnMut(&Arg)) {
        match self {
            Expr::Arg(arg) => visit(arg),
            Expr::Unary(_, inner) => inner.each_arg(visit),
            Expr::Binary(_, left, right) => {
                left.each_arg(visit);
                right.each_arg(visit);
            }
        }
    }
}

pub use crate::logic::arithmetic::{Binary, Comparison, Unary};

/// What `aggregate_all` computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateKind {
    /// How many answers.
    Count,
    /// The sum over all answers.
    Sum,
    /// The largest; fails where there is no answer.
    Max,
    /// The smallest; fails where there is no answer.
    Min,
}

impl AggregateKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            AggregateKind::Count => "count",
            AggregateKind::Sum => "sum",
            AggregateKind::Max => "max",
            AggregateKind::Min => "min",
        }
    }
}

/// One goal of a rule's body.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// `tank(From, Player, _)`.
    Fact {
        /// The relation asked.
        relation: RelationId,
        /// Its columns.
        args: Vec<Arg>,
        /// Where it stands.
        span: Span,
    },
    /// `\+ occupied(To)`, `\+ (a(X), b(X))`.
    Not {
        /// What must have no answer.
        goal: Vec<Literal>,
        /// Where it stands.
        span: Span,
    },
    /// `A = B`.
    Same {
        /// One side.
        left: Arg,
        /// The other.
        right: Arg,
        /// Where it stands.
        span: Span,
    },
    /// `A \= B`.
    Differ {
        /// One side.
        left: Arg,
        /// The other.
        right: Arg,
        /// Where it stands.
        span: Span,
    },
    /// `A + 1 < B`.
    Compare {
        /// How.
        op: Comparison,
        /// One side.
        left: Expr,
        /// The other.
        right: Expr,
        /// Where it stands.
        span: Span,
    },
    /// `A is B + 1`.
    Is {
        /// What gets the result, or must equal it.
        target: Arg,
        /// What is computed.
        expr: Expr,
        /// Where it stands.
        span: Span,
    },
    /// `aggregate_all(sum(W), weight(P, W), Total)`.
    Aggregate {
        /// What is computed.
        kind: AggregateKind,
        /// Over what, except for `count`.
        value: Option<Expr>,
        /// Whose answers.
        goal: Vec<Literal>,
        /// What gets the result, or must equal it.
        result: Arg,
        /// Where it stands.
        span: Span,
    },
    /// `after(move(From, To), wins(Player))`, in queries alone.
    After {
        /// The relation of which the action must be a fact: `legal(move(..))`.
        legal: RelationId,
        /// The columns of the action.
        action: Vec<Arg>,
        /// What must hold once it is played.
        goal: Vec<Literal>,
        /// Where it stands.
        span: Span,
    },
}

/// Variables of a literal or goal, each once.
pub type Vars = SmallVec<[Var; 8]>;

impl Literal {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Literal::Fact { span, .. }
            | Literal::Not { span, .. }
            | Literal::Same { span, .. }
            | Literal::Differ { span, .. }
            | Literal::Compare { span, .. }
            | Literal::Is { span, .. }
            | Literal::Aggregate { span, .. }
            | Literal::After { span, .. } => *span,
        }
    }

    /// Calls `visit` on this literal and those inside it.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Literal)) {
        visit(self);
        if let Literal::Not { goal, .. }
        | Literal::Aggregate { goal, .. }
        | Literal::After { goal, .. } = self
        {
            goal.iter().for_each(|literal| literal.visit(visit));
        }
    }

    /// The same, to change them.
    pub fn visit_mut(&mut self, visit: &mut impl FnMut(&mut Literal)) {
        visit(self);
        if let Literal::Not { goal, .. }
        | Literal::Aggregate { goal, .. }
        | Literal::After { goal, .. } = self
        {
            goal.iter_mut().for_each(|literal| literal.visit_mut(visit));
        }
    }

    /// Calls `visit` on every argument, those inside it too.
    pub fn each_arg(&self, visit: &mut impl FnMut(&Arg)) {
        match self {
            Literal::Fact { args, .. } => args.iter().for_each(visit),
            Literal::Not { goal, .. } => goal.iter().for_each(|literal| literal.each_arg(visit)),
            Literal::Same { left, right, .. } | Literal::Differ { left, right, .. } => {
                visit(left);
                visit(right);
            }
            Literal::Compare { left, right, .. } => {
                left.each_arg(visit);
                right.each_arg(visit);
            }
            Literal::Is { target, expr, .. } => {
                visit(target);
                expr.each_arg(visit);
            }
            Literal::Aggregate { value, goal, result, .. } => {
                visit(result);
                if let Some(value) = value {
                    value.each_arg(visit);
                }
                goal.iter().for_each(|literal| literal.each_arg(visit));
            }
            Literal::After { action, goal, .. } => {
                action.iter().for_each(&mut *visit);
                goal.iter().for_each(|literal| literal.each_arg(visit));
            }
        }
    }

    /// The variables in it, those inside too, each once.
    pub fn vars(&self) -> Vars {
        vars_of(std::slice::from_ref(self))
    }

    /// The variables it shares with its neighbours: not those that stand only
    /// inside a negation or aggregate, which are its own affair.
    pub fn open_vars(&self) -> Vars {
        match self {
            Literal::Not { .. } => Vars::new(),
            Literal::Aggregate { result: Arg::Var(var), .. } => smallvec::smallvec![*var],
            Literal::Aggregate { .. } => Vars::new(),
            Literal::After { action, goal, .. } => {
                let mut vars = vars_of_args(action);
                vars.extend(goal.iter().flat_map(|literal| literal.open_vars()));
                vars
            }
            _ => self.vars(),
        }
    }

    /// Whether it asks about the next position, be it deep inside.
    pub fn looks_ahead(&self) -> bool {
        let mut found = false;
        self.visit(&mut |literal| found |= matches!(literal, Literal::After { .. }));
        found
    }
}

/// The variables among arguments, in the order they stand.
pub fn vars_of_args(args: &[Arg]) -> Vars {
    let var = |arg: &Arg| match arg {
        Arg::Var(var) => Some(*var),
        Arg::Const(_) => None,
    };
    args.iter().filter_map(var).collect()
}

/// The variables of a goal, each once, in the order they stand.
pub fn vars_of(goal: &[Literal]) -> Vars {
    let mut vars = Vars::new();
    for literal in goal {
        literal.each_arg(&mut |arg| {
            if let Arg::Var(var) = arg
                && !vars.contains(var)
            {
                vars.push(*var);
            }
        });
    }
    vars
}

/// A rule in normal form: the head holds where the body does.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The relation it derives.
    pub head: RelationId,
    /// The columns of what it derives.
    pub head_args: Vec<Arg>,
    /// Its goals, in the order they are written.
    pub body: Vec<Literal>,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// Where each atom in it stands, for messages.
    pub constants: Vec<(Atom, Span)>,
    /// The whole clause it came from.
    pub span: Span,
    /// What the clause says in this rule, if it has several branches.
    pub branch: Option<Arc<str>>,
}

impl Rule {
    /// How often each variable stands in the rule.
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.variables.len()];
        let mut tally = |arg: &Arg| {
            if let Arg::Var(var) = arg {
                uses[var.index()] += 1;
            }
        };
        self.head_args.iter().for_each(&mut tally);
        self.body.iter().for_each(|literal| literal.each_arg(&mut tally));
        uses
    }

    /// The variables of a goal of its body that its head or other goals hold too,
    /// not only inside a negation or aggregate.
    pub fn shared_with_others(&self, goal: &Literal) -> Vars {
        let is_shared = |var: &Var| {
            let others = self.body.iter().filter(|other| !std::ptr::eq(*other, goal));
            self.head_args.contains(&Arg::Var(*var))
                || others.flat_map(|other| other.open_vars()).any(|other| other == *var)
        };
        goal.vars().into_iter().filter(is_shared).collect()
    }

    /// Where an atom in the rule stands.
    pub fn constant_span(&self, atom: Atom) -> Span {
        self.constants.iter().find(|(known, _)| *known == atom).map_or(self.span, |(_, span)| *span)
    }
}

/// Rules that are evaluated together, after all they depend on.
#[derive(Clone, Debug)]
pub struct Stratum {
    /// The relations it derives.
    pub relations: Vec<RelationId>,
    /// The rules that derive them, by number.
    pub rules: Vec<usize>,
    /// Whether they depend on each other, so that it takes several rounds.
    pub recursive: bool,
}
