//! The types of columns, and their inference.
//!
//! Nobody writes the types of a derived relation: they follow from the
//! declarations, since a variable has one type wherever it stands in a clause.
//! Columns and variables are nodes; standing in the same place joins them.

use crate::logic::check::declarations::{Declarations, EnumId};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::query_form::NO_HEAD;
use crate::logic::names;
use crate::logic::program::{
    Arg, Expr, Given, Literal, Origin, Program, RelationId, Relations, Rule,
};
use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Cell, Value};

/// What may stand in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// Whole numbers.
    Int,
    /// Cells of the board.
    Cell,
    /// Any atom.
    Atom,
    /// The atoms of a declared type, such as `player`.
    Enum(EnumId),
}

/// Why a node has its type: what to say, and where.
#[derive(Clone)]
struct Evidence {
    ty: Type,
    span: Option<Span>,
    said: String,
}

struct Node {
    parent: usize,
    evidence: Option<Evidence>,
    atoms: Vec<(Atom, Span)>,
}

/// A column of a relation.
pub type Column = (RelationId, usize);

/// Infers the type of every column and variable, and turns atoms that name
/// cells into cells where a cell stands. The columns that nothing decides hold
/// atoms for the time being; they are returned, since a query may [decide] them.
pub fn infer(
    declarations: &Declarations,
    relations: &mut Relations,
    rules: &mut [Rule],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Column> {
    let mut inference = Inference::new(declarations, relations);
    for rule in rules.iter() {
        inference.rule(rule, errors);
    }
    inference.check_atoms(errors);
    for rule in rules.iter_mut() {
        inference.settle_rule(rule);
    }
    inference.settle_columns(relations)
}

/// The program with its undecided columns as a query's rules need them, if they
/// can be so. Atoms of the program that are not of the type a query decides on
/// stay as they are, and equal none of its values: asked which of `ann` and `a1`
/// is a cell, Prolog too would say `a1`.
pub fn decide(program: &Program, asked: &mut [&mut Rule]) -> Option<Program> {
    if program.undecided.is_empty() {
        return None;
    }
    let mut program = program.clone();
    for (relation, column) in &program.undecided {
        program.relations[*relation].columns[*column] = None;
    }
    let mut errors = Vec::new();
    let mut inference = Inference::new(&program.declarations, &program.relations);
    for rule in &program.rules {
        inference.rule(rule, &mut errors);
    }
    let written = inference.take_atoms();
    for rule in asked.iter() {
        inference.rule(rule, &mut errors);
    }
    inference.check_atoms(&mut errors);
    let mut is_number = |node: usize| inference.type_of(node) == Some(Type::Int);
    if !errors.is_empty() || written.into_iter().any(&mut is_number) {
        return None;
    }
    for rule in program.rules.iter_mut().chain(asked.iter_mut().map(|rule| &mut **rule)) {
        inference.settle_rule(rule);
    }
    program.undecided = inference.settle_columns(&mut program.relations);
    Some(program)
}

/// The same for one more rule over relations whose types are settled, such as
/// a query.
pub fn infer_one(
    declarations: &Declarations,
    relations: &Relations,
    rule: &mut Rule,
    errors: &mut Vec<Diagnostic>,
) {
    let mut inference = Inference::new(declarations, relations);
    inference.rule(rule, errors);
    inference.check_atoms(errors);
    inference.settle_rule(rule);
}

struct Inference<'a> {
    declarations: &'a Declarations,
    nodes: Vec<Node>,
    first_node: Vec<usize>,
    /// Where the variables of the rule at hand begin.
    rule_starts: Vec<usize>,
    settled: usize,
}

