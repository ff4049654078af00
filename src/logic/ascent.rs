//! Rules to `ascent` programs, for `build.rs`: one program per slice, holding
//! only the rules the slice needs, each below the clause it came from.
//!
//! Only what rules derive from a position is a relation of the program. The
//! facts it is given, and all that does not depend on the position, stand in
//! look-up tables, filled once per run and once per game. A goal that asks them
//! becomes a look-up by the columns known at that point. In the generated code
//! every variable is a reference, wherever it gets its value.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::plan::{Order, Planner};
use super::program::{
    AggregateKind, Arg, Expr, Given, Literal, Name, Origin, Program, RelationId, Rule, Var,
    Variable, Vars, answer_vars, vars_of,
};
use super::slice::Slice;
use super::strata;
use super::types::Type;
use super::{Atom, Value};

/// The Rust module that holds a program's compiled rules. What it uses, it
/// finds in the module `support`.
pub fn translate(program: &Program, support: &str) -> String {
    let mut translator = Translator {
        program,
        rules: inline(program),
        names: relation_names(program),
        atoms: Vec::new(),
        lookups: Vec::new(),
        given: Vec::new(),
        auxiliary: Vec::new(),
        relations: Vec::new(),
    };
    let slices: Vec<String> = Slice::ALL.iter().map(|slice| translator.slice(*slice)).collect();
    let mut code = translator.module_head(support);
    slices.iter().for_each(|slice| code.push_str(slice));
    code
}

/// The rules, with each relation that only gives another name to given facts,
/// as `occupied(Cell) :- tank(Cell, _, _)` does, replaced by those facts.
fn inline(program: &Program) -> Vec<Rule> {
    let mut rules = program.rules.clone();
    for rule in &mut rules {
        let Rule { body, variables, .. } = rule;
        for literal in body {
            literal.visit_mut(&mut |literal| {
                let Literal::Fact { relation, args, span } = literal else { return };
                let Some((given, columns)) = other_name_of(program, *relation) else { return };
                let columns = columns.iter().map(|column| match column {
                    Some(column) => args[*column],
                    None => {
                        let name = Atom::new("_");
                        variables.push(Variable { name, span: *span, ty: Type::Atom });
                        Arg::Var(Var(variables.len() as u16 - 1))
                    }
                });
                (*args, *relation) = (columns.collect(), given);
            });
        }
    }
    rules
}

/// If a relation is another name for given facts: which, and for each of their
/// columns the column of the relation, if it has it.
fn other_name_of(
    program: &Program,
    relation: RelationId,
) -> Option<(RelationId, Vec<Option<usize>>)> {
    let mut rules = program.rules_for(relation);
    let (rule, None) = (rules.next()?, rules.next()) else { return None };
    let [Literal::Fact { relation: given, args, .. }] = rule.body.as_slice() else { return None };
    if program.relations[*given].origin == Origin::Rules || program.relations[*given].is_static {
        return None;
    }
    let head_column = |arg: &Arg| rule.head_args.iter().position(|head| head == arg);
    let columns: Vec<Option<usize>> = args.iter().map(head_column).collect();
    let plain = (0..rule.head_args.len())
        .all(|column| columns.iter().filter(|known| **known == Some(column)).count() == 1);
    let variables = args.iter().chain(&rule.head_args).all(|arg| matches!(arg, Arg::Var(_)));
    let distinct = (0..args.len()).all(|index| !args[..index].contains(&args[index]));
    (plain && variables && distinct).then_some((*given, columns))
}

/// A relation as a look-up: known columns to the ones asked for.
#[derive(Clone, PartialEq)]
struct Lookup {
    relation: RelationId,
    keys: Vec<usize>,
    values: Vec<usize>,
}

struct Translator<'a> {
    program: &'a Program,
    rules: Vec<Rule>,
    names: Vec<String>,
    atoms: Vec<Atom>,
    /// Look-ups in what does not depend on the position.
    lookups: Vec<Lookup>,
    /// Look-ups in the facts that the slice at hand is given.
    given: Vec<Lookup>,
    /// Rules of the slice at hand for goals inside negations and aggregates.
    auxiliary: Vec<String>,
    /// Declarations of the relations those rules derive.
    relations: Vec<String>,
}

