//! A checked program: relations, and rules over them in normal form.
//!
//! In normal form there are no nested terms: `legal(move(From, To))` is a
//! relation of its own, with the columns `From` and `To`. Names are resolved,
//! variables numbered, and every rule is safe, typed and stratified.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::logic::check::declarations::Declarations;
use crate::logic::check::strata;
use crate::logic::check::types::Type;
use crate::logic::slice::Slice;
use crate::logic::syntax::source::{FileId, Sources, Span};
use crate::logic::{Atom, Value};

/// A relation of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RelationId(pub u32);

impl RelationId {
    /// Its place among the relations.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The words that wrap an action or a state fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wrapper {
    /// `start(Fact)`: the first position holds it.
    Start,
    /// `add(Fact)`: the action at hand brings it about.
    Add,
    /// `del(Fact)`: the action at hand ends it.
    Del,
    /// `legal(Action)`.
    Legal,
    /// `does(Action)`: it is being played.
    Does,
    /// `tried(Action)`: somebody wants to play it.
    Tried,
    /// `refuse(Action, Reason)`.
    Refuse,
}

impl Wrapper {
    /// All of them.
    pub const ALL: [Wrapper; 7] = [
        Wrapper::Start,
        Wrapper::Add,
        Wrapper::Del,
        Wrapper::Legal,
        Wrapper::Does,
        Wrapper::Tried,
        Wrapper::Refuse,
    ];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Wrapper::Start => "start",
            Wrapper::Add => "add",
            Wrapper::Del => "del",
            Wrapper::Legal => "legal",
            Wrapper::Does => "does",
            Wrapper::Tried => "tried",
            Wrapper::Refuse => "refuse",
        }
    }

    /// The wrapper of that name and number of arguments.
    pub fn find(name: &str, arity: usize) -> Option<Wrapper> {
        Wrapper::ALL.into_iter().find(|w| w.name() == name && w.arity() == arity)
    }

    /// How many arguments the word itself takes.
    pub fn arity(self) -> usize {
        if self == Wrapper::Refuse { 2 } else { 1 }
    }

    /// Whether it wraps actions, rather than state facts.
    pub fn of_actions(self) -> bool {
        !matches!(self, Wrapper::Start | Wrapper::Add | Wrapper::Del)
    }

    /// Whether its facts are supposed from outside, rather than derived.
    pub fn is_supposed(self) -> bool {
        matches!(self, Wrapper::Does | Wrapper::Tried)
    }
}

/// What a relation is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Name {
    /// `tank`.
    Plain(Atom),
    /// `legal(move(..))`.
    Wrapped(Wrapper, Atom),
    /// `option(size, ..)`.
    Option(Atom),
}

/// Where a relation's facts come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From the declarations and the board, the same in every position.
    Given(Given),
    /// They make up the position.
    State,
    /// From the position's history: `turn_number`, `repetitions`.
    History,
    /// Supposed from outside: `does`, `tried`.
    Supposed,
    /// From rules.
    Rules,
}

/// The relations that every game has from its declarations and board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// `cell(Cell)`.
    Cell,
    /// `step(From, Direction, To)`.
    Step,
    /// `row(Cell, Number)`.
    Row,
    /// `column(Cell, Number)`.
    Column,
    /// `opponent(Player, Other)`.
    Opponent,
    /// `player(Player)`, `kind(Kind)`: the values of a declared type.
    Values(crate::logic::check::declarations::EnumId),
    /// `option(Name, Value)`: the option of that number.
    Option(usize),
}

/// What is known of a relation.
#[derive(Clone, Debug)]
pub struct Relation {
    /// What it is called.
    pub name: Name,
    /// How many columns it has.
    pub arity: usize,
    /// The columns' types; all are known in a checked program.
    pub columns: Vec<Option<Type>>,
    /// Where its facts come from.
    pub origin: Origin,
    /// Where it is declared or first defined.
    pub declared_at: Option<Span>,
    /// The comment above its first clause.
    pub doc: Option<String>,
    /// Whether its facts are the same in every position.
    pub is_static: bool,
}

impl Relation {
    /// Whether its facts are computed on demand, because there is no end of
    /// them: the geometry of an unbounded board.
    pub fn is_computed(&self, declarations: &Declarations) -> bool {
        let geometric =
            matches!(self.origin, Origin::Given(Given::Step | Given::Row | Given::Column));
        geometric && declarations.board_is_unbounded()
    }

    /// `tank/3`, `legal(move/2)`.
    pub fn indicator(&self) -> String {
        match self.name {
            Name::Plain(name) => format!("{name}/{}", self.arity),
            Name::Wrapped(Wrapper::Refuse, name) => format!("refuse({name}/{}, _)", self.arity - 1),
            Name::Wrapped(wrapper, name) => format!("{}({name}/{})", wrapper.name(), self.arity),
            Name::Option(name) => format!("option({name}, _)"),
        }
    }