impl<'a> Inference<'a> {
    fn new(declarations: &'a Declarations, relations: &Relations) -> Inference<'a> {
        let mut inference = Inference {
            declarations,
            nodes: Vec::new(),
            first_node: Vec::new(),
            rule_starts: Vec::new(),
            settled: 0,
        };
        for relation in relations.iter() {
            inference.first_node.push(inference.nodes.len());
            for (column, ty) in relation.columns.iter().enumerate() {
                let evidence = ty.map(|ty| Evidence {
                    ty,
                    span: relation.declared_at,
                    said: format!(
                        "column {} of {} is {}",
                        column + 1,
                        relation.indicator(),
                        declarations.type_name(ty)
                    ),
                });
                inference.node(evidence);
            }
            if let Origin::Given(Given::Option(index)) = relation.origin {
                let option = &declarations.options[index];
                let atoms = option.allowed.iter().filter_map(|value| value.as_atom());
                let node = inference.nodes.last_mut().expect("an option has a column");
                node.atoms.extend(atoms.map(|atom| (atom, option.span)));
            }
        }
        inference
    }

    fn node(&mut self, evidence: Option<Evidence>) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node { parent: id, evidence, atoms: Vec::new() });
        id
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.nodes[node].parent != node {
            let grandparent = self.nodes[self.nodes[node].parent].parent;
            self.nodes[node].parent = grandparent;
            node = grandparent;
        }
        node
    }

    /// Gives every column its type; those that have none so far.
    fn settle_columns(&mut self, relations: &mut Relations) -> Vec<Column> {
        let mut undecided = Vec::new();
        for id in relations.ids() {
            for column in 0..relations[id].arity {
                let ty = self.type_of(self.first_node[id.index()] + column);
                if ty.is_none() {
                    undecided.push((id, column));
                }
                relations[id].columns[column] = Some(ty.unwrap_or(Type::Atom));
            }
        }
        undecided
    }

    /// Takes the atoms out, so that they need not fit; where there were some.
    fn take_atoms(&mut self) -> Vec<usize> {
        let with_atoms = (0..self.nodes.len()).filter(|node| !self.nodes[*node].atoms.is_empty());
        let with_atoms: Vec<usize> = with_atoms.collect();
        with_atoms.iter().for_each(|node| self.nodes[*node].atoms.clear());
        with_atoms
    }

    fn type_of(&mut self, node: usize) -> Option<Type> {
        let root = self.root(node);
        self.nodes[root].evidence.as_ref().map(|evidence| evidence.ty)
    }

    fn rule(&mut self, rule: &Rule, errors: &mut Vec<Diagnostic>) {
        let start = self.nodes.len();
        self.rule_starts.push(start);
        for _ in &rule.variables {
            self.node(None);
        }
        let mut pass = RulePass { inference: self, rule, start, errors };
        if rule.head != NO_HEAD {
            pass.columns(rule.head, &rule.head_args);
        }
        pass.body(&rule.body);
    }

    /// Every atom must be one of its column's type.
    fn check_atoms(&mut self, errors: &mut Vec<Diagnostic>) {
        for index in 0..self.nodes.len() {
            if self.root(index) != index {
                continue;
            }
            let Some(evidence) = self.nodes[index].evidence.clone() else { continue };
            for (atom, span) in std::mem::take(&mut self.nodes[index].atoms) {
                errors.extend(self.check_atom(atom, span, &evidence));
            }
        }
    }

    fn check_atom(&self, atom: Atom, span: Span, evidence: &Evidence) -> Option<Diagnostic> {
        let expected = self.declarations.type_name(evidence.ty);
        let (label, help) = match evidence.ty {
            Type::Atom => return None,
            Type::Enum(id) => {
                let values = &self.declarations.enums[id.0 as usize].values;
                if values.contains(&atom) || values.is_empty() {
                    return None;
                }
                let known = values.iter().map(|value| value.to_string()).collect::<Vec<_>>();
                let help = names::suggestion(atom.as_str(), known.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("one of: {}", known.join(", ")));
                (format!("not {expected}"), help)
            }
            Type::Cell => match self.declarations.why_no_cell(atom.as_str()) {
                Some(why) => why,
                None => return None,
            },
            Type::Int => ("an atom".into(), "a whole number must stand here".into()),
        };
        let error = Diagnostic::error("type", span, format!("`{atom}` is not {expected}"), label);
        Some(point_at(error, evidence).help(help))
    }

    fn settle_rule(&mut self, rule: &mut Rule) {
        let start = self.rule_starts[self.settled];
        self.settled += 1;
        for index in 0..rule.variables.len() {
            rule.variables[index].ty = self.type_of(start + index).unwrap_or(Type::Atom);
        }
        let (head, variables) = (rule.head, rule.variables.clone());
        let types = |this: &mut Self, id: RelationId, column: usize| {
            let node = this.first_node[id.0 as usize] + column;
            this.type_of(node)
        };
        for (column, arg) in rule.head_args.iter_mut().enumerate() {
            let ty = types(self, head, column);
            settle(self.declarations, arg, ty);
        }
        let variable_type = |arg: &Arg| match arg {
            Arg::Var(var) => Some(variables[var.index()].ty),
            Arg::Const(_) => None,
        };
        for literal in &mut rule.body {
            literal.visit_mut(&mut |literal| match literal {
                Literal::Fact { relation, args, .. }
                | Literal::After { legal: relation, action: args, .. } => {
                    for (column, arg) in args.iter_mut().enumerate() {
                        let ty = types(self, *relation, column);
                        settle(self.declarations, arg, ty);
                    }
                }
                Literal::Same { left, right, .. } | Literal::Differ { left, right, .. } => {
                    let ty = variable_type(left).or(variable_type(right));
                    settle(self.declarations, left, ty);
                    settle(self.declarations, right, ty);
                }
                _ => {}
            });
        }
    }
}

