//! One planned rule, printed as a rule of `ascent`.

use super::{Lookup, Translator, rust_type, tuple};
use crate::logic::optimise::is_derived;
use crate::logic::plan::bound::Bound;
use crate::logic::plan::{Access, Neighbours, Planner, RulePlan, Source, Step, Test};
use crate::logic::program::{
    AggregateKind, Arg, Comparison, Expr, Given, Literal, RelationId, Rule, Var, Vars, vars_of,
};
use crate::logic::syntax::source::Span;

/// What the aggregated values are called.
const AGGREGATED: &str = "x";

/// Prints a rule, step by step.
pub struct RulePrinter<'a, 'b> {
    translator: &'a mut Translator<'b>,
    planner: &'a Planner<'b>,
    rule: &'a Rule,
    bound: Bound,
    /// The body so far.
    items: Vec<String>,
    /// How many columns so far have a name only to be compared.
    compared: usize,
}

impl<'a, 'b> RulePrinter<'a, 'b> {
    /// Begins with a rule.
    pub fn new(
        translator: &'a mut Translator<'b>,
        planner: &'a Planner<'b>,
        rule: &'a Rule,
    ) -> RulePrinter<'a, 'b> {
        let bound = Bound::none(rule.variables.len());
        RulePrinter { translator, planner, rule, bound, items: Vec::new(), compared: 0 }
    }

    /// The whole rule, with a body of those steps. A recursive one sees to it that
    /// the recursion ends.
    pub fn rule(mut self, steps: &[Step], is_recursive: bool) -> String {
        for (number, step) in steps.iter().enumerate() {
            self.step(step);
            if number == 0 && is_recursive {
                let relation = self.translator.program.relations[self.rule.head].indicator();
                let at = self.translator.program.sources.location(self.rule.span).to_string();
                self.items.push(format!("if watch.goes_on({relation:?}, {at:?})"));
            }
        }
        let args: Vec<String> = self.rule.head_args.iter().map(|arg| self.arg(arg)).collect();
        let head =
            format!("{}({})", self.translator.names[self.rule.head.index()], args.join(", "));
        if self.items.is_empty() {
            return format!("{head};");
        }
        format!("{head} <--\n            {};", self.items.join(",\n            "))
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

    /// Adds a step to the body.
    fn step(&mut self, step: &Step) {
        if self.translator.is_in_place(step) {
            let code = self.in_place(step);
            return self.items.extend(code.items());
        }
        match step {
            Step::Each(access) | Step::Exists(access) => self.derived(access, ""),
            // A rule of ascent has no way to stop at the first one.
            Step::Any(steps) => steps.iter().for_each(|step| self.step(step)),
            Step::Not { steps, goal } => match steps.as_slice() {
                [Step::Exists(access)] if is_plain_absence(access) => self.derived(access, "!"),
                _ => self.negation(goal),
            },
            Step::Aggregate { kind, value, steps, goal, target, known, span } => {
                self.aggregate(*kind, value.as_ref(), steps, goal, *span);
                let result = format!("Some(n{})", self.items.len() - 1);
                let code = self.give(target, *known, &result);
                self.items.extend(code.items());
            }
            _ => unreachable!("a comparison is made in place"),
        }
    }

    /// A goal about a relation that rules derive, or its absence.
    fn derived(&mut self, access: &Access, negated: &str) {
        let (Source::Relation(id) | Source::Recent(id)) = access.source else {
            unreachable!("it is derived")
        };
        let arity = self.translator.program.relations[id].arity;
        let mut columns = Vec::new();
        let mut checks = Vec::new();
        for column in 0..arity {
            let same = access.tests.iter().find(|(c, test, _)| *c == column && *test == Test::Same);
            let twin = access.twins.iter().find(|(_, twin)| *twin == column);
            let twin = twin.and_then(|(first, _)| access.column(*first));
            let known = access.column(column).or(same.map(|(_, _, arg)| *arg));
            let others: Vec<_> = access
                .tests
                .iter()
                .filter(|(c, test, _)| *c == column && *test != Test::Same)
                .collect();
            let name = match known {
                Some(arg) => self.arg(&arg),
                None if others.is_empty() && twin.is_none() => "_".into(),
                None => self.name_to_compare(),
            };
            for (_, test, with) in others {
                checks.push(self.check(&name, *test, with));
            }
            // `ascent` would compare equal variables by itself, but in a way that no longer
            // compiles once a crate lets numbers be compared with something of its own.
            if let (None, Some(first)) = (known, twin) {
                checks.push(self.check(&name, Test::Same, &first));
            }
            columns.push(name);
        }
        access.binds.iter().for_each(|(_, var)| self.bound.add_var(*var));
        let name = &self.translator.names[id.index()];
        self.items.push(format!("{negated}{name}({})", columns.join(", ")));
        self.items.extend(checks.into_iter().map(|check| format!("if {check}")));
    }

    fn name_to_compare(&mut self) -> String {
        self.compared += 1;
        format!("twin{}", self.compared - 1)
    }

    /// That a column compares with something known.
    fn check(&mut self, name: &str, test: Test, with: &Arg) -> String {
        let operator = match test {
            Test::Same => "==",
            Test::Differ => "!=",
            Test::Compare(comparison) => operator(comparison),
        };
        format!("*{name} {operator} {}", self.owned(with))
    }

    /// A step that asks nothing that rules derive.
    fn in_place(&mut self, step: &Step) -> Code {
        match step {
            Step::Each(access) | Step::Exists(access) => match &access.source {
                Source::Relation(id) | Source::Recent(id) => self.look_up(*id, access),
                Source::Computed(Given::Between) => self.range(access),
                Source::Computed(given) => self.compute(*given, access),
                Source::Neighbours(neighbours) => self.next_to(neighbours, access),
            },
            Step::Any(steps) => Code::Test(self.exists(steps)),
            Step::Not { steps, .. } => Code::Test(format!("!({})", self.exists(steps))),
            Step::Bind(var, arg) => {
                let value = self.reference(arg);
                self.bound.add_var(*var);
                Code::Let(self.var(*var), value)
            }
            Step::Same(left, right) => {
                Code::Test(format!("{} == {}", self.owned(left), self.owned(right)))
            }
            Step::Differ(left, right) => {
                Code::Test(format!("{} != {}", self.owned(left), self.owned(right)))
            }
            Step::Compare(op, Expr::Arg(left), Expr::Arg(right), _) => {
                let (left, right) = (self.owned(left), self.owned(right));
                Code::Test(format!("{left} {} {right}", operator(*op)))
            }
            Step::Compare(op, left, right, span) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let place = self.place(*span);
                Code::Test(format!(
                    "watch.result(|| Ok(Comparison::{op:?}.holds({left}, {right})), {place}) == Some(true)"
                ))
            }
            Step::Is { target, known, expr, span } => {
                let code = self.number(expr, *span);
                self.give(target, *known, &code)
            }
            Step::Aggregate { .. } => unreachable!("it asks a relation of its own"),
        }
    }

