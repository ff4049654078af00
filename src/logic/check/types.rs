//! The types of columns, and their inference.
//!
//! Nobody writes the types of a derived relation: they follow from the
//! declarations, since a variable has one type wherever it stands in a clause.
//! Columns and variables are nodes; standing in the same place joins them. Where
//! types clash, `blame` finds out who is to blame.

use rustc_hash::FxHashMap;

use crate::logic::check::blame;
use crate::logic::check::declarations::{Declarations, EnumId};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::expected::decide_as_expected;
use crate::logic::check::query_form::NO_HEAD;
use crate::logic::names;
use crate::logic::program::{
    Arg, Expr, Given, Literal, Origin, Program, Relation, RelationId, Relations, Rule, Var,
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

/// A step of the inference that can be taken back.
enum Step {
    Joined { child: usize, root: usize, before: Option<Evidence>, atoms: usize },
    Learned { root: usize },
    Noted { root: usize },
}

/// A rule that types clash in.
pub(super) struct Clash {
    /// What is wrong with it.
    pub errors: Vec<Diagnostic>,
    /// The rules, by number, that gave columns the types that this one cannot have.
    pub because_of: Vec<usize>,
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
    let mut found = Vec::new();
    for rule in rules.iter() {
        inference.rule(rule, &mut found);
    }
    decide_as_expected(relations, &mut inference);
    inference.check_atoms(&mut found);
    if !found.is_empty() {
        errors.extend(blame::clashes(declarations, relations, rules).unwrap_or(found));
    }
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

/// What is said of a relation whose columns clash.
struct Described {
    indicator: String,
    declared_at: Option<Span>,
    /// Which of its columns have a type before any rule is read.
    declared: Vec<bool>,
}

/// The inference at work, rule by rule.
pub(super) struct Inference<'a> {
    declarations: &'a Declarations,
    nodes: Vec<Node>,
    first_node: Vec<usize>,
    described: Vec<Described>,
    /// Where the variables of the rule at hand begin.
    rule_starts: Vec<usize>,
    settled: usize,
    /// Whether an atom that names nothing else makes its column one of atoms.
    atoms_decide: bool,
    /// What the rule at hand has done, if it may be taken back.
    steps: Option<Vec<Step>>,
    /// The rule, with its place, after which a column had a type that no declaration
    /// gives it.
    typed_by: FxHashMap<Column, (usize, Span)>,
    /// Those of them that a clash is about.
    because_of: Vec<usize>,
}

impl<'a> Inference<'a> {
    /// The inference before the first rule.
    pub(super) fn new(declarations: &'a Declarations, relations: &Relations) -> Inference<'a> {
        let mut inference = Inference {
            declarations,
            nodes: Vec::new(),
            first_node: Vec::new(),
            described: relations.iter().map(described).collect(),
            rule_starts: Vec::new(),
            settled: 0,
            atoms_decide: false,
            steps: None,
            typed_by: FxHashMap::default(),
            because_of: Vec::new(),
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

    /// The inference for which a column with atoms in it holds atoms, and no number that
    /// comes later, unless these atoms are cells or values of a declared type.
    pub(super) fn by_atoms(declarations: &'a Declarations, relations: &Relations) -> Self {
        Inference { atoms_decide: true, ..Inference::new(declarations, relations) }
    }

    fn names_nothing_else(&self, atom: Atom) -> bool {
        let declarations = self.declarations;
        declarations.cell_named(atom.as_str()).is_none()
            && declarations.enums.iter().all(|it| !it.values.contains(&atom))
    }

    fn node(&mut self, evidence: Option<Evidence>) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node { parent: id, evidence, atoms: Vec::new() });
        id
    }

    fn root(&mut self, mut node: usize) -> usize {
        // What may be taken back must not be shortened.
        if self.steps.is_some() {
            while self.nodes[node].parent != node {
                node = self.nodes[node].parent;
            }
            return node;
        }
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

    /// Makes columns of several relations one: whatever type one has, all have.
    pub(super) fn tie(&mut self, columns: &[Column]) {
        for pair in columns.windows(2) {
            let [child, root] = [pair[0], pair[1]].map(|column| self.column(column));
            let (child, root) = (self.root(child), self.root(root));
            self.nodes[child].parent = root;
        }
    }

    fn column(&self, (relation, column): Column) -> usize {
        self.first_node[relation.index()] + column
    }

    /// The type of a column, if it has one so far.
    pub(super) fn column_type(&mut self, column: Column) -> Option<Type> {
        self.type_of(self.column(column))
    }

    /// Decides on a type for a column, if nothing else has and there are atoms in it
    /// that all can be of that type.
    pub(super) fn expect(&mut self, column: Column, ty: Type) {
        let node = self.column(column);
        let root = self.root(node);
        let (declarations, node) = (self.declarations, &mut self.nodes[root]);
        let fits = |(atom, _): &(Atom, Span)| match ty {
            Type::Enum(id) => declarations.values(id).contains(atom),
            Type::Cell => declarations.cell_named(atom.as_str()).is_some(),
            Type::Int | Type::Atom => false,
        };
        if node.evidence.is_none() && !node.atoms.is_empty() && node.atoms.iter().all(fits) {
            let indicator = &self.described[column.0.index()].indicator;
            let held = declarations.type_name(ty);
            let said = format!("column {} of {indicator} is {held}", column.1 + 1);
            node.evidence = Some(Evidence { ty, span: None, said });
        }
    }

    fn type_of(&mut self, node: usize) -> Option<Type> {
        let root = self.root(node);
        self.nodes[root].evidence.as_ref().map(|evidence| evidence.ty)
    }

    /// Takes in a rule, unless types clash in it. `untyped` are the columns that had no
    /// type before; those that have one now are taken out.
    pub(super) fn rule_or_clash(
        &mut self,
        number: usize,
        rule: &Rule,
        untyped: &mut Vec<Column>,
    ) -> Result<(), Clash> {
        let before = self.nodes.len();
        self.steps = Some(Vec::new());
        let mut errors = Vec::new();
        self.rule(rule, &mut errors);
        if errors.is_empty() {
            self.steps = None;
            untyped.retain(|column| match self.column_type(*column) {
                Some(_) => self.typed_by.insert(*column, (number, rule.span)).is_some(),
                None => true,
            });
            return Ok(());
        }
        self.take_back();
        self.nodes.truncate(before);
        Err(Clash { errors, because_of: std::mem::take(&mut self.because_of) })
    }

    fn take_back(&mut self) {
        for step in self.steps.take().into_iter().flatten().rev() {
            match step {
                Step::Joined { child, root, before, atoms } => {
                    self.nodes[child].parent = child;
                    self.nodes[root].evidence = before;
                    self.nodes[child].atoms = self.nodes[root].atoms.split_off(atoms);
                }
                Step::Learned { root } => self.nodes[root].evidence = None,
                Step::Noted { root } => _ = self.nodes[root].atoms.pop(),
            }
        }
    }

    fn done(&mut self, step: Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    fn rule(&mut self, rule: &Rule, errors: &mut Vec<Diagnostic>) {
        let start = self.nodes.len();
        self.rule_starts.push(start);
        for _ in &rule.variables {
            self.node(None);
        }
        let mut pass = RulePass { inference: self, rule, start, column: None, errors };
        if rule.head != NO_HEAD {
            pass.columns(rule.head, &rule.head_args);
        }
        pass.body(&rule.body);
    }

    /// Every atom must be one of its column's type.
    pub(super) fn check_atoms(&mut self, errors: &mut Vec<Diagnostic>) {
        for index in 0..self.nodes.len() {
            if self.root(index) != index {
                continue;
            }
            let Some(evidence) = self.nodes[index].evidence.clone() else { continue };
            let atoms = std::mem::take(&mut self.nodes[index].atoms);
            let wrong: Vec<Diagnostic> = atoms
                .iter()
                .filter_map(|(atom, span)| self.check_atom(*atom, *span, &evidence))
                .collect();
            match self.wrong_use(index, &atoms, wrong.len(), evidence.ty) {
                Some(error) => errors.push(error),
                None => errors.extend(wrong),
            }
        }
    }

    /// Where a column holds several values, all of one other type, not they are wrong but
    /// the rule that takes them for something else.
    fn wrong_use(
        &mut self,
        root: usize,
        atoms: &[(Atom, Span)],
        wrong: usize,
        ty: Type,
    ) -> Option<Diagnostic> {
        let (first, at) = *atoms.first()?;
        if wrong < atoms.len() || atoms.iter().all(|(atom, _)| *atom == first) {
            return None;
        }
        let enums = &self.declarations.enums;
        let holds = |id: &usize| atoms.iter().all(|(atom, _)| enums[*id].values.contains(atom));
        let other = Type::Enum(EnumId((0..enums.len()).find(holds)? as u16));
        let mut typed: Vec<(Column, Span)> =
            self.typed_by.iter().map(|(column, (_, span))| (*column, *span)).collect();
        typed.sort_by_key(|(column, _)| *column);
        let is_of_root = |(column, _): &(Column, Span)| self.root(self.column(*column)) == root;
        let ((relation, column), clause) = typed.into_iter().find(is_of_root)?;
        let indicator = &self.described[relation.index()].indicator;
        let [expected, held] = [ty, other].map(|ty| self.declarations.type_name(ty));
        let error = Diagnostic::error(
            "type",
            clause,
            format!("column {} of {indicator} holds {held}, not {expected}", column + 1),
            format!("takes it for {expected}"),
        );
        Some(
            error.also(at, format!("`{first}` is {held}")).help(format!(
                "put a variable there that stands for {held}, or ask another relation"
            )),
        )
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
            Type::Cell => self.declarations.why_no_cell(atom.as_str())?,
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

fn described(relation: &Relation) -> Described {
    Described {
        indicator: relation.indicator(),
        declared_at: relation.declared_at,
        declared: relation.columns.iter().map(Option::is_some).collect(),
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

struct RulePass<'a, 'b> {
    inference: &'a mut Inference<'b>,
    rule: &'a Rule,
    start: usize,
    /// The column at hand, if it is one of a relation's.
    column: Option<Column>,
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
            self.column = Some((relation, column));
            self.meet(first + column, arg);
        }
        self.column = None;
    }

    /// `arg` stands where `node` is.
    fn meet(&mut self, node: usize, arg: &Arg) {
        match arg {
            Arg::Var(var) => {
                let info = &self.rule.variables[var.index()];
                self.join(node, *var, info.span);
            }
            Arg::Const(Value::Atom(atom))
                if self.inference.atoms_decide && self.inference.names_nothing_else(*atom) =>
            {
                let span = Some(self.rule.constant_span(*atom));
                let said = format!("`{atom}` is an atom");
                self.learn(node, Evidence { ty: Type::Atom, span, said });
            }
            Arg::Const(Value::Atom(atom)) => {
                let root = self.inference.root(node);
                let span = self.rule.constant_span(*atom);
                self.inference.nodes[root].atoms.push((*atom, span));
                self.inference.done(Step::Noted { root });
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
            None => {
                self.inference.nodes[root].evidence = Some(evidence);
                self.inference.done(Step::Learned { root });
            }
            Some(known) if known.ty == evidence.ty => {}
            Some(known) => self.conflict([&known, &evidence], None, self.rule.span),
        }
    }

    /// `var` stands where `node` is.
    fn join(&mut self, node: usize, var: Var, span: Span) {
        let a = self.inference.root(node);
        let b = self.inference.root(self.start + var.index());
        if a == b {
            return;
        }
        let (left, right) =
            (self.inference.nodes[a].evidence.clone(), self.inference.nodes[b].evidence.clone());
        if let (Some(left), Some(right)) = (&left, &right)
            && left.ty != right.ty
        {
            self.conflict([right, left], Some(var), span);
            return;
        }
        let atoms = std::mem::take(&mut self.inference.nodes[a].atoms);
        let kept = self.inference.nodes[b].atoms.len();
        self.inference.nodes[b].atoms.extend(atoms);
        self.inference.nodes[b].evidence = right.clone().or(left);
        self.inference.nodes[a].parent = b;
        self.inference.done(Step::Joined { child: a, root: b, before: right, atoms: kept });
    }

    /// Two types for one variable, or for one place where no variable is.
    fn conflict(&mut self, [one, other]: [&Evidence; 2], var: Option<Var>, span: Span) {
        let declarations = self.inference.declarations;
        let [first, second] = [one, other].map(|known| declarations.type_name(known.ty));
        let (message, label, help) = match var {
            Some(var) => (
                format!(
                    "`{}` would have to be both {first} and {second}",
                    self.rule.variables[var.index()].shown()
                ),
                "used with two types in this clause",
                "use two variables, or fix the declaration of the column",
            ),
            None => (
                format!("{}, where {first} must stand", other.said),
                "in this clause",
                match self.column.is_some_and(|column| !self.inference.is_declared(column)) {
                    true => "write a value of the right type",
                    false => {
                        "write a value of the right type, or fix the declaration of the column"
                    }
                },
            ),
        };
        let mut error = Diagnostic::error("type", span, message, label).help(help);
        let columns = match (var, self.column) {
            (None, Some(column)) => vec![column],
            _ => columns_of(self.rule, var),
        };
        let sides = match var {
            Some(_) => vec![one, other],
            None => vec![one],
        };
        let sides: Vec<_> =
            sides.iter().map(|known| self.inference.side(&columns, known, span)).collect();
        let mut said: Vec<String> = Vec::new();
        for (place, text) in sides {
            match place {
                Some(at) if !error.secondary.iter().any(|(known, _)| *known == at) => {
                    error = error.also(at, text);
                }
                _ => said.push(text),
            }
        }
        if !said.is_empty() {
            error.message = format!("{}: {}", error.message, said.join(", but "));
        }
        let because_of = columns.iter().filter_map(|column| self.inference.typed_by.get(column));
        let because_of: Vec<usize> = because_of.map(|(number, _)| *number).collect();
        self.inference.because_of.extend(because_of);
        self.errors.push(error);
    }
}

impl Inference<'_> {
    /// Whether a column has a type before any rule is read.
    fn is_declared(&self, (relation, column): Column) -> bool {
        self.described[relation.index()].declared[column]
    }

    /// What says that something is of a type: a column of the rule at hand that is, or
    /// else where the type came from.
    fn side(
        &mut self,
        columns: &[Column],
        evidence: &Evidence,
        span: Span,
    ) -> (Option<Span>, String) {
        let of_type: Vec<Column> = columns
            .iter()
            .copied()
            .filter(|column| self.column_type(*column) == Some(evidence.ty))
            .collect();
        let ty = self.declarations.type_name(evidence.ty);
        let say = |(relation, column): Column| {
            format!(
                "column {} of {} is {ty}",
                column + 1,
                self.described[relation.index()].indicator
            )
        };
        let is_declared = |column: &Column| self.is_declared(*column);
        let place = |column: &Column| self.described[column.0.index()].declared_at;
        let declared = of_type.iter().copied().filter(is_declared);
        if let Some(column) = declared.clone().find(|column| place(column).is_some()) {
            return (place(&column), say(column));
        }
        let derived = of_type.iter().copied().filter(|column| !is_declared(column));
        let derived = derived.filter_map(|column| Some((column, self.typed_by.get(&column)?.1)));
        if let Some((column, at)) = derived.into_iter().next() {
            return (Some(at), format!("so {}", say(column)));
        }
        match declared.into_iter().next() {
            Some(column) => (None, say(column)),
            None => (evidence.span.filter(|at| *at != span), evidence.said.clone()),
        }
    }
}

/// The columns in which a variable stands in a rule; all of the rule's without one.
fn columns_of(rule: &Rule, var: Option<Var>) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut gather = |relation: RelationId, args: &[Arg]| {
        for (column, arg) in args.iter().enumerate() {
            if var.is_none_or(|var| *arg == Arg::Var(var)) {
                columns.push((relation, column));
            }
        }
    };
    if rule.head != NO_HEAD {
        gather(rule.head, &rule.head_args);
    }
    for literal in &rule.body {
        literal.visit(&mut |literal| {
            if let Literal::Fact { relation, args, .. } = literal {
                gather(*relation, args);
            }
        });
    }
    columns
}
