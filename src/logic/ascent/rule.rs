//! One rule as a rule of `ascent`.

use super::{Lookup, Translator, rust_type, tuple};
use crate::logic::check::types::Type;
use crate::logic::optimise::inline::is_looked_up;
use crate::logic::plan::bound::Bound;
use crate::logic::plan::neighbours::Surroundings;
use crate::logic::plan::{Order, Planner};
use crate::logic::program::{
    AggregateKind, Arg, Comparison, Expr, Given, Literal, Origin, RelationId, Rule, Var, Vars,
    vars_of,
};

/// So many values make a type large.
const MANY: usize = 16;

/// So many facts are few.
const FEW: usize = 2;

/// Translates a rule, goal by goal.
pub struct RuleTranslator<'a, 'b> {
    translator: &'a mut Translator<'b>,
    rule: &'a Rule,
    uses: Vec<usize>,
    bound: Bound,
    /// The body so far.
    items: Vec<String>,
    /// How many columns so far are compared with what is known.
    twins: usize,
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
        RuleTranslator { translator, rule, uses, bound, items: Vec::new(), twins: 0 }
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

    /// The facts around cells that the rule's body asks for.
    pub fn surroundings(&self) -> Vec<Surroundings> {
        let parts = self.parts(&self.rule.body, |_| true);
        parts.into_iter().filter_map(|part| Some(part.around?.1)).collect()
    }

    /// Whether the body begins with all rows of the head's relation, and what else
    /// it asks are look-ups and the absence of facts. If it asked for the facts of
    /// another derived relation next, `ascent` would look both of them up by what
    /// they share, and not go through the rows. (Further on it might ask for some.)
    pub fn goes_on_by_row(&self) -> bool {
        let parts = self.parts(&self.rule.body, |around| self.translator.around.contains(around));
        let Some((first, others)) = parts.split_first() else { return false };
        let begins = match first.literal {
            Literal::Fact { relation, args, .. } => {
                let is_open = |arg: &Arg| matches!(arg, Arg::Var(_));
                *relation == self.rule.head && args.iter().all(is_open) && !self.has_twin(args)
            }
            _ => false,
        };
        let is_absence = |goal: &Literal| match goal {
            Literal::Not { goal, .. } => matches!(goal.as_slice(), [Literal::Fact { .. }]),
            _ => false,
        };
        let is_test = |goal: &Literal| self.translator.on_the_spot(goal) || is_absence(goal);
        begins && others.iter().all(|part| is_test(part.literal))
    }

    fn goal(&mut self, goal: &[Literal]) {
        for part in self.parts(goal, |around| self.translator.around.contains(around)) {
            match part.around {
                Some((fact, around)) => {
                    let step = self.look_around(part.literal, fact, &around);
                    self.items.extend(step.items());
                }
                None if !self.is_certain(part.literal) => self.literal(part.literal),
                None => {}
            }
        }
    }