/// A name for each relation that Rust accepts: `legal_move`.
fn relation_names(program: &Program) -> Vec<String> {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    };
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    program
        .relations
        .iter()
        .map(|relation| {
            let base = match relation.name {
                Name::Plain(name) => plain(name.as_str()),
                Name::Wrapped(wrapper, name) => {
                    format!("{}_{}", wrapper.name(), plain(name.as_str()))
                }
                Name::Option(name) => format!("option_{}", plain(name.as_str())),
            };
            let name = format!("r_{base}");
            let count = taken.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 { format!("{name}_{count}") } else { name }
        })
        .collect()
}

fn rust_type(ty: Option<Type>) -> &'static str {
    match ty {
        Some(Type::Int) => "i64",
        Some(Type::Cell) => "Cell",
        _ => "Atom",
    }
}

fn tuple<T: AsRef<str>>(parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(T::as_ref).collect();
    match parts.as_slice() {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}

impl Translator<'_> {
    fn module_head(&self, support: &str) -> String {
        let mut fields = String::new();
        let mut filled = String::new();
        for (number, lookup) in self.lookups.iter().enumerate() {
            let columns = &self.program.relations[lookup.relation].columns;
            let types = |chosen: &[usize]| {
                tuple(&chosen.iter().map(|c| rust_type(columns[*c])).collect::<Vec<_>>())
            };
            let about = self.program.relations[lookup.relation].indicator();
            let (keys, values) = (types(&lookup.keys), types(&lookup.values));
            let _ = writeln!(fields, "    /// {about}, by columns {:?}.", lookup.keys);
            let _ = writeln!(fields, "    s{number}: Lookup<{keys}, {values}>,");
            let rows = format!(
                "rules.static_table(RelationId({})).rows().map(<{}>::read)",
                lookup.relation.0,
                self.row_type(lookup.relation)
            );
            let _ = writeln!(
                filled,
                "            s{number}: Lookup::distinct({rows}, {}),",
                key_and_value(lookup)
            );
        }
        let atoms: Vec<String> =
            self.atoms.iter().map(|atom| format!("Atom::new({:?})", atom.as_str())).collect();
        let arms: String = Slice::ALL
            .iter()
            .map(|slice| {
                let (name, text) = (format!("{slice:?}"), slice.name());
                format!(
                    "            Slice::{name} => {text}(&self.statics, &*self.host, facts, out),\n"
                )
            })
            .collect();
        format!(
            "use std::sync::Arc;\n\
             use ascent::ascent_run;\n\
             use {support}::*;\n\n\
             /// What does not depend on the position.\n\
             struct Statics {{\n    atoms: Vec<Atom>,\n{fields}}}\n\n\
             /// The compiled rules.\n\
             pub struct Rules {{\n    statics: Statics,\n    host: Arc<dyn Host>,\n}}\n\n\
             impl Rules {{\n    \
                 pub fn new(rules: &Interpreter, host: Arc<dyn Host>) -> Rules {{\n        \
                     let statics = Statics {{\n            atoms: vec![{}],\n{filled}        }};\n        \
                     Rules {{ statics, host }}\n    }}\n}}\n\n\
             impl Compiled for Rules {{\n    \
                 fn run(&self, slice: Slice, facts: &dyn Facts, out: &mut Output) {{\n        \
                     match slice {{\n{arms}        }}\n    }}\n}}\n\n",
            atoms.join(", ")
        )
    }

    /// The Rust type of a relation's rows.
    fn row_type(&self, relation: RelationId) -> String {
        let columns = &self.program.relations[relation].columns;
        tuple(&columns.iter().map(|ty| rust_type(*ty)).collect::<Vec<_>>())
    }

    fn slice(&mut self, slice: Slice) -> String {
        let program = self.program;
        let needed = strata::closure(&self.rules, &slice.targets(program));
        let moving: Vec<RelationId> = program
            .relations
            .ids()
            .filter(|id| needed.contains(id) && !program.relations[*id].is_static)
            .filter(|id| program.relations[*id].origin == Origin::Rules)
            .collect();
        self.given.clear();
        self.auxiliary.clear();
        self.relations.clear();
        let (mut declared, mut outputs) = (String::new(), String::new());
        for id in &moving {
            let relation = &program.relations[*id];
            let name = &self.names[id.index()];
            let types: Vec<&str> = relation.columns.iter().map(|ty| rust_type(*ty)).collect();
            let columns = types.join(", ");
            let _ = writeln!(declared, "        relation {name}({columns});");
            let _ = writeln!(outputs, "    out.collect(RelationId({}), &program.{name});", id.0);
        }
        let mut rules = String::new();
        let own: Vec<Rule> =
            self.rules.iter().filter(|rule| moving.contains(&rule.head)).cloned().collect();
        for rule in &own {
            let (text, at) = program.sources.describe(rule.span);
            let translated = RuleTranslator::new(self, rule).rule();
            let _ = writeln!(rules, "\n        // {at}: {text}");
            self.auxiliary.drain(..).for_each(|aux| _ = writeln!(rules, "        {aux}"));
            let _ = writeln!(rules, "        {translated}");
        }
        self.relations.iter().for_each(|aux| _ = writeln!(declared, "        {aux}"));
        let inputs = self.given_lookups();
        let body = if moving.is_empty() {
            String::new()
        } else {
            format!("{inputs}    let program = ascent_run! {{\n{declared}{rules}    }};\n{outputs}")
        };
        format!(
            "fn {}(statics: &Statics, host: &dyn Host, facts: &dyn Facts, out: &mut Output) {{\n{body}}}\n\n",
            slice.name()
        )
    }

    /// The facts that the slice at hand is given, in the look-ups it needs.
    fn given_lookups(&self) -> String {
        let mut code = String::new();
        let mut read: Vec<RelationId> = Vec::new();
        for (number, lookup) in self.given.iter().enumerate() {
            let (id, name) = (lookup.relation, &self.names[lookup.relation.index()]);
            if !read.contains(&id) {
                let row = self.row_type(id);
                let _ = writeln!(
                    code,
                    "    let in_{name} = read::<{row}>(facts, RelationId({}));",
                    id.0
                );
                read.push(id);
            }
            let parts = key_and_value(lookup);
            let _ = writeln!(
                code,
                "    let g{number} = Lookup::new(in_{name}.iter().copied(), {parts});"
            );
        }
        code
    }

    fn constant(&mut self, value: Value) -> String {
        match value {
            Value::Int(number) => format!("{number}i64"),
            Value::Cell(cell) => {
                let code = match cell {
                    super::Cell::Lettered(column, number) => {
                        format!("Lettered({column}, {number})")
                    }
                    super::Cell::Axial(q, r) => format!("Axial({q}, {r})"),
                };
                format!("Cell::{code}")
            }
            Value::Atom(atom) => {
                let known = self.atoms.iter().position(|other| *other == atom);
                let number = known.unwrap_or_else(|| {
                    self.atoms.push(atom);
                    self.atoms.len() - 1
                });
                format!("statics.atoms[{number}]")
            }
        }
    }

    /// The code that names a look-up.
    fn lookup(&mut self, lookup: Lookup) -> String {
        let (prefix, lookups) = match self.program.relations[lookup.relation].is_static {
            true => ("statics.s", &mut self.lookups),
            false => ("g", &mut self.given),
        };
        let known = lookups.iter().position(|other| *other == lookup);
        let number = known.unwrap_or_else(|| {
            lookups.push(lookup);
            lookups.len() - 1
        });
        format!("{prefix}{number}")
    }
}