fn settle(declarations: &Declarations, arg: &mut Arg, ty: Option<Type>) {
    if let (Arg::Const(Value::Atom(atom)), Some(Type::Cell)) = (&arg, ty)
        && let Some(cell) = declarations.cell_named(atom.as_str())
    {
        *arg = Arg::Const(Value::Cell(cell));
    }
}

fn point_at(error: Diagnostic, evidence: &Evidence) -> Diagnostic {
    match evidence.span {
        Some(span) => error.also(span, evidence.said.clone()),
        None => Diagnostic { message: format!("{}: {}", error.message, evidence.said), ..error },
    }
}

/// What a conflict is about where no variable is.
const THIS_PLACE: &str = "one place";

struct RulePass<'a, 'b> {
    inference: &'a mut Inference<'b>,
    rule: &'a Rule,
    start: usize,
    errors: &'a mut Vec<Diagnostic>,
}

impl RulePass<'_, '_> {
    fn body(&mut self, body: &[Literal]) {
        for literal in body {
            match literal {
                Literal::Fact { relation, args, .. } => self.columns(*relation, args),
                Literal::Not { goal, .. } => self.body(goal),
                Literal::Same { left, right, .. } | Literal::Differ { left, right, .. } => {
                    self.alike(left, right);
                }
                Literal::Compare { left, right, span, .. } => {
                    self.number(left, *span);
                    self.number(right, *span);
                }
                Literal::Is { target, expr, span } => {
                    self.number(expr, *span);
                    self.expect(target, *span, Type::Int, "arithmetic gives an integer");
                }
                Literal::Aggregate { value, goal, result, span, .. } => {
                    self.body(goal);
                    if let Some(value) = value {
                        self.number(value, *span);
                    }
                    self.expect(result, *span, Type::Int, "an aggregate gives an integer");
                }
                Literal::After { legal, action, goal, .. } => {
                    self.columns(*legal, action);
                    self.body(goal);
                }
            }
        }
    }

    fn columns(&mut self, relation: RelationId, args: &[Arg]) {
        let first = self.inference.first_node[relation.0 as usize];
        for (column, arg) in args.iter().enumerate() {
            self.meet(first + column, arg);
        }
    }

