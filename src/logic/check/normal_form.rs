//! Clauses to rules in normal form: names become relations, wrapped heads are
//! flattened, and a variable that stands for any action or state fact is
//! replaced by each of them in turn.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::logic::check::declarations::{Declarations, Template, WEIGHT};
use crate::logic::check::desugar::{Branch, branches};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::prolog_habits;
use crate::logic::check::query_form::AFTER;
use crate::logic::check::safety;
use crate::logic::check::specialise::each_template;
use crate::logic::check::types::Type;
use crate::logic::check::vocabulary::is_definable;
use crate::logic::check::whole_actions;
use crate::logic::names;
use crate::logic::program::{
    AggregateKind, Arg, Binary, Comparison, Expr, Given, Literal, Name, Origin, RelationId,
    Relations, Rule, Unary, Var, Variable, Wrapper,
};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Value};

/// A clause, with the comment above it.
pub struct Clause {
    /// The clause.
    pub term: Term,
    /// What the comment says.
    pub doc: Option<String>,
    /// Whether it is one of those that every game shares.
    pub shared: bool,
}

impl Clause {
    /// What it defines.
    pub fn head(&self) -> &Term {
        match self.term.parts() {
            Some((":-", [head, _])) => head,
            _ => &self.term,
        }
    }
}