    /// The literals of a goal in the order to work them out. A step to or from a
    /// cell yet unknown, and a fact on that cell, become one part.
    fn parts<'g>(
        &self,
        goal: &'g [Literal],
        is_wanted: impl Fn(&Surroundings) -> bool,
    ) -> Vec<Part<'g>> {
        let mut bound = self.bound.clone();
        let mut waiting: Vec<&Literal> = self.order(goal).into_iter().map(|i| &goal[i]).collect();
        let mut parts = Vec::new();
        while !waiting.is_empty() {
            let literal = waiting.remove(0);
            let found = waiting.iter().enumerate().find_map(|(place, fact)| {
                let around = Surroundings::find(self.translator.program, literal, fact, &bound)?;
                is_wanted(&around).then_some((place, around))
            });
            let around = found.map(|(place, around)| (waiting.remove(place), around));
            let asked = std::iter::once(literal).chain(around.iter().map(|(fact, _)| *fact));
            asked.flat_map(Literal::open_vars).for_each(|var| bound.add_var(var));
            parts.push(Part { literal, around });
        }
        parts
    }

    /// A step and a fact at its unknown end.
    fn look_around(&mut self, step: &Literal, fact: &Literal, around: &Surroundings) -> Step {
        let (Literal::Fact { args: ends, .. }, Literal::Fact { args, .. }) = (step, fact) else {
            unreachable!("both are facts")
        };
        let is_used = |arg: &Arg, times: usize| match arg {
            Arg::Var(var) => self.uses[var.index()] > times,
            Arg::Const(_) => true,
        };
        let direction = Some(&ends[1]).filter(|arg| is_used(arg, 1));
        let (known, unknown, directions) = match self.bound.has(&ends[0]) {
            true => (&ends[0], &ends[2], [direction, None]),
            false => (&ends[2], &ends[0], [None, direction]),
        };
        // The cell itself stands in both goals.
        let mut pattern = directions.to_vec();
        pattern.push(Some(unknown).filter(|arg| is_used(arg, 2)));
        let others = (0..args.len()).filter(|column| *column != around.cell);
        pattern.extend(others.map(|column| Some(&args[column]).filter(|arg| is_used(arg, 1))));
        let key = self.owned(known);
        let (names, checks) = self.bind(&pattern, "");
        let all = &self.translator.around;
        let number = all.iter().position(|known| known == around).expect("it is wanted");
        Step::Each { pattern: tuple(&names), source: format!("n{number}.get(&({key},))"), checks }
    }

    /// Whether a goal only says what the types say anyway: `piece(Piece)`, of a
    /// piece.
    fn is_certain(&self, literal: &Literal) -> bool {
        let Literal::Fact { relation, args, .. } = literal else { return false };
        let origin = self.translator.program.relations[*relation].origin;
        let is_values = matches!(origin, Origin::Given(Given::Values(_)));
        let is_values = is_values && !self.translator.is_plain;
        is_values && args.iter().all(|arg| matches!(arg, Arg::Var(_)) && self.bound.has(arg))
    }

    /// In which order to work out the literals of a goal.
    fn order(&self, goal: &[Literal]) -> Vec<usize> {
        let part = Rule { body: goal.to_vec(), ..self.rule.clone() };
        let known: Vec<Var> = self.bound.vars().collect();
        let program = self.translator.program;
        let mut planner = Planner::new(&program.relations, &program.declarations);
        planner.plan(&part, Order::Best, &known).literals
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
        if self.translator.on_the_spot(literal) {
            let step = self.step(literal);
            return self.items.extend(step.items());
        }
        match literal {
            Literal::Fact { relation, args, .. } => self.derived(*relation, args),
            Literal::Not { goal, .. } => self.negation(goal),
            Literal::Aggregate { kind, value, goal, result, .. } => {
                self.aggregate(*kind, value.as_ref(), goal, result);
            }
            _ => unreachable!("a comparison is worked out on the spot"),
        }
    }

    /// A goal that can be answered without asking derived relations.
    fn step(&mut self, literal: &Literal) -> Step {
        match literal {
            Literal::Fact { relation, args, .. } => {
                let program = self.translator.program;
                match program.relations[*relation].origin {
                    Origin::Given(given) if !is_looked_up(program, *relation) => {
                        self.compute(given, args)
                    }
                    _ => self.look_up(*relation, args),
                }
            }
            Literal::Not { goal, .. } => Step::Test(format!("!({})", self.exists(goal))),
            Literal::Same { left, right, .. } => {
                let known = (self.bound.has(left), self.bound.has(right));
                self.bound.add(left);
                self.bound.add(right);
                match known {
                    (true, true) => {
                        Step::Test(format!("{} == {}", self.owned(left), self.owned(right)))
                    }
                    (false, _) => Step::Let(self.arg(left), self.reference(right)),
                    (true, false) => Step::Let(self.arg(right), self.reference(left)),
                }
            }
            Literal::Differ { left, right, .. } => {
                Step::Test(format!("{} != {}", self.owned(left), self.owned(right)))
            }
            Literal::Compare { op, left: Expr::Arg(left), right: Expr::Arg(right), .. } => {
                let (left, right) = (self.owned(left), self.owned(right));
                Step::Test(format!("{left} {} {right}", operator(*op)))
            }
            Literal::Compare { op, left, right, .. } => {
                let (left, right) = (self.expr(left), self.expr(right));
                Step::Test(format!(
                    "(|| Some(Comparison::{op:?}.holds({left}, {right})))() == Some(true)"
                ))
            }
            Literal::Is { target, expr, .. } => {
                let code = self.number(expr);
                self.give(target, &code)
            }
            Literal::Aggregate { .. } => unreachable!("it asks a relation of its own"),
        }
    }

    /// Code that says whether a goal has an answer, given what is known so far.
    fn exists(&mut self, goal: &[Literal]) -> String {
        let before = self.bound.clone();
        let mut steps = Vec::new();
        for part in self.parts(goal, |around| self.translator.around.contains(around)) {
            match part.around {
                Some((fact, around)) => steps.push(self.look_around(part.literal, fact, &around)),
                None if !self.is_certain(part.literal) => steps.push(self.step(part.literal)),
                None => {}
            }
        }
        self.bound = before;
        let code = steps.into_iter().rev().fold(String::new(), |rest, step| step.before(rest));
        if code.is_empty() { "true".into() } else { code }
    }

    fn derived(&mut self, relation: RelationId, args: &[Arg]) {
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
        let is_wanted = |column: &usize| !relation.is_static || asked.contains(column);
        let others = (0..relation.arity).filter(|column| !keys.contains(column));
        others.filter(is_wanted).collect()
    }

    /// The columns to look facts up by, of those that are known. A single one that
    /// finds few facts is found without hashing; so if there is such a one, the
    /// others are compared afterwards.
    fn keys(&self, relation: RelationId, known: &[usize]) -> Vec<usize> {
        match known.iter().copied().max_by_key(|column| self.values_in(relation, *column)) {
            Some(column) if self.finds_few(relation, column) => vec![column],
            _ => known.to_vec(),
        }
    }

    /// How many values a column may have.
    fn values_in(&self, relation: RelationId, column: usize) -> usize {
        let program = self.translator.program;
        match program.relations[relation].columns[column] {
            Some(Type::Cell) => usize::MAX,
            Some(Type::Enum(id)) => program.declarations.values(id).len(),
            _ => 0,
        }
    }

    /// Whether a column alone finds few facts: in a position, a cell or a value
    /// of a large type; among facts written in the rules, one that hardly any two
    /// share.
    fn finds_few(&self, relation: RelationId, column: usize) -> bool {
        let program = self.translator.program;
        if !program.relations[relation].is_static {
            return self.values_in(relation, column) >= MANY;
        }
        let written: Vec<&Rule> =
            program.rules.iter().filter(|rule| rule.head == relation).collect();
        let sharing = |rule: &Rule| {
            let value = &rule.head_args[column];
            written.iter().filter(|other| other.head_args[column] == *value).count()
        };
        !written.is_empty()
            && written.iter().all(|rule| rule.body.is_empty() && sharing(rule) <= FEW)
    }

    fn look_up(&mut self, relation: RelationId, args: &[Arg]) -> Step {
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            (0..args.len()).partition(|column| self.bound.has(&args[*column]));
        let asked: Vec<usize> =
            unknown.into_iter().filter(|column| !self.is_used_once(&args[*column])).collect();
        let keys = self.keys(relation, &known);
        let key: Vec<String> = keys.iter().map(|column| self.owned(&args[*column])).collect();
        let compared = known.iter().filter(|column| !keys.contains(column));
        let wanted: Vec<usize> = asked.iter().chain(compared).copied().collect();
        let values = self.wanted_values(relation, &keys, &wanted);
        let pattern: Vec<Option<&Arg>> = values
            .iter()
            .map(|c| (asked.contains(c) || known.contains(c)).then(|| &args[*c]))
            .collect();
        let is_all = keys == known;
        let (names, checks) = self.bind(&pattern, "");
        let lookup = self.translator.lookup(Lookup { relation, keys, values });
        let (key, pattern) = (tuple(&key), tuple(&names));
        let source = format!("{lookup}.get(&{key})");
        match (asked.is_empty(), is_all) {
            (true, true) => Step::Test(format!("{lookup}.contains(&{key})")),
            (true, false) => {
                Step::Test(format!("{source}.any(|{pattern}| {})", checks.join(" && ")))
            }
            (false, _) => Step::Each { pattern, source, checks },
        }
    }

    /// The geometry of the unbounded board.
    fn compute(&mut self, given: Given, args: &[Arg]) -> Step {
        let known: Vec<bool> = args.iter().map(|arg| self.bound.has(arg)).collect();
        let mut owned: Vec<String> = Vec::new();
        for (arg, known) in args.iter().zip(&known) {
            owned.push(if *known { self.owned(arg) } else { String::new() });
        }
        let call = match (given, known.as_slice()) {
            (Given::Step, [true, true, _]) => format!("step({}, {})", owned[0], owned[1]),
            (Given::Step, [true, false, true]) => format!("direction({}, {})", owned[0], owned[2]),
            (Given::Step, [true, false, false]) => format!("steps({})", owned[0]),
            (Given::Step, [false, true, true]) => format!("step_back({}, {})", owned[2], owned[1]),
            (Given::Step, _) => format!("steps_back({})", owned[2]),
            (Given::Row, _) => format!("row({})", owned[0]),
            _ => format!("column({})", owned[0]),
        };
        let source = format!("statics.plane.{call}");
        if known.iter().all(|known| *known) {
            let last = owned.last().expect("geometry has columns");
            return Step::Test(format!("{source}.any(|(found,)| found == {last})"));
        }
        let asked: Vec<&Arg> =
            args.iter().zip(&known).filter(|(_, known)| !**known).map(|(arg, _)| arg).collect();
        let pattern: Vec<Option<&Arg>> =
            asked.into_iter().map(|arg| (!self.is_used_once(arg)).then_some(arg)).collect();
        let (names, checks) = self.bind(&pattern, "ref ");
        Step::Each { pattern: tuple(&names), source, checks }
    }

    /// Names for the columns that a step gives, `None` for those nobody wants,
    /// and checks where two must be the same.
    fn bind(&mut self, pattern: &[Option<&Arg>], mode: &str) -> (Vec<String>, Vec<String>) {
        let (mut names, mut checks) = (Vec::new(), Vec::new());
        for arg in pattern {
            let Some(arg) = arg else {
                names.push("_".to_string());
                continue;
            };
            if self.bound.add(arg) {
                let twin = format!("twin{}", self.twins);
                self.twins += 1;
                checks.push(format!("*{twin} == {}", self.owned(arg)));
                names.push(format!("{mode}{twin}"));
            } else {
                names.push(format!("{mode}{}", self.arg(arg)));
            }
        }
        (names, checks)
    }

    fn negation(&mut self, goal: &[Literal]) {
        if let [Literal::Fact { relation, args, .. }] = goal
            && !self.has_twin(args)
        {
            let columns = self.known_columns(args).join(", ");
            let name = &self.translator.names[relation.index()];
            self.items.push(format!("!{name}({columns})"));
            return;
        }
        let (name, group, _) = self.auxiliary(goal, None, false);
        let columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
        self.items.push(format!("!{name}({})", columns.join(", ")));
    }

    /// The columns as far as they are known, `_` for the others.
    fn known_columns(&mut self, args: &[Arg]) -> Vec<String> {
        let column = |arg: &Arg| if self.bound.has(arg) { self.arg(arg) } else { "_".into() };
        args.iter().map(column).collect()
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
        let number = self.items.len();
        let (name, mut columns) = match (kind, goal) {
            (AggregateKind::Count, [asked @ Literal::Fact { relation, args, .. }])
                if !self.translator.on_the_spot(asked) && !self.has_twin(args) =>
            {
                (self.translator.names[relation.index()].clone(), self.known_columns(args))
            }
            _ => {
                let (name, group, locals) = self.auxiliary(goal, value, true);
                let mut columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
                columns.extend(locals.iter().map(|_| "_".to_string()));
                (name, columns)
            }
        };
        let aggregated = if value.is_some() { "x" } else { "" };
        if value.is_some() {
            columns.push("x".into());
        }
        self.items.push(format!(
            "agg n{number} = {}({aggregated}) in {name}({})",
            kind.name(),
            columns.join(", ")
        ));
        let step = self.give(result, &format!("Some(n{number})"));
        self.items.extend(step.items());
    }

    /// Binds `target` to a number that may not exist, or compares it.
    fn give(&mut self, target: &Arg, code: &str) -> Step {
        if self.bound.add(target) {
            return Step::Test(format!("{code} == Some({})", self.owned(target)));
        }
        Step::Match { pattern: format!("Some(ref {})", self.arg(target)), code: code.into() }
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
            .map(|var| {
                rust_type(self.translator.program, Some(self.rule.variables[var.index()].ty))
            })
            .collect();
        if value.is_some() {
            types.push("i64");
        }
        let columns = types.join(", ");
        self.translator.relations.push(format!("relation {name}({columns});"));

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
            // Every variable may be a column here, so none is left out.
            uses: vec![usize::MAX; self.bound.variables()],
            bound,
            items,
            twins: self.twins,
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

/// A literal of a goal, and where it is a step, perhaps a fact at its unknown
/// end to be looked up along with it.
struct Part<'a> {
    literal: &'a Literal,
    around: Option<(&'a Literal, Surroundings)>,
}

/// How Rust writes a comparison.
fn operator(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
    }
}