    /// Code that says whether steps have an answer, given what is known so far.
    fn exists(&mut self, steps: &[Step]) -> String {
        let before = self.bound.clone();
        let codes: Vec<Code> = steps.iter().map(|step| self.in_place(step)).collect();
        self.bound = before;
        let code = codes.into_iter().rev().fold(String::new(), |rest, code| code.before(rest));
        if code.is_empty() { "true".into() } else { code }
    }

    /// The columns a look-up gives. The facts of a position get one look-up for
    /// each set of keys, to serve all goals; what is static, one for each need.
    fn wanted_values(&self, relation: RelationId, keys: &[usize], access: &Access) -> Vec<usize> {
        let relation = &self.translator.program.relations[relation];
        let is_asked = |column: &usize| {
            access.binds.iter().any(|(bound, _)| bound == column)
                || access.tests.iter().any(|(tested, _, _)| tested == column)
                || access.twins.iter().any(|(_, twin)| twin == column)
        };
        let others = (0..relation.arity).filter(|column| !keys.contains(column));
        others.filter(|column| !relation.is_static || is_asked(column)).collect()
    }

    fn look_up(&mut self, relation: RelationId, access: &Access) -> Code {
        let keys: Vec<usize> = access.key.iter().map(|(column, _)| *column).collect();
        let key: Vec<String> = access.key.iter().map(|(_, arg)| self.owned(arg)).collect();
        let values = self.wanted_values(relation, &keys, access);
        let (names, checks) = self.columns(access, &values, "");
        let lookup = self.translator.lookup(Lookup { relation, keys, values });
        self.access(access, format!("{lookup}.get(&{})", tuple(&key)), &names, checks, || {
            format!("{lookup}.contains(&{})", tuple(&key))
        })
    }