/// Turns every clause into rules.
pub fn rules(
    declarations: &Declarations,
    relations: &Relations,
    clauses: &[Clause],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Rule> {
    let mut rules = Vec::new();
    for clause in clauses.iter().filter(|clause| is_definable(clause.head())) {
        if errors.len() >= MOST_ERRORS {
            break;
        }
        if !is_readable(declarations, relations, &clause.term, errors) {
            continue;
        }
        let branches = or_complain(each_branch(declarations, &clause.term), errors);
        if branches.len() > 1 {
            safety::warn_of_singletons_in_branches(&clause.term, errors);
        }
        for branch in branches {
            let terms = each_template(declarations, &branch.clause);
            for term in or_complain(terms, errors) {
                let mut resolver = Resolver::new(declarations, relations, errors);
                let rule = resolver.rule(&term);
                rules.extend(rule.map(|rule| Rule { branch: branch.text.clone(), ..rule }));
            }
        }
    }
    rules
}

/// A clause, or one branch of it.
struct BranchOfClause {
    clause: Term,
    /// What it says, if there are others.
    text: Option<Arc<str>>,
}

fn each_branch(
    declarations: &Declarations,
    clause: &Term,
) -> Result<Vec<BranchOfClause>, Diagnostic> {
    let Some((":-", [head, body])) = clause.parts() else {
        return Ok(vec![BranchOfClause { clause: clause.clone(), text: None }]);
    };
    let with_body = |body: Term| Term {
        kind: TermKind::Compound(Atom::new(":-"), vec![head.clone(), body]),
        span: clause.span,
    };
    let branches = branches(declarations, Some(head), body)?;
    let is_one = branches.len() == 1;
    let text = |shown: Term| (!is_one).then(|| with_body(shown).to_string().into());
    let branch = |branch: &Branch| BranchOfClause {
        clause: with_body(branch.body(body.span)),
        text: text(branch.shown(body.span)),
    };
    Ok(branches.iter().map(branch).collect())
}

/// After so many errors the rest of the rules is not looked at.
const MOST_ERRORS: usize = 100;

/// Whether a clause or query uses only what is in the language.
pub(super) fn is_readable(
    declarations: &Declarations,
    relations: &Relations,
    written: &Term,
    errors: &mut Vec<Diagnostic>,
) -> bool {
    let complaints = errors.len();
    whole_actions::check(declarations, written, errors);
    if errors.len() == complaints {
        prolog_habits::check(declarations, relations, written, errors);
    }
    errors.len() == complaints
}

pub(super) fn or_complain<T>(
    terms: Result<Vec<T>, Diagnostic>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<T> {
    terms.unwrap_or_else(|error| {
        errors.push(error);
        Vec::new()
    })
}

/// `1 column`, `2 columns`.
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Turns the terms of one clause or query into literals.
pub(super) struct Resolver<'a> {
    declarations: &'a Declarations,
    relations: &'a Relations,
    errors: &'a mut Vec<Diagnostic>,
    pub(super) variables: Vec<Variable>,
    by_name: FxHashMap<Atom, Var>,
    pub(super) constants: Vec<(Atom, Span)>,
}

/// A complaint has been written down; go on with the next part.
struct Complained;

impl<'a> Resolver<'a> {
    pub(super) fn new(
        declarations: &'a Declarations,
        relations: &'a Relations,
        errors: &'a mut Vec<Diagnostic>,
    ) -> Resolver<'a> {
        Resolver {
            declarations,
            relations,
            errors,
            variables: Vec::new(),
            by_name: FxHashMap::default(),
            constants: Vec::new(),
        }
    }

    fn rule(&mut self, clause: &Term) -> Option<Rule> {
        let (head, body) = match clause.parts() {
            Some((":-", [head, body])) => (head, body.conjuncts()),
            _ => (clause, &[][..]),
        };
        let (relation, args) = self.fact(head).ok()?;
        let complaints = self.errors.len();
        let mut literals = Vec::new();
        if matches!(self.relations[relation].name, Name::Wrapped(Wrapper::Legal, _)) {
            literals.extend(self.not_over(head.span));
        }
        literals.extend(self.goals(body));
        (self.errors.len() == complaints).then(|| Rule {
            head: relation,
            head_args: args,
            body: literals,
            variables: std::mem::take(&mut self.variables),
            constants: std::mem::take(&mut self.constants),
            span: clause.span,
            branch: None,
        })
    }

    /// Once there is an outcome, nothing is legal.
    fn not_over(&self, span: Span) -> Option<Literal> {
        let over = self.relations.plain("over", 0)?;
        let goal = vec![Literal::Fact { relation: over, args: Vec::new(), span }];
        Some(Literal::Not { goal, span })
    }

    fn complain(&mut self, error: Diagnostic) -> Complained {
        self.errors.push(error);
        Complained
    }

    pub(super) fn goals(&mut self, goals: &[Term]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for goal in goals {
            if let Ok(found) = self.goal(goal) {
                literals.extend(found);
            }
        }
        literals
    }

    fn goal(&mut self, goal: &Term) -> Result<Vec<Literal>, Complained> {
        let span = goal.span;
        if let TermKind::Comma(goals) = &goal.kind {
            return Ok(self.goals(goals));
        }
        let Some((name, args)) = goal.parts() else {
            return Err(self.not_a_goal(goal));
        };
        let literal = match (name, args) {
            ("true", []) => return Ok(Vec::new()),
            ("\\+", [inner]) => return self.negation(inner, span),
            ("=", [left, right]) => {
                Literal::Same { left: self.value(left)?, right: self.value(right)?, span }
            }
            ("\\=", [left, right]) => {
                Literal::Differ { left: self.value(left)?, right: self.value(right)?, span }
            }
            ("is", [target, expr]) => {
                Literal::Is { target: self.value(target)?, expr: self.expr(expr)?, span }
            }
            (op, [left, right]) if Comparison::find(op).is_some() => Literal::Compare {
                op: Comparison::find(op).expect("just found"),
                left: self.expr(left)?,
                right: self.expr(right)?,
                span,
            },
            ("aggregate_all", [spec, inner, result]) => {
                return self.aggregate(spec, inner, result, span);
            }
            (AFTER, [action, next]) => return self.after(action, next, span),
            _ => {
                let (relation, args) = self.fact(goal)?;
                Literal::Fact { relation, args, span }
            }
        };
        Ok(vec![literal])
    }

    /// `\+ legal(_)` says it of every action.
    fn negation(&mut self, inner: &Term, span: Span) -> Result<Vec<Literal>, Complained> {
        let specialised =
            each_template(self.declarations, inner).map_err(|error| self.complain(error))?;
        let mut literals = Vec::new();
        for inner in specialised {
            let complaints = self.errors.len();
            let goal = self.goals(inner.conjuncts());
            if self.errors.len() > complaints {
                return Err(Complained);
            }
            literals.push(Literal::Not { goal, span });
        }
        Ok(literals)
    }

    /// `after(Action, Goal)`: the goal holds once the action is played.
    fn after(
        &mut self,
        action: &Term,
        next: &Term,
        span: Span,
    ) -> Result<Vec<Literal>, Complained> {
        let (legal, action) = self.wrapped(Wrapper::Legal, std::slice::from_ref(action))?;
        let complaints = self.errors.len();
        let goal = self.goals(next.conjuncts());
        match self.errors.len() > complaints {
            true => Err(Complained),
            false => Ok(vec![Literal::After { legal, action, goal, span }]),
        }
    }

    /// Counting `legal(_)` counts every action's and adds them up.
    fn aggregate(
        &mut self,
        spec: &Term,
        inner: &Term,
        result: &Term,
        span: Span,
    ) -> Result<Vec<Literal>, Complained> {
        let (kind, value) = match spec.parts() {
            Some(("count", [])) => (AggregateKind::Count, None),
            Some(("sum", [value])) => (AggregateKind::Sum, Some(value)),
            Some(("max", [value])) => (AggregateKind::Max, Some(value)),
            Some(("min", [value])) => (AggregateKind::Min, Some(value)),
            _ => {
                return Err(self.complain(
                    Diagnostic::error(
                        "aggregate",
                        spec.span,
                        format!("`{spec}` is not an aggregate of the rule language"),
                        "unknown aggregate",
                    )
                    .help("it is one of count, sum(X), max(X), min(X)"),
                ));
            }
        };
        let result = self.value(result)?;
        let mut parts = Vec::new();
        let specialised =
            each_template(self.declarations, inner).map_err(|error| self.complain(error))?;
        for inner in specialised {
            let complaints = self.errors.len();
            let goal = self.goals(inner.conjuncts());
            let value = value.map(|value| self.expr(value)).transpose()?;
            if self.errors.len() > complaints {
                return Err(Complained);
            }
            parts.push((goal, value));
        }
        if let [_] = parts.as_slice() {
            let (goal, value) = parts.pop().expect("just seen");
            return Ok(vec![Literal::Aggregate { kind, value, goal, result, span }]);
        }
        debug_assert!(matches!(kind, AggregateKind::Count | AggregateKind::Sum), "desugared");
        let mut literals = Vec::new();
        let mut total = Expr::Arg(Arg::Const(Value::Int(0)));
        for (goal, value) in parts {
            let part = Arg::Var(self.variable(Atom::new("_"), span));
            literals.push(Literal::Aggregate { kind, value, goal, result: part, span });
            total = Expr::Binary(Binary::Add, Box::new(total), Box::new(Expr::Arg(part)));
        }
        literals.push(Literal::Is { target: result, expr: total, span });
        Ok(literals)
    }

    /// The relation a head or goal names, and its columns.
    fn fact(&mut self, term: &Term) -> Result<(RelationId, Vec<Arg>), Complained> {
        let Some((name, args)) = term.functor() else {
            return Err(self.not_a_goal(term));
        };
        if let Some(wrapper) = Wrapper::find(name.as_str(), args.len()) {
            return self.wrapped(wrapper, args);
        }
        if name.as_str() == "option" && args.len() == 2 {
            return self.option(args);
        }
        match self.relations.find(Name::Plain(name), args.len()) {
            Some(relation) => {
                if self.relations[relation].origin == Origin::Given(Given::Weight) {
                    self.check_weight(&args[0])?;
                }
                Ok((relation, self.values(args)?))
            }
            None => {
                let error = self.unknown(name, args.len(), term.span);
                Err(self.complain(error))
            }
        }
    }

    fn wrapped(
        &mut self,
        wrapper: Wrapper,
        args: &[Term],
    ) -> Result<(RelationId, Vec<Arg>), Complained> {
        let inner = &args[0];
        let Some((name, columns)) = inner.functor() else {
            return Err(self.not_a_goal(inner));
        };
        let templates = if wrapper.of_actions() {
            &self.declarations.actions
        } else {
            &self.declarations.states
        };
        let noun = if wrapper.of_actions() { "action" } else { "state fact" };
        let namesakes: Vec<&Template> =
            templates.iter().filter(|template| template.name == name).collect();
        match namesakes.as_slice() {
            namesakes if namesakes.iter().any(|known| known.columns.len() == columns.len()) => {}
            [_, ..] => {
                let declared: Vec<String> =
                    namesakes.iter().map(|known| count(known.columns.len(), "column")).collect();
                let error = Diagnostic::error(
                    "arity",
                    inner.span,
                    format!(
                        "`{name}` is declared with {}, not {}",
                        declared.join(" and with "),
                        columns.len()
                    ),
                    "wrong number of arguments",
                );
                let point =
                    |error: Diagnostic, known: &&Template| error.also(known.span, "declared here");
                let error = namesakes.iter().fold(error, point);
                return Err(self.complain(error));
            }
            [] => {
                let known = templates.iter().map(|template| template.name.as_str());
                let word = if wrapper.of_actions() { "action" } else { "state" };
                let help = names::suggestion(name.as_str(), known)
                    .unwrap_or_else(|| format!("declare it: `:- {word}({}).`", example(inner)));
                let error = Diagnostic::error(
                    "undeclared",
                    inner.span,
                    format!("`{name}/{}` is not a declared {noun}", columns.len()),
                    format!("{} wraps one", wrapper.name()),
                )
                .help(help);
                return Err(self.complain(error));
            }
        }
        let mut values = self.values(columns)?;
        if wrapper == Wrapper::Refuse {
            values.push(self.value(&args[1])?);
        }
        let relation = self.relations.find(Name::Wrapped(wrapper, name), values.len());
        Ok((relation.expect("every template is wrapped"), values))
    }

    fn option(&mut self, args: &[Term]) -> Result<(RelationId, Vec<Arg>), Complained> {
        let known = self.declarations.options.iter().map(|option| option.name.as_str());
        let TermKind::Atom(name) = args[0].kind else {
            let error = Diagnostic::error(
                "option",
                args[0].span,
                "the option must be named here",
                "not the name of an option",
            )
            .help("write option(name, Value)");
            return Err(self.complain(error));
        };
        match self.relations.find(Name::Option(name), 1) {
            Some(relation) => Ok((relation, vec![self.value(&args[1])?])),
            None => {
                let help = names::suggestion(name.as_str(), known)
                    .unwrap_or_else(|| format!("declare it: `:- option({name}, 8, [6, 8, 10]).`"));
                let error = Diagnostic::error(
                    "unknown",
                    args[0].span,
                    format!("there is no option `{name}`"),
                    "not declared",
                );
                Err(self.complain(error.help(help)))
            }
        }
    }

    /// A weight that is asked by its name must be declared.
    fn check_weight(&mut self, asked: &Term) -> Result<(), Complained> {
        let TermKind::Atom(name) = asked.kind else { return Ok(()) };
        if self.declarations.weight_named(name.as_str()).is_some() {
            return Ok(());
        }
        let known = self.declarations.weights.iter().map(|weight| weight.name.as_str());
        let help = names::suggestion(name.as_str(), known)
            .unwrap_or_else(|| format!("declare it: `:- weight({name}, 10, 0, 100).`"));
        let message = format!("there is no weight `{name}`");
        let error = Diagnostic::error("unknown", asked.span, message, "not declared");
        Err(self.complain(error.help(help)))
    }

    fn unknown(&self, name: Atom, arity: usize, span: Span) -> Diagnostic {
        let mut arities: Vec<usize> = self
            .relations
            .iter()
            .filter(|known| known.name == Name::Plain(name))
            .map(|known| known.arity)
            .collect();
        arities
            .extend(Wrapper::ALL.iter().filter(|w| w.name() == name.as_str()).map(|w| w.arity()));
        if let Some(right) = arities.first() {
            let note = if arity == 0 { "none".to_string() } else { arity.to_string() };
            return Diagnostic::error(
                "arity",
                span,
                format!("`{name}` takes {}, not {note}", count(*right, "argument")),
                "wrong number of arguments",
            )
            .help(format!("there is `{name}/{right}`"));
        }
        if self.declarations.actions.iter().any(|action| action.name == name) {
            return Diagnostic::error(
                "unknown",
                span,
                format!("`{name}` is an action, not a relation"),
                "asked here as a relation",
            )
            .help(format!("ask legal({name}(..)), does({name}(..)) or tried({name}(..))"));
        }
        if name.as_str() == "after" && arity == 2 {
            return Diagnostic::error(
                "syntax",
                span,
                "rules cannot look at the next position",
                "only queries can",
            )
            .help(
                "give the relations you need the columns of the action: hit_after(From, To, Cell)",
            );
        }
        if name.as_str() == ":-" {
            let message = "a clause stands where a goal must stand";
            return Diagnostic::error("syntax", span, message, "this is a clause")
                .help("clauses belong to the rules; a goal is what stands behind their `:-`");
        }
        if (name.as_str(), arity) == (WEIGHT, 2) {
            let message = "no weight is declared";
            return Diagnostic::error("unknown", span, message, "asked here")
                .help("declare one: `:- weight(name, 10, 0, 100).`, or define `weight/2`");
        }
        let known = self.relations.iter().filter_map(|known| match known.name {
            Name::Plain(name) => Some(name.as_str()),
            _ => None,
        });
        let known = known.chain(Wrapper::ALL.iter().map(|wrapper| wrapper.name()));
        let error = Diagnostic::error(
            "unknown",
            span,
            format!("there is no relation `{name}/{arity}`"),
            "not defined",
        );
        let bounded_only = name.as_str() == "cell" && self.declarations.board_is_unbounded();
        error.help(match names::suggestion(name.as_str(), known) {
            _ if bounded_only => "the cells of an unbounded board cannot be listed".into(),
            Some(suggestion) => suggestion,
            None if self.declarations.is_game() => {
                "define it by a clause, or declare it as a state fact".to_string()
            }
            None => "define it by a clause".to_string(),
        })
    }

    fn not_a_goal(&mut self, term: &Term) -> Complained {
        let error = match &term.kind {
            TermKind::Var(_) => Diagnostic::error(
                "syntax",
                term.span,
                format!("`{term}` stands where a goal must stand"),
                "a variable is not a goal",
            )
            .help("name the relation to ask"),
            _ => Diagnostic::error(
                "syntax",
                term.span,
                format!("`{term}` is not a goal"),
                "a goal must stand here",
            )
            .help("a goal asks a relation: name(Argument, ...)"),
        };
        self.complain(error)
    }

    fn values(&mut self, terms: &[Term]) -> Result<Vec<Arg>, Complained> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    fn value(&mut self, term: &Term) -> Result<Arg, Complained> {
        if let Some(cell) = term.axial() {
            return Ok(Arg::Const(Value::Cell(cell)));
        }
        let (message, help) = match &term.kind {
            TermKind::Var(name) => return Ok(Arg::Var(self.variable(*name, term.span))),
            TermKind::Int(number) => return Ok(Arg::Const(Value::Int(*number))),
            TermKind::Atom(name) => {
                self.constants.push((*name, term.span));
                return Ok(Arg::Const(Value::Atom(*name)));
            }
            TermKind::List(_) => {
                ("lists are not part of the rule language", "use a relation instead")
            }
            TermKind::Comma(_) => ("a pair is not a value", "a cell is two integers: (0,-1)"),
            TermKind::Compound(name, args)
                if args.len() <= 2
                    && (Binary::find(name.as_str()).is_some()
                        || Unary::find(name.as_str()).is_some()) =>
            {
                ("arithmetic is computed only by `is`", "write N is ... before, and use N here")
            }
            TermKind::Compound(..) => (
                "terms are not nested in the rule language",
                "only start, add, del, legal, does, tried and refuse wrap another term; \
                 elsewhere give the parts as columns of their own",
            ),
        };
        let error = Diagnostic::error("syntax", term.span, message, "not a value").help(help);
        Err(self.complain(error))
    }

    pub(super) fn variable(&mut self, name: Atom, span: Span) -> Var {
        let fresh = Var(self.variables.len() as u16);
        let var = match name.as_str() {
            "_" => fresh,
            _ => *self.by_name.entry(name).or_insert(fresh),
        };
        if var == fresh {
            self.variables.push(Variable { name, span, ty: Type::Atom });
        }
        var
    }

    fn expr(&mut self, term: &Term) -> Result<Expr, Complained> {
        let Some((name, args)) = term.parts().filter(|(_, args)| !args.is_empty()) else {
            return Ok(Expr::Arg(self.value(term)?));
        };
        match args {
            [inner] if Unary::find(name).is_some() => {
                let op = Unary::find(name).expect("just found");
                Ok(Expr::Unary(op, Box::new(self.expr(inner)?)))
            }
            [left, right] if Binary::find(name).is_some() => {
                let op = Binary::find(name).expect("just found");
                Ok(Expr::Binary(op, Box::new(self.expr(left)?), Box::new(self.expr(right)?)))
            }
            _ => {
                let help = if name == "/" {
                    "there are only whole numbers: divide with //"
                } else {
                    "there are + - * // mod rem ^ min(X, Y) max(X, Y) abs(X) sign(X)"
                };
                let error = Diagnostic::error(
                    "arithmetic",
                    term.span,
                    format!("`{name}` is not arithmetic of the rule language"),
                    "cannot be computed",
                );
                Err(self.complain(error.help(help)))
            }
        }
    }
}

/// `mark(a1, x)` as a declaration: `mark(.., ..)`.
fn example(term: &Term) -> String {
    let (name, args) = term.functor().expect("a template has a name");
    if name.as_str() == "turn" && args.len() == 1 {
        return "turn(player)".into();
    }
    if args.is_empty() {
        return name.to_string();
    }
    format!("{name}({})", vec!["cell"; args.len()].join(", "))
}