/// A goal that is answered on the spot, as code.
enum Step {
    /// A condition.
    Test(String),
    /// A name for a value.
    Let(String, String),
    /// A value that may not exist.
    Match { pattern: String, code: String },
    /// Something to go through, and conditions on each.
    Each { pattern: String, source: String, checks: Vec<String> },
}

impl Step {
    /// As parts of the body of an `ascent` rule.
    fn items(self) -> Vec<String> {
        match self {
            Step::Test(code) => vec![format!("if {code}")],
            Step::Let(name, code) => vec![format!("let {name} = {code}")],
            Step::Match { pattern, code } => vec![format!("if let {pattern} = {code}")],
            Step::Each { pattern, source, checks } => {
                let mut items = vec![format!("for {pattern} in {source}")];
                items.extend(checks.into_iter().map(|check| format!("if {check}")));
                items
            }
        }
    }

    /// As code that says whether the step has an answer for which `rest` holds.
    fn before(self, rest: String) -> String {
        let and = |conditions: Vec<String>| match conditions.is_empty() {
            true => "true".to_string(),
            false => conditions.join(" && "),
        };
        let rest: Vec<String> = Some(rest).into_iter().filter(|rest| !rest.is_empty()).collect();
        match self {
            Step::Test(code) if rest.is_empty() => code,
            Step::Test(code) => and([vec![format!("({code})")], rest].concat()),
            Step::Let(name, code) => format!("{{ let {name} = {code}; {} }}", and(rest)),
            Step::Match { pattern, code } => {
                format!("(if let {pattern} = {code} {{ {} }} else {{ false }})", and(rest))
            }
            Step::Each { pattern, source, checks } => {
                format!("{source}.any(|{pattern}| {})", and([checks, rest].concat()))
            }
        }
    }
}