    /// A question to what an iterator gives.
    fn access(
        &self,
        access: &Access,
        source: String,
        names: &[String],
        checks: Vec<String>,
        contains: impl Fn() -> String,
    ) -> Code {
        let pattern = tuple(names);
        match (access.binds.is_empty(), checks.is_empty()) {
            (true, true) => Code::Test(contains()),
            (true, false) => {
                Code::Test(format!("{source}.any(|{pattern}| {})", checks.join(" && ")))
            }
            (false, _) => Code::Each { pattern, source, checks },
        }
    }

    /// Names for columns, and the checks that they must pass.
    fn columns(
        &mut self,
        access: &Access,
        columns: &[usize],
        mode: &str,
    ) -> (Vec<String>, Vec<String>) {
        let (mut names, mut checks) = (Vec::new(), Vec::new());
        for column in columns {
            let bound = access.binds.iter().find(|(bound, _)| bound == column);
            let tests: Vec<_> = access.tests.iter().filter(|(c, _, _)| c == column).collect();
            let twin = access.twins.iter().find(|(_, twin)| twin == column);
            let name = match bound {
                Some((_, var)) => self.var(*var),
                None if tests.is_empty() && twin.is_none() => {
                    names.push("_".to_string());
                    continue;
                }
                None => self.name_to_compare(),
            };
            for (_, test, with) in tests {
                checks.push(self.check(&name, *test, with));
            }
            if let Some(first) = twin.and_then(|(first, _)| access.column(*first)) {
                checks.push(self.check(&name, Test::Same, &first));
            }
            names.push(format!("{mode}{name}"));
        }
        access.binds.iter().for_each(|(_, var)| self.bound.add_var(*var));
        (names, checks)
    }

    /// The numbers of a range; or whether one that is known lies in it.
    fn range(&mut self, access: &Access) -> Code {
        let known: Vec<String> = access.key.iter().map(|(_, arg)| self.owned(arg)).collect();
        let (low, high) = (&known[0], &known[1]);
        if let Some(number) = known.get(2) {
            return Code::Test(format!("({low}..={high}).contains(&{{ {number} }})"));
        }
        let is_empty = format!("({low}..={high}).is_empty()");
        let source = format!("watch.range({low}, {high})");
        match access.column(2) {
            Some(Arg::Var(_)) => {
                let (names, checks) = self.columns(access, &[2], "ref ");
                self.access(access, source, &names, checks, || format!("!{is_empty}"))
            }
            _ => Code::Test(format!("!{is_empty}")),
        }
    }

    /// The geometry of the unbounded board.
    fn compute(&mut self, given: Given, access: &Access) -> Code {
        let arity = if given == Given::Step { 3 } else { 2 };
        let mut owned: Vec<Option<String>> = Vec::new();
        for column in 0..arity {
            let known = access.key.iter().find(|(known, _)| *known == column);
            owned.push(known.map(|(_, arg)| self.owned(arg)));
        }
        let call = match (given, owned.as_slice()) {
            (Given::Step, [Some(from), Some(by), _]) => format!("step({from}, {by})"),
            (Given::Step, [Some(from), None, Some(to)]) => format!("direction({from}, {to})"),
            (Given::Step, [Some(from), None, None]) => format!("steps({from})"),
            (Given::Step, [None, Some(by), Some(to)]) => format!("step_back({to}, {by})"),
            (Given::Step, [None, None, Some(to)]) => format!("steps_back({to})"),
            (Given::Row, [Some(cell), ..]) => format!("row({cell})"),
            (_, [Some(cell), ..]) => format!("column({cell})"),
            _ => unreachable!("a cell is known"),
        };
        let source = format!("statics.plane.{call}");
        if owned.iter().all(Option::is_some) {
            let last = owned.pop().flatten().expect("geometry has columns");
            return Code::Test(format!("{source}.any(|(found,)| found == {last})"));
        }
        let asked: Vec<usize> = (0..arity).filter(|column| owned[*column].is_none()).collect();
        let (names, checks) = self.columns(access, &asked, "ref ");
        self.access(access, source.clone(), &names, checks, || format!("{source}.next().is_some()"))
    }

    /// The facts on cells next to a cell.
    fn next_to(&mut self, neighbours: &Neighbours, access: &Access) -> Code {
        let arity = self.translator.program.relations[neighbours.relation].arity;
        let others =
            (0..arity).filter(|column| *column != neighbours.cell).map(|column| column + 1);
        let columns: Vec<usize> = [0, neighbours.cell + 1].into_iter().chain(others).collect();
        let (mut names, checks) = self.columns(access, &columns, "");
        // The direction there, and the one back.
        names.insert(usize::from(!neighbours.backwards), "_".into());
        let key = self.owned(&access.key[0].1);
        let number = self.translator.neighbours(neighbours);
        self.access(access, format!("n{number}.get(&({key},))"), &names, checks, || {
            format!("n{number}.contains(&({key},))")
        })
    }

