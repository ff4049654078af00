//! One rule as a rule of `ascent`.

use super::{Lookup, Translator, rust_type, tuple};
use crate::logic::bound::Bound;
use crate::logic::plan::{Order, Planner};
use crate::logic::program::{
    AggregateKind, Arg, Expr, Given, Literal, Origin, RelationId, Rule, Var, Vars, vars_of,
};

/// Translates a rule, goal by goal.
pub struct RuleTranslator<'a, 'b> {
    translator: &'a mut Translator<'b>,
    rule: &'a Rule,
    uses: Vec<usize>,
    bound: Bound,
    /// The body so far.
    items: Vec<String>,
}

impl<'a, 'b> RuleTranslator<'a, 'b> {
    /// Begins with a rule.
    pub fn new(translator: &'a mut Translator<'b>, rule: &'a Rule) -> RuleTranslator<'a, 'b> {
        let mut uses = vec![0; rule.variables.len()];
        let mut tally = |arg: &Arg| {
            if let Arg::Var(var) = arg {
                uses[var.index()] += 1;
            }
        };
        rule.head_args.iter().for_each(&mut tally);
        rule.body.iter().for_each(|literal| literal.each_arg(&mut tally));
        let bound = Bound::none(rule.variables.len());
        RuleTranslator { translator, rule, uses, bound, items: Vec::new() }
    }

    /// The whole rule.
    pub fn rule(mut self) -> String {
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
        let known: Vec<Var> = self.bound.vars().collect();
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

    fn is_used_once(&self, arg: &Arg) -> bool {
        matches!(arg, Arg::Var(var) if self.uses[var.index()] == 1)
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Fact { relation, args, .. } => self.fact(*relation, args),
            Literal::Not { goal, .. } => self.negation(goal),
            Literal::Same { left, right, .. } => {
                let item = match (self.bound.has(left), self.bound.has(right)) {
                    (true, true) => format!("if {} == {}", self.owned(left), self.owned(right)),
                    (false, _) => format!("let {} = {}", self.arg(left), self.reference(right)),
                    (true, false) => format!("let {} = {}", self.arg(right), self.reference(left)),
                };
                self.items.push(item);
                self.bound.add(left);
                self.bound.add(right);
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
                    (0..args.len()).filter(|c| self.bound.has(&args[*c])).collect();
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
        args.iter().for_each(|arg| _ = self.bound.add(arg));
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
        let keys: Vec<usize> = (0..args.len()).filter(|c| self.bound.has(&args[*c])).collect();
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
        args.iter().for_each(|arg| _ = self.bound.add(arg));
    }

    /// The geometry of an unbounded board.
    fn compute(&mut self, given: Given, args: &[Arg]) {
        let pattern: Vec<String> = args
            .iter()
            .map(|arg| match self.bound.has(arg) {
                true => format!("Some(Value::from({}))", self.owned(arg)),
                false => "None".into(),
            })
            .collect();
        // What is known already is matched by the host.
        let mut checks = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let known: Vec<bool> = args.iter().map(|arg| self.bound.has(arg)).collect();
        for (column, arg) in args.iter().enumerate() {
            if known[column] || self.is_used_once(arg) {
                names.push("_".into());
            } else if self.bound.has(arg) {
                let (name, twin) = (self.arg(arg), format!("twin_{column}"));
                checks.push(format!("if *{name} == {twin}"));
                names.push(twin);
            } else {
                names.push(format!("ref {}", self.arg(arg)));
                self.bound.add(arg);
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
        if goal.is_empty() {
            return self.items.push("if false".into());
        }
        if let [Literal::Fact { relation, args, .. }] = goal {
            let info = &self.translator.program.relations[*relation];
            let moving = !info.is_static && info.origin == Origin::Rules;
            if moving && !self.has_twin(args) {
                let columns: Vec<String> = args
                    .iter()
                    .map(|arg| if self.bound.has(arg) { self.arg(arg) } else { "_".into() })
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
        let free: Vec<&Arg> = args.iter().filter(|arg| !self.bound.has(arg)).collect();
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
        if self.bound.has(target) {
            let target = self.owned(target);
            self.items.push(format!("if {code} == Some({target})"));
        } else {
            let name = self.arg(target);
            self.items.push(format!("if let Some(ref {name}) = {code}"));
            self.bound.add(target);
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
            vars_of(goal).into_iter().filter(|var| self.bound.has_var(*var)).collect();
        if let Some(value) = value {
            value.each_arg(&mut |arg| match arg {
                Arg::Var(var) if self.bound.has_var(*var) && !group.contains(var) => {
                    group.push(*var)
                }
                _ => {}
            });
        }
        let locals = if with_locals { self.bound.answer_vars(goal) } else { Vars::new() };
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
            (Bound::none(self.bound.variables()), Vec::new())
        } else {
            (self.bound.clone(), self.items.clone())
        };
        let mut inner = RuleTranslator {
            translator: &mut *self.translator,
            rule: self.rule,
            // Every variable is a column here, so none may be left out.
            uses: vec![2; self.bound.variables()],
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
        let head = format!("{name}({})", columns.join(", "));
        let rule = match body.as_str() {
            "" => format!("{head};"),
            body => format!(
                "{head} <--
            {body};"
            ),
        };
        self.translator.auxiliary.push(rule);
        (name, group, locals)
    }

    /// Whether a goal gives a variable its value without any help: from what
    /// the position holds or rules derive, which are few, not from all there is
    /// on the board.
    fn gives(&self, goal: &[Literal], var: Var) -> bool {
        let program = self.translator.program;
        goal.iter().any(|literal| match literal {
            Literal::Fact { relation, args, .. } => {
                args.contains(&Arg::Var(var)) && !program.relations[*relation].is_static
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