/// Closures that take a look-up's key and value out of a row.
fn key_and_value(lookup: &Lookup) -> String {
    let part = |columns: &[usize]| {
        tuple(&columns.iter().map(|column| format!("row.{column}")).collect::<Vec<_>>())
    };
    format!("|row| {}, |row| {}", part(&lookup.keys), part(&lookup.values))
}

struct RuleTranslator<'a, 'b> {
    translator: &'a mut Translator<'b>,
    rule: &'a Rule,
    uses: Vec<usize>,
    bound: Vec<bool>,
    /// The body so far.
    items: Vec<String>,
}

impl<'a, 'b> RuleTranslator<'a, 'b> {
    fn new(translator: &'a mut Translator<'b>, rule: &'a Rule) -> RuleTranslator<'a, 'b> {
        let mut uses = vec![0; rule.variables.len()];
        let mut tally = |arg: &Arg| {
            if let Arg::Var(var) = arg {
                uses[var.index()] += 1;
            }
        };
        rule.head_args.iter().for_each(&mut tally);
        rule.body.iter().for_each(|literal| literal.each_arg(&mut tally));
        let bound = vec![false; rule.variables.len()];
        RuleTranslator { translator, rule, uses, bound, items: Vec::new() }
    }

    fn rule(mut self) -> String {
        self.goal(&self.rule.body);
        let args: Vec<String> = self.rule.head_args.iter().map(|arg| self.arg(arg)).collect();
        let head =
            format!("{}({})", self.translator.names[self.rule.head.index()], args.join(", "));
        if self.items.is_empty() {
            return format!("{head};");
        }
        format!("{head} <--\n            {};", self.items.join(",\n            "))
    }