    fn negation(&mut self, goal: &[Literal]) {
        let (name, group, _) = self.auxiliary(goal, None, false);
        let columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
        self.items.push(format!("!{name}({})", columns.join(", ")));
    }

    /// An aggregate, whose result gets the name `n` with the number of its item.
    fn aggregate(
        &mut self,
        kind: AggregateKind,
        value: Option<&Expr>,
        steps: &[Step],
        goal: &[Literal],
        span: Span,
    ) {
        let whole = match (value, steps) {
            (None, [Step::Each(access) | Step::Exists(access)]) => self.derived_whole(access, None),
            (Some(Expr::Arg(Arg::Var(value))), [Step::Each(access)]) => {
                self.derived_whole(access, Some(*value))
            }
            _ => None,
        };
        let (name, columns) = whole.unwrap_or_else(|| {
            let (name, group, locals) =
                self.auxiliary(goal, value.map(|value| (value, span)), true);
            let mut columns: Vec<String> = group.iter().map(|var| self.var(*var)).collect();
            columns.extend(locals.iter().map(|_| "_".to_string()));
            columns.extend(value.map(|_| AGGREGATED.to_string()));
            (name, columns)
        });
        let aggregated = if value.is_some() { AGGREGATED } else { "" };
        let function = match kind {
            AggregateKind::Sum => format!("(watch.sum({}))", self.place(span)),
            _ => kind.name().to_string(),
        };
        self.items.push(format!(
            "agg n{} = {function}({aggregated}) in {name}({})",
            self.items.len(),
            columns.join(", ")
        ));
    }

    /// A derived relation over all of whose facts an aggregate goes, and its columns
    /// as far as they are known, with the one that gives the aggregated `value`.
    fn derived_whole(
        &mut self,
        access: &Access,
        value: Option<Var>,
    ) -> Option<(String, Vec<String>)> {
        let Source::Relation(id) = access.source else { return None };
        let program = self.translator.program;
        let is_related = is_derived(program, id) || self.translator.is_plain;
        let is_given = |var: Var| access.binds.iter().any(|(_, bound)| *bound == var);
        if !is_related || !is_plain_absence(access) || !value.is_none_or(is_given) {
            return None;
        }
        let mut columns = Vec::new();
        for column in 0..program.relations[id].arity {
            let known = access.key.iter().find(|(known, _)| *known == column);
            let same = access.tests.iter().find(|(tested, _, _)| *tested == column);
            let arg = known.map(|(_, arg)| *arg).or(same.map(|(_, _, arg)| *arg));
            let is_value = value.is_some_and(|value| access.binds.contains(&(column, value)));
            columns.push(match arg {
                Some(arg) => self.arg(&arg),
                None if is_value => AGGREGATED.to_string(),
                None => "_".to_string(),
            });
        }
        Some((self.translator.names[id.index()].clone(), columns))
    }

    /// Binds `target` to a number that may not exist, or compares it.
    fn give(&mut self, target: &Arg, known: bool, code: &str) -> Code {
        if known {
            return Code::Test(format!("{code} == Some({})", self.owned(target)));
        }
        self.bound.add(target);
        Code::Match { pattern: format!("Some(ref {})", self.arg(target)), code: code.into() }
    }