    /// A fact or goal of this relation, as it is written in Prolog.
    pub fn show<T: fmt::Display>(&self, columns: &[T]) -> String {
        let term = |name: Atom, columns: &[T]| {
            if columns.is_empty() {
                return name.to_string();
            }
            let columns: Vec<_> = columns.iter().map(T::to_string).collect();
            format!("{name}({})", columns.join(", "))
        };
        match self.name {
            Name::Plain(name) => term(name, columns),
            Name::Wrapped(Wrapper::Refuse, name) => {
                let (reason, action) = columns.split_last().expect("refuse has a reason");
                format!("refuse({}, {reason})", term(name, action))
            }
            Name::Wrapped(wrapper, name) => format!("{}({})", wrapper.name(), term(name, columns)),
            Name::Option(name) => format!("option({name}, {})", columns[0]),
        }
    }
}

/// The relations of a program, by number and by name.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    all: Vec<Relation>,
    by_name: FxHashMap<(Name, usize), RelationId>,
}

impl Relations {
    /// Takes in a relation, unless one of that name and arity is there.
    pub fn add(&mut self, relation: Relation) -> RelationId {
        let key = (relation.name, relation.arity);
        *self.by_name.entry(key).or_insert_with(|| {
            self.all.push(relation);
            RelationId(self.all.len() as u32 - 1)
        })
    }

    /// The relation of that name and arity.
    pub fn find(&self, name: Name, arity: usize) -> Option<RelationId> {
        self.by_name.get(&(name, arity)).copied()
    }

    /// The relation written `name/arity`.
    pub fn plain(&self, name: &str, arity: usize) -> Option<RelationId> {
        self.find(Name::Plain(Atom::new(name)), arity)
    }

    /// Every relation.
    pub fn iter(&self) -> impl Iterator<Item = &Relation> {
        self.all.iter()
    }

    /// Every relation's number.
    pub fn ids(&self) -> impl Iterator<Item = RelationId> + use<> {
        (0..self.all.len() as u32).map(RelationId)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Index<RelationId> for Relations {
    type Output = Relation;
    fn index(&self, id: RelationId) -> &Relation {
        &self.all[id.index()]
    }
}

impl IndexMut<RelationId> for Relations {
    fn index_mut(&mut self, id: RelationId) -> &mut Relation {
        &mut self.all[id.index()]
    }
}

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

/// What `aggregate_all` works out.
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
        /// What is worked out.
        expr: Expr,
        /// Where it stands.
        span: Span,
    },
    /// `aggregate_all(sum(W), weight(P, W), Total)`.
    Aggregate {
        /// What is worked out.
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
            | Literal::Aggregate { span, .. } => *span,
        }
    }

    /// Calls `visit` on this literal and those inside it.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Literal)) {
        visit(self);
        if let Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } = self {
            goal.iter().for_each(|literal| literal.visit(visit));
        }
    }

    /// The same, to change them.
    pub fn visit_mut(&mut self, visit: &mut impl FnMut(&mut Literal)) {
        visit(self);
        if let Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } = self {
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
            _ => self.vars(),
        }
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
}

impl Rule {
    /// Where an atom in the rule stands.
    pub fn constant_span(&self, atom: Atom) -> Span {
        self.constants.iter().find(|(known, _)| *known == atom).map_or(self.span, |(_, span)| *span)
    }
}

/// Rules that are worked out together, after all they depend on.
#[derive(Clone, Debug)]
pub struct Stratum {
    /// The relations it derives.
    pub relations: Vec<RelationId>,
    /// The rules that derive them, by number.
    pub rules: Vec<usize>,
    /// Whether they depend on each other, so that it takes several rounds.
    pub recursive: bool,
}

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
    /// The order in which they are worked out.
    pub strata: Vec<Stratum>,
    /// The clauses of the texts that are switched off.
    pub left_out: Vec<Span>,
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
        let mut text = self.sources.file(file).text.clone();
        let mut off: Vec<Span> = self.left_out.iter().copied().filter(|s| s.file == file).collect();
        off.sort_by_key(|span| std::cmp::Reverse(span.start));
        for span in off {
            let clause = span.start as usize..self.sources.end_of_clause(span);
            let comment = match &text[clause.clone()] {
                inside if inside.contains("*/") => String::new(),
                inside => format!("/* switched off: {inside} */"),
            };
            text.replace_range(clause, &comment);
        }
        text
    }

    /// The rules that derive a relation.
    pub fn rules_for(&self, relation: RelationId) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.head == relation)
    }
}