    fn goal(&mut self, goal: &[Literal]) {
        let part = Rule { body: goal.to_vec(), ..self.rule.clone() };
        let known: Vec<Var> =
            (0..self.bound.len() as u16).map(Var).filter(|var| self.bound[var.index()]).collect();
        let program = self.translator.program;
        let plan = Planner::new(&program.relations, &program.declarations).plan(
            &part,
            Order::Best,
            &known,
        );
        for index in plan.literals {
            self.literal(&goal[index]);
        }
    }

    fn var(&self, var: Var) -> String {
        let name = self.rule.variables[var.index()].shown().trim_matches('_').to_lowercase();
        if name.is_empty() { format!("v{}", var.0) } else { format!("v{}_{name}", var.0) }
    }

    fn arg(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Var(var) => self.var(*var),
            Arg::Const(value) => self.translator.constant(*value),
        }
    }

    /// The value itself, not a reference to it.
    fn owned(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Var(var) => format!("*{}", self.var(*var)),
            Arg::Const(value) => self.translator.constant(*value),
        }
    }

    fn reference(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Var(var) => self.var(*var),
            Arg::Const(value) => format!("&{}", self.translator.constant(*value)),
        }
    }

    fn is_bound(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Var(var) => self.bound[var.index()],
            Arg::Const(_) => true,
        }
    }

    fn bind(&mut self, arg: &Arg) {
        if let Arg::Var(var) = arg {
            self.bound[var.index()] = true;
        }
    }

    fn is_used_once(&self, arg: &Arg) -> bool {
        matches!(arg, Arg::Var(var) if self.uses[var.index()] == 1)
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Fact { relation, args, .. } => self.fact(*relation, args),
            Literal::Not { goal, .. } => self.negation(goal),
            Literal::Same { left, right, .. } => {
                let item = match (self.is_bound(left), self.is_bound(right)) {
                    (true, true) => format!("if {} == {}", self.owned(left), self.owned(right)),
                    (false, _) => format!("let {} = {}", self.arg(left), self.reference(right)),
                    (true, false) => format!("let {} = {}", self.arg(right), self.reference(left)),
                };
                self.items.push(item);
                self.bind(left);
                self.bind(right);
            }
            Literal::Differ { .. } | Literal::Compare { .. } => {
                let test = self.test(literal).expect("a comparison is a test");
                self.items.push(format!("if {test}"));
            }
            Literal::Is { target, expr, .. } => {
                let code = self.number(expr);
                self.give(target, &code);
            }
            Literal::Aggregate { kind, value, goal, result, .. } => {
                self.aggregate(*kind, value.as_ref(), goal, result);
            }
        }
    }

    /// A goal that is a plain condition on what is bound.
    fn test(&mut self, literal: &Literal) -> Option<String> {
        match literal {
            Literal::Differ { left, right, .. } => {
                Some(format!("{} != {}", self.owned(left), self.owned(right)))
            }
            Literal::Compare { op, left, right, .. } => {
                let (left, right) = (self.expr(left), self.expr(right));
                Some(format!(
                    "(|| Some(Comparison::{op:?}.holds({left}, {right})))() == Some(true)"
                ))
            }
            Literal::Fact { relation, args, .. } if self.is_looked_up(*relation) => {
                let keys: Vec<usize> =
                    (0..args.len()).filter(|c| self.is_bound(&args[*c])).collect();
                let key: Vec<String> = keys.iter().map(|c| self.owned(&args[*c])).collect();
                let values = self.wanted_values(*relation, &keys, &[]);
                let lookup = self.translator.lookup(Lookup { relation: *relation, keys, values });
                Some(format!("{lookup}.contains(&{})", tuple(&key)))
            }
            _ => None,
        }
    }

    fn is_looked_up(&self, relation: RelationId) -> bool {
        let program = self.translator.program;
        let relation = &program.relations[relation];
        (relation.is_static || relation.origin != Origin::Rules)
            && !relation.is_computed(&program.declarations)
    }

    fn fact(&mut self, relation: RelationId, args: &[Arg]) {
        let program = self.translator.program;
        let info = &program.relations[relation];
        if self.is_looked_up(relation) {
            return self.look_up(relation, args);
        }
        if let (true, Origin::Given(given)) = (info.is_computed(&program.declarations), info.origin)
        {
            return self.compute(given, args);
        }
        let columns: Vec<String> = args
            .iter()
            .map(|arg| if self.is_used_once(arg) { "_".into() } else { self.arg(arg) })
            .collect();
        let name = &self.translator.names[relation.index()];
        self.items.push(format!("{name}({})", columns.join(", ")));
        args.iter().for_each(|arg| self.bind(arg));
    }

    /// The columns a look-up gives. The facts of a position get one look-up for
    /// each set of keys, to serve all goals; what is static, one for each need.
    fn wanted_values(&self, relation: RelationId, keys: &[usize], asked: &[usize]) -> Vec<usize> {
        let relation = &self.translator.program.relations[relation];
        match relation.is_static {
            true => asked.to_vec(),
            false => (0..relation.arity).filter(|column| !keys.contains(column)).collect(),
        }
    }

    fn look_up(&mut self, relation: RelationId, args: &[Arg]) {
        let keys: Vec<usize> = (0..args.len()).filter(|c| self.is_bound(&args[*c])).collect();
        let key: Vec<String> = keys.iter().map(|c| self.owned(&args[*c])).collect();
        let asked: Vec<usize> = (0..args.len())
            .filter(|column| !keys.contains(column) && !self.is_used_once(&args[*column]))
            .collect();
        let values = self.wanted_values(relation, &keys, &asked);
        let mut patterns: Vec<String> = Vec::new();
        let mut checks = Vec::new();
        for column in &values {
            let name = self.arg(&args[*column]);
            if !asked.contains(column) {
                patterns.push("_".into());
            } else if patterns.contains(&name) {
                let twin = format!("{name}_{column}");
                checks.push(format!("if {name} == {twin}"));
                patterns.push(twin);
            } else {
                patterns.push(name);
            }
        }
        let no_values = asked.is_empty();
        let lookup = self.translator.lookup(Lookup { relation, keys, values });
        let key = tuple(&key);
        self.items.push(if no_values {
            format!("if {lookup}.contains(&{key})")
        } else {
            format!("for {} in {lookup}.get(&{key})", tuple(&patterns))
        });
        self.items.extend(checks);
        args.iter().for_each(|arg| self.bind(arg));
    }

    /// The geometry of an unbounded board.
    fn compute(&mut self, given: Given, args: &[Arg]) {
        let pattern: Vec<String> = args
            .iter()
            .map(|arg| match self.is_bound(arg) {
                true => format!("Some(Value::from({}))", self.owned(arg)),
                false => "None".into(),
            })
            .collect();
        // What is known already is matched by the host.
        let mut checks = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let known: Vec<bool> = args.iter().map(|arg| self.is_bound(arg)).collect();
        for (column, arg) in args.iter().enumerate() {
            if known[column] || self.is_used_once(arg) {
                names.push("_".into());
            } else if self.is_bound(arg) {
                let (name, twin) = (self.arg(arg), format!("twin_{column}"));
                checks.push(format!("if *{name} == {twin}"));
                names.push(twin);
            } else {
                names.push(format!("ref {}", self.arg(arg)));
                self.bind(arg);
            }
        }
        let types: Vec<&str> = given_types(given);
        self.items.push(format!(
            "for {} in computed::<{}>(host, Given::{given:?}, &[{}])",
            tuple(&names),
            tuple(&types),
            pattern.join(", ")
        ));
        self.items.extend(checks);
    }

    fn negation(&mut self, goal: &[Literal]) {
        if let [Literal::Fact { relation, args, .. }] = goal {
            let info = &self.translator.program.relations[*relation];
            let moving = !info.is_static && info.origin == Origin::Rules;
            if moving && !self.has_twin(args) {
                let columns: Vec<String> = args
                    .iter()
                    .map(|arg| if self.is_bound(arg) { self.arg(arg) } else { "_".into() })
                    .collect();
                let name = &self.translator.names[relation.index()];
                self.items.push(format!("!{name}({})", columns.join(", ")));
                return;
            }
        }
        if let [literal] = goal {
            let twins = matches!(literal, Literal::Fact { args, .. } if self.has_twin(args));
            if let Some(test) = self.test(literal).filter(|_| !twins) {
                self.items.push(format!("if !({test})"));
                return;
            }
        }
        let (name, group, _) = self.auxiliary(goal, None, false);
        let columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
        self.items.push(format!("!{name}({})", columns.join(", ")));
    }

    /// Whether an unbound variable stands in two columns.
    fn has_twin(&self, args: &[Arg]) -> bool {
        let free: Vec<&Arg> = args.iter().filter(|arg| !self.is_bound(arg)).collect();
        free.iter().enumerate().any(|(index, arg)| free[..index].contains(arg))
    }

    fn aggregate(
        &mut self,
        kind: AggregateKind,
        value: Option<&Expr>,
        goal: &[Literal],
        result: &Arg,
    ) {
        let (name, group, locals) = self.auxiliary(goal, value, true);
        let number = self.items.len();
        let mut columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
        columns.extend(locals.iter().map(|_| "_".to_string()));
        let aggregated = if value.is_some() { "x" } else { "" };
        if value.is_some() {
            columns.push("x".into());
        }
        self.items.push(format!(
            "agg n{number} = {}({aggregated}) in {name}({})",
            kind.name(),
            columns.join(", ")
        ));
        self.give(result, &format!("Some(n{number})"));
    }

    /// Binds `target` to a number that may not exist, or compares it.
    fn give(&mut self, target: &Arg, code: &str) {
        if self.is_bound(target) {
            let target = self.owned(target);
            self.items.push(format!("if {code} == Some({target})"));
        } else {
            let name = self.arg(target);
            self.items.push(format!("if let Some(ref {name}) = {code}"));
            self.bind(target);
        }
    }

    /// A relation for a goal inside a negation or aggregate: its name, the
    /// variables it shares with what came before, and those of its own.
    fn auxiliary(
        &mut self,
        goal: &[Literal],
        value: Option<&Expr>,
        with_locals: bool,
    ) -> (String, Vars, Vars) {
        let mut group: Vars =
            vars_of(goal).into_iter().filter(|var| self.bound[var.index()]).collect();
        if let Some(value) = value {
            value.each_arg(&mut |arg| match arg {
                Arg::Var(var) if self.bound[var.index()] && !group.contains(var) => {
                    group.push(*var)
                }
                _ => {}
            });
        }
        let locals = if with_locals { answer_vars(goal, &self.bound) } else { Vars::new() };
        let name = format!("aux_{}", self.translator.relations.len());
        let mut types: Vec<&str> = group
            .iter()
            .chain(&locals)
            .map(|var| rust_type(Some(self.rule.variables[var.index()].ty)))
            .collect();
        if value.is_some() {
            types.push("i64");
        }
        self.translator.relations.push(format!("relation {name}({});", types.join(", ")));

        // Alone, the goal must give its variables their values by itself.
        let alone = group.iter().all(|var| self.gives(goal, *var));
        let (bound, items) = if alone {
            (vec![false; self.bound.len()], Vec::new())
        } else {
            (self.bound.clone(), self.items.clone())
        };
        let mut inner = RuleTranslator {
            translator: &mut *self.translator,
            rule: self.rule,
            // Every variable is a column here, so none may be left out.
            uses: vec![2; self.bound.len()],
            bound,
            items,
        };
        inner.goal(goal);
        let mut columns: Vec<String> =
            group.iter().chain(&locals).map(|var| inner.var(*var)).collect();
        if let Some(value) = value {
            let code = inner.number(value);
            inner.items.push(format!("if let Some(x) = {code}"));
            columns.push("x".into());
        }
        let body = inner.items.join(",\n            ");
        let rule = format!("{name}({}) <--\n            {body};", columns.join(", "));
        self.translator.auxiliary.push(rule);
        (name, group, locals)
    }

    /// Whether a goal gives a variable its value without any help.
    fn gives(&self, goal: &[Literal], var: Var) -> bool {
        let program = self.translator.program;
        goal.iter().any(|literal| match literal {
            Literal::Fact { relation, args, .. } => {
                args.contains(&Arg::Var(var))
                    && !program.relations[*relation].is_computed(&program.declarations)
            }
            _ => false,
        })
    }

    /// Code for an expression's value, as an `Option`.
    fn number(&mut self, expr: &Expr) -> String {
        let code = self.expr(expr);
        format!("(|| Some({code}))()")
    }

    /// Code for an expression inside a closure that gives an `Option`.
    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Arg(arg) => self.owned(arg),
            Expr::Unary(op, inner) => format!("Unary::{op:?}.apply({})?", self.expr(inner)),
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                format!("Binary::{op:?}.apply({left}, {right})?")
            }
        }
    }
}

fn given_types(given: Given) -> Vec<&'static str> {
    match given {
        Given::Step => vec!["Cell", "Atom", "Cell"],
        _ => vec!["Cell", "i64"],
    }
}