    /// A relation for a goal inside a negation or aggregate: its name, the
    /// variables it shares with what came before, and those of its own.
    fn auxiliary(
        &mut self,
        goal: &[Literal],
        value: Option<(&Expr, Span)>,
        with_locals: bool,
    ) -> (String, Vars, Vars) {
        let mut group: Vars =
            vars_of(goal).into_iter().filter(|var| self.bound.has_var(*var)).collect();
        if let Some((value, _)) = value {
            value.each_arg(&mut |arg| match arg {
                Arg::Var(var) if self.bound.has_var(*var) && !group.contains(var) => {
                    group.push(*var)
                }
                _ => {}
            });
        }
        let locals = if with_locals { self.bound.answer_vars(goal) } else { Vars::new() };
        let name = format!("aux_{}", self.translator.relations.len());
        let ty = |var: &Var| {
            rust_type(self.translator.program, Some(self.rule.variables[var.index()].ty))
        };
        let mut types: Vec<&str> = group.iter().chain(&locals).map(ty).collect();
        if value.is_some() {
            types.push("i64");
        }
        let columns = types.join(", ");
        self.translator.relations.push(format!("relation {name}({columns});"));

        // Alone, the goal must give its variables their values by itself.
        let alone = group.iter().all(|var| self.gives(goal, *var));
        let (bound, items) = match alone {
            true => (Bound::none(self.bound.variables()), Vec::new()),
            false => (self.bound.clone(), self.items.clone()),
        };
        let steps = self.planner.part(goal, &mut bound.clone());
        let mut inner = RulePrinter {
            translator: &mut *self.translator,
            planner: self.planner,
            rule: self.rule,
            bound,
            items,
            compared: self.compared,
        };
        steps.iter().for_each(|step| inner.step(step));
        let mut columns: Vec<String> =
            group.iter().chain(&locals).map(|var| inner.var(*var)).collect();
        if let Some((value, span)) = value {
            let code = inner.number(value, span);
            inner.items.push(format!("if let Some({AGGREGATED}) = {code}"));
            columns.push(AGGREGATED.into());
        }
        let head = format!("{name}({})", columns.join(", "));
        let rule = match inner.items.join(",\n            ").as_str() {
            "" => format!("{head};"),
            body => format!("{head} <--\n            {body};"),
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

    /// A goal and where it stands, for a message.
    fn place(&self, span: Span) -> String {
        let (goal, at) = self.translator.program.sources.describe(span);
        format!("{goal:?}, {at:?}")
    }

    /// Code for an expression's value, as an `Option`.
    fn number(&mut self, expr: &Expr, span: Span) -> String {
        let (code, place) = (self.expr(expr), self.place(span));
        match expr {
            Expr::Arg(_) => format!("Some({code})"),
            _ => format!("watch.result(|| Ok({code}), {place})"),
        }
    }

    /// Code for an expression inside a closure that gives a `Result`.
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

/// Whether rows are told by known columns alone, so that `ascent` can say that
/// there is none, or how many.
fn is_plain_absence(access: &Access) -> bool {
    access.tests.iter().all(|(_, test, _)| *test == Test::Same) && access.twins.is_empty()
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

/// A step that is answered in place, as code.
enum Code {
    /// A condition.
    Test(String),
    /// A name for a value.
    Let(String, String),
    /// A value that may not exist.
    Match { pattern: String, code: String },
    /// Something to go through, and conditions on each.
    Each { pattern: String, source: String, checks: Vec<String> },
}

impl Code {
    /// As parts of the body of an `ascent` rule.
    fn items(self) -> Vec<String> {
        match self {
            Code::Test(code) => vec![format!("if {code}")],
            Code::Let(name, code) => vec![format!("let {name} = {code}")],
            Code::Match { pattern, code } => vec![format!("if let {pattern} = {code}")],
            Code::Each { pattern, source, checks } => {
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
            Code::Test(code) if rest.is_empty() => code,
            Code::Test(code) => and([vec![format!("({code})")], rest].concat()),
            Code::Let(name, code) => format!("{{ let {name} = {code}; {} }}", and(rest)),
            Code::Match { pattern, code } => {
                format!("(if let {pattern} = {code} {{ {} }} else {{ false }})", and(rest))
            }
            Code::Each { pattern, source, checks } => {
                format!("{source}.any(|{pattern}| {})", and([checks, rest].concat()))
            }
        }
    }
}

/// Whether a rule can go on from its relation row by row: it begins with all rows
/// of it, and what else it asks is there already or must be absent. If it asked
/// for the facts of another derived relation next, `ascent` would look both of
/// them up by what they share, and not go through the rows.
pub fn goes_on_by_row(translator: &Translator<'_>, plan: &RulePlan) -> bool {
    let [(_, steps)] = plan.recent.as_slice() else { return false };
    let [Step::Each(first), others @ ..] = steps.as_slice() else { return false };
    let is_absence = |step: &Step| match step {
        Step::Not { steps, .. } => {
            matches!(steps.as_slice(), [Step::Exists(access)] if is_plain_absence(access))
        }
        _ => false,
    };
    let begins =
        first.tests.iter().all(|(_, test, _)| *test != Test::Same) && first.twins.is_empty();
    begins && others.iter().all(|step| translator.is_in_place(step) || is_absence(step))
}