    /// `arg` stands where `node` is.
    fn meet(&mut self, node: usize, arg: &Arg) {
        match arg {
            Arg::Var(var) => {
                let info = &self.rule.variables[var.index()];
                self.join(node, self.start + var.index(), info.span, info.shown());
            }
            Arg::Const(Value::Atom(atom)) => {
                let root = self.inference.root(node);
                let span = self.rule.constant_span(*atom);
                self.inference.nodes[root].atoms.push((*atom, span));
            }
            Arg::Const(value) => {
                if matches!(value, Value::Cell(Cell::Axial(..))) {
                    self.check_axial(*value);
                }
                let (ty, said) = match value {
                    Value::Int(_) => (Type::Int, format!("{value} is an integer")),
                    _ => (Type::Cell, format!("{value} is a cell")),
                };
                let evidence = Evidence { ty, span: Some(self.rule.span), said };
                self.learn(node, evidence);
            }
        }
    }

    /// `(0,0)` is a cell only of the unbounded board.
    fn check_axial(&mut self, value: Value) {
        if self.inference.declarations.board_is_unbounded() {
            return;
        }
        self.errors.push(
            Diagnostic::error(
                "type",
                self.rule.span,
                format!("`{value}` is not a cell of this board"),
                "in this clause",
            )
            .help("a cell of this board is written a1"),
        );
    }

    fn alike(&mut self, left: &Arg, right: &Arg) {
        let shared = self.inference.node(None);
        self.meet(shared, left);
        self.meet(shared, right);
    }

    fn expect(&mut self, arg: &Arg, span: Span, ty: Type, said: &str) {
        let node = self.inference.node(Some(Evidence { ty, span: Some(span), said: said.into() }));
        self.meet(node, arg);
    }

    fn number(&mut self, expr: &Expr, span: Span) {
        expr.each_arg(&mut |arg| self.expect(arg, span, Type::Int, "arithmetic needs integers"));
    }

    fn learn(&mut self, node: usize, evidence: Evidence) {
        let root = self.inference.root(node);
        match self.inference.nodes[root].evidence.clone() {
            None => self.inference.nodes[root].evidence = Some(evidence),
            Some(known) if known.ty == evidence.ty => {}
            Some(known) => self.conflict(&known, &evidence, THIS_PLACE.into(), self.rule.span),
        }
    }

    fn join(&mut self, a: usize, b: usize, span: Span, name: &str) {
        let (a, b) = (self.inference.root(a), self.inference.root(b));
        if a == b {
            return;
        }
        let (left, right) =
            (self.inference.nodes[a].evidence.clone(), self.inference.nodes[b].evidence.clone());
        if let (Some(left), Some(right)) = (&left, &right)
            && left.ty != right.ty
        {
            self.conflict(right, left, format!("`{name}`"), span);
            return;
        }
        let atoms = std::mem::take(&mut self.inference.nodes[a].atoms);
        self.inference.nodes[b].atoms.extend(atoms);
        self.inference.nodes[b].evidence = right.or(left);
        self.inference.nodes[a].parent = b;
    }

    fn conflict(&mut self, one: &Evidence, other: &Evidence, what: String, span: Span) {
        let (first, second) = (
            self.inference.declarations.type_name(one.ty),
            self.inference.declarations.type_name(other.ty),
        );
        let error = Diagnostic::error(
            "type",
            span,
            format!("{what} would have to be both {first} and {second}"),
            "used with two types in this clause",
        )
        .help(if what == THIS_PLACE {
            "write a value of the right type, or fix the declaration of the column"
        } else {
            "use two variables, or fix the declaration of the column"
        });
        let error = match (one.span, other.span) {
            (Some(a), Some(b)) if a != span && b != span && a != b => {
                error.also(a, one.said.clone()).also(b, other.said.clone())
            }
            _ => Diagnostic {
                message: format!("{}: {}, but {}", error.message, one.said, other.said),
                ..error
            },
        };
        self.errors.push(error);
    }
}
